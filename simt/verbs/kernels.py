"""`simt.kernels` and `simt.copy_kernel`: the shipped kernels, what each computes, and copies of their files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from isa.reporting.diagnostics import did_you_mean, quote
from isa.reporting.files import exists, read_bytes
from simt.files import FileError, check_output, write_file
from simt.launch.programs import SOLUTIONS, ProgramNotFoundError, split_name
from simt.launch.shipped import ShippedKernel, shipped_kernels
from simt.verbs.shown import Shown

_MOST_BYTES = 1 << 20
_NAME, _SIZES = 18, 16  # columns


@dataclass(frozen=True, repr=False)
class Kernels(Shown):
    """The shipped kernels by name, a line each."""

    kernels: Mapping[str, ShippedKernel]

    def records(self) -> Sequence[Mapping[str, str]]:
        """Return a row for each file: name, symbols of its sizes, purpose, and a command that runs it."""
        return [
            {"name": name, "sizes": _sizes(kernel), "computes": kernel.summary, "command": kernel.command}
            for name, kernel in self.kernels.items()
        ]

    def to_dict(self) -> dict[str, object]:
        """Return the rows of `records`, with the names of the files, for JSON."""
        rows = ({**row, "files": _names(self.kernels[row["name"]])} for row in self.records())
        return {"schema": "simt.kernels/1", "kernels": list(rows)}

    def __str__(self) -> str:
        lines, before = [], None
        for row in self.records():
            folder, _, name = row["name"].rpartition("/")
            if folder != before:
                lines.append(f"{folder}/" if folder else "kernels")
                before = folder
            lines.append(f"  {name:<{_NAME}} {_in_columns(row['sizes']):<{_SIZES}} {row['computes']}")
        return "\n".join([*lines, "", "`simt kernels NAME` says more, and `simt kernels --copy NAME` copies one here."])


@overload
def kernels(name: str) -> ShippedKernel: ...


@overload
def kernels(name: None = None) -> Kernels: ...


def kernels(name: str | None = None) -> ShippedKernel | Kernels:
    """Return the shipped kernels, or the kernel of this name. The outcome prints as `simt kernels NAME` does.

    name: as for `simt.run`, such as `fft128`, `divergent/while` or `opencl/mm.cl`. The folder may be left out if no
    other file has the same name. A solution is named with its folder. Raises `ProgramNotFoundError`.
    """
    known = shipped_kernels()
    if name is None:
        return Kernels(known)
    word = split_name(name)[0].removesuffix(".s")
    named = [each for each in known if not each.startswith(f"{SOLUTIONS}/")]
    found = [word] if word in known else [each for each in named if each.rpartition("/")[2] == word]
    found = found or [each for each in named if Path(each).stem == word]
    if len(found) != 1:
        message = f"there are several shipped kernels {quote(name)}" if found else f"no shipped kernel is {quote(name)}"
        advice = f"name one: {', '.join(found)}" if found else did_you_mean(word, known, "`simt kernels` lists them")
        raise ProgramNotFoundError(message, help=advice)
    return known[found[0]]


def copy_kernel(name: str, folder: str | Path = ".") -> list[Path]:
    """Copy the file of a shipped kernel and its companions into a folder; return the new files.

    name: as for `kernels`. Companions are included files, the oracle, and the kernels of a pipeline. Nothing is
    overwritten. Raises `ProgramNotFoundError`, and `FileError` (E0652) if the folder does not exist or has a file of
    one of these names.
    """
    return copy_new(kernels(name).files, folder)


def copy_new(files: Iterable[Path], folder: str | Path) -> list[Path]:
    """Copy files into a folder, all or none, and return the new files.

    Nothing is overwritten. Raises `FileError` (E0652) if something in the folder has the name of a file, or if a file
    cannot be written.
    """
    copies = {Path(folder, path.name): path for path in files}
    for copy in copies:
        if exists(copy):
            message = f"{quote(str(copy))} is there already, and nothing is overwritten"
            raise FileError(message, code="E0652", help="work in an empty folder, or move it away")
        check_output(str(copy))
    written: list[Path] = []
    try:
        for copy, path in copies.items():
            write_file(copy, read_bytes(path, _MOST_BYTES))
            written.append(copy)
    except BaseException:
        for copy in written:
            copy.unlink()
        raise
    return written


def kernel_text(kernel: ShippedKernel) -> str:
    """Return what `simt kernels NAME` prints of a kernel."""
    first, *labelled = kernel.parts.items()
    facts = {
        **{label.lower(): text for label, text in labelled},
        "kernels": ", ".join(kernel.kernels) if len(kernel.kernels) > 1 else "",
        "symbols": _sizes(kernel),
        "files": ", ".join(_names(kernel)),
        "try": kernel.command,
        "goal": f"simt gate {kernel.gate.name}" if kernel.gate else "",
        "copy": f"simt kernels --copy {kernel.name}",
    }
    lines = [f"{name:<9}  {text}\n" for name, text in facts.items() if text]
    return f"{kernel.name}: {first[1]}\n\n{''.join(lines)}"


def _sizes(kernel: ShippedKernel) -> str:
    return " ".join(f"{name}={value}" for name, value in kernel.symbols.items())


def _in_columns(sizes: str) -> str:
    """Return the first sizes that the column has room for."""
    return sizes if len(sizes) <= _SIZES else sizes[: sizes.rfind(" ", 0, _SIZES + 1)]


def _names(kernel: ShippedKernel) -> list[str]:
    return [path.name for path in kernel.files]
