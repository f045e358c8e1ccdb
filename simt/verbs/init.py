"""`simt.init`: a folder to begin with, which has a kernel, its inputs and expected results, and a machine."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from isa.reporting.diagnostics import ArgumentError, did_you_mean, listed, quote
from simt.files import make_folder
from simt.launch.programs import programs_folder
from simt.verbs.kernels import copy_new

_MACHINE = "machine.toml"
# By language: the kernel, what a command needs to find its oracle, and a change of the machine that helps it.
_LANGUAGES = {
    "assembly": ("rows.s", "", "--to banks=8"),
    "opencl": ("rows.cl", "", "--to coalescing=sectors"),
    "python": ("rows.py", " --oracle check.py", "--to coalescing=sectors"),
}
LANGUAGES = tuple(_LANGUAGES)


@dataclass(frozen=True)
class Begun:
    """The files that `init` has written, and the commands to go on with."""

    files: tuple[Path, ...]
    commands: tuple[str, ...]

    def __str__(self) -> str:
        names = listed((path.name for path in self.files), "and")
        lines = [f"wrote {names}: kernel, inputs and results, machine", ""]
        lines.append("next: where the cycles go, what costs them, the same over time, a better machine")
        return "\n".join([*lines, *(f"  {command}" for command in self.commands)])


def init(folder: str | Path = ".", *, lang: str = "assembly") -> Begun:
    """Write a small kernel, its oracle and a machine into a folder, which is made if it does not exist.

    lang: "assembly", "opencl" or "python". Raises `ArgumentError` for another language, and `FileError` (E0652) if the
    files cannot be written or one of them exists, because nothing is overwritten.
    """
    if lang not in _LANGUAGES:
        advice = did_you_mean(lang, LANGUAGES, f"a kernel is written in {listed(LANGUAGES)}")
        raise ArgumentError(f"there is no language {quote(lang)}", help=advice)
    kernel, oracle, change = _LANGUAGES[lang]
    make_folder(folder)
    sources = [path for path in sorted((programs_folder() / "begin" / lang).iterdir()) if path.is_file()]
    sources.sort(key=lambda path: (path.name != kernel, path.name == _MACHINE))
    files = copy_new(sources, folder)
    words = f"{kernel} -m {_MACHINE}{oracle}"
    commands = [f"simt run {words}", f"simt why {words} --short", f"simt trace {words}", f"simt diff {words} {change}"]
    if str(folder) not in ("", "."):
        place = f"./{folder}" if str(folder).startswith("-") else str(folder)
        commands.insert(0, f"cd {shlex.quote(place)}")
    return Begun(tuple(files), tuple(commands))
