"""Reading of a pipeline from a TOML file (docs/pipelines.md). All mistakes are reported at once, with their places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from isa.program.program import Buffer, Program
from isa.reporting.diagnostics import Diagnostic, PlacedError, SimtError, did_you_mean, quote
from isa.reporting.files import is_below, is_file
from simt.files import TOML_BYTES, text_of, toml_reason, toml_tree
from simt.launch.oracle import Oracle
from simt.launch.pipeline import Pipeline, Stage, buffers_of
from simt.launch.programs import (
    is_shipped,
    load_program,
    oracle_beside,
    programs_folder,
    shipped_program,
    shipped_programs,
)
from simt.launch.sizes import resolve_sizes
from simt.machine.locate import Place, locate_tables, nearest
from simt.machine.settings import problem
from simt.toml_kinds import kind_of, refuse_mistaken, unknown_keys

MOST_LAUNCHES = 256
_KEYS = ("name", "machine", "define", "launch")
_LAUNCH_KEYS = ("kernel", "global_size", "local_size", "offset", "define", "buffers", "params")


class PipelineError(PlacedError):
    """A description of a pipeline that cannot be used."""

    code = "E0662"


def find_pipeline(name: str | Path) -> Path | None:
    """Return the file of a pipeline: the file `name`, or without such a file the shipped pipeline of this name.

    None if there is neither, or if the user's file cannot be read or does not have the keys of a pipeline.
    """
    path = Path(name)
    if not is_file(path):
        path = programs_folder() / path.name if path.parent == Path() else path
    if path.suffix != ".toml" or not is_file(path):
        return None
    try:
        return path if kind_of(toml_tree(text_of(path, TOML_BYTES))) == "pipeline" else None
    except (OSError, ValueError, RecursionError):
        return path if path != Path(name) else None


def read_pipeline(path: str | Path, defines: Mapping[str, int | float | str] | None = None) -> Pipeline:
    """Read a pipeline. defines: values of symbols, which replace values in the file's table `define`.

    Kernels are files below the pipeline's folder, or shipped kernels. Raises `PipelineError`, and what `load_program`
    raises.
    """
    return _Reader(Path(path), dict(defines or {})).read()


class _Reader:
    def __init__(self, path: Path, defines: dict[str, Any]) -> None:
        self.path = path
        self.defines = defines
        self.places: Mapping[tuple[str, ...], Place] = {}
        self.problems: list[Diagnostic] = []

    def wrong(self, where: tuple[str, ...], message: str, help: str = "") -> None:  # noqa: A002
        """Add a mistake at a key, or at the nearest table around the key."""
        span = nearest(self.places, where)
        self.problems.append(problem(PipelineError.code, message, str(self.path), span, help=help))

    def read(self) -> Pipeline:
        """Return the pipeline. Raises `PipelineError`, and what `load_program` raises."""
        name = quote(str(self.path))
        try:
            text = text_of(self.path, TOML_BYTES)
            tree = toml_tree(text)
        except (OSError, ValueError, RecursionError) as error:
            raise PipelineError(f"cannot read the pipeline {name}: {toml_reason(error)}") from None
        refuse_mistaken(tree, "pipeline", str(self.path), PipelineError)
        self.places = locate_tables(text, "launch", tree.get("launch"))
        self.know((), tree, _KEYS)
        machine = self.machine(tree.get("machine", ""))
        launches = tree.get("launch")
        if not isinstance(launches, list) or not launches or not all(isinstance(launch, dict) for launch in launches):
            self.wrong(("launch",), "a pipeline has tables [[launch]], one for each kernel in its order")
            launches = []
        if len(launches) > MOST_LAUNCHES:
            self.wrong(("launch",), f"a pipeline has {MOST_LAUNCHES} launches at most, not {len(launches)}")
            launches = []
        defines = {**self.table(("define",), tree.get("define", {}), int | float), **self.defines}
        stages = [self.stage(("launch", str(number)), entry, defines) for number, entry in enumerate(launches)]
        complete = [stage for stage in stages if stage is not None]
        buffers = self.buffers(complete) if not self.problems else {}
        if self.problems:
            raise PipelineError(self.problems[0].message, diagnostics=self.problems)
        title = str(tree.get("name", self.path.stem))[:64]
        whole = Program(name=title, equ=dict(defines), buffers=buffers, path=self.path)
        return Pipeline(tuple(complete), whole, machine, self.path)

    def know(self, where: tuple[str, ...], table: Mapping[str, object], known: Iterable[str]) -> None:
        """Add a mistake for each key of a table that is not one of `known`."""
        for key, hint in unknown_keys(table, known):
            self.wrong((*where, key), f"unknown key {quote(key)}", hint)

    def table(self, where: tuple[str, ...], value: object, kind: Any) -> dict[str, Any]:
        """Return a table, and add a mistake for each value that is not of the type `kind`."""
        if not isinstance(value, dict):
            self.wrong(where, f"`{where[-1]}` is a table")
            return {}
        word = "a name" if kind is str else "a number"
        for key, entry in value.items():
            if not isinstance(entry, kind) or isinstance(entry, bool):
                self.wrong((*where, key), f"`{key}` is {word} here, not {entry!r:.80}")
        return value

    def machine(self, value: object) -> str:
        """Return the machine's preset, or the path of its file; "" if the value is not a text.

        Add a mistake unless a file is below the pipeline's folder.
        """
        if not isinstance(value, str):
            self.wrong(("machine",), "`machine` is the name of a preset, or of a file beside the pipeline")
            return ""
        beside = self.path.parent / value
        if not value.endswith(".toml"):
            return value
        if not is_below(beside, [self.path.parent]) or not is_file(beside):
            self.wrong(("machine",), f"{quote(value)} is no file below the folder of the pipeline")
        return str(beside)

    def kernel(self, where: tuple[str, ...], value: object) -> Path | None:
        """Return the file of a kernel: below the pipeline's folder, or shipped with simt; None after a mistake."""
        if not isinstance(value, str) or not value:
            self.wrong(where, "a launch has a `kernel`: a file beside the pipeline, or the name of a shipped kernel")
            return None
        beside, shipped = self.path.parent / value, value.removesuffix(".s")
        if is_file(beside):
            if is_below(beside, [self.path.parent]):
                return beside
            self.wrong(where, f"the kernel {quote(value)} is outside the folder of the pipeline")
        elif shipped in shipped_programs():
            return shipped_program(shipped)
        else:
            hint = did_you_mean(shipped, shipped_programs(), "kernels are files below the folder, or shipped ones")
            self.wrong(where, f"there is no kernel {quote(value)}", hint)
        return None

    def stage(self, where: tuple[str, ...], entry: dict[str, Any], defines: Mapping[str, Any]) -> Stage | None:
        """Read a launch, and add its mistakes; None if it cannot be read, or after any earlier mistake."""
        self.know(where, entry, _LAUNCH_KEYS)
        path = self.kernel((*where, "kernel"), entry.get("kernel"))
        own = self.table((*where, "define"), entry.get("define", {}), int | float)
        names = self.table((*where, "buffers"), entry.get("buffers", {}), str)
        params = self.table((*where, "params"), entry.get("params", {}), int | float)
        if path is None or self.problems:
            return None
        known = load_program(path, defines=own).equ
        program = load_program(path, defines={name: defines[name] for name in defines if name in known} | own)
        for table, kind, have in (("buffers", "buffer", program.buffers), ("params", "parameter", program.params)):
            for key in entry.get(table, {}):
                if key not in have:
                    hint = did_you_mean(key, have, f"it has: {', '.join(have) or 'none'}")
                    self.wrong((*where, table, key), f"{quote(program.name)} has no {kind} {quote(key)}", hint)
        mapped = {name: names.get(name, name) for name in program.buffers}
        if len(set(mapped.values())) < len(mapped):
            self.wrong((*where, "buffers"), f"two buffers of {quote(program.name)} are the same one of the pipeline")
        sizes = {name: entry.get(name) for name in ("global_size", "local_size", "offset")}
        oracle = oracle_beside(path) if is_shipped(path) else None  # no foreign code says how large a launch is
        try:
            is_said = oracle is None or all(sizes[word] is not None for word in ("global_size", "local_size"))
            default = None if is_said or oracle is None else Oracle.load(oracle).launch(program)
            return Stage(program, resolve_sizes(program, **sizes, default=default), mapped, params)
        except SimtError as error:
            self.wrong(where, error.message, error.help)
            return None

    def buffers(self, stages: list[Stage]) -> dict[str, Buffer]:
        """Return the pipeline's buffers, and add a mistake for each name whose buffers differ in type or length."""
        by_name: dict[str, tuple[Buffer, ...]] = {}
        for number, stage in enumerate(stages):
            for own, name in stage.buffers.items():
                buffer, before = stage.program.buffers[own], by_name.get(name, ())
                where = ("launch", str(number), "buffers", own)
                for other in before:
                    if buffer.type != other.type:
                        self.wrong(where, f"the buffer {quote(name)} is {buffer.type} here and {other.type} before")
                        break
                    if buffer.length and other.length and buffer.length != other.length:
                        what = f"has {buffer.length} elements here and {other.length} before"
                        self.wrong(where, f"the buffer {quote(name)} {what}")
                        break
                by_name[name] = (*before, buffer)
        return buffers_of(by_name)
