"""The site: it builds without a warning, so what its pages show is what their commands print; its pictures say what
they said, its links lead somewhere, and its search finds.

In every run three pages are built; tests/unit/docs/test_shown.py runs the commands of pages, and all is built by night.
"""

from __future__ import annotations

import functools
import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from docs.site.session import Command, File, go_through, steps
from tests.browser.boxes import Measured, measure_file, measure_picture, measured_page
from tests.golden.pictures import kept, pictures
from tests.paths import ROOT

DOCS = ROOT / "docs"
PAGES = [path for folder in ("tutorial", "guides") for path in sorted((DOCS / folder).glob("*.md"))]


def _names() -> list[str]:
    """The pages of the site that are written, without folders that are no pages."""
    return [path.relative_to(DOCS).with_suffix("").as_posix() for path in sorted(DOCS.rglob("*.md"))]


PART = ("index", "gallery/diff", "reference/reasons")  # a page with commands and pictures, a made one
LINKS_INTO_THE_REST = "toc.not_readable,toc.not_included,myst.xref_missing"
Built = tuple[Path, subprocess.CompletedProcess[str]]


def build(folder: Path, *options: str) -> Built:
    for package in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(package)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SIMT_")}
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", *options, str(DOCS), str(folder)]
    return folder, subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def site(built: Built) -> Path:
    folder, done = built
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of PART alone."""
    left_out = ",".join(["site/**", *(f"{name}.md" for name in _names() if name not in PART)])
    options = ("-D", f"exclude_patterns={left_out}", "-D", f"suppress_warnings={LINKS_INTO_THE_REST}")
    folder, done = build(tmp_path_factory.mktemp("part"), *options)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder


@pytest.mark.nightly
def test_it_builds_without_a_warning(built: Built) -> None:
    """Every command of tutorial, guides and gallery was run in an empty folder, and printed what is shown."""
    _, done = built
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


@pytest.mark.nightly
def test_all_pictures_say_what_they_said(site: Path) -> None:
    assert list(pictures(site)) == list(kept())
    check_pictures(site)


def test_the_pictures_of_a_page_say_what_they_said(part: Path) -> None:
    check_pictures(part)


def check_pictures(folder: Path) -> None:
    found = pictures(folder)
    assert found
    for name, summary in found.items():
        assert summary == kept()[name], f"{name}; python -m tests.golden.pictures BUILT_SITE --write, if it is meant"


# --- what is run ------------------------------------------------------------------------------------------------------


def test_the_tutorial_makes_all_that_it_uses() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGES if path.parent.name == "tutorial")
    files = [step.name for step in steps(text) if isinstance(step, File)]
    verbs = {step.line.split()[1] for step in steps(text) if isinstance(step, Command)}
    assert {"rows.s", "rows.py", "mine.toml"} == set(files)
    assert {"run", "asm", "explain", "machine", "diff", "why", "trace", "explore", "sweep"} <= verbs


@pytest.mark.parametrize(
    ("page", "difference"),
    [
        ("$ simt explain T003\nT003: an address outside local memory\n...\n", ""),
        ("$ simt explain T003\nT003: an address outside of local memory\n...\n", "prints"),
        ("$ simt explain T003\nT003: an address outside local memory\n", "prints"),
        ("$ simt explain T003\n", ""),
        ("$ simt explain T999  # status 2\n", ""),
        ("$ simt explain T999\n", "ends with status 2"),
        ("$ rm -r /\n", "is not a simt command"),
    ],
)
def test_what_differs_is_told(page: str, difference: str, tmp_path: Path) -> None:
    told = go_through(f"```console\n{page}```\n", tmp_path)
    assert bool(told) == bool(difference)
    assert all(difference in each for each in told)


# --- links ------------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and name in ("id", "name"):
                self.anchors.add(value)


@pytest.mark.nightly
def test_no_link_is_dead(site: Path) -> None:
    # The report is not one of the site's pages: it makes its anchors when it is opened.
    pages = {path: Page(path) for path in site.rglob("*.html") if "made" not in path.relative_to(site).parts}
    assert len(pages) > 50
    dead, checked = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                assert parts.scheme in ("http", "https", "data"), link
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            checked += 1
            anchor = unquote(parts.fragment) if target in pages else ""
            if not target.is_file() or (anchor and anchor not in pages[target].anchors):
                dead.append(f"{path.relative_to(site)}: {link}")
    assert dead == []
    assert checked > 3000


def test_nothing_is_asked_of_other_hosts(part: Path) -> None:
    for path in part.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert 'src="http' not in text, path
        assert 'rel="stylesheet" href="http' not in text, path


# --- search -----------------------------------------------------------------------------------------------------------


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as found:
        yield found


@pytest.fixture(scope="module")
def address_of_part(part: Path) -> Iterator[str]:
    with served(part) as found:
        yield found


def test_search_finds_a_reason(browser: Any, address_of_part: str) -> None:
    check_search(browser, address_of_part, "bank_conflict", "reference/reasons.html")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("E0505", "reference/codes.html"),
        ("local.banks", "reference/machine-keys.html"),
        ("immediate post-dominator", "divergence.html"),
        ("simt.sweep", "reference/interface.html"),
    ],
)
def test_search_finds(browser: Any, address: str, words: str, page: str) -> None:
    check_search(browser, address, words, page)


def check_search(browser: Any, address: str, words: str, page: str) -> None:
    context = browser.new_context()
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(f"{address}/index.html")
    opened.locator("input[name=q]:visible").fill(words)
    opened.keyboard.press("Enter")
    opened.wait_for_selector(f'ul.search a[href*="{page}"]', timeout=60_000)
    assert errors == []
    context.close()


@pytest.mark.nightly
def test_search_shows_excerpts_from_a_disk(browser: Any, site: Path) -> None:
    context = browser.new_context(offline=True)
    opened = context.new_page()
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto(f"{(site / 'search.html').as_uri()}?q=bank_conflict")
    opened.wait_for_function("() => /found/.test(document.querySelector('.search-summary')?.innerText)", timeout=60_000)
    count = opened.locator("ul.search li").count()
    opened.wait_for_function("(count) => document.querySelectorAll('p.context').length === count", arg=count)
    assert count > 5
    # What has an anchor shows the text there, not the beginning of the page.
    shown = opened.locator('ul.search li:has(a[href$="reasons.html#bank-conflict"]) p.context').inner_text()
    assert shown.startswith("bank_conflict")
    assert said == []
    context.close()


# --- blocks and pictures ----------------------------------------------------------------------------------------------


def test_the_button_copies_commands_alone(browser: Any, address_of_part: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    opened = context.new_page()
    opened.goto(f"{address_of_part}/gallery/diff.html")
    for place, copied in (
        (0, "simt diff transpose transpose_padded"),
        (2, "simt diff fft128 fft128 --set banks=16 -o banks.html\nsimt trace fft128"),
    ):
        block = opened.locator("div.highlight").nth(place)
        block.hover()
        block.locator("button.copybtn").click()
        opened.wait_for_selector("button.copybtn.success")
        text = opened.evaluate("() => navigator.clipboard.readText()")
        assert text.startswith(copied)
        assert "$" not in text
        assert "cycles," not in text
    context.close()


@pytest.mark.nightly
@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("chosen", ["auto", "light", "dark"])
def test_pictures_follow_the_scheme_of_the_page(browser: Any, address: str, system: str, chosen: str) -> None:
    image = pytest.importorskip("matplotlib.image")
    context = browser.new_context(color_scheme=system, viewport={"width": 1400, "height": 1000})
    opened = context.new_page()
    opened.goto(f"{address}/gallery/why.html")
    opened.evaluate("(chosen) => { document.body.dataset.theme = chosen; }", chosen)
    pixels = image.imread(io.BytesIO(opened.locator('img[src$="store.svg"]').screenshot()))
    is_dark = (system if chosen == "auto" else chosen) == "dark"
    assert (pixels[2, 2, :3].mean() < 0.2) == is_dark
    context.close()


# --- boxes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PART)
def test_pages_of_every_kind_have_no_text_over_text_and_fit(browser: Any, part: Path, name: str) -> None:
    check_boxes(browser, part / f"{name}.html", name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["search", "genindex", *_names()])
def test_pages_have_no_text_over_text_and_fit(browser: Any, site: Path, name: str) -> None:
    check_boxes(browser, site / f"{name}.html", name)


def check_boxes(browser: Any, path: Path, name: str) -> None:
    measured = Measured()
    with measured_page(browser) as page:
        measure_file(page, path, name, measured)
    assert measured.count == 0, measured
    assert measured.texts > 10 * measured.looks


@pytest.mark.nightly
def test_pictures_have_no_text_over_text_or_points(browser: Any, site: Path, tmp_path: Path) -> None:
    measured = Measured()
    paths = sorted((site / "_images").glob("*.svg"))
    with measured_page(browser) as page:
        for path in paths:
            measure_picture(page, path.read_bytes(), path.name, measured, tmp_path)
    assert measured.count == 0, measured
    assert measured.looks == 2 * len(paths) > 40


@pytest.mark.nightly
def test_the_picture_of_the_report_is_what_the_report_looks_like(browser: Any, tmp_path: Path) -> None:
    """Up to fonts: in blocks of 40 by 40 pixels."""
    image = pytest.importorskip("matplotlib.image")
    import numpy as np

    from docs.site.report_picture import PATH, SIZE, picture

    (tmp_path / "now.png").write_bytes(picture(browser, tmp_path))
    width, height = SIZE

    def blocks(path: Path) -> np.ndarray:
        pixels = image.imread(path)[:, :, :3]
        assert pixels.shape == (height, width, 3)
        return np.asarray(pixels.reshape(height // 40, 40, width // 40, 40, 3).mean(axis=(1, 3)))

    differences = np.abs(blocks(tmp_path / "now.png") - blocks(PATH)).max(axis=2)
    assert differences.mean() < 0.02
    assert np.median(differences) < 0.01
