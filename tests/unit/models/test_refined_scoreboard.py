"""The refined model on machines whose warps have several instructions in flight. No held-out kernel or machine."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import simt
from isa import assemble
from isa.program.program import Program
from simt.machine import Machine
from simt.models.refined import Profile, predict
from simt.models.static import analyse
from simt.validate.holdout import held_out
from simt.validate.scoreboards import SCOREBOARDS, generated_scoreboard

# The machine of the examples of docs/processor.md, section 24: latency 2 in the ALU and 3 in the LDS, one beat.
EXAMPLE: dict[str, Any] = {
    "front_end.stages": 1, "retire.stages": 1, "alu.latency": 2, "fpu.latency": 2, "lds.latency": 3,
    "scheduler.policy": "round_robin", "issue.dependences": "scoreboard", "issue.entries": 4,
}  # fmt: skip
# Of section 25: no front end.
TURNS = EXAMPLE | {"front_end.stages": 0}
FAR: dict[str, Any] = {
    "memory": "simple",
    "interconnect.latency": 4,
    "memory.latency": 20,
    "memory.bytes_per_cycle": 128.0,
}
DEVELOPMENT = [seed for seed in SCOREBOARDS if not held_out(f"generated-scoreboard-{seed}")]
PIECES = ("add.u32 r{a}, r{b}, r{c}", "xor.b32 r{a}, r{b}, 5", "add.f32 r{a}, r{b}, r{c}", "mul.f32 r{a}, r{b}, r{c}",
          "mul.u32 r{a}, r{b}, r{c}", "addc.u32 r{a}, r{b}, r{c}", "ld.local r{a}, [lane_id]",
          "st.local [lane_id], r{a}")  # fmt: skip


def machine_of(keys: dict[str, Any], **more: object) -> Machine:
    return Machine.load("fpga4", keys | {name.replace("__", "."): value for name, value in more.items()})


def straight(rng: random.Random, pieces: tuple[str, ...] = PIECES) -> Program:
    """A program without jumps, whose instructions need each other by chance."""
    numbers = ({name: rng.randint(1, 6) for name in "abc"} for _ in range(rng.randint(2, 30)))
    return assemble("\n".join([".kernel straight", *(rng.choice(pieces).format(**each) for each in numbers), "ret"]))


def counted(program: Program, machine: Machine, warps: int) -> Profile:
    """Every warp goes through a program without jumps once; without conflicts."""
    length, width = len(program.words), machine.warp_size
    passes = [warps * machine.beats("lds") if one and one.spec.unit == "lds" else 0 for one in program.instructions]
    return Profile.measured(program, machine, warps * width, [warps] * length, passes, [warps * width] * length)


def cycles(source: str, machine: Machine, warps: int = 1) -> float:
    """The predicted cycles, which are the cycles of the simulator too."""
    program = assemble(source)
    found = predict(counted(program, machine, warps)).cycles
    assert found == simt.run(program, machine, threads=warps * machine.warp_size).cycles
    return found


# --- worked by hand: section 24 ---------------------------------------------------------------------------------------

INDEPENDENT = "add.u32 r1, r8, 1\nadd.u32 r2, r8, 2\nadd.u32 r3, r8, 3\nret"


def test_independent_instructions_issue_in_consecutive_cycles() -> None:
    """Selected in 0 to 3; `ret` is released f + l + occ - 1 + r = 4 later, and retires r before: 3 + 4 - 1."""
    assert cycles(INDEPENDENT, machine_of(EXAMPLE)) == 6
    assert cycles(INDEPENDENT, machine_of(EXAMPLE, issue__dependences="one_in_flight")) == 3 * 4 + 3


def test_entries_bound_the_instructions_in_flight() -> None:
    """Of two entries one is free in 4, when the first instruction is released, the other in 5: 5 + 3."""
    assert cycles(INDEPENDENT, machine_of(EXAMPLE, issue__entries=2)) == 8
    assert cycles(INDEPENDENT, machine_of(EXAMPLE, issue__entries=3)) == 4 + 3
    found = predict(counted(assemble(INDEPENDENT), machine_of(EXAMPLE, issue__entries=2), 1))
    assert found.charges["scoreboard_full"] == 2  # of 2 and 3


def test_an_instruction_waits_for_the_results_that_it_needs() -> None:
    """The load of r1 takes 1 + 3 + 1 = 5 cycles, so 2 is selected in 5, `ret` in 6, and retires 3 later. With one port
    the load and the next instruction would both retire in 4."""
    source = "ld.local r1, [r8]\nadd.u32 r2, r8, 1\nadd.u32 r3, r1, r2\nret"
    assert cycles(source, machine_of(EXAMPLE, retire__ports=2)) == 9
    found = predict(counted(assemble(source), machine_of(EXAMPLE, retire__ports=2), 1))
    assert found.charges == {"issued": 3, "dep_local": 3, "drain": 3}  # from the first select to the last, and the rest


@pytest.mark.parametrize(
    ("second", "selected"),
    [
        ("add.u32 r2, r8, 1", 1),  # nothing that it needs is pending
        ("add.u32 r2, r1, 1", 4),  # reads r1
        ("mov.b32 r1, 5", 4),  # writes r1, too
        ("mov.b32 r8, 5", 1),  # writes what the first one has read
        ("addc.u32 r2, r8, 1", 4),  # reads the flag, which the first one writes
    ],
)
def test_which_instructions_delay_the_next(second: str, selected: int) -> None:
    """`add.u32 r1, r8, 1` is released in 4. `ret` follows its neighbour in the next cycle, and retires 3 later."""
    assert cycles(f"add.u32 r1, r8, 1\n{second}\nret", machine_of(EXAMPLE)) == selected + 1 + 3


def test_a_jump_lets_loads_fly_and_nothing_follow_it() -> None:
    """The jump is selected in 1 and released in 5, while the load is away; `ret` is selected in 5 and retires in 8."""
    source = "ld.local r1, [r8]\nadd.u32 r2, r8, 1 -> next if nz\nnext:\nret"
    program, machine = assemble(source), machine_of(EXAMPLE | {"lds.latency": 20})
    found = predict(counted(program, machine, 1)).cycles
    assert found == simt.run(program, machine, threads=4).cycles == 1 + 20  # the load retires last of all


def test_loads_of_a_warp_pay_the_latency_once() -> None:
    """Global loads issue in consecutive cycles; each is back f + 1 + L + 20 + L + r = 31 after its select. The use of
    the last is selected then. With one instruction in flight each load takes 31 cycles; with `issue.loads` = 2, two."""
    text = ".kernel loads\n.buffer x, u32, 64\n"
    text += "".join(f"ld.global r{k}, [x]\n" for k in range(1, 5)) + "add.u32 r1, r1, r4\nret"
    program = assemble(text)

    def both(**keys: object) -> float:
        machine = machine_of(EXAMPLE | FAR | {"issue.entries": 8}, **keys)
        profile = Profile.of_static(analyse(program, machine, global_size=4, local_size=4))
        result = simt.run(program, machine, inputs={"x": np.zeros(64, np.uint32)}, global_size=4, local_size=4)
        found = predict(profile).cycles
        assert found == result.cycles
        return found

    assert both() == 3 + 31 + 1 + 3
    assert both(issue__entries=2) == both(issue__loads=2) == 31 + 1 + 31 + 1 + 3
    assert both(issue__dependences="one_in_flight") == 4 * 31 + 4 + 3


def test_dependences_reach_round_the_back_edge() -> None:
    """The load of a turn is needed by the next turn, which begins 2 + 4 cycles after this one: the jump is selected in
    its third cycle and released 4 later. If the load, selected in the second cycle, takes 1 + 18 + 1 = 20 cycles, then
    a turn takes 21 of them. 50 turns after the two `mov`."""
    source = """
