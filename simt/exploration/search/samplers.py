"""The samplers, which choose the designs to evaluate: all, random ones, or proposals of Optuna's samplers.

A sampler passes batches of designs, by number, to `Look` and gets back their worth. A batch is simulated on all cores.
Equal seeds propose equal designs in the same order, whether or not the results file has them already. So if an
interrupted search is repeated, it first proposes the known designs again, without simulation, and then goes on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import are_numbers
from simt.exploration.records.results import pareto_front

if TYPE_CHECKING:
    import optuna

    from simt.exploration.search.search import Search

_BATCH = 256  # random designs between two checks of the budget
_POPULATION = 50  # of NSGA-II, at most
_AT_ONCE = 8  # proposals of the Parzen estimator that are evaluated together
_LOOKS = 100  # a search ends after this many designs per simulation of its budget, as excluded designs cost none
_GUIDED = ("nsga2", "tpe")
_TRIES = 10_000  # to draw a design that is not known yet


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a design.

    costs: a number for each objective, small is good; empty if the design did not run or failed. excess: the sum of the
    amounts by which the design exceeds limits, 0 if it exceeds none. A design that failed has a large excess.
    """

    costs: tuple[float, ...] = ()
    excess: float = 0.0


class Look(Protocol):
    """The evaluation of designs, as a sampler sees it. known: the worth of evaluated designs, by number."""

    known: dict[int, Worth]

    def evaluate(self, numbers: Sequence[int]) -> bool:
        """Evaluate designs and add them to `known`; return whether to go on."""
        ...

    @property
    def left(self) -> int:
        """The number of simulations left in the budget."""
        ...


def check_sampler(search: Search) -> None:
    """Check that the sampler of `search` is installed. Raises `SweepError`, E0770, if it needs Optuna."""
    if search.method in _GUIDED:
        _optuna(search.method)


def sample(search: Search, look: Look) -> None:
    """Evaluate designs that the sampler of `search` chooses, until the budget is spent or no design is left.

    Raises `SweepError`, E0770, if the sampler needs Optuna and it is missing.
    """
    if search.method == "exhaustive":
        look.evaluate(range(search.space.size))
    elif search.method == "random":
        numbers = _drawn(search.space.size, random.Random(search.random_seed))
        while look.left and len(look.known) < _LOOKS * search.most_simulated:
            batch = list(islice(numbers, min(_BATCH, look.left)))
            if not batch or not look.evaluate(batch):
                return
    else:
        _Guided(search, look).run()


def _drawn(size: int, generator: random.Random) -> Iterator[int]:
    """Yield the numbers below `size` in random order, by a shuffle that stores only the moved numbers."""
    moved: dict[int, int] = {}
    for place in range(size):
        drawn = place + int(generator.random() * (size - place))
        number = moved.get(drawn, drawn)
        moved[drawn] = moved.pop(place, place)
        yield number


class _Guided:
    """A search guided by Optuna.

    Optuna's samplers may propose known designs again, and get the known worth. If all designs of a generation were
    known, the next generation begins with unknown neighbours of the front, and with random designs if there are too
    few.
    """

    def __init__(self, search: Search, look: Look) -> None:
        self.search, self.space, self.look = search, search.space, look
        self.generator = random.Random(search.random_seed)
        self.study, self.batch = self._study()
        self.distributions = self._distributions()

    def run(self) -> None:
        """Evaluate generation after generation of proposals."""
        looks, look = _LOOKS * self.search.most_simulated, self.look
        while look.left and len(look.known) < min(looks, self.space.size):
            trials = [self.study.ask(self.distributions) for _ in range(min(self.batch, look.left))]
            numbers = [self.space.number_of([trial.params[name] for name in self.distributions]) for trial in trials]
            before = len(look.known)
            if not look.evaluate(list(dict.fromkeys(numbers))):
                return
            for trial, number in zip(trials, numbers, strict=True):
                worth = look.known[number]
                trial.set_constraint("limits", worth.excess)
                # Designs that exceed limits are compared by the excess alone, so Optuna ignores these zeros.
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
        """Return Optuna's distribution of each axis, over the indices of its values: ordered if they are numbers."""
        from optuna.distributions import CategoricalDistribution, IntDistribution

        names = ["program", *(axis.name for axis in self.space.axes)]
        is_ordered = [False, *(are_numbers(axis.values) for axis in self.space.axes)]
        return {
            name: IntDistribution(0, length - 1) if ordered else CategoricalDistribution(range(length))
            for name, length, ordered in zip(names, self.space.lengths, is_ordered, strict=True)
        }

    def _refresh(self) -> bool:
        """Queue unknown designs as the sampler's next proposals; return whether there are any."""
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
        """Yield the unknown designs that differ from a design by one step on one axis."""
        places = self.space.places_of(number)
        for axis, length in enumerate(self.space.lengths):
            for place in (places[axis] - 1, places[axis] + 1):
                if 0 <= place < length:
                    neighbour = self.space.number_of([*places[:axis], place, *places[axis + 1 :]])
                    if neighbour not in self.look.known:
                        yield neighbour


def _optuna(method: str) -> Any:
    try:
        import optuna
    except ImportError:
        message = f"the sampler {method} needs Optuna, which is not installed"
        advice = "pip install 'simt[search]', or --sampler random, or fewer values for an exhaustive search"
        raise SweepError(message, code="E0770", help=advice) from None
    return optuna
