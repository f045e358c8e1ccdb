"""The storage manager equals its specification after every operation, and its state is sound."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from simt.memory.storage.layout import Layout, StorageError
from simt.memory.storage.manager import StorageManager
from tests.examples import examples
from tests.reference.storage import IDS, REGIONS, RefusedError, Storage

SEEDS = 5
OPERATIONS = examples(100_000, part=100)  # 1000 in every run
COMPARED = max(20, OPERATIONS // 1000)  # operations between two comparisons of the whole state

CODES = {f"E09{number}" for number in (21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33)}
WEIGHTS = {
    "create": 30, "release": 16, "write": 30, "read": 25, "locate": 8,
    "begin_store": 6, "end_store": 6, "begin_load": 6, "end_load": 6,
}  # fmt: skip

Call = tuple[str, tuple[Any, ...]]


def layout_of(choose: random.Random) -> dict[str, int]:
    """A memory whose user area is small enough to be full at times."""
    kilobytes = {
        "program_bytes": choose.choice((1, 4)), "image_bytes": choose.choice((1, 3, 32)),
        "display_bytes": choose.choice((1, 2)), "row_bytes": choose.choice((1, 3, 4, 4)),
    }  # fmt: skip
    programs_and_images = 4 * kilobytes["program_bytes"] + 4 * kilobytes["image_bytes"]
    fixed = programs_and_images + 128 * 1024 + kilobytes["display_bytes"]
    sizes = {"memory_bytes": fixed + choose.choice((1, 7, 30, 90)), **kilobytes}
    return {name: 1024 * size for name, size in sizes.items()}


def random_call(choose: random.Random, spec: Storage) -> Call:
    """An operation that mostly can be done, and is wrong in one way or another at times."""
    name = choose.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    if name == "locate":
        region = choose.choice(REGIONS if choose.random() < 0.98 else ("lists",))
        first, size = spec.regions.get(region, (0, 1024))
        used = [spec.spans(kind, key, 0, block.size)[-1][0] for (kind, key), block in spec.objects.items()]
        near = choose.choice([first, first + size, first + choose.randrange(size), *used[-8:]])
        return name, (region, near + choose.randint(-2, 2))
    if name.startswith(("begin", "end")):
        stage = choose.choice(("vertex", "pixel") if choose.random() < 0.98 else ("geometry",))
        size = spec.layout["program_bytes"] + choose.choice((0,) * 20 + (-1, 1))
        return name, (stage, size) if name == "begin_store" else (stage,)
    kind = choose.choice(["buffer", "list", "list", "texture", "image"] if choose.random() < 0.98 else ["buffers"])
    key: Any = choose.choice(IDS.get(kind, [0])[:40])
    if choose.random() < 0.02:
        key = choose.choice((-1, 8, 256, (6, 0), (0, 12), "targets"))
    elif name != "create" and spec.objects and choose.random() < 0.9:
        kind, key = choose.choice(list(spec.objects))
    if name == "create":
        everything = 1024 * spec.all_pages
        sizes = (0, 1, 4, 1023, 1024, 1025, 32768, 32769, everything, everything + 1)
        size = choose.choice((*sizes, *(choose.randint(1, 9000) for _ in range(20))))
        return name, (kind, key, size, choose.choice((0,) * 30 + (7, 2**32 - 1, 2**32, -1)))
    if name == "release":
        return name, (kind, key)
    block = spec.objects.get((kind, key))
    size = block.size if block else 1024
    offset = choose.choice((0, 0, 0, choose.randrange(size), choose.randrange(size), size, -1))
    count = choose.choice((size - offset, size - offset, choose.randint(0, size), 1, 4))
    return name, (kind, key, offset, count)


def told(model: Storage | StorageManager, call: Call) -> Any:
    """The answer, or the code with which it is refused."""
    name, arguments = call
    try:
        answer = getattr(model, name)(*arguments)
    except RefusedError as refused:
        return refused.code, refused.offset
    except StorageError as error:
        is_poison = error.code == "E0933"
        return error.code, int(error.message.split()[1]) if is_poison else None
    if answer is None:
        return None
    return tuple(list(part) if isinstance(part, tuple) and name != "locate" else part for part in answer)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_manager_equals_its_specification(seed: int) -> None:
    choose = random.Random(seed)
    layout, poison = layout_of(choose), seed % 5 != 4
    spec, manager = Storage(layout, poison), StorageManager(Layout(**layout), poison=poison)
    met = set()
    for number in range(OPERATIONS):
        call = random_call(choose, spec)
        expected = told(spec, call)
        assert told(manager, call) == expected, f"seed {seed}, operation {number}: {call}"
        assert manager.check() == [], f"seed {seed}, operation {number}: {call}"
        if number % COMPARED == 0:
            assert manager.dump() == spec.dump(), f"seed {seed}, operation {number}: {call}"
            assert manager.leaks() == spec.leaks()
            if choose.random() < 0.1:  # it goes on from what was saved
                manager = StorageManager.restored(json.loads(json.dumps(manager.dump())))
        if expected and str(expected[0]).startswith("E"):
            met.add(expected[0])
    assert met == CODES - ({"E0933"} if not poison else set())


def test_layouts_that_cannot_be_are_the_same() -> None:
    choose, refused = random.Random(0), 0
    for _ in range(200):
        layout = layout_of(choose)
        name = choose.choice(list(layout))
        layout[name] = choose.choice((layout[name] - 1024, layout[name] + 512, 0, 1024, (1 << 32) + 1024))
        answers = []
        for make in (Storage, lambda sizes: StorageManager(Layout(**sizes))):
            try:
                answers.append(make(layout).dump())
            except (RefusedError, StorageError) as error:
                answers.append({"refused": error.code})
        assert answers[0] == answers[1], layout
        refused += answers[0] == {"refused": "E0920"}
    assert 50 < refused < 180
