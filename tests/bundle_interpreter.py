"""Programs of bundles run by plain Python, warp after warp: what the packer's results are held against.

Every operation of a bundle reads its operands before any of them writes. A warp runs until it ends or comes to a
barrier; when all have, they go on. That is what race-free programs compute on any machine. Lanes are those of
`tests.reference.values`; shares no code with the engines or the packer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from isa.program.bundles import SlotsValue, misplaced
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.table import FIRST_SPECIAL, SPECIALS
from tests.reference.values import compute

__all__ = ["Outcome", "StuckError", "TrapError", "run_bundles"]

MASK = 0xFFFF_FFFF
SPECIAL_NAMES = {number: name for name, number in SPECIALS.items()}


class TrapError(Exception):
    """The program did what a machine would trap on."""


class StuckError(Exception):
    """More bundles than allowed, or a barrier that not all warps reach."""


@dataclass
class Outcome:
    """Local memory, the registers of each thread, and the bundles and operations that all warps executed."""

    local: list[int]
    registers: list[list[int]]
    bundles: int = 0
    operations: int = 0
    units: dict[str, int] = field(default_factory=dict)


def run_bundles(
    program: Program,
    *,
    slots: SlotsValue = 1,
    threads: int = 0,
    warp_size: int = 4,
    local: Sequence[int] = (),
    local_words: int = 4096,
    most: int = 2_000_000,
    is_reversed: bool = False,
) -> Outcome:
    """Run one work-group to its end. is_reversed: the last warp is the first. Raises `TrapError`, `StuckError`."""
    threads = threads or program.threads
    memory = [*local, *[0] * (local_words - len(local))]
    outcome = Outcome(memory, [[0] * 112 for _ in range(threads)])
    warps = [
        _warp(program, slots, list(range(first, min(first + warp_size, threads))), first // warp_size, threads,
              warp_size, outcome, most)
        for first in range(0, threads, warp_size)
    ]  # fmt: skip
    running = warps[::-1] if is_reversed else list(warps)
    while running:
        waiting = [warp for warp in running if next(warp, None) is not None]
        if waiting and len(waiting) < len(warps):
            raise StuckError("some warps wait at a barrier, others have ended")
        running = waiting
    return outcome


def _warp(
    program: Program,
    slots: SlotsValue,
    threads: list[int],
    warp: int,
    group_size: int,
    warp_size: int,
    outcome: Outcome,
    most: int,
) -> Iterator[bool]:
    """One warp; yields at each barrier."""
    carry = dict.fromkeys(threads, 0)
    specials: dict[int, Mapping[str, int]] = {
        thread: {
            "lane_id": thread - threads[0],
            "thread_id": thread,
            "warp_id": warp,
            "group_id": 0,
            "group_size": group_size,
            "groups": 1,
            "warp_size": warp_size,
            "global_id": thread,
            "local_id_x": thread,
            "local_id_y": 0,
            "group_id_x": 0,
            "group_id_y": 0,
            "global_id_x": thread,
            "global_id_y": 0,
            "group_size_x": group_size,
        }
        for thread in threads
    }
    instructions = program.instructions
    pc = 0
    while True:
        bundle = []
        end = pc
        while True:
            if end >= len(instructions) or (entry := instructions[end]) is None:
                raise TrapError(f"no instruction at {end}")
            bundle.append(entry)
            end += 1
            if not entry.more:
                break
        if misplaced(bundle, slots) is not None:
            raise TrapError(f"the bundle at {pc} is illegal")
        outcome.bundles += 1
        outcome.operations += len(bundle)
        if outcome.bundles > most:
            raise StuckError("too many bundles")
        following: int | None = end
        is_waiting = False
        writes = []  # of registers and carry flags, done behind everything
        for operation in bundle:
            name = operation.spec.name
            outcome.units[operation.spec.unit] = outcome.units.get(operation.spec.unit, 0) + 1
            if name == "jmp":
                following = operation.target
            elif name == "ret":
                following = None
            elif name == "bar":
                is_waiting = True
            else:
                results = _execute(program, operation, threads, specials, carry, outcome)
                writes.append((operation, results))
                if operation.cond != "always":
                    word, flag = results[threads[0]]
                    holds = {
                        "z": word == 0,
                        "nz": word != 0,
                        "n": word >> 31 == 1,
                        "nn": word >> 31 == 0,
                        "c": flag == 1,
                        "nc": flag == 0,
                    }
                    following = operation.target if holds[operation.cond] else end
        for operation, results in writes:
            for thread, (word, flag) in results.items():
                if operation.spec.writes_register:
                    outcome.registers[thread][operation.rd] = word
                if operation.spec.writes_carry:
                    carry[thread] = flag
        if is_waiting:
            yield True
        if following is None:
            return
        pc = following


def _execute(
    program: Program,
    operation: Instruction,
    threads: list[int],
    specials: Mapping[int, Mapping[str, int]],
    carry: Mapping[int, int],
    outcome: Outcome,
) -> dict[int, tuple[int, int]]:
    """(result, carry flag) of each thread; stores take effect, registers do not change."""
    spec = operation.spec
    results: dict[int, tuple[int, int]] = {}
    stores: dict[int, int] = {}
    for thread in threads:

        def read(slot: str, thread: int = thread) -> int:
            if operation.csel == slot:
                return program.constants[operation.const]
            number: int = getattr(operation, f"r{slot}")
            if number < FIRST_SPECIAL:
                return outcome.registers[thread][number]
            return specials[thread][SPECIAL_NAMES[number]]

        if spec.unit == "lds":
            offset = program.constants[operation.const] if operation.csel == "c" else 0
            address = (read("a") + offset) & MASK
            if address >= len(outcome.local):
                raise TrapError(f"thread {thread} touches word {address}")
            if spec.is_store:
                stores[address] = read("b")
                results[thread] = 0, carry[thread]
            else:
                results[thread] = outcome.local[address], carry[thread]
        else:
            sources = tuple(read(slot) for slot in spec.sources)
            if "table" in spec.fields:
                sources = (*sources, operation.table)
            results[thread] = compute(spec.name, sources, carry[thread], spec.reads_carry, spec.writes_carry)
    for address, word in stores.items():
        outcome.local[address] = word
    return results
