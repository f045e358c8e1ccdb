"""Launches in plain Python: each work-item calls the kernel's function; the work-items of a work-group take turns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from simt.lang.types import SCALARS, s32
from simt.lang.vectors import Vector

Point = tuple[int, int, int]

DTYPES = {
    kind: np.dtype(f"{'f' if kind.is_float else 'i' if kind.is_signed else 'u'}{kind.bits // 8}")
    for kind in SCALARS.values()
}
_here = threading.local()


class Array:
    """An array of a scalar or vector type.

    An index that is negative or beyond the array raises `IndexError`, and so does a wrong number of indices. The
    lengths are `s32` if the launch passes the array, else numbers of Python.
    """

    def __init__(self, values: Any, element: type[Any], *, is_given: bool = False) -> None:
        """Wrap `values`, whose last dimension has the components of vectors. is_given: the launch passes the array."""
        self.values, self.element = values, element
        self._lengths = values.shape[: values.ndim - issubclass(element, Vector)]
        self._length: Any = s32 if is_given else int

    @property
    def size(self) -> Any:
        """The number of elements."""
        return self._length(prod(self._lengths))

    @property
    def shape(self) -> tuple[Any, ...]:
        """The number of elements along each dimension."""
        return tuple(map(self._length, self._lengths))

    def __len__(self) -> int:
        return int(self._lengths[0])

    def _place(self, index: Any) -> tuple[int, ...]:
        place = tuple(map(int, index)) if isinstance(index, tuple) else (int(index),)
        shape = self._lengths
        if len(place) != len(shape) or not all(0 <= k < length for k, length in zip(place, shape, strict=True)):
            raise IndexError(f"index {', '.join(map(str, place))} lies outside an array of {shape}")
        return place

    def __getitem__(self, index: Any) -> Any:
        make: Any = self.element
        components = self.values[self._place(index)].tolist()
        return make(*components) if isinstance(components, list) else make(components)

    def __setitem__(self, index: Any, value: Any) -> None:
        make: Any = self.element
        if issubclass(make, Vector):
            if not isinstance(value, make):
                raise TypeError(f"the elements are {make.__name__}, and this is {type(value).__name__}")
            plain = float if make.element.is_float else int
            self.values[self._place(index)] = [plain(part) for part in value]
            return
        self.values[self._place(index)] = (float if make.is_float else int)(make(value))


class Item:
    """A work-item.

    - arrays: the local arrays of its work-group so far.
    - group: the index of its work-group.
    - index: its own index in the work-group.
    """

    def __init__(self, launch: PlainLaunch, arrays: list[Array], group: Point, index: Point) -> None:
        self.launch, self.arrays, self.group, self.index = launch, arrays, group, index
        self.dimensions = launch.dimensions
        self._arrays = 0
        self._turn = threading.Semaphore(0)
        self._rest = threading.Semaphore(0)
        self.is_over = False
        self.error: BaseException | None = None

    def position(self, name: str, d: int) -> int:
        """Return the result of the position function `name` of `simt.lang` in dimension `d`."""
        launch = self.launch
        answers: dict[str, int] = {
            "global_id": launch.offset[d] + self.group[d] * launch.group[d] + self.index[d],
            "local_id": self.index[d], "group_id": self.group[d], "global_size": launch.size[d],
            "local_size": launch.group[d], "groups": launch.size[d] // launch.group[d],
            "global_offset": launch.offset[d],
        }  # fmt: skip
        return answers[name]

    def local_array(self, element: type[Any], shape: Sequence[int], *, is_given: bool = False) -> Array:
        """Return the next array in local memory. The first work-item of the group that asks for it makes it.

        is_given: see `Array`.
        """
        if self._arrays == len(self.arrays):
            self.arrays.append(self.private_array(element, shape, is_given=is_given))
        self._arrays += 1
        return self.arrays[self._arrays - 1]

    def private_array(self, element: type[Any], shape: Sequence[int], *, is_given: bool = False) -> Array:
        """Return a new array of zeros. is_given: see `Array`."""
        sizes = tuple(map(int, shape))
        if issubclass(element, Vector):
            return Array(np.zeros((*sizes, element.count), DTYPES[element.element]), element, is_given=is_given)
        return Array(np.zeros(sizes, DTYPES[element]), element, is_given=is_given)

    def wait(self) -> None:
        """Pause at a barrier until the next turn of this work-item."""
        self._rest.release()
        self._turn.acquire()

    def begin(self, function: Callable[..., object], arguments: Sequence[Callable[[], Any]]) -> None:
        """Start a thread that runs the kernel's function in the turns of this work-item.

        arguments: functions that make the arguments of the call.
        """

        def run() -> None:
            self._turn.acquire()
            _here.item = self
            try:
                function(*(make() for make in arguments))
            except BaseException as error:  # raised again where the launch is
                self.error = error
            self.is_over = True
            self._rest.release()

        threading.Thread(target=run, daemon=True).start()

    def step(self) -> None:
        """Run this work-item up to its next barrier, or to its end. Raises what the kernel raises."""
        self._turn.release()
        self._rest.acquire()
        if self.error is not None:
            raise self.error


class PlainLaunch:
    """A launch whose work-items run one after the other; with barriers they take turns, each up to its next barrier.

    size, group, offset: a number for each dimension, 1 to 3. Raises `ValueError` if a size is below 1, or if the groups
    do not divide the size.
    """

    def __init__(self, size: Sequence[int], group: Sequence[int], offset: Sequence[int]) -> None:
        self.dimensions = len(size)
        self.size, self.group = _point(size, 1), _point(group, 1)
        self.offset = _point(offset, 0)
        for d in range(3):
            if self.group[d] < 1 or self.size[d] < 1 or self.size[d] % self.group[d]:
                raise ValueError(
                    f"work-groups of {self.group[d]} do not divide {self.size[d]} work-items in dimension {d}"
                )

    def run(
        self, function: Callable[..., object], arguments: Sequence[Callable[[], Any]], *, has_barriers: bool
    ) -> None:
        """Run every work-item.

        arguments: functions that make the arguments of a call. has_barriers: whether the work-items of a work-group
        take turns. Raises what the kernel raises, and `RuntimeError` if some work-items of a work-group end while
        others wait at a barrier.
        """
        for place in _points(tuple(all_ // length for all_, length in zip(self.size, self.group, strict=True))):
            arrays: list[Array] = []
            items = [Item(self, arrays, place, index) for index in _points(self.group)]
            if has_barriers:
                _by_turns(items, function, arguments)
                continue
            for item in items:
                _here.item = item
                try:
                    function(*(make() for make in arguments))
                finally:
                    del _here.item


def _by_turns(items: list[Item], function: Callable[..., object], arguments: Sequence[Callable[[], Any]]) -> None:
    for item in items:
        item.begin(function, arguments)
    while items:
        for item in items:
            item.step()
        over = [item for item in items if item.is_over]
        if over and len(over) < len(items):
            raise RuntimeError(f"{len(over)} work-items of a work-group have ended; others wait at a barrier")
        items = [item for item in items if not item.is_over]


def _point(values: Sequence[int], fill: int) -> Point:
    x, y, z = (*map(int, values), *(fill,) * 3)[:3]
    return x, y, z


def _points(sizes: Sequence[int]) -> Iterator[Point]:
    """Yield all points with coordinates below the sizes, x fastest."""
    for z, y, x in product(range(sizes[2]), range(sizes[1]), range(sizes[0])):
        yield x, y, z


def in_launch() -> bool:
    """Return whether a work-item runs in this thread."""
    return getattr(_here, "item", None) is not None


def current() -> Item:
    """Return the work-item that runs. Raises `RuntimeError` outside a launch."""
    item: Item | None = getattr(_here, "item", None)
    if item is None:
        raise RuntimeError("a work-item's function is called by a kernel in a launch: kernel(..., global_size=64)")
    return item
