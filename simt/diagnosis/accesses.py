"""The accesses of a run to local and global memory by instruction: transactions, bytes moved and used, strides.

Transactions, moved bytes and passes are counts of the run. The used bytes and the strides come from a static analysis
of the same launch. They are unknown if the addresses of an instruction depend on data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from isa.program.encoding import Instruction
from isa.reporting.diagnostics import SimtError, number_text
from isa.table.units import PRIVATE
from simt.models.static import StaticError, analyse
from simt.models.static.memory.coalescing import coalesced, rule_for
from simt.models.static.memory.traffic import access_bytes
from simt.models.static.results.counts import AccessCount, GlobalCount, StaticCounts
from simt.result.result import Result

GLOBAL, LOCAL = "global", "local"
_MOST_STEPS = 20_000  # limit of the static analysis
_MOST_RETRIES = 32  # addresses and branches that depend on data, beyond which all is unknown
_PART = 0.37  # of lanes that go one way if data decide; no round number, which a run might have by chance
_MOST_STRIDES = 4  # that are named
_NARROWEST, _WIDEST = 32, 512  # bytes between which the alignment of accesses lies
_FAR = 1 << 33  # an address that is aligned to every segment


@dataclass(frozen=True, slots=True)
class Access:
    """The accesses of an instruction, or of several instructions of a source line.

    - pcs: the instructions. file, line: their source line, 0 for none.
    - memory: `GLOBAL` or `LOCAL`. kind: "load", "store" or "atomic". is_private: whether it accesses private memory.
    - size: the bytes of a lane.
    - count: the number of accesses, each by a warp.
    - transactions, moved: the transactions with global memory, and the bytes that they move.
    - ideal: the number of transactions of one access in which all lanes access neighbouring words, from a multiple of
      `alignment` bytes on.
    - used: the bytes that lanes access, each counted once per access; None if unknown.
    - passes, beats: the passes and the beats of accesses to local memory.
    - strides: the number of accesses by the distance between neighbouring lanes. In local memory the distance is in
      words, between the lanes of a beat. In global memory it is in bytes, between lanes of groups of 16. The key None
      counts accesses with several distances. Empty if unknown.
    """

    pcs: tuple[int, ...]
    file: str
    line: int
    memory: str
    kind: str
    is_private: bool
    size: int
    count: int
    transactions: int
    moved: int
    ideal: int
    alignment: int
    used: int | None
    passes: int
    beats: int
    strides: Mapping[int | None, int]

    @property
    def per_access(self) -> float:
        """The mean number of transactions of an access."""
        return self.transactions / self.count

    @property
    def degree(self) -> float:
        """The mean number of passes of a beat, 1 without bank conflicts."""
        return self.passes / self.beats if self.beats else 1.0

    @property
    def share(self) -> float | None:
        """The share of the moved bytes that lanes ask for, from 0 to 1; None if unknown or if nothing was moved."""
        return self.used / self.moved if self.used is not None and self.moved else None

    @property
    def stride(self) -> int | None:
        """The stride of all accesses; None if it differs, within an access or between accesses, or if it is unknown."""
        return next(iter(self.strides)) if len(self.strides) == 1 else None

    @property
    def is_noted(self) -> bool:
        """Return whether views have a line on the accesses: they are of global memory, or have bank conflicts."""
        return self.memory == GLOBAL or self.passes > self.beats

    def text(self) -> str:
        """Return the facts in words: `16.0 transactions per access, 12 % of 512 B used, stride 256 B`."""
        if self.memory == LOCAL:
            return f"{self.degree:.2f} passes per beat, {self._stride_text('word')}"
        moved = f"{number_text(self.moved / self.count)} B"
        share = f"{moved} moved"
        if self.share is not None:
            share = f"{100 * self.share:.0f} % of {moved} used" if self.share >= 0.005 else f"under 1 % of {moved} used"
        several = "" if self.transactions == self.count else "s"
        return f"{self.per_access:.1f} transaction{several} per access, {share}, {self._stride_text('B')}"

    def _stride_text(self, unit: str) -> str:
        if not self.strides:
            return "stride not known"
        if None in self.strides or len(self.strides) > _MOST_STRIDES:
            return "stride differs"
        strides = sorted(stride for stride in self.strides if stride is not None)
        plural = "s" if unit != "B" and strides not in ([1], [-1]) else ""
        return f"stride{'s' * (len(strides) > 1)} {', '.join(map(str, strides))} {unit}{plural}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        here: dict[str, Any] = {"pcs": list(self.pcs), "file": self.file, "line": self.line, "memory": self.memory}
        here |= {"kind": self.kind, "bytes": self.size, "accesses": self.count}
        if self.memory == LOCAL:
            here |= {"passes": self.passes, "beats": self.beats}
        else:
            here |= {"transactions": self.transactions, "moved": self.moved, "used": self.used}
        strides = {"none" if stride is None else str(stride): times for stride, times in self.strides.items()}
        return {**here, "strides": strides, "text": self.text()}


def accesses_of(result: Result) -> list[Access]:
    """Return the accesses of a cycle run by instruction; none of a functional run, which has no transactions."""
    if result.engine != "cycle":
        return []
    machine, program = result.machine, result.program
    rows = {
        pc: (op, machine.unit_of(op))
        for pc, op in enumerate(program.instructions)
        if op is not None and machine.unit_of(op) in ("lds", "memory")
    }
    if not any(result.lines[pc]["issues"] for pc in rows):
        return []
    counts = _static(result)
    known: dict[int, AccessCount | GlobalCount] = {}
    if counts is not None:
        lanes = result.active_lanes.tolist()
        rows_of: tuple[AccessCount | GlobalCount, ...] = (*counts.local, *counts.traffic)
        known = {row.pc: row for row in rows_of if not row.is_assumed and counts.active_lanes[row.pc] == lanes[row.pc]}
    accesses = (_access(result, pc, op, unit, known.get(pc)) for pc, (op, unit) in rows.items())
    return [access for access in accesses if access is not None]


def by_line(result: Result, accesses: Iterable[Access]) -> list[Access]:
    """Return the accesses of each source line: the sums over its loads, over its stores, and over its atomics.

    A line of a compiled kernel may have several different accesses, so only instructions that agree in all other fields
    are summed. An instruction without a source line stays alone.
    """
    lines: dict[tuple[object, ...], list[Access]] = {}
    for access in accesses:
        key = (access.file, access.line) if access.line else access.pcs
        apart = access.text() if result.program.language else ""
        kind = access.memory, access.kind, access.is_private, access.size, apart
        lines.setdefault((*key, *kind), []).append(access)
    return [_sum(same) for same in lines.values()]


def _sum(accesses: Sequence[Access]) -> Access:
    first, *others = accesses
    if not others:
        return first
    used = [access.used for access in accesses]
    strides: Counter[int | None] = Counter()
    for access in accesses:
        strides.update(access.strides)
    is_known = all(access.strides for access in accesses)
    names = ("count", "transactions", "moved", "passes", "beats")
    sums: dict[str, Any] = {name: sum(getattr(access, name) for access in accesses) for name in names}
    return replace(
        first, pcs=tuple(pc for access in accesses for pc in access.pcs), strides=dict(strides) if is_known else {},
        used=None if None in used else sum(part for part in used if part is not None), **sums,
    )  # fmt: skip


def _access(
    result: Result, pc: int, op: Instruction, unit: str, known: AccessCount | GlobalCount | None
) -> Access | None:
    """Return the accesses of an instruction, None if there were none.

    known: the counts of the static analysis. They are taken only if they agree with the run, which may have stopped.
    """
    row, spec = result.lines[pc], op.spec
    is_global, traffic = unit == "memory", result.traffic
    count = int(traffic.accesses[pc]) if is_global else row["accesses"]
    transactions, moved, passes = int(traffic.transactions[pc]), int(traffic.moved[pc]), row["passes"]
    if not count or not (transactions or passes):
        return None
    used = None
    if isinstance(known, GlobalCount):
        is_same = (known.accesses, known.transactions, known.moved) == (count, transactions, moved)
        used = known.useful if is_same else None
    else:
        is_same = known is not None and (known.accesses, known.passes) == (count, passes)
    ideal, alignment = _ideal(result, op) if is_global else (0, 0)
    return Access(
        pcs=(pc,),
        file=row["file"],
        line=row["line"],
        memory=GLOBAL if is_global else LOCAL,
        kind="atomic" if spec.is_atomic else "store" if spec.is_store else "load",
        is_private=spec.unit == PRIVATE,
        size=access_bytes(op),
        count=count,
        transactions=transactions,
        moved=moved,
        ideal=ideal,
        alignment=alignment,
        used=used,
        passes=passes,
        beats=0 if is_global else count * result.machine.beats("lds"),
        strides=dict(known.strides) if known is not None and is_same else {},
    )


def _ideal(result: Result, op: Instruction) -> tuple[int, int]:
    """Return the fewest transactions of neighbouring words, and the bytes of whose multiples each is a good begin."""
    machine, size = result.machine, access_bytes(op)
    lanes = np.arange(machine.warp_size, dtype=np.int64)
    begins = np.arange(0, _WIDEST, _NARROWEST)
    addresses = _FAR + begins[:, np.newaxis] + size * lanes
    rule = rule_for(op, machine.memory.coalescing)
    counts, _ = coalesced(rule, addresses, np.ones(len(lanes), bool), size)
    steps = (_NARROWEST << k for k in range(_WIDEST.bit_length()))
    return int(counts[0]), next(step for step in steps if bool((counts[begins % step == 0] == counts[0]).all()))


def _static(result: Result) -> StaticCounts | None:
    """Return the static counts of the launch, None if `analyse` cannot find them.

    Accesses whose addresses depend on data are assumed to cost the same as in the run. Where data decide the way, a
    part of the lanes is assumed to go each way. Counts that such an assumption changes do not agree with the run's.
    """
    degrees: dict[str | int, float] = {}
    transactions: dict[str | int, float] = {}
    probabilities: dict[str | int, float] = {}
    for _ in range(_MOST_RETRIES):
        try:
            return analyse(
                result.program, result.machine, **result.grid.arguments, degrees=degrees, transactions=transactions,
                probabilities=probabilities, max_steps=_MOST_STEPS,
            )  # fmt: skip
        except StaticError as error:
            pc = error.pc
            if pc < 0 or pc in degrees or pc in transactions or pc in probabilities:
                return None
            row, accesses = result.lines[pc], int(result.traffic.accesses[pc])
            if error.code == "E0840":
                probabilities[pc] = _PART
            elif error.code != "E0841":
                return None
            elif row["degree"]:
                degrees[pc] = row["degree"]
            elif accesses and result.traffic.transactions[pc]:
                transactions[pc] = int(result.traffic.transactions[pc]) / accesses
            else:
                return None
        except SimtError:
            return None
    return None
