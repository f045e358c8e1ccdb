"""Excerpts in the results of the search where the site is opened from a disk.

Sphinx fetches the page of each result for its excerpt. A browser fetches nothing for a page that comes from a disk, but
it does load scripts: each page's text is a script too, which `static/disk-search.js` loads for each result.
"""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_FOLDER = "texts"  # of the scripts, in the built site
_SCRIPT = "disk-search.js"


def add_script(app: Sphinx, page: str, _template: str, _context: dict[str, Any], _doctree: object) -> None:
    """Load the script that shows excerpts on the page of the search alone."""
    if page == "search":
        app.add_js_file(_SCRIPT)


def write_texts(app: Sphinx, error: Exception | None) -> None:
    """Write the text of every page as a script."""
    if error is not None or app.builder.format != "html":
        return
    for name in sorted(app.env.all_docs):
        target = Path(app.outdir, _FOLDER, f"{name}.js")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = f'<div role="main">{_text(app.env.get_doctree(name))}</div>'
        target.write_text(f"simtText({json.dumps(name)}, {json.dumps(text)});\n", encoding="utf-8")


def _text(node: nodes.Node) -> str:
    """The text of a part of a page as HTML, with the anchors by which results name its sections."""
    if isinstance(node, nodes.Text):
        return html.escape(node.astext())
    if isinstance(node, nodes.raw) or not isinstance(node, nodes.Element):
        return ""
    inner = "".join(map(_text, node.children))
    if isinstance(node, nodes.Inline):
        return inner
    anchors = node.get("ids", ())
    begins = "".join(f'<div id="{html.escape(anchor)}">' for anchor in anchors)
    return f"{begins}{inner}\n{'</div>' * len(anchors)}"
