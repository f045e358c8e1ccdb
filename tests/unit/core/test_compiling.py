"""Kinds of engine that are compiled for tests: every kind once, the same results, and files that nobody else uses."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
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
from tests.compiling import FULLY, ROWS
from tests.examples import PROFILE


def test_every_kind_is_in_one_row() -> None:
    assert sorted(chain(*ROWS)) == sorted(KINDS)
    assert set(KINDS) > FULLY


@block
def _sum_of_squares(array: Any) -> None:
    for number in range(1, len(array)):
        array[0] += array[number] * array[number]


@pytest.mark.parametrize("effort", [0, 1])
def test_few_passes_make_code_that_does_the_same(effort: int) -> None:
    def compiled() -> MachineCode:
        return machine_code(_sum_of_squares, (np.zeros(1),), vectorize=False)

    full, few = compiled(), compiling._with_few_passes(compiled, effort)()
    assert few.code != full.code
    for code in (full, few):
        array = np.array([0.0, 0.1, 0.7, 1e9, 3.0])
        caller(code.load())(pack(array).words, ())
        assert array[0] == 0.1 * 0.1 + 0.7 * 0.7 + 1e18 + 9.0


@pytest.mark.skipif(PROFILE == "nightly", reason="all kinds are compiled as users have them")
def test_their_files_have_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that tests begin, or a user's, does not find them, and code as users have it is preferred."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    quick, full = (MachineCode(code, "entry", ()) for code in (b"quick", b"full"))
    for kind in ("device", "cycle"):
        cache.keep(kind, "1", quick)
        assert cache.kept(kind, "1") == quick
    assert [path.name.split(".")[1] == "quick" for kind in ("device", "cycle") for path in cache.files(kind)] == [1, 0]
    (path,) = cache.files("device")
    path.with_name(path.name.replace(".quick", "")).write_bytes(content_of(full))
    assert cache.kept("device", "1") == full
    cache.forget("device")
    assert cache.kept("device", "1") is None


def content_of(code: MachineCode) -> bytes:
    """The file of a kind as users have it, whose name the cache gives to kinds that are always compiled fully."""
    cache.keep("functional", "1", code)
    (path,) = cache.files("functional")
    return path.read_bytes()
