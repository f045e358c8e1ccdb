"""What holds for every model and any counts: more work takes no less time, twice the clock takes half the time, ..."""

from __future__ import annotations

import json
import math
import tomllib
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simt.models import (
    Body,
    Branch,
    Counts,
    GlobalAccess,
    LocalAccess,
    Loop,
    Parameters,
    Prediction,
    Reading,
    counts_from_dict,
    load_parameters,
)
from simt.models.classes import CLASSES
from simt.models.errors import ModelError
from simt.models.kernels import mm_local, pps_br
from simt.models.parameters import KEYS, LEAST
from simt.models.readings import Broadcast, GlobalClock, Kernel, Rounding, Transfers
from simt.models.registry import MODELS

GTX280 = load_parameters("gtx280").with_values({"cost.float_div": 200.0}, "test")
MIXES = st.dictionaries(
    st.sampled_from(["int_add", "float_add", "float_mul", "special", "control"]), st.integers(0, 50)
)


@st.composite
def global_accesses(draw: st.DrawFn, name: str) -> GlobalAccess:
    kind = draw(st.sampled_from(["stride", "served", "transfers"]))
    value = draw(st.integers(0 if kind == "stride" else 1, 32))
    given: dict[str, Any] = {kind: value}
    return GlobalAccess(name, draw(st.integers(0, 20)), is_store=draw(st.booleans()), **given)


@st.composite
def local_accesses(draw: st.DrawFn, name: str) -> LocalAccess:
    if draw(st.booleans()):
        return LocalAccess(name, draw(st.integers(0, 20)), stride=draw(st.integers(0, 40)))
    return LocalAccess(name, draw(st.integers(0, 20)), degree=draw(st.floats(1, 16)))


@st.composite
def blocks(draw: st.DrawFn, depth: int = 2) -> Body:
    paths = {f"path{number}": draw(MIXES) for number in range(draw(st.integers(1, 3)))}
    branches = (Branch("if", draw(st.integers(0, 5)), paths, divergent=draw(st.none() | st.floats(0, 1))),)
    loops = (Loop("k", draw(st.integers(0, 10)), draw(blocks(depth - 1))),) if depth and draw(st.booleans()) else ()
    return Body(
        draw(MIXES),
        tuple(draw(global_accesses(name)) for name in "xy"[: draw(st.integers(0, 2))]),
        tuple(draw(local_accesses(name)) for name in "ab"[: draw(st.integers(0, 2))]),
        branches if draw(st.booleans()) else (),
        draw(st.integers(0, 3)),
        draw(st.integers(0, 3)),
        loops,
    )


@st.composite
def launches(draw: st.DrawFn) -> Counts:
    group = draw(st.sampled_from([32, 64, 100, 256, 512]))
    body = draw(blocks())
    body = replace(body, instructions={**body.instructions, "float_add": body.instructions.get("float_add", 0) + 1})
    return Counts("generated", group * draw(st.integers(1, 300)), group, body)


READINGS = st.builds(
    Reading,
    st.sampled_from(Kernel),
    st.sampled_from(Transfers),
    st.sampled_from(Rounding),
    st.sampled_from(GlobalClock),
    st.sampled_from(Broadcast),
)
NAMES = st.sampled_from(sorted(MODELS))


def predicted(name: str, counts: Counts, parameters: Parameters = GTX280, reading: Reading | None = None) -> Prediction:
    return MODELS[name].predict(counts, parameters, reading)


@given(NAMES, launches(), READINGS)
def test_a_prediction_is_whole(name: str, counts: Counts, reading: Reading) -> None:
    found = predicted(name, counts, reading=reading)
    assert math.isfinite(found.seconds)
    assert found.seconds > 0
    assert found.cycles == pytest.approx(found.seconds * 1296e6)
    assert found.because
    combine = sum if found.is_sum else max
    assert combine(found.parts.values()) == pytest.approx(found.seconds)
    assert name == "hong-kim" or found.parts[found.binding] == max(found.parts.values())
    assert json.loads(json.dumps(found.to_dict()))["seconds"] == found.seconds
    assert found.kernel in str(found)


@given(NAMES, launches(), READINGS, st.sampled_from(["float_add", "special", "int_add"]), st.integers(1, 100))
def test_more_instructions_take_no_less_time(name: str, counts: Counts, reading: Reading, kind: str, more: int) -> None:
    mix = dict(counts.body.instructions)
    mix[kind] = mix.get(kind, 0) + more
    larger = replace(counts, body=replace(counts.body, instructions=mix))
    if name == "roofline":  # by operations per second: another operation may also raise the peak of its unit
        assert predicted("bounds", larger).seconds >= predicted("bounds", counts).seconds
    elif name == "hong-kim":  # its three cases do not meet where they change over; within a case it grows
        before, after = predicted(name, counts), predicted(name, larger)
        cases = [[term.equation for term in one.terms if term.name == "Exec_cycles"] for one in (before, after)]
        if cases[0] == cases[1]:
            assert after.term("Exec_cycles").value >= before.term("Exec_cycles").value * (1 - 1e-12)
    else:
        small, large = predicted(name, counts, reading=reading), predicted(name, larger, reading=reading)
        assert large.seconds >= small.seconds * (1 - 1e-12) or small.term("cost_sync/work-group").value < 0


