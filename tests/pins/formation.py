"""Pins of section 30: warps that form. One instruction per cycle, round robin, unless a pin says otherwise.

Most have two or more warps of two lanes, and threads that part by `lane_id xor warp_id`: threads 0 and 3 jump, threads
1 and 2 do not, so that the warps 0 and 1 have one thread each on either side, in different lanes.
"""

from __future__ import annotations

from typing import Any

from tests.pins.devices import DevicePin
from tests.pins.pin import TWO_SLOTS, Pin

FORM: dict[str, Any] = {
    "control.route": "own",
    "branch.policy": "warp_formation",
    "scheduler.policy": "round_robin",
}
TWO_LANES: dict[str, Any] = {
    **FORM,
    "warp_size": 2,
    **{f"{unit}.lanes": 2 for unit in ("alu", "fpu", "sfu", "dpu", "lds")},
}
SCOREBOARD: dict[str, Any] = {"issue.dependences": "scoreboard", "issue.entries": 4}
TWO_RESULTS: dict[str, Any] = {"alu.latency": 2, "retire.ports": 2}
OLDEST: dict[str, Any] = {"scheduler.policy": "oldest"}

EXAMPLE = "and.b32 r1, lane_id, 1\nxor.b32 r1, r1, warp_id -> end if z\nadd.u32 r2, r2, 1\nend: ret\n"
PART = "xor.b32 r1, lane_id, warp_id -> end if z\nadd.u32 r2, r2, 1\nend: ret\n"
SOME_LANES = "shr.u32 r1, 0x63, thread_id\nand.b32 r1, r1, 1 -> skip if z\nadd.u32 r2, r2, 1\nskip: ret\n"
TAIL = "mov r1, thread_id -> stay if nz\nret\nstay: add.u32 r2, r2, 1\nret\n"
ALL_TAKEN = (
    "mov r1, thread_id -> stay if nz\nret\nstay: mov r3, warp_id -> go if z\nadd.u32 r4, r4, 1\ngo: add.u32 r2, r2, 1\n"
)
# Thread 0 ends at 2 and thread 3 at 4 (with three warps thread 5 too); the others meet at 5.
ENDS = (
    "mov r1, warp_id -> second if nz\nmov r1, lane_id -> meet if nz\nret\nsecond: mov r1, lane_id -> meet if z\nret\n"
    "meet: add.u32 r2, r2, 1\nret\n"
)
IN_FLIGHT = "xor.b32 r1, lane_id, warp_id -> end if z\nadd.u32 r2, r2, 1\nadd.u32 r3, r3, 1\nend: ret\n"
FILLER_IN_FLIGHT = (
    "xor.b32 r1, lane_id, warp_id -> end if z\nmov r3, warp_id -> over if nz\nadd.u32 r2, r2, 1\n"
    "over: add.u32 r4, r4, 1\nend: ret\n"
)
# Bit w of 6 is 0, 1, 1, 0 for the warps 0 to 3: lane 1 of the warps 0 and 3 goes on, lane 0 of the others.
SCHEDULERS = (
    "shr.u32 r1, 6, warp_id\nxor.b32 r1, r1, lane_id\nand.b32 r1, r1, 1 -> end if z\nadd.u32 r2, r2, 1\nend: ret\n"
)
TWO_BARS = "and.b32 r0, lane_id, 1 -> odd if nz\nbar\nret\nodd: mov r1, 1\nbar\nmov r1, 2\nret\n"
BAR_OF_SOME = "and.b32 r0, lane_id, 1 -> odd if nz\nbar\nret\nodd: mov r1, 1\nret\n"
WAITING = (
    "mov r1, thread_id -> one if nz\nbar\nret\none: eq.u32 r1, thread_id, 3 -> three if nz\nadd.u32 r2, r2, 1\nbar\n"
    "ret\nthree: bar\nret\n"
)
# Threads 0 and 3 come to 6. Thread 1 ends and thread 2 waits; or thread 1 waits and thread 2 ends.
PARTNER_WAITS = (
    "mov r1, warp_id -> second if nz\nmov r1, lane_id -> meet if z\nret\nsecond: mov r1, lane_id -> meet if nz\nbar\n"
    "ret\nmeet: add.u32 r2, r2, 1\nbar\nret\n"
)
FILLER_WAITS = (
    "mov r1, warp_id -> second if nz\nmov r1, lane_id -> meet if z\nbar\nret\nsecond: mov r1, lane_id -> meet if nz\n"
    "ret\nmeet: add.u32 r2, r2, 1\nbar\nret\n"
)
ENDED_WARP = "mov r1, warp_id -> out if nz\nbar\nout: ret\n"
PRIVATE = (
    ".private own u32[1]\nxor.b32 r1, lane_id, warp_id -> end if z\nst.private [own], thread_id\nmov r2, warp_id\n"
    "mov r3, thread_id\nend: ret\n"
)
CARRY = "xor.b32 r1, lane_id, warp_id -> end if z\nadd.u32 r2, r1, 0xffffffff\nend: ret\n"
SHUFFLE = f"{PART}shuffle.b32 r3, r1, r1\n"
TRAP = "xor.b32 r1, lane_id, warp_id -> end if z\nld.local r2, [thread_id + 1000]\nend: ret\n"
BUNDLES = (
    "{ ld.local r3, [lane_id + 8] | xor.b32 r1, lane_id, warp_id -> end if z }\n"
    "{ st.local [thread_id], r1 | add.u32 r2, r2, 1 }\nend: ret\n"
)

