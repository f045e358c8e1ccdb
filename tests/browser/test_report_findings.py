"""The chain that bounds a run in the timeline of a report, and the tables of what bounds it, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simt.diagnosis.chain import chain_of
from simt.result.result import Result
from tests.browser.opened import Opened
from tests.examples import nightly_but


def marked(opened: Opened, cycles: range) -> list[list[int]]:
    """Of each cycle the warps below which there is the chain's line."""
    rows = [row for row in opened.evaluate("() => simtReport.rows()") if row["kind"] == "warp"]
    wanted = [[row["index"], cycle] for cycle in cycles for row in rows]
    across = opened.evaluate("(wanted) => wanted.map(([k, c]) => simtReport.where('warp', k, c).x)", wanted)
    down = [row["y"] + row["height"] + 1 for row in rows] * len(cycles)
    points = [[x, y] for x, y in zip(across, down, strict=True)]
    ink = tuple(int(part) for part in opened.evaluate(
        "() => simtReport.pane.timeline.ink.text.match(/[0-9a-f]{2}/g).map((part) => parseInt(part, 16))"
    ))  # fmt: skip
    colors = opened.pixels(points)
    return [
        [row["index"] for k, row in enumerate(rows) if colors[place * len(rows) + k] == ink]
        for place in range(len(cycles))
    ]


@pytest.mark.parametrize("scheme", nightly_but(["light"], ["light", "dark"]))
def test_the_chain_is_below_its_warps(open_report: Callable[..., Opened], fft: Result, scheme: str) -> None:
    opened = open_report(fft, scheme=scheme)
    warps = [piece.warp for piece in chain_of(fft).pieces for _ in range(piece.cycles)]
    window = range(300, 340)
    opened.show(window.start, window.stop)
    assert marked(opened, window) == [[warps[cycle]] for cycle in window]
    opened.page.click("#show-chain")
    assert marked(opened, window) == [[] for _ in window]
    assert opened.page.locator("#show-chain").get_attribute("aria-pressed") == "false"
    opened.page.wait_for_function("() => location.hash.includes('chain=off')")
    opened.page.locator("#canvas").press("c")
    assert marked(opened, window) == [[warps[cycle]] for cycle in window]


def test_the_tooltip_names_the_reason(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    piece = next(piece for piece in chain_of(fft).pieces if piece.begin > 300 and piece.reason == "bank_conflict")
    opened.show(piece.begin - 20, piece.end + 20)
    opened.page.mouse.move(*opened.where("warp", piece.warp, piece.begin))
    assert "bank_conflict: this cycle bounds the run" in opened.page.locator("#tip").inner_text()
    opened.page.mouse.move(*opened.where("warp", (piece.warp + 1) % fft.warps, piece.begin))
    assert "bounds the run" not in opened.page.locator("#tip").inner_text()


def test_a_row_of_a_table_chooses_its_line(open_report: Callable[..., Opened], branches: Result) -> None:
    opened = open_report(branches)
    row = opened.page.locator("#findings section", has_text="Branches that cost lanes").locator("tbody tr").first
    row.focus()
    row.press("Enter")
    place = row.locator("td").nth(4).inner_text()
    assert row.get_attribute("aria-selected") == "true"
    assert opened.page.locator("#details h3").inner_text() == place
    opened.page.wait_for_function("place => decodeURIComponent(location.hash).includes(`line=${place}`)", arg=place)
    row.locator("td").first.click()
    assert row.get_attribute("aria-selected") == "false"
    assert opened.page.locator("#details .empty").count() == 1


def test_a_page_without_an_end_has_no_button(open_report: Callable[..., Opened], trapped: Result) -> None:
    opened = open_report(trapped)
    assert opened.page.locator("#show-chain").is_hidden()
    opened.page.locator("#canvas").press("c")
    assert opened.page.locator("#problem").is_hidden()
