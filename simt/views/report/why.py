"""A report's tables on why a run takes its cycles: limits, changes, sizes, policies, accesses, empty issue slots.

The tables have what `simt why` prints (`simt.views.run.why`), and their lines are links to the listing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from simt.diagnosis.access_advice import about_addresses
from simt.launch.sizes import size_text
from simt.views.kit.text import clip, percent, plural
from simt.views.pages.engine import joined, macro
from simt.views.run.why import costly_limits, lanes_without_work, noted_accesses, noted_causes

if TYPE_CHECKING:
    from markupsafe import Markup

    from simt.diagnosis.why import Why

_MOST = 12  # rows of a table
_NO_LINE = -1


class Part(NamedTuple):
    """A part of a cell: its text, the number of the line to which it leads (-1 for none), and whether it is code."""

    text: str
    number: int = _NO_LINE
    is_code: bool = False


class Cell(NamedTuple):
    """A cell of a table.

    parts: its text. kind: its style class. share: the part of a full bar, below 0 for no bar. note: a text below.
    """

    parts: Sequence[Part] = ()
    kind: str = ""
    share: float = -1.0
    note: Sequence[Part] = ()


def why_tables(why: Why, numbers: Mapping[int, int]) -> Markup:
    """Return the tables of an explanation. numbers: the numbers of the instructions' rows in the page's listing."""
    tables = _Tables(why, numbers)
    machine = (*tables.limits(), *tables.changes(), *tables.sizes(), *tables.policies())
    return joined([*machine, *tables.accesses(), *tables.lanes(), *tables.unfilled()])


class _Tables:
    """The tables of an explanation, each as a list that is empty if there is nothing to show."""

    def __init__(self, why: Why, numbers: Mapping[int, int]) -> None:
        self.why = why
        self.cycles = why.run.cycles
        self.by_pc = numbers
        self.by_place = {
            (row["file"], row["line"]): numbers[row["pc"]] for row in reversed(why.run.lines) if row["line"]
        }
        self.by_text = {f"{file}:{line}": number for (file, line), number in self.by_place.items()}
        self.pattern = re.compile("|".join(sorted(map(re.escape, self.by_text), key=len, reverse=True)) or "(?!)")

    def limits(self) -> list[Markup]:
        """Return the run without each limit that costs something."""
        rows = []
        for lifted in costly_limits(self.why)[:_MOST]:
            hides = lifted.hides
            more = "" if hides is None else f"hides {hides.limit.name}: {hides.cycles} without both"
            pays = self._places([place for place, _ in lifted.lines])
            share = lifted.saved / self.cycles
            rows.append([
                _text(lifted.limit.name, "m w", more), _number(str(lifted.cycles)), _number(f"{-lifted.saved:+}"),
                _number(percent(-lifted.saved, self.cycles)), Cell(share=share), Cell(pays),
            ])  # fmt: skip
        free = [lifted.limit.name for lifted in self.why.limits if not lifted.is_other and lifted.saved <= 0]
        head = ["limit", "cycles", "change", "", "", "pays most"]
        more = f"cost nothing by themselves: {', '.join(free)}" if free else ""
        return self._table("Without a limit", "the run again without each limit of the machine", head, rows, more)

    def changes(self) -> list[Markup]:
        """Return the changes that would help, most savings first."""
        if not self.why.is_whole:
            return []
        rows = []
        for change in self.why.changes[:_MOST]:
            saved = f"{'at most ' if change.is_bound else ''}{change.saved}"
            cells = [
                _number(saved),
                _number(percent(change.saved, self.cycles)),
                Cell(share=change.saved / self.cycles),
            ]
            text = Cell([Part(change.text)], "m w", note=[Part(change.settings, is_code=True)])
            rows.append([*cells, text, Cell(self._places(change.lines))])
        none = "" if rows else "no change of the machine that was tried helps"
        note = "each was run; at most: what the run takes without the limit that the change would avoid"
        return self._table("What would help", note, ["saves", "", "", "change", "lines"], rows, none)

    def sizes(self) -> list[Markup]:
        """Return the sizes of work-groups that are faster."""
        sizes = self.why.sizes
        if sizes is None:
            return []
        rows = []
        for size in sizes.faster[:_MOST]:
            text = size_text(size.local)
            cells = [_text(text), _number(str(size.cycles)), _number(f"{-size.saved:+}")]
            share = size.saved / self.cycles
            option = Part(f"--local-size {text}", is_code=True)
            rows.append([*cells, _number(percent(-size.saved, self.cycles)), Cell(share=share), Cell([option], "w")])
        tried = f"each of {plural(len(sizes.tried), 'other size')} was run and checked"
        none = "" if rows else "no other size that was tried helps"
        head = ["work-group", "cycles", "change", "", "", ""]
        return self._table("Work-groups of other sizes", tried, head, rows, none)

    def policies(self) -> list[Markup]:
        """Return the run under other branch policies, and the join that is missing."""
        policies = self.why.policies
        if policies is None:
            return []
        rows = []
        for tried in policies.tried:
            saved = 0 if tried.cycles is None else self.cycles - tried.cycles
            cycles = "" if tried.cycles is None else str(tried.cycles)
            note = tried.why if tried.keys else "as it is"
            rows.append([_text(tried.policy), _number(cycles), _number(f"{-saved:+}" if saved else ""),
                         _text(note, "m w")])  # fmt: skip
        more: list[Part] = []
        if (missing := policies.missing) is not None:
            joins = Part("the end of the program") if missing.joins is None else self._at(missing.joins)
            more = [
                Part("a join is missing: lanes that part at "), self._at(missing.branch), Part(" join at "), joins,
                Part(", and could at "), self._at(missing.could),
                Part(f": {100 * missing.share:.1f} % of all lanes wait because of it"),
            ]  # fmt: skip
        head = ["policy", "cycles", "change", ""]
        return self._table("Under other branch policies", "each was run", head, rows, more)

    def accesses(self) -> list[Markup]:
        """Return the lines whose accesses move the most bytes or take the most passes, with advice."""
        rows = []
        for access in noted_accesses(self.why)[:_MOST]:
            advice = about_addresses(access, self.why.run.machine.warp_size)
            text = _text(f"{access.kind}: {access.text()}", "m w", advice)
            rows.append([Cell([self._at(access.pcs[0])]), text])
        return self._table("Accesses to memory", "by line, the most work first", ["line", "access"], rows)

    def lanes(self) -> list[Markup]:
        """Return the lines that lose most lanes, if many lanes have no work."""
        note, losing = lanes_without_work(self.why.run)
        total = sum(self.why.run.ledgers.lane.values())
        rows = []
        for line in losing:
            lost = line.lanes_lost.total()
            cells = [_number(str(lost)), _number(percent(lost, total)), Cell(share=lost / total)]
            rows.append([*cells, Cell([self._at(line.pcs[0])]), Cell([Part(line.text(), is_code=True)], "m w")])
        return self._table("Lanes without work", note, ["lanes", "", "", "line", ""], rows)

    def unfilled(self) -> list[Markup]:
        """Return the causes of issue slots without an instruction."""
        empty, causes = self.why.unfilled, noted_causes(self.why)
        if empty is None or not causes:
            return []
        rows = [
            [
                _number(percent(slots, empty.total)), Cell(share=slots / empty.total),
                Cell(self._linked(cause), "m w", note=self._linked(advice)),
            ]
            for slots, cause, advice in causes
        ]  # fmt: skip
        note = f"{empty.count} of {plural(empty.total, 'issue slot')}"
        return self._table("No instruction to issue", note, ["share", "", "cause"], rows)

    # --- cells --------------------------------------------------------------------------------------------------------

    def _table(
        self, title: str, note: str, head: Sequence[str], rows: Sequence[Sequence[Cell]], more: str | list[Part] = ""
    ) -> list[Markup]:
        if not rows and not more:
            return []
        return [macro("reasons", title, note, head, rows, self._linked(more) if isinstance(more, str) else more)]

    def _place(self, file: str, line: int) -> Part:
        return Part(f"{clip(file.rsplit('/', 1)[-1], 28)}:{line}", self.by_place.get((file, line), _NO_LINE))

    def _at(self, pc: int) -> Part:
        row = self.why.run.lines[pc]
        return self._place(row["file"], row["line"]) if row["line"] else Part(f"pc {pc}", self.by_pc[pc])

    def _linked(self, text: str) -> list[Part]:
        """Return a text as parts. A part `file:line` of the run is a link."""
        parts, done = [], 0
        for match in self.pattern.finditer(text):
            parts += [Part(text[done : match.start()]), Part(match[0], self.by_text[match[0]])]
            done = match.end()
        return [part for part in (*parts, Part(text[done:])) if part.text]

    def _places(self, places: Sequence[tuple[str, int]]) -> list[Part]:
        """Return lines with commas between them, the file's name only where it changes: `blur.cl:12, 14`."""
        parts: list[Part] = []
        for place, before in zip(places, [("", 0), *places], strict=False):
            part = self._place(*place)
            parts += [Part(", "), part._replace(text=str(place[1])) if place[0] == before[0] else part]
        return parts[1:]


def _text(text: str, kind: str = "", note: str = "") -> Cell:
    return Cell([Part(text)], kind, note=[Part(note)] if note else [])


def _number(text: str) -> Cell:
    return Cell([Part(text)], "n")
