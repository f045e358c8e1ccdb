"""Hong and Kim, Roofline and bounds against numbers worked out by hand."""

from __future__ import annotations

import re

import pytest

from simt.models import MODELS, Body, Branch, Counts, GlobalAccess, LocalAccess, Prediction, load_parameters
from simt.models.hong_kim import Parallelism
from simt.models.readings import Reading

GTX280 = load_parameters("gtx280")


def predicted(name: str, body: Body, work_items: int = 65536, local_size: int = 256, share: float = 1.0) -> Prediction:
    counts = Counts("x", work_items, local_size, body, active_share=share)
    return MODELS[name].predict(counts, GTX280, None)


SAXPY = Body({"float_add": 1, "float_mul": 1}, (GlobalAccess("x", 2, stride=1), GlobalAccess("y", 1, stride=1)))


def test_bounds_of_saxpy() -> None:
    """256 groups of 8 batches on 30 cores: the busiest has 9 groups, 72 batches; 5 instructions of 4 cycles."""
    found = predicted("bounds", SAXPY)
    assert found.term("bound issue").value == 72 * 5 * 4
    assert found.term("bound fpu").value == 72 * 2 * 32 / 8
    assert found.term("bound global bandwidth").value == pytest.approx(65536 * 3 * 4 / 141.7e9 * 1296e6)
    assert found.binding == "global bandwidth"
    assert found.cycles == found.term("bound global bandwidth").value


def test_bounds_hold_conflicts_units_branches_and_barriers() -> None:
    body = Body(
        {"special": 2, "double": 1},
        local_accesses=(LocalAccess("a", 3, stride=4), LocalAccess("b", 1, stride=0)),
        branches=(Branch("c", 2, {"one": {"int_add": 4}, "none": {}}, divergent=0.5),),
        simple_barriers=1,
    )
    found = predicted("bounds", body, work_items=32, local_size=32)
    assert found.term("bound local memory").value == 2 * (3 * 4 + 1)
    assert found.term("bound sfu").value == 2 * 32 / 2
    assert found.term("bound double").value == 32
    assert found.term("bound alu").value == 2 * (0.5 * 4 + 0.5 * 2) * 32 / 8
    assert found.term("bound issue").value == (3 + 6 + 4 + 1) * 4
    assert found.binding == "issue"


def test_a_scattered_access_moves_whole_segments() -> None:
    body = Body({"float_add": 1}, (GlobalAccess("x", 1, served=1),))
    found = predicted("bounds", body)
    assert found.term("bound global bandwidth").value == pytest.approx(65536 * 128 / 141.7e9 * 1296e6)
    # 72 batches of 32 transfers on the busiest core, which leave it at best 4 cycles apart
    assert found.term("bound transfers").value == 72 * 32 * 4
    slow = predicted("roofline", body)
    assert slow.term("ceiling transfers").value == pytest.approx(30 * 32 / (32 * 4) * 1.296e9)


def test_the_roofline_of_saxpy() -> None:
    """Two operations per 12 bytes: 141.7 / 6 Gop/s, far below 30 x 8 x 1.296 GHz."""
    found = predicted("roofline", SAXPY)
    peak = 30 * 8 * 1.296e9
    assert found.term("ceiling peak arithmetic").value == pytest.approx(peak)
    assert found.term("ceiling issue").value == pytest.approx(peak * (2 * 4) / (5 * 4))
    assert found.term("ceiling global bandwidth").value == pytest.approx(141.7e9 / 6)
    assert found.term("intensity").value == pytest.approx(1 / 6)
    assert found.term("ridge").value == pytest.approx(peak / 141.7e9)
    # 32 resident batches, each 5 x 4 cycles of issue and three latencies of 450
    assert found.term("ceiling concurrency").value == pytest.approx(30 * 1.296e9 * 32 * 64 / (20 + 3 * 450))
    assert found.binding == "global bandwidth"
    assert found.seconds == pytest.approx(2 * 65536 / (141.7e9 / 6))


def test_each_ceiling_of_the_roofline_can_bind() -> None:
    arithmetic = Body({"float_mul": 1000})
    assert predicted("roofline", arithmetic).binding in ("peak arithmetic", "issue", "arithmetic mix")
    conflicts = Body({"float_mul": 10}, local_accesses=(LocalAccess("a", 10, stride=16),))
    assert predicted("roofline", conflicts).binding == "bank conflicts"
    scattered = Body({"float_mul": 10}, (GlobalAccess("x", 10, served=1),))
    assert predicted("roofline", scattered).binding == "coalescing"
    alone = Body({"float_mul": 10}, (GlobalAccess("x", 1, stride=0),))
    assert predicted("roofline", alone, work_items=32, local_size=32).binding == "concurrency"
    mixed = Body({"float_mul": 10, "special": 10})
    assert predicted("roofline", mixed).binding == "arithmetic mix"


