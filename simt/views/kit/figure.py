"""Matplotlib figures without global state, in one style, saved with the same bytes every time.

`pyplot` is not used: a figure is made, drawn on and written, and nothing is shown or kept for the next figure.
matplotlib is an optional part (`pip install 'simt[plots]'`) and is imported when the first figure is made.
"""

from __future__ import annotations

import io
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import SimtError, listed, quote
from isa.reporting.files import reason_of, replace_file
from simt.views.kit.theme import INK, PAPER, SETTINGS, following_scheme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes as Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Figure
else:  # for annotations: matplotlib itself is imported with the first figure
    Axes = Axis = Figure = Any

PICTURES = ("svg", "png", "pdf")
PICTURE_SUFFIXES = tuple(f".{kind}" for kind in PICTURES)
DPI = 150  # of a PNG
# Okabe and Ito's colours, distinct for the colour-blind, with marks that differ too.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK)
MARKS = "osD^vPX"


# Every setting that affects the look or the bytes of a picture; a user's own matplotlibrc changes neither.
_STYLE: dict[str, Any] = {
    "svg.hashsalt": "simt",  # ids in an SVG are hashes of the contents and this salt, not of a random number
    "svg.fonttype": "none",  # text stays text: small files that can be searched
    "pdf.fonttype": 42,  # PDF embeds the font as TrueType, so every reader has it
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Arial", "Helvetica", "sans-serif"],
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9.0,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.formatter.useoffset": False,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "legend.fontsize": 8.0,
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "grid.linewidth": 0.6,
    "figure.facecolor": PAPER,
    **SETTINGS,
    "path.simplify": True,
}


_TEXTS = [key for key in _STYLE if key.endswith("size")]
_FONT = _STYLE["font.size"]
# (inches, or None for the picture's own width; factor by which all text is enlarged)
_size: ContextVar[tuple[float | None, float]] = ContextVar("size of pictures", default=(None, 1.0))


class FigureError(SimtError):
    """A picture that cannot be drawn or written."""

    code = "E0702"


def check_drawing() -> Any:
    """Import matplotlib and return it. Raises `FigureError` (E0701) if it is not installed."""
    try:
        import matplotlib
    except ImportError:
        advice = "pip install 'simt[plots]', or leave out -o and see the views in the terminal"
        raise FigureError("pictures need matplotlib, which is not installed", code="E0701", help=advice) from None
    return matplotlib


def can_draw() -> bool:
    """Return whether matplotlib is installed."""
    try:
        check_drawing()
    except FigureError:
        return False
    return True


@contextmanager
def picture_size(width: float | None = None, font_size: float | None = None) -> Iterator[None]:
    """Set the width of pictures in inches, and the size of usual text in points, within this context.

    width: None for each picture's own width. font_size: None for 9 points.

    A picture then fits a column of a paper without scaling. Heights still follow from the contents.
    """
    token = _size.set((width, 1.0 if font_size is None else font_size / _FONT))
    try:
        yield
    finally:
        _size.reset(token)


def inches(width: float) -> float:
    """Return the width of a picture: `width` unless `picture_size` sets another."""
    return _size.get()[0] or width


def points(size: float) -> float:
    """Return the size of text: `size` points unless `picture_size` sets another."""
    return size * _size.get()[1]


@contextmanager
def figure_style() -> Iterator[None]:
    """Make matplotlib draw in the project's style within this context, whatever the user has configured."""
    matplotlib = check_drawing()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({key: points(value) if key in _TEXTS else value for key, value in _STYLE.items()})
        yield


def new_figure(
    width: float, height: float, rows: int = 1, columns: int = 1, **options: Any
) -> tuple[Figure, list[Axes]]:
    """Make a figure of `width` (or `picture_size`'s width) x `height` inches, and its rows x columns axes, row by row.

    options: options of `Figure.subplots` (`sharex`, `height_ratios` and so on). The layout is constrained: labels,
    titles and legends outside the axes get room. Draw inside `with figure_style():`. Raises `FigureError`.
    """
    with figure_style():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(inches(width), height), dpi=DPI, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots(rows, columns, squeeze=False, **options)
        return figure, list(axes.flat)


def plain_ticks(axis: Axis) -> None:
    """Label a logarithmic axis with at least a few plain numbers. The limits of the axis must be set before."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

    low, high = sorted(axis.get_view_interval())
    if high > 5 * low:
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 100 * low else (1.0,)))
        axis.set_minor_formatter(NullFormatter())
    else:
        axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
        axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}"))


def from_zero(axes: Axes) -> None:
    """Begin the vertical axis at 0, with room for whole marks above the largest value."""
    axes.set_ylim(0, 1.06 * max(float(axes.dataLim.y1), 0.0) or 1.0)


_OR = listed(PICTURE_SUFFIXES)


def picture_format(path: str | Path) -> str:
    """Return `svg`, `png` or `pdf`, by the suffix of a file. Raises `FigureError`."""
    suffix = Path(path).suffix.lower()
    if suffix not in PICTURE_SUFFIXES:
        message = f"a picture is written as {_OR}, not {quote(str(path))}"
        raise FigureError(message, help="the suffix of the file chooses the format")
    return suffix[1:]


def picture_bytes(figure: Figure, kind: str) -> bytes:
    """Return the figure as `png`, `svg` or `pdf`; equal figures give equal bytes. An SVG is dark on a dark page.

    The first call fixes the layout of the figure, so that later calls give the same picture in any format.

    kind: one of `PICTURES`. Raises `FigureError` for any other.
    """
    if kind not in PICTURES:
        raise FigureError(f"a picture is {_OR}, not {quote(kind)}")
    # No date, no version: a picture changes only when its contents change.
    metadata: dict[str, str | None] = {
        "svg": {"Date": None, "Creator": "simt"},
        "pdf": {"CreationDate": None, "Producer": None, "Creator": "simt"},
    }.get(kind, {"Software": "simt"})
    stream = io.BytesIO()
    with figure_style():
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # the constrained layout would move everything slightly on each call
        ground = PAPER if kind == "svg" else "white"
        figure.savefig(stream, format=kind, dpi=DPI, metadata=metadata, facecolor=ground)
    return following_scheme(stream.getvalue()) if kind == "svg" else stream.getvalue()


def save_figure(figure: Figure, path: str | Path) -> None:
    """Write the figure to a .svg, .png or .pdf file, whole or not at all. Raises `FigureError`."""
    data = picture_bytes(figure, picture_format(path))
    try:
        replace_file(path, data)
    except (OSError, ValueError) as error:
        raise FigureError(f"cannot write {quote(str(path))}: {reason_of(error)}", code="E0652") from None
