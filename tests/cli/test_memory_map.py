"""`simt memory map`."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from simt.memory.storage.layout import Layout
from simt.memory.storage.manager import StorageManager
from tests.commands import invoke

pytestmark = pytest.mark.usefixtures("empty_folder")


@pytest.fixture
def state() -> StorageManager:
    """A user area of eight pages, saved as state.json: L L B B B . . ., then the first list is gone."""
    storage = StorageManager(Layout((128 << 20) + 17 * 1024, 1024, 1024, 1024, 2048))
    storage.create("list", 1, 10)
    storage.create("list", 2, 1024)
    storage.create("buffer", 0, 2050)
    storage.release("list", 1)
    storage.create("image", "mask", 1000)
    storage.begin_store("pixel", 1024)
    Path("state.json").write_text(json.dumps(storage.dump()))
    return storage


simt = partial(invoke, "memory", "map")


def test_an_empty_memory() -> None:
    lines = simt().output.splitlines()
    assert lines[0].split() == ["region", "address", "bytes", "taken"]
    assert lines[4].split() == ["user", "201342976", "50315264", "0", "0.0", "%"]
    assert "user area: 49136 of 49136 pages free, in 1 run; 32 pages a cell" in lines
    assert lines[-1] == "no object is in use"


def test_a_state_as_text(state: StorageManager) -> None:
    text = simt("state.json").output
    assert "programs          0       4096         1024  25.0 %\n" in text
    assert "\ndisplay   134234112       1024  not managed\n" in text
    assert "user area: 4 of 8 pages free, in 2 runs; 1 page a cell\n  .LBBB...\n" in text
    assert "  1 of 2 links lead into another row of the DRAM\n" in text
    assert text.endswith(
        "3 objects in use, oldest first\n"
        "  object      bytes  waste  pages  runs  hops to its end\n"
        "  list 2       1024      0      1     1                0\n"
        "  buffer 0     2050   1022      3     1                2\n"
        "  image mask   1000     24\n"
    )
    assert simt("-", input=Path("state.json").read_text()).output == text
    assert "wrote map.txt" in simt("state.json", "-o", "map.txt").stderr
    assert Path("map.txt").read_text() == text


def test_a_cell_of_several_pages_has_the_letter_of_most_of_them() -> None:
    storage = StorageManager()
    storage.create("buffer", 0, 33 * 1024)
    storage.create("list", 0, 64 * 1024)
    Path("state.json").write_text(json.dumps(storage.dump()))
    assert "\n  BLLl...." in simt("state.json").output


def test_json(state: StorageManager) -> None:
    result = simt("state.json", "--json")
    data = json.loads(result.output)
    assert data["schema"] == "simt.memory.map/1"
    assert [region["taken"] for region in data["regions"]] == [1024, 1024, 0, 4096, None]
    assert data["statistics"] == state.statistics()
    assert data["objects"][1] == {"kind": "buffer", "id": 0, "size": 2050, "pages": 3, "created": 3}
    simt("state.json", "-o", "map.json")
    assert Path("map.json").read_text() == result.output


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_picture_has_the_same_bytes_every_time(state: StorageManager, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    found = []
    for name in ("one", "two"):
        assert simt("state.json", "-o", f"{name}.{suffix}").exit_code == 0
        found.append(Path(f"{name}.{suffix}").read_bytes())
    assert found[0] == found[1]
    if suffix == "svg":
        assert b"4 of 8 pages free" in found[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "{",
            "error[E0934]: `state.json`: this is not a state of a storage manager: it is not JSON: Expecting",
        ),
        (
            "[" * 100_000,
            "error[E0934]: `state.json`: this is not a state of a storage manager: it is nested too deeply",
        ),
        (
            "{}",
            "error[E0934]: `state.json`: this is not a state of a storage manager: it is not of the form simt.memory/1",
        ),
    ],
)
def test_a_file_that_holds_no_state(text: str, message: str) -> None:
    Path("state.json").write_text(text)
    result = simt("state.json", status=2)
    assert message in result.stderr
    assert result.stdout == ""


def test_a_state_with_a_page_on_two_lists(state: StorageManager) -> None:
    data = state.dump()
    data["free"] = [[4, 4]]
    result = simt("-", input=json.dumps(data), status=2)
    assert "buffer 0 leads after 2 links to page 4, which is on a list already" in result.stderr


def test_files_that_cannot_be_read_or_written() -> None:
    assert "error[E0651]: cannot read `nothing.json`: no such file or directory" in simt("nothing.json").stderr
    assert (
        "error[E0653]: a map is written as .txt, .json, .svg, .png, .pdf, not map.gif" in simt("-o", "map.gif").stderr
    )
    assert "error[E0652]" in simt("-o", "nowhere/map.txt").stderr
