"""Kernels with locks: which end under which policy, and who is named where they do not."""

from __future__ import annotations

import pytest

from simt.experiments import run_experiment
from simt.experiments.report import ExperimentError, Report


@pytest.fixture(scope="module")
def report() -> Report:
    return run_experiment("forward-progress", yield_after=(8, 32), max_cycles=25_000)


def outcomes(report: Report, kernel: str, inside: bool = False) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for run in report.data["runs"]:
        if run["kernel"] == f"locks/{kernel}" and run["inside"] == inside:
            found.setdefault(run["branch_policy"], set()).add(run["outcome"])
    return found


@pytest.mark.parametrize("kernel", ["spin_lock", "linked_list", "hash_table"])
def test_only_lanes_that_yield_end_a_lock_of_the_short_form(report: Report, kernel: str) -> None:
    assert outcomes(report, kernel) == {
        "first_thread": {"wrong"}, "mask_stack": {"spins"}, "ipdom_stack": {"spins"}, "min_pc": {"spins"},
        "its": {"spins"}, "its_yield": {"ends"}, "warp_formation": {"spins"},
    }  # fmt: skip


@pytest.mark.parametrize("kernel", ["spin_lock", "hash_table"])
def test_what_is_guarded_inside_the_loop_ends_under_every_policy(report: Report, kernel: str) -> None:
    found = outcomes(report, kernel, inside=True)
    assert found.pop("first_thread") == {"wrong"}
    assert set(map(frozenset, found.values())) == {frozenset({"ends"})}


def test_turns_end_what_an_order_of_sides_does_not(report: Report) -> None:
    found = outcomes(report, "mailbox")
    assert found["ipdom_stack"] == {"spins"}
    assert found["its"] == found["its_yield"] == {"ends"}


def test_every_run_that_spins_names_word_and_lanes(report: Report) -> None:
    for run in report.data["runs"]:
        if run["outcome"] == "spins" and run["branch_policy"] != "first_thread":
            assert "spin" in run["why"]
            assert run["spinning"]["name"]
            assert run["spinning"]["writers"][0]["lanes"]


def test_mistakes() -> None:
    with pytest.raises(ExperimentError, match="there is no branch policy `explicit_masks`"):
        run_experiment("forward-progress", branch_policies=("explicit_masks",))
    with pytest.raises(ExperimentError, match="the number of jumps after which lanes yield is 1 to 65535, not 0"):
        run_experiment("forward-progress", yield_after=(0,))
