"""The outcome of an experiment: text, plain data, tables (CSV) and pictures, which are saved to a folder."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from isa.reporting.files import reason_of, replace_file
from simt.files import csv_text
from simt.views.kit.figure import Figure, picture_bytes
from simt.views.kit.text import aligned
from simt.views.pages.engine import page, picture

T = TypeVar("T")


@cache
def article_data(file: str) -> dict[str, Any]:
    """Return numbers that were read from the figures of the branching article. file: its name in `data/`."""
    data: dict[str, Any] = json.loads((Path(__file__).parent / "data" / file).read_text(encoding="utf-8"))
    return data


@dataclass(frozen=True, slots=True)
class Table:
    """A table of numbers.

    name: the name of its file, without suffix. rows: the rows, plain values in the order of `columns`.
    """

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]

    def to_csv(self) -> str:
        """Return the table as CSV, with a header line."""
        return csv_text([self.columns, *self.rows])


def text_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return the lines of a table. Columns of texts that begin with a letter are aligned left, others right."""
    cells = [[str(value) for value in row] for row in rows]
    left = [k for k in range(len(columns)) if all(not row[k] or row[k][0].isalpha() for row in cells)]
    return aligned([columns, *cells], left)


class ExperimentError(SimtError):
    """An experiment that cannot be run, or whose outcome cannot be saved."""

    code = "E0741"


@dataclass(frozen=True)
class Report:
    """The outcome of an experiment.

    - name: the name of the experiment.
    - text: the report for a terminal.
    - data: the report as plain values.
    - pictures: functions that draw, by name of the file without suffix.
    - title: the title of the HTML page, "" for the experiment's subject in `EXPERIMENTS`.
    """

    name: str
    text: str
    data: Mapping[str, Any]
    tables: Sequence[Table]
    pictures: Mapping[str, Callable[[], Figure]] = field(default_factory=dict)
    title: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the report's data as plain values, with a schema id."""
        return {"schema": "simt.experiment/1", "experiment": self.name, **self.data}

    def files(self, drawing: Callable[[int], object] | None = None, *, pictures: bool = True) -> dict[str, bytes]:
        """Return the contents of all files by name: a .csv per table, a .svg and a .png per picture, one .html page.

        pictures: whether to draw pictures. drawing: called after each picture with the number drawn so far; if it
        returns true, `KeyboardInterrupt` is raised. Raises `FigureError`.
        """
        contents = {f"{table.name}.csv": table.to_csv().encode() for table in self.tables}
        for count, (name, draw) in enumerate(self.pictures.items() if pictures else (), start=1):
            figure = draw()
            contents |= {f"{name}.{kind}": picture_bytes(figure, kind) for kind in ("svg", "png")}
            if drawing is not None and drawing(count):
                raise KeyboardInterrupt
        drawn = {name.removesuffix(".svg"): data.decode() for name, data in contents.items() if name.endswith(".svg")}
        page = experiment_page(self.title or self.name, self.text, self.tables, drawn)
        contents[f"{self.name}.html"] = page.encode()
        return contents

    def save(
        self, folder: str | Path, drawing: Callable[[int], object] | None = None, *, pictures: bool = True
    ) -> list[Path]:
        """Write the files to an existing folder and return their paths.

        drawing, pictures: as for `files`. Raises `ExperimentError` (E0740), `FigureError`.
        """
        target = check_folder(folder)
        paths = []
        for name, data in self.files(drawing, pictures=pictures).items():
            path = target / name
            try:
                replace_file(path, data)
            except (OSError, ValueError) as error:
                raise ExperimentError(f"cannot write {quote(str(path))}: {reason_of(error)}", code="E0740") from None
            paths.append(path)
        return paths


def check_folder(folder: str | Path) -> Path:
    """Return the path of an existing folder. Raises `ExperimentError`, E0740."""
    path = Path(folder)
    try:
        is_there, is_folder = path.exists(), path.is_dir()
    except (OSError, ValueError) as error:
        raise ExperimentError(f"cannot write to {quote(str(folder))}: {reason_of(error)}", code="E0740") from None
    if is_folder:
        return path
    shown = quote(str(folder))
    if is_there:
        raise ExperimentError(f"{shown} is a file, not a folder", code="E0740", help="-o takes a folder")
    advice = f"make it first: mkdir -p {shlex.quote(str(folder))}" if str(folder).isprintable() else ""
    raise ExperimentError(f"there is no folder {shown}", code="E0740", help=advice)


def distinct(choices: Iterable[T], message: str, *, help: str = "") -> tuple[T, ...]:  # noqa: A002
    """Return the choices in their order, each once.

    message, help: the texts of the error if there are no choices. Raises `ExperimentError`.
    """
    if not (chosen := tuple(dict.fromkeys(choices))):
        raise ExperimentError(message, help=help)
    return chosen


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Refuse a value outside `low` to `high`. Raises `ExperimentError`."""
    if not low <= value <= high:
        raise ExperimentError(f"{name} is {low} to {high}, not {value}")


def check_names(names: Iterable[str], known: Iterable[str], message: str, others: str = "there are") -> None:
    """Refuse a name that is not among `known`.

    message: the error, with `{}` in place of the name. others: the words before the list of known names in the advice.
    Raises `ExperimentError`.
    """
    choices = list(known)
    for name in names:
        if name not in choices:
            hint = did_you_mean(name, choices, f"{others} {', '.join(choices)}")
            raise ExperimentError(message.format(quote(name)), help=hint)


def experiment_page(title: str, text: str, tables: Sequence[Table], pictures: Mapping[str, str]) -> str:
    """Return the HTML page of a report. pictures: SVG by name."""
    return page(
        "experiment",
        title=title,
        pictures=[(name, picture(svg)) for name, svg in pictures.items()],
        blocks=text.strip("\n").split("\n\n"),
        tables=[(table.name, [table.columns, *(map(_cell, row) for row in table.rows)]) for table in tables],
    )


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
