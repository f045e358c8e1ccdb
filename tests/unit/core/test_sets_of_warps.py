"""What a scoreboard keeps of ready warps (simt/core/ledgers/wanting.py) and of their ages (simt/core/state/ages.py)."""

from __future__ import annotations

from typing import Any

import pytest

from simt.core.engine.run import simulate
from simt.core.state import states
from simt.core.state.grid import Grid
from simt.core.state.operands import set_of
from simt.core.state.placed import Memories, Placed
from tests.engines import initial_memory
from tests.examples import examples
from tests.generators.cases import Case
from tests.property.test_schedulers_agree import plain_case

CASES = examples(200, 12)
STOPS = (1, 2, 3, 5, 8, 13, 40, 200)  # cycles


def _stopped(seed: int, cycles: int) -> tuple[Case, Any]:
    """A generated case and its core, which has stopped after this number of cycles."""
    case = plain_case(seed)
    grid = Grid(size=case.shape or (case.threads,), local=case.shape or (case.threads,))
    memories = Memories(local=initial_memory(case.program, case.machine, {}))
    output = simulate(Placed(case.program, case.machine, grid), memories, max_cycles=cycles)
    return case, output.state.cores


def _ages(core: Any, number: int) -> list[int]:
    """The warps of a scheduler as they are listed, the oldest first."""
    scheduler, boards = core.flights.schedulers[0][number], core.flights.boards[0]
    listed, w, before = [], int(scheduler["oldest"]), -1
    while w >= 0:
        assert boards[w]["older"] == before
        listed.append(w)
        before, w = w, int(boards[w]["younger"])
    assert scheduler["youngest"] == before
    return listed


def _wanted(case: Case, core: Any, w: int) -> list[int]:
    """The sets of the next instruction of a warp."""
    code, pc, traps = core.code[0], int(core.warps[0][w]["pc"]), int(core.spec[0]["instances"])
    if pc >= len(case.program.words) or not code[pc]["operations"]:
        return [traps]
    own = int(core.flights.boards[0][w]["scheduler"]) if code[pc]["per_scheduler"] else 0
    slots = int(core.flights.uses[0][pc]["slots"])
    taking = [slot for slot in range(case.machine.issue_width) if slots >> slot & 1]
    return [int(code[pc]["first_instance"]) + own, *(traps + 1 + slot for slot in taking)]


@pytest.mark.parametrize("seed", range(CASES))
def test_warps_are_listed_by_their_last_select_and_then_by_number(seed: int) -> None:
    for cycles in STOPS:
        _, core = _stopped(seed, cycles)
        warps, boards = core.warps[0], core.flights.boards[0]
        for number in range(len(core.flights.schedulers[0])):
            ring = [w for w in range(len(warps)) if boards[w]["scheduler"] == number]
            assert _ages(core, number) == sorted(ring, key=lambda w: (int(warps[w]["select_cycle"]), w))


@pytest.mark.parametrize("seed", range(CASES))
def test_a_ready_warp_is_in_the_sets_of_its_next_instruction_alone(seed: int) -> None:
    for cycles in STOPS:
        case, core = _stopped(seed, cycles)
        ready = int(core.run[0]["ready"])
        for w in range(len(core.warps[0])):
            if core.warps[0][w]["state"] == states.READY and ready >> w & 1:
                sets = [int(word) for word in core.flights.wanting[0]]
                assert [place for place, word in enumerate(sets) if word & set_of([w])] == _wanted(case, core, w)
