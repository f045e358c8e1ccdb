"""The storage manager: cases by hand from docs/memory.md, what it refuses, what `check` finds."""

from __future__ import annotations

import copy
import inspect
import json
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from isa.explanations import explanations
from simt.memory.storage.layout import Layout, StorageError
from simt.memory.storage.manager import Answer, Owner, StorageManager
from simt.memory.storage.state import Written
from tests.paths import ROOT
from tests.reference.storage import Storage

USER = 201342976  # where the user area begins by default
PAGE = 1024
DEFAULT = {
    "memory_bytes": 268435456,
    "program_bytes": 4096,
    "image_bytes": 16777216,
    "display_bytes": 16777216,
    "row_bytes": 4096,
}
BOTH = pytest.mark.parametrize("make", [StorageManager, lambda: Storage(DEFAULT)], ids=["manager", "specification"])
Make = Callable[[], Any]


def small(pages: int = 8, **more: int) -> Layout:
    """A layout with so few pages."""
    fixed = 4 * 1024 + 4 * 1024 + (128 << 20) + 1024
    return Layout(fixed + pages * 1024, **({"program_bytes": 1024, "image_bytes": 1024, "display_bytes": 1024} | more))


def page(number: int, size: int = PAGE) -> tuple[int, int]:
    return USER + PAGE * number, size


def answer(found: Any) -> tuple[int, int, list[tuple[int, int]]]:
    cycles, hops, spans = found
    return cycles, hops, list(spans)


# --- cases by hand, on the manager and on its specification -----------------------------------------------------------


@BOTH
def test_pages_come_from_the_head_and_go_to_the_tail(make: Make) -> None:
    storage = make()
    assert answer(storage.create("buffer", 0, 2049)) == (5, 3, [page(0), page(1), page(2, 1)])
    assert answer(storage.create("list", 255, 1024)) == (3, 1, [page(3)])
    assert answer(storage.release("buffer", 0)) == (3, 0, [])
    assert answer(storage.create("buffer", 7, 1)) == (3, 1, [page(4, 1)])
    statistics = storage.statistics()
    assert (statistics["free_pages"], statistics["peak_pages"], statistics["free_runs"]) == (49134, 4, 2)
    assert storage.dump()["free"] == [[5, 49131], [0, 3]]
    assert answer(storage.create("list", 0, 1024 * 49132))[2][-2:] == [page(49135), page(0)]


@BOTH
def test_an_offset_is_found_by_following_links(make: Make) -> None:
    storage = make()
    storage.create("buffer", 0, 5000)
    assert answer(storage.write("buffer", 0, 0, 1)) == (1, 0, [page(0, 1)])
    assert answer(storage.write("buffer", 0, 1023, 2)) == (2, 1, [(USER + 1023, 1), (USER + 1024, 1)])
    assert answer(storage.write("buffer", 0, 2048, 2952)) == (5, 4, [page(2), page(3), page(4, 904)])
    assert answer(storage.read("buffer", 0, 4999, 1)) == (5, 4, [(USER + 4999, 1)])
    assert storage.statistics()["hops"] == 5 + 0 + 1 + 4 + 4


@BOTH
def test_many_small_reads_walk_far(make: Make) -> None:
    storage = make()
    storage.create("buffer", 0, 65536)
    storage.write("buffer", 0, 0, 65536)
    assert storage.read("buffer", 0, 0, 65536)[0] == 64
    assert sum(storage.read("buffer", 0, 64 * k, 64)[0] for k in range(1024)) == 33280


@BOTH
def test_partitions_lie_where_the_page_says(make: Make) -> None:
    storage = make()
    assert answer(storage.create("image", "mask", 16777216)) == (2, 0, [(16384 + 2 * 16777216, 16777216)])
    assert answer(storage.create("texture", (0, 0), 1)) == (2, 0, [(67125248, 1)])
    assert answer(storage.create("texture", (5, 11), 4)) == (2, 0, [(USER - 8 - 4, 4)])
    assert answer(storage.create("texture", (1, 2), 1048576))[2] == [
        (67125248 + 22369620 + 16777216 + 4194304, 1048576)
    ]
    assert answer(storage.write("texture", (1, 2), 5, 6)) == (1, 0, [(67125248 + 22369620 + 20971520 + 5, 6)])
    assert answer(storage.release("image", "mask")) == (2, 0, [])
    assert storage.statistics()["kinds"]["texture"] == {
        "objects": 3, "bytes": 1048581, "taken": 16777216 + 4 + 1048576, "waste": 16777215,
    }  # fmt: skip


