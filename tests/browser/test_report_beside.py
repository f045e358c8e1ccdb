"""The panes of source and instructions, links of the explanation, and variables beside registers, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import simt
from simt.launch.programs import programs_folder
from simt.views.report import build_report
from simt.views.time.variables import variables_named
from tests.browser.opened import PHONE, Opened
from tests.examples import nightly_but

KERNEL = programs_folder() / "opencl" / "floyd_warshall.cl"
ROW = "#beside .pane:nth-child({}) [data-line]"


@pytest.fixture(scope="module", params=nightly_but(("gtx280_core",), ("article32", "gtx280_core")))
def traced(request: pytest.FixtureRequest) -> simt.Trace:
    return simt.trace(KERNEL, request.param, max_cycles=1500)


@pytest.fixture(scope="module")
def page(traced: simt.Trace) -> bytes:
    return build_report(traced.result, states=traced._states).encode()


def texts(opened: Opened, selector: str) -> list[str]:
    script = "(wanted) => Array.from(document.querySelectorAll(wanted), (row) => row.querySelector('code').textContent)"
    found: list[str] = opened.evaluate(script, selector)
    return found


@pytest.mark.parametrize(
    "look", nightly_but([((1400, 900), "light")], [((1400, 900), "light"), (PHONE, "dark")]), ids=str
)
def test_a_line_and_its_instructions_light_up_together(
    open_page: Callable[..., Opened], traced: simt.Trace, page: bytes, look: tuple[tuple[int, int], str]
) -> None:
    opened = open_page(page, size=look[0], scheme=look[1])
    line = opened.page.locator(ROW.format(1), has_text="there = first")
    line.hover()
    lit = [text.strip() for text in texts(opened, f"{ROW.format(1)}.lit")]
    assert lit == [line.locator("code").inner_text().strip()]
    program = traced.result.program
    made = [pc for pc, location in enumerate(program.locations) if location.line == 12]
    script = "() => Array.from(document.querySelectorAll('#beside .pane:last-child .lit b'), (row) => +row.textContent)"
    assert opened.evaluate(script) == made
    assert any("r7 there" in text for text in texts(opened, f"{ROW.format(2)}.lit"))
    opened.page.mouse.move(0, 0)
    assert opened.fits()


def test_a_chosen_line_is_chosen_everywhere(open_page: Callable[..., Opened], page: bytes) -> None:
    opened = open_page(page)
    opened.page.locator(ROW.format(2), has_text="r3 first").first.click()
    chosen = texts(opened, '#beside .pane:first-child [aria-selected="true"]')
    assert [text.strip() for text in chosen] in (
        ["uint first = distance[row * N + over];"], ["uint there = first + distance[over * N + column];"],
    )  # fmt: skip
    assert opened.page.locator('#source tr[aria-selected="true"]').count() == 1
    assert chosen[0].strip() in opened.page.inner_text("#details")
    opened.page.keyboard.press("Enter")  # the row has the focus: a second choice undoes the first
    assert opened.page.locator('#beside [aria-selected="true"]').count() == 0


@pytest.mark.nightly
def test_assembly_has_no_panes(open_page: Callable[..., Opened]) -> None:
    opened = open_page(build_report(simt.run("transpose", record=True)).encode())
    assert opened.page.locator("#beside").count() == 0


@pytest.mark.nightly
def test_the_registers_have_the_names_of_the_state(
    open_page: Callable[..., Opened], traced: simt.Trace, page: bytes
) -> None:
    opened = open_page(page)
    opened.page.click("#registers summary")
    script = """(cycle) => {
      simtReport.app.registers.show(0, cycle);
      const named = simtReport.app.registers.named(0, cycle);
      return named === null ? null : [Object.fromEntries(named.names), [...named.coming]];
    }"""
    seen, best = 0, (0, 0)
    for cycle in range(20, 1400, 37):
        found = opened.evaluate(script, cycle)
        if found is None:
            continue
        names, coming = found
        known = variables_named(traced.result.program, traced.at(cycle), 0)
        for register, name in known.names.items():
            if register not in known.coming and register not in coming:
                assert ", ".join(names.get(str(register), [])) == name, cycle
                seen += 1
        best = max(best, (len(names), cycle))
    assert seen > 20
    opened.evaluate(script, best[1])
    assert opened.page.locator("#registers .variable").count() > 0
    assert "Variables that no register holds: " in opened.page.inner_text("#registers")


def test_a_link_of_the_explanation_goes_to_its_line(open_page: Callable[..., Opened], tmp_path: Path) -> None:
    opened = open_page(simt.report("transpose").encode())
    opened.page.click("#show-instructions")
    link = opened.page.locator("#why a", has_text="transpose.inc:25").first
    number = link.get_attribute("data-line")
    link.click()
    row = opened.page.locator(f"#line-{number}")
    assert row.get_attribute("aria-selected") == "true"
    assert row.locator("td").first.inner_text() == "25"
    assert row.is_visible()
    box = row.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 1000
    link.click()  # it stays chosen
    assert row.get_attribute("aria-selected") == "true"
    opened.page.locator("#findings a", has_text="transpose.inc:24").first.click()
    assert "transpose.inc:24" in opened.page.inner_text("#details")
