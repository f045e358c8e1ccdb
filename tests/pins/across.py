"""Pins of section 28: shuffles, votes, ballots and reductions, beside everything that has a part in their cycles."""

from __future__ import annotations

from typing import Any

from tests.pins.pin import EXPLICIT, IPDOM, MIN_PC, THREE_SLOTS, Pin

OPTIONS: dict[str, Any] = {f"options.{name}": True for name in ("shuffle", "vote", "ballot", "reduce")}
SCOREBOARD: dict[str, Any] = {**OPTIONS, "issue.dependences": "scoreboard", "issue.entries": 4}

NAN = 0x7FC0_0000
ONE, TWO, THREE = 0x3F80_0000, 0x4000_0000, 0x4040_0000  # 1.0, 2.0, 3.0

# Lanes 0 and 2 jump over the vote of lanes 1 and 3.
VOTE_OF_A_SIDE = (
    "and.b32 r1, lane_id, 1 -> join if z\nvote_all.b32 r2, r1 -> join if nz\nmov r3, 1\n"
    "join: ballot.b32 r4, r1, 0\nret\n"
)

# Two ways to 2, of which one parts again on the way.
TWO_WAYS = (
    "and.b32 r1, lane_id, 3 -> both if z\nsub.u32 r1, lane_id, 1 -> join if z\nboth: ballot.b32 r2, 1, r9\n"
    "join: ballot.b32 r3, 1, r9\nret\n"
)

