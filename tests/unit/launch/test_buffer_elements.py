"""Buffers have elements of 1, 2, 4 and 8 bytes: what goes in, what the kernel sees, what comes out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import isa
import simt
from isa.forms.objfile import dump_program, parse_program
from simt.launch.inputs import InputError

COPY = """
.buffer x, {type}
.buffer words, u32, 8
    lt.u32 r1, global_id, {count} -> copy if nz
    ret
copy:
    shl.b32 r0, global_id, 2
    ld.global r1, [r0 + x]
    st.global [r0 + words], r1
    xor.b32 r1, r1, u(0xffffffff)
    st.global [r0 + x], r1
    ret
"""
TYPES = {"u8": np.uint8, "s8": np.int8, "u16": np.uint16, "s16": np.int16, "u64": np.uint64, "s64": np.int64}


@pytest.mark.parametrize("name", TYPES)
def test_elements_lie_one_after_the_other(name: str) -> None:
    dtype = TYPES[name]
    given = np.random.default_rng(1).integers(
        np.iinfo(dtype).min, np.iinfo(dtype).max, 16 // dtype().itemsize - 1, dtype
    )
    padded = np.frombuffer(given.tobytes().ljust(-(-given.nbytes // 4) * 4, b"\0"), np.uint32)
    machine = simt.Machine.load("fpga4", {"memory.policy": "simple", "branch.policy": "ipdom_stack"})
    program = isa.assemble(COPY.format(type=name, count=len(padded)))
    result = simt.run(program, machine, inputs={"x": given}, global_size=8, local_size=8)
    assert result.completed
    assert np.array_equal(result.buffers["words"][: len(padded)], padded)
    assert result.buffers["x"].dtype == dtype
    assert np.array_equal(result.buffers["x"], ~given)


def test_words_lengths_and_files() -> None:
    program = isa.assemble(".buffer a, u8, 5\n.buffer b, s64, 3\n.buffer c, u16\nret")
    assert [entry.words for entry in program.buffers.values()] == [2, 6, 0]
    assert isa.assemble(isa.disassemble(program)).buffers == program.buffers
    assert parse_program(dump_program(program)).buffers == program.buffers


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("u8", [256], "0 to 255"), ("s8", [-129], "-128 to 127"), ("u16", [-1], "0 to 65535"), ("u8", [0.5], "whole"),
        ("u64", [-1], "0 to 18446744073709551615"), ("s64", np.array([1 << 63], np.uint64), "9223372036854775807"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit(name: str, values: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        simt.run(isa.assemble(f".buffer x, {name}\nret"), "gtx280", inputs={"x": values}, global_size=1, local_size=1)


def test_large_numbers_keep_all_their_bits() -> None:
    given = np.array([(1 << 64) - 1, (1 << 63) + 1], np.uint64)
    result = simt.run(isa.assemble(".buffer x, u64\nret"), "gtx280", inputs={"x": given}, global_size=1, local_size=1)
    assert np.array_equal(result.buffers["x"], given)


def test_oracles_expect_elements_of_every_size(tmp_path: Path) -> None:
    """Equal modulo their range, and of 64 bits to the last one."""
    kernel = tmp_path / "copy.s"
    kernel.write_text(".buffer x, u8\n.buffer y, s64\nret\n")
    oracle = "import numpy as np\nTOLERANCE = 0\ndef launch(program): return 1, 1\ndef inputs(program, rng):\n"
    oracle += "    return {'x': np.arange(9, dtype=np.uint8), 'y': np.full(2, (1 << 62) + 1)}\n"
    oracle += "def expected(program, inputs):\n"
    for wanted, passed in (("0", True), ("1", False)):
        (tmp_path / "copy.py").write_text(
            f"{oracle}    return {{'x': np.arange(9) + 256, 'y': inputs['y'] + {wanted}}}\n"
        )
        result = simt.run(kernel, "gtx280", engine="functional")
        assert result.check is not None
        assert (result.check.passed, result.check.array) == (passed, "x" if passed else "y")
