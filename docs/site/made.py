"""Texts that are made from the sources when the site is built, by name: `<!-- made: NAME -->` in a page."""

from __future__ import annotations

from collections.abc import Callable

from docs.site import commands, files, interface, tables

MADE: dict[str, Callable[[], str]] = {
    "verbs": commands.verbs,
    "interface": interface.interface,
    "machine keys": tables.machine_keys,
    "machines": tables.machines,
    "instructions": tables.instructions,
    "codes": tables.codes,
    "reasons": tables.reasons,
    "views": tables.views,
    "exports": tables.exports,
    "kernels": lambda: files.page("programs/README.md"),
    "changes": lambda: files.page("CHANGELOG.md"),
    "contributing": lambda: files.page("CONTRIBUTING.md"),
    "security": lambda: files.page("SECURITY.md"),
    "tour": lambda: files.notebook("docs/tour.ipynb"),
}
