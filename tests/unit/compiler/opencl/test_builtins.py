"""Builtin functions have the names in the IR that a whole clang gives them, and the library has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tests.compiler.host
from simt.compiler.builtins.library import has
from simt.compiler.types import WORK_ITEM_FUNCTIONS
from tests.compiler.host import clang_ir, verified
from tests.compiler.kernels import read_unit

pytest.importorskip("clang")

SOURCE = Path(tests.compiler.host.__file__).with_name("builtins_called.cl")
KNOWN_TO_THE_BACK_END = {*WORK_ITEM_FUNCTIONS, "_Z7barrierj", "_Z9mem_fencej", "_Z14read_mem_fencej"}


def called(ir: str) -> set[str]:
    return set(re.findall(r" call .*@(_Z\w+)\(", ir))


def test_the_library_has_what_is_called() -> None:
    ir = read_unit(SOURCE).ir
    verified(ir)
    names = called(ir)
    assert len(names) > 80
    assert [name for name in sorted(names - KNOWN_TO_THE_BACK_END) if not has(name)] == []


def test_names_are_those_of_clang() -> None:
    pytest.importorskip("ziglang")
    assert called(read_unit(SOURCE).ir) == called(clang_ir(SOURCE))
