"""Small runs of what the contract says in a sentence and no cycle shows: legal words, sizes, the last retire.

Every count and effect was derived by hand from docs/processor.md. The data has the form of tests/pins/pin.py.
"""

from __future__ import annotations

from typing import Any

from tests.pins.pin import MASKS, PLAIN, Pin

EXPLICIT: dict[str, Any] = {"control.route": "own", "branch.policy": "explicit_masks"}

# Places of the fields in a word, and opcodes, as isa/instructions.toml has them.
OPCODE, RD, RA, RB, CSEL, COND, TARGET = 56, 48, 41, 34, 25, 22, 10
MOV, ADD, LOAD, STORE, JMP, RET = 0x01, 0x08, 0x50, 0x51, 0x60, 0x62
S_MOV = 0x70
REPLACES_A, REPLACES_B, REPLACES_C = 1, 2, 3


def word(opcode: int, *fields: int) -> int:
    """A word of an opcode and of fields that are in their places."""
    found = opcode << OPCODE
    for field in fields:
        found |= field
    return found


def of_word(name: str, bits: int, derivation: str, keys: dict[str, Any] | None = None) -> Pin:
    """A run whose first word is illegal: found at the select of cycle 0, and nothing issues.

    The value is the word's opcode. The warp stays ready, f = 0: `not_selected`, blaming its next instruction.
    """
    return Pin(
        name,
        f".word {bits:#018x}\nret\n",
        keys or {},
        4,
        1,
        {
            "status": "trap",
            "trap": ("illegal_instruction", 0, 0, 0b1111, 0, bits >> OPCODE),
            "order": [],
            "warp_states": {0: "not_selected"},
            "warp_ledger": {(0, "not_selected"): 1},
            "issue_ledger": {(0, "not_selected"): 1},
            "registers": {(0, 1): [0] * 4},
        },
        derivation,
    )


# The machine of `PLAIN` has r0 to r15 and 64 words of constant memory.
REGISTERS = [
    of_word("no_such_destination", word(MOV, 16 << RD), "mov r16, r0: r16 is the first that the machine lacks."),
    of_word("no_such_first_source", word(ADD, 1 << RD, 16 << RA), "add r1, r16, r0."),
    of_word("no_such_second_source", word(ADD, 1 << RD, 111 << RB), "add r1, r0, r111: the highest that a word names."),
    of_word("no_such_address", word(LOAD, 1 << RD, 16 << RA), "ld.local r1, [r16]."),
    of_word("no_such_datum", word(STORE, 16 << RB), "st.local [r0], r16."),
    Pin(
        "the_highest_register",
        "mov r15, 7\nadd.u32 r15, r15, r15\nret\n",
        {},
        4,
        3,
        {"registers": {(0, 15): [14] * 4}},
        "r15 is there: an instruction per cycle.",
    ),
    Pin(
        "an_illegal_word_that_is_not_reached",
        f"jmp over\n.word {word(MOV, 16 << RD):#x}\nover: ret\n",
        {},
        4,
        2,
        {"pcs": [0, 2]},
        "A word is judged when a warp selects it, and none selects this one.",
    ),
    Pin(
        "scalar_registers_are_no_registers",
        "s_mov.b64 s[100:101], exec\nmov.b32 r1, s100\nret\n",
        EXPLICIT,
        4,
        3,
        {"registers": {(0, 1): [0b1111] * 4}},
        "`registers` = 16 bounds r0 to r15. s100 is one of 128, the lower half of the mask of four lanes.",
    ),
]

