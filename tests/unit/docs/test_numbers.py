"""Numbers for readers are written in one way: all digits, and no marks between thousands (`number_text`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from isa.reporting.diagnostics import number_text
from tests.paths import ROOT

MARKED = re.compile(r"(?<![\w,.=\[:/-])\+?\d{1,3}(?:,\d{3})+(?![\w,])")
LISTS = re.compile(r"--set |--local-size |`-l ")  # values of an option, with commas between
FORMAT = re.compile(r"\{[^{}\"]*:[+<>^ ]?\d*[,_](?:\.\d+[a-z]|[dfg])?\}|toLocaleString|NumberFormat")


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0, 4, "0"), (999.96, 4, "1000"), (0.12345, 4, "0.1235"), (12.345, 4, "12.35"), (1234.5678, 4, "1235"),
        (2097152, 4, "2097152"), (2097152.4, 4, "2097152"), (-12345.6, 4, "-12346"), (123456.7, 10, "123456.7"),
        (1e15, 4, "1e+15"), (float("inf"), 4, "inf"), (float("nan"), 4, "nan"), (1e-7, 4, "1e-07"),
    ],
)  # fmt: skip
def test_all_digits_of_a_number(value: float, digits: int, text: str) -> None:
    assert number_text(value, digits) == text


def lines(*patterns: str) -> Iterator[tuple[Path, int, str]]:
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
                yield path.relative_to(ROOT), number, line


def test_no_page_marks_thousands() -> None:
    pages = ("*.md", "docs/**/*.md", "programs/*.md", "changes/*.md", "*/explanations/*.md", "docs/*.ipynb")
    assert [
        f"{path}:{number}: {match[0]}"
        for path, number, line in lines(*pages)
        if not LISTS.search(line)
        for match in MARKED.finditer(line)
        if path.name != "CHANGELOG.md"  # of versions that are out
    ] == []


def test_no_source_marks_thousands() -> None:
    sources = ("simt/**/*.py", "isa/**/*.py", "benches/*.py", "docs/site/*.py", "simt/**/*.js", "simt/**/*.html")
    assert [f"{path}:{number}" for path, number, line in lines(*sources) if FORMAT.search(line)] == []
