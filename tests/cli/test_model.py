"""`simt model`: what it prints, what it refuses and in which words; nothing of it compiles the engine."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.commands import invoke

COUNTS = """work_items = 65536
local_size = 256
instructions = { float_add = 1, float_mul = 1 }
global.x = { count = 2, stride = 1 }
global.y = { count = 1, stride = 1, store = true }
"""


@pytest.fixture
def saxpy(tmp_path: Path) -> str:
    (tmp_path / "saxpy.toml").write_text(COUNTS)
    return str(tmp_path / "saxpy.toml")


model = partial(invoke, "model")


def refused(*arguments: str, status: int = 2) -> str:
    result = model(*arguments, status=status)
    assert result.stdout == ""
    return result.stderr


def test_a_prediction_names_time_and_binding_resource(saxpy: str) -> None:
    result = model("counts", saxpy, status=0)
    lines = result.stdout.splitlines()
    whole = "14688 cycles, 11.33 us"
    assert lines[0] == f"saxpy on gtx280 by paper (R2,transfers,batches,memory_clock,printed_broadcast): {whole}"
    assert "bound by instructions" in lines[1]
    assert [line.split()[0] for line in lines if line.split()[0] in map(str, range(1, 17))][-1] == "16"


def test_all_models_side_by_side(saxpy: str) -> None:
    lines = model("counts", saxpy, "--model", "all").stdout.splitlines()
    assert lines[0].startswith("saxpy on gtx280: 65536 work-items in 256 groups of 256; counts ")
    assert [line.split()[0] for line in lines[1:6]] == ["model", "paper", "hong-kim", "roofline", "bounds"]
    assert "global bandwidth" in lines[5]


def test_a_model_that_lacks_a_parameter_says_which(saxpy: str) -> None:
    result = model("counts", saxpy, "--model", "all", "-d", "hd5870", status=0)
    assert "lacks `departure_coalesced`" in result.stdout
    assert refused("counts", saxpy, "--model", "hong-kim", "-d", "hd5870") == (
        "error[E0804]: hd5870 has no parameter `departure_coalesced` (between two coalesced accesses of a core, at "
        "least; cycles), which hong-kim needs\n"
        "  = help: give it with -s departure_coalesced=NUMBER or in a parameter file; nothing is guessed\n"
    )
    model("counts", saxpy, "--model", "hong-kim", "-d", "hd5870", "-s", "departure_coalesced=4", status=0)


def test_json_has_counts_device_and_every_term(saxpy: str, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert model("counts", saxpy, "--model", "all", "-d", "hd5870", "--json", "-o", str(out)).stdout == ""
    data = json.loads(out.read_text())
    assert data["schema"] == "simt.predictions/1"
    assert data["counts"]["global"]["y"] == {"count": 1, "stride": 1, "bytes": 4, "store": True}
    assert data["device"]["values"]["global_latency"] == {
        "value": 500,
        "unit": "cycles",
        "source": "no published figure at hand",
        "assumed": True,
    }
    assert [one["model"] for one in data["predictions"]] == ["paper", "roofline", "bounds"]
    assert [(one["model"], one["key"]) for one in data["lacking"]] == [("hong-kim", "departure_coalesced")]
    assert {term["equation"] for term in data["predictions"][0]["terms"]} >= {str(number) for number in range(9, 17)}


def test_counts_from_standard_input() -> None:
    result = model("counts", "-", "--model", "bounds", input=COUNTS, status=0)
    assert result.stdout.startswith("stdin on gtx280 by bounds: ")


@pytest.mark.parametrize(
    ("arguments", "time"),
    [
        (["mm_global_rows"], "179.9 ms"),
        (["mm_global_rows", "--reading", "R4"], "1.144 s"),
        (["mm_local", "--local-size", "16x16"], "312.1 ms"),
        (["pps_br", "--local-size", "256", "-d", "hd5870", "--reading", "R4"], "41.22 us"),
        (["pps_conf", "-s", "local_latency=0"], "124.3 us"),
    ],
)
def test_the_papers_kernels_by_name(arguments: list[str], time: str) -> None:
    assert model("paper", *arguments).stdout.splitlines()[0].endswith(f" cycles, {time}")


def test_other_counting_and_size() -> None:
    command = ("paper", "mm_local", "--local-size", "8x16", "--json", "--counting")
    printed, corrected = (
        json.loads(model(*command, how).stdout)["predictions"][0]["cycles"] for how in ("printed", "corrected")
    )
    assert 1.5 < printed / corrected < 2.5
    assert "262144 work-items" in model("paper", "mm_global_columns", "--size", "512", "--model", "all").stdout


def test_the_papers_figures() -> None:
    lines = model("figures").stdout.splitlines()
    assert lines[1].split()[:7] == ["figure", "kernel", "device", "group", "R1", "R2", "R4"]
    rows = [line.split() for line in lines[2:-1]]
    assert len(rows) == 4 * 2 * 3
    assert ["10", "mm_local", "gtx280", "8x8"] in [row[:4] for row in rows]
    assert "so nothing is compared" in lines[-1]


def test_the_papers_figures_as_json_for_one_device() -> None:
    data = json.loads(model("figures", "-d", "gtx280", "--counting", "corrected", "--json").stdout)
    assert data["schema"] == "simt.paper_figures/1"
    assert {point["device"] for point in data["points"]} == {"gtx280"}
    assert set(data["points"][0]["seconds"]) == {"R1", "R2", "R4"}


def test_one_reading_of_the_papers_figures() -> None:
    lines = model("figures", "--reading", "R4,mean", "-d", "hd5870").stdout.splitlines()
    assert lines[1].split()[4:] == ["R4", "R4", "is", "bound", "by"]
    assert lines[2].split()[:5] == ["9", "mm_global_rows", "hd5870", "64", "1580"]


def test_counts_and_parameters_to_start_from(tmp_path: Path) -> None:
    counts, device = str(tmp_path / "counts.toml"), str(tmp_path / "device.toml")
    named = ("paper", "pps_conf", "-d", "hd5870", "-s", "cores=10", "--model", "bounds")
    before = model(*named, "--save-counts", counts).stdout
    assert model("parameters", "-d", "hd5870", "-s", "cores=10", "-o", device).exit_code == 0
    assert before == model("counts", counts, "-d", device, "--model", "bounds").stdout == model(*named).stdout


def test_parameters_with_their_sources() -> None:
    text = model("parameters", "-d", "gtx280", "-s", "bandwidth_gbs=100").stdout
    assert "table 1, class 1" in text
    assert "100 GB/s" in text
    assert "command line" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["counts"], "`COUNTS` is missing"),
        (["figures", "pps_br"], "`pps_br` is more than `simt model figures` takes"),
        (["figures", "--size", "64"], "help: `simt model paper` has it"),
        (["counts", "x.toml", "--size", "64"], "help: `simt model paper` has it"),
        (["parameters", "--reading", "R4"], "help: `simt model "),
        (["fir", "--counting", "printed"], "help: `simt model "),
        (["measured", "fir", "--degree", "x=2"], "help: `simt model "),
        (["measured", "fir", "--max-steps", "7"], "help: `simt model "),
        (["fir", "--max-cycles", "7"], "help: `simt model measured` has it"),
        (["analysis", "fir", "--model", "all"], "help: `simt model "),
        (["paper", "pps_br", "--model", "bounds", "--reading", "R4"], "bounds has one reading"),
        (["paper", "mm_loca"], "error[E0809]: the paper has no kernel `mm_loca`\n  = help: did you mean `mm_local`?"),
        (
            ["counts", "mm_local"],
            "error[E0807]: `mm_local` is a kernel of the paper, not a file of counts\n"
            "  = help: simt model paper mm_local",
        ),
        (["counts", "nothing.toml"], "error[E0807]: cannot read `nothing.toml`: no such file or directory"),
        (["paper", "pps_br", "-d", "hd587"], "did you mean `hd5870`?"),
        (["paper", "pps_br", "--model", "rooflin"], "did you mean `roofline`?"),
        (["paper", "pps_br", "--reading", "R3"], "error[E0808]: there is no reading `R3`"),
        (["paper", "pps_br", "-s", "bandwidth_gbs=0"], "error[E0805]: `bandwidth_gbs` is 0: it takes numbers above 0"),
        (["paper", "pps_br", "-s", "bandwith_gbs=1"], "did you mean `bandwidth_gbs`?"),
        (["paper", "pps_br", "--local-size", "2048"], "error[E0810]"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    assert message in refused(*arguments)


def test_a_file_of_counts_is_no_kernel(saxpy: str) -> None:
    for words in ((), ("predict",), ("analysis",), ("measured",)):
        assert f"= help: simt model counts {saxpy}" in refused(*words, saxpy)


def test_a_negative_count_is_shown_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("work_items = 64\nlocal_size = 64\ninstructions = { float_add = -1 }\n")
    report = refused("counts", str(tmp_path / "bad.toml"))
    assert "error[E0802]: `instructions.float_add` is -1" in report
    assert "bad.toml:3:30" in report


@pytest.mark.parametrize("code", [f"E08{number:02}" for number in range(1, 11)])
def test_every_code_is_explained(code: str) -> None:
    result = invoke("explain", code, status=0)
    assert result.stdout.startswith(f"{code}: ")


def test_terms_show_what_bounds_which_part(tmp_path: Path) -> None:
    lines = model("fft128", "-m", "fpga4", "--terms").stdout.splitlines()
    assert lines[0] == "fft128 on fpga4 by refined: 3823 cycles"
    head = next(k for k, line in enumerate(lines) if line.split()[:2] == ["cycles", "share"])
    assert lines[head].split() == ["cycles", "share", "lines", "reason", "bounded", "by"]
    assert lines[head + 2].split() == ["783", "20.5", "%", "26-82", "bank_conflict", "lds", "is", "busy"]
    assert lines[head + 3].split()[2:4] == ["at", "27:"]
    assert max(map(len, lines)) <= 80
    data = json.loads(model("fft128", "-m", "fpga4", "--terms", "--json").stdout)["predictions"][0]
    assert sum(part["cycles"] for part in data["spent"]) == pytest.approx(data["cycles"])
    assert data["spent"][1]["limit"] == "lds is busy"
    assert data["spent"][1]["lines"][0]["line"] == 27


def test_terms_stand_below_the_models() -> None:
    both = model("dot", "-m", "fpga4", "--terms", "--model", "all").stdout
    assert both.startswith(model("dot", "-m", "fpga4", "--model", "all").stdout + "\n")
    assert model("dot", "-m", "fpga4", "--terms").stdout in both


def test_terms_are_not_for_other_models() -> None:
    said = "error[E0670]: only the refined model knows the parts of a kernel: --terms is not for bounds\n"
    assert refused("fft128", "-m", "fpga4", "--model", "bounds", "--terms").startswith(said)
    assert refused("measured", "dot", "-m", "fpga4", "--model", "bounds", "--terms").startswith(said)
