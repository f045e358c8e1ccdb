"""What can go wrong with a model's inputs, and what `simt explain` says about it."""

from __future__ import annotations

from isa.diagnostics import PlacedError, register


class ModelError(PlacedError):
    """Counts, parameters or readings that a model cannot use; `diagnostics` lists places, if there are any."""

    code = "E0802"


class MissingInputError(ModelError):
    """A parameter or a count that the model at hand needs and that nobody gave; `key` names it."""

    code = "E0804"

    def __init__(self, key: str, message: str, *, help: str = "") -> None:  # noqa: A002
        super().__init__(message, help=help)
        self.key = key


class UnknownUnitError(MissingInputError):
    """A unit that the model at hand has no term for; `key` names it."""

    code = "E0811"


register(
    "E0801",
    "an unknown key in counts or parameters",
    """Counts of a kernel are a TOML file of these keys:

    kernel = "saxpy"          # a name
    work_items = 65536        # launched in all
    group_size = 256          # work-items of a work-group
    [instructions]            # per work-item, by class: int_add, float_add, float_mul, special, ...
    [global.x]                # accesses to global memory, each under a name: count and one of stride, served, transfers
    [local.tile]              # accesses to local memory: count and one of stride, degree
    [branch.test]             # a branch: count, paths.NAME = {class = n}
    [barriers]                # per work-group: simple, waiting
    [loop.k]                  # trips, and all of the above inside it

Parameters of a device are keys with a number each, or {value = ..., source = "...", assumed = true}. docs/model.md
lists both.
""",
)
register(
    "E0802",
    "a count or parameter with an impossible value",
    """Counts are numbers of at least 0: instructions, accesses, barriers, trips. Fractions are averages and allowed;
work_items and group_size are whole and at least 1. A share (divergent, active_share) lies between 0 and 1. One transfer
serves at least one work-item, and an access takes at least one transfer.
""",
)
register(
    "E0803",
    "counts that lack something that every model needs",
    """work_items and group_size are needed; so is the count of each access and branch and the trips of each loop. An
access to global memory needs exactly one of these, by which its transfers follow:

    stride = 1       # elements between neighbouring work-items; 0 is a broadcast
    served = 8       # work-items that one transfer serves: the c of the paper's equation 3
    transfers = 4    # transfers for one access of a whole batch, as measured

An access to local memory needs exactly one of `stride` and `degree` (the conflict degree, as measured).
""",
)
register(
    "E0804",
    "a parameter that the model needs and the device does not have",
    """No model guesses. Give the parameter on the command line, or in a parameter file based on a preset:

    simt model counts.toml -d hd5870 --model hong-kim -s departure_coalesced=4 -s departure_uncoalesced=10

    base = "hd5870"
    departure_coalesced = {value = 4, source = "measured by stride sweeps"}

docs/model.md tells which model needs what.
""",
)
register(
    "E0805",
    "a parameter outside its bounds",
    """A bandwidth, a clock, a number of cores, lanes, banks or work-items is larger than 0: a model divides by it. A
latency or a cost is at least 0, the share of diverging batches lies between 0 and 1.
""",
)
register(
    "E0806",
    "a device that is not known",
    """`-d` takes a preset (gtx280, hd5870, fx5600) or the path of a TOML file of parameters. In a file, `base` names a
preset or another file, relative to its folder.
""",
)
register(
    "E0807",
    "a file of counts or parameters that cannot be read",
    """The file is not there, is not text in UTF-8, is larger than 1 MB, or is not TOML. For TOML the position is where
the reader stopped.
""",
)
register(
    "E0808",
    "a reading of the paper's equations that is not known",
    """The paper's equations can be read in more than one way, and `--reading` chooses, e.g. `--reading R4,mean`:

    R1 R2 R4                         equation 14, the time of the kernel; R2 is the default
    transfers difference mean        equation 3, the transfers of an access; transfers is the default
    exact batches ceilings           equations 15 and 16: nothing rounded up, batches of a group (default), both
    memory_clock shader_clock        equation 4: the clock that GM_L is counted in; memory_clock is the default
    printed_broadcast free_broadcast equation 5 with stride 0: an L-way conflict as printed (default), or none
""",
)
register(
    "E0809",
    "a model, kernel or work-group shape that is not known",
    """`--model` takes paper, hong-kim, roofline, bounds or all. The paper's own kernels go by name instead of a file of
counts: mm_global_rows, mm_global_columns, mm_local, pps_br, pps_conf, with `--group` 64, 128 or any other size, or
8x16 and the like for mm_local.
""",
)
register(
    "E0810",
    "a work-group that does not fit the device",
    """A core of the device must hold at least one whole work-group: its work-items (max_threads, max_warps), its local
memory (local_bytes) and its registers. Take smaller groups, or another device.
""",
)

register(
    "E0811",
    "a unit that the refined model does not know",
    """The refined model has terms for the ALU, the FPU, the SFU, the DPU, local and global memory and control
instructions. It does not know what another unit takes:

    simt run kernel.s -m MACHINE                  simulates it
    simt model counts.toml -d gtx280              other models, from counts and the parameters of a device
""",
)
