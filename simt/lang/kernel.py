"""Kernels as Python functions: `@kernel` marks one, `@device` a function that kernels call."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import numpy as np

from simt.lang.item import DTYPES, Array, PlainLaunch, current, in_launch
from simt.lang.plain import own_parts, typed
from simt.lang.subgroups import NAMES, SUB_GROUP_PLACES
from simt.lang.types import PLAIN, Local, Scalar, Space
from simt.lang.vectors import Vector

_MEETING: Final = frozenset(NAMES) - SUB_GROUP_PLACES.keys()  # functions at which work-items wait for one another


class Kernel:
    """A kernel. `simt.run(kernel, ...)` runs it on a machine; a call runs it in plain Python, for a debugger.

    local_size: the size that work-groups must have; None for any.
    """

    def __init__(self, function: Callable[..., object], local_size: tuple[int, ...] | None = None) -> None:
        self.function = function
        self.local_size = local_size
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__

    def __repr__(self) -> str:
        return f"<kernel {self.__name__}>"

    def __call__(
        self, *arguments: Any, global_size: int | Sequence[int], local_size: int | Sequence[int] | None = None,
        offset: int | Sequence[int] = (), sub_group_size: int = 32, **named: Any,
    ) -> None:  # fmt: skip
        """Run the kernel in plain Python, work-item by work-item. The kernel changes the numpy arrays in its arguments.

        - arguments, named: the arguments of the function. A `Local` parameter takes its number of elements.
        - global_size: the work-items in the launch.
        - local_size: the work-items in a work-group; None: the size that the kernel requires, else all work-items.
        - offset: the offset of global indices, by default 0.
        - sub_group_size: the work-items of a sub-group, which are the lanes of a warp.

        Each size is a number, or a sequence with a number for each dimension.

        Raises `TypeError` for arguments that do not match the parameters, and `ValueError` for sizes that do not go
        together. Raises `IndexError` for an index outside an array. Raises `RuntimeError` if only some work-items of a
        work-group reach a barrier, or if only some work-items of a sub-group call a function that all must call.
        """
        bound = inspect.signature(self.function).bind(*arguments, **named)
        bound.apply_defaults()
        kinds = typing.get_type_hints(self.function)
        makers = [_argument(name, kinds.get(name), value) for name, value in bound.arguments.items()]
        sizes = _sizes(global_size)
        own = self.local_size or sizes if local_size is None else _sizes(local_size)
        launch = PlainLaunch(sizes, own, _sizes(offset), sub_group_size)
        has_turns = _uses(self.function, _MEETING)
        has_barriers = has_turns or _uses(self.function, {"barrier"})
        launch.run(typed(self.function, has_turns=has_turns), makers, has_barriers=has_barriers)


class Device:
    """A function that kernels and other device functions call; it is compiled into its callers."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._typed: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the function in plain Python; during a launch its numbers have the types of `simt.lang`."""
        if not in_launch():
            return self.function(*arguments)
        if self._typed is None:
            self._typed = typed(self.function, has_turns=_uses(self.function, _MEETING))
        return self._typed(*map(own_parts, arguments))


def kernel(function: Callable[..., object] | None = None, *, local_size: int | Sequence[int] | None = None) -> Any:
    """Mark a function as a kernel: `@kernel`, or `@kernel(local_size=64)` to require a size of work-groups.

    local_size: a number, or a number for each dimension; None for any size. Raises `ValueError` for more than three.
    """
    if function is None:
        return lambda marked: Kernel(marked, None if local_size is None else _sizes(local_size))
    return Kernel(function)


def device(function: Callable[..., Any]) -> Device:
    """Mark a function that kernels call."""
    return Device(function)


def _sizes(value: int | Sequence[int]) -> tuple[int, ...]:
    sizes = tuple(map(int, value)) if isinstance(value, Sequence) else (int(value),)
    if len(sizes) > 3:
        raise ValueError(f"a launch has at most three dimensions, not {len(sizes)}")
    return sizes


def _argument(name: str, kind: Any, value: Any) -> Callable[[], Any]:
    """Return a function that makes the value of a parameter for one work-item. Raises `TypeError`."""
    kind = PLAIN.get(kind, kind)
    if isinstance(kind, type) and issubclass(kind, Scalar):
        make: Any = kind
        scalar = make(value.item() if isinstance(value, np.generic) else value)
        return lambda: scalar
    if isinstance(kind, type) and issubclass(kind, Vector):
        vector = kind(*np.asarray(value).tolist())
        return lambda: vector
    if not (isinstance(kind, type) and issubclass(kind, Space)):
        raise TypeError(f"the parameter {name} has no type of simt.lang: f32, Global[f32] and so on")
    if kind.number == Local.number:
        return lambda: current().local_array(kind.element, (int(value),), is_given=True)
    lanes = getattr(kind.element, "count", 1)
    dtype = DTYPES[kind.element.element if lanes > 1 else kind.element]
    if not (isinstance(value, np.ndarray) and value.dtype == dtype and value.flags.c_contiguous):
        raise TypeError(f"the parameter {name} takes a contiguous numpy array of {np.dtype(dtype)}")
    if kind.dimensions == 1:
        value = value.reshape(-1)
    if lanes > 1 and value.ndim == kind.dimensions and value.shape[-1] % lanes == 0:
        value = value.reshape(*value.shape[:-1], -1, lanes)
    if value.ndim != kind.dimensions + (lanes > 1):
        raise TypeError(f"the parameter {name} takes an array of {kind.dimensions} dimensions, not {value.ndim}")
    array = Array(value, kind.element, is_given=True)
    return lambda: array


def _uses(function: Any, wanted: Collection[str], seen: set[Any] | None = None) -> bool:
    """Return whether a function uses one of these names, or a device function that it calls does.

    seen: the functions that were looked at so far; this function is added.
    """
    seen = set() if seen is None else seen
    function = getattr(function, "function", function)
    if function in seen or not hasattr(function, "__code__"):
        return False
    seen.add(function)
    names = function.__code__.co_names
    called = [function.__globals__.get(name) for name in names]
    return any(name in wanted for name in names) or any(
        _uses(callee, wanted, seen) for callee in called if isinstance(callee, Device)
    )
