"""The files that an OpenCL C source may include: clang asks for them, and sees no others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from isa.files import is_below, is_file
from isa.source import SourceError, SourceFile, read_source

MAIN = "/source/main.cl"  # the names of files as clang sees them: no file of this machine has one of these
INCLUDED = "/include"


class Includes:
    """The files that a source may include: regular ones below its folder, or below a folder that was given."""

    def __init__(self, source: SourceFile, folders: tuple[Path, ...]) -> None:
        self.known = {MAIN: source}
        self.refused: dict[str, str] = {}  # why, by the name that is included
        self.asked: list[tuple[str, str]] = []
        self._near = (source.path.parent,) if source.path is not None else ()
        self._folders = folders

    def find(self, name: str, includer: str) -> dict[str, str]:
        """The text of a file by the names under which clang looks for it; nothing if it may not be opened."""
        self.asked.append((name, includer))
        around = self.known[includer].path if includer in self.known else None
        near = (around.parent,) if around is not None else ()
        for folder in (*near, *self._folders):
            path = folder / name
            if "\0" in name or not is_file(path):
                continue
            if not is_below(path, (*self._near, *self._folders)):
                self.refused[name] = "it lies outside of the folder of the source and of those given with -I"
                continue
            try:
                found = read_source(path)
            except SourceError as error:
                self.refused[name] = error.message
                continue
            names = (str(PurePosixPath(includer).parent / name), f"{INCLUDED}/{name}")
            self.known.update(dict.fromkeys(names, found))
            return dict.fromkeys(names, found.text)
        return {}


def included(source: SourceFile, folders: Iterable[Path], asked: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names and texts of all that clang would read now, had it asked for this: the source and what it includes."""
    includes = Includes(source, tuple(folders))
    for name, includer in asked:
        includes.find(name, includer)
    return [(f"{name} {file.name}", file.text) for name, file in includes.known.items()]
