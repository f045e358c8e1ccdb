"""Kernels that others have written, beside PoCL: which of them compile, and whether they leave the same in memory.

python -m tests.compiler.foreign FOLDER [--options FILE]

All `.cl` files of a folder and those below it are compiled for `gtx280`. A line of the options' file is a pattern of
paths in the folder and what the files' own build gives them: `silx/*.cl -D NIMAGE=1 -I silx`; the first that fits
counts. What PoCL does not take either is not a translation unit and left out. Each kernel that compiles is launched
with arguments that are made up, small ones so that it stays inside of its arrays, and what it leaves is held against
PoCL. Not compared is what does not end, leaves its arrays, or computes what OpenCL does not define: where two runs
of PoCL, or of this simulator under another branch policy, differ, or `simt check` finds something.
"""

from __future__ import annotations

import argparse
import fnmatch
import multiprocessing
import re
import shlex
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import simt
from isa.reporting.diagnostics import SimtError
from simt.compiler.kernel import Parameter
from simt.compiler.types import scalar_of
from simt.launch.languages import of_file
from simt.limits import limit_memory
from tests.compiler.pocl import Launch, Local, Pocl, PoclError

MACHINE = "gtx280"
_PATIENCE = 240.0  # seconds for all kernels of a file, and for PoCL's run of one
_MEMORY = 6 << 30
_ELEMENTS = 4096  # of every array
_MOST = 3_000_000  # instructions of a launch
_IMAGE = re.compile(r"\bimage[123]d\w*_t|\bsampler_t|\bpipe\b")
_TWO = re.compile(r"_(?:id|size)\s*\(\s*1\s*\)")  # get_global_id(1) and its like
_SHAPES = (((64,), (16,), 16), ((16,), (4,), 4), ((8,), (8,), 1))  # size, group, numbers below
_SHAPES_OF_TWO = (((8, 8), (4, 4), 8), ((4, 4), (2, 2), 2), ((4, 2), (4, 2), 1))
_TYPES = {
    "u8": "u1", "s8": "i1", "u16": "u2", "s16": "i2", "u32": "u4", "s32": "i4", "u64": "u8", "s64": "i8",
    "f32": "f4", "f64": "f8", "b32": "u4", "": "u4",
}  # fmt: skip
_RELATIVE, _ABSOLUTE = 1e-3, 1e-4  # how far a number may be away: functions of mathematics are not rounded alike


@dataclass(frozen=True)
class Given:
    """A launch: for each parameter, by its name there, the bytes of an array or a number; of local memory its size."""

    values: dict[str, np.ndarray | int]
    size: tuple[int, ...]
    group: tuple[int, ...]

    @property
    def inputs(self) -> dict[str, Any]:
        """The values as the verbs take them: an array of one number is the number."""
        return {
            name: value if isinstance(value, int) or value.size > 1 else value[0] for name, value in self.values.items()
        }


@dataclass(frozen=True)
class Found:
    """What becomes of a kernel on this side: a word, more about it, and if it has run its launch and what it left."""

    word: str  # "ran", "refused" or "not compared"
    about: str = ""
    given: Given | None = None
    left: Sequence[np.ndarray] = ()


# --- a launch ---------------------------------------------------------------------------------------------------------


def _dtype(parameter: Parameter) -> np.dtype[Any]:
    return np.dtype(_TYPES[scalar_of(parameter.base_type)[0] or ""])


def _numbers(rng: np.random.Generator, kind: np.dtype[Any], count: int, below: int) -> np.ndarray:
    if kind.kind == "f":
        return (rng.integers(-20, 60, count) / 8).astype(kind)
    return rng.integers(0, 100 if kind.itemsize == 1 else max(below, 2), count).astype(kind)


