from __future__ import annotations

import re

import pytest

import isa
from isa.assembly.directives import DIRECTIVES
from isa.assembly.expressions import FUNCTIONS
from isa.assembly.macros import BLOCK_DIRECTIVES
from isa.table.table import COND, SPECIAL_NAMES, TYPES
from tests.paths import ROOT

PAGE = ROOT.joinpath("docs/assembly.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```asm\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_every_example_assembles_without_warnings(block: str) -> None:
    assert isa.assemble(block).warnings == ()


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 6


def test_the_page_names_everything_that_the_language_has() -> None:
    names = [
        *DIRECTIVES,
        *BLOCK_DIRECTIVES,
        *FUNCTIONS,
        *SPECIAL_NAMES,
        *TYPES,
        *(name for name in COND if name != "always"),
    ]
    missing = [name for name in names if not re.search(rf"(?<![\w.]){re.escape(name)}\b", PAGE)]
    assert missing == []


def test_the_message_shown_is_what_the_assembler_says() -> None:
    (message,) = re.findall(r"```text\n(.*?)\n```", PAGE, re.DOTALL)
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble("\n" * 9 + "    mull.f32  r1, r1, a\n", filename="saxpy.s")
    assert str(caught.value) == message
