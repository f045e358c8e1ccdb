"""Section 28 on the specification: every instruction against numpy, under divergence of every branch policy.

Where lanes part, the cycle engine must agree on every cycle, and the functional one leave the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import isa
from isa.table.spec import InstructionSpec
from isa.table.table import INSTRUCTIONS as TABLE
from simt.core.engine.run import simulate as engine
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.machine import Machine
from tests.across import HAS_B, INSTRUCTIONS, expected
from tests.engines import disagreement, fast, first_core, initial_memory
from tests.examples import examples
from tests.generators.words import INTERESTING
from tests.pins.pin import EXPLICIT, IPDOM, MASKS, MIN_PC, Pin
from tests.reference import ReferenceResult, simulate
from tests.reference.across import REQUIREMENTS, across
from tests.reference.lockstep import LockstepWarp, with_across, without_exits
from tests.reference.scalar import WORDS_PER_THREAD, Across, IfElse, Load, Statement
from tests.reference.structured import JumpWriter, ScalarWriter, Writer, assembly, random_statements

WIDTHS = (1, 3, 4, 16, 32, 33, 64)
FIRST_THREAD: dict[str, Any] = {"branch.policy": "first_thread"}
POLICIES: dict[str, tuple[dict[str, Any], Callable[[], Writer]]] = {
    "first_thread": (FIRST_THREAD, JumpWriter),
    "mask_stack": (MASKS, Writer),
    "ipdom_stack": (IPDOM, JumpWriter),
    "ipdom_stack, out of order": (IPDOM, lambda: JumpWriter(in_order=False)),
    "min_pc": (MIN_PC, JumpWriter),
    "explicit_masks": (EXPLICIT, ScalarWriter),
    "explicit_masks, without branches": (EXPLICIT, lambda: ScalarWriter(has_branches=False)),
}
SCOREBOARD = {"issue.dependences": "scoreboard", "alu.latency": 3, "alu.interval": 2, "retire.stages": 1}
COLLECTORS = {"register_file.organisation": "collectors", "register_file.banks": 2, "register_file.collectors": 2}
MACHINES: dict[str, dict[str, Any]] = {  # what leaves the results as they are
    "plain": {},
    "front end": {"front_end.stages": 2, "alu.latency": 3, "retire.stages": 2, "ideal.lanes": True},
    "scoreboard": {**SCOREBOARD, "front_end.stages": 1},
    "collectors": {**SCOREBOARD, **COLLECTORS},
    "no dependences": {**SCOREBOARD, "ideal.dependences": True},
}
SEEDS = examples(160, 80)


def machine(policy: dict[str, Any], size: int, **more: Any) -> Machine:
    sizes = {"warp_size": size, "alu.lanes": size, "fpu.lanes": size, "lds.lanes": size}
    memory = {"registers": 32, "local.words": 2048, "program.words": 4096, "constants.words": 512}
    options = {f"options.{name}": True for name in REQUIREMENTS}
    keys = {**policy, **sizes, **memory, **options, "branch.stack_depth": 256, **more}
    return Pin("across", "", keys, 0, 0, {}, "").machine()


def beats_of(size: int, rng: random.Random) -> int:
    """The lanes of an ALU of one to four beats."""
    return rng.choice([size // beats for beats in range(1, 5) if size % beats == 0])


def number(rng: random.Random, size: int) -> int:
    """A word: any, one where something happens, the number of a lane or one just beyond."""
    return rng.choice([rng.getrandbits(32), rng.choice(INTERESTING), rng.randrange(size + 2), 0])


def numbers(rng: random.Random, size: int) -> np.ndarray:
    return np.array([number(rng, size) for _ in range(size)], np.uint32)


@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_an_instruction_is_what_numpy_says(name: str, size: int) -> None:
    rng = random.Random(f"{name} {size}")
    own = others = 0
    for _ in range(examples(320)):
        a, b, before = (numbers(rng, size) for _ in range(3))
        share = rng.choice([0.1, 0.5, 0.9, 1.0])
        mask = np.array([rng.random() < share for _ in range(size)])
        operands = {int(lane): (int(a[lane]), int(b[lane]))[: 1 + (name in HAS_B)] for lane in np.flatnonzero(mask)}
        results = across(name, size, operands)
        found = [results.get(lane, int(before[lane])) for lane in range(size)]
        assert found == expected(name, a, b, mask, before).tolist(), (a, b, mask)
        own += sum(results[lane] == a[lane] for lane in results)
        others += sum(results[lane] != a[lane] for lane in results)
    assert own or not name.startswith("shuffle")
    assert others or size == 1


@pytest.mark.parametrize("spec", [spec for spec in TABLE.values() if spec.across], ids=lambda spec: spec.name)
def test_cases_of_the_table(spec: InstructionSpec) -> None:
    """On a warp of four lanes, of which the lanes of the case take part; numpy says the same."""
    assert spec.name in INSTRUCTIONS
    for case in spec.cases:
        columns = [[bits(value) for value in case[slot]] for slot in spec.sources]
        wanted = {lane: bits(value) for lane, value in enumerate(case["r"])}
        assert across(spec.name, 4, dict(enumerate(zip(*columns, strict=True)))) == wanted
        words = [np.array(column + [9] * (4 - len(column)), np.uint32) for column in columns]
        mask = np.arange(4) < len(wanted)
        found = expected(spec.name, words[0], words[-1], mask, np.zeros(4, np.uint32))
        assert found.tolist() == [wanted.get(lane, 0) for lane in range(4)]


def bits(value: int | float) -> int:
    """A number of the table: integers are bits, decimals are float32."""
    return value if isinstance(value, int) else int(np.float32(value).view(np.uint32))


@pytest.mark.parametrize("option", REQUIREMENTS)
def test_a_machine_without_the_option_lacks_the_instruction(option: str) -> None:
    for name in (name for name in INSTRUCTIONS if name.startswith(option)):
        program = isa.assemble(f"mov r0, 1\n{name} r1, r0{', 1' if name in HAS_B else ''}\nret\n")
        with_it = machine(FIRST_THREAD, 4)
        assert simulate(program, with_it, threads=4).status == "done"
        trap = simulate(program, with_it.replace(**{f"options.{option}": False}), threads=4).trap
        assert trap is not None
        assert (trap.kind, trap.pc, trap.value) == ("illegal_instruction", 1, TABLE[name].opcode)


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_the_flag_stays_and_a_jump_may_ride_on_it(name: str) -> None:
    """`c` and `nc` take the flag from before: lane 0 has one, and decides."""
    b = ", 0" if name in HAS_B else ""
    text = f"lt.u32 r0, lane_id, 2\n{name} r1, lane_id{b} -> there if {{}}\nret\nthere: mov r2, 7\nret\n"
    for condition, word in (("c", 7), ("nc", 0)):
        result = simulate(isa.assemble(text.format(condition)), machine(FIRST_THREAD, 4), threads=4)
        assert result.carry == [0b0011]
        assert result.registers[0, 2].tolist() == [word] * 4
        assert result.disagreements[1] == 1


def run(program: isa.Program, machine: Machine, threads: int, words: np.ndarray) -> ReferenceResult:
    """On the specification. words: what the array `words` holds at the start. The engines must agree."""
    inputs = {"words": words.reshape(-1)}
    result = simulate(program, machine, threads=threads, inputs=inputs)
    found = disagreement(result, fast(program, machine, threads=threads, inputs=inputs, max_cycles=100_000))
    assert not found, found
    memories = Memories(local=initial_memory(program, machine, inputs))
    untimed = first_core(engine(Placed(program, machine, Grid.of(threads)), memories, engine="functional"))
    assert untimed.status == result.status == "done"
    for name in ("registers", "local"):
        assert np.array_equal(getattr(untimed, name), getattr(result, name)), f"{name} of a run without time"
    assert [int(flags) & (1 << 64) - 1 for flags in untimed.carry] == result.carry
    return result


def check(result: ReferenceResult, warps: Sequence[LockstepWarp]) -> None:
    """Registers and words of a run are what the lanes have in lockstep."""
    assert result.status == "done", result.trap
    for warp_number, warp in enumerate(warps):
        for name in (name for name in warp.values if name.startswith("r")):
            found = result.registers[warp_number, int(name[1:])][warp.with_thread]
            assert found.tolist() == warp.values[name][warp.with_thread].tolist(), f"warp {warp_number}, {name}"
        first = warp_number * len(warp.lanes) * WORDS_PER_THREAD
        words = warp.words[warp.with_thread].reshape(-1)
        assert result.local[first : first + len(words)].tolist() == words.tolist(), f"words of warp {warp_number}"


def masks_of(program: isa.Program, result: ReferenceResult, warp: int) -> list[int]:
    """The masks of the instructions of section 28 that a warp issued; an empty one does nothing."""
    instructions = program.instructions
    names = {pc: instructions[pc].spec.name for pc in range(len(instructions)) if instructions[pc] is not None}
    return [
        event.mask for event in result.events if event.warp == warp and event.mask and names[event.pc] in INSTRUCTIONS
    ]


def in_lockstep(
    statements: Sequence[Statement], size: int, threads: int, words: np.ndarray, lane_0_decides: bool
) -> list[LockstepWarp]:
    warps = [LockstepWarp(number, size, threads, lane_0_decides) for number in range(-(-threads // size))]
    for warp in warps:
        rows = words[warp.values["thread_id"][0] :][:size]
        warp.words[: len(rows)] = rows
        warp.run(statements)
    return warps


@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("policy", POLICIES)
def test_all_instructions_on_both_sides_of_a_branch(policy: str, size: int) -> None:
    keys, writer = POLICIES[policy]
    rng = random.Random(f"{policy} {size}")
    targets = [f"r{16 + place % 16}" for place in range(len(INSTRUCTIONS))]
    seen: Counter[bool] = Counter()
    for start in (0, 9):  # half of the instructions: each has a register of its own
        some = [
            Across(name, target, "r0", "r1" if name in HAS_B else None)
            for name, target in list(zip(INSTRUCTIONS, targets, strict=True))[start : start + 9]
        ]
        statements: tuple[Statement, ...] = (
            Load("r0", 0), Load("r1", 1), Load("r8", 2), IfElse("r8", tuple(some), tuple(reversed(some))),
        )  # fmt: skip
        for _ in range(examples(24, 12)):
            threads = rng.randint(1, 2 * size)
            share = rng.random()
            words = np.array(
                [(number(rng, size), number(rng, size), rng.random() < share, 0) for _ in range(threads)], np.uint32
            )
            warps = in_lockstep(statements, size, threads, words, policy == "first_thread")
            program = isa.assemble(assembly(statements, threads, writer()))
            found = run(program, machine(keys, size, **{"alu.lanes": beats_of(size, rng)}), threads, words)
            check(found, warps)
            seen[found.lane_ledger["diverged"] > 0] += 1
    assert seen[True] or size == 1 or policy == "first_thread"


@pytest.mark.parametrize("policy", POLICIES)
def test_structured_programs_are_lanes_in_lockstep(policy: str) -> None:
    """Registers, memory, and the lanes that take part; on machines of which none changes what is computed."""
    keys, writer = POLICIES[policy]
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        rng = random.Random(f"{policy} {seed}")
        statements = random_statements(rng)
        if "ipdom" in policy:  # an exit takes joins away
            statements = without_exits(statements)
        size = rng.choice([*WIDTHS, 3, 4, 16])
        statements = with_across(rng, statements, size)
        threads = rng.randint(1, min(2 * size, 70))
        text = assembly(statements, threads, writer())
        program = isa.assemble(text)
        words = np.zeros((threads, WORDS_PER_THREAD), np.uint32)
        warps = in_lockstep(statements, size, threads, words, policy == "first_thread")
        kind = rng.choice(list(MACHINES))
        more = {
            **MACHINES[kind],
            "alu.lanes": beats_of(size, rng),
            "branch.order": rng.choice(["true_first", "false_first"]),
        }
        try:
            result = run(program, machine(keys, size, **more), threads, words)
            check(result, warps)
            for warp in range(len(warps)):
                mine, theirs = warps[warp].masks, masks_of(program, result, warp)
                assert sorted(mine) == sorted(theirs), f"masks of warp {warp}"
        except AssertionError as error:
            pytest.fail(f"seed {seed}, {policy}, {kind}: {error}\n{text}")
        seen[kind] += 1
        seen["diverged"] += result.lane_ledger["diverged"] > 0
        seen["several masks"] += any(len(set(warp.masks)) > 2 for warp in warps)
    assert policy == "first_thread" or min(seen["diverged"], seen["several masks"]) >= SEEDS // 4, seen
