"""How values differ between the lanes of a warp, by analysis, against what random expressions are in each lane."""

from __future__ import annotations

import operator
import random

import numpy as np
import pytest

import simt
from simt.compiler.backend.graph import flow_of
from simt.compiler.backend.uniform import Uniformity
from simt.compiler.errors import CompileError
from simt.compiler.llvm.ir import IrType, Name
from simt.compiler.llvm.reader import read_module
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.examples import examples

WARP = 8
BINARY = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "and": operator.and_, "or": operator.or_,
    "xor": operator.xor, "shl": operator.lshift,
}  # fmt: skip
COMPARES = {"eq": operator.eq, "ult": operator.lt, "ule": operator.le, "ugt": operator.gt, "uge": operator.ge}
SIGNED = {"slt": operator.lt, "sle": operator.le, "sgt": operator.gt, "sge": operator.ge}


def signed(value: int, bits: int) -> int:
    return value - (value >> (bits - 1) << bits)


class Values:
    """Random instructions on a lane's number and on arguments, which are the same in all lanes, and what they give."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.base = WARP * rng.randrange(64)
        self.lines = ["%i = call i32 @_Z12get_local_idj(i32 0)"]
        self.known: dict[str, tuple[int, list[int]]] = {"%i": (32, [self.base + lane for lane in range(WARP)])}
        for name, bits in (("%a8", 8), ("%a16", 16), ("%a32", 32)):
            near_end = rng.randrange(1, 2 * WARP)
            value = rng.choice([rng.getrandbits(bits) // WARP * WARP, near_end, (1 << bits) - near_end])
            self.known[name] = bits, [value] * WARP
        for _ in range(16):
            self.add()

    def add(self) -> None:
        """One more instruction."""
        name = f"%v{len(self.known)}"
        differing = [each for each, (bits, lanes) in self.known.items() if bits > 1 and len(set(lanes)) > 1]
        left = self.rng.choice(differing[-4:] if self.rng.random() < 0.8 else list(self.known))
        bits, values = self.known[left]
        kind = self.rng.choice(["binary", "binary", "number", "cast", "cast", "compare"])
        if bits == 1:
            return
        right, others = self._other(bits, is_number=kind == "number")
        if kind == "cast":
            wanted = self.rng.choice([each for each in (8, 16, 32, 64) if each != bits])
            opcode = "trunc" if wanted < bits else self.rng.choice(["zext", "zext", "sext"])
            values = [signed(value, bits) if opcode == "sext" else value for value in values]
            self._made(name, f"{opcode} i{bits} {left} to i{wanted}", wanted, values)
        elif kind == "compare":
            predicate = self.rng.choice([*COMPARES, *SIGNED])
            pairs = list(zip(values, others, strict=True))
            if predicate in SIGNED:
                found = [SIGNED[predicate](signed(one, bits), signed(other, bits)) for one, other in pairs]
            else:
                found = [COMPARES[predicate](one, other) for one, other in pairs]
            self._made(name, f"icmp {predicate} i{bits} {left}, {right}", 1, found)
        else:
            opcode = self.rng.choice(list(BINARY))
            if opcode == "shl":
                right, others = str(count := self.rng.randrange(min(bits, 6))), [count] * WARP
            found = [BINARY[opcode](*pair) for pair in zip(values, others, strict=True)]
            self._made(name, f"{opcode} i{bits} {left}, {right}", bits, found)

    def _other(self, bits: int, *, is_number: bool) -> tuple[str, list[int]]:
        fitting = [name for name, (size, _) in self.known.items() if size == bits]
        if fitting and not is_number:
            name = self.rng.choice(fitting)
            return name, self.known[name][1]
        number = self.rng.choice([self.rng.getrandbits(bits), self.rng.randrange(20), WARP * self.rng.randrange(5)])
        number &= (1 << bits) - 1
        return str(number), [number] * WARP

    def _made(self, name: str, line: str, bits: int, values: list[int]) -> None:
        self.lines.append(f"{name} = {line}")
        self.known[name] = bits, [int(value) & ((1 << bits) - 1) for value in values]

    def ir(self) -> str:
        body = "\n".join(f"  {line}" for line in self.lines)
        head = "define spir_kernel void @kernel(i8 %a8, i16 %a16, i32 %a32) {\n"
        return f"{head}{body}\n  ret void\n}}\ndeclare i32 @_Z12get_local_idj(i32)\n"


@pytest.mark.parametrize("seed", range(examples(100_000, 500)))
def test_what_is_known_of_values_is_so(seed: int) -> None:
    values = Values(random.Random(seed))
    function = read_module(values.ir()).functions["kernel"]
    function.work_group = (64 * WARP, 1, 1)
    found = Uniformity(function, flow_of(function), WARP)
    for name, (bits, lanes) in values.known.items():
        if not name.startswith("%a") and (shape := found.shape(Name(IrType("int", bits), name[1:]))):
            stride, multiple = shape
            line = [(lanes[0] + lane * stride) % (1 << bits) for lane in range(WARP)]
            assert lanes == line, (name, shape, values.ir())
            assert lanes[0] % min(multiple, 1 << bits) == 0, (name, shape, values.ir())


WRAPS = """
define spir_kernel void @kernel(ptr addrspace(1) %short, ptr addrspace(1) %out) {
  %i = call i32 @_Z12get_local_idj(i32 0)
  %base = load i16, ptr addrspace(1) %short
  %small = trunc i32 %i to i16
  %sum = add i16 %base, %small
  %wide = zext i16 %sum to i32
  %rest = sub i32 %wide, %i
  %p = getelementptr i16, ptr addrspace(1) %short, i32 %i
  store i16 %sum, ptr addrspace(1) %p
  %is_more = icmp sgt i32 %rest, 99
  br i1 %is_more, label %some, label %done
some:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %old = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  br label %done
done:
  ret void
}
declare i32 @_Z12get_local_idj(i32)
"""


def test_a_sum_of_shorts_that_wraps_in_some_lanes_parts_them() -> None:
    given = {"short": np.full(32, 65530, np.uint16), "out": np.zeros(32, np.uint32)}
    types = ["ushort*", "uint*"]
    with pytest.raises(CompileError, match="can part here"):
        compile_kernel(WRAPS, "kernel", Machine.load("gtx280", {"branch.policy": "first_thread"}), group=(32,))
    machine = Machine.load("gtx280", {"branch.policy": "mask_stack"})
    program = compile_kernel(WRAPS, "kernel", machine, group=(32,), types=types).program
    result = simt.run(program, machine, inputs=given, global_size=32, local_size=32, engine="functional")
    np.testing.assert_array_equal(result.arrays["out"], [1] * 6 + [0] * 26)
