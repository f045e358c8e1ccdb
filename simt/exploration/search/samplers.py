"""Which designs a search looks at next: all, random ones, or those that Optuna's samplers propose.

A sampler only names points. It asks `Look` about them in batches and gets back what each is worth, so that simulation
runs on all cores and a point that is known costs nothing. Equal seeds ask for equal points in the same order, whether
their results were in the file before or not: an interrupted search asks again for what it knows, and goes on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from simt.exploration.errors import SweepError
from simt.exploration.records.pareto import pareto_front

if TYPE_CHECKING:
    import optuna

    from simt.exploration.search.search import Search

_BATCH = 256  # designs looked at between two looks at the budget, where the next ones do not depend on them
_POPULATION = 50  # of NSGA-II, at most
_AT_ONCE = 8  # proposals of the Parzen estimator without knowing what came of the last ones
_LOOKS = 100  # designs that limits exclude cost no simulation, but so many looks for each of the budget are the end
_GUIDED = ("nsga2", "tpe")
_TRIES = 10_000  # to draw a design that was not looked at


@dataclass(frozen=True, slots=True)
class Worth:
    """What a design is worth. costs: of each objective, small is good; excess: by how much it breaks limits, 0 if none.

    costs is empty if the design has none: excluded before its run, or failed.
    """

    costs: tuple[float, ...] = ()
    excess: float = 0.0


class Look(Protocol):
    """What a sampler knows of the designs that were looked at."""

    known: dict[int, Worth]

    def at(self, numbers: Sequence[int]) -> bool:
        """Look at these designs too, which ends up in `known`; whether to go on."""
        ...

    @property
    def left(self) -> int:
        """Simulations that the budget leaves."""
        ...


def check_sampler(search: Search) -> None:
    """Whether the sampler of `search` is there. Raises `SweepError`, E0770, if it needs Optuna and that is not."""
    if search.method in _GUIDED:
        _optuna(search.method)


def sample(search: Search, look: Look) -> None:
    """Look at designs as the sampler of `search` wants it, until the budget is spent or nothing is left to look at.

    Raises `SweepError`, E0770, if the sampler needs Optuna and it is not there.
    """
    if search.method == "exhaustive":
        look.at(range(search.space.size))
    elif search.method == "random":
        _in_batches(_drawn(search.space.size, random.Random(search.random_seed)), look, search)
    else:
        _Guided(search, look).run()


def _in_batches(numbers: Iterator[int], look: Look, search: Search) -> None:
    looks = _LOOKS * search.most_simulated
    while look.left and len(look.known) < looks:
        batch = list(islice(numbers, min(_BATCH, look.left)))
        if not batch or not look.at(batch):
            return


def _drawn(size: int, generator: random.Random) -> Iterator[int]:
    """The numbers below `size` in random order, each once: a shuffle that only remembers what it has moved."""
    moved: dict[int, int] = {}
    for place in range(size):
        other = place + int(generator.random() * (size - place))
        found = moved.get(other, other)
        moved[other] = moved.pop(place, place)
        yield found


class _Guided:
    """A search that Optuna guides.

    Its samplers know nothing of a space that runs out, and propose known designs again. Those are told what is known.
    If a whole generation was known, the next one begins with designs beside the front that nobody has looked at, or,
    where there are none, with random ones, so that a search goes on while its budget lasts.
    """

    def __init__(self, search: Search, look: Look) -> None:
        self.search, self.space, self.look = search, search.space, look
        self.generator = random.Random(search.random_seed)
        self.study, self.batch = self._study()
        self.distributions = self._distributions()

    def run(self) -> None:
        """Ask and tell, a generation after the other."""
        looks, look = _LOOKS * self.search.most_simulated, self.look
        while look.left and len(look.known) < min(looks, self.space.size):
            trials = [self.study.ask(self.distributions) for _ in range(min(self.batch, look.left))]
            numbers = [self._number(trial.params) for trial in trials]
            before = len(look.known)
            if not look.at(list(dict.fromkeys(numbers))):
                return
            for trial, number in zip(trials, numbers, strict=True):
                worth = look.known[number]
                trial.set_constraint("limits", worth.excess)
                # Designs that break limits are compared by the excess alone: these zeros are not looked at.
                self.study.tell(trial, worth.costs or [0.0] * len(self.search.objectives))
            if len(look.known) == before and not self._refresh():
                return

    def _study(self) -> tuple[optuna.Study, int]:
        optuna = _optuna(self.search.method)
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        budget, seed = self.search.most_simulated, self.search.random_seed
        if self.search.method == "nsga2":
            batch = max(4, min(_POPULATION, budget // 8))
            sampler = optuna.samplers.NSGAIISampler(population_size=batch, seed=seed)
        else:
            batch = _AT_ONCE
            sampler = optuna.samplers.TPESampler(n_startup_trials=max(10, budget // 10), seed=seed)
        return optuna.create_study(directions=["minimize"] * len(self.search.objectives), sampler=sampler), batch

    def _distributions(self) -> dict[str, Any]:
        """An axis of numbers is a range of places in it, so that neighbours are near; one of names is a choice."""
        from optuna.distributions import CategoricalDistribution, IntDistribution

        names = ["program", *(axis.name for axis in self.space.axes)]
        is_ordered = [False, *(_is_ordered(axis.values) for axis in self.space.axes)]
        return {
            name: IntDistribution(0, length - 1) if ordered else CategoricalDistribution(range(length))
            for name, length, ordered in zip(names, self.space.lengths, is_ordered, strict=True)
        }

    def _number(self, params: dict[str, Any]) -> int:
        return self.space.number_of([params[name] for name in self.distributions])

    def _refresh(self) -> bool:
        """Put designs that were not looked at before the sampler's next proposals; whether there are any."""
        known, wanted = self.look.known, min(self.batch, self.look.left)
        good = [number for number, worth in known.items() if worth.costs and not worth.excess]
        front = [good[index] for group in pareto_front([known[number].costs for number in good]) for index in group]
        fresh = list(dict.fromkeys(beside for number in front for beside in self._beside(number)))
        self.generator.shuffle(fresh)
        for _ in range(_TRIES):
            if len(fresh) >= wanted:
                break
            number = int(self.generator.random() * self.space.size)
            if number not in known and number not in fresh:
                fresh.append(number)
        for number in fresh[:wanted]:
            self.study.enqueue_trial(dict(zip(self.distributions, self.space.places_of(number), strict=True)))
        return bool(fresh)

    def _beside(self, number: int) -> Iterator[int]:
        """The designs one step away on one axis that were not looked at."""
        places = self.space.places_of(number)
        for axis, length in enumerate(self.space.lengths):
            for place in (places[axis] - 1, places[axis] + 1):
                if 0 <= place < length:
                    other = self.space.number_of([*places[:axis], place, *places[axis + 1 :]])
                    if other not in self.look.known:
                        yield other


def _is_ordered(values: Sequence[object]) -> bool:
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)


def _optuna(method: str) -> Any:
    """The module. Raises `SweepError`, E0770, where it is not installed."""
    try:
        import optuna
    except ImportError:
        message = f"the sampler {method} needs Optuna, which is not installed"
        advice = "pip install 'simt[search]', or --sampler random, or fewer values for an exhaustive search"
        raise SweepError(message, code="E0770", help=advice) from None
    return optuna
