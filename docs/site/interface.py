"""The Python interface from docstrings: every public name of `simt` with its signature."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import simt
from docs.site.text import paragraphs

_INHERITED = ("model_", "exit_status")


def interface() -> str:
    """Functions, then classes, then errors."""
    named = {name: getattr(simt, name) for name in simt.__all__ if not name.startswith("__")}
    functions = {name: each for name, each in named.items() if not inspect.isclass(each)}
    errors = {name: each for name, each in named.items() if inspect.isclass(each) and issubclass(each, Exception)}
    classes = {name: each for name, each in named.items() if name not in functions and name not in errors}
    groups = (("Functions", functions, _function), ("Classes", classes, _class), ("Errors", errors, _error))
    return "\n".join(
        f"## {title}\n\n" + "\n".join(make(name, each) for name, each in found.items()) for title, found, make in groups
    )


def _directive(kind: str, signature: str, body: str, fence: str = "```") -> str:
    return f"{fence}{{py:{kind}}} {signature}\n\n{body.rstrip()}\n{fence}\n"


def _signature(each: Any) -> str:
    """Parameters with their types and defaults, without `self`, on one line."""
    found = inspect.signature(each)
    shown = [each for name, each in found.parameters.items() if name != "self"]
    return re.sub(r"<function (\w+).*?>", r"\1", str(found.replace(parameters=shown))).replace("'", "")


def _text(each: Any) -> str:
    return paragraphs(inspect.getdoc(each) or "")


def _function(name: str, function: Any) -> str:
    return f"### simt.{name}\n\n" + _directive("function", f"simt.{name}{_signature(function)}", _text(function))


def _error(name: str, error: Any) -> str:
    return f"### simt.{name}\n\n" + _directive("exception", f"simt.{name}", _text(error))


def _class(name: str, kind: Any) -> str:
    members = "\n".join(_members(kind))
    return f"### simt.{name}\n\n" + _directive("class", f"simt.{name}", f"{_text(kind)}\n\n{members}", "````")


def _members(kind: Any) -> Iterator[str]:
    """The documented methods and properties of a class that are its own."""
    for name, member in vars(kind).items():
        if name.startswith(("_", *_INHERITED)):
            continue
        if isinstance(member, property | cached_property):
            found = member.fget if isinstance(member, property) else member.func
            if _text(member):
                yield _directive("property", name, _text(member))
            elif found is not None and _text(found):
                yield _directive("property", name, _text(found))
        elif isinstance(member, classmethod | staticmethod):
            yield _directive("method", f"{name}{_signature(getattr(kind, name))}", _text(member.__func__))
        elif inspect.isfunction(member) and _text(member):
            yield _directive("method", f"{name}{_signature(member)}", _text(member))
