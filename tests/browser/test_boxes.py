"""The measure of pages finds what it is for, and nothing on a page that is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.boxes import LOOKS, Measured, measure_file, measure_picture, measured_page, pictures_of

_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90" font-family="sans-serif" font-size="12">{}</svg>'
)
_CANVAS = """<canvas id="c" width="300" height="60"></canvas><script>
const context = document.getElementById('c').getContext('2d');
context.font = '14px sans-serif';
%s
</script>"""

# What is wrong with the body of a page; "" for nothing.
BODIES = {
    "<p>one</p><p>other</p>": "",
    '<p style="margin:0">under</p><p style="margin:-18px 0 0">over</p>': "text over text",
    '<p style="margin:0">under</p><p style="position:sticky;top:0;margin:-18px 0 0;background:#fff">a bar</p>': "",
    '<div style="width:60px;overflow:hidden;white-space:nowrap">a text that is cut off</div>': "clipped at a side",
    '<div style="width:60px;overflow:auto;white-space:nowrap">a text that scrolls into view</div>': "",
    '<div style="height:9px;overflow:hidden">a text that is cut off below</div>': "clipped above or below",
    '<div style="width:60px;border:1px solid;white-space:nowrap">longer than its box</div>': "sticks out of its box",
    '<div style="width:2500px">wide</div>': "pixels wider than the window",
    '<p style="margin-left:-40px">outside</p>': "left of the page",
    '<p style="position:fixed;left:-300px;width:200px">a shut drawer</p><p>the page</p>': "",
    _SVG.format('<text x="10" y="30">one</text><text x="14" y="30">other</text>'): "text over text",
    _SVG.format('<text x="10" y="30">one</text><text x="10" y="50">other</text>'): "",
    # Two texts at 45 degrees: only the boxes around them overlap.
    _SVG.format(
        '<text transform="translate(60 20) rotate(45)">a long name</text>'
        '<text transform="translate(90 20) rotate(45)">another one</text>'
    ): "",
    _SVG.format('<text x="270" y="30">longer than that</text>'): "clipped by the picture",
    _CANVAS % "context.fillText('one', 10, 30); context.fillText('other', 14, 30);": "text over text",
    _CANVAS % "context.fillText('one', 10, 30); context.fillText('other', 80, 30);": "",
    _CANVAS % "context.fillText('one', 290, 30);": "clipped by the canvas",
    _CANVAS % "context.fillText('covered', 10, 30); context.fillRect(0, 0, 30, 60);": "half covered on the canvas",
    _CANVAS % "context.fillText('gone', 10, 30); context.fillRect(0, 0, 300, 60); context.fillText('new', 12, 30);": "",
}
_MARK = (
    '<defs><path id="m" d="M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0"/>'
    '<clipPath id="k"><rect width="200" height="60"/></clipPath></defs>'
)
PICTURES = {
    _SVG.format(f'{_MARK}<g clip-path="url(#k)"><use href="#m" x="100" y="30"/></g><text x="110" y="30">1</text>'): "",
    _SVG.format(f'{_MARK}<use href="#m" x="100" y="30"/><text x="98" y="30">name</text>'): "text over a point",
    _SVG.format(f'{_MARK}<g clip-path="url(#k)"><use href="#m" x="198" y="30"/></g>'): "clipped point",
}


@pytest.fixture(scope="module")
def page(browser: Any) -> Any:
    with measured_page(browser) as opened:
        yield opened


def _is_as_meant(measured: Measured, meant: str) -> bool:
    found = [line for lines in measured.wrong.values() for line in lines]
    return any(meant in line for line in found) if meant else not found


@pytest.mark.parametrize("body", BODIES)
def test_what_is_wrong_with_a_page_is_found(page: Any, tmp_path: Path, body: str) -> None:
    path, measured = tmp_path / "page.html", Measured()
    path.write_text(f'<!DOCTYPE html><meta charset="utf-8"><body style="font:16px sans-serif">{body}</body>')
    measure_file(page, path, "page", measured)
    assert _is_as_meant(measured, BODIES[body]), measured
    sizes, schemes = LOOKS
    assert measured.looks == len(sizes) * len(schemes)
    assert measured.texts >= measured.looks - 1


@pytest.mark.parametrize("svg", PICTURES)
def test_what_is_wrong_with_a_picture_is_found(page: Any, tmp_path: Path, svg: str) -> None:
    measured = Measured()
    measure_picture(page, svg.encode(), "picture", measured, tmp_path)
    assert _is_as_meant(measured, PICTURES[svg]), measured
    assert measured.points == 2  # a point, in both schemes


def test_pictures_inside_a_page_are_found() -> None:
    assert pictures_of('<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="">') == [b"<svg/>"]
