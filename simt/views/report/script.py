"""The scripts of pages with timelines, and JSON for them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

_TIMELINE = ("data.js", "view.js", "model.js", "paint.js", "timeline.js", "controls.js", "details.js", "pane.js")
_START = "start.js"  # the last file: it starts the page


@cache
def script_of(*names: str) -> str:
    """Return the script of a page, inside a function: the timeline's files, the files of these names, the start."""
    texts = [files(__package__).joinpath(name).read_text("utf-8") for name in (*_TIMELINE, *names, _START)]
    return "(() => {\n'use strict';\n" + "\n".join(texts) + "\n})();"


def json_text(data: object) -> str:
    """JSON that can neither end nor begin an HTML element."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
