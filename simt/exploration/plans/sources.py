"""The files that a plan depends on (kernels, oracles, machines), read before the first run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.reporting.diagnostics import did_you_mean, quote
from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import SIZES, settings_of
from simt.exploration.plans.plan import Point, Sweep, input_digest
from simt.launch.array_files import read_array
from simt.launch.how import sample_of
from simt.launch.inputs import check_input, find_array
from simt.launch.kernels import AnyKernel, LoadedKernel
from simt.launch.naming import load_named
from simt.launch.oracle import read_oracle
from simt.launch.programs import is_language, oracle_beside, split_name
from simt.launch.sizes import parse_size
from simt.launch.words import Words
from simt.machine import Machine
from simt.machine.choosing import machine_settings
from simt.machine.judging import build
from simt.machine.settings import Layer, Setting

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.lang import Kernel as Marked


class Sources:
    """The files of a sweep, read and checked, and the parts of them that each point uses.

    Raises `SimtError` if a file cannot be used: `SweepError`, or the error of its reader.
    """

    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self.hashes: dict[str, str] = {}
        self.is_compiled = False  # whether any kernel is compiled
        self._machines: dict[str, str | None] = {}  # of launches of pipelines, by their names
        self._earlier: dict[int, Machine | None] = {}  # the machines of `earlier`, by the ids of their settings
        self.inputs = {
            name: read_array(name, str(value)) if isinstance(value, str | Path) else value
            for name, value in (sweep.inputs or {}).items()
        }
        symbols: set[str] = set()
        firsts: dict[str, Any] = {axis.symbol: axis.values[0] for axis in sweep.axes if axis.kind == "define"}
        for name in sweep.programs:
            if name == "-":
                raise SweepError("a sweep reads its kernels more than once: give a file, not standard input")
            defines = {
                **(sweep.defines or {}),
                **(firsts if is_language(split_name(name)[0]) or ".toml:" in name else {}),
            }
            loaded = load_named(self.kernel(name), defines, sweep.include_paths)
            for input_name in sweep.inputs or {}:
                check_input(loaded.takes, input_name)
            for axis in sweep.axes:
                if axis.kind == "in":
                    _check_takes_numbers(loaded.takes, axis.symbol)
            symbols.update(loaded.symbols)
            if loaded.is_step:
                self._machines[name] = loaded.machine or sweep.machine
            oracle = Path(sweep.oracle) if isinstance(sweep.oracle, str) else None
            if sweep.oracle is True and loaded.oracle_beside is not None:
                oracle = oracle_beside(loaded.oracle_beside)
            self.hashes[name] = _hash_of(loaded, oracle)
            self.is_compiled = self.is_compiled or loaded.source is not None
        for axis in sweep.axes:
            if axis.kind == "define" and axis.symbol not in symbols:
                symbol = "a macro or symbol" if self.is_compiled else "an .equ symbol"
                message = f"no kernel of the sweep has {symbol} {quote(axis.symbol)}"
                known = f"they have: {', '.join(sorted(symbols)) or 'none'}" if not self.is_compiled else ""
                advice = did_you_mean(axis.symbol, symbols, known)
                raise SweepError(message, code="E0760", help=advice)
        machines: list[str | None] = [self._machine_of(name) for name in sweep.programs]
        for axis in sweep.axes:
            if axis.kind == "machine":
                machines = [str(value) for value in axis.values]
        self.bases: dict[str | None, dict[str, Setting]] = {}
        for machine in dict.fromkeys(machines):
            base = {setting.key: setting for setting in machine_settings(machine)}
            for key, value in (sweep.settings or {}).items():
                base |= {setting.key: setting for setting in settings_of(key, value, "set")[0]}
            self.bases[machine] = base
        self._settings: dict[tuple[str, Any], Setting] = {}
        for axis in sweep.axes:
            for value in axis.values if axis.kind == "key" else ():
                (self._settings[axis.name, value],) = settings_of(axis.name, value, "sweep")[0]

    def kernel(self, name: str) -> str | Marked:
        """Return the source from which a program of the sweep is loaded."""
        return (self.sweep.functions or {}).get(name, name)

    def base(self, point: Point) -> dict[str, Setting]:
        """Return the settings of a point's machine, without the swept keys."""
        for axis, value in zip(self.sweep.axes, point.values, strict=True):
            if axis.kind == "machine":
                return self.bases[str(value)]
        return self.bases[self._machine_of(point.program)]

    def _machine_of(self, name: str) -> str | None:
        """Return the machine of a program, if no axis sets it: the user's, or else its pipeline's."""
        return self.sweep.machine if self.sweep.machine is not None else self._machines.get(name)

    def _earlier_machine(self, point: Point) -> Machine | None:
        """Return the machine, without the swept keys, on which the launches before a point's launch run.

        None if the point is a kernel by itself. Raises `MachineError` if the keys contradict each other.
        """
        if point.program not in self._machines:
            return None
        base = self.base(point)
        if id(base) not in self._earlier:
            self._earlier[id(base)] = build(Machine, [Layer([*base.values()])])[0]
        return self._earlier[id(base)]

    def settings(self, point: Point) -> dict[str, Setting]:
        """Return the settings of a point's swept machine keys."""
        pairs = zip(self.sweep.axes, point.values, strict=True)
        return {axis.name: self._settings[axis.name, value] for axis, value in pairs if axis.kind == "key"}

    def work(self, point: Point) -> tuple[tuple[Any, ...], tuple[AnyKernel, Words, str, Machine | None, float | None]]:
        """Return a cache key for a point's workload, and the arguments of `prepare` that make it."""
        defines: dict[str, Any] = dict(self.sweep.defines or {})
        own: dict[str, Any] = {}
        threads, seed = self.sweep.threads, self.sweep.seed
        sizes: dict[str, Any] = {name: getattr(self.sweep, name) for name in SIZES}
        for axis, value in zip(self.sweep.axes, point.values, strict=True):
            if axis.kind == "define":
                defines[axis.symbol] = value
            elif axis.kind == "in":
                own[axis.symbol] = value
            elif axis.kind == "threads":
                threads = int(value)  # type: ignore[arg-type]
            elif axis.kind == "seed":
                seed = int(value)  # type: ignore[arg-type]
            elif axis.kind in SIZES:
                sizes[axis.kind] = value
        sizes = {name: None if size is None else parse_size(str(size)) for name, size in sizes.items()}
        inputs = self.inputs | own
        words = Words(
            defines=defines, include_paths=self.sweep.include_paths, threads=threads, seed=seed, **sizes,
            inputs=inputs, oracle=Path(self.sweep.oracle) if isinstance(self.sweep.oracle, str) else self.sweep.oracle,
        )  # fmt: skip
        earlier = self._earlier_machine(point)
        on = "" if earlier is None else earlier.hash
        source_hash = _digest(json.dumps([self.hashes[point.program], _digests(inputs), *([on] if on else [])]))
        key = (point.program, tuple(sorted(defines.items())), tuple(own.items()), threads, *sizes.values(), seed, on)
        return key, (self.kernel(point.program), words, source_hash, earlier, sample_of(self.sweep.sample))

    def axes_text(self, point: Point) -> str:
        """Return the values of a point's axes as JSON, for the results file."""
        names = [axis.name for axis in self.sweep.axes]
        return json.dumps(dict(zip(names, point.values, strict=True)))

    def identity(self) -> dict[str, Any]:
        """Return the plan and the hashes of all files that it depends on. Equal identities give equal results."""
        machines = {
            str(name): _digest(json.dumps({key: setting.value for key, setting in base.items()}, sort_keys=True))
            for name, base in self.bases.items()
        }
        identity = {"plan": self.sweep.to_dict(), "kernels": dict(self.hashes), "machines": machines}
        return {**identity, "inputs": _digests(self.inputs)} if self.inputs else identity


