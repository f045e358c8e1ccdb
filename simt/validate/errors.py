"""What can go wrong with a comparison or a calibration, and what `simt explain` says about it."""

from __future__ import annotations

from isa.diagnostics import SimtError, register


class CompareError(SimtError):
    """A comparison that cannot be made as asked."""

    code = "E0820"


class CalibrationError(SimtError):
    """A calibration that cannot be made."""

    code = "E0880"


register(
    "E0820",
    "a comparison that is not described",
    """A comparison has kernels and machines, or the suite of all that simt ships:

    simt compare fft128 fir -m fpga4 -m fpga8
    simt compare fft128 -m fpga4 --set fpu.latency=1..12
    simt compare --suite

A machine is a preset, a TOML file, `generated-N` or `generated-device-N`, the N-th generated machine or device
(docs/compare.md).
""",
)
register(
    "E0821",
    "a picture that does not suit the comparison",
    """`--plot scatter` draws predicted over simulated cycles; `--plot sweep` needs exactly one key with several values
(`--set lds.latency=1..8`) and at most seven pairs of kernel and machine; `--plot stack` draws at most 16 pairs of bars
and needs the refined model; `--plot crossover` draws at most seven contenders. Without --plot it is `sweep` where one
key is swept, and `scatter` otherwise.
""",
)
register(
    "E0822",
    "a run without counts",
    """Measured counts are those of a run, and the run trapped, reached its limit or does not fit the machine.
`simt run` tells when and why; `--counts static` counts by analysis and runs nothing.
""",
)
register(
    "E0823",
    "a crossover without a key, or without contenders",
    """`--plot crossover` asks where the fastest of several changes over one key: a machine key, a symbol, or a size of
the launch, which every point has and which has several values. Those that compete are kernels, machines, or the values
of a second key, and then --over says which of the two is meant:

    simt compare mm_global mm_local -m gtx280_core --set memory.latency=50,100,200,400 --plot crossover
    simt compare transpose transpose_padded --set banks=1,2,4,8 --plot crossover -o transpose.svg
    simt compare mm_global -m gtx280_core --local 64,16x16 --set memory.latency=50,400 --over latency --plot crossover
""",
)
register(
    "E0880",
    "a machine that the microkernels do not fit",
    """A calibration runs microkernels of a few registers, constants and instructions. A machine with less of them
cannot be calibrated; give it more of what the message names:

    simt calibrate -m mine.toml -s registers=4 -s constants.words=8
""",
)
register(
    "E0881",
    "a microkernel that did not end as it should",
    """Every microkernel of a calibration ends within some thousand cycles, most of them by running past their last
instruction, which the machine reports with its cycle. One that ends otherwise is a mistake of simt or of the machine's
description; `simt calibrate` names the machine, and the description reproduces it. A memory of far less than a byte per
cycle can make a stream of stores too long.
""",
)
