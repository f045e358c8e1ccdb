"""Devices on the specification: pins derived by hand from sections 18 and 19, and laws over generated cases."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import isa
from isa.program.buffers import buffer_addresses
from isa.program.encoding import Instruction, encode
from isa.program.program import LaunchValue, Program
from isa.table.spec import InstructionSpec
from isa.table.table import INSTRUCTIONS, SCALAR, SPECIAL_NAMES
from simt.machine import Machine
from tests.device_engines import disagreement, specified_device
from tests.examples import examples
from tests.generators.cases import random_case
from tests.generators.devices import DeviceCase, describe, random_device_case, shrink
from tests.pins.devices import BASE, END, FIRST
from tests.reasons import OF_DEVICES, OF_DRAM
from tests.reference import DeviceResult, simulate, simulate_device


def run(
    text: str, size: int | tuple[int, int] = 4, local: int | tuple[int, int] = 4, /, words: Any = None, **keys: Any
) -> DeviceResult:
    """A launch on a machine of warps of four; in `keys` two underlines are a dot."""
    machine = Machine.load("fpga4", {**BASE, **{key.replace("__", "."): value for key, value in keys.items()}})
    given = np.zeros(END // 4, np.uint32)
    if words is not None:
        given[FIRST // 4 : FIRST // 4 + len(words)] = words
    return simulate_device(
        isa.assemble(text),
        machine,
        size=size if isinstance(size, tuple) else (size, 1),
        local=local if isinstance(local, tuple) else (local, 1),
        buffers=[(FIRST, END)],
        words=given,
        max_cycles=5000,
    )


def states(result: DeviceResult, warp: int, core: int = 0) -> list[str]:
    return [row[warp] for row in result.cores[core].warp_states]


# --- Times -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("f", [0, 3])
@pytest.mark.parametrize("r", [0, 2])
@pytest.mark.parametrize("latency", [1, 4])
@pytest.mark.parametrize("lanes", [4, 2, 1])
@pytest.mark.parametrize(("bytes_per_cycle", "more"), [(32.0, 0), (8.0, 3), (24.0, 1), (1024.0, 0)])
def test_unloaded_load(f: int, r: int, latency: int, lanes: int, bytes_per_cycle: float, more: int) -> None:
    """Select t = 0, enter e = f, into the queue in e + beats, at the arbiter L later, granted at once.

    The bus has it from the beginning of cycle g: 32 bytes take 1, 4, 1 1/3 or 1/32 cycles, so it is on the bus until
    the end of cycle g + `more`. Done `memory.latency` later, offered L after that, and retired at once.
    """
    result = run(
        f"ld.global r1, [{FIRST + 32}]\nret\n",
        words=[0] * 8 + [77],
        front_end__stages=f,
        retire__stages=r,
        interconnect__latency=latency,
        memory__lanes=lanes,
        memory__bytes_per_cycle=bytes_per_cycle,
    )
    beats = 4 // lanes
    offered = f + beats + latency + more + 5 + latency
    event = result.cores[0].events[0]
    assert (event.select, event.enter, event.offer, event.retire, event.ready) == (
        0, f, offered, offered, offered + r,
    )  # fmt: skip
    assert (event.instance, event.degree) == (0, 1)
    assert result.cores[0].registers[0][1].tolist() == [77] * 4
    assert states(result, 0)[: offered + r] == ["issued"] + ["fetch"] * max(f - 1, 0) + ["dep_global"] * (
        offered + r - 1 - max(f - 1, 0)
    )


# --- Groups ----------------------------------------------------------------------------------------------------------


def test_places_are_bounded() -> None:
    """P is the least of five bounds; the ring has P x G warps."""

    def warps(text: str = "mov r0, r0\nret\n", size: int = 64, local: int = 8, **keys: Any) -> int:
        return len(run(text, size, local, **keys).cores[0].registers)

    assert warps() == 16  # 16 warps of the machine, groups of two: eight places; eight groups
    assert warps(groups_per_core=3) == 6
    assert warps(cores=3) == 6  # ceil(8 / 3) = 3
    assert warps(register_file__words=5) == 4  # a register, two warps: two places
    # Local memory: 5 words on 4 banks are 8; of 20 words two places.
    assert warps(".local a u32[5]\nmov r0, r0\nret\n", local__words=20) == 4
    with pytest.raises(ValueError, match="fits no core"):
        run("mov r3, r0\nret\n", register_file__words=3)
    with pytest.raises(ValueError, match="does not divide"):
        run("ret\n", 10)


def test_stores_before_a_barrier_are_seen_after_it() -> None:
    """Each thread stores its number, and after the barrier loads that of the thread opposite."""
    text = f"""
        shl.b32 r0, thread_id, 2
        st.global [r0 + {FIRST}], thread_id
        bar
        sub.u32 r0, 60, r0
        ld.global r1, [r0 + {FIRST}]
        ret
    """
    result = run(text, 16, 16, memory__queue=1, memory__bytes_per_cycle=3.0)
    assert result.cores[0].registers[:, 1].reshape(-1).tolist() == list(range(15, -1, -1))


def test_special_sources_of_two_dimensions() -> None:
    """(6, 4) threads in groups of (3, 2): four groups, group 3 the one at (1, 1). Thread 4 is at (1, 1) in it."""
    names = [
        "thread_id", "group_id", "group_size", "groups", "global_id", "local_id_x", "local_id_y", "group_id_x",
        "group_id_y", "global_id_x", "global_id_y", "group_size_x", "warp_id",
    ]  # fmt: skip
    text = "".join(f"mov r{k}, {name}\n" for k, name in enumerate(names)) + "ret\n"
    result = run(text, (6, 4), (3, 2))
    # place 3, its second warp (thread 4 is its lane 0)
    assert result.cores[0].registers[7, : len(names), 0].tolist() == [4, 3, 6, 4, 22, 1, 1, 1, 1, 4, 3, 3, 1]


def launched(size: tuple[int, ...], local: tuple[int, ...], offset: tuple[int, ...] = ()) -> DeviceResult:
    """A launch of warps of four in which register k starts as the k-th of the special sources, in every lane."""
    program = isa.assemble("".join(f".at_launch r{k}, {name}\n" for k, name in enumerate(SPECIAL_NAMES)) + "ret\n")
    machine = Machine.load("fpga4", {**BASE, "groups_per_core": 64, "warps": 64, "register_file.words": 1 << 14})
    return simulate_device(program, machine, size=size, local=local, offset=offset)


def sources(result: DeviceResult, warp: int, lane: int, kind: str) -> list[int]:
    """The special sources of a kind in the three dimensions."""
    return [int(result.cores[0].registers[warp, SPECIAL_NAMES.index(f"{kind}_{d}"), lane]) for d in "xyz"]


def test_special_sources_of_three_dimensions() -> None:
    """(4, 6, 10) threads in groups of (2, 3, 5), from (10, 0, 2^32 - 10) on: 2 x 2 x 2 groups of 30 threads, 8 warps.

    Group 5 is the one at (1, 0, 1). Its thread 22 is at (0, 2, 3): 0 + 2 x 2 + 6 x 3. It is lane 2 of its warp 5, which
    is warp 45 of the core. What is 32 in warp 7 of a group has no thread: t = 30 would be at (0, 0, 5).
    """
    result = launched((4, 6, 10), (2, 3, 5), (10, 0, (1 << 32) - 10))
    assert sources(result, 45, 2, "local_id") == [0, 2, 3]
    assert sources(result, 45, 2, "group_id") == [1, 0, 1]
    assert sources(result, 45, 2, "group_size") == [2, 3, 5]
    assert sources(result, 45, 2, "groups") == [2, 2, 2]
    assert sources(result, 45, 2, "global_size") == [4, 6, 10]
    assert sources(result, 45, 2, "global_offset") == [10, 0, (1 << 32) - 10]
    assert sources(result, 45, 2, "global_id") == [12, 2, (1 << 32) - 2]
    linear = ("thread_id", "warp_id", "lane_id", "group_id", "group_size", "groups", "global_id", "work_dim")
    numbers = [int(result.cores[0].registers[45, SPECIAL_NAMES.index(name), 2]) for name in linear]
    assert numbers == [22, 5, 2, 5, 30, 8, 172, 3]
    assert sources(result, 47, 2, "local_id") == [0, 0, 5]
    assert sources(result, 47, 2, "global_id") == [12, 0, 0]


@pytest.mark.parametrize(
    ("size", "local", "offset", "work_dim", "behind"),
    [
        ((6,), (3,), (), 1, [3, 0, 0]),
        ((6,), (3, 1), (), 2, [3, 0, 0]),
        ((6, 1, 1), (3,), (), 3, [3, 0, 0]),
        ((6,), (3,), (0, 0), 2, [3, 0, 0]),
        ((2, 3), (1, 3), (), 2, [0, 3, 0]),
        ((1, 1, 6), (1, 1, 3), (5,), 3, [0, 0, 3]),
        ((3, 1, 1), (3, 1, 1), (1, 1, 1), 3, [3, 0, 0]),
    ],
)
def test_dimensions_of_a_launch(
    size: tuple[int, ...], local: tuple[int, ...], offset: tuple[int, ...], work_dim: int, behind: list[int]
) -> None:
    """`behind` is where thread 3 of a group of three would be."""
    result = launched(size, local, offset)
    assert int(result.cores[0].registers[0, SPECIAL_NAMES.index("work_dim"), 0]) == work_dim
    assert sources(result, 0, 3, "local_id") == behind


@pytest.mark.parametrize(
    ("size", "local", "offset"),
    [
        ((6, 4), (3, 3), ()),
        ((6,), (3, 2), ()),
        ((6,), (3,), (-1,)),
        ((6,), (3,), ((1 << 32) - 5,)),
        ((1 << 16, 1 << 16), (1, 1), ()),
        ((6, 1, 1, 1), (3,), ()),
        ((6, 0), (3, 1), ()),
    ],
)
def test_launches_that_are_none(size: tuple[int, ...], local: tuple[int, ...], offset: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"divide|negative|many|dimensions"):
        launched(size, local, offset)


def test_an_indexed_source_may_be_read_more_than_once() -> None:
    """By any machine, in every source that takes a constant; a scalar register only under explicit masks."""
    found = run("mul.u32 r0, groups_x, groups_x\nst.local [r0 + 1], r0\nret\n", 12, 4, options__multiply=True)
    assert found.cores[0].registers[0, 0].tolist() == [9] * 4
    instruction = Instruction(INSTRUCTIONS["mov.b32"], ra=SCALAR, const=127)
    result = simulate(Program.from_words([encode(instruction)], threads=4), Machine.load("fpga4"))
    assert result.trap is not None
    assert result.trap.kind == "illegal_instruction"


@pytest.mark.parametrize("spec", [s for s in INSTRUCTIONS.values() if s.unit == "memory"], ids=lambda spec: spec.name)
def test_kernel_of_the_table(spec: InstructionSpec) -> None:
    """The example that every instruction has in `isa/instructions.toml`; its buffer is bound as section 19 has it."""
    program = isa.assemble(spec.kernel)
    constants = list(program.constants)
    addresses = buffer_addresses([buffer.length for buffer in program.buffers.values()])
    for buffer, address in zip(program.buffers.values(), addresses, strict=True):
        constants[buffer.index] = address
    result = simulate_device(
        replace(program, constants=tuple(constants)),
        Machine.load("fpga4", {"memory": "simple"}),
        size=(1, 1),
        local=(1, 1),
        buffers=[(FIRST, END)],
        words=[0] * (END // 4),
    )
    assert result.status == "done"
    registers = result.cores[0].registers[0, :, 0]
    for name, value in spec.expect.items():
        assert registers[int(name[1:])] == value, name


# --- Stops -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lanes", "value"),
    [
        (f"ld.global r1, [{FIRST + 2}]", 15, FIRST + 2),  # no multiple of four
        (f"ld.global.b64 r2, [r0 + {FIRST + 4}]", 15, FIRST + 4),  # nor of eight
        (f"shl.b32 r0, lane_id, 2\nld.global r1, [r0 + {END - 8}]", 12, END),
        (f"shl.b32 r0, lane_id, 4\nst.global.b128 [r0 + {FIRST - 32}], r4", 3, FIRST - 32),
        (f"atom.add.u32 r1, [{END}], r0", 15, END),
        ("ld.global r1, [r0 + 0xfffffffc]", 15, 0xFFFF_FFFC),
    ],
)
def test_addresses_that_trap(text: str, lanes: int, value: int) -> None:
    result = run(text + "\nret\n", words=[5] * 1024)
    assert result.trap is not None
    assert (result.trap.kind, result.trap.lanes, result.trap.value) == ("global_address", lanes, value)
    assert (result.words[FIRST // 4 :] == 5).all()  # and change nothing
    event = result.cores[0].events[-1]
    assert (event.enter, event.degree, event.offer) == (result.cycles - 1, 0, -1)


def test_registers_of_wide_accesses() -> None:
    for text in (f"ld.global.b128 r5, [{FIRST}]", f"st.global.b64 [r0 + {FIRST}], r7"):
        assert run(text + "\nret\n", registers=9).trap is None
        trap = run(text + "\nret\n", registers=8).trap
        assert trap is not None
        assert trap.kind == "illegal_instruction"


def test_wide_words() -> None:
    text = f"""
        shl.b32 r0, lane_id, 4
        ld.global.b128 r4, [r0 + {FIRST}]
        st.global.b64 [r0 + {FIRST + 512}], r6
        ret
    """
    result = run(text, words=range(16))
    assert result.cores[0].registers[0][4:8].tolist() == [[k + 4 * lane for lane in range(4)] for k in range(4)]
    assert result.words[(FIRST + 512) // 4 :][:8].tolist() == [2, 3, 0, 0, 6, 7, 0, 0]


def test_a_later_trap_in_the_same_stretch_is_kept_by_its_core() -> None:
    """Core 0 traps two cycles after core 1, in the same stretch of 4 cycles; at L = 1 it does not come to it."""
    text = "mov r0, group_id -> bad if nz\nmov r0, r0\nmov r0, r0\nbad: ld.global r1, [1]\nret\n"
    result = run(text, 8, cores=2, interconnect__latency=4)
    assert [core.trap is not None for core in result.cores] == [True, True]
    assert run(text, 8, cores=2, interconnect__latency=1).cores[0].trap is None


# --- Whole kernels ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["segments", "sectors", "half_warp_relaxed", "half_warp_joined", "half_warp_strict"])
def test_a_kernel_over_many_groups(rule: str) -> None:
    """c[i] = a[i] + b[i], and a sum over all threads, whatever the device looks like."""
    text = f"""
        shl.b32 r0, global_id, 2
        ld.global r1, [r0 + {FIRST}]
        ld.global r2, [r0 + {FIRST + 512}]
        add.u32 r1, r1, r2
        st.global [r0 + {FIRST + 1024}], r1
        atom.add.u32 r3, [{FIRST + 2048}], group_size
        ret
    """
    given = np.arange(1000, 1256, dtype=np.uint32)
    for cores, groups, queue in ((1, 1, 1), (2, 2, 3), (4, 3, 64)):
        result = run(
            text, 96, 12, words=given, cores=cores, groups_per_core=groups, coalescing=rule, memory__queue=queue
        )
        assert result.status == "done"
        words = result.words[FIRST // 4 :]
        assert words[256 : 256 + 96].tolist() == (given[:96] + given[128 : 128 + 96]).tolist()
        assert words[512] == 96 * 12


# --- Against the plain processor, and laws ---------------------------------------------------------------------------


def test_a_device_of_one_core_is_the_plain_processor() -> None:
    seen = 0
    seeds = examples(220)
    for seed in range(seeds):
        case = random_case(seed)
        if case.machine.vliw.count > 1 or case.machine.register_file_organisation in ("three_banks", "eight_banks"):
            continue  # not combined
        plain = simulate(case.program, case.machine, threads=case.threads, max_cycles=case.max_cycles)
        machine = case.machine.replace(**{"memory.policy": "simple", "memory.lanes": 1, "interconnect.latency": 7})
        device = simulate_device(
            case.program, machine, size=(case.threads, 1), local=(case.threads, 1), max_cycles=case.max_cycles
        )
        if plain.trap is not None and plain.trap.kind == "illegal_instruction":
            continue  # the word may be one of global memory
        assert plain.differences(device.cores[0]) == [], seed
        assert (device.cycles, device.status, device.trap) == (plain.cycles, plain.status, plain.trap)
        seen += 1
    assert seen > seeds // 3


STOPS = {
    "done", "cycle_limit", "global_address", "local_address", "illegal_instruction", "program_counter", "deadlock",
    "stack_overflow", "stack_underflow", "divergent_barrier",
}  # fmt: skip


@pytest.mark.nightly
def test_generated_cases_keep_the_laws_and_reach_everything() -> None:
    """What the equality of the engines says is worth as much as what the cases reach."""
    warps: set[str] = set()
    slots: set[str] = set()
    stops: set[str] = set()
    special: Counter[str] = Counter()
    for seed in (*range(examples(600, 15)), *SELDOM):
        case = random_device_case(seed)
        result = specified_device(case)
        stops.add(result.trap.kind if result.trap is not None else result.status)
        special["other cores stopped by a trap"] += result.trap is not None and len(result.cores) > 1
        cases_of = case.program.instructions
        for core in result.cores:
            ring = len(core.registers)
            assert sum(core.warp_ledger.values()) == ring * core.cycles == sum(map(len, core.warp_states))
            assert sum(core.issue_ledger.values()) == case.machine.issue_width * core.cycles
            assert core.cycles == len(core.ready_bits)
            for row in core.warp_states:
                warps.update(row)
            for row in core.slot_reasons:
                slots.update(row)
            starts: Counter[int] = Counter()
            for before, after in zip(core.warp_states, core.warp_states[1:], strict=False):
                for warp, (first, then) in enumerate(zip(before, after, strict=True)):
                    starts[warp] += first == "idle" != then
            special["a place filled again"] += max(starts.values(), default=0) > 0
            for event in core.events:
                instruction = cases_of[event.pc]
                assert instruction is not None
                if instruction.spec.unit == "memory" and event.enter >= 0:
                    special[f"{instruction.spec.words} words"] += 1
                    special["atomics"] += instruction.spec.name.startswith("atom.")
                    special["no lanes"] += event.degree == 0 and event.offer >= 0
                    special["a result of memory waits"] += event.retire > event.offer >= 0
                    special["several transactions"] += event.degree > 1
                    if event.offer >= 0 and not instruction.spec.is_store and event.degree:
                        memory = case.machine.memory
                        beats = case.machine.warp_size // memory.lanes
                        least = memory.pipeline if memory.policy == "dram" else memory.latency
                        way = 2 * case.machine.interconnect.latency + least
                        assert event.offer >= event.enter + beats + event.degree - 1 + way
    assert warps >= OF_DEVICES
    assert slots >= OF_DEVICES - OF_DRAM
    assert not slots & OF_DRAM
    assert stops >= STOPS
    assert min(special.values()) > 0, special
    assert len(special) == 9


SELDOM = (56, 65, 68, 114, 119, 149, 186, 373)  # seeds of what few cases reach


def test_a_hold_that_is_the_coalescers() -> None:
    """Some front ends are held by a coalescer that begins, some by one that sends, some by a full queue."""
    held: Counter[str] = Counter()
    for seed in range(examples(60)):
        case = random_device_case(seed)
        for core in specified_device(case).cores:
            for (pc, reason), count in core.issue_ledger.items():
                instruction = case.program.instructions[pc] if pc >= 0 else None
                if instruction is not None and instruction.spec.unit == "memory":
                    held[reason] += count
    assert held["unit_busy"] > 0
    assert held["uncoalesced"] > 0
    assert held["memory_queue"] > 0


def test_an_access_is_uncoalesced_in_all_its_sends_but_the_last() -> None:
    """Of n transactions, n at least 1, n - 1 cycles of the warp that waits for it alone, whatever the queue does."""
    seen: Counter[int] = Counter()
    for seed in range(examples(60)):
        case = random_device_case(seed)
        assert not case.machine.issue.has_scoreboard
        for core in specified_device(case).cores:
            for event in core.events:
                instruction = case.program.instructions[event.pc]
                if instruction is None or instruction.spec.unit != "memory" or event.retire < 0:
                    continue
                waits = [row[event.warp] for row in core.warp_states[event.enter : event.retire]]
                assert waits.count("uncoalesced") == max(0, event.degree - 1), describe(case)
                seen[event.degree] += 1
    assert min(seen[1], seen[4]) > 0


def test_disagreements_are_told_by_core_and_cycle() -> None:
    case = next(
        case for case in map(random_device_case, range(100)) if case.machine.cores > 1 and case.max_cycles > 200
    )
    first, second = specified_device(case), specified_device(case)
    assert disagreement(first, second) == ""
    second.cores[1].warp_states[3] = ["issued"] * 9
    second.cores[0].warp_states[5] = ["issued"] * 9
    second.words[1] = 1
    told = disagreement(first, second)
    assert told.startswith("core 1:\nfirst differing cycle: 3\n")
    assert "core 0:\nfirst differing cycle: 5\n" in told
    assert "global memory: byte 4: 0 / 1" in told
    assert describe(case).startswith(f"# seed {case.seed}\n")


def test_a_description_rebuilds_its_case() -> None:
    for seed in range(20):
        case = random_device_case(seed)
        known = (Machine, Program, DeviceCase, LaunchValue, replace)
        names: dict[str, Any] = {each.__name__: each for each in known}
        exec(describe(case), names)
        assert names["case"] == replace(case, seed=-1)


def test_shrinking_keeps_what_fails() -> None:
    def fails(case: DeviceCase) -> bool:
        loads = [found for found in case.program.instructions if found is not None and found.spec.name == "ld.global"]
        return len(loads) > 1 and case.machine.memory.queue < 5 and case.size != case.local

    case = next(case for case in map(random_device_case, range(200)) if case.machine.cores > 1 and fails(case))
    smallest = shrink(case, fails)
    assert fails(smallest)
    assert smallest.machine.cores == 1
    assert smallest.machine.memory.queue == case.machine.memory.queue
    assert smallest.max_cycles == 1
    nothing = isa.assemble("mov r0, r0\n").words[0]
    assert sum(word != nothing for word in smallest.program.words) == 2