@BOTH
def test_a_load_never_sees_a_store_in_progress(make: Make) -> None:
    storage = make()

    def refused(operation: Callable[..., Any], *arguments: Any) -> Any:
        with pytest.raises(Exception) as caught:
            operation(*arguments)
        return caught.value.code  # type: ignore[attr-defined]

    assert answer(storage.begin_store("pixel", 4096)) == (1, 0, [(8192, 4096)])
    assert refused(storage.begin_load, "pixel") == "E0930"
    assert answer(storage.end_store("pixel")) == (1, 0, [])
    assert answer(storage.begin_load("pixel")) == (1, 0, [(8192, 4096)])
    assert answer(storage.begin_store("pixel", 4096)) == (1, 0, [(12288, 4096)])
    assert refused(storage.begin_store, "pixel", 4096) == "E0931"
    storage.end_store("pixel")
    assert refused(storage.begin_load, "pixel") == "E0931"
    assert refused(storage.begin_store, "pixel", 4096) == "E0931"  # block 0 is being loaded still
    storage.end_load("pixel")
    assert answer(storage.begin_load("pixel")) == (1, 0, [(12288, 4096)])
    assert answer(storage.begin_store("pixel", 4096)) == (1, 0, [(8192, 4096)])
    assert answer(storage.begin_store("vertex", 4096)) == (1, 0, [(0, 4096)])


@BOTH
def test_row_crossings_are_links_between_rows(make: Make) -> None:
    storage = make()
    storage.create("buffer", 0, 5 * PAGE)  # pages 0 to 4, rows of four pages
    storage.create("list", 0, PAGE)
    storage.create("list", 1, 2 * PAGE)  # pages 6 and 7
    statistics = storage.statistics()
    assert (statistics["links"], statistics["row_crossings"]) == (5, 1)


