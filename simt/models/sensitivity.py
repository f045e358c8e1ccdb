"""The change of a prediction when a key of the machine, or a count of the launch, moves by a tenth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil, inf

from isa.reporting.diagnostics import SimtError
from isa.table.units import UNITS
from simt.machine import Machine
from simt.machine.describe import value_of
from simt.machine.keys import Key, keys
from simt.models.refined import RefinedPrediction, Repeats, predict, predict_more

SHARE = 0.1  # by which a value moves
_TRIES = 12  # values above the wanted one that are tried before its double
_DOUBLED = ("warp_size",)  # keys that are powers of two on every machine that is built
_LEAST = 1e-6  # cycles: a smaller change is an error of sums


@dataclass(frozen=True, slots=True)
class Moved:
    """A key or a count that moved, and the prediction after the move.

    - name: the key in full, or the count.
    - kind: "key" or "count".
    - before, after: the value before and after the move; `after` is None if no value near `before` is valid.
    - cycles: the predicted cycles after the move; if there is no valid value, the predicted cycles before.
    - change: the change of the cycles, as a share.
    """

    name: str
    kind: str
    before: float
    after: float | None
    cycles: float
    change: float


def numeric_keys(machine: Machine) -> dict[str, Key]:
    """Return the keys of a machine whose values are numbers other than 0, by name; a 0 stands for absence."""
    return {
        name: key for name, key in keys().items() if type(value := value_of(machine, name)) in (int, float) and value
    }


def values_near(value: float, key: Key) -> Iterator[float]:
    """Yield the values to try for a key: first a tenth more, then further values above, then values below.

    Whole numbers move by whole numbers, and by at least 1; the lanes of a warp are doubled or halved. All values are
    within the bounds of the key.
    """
    low, high = -inf if key.low is None else key.low, inf if key.high is None else key.high
    if key.name in _DOUBLED:
        wanted: list[float] = [2 * value, value // 2]
    elif isinstance(value, int):
        step = max(1, round(SHARE * value))
        above = [value + step + more for more in range(_TRIES)]
        wanted = [*above, 2 * value, *(value - step - less for less in range(_TRIES)), value // 2]
    else:
        wanted = [value * (1 + SHARE), value * (1 - SHARE)]
    yield from (one for one in dict.fromkeys(wanted) if low <= one <= high and one > 0)


def key_moved(machine: Machine, key: Key, cycles: float, cycles_on: Callable[[Machine], float]) -> Moved:
    """Move a key to the first value with which the machine is valid and the launch fits.

    cycles: the prediction before the move. cycles_on: predicts the launch on a machine; a `SimtError` from it means
    that the machine is refused.
    """
    value = value_of(machine, key.name)
    assert isinstance(value, int | float), "only numbers move"
    for after in values_near(value, key):
        try:
            found = cycles_on(machine.replace(**{key.name: after}))
        except SimtError:
            continue
        return _moved(key.name, "key", value, after, cycles, found)
    return Moved(key.name, "key", value, None, cycles, 0.0)


def counts_moved(predicted: RefinedPrediction) -> Iterator[Moved]:
    """Yield the moves of the counts of a launch: issues by unit, LDS passes, and transactions with their bytes.

    predicted: the prediction before the moves. As much is walked after them, so that only the counts make a difference.
    """
    profile, cycles = predicted.profile, predicted.cycles
    machine = profile.machine
    issues: dict[str, int] = {}
    issued = zip(profile.issues, profile.program.instructions, strict=True)
    for count, word in issued:
        if word is not None:
            unit = machine.serving(word.spec.unit)
            issues[unit] = issues.get(unit, 0) + count
    for unit in sorted(issues, key=list(UNITS).index):
        repeats = Repeats(unit, round(1 / SHARE))
        found = predict_more(profile, repeats, predicted.effort)
        if repeats.share:
            before = issues[unit]
            yield _moved(f"{unit} issues", "count", before, round(before * (1 + repeats.share)), cycles, found.cycles)
    for name, fields in (("LDS passes", ("passes",)), ("transactions", ("transactions", "moved"))):
        before = sum(getattr(profile, fields[0]))
        if before:
            more = {field: [ceil(count * (1 + SHARE)) for count in getattr(profile, field)] for field in fields}
            changed = replace(profile, **more)  # type: ignore[arg-type]
            found = predict(changed, predicted.effort)
            yield _moved(name, "count", before, sum(more[fields[0]]), cycles, found.cycles)


def _moved(name: str, kind: str, before: float, after: float, cycles: float, found: float) -> Moved:
    change = found - cycles if abs(found - cycles) > _LEAST else 0.0
    return Moved(name, kind, before, after, cycles + change, change / cycles)
