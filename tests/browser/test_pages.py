"""The other pages in a real browser: a run, a comparison, an experiment, in the clothes of the report."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simt.experiments.report import Table, experiment_page
from simt.result.result import Result
from simt.validate.comparison import Request, compare, point
from simt.views.notebook.html import result_page
from simt.views.studies.comparison_html import comparison_page
from tests.browser.opened import DESKTOP, PHONE, Opened
from tests.examples import nightly_but

HOSTILE = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">{{ 7 * 7 }}'
SVG = (
    "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='1800' height='90' onload='window.hurt=1'>"
    "<script>window.hurt=1</script><rect style='fill: red' width='1800' height='90'/></svg>"
)

Pages = dict[str, str]


@pytest.fixture(scope="module")
def pages(trapped: Result, waiting: Result) -> Pages:
    compared = compare([point("fft128", "fpga4"), point("fir", "fpga8")], Request(), jobs=1)
    rows = [[HOSTILE, 1.5, None]] * 30
    return {
        "a run": result_page(waiting),
        "a trap": result_page(trapped, machine=HOSTILE, check=HOSTILE),
        "a comparison": comparison_page(compared, Request(), SVG),
        "an experiment": experiment_page(
            HOSTILE, f"{'wide ' * 80}\n\n{HOSTILE}", [Table("t", ("a",) * 3, rows)], {"p": SVG}
        ),
    }


@pytest.mark.parametrize(
    "look",
    nightly_but([(PHONE, "dark")], [(size, scheme) for size in (DESKTOP, PHONE) for scheme in ("light", "dark")]),
)
def test_pages_fit_have_one_style_and_run_nothing(
    open_page: Callable[..., Opened], pages: Pages, look: tuple[tuple[int, int], str]
) -> None:
    grounds = {"light": "rgb(246, 247, 249)", "dark": "rgb(16, 19, 23)"}
    styles = set()
    for name, page in pages.items():
        opened = open_page(page.encode(), size=look[0], scheme=look[1])
        found = opened.evaluate(
            """() => ({
              fits: document.documentElement.scrollWidth <= innerWidth,
              ground: getComputedStyle(document.body).backgroundColor,
              style: document.querySelector('style').textContent,
              drawn: Array.from(document.images, (image) => image.complete && image.naturalWidth > 0),
              scripts: document.scripts.length,
              hurt: window.hurt || 0,
            })"""
        )
        styles.add(found.pop("style"))
        drawn = [True] if name in ("a comparison", "an experiment") else []
        assert found == {"fits": True, "ground": grounds[look[1]], "drawn": drawn, "scripts": 0, "hurt": 0}, name
        for summary in opened.page.locator("summary").all():
            if summary.locator("..").get_attribute("open") is None:
                summary.click()
        assert opened.fits(), name
    assert len(styles) == 1
    assert "{{ 7 * 7 }}" in pages["an experiment"]
