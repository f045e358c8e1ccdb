"""Parsing of OpenCL C to a syntax tree: the process with libclang, the files that it requests, its messages."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import string
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import Diagnostic, did_you_mean
from isa.reporting.source import SourceFile, shown, split_source
from simt.children import unheard
from simt.compiler.builtins.library import functions
from simt.compiler.clang.includes import INCLUDED, MAIN, SEARCHED, Includes
from simt.compiler.clang.installed import library
from simt.compiler.kernel import TranslationError
from simt.compiler.opencl import gnu
from simt.compiler.opencl.cuda import INSTEAD
from simt.compiler.opencl.tree import Node
from simt.compiler.types import TRIPLE, WARP, WORK_ITEM
from simt.limits import stopped_after

_HERE = Path(__file__).parent
_BASE = _HERE / "base.h"
_ROOT = Path(__file__).parents[3]
_SECONDS = 10  # of processor time, for clang's own work; the rest is limited by the number of nodes
_NODES = 500_000  # of all functions that kernels use
_WAIT = 120.0  # seconds by the clock
_BYTES = 768 << 20
_TOO_LATE = -getattr(signal, "SIGXCPU", 0)  # the status of a process that has used up its time
_MAX_DIAGNOSTICS = 100
_WORD = f"_{string.ascii_letters}{string.digits}"
_FATAL, _ERROR = 4, 3  # clang's severities
_EXTENSIONS = (
    "cl_khr_fp64", "cl_khr_byte_addressable_store",
    *(f"cl_khr_{space}_int32_{kind}_atomics" for space in ("global", "local") for kind in ("base", "extended")),
)  # fmt: skip
_ARGUMENTS = (
    "-x", "cl", "-cl-std=CL1.2", "-target", TRIPLE, "-cl-no-stdinc", "-nostdinc", "-ffp-contract=off",
    "-Xclang", "-fdeclare-opencl-builtins", "-Xclang", "-cl-ext=-all,+" + ",+".join(_EXTENSIONS),
    "-U__IMAGE_SUPPORT__", f"-ferror-limit={_MAX_DIAGNOSTICS}", "-fbracket-depth=256", "-I", INCLUDED,
    "-Wno-builtin-macro-redefined",  # `__has_builtin`, which base.h defines
    "-Wuninitialized", "-Wsometimes-uninitialized", "-Warray-bounds",
    "-ivfsoverlay", str(_HERE.parent / "clang" / "closed.yaml"), "-include", "/simt/base.h",
)  # fmt: skip

# Clang's warning on a pragma that enables an extension. It does not know those that base.h defines.
_ENABLED = re.compile(r"(?:unsupported OpenCL extension|OpenCL extension|unknown OpenCL extension) '(\w+)' .*ignoring")
# Clang's message on a call of an atomic function whose first argument points to an unsupported type.
_ATOMIC = re.compile(r"call to 'atom(?:ic)?_\w+' is ambiguous")
_REDEFINED = re.compile(r"'(\w+)' macro redefined\Z")
_OVERRIDDEN = re.compile(r"the source defines `(\w+)`, and -D ")
_MACRO = re.compile(r"^[ \t]*#[ \t]*(?:define|if|ifdef|ifndef|elif)\b[^\w\n]*(\w+)", re.MULTILINE)
_OTHERS = ("barrier", "get_work_dim", "printf")  # functions that the library lacks
_UNKNOWN = re.compile(r"(?:use of undeclared identifier|unknown type name) '(\w+)'\Z")
_OF_WORDS = (
    "atomic functions are for int and uint, and atomic_xchg for float: no machine has any of 64 bits; "
    "let each work-group add up a part of its own, or take two words"
)
_REFUSALS = {
    "deep": ("it is nested too deeply", "take parts of it into variables or functions"),
    "large": ("it is too large", "leave out what the kernel does not need"),
    "includes": ("it includes too many files", "put what it needs into fewer files"),
    "crash": ("clang cannot read it", "an expression may be nested too deeply, or a macro expanded too often"),
    "time": (f"parsing it takes longer than {_SECONDS} s", "a macro may be expanded too often"),
}


@dataclass(frozen=True, slots=True)
class Parsed:
    """The answer of the parsing process, its source files by number, and clang's warnings.

    read: all files that were read, even if the tree has no node from them. asked: the files that clang tried to
    include, in order, each with the including file.
    """

    answer: Mapping[str, Any]
    files: Sequence[SourceFile]
    read: Sequence[SourceFile]
    asked: tuple[tuple[str, str], ...]
    warnings: tuple[Diagnostic, ...]

    def diagnose(self, node: Node, code: str, message: str, help: str = "") -> Diagnostic:  # noqa: A002
        """Return an error at a node."""
        return _placed(self.files[node.file], node.line, node.column, 0, ("error", code, message), help)


def parse(source: SourceFile, definitions: Mapping[str, str], folders: Iterable[Path]) -> Parsed:
    """Parse a source.

    definitions, folders: as for `simt.compiler.opencl.translate`. Raises `TranslationError` (E0950, E0954, E0955),
    `MissingLibraryError` (E0956).
    """
    macros = [f"-D{name}={value}" for name, value in definitions.items()]
    job: dict[str, Any] = {
        "library": str(library()),
        "arguments": [*_ARGUMENTS, *macros],
        "main": MAIN,
        "sources": {MAIN: source.text, "/simt/base.h": _BASE.read_text(encoding="utf-8") + gnu.header()},
        "bytes": _BYTES,
        "seconds": _SECONDS,
        "nodes": _NODES,
    }
    includes = Includes(source, tuple(folders))
    job["sources"] |= includes.first()
    answer = _ask(job, includes)
    if (refused := answer.get("refused")) is not None:
        why, name, line, column = refused
        message, advice = _REFUSALS[why]
        where = includes.known.get(name, source)
        raise TranslationError([_placed(where, line, column, 0, ("error", "E0955", message), advice)])
    files = [includes.known.get(name) or split_source(name, "") for name in answer["files"]] or [source]
    heard = [entry for entry in answer["diagnostics"] if not _is_of_ours(entry[1])]
    redefined = {match[1] for entry in heard if (match := _REDEFINED.match(entry[1]))}
    is_ours = [name not in includes.known for name in answer["files"] or [MAIN]]
    told = [_overridden(entry, "OpenCL C" if is_ours[entry[2]] else "the source", definitions) for entry in heard]
    diagnostics = [_diagnostic(entry, files, includes) for entry in told]
    if any(entry.severity == "error" for entry in diagnostics):
        raise TranslationError(diagnostics)
    read = tuple(includes.known.values())
    diagnostics += _without_effect(
        read, source, {name: value for name, value in definitions.items() if name not in redefined}
    )
    return Parsed(answer, files, read, tuple(includes.asked), tuple(diagnostics))


# --- the process ------------------------------------------------------------------------------------------------------


def _ask(job: Mapping[str, Any], includes: Includes) -> dict[str, Any]:
    """Start the parsing process and return its answer. A process that takes too long is stopped.

    If it ends without an answer, the answer is a refusal.
    """
    program = f"import sys; sys.path.insert(0, {str(_ROOT)!r}); from simt.compiler.clang.answer import main; main()"
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", program]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with unheard():
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, encoding="utf-8")
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with stopped_after(_WAIT, process.kill) as late, contextlib.suppress(BrokenPipeError):
                question: Mapping[str, Any] = job
                while True:
                    process.stdin.write(json.dumps(question) + "\n")
                    process.stdin.flush()
                    line = process.stdout.readline()
                    if not line.endswith("\n"):  # it ended before it could answer
                        break
                    answer: dict[str, Any] = json.loads(line)
                    if "include" not in answer:
                        return answer
                    question = {"sources": includes.find(*answer["include"])}
        finally:
            process.kill()
    is_late = late.is_set() or process.returncode == _TOO_LATE
    return {"refused": ["time" if is_late else "crash", "", 0, 0]}


# --- messages ---------------------------------------------------------------------------------------------------------


def _is_of_ours(text: str) -> bool:
    """Return whether a message is about an extension that base.h defines and clang does not know."""
    match = _ENABLED.match(text)
    return match is not None and f"#define {match[1]} 1\n" in _BASE.read_text(encoding="utf-8")


def _without_effect(
    read: Iterable[SourceFile], source: SourceFile, definitions: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Yield a warning for each macro of -D whose name no source has. With `##`, a source can make names of parts."""
    texts = [file.text for file in read] if definitions else []
    if any("##" in text for text in texts):
        return
    words = {word for text in texts for word in re.findall(r"[^\W\d]\w*", text)}
    for name, value in definitions.items():
        if name not in words:
            message = f"{source.name} has no macro `{name}`, and -D {name}={value} has no effect"
            macros = {word for text in texts for word in _MACRO.findall(text)}
            yield Diagnostic("W0951", "warning", message, source.name, help=did_you_mean(name, macros))


