"""The picture of one access: its cells by hand, and the same transactions and passes as in the record of the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import simt
from simt.verbs.trace import Trace
from simt.views.kit.window import ViewError
from simt.views.run.access_cells import cells_of

LOAD = """
.kernel one
.threads 32
.buffer x, f32, 4096
    shl.b32   r0, global_id, 7
    ld.global r1, [r0 + x]
    ret
"""


@cache
def transposed() -> Trace:
    return simt.trace("transpose")


def test_banks_by_hand() -> None:
    """Thread t = 0 to 3 stores to word 32 t of y, which begins at word 1024: all in bank 0 of 4."""
    view = transposed().access(25)
    assert view.text() == (
        "transpose on fpga4: transpose.inc:25 st.local [r1 + y], r3\n"
        "warp 0, cycle 115: 4 lanes\n"
        "store: 4.00 passes per beat, stride 32 words\n"
        "\n"
        "a row for each lane, a column for each bank; digits are the passes of the bank\n"
        "bank      0  1  2  3\n"
        "lane 0    1  ·  ·  ·  y[0]\n"
        "lane 1    2  ·  ·  ·  y[32]\n"
        "lane 2    3  ·  ·  ·  y[64]\n"
        "lane 3    4  ·  ·  ·  y[96]\n"
        "words     4  ·  ·  ·\n"
        "        4 passes\n"
        "\n"
        "other accesses, --at: transpose.inc:24\n"
    )
    assert "·" not in view.text(is_ascii=True)
    assert view.to_dict()["lanes"][1] == {"lane": 1, "address": 1056, "place": "y[32]", "pass": 2, "bank": 0}


@cache
def strided() -> Trace:
    return simt.trace(simt.assemble(LOAD), "gtx280", global_size=32, local_size=32)


def test_transactions_by_hand() -> None:
    """Lane l loads byte 128 l of x: 32 segments of 128 bytes, each halved twice to the first 32, 4 of them used."""
    view = strided().access("pc 1")
    data = view.to_dict()
    first = data["lanes"][0]["address"]
    assert first == 4096  # where the first buffer begins
    assert data["transactions"] == [{"first": first + 128 * k, "bytes": 32, "lanes": [k]} for k in range(32)]
    assert [row["place"] for row in data["lanes"]] == [f"x + {128 * lane}" for lane in range(32)]
    assert view.access.facts.text() == "32.0 transactions per access, 12 % of 1024 B used, stride 128 B"
    # 256 words do not fit into a line: a column is 4 words, of which a segment has 2.
    lines = view.text().splitlines()
    assert "a column for each 16 B of memory" in lines[4]
    assert lines[6] == "        " + "| " * 31 + "|"
    assert lines[7:10] == ["lane 0  A·", "lane 1    B·", "lane 2      C·"]
    assert lines[39] == "all     " + "".join(f"{mark}·" for mark in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef")
    assert max(map(len, lines)) <= 80


def test_atomics_have_a_transaction_for_every_lane() -> None:
    source = LOAD.replace("global_id, 7", "global_id, 2").replace(
        "ld.global r1, [r0 + x]", "atom.add.u32 r1, [r0 + x], r0"
    )
    view = simt.trace(simt.assemble(source), "gtx280", global_size=8, local_size=8).access()
    lines = view.text().splitlines()
    assert lines[7:9] == ["lane 0  A·······", "lane 1  ·B······"]
    assert lines[15] == "all     ABCDEFGH"
    assert [part["bytes"] for part in view.to_dict()["transactions"]] == [32] * 8


@pytest.mark.parametrize(
    ("kernel", "machine", "words"),
    [
        ("transpose", "fpga4", {}),
        ("prefix_sum", "fpga4", {}),
        pytest.param(
            "fft128", "fpga4", {"set": {"warp_size": 16, "lds.lanes": 8, "banks": 8, "front_end.stages": 0}},
            marks=pytest.mark.nightly,
        ),
        pytest.param(
            "fft128", "fpga4", {"set": {"issue.dependences": "scoreboard", "issue.entries": 8, "front_end.stages": 0}},
            marks=pytest.mark.nightly,
        ),
        ("fft128", "fpga4", {"vliw": 3}),
        ("mm_local", "gtx280_core", {"defines": {"n": 32}, "global_size": (32, 32), "local_size": (16, 16)}),
        ("mm_global", "gtx280_core", {"defines": {"n": 16}, "global_size": (16, 16), "local_size": (8, 8)}),
        ("mm_global_rows", "gtx280", {"defines": {"n": 32}, "global_size": (32, 32), "local_size": (16, 16)}),
    ],
)  # fmt: skip
def test_the_picture_has_what_the_run_recorded(kernel: str, machine: str, words: Mapping[str, Any]) -> None:
    traced = simt.trace(kernel, machine, **words)
    events = traced.result.events
    assert events is not None
    moved = np.zeros(len(traced.result.program.words), np.int64)
    seen = 0
    for pc in dict.fromkeys(events.instructions["pc"].tolist()):
        op = traced.result.program.instructions[pc]
        if op is None or op.spec.unit not in ("lds", "memory"):
            continue
        rows = events.instructions[events.instructions["pc"] == pc]
        for event in rows[:: max(1, len(rows) // 2)]:
            cycle, warp = int(event["enter"]), int(event["warp"])
            access = replace(traced, window=range(cycle, cycle + 1), warp=warp).access(f"pc {pc}").access
            moved[pc] = access.facts.moved
            if access.is_global:
                assert len(access.lanes.transactions) == event["degree"]
            else:
                assert sum(cells_of(access).degrees) == event["degree"]
            seen += 1
    assert seen
    traffic = traced.result.traffic
    even = traffic.accesses > 0  # every access of these kernels moves as much as the others of its instruction
    assert (moved[even] * traffic.accesses[even] == traffic.moved[even]).all()


@pytest.mark.parametrize(
    ("words", "at", "message"),
    [
        ({}, "14", "there is no access to memory at `14`"),
        ({}, "other.s:25", "there is no access to memory at `other.s:25`"),
        ({}, "pc 99", "there is no access to memory at `pc 99`"),
        ({}, "\x1b[2J", "there is no access to memory at"),
        ({"cycles": "0:20"}, "25", "no access at `25` enters its unit in cycles 0 to 19"),
        ({"cycles": "0:20", "warp_number": 3}, None, "no access of warp 3 enters its unit in cycles 0 to 19"),
    ],
)
def test_what_is_not_there(words: Mapping[str, Any], at: str | None, message: str) -> None:
    with pytest.raises(ViewError) as caught:
        simt.trace("transpose", **words).access(at)
    assert caught.value.code == "E0709"
    assert message in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_a_program_without_accesses() -> None:
    with pytest.raises(ViewError, match="has no accesses to memory"):
        simt.trace(simt.assemble(".kernel empty\n.threads 4\nret\n")).access()


def test_the_default_is_the_line_that_costs_most() -> None:
    assert transposed().access().access.line.line == 25


def test_places_may_be_written_in_several_ways() -> None:
    for at in (25, "25", "transpose.inc:25", "pc 7", "pc7", "pc 0x7", "pc 0X7"):
        assert transposed().access(at).access.pc == 7


def test_pictures_are_equal_for_equal_runs() -> None:
    for traced, at in ((transposed(), "25"), (strided(), None)):
        assert traced.access(at).picture("svg") == traced.access(at).picture("svg")


def test_the_view_over_time_is_another() -> None:
    with pytest.raises(ViewError, match="shows one access"):
        simt.trace("transpose", views="access")
