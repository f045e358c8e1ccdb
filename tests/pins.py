"""Small runs whose every cycle was derived by hand from docs/processor.md. Data: each engine's tests run all of them.

`Pin.expect` may hold, by key:

- `events`: {sequence: (select, enter, offer, retire, ready)}
- `order`: warps in order of issue; `pcs`, `masks`, `depths`, `instances`, `slots`, `degrees`: the same for the other
  columns of the event record
- `warp_states`: {warp: reason of every cycle}; `slot_reasons`: of every cycle, a list by slot
- `warp_ledger`, `issue_ledger`: {(pc, reason): count}, whole; `lane_ledger`
- `status`, `trap`: (kind, cycle, warp, lanes, pc, value), `waits`: [(warp, pc, since)]
- `registers`: {(warp, register): bits by lane}, `local`: {address: bits}, `carry`: {warp: mask}
- `disagreements`: {pc: count}

Reasons are written as a string with a count: "issued fetch*2 dep_alu*4". A line `{ op | op }` of a source is a bundle;
its operations have program counters of their own, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import isa
from isa.encoding import encode
from isa.table import INSTRUCTIONS
from simt.machine import Machine

__all__ = ["PINS", "Pin", "assemble_bundles", "check_pin", "spell_out"]

# 4 warps of 4 lanes, no beats, all latencies and intervals 1, one port, one slot, no front end, no retire stages.
PLAIN: dict[str, Any] = {
    "name": "plain",
    "warp_size": 4,
    "warps": 4,
    "registers": 16,
    "issue_width": 1,
    "scheduler": {"policy": "paper", "active_warps": 2},
    "front_end": {"stages": 0},
    "alu": {"lanes": 4, "latency": 1, "interval": 1, "count": 1},
    "fpu": {"lanes": 4, "latency": 1, "interval": 1, "count": 1},
    "sfu": {"lanes": 4, "latency": 1, "interval": 1, "count": 0},
    "dpu": {"lanes": 4, "latency": 1, "interval": 1, "count": 0},
    "lds": {"lanes": 4, "latency": 1, "interval": 1},
    "control": {"route": "alu", "count": 1},
    "retire": {"ports": 1, "stages": 0, "priority": ["lds", "fpu", "alu", "control"]},
    "local": {"words": 64, "banks": 4},
    "constants": {"words": 64},
    "program": {"words": 256},
    "options": {"multiply": False, "read_ports": 2},
    "branch": {"policy": "first_thread"},
    "vliw": {"slots": 1},
    "register_file": {"organisation": "auto"},
}

# What a pin may expect of a whole column of the event record.
COLUMNS = {
    "order": "warp", "pcs": "pc", "masks": "mask", "depths": "depth", "instances": "instance", "slots": "slot",
    "degrees": "degree",
}  # fmt: skip

# The machine of the branching article's figures 5 to 7, and the same with 4 lanes.
MASKS: dict[str, Any] = {"control.route": "own", "branch.policy": "mask_stack"}
ARTICLE: dict[str, Any] = {**MASKS, "warp_size": 32, "alu.lanes": 32, "fpu.lanes": 32, "lds.lanes": 32}

# The same with masks in scalar registers, and with jumps lane by lane.
EXPLICIT: dict[str, Any] = {"control.route": "own", "branch.policy": "explicit_masks"}
IPDOM: dict[str, Any] = {"control.route": "own", "branch.policy": "ipdom_stack"}
MIN_PC: dict[str, Any] = {"control.route": "own", "branch.policy": "min_pc"}

# Bundles: local memory beside one compute operation; local memory, ALU, FPU.
TWO_SLOTS: dict[str, Any] = {"vliw.slots": 2}
THREE_SLOTS: dict[str, Any] = {"vliw.slots": 3}


@dataclass(frozen=True)
class Pin:
    """One run: the source of a kernel, what the machine has other than `PLAIN`, and what must come out."""

    name: str
    source: str
    machine_keys: Mapping[str, Any]
    threads: int
    cycles: int
    expect: Mapping[str, Any]
    derivation: str
    max_cycles: int = 1000
    inputs: Mapping[str, Any] = field(default_factory=dict)

    def machine(self) -> Machine:
        """The machine: `PLAIN` with the dotted keys of `machine_keys` replaced."""
        data: dict[str, Any] = {key: dict(value) if isinstance(value, dict) else value for key, value in PLAIN.items()}
        for key, value in self.machine_keys.items():
            section, _, name = key.partition(".")
            if name:
                data[section][name] = value
            else:
                data[section] = value
        return Machine.model_validate(data)

    def program(self) -> isa.Program:
        """The assembled kernel."""
        return assemble_bundles(self.source, f"{self.name}.s")


def assemble_bundles(source: str, filename: str = "kernel.s") -> isa.Program:
    """Assemble a kernel with lines `{ op | op }`, perhaps behind a label: word by word, then `more` is set."""
    lines: list[str] = []
    continued: set[int] = set()  # numbers of the lines after which the bundle goes on
    for line in source.splitlines():
        bundle = re.fullmatch(r"(\s*(?:\w+:)?)\s*\{(.*)\}\s*", line)
        operations = bundle[2].split("|") if bundle else [line]
        continued.update(range(len(lines) + 1, len(lines) + len(operations)))
        lines += [f"{bundle[1]} {operations[0]}", *operations[1:]] if bundle else [line]
    program = isa.assemble("\n".join(lines) + "\n", filename=filename)
    words = list(program.words)
    for pc, instruction in enumerate(program.instructions):
        if program.locations[pc].line in continued:
            assert instruction is not None
            words[pc] = encode(replace(instruction, more=True))
    return replace(program, words=tuple(words))


def spell_out(reasons: str) -> list[str]:
    """'issued fetch*2' as a list of three reasons."""
    result = []
    for word in reasons.split():
        reason, _, count = word.partition("*")
        result += [reason] * int(count or 1)
    return result


def check_pin(pin: Pin, result: Any) -> None:
    """Assert that an engine's result (the shape of tests.reference.ReferenceResult) is what the pin says."""
    assert result.cycles == pin.cycles
    expect = dict(pin.expect)
    assert result.status == expect.pop("status", "done")
    trap = expect.pop("trap", None)
    assert (None if result.trap is None else tuple(result.trap)) == trap
    for sequence, times in expect.pop("events", {}).items():
        event = result.events[sequence]
        assert (event.select, event.enter, event.offer, event.retire, event.ready) == times, f"event {sequence}"
    for key, column in COLUMNS.items():
        if key in expect:
            assert [getattr(event, column) for event in result.events] == expect.pop(key), key
    for warp, reasons in expect.pop("warp_states", {}).items():
        assert [states[warp] for states in result.warp_states] == spell_out(reasons), f"warp {warp}"
    if "slot_reasons" in expect:
        assert result.slot_reasons == [spell_out(reasons) for reasons in expect.pop("slot_reasons")]
    for ledger in ("warp_ledger", "issue_ledger", "lane_ledger"):
        if ledger in expect:
            assert {key: count for key, count in getattr(result, ledger).items() if count} == expect.pop(ledger), ledger
    for (warp, register), bits in expect.pop("registers", {}).items():
        assert [int(word) for word in result.registers[warp, register]] == bits, f"warp {warp}, r{register}"
    for address, word in expect.pop("local", {}).items():
        assert int(result.local[address]) == word, f"local word {address}"
    for warp, mask in expect.pop("carry", {}).items():
        assert int(result.carry[warp]) == mask, f"carry of warp {warp}"
    for pc, count in expect.pop("disagreements", {}).items():
        assert int(result.disagreements[pc]) == count, f"disagreements at {pc}"
    if "waits" in expect:
        assert [tuple(wait) for wait in result.waits] == expect.pop("waits")
    assert not expect, f"unknown expectations: {sorted(expect)}"


TWO = "mov r0, 1\nret\n"
FOUR = "mov r0, 1\nmov r0, 2\nmov r0, 3\nret\n"
FLOAT = "add.f32 r1, r0, r0\nret\n"
LOAD_MOVE = "ld.local r1, [0]\nmov r2, 1\nret\n"


def strided(shift: int) -> str:
    """A load of word lane_id << shift by every lane."""
    return f"shl r0, lane_id, {shift}\nld.local r1, [r0]\nret\n"


ALL_32 = 0xFFFF_FFFF
MOVES = "mov r1, 7\n" * 5

FIGURE_5 = f"""
    mov r0.x, lane_id
    push_mask BRANCH_END
    and r0.y, r0.x, u(1)
    mask_nz r0.y
    {MOVES}
    pop_mask            ; pop mask and reconverge
BRANCH_END:
    ret
"""
FIGURE_6 = """
    mov r0.x, lane_id
    push_mask LOOP_END
LOOP_PROLOG:
    lt.u32 r0.y, r0.x, u(16)
    add.u32 r0.x, r0.x, u(1)
    mask_nz r0.y
    jmp LOOP_PROLOG
LOOP_END:
    ret
"""
FIGURE_7 = f"""
    mov r0.x, lane_id
    lt.u32 r0.y, r0.x, u(16)
    br_push r0.y, ELSE, CONVERGE
    {MOVES}
    pop_mask
ELSE:
    {MOVES}
    pop_mask
CONVERGE:
    ret
"""


def sides(lanes: int) -> str:
    """The lowest lanes store 1 and the others the group size, both to word 0."""
    return (
        f"lt.u32 r0, lane_id, {lanes}\nbr_push r0, other, join\nst.local [0], r0\npop_mask\n"
        "other:\nst.local [0], group_size\npop_mask\njoin:\nret\n"
    )


LANE_IF_ELSE = "and.b32 r0, lane_id, 1 -> other if z\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n"
EMPTY_SIDE = "and.b32 r0, lane_id, 1 -> over if z\nmov r1, 1\nover: ret\n"
LANE_LOOP = "mov r0, lane_id\nloop: sub.u32 r0, r0, 1 -> loop if nn\nret\n"
EXIT = "and.b32 r0, lane_id, 1 -> stay if z\nlt.u32 r0, lane_id, 2 -> stay if nc\nret\nstay: mov r1, 1\nret\n"
OTHER_SIDE_BEHIND = (
    "and.b32 r0, lane_id, 1 -> other if z\nmov r1, 1\njoin: mov r2, 1\nret\nother: mov r1, 2\njmp join\n"
)
BARRIER_OF_SOME = "mov r0, lane_id -> over if z\nbar\nover: ret\n"
BARRIER_BEHIND = "mov r0, lane_id -> over if z\nmov r1, 1\nover: bar\nret\n"
GAP = "mov r1, 1\nmov r1, 2\nld.local r2, [0]\nmov r1, 3\nret\n"


def lane_sides(lanes: int) -> str:
    """The lowest lanes jump."""
    return f"lt.u32 r0, lane_id, {lanes} -> other if c\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n"


THREE = "{ ld.local r1, [0] | add.u32 r2, r2, 1 | add.f32 r3, r0, r0 }\nret\n"
LOAD_BESIDE_MOVE = "{ ld.local r1, [0] | mov r2, 1 }\nret\n"
CONFLICT_BESIDE_MOVE = "shl r0, lane_id, 2\n{ ld.local r1, [r0] | mov r2, 1 }\nret\n"