def _overridden(entry: list[Any], who: str, definitions: Mapping[str, str]) -> list[Any]:
    """Return a message of clang; of a macro of -D that is defined again, it says which value holds.

    who: the words for what defines it.
    """
    match = _REDEFINED.match(entry[1])
    if match is None or match[1] not in definitions:
        return entry
    name, (severity, _, *place, _) = match[1], entry
    return [severity, f"{who} defines `{name}`, and -D {name}={definitions[name]} has no effect", *place, []]


def _diagnostic(entry: list[Any], files: Sequence[SourceFile], includes: Includes) -> Diagnostic:
    """Return a message of clang as a diagnostic."""
    severity, text, file, line, column, end, notes = entry
    grade = ("error", "E0950") if severity >= _ERROR else ("warning", "W0950")
    advice = ""
    text = text or f"`#{'error' if grade[0] == 'error' else 'warning'}` without a text"
    if severity == _FATAL and text.endswith("file not found"):
        name = text[1 : text.rindex("'")]
        grade = ("error", "E0954")
        why, advice = includes.refused.get(name, ("there is no such file", SEARCHED))
        text = f"cannot include `{name}`: {why}"
    if _ATOMIC.match(text):
        advice = _OF_WORDS
    if overridden := _OVERRIDDEN.match(text):
        advice = f"write `#ifndef {overridden[1]}` above this line, and `#endif` below it"
    if unknown := _UNKNOWN.match(text):
        known = [] if "type" in text else [*WORK_ITEM, *WARP, *_OTHERS, *sorted(functions())]
        advice = INSTEAD.get(unknown[1]) or did_you_mean(unknown[1], known)
    source = files[file]
    diagnostic = _placed(source, line, column, end, (*grade, text.replace(MAIN, includes.known[MAIN].name)), advice)
    # A macro of -D, or of clang's own, is in no file.
    remarks = [
        f"{note} ({files[number].name}:{row}:{offset})" if files[number].name else note
        for note, number, row, offset in notes
        if row
    ]
    return replace(diagnostic, notes=tuple(remark.replace(MAIN, includes.known[MAIN].name) for remark in remarks))


def _placed(
    source: SourceFile, line: int, column: int, end: int, what: tuple[str, str, str], advice: str
) -> Diagnostic:
    """Return a diagnostic for columns of a line, which clang counts in bytes.

    end: 0 for the end of the word. what: the severity, the code and the message.
    """
    text = source.lines[line - 1] if 0 < line <= len(source.lines) else ""
    data = text.encode(errors="surrogateescape")
    first = len(data[: column - 1].decode(errors="surrogateescape")) + 1
    if end > column + 1:
        last = len(data[: end - 1].decode(errors="surrogateescape")) + 1
    else:
        word = len(text[first - 1 :]) - len(text[first - 1 :].lstrip(_WORD))
        last = first + max(word, 1)
    severity, code, message = what
    return Diagnostic(code, severity, message, source.name, line, first, last, shown(text), help=advice)
