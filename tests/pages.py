"""What pages of the documentation show: their blocks, their Python, their commands."""

from __future__ import annotations

import re
import shlex
from typing import Any

from tests.commands import invoke
from tests.paths import ROOT


class Page:
    """A page, by its path in the repository; `text` is the part after `since`."""

    def __init__(self, path: str, since: str = "") -> None:
        self.path = path
        self.text = (ROOT / path).read_text(encoding="utf-8")
        if since:
            self.text = self.text.split(since)[1]

    def blocks(self, language: str, having: str = "") -> list[str]:
        """The fenced blocks of a language ("" for none) that have the words `having`."""
        fenced = re.findall(r"^```([^\n]*)\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)
        return [text for kind, text in fenced if kind == language and having in text]

    def block(self, language: str, having: str = "") -> str:
        """The one of these blocks that there is."""
        (text,) = self.blocks(language, having)
        return text

    def run_python(self, having: str = "") -> dict[str, Any]:
        """The names that the page's block of Python leaves."""
        names: dict[str, Any] = {}
        exec(compile(self.block("python", having), self.path, "exec"), names)
        return names


def simt(command: str, *more: str, env: dict[str, str] | None = None) -> str:
    """What a command of a page prints, with or without its prompt, and with `more` arguments; it has to end well."""
    name, *arguments = shlex.split(command.removeprefix("$ "), comments=True)
    assert name == "simt"
    return invoke(*arguments, *more, env=env, status=0).stdout
