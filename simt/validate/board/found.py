"""The keys that readings of a board decide, and those that they leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from isa.reporting.diagnostics import listed, number_text
from simt.machine import Machine
from simt.validate.board.figures import Figure
from simt.validate.board.kernels import Microkernel
from simt.validate.board.readings import AT_ODDS
from simt.validate.board.spans import Span, agree
from simt.validate.lines import Mistake

Value = int | float | str
Simulate = Callable[[Machine, Figure], float | None]  # cycles of a step of a figure's microkernel on a machine


@dataclass(frozen=True, slots=True)
class Found:
    """A key of the machine, or a part of an entry of `costs`.

    - key: its name; `costs mul.u32 latency` for a part of an entry.
    - value, base: its value in the new machine and in the base machine; base is None for a new entry of `costs`.
    - interval: the values that explain the readings; None if no reading decides the key.
    - is_open: whether larger values explain them too.
    - choices: the names that explain the readings, for a key with names.
    - lines: the lines of the file that decide it.
    - how: a description of the readings, or of the measurements to make if there are none.
    """

    key: str
    value: Value
    base: Value | None
    interval: Span | None
    lines: tuple[int, ...]
    how: str
    is_open: bool = False
    choices: tuple[str, ...] = ()

    @property
    def is_decided(self) -> bool:
        """Return whether a reading decides the key."""
        return bool(self.lines)

    def holds(self, value: Value) -> bool:
        """Return whether a value explains the readings; true if no reading decides the key."""
        if isinstance(value, str):
            return value in self.choices or not self.is_decided
        if self.interval is None:
            return True
        return value >= self.interval.low and (self.is_open or value <= self.interval.high)

    @property
    def verdict(self) -> str:
        """The outcome: "same" if the base machine's value explains the readings, else "differs".

        A new entry of `costs` is "new", and a key that no reading decides is "unseen".
        """
        if not self.is_decided:
            return "unseen"
        if self.base is None:
            return "new"
        return "same" if self.holds(self.base) else "differs"

    @property
    def interval_text(self) -> str:
        """The interval in words; "-" without one."""
        if self.choices:
            return listed(self.choices, "and")
        if self.interval is None:
            return "-"
        low, high = (number_text(number) for number in (self.interval.low, self.interval.high))
        if self.is_open:
            return f"at least {low}"
        return low if low == high else f"{low} to {high}"

    def to_dict(self) -> dict[str, Any]:
        """Return the key as plain values for JSON; `high` is None if the interval is open."""
        interval = self.interval
        return {
            "key": self.key,
            "value": self.value,
            "low": None if interval is None else interval.low,
            "high": None if interval is None or self.is_open else interval.high,
            "choices": list(self.choices),
            "base": self.base,
            "verdict": self.verdict,
            "lines": list(self.lines),
            "how": self.how,
        }


@dataclass(slots=True)
class Evidence:
    """The knowledge while keys are being found: the base machine, the figures, keys and mistakes so far."""

    machine: Machine
    figures: list[Figure]
    keys: dict[str, Found] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def chains(self, instruction: str, *, is_strided: bool = False) -> list[Figure]:
        """Return the figures of chains of an instruction, all lanes at one word or, if asked for, at others."""
        return [
            figure for figure in self.figures
            if figure.microkernel.instruction == instruction and (figure.microkernel.stride > 0) == is_strided
        ]  # fmt: skip

    def of_kind(self, kind: str) -> list[Figure]:
        """Return the figures of a kind of microkernel."""
        return [figure for figure in self.figures if figure.microkernel.kind == kind]

    def warps(self, microkernel: Microkernel) -> int:
        """Return the warps of a microkernel on its busiest core."""
        machine = self.machine
        return -(-microkernel.threads // machine.warp_size) * -(-microkernel.groups // machine.cores)

    def contradict(self, lines: Iterable[int], reason: str, advice: str) -> None:
        """Name lines that contradict others, or the base machine."""
        self.mistakes += [Mistake(number, AT_ODDS, reason, advice) for number in lines]

    def agreeing(
        self, figures: Sequence[Figure], spans: Sequence[Span], reason: str, advice: str
    ) -> tuple[Span | None, list[Figure]]:
        """Return the numbers that most of the spans hold, None as for `agree`, and the figures of these spans.

        - spans: the numbers that each figure allows.
        - reason, advice: the message for the lines of the other figures, after the figure's title, and its help.
        """
        common, odd = agree(spans)
        for figure in (figures[place] for place in odd):
            self.contradict(figure.lines, f"{figure.microkernel.title}: {reason}", advice)
        return common, [figure for place, figure in enumerate(figures) if place not in odd]

    def value(self, key: str) -> Value:
        """Return the value that was found for a key; if none was found yet, the value of the base machine."""
        found = self.keys.get(key)
        return base_value(self.machine, key) if found is None else found.value

    def whole(self, key: str) -> Span:
        """Return the values that a key with a number may have: its interval; without one, the base machine's value."""
        found = self.keys.get(key)
        if found is not None and found.interval is not None:
            return found.interval
        value = base_value(self.machine, key)
        assert not isinstance(value, str)
        return Span(value, value)


def base_value(machine: Machine, key: str) -> Value:
    """Return the value of a key of a machine."""
    from simt.machine.describe import value_of

    value = value_of(machine, key)
    assert isinstance(value, int | float | str)
    return value


def settings_of(keys: Mapping[str, Found], machine: Machine) -> dict[str, object]:
    """Return the settings that make a machine of found keys; parts of `costs` become entries before the others."""
    settings: dict[str, object] = {
        key: found.value for key, found in keys.items() if found.is_decided and not key.startswith("costs ")
    }
    parts: dict[str, dict[str, Found]] = {}
    for key, found in keys.items():
        if key.startswith("costs "):
            _, name, part = key.split()
            parts.setdefault(name, {})[part] = found
    entries = [
        f"{name}:{part['interval'].value}:{part['latency'].value}" for name, part in parts.items()
        if {*part} == {"interval", "latency"} and any(found.is_decided for found in part.values())
    ]  # fmt: skip
    if entries:
        names = {entry.partition(":")[0] for entry in entries}
        kept = [entry for entry in machine.costs if entry.partition(":")[0] not in names]
        settings["costs"] = (*entries, *kept)
    return settings
