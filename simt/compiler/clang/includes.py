"""The files that an OpenCL C source may include: clang reads only the ones that it gets from here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from isa.reporting.files import is_below, is_file
from isa.reporting.source import SourceError, SourceFile, read_source
from simt.compiler.kernel import MOST_BYTES

MAIN = "/source/main.cl"  # names of files for clang, which no file of a computer has
INCLUDED = "/include"
SEARCHED = "the folder of the source and those given with -I are searched"
MOST_AHEAD = 256  # files that clang gets before it requests them
_NAMED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)


class Includes:
    """The regular files that a source may include: in the folder of the source, in other folders, and below them."""

    def __init__(self, source: SourceFile, folders: tuple[Path, ...]) -> None:
        self.known = {MAIN: source}
        self.refused: dict[str, tuple[str, str]] = {}  # reason and advice, by the included name
        self.asked: list[tuple[str, str]] = []
        self._near = (source.path.parent,) if source.path is not None else ()
        self._folders = folders

    def first(self) -> dict[str, str]:
        """Return the texts of the files that the source includes, by clang's names.

        Clang gets these texts in advance, because it would start again after each request for a file.
        """
        return self._ahead([MAIN])

    def find(self, name: str, includer: str) -> dict[str, str]:
        """Return the texts of a requested file and of its includes, by clang's names; {} if it cannot be included.

        The request is added to `asked`, and the reason for a refusal to `refused`.
        """
        self.asked.append((name, includer))
        texts = self._find(name, includer)
        return texts | self._ahead(list(texts)[:1])

    def _ahead(self, includers: list[str]) -> dict[str, str]:
        texts: dict[str, str] = {}
        for includer in includers:  # grows in the loop
            for name in _NAMED.findall(self.known[includer].text):
                if _beside(includer, name) not in self.known and len(self.known) < MOST_AHEAD:
                    file = self._find(name, includer)
                    texts |= file
                    includers += list(file)[:1]
        return texts

    def _find(self, name: str, includer: str) -> dict[str, str]:
        around = self.known[includer].path if includer in self.known else None
        near = (around.parent,) if around is not None else ()
        for folder in (*near, *self._folders):
            path = folder / name
            if "\0" in name or not is_file(path):
                continue
            if not is_below(path, (*self._near, *self._folders)):
                why = "it lies outside of the folder of the source and of those given with -I"
                self.refused[name] = why, SEARCHED
                continue
            try:
                source = read_source(path, MOST_BYTES, errors="surrogateescape")
            except SourceError as error:
                self.refused[name] = error.message, error.help
                continue
            names = [_beside(includer, name), f"{INCLUDED}/{name}"]
            names = [named for named in names if named not in self.known]
            self.known.update(dict.fromkeys(names, source))
            return dict.fromkeys(names, source.text)
        return {}


def _beside(includer: str, name: str) -> str:
    return str(PurePosixPath(includer).parent / name)


def included(source: SourceFile, folders: Iterable[Path], requests: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return names and texts of the source and of all files that it includes.

    requests: the files that clang has requested (`Unit.asked`).
    """
    includes = Includes(source, tuple(folders))
    includes.first()
    for name, includer in requests:
        includes.find(name, includer)
    return [(f"{name} {file.name}", file.text) for name, file in includes.known.items()]
