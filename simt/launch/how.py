"""The options of a run: the engine, the limit of cycles, the recorded cycles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ProgramError, quote
from simt.launch.words import is_whole
from simt.threads import thread_problem

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind

DEFAULT_MAX_CYCLES = 50_000_000
MOST_CYCLES = (1 << 63) - 1  # the largest limit of a run
DEFAULT_SAMPLE, MOST_SAMPLE = 5.0, 50.0  # percent
ENGINES = ("cycle", "functional")
# A long run calls a `Watcher` with the cycles so far, and ends if the answer is true. It calls a `Compiling` with the
# kind of an engine before it compiles the engine.
Watcher = Callable[[int], object]
Compiling = Callable[["Kind"], None]


@dataclass(frozen=True, kw_only=True)
class How:
    """The options of a run, as in `PreparedLaunch.run`.

    is_watched: whether to look for races and for reads of unwritten words (`Result.findings`, docs/check.md). sample:
    half the width of the interval of estimated cycles, as a percentage of the cycles; None for a whole run. outputs:
    whether a sample runs all work-groups without time, for their values. Raises `ProgramError` for options that
    contradict each other.
    """

    engine: str = "cycle"
    max_cycles: int = DEFAULT_MAX_CYCLES
    record: bool | range = False
    with_transfers: bool = False
    is_watched: bool = False
    keep_objects: bool = False
    jobs: int | None = None
    sample: float | None = None
    outputs: bool = False

    @classmethod
    def of(cls, *, max_cycles: int | None = None, sample: float | bool | None = None, **others: Any) -> How:
        """Return the options of a run.

        max_cycles: None for the default limit. sample: True for the default percentage, None or False for a whole run.
        Raises `ProgramError`.
        """
        limit = DEFAULT_MAX_CYCLES if max_cycles is None else max_cycles
        return cls(max_cycles=limit, sample=sample_of(sample), **others)

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise ProgramError(f"the engine is `cycle` or `functional`, not {quote(self.engine)}")
        if self.record is not False and self.engine != "cycle":
            raise ProgramError("only the cycle engine records events")
        if self.with_transfers and self.engine != "cycle":
            raise ProgramError("the cycle engine alone counts host transfers")
        if self.is_watched and self.engine != "functional":
            raise ProgramError("the functional engine alone is watched for races")
        if self.sample is not None:
            _check_sample(self.engine, self.record)
        elif self.outputs:
            raise ProgramError("a whole run has all outputs: leave out `outputs`, or take a sample")
        window: object = self.record
        if not isinstance(window, bool | range):
            raise ProgramError(f"record is True, False or range(first, end), not {quote(str(window))}")
        if isinstance(window, range) and (window.start < 0 or window.stop <= window.start or window.step != 1):
            raise ProgramError(f"a window of cycles is range(first, end) with 0 <= first < end, not {window}")
        check_cycles(self.max_cycles)
        if self.jobs is not None and (problem := thread_problem(self.jobs, "a launch")):
            raise ProgramError(problem, code="E0761")


def check_cycles(max_cycles: object) -> None:
    """Raise `ProgramError` unless `max_cycles` is from 1 to `MOST_CYCLES`."""
    if not is_whole(max_cycles):
        raise ProgramError(f"max_cycles is a whole number, not {quote(str(max_cycles))}")
    if not 1 <= max_cycles <= MOST_CYCLES:
        bound = "at least 1" if max_cycles < 1 else f"at most {MOST_CYCLES}"
        raise ProgramError(f"max_cycles is {bound}, not {max_cycles}")


def sample_of(given: object) -> float | None:
    """Return the percentage of a sample. given: True for the default, None or False for a whole run.

    Raises `ProgramError` for anything other than a number in range.
    """
    if given is None or given is False:
        return None
    if given is True:
        return DEFAULT_SAMPLE
    if not isinstance(given, int | float) or not 0 < given <= MOST_SAMPLE:
        message = f"a sample is good to a percentage above 0 and at most {MOST_SAMPLE:g}, not {quote(str(given))}"
        raise ProgramError(message, help=f"leave the number out for {DEFAULT_SAMPLE:g} %")
    return float(given)


def _check_sample(engine: str, record: bool | range) -> None:
    """Raise `ProgramError` for options that a sample contradicts."""
    if engine != "cycle":
        raise ProgramError("a sample estimates cycles, and the functional engine has none: leave out one of them")
    if record is not False:
        raise ProgramError(
            "a sample has no record of events, since most cycles are not simulated: leave out the sample"
        )  # fmt: skip
