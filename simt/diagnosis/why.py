"""The cost of each limit of a machine: the cycles that a launch takes without that limit (docs/why.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simt.diagnosis.accesses import Access, accesses_of, by_line
from simt.diagnosis.chain import Chain, chain_of
from simt.diagnosis.changes import Change, changes_of
from simt.diagnosis.limits import Limit, limits_of
from simt.diagnosis.policies import Policies, Retry, policies_of
from simt.diagnosis.sizes import Resize, Size, Sizes, sizes_of
from simt.diagnosis.unfilled import Unfilled, unfilled_of
from simt.interruption import kept
from simt.machine import Machine, MachineError
from simt.result.result import Result

SCHEMA = "simt.why/1"
_PAIRED = 3  # the limits that save most, each of which is also lifted together with every other limit
_LINES = 3  # source lines that are named for each limit

Runner = Callable[["Machine"], "Result"]
Place = tuple[str, int]  # a file and a line


@dataclass(frozen=True, slots=True)
class HiddenLimit:
    """A limit that costs more once another limit is lifted, and the cycles of the run without both."""

    limit: Limit
    cycles: int
    hidden: int  # cycles that both save together beyond the sum of what each saves alone


@dataclass(frozen=True, slots=True)
class Lifted:
    """The run without one limit. saved: the cycles that this saves, below 0 if the run takes longer."""

    limit: Limit
    cycles: int
    saved: int
    lines: Sequence[tuple[Place, int]]  # source lines, and the issue slots that each no longer loses, most first
    hides: HiddenLimit | None  # the limit that this one hides most
    is_other: bool  # whether the run executes other instructions, so that its cycles cannot be compared

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        other = self.hides
        return {
            "limit": self.limit.name,
            "keys": dict(self.limit.keys),
            "cycles": self.cycles,
            "saved": self.saved,
            "lines": [{"file": file, "line": line, "slots": slots} for (file, line), slots in self.lines],
            "hides": other and {"limit": other.limit.name, "cycles": other.cycles, "hidden": other.hidden},
            "executes_the_same": not self.is_other,
        }


@dataclass(frozen=True, eq=False)
class Why:
    """An explanation of a run: the cost of each limit of the machine, helpful changes, and the chain that bounds it.

    - run: the run.
    - limits: the limits, the largest savings first.
    - chain: None if the event record does not have the run's end.
    - policies: the cycles under other branch policies; None unless lanes part and wait, or if no policy was tried.
    - unfilled: the causes of the issue slots for which no instruction is to blame.
    - sizes: the cycles in work-groups of other sizes; None if the launch can have no other size, or if none was tried.
    - accesses: the accesses to memory of each source line.

    An interrupted analysis has only the limits that it has measured. `changes` and `accesses` are then empty, and the
    rest is None.
    """

    run: Result
    limits: Sequence[Lifted]
    changes: Sequence[Change]
    chain: Chain | None = None
    policies: Policies | None = None
    unfilled: Unfilled | None = None
    sizes: Sizes | None = None
    accesses: Sequence[Access] = ()

    @property
    def is_whole(self) -> bool:
        """Return whether the analysis reached its end."""
        return self.unfilled is not None

    @cached_property
    def first(self) -> Lifted | None:
        """The limit that costs most; None if none costs anything.

        A limit does not count if lifting it changes the executed instructions.
        """
        return next((limit for limit in self.limits if limit.saved > 0 and not limit.is_other), None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, `schema` first."""
        parts = {"chain": self.chain, "policies": self.policies, "unfilled": self.unfilled, "sizes": self.sizes}
        return {
            "schema": SCHEMA,
            "program": self.run.program.name,
            "machine": self.run.machine.model_dump(mode="json"),
            "cycles": self.run.cycles,
            "limits": [limit.to_dict() for limit in self.limits],
            "changes": [change.to_dict() for change in self.changes],
            "accesses": [access.to_dict() for access in self.accesses],
            **{name: part and part.to_dict() for name, part in parts.items()},
            "provenance": self.run.provenance,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON, with a newline at the end."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False) + "\n"

    def __repr__(self) -> str:
        costs = (
            "no limit costs anything" if self.first is None else f"without {self.first.limit.name} {self.first.cycles}"
        )
        return f"<Why {self.run.program.name} on {self.run.machine.name}: {self.run.cycles} cycles, {costs}>"


def explain_cycles(
    result: Result, run: Runner, retry: Retry | None = None, resize: Resize | None = None, sizes: Sequence[Size] = ()
) -> Why:  # fmt: skip
    """Measure what each limit costs a run that ran to its end.

    run: simulates the same launch on another machine. retry: simulates the launch under another branch policy, and
    compiles the kernel again if necessary; None to try no other policy. resize: simulates the launch in work-groups of
    another size, one of `sizes`; None to try no other size. Raises `ValueError` without an event record.
    """
    alone: dict[Limit, Result] = {}
    hidden: dict[Limit, HiddenLimit | None] = {}

    def lifted() -> list[Lifted]:
        return [
            Lifted(
                limit,
                other.cycles,
                result.cycles - other.cycles,
                _paying(result, other),
                hidden.get(limit),
                is_other=not np.array_equal(result.issues, other.issues),
            )
            for limit, other in sorted(alone.items(), key=lambda item: item[1].cycles)
        ]

    with kept(lambda: Why(result, lifted(), ())):
        for limit in limits_of(result):
            alone[limit] = run(limit.lifted(result.machine))
        saved = {limit: result.cycles - other.cycles for limit, other in alone.items()}
        order = sorted(alone, key=lambda limit: -saved[limit])
        for limit in [limit for limit in order if saved[limit] > 0][:_PAIRED]:
            hidden[limit] = _hidden(limit, order, result, saved, run)
        has_end = all(core.events is not None and core.events.end == core.cycles for core in result.cores)
        policies = None if retry is None else policies_of(result, retry)
        chain = chain_of(result) if has_end else None
        accesses = accesses_of(result)
        changes = changes_of(result, accesses, run)
        tried = None if resize is None else sizes_of(result, sizes, resize)
        lines = by_line(result, accesses)
        return Why(result, lifted(), changes, chain, policies, unfilled_of(result), tried, lines)


def _hidden(
    limit: Limit, others: Sequence[Limit], result: Result, saved: dict[Limit, int], run: Runner
) -> HiddenLimit | None:
    """Return the limit among `others` whose cost `limit` hides most; None if `limit` hides no cost."""
    hidden_limits = []
    for other in others:
        if other is limit or limit.keys.keys() & other.keys.keys():
            continue
        try:
            cycles = run(limit.lifted(result.machine, other)).cycles
        except MachineError:
            continue
        hidden_limits.append(HiddenLimit(other, cycles, result.cycles - cycles - saved[limit] - max(0, saved[other])))
    best = max(hidden_limits, key=lambda other: other.hidden, default=None)
    return best if best is not None and best.hidden > 0 else None


def _paying(result: Result, other: Result) -> list[tuple[Place, int]]:
    fewer: Counter[Place] = Counter()
    for before, after in zip(result.lines, other.lines, strict=True):
        fewer[before["file"], before["line"]] += sum(before["lost"].values()) - sum(after["lost"].values())
    return [(place, slots) for place, slots in fewer.most_common(_LINES) if slots > 0 and place[1]]
