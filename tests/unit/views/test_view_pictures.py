"""Pictures: equal bytes every time, the article's colours where its cells are, sensible sizes, clear errors."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from simt.views.kit.figure import FigureError, figure_style, new_figure, picture_bytes, picture_size, save_figure
from simt.views.time.pictures import draw_views
from simt.views.time.timelines import VIEWS
from tests.commands import invoke
from tests.examples import nightly_but

pytest.importorskip("matplotlib")


def run(name: str, machine: str, **defines: str) -> simt.Result:
    return simt.run(simt.load_program(name, defines=defines), machine, record=True)


@pytest.fixture(scope="module")
def figure5() -> simt.Result:
    return run("article/example1", "article32", filler="5")


@pytest.fixture(scope="module")
def fft() -> simt.Result:
    return run("fft128.s", "fpga4")


def pixels(data: bytes) -> np.ndarray:
    """uint8 [height, width, 3] of a PNG."""
    from matplotlib.image import imread

    return np.round(imread(io.BytesIO(data), format="png")[..., :3] * 255).astype(np.uint8)


# --- bytes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", nightly_but(["pdf"], ["svg", "png", "pdf"]))  # the others: see below
def test_two_pictures_of_one_run_have_equal_bytes(figure5: simt.Result, kind: str) -> None:
    first, second = (picture_bytes(draw_views(figure5, list(VIEWS), range(11)), kind) for _ in range(2))
    assert first == second
    assert len(first) > 10_000
    assert first.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[kind])


def test_a_pdf_holds_its_font_and_no_date(figure5: simt.Result) -> None:
    data = picture_bytes(draw_views(figure5, ["masks"], range(11)), "pdf")
    assert b"/FontFile2" in data  # TrueType: readers can search and copy the text
    assert b"CreationDate" not in data
    assert b"Producer" not in data


@pytest.mark.nightly
def test_bytes_do_not_depend_on_process_or_user(tmp_path: Path) -> None:
    """Another hash seed, another matplotlibrc."""
    (tmp_path / "matplotlibrc").write_text("font.size: 22\nsvg.fonttype: path\nlines.linewidth: 9\n")
    script = (
        "import sys, hashlib, simt\n"
        "from simt.views.kit.figure import picture_bytes\n"
        "from simt.views.time.pictures import draw_views\n"
        "r = simt.run(simt.load_program('article/example1'), 'article32', record=True)\n"
        "f = draw_views(r, ['masks', 'stack', 'units'], range(6))\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "print(hashlib.sha256(picture_bytes(f, 'svg') + picture_bytes(f, 'png')).hexdigest())\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1", "MATPLOTLIBRC": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    result = simt.run(simt.load_program("article/example1"), "article32", record=True)
    figure = draw_views(result, ["masks", "stack", "units"], range(6))
    here = picture_bytes(figure, "svg") + picture_bytes(figure, "png")
    assert done.stdout.strip() == hashlib.sha256(here).hexdigest()


def test_an_svg_holds_text_and_no_date(figure5: simt.Result) -> None:
    svg = picture_bytes(draw_views(figure5, ["masks"], range(11)), "svg").decode()
    assert ">example1 on article32, cycles 0 to 10 of 11 cycles<" in svg
    assert ">execution mask of warp 0<" in svg
    assert ">inactive 27.3 %<" in svg
    assert "dc:date" not in svg


# --- what is seen -----------------------------------------------------------------------------------------------------


def test_a_mask_history_has_the_articles_cells(figure5: simt.Result) -> None:
    """Figure 5: of ten columns and 32 rows, a quarter of cells black: even lanes in six cycles of ten."""
    figure = draw_views(figure5, ["masks"], range(1, 11))
    seen = pixels(picture_bytes(figure, "png"))
    axis = figure.axes[0]
    figure.canvas.draw()
    height = seen.shape[0]
    columns = np.array([[int(state) for state in "1110000001"], [1] * 10])
    for lane in range(32):
        for column in range(10):
            x, y = axis.transData.transform((column + 1 + 0.25, lane + 0.25))  # beside the lines of the grid
            expected = 255 * columns[lane % 2, column]
            assert (seen[height - 1 - round(y), round(x)] == expected).all(), (lane, column)


def test_a_long_window_is_drawn_in_bins(fft: simt.Result) -> None:
    figure = draw_views(fft, ["warps", "banks", "stack"], range(fft.cycles))
    assert [axis.get_title(loc="left") for axis in figure.axes] == [
        "warp states, 10 cycles a column",
        "words per bank asked by a local access, 10 cycles a column",
        "LDS passes of a local access, at its entry (1: no conflict), 10 cycles a column",
        "active of living lanes: 100.0 % over the window, 10 cycles a column",
    ]
    assert figure.axes[0].images[0].get_array().shape == (16 * 20, 383, 3)
    assert len(picture_bytes(figure, "svg")) < 500_000


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_draws(fft: simt.Result, name: str) -> None:
    for window in (range(fft.cycles), range(fft.cycles - 1, fft.cycles)):
        figure = draw_views(fft, [name], window)
        width, height = figure.get_size_inches()
        assert 4 < width < 12
        assert 1 < height < 12
        assert len(picture_bytes(figure, "png")) > 4000


def test_few_cycles_are_square_cells_and_very_few_fill_the_picture(figure5: simt.Result, fft: simt.Result) -> None:
    figure = draw_views(figure5, ["masks"], range(11))
    assert figure.axes[0].get_aspect() == "auto"
    assert figure.get_size_inches()[0] == 4.5
    figure.draw_without_rendering()
    title = figure._suptitle.get_window_extent()  # type: ignore[attr-defined]
    assert figure.axes[0].get_window_extent().width > 0.55 * title.width
    figure = draw_views(fft, ["masks"], range(60))
    assert figure.axes[0].get_aspect() == 1
    assert 4.5 < figure.get_size_inches()[0] < 10


def test_what_was_changed_in_the_machine_is_in_the_title(figure5: simt.Result) -> None:
    label = "article32 with branch.policy=ipdom_stack, alu.latency=3"
    svg = picture_bytes(draw_views(figure5, ["masks"], range(11), machine=label), "svg").decode()
    assert ">example1 on article32, cycles 0 to 10 of 11 cycles<" in svg
    assert ">with branch.policy=ipdom_stack, alu.latency=3<" in svg


def test_a_window_of_one_cycle_has_one_tick(fft: simt.Result) -> None:
    """And no legend where nothing was accessed."""
    figure = draw_views(fft, ["warps", "banks"], range(7, 8))
    figure.canvas.draw()
    low, high = figure.axes[-1].get_xlim()
    assert [tick for tick in figure.axes[-1].get_xticks() if low <= tick <= high] == [7]
    assert [axis.get_legend() is None for axis in figure.axes] == [False, True, True]
    assert [text.get_text() for text in figure.axes[1].texts] == ["none in these cycles"]


def test_many_banks_take_little_room() -> None:
    heights = {}
    for banks in (8, 32):
        machine = simt.Machine.load("article32").replace(**{"local.banks": banks})
        result = simt.run(simt.load_program("divergent/nested_if"), machine, record=True)
        figure = draw_views(result, ["banks"], range(result.cycles))
        names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
        assert len(names) == 8
        assert names[1].startswith("bank 1 " if banks == 8 else "bank 4")
        heights[banks] = figure.get_size_inches()[1]
    assert heights[32] < heights[8] + 1


# --- files ------------------------------------------------------------------------------------------------------------


def test_saving(tmp_path: Path) -> None:
    with figure_style():
        figure, (left, right) = new_figure(4, 2, 1, 2)
        left.plot([1, 2])
        right.plot([2, 1])
    save_figure(figure, tmp_path / "two.SVG")
    assert (tmp_path / "two.SVG").read_bytes() == picture_bytes(figure, "svg")
    for path, code, message in (
        (tmp_path / "two.jpg", "E0702", "a picture is written as .svg, .png or .pdf, not"),
        (tmp_path / "no" / "two.png", "E0652", "cannot write"),
    ):
        with pytest.raises(FigureError, match=message) as caught:
            save_figure(figure, path)
        assert caught.value.code == code
        assert not path.exists()
    with pytest.raises(FigureError, match=r"a picture is .svg, .png or .pdf, not `gif`"):
        picture_bytes(figure, "gif")


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, figure5: simt.Result) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(FigureError) as caught:
        draw_views(figure5, ["masks"], range(11))
    assert str(caught.value) == (
        "error[E0701]: pictures need matplotlib, which is not installed\n"
        "  = help: pip install 'simt[plots]', or leave out -o and see the views in the terminal"
    )


def test_the_style_leaves_nothing_behind() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    new_figure(2, 2)
    assert dict(matplotlib.rcParams) == before


def test_width_and_points_are_those_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    from matplotlib.text import Text

    trace = simt.trace("transpose", cycles="300:400")
    plain = trace.figure()
    with picture_size(3.5, 6):
        narrow = trace.figure()
    assert narrow.get_size_inches().tolist() == [3.5, plain.get_size_inches()[1]]
    assert trace.figure().get_size_inches().tolist() == plain.get_size_inches().tolist()

    def sizes(figure: Any) -> list[float]:
        return [text.get_fontsize() for text in figure.findobj(Text) if text.get_text()]

    assert {round(small / 6 * 9, 6) for small in sizes(narrow)} <= set(sizes(plain))
    command = ["trace", "transpose", "--cycles", "300:400", "-q", "--width", "3.5", "--font-size", "6"]
    assert invoke(*command, "-o", "x.svg").exit_code == 0
    assert picture_bytes(narrow, "svg") == Path("x.svg").read_bytes()
    refused = invoke(*command)
    assert (refused.exit_code, "--width and --font-size belong to a picture" in refused.stderr) == (2, True)
    assert invoke(*command[:-3], "0", "-o", "x.svg").exit_code == 2
