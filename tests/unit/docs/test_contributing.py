"""CONTRIBUTING.md names what is there."""

from __future__ import annotations

import re

from tests.paths import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = TEXT.partition("## The map of the house")[2].partition("```\n")[2].partition("```\n")[0]


def test_the_map_names_every_room() -> None:
    rooms = re.findall(r"^(\S+/) ", MAP, re.MULTILINE)
    there = [path.relative_to(ROOT).as_posix() for path in (ROOT / "simt").iterdir() if any(path.glob("*.[pm][yd]"))]
    assert {room.rstrip("/") for room in rooms if room.startswith("simt/")} == set(there)
    shared = {path.name for path in (ROOT / "simt").glob("*.py")} - {"__init__.py", "__main__.py"}
    assert shared == set(re.findall(r"\b\w+\.py\b", MAP.partition("simt/*.py")[2].partition("programs/")[0]))


def test_files_that_recipes_name_are_there() -> None:
    names = re.findall(r"`((?:isa|simt|tests|docs|benches)/[\w/.]+)`", TEXT)
    assert len(names) > 60
    assert [name for name in names if not (ROOT / name.replace("NAME", "*")).exists() and "NAME" not in name] == []
