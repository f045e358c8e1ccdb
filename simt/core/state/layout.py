"""The layout of everything that the compiled kernels read and write: structured dtypes and their codes.

A kernel's signature is made of these dtypes, so one place fixes them; every array is C-contiguous and writable (a
read-only or differently laid out array would be another compilation).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from simt.core.jit.deferred import hand_on_whole, never_written
from simt.machine.rules import BRANCH_RULES

# The policies for lanes that disagree. From ITS on lanes wait for each other at `bar`.
IPDOM_STACK, MIN_PC, EXPLICIT_MASKS, ITS, ITS_YIELD, WARP_FORMATION = map(
    BRANCH_RULES.index, ("ipdom_stack", "min_pc", "explicit_masks", "its", "its_yield", "warp_formation")
)

SCALARS = 128  # of a warp, with explicit masks
SCALAR_WORDS = SCALARS + 1  # SCC follows them

WORDS_PER_ACCESS = 4  # that a lane moves in one access to global memory, at most

NEVER = 1 << 62  # a cycle that does not come, a program counter that no lane has
NO_JOIN = 0xFFFF_FFFF  # where the lanes of a warp meet again: nowhere before the end
NO_BARRIER = -1  # the innermost barrier of lanes that have none


def record(names: str, kind: type = np.int64, **other: type) -> np.dtype:
    """Return the dtype of a record whose fields are of one type, with the exceptions in `other`."""
    return np.dtype([(name, other.get(name, kind)) for name in names.split()], align=True)


# The machine and the launch as the kernels see them; never written in a run.
SPEC = record(
    "warp_size launched width front_stages ports retire_stages policy active_warps "
    "local_words banks bank_mask lds_lanes instances program_length recording "
    "branch_policy branch_order stack_depth yield_after forms warp_words slots ideal_banks ideal_lanes ideal_barriers "
    "private_words private_base routine entries loads interval operand_interval has_kinds scheduler_width counted"
)

# One decoded instruction. An operand lies at base + warp x warp_stride + lane x lane_stride of the operand file
# (lowering.py): registers, specials and constants are the same thing. latency: its own, or 0 for its unit's. results:
# the registers that it writes. operations: the number of them in the bundle that begins here.
CODE = record(
    "kind opcode first_instance end_instance beats interval latency per_scheduler reason "
    "a_base a_warp a_lane b_base b_warp b_lane c_base c_warp c_lane d_base d_warp "
    "writes_carry results condition target otherwise join leaves_active table "
    "operations register_base words",
    np.uint32,
)

# An instance of a unit, whose clock stands while it is frozen. `free_at`, `conflict_from`, `next_offer`: cycles
# (blocks/unit_pipeline.py). `end`, `step`, `refused`: blocks/refusals.py.
INSTANCE = record("number latency stalls frozen_in free_at conflict_from next_offer head in_flight end step refused")
# An operation in it: the flight of its instruction, its place in its bundle (`part`), and the clock at which the result
# is offered.
PIPE = record("flight part offer", flight=np.uint32, part=np.uint32)

# A warp. Masks and flags hold one bit per lane. Small fields are narrow.
WARP = record(
    "mask living carry select_cycle enter_cycle ready_cycle since sequence enter_clock held held_port held_bank "
    "pc issue_pc instance state depth occupation active alive tail",
    pc=np.uint32, issue_pc=np.uint32, instance=np.uint32, state=np.int32, depth=np.int32, occupation=np.int32,
    active=np.int32, alive=np.int32, tail=np.int32,
)  # fmt: skip

# Scalars of a run. raised: the traps that were raised, of which the first is reported.
RUN = record(
    "cycle place everyone ready exiting waiting finished last_selected last_pc active_set head sequence "
    "held hold_pc hold_operation held_cycles held_port held_bank held_operand held_queue held_uncoalesced stamp "
    "status raised trap trap_cycle trap_warp trap_lanes trap_pc trap_value unretired"
)

# Sums per instruction. diverged, finished, tail: the lanes that were not active, over all issues.
STATS = record("issues starts entered passes diverged finished tail disagreements")

# The event record of docs/processor.md, section 10.
EVENT = record(
    "sequence mask living select enter offer retire ready pc degree warp slot instance depth",
    pc=np.int32, degree=np.int32, warp=np.int16, slot=np.int16, instance=np.int16, depth=np.int16,
)  # fmt: skip


# A core is these groups of arrays. A group that a machine lacks is None, and the compiler drops all code for it
# (simt/core/jit/absent.py). The state of several cores or several runs is the same groups, every array with a leading
# axis for the core; an array whose leading axis is 1 belongs to all of them.


def mapped(group: Any, change: Callable[[Any], Any]) -> Any:
    """Return a group, or groups of groups, with every array changed; a missing group stays None."""
    if isinstance(group, tuple):
        return type(group)(*(mapped(member, change) for member in group))
    return None if group is None else change(group)


class Pipeline(NamedTuple):
    """The front end and the unit instances."""

    instances: Any  # INSTANCE [K], in retire order
    queues: Any  # PIPE [K, depth], the operations in flight in each
    front: Any  # int64 [max(f, 1), n], flights or -1


class Operands(NamedTuple):
    """The operand file and the words on their way into it."""

    words: Any  # uint32 [size]
    floats: Any  # float32 [size], the same memory
    loaded: Any  # uint32 [words of an access x rows x lanes], words of loads that have not retired: a row is a warp;
    # with bundles and under a scoreboard the flights follow the warps, and a warp's own row is for local memory


# A convergence barrier (docs/processor.md, section 29): its participants, those that are blocked at it, where it is,
# and the barrier around it, or NO_BARRIER. It is free if it has no participants.
MEETING = record("participants arrived meet outer")
# The turns of a warp's lanes: the sets of those blocked at their innermost barriers and those that wait at `bar`; whose
# turn it is, the backward jumps in it; whether the latest `bar` or `ret` had the warp arrive.
TURN = record("blocked waiting lane jumps arrives")


class Divergence(NamedTuple):
    """The lanes of a warp that are not active: where they wait. None on a machine whose lanes cannot part."""

    masks: Any  # int64 [W, stack depth]
    counters: Any  # int64 [W, stack depth]: where to go on. Without a stack: [W, lanes], the counters of waiting lanes
    joins: Any  # int64 [W, stack depth]: `ipdom_stack`, where the lanes of an entry meet the others
    current: Any  # int64 [W]: the join of the active lanes, or NO_JOIN. `its`, `its_yield`: their innermost barrier, or
    # NO_BARRIER. `min_pc`, `warp_formation`: the lowest counter of the other lanes that can run, or NEVER
    replaced: Any  # int64 [lanes + 1]: result register and carry flags from before an instruction whose jump may trap
    innermost: Any  # int64 [W, lanes]: `its`, `its_yield`, the innermost barrier of every lane
    barriers: Any  # MEETING [W, convergence barriers]
    turns: Any  # TURN [W]; `warp_formation` uses `waiting` and `arrives`


# An operation of a bundle: its slot, the first instance that serves the slot, and the step to the next one.
POSITION = record("slot first step")
# An operation of a bundle on its way through a unit: the set of the port that it has to itself, which is empty if ports
# are common, and the clocks at which its conflict cycles begin and end.
PART = record("instance port conflict_from conflict_end taken_in is_inside")


class Bundles(NamedTuple):
    """The operations of the bundles that warps have issued: of single operations, bundles of one operation."""

    positions: Any  # POSITION [program, slots]: of the operations of the bundle that begins at a word; of all cores
    parts: Any  # PART [W, slots]
    left: Any  # int64 [W]: operations whose results have not been taken
    count: Any  # int64 [W]: operations of the bundle


# A register file of several banks: how many, the operand-read stages after R0, the cycle from which the group in R0 may
# leave it, and the flight whose operands are the last to be read then.
BANKS = record("count stages leave last")
# A warp's way through operand read: the cycle in which it left R0 (-1: it has not), and the cycles held for operands
# until its interval began.
PASSAGE = record("left held_operand")
# The write back of a flight: its last write, and the operation that it belongs to.
WRITE = record("written writer")


class RegisterFile(NamedTuple):
    """Banks of registers and who waits for them: of a register file that serves all at once, a bank without accesses.

    Banks are numbered as warp 0 has them; for warp w they are w banks further on.
    """

    banks: Any  # BANKS [1]
    reads: Any  # int64 [program, count]: reads that the instruction or bundle asks of each bank
    writes: Any  # int64 [program, n]: the banks of the registers that an operation writes; -1 ends a row
    read_free: Any  # int64 [count]: the first cycle in which the bank has no read
    write_free: Any  # int64 [count]: the first cycle in which it has no write
    stages: Any  # int64 [stages]: the warps in the stages after R0, or -1
    passages: Any  # PASSAGE [W]
    written: Any  # WRITE [flights]


# Operand collectors (docs/processor.md, section 27): the instructions in them, and the banks of the registers.
POOL = record("count banks")


class Collectors(NamedTuple):
    """Instructions that wait for their operands. None on a machine whose operands are there as an instruction enters.

    A row of `reads` and of `writes` ends at the first -1.
    """

    pools: Any  # POOL [1]
    taken: Any  # int64 [q]: the collectors of each scheduler that are taken
    waiting: Any  # int64 [q x K]: the flights in collectors, in the order of select
    due: Any  # int64 [W x entries]: the cycle from which an instruction may enter its unit
    collected: Any  # int64 [W]: the same of the instruction that a warp has issued last
    reads: Any  # int64 [program, n]: the registers that an instruction reads
    writes: Any  # int64 [program, n]: the registers that it writes
    read_free: Any  # int64 [banks]: the first cycle in which the bank has no read
    write_free: Any  # int64 [banks]: the first cycle in which it has no result


# An instruction in flight under a scoreboard, of which a warp has several (docs/processor.md, section 24): the warp and
# its place among the warp's flights, whether its effects on counter and masks come at its retire (`steers`), the lanes
# that execute it and their number, the cycles of its select, entry, retire and release (-1, NEVER: not yet).
FLIGHT = record(
    "mask select_cycle enter_cycle retire_cycle release sequence enter_clock "
    "warp place issue_pc instance occupation active steers",
    warp=np.uint32, place=np.int32, issue_pc=np.uint32, instance=np.uint32, occupation=np.int32, active=np.int32,
    steers=np.int32,
)  # fmt: skip
# A warp's scoreboard: the pending registers and, above them, the carry flag, as bits of two words; the writers of the
# flag and the loads in flight; sets of places: in flight, not retired, of complete accesses; whether the warp has ended
# except for results. Why the warp is not ready: 0, AWAITS or IS_FULL, the flight to blame, the first cycle not charged,
# and the frozen and blocked cycles of unit and access before it. Its scheduler, its neighbours by age, what it wants.
BOARD = record(
    "low high flag_writers loads live unretired complete steering is_ending wait blamed since frozen blocked "
    "uncoalesced sending_there scheduler older younger wants slots"
)
# What an instruction needs and makes pending, as bits of the same two words, the set of the slots that take it, and
# whether it takes an operand from local memory.
USES = record("need_low need_high put_low put_high steers is_load slots takes_operand")

# A scheduler (docs/processor.md, section 25): the set of its warps, the last of them, the one selected last, whether it
# has selected one, the slots that it filled in its last select step, a cycle that is its turn, the cycles to its next
# one unless the front end is held (later ones follow every `spec.interval`), the oldest and the youngest of its warps.
SCHEDULER = record("ring end last last_pc has_selected filled turn step oldest youngest refused refused_by_bank")


class Flights(NamedTuple):
    """Instructions in flight, scoreboards, schedulers. None on a machine whose warps have one instruction in flight."""

    flights: Any  # FLIGHT [W x entries]: the ones of a warp stand together
    boards: Any  # BOARD [W]
    uses: Any  # USES [program]; of all cores of a device
    schedulers: Any  # SCHEDULER [q]
    wanting: Any  # int64 [K + 1 + n]: sets of warps, by what their next instructions want (ledgers/wanting.py)


# A core's end of the interconnect (docs/processor.md, sections 18 and 19). The access in the coalescer: its flight (-1:
# none), slot, transactions and how many of them have gone, the first cycle in which one may go, the last in which the
# queue had no room for it, and the last in which one went and another was left. Then the places of the request queue
# that are taken, the rings of messages, the warps whose accesses are complete or will be, the number of those that have
# only to wait for their response, the groups in places, and whether nothing moves in the core but its coalescer until
# the next event (simt/core/loops/still.py).
UNIT = record(
    "flight slot count next first blocked_in more_in taken request_head requests credit_head credits response_head "
    "responses start_head starts end_head ends next_slot complete away resident still"
)
# A place for a work-group: the group or -1, warps at the barrier, warps that have finished.
PLACE = record("group waiting finished")
# A warp on a device: its place, first local word, first word of private memory in the memory where that lies, lanes
# with a thread, and the cycles held for the queue and for uncoalesced accesses until its interval began.
SIDE = record("place local_base private_base mask held_queue held_uncoalesced")
# A flight's access to global memory: the cycle in which it is complete, the cycles in which the queue had no room, and
# those in which a transaction was sent that is not its last.
# In `dram` memory also: the transactions that have not been granted, the requests whose clock is not known, the latest
# cycle in which one of the others is complete, and in which its command went; the cycles in which the first transaction
# is at the arbiter and the last is granted, and the cycles of both sorts above from the former on.
AWAY = record("complete blocked uncoalesced left served issued arrived granted sending_there")
# An access whose transactions have not all been granted, and the row of its loaded words. Its addresses and data stand
# beside it.
ACCESS = record("flight row kind code words")
# Messages. `last` marks the last transaction of an access.
REQUEST = record("arrives slot lanes bytes last")
RESPONSE = record("arrives flight")
START = record("arrives place group")
END = record("arrives place")
# The launch and the memory: never written in a run. Rows are the rows of the special sources in a warp's operand words.
# A group finds the first `fresh_words` of these words as at the launch; the others, which no program names, never
# change.
LAUNCH = record(
    "groups groups_x groups_y size_x size_y size_z offset_x offset_y offset_z threads group_warps place_words reach "
    "interconnect queue coalescing rule lanes group_id_row global_id_row group_x_row group_y_row group_z_row "
    "global_x_row global_y_row global_z_row local_x_row local_y_row local_z_row thread_row warp_words fresh_words "
    "first_scalar latency cores"
)


class Link(NamedTuple):
    """A core's end of the interconnect, its places for work-groups. None on a plain processor."""

    launches: Any  # LAUNCH [1], of all cores
    units: Any  # UNIT [1]
    places: Any  # PLACE [P]
    sides: Any  # SIDE [W]
    away: Any  # AWAY [flights]: of W warps, or of W x entries
    segments: Any  # int64 [lanes, 2]: lanes and bytes of the coalescer's transactions
    accesses: Any  # ACCESS [slots]
    addresses: Any  # int64 [slots, lanes], in bytes
    data: Any  # uint32 [slots, 4, lanes]
    requests: Any  # REQUEST [queue]
    credits: Any  # int64 [queue]: cycles in which places of the queue are free again
    responses: Any  # RESPONSE [flights + 1]
    starts: Any  # START [P + 1]
    ends: Any  # END [P + 1]
    buffers: Any  # int64 [buffers, 2]: first byte, and the byte after the last; of all cores
    template: Any  # uint32, the operand file at a launch; of all cores
    copies: Any  # int64 [n, 3], of all: registers that hold a group's special source: (is scalar, row, source row)
    local: Any  # uint32 [place words], local memory at a launch; of all cores
    moved: Any  # int64 [program]: bytes of the transactions of each instruction
    seen: Any  # int64 [3, rows]: what a thread has read and written (simt/core/loops/accesses.py); no rows except in a
    # run without time on several threads of the host


