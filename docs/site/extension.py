"""The Sphinx extension: made texts, links to files outside of docs/, and pictures of a page's own commands."""

from __future__ import annotations

import gc
import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.logging import getLogger

from docs.site.files import ROOT, linked
from docs.site.lexer import KernelLexer
from docs.site.made import MADE
from docs.site.search import add_script, write_texts
from docs.site.session import go_through, steps, written

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_MADE = re.compile(r"^<!-- made: (.+) -->$", re.MULTILINE)
_LINKED = re.compile(r"(!?)\[([^\[\]]*)\]\(([\w.-]+)\)")
_LOG = getLogger(__name__)
_RUN = ("tutorial/", "guides/", "gallery")  # the pages whose commands are run
_SOURCES = ("isa/**/*", "simt/**/*", "programs/**/*")


@cache
def _sources() -> list[str]:
    """The files from which texts and pictures are made."""
    paths = [*ROOT.glob("docs/site/*.py"), *(path for pattern in _SOURCES for path in ROOT.glob(pattern))]
    return [str(path) for path in paths if path.is_file() and "__pycache__" not in path.parts]


def _folder(app: Sphinx, docname: str) -> Path:
    """The folder in which the commands of a page are run: the pages of a tutorial share one."""
    return Path(app.doctreedir) / "made" / (docname.partition("/")[0] if docname.startswith("tutorial/") else docname)


def _pages(app: Sphinx, docname: str) -> list[Path]:
    """The pages whose commands are run for this one, in order."""
    if docname.startswith("tutorial/"):
        return sorted(Path(app.srcdir, "tutorial").glob("[0-9]*.md"))
    return [Path(app.srcdir, docname).with_suffix(".md")]


def _run_pages(app: Sphinx, docname: str) -> Path:
    """The folder with the files that the commands of a page write; a build runs them once, and warns of differences."""
    done: set[Path] = app.simt_done  # type: ignore[attr-defined]
    folder = _folder(app, docname)
    if folder not in done:
        done.add(folder)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for page in _pages(app, docname):
            for difference in go_through(page.read_text(encoding="utf-8"), folder):
                _LOG.warning("%s", difference, location=page.relative_to(app.srcdir).with_suffix("").as_posix())
    return folder


def _read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Complete the text of a page before it is parsed."""
    path = Path(app.srcdir, docname).with_suffix(".md")
    text = source[0]
    is_run = docname.startswith(_RUN) and bool(steps(text))
    files = written(text) if is_run else set()
    made = _run_pages(app, docname) if is_run else None

    def wrote(found: re.Match[str]) -> str:
        mark, label, name = found.groups()
        if made is None or name not in files:
            return found[0]
        here = made / name
        if mark:
            return f"![{label}]({os.path.relpath(here, path.parent)})"
        target = Path(app.outdir, "made", docname, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(here, target)
        return f'<a href="{os.path.relpath(target, Path(app.outdir, docname).parent)}">{label}</a>'

    new = _LINKED.sub(wrote, linked(text, path.parent, path.parent))
    new = _MADE.sub(lambda found: MADE[found[1]](), new)
    if is_run or _MADE.search(text):
        for each in _sources():
            app.env.note_dependency(each)
    source[0] = new


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    gc.disable()  # a quarter of a build went into looking for garbage among its pages, which stay until it ends
    app.simt_done = set()  # type: ignore[attr-defined]  # folders in which this build has run the commands
    app.add_lexer("asm", KernelLexer)
    app.connect("source-read", _read)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", write_texts)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