.kernel turns
    mov.b32   r3, 50
    mov.b32   r1, 0
turn:
    add.u32   r2, r1, 1
    ld.local  r1, [r8]
    sub.u32   r3, r3, 1 -> turn if nz
    ret
"""
    program = assemble(source)
    for latency, turn in ((3, 6), (18, 21)):
        machine = machine_of(EXAMPLE, lds__latency=latency, retire__ports=2)
        result = simt.run(program, machine, threads=4)
        assert predict(Profile.of_result(result)).cycles == result.cycles
        assert result.cycles == pytest.approx(50 * turn, abs=20)


# --- worked by hand: sections 25 and 26 -------------------------------------------------------------------------------

CHAIN = "add.u32 r1, r8, 1\nadd.u32 r2, r1, 1\nret"


def test_a_warp_is_selected_in_its_turns() -> None:
    """v = 4: 0 is released in 3, 1 is selected in 4, `ret` in 8, and retires 2 later."""
    assert cycles(CHAIN, machine_of(TURNS, issue__interval=4)) == 10
    assert cycles(CHAIN, machine_of(TURNS)) == 3 + 1 + 2


def test_schedulers_have_their_turns_one_after_the_other() -> None:
    """q = v = 2: warp 0 selects in 0, 4 and 6, warp 1 in 1, 5 and 7, whose `ret` retires in 9."""
    keys = {"issue.schedulers": 2, "issue.interval": 2, "alu.count": 2, "retire.ports": 2}
    assert cycles(CHAIN, machine_of(TURNS | keys), 2) == 9


def test_results_leave_a_unit_in_the_order_of_entry() -> None:
    """The product enters in 0 and is offered in 5; the sum after it in 6, though its own latency would offer it in 3;
    `ret` in 7."""
    machine = machine_of(TURNS, costs=["mul.u32:1:5"], options__multiply=True)
    assert cycles("mul.u32 r1, r8, r9\nadd.u32 r2, r8, 1\nret", machine) == 7
    two = machine.replace(**{"alu.count": 2})  # the sum takes the first one, too
    assert cycles("mul.u32 r1, r8, r9\nadd.u32 r2, r8, 1\nret", two) == 7


def test_slots_take_their_own_kinds() -> None:
    """Section 26: `ret` of the second warp is selected in 8 and retires in 11."""
    machine = machine_of(EXAMPLE | {"issue_width": 2, "issue.slots": ["any", "operand"]})
    assert cycles("ld.local r1, [r8]\nadd.u32 r2, r1, 1\nret", machine, 2) == 11


def test_operand_loads_take_no_slot_of_others() -> None:
    """16 warps, v = 4, 10 operand loads with their sums: the sums fill every turn of slot 0. Without the second slot
    the loads take turns, too."""
    source = "ld.local r1, [r8]\nadd.u32 r2, r1, r2\n" * 10 + "ret"
    program = assemble(source)
    for slots, turns in ((["any", "operand"], 11), (["any"], 21)):
        machine = machine_of(
            TURNS | {"issue.interval": 4, "issue_width": len(slots), "issue.slots": slots, "retire.ports": 2}
        )
        found, truth = predict(counted(program, machine, 16)).cycles, simt.run(program, machine, threads=64).cycles
        assert found == pytest.approx(truth, rel=0.02)
        assert found == pytest.approx(16 * 4 * turns, rel=0.05)


@pytest.mark.parametrize(("interval", "after", "warps"), [(4, 6, 1), (4, 6, 2), (4, 6, 16), (2, 5, 16), (1, 3, 16)])
def test_the_turn_after_an_operand_is_later(interval: int, after: int, warps: int) -> None:
    """10 operand loads with their sums, then `ret`, in one slot that takes all: a turn of v for a load and for `ret`,
    one of u for a sum. `ret`, selected in the last turn, retires 2 later. Warps alone need v of 4, so that a load is
    released in the turn after its own."""
    keys = {
        "issue.interval": interval,
        "issue.operand_interval": after,
        "issue.slots": ["lds+operand+arithmetic+control"],
    }
    program, machine = assemble("ld.local r1, [r8]\nadd.u32 r2, r1, r2\n" * 10 + "ret"), machine_of(TURNS | keys)
    found, truth = predict(counted(program, machine, warps)), simt.run(program, machine, threads=4 * warps)
    assert found.cycles == truth.cycles == warps * (10 * (interval + after) + interval) - interval + 2
    issue = {bound.resource: bound.cycles for bound in found.bounds}["issue"]
    assert issue == {bound.resource: bound.cycles for bound in truth.bounds}["issue"]
    assert issue == (21 * warps - 1) * interval + 1 + (10 * warps - 1) * (after - interval)


def test_users_of_operands_that_fit_one_slot_keep_it_longer() -> None:
    """Two slots, of which one takes the sums, and the other the loads. 16 warps, v = 4, u = 6: 10 turns
    of 6 for each, and one of 4 for its `ret`. The loads' slot has no part in it."""
    keys = {"issue.interval": 4, "issue.operand_interval": 6, "issue_width": 2, "issue.slots": ["any", "operand"]}
    program = assemble("ld.local r1, [r8]\nadd.u32 r2, r1, r2\n" * 10 + "ret")
    machine = machine_of(TURNS | keys | {"retire.ports": 2})
    found, truth = predict(counted(program, machine, 16)).cycles, simt.run(program, machine, threads=64).cycles
    assert found == truth == pytest.approx(16 * (10 * 6 + 4), abs=6)


