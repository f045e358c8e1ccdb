"""Comparisons: what is simulated and predicted, errors apart, coverage, tables and pictures."""

from __future__ import annotations

import json
from base64 import b64encode
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simt.machine import MachineError
from simt.models.registry import MODELS, comparable
from simt.validate.comparison import Compared, ComparedPoint, Request, compare, point, suite_point
from simt.validate.errors import CompareError
from simt.validate.suite import SuitePoint
from simt.validate.summaries import GROUPS, coverage, errors_apart, grouped, mean_stack, summaries, worst
from simt.views.studies.comparisons import comparison_dict, comparison_text

ALL = Request(models=("refined", *MODELS), counts=("static", "measured"))


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    points = [
        point("fft128", "fpga4"),
        point("fir", "fpga8", settings={"lds.latency": 9}),
        point("crc32", "fpga4", settings={"local.banks": 3}),  # does not divide the words
        suite_point(SuitePoint("divergent/collatz", "generated-2")),
        suite_point(SuitePoint("divergent/collatz", "fpga4")),
    ]
    return compare(points, ALL, jobs=1)


def test_results_come_in_the_order_of_the_points(compared: list[Compared]) -> None:
    assert [each.point.kernel for each in compared] == ["fft128", "fir", "crc32", *["divergent/collatz"] * 2]
    assert [each.status for each in compared] == ["done", "done", "unpaired", "done", "unpaired"]
    assert compared[0].cycles == 3828
    assert compared[0].instructions == 2944
    assert compared[2].reason.startswith("local.banks = 3 ")


def test_stacks_add_up_to_the_cycles(compared: list[Compared]) -> None:
    for each in compared:
        if each.is_done:
            assert sum(each.stack.values()) == pytest.approx(each.cycles)
            assert sum(each.warp_terms.values()) == pytest.approx(each.cycles)
            for counts, charges in each.charges.items():
                assert sum(charges.values()) == pytest.approx(each.predictions["refined", counts])
            whole = mean_stack(each.stack, each.instructions)
            assert list(whole) == list(GROUPS)
            assert sum(whole.values()) == pytest.approx(each.cycles / each.instructions)


def test_input_error_and_equation_error_add_up(compared: list[Compared]) -> None:
    each = compared[0]
    apart = each.errors_apart("refined")
    assert apart is not None
    assert sum(apart) == pytest.approx(each.error("refined", "static"))
    assert apart[0] == 0  # the analysis counts what the run does
    assert errors_apart(compared, "refined") is not None
    assert compared[3].errors_apart("refined") is None  # data decide, so there are no static counts
    assert errors_apart([compared[3]], "refined") is None


def test_what_is_missing_is_told(compared: list[Compared]) -> None:
    found = coverage(compared)
    assert (found.points, found.simulated) == (5, 3)
    assert sum(found.reasons.values()) == 2
    static, measured = summaries(compared, ["refined"], ALL.counts)
    assert (static.points, measured.points) == (3, 3)
    assert static.measures is not None
    assert measured.measures is not None
    assert (static.measures.points, measured.measures.points) == (2, 3)
    (reason,) = static.lacks
    assert reason.startswith("E0840: the loop at")
    text = comparison_text(compared, ALL)
    assert "3 of 5 points simulated" in text
    assert "1 not: unpaired: local.banks = 3 does not divide local.words = 4096" in text
    names = "refined, paper, hong-kim, roofline, bounds"
    assert f"{names}, static counts: 1 point without a prediction: E0840" in text


def test_the_bounds_are_never_above_the_simulation(compared: list[Compared]) -> None:
    for each in compared:
        if each.is_done:
            assert each.predictions["bounds", "measured"] <= each.cycles
            assert each.predictions["bounds", "measured"] <= each.predictions["refined", "measured"] + 1e-9


def test_the_terms_of_the_paper_stand_beside_the_ledger(compared: list[Compared]) -> None:
    """On a full-width machine equation 1 is what the ledger charges ALU and FPU instructions with."""
    rows = {row.equation: row for row in compared[0].term_rows("measured")}
    assert list(rows) == ["1", "3", "5", "7", "12", ""]
    assert rows["1"].predicted == pytest.approx(compared[0].warp_terms["instruction"], rel=0.02)
    assert rows["3"].simulated == 0
    assert rows["12"].predicted is not None
    assert rows["12"].predicted > 10 * rows["12"].simulated  # (b - 1) x comp: the warps hide each other here
    assert compared[2].term_rows("measured")[0].predicted is None


