"""Functions take few parameters: what goes together is an object (a launch, its words, how it is run)."""

from __future__ import annotations

import ast

from tests.paths import ROOT

MOST = 8  # functions with so many parameters as MANY or more
MANY = 10


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    given = node.args
    stars = [each for each in (given.vararg, given.kwarg) if each is not None]
    return len([*given.posonlyargs, *given.args, *given.kwonlyargs, *stars])


def test_few_functions_have_many_parameters() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for folder in ("isa", "simt")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _parameters(node) >= MANY
    ]
    assert len(found) <= MOST, found
