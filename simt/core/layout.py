"""The layout of everything that the compiled kernels read and write: structured dtypes and their codes.

A kernel's signature is made of these dtypes, so there is one place that fixes them; every array is C-contiguous and
writable (a read-only or differently laid out array would be another compilation).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.core.reasons import REASONS, TRAP_KINDS

# What an instruction is, for the blocks that treat it differently.
KIND_ALU, KIND_FPU, KIND_LOAD, KIND_STORE, KIND_TERNARY, KIND_JUMP = range(6)  # on to the target or the next one
KIND_BARRIER, KIND_RETURN, KIND_MASK, KIND_SCALAR, KIND_COMPARE, KIND_ILLEGAL = range(6, 12)

# What becomes of lanes that disagree: `branch.policy` by name.
BRANCH_POLICIES = ("first_thread", "mask_stack", "ipdom_stack", "min_pc", "explicit_masks")
FIRST_THREAD, MASK_STACK, IPDOM_STACK, MIN_PC, EXPLICIT_MASKS = range(5)

# Explicit masks: words per warp for its scalar registers, and SCC behind them.
SCALARS = 128
SCALAR_WORDS = SCALARS + 1

# Banks of a register file: by warp, by register and warp.
WARP_BANKS = 3
REGISTER_BANKS = 8

# A cycle that does not come, a program counter that no lane has.
NEVER = 1 << 62

# Where the lanes of a warp meet again: nowhere before the end.
NO_JOIN = 0xFFFF_FFFF

# Where a warp is.
READY, IN_FRONT, IN_UNIT, RETIRED, WAITING, RELEASED, FINISHED = range(7)

# How a call of an engine ended.
RUNNING, DONE, TRAPPED = range(3)

# Reasons and traps by name, so that kernels compare with constants.
ISSUED = REASONS.index("issued")
NOT_SELECTED = REASONS.index("not_selected")
FETCH = REASONS.index("fetch")
BRANCH = REASONS.index("branch")
BARRIER = REASONS.index("barrier")
DEP_ALU = REASONS.index("dep_alu")
DEP_FPU = REASONS.index("dep_fpu")
DEP_LOCAL = REASONS.index("dep_local")
SLOT_EMPTY = REASONS.index("slot_empty")
OPERAND_BANK = REASONS.index("operand_bank")
UNIT_BUSY = REASONS.index("unit_busy")
BANK_CONFLICT = REASONS.index("bank_conflict")
RETIRE_PORT = REASONS.index("retire_port")
DRAIN = REASONS.index("drain")
TRAP_NONE = TRAP_KINDS.index("none")
TRAP_COUNTER = TRAP_KINDS.index("program_counter")
TRAP_ILLEGAL = TRAP_KINDS.index("illegal_instruction")
TRAP_ADDRESS = TRAP_KINDS.index("local_address")
TRAP_DEADLOCK = TRAP_KINDS.index("deadlock")
TRAP_OVERFLOW = TRAP_KINDS.index("stack_overflow")
TRAP_UNDERFLOW = TRAP_KINDS.index("stack_underflow")
TRAP_BARRIER = TRAP_KINDS.index("divergent_barrier")


def _record(names: str, kind: type = np.int64, **other: type) -> np.dtype:
    """A record of fields of one type, with the exceptions in `other`.

    Fields that index arrays are uint32: numba then leaves out the code for negative indices, a twentieth of a run's
    time, and unlike uint64 they mix with int64.
    """
    return np.dtype([(name, other.get(name, kind)) for name in names.split()], align=True)


# The machine and the launch as the kernels see them; never written in a run.
SPEC = _record(
    "warp_size launched width front_stages ports retire_stages policy active_warps "
    "local_words banks bank_mask lds_lanes instances program_length recording "
    "branch_policy branch_order stack_depth slots"
)

# One decoded instruction. An operand lies at base + warp x warp_stride + lane x lane_stride of the operand file
# (lowering.py): registers, specials and constants are the same thing.
CODE = _record(
    "kind opcode first_instance end_instance beats interval reason "
    "a_base a_warp a_lane b_base b_warp b_lane c_base c_warp c_lane d_base d_warp "
    "writes_carry writes_register condition target otherwise join leaves_active table "
    "operations slot register_base",
    np.uint32,
)

# An instance of a unit. Its clock stands while it is frozen.
INSTANCE = _record("number latency stalls frozen_in free_at conflict_from next_offer head in_flight")
# What is in flight in it: warp, operation of its bundle, the clock at which the result is offered.
PIPE = _record("warp part offer", warp=np.uint32, part=np.uint32)

# A warp. Masks and flags hold one bit per lane. Small fields are narrow: a record of 144 bytes is indexed by shifts.
WARP = _record(
    "mask living carry select_cycle enter_cycle ready_cycle since sequence enter_clock held held_port held_bank "
    "pc issue_pc instance state depth occupation active alive tail",
    pc=np.uint32, issue_pc=np.uint32, instance=np.uint32, state=np.int32, depth=np.int32, occupation=np.int32,
    active=np.int32, alive=np.int32, tail=np.int32,
)  # fmt: skip

# Scalars of a run.
RUN = _record(
    "cycle place everyone ready exiting waiting finished last_selected active_set head sequence "
    "held hold_pc hold_operation held_cycles held_port held_bank held_operand stamp "
    "status trap trap_cycle trap_warp trap_lanes trap_pc trap_value"
)

# Sums per instruction.
STATS = _record("issues starts entered passes active diverged tail disagreements")

# The event record of docs/processor.md, section 10.
EVENT = np.dtype(
    [
        ("sequence", np.int64),
        ("mask", np.int64),
        ("living", np.int64),
        ("select", np.int64),
        ("enter", np.int64),
        ("offer", np.int64),
        ("retire", np.int64),
        ("ready", np.int64),
        ("pc", np.int32),
        ("degree", np.int32),
        ("warp", np.int16),
        ("slot", np.int16),
        ("instance", np.int16),
        ("depth", np.int16),
    ],
    align=True,
)


# The groups of arrays that the blocks take. A block is handed the groups that it touches.


class Fixed(NamedTuple):
    """What a run never writes: machine and launch, program."""

    specs: Any  # SPEC [1]
    code: Any  # CODE [program]


class Pipeline(NamedTuple):
    """The front end and the unit instances."""

    instances: Any  # INSTANCE [K], in retire order
    queues: Any  # PIPE [K, depth], what is in flight in each
    front: Any  # int64 [max(f, 1), n], warp numbers or -1


class Operands(NamedTuple):
    """The operand file and what is on its way into it."""

    words: Any  # uint32 [size]
    floats: Any  # float32 [size], the same memory
    loaded: Any  # uint32 [warps x lanes], words of loads that have not retired


class Divergence(NamedTuple):
    """Where the lanes of a warp are that are not active. None on a machine whose lanes cannot part."""

    masks: Any  # int64 [W, stack depth]
    counters: Any  # int64 [W, stack depth]: where to go on. `min_pc`: [W, lanes], the counters of waiting lanes
    joins: Any  # int64 [W, stack depth]: `ipdom_stack`, where the lanes of an entry meet the others
    current: Any  # int64 [W]: the join of the active lanes, or NO_JOIN. `min_pc`: the lowest waiting counter, or NEVER
    replaced: Any  # int64 [lanes + 1]: result register and carry flags from before an instruction whose jump may trap


# An operation of a bundle, on its way through a unit.
PART = _record("instance occupation enter_clock taken_in is_inside")


class Bundles(NamedTuple):
    """The operations of the bundles that warps have issued. None on a machine that issues single operations."""

    parts: Any  # PART [W, slots]
    left: Any  # int64 [W]: operations whose results have not been taken
    count: Any  # int64 [W]: operations of the bundle


# A register file of several banks: how many, whether the register counts beside the warp, the operand-read stages
# behind R0, and the cycle from which the entry in R0 may leave it.
BANKS = _record("count by_register behind leave")
# A warp's way through operand read and write back: its last write and the operation that it belongs to, the cycle in
# which it left R0 (-1: it has not), and the cycles held for operands until its interval began.
PASSAGE = _record("written writer left held_operand")


class RegisterFile(NamedTuple):
    """Banks of registers and who waits for them. None on a machine whose register file serves all at once."""

    banks: Any  # BANKS [1]
    reads: Any  # int64 [program]: cycles that a bank spends on the operands of the instruction or bundle
    destinations: Any  # int64 [program]: the register that an operation writes, or -1
    read_free: Any  # int64 [count]: the first cycle in which the bank has no read
    write_free: Any  # int64 [count]: the first cycle in which it has no write
    behind: Any  # int64 [behind]: the warps in the stages behind R0, or -1
    passages: Any  # PASSAGE [W]


class LocalMemory(NamedTuple):
    """Local memory and the tables that count its conflicts."""

    words: Any  # uint32 [local words]
    scratch: Any  # int64 [lanes, 3]
    banks: Any  # int64 [banks, 2]


class Ledgers(NamedTuple):
    """Warp states and issue slots by instruction (last row: none) and reason, and the sums per instruction."""

    warp: Any  # int64 [program + 1, reasons]
    issue: Any  # int64 [program + 1, reasons]
    stats: Any  # STATS [program]


class Record(NamedTuple):
    """The event record: rings, whose lengths are powers of two; of length 1 if the run never records.

    Cycle c stands in row c mod length, the instruction of a sequence number in event sequence mod length.
    """

    events: Any  # EVENT [at least n x cycles]
    ready_bits: Any  # int64 [cycles]
    slot_reasons: Any  # int8 [cycles, n]
    warp_states: Any  # int8 [cycles, W]
    bank_words: Any  # uint8 [cycles, banks]: words that the access of this cycle asks of the bank
