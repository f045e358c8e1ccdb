"""Files of the repository that are pages of the site: Markdown from outside of docs/, and the notebook."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from docs.site.text import block

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

# Files that are pages of the site under another name: where a page links to the one, the site has the other.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "programs/README.md": "kernels.md",
    "docs/tour.ipynb": "tour.md",
}
_LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def linked(text: str, folder: Path, to: Path = DOCS) -> str:
    """The text of a file of one folder, for a page of another: links are right there, and go to pages of the site."""

    def replace(found: re.Match[str]) -> str:
        path = (folder / found[1]).resolve()
        if not path.exists() or not path.is_relative_to(ROOT):
            return found[0]
        name = path.relative_to(ROOT).as_posix()
        place = DOCS / PAGES[name] if name in PAGES else path
        return f"]({os.path.relpath(place, to)}{found[2] or ''})"

    return _LINK.sub(replace, text)


def page(name: str) -> str:
    """A Markdown file without its title, which the page has."""
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    return linked(text.partition("\n")[2], path.parent)


def notebook(name: str) -> str:
    """A notebook with its outputs, without its title."""
    path = ROOT / name
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n\n".join(_cell(cell) for cell in cells)
    return linked(text.partition("\n")[2], path.parent)


def _cell(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    return "\n".join([block(source, "python"), *map(_output, cell["outputs"])])


def _output(output: dict[str, Any]) -> str:
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "image/png" in data:
        return f'<img alt="the picture of the cell above" src="data:image/png;base64,{data["image/png"].strip()}">\n'
    if "text/html" in data:
        return re.sub(r"\n\s*", " ", "".join(data["text/html"])) + "\n"
    return block("".join(data["text/plain"]))