def _check_takes_numbers(program: Program, name: str) -> None:
    """Check that an input of the kernel may be a number: a parameter, or an array whose length the number is.

    Raises `InputError` for an unknown name, and `SweepError`, E0760, for another input.
    """
    known = check_input(program, name)
    if known in program.params:
        takes_one, what = "x" not in program.params[known].type, "a parameter of several numbers"
    else:
        takes_one, what = not find_array(program, known).length, "an array of a fixed length"
    if not takes_one:
        message = f"`{name}` of {quote(program.name)} is {what}, and an axis has one number for each point"
        raise SweepError(message, code="E0760", help=f"give it a file, for all points: --in {name}=FILE")


def _digests(inputs: Mapping[str, Any]) -> dict[str, str]:
    return {name: input_digest(np.asarray(value)) for name, value in inputs.items()}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _hash_of(kernel: LoadedKernel, oracle: Path | None) -> str:
    """Return a hash of a kernel, its sources and its oracle, if any. Raises `OracleError`."""
    program = kernel.program
    files = [*kernel.pipeline_sources.items()]
    files += (program.sources if kernel.source is None else kernel.source.unit.sources).items()
    texts = [(PurePath(name).name, text) for name, text in files]
    if kernel.source is not None and kernel.path is None:
        texts.append(("", kernel.source.unit.ir))  # a function's constants may come from anywhere
    if oracle is not None:
        texts.append((oracle.name, read_oracle(oracle).decode("utf-8", "surrogateescape")))
    return _digest(json.dumps([program.hash, texts]))


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """Return the differences between two results of `Sources.identity`, a sentence for each."""
    words = []
    our_plan, their_plan = ours.get("plan", {}), theirs.get("plan", {})
    for name in dict.fromkeys([*our_plan, *their_plan]):
        if our_plan.get(name) == their_plan.get(name):
            continue
        if name in ("sweep", "set", "define", "in"):
            a, b = our_plan.get(name) or {}, their_plan.get(name) or {}
            words += [
                f"{key} is {_shown(a.get(key))} and was {_shown(b.get(key))}"
                for key in dict.fromkeys([*a, *b])
                if a.get(key) != b.get(key)
            ]
            if list(a) != list(b) and not words:
                words.append("the axes stand in another order")
        else:
            words.append(f"{name} is {_shown(our_plan.get(name))} and was {_shown(their_plan.get(name))}")
    for name, text in (
        ("kernels", "the source or oracle of"), ("machines", "the description of machine"), ("inputs", "the input"),
    ):  # fmt: skip
        a, b = ours.get(name, {}), theirs.get(name, {})
        words += [f"{text} {quote(key)} was edited" for key in a if key in b and a[key] != b[key]]
    return words


def _shown(value: object) -> str:
    if value is None:
        return "not there"
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
