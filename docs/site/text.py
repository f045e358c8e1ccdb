"""Plain text as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_MARKED = re.compile(r"(`[^`\n]*`)|([*_<\[\]|\\{])")


def plain(text: str) -> str:
    """Text in which nothing but `code` is marked."""
    return _MARKED.sub(lambda found: found[1] or f"\\{found[2]}", " ".join(text.split()))


def paragraphs(text: str) -> str:
    """Paragraphs and lists as they are, with only `code` marked; an indented paragraph is a block."""
    parts = []
    for part in re.split(r"\n[ \t]*\n", text.strip("\n")):
        is_block = all(line.startswith("    ") for line in part.splitlines())
        parts.append(part if is_block else "\n".join(map(_item, re.split(r"\n(?=- )", part))))
    return "\n\n".join(parts)


def _item(text: str) -> str:
    """An item of a list, or a paragraph, which has no mark."""
    is_item = text.startswith("- ")
    return f"- {plain(text[2:])}" if is_item else plain(text)


def block(text: str, language: str = "text") -> str:
    """A block of text as it is."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def code(text: str) -> str:
    """Text as code; nothing if there is none."""
    return f"`{text}`" if text else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown, in which bars are not borders."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"
