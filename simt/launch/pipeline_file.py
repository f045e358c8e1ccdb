"""Reading of a pipeline from a TOML file (docs/pipelines.md). All mistakes are reported at once, with their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from isa.program.buffers import MAX_BUFFER_WORDS
from isa.program.program import Buffer, Program
from isa.reporting.diagnostics import Diagnostic, PlacedError, SimtError, did_you_mean, quote
from isa.reporting.files import is_below, is_file
from simt.files import TOML_BYTES, text_of, toml_reason, toml_tree
from simt.launch.inputs import typed
from simt.launch.kernels import AnyKernel, LoadedKernel, load_kernel
from simt.launch.oracle import Oracle
from simt.launch.pipeline import Pipeline, Stage, buffers_of
from simt.launch.programs import (
    PYTHON,
    is_language,
    is_shipped,
    load_program,
    oracle_beside,
    programs_folder,
    shipped_program,
    shipped_programs,
    split_name,
)
from simt.launch.sizes import resolve_sizes
from simt.machine.locate import Place, locate_tables, nearest
from simt.machine.settings import problem
from simt.toml_kinds import kind_of, refuse_mistaken, unknown_keys

MOST_LAUNCHES = 256
_KEYS = ("name", "machine", "define", "buffers", "launch")
_LAUNCH_KEYS = ("name", "kernel", "global_size", "local_size", "offset", "define", "buffers", "params", "each")


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


def read_pipeline(
    source: str | Path | Mapping[str, Any], defines: Mapping[str, int | float | str] | None = None
) -> Pipeline:
    """Read a pipeline. defines: values of symbols, which replace values in its table `define`.

    source: a file, whose kernels are files below its folder, or shipped kernels; or the tables of one, whose kernels
    are anything that `load_kernel` takes. Raises `PipelineError`, and what `load_kernel` raises.
    """
    if isinstance(source, Mapping):
        return _Reader(None, dict(defines or {})).made(source, "")
    return _Reader(Path(source), dict(defines or {})).read()


class _Reader:
    def __init__(self, path: Path | None, defines: dict[str, Any]) -> None:
        self.path = path
        self.defines = defines
        self.places: Mapping[tuple[str, ...], Place] = {}
        self.problems: list[Diagnostic] = []

    def wrong(self, where: tuple[str, ...], message: str, help: str = "") -> None:  # noqa: A002
        """Add a mistake at a key, or at the nearest table around the key."""
        span = nearest(self.places, where)
        is_launch = where[0] == "launch" and len(where) > 1
        place = str(self.path) if self.path else f"launch {int(where[1]) + 1}" if is_launch else "the pipeline"
        self.problems.append(problem(PipelineError.code, message, place, span, help=help))

    def read(self) -> Pipeline:
        """Return the pipeline of the file. Raises `PipelineError`, and what `load_kernel` raises."""
        assert self.path is not None
        name = quote(str(self.path))
        try:
            text = text_of(self.path, TOML_BYTES)
            tree = toml_tree(text)
        except (OSError, ValueError, RecursionError) as error:
            raise PipelineError(f"cannot read the pipeline {name}: {toml_reason(error)}") from None
        refuse_mistaken(tree, "pipeline", str(self.path), PipelineError)
        self.places = locate_tables(text, "launch", tree.get("launch"))
        return self.made(tree, self.path.stem)

    def made(self, tree: Mapping[str, Any], name: str) -> Pipeline:
        """Return the pipeline of these tables. name: its name, if they have none. Raises as `read` does."""
        self.know((), tree, _KEYS)
        machine = self.machine(tree.get("machine", ""))
        launches = tree.get("launch")
        if not isinstance(launches, list) or not launches or not all(isinstance(launch, dict) for launch in launches):
            self.wrong(("launch",), "a pipeline has tables [[launch]], one for each kernel in its order")
            launches = []
        rounds = [self.rounds(("launch", str(number)), entry) for number, entry in enumerate(launches)]
        if (count := sum(map(len, rounds))) > MOST_LAUNCHES:
            self.wrong(("launch",), f"a pipeline has {MOST_LAUNCHES} launches at most, not {count}")
            rounds = []
        defines = {**self.table(("define",), tree.get("define", {}), int | float), **self.defines}
        lengths = self.table(("buffers",), tree.get("buffers", {}), int)
        stages = [
            (number, self.stage(("launch", str(number)), entry, values, defines))
            for number, (entry, several) in enumerate(zip(launches, rounds, strict=False))
            for values in several
        ]
        complete = [stage for _, stage in stages if stage is not None]
        buffers = self.buffers([(number, stage) for number, stage in stages if stage], lengths)
        if self.problems:
            raise PipelineError(self.problems[0].message, diagnostics=self.problems)
        title = str(tree.get("name", name))[:64]
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
        if self.path is None or not value.endswith(".toml"):
            return value
        beside = self.path.parent / value
        if not is_below(beside, [self.path.parent]) or not is_file(beside):
            self.wrong(("machine",), f"{quote(value)} is no file below the folder of the pipeline")
        return str(beside)

    def rounds(self, where: tuple[str, ...], entry: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the values of `each` for every launch of an entry, one without values if it has none."""
        values = entry.get("each", {})
        if not isinstance(values, dict) or not all(
            isinstance(several, list) and several for several in values.values()
        ):
            self.wrong(
                (*where, "each"), "`each` is a table of lists, of a value for each round: { stride = [1, 2, 4] }"
            )
            return [{}]
        if len({len(several) for several in values.values()}) > 1:
            lengths = ", ".join(f"{name} has {len(several)}" for name, several in values.items())
            self.wrong((*where, "each"), f"the lists of `each` have one length, and {lengths}")
            return [{}]
        rounds = [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)] or [{}]
        for row in rounds:
            self.table((*where, "each"), row, int | float)
        return rounds

    def kernel(self, where: tuple[str, ...], value: Any) -> Any:
        """Return the name of a kernel: a file below the pipeline's folder, or a shipped one; "" after a mistake.

        Without a file, return any other kernel as it is.
        """
        if self.path is None and value:
            return value
        if not isinstance(value, str) or not value:
            self.wrong(where, "a launch has a `kernel`: a file beside the pipeline, or the name of a shipped kernel")
            return ""
        file, function = split_name(value)
        folder = Path() if self.path is None else self.path.parent
        beside, shipped = folder / file, programs_folder() / file
        ending = "" if function is None else f"::{function}"
        if is_file(beside):
            if is_below(beside, [folder]):
                return f"{beside}{ending}"
            self.wrong(where, f"the kernel {quote(value)} is outside the folder of the pipeline")
        elif file.removesuffix(".s") in shipped_programs():
            return str(shipped_program(file.removesuffix(".s")))
        elif is_language(file) and is_file(shipped) and is_below(shipped, [programs_folder()]):
            return f"{shipped}{ending}"
        else:
            names = shipped_programs()
            hint = did_you_mean(file.removesuffix(".s"), names, "kernels are files below the folder, or shipped ones")
            self.wrong(where, f"there is no kernel {quote(value)}", hint)
        return ""

    def loaded(
        self, where: tuple[str, ...], kernel: AnyKernel, own: dict[str, Any], defines: Mapping[str, Any]
    ) -> LoadedKernel:
        """Load a kernel with its own symbols, and with the ones of the pipeline that it has."""
        file = split_name(str(kernel))[0] if isinstance(kernel, str | Path) else PYTHON
        suffix = Path(file).suffix.lower() or file
        if suffix in (PYTHON, ".json", ".hex"):
            if own:
                what = "a kernel in Python, and a program, has no symbols"
                self.wrong((*where, "define"), f"{what}: numbers are parameters, params = {{ ... }}")
            return load_kernel(kernel)
        known: Collection[str]
        if (source := load_kernel(kernel, own).source) is not None:
            known = source.words()
            for symbol in sorted(own.keys() - known):
                hint = did_you_mean(symbol, known)
                self.wrong((*where, "define", symbol), f"{quote(source.kernel.name)} has no {quote(symbol)}", hint)
        else:
            known = load_program(cast("str | Path", kernel), defines=own).equ
        return load_kernel(kernel, {symbol: defines[symbol] for symbol in defines if symbol in known} | own)

    def stage(
        self, where: tuple[str, ...], entry: dict[str, Any], values: Mapping[str, Any], defines: Mapping[str, Any]
    ) -> Stage | None:
        """Read a launch, and add its mistakes; None if it cannot be read, or after any earlier mistake.

        values: the values of `each` in this round, of parameters or symbols.
        """
        self.know(where, entry, _LAUNCH_KEYS)
        name = self.kernel((*where, "kernel"), entry.get("kernel"))
        own = self.table((*where, "define"), entry.get("define", {}), int | float)
        names = self.table((*where, "buffers"), entry.get("buffers", {}), str)
        params = self.table((*where, "params"), entry.get("params", {}), int | float | list)
        if not isinstance(entry.get("name", ""), str):
            self.wrong((*where, "name"), "`name` is a name, by which a message or a command calls the launch")
        if not name or self.problems:
            return None
        kernel = self.loaded(where, name, own, defines)
        have = kernel.program.params
        params = params | {key: values[key] for key in values if key in have}
        if symbols := {key: values[key] for key in values if key not in have}:
            words = kernel.program.equ if kernel.source is None else kernel.source.words()
            for key in symbols.keys() - words:
                hint = did_you_mean(key, have, f"it has the parameters: {', '.join(have) or 'none'}")
                self.wrong((*where, "each"), f"{quote(kernel.program.name)} has no {quote(key)}", hint)
            if self.problems:
                return None
            kernel = self.loaded(where, name, own | symbols, defines)
        program = kernel.program
        for table, kind, known in (("buffers", "buffer", program.buffers), ("params", "parameter", program.params)):
            for key in entry.get(table, {}):
                if key not in known:
                    hint = did_you_mean(key, known, f"it has: {', '.join(known) or 'none'}")
                    self.wrong((*where, table, key), f"{quote(program.name)} has no {kind} {quote(key)}", hint)
        mapped = {own: names.get(own, own) for own in program.buffers}
        if len(set(mapped.values())) < len(mapped):
            self.wrong((*where, "buffers"), f"two buffers of {quote(program.name)} are the same one of the pipeline")
        if kernel.source is not None:
            for missing in [key for key in program.params if key not in params]:
                advice = f"params = {{ {missing} = ... }}; the number of elements for an array in local memory"
                self.wrong(where, f"the parameter {quote(missing)} of {quote(program.name)} has no value", advice)
        if self.problems:
            return None
        try:
            typed(program, params)
            grid = resolve_sizes(program, **_sizes(entry), default=_default(kernel, entry))
        except SimtError as error:
            self.wrong(where, error.message, error.help)
            return None
        if grid is None:
            self.wrong(where, f"the launch of {quote(program.name)} has no `global_size`", "global_size = 65536")
            return None
        return Stage(kernel, grid, mapped, params, entry.get("name", ""))

    def buffers(self, stages: list[tuple[int, Stage]], lengths: Mapping[str, int]) -> dict[str, Buffer]:
        """Return the pipeline's buffers, and add a mistake for each name whose buffers differ in type or length.

        stages: the launches, with the numbers of their tables. lengths: lengths of buffers, by name.
        """
        by_name: dict[str, tuple[Buffer, ...]] = {}
        for number, stage in stages if not self.problems else ():
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
        if self.problems:
            return {}
        made = buffers_of(by_name)
        for name, length in lengths.items():
            if name not in made:
                hint = did_you_mean(name, made, f"it has: {', '.join(made) or 'none'}")
                self.wrong(("buffers", name), f"the pipeline has no buffer {quote(name)}", hint)
            elif not 0 < length <= MAX_BUFFER_WORDS or made[name].length not in (0, length):
                known = made[name].length or f"1 to {MAX_BUFFER_WORDS}"
                self.wrong(("buffers", name), f"the buffer {quote(name)} has {known} elements, not {length}")
            else:
                made[name] = replace(made[name], length=length)
        return made


def _sizes(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {word: entry.get(word) for word in ("global_size", "local_size", "offset")}


def _default(kernel: LoadedKernel, entry: Mapping[str, Any]) -> Any:
    """Return the sizes from the oracle of a shipped kernel, unless the entry has all.

    No foreign code says how large a launch is. Raises `OracleError`.
    """
    if kernel.path is None or not is_shipped(kernel.path) or {"global_size", "local_size"} <= entry.keys():
        return None
    oracle = oracle_beside(kernel.path)
    return None if oracle is None else Oracle.load(oracle).launch(kernel.program)
