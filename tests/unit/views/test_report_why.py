"""The explanation in a report: the tables of `simt why`, whose lines are links to the page's listing."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

import simt
from simt.diagnosis.why import Why
from simt.interruption import PartlyDone
from simt.views.report import build_report
from simt.views.report.build import Report
from simt.views.run.why import costly_limits
from tests.commands import invoke

LINK = re.compile(r'<a href="#line-(\d+)" data-line="(\d+)">([^<]*)</a>')


def part(page: str) -> str:
    """The section of the explanation."""
    return page[page.index('id="why"') : page.index('aria-label="Ledgers"')]


def table(page: str, title: str) -> list[list[str]]:
    """The rows of a table of the explanation, each as the HTML of its cells."""
    section = part(page).split(f"<h3>{title}</h3>")[1].split("</section>")[0]
    return [re.findall(r"<td.*?</td>", row, re.DOTALL) for row in re.findall(r"<tr>.*?</tr>", section, re.DOTALL)][1:]


def text(cell: str) -> str:
    """What a cell shows."""
    return html.unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", "", cell, flags=re.DOTALL)).strip()


@pytest.fixture(scope="module")
def why() -> Why:
    return simt.why("transpose")


@pytest.fixture(scope="module")
def report() -> Report:
    return simt.report("transpose")


def test_the_report_has_the_limits_of_why(why: Why, report: Report) -> None:
    rows = table(report.html, "Without a limit")
    limits = costly_limits(why)
    assert len(rows) == len(limits)
    for row, limit in zip(rows, limits, strict=True):
        assert text(row[0]).startswith(limit.limit.name)
        assert text(row[1]) == str(limit.cycles)
        assert [name.rsplit(":", 1)[-1] for _, _, name in LINK.findall(row[5])] == [
            str(line) for (_, line), _ in limit.lines
        ]


def test_the_report_has_the_changes_of_why_with_their_lines(why: Why, report: Report) -> None:
    rows = table(report.html, "What would help")
    assert [text(row[3]) for row in rows] == [change.text + change.settings for change in why.changes]
    first = why.changes[0]
    assert first.is_bound
    assert text(rows[0][0]) == f"at most {first.saved}"
    assert [line for _, line in first.lines] == [25]
    assert [name for _, _, name in LINK.findall(rows[0][4])] == ["transpose.inc:25"]
    assert first.to_dict()["lines"] == [{"file": "transpose.inc", "line": 25}]


def test_each_link_leads_to_its_line_of_the_listing(report: Report) -> None:
    """Of the candidates and of the chain: the target exists, and its row has the number of the line."""
    links = LINK.findall(report.html)
    assert len(links) > 20
    for target, number, name in links:
        assert target == number
        row = re.search(rf'<tr id="line-{target}".*?</tr>', report.html, re.DOTALL)
        assert row is not None
        line = re.search(r'<td class="n">(\d+)</td>', row[0])
        assert line is not None
        assert name.rsplit(":", 1)[-1] == line[1]


def test_the_chain_is_that_of_the_same_explanation(why: Why) -> None:
    """Of a run that is longer than the chain in the timeline, the tables have the whole chain."""
    from simt.views.report import findings

    result = why.run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "MOST_CYCLES", 50)
        assert "the last 50 cycles" in build_report(result).html
        assert f"{result.cycles} cycles, from the last retire back" in build_report(result, why=why).html


def test_a_report_can_be_without_an_explanation(tmp_path: Path) -> None:
    assert 'id="why"' not in simt.report("transpose", why=False).html
    assert simt.report(simt.run("transpose", record=True)).html.count('id="why"') == 0
    target = tmp_path / "r.html"
    invoke("report", "transpose", "--no-why", "-o", str(target), status=0)
    assert 'id="why"' not in target.read_text()
    invoke("report", "transpose", "-o", str(target), status=0)
    assert 'id="why"' in target.read_text()


def test_a_run_that_stopped_is_not_explained() -> None:
    page = simt.report("transpose", max_cycles=100)
    assert page.run.stop is not None
    assert 'id="why"' not in page.html


def test_the_progress_goes_on_with_the_cycles_of_the_runs_that_explain() -> None:
    cycles: list[int] = []
    page = simt.report("transpose", progress=cycles.append)
    assert cycles == sorted(cycles)
    assert max(cycles) > 10 * page.run.cycles


def test_an_interrupted_explanation_leaves_a_report_with_its_first_limits() -> None:
    with pytest.raises(PartlyDone) as interrupted:
        simt.report("transpose", progress=lambda cycles: cycles > 3 * 2185)
    page = interrupted.value.done
    assert isinstance(page, Report)
    assert 0 < len(table(page.html, "Without a limit")) < 8
    assert "What would help" not in part(page.html)  # nothing was tried
    assert "It was interrupted" in part(page.html)


def test_lanes_without_work_and_other_policies_are_there_too() -> None:
    page = simt.report("divergent/collatz", "article32", set={"branch.policy": "ipdom_stack"})
    first = table(page.html, "Lanes without work")[0]
    assert [text(cell) for cell in first] == ["3002", "6.7 %", "", "collatz.s:26", "shl.b32 r3, r0, 1"]
    assert LINK.search(first[3]) is not None
    policies = [text(row[0]) for row in table(page.html, "Under other branch policies")]
    assert policies == ["ipdom_stack", "min_pc", "mask_stack"]  # the second takes as many cycles as the first
