"""The statistics and the plan of a sample: numbers alone, without an engine."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simt.core.engine.output import active_lanes
from simt.core.state.reasons import LOST_LANES
from simt.launch.sampling.doubts import trend
from simt.launch.sampling.estimate import Batch, Doubts, estimate, quantile, settled, spread
from simt.launch.sampling.plan import HEAD, Plan, lead_of
from simt.launch.sampling.scaled import apportioned, spread_over_cores
from tests.examples import examples


def batches(rates: list[float], kinds: list[int] | None = None, work: int = 1000) -> list[Batch]:
    """Batches of `work` operations with these rates, each in a block and a stretch of its own."""
    kinds = kinds or [0] * len(rates)
    return [
        Batch(number, kind, number, round(rate * work), work)
        for number, (rate, kind) in enumerate(zip(rates, kinds, strict=True))
    ]


# --- the estimate ----


def test_a_constant_rate_is_the_estimate() -> None:
    found = estimate(batches([2.0] * 6), np.full(20, 500.0), np.zeros(20, int))
    assert found.cycles == pytest.approx(20 * 500 * 2)
    assert found.margin == pytest.approx(0.002 * 20_000 + 0.1 * 2000)  # the allowances for jumps alone


def test_parts_say_how_often_a_batch_stands_for_its_own_work() -> None:
    measured = batches([2.0, 2.0, 2.0, 2.0])
    found = estimate(measured, np.full(8, 250.0), np.zeros(8, int))
    assert (found.parts * 1000).sum() == pytest.approx(8 * 250)


def test_classes_have_rates_of_their_own() -> None:
    kinds = np.array([0] * 5 + [1] * 5)
    measured = batches([1.0, 1.0, 1.0, 1.0, 1.0, 3.0, 3.0, 3.0], [0, 0, 0, 0, 0, 1, 1, 1])
    found = estimate(measured, np.full(10, 100.0), kinds)
    assert found.cycles == pytest.approx(500 * 1 + 500 * 3)


def test_a_class_without_batches_gets_the_rates_of_all() -> None:
    found = estimate(batches([2.0] * 5), np.full(4, 100.0), np.array([0, 0, 1, 1]))
    assert found.cycles == pytest.approx(800)


def test_rates_are_interpolated_between_blocks() -> None:
    measured = [Batch(block, 0, block, 1000 + 100 * block, 1000) for block in (4, 0, 8, 4, 8, 0)]
    work = np.zeros(9)
    work[2] = 1000.0
    assert estimate(measured, work, np.zeros(9, int)).cycles == pytest.approx(1200, rel=0.05)


def test_nothing_left_out_is_no_cycle() -> None:
    found = estimate(batches([2.0, 2.1, 1.9, 2.0]), np.zeros(5), np.zeros(5, int))
    assert (found.cycles, found.margin) == (0.0, 0.0)


def test_first_batches_are_left_out_while_the_rate_settles() -> None:
    assert settled(np.array([5.0, 3.0, 2.0, 2.1, 1.9, 2.0, 2.1, 1.9])) == 2
    assert settled(np.array([2.0, 2.0, 2.0, 2.0])) == 0
    assert settled(np.array([9.0, 2.0, 2.0, 2.0])) == 0  # four are kept, so that their spread says something
    measured = batches([5.0, 3.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0])
    assert estimate(measured, np.full(4, 100.0), np.zeros(4, int)).cycles == pytest.approx(800)


def test_neighbours_that_go_together_widen_the_interval() -> None:
    rng = np.random.default_rng(1)
    noise = rng.standard_normal(400)
    slow = np.convolve(noise, np.ones(8) / 8, "valid")
    whole, single = spread(slow)
    assert whole > 4 * single
    assert spread(noise)[0] == pytest.approx(spread(noise)[1], rel=0.4)
    whole, single = spread(np.array([1.0, -1.0] * 20))
    assert whole == single / 2


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_quantiles_are_student_s(freedom: float, value: float) -> None:
    assert quantile(freedom) == pytest.approx(value, rel=0.03)


@pytest.mark.parametrize("together", [0.0, 0.5, 0.8])
def test_intervals_hold_the_truth_as_often_as_they_say(together: float) -> None:
    """Rates that drift by chance around 2, with a memory: the interval holds the whole at least 95 times of 100."""
    rng, held, count = np.random.default_rng(7), 0, examples(50, 1000)
    for _ in range(count):
        rate, series = 0.0, []
        for _ in range(400):
            rate = together * rate + rng.standard_normal()
            series.append(2 + 0.05 * rate)
        truth = 1000 * sum(series)
        found = estimate(batches(series[:40]), np.array([1000.0] * 360), np.zeros(360, int))
        whole = 1000 * sum(series[:40]) + found.cycles
        held += abs(whole - truth) <= found.margin
    assert held >= 0.95 * count


def test_doubts_widen_the_interval() -> None:
    measured, work, kinds = batches([2.0] * 6), np.full(20, 500.0), np.zeros(20, int)
    plain = estimate(measured, work, kinds)
    doubtful = estimate(measured, work, kinds, Doubts(work=0.03, slower=0.01))
    assert doubtful.cycles == plain.cycles
    assert doubtful.margin - plain.margin == pytest.approx((0.03 + 0.01) * plain.cycles)


def test_rates_that_may_fall_put_the_estimate_into_the_middle() -> None:
    measured, work, kinds = batches([2.0] * 6), np.full(20, 500.0), np.zeros(20, int)
    plain = estimate(measured, work, kinds)
    falling = estimate(measured, work, kinds, Doubts(faster=0.05, slower=0.01))
    assert falling.cycles == pytest.approx(0.98 * plain.cycles)
    assert falling.margin - plain.margin == pytest.approx(0.03 * plain.cycles)
    assert (falling.parts * 1000).sum() * 2 == pytest.approx(falling.cycles)


def test_rates_fall_by_no_more_than_the_headroom() -> None:
    measured, work, kinds = batches([2.0, 2.2, 1.8, 2.1, 1.9, 2.0]), np.full(20, 500.0), np.zeros(20, int)
    free = estimate(measured, work, kinds, Doubts(faster=0.09, slower=0.01))
    bound = estimate(measured, work, kinds, Doubts(faster=0.09, slower=0.01, headroom=0.02))
    at_bound = estimate(measured, work, kinds, Doubts(faster=0.09, slower=0.01, headroom=0.0))
    assert free.cycles < bound.cycles <= at_bound.cycles
    assert free.margin > bound.margin
    assert at_bound.cycles == pytest.approx(estimate(measured, work, kinds).cycles)


def test_the_trend_is_what_a_line_over_one_by_the_age_says_of_the_rest() -> None:
    def aged(rate: Callable[[int], float]) -> list[Batch]:
        return [Batch(0, 0, 0, round(1e6 * rate(age)), 1_000_000, float(age)) for age in range(2, 12)]

    assert trend(aged(lambda _: 2.0), 100) == pytest.approx(0, abs=1e-9)
    settling = aged(lambda age: 2 + 1 / age)
    later = np.mean([2 + 1 / age for age in range(7, 12)])
    rest = 2 + np.log(100 / 11) / 89
    assert trend(settling, 100) == pytest.approx(1 - rest / later, rel=1e-3)
    assert trend(settling, 11) == 0  # nothing is left
    assert trend(settling[:1], 100) == 1  # nothing is known


# --- the plan --------


def plan_of(waves: int = 100, wave: int = 8, kinds: np.ndarray | None = None) -> Plan:
    bounds = np.arange(0, waves * wave + 1, wave)
    return Plan(waves * wave, wave, bounds, np.zeros(waves, int) if kinds is None else kinds, np.full(waves, 10.0))


def test_stretches_never_overlap_and_leave_head_and_tail_alone() -> None:
    plan = plan_of()
    plan.simulated.append((0, 7 * plan.wave))
    taken = []
    while True:
        begins, waves = plan.next_stretches(2, 3)
        if not begins:
            break
        for begin in begins:
            end = begin + plan.size(waves)
            plan.take(begin, begin + lead_of(waves) * plan.wave, end)
            taken.append((begin, end))
    taken.sort()
    assert len(taken) > 10
    assert taken[0][0] >= 7 * plan.wave
    assert taken[-1][1] <= plan.last
    assert all(end <= begin for (_, end), (begin, _) in pairwise(taken))
    assert HEAD < 7


def test_a_launch_whose_groups_all_do_the_same_has_no_tail() -> None:
    unlike = plan_of()
    alike = Plan(800, 8, np.array([0, 800]), np.zeros(1, int), np.array([1000.0]))
    assert (unlike.is_alike, unlike.tail) == (False, 792)
    assert (alike.is_alike, alike.tail) == (True, 800)


def test_a_class_without_a_stretch_comes_first() -> None:
    kinds = np.zeros(100, int)
    kinds[60:80] = 1
    plan = plan_of(kinds=kinds)
    plan.take(0, 0, 48)
    [begin], waves = plan.next_stretches(1, 3)
    assert kinds[plan.block_of(begin + plan.size(waves) // 2)] == 1


def test_what_is_left_out_sums_to_the_operations_that_were_not_measured() -> None:
    plan = plan_of()
    plan.take(0, 0, 80)
    plan.take(400, 420, 444)
    left = plan.left_out(137)
    assert left.sum() == pytest.approx(1000 - 137)
    assert left[:10].sum() == 0
    assert left[52] < left[60]


# --- shares ----------


def test_shares_are_whole_numbers_of_the_right_sum() -> None:
    weights = np.array([[0.0, 1.5], [2.5, 4.0]])
    shares = apportioned(weights, 17)
    assert shares.sum() == 17
    assert shares[0, 0] == 0
    assert np.abs(shares - weights * 17 / 8).max() < 1
    assert apportioned(np.zeros(3), 5).tolist() == [0, 0, 0]


COUNTED = np.dtype([(name, np.int64) for name in ("issues", "starts", "disagreements", *LOST_LANES)])


@given(st.integers(1, 40), st.integers(1, 8), st.sampled_from([0, 1, 3, 100, 10**9]), st.integers(0, 1 << 32))
def test_no_core_has_lanes_without_an_issue(cores: int, program: int, most: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    warp_size = 32
    counted, stats = np.zeros(program, COUNTED), np.zeros((cores, program), COUNTED)
    counted["issues"] = random.integers(0, most, program, endpoint=True)
    for name in ("starts", "disagreements"):
        counted[name] = random.integers(0, counted["issues"], endpoint=True)
    room = counted["issues"] * warp_size
    for name in LOST_LANES:
        counted[name] = random.integers(0, room, endpoint=True)
        room = room - counted[name]
    weights = random.random((cores, program)) * (random.random((cores, program)) < 0.7)  # some cores have none
    spread_over_cores(stats, counted, weights, warp_size)
    for name in COUNTED.names or ():
        assert stats[name].min() >= 0, name
        assert np.array_equal(stats[name].sum(axis=0), counted[name]), name
    assert active_lanes(stats, warp_size).min() >= 0
    assert (stats["starts"] <= stats["issues"]).all()
    assert (stats["disagreements"] <= stats["issues"]).all()


def test_lost_lanes_go_where_the_issues_are() -> None:
    counted, stats = np.zeros(1, COUNTED), np.zeros((30, 1), COUNTED)
    counted["issues"], counted["diverged"] = 3, 93
    spread_over_cores(stats, counted, np.ones((30, 1)), 32)
    assert stats["issues"].sum() == 3
    assert np.array_equal(stats["diverged"], 31 * stats["issues"])
