"""docs/memory.md: the storage manager as lists and dictionaries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

__all__ = ["IDS", "REGIONS", "RefusedError", "Storage"]

PAGE = 1024
TEXTURES, LEVELS = 6, 12
REGIONS = ("programs", "images", "textures", "user", "display")
STAGES = ("vertex", "pixel")
IDS: dict[str, list[Any]] = {
    "buffer": list(range(8)),
    "list": list(range(256)),
    "texture": [(texture, level) for texture in range(TEXTURES) for level in range(LEVELS)],
    "image": ["source", "target", "mask", "graphic"],
}
PAGED = ("buffer", "list")

Span = tuple[int, int]  # address and bytes
Told = tuple[int, int, list[Span]]  # cycles, hops and spans


class RefusedError(Exception):
    """An operation that cannot be done, by the code of its error. offset: of E0933, the byte that was not written."""

    def __init__(self, code: str, offset: int | None = None) -> None:
        super().__init__(code, offset)
        self.code = code
        self.offset = offset


def refuse_if(wrong: bool, code: str) -> None:
    if wrong:
        raise RefusedError(code)


@dataclass
class Block:
    """An object in use."""

    size: int
    parameters: int
    created: int
    pages: list[int]  # none where the partition is fixed
    written: bytearray  # for each byte of it 1 if it was written, else 0


@dataclass
class Stage:
    """The two program blocks of a stage: which one was completed last, is being stored, is being loaded."""

    newest: int | None = None
    storing: int | None = None
    loading: int | None = None

    def next_store(self) -> int:
        return 0 if self.newest is None else 1 - self.newest


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """A list of pages as runs of ascending neighbours, each its first page and how many they are."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == sum(found[-1]):
            found[-1][1] += 1
        else:
            found.append([number, 1])
    return found


