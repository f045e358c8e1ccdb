"""The verdict on a case of a gate: its run against the limit and the baseline, and the lines that cost more or less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import PurePath
from typing import Any

from simt.diagnosis.diff import Difference, LineChange
from simt.diagnosis.gates.baseline import KeptCase
from simt.diagnosis.gates.cases import Case, Gate
from simt.diagnosis.saved import SavedRun
from simt.version import __version__


class Verdict(StrEnum):
    """The verdict on a case, the worst first."""

    STOPPED = "stopped"  # it did not run to its end
    WRONG = "wrong result"
    MISSING = "no baseline"  # of which the limit is a share
    OVER = "over the limit"
    SLOWER = "slower"  # but within the limit
    NEW = "new"  # without a baseline, and within a limit of cycles
    FASTER = "faster"
    SAME = "same"


FAILED = (Verdict.STOPPED, Verdict.WRONG, Verdict.MISSING, Verdict.OVER)


@dataclass(frozen=True, eq=False, repr=False)
class Judged:
    """A case of a gate after its run.

    - before: the case in the baseline; None if the baseline lacks it.
    - most: the largest number of cycles that is allowed; None if the limit is a share of a missing baseline.
    - problem: the reason why the run did not end or why its result is not good; "" if it is good.
    - is_checked: whether its result was compared with the results that its oracle expects.
    """

    case: Case
    run: SavedRun
    before: KeptCase | None
    most: int | None
    problem: str = ""
    is_checked: bool = True

    @property
    def verdict(self) -> Verdict:
        """The verdict on the case."""
        if self.run.status != "completed":
            return Verdict.STOPPED
        if self.problem:
            return Verdict.WRONG
        if self.most is None:
            return Verdict.MISSING
        if self.run.cycles > self.most:
            return Verdict.OVER
        if self.before is None:
            return Verdict.NEW
        if self.run.cycles > self.before.cycles:
            return Verdict.SLOWER
        return Verdict.SAME if self.run.cycles == self.before.cycles else Verdict.FASTER

    @property
    def cycles(self) -> int:
        """The cycles of the run."""
        return self.run.cycles

    @property
    def passed(self) -> bool:
        """True unless the case has to fail the gate."""
        return self.verdict not in FAILED

    @property
    def change(self) -> int | None:
        """The cycles now minus the baseline's; None without a baseline, and for a run that did not end."""
        if self.before is None or self.verdict is Verdict.STOPPED:
            return None
        return self.run.cycles - self.before.cycles

    @cached_property
    def difference(self) -> Difference | None:
        """The baseline and the run side by side; None without a baseline."""
        return None if self.before is None else Difference(self.before.run(), self.run)

    @property
    def lines(self) -> list[LineChange]:
        """The source lines that cost more or fewer issue slots than in the baseline, the largest change first.

        If the case became slower, lines that cost more come first; if it became faster, lines that cost less come
        first.
        """
        if self.difference is None or not self.change:
            return []
        sign = 1 if self.change > 0 else -1
        return sorted(self.difference.changed, key=lambda line: (line.total * sign <= 0, -line.weight))

    @property
    def nowhere(self) -> dict[str, int]:
        """The change, by reason, of the issue slots that are charged to no line."""
        return {} if self.difference is None or not self.change else self.difference.nowhere

    @property
    def differences(self) -> Mapping[str, tuple[Any, Any]]:
        """The keys of the machine and the properties of the launch that differ from the baseline, with both values.

        Another version of simt is not a difference. A run that did not end has no differences.
        """
        if self.difference is None:
            return {}
        both = {**self.difference.machine, **self.difference.launch}
        return {key: values for key, values in both.items() if key not in ("version", "status")}

    def __repr__(self) -> str:
        return f"<{self.case.name}: {self.cycles} cycles, {self.verdict.value}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "case": self.case.name,
            "kernel": self.case.kernel,
            "machine": self.case.machine,
            "verdict": self.verdict.value,
            "passed": self.passed,
            "problem": self.problem or None,
            "checked": self.is_checked,
            "baseline": None if self.before is None else self.before.cycles,
            "cycles": self.run.cycles,
            "change": self.change,
            "limit": self.case.limit.text,
            "most": self.most,
            "lines": [_line(line) for line in self.lines],
            "nowhere": self.nowhere,
            "differences": {key: list(both) for key, both in self.differences.items()},
        }


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """The verdicts on the cases of a gate.

    - gate: the gate with the cases that ran.
    - cases: a verdict for each of these cases, in the order of the gate's file.
    - unused: the names of cases that are in the baseline but not in the gate's file.
    - is_updated: whether the caller asked for a new baseline (`--update`).
    - is_written: whether the file of the baseline has changed.
    """

    gate: Gate
    cases: Sequence[Judged]
    unused: Sequence[str] = ()
    is_updated: bool = False
    is_written: bool = False

    @property
    def versions(self) -> list[str]:
        """The versions of simt, other than this one, with which the baselines of changed cases were made."""
        before = {judged.before.version for judged in self.cases if judged.before is not None and judged.change}
        return sorted(before - {__version__})

    @property
    def passed(self) -> bool:
        """True if no case has to fail the gate."""
        return all(judged.passed for judged in self.cases)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "schema": "simt.gated/1",
            "file": str(self.gate.path),
            "baseline": str(self.gate.baseline),
            "passed": self.passed,
            "updated": self.is_updated,
            "written": self.is_written,
            "unused": list(self.unused),
            "cases": [judged.to_dict() for judged in self.cases],
        }


def place_of(line: LineChange) -> str:
    """Return the file's name and the number of a line, `dot.s:14`; of a line that is gone only the file's name."""
    return PurePath(line.shown.file).name + ("" if line.after is None else f":{line.after.line}")


def _line(line: LineChange) -> dict[str, Any]:
    return {
        "file": line.shown.file,
        "line": None if line.after is None else line.after.line,
        "source": line.shown.source,
        "is_new": line.before is None,
        "is_gone": line.after is None,
        "slots": line.slots,
    }
