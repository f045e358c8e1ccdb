"""Traces for viewers of other programs: the registry of formats, and `export`, which chooses one and writes a file.

Each format is a module of this package with a function `write(record, stream, report)`, imported on first use. All
formats are made from the same intervals (`record.py`). A file is written to a temporary name and renamed at the end.
Equal runs give equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from isa.reporting.diagnostics import quote, suggest
from simt.views.exports.stream import ExportError, InstructionProgress, whole_file

if TYPE_CHECKING:
    from simt.result.result import Result

__all__ = ["EXPORTS", "Export", "ExportError", "export", "format_of", "meant_suffix"]


@dataclass(frozen=True, slots=True)
class Export:
    """A trace format.

    suffixes: its file name suffixes, the usual one first. viewer: the program that opens it.
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    viewer: str

    def write(self, result: Result, path: str | Path, progress: Callable[[int], object] | None = None) -> None:
        """Write the event record of a run to `path`, whole or not at all.

        progress: called at times with the number of instructions written; if it returns true, `KeyboardInterrupt` is
        raised. Raises `ExportError` if nothing was recorded (E0721, E0722), a package is missing (E0720), or the file
        cannot be written (E0652).
        """
        from simt.views.exports.record import TraceRecord

        record = TraceRecord(result)
        writer = import_module(f"simt.views.exports.{self.name}")
        with whole_file(path) as stream:
            report = InstructionProgress(len(record.events), progress)
            report(0, 1)
            writer.write(record, stream, report)
            report(1, 1)


EXPORTS: dict[str, Export] = {
    entry.name: entry
    for entry in (
        Export("konata", (".kanata", ".konata", ".log", ".kanata.gz", ".konata.gz", ".log.gz"),
            "Kanata 0004 log: the pipeline, an instruction per row", "Konata"),
        Export("perfetto", (".perfetto.json", ".json", ".perfetto.json.gz", ".json.gz"),
            "Chrome trace events: warps, units and issue slots over time", "ui.perfetto.dev, chrome://tracing"),
        Export("vcd", (".vcd",), "value change dump: warps, units and issue slots as signals", "GTKWave, Surfer"),
        Export("npz", (".npz",), "numpy arrays of the event record, with a description in JSON", "numpy.load"),
    )
}  # fmt: skip


def format_of(path: str | Path) -> Export:
    """Return the format for a file's name. Raises `ExportError` (E0653)."""
    name = Path(path).name.lower()
    for entry in EXPORTS.values():
        if name.endswith(entry.suffixes):
            return entry
    suffixes = [suffix for entry in EXPORTS.values() for suffix in entry.suffixes]
    advice = meant_suffix(name, suffixes)
    message = f"the name {quote(str(path))} does not say which trace format to write"
    raise ExportError(message, help=advice or f"end it in one of {', '.join(suffixes)}")


def meant_suffix(name: str, suffixes: Sequence[str]) -> str:
    """Advise on a file name that has none of `suffixes`: a similar suffix, or to leave out `.gz`; "" for no advice."""
    plain = Path(name).suffix
    if plain != ".gz":
        guess = suggest(plain, [suffix for suffix in suffixes if not suffix.endswith(".gz")]) if plain else None
        return f"did you mean {guess}?" if guess else ""
    inner = Path(name).with_suffix("").suffix
    if inner in suffixes:
        return f"{inner} is not written compressed: leave out .gz"
    compressed = [suffix.removesuffix(".gz") for suffix in suffixes if suffix.endswith(".gz")]
    guess = suggest(inner, compressed) if inner else None
    return f"did you mean {guess}.gz?" if guess else ""


def export(
    result: Result,
    path: str | Path,
    format: str | None = None,  # noqa: A002
    progress: Callable[[int], object] | None = None,
) -> Export:
    """Write the event record of a run to `path` and return the format used.

    format: a name of `EXPORTS`; None chooses by the suffix of `path`. A file whose name ends in `.gz` is compressed.
    progress: as for `Export.write`. Raises `ExportError`: E0653 for an unknown format, and as `Export.write`.
    """
    if format is None:
        chosen = format_of(path)
    elif format in EXPORTS:
        chosen = EXPORTS[format]
    else:
        guess = suggest(format, EXPORTS)
        message = f"there is no trace format {quote(format)}"
        raise ExportError(message, help=f"did you mean {guess}?" if guess else f"the formats are {', '.join(EXPORTS)}")
    chosen.write(result, path, progress)
    return chosen
