"""The answers of the storage manager of the HMGPU's paper, beside the closed forms (docs/memory.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from simt.memory.storage.manager import Answer, StorageManager

_SIZE, _OFFSET = 5000, 4096  # an object of five pages, and a byte of the last one


@dataclass(frozen=True, slots=True)
class Managed:
    """An operation. section: of the paper; hops: links followed."""

    section: str
    operation: str
    closed_form: str
    cycles: int
    hops: int


def managed() -> list[Managed]:
    """A row for every kind of operation in the paper."""
    return [
        Managed(section, operation, form, answer.cycles, answer.hops)
        for section, operation, form, answer in _operations(StorageManager(poison=False))
    ]


def _operations(storage: StorageManager) -> Iterator[tuple[str, str, str, Answer]]:
    pages, hops = -(-_SIZE // 1024), _OFFSET // 1024
    object_ = f"{_SIZE} bytes"
    yield (
        "2.2, 2.3",
        f"create a buffer object of {object_}",
        f"2 + ceil(S/1024) = {2 + pages}",
        storage.create("buffer", 0, _SIZE),
    )
    yield (
        "2.2, 2.3",
        f"create a display list of {object_}",
        f"2 + ceil(S/1024) = {2 + pages}",
        storage.create("list", 255, _SIZE),
    )
    yield (
        "2.3",
        f"read at offset {_OFFSET}",
        f"1 + floor(offset/1024) = {1 + hops}",
        storage.read("buffer", 0, _OFFSET, 4),
    )
    yield "2.2", f"release {object_}", "3, whatever the size", storage.release("buffer", 0)
    yield "2.4", "create a texture's level 0", "2", storage.create("texture", (5, 0), 1 << 24)
    yield "2.4", "read it at its last byte", "1", storage.read("texture", (5, 0), (1 << 24) - 1, 1)
    yield "2.4", "create the mask of the 2D engine", "2", storage.create("image", "mask", 4096)
    yield (
        "2.5",
        "begin and end a store of a vertex program",
        "1 + 1",
        _both(storage.begin_store("vertex", 4096), storage.end_store("vertex")),
    )
    yield "2.5", "begin and end a load of it", "1 + 1", _both(storage.begin_load("vertex"), storage.end_load("vertex"))


def _both(one: Answer, other: Answer) -> Answer:
    return Answer(one.cycles + other.cycles, one.hops + other.hops)
