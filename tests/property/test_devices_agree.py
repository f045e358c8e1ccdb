"""Devices: the fast engine equals the executable specification on every cycle, over generated launches."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import pytest

import isa
import simt
from isa.program.program import Program
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.traps import TRAP_KINDS
from simt.launch.sizes import SizeError
from simt.machine import Machine
from tests.device_engines import device_difference, fast_device, specified_device
from tests.engines import disagreement, to_reference
from tests.examples import examples, nightly_but
from tests.generators.cases import describe as describe_plain
from tests.generators.cases import random_case
from tests.generators.device_machines import random_device_machine, random_sizes
from tests.generators.devices import (
    DeviceCase,
    describe,
    random_device_case,
    random_joining_case,
    random_stored_case,
    shrink,
)
from tests.generators.machines import idealised
from tests.pins.pin import Pin
from tests.reasons import OF_DEVICES
from tests.reference import coalescing

BATCHES = examples(16, 16)
PER_BATCH = 25  # launches in every run, 400 at night; 1100 of test_combinations_agree.py are devices with all features
LIFTED = WITH_EXTRAS = 10
JOINING = examples(400, 40)
STORED = 5
DIVERGENT = 373  # the seed of a launch with a barrier that some lanes do not reach, which are few
RACE_FREE = 120


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_every_cycle(batch: int) -> None:
    for seed in range(batch * PER_BATCH, (batch + 1) * PER_BATCH):
        case = random_device_case(seed)
        found = device_difference(case)
        if found:
            smallest = shrink(case, lambda candidate: bool(device_difference(candidate)))
            pytest.fail(f"{device_difference(smallest)}\n\n{describe(smallest)}\n\nfound with seed {seed}")


def test_engines_agree_where_half_warps_join(monkeypatch: pytest.MonkeyPatch) -> None:
    joining = coalescing.joined
    joins = Counter[bool]()

    def counted(found: list[coalescing.Transaction]) -> list[coalescing.Transaction]:
        left = joining(found)
        joins[len(left) < len(found)] += 1
        return left

    monkeypatch.setattr(coalescing, "joined", counted)
    for seed in range(JOINING):
        case = random_joining_case(seed)
        found = device_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"
    assert joins[True] >= JOINING // 2


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_without_limits(batch: int) -> None:
    """Section 22: some limit is lifted on every machine."""
    for seed in range(batch * LIFTED, (batch + 1) * LIFTED):
        case = random_device_case(seed)
        case = replace(case, machine=idealised(random.Random(f"limits of {seed}"), case.machine))
        found = device_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_extras(batch: int) -> None:
    for seed in range(batch * WITH_EXTRAS, (batch + 1) * WITH_EXTRAS):
        case = random_device_case(seed, extras=True)
        found = device_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_buffers_that_are_objects(batch: int) -> None:
    """Section 19, Storage: where bytes are, and what managing takes and leaves behind."""
    for seed in range(batch * STORED, (batch + 1) * STORED):
        case = random_stored_case(seed)
        found = device_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"


def test_a_unit_with_fewer_beats_is_free_in_time() -> None:
    """A core that waits wakes when a unit has done the beats of active lanes, not when it would have done all.

    Two groups of warps with four and with two threads, each a beat on the DPU: it accepts in 4, 4 + 2 and 6 + 4. In 10
    warp 0 is back, and `paper` chooses 3, whose predecessor is not available. Its own is: ret in 11.
    """
    keys = {"ideal.lanes": True, "dpu.count": 1, "dpu.lanes": 1, "dpu.latency": 7, "retire.ports": 2}
    machine = Pin("", "", keys, 0, 0, {}, "").machine().replace(**{"memory.policy": "simple", "groups_per_core": 2})
    program = isa.assemble(".threads 6\ncvt.f64.f32 r2, 1.0\nret\n")
    case = DeviceCase(machine, program, (12, 1), (6, 1), (), (), (), 1000)
    for result in (specified_device(case), fast_device(case)):
        events = result.cores[0].events
        assert [(event.warp, event.enter, event.degree) for event in events] == [
            (0, 0, 4), (1, 4, 2), (2, 6, 4), (3, 10, 2), (0, 11, 1), (1, 12, 1), (2, 16, 1), (3, 18, 1),
        ]  # fmt: skip
        assert result.cycles == 19


def test_at_most_256_reads_of_a_channel_are_under_way() -> None:
    """Section 19: 320 reads of a line are merged with the first, which waits for a drain of writes of one bank.

    With a bound of 255 other cycles come out: some read waits for the bound alone.
    """
    keys = {
        "memory": "dram", "memory.mapping": "bank_row_column", "memory.coalescing": "half_warp_strict",
        "memory.lanes": 64, "memory.queue": 64, "warp_size": 64, "warps": 5, "local.words": 64, "constants.words": 16,
        "interconnect.latency": 1, "clock_mhz": 1000 / 3,
    }  # fmt: skip
    text = "shl.b32 r0, lane_id, 12\nst.global [r0 + 4096], r0\nxor.b32 r1, r1, r1\nld.global r2, [r1 + 8192]\nret\n"
    machine, program = Machine.load("fpga4", keys), isa.assemble(f".threads 320\n{text}")
    first, size = 4096, 64 * 4096
    words = (0,) * ((first + size) // 4)
    case = DeviceCase(machine, program, (320, 1), (320, 1), ((first, first + size),), words, (), 10_000)
    assert not device_difference(case)


def longest_wait_for_the_queue(result: Any) -> int:
    """The most cycles in a row in which some warp of a core is in the state `memory_queue`."""
    stretches = (groupby("memory_queue" in states for states in core.warp_states) for core in result.cores)
    return max((len(list(cycles)) for found in stretches for is_full, cycles in found if is_full), default=0)


@pytest.mark.nightly
def test_generated_launches_reach_every_reason_and_every_stop() -> None:
    """What the equality tests say is worth as much as what their cases reach. Ledgers balance on every core."""
    reasons: Counter[str] = Counter()
    stops: Counter[str] = Counter()
    full_for: Counter[int] = Counter()  # launches in which a warp waits so long without a break for room in the queue
    seeds = examples(640)
    for seed in {*range(seeds), DIVERGENT}:
        case = random_device_case(seed)
        result = fast_device(case)
        for core in result.cores:
            slots, states = Counter[str](), Counter[str]()
            for (_, reason), count in core.issue_ledger.items():
                slots[reason] += count
            for (_, reason), count in core.warp_ledger.items():
                states[reason] += count
            assert slots.total() == core.cycles * case.machine.issue_width, describe(case)
            assert states.total() == core.cycles * len(core.carry), describe(case)
            reasons += slots + states
        stops[result.trap.kind if result.trap else result.status] += 1
        longest = longest_wait_for_the_queue(result)
        full_for.update(cycles for cycles in (2, 10, 50) if longest >= cycles)
    assert full_for[2] > seeds // 5
    assert full_for[10] > seeds // 12
    assert full_for[50] > seeds // 50
    assert set(reasons) == OF_DEVICES
    assert set(stops) == {"done", "cycle_limit", *TRAP_KINDS} - {"none"}


# --- one core against the plain processor -----------------------------------------------------------------------------


def fits_a_device(machine: Machine) -> bool:
    return machine.vliw.count == 1 and machine.register_file_organisation not in ("three_banks", "eight_banks")


@pytest.mark.parametrize("batch", range(examples(4, 4)))
def test_a_device_of_one_core_is_the_plain_processor(batch: int) -> None:
    """With one work-group and no access to global memory: every cycle, every register, every ledger."""
    compared = 0
    for seed in range(batch * 100, (batch + 1) * 100):
        case = random_case(seed)
        if not fits_a_device(case.machine):
            continue
        machine = case.machine.replace(**{"memory.policy": "simple"}) if seed % 2 else case.machine
        plain = simulate(
            Placed(case.program, case.machine, Grid.of(case.threads)), max_cycles=case.max_cycles, record=True
        )
        device = simulate(
            Placed(case.program, machine, Grid.of(case.threads)),
            Memories(words=np.zeros(0, np.uint32)),
            max_cycles=case.max_cycles,
            record=range(case.max_cycles),
        )
        assert device.state.device is not None
        found = disagreement(to_reference(plain, case.program), to_reference(device, case.program))
        assert device.cycles == plain.cycles, describe_plain(case)
        assert not found, f"{found}\n\n{describe_plain(case)}"
        compared += 1
    assert compared > 30


# --- the functional engine --------------------------------------------------------------------------------------------


class RaceFree(NamedTuple):
    """A launch in which no work-item reads what another one may write, but for atomic sums and behind a barrier."""

    program: Program
    machine: Machine
    size: tuple[int, int]
    group: tuple[int, int]
    inputs: dict[str, Any]


OPERATIONS = ("add.u32", "sub.u32", "xor.b32", "or.b32", "min.u32", "max.s32")
SOURCES = ("group_id", "thread_id", "local_id_x", "local_id_y", "global_id_x", "group_size", "groups", "3")


def random_race_free_launch(seed: int) -> RaceFree:
    """The launch of a seed; some group fits."""
    rng = random.Random(f"race-free launch {seed}")
    machine = random_device_machine(rng)
    keys = {"registers": 8, "register_file.words": 8 * machine.warps, "constants.words": 64}
    machine = machine.replace(**keys, **({"memory.policy": "simple"} if machine.memory.policy == "none" else {}))
    size, group = random_sizes(rng, machine)
    threads, items = group[0] * group[1], size[0] * size[1]
    lines = [".buffer x, u32", ".buffer wide, u32", ".buffer y, u32", ".buffer sums, u32, 4"]
    has_local = threads <= machine.local.words and rng.random() < 0.6
    if has_local:
        lines.append(f".local t u32[{threads}]")
    lines += ["shl.b32 r0, global_id, 2", "ld.global r1, [r0 + x]", "shl.b32 r2, global_id, 3"]
    lines += ["ld.global.b64 r4, [r2 + wide]", "add.u32 r1, r1, r4", "xor.b32 r4, r4, thread_id"]
    lines += ["st.global.b64 [r2 + wide], r4"]
    if has_local:
        lines += ["st.local [thread_id + t], r1", "bar", f"sub.u32 r6, {threads - 1}, thread_id"]
        lines += ["ld.local r5, [r6 + t]", "add.u32 r1, r1, r5"]
    for number in range(rng.randint(1, 8)):
        lines.append(f"{rng.choice(OPERATIONS)} r1, r1, {rng.choice(SOURCES)}")
        kind = rng.random()
        if kind < 0.2:
            word, name = rng.choice(((0, "add"), (4, "max")))
            lines += [f"mov.b32 r6, {word}", f"atom.{name}.u32 r6, [r6 + sums], r1", "mov.b32 r6, 0"]
        elif kind < 0.4:
            lines += [f"and.b32 r6, r1, {rng.choice((1, 2, 6))} -> over{number} if z"]
            lines += [f"add.u32 r1, r1, {rng.randint(1, 9)}", f"over{number}:"]
        elif kind < 0.5:
            lines += ["st.global [r0 + y], r1", "ld.global r6, [r0 + y]", "add.u32 r1, r1, r6"]
        elif kind < 0.6:
            lines += ["and.b32 r6, group_id, 3", "add.u32 r6, r6, 1", f"again{number}:", "add.u32 r1, r1, r6"]
            lines += [f"sub.u32 r6, r6, 1 -> again{number} if nz"]
    lines += ["st.global [r0 + y], r1", "ret"]
    numbers = np.random.default_rng(seed)
    inputs = {
        "x": numbers.integers(0, 1 << 32, items, np.uint32),
        "wide": numbers.integers(0, 1 << 32, 2 * items, np.uint32),
        "y": np.zeros(items, np.uint32),
    }
    return RaceFree(isa.assemble("\n".join(lines) + "\n"), machine, size, group, inputs)


@pytest.mark.parametrize("batch", nightly_but([1], range(3)))
def test_functional_engine_agrees_on_race_free_launches(batch: int) -> None:
    completed = 0
    for seed in range(batch * RACE_FREE // 3, (batch + 1) * RACE_FREE // 3):
        case = random_race_free_launch(seed)
        asked: dict[str, Any] = {
            "inputs": case.inputs,
            "global_size": case.size,
            "local_size": case.group,
            "max_cycles": 60_000,
        }
        try:
            timed = simt.run(case.program, case.machine, **asked)
        except SizeError:  # the local memory of a group
            continue
        untimed = simt.run(case.program, case.machine, engine="functional", **asked)
        about = f"seed {seed}: {case.machine} {case.size} {case.group}"
        assert timed.stop == untimed.stop, about
        if not timed.completed:
            continue
        completed += 1
        for name, array in timed.buffers.items():
            assert np.array_equal(array, untimed.buffers[name]), f"{about}: {name}"
        assert np.array_equal(timed.issues, untimed.issues), about
        assert np.array_equal(timed.traffic.accesses, untimed.traffic.accesses), about
    assert completed > RACE_FREE // 5
