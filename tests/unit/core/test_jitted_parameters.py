"""Compiled functions take components, not their parts: how many parameters they have, counted in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.paths import ROOT

DECORATORS = {"block", "kernel", "entry", "inlined"}


def jitted() -> Iterator[tuple[str, int]]:
    """Name and number of parameters of every compiled function of the engine."""
    for path in sorted((ROOT / "simt" / "core").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                called = (getattr(decorator, "func", decorator) for decorator in node.decorator_list)
                names = {decorator.id for decorator in called if isinstance(decorator, ast.Name)}
                if names & DECORATORS:
                    yield f"{path.stem}.{node.name}", len(node.args.args)


def test_no_function_takes_ten_parameters() -> None:
    counts = dict(jitted())
    assert len(counts) > 150
    assert [name for name, count in counts.items() if count >= 10] == []
    assert len([name for name, count in counts.items() if count >= 8]) <= 3
    assert sum(counts.values()) <= 3.3 * len(counts)
