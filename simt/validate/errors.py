"""What can go wrong with a comparison, and what `simt explain` says about it."""

from __future__ import annotations

from isa.diagnostics import SimtError, register

__all__ = ["CompareError"]


class CompareError(SimtError):
    """A comparison that cannot be made as asked."""

    code = "E0820"


register(
    "E0820",
    "a comparison that is not described",
    """A comparison has kernels and machines, or the suite of all that simt ships:

    simt compare fft128 fir -m fpga4 -m fpga8
    simt compare fft128 -m fpga4 --set fpu.latency=1..12
    simt compare --suite

A machine is a preset, a TOML file, or `generated-N`, the N-th generated machine (docs/compare.md).
""",
)
register(
    "E0821",
    "a picture that does not suit the comparison",
    """`--plot scatter` draws predicted over simulated cycles; `--plot sweep` needs exactly one key with several values
(`--set lds.latency=1..8`) and at most seven pairs of kernel and machine; `--plot stack` draws at most 16 pairs of bars
and needs the refined model. Without --plot it is `sweep` where one key is swept, and `scatter` otherwise.
""",
)
register(
    "E0822",
    "a run without counts",
    """Measured counts are those of a run, and the run trapped, reached its limit or does not fit the machine.
`simt run` tells when and why; `--counts static` counts by analysis and runs nothing.
""",
)
