"""Prose keeps clear of the habits of `tests/prose.py`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.prose import HABITS, READ, Habit, Hit, files, hits, hits_in


def test_no_habits() -> None:
    texts = files(*READ)
    assert len(texts) > 900
    assert [str(hit) for path in texts for hit in hits(path)] == []


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_a_habit_is_its_pattern(habit: Habit) -> None:
    assert [hit[2].name for hit in hits_in(habit.wrong)] == [habit.name]
    assert list(hits_in(habit.right)) == []


def test_a_hit_has_its_line_and_its_words(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('''"""What a module is."""

behind = "told"[:3]  # a name is free, and those
# of a comment that goes on, are not


def function() -> str:
    """Return a text.

    Nothing but
    for one.
    """
    return f"{behind} the pages " "of a book, so " f"many of {behind}"
''')
    assert [(hit.line, hit.words) for hit in hits(path)] == [
        (1, "What"),
        (3, "those of"),
        (3, "told"),
        (10, "but for"),
        (13, "so many"),
    ]
    kernel = path.with_suffix(".s")
    kernel.write_text("told:  ; a label\n  ret  ; so\n  ; many\n")
    assert [(hit.line, hit.words) for hit in hits(kernel)] == [(2, "so many")]
    document = path.with_suffix(".md")
    document.write_text("```\ntold\n```\n\n- It is those\n  of a lane.\n")
    assert [(hit.line, hit.words) for hit in hits(document)] == [(5, "those of")]


def test_a_failure_names_the_place_and_what_to_write() -> None:
    path = ROOT / "docs" / "conf.py"
    (line, words, habit), *_ = hits_in("The cache lies\nbehind it.")
    assert str(Hit(path, line, words, habit)) == (
        "docs/conf.py:2: 'behind' (behind); instead: after, following, beyond, below"
    )


def _nouns(path: Path) -> list[str]:
    """Return the functions of a file, except properties and commands, whose docstring begins with an article."""
    functions = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef))
    return [
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name}"
        for function in functions
        if (ast.get_docstring(function) or "").startswith(("The ", "A ", "An "))
        and not any("property" in name or "command" in name for name in map(ast.unparse, function.decorator_list))
    ]


def test_a_function_says_what_it_does_by_a_verb() -> None:
    paths = [*(ROOT / "isa").rglob("*.py"), *(ROOT / "simt").rglob("*.py")]
    assert [noun for path in paths for noun in _nouns(path)] == [], "write `Return the ...`"
