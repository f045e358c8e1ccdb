"""What numba is spared while it compiles, and that it gets the answers that it gave itself."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from numba.core import itanium_mangler
from numba.core.compiler import DEFAULT_FLAGS, Flags
from numba.core.targetconfig import Option, TargetConfig

import simt.core.jit  # noqa: F401 - puts them in place


class Others(Flags):
    more = Option(type=bool, default=False, doc="an option that numba's flags lack")


def flags(kind: type[TargetConfig] = Flags, **values: Any) -> TargetConfig:
    made = kind()
    for name, value in values.items():
        setattr(made, name, value)
    return made


SOME = [flags(), flags(nrt=True), flags(nrt=False), flags(nrt=True, no_cpython_wrapper=True), DEFAULT_FLAGS.copy()]
SOME += [flags(Others), flags(Others, nrt=True), flags(Others, more=True)]


def test_flags_are_equal_if_they_are_option_by_option() -> None:
    """An option that is set to its default is as if it were not set."""
    for one, other in itertools.product(SOME, SOME):
        assert (one == other) == (one.values() == other.values())
        assert (one == other) == (hash(one) == hash(other) and one.values() == other.values())
    assert flags() == flags(nrt=False) != flags(nrt=True)
    assert flags() != "flags"
    assert flags() != flags(Others)


def test_their_hash_is_that_of_numba() -> None:
    for one in SOME:
        assert hash(one) == hash(tuple(sorted(one.values())))


def test_flags_are_not_read_option_by_option(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = flags(nrt=True), flags(nrt=True, no_rewrites=False)
    kept = {one: 1}
    monkeypatch.setattr(TargetConfig, "values", None)
    assert kept[other] == 1


def test_a_name_is_spelled_once() -> None:
    text = f"Core({'x, ' * 1000})"
    before = itanium_mangler._escape_string.cache_info()
    first, second = (itanium_mangler.mangle(text, ()) for _ in range(2))
    after = itanium_mangler._escape_string.cache_info()
    assert first == second
    assert after.misses - before.misses <= 1 <= after.hits - before.hits
