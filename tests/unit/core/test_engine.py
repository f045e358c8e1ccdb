"""The fast engine: the specification's pins, every instruction's cases, one compilation, chunks, raw words."""

from __future__ import annotations

import random
import struct
import threading
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import isa
from isa.program.buffers import FIRST_BUFFER
from isa.program.encoding import Instruction, encode
from isa.program.program import Program
from isa.table.spec import InstructionSpec, field_mask
from isa.table.table import FIELDS, FORMATS, INSTRUCTIONS
from isa.table.units import OPTIONAL
from simt.core.engine import entry as entries
from simt.core.engine import run as engine
from simt.core.engine.entry import COMPILER, call, fingerprint, in_thread
from simt.core.engine.kinds import optional_groups
from simt.core.engine.run import Pace, simulate
from simt.core.jit.deferred import INTERPRETED
from simt.core.jit.packed import pack
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State
from simt.launch.arrays import buffer_spans
from simt.launch.inputs import bind
from simt.machine import Machine, rules
from tests.engines import disagreement, fast, fast_case, first_core
from tests.examples import examples
from tests.generators.cases import random_case
from tests.pins import PINS
from tests.pins.pin import Pin, check_pin_on
from tests.reference import simulate as specification
from tests.reference import simulate_device as specified_device

EVERYTHING = Machine.load("fpga4").replace(
    **{"options.multiply": True, "options.read_ports": 3, **{f"{unit}.count": 1 for unit in OPTIONAL}},
    **{f"options.{name}": True for name in ("count_bits", "permute", "round", "fused", "divide")},
    **{f"options.{name}": True for name in ("shuffle", "vote", "ballot", "reduce")},
)
EXPLICIT = EVERYTHING.replace(**{"branch.policy": "explicit_masks"})
DEVICE = EVERYTHING.replace(**{"memory.policy": "simple"})
EXECUTABLE = [spec for spec in INSTRUCTIONS.values() if spec.requires != "mask_stack"]


def bits(value: float, spec: InstructionSpec, field: str) -> int:
    """Integers are bits, floats are float32; of a double float64."""
    if isinstance(value, int):
        return value
    if field in spec.doubles:
        return int(struct.unpack("<Q", struct.pack("<d", value))[0])
    return int(struct.unpack("<I", struct.pack("<f", value))[0])


def smoke_if_plain(pin: Pin) -> Any:
    """Pins of the plain kind of engine are quick: it compiles in a few seconds."""
    return pytest.param(pin, id=pin.name, marks=[] if any(optional_groups(pin.machine())) else [pytest.mark.smoke])


@pytest.mark.parametrize("pin", [smoke_if_plain(pin) for pin in PINS])
def test_pins(pin: Pin) -> None:
    check_pin_on(fast, pin)


def case_program(spec: InstructionSpec, case: Any, threads: int) -> Program:
    """Operands from local memory words 0 to 5, two for each, the carry flag from the case, the result to register 8.

    Every thread has six words of its own.
    """
    lines = ["mul.u32 r9, thread_id, 6"] + [f"ld.local r{word + 1}, [r9 + {word}]" for word in range(6)] + ["mov r9, 0"]
    if case.get("carry"):
        lines += ["mov r7, 0xffffffff", "add.u32 r7, r7, 1"]
    program = isa.assemble("\n".join(lines))
    slots = {"ra": 1, "rb": 3, "rc": 5}
    fields = {name: slots[name] for name in spec.fields if name in slots}
    words = [
        *program.words,
        encode(Instruction(spec, rd=8, **fields)),
        *isa.assemble("ret").words,
    ]
    return Program.from_words(words, program.constants, threads=threads)


@pytest.mark.smoke
@pytest.mark.parametrize("how", ["cycle", "functional", "reference"])
@pytest.mark.parametrize("spec", [spec for spec in EXECUTABLE if spec.cases], ids=lambda spec: spec.name)
def test_cases_of_the_table(spec: InstructionSpec, how: str) -> None:
    for case in spec.cases:
        by_lane = {name: value if isinstance(value, list) else [value] for name, value in case.items()}
        threads = len(by_lane["r"])
        program = case_program(spec, case, threads)
        memory = np.zeros(EVERYTHING.local.words, np.uint32)
        for place, name in enumerate("abc"):
            for thread, number in enumerate(by_lane.get(name, ())):
                value = bits(number, spec, f"r{name}")
                memory[6 * thread + 2 * place :][:2] = value & 0xFFFF_FFFF, value >> 32
        if how == "reference":
            # The specification stores inputs by array name.
            named = isa.assemble(f".local x u32[{6 * threads}]\nret")
            program = Program(
                words=program.words,
                constants=program.constants,
                threads=threads,
                locals=named.locals,
                local_words=6 * threads,
                locations=program.locations,
            )
            words = memory[: 6 * threads]
            result: Any = specification(program, EVERYTHING, inputs={"x": words}, threads=threads)
        else:
            placed = Placed(program, EVERYTHING, Grid.of(threads))
            result = first_core(simulate(placed, Memories(local=memory), engine=how))
        assert result.status == "done"
        for lane, expected in enumerate(by_lane["r"]):
            found = int(result.registers[0, 8, lane]) | int(result.registers[0, 9, lane]) << 32
            assert found == bits(expected, spec, "rd"), (lane, dict(case))
        carry = case.get("carry_out", case.get("carry", 0))
        assert int(result.carry[0]) & 1 == carry, dict(case)


