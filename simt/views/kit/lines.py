"""The work and the cost of each source line, summed over its instructions from a result's table of instructions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from isa.forms.texts import code_of, instruction_texts, line_text, needs_reading
from isa.program.program import COMPILED
from isa.reporting.source import lines_of
from simt.result.result import Result


@dataclass(slots=True)
class LineCost:
    """The issues of a source line (or of one instruction), and its lost issue slots and lanes by reason."""

    file: str
    line: int  # 0: no source line
    source: str
    is_macro: bool = False  # whether the source names arguments of a macro
    pcs: list[int] = field(default_factory=list)  # of its instructions
    texts: list[str] = field(default_factory=list)  # its instructions, as `isa.forms.texts` gives them
    issues: int = 0
    lost: Counter[str] = field(default_factory=Counter)  # issue slots by reason
    passes: int = 0  # of the LDS
    beats: int = 0  # of its local accesses
    lanes: int = 0  # active lanes summed over issues
    lanes_lost: Counter[str] = field(default_factory=Counter)  # lanes that were not active, by their state
    disagreements: int = 0  # issues of jumps on which active lanes disagreed

    @property
    def slots_lost(self) -> int:
        """The issue slots that the line lost, for all reasons."""
        return self.lost.total()

    @property
    def reason(self) -> str:
        """The reason for which the line lost the most issue slots; "" if it lost none."""
        return self.lost.most_common(1)[0][0] if self.lost else ""

    @property
    def degree(self) -> float | None:
        """The mean LDS passes per beat of the line's accesses; None if the line has no accesses."""
        return self.passes / self.beats if self.beats and self.passes else None

    @property
    def active_lanes(self) -> float | None:
        """The mean number of active lanes of an issue; None if the line was never issued."""
        return self.lanes / self.issues if self.issues else None

    @property
    def became(self) -> str:
        """The comment to follow a line that names arguments of a macro: its instructions; "" for any other line."""
        return f"    ; {self.text()}" if self.is_macro else ""

    @property
    def place(self) -> str:
        """`file:line`, or `pc N` if there is no source."""
        return f"{self.file}:{self.line}" if self.line else f"pc {self.pcs[0]}"

    def text(self, width: int | None = None) -> str:
        """Return the line in at most `width` columns (None: any): its statement, or the disassembly for a macro."""
        return line_text(self.texts, width)

    def add(self, row: dict[str, Any], beats: int, text: str) -> None:
        """Add an instruction: its row of `Result.lines`, the beats of an LDS access, the instruction's text."""
        self.pcs.append(row["pc"])
        self.texts.append(text)
        self.issues += row["issues"]
        self.lost.update(row["lost"])
        self.lanes += row["lanes"]
        self.lanes_lost.update(row["lanes_lost"])
        self.disagreements += row["disagreements"]
        if row["passes"]:
            self.passes += row["passes"]
            self.beats += row["accesses"] * beats


def by_line(result: Result) -> list[LineCost]:
    """Return the cost of each source line with instructions, and of each instruction without one, in program order."""
    costs = _collect(result, lambda row: (row["file"], row["line"]) if row["line"] else row["pc"])
    for entry in costs:
        if entry.line and entry.file.endswith(COMPILED):  # the person's own source, not its translation
            entry.texts = [code_of(entry.source, entry.file)]
    return costs


def by_instruction(result: Result) -> list[LineCost]:
    """Return the cost of each instruction of the program."""
    return _collect(result, lambda row: row["pc"])


def _collect(result: Result, key: Any) -> list[LineCost]:
    beats = result.machine.beats("lds")
    texts = instruction_texts(result.program)
    costs: dict[Any, LineCost] = {}
    for row in result.lines:
        is_macro = needs_reading(result.program.locations[row["pc"]])
        entry = costs.setdefault(key(row), LineCost(row["file"], row["line"], row["source"], is_macro))
        entry.add(row, beats, texts[row["pc"]])
    return list(costs.values())


def source_lines(result: Result, file: str) -> tuple[str, ...] | None:
    """Return the lines of a source file as assembled; None if the program does not have them."""
    texts = (text for name, text in result.program.sources.items() if result.short_name(name) == file)
    text = next(texts, None)
    return None if text is None else lines_of(text)


def numbered_lines_of(text: Sequence[str] | None, costs: Mapping[int, LineCost]) -> list[tuple[int, str]]:
    """Return the numbered lines of a source file up to the last that is not blank; without `text`, those with costs."""
    if text is None:
        return [(number, line.source) for number, line in sorted(costs.items())]
    end = max((number for number, line in enumerate(text, 1) if line.strip()), default=0)
    return [(number, line.rstrip()) for number, line in enumerate(text[:end], 1)]


def costliest(lines: Iterable[LineCost], count: int) -> list[LineCost]:
    """Return up to `count` lines that lost the most issue slots, the costliest first, without lines that lost none."""
    losing = [line for line in lines if line.slots_lost]
    return sorted(losing, key=lambda line: -line.slots_lost)[:count]
