"""The fast engine equals the executable specification on every cycle, over generated machines and programs.

That is worth as much as what these reach: test_reference_ledgers.py has every reason and every stop among them.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from tests.engines import plain_difference
from tests.examples import examples, nightly_but
from tests.generators.cases import Case, cases, describe, random_case, random_race_free_case, shrink
from tests.generators.machines import idealised

BATCHES = examples(12, 12)
PER_BATCH = 100  # pairs in every run, 1200 at night
LIFTED = WITH_EXTRAS = examples(40, 2)
RACE_FREE = 300


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_every_cycle(batch: int) -> None:
    for seed in range(batch * PER_BATCH, (batch + 1) * PER_BATCH):
        case = random_case(seed)
        found = plain_difference(case)
        if found:
            smallest = shrink(case, lambda candidate: bool(plain_difference(candidate)))
            pytest.fail(f"{plain_difference(smallest)}\n\n{describe(smallest)}\n\nfound with seed {seed}")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_without_limits(batch: int) -> None:
    """Section 22: some limit is lifted on every machine."""
    for seed in range(batch * LIFTED, (batch + 1) * LIFTED):
        case = random_case(seed)
        case = replace(case, machine=idealised(random.Random(f"limits of {seed}"), case.machine))
        found = plain_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_extras(batch: int) -> None:
    for seed in range(batch * WITH_EXTRAS, (batch + 1) * WITH_EXTRAS):
        case = random_case(seed, extras=True)
        found = plain_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"


@settings(max_examples=examples(2000, 200))  # of the cases above, which are drawn by seeds; hypothesis makes them small
@given(cases())
def test_engines_agree_on_cases_of_hypothesis(case: Case) -> None:
    found = plain_difference(case)
    assert not found, f"{found}\n\n{describe(case)}"


@pytest.mark.parametrize("batch", nightly_but([1], range(3)))
def test_functional_engine_agrees_on_race_free_programs(batch: int) -> None:
    for seed in range(batch * RACE_FREE // 3, (batch + 1) * RACE_FREE // 3):
        case = random_race_free_case(seed, extras=seed % 2 == 1)
        launch = Grid.of(case.threads, case.group_id, case.groups)
        timed = simulate(Placed(case.program, case.machine, launch), max_cycles=case.max_cycles)
        untimed = simulate(Placed(case.program, case.machine, launch), max_cycles=10_000_000, engine="functional")
        assert (timed.status, untimed.status) == ("done", "done"), describe(case)
        assert np.array_equal(timed.registers, untimed.registers), describe(case)
        assert np.array_equal(timed.carry, untimed.carry), describe(case)
        assert np.array_equal(timed.local, untimed.local), describe(case)
        assert np.array_equal(timed.stats["issues"], untimed.stats["issues"]), describe(case)


@pytest.mark.parametrize("batch", range(examples(4, 2)))
def test_ledgers_sum(batch: int) -> None:
    """Without recording, so that the sums are those of the intervals alone; stops of every kind are among the cases."""
    for seed in range(batch * 100, (batch + 1) * 100):
        case = random_case(seed)
        machine = case.machine
        output = simulate(
            Placed(case.program, machine, Grid.of(case.threads, case.group_id, case.groups)), max_cycles=case.max_cycles
        )
        warps = -(-case.threads // machine.warp_size)
        assert output.warp_ledger.sum() == warps * output.cycles, describe(case)
        slots = machine.issue_width * machine.vliw.slots
        assert output.issue_ledger.sum() == slots * output.cycles, describe(case)
        assert sum(output.lane_ledger.values()) == output.stats["issues"].sum() * machine.warp_size, describe(case)
        assert output.warp_ledger.min() >= 0, describe(case)
        assert output.issue_ledger.min() >= 0, describe(case)