def test_the_example_of_the_contract() -> None:
    code, *_ = re.findall(r"```python\n(.*?)```", (ROOT / "docs/memory.md").read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["storage"].check() == []
    assert names["storage"].create("list", 0, 5000)[:2] == (7, 5)
    assert names["storage"].read("buffer", 0, 4096, 4) == Answer(5, 4, ((USER + 4096, 4),))


# --- what is refused --------------------------------------------------------------------------------------------------


def used() -> StorageManager:
    storage = StorageManager(small())
    storage.create("buffer", 0, 3000)
    storage.create("list", 3, 10)
    storage.release("list", 3)
    storage.write("buffer", 0, 0, 100)
    storage.begin_store("vertex", 1024)
    storage.end_store("vertex")
    storage.begin_load("vertex")
    return storage


REFUSED: list[tuple[Callable[[StorageManager], object], str, str, str]] = [
    (lambda s: s.create("bufer", 0, 1), "E0921", "`bufer` is not a kind of the storage manager",
     "did you mean `buffer`?"),
    (lambda s: s.end_load("geometry"), "E0921", "`geometry` is not a stage of the storage manager",
     "one of vertex, pixel"),
    (lambda s: s.locate("users", 0), "E0921", "`users` is not a region of the storage manager", "did you mean `user`?"),
    (lambda s: s.create("buffer", 8, 1), "E0922", "there is no buffer `8`", "the ids of this kind are 0 to 7"),
    (lambda s: s.read("texture", (0, 12), 0, 1), "E0922", "there is no texture `(0, 12)`",
     "the ids of this kind are (texture, level), of 0 to 5 and 0 to 11"),
    (lambda s: s.create("buffer", 0, 1), "E0923", "buffer 0 is in use, with 3000 bytes",
     "release it first, or take another id"),
    (lambda s: s.write("list", 4, 0, 1), "E0924", "list 4 is not in use", "create makes it"),
    (lambda s: s.release("list", 4), "E0924", "list 4 is not in use", "create makes it"),
    (lambda s: s.read("list", 3, 0, 1), "E0924", "list 3 is not in use: it was released", "create makes it"),
    (lambda s: s.release("list", 3), "E0925", "list 3 is released twice", "it is free already"),
    (lambda s: s.create("list", 3, 0), "E0926", "list 3 cannot have 0 bytes", "at least 1"),
    (lambda s: s.create("list", 3, 1, -1), "E0926", "parameters are a word of 32 bits, not -1", ""),
    (lambda s: s.create("texture", (2, 11), 5), "E0926",
     "texture 2 level 11 has a partition of 4 bytes, and 5 do not fit", ""),
    (lambda s: s.write("buffer", 0, 2999, 2), "E0927",
     "buffer 0 has bytes 0 to 2999: 2 from 2999 on are not among them", ""),
    (lambda s: s.read("buffer", 0, -1, 2), "E0927",
     "buffer 0 has bytes 0 to 2999: 2 from -1 on are not among them", ""),
    (lambda s: s.create("list", 3, 5 * 1024 + 1), "E0928", "list 3 needs 6 pages, and 5 are free",
     "release something: leaks() lists what is in use"),
    (lambda s: s.begin_store("vertex", 1023), "E0929", "a program of 1023 bytes: all have 1024",
     "fill it up, or cut it"),
    (lambda s: s.begin_load("pixel"), "E0930", "a pixel program is loaded before one is stored",
     "begin_store and end_store come first"),
    (lambda s: s.begin_load("vertex"), "E0931", "a vertex program is being loaded from block 0", "end_load ends it"),
    (lambda s: s.end_store("vertex"), "E0931", "no vertex program is being stored", "begin_store begins"),
    (lambda s: s.end_load("pixel"), "E0931", "no pixel program is being loaded", "begin_load begins"),
    (lambda s: s.locate("user", 0), "E0932", "address 0 is outside of the region `user`, 134225920 to 134234111",
     "it is in programs"),
    (lambda s: s.locate("user", -1), "E0932", "address -1 is outside of the region `user`, 134225920 to 134234111",
     "it is in no region at all"),
    (lambda s: s.read("buffer", 0, 99, 3), "E0933", "byte 100 of buffer 0 is read and was never written",
     "write it first; poison=False reads whatever is there"),
]  # fmt: skip


@pytest.mark.parametrize(("operation", "code", "message", "advice"), REFUSED)
def test_what_is_refused_says_why_and_changes_nothing(
    operation: Callable[[StorageManager], object], code: str, message: str, advice: str
) -> None:
    storage = used()
    before = storage.dump()
    with pytest.raises(StorageError) as caught:
        operation(storage)
    assert (caught.value.code, caught.value.message, caught.value.help) == (code, message, advice)
    assert storage.dump() == before
    assert storage.check() == []


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"program_bytes": 1000}, "program_bytes is 1000, and has to be a multiple of 1024 from 1024 up"),
        ({"row_bytes": 0}, "row_bytes is 0, and has to be a multiple of 1024 from 1024 up"),
        ({"memory_bytes": 1 << 33}, "memory_bytes is 8589934592, and addresses have 32 bits"),
        (
            {"memory_bytes": 1 << 27},
            "the fixed regions take 218120192 of 134217728 bytes, and no page is left for the user area",
        ),
    ],
)
def test_layouts_that_cannot_be(sizes: dict[str, int], message: str) -> None:
    with pytest.raises(StorageError) as caught:
        Layout(**sizes)
    assert (caught.value.code, caught.value.message) == ("E0920", message)


def test_every_code_has_its_page() -> None:
    codes = {f"E09{number}" for number in range(20, 35)}
    assert codes <= set(explanations("simt"))
    assert {code for _, code, _, _ in REFUSED} == codes - {"E0920", "E0934"}


# --- who owns what ----------------------------------------------------------------------------------------------------


def test_whose_a_byte_is() -> None:
    storage = StorageManager()
    storage.create("list", 9, PAGE)
    storage.create("buffer", 1, 3 * PAGE - 1)
    storage.create("image", "target", 100)
    assert storage.locate("user", USER + PAGE + 2047) == Owner("buffer", 1, 2047)
    assert storage.locate("user", USER + 4 * PAGE - 1) is None  # the last byte of its page, and not its own
    assert storage.locate("images", 16384 + 16777216 + 99) == Owner("image", "target", 99)
    assert storage.locate("images", 16384 + 16777216 + 100) is None
    assert storage.locate("programs", 3 * 4096 + 1) == Owner("program", ("pixel", 1), 1)
    assert storage.locate("display", 251658240) is None


def test_leaks_are_told_oldest_first() -> None:
    storage = StorageManager()
    storage.create("list", 9, 10)
    storage.create("image", "mask", 5)
    storage.create("buffer", 1, 2000)
    storage.release("list", 9)
    storage.create("list", 9, 1025)
    assert storage.leaks() == [("image", "mask", 5, 0, 2), ("buffer", 1, 2000, 2, 3), ("list", 9, 1025, 2, 4)]