CONSTANTS = [
    Pin(
        "a_constant_behind_the_programs_own_is_0",
        f"mov r1, 7\n.word {word(MOV, 1 << RD, REPLACES_A << CSEL, 3):#x}\nret\n",
        {"constants.words": 4},
        4,
        3,
        {"registers": {(0, 1): [0] * 4}},
        "The program has one constant, the 7; word 3 is the machine's last and reads 0, which replaces the 7.",
    ),
    Pin(
        "no_such_constant",
        f"mov r1, 7\n.word {word(MOV, 1 << RD, REPLACES_A << CSEL, 4):#x}\nret\n",
        {"constants.words": 4},
        4,
        2,
        {
            "status": "trap",
            "trap": ("illegal_instruction", 1, 0, 0b1111, 1, MOV),
            "order": [0],
            "warp_states": {0: "issued not_selected"},
            "registers": {(0, 1): [7] * 4},
        },
        "The same word with index 4. It is found at the select of 1, behind the retire of the first mov.",
    ),
    of_word(
        "no_such_constant_as_an_offset",
        word(LOAD, 1 << RD, REPLACES_C << CSEL, 64),
        "ld.local r1, [r0 + c64]: the machine has c0 to c63.",
    ),
    Pin(
        "more_constants_than_the_machine_has",
        "mov r1, 7\nmov r2, 8\nmov r3, 9\nret\n",
        {"constants.words": 2},
        4,
        3,
        {
            "status": "trap",
            "trap": ("illegal_instruction", 2, 0, 0b1111, 2, MOV),
            "order": [0, 0],
            "registers": {(0, 1): [7] * 4, (0, 2): [8] * 4, (0, 3): [0] * 4},
        },
        "The constants are 7, 8, 9 in this order: 9 has index 2, and the machine holds two words.",
    ),
]

SIZES = [
    Pin(
        "a_program_longer_than_program_memory",
        "mov r0, 1\nmov r0, 2\nmov r0, 3\nret\n",
        {"program.words": 2},
        4,
        4,
        {"events": {3: (3, 3, 4, 4, -1)}, "registers": {(0, 0): [3] * 4}},
        "`program.words` is a matter of the launch: an engine that is handed the program runs all of it.",
    ),
    Pin(
        "the_end_of_a_program_is_its_last_word",
        "mov r0, 1\n",
        {"program.words": 256},
        4,
        2,
        {"status": "trap", "trap": ("program_counter", 1, 0, 0b1111, 1, 1), "order": [0]},
        "The counter of 1 lies behind the program's one word, however large program memory is.",
    ),
]

CODING = [
    of_word("no_condition_7", word(MOV, 1 << RD, 7 << COND), "Conditions are 0 to 6; everything else is mov r1, r0."),
    of_word("a_target_without_a_jump", word(MOV, 1 << RD, 1 << TARGET), "cond = 0: no jump, and the target is not 0."),
    of_word("a_jump_without_a_result", word(STORE, 1 << COND), "st.local [r0], r0 with -> 0 if z: a store has none."),
    of_word("a_bit_that_must_be_0", word(RET, 1), "`ret` has no field const, where this bit lies."),
    of_word("a_field_that_the_format_lacks", word(MOV, 1 << RD, 1 << RB), "mov has one source."),
    of_word("a_field_of_another_format", word(JMP, 1 << TARGET, 1 << RD), "jmp has a target alone."),
    of_word(
        "a_replaced_register_field",
        word(MOV, 1 << RD, 2 << RA, REPLACES_A << CSEL),
        "The constant replaces ra, which therefore is 0 in a legal word, and here 2.",
    ),
    of_word("a_constant_without_a_place", word(MOV, 1 << RD, 1), "csel = 0: nothing is replaced, and const is not 0."),
    of_word(
        "a_constant_in_a_source_that_is_not_there",
        word(MOV, 1 << RD, REPLACES_B << CSEL),
        "mov has no second source that a constant could replace.",
    ),
    of_word("a_special_as_destination", word(MOV, 112 << RD), "112 is lane_id, which nothing can write."),
    of_word("no_such_opcode", word(0xFF), "No instruction has it."),
    of_word("the_word_of_zeros", 0, "Opcode 0 is none, so memory that is 0 is no program."),
    of_word("no_indexed_special_source", word(MOV, 1 << RD, 120 << RA, 143), "They are numbered from 128 to 142."),
    of_word("the_highest_number_in_const", word(MOV, 1 << RD, 120 << RA, 1023), "As before, in all its bits."),
    of_word("an_indexed_special_source_as_destination", word(MOV, 120 << RD, 142), "A destination is a register."),
    of_word(
        "a_constant_and_an_indexed_special_source",
        word(ADD, 1 << RD, 120 << RA, REPLACES_B << CSEL, 133),
        "add r1, groups_x, constant 133: `const` can say one of the two.",
    ),
    of_word("a_scalar_source_on_a_plain_machine", word(MOV, 1 << RD, 120 << RA, 5), "mov r1, s5 needs explicit masks."),
    of_word(
        "the_upper_register_of_a_scalar_pair",
        word(S_MOV, 1 << RD),
        "s_mov.b64 of the pair whose lower half would be s1.",
        EXPLICIT,
    ),
    of_word(
        "a_constant_and_a_scalar",
        word(ADD, 1 << RD, 120 << RA, REPLACES_B << CSEL),
        "Both would need the field const.",
        EXPLICIT,
    ),
    Pin(
        "words_that_are_legal",
        f".word {word(MOV, 1 << RD, 3 << COND, 3 << TARGET, REPLACES_A << CSEL):#x}\n"
        f".word {word(RET):#x}\n.word {word(RET):#x}\nmov r2, 0x80000000\nret\n",
        {},
        4,
        3,
        {"pcs": [0, 3, 4], "registers": {(0, 1): [1 << 31] * 4, (0, 2): [1 << 31] * 4}},
        "mov r1, c0 -> 3 if n, by hand: condition 3 is `n`, and c0 is the only constant, whose bit 31 is set.",
    ),
]

