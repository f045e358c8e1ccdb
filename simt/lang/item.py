"""Launches in plain Python: each work-item calls the kernel's function; the work-items of a work-group take turns."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from types import FrameType
from typing import Any, NamedTuple

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

    An index that is negative or beyond the array raises `IndexError`, and so does a wrong number of indices. If the
    launch passes the array, its lengths are `s32`; otherwise they are numbers of Python.
    """

    def __init__(self, values: Any, element: type[Any], *, is_given: bool = False) -> None:
        """Wrap `values`, whose last dimension has the components of vectors.

        is_given: whether the launch passes the array.
        """
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


Place = tuple[tuple[int, int], ...]


class Meeting(NamedTuple):
    """A call of a function of a sub-group, at which a work-item waits for other work-items.

    - name: the function.
    - place: the place of the call. Places can be compared: a place earlier in the text is less than a later one, and so
      is a place in an earlier turn of a loop.
    - value: the value that the work-item passes to the function.
    - compute: takes the values of the work-items that take part, by lane, and the number of lanes of a warp; returns
      the result of each work-item.
    - is_for_all: whether every work-item of the sub-group must take part.
    """

    name: str
    place: Place
    value: Any
    compute: Callable[[Mapping[int, Any], int], Mapping[int, Any]]
    is_for_all: bool


