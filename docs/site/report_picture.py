"""The picture of the report in README: `python -m docs.site.report_picture` (playwright, and the system's Chromium)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import simt
from docs.site.chromium import ARGUMENTS, BROWSER

PATH = Path(__file__).parents[1] / "report.png"
SIZE = (1200, 760)


def picture(browser: Any, folder: Path) -> bytes:
    """The first screen of the report of the FPGA paper's FFT, as PNG."""
    simt.report("fft128", "fpga4", output=folder / "report.html")
    context = browser.new_context(
        viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="light", offline=True, device_scale_factor=1
    )
    page = context.new_page()
    page.goto((folder / "report.html").as_uri())
    page.wait_for_selector("html[data-ready]", state="attached", timeout=60_000)
    page.evaluate("() => simtReport.show(300, 420)")
    page.evaluate("() => simtReport.draw()")
    shot: bytes = page.screenshot()
    context.close()
    return shot


def main() -> None:
    """Write the picture."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS, headless=True)
        PATH.write_bytes(picture(browser, Path(folder)))
        browser.close()


if __name__ == "__main__":
    main()
