"""The search for the file of a kernel: an existing path, else a kernel that simt ships.

The shipped kernels live in `programs/` at the top of the project. A wheel carries them as `simt/_programs`; an editable
install finds the folder beside the `simt` package.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from isa.program.bundles import SlotsValue
from isa.reporting.diagnostics import SimtError, quote, suggest
from isa.reporting.files import exists, is_file, is_folder
from simt.files import TOML_BYTES, file_meant, read_text, toml_reason, toml_tree
from simt.launch.doubts import report
from simt.toml_kinds import refuse_mistaken

if TYPE_CHECKING:
    from isa.program.program import Program

FORBIDDEN = "SIMT_NO_ORACLES"  # a variable of the environment
MAX_ORACLE_BYTES = 1 << 20
OPENCL, PYTHON = ".cl", ".py"  # files of languages that are compiled
KERNELS = (".s", OPENCL, PYTHON, ".json", ".hex", ".toml")  # files that a verb may take for a kernel
EXERCISES, SOLUTIONS = "exercises", "solutions"  # folders of shipped kernels, with the same names in both
_SEPARATOR = "::"


class ProgramNotFoundError(SimtError):
    """A name without a file or a shipped kernel, or the name of a file that is not a kernel, or not in assembly."""

    code = "E0650"


def programs_folder() -> Path:
    """Return the folder of the shipped kernels."""
    package = Path(__file__).parents[1]
    installed = package / "_programs"
    return installed if installed.is_dir() else package.parent / "programs"


def shipped_programs() -> dict[str, Path]:
    """Return the files of the shipped kernels in assembly, by name."""
    return {path.stem: path for path in sorted(programs_folder().glob("*.s"))}


def shipped_program(name: str) -> Path:
    """Return the file of a shipped kernel, also if the current folder has a file of this name.

    A name in a compiled language has the file's suffix, and may name one of several kernels: "opencl/mm.cl::mm_local".
    """
    return programs_folder() / (name if is_language(split_name(name)[0]) else f"{name}.s")


def oracle_beside(kernel: Path, *, is_run: bool = True) -> Path | None:
    """Return the oracle beside a kernel; None if there is no oracle, or if it must not be run (SECURITY.md).

    A shipped oracle always runs. Any other oracle may be anybody's code: it runs only if the command runs the kernel
    (`is_run`) and the environment does not forbid oracles. The running script never counts as an oracle.
    """
    oracle = companion(kernel, ".py")
    if kernel == oracle or not is_file(oracle) or _is_running(oracle):
        return None
    return oracle if is_shipped(oracle) or (is_run and not oracles_forbidden()) else None


def companion(kernel: Path, suffix: str) -> Path:
    """Return the path of a file that belongs to a kernel: the file beside it, of the same name, with this suffix.

    A shipped solution has no such files of its own: the result is the file of its exercise.
    """
    beside = kernel.with_suffix(suffix)
    if kernel.parent.name == SOLUTIONS and is_shipped(kernel):
        return programs_folder() / EXERCISES / beside.name
    return beside


def _is_running(file: Path) -> bool:
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    return script is not None and file.resolve() == Path(script).resolve()


def is_shipped(file: Path) -> bool:
    """Return whether a file is in the folder of shipped kernels."""
    return file.resolve().is_relative_to(programs_folder().resolve())


def oracles_forbidden() -> bool:
    """Return whether the environment forbids all oracles except the shipped ones."""
    return os.environ.get(FORBIDDEN, "") not in ("", "0")


def split_name(text: str) -> tuple[str, str | None]:
    """Split `kernels.py::saxpy` into the file and the name of a kernel; the name is None for any other text."""
    file, separator, name = text.rpartition(_SEPARATOR)
    return (file, name) if separator and is_language(file) else (text, None)


def is_language(path: str | Path) -> bool:
    """Return whether a file is in a compiled language, OpenCL C or Python."""
    return Path(path).suffix.lower() in (OPENCL, PYTHON)


def not_compiled(name: str) -> ProgramNotFoundError:
    """Return the error of a command that takes assembly only."""
    advice = "verbs that know the machine take kernels in languages: asm, run, trace, sweep and so on"
    return ProgramNotFoundError(f"{quote(name)} is not assembly", code="E0655", help=advice)


def kernel_file(name: str | Path) -> Path:
    """Find the file of a kernel as `find_program` does, also for FILE::NAME. Raises `ProgramNotFoundError`."""
    return find_program(split_name(str(name))[0])


def find_program(name: str | Path) -> Path:
    """Find the file of the kernel `name`: an existing path, else a shipped kernel. Raises `ProgramNotFoundError`."""
    text = str(name)
    if split_name(text)[1] is not None:
        raise not_compiled(text)
    if text and is_file(text):
        _refuse_tables(text)
        return Path(text)
    shipped = shipped_programs()
    if text.removesuffix(".s") in shipped:
        return shipped[text.removesuffix(".s")]
    inside = programs_folder() / (text if text.endswith(".s") or is_language(text) else f"{text}.s")
    if "/" in text and ".." not in text and is_file(inside):
        return inside
    what, guess = _what_it_is(text), _guess(text, shipped)
    if what.endswith("not a file"):
        help_text = "`-` reads a kernel from standard input"
    elif ".toml:" in text:
        help_text = "FILE.toml:NUMBER is a launch of a pipeline, for run, trace, report, why, check, model and diff"
    elif is_file(pipeline := programs_folder() / f"{Path(text).name}.toml"):
        help_text = f"`{pipeline.name}` is a shipped pipeline: simt run {pipeline.name}"
    elif here := file_meant(text, KERNELS):
        help_text = here
    elif guess:
        help_text = f"did you mean the shipped kernel `{guess}`?"
    else:
        help_text = "give the path of a file, or one of the shipped kernels, which `simt kernels` lists"
    raise ProgramNotFoundError(what, help=help_text)


def _of_languages() -> list[str]:
    """Return the paths in `programs_folder` of the shipped kernels in OpenCL C and Python."""
    top = programs_folder()
    return [path.relative_to(top).as_posix() for path in sorted([*top.glob("*/*.cl"), *top.glob("python/*.py")])]


def _guess(word: str, shipped: Mapping[str, Path]) -> str | None:
    """Return the path in `programs_folder` of the shipped kernel most like `word`, if any is like it."""
    if is_language(word):
        files = {Path(name).stem: name for name in _of_languages() if Path(name).suffix == Path(word).suffix}
        return files.get(suggest(Path(word).stem, files) or Path(word).stem)
    if in_language := next((name for name in _of_languages() if Path(name).stem == word), None):
        return in_language  # the folder and the suffix are missing, no letter is wrong
    guess = _guess_of_assembly(word.removesuffix(".s"), shipped)
    return guess and f"{guess}.s"


def _guess_of_assembly(word: str, shipped: Mapping[str, Path]) -> str | None:
    top = programs_folder()
    nested = sorted(path.relative_to(top).with_suffix("").as_posix() for path in top.glob("*/*.s"))
    by_stem = {name.rpartition("/")[2]: name for name in nested if not name.startswith(f"{SOLUTIONS}/")}
    if "/" not in word and word in by_stem:  # the folder is missing, no letter is wrong
        return by_stem[word]
    if guess := suggest(word, nested) if "/" in word else None:
        return guess
    stem = Path(word).name
    guess = suggest(stem, [*shipped, *by_stem])
    return by_stem.get(guess, guess) if guess and guess not in shipped else guess


def _refuse_tables(text: str) -> None:
    """Raise `ProgramNotFoundError` for a TOML file: it may be a machine, a pipeline and so on, and is not a kernel."""
    if not text.endswith(".toml"):
        return
    try:
        tree = toml_tree(read_text(text, TOML_BYTES))
    except (ValueError, RecursionError) as error:
        raise ProgramNotFoundError(f"cannot read {quote(text)}: {toml_reason(error)}") from None
    refuse_mistaken(tree, "a kernel", text, ProgramNotFoundError)
    message = f"{quote(text)} is neither a kernel nor a pipeline"
    raise ProgramNotFoundError(message, help="a pipeline has a table [[launch]] for each of its launches")


def _what_it_is(text: str) -> str:
    if text and exists(text):
        what = "a folder, not a kernel" if is_folder(text) else "a pipe or a device, not a file"
        return f"{quote(text)} is {what}"
    return f"there is no kernel {quote(text)}"


def load_program(
    name: str | Path,
    *,
    defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (),
    slots: SlotsValue = 0,
) -> Program:
    """Assemble the kernel `name`: a file, a shipped kernel, or standard input for `-`.

    defines, include_paths, slots: as in `isa.assemble`. Warnings are reported (`simt.launch.doubts`). Raises
    `ProgramNotFoundError`, `AssemblyError`, and `FileError` for standard input.
    """
    from isa import assemble, assemble_file

    path = None if str(name) == "-" else find_program(name)
    if path is None:
        text = read_text("-")
        program = assemble(text, filename="<stdin>", include_paths=include_paths, defines=defines, slots=slots)
    elif is_language(path):
        raise not_compiled(str(name))
    else:
        program = assemble_file(path, include_paths=include_paths, defines=defines, slots=slots)
    report(program.warnings)
    return program
