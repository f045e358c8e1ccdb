"""The report in a real browser: it draws what the run did, zooms, pans, tells, and asks nobody for anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import isa
import simt
from isa.program.encoding import Instruction, encode
from isa.table.table import INSTRUCTIONS
from simt.machine import Machine
from simt.result.parts import Events
from simt.result.result import Result
from simt.views.kit.palette import MASK_STATES, REASON_LOOKS, UNIT_STATES, rgb
from simt.views.pages.colors import BANK_LOOKS
from simt.views.report import build_report
from simt.views.time.series import mask_history, stack_depth, unit_occupancy
from tests.browser.opened import COLORS, PIXELS, POINTS, Opened
from tests.examples import nightly_but
from tests.generators.cases import random_case
from tests.results import with_core

_REASONS = list(REASON_LOOKS)
HOSTILE = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">'


def events_of(result: Result) -> Events:
    assert result.events is not None
    return result.events


# --- it draws ---------------------------------------------------------------------------------------------------------


def test_boxes_have_the_colours_of_the_states(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    events = events_of(fft)
    for first, end in ((0, 60), (300, 380), (3768, 3828)):
        opened.show(first, end)
        assert opened.states("warp", first, end) == events.warps[first:end].T.tolist()
        assert opened.states("slot", first, end) == events.slots[first:end].T.tolist()
        assert opened.states("unit", first, end) == unit_occupancy(fft, range(first, end)).tolist()


@pytest.mark.nightly
def test_columns_of_many_cycles_show_shares(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    events = events_of(fft)
    row = next(row for row in opened.evaluate("() => simtReport.rows()") if row["kind"] == "warp" and row["index"] == 3)
    left, width = opened.evaluate("() => [simtReport.pane.timeline.left, simtReport.pane.timeline.width]")
    per_pixel = fft.cycles / width
    assert per_pixel > 3
    for column in (10, 100, 333, 600):
        low, high = column * per_pixel, (column + 1) * per_pixel
        cycles = np.arange(int(low), int(np.ceil(high)))
        weights = np.minimum(cycles + 1, high) - np.maximum(cycles, low)
        shares = np.bincount(events.warps[cycles, 3], weights, len(_REASONS)) / per_pixel
        points = [[left + column + 0.5, row["y"] + y + 0.5] for y in range(row["height"])]
        colors = opened.pixels(points)
        for state, color in enumerate(COLORS["warp"]):
            assert abs(colors.count(color) - shares[state] * row["height"]) <= 1.01, _REASONS[state]


def test_lanes_have_the_articles_colours(open_report: Callable[..., Opened], branches: Result) -> None:
    opened = open_report(branches)
    whole = range(branches.cycles)
    seen = set()
    for warp in (0, 3):
        opened.page.select_option("#warp", str(warp))
        opened.show(0, branches.cycles)
        history = mask_history(branches, whole, warp)
        assert opened.states("lane", 0, branches.cycles) == history.tolist()
        # Neighbouring lanes share a row if they do the same in every cycle, and only then.
        rows = [row for row in opened.evaluate("() => simtReport.rows()") if row["kind"] == "lane"]
        differs = (history[1:] != history[:-1]).any(axis=1)
        assert [row["last"] for row in rows] == [*np.flatnonzero(differs), len(history) - 1]
        assert [row["index"] for row in rows] == [0, *(np.flatnonzero(differs) + 1)]
        seen |= {MASK_STATES[state] for state in np.unique(history).tolist()}
    assert seen == set(MASK_STATES)


@pytest.mark.parametrize("seed", nightly_but((4,), (2, 4, 5, 7, 8, 9, 11, 13, 22, 23, 30, 40, 113)))
def test_the_script_works_out_what_python_does(open_report: Callable[..., Opened], seed: int) -> None:
    case = random_case(seed)
    result = simt.run(
        case.program, case.machine, threads=case.threads, max_cycles=case.max_cycles, record=True, strict=False
    )
    if not len(events_of(result).ready):
        pytest.skip("a run without cycles")
    opened = open_report(result)
    found = opened.evaluate(
        """() => {
          const { model } = simtReport.pane;
          const cycles = Array.from({ length: model.end - model.first }, (_, k) => model.first + k);
          const expand = ({ starts, states }) => cycles.map((cycle) => states[lastOf(starts, cycle, states.length)]);
          const lastOf = (starts, cycle, count) => {
            let k = 0;
            while (k + 1 < count && starts[k + 1] <= cycle) k++;
            return k;
          };
          return {
            units: model.units.map(expand),
            lanes: model.byWarp.map((list, warp) => {
              const spans = model.laneSpans(warp);
              return Array.from({ length: model.meta.lanes }, (_, lane) =>
                cycles.map((cycle) => model.laneState(spans[model.spanAt(spans, cycle)], lane)));
            }),
            depths: model.byWarp.map((list) => cycles.map((c) => model.depthAt(list, model.lastSelected(list, c), c))),
            pcs: Array.from(model.events.pc),
            masks: Array.from(model.events.maskLow, (low, k) => [low, model.events.maskHigh[k]]),
          };
        }"""
    )
    whole = range(result.cycles)
    table = events_of(result).instructions
    assert found["pcs"] == table["pc"].tolist()
    assert found["masks"] == [[bits & 0xFFFFFFFF, bits >> 32 & 0xFFFFFFFF] for bits in table["mask"].tolist()]
    assert found["units"] == unit_occupancy(result, whole).tolist()
    for warp in range(result.warps):
        assert found["lanes"][warp] == mask_history(result, whole, warp).tolist()
        assert found["depths"][warp] == stack_depth(result, whole, warp).tolist()


def test_bundles(open_report: Callable[..., Opened]) -> None:
    """A bundle has one box in its warp's row; the keys go through its operations; it ends with the last of them."""
    program = isa.assemble(
        ".threads 4\nld.local r1, [thread_id]\nadd.u32 r2, thread_id, 1\nmul.f32 r3, r4, r4\nret\nadd.f32 r3, r3, r3"
    )
    more = encode(Instruction(INSTRUCTIONS["ret"], more=True)) ^ encode(Instruction(INSTRUCTIONS["ret"]))
    words = tuple(word | more if pc in (0, 1, 3) else word for pc, word in enumerate(program.words))
    machine = Machine.load("fpga4").replace(**{"vliw.slots": 3})
    result = simt.run(replace(program, words=words), machine, record=True)
    opened = open_report(result)
    found = opened.evaluate(
        """() => {
          const { pane } = simtReport;
          const go = (along) => Array.from({ length: 5 }, () => (pane.step(along, 0), pane.instruction));
          pane.chooseInstruction(0);
          const { model } = pane;
          return { program: model.meta.program.map((entry) => entry.text),
                   texts: [0, 2, 4].map((k) => model.text(k)), after: go(1), before: go(-1), slots: model.slots.length,
                   of: [model.instructionOfWarp(0, 1), model.instructionOfSlot(2, 0)], over: model.over(3) };
        }"""
    )
    first, second = (" | ".join(found["program"][part]) for part in (slice(0, 3), slice(3, 5)))
    assert found["texts"] == [first, first, second]
    assert (found["after"], found["before"]) == ([1, 2, 3, 4, 4], [3, 2, 1, 0, 0])
    assert (found["slots"], found["of"]) == (3, [0, 2])
    assert found["over"] == max(events_of(result).instructions["retire"][3:])