RETIRES = [
    Pin(
        "decided_in_time_for_the_select_of_its_cycle",
        "mov r1, 7 -> on if nz\nret\non: st.local [lane_id], r1\nret\n",
        {},
        4,
        3,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (1, 1, 2, 2, 2), 2: (2, 2, 3, 3, -1)},
            "pcs": [0, 2, 3],
            "local": {0: 7, 1: 7, 2: 7, 3: 7, 4: 0},
        },
        "r = 0: the mov retires in 1. The select of 1 finds the warp ready and at the target of its jump, and the "
        "store, which enters in 1, reads the 7 that was written back in 1.",
    ),
    Pin(
        "decided_a_cycle_before_the_next_select",
        "mov r1, 7 -> on if nz\nret\non: st.local [lane_id], r1\nret\n",
        {"retire.stages": 1},
        4,
        5,
        {"events": {0: (0, 0, 1, 1, 2), 1: (2, 2, 3, 3, 4), 2: (4, 4, 5, 5, -1)}, "local": {0: 7, 3: 7, 4: 0}},
        "r = 1: each is retired in the cycle after its select and the warp is ready in the next one. The last ret has "
        "no ready cycle.",
    ),
    Pin(
        "the_last_ret_retires_in_the_last_cycle",
        "ret\n",
        {},
        8,
        2,
        {
            "events": {0: (0, 0, 1, 1, -1), 1: (1, 1, 2, 2, -1)},
            "warp_states": {0: "issued drain", 1: "unit_busy issued"},
            "slot_reasons": ["issued", "issued"],
        },
        "In 0 the ALU is taken. Warp 1 retires in u = 2 = `cycles`: the record says so; ledgers cover 0 and 1.",
    ),
    Pin(
        "nothing_retires_at_the_limit",
        "ret\n",
        {},
        8,
        2,
        {
            "status": "cycle_limit",
            "events": {0: (0, 0, 1, 1, -1), 1: (1, 1, -1, -1, -1)},
            "warp_states": {0: "issued drain", 1: "unit_busy issued"},
        },
        "The same launch with a limit of 2, of which nothing happens, not even the retire.",
        max_cycles=2,
    ),
]

SPECIAL_SOURCES = (
    "mov r1, thread_id\nmov r2, warp_id\nmov r3, group_id\nmov r4, group_size\nmov r5, groups\nmov r6, warp_size\n"
    "mov r7, global_id\nmov r8, local_id_x\nmov r9, local_id_y\nmov r10, group_id_x\nmov r11, group_id_y\n"
    "mov r12, global_id_x\nmov r13, global_id_y\nmov r14, group_size_x\nret\n"
)

