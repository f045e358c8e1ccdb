"""simt.launch.run: what is refused before a run, and what a run gives back."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import isa
import simt
from isa.program.program import Program
from isa.reporting.diagnostics import ProgramError
from simt.core.engine.run import FIRST
from simt.launch.fits import LaunchError, check_fits
from simt.launch.inputs import InputError
from simt.launch.sizes import resolve_sizes
from simt.machine import Machine
from simt.views.run.summary import summary

KERNEL = """
.kernel scale
.threads 8
.local x f32[8]
.local y f32[8]
.param a f32 = 2.0
    ld.local  r1, [thread_id + x]
    mul.f32   r2, r1, a
    st.local  [thread_id + y], r2
    ret
"""
PROGRAM = isa.assemble(KERNEL, filename="scale.s")
FPGA4 = Machine.load("fpga4")


def test_arrays_and_numbers_go_in_and_arrays_come_out() -> None:
    x = np.arange(8, dtype=np.float32)
    result = simt.run(PROGRAM, FPGA4, inputs={"x": x, "a": 0.5})
    assert result.completed
    assert result.local["y"].dtype == np.float32
    assert result.local["y"].tolist() == (x / 2).tolist()
    assert result.local["x"].tolist() == x.tolist()
    assert result.memory[8:16].view(np.float32).tolist() == (x / 2).tolist()
    assert result.registers.shape == (2, 32, 4)
    assert result.registers[1, 2].view(np.float32).tolist() == [2.0, 2.5, 3.0, 3.5]
    assert (result.warps, result.threads, result.instructions) == (2, 8, 8)


def test_both_engines_compute_the_same() -> None:
    inputs = {"x": np.linspace(-1, 1, 8)}
    cycle, functional = (simt.run(PROGRAM, "fpga4", inputs=inputs, engine=name) for name in ("cycle", "functional"))
    assert cycle.memory.tolist() == functional.memory.tolist()
    assert cycle.registers.tolist() == functional.registers.tolist()
    assert cycle.instructions == functional.instructions
    assert (cycle.cycles > 0, functional.cycles) == (True, 0)


def test_inputs_are_not_changed() -> None:
    program = isa.assemble(".threads 4\n.local x f32[4]\n st.local [thread_id + x], thread_id\n ret\n")
    x = np.ones(4, np.float32)
    simt.run(program, FPGA4, inputs={"x": x})
    assert x.tolist() == [1, 1, 1, 1]


def test_a_launch_may_have_fewer_threads() -> None:
    result = simt.run(PROGRAM, FPGA4, inputs={"x": np.ones(8)}, threads=3)
    assert result.local["y"].tolist() == [2, 2, 2, 0, 0, 0, 0, 0]
    assert result.ledgers.lane["tail"] == result.instructions


def test_what_was_computed_before_a_trap_is_kept() -> None:
    program = isa.assemble("""
        .threads 4
        .local x u32[4]
            mov.b32  r1, 7
            st.local [thread_id + x], r1
            ld.local r1, [thread_id + 5000]
            ret
    """)
    result = simt.run(program, FPGA4)
    assert result.stop is not None
    assert (result.stop.kind, result.stop.value, result.stop.lane_numbers) == ("local_address", 5000, [0, 1, 2, 3])
    assert result.local["x"].tolist() == [7, 7, 7, 7]
    assert not result.completed


def test_the_limit_stops_a_kernel_that_never_ends() -> None:
    program = isa.assemble(".threads 4\ntop: jmp top\n")
    for engine in ("cycle", "functional"):
        stop = simt.run(program, FPGA4, max_cycles=1000, engine=engine).stop
        assert stop is not None
        assert (stop.kind, stop.cycle) == ("cycle_limit", 1000)


def test_progress_and_compiling_are_called() -> None:
    counts: list[int] = []
    program = isa.assemble(".threads 4\ntop: jmp top\n")
    simt.run(program, FPGA4, max_cycles=3_000_000, progress=counts.append)
    assert (counts[:2], counts[-1]) == ([0, FIRST], 3_000_000)
    assert counts == sorted(set(counts))
    # By now the engine is compiled in this process.
    simt.run(program, FPGA4, max_cycles=10, compiling=lambda: pytest.fail("nothing to compile"))


@pytest.mark.parametrize("engine", ["cycle", "functional"])
def test_an_interrupt_before_the_first_chunk_is_not_lost(engine: str) -> None:
    result = simt.run(PROGRAM, FPGA4, engine=engine, inputs={"x": np.ones(8)}, progress=lambda count: True)
    assert result.stop is not None
    assert (result.stop.kind, result.stop.cycle, result.cycles, result.instructions) == ("interrupted", 0, 0, 0)
    assert result.local["x"].tolist() == [1] * 8
    assert "stopped  interrupted [T007] after 0" in summary(result)
    assert result.to_json()


# --- what is refused --------------------------------------------------------------------------------------------------


def refusal(program: Program, machine: Machine, threads: int) -> str:
    with pytest.raises(LaunchError) as caught:
        check_fits(program, machine, threads)
    assert caught.value.exit_status == 2
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    return str(caught.value)


def test_every_size_that_is_too_small_is_told_at_once() -> None:
    machine = FPGA4.replace(**{"program.words": 3, "constants.words": 1, "local.words": 8, "registers": 2, "warps": 1})
    program = isa.assemble(KERNEL.replace(", a\n", ", 3.0\n"), filename="scale.s")
    report = refusal(program, machine, 8)
    assert [line for line in report.splitlines() if line.startswith(("error", "  = help"))] == [
        "error[E0501]: the kernel `scale` needs 8 threads and fpga4 has 4",
        "  = help: a larger machine: -s warps=2",
        "error[E0501]: the kernel `scale` needs 4 instructions and fpga4 has 3",
        "  = help: a larger machine: -s program.words=4",
        "error[E0501]: the kernel `scale` needs 4 constants and fpga4 has 1",
        "  = help: a larger machine: -s constants.words=4",
        "error[E0501]: the kernel `scale` needs 16 words of local memory and fpga4 has 8",
        "  = help: a larger machine: -s local.words=16",
        "error[E0502]: fpga4 cannot execute instruction 1: r2 is used and the machine has 2 registers",
        "  = help: a machine that can: -s registers=3",
    ]
    assert "scale.s:8:5" in report
    assert "8 |     mul.f32   r2, r1, 3.0" in report
    assert "|     ^^^^^^^^^^^^^^^^^^^^^\n" in report


@pytest.mark.parametrize(
    ("line", "reason", "setting"),
    [
        ("mul.u32 r1, r2, r3", "needs a multiplier", "options.multiply=true"),
        ("mad.f32 r1, r2, r3, r4", "reads three registers", "options.read_ports=3"),
    ],
)
def test_instructions_that_the_machine_lacks_are_told_once_each(line: str, reason: str, setting: str) -> None:
    program = isa.assemble(f".threads 4\n {line}\n {line}\n {line}\n ret\n")
    report = refusal(program, FPGA4, 4)
    assert report.count("error[E0502]") == 1
    assert reason in report
    assert "the same holds for 2 more instructions" in report
    assert f"a machine that can: -s {setting}" in report
    key, _, value = setting.partition("=")
    check_fits(program, FPGA4.replace(**{key: {"true": True, "3": 3}[value]}), 4)


def test_presets_that_have_an_instruction_are_named() -> None:
    program = isa.assemble(".threads 4\n ballot r1, lane_id, 0\n reduce_add.u32 r1, r1\n ret\n")
    report = refusal(program, FPGA4, 4)
    assert "makes a word of a bit of each lane (options.ballot)" in report
    assert "a machine that can: -s options.ballot=true, or -m fermi_sm" in report
    assert report.endswith("a machine that can: -s options.reduce=true")


def test_threads() -> None:
    program = isa.assemble(" ret\n")
    assert "does not say how many threads" in refusal(program, FPGA4, 0)
    assert "--threads 64" in refusal(program, FPGA4, 0)
    assert "at least one thread, not -1" in refusal(program, FPGA4, -1)
    assert "`warps` is at most 64" in refusal(program, FPGA4, 100_000)
    with pytest.raises(LaunchError):
        simt.run(program, FPGA4, threads=65, strict=False)


def test_an_empty_program_is_refused() -> None:
    assert "has no instructions" in refusal(Program.from_words([], threads=4), FPGA4, 4)


def test_raw_words_trap_when_nobody_is_strict() -> None:
    program = Program.from_words([0xFF << 56], threads=4)
    assert "the word is not an instruction" in refusal(program, FPGA4, 4)
    stop = simt.run(program, FPGA4, strict=False).stop
    assert stop is not None
    assert (stop.kind, stop.code, stop.value) == ("illegal_instruction", "T002", 0xFF)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"engine": "fast"}, "the engine is `cycle` or `functional`, not `fast`"),
        ({"max_cycles": 0}, "max_cycles is at least 1"),
        ({"engine": "functional", "record": True}, "only the cycle engine records"),
    ],
)
def test_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ProgramError, match=message):
        simt.run(PROGRAM, FPGA4, **arguments)  # type: ignore[arg-type]


def test_an_unknown_input_is_refused_before_numba_is_imported() -> None:
    code = (
        "import sys, isa, simt\n"
        "program = isa.assemble('.threads 4\\n ret\\n')\n"
        "try: simt.run(program, 'fpga4', inputs={'x': 1})\n"
        "except simt.SimtError: print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    with pytest.raises(InputError):
        simt.run(PROGRAM, FPGA4, inputs={"z": 1})


@pytest.mark.parametrize(
    ("text", "reason", "way"),
    [
        ("rcp.f32 r1, r2", "`rcp.f32` needs an SFU (sfu.count)", "-s sfu.count=1"),
        ("add.f64 r2, r4, r6", "`add.f64` needs a double-precision unit (dpu.count)", "-s dpu.count=1"),
        ("ld.global r1, [r2]", "`ld.global` needs global memory (memory.policy)", "-s memory.policy=simple"),
        ("atom.add.u32 r1, [r2], r3", "`atom.add.u32` needs global memory", "-s memory.policy=simple"),
    ],
)
def test_instructions_of_units_that_the_machine_lacks(text: str, reason: str, way: str) -> None:
    with pytest.raises(LaunchError) as caught:
        check_fits(isa.assemble(f"{text}\nret"), Machine.load("fpga4"), 4)
    (found,) = caught.value.diagnostics
    assert found.code == "E0502"
    assert reason in found.message
    assert way in found.help


def test_a_wide_access_beyond_the_registers() -> None:
    machine = Machine.load("fpga4", {"memory": "simple", "registers": 16})
    check_fits(isa.assemble("ld.global.b128 r12, [r1]\nret"), machine, 4)
    with pytest.raises(LaunchError) as caught:
        check_fits(isa.assemble("ld.global.b128 r13, [r1]\nret"), machine, 4)
    (found,) = caught.value.diagnostics
    assert found.code == "E0502"
    assert "moves registers up to r16 and the machine has 16 registers" in found.message
    assert "-s registers=17" in found.help


@pytest.mark.parametrize(
    ("size", "group"),
    [(1024, (64,)), (100, (50,)), (97, (1,)), ((48, 4), (48, 1)), (7, (7,)), ((130, 2, 3), (26, 1, 1))],
)
def test_the_group_of_a_launch_that_does_not_name_it(size: Any, group: tuple[int, ...]) -> None:
    grid = resolve_sizes(isa.assemble("ret"), global_size=size)
    assert grid is not None
    assert tuple(grid.local)[: len(group)] == group
    told = resolve_sizes(isa.assemble(".threads 8\nret"), global_size=16)
    assert told is not None
    assert told.threads == 8
    assert resolve_sizes(isa.assemble("ret")) is None