# --- it moves ---------------------------------------------------------------------------------------------------------


def test_zoom_and_pan(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    page = opened.page
    assert opened.view() == (0, fft.cycles)
    x, y = opened.where("warp", 4, 1000)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -240)
    page.wait_for_function("() => simtReport.view().to - simtReport.view().from < 2500")
    first, end = opened.view()
    assert abs(opened.where("warp", 4, 1000)[0] - x) < 1  # the cycle under the pointer keeps its place
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 100, y, steps=4)
    page.mouse.up()
    moved = opened.view()
    assert moved[0] > first
    assert moved[1] - moved[0] == pytest.approx(end - first)
    page.click("#zoom-fit")
    assert opened.view() == (0, fft.cycles)
    page.click("#zoom-in")
    assert opened.view() == (fft.cycles / 4, fft.cycles * 3 / 4)
    page.click("#pan-left")
    assert opened.view() == (fft.cycles / 8, fft.cycles * 5 / 8)
    page.click("#zoom-out")
    assert opened.view() == (0, fft.cycles)
    page.fill("#goto", "2000")
    page.press("#goto", "Enter")
    assert opened.view() == (1940, 2060)
    page.wait_for_function("() => document.getElementById('shown').textContent === 'cycles 1940 to 2059'")
    page.focus("#canvas")
    page.keyboard.press("ArrowRight")
    assert opened.view() == (1952, 2072)
    page.keyboard.press("+")
    assert opened.view() == (1972, 2052)
    page.keyboard.press("Home")
    assert opened.view() == (0, 80)
    page.keyboard.press("End")
    assert opened.view() == (fft.cycles - 80, fft.cycles)
    page.keyboard.press("0")
    assert opened.view() == (0, fft.cycles)


