"""Section 23: parts of words, atomics on local memory and private memory, on a core of its own.

The machine is `PLAIN`: f = 0, r = 0, every latency 1, a warp of 4 lanes, 4 banks. An access that enters in e is
offered, taken and followed in e + occ, where occ is k.
"""

from __future__ import annotations

from tests.pins.pin import TWO_SLOTS, Pin

ACCESSES_PINS = [
    Pin(
        "bytes_of_one_word_cost_once",
        "st.local.b8 [lane_id], lane_id\nld.local r1, [r0]\nret\n",
        {},
        4,
        3,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (1, 1, 2, 2, 2), 2: (2, 2, 3, 3, -1)},
            "degrees": [1, 1, 1],
            "bank_words": {0: [1, 0, 0, 0], 1: [1, 0, 0, 0]},
            "registers": {(0, 1): [0x0302_0100] * 4},
            "local": {0: 0x0302_0100},
        },
        "Bytes 0 to 3 lie in word 0: one word, k = 1. Byte i is lane i's, the lowest first.",
    ),
    Pin(
        "halves_of_words_of_one_bank_conflict",
        "shl.b32 r1, lane_id, 3\nst.local.b16 [r1], lane_id\nret\n",
        {},
        4,
        4,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (1, 1, 3, 3, 3), 2: (3, 3, 4, 4, -1)},
            "degrees": [1, 2, 1],
            "bank_words": {1: [2, 0, 2, 0]},
            "local": {0: 0, 2: 1, 4: 2, 6: 3},
        },
        "Byte addresses 0, 8, 16, 24 are words 0, 2, 4, 6: two words in bank 0, two in bank 2, k = 2.",
    ),
    Pin(
        "of_one_byte_the_highest_lane_stays",
        "mov.b32 r1, u(0xaabbccdd)\nst.local [r0], r1\nadd.u32 r2, lane_id, 0x100\nst.local.b8 [r0 + 1], r2\n"
        "ld.local.s16 r3, [r0]\nld.local.s8 r4, [r0 + 3]\nret\n",
        {},
        4,
        7,
        {
            "local": {0: 0xAABB_03DD},
            "registers": {(0, 3): [0x03DD] * 4, (0, 4): [0xFFFF_FFAA] * 4},
        },
        "Lane 3 stores the lowest byte of 0x103 to byte 1. The half 0x03dd has bit 15 clear; byte 3 is 0xaa, bit 7 "
        "set. Every access is of one word, so each instruction takes a cycle.",
    ),
    Pin(
        "a_half_at_an_odd_address",
        "st.local.b16 [lane_id], lane_id\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("local_address", 0, 0, 0b1010, 0, 1), "local": {0: 0}},
        "Lanes 1 and 3 ask for the byte addresses 1 and 3, which are no multiples of 2. Nothing is stored.",
    ),
    Pin(
        "bytes_behind_local_memory",
        "ld.local.u8 r1, [lane_id + 254]\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("local_address", 0, 0, 0b1100, 0, 256)},
        "64 words are the bytes 0 to 255; lanes 2 and 3 ask for 256 and 257, in words 64.",
    ),
    Pin(
        "an_atomic_on_one_word_is_serialised",
        "atom.local.add.u32 r1, [r0], 1\nret\n",
        {},
        4,
        5,
        {
            "events": {0: (0, 0, 4, 4, 4), 1: (4, 4, 5, 5, -1)},
            "degrees": [4, 1],
            "bank_words": {0: [4, 0, 0, 0]},
            "registers": {(0, 1): [0, 1, 2, 3]},
            "local": {0: 4},
            "warp_ledger": {(0, "issued"): 1, (0, "bank_conflict"): 3, (1, "issued"): 1},
        },
        "Four lanes ask bank 0, for one word: k = 4. In ascending order each finds one more. Of the cycles 1 to 3, "
        "those with clock between 0 + 1 and 0 + 4 - 1, all are conflict cycles.",
    ),
    Pin(
        "an_atomic_on_words_of_one_bank_is_serialised_alike",
        "shl.b32 r1, lane_id, 2\natom.local.or.b32 r2, [r1], lane_id\nret\n",
        {},
        4,
        6,
        {"degrees": [1, 4, 1], "bank_words": {1: [4, 0, 0, 0]}, "local": {0: 0, 4: 1, 8: 2, 12: 3}},
        "Words 0, 4, 8, 12 are all in bank 0: k = 4; selected in 1, the next in 5.",
    ),
    Pin(
        "an_atomic_on_words_of_all_banks_is_not",
        "atom.local.min.s32 r1, [lane_id], -2\natom.local.max.s32 r2, [lane_id], 5\n"
        "atom.local.min.u32 r3, [lane_id], 7\natom.local.max.u32 r4, [lane_id], u(0x80000000)\n"
        "atom.local.xor.b32 r5, [lane_id], 1\natom.local.and.b32 r6, [lane_id], 1\nret\n",
        {},
        4,
        7,
        {
            "degrees": [1] * 7,
            "registers": {
                (0, 1): [0] * 4,
                (0, 2): [0xFFFF_FFFE] * 4,
                (0, 3): [5] * 4,
                (0, 4): [5] * 4,
                (0, 5): [0x8000_0000] * 4,
                (0, 6): [0x8000_0001] * 4,
            },
            "local": {0: 1, 3: 1},
        },
        "0, signed minimum with -2: -2; signed maximum with 5: 5; unsigned minimum with 7: 5; unsigned maximum with "
        "2^31: 2^31; xor 1: 2^31 + 1; and 1: 1. A lane per bank: k = 1.",
    ),
    Pin(
        "one_lane_takes_the_lock",
        "mov.b32 r2, 0\nadd.u32 r3, lane_id, 5\natom.local.cas.b32 r1, [r0], r2\n"
        "atom.local.exch.b32 r4, [r0], 9\nret\n",
        {},
        4,
        11,
        {
            "degrees": [1, 1, 4, 4, 1],
            "registers": {(0, 1): [0, 5, 5, 5], (0, 4): [5, 9, 9, 9]},
            "local": {0: 9},
        },
        "Lane 0 finds r2 = 0 and leaves its r3 = 5, which the others find. Then lane 0 finds 5 and leaves 9. Selected "
        "in 0, 1, 2, 6, 10.",
    ),
    Pin(
        "a_jump_rides_on_an_atomic",
        "atom.local.exch.b32 r1, [r0], 1 -> free if z\nmov.b32 r2, 7\nfree:\nret\n",
        {},
        1,
        2,
        {"degrees": [1, 1], "pcs": [0, 2], "local": {0: 1}, "registers": {(0, 2): [0] * 4}},
        "One thread, one active lane: k = 1. It finds 0 and jumps.",
    ),
    Pin(
        "an_atomic_in_a_bundle",
        "{ atom.local.add.u32 r1, [r0], 2 | mov.b32 r2, 3 }\nret\n",
        TWO_SLOTS,
        4,
        5,
        {"degrees": [4, 1, 1], "registers": {(0, 1): [0, 2, 4, 6], (0, 2): [3] * 4}, "local": {0: 8}},
        "It stands in slot 0. The bundle retires with its last operation, in 4; `ret` in 5.",
    ),
    Pin(
        "private_words_of_one_number_are_adjacent",
        ".local x u32[5]\n.private a u32[3]\nmov.b32 r1, 4\nst.private [r1 + 4], lane_id\n"
        "ld.private.u8 r2, [r1 + 4]\nret\n",
        {},
        6,
        8,
        {
            "degrees": [1] * 8,
            "local": {16: 0, 17: 1, 18: 2, 19: 3, 28: 0, 29: 1, 30: 0, 31: 0},
            "registers": {(0, 2): [0, 1, 2, 3], (1, 2): [0, 1, 0, 0]},
        },
        "m = 8, N = 3, S = 4. Byte 8 is word 2: of warp 0 the words 8 + 0 + 8 + lane, of warp 1 8 + 12 + 8 + lane. Two "
        "warps of four instructions of a cycle each take turns; warp 1 has two lanes.",
    ),
    Pin(
        "private_words_of_any_numbers_do_not_conflict",
        ".private a u32[8]\nshl.b32 r1, lane_id, 3\nst.private [r1], lane_id\nret\n",
        {},
        4,
        3,
        {"degrees": [1, 1, 1], "bank_words": {1: [1, 1, 1, 1]}, "local": {0: 0, 9: 1, 18: 2, 27: 3}},
        "Word 2 l of lane l is 2 l x 4 + l, in bank l: with as many banks as lanes no address makes a conflict.",
    ),
    Pin(
        "with_fewer_banks_they_do",
        ".private a u32[2]\nshl.b32 r1, lane_id, 3\nand.b32 r1, r1, 4\nst.private [r1], lane_id\nret\n",
        {"local.banks": 2},
        4,
        5,
        {"degrees": [1, 1, 2, 1], "bank_words": {2: [2, 2]}, "local": {0: 0, 1: 1, 2: 2, 3: 3}},
        "Word 0 of lanes 0 to 3: the words 0 to 3, two in each bank, k = 2.",
    ),
    Pin(
        "a_private_address_that_is_not_aligned",
        ".private a u32[1]\nld.private r1, [lane_id]\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("private_address", 0, 0, 0b1110, 0, 1)},
        "Lanes 1 to 3 ask for bytes that no word begins at.",
    ),
    Pin(
        "a_private_address_behind_the_arrays",
        ".private a u32[1]\nld.private.u8 r1, [lane_id + 1]\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("private_address", 0, 0, 0b1000, 0, 4)},
        "The bytes are 0 to 3; lane 3 asks for byte 4.",
    ),
    Pin(
        "local_addresses_do_not_reach_private_memory",
        ".local x u32[1]\n.private a u32[1]\nld.local r1, [lane_id + 2]\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("local_address", 0, 0, 0b1100, 0, 4)},
        "m = 4: lanes 2 and 3 ask for the words 4 and 5.",
    ),
]
