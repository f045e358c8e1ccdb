"""`simt model KERNEL -m DEVICE`: launches on devices, static and measured counts, what is refused."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.commands import invoke

SMALL = ("mm_global", "-m", "gtx280_core", "-D", "n=32")
LOOKUP = """
.kernel gather
.threads 32
.buffer index, u32, 64
.buffer x, u32, 64
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + index]
lookup:
    ld.global r2, [r1 + x]
    st.global [r0 + x], r2
    ret
"""
model = partial(invoke, "model")


def refused(*arguments: str) -> str:
    result = model(*arguments, status=2)
    assert result.stdout == ""
    return result.stderr


def document(*arguments: str) -> dict[str, Any]:
    result = model(*arguments, "--json", status=0)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_all_models_predict_a_launch() -> None:
    result = model(
        "mm_local", "-m", "gtx280", "-D", "n=256", "--global-size", "256x256", "--local-size", "16x16", "--model", "all"
    )
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "mm_local on gtx280: 65536 work-items in 256 groups of 256; counts static"
    rows = {line.split()[0]: line for line in lines[2:]}
    assert list(rows)[:5] == ["refined", "paper", "hong-kim", "roofline", "bounds"]
    assert "issue: the largest bound" in rows["bounds"]


def test_static_and_measured_counts_are_the_same() -> None:
    """The oracle has the sizes, or they are given: the halves of a warp load one word, or two."""
    for sizes, transfers in (((), 1), (("--local-size", "16x2"), 2)):
        static, measured = (document(how, *SMALL, *sizes, "--model", "bounds") for how in ("predict", "measured"))
        assert (static["counts"].pop("origin"), measured["counts"].pop("origin")) == ("static", "measured")
        assert static["counts"] == measured["counts"]
        assert static["predictions"][0]["cycles"] == measured["predictions"][0]["cycles"]
        assert static["counts"]["local_size"] == 32
        assert static["counts"]["work_items"] == 1024
        assert static["counts"]["global"]["at_5"]["transfers"] == transfers


def test_the_analysis_itself() -> None:
    result = model("analysis", *SMALL, "--local-size", "16x2", status=0)
    assert result.stdout.startswith(
        "mm_global on gtx280_core: 1024 threads, 32 warps in 32 groups of 16x2, 8 to a core"
    )
    assert "a + 128 global_id_y + 4 turn(next)" in result.stdout
    assert result.stdout.endswith("\n")
    found = document("analysis", *SMALL, "--local-size", "16x2")
    assert found["schema"] == "simt.static/1"
    assert found["launch"] == {"global_size": [32, 32], "local_size": [16, 2], "groups": 32, "places": 8}
    assert [one["kind"] for one in found["global"]] == ["load", "load", "store"]


def test_counts_as_a_file_predict_the_same(tmp_path: Path) -> None:
    file = str(tmp_path / "counts.toml")
    before = document(*SMALL, "--model", "bounds", "--save-counts", file)
    assert "moved = " in Path(file).read_text()
    again = document("counts", file, "-d", "gtx280", "--model", "bounds")
    assert again["counts"] == {**before["counts"], "origin": "static"}


def test_transactions_are_asked_for_and_can_be_assumed(tmp_path: Path) -> None:
    kernel = tmp_path / "gather.s"
    kernel.write_text(LOOKUP)
    command = (str(kernel), "-m", "gtx280_core", "--global-size", "64", "--model", "bounds")
    assert "error[E0841]" in refused(*command)
    counts = document(*command, "--transactions", "lookup=12")["counts"]
    assert counts["global"]["at_2"]["transfers"] == 12
    assert counts["global"]["at_2"]["moved"] == 12 * 32


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("paper", "mm_local", "--global-size", "64"),
            "help: `simt model predict` has it",
        ),
        ((*SMALL, "--local-size", "5"), "error[E0505]: the local size 5 does not divide"),
        ((*SMALL, "--local-size", "32x32x1x1"), "is not a size"),
        (
            ("mm_global", "-m", "gtx280_core", "-D", "n=2048", "--local-size", "2048"),
            "error[E0845]: the kernel `mm_global` needs 2048 threads and gtx280_core has 1024",
        ),
        (
            ("mm_global", "-m", "fpga8"),
            "error[E0845]: fpga8 cannot execute instruction 5: `ld.global` needs global memory (memory.policy)",
        ),
        (
            ("measured", "mm_global", "-m", "fpga8"),
            "error[E0822]: the run that was to be counted gave nothing: fpga8 "
            "cannot execute instruction 5: `ld.global` needs global memory (memory.policy)",
        ),
        (("measured", *SMALL, "--local-size", "5"), "error[E0822]"),
        ((*SMALL, "--trip-count", "next=nan"), "--trip-count next takes a whole number, not nan"),
        ((*SMALL, "--trip-count", "next=inf"), "--trip-count next takes a whole number, not inf"),
        (("mm_global", "-m", "generated-device-" + "9" * 5000), "error[E0406]"),
        (("fir", "-m", "generated-3", "-s", "banks=1,2"), "-s takes one value here, not banks=1,2"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(*arguments)


def test_tables_of_an_oracle_are_known() -> None:
    result = model("fft128_stockham", "-m", "fpga8", status=0)
    assert "note: counts: static" in result.stdout


def test_generated_machines_have_names_here_too() -> None:
    assert document("fir", "-m", "generated-3", "-s", "banks=1")["device"]["name"] == "generated-3"
    command = ("mm_global", "-m", "generated-device-3", "-D", "n=16", "--local-size", "16")
    assert document(*command)["counts"]["work_items"] == 256
    counts = document(*command, "-s", "memory.coalescing=sectors")["counts"]
    assert counts["global"]["at_12"]["transfers"] >= document(*command)["counts"]["global"]["at_12"]["transfers"]
