"""Arguments of compiled code as 64-bit words, in the order in which numba's types have them.

An array is seven words or more: two words that are not used here, the number of elements, the bytes of an element, the
address of the first element, the shape and the strides. A missing group (None) is one word.
"""

from __future__ import annotations

import hashlib
from ctypes import addressof, c_char
from typing import Any, NamedTuple

import numpy as np

_ADDRESS = 4  # the place of the address among the words of an array


class Packed(NamedTuple):
    """Arguments as words.

    - words: the words, int64. They hold the addresses of the arrays, so they are valid only as long as the arrays
      exist.
    - form: the meaning of the words, as a nested tuple of pairs (dtype, dimensions) and None.
    - arguments: the arguments. They are kept here so that the arrays stay alive.
    - code: the function that calls the code for these arguments; None for the kind's code (entry.py).
    """

    words: np.ndarray
    form: tuple[Any, ...]
    arguments: tuple[Any, ...]
    code: Any = None


def pack(*arguments: Any) -> Packed:
    """Return arguments as words. Each argument is a C-contiguous array, None, or a tuple of these.

    Raises `ValueError` for an array that is not contiguous.
    """
    words: list[int] = []
    form = _add(arguments, words)
    return Packed(np.array(words, np.int64), form, arguments)


def _add(group: tuple[Any, ...], words: list[int]) -> tuple[Any, ...]:
    """Append the words of a group; return its form."""
    form: list[Any] = []
    for member in group:
        if member is None:
            words.append(0)
            form.append(None)
        elif isinstance(member, tuple):
            form.append(_add(member, words))
        else:
            try:
                address = addressof(c_char.from_buffer(member))  # three times as fast as numpy
            except (TypeError, ValueError):
                address = _address(member)
            words += (0, 0, member.size, member.itemsize, address, *member.shape, *member.strides)
            form.append((member.dtype, member.ndim))
    return tuple(form)


def constants_of(arguments: Packed) -> tuple[int | None, ...]:
    """Return the words, with None for the addresses of arrays. Arguments of one form and the same shapes have them."""
    words: list[int | None] = arguments.words.tolist()
    for place in _places_of_addresses(arguments.form, 0)[0]:
        words[place] = None
    return tuple(words)


def _places_of_addresses(form: tuple[Any, ...], begin: int) -> tuple[list[int], int]:
    """Return the places of addresses among the words of a group, and its end. begin: the place of its first word."""
    places = []
    for member in form:
        if member is None:
            begin += 1
        elif isinstance(member[0], np.dtype):
            places.append(begin + _ADDRESS)
            begin += _ADDRESS + 1 + 2 * member[1]
        else:
            inside, begin = _places_of_addresses(member, begin)
            places += inside
    return places, begin


def form_text(form: tuple[Any, ...]) -> str:
    """Return a digest of a form, which is the same in all processes."""
    return hashlib.sha256(_text(form).encode()).hexdigest()


def _text(form: tuple[Any, ...]) -> str:
    parts = []
    for member in form:
        if member is None:
            parts.append("none")
        elif isinstance(member[0], np.dtype):
            dtype, dimensions = member
            parts.append(f"{dtype.str}{dtype.names}{dimensions}")
        else:
            parts.append(_text(member))
    return f"({' '.join(parts)})"


def _address(array: np.ndarray) -> int:
    """Return the address of the first element of any array; `from_buffer` takes no empty ones and none to read only."""
    if not array.flags.c_contiguous:
        raise ValueError("an array of compiled code is not C-contiguous")
    return array.ctypes.data