class LocalMemory(NamedTuple):
    """Local memory and the tables that count its conflicts."""

    words: Any  # uint32 [local words]
    scratch: Any  # int64 [lanes, 4]
    banks: Any  # int64 [banks, 2]


class Ledgers(NamedTuple):
    """Warp states and issue slots by instruction (last row: none) and reason, sums per instruction, widths."""

    warp: Any  # int64 [program + 1, reasons]
    issue: Any  # int64 [program + 1, reasons]
    stats: Any  # STATS [program]
    widths: Any  # int64 [lanes]: issued operations by the number of their active lanes, without those with all lanes


class Record(NamedTuple):
    """The event record: rings, whose lengths are powers of two; of length 1 if the run never records.

    Cycle c stands in row c mod length, the instruction of a sequence number in event sequence mod length.
    """

    events: Any  # EVENT [at least n x cycles]
    ready_bits: Any  # int64 [cycles]
    slot_reasons: Any  # int8 [cycles, n]
    warp_states: Any  # int8 [cycles, W]
    bank_words: Any  # uint8 [cycles, banks]: words that the access of this cycle asks of the bank


class Core(NamedTuple):
    """A core, the argument of the blocks; or several, with the core as the first axis of every array."""

    spec: Any  # SPEC: machine and launch, never written in a run
    code: Any  # CODE [program], never written in a run
    run: Any  # RUN
    pipeline: Any
    bundles: Any
    register_file: Any
    flights: Any
    collectors: Any
    warps: Any  # WARP [W]
    wheel: Any  # int64 [r + 1, with banks of registers more]: warps to look at in this and the coming cycles
    operands: Any
    divergence: Any
    formation: Any
    memory: Any
    ledgers: Any
    record: Any
    link: Any
    shadow: Any


never_written(SPEC, CODE, POSITION, USES, LAUNCH)
hand_on_whole(
    Pipeline, Operands, Divergence, Bundles, RegisterFile, Flights, Collectors, Link, LocalMemory, Ledgers, Record, Core
)
