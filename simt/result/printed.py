"""The output of a run by `printf`, from the buffer that has its records (`simt.compiler.opencl.printing`)."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

from isa.reporting.diagnostics import plural

if TYPE_CHECKING:
    from isa.program.program import Program

MOST_BYTES: Final = 1 << 22  # of all output
_COUNTERS, _AROUND = 2, 4  # words before the records, and words of a record without its arguments
_WIDEST: Final = 255  # the most characters to which a number is padded
_ARGUMENT: Final = re.compile(rb"(\d*)([ildfs])")
_FORMS: Final = {"i": "I", "l": "Q", "f": "f", "d": "d", "s": "I"}  # of `struct`, for the letters of arguments
_CONVERSION: Final = re.compile(
    rb"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<digits>\*|\d*))?(?:v(?P<count>16|[2348]))?"
    rb"(?P<size>hh|hl|h|ll|l|[jztL])?(?P<kind>[diouxXfFeEgGaAcsp]))"
)
_BITS: Final = {"hh": 8, "h": 16, "hl": 32, "": 32, "l": 64, "ll": 64, "j": 64, "z": 32, "t": 32}

_Number = int | float
_TextAt = Callable[[int], bytes]  # from an address to the bytes from there up to the next zero


@dataclass(frozen=True)
class Printed:
    """The output, thread by thread. lost: the number of calls whose text is missing."""

    text: str
    lost: int


def printed(program: Program, buffers: Mapping[str, np.ndarray]) -> Printed | None:
    """Return the output of a run from its buffers at the end; None for a program that does not print."""
    if not program.prints or program.prints not in buffers:
        return None
    memory = _Memory(program, buffers)
    words = buffers[program.prints].view(np.uint32)
    records, broken = _records(words, memory)
    records.sort(key=lambda record: record[0])  # stable: the calls of a thread stay in order
    room, lines, lost = MOST_BYTES, list[bytes](), int(words[1]) + broken
    for number, (_, text, arguments) in enumerate(records):
        line = formatted(text, arguments, memory.text)
        room -= len(line)
        if room < 0:
            lost += len(records) - number
            break
        lines.append(line)
    return Printed(b"".join(lines).decode(errors="replace"), lost)


def lost_text(lost: int) -> str:
    """Return the clause about calls whose text is missing."""
    return f"the text of {plural(lost, 'call')} of printf is lost: the buffer was full, or their threads were stopped"


class _Memory:
    """The buffers of a run, as memory with addresses."""

    def __init__(self, program: Program, buffers: Mapping[str, np.ndarray]) -> None:
        self._spans = [
            (program.constants[entry.index], buffers[name].view(np.uint8))
            for name, entry in program.buffers.items()
            if name in buffers
        ]
        self.text = cache(self._text)
        self.call = cache(self._call)

    def _text(self, address: int) -> bytes:
        """Return the bytes from an address up to the next zero; b"" if no buffer has the address."""
        content = b""
        for start, data in self._spans:
            if start <= address < start + len(data):
                content = data[address - start : address - start + MOST_BYTES].tobytes().split(b"\0")[0]
        return content

    def _call(self, address: int) -> tuple[list[tuple[int, str]], int, bytes] | None:
        """Return the arguments, the words of a record, and the format of the `printf` call that an address describes.

        An argument is (numbers, letter). None if no call is described at the address.
        """
        if not any(start <= address < start + len(data) for start, data in self._spans):
            return None
        letters = self.text(address)
        if not re.fullmatch(rb"(?:\d*[ildfs])*", letters):
            return None
        arguments = [(int(count or 1), letter.decode()) for count, letter in _ARGUMENT.findall(letters)]
        return arguments, _AROUND + _layout(arguments).size // 4, self.text(address + len(letters) + 1)


def _layout(arguments: list[tuple[int, str]]) -> struct.Struct:
    return struct.Struct("<" + "".join(f"{count}{_FORMS[letter]}" for count, letter in arguments))


_Record = tuple[tuple[int, int, int], bytes, list[list[_Number]]]


def _records(words: np.ndarray, memory: _Memory) -> tuple[list[_Record], int]:
    """Return the complete records (thread, format, arguments), and the number of incomplete ones."""
    records, broken = list[_Record](), 0
    place, end = _COUNTERS, _COUNTERS + int(words[0])
    if end > len(words):  # the last words are of a call that had no room; it counts as lost already
        end = int(np.flatnonzero(words)[-1]) + 1
    while place < end:
        address = int(words[place])
        shape = memory.call(address) if address else None
        if shape is None:  # the thread was stopped before it wrote the record: look for the next one
            broken += place == _COUNTERS or bool(words[place - 1])
            place += 1
            continue
        arguments, size, text = shape
        row = words[place : place + size]
        if len(row) < size or not row[-1]:
            broken += 1
        else:
            thread = int(row[-1]) - 1, int(row[2]), int(row[1])
            records.append((thread, text, _values(arguments, row[3:-1].tobytes())))
        place += size
    return records, broken


def _values(arguments: list[tuple[int, str]], data: bytes) -> list[list[_Number]]:
    numbers = iter(_layout(arguments).unpack(data))
    return [list(islice(numbers, count)) for count, _ in arguments]


# --- one call ---------------------------------------------------------------------------------------------------------


def formatted(text: bytes, arguments: list[list[_Number]], text_at: _TextAt) -> bytes:
    """Return the text that C prints for a format and its arguments.

    Widths and precisions above 255 count as 255. A conversion without an argument stays as it is.

    arguments: a list for each argument, with several numbers for a vector. text_at: returns the text at an address.
    """
    left: Iterator[list[_Number]] = iter(arguments)

    def replaced(match: re.Match[bytes]) -> bytes:
        if not match["kind"]:
            return b"%"
        width, flags = _counted(match["width"], left, match["flags"].decode())
        digits = None
        if match["digits"] is not None:
            digits, _ = _counted(match["digits"] or b"0", left, "-")
            digits = digits if digits >= 0 else None
        numbers = next(left, None)
        if numbers is None:
            return match[0]
        kind, size = match["kind"].decode(), (match["size"] or b"").decode()
        rows = [_one(kind, size, number, digits, flags, text_at) for number in numbers]
        return b",".join(_filled(sign, body, width, flags) for sign, body, flags in rows)

    return _CONVERSION.sub(replaced, text)


def _counted(word: bytes, left: Iterator[list[_Number]], flags: str) -> tuple[int, str]:
    """Return a width or a precision, and the flags. The word `*` takes the next argument from `left`.

    A negative width becomes positive and adds the flag `-`, which pads on the right. With `flags` "-" alone, a negative
    number stays negative.
    """
    if word == b"*":
        number = int((next(left, None) or [0])[0]) & 0xFFFFFFFF
        number -= (number >> 31) << 32
        return (min(-number, _WIDEST), flags + "-") if number < 0 and flags != "-" else (min(number, _WIDEST), flags)
    return min(int(word[:6] or 0), _WIDEST), flags


def _one(
    kind: str, size: str, number: _Number, digits: int | None, flags: str, text_at: _TextAt
) -> tuple[str, bytes, str]:
    """Return the sign or prefix of a number, the rest of its text, and its flags for padding."""
    if kind in "diouxX":
        return _integer(kind, _BITS.get(size, 32), number, digits, flags)
    if kind not in "scp":
        return _real(kind, float(number), digits, flags)
    if kind == "s":
        text = text_at(int(number) & 0xFFFFFFFF)[:digits]
    else:
        text = bytes([int(number) & 0xFF]) if kind == "c" else f"0x{int(number):x}".encode()
    return "", text, flags.replace("0", "")


def _integer(kind: str, bits: int, number: _Number, digits: int | None, flags: str) -> tuple[str, bytes, str]:
    whole = int(number) if math.isfinite(number) else 0
    whole &= (1 << bits) - 1
    sign = ""
    if kind in "di":
        if whole >> (bits - 1):
            sign, whole = "-", (1 << bits) - whole
        else:
            sign = "+" if "+" in flags else " " if " " in flags else ""
    text = format(whole, {"o": "o", "x": "x", "X": "X"}.get(kind, "d"))
    if digits is not None:
        text = "" if not whole and not digits else text.rjust(digits, "0")
        flags = flags.replace("0", "")
    if "#" in flags and kind == "o" and not text.startswith("0"):
        text = f"0{text}"
    if "#" in flags and kind in "xX" and whole:
        sign = f"0{kind}"
    return sign, text.encode(), flags


def _real(kind: str, number: float, digits: int | None, flags: str) -> tuple[str, bytes, str]:
    is_negative = math.copysign(1.0, number) < 0
    sign = "-" if is_negative else "+" if "+" in flags else " " if " " in flags else ""
    if not math.isfinite(number):
        text = "nan" if math.isnan(number) else "inf"
        return sign, (text.upper() if kind.isupper() else text).encode(), flags.replace("0", "")
    if kind in "aA":
        prefix, text = "0x", _hexadecimal(abs(number), digits, "#" in flags)
        if kind == "A":
            prefix, text = "0X", text.upper()
        return sign + prefix, text.encode(), flags
    alternative = "#" if "#" in flags else ""
    form = f"%{alternative}.{6 if digits is None else digits}{kind}"
    return sign, (form % abs(number)).encode(), flags


def _hexadecimal(number: float, digits: int | None, has_point: bool) -> str:
    """Return a number as `%a` prints it, without `0x`.

    digits: the number of digits after the point; None for the fewest that are exact.
    """
    mantissa, _, exponent = number.hex()[2:].partition("p")
    whole, _, fraction = mantissa.partition(".")
    if digits is None:
        fraction = fraction.rstrip("0")
    else:
        exact = Fraction(int(f"{whole}{fraction:0<13}", 16), 16**13)
        units, rest = divmod(round(exact * 16**digits), 16**digits)  # ties to even
        whole, fraction = str(units), format(rest, f"0{digits}x") if digits else ""
    point = "." if fraction or has_point else ""
    return f"{whole}{point}{fraction}p{exponent}"


def _filled(sign: str, body: bytes, width: int, flags: str) -> bytes:
    """Return a sign and a text, padded to a width: on the right (`-`), with zeros (`0`), or on the left."""
    sign_bytes = sign.encode()
    if "-" in flags:
        return (sign_bytes + body).ljust(width)
    if "0" in flags:
        return sign_bytes + body.rjust(width - len(sign_bytes), b"0")
    return (sign_bytes + body).rjust(width)
