"""Panels and their drawing in the terminal: bins, exact text in glyphs and letters, colour, rulers, legends."""

from __future__ import annotations

import json
import re
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

import simt
from simt.core.state.reasons import REASONS
from simt.views.kit.palette import MASK_LOOKS, REASON_LOOKS
from simt.views.kit.panels import Curve, Grid, Heat, bin_size, most_frequent, share_rows
from simt.views.kit.window import ViewError
from simt.views.time.terminal import Style, can_encode, render_panels, render_views
from simt.views.time.timelines import VIEWS, default_view, find_views, make_panels

PLAIN = Style(width=80)
LETTERS = Style(width=80, is_ascii=True)
SOURCE = """\
.kernel small
.threads 8
.local x f32[64]
    ld.local r1, [thread_id + x]   ; no conflict
    mul.u32  r2, thread_id, 4
    st.local [r2 + x], r1          ; all in one bank
    ret
"""


def small(**keys: Any) -> simt.Result:
    """Two warps of four lanes on the FPGA paper's machine, with few stages."""
    settings = {"front_end.stages": 1, "options.multiply": True, "alu.latency": 2, "lds.latency": 1, **keys}
    machine = simt.Machine.load("fpga4").replace(**settings)
    return simt.run(simt.assemble(SOURCE), machine, record=True)


def text(result: simt.Result, *names: str, style: Style = PLAIN, **options: Any) -> str:
    return render_views(result, names, range(result.cycles), style=style, **options)