@given(st.sampled_from(["paper", "roofline", "bounds"]), launches(), st.integers(1, 20))
def test_more_accesses_take_no_less_time(name: str, counts: Counts, more: int) -> None:
    extra = GlobalAccess("extra", more, served=1)
    larger = replace(counts, body=replace(counts.body, global_accesses=(*counts.body.global_accesses, extra)))
    assert predicted(name, larger).seconds >= predicted(name, counts).seconds * (1 - 1e-12)


@given(st.sampled_from(["paper", "bounds"]), launches(), st.integers(2, 5))
def test_more_work_items_take_no_less_time(name: str, counts: Counts, factor: int) -> None:
    larger = replace(counts, work_items=counts.work_items * factor)
    assert predicted(name, larger).seconds >= predicted(name, counts).seconds * (1 - 1e-12)


@given(NAMES, launches(), READINGS)
def test_twice_all_clocks_and_bandwidth_take_half_the_time(name: str, counts: Counts, reading: Reading) -> None:
    keys = ("shader_mhz", "memory_mhz", "bandwidth_gbs")
    faster = GTX280.with_values({key: 2 * GTX280.values[key] for key in keys}, "test")
    once, twice = predicted(name, counts, reading=reading), predicted(name, counts, faster, reading)
    assert twice.seconds == pytest.approx(once.seconds / 2)
    assert twice.cycles == pytest.approx(once.cycles)
    assert twice.binding == once.binding


@given(st.sampled_from(["paper", "bounds"]), launches(), READINGS)
def test_more_cores_take_no_more_time(name: str, counts: Counts, reading: Reading) -> None:
    reading = replace(reading, kernel=Kernel.R2)
    larger = GTX280.with_values({"cores": 60}, "test")
    small = predicted(name, counts, reading=reading)
    if name == "bounds" or small.term("cost_sync/work-group").value >= 0:
        assert predicted(name, counts, larger, reading).seconds <= small.seconds * (1 + 1e-12)


@given(launches())
def test_counts_survive_their_file_form(counts: Counts) -> None:
    for tree in (json.loads(json.dumps(counts.to_dict())), tomllib.loads(counts.to_toml())):
        again = counts_from_dict(tree)
        assert again == counts
        assert again.to_dict() == counts.to_dict()


@given(blocks())
def test_loops_multiply(body: Body) -> None:
    flat = body.flat()
    assert not flat.loops
    for factor in (0, 3):
        around = Body(loops=(Loop("outer", factor, body),)).flat()
        for name in CLASSES:
            assert around.instructions.get(name, 0) == flat.instructions.get(name, 0) * factor
        assert around.waiting_barriers == flat.waiting_barriers * factor
        assert [access.count for access in around.global_accesses] == [a.count * factor for a in flat.global_accesses]


KERNELS = (
    mm_local(),
    pps_br(),
    Counts("one access", 64, 64, Body({"float_add": 1}, (GlobalAccess("x", 1, stride=1),))),
)


def edges(name: str) -> list[float]:
    """The least and the most that a key takes, 1, and 0 where it may be."""
    key = KEYS[name]
    return [1.0, key.most, *([] if key.is_whole else [LEAST]), *([] if key.is_positive else [0.0])]


@pytest.mark.parametrize("name", KEYS)
def test_a_parameter_at_its_bounds(name: str) -> None:
    """The least and the most that a key takes, 0 where it may be: every model gives a number or refuses it."""
    for value, counts, model in product(edges(name), KERNELS, MODELS.values()):
        try:
            seconds = model.predict(counts, GTX280.with_values({name: value}, "test"), None).seconds
        except ModelError:
            continue
        assert 0 <= seconds < math.inf, (value, counts.name, model.name)


@given(NAMES, st.sampled_from(KERNELS) | launches(), st.data())
def test_parameters_at_their_bounds_together(name: str, counts: Counts, data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from(sorted(KEYS))))
    values = {key: data.draw(st.sampled_from(edges(key)), label=key) for key in sorted(chosen)}
    try:
        found = predicted(name, counts, GTX280.with_values(values, "test"))
    except ModelError:
        return
    assert 0 <= found.seconds < math.inf
    assert all(0 <= part < math.inf for part in found.parts.values())


def test_computation_between_slow_departures_is_no_gain() -> None:
    """MWP is below 1, which the printed equations take from the time."""
    slow = {"departure_coalesced": 1000.0, "issue_cycles": 1000.0}
    counts = Counts("x", 64, 64, Body({"float_add": 100}, (GlobalAccess("x", 1, stride=1),)))
    assert predicted("hong-kim", counts, GTX280.with_values(slow, "test")).cycles > 0


@pytest.mark.parametrize("name", KEYS)
def test_beyond_its_bounds_a_parameter_is_refused(name: str) -> None:
    for value in (2 * KEYS[name].most, 1e19, LEAST / 2, -1.0):
        with pytest.raises(ModelError, match=f"`{name}` is "):
            Parameters("x", {name: value})