FORMATION_PINS = [
    Pin(
        "formation_example",
        EXAMPLE,
        TWO_LANES,
        4,
        7,
        {
            "order": [0, 1, 0, 1, 0, 1, 0],
            "pcs": [0, 0, 1, 1, 2, 3, 3],
            "masks": [3] * 7,
            "depths": [0] * 7,
            "disagreements": {1: 2},
            "lane_ledger": {"active": 14},
            "registers": {(0, 1): [0, 1], (1, 1): [1, 0], (0, 2): [0, 1], (1, 2): [1, 0]},
            "warp_states": {
                0: "issued unit_busy issued unit_busy issued unit_busy issued",
                1: "unit_busy issued unit_busy issued not_selected issued drain",
            },
        },
        "The example of section 30. In 4 the next instruction of warp 1 is its `ret`, and the control unit is free; in "
        "5 warp 1's `ret` enters it, so that warp 0's cannot.",
    ),
    Pin(
        "formation_of_some_lanes",
        SOME_LANES,
        FORM,
        8,
        8,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 1],
            "pcs": [0, 0, 1, 1, 2, 2, 3, 3],
            "masks": [15, 15, 15, 15, 7, 2, 15, 15],
            "lane_ledger": {"active": 28, "diverged": 4},
            "disagreements": {1: 2},
            "registers": {(0, 2): [1, 1, 0, 0], (1, 2): [0, 1, 1, 0]},
        },
        "Of bits 0, 1, 5, 6: the lanes 0 and 1 of warp 0 and 1 and 2 of warp 1 are at 2. In 4 warp 0 has lane 1 "
        "already, and takes thread 6 in lane 2. Warp 1 keeps thread 5 in lane 1 at 2, and stays ready. When it is "
        "selected in 5, warp 0 is at 3.",
    ),
    Pin(
        "formation_leaves_tail_lanes",
        TAIL,
        TWO_LANES,
        3,
        7,
        {
            "order": [0, 1, 0, 1, 0, 1, 0],
            "pcs": [0, 0, 1, 2, 2, 3, 3],
            "masks": [3, 1, 1, 1, 2, 1, 2],
            "lane_ledger": {"active": 8, "diverged": 1, "finished": 2, "tail": 3},
        },
        "In 3 both warps are at 2: warp 1 with thread 2 in lane 0, warp 0 with thread 1 in lane 1, which is a tail "
        "lane of warp 1. In 5 the same at 3. In 4 and in 6 warp 1 is elsewhere.",
    ),
    Pin(
        "formation_ends_a_partner",
        f"{ALL_TAKEN}ret\n",
        TWO_LANES,
        3,
        8,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 0],
            "pcs": [0, 0, 1, 2, 2, 3, 4, 5],
            "masks": [3, 1, 1, 1, 2, 1, 3, 3],
            "lane_ledger": {"active": 11, "diverged": 1, "finished": 1, "tail": 3},
            "warp_states": {
                0: "issued not_selected issued unit_busy issued unit_busy issued*2",
                1: "unit_busy issued not_selected issued unit_busy issued drain*2",
            },
            "registers": {(0, 2): [0, 1], (1, 2): [1, 0], (0, 3): [0, 0], (1, 3): [1, 0], (1, 4): [1, 0]},
        },
        "Thread 0 ends in 3. In 6 thread 1 and thread 2 are at 4: warp 0 takes thread 2 in lane 0. Warp 1 is left with "
        "thread 0, which has ended, and a tail lane: it ends in 6.",
    ),
    Pin(
        "formation_bar_after_a_partner_has_ended",
        f"{ALL_TAKEN}bar\nret\n",
        TWO_LANES,
        3,
        9,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 0, 0],
            "pcs": [0, 0, 1, 2, 2, 3, 4, 5, 6],
            "masks": [3, 1, 1, 1, 2, 1, 3, 3, 3],
        },
        "As before, and warp 0 arrives at a barrier in 8. Warp 1 has ended, so it opens in 8.",
    ),
    Pin(
        "formation_partner_leaves_the_active_set",
        ENDS,
        {**TWO_LANES, "scheduler.policy": "two_level", "scheduler.active_warps": 2},
        6,
        13,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 2, 0, 2, 2, 2, 2],
            "pcs": [0, 0, 1, 3, 2, 4, 5, 0, 6, 3, 4, 5, 6],
            "masks": [3, 3, 3, 3, 1, 2, 3, 3, 3, 3, 2, 1, 1],
        },
        "The active set is 0 and 1. In 6 warp 0 takes thread 2 from warp 1, whose other thread has ended: it ends, and "
        "leaves the set, so that warp 2 enters it in 7 and is selected, as the first after warp 0.",
    ),
    Pin(
        "formation_not_with_an_instruction_in_flight",
        IN_FLIGHT,
        {**TWO_LANES, **SCOREBOARD, **TWO_RESULTS},
        4,
        8,
        {
            "order": [0, 1] * 4,
            "pcs": [0, 0, 1, 1, 2, 2, 3, 3],
            "masks": [3, 3, 2, 1, 2, 1, 3, 3],
        },
        "Each addition is in flight for two cycles. In 4 warp 0 is selected at 2 with nothing in flight; warp 1 is "
        "ready at 2 and has its first addition in flight, until 5. In 2, 3 and 5 the other warp is elsewhere or not "
        "ready. Warp 0 retires its `ret` in 7; warp 1 selects its own in 7.",
    ),
    Pin(
        "formation_does_not_fill_a_warp_with_an_instruction_in_flight",
        FILLER_IN_FLIGHT,
        {**TWO_LANES, **SCOREBOARD, **TWO_RESULTS, "scheduler.policy": "fixed_priority"},
        4,
        9,
        {
            "order": [0, 1, 0, 1, 0, 0, 0, 1, 1],
            "pcs": [0, 0, 1, 1, 2, 3, 4, 3, 4],
            "masks": [3, 3, 2, 1, 2, 2, 3, 1, 3],
        },
        "In 5 warp 0 is selected at 3 with its first addition in flight; warp 1 is ready at 3 with nothing in flight, "
        "as its jump has retired in 5. Warp 0 does not take its thread. In 6 warp 0 selects its `ret`; it ends in 7, "
        "as its second addition retires. Warp 1 is selected in 7 and 8.",
    ),
    Pin(
        "formation_within_a_scheduler",
        SCHEDULERS,
        {
            **TWO_LANES,
            **SCOREBOARD,
            "issue.schedulers": 2,
            "alu.count": 2,
            "control.count": 2,
            "retire.ports": 2,
        },
        8,
        9,
        {
            "order": [0, 1, 2, 3] * 3 + [0, 1, 2, 3, 0, 1],
            "pcs": [0] * 4 + [1] * 4 + [2] * 4 + [3, 3, 4, 4, 4, 4],
            "masks": [3] * 18,
            "registers": {(0, 2): [0, 1], (1, 2): [1, 0], (2, 2): [1, 0], (3, 2): [0, 1]},
        },
        "Scheduler 0 has the warps 0 and 2, scheduler 1 the warps 1 and 3. In 6 warp 0 is selected at 3 with lane 1. "
        "Warp 1 is ready there with lane 0, and is another scheduler's; warp 2 gives its lane 0. Then warp 1 takes "
        "lane 1 of warp 3.",
    ),
    Pin(
        "formation_two_bars",
        TWO_BARS,
        FORM,
        2,
        7,
        {
            "pcs": [0, 1, 3, 4, 2, 5, 6],
            "masks": [3, 1, 2, 2, 1, 2, 2],
            "warp_states": {0: "issued*7"},
        },
        "Lane 0 waits at 1, and lane 1 arrives at 4: the warp arrives in 4, and the barrier opens. The lowest counter "
        "is lane 0's, 2.",
    ),
    Pin(
        "formation_two_bars_with_a_cycle_after_retire",
        TWO_BARS,
        {**FORM, "retire.stages": 1},
        2,
        13,
        {
            "pcs": [0, 1, 3, 4, 2, 5, 6],
            "warp_states": {
                0: "issued dep_alu issued barrier issued dep_alu issued barrier issued branch issued dep_alu issued"
            },
        },
        "After the first `bar`, in 3, lane 0 waits and the warp is in its r cycle; after the second, in 7, it arrives.",
    ),
    Pin(
        "formation_ideal_barriers",
        TWO_BARS,
        {**FORM, "ideal.barriers": True},
        2,
        7,
        {"pcs": [0, 1, 2, 3, 4, 5, 6], "masks": [3, 1, 1, 2, 2, 2, 2]},
        "Lane 0 does not wait at 1: it goes on to its end, then lane 1.",
    ),
    Pin(
        "formation_arrives_by_a_return",
        BAR_OF_SOME,
        {**FORM, "retire.stages": 1},
        2,
        9,
        {
            "pcs": [0, 1, 3, 4, 2],
            "masks": [3, 1, 2, 2, 1],
            "warp_states": {0: "issued dep_alu issued barrier issued dep_alu issued barrier issued"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(5)},
                (0, "dep_alu"): 1,
                (1, "barrier"): 1,
                (3, "dep_alu"): 1,
                (4, "barrier"): 1,
            },
        },
        "Lane 0 waits at its `bar`. Lane 1 ends in 7, and so the warp arrives: its `ret` stands for a `bar`, which "
        "opens in 7, and the warp is ready in 8. It blames the `ret`.",
    ),
    Pin(
        "formation_lanes_that_wait_change_places",
        WAITING,
        TWO_LANES,
        4,
        11,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0],
            "pcs": [0, 0, 1, 3, 3, 4, 7, 5, 2, 6, 8],
            "masks": [3, 3, 1, 3, 2, 3, 2, 3, 1, 3, 2],
            "warp_states": {
                0: "issued not_selected issued unit_busy issued not_selected issued barrier issued unit_busy issued",
                1: "unit_busy issued not_selected issued unit_busy issued unit_busy issued unit_busy issued drain",
            },
            "registers": {(0, 2): [0, 1], (1, 2): [1, 0]},
        },
        "Thread 0 waits at 1 from 3 on. In 5 warp 1 with thread 2 takes thread 1 from warp 0, in whose lane 1 thread 3 "
        "is then, at 7; lane 0 of warp 0 still waits. By the `bar` at 7 warp 0 arrives in 7, by the one at 5 warp 1 in "
        "8, and the barrier opens. Thread 0 goes on first, at 2.",
    ),
    Pin(
        "formation_partner_that_could_not_run",
        PARTNER_WAITS,
        TWO_LANES,
        4,
        13,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1],
            "pcs": [0, 0, 1, 3, 2, 4, 6, 6, 7, 7, 8, 5, 8],
            "masks": [3, 3, 3, 3, 2, 1, 1, 2, 1, 2, 1, 1, 2],
        },
        "In 6 both warps are at 6: warp 0 with thread 0 in lane 0, its lane 1 has ended; warp 1 with thread 3 in lane "
        "1, its lane 0 waits. With the ended thread in its place warp 1 could not run: it is no partner, neither then "
        "nor at 7 in 8. In 7 and 9 warp 0 is elsewhere. Warp 0 arrives in 9, warp 1 in 10: thread 2 goes on at 5.",
    ),
    Pin(
        "formation_partner_that_would_get_a_waiting_thread",
        FILLER_WAITS,
        TWO_LANES,
        4,
        12,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
            "pcs": [0, 0, 1, 4, 2, 5, 6, 6, 7, 7, 3, 8],
            "masks": [3, 3, 3, 3, 2, 1, 1, 2, 1, 2, 2, 3],
            "warp_states": {
                0: "issued unit_busy issued not_selected issued not_selected issued not_selected issued barrier "
                "issued drain",
                1: "unit_busy issued unit_busy issued unit_busy issued unit_busy issued unit_busy issued unit_busy "
                "issued",
            },
        },
        "In 6 lane 1 of warp 0 waits, and lane 0 of warp 1 has ended. With the waiting thread in its lane 1 warp 1 "
        "would have no lane that could run, and one that waits: it is no partner, nor in 8. Warp 0 arrives in 9, warp "
        "1 in 10. In 11 warp 1 is at 8 with thread 3 and takes thread 0. So all threads of warp 0 have ended: it ends.",
    ),
    Pin(
        "formation_ended_warp_counts_as_arrived",
        ENDED_WARP,
        FORM,
        8,
        5,
        {
            "order": [0, 1, 0, 1, 0],
            "pcs": [0, 0, 1, 2, 2],
            "warp_states": {
                0: "issued not_selected issued barrier issued",
                1: "unit_busy issued unit_busy issued drain",
            },
        },
        "Warp 0 arrives in 3, and warp 1 ends in 4: the barrier opens in 4. It would be a deadlock elsewhere.",
    ),
    Pin(
        "formation_private_memory_and_special_sources",
        PRIVATE,
        TWO_LANES,
        4,
        7,
        {
            "order": [0, 1, 0, 1, 0, 0, 0],
            "pcs": [0, 0, 1, 4, 2, 3, 4],
            "masks": [3] * 7,
            "local": {0: 0, 1: 1, 2: 2, 3: 0},
            "bank_words": {2: [0, 1, 1, 0]},
            "degrees": [1] * 7,
            "registers": {(0, 2): [0, 0], (1, 2): [1, 0], (0, 3): [0, 1], (1, 3): [2, 0]},
        },
        "In 2 warp 0 has thread 2 in lane 0 and thread 1 in lane 1. The word of thread t is word t of local memory "
        "(one word per thread, two lanes): words 2 and 1, in two banks. `warp_id` of thread 2 stays 1.",
    ),
    Pin(
        "formation_shows_threads_where_they_began",
        CARRY,
        TWO_LANES,
        4,
        4,
        {
            "status": "cycle_limit",
            "pcs": [0, 0, 1, 2],
            "registers": {(0, 1): [0, 1], (1, 1): [1, 0], (0, 2): [0, 0], (1, 2): [0, 0]},
            "carry": {0: 2, 1: 1},
        },
        "The addition retires in 3, of thread 2 in lane 0 of warp 0, of thread 1 in lane 1: 1 and all bits 1 give 0 "
        "and a carry. At the limit thread 2 is still in warp 0, and is shown in lane 0 of warp 1.",
        max_cycles=4,
    ),
    Pin(
        "formation_trap_names_lanes_as_they_are",
        TRAP,
        TWO_LANES,
        4,
        3,
        {
            "status": "trap",
            "trap": ("local_address", 2, 0, 3, 1, 1002),
            "pcs": [0, 0, 1],
            "registers": {(0, 1): [0, 1], (1, 1): [1, 0]},
        },
        "In 2 thread 2 is in lane 0 of warp 0: the address of the lowest lane is 1002.",
    ),
    Pin(
        "formation_not_where_lanes_read_one_another",
        SHUFFLE,
        {**TWO_LANES, "options.shuffle": True},
        4,
        6,
        {"order": [0, 1, 0, 1, 0, 1], "pcs": [0, 0, 1, 1, 2, 2], "masks": [3, 3, 2, 1, 3, 3]},
        "The program has a shuffle, which no thread reaches. Without it warp 0 would have both lanes in 2, and the run "
        "would end in 5.",
    ),
    Pin(
        "formation_of_a_pair",
        PART,
        TWO_LANES,
        4,
        5,
        {"order": [0, 1, 0, 1, 0], "pcs": [0, 0, 1, 2, 2], "masks": [3] * 5},
        "As the one before, without the shuffle.",
    ),
    Pin(
        "formation_of_a_word_like_a_shuffle",
        f"{PART}.word 0xecffffffffffffff\n",
        {**TWO_LANES, "options.shuffle": True},
        4,
        5,
        {"order": [0, 1, 0, 1, 0], "pcs": [0, 0, 1, 2, 2], "masks": [3] * 5},
        "The word has the opcode of a shuffle, but bits that must be zero are not: it decodes to no instruction, and "
        "warps form as without it.",
    ),
    Pin(
        "formation_oldest",
        PART,
        {**TWO_LANES, **OLDEST},
        8,
        11,
        {
            "order": [0, 1, 2, 3, 0, 2, 1, 3, 0, 2, 3],
            "pcs": [0, 0, 0, 0, 1, 1, 2, 1, 2, 2, 2],
            "masks": [3] * 11,
        },
        "The warps 2 and 3 do not part. In 4 warp 0 takes thread 2 from warp 1, which has been ready since 2 and is at "
        "2 now: so it became ready in 4. In 5 warp 2, ready since 3, comes first. In 6 1 and 3 are ready since 4.",
    ),
    Pin(
        "formation_of_two_slots",
        PART,
        {**TWO_LANES, "issue_width": 2, "alu.count": 2, "control.count": 2, "retire.ports": 4},
        8,
        6,
        {
            "order": [0, 1, 2, 3, 0, 1, 2, 3, 0, 2, 3],
            "pcs": [0, 0, 0, 0, 1, 2, 1, 1, 2, 2, 2],
            "masks": [3] * 11,
            "slots": [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0],
        },
        "In 2 slot 0 selects warp 0 at 1, which takes thread 2 from warp 1. Slot 1 selects warp 1, whose next "
        "instruction is its `ret` now.",
    ),
    Pin(
        "formation_in_front_of_a_front_end",
        PART,
        {**TWO_LANES, "front_end.stages": 1},
        6,
        9,
        {
            "order": [0, 1, 2, 0, 1, 2, 0, 2],
            "pcs": [0, 0, 0, 1, 2, 1, 2, 2],
            "masks": [3] * 8,
        },
        "An instruction takes two cycles. In 3 warp 1 has retired its jump too, and warp 0 takes its thread. Warp 2 "
        "does not part.",
    ),
    Pin(
        "formation_of_bundles",
        BUNDLES,
        {**TWO_LANES, **TWO_SLOTS},
        4,
        5,
        {
            "order": [0, 0, 1, 1, 0, 0, 1, 0],
            "pcs": [0, 1, 0, 1, 2, 3, 4, 4],
            "masks": [3] * 8,
            "local": {0: 0, 1: 1, 2: 1, 3: 0},
            "registers": {(0, 2): [0, 1], (1, 2): [1, 0]},
        },
        "In 2 warp 0 is at the second bundle with thread 1 and takes thread 2: both store to the word of their number.",
    ),
]

