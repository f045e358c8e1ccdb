"""Saved runs: the JSON of `simt run --json`, read and checked, and baselines, which are saved under a name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from simt.files import check_output, make_folder, read_text, write_file
from simt.result.result import SCHEMA, Result

BASELINES = Path(".simt")  # the folder of baselines, below the current one
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}")


def _writable(values: dict[str, Any]) -> dict[str, Any]:
    json.dumps(values, allow_nan=False)  # raises ValueError for numbers that could not be shown
    return values


Count = Annotated[int, Field(ge=0, lt=1 << 63)]
Reason = Annotated[str, Field(max_length=40)]
Text = Annotated[str, Field(max_length=100_000)]
Tree = Annotated[dict[str, Any], AfterValidator(_writable)]


class SavedRunError(SimtError):
    """A document that is not a run of `simt run --json`, a missing baseline, or a wrong name of a baseline."""

    code = "E0665"


class Part(BaseModel):
    """A part of a document that is read: unknown keys are left out, and types are exact."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class SavedLine(Part):
    """An instruction of the program: its source line, its issues, and its cost in issue slots and warp cycles."""

    pc: Count
    file: Text
    line: Count
    source: Text
    issues: Count
    lost: dict[Reason, Count]
    warp_cycles: dict[Reason, Count]


class SavedLedgers(Part):
    """The three ledgers, by reason."""

    issue: dict[Reason, Count]
    warp: dict[Reason, Count]
    lane: dict[Reason, Count]


class SavedProgram(Part):
    """The name of the program and the threads of a work-group."""

    name: Text
    threads: Count


class SavedRun(Part):
    """The parts of a run that are compared."""

    program: SavedProgram
    machine: Tree
    status: Reason
    cycles: Count
    instructions: Count
    ledgers: SavedLedgers
    lines: Annotated[list[SavedLine], Field(max_length=1 << 16)]
    provenance: Tree
    sample: Tree | None = None  # of a run whose cycles are an estimate

    @property
    def machine_name(self) -> str:
        """The machine's name."""
        return str(self.machine.get("name", "?"))


def saved(result: Result) -> SavedRun:
    """Convert a result to a `SavedRun`, as `read_run` returns it."""
    return SavedRun.model_validate(result.to_dict())


def is_run(text: str) -> bool:
    """Return whether the first 200 characters of `text` look like a run that this version has written."""
    return f'"schema": "{SCHEMA}"' in text[:200]


def is_program(text: str) -> bool:
    """Return whether the first 200 characters of `text` look like a program that any version has written."""
    return '"simt.program/' in text[:200]


def read_run(path: str, text: str | None = None) -> SavedRun:
    """Read a run that `simt run --json` or `-o FILE.json` has written.

    text: the content of `path`, None to read it. Raises `SavedRunError`, `FileError`.
    """
    text = read_text(path) if text is None else text
    if not is_run(text):
        advice = "`simt run KERNEL -o FILE.json` writes one; one of another version has to be made again"
        raise SavedRunError(f"{quote(path)} is not a run of this version of simt ({SCHEMA})", help=advice)
    try:
        return SavedRun.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise SavedRunError(f"{quote(path)} is not a run: {place or 'the document'}: {first['msg']}") from None


def baseline_path(name: str) -> Path:
    """Return the file of a baseline. Raises `SavedRunError` for an invalid name."""
    if not _NAME.fullmatch(name):
        message = f"{quote(name)} is not a name of a baseline"
        raise SavedRunError(message, help="up to 64 letters, digits, `_`, `.`, `+` and `-`, a letter or a digit first")
    return BASELINES / f"{name}.json"


def save_baseline(name: str, result: Result) -> Path:
    """Save a run under a name and return the file. Raises `SavedRunError`, `FileError`."""
    path = baseline_path(name)
    make_folder(BASELINES)
    write_file(path, result.to_json())
    return path


def check_baseline(name: str) -> None:
    """Make the folder of baselines. Raises `SavedRunError` or `FileError` if the baseline cannot be written there."""
    path = baseline_path(name)
    make_folder(BASELINES)
    check_output(str(path))


def read_baseline(name: str) -> SavedRun:
    """Read the run that was saved under a name. Raises `SavedRunError`, `FileError`."""
    path = baseline_path(name)
    if not path.is_file():
        names = sorted(file.stem for file in BASELINES.glob("*.json"))
        advice = did_you_mean(name, names, "there are none; `simt run KERNEL --save NAME` keeps one")
        raise SavedRunError(f"there is no baseline {quote(name)} in {BASELINES}/", help=advice)
    return read_run(str(path))
