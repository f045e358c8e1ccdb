"""What the errors of estimates leave of a front: intervals, draws of errors, and the designs that stay on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import log2, sqrt

import numpy as np
import pytest

from benches.fronts import FFT_SPACE
from simt import explore
from simt.exploration.records.results import pareto_front
from simt.exploration.search.certainty import SURE, front_certainty, interval
from simt.exploration.search.objectives import OBJECTIVES, Measured
from simt.exploration.search.search import Search
from simt.exploration.sessions.exploring import Exploration, run_search
from simt.exploration.silicon.parts import find_part
from simt.exploration.silicon.resources import ResourceEstimate, estimate_resources
from simt.exploration.silicon.spread import ErrorDraws, extremes
from simt.machine import Machine
from simt.views.studies.explore_tables import exploration_json, exploration_text

FPGA4 = Machine.load("fpga4")
WORST = {"luts": 0.0301, "flip_flops": 0.0561, "slices": 0.0547, "clock_mhz": 0.1307}  # docs/resources.md
DRAWS = ErrorDraws(2000, 3)


def measured(machine: Machine, cycles: int = 1000) -> Measured:
    return Measured(estimate_resources(machine), find_part("XC4VLX25"), {"cycles": cycles, "operations": 10 * cycles})


def errors(**keys: object) -> dict[str, np.ndarray]:
    return DRAWS.errors(estimate_resources(FPGA4.replace(**{name.replace("__", "."): keys[name] for name in keys})))


# --- the errors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fpga4", "fpga8", "fpga16"])
def test_a_machine_of_table_1_has_the_error_of_the_fit(name: str) -> None:
    found = DRAWS.errors(estimate_resources(Machine.load(name)))
    for part, worst in WORST.items():
        assert np.abs(found[part]).max() == pytest.approx(worst, rel=0.01)
        assert np.abs(found[part]).max() <= worst
        assert abs(found[part].mean()) < 0.1 * worst
    assert found["luts"] / WORST["luts"] == pytest.approx(found["slices"] / WORST["slices"])
    assert abs(np.corrcoef(found["luts"], found["clock_mhz"])[0, 1]) < 0.1


def test_sizes_have_errors_of_their_own_and_machines_between_them_an_error_between() -> None:
    small, large = (DRAWS.errors(estimate_resources(Machine.load(name))) for name in ("fpga4", "fpga8"))
    assert abs(np.corrcoef(small["luts"], large["luts"])[0, 1]) < 0.1
    between = errors(local__banks=8)  # 32 lanes x banks: halfway from 16 to 64 by doublings; the lanes of fpga4
    assert between["clock_mhz"] == pytest.approx((small["clock_mhz"] + large["clock_mhz"]) / 2)
    assert between["luts"] == pytest.approx(small["luts"])


def test_beyond_the_table_the_error_of_its_end_grows() -> None:
    at_the_end = DRAWS.errors(estimate_resources(Machine.load("fpga16")))
    wide = Machine.load("fpga16").replace(**{"warp_size": 32, "local.banks": 8})  # an octave of lanes; 256 crossings
    beyond = DRAWS.errors(estimate_resources(wide))
    assert beyond["clock_mhz"] == pytest.approx(2 * at_the_end["clock_mhz"])


def test_a_block_without_a_figure_has_one_error_in_every_design() -> None:
    plain, counting, both = (
        estimate_resources(FPGA4.replace(**{f"options.{name}": True for name in names}))
        for names in ((), ("count_bits",), ("count_bits", "round"))
    )
    (block,) = [each for each in counting.blocks if each.name == "ALU bit counter"]
    added = counting.slices * DRAWS.errors(counting)["slices"] - plain.slices * DRAWS.errors(plain)["slices"]
    assert np.abs(added / block.slices).max() == pytest.approx(0.5, rel=0.01)
    more = both.slices * DRAWS.errors(both)["slices"] - counting.slices * DRAWS.errors(counting)["slices"]
    assert abs(np.corrcoef(added, more)[0, 1]) < 0.1
    assert both.uncertainty["slices"] >= np.abs(DRAWS.errors(both)["slices"]).max()


def test_schedulers_of_different_rules_are_different_blocks() -> None:
    first, second, again = (
        errors(scheduler__policy=policy)["luts"] - errors()["luts"] for policy in ("oldest", "two_level", "oldest")
    )
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.1
    assert (first == again).all()


def test_names_of_blocks_are_unique() -> None:
    keys = {"vliw.slots": 3, "options.read_ports": 3, "options.fused": True, "fpu.lanes": 2}
    blocks = estimate_resources(FPGA4.replace(**keys), "eight_banks").blocks
    assert len({block.name for block in blocks}) == len(blocks)


def test_intervals() -> None:
    facts = measured(FPGA4)
    clock = facts.estimate.clock_mhz
    assert interval(OBJECTIVES["clock"], facts) == pytest.approx((clock * (1 - 0.1307), clock * (1 + 0.1307)))
    assert interval(OBJECTIVES["time"], facts) == pytest.approx((1000 / clock / 1.1307, 1000 / clock / 0.8693))
    assert interval(OBJECTIVES["slices"], facts) == pytest.approx((4305 * (1 - 0.0547), 4305 * (1 + 0.0547)))
    span = interval(OBJECTIVES["area_delay"], facts)
    assert span == pytest.approx((4305 * 0.9453 * 1000 / clock / 1.1307, 4305 * 1.0547 * 1000 / clock / 0.8693))
    for exact in ("cycles", "ramb16", "dsp48", "share"):  # fpga4's scarcest resource is the DSP48
        assert interval(OBJECTIVES[exact], facts) is None
    small, large = extremes(facts.estimate)
    assert small.clock_mhz > clock > large.clock_mhz


def test_every_objective_takes_an_estimate_with_drawn_errors() -> None:
    facts = measured(FPGA4.replace(**{"vliw.slots": 3}))
    drawn = replace(facts, silicon=DRAWS.apply(facts.estimate))
    for objective in OBJECTIVES.values():
        if objective.needs_silicon:
            values = np.broadcast_to(objective.value(drawn), DRAWS.count)
            low, high = interval(objective, facts) or (objective.value(facts),) * 2
            assert (low <= values.min(), values.max() <= high) == (True, True), objective.name


# --- the front --------------------------------------------------------------------------------------------------------


def test_the_share_of_two_designs_by_hand() -> None:
    """A bit counter takes x = 314 slices, rounding y = 266, and each may be wrong by half of it, apart from the other.

    The first design has fewer cycles, so it beats the second if x (1 + e / 2) < y (1 + f / 2), with e and f uniform
    from -1 to 1; the rest of the slices is the same. For a given f this is e < (2 (y - x) + y f) / x, from -1 at
    f = (2 x - 2 y - x) / y on up to f = 1: a triangle in the square of e and f.
    """
    facts = [
        measured(FPGA4.replace(**{f"options.{name}": True}), 90 + k) for k, name in enumerate(("count_bits", "round"))
    ]
    x, y = 314, 266
    assert [facts[k].estimate.slices - estimate_resources(FPGA4).slices for k in (0, 1)] == [x, y]
    width, height = 1 - (2 * x - 2 * y - x) / y, (2 * (y - x) + y) / x + 1
    share = width * height / 2 / 4
    goals = [OBJECTIVES["cycles"], OBJECTIVES["slices"]]
    found = front_certainty(dict(enumerate(facts)), [0, 1], goals, draws=20_000, seed=5)
    assert found.on_front[0] == 1.0
    assert found.on_front[1] == pytest.approx(1 - share, abs=0.015)
    assert found.rivals == {1: {0: pytest.approx(1 - found.on_front[1])}}
    assert (found.stays(0), found.stays(1), found.joins(1)) == (True, False, True)


def test_equal_designs_stay_equal_and_a_worse_one_of_the_same_machine_never_joins() -> None:
    facts = {0: measured(FPGA4, 90), 1: measured(FPGA4, 90), 2: measured(FPGA4, 91)}
    found = front_certainty(facts, [0, 1], [OBJECTIVES["cycles"], OBJECTIVES["slices"]])
    assert (found.on_front[0], found.on_front[1]) == (1.0, 1.0)
    assert not found.on_front.get(2)
    assert found.rivals == {}


@pytest.fixture(scope="module")
def shipped() -> Exploration:
    """The search that docs/explore.md shows."""
    return run_search(Search.of("fft128_stockham.s", FFT_SPACE))


def drawn_shares(
    estimates: dict[int, ResourceEstimate], cycles: dict[int, int], draws: int, seed: int
) -> dict[int, float]:
    """The share of draws in which a design is on the front of time and slices, block by block and draw by draw."""
    generator, counts = random.Random(seed), dict.fromkeys(estimates, 0)
    numbers = list(estimates)
    for _ in range(draws):
        fit = {kind: [generator.uniform(-1, 1) for _ in range(3)] for kind in ("luts", "clock")}
        blocks: dict[str, float] = {}
        costs = []
        for number in numbers:
            estimate = estimates[number]
            machine = estimate.machine
            crossed = machine.lds.lanes * machine.local.banks
            outside = max(0.0, log2(16 / crossed) / 2, log2(crossed / 256) / 2)
            fitted = WORST["slices"] * (1 + outside) * between(fit["luts"], log2(machine.warp_size / 4))
            area = 0.0
            for block in estimate.blocks:
                if block.basis == "table":
                    error = fitted
                else:
                    if block.name not in blocks:
                        blocks[block.name] = generator.uniform(-0.5, 0.5)
                    error = blocks[block.name]
                area += block.slices * (1 + error)
            clock = 1 + WORST["clock_mhz"] * (1 + outside) * between(fit["clock"], log2(crossed / 16) / 2)
            costs.append((cycles[number] / (estimate.clock_mhz * clock), round(area, 6)))
        for group in pareto_front(costs):
            for index in group:
                counts[numbers[index]] += 1
    return {number: count / draws for number, count in counts.items()}


def between(ends: Sequence[float], place: float) -> float:
    return float(np.interp(place, (0, 1, 2), ends))


@pytest.mark.nightly
def test_the_stated_designs_are_right_in_1000_other_draws(shipped: Exploration) -> None:
    certainty = shipped.certainty
    assert certainty is not None
    front = {design.point.number for group in shipped.front for design in group}
    estimates, cycles = {}, {}
    for number, (time, _) in shipped.good.items():
        settings = shipped.search.space.values_at(number)
        estimates[number] = estimate_resources(Machine.load("fpga4").replace(**settings))
        cycles[number] = round(time * estimates[number].clock_mhz)
    shares = drawn_shares(estimates, cycles, 1000, seed=2026)
    for number, share in shares.items():
        stated = certainty.on_front.get(number, 0.0)
        noise = 4 * sqrt(2 * max(share * (1 - share), 0.002) / 1000)
        assert abs(stated - share) <= noise, (number, stated, share)
        if number in front and abs(stated - SURE) > noise:
            assert certainty.stays(number) == (share >= SURE)
        elif number not in front and abs(stated - (1 - SURE)) > noise:
            assert certainty.joins(number) == (share > 1 - SURE)
    assert {number for number in front if not certainty.stays(number)} == {58, 16, 62}


def test_table_and_json_agree(shipped: Exploration) -> None:
    certainty, data, text = shipped.certainty, exploration_json(shipped), exploration_text(shipped, is_all=True)
    assert certainty is not None
    stays = {design["number"]: design["stays"] for design in data["front"]}
    named = {entry["number"]: entry for entry in data["certainty"]["not_distinguished"]}
    assert sorted(number for number, does in stays.items() if does) == data["certainty"]["stay"]
    assert {number for number, does in stays.items() if not does} == {n for n, e in named.items() if e["is_on_front"]}
    assert "not distinguished: 3 of 9, on the front in less than 90 % of the draws\n" in text
    assert f"the front: {len(named) - 3} more, on it in more than 10 % of the draws\n" in text
    third = data["front"][2]
    assert third["intervals"]["time"]["low"] < third["objectives"]["time"] < third["intervals"]["time"]["high"]
    assert named[62]["dominated_by"][0]["settings"]["register_file.organisation"] == "auto"


def test_a_search_with_exact_objectives_has_no_errors() -> None:
    found = run_search(Search.of("fft128", {"banks": [2, 4]}, minimise=["cycles", "ramb16"]))
    assert found.certainty is None
    text, data = exploration_text(found), exploration_json(found)
    assert "on front" not in text
    assert (data["certainty"], data["front"][0]["stays"]) == (None, True)
    assert data["front"][0]["intervals"] == {"cycles": None, "ramb16": None}


def test_rows_have_the_same_columns_if_an_objective_is_exact_in_some_designs() -> None:
    """The DSP48, which are exact, are the scarcest resource of the small machines, and slices of the large ones."""
    found = explore("fft128_stockham", {"warp": [4, 8], "banks": [8], "vliw": [1, 3]}, minimise="time,share")
    rows = found.records()
    assert len({tuple(row) for row in rows}) == 1
    exact = [row["share_low"] == row["share"] == row["share_high"] for row in rows]
    assert any(exact)
    assert not all(exact)
    assert found.table["stays"].dtype.kind == "b"