FORMATION_DEVICE_PINS = [
    DevicePin(
        "formation_private_memory_of_a_device",
        ".private own u32[2]\nxor.b32 r1, lane_id, warp_id -> end if z\nst.private [own], thread_id\nend: ret\n",
        8,
        8,
        {"branch.policy": "warp_formation", "scheduler.policy": "round_robin"},
        {
            0: {
                "order": [0, 1, 0, 1, 0, 1],
                "pcs": [0, 0, 1, 1, 2, 2],
                "masks": [15, 15, 15, 12, 15, 15],
                "degrees": [1, 1, 2, 1, 1, 1],
                "events": {2: (2, 2, 5, 5, 5), 3: (4, 4, 6, 6, 6), 4: (5, 5, 6, 7, -1), 5: (7, 7, 8, 8, -1)},
                "warp_states": {1: "unit_busy issued unit_busy uncoalesced issued dep_global unit_busy issued idle*5"},
            }
        },
        "Lane 0 of warp 0 and lane 1 of warp 1 jump. In 2 warp 0 takes thread 4 in lane 0. Two words per thread: the "
        "words of a warp are a sector, so warp 0's store has two transactions, thread 4's first. It sends in 3 and 4, "
        "warp 1's store of threads 6 and 7 in 5: at the arbiter in 7, done in 12. In 6 this store leaves by the one "
        "port, and the `ret` of warp 0 keeps the ALU.",
        device={"cycles": 13},
    ),
]
