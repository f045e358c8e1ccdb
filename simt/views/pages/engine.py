"""The template engine. Every value that a template shows is escaped, and none is looked at again as a template.

A page is one file that asks for nothing: its content security policy forbids every request and names the hashes of
its one style sheet and of its one script, if it has any. Pictures are in the page too, as images: what an SVG holds can
neither run nor change the page, and its own styles need no exception.

The engine is imported with the first page: most commands make none.
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
    """A page of its own, by the name of its template."""
    style = _style()
    return fragment(
        template, title=title, policy=_policy(style, script), style=trusted(style), script=trusted(script), **values
    )


def fragment(template: str, **values: Any) -> str:
    """What a template makes of values: a page, or a piece of one, such as a notebook's."""
    return _environment().get_template(f"{template}.html").render(values)


def macro(name: str, *values: Any, **named: Any) -> Markup:
    """A part of a page, made by a macro of `parts.html`; a template that is given it takes it as it is."""
    found: Markup = getattr(_environment().get_template("parts.html").module, name)(*values, **named)
    return found


def joined(parts: list[Markup]) -> Markup:
    """Parts after each other."""
    return trusted("\n").join(parts)


def picture(svg: str) -> str:
    """The address of a picture that is part of the page; "" for none."""
    if not svg:
        return ""
    return "data:image/svg+xml;base64," + base64.b64encode(svg[svg.index("<svg") :].encode()).decode("ascii")


def trusted(html: str) -> Markup:
    """HTML of our own making, which a template takes as it is."""
    from markupsafe import Markup

    return Markup(html)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(
        loader=FunctionLoader(lambda name: asset(f"templates/{name}")),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    made.filters["printable"] = printable
    made.filters["count"] = lambda number: f"{number:,}"
    return made


def asset(name: str) -> str:
    """A file beside this one."""
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def _style() -> str:
    return asset("style.css") + "\n" + color_rules()


def _policy(style: str, script: str) -> str:
    """What the page may do: use its style sheet, show the pictures in it, run its script if it has one."""

    def digest(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii") + "'"

    allowed = f"style-src {digest(style)}; img-src data:; "
    if script:
        allowed += f"script-src {digest(script)}; "
    return f"default-src 'none'; {allowed}base-uri 'none'"
