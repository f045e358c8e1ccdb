"""Crossovers: winners, where they change, which decisions a prediction gets right; tables and the picture."""

from __future__ import annotations

import json
import math
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from isa.reporting.diagnostics import ArgumentError
from simt.validate.comparison import Compared, ComparedPoint, Request
from simt.validate.crossover import check_contenders, crossover
from simt.validate.errors import CompareError
from simt.verbs.compare import Comparison
from simt.views.studies.crossover import crossover_dict, crossover_text
from tests.commands import invoke

REQUEST = Request(models=("refined",), counts=("measured",))


def made(kernel: str, key: str, rows: Mapping[Any, tuple[float | None, float | None]]) -> list[Compared]:
    """Points with simulated and predicted cycles by the value of the key."""
    found = []
    for value, (cycles, guess) in rows.items():
        point = ComparedPoint(kernel, "fpga4", None, settings={key: value})
        predictions = {} if guess is None else {("refined", "measured"): guess}
        if cycles is None:
            found.append(Compared(point, "trap"))
        else:
            found.append(Compared(point, "done", cycles=int(cycles), predictions=predictions))
    return found


A = made("a", "k", {1: (100, 90), 2: (100, 90), 3: (100, 90), 4: (100, 90)})
B = made("b", "k", {1: (200, 100), 2: (150, 80), 3: (75, 70), 4: (50, 60)})
SOURCE = ("refined", "measured")


def test_winners_crossings_and_decisions() -> None:
    found = crossover([*A, *B], REQUEST)
    assert found.contenders == ("a", "b")
    assert found.simulated.winners == (("a",), ("a",), ("b",), ("b",))
    (crossing,) = found.simulated.crossings
    assert (crossing.before, crossing.after, crossing.low, crossing.high) == ("a", "b", 2, 3)
    # Where the straight lines through the logarithms meet: 150 falls to 75 and passes 100.
    assert crossing.at == pytest.approx(2 + math.log(150 / 100) / math.log(150 / 75))
    guess = found.predicted[SOURCE]
    assert guess.winners == (("a",), ("b",), ("b",), ("b",))
    assert (guess.right, guess.judged, guess.accuracy) == (3, 4, 0.75)
    assert guess.losses == pytest.approx((0, 0.5, 0, 0))  # at 2 it takes b, 150 cycles for 100
    ((true, predicted),) = found.matched(SOURCE)
    assert true is crossing
    assert predicted is guess.crossings[0]


def test_a_comparison_draws_the_picture_that_is_named() -> None:
    rows = [*A, *B]
    points = [row.point for row in rows]
    crossed = Comparison(points, rows, REQUEST, crossover(rows, REQUEST), plot="crossover")
    titles = [[axes.get_xlabel() for axes in crossed.figure(plot).axes] for plot in (None, "crossover", "scatter")]
    assert titles[0] == titles[1] != titles[2]
    with pytest.raises(ArgumentError, match="has no crossover") as refused:
        Comparison(points, rows, REQUEST).figure("crossover")
    assert refused.value.help == 'simt.compare(..., plot="crossover")'


def test_values_are_put_in_order_and_multiples_on_a_logarithmic_axis() -> None:
    rows = {8: (50, 50), 1: (200, 200), 2: (200, 200), 16: (50, 50)}
    flat = dict.fromkeys(rows, (100.0, 100.0))
    found = crossover([*made("a", "k", flat), *made("b", "k", rows)], REQUEST)
    assert found.values == (1, 2, 8, 16)
    assert found.is_geometric
    assert found.simulated.crossings[0].at == pytest.approx(4)  # halfway from 2 to 8 as factors


def test_a_tie_is_no_change_and_anything_right() -> None:
    a = made("a", "k", {1: (100, 9), 2: (100, 7), 3: (100, 9)})
    b = made("b", "k", {1: (120, 10), 2: (100, 8), 3: (90, 9)})
    found = crossover([*a, *b], REQUEST)
    assert found.simulated.winners == (("a",), ("a", "b"), ("b",))
    assert [(each.low, each.high, each.at) for each in found.simulated.crossings] == [(2, 3, 2.0)]
    guess = found.predicted[SOURCE]
    assert guess.winners == (("a",), ("a",), ("a", "b"))
    assert (guess.right, guess.judged) == (2, 3)  # undecided is not right where one is faster
    assert guess.losses[2] == pytest.approx(100 / 90 - 1)
    assert found.matched(SOURCE) == [(found.simulated.crossings[0], None)]


def test_what_has_no_number_is_not_judged_and_told() -> None:
    a = made("a", "k", {1: (100, 90), 2: (None, None), 3: (100, None), 4: (100, 90)})
    found = crossover([*a, *B], REQUEST)
    assert found.simulated.winners == (("a",), (), ("b",), ("b",))
    assert (found.simulated.crossings[0].low, found.simulated.crossings[0].high) == (1, 3)
    assert found.predicted[SOURCE].judged == 2
    text = crossover_text(found)
    assert "at 1 of 4 values a contender was not simulated: these are not judged" in text
    assert "refined, measured counts: at 1 of 4 values a contender has no prediction" in text


