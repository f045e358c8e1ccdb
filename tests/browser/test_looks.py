"""How every kind of page and picture looks, measured by boxes in windows of three sizes, light and dark: no text over
text, nothing cut off, no page wider than its window.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.boxes import Measured, measure_file, measure_picture, measured_page, pictures_of
from tests.commands import invoke
from tests.examples import nightly_but

_TILES = "-m gtx280 -D n=32 -g 32x32 -l 16x16"

# Commands that write a page each, by its kind. Every run has a page of each kind, the nightly one other runs too.
PAGES = {
    "report": "report fft128 -o page.html",
    "report of lanes that part": "report article/example2 -m article32 -o page.html",
    "report of a device": f"report mm_local {_TILES} -o page.html",
    "report of compiled code": "report opencl/histogram.cl -m gtx280 -o page.html",
    "report of bundles": "report fft128_skewed --set vliw.slots=3 --set banks=8 -o page.html",
    "report of 64 lanes": "report article/gcn2 -m gcn64 -o page.html",
    "diff": "diff transpose transpose_padded -o page.html",
    "diff of devices": f"diff mm_global_rows mm_global {_TILES} -o page.html",
    "diff of machines": "diff fft128 fft128 --set banks=16 -o page.html",
    "run": "run fft128 -o page.html",
    "run of a device": f"run mm_local {_TILES} -o page.html",
    "comparison": "compare fft128 fir --model all --counts both -o page.html",
    "comparison over a key": "compare fft128 --set fpu.latency=1,8,16 -o page.html",
    "comparison of stacks": "compare fft128 fir transpose --plot stack -o page.html",
    "crossover": "compare fft fft128 --set banks=2,4,8 --plot crossover -o page.html",
    "experiment": "experiment mask-history -q -o .",
    "experiment with wide tables": "experiment divergence -q -o .",
}
_EVERY_RUN = ("report of a device", "diff", "run")
PICTURES = {
    "masks": "trace article/example2 -m article32 -o picture.svg",
    "masks of a device": f"trace mm_local {_TILES} --view masks -o picture.svg",
    "all views": "trace fft128 --view all --cycles 300:360 -o picture.svg",
    "all views of a device": f"trace mm_local {_TILES} --view all -o picture.svg",
    "DRAM": f"trace mm_global {_TILES} --view dram --cycles 300:1300 -o picture.svg",
    "an access to global memory": f"trace mm_global_rows {_TILES} --view access --at 26 -o picture.svg",
    "an access to local memory": "trace transpose --view access --at 25 -o picture.svg",
    "control flow": "asm divergent/irreducible --cfg -o picture.svg",
    "more control flow": "asm divergent/switch --cfg -o picture.svg",
    "a front": "explore fft128 fft128_stockham --set banks=2,4,8 --set vliw=1,2,3 --plot picture.svg",
    "three objectives": "explore fft128 --set banks=2,4,8 --set warp=4,8,16 --minimise time,slices,ramb16"
    " --plot picture.svg",
    "clients": "memory clients hmgpu -o picture.svg",
    "a column of a paper": "trace fft128 --view warps --cycles 300:360 --width 3.4 --font-size 8 -o picture.svg",
}
SWEEPS = ("lines", "heat", "pareto")


def _made(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    invoke(*shlex.split(command), status=0)


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    with measured_page(browser) as opened:
        yield opened


# --- what a reader does -----------------------------------------------------------------------------------------------


def _does(script: str) -> Callable[[Any], object]:
    return lambda page: page.evaluate(f"() => {{ {script} }}")


_TABLES = (
    "document.querySelectorAll('details').forEach((one) => { one.open = one.querySelectorAll('td').length < 3000; });"
)
_SCENES = [("all open", _does(_TABLES))]
_TIMELINE_SCENES = [
    *_SCENES,
    ("zoomed", _does("const { view, model } = simtReport.pane; view.show(model.first + 5, 60);")),
    ("an instruction chosen", _does("simtReport.pane.chooseInstruction(20);")),
    ("instructions", _does("const one = document.getElementById('show-instructions'); if (one) one.click();")),
]


@pytest.mark.parametrize("kind", nightly_but(_EVERY_RUN, PAGES))
def test_pages(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    _made(PAGES[kind], tmp_path, monkeypatch)
    [made] = tmp_path.glob("*.html")
    has_timeline = kind.startswith(("report", "diff"))
    measured = Measured()
    measure_file(page, made, kind, measured, _TIMELINE_SCENES if has_timeline else _SCENES)
    for number, svg in enumerate(pictures_of(made.read_text(encoding="utf-8"))):
        measure_picture(page, svg, f"picture {number} of {kind}", measured, tmp_path)
    assert measured.count == 0, measured
    assert measured.looks >= 2 * (1 + len(_SCENES))
    assert measured.texts > 20 * measured.looks


@pytest.mark.parametrize("kind", nightly_but(("all views", "a front"), PICTURES))
def test_pictures(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    _made(PICTURES[kind], tmp_path, monkeypatch)
    measured = Measured()
    measure_picture(page, (tmp_path / "picture.svg").read_bytes(), kind, measured, tmp_path)
    assert measured.count == 0, measured
    assert measured.texts > 10


def test_pictures_of_a_sweep(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _made("sweep fft128 fir --set banks=2,4,8 --set warp=4,8 -o sweep.sqlite -q", tmp_path, monkeypatch)
    measured = Measured()
    for plot in SWEEPS:
        _made(f"sweep show sweep.sqlite --plot {plot} -o {plot}.svg", tmp_path, monkeypatch)
        measure_picture(page, (tmp_path / f"{plot}.svg").read_bytes(), plot, measured, tmp_path)
    assert measured.count == 0, measured
    assert measured.points > 20
