"""`simt.model_sensitivity`: how the prediction of a launch moves with each key of its machine and with its counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from simt.verbs.keywords import AnyMachine, taken, takes
from simt.verbs.launching import AnyLaunch, prepare
from simt.verbs.model import Assumed, analysed, launched
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.models.sensitivity import Moved

SCHEMA = "simt.sensitivity/1"


@dataclass(frozen=True, repr=False)
class Sensitivity(Shown):
    """The moves of the keys and counts of a launch, the largest effect first.

    - kernel, machine: their names.
    - cycles: the prediction of the refined model before any move.
    - moves: a row for each key that is a number other than 0, and for each count.
    """

    kernel: str
    machine: str
    cycles: float
    moves: Sequence[Moved]

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return a row for each move."""
        return [asdict(move) for move in self.moves]

    def __str__(self) -> str:
        from simt.views.studies.terms import sensitivity_text

        return sensitivity_text(self.kernel, self.machine, self.cycles, self.moves)

    def to_dict(self) -> dict[str, Any]:
        """Return all moves, even moves without effect, as plain values for JSON."""
        return {
            "schema": SCHEMA, "kernel": self.kernel, "machine": self.machine, "cycles": self.cycles,
            "moves": list(self.records()),
        }  # fmt: skip


@takes(Assumed, prepare)
def model_sensitivity(
    kernel: AnyLaunch, machine: AnyMachine = None, *, max_steps: int | None = None,
    progress: Callable[[int], object] | None = None, **words: Any,
) -> Sensitivity:  # fmt: skip
    """Predict a launch again for each key and count that moves by 10 %, as `simt model sensitivity` does.

    A key takes the nearest valid value, at least one step away; the launch is counted again on the changed machine.

    - kernel, machine, max_steps, further keywords: as for `simt.model`.
    - progress: called with the number of finished predictions; a true answer raises `KeyboardInterrupt`.

    Raises the errors of `simt.model`.
    """
    from simt.machine.describe import label
    from simt.models.refined import Profile, predict
    from simt.models.sensitivity import counts_moved, key_moved, numeric_keys

    assumed = Assumed(**taken(words, Assumed))
    launch = launched(model_sensitivity, kernel, machine, words)
    profile = Profile.of_static(analysed(launch, assumed, max_steps))
    predicted = predict(profile)
    cycles = predicted.cycles

    def cycles_on(other: Machine) -> float:
        return predict(Profile.of_static(analysed(launch.on(other), assumed, max_steps)), predicted.effort).cycles

    moves = list(counts_moved(predicted))
    for number, key in enumerate(numeric_keys(launch.machine).values(), 1):
        moves.append(key_moved(launch.machine, key, cycles, cycles_on))
        if progress is not None and progress(number):
            raise KeyboardInterrupt
    moves.sort(key=lambda move: -abs(move.change))
    return Sensitivity(launch.program.name, label(launch.machine, launch.origins), cycles, moves)