def test_values_that_are_no_numbers() -> None:
    rules = ("paper", "oldest", "round_robin")
    a = made("a", "scheduler.policy", dict(zip(rules, ((1, 1), (3, 3), (3, 3)), strict=True)))
    b = made("b", "scheduler.policy", dict(zip(rules, ((2, 2), (2, 2), (2, 2)), strict=True)))
    found = crossover([*a, *b], REQUEST)
    assert [(each.at, each.text) for each in found.simulated.crossings] == [(None, "paper | oldest")]


def test_a_second_key_needs_to_be_told_apart() -> None:
    points = [
        Compared(ComparedPoint("a", "fpga4", None, settings={"x": x, "lds.latency": y}), "done", cycles=x * 10 + y)
        for x in (1, 2)
        for y in (1, 5, 30)
    ]
    with pytest.raises(CompareError, match=r"over one key: x, lds\.latency have several values"):
        crossover(points, REQUEST)
    assert crossover(points, REQUEST, "latency").contenders == ("x=1", "x=2")
    assert crossover(points, REQUEST, "x").contenders == ("lds.latency=1", "lds.latency=5", "lds.latency=30")
    twice = [
        *points,
        Compared(ComparedPoint("a", "fpga4", None, settings={"x": 1, "lds.latency": 1, "fpu.latency": 2}), ""),
    ]
    twice += [Compared(ComparedPoint("a", "fpga4", None, settings={"fpu.latency": 3}), "")]
    with pytest.raises(CompareError, match="`latency` may mean several keys") as refused:
        crossover(twice, REQUEST, "latency")
    assert refused.value.help == "write lds.latency or fpu.latency"
    with pytest.raises(CompareError, match="no key `y` has several values"):
        crossover(points, REQUEST, "y")
    with pytest.raises(CompareError, match="there is nobody to win against"):
        crossover(A, REQUEST)


def test_points_without_the_key_are_refused_before_the_runs() -> None:
    other = Compared(ComparedPoint("c", "fpga8", None), "done", cycles=3)
    with pytest.raises(CompareError, match="c on fpga8 has no value of k, so it cannot be held") as refused:
        check_contenders([each.point for each in [*A, *B, other]])
    assert refused.value.code == "E0823"
    command = ["compare", "--suite", "--generated", "0", "--kind", "devices", "--plot", "crossover", "--over", "n"]
    assert "has no value of n" in invoke(*command).stderr


def test_tables_and_json() -> None:
    found = crossover([*A, *B], REQUEST)
    text = crossover_text(found)
    assert "a -> b               2.585 (2 to 3)  refined, measured counts" in text
    assert ["refined,", "measured", "counts", "3", "4", "75.0", "%", "12.5", "%", "50.0", "%"] in [
        line.split() for line in text.splitlines()
    ]
    data = json.loads(json.dumps(crossover_dict(found), allow_nan=False))
    assert data["values"] == [1, 2, 3, 4]
    assert data["predicted"][0]["accuracy"] == 0.75
    assert data["simulated"]["winners"][0] == ["a"]


def test_the_picture() -> None:
    pytest.importorskip("matplotlib")
    from simt.views.kit.figure import picture_bytes
    from simt.views.studies.crossover_picture import crossover_picture

    found = crossover([*A, *B], REQUEST)
    figure = crossover_picture(found)
    panel, strip = figure.axes
    assert panel.get_title(loc="left") == "refined, measured counts: right at 3 of 4"
    places = [np.asarray(line.get_xdata()) for line in panel.lines]
    lines = {float(each[0]) for each in places if len(each) and len(np.unique(each)) == 1}
    assert lines >= {found.simulated.crossings[0].at, found.predicted[SOURCE].crossings[0].at}
    assert len([line for line in strip.lines if line.get_marker() == "x"]) == 1  # the wrong decision
    assert picture_bytes(figure, "svg") == picture_bytes(crossover_picture(found), "svg")
    nobody = crossover([*made("a", "k", {1: (None, None), 2: (None, None)}), *B[:2]], REQUEST)
    with pytest.raises(CompareError, match="at no value were all contenders simulated"):
        crossover_picture(nobody)


def test_the_command_line(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    command = ["compare", "transpose", "transpose_padded", "--set", "banks=1,2,4", "--plot", "crossover"]
    found = invoke(*command, status=0)
    assert "transpose -> transpose_padded  1.025 (1 to 2)  refined, measured counts" in found.stdout
    page = tmp_path / "x.html"
    assert invoke(*command, "-o", str(page)).exit_code == 0
    assert "where it changes" in page.read_text()
    drawn = page.read_text().partition("data:image/svg+xml;base64,")[2].partition('"')[0]
    assert b"right at 3 of 3" in b64decode(drawn)
    data = json.loads(invoke(*command, "--json").stdout)
    assert data["crossover"]["contenders"] == ["transpose", "transpose_padded"]
    for extra, message in (
        (["--over", "banks", "--plot", "stack"], "--over goes with --plot crossover"),
        (["--over", "bnks"], "did you mean `banks`?"),
        (["--set", "banks=2"], "no key has several values"),
    ):
        base = command[:3] if "--set" in extra else command
        refused = invoke(*base, "--plot", "crossover", *extra, status=2)
        assert message in refused.stderr
