"""Bombs end with a code, within time and memory: a few of those that `python -m tests.bombs` tries."""

from __future__ import annotations

import sys

import pytest

from tests.bombs import Bomb
from tests.bombs.table import BOMBS

pytest.importorskip("psutil")
from tests.bombs.running import faults_of, tried

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the system there enforces no limits")


@pytest.mark.parametrize(
    "bomb",
    [pytest.param(each, id=f"{each.language} {each.name}", marks=[pytest.mark.nightly] * (not each.is_cheap))
     for each in BOMBS],
)  # fmt: skip
def test_bombs(bomb: Bomb) -> None:
    assert not faults_of(bomb, tried(bomb))
