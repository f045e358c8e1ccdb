"""The GPU paper's figures 9 to 12: the model's predictions, the simulator's cycles, flaws only where they show."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

import pytest

import simt
from isa.reporting.diagnostics import ProgramError
from simt.core.state.reasons import REASONS
from simt.experiments import run_experiment
from simt.experiments.gpu_model import order_text
from simt.experiments.report import Report
from simt.launch.oracle import Oracle
from simt.launch.programs import find_program
from simt.models import load_parameters
from simt.models.kernels import KERNELS, Section5
from simt.models.paper import predict
from simt.models.readings import Reading
from simt.validate.terms import TERMS


@pytest.fixture(scope="module")
def report() -> Report:
    return run_experiment("gpu-model", matrix=32, scan=2048)


def figure(report: Report, device: str, kernel: str) -> dict[str, Any]:
    (found,) = (each for each in report.data["figures"] if (each["device"], each["kernel"]) == (device, kernel))
    return dict(found)


def seen(report: Report, device: str, kernel: str) -> dict[str, list[str | None]]:
    return {each["flaw"].split(";")[0].split(",")[0]: each["seen"] for each in figure(report, device, kernel)["flaws"]}


def test_every_work_group_of_every_figure_is_there(report: Report) -> None:
    found = [(each["figure"], each["device"], each["kernel"], len(each["points"])) for each in report.data["figures"]]
    kernels = [(9, "mm_global_rows"), (10, "mm_local"), (11, "pps_br"), (12, "pps_conf")]
    assert found == [(n, device, kernel, 3) for device in ("gtx280", "hd5870") for n, kernel in kernels]
    assert [point["group"] for point in figure(report, "gtx280", "mm_local")["points"]] == ["8x8", "8x16", "16x16"]


@pytest.mark.parametrize("device", ["gtx280", "hd5870"])
def test_predictions_are_those_of_the_model(report: Report, device: str) -> None:
    """The refined model assumes that all cores ask at once. On DRAM, for a matrix as small as this, it is 52 % too high
    where scattered loads crowd the channels.
    """
    for kernel, size in (("mm_global_rows", 32), ("mm_local", 32), ("pps_br", 2048), ("pps_conf", 2048)):
        limit = 0.55 if (device, kernel) == ("gtx280", "mm_global_rows") else 0.5
        for point in figure(report, device, kernel)["points"]:
            refined = point["predicted_seconds"].pop("measured refined")
            assert refined == pytest.approx(point["simulated_seconds"], rel=limit)
            for name, seconds in point["predicted_seconds"].items():
                counting, reading = name.split()
                counts = KERNELS[kernel].counts(size, point["group"], Section5(counting))
                assert seconds == predict(counts, load_parameters(device), Reading.parse(reading)).seconds


def test_cycles_are_those_of_a_run_of_the_same_launch(report: Report) -> None:
    for kernel, defines, sizes, place in (
        ("mm_global_rows", {"n": 32, "threads": 128}, {"global_size": (32, 32), "local_size": (32, 4)}, 1),
        ("mm_local", {"n": 32, "height": 8}, {"global_size": (32, 32), "local_size": (16, 8)}, 1),
        ("pps_conf", {"n": 2048, "group": 256}, {"global_size": 1024, "local_size": 256}, 2),
    ):
        program = simt.load_program(kernel, defines=defines)
        oracle = Oracle.beside(find_program(kernel))
        assert oracle is not None
        result = simt.run(program, "hd5870", inputs=oracle.inputs(program, 1), **sizes)
        point = figure(report, "hd5870", kernel)["points"][place]
        assert point["cycles"] == result.cycles
        assert point["simulated_seconds"] == pytest.approx(result.cycles / 850e6)


def test_the_rows_hold_all_that_warps_do(report: Report) -> None:
    """Every reason of the ledger but those of no warp at work stands in one row."""
    named = [reason for term in TERMS for reason in term.reasons]
    assert sorted([*named, "drain", "idle"]) == sorted(REASONS)


def test_divergence_is_the_closed_form(report: Report) -> None:
    """Of the scan's branch: in each round with ofs below the batch size one batch of the group diverges."""
    for device, warp in (("gtx280", 32), ("hd5870", 64)):
        for point, rounds in zip(figure(report, device, "pps_br")["points"], (6, 7, 8), strict=True):
            batches = int(point["group"]) / warp
            assert point["divergence"] == pytest.approx(min(1.0, math.log2(warp) / (rounds * batches)))


