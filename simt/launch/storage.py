"""Launches whose buffers are objects of a storage manager (docs/processor.md, section 19, Storage)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from isa.reporting.diagnostics import did_you_mean, quote
from simt.core.state.pages import PAGE_BYTES
from simt.launch.arrays import buffer_spans
from simt.launch.fits import LaunchError
from simt.launch.inputs import unknown_name
from simt.machine.settings import problem
from simt.memory.storage.layout import NAMES, Key, Span, StorageError, known_name, label
from simt.result.buffers import BoundBuffer, ManagerOperation, Managing

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine
    from simt.memory.storage.manager import Answer, StorageManager

_FORMS = "buffer:3, list:7, texture:0.1 (texture and level) or image:source"


def check_machine(machine: Machine, storage: StorageManager) -> None:
    """Raise `LaunchError` unless the machine has memory of DRAM, and enough of it for the storage manager."""
    if machine.memory.policy != "dram":
        message = f"{machine.name} has no memory of DRAM, whose pages a storage manager could give to buffers"
        raise LaunchError([problem("E0935", message, help="-s memory=dram")])
    have, need = machine.memory.channels * machine.dram.bytes, storage.layout.memory_bytes
    if need > have:
        message = (
            f"the storage manager has {need} bytes, and memory.channels = {machine.memory.channels} of memory.part = "
            f"{machine.memory.part} hold {have}"
        )
        advice = f"more channels: -s memory.channels={-(-need // machine.dram.bytes)}; or another layout of the memory"
        raise LaunchError([problem("E0936", message, help=advice)])


def named_objects(program: Program, names: Mapping[str, str | Key]) -> dict[str, Key]:
    """Return kind and id of the object for each buffer in `names`.

    names: objects by buffer, as texts like `texture:0.1` or as kind and id. Raises `InputError` for an unknown buffer,
    and `StorageError` for an unknown object or an object for two buffers.
    """
    objects: dict[str, Key] = {}
    for buffer, object_ in names.items():
        if buffer not in program.buffers:
            raise unknown_name(program, buffer, program.buffers, "buffer")
        key = _key(object_)
        if key in objects.values():
            other = next(name for name in objects if objects[name] == key)
            message = f"the buffers {quote(other)} and {quote(buffer)} are both bound to {label(*key)}"
            raise StorageError(message, code="E0937", help="bind one of them to another object")
        objects[buffer] = key
    return objects


def _key(spelled: str | Key) -> Key:
    """Return kind and id of an object, written as a text or as a pair. Raises `StorageError`."""
    if not isinstance(spelled, str):
        kind, name = spelled
        return kind, known_name(kind, name)
    kind, _, text = spelled.partition(":")
    if kind not in NAMES:
        advice = did_you_mean(kind, NAMES, f"an object is {_FORMS}")
        raise StorageError(f"{quote(spelled)} is not an object of the storage manager", code="E0921", help=advice)
    known = {".".join(map(str, name)) if isinstance(name, tuple) else str(name): name for name in NAMES[kind]}
    if text not in known:
        names = [f"{kind}:{name}" for name in known]
        advice = f"there are {', '.join(names) if len(names) < 5 else f'{names[0]} to {names[-1]}'}"
        raise StorageError(f"there is no object {quote(spelled)}", code="E0922", help=advice)
    return kind, known[text]


class LaunchStorage:
    """A launch's copy of a storage manager; `finish` makes the state of the copy the state of the manager.

    objects: the object of each buffer, by the buffer's name. is_kept: whether objects that the launch creates are kept.
    """

    def __init__(self, storage: StorageManager, objects: Mapping[str, Key], *, is_kept: bool = False) -> None:
        self._given, self._own = storage, storage.copy()
        self._objects = dict(objects)
        self._is_kept = is_kept
        self._bound: list[BoundBuffer] = []
        self._operations: list[ManagerOperation] = []
        self.frames = np.zeros(0, np.int64)  # as in `Channels` (simt/core/state/dram.py)

    @property
    def managing(self) -> Managing:
        """The buffers that are bound, and the operations so far."""
        return Managing(tuple(self._bound), tuple(self._operations))

    def place(self, program: Program) -> Program:
        """Bind the buffers, whose lengths are known; return the program with their addresses. Raises `StorageError`."""
        spans = {name: self._bind(name, 4 * buffer.words) for name, buffer in program.buffers.items()}
        placed = program.with_buffers({}, {name: pieces[0][0] % PAGE_BYTES for name, pieces in spans.items()})
        self.frames = _frames(placed, spans)
        return placed

    def _bind(self, buffer: str, size: int) -> tuple[Span, ...]:
        """Bind a buffer of `size` bytes to an object, and return the object's spans. Raises `StorageError`."""
        kind, name = self._objects[buffer] = self._objects.get(buffer) or self._unused(buffer)
        blocks = self._own.state.blocks
        is_new = (kind, name) not in blocks
        if not is_new and blocks[kind, name].size < size:
            message = (
                f"the buffer {quote(buffer)} has {size} bytes, and {label(kind, name)}, which it is bound to and which "
                f"is in use, has {blocks[kind, name].size}"
            )
            raise StorageError(message, code="E0938", help="bind it to one that is not in use, or is larger")
        try:
            if is_new:
                self._do(buffer, "create", self._own.create(kind, name, size))
            self._do(buffer, "write", self._own.write(kind, name, 0, size))
            spans = self._do(buffer, "read", self._own.read(kind, name, 0, size)).spans
        except StorageError as error:
            message = f"the buffer {quote(buffer)} cannot be bound: {error.message}"
            raise StorageError(message, code=error.code, help=error.help) from None
        pieces = 1 + sum(one + count != other for (one, count), (other, _) in pairwise(spans))
        self._bound.append(BoundBuffer(buffer, label(kind, name), is_new, size, spans[0][0], pieces))
        return spans

    def _unused(self, buffer: str) -> Key:
        """Return the first buffer object that is neither in use nor bound by name. Raises `StorageError`."""
        taken = {*self._own.state.blocks, *self._objects.values()}
        for name in NAMES["buffer"]:
            if ("buffer", name) not in taken:
                return "buffer", name
        message = f"no buffer object is left for the buffer {quote(buffer)}: there are {len(NAMES['buffer'])}"
        raise StorageError(message, code="E0939", help=f"bind it to another object: {_FORMS}")

    def _do(self, buffer: str, operation: str, answer: Answer) -> Answer:
        self._operations.append(ManagerOperation(buffer, operation, answer.cycles, answer.hops))
        return answer

    def finish(self, changed: Iterable[str]) -> None:
        """Read the changed buffers, release objects that the launch created, and pass the state to the manager."""
        sizes = {bound.buffer: bound.bytes for bound in self._bound}
        for buffer in changed:
            self._do(buffer, "read", self._own.read(*self._objects[buffer], 0, sizes[buffer]))
        for bound in self._bound:
            if bound.created and not self._is_kept:
                self._do(bound.buffer, "release", self._own.release(*self._objects[bound.buffer]))
        self._given.state = self._own.state


def _frames(program: Program, spans: Mapping[str, Iterable[Span]]) -> np.ndarray:
    """Return the address in memory of each page that the program addresses, in bytes: int64 [pages].

    A page without a buffer has 0.
    """
    places = buffer_spans(program).tolist()
    frames = np.zeros(-(-max((end for _, end in places), default=0) // PAGE_BYTES), np.int64)
    for (start, _), pieces in zip(places, spans.values(), strict=True):
        here = start
        for address, count in pieces:
            first, last = here // PAGE_BYTES, (here + count - 1) // PAGE_BYTES
            frames[first : last + 1] = (address // PAGE_BYTES + np.arange(last - first + 1)) * PAGE_BYTES
            here += count
    return frames