@pytest.mark.nightly
def test_a_pinch_zooms(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    opened.evaluate(
        """() => {
          const canvas = document.getElementById('canvas');
          const box = canvas.getBoundingClientRect();
          canvas.setPointerCapture = () => {};
          const send = (type, pointerId, x) => canvas.dispatchEvent(new PointerEvent(type, {
            pointerId, clientX: box.left + x, clientY: box.top + 60, pointerType: 'touch', bubbles: true,
          }));
          send('pointerdown', 11, 300);
          send('pointerdown', 12, 400);
          send('pointermove', 12, 500);
          send('pointerup', 11, 300);
          send('pointerup', 12, 500);
        }"""
    )
    first, end = opened.view()
    assert end - first == pytest.approx(fft.cycles / 2)


# --- it tells ---------------------------------------------------------------------------------------------------------


def test_hover_tells_the_instruction(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    table = events_of(fft).instructions
    from isa.forms.disassembler import disassembly

    statements = disassembly(fft.program).statements
    for place in (260, 1500):
        event = table[place]
        first = int(event["select"]) - 10
        opened.show(first, first + 60)
        location = fft.program.locations[event["pc"]]
        for kind, index, cycle in (
            ("warp", int(event["warp"]), int(event["enter"])),
            ("slot", 0, int(event["select"])),
        ):
            opened.page.mouse.move(*opened.where(kind, index, cycle))
            tip = opened.page.inner_text("#tip")
            assert f"cycle {cycle}" in tip
            assert statements[event["pc"]] in tip
            assert f"fft128.s:{location.line}" in tip
            assert f"select {event['select']}, enter {event['enter']}, offer {event['offer']}" in tip
            assert f"retire {event['retire']}, ready {event['ready']}" in tip
            assert f"warp {event['warp']}, slot 0" in tip
            assert "#### (4 of 4)" in " ".join(tip.split())
        under = opened.page.inner_text("tr.under:visible")
        assert location.text.strip().split()[0] in under
    opened.page.mouse.move(5, 5)
    assert not opened.page.is_visible("#tip")


@pytest.mark.nightly
def test_hover_over_many_cycles_tells_shares(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    opened.page.mouse.move(*opened.where("warp", 2, 1500))
    tip = opened.page.inner_text("#tip")
    assert "cycles " in tip
    assert "%" in tip
    assert "zoom in" in tip


@pytest.mark.nightly
def test_hover_tells_lanes(open_report: Callable[..., Opened], branches: Result) -> None:
    opened = open_report(branches)
    history = mask_history(branches, range(branches.cycles), 0)
    for lane, cycle in ((0, 0), (20, 20), (3, 60), (31, branches.cycles - 1)):
        opened.page.mouse.move(*opened.where("lane", lane, cycle))
        tip = opened.page.inner_text("#tip")
        rows = [row for row in opened.evaluate("() => simtReport.rows()") if row["kind"] == "lane"]
        first, last = next((row["index"], row["last"]) for row in rows if row["index"] <= lane <= row["last"])
        assert (f"{first} to {last} of warp 0" if last > first else f"{lane} of warp 0") in tip
        assert MASK_STATES[history[lane, cycle]] in tip


def test_a_line_and_its_instructions(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    page = opened.page
    opened.show(300, 380)
    table = events_of(fft).instructions
    chosen = next(event for event in table if event["select"] > 320 and event["warp"] == 5)
    line = fft.program.locations[chosen["pc"]].line
    row = page.locator("tr[data-line]:visible").filter(has=page.locator(f"td:first-child:text-is('{line}')"))
    row.click()
    assert row.get_attribute("aria-selected") == "true"
    # The line's instructions keep their colours, everything else is veiled.
    pcs = {pc for pc, location in enumerate(fft.program.locations) if location.line == line}
    shown = opened.states("warp", 300, 380)
    for warp in range(16):
        expected = [-1] * 80
        for event in table[table["warp"] == warp]:
            if event["pc"] in pcs:
                over = event["ready"] if event["ready"] >= 0 else event["retire"]
                for cycle in range(max(event["select"], 300), min(over, 380)):
                    expected[cycle - 300] = int(events_of(fft).warps[cycle, warp])
        assert shown[warp] == expected
    details = page.inner_text("#details")
    assert f"fft128.s:{line}" in details
    assert f"{sum(fft.issues[pc] for pc in pcs)} times" in details
    # A second click takes the choice back.
    row.click()
    assert row.get_attribute("aria-selected") == "false"
    assert opened.states("warp", 300, 380) == events_of(fft).warps[300:380].T.tolist()


@pytest.mark.nightly
def test_an_instruction_and_its_line(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    page = opened.page
    table = events_of(fft).instructions
    event = table[700]
    first = int(event["select"]) - 20
    opened.show(first, first + 60)
    page.mouse.click(*opened.where("warp", int(event["warp"]), int(event["select"])))
    chosen = page.locator("tr[aria-selected='true']:visible")
    assert chosen.locator("td").first.inner_text() == str(fft.program.locations[event["pc"]].line)
    assert "Chosen instruction" in page.inner_text("#details")
    assert f"number {event['sequence']}, warp {event['warp']}" in page.inner_text("#details")
    page.keyboard.press("n")
    following = table[(table["warp"] == event["warp"]) & (table["select"] > event["select"])][0]
    assert f"number {following['sequence']}, warp {event['warp']}" in page.inner_text("#details")
    page.keyboard.press("p")
    page.keyboard.press("ArrowDown")
    assert f"warp {event['warp'] + 1}, slot" in page.inner_text("#details")
    page.keyboard.press("Escape")
    assert "Click an instruction" in page.inner_text("#details")


@pytest.mark.nightly
def test_listings_by_keyboard(open_report: Callable[..., Opened], fft: Result) -> None:
    page = open_report(fft).page
    page.click("#show-instructions")
    rows = page.locator("#source tr[data-line]:visible")
    assert rows.count() == len(fft.program.words)
    rows.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert rows.nth(1).get_attribute("aria-selected") == "true"
    page.keyboard.press("Escape")
    assert rows.nth(1).get_attribute("aria-selected") == "false"


# --- it fits ----------------------------------------------------------------------------------------------------------


@pytest.mark.nightly  # that such a report stays small is tested without a browser too
def test_two_hundred_thousand_instructions(open_report: Callable[..., Opened], tmp_path: Path) -> None:
    machine = Machine.load("article32").replace(**{"warps": 16, "program.words": 4096})
    program = simt.assemble_file(simt.find_program("article/example2"), defines={"filler": 800})
    result = simt.run(program, machine, threads=512, record=True)
    assert result.instructions > 200_000
    opened = open_report(result)
    assert (tmp_path / "page0.html").stat().st_size < 2_000_000
    opened.show(60_000, 60_080)
    assert opened.states("warp", 60_000, 60_080) == events_of(result).warps[60_000:60_080].T.tolist()
    opened.evaluate("() => simtReport.pane.view.fit()")
    opened.evaluate("() => simtReport.draw()")
    opened.page.mouse.move(*opened.where("warp", 2, 100_000))
    assert "cycles " in opened.page.inner_text("#tip")


@pytest.mark.nightly
def test_a_narrow_window(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft, size=(380, 800))
    assert opened.fits()
    opened.show(300, 330)
    assert opened.states("warp", 300, 330) == events_of(fft).warps[300:330].T.tolist()
    opened.page.set_viewport_size({"width": 1300, "height": 900})
    opened.page.wait_for_function("() => document.getElementById('canvas').width > 500")
    opened.show(300, 330)
    assert opened.states("warp", 300, 330) == events_of(fft).warps[300:330].T.tolist()


@pytest.mark.nightly
def test_dark_scheme(open_report: Callable[..., Opened], fft: Result) -> None:
    colors = {}
    for scheme in ("light", "dark"):
        page = open_report(fft, scheme=scheme).page
        colors[scheme] = page.evaluate(
            "() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color,"
            " getComputedStyle(document.querySelector('.chip.k-retire_port i')).backgroundColor]"
        )
    assert colors["light"] == ["rgb(246, 247, 249)", "rgb(26, 29, 33)", "rgb(32, 32, 32)"]
    assert colors["dark"] == ["rgb(16, 19, 23)", "rgb(229, 233, 238)", "rgb(245, 245, 245)"]


@pytest.mark.nightly
def test_on_paper_there_are_no_tools(open_report: Callable[..., Opened], fft: Result) -> None:
    page = open_report(fft).page
    page.emulate_media(media="print")
    assert not page.is_visible("#tools")
    assert page.is_visible("h1")
    assert page.is_visible(".ledger >> nth=0")


# --- it is safe -------------------------------------------------------------------------------------------------------


def test_hostile_text_is_shown_and_not_run(open_report: Callable[..., Opened]) -> None:
    text = f"; {HOSTILE}\n.threads 4\n    mov.b32 r1, 1 ; {HOSTILE}\n    ret\n"
    program = replace(isa.assemble(text, filename=f"{HOSTILE}.s"), name=HOSTILE)
    result = simt.run(program, Machine.load("fpga4").replace(name=HOSTILE), record=True)
    opened = open_report(result, machine=HOSTILE, check=HOSTILE)
    page = opened.page
    assert page.inner_text("h1").startswith(HOSTILE[:60])
    page.click("tr[data-line]:visible")
    page.mouse.move(*opened.where("warp", 0, 0))
    assert "script><img src" in page.inner_text("#tip")  # the name of the file, without folders
    assert HOSTILE[:30] in page.inner_text("#details")
    assert opened.evaluate("() => window.hurt") is None
    assert page.locator("img").count() == 0


def test_what_is_not_recorded_is_said(open_report: Callable[..., Opened], fft: Result) -> None:
    page = open_report(with_core(fft, events=None)).page
    assert "There is no timeline" in page.inner_text("#time")
    assert not page.is_visible("#canvas")
    page.click("#show-instructions")
    assert page.locator("tr[data-line]:visible").count() == len(fft.program.words)


@pytest.mark.nightly
def test_the_first_picture_has_the_timeline(browser: Any, tmp_path: Path, fft: Result) -> None:
    """Drawn before the page counts as loaded, and again whenever its canvas is new."""
    path = tmp_path / "report.html"
    path.write_bytes(build_report(fft).encode())
    context = browser.new_context(viewport={"width": 1400, "height": 1000}, offline=True, device_scale_factor=1)
    page = context.new_page()
    page.add_init_script(
        "window.requestAnimationFrame = () => 0;"  # no frames: as in a page in the background
        "addEventListener('load', () => { window.whenLoaded = document.documentElement.hasAttribute('data-ready'); });"
    )
    page.goto(path.as_uri())
    assert page.evaluate("() => window.whenLoaded")
    top = page.evaluate("() => simtReport.rows().find((row) => row.kind === 'warp').y + 1.5")
    points = [[200 + 10 * k, top] for k in range(50)]
    assert len({tuple(color) for color in page.evaluate(PIXELS, points)}) > 2
    page.set_viewport_size({"width": 1200, "height": 900})
    # Polled by time: the page has no frames.
    page.wait_for_function("() => document.getElementById('canvas').width < 720", polling=50)
    assert len({tuple(color) for color in page.evaluate(PIXELS, points[:40])}) > 2
    context.close()


@pytest.mark.nightly
def test_go_to_shows_where_it_went(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    for asked, got in (("99999", fft.cycles - 1), ("-3", 0), ("100.7", 100)):
        opened.page.fill("#goto", asked)
        opened.page.press("#goto", "Enter")
        assert opened.page.input_value("#goto") == str(got)
        first, end = opened.view()
        assert first <= got <= end


@pytest.mark.nightly
def test_the_tip_covers_no_other_lane_and_details_no_row(open_report: Callable[..., Opened], branches: Result) -> None:
    opened = open_report(branches)
    page = opened.page
    x, y = opened.where("lane", 3, 5)
    page.mouse.move(x, y)
    tip = page.locator("#tip").bounding_box()
    lanes = opened.evaluate("() => simtReport.rows().filter((row) => row.kind === 'lane')")
    top = page.locator("#canvas").bounding_box()["y"]
    is_below = tip["y"] >= top + lanes[-1]["y"] + lanes[-1]["height"]
    assert is_below or tip["y"] + tip["height"] <= top + lanes[0]["y"]
    page.evaluate("() => scrollTo(0, 0)")
    page.mouse.click(*opened.where("warp", 0, 0))
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_timeout(100)
    time, height = page.locator("#time").bounding_box(), 1000
    for name in ("#details", ".legend"):
        box = page.locator(name).bounding_box()
        assert box["x"] + box["width"] <= time["x"]
        assert box["y"] + box["height"] <= height


@pytest.mark.nightly
def test_long_lines_have_a_cue(open_report: Callable[..., Opened], fft: Result) -> None:
    page = open_report(fft).page
    assert page.is_visible(".more-text")
    page.evaluate("() => { const box = document.querySelector('.listings'); box.scrollLeft = box.scrollWidth; }")
    page.wait_for_selector(".more-text", state="hidden")


@pytest.mark.nightly
def test_banks_have_the_colours_of_their_words(open_report: Callable[..., Opened], fft: Result) -> None:
    opened = open_report(fft)
    words = events_of(fft).bank_words
    first = int(np.flatnonzero(words.max(axis=1) > 1)[0]) - 5
    opened.show(first, first + 40)
    colors = [rgb(look.color) for look in BANK_LOOKS.values()]
    rows = opened.evaluate(POINTS, ["bank", first, first + 40])
    for bank, points in enumerate(rows):
        expected = [colors[min(int(n), 5) if n < 9 else 6] for n in words[first : first + 40, bank]]
        assert opened.pixels([[x - 6, y] for x, y in points]) == expected  # beside the letter


@pytest.mark.nightly
def test_the_words_of_a_macros_line(open_report: Callable[..., Opened]) -> None:
    text = ".macro twice r\n add.u32 \\r, \\r, \\r\n.endm\n.kernel m\n.threads 8\n twice r1\n twice r2\n ret\n"
    result = simt.run(isa.assemble(text, filename="m.s"), "fpga4", record=True)
    page = open_report(result).page
    page.click("tr[data-line]:visible >> nth=0")
    details = page.inner_text("#details")
    for name in ("r1", "r2"):
        assert f"add.u32 {name}, {name}, {name} \u00b7 2 times" in " ".join(details.split())


def test_a_stop_is_marked(open_report: Callable[..., Opened]) -> None:
    text = ".kernel trap\n.threads 16\n.local x u32[16]\n mov.b32 r1, 7\n ld.local r2, [thread_id + 4096]\n ret\n"
    result = simt.run(isa.assemble(text, filename="trap.s"), "fpga4", record=True)
    assert result.stop is not None
    opened = open_report(result)
    assert "stopped: local_address" in opened.page.inner_text(".badges")
    assert "error[T003]" in opened.page.inner_text(".stop")
    opened.show(0, result.cycles)
    x = opened.evaluate("(cycle) => simtReport.where('warp', 0, cycle).x", result.stop.cycle)
    assert rgb("#b00020") in opened.pixels([[x, y] for y in range(24, 60)])


def test_the_names_of_unit_states_are_those_of_the_script() -> None:
    assert UNIT_STATES[0] == "empty"  # EMPTY in model.js
    assert MASK_STATES == ("inactive", "active", "disabled", "stalled", "idle")
    assert _REASONS[0] == "issued"
