"""The outcome of an experiment: text, plain data, tables (CSV) and pictures, saved to a folder at once."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from isa.reporting.files import reason_of, replace_file
from simt.files import csv_text
from simt.views.kit.figure import Figure, picture_bytes
from simt.views.kit.text import aligned
from simt.views.pages.engine import page, picture


@cache
def article_data(file: str) -> dict[str, Any]:
    """Return the data of the branching article, read from its figures: a file of `data/`."""
    data: dict[str, Any] = json.loads((Path(__file__).parent / "data" / file).read_text(encoding="utf-8"))
    return data


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a picture: the name of its file without suffix, column names, and rows of plain values."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]

    def to_csv(self) -> str:
        """A header line and a line per row, separated by commas."""
        return csv_text([self.columns, *self.rows])


def text_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Lines with the columns aligned: texts beginning with a digit to the right, others to the left."""
    cells = [[str(value) for value in row] for row in rows]
    left = [k for k in range(len(columns)) if all(not row[k] or row[k][0].isalpha() for row in cells)]
    return aligned([columns, *cells], left)


class ExperimentError(SimtError):
    """An experiment that cannot be run, or whose outcome cannot be saved."""

    code = "E0741"


@dataclass(frozen=True)
class Report:
    """The outcome of an experiment. pictures: functions that draw, by the name of the file without suffix.

    title: the title of a page with all of it, one HTML file, which is written too; by default its line in the registry.
    """

    name: str
    text: str
    data: Mapping[str, Any]
    tables: Sequence[Table]
    pictures: Mapping[str, Callable[[], Figure]] = field(default_factory=dict)
    title: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, with a schema id."""
        return {"schema": "simt.experiment/1", "experiment": self.name, **self.data}

    def files(self, drawing: Callable[[int], object] | None = None, *, pictures: bool = True) -> dict[str, bytes]:
        """The contents of every file by name: a .csv per table, a .svg and a .png per picture, and one .html page.

        pictures: false leaves all pictures out. drawing: called after each picture with the number drawn so far; a true
        answer interrupts. Raises `FigureError`, `KeyboardInterrupt`.
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
        """Write all `files` to an existing folder and return their paths. Raises `ExperimentError`, `FigureError`."""
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
    """Return the folder, if it is one. Raises `ExperimentError`."""
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


def check_range(name: str, value: int, low: int, high: int) -> int:
    """Return the value, if it is within bounds. Raises `ExperimentError`."""
    if not low <= value <= high:
        raise ExperimentError(f"{name} is {low} to {high}, not {value}")
    return value


def check_names(names: Iterable[str], known: Iterable[str], message: str, others: str = "there are") -> None:
    """Refuse a name that is not among `known`: `message` has it in place of `{}`. Raises `ExperimentError`."""
    choices = list(known)
    for name in names:
        if name not in choices:
            hint = did_you_mean(name, choices, f"{others} {', '.join(choices)}")
            raise ExperimentError(message.format(quote(name)), help=hint)


def experiment_page(title: str, text: str, tables: Sequence[Table], pictures: Mapping[str, str]) -> str:
    """The page of a report. text: its text, split at empty lines. pictures: SVG by name."""
    shown = [(table.name, [table.columns, *([_cell(each) for each in row] for row in table.rows)]) for table in tables]
    return page(
        "experiment",
        title=title,
        pictures=[(name, picture(svg)) for name, svg in pictures.items()],
        blocks=text.strip("\n").split("\n\n"),
        tables=shown,
    )


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
