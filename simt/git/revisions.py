"""A file at a revision of a repository, read in a process of its own, whose time and memory are limited."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

from isa.reporting.diagnostics import SimtError, quote
from simt.children import run_unheard

_ROOT = Path(__file__).parents[2]
_WAIT = 30.0  # seconds of waiting for the reader
_REFUSED = 3  # the status of a reader that gives a reason


class GitError(SimtError):
    """A revision, or a file in one, that cannot be read."""

    code = "E0666"


def file_at(path: Path, revision: str, size_limit: int) -> bytes:
    """Return the content of a file at a revision of its repository.

    Another process reads it, because a small pack may unfold to gigabytes.

    Raises `GitError`, also above `size_limit` bytes.
    """
    if importlib.util.find_spec("dulwich") is None:
        raise GitError("reading revisions needs the package `dulwich`", help="pip install 'simt[git]'")
    program = f"import sys; sys.path.insert(0, {str(_ROOT)!r}); from simt.git.reader import main; main()"
    question = json.dumps([os.fspath(path.parent.resolve() / path.name), revision, size_limit])
    command = [sys.executable, "-I", "-X", "utf8", "-c", program]
    message = f"the repository of {quote(str(path))} takes too much time or memory to read"
    too_much = GitError(message, help="git fsck says what is wrong with it")
    try:
        answer = run_unheard(command, question.encode(), seconds=_WAIT)
    except subprocess.TimeoutExpired:
        raise too_much from None
    if answer.returncode == _REFUSED:
        message, advice = json.loads(answer.stderr)
        raise GitError(message, help=advice)
    if answer.returncode:
        raise too_much
    return answer.stdout
