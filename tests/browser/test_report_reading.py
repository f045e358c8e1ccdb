"""What a reader of the report relies on: a tooltip that is true, bars that are seen and compare, texts that are whole,
an address that comes back, search; on a desktop and a phone, light and dark.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import isa
import simt
from simt.result.result import Result
from simt.views.kit.palette import MASK_COLORS
from tests.browser.opened import DESKTOP, PHONE, Opened
from tests.examples import nightly_but

Open = Callable[..., Opened]
_LOOKS = [(size, scheme) for size in (DESKTOP, PHONE) for scheme in ("light", "dark")]
_REPRESENTATIVES = ((PHONE, "dark"),)
Look = tuple[tuple[int, int], str]
every_look = pytest.mark.parametrize("look", nightly_but(_REPRESENTATIVES, _LOOKS), ids=str)

# The smallest contrast, as WCAG has it, of the outlines of bars to what they stand on.
_CONTRAST = """() => {
  const numbers = (color) => color.match(/[0-9.]+/g).map(Number);
  const light = (rgb) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Array.from(document.querySelectorAll('.bar rect'), (rect) => {
    const ground = numbers(getComputedStyle(rect.parentElement).backgroundColor).slice(0, 3);
    const [red, green, blue, alpha = 1] = numbers(getComputedStyle(rect).stroke);
    const seen = [red, green, blue].map((value, k) => alpha * value + (1 - alpha) * ground[k]);
    const [low, high] = [light(seen), light(ground)].sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  });
}"""


def head_of(opened: Opened) -> str:
    """The first line of the tooltip, once the last change of the view has been drawn."""
    opened.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    text: str = opened.page.locator(".tip-head").inner_text()
    return text


@pytest.mark.parametrize("scheme", nightly_but(("dark",), ("light", "dark")))
def test_the_tip_follows_every_move_of_the_view(open_report: Open, fft: Result, scheme: str) -> None:
    opened = open_report(fft, size=DESKTOP, scheme=scheme)
    page = opened.page
    opened.show(1000, 1060)
    page.focus("#canvas")
    x, y = opened.where("warp", 3, 1030)
    page.mouse.move(x, y)
    moves: dict[str, Callable[[], Any]] = {
        "wheel": lambda: page.mouse.wheel(0, 200),
        "shift + wheel": lambda: page.evaluate(
            "([x, y]) => document.getElementById('canvas').dispatchEvent(new WheelEvent('wheel',"
            " { deltaY: 300, shiftKey: true, clientX: x, clientY: y, cancelable: true }))", [x, y]
        ),
        "key": lambda: page.keyboard.press("Shift+ArrowRight"),
        "next": lambda: [page.keyboard.press("n") for _ in range(3)],
        "fit": lambda: page.keyboard.press("0"),
        "script": lambda: opened.show(2000, 2050),
    }  # fmt: skip
    heads = [head_of(opened)]
    assert heads == ["cycle 1030, warp 3"]
    for name, move in moves.items():
        move()
        heads.append(head_of(opened))
        left = page.locator("#canvas").bounding_box()["x"]
        cycle = opened.evaluate("(x) => Math.floor(simtReport.pane.timeline.cycleAt(x))", x - left)
        told = [int(number) for number in re.findall(r"\d+", heads[-1])]
        assert told[0] == cycle, name
        assert len(told) == (3 if heads[-1].startswith("cycles") else 2), name
    assert len(set(heads)) > 4
    page.mouse.down()
    page.mouse.move(x - 80, y, steps=3)
    page.mouse.up()
    assert page.is_visible("#tip")  # after a drag too, without another move
    page.evaluate("() => scrollBy(0, 34)")  # two rows of warps, which are 17 high with their gap
    page.wait_for_function("() => !document.querySelector('.tip-head').innerText.endsWith('warp 3')")


@every_look
def test_every_bar_stands_out(open_report: Open, waiting: Result, look: Look) -> None:
    opened = open_report(waiting, size=look[0], scheme=look[1])
    found = opened.evaluate(_CONTRAST)
    assert len(found) > 10
    assert min(found) >= 3


@pytest.mark.nightly
def test_boxes_of_idle_warps_have_a_frame(open_report: Open, waiting: Result) -> None:
    opened = open_report(waiting)
    first = opened.evaluate("() => simtReport.rows().find((row) => row.kind === 'slot')")
    x = opened.evaluate("() => simtReport.pane.timeline.left + 40")
    inside, above = opened.pixels([[x, first["y"] - 3], [x, first["y"] - 0.5]])
    assert inside != above


@pytest.mark.nightly
@every_look
def test_bars_side_by_side_have_one_scale(open_report: Open, waiting: Result, look: Look) -> None:
    page = open_report(waiting, size=look[0], scheme=look[1]).page
    found = page.evaluate(
        """() => Array.from(document.querySelectorAll('.ledger tr:not(.sum)'), (row) => [
          parseFloat(row.cells[2].textContent), row.querySelector('rect').getBoundingClientRect().width,
          row.querySelector('.bar').getBoundingClientRect().width])"""
    )
    assert len({full for _, _, full in found}) == 1
    for share, width, full in found:
        assert width == pytest.approx(full * share / 100, abs=1.6)
    # Of two files the costliest line alone has a full bar.
    bars = page.evaluate(
        """() => Array.from(document.querySelectorAll('[data-listing="source"] tr[data-line]'), (row) => [
          Number(row.cells[2].textContent), row.querySelector('rect')?.getBoundingClientRect().width || 0])"""
    )
    most, widest = max(bars)
    for lost, width in bars:
        assert width == pytest.approx(widest * lost / most, abs=2)


@pytest.mark.parametrize("scheme", nightly_but(("light",), ("light", "dark")))
def test_the_loudest_bars_are_those_of_what_costs(open_report: Open, waiting: Result, scheme: str) -> None:
    page = open_report(waiting, scheme=scheme).page
    found = page.evaluate(
        """() => {
          const loud = (rect) => {
            const [r, g, b] = getComputedStyle(rect).fill.match(/[0-9]+/g).map(Number);
            return Math.max(r, g, b) - Math.min(r, g, b);
          };
          const of = (row) => row.cells[0].textContent.slice(1);
          const rows = [...document.querySelectorAll('.ledger tr:not(.sum)')];
          return [Array.from(document.querySelectorAll('.listing .bar rect'), loud),
                  Object.fromEntries(rows.map((row) => [of(row), loud(row.querySelector('rect'))]))];
        }"""
    )
    lines, ledgers = found
    assert min(lines) > 100
    for name, loudness in ledgers.items():
        if name in ("issued", "not_selected", "drain", "active"):
            assert loudness < 40, name
        elif name.startswith("dep_"):
            assert loudness > 60, name
    assert {"issued", "not_selected", "drain", "active", "dep_fpu"} <= set(ledgers)


@pytest.mark.parametrize("scheme", nightly_but(("dark",), ("light", "dark")))
def test_the_timeline_has_the_colours_of_its_legend(open_report: Open, waiting: Result, scheme: str) -> None:
    opened = open_report(waiting, scheme=scheme)
    found = opened.evaluate(
        """() => {
          const { timeline } = simtReport.pane;
          const made = document.createElement('span');
          document.querySelector('.legend').append(made);
          const rows = [['', timeline.states], ['', timeline.unitStates], ['lane-', timeline.laneStates]];
          return rows.flatMap(([prefix, states]) => states.map(({ name, color }) => {
            made.className = `k-${prefix}${name}`;
            return [prefix + name, color, getComputedStyle(made).getPropertyValue('--k').trim()];
          }));
        }"""
    )
    assert [entry for entry in found if entry[1] != entry[2]] == []
    lanes = {name.removeprefix("lane-"): color for name, color, _ in found if name.startswith("lane-")}
    assert lanes == MASK_COLORS  # the article's, in the dark too


@every_look
def test_nothing_is_clipped(open_report: Open, trapped: Result, look: Look) -> None:
    opened = open_report(trapped, size=look[0], scheme=look[1])
    assert opened.fits()
    page = opened.page
    boxes = page.evaluate(
        "() => Array.from(document.querySelectorAll('.stop, .badge, .tile'), (box) =>"
        " [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])"
    )
    assert len(boxes) > 4
    assert max(map(max, boxes)) <= 0
    assert "= help" in page.inner_text(".stop")


# --- address ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", nightly_but((PHONE,), (DESKTOP, PHONE)))
def test_the_address_brings_the_view_back(open_report: Open, branches: Result, size: tuple[int, int]) -> None:
    opened = open_report(branches, size=size)
    page = opened.page
    opened.evaluate("() => { const { pane } = simtReport; pane.chooseWarp(2); pane.chooseInstruction(9); }")
    opened.show(10, 40)
    page.click("#show-instructions")
    page.fill("#find", "mask")
    page.wait_for_function("() => location.hash.includes('find=mask')")
    address = opened.evaluate("() => location.hash")
    assert re.fullmatch(r"#cycles=10:40&warp=2&issue=\d+&listing=instructions&find=mask", address)
    state = """() => { const { pane, app } = simtReport; return [pane.view.from, pane.view.to, pane.warp,
      pane.instruction, pane.line, app.source.listing, document.getElementById('find').value,
      document.querySelectorAll('tr.found').length]; }"""
    other = open_report(branches, size=size, address=address)
    assert other.evaluate(state) == opened.evaluate(state)
    assert other.evaluate("() => location.hash") == address
    place = f"{branches.short_name(branches.program.locations[0].file)}:{branches.program.locations[0].line}"
    opened.evaluate("(place) => { location.hash = `line=${place}`; }", place)
    page.wait_for_function("() => simtReport.pane.line >= 0 && simtReport.pane.instruction < 0")
    assert opened.view() == (0, branches.cycles)
    assert opened.evaluate("() => simtReport.pane.model.meta.lines[simtReport.pane.line].place") == place


def test_an_address_that_fits_nothing_harms_nothing(open_report: Open, branches: Result) -> None:
    for address in (
        "#cycles=9:3&warp=99&issue=-1&line=no.s:1&pc=77777&listing=x",
        "#cycles=1e9:NaN&warp=__proto__&pc=constructor&find=%3Cimg%20src=x%20onerror=alert(1)%3E",
        "#%E0%A4%A&cycles=.:.",
        "#cycles=-5:900000&warp=1.5&line=%00&issue=99999999999999999999",
    ):
        opened = open_report(branches, address=address)
        assert opened.view() == (0, branches.cycles)
        assert opened.evaluate("() => [simtReport.pane.line, simtReport.pane.warp]") == [-1, 0]
        assert opened.page.locator("img").count() == 0


# --- search -----------------------------------------------------------------------------------------------------------


@every_look
def test_search(open_report: Open, fft: Result, look: Look) -> None:
    opened = open_report(fft, size=look[0], scheme=look[1])
    page = opened.page
    page.keyboard.press("/")
    page.keyboard.type("ST.Local")
    text = next(iter(fft.program.sources.values())) or ""
    lines = [number for number, line in enumerate(text.splitlines(), 1) if "st.local" in line.lower()]
    count = len(lines)
    assert count > 3
    seen = []
    for _ in range(count + 1):
        row = page.locator("tr.current")
        seen.append(int(row.locator("td").first.inner_text()))
        assert page.inner_text("#found") == f"{lines.index(seen[-1]) + 1} of {count}"
        box, inside = page.locator(".listings").bounding_box(), row.bounding_box()
        assert box["y"] <= inside["y"] <= box["y"] + box["height"] - inside["height"]
        page.keyboard.press("Enter")
    assert sorted(set(seen)) == lines
    assert seen[-1] == seen[0]
    assert {mark.lower() for mark in page.locator("mark").all_inner_texts()} == {"st.local"}
    page.fill("#find", "nothing like it")
    assert (page.inner_text("#found"), page.locator("mark").count()) == ("none", 0)
    page.keyboard.press("Escape")
    assert page.inner_text("#found") == ""
    assert page.locator(".listing code").nth(5).inner_html().count("<") == 0


@pytest.mark.nightly
def test_search_without_a_timeline(open_report: Open) -> None:
    opened = open_report(simt.run(isa.assemble(".threads 4\n mov.b32 r1, 1\n ret\n", filename="s.s"), "fpga4"))
    opened.page.fill("#find", "r1")
    assert opened.page.inner_text("#found") == "1 of 1"
