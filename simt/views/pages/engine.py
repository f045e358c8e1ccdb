"""The template engine. It escapes every value that a template shows, and never parses a value as a template.

A page is one file. The content security policy of a page forbids all requests. It allows one style sheet and at most
one script, by their hashes. Pictures are images inside the page, so that an SVG can neither run scripts nor change the
page.

Jinja is imported when the first page is made, because most commands make none.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from simt.views.kit.text import printable
from simt.views.pages.colors import color_rules

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def page(template: str, *, title: str, script: str = "", **values: Any) -> str:
    """Return a page from the template of this name. script: its script; values: the values that the template shows."""
    style = _style()
    return fragment(
        template, title=title, policy=_policy(style, script), style=trusted(style), script=trusted(script), **values
    )


def fragment(template: str, **values: Any) -> str:
    """Render a template: a whole page, or a fragment for a notebook."""
    return _environment().get_template(f"{template}.html").render(values)


def macro(name: str, *values: Any, **named: Any) -> Markup:
    """Return a part of a page, made by a macro of `parts.html`; templates include it without escaping."""
    markup: Markup = getattr(_environment().get_template("parts.html").module, name)(*values, **named)
    return markup


def joined(parts: list[Markup]) -> Markup:
    """Join parts of a page, one after the other."""
    return trusted("\n").join(parts)


def picture(svg: str) -> str:
    """Return the `data:` address of a picture inside the page; "" for none."""
    if not svg:
        return ""
    return "data:image/svg+xml;base64," + base64.b64encode(svg[svg.index("<svg") :].encode()).decode("ascii")


def trusted(html: str) -> Markup:
    """Mark HTML of our own making, so that a template does not escape it."""
    from markupsafe import Markup

    return Markup(html)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(lambda name: asset(f"templates/{name}")),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters["printable"] = printable
    return environment


def asset(name: str) -> str:
    """Return the text of a file in this folder."""
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def _style() -> str:
    return asset("style.css") + "\n" + color_rules()


def _policy(style: str, script: str) -> str:
    """Return the content security policy of a page. It permits the style sheet, pictures in the page, the script."""

    def digest(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii") + "'"

    allowed = f"style-src {digest(style)}; img-src data:; "
    if script:
        allowed += f"script-src {digest(script)}; "
    return f"default-src 'none'; {allowed}base-uri 'none'"
