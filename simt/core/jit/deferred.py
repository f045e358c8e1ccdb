"""The decorators of the functions that numba compiles.

This module does not import numba; numba is imported when a function is compiled.

A run whose engine is on disk needs no numba, and importing numba takes longer than the rest of a short run. So a
decorated function is only noted here. compile.py passes it to numba when compiled code first calls it.

A `block` is a part of the cycle loop, inlined where it is called. A `kernel` is a function of its own. Only where a
block calls it is it inlined, because numba applies the block's option to its callees. A function that is `apart` is
inlined nowhere. This suits a large function that is called at several places, with few arguments or with arguments that
are `by_address` (whole.py). A function that is `inlined` is inserted into its caller before types are known. This suits
a function that returns records, because numba cannot return records in a tuple. An `intrinsic` is a function that
generates LLVM's code itself (intrinsics.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, partial, update_wrapper
from typing import Any

# Whether everything runs as plain Python: numba's own switch.
INTERPRETED = bool(int(os.environ.get("NUMBA_DISABLE_JIT") or 0))

WHOLE: set[type] = set()  # classes of named tuples that are handed on whole (whole.py)


def hand_on_whole(*classes: type) -> None:
    """Have compiled functions hand on named tuples of these classes as one value. numba's others stay as they are."""
    WHOLE.update(classes)


CONSTANT: set[frozenset[str]] = set()  # names of the fields of records that no compiled code writes (aliases.py)


def never_written(*records: Any) -> None:
    """Have compiled functions take records of these dtypes for constant while a call of an entry point lasts.

    The threads that help with a device stay in one call over several calls of the first thread (engine/crew.py).
    """
    CONSTANT.update(frozenset(record.names) for record in records)


_numba: list[Any] = []  # the module compile.py, once it is imported, which who compiles does


def provide(module: Any) -> None:
    """Set what makes numba's objects of deferred functions."""
    _numba[:] = [module]


class Deferred:
    """A function that only compiled code calls: numba takes it for its own `Dispatcher`."""

    def __init__(self, sort: str, function: Callable[..., Any]) -> None:
        self.sort, self.py_func = sort, function
        update_wrapper(self, function)

    @cached_property
    def dispatcher(self) -> Any:
        """The function for numba."""
        return _numba[0].dispatcher(self.sort, self.py_func)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    @property
    def targetoptions(self) -> Any:
        """The options with which it is compiled."""
        return self.dispatcher.targetoptions

    def __call__(self, *_arguments: Any) -> Any:
        """Raise: Python has no code for it."""
        raise TypeError(f"only compiled code calls {self.py_func.__qualname__}")


class DeferredIntrinsic:
    """A function of intrinsics.py."""

    def __init__(self, name: str) -> None:
        self._name = name

    @cached_property
    def _numba_type_(self) -> Any:
        return _numba[0].type_of_intrinsic(self._name)


def _decorator(sort: str) -> Callable[[Callable[..., Any]], Any]:
    return (lambda function: function) if INTERPRETED else partial(Deferred, sort)


block, kernel, apart, inlined = map(_decorator, ("block", "kernel", "apart", "inlined"))


def intrinsic(name: str) -> Any:
    """Return a function of intrinsics.py, by its name."""
    return DeferredIntrinsic(name)


# Puts a named tuple into the memory of the calling function and returns its address, from which functions read the
# fields that they use. The address is not to leave the function. In a loop, the next round's tuple takes its place.
by_address: Any = (lambda named: named) if INTERPRETED else intrinsic("address_of")
