"""Readings of a board: lines and their spans, steps from launches, keys, contradictions, the plan and its kernels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from simt.machine import Machine
from simt.validate.board.calibration import BoardCalibration, calibrate_board
from simt.validate.board.figures import figures_of
from simt.validate.board.kernels import Microkernel
from simt.validate.board.plan import plan, plan_csv
from simt.validate.board.readings import read_readings
from simt.validate.board.sources import opencl
from simt.validate.board.spans import Span, agree
from simt.validate.errors import CalibrationError
from simt.validate.hardware import Hardware
from simt.views.studies.board import line_numbers

HEAD = "microkernel,instruction,threads,stride,steps,turns,cycles,seconds,spread,repeats\n"
GTX280 = Machine.load("gtx280")
FPGA8 = Machine.load("fpga8", {"memory": "simple"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "board.csv"


def calibrated(path: Path, lines: str, machine: Machine = GTX280) -> BoardCalibration:
    path.write_text(HEAD + lines)
    return calibrate_board(read_readings(path, machine), machine)


def test_what_most_spans_agree_on() -> None:
    assert agree([Span(1, 4), Span(3, 6)]) == (Span(3, 4), [])
    assert agree([Span(1, 4), Span(3, 6), Span(9, 10)]) == (Span(3, 4), [2])
    assert agree([Span(1, 2), Span(3, 4)]) == (None, [0, 1])
    assert agree([Span(1, 2)]) == (Span(1, 2), [])


def test_numbers_of_lines() -> None:
    assert line_numbers((2, 3, 4, 7, 9, 10)) == "2-4 7 9-10"


@pytest.mark.parametrize(
    ("cells", "half"),
    [
        ("24,,,", 0.72),  # 3 %
        ("4,,,", 0.5),  # half a unit of the last digit
        ("4.0,,,", 0.12),
        ("240,,1,", 3.0),  # three standard deviations
        ("240,,2,100", 0.684),  # of the mean of many; Student's t of 20 and more
        ("240,,1,4", 4.61),  # Student's t of four
        ("2.4e2,,,", 7.2),
    ],
)
def test_how_far_a_reading_may_be_off(path: Path, cells: str, half: float) -> None:
    path.write_text(f"{HEAD}chain,add.u32,,,,,{cells}\n")
    (line,) = read_readings(path, GTX280).lines
    assert line.cycles.high - line.value == pytest.approx(half)
    assert line.value - line.cycles.low == pytest.approx(half)


def test_seconds_are_of_the_cores_clock(path: Path) -> None:
    path.write_text(f"{HEAD}chain,add.u32,,,,,,1e-6,,\n")
    (line,) = read_readings(path, GTX280).lines
    assert line.value == pytest.approx(1296)


def test_steps_are_the_difference_of_launches(path: Path) -> None:
    path.write_text(f"{HEAD}chain,add.u32,,,32,10,8680,,,\nchain,add.u32,,,256,10,62440,,,\n")
    figures, mistakes = figures_of(read_readings(path, GTX280).lines)
    assert mistakes == []
    assert figures[0].value == pytest.approx(24)  # 1000 cycles of overhead do not count
    assert figures[0].lines == (2, 3)


def test_keys_from_published_cycles(path: Path) -> None:
    outcome = calibrated(path, "chain,add.u32,,,,,24,,,\nchain,add.u32,512,,,,64,,,\nchain,mul.u32,,,,,96,,,\n")
    assert outcome.key("alu.interval").interval == Span(1, 1)
    # 24 is the sixth turn of four cycles: latency + 4 beats + 1 is 21 to 24.
    assert outcome.key("alu.latency").interval == Span(16, 19)
    assert outcome.key("alu.latency").value == 19
    assert outcome.key("costs mul.u32 latency").holds(79)
    assert not outcome.key("fpu.latency").is_decided
    assert outcome.key("fpu.latency").value == GTX280.fpu.latency
    assert outcome.agrees


def test_a_sum_alone_leaves_its_parts_open(path: Path) -> None:
    outcome = calibrated(path, "chain,add.u32,,,,,24,,,\n")
    assert outcome.key("alu.interval").interval == Span(1, 5)
    assert outcome.key("alu.latency").interval == Span(1, 19)


def test_banks_and_what_a_conflict_costs(path: Path) -> None:
    # 8 banks, all 8 lanes at once: strides of 2, 4 and 8 words let 2, 4 and 8 lanes meet; a turn takes 2 cycles.
    steps = {4: 8, 8: 10, 16: 14, 32: 22, 64: 22}
    lines = "".join(f"chain,ld.local,8,{stride},,,{cycles},,,\n" for stride, cycles in steps.items())
    outcome = calibrated(path, f"chain,ld.local,,,,,8,,,\n{lines}", FPGA8)
    assert outcome.key("local.banks").interval == Span(8, 8)
    assert outcome.key("lds.interval").interval == Span(2, 2)
    assert outcome.key("lds.latency").interval == Span(2, 2)  # 3 + 2 + 2 - 1 + 2


def test_conflicts_narrow_the_latency_too(path: Path) -> None:
    steps = {4: 40, 8: 44, 16: 52, 32: 68, 64: 100}
    lines = "".join(f"chain,ld.local,32,{stride},,,{cycles},,0.1,\n" for stride, cycles in steps.items())
    base = GTX280.replace(**{"local.words": 4096})  # so that it may have 32 banks
    outcome = calibrated(path, f"chain,ld.local,,,,,40,,0.1,\n{lines}", base)
    assert (outcome.key("local.banks").value, outcome.key("lds.interval").value) == (16, 2)
    assert outcome.key("lds.interval").interval == Span(2, 4)  # with 32 banks 4, as turns may hide three cycles
    # 39.5 to 40.5 cycles, of which turns may be three; retire 2, less 1; two beats of two to four cycles.
    assert outcome.key("lds.latency").interval == Span(28, 35)


def test_a_base_machine_with_a_cost_of_local_loads(path: Path) -> None:
    base = GTX280.replace(costs=("ld.local:2:33",))
    outcome = calibrated(path, "chain,ld.local,,,,,40,,,\nchain,ld.local,32,64,,,100,,,\n", base)
    assert outcome.key("costs ld.local latency").holds(33)
    assert not outcome.key("local.banks").is_decided


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("chian,add.u32,,,,,24,,,", "there is no microkernel `chian`"),
        ("chain,add.u23,,,,,24,,,", "there is no chain of `add.u23`"),
        (",add.u32,,,,,24,,,", "it has no microkernel"),
        ("chain,add.u32,,,,,-24,,,", "a number above 0, not `-24`"),
        ("chain,add.u32,,,,,nan,,,", "a number above 0, not `nan`"),
        ("chain,add.u32,,,,,24 cycles,,,", "a number above 0, not `24 cycles`"),
        ("chain,add.u32,,,,,,,,", "it has no measurement"),
        ("chain,add.u32,,,,,24,1e-6,,", "it has cycles and seconds"),
        ("chain,add.u32,,,,,24", "it has 7 cells"),
        ("chain,add.u32,2000,,,,24,,,", "has 1024 work-items in a group at most, not 2000"),
        ("chain,add.u32,1.5,,,,24,,,", "`threads` is a whole number of 1 or more, not `1.5`"),
        ("chain,add.u32,,4,,,24,,,", "has a stride"),
        ("chain,ld.local,32,6,,,24,,,", "a stride is a multiple of 4 bytes"),
        ("chain,add.u32,,,32,,24,,,", "it has no turns"),
        ("chain,add.u32,,,32,1000,24,,,", "no other line has its microkernel and turns with other steps"),
        ("chain,add.u32,,,,,24,,-1,", "`spread` is a number of 0 or more, not `-1`"),
        ("chain,add.u32,,,,,24,,1,1", "one repeat has no spread"),
        ("stream,add.u32,,,,,24,,,", "a stream has no instruction"),
        ("chain,div.u32,,,,,24,,,", "gtx280 has no"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_the_rest_used(path: Path, line: str, reason: str) -> None:
    outcome = calibrated(path, f"{line}\nchain,add.f32,,,,,24,,,\n")
    (mistake,) = outcome.mistakes
    assert (mistake.number, mistake.code) == (2, "E0883")
    assert reason in mistake.reason
    assert outcome.key("fpu.latency").is_decided
    assert not outcome.agrees


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("microkernel,cycels\nchain,24\n", "did you mean `cycles`"),
        ("kernel,cycles\nchain,24\n", "names no column for microkernel"),
        ("microkernel,hours\nchain,24\n", "names no column for a unit"),
        ("microkernel,cycles,lanes\nchain,24,1\n", "names the column `lanes`, which is not known"),
        ("microkernel,cycles\n", "has no readings below its first line"),
        ('microkernel,cycles\n"chain,24\n', "is not CSV"),
    ],
)
def test_a_file_that_cannot_be_read(path: Path, text: str, reason: str) -> None:
    path.write_text(text)
    with pytest.raises(CalibrationError) as told:
        read_readings(path, GTX280)
    assert told.value.code == "E0882"
    assert reason in str(told.value)


def test_lines_that_contradict_each_other(path: Path) -> None:
    one = "chain,add.u32,,,,,24,,,\n"
    outcome = calibrated(path, f"{one}{one}chain,add.u32,,,,,48,,,\n")
    assert [(each.number, each.code) for each in outcome.mistakes] == [(4, "E0884")]
    assert "contradicts line 2 and 3" in outcome.mistakes[0].reason
    assert outcome.key("alu.latency").lines == (2, 3)
    undecided = calibrated(path, f"{one}chain,add.u32,,,,,48,,,\n")
    assert [each.number for each in undecided.mistakes] == [2, 3]
    assert not undecided.key("alu.latency").is_decided


def test_more_steps_that_take_no_longer(path: Path) -> None:
    outcome = calibrated(path, "chain,add.u32,,,32,10,9000,,,\nchain,add.u32,,,256,10,8000,,,\n")
    assert [(each.number, each.code) for each in outcome.mistakes] == [(2, "E0884"), (3, "E0884")]
    assert "256 steps took no longer than 32" in outcome.mistakes[0].reason


def test_what_the_result_does_not_explain_is_named(path: Path) -> None:
    outcome = calibrated(path, "chain,add.u32,,,,,24,,,\nchain,ld.local,,,,,38,,,\n")
    assert [row.figure.lines for row in outcome.unexplained] == [(3,)]  # no multiple of a turn of four cycles
    assert outcome.unexplained[0].simulated == 40
    assert outcome.unexplained[0].error == pytest.approx(40 / 38 - 1)


def test_loads_that_overlap_on_a_machine_with_one_in_flight(path: Path) -> None:
    head = "microkernel,instruction,loads,cycles\n"
    path.write_text(f"{head}chain,ld.global,,450\nflight,,8,500\n")
    outcome = calibrate_board(read_readings(path, FPGA8), FPGA8)
    assert "8 loads at once take less than two in a row" in outcome.mistakes[0].reason
    assert "issue.dependences=scoreboard" in outcome.mistakes[0].help


def test_the_plan_has_two_launches_of_each_microkernel(path: Path) -> None:
    launches = plan(FPGA8)
    path.write_text(plan_csv(launches))
    outcome = read_readings(path, FPGA8)
    assert len(outcome.mistakes) == len(launches)  # no result is filled in
    assert {each.reason for each in outcome.mistakes} == {"it has no measurement"}
    assert len({launch.microkernel for launch in launches}) * 2 == len(launches)


@pytest.mark.parametrize(
    ("instruction", "loads", "more"),
    [("add.u32", 1, 0), ("mul.f32", 1, 0), ("rcp.f32", 1, 0), ("ld.global", 1, 5), ("", 8, 200)],
)
def test_the_kernels_in_opencl_do_what_the_assembly_does(
    tmp_path: Path, instruction: str, loads: int, more: float
) -> None:
    """The flight's kernel also adds up its loads, in some instructions one after the other."""
    microkernel = Microkernel("chain" if instruction else "flight", instruction, loads=loads)
    pair = [launch for launch in plan(GTX280) if launch.microkernel == microkernel]
    source = tmp_path / "board.cl"
    source.write_text(opencl(pair, GTX280))
    words = 1 << 14
    data = np.zeros(words, np.uint32) if microkernel.kind == "flight" else 4 * np.arange(words, dtype=np.uint32)
    inputs = {"out": np.zeros(1, np.uint32), "turns": 1, "zero": 0, "stride": 0, "data": data}
    cycles = [
        simt.run(f"{source}::{launch.kernel}", GTX280, global_size=1, local_size=1, inputs=inputs).cycles
        for launch in pair
    ]
    step = (cycles[1] - cycles[0]) / (pair[1].steps - pair[0].steps)
    assert -0.1 <= step - microkernel.cycles_per_step(Hardware(GTX280)) <= more + 0.1
