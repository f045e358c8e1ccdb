"""Pins of sections 7 to 9: the barrier, values of a warp, and how a run stops."""

from __future__ import annotations

from tests.pins.pin import Pin

STOPS_PINS = [
    Pin(
        "barrier_release",
        "bar\nret\n",
        {"retire.stages": 2},
        8,
        6,
        {
            "events": {0: (0, 0, 1, 1, 4), 1: (1, 1, 2, 2, 4), 2: (4, 4, 5, 5, -1), 3: (5, 5, 6, 6, -1)},
            "warp_states": {
                0: "issued barrier*3 issued drain",
                1: "unit_busy issued barrier*2 unit_busy issued",
            },
        },
        "Warp 0 arrives in 1, warp 1 in 2: both are ready from 2 + r = 4 on, `barrier` until then.",
    ),
    Pin(
        "deadlock",
        "eq.u32 r0, warp_id, 0 -> done if c\nbar\ndone:\nret\n",
        {},
        8,
        5,
        {
            "status": "trap",
            "trap": ("deadlock", 4, 1, 0b1111, 1, 1),
            "waits": [(1, 1, 4)],
            "order": [0, 0, 1, 1],
            "warp_states": {0: "issued*2 drain*3", 1: "unit_busy*2 issued*2 barrier"},
        },
        "Warp 0 jumps to its ret (all are available in 1: 0 again) and finishes in 2. Warp 1 arrives at the barrier "
        "in 4.",
    ),
    Pin(
        "local_address_trap",
        "add.u32 r0, lane_id, 62\nld.local r1, [r0]\nret\n",
        {"front_end.stages": 2},
        4,
        6,
        {
            "status": "trap",
            "trap": ("local_address", 5, 0, 0b1100, 1, 64),
            "events": {0: (0, 2, 3, 3, 3), 1: (3, 5, -1, -1, -1)},
            "degrees": [1, 1],
            "warp_states": {0: "issued fetch dep_alu issued fetch dep_local"},
            "registers": {(0, 1): [0, 0, 0, 0]},
        },
        "Words 62 to 65 of 64: found on entry in 3 + 2 = 5, which completes; lanes 2 and 3 are out, the lowest asks "
        "for 64.",
    ),
    Pin(
        "selection_goes_on_after_a_trap_at_entry",
        "eq.u32 r1, warp_id, 1 -> other if c\nld.local r2, [lane_id + 64]\nret\nother:\nmov r3, 1\nret\n",
        {"issue_width": 2, "alu.count": 2, "retire.ports": 2},
        8,
        2,
        {
            "status": "trap",
            "trap": ("local_address", 1, 0, 0b1111, 1, 64),
            "order": [0, 1, 0, 1],
            "degrees": [1, 1, 1, 1],
            "slot_reasons": ["issued*2", "issued*2"],
            "events": {2: (1, 1, -1, -1, -1), 3: (1, 1, -1, -1, -1)},
        },
        "f = 0: warp 0's load enters and traps in slot 0 of cycle 1; the cycle completes, slot 1 issues warp 1's mov.",
    ),
    Pin(
        "first_trap_of_a_cycle",
        "eq.u32 r1, warp_id, 1 -> other if c\nld.local r2, [lane_id + 64]\nret\nother:\nmul.u32 r3, r3, r3\nret\n",
        {"issue_width": 2, "alu.count": 2, "retire.ports": 2},
        8,
        2,
        {
            "status": "trap",
            "trap": ("local_address", 1, 0, 0b1111, 1, 64),
            "order": [0, 1, 0],
            "slot_reasons": ["issued*2", "issued not_selected"],
            "issue_ledger": {(0, "issued"): 2, (1, "issued"): 1, (3, "not_selected"): 1},
        },
        "As before, but warp 1 is at an instruction that the machine lacks: found in slot 1, after the one in slot 0. "
        "Nothing issues in slot 1, and warp 1 stays ready.",
    ),
    Pin(
        "selection_ends_at_a_trap",
        "eq.u32 r1, warp_id, 1 -> other if c\nmul.u32 r3, r3, r3\nother:\nmov r3, 1\nret\n",
        {"issue_width": 2, "alu.count": 2, "retire.ports": 2, "scheduler.policy": "round_robin"},
        8,
        2,
        {
            "status": "trap",
            "trap": ("illegal_instruction", 1, 0, 0b1111, 1, 0x0C),
            "order": [0, 1],
            "slot_reasons": ["issued*2", "not_selected*2"],
            "issue_ledger": {(0, "issued"): 2, (1, "not_selected"): 1, (2, "not_selected"): 1},
        },
        "In 1 slot 0 chooses warp 0, which traps; slot 1 could choose warp 1's mov, but selection has ended.",
    ),
    Pin(
        "program_counter_trap",
        "mov r0, 1\n",
        {},
        8,
        2,
        {
            "status": "trap",
            "trap": ("program_counter", 1, 0, 0b1111, 1, 1),
            "events": {0: (0, 0, 1, 1, 1)},
            "warp_states": {0: "issued not_selected", 1: "unit_busy not_selected"},
            "issue_ledger": {(0, "issued"): 1, (0, "not_selected"): 1},
        },
        "Back in 1, warp 0 is chosen (all available) and has no instruction: a trap in 1, nothing issues. The slot "
        "goes to warp 1, which was never selected; its mov could enter the ALU.",
    ),
    Pin(
        "illegal_instruction_trap",
        "mul.u32 r0, r0, r0\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, 0x0C), "order": []},
        "The machine has no multiplier; the value is the opcode.",
    ),
    Pin(
        "cycle_limit",
        "loop: jmp loop\n",
        {},
        4,
        7,
        {"status": "cycle_limit", "order": [0] * 7, "events": {6: (6, 6, -1, -1, -1)}, "warp_states": {0: "issued*7"}},
        "Cycles 0 to 6 run; nothing of cycle 7 happens.",
        max_cycles=7,
    ),
    Pin(
        "lanes_disagree",
        "and.b32 r0, lane_id, 1 -> over if z\nmov r1, 5\nover: ret\n",
        {},
        4,
        2,
        {"registers": {(0, 0): [0, 1, 0, 1], (0, 1): [0, 0, 0, 0]}, "disagreements": {0: 1}},
        "Lane 0 decides for the warp: its result is zero.",
    ),
    Pin(
        "carry_chain",
        "mov r0, -1\nadd.u32 r1, r0, 1\naddc.u32 r2, r0, 0 -> over if c\nmov r3, 9\nover: ret\n",
        {},
        3,
        4,
        {"registers": {(0, 1): [0] * 4, (0, 2): [0] * 4, (0, 3): [0] * 4}, "carry": {0: 0b111}},
        "0xffffffff + 1 carries out; 0xffffffff + 0 + 1 too, and the jump sees the flag after its instruction. Lane "
        "3 has no thread.",
    ),
]
