"""What pages show of their commands is what these print.

A build of the site runs those of the tutorial, the guides and the gallery, and warns (tests/browser/test_site.py).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.site.outputs import DOCS, main, runs
from docs.site.session import go_through
from tests.examples import nightly_but

RUNS = {run[0].relative_to(DOCS).with_suffix("").as_posix(): run for run in runs()}
DEAR = (  # they run kernels on whole GPUs, or many machines
    "calibration", "compare", "gallery", "gallery/gpus", "guides/coalescing-class", "guides/coalescing-solutions",
    "guides/dram-behind-a-kernel", "guides/latency-class", "guides/latency-solutions", "guides/opencl-kernel",
    "register-file",
)  # fmt: skip


@pytest.mark.parametrize("name", nightly_but(RUNS.keys() - DEAR, RUNS))
def test_commands_print_what_is_shown(name: str, tmp_path: Path) -> None:
    told = [difference for page in RUNS[name] for difference in go_through(page.read_text(encoding="utf-8"), tmp_path)]
    assert told == [], "python -m docs.site.outputs --write, if it is meant"


def test_a_page_without_commands_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nope.md"]) == 2
    assert capsys.readouterr().err.endswith("nope.md\n")


def test_what_is_left_to_the_night_is_there() -> None:
    assert set(DEAR) < set(RUNS)
