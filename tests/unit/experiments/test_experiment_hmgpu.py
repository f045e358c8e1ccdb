"""The memory paper's figures: what docs/hmgpu-paper.md shows is what the experiment prints, and what holds of it."""

from __future__ import annotations

import re

import pytest

from simt.experiments import run_experiment
from simt.experiments.report import ExperimentError, Report
from simt.memory.clients.description import load_system
from simt.memory.clients.grants import granted_bandwidth
from simt.memory.clients.run import run
from tests.examples import nightly_but
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "hmgpu-paper.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def report() -> Report:
    return run_experiment("hmgpu")


def rows_of(first: str) -> list[list[str]]:
    """The cells below the head of a table that begins with this cell."""
    lines = PAGE[PAGE.index(f"| {first} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_shows_what_is_printed(report: Report) -> None:
    (shown,) = re.findall(r"^```console\n\$ simt experiment hmgpu\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert shown == report.text


def test_the_simulation_has_the_bandwidth_of_the_closed_form(report: Report) -> None:
    for each in report.data["grants"]:
        assert each["simulated_MBps"] == pytest.approx(each["closed_form_MBps"], rel=1e-3)
        assert 0.96 < each["simulated_MBps"] / 2021.2 < 1.11


def test_the_pixels_and_the_display_are_served_under_both_policies(report: Report) -> None:
    assert [(each["system"], each["policy"]) for each in report.data["clients"]] == [
        ("hmgpu", "hmgpu"), ("hmgpu", "frfcfs"), ("hmgpu64", "hmgpu"), ("hmgpu64", "frfcfs"),
    ]  # fmt: skip
    for each in report.data["clients"]:
        assert each["asked_Mpixels"] == each["served_Mpixels"] == 289.98
        assert each["missed"] == 0
        assert each["MBps"] > 2021.2
        assert each["host_MBps"] > 0
        assert each["longest_service"] is None or each["longest_wait"] < each["longest_service"]


def test_the_manager_takes_what_its_closed_form_says(report: Report) -> None:
    for each in report.data["manager"]:
        numbers = re.findall(r"\d+", each["closed_form"].rpartition("=")[2])
        assert each["cycles"] == sum(map(int, numbers)), each["operation"]


def test_the_way_is_one_grant(report: Report) -> None:
    way = report.data["way"]
    assert way["arrives"] == way["begins"] + way["managing"]
    assert way["managing"] == 2 * (1 + way["hops"])
    commands = [each["step"] for each in way["steps"]]
    expected = ["begin", "enter queue", "grant", "activate", *["read"] * 16, "precharge", "last data"]
    assert sorted(commands) == sorted(expected)
    assert [each["clock"] for each in way["steps"]] == sorted(each["clock"] for each in way["steps"])
    assert len({each["bank"] for each in way["steps"]} - {-1}) == 1
    channel = load_system("hmgpu").channel
    assert way["over"] - way["granted"] == channel["tRCD"] + 15 * channel.burst + channel["CL"] + channel.burst


def test_the_picture_of_the_page_says_what_is_drawn(report: Report) -> None:
    pytest.importorskip("matplotlib")
    from simt.views.kit.figure import picture_bytes

    drawn = picture_bytes(report.pictures["hmgpu-way"](), "svg").decode()
    kept = (ROOT / "docs" / "hmgpu-way.svg").read_text(encoding="utf-8")
    texts = [re.findall(r"<text[^>]*>([^<]+)", svg) for svg in (drawn, kept)]
    assert texts[0] == texts[1]
    assert "storage manager" in texts[0]


def test_the_table_of_grants_is_the_closed_form() -> None:
    systems = [load_system(name) for name in ("hmgpu", "hmgpu64")]
    rows = rows_of("bytes of a grant")[2:]
    assert len(rows) == 6
    for size, *cells in rows:
        expected = [
            granted_bandwidth(each.channel, int(size) // each.line, write) for each in systems for write in (0, 1, 0.5)
        ]
        assert cells == [f"{value:.1f}" for value in expected]


@pytest.mark.parametrize("hold", nightly_but((0, 128), (0, 16, 32, 64, 128, 200, 300, 500)))
def test_the_table_of_holds(hold: int) -> None:
    head, _, *rows = rows_of("clocks of the hold")
    for name, *cells in rows:
        pixels = run(load_system(name, policy="frfcfs", hold=hold, clocks=1 << 19)).client("pixels")
        assert cells[head.index(str(hold)) - 1] == f"{pixels.rate_MBps / 6:.2f}"
        assert pixels.rate.is_balanced == (0 < hold <= 128)


def test_what_it_refuses() -> None:
    with pytest.raises(ExperimentError, match="there is no memory system `hmgpu6`"):
        run_experiment("hmgpu", systems=["hmgpu6"])
    with pytest.raises(ExperimentError, match="the number of clocks is 65536 to 8388608, not 5"):
        run_experiment("hmgpu", clocks=5)
    with pytest.raises(ExperimentError, match="name at least one memory system"):
        run_experiment("hmgpu", systems=[])
