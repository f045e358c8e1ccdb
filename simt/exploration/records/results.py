"""The results of a sweep as a table with columns for the axes, the measures and each reason of a ledger."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from isa.reporting.diagnostics import did_you_mean, quote
from simt.exploration.errors import SweepError
from simt.exploration.records.layout import COLUMNS, LEDGERS
from simt.exploration.records.store import Store
from simt.machine.keys import candidates


@dataclass(frozen=True)
class SweepResults:
    """A table with a row per point that has a result, in the order of the points' numbers.

    - columns: `number`, `program`, the axes, then the measures.
    - axes: the columns that vary, with `program` if there are several programs.
    - size: the number of points of the sweep, with and without results.
    - facts: the facts of the results file (`Store.meta`).
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    axes: tuple[str, ...]
    size: int
    facts: dict[str, Any]

    @classmethod
    def load(cls, path: str | Path) -> SweepResults:
        """Read a results file. Raises `SweepError`: E0763, E0764, E0765, E0767."""
        with Store.read(path) as store:
            return cls.of(store)

    @classmethod
    def of(cls, store: Store) -> SweepResults:
        """Read the table of an open results file."""
        facts = store.meta()
        plan = facts["identity"]["plan"]
        names = list(plan["sweep"])
        axes = (["program"] if len(plan["programs"]) > 1 else []) + [
            name for name, values in plan["sweep"].items() if len(values) > 1
        ]
        raw = store.rows()
        ledgers = [{name: json.loads(row[3 + _PLACES[name]] or "{}") for name in LEDGERS} for row in raw]
        spread = {name: sorted({key for parsed in ledgers for key in parsed[name]}) for name in LEDGERS}
        plain = [name for name in COLUMNS if name not in (*LEDGERS, *names)]
        columns = ["number", "program", *names, *plain]
        columns += [f"{ledger}_{key}" for ledger in LEDGERS for key in spread[ledger]]
        rows = []
        for row, parsed in zip(raw, ledgers, strict=True):
            values = json.loads(row[2])
            has_run = bool(parsed["issue"] or parsed["lane"])
            cells = [row[0], row[1], *(_cell(values[name]) for name in names)]
            cells += [row[3 + _PLACES[name]] for name in plain]
            cells += [parsed[ledger].get(key, 0) if has_run else None for ledger in LEDGERS for key in spread[ledger]]
            rows.append(tuple(cells))
        return cls(tuple(columns), tuple(rows), tuple(axes), int(facts["size"]), facts)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    @cached_property
    def counts(self) -> dict[str, int]:
        """The number of points by status."""
        return dict(sorted(Counter(self.column("status")).items()))

    def find(self, word: str) -> str:
        """Return the column that `word` names.

        The word is the full name or, for a machine key, its short name or its last part.

        Raises `SweepError`, E0769, if there is no such column, or if several columns fit.
        """
        if word in self.columns:
            return word
        meant = [name for name in candidates(word) if name in self.columns]
        meant = meant or [name for name in self.columns if name.rpartition(".")[2] == word]
        if len(meant) == 1:
            return meant[0]
        measured = [name for name in ("cycles", "ipc", "seconds", "bytes", "bound_cycles") if name in self.columns]
        known = f"the axes are {', '.join(self.axes) or 'none'}; of the runs there are {', '.join(measured)} and others"
        advice = did_you_mean(word, self.columns, f"{known} (docs/sweeps.md, What is kept)")
        raise SweepError(f"the results have no column {quote(word)}", code="E0769", help=advice)

    def column(self, name: str) -> list[Any]:
        """Return the values of a column; None for a point without one. Raises `SweepError`, E0769."""
        place = self.columns.index(self.find(name))
        return [row[place] for row in self.rows]

    def where(self, word: str, text: str) -> SweepResults:
        """Return the table of the rows whose value in the column `word` is `text`. The column is then no axis any more.

        Raises `SweepError`, E0769, for an unknown column, and if there is no such row.
        """
        name = self.find(word)
        place = self.columns.index(name)
        rows = tuple(row for row in self.rows if _same(row[place], text))
        if not rows:
            values = list(dict.fromkeys(str(row[place]) for row in self.rows))
            message = f"no point has {name} = {quote(text)}"
            raise SweepError(message, code="E0769", help=f"there are {', '.join(values[:12]) or 'none'}")
        return SweepResults(
            self.columns, rows, tuple(axis for axis in self.axes if axis != name), self.size, self.facts
        )

    def numbers(self, word: str) -> list[float | None]:
        """Return a column as numbers, with None for a point without a value.

        Raises `SweepError`, E0769, for a column of texts and for an unknown column.
        """
        values = self.column(word)
        for value in values:
            if isinstance(value, str):
                raise SweepError(f"the column {quote(self.find(word))} holds texts, not numbers", code="E0769")
        return [None if value is None else float(value) for value in values]

    def front(self, objectives: Sequence[str]) -> list[int]:
        """Return the indices of the rows with status "done" that are on the Pareto front (see `pareto_front`).

        objectives: columns to minimise; a leading minus means to maximise.

        Of rows that are equal in all objectives, only the first is returned. A row that lacks a value is left out.

        Raises `SweepError`, E0769.
        """
        signs = [-1.0 if name.startswith("-") else 1.0 for name in objectives]
        columns = [self.numbers(name.removeprefix("-")) for name in objectives]
        points: list[tuple[tuple[float, ...], int]] = []
        for row, (status, *values) in enumerate(zip(self.column("status"), *columns, strict=True)):
            if status == "done" and None not in values:
                points.append((tuple(sign * value for sign, value in zip(signs, values, strict=True)), row))
        return sorted(points[group[0]][1] for group in pareto_front([costs for costs, _ in points]))


_PLACES = {name: place for place, name in enumerate(COLUMNS)}


def _cell(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _same(value: object, text: str) -> bool:
    if isinstance(value, bool):
        return str(value).lower() == text.lower()
    if isinstance(value, (int, float)):
        try:
            return float(text) == value
        except ValueError:
            return False
    return str(value) == text


Costs = Sequence[float]


def pareto_front(costs: Sequence[Costs]) -> list[list[int]]:
    """Return the points that no other point dominates, as groups of indices into `costs`.

    costs: a row of finite numbers for each point, all of one length; small is good.

    A point dominates another if it is no larger in any cost and smaller in at least one. The points of a group have
    equal costs, and the groups are in lexicographic order of costs.
    """
    groups: dict[tuple[float, ...], list[int]] = {}
    for index, row in enumerate(costs):
        groups.setdefault(tuple(map(float, row)), []).append(index)
    front: list[list[int]] = []
    width = len(costs[0]) if costs else 0
    kept = np.empty((16, width))
    for row in sorted(groups):  # points that dominate a point come before it
        if not (kept[: len(front)] <= np.array(row)).all(axis=1).any():
            if len(front) == len(kept):
                kept = np.concatenate([kept, np.empty_like(kept)])
            kept[len(front)] = row
            front.append(groups[row])
    return front
