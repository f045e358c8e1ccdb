"""A kernel in Python twice: on a machine, and by the interpreter of Python."""

from __future__ import annotations

import importlib.util
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import simt
from isa.reporting.source import SourceFile
from simt.compiler.kernel import TranslationError
from simt.compiler.python.front_end import compile_file

MACHINE: dict[str, Any] = {"machine": "gtx280", "set": {"branch.policy": "ipdom_stack"}, "engine": "functional"}


def accepted(text: str, name: str) -> tuple[str, list[str]]:
    """The text without the lines that are refused, each of which is a statement, and those lines."""
    try:
        compile_file(SourceFile("made.py", text, tuple(text.split("\n"))), name)
    except TranslationError as error:
        wrong = {found.line for found in error.diagnostics}  # an error without a line removes nothing
        lines = text.split("\n")
        rest = "\n".join(line for number, line in enumerate(lines, 1) if number not in wrong)
        return rest, [lines[number - 1].strip() for number in sorted(wrong)]
    return text, []


def twins(
    folder: Path,
    text: str,
    name: str,
    given: dict[str, Any],
    size: Any,
    group: Any,
    machine: dict[str, Any] | None = None,
) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """The arrays that a kernel of a text leaves: on the machine, in plain Python."""
    file = folder / f"{name}_{len(list(folder.iterdir()))}.py"  # its text is kept by name
    file.write_text(text)
    result = simt.run(f"{file}::{name}", inputs=given, global_size=size, local_size=group, **(machine or MACHINE))
    assert result.completed
    plain = in_plain_python(file, name, given, size, group)
    left = {**result.arrays, **result.buffers}
    return {key: np.asarray(left[key]) for key in plain if key in left}, plain


def in_plain_python(file: Path, name: str, given: dict[str, Any], size: Any, group: Any) -> dict[str, np.ndarray]:
    """The arrays that a kernel of a file leaves in plain Python."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    copies = {key: value.copy() if isinstance(value, np.ndarray) else value for key, value in given.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(module, name)(**copies, global_size=size, local_size=group)
    return {key: value for key, value in copies.items() if isinstance(value, np.ndarray)}