def test_a_unit_is_entered_in_turns() -> None:
    """v = 4, one scheduler, an ALU that an instruction occupies for 5 cycles: it is entered in every other turn. With
    two schedulers, in 0 and 1 of 4, it is entered in 0, 5 and 12, and so on: three times in 16 cycles."""
    one = machine_of(TURNS, issue__interval=4, alu__interval=5)
    two = machine_of(TURNS, issue__interval=4, issue__schedulers=2, alu__interval=5)
    program = assemble("add.u32 r1, r8, 1\n" * 20 + "ret")
    for machine, each in ((one, 8), (two, 6)):
        found, truth = predict(counted(program, machine, 16)).cycles, simt.run(program, machine, threads=64).cycles
        assert found == pytest.approx(truth, rel=0.02)
        assert truth == pytest.approx(16 * 21 * each, rel=0.05)


def test_the_scheduler_with_most_warps_decides() -> None:
    """5 warps on 4 schedulers: two of them share one, so that 21 instructions take 42 turns."""
    keys = TURNS | {"issue.schedulers": 4, "issue.interval": 4, "alu.count": 4, "retire.ports": 4}
    program, machine = assemble("add.u32 r1, r8, 1\n" * 20 + "ret"), machine_of(keys)
    found, truth = predict(counted(program, machine, 5)).cycles, simt.run(program, machine, threads=20).cycles
    assert found == pytest.approx(truth, rel=0.05)


