"""CONTRIBUTING.md names what is there, and so do all pages and sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.paths import ROOT
from tests.prose import READ, files

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = TEXT.partition("## The map of the house")[2].partition("```\n")[2].partition("```\n")[0]
PATH = re.compile(r"(?<![\w/.-])(?:isa|simt|tests|docs|benches|programs|changes)/[\w./*-]*[\w*]")
MODULE = re.compile(r"(?:(?<=python -m )|(?<=`))(?:isa|simt|tests|docs|benches)(?:\.(?!toml\b)[a-z_]\w*)+(?![\w/(.])")
ELSEWHERE = {
    "docs/kanata-log-format.md",  # of Konata
    "simt/_programs",  # of a wheel
    "programs/fft128",  # a kernel
}


def test_the_map_names_every_room() -> None:
    rooms = re.findall(r"^(\S+/) ", MAP, re.MULTILINE)
    there = [path.relative_to(ROOT).as_posix() for path in (ROOT / "simt").iterdir() if any(path.glob("*.[pm][yd]"))]
    assert {room.rstrip("/") for room in rooms if room.startswith("simt/")} == set(there)
    shared = {path.name for path in (ROOT / "simt").glob("*.py")} - {"__init__.py", "__main__.py"}
    assert shared == set(re.findall(r"\b\w+\.py\b", MAP.partition("simt/*.py")[2].partition("programs/")[0]))


def test_the_folders_and_files_of_the_map_are_there() -> None:
    rooms = re.split(r"^(?=\S)", MAP, flags=re.MULTILINE)[1:]
    missing = []
    for room in rooms:
        folder, text = room.split(maxsplit=1)
        names = re.findall(r"(?<![\w/.*])(?:\w+/)+(?![\w*])|(?<![\w/.*])(?!NAME)(?:\w+/)*\w+\.(?:py|toml|md)\b", text)
        place = ROOT / folder.removesuffix("*.py")
        missing += [name for name in names if not (ROOT / name).exists() and not any(place.rglob(name))]
    assert len(rooms) > 20
    assert missing == []


def test_files_that_recipes_name_without_a_folder_are_there() -> None:
    names = set(re.findall(r"`(\w+\.(?:py|cl|h|ll|toml|md))`", TEXT))
    there = {path.name for place in ("isa", "simt", "tests", "docs") for path in (ROOT / place).rglob("*.*")}
    there |= {path.name for path in ROOT.glob("*.*")}
    assert len(names) > 30
    assert sorted(names - there) == []


def test_files_that_follow_one_with_its_folder_are_beside_it() -> None:
    """As in "`simt/core/lanes/alu.py`, `fpu.py` or `sfu.py`"."""
    lists = re.findall(r"`((?:\w+/)+)\w+\.py`((?:(?:,| or| and)\s+`\w+\.py`)+)", TEXT)
    named = [(folder, name) for folder, others in lists for name in re.findall(r"\w+\.py", others)]
    assert len(named) > 4
    assert [folder + name for folder, name in named if not (ROOT / folder / name).exists()] == []


def test_paths_and_modules_that_pages_and_sources_name_are_there() -> None:
    """NAME stands for any name. A page may name its neighbours, a room of `simt` other rooms."""
    texts = [*files(*READ, "tests"), ROOT / "pyproject.toml"]
    assert len(texts) > 1200
    assert [hit for text in texts for hit in lost(text)] == []


def lost(text: Path) -> Iterator[str]:
    """The paths and modules in a text that are not there."""
    source = text.read_text(encoding="utf-8")
    places = (ROOT, text.parent, ROOT / "simt", ROOT / "docs")
    for match in PATH.finditer(source):
        pattern = match[0].replace("NAME", "*")
        if match[0] not in ELSEWHERE and not any(any(place.glob(pattern)) for place in places):
            yield f"{text.relative_to(ROOT)}:{source.count(chr(10), 0, match.start()) + 1}: {match[0]}"
    for match in MODULE.finditer(source):
        if not has_module(match[0]):
            yield f"{text.relative_to(ROOT)}:{source.count(chr(10), 0, match.start()) + 1}: {match[0]}"


@cache
def has_module(name: str) -> bool:
    """Whether a dotted name is a module, a package, or a name that occurs in one."""
    parent, _, last = name.rpartition(".")
    path = ROOT / name.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    above = ROOT / parent.replace(".", "/")
    sources = (above.with_suffix(".py"), above / "__init__.py")
    return any(re.search(rf"\b{last}\b", source.read_text("utf-8")) for source in sources if source.is_file())
