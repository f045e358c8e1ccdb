"""The fast engine in the shape of the executable specification, and where two results differ first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from isa.program.program import Program
from simt.core.engine.output import Output, lanes_of
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.reasons import REASONS
from simt.machine import Machine
from tests.generators.cases import Case
from tests.reference import simulate as specification
from tests.reference.record import Event, ReferenceResult, Trap, Wait

__all__ = ["disagreement", "fast", "fast_case", "initial_memory", "plain_difference", "run_case"]

ALL_BITS = (1 << 64) - 1


def initial_memory(program: Program, machine: Machine, inputs: dict[str, Any]) -> np.ndarray:
    """Local memory with arrays stored by name, as uint32."""
    memory = np.zeros(machine.local.words, np.uint32)
    for name, value in inputs.items():
        array = program.locals[name]
        kind = np.float32 if array.type == "f32" else np.uint32
        words = np.asarray(value, kind).view(np.uint32)
        memory[array.address : array.address + len(words)] = words
    return memory


def _ledger(table: np.ndarray) -> Counter[tuple[int, str]]:
    last = len(table) - 1
    return Counter(
        {
            (int(row) if row < last else -1, REASONS[column]): int(table[row, column])
            for row, column in zip(*np.nonzero(table), strict=True)
        }
    )


def to_reference(output: Output, program: Program, core: int = 0) -> ReferenceResult:
    """One core of a recorded run in the specification's shape."""
    trap = None
    if output.trap is not None and output.trap_core == core:
        found = output.trap
        trap = Trap(found.kind, found.cycle, found.warp, found.lanes & ALL_BITS, found.pc, found.value)
    assert output.kept is not None
    recorded, ready, slots, states, bank_words, first = output.kept[core]
    assert first == 0
    masks = {"mask", "living"}
    columns = [[bits & ALL_BITS for bits in recorded[name].tolist()] if name in masks else recorded[name].tolist()
               for name in Event._fields]  # fmt: skip
    events = [*map(Event, *columns)]
    degrees = [0] * len(program.words)
    for event in events:
        degrees[event.pc] += event.degree
    length = len(program.words)
    stats = output.ledgers.stats[core]
    return ReferenceResult(
        cycles=int(output.core_cycles[core]),
        status=output.status,
        trap=trap,
        registers=output.registers[core],
        carry=[int(bits) & ALL_BITS for bits in output.carry[core]],
        local=output.local[core],
        events=events,
        instructions=int(output.core_instructions[core]),
        operations=int(stats["issues"].sum()),
        ready_bits=[int(bits) & ALL_BITS for bits in ready],
        slot_reasons=[[REASONS[k] for k in row] for row in slots],
        warp_states=[[REASONS[k] for k in row] for row in states],
        bank_words=bank_words.tolist(),
        issue_ledger=_ledger(output.ledgers.issue[core]),
        warp_ledger=_ledger(output.ledgers.warp[core]),
        lane_ledger=Counter(lanes_of(stats, output.state.cores.spec[0]["warp_size"])),
        issues=stats["issues"][:length].tolist(),
        degree_sum=degrees,
        disagreements=stats["disagreements"][:length].tolist(),
        waits=[Wait(*wait) for wait in output.waiting()],
        scalars=output.scalars[core].tolist(),
        conditions=output.conditions[core].tolist(),
        pending=output.pending if output.trap_core == core else frozenset(),
    )


def first_core(output: Output) -> SimpleNamespace:
    """The status, and what core 0 is left with."""
    arrays = {name: getattr(output, name)[0] for name in ("registers", "carry", "local", "scalars", "conditions")}
    return SimpleNamespace(status=output.status, **arrays)


def fast(
    program: Program,
    machine: Machine,
    *,
    threads: int,
    max_cycles: int,
    group_id: int = 0,
    groups: int = 1,
    shape: tuple[int, ...] = (),
    offset: tuple[int, ...] = (),
    inputs: dict[str, Any] | None = None,
) -> ReferenceResult:
    """Run the cycle engine with the event record."""
    shape = shape or (threads,)
    output = simulate(
        Placed(
            program, machine, Grid(size=(groups * shape[0], *shape[1:]), local=shape, number=group_id, offset=offset)
        ),
        Memories(local=initial_memory(program, machine, inputs or {})),
        max_cycles=max_cycles,
        record=True,
    )
    return to_reference(output, program)


def run_case(simulate: Callable[..., ReferenceResult], case: Case) -> ReferenceResult:
    """Run a generated case on `simulate`: the specification's, or `fast`."""
    return simulate(
        case.program,
        case.machine,
        threads=case.threads,
        max_cycles=case.max_cycles,
        group_id=case.group_id,
        groups=case.groups,
        shape=case.shape,
        offset=case.offset,
    )


def fast_case(case: Case) -> ReferenceResult:
    """Run the cycle engine on a generated case."""
    return run_case(fast, case)


def plain_difference(case: Case) -> str:
    """Where the specification and the cycle engine part on a generated case; "" if nowhere."""
    return disagreement(run_case(specification, case), fast_case(case))


def disagreement(reference: ReferenceResult, other: ReferenceResult) -> str:
    """Empty if the results are equal, else a report that begins with the first differing cycle."""
    lines = []
    for cycle, rows in enumerate(
        zip(
            reference.ready_bits, other.ready_bits,
            reference.slot_reasons, other.slot_reasons,
            reference.warp_states, other.warp_states,
            reference.bank_words, other.bank_words,
            strict=False,
        )
    ):  # fmt: skip
        if any(rows[k] != rows[k + 1] for k in range(0, len(rows), 2)):
            lines.append(f"first differing cycle: {cycle}")
            for name, mine, theirs in (
                ("ready", *rows[:2]), ("slots", *rows[2:4]), ("states", *rows[4:6]), ("bank words", *rows[6:]),
            ):  # fmt: skip
                if mine != theirs:
                    lines += [f"  {name}: reference {mine}", f"  {name}: engine    {theirs}"]
            break
    for mine, theirs in zip(reference.events, other.events, strict=False):
        if mine != theirs:
            lines += [f"first differing event: reference {mine}", f"                       engine    {theirs}"]
            break
    for name in ("issue_ledger", "warp_ledger", "lane_ledger"):
        mine, theirs = ({key: n for key, n in getattr(side, name).items() if n} for side in (reference, other))
        if mine != theirs:
            keys = sorted(key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key))
            lines.append(
                f"{name}: " + ", ".join(f"{key} {mine.get(key, 0)} / {theirs.get(key, 0)}" for key in keys[:8])
            )
    for name in (
        "cycles",
        "instructions",
        "operations",
        "status",
        "trap",
        "carry",
        "issues",
        "degree_sum",
        "disagreements",
        "waits",
        "scalars",
        "conditions",
        "pending",
    ):
        if getattr(reference, name) != getattr(other, name):
            lines.append(f"{name}: reference {getattr(reference, name)}, engine {getattr(other, name)}")
    for name in ("registers", "local"):
        mine, theirs = getattr(reference, name), getattr(other, name)
        if not np.array_equal(mine, theirs):
            place = tuple(int(k) for k in np.argwhere(mine != theirs)[0]) if mine.shape == theirs.shape else "shape"
            lines.append(f"{name}{place}: differs")
    if len(reference.events) != len(other.events):
        lines.append(f"events: reference {len(reference.events)}, engine {len(other.events)}")
    return "\n".join(lines)