class Storage:
    """Section 2. layout: the five numbers of section 1."""

    def __init__(self, layout: Mapping[str, int], poison: bool = True) -> None:
        refuse_if(any(size < 1024 or size % 1024 for size in layout.values()), "E0920")
        refuse_if(layout["memory_bytes"] > 1 << 32, "E0920")
        self.layout = dict(layout)
        self.poison = poison
        sizes = [4 * layout["program_bytes"], 4 * layout["image_bytes"], 128 << 20, 0, layout["display_bytes"]]
        sizes[3] = layout["memory_bytes"] - sum(sizes)
        refuse_if(sizes[3] < PAGE, "E0920")
        firsts = [sum(sizes[:number]) for number in range(len(sizes))]
        self.regions = dict(zip(REGIONS, zip(firsts, sizes, strict=True), strict=True))
        self.all_pages = sizes[3] // PAGE
        self.free = list(range(self.all_pages))
        self.objects: dict[tuple[str, Any], Block] = {}  # the oldest first
        self.freed: set[tuple[str, Any]] = set()
        self.programs = {stage: Stage() for stage in STAGES}
        self.done = dict.fromkeys(("creates", "releases", "reads", "writes", "stores", "loads", "cycles", "hops"), 0)
        self.peak_pages = 0

    def _answer(self, operation: str | None, cycles: int, hops: int, spans: Sequence[Span]) -> Told:
        """What is told of an operation that is done; it counts under its name in the statistics, if it has one."""
        if operation:
            self.done[operation] += 1
        self.done["cycles"] += cycles
        self.done["hops"] += hops
        return cycles, hops, list(spans)

    # Where things are

    def partition(self, kind: str, key: Any) -> Span:
        """Section 5: address and bytes of a fixed partition."""
        if kind == "image":
            size = self.layout["image_bytes"]
            return self.regions["images"][0] + IDS["image"].index(key) * size, size
        texture, level = key
        levels = [(16 << 20) // 4**each for each in range(LEVELS)]
        return self.regions["textures"][0] + texture * sum(levels) + sum(levels[:level]), levels[level]

    def program(self, stage: str, block: int) -> Span:
        size = self.layout["program_bytes"]
        return self.regions["programs"][0] + (2 * STAGES.index(stage) + block) * size, size

    def page_address(self, page: int) -> int:
        return self.regions["user"][0] + page * PAGE

    def spans(self, kind: str, key: Any, offset: int, count: int) -> list[Span]:
        """Where bytes of an object in use are: a span, or one per page."""
        if kind not in PAGED:
            return [(self.partition(kind, key)[0] + offset, count)]
        found = []
        for number, page in enumerate(self.objects[kind, key].pages):
            first, end = max(offset, number * PAGE), min(offset + count, (number + 1) * PAGE)
            if first < end:
                found.append((self.page_address(page) + first - number * PAGE, end - first))
        return found

    # Objects

    def _check_id(self, kind: str, key: Any) -> None:
        refuse_if(kind not in IDS, "E0921")
        refuse_if(key not in IDS[kind], "E0922")

    def create(self, kind: str, key: Any, size: int, parameters: int = 0) -> Told:
        self._check_id(kind, key)
        refuse_if(size < 1 or not 0 <= parameters < 1 << 32, "E0926")
        refuse_if((kind, key) in self.objects, "E0923")
        pages: list[int] = []
        if kind in PAGED:
            count = -(-size // PAGE)
            refuse_if(count > len(self.free), "E0928")
            pages, self.free = self.free[:count], self.free[count:]
            self.peak_pages = max(self.peak_pages, self.all_pages - len(self.free))
        else:
            refuse_if(size > self.partition(kind, key)[1], "E0926")
        block = Block(size, parameters, self.done["creates"] + 1, pages, bytearray(size))
        self.objects[kind, key] = block
        self.freed.discard((kind, key))
        return self._answer("creates", 2 + len(pages), len(pages), self.spans(kind, key, 0, size))

    def _in_use(self, kind: str, key: Any, if_freed: str = "E0924") -> Block:
        self._check_id(kind, key)
        refuse_if((kind, key) in self.freed, if_freed)
        refuse_if((kind, key) not in self.objects, "E0924")
        return self.objects[kind, key]

    def release(self, kind: str, key: Any) -> Told:
        self.free += self._in_use(kind, key, if_freed="E0925").pages
        del self.objects[kind, key]
        self.freed.add((kind, key))
        return self._answer("releases", 3 if kind in PAGED else 2, 0, [])

    def _access(self, operation: str, kind: str, key: Any, offset: int, count: int) -> Told:
        hops = (offset + count - 1) // PAGE if kind in PAGED else 0
        return self._answer(operation, 1 + hops, hops, self.spans(kind, key, offset, count))

    def write(self, kind: str, key: Any, offset: int, count: int) -> Told:
        block = self._in_use(kind, key)
        refuse_if(offset < 0 or count < 1 or offset + count > block.size, "E0927")
        if self.poison:
            block.written[offset : offset + count] = b"\1" * count
        return self._access("writes", kind, key, offset, count)

    def read(self, kind: str, key: Any, offset: int, count: int) -> Told:
        block = self._in_use(kind, key)
        refuse_if(offset < 0 or count < 1 or offset + count > block.size, "E0927")
        never_written = block.written.find(0, offset, offset + count)
        if self.poison and never_written >= 0:
            raise RefusedError("E0933", never_written)
        return self._access("reads", kind, key, offset, count)

    # Section 6: programs

    def _stage(self, name: str) -> Stage:
        refuse_if(name not in STAGES, "E0921")
        return self.programs[name]

    def begin_store(self, name: str, size: int) -> Told:
        stage = self._stage(name)
        refuse_if(size != self.layout["program_bytes"], "E0929")
        refuse_if(stage.storing is not None or stage.loading == stage.next_store(), "E0931")
        stage.storing = stage.next_store()
        return self._answer("stores", 1, 0, [self.program(name, stage.storing)])

    def end_store(self, name: str) -> Told:
        stage = self._stage(name)
        refuse_if(stage.storing is None, "E0931")
        stage.newest, stage.storing = stage.storing, None
        return self._answer(None, 1, 0, [])

    def begin_load(self, name: str) -> Told:
        stage = self._stage(name)
        if stage.newest is None:
            raise RefusedError("E0930")
        refuse_if(stage.loading is not None, "E0931")
        stage.loading = stage.newest
        return self._answer("loads", 1, 0, [self.program(name, stage.loading)])

    def end_load(self, name: str) -> Told:
        stage = self._stage(name)
        refuse_if(stage.loading is None, "E0931")
        stage.loading = None
        return self._answer(None, 1, 0, [])

    # Sections 7 to 9: what is told of the state

    def locate(self, region: str, address: int) -> tuple[str, Any, int] | None:
        """Who owns a byte: kind, id and offset."""
        refuse_if(region not in REGIONS, "E0921")
        first, size = self.regions[region]
        refuse_if(not first <= address < first + size, "E0932")
        owned = [("program", (stage, block), 0, [self.program(stage, block)]) for stage in STAGES for block in (0, 1)]
        for kind, key in self.objects:
            owned.append((kind, key, 0, self.spans(kind, key, 0, self.objects[kind, key].size)))
        for kind, key, offset, spans in owned:
            for start, count in spans:
                if start <= address < start + count:
                    return kind, key, offset + address - start
                offset += count
        return None

    def statistics(self) -> dict[str, Any]:
        links = [link for block in self.objects.values() for link in pairwise(block.pages)]
        row = lambda page: self.page_address(page) // self.layout["row_bytes"]  # noqa: E731
        return {
            **self.done,
            "free_pages": len(self.free),
            "peak_pages": self.peak_pages,
            "free_runs": len(runs(self.free)),
            "links": len(links),
            "row_crossings": sum(row(before) != row(after) for before, after in links),
            "kinds": {kind: self._usage(kind) for kind in IDS},
        }

    def _usage(self, kind: str) -> dict[str, int]:
        blocks = {key: block for (of, key), block in self.objects.items() if of == kind}
        held = sum(block.size for block in blocks.values())
        if kind in PAGED:
            taken = sum(PAGE * len(block.pages) for block in blocks.values())
        else:
            taken = sum(self.partition(kind, key)[1] for key in blocks)
        return {"objects": len(blocks), "bytes": held, "taken": taken, "waste": taken - held}

    def leaks(self) -> list[tuple[str, Any, int, int, int]]:
        return [(*name, block.size, len(block.pages), block.created) for name, block in self.objects.items()]

    def dump(self) -> dict[str, Any]:
        plain = lambda key: list(key) if isinstance(key, tuple) else key  # noqa: E731 - as JSON has it
        objects = [
            {
                "kind": kind,
                "id": plain(key),
                "size": block.size,
                "parameters": block.parameters,
                "created": block.created,
                "address": self.spans(kind, key, 0, 1)[0][0],
                **({"pages": runs(block.pages)} if kind in PAGED else {}),
                "written": [list(run.span()) for run in re.finditer(b"\1+", block.written)],
            }
            for (kind, key), block in self.objects.items()
        ]
        return {
            "schema": "simt.memory/1",
            "layout": self.layout,
            "poison": self.poison,
            "statistics": self.statistics(),
            "free": runs(self.free),
            "objects": objects,
            "freed": [[kind, plain(key)] for kind, key in sorted(self.freed)],
            "programs": {name: vars(stage).copy() for name, stage in self.programs.items()},
        }
