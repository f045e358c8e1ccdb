"""The baseline of a gate: the cycles of its cases, with the issue slots of each source line, in a committed file.

The file is written so that its diff reads well. Cases are sorted by name. Each source line of a kernel has a line of
its own in the file, without the line number. Of a machine, only the keys that differ from the defaults are written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Annotated, Any

from pydantic import Field, ValidationError

from isa.reporting.diagnostics import SimtError, quote
from isa.reporting.files import exists
from simt.diagnosis.diff import ISSUED, by_line, flat_machine
from simt.diagnosis.saved import Count, Part, Reason, SavedLedgers, SavedLine, SavedProgram, SavedRun, Text, Tree
from simt.files import read_text, write_file
from simt.machine import Machine

SCHEMA = "simt.gate/1"
Slots = dict[Reason, Count]


class BaselineError(SimtError):
    """A file that is not the baseline of a gate."""

    code = "E0669"


class KeptCase(Part):
    """The cost of a case, and the properties of its launch.

    - cycles, instructions: the numbers of the run.
    - kernel, threads, launch, seed, inputs, version: as in `SavedRun`.
    - machine: the name of the machine, and the values that differ from the defaults, by full key.
    - nowhere: the issue slots that are charged to no line, by reason.
    - lines: the file, the text and the issue slots by reason of each source line, in the order of the program.
    """

    cycles: Count
    instructions: Count
    kernel: Text
    threads: Count
    launch: list[list[Count]] | None = None
    seed: Count | None = None
    inputs: dict[Text, Text]
    version: Text
    machine: Tree
    nowhere: Slots
    lines: Annotated[list[tuple[Text, Text, Slots]], Field(max_length=1 << 16)]

    @classmethod
    def of(cls, run: SavedRun) -> KeptCase:
        """Return the case of a run."""
        lines = [
            (PurePath(line.file).name, " ".join(line.source.split()), {k: n for k, n in line.slots.items() if n})
            for line in by_line(run)
        ]
        nowhere = dict(run.ledgers.issue)
        for _, _, slots in lines:
            for reason, count in slots.items():
                nowhere[reason] -= count
        usual, own = _usual_keys(), flat_machine(run.machine)
        about = run.provenance
        return cls(
            kernel=run.program.name, threads=run.program.threads, launch=about.get("launch"), seed=about.get("seed"),
            inputs=about["inputs"], version=about["version"],
            machine={"name": run.machine_name} | {key: own[key] for key in own if own[key] != usual.get(key)},
            cycles=run.cycles, instructions=run.instructions,
            nowhere={reason: count for reason, count in nowhere.items() if count}, lines=lines,
        )  # fmt: skip

    def run(self) -> SavedRun:
        """Return a run with which another run can be compared. It has no warp ledger, and its lines have no numbers."""
        lines = [
            SavedLine(
                pc=number, file=file, line=0, source=source, issues=slots.get(ISSUED, 0), warp_cycles={},
                lost={reason: count for reason, count in slots.items() if reason != ISSUED},
            )
            for number, (file, source, slots) in enumerate(self.lines)
        ]  # fmt: skip
        issue = dict(self.nowhere)
        for _, _, slots in self.lines:
            for reason, count in slots.items():
                issue[reason] = issue.get(reason, 0) + count
        launch = {} if self.launch is None else {"launch": self.launch}
        return SavedRun(
            program=SavedProgram(name=self.kernel, threads=self.threads), machine=_usual_keys() | self.machine,
            status="completed", cycles=self.cycles, instructions=self.instructions,
            ledgers=SavedLedgers(issue=issue, warp={}, lane={}), lines=lines,
            provenance={"version": self.version, "engine": "cycle", "seed": self.seed, "inputs": self.inputs} | launch,
        )  # fmt: skip

    def is_like(self, other: KeptCase | None) -> bool:
        """Return whether another case is equal, except for the version of simt."""
        return other is not None and self.model_copy(update={"version": other.version}) == other


class _File(Part):
    cases: dict[Text, KeptCase]


def read_baseline(path: Path) -> dict[str, KeptCase]:
    """Read a baseline; without a file it has no cases. Raises `BaselineError`, `FileError`."""
    if not exists(path):
        return {}
    text, name = read_text(str(path)), quote(str(path))
    if f'"schema": "{SCHEMA}"' not in text[:200]:
        advice = "remove it, or name another file with `baseline`; `simt gate FILE --update` writes one"
        raise BaselineError(f"{name} is not the baseline of a gate ({SCHEMA})", help=advice)
    try:
        return _File.model_validate_json(text).cases
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the document"
        message = f"{name} is not the baseline of a gate: {quote(place)}: {first['msg'][:120]}"
        raise BaselineError(
            message, help="take it from git, or remove it and write it again: `simt gate FILE --update`"
        ) from None


def write_baseline(path: Path, cases: Mapping[str, KeptCase]) -> bool:
    """Write a baseline, whole or not at all; return whether the file has changed. Raises `FileError`."""
    text = baseline_text(cases)
    if exists(path) and read_text(str(path)) == text:
        return False
    write_file(path, text)
    return True


def baseline_text(cases: Mapping[str, KeptCase]) -> str:
    """Return the text of a baseline. Equal cases have equal texts."""
    texts = {
        name: _table({key: _case_value(value, 6) for key, value in case.model_dump().items() if value is not None}, 4)
        for name, case in sorted(cases.items())
    }
    return _table({"schema": _json(SCHEMA), "cases": _table(texts, 2)}, 0) + "\n"


def _case_value(value: object, indent: int) -> str:
    """Return a value as JSON.

    A table of a case has a key on each line, and the lines of a kernel have a line each. Any other value is on one
    line.
    """
    if isinstance(value, dict):
        return _table({key: _json(inner) for key, inner in value.items()}, indent)
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        rows = ",\n".join(" " * (indent + 2) + _json(row) for row in value)
        return f"[\n{rows}\n{' ' * indent}]"
    return _json(value)


def _table(texts: Mapping[str, str], indent: int) -> str:
    """Return an object with a key on each line. texts: the values as JSON. indent: the blanks before the last line."""
    if not texts:
        return "{}"
    rows = ",\n".join(f"{' ' * (indent + 2)}{_json(key)}: {text}" for key, text in texts.items())
    return f"{{\n{rows}\n{' ' * indent}}}"


def _json(value: object) -> str:
    """Return a value as JSON. Characters that a terminal would obey are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def _usual_keys() -> dict[str, Any]:
    usual: dict[str, Any] = Machine().model_dump(mode="json")
    return flat_machine(usual)
