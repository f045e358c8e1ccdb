"""Figure 4: every lane of every shape visits what its thread alone would, under every branch policy."""

from __future__ import annotations

import csv
import io
from itertools import pairwise

import numpy as np
import pytest

import simt
from simt.experiments import run_experiment
from simt.experiments.cfg_shapes import POLICIES, SHAPES
from simt.experiments.report import ExperimentError
from simt.launch.oracle import Oracle


def alone(letter: str, x: int) -> list[int]:
    """Visits of the blocks by one thread, from the graph and the kernels' headers; not the kernels' own oracles."""
    visits: dict[str, int] = dict.fromkeys("ABCDE", 0)
    block, left = "A", {"b": x & 7, "c": x & 7, "d": x >> 1 & 7}.get(letter, 0)
    while block:
        visits[block] += 1
        match letter, block:
            case "a", "A":
                block = "B" if x & 1 else "C"
            case "a", "B" | "C":
                block = "D"
            case ("b" | "c", "A") | ("c", "D"):
                block, left = "B", left - (block == "D")
            case "b", "B":
                block = "C" if left else "D"
            case "b", "C":
                block, left = "B", left - 1
            case "c", "B":
                block = "C" if left else "E"
            case "c", "C":
                block = "E" if left == x >> 3 & 7 else "D"
            case "d", "A":
                block = "B" if x & 1 else "C"
            case "d", "B":
                block = "C"
            case "d", "C":
                block, left = ("B" if left else "D"), left - 1
            case _:
                block = ""
    return [visits[name] for name in ("ABCDE" if letter == "c" else "ABCD")]


@pytest.mark.parametrize(("width", "seed"), [(32, 1), (8, 2), (64, 3)])
def test_visits_are_those_of_threads_alone(width: int, seed: int) -> None:
    report = run_experiment("cfg-shapes", simd_width=width, seed=seed)
    assert len(report.data["runs"]) == len(POLICIES) * len(SHAPES)
    for run in report.data["runs"]:
        x = np.random.default_rng(seed).integers(0, 64, width, dtype=np.uint32)
        wanted = np.array([alone(run["shape"], int(word)) for word in x]).T
        assert [run["visits"][block] for block in run["visits"]] == wanted.tolist()
        assert run["equals_threads_alone"] is True


def test_the_inputs_are_those_of_the_seed() -> None:
    """What the test above takes for granted."""
    oracle = Oracle.beside(simt.find_program("divergent/while"))
    assert oracle is not None
    inputs = oracle.inputs(simt.load_program("divergent/while"), 7)
    assert inputs["x"].tolist() == np.random.default_rng(7).integers(0, 64, 32, dtype=np.uint32).tolist()


def test_the_edges_are_those_of_the_kernels() -> None:
    """Every way that a lane takes from one labelled block to the next is an edge of the drawn graph, and all occur."""
    for shape in SHAPES:
        program = simt.load_program(f"divergent/{shape.kernel}", defines={"masks": 0})
        oracle = Oracle.beside(simt.find_program(f"divergent/{shape.kernel}"))
        assert oracle is not None
        machine = simt.Machine.load("article32").replace(**{"branch.policy": "min_pc"})
        result = simt.run(program, machine, inputs=oracle.inputs(program, 1), record=True)
        assert result.events is not None
        starts = {program.labels[block]: block for block in shape.blocks}
        ways = set()
        for lane in range(32):
            mine = [event["pc"] for event in result.events.instructions if event["mask"] >> lane & 1]
            path = [starts[pc] for pc in mine if pc in starts]
            ways |= set(pairwise(path))
        assert ways == {(source, target) for source, target, _ in shape.edges}


def test_the_tables_and_the_text() -> None:
    report = run_experiment("cfg-shapes", branch_policies=("min_pc",))
    visits, masks = (list(csv.DictReader(io.StringIO(table.to_csv()))) for table in report.tables)
    assert len(visits) == 32 * sum(len(shape.places) for shape in SHAPES)
    assert all(row["visits"] == row["visits_of_the_thread_alone"] for row in visits)
    assert len(masks) == 32 * sum(run["cycles"] for run in report.data["runs"])
    assert {row["policy"] for row in visits} == {"min_pc"}
    assert "(d) a loop with two entries, divergent/irreducible: A -> B, A -> C, B -> C, C -> B, C -> D" in report.text


@pytest.mark.nightly
def test_pictures_have_the_same_bytes_every_time() -> None:
    first, second = (run_experiment("cfg-shapes", branch_policies=("mask_stack",)).files() for _ in range(2))
    assert first == second
    assert {"figure-4-mask_stack.svg", "figure-4-mask_stack.png"} <= first.keys()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"branch_policies": ("min_cp",)}, "there is no branch policy `min_cp` that lets lanes part"),
        ({"branch_policies": ("first_thread",)}, "there is no branch policy `first_thread` that lets lanes part"),
        ({"branch_policies": ()}, "name at least one branch policy"),
        ({"simd_width": 0}, "the SIMD width is 1 to 64, not 0"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError) as caught:
        run_experiment("cfg-shapes", **options)
    assert caught.value.message == message
