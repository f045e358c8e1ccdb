"""The compiler pass that folds what a machine lacks: a branch about an absent group is not even typed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

from simt.core.jit import block
from simt.core.jit.compile import OPTIONS


class Bank(NamedTuple):
    words: Any


class Machine(NamedTuple):
    sums: Any
    bank: Any


@block
def _first_word(machine: Any, place: Any) -> Any:
    if machine.bank is not None:  # noqa: SIM102  # nested, as in the engine: what stands behind `and` is typed
        if machine.bank.words[place] > 0:
            return machine.bank.words[place]
    return np.int64(-1)


@block
def _through_a_name(machine: Any, place: Any) -> Any:
    bank = machine.bank
    if bank is None:
        machine.sums[0] += 1
        return np.int64(-2)
    return _first_word(machine, place) + bank.words[0]


@block
def _untested(machine: Any, place: Any) -> Any:
    return machine.bank.words[place]


@njit(**OPTIONS)
def _both(machine: Any) -> Any:
    return _first_word(machine, 1), _through_a_name(machine, 1)


@njit(**OPTIONS)
def _careless(machine: Any) -> Any:
    return _untested(machine, 1)


def test_branches_on_an_absent_group_are_dropped() -> None:
    sums = np.zeros(1, np.int64)
    assert _both(Machine(sums, None)) == (-1, -2)
    assert sums[0] == 1
    assert _both(Machine(sums, Bank(np.array([10, 7])))) == (7, 17)
    assert sums[0] == 1
    assert len(_both.signatures) == 2


def test_what_is_not_asked_for_is_an_error_where_it_is_absent() -> None:
    with pytest.raises(TypingError):
        _careless(Machine(np.zeros(1, np.int64), None))
    assert _careless(Machine(np.zeros(1, np.int64), Bank(np.array([10, 7])))) == 7