def test_idle_lanes_lower_the_roofline() -> None:
    full, half = predicted("roofline", SAXPY), predicted("roofline", SAXPY, share=0.5)
    assert half.term("ceiling divergence").value == full.term("ceiling peak arithmetic").value / 2
    assert half.term("operations").value == full.term("operations").value / 2


def test_the_roofline_counts_integers_where_there_are_no_floats() -> None:
    found = predicted("roofline", Body({"int_add": 3}))
    assert found.term("operations").value == 3 * 65536
    assert found.term("operations").note.startswith("integer")


def test_hong_and_kims_three_cases() -> None:
    def execution(mwp: float, resident: float, computation: float) -> tuple[int, float]:
        return Parallelism(resident, 400.0, 0.0, 1200.0, computation, 3.0, mwp).execution

    assert execution(mwp=2, resident=2, computation=30) == (1, 1200 + 30 + 10 * 1)
    assert execution(mwp=2, resident=8, computation=30) == (2, 1200 * 4 + 10 * 1)
    assert execution(mwp=8, resident=8, computation=600) == (3, 400 + 600 * 8)
    assert execution(mwp=8, resident=8, computation=1500)[0] == 2


def test_mwp_is_the_least_of_departures_bandwidth_and_warps() -> None:
    def mwp(departure: float, bandwidth: float, resident: float) -> float:
        return Parallelism(resident, 400, departure, 1200, 100, 3, bandwidth / (1e9 * 10)).mwp

    assert mwp(100, 1e12, 32) == 4
    assert mwp(1, 8e10, 32) == 8
    assert mwp(1, 1e12, 6) == 6


def test_hong_and_kim_bind_where_their_cases_say() -> None:
    computing = predicted("hong-kim", Body({"float_mul": 100}, (GlobalAccess("x", 1, stride=1),)))
    assert (computing.binding, computing.term("Exec_cycles").equation) == ("computation", "case 3")
    more = predicted("hong-kim", Body({"float_mul": 500}, (GlobalAccess("x", 1, stride=1),)))
    assert (more.binding, more.term("Exec_cycles").equation) == ("computation", "case 2")
    assert "less than Comp_cycles x N = 64128 cycles a round, which issue alone takes" in more.notes[0]
    scattered = Body({"float_mul": 5}, (GlobalAccess("x", 5, served=1),))
    assert predicted("hong-kim", scattered).binding == "memory departures"
    assert predicted("hong-kim", SAXPY).binding == "global bandwidth"
    few = Body({"float_mul": 1}, (GlobalAccess("x", 5, stride=1),))
    assert predicted("hong-kim", few, work_items=32 * 30, local_size=32).binding == "warps in flight"
    assert predicted("hong-kim", Body({"float_mul": 5})).cycles == pytest.approx(5 * 4 * 32 * 256 / (4 * 30))


def test_a_coalesced_access_of_a_wide_warp_is_not_scattered() -> None:
    """64 work-items of 4 bytes are two segments: two transfers are what their bytes need."""
    hd5870 = load_parameters("hd5870").with_values({"departure_coalesced": 4}, "test")
    found = MODELS["hong-kim"].predict(Counts("x", 65536, 256, SAXPY), hd5870, None)
    assert found.term("Mem_L").value == 500
    assert found.term("Departure_delay").value == 4


@pytest.mark.parametrize("name", ["paper", "hong-kim", "roofline", "bounds"])
def test_notes_write_millions_without_an_exponent(name: str) -> None:
    body = Body(
        {"float_add": 2500000},
        (GlobalAccess("x", 1200000, served=1),),
        (LocalAccess("a", 3000000, stride=1),),
        (Branch("c", 4000000, {"one": {"int_add": 4}, "none": {}}, divergent=0.5),),
    )
    counts = Counts("x", 65536, 256, body)
    reading = Reading() if name == "paper" else None
    notes = [term.note for term in MODELS[name].predict(counts, GTX280, reading).terms]
    assert not [note for note in notes if "e+" in note]
    assert any(re.search(r"\b\d{7,}\b", note) for note in notes)
