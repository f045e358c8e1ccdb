"""docs/experiments.md tells the truth: its tables are what the experiments print, and its files are what they write."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from simt.experiments import EXPERIMENTS, run_experiment
from simt.experiments.report import Report
from tests.paths import ROOT

SMALL: dict[str, dict[str, Any]] = {
    "gpu-model": {"matrix": 16, "scan": 512},
    "hmgpu": {"clocks": 1 << 16, "systems": ("hmgpu",)},
}
PAGE = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")


@cache
def report_of(name: str, **options: Any) -> Report:
    """An experiment: more than one test looks at the one with its own options."""
    return run_experiment(name, **options)


def rows_of(heading: str) -> list[list[str]]:
    """The cells of the tables of a section, without marks."""
    section = PAGE[PAGE.index(f"\n## {heading}") :].split("\n## ", 2)[1]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_has_a_section(name: str) -> None:
    assert re.search(rf"^## {name}\b", PAGE, re.MULTILINE)
    assert f"`{name}`" in PAGE


def test_issue_width() -> None:
    printed = [" ".join(line.split()) for line in report_of("issue-width").text.splitlines()]
    shown = [row for row in rows_of("issue-width") if row[1].isdecimal()]
    assert len(shown) == 9
    for row in shown:
        assert " ".join(" ".join(cell for cell in row if cell).split()) in printed


def test_cfg_shapes() -> None:
    shown = {row[0][1]: row[1:] for row in rows_of("cfg-shapes") if row[0].startswith("(")}
    printed = [" ".join(line.split()) for line in report_of("cfg-shapes").text.splitlines()]
    assert len(shown) == 4
    for shape, cells in shown.items():
        for policy, cell in zip(("mask_stack", "ipdom_stack", "min_pc"), cells, strict=True):
            cycles, share = re.findall(r"[\d.]+", cell)
            assert any(line.startswith(f"({shape}) {policy} {cycles} {share} % ") for line in printed)


def test_divergence() -> None:
    printed = [" ".join(line.split()) for line in report_of("divergence").text.splitlines()]
    shown = [" ".join(cell for cell in row if cell) for row in rows_of("divergence") if row[0].isdecimal()]
    assert len(shown) == 12
    assert all(any(line.startswith(row) for line in printed) for row in shown)


def test_stack_depth() -> None:
    report = report_of("stack-depth")
    for row in rows_of("stack-depth"):
        worst = [each for each in report.data["worst"] if each["order"] == row[0]]
        if worst:
            assert row[1:] == [f"{each['waiting_sides']} ({each['entries']})" for each in worst]


def test_forward_progress() -> None:
    printed = [" ".join(line.split()) for line in report_of("forward-progress").text.splitlines()]
    shown = [" ".join(row) for row in rows_of("forward-progress")[2:]]
    assert len(shown) == 11
    assert all(row in printed for row in shown)


@pytest.mark.nightly  # its own size takes ten seconds
def test_gpu_model() -> None:
    report = report_of("gpu-model")
    printed = [" ".join(line.split()) for line in report.text.splitlines()]
    rows = rows_of("gpu-model: the GPU paper's figures 9 to 12")
    # The second table is at the size of the paper: minutes.
    times = [" ".join(row) for row in rows if row[0] in ("gtx280", "hd5870")][:24]
    lines = [line for line in printed if line.startswith(("gtx280 ", "hd5870 "))][:24]
    assert times == [line.rsplit(" ", 2)[0] for line in lines]  # the refined model has a sentence, not columns
    factors = [float(line.rsplit(" ", 1)[1]) for line in lines]
    least, most = re.search(r"between ([\d.]+) and ([\d.]+) times", " ".join(PAGE.split())).groups()  # type: ignore[union-attr]
    assert float(least) < min(factors)
    assert max(factors) < float(most)
    for figure in report.data["figures"]:
        for flaw in figure["flaws"]:
            assert any(row[0].removeprefix("eq. ") == flaw["equation"] and row[1] in flaw["flaw"] for row in rows)
    agreed = next(line for line in printed if line.startswith("ranked as the simulator does: "))
    agreed = agreed.removeprefix("ranked as the simulator does: ").partition(", measured refined")[0]
    assert agreed in " ".join(PAGE.split())


def test_the_files_are_those_of_the_table() -> None:
    for line in PAGE.splitlines():
        found = re.match(r"\| `([\w-]+)` \|", line)
        if found and found[1] in EXPERIMENTS:
            files = line.split("|")[4]
            report = report_of(found[1], **SMALL.get(found[1], {}))
            names = [*report.pictures, *(table.name for table in report.tables)]
            known = re.findall(r"`([\w-]+)`", files)
            prefixes = [name.replace("-RULE", "").replace("-POLICY", "") for name in known]
            for name in names:
                stems = [*prefixes, *(f"divergence{part}" for part in known if part.startswith("-"))]
                assert any(name.startswith(stem) for stem in stems), name


def svg_of(name: str, picture: str, **options: Any) -> str:
    pytest.importorskip("matplotlib")
    from simt.views.kit.figure import picture_bytes

    report = run_experiment(name, **options) if options else report_of(name)
    return picture_bytes(report.pictures[picture](), "svg").decode()


@pytest.mark.nightly
def test_only_the_articles_options_give_its_figures() -> None:
    assert ">Figure 7: article/example3" in svg_of("mask-history", "figure-7")
    assert "Figure 7" not in svg_of("mask-history", "figure-7", simd_width=16)
    assert ">Figure 4: " in svg_of("cfg-shapes", "figure-4-min_pc")
    assert "Figure 4" not in svg_of("cfg-shapes", "figure-4-min_pc", branch_policies=["min_pc"], simd_width=8)
    assert ">Figure 8: " in svg_of("divergence", "figure-8")
    assert "Figure 8" not in svg_of("divergence", "figure-8", draws=0, counts="random")
    few: dict[str, Any] = {"issue_widths": [2], "window": 60}
    assert "(figure 1)" in svg_of("issue-width", "issue-width-fixed_priority", schedulers=["fixed_priority"], **few)
    assert "(figure 1)" not in svg_of("issue-width", "issue-width-round_robin", schedulers=["round_robin"], **few)


def test_legends_name_what_occurs() -> None:
    text = svg_of("issue-width", "issue-width-round_robin", schedulers=["round_robin"], issue_widths=[2], window=200)
    found = re.findall(r">(inactive|active|disabled|stalled|idle|ALU empty|ALU busy|ALU conflict|ALU frozen)<", text)
    assert found == ["inactive", "active", "stalled", "idle", "ALU empty", "ALU busy"]


@pytest.mark.nightly
def test_many_lanes_have_a_colour_bar_in_place_of_numbers() -> None:
    assert ">visits<" in svg_of("cfg-shapes", "figure-4-min_pc", branch_policies=["min_pc"], simd_width=64)
    assert ">visits<" not in svg_of("cfg-shapes", "figure-4-min_pc")
