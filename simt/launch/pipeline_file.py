"""Reading of a pipeline from a TOML file (docs/pipelines.md). All mistakes are reported at once, with their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from isa.program.buffers import MAX_BUFFER_WORDS
from isa.program.program import Buffer, Program
from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from isa.reporting.files import is_below, is_file
from simt.files import TOML_BYTES, text_of, toml_reason, toml_tree
from simt.launch.inputs import typed
from simt.launch.kernels import AnyKernel, LoadedKernel, load_kernel
from simt.launch.oracle import Oracle
from simt.launch.pipeline import Loop, Part, Pipeline, Stage
from simt.launch.pipeline_loops import Entry, LoopReader, Rounds, TooManyLaunchesError
from simt.launch.pipeline_problems import PipelineError, Problems
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
from simt.launch.rounds import Names, NumberError, Where
from simt.launch.sizes import resolve_sizes
from simt.machine.locate import locate
from simt.toml_kinds import kind_of, refuse_mistaken

_KEYS = ("name", "machine", "define", "buffers", "launch")
_SIZES = ("global_size", "local_size", "offset")


def find_pipeline(name: str | Path) -> Path | None:
    """Return the file of a pipeline: the file `name`, or without such a file the shipped pipeline of this name.

    The result is None if there is neither, or if the user's file cannot be read or does not have the keys of a
    pipeline.
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

    source: a file, or the tables of a file. The kernels of a file are files below its folder, or shipped kernels. The
    kernels of tables are anything that `load_kernel` takes. Raises `PipelineError`, and the errors of `load_kernel`.
    """
    if isinstance(source, Mapping):
        return _Reader(None, dict(defines or {})).made(source, "")
    return _Reader(Path(source), dict(defines or {})).read()


class _Reader:
    """A reader of a pipeline.

    - defines: symbols of the caller, which come before the file's.
    - made_of: the launches that have been made, by table and by the numbers of the loops around it.
    - tried: the tables of which a launch has been made; after a mistake no other round of them is.
    - kernels: the kernels that have been loaded, by name and symbols.
    """

    def __init__(self, path: Path | None, defines: dict[str, Any]) -> None:
        self.path = path
        self.defines = defines
        self.problems = Problems(path)
        self.wrong = self.problems.wrong
        self.tried: set[Where] = set()
        self.made_of: dict[tuple[object, ...], Stage | None] = {}
        self.kernels: dict[tuple[object, ...], LoadedKernel] = {}

    def read(self) -> Pipeline:
        """Return the pipeline of the file. Raises `PipelineError`, and the errors of `load_kernel`."""
        assert self.path is not None
        name = quote(str(self.path))
        try:
            text = text_of(self.path, TOML_BYTES)
            tree = toml_tree(text)
        except (OSError, ValueError, RecursionError) as error:
            raise PipelineError(f"cannot read the pipeline {name}: {toml_reason(error)}") from None
        refuse_mistaken(tree, "pipeline", str(self.path), PipelineError)
        self.problems.places = locate(text)
        return self.made(tree, self.path.stem)

    def made(self, tree: Mapping[str, Any], name: str) -> Pipeline:
        """Return the pipeline of these tables. name: its name, if they have none. Raises as `read` does."""
        self.problems.know((), tree, _KEYS)
        machine = self.machine(tree.get("machine", ""))
        own = self.problems.table(("define",), tree.get("define", {}))
        names = self.symbols(own)
        loops = LoopReader(self.problems)
        entries: list[Entry | Rounds] = []
        with suppress(TooManyLaunchesError):
            entries = loops.parts(("launch",), tree.get("launch"), names)
        lengths = {
            key: self.problems.number(("buffers", key), value, names, is_whole=True)
            for key, value in self.problems.table(("buffers",), tree.get("buffers", {})).items()
        }
        parts = self.parts(entries)
        self.check_used(loops.bound, names.used)
        self.check_symbols(own, names.used)
        buffers = self.buffers(lengths)
        self.check_loops(entries, buffers)
        if self.problems:
            raise PipelineError(self.problems.all[0].message, diagnostics=self.problems.all)
        title = str(tree.get("name", name))[:64]
        whole = Program(name=title, equ=dict(names.values), buffers=buffers, path=self.path)
        return Pipeline(parts, whole, machine, self.path)

    def symbols(self, table: Mapping[str, Any]) -> Names:
        """Return the symbols of all kernels: the table `define`, and the caller's, which come first."""
        values: dict[str, Any] = {}
        names = Names(values)
        for key, value in {**table, **self.defines}.items():
            if key not in self.defines:
                values[key] = self.problems.number(("define", key), value, names)
                continue
            values[key] = value  # any text for a macro of OpenCL C
            with suppress(NumberError):
                values[key] = names.number(value)
        return names

    def parts(self, entries: Sequence[Entry | Rounds]) -> tuple[Part, ...]:
        """Return the launches and loops of entries. Entries with a mistake are left out."""
        made: list[Part] = []
        for entry in entries:
            if isinstance(entry, Rounds):
                rounds = tuple(self.parts(parts) for parts in entry.rounds)
                made.append(Loop(rounds, entry.swap, entry.until))
                continue
            key = (entry.where, tuple(entry.names.bound.items()))
            if key not in self.made_of and not (self.problems and entry.where in self.tried):
                self.tried.add(entry.where)
                self.made_of[key] = self.stage(entry)
            if (stage := self.made_of.get(key)) is not None:
                made.append(stage)
        return tuple(made)

    def check_used(self, bound: Iterable[tuple[Where, str]], used: Collection[tuple[Where, str]]) -> None:
        """Add a mistake for each name of a loop that no launch in it has."""
        for where, name in bound if not self.problems else ():
            if (where, name) not in used:
                advice = "a name of a loop is a symbol or a parameter of a kernel, or part of an expression"
                self.wrong((*where, "each", name), f"no launch of the loop has {quote(name)}", advice)

    def check_symbols(self, own: Collection[str], used: Collection[tuple[Where, str]]) -> None:
        """Add a mistake for each symbol of the caller that no kernel has, nor the table `define`."""
        for name in self.defines if not self.problems else ():
            if name not in own and ((), name) not in used:
                hint = did_you_mean(name, own, f"the table `define` has: {', '.join(own) or 'none'}")
                self.wrong(("define",), f"no kernel of the pipeline has {quote(name)}, nor an expression", hint)

    def check_loops(self, entries: Sequence[Entry | Rounds], buffers: Mapping[str, Buffer]) -> None:
        """Add a mistake for each loop that names no buffer of the pipeline, or swaps two that differ."""
        for loop in entries if not self.problems else ():
            if not isinstance(loop, Rounds):
                continue
            named: list[tuple[Where, str]] = [
                (("swap", own), name) for own in loop.swap for name in (own, loop.swap[own])
            ]
            named += [(("until",), loop.until)] if loop.until else []
            for place, name in named:
                if name not in buffers:
                    hint = did_you_mean(name, buffers, f"it has: {', '.join(buffers) or 'none'}")
                    self.wrong((*loop.where, *place), f"the pipeline has no buffer {quote(name)}", hint)
            for own, other in loop.swap.items() if not self.problems else ():
                a, b = buffers[own], buffers[other]
                if a.type != b.type or (a.length and b.length and a.length != b.length):
                    are = f"{quote(own)} is {_described(a)}, and {quote(other)} is {_described(b)}"
                    self.wrong((*loop.where, "swap", own), f"buffers that change places are alike: {are}")
            for parts in loop.rounds[:1]:
                self.check_loops(parts, buffers)

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
            self.wrong(("machine",), f"{quote(value)} is not a file below the folder of the pipeline")
        return str(beside)

    def kernel(self, where: Where, value: Any) -> Any:
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

    def loaded(self, where: Where, kernel: AnyKernel, own: dict[str, Any], names: Names) -> LoadedKernel:
        """Load a kernel with its own symbols, and with the symbols of the pipeline that it uses.

        A kernel is loaded once for each set of symbols.
        """
        name = str(kernel) if isinstance(kernel, str | Path) else id(kernel)
        key = (name, tuple(own.items()))
        if key not in self.kernels:
            self.kernels[key] = load_kernel(kernel, own)
        alone = self.kernels[key]
        if self.has_no_symbols(kernel):
            return alone
        known: Collection[str]
        if alone.source is None:
            known = load_program(cast("str | Path", kernel), defines=own).equ
        else:
            # Any other word of the source may be a variable.
            known, words = alone.source.macros(), alone.source.words()
            for symbol in sorted(own.keys() - words):
                hint = did_you_mean(symbol, words)
                what = f"{quote(alone.source.kernel.name)} has no {quote(symbol)}"
                self.wrong((*where, "define", symbol), what, hint)
        for symbol in [symbol for symbol in names.values if symbol in known]:
            names.use(symbol)
        symbols = {symbol: names.values[symbol] for symbol in names.values if symbol in known} | own
        key = (name, tuple(symbols.items()))
        if key not in self.kernels:
            self.kernels[key] = load_kernel(kernel, symbols)
        return self.kernels[key]

    def has_no_symbols(self, kernel: AnyKernel) -> bool:
        """Return whether a kernel is a function of Python, or assembled already."""
        if not isinstance(kernel, str | Path):
            return True
        return Path(split_name(str(kernel))[0]).suffix.lower() in (PYTHON, ".json", ".hex")

    def stage(self, entry: Entry) -> Stage | None:
        """Make a launch, and add its mistakes; None if it cannot be made, or after any earlier mistake."""
        where, table, names = entry.where, entry.table, entry.names
        name = self.kernel((*where, "kernel"), table.get("kernel"))
        own = self.problems.numbers((*where, "define"), table.get("define", {}), names)
        buffers = self.problems.texts((*where, "buffers"), table.get("buffers", {}))
        params = self.problems.numbers((*where, "params"), table.get("params", {}), names)
        sizes = {
            key: self.problems.number((*where, key), table[key], names, is_whole=True) for key in _SIZES if key in table
        }
        if not isinstance(table.get("name", ""), str):
            self.wrong((*where, "name"), "`name` is a name, by which a message or a command calls the launch")
        for key, given in (("define", own), ("params", params)):
            for bound in [bound for bound in names.bound if bound in given]:
                advice = "leave one of them out, or give the loop's name another one"
                self.wrong((*where, key, bound), f"`{bound}` has a value from `{key}` and from a loop", advice)
        if own and self.has_no_symbols(name):
            what = "a kernel in Python, and a program, has no symbols"
            self.wrong((*where, "define"), f"{what}: numbers are parameters, params = {{ ... }}")
        if not name or self.problems:
            return None
        kernel = self.loaded(where, name, own, names)
        program = kernel.program
        for bound in [bound for bound in names.bound if bound in program.params]:
            params[bound] = names.bound[bound]
            names.use(bound)
        for bound in table.get("each", {}):
            if (where, bound) not in names.used:
                listed = f"it has the parameters: {', '.join(program.params) or 'none'}"
                hint = did_you_mean(bound, program.params, listed)
                self.wrong((*where, "each", bound), f"{quote(program.name)} has no {quote(bound)}", hint)
        for key, kind, known in (("buffers", "buffer", program.buffers), ("params", "parameter", program.params)):
            for word in table.get(key, {}):
                if word not in known:
                    hint = did_you_mean(word, known, f"it has: {', '.join(known) or 'none'}")
                    self.wrong((*where, key, word), f"{quote(program.name)} has no {kind} {quote(word)}", hint)
        mapped = {own: buffers.get(own, own) for own in program.buffers}
        if len(set(mapped.values())) < len(mapped):
            self.wrong((*where, "buffers"), f"two buffers of {quote(program.name)} are the same one of the pipeline")
        if kernel.source is not None:
            for missing in [word for word in program.params if word not in params]:
                advice = f"params = {{ {missing} = ... }}; the number of elements for an array in local memory"
                self.wrong(where, f"the parameter {quote(missing)} of {quote(program.name)} has no value", advice)
        if self.problems:
            return None
        try:
            typed(program, params)
            grid = resolve_sizes(program, **sizes, default=_default(kernel, table))
        except SimtError as error:
            self.wrong(where, error.message, error.help)
            return None
        if grid is None:
            self.wrong(where, f"the launch of {quote(program.name)} has no `global_size`", "global_size = 65536")
            return None
        return Stage(kernel, grid, mapped, params, table.get("name", ""), where, names.bound)

    def buffers(self, lengths: Mapping[str, int]) -> dict[str, Buffer]:
        """Return the pipeline's buffers, and add a mistake for each name whose buffers differ in type or length.

        lengths: lengths of buffers, by name.
        """
        by_name: dict[str, tuple[Buffer, ...]] = {}
        for stage in filter(None, self.made_of.values() if not self.problems else ()):
            for own, name in stage.buffers.items():
                buffer, before = stage.program.buffers[own], by_name.get(name, ())
                where = (*stage.where, "buffers", own)
                for other in before:
                    if buffer.type != other.type:
                        self.wrong(where, f"the buffer {quote(name)} is {buffer.type} here and {other.type} before")
                        break
                    if buffer.length and other.length and buffer.length != other.length:
                        what = f"has {buffer.length} elements here and {other.length} before"
                        self.wrong(where, f"the buffer {quote(name)} {what}")
                        break
                if buffer not in before:
                    by_name[name] = (*before, buffer)
        if self.problems:
            return {}
        made = {  # with the largest of the lengths: a length of 0 fits any
            name: replace(buffers[0], name=name, length=max(buffer.length for buffer in buffers), index=0)
            for name, buffers in by_name.items()
        }
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


def _described(buffer: Buffer) -> str:
    return f"{buffer.type}, {buffer.length} elements" if buffer.length else buffer.type


def _default(kernel: LoadedKernel, entry: Mapping[str, Any]) -> Any:
    """Return the sizes from the oracle of a shipped kernel, unless the entry has all.

    No foreign code says how large a launch is. Raises `OracleError`.
    """
    if kernel.path is None or not is_shipped(kernel.path) or {"global_size", "local_size"} <= entry.keys():
        return None
    oracle = oracle_beside(kernel.path)
    return None if oracle is None else Oracle.load(oracle).launch(kernel.program)
