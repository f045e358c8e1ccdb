"""`simt run --storage`, `--bind` and `--storage-out`: buffers as objects of a storage manager."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from simt.memory.storage.layout import Layout
from simt.memory.storage.manager import StorageManager
from tests.commands import invoke
from tests.scale import SCALE

MACHINE = ("-m", "fpga4", "-s", "memory=dram", "--global-size", "64")
ORACLE = """\
TOLERANCE = 0
def inputs(program, rng, launch):
    return {"x": rng.standard_normal(launch.size[0]).astype("float32"), "y": [0.0] * launch.size[0]}
def expected(program, inputs):
    return {"y": 2 * inputs["x"]}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(tmp_path / "scale.s").write_text(SCALE)
    Path(tmp_path / "scale.py").write_text(ORACLE)
    monkeypatch.chdir(tmp_path)


def simt(verb: str, *arguments: str, status: int = 0) -> Result:
    return invoke(verb, "scale.s", *MACHINE, *arguments, status=status)


def objects(path: str) -> list[tuple[str, object, int]]:
    return [(one["kind"], one["id"], one["size"]) for one in json.loads(Path(path).read_text())["objects"]]


def test_a_state_goes_from_launch_to_launch() -> None:
    text = simt("run", "--storage", "new", "--bind", "y=texture:1.0", "--storage-out", "state.json").stdout
    assert "passed" in text
    assert "cycles of managing, 1 hop; x is buffer 0, y is texture 1 level 0" in text
    assert objects("state.json") == [("buffer", 0, 256), ("texture", [1, 0], 256)]
    simt("run", "--storage", "state.json", "--storage-out", "state.json", "--bind", "y=buffer:0")
    assert objects("state.json") == [("buffer", 0, 256), ("texture", [1, 0], 256), ("buffer", 1, 256)]
    shown = invoke("memory", "map", "state.json").stdout
    assert "3 objects in use, oldest first" in shown
    assert StorageManager.restored(json.loads(Path("state.json").read_text())).check() == []


@pytest.mark.parametrize(("merge", "has_share"), [("true", False), ("false", True)])
def test_a_share_of_the_peak_is_told_where_each_request_has_its_burst(merge: str, has_share: bool) -> None:
    shown = simt("run", "-s", f"memory.merge={merge}").stdout
    [line] = [line for line in shown.splitlines() if line.startswith("  memory ")]
    assert (" per cycle" in line, "of peak" in line) == (True, has_share)


def test_without_memory_out_the_state_stays() -> None:
    Path("state.json").write_text(json.dumps(StorageManager().dump()))
    before = Path("state.json").read_bytes()
    managing = json.loads(simt("run", "--storage", "state.json", "--json").stdout)["managing"]
    assert [each["operation"] for each in managing["operations"]] == [
        "create", "write", "read", "create", "write", "read", "read", "release", "release",
    ]  # fmt: skip
    assert Path("state.json").read_bytes() == before


def test_a_run_that_stops_writes_no_state() -> None:
    result = simt("run", "--storage", "new", "--storage-out", "state.json", "--max-cycles", "20", status=4)
    assert "state.json is not written: the run did not end, and the memory is as it was" in result.stderr
    assert not Path("state.json").exists()


@pytest.mark.parametrize("verb", ["trace", "report", "why"])
def test_other_verbs_take_a_state(verb: str) -> None:
    result = simt(verb, "--storage", "new", "--bind", "x=image:source")
    assert result.output
    refused = simt(verb, "--storage", "new", "--bind", "x=image:sauce", status=2)
    assert "E0922" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("--bind", "x=buffer:1"),
            "--bind names objects of a storage manager: give --storage new, or a file, too",
        ),
        (("--storage-out", "a.json"), "--storage-out writes the state of a storage manager: give --storage new"),
        (("--storage", "new", "--bind", "x"), "--bind takes BUFFER=OBJECT, not 'x'"),
        (
            ("--storage", "new", "--bind", "x=list:1", "--bind", "x=list:2"),
            "--bind gives `x` twice: `x=list:1` and `x=list:2`",
        ),
        (("--storage", "new", "--storage-out", "a.txt"), "written as .json, not a.txt"),
        (("--storage", "new", "--storage-out", "no/a.json"), "there is no folder no"),
        (
            ("--storage", "-", "-m", "-"),
            "the machine and the storage manager cannot both come from",
        ),
        (("--storage", "missing.json"), "cannot read `missing.json`"),
        (
            ("--storage", "scale.s"),
            "error[E0934]: `scale.s`: this is not a state of a storage manager: it is not JSON: Expecting value",
        ),
        (("--storage", "small.json", "--bind", "x=buffer:1"), "E0928"),
        (
            ("--storage", "large.json"),
            "error[E0936]: the storage manager has 536870912 bytes, and memory.channels",
        ),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], told: str) -> None:
    storage = StorageManager(Layout((128 << 20) + 10 * 1024, 1024, 1024, 1024))
    storage.create("list", 0, 1)
    Path("large.json").write_text(json.dumps(StorageManager(Layout(512 << 20)).dump()))
    Path("small.json").write_text(json.dumps(storage.dump()))
    assert told in " ".join(simt("run", *arguments, status=2).stderr.split())


def test_a_machine_without_dram() -> None:
    result = invoke("run", "scale.s", "--storage", "new", status=2)
    assert "error[E0935]: fpga4 has no memory of DRAM" in result.stderr
