"""What is not data in a picture follows a dark page; the colours of data mean the same everywhere."""

from __future__ import annotations

import re

import pytest

from simt.views.kit import palette
from simt.views.kit.theme import CURVE, DARK, INK, PAPER, following_scheme
from simt.views.pages.colors import contrast


def test_no_data_has_a_reserved_colour() -> None:
    looks = (palette.REASON_LOOKS, palette.MASK_LOOKS, palette.UNIT_LOOKS, palette.DRAM_LOOKS)
    colors = {look.color for table in looks for look in table.values()} | set(palette.HEAT_COLORS)
    assert not colors & set(DARK)
    assert not colors & set(DARK.values())


def test_the_lines_of_curves_can_be_seen_in_both_schemes() -> None:
    """WCAG asks 3 of graphics, of a thin line it should be more."""
    assert contrast(palette.rgb(CURVE), palette.rgb(PAPER)) > 4.5
    assert contrast(palette.rgb(DARK[CURVE]), palette.rgb(DARK[PAPER])) > 4.5


def test_text_can_be_read_in_both_schemes() -> None:
    light, dark = ({"paper": PAPER, "ink": INK}, {"paper": DARK[PAPER], "ink": DARK[INK]})
    for scheme in (light, dark):
        assert contrast(palette.rgb(scheme["ink"]), palette.rgb(scheme["paper"])) > 10
    for color in set(DARK) - {PAPER, INK, "#d9d8d8"}:
        assert contrast(palette.rgb(color), palette.rgb(PAPER)) > 4.5
        assert contrast(palette.rgb(DARK[color]), palette.rgb(DARK[PAPER])) > 4.5


def test_the_style_sheet_of_a_picture_changes_reserved_colours_alone() -> None:
    sheet = following_scheme(b"<svg><defs><style>*{a: b}</style></defs><style>c</style></svg>").decode()
    assert sheet.count("@media screen and (prefers-color-scheme: dark)") == 1
    assert sheet.index("@media") < sheet.index("</style>")
    rules = re.findall(r'\[style\*="(fill|stroke): (#\w{6})"\]\{(fill|stroke):(#\w{6}) !important\}', sheet)
    assert {(one, light, other, dark) for one, light, other, dark in rules} == {
        (part, light, part, dark) for light, dark in DARK.items() for part in ("fill", "stroke")
    }


def test_an_svg_has_the_sheet_and_paper_stays_white() -> None:
    pytest.importorskip("matplotlib")
    import io

    from matplotlib import image

    from simt.views.kit.figure import new_figure, picture_bytes

    figure, (axes,) = new_figure(3.0, 2.0)
    axes.set(title="a title", xlabel="cycle")
    svg = picture_bytes(figure, "svg").decode()
    assert "prefers-color-scheme: dark" in svg
    assert f"fill: {PAPER}" in svg
    texts = re.findall(r"<text style=\"([^\"]*)\"", svg)
    assert texts
    assert all(f"fill: {INK}" in style for style in texts)
    assert image.imread(io.BytesIO(picture_bytes(figure, "png")))[0, 0, :3].tolist() == [1.0, 1.0, 1.0]
