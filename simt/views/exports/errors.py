"""What can go wrong with an export, and what `simt explain` says about it."""

from __future__ import annotations

from isa.diagnostics import SimtError, register


class ExportError(SimtError):
    """A trace that cannot be written as asked."""

    code = "E0653"


register(
    "E0720",
    "the package that writes VCD is missing",
    """VCD files are written with the package pyvcd, which is not installed. It is an extra of simt:

    pip install 'simt[vcd]'

The other formats (konata, perfetto, npz) need nothing more.
""",
)
register(
    "E0721",
    "a run without an event record",
    """A trace is made from the event record of a run, and this run kept none. Ask for it:

    result = simt.run(program, machine, record=True)

Only the cycle engine records events; the functional engine has no cycles.
""",
)
register(
    "E0722",
    "an event record without cycles",
    """The event record holds no cycle: the run was stopped before its first one, or the part of it that was to be kept
lies behind its end. There is nothing to write.
""",
)
