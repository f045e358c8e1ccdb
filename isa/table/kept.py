"""The parsed text of the instruction table, kept in a file beside Python's own compiled modules.

Parsing `instructions.toml` takes 15 ms of processor time, in every command that needs an instruction; reading the kept
file takes 1 ms. Only the parser's result is kept: the table is checked and built from it every time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from isa.reporting.files import replace_file

_DIGEST = hashlib.sha256().digest_size


def place() -> Path | None:
    """Return the file that keeps the table, beside this module's compiled form; None if Python keeps no such forms."""
    cached = None if __spec__ is None else __spec__.cached
    return None if cached is None else Path(cached).with_name("instructions.json")


def parsed(text: bytes, place: Path | None) -> dict[str, Any]:
    """Return the content of `text`, the text of a TOML file.

    It is read from the file at `place` if that was made from the same text.

    The file begins with a digest of the text and of the rest of the file, so that a stale or damaged file counts as
    missing. A missing file is written, unless Python writes no compiled modules (PYTHONDONTWRITEBYTECODE) or the folder
    cannot be written to. With None for `place`, the text is parsed. Raises `tomllib.TOMLDecodeError`.
    """
    if place is not None and (content := _kept(text, place)) is not None:
        return content
    import tomllib

    content = tomllib.loads(text.decode("utf-8"))
    if place is not None and not sys.dont_write_bytecode:
        data = json.dumps(content).encode()
        with contextlib.suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            replace_file(place, _digest(text, data) + data)
    return content


def _kept(text: bytes, place: Path) -> dict[str, Any] | None:
    """Return the content that a file keeps for `text`, None if there is none."""
    try:
        kept = place.read_bytes()
    except OSError:
        return None
    data = kept[_DIGEST:]
    if kept[:_DIGEST] != _digest(text, data):
        return None
    content: dict[str, Any] = json.loads(data)
    return content


def _digest(text: bytes, data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(text).digest() + data).digest()
