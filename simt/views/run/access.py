"""One access of a run, chosen by line, cycles and warp, with the addresses of its lanes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from isa.reporting.diagnostics import quote
from isa.table.units import PRIVATE
from simt.diagnosis.accesses import GLOBAL, LOCAL, Access
from simt.launch.lane_access import LaneAccess, global_access, local_access
from simt.launch.replay import States
from simt.models.static.memory.conflicts import stride_of
from simt.models.static.memory.traffic import ROW, access_bytes
from simt.result.result import Result
from simt.views.kit.lines import LineCost, by_instruction
from simt.views.kit.window import ViewError, cycle_text, kept_events


@dataclass(frozen=True, eq=False)
class OneAccess:
    """An access of a warp with the addresses of its lanes.

    - result: the run of the core.
    - line: the instruction, with its source line.
    - warp, cycle: the warp, and the cycle in which the access entered its unit.
    - mask: the active lanes, as bits. passes: the LDS passes, 0 for global memory.
    - lanes: the addresses of the lanes, and the transactions.
    - others: the other instructions that access memory in the cycles that were asked for.
    - machine: the machine's name in views.
    """

    result: Result
    line: LineCost
    warp: int
    cycle: int
    mask: int
    passes: int
    lanes: LaneAccess
    others: Sequence[LineCost]
    machine: str

    @property
    def pc(self) -> int:
        """The program counter of the access."""
        return self.line.pcs[0]

    @property
    def is_global(self) -> bool:
        """Return whether the access is of global memory."""
        return self.passes == 0

    @property
    def active(self) -> list[int]:
        """The numbers of the active lanes."""
        return [lane for lane in range(self.result.machine.warp_size) if self.mask >> lane & 1]

    @cached_property
    def facts(self) -> Access:
        """The facts of this access, as an `Access` of `simt.diagnosis.accesses`."""
        machine, op = self.result.machine, self.result.program.instructions[self.pc]
        assert op is not None
        addresses = self.lanes.addresses.tolist()
        size, beat = access_bytes(op), machine.lds.lanes
        stride = stride_of(addresses, self.mask, ROW if self.is_global else beat if beat > 1 else len(addresses))
        return Access(
            pcs=(self.pc,),
            file=self.line.file,
            line=self.line.line,
            memory=GLOBAL if self.is_global else LOCAL,
            kind="atomic" if op.spec.is_atomic else "store" if op.spec.is_store else "load",
            is_private=op.spec.unit == PRIVATE,
            size=size,
            count=1,
            transactions=len(self.lanes.transactions),
            moved=sum(part.size for part in self.lanes.transactions),
            ideal=0,
            alignment=0,
            used=size * len({addresses[lane] for lane in self.active}) if self.is_global else None,
            passes=self.passes,
            beats=0 if self.is_global else machine.beats("lds"),
            strides={stride: 1},
        )


def one_access(
    result: Result, states: States, at: str | None, window: range, warp: int | None, machine: str
) -> OneAccess:
    """Return the first access of a line in a window of cycles.

    - result: the run of the core that is shown, with a record.
    - at: `LINE`, `FILE:LINE`, `pc N` or `pc 0xN`; None for the instruction that lost most issue slots.
    - window: the cycles in which the access enters its unit.
    - warp: the warp of the access; None for any.

    Raises `ViewError` (E0709) if there is no such access.
    """
    unit_of, program, events = result.machine.unit_of, result.program, kept_events(result).instructions
    lines = {
        line.pcs[0]: line
        for line, op in zip(by_instruction(result), program.instructions, strict=True)
        if op is not None and unit_of(op) in ("lds", "memory")
    }
    if not lines:
        raise ViewError(f"{program.name} has no accesses to memory", code="E0709")
    wanted = {pc: line for pc, line in lines.items() if at is None or _is_at(line, at)}
    if not wanted:
        message = f"there is no access to memory at {quote(at or '')}"
        raise ViewError(message, code="E0709", help=f"accesses are at {_listed(lines.values())}")
    entered = events[(events["enter"] >= window.start) & (events["enter"] < window.stop) & (events["degree"] > 0)]
    if warp is not None:
        entered = entered[entered["warp"] == warp]
    there = entered[np.isin(entered["pc"], list(wanted))]
    if not len(there):
        of = "" if warp is None else f" of warp {warp}"
        where = "" if at is None else f" at {quote(at)}"
        message = f"no access{of}{where} enters its unit in {cycle_text(window)}"
        raise ViewError(message, code="E0709", help="choose other cycles, --cycles A:B, or another warp or line")
    pc = max(dict.fromkeys(there["pc"].tolist()), key=lambda pc: lines[pc].slots_lost) if at is None else None
    event = there[0] if pc is None else there[there["pc"] == pc][0]
    pc, cycle = int(event["pc"]), int(event["enter"])
    op = program.instructions[pc]
    assert op is not None
    core, number = result.core.number, int(event["warp"])
    state, is_global = states.at(cycle + 1), unit_of(op) == "memory"
    lanes = global_access(state, core) if is_global else local_access(state, core, number)
    others = [lines[other] for other in sorted({*entered["pc"].tolist()} & lines.keys()) if other != pc]
    degree = 0 if is_global else int(event["degree"])
    mask = int(event["mask"]) & (1 << result.machine.warp_size) - 1
    return OneAccess(result, lines[pc], number, cycle, mask, degree, lanes, others, machine)


def _is_at(line: LineCost, at: str) -> bool:
    """Return whether a user means an instruction with `26`, `kernel.s:26`, `pc 10` or `pc 0xa`, as listings have it."""
    wanted = at.strip()
    if wanted.startswith("pc"):
        return wanted[2:].strip().lower() in (str(line.pcs[0]), f"{line.pcs[0]:#x}")
    file, _, number = wanted.rpartition(":")
    is_file = not file or line.file == file or line.file.endswith(f"/{file}")
    return is_file and line.line > 0 and number == str(line.line)


_MOST_LISTED = 8


def _listed(lines: Iterable[LineCost]) -> str:
    places = list(dict.fromkeys(line.place for line in lines))
    more = f" and {len(places) - _MOST_LISTED} more" if len(places) > _MOST_LISTED else ""
    return ", ".join(places[:_MOST_LISTED]) + more
