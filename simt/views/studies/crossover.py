"""A crossover as text and as JSON: the fastest at each value, in the simulation and in each prediction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from simt.validate.crossover import Crossing, Crossover, Decision
from simt.views.kit.text import aligned, percent


def source_text(source: tuple[str, str]) -> str:
    """Return the text "MODEL, ORIGIN counts" for a model and the origin of its counts."""
    return f"{source[0]}, {source[1]} counts"


def crossover_tables(crossover: Crossover) -> list[tuple[str, list[list[str]]]]:
    """Return the titles and rows of three tables: the fastest at each value, crossings, accuracy. Row 0 is the head."""
    sources = list(crossover.predicted)
    names = [f"{name}, cycles" for name in crossover.contenders]
    winners = [[crossover.name, *names, "simulated", *map(source_text, sources)]]
    for k, value in enumerate(crossover.values):
        cycles = [crossover.simulated.cycles[name][k] for name in crossover.contenders]
        row = [str(value), *("-" if number is None else f"{number:.0f}" for number in cycles)]
        decisions = (crossover.simulated, *crossover.predicted.values())
        winners.append([*row, *(" = ".join(decision.winners[k]) or "-" for decision in decisions)])
    changes = [["the fastest changes", "simulated", "by", "predicted", "error"]]
    for source in sources:
        pairs = crossover.matched(source)
        for true, predicted in pairs:
            crossing = true or predicted
            assert crossing is not None
            changes.append([
                f"{crossing.before} -> {crossing.after}", _place_text(true), source_text(source),
                _place_text(predicted), _error_text(true, predicted),
            ])  # fmt: skip
        if not pairs:
            changes.append(["nowhere", "-", source_text(source), "-", "-"])
    accuracy = [["picks the fastest", "right", "of", "share", "longer than the fastest: mean", "largest"]]
    for source, guess in crossover.predicted.items():
        row = [source_text(source), str(guess.right), str(guess.judged), "-", "-", "-"]
        if guess.accuracy is not None:
            mean = sum(guess.losses) / len(guess.losses)
            row[3:] = [percent(share, 1) for share in (guess.accuracy, mean, max(guess.losses))]
        accuracy.append(row)
    return [(f"the fastest over {crossover.name}", winners), ("where it changes", changes), ("decisions", accuracy)]


def crossover_text(crossover: Crossover) -> str:
    """Return the tables, one below the other, and the values without a verdict."""
    lines: list[str] = []
    for title, rows in crossover_tables(crossover):
        lines += ["", f"  {title}:", *_aligned(rows)]
    return "\n".join([*lines, *(f"  {note}" for note in crossover_notes(crossover))]).lstrip("\n") + "\n"


def crossover_notes(crossover: Crossover) -> Iterator[str]:
    """Yield notes on values that are not judged, and on values without a prediction."""
    size = len(crossover.values)
    unknown = sum(not names for names in crossover.simulated.winners)
    if unknown:
        yield f"at {unknown} of {size} values a contender was not simulated: these are not judged"
    for source, guess in crossover.predicted.items():
        missing = sum(
            not names and bool(true) for names, true in zip(guess.winners, crossover.simulated.winners, strict=True)
        )
        if missing:
            yield f"{source_text(source)}: at {missing} of {size} values a contender has no prediction"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table: columns of names are aligned left, columns of numbers right."""
    columns = enumerate(zip(*rows, strict=True))
    return aligned(rows, [k for k, column in columns if any(cell[:1].isalpha() for cell in column[1:])], "    ")


def _place_text(crossing: Crossing | None) -> str:
    return "nowhere" if crossing is None else crossing.text


def _error_text(true: Crossing | None, guess: Crossing | None) -> str:
    if true is None or guess is None or true.at is None or guess.at is None or not true.at:
        return "-"
    return f"{round(100 * (guess.at / true.at - 1), 1) + 0.0:+.1f} %"  # never -0.0


def crossover_dict(crossover: Crossover) -> dict[str, Any]:
    """Return the crossover as plain values for JSON."""

    def decision(guess: Decision) -> dict[str, Any]:
        return {name: value for name, value in asdict(guess).items() if name in ("cycles", "winners", "crossings")}

    return {
        "key": crossover.key,
        "values": list(crossover.values),
        "contenders": list(crossover.contenders),
        "simulated": decision(crossover.simulated),
        "predicted": [
            {
                "model": model,
                "counts": counts,
                **decision(guess),
                "judged": guess.judged,
                "right": guess.right,
                "accuracy": guess.accuracy,
                "losses": list(guess.losses),
            }
            for (model, counts), guess in crossover.predicted.items()
        ],
    }
