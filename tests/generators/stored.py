"""Random storage managers for launches: fresh ones and fragmented ones, and objects of every kind for the buffers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simt.machine import Machine
from tests.reference.bound import Bound, Named
from tests.reference.storage import IDS, PAGE, RefusedError, Storage

__all__ = ["Call", "Stored", "random_stored"]

Call = tuple[str, tuple[Any, ...]]  # an operation of the manager and its arguments


@dataclass(frozen=True)
class Stored:
    """A manager, what was done with it before the launch, and what the buffers of the launch are bound to."""

    layout: tuple[tuple[str, int], ...]
    poison: bool
    calls: tuple[Call, ...]
    named: tuple[Named | None, ...]  # by buffer
    are_kept: bool

    def storage(self) -> Storage:
        """The manager of the specification before the launch."""
        storage = Storage(dict(self.layout), self.poison)
        for name, arguments in self.calls:
            getattr(storage, name)(*arguments)
        return storage

    def bound(self, sizes: Sequence[int]) -> Bound:
        """The buffers of these sizes in bytes, bound before the launch. Raises RefusedError if they cannot be."""
        return Bound(self.storage(), sizes, self.named, are_kept=self.are_kept)


def random_stored(rng: random.Random, machine: Machine, sizes: Sequence[int]) -> Stored | None:
    """A manager for a launch with buffers of these sizes in bytes; None if channels hold none, or it would refuse."""
    layout = random_layout(rng, machine.dram.bytes * machine.memory.channels)
    if layout is None:
        return None
    poison = rng.random() < 0.7
    storage = Storage(layout, poison)
    calls = random_calls(rng, storage, sizes)
    named = tuple(random_name(rng, storage, size) for size in sizes)
    found = Stored(tuple(layout.items()), poison, tuple(calls), named, rng.random() < 0.3)
    try:
        found.bound(sizes)
    except RefusedError:
        return None
    return found


def random_layout(rng: random.Random, most: int) -> dict[str, int] | None:
    """A layout of at most so many bytes, mostly with a small user area, so that free lists are out of order soon."""
    layout = {
        "memory_bytes": 0, "program_bytes": PAGE * rng.choice((1, 1, 3)), "image_bytes": PAGE * rng.choice((1, 9, 32)),
        "display_bytes": PAGE * rng.choice((1, 2)), "row_bytes": 4096,
    }  # fmt: skip
    fixed = 4 * layout["program_bytes"] + 4 * layout["image_bytes"] + (128 << 20) + layout["display_bytes"]
    layout["memory_bytes"] = min(most, fixed + PAGE * rng.choice((50, 120, 300, 1 << 16)))
    return layout if fixed + 50 * PAGE <= most else None


def random_calls(rng: random.Random, storage: Storage, sizes: Sequence[int]) -> list[Call]:
    """What was done before, and is done now: objects come and go, some of them as large as a buffer."""
    calls: list[Call] = []
    for _ in range(rng.choice((0, 0, 4, 20, 60))):
        used = list(storage.objects)
        if used and rng.random() < 0.45:
            call: Call = "release", rng.choice(used)
        elif used and rng.random() < 0.1:
            kind, key = rng.choice(used)
            call = "write", (kind, key, 0, storage.objects[kind, key].size)
        else:
            kind = rng.choice(("list", "list", "list", "buffer", "texture", "image"))
            size = rng.choice((1, 1024, 1025, rng.randint(1, 9 * PAGE), max(sizes) + rng.choice((0, 700))))
            call = "create", (kind, rng.choice(IDS[kind][:40]), size)
        try:
            getattr(storage, call[0])(*call[1])
        except RefusedError:
            continue
        calls.append(call)
    return calls


def random_name(rng: random.Random, storage: Storage, size: int) -> Named | None:
    """An object for a buffer: whichever the launch finds, one that is there, or a new one in pages or in one piece."""
    there = [name for name, block in storage.objects.items() if block.size >= size]
    kind = rng.choice((None, None, "there", "list", "buffer", "texture", "image"))
    if kind is None or (kind == "there" and not there):
        return None
    if kind == "there":
        return rng.choice(there)
    keys = [key for key in IDS[kind] if kind not in ("texture", "image") or storage.partition(kind, key)[1] >= size]
    return (kind, rng.choice(keys)) if keys else None
