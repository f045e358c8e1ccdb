"""The tables of a machine description: their keys, each with unit, default, bounds and source.

A key is declared once: here, or in `description` if it is in no table. The declaration has its documentation (`simt
machine schema`), its bounds, its short names, and the rule for a derived default. "FPGA paper" is Panteleev, Shagurin,
Derevyanko, *Application of OpenCL to the design of VLSI vector processors*; *ours* marks a number that is not in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from isa.table.units import OPTIONAL
from simt.machine.rules import BranchOrder, BranchRule, Organisation, PrivatePlace
from simt.machine.schema import Declared, Section

ControlRoute = Literal["alu", "own"]

# The order in which retire asks the units by default: an optional unit that the order does not name comes before the
# named ones, and global memory before all.
RETIRE_PRIORITY = ("lds", "fpu", "alu", "control")
RETIRE_ORDER: tuple[str, ...] = ("memory", *reversed(OPTIONAL), *RETIRE_PRIORITY)
if TYPE_CHECKING:
    UnitName = str
else:
    UnitName = Literal[RETIRE_ORDER[1:]]

# The default of a key that follows from another one. Machine replaces it, so that nobody else sees it.
_DERIVED = 0


def key(
    default: object, doc: str, *, source: str, unit: str = "name", low: float | None = None,
    high: float | None = None, aliases: tuple[str, ...] = (), check: Callable[[Any], object] | None = None,
) -> Any:  # fmt: skip
    """Declare a key. The arguments are the fields of `Declared`."""
    return Declared(default, doc, unit, source, low, high, aliases, check=check)


def derived_key(
    doc: str, origin: str, *, unit: str, source: str, low: int, high: int, times: int | str = 1, over: int = 1,
    aliases: tuple[str, ...] = (),
) -> Any:  # fmt: skip
    """Declare a key whose default is origin x times / over, rounded up.

    origin: the name of a key outside of tables. times: a number, or the name of such a key. over: a number.

    The other arguments are the arguments of `key`.
    """
    rule = {"from": origin, "times": times, "over": over}
    return Declared(_DERIVED, doc, unit, source, low, high, aliases, rule)


def switch(doc: str, source: str) -> Any:
    """Declare a key that is true or false, by default false."""
    return key(False, doc, unit="yes or no", source=source)


def _latency(default: int, source: str, doc: str = "cycles from entry to result") -> Any:
    return key(default, doc, unit="cycles", source=source, low=1, high=64)


class Datapath(Section):
    """The keys of every pipelined unit."""

    lanes: int = derived_key(
        "lanes of the datapath; divides warp_size, a wider warp takes warp_size / lanes beats", "warp_size",
        unit="lanes", low=1, high=64,
        source="FPGA paper, section III: as many scalar units as threads in a warp",
    )  # fmt: skip
    latency: int = _latency(1, "ours")
    interval: int = key(
        1, "initiation interval: cycles between two beats",
        unit="cycles", low=1, high=16,
        source="FPGA paper, section III: the units are pipelined",
    )  # fmt: skip


_PER_SCHEDULER = switch(
    "each instance serves one scheduler alone, instance mod issue.schedulers (docs/processor.md, section 25)",
    "ours: the FPGA paper has one scheduler",
)


class Unit(Datapath):
    """A unit of which a machine may have several instances."""

    count: int = key(
        1, "instances of the unit", unit="units", source="FPGA paper, figure 3: one of each", low=1, high=8
    )
    per_scheduler: bool = _PER_SCHEDULER


class Alu(Unit):
    """Integer arithmetic, logic, shifts, bits of a word, compares, minimum, maximum, moves, conversions to integer."""

    latency: int = _latency(
        2, "ours: operation, result register; one 32-bit carry chain per cycle holds 107 MHz on Virtex-4"
    )


class Fpu(Unit):
    """Single-precision add, subtract, multiply, multiply-add, rounding, conversions to float."""

    latency: int = _latency(
        8, "ours: Xilinx floating-point cores on DSP48, as in FPGA paper, section V, at about 107 MHz"
    )


class OptionalUnit(Unit):
    """A unit that a machine may lack."""

    count: int = key(
        0, "instances of the unit; 0: the machine has none, nor its instructions",
        unit="units", low=0, high=8,
        source="FPGA paper, figure 3: none",
    )  # fmt: skip
    per_scheduler: bool = _PER_SCHEDULER


class Sfu(OptionalUnit):
    """Reciprocal, square root and its reciprocal, sine, cosine, logarithm and power to base 2; integer division."""

    latency: int = _latency(16, "ours: twice the FPU's: a table and two rounds of multiply and add")


class Dpu(OptionalUnit):
    """Double-precision add, subtract, multiply, compares and conversions (docs/processor.md, section 20)."""

    latency: int = _latency(12, "ours: half more than the FPU's: four times its multiplier blocks and a wider adder")


class Lds(Datapath):
    """Loads, stores and atomics of local memory; a machine has one of these units."""

    latency: int = _latency(
        3,
        "ours: conflict serialiser, bank access, crossbar; section V names this logic as the critical path",
        "cycles from entry to result of an access without conflicts",
    )

    @property
    def count(self) -> int:
        """The instances of the unit: always one."""
        return 1


class Control(Section):
    """The execution of jumps, barriers and ends of warps."""

    route: ControlRoute = key(
        "alu", "`alu`: control instructions go through the ALU; `own`: to units of their own, of latency 1",
        source="FPGA paper, figure 3: no other unit is shown",
    )  # fmt: skip
    count: int = key(
        1, "control units; used with control.route = `own` only",
        unit="units", low=1, high=8,
        source="ours: one is enough for one issue slot",
    )  # fmt: skip


class Retire(Section):
    """The block that takes results from the units."""

    ports: int = key(
        1, "results that may leave the units in one cycle",
        unit="results per cycle", low=1, high=16,
        source="FPGA paper, section III: Retire Select takes one result, the others wait",
    )  # fmt: skip
    stages: int = key(
        2, "cycles from retire to the warp being selectable again",
        unit="cycles", low=0, high=16,
        source="ours: bypass-memory read with register write, then the program counter, as in FPGA paper, figure 3",
    )  # fmt: skip
    priority: tuple[UnitName, ...] = key(
        RETIRE_PRIORITY, "the order in which units are asked for results",
        unit="names",
        source="FPGA paper, section III: fixed; the order is ours: the unit whose stall costs most first",
    )  # fmt: skip


class RegisterFile(Section):
    """The registers of all lanes."""

    organisation: Literal["auto", Organisation] = key(
        "auto",
        "how the registers of a lane are kept (docs/processor.md, section 17). `single`, `multiport`: one bank, no "
        "waiting; `three_banks`: by warp mod 3; `eight_banks`: by (register + warp) mod 8; `collectors`: instructions "
        "wait in collectors for operands from their banks; `auto`: `single` where the machine has one instruction and "
        "one result per cycle, else `multiport`",
        aliases=("register_file",),
        source="FPGA paper, section III: two read ports and one write port; section V: the next three; `collectors`: "
        "GPGPU-Sim, and NVIDIA's US patent 7834881",
    )  # fmt: skip
    banks: int = key(
        8, "banks of the registers under `collectors` (docs/processor.md, section 27)",
        unit="banks", low=1, high=32, source="ours: GPGPU-Sim's default",
    )  # fmt: skip
    collectors: int = key(
        4, "instructions of a scheduler's warps that may wait for their operands under `collectors`",
        unit="instructions", low=1, high=64, source="ours: GPGPU-Sim's default",
    )  # fmt: skip
    words: int = derived_key(
        "registers per lane that the work-groups of a core share: bounds how many groups are there at a time "
        "(docs/processor.md, section 18)", "warps",
        unit="32-bit words", low=1, high=2**16, times="registers",
        source="ours: room for every warp with every register, so that it bounds nothing",
    )  # fmt: skip


class LocalMemory(Section):
    """The memory that the warps share."""

    words: int = derived_key(
        "size of local memory, all banks together", "warp_size",
        unit="32-bit words", low=1, high=2**20, times=1024,
        source="FPGA paper, section III: as many banks as lanes, 1024 words in each",
    )  # fmt: skip
    banks: int = derived_key(
        "banks of local memory; divides local.words, word a lies in bank a mod banks", "warp_size",
        unit="banks", low=1, high=256, aliases=("banks",),
        source="FPGA paper, section III: one per lane",
    )  # fmt: skip


class PrivateMemory(Section):
    """The memory that every thread has for itself (docs/processor.md, section 23)."""

    place: PrivatePlace = key(
        "auto",
        "where private memory lies, and which unit its accesses go to: `local` memory, `global` memory, or `auto`: "
        "global memory where there is some, else local memory",
        source="ours: the FPGA paper has none; GPUs keep what registers have no room for in global memory",
    )  # fmt: skip


class Constants(Section):
    """The memory of immediates, named constants and parameters."""

    words: int = key(
        512, "size of constant memory",
        unit="32-bit words", low=1, high=1024,
        source="ours: one RAMB16 as 512 x 32, of the three that FPGA paper, table 1, leaves outside the lanes",
    )  # fmt: skip


class ProgramMemory(Section):
    """The memory of instructions."""

    words: int = key(
        256, "size of program memory",
        unit="64-bit instructions", low=1, high=65536,
        source="ours: one RAMB16 as 256 x 72, of the three that FPGA paper, table 1, leaves outside the lanes",
    )  # fmt: skip


class Ideal(Section):
    """Limits that are switched off, to measure what they cost (docs/processor.md, section 22)."""

    banks: bool = switch(
        "no bank conflicts: every beat of a local access takes one pass", "ours: to measure what conflicts cost"
    )
    lanes: bool = switch(
        "no beats for lanes that are not active: those that are stand side by side",
        "ours: to measure what divergence costs the units; Vaidya and others 2013, intra-warp compaction",
    )
    barriers: bool = switch(
        "no waiting at barriers, whatever it does to the results", "ours: to measure what barriers cost"
    )
    dependences: bool = switch(
        "no waiting for results, except of loads and atomics of the unit `memory`; needs a scoreboard",
        "ours: to measure what dependences cost",
    )


_ALU = "FPGA paper, section III: the ALU has arithmetic, logic, shifts and bit reversal"
_FPU = "FPGA paper, section III: the FPU adds, subtracts, multiplies and converts"


class Options(Section):
    """Operations that a machine may lack."""

    multiply: bool = switch("integer multiplication in the ALU", _ALU)
    count_bits: bool = switch("counting of ones and of leading and trailing zeros in the ALU", _ALU)
    permute: bool = switch("byte permutation in the ALU; needs read_ports = 3", _ALU)
    round: bool = switch("rounding of floats to integers in the FPU: floor, ceil, rint, trunc", _FPU)
    fused: bool = switch("single-precision multiply-add of one rounding in the FPU; needs read_ports = 3", _FPU)
    divide: bool = switch(
        "integer division and remainder in the SFU; needs sfu.count of 1 or more", "FPGA paper, figure 3: none"
    )
    shuffle: bool = switch("words of other lanes of the warp in the ALU: shuffles", _ALU)
    vote: bool = switch("votes of the lanes of a warp in the ALU: whether any or all of them hold something", _ALU)
    ballot: bool = switch("a word with a bit for each lane of the warp in the ALU", _ALU)
    reduce: bool = switch("sums, minima, maxima and logic over the lanes of a warp in the ALU", _ALU)
    read_ports: int = key(
        2, "register words read per lane and instruction; multiply-add needs 3",
        unit="ports", low=2, high=3,
        source="FPGA paper, section III: two read ports and one write port",
    )  # fmt: skip


class Vliw(Section):
    """Several operations in one instruction."""

    slots: int | tuple[str, ...] = key(
        1,
        "the slots of a bundle, each for one operation: 2: local memory beside one compute operation, 3: local memory, "
        "ALU and FPU; 1: no bundles; or an array of 1 to 8 kinds: `any`, or units joined by +, `arithmetic` for those "
        "that compute, as in [\"lds+memory\", \"alu+control\", \"fpu\"] (docs/processor.md, section 16)",
        unit="slots", low=1, high=3, aliases=("vliw",),
        source="FPGA paper, section V: the variants with two and three operations",
    )  # fmt: skip

    @property
    def count(self) -> int:
        """The number of slots; without bundles 1."""
        return self.slots if isinstance(self.slots, int) else len(self.slots)


class Branch(Section):
    """The policy when the lanes of a warp disagree on a jump."""

    policy: BranchRule = key(
        "first_thread",
        "what happens where lanes disagree (docs/processor.md, sections 6, 13 to 15, 29, 30): one thread decides; a "
        "stack of masks, kept by mask instructions or by jumps; a program counter per lane; masks in scalar registers; "
        "barriers where lanes meet again and turns for those that wait, and the same where lanes yield; a program "
        "counter per lane and warps that take threads from one another",
        aliases=("branch",),
        source="FPGA paper, section III: the first thread of the warp; branching article: the mask stack, explicit "
        "masks; US patent 10,067,768: the barriers; Fung and others, MICRO 2007: the warps that form; the other two: "
        "ours, after the common practice of GPUs",
    )  # fmt: skip
    order: BranchOrder = key(
        "true_first",
        "which side runs first where lanes part, the true (taken) one or the other; `mask_stack`, `ipdom_stack`, `its` "
        "and `its_yield` use it",
        source="branching article: the true side",
    )
    own_instruction: bool = switch(
        "in compiled kernels a jump that depends on a result is an instruction of its own, as after a compare; "
        "otherwise the instruction that computes the result carries the jump",
        "FPGA paper, section III: instructions carry jumps",
    )
    meeting_instructions: bool = switch("compiled code has moves where lanes may part and meet", "ours: none needed")
    stack_depth: int = key(
        32, "entries of a warp's stack; `mask_stack` and `ipdom_stack` use it",
        unit="entries", low=1, high=256,
        source="ours: the article says that the depth is limited, not to what",
    )  # fmt: skip
    convergence_barriers: int = key(
        16, "convergence barriers of a warp (docs/processor.md, section 29); `its` and `its_yield` use it",
        unit="barriers", low=1, high=64,
        source="ours: more than any shipped kernel has open at once",
    )  # fmt: skip
    yield_after: int = key(
        32, "taken backward jumps after which the lanes that run let others run; `its` and `its_yield` use it",
        unit="jumps", low=1, high=65535,
        source="ours: the number is a price; `simt experiment forward-progress` shows what others cost",
    )  # fmt: skip

    @property
    def lanes_may_part(self) -> bool:
        """Return whether the lanes of a warp may diverge; otherwise one lane decides for the whole warp."""
        return self.policy != "first_thread"

    @property
    def has_stack(self) -> bool:
        """Return whether every warp has a stack of waiting lanes."""
        return self.policy in ("mask_stack", "ipdom_stack")

    @property
    def parts_at_jumps(self) -> bool:
        """Return whether every lane takes its own side of a jump on a result."""
        return self.policy in ("ipdom_stack", "min_pc", "its", "its_yield", "warp_formation")

    @property
    def has_joins(self) -> bool:
        """Return whether lanes that have parted at a jump meet at its reconvergence point."""
        return self.policy == "ipdom_stack" or self.has_barriers

    @property
    def has_barriers(self) -> bool:
        """Return whether lanes that have parted meet at convergence barriers."""
        return self.policy in ("its", "its_yield")

    @property
    def is_lowest_first(self) -> bool:
        """Return whether a warp runs the lanes that have its lowest program counter."""
        return self.policy in ("min_pc", "warp_formation")

    @property
    def forms_warps(self) -> bool:
        """Return whether a warp takes threads from others that have its program counter."""
        return self.policy == "warp_formation"

    @property
    def has_scalars(self) -> bool:
        """Return whether the execution mask is in scalar registers, which instructions may read and write."""
        return self.policy == "explicit_masks"
