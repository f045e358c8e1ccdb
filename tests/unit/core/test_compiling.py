"""Kinds of engine that are compiled for tests: every kind once, the same results, and files that nobody else uses."""

from __future__ import annotations

import os
from itertools import chain
from typing import Any

import numpy as np
import pytest

from simt.core.engine import cache
from simt.core.engine.kinds import KINDS
from simt.core.jit import block
from simt.core.jit.compile import machine_code
from simt.core.jit.loaded import MachineCode, caller
from simt.core.jit.packed import pack
from tests import compiling
from tests.compiling import FULLY, MUCH_RUN, QUICK, ROWS
from tests.examples import PROFILE


def test_every_kind_is_in_one_row() -> None:
    assert sorted(chain(*ROWS)) == sorted(KINDS)
    assert set(KINDS) > FULLY | MUCH_RUN
    assert not FULLY & MUCH_RUN


def test_kinds_as_users_have_them_come_first() -> None:
    """After others they would share functions that are simplified little."""
    assert {*ROWS[1][: len(FULLY)]} == FULLY


@block
def _sum_of_squares(array: Any) -> None:
    for number in range(1, len(array)):
        array[0] += array[number] * array[number]


@pytest.mark.parametrize("level", [0, 1])
def test_few_passes_make_code_that_does_the_same(level: int) -> None:
    def compiled() -> MachineCode:
        return machine_code(_sum_of_squares, (np.zeros(1),), vectorize=False)

    full, few = compiled(), compiling._with_few_passes(compiled, level)()
    assert few.code != full.code
    for code in (full, few):
        array = np.array([0.0, 0.1, 0.7, 1e9, 3.0])
        caller(code.load())(pack(array).words, ())
        assert array[0] == 0.1 * 0.1 + 0.7 * 0.7 + 1e18 + 9.0


@pytest.mark.skipif(PROFILE == "nightly", reason="all kinds are compiled as users have them")
def test_their_files_are_in_a_place_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a process that tests begin looks there too, and code as users have it is preferred."""
    quick, full = (MachineCode(code, "entry", ()) for code in (b"quick", b"full"))
    monkeypatch.setitem(compiling.few_passes, "test-quick", 1)
    cache.keep("test-quick", "1", quick)
    monkeypatch.undo()
    assert cache.kept("test-quick", "1") == quick
    assert [path.is_relative_to(QUICK) for path in cache.files("test-quick")] == [True]
    assert os.environ["XDG_CACHE_HOME"] == str(QUICK)
    cache.keep("test-quick", "1", full)
    assert cache.kept("test-quick", "1") == full
    assert [path.is_relative_to(QUICK) for path in cache.files("test-quick")] == [False, True]
    cache.forget("test-quick")
    assert cache.files("test-quick") == []
