"""The machine description: schema, presets, files, overrides.

A module is imported when one of its names is first used, so that a command imports only what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simt.machine.choosing import choose_machine, resolve_machine
    from simt.machine.loading import presets
    from simt.machine.machine import Machine
    from simt.machine.settings import MachineError

__all__ = ["Machine", "MachineError", "choose_machine", "presets", "resolve_machine"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'simt.machine' has no attribute {name!r}")
    home = {"Machine": "machine", "MachineError": "settings", "presets": "loading"}.get(name, "choosing")
    return getattr(import_module(f"simt.machine.{home}"), name)
