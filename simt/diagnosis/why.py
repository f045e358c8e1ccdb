"""The cost of each limit of a machine to a run, measured: the launch is simulated again without it (docs/why.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.diagnosis.chain import Chain, chain_of
from simt.diagnosis.changes import Change, changes_of
from simt.diagnosis.limits import Limit, limits_of
from simt.diagnosis.policies import Policies, Retry, policies_of
from simt.diagnosis.unfilled import Unfilled, unfilled_of
from simt.interruption import kept
from simt.machine import MachineError

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.result.result import Result

SCHEMA = "simt.why/1"
_OPENERS = 3  # limits, of those that save most, which are lifted together with every other one
_LINES = 3  # source lines that are named for each limit

Runner = Callable[["Machine"], "Result"]
Place = tuple[str, int]  # a file and a line


@dataclass(frozen=True, slots=True)
class Behind:
    """A limit that shows once another one is gone: the cycles without both."""

    limit: Limit
    cycles: int
    hidden: int  # cycles that both save together beyond the sum of their own savings


@dataclass(frozen=True, slots=True)
class Lifted:
    """The run without one limit."""

    limit: Limit
    cycles: int
    saved: int
    lines: Sequence[tuple[Place, int]]  # that lost fewer issue slots, most first
    behind: Behind | None  # the limit that this one hid most
    is_other: bool  # whether other instructions were executed: then the cycles measure nothing

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        hidden_limit = self.behind
        return {
            "limit": self.limit.name,
            "keys": dict(self.limit.keys),
            "cycles": self.cycles,
            "saved": self.saved,
            "lines": [{"file": file, "line": line, "slots": slots} for (file, line), slots in self.lines],
            "hides": None if hidden_limit is None else {"limit": hidden_limit.limit.name, "cycles": hidden_limit.cycles,
                                                  "hidden": hidden_limit.hidden},
            "executes_the_same": not self.is_other,
        }  # fmt: skip


@dataclass(frozen=True, eq=False)
class Why:
    """A run, its cycles without each of its limits, helpful changes, and the chain that bounds it.

    policies: its cycles under other branch policies, if lanes part and wait. unfilled: the issue slots that no
    instruction is to blame for.
    """

    run: Result
    limits: Sequence[Lifted]  # the largest savings first
    changes: Sequence[Change]
    chain: Chain | None = None  # None if the event record does not have the run's end
    policies: Policies | None = None
    unfilled: Unfilled | None = None  # the reasons for empty slots; None if nobody has looked

    @cached_property
    def first(self) -> Lifted | None:
        """The limit that costs most; None if none costs anything."""
        return next((limit for limit in self.limits if limit.saved > 0 and not limit.is_other), None)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, `schema` first."""
        return {
            "schema": SCHEMA,
            "program": self.run.program.name,
            "machine": json.loads(self.run.machine.model_dump_json()),
            "cycles": self.run.cycles,
            "limits": [limit.to_dict() for limit in self.limits],
            "changes": [change.to_dict() for change in self.changes],
            "chain": None if self.chain is None else self.chain.to_dict(),
            "policies": None if self.policies is None else self.policies.to_dict(),
            "unfilled": None if self.unfilled is None else self.unfilled.to_dict(),
            "provenance": self.run.provenance,
        }

    def to_json(self) -> str:
        """`to_dict` as JSON, ending in a newline."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False) + "\n"

    def __repr__(self) -> str:
        costs = (
            "no limit costs anything" if self.first is None else f"without {self.first.limit.name} {self.first.cycles}"
        )
        return f"<Why {self.run.program.name} on {self.run.machine.name}: {self.run.cycles} cycles, {costs}>"


def explain_cycles(result: Result, run: Runner, retry: Retry | None = None) -> Why:
    """Measure the cost of each limit to a run that ran to its end.

    run: makes the same launch on another machine. retry: does so under another branch policy, for which a kernel may
    have to be compiled; None: policies are not tried.
    """
    alone: dict[Limit, Result] = {}
    hidden: dict[Limit, Behind | None] = {}

    def found() -> list[Lifted]:
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

    with kept(lambda: Why(result, found(), ())):
        for limit in limits_of(result):
            alone[limit] = run(limit.lifted(result.machine))
        saved = {limit: result.cycles - other.cycles for limit, other in alone.items()}
        order = sorted(alone, key=lambda limit: -saved[limit])
        for limit in [limit for limit in order if saved[limit] > 0][:_OPENERS]:
            hidden[limit] = _behind(limit, order, result, saved, run)
        has_end = all(core.events is not None and core.events.end == core.cycles for core in result.cores)
        policies = None if retry is None else policies_of(result, retry)
        chain = chain_of(result) if has_end else None
        return Why(result, found(), changes_of(result, run), chain, policies, unfilled_of(result))


def _behind(
    limit: Limit, others: Sequence[Limit], result: Result, saved: dict[Limit, int], run: Runner
) -> Behind | None:
    """Return the other limit that this one hid most."""
    hidden_limits = []
    for other in others:
        if other is limit or limit.keys.keys() & other.keys.keys():
            continue
        try:
            cycles = run(limit.lifted(result.machine, other)).cycles
        except MachineError:
            continue
        hidden_limits.append(Behind(other, cycles, result.cycles - cycles - saved[limit] - max(0, saved[other])))
    best = max(hidden_limits, key=lambda behind: behind.hidden, default=None)
    return best if best is not None and best.hidden > 0 else None


def _paying(result: Result, other: Result) -> list[tuple[Place, int]]:
    """Return the source lines that lost fewer issue slots in the other run, most first."""
    fewer: Counter[Place] = Counter()
    for before, after in zip(result.lines, other.lines, strict=True):
        fewer[before["file"], before["line"]] += sum(before["lost"].values()) - sum(after["lost"].values())
    return [(place, slots) for place, slots in fewer.most_common(_LINES) if slots > 0 and place[1]]
