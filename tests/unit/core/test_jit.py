"""How the kernels are compiled: inner functions only as parts of what calls them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import config, njit

from simt.core.jit import apart, block, kernel
from simt.core.jit import compile as compile_module
from simt.core.jit.compile import OPTIONS, Constants, InnerLibrary, machine_code
from simt.core.jit.deferred import by_address
from simt.core.jit.loaded import caller
from simt.core.jit.packed import constants_of, pack


@block
def _twice(x: Any) -> Any:
    return 2 * x


@kernel
def _sum_of_doubles(n: Any) -> Any:
    total = 0
    for i in range(n):
        total += _twice(i)
    return total


@njit(**OPTIONS)
def _outer(n: Any) -> Any:
    return _sum_of_doubles(n) + _twice(n)


@block
def _add(a: Any, b: Any) -> None:
    for i in range(len(a)):
        a[i] += b[i]


def test_the_vectorizer_is_off_where_it_is_said() -> None:
    before = config.LOOP_VECTORIZE
    arguments = np.ones(9), np.ones(9)
    sizes = [len(machine_code(_add, arguments, vectorize=vectorize).code) for vectorize in (False, True)]
    assert before == config.LOOP_VECTORIZE
    assert sizes[1] > 1.1 * sizes[0], "a loop over several elements, and one over the rest"


def test_the_shapes_of_arrays_can_be_constants() -> None:
    """So code for arrays of three elements does not look how many there are."""
    arguments = pack(np.ones(3), np.ones(3))
    constants = Constants({}, constants_of(arguments))
    assert sum(word is None for word in constants.words) == 2  # the addresses
    code = machine_code(_add, arguments.arguments, vectorize=False, constants=constants)
    longer = np.arange(5.0), np.ones(5)
    caller(code.load())(pack(*longer).words, ())
    assert longer[0].tolist() == [1, 2, 3, 3, 4]


def test_python_calls_no_part_of_the_engine() -> None:
    """It would find no code, and crash."""
    with pytest.raises(TypeError, match="only compiled code calls _twice"):
        _twice(1)


def test_code_that_counts_references_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The option that removes them is a private one of numba's; the engine took four times as long with them."""
    monkeypatch.setitem(compile_module._INNER, "_nrt", True)

    @block
    def kept(array: Any, other: Any) -> None:
        array[0] = other[1:].copy()[0]

    with pytest.raises(SystemError, match="counts references"):
        machine_code(kept, (np.ones(9), np.ones(9)), vectorize=False)


def only(dispatcher: Any) -> Any:
    """The one compilation of a function."""
    (compiled,) = getattr(dispatcher, "dispatcher", dispatcher).overloads.values()
    return compiled


def test_inner_functions_exist_only_in_their_callers() -> None:
    assert _outer(10) == 110
    for inner in (_twice, _sum_of_doubles):
        library = only(inner).library
        assert isinstance(library, InnerLibrary)
        assert "cpython" not in library.get_llvm_str(), "no wrapper for Python"
    name = only(_twice).fndesc.llvm_func_name
    outer = only(_outer).library
    assert name not in outer.get_llvm_str(), "a block is inlined"
    assert not outer.codegen._engine.is_symbol_defined(name), "and has no machine code of its own"


class _Pair(NamedTuple):
    counts: Any
    words: Any


@apart
def _count(place: Any, pair: Any) -> None:
    pair.counts[place] += pair.words.shape[0]


@block
def _count_twice(place: Any, pair: Any) -> None:
    _count(place, pair)
    _count(place, pair)


@njit(**OPTIONS)
def _count_all(counts: Any, words: Any) -> None:
    for place in range(counts.shape[0]):
        pair = by_address(_Pair(counts, words[place:]))
        _count_twice(place, pair)


def test_a_function_apart_is_not_inlined_and_reads_a_tuple_by_its_address() -> None:
    counts = np.zeros(3, np.int64)
    _count_all(counts, np.zeros(5, np.float64))
    assert counts.tolist() == [10, 8, 6]
    text = only(_count_all).library.get_llvm_str()
    assert len(re.findall(r"call i32 @\S+test_jit6_count", text)) == 2, "two calls, and no copy of the function"
