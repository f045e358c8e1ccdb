"""The loops of a pipeline's file: tables that are repeated, unrolled into the launches of each round.

A table [[launch]] with `repeat` or `each` is a loop. The body of a loop is its own kernel, or its tables
[[launch.launch]], which may be loops as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from isa.assembly.expressions import Value
from isa.reporting.diagnostics import quote
from simt.launch.pipeline_problems import Problems
from simt.launch.rounds import Names, NumberError, Where

MOST_LAUNCHES = 1024
_DEEPEST = 4  # loops in each other
_LOOP_KEYS = ("each", "repeat", "swap", "until")
_LAUNCH_KEYS = ("name", "kernel", "global_size", "local_size", "offset", "define", "buffers", "params", *_LOOP_KEYS)
_EACH = '`each` is a table of lists, of a value for each round, { stride = [1, 2, 4] }, or of ranges, { k = "2..n*2" }'


@dataclass(frozen=True, slots=True)
class Entry:
    """A launch of the file in one round of the loops around it.

    where: the path of the launch's table. names: the names that stand for numbers in this table.
    """

    where: Where
    table: Mapping[str, Any]
    names: Names


@dataclass(frozen=True, slots=True)
class Rounds:
    """A loop of the file, with the parts of each round.

    - where: the path of its table.
    - swap, until: as in `Loop`.
    """

    where: Where
    rounds: Sequence[Sequence[Entry | Rounds]]
    swap: Mapping[str, str]
    until: str


class TooManyLaunchesError(Exception):
    """Launches beyond the most that a pipeline may have; the mistake has been added."""


@dataclass
class LoopReader:
    """A reader of the tables [[launch]], which adds their mistakes to `problems`.

    bound: the names that each loop gives values, with the path of the loop. count: the launches so far.
    """

    problems: Problems
    bound: list[tuple[Where, str]] = field(default_factory=list)
    count: int = 0

    def parts(self, where: Where, tables: object, names: Names, depth: int = 0) -> list[Entry | Rounds]:
        """Return the launches and loops of tables [[launch]], in their order.

        where: the path of the array. depth: the loops around it. Raises `TooManyLaunchesError`.
        """
        if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
            what = "a pipeline" if depth == 0 else "a loop"
            header = ".".join(["launch"] * (depth + 1))
            self.problems.wrong(where, f"{what} has tables [[{header}]], one for each kernel in its order")
            return []
        return [
            part
            for number, table in enumerate(tables)
            for part in self._parts((*where, str(number)), table, names, depth)
        ]

    def _parts(self, where: Where, table: dict[str, Any], names: Names, depth: int) -> list[Entry | Rounds]:
        """Return the launch of a table, its loop, or nothing after a mistake."""
        is_block = "launch" in table
        self.problems.know(where, table, ("launch", *_LOOP_KEYS) if is_block else _LAUNCH_KEYS)
        if not table.keys() & {"each", "repeat"}:
            for key in ("swap", "until"):
                if key in table:
                    self.problems.wrong((*where, key), f"`{key}` goes with rounds, and there are none", "repeat = 8")
            if is_block:
                advice = 'repeat = 8, or each = { k = "2..n*2" }'
                self.problems.wrong(where, "a table with tables in it is a loop, and this one has no rounds", advice)
            return [] if is_block else [self._entry(where, table, names)]
        if depth == _DEEPEST:
            self.problems.wrong(where, f"loops stand in each other {_DEEPEST} deep at most")
            return []
        swap = self._swap((*where, "swap"), table.get("swap", {}))
        until = table.get("until", "")
        if not isinstance(until, str) or (until and "repeat" not in table):
            advice = 'repeat = 100 and until = "changed" are at most 100 rounds'
            self.problems.wrong(
                (*where, "until"), "`until` is a buffer, and goes with `repeat`, the most rounds", advice
            )
        rounds = []
        for values in self._values(where, table, names):
            inner = names.with_round(where, values)
            body = (*where, "launch")
            rounds.append(
                self.parts(body, table["launch"], inner, depth + 1) if is_block else [self._entry(where, table, inner)]
            )
            if self.problems:
                break  # the other rounds have the same mistakes
        return [Rounds(where, rounds, swap, str(until))]

    def _entry(self, where: Where, table: Mapping[str, Any], names: Names) -> Entry:
        self.count += 1
        if self.count > MOST_LAUNCHES:
            message = f"a pipeline has {MOST_LAUNCHES} launches at most, all rounds counted"
            self.problems.wrong(where, message, "fewer rounds, or a kernel that does several of them")
            raise TooManyLaunchesError
        return Entry(where, table, names)

    def _values(self, where: Where, table: Mapping[str, Any], names: Names) -> list[dict[str, Value]]:
        """Return the values of the loop's names in each round; an empty list after a mistake."""
        if "repeat" in table:
            if "each" in table:
                message = "`repeat` and `each` both say how many rounds there are: leave one of them out"
                self.problems.wrong((*where, "each"), message)
                return []
            count = self.problems.number((*where, "repeat"), table["repeat"], names, is_whole=True)
            if not isinstance(count, int) or not 1 <= count <= MOST_LAUNCHES:
                shown = quote(str(table["repeat"]))
                self.problems.wrong(
                    (*where, "repeat"), f"`repeat` is a number of rounds, 1 to {MOST_LAUNCHES}, not {shown}"
                )
                return []
            return [{}] * count
        each, here = table["each"], (*where, "each")
        if not isinstance(each, dict) or not each:
            self.problems.wrong(here, _EACH)
            return []
        before = len(self.problems.all)
        lists = {name: self._list((*here, name), values, names) for name, values in each.items()}
        for name in each:
            if name in names.loops:
                advice = "give one of them another name"
                self.problems.wrong((*here, name), f"`{name}` has a value from the loop around this one", advice)
            self.bound.append((where, name))
        if len(self.problems.all) > before:
            return []
        if len({len(values) for values in lists.values()}) > 1:
            lengths = ", ".join(f"{name} has {len(values)}" for name, values in lists.items())
            self.problems.wrong(here, f"the lists of `each` have one length, and {lengths}")
            return []
        return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]

    def _list(self, where: Where, values: object, names: Names) -> list[Value]:
        """Return the values of a name: a list, or a range."""
        if isinstance(values, str):
            try:
                numbers: list[Value] = [*names.range(values, MOST_LAUNCHES)]
            except NumberError as error:
                self.problems.wrong(where, f"`{where[-1]}` {error.message}", error.help)
                return []
        elif not isinstance(values, list) or not values:
            self.problems.wrong(where, _EACH)
            return []
        else:
            numbers = self.problems.number(where, values, names)
        if len(numbers) > MOST_LAUNCHES:
            self.problems.wrong(where, f"`{where[-1]}` has more than {MOST_LAUNCHES} values")
        return numbers

    def _swap(self, where: Where, value: object) -> dict[str, str]:
        """Return the pairs of buffers that change places after a round."""
        pairs = self.problems.texts(where, value)
        several = [*pairs, *pairs.values()]
        for name in pairs:
            if several.count(name) > 1 or several.count(pairs[name]) > 1:
                message = "`swap` has pairs of two buffers, and a buffer is in one of them"
                self.problems.wrong((*where, name), message, 'swap = { from = "to" }')
        return pairs
