"""Konata logs, read back by a strict parser written from the format's public description ("Kanata Log Format")."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import isa
import simt
from simt.result.result import Result
from simt.views.exports import export
from simt.views.exports.konata import STAGES
from tests.unit.views.export_records import (
    CASES,
    SEEDS,
    Span,
    bundle_of,
    cut,
    in_full,
    of_collectors,
    recorded,
    span,
    stages,
    stalls,
    windows,
)


@dataclass
class Row:
    """What a log says of an instruction."""

    simulator_id: int
    thread: int
    labels: dict[int, str] = field(default_factory=dict)
    lanes: dict[int, list[Span]] = field(default_factory=dict)
    open: dict[int, tuple[str, int]] = field(default_factory=dict)
    born: int = 0
    died: int = -1
    retirement: tuple[int, int] = (-1, -1)
    producers: list[int] = field(default_factory=list)

    def close(self, lane: int, cycle: int) -> None:
        if lane in self.open:
            name, start = self.open.pop(lane)
            self.lanes.setdefault(lane, []).append(Span(name, start, cycle))


def parse(text: str) -> list[Row]:
    """The instructions of a log; anything that the description does not allow is an error."""
    lines = text.split("\n")
    assert lines[0] == "Kanata\t0004"
    assert lines[-1] == "", "the last line ends"
    cycle, rows, retired = 0, [], 0
    for line in lines[1:-1]:
        command, *arguments = line.split("\t")
        if command == "C":
            (passed,) = map(int, arguments)
            assert passed > 0, "cycles pass in one direction"
            cycle += passed
            continue
        if command == "I":
            number, simulator_id, thread = map(int, arguments)
            assert number == len(rows), "ids are dense from 0"
            rows.append(Row(simulator_id, thread, born=cycle))
            continue
        row = rows[int(arguments[0])]
        assert row.died < 0, "nothing after R"
        if command == "L":
            kind, label = int(arguments[1]), arguments[2]
            assert kind in (0, 1)
            row.labels[kind] = row.labels.get(kind, "") + label
        elif command == "S":
            lane, name = int(arguments[1]), arguments[2]
            row.close(lane, cycle)
            row.open[lane] = name, cycle
        elif command == "E":
            lane, name = int(arguments[1]), arguments[2]
            assert row.open[lane][0] == name, "E ends the stage that is open"
            row.close(lane, cycle)
        elif command == "W":
            producer, kind = map(int, arguments[1:])
            assert 0 <= producer < len(rows), "a producer has begun"
            assert rows[producer] is not row
            assert kind == 0
            assert cycle == row.born
            row.producers.append(producer)
        elif command == "R":
            number, kind = map(int, arguments[1:])
            assert not any("X" in name for name, _ in row.open.values()), (
                "an X ends before R: else no arrow begins there"
            )
            assert kind in (0, 1)
            assert number == retired, "retirement numbers are serial"
            retired += kind == 0
            for lane in list(row.open):
                row.close(lane, cycle)
            row.died, row.retirement = cycle, (number, kind)
        else:
            raise AssertionError(f"no such command: {line!r}")
    assert all(row.died >= 0 for row in rows), "R must be output for every instruction"
    return rows


def log(result: Result, folder: Path) -> list[Row]:
    path = folder / "trace.kanata"
    export(result, path)
    return parse(path.read_text())


@pytest.mark.parametrize("seed", CASES)
def test_stages_are_those_of_the_events(seed: int, tmp_path: Path) -> None:
    full = recorded(seed)
    for result in windows(seed):
        assert result.events is not None
        rows = log(result, tmp_path)
        for row, event, whole in zip(rows, result.events.instructions, in_full(full, result), strict=True):
            (life,) = cut([span(full, whole)], result)
            want = [Span(STAGES[stage.name], stage.start, stage.stop) for stage in stages(full, whole)]
            assert row.simulator_id == event["sequence"]
            assert (row.born, row.died) == (life.start, life.stop)
            assert row.lanes.get(0, []) == cut(want, result)
            assert row.lanes.get(1, []) == cut(stalls(full, whole), result)
            assert row.thread == event["warp"]
            assert row.retirement[1] == (0 if event["retire"] >= 0 else 1)
            assert row.labels[0].startswith(f"{event['pc']}: ")
            mask = re.search(r"mask ([0-9a-f]+) \((\d+) lanes\)", row.labels[1])
            assert mask is not None
            assert int(mask[1], 16) == int(event["mask"]) & (1 << full.machine.warp_size) - 1
            assert int(mask[2]) == (int(event["mask"]) & (1 << 64) - 1).bit_count()
            place = f"{event['instance']}, degree {event['degree']}" if event["enter"] >= 0 else "not entered"
            assert place in row.labels[1]


def test_the_cases_have_instructions_that_did_not_retire_and_stalls(tmp_path: Path) -> None:
    rows = [row for seed in SEEDS for row in log(recorded(seed), tmp_path)]
    assert {row.retirement[1] for row in rows} == {0, 1}
    assert {"bank_conflict", "unit_busy", "retire_port", "barrier"} <= {
        stage.name for row in rows for stage in row.lanes.get(1, [])
    }
    names = {stage.name for row in rows for stage in row.lanes[0]}
    assert names == {"F", "Xa", "Xf", "Xs", "Xd", "Xl", "Xc", "W", "Bu", "R", "Ba"}  # no global memory


def arrows(rows: list[Row]) -> list[tuple[int, int]]:
    """Consumer and producer of every arrow."""
    return [(number, producer) for number, row in enumerate(rows) for producer in row.producers]


def writers(result: Result) -> set[tuple[int, int]]:
    """Sequence numbers of consumers and producers of a whole record: who wrote each lane of what is read, one
    instruction after the other."""
    assert result.events is not None
    table, last = result.events.instructions, {}
    found, at = set(), 0
    while at < len(table):
        bundle = bundle_of(result, table[at])
        uses = []
        for event in bundle:
            instruction = result.program.instructions[event["pc"]]
            assert instruction is not None
            spec, lanes = instruction.spec, [k for k in range(64) if int(event["mask"]) >> k & 1]
            jumps_on_old_flag = instruction.cond in ("c", "nc") and not spec.writes_carry
            read = [*instruction.registers_read, *["flag"] * (spec.reads_carry or jumps_on_old_flag)]
            written = [*instruction.registers_written, *["flag"] * spec.writes_carry]
            of_warp = [{("scalar", number) for number in numbers} for numbers in instruction.scalars_used]
            uses.append(
                (
                    {(place, lane) for place in read for lane in lanes} | of_warp[0],
                    {(place, lane) for place in written for lane in lanes} | of_warp[1],
                )
            )
        warp = int(bundle[0]["warp"])
        for event, (asked, _) in zip(bundle, uses, strict=True):
            found |= {(int(event["sequence"]), last[warp, place]) for place in asked if (warp, place) in last}
        for event, (_, given) in zip(bundle, uses, strict=True):
            last |= {(warp, place): int(event["sequence"]) for place in given}
        at += len(bundle)
    return found


@pytest.mark.parametrize("seed", CASES)
def test_arrows_come_from_who_wrote_what_is_read(seed: int, tmp_path: Path) -> None:
    want = writers(recorded(seed))
    for result in windows(seed):
        rows = log(result, tmp_path)
        kept = {row.simulator_id for row in rows}
        found = [(rows[one].simulator_id, rows[other].simulator_id) for one, other in arrows(rows)]
        assert len(found) == len(set(found)), "one arrow, whatever two instructions have in common"
        assert set(found) == {pair for pair in want if set(pair) <= kept}
        for one, other in arrows(rows):
            assert rows[other].thread == rows[one].thread
            assert rows[other].retirement[1] == 0
            assert rows[other].died <= rows[one].born, "one instruction or bundle of a warp is in flight"


def test_the_cases_have_arrows_of_every_kind() -> None:
    kinds = set()
    for seed in SEEDS:
        result = recorded(seed)
        assert result.events is not None
        by_number = {int(event["sequence"]): event for event in result.events.instructions}
        for one, other in writers(result):
            consumer, producer = by_number[one], by_number[other]
            kinds.add("bundles" if result.machine.vliw.count > 1 else result.machine.branch.policy)
            kinds.add("in part" if int(consumer["mask"]) & ~int(producer["mask"]) else "whole")
    assert kinds == {
        "bundles", "first_thread", "mask_stack", "ipdom_stack", "min_pc", "explicit_masks", "in part", "whole",
    }  # fmt: skip


def test_arrows_of_registers_and_the_flag(tmp_path: Path) -> None:
    text = """
        .threads 4
        .local x u32[64]
        add.u32  r1, lane_id, 1     ; 0
        add.u32  r2, r1, r1         ; 1 twice of 0, one arrow
        add.u32  r1, r2, 5          ; 2 of 1
        addc.u32 r3, r1, r2         ; 3 of 2, its register and its flag, and of 1
        st.local [r1 + x], r3       ; 4 of 2 and 3
        mov.b32  r3, 0 -> over if c ; 5 of 3: it writes no flag
    over:
        ret
    """
    rows = log(simt.run(isa.assemble(text), "fpga4", record=True), tmp_path)
    assert arrows(rows) == [(1, 0), (2, 1), (3, 1), (3, 2), (4, 2), (4, 3), (5, 3)]


def test_an_arrow_is_of_the_lanes_that_read(tmp_path: Path) -> None:
    text = """
        .threads 32
        mov.b32 r2, 7               ; 0
        and.b32 r1, lane_id, 1      ; 1
        br_push r1, even, join      ; 2 of 1
        add.u32 r2, r2, 1           ; 3 of 0, in odd lanes
        pop_mask                    ; 4
    even:
        add.u32 r3, r2, 2           ; 5 of 0: no lane of it has what 3 wrote
        pop_mask                    ; 6
    join:
        add.u32 r4, r2, r3          ; 7 of 0, 3 and 5
        ret
    """
    rows = log(simt.run(isa.assemble(text), "article32", record=True), tmp_path)
    assert arrows(rows) == [(2, 1), (3, 0), (5, 0), (7, 0), (7, 3), (7, 5)]


def test_arrows_of_lanes_that_left_a_loop_one_after_the_other(tmp_path: Path) -> None:
    text = """
        .threads 32
        add.u32 r1, lane_id, 1
    again:
        xor.b32 r2, r2, 1
        sub.u32 r1, r1, 1 -> again if nz
        mov.b32 r3, r2
        ret
    """
    machine = simt.Machine.load("article32", {"branch.policy": "ipdom_stack"})
    rows = log(simt.run(isa.assemble(text), machine, record=True), tmp_path)
    turns = range(1, 64, 2)  # what each turn of the loop writes: r2 by k, r1 by k + 1
    assert arrows(rows) == sorted(
        [*((k, k - 2) for k in turns[1:]), (2, 0), *((k + 1, k - 1) for k in turns[1:]), *((65, k) for k in turns)]
    )


def test_arrows_of_a_bundle_are_from_before_it(tmp_path: Path) -> None:
    text = """
        .vliw 3
        .threads 4
        .local x f32[64]
        mov.b32 r1, 3                                                      ; 0
        mov.b32 r2, f(1.0)                                                 ; 1
        { ld.local r1, [r1 + x] | add.u32 r3, r1, 1 | add.f32 r1, r2, 1.0 } ; 2 and 3 of 0, 4 of 1
        st.local [r3 + x], r1                                              ; 5 of 3, and of 4, the higher slot
        ret
    """
    machine = simt.Machine.load("fpga4", {"vliw.slots": 3})
    rows = log(simt.run(isa.assemble(text), machine, record=True), tmp_path)
    assert arrows(rows) == [(2, 0), (3, 0), (4, 1), (5, 3), (5, 4)]


def test_arrows_of_scalar_registers(tmp_path: Path) -> None:
    text = """
        .threads 64
        s_mov.b64 s[0:1], exec             ; 0
        s_and_saveexec.b64 s[2:3], s[0:1]  ; 1 of 0
        s_branch.scc0 over                 ; 2 of 1
        s_branch.execz over                ; 3 of 1
        s_mov.b64 exec, s[2:3]             ; 4 of 1
        s_not.b64 vcc, exec                ; 5 of 4
        mov.b32 r1, s106                   ; 6 of 5
        s_branch.vccnz over                ; 7 of 5
    over:
        ret
    """
    rows = log(simt.run(isa.assemble(text), "gcn64", record=True), tmp_path)
    assert arrows(rows) == [(1, 0), (2, 1), (3, 1), (4, 1), (5, 4), (6, 5), (7, 5)]


def test_no_arrow_leads_from_one_work_group_to_the_next(tmp_path: Path) -> None:
    text = """
        .buffer x, u32, 16
        add.u32 r5, r4, 1           ; 0: nobody of its group has written r4
        shl.b32 r1, global_id, 3    ; 1
        ld.global.b64 r2, [r1 + x]  ; 2 of 1
        add.u32 r4, r3, 1           ; 3 of 2, the second register
        st.global [r1 + x], r4      ; 4 of 1 and 3
        ret
    """
    machine = simt.Machine.load("fpga4", {"memory": "simple", "groups_per_core": 1})
    rows = log(simt.run(isa.assemble(text), machine, global_size=8, local_size=4, record=True), tmp_path)
    of_group = [(2, 1), (3, 2), (4, 1), (4, 3)]
    assert arrows(rows) == of_group + [(one + 6, other + 6) for one, other in of_group]


def test_the_log_of_a_small_run(tmp_path: Path) -> None:
    program = isa.assemble(".kernel k\n.threads 4\n  add.u32 r1, lane_id, 1 ; one\n  ret\n", filename="k.s")
    export(simt.run(program, "fpga4", record=True), tmp_path / "k.log")
    lines = (tmp_path / "k.log").read_text().splitlines()
    assert lines[:10] == [
        "Kanata\t0004",
        "I\t0\t0\t0",
        "L\t0\t0\t0: add.u32 r1, lane_id, 1",
        "L\t0\t1\tk.s:3, mask f (4 lanes), slot 0, alu 0, degree 1, depth 0",
        "S\t0\t0\tF",
        "C\t3",
        "S\t0\t0\tXa",
        "C\t2",
        "S\t0\t0\tR",
        "C\t2",
    ]
    assert lines[-1] == "R\t1\t1\t0"


def test_where_an_access_is_behind_channels_of_dram(tmp_path: Path) -> None:
    """Granted in 3 as it arrives, its read command in 10, its data in 19 (test_where_accesses_are.py)."""
    keys = {
        "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "coalescing": "sectors",
        "interconnect.latency": 2, "front_end.stages": 0, "retire.stages": 0,
    }  # fmt: skip
    program = isa.assemble(".buffer x, u32, 8\nld.global r1, [x]\nret\n")
    load, _ = log(
        simt.run(
            program, simt.Machine.load("fpga4", keys), inputs={"x": [5] * 8}, global_size=1, local_size=1, record=True
        ),
        tmp_path,
    )
    found = [(stage.name, stage.start, stage.stop) for stage in load.lanes[1]]
    assert found == [("memory_bank", 3, 10), ("memory_bus", 10, 20)]


def test_instructions_in_operand_collectors(tmp_path: Path) -> None:
    rows = log(of_collectors(), tmp_path)
    collecting = [next((each.start, each.stop) for each in row.lanes[0] if each.name == "Co") for row in rows]
    assert collecting == [(0, 3), (1, 4), (3, 5)]
    assert not any(each.name == "F" for row in rows for each in row.lanes[0])
    assert [(each.name, each.start, each.stop) for each in rows[2].lanes[1]] == [("unit_busy", 4, 5)]


def test_macros_are_disassembled(tmp_path: Path) -> None:
    text = ".kernel k\n.threads 4\n.macro next n\n  add.u32 \\n, \\n, 1\n.endm\n  next r3\n  ret\n"
    export(simt.run(isa.assemble(text), "fpga4", record=True), tmp_path / "k.log")
    assert "L\t0\t0\t0: add.u32 r3, r3, 1\n" in (tmp_path / "k.log").read_text()


def test_a_window_begins_with_the_cycles_before_it(tmp_path: Path) -> None:
    result = recorded(0, range(20, 40))
    assert result.events is not None
    export(result, tmp_path / "k.kanata")
    lines = (tmp_path / "k.kanata").read_text().splitlines()
    assert lines[1] == f"C\t{result.events.instructions['select'][0]}"
    assert not any(line.startswith("C=") for line in lines)
