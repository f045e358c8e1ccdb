"""docs/clients.md tells the truth: its Python, its tables of keys."""

from __future__ import annotations

import re

import pytest

from simt.core.memory.clients.layout import POLICIES
from simt.memory.clients.description import load_system
from simt.memory.clients.keys import KINDS, SYSTEM
from simt.memory.clients.run import run
from tests.pages import Page

PAGE = Page("docs/clients.md")


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python()
    assert capsys.readouterr().out == "0 True\n"


def test_every_key_is_there() -> None:
    """In the tables or in the text, and of the system's keys the defaults and the most."""
    clients, system = PAGE.text.split("## 6. Clients")[1].split("## 7. Descriptions")
    named = set(re.findall(r"`([a-z_]+)(?: = [^`]*)?`", clients))
    for keys in KINDS.values():
        assert set(keys) <= named
    table = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|$", system, re.MULTILINE))
    assert set(SYSTEM) <= set(table)
    for name in ("grant", "round", "clocks", "manager_clocks", "seed"):
        assert re.search(r"default (\d+)", table[name])[1] == str(SYSTEM[name].default)  # type: ignore[index]
    assert all(f"`{policy}`" in table["policy"] for policy in POLICIES)


def test_the_pitfall_of_a_controller_without_a_hold() -> None:
    without, shipped = (run(load_system("hmgpu", policy="frfcfs", hold=hold)) for hold in (0, None))
    assert without.client("host").bytes > without.bytes / 2
    pixels = [served.client("pixels").rate_MBps / 6 for served in (without, shipped)]
    assert round(pixels[0]) == 107
    assert round(pixels[1], 2) == 289.98
