"""Static counts of generated programs: as the engine counts them, or refused; and strides against brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isa.flow.cfg import control_flow
from isa.flow.variation import variation
from simt.core.engine.output import active_lanes
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.models.static import StaticError, analyse
from simt.models.static.memory.conflicts import degrees_of, pattern_of, stride_of
from tests.examples import examples
from tests.generators.cases import Case, describe, random_case, random_race_free_case

SEEDS = examples(400, 8)


def outcome(case: Case) -> str:
    """What became of a case: "equal", or the code of the error with which it was refused. Fails if counts differ."""
    try:
        counts = analyse(
            case.program,
            case.machine,
            threads=case.threads,
            group_id=case.group_id,
            groups=case.groups,
            max_steps=60_000,
        )
    except StaticError as error:
        code = error.code
    else:
        code = ""
    if code not in ("", "E0843"):
        return code
    run = simulate(
        Placed(case.program, case.machine, Grid.of(case.threads, case.group_id, case.groups)), max_cycles=200_000
    )
    if code:
        assert run.trap is not None, describe(case)
        return code
    assert run.trap is None, describe(case)
    assert run.status == "done", describe(case)
    measured = {
        name: run.stats[name][: len(case.program.words)].tolist()
        for name in ("issues", "entered", "passes", "disagreements")
    }
    assert list(counts.issues) == measured["issues"], describe(case)
    active = active_lanes(run.stats, case.machine.warp_size)[: len(case.program.words)]
    assert list(counts.active_lanes) == active.tolist(), describe(case)
    assert list(counts.accesses) == measured["entered"], describe(case)
    assert list(counts.passes) == measured["passes"], describe(case)
    for mine, theirs in zip(counts.disagreements, measured["disagreements"], strict=True):
        assert mine in (None, theirs), describe(case)
    return "equal"


@pytest.mark.parametrize("seed", range(0, SEEDS, 100))
def test_lanes_disagree_at_candidates_only(seed: int) -> None:
    """Whatever the data, and whether or not the analysis could count."""
    seen = 0
    for number in range(seed, seed + 100):
        case = random_case(number)
        run = simulate(
            Placed(case.program, case.machine, Grid.of(case.threads, case.group_id, case.groups)), max_cycles=5000
        )
        varies = variation(case.program, control_flow(case.program), case.machine.branch.policy)
        for pc in range(len(case.program.words)):
            if run.stats["disagreements"][pc]:
                assert varies[pc] in ("lanes", "data"), describe(case)
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("seed", range(0, SEEDS, 100))
def test_random_programs(seed: int) -> None:
    found = Counter(outcome(random_case(number)) for number in range(seed, seed + 100))
    assert found["equal"] >= 15
    assert found["E0840"] >= 15
    assert found["E0843"] >= 3


def test_random_programs_whose_lanes_take_turns() -> None:
    """Under `its` and `its_yield`, with few barriers and short turns; `bar` by some lanes is refused (E0845)."""
    found = Counter[str]()
    for seed in range(examples(1200, 4)):
        case = (random_case, random_race_free_case)[seed % 2](seed)
        if case.machine.branch.parts_at_jumps:
            policy, after, barriers = ("its", "its_yield")[seed // 2 % 2], 1 + seed % 5, 1 + seed % 4
            keys = {"policy": policy, "yield_after": after, "convergence_barriers": barriers}
            machine = case.machine.replace(**{f"branch.{name}": value for name, value in keys.items()})
            found[outcome(replace(case, machine=machine))] += 1
    assert found["equal"] >= 15
    assert set(found) <= {"equal", "E0840", "E0841", "E0843", "E0844", "E0845"}


@pytest.mark.parametrize("seed", range(0, SEEDS, 100))
def test_random_programs_without_races(seed: int) -> None:
    found = Counter(outcome(random_race_free_case(number)) for number in range(seed, seed + 100))
    assert found["equal"] >= 30
    assert set(found) <= {"equal", "E0840", "E0841"}


def brute_force(addresses: list[int], banks: int) -> int:
    """The most distinct words in one bank, at least 1."""
    return max((len({a for a in addresses if a % banks == bank}) for bank in range(banks)), default=1) or 1


@given(
    st.lists(st.integers(0, 300), min_size=8, max_size=8),
    st.integers(0, 255),
    st.sampled_from([1, 2, 4, 8]),
    st.integers(1, 20),
    st.integers(0, 1000),
)
def test_degrees_of_any_addresses(addresses: list[int], mask: int, beat: int, banks: int, distance: int) -> None:
    """As brute force says, and the same when all addresses move: what the analysis remembers patterns by."""
    expected = tuple(
        brute_force([addresses[lane] for lane in range(first, first + beat) if mask >> lane & 1], banks)
        for first in range(0, 8, beat)
    )
    assert degrees_of(addresses, mask, beat, banks) == expected
    moved = [address + distance for address in addresses]
    assert pattern_of(moved, mask, beat, banks) == pattern_of(addresses, mask, beat, banks)


@given(st.integers(-5, 40), st.integers(0, 255), st.integers(0, 100))
def test_strides_are_recognised(stride: int, mask: int, base: int) -> None:
    addresses = [base + 40 * 8 + stride * lane if mask >> lane & 1 else 7 for lane in range(8)]
    assert stride_of(addresses, mask, 8) == (stride if mask.bit_count() > 1 else None)


@given(st.integers(-5, 40), st.integers(0, 255), st.integers(-40, 40))
def test_strides_hold_within_rows(stride: int, mask: int, jump: int) -> None:
    addresses = [1000 + stride * (lane % 4) + jump * (lane // 4) for lane in range(8)]
    has_pair = any((mask >> first & 15).bit_count() > 1 for first in (0, 4))
    assert stride_of(addresses, mask, 4) == (stride if has_pair else None)
