"""docs/memory.md tells the truth about launches: its Python prints what it says."""

from __future__ import annotations

import re

import pytest

from simt.memory.storage.layout import Layout
from tests.pages import Page

PAGE = Page("docs/memory.md", since="## 10. The buffers of a kernel")


def test_the_python_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python()
    (told,) = re.findall(r"^print\(.*  # (.*)$", PAGE.block("python"), re.MULTILINE)
    assert capsys.readouterr().out == f"{told}\n"


def test_where_textures_begin() -> None:
    places = Layout().partitions
    assert [places["texture", (texture, 0)][0] % 16 for texture in range(6)] == [0, 4, 8, 12, 0, 4]


def test_the_banks_of_the_page() -> None:
    """4096 bytes of a row, 8 banks, one channel: the default of `memory.part`."""
    layout = Layout()
    found = [layout.address_of(0), layout.address_of(4), layout.partitions["texture", (0, 0)][0]]
    assert [address // 4096 % 8 for address in found] == [4, 5, 4]
