"""Mistakes in machine descriptions: their codes, their long explanations and the error that carries them."""

from __future__ import annotations

from isa.diagnostics import ReportedError, register


class MachineError(ReportedError):
    """A machine description that cannot be used. `diagnostics` holds every mistake, `str()` is the report."""

    code = "E0405"


register(
    "E0400",
    "a machine file that is not TOML",
    """A machine description is a TOML file: `key = value` lines, `[section]` headers, `#` comments. The message is
the TOML reader's own and the position is where it stopped. Only the first such mistake of a file can be told.

    warp_size = 8
    [local]
    banks = 16
""",
)
register(
    "E0401",
    "an unknown machine key",
    """Every key of a machine is listed by `simt machine schema`, with its unit, default, bounds and source. A key may
be written in full (`local.banks`), by a short name (`banks`, `warp`, `scheduler`), or on the command line by its last
word where only one key ends in it (`clock_mhz`). Machine files take full names only.

`simt.toml` holds the machine in a table of its own, [machine].
""",
)
register(
    "E0402",
    "a machine key with a value of the wrong type",
    """Counts, sizes and cycles are whole numbers without quotes (`warps = 16`), names are quoted strings in a file
(`policy = "oldest"`) and bare words on the command line (`-s policy=oldest`), switches are `true` or `false`.
""",
)
register(
    "E0403",
    "a machine key outside its bounds",
    """Each number of a machine has bounds, listed by `simt machine schema`. They are those within which both engines
are tested against each other.
""",
)
register(
    "E0404",
    "a machine key with an unknown choice",
    """The key takes one of a few names, listed by `simt machine schema`: scheduling rules, routes, branch policies.
""",
)
register(
    "E0405",
    "machine keys that contradict each other",
    """Each value is possible by itself, but not together with another one:

- the lanes of a unit divide warp_size: a warp passes in whole beats;
- local.banks divides local.words: all banks have the same depth;
- retire.priority names each of lds, fpu, alu and control once, and may name sfu and dpu;
- with the rule two_level, scheduler.active_warps is at most warps;
- register_file single serves one instruction and one result per cycle; three_banks and eight_banks serve one
  instruction or bundle per cycle and need a front end (front_end.stages of 1 or more), in which operands can wait;
- several cores (cores) and global memory (memory.policy) are not combined with bundles (vliw.slots) or with a register
  file of banks;
- a double-precision unit (dpu.count) is not combined with bundles or with a register file of banks.

Keys that nobody wrote follow from others: lanes and banks are warp_size, local.words is 1024 x warp_size,
register_file.words is warps x registers.
`simt machine show NAME --origin` tells where each value came from.
""",
)
register(
    "E0406",
    "a machine that cannot be found",
    """A machine is named by a preset (`simt machine list`) or by the path of a TOML file. In a file, `base` names a
preset or a file, relative to the folder of that file.
""",
)
register(
    "E0407",
    "machine files that are based on each other",
    """`base = "..."` inherits every key of another machine. The chain of bases must end: this one comes back to a file
that is already in it.
""",
)
register(
    "E0408",
    "a machine file that cannot be read",
    """The file exists but cannot be opened, or is not text in UTF-8, or is larger than any machine description (1 MB).
""",
)
register(
    "E0409",
    "a setting that is not key=value",
    """`-s`, `--set` and the environment variable SIMT_SET take settings of the form key=value:

    simt run fft128.s -s local.banks=8 -s scheduler=oldest
    SIMT_SET="local.banks=8,scheduler=oldest" simt run fft128.s
""",
)
register(
    "E0410",
    "a short key that several keys end in",
    """A key may be shortened to its last word only where one key ends in it. `latency` may be alu.latency,
fpu.latency, lds.latency and others: write the one that is meant in full.
""",
)
