"""The refined model's rules of order, front end and weights, against the simulator. No held-out kernel or machine."""

from __future__ import annotations

from typing import Any

import pytest

import simt
from isa import assemble
from isa.packing.packer import pack_for_machine
from simt.machine import Machine
from simt.models.refined import Profile, predict
from simt.models.refined.front_end import FrontEnd
from simt.models.refined.paths import Loop, path_of
from simt.models.refined.rules import RULES, Ring

MIXED = """
.kernel mixed
add.u32 r1, r1, 1
mul.f32 r2, r1, r1
ld.local r3, [lane_id]
add.f32 r2, r2, r3
xor.b32 r4, r1, 3
st.local [lane_id], r4
ret
"""


def predicted_and_simulated(source: str, warps: int, machine: Machine) -> tuple[float, int]:
    result = simt.run(assemble(source), machine, threads=warps * machine.warp_size, record=True)
    return predict(Profile.of_result(result)).cycles, result.cycles


@pytest.mark.parametrize("policy", RULES)
@pytest.mark.parametrize(
    ("stages", "width", "interval"), [(0, 1, 1), (0, 1, 4), (2, 1, 1), (2, 1, 4), (5, 3, 1), (1, 3, 4)]
)
def test_every_rule_selects_as_in_the_simulator(policy: str, stages: int, width: int, interval: int) -> None:
    """Warps that become ready, or find their unit free, in the same cycle are selected in the order of the rule.

    With one slot the cycles are equal. Active sets, `majority` and a front end with several slots are right to 10 %.
    """
    close = 0.1 if policy in ("two_level", "majority") or width > 1 else 1e-9
    keys: dict[str, Any] = {"scheduler.policy": policy, "scheduler.active_warps": 3, "front_end.stages": stages,
                            "issue_width": width, "alu.interval": interval, "retire.ports": 8}  # fmt: skip
    for warps in (1, 4, 7, 12):
        predicted, simulated = predicted_and_simulated(MIXED, warps, Machine.load("fpga4").replace(**keys))
        assert predicted == pytest.approx(simulated, rel=close), warps


def test_a_barrier_does_not_move_the_turns_of_schedulers() -> None:
    """Two schedulers have their turns in 0 and 1 of 4 cycles, before and after their warps met at a barrier."""
    keys: dict[str, Any] = {
        "front_end.stages": 0, "issue.dependences": "scoreboard", "issue.entries": 4, "issue.schedulers": 2,
        "issue.interval": 4, "retire.ports": 4,
    }  # fmt: skip
    source = ".kernel met\n" + "add.u32 r1, r1, 1\nbar\n" * 4 + "ld.local r3, [lane_id]\nadd.u32 r3, r3, 1\nret"
    for warps in (2, 5, 8):
        predicted, simulated = predicted_and_simulated(source, warps, Machine.load("fpga4").replace(**keys))
        assert predicted == simulated, warps


def test_bundles_have_kinds() -> None:
    """Of four warps the first one leaves early. A bundle is counted for all of its operations."""
    source = """
.kernel early
    lt.u32 r1, thread_id, 4 -> early if nz
    mul.f32 r2, r2, r2
    mul.f32 r3, r3, r3
    add.u32 r4, r4, 1
early:
    ret
"""
    machine = Machine.load("fpga4").replace(**{"vliw.slots": 3, "issue_width": 1})
    program = pack_for_machine(assemble(source), 3)
    result = simt.run(program, machine, threads=16, record=True)
    kinds = Profile.of_result(result).kinds
    assert [kind.warps for kind in kinds] == [3, 1]
    sums = [sum(kind.warps * kind.issues[pc] for kind in kinds) for pc in range(len(program.words))]
    assert sums == result.issues.tolist()


def test_the_ring_of_the_paper() -> None:
    """The lowest warp whose predecessor is away is selected; with all of them there the lowest."""
    ring, rule = Ring(1, 2, 7), RULES["paper"]

    def place(*numbers: int) -> int:
        return rule([(0.0, number, 0.0, 0.0, None) for number in numbers], -1, ring)

    assert place(1, 3, 5, 7) == 0
    assert place(3, 5, 7) == 0
    assert place(1, 3, 7) == 2
    assert place(1, 7) == 1
    assert place(1, 3) == 0


def test_a_held_front_end_delays_what_is_in_it() -> None:
    """An instruction of cycle 0 waits for its unit until 10, in stage 3 from 3 on; the one of cycle 1 is after it."""
    front_end = FrontEnd(3)
    assert front_end.arrival(0.0) == 0
    front_end.hold(0.0, 10.0)
    assert front_end.holds == [(3.0, 13.0)]
    assert front_end.arrival(0.0) == 0, "an instruction of the same cycle is not behind it"
    assert front_end.arrival(1.0) == 11
    assert front_end.arrival(13.0) == 13


def test_visits_stand_for_all_visits_of_their_block() -> None:
    """A part that is in 3 of 10 turns, and in the first one that is walked."""
    path = path_of((Loop(0, (0, 1)),), [10.0, 3.0], {0: 4.5})
    assert [block for block, _ in path] == [0, 1, 0, 0]
    assert sum(weight for block, weight in path if block == 0) == pytest.approx(10)
    assert sum(weight for block, weight in path if block == 1) == pytest.approx(3)