class Item:
    """A work-item.

    - arrays: the local arrays of its work-group so far.
    - group: the index of its work-group.
    - index: its own index in the work-group.
    - meeting: the function of a sub-group at which it waits, if any.
    """

    def __init__(self, launch: PlainLaunch, arrays: list[Array], group: Point, index: Point) -> None:
        self.launch, self.arrays, self.group, self.index = launch, arrays, group, index
        self.dimensions = launch.dimensions
        self._arrays = 0
        self._turn = threading.Semaphore(0)
        self._rest = threading.Semaphore(0)
        self.is_over = False
        self.error: BaseException | None = None
        self.meeting: Meeting | None = None
        self._answer: Any = None
        self._turns: list[tuple[FrameType, int, int]] = []  # the loops that it is in: a line, and how often

    @property
    def thread(self) -> int:
        """Its number in the work-group, x fastest."""
        (x, y, z), (width, height, _) = self.index, self.launch.group
        return x + width * (y + height * z)

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

    def of_sub_group(self, name: str) -> int:
        """Return the result of the function `name` of `simt.lang`, about the sub-group of this work-item."""
        lanes, items = self.launch.lanes, prod(self.launch.group)
        number = self.thread // lanes
        answers = {
            "sub_group_size": min(lanes, items - number * lanes), "max_sub_group_size": lanes,
            "sub_groups": -(-items // lanes), "sub_group_id": number, "sub_group_local_id": self.thread % lanes,
        }  # fmt: skip
        return answers[name]

    def meet(self, name: str, value: Any, compute: Callable[..., Mapping[int, Any]], *, is_for_all: bool) -> Any:
        """Wait for the work-items of the sub-group that make the same call; return the answer. As in `Meeting`."""
        self.meeting = Meeting(name, self._place(), value, compute, is_for_all)
        self.wait()
        return self._answer

    def answer(self, answer: Any) -> None:
        """End the meeting, with the answer for this work-item."""
        self.meeting, self._answer = None, answer

    def _place(self) -> Place:
        """Return the place of this thread.

        It has the lines of the calls that lead there, each after the loops around the line with their turns.
        """
        frames: list[FrameType] = []
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        self._turns = [turn for turn in self._turns if turn[0] in frames]
        place: list[tuple[int, int]] = []
        for frame in reversed(frames):
            place += [(line, count) for owner, line, count in self._turns if owner is frame]
            place.append((frame.f_lineno, frame.f_lasti))
        return tuple(place)

    def turn(self, frame: FrameType, line: int, *, is_over: bool) -> None:
        """Note another turn of the loop in a line, or that the loop is over. frame: its function's frame."""
        number = 0
        for place, (owner, first, count) in enumerate(self._turns):
            if owner is frame and first == line:
                number = count
                del self._turns[place:]
                break
        if not is_over:
            self._turns.append((frame, line, number + 1))

    def local_array(self, element: type[Any], shape: Sequence[int], *, is_given: bool = False) -> Array:
        """Return the next array in local memory. The first work-item of the group that asks for this array creates it.

        is_given: as in `Array`.
        """
        if self._arrays == len(self.arrays):
            self.arrays.append(self.private_array(element, shape, is_given=is_given))
        self._arrays += 1
        return self.arrays[self._arrays - 1]

    def private_array(self, element: type[Any], shape: Sequence[int], *, is_given: bool = False) -> Array:
        """Return a new array of zeros. is_given: as in `Array`."""
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
        """Run this work-item up to its next barrier, or to its end. Raises any exception of the kernel."""
        self._turn.release()
        self._rest.acquire()
        if self.error is not None:
            raise self.error


class PlainLaunch:
    """A launch whose work-items run one after the other.

    If the kernel has barriers, they take turns, each up to its next barrier.

    size, group, offset: a number for each dimension, 1 to 3. lanes: the work-items of a full sub-group. Raises
    `ValueError` if a size is below 1, or if the groups do not divide the size.
    """

    def __init__(self, size: Sequence[int], group: Sequence[int], offset: Sequence[int], lanes: int = 32) -> None:
        self.dimensions = len(size)
        self.size, self.group = _point(size, 1), _point(group, 1)
        self.offset = _point(offset, 0)
        self.lanes = lanes
        if lanes < 1:
            raise ValueError(f"a sub-group has at least one work-item, not {lanes}")
        for d in range(3):
            if self.group[d] < 1 or self.size[d] < 1 or self.size[d] % self.group[d]:
                raise ValueError(
                    f"work-groups of {self.group[d]} do not divide {self.size[d]} work-items in dimension {d}"
                )

    def run(
        self, function: Callable[..., object], arguments: Sequence[Callable[[], Any]], *, has_barriers: bool
    ) -> None:
        """Run every work-item.

        - arguments: a function for each argument of the kernel, which makes its value for a work-item.
        - has_barriers: whether the work-items of a work-group take turns. A turn ends at the next barrier or at the
          next function of sub-groups.

        Raises any exception of the kernel. Raises `RuntimeError` if some work-items of a work-group end while others
        wait at a barrier, or if some work-items of a sub-group do not call a function that all of them must call.
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
        for warp in _warps(items):
            _to_barrier(warp)
        over = [item for item in items if item.is_over]
        if over and len(over) < len(items):
            raise RuntimeError(f"{len(over)} work-items of a work-group have ended; others wait at a barrier")
        items = [item for item in items if not item.is_over]


def _warps(items: list[Item]) -> Iterator[list[Item]]:
    """Yield the work-items of each sub-group; `items` are some of a work-group."""
    lanes = items[0].launch.lanes
    for number in dict.fromkeys(item.thread // lanes for item in items):
        yield [item for item in items if item.thread // lanes == number]


def _to_barrier(warp: list[Item]) -> None:
    """Run the work-items of a sub-group until each waits at a barrier or is over.

    Of the work-items that wait for others of the sub-group, the ones at the first place go on together.
    """
    lanes = warp[0].launch.lanes
    ready = warp
    while ready:
        for item in ready:
            item.step()
        waiting = [(item.meeting.place, item) for item in warp if item.meeting is not None]
        first = min((place for place, _ in waiting), default=())
        ready = [item for place, item in waiting if place == first]
        values = {}
        for item in ready:
            assert item.meeting is not None
            if item.meeting.is_for_all and len(ready) < item.of_sub_group("sub_group_size"):
                count = f"{len(ready)} of {item.of_sub_group('sub_group_size')} work-items of a sub-group"
                raise RuntimeError(f"{count} call {item.meeting.name} here, and all must call it")
            values[item.thread % lanes] = item.meeting.value
        if ready:
            assert ready[0].meeting is not None
            answers = ready[0].meeting.compute(values, lanes)
            for item in ready:
                item.answer(answers[item.thread % lanes])


def _point(values: Sequence[int], fill: int) -> Point:
    x, y, z = (*map(int, values), *(fill,) * 3)[:3]
    return x, y, z


def _points(sizes: Sequence[int]) -> Iterator[Point]:
    """Yield all points with coordinates below the sizes, x fastest."""
    for z, y, x in product(range(sizes[2]), range(sizes[1]), range(sizes[0])):
        yield x, y, z


def named(function: Any, name: str, text: str) -> Any:
    """Return a function after it got a name and a docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return function


def in_launch() -> bool:
    """Return whether a work-item runs in this thread."""
    return getattr(_here, "item", None) is not None


def turn(line: int) -> bool:
    """Note another turn of the loop that begins in a line of the calling function; return True."""
    current().turn(sys._getframe(1), line, is_over=False)
    return True


def left(line: int) -> None:
    """Note that the loop that begins in a line of the calling function is over."""
    current().turn(sys._getframe(1), line, is_over=True)


def current() -> Item:
    """Return the work-item that runs. Raises `RuntimeError` outside a launch."""
    item: Item | None = getattr(_here, "item", None)
    if item is None:
        raise RuntimeError("a work-item's function is called by a kernel in a launch: kernel(..., global_size=64)")
    return item
