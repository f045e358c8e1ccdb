"""The registers of a report in a real browser: of warp and cycle under the pointer, of the chosen instruction."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import simt
from simt.views.report import build_report, registers
from simt.views.report.build import Report
from tests.browser.opened import PHONE, Opened
from tests.examples import nightly_but


@pytest.fixture(scope="module")
def traced() -> simt.Trace:
    return simt.trace("fft128")


def report(trace: simt.Trace) -> Report:
    return build_report(trace.result, states=trace._states)


def shown(opened: Opened) -> list[list[str]]:
    script = "() => Array.from(document.querySelectorAll('#registers tbody tr'), (row) => "
    script += "Array.from(row.querySelectorAll('td'), (cell) => cell.textContent))"
    return opened.evaluate(script)


@pytest.mark.parametrize("look", nightly_but([(PHONE, "dark")], [((1280, 900), "light"), (PHONE, "dark")]), ids=str)
def test_registers_follow_the_pointer(
    open_page: Callable[..., Opened], traced: simt.Trace, look: tuple[tuple[int, int], str]
) -> None:
    opened = open_page(report(traced).encode(), size=look[0], scheme=look[1])
    opened.page.click("#registers summary")
    opened.show(300, 340)
    for warp, cycle in ((3, 320), (7, 333), (3, 310)):
        opened.page.mouse.move(*opened.where("warp", warp, cycle))
        words = traced.at(cycle).registers[warp, : traced.result.program.registers]
        assert shown(opened) == [[f"{word:08x}" for word in row] for row in words.tolist()]
        assert opened.page.locator("#registers-when").inner_text() == f"of warp {warp} after cycle {cycle}"
    opened.page.select_option("#registers-as", "float")
    floats = np.array([[float(cell) for cell in row] for row in shown(opened)], np.float32)
    assert floats.tolist() == words.view(np.float32).tolist()
    opened.page.select_option("#registers-as", "signed")
    assert shown(opened) == [[str(word) for word in row] for row in words.view(np.int32).tolist()]
    assert opened.fits()


def test_an_instruction_shows_what_it_wrote(open_page: Callable[..., Opened], traced: simt.Trace) -> None:
    opened = open_page(report(traced).encode())
    opened.page.click("#registers summary")
    events = traced.result.events
    assert events is not None
    texts = [entry.spec.name for entry in traced.result.program.instructions if entry is not None]
    k = next(k for k, pc in enumerate(events.instructions["pc"].tolist()) if texts[pc] == "mul.f32" and k > 200)
    opened.evaluate("(k) => simtReport.pane.chooseInstruction(k)", k)
    row = events.instructions[k]
    assert opened.page.locator("#registers-when").inner_text() == f"of warp {row['warp']} after cycle {row['retire']}"
    entry = traced.result.program.instructions[row["pc"]]
    assert entry is not None
    (written,) = entry.registers_written
    changed = opened.page.locator("#registers tbody tr", has=opened.page.locator(".changed"))
    assert changed.count() == 1
    assert changed.locator("th").inner_text() == f"r{written}"


def test_what_is_not_kept_is_said(
    open_page: Callable[..., Opened], traced: simt.Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registers, "MOST_CYCLES", 100)
    opened = open_page(report(traced).encode())
    opened.page.click("#registers summary")
    opened.show(80, 120)
    opened.page.mouse.move(*opened.where("warp", 1, 110))
    assert "up to cycle 99. Others: --cycles A:B, or simt trace --state 110." in opened.page.inner_text("#registers")
    opened.page.mouse.move(*opened.where("warp", 1, 99))
    assert len(shown(opened)) == traced.result.program.registers
