"""The branching article's figures 5 to 7, lane by lane and cycle by cycle, on the preset article32.

mask_histories.json was obtained by running the article author's published simulator and equals the published pictures.
Column c shows the mask after the instruction of cycle c, so it is the issue mask of cycle c + 1.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import simt

HISTORIES = json.loads(Path(__file__).with_name("mask_histories.json").read_text(encoding="utf-8"))
FIGURES = {"figure5": ("article/example1", 5), "figure6": ("article/example2", 0), "figure7": ("article/example3", 5)}

# The article's listings, an instruction or label a line, as printed.
PRINTED = {
    "article/example1": """
        mov r0.x, lane_id | push_mask BRANCH_END | and r0.y, r0.x, u(1) | mask_nz r0.y | LOOP_BEGIN: | pop_mask |
        BRANCH_END: | ret""",
    "article/example2": """
        mov r0.x, lane_id | push_mask LOOP_END | LOOP_PROLOG: | lt.u32 r0.y, r0.x, u(16) | add.u32 r0.x, r0.x, u(1) |
        mask_nz r0.y | LOOP_BEGIN: | jmp LOOP_PROLOG | LOOP_END: | ret""",
    "article/example3": """
        mov r0.x, lane_id | lt.u32 r0.y, r0.x, u(16) | br_push r0.y, ELSE, CONVERGE | THEN: | pop_mask | ELSE: |
        pop_mask | CONVERGE: | ret""",
}


def run(name: str, filler: int, **keys: object) -> simt.Result:
    program = simt.assemble_file(simt.find_program(name), defines={"filler": filler})
    result = simt.run(program, simt.Machine.load("article32").replace(**keys), record=True)
    assert result.completed
    return result


def columns(result: simt.Result) -> np.ndarray:
    """uint8 [lanes, cycles]: the issue masks; the machine issues one instruction per cycle."""
    assert result.events is not None
    events = result.events.instructions
    assert events["select"].tolist() == list(range(result.cycles))
    return (events["mask"][None, :] >> np.arange(32)[:, None] & 1).astype(np.uint8)


@pytest.mark.parametrize("figure", FIGURES)
def test_mask_history(figure: str) -> None:
    published = HISTORIES[figure]
    result = run(*FIGURES[figure])
    assert result.cycles == published["total_cycles"]
    lanes = np.array([[int(state) for state in row] for row in published["lanes"]], np.uint8)
    np.testing.assert_array_equal(columns(result)[:, 1:], lanes)


def test_figure_6_is_active_in_31_9_percent_of_its_lane_cycles() -> None:
    shown = columns(run("article/example2", 0))[:, 1:]
    assert round(100 * shown.mean(), 1) == 31.9


@pytest.mark.parametrize("name", ["article/example1", "article/example3"])
def test_as_printed_without_filler(name: str) -> None:
    assert run(name, 0).cycles == 6


def test_the_order_of_the_sides() -> None:
    """false_first: lanes 16 to 31 first; smaller_first with equal sides: the true side, as true_first."""
    true_first = columns(run("article/example3", 5))
    np.testing.assert_array_equal(columns(run("article/example3", 5, **{"branch.order": "smaller_first"})), true_first)
    swapped = columns(run("article/example3", 5, **{"branch.order": "false_first"}))
    np.testing.assert_array_equal(swapped, np.roll(true_first, 16, axis=0))


@pytest.mark.parametrize("name", PRINTED)
def test_the_listing_is_the_printed_one(name: str) -> None:
    """Without comments, directives and the filler, every line is the article's."""
    text = re.sub(r"\.rept filler.*?\.endr", "", simt.find_program(name).read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [" ".join(line.split(";")[0].split()) for line in text.splitlines()]
    shown = [line for line in lines if line and not line.startswith(".")]
    assert shown == [" ".join(line.split()) for line in PRINTED[name].split("|")]
