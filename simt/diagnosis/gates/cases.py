"""The file of a gate: launches with a limit each, read from TOML (docs/gate.md).

All mistakes are reported at once, with their places. Kernels and machines are not read here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import ArgumentError, Diagnostic, PlacedError, SimtError, did_you_mean, listed, quote
from isa.reporting.files import is_below
from simt.diagnosis.gates.limits import FORMS, NO_SLOWER, Limit
from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import size_value
from simt.exploration.plans.plan import FIELDS, is_of
from simt.exploration.plans.reading import beside
from simt.files import TOML_BYTES, flattened, text_of, toml_reason, toml_tree
from simt.launch.naming import file_of
from simt.launch.programs import split_name
from simt.launch.sizes import parse_size
from simt.machine.choosing import DEFAULT_PRESET
from simt.machine.locate import Place, Span, locate, nearest
from simt.machine.settings import problem
from simt.toml_kinds import refuse_mistaken, unknown_keys

MOST_CASES = 1000
_LONGEST = 100  # characters of the name of a case, with its machine
_TOP = ("baseline", "limit", "machine", "case")
_SIZES = ("global_size", "local_size", "offset")
# The keys that a case has of a plan, with their parameters of `simt.Launch`. The others are kernel, machine, name,
# limit and max_cycles.
_PARAMETERS = {
    "set": "set", "define": "defines", "include_paths": "include_paths", "in": "inputs", "global_size": "global_size",
    "local_size": "local_size", "offset": "offset", "threads": "threads", "seed": "seed", "oracle": "oracle",
}  # fmt: skip
_KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "name": (str, "a name, which stands before `on` and the machine"),
    "kernel": (str, "a kernel: a file beside the gate, or the name of a shipped one"),
    "machine": ((str, list), "a preset or a file, or an array of them"),
    "limit": ((str, int), FORMS),
    "offset": ((int, str, list), 'a number, or several as in "16x0"'),
    **{key: FIELDS[key] for key in _PARAMETERS if key in FIELDS},
    "max_cycles": FIELDS["max_cycles"],
}
# The key of a case that an error of a launch is about, by the name of the error's class.
_ABOUT = {
    "ProgramNotFoundError": "kernel", "MachineError": "machine", "SizeError": "global_size", "InputError": "in",
    "OracleError": "oracle", "AssemblyError": "define", "CompileError": "define", "NoLaunchError": "kernel",
    "PipelineError": "kernel",
}  # fmt: skip
Where = tuple[str, ...]


class GateError(PlacedError):
    """The file of a gate that cannot be used."""

    code = "E0668"


@dataclass(frozen=True)
class Case:
    """A launch of a gate with its limit.

    - name: the name of the launch in the baseline and in messages: "fft128 on fpga4".
    - kernel, machine: as for `simt.Launch`.
    - words: further arguments of `simt.Launch`.
    - max_cycles: the cycles after which the run is stopped; None for the default.
    - where: the path of its table in the file.
    """

    name: str
    kernel: str
    machine: str
    limit: Limit
    words: Mapping[str, Any] = field(default_factory=dict)
    max_cycles: int | None = None
    where: Where = ()


@dataclass(frozen=True)
class Gate:
    """The cases of a file.

    - path: the file. baseline: the file of the baseline.
    - places: the places of the file's keys, by their paths (`locate`).
    """

    path: Path
    baseline: Path
    cases: tuple[Case, ...]
    places: Mapping[Where, Place] = field(default_factory=dict)

    def only(self, texts: Sequence[str]) -> Gate:
        """Return the gate with some of its cases; with all of them if there are no texts.

        A text keeps the case of this name or, if there is none, all cases whose names contain the text in capital or
        small letters. Raises `ArgumentError` for a text that no name contains.
        """
        names = [case.name for case in self.cases]
        chosen: set[str] = set()
        for text in texts:
            these = {text} & {*names} or {name for name in names if text.casefold() in name.casefold()}
            if not these:
                hint = did_you_mean(text, names, f"its cases are {listed(map(quote, names[:6]), 'and')}")
                raise ArgumentError(f"{quote(str(self.path))} has no case with {quote(text)} in its name: {hint}")
            chosen |= these
        return replace(self, cases=tuple(case for case in self.cases if not texts or case.name in chosen))

    def placed(self, case: Case, error: SimtError) -> list[Diagnostic]:
        """Return the mistakes that keep a case from being launched, each with a place in the file of the gate.

        A mistake that already names a line of a kernel or a machine keeps this place.
        """
        own = getattr(error, "diagnostics", None) or [problem(error.code, error.message, help=error.help)]
        return [
            entry
            if entry.severity != "error" or (entry.line and entry.file not in ("", "overrides"))
            else replace(
                problem(entry.code, entry.message, str(self.path), self._about(case, error, entry), help=_help(entry)),
                notes=entry.notes,
            )
            for entry in own
        ]

    def _about(self, case: Case, error: SimtError, entry: Diagnostic) -> Span:
        """Return the place of the key that a mistake is about."""
        key = _ABOUT.get(type(error).__name__, "")
        setting = entry.source_line.partition(" = ")[0]
        for path in ((*case.where, "set", setting), (*case.where, "set", *setting.split("."))):
            if setting and path in self.places:
                return self.places[path].value
        path = (*case.where, "set" if setting else key)
        if path not in self.places and (key,) in self.places:  # the machine of all cases
            path = (key,)
        return nearest(self.places, path)


def read_gate(path: str | Path) -> Gate:
    """Read the file of a gate. Raises `GateError` with all mistakes."""
    return _Reader(Path(path)).read()


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.places: Mapping[Where, Place] = {}
        self.problems: list[Diagnostic] = []

    def wrong(self, where: Where, message: str, help: str = "", *, at_key: bool = False) -> None:  # noqa: A002
        """Add a mistake at a key, or at the nearest table around the key."""
        span = nearest(self.places, where, at_key=at_key)
        self.problems.append(problem(GateError.code, message, str(self.path), span, help=help))

    def read(self) -> Gate:
        """Return the gate. Raises `GateError`."""
        name = quote(str(self.path))
        try:
            text = text_of(self.path, TOML_BYTES)
            tree = toml_tree(text)
        except FileNotFoundError:
            advice = "docs/gate.md shows one; another file: simt gate FILE"
            raise GateError(f"there is no gate {name}", help=advice) from None
        except (OSError, ValueError, RecursionError) as error:
            raise GateError(f"cannot read the gate {name}: {toml_reason(error)}") from None
        refuse_mistaken(tree, "gate", str(self.path), GateError)
        self.places = locate(text)
        self.know((), tree, _TOP)
        limit = self.limit(("limit",), tree.get("limit", "baseline"))
        machines = self.machines(("machine",), tree.get("machine", DEFAULT_PRESET))
        tables = tree.get("case")
        if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
            self.wrong(("case",), "a gate has tables [[case]], one for each kernel")
            tables = []
        cases = [
            case
            for number, table in enumerate(tables)
            for case in self.cases(("case", str(number)), table, limit, machines)
        ]
        self.check_names(cases)
        baseline = self.baseline(tree.get("baseline", f"{self.path.stem}.json"))
        if self.problems:
            raise GateError(self.problems[0].message, diagnostics=self.problems)
        return Gate(self.path, baseline, tuple(cases), self.places)

    def know(self, where: Where, table: Mapping[str, object], known: Sequence[str]) -> None:
        """Add a mistake for each key of a table that is not one of `known`."""
        for key, hint in unknown_keys(table, known):
            self.wrong((*where, key), f"unknown key {quote(key)}", hint, at_key=True)

    def baseline(self, value: object) -> Path:
        """Return the file of the baseline, which is below the folder of the gate and ends in .json."""
        folder = self.path.parent
        path = folder / str(value)
        if not isinstance(value, str) or path.suffix != ".json" or not is_below(path, [folder]):
            self.wrong(("baseline",), "`baseline` is a .json file in the folder of the gate or below it")
        return path

    def limit(self, where: Where, value: object) -> Limit:
        """Return a limit; after a mistake another one."""
        try:
            return Limit.of(value)
        except ValueError:
            self.wrong(where, f"`limit` is {FORMS}, not {quote(str(value))}")
            return NO_SLOWER

    def machines(self, where: Where, value: object) -> list[str]:
        """Return machines: presets, or files beside the gate."""
        names = value if isinstance(value, list) else [value]
        if not names or not all(isinstance(name, str) and name not in ("", "-") for name in names):
            self.wrong(where, f"`machine` is {_KINDS['machine'][1]}, not {quote(str(value))}")
            return []
        return [str(beside(self.path.parent, name)) for name in names]

    def cases(self, where: Where, table: dict[str, Any], limit: Limit, machines: list[str]) -> Iterator[Case]:
        """Yield the cases of a table, one for each of its machines. After a mistake there may be none."""
        self.know(where, table, list(_KINDS))
        before = len(self.problems)
        for key, value in table.items():
            if key in _KINDS and not is_of(value, _KINDS[key][0]):
                self.wrong((*where, key), f"`{key}` is {_KINDS[key][1]}, not {quote(str(value))}")
        if table.get("kernel", "") in ("", "-"):
            self.wrong((*where, "kernel"), f"a case has a `kernel`: {_KINDS['kernel'][1].partition(': ')[2]}")
        if len(self.problems) > before:
            return
        if "limit" in table:
            limit = self.limit((*where, "limit"), table["limit"])
        if "machine" in table:
            machines = self.machines((*where, "machine"), table["machine"])
        words = self.words(where, table)
        kernel, own = table["kernel"], table.get("name")
        label = " ".join((own if own is not None else _label(kernel)).split())
        kernel = str(beside(self.path.parent, kernel))
        for machine in machines:
            name = f"{label} on {Path(machine).stem if machine.endswith('.toml') else machine}"
            if not (label and len(name) <= _LONGEST and name.isprintable()):
                message = f"a case cannot be called {quote(name)}: up to {_LONGEST} printable characters"
                self.wrong((*where, "name" if own is not None else "kernel"), message)
            yield Case(name, kernel, machine, limit, words, table.get("max_cycles"), where)

    def words(self, where: Where, table: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of `simt.Launch` in the table of a case."""
        words = {word: table[key] for key, word in _PARAMETERS.items() if key in table}
        folder = self.path.parent
        words |= {key: self.size((*where, key), table[key]) for key in _SIZES if key in table}
        if "set" in table:
            words["set"] = flattened(table["set"])
        if "include_paths" in table:
            words["include_paths"] = [str(beside(folder, name)) for name in table["include_paths"]]
            if not all(isinstance(name, str) for name in table["include_paths"]):
                self.wrong((*where, "include_paths"), f"`include_paths` is {_KINDS['include_paths'][1]}")
        if "in" in table:
            words["inputs"] = {name: beside(folder, value) for name, value in table["in"].items()}
        if "oracle" in table:
            words["oracle"] = beside(folder, table["oracle"])
        if "threads" in table and "local_size" in table:
            message = "threads and local_size both say how large a work-group is: give one of them"
            self.wrong((*where, "threads"), message)
        for key in ("define", "in"):
            for name, value in table.get(key, {}).items():
                if not is_of(value, (int, float, str)):
                    self.wrong((*where, key, name), f"`{name}` is a number or a text here, not {quote(str(value))}")
        for key, least in (("threads", 1), ("seed", 0), ("max_cycles", 1)):
            if not least <= table.get(key, least) < 1 << 63:
                self.wrong((*where, key), f"`{key}` is a whole number from {least} up, not {quote(str(table[key]))}")
        return words

    def size(self, where: Where, value: object) -> tuple[int, ...]:
        """Return a size of the launch or its offset, as numbers."""
        key = where[-1]
        try:
            if key != "offset":
                return parse_size(str(size_value(key, value)))
            return parse_size("x".join(map(str, value)) if isinstance(value, list) else str(value), 0)
        except (SweepError, ValueError):
            self.wrong(where, f"`{key}` is {_KINDS[key][1]}, not {quote(str(value))}")
            return (1,)

    def check_names(self, cases: Sequence[Case]) -> None:
        """Add a mistake for each name that two cases have, and for too many cases."""
        if len(cases) > MOST_CASES:
            self.wrong(("case",), f"a gate has {MOST_CASES} cases at most, not {len(cases)}")
            return
        known: dict[str, Case] = {}
        for case in cases:
            other = known.setdefault(case.name, case)
            if other is not case:
                self.wrong(
                    case.where, f"two cases are {quote(case.name)}", 'give one of them a `name`: name = "fft, n = 64"'
                )


def _help(entry: Diagnostic) -> str:
    """Return the help of a mistake, with the key of a case in place of the option that a message may name."""
    return entry.help.replace("--no-oracle", "oracle = false")


def _label(kernel: str) -> str:
    """Return the name of a kernel: its function, the name of its file, or `scan:2` for a launch of a pipeline."""
    file = file_of(kernel)
    _, function = split_name(kernel)
    return function or Path(file).stem + kernel.removeprefix(file)
