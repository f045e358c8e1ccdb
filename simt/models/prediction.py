"""`Prediction`: the result of a model with its terms, as text and as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from textwrap import wrap
from typing import Any

from isa.reporting.diagnostics import number_text

SCHEMA = "simt.prediction/1"
_BAR = 24  # characters of the longest bar
_MOST_ITEMS = 6  # terms of one equation that text shows one by one; JSON has all


@dataclass(frozen=True, slots=True)
class Term:
    """A value that a model computes. equation: its number or name in the source. note: a remark on its inputs."""

    name: str
    value: float
    unit: str = ""
    equation: str = ""
    note: str = ""


def noted(value: float) -> str:
    """Return a number for the note of a term, with six digits at least and without an exponent for large ones."""
    return number_text(value, 6)


@dataclass(frozen=True, slots=True)
class SpentLine:
    """Cycles that pass at a source line, for one reason.

    - file, line: the place; "" and 0 if the instruction has none.
    - text: the instruction; for a compiled kernel, the source line.
    - cause: the line whose result or barrier is awaited; 0 if there is no such line, or if it is not known.
    """

    file: str
    line: int
    text: str
    cause: int
    cycles: float


@dataclass(frozen=True, slots=True)
class Spent:
    """Cycles that pass in a stretch of a kernel, a basic block, for one reason.

    - file, first, last: the source lines of the stretch; "" and 0 if the stretch has none, and for the whole launch.
    - label: the label at which it begins, "" if there is none.
    - start, end: the addresses of its instructions, `end` not among them; None for the whole launch.
    - reason: the reason of the issue ledger.
    - limit: the resource or latency that bounds the stretch, in words.
    - lines: its source lines that spend these cycles, the most first.
    """

    file: str
    first: int
    last: int
    label: str
    start: int | None
    end: int | None
    reason: str
    limit: str
    cycles: float
    lines: tuple[SpentLine, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """The time of a kernel on a device by one model.

    - cycles: the cycles of the shader clock.
    - parts: seconds by resource; `seconds` is their sum if `is_sum`, else the largest part.
    - binding: the resource that decides.
    - because: the reason as text.
    - reading: the reading of the paper's equations.
    - spent: `cycles` by stretches of the kernel and reasons, the most first; () for a model that does not know them.
    """

    model: str
    kernel: str
    device: str
    seconds: float
    cycles: float
    binding: str
    because: str
    parts: Mapping[str, float]
    is_sum: bool
    terms: tuple[Term, ...]
    reading: str = ""
    notes: tuple[str, ...] = field(default=())
    spent: tuple[Spent, ...] = ()

    def term(self, name: str) -> Term:
        """Return the first term of that name. Raises `KeyError`."""
        return {term.name: term for term in self.terms[::-1]}[name]

    def to_dict(self) -> dict[str, Any]:
        """Return the prediction as plain values for JSON."""
        return {
            "schema": SCHEMA,
            "model": self.model,
            "kernel": self.kernel,
            "device": self.device,
            "reading": self.reading or None,
            "seconds": self.seconds,
            "cycles": self.cycles,
            "binding": self.binding,
            "because": self.because,
            "parts_seconds": dict(self.parts),
            "parts_add_up": self.is_sum,
            "terms": [asdict(term) for term in self.terms],
            "spent": [asdict(part) for part in self.spent],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        reading = f" ({self.reading})" if self.reading else ""
        whole = f"{self.cycles:.0f} cycles, {time_text(self.seconds)}"
        lines = [f"{self.kernel} on {self.device} by {self.model}{reading}: {whole}"]
        lines += indented(f"bound by {self.binding}: {self.because}")
        lines += self._part_lines()
        shown = _folded(self.terms)
        names = max(len(term.name) for term in shown)
        equations = max(len(term.equation) for term in shown)
        values = [_value_text(term) for term in shown]
        width = max(len(value) for value in values)
        for term, value in zip(shown, values, strict=True):
            source = f"{term.equation:<{equations}}  " if equations else ""
            lines.append(f"  {source}{term.name:<{names}}  {value:>{width}}  {term.note}".rstrip())
        for note in self.notes:
            lines += indented(f"note: {note}")
        return "\n".join(lines) + "\n"

    def _part_lines(self) -> list[str]:
        whole = self.seconds if self.is_sum else max(self.parts.values(), default=0)
        cycles_per_second = self.cycles / self.seconds if self.seconds else 0.0
        width = max((len(name) for name in self.parts), default=0)
        digits = len(f"{cycles_per_second * whole:.0f}")
        lines = []
        for name, seconds in sorted(self.parts.items(), key=lambda item: -item[1]):
            share = seconds / whole if whole else 0.0
            cycles = f"{cycles_per_second * seconds:{digits}.0f} cycles"
            bar = "#" * round(_BAR * share)
            lines.append(
                f"    {name:<{width}}  {cycles}  {time_text(seconds):>10}  {100 * share:5.1f} %  {bar}".rstrip()
            )
        return lines


def indented(text: str) -> list[str]:
    """Return the indented lines of a sentence below a prediction, of at most 80 columns."""
    return wrap(text, 80, initial_indent="  ", subsequent_indent="    ")


def time_text(seconds: float) -> str:
    """Return a time as text, with four digits and a suitable unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= factor:
            return f"{seconds / factor:.4g} {unit}"
    return f"{seconds / 1e-9:.4g} ns"


def _folded(terms: Sequence[Term]) -> list[Term]:
    """Join the smaller terms of an equation that has many. Its last term, which is the sum of the others, stays."""
    result: list[Term] = []
    for equation, group in groupby(terms, key=lambda term: term.equation):
        run = list(group)
        if not equation or len(run) <= _MOST_ITEMS + 2:
            result += run
            continue
        *items, total = run
        kept = sorted(items, key=lambda term: -term.value)[:_MOST_ITEMS]
        hidden = [term for term in items if not any(term is largest for largest in kept)]
        result += [term for term in items if any(term is largest for largest in kept)]
        rest = Term(f"{len(hidden)} others", sum(term.value for term in hidden), hidden[0].unit, equation)
        result += [rest, total]
    return result


def _value_text(term: Term) -> str:
    if term.unit == "s":
        return time_text(term.value)
    if term.unit in ("op/s", "B/s"):
        return f"{term.value / 1e9:.4g} G{term.unit}"
    number = f"{term.value:.0f}" if abs(term.value) >= 1e4 else f"{term.value:.6g}"
    return f"{number} {term.unit}".rstrip()
