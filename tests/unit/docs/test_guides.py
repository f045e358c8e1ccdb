"""What guides say in Python and docs/trust.md in its table is so; commands of guides are run by test_site.py."""

from __future__ import annotations

import importlib
import linecache
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import simt
from docs.site.session import File, steps
from simt.core.engine.kinds import KINDS
from tests.pages import Page
from tests.paths import ROOT

DOCS = ROOT / "docs"


def test_the_spectrum_of_own_data_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    names = Page("docs/guides/own-data.md").run_python()
    expected = np.fft.fft(names["signal"].astype(np.float64))
    assert np.abs(names["spectrum"] - expected).max() <= 1e-5 * np.abs(expected).max()
    assert float(capsys.readouterr().out) < 1e-3


def test_the_seconds_of_a_first_compilation_are_those_announced() -> None:
    of_devices = sorted(kind.seconds for kind in KINDS.values() if kind.engine == "device")
    text = " ".join((DOCS / "guides" / "first-compile.md").read_text().split())
    assert f"some {KINDS['plain'].seconds} s for plain machines" in text
    assert f"{of_devices[0]} to {of_devices[-1]} s for devices" in text


def test_the_kernel_in_python_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each of its forms: on the machine, in plain Python, by numpy; what the page says of an index is so."""
    page = Page("docs/guides/python-kernel.md")
    _, *forms = [step for step in steps(page.text) if isinstance(step, File)]  # the first has the mistake
    monkeypatch.syspath_prepend(tmp_path)
    for form in forms:
        (tmp_path / "heat.py").write_text(form.text)
        linecache.checkcache()
        sys.modules.pop("heat", None)
        importlib.invalidate_caches()
        names = page.run_python()
    names["step"](names["old"], names["new"], 0.25, global_size=64)
    sys.modules.pop("heat")
    with pytest.raises(IndexError, match="index 64 lies outside an array"):
        names["step"](names["old"], names["new"], 0.25, global_size=65, local_size=65)


def test_the_table_against_the_paper() -> None:
    page = (DOCS / "trust.md").read_text(encoding="utf-8")
    for banks, name in ((4, "4 banks"), (8, "8 banks, same size")):
        result = simt.run("fft128", "fpga4", banks=banks)
        assert result.published is not None
        paper = result.published.cycles
        row = (
            f"| {name} | {paper} | {result.cycles} | {100 * (result.cycles / paper - 1):+.1f} % "
            f"| {100 * result.fpu_efficiency:.1f} % | {result.lds_conflict_cycles} | {result.exposed_lds_cycles} |"
        )
        assert row in page


def test_the_board_from_published_figures(tmp_path: Path) -> None:
    page = Page("docs/guides/calibrate-a-board.md")
    (file,) = [step for step in steps(page.text) if isinstance(step, File) and step.name == "gtx280.csv"]
    (tmp_path / file.name).write_text(file.text)
    outcome = simt.calibrate("gtx280", readings=tmp_path / file.name)
    assert all(found.base is not None and found.holds(found.base) for found in outcome.decided)
    assert len(outcome.decided) == 14
    assert [found.key for found in outcome.decided if found.value != found.base] == ["sfu.latency", "memory.pipeline"]
    plan = page.text.split("```{code-block} text\n")[1].partition("```")[0]
    assert simt.calibration_plan("gtx280").csv.startswith(plan)


# Figures of guides that no command of their page prints: what is given, what follows from others, and other pages'.
OWN_FIGURES = {
    "banks": {"1000"},  # draws (simt/exploration/search/certainty.py)
    "calibrate-a-board": {"96.9"},  # docs/gpus.md
    "conflicts-solutions": {"1717"},  # 1461 + 256
    "divergence-solutions": {"384", "192", "127"},  # 3 instructions * 4 warps * 32 turns; in half of the warps
    "dram-behind-a-kernel": {"4000"},  # cycles of the picture
    "first-compile": {"2024"},
    "latency-solutions": {"530"},  # 8476 / 16
    "opencl-kernel": {"512"},  # bytes of a row of 128 words
}
_FIGURE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?: %)?(?!\w)")
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "page",
    [page for page in sorted((DOCS / "guides").glob("*.md")) if "class" not in page.stem],
    ids=lambda one: one.stem,
)
def test_a_figure_of_a_guide_is_printed_by_its_commands(page: Path) -> None:
    """The site runs the commands, and what they print is shown: a figure of the text that is not shown is stale."""
    text = page.read_text(encoding="utf-8")
    shown = {figure for block in _FENCED.findall(text) for figure in _FIGURE.findall(block)}
    shown |= {figure.removesuffix(" %") for figure in shown}
    said = _FIGURE.findall(re.sub(r"\]\(.*?\)", "]", _FENCED.sub("", text)))
    assert {figure for figure in said if len(figure) > 2} - shown == OWN_FIGURES.get(page.stem, set())
