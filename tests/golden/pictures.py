"""What the pictures of the site show: `python -m tests.golden.pictures BUILT_SITE --write` writes pictures.json.

A picture is summed up by its words, in order, and by how many shapes it has of each colour: who made it, ids and
coordinates may change, what it says may not.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.golden.digests import digest

DATA = Path(__file__).with_name("pictures.json")
_COLOR = re.compile(r"(?:fill|stroke): ?(#[0-9a-f]{6})")
_SVG = "{http://www.w3.org/2000/svg}"


def summed_up(picture: Path) -> dict[str, Any]:
    """The words and the colours of an SVG."""
    root = ElementTree.parse(picture).getroot()
    texts = ["".join(each.itertext()) for each in root.iter(f"{_SVG}text")]
    colors: Counter[str] = Counter()
    for each in root.iter():
        if each.tag in (f"{_SVG}path", f"{_SVG}use", f"{_SVG}rect"):
            colors.update([*_COLOR.findall(each.get("style", "")), each.get("fill", "")])
    return {"words": digest("\n".join(texts)), "first": texts[0], "colors": dict(sorted(colors.items()))}


def pictures(site: Path) -> dict[str, Any]:
    """Every picture of a built site, by name."""
    return {path.name: summed_up(path) for path in sorted((site / "_images").glob("*.svg"))}


def kept() -> dict[str, Any]:
    """What pictures.json says."""
    found: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return found


def main(arguments: list[str]) -> None:
    """Write pictures.json."""
    site, write = arguments
    assert write == "--write"
    DATA.write_text(json.dumps(pictures(Path(site)), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