def without_color(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", shown)


# --- exact text -------------------------------------------------------------------------------------------------------

EXPECTED_GLYPHS = """\
small on fpga4: cycles 0 to 22 of 23 cycles

warp states
warp  |0        |10       |20
   0  █╌╌╌█────█╌▓▓▓╌╌█↷↷····  17 %
   1  ░█╌╌╌█────█▓▓▓╌▓▓▓╌╌█↷↷  17 %
  █ issued 17.4 %   ░ not_selected 2.2 %   ↷ branch 8.7 %   ─ dep_alu 17.4 %
  ╌ dep_local 26.1 %   ▓ bank_conflict 19.6 %   · drain 8.7 %

active of living lanes: 100.0 % over the window
       |0        |10       |20
100 %  ██  ██   ██     █   █
 75 %  ██  ██   ██     █   █
 50 %  ██  ██   ██     █   █
 25 %  ██  ██   ██     █   █
"""
EXPECTED_LETTERS = """\
small on fpga4: cycles 0 to 22 of 23 cycles

warp states
warp  |0        |10       |20
   0  IlllIaaaaIlBBBllIjjdddd  17 %
   1  nIlllIaaaaIBBBlBBBllIjj  17 %
  I issued 17.4 %   n not_selected 2.2 %   j branch 8.7 %   a dep_alu 17.4 %
  l dep_local 26.1 %   B bank_conflict 19.6 %   d drain 8.7 %

issue slots
slot  |0        |10       |20
   0  IIllIIaaaIIBBBllIBllIdd  35 %
  I issued 34.8 %   a dep_alu 13.0 %   l dep_local 26.1 %
  B bank_conflict 17.4 %   d drain 8.7 %

first stage of the units
     |0        |10       |20
lds  .##.......#BBB#BBB.....  17 %
fpu  .......................   0 %
alu  .....##..........#...#.  17 %
  . empty 79.7 %   # busy 11.6 %   B conflict 8.7 %

words per bank asked by a local access
        |0        |10       |20
bank 0  .11.......4...4........
bank 1  .11....................
bank 2  .11....................
bank 3  .11....................
bank 0  mean 2.50  62.5 % of the words
bank 1  mean 1.00  12.5 % of the words
bank 2  mean 1.00  12.5 % of the words
bank 3  mean 1.00  12.5 % of the words
  . none   1 to 4: words

LDS passes of a local access, at its entry (1: no conflict)
        |0        |10       |20
line 4  .11....................
line 6  ..........4...4........
line 4  mean 1.00  ld.local r1, [thread_id + x]
line 6  mean 4.00  st.local [r2 + x], r1
  . none   1 to 4: passes

ready bits
warp  |0        |10       |20
   0  00000000000000000000000   0 %
   1  10000000000000000000000   4 %
  0 unavailable 97.8 %   1 available 2.2 %
"""


def test_views_in_letters() -> None:
    assert text(small(), "warps", "issue", "units", "banks", "ready", style=LETTERS) == EXPECTED_LETTERS


def test_views_in_glyphs() -> None:
    assert text(small(), "warps", "stack") == EXPECTED_GLYPHS


def test_masks_with_what_was_issued() -> None:
    program = simt.assemble(".threads 3\nmov r1, lane_id\npush_mask ON\nmask_nz r1 ; not lane 0\nret\nON: ret\n")
    units = {f"{unit}.lanes": 4 for unit in ("alu", "fpu", "lds")}
    machine = simt.Machine.load("article32").replace(warp_size=4, **units, **{"local.banks": 4})
    result = simt.run(program, machine, record=True)
    expected = """\
        kernel on article32: cycles 0 to 4 of 5 cycles

        execution mask of warp 0
        lane  |0
           0  ███·█  80 %
           1  ████×  80 %
           2  ████×  80 %
           3  ×××××   0 %
          · inactive 5.0 %   █ active 60.0 %   × disabled 35.0 %

           cycle    pc lanes  line  issued
               0     0     3     2  mov r1, lane_id
               1     1     3     3  push_mask ON
               2     2     3     4  mask_nz r1
               3     3     2     5  ret
               4     4     1     6  ON: ret
        """
    assert text(result, "masks") == dedent(expected)
    letters = text(result, "masks", style=LETTERS)
    assert "   0  ###.#  80 %\n   1  ####x  80 %\n   2  ####x  80 %\n   3  xxxxx   0 %\n" in letters
    assert letters.isascii()


def test_one_warp() -> None:
    shown = text(small(), "warps", "ready", "banks", style=LETTERS, warp=1)
    assert shown.count("\n   1  ") == 2
    assert "\n   0  " not in shown
    assert "LDS passes of a local access of warp 1, at its entry" in shown


# --- windows and bins -------------------------------------------------------------------------------------------------


def long_grid(cycles: int = 300) -> Grid:
    """Two rows: mostly not selected, every tenth cycle issued; and issued throughout but for one cycle."""
    cells = np.full((2, cycles), REASONS.index("not_selected"), np.int8)
    cells[0, ::10] = REASONS.index("issued")
    cells[1] = REASONS.index("issued")
    cells[1, 7] = REASONS.index("retire_port")
    return Grid("grid", ("0", "1"), cells, REASON_LOOKS, "issued", "warp cycles", "warp")


def test_a_wide_window_is_binned_and_says_so() -> None:
    (block,) = render_panels([long_grid(1000)], range(1000), Style(width=60, is_ascii=True))
    assert block.split("\n") == [
        "grid, 50 cycles a column: the most frequent of them",
        "warp  |0        |500",
        "   0  " + "n" * 20 + "  10 %",
        "   1  " + "I" * 20 + " 100 %",
        "  I issued 55.0 %   n not_selected 45.0 %",
        "  R retire_port 1 of 2000 warp cycles",
    ]
    (block,) = render_panels([long_grid(1000)], range(1000), Style(width=40, is_ascii=True))
    assert block.split("\n")[:2] == ["grid", "  50 cycles a column: the most frequent of them"]


def test_a_window_a_little_too_wide_says_how_to_see_all() -> None:
    (block,) = render_panels([long_grid(100)], range(100), Style(width=80, is_ascii=True))
    assert block.split("\n")[0] == "grid, 2 cycles a column: the most frequent of them; --wrap shows every cycle"


def test_a_wide_window_may_be_wrapped() -> None:
    (block,) = render_panels([long_grid(50)], range(100, 150), Style(width=32, is_ascii=True, is_wrapped=True))
    assert block.split("\n") == [
        "grid",
        "warp  |100      |110",
        "   0  InnnnnnnnnInnnnnnnnn  10 %",
        "   1  IIIIIIIRIIIIIIIIIIII  98 %",
        "warp  |120      |130",
        "   0  InnnnnnnnnInnnnnnnnn  10 %",
        "   1  IIIIIIIIIIIIIIIIIIII  98 %",
        "warp  |140",
        "   0  Innnnnnnnn            10 %",
        "   1  IIIIIIIIII            98 %",
        "  I issued 54.0 %",
        "  n not_selected 45.0 %",
        "  R retire_port 1.0 %",
    ]


@pytest.mark.parametrize("width", [80, 100, 200])
def test_lines_fit_the_terminal(width: int) -> None:
    shown = text(small(), *VIEWS, style=Style(width=width))
    assert max(map(len, shown.split("\n"))) <= width


@pytest.mark.parametrize("width", [1, 20])
def test_a_terminal_that_is_too_narrow_still_gets_cells(width: int) -> None:
    shown = text(small(), "warps", style=Style(width=width, is_ascii=True))
    assert "2 cycles a column" in shown


def test_bins() -> None:
    assert [bin_size(cycles, 80) for cycles in (1, 80, 81, 161, 401, 3828, 100_000)] == [1, 1, 2, 5, 10, 50, 2000]
    cells = np.array([[0, 1, 1, 2, 2, 1, 0]])
    assert most_frequent(cells, 3, 3).tolist() == [[1, 2, 0]]
    assert most_frequent(cells, 3, 1).tolist() == cells.tolist()
    # Four thin rows: 1 of 4 cycles takes one of them, the last bin of one cycle all.
    assert share_rows(np.array([[0, 1, 1, 2, 2]]), 3, 4, 4).tolist() == [[0, 2], [1, 2], [1, 2], [2, 2]]


def test_values_of_bins() -> None:
    depth = Curve("depth", np.array([0, 3, 1, 0, 2]), 3)
    assert depth.values(2).tolist() == [3, 1, 2]
    lanes = Curve("lanes", np.array([4, 0, 2, 0, 0]), 100, np.array([4, 0, 4, 0, 0]), "%")
    assert lanes.values().tolist()[:3:2] == [100, 50]
    assert np.isnan(lanes.values()[[1, 3, 4]]).all()
    assert lanes.values(3)[0] == 75
    heat = Heat("heat", ("a",), np.array([[0, 2, 0, 4, 1]]), 1, 4, "passes")
    assert heat.binned(2).tolist() == [[2, 4, 1]]
    assert heat.means() == [7 / 3]
    assert [heat.warmth(amount) for amount in (0, 1, 2, 4, 9)] == [0, 0, 0.5, 1, 1]


# --- colour -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("has_all_colors", [False, True])
def test_colour_changes_no_letter(has_all_colors: bool) -> None:
    """So who cannot see the colours reads the letters."""
    result = small()
    names = ("warps", "issue", "units", "ready")
    colored = text(result, *names, style=Style(width=80, is_colored=True, has_all_colors=has_all_colors))
    assert "\x1b[" in colored
    assert without_color(colored) == text(result, *names, style=LETTERS)
    numbers = text(result, "banks", "stack", style=Style(width=80, is_colored=True))
    plain = [line.rstrip() for line in text(result, "banks", "stack").split("\n")]
    assert [line.rstrip() for line in without_color(numbers).split("\n")] == plain


def test_lanes_in_colour_are_half_blocks() -> None:
    cells = np.array([[1, 0], [0, 0], [2, 3]], np.uint8)
    grid = Grid("mask", ("0", "1", "2"), cells, MASK_LOOKS, "active", "lane cycles", "lane", is_lanes=True)
    (block,) = render_panels([grid], range(2), Style(width=80, is_colored=True, has_all_colors=True))
    lines = block.split("\n")
    white, black, gray, blue = "255;255;255", "0;0;0", "128;128;128", "0;0;255"
    assert lines[2] == (
        f"   0  \x1b[38;2;{white}m\x1b[48;2;{black}m▀\x1b[38;2;{black}m\x1b[48;2;{black}m▀\x1b[0m  25 %"
    )
    assert lines[3] == f"   2  \x1b[38;2;{gray}m\x1b[49m▀\x1b[38;2;{blue}m\x1b[49m▀\x1b[0m   0 %"
    (block,) = render_panels([grid], range(2), Style(width=80, is_colored=True))
    assert "\x1b[38;5;231m\x1b[48;5;16m▀" in block  # the nearest of 256


def test_encodings() -> None:
    assert can_encode("utf-8")
    assert not can_encode("ascii")
    assert not can_encode("latin-1")
    assert not can_encode("no such encoding")
    assert not can_encode(None)


# --- the registry -----------------------------------------------------------------------------------------------------


def test_every_view_shows_every_run() -> None:
    for result in (small(), small(**{"front_end.stages": 0, "issue_width": 2})):
        for name in VIEWS:
            panels = make_panels(result, name, range(result.cycles))
            assert panels
            json.dumps([panel.to_dict() for panel in panels], allow_nan=False)


def test_the_stack_is_shown_where_there_is_one() -> None:
    result = simt.run(simt.load_program("divergent/nested_if"), "article32", record=True)
    titles = [panel.title for panel in make_panels(result, "stack", range(result.cycles))]  # type: ignore[union-attr]
    assert [title.partition(":")[0] for title in titles] == ["stack entries of warp 0", "active of living lanes"]
    for policy in ("min_pc", "first_thread", "explicit_masks"):
        machine = simt.Machine.load("article32").replace(**{"branch.policy": policy})
        result = simt.run(simt.load_program("divergent/nested_if"), machine, record=True)
        (panel,) = make_panels(result, "stack", range(result.cycles), warp=0)
        assert panel.title.startswith("active of living lanes of warp 0: ")  # type: ignore[union-attr]


def test_nothing_is_counted_where_there_is_no_access() -> None:
    shown = render_views(small(), ["banks"], range(20, 23), style=PLAIN)
    assert shown.split("\n", 1)[1] == (
        "\nwords per bank asked by a local access\n  none in these cycles\n"
        "\nLDS passes of a local access, at its entry (1: no conflict)\n  none in these cycles\n"
    )


def test_a_machine_that_was_changed() -> None:
    label = "fpga4 with " + ", ".join(f"local.banks={2**k}" for k in range(12))
    head = text(small(), "issue", machine="fpga4 with alu.latency=2").split("\n\n")[0]
    assert head == "small on fpga4 with alu.latency=2: cycles 0 to 22 of 23 cycles"
    head = text(small(), "issue", machine=label).split("\n\n")[0]
    lines = head.split("\n")
    assert lines[0] == "small on fpga4: cycles 0 to 22 of 23 cycles"
    assert " ".join(line.strip() for line in lines[1:]) == label.removeprefix("fpga4 ")
    assert max(map(len, lines)) <= 80


def test_names_of_views() -> None:
    assert find_views(("warps,banks", "units, warps")) == ["warps", "banks", "units"]
    assert find_views(("units", "all")) == ["units", *(name for name in VIEWS if name not in ("units", "dram"))]
    with pytest.raises(ViewError) as caught:
        find_views(("mask",))
    assert str(caught.value) == "error[E0705]: there is no view `mask`\n  = help: did you mean `masks`?"
    with pytest.raises(ViewError, match=r"the views are masks, warps, .*, dram, and all"):
        find_views(("xyz",))


def test_the_default_view() -> None:
    assert default_view(small()) == "warps"
    assert default_view(simt.run(simt.load_program("article/example1"), "article32", record=True)) == "masks"


def test_a_window_that_was_not_kept() -> None:
    with pytest.raises(ViewError, match="E0704"):
        make_panels(small(), "warps", range(10_000, 10_010))
    with pytest.raises(ViewError, match="E0706"):
        make_panels(small(), "warps", range(5), warp=2)


def test_json_of_a_grid_is_runs() -> None:
    (grid,) = make_panels(small(), "warps", range(small().cycles), warp=0)
    data = grid.to_dict()
    assert sum(count for _, count in data["rows"][0]["runs"]) == small().cycles
    assert data["rows"][0]["runs"][0] == ["issued", 1]


@pytest.mark.parametrize(
    ("window", "ruler"),
    [
        (range(25), "|0        |10       |20"),
        (range(8, 30), "|8|10       |20"),
        (range(5, 30), "|5   |10       |20"),
        (range(366, 386), "|366|370      |380"),
        (range(12, 15), "|12"),
        (range(100_000_000, 100_000_030), "|100000000          |100000020"),
    ],
)
def test_rulers_have_round_numbers(window: range, ruler: str) -> None:
    cells = np.zeros((1, len(window)), np.int8)
    grid = Grid("grid", ("0",), cells, REASON_LOOKS, "issued", "cycles")
    (block,) = render_panels([grid], window, LETTERS)
    assert block.split("\n")[1] == "   " + ruler
