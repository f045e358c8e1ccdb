"""How the kernels are compiled: inner functions only as parts of what calls them."""

from __future__ import annotations

import threading
import time
from typing import Any

from numba import config, njit

from simt.core.jit.compile import OPTIONS, InnerLibrary, block, compiling_without_vectorizer, kernel


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


def test_threads_leave_the_vectorizer_as_it_was() -> None:
    """The first calls of two kinds overlap: numba's setting is off in both, and on when both are over."""
    before = config.LOOP_VECTORIZE
    begun, seen = threading.Barrier(2), []

    def call(kind: str) -> None:
        begun.wait()
        for _ in range(2):
            with compiling_without_vectorizer(("test of threads", kind)):
                seen.append(config.LOOP_VECTORIZE)
                time.sleep(0.01)

    threads = [threading.Thread(target=call, args=(kind,)) for kind in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert before == config.LOOP_VECTORIZE
    assert seen.count(0) >= 2
    with compiling_without_vectorizer(("test of threads", "a")):  # compiled long since
        assert before == config.LOOP_VECTORIZE


def only(dispatcher: Any) -> Any:
    """The one compilation of a function."""
    (compiled,) = dispatcher.overloads.values()
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
