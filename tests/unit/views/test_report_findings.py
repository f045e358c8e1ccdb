"""What a report says of the chain that bounds a run and of its branches: the same as `simt why` and the lanes view."""

from __future__ import annotations

import html
import re

import numpy as np
import pytest

import isa
import simt
from simt.core.state.reasons import REASONS
from simt.diagnosis.chain import chain_of
from simt.diagnosis.partings import partings_of
from simt.machine import Machine
from simt.result.result import Result
from simt.views.report import build_report, findings
from tests.unit.views.test_report import LOOP, recorded, unpacked

PARTED = """\
.kernel parted
.threads 100
    and.b32 r0, lane_id, 3 -> odd if nz
    mov r1, 1
    jmp join
odd: mul.f32 r1, r1, r1
    mul.f32 r1, r1, r1
join: ret
"""


def parted() -> Result:
    machine = Machine.load("article32", {"branch.policy": "ipdom_stack"}).replace(warps=4)
    return simt.run(isa.assemble(PARTED, filename="parted.s"), machine, record=True)


def tables(page: str) -> dict[str, list[list[str]]]:
    """The rows of the tables of findings by title, each as the texts of its cells."""
    found = page[page.index('id="findings"') : page.index('class="provenance"')]
    sections = re.findall(r"<h3>(.*?)</h3>.*?<tbody>(.*?)</tbody>", found, re.DOTALL)
    plain = re.compile(r"<svg.*?</svg>|<[^>]*>", re.DOTALL)
    return {
        title: [
            [html.unescape(plain.sub("", cell)).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)]
            for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
        ]
        for title, body in sections
    }


def test_the_chain_is_drawn_cycle_by_cycle() -> None:
    result = recorded()
    for cycles in (None, range(20, 61)):
        meta, columns = unpacked(build_report(result, cycles=cycles))
        want = [piece for piece in chain_of(result).pieces for _ in range(piece.cycles)][meta["first"] : meta["end"]]
        assert columns["chain_begin"].tolist() == [meta["first"]]
        for name, values in (
            ("chain_warp", [piece.warp for piece in want]),
            ("chain_reason", [REASONS.index(piece.reason) for piece in want]),
        ):
            assert np.repeat(columns[name], columns["chain_length"]).tolist() == values


def test_the_tables_of_the_chain_sum_to_the_run() -> None:
    result = recorded()
    found = tables(build_report(result).html)
    chain = chain_of(result)
    by_reason = found["The chain that bounds the run"]
    assert [int(row[1]) for row in by_reason[:-1]] == list(chain.reasons.values())
    assert by_reason[-1] == ["sum", str(result.cycles)]
    # Every line of the loop has one instruction, so that its rows are those of `simt why`.
    rows = found["The chain by line"]
    assert [int(row[0]) for row in rows] == list(chain.instructions.values())[: len(rows)]
    first = next(iter(chain.instructions))[0]
    line = next(number for number, text in enumerate(LOOP.splitlines(), 1) if rows[0][5] in text)
    assert rows[0][4] == f"loop.s:{line}"
    assert result.lines[first]["line"] == line


def test_a_long_run_has_the_end_of_its_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MOST_CYCLES", 50)
    result = recorded()
    report = build_report(result)
    assert "the last 50 cycles, from the last retire back" in report.html
    _, columns = unpacked(report)
    assert columns["chain_begin"].tolist() == [result.cycles - 50]
    _, columns = unpacked(build_report(result, cycles=range(40)))
    assert len(columns["chain_begin"]) == 0


@pytest.mark.parametrize("is_stopped", [True, False])
def test_without_an_end_there_is_no_chain(is_stopped: bool) -> None:
    program = isa.assemble(LOOP)
    if is_stopped:
        result = simt.run(program, "fpga4", record=True, max_cycles=50)
    else:
        result = simt.run(program, "fpga4", record=range(50))
    report = build_report(result)
    assert 'id="findings"' not in report.html
    assert "chain_begin" not in unpacked(report)[1]


def test_branches_have_the_lanes_that_wait_because_of_them() -> None:
    result = parted()
    (branch,) = partings_of(result).branches
    assert branch.lost == result.ledgers.lane["diverged"] > 0
    ((lanes, share, _, told, place, text),) = tables(build_report(result).html)["Branches that cost lanes"]
    assert (int(lanes), share, place) == (branch.lost, "100.0 %", "parted.s:3")
    assert (told, text) == (f"parted {branch.parted} of {branch.issues}", PARTED.splitlines()[2].strip())
    assert branch.parted == 4


def test_branches_of_a_long_record_are_those_of_the_timeline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MAX_EVENTS", 5)
    result = parted()
    page = build_report(result, cycles=range(1)).html
    assert "in cycles 0 to 0" in page
    assert tables(page).get("Branches that cost lanes") == []
    page = build_report(result).html
    ((lanes, *_, told, _, _),) = tables(page)["Branches that cost lanes"]
    assert (int(lanes), told) == (result.ledgers.lane["diverged"], "parted 4 times")