def test_groups_and_the_largest_errors(compared: list[Compared]) -> None:
    rows = grouped(compared, lambda each: each.point.kernel, "refined", "measured")
    assert {name for name, _ in rows} == {"fft128", "fir", "divergent/collatz"}
    assert [row.mape for _, row in rows] == sorted((row.mape for _, row in rows), reverse=True)
    largest = worst(compared, "refined", "measured", 2)
    assert len(largest) == 2
    assert abs(largest[0][0]) >= abs(largest[1][0])


def test_json_has_every_point(compared: list[Compared]) -> None:
    data = json.loads(json.dumps(comparison_dict(compared, ALL), allow_nan=False))
    assert data["schema"] == "simt.compare/1"
    assert len(data["points"]) == 5
    assert data["points"][2]["cycles"] is None
    assert data["points"][2]["reason"]
    assert data["parts"]["all"]["coverage"]["simulated"] == 3
    sides = [data["parts"][name]["coverage"]["points"] for name in ("development", "held-out")]
    assert sum(sides) == 5


def test_one_point_shows_its_stacks_and_terms(compared: list[Compared]) -> None:
    text = comparison_text(compared[:1], ALL)
    assert "cycles per warp instruction:" in text
    assert "bank conflicts" in text
    assert "12        cost_sync/work-group" in text


def test_pictures(compared: list[Compared], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from simt.views.kit.figure import picture_bytes
    from simt.views.studies import comparison_pictures as pictures

    figure = pictures.scatter_picture(compared, ALL)
    drawn = [axes for axes in figure.axes if axes.get_visible()]
    assert len(drawn) == len(ALL.models) * 2
    assert drawn[0].get_xscale() == "log"
    assert picture_bytes(pictures.stack_picture(compared, ALL), "svg").startswith(b"<?xml")
    points = [point("fir", "fpga8", settings={"lds.latency": value}) for value in (1, 2, 3)]
    swept = compare(points, Request(), jobs=1)
    stacks = pictures.stack_picture(swept, Request())
    picture_bytes(stacks, "svg")
    labels = [label.get_window_extent() for label in stacks.axes[0].get_xticklabels()]
    assert len(labels) == 3
    assert all(one.x1 < other.x0 for one, other in pairwise(labels))
    (axes,) = pictures.sweep_picture(swept, Request(), "lds.latency").axes
    marks, line = axes.lines
    assert list(np.asarray(marks.get_ydata())) == [each.cycles for each in swept]
    assert list(np.asarray(line.get_ydata())) == [each.predictions["refined", "measured"] for each in swept]
    with pytest.raises(CompareError, match="no point has both numbers"):
        pictures.scatter_picture([compared[2]], Request())


def test_a_page_needs_nothing_from_elsewhere_and_escapes(compared: list[Compared]) -> None:
    from simt.views.studies.comparison_html import comparison_page

    named = ComparedPoint("<script>", "fpga4", None, obstacle="a <b> & c")
    page = comparison_page([*compared, Compared(named, "unpaired", "a <b> & c")], ALL, by_part=True)
    assert "<h2>development</h2>" in page
    assert "&lt;script&gt;" in page
    assert "a &lt;b&gt; &amp; c" in page
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page
    assert page.count("<table") == page.count("</table>")
    drawn = comparison_page(compared, ALL, "<?xml?><svg>here</svg>")
    assert f'<img src="data:image/svg+xml;base64,{b64encode(b"<svg>here</svg>").decode()}"' in drawn
    assert "cost_sync/work-group" in comparison_page(compared[:1], ALL)


def test_a_run_that_stops_is_no_number() -> None:
    (found,) = compare([point("fft128", "fpga4")], Request(max_cycles=100), jobs=1)
    assert found.status == "cycle_limit"
    assert found.reason == "cycle_limit in cycle 100"
    assert found.error("refined", "measured") is None


def test_progress_can_stop_a_comparison() -> None:
    points = [point("fft128", "fpga4")] * 50
    assert len(compare(points, Request(), jobs=1, progress=lambda done, size, failed: True)) < 50


def test_names_of_models() -> None:
    assert comparable("all") == ["refined", *MODELS]
    assert comparable("refined") == ["refined"]
    with pytest.raises(Exception, match="there is no model `refind`"):
        comparable("refind")


def test_an_unknown_machine_is_refused() -> None:
    with pytest.raises(MachineError):
        point("fft128", "fpga5")
    assert isinstance(point("fft128", "generated-3"), ComparedPoint)