def test_without_poison_anything_can_be_read() -> None:
    storage = StorageManager(poison=False)
    storage.create("buffer", 0, 10)
    assert storage.read("buffer", 0, 0, 10).spans == ((USER, 10),)


def test_a_new_object_has_nothing_written_in_the_pages_of_an_old_one() -> None:
    storage = StorageManager(small(1))
    for _ in range(2):
        storage.create("buffer", 0, 1024)
        with pytest.raises(StorageError, match="byte 0 of buffer 0"):
            storage.read("buffer", 0, 0, 1024)
        storage.write("buffer", 0, 0, 1024)
        storage.read("buffer", 0, 0, 1024)
        storage.release("buffer", 0)


def test_what_was_written_equals_a_set_of_bytes() -> None:
    choose = random.Random(1)
    for _ in range(100):
        written, bytes_ = Written(), set[int]()
        for _ in range(20):
            start = choose.randrange(30)
            end = start + choose.randint(1, 5)
            missing = [byte for byte in range(start, end) if byte not in bytes_]
            assert written.missing(start, end) == (missing[0] if missing else None)
            if choose.random() < 0.6:
                written.add(start, end)
                bytes_.update(range(start, end))
            assert [b for pair in zip(written.starts, written.ends, strict=True) for b in range(*pair)] == sorted(
                bytes_
            )
            assert all(end < start for end, start in zip(written.ends, written.starts[1:], strict=False))


# --- what is wrong inside ---------------------------------------------------------------------------------------------


def _damages() -> dict[str, tuple[Callable[[Any], object], str]]:
    """What is planted into the state of `used()`, and what is said of it. Free: 4 to 7, 3; buffer 0: 0 to 2."""

    def put(path: str, value: object) -> Callable[[Any], object]:
        return lambda state: exec(f"state.{path} = value", {"state": state, "value": value})

    return {
        "a lost tail": (put("pages.tail", 5),
                        "the free list of 5 pages leads from 4 to 3, and its last page is said to be 5"),
        "a wrong count": (put("pages.free", 4),
                          "the free list of 4 pages leads from 4 to 7, and its last page is said to be 3"),
        "a round": (put("pages.links[5]", 4),
                    "the free list leads after 2 links to page 4, which is on a list already"),
        "a link outside": (put("pages.links[5]", 99), "the free list leads after 2 links to 99, which is not a page"),
        "two owners": (put("pages.links[0]", 4), "buffer 0 leads after 1 links to page 4, which is on a list already"),
        "another end": (put("blocks['buffer', 0].last", 1),
                        "buffer 0 of 3 pages leads from 0 to 2, and its last page is said to be 1"),
        "a shorter object": (put("blocks['buffer', 0].size", 1000), "pages on no list: 2, the first is 1"),
        "no object": (lambda state: state.blocks.clear(), "pages on no list: 3, the first is 0"),
        "written behind the end": (put("blocks['buffer', 0].written.ends", [3001]),
                                   "buffer 0 was written where it has no bytes, or twice"),
        "used and freed": (lambda state: state.freed.add(("buffer", 0)), "buffer 0 is in use and counts as released"),
        "a loaded store": (put("programs['vertex'].storing", 0),
                           "the block of the vertex programs that is being stored can be loaded"),
        "a third block": (put("programs['pixel'].newest", 2), "a block of the pixel programs is neither 0 nor 1"),
        "a load of nothing": (put("programs['pixel'].loading", 1),
                              "a pixel program is being loaded and none is complete"),
        "a lost count": (put("counters['releases']", 2),
                         "objects in use are not those created less those released: 1"),
        "a peak": (put("peak_pages", 2), "the most pages in use, 2, is not what it can be"),
        "cycles": (put("counters['cycles']", 0), "counters contradict each other"),
    }  # fmt: skip


@pytest.mark.parametrize("damage", _damages())
def test_check_finds(damage: str) -> None:
    plant, message = _damages()[damage]
    storage = used()
    assert storage.check() == []
    plant(storage.state)
    assert message in storage.check()