def float_then_integer(address: str) -> str:
    """A load beside an operation of the FPU, then one at `address` beside one of the ALU."""
    return f"{{ ld.local r3, [0] | add.f32 r1, r0, r0 }}\n{{ ld.local r3, [{address}] | add.u32 r2, r0, r0 }}\nret\n"


TRUE_THEN_FALSE = [0, 1, 2, 3, 4, 5, 6]
FALSE_THEN_TRUE = [0, 1, 4, 5, 2, 3, 6]

# Warp 0 takes a reciprocal, the others go elsewhere.
RECIPROCAL = "ge.u32 r1, warp_id, 1 -> other if c\nrcp.f32 r2, 4.0\nret\nother:\nmov r2, 1\nret\n"

PINS: list[Pin] = [
    Pin(
        "single_ret",
        "ret\n",
        {},
        4,
        1,
        {"events": {0: (0, 0, 1, 1, -1)}, "warp_states": {0: "issued"}, "slot_reasons": ["issued"]},
        "f = 0: selected and entered in 0; l = occ = 1: offered in 0 + 1 + 1 - 1 = 1, retired in 1; the warp is "
        "finished.",
    ),
    Pin(
        "one_instruction_per_cycle",
        FOUR,
        {},
        4,
        4,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (1, 1, 2, 2, 2), 2: (2, 2, 3, 3, 3), 3: (3, 3, 4, 4, -1)},
            "warp_states": {0: "issued*4"},
            "registers": {(0, 0): [3, 3, 3, 3]},
        },
        "f = 0, l = 1, r = 0: each is retired, and the warp selected again, in the cycle after its select.",
    ),
    Pin(
        "whole_path",
        TWO,
        {"front_end.stages": 3, "alu.latency": 2, "retire.stages": 2},
        4,
        12,
        {
            "events": {0: (0, 3, 5, 5, 7), 1: (7, 10, 12, 12, -1)},
            "warp_states": {0: "issued fetch*2 dep_alu*4 issued fetch*2 branch*2"},
            "issue_ledger": {
                (0, "issued"): 1,
                (0, "fetch"): 2,
                (0, "dep_alu"): 4,
                (1, "issued"): 1,
                (-1, "drain"): 4,
            },
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "fetch"): 2,
                (0, "dep_alu"): 4,
                (1, "issued"): 1,
                (1, "fetch"): 2,
                (1, "branch"): 2,
            },
        },
        "e = 0 + f = 3; u = 3 + l + occ - 1 = 5; ready 5 + r = 7. In 3, 4 in the unit, in 5, 6 in its r cycles. The "
        "ret: 7, 10, 12. Slots of 8 to 11: the only live warp has issued its ret: drain.",
    ),
    Pin(
        "interval_and_latency",
        TWO,
        {"front_end.stages": 2, "alu.latency": 4, "alu.interval": 3, "retire.stages": 1},
        4,
        17,
        {"events": {0: (0, 2, 8, 8, 9), 1: (9, 11, 17, 17, -1)}},
        "occ = i = 3, for the ret too (control goes to the ALU): u = t + 2 + 4 + 3 - 1 = t + 8.",
    ),
    Pin(
        "fpu_interval_without_front_end",
        FLOAT,
        {"fpu.latency": 4, "fpu.interval": 3, "retire.stages": 1},
        4,
        8,
        {"events": {0: (0, 0, 6, 6, 7), 1: (7, 7, 8, 8, -1)}, "warp_states": {0: "issued dep_fpu*6 issued"}},
        "0 + 4 + 3 - 1 = 6, ready 7; the ret goes through the ALU with l = 1.",
    ),
    Pin(
        "beats",
        TWO,
        {"warp_size": 8, "alu.lanes": 2, "fpu.lanes": 8, "lds.lanes": 8, "front_end.stages": 1},
        8,
        7,
        {"events": {0: (0, 1, 5, 5, 5), 1: (5, 6, 7, 7, -1)}, "degrees": [4, 1]},
        "8 / 2 = 4 beats, occ = 4: u = 1 + 1 + 4 - 1 = 5. A control instruction has one beat: 6 + 1 = 7.",
    ),
    Pin(
        "beats_with_interval",
        TWO,
        {"warp_size": 8, "alu.lanes": 2, "fpu.lanes": 8, "lds.lanes": 8, "front_end.stages": 1, "alu.interval": 2},
        8,
        12,
        {"events": {0: (0, 1, 9, 9, 9), 1: (9, 10, 12, 12, -1)}},
        "occ = 2 x 4 = 8: u = 1 + 1 + 8 - 1 = 9. The ret: occ = 2 x 1: 10 + 1 + 2 - 1 = 12.",
    ),
    Pin(
        "conflict_degree_1",
        strided(0),
        {},
        4,
        3,
        {"degrees": [1, 1, 1], "warp_states": {0: "issued*3"}},
        "Words 0 to 3 in banks 0 to 3: k = 1, as any other instruction of one cycle.",
    ),
    Pin(
        "conflict_degree_2",
        strided(1),
        {},
        4,
        4,
        {"degrees": [1, 2, 1], "warp_states": {0: "issued*2 bank_conflict issued"}, "events": {1: (1, 1, 3, 3, 3)}},
        "Words 0 2 4 6 in banks 0 2 0 2: k = 2, offered in 1 + 1 + 2 - 1 = 3; the conflict cycle has clock c + 1 "
        "and is cycle 2.",
    ),
    Pin(
        "conflict_degree_4",
        strided(2),
        {},
        4,
        6,
        {"degrees": [1, 4, 1], "warp_states": {0: "issued*2 bank_conflict*3 issued"}},
        "Words 0 4 8 12, all in bank 0: k = 4, offered in 1 + 1 + 4 - 1 = 5.",
    ),
    Pin(
        "three_banks",
        strided(2),
        {"local.words": 63, "local.banks": 3},
        4,
        4,
        {"degrees": [1, 2, 1]},
        "Words 0 4 8 12 mod 3 are banks 0 1 2 0: k = 2.",
    ),
    Pin(
        "broadcast",
        ".local space u32[8]\nld.local r1, [3]\nst.local [5], lane_id\nret\n",
        {},
        4,
        3,
        {"degrees": [1, 1, 1], "local": {5: 3}, "registers": {(0, 1): [42, 42, 42, 42]}},
        "One word asked by four lanes costs once, in loads and in stores; of a store the highest active lane wins.",
        inputs={"space": [7, 8, 9, 42]},
    ),
    Pin(
        "tail_lanes_do_not_conflict",
        strided(2),
        {"warp_size": 8, "alu.lanes": 8, "fpu.lanes": 8},
        2,
        5,
        {
            "degrees": [1, 3, 1],
            "lane_ledger": {"active": 6, "tail": 18},
            "registers": {(0, 0): [0, 4, 0, 0, 0, 0, 0, 0]},
        },
        "Two threads: in beat 0 words 0 and 4 of bank 0, k = 2; beat 1 has no active lane and still counts 1. occ = "
        "3: 1 + 1 + 3 - 1 = 4.",
    ),
    Pin(
        "conflict_with_beats_and_interval",
        strided(2),
        {"warp_size": 8, "alu.lanes": 8, "fpu.lanes": 8, "lds.lanes": 4, "lds.latency": 3, "lds.interval": 2},
        8,
        20,
        {
            "degrees": [1, 8, 1],
            "events": {1: (1, 1, 19, 19, 19)},
            "warp_states": {0: "issued*2 dep_local*3 bank_conflict*12 dep_local*2 issued"},
        },
        "Two beats of k = 4: occ = 2 x 8 = 16, offered in 1 + 3 + 16 - 1 = 19. i x beats = 4 cycles (1 to 4) are "
        "plain, 5 to 16 conflict cycles, 17 and 18 the two later stages.",
    ),
    Pin(
        "retire_port_freezes_the_alu",
        "add.f32 r1, r0, r0\nadd.u32 r2, r0, r0\nret\n",
        {"fpu.latency": 3},
        8,
        8,
        {
            "order": [0, 1, 0, 0, 1, 1],
            "events": {1: (1, 1, 4, 4, 4), 2: (3, 3, 4, 5, 5), 3: (5, 5, 6, 6, -1), 4: (6, 6, 7, 7, 7)},
            "warp_states": {
                0: "issued dep_fpu*2 issued retire_port issued drain*2",
                1: "unit_busy issued dep_fpu*2 unit_busy*2 issued*2",
            },
        },
        "Warp 0 enters the FPU in 0, warp 1 in 1 (in 0 the FPU is taken: unit_busy). Warp 0 is back in 3 and enters "
        "the ALU; in 4 its result and warp 1's from the FPU are offered: one port, FPU first. The ALU is frozen in "
        "4, so warp 1 is not eligible. In 5 both could enter the ALU: all available, warp 0 is chosen, and its ret "
        "takes the ALU from warp 1.",
    ),
    Pin(
        "freeze_stops_every_stage",
        "add.f32 r1, r0, r0\nmov r2, 1\nmov r3, 1\nret\n",
        {"fpu.latency": 3, "retire.priority": ["alu", "lds", "control", "fpu"]},
        12,
        14,
        {
            "events": {0: (0, 0, 3, 3, 3), 1: (1, 1, 4, 7, 7), 2: (2, 2, 8, 11, 11)},
            "warp_states": {2: "unit_busy*2 issued dep_fpu retire_port*3 dep_fpu retire_port*3 issued*3"},
        },
        "The FPU is asked last. Warp 0 is back in 3 and retires ALU results in 4, 5 and 6: warp 1's FPU result, "
        "offered in 4, waits until 7, and warp 2's, a stage behind, moves in none of these cycles: offered in 5 + 3. "
        "Then warp 1 does the same to warp 2.",
    ),
    Pin(
        "sfu_of_two_beats",
        "rcp.f32 r1, 4.0\nadd.f32 r2, r1, r1\nret\n",
        {"sfu.count": 1, "sfu.lanes": 2, "sfu.latency": 3, "sfu.interval": 2},
        4,
        8,
        {
            "events": {0: (0, 0, 6, 6, 6), 1: (6, 6, 7, 7, 7), 2: (7, 7, 8, 8, -1)},
            "warp_states": {0: "issued dep_sfu*5 issued*2"},
            "registers": {(0, 1): [0x3E800000] * 4, (0, 2): [0x3F000000] * 4},
        },
        "4 lanes on 2 are two beats of interval 2: the SFU is occupied for 4 cycles, and 3 - 1 more stages follow: "
        "offered in 0 + 3 + 4 - 1 = 6. The sum of two quarters takes the FPU one cycle, the ret the ALU one.",
    ),
    Pin(
        "the_sfu_is_asked_first",
        RECIPROCAL,
        {"sfu.count": 1, "sfu.latency": 2, "scheduler.policy": "fixed_priority"},
        8,
        7,
        {
            "order": [0, 0, 1, 0, 1, 1],
            "events": {
                0: (0, 0, 1, 1, 1),
                1: (1, 1, 3, 3, 3),
                2: (2, 2, 3, 4, 4),
                3: (4, 4, 5, 5, -1),
                4: (5, 5, 6, 6, 6),
                5: (6, 6, 7, 7, -1),
            },
        },
        "In 3 the SFU offers warp 0's reciprocal and the ALU warp 1's comparison: one port, the SFU goes first, as "
        "retire.priority does not name it. The ALU is frozen in 3, so warp 0's ret enters it in 4.",
    ),
    Pin(
        "the_sfu_in_its_named_place",
        RECIPROCAL,
        {
            "sfu.count": 1,
            "sfu.latency": 2,
            "scheduler.policy": "fixed_priority",
            "retire.priority": ["alu", "lds", "fpu", "control", "sfu"],
        },
        8,
        7,
        {
            "order": [0, 0, 1, 1, 1, 0],
            "events": {
                0: (0, 0, 1, 1, 1),
                1: (1, 1, 3, 6, 6),
                2: (2, 2, 3, 3, 3),
                3: (3, 3, 4, 4, 4),
                4: (4, 4, 5, 5, -1),
                5: (6, 6, 7, 7, -1),
            },
            "warp_states": {0: "issued*2 dep_sfu retire_port*3 issued"},
        },
        "The same with the SFU named last: the ALU has a result of warp 1 in 3, 4 and 5, and warp 0's reciprocal, "
        "offered in 3, is taken in 6.",
    ),
    Pin(
        "initiation_intervals_of_the_gtx280",
        "add.u32 r1, lane_id, 1\nadd.f32 r4, r4, 1.0\nrcp.f32 r5, r4\nadd.f64 r2, r2, 1.0\nret\n",
        {
            "warp_size": 32,
            "issue_width": 2,
            "retire.ports": 2,
            "scheduler.policy": "fixed_priority",
            "alu.lanes": 8,
            "fpu.lanes": 8,
            "sfu.count": 1,
            "sfu.lanes": 2,
            "dpu.count": 1,
            "dpu.lanes": 1,
            "lds.lanes": 32,
        },
        64,
        89,
        {
            "order": [0, 0, 1, 0, 1, 0, 1, 0, 1, 1],
            "pcs": [0, 1, 0, 2, 1, 3, 2, 4, 3, 4],
            "events": {
                0: (0, 0, 4, 4, 4),
                1: (4, 4, 8, 8, 8),
                2: (4, 4, 8, 8, 8),
                3: (8, 8, 24, 24, 24),
                4: (8, 8, 12, 12, 12),
                5: (24, 24, 56, 56, 56),
                6: (24, 24, 40, 40, 40),
                7: (56, 56, 57, 57, -1),
                8: (56, 56, 88, 88, 88),
                9: (88, 88, 89, 89, -1),
            },
            "warp_states": {
                0: "issued dep_alu*3 issued dep_fpu*3 issued dep_sfu*15 issued dep_dpu*31 issued drain*32",
                1: "unit_busy*4 issued dep_alu*3 issued dep_fpu*3 unit_busy*12 issued dep_sfu*15 unit_busy*16 issued "
                "dep_dpu*31 issued",
            },
            "registers": {(1, 2): [0] * 32, (1, 3): [0x3FF00000] * 32},
        },
        "A warp of 32 is 4 beats on the 8 lanes of ALU and FPU, 16 on the 2 of the SFU and 32 on the one of the DPU: "
        "warp 1 enters each unit as warp 0 has left its first stage, 4, 4, 16 and 32 cycles behind it (0 and 4, 4 and "
        "8, 8 and 24, 24 and 56). With l = 1 that is also when warp 0's result leaves.",
    ),
    Pin(
        "doubles_in_registers_that_overlap",
        "cvt.f64.s32 r2, 3\nadd.f64 r1, r2, r2\nlt.f64 r4, r1, 7.0 -> end if c\nmov r5, 1\nend: ret\n",
        {"dpu.count": 1, "dpu.lanes": 2, "dpu.latency": 3, "dpu.interval": 2},
        4,
        19,
        {
            "events": {0: (0, 0, 6, 6, 6), 1: (6, 6, 12, 12, 12), 2: (12, 12, 18, 18, 18), 3: (18, 18, 19, 19, -1)},
            "warp_states": {0: "issued dep_dpu*5 issued dep_dpu*5 issued dep_dpu*5 issued"},
            "registers": {
                (0, 1): [0] * 4,
                (0, 2): [0x40180000] * 4,
                (0, 3): [0x40080000] * 4,
                (0, 4): [1] * 4,
                (0, 5): [0] * 4,
            },
            "carry": {0: 0b1111},
        },
        "Two beats of interval 2, then 3 - 1 more stages: each double-precision instruction takes 6 cycles, a compare "
        "too. 3.0 lies in r2 and r3 (the upper half, 0x40080000); 6.0 goes to r1 and r2, and r3 stays. 6 < 7 jumps "
        "over the mov.",
    ),
    Pin(
        "the_dpu_is_asked_before_the_sfu",
        "rcp.f32 r1, 4.0\nadd.f64 r2, r2, 1.0\nret\n",
        {"sfu.count": 1, "sfu.latency": 3, "dpu.count": 1, "scheduler.policy": "fixed_priority"},
        8,
        8,
        {
            "order": [0, 1, 0, 0, 1, 1],
            "events": {
                0: (0, 0, 3, 3, 3),
                1: (1, 1, 4, 5, 5),
                2: (3, 3, 4, 4, 4),
                3: (4, 4, 5, 7, -1),
                4: (5, 5, 6, 6, 6),
                5: (7, 7, 8, 8, -1),
            },
        },
        "In 4 the DPU offers warp 0's sum and the SFU warp 1's reciprocal: one port, the DPU goes first. The "
        "reciprocal leaves in 5, before the ALU's ret, which has to let warp 1's sum pass in 6 too: its ALU is frozen "
        "in 5 and 6, so warp 1's ret enters in 7.",
    ),
    Pin(
        "lanes_that_are_masked_off_keep_both_words",
        "mov r2, 7\nmov r3, 9\npush_mask end\nmask_nz lane_id\ncvt.f64.s32 r2, 2\npop_mask\nend: ret\n",
        {**MASKS, "dpu.count": 1},
        4,
        7,
        {"registers": {(0, 2): [7, 0, 0, 0], (0, 3): [9, 0x40000000, 0x40000000, 0x40000000]}},
        "One instruction per cycle. Lane 0 has lane_id 0 and is masked off when 2.0 is written.",
    ),
    Pin(
        "the_second_register_of_a_double_is_not_there",
        "add.f64 r14, r14, r14\nadd.f64 r0, r0, r15\nret\n",
        {"dpu.count": 1},
        4,
        2,
        {"status": "trap", "trap": ("illegal_instruction", 1, 0, 0b1111, 1, 0xB0)},
        "The machine has 16 registers: r14 and r15 are a double, r15 and the one behind it are none.",
    ),
    Pin(
        "held_by_the_fpu",
        FLOAT,
        {"front_end.stages": 1, "fpu.latency": 4, "fpu.interval": 4},
        8,
        14,
        {
            "events": {0: (0, 1, 8, 8, 8), 1: (1, 5, 12, 12, 12), 2: (8, 9, 10, 10, -1), 3: (12, 13, 14, 14, -1)},
            "warp_states": {
                0: "issued dep_fpu*7 issued branch drain*4",
                1: "not_selected issued unit_busy*3 dep_fpu*7 issued branch",
            },
            "issue_ledger": {
                (0, "issued"): 2,
                (1, "issued"): 2,
                (0, "unit_busy"): 3,
                (0, "dep_fpu"): 6,
                (-1, "drain"): 1,
            },
        },
        "occ = 4: the FPU accepts warp 1 in 1 + 4 = 5; cycles 2 to 4 are held. Slot of 9: warp 1 was selected "
        "longest ago. Slot of 13: the only live warp is in its ret.",
    ),
    Pin(
        "held_by_bank_conflicts",
        strided(2),
        {"front_end.stages": 1},
        8,
        13,
        {
            "events": {2: (2, 3, 7, 7, 7), 3: (3, 7, 11, 11, 11)},
            "warp_states": {
                0: "issued dep_alu issued dep_local bank_conflict*3 issued branch drain*4",
                1: "not_selected issued dep_alu issued bank_conflict*3 dep_local bank_conflict*3 issued branch",
            },
            "slot_reasons": [
                *["issued"] * 4,
                *["bank_conflict"] * 3,
                "issued",
                *["bank_conflict"] * 3,
                "issued",
                "drain",
            ],
        },
        "Warp 0's load occupies the LDS from 3 to 6, its conflict cycles are 4 to 6: warp 1's load waits in the "
        "front end, and the hold cause is bank_conflict. In 7 warp 1 enters, in 8 its conflict cycles begin: slot "
        "of 8 to 10: warp 1 is the live warp whose last select (3) is oldest; in 8 warp 0 (last select 7) is in its "
        "ret. Slot of 12: warp 1 is in its ret.",
    ),
    Pin(
        "rigid_front_end_keeps_bubbles",
        "eq.u32 r1, warp_id, 2 -> other if c\nadd.f32 r2, r1, r1\nret\nother:\nmov r2, 1\nret\n",
        {"front_end.stages": 3, "alu.interval": 2, "fpu.interval": 4},
        12,
        25,
        {
            "order": [0, 1, 2, 0, 1, 2, 0, 1, 2],
            "events": {
                0: (0, 3, 5, 5, 5),
                1: (1, 5, 7, 7, 7),
                2: (2, 7, 9, 9, 9),
                3: (5, 9, 13, 13, 13),
                4: (7, 13, 17, 17, 17),
                5: (9, 15, 17, 18, 18),
                6: (13, 18, 20, 20, -1),
                7: (18, 21, 23, 23, -1),
                8: (19, 23, 25, 25, -1),
            },
        },
        "The ALU takes two cycles each, so the front end is held in 4 and 6. Warp 0's FPU operation is selected in "
        "5, enters in 9 (one held cycle) and occupies the FPU until 12, offered in 9 + 4 = 13. Warp 1's, selected "
        "in 7, waits from 10 and enters in 13; behind it an empty group (nothing was selected in 8), then warp 2's "
        "mov of 9: it enters in 15, not in 14. In 17 both are offered, the FPU goes first; the ALU is frozen, so "
        "warp 0's ret (selected in 13, due in 16) cannot enter in 17 either.",
    ),
    Pin(
        "entries_enter_independently",
        "eq.u32 r1, warp_id, 2 -> other if c\nadd.f32 r2, r1, r1\nret\nother:\nmov r2, 1\nret\n",
        {"front_end.stages": 1, "issue_width": 3, "alu.count": 3, "retire.ports": 3, "fpu.interval": 3},
        12,
        11,
        {
            "order": [0, 1, 2, 0, 1, 2, 2, 0, 1],
            "slots": [0, 1, 2, 0, 1, 2, 0, 1, 0],
            "instances": [0, 1, 2, 0, 0, 0, 0, 1, 0],
            "events": {3: (2, 3, 6, 6, 6), 4: (2, 6, 9, 9, 9), 5: (2, 3, 4, 4, 4), 6: (6, 7, 8, 8, -1)},
            "warp_states": {2: "issued dep_alu issued dep_alu unit_busy*2 issued branch drain*3"},
        },
        "In 3 the group is FPU, FPU, ALU: slot 0 and slot 2 enter, slot 1 stays and holds until the FPU accepts in "
        "3 + 3 = 6. Warp 2 is ready from 4 and takes the hold cause in 4 and 5. In 6 warps 0 and 2 are ready: 2 has "
        "an unavailable predecessor, then 0 has.",
    ),
    Pin(
        "two_slots_two_alus",
        TWO,
        {"issue_width": 2, "alu.count": 2, "retire.ports": 2},
        16,
        4,
        {
            "order": [0, 1, 0, 1, 2, 3, 2, 3],
            "slots": [0, 1] * 4,
            "instances": [0, 1] * 4,
            "warp_states": {0: "issued*2 drain*2", 3: "unit_busy*2 issued*2"},
        },
        "All available: 0; its bit clears, 1 has an unavailable predecessor. In 1 both are back and all are "
        "available again. In 2 they are finished and 2 is the lowest with an unavailable predecessor.",
    ),
    Pin(
        "second_slot_without_warp",
        TWO,
        {"issue_width": 2},
        4,
        2,
        {
            "slot_reasons": ["issued drain", "issued drain"],
            "issue_ledger": {(0, "issued"): 1, (1, "issued"): 1, (-1, "drain"): 2},
        },
        "One live warp, two slots: the second has none to blame.",
    ),
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
        "control_on_the_alu",
        "jmp over\nover: ret\n",
        {"alu.latency": 5},
        4,
        10,
        {"events": {0: (0, 0, 5, 5, 5)}, "warp_states": {0: "issued branch*4 issued branch*4"}},
        "Control instructions take the ALU's latency, and are `branch` all the same.",
    ),
    Pin(
        "control_unit_of_its_own",
        "jmp over\nover: ret\n",
        {"alu.latency": 5, "control.route": "own"},
        4,
        2,
        {"events": {0: (0, 0, 1, 1, 1)}},
        "A control unit has latency 1 and interval 1.",
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
    Pin(
        "paper_order_of_four_warps",
        FOUR,
        {"alu.latency": 2},
        16,
        17,
        {"order": [0, 1, 2, 3] * 4},
        "A warp is away for two cycles. In 2 warps 0, 2 and 3 are available, and only 2 has a predecessor that is "
        "not; in 3 of 0, 1, 3 only 3; in 4 of 0, 1, 2 only 0. So on in a circle, a select in every cycle: 16 "
        "selects, the last retires in 15 + 2.",
    ),
    Pin(
        "greedy_order_of_four_warps",
        FOUR,
        {"alu.latency": 2, "scheduler.policy": "greedy_oldest"},
        16,
        17,
        {"order": [0, 1] * 4 + [2, 3] * 4},
        "A warp is away for two cycles; two warps fill them, the lowest, until they finish.",
    ),
    Pin(
        "greedy_stays_with_a_warp",
        TWO,
        {"scheduler.policy": "greedy_oldest"},
        12,
        6,
        {"order": [0, 0, 1, 1, 2, 2]},
        "Back in the next cycle, the last selected warp is selected again.",
    ),
    Pin(
        "oldest_order_of_four_warps",
        LOAD_MOVE,
        {"scheduler.policy": "oldest", "alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3, 0, 1, 0, 2, 1, 3, 2, 3]},
        "Loads come back in 4 to 7, ALU results two cycles after their select. In 6 warps 0 and 2 have both become "
        "ready in 6: 0; in 7 2 (since 6); in 8 1 and 3 (since 7): 1; in 9 3; in 10 2, in 11 3.",
    ),
    Pin(
        "round_robin_order_of_four_warps",
        LOAD_MOVE,
        {"scheduler.policy": "round_robin", "alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3] * 3},
        "The next of the ring is always back in time.",
    ),
    Pin(
        "paper_order_with_loads",
        LOAD_MOVE,
        {"alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3]},
        "In 6 warps 0 and 2 are available and their predecessors are not: 0. In 7 1 to 3 are: 1. In 8 2 and 3: 2.",
    ),
    Pin(
        "two_level_order_of_four_warps",
        LOAD_MOVE,
        {"scheduler.policy": "two_level", "alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3]},
        "A starts as {0, 1}. Each load leaves it and lets the next warp in: 0, 1, 2, 3. In 4 warp 0 is back and "
        "enters, in 5 warp 1; A is full, so in 6 warp 2, ready, stays outside: 0, 1 go on to their rets. In 8 warp "
        "0 finishes, 2 enters; in 9 3.",
    ),
    Pin(
        "two_level_does_not_leave_for_alu_work",
        FOUR,
        {"scheduler.policy": "two_level", "alu.latency": 2},
        16,
        17,
        {"order": [0, 1] * 4 + [2, 3] * 4},
        "No access, no barrier: 0 and 1 stay in A until they finish.",
    ),
    Pin(
        "article_figure_5",
        FIGURE_5,
        ARTICLE,
        32,
        11,
        {
            "pcs": list(range(11)),
            "masks": [ALL_32] * 4 + [0xAAAA_AAAA] * 6 + [ALL_32],
            "depths": [0, 0] + [1] * 8 + [0],
            "lane_ledger": {"active": 5 * 32 + 6 * 16, "diverged": 6 * 16},
            "warp_states": {0: "issued*11"},
        },
        "One instruction per cycle. mask_nz is selected under all lanes; the odd lanes run five moves and pop_mask. "
        "The figure leaves out one column of the first four: 3, 6, 1.",
    ),
    Pin(
        "article_figure_6",
        FIGURE_6,
        ARTICLE,
        32,
        70,
        {
            "pcs": [0, 1, *[2, 3, 4, 5] * 16, 2, 3, 4, 6],
            "masks": [ALL_32] * 5 + [(1 << n) - 1 for n in range(16, 0, -1) for _ in range(4)] + [ALL_32],
            "depths": [0, 0] + [1] * 67 + [0],
            "lane_ledger": {"active": 6 * 32 + 4 * 136, "diverged": 64 * 32 - 4 * 136},
            "registers": {(0, 0): [17] * 17 + list(range(18, 33))},
        },
        "The j-th mask_nz keeps the lanes with lane + j - 1 < 16: 17 - j of them, which run jmp, lt, add and the next "
        "mask_nz. The 17th keeps none and pops. 2 + 16 x 4 + 3 + 1 = 70. Lane l runs add in all trips in which it is "
        "active: 17 - l of them up to lane 16, one above.",
    ),
    Pin(
        "article_figure_7",
        FIGURE_7,
        ARTICLE,
        32,
        16,
        {
            "pcs": list(range(16)),
            "masks": [ALL_32] * 3 + [0xFFFF] * 6 + [0xFFFF_0000] * 6 + [ALL_32],
            "depths": [0] * 3 + [2] * 6 + [1] * 6 + [0],
        },
        "br_push pushes (all, CONVERGE) and (upper lanes, ELSE): the first pop_mask goes to ELSE, the second on.",
    ),
    Pin(
        "br_push_true_first",
        sides(1),
        MASKS,
        4,
        7,
        {
            "pcs": TRUE_THEN_FALSE,
            "masks": [15, 15, 0b0001, 0b0001, 0b1110, 0b1110, 15],
            "depths": [0, 0, 2, 2, 1, 1, 0],
            "local": {0: 4},
        },
        "The article's order, though the true side is the smaller one.",
    ),
    Pin(
        "br_push_false_first",
        sides(1),
        {**MASKS, "branch.order": "false_first"},
        4,
        7,
        {
            "pcs": FALSE_THEN_TRUE,
            "masks": [15, 15, 0b1110, 0b1110, 0b0001, 0b0001, 15],
            "depths": [0, 0, 2, 2, 1, 1, 0],
            "local": {0: 1},
        },
        "The true side waits with its start, the instruction after br_push; its pop_mask pops (all, join).",
    ),
    Pin(
        "br_push_smaller_first_true",
        sides(1),
        {**MASKS, "branch.order": "smaller_first"},
        4,
        7,
        {"pcs": TRUE_THEN_FALSE, "local": {0: 4}},
        "One true lane, three false ones.",
    ),
    Pin(
        "br_push_smaller_first_false",
        sides(3),
        {**MASKS, "branch.order": "smaller_first"},
        4,
        7,
        {"pcs": FALSE_THEN_TRUE, "masks": [15, 15, 0b1000, 0b1000, 0b0111, 0b0111, 15], "local": {0: 1}},
        "Three true lanes, one false one.",
    ),
    Pin(
        "br_push_smaller_first_equal",
        sides(2),
        {**MASKS, "branch.order": "smaller_first"},
        4,
        7,
        {"pcs": TRUE_THEN_FALSE, "local": {0: 4}},
        "Two and two: the true side.",
    ),
    Pin(
        "br_push_counts_active_lanes_only",
        sides(2),
        {**MASKS, "branch.order": "smaller_first"},
        3,
        7,
        {
            "pcs": FALSE_THEN_TRUE,
            "masks": [7, 7, 0b100, 0b100, 0b011, 0b011, 7],
            "lane_ledger": {"active": 15, "diverged": 6, "tail": 7},
        },
        "Lane 3 has no thread: two true lanes, one false one.",
    ),
    Pin(
        "br_push_all_true",
        sides(4),
        {**MASKS, "branch.order": "false_first", "branch.stack_depth": 1},
        4,
        5,
        {"pcs": [0, 1, 2, 3, 6], "masks": [15] * 5, "depths": [0, 0, 1, 1, 0]},
        "No side waits: one entry, for which a stack of one is deep enough; the first pop_mask goes to join.",
    ),
    Pin(
        "br_push_none_true",
        sides(0),
        {**MASKS, "branch.stack_depth": 1},
        4,
        5,
        {"pcs": [0, 1, 4, 5, 6], "masks": [15] * 5, "depths": [0, 0, 1, 1, 0]},
        "All go to other, with one entry.",
    ),
    Pin(
        "mask_nz_without_true_lanes",
        "push_mask end\nmask_nz r0\nmov r1, 1\nend:\nret\n",
        MASKS,
        4,
        3,
        {"pcs": [0, 1, 3], "masks": [15] * 3, "depths": [0, 1, 0], "registers": {(0, 1): [0] * 4}},
        "r0 is 0 in every lane: as pop_mask.",
    ),
    Pin(
        "return_in_a_divergent_region",
        "push_mask rest\nand.b32 r0, lane_id, 1\nmask_nz r0\nret\nrest:\nbar\nmov r1, 5\nret\n",
        {**MASKS, "scheduler.policy": "round_robin"},
        7,
        14,
        {
            "pcs": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
            "order": [0, 1] * 7,
            "masks": [15, 7, 15, 7, 15, 7, 0b1010, 0b0010, 0b0101, 0b0101, 0b0101, 0b0101, 0b0101, 0b0101],
            "depths": [0, 0, *[1] * 6, *[0] * 6],
            "lane_ledger": {"active": 36, "diverged": 4, "finished": 9, "tail": 7},
            "registers": {(0, 1): [5, 0, 5, 0], (1, 1): [5, 0, 5, 0]},
        },
        "The warps take turns. Lanes 1 and 3 end (of warp 1 only 1: 3 has no thread), the others go on at rest. There "
        "the active lanes are the living ones, so the barrier takes both warps: they arrive in 9 and 10. diverged: two "
        "lanes of each at the first ret; finished: 2 and 1 lanes in three instructions each.",
    ),
    Pin(
        "cascade",
        "push_mask outer\nand.b32 r0, lane_id, 2\nmask_nz r0\npush_mask inner\nand.b32 r0, lane_id, 1\n"
        "mask_nz r0\npush_mask nowhere\npush_mask nowhere\nnowhere:\nret\ninner:\nret\nouter:\nmov r1, 6\nret\n",
        MASKS,
        4,
        12,
        {
            "pcs": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            "masks": [15, 15, 15, 12, 12, 12, 8, 8, 8, 4, 3, 3],
            "depths": [0, 1, 1, 1, 2, 2, 2, 3, 4, 1, 0, 0],
            "lane_ledger": {"active": 26, "diverged": 17, "finished": 5},
            "registers": {(0, 1): [6, 6, 0, 0]},
        },
        "Lane 3 ends with two entries of its own on the stack, skipped at no cost; of (lanes 2 and 3, inner) lane 2 is "
        "left. It ends too, and (all, outer) is reduced to lanes 0 and 1. diverged: 2 lanes in three instructions, 3 "
        "in three, 2 in the second ret; finished: 1 in that ret, 2 in the last two instructions.",
    ),
    Pin(
        "the_lowest_active_lane_decides",
        "push_mask end\nmask_nz lane_id\nand.b32 r0, lane_id, 1 -> over if nz\nmov r1, 5\nover:\npop_mask\nend:\nret\n",
        MASKS,
        4,
        5,
        {"pcs": [0, 1, 2, 4, 5], "masks": [15, 15, 14, 14, 15], "disagreements": {2: 1}},
        "Lane 1 is the lowest active one and jumps; lane 2 would not, lane 0 is not asked.",
    ),
    Pin(
        "local_memory_under_a_mask",
        "shl r0, lane_id, 2\npush_mask end\nand.b32 r2, lane_id, 1\nmask_nz r2\n"
        "st.local [r0], lane_id\nld.local r3, [r0]\npop_mask\nend:\nret\n",
        MASKS,
        4,
        10,
        {
            "degrees": [1, 1, 1, 1, 2, 2, 1, 1],
            "local": {0: 0, 4: 1, 8: 0, 12: 3},
            "registers": {(0, 3): [0, 1, 0, 3]},
            "warp_states": {0: "issued*5 bank_conflict issued bank_conflict issued*2"},
        },
        "Words 4 and 12 of bank 0: k = 2. Lanes 0 and 2 neither store nor ask for a bank.",
    ),
    Pin(
        "addresses_of_inactive_lanes_do_not_trap",
        "push_mask end\nlt.u32 r0, lane_id, 2\nmask_nz r0\nld.local r1, [lane_id + 62]\npop_mask\nend:\n"
        "ld.local r1, [lane_id + 61]\nret\n",
        MASKS,
        4,
        6,
        {"status": "trap", "trap": ("local_address", 5, 0, 0b1000, 5, 64), "masks": [15, 15, 15, 3, 3, 15]},
        "Lanes 2 and 3 would ask for 64 and 65 in the first load, but are not active.",
    ),
    Pin(
        "stack_overflow",
        "push_mask end\nmask_nz lane_id\npush_mask end\nend:\nret\n",
        {**MASKS, "branch.stack_depth": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("stack_overflow", 3, 0, 0b1110, 2, 1),
            "pcs": [0, 1, 2, 2],
            "masks": [15, 15, 14, 14],
            "depths": [0, 1, 1, 1],
            "events": {2: (2, 2, 3, 3, 3), 3: (3, 3, -1, -1, -1)},
            "warp_states": {0: "issued*4"},
        },
        "Found at the retire of 3. With r = 0 the warp is ready in 3 and is selected there once more, where it was.",
    ),
    Pin(
        "stack_overflow_by_two_entries",
        sides(1),
        {**MASKS, "branch.stack_depth": 1, "retire.stages": 2},
        4,
        5,
        {
            "status": "trap",
            "trap": ("stack_overflow", 4, 0, 0b1111, 1, 1),
            "pcs": [0, 1],
            "depths": [0, 0],
            "events": {0: (0, 0, 1, 1, 3), 1: (3, 3, 4, 4, -1)},
            "warp_states": {0: "issued dep_alu*2 issued branch"},
        },
        "Room for one entry, and the lanes disagree. In 4 the warp is in its r cycles.",
    ),
    Pin(
        "stack_underflow",
        "pop_mask\nret\n",
        MASKS,
        3,
        2,
        {"status": "trap", "trap": ("stack_underflow", 1, 0, 0b0111, 0, 0), "pcs": [0, 0]},
        "Nothing was pushed; found at the retire of 1.",
    ),
    Pin(
        "stack_underflow_of_lanes_without_a_way_back",
        "mask_nz lane_id\nret\n",
        {**MASKS, "retire.stages": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("stack_underflow", 3, 0, 0b0001, 1, 0),
            "pcs": [0, 1],
            "masks": [15, 14],
            "warp_states": {0: "issued branch issued branch"},
            "lane_ledger": {"active": 7, "diverged": 1},
        },
        "Lanes 1 to 3 would end, and lane 0 is on no stack: it is the living lane for which pop finds no entry.",
    ),
    Pin(
        "divergent_barrier",
        "push_mask end\nmask_nz lane_id\nbar\nend:\nret\n",
        {**MASKS, "retire.stages": 1},
        4,
        6,
        {
            "status": "trap",
            "trap": ("divergent_barrier", 5, 0, 0b0001, 2, 1),
            "masks": [15, 15, 14],
            "warp_states": {0: "issued branch issued branch issued barrier"},
            "waits": [],
        },
        "Lane 0 is missing. The warp does not arrive; in 5 it is in its r cycles, from the retire of its bar on.",
    ),
    Pin(
        "a_trap_at_retire_is_before_a_deadlock",
        "eq.u32 r0, warp_id, 0 -> first if c\neq.u32 r0, warp_id, 1 -> second if c\npop_mask\nfirst:\nret\n"
        "second:\nbar\n",
        {
            **MASKS,
            "scheduler.policy": "oldest",
            "issue_width": 3,
            "alu.count": 3,
            "control.count": 3,
            "retire.ports": 3,
        },
        12,
        4,
        {
            "status": "trap",
            "trap": ("stack_underflow", 3, 2, 0b1111, 2, 0),
            "waits": [(1, 4, 3)],
            "order": [0, 1, 2, 0, 1, 2, 1, 2, 2],
            "pcs": [0, 0, 0, 3, 1, 1, 4, 2, 2],
        },
        "Warp 0 finishes in 2. In 3 warp 1 arrives at its bar, which can never open, and warp 2 pops an empty stack.",
    ),
    Pin(
        "the_first_trap_of_several_at_retire",
        "eq.u32 r0, warp_id, 1 -> second if c\nmask_nz lane_id\nmov r1, 1\nbar\n"
        "second:\nadd.f32 r1, r0, r0\npop_mask\n",
        {
            **MASKS,
            "scheduler.policy": "round_robin",
            "issue_width": 2,
            "alu.count": 2,
            "control.count": 2,
            "fpu.latency": 2,
            "retire.ports": 2,
        },
        8,
        5,
        {
            "status": "trap",
            "trap": ("stack_underflow", 4, 1, 0b1111, 5, 0),
            "order": [0, 1, 0, 1, 0, 1, 0, 1, 0],
            "pcs": [0, 0, 1, 4, 2, 5, 3, 5, 3],
            "instances": [0, 1, 0, 0, 0, 0, 1, 0, 1],
        },
        "In 2 warp 0 is selected alone, so in 3 warp 1 comes first and its pop_mask takes instance 0. Both trap at the "
        "retires of 4: instance 0 is asked first. Warp 0 would have been a divergent_barrier.",
    ),
    Pin(
        "no_mask_stack",
        "push_mask end\nend:\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, 0x68), "order": []},
        "Under first_thread the machine lacks mask instructions.",
    ),
    Pin(
        "fixed_priority_starves",
        FOUR,
        {"scheduler.policy": "fixed_priority", "alu.latency": 2},
        12,
        16,
        {
            "order": [*[0, 1] * 4, *[2] * 4],
            "warp_states": {
                0: "issued dep_alu issued dep_alu issued dep_alu issued branch drain*8",
                1: "unit_busy issued dep_alu issued dep_alu issued dep_alu issued branch drain*7",
                2: "unit_busy*8 issued dep_alu issued dep_alu issued dep_alu issued branch",
            },
        },
        "An instruction takes two cycles, so warps 0 and 1 fill all slots: 0 in even cycles, 1 in odd ones. Warp 2 is "
        "ready all the time and selected for the first time in 8, when warp 0 has finished. f = 0: the ALU has "
        "accepted, so it is unit_busy for the others.",
    ),
    Pin(
        "fixed_priority_takes_the_slot_back",
        GAP,
        {"scheduler.policy": "fixed_priority", "lds.latency": 3, "retire.ports": 2},
        8,
        12,
        {
            "order": [0, 0, 0, 1, 1, 0, 0, 1, 1, 1],
            "warp_states": {
                0: "issued*3 dep_local*2 issued*2 drain*5",
                1: "unit_busy*2 not_selected issued*2 not_selected*2 issued dep_local*2 issued*2",
            },
        },
        "Warp 0 loads in 2 and is back in 5, where it goes before warp 1, selected last. So the load of warp 1 waits "
        "until 7, and nothing hides it. The ALU is taken in 0 and 1; in 2, 5 and 6 the unit of warp 1 is free.",
    ),
    Pin(
        "greedy_oldest_keeps_the_slot",
        GAP,
        {"scheduler.policy": "greedy_oldest", "lds.latency": 3, "retire.ports": 2},
        8,
        10,
        {"order": [0, 0, 0, 1, 1, 1, 0, 0, 1, 1]},
        "The same under greedy_oldest: in 5 warp 1 goes on, and its load is hidden.",
    ),
    Pin(
        "ipdom_taken_first",
        LANE_IF_ELSE,
        IPDOM,
        2,
        5,
        {
            "pcs": [0, 3, 1, 2, 4],
            "masks": [3, 1, 2, 2, 3],
            "depths": [0, 2, 1, 1, 0],
            "warp_states": {0: "issued*5"},
            "lane_ledger": {"active": 7, "diverged": 3, "tail": 10},
            "registers": {(0, 1): [2, 1, 0, 0]},
            "disagreements": {0: 1},
        },
        "R = 4. Pushed: (both, 4, none), (lane 1, 1, 4); lane 0 jumps. At 4 it meets nobody yet: lane 1 is popped, and "
        "when its jump comes to 4, both are.",
    ),
    Pin(
        "ipdom_false_first",
        LANE_IF_ELSE,
        {**IPDOM, "branch.order": "false_first"},
        2,
        5,
        {
            "pcs": [0, 1, 2, 3, 4],
            "masks": [3, 2, 2, 1, 3],
            "depths": [0, 2, 2, 1, 0],
            "registers": {(0, 1): [2, 1, 0, 0]},
        },
        "Lane 1 goes on, lane 0 waits with its start 3.",
    ),
    Pin(
        "ipdom_smaller_first_taken",
        lane_sides(1),
        {**IPDOM, "branch.order": "smaller_first"},
        4,
        5,
        {"pcs": [0, 3, 1, 2, 4], "masks": [15, 1, 14, 14, 15], "registers": {(0, 1): [2, 1, 1, 1]}},
        "One lane jumps, three do not.",
    ),
    Pin(
        "ipdom_smaller_first_not_taken",
        lane_sides(3),
        {**IPDOM, "branch.order": "smaller_first"},
        4,
        5,
        {"pcs": [0, 1, 2, 3, 4], "masks": [15, 8, 8, 7, 15], "registers": {(0, 1): [2, 2, 2, 1]}},
        "Three lanes jump, one does not.",
    ),
    Pin(
        "ipdom_smaller_first_equal",
        lane_sides(2),
        {**IPDOM, "branch.order": "smaller_first"},
        4,
        5,
        {"pcs": [0, 3, 1, 2, 4], "masks": [15, 3, 12, 12, 15]},
        "Two and two: the taken side.",
    ),
    Pin(
        "ipdom_smaller_first_counts_active_lanes_only",
        lane_sides(2),
        {**IPDOM, "branch.order": "smaller_first"},
        3,
        5,
        {"pcs": [0, 1, 2, 3, 4], "masks": [7, 4, 4, 3, 7]},
        "Lane 3 has no thread: two lanes jump, one does not.",
    ),
    Pin(
        "ipdom_empty_side",
        EMPTY_SIDE,
        {**IPDOM, "branch.stack_depth": 1},
        4,
        3,
        {
            "pcs": [0, 1, 2],
            "masks": [15, 10, 15],
            "depths": [0, 1, 0],
            "registers": {(0, 1): [0, 1, 0, 1]},
            "disagreements": {0: 1},
        },
        "R = 2 is where the taken lanes 0 and 2 start: they have arrived, though taken lanes would go first. So one "
        "entry.",
    ),
    Pin(
        "ipdom_all_agree",
        "mov r0, 0 -> over if z\nmov r1, 1\nover: mov r0, 0 -> end if nz\nmov r1, 2\nend: ret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        4,
        {"pcs": [0, 2, 3, 4], "masks": [15] * 4, "depths": [0] * 4, "disagreements": {0: 0, 2: 0}},
        "All jump at 0, none at 2: nothing is pushed.",
    ),
    Pin(
        "ipdom_jump_to_the_next",
        "and.b32 r0, lane_id, 1 -> next if z\nnext: ret\n",
        IPDOM,
        4,
        2,
        {"pcs": [0, 1], "masks": [15, 15], "depths": [0, 0], "disagreements": {0: 1}},
        "Both sides start at 1. No divergence, but the lanes disagree.",
    ),
    Pin(
        "ipdom_loop",
        LANE_LOOP,
        {**IPDOM, "branch.stack_depth": 1},
        4,
        6,
        {
            "pcs": [0, 1, 1, 1, 1, 2],
            "masks": [15, 15, 14, 12, 8, 15],
            "depths": [0, 0, 1, 1, 1, 0],
            "lane_ledger": {"active": 18, "diverged": 6},
            "registers": {(0, 0): [ALL_32] * 4},
            "disagreements": {1: 3},
        },
        "Lane l makes l + 1 trips. R = 2, where the lanes that leave start. For the first of them (all, 2, none) is "
        "pushed, so J = 2; then R = J and nothing is pushed. Lane 3 leaves alone: no disagreement, and at 2 all meet.",
    ),
    Pin(
        "ipdom_join_of_an_inner_if_is_that_of_the_outer_one",
        "and.b32 r0, lane_id, 1 -> join if z\nlt.u32 r0, lane_id, 2 -> join if c\nmov r1, 1\njoin: ret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        4,
        {"pcs": [0, 1, 2, 3], "masks": [15, 10, 8, 15], "depths": [0, 1, 1, 0], "disagreements": {0: 1, 1: 1}},
        "R = J = 3 at 1: lane 1 waits in the entry that is there.",
    ),
    Pin(
        "ipdom_nested",
        "and.b32 r0, lane_id, 1 -> outer if z\nlt.u32 r0, lane_id, 2 -> other if c\nmov r1, 1\njmp inner\n"
        "other: mov r1, 2\ninner: mov r2, 1\nouter: ret\n",
        IPDOM,
        4,
        7,
        {
            "pcs": [0, 1, 4, 2, 3, 5, 6],
            "masks": [15, 10, 2, 8, 8, 10, 15],
            "depths": [0, 1, 3, 2, 2, 1, 0],
            "registers": {(0, 1): [0, 2, 0, 1], (0, 2): [0, 1, 0, 1]},
        },
        "At 0 (all, 6, none); at 1 (lanes 1 and 3, 5, 6) and (lane 3, 2, 5). Lane 1 comes to 5 = J, then lane 3, then "
        "both go on with J = 6.",
    ),
    Pin(
        "ipdom_loaded_value",
        ".local x u32[4]\nld.local r0, [lane_id] -> over if nz\nmov r1, 1\nover: ret\n",
        IPDOM,
        4,
        3,
        {"pcs": [0, 1, 2], "masks": [15, 5, 15], "registers": {(0, 0): [0, 5, 0, 7], (0, 1): [1, 0, 1, 0]}},
        "Lanes 1 and 3 have loaded something else than 0 and jump to R.",
        inputs={"x": [0, 5, 0, 7]},
    ),
    Pin(
        "ipdom_ret_of_some",
        "lt.u32 r0, lane_id, 2 -> stay if c\nret\nstay: mov r1, 1\nret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        4,
        {
            "pcs": [0, 2, 3, 1],
            "masks": [15, 3, 3, 12],
            "depths": [0, 1, 1, 0],
            "lane_ledger": {"active": 10, "diverged": 4, "finished": 2},
            "registers": {(0, 1): [1, 1, 0, 0]},
        },
        "R is none, so only (lanes 2 and 3, 1, none) is pushed. Lanes 0 and 1 end at 3; the others are popped and end.",
    ),
    Pin(
        "ipdom_does_not_merge_without_a_join",
        EXIT,
        IPDOM,
        4,
        7,
        {
            "pcs": [0, 3, 4, 1, 3, 4, 2],
            "masks": [15, 5, 5, 10, 8, 8, 2],
            "depths": [0, 1, 1, 0, 1, 1, 0],
            "lane_ledger": {"active": 13, "diverged": 6, "finished": 9},
            "registers": {(0, 1): [1, 0, 1, 1]},
        },
        "The ret at 2 leaves the end as the only post-dominator of 0 and of 1: lane 3 runs 3 and 4 after lanes 0 and 2 "
        "did. diverged: 2 lanes in two instructions, 1 in two; finished: 2 in three, 3 in the last.",
    ),
    Pin(
        "ipdom_other_side_behind",
        OTHER_SIDE_BEHIND,
        IPDOM,
        4,
        6,
        {"pcs": [0, 4, 5, 1, 2, 3], "masks": [15, 5, 5, 10, 15, 15], "depths": [0, 2, 2, 1, 0, 0]},
        "R = 2, before the jump's target. All meet there.",
    ),
    Pin(
        "ipdom_stack_overflow",
        "mov r0, 7\nadd.u32 r0, lane_id, 0xfffffffe -> other if c\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        3,
        {
            "status": "trap",
            "trap": ("stack_overflow", 2, 0, 0b1111, 1, 1),
            "pcs": [0, 1, 1],
            "depths": [0, 0, 0],
            "events": {1: (1, 1, 2, 2, 2), 2: (2, 2, -1, -1, -1)},
            "registers": {(0, 0): [7] * 4},
            "carry": {0: 0},
            "disagreements": {1: 1},
        },
        "Two entries and room for one. The jump retires in 2 and changes no register and no flag; with r = 0 the warp "
        "is selected there once more.",
    ),
    Pin(
        "ipdom_divergent_barrier",
        BARRIER_OF_SOME,
        {**IPDOM, "retire.stages": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("divergent_barrier", 3, 0, 0b0001, 1, 1),
            "masks": [15, 14],
            "warp_states": {0: "issued dep_alu issued barrier"},
            "waits": [],
        },
        "Lane 0 has arrived at 2, where it waits for the others.",
    ),
    Pin(
        "ipdom_barrier_behind_a_join",
        BARRIER_BEHIND,
        {**IPDOM, "scheduler.policy": "round_robin"},
        8,
        8,
        {
            "order": [0, 1] * 4,
            "pcs": [0, 0, 1, 1, 2, 2, 3, 3],
            "masks": [15, 15, 14, 14, 15, 15, 15, 15],
        },
        "All lanes are there again. The warps take turns; the second bar retires in 6 and opens the barrier.",
    ),
    Pin(
        "min_pc_if_else",
        LANE_IF_ELSE,
        MIN_PC,
        2,
        5,
        {
            "pcs": [0, 1, 2, 3, 4],
            "masks": [3, 2, 2, 1, 3],
            "depths": [0] * 5,
            "registers": {(0, 1): [2, 1, 0, 0]},
            "disagreements": {0: 1},
        },
        "Lane 1 has the lower counter until its jump to 4; then lane 0 at 3; both at 4.",
    ),
    Pin(
        "min_pc_loop",
        LANE_LOOP,
        MIN_PC,
        4,
        6,
        {"pcs": [0, 1, 1, 1, 1, 2], "masks": [15, 15, 14, 12, 8, 15], "depths": [0] * 6, "disagreements": {1: 3}},
        "Lanes that have left stand at 2, above those at 1.",
    ),
    Pin(
        "min_pc_merges_without_a_join",
        EXIT,
        MIN_PC,
        4,
        5,
        {
            "pcs": [0, 1, 2, 3, 4],
            "masks": [15, 10, 2, 13, 13],
            "lane_ledger": {"active": 13, "diverged": 5, "finished": 2},
            "registers": {(0, 1): [1, 0, 1, 1]},
        },
        "Lane 1 ends at 2; all others stand at 3. Two cycles less than under ipdom_stack.",
    ),
    Pin(
        "min_pc_other_side_behind",
        OTHER_SIDE_BEHIND,
        MIN_PC,
        4,
        8,
        {
            "pcs": [0, 1, 2, 3, 4, 5, 2, 3],
            "masks": [15, 10, 10, 10, 5, 5, 5, 5],
            "lane_ledger": {"active": 18, "diverged": 6, "finished": 8},
            "registers": {(0, 1): [2, 1, 2, 1], (0, 2): [1, 1, 1, 1]},
        },
        "The others stand at 4, above the join at 2, so lanes 1 and 3 do not wait there. Two cycles more than under "
        "ipdom_stack.",
    ),
    Pin(
        "min_pc_divergent_barrier",
        BARRIER_OF_SOME,
        {**MIN_PC, "retire.stages": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("divergent_barrier", 3, 0, 0b0001, 1, 1),
            "masks": [15, 14],
            "warp_states": {0: "issued dep_alu issued barrier"},
            "waits": [],
        },
        "Lane 0 stands at 2.",
    ),
    Pin(
        "min_pc_barrier_behind_a_join",
        BARRIER_BEHIND,
        {**MIN_PC, "scheduler.policy": "round_robin"},
        8,
        8,
        {"order": [0, 1] * 4, "pcs": [0, 0, 1, 1, 2, 2, 3, 3], "masks": [15, 15, 14, 14, 15, 15, 15, 15]},
        "As under ipdom_stack.",
    ),
    Pin(
        "min_pc_leaves_the_program",
        "mov r0, lane_id -> out if z\nret\nout:\n",
        MIN_PC,
        4,
        3,
        {
            "status": "trap",
            "trap": ("program_counter", 2, 0, 0b0001, 2, 2),
            "pcs": [0, 1],
            "masks": [15, 14],
            "lane_ledger": {"active": 7, "diverged": 1},
        },
        "Lanes 1 to 3 end in 2; there lane 0 goes on, at 2, which is past the end.",
    ),
    # --- Bundles: section 16
    Pin(
        "bundle_of_three",
        THREE,
        THREE_SLOTS,
        4,
        2,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (0, 0, 1, 1, 1), 2: (0, 0, 1, 1, 1), 3: (1, 1, 2, 2, -1)},
            "pcs": [0, 1, 2, 3],
            "slots": [0, 1, 2, 1],
            "warp_states": {0: "issued*2"},
            "slot_reasons": ["issued*3", "slot_empty issued slot_empty"],
            "issue_ledger": {(pc, "issued"): 1 for pc in range(4)} | {(3, "slot_empty"): 2},
            "warp_ledger": {(0, "issued"): 1, (3, "issued"): 1},
            "lane_ledger": {"active": 16},
        },
        "All enter in 0 and are taken in 1, each by its own port. The ret stands in slot 1, alone.",
    ),
    Pin(
        "bundle_waits_for_its_last_result",
        THREE,
        {
            **THREE_SLOTS,
            "front_end.stages": 3,
            "lds.latency": 2,
            "fpu.latency": 4,
            "retire.stages": 2,
        },
        4,
        13,
        {
            "events": {0: (0, 3, 5, 5, 9), 1: (0, 3, 4, 4, 9), 2: (0, 3, 7, 7, 9), 3: (9, 12, 13, 13, -1)},
            "warp_states": {0: "issued fetch*2 dep_local*2 dep_fpu*4 issued fetch*2 branch"},
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "fetch"): 2,
                (0, "dep_local"): 2,
                (2, "dep_fpu"): 4,
                (3, "issued"): 1,
                (3, "fetch"): 2,
                (3, "branch"): 1,
            },
            "issue_ledger": {
                (0, "issued"): 1,
                (1, "issued"): 1,
                (2, "issued"): 1,
                (0, "fetch"): 6,
                (0, "dep_local"): 6,
                (2, "dep_fpu"): 12,
                (3, "issued"): 1,
                (3, "slot_empty"): 2,
                (-1, "drain"): 9,
            },
        },
        "e = 3: taken in 3 + 2 (LDS), 3 + 1 (ALU) and 3 + 4 (FPU), so complete in 7 and ready in 9. In 3 and 4 the LDS "
        "is the first in slot order that has not been taken, in 5 and 6 only the FPU is left, and it was the last: 7 "
        "and 8 are its r cycles. The ret: 9, 12, 13. All three slots of a cycle without a select take one state.",
    ),
    Pin(
        "bundle_last_of_several",
        THREE,
        {**THREE_SLOTS, "retire.stages": 2},
        4,
        4,
        {"events": {2: (0, 0, 1, 1, 3)}, "warp_ledger": {(0, "issued"): 1, (0, "dep_local"): 2, (3, "issued"): 1}},
        "All are taken in 1: the r cycles 1 and 2 are those of the lowest slot.",
    ),
    Pin(
        "bundle_reads_before_it_writes",
        "mov r0, lane_id\nmov r2, 5\n"
        "{ st.local [lane_id], r0 | add.u32 r0, r0, 10 | cvt.f32.u32 r1, r0 }\n"
        "{ ld.local r2, [lane_id] | sub.u32 r2, r2, 1 | cvt.f32.u32 r2, r2 }\n"
        "{ ld.local r3, [1] | add.u32 r3, r3, 9 }\nret\n",
        {**THREE_SLOTS, "fpu.latency": 3},
        4,
        10,
        {
            "pcs": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            "events": {2: (2, 2, 3, 3, 5), 4: (2, 2, 5, 5, 5), 5: (5, 5, 6, 6, 8), 8: (8, 8, 9, 9, 9)},
            "registers": {
                (0, 0): [10, 11, 12, 13],
                (0, 1): [0, 0x3F80_0000, 0x4000_0000, 0x4040_0000],
                (0, 2): [0x40A0_0000] * 4,
                (0, 3): [9] * 4,
            },
            "local": {0: 0, 1: 1, 2: 2, 3: 3},
        },
        "The store and the conversion see the lane numbers that the addition replaces. r2: of three writers slot 2 "
        "wins, with the 5 of before; r3: of slots 0 and 1 slot 1 wins.",
    ),
    Pin(
        "bundle_carry_of_before",
        "sub.u32 r0, r0, 1\n{ ld.local r1, [0] -> over if c | add.u32 r2, r0, 0 }\nmov r3, 1\nover: ret\n",
        TWO_SLOTS,
        4,
        3,
        {"pcs": [0, 1, 2, 4], "carry": {0: 0}, "registers": {(0, 2): [ALL_32] * 4, (0, 3): [0] * 4}},
        "0 - 1 borrows, so the flag is set. The load leaves it and jumps on it; that the addition beside it clears it "
        "comes after the bundle.",
    ),
    Pin(
        "bundle_keeps_the_carry",
        "{ sub.u32 r0, r0, 1 | add.f32 r1, r1, r1 }\n{ ld.local r1, [0] | mov r2, 1 | add.f32 r3, r0, r0 }\nret\n",
        THREE_SLOTS,
        4,
        3,
        {"pcs": [0, 1, 2, 3, 4, 5], "carry": {0: 0b1111}, "slots": [1, 2, 0, 1, 2, 1]},
        "Only an operation that writes the flag changes it, whatever the slots above it do.",
    ),
    Pin(
        "bundle_port_of_alu_and_fpu",
        float_then_integer("0"),
        {**TWO_SLOTS, "fpu.latency": 3, "retire.ports": 4},
        8,
        8,
        {
            "order": [0, 0, 1, 1, 0, 0, 0, 1, 1, 1],
            "events": {
                0: (0, 0, 1, 1, 3),
                1: (0, 0, 3, 3, 3),
                2: (1, 1, 2, 2, 4),
                3: (1, 1, 4, 4, 4),
                4: (3, 3, 4, 4, 5),
                5: (3, 3, 4, 5, 5),
                6: (5, 5, 6, 6, -1),
                7: (6, 6, 7, 7, 7),
                8: (6, 6, 7, 7, 7),
                9: (7, 7, 8, 8, -1),
            },
            "warp_states": {
                0: "issued dep_fpu*2 issued retire_port issued drain*2",
                1: "unit_busy issued dep_fpu*2 unit_busy*2 issued*2",
            },
        },
        "In 4 three results are offered: warp 0's load, which has a port of its own, its addition, and warp 1's from "
        "the FPU, which comes first at the port of slot 1: the ALU is frozen in 4. `retire.ports` means nothing. So "
        "warp 1 is not eligible in 4; in 5 both are, and warp 0's ret takes the ALU.",
    ),
    Pin(
        "bundle_ports_of_three_slots",
        float_then_integer("0"),
        {**THREE_SLOTS, "fpu.latency": 3},
        8,
        7,
        {
            "slots": [0, 2, 0, 2, 0, 1, 1, 0, 1, 1],
            "events": {3: (1, 1, 4, 4, 4), 5: (3, 3, 4, 4, 4), 6: (4, 4, 5, 5, -1), 9: (6, 6, 7, 7, -1)},
            "warp_states": {0: "issued dep_fpu*2 issued*2 drain*2", 1: "unit_busy issued dep_fpu*2 unit_busy issued*2"},
            "slot_reasons": [
                "issued slot_empty issued",
                "issued slot_empty issued",
                "dep_fpu*3",
                "issued*2 slot_empty",
                "slot_empty issued slot_empty",
                "issued*2 slot_empty",
                "slot_empty issued slot_empty",
            ],
        },
        "The same with a port for the FPU: all three results of 4 are taken in 4, and both warps are ready. Warp 0's "
        "ret takes the ALU, so warp 1's bundle waits until 5.",
    ),
    Pin(
        "bundle_frozen_before_conflict",
        float_then_integer("lane_id"),
        {**TWO_SLOTS, "fpu.latency": 3, "local.banks": 1},
        8,
        13,
        {
            "degrees": [1, 1, 1, 1, 4, 1, 1, 4, 1, 1],
            "events": {4: (3, 3, 7, 7, 7), 5: (3, 3, 4, 5, 7), 7: (8, 8, 12, 12, 12), 8: (8, 8, 9, 9, 12)},
            "warp_states": {
                0: "issued dep_fpu*2 issued retire_port bank_conflict*2 issued drain*5",
                1: "unit_busy issued dep_fpu*2 unit_busy*4 issued bank_conflict*3 issued",
            },
            "warp_ledger": {
                (0, "unit_busy"): 1,
                (0, "issued"): 2,
                (1, "dep_fpu"): 4,
                (2, "issued"): 2,
                (3, "retire_port"): 1,
                (2, "bank_conflict"): 5,
                (2, "unit_busy"): 4,
                (4, "issued"): 2,
                (-1, "drain"): 5,
            },
        },
        "With one bank the second load has k = 4: in the LDS from 3, conflict cycles 4 to 6, offered in 7. In 4 the "
        "ALU is frozen as well, and that comes first. Warp 1 needs both units: the LDS is free in 7, when warp 0's "
        "ret takes the ALU; so 8.",
    ),
    Pin(
        "bundle_conflict_freezes_nothing_else",
        CONFLICT_BESIDE_MOVE,
        TWO_SLOTS,
        8,
        11,
        {
            "events": {
                0: (0, 0, 1, 1, 1),
                1: (1, 1, 5, 5, 5),
                2: (1, 1, 2, 2, 5),
                3: (2, 2, 3, 3, 3),
                4: (5, 5, 6, 6, -1),
                5: (6, 6, 10, 10, 10),
                6: (6, 6, 7, 7, 10),
                7: (10, 10, 11, 11, -1),
            },
            "order": [0, 0, 0, 1, 0, 1, 1, 1],
            "warp_states": {
                0: "issued*2 bank_conflict*3 issued drain*5",
                1: "unit_busy*2 issued unit_busy*3 issued bank_conflict*3 issued",
            },
        },
        "k = 4: warp 0's load is offered in 1 + 4 = 5. Its move is taken in 2 and waits beside the port; the ALU takes "
        "warp 1's shift in 2 and gives it back in 3. Then warp 1 wants the LDS, which is free in 5; but its bundle "
        "needs the ALU too, which warp 0's ret gets.",
    ),
    Pin(
        "bundle_enters_as_a_whole",
        LOAD_BESIDE_MOVE,
        {**TWO_SLOTS, "front_end.stages": 1, "alu.interval": 3},
        8,
        13,
        {
            "events": {
                0: (0, 1, 2, 2, 4),
                1: (0, 1, 4, 4, 4),
                2: (1, 4, 5, 5, 7),
                3: (1, 4, 7, 7, 7),
                4: (4, 7, 10, 10, -1),
                5: (7, 10, 13, 13, -1),
            },
            "warp_states": {
                0: "issued dep_local dep_alu*2 issued unit_busy*2 branch*3 drain*3",
                1: "not_selected issued unit_busy*2 dep_local dep_alu*2 issued unit_busy*2 branch*3",
            },
            "warp_ledger": {
                (0, "issued"): 2,
                (2, "issued"): 2,
                (0, "dep_local"): 2,
                (1, "dep_alu"): 4,
                (0, "not_selected"): 1,
                (0, "unit_busy"): 2,
                (2, "unit_busy"): 4,
                (2, "branch"): 6,
                (-1, "drain"): 3,
            },
            "issue_ledger": {
                (0, "issued"): 2,
                (1, "issued"): 2,
                (0, "unit_busy"): 4,
                (2, "slot_empty"): 2,
                (2, "issued"): 2,
                (2, "unit_busy"): 8,
                (-1, "drain"): 6,
            },
        },
        "Warp 0's move has the ALU from 1 to 3. Warp 1's bundle is there in 2; the LDS is free, but its load waits "
        "with its move until 4. The hold blames the bundle. The rets want the ALU from 5 and from 8, and get it in 7 "
        "and in 10.",
    ),
    Pin(
        "bundle_held_by_a_conflict",
        CONFLICT_BESIDE_MOVE,
        {**TWO_SLOTS, "front_end.stages": 1},
        8,
        13,
        {
            "events": {2: (2, 3, 7, 7, 7), 3: (2, 3, 4, 4, 7), 4: (3, 7, 11, 11, 11), 5: (3, 7, 8, 8, 11)},
            "warp_states": {
                0: "issued dep_alu issued dep_local bank_conflict*3 issued branch drain*4",
                1: "not_selected issued dep_alu issued bank_conflict*3 dep_local bank_conflict*3 issued branch",
            },
            "slot_reasons": [
                "slot_empty issued",
                "slot_empty issued",
                "issued*2",
                "issued*2",
                *["bank_conflict*2"] * 3,
                "slot_empty issued",
                *["bank_conflict*2"] * 3,
                "slot_empty issued",
                "drain*2",
            ],
        },
        "Warp 0's load is in the LDS from 3 and in conflict cycles in 4 to 6; warp 1's bundle is held for them and "
        "enters in 7, and has its own conflict cycles in 8 to 10.",
    ),
    Pin(
        "bundle_loop",
        ".local x f32[3]\nmov r0, 2\n"
        "loop: { ld.local r1, [r0] | sub.u32 r0, r0, 1 -> loop if nn | add.f32 r2, r2, r1 }\n"
        "add.f32 r2, r2, r1\nret\n",
        {**THREE_SLOTS, "fpu.latency": 3},
        4,
        14,
        {
            "pcs": [0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5],
            "events": {1: (1, 1, 2, 2, 4), 2: (1, 1, 2, 2, 4), 3: (1, 1, 4, 4, 4), 10: (10, 10, 13, 13, 13)},
            "registers": {(0, 0): [ALL_32] * 4, (0, 2): [0x40C0_0000] * 4},
        },
        "The addition takes what the trip before has loaded: 0, 3, 2, and 1 after the loop. The jump is decided with "
        "the bundle, not when its result is taken. 1 + 3 x 3 = 10, 13, 14.",
        inputs={"x": [1.0, 2.0, 3.0]},
    ),
    Pin(
        "bundle_jumps_of_other_slots",
        "{ ld.local r1, [0] -> over if nz | mov r2, 1 }\n{ mov r3, 1 | cvt.f32.u32 r4, lane_id -> over if z }\n"
        "mov r5, 1\nover: { ld.local r6, [0] | ret }\n",
        THREE_SLOTS,
        4,
        3,
        {
            "pcs": [0, 1, 2, 3, 5, 6],
            "slots": [0, 1, 1, 2, 0, 1],
            "registers": {(0, 3): [1] * 4, (0, 5): [0] * 4},
            "disagreements": {0: 0, 3: 1},
        },
        "The load is 0 in all lanes: on to 0 + 2. The conversion is 0 in lane 0 only, and that one decides.",
    ),
    Pin(
        "bundle_with_bar_and_ret",
        ".local x u32[4]\n{ ld.local r1, [0] | bar }\n{ st.local [lane_id], r1 | ret }\n",
        {**TWO_SLOTS, "lds.latency": 3, "retire.stages": 1},
        8,
        9,
        {
            "events": {
                0: (0, 0, 3, 3, 5),
                1: (0, 0, 1, 1, 5),
                2: (1, 1, 4, 4, 5),
                3: (1, 1, 2, 2, 5),
                4: (5, 5, 8, 8, -1),
                5: (5, 5, 6, 6, -1),
                6: (6, 6, 9, 9, -1),
                7: (6, 6, 7, 7, -1),
            },
            "warp_states": {
                0: "issued dep_local*2 barrier*2 issued dep_local*2 drain",
                1: "unit_busy issued dep_local*2 barrier unit_busy issued dep_local*2",
            },
            "slot_reasons": [
                *["issued*2"] * 2,
                "dep_local*2",
                *["barrier*2"] * 2,
                *["issued*2"] * 2,
                *["drain*2"] * 2,
            ],
            "warp_ledger": {
                (0, "issued"): 2,
                (0, "unit_busy"): 1,
                (0, "dep_local"): 4,
                (1, "barrier"): 3,
                (2, "unit_busy"): 1,
                (2, "issued"): 2,
                (2, "dep_local"): 4,
                (-1, "drain"): 1,
            },
            "local": {0: 9, 1: 9, 2: 9, 3: 9},
        },
        "A bar arrives with its bundle: in 3 and in 4, not in 1 and 2; both are ready in 4 + 1. A warp ends with its "
        "bundle as well: in 8 and 9. In 7 both bundles hold a ret and neither is complete: drain.",
        inputs={"x": [9, 0, 0, 0]},
    ),
    Pin(
        "bundle_deadlock",
        "eq.u32 r0, warp_id, 0 -> out if c\n{ ld.local r1, [0] | bar }\nret\nout: ret\n",
        {**TWO_SLOTS, "lds.latency": 3},
        8,
        7,
        {
            "status": "trap",
            "trap": ("deadlock", 6, 1, 0b1111, 2, 1),
            "waits": [(1, 2, 6)],
            "warp_states": {
                0: "issued*2 drain*5",
                1: "unit_busy*2 issued*2 dep_local*2 barrier",
            },
        },
        "Warp 0 ends in 2. Warp 1's bundle is selected in 3 and complete in 6; the deadlock names the word of the bar.",
    ),
    Pin(
        "bundle_leaves_the_active_set",
        LOAD_BESIDE_MOVE,
        {**TWO_SLOTS, "scheduler.policy": "two_level", "scheduler.active_warps": 1},
        8,
        4,
        {"order": [0, 0, 1, 1, 0, 1]},
        "A bundle with a load makes room: warp 1 (ready since 0) before warp 0 (since 1).",
    ),
    Pin(
        "bundle_trap_of_an_address",
        "{ ld.local r1, [64] | mov r2, 1 | add.f32 r3, r0, r0 }\nret\n",
        {**THREE_SLOTS, "front_end.stages": 1},
        4,
        2,
        {
            "status": "trap",
            "trap": ("local_address", 1, 0, 0b1111, 0, 64),
            "events": dict.fromkeys(range(3), (0, 1, -1, -1, -1)),
            "degrees": [1, 1, 1],
            "warp_states": {0: "issued dep_local"},
            "registers": {(0, 2): [0] * 4},
        },
        "All three have entered in 1.",
    ),
    Pin(
        "bundle_in_the_wrong_order",
        "mov r0, 1\n{ add.f32 r1, r0, r0 | mov r2, 1 | ret }\nret\n",
        THREE_SLOTS,
        4,
        2,
        {
            "status": "trap",
            "trap": ("illegal_instruction", 1, 0, 0b1111, 1, INSTRUCTIONS["mov.b32"].opcode),
            "pcs": [0],
            "warp_states": {0: "issued not_selected"},
            "slot_reasons": ["slot_empty issued slot_empty", "not_selected*3"],
            "warp_ledger": {(0, "issued"): 1, (1, "not_selected"): 1},
        },
        "The move stands behind the addition of a higher slot; the ret, of the move's slot, comes after it.",
    ),
    Pin(
        "bundle_with_two_of_a_slot",
        "{ ld.local r1, [0] | mov r2, 1 | add.f32 r3, r0, r0 }\nret\n",
        TWO_SLOTS,
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, INSTRUCTIONS["add.f32"].opcode)},
        "With two slots the ALU and the FPU share one.",
    ),
    Pin(
        "bundle_that_steers_twice",
        "{ ld.local r1, [0] -> over if z | ret }\nover: ret\n",
        {**TWO_SLOTS, "front_end.stages": 2},
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, INSTRUCTIONS["ret"].opcode)},
        "A jump on a result and a ret.",
    ),
    Pin(
        "bundle_without_slots",
        LOAD_BESIDE_MOVE,
        {},
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, INSTRUCTIONS["ld.local"].opcode)},
        "vliw.slots = 1: a word with `more` is illegal.",
    ),
    Pin(
        "explicit_masks",
        "s_mov.b64 s[0:1], exec\nvcmp.lt.u32 exec, lane_id, 5\nmov r1, 1\ns_andn2.b64 exec, s[0:1], exec\n"
        "s_branch.execz on\nmov r1, 2\non:\nmov r2, 3\ns_mov.b64 exec, s[0:1]\nret\n",
        EXPLICIT,
        4,
        8,
        {
            "pcs": [0, 1, 2, 3, 4, 6, 7, 8],
            "masks": [0b1111, 0b1111, 0b1111, 0b1111, 0, 0, 0, 0b1111],
            "depths": [0] * 8,
            "lane_ledger": {"active": 20, "diverged": 12},
            "registers": {(0, 1): [1, 1, 1, 1], (0, 2): [0, 0, 0, 0]},
        },
        "Nobody is left for the other side: the branch is taken with an empty mask, and the move behind it takes its "
        "cycle and writes nothing.",
    ),
    Pin(
        "scalar_instructions_have_one_beat",
        "s_mov.b64 s[0:1], exec\nvcmp.lt.u32 exec, lane_id, 2\nret\n",
        {"branch.policy": "explicit_masks", "alu.lanes": 2, "alu.latency": 3},
        4,
        10,
        {
            "events": {0: (0, 0, 3, 3, 3), 1: (3, 3, 7, 7, 7), 2: (7, 7, 10, 10, -1)},
            "masks": [0b1111, 0b1111, 0b0011],
            "degrees": [1, 2, 1],
            "warp_states": {0: "issued branch*2 issued dep_alu*3 issued branch*2"},
        },
        "Control instructions go to the ALU: one beat, offered at 0 + 3 + 1 - 1. The compare is a vector instruction "
        "of two beats: 3 + 3 + 2 - 1.",
    ),
]
