"""What is wrong with a page that a reader sees, measured by the boxes of its texts: the one measure of all pages.

Looked for are texts over texts, in HTML, in SVG and on a canvas; texts over the points of a picture; points and texts
that are cut off by their box, their picture or the page; texts that stick out of a box with a border or a ground; and
a page that is wider than its window. A text inside of a box that scrolls is not a finding. Pictures inside `img` are
pages of their own: `pictures_of` has them.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.examples import PROFILE

SIZES = ((390, 844), (1400, 1000), (1920, 1080))  # a phone, a laptop, a desk
SCHEMES = ("light", "dark")
# The looks of a page and of its scenes: a scheme changes colours and no box, and a desk has only more room.
LOOKS = (SIZES, SCHEMES) if PROFILE == "nightly" else (SIZES[:2], SCHEMES[:1])
_SCRIPT = Path(__file__).with_name("boxes.js").read_text(encoding="utf-8")
_PICTURE = re.compile(r'src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)"')
_SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


@dataclass
class Measured:
    """The measures of pages: how many were made, of how many texts, and what is wrong, as sentences by place."""

    looks: int = 0
    texts: int = 0
    points: int = 0
    wrong: dict[str, list[str]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of findings, as far as they are kept."""
        return sum(map(len, self.wrong.values()))

    def __str__(self) -> str:
        lines = [f"{place}:\n" + "\n".join(f"  {line}" for line in found) for place, found in self.wrong.items()]
        return "\n".join([f"{self.looks} looks, {self.texts} texts, {self.count} findings", *lines])


@contextmanager
def measured_page(browser: Any) -> Iterator[Any]:
    """An empty page of a browser that measures whatever is opened in it."""
    context = browser.new_context(offline=True, device_scale_factor=1)
    page = context.new_page()
    page.add_init_script(_SCRIPT)
    yield page
    context.close()


def measure(
    page: Any, name: str, measured: Measured, sizes: Sequence[tuple[int, int]] = SIZES, schemes: Sequence[str] = SCHEMES
) -> None:
    """Measure what a page shows now, in windows of these sizes and in these schemes."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            page.evaluate(_SETTLED)
            found = page.evaluate("() => simtBoxes()")
            measured.looks += 1
            measured.texts += found["texts"]
            measured.points += found["points"]
            if found["found"]:
                measured.wrong[f"{name}, {width} pixels, {scheme}"] = found["found"]


def measure_file(
    page: Any, path: Path, name: str, measured: Measured, scenes: Sequence[tuple[str, Callable[[Any], None]]] = ()
) -> None:
    """Open a file and measure it, and again after each scene: what a reader may do to it.

    By night that is in windows of all sizes and in both schemes, else in light on a phone and on a laptop.
    """
    page.goto(path.as_uri())
    if page.locator("body > script[type='application/json']").count():
        page.wait_for_selector("html[data-ready]", state="attached", timeout=60_000)
    measure(page, name, measured, *LOOKS)
    for what, act in scenes:
        act(page)
        measure(page, f"{name}, {what}", measured, *LOOKS)


def measure_picture(page: Any, svg: bytes, name: str, measured: Measured, folder: Path) -> None:
    """Measure a picture, which looks the same in a window of any size."""
    path = folder / "picture.svg"
    path.write_bytes(svg)
    page.goto(path.as_uri())
    measure(page, name, measured, SIZES[1:2])


def pictures_of(html: str) -> list[bytes]:
    """The pictures inside a page, as SVG."""
    return [base64.b64decode(data) for data in _PICTURE.findall(html)]
