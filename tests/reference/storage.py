"""docs/memory.md, sections 1 to 9: the storage manager with dictionaries, lists and sets of bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

__all__ = ["Block", "RefusedError", "Storage"]

PAGE = 1024
STAGES = ("vertex", "pixel")
REGIONS = ("programs", "images", "textures", "user", "display")
IDS: dict[str, list[Any]] = {
    "buffer": list(range(8)),
    "list": list(range(256)),
    "texture": [(texture, level) for texture in range(6) for level in range(12)],
    "image": ["source", "target", "mask", "graphic"],
}
PAGED = ("buffer", "list")

Told = tuple[int, int, list[tuple[int, int]]]  # cycles, hops, spans


class RefusedError(Exception):
    """An operation that is refused, with the code of the error."""

    def __init__(self, code: str, offset: int | None = None) -> None:
        super().__init__(code, offset)
        self.code = code
        self.offset = offset  # of E0933


@dataclass
class Block:
    """An object in use."""

    size: int
    parameters: int
    created: int
    pages: list[int] = field(default_factory=list)
    written: set[int] = field(default_factory=set)


class Storage:
    """The state of section 9, and an operation per row of section 2."""

    def __init__(self, layout: dict[str, int], poison: bool = True) -> None:
        self.layout = layout
        self.poison = poison
        sizes = {
            "programs": 4 * layout["program_bytes"],
            "images": 4 * layout["image_bytes"],
            "textures": 128 * 1024 * 1024,
            "display": layout["display_bytes"],
        }
        sizes["user"] = layout["memory_bytes"] - sum(sizes.values())
        if any(size % 1024 or size < 1024 for size in [*layout.values(), sizes["user"]]):
            raise RefusedError("E0920")
        if layout["memory_bytes"] > 2**32:
            raise RefusedError("E0920")
        self.regions: dict[str, tuple[int, int]] = {}  # first address, bytes
        address = 0
        for region in REGIONS:
            self.regions[region] = (address, sizes[region])
            address += sizes[region]
        self.free = list(range(sizes["user"] // PAGE))
        self.all_pages = len(self.free)
        self.peak = 0
        self.objects: dict[tuple[str, Any], Block] = {}
        self.freed: set[tuple[str, Any]] = set()
        self.programs: dict[str, dict[str, int | None]] = {
            stage: {"newest": None, "storing": None, "loading": None} for stage in STAGES
        }
        names = ("creates", "releases", "reads", "writes", "stores", "loads", "cycles", "hops")
        self.counted = dict.fromkeys(names, 0)

    def told(self, name: str | None, cycles: int, hops: int, spans: list[tuple[int, int]]) -> Told:
        if name:
            self.counted[name] += 1
        self.counted["cycles"] += cycles
        self.counted["hops"] += hops
        return cycles, hops, spans

    # --- objects

    def known(self, kind: str, name: Any) -> None:
        if kind not in IDS:
            raise RefusedError("E0921")
        if name not in IDS[kind]:
            raise RefusedError("E0922")

    def partition(self, kind: str, name: Any) -> tuple[int, int]:
        """First address and bytes of a fixed partition."""
        if kind == "image":
            size = self.layout["image_bytes"]
            return self.regions["images"][0] + IDS["image"].index(name) * size, size
        texture, level = name
        sizes = [2048 * 2048 * 4 // 4**k for k in range(12)]
        return self.regions["textures"][0] + texture * sum(sizes) + sum(sizes[:level]), sizes[level]

    def create(self, kind: str, name: Any, size: int, parameters: int = 0) -> Told:
        self.known(kind, name)
        if size < 1 or not 0 <= parameters < 2**32:
            raise RefusedError("E0926")
        if (kind, name) in self.objects:
            raise RefusedError("E0923")
        pages: list[int] = []
        if kind in PAGED:
            count = -(-size // PAGE)
            if count > len(self.free):
                raise RefusedError("E0928")
            pages, self.free = self.free[:count], self.free[count:]
            self.peak = max(self.peak, self.all_pages - len(self.free))
        elif size > self.partition(kind, name)[1]:
            raise RefusedError("E0926")
        self.freed.discard((kind, name))
        block = Block(size, parameters, self.counted["creates"] + 1, pages)
        self.objects[kind, name] = block
        return self.told("creates", 2 + len(pages), len(pages), self.spans(kind, name, 0, size))

    def spans(self, kind: str, name: Any, offset: int, count: int) -> list[tuple[int, int]]:
        """The bytes of an object, cut where a page ends."""
        if kind not in PAGED:
            return [(self.partition(kind, name)[0] + offset, count)]
        spans = []
        for k, page in enumerate(self.objects[kind, name].pages):
            first, behind = max(offset, k * PAGE), min(offset + count, (k + 1) * PAGE)
            if first < behind:
                spans.append((self.regions["user"][0] + page * PAGE + first % PAGE, behind - first))
        return spans

    def used(self, kind: str, name: Any, code: str = "E0924") -> Block:
        self.known(kind, name)
        if (kind, name) not in self.objects:
            raise RefusedError(code if (kind, name) in self.freed else "E0924")
        return self.objects[kind, name]

    def release(self, kind: str, name: Any) -> Told:
        block = self.used(kind, name, "E0925")
        self.free += block.pages
        del self.objects[kind, name]
        self.freed.add((kind, name))
        return self.told("releases", 3 if kind in PAGED else 2, 0, [])

    def reach(self, counter: str, kind: str, name: Any, offset: int, count: int) -> Told:
        hops = (offset + count - 1) // PAGE if kind in PAGED else 0
        return self.told(counter, 1 + hops, hops, self.spans(kind, name, offset, count))

    def write(self, kind: str, name: Any, offset: int, count: int) -> Told:
        block = self.used(kind, name)
        if offset < 0 or count < 1 or offset + count > block.size:
            raise RefusedError("E0927")
        if self.poison:
            block.written.update(range(offset, offset + count))
        return self.reach("writes", kind, name, offset, count)

    def read(self, kind: str, name: Any, offset: int, count: int) -> Told:
        block = self.used(kind, name)
        if offset < 0 or count < 1 or offset + count > block.size:
            raise RefusedError("E0927")
        if self.poison:
            missing = set(range(offset, offset + count)) - block.written
            if missing:
                raise RefusedError("E0933", min(missing))
        return self.reach("reads", kind, name, offset, count)

    # --- programs

    def stage(self, stage: str) -> dict[str, int | None]:
        if stage not in STAGES:
            raise RefusedError("E0921")
        return self.programs[stage]

    def program(self, stage: str, block: int) -> tuple[int, int]:
        size = self.layout["program_bytes"]
        return (2 * STAGES.index(stage) + block) * size, size

    def begin_store(self, stage: str, size: int) -> Told:
        state = self.stage(stage)
        if size != self.layout["program_bytes"]:
            raise RefusedError("E0929")
        chosen = 1 if state["newest"] == 0 else 0
        if state["storing"] is not None or state["loading"] == chosen:
            raise RefusedError("E0931")
        state["storing"] = chosen
        return self.told("stores", 1, 0, [self.program(stage, chosen)])

    def end_store(self, stage: str) -> Told:
        state = self.stage(stage)
        if state["storing"] is None:
            raise RefusedError("E0931")
        state["newest"], state["storing"] = state["storing"], None
        return self.told(None, 1, 0, [])

    def begin_load(self, stage: str) -> Told:
        state = self.stage(stage)
        if state["newest"] is None:
            raise RefusedError("E0930")
        if state["loading"] is not None:
            raise RefusedError("E0931")
        state["loading"] = state["newest"]
        return self.told("loads", 1, 0, [self.program(stage, state["newest"])])

    def end_load(self, stage: str) -> Told:
        state = self.stage(stage)
        if state["loading"] is None:
            raise RefusedError("E0931")
        state["loading"] = None
        return self.told(None, 1, 0, [])

    # --- what is asked about it

    def locate(self, region: str, address: int) -> tuple[str, Any, int] | None:
        if region not in REGIONS:
            raise RefusedError("E0921")
        first, size = self.regions[region]
        if not first <= address < first + size:
            raise RefusedError("E0932")
        if region == "programs":
            for stage in STAGES:
                for block in range(2):
                    start, length = self.program(stage, block)
                    if start <= address < start + length:
                        return "program", (stage, block), address - start
        for (kind, name), block in self.objects.items():
            done = 0
            for start, length in self.spans(kind, name, 0, block.size):
                if start <= address < start + length:
                    return kind, name, done + address - start
                done += length
        return None

    def statistics(self) -> dict[str, Any]:
        links = [link for block in self.objects.values() for link in pairwise(block.pages)]
        kinds = {}
        for kind in IDS:
            of_kind = {name: block for (its, name), block in self.objects.items() if its == kind}
            if kind in PAGED:
                taken = sum(PAGE * len(block.pages) for block in of_kind.values())
            else:
                taken = sum(self.partition(kind, name)[1] for name in of_kind)
            size = sum(block.size for block in of_kind.values())
            kinds[kind] = {"objects": len(of_kind), "bytes": size, "taken": taken, "waste": taken - size}
        return {
            **self.counted,
            "free_pages": len(self.free),
            "peak_pages": self.peak,
            "free_runs": len(runs(self.free)),
            "links": len(links),
            "row_crossings": sum(self.row(one) != self.row(other) for one, other in links),
            "kinds": kinds,
        }

    def row(self, page: int) -> int:
        return (self.regions["user"][0] + page * PAGE) // self.layout["row_bytes"]

    def oldest_first(self) -> list[tuple[str, Any, Block]]:
        found = [(kind, name, block) for (kind, name), block in self.objects.items()]
        return sorted(found, key=lambda entry: entry[2].created)

    def leaks(self) -> list[tuple[str, Any, int, int, int]]:
        return [(kind, name, block.size, len(block.pages), block.created) for kind, name, block in self.oldest_first()]

    def dump(self) -> dict[str, Any]:
        objects = []
        for kind, name, block in self.oldest_first():
            entry: dict[str, Any] = {
                "kind": kind,
                "id": list(name) if kind == "texture" else name,
                "size": block.size,
                "parameters": block.parameters,
                "created": block.created,
                "address": self.spans(kind, name, 0, 1)[0][0],
            }
            if kind in PAGED:
                entry["pages"] = runs(block.pages)
            entry["written"] = [[first, first + count] for first, count in runs(sorted(block.written))]
            objects.append(entry)
        freed = sorted([kind, list(name) if kind == "texture" else name] for kind, name in self.freed)
        return {
            "schema": "simt.memory/1",
            "layout": dict(self.layout),
            "poison": self.poison,
            "statistics": self.statistics(),
            "free": runs(self.free),
            "objects": objects,
            "freed": freed,
            "programs": {stage: dict(state) for stage, state in self.programs.items()},
        }


def runs(numbers: Sequence[int]) -> list[list[int]]:
    """Numbers that follow each other as `[first, how many]`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == sum(found[-1]):
            found[-1][1] += 1
        else:
            found.append([number, 1])
    return found