# --- the bus of several accesses in flight ----------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["round_robin", "oldest", "fixed_priority", "greedy_oldest"])
@pytest.mark.parametrize("latency", [20, 60, 100])
def test_two_loads_of_a_turn_keep_the_bus_busy(rule: str, latency: int) -> None:
    """8 warps of 4 lanes, two loads of a segment of 128 bytes in each of 40 turns, 8 cycles of the bus each: 8 x 16
    cycles a turn. A warp alone is back sooner. If the first warp waited for the first loads of all others before its
    second one, the bus would be idle for a part of each turn."""
    program = assemble("""
.kernel two
.buffer x, u32, 65536
    shl.b32   r0, warp_id, 9
    mov.b32   r3, 40
turn:
    ld.global r1, [r0 + x]
    ld.global r2, [r0 + x + 128]
    add.u32   r1, r1, r2
    sub.u32   r3, r3, 1 -> turn if nz
    ret
""")
    keys = {"memory.coalescing": "segments", "memory.bytes_per_cycle": 16.0, "memory.latency": latency}
    machine = machine_of(TURNS | FAR | keys | {"scheduler.policy": rule, "memory.queue": 32})
    result = simt.run(program, machine, inputs={"x": np.zeros(65536, np.uint32)}, global_size=32, local_size=32)
    assert result.cycles == pytest.approx(40 * 8 * 2 * 8, rel=0.05)
    assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles, rel=0.02)


