"""Chromium for all tests of pages, and the runs whose pages they open.

Needs the Python package `playwright` and a Chromium of the system; its own browsers are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import isa
import simt
from docs.site.chromium import ARGUMENTS, BROWSER, NAMES
from simt.machine import Machine
from simt.result.result import Result
from simt.views.report import build_report
from tests.browser.opened import PHONE, Opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    reason = "the Python package playwright is not installed"
    sync_api = pytest.importorskip("playwright.sync_api", reason=reason)
    if BROWSER is None:
        pytest.skip(f"there is no browser: none of {', '.join(NAMES)}")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS, headless=True)
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Opens pages from files, without a network, and looks at the end that nothing went wrong in any of them.

    A window no wider than a phone is one: a touch screen whose scroll bars take no room.
    """
    contexts, pages = [], []

    def open_bytes(
        page: bytes, *, size: tuple[int, int] = (1400, 1000), scheme: str = "light", address: str = ""
    ) -> Opened:
        path = tmp_path / f"page{len(pages)}.html"
        path.write_bytes(page)
        is_phone = size[0] <= PHONE[0]
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, offline=True, device_scale_factor=1,
            is_mobile=is_phone, has_touch=is_phone,
        )  # fmt: skip
        contexts.append(context)
        opened = Opened(context.new_page())
        pages.append(opened)
        opened.page.goto(path.as_uri() + address)
        if opened.page.locator("body > script").count():
            opened.page.wait_for_selector("html[data-ready]", state="attached", timeout=60_000)
        return opened

    yield open_bytes
    for opened in pages:
        assert opened.said == []
        assert [url for url in opened.requests if not url.startswith(("file:", "data:"))] == []
        assert len([url for url in opened.requests if url.startswith("file:")]) == 1
    for context in contexts:
        context.close()


@pytest.fixture
def open_report(open_page: Callable[..., Opened]) -> Callable[..., Opened]:
    """Opens the report of a result."""

    def open_result(
        result: Result,
        *,
        size: tuple[int, int] = (1400, 1000),
        scheme: str = "light",
        address: str = "",
        **options: Any,
    ) -> Opened:
        return open_page(build_report(result, **options).encode(), size=size, scheme=scheme, address=address)

    return open_result


@pytest.fixture(scope="session")
def fft() -> Result:
    from simt.launch.oracle import Oracle

    path = simt.find_program("fft128")
    oracle = Oracle.beside(path)
    assert oracle is not None
    program = simt.assemble_file(path)
    return simt.run(program, "fpga4", inputs=oracle.inputs(program, 1), record=True)


@pytest.fixture(scope="session")
def branches() -> Result:
    """The article's if with else on four warps, the last with four threads, with waits of every kind."""
    machine = Machine.load("article32").replace(
        **{
            "warps": 4, "alu.latency": 4, "front_end.stages": 1, "retire.stages": 1,
            "scheduler.policy": "round_robin",
        }
    )  # fmt: skip
    program = simt.assemble_file(simt.find_program("article/example3"), defines={"filler": 5})
    return simt.run(program, machine, threads=100, record=True)


@pytest.fixture(scope="session")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Two files, each with lines that cost, lanes that part, and warps that are over long before the others."""
    folder = tmp_path_factory.mktemp("waiting")
    (folder / "more.inc").write_text(".macro more r\n    add.u32 \\r, \\r, 1\n    add.u32 \\r, \\r, \\r\n.endm\n")
    text = '.kernel waiting\n.threads 100\n.include "more.inc"\n    more r1\n    lt.u32 r2, thread_id, 40\n'
    text += "    push_mask over\n    mask_nz r2\n.rept 8\n    mul.f32 r1, r1, r1\n    more r1\n.endr\n"
    text += "    jmp over\nover:\n    ret\n"
    (folder / "waiting.s").write_text(text)
    machine = Machine.load("article32").replace(**{"warps": 4, "alu.latency": 3, "fpu.latency": 12})
    return simt.run(simt.assemble_file(folder / "waiting.s"), machine, record=True)


@pytest.fixture(scope="session")
def trapped() -> Result:
    """A stop that takes many words, in a file with a long name."""
    text = ".kernel trap\n.threads 16\n.local x u32[16]\n mov.b32 r1, 7\n ld.local r2, [thread_id + 4096]"
    text += f" ; {'a comment of many words ' * 8}\n ret\n"
    return simt.run(isa.assemble(text, filename=f"{'long' * 40}.s"), "fpga4", record=True)
