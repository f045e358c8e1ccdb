"""LLVM's facts about memory are true: words with different tags never meet, constant records are not written."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import isa
from simt.core.engine.kinds import KINDS
from simt.core.jit import block
from simt.core.jit.compile import EntryLibrary, machine_code
from simt.core.jit.deferred import CONSTANT
from simt.core.jit.vector_memory import load_lanes, store_lanes
from simt.core.state.grid import Grid
from simt.core.state.layout import SPEC
from simt.core.state.placed import Placed
from simt.core.state.state import State
from simt.machine import Machine

ONE, OTHER = np.dtype([("first", np.int64), ("second", np.int64)]), np.dtype([("third", np.int64)])


@block
def _through_a_store(records: Any, others: Any, numbers: Any) -> None:
    record = records[0]
    before = record.first
    others[0].third = before
    record.second = before
    numbers[0] = before
    numbers[1] = record.first + numbers[2]


@block
def _write_spec(spec: Any) -> None:
    spec[0].width = 1


@block
def _move_lanes(words: Any, target: Any) -> None:
    store_lanes(
        target, np.int64(0), load_lanes(words, np.int64(0), np.int64(1), np.int64(16)), np.int64(-1), np.int64(16)
    )


@block
def _store_at(words: Any, places: Any) -> None:
    words[places[0]] = places[1]


def _optimised(monkeypatch: pytest.MonkeyPatch, function: Any, *arguments: Any) -> str:
    """Return LLVM's code of a function after all passes."""
    texts = []
    emit = EntryLibrary.machine_code

    def keeping(self: Any, symbol: str) -> Any:
        texts.append(str(self._final_module))
        return emit(self, symbol)

    monkeypatch.setattr(EntryLibrary, "machine_code", keeping)
    machine_code(function, arguments, vectorize=False)
    return texts[0]


def test_a_field_is_not_loaded_again_after_stores_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = np.zeros(2, ONE), np.zeros(2, OTHER), np.zeros(3, np.int64)
    text = _optimised(monkeypatch, _through_a_store, *arguments)
    loads = [line for line in text.splitlines() if " = load i64" in line and "!tbaa" in line]
    assert len(loads) == 2, "the field once, and an element, which may be the one that was stored"


def test_no_compiled_code_writes_a_constant_record() -> None:
    assert frozenset(SPEC.names) in CONSTANT
    with pytest.raises(TypeError, match="the field width of a record that is never written"):
        machine_code(_write_spec, (np.zeros(1, SPEC),), vectorize=False)


def test_no_bounds_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless NUMBA_BOUNDSCHECK asks for it. A check would end the function with a status: numba's way to raise."""
    text = _optimised(monkeypatch, _move_lanes, np.zeros(64, np.uint32), np.zeros(64, np.uint32))
    assert text.count("ret i32") == text.count("ret i32 0") == 1


def test_no_index_counts_from_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look for an index below 0 costs a shift of its sign, or a choice."""
    text = _optimised(monkeypatch, _store_at, np.zeros(64, np.int64), np.zeros(2, np.int64))
    assert " ashr " not in text
    assert " select " not in text


def _arrays(group: Any) -> list[np.ndarray]:
    if isinstance(group, tuple):
        return [array for member in group for array in _arrays(member)]
    return [] if group is None else [group]


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.keys])
def test_records_share_their_memory_with_nothing(name: str) -> None:
    machine = Machine.load("fpga4", dict(KINDS[name].keys))
    state = State.build(Placed(isa.assemble("ret"), machine, Grid.of(64)))
    arrays = [array for array in (*_arrays(state.cores), *_arrays(state.device)) if array.size]
    spans = []
    for array in arrays:
        begin, end = np.lib.array_utils.byte_bounds(array)
        spans.append((begin, end, array.dtype))
    spans.sort(key=lambda span: span[:2])
    for (_, end, dtype), (begin, _, following) in pairwise(spans):
        assert end <= begin or (dtype.names is None and following.names is None)