def _given(
    parameters: Sequence[tuple[str, Parameter]], seed: int, size: tuple[int, ...], group: tuple[int, ...], below: int
) -> Given:
    rng = np.random.default_rng(seed)
    values: dict[str, np.ndarray | int] = {}
    for name, parameter in parameters:
        kind = _dtype(parameter)
        if parameter.is_local:
            values[name] = _ELEMENTS // 16
        elif parameter.space is not None:
            count = _ELEMENTS * max(parameter.element_size, 1) // kind.itemsize
            values[name] = _numbers(rng, kind, count, below)
        elif kind.kind == "f":
            values[name] = rng.integers(2, 12, -(-parameter.size // kind.itemsize)).astype(kind) / kind.type(8)
        else:
            values[name] = np.full(-(-parameter.size // kind.itemsize), below, kind)
    return Given(values, size, group)


def _ran(path: Path, name: str, given: Given, options: dict[str, Any], **machine: object) -> simt.Result:
    return simt.run(
        f"{path}::{name}", MACHINE, inputs=given.inputs, global_size=given.size, local_size=given.group,
        engine="functional", max_cycles=_MOST, oracle=False, **options, **machine,
    )  # fmt: skip


def _left(result: simt.Result, parameters: Sequence[tuple[str, Parameter]]) -> list[np.ndarray]:
    """The bytes of the arrays that parameters point to, in order."""
    shared = [name for name, parameter in parameters if parameter.space is not None and not parameter.is_local]
    return [np.ascontiguousarray(result.arrays[name]).view(np.uint8) for name in shared]


def study(path: Path, name: str, options: dict[str, Any], is_of_two: bool) -> Found:
    """Compile a kernel and run it on the first launch on which it ends inside of its arrays."""
    try:
        source = of_file(path, name, options["defines"], options["include_paths"])
        parameters = source.parameters
        required = source.kernel.required_size
        source.compiled(simt.Machine.load(MACHINE), None, {n: _ELEMENTS for n, p in parameters if p.is_local}, None)
    except SimtError as error:
        return Found("refused", f"{error.code} {str(error).splitlines()[0]}")
    except Exception as error:  # a fault of the compiler: the other kernels are looked at all the same
        return Found("refused", f"{type(error).__name__} {str(error)[:100]!r}")
    why = ""
    for size, group, below in _SHAPES_OF_TWO if is_of_two else _SHAPES:
        if required is not None:
            group, size = required, (required[0] * 2, *required[1:])
        given = _given(parameters, zlib.crc32(name.encode()), size, group, below)
        try:
            result = _ran(path, name, given, options)
        except SimtError as error:
            why = f"{error.code} {str(error).splitlines()[0]}"
            continue
        if result.stop is None:
            return Found("ran", "", given, _left(result, parameters))
        why = str(result.stop.kind)
    return Found("not compared", why)


def doubt(path: Path, name: str, options: dict[str, Any], found: Found) -> str:
    """Why what a kernel leaves is nothing that OpenCL defines, "" if nothing is known of it."""
    assert found.given is not None
    source = of_file(path, name, options["defines"], options["include_paths"])
    other = _ran(path, name, found.given, options, set={"branch.policy": "min_pc"})
    if other.stop is not None or not _is_same(found.left, _left(other, source.parameters), source.parameters):
        return "another policy leaves something else"
    checked = simt.check(
        f"{path}::{name}", MACHINE, inputs=found.given.inputs, global_size=found.given.size,
        local_size=found.given.group, oracle=False, **options,
    )  # fmt: skip
    codes = {each.code for each in checked.findings.found} if checked.findings else set()
    return f"check: {', '.join(sorted(codes))}" if codes else ""


# --- PoCL -------------------------------------------------------------------------------------------------------------


def _launch(name: str, given: Given, parameters: Sequence[tuple[str, Parameter]]) -> Launch:
    arguments: list[np.ndarray | Local] = []
    for key, parameter in parameters:
        value = given.values[key]
        if isinstance(value, int):
            arguments.append(Local(value * max(parameter.element_size, 1)))
        elif parameter.space is not None:
            arguments.append(value.view(np.uint8))
        else:
            data = value.tobytes()[: parameter.size]
            arguments.append(np.frombuffer(data, f"V{parameter.size}")[0].copy().reshape(()))
    return Launch(name, arguments, given.size, given.group)


def _is_same(
    ours: Sequence[np.ndarray], theirs: Sequence[np.ndarray], parameters: Sequence[tuple[str, Parameter]]
) -> bool:
    return not _difference(ours, theirs, parameters)


def _close_floats(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Return which words of a structure are floats close together, if they are floats: no small integer is one."""
    with np.errstate(all="ignore"):
        is_float = np.isfinite(theirs) & (np.abs(theirs) > 1e-30)
        return is_float & np.isclose(ours, theirs, rtol=_RELATIVE, atol=0)


def _difference(
    ours: Sequence[np.ndarray], theirs: Sequence[np.ndarray], parameters: Sequence[tuple[str, Parameter]]
) -> str:
    """Where two runs left something else. Floats may be a little apart; the fourth of a vector of three is anything.

    The members of a structure are not known here: those that are close as floats count as floats.
    """
    shared = [each for each in parameters if each[1].space is not None and not each[1].is_local]
    for (name, parameter), one, other in zip(shared, ours, theirs, strict=True):
        kind = _dtype(parameter)
        a, b = one.view(kind), other.view(kind)
        equal = a == b
        if kind.kind == "f":
            with np.errstate(all="ignore"):
                largest = np.max(np.abs(np.where(np.isfinite(b), b, 0)), initial=0)
                close = np.isclose(a, b, rtol=_RELATIVE, atol=min(_ABSOLUTE * max(largest, 1), 1), equal_nan=True)
            equal = equal | close
        elif not scalar_of(parameter.base_type)[0] and one.nbytes % 4 == 0:
            equal = np.repeat(_close_floats(one.view("f4"), other.view("f4")), 4 // kind.itemsize) | equal
        if scalar_of(parameter.base_type)[1] == 3:
            equal[3::4] = True
        if not equal.all():
            at = int(np.flatnonzero(~equal)[0])
            return f"{name}[{at}] is {a[at]}, not {b[at]} ({int((~equal).sum())} of {equal.size})"
    return ""


# --- files ------------------------------------------------------------------------------------------------------------


class Worker:
    """A process for this side, with limits: what hangs or dies in it is one kernel's."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def ask(self, what: Any, *words: Any) -> Any:
        """The function's answer. Raises `TimeoutError` and `BrokenProcessPool`, after which there is a new process."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=limit_memory, initargs=(_MEMORY,))
        try:
            return self._pool.submit(what, *words).result(_PATIENCE)
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            for process in self._pool._processes.values():
                process.kill()
            self._pool.shutdown()
            self._pool = None


def _options(words: Sequence[str], folder: Path) -> dict[str, Any]:
    """What -D and -I give, as the verbs take it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-D", action="append", default=[])
    parser.add_argument("-I", action="append", default=[])
    read = parser.parse_args(words)
    pairs = [each.partition("=") for each in read.D]
    return {
        "defines": {name: value if is_given else "1" for name, is_given, value in pairs},
        "include_paths": [str(folder / each) for each in read.I],
    }


def outcomes(folder: Path, patterns: Sequence[tuple[str, list[str]]]) -> Iterator[tuple[Path, str, str, str]]:
    """File, kernel, what becomes of it and more about it; of a file that PoCL does not take one without a kernel."""
    worker, pocl = Worker(), Pocl(_PATIENCE)
    try:
        for path in sorted(folder.rglob("*.cl")):
            inside = str(path.relative_to(folder))
            words = next((words for pattern, words in patterns if fnmatch.fnmatch(inside, pattern)), [])
            for name, word, about in _of_file(path, _options(words, folder), worker, pocl):
                yield path.relative_to(folder), name, word, about
    finally:
        worker.close()
        pocl.close()


def _of_file(path: Path, options: dict[str, Any], worker: Worker, pocl: Pocl) -> Iterator[tuple[str, str, str]]:
    text = path.read_text(errors="replace")
    theirs = [f"-D{name}={value}" for name, value in options["defines"].items()]
    theirs += [f"-I{each}" for each in (*options["include_paths"], path.parent)]
    try:
        kernels = pocl.signatures(text, theirs)
    except PoclError as error:
        lines = [line for line in str(error).splitlines() if "error" in line]
        yield "", "no unit", (lines or [str(error)[:100]])[-1][:100]
        return
    for name, types in kernels.items():
        if any(_IMAGE.search(each) for each in types):
            yield name, "image", ""
            continue
        try:
            found = worker.ask(study, path, name, options, bool(_TWO.search(text)))
            if found.word != "ran":
                yield name, found.word, found.about
                continue
            yield name, *_compared(path, name, options, found, text, theirs, worker, pocl)
        except (TimeoutError, BrokenProcessPool) as error:
            yield name, "not compared", f"this side: {type(error).__name__}"
        except PoclError as error:
            yield name, "not compared", f"PoCL: {str(error).splitlines()[0][:80]}"


def _compared(
    path: Path, name: str, options: dict[str, Any], found: Found, text: str, theirs: list[str], worker: Worker,
    pocl: Pocl,
) -> tuple[str, str]:  # fmt: skip
    parameters = of_file(path, name, options["defines"], options["include_paths"]).parameters
    assert found.given is not None
    launch = _launch(name, found.given, parameters)
    shared = [parameter.space is not None and not parameter.is_local for _, parameter in parameters]
    kept = []
    for is_optimised in (False, True):
        try:
            (left,) = pocl.run(text, [launch], is_optimised=is_optimised, options=theirs)
        except PoclError:
            if is_optimised:
                raise
            continue  # some sources it takes with its optimisations alone
        left = [array for array, is_shared in zip(left, shared, strict=True) if is_shared]
        if not (difference := _difference(found.left, left, parameters)):
            changed = any(
                array.tobytes() != given.tobytes()
                for array, given, is_shared in zip(left, launch.arguments, shared, strict=False)
                if is_shared and isinstance(given, np.ndarray)
            )
            return "same", "" if changed else "nothing written"
        kept.append(left)
    if not _is_same(kept[0], kept[-1], parameters):
        return "not compared", "PoCL's two forms differ"
    why = worker.ask(doubt, path, name, options, found)
    return ("not compared", why) if why else ("DIFFERS", difference)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.compiler.foreign")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--options", type=Path)
    asked = parser.parse_args(arguments)
    patterns = []
    if asked.options is not None:
        for line in asked.options.read_text().splitlines():
            if words := shlex.split(line, comments=True):
                patterns.append((words[0], words[1:]))
    counts: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = {"refused": Counter(), "not compared": Counter()}
    for path, name, word, about in outcomes(asked.folder, patterns):
        counts[word] += 1
        if word in reasons:
            reasons[word][about.split()[0] if word == "refused" else about] += 1
        sys.stdout.write(f"{path}::{name}: {word}{': ' if about else ''}{about}\n")
        sys.stdout.flush()
    kernels = sum(counts[word] for word in ("refused", "not compared", "same", "DIFFERS"))
    compiled = kernels - counts["refused"]
    sys.stdout.write(
        f"\n{kernels} kernels without images ({counts['image']} with, {counts['no unit']} files are no unit): "
        f"{compiled} compile ({100 * compiled / max(kernels, 1):.1f} %); "
        f"{counts['same'] + counts['DIFFERS']} compared, {counts['DIFFERS']} differ\n"
    )
    for word, found in reasons.items():
        sys.stdout.write(f"{word}: {', '.join(f'{about} {count}' for about, count in found.most_common())}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
