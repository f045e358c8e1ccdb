"""The work of the parsing process: read a job, parse, request the files that clang misses, print the answer."""

from __future__ import annotations

import ctypes
import json
import re
import sys
from collections.abc import Mapping
from typing import Any

from simt.compiler.clang.library import Clang, RefusalError, Unsaved
from simt.compiler.clang.syntax import MAX_DEPTH, Tree
from simt.limits import limit_memory, limit_time

MAX_INCLUDES = 64
_LONGEST = 16  # seconds of processor time in all; clang's own limit is in the job
_MAX_NOTES = 4
_ERROR = 3  # clang's severity
_NOT_FOUND = re.compile(r"'(.*)' file not found(?: with <angled> include; use \"quotes\" instead)?")


def main() -> None:
    """Read a job from standard input and print the answer."""
    job = json.loads(sys.stdin.readline())
    limit_time(job["seconds"], _LONGEST)
    limit_memory(job["bytes"])
    sys.setrecursionlimit(10 * MAX_DEPTH)
    try:
        _say(_answer(Clang(job["library"]), job))
    except RefusalError as refusal:
        _say({"refused": [refusal.word, *refusal.place]})


def _say(what: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def _answer(clang: Clang, job: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a job. Included files that clang misses are requested first. Raises `RefusalError`."""
    sources = dict(job["sources"])
    for _ in range(MAX_INCLUDES + 1):
        unit = _parse(clang, job, sources)
        tree = Tree(clang, job["nodes"])
        messages = _diagnostics(clang, unit, tree)
        missing = _missing_include(messages, tree)
        if missing is None:
            break
        _say({"include": missing})
        reply = json.loads(sys.stdin.readline())
        if not reply["sources"]:
            break
        sources |= reply["sources"]
        clang.disposeTranslationUnit(unit)
    else:
        raise RefusalError("includes")
    result: dict[str, Any] = {"diagnostics": messages}
    if all(severity < _ERROR for severity, *_ in messages):
        limit_time(_LONGEST)  # the rest is bounded by the number of nodes, some four seconds
        result |= tree.everything(clang.getTranslationUnitCursor(unit))
    return result | {"files": tree.files}


def _parse(clang: Clang, job: Mapping[str, Any], sources: Mapping[str, str]) -> ctypes.c_void_p:
    """Parse the sources of a job; return clang's translation unit. Raises `RefusalError`."""
    arguments = [_bytes(argument) for argument in job["arguments"]]
    words = (ctypes.c_char_p * len(arguments))(*arguments)
    texts = [(_bytes(name), _bytes(text)) for name, text in sources.items()]
    unsaved = (Unsaved * len(texts))(*[Unsaved(name, text, len(text)) for name, text in texts])
    unit = ctypes.c_void_p()
    index = clang.createIndex(0, 0)
    files = (unsaved, len(unsaved), 0)
    if clang.parseTranslationUnit2(index, job["main"].encode(), words, len(words), *files, ctypes.byref(unit)):
        raise RefusalError("crash")
    return unit


def _bytes(text: str) -> bytes:
    """Return the bytes of a text in which surrogates stand for bytes that are not UTF-8."""
    return text.encode(errors="surrogateescape")


def _diagnostics(clang: Clang, unit: ctypes.c_void_p, tree: Tree) -> list[list[Any]]:
    """Return clang's messages, each as [severity, text, file, line, column, column after the end, notes]."""
    messages = []
    for index in range(clang.getNumDiagnostics(unit)):
        diagnostic = clang.getDiagnostic(unit, index)
        file, line, column = clang.place(clang.getDiagnosticLocation(diagnostic))
        end = column + 1
        for number in range(clang.getDiagnosticNumRanges(diagnostic)):
            extent = clang.getDiagnosticRange(diagnostic, number)
            first, last = clang.place(clang.getRangeStart(extent)), clang.place(clang.getRangeEnd(extent))
            if first[:2] == (file, line) and last[1] == line and first[2] <= column < last[2]:
                column, end = first[2], last[2]
                break
        notes = []
        below = clang.getChildDiagnostics(diagnostic)
        for number in range(min(clang.getNumDiagnosticsInSet(below), _MAX_NOTES)):
            note = clang.getDiagnosticInSet(below, number)
            pointer, *place = clang.place(clang.getDiagnosticLocation(note))
            notes.append([clang.text(clang.getDiagnosticSpelling(note)), tree.file(pointer), *place])
        severity = clang.getDiagnosticSeverity(diagnostic)
        text = clang.text(clang.getDiagnosticSpelling(diagnostic))
        messages.append([severity, text, tree.file(file), line, column, end, notes])
    return messages


def _missing_include(diagnostics: list[list[Any]], tree: Tree) -> tuple[str, str] | None:
    """Return the first name in an `#include` that clang has not found, and the including file; None if it found all."""
    for _, text, file, *_ in diagnostics:
        if match := _NOT_FOUND.fullmatch(text):
            return match[1], tree.files[file]
    return None