def test_flaws_show_where_they_are(report: Report) -> None:
    scan = seen(report, "gtx280", "pps_br")
    assert scan["D is a property of the kernel"] == ["0.417 for 0.20", "0.179 for 0.20", "0.078 for 0.20"]
    assert "idle lanes" not in scan
    assert all(seen(report, "hd5870", "pps_conf")["idle lanes"])
    product = seen(report, "hd5870", "mm_global_rows")
    assert "D is a property of the kernel" not in product
    assert not any(name.startswith("computation that equation 9") for name in product)  # there is no barrier
    assert all(product["transfers one after another"])


def test_bandwidth_is_named_where_it_binds() -> None:
    """64 x 64 scattered products keep the memory of the HD 5870 busy; 32 x 32 tiles do not."""
    large = run_experiment("gpu-model", matrix=64, kernels=["mm_global_rows"], devices=["hd5870"])
    assert all(point["bandwidth_used"] > 0.5 for point in large.data["figures"][0]["points"])
    assert all(seen(large, "hd5870", "mm_global_rows")["no bandwidth term"])
    small = run_experiment("gpu-model", matrix=32, kernels=["mm_local"], devices=["gtx280"])
    assert "no bandwidth term" not in seen(small, "gtx280", "mm_local")


def test_waiting_that_is_computation_counted_twice() -> None:
    """On the HD 5870 a work-group of 64 is one batch, which has nobody to wait for."""
    scans = run_experiment("gpu-model", kernels=["pps_br"], devices=["hd5870"])
    alone, two, four = seen(scans, "hd5870", "pps_br")["computation that equation 9 holds already"]
    assert alone is None
    assert (two, four) == ("30 %", "40 %")


def test_order_text() -> None:
    assert order_text({"64": 3.0, "128": 1.0, "256": 2.0}) == "128 < 256 < 64"
    assert order_text({"64": 1.0004, "128": 1.0, "256": 1.2}) == "64 = 128 < 256"
    assert order_text({"64": 1.0, "128": 1.0, "256": 1.0}) == "64 = 128 = 256"


def test_the_tables(report: Report) -> None:
    times, terms = (list(csv.DictReader(io.StringIO(table.to_csv()))) for table in report.tables)
    assert len(times) == 2 * 4 * 3
    assert len(terms) == len(times) * len(TERMS)
    assert float(times[0]["simulated_ms"]) == pytest.approx(int(times[0]["cycles"]) / 1296e3)


def test_the_page_has_all_of_it(report: Report) -> None:
    pytest.importorskip("matplotlib")
    files = report.files()
    assert list(files) == ["gpu-model.csv", "gpu-model-terms.csv", "gpu-model.svg", "gpu-model.png", "gpu-model.html"]
    page = files["gpu-model.html"].decode()
    assert '<img src="data:image/svg+xml;base64,' in page
    assert "pps_conf on hd5870 (figure 12)" in page
    assert "eq. 3: transfers one after another" in page
    assert page.count("<tr>") == sum(len(table.rows) + 1 for table in report.tables)
    assert "<script" not in page
    plain = report.files(pictures=False)["gpu-model.html"].decode()
    assert "<img" not in plain


def test_only_the_papers_size_is_called_a_figure() -> None:
    pytest.importorskip("matplotlib")
    from simt.views.kit.figure import picture_bytes

    for scan, is_figure in ((2048, False), (65536, True)):
        found = run_experiment("gpu-model", scan=scan, kernels=["pps_br"], devices=["hd5870"])
        text = picture_bytes(found.pictures["gpu-model"](), "svg").decode()
        assert ("Figure 11: pps_br, hd5870" in text) == is_figure
        assert "pps_br, hd5870" in text


@pytest.mark.nightly
def test_a_sample_estimates_the_cycles_of_large_launches() -> None:
    words: dict[str, Any] = {"kernels": ["pps_br"], "devices": ["hd5870"], "scan": 1 << 19}
    exact, sampled = (run_experiment("gpu-model", **words, **more) for more in ({}, {"sample": 10}))
    assert "cycles are estimates" in sampled.text
    assert "cycles are estimates" not in exact.text
    points = zip(*(figure(each, "hd5870", "pps_br")["points"] for each in (exact, sampled)), strict=True)
    margins = []
    for known, estimated in points:
        assert known["margin"] == 0
        assert abs(estimated["cycles"] - known["cycles"]) <= estimated["margin"]
        margins.append(estimated["margin"])
    assert max(margins) > 0
    with pytest.raises(ProgramError, match="above 0 and at most 50"):
        run_experiment("gpu-model", sample=70)
