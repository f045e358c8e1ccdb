"""A crossover as text and as JSON: the fastest at each value, in the simulation and in each prediction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from simt.validate.crossover import Crossing, Crossover, Decision
from simt.views.kit.text import aligned, percent


def source_text(source: tuple[str, str]) -> str:
    """A model and the source of its counts."""
    return f"{source[0]}, {source[1]} counts"


def crossover_tables(crossover: Crossover) -> list[tuple[str, list[list[str]]]]:
    """Titles and tables, the first row of each the head: the winner at each value, the crossings, the accuracy."""
    sources = list(crossover.predicted)
    names = [f"{name}, cycles" for name in crossover.contenders]
    winners = [[crossover.name, *names, "simulated", *map(source_text, sources)]]
    for k, value in enumerate(crossover.values):
        cycles = [crossover.simulated.cycles[name][k] for name in crossover.contenders]
        row = [str(value), *("-" if number is None else f"{number:,.0f}" for number in cycles)]
        decisions = (crossover.simulated, *crossover.predicted.values())
        winners.append([*row, *(" = ".join(by.winners[k]) or "-" for by in decisions)])
    changes = [["the fastest changes", "simulated", "by", "predicted", "error"]]
    for source in sources:
        pairs = crossover.matched(source)
        for true, guess in pairs:
            crossing = true or guess
            assert crossing is not None
            changes.append([
                f"{crossing.before} -> {crossing.after}", _place_text(true), source_text(source), _place_text(guess),
                _error_text(true, guess),
            ])  # fmt: skip
        if not pairs:
            changes.append(["nowhere", "-", source_text(source), "-", "-"])
    accuracy = [["picks the fastest", "right", "of", "share", "longer than the fastest: mean", "largest"]]
    for source, each in crossover.predicted.items():
        row = [source_text(source), str(each.right), str(each.judged), "-", "-", "-"]
        if each.accuracy is not None:
            mean = sum(each.losses) / len(each.losses)
            row[3:] = [percent(share, 1) for share in (each.accuracy, mean, max(each.losses))]
        accuracy.append(row)
    return [(f"the fastest over {crossover.name}", winners), ("where it changes", changes), ("decisions", accuracy)]


def crossover_text(crossover: Crossover) -> str:
    """The tables, one below the other, and the values without a verdict."""
    lines: list[str] = []
    for title, rows in crossover_tables(crossover):
        lines += ["", f"  {title}:", *_aligned(rows)]
    return "\n".join([*lines, *(f"  {note}" for note in crossover_notes(crossover))]).lstrip("\n") + "\n"


def crossover_notes(crossover: Crossover) -> Iterator[str]:
    """Values without a clear winner."""
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
    """Lines with the columns aligned: names to the left, numbers to the right."""
    columns = enumerate(zip(*rows, strict=True))
    return aligned(rows, [k for k, column in columns if any(cell[:1].isalpha() for cell in column[1:])], "    ")


def _place_text(crossing: Crossing | None) -> str:
    return "nowhere" if crossing is None else crossing.text


def _error_text(true: Crossing | None, guess: Crossing | None) -> str:
    if true is None or guess is None or true.at is None or guess.at is None or not true.at:
        return "-"
    return f"{round(100 * (guess.at / true.at - 1), 1) + 0.0:+.1f} %"  # never -0.0


def crossover_dict(crossover: Crossover) -> dict[str, Any]:
    """The same as JSON types."""

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