ACROSS_PINS = [
    Pin(
        "shuffle_of_two_beats",
        "mov r1, lane_id\nshuffle_xor.b32 r1, r1, 2\nret\n",
        {**OPTIONS, "alu.lanes": 2},
        4,
        5,
        {
            "events": {0: (0, 0, 2, 2, 2), 1: (2, 2, 4, 4, 4), 2: (4, 4, 5, 5, -1)},
            "degrees": [2, 2, 1],
            "warp_states": {0: "issued dep_alu issued dep_alu issued"},
            "registers": {(0, 1): [2, 3, 0, 1]},
        },
        "Two beats: occ = 2, so each is offered in e + 1 + 2 - 1. Both beats read in 2, when the shuffle enters: it "
        "may take lanes of the other beat and write over its own source. `ret` has one beat.",
    ),
    Pin(
        "reductions_in_a_front_end",
        "reduce_add.u32 r1, lane_id\nret\n",
        {
            **OPTIONS,
            "front_end.stages": 2,
            "retire.stages": 1,
            "alu.lanes": 1,
            "alu.interval": 2,
            "alu.latency": 3,
        },
        7,
        27,
        {
            "events": {
                0: (0, 2, 12, 12, 13),
                1: (1, 10, 20, 20, 21),
                2: (13, 18, 22, 22, -1),
                3: (21, 23, 27, 27, -1),
            },
            "warp_states": {
                0: "issued fetch dep_alu*11 issued fetch unit_busy*3 branch*4 drain*5",
                1: "not_selected issued fetch unit_busy*7 dep_alu*5 dep_alu*6 issued fetch branch*4",
            },
            "degrees": [4, 4, 1, 1],
            "registers": {(0, 1): [6] * 4, (1, 1): [3, 3, 3, 0]},
        },
        "Four beats of interval 2: occ = 8. Warp 0 enters in 0 + 2, is offered in 2 + 3 + 8 - 1 = 12, ready in 13. "
        "The ALU accepts again in 10: the front end is held from 3 to 9, warp 1 enters in 10, is offered in 20. Warp "
        "0's `ret`, selected in 13, could enter in 15, but the ALU accepts in 10 + 8 = 18: held from 15 to 17; occ = 2 "
        "for one beat, so 18 + 3 + 2 - 1 = 22. Warp 1: ready 21, enters 23, 27. The last lane has no thread: the sum "
        "of warp 1 is 0 + 1 + 2, and lane 3 keeps its 0.",
    ),
    Pin(
        "shuffle_with_a_younger_writer_of_its_source",
        ".at_launch r1, lane_id\nshuffle_down.b32 r2, r1, 1\ncvt.f32.u32 r1, r1\nret\n",
        {
            **SCOREBOARD,
            "front_end.stages": 1,
            "retire.stages": 1,
            "alu.lanes": 1,
            "alu.latency": 4,
        },
        4,
        9,
        {
            "events": {0: (0, 1, 8, 8, -1), 1: (1, 2, 3, 3, 4), 2: (2, 5, 9, 9, -1)},
            "warp_states": {0: "issued*3 unit_busy*2 branch*4"},
            "registers": {(0, 1): [0, ONE, TWO, THREE], (0, 2): [1, 2, 3, 3]},
        },
        "WAR: the shuffle has read r1, all four beats at once, when it enters in 1; occ = 4, it is offered in "
        "1 + 4 + 4 - 1 = 8. The conversion is selected in 1, enters the FPU in 2 and writes r1 in 3, when the ALU is "
        "in its third beat. `ret` cannot enter the ALU before 1 + 4 = 5: `unit_busy` in 3 and 4; it retires in 9, "
        "in which the shuffle would be released. Lane 3 shuffles from lane 4, which is not there: its own word.",
    ),
    Pin(
        "reduction_with_its_own_mask",
        "and.b32 r1, lane_id, 1 -> join if z\nreduce_add.u32 r2, lane_id\njoin: reduce_add.u32 r3, lane_id\nret\n",
        {**SCOREBOARD, **IPDOM, "front_end.stages": 1, "alu.latency": 2},
        4,
        8,
        {
            "events": {0: (0, 1, 3, 3, 3), 1: (3, 4, 6, 6, 6), 2: (4, 5, 7, 7, 7), 3: (5, 6, 7, 8, -1)},
            "masks": [15, 10, 15, 15],
            "depths": [0, 1, 0, 0],
            "warp_states": {0: "issued dep_alu*2 issued*3 branch retire_port"},
            "registers": {(0, 2): [0, 4, 0, 4], (0, 3): [6] * 4},
        },
        "The jump steers: 1 waits for its release in 3. 1 is plain: in 3 the program counter becomes the join, and E "
        "is all lanes again, before 1 enters in 4. It sums over its own mask, lanes 1 and 3. In 7 the second "
        "sum is offered and `ret`, in the control unit, too; the ALU is asked first, and there is one port.",
    ),
    *(
        Pin(
            f"loop_until_no_lane_has_work_{policy['branch.policy']}",
            "mov r1, lane_id\nloop: add.u32 r3, r3, 1\nshr.u32 r1, r1, 1\nvote_any.b32 r2, r1 -> loop if nz\nret\n",
            {**OPTIONS, **policy},
            4,
            8,
            {
                "pcs": [0, 1, 2, 3, 1, 2, 3, 4],
                "masks": [15] * 8,
                "disagreements": {3: 0},
                "registers": {(0, 2): [0] * 4, (0, 3): [2] * 4},
            },
            "One instruction per cycle. After the first trip r1 is 0, 0, 1, 1: some lane has work, and all jump, "
            "though lanes 0 and 1 have none. After the second it is 0 everywhere.",
        )
        for policy in (IPDOM, MIN_PC, {"branch.policy": "first_thread"})
    ),
    Pin(
        "vote_of_one_side",
        VOTE_OF_A_SIDE,
        {**OPTIONS, **IPDOM},
        4,
        4,
        {
            "pcs": [0, 1, 3, 4],
            "masks": [15, 10, 15, 15],
            "depths": [0, 1, 0, 0],
            "disagreements": {0: 1, 1: 0},
            "registers": {(0, 2): [0, 1, 0, 1], (0, 3): [0] * 4, (0, 4): [10] * 4},
        },
        "Lanes 0 and 2 have arrived at the join and wait. Lanes 1 and 3 vote alone: r1 is 1 in both, so both jump, to "
        "the join; all lanes are there for the ballot.",
    ),
    Pin(
        "vote_of_all_lanes_with_lane_0_first",
        VOTE_OF_A_SIDE,
        {**OPTIONS, "branch.policy": "first_thread"},
        4,
        3,
        {
            "pcs": [0, 3, 4],
            "disagreements": {0: 1},
            "registers": {(0, 2): [0] * 4, (0, 4): [10] * 4},
        },
        "Lane 0 jumps, and takes the others with it: nobody votes.",
    ),
    Pin(
        "shuffle_in_a_bundle",
        "mov r1, lane_id\n{ ld.local r1, [5] | shuffle_up.b32 r2, r1, 1 -> end if nz | cvt.f32.u32 r3, r1 }\n"
        "mov r4, r1\nend: ret\n",
        {**OPTIONS, **THREE_SLOTS, "alu.lanes": 2, "lds.latency": 3},
        4,
        8,
        {
            "events": {
                0: (0, 0, 2, 2, 2),
                1: (2, 2, 5, 5, 5),
                2: (2, 2, 4, 4, 5),
                3: (2, 2, 3, 3, 5),
                4: (5, 5, 7, 7, 7),
                5: (7, 7, 8, 8, -1),
            },
            "warp_states": {0: "issued dep_alu issued dep_local*2 issued dep_alu issued"},
            "disagreements": {2: 1},
            "registers": {
                (0, 1): [0] * 4,
                (0, 2): [0, 0, 1, 2],
                (0, 3): [0, ONE, TWO, THREE],
                (0, 4): [0] * 4,
            },
        },
        "An operation of the ALU's slot, of two beats: taken in 2 + 1 + 2 - 1 = 4, and it waits beside its port for "
        "the load, in 2 + 3 = 5. It has seen r1 from before the bundle, not the word 0 that is loaded. Lane 0 has "
        "nobody below it, so its own 0 decides: no jump; lanes 2 and 3 would have.",
    ),
    Pin(
        "shuffle_out_of_collectors",
        ".at_launch r2, lane_id\nshuffle.b32 r1, r2, r4\nadd.u32 r3, r5, 1\nret\n",
        {
            **SCOREBOARD,
            "retire.stages": 1,
            "alu.latency": 2,
            "register_file.organisation": "collectors",
            "register_file.banks": 2,
            "register_file.collectors": 2,
        },
        4,
        7,
        {
            "events": {0: (0, 3, 5, 5, 6), 1: (1, 4, 6, 6, -1), 2: (3, 5, 7, 7, -1)},
            "warp_states": {0: "issued*2 operand_bank issued unit_busy branch*2"},
            "registers": {(0, 1): [0] * 4, (0, 3): [1] * 4},
        },
        "Section 27's example with a shuffle for its first sum: r2 and r4 are in bank 0, read in 1 and 2, so it enters "
        "in 3. All lanes want lane 0, whose r2 is 0.",
    ),
    Pin(
        "reduction_with_costs_of_its_own",
        "reduce_max.s32 r1, lane_id\nballot.b32 r2, lane_id, 0\nret\n",
        {**OPTIONS, "alu.lanes": 2, "costs": ["reduce*:3:5"]},
        4,
        13,
        {
            "events": {0: (0, 0, 10, 10, 10), 1: (10, 10, 12, 12, 12), 2: (12, 12, 13, 13, -1)},
            "registers": {(0, 1): [3] * 4, (0, 2): [14] * 4},
        },
        "Two beats of interval 3 and a latency of 5: 0 + 5 + 6 - 1 = 10. The ballot has the ALU's: 10 + 1 + 2 - 1.",
    ),
    Pin(
        "lanes_side_by_side",
        "and.b32 r1, lane_id, 1 -> join if z\nballot.b32 r2, lane_id, 0\njoin: ballot.b32 r3, lane_id, 0\nret\n",
        {**OPTIONS, **IPDOM, "alu.lanes": 2, "ideal.lanes": True},
        4,
        6,
        {
            "events": {0: (0, 0, 2, 2, 2), 1: (2, 2, 3, 3, 3), 2: (3, 3, 5, 5, 5), 3: (5, 5, 6, 6, -1)},
            "degrees": [2, 1, 2, 1],
            "registers": {(0, 2): [0, 10, 0, 10], (0, 3): [14] * 4},
        },
        "With `ideal.lanes` the two lanes that take part are one beat, all four are two.",
    ),
    Pin(
        "nobody_takes_part",
        "mov r1, 5\ns_mov.b64 exec, 0\nvote_all.b32 r1, 1 -> far if nz\nreduce_and.b32 r1, 7\n"
        "shuffle.b32 r1, lane_id, 0\nret\nfar: mov r2, 1\nret\n",
        {**OPTIONS, **EXPLICIT},
        4,
        6,
        {
            "pcs": [0, 1, 2, 3, 4, 5],
            "masks": [15, 15, 0, 0, 0, 0],
            "disagreements": {2: 0},
            "registers": {(0, 1): [5] * 4, (0, 2): [0] * 4},
        },
        "With an empty mask the instructions take their time, write nothing and do not jump.",
    ),
    Pin(
        "shuffle_from_lanes_that_do_not_take_part",
        "and.b32 r1, lane_id, 1 -> join if z\nshuffle_xor.b32 r2, lane_id, 1\nshuffle_xor.b32 r3, lane_id, 2\n"
        "join: shuffle_down.b32 r4, lane_id, 1\nshuffle_up.b32 r5, lane_id, 3\nret\n",
        {**OPTIONS, **IPDOM},
        7,
        12,
        {
            "order": [0] * 6 + [1] * 6,
            "masks": [15, 10, 10, 15, 15, 15, 7, 2, 2, 7, 7, 7],
            "registers": {
                (0, 2): [0, 1, 0, 3],
                (0, 3): [0, 3, 0, 1],
                (0, 4): [1, 2, 3, 3],
                (0, 5): [0, 1, 2, 0],
                (1, 2): [0, 1, 0, 0],
                (1, 3): [0, 1, 0, 0],
                (1, 4): [1, 2, 2, 0],
                (1, 5): [0, 1, 2, 0],
            },
        },
        "Lanes 1 and 3 run, and 0 and 2 wait: from a lane that waits each gets its own word, from each other theirs. "
        "In warp 1 lane 3 has no thread: lane 1 runs alone, and lane 2 finds nobody above it. f = 0, l = 1: warp 0 is "
        "back in every cycle, and both are available: 0, until its `ret` retires in 6; then warp 1, to 12.",
    ),
    Pin(
        "lanes_that_meet_early_under_min_pc",
        TWO_WAYS,
        {**OPTIONS, **MIN_PC},
        4,
        5,
        {
            "pcs": [0, 1, 2, 3, 4],
            "masks": [15, 14, 13, 15, 15],
            "registers": {(0, 2): [13, 0, 13, 13], (0, 3): [15] * 4},
        },
        "Lane 0 jumps to 2, lanes 1 to 3 are at 1, the lower counter. Lane 1 jumps on to 3, and lanes 2 and 3 come to "
        "2, where lane 0 still is: three lanes take part.",
    ),
    Pin(
        "lanes_that_do_not_meet_early_under_a_stack",
        TWO_WAYS,
        {**OPTIONS, **IPDOM},
        4,
        6,
        {
            "pcs": [0, 2, 1, 2, 3, 4],
            "masks": [15, 1, 14, 12, 15, 15],
            "depths": [0, 2, 1, 1, 0, 0],
            "registers": {(0, 2): [1, 0, 12, 12], (0, 3): [15] * 4},
        },
        "The way 0, 1, 3 leaves 2 out, so lanes that part at 0 meet at 3. Lane 0, taken, goes on first and is alone at "
        "2; then the others are at 1, where lane 1 goes to the join, and lanes 2 and 3 are at 2.",
    ),
    *(
        Pin(
            f"nan_of_one_lane_in_a_warp_of_{lanes}",
            "mov r1, 0x7f800001\nreduce_add.f32 r2, r1\nreduce_min.f32 r3, r1\nreduce_max.f32 r4, r1\nret\n",
            {**OPTIONS, "warp_size": lanes, "alu.lanes": lanes, "fpu.lanes": lanes, "lds.lanes": lanes},
            1,
            5,
            {"registers": {(0, register): [NAN] + [0] * (lanes - 1) for register in (2, 3, 4)}},
            "One lane takes part, with a NaN of other bits. A float result that is NaN is 0x7fc00000 (section 8), also "
            "where the warp has one lane, and nothing is taken together.",
        )
        for lanes in (1, 4)
    ),
]
