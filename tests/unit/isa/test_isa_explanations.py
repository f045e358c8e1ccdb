from __future__ import annotations

import re
from pathlib import Path

import pytest

import isa
from isa.diagnostics import EXPLANATIONS
from isa.explanations import EXAMPLES, TEXTS

_CODE = re.compile(r'"([EW]0\d{3})"')
_UNSPECIFIC = {"E0000", "E0100"}  # the codes of base classes; no message has them


def codes_of(text: str) -> list[str]:
    try:
        return [entry.code for entry in isa.assemble(text).warnings]
    except isa.AssemblyError as error:
        return [entry.code for entry in error.diagnostics]


def test_every_code_is_explained_and_every_explanation_has_its_code() -> None:
    used: set[str] = set()
    for path in Path(isa.__file__).parent.rglob("*.py"):
        if path.name != "explanations.py":
            used.update(_CODE.findall(path.read_text(encoding="utf-8")))
    assert used - _UNSPECIFIC == set(TEXTS)
    assert set(TEXTS) <= set(EXPLANATIONS)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_gives_the_code_and_the_right_one_nothing(code: str) -> None:
    wrong, right = EXAMPLES[code]
    assert codes_of(wrong) == [code]
    assert not [found for found in codes_of(right) if found.startswith("E") or found == code]


@pytest.mark.parametrize("code", TEXTS)
def test_an_explanation_is_a_title_and_a_paragraph(code: str) -> None:
    text = EXPLANATIONS[code]
    assert text.startswith(f"{code}: ")
    assert len(text.split()) > 20
    assert max(len(line) for line in text.splitlines()) <= 100