# --- kinds of warps ---------------------------------------------------------------------------------------------------


def test_kinds_are_found_where_a_warp_ends_with_instructions_in_flight() -> None:
    """When a warp ends, its store has not been released either."""
    source = "mov.b32 r1, warp_id -> end if z\nadd.u32 r2, r8, 1\nend:\nst.local [r8], r1\nret"
    result = simt.run(assemble(source), machine_of(EXAMPLE, retire__stages=4), threads=16, record=True)
    assert [(kind.warps, sum(kind.issues)) for kind in Profile.of_result(result).kinds] == [(3, 4), (1, 3)]


# --- properties -------------------------------------------------------------------------------------------------------


def drawn(seed: int, **more: object) -> Machine:
    keys = {"branch.policy": "first_thread"} if seed % 2 == 0 else {}
    return generated_scoreboard(seed).replace(
        **keys, **{name.replace("__", "."): value for name, value in more.items()}
    )


PLAIN = [seed for seed in DEVELOPMENT if seed % 2 == 0]


def is_simple(machine: Machine) -> bool:
    """Whether a warp enters its units in its turns: a front end may hold it back until later."""
    return machine.front_end.stages == 0 or machine.issue.interval == 1


@pytest.mark.parametrize("seed", [seed for seed in PLAIN if is_simple(generated_scoreboard(seed))][:8])
def test_a_single_warp_is_predicted_to_the_cycle(seed: int) -> None:
    """Nobody is in its way where results need not wait for a port and a unit has one instance."""
    single = {
        f"{unit}.{key}": value for unit in ("alu", "fpu") for key, value in (("count", 1), ("per_scheduler", False))
    }
    machine = drawn(seed).replace(**{"retire.ports": 8} | single)
    rng = random.Random(seed)
    for _ in range(6):
        program = straight(rng)
        truth = simt.run(program, machine, threads=machine.warp_size)
        assert predict(Profile.of_result(truth)).cycles == pytest.approx(truth.cycles), program.words


@pytest.mark.parametrize("seed", DEVELOPMENT[::3])
def test_one_entry_is_one_in_flight(seed: int) -> None:
    """Section 24: with N = 1 the cycles are the ones of one_in_flight."""
    keys = {"issue__interval": 1, "issue__schedulers": 1, "issue__slots": [], "alu__per_scheduler": False,
            "fpu__per_scheduler": False, "issue__loads": 0}  # fmt: skip
    one = drawn(seed, **keys, issue__entries=1)
    rng = random.Random(seed)
    for _ in range(4):
        program, warps = straight(rng), rng.randint(1, one.warps)
        alone = counted(program, one.replace(**{"issue.dependences": "one_in_flight"}), warps)
        assert predict(counted(program, one, warps)).cycles == predict(alone).cycles


@pytest.mark.parametrize("seed", DEVELOPMENT[::3])
def test_no_bound_is_undercut_and_the_charges_add_up(seed: int) -> None:
    rng, machine = random.Random(seed), drawn(seed)
    for _ in range(4):
        found = predict(counted(straight(rng), machine, rng.randint(1, machine.warps)))
        assert found.cycles >= found.bounds[0].cycles
        assert sum(found.charges.values()) == pytest.approx(found.cycles)
        assert min(found.charges.values()) > 0


@pytest.mark.parametrize("seed", DEVELOPMENT[::3])
def test_a_single_warp_takes_no_longer_with_more_entries(seed: int) -> None:
    rng, machine = random.Random(seed), drawn(seed, issue__loads=0)
    for _ in range(4):
        program = straight(rng)
        series = [
            predict(counted(program, machine.replace(**{"issue.entries": entries}), 1)).cycles
            for entries in (1, 2, 3, 4, 8, 32)
        ]
        assert series == sorted(series, reverse=True)


