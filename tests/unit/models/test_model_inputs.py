"""Counts, parameters and readings: what is refused, in which words, and that nothing is refused or guessed silently."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simt.models import (
    KEYS,
    Body,
    Branch,
    Counts,
    GlobalAccess,
    LocalAccess,
    Loop,
    MissingInputError,
    ModelError,
    Parameters,
    Reading,
    evaluate,
    load_counts,
    load_parameters,
)
from simt.models.devices import devices, with_settings
from simt.models.kernels import KERNELS
from simt.models.occupancy import occupancy
from simt.models.readings import Broadcast, Kernel, Transfers
from simt.models.registry import MODELS, models_named
from tests.paths import ROOT

SAXPY = Counts(
    "saxpy", 65536, 256, Body({"float_add": 1, "float_mul": 1}, (GlobalAccess("x", 2, stride=1),)), origin="test"
)


def refused(text: str, tmp_path: Path) -> str:
    (tmp_path / "counts.toml").write_text(text)
    with pytest.raises(ModelError) as caught:
        load_counts(tmp_path / "counts.toml")
    return str(caught.value).replace(str(tmp_path) + "/", "")


HEAD = "work_items = 64\nlocal_size = 64\n"


def test_a_file_of_counts(tmp_path: Path) -> None:
    (tmp_path / "saxpy.toml").write_text(
        HEAD + "instructions = { float_add = 1 }\nglobal.x = { count = 2, stride = 1 }\nbarriers.simple = 1\n"
        "[loop.k]\ntrips = 3\nlocal.a = { count = 1, degree = 2.5, store = true }\n"
        "branch.b = { count = 2, paths.one.int_add = 4, paths.none = {}, divergent = 0.5 }\n"
    )
    counts = load_counts(tmp_path / "saxpy.toml")
    inner = Body(
        local_accesses=(LocalAccess("a", 1, degree=2.5, is_store=True),),
        branches=(Branch("b", 2, {"one": {"int_add": 4}, "none": {}}, divergent=0.5),),
    )
    body = Body({"float_add": 1}, (GlobalAccess("x", 2, stride=1),), simple_barriers=1, loops=(Loop("k", 3, inner),))
    assert counts == Counts("saxpy", 64, 64, body, origin=str(tmp_path / "saxpy.toml"))
    assert counts.instructions(0.2) == {"int_add": 3 * 2 * (0.5 * 4 + 0.5 * 2), "float_add": 1}


def test_negative_counts_are_told_with_their_place(tmp_path: Path) -> None:
    assert refused(HEAD + "[instructions]\nfloat_add = -1\n", tmp_path) == (
        "error[E0802]: `instructions.float_add` is -1: it takes numbers of at least 0\n"
        " --> counts.toml:4:13\n  |\n4 | float_add = -1\n  |             ^^\n"
    ).rstrip("\n")


def test_the_former_name_of_the_size_of_a_group_is_refused_with_the_new_one(tmp_path: Path) -> None:
    assert refused("work_items = 64\ngroup_size = 64\n", tmp_path) == (
        "error[E0801]: `group_size` is now `local_size`\n --> counts.toml:2:1\n  |\n2 | group_size = 64\n  | ^^^^^^^^^^"
    )


def test_an_unknown_key_is_told_with_the_one_that_was_meant(tmp_path: Path) -> None:
    report = refused("work_itms = 64\nlocal_size = 64\n", tmp_path)
    assert "error[E0801]: unknown key `work_itms`\n --> counts.toml:1:1" in report
    assert "did you mean `work_items`?" in report
    assert "error[E0803]: `work_items` is missing" in report


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("instructions.fmul = 1", "no instruction class `fmul`"),
        ("instructions = 3", "`instructions` is a table of keys"),
        ("global.x = { count = 1 }", "`global.x` needs exactly one of `stride`, `served`, `transfers`"),
        ("global.x = { count = 1, stride = 1, served = 2 }", "needs exactly one of"),
        ("global.x = { stride = 1 }", "`global.x` has no `count`"),
        ("global.x = { count = 1, served = 0 }", "`global.x.served` is 0: it takes numbers of at least 1"),
        ("global.x = { count = 1, stride = 1, strid = 2 }", "unknown key `strid`"),
        ("global.x = { count = 1, stride = 1, store = 1 }", "`store` is true or false"),
        ("local.x = { count = 1, stride = 1.5 }", "`local.x.stride` is 1.5: it takes a whole number of words"),
        ("local.x = { count = 1, degree = 0.5 }", "`local.x.degree` is 0.5"),
        ("branch.b = { count = 1 }", "`branch.b` has no paths"),
        ("branch.b = { count = 1, paths.p.float_ad = 1 }", "no instruction class `float_ad`"),
        ("branch.b = { count = 1, paths.p = {}, divergent = 2 }", "`branch.b.divergent` is 2: it takes numbers from 0"),
        ("barriers.waiting = -1", "`barriers.waiting` is -1"),
        ("barriers.wating = 1", "unknown key `wating`"),
        ("loop.k = { trips = -1 }", "`loop.k.trips` is -1"),
        ("loop.k.instructions.float_add = 1", "`loop.k` has no `trips`"),
        ("loop.k = { trips = 1, barriers.simple = nan }", "`barriers.simple` is nan: it takes a finite number"),
        ("active_share = 0", "`active_share` is 0"),
        ("resident_groups = 1.5", "`resident_groups` is 1.5: it takes a whole number"),
        ("kernel = 3", "`kernel` is a text in quotes"),
        ("work_items = [", "not TOML"),
    ],
)
def test_what_counts_cannot_be(text: str, message: str, tmp_path: Path) -> None:
    assert message in refused(f"{HEAD}{text}\n", tmp_path)


def test_all_mistakes_of_a_file_are_told_at_once_in_its_order(tmp_path: Path) -> None:
    report = refused("local_size = -3\nwork_items = 0\n[loop.k]\ntips = 1\nglobal.x.count = 1\n", tmp_path)
    places = [line.strip() for line in report.splitlines() if line.strip().startswith("-->")]
    lines = [int(place.split(":")[1]) for place in places]
    assert lines == sorted(lines)
    assert len(lines) == 5


def test_loops_too_deep_are_refused(tmp_path: Path) -> None:
    inner = "{ trips = 1 }"
    for _ in range(25):
        inner = f"{{ trips = 1, loop.k = {inner} }}"
    assert "nested more than 20 deep" in refused(f"{HEAD}loop.k = {inner}\n", tmp_path)


def test_a_group_larger_than_the_launch(tmp_path: Path) -> None:
    assert "`local_size` is 65: there are only 64 work-items" in refused("work_items = 64\nlocal_size = 65\n", tmp_path)


@pytest.mark.parametrize("text", ["\xff", ""])
def test_a_file_that_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "counts.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(ModelError):
        load_counts(tmp_path / "counts.toml")
    with pytest.raises(ModelError, match="no such file"):
        load_counts(tmp_path / "nothing.toml")
    with pytest.raises(ModelError, match="is a directory"):
        load_counts(tmp_path)


def test_two_parts_of_one_name_are_refused() -> None:
    with pytest.raises(ModelError, match=r"two parts of one block are named `global\.x`"):
        Body(global_accesses=(GlobalAccess("x", 1, stride=1), GlobalAccess("x", 2, stride=1)))


# --- accesses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stride", range(40))
@pytest.mark.parametrize("size", [4, 8])
def test_transfers_of_a_stride_are_the_segments_that_are_touched(stride: int, size: int) -> None:
    access = GlobalAccess("x", 1, stride=stride, bytes=size)
    touched = {lane * stride * size // 128 for lane in range(32)}
    assert access.transfers_on(32, 128) == len(touched)


@pytest.mark.parametrize("stride", range(1, 70))
def test_the_conflict_degree_of_a_stride_is_that_of_its_banks(stride: int) -> None:
    banks = 16
    words = [lane * stride for lane in range(banks)]
    busiest = max(len({word for word in words if word % banks == bank}) for bank in range(banks))
    assert LocalAccess("a", 1, stride=stride).degree_on(banks) == busiest
    assert LocalAccess("a", 1, stride=0).degree_on(banks) == 1


def test_c_of_an_access() -> None:
    assert GlobalAccess("x", 1, served=8).served_on(32, 128) == 8
    assert GlobalAccess("x", 1, served=64).served_on(32, 128) == 32
    assert GlobalAccess("x", 1, transfers=4).served_on(32, 128) == 8
    assert GlobalAccess("x", 1, stride=2).served_on(32, 128) == 16


# --- parameters -------------------------------------------------------------------------------------------------------


def test_every_shipped_number_has_a_source_and_keeps_its_bounds() -> None:
    assert list(devices()) == ["fx5600", "gtx280", "hd5870"]
    for name in devices():
        parameters = load_parameters(name)
        assert parameters.values.keys() <= KEYS.keys()
        for key in parameters.values:
            assert parameters.sources[key], (name, key)


def test_what_nobody_published_of_the_hd5870_says_so() -> None:
    hd5870 = load_parameters("hd5870")
    assert {"global_latency", "local_latency", "cost.float_add", "cost.float_mul"} <= hd5870.assumed
    assert "assumed: no published figure at hand" in hd5870.table()
    assert "not known: " in hd5870.table()


def test_a_missing_parameter_is_named_with_the_model_that_needs_it() -> None:
    lacking = Parameters("mine", {"cores": 1})
    for name, model in MODELS.items():
        with pytest.raises(MissingInputError, match=rf"mine has no parameter `\w+` .*, which {name} needs") as caught:
            model.predict(SAXPY, lacking, None)
        assert caught.value.code == "E0804"
        assert caught.value.key in KEYS


@pytest.mark.parametrize("name", sorted(MODELS))
def test_each_model_says_one_by_one_what_it_lacks(name: str) -> None:
    """Starting from nothing and giving what is asked for, a model comes to a prediction; nothing is guessed."""
    full, given = load_parameters("gtx280"), Parameters("mine", {})
    counts = Counts(
        "all",
        4096,
        64,
        Body(
            {"float_add": 1},
            (GlobalAccess("x", 1, stride=2), GlobalAccess("y", 1, stride=0)),
            (LocalAccess("a", 1, stride=2),),
            (Branch("b", 1, {"p": {"int_add": 1}}),),
            1,
            1,
        ),
    )
    asked: list[str] = []
    while True:
        try:
            found = MODELS[name].predict(counts, given, Reading(Kernel.R4))
            break
        except MissingInputError as error:
            asked.append(error.key)
            given = given.with_values({error.key: full.need(error.key, "test")}, "test")
    assert len(asked) == len(set(asked)) > 5
    assert found.seconds > 0
    assert (name == "paper") is ("cost.float_add" in asked)
    assert (name in ("paper", "hong-kim")) is not any(key.startswith("lanes.") for key in asked)


@pytest.mark.parametrize("key", ["bandwidth_gbs", "shader_mhz", "cores", "banks", "warp_size", "lanes.fpu"])
@pytest.mark.parametrize("value", [0, -1])
def test_a_zero_bandwidth_is_an_error(key: str, value: float) -> None:
    with pytest.raises(ModelError, match="above 0") as caught:
        load_parameters("gtx280").with_values({key: value}, "test")
    assert caught.value.code == "E0805"


@pytest.mark.parametrize(("key", "value"), [("cores", 1.5), ("banks", math.nan), ("shader_mhz", math.inf), ("D", 1)])
def test_values_that_no_parameter_takes(key: str, value: float) -> None:
    with pytest.raises(ModelError):
        Parameters("mine", {key: value})


def test_a_file_of_parameters_on_a_base(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'base = "hd5870"\nglobal_latency = 300\n[cost]\nspecial = {value = 5, source = "x"}\n'
    )
    mine = load_parameters(tmp_path / "mine.toml")
    assert (mine.name, mine.values["global_latency"], mine.values["cores"]) == ("mine", 300, 20)
    assert "global_latency" not in mine.assumed
    assert mine.sources["cost.special"] == "x"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bandwidth_gbs = 0", "error[E0805]: `bandwidth_gbs` is 0: it takes numbers above 0"),
        ("local_bytes = 3" + 400 * "0", "error[E0805]: `local_bytes` is a number of 401 digits: it takes"),
        ("bandwith_gbs = 1", "did you mean `bandwidth_gbs`?"),
        ("cost = 3", "`cost` is a table of keys"),
        ("[cost]\nfloat_ad = 1", "no parameter `cost.float_ad`"),
        ("cores = {value = 2, sorce = 'x'}", "did you mean `source`?"),
        ("cores = {source = 'x'}", "`cores` is None"),
        ("divergence = 1.5", "`divergence` is 1.5: it takes numbers from 0 to 1"),
        ("base = 3", "`base` is the name of a device"),
        ("base = 'gtx281'", "there is no device `gtx281`"),
        ("base = 'mine.toml'", "based on each other"),
    ],
)
def test_what_parameters_cannot_be(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text + "\n")
    with pytest.raises(ModelError) as caught:
        load_parameters(tmp_path / "mine.toml")
    assert message in str(caught.value)


@pytest.mark.parametrize("name", devices())
def test_parameters_survive_their_file_form(name: str, tmp_path: Path) -> None:
    shipped = load_parameters(name)
    (tmp_path / "again.toml").write_text(shipped.to_toml())
    assert load_parameters(tmp_path / "again.toml") == shipped


@pytest.mark.parametrize("name", KERNELS)
def test_counts_of_the_paper_survive_their_file_form(name: str, tmp_path: Path) -> None:
    for group in KERNELS[name].groups:
        counts = KERNELS[name].counts(group=group)
        (tmp_path / "again.toml").write_text(counts.to_toml())
        assert load_counts(tmp_path / "again.toml") == counts


def test_settings_of_the_command_line() -> None:
    mine = with_settings(load_parameters("hd5870"), ["global_latency=400", "cost.special = 9"])
    assert (mine.values["global_latency"], mine.values["cost.special"]) == (400, 9)
    assert mine.sources["global_latency"] == "command line"
    assert "global_latency" not in mine.assumed
    with pytest.raises(ModelError) as caught:
        with_settings(mine, ["bandwidth_gbs=0", "foo=1", "cores=a", "banks"])
    assert [problem.code for problem in caught.value.diagnostics] == ["E0805", "E0801", "E0802", "E0802"]


# --- readings, models, occupancy --------------------------------------------------------------------------------------


def test_readings_by_name() -> None:
    assert Reading.parse("R2") == Reading()
    assert Reading.parse("R4, mean,free_broadcast") == Reading(Kernel.R4, Transfers.MEAN, broadcast=Broadcast.FREE)
    assert Reading.parse(str(Reading(Kernel.R1))) == Reading(Kernel.R1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("R3", "there is no reading `R3`"),
        ("meen", "did you mean `mean`?"),
        ("R2,R4", "readings of the same equation"),
        ("", "no reading"),
    ],
)
def test_readings_that_are_none(text: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        Reading.parse(text)
    assert caught.value.code == "E0808"
    assert message in str(caught.value)


def test_models_by_name() -> None:
    assert [model.name for model in models_named("all")] == ["paper", "hong-kim", "roofline", "bounds"]
    with pytest.raises(ModelError) as caught:
        models_named("rooflin")
    assert caught.value.help == "did you mean `roofline`?"


def test_a_model_that_lacks_an_input_is_listed_beside_the_others() -> None:
    outcomes = evaluate(models_named("all"), SAXPY, load_parameters("hd5870"))
    assert [(outcome.model, outcome.lacks.key) for outcome in outcomes if outcome.lacks] == [
        ("hong-kim", "departure_coalesced")
    ]
    assert all(outcome.prediction for outcome in outcomes if not outcome.lacks)


def test_the_roofline_has_no_place_for_a_kernel_without_arithmetic() -> None:
    copy = Counts("copy", 64, 64, Body({}, (GlobalAccess("x", 2, stride=1),)))
    with pytest.raises(MissingInputError, match="copy has no arithmetic instructions, which roofline needs"):
        MODELS["roofline"].predict(copy, load_parameters("gtx280"), None)


@pytest.mark.parametrize(
    ("changes", "groups", "limit"),
    [
        ({"local_size": 64}, 8, "max_groups"),
        ({"local_size": 256}, 4, "max_threads"),
        ({"local_size": 64, "local_bytes": 5000}, 3, "local_bytes"),
        ({"local_size": 64, "registers": 100}, 2, "registers"),
        ({"local_size": 64, "resident_groups": 5}, 5, "resident_groups"),
        ({"local_size": 64, "work_items": 128}, 1, "the groups that are launched"),
    ],
)
def test_occupancy(changes: dict[str, Any], groups: int, limit: str) -> None:
    counts = Counts("x", **{"work_items": 2**20, "body": Body(), **changes})
    found = occupancy(counts, load_parameters("gtx280"), "test")
    assert (found.groups, found.limit) == (groups, limit)
    assert found.batches == groups * -(-counts.local_size // 32)


def test_a_group_that_does_not_fit_is_refused_by_every_reading() -> None:
    for reading in Kernel:
        with pytest.raises(ModelError, match="a work-group of 2048 work-items does not fit a core of gtx280") as caught:
            MODELS["paper"].predict(KERNELS["pps_br"].counts(group="2048"), load_parameters("gtx280"), Reading(reading))
        assert caught.value.code == "E0810"


@pytest.mark.parametrize("shape", ["8x8", "0", "-1", "x", "64x", "1" * 9, "9" * 5000])
def test_a_shape_that_is_none(shape: str) -> None:
    with pytest.raises(ModelError) as caught:
        KERNELS["pps_br"].counts(group=shape)
    assert caught.value.code == "E0809"


def test_sizes_that_a_kernel_does_not_take() -> None:
    with pytest.raises(ModelError, match="does not divide"):
        KERNELS["mm_local"].counts(group="24x24")
    with pytest.raises(ModelError, match="power of 2"):
        KERNELS["pps_conf"].counts(size=1000)


# --- what a prediction says besides its number ------------------------------------------------------------------------


def notes_of(body: Body, reading: Reading | None = None) -> str:
    counts = Counts("x", 4096, 64, body, active_share=0.5)
    return " / ".join(MODELS["paper"].predict(counts, load_parameters("gtx280"), reading).notes)


def test_what_the_paper_leaves_out_is_told() -> None:
    body = Body({"control": 3}, (), (LocalAccess("a", 1, stride=0),), waiting_barriers=4)
    notes = notes_of(body, Reading(Kernel.R1))
    for part in ("no cost for control", "L-way conflict", "charged once", "active_share is not used", "quadratic"):
        assert part in notes
    assert "L-way" not in notes_of(body, Reading(broadcast=Broadcast.FREE))


def test_a_part_of_a_batch_makes_equation_12_negative_and_says_so() -> None:
    counts = Counts("x", 160, 16, Body({"float_add": 1}, waiting_barriers=1))
    found = MODELS["paper"].predict(counts, load_parameters("gtx280"), Reading.parse("exact"))
    assert found.term("cost_sync/work-group").value < 0
    assert "equation 12 is negative" in found.notes[0]


def test_the_largest_of_many_items_are_shown_and_json_has_all() -> None:
    found = MODELS["paper"].predict(KERNELS["pps_conf"].counts(), load_parameters("gtx280"), None)
    assert "26 others" in str(found)
    assert sum(term["name"].startswith("cost_local ") for term in found.to_dict()["terms"]) == 32


def test_the_models_import_neither_numba_nor_the_processor() -> None:
    code = (
        "import sys, simt.models, simt.models.kernels, simt.views.studies.predictions, simt.validate.holdout\n"
        "print([name for name in sys.modules if name.startswith(('numba', 'simt.core', 'numpy', 'llvmlite'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"
