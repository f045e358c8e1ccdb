"""Private memory from the launch to the result, and what the tools say of accesses that they do not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import isa
import simt
from isa.forms.objfile import dump_program, parse_program
from isa.packing.packer import pack
from isa.reporting.diagnostics import Diagnostic, ReportedError
from simt.launch.fits import LaunchError
from simt.machine import Machine, MachineError
from simt.memory.storage.manager import StorageManager
from simt.views.run.stops import stop_diagnostic

# Each thread reverses 8 numbers of its own: an index that is computed, then one that is computed otherwise.
REVERSE = """
.buffer y, u32
.private table u32[8]
    mov.b32     r0, 0
fill:
    mul.u32     r1, r0, 100
    add.u32     r1, r1, global_id
    shl.b32     r2, r0, 2
    st.private  [r2 + table], r1
    add.u32     r0, r0, 1
    lt.u32      r3, r0, 8 -> fill if nz
    and.b32     r4, global_id, 7
    sub.u32     r4, 7, r4
    shl.b32     r4, r4, 2
    ld.private  r5, [r4 + table]
    shl.b32     r6, global_id, 2
    st.global   [r6 + y], r5
    ret
"""
DEVICE = {"memory.policy": "simple", "cores": 2, "groups_per_core": 2, "warps": 4, "options.multiply": True}


def machine(**keys: Any) -> Machine:
    return Machine.load("fpga4", {**DEVICE, **keys})


def reported(error: ReportedError) -> Diagnostic:
    (found,) = error.diagnostics
    return found


@pytest.mark.parametrize("engine", ["cycle", "functional"])
@pytest.mark.parametrize("place", ["local", "global"])
def test_places_of_groups_are_used_again(place: str, engine: str) -> None:
    """24 groups go through four places; the addresses of one do not meet those of another."""
    program, one = isa.assemble(REVERSE), machine(**{"private.place": place})
    result = simt.run(program, one, global_size=24 * 8, local_size=8, inputs={"y": np.zeros(24 * 8)}, engine=engine)
    assert result.stop is None
    assert result.buffers["y"].tolist() == [100 * (7 - t % 8) + t for t in range(24 * 8)]
    unit = {"local": "lds", "global": "memory"}[place]
    # 9 accesses of each of the 48 warps, beside their stores to the buffer.
    assert result.issued_by_unit == result.issued_by_unit | {unit: 48 * (10 if place == "global" else 9)}
    if engine == "cycle":
        waits = {name for name, count in result.ledgers.warp.items() if count}
        assert ("dep_local" in waits) == (place == "local")


def test_auto_is_global_memory_where_there_is_some() -> None:
    assert (Machine.load("fpga4").private_place, machine().private_place) == ("local", "global")
    with pytest.raises(MachineError, match=r"private\.place = global with memory\.policy = none"):
        Machine.load("fpga4", {"private.place": "global"})


def test_room_in_local_memory() -> None:
    """8 words x 4 lanes x 2 warps = 64 words for a group, behind none of its own."""
    program, text = isa.assemble(REVERSE), "64 words of local memory"
    arguments: dict[str, Any] = {"global_size": 64, "local_size": 8, "inputs": {"y": np.zeros(64)}}
    small = machine(**{"private.place": "local", "local.words": 128})
    assert simt.run(program, small, **arguments).places_by["local.words"] == 2
    with pytest.raises(LaunchError) as caught:
        simt.run(program, small.replace(**{"local.words": 32}), **arguments)
    assert text in reported(caught.value).message
    assert reported(caught.value).help == "a larger machine: -s local.words=64"
    with pytest.raises(LaunchError):  # it would lie outside, whatever is strict
        simt.run(program, small.replace(**{"local.words": 32}), strict=False, **arguments)


def test_room_in_global_memory() -> None:
    program = isa.assemble(REVERSE.replace("u32[8]", "u32[65536]"))
    arguments: dict[str, Any] = {"global_size": 256, "local_size": 8, "inputs": {"y": np.zeros(256)}}
    large = machine(warps=64, cores=128, groups_per_core=64, warp_size=64, **{"alu.lanes": 64})
    with pytest.raises(LaunchError, match="words, and 268435456 is the most"):
        simt.run(
            program,
            large,
            **arguments | {"local_size": 64, "global_size": 64 * 128 * 64, "inputs": {"y": np.zeros(64 * 128 * 64)}},
        )
    dram = machine(**{"memory.policy": "dram", "memory.channels": 1})
    program = isa.assemble(REVERSE.replace("u32[8]", "u32[4]"))
    with pytest.raises(LaunchError, match="which a storage manager does not manage"):
        simt.run(program, dram, storage=StorageManager(), **arguments)


@pytest.mark.parametrize(
    ("line", "code", "message", "advice"),
    [
        ("ld.private r1, [r0 + 64]", "T013", "loads from byte 64 of a private memory of 32 bytes per thread",
         "`table` is bytes 0 to 31"),
        ("st.private.b16 [r0 + 3], r1", "T013", "stores to byte 3", "a multiple of that"),
        ("ld.local.u16 r1, [r0 + 3]", "T003", "loads from byte 3 of a local memory of 4 words", "a multiple of that"),
        ("st.local.b8 [r0 + 16], r1", "T003", "stores to byte 16", "`x` is words 0 to 3"),
        ("atom.local.or.b32 r1, [r0 + 4], r2", "T003", "changes word 4 of a local memory of 4 words", "`x` is words"),
    ],
)  # fmt: skip
def test_traps_are_told(line: str, code: str, message: str, advice: str) -> None:
    program = isa.assemble(f".threads 4\n.local x u32[4]\n.private table u32[8]\n{line}\nret\n")
    result = simt.run(program, "fpga4")
    assert result.stop is not None
    assert result.stop.code == code
    told = stop_diagnostic(result)
    assert message in told.message
    assert advice in told.help


def test_programs_keep_their_arrays() -> None:
    program = isa.assemble(".private a u32[3]\n.private b f32[2]\nld.private.s8 r1, [r0 + b]\nret\n")
    assert (program.private_words, program.privates["b"].address) == (5, 3)
    assert program.constants == (12,)
    again = parse_program(dump_program(program))
    assert (again, again.hash) == (program, program.hash)
    text = isa.disassemble(program)
    assert ".private a u32[3]\n.private b f32[2]\n" in text
    assert isa.assemble(text).words == program.words
    raw = isa.Program.from_words(program.words, program.constants, private_words=5)
    assert isa.assemble(isa.disassemble(raw)).private_words == 5
    with pytest.raises(isa.AssemblyError, match="private memory is too large"):
        isa.assemble(".private a u32[65537]\nret\n")


def test_a_check_knows_atomics() -> None:
    text = ".threads 64\n.local x u32[1]\n.private p u32[1]\nmov r0, 0\nst.private [r0], lane_id\n{} r1, [r0], 1\nret\n"
    inputs = {"x": [0]}
    counted = simt.check(isa.assemble(text.format("atom.local.add.u32")), "fpga4", inputs=inputs)
    assert counted.findings is not None
    assert counted.findings.is_clean
    mixed = text.format("atom.local.add.u32").replace("ret", "st.local [r0], r1\nret")
    found = simt.check(isa.assemble(mixed), "fpga4", inputs=inputs).findings
    assert found is not None
    assert not found.is_clean


@pytest.mark.parametrize("slots", [2, 3])
def test_the_packer_keeps_accesses_in_order(slots: int) -> None:
    """What is stored by one kind of access and loaded by another is found; the sums tell if an access had moved."""
    text = """
.threads 32
.local x u32[32]
.private p u32[2]
    mov.b32 r1, 4
    st.private [r1], lane_id
    shl.b32 r2, thread_id, 2
    st.local.b16 [r2 + 2], thread_id
    ld.local r3, [thread_id + x]
    atom.local.add.u32 r4, [thread_id + x], r3
    ld.local.u8 r5, [r2 + 2]
    ld.private.u8 r6, [r1]
    st.private.b8 [r1 + 1], r6
    ld.private r7, [r1]
    ret
"""
    program, one = isa.assemble(text), Machine.load("fpga4", {"vliw.slots": slots})
    packed = pack(program, slots, threads=32).program
    assert packed.private_words == 2
    before = simt.run(program, Machine.load("fpga4"))
    after = simt.run(packed, one)
    assert before.stop is after.stop is None
    assert np.array_equal(before.registers[:, 3:8], after.registers[:, 3:8])
    assert np.array_equal(before.local["x"], after.local["x"])
