"""The page of two runs in a real browser: both timelines show the same cycles, and a line is chosen in both."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import simt
from simt.diagnosis.diff import Difference
from simt.diagnosis.saved import saved
from simt.result.result import Result
from simt.views.report.diff import diff_page
from tests.browser.opened import DESKTOP, PHONE, Opened
from tests.examples import nightly_but

HOSTILE = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">'
_LOOKS = [(size, scheme) for size in (DESKTOP, PHONE) for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def runs() -> tuple[Result, Result]:
    before, after = (simt.run(name, "fpga4", record=True) for name in ("transpose", "transpose_padded"))
    return before, after


def page_of(runs: tuple[Result, Result]) -> bytes:
    found = Difference(saved(runs[0]), saved(runs[1]))
    return diff_page(found, ("old", HOSTILE), runs).encode()


@pytest.mark.parametrize("look", nightly_but([(PHONE, "dark")], _LOOKS), ids=str)
def test_both_timelines_show_the_same_cycles(
    open_page: Callable[..., Opened], runs: tuple[Result, Result], look: tuple[tuple[int, int], str]
) -> None:
    page = page_of(runs)
    assert len(page) < 2_000_000
    opened = open_page(page, size=look[0], scheme=look[1])
    where = """(cycle) => simtReport.panes.map(({ timeline, model }) => {
      const row = timeline.rows.find(({ kind }) => kind === 'warp');
      const hit = timeline.hit(timeline.painter.x(cycle + 0.5), row.y + 2);
      return [timeline.painter.x(cycle), timeline.painter.scale, model.end, hit ? hit.cycle : -1];
    })"""
    ends = [run.cycles for run in runs]
    for move in (
        "() => 0",
        "() => simtReport.panes[1].view.zoom(3, 700)",
        "() => simtReport.panes[0].view.pan(0.4)",
        "() => document.getElementById('zoom-in').click()",
    ):
        opened.evaluate(move)
        opened.evaluate("() => simtReport.panes.forEach(({ timeline }) => timeline.draw())")
        first, end = opened.view()
        for cycle in (int(first) + 1, 700, int(end) - 1):
            one, other = opened.evaluate(where, cycle)
            assert one[:2] == other[:2]
            assert [one[2], other[2]] == ends
            is_seen = first <= cycle < end
            assert [one[3], other[3]] == [cycle if is_seen and cycle < end_of else -1 for end_of in ends]
    assert opened.fits()
    # No ledger hides its last column behind the edge.
    assert opened.evaluate(
        "() => Array.from(document.querySelectorAll('.sides')).every((one) => one.scrollWidth <= one.clientWidth)"
    )
    assert opened.evaluate("() => window.hurt") is None
    assert opened.page.locator("img").count() == 0


@pytest.mark.parametrize("size", nightly_but([PHONE], [DESKTOP, PHONE]))
def test_both_values_of_a_key_are_shown(
    open_page: Callable[..., Opened], runs: tuple[Result, Result], size: tuple[int, int]
) -> None:
    other = simt.run("transpose", "fpga4", banks=16)
    opened = open_page(diff_page(Difference(saved(runs[0]), saved(other)), ("a", "b")).encode(), size=size)
    assert opened.page.inner_text(".differences tbody").split() == ["local.banks", "4", "\N{RIGHTWARDS ARROW}", "16"]


def test_a_line_is_chosen_in_both(open_page: Callable[..., Opened], runs: tuple[Result, Result]) -> None:
    opened = open_page(page_of(runs))
    page = opened.page
    row = page.locator("tr[data-a][data-b]").first
    row.click()
    assert row.get_attribute("aria-selected") == "true"
    texts = opened.evaluate("() => simtReport.panes.map(({ line, model }) => model.meta.lines[line].text)")
    assert texts[0].split() == texts[1].split() == row.locator("code").inner_text().split()
    assert "old" in page.inner_text("h1")
    row.click()
    assert opened.evaluate("() => simtReport.panes.map(({ line }) => line)") == [-1, -1]
    # An instruction of one run chooses its line in the other one.
    opened.evaluate("() => { const { panes } = simtReport; panes[1].chooseInstruction(40); }")
    lines = opened.evaluate(
        "() => simtReport.panes.map(({ line, model }) => line < 0 ? '' : model.meta.lines[line].text)"
    )
    assert lines[1]
    assert lines[0] in ("", lines[1])
    page.locator("#canvas-a").focus()
    page.keyboard.press("Escape")
    assert opened.evaluate("() => simtReport.panes.map(({ line }) => line)") == [-1, -1]


def test_without_records_there_are_tables_and_no_script(
    open_page: Callable[..., Opened], runs: tuple[Result, Result]
) -> None:
    found = Difference(saved(runs[0]), saved(runs[1]))
    opened = open_page(diff_page(found, ("a", "b")).encode())
    text = opened.page.inner_text("body")
    assert "There is no timeline of A and B" in text
    assert opened.evaluate("() => document.scripts.length") == 0
    one = open_page(diff_page(found, ("a", "b"), (None, runs[1])).encode())
    assert one.evaluate("() => simtReport.panes.length") == 1
    assert "There is no timeline of A:" in one.page.inner_text("body")
    # Every change of a line is there; with what is on no line they sum to the ledger's.
    shown = opened.evaluate(
        "() => Array.from(document.querySelectorAll('.changes tbody tr'), (row) => Number(row.cells[0].textContent))"
    )
    assert sum(shown) + sum(found.nowhere.values()) == runs[1].cycles - runs[0].cycles
