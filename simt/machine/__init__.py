"""The machine description: schema, presets, files, overrides."""

from __future__ import annotations

from simt.machine.errors import MachineError
from simt.machine.loading import choose_machine, presets, resolve_machine
from simt.machine.schema import Machine

__all__ = ["Machine", "MachineError", "choose_machine", "presets", "resolve_machine"]
