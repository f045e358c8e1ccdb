"""Section 19, Storage: the buffers of a launch as objects of a storage manager."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.reference.memory import Span
from tests.reference.storage import PAGE, RefusedError, Storage, Told

__all__ = ["Bound", "Named"]

GAP, ALIGNMENT = 256, 4096  # bytes between the places of two buffers in the program
BUFFER_IDS = range(8)
Named = tuple[str, Any]  # kind and id of an object


@dataclass
class Buffer:
    """A buffer with its object. span: its bytes in the program's addresses."""

    kind: str
    key: Any
    is_new: bool  # the launch has created the object
    size: int
    span: Span


class Bound:
    """All buffers of a launch, from before cycle 0 until after its end.

    storage: the manager as it was before, which stays so: `self.storage` is what it becomes. sizes: of the buffers in
    bytes, in the order of the program. named: the object of each, None where the launch names none. are_kept: objects
    that the launch creates outlive it. Raises RefusedError, without a code where it is not the manager that refuses.
    """

    def __init__(
        self, storage: Storage, sizes: Sequence[int], named: Sequence[Named | None], *, are_kept: bool = False
    ) -> None:
        self.before = storage
        self.storage = deepcopy(storage)
        self.are_kept = are_kept
        self.managing = 0  # cycles
        self.buffers: list[Buffer] = []
        for size, name in zip(sizes, named, strict=True):
            self.buffers.append(self._bind(size, *(name or self._lowest_free(named))))
        self.pages = {page: first for buffer in self.buffers for page, first in self._pages_of(buffer)}

    def _bind(self, size: int, kind: str, key: Any) -> Buffer:
        """A buffer is bound, written, and its pages are read."""
        storage = self.storage
        if (kind, key) in [(other.kind, other.key) for other in self.buffers]:
            raise RefusedError("")
        is_new = (kind, key) not in storage.objects
        if is_new:
            self._count(storage.create(kind, key, size))
        elif storage.objects[kind, key].size < size:
            raise RefusedError("")
        self._count(storage.write(kind, key, 0, size))
        self._count(storage.read(kind, key, 0, size))
        behind = self.buffers[-1].span[1] + GAP if self.buffers else ALIGNMENT
        first = -(-behind // ALIGNMENT) * ALIGNMENT + self._address(kind, key, 0) % PAGE
        return Buffer(kind, key, is_new, size, (first, first + size))

    def _lowest_free(self, named: Sequence[Named | None]) -> Named:
        """The buffer object of the lowest id that is neither in use nor named for another buffer."""
        taken = {*self.storage.objects, *named}
        free = [("buffer", number) for number in BUFFER_IDS if ("buffer", number) not in taken]
        if not free:
            raise RefusedError("")
        return free[0]

    def _count(self, told: Told) -> None:
        self.managing += told[0]

    def _address(self, kind: str, key: Any, offset: int) -> int:
        return self.storage.spans(kind, key, offset, 1)[0][0]

    def _pages_of(self, buffer: Buffer) -> list[tuple[int, int]]:
        """The pages of the program's addresses that a buffer touches, each with the first byte of its place."""
        first, end = buffer.span
        found = []
        for page in range(first // PAGE, -(-end // PAGE)):
            offset = max(0, page * PAGE - first)
            found.append((page, self._address(buffer.kind, buffer.key, offset) // PAGE * PAGE))
        return found

    @property
    def spans(self) -> tuple[Span, ...]:
        """The first byte of each buffer in the program, and the first one behind it."""
        return tuple(buffer.span for buffer in self.buffers)

    def address(self, address: int) -> int:
        """Where a byte of the program's addresses is in memory."""
        return self.pages[address // PAGE] + address % PAGE

    def finish(self, changed: Sequence[bool] | None) -> None:
        """After the run. changed: by buffer, the launch has changed a word of it; None if it did not run to its end."""
        if changed is None:
            self.storage = self.before
            return
        for buffer, has_changed in zip(self.buffers, changed, strict=True):
            if has_changed:
                self._count(self.storage.read(buffer.kind, buffer.key, 0, buffer.size))
        for buffer in self.buffers:
            if buffer.is_new and not self.are_kept:
                self._count(self.storage.release(buffer.kind, buffer.key))