# --- accuracy ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["gtx280", "g80", "gcn_cu"])
def test_presets_are_predicted_well(preset: str) -> None:
    """Kernels of development. As if one instruction were in flight, the predictions of some would be twice as high."""
    for kernel, limit in (("opencl/stencil.cl", 0.2), ("opencl/nbody.cl", 0.03), ("opencl/reduce.cl", 0.09)):
        result = simt.run(kernel, preset, record=True)
        assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles, rel=limit), kernel
    result = simt.run("prefix_sum", preset)
    # A turn after an operand moves the turns that follow, which the model counts from each instruction's own select.
    limit = 0.01 if result.machine.issue.operand_interval else 0
    assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles, rel=limit, abs=0)


def test_active_sets_of_several_schedulers() -> None:
    """two_level: each scheduler has an active set of its own."""
    machine = machine_of(TURNS | {"scheduler.policy": "two_level", "scheduler.active_warps": 2, "issue.schedulers": 4})
    program = assemble("add.u32 r1, r1, 1\n" * 20 + "ret")
    found = predict(counted(program, machine, 16)).cycles
    assert found == pytest.approx(simt.run(program, machine, threads=64).cycles, rel=0.1)


@pytest.mark.parametrize("interval", [2, 3, 7])
def test_fractions_of_turns_come_to_an_end(interval: int) -> None:
    """A mean conflict degree of 4 / 3, 7 / 5 and so on: no warp waits for a turn that is its own."""
    machine = machine_of(TURNS, issue__interval=interval, issue__schedulers=2, alu__count=2)
    program = assemble("ld.local r1, [r8]\nadd.u32 r2, r1, r2\n" * 40 + "ret")
    profile = counted(program, machine, 16)
    for extra in (1, 3, 5, 7, 11):
        passes = [count and count + extra for count in profile.passes]
        bounded = predict(replace(profile, passes=tuple(passes)))
        assert bounded.cycles < 16 * 81 * 3 * interval


def test_the_lowest_scheduler_is_first_at_a_unit_of_all() -> None:
    """Both warps want the FPU, which is busy for 4 cycles: scheduler 0 is first, whichever warp has waited longer."""
    machine = machine_of(TURNS, issue__schedulers=2, fpu__interval=4, fpu__lanes=4)
    source = ".kernel two\n" + "add.f32 r1, r2, r3\nadd.u32 r4, r1, r1\n" * 6 + "ret"
    program = assemble(source)
    for warps in (2, 3, 4):
        truth = simt.run(program, machine, threads=warps * machine.warp_size)
        assert predict(counted(program, machine, warps)).cycles == truth.cycles


def test_an_operand_holds_all_slots_of_its_scheduler() -> None:
    """After an instruction that takes an operand no slot is filled for 6 cycles, whatever fits it."""
    kinds = {"issue.slots": ["any", "operand"], "issue_width": 2, "issue.interval": 4, "issue.operand_interval": 6}
    machine = machine_of(TURNS | kinds | {"retire.ports": 8})
    source = ".kernel operands\n" + "ld.local r1, [lane_id]\nadd.f32 r2, r1, r3\nadd.u32 r5, r6, r7\n" * 5 + "ret"
    program = assemble(source)
    for warps in (1, 2, 4):
        truth = simt.run(program, machine, threads=warps * machine.warp_size)
        assert predict(counted(program, machine, warps)).cycles == truth.cycles


def test_a_held_instruction_does_not_delay_the_next_turn() -> None:
    """Selected in turns 0 and 8, whenever the instructions enter: the front end of two stages waits for the ALU."""
    machine = machine_of(EXAMPLE, front_end__stages=2, issue__interval=8, issue_width=2, alu__lanes=4)
    program = assemble(".kernel held\n" + "add.u32 r1, r2, r3\n" * 3 + "ret")
    for warps in (1, 2, 3):
        truth = simt.run(program, machine, threads=warps * machine.warp_size)
        assert predict(counted(program, machine, warps)).cycles == truth.cycles