def on_a_device(program: Program, how: str) -> Any:
    """A launch of one thread on a device of one core: status and registers."""
    bound = bind(program, DEVICE, {})
    words = np.concatenate((np.zeros(FIRST_BUFFER // 4, np.uint32), bound.memory))
    spans = buffer_spans(bound.program)
    if how == "reference":
        sizes = {"size": (1, 1), "local": (1, 1)}
        found = specified_device(bound.program, DEVICE, **sizes, buffers=[tuple(span) for span in spans], words=words)
        return SimpleNamespace(status=found.status, registers=found.cores[0].registers)
    return first_core(
        simulate(Placed(bound.program, DEVICE, Grid.of(1)), Memories(buffers=spans, words=words), engine=how)
    )


@pytest.mark.parametrize("how", ["cycle", "functional", "reference"])
@pytest.mark.parametrize("spec", [spec for spec in EXECUTABLE if spec.kernel], ids=lambda spec: spec.name)
def test_kernels_of_the_table(spec: InstructionSpec, how: str) -> None:
    program = isa.assemble(spec.kernel)
    machine = EXPLICIT if spec.requires == "explicit_masks" else EVERYTHING
    if spec.requires == "global_memory":
        result: Any = on_a_device(program, how)
    elif how == "reference":
        result = specification(program, machine, threads=1)
    else:
        result = first_core(simulate(Placed(program, machine, Grid.of(1)), engine=how))
    assert result.status == "done"
    for register, value in spec.expect.items():
        assert int(result.registers[0, int(register[1:]), 0]) == value, register


def test_every_executable_instruction_has_something_to_run() -> None:
    assert all(spec.cases or spec.kernel for spec in EXECUTABLE)
    assert len(EXECUTABLE) > 50


@pytest.mark.skipif(INTERPRETED, reason="no code is compiled for a type")
def test_other_arrays_are_refused() -> None:
    """Code for one type would take what is of another for its own. Layouts are the same in all launches."""
    for seed in range(30):
        fast_case(random_case(seed))
    cores = State.build(Placed(isa.assemble("ret"), Machine.load("fpga16"), Grid.of(1))).cores
    for other in (cores._replace(wheel=cores.wheel.astype(np.int32)), cores._replace(wheel=cores.wheel[0])):
        with pytest.raises(TypeError, match="the engine of kind cycle is compiled for other arrays"):
            call("cycle", pack(other), 1, 1, 1)
    with pytest.raises(ValueError, match="not C"):
        pack(cores._replace(wheel=np.zeros((8, 2), np.int64)[:, 0]))


def test_fingerprint_covers_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """A change in a neighbouring folder of the engine's own counts too: stale code would run otherwise."""
    before = fingerprint()
    copy = tmp_path / "engine" / "entry.py"
    for name in ("engine/entry.py", "lanes/alu.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("x = 1")
    (tmp_path / "rules.py").write_text("x = 1")
    monkeypatch.setattr(rules, "__file__", str(tmp_path / "rules.py"))
    monkeypatch.setattr(entries, "__file__", str(copy))
    fingerprint.cache_clear()
    changed = fingerprint()
    (tmp_path / "lanes" / "alu.py").write_text("x = 2")
    fingerprint.cache_clear()
    try:
        again = fingerprint()
        (tmp_path / "rules.py").write_text("x = 2")
        fingerprint.cache_clear()
        assert len({before, changed, again, fingerprint()}) == 4
    finally:
        fingerprint.cache_clear()


@pytest.mark.parametrize("seed", range(20))
def test_chunks_do_not_show(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that returns to Python after every 7 cycles gives what one that does not gives."""
    case = random_case(seed)
    whole = fast_case(case)
    monkeypatch.setattr(engine, "CHUNK", 7)
    assert disagreement(whole, fast_case(case)) == ""


def test_calls_take_a_tenth_of_a_second() -> None:
    """However long a cycle takes; four times as many cycles as before at most, because its length may change."""
    for nanoseconds in (20, 1_000, 20_000):
        pace, calls = Pace(4), []
        for _ in range(8):
            calls.append(pace.cycles)
            pace.took(4 * calls[-1], 4 * calls[-1] * nanoseconds / 1e9)
        assert calls[0] == engine.FIRST // 4
        assert all(after <= 4 * before for before, after in pairwise(calls))
        assert calls[-1] == pytest.approx(min(0.1e9 / nanoseconds, engine.CHUNK) / 4, rel=0.01)
    pace.took(4 * calls[-1], 1000.0)
    assert pace.cycles == engine.FIRST // 4


def test_what_compiles_can_be_left_to_itself() -> None:
    go_on = threading.Event()
    assert not in_thread(go_on.wait, lambda: True)
    (left,) = [thread for thread in threading.enumerate() if thread.name == COMPILER]
    assert left.daemon
    go_on.set()
    left.join()
    assert in_thread(go_on.wait)
    with pytest.raises(ZeroDivisionError):
        in_thread(lambda: 1 // 0)


def test_a_limit_at_a_chunk_border_closes_the_ledgers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CHUNK", 5)
    program = isa.assemble("loop: add.u32 r1, r1, 1\njmp loop")
    output = simulate(Placed(program, Machine.load("fpga4"), Grid.of(64)), max_cycles=20)
    assert (output.status, output.cycles) == ("cycle_limit", 20)
    assert output.warp_ledger.sum() == 16 * 20


def random_word(rng: random.Random) -> int:
    """64 random bits, or an opcode with random bits in the fields of its format, mostly such that they decode."""
    word = rng.getrandbits(64)
    if rng.random() < 0.3:
        return word
    spec = rng.choice(EXECUTABLE)
    if rng.random() < 0.9:
        word &= FORMATS[spec.format].used_mask & ~field_mask(FIELDS["csel"]) & ~field_mask(FIELDS["const"])
        word &= ~(0b1100000 << FIELDS["rd"][1] | 0b1100000 << FIELDS["ra"][1] | 0b1100000 << FIELDS["rb"][1])
        target = (word >> FIELDS["target"][1]) & 7
        word &= ~field_mask(FIELDS["target"])
        if spec.name == "jmp" or word & field_mask(FIELDS["cond"]):
            word |= target << FIELDS["target"][1]
        if spec.unit == "lds" and rng.random() < 0.5:
            word |= 3 << FIELDS["csel"][1] | rng.randrange(8)  # a random constant as the address offset
    return (word & ~field_mask(FIELDS["opcode"])) | spec.opcode << FIELDS["opcode"][1]


def test_random_words_never_escape() -> None:
    """Raw words run, trap or reach the limit; nothing else happens (the bench of benches/hostile.py does 100000)."""
    rng = random.Random(5)
    machine = Machine.load("fpga4").replace(**{"local.words": 64})
    stops, endless = set(), encode(Instruction(INSTRUCTIONS["jmp"]))
    for number in range(examples(3000)):
        words = [random_word(rng) for _ in range(rng.randint(1, 6))] if number else [endless]
        program = Program.from_words(words, [rng.getrandbits(32) for _ in range(8)], threads=rng.randint(1, 64))
        for how in ("cycle", "functional"):
            output = simulate(Placed(program, machine, Grid.of(program.threads)), max_cycles=300, engine=how)
            stops.add(output.trap.kind if output.trap else output.status)
            if how == "cycle":
                assert output.warp_ledger.sum() == -(-program.threads // 4) * output.cycles
    assert stops >= {"illegal_instruction", "program_counter", "done", "cycle_limit", "local_address"}


@pytest.mark.parametrize("how", ["cycle", "functional"])
def test_progress_can_stop_a_run_and_loses_nothing(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "CHUNK", 100)
    program = isa.assemble("loop: add.u32 r1, r1, 1\njmp loop")
    machine = Machine.load("fpga4")
    seen: list[int] = []

    def progress(count: int) -> bool:
        seen.append(count)
        return len(seen) == 3

    stopped = simulate(Placed(program, machine, Grid.of(64)), engine=how, progress=progress)
    limited = simulate(Placed(program, machine, Grid.of(64)), engine=how, max_cycles=300)
    assert (stopped.status, limited.status) == ("interrupted", "cycle_limit")
    assert seen == [100, 200, 300]
    assert (stopped.cycles, stopped.instructions) == (limited.cycles, limited.instructions)
    assert np.array_equal(stopped.warp_ledger, limited.warp_ledger)
    assert np.array_equal(stopped.issue_ledger, limited.issue_ledger)
    assert np.array_equal(stopped.registers, limited.registers)
