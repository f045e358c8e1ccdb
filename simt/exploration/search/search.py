"""A search: a space of designs, the objectives, and the limits on a design."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from isa.reporting.diagnostics import did_you_mean, quote
from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import Axis, Value
from simt.exploration.plans.plan import Sweep
from simt.exploration.plans.reading import read_document
from simt.exploration.search.objectives import Constraint, Objective, find_constraint, find_objectives
from simt.exploration.silicon.parts import PAPER_PART, Part, find_part

if TYPE_CHECKING:
    from simt.lang import Kernel as Marked

CHEAP = 4096  # by default a space of up to this many designs is searched exhaustively, in a minute or less
DEFAULT_BUDGET = 1000  # simulated designs of a sampler
SAMPLERS: dict[str, str] = {
    "auto": f"exhaustive up to {CHEAP} designs (or the budget), else nsga2",
    "exhaustive": "every design",
    "random": "designs drawn at random, each once",
    "nsga2": "NSGA-II, a genetic algorithm for several objectives (Optuna)",
    "tpe": "tree-structured Parzen estimator (Optuna): for small budgets",
}


@dataclass(frozen=True)
class Space(Sweep):
    """The designs of a search: a grid that may be larger than the grid of a sweep."""

    most_points: ClassVar[int] = 1 << 62

    def number_of(self, places: Sequence[int]) -> int:
        """Return the number of a point. places: the indices of its program and of each axis's value."""
        number = 0
        for place, length in zip(places, self.lengths, strict=True):
            number = number * length + place
        return number

    def values_at(self, number: int) -> dict[str, Value]:
        """Return the value of every axis at a point, by name, and its program if there are several."""
        point = self.point(number)
        named: dict[str, Value] = {"program": point.program} if len(self.programs) > 1 else {}
        return {**named, **{axis.name: value for axis, value in zip(self.axes, point.values, strict=True)}}

    @property
    def is_default(self) -> bool:
        """Return whether the axes are the default ones."""
        return {axis.name: list(axis.values) for axis in self.axes} == default_space()


