"""The colours of the parts of a picture that are not data, and the adaptation of an SVG to a dark page.

Five colours are reserved: paper, ink, soft ink, the grid, and the line of a curve. No state has these colours. So a
style sheet inside an SVG can exchange just these five for a reader who prefers a dark scheme. All other colours, and
their meaning, are the same in both schemes.
"""

from __future__ import annotations

PAPER = "#fefefe"
INK = "#1a1d21"  # text, axes, and lines that stand for a text
SOFT = "#5c6471"  # what explains data and is less than it
GRID = "#d9d8d8"
CURVE = "#0045c7"  # a line that stands for numbers; on a dark page the blue of issued instructions is hard to see

DARK = {PAPER: "#14181c", INK: "#e5e9ee", SOFT: "#9aa5b1", GRID: "#30363e", CURVE: "#4d94ff"}

# Paper is white: pictures that follow nothing are on paper.
SETTINGS: dict[str, str] = {
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
}


def following_scheme(svg: bytes) -> bytes:
    """Return an SVG of matplotlib, with a style sheet that makes it dark on a dark screen. On paper it stays light."""
    rules = "".join(
        f'[style*="{part}: {light}"]{{{part}:{dark} !important}}'
        for light, dark in DARK.items()
        for part in ("fill", "stroke")
    )
    return svg.replace(b"</style>", f"@media screen and (prefers-color-scheme: dark){{{rules}}}</style>".encode(), 1)
