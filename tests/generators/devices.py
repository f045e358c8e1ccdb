"""Random devices and launches for the property tests: several cores, work-groups in places, global memory.

Machines are those of `tests.generators` without bundles, with one to four cores, short and long ways to memory, queues
from one place up, every coalescing rule, and memory of both kinds. Programs are made of the same pieces; wherever one
of them computes something, it may also load, store or change a word of global memory, at addresses that depend on
lanes, threads, groups or data. A minority has accesses that trap, registers that a wide access lacks, groups that
deadlock, or runs into the cycle limit. `describe(case)` prints a case so that it can be pasted into a test.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import isa
from isa.program.buffers import buffer_addresses
from isa.program.program import Program
from simt.machine import Machine
from tests.generators.across import with_across
from tests.generators.device_machines import random_device_machine, random_sizes, with_exclusive_grants, with_holds
from tests.generators.device_programs import random_device_program
from tests.generators.launches import in_dimensions
from tests.generators.machines import with_dpu, with_ideal, with_options
from tests.generators.parts import (
    with_private_place,
)
from tests.generators.shrinking import described, shrunk
from tests.generators.stored import Stored, random_stored
from tests.generators.words import INTERESTING

__all__ = ["DeviceCase", "describe", "random_device_case", "random_stored_case", "shrink"]


@dataclass(frozen=True)
class DeviceCase:
    """A machine, a program and a launch. `seed` is that of `random_device_case` or `random_stored_case`, or -1."""

    machine: Machine
    program: Program
    size: tuple[int, ...]
    local: tuple[int, ...]
    buffers: tuple[tuple[int, int], ...]  # first byte, end byte
    words: tuple[int, ...]  # global memory, from byte address 0 on
    local_memory: tuple[int, ...]
    max_cycles: int
    seed: int = -1
    stored: Stored | None = None  # what the buffers are with a storage manager
    offset: tuple[int, ...] = ()


# --- Cases -----------------------------------------------------------------------------------------------------------


def random_device_case(seed: int, extras: bool = False) -> DeviceCase:
    """The case of a seed: always the same one. At least one group fits a core."""
    rng = random.Random(f"device {seed}")
    while True:
        found = _random_case(rng, seed, random_device_machine(rng), extras=extras)
        if found is not None:
            return found


def random_joining_case(seed: int) -> DeviceCase:
    """The case of a seed whose warps are wider than 16 lanes and join what their halves load: always the same one."""
    rng = random.Random(f"joining {seed}")
    while True:
        machine = random_device_machine(rng, (70, 30, 0))
        width = rng.choice([width for width in range(machine.warp_size, 65, machine.warp_size) if width > 16])
        keys = {"warp_size": width, "warps": min(machine.warps, 3), "scheduler.active_warps": 1}
        wide = machine.replace(**keys, **{"memory.coalescing": "half_warp_joined"})
        found = _random_case(rng, seed, wide, extras=seed % 2 == 1)
        if found is not None:
            return found


def random_stored_case(seed: int) -> DeviceCase:
    """The case of a seed whose buffers are objects of a storage manager: always the same one."""
    rng = random.Random(f"stored {seed}")
    while True:
        found = _random_case(rng, seed, random_device_machine(rng, (0, 1, 0)), is_stored=True)
        if found is not None:
            return found


def _random_case(
    rng: random.Random, seed: int, machine: Machine, is_stored: bool = False, extras: bool = False
) -> DeviceCase | None:
    """A launch on a machine; None if it would be refused."""
    machine = with_dpu(random.Random(f"doubles of {seed}"), machine)
    machine = with_ideal(random.Random(f"idealisations of {seed}"), machine)
    if random.Random(f"merging of {seed}").random() < 0.3:
        machine = machine.replace(**{"memory.merge": False})
    machine = with_holds(random.Random(f"holds of {seed}"), machine)
    machine = with_exclusive_grants(random.Random(f"exclusive grants of {seed}"), machine)
    if extras:
        machine = with_private_place(random.Random(f"private memory of {seed}"), machine)
        machine = with_options(random.Random(f"options of {seed}"), machine)
        machine = with_across(random.Random(f"lanes of {seed}"), machine)
    size, local = random_sizes(rng, machine)
    threads = local[0] * local[1]
    is_dram = machine.memory.policy == "dram"  # then over several channels, banks and rows
    lengths = [
        rng.choice([64, 256, 1000, 4096, 8192] if is_dram else [4, 8, 20, 64, 100, 256, 1000])
        for _ in range(rng.randint(1, 3))
    ]
    stored = None
    if is_stored:
        lengths = [rng.choice([length, 1, 200, 600, 896, 960]) for length in lengths]
        sizes = [4 * length for length in lengths]
        stored = random_stored(rng, machine, sizes)
        if stored is None:
            return None
        buffers = stored.bound(sizes).spans
    else:
        apart = rng.choice([0, 8192, 65536]) if is_dram else 0
        firsts = [first + apart * number for number, first in enumerate(buffer_addresses(lengths))]
        buffers = tuple((first, first + 4 * n) for first, n in zip(firsts, lengths, strict=True))
    program = random_device_program(rng, machine, threads, buffers, extras)
    warps = -(-threads // machine.warp_size)
    if warps * min(program.registers, machine.registers) > machine.register_file.words:
        return None  # no group fits a core
    words = [0] * (buffers[-1][1] // 4)
    for first, end in buffers:
        for word in range(first // 4, end // 4):
            words[word] = rng.choice([word, rng.randrange(8), rng.choice(INTERESTING)])
    given = rng.randint(0, min(program.local_words, 40))
    shapes = (size, local, ())
    if extras:
        shapes = in_dimensions(random.Random(f"dimensions of {seed}"), size, local)
    return DeviceCase(
        machine=machine,
        program=program,
        size=shapes[0],
        local=shapes[1],
        buffers=buffers,
        words=tuple(words),
        local_memory=tuple(rng.randrange(16) for _ in range(given)),
        max_cycles=rng.randint(1, 200) if rng.random() < 0.1 else 2400 if is_dram else 1200,
        seed=seed,
        stored=stored,
        offset=shapes[2],
    )


PLAIN: dict[str, object] = {
    "issue.dependences": "one_in_flight", "issue.entries": 8, "issue.loads": 0,
    "cores": 1, "groups_per_core": 1, "interconnect.latency": 1, "memory.latency": 1, "memory.queue": 64,
    "memory.coalescing": "segments", "memory.channels": 1, "memory.interleave": 4096, "memory.pipeline": 0,
    "memory.mapping": "row_bank_column", "memory.merge": True, "memory.age": 0, "memory.arbiter": "frfcfs",
    "memory.part": "ddr2-667-3-x16-32",
    "clock_mhz": 333.333, "memory.bytes_per_cycle": 128.0, "issue_width": 1, "scheduler.policy": "paper",
    "front_end.stages": 1, "alu.latency": 1, "fpu.latency": 1, "lds.latency": 1, "alu.interval": 1, "fpu.interval": 1,
    "lds.interval": 1, "alu.count": 1, "fpu.count": 1, "sfu.count": 0, "dpu.latency": 1, "control.route": "alu",
    "retire.stages": 0, "retire.ports": 1, "branch.stack_depth": 32,
    "register_file.organisation": "auto", "register_file.banks": 8, "register_file.collectors": 4,
    "ideal.banks": False, "ideal.lanes": False, "ideal.barriers": False, "ideal.dependences": False,
}  # fmt: skip


def shrink(case: DeviceCase, fails: Callable[[DeviceCase], bool]) -> DeviceCase:
    """A smaller case that still fails: fewer cycles and groups, `mov r0, r0` for instructions, a plainer machine."""
    nothing = isa.assemble("mov r0, r0\n").words[0]

    def candidates(best: DeviceCase) -> list[Callable[[], DeviceCase]]:
        words = list(best.program.words)
        found: list[Callable[[], DeviceCase]] = [
            lambda: replace(best, max_cycles=best.max_cycles // 2),
            lambda: replace(best, max_cycles=best.max_cycles - 1),
        ]
        for d, (size, local) in enumerate(zip(best.size, best.local, strict=False)):
            found.append(lambda d=d, less=size - local: replace(best, size=(*best.size[:d], less, *best.size[d + 1 :])))
        if any(best.offset):
            found.append(lambda: replace(best, offset=(0,) * len(best.offset)))
        if best.local_memory:
            found.append(lambda: replace(best, local_memory=()))
        if best.stored is not None:
            found.append(lambda: replace(best, stored=None))
        for key, value in PLAIN.items():
            section, _, name = key.partition(".")
            now = getattr(best.machine, section)
            if (getattr(now, name) if name else now) != value:
                found.append(lambda key=key, value=value: replace(best, machine=best.machine.replace(**{key: value})))
        for at, word in enumerate(words):
            if word != nothing:
                found.append(lambda at=at: with_words(best, [*words[:at], nothing, *words[at + 1 :]]))
        return found

    def with_words(best: DeviceCase, words: list[int]) -> DeviceCase:
        program = best.program
        made = Program.from_words(
            words,
            constants=program.constants,
            threads=program.threads,
            local_words=program.local_words,
            private_words=program.private_words,
        )
        return replace(best, program=replace(made, at_launch=program.at_launch))

    def still_fails(candidate: DeviceCase) -> bool:
        return min(candidate.max_cycles, *candidate.size) > 0 and fails(candidate)

    smallest = shrunk(case, candidates, still_fails)
    return case if smallest is case else replace(smallest, seed=-1)


def describe(case: DeviceCase) -> str:
    """The case as Python that rebuilds it, with the disassembly."""
    given = {word: value for word, value in enumerate(case.words) if value}
    return described(case.seed, case.machine, case.program, case.program.threads) + (
        f"memory = {given!r}\n"
        f"case = DeviceCase(machine, program, {case.size}, {case.local}, {case.buffers}, "
        f"tuple(memory.get(word, 0) for word in range({len(case.words)})), {case.local_memory}, {case.max_cycles}, "
        f"stored={case.stored!r}, offset={case.offset})\n"
    )