INDEXED_SOURCES = (
    "mov r2, local_id_z\nmov r3, group_id_z\nmov r4, global_id_z\nmov r5, group_size_y\nmov r6, group_size_z\n"
    "mov r7, groups_x\nmov r8, groups_y\nadd.u32 r9, global_size_x, global_size_x\nmov r10, global_size_y\n"
    "add.u32 r11, groups_z, r5\nmov r12, global_offset_x\nmov r13, global_offset_y\n"
    "add.u32 r14, global_offset_z, r12\nadd.u32 r15, work_dim, r5\nret\n"
)

SPECIALS = [
    Pin(
        "special_sources_of_a_plain_processor",
        ".at_launch r0, thread_id\n" + SPECIAL_SOURCES,
        {},
        6,
        30,
        {
            "order": [0] * 15 + [1] * 15,
            "registers": {
                **{(0, number): [0, 1, 2, 3] for number in (0, 1, 7, 8, 12)},
                **{(1, number): [4, 5, 0, 0] for number in (1, 7, 8, 12)},
                (1, 0): [4, 5, 6, 7],
                (1, 2): [1, 1, 0, 0],
                **{(0, number): [0] * 4 for number in (2, 3, 9, 10, 11, 13)},
                **{(1, number): [0] * 4 for number in (3, 9, 10, 11, 13)},
                **{(0, number): [6] * 4 for number in (4, 14)},
                **{(1, number): [6, 6, 0, 0] for number in (4, 14)},
                (0, 5): [1] * 4,
                (0, 6): [4] * 4,
                (1, 6): [4, 4, 0, 0],
            },
        },
        "Group 0 of one, of six threads in a row. r = 0: in each cycle warp 0 is ready again, both are available, and "
        "0 is chosen until it has ended, in 15; then warp 1. Its lanes 2 and 3 have no thread and are never active, so "
        "only r0, which has a value at launch, shows the numbers that their threads would have.",
    ),
    Pin(
        "indexed_special_sources_of_a_plain_processor",
        ".at_launch r0, local_id_z\n.at_launch r1, global_size_x\n" + INDEXED_SOURCES,
        {"constants.words": 1},
        6,
        30,
        {
            "order": [0] * 15 + [1] * 15,
            "registers": {
                **{(warp, number): [0] * 4 for warp in (0, 1) for number in (0, 2, 3, 4, 12, 13, 14)},
                **{(0, number): [1] * 4 for number in (5, 6, 7, 8, 10)},
                **{(1, number): [1, 1, 0, 0] for number in (5, 6, 7, 8, 10)},
                **{(warp, 1): [6] * 4 for warp in (0, 1)},
                (0, 9): [12] * 4,
                (1, 9): [12, 12, 0, 0],
                **{(0, number): [2] * 4 for number in (11, 15)},
                **{(1, number): [2, 2, 0, 0] for number in (11, 15)},
            },
        },
        "Group 0 of one, of six threads in a row, without an offset: places are 0, further sizes 1; r9 is 6 + 6. As "
        "the source is 120, `const` is no index of a constant: that constant memory has one word does not matter.",
    ),
]