def test_numbers_of_numpy_are_numbers() -> None:
    storage = StorageManager(small())
    one, five = np.int64(1), np.int32(5)
    storage.create("buffer", one, five)  # type: ignore[arg-type]
    storage.write("buffer", one, np.uint8(0), five)  # type: ignore[arg-type]
    storage.create("list", one, five, one)  # type: ignore[arg-type]
    storage.release("list", one)  # type: ignore[arg-type]
    again = StorageManager.restored(json.loads(json.dumps(storage.dump())))
    assert again.read("buffer", 1, 0, 5).cycles == 1


def test_a_state_goes_through_json() -> None:
    storage = used()
    storage.create("texture", (1, 3), 77, 5)
    again = StorageManager.restored(json.loads(json.dumps(storage.dump())))
    assert again.dump() == storage.dump()
    assert again.create("buffer", 5, 4096).spans == storage.create("buffer", 5, 4096).spans


def test_data_that_is_no_state_is_refused() -> None:
    """Each value of a dump is replaced by others, one at a time: nothing else than E0934, or a state that is sound."""
    good = used().dump()
    for wrong in (None, [], "x", {**good, "schema": "simt.memory/2"}, {**good, "statistics": {}}):
        with pytest.raises(StorageError) as caught:
            StorageManager.restored(wrong)
        assert caught.value.code == "E0934"
        assert caught.value.message.startswith("this is not a state of a storage manager: ")

    def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        return [path, *(place for key, value in inner for place in places(value, (*path, key)))]

    sound = 0
    for path in places(good)[1:]:
        for value in (None, -1, 10**12, 1.5, "x", [], {}, [[0, 10**12]], 2):
            data = copy.deepcopy(good)
            owner = data
            for key in path[:-1]:
                owner = owner[key]
            if owner[path[-1]] == value:
                continue
            owner[path[-1]] = value
            try:
                storage = StorageManager.restored(data)
            except StorageError as error:
                assert error.code == "E0934"  # noqa: PT017 - most are refused
            else:
                assert storage.check() == []
                sound += 1
    assert sound < 30


# --- what the page says in one way ------------------------------------------------------------------------------------


@BOTH
def test_spans_have_the_bytes_that_are_named(make: Make) -> None:
    """Of the last page what the object has of it, of the first what is asked for; neighbours are not joined."""
    storage = make()
    assert answer(storage.create("buffer", 0, 2049))[2] == [page(0), page(1), page(2, 1)]
    assert answer(storage.write("buffer", 0, 1000, 1049))[2] == [(USER + 1000, 24), page(1), page(2, 1)]


@BOTH
def test_bytes_behind_the_size_of_an_object_are_nobodys(make: Make) -> None:
    storage = make()
    storage.create("buffer", 0, 1030)
    storage.create("image", "mask", 100)
    mask = answer(storage.write("image", "mask", 0, 1))[2][0][0]
    assert tuple(storage.locate("user", USER + 1029)) == ("buffer", 0, 1029)
    assert tuple(storage.locate("images", mask + 99)) == ("image", "mask", 99)
    for region, address in (("user", USER + 1030), ("user", USER + 2047), ("images", mask + 100)):
        assert storage.locate(region, address) is None
    storage.create("buffer", 1, 1)
    assert storage.locate("user", USER + 2048) is not None, "the page behind is another's"


@pytest.mark.parametrize("poison", [True, False])
def test_written_is_there_and_empty_where_nothing_was_written(poison: bool) -> None:
    for storage in (StorageManager(poison=poison), Storage(DEFAULT, poison=poison)):
        storage.create("buffer", 0, 10)
        storage.create("buffer", 1, 10)
        storage.write("buffer", 1, 2, 3)
        assert [each["written"] for each in storage.dump()["objects"]] == [[], [[2, 5]] if poison else []]


def test_the_operations_have_the_arguments_of_the_page() -> None:
    text = (ROOT / "docs" / "memory.md").read_text(encoding="utf-8").split("| operation | cycles |")[1].split("\n\n")[0]
    shown = dict(re.findall(r"`(\w+)\(([^.`]*?)\)`", text))
    assert set(shown) == {"create", "release", "write", "begin_store", "begin_load", "end_store", "end_load"}
    for name, words in shown.items():
        parameters = list(inspect.signature(getattr(StorageManager, name)).parameters.values())[1:]
        own = [each.name if each.default is each.empty else f"{each.name} = {each.default}" for each in parameters]
        assert words.split(", ") == own
    assert list(inspect.signature(StorageManager.read).parameters)[1:] == shown["write"].split(", ")
