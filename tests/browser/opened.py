"""Pages in Chromium: what they said and asked for, where the timeline has what, and the colours of its boxes."""

from __future__ import annotations

from typing import Any

from simt.views.kit.palette import MASK_LOOKS, REASON_LOOKS, UNIT_LOOKS, rgb

DESKTOP, PHONE = (1280, 900), (390, 844)

COLORS = {
    "warp": [rgb(look.color) for look in REASON_LOOKS.values()],
    "slot": [rgb(look.color) for look in REASON_LOOKS.values()],
    "unit": [rgb(look.color) for look in UNIT_LOOKS.values()],
    "lane": [rgb(look.color) for look in MASK_LOOKS.values()],
}

# The colours at points of the canvas, as [red, green, blue] each.
PIXELS = """(points) => {
  simtReport.draw();
  const shown = document.getElementById('canvas');
  const canvas = new OffscreenCanvas(shown.width, shown.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(shown, 0, 0);
  const ratio = shown.width / shown.clientWidth;
  const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
  return points.map(([x, y]) => {
    const place = 4 * (Math.floor(y * ratio) * width + Math.floor(x * ratio));
    return [data[place], data[place + 1], data[place + 2]];
  });
}"""
# Of rows of a kind, for cycles a to b - 1: points near the upper edge of the boxes, where no letter is.
POINTS = """([kind, a, b]) => simtReport.rows().filter((row) => row.kind === kind).map((row) => {
  const points = [];
  for (let cycle = a; cycle < b; cycle++) points.push([simtReport.where(kind, row.index, cycle).x, row.y + 1.5]);
  return new Array(row.last - row.index + 1).fill(points); // several lanes may share a row
}).flat()"""


class Opened:
    """A page with what it said and asked for."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.said: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.said.append("a dialog"), dialog.dismiss()))
        page.on("request", lambda request: self.requests.append(request.url))

    def fits(self) -> bool:
        """Whether the page is no wider than its window."""
        return bool(self.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))

    def evaluate(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def show(self, first: int, end: int) -> None:
        self.evaluate("([a, b]) => { simtReport.show(a, b); simtReport.draw(); }", [first, end])

    def view(self) -> tuple[float, float]:
        found = self.evaluate("() => simtReport.view()")
        return found["from"], found["to"]

    def pixels(self, points: list[list[float]]) -> list[tuple[int, ...]]:
        return [tuple(color) for color in self.evaluate(PIXELS, points)]

    def where(self, kind: str, index: int, cycle: int) -> tuple[float, float]:
        """The middle of a box on the screen, scrolled into view."""
        self.page.evaluate(
            "([kind, index]) => { const { y } = simtReport.where(kind, index, 0);"
            " const top = document.getElementById('canvas').getBoundingClientRect().top + scrollY;"
            " scrollTo(0, top + y - innerHeight / 2); }",
            [kind, index],
        )
        place = self.evaluate("([kind, index, cycle]) => simtReport.where(kind, index, cycle)", [kind, index, cycle])
        box = self.page.locator("#canvas").bounding_box()
        return box["x"] + place["x"], box["y"] + place["y"]

    def states(self, kind: str, first: int, end: int) -> list[list[int]]:
        """What the canvas shows in rows of a kind: the number of the state whose colour each cycle has, -1 for none."""
        rows = self.evaluate(POINTS, [kind, first, end])
        colors = self.pixels([point for row in rows for point in row])
        found = [COLORS[kind].index(color) if color in COLORS[kind] else -1 for color in colors]
        width = end - first
        return [found[k : k + width] for k in range(0, len(found), width)]
