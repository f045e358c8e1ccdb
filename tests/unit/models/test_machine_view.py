"""Devices of the simulator as analytical models see them: parameters against measured cycles, counts, predictions."""

from __future__ import annotations

import pytest

import simt
from simt.launch.oracle import Oracle
from simt.models import counts_file
from simt.models.counts import Body, Counts, GlobalAccess
from simt.models.errors import ModelError
from simt.models.machine_view import counts_of, left_out, parameters_of
from simt.models.parameters import Parameters
from simt.models.refined import Profile
from simt.models.registry import MODELS
from simt.models.static import analyse

LONE = """
.threads {threads}
.buffer x, u32, 64
    shl.b32   r0, lane_id, 2
    ld.global r1, [r0 + x]
    add.u32   r1, r1, 1
    ret
"""


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("gtx280_core", {}),
        ("hd5870_core", {}),
        ("gtx280_core", {"memory": "simple"}),
        ("gtx280_core", {"memory.pipeline": 40, "interconnect.latency": 5, "memory.lanes": 8, "front_end.stages": 3}),
        ("hd5870_core", {"memory.bytes_per_cycle": 40}),  # the bus takes four cycles for a segment of 128 bytes
        ("gtx280_core", {"memory": "simple", "memory.coalescing": "sectors", "memory.bytes_per_cycle": 10}),
    ],
)
def test_global_latency_is_what_a_lone_access_takes(preset: str, settings: dict[str, object]) -> None:
    """A segment is loaded whole: of DRAM, half of it would take less time."""
    machine = simt.Machine.load(preset, settings)
    parameters = parameters_of(machine)
    lone = LONE.format(threads=int(parameters.values["segment_bytes"]) // 4)
    result = simt.run(simt.assemble(lone), machine, record=True).of_core(0)
    assert result.events is not None
    assert result.traffic.totals[1] == 1
    selected = result.events.instructions["select"].tolist()
    assert selected[2] - selected[1] == parameters.values["global_latency"]
    assert selected[1] - selected[0] == parameters.values["cost.int_add"]


def test_parameters_of_the_presets() -> None:
    gtx280, hd5870 = (parameters_of(simt.Machine.load(name)).values for name in ("gtx280", "hd5870"))
    # GM_L as the presets say: 450, which the scheduler's turn of 4 cycles makes 452, and 500.
    assert (gtx280["global_latency"], hd5870["global_latency"]) == (452, 500)
    assert gtx280["bandwidth_gbs"] == pytest.approx(141.7, rel=1e-3)
    assert hd5870["bandwidth_gbs"] == pytest.approx(153.6, rel=1e-3)
    assert (gtx280["cores"], gtx280["max_groups"], gtx280["max_warps"]) == (30, 8, 32)
    assert gtx280["registers"] == 16384
    assert gtx280["memory_mhz"] == gtx280["shader_mhz"] == 1296
    # Two transactions of half a warp behind two beats; a place in the queue for every cycle of its way there and back.
    assert (gtx280["departure_coalesced"], gtx280["departure_uncoalesced"]) == (3, 1)
    assert (hd5870["departure_coalesced"], hd5870["departure_uncoalesced"]) == (5, 1)
    assert "global_latency" not in parameters_of(simt.Machine.load("fpga8")).values


@pytest.mark.parametrize(("scattered", "key"), [(False, "departure_coalesced"), (True, "departure_uncoalesced")])
@pytest.mark.parametrize("queue", [16, 4])
def test_departures_are_those_of_a_core_that_only_loads(scattered: bool, key: str, queue: int) -> None:
    """Many warps load again and again, from a memory of any bandwidth: cycles of an access, or of a transaction.

    An instruction is selected in every cycle, as the coalescer could take one in three.
    """
    loads = 40
    keys = {"memory": "simple", "memory.queue": queue, "memory.bytes_per_cycle": 4096, "memory.latency": 4}
    machine = simt.Machine.load("gtx280_core", {**keys, "interconnect.latency": 8, "issue.interval": 1})
    program = simt.assemble(
        f".buffer x, u32, 40000\nshl.b32 r0, thread_id, {7 if scattered else 2}\n"
        + "ld.global r1, [r0 + x]\n" * loads
        + "ret\n"
    )
    result = simt.run(program, machine, local_size=1024)
    count = result.traffic.totals[1] if scattered else result.traffic.totals[0]
    assert result.cycles / count == pytest.approx(parameters_of(machine).values[key], rel=0.05)


def test_counts_have_transactions_and_their_bytes() -> None:
    program = simt.load_program("mm_global", defines={"n": 32})
    machine = simt.Machine.load("gtx280")
    profile = Profile.of_static(analyse(program, machine, global_size=(32, 32), local_size=(32, 2)))
    counts = counts_of(profile)
    assert (counts.work_items, counts.local_size, counts.groups, counts.resident_groups) == (1024, 64, 16, 1)
    assert counts.registers == program.registers
    a, b, c = counts.total.global_accesses
    assert (a.count, a.transfers, a.moved, a.bytes, a.is_store) == (32, 1, 32, 4, False)  # both halves load one word
    assert (b.count, b.transfers, b.moved) == (32, 2, 128)
    assert (c.count, c.is_store) == (1, True)
    assert counts_file.counts_from_dict(counts.to_dict()) == counts


def test_bytes_that_are_known_are_not_guessed() -> None:
    assert GlobalAccess("x", 1, transfers=2, moved=64).bytes_on(32, 128) == (64, 64)  # a broadcast
    assert GlobalAccess("x", 1, transfers=32, moved=1024).bytes_on(32, 128) == (1024, 128)
    assert GlobalAccess("x", 1, transfers=32).bytes_on(32, 128) == (4096, 128)
    with pytest.raises(ModelError, match="moved"):
        GlobalAccess("x", 1, transfers=2, moved=-1)


@pytest.mark.parametrize("name", ["mm_global", "mm_local", "pps_br"])
def test_every_model_predicts_a_device(name: str) -> None:
    path = simt.find_program(name)
    program, oracle = simt.load_program(path, defines={"n": 128 if name == "pps_br" else 32}), Oracle.beside(path)
    assert oracle is not None
    sizes = oracle.launch(program)
    assert sizes is not None
    machine = simt.Machine.load("gtx280_core")
    counts = counts_of(Profile.of_static(analyse(program, machine, global_size=sizes[0], local_size=sizes[1])))
    result = simt.run(program, machine, global_size=sizes[0], local_size=sizes[1])
    parameters = parameters_of(machine)
    for model in MODELS.values():
        predicted = model.predict(counts, parameters, None)
        assert predicted.cycles > 0
        if model.name == "bounds":  # no run is faster
            assert predicted.cycles <= result.cycles
            assert "global bandwidth" in predicted.parts


def test_models_without_scoreboards_say_so() -> None:
    words = (
        "issue.dependences = scoreboard is left out: this predicts the machine with issue.dependences = one_in_flight"
    )
    cases: list[tuple[dict[str, object], bool]] = [
        ({"issue.dependences": "scoreboard"}, True),
        ({"issue.dependences": "scoreboard", "issue.entries": 1}, False),  # the cycles of one_in_flight
        ({"issue.entries": 4}, False),
    ]
    for keys, is_left_out in cases:
        modelled = simt.model("fft128", "fpga4", models="all", set=keys)
        notes = {one.model: " ".join(one.prediction.notes) for one in modelled.outcomes if one.prediction}
        assert {name for name in notes if words in notes[name]} == ({"paper", "hong-kim"} if is_left_out else set())
        assert str(modelled).count(words) == is_left_out
        assert ("note on paper, hong-kim: issue" in str(modelled)) == is_left_out
        axes = {key: [value] for key, value in keys.items()}
        compared = simt.compare("fft128", "fpga4", axes=axes, models="all")
        assert str(compared).count(f"  paper, hong-kim: 1 point: {words}") == is_left_out


def test_models_say_which_keys_of_the_issue_they_leave_out() -> None:
    machine = simt.Machine.load("gtx280")
    slots, costs = "issue.slots is left out: every slot", "costs is left out: an operation"
    said = {model: " ".join(left_out(machine, model)) for model in ("refined", *MODELS)}
    assert said["refined"] == ""
    assert {model for model in said if slots in said[model]} == {"hong-kim", "roofline", "bounds"}
    assert {model for model in said if costs in said[model]} == {"paper", "roofline", "bounds"}
    assert left_out(simt.Machine.load("hd5870"), "paper") == ()


def test_parameters_have_turns_and_entries() -> None:
    """v = 4 on `gtx280`, whose two slots issue two instructions: costs, and GM_L of 450, last to the next turn."""
    chip = parameters_of(simt.Machine.load("gtx280")).values
    assert (chip["issue_cycles"], chip["accesses_in_flight"]) == (2, 8)
    assert (chip["cost.int_add"], chip["cost.special"], chip["global_latency"]) == (24, 48, 452)
    assert parameters_of(simt.Machine.load("gcn_cu")).values["issue_cycles"] == 1 / 4  # 4 schedulers, 4 slots, v = 4
    assert "accesses_in_flight" not in parameters_of(simt.Machine.load("hd5870")).values
    fast = simt.Machine.load("gtx280", {"alu.interval": 2, "costs": ["add.u32:1:13"]})
    assert parameters_of(fast).values["lanes.alu"] == 8  # no bound is above the time of additions


def test_roofline_has_accesses_in_flight() -> None:
    """Little's law: a batch that waits for 2 accesses of 100 cycles at a time issues beside them."""
    body = Body({"float_add": 10}, (GlobalAccess("x", 4, transfers=1),))
    counts = Counts("loads", work_items=32, local_size=32, body=body, resident_groups=1)
    device = {"cores": 1, "warp_size": 32, "shader_mhz": 1000, "issue_cycles": 1, "global_latency": 100,
              "segment_bytes": 128, "bandwidth_gbs": 1e6, "lanes.fpu": 32}  # fmt: skip
    alone = MODELS["roofline"].predict(counts, Parameters("one", device), None)
    two = MODELS["roofline"].predict(counts, Parameters("two", device | {"accesses_in_flight": 2}), None)
    assert (alone.cycles, two.cycles) == (pytest.approx(14 + 400), pytest.approx(200))