ACTIVE_SET = [
    Pin(
        "two_level_in_held_cycles",
        "eq.u32 r1, warp_id, 0 -> out if c\nadd.f32 r2, r0, r0\nret\nout: ret\n",
        {
            "front_end.stages": 1,
            "alu.latency": 3,
            "fpu.interval": 8,
            "scheduler.policy": "two_level",
            "scheduler.active_warps": 3,
        },
        16,
        34,
        {
            "order": [0, 1, 2, 0, 1, 2, 3, 1, 3, 2, 3],
            "events": {
                3: (4, 5, 8, 8, -1),
                4: (5, 6, 14, 14, 14),
                5: (6, 14, 22, 22, 22),
                6: (14, 15, 18, 18, 18),
                8: (18, 22, 30, 30, 30),
                9: (22, 23, 26, 26, -1),
                10: (30, 31, 34, 34, -1),
            },
            "warp_states": {
                3: "not_selected*7 unit_busy*7 issued dep_alu*3 issued unit_busy*3 dep_fpu*8 issued branch*3"
            },
        },
        "ALU: ready t + 4. A = {0, 1, 2}, and 3 stays outside until one leaves. In 4 warp 0 selects its ret, in 5 and "
        "6 warps 1 and 2 their adds, the first of which takes the FPU from 6 to 13: held in 7 to 13. In 8 the ret "
        "retires and warp 0 leaves A; warp 3 is ready since 0 and outside. Nothing is selected in 8, and the rule of "
        "14 finds 3 in A: round robin after 2. Its own add is held behind that of warp 2 (22), in 19 to 21.",
    ),
]

MASK_STACK = [
    Pin(
        "jumps_ride_under_a_mask_stack",
        "push_mask end\nmask_nz lane_id\neq.u32 r1, lane_id, 1 -> over if nz\nmov r2, 9\n"
        "over: ld.local r3, [r0] -> over2 if nz\nmov r4, lane_id -> far if nz\nover2: mov r2, 8\n"
        "far: jmp out\nmov r2, 7\nout: pop_mask\nend: ret\n",
        MASKS,
        4,
        8,
        {
            "pcs": [0, 1, 2, 4, 5, 7, 9, 10],
            "masks": [15, 15, 14, 14, 14, 14, 14, 15],
            "depths": [0, 1, 1, 1, 1, 1, 1, 0],
            "disagreements": {2: 1, 4: 0, 5: 0},
            "registers": {(0, 1): [0, 1, 0, 0], (0, 2): [0] * 4, (0, 4): [0, 1, 2, 3]},
        },
        "An instruction per cycle. Lane 1 is the lowest active one: its 1 takes the jump at 2, for lanes 2 and 3 too. "
        "The load is 0 everywhere: no jump. At 5 all agree. Mask and stack stay as they are at each of them.",
    ),
    Pin(
        "ret_reduces_the_living_before_it_pops",
        "push_mask join\nmask_nz lane_id\npush_mask never\nret\nnever: mov r1, 9\nret\njoin: mov r2, 5\nret\n",
        MASKS,
        4,
        6,
        {
            "pcs": [0, 1, 2, 3, 6, 7],
            "masks": [15, 15, 14, 14, 1, 1],
            "depths": [0, 1, 1, 2, 0, 0],
            "lane_ledger": {"active": 16, "diverged": 2, "finished": 6},
            "registers": {(0, 1): [0] * 4, (0, 2): [5, 0, 0, 0]},
        },
        "The ret at 3 ends lanes 1 to 3. Nobody in the entry (14, never) lives on, so it is skipped, and (15, join) is "
        "reduced to lane 0. active 4 + 4 + 3 + 3 + 1 + 1; lane 0 lives and is not active at 2 and 3; three have "
        "finished at 6 and 7.",
    ),
    Pin(
        "lanes_of_a_ret_that_traps_do_not_end",
        "mask_nz lane_id\nret\n",
        MASKS,
        4,
        3,
        {
            "status": "trap",
            "trap": ("stack_underflow", 2, 0, 0b0001, 1, 0),
            "pcs": [0, 1, 1],
            "masks": [15, 14, 14],
            "lane_ledger": {"active": 10, "diverged": 2},
        },
        "The ret retires in 2: without lanes 1 to 3, lane 0 is in no entry. r = 0, so the warp is selected in 2 once "
        "more, with counter, mask and living lanes as they were: nobody has finished.",
    ),
]

CONTRACT_PINS: list[Pin] = [
    *REGISTERS, *CONSTANTS, *SIZES, *CODING, *RETIRES, *SPECIALS, *ACTIVE_SET, *MASK_STACK,
]  # fmt: skip
assert PLAIN["registers"] == 16
assert PLAIN["constants"]["words"] == 64
