"""Device cases on the executable specification and on the fast engine, and where two outcomes differ first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest import mock

import numpy as np

import isa
from isa.program.program import Buffer
from simt.core.engine import crew
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.launch.storage import LaunchStorage
from simt.memory.storage.layout import Layout
from simt.memory.storage.manager import StorageManager
from tests import engines
from tests.generators.devices import DeviceCase
from tests.reference import DeviceResult, ReferenceResult, Trap, simulate_device
from tests.reference.bound import Bound

__all__ = ["device_difference", "disagreement", "fast_device", "specified_device"]

PER_CYCLE = ("ready_bits", "slot_reasons", "warp_states", "bank_words")


def bound_on_specification(case: DeviceCase) -> Bound | None:
    """The buffers of a case as objects of the specification's manager; None where it has none."""
    return case.stored and case.stored.bound([end - first for first, end in case.buffers])


def bound_on_engine(case: DeviceCase) -> tuple[StorageManager, LaunchStorage] | None:
    """The same as objects of the manager that is launched with; they lie where the case says."""
    if case.stored is None:
        return None
    manager = StorageManager(Layout(**dict(case.stored.layout)), poison=case.stored.poison)
    for operation, arguments in case.stored.calls:
        getattr(manager, operation)(*arguments)
    names = [f"b{number}" for number in range(len(case.buffers))]
    objects = {name: key for name, key in zip(names, case.stored.named, strict=True) if key is not None}
    storage = LaunchStorage(manager, objects, is_kept=case.stored.are_kept)
    buffers = {
        name: Buffer(name, "u32", (end - first) // 4, number)
        for number, (name, (first, end)) in enumerate(zip(names, case.buffers, strict=True))
    }
    declared = replace(isa.assemble("ret\n"), constants=(0,) * len(names), buffers=buffers)
    placed = storage.place(declared)
    assert placed.constants == tuple(first for first, _ in case.buffers)
    return manager, storage


def specified_device(case: DeviceCase, record: bool = True) -> DeviceResult:
    """Run a case on the specification."""
    return simulate_device(
        case.program,
        case.machine,
        size=case.size,
        local=case.local,
        offset=case.offset,
        buffers=case.buffers,
        bound=bound_on_specification(case),
        words=case.words,
        local_memory=case.local_memory,
        max_cycles=case.max_cycles,
        record=record,
    )


def fast_device(case: DeviceCase) -> DeviceResult:
    """Run a case on the fast engine, on 1 to 3 threads, with the whole event record; in the specification's shape."""
    local = np.zeros(case.machine.local.words, np.uint32)
    local[: len(case.local_memory)] = case.local_memory
    bound = bound_on_engine(case)
    before, words = np.array(case.words, np.uint32), np.array(case.words, np.uint32)
    with mock.patch.object(crew, "ALONE", 0.0):
        output = simulate(
            Placed(case.program, case.machine, Grid(size=case.size, local=case.local, offset=case.offset)),
            Memories(
                buffers=np.array(case.buffers, np.int64).reshape(-1, 2),
                words=words,
                frames=None if bound is None else bound[1].frames,
                local=local,
            ),
            max_cycles=case.max_cycles,
            record=range(case.max_cycles),
            threads=1 + len(case.program.words) % 3,
        )
    if bound is not None and output.status == "done":
        after = np.asarray(output.words)
        changed = [not np.array_equal(before[a // 4 : b // 4], after[a // 4 : b // 4]) for a, b in case.buffers]
        bound[1].finish(f"b{number}" for number, has_changed in enumerate(changed) if has_changed)
    return DeviceResult(
        cycles=int(output.cycles),
        status=output.status,
        trap=None if output.trap is None else _trap(output.trap),
        trap_core=None if output.trap is None else int(output.trap_core),
        cores=[engines.to_reference(output, case.program, core) for core in range(case.machine.cores)],
        words=np.asarray(output.words)[: len(before)],  # private memory may lie behind them
        managing=0 if bound is None else bound[1].managing.cycles,
        storage=None if bound is None else bound[0].dump(),
    )


def _trap(found: Any) -> Trap:
    return Trap(found.kind, found.cycle, found.warp, found.lanes & engines.ALL_BITS, found.pc, found.value)


def device_difference(case: DeviceCase) -> str:
    """Run a case on both engines; empty if they agree on every cycle."""
    return disagreement(specified_device(case), fast_device(case))


def first_difference(mine: ReferenceResult, theirs: ReferenceResult) -> int | None:
    """The first cycle that two records of one core show differently."""
    rows = zip(*(getattr(side, name) for name in PER_CYCLE for side in (mine, theirs)), strict=False)
    for cycle, row in enumerate(rows):
        if any(row[k] != row[k + 1] for k in range(0, len(row), 2)):
            return cycle
    return None


def disagreement(reference: DeviceResult, other: DeviceResult) -> str:
    """Empty if two outcomes are equal, else a report that begins with the first differing cycle and its core.

    What the engine tells of a launch as a whole is not compared per core: the traps that are not the reported one,
    with what is pending then, the status, the lanes' ledger and the waiting warps.
    """
    lines = []
    cores = range(min(len(reference.cores), len(other.cores)))
    firsts = {core: first_difference(reference.cores[core], other.cores[core]) for core in cores}
    for core in sorted(cores, key=lambda core: (firsts[core] is None, firsts[core] or 0, core)):
        mine, theirs = reference.cores[core], other.cores[core]
        found = engines.disagreement(mine, _with(theirs, mine, "trap", "status", "lane_ledger", "waits", "pending"))
        if found:
            lines.append(f"core {core}:\n{found}")
    for name in ("cycles", "status", "trap", "trap_core", "core_cycles", "managing", "storage"):
        if getattr(reference, name) != getattr(other, name):
            lines.append(f"{name}: reference {getattr(reference, name)}, engine {getattr(other, name)}")
    if reference.trap_core is not None and reference.trap_core == other.trap_core:
        mine, theirs = (side.cores[reference.trap_core].pending for side in (reference, other))
        if mine != theirs:
            lines.append(f"pending: reference {sorted(mine)}, engine {sorted(theirs)}")
    if len(reference.cores) != len(other.cores):
        lines.append(f"cores: reference {len(reference.cores)}, engine {len(other.cores)}")
    if not np.array_equal(reference.words, other.words):
        different = np.flatnonzero(reference.words != other.words) if len(reference.words) == len(other.words) else []
        lines.append(
            "global memory: "
            + ", ".join(f"byte {4 * k}: {reference.words[k]} / {other.words[k]}" for k in different[:8])
        )
    return "\n".join(lines)


def _with(theirs: ReferenceResult, mine: ReferenceResult, *names: str) -> ReferenceResult:
    """`theirs` with some attributes of `mine`: those are then not compared."""
    taken = {name: getattr(mine if name in names else theirs, name) for name in ReferenceResult.__dataclass_fields__}
    return ReferenceResult(**taken)