@cache
def default_space() -> Mapping[str, Any]:
    """Return the default axes, from `default_space.toml`."""
    return tomllib.loads((Path(__file__).parents[1] / "default_space.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Search:
    """The space, objectives, limits and method of a search.

    - space: the designs.
    - objectives: the measures to optimise.
    - constraints: the limits on measures.
    - part: the FPGA whose shares are taken.
    - must_fit: whether a design must fit `part`.
    - sampler: a name of `SAMPLERS`.
    - budget: the largest number of simulated designs, None for the default.
    - random_seed: the sampler's seed, by default 1; equal seeds give equal designs.

    Raises `SweepError`, E0777, if these fields contradict each other.
    """

    space: Space
    objectives: tuple[Objective, ...] = field(default_factory=lambda: find_objectives((), ()))
    constraints: tuple[Constraint, ...] = ()
    part: Part = field(default_factory=lambda: find_part(PAPER_PART))
    must_fit: bool = False
    sampler: str = "auto"
    budget: int | None = None
    random_seed: int | None = None  # 1 if the sampler draws

    def __post_init__(self) -> None:
        if self.space.mode != "grid":
            message = f"a search chooses from a grid, and the plan is of the mode {self.space.mode}"
            advice = 'leave `mode` away; sampler = "random" draws designs at random'
            raise SweepError(message, code="E0777", help=advice)
        if self.sampler not in SAMPLERS:
            advice = did_you_mean(self.sampler, SAMPLERS, f"there are {', '.join(SAMPLERS)}")
            raise SweepError(f"there is no sampler {quote(self.sampler)}", code="E0777", help=advice)
        if self.budget is not None and self.budget < 1:
            raise SweepError(f"the budget is at least one design, not {self.budget}", code="E0777")
        if self.budget is not None and self.sampler == "exhaustive":
            advice = f"--sampler random --budget {self.budget}, or leave the budget away"
            raise SweepError("an exhaustive search looks at every design and has no budget", code="E0777", help=advice)
        if self.random_seed is not None and self.sampler == "exhaustive":
            advice = "leave `random_seed` out, or name a sampler that draws: random, nsga2, tpe"
            raise SweepError("an exhaustive search draws nothing and has no seed", code="E0777", help=advice)
        if self.random_seed is None and self.method != "exhaustive":
            object.__setattr__(self, "random_seed", 1)
        if self.random_seed is not None and not 0 <= self.random_seed < 1 << 32:
            raise SweepError(f"the seed is from 0 to {(1 << 32) - 1}, not {self.random_seed}", code="E0777")

    @property
    def needs_silicon(self) -> bool:
        """Return whether a search needs the estimate of resources of every design."""
        measures = [*self.objectives, *(limit.objective for limit in self.constraints)]
        return self.must_fit or any(objective.needs_silicon for objective in measures)

    @property
    def method(self) -> str:
        """The sampler in use; `auto` depends on the size of the space."""
        if self.sampler != "auto":
            return self.sampler
        return "exhaustive" if self.space.size <= (CHEAP if self.budget is None else self.budget) else "nsga2"

    @property
    def most_simulated(self) -> int:
        """The largest number of simulated designs."""
        budget = DEFAULT_BUDGET if self.budget is None else self.budget
        return self.space.size if self.method == "exhaustive" else min(budget, self.space.size)

    @classmethod
    def of(
        cls, programs: str | Path | Marked | Sequence[str | Path | Marked],
        axes: Mapping[str, Any] | Sequence[Axis] | None = None, *, minimise: Sequence[str] = (),
        maximise: Sequence[str] = (), constraints: Sequence[str] = (), part: str | None = None, **options: Any,
    ) -> Search:  # fmt: skip
        """Make a search from plain values: `Search.of("fft128", {"banks": [2, 4, 8]}, minimise=["time", "luts"])`.

        - programs, axes: as for `Sweep.of`; without axes the space is `default_space`.
        - minimise, maximise: names of objectives; by default time and slices are minimised.
        - constraints: limits such as "ramb16<=40".
        - part: an FPGA that designs must fit; None for no such limit.
        - options: sampler, budget, random_seed, and the options of `Sweep.of`.

        Raises `SweepError`, `PartError`, and `FileError` for a file of a part that cannot be read.
        """
        method = {name: options.pop(name) for name in ("sampler", "budget", "random_seed") if name in options}
        space = Space.of(programs, default_space() if axes is None else axes, **options)
        return cls.over(space, minimise, maximise, constraints, part, **method)

    @classmethod
    def over(
        cls, space: Space, minimise: Sequence[str] = (), maximise: Sequence[str] = (), constraints: Sequence[str] = (),
        part: str | None = None, **method: Any,
    ) -> Search:  # fmt: skip
        """Make a search over a space.

        minimise, maximise, constraints, part: as for `of`. method: sampler, budget, random_seed. Raises the errors of
        `of`.
        """
        limits, fpga = tuple(map(find_constraint, constraints)), find_part(part or PAPER_PART)
        return cls(space, find_objectives(minimise, maximise), limits, fpga, part is not None, **method)

    def to_dict(self) -> dict[str, Any]:
        """Return the search as plain values; the space is the plan of a sweep."""
        return {
            "space": self.space.to_dict(),
            "designs": self.space.size,
            "minimise": [goal.name for goal in self.objectives if not goal.is_large_good],
            "maximise": [goal.name for goal in self.objectives if goal.is_large_good],
            "constraints": [str(limit) for limit in self.constraints],
            "part": self.part.name,
            "must_fit": self.must_fit,
            "sampler": self.method,
            "budget": None if self.method == "exhaustive" else self.most_simulated,
            "random_seed": None if self.method == "exhaustive" else self.random_seed,
        }


_FIELDS: dict[str, tuple[type, str]] = {
    "minimise": (list, "an array of objectives"),
    "maximise": (list, "an array of objectives"),
    "constraints": (list, "an array of limits"),
    "part": (str, "an FPGA part"),
    "sampler": (str, f"one of {', '.join(SAMPLERS)}"),
    "budget": (int, "a whole number"),
    "random_seed": (int, "a whole number"),
}


def load_search(path: str | Path, **overrides: Any) -> Search:
    """Read a search from a TOML file: the plan of a sweep with a table [explore].

    overrides: arguments of `Search.over` that replace values of the file, unless they are None.

    A plan without [sweep] has the default space.

    Raises `SweepError`, `PartError`, `FileError`.
    """
    document = read_document(path)
    table = document.pop("explore", {})
    if not isinstance(table, Mapping):
        raise SweepError(f"`explore` of the plan is a table, not {quote(str(table))}")
    for name, value in table.items():
        if name not in _FIELDS:
            message = f"the table [explore] of the plan has an unknown key {quote(name)}"
            raise SweepError(message, help=did_you_mean(name, _FIELDS, f"the keys are {', '.join(_FIELDS)}"))
        kind, text = _FIELDS[name]
        is_texts = kind is not list or (isinstance(value, list) and all(isinstance(item, str) for item in value))
        if not isinstance(value, kind) or isinstance(value, bool) or not is_texts:
            raise SweepError(f"`{name}` of [explore] is {text}, not {quote(str(value))}")
    options = {**table, **{name: value for name, value in overrides.items() if value is not None}}
    for name in ("minimise", "maximise"):  # objectives of either direction replace all of the file's
        if overrides.get("minimise") or overrides.get("maximise"):
            options[name] = overrides.get(name) or ()
    if "sweep" not in document:
        document["sweep"] = dict(default_space())
    return Search.over(Space.from_dict(document), **options)
