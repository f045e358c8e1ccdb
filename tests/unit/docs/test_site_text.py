"""`docs.site.text`: docstrings as Markdown."""

from __future__ import annotations

from docs.site.text import paragraphs


def test_a_list_stays_a_list() -> None:
    text = "Run kernels.\n\n- first: a *name*,\n  or `None`\n- second: a number - or two\n\nRaises\nan error."
    shown = "Run kernels.\n\n- first: a \\*name\\*, or `None`\n- second: a number - or two\n\nRaises an error."
    assert paragraphs(text) == shown


def test_an_indented_paragraph_is_a_block() -> None:
    assert paragraphs("Example:\n\n    - x = [1]\n    - y") == "Example:\n\n    - x = [1]\n    - y"
