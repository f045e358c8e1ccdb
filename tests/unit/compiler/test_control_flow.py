"""Random kernels with branches, loops and breaks, compiled and run, against their meaning lane by lane."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from isa.program.program import Program
from simt.compiler.errors import CompileError
from simt.compiler.llvm.optimise import optimise
from simt.compiler.request import Request
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.examples import examples
from tests.unit.compiler.random_kernels import RandomKernel
from tests.work import lines_run

SEEDS = range(examples(400, 16))


def machine(policy: str) -> Machine:
    return Machine.load("gtx280", {"branch.policy": policy, "branch.stack_depth": 64})


def check(kernel: RandomKernel, program: Program, on: Machine) -> None:
    inputs = np.random.default_rng(kernel.seed).integers(0, 1 << 32, 64, dtype=np.uint32)
    inputs[::3] &= 7
    given = {"a": inputs, "out": np.zeros(128, np.uint32)}
    result = simt.run(program, on, inputs=given, global_size=64, local_size=64, engine="functional")
    assert result.stop is None
    want = [kernel.run(lane, inputs.tolist()) for lane in range(64)]
    np.testing.assert_array_equal(result.arrays["out"].reshape(64, 2), want)


def _after(ir: str, policy: str, given: np.ndarray) -> np.ndarray:
    """What a kernel makes of its one buffer in a work-group of 64."""
    on = machine(policy)
    program = compile_kernel(ir, "kernel", on, types=["uint*"]).program
    result = simt.run(program, on, inputs={"out": given}, global_size=64, local_size=64, engine="functional")
    assert result.stop is None
    return result.arrays["out"]


@pytest.mark.parametrize("policy", ["ipdom_stack", "min_pc", "explicit_masks"])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_kernel_runs_where_lanes_may_part_anywhere(seed: int, policy: str) -> None:
    kernel = RandomKernel(seed)
    check(kernel, compile_kernel(kernel.ir(), "kernel", machine(policy)).program, machine(policy))


@pytest.mark.parametrize(("policy", "share"), [("mask_stack", 0.96), ("first_thread", 0.4)])
def test_most_kernels_run_where_jumps_are_the_warps_and_the_others_are_refused(policy: str, share: float) -> None:
    done = 0
    for seed in SEEDS:
        kernel = RandomKernel(seed)
        try:
            program = compile_kernel(kernel.ir(), "kernel", machine(policy)).program
        except CompileError as error:
            if error.code != "E0973":
                raise
            continue
        check(kernel, program, machine(policy))
        done += 1
    assert done >= share * len(SEEDS)


NESTED = """
define spir_kernel void @kernel(ptr addrspace(1) %out) {
entry:
  %i = call i32 @_Z13get_global_idj(i32 0)
  br label %head
head:
  %n = phi i32 [ 0, %entry ], [ %m, %latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %latch ]
  %bit = and i32 %i, 1
  %odd = icmp ne i32 %bit, 0
  br i1 %odd, label %inside, label %latch
inside:
  %u = mul i32 %s, 3
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %u, ptr addrspace(1) %p
  %stop = icmp SAME
  br i1 %stop, label %done, label %latch
latch:
  %t = phi i32 [ 1, %head ], [ %u, %inside ]
  %m = add i32 %n, 1
  %more = icmp ult i32 %m, 6
  br i1 %more, label %head, label %done
done:
  %r = phi i32 [ %n, %inside ], [ 100, %latch ]
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %old = load i32, ptr addrspace(1) %q
  %new = add i32 %old, %r
  store i32 %new, ptr addrspace(1) %q
  ret void
}
declare i32 @_Z13get_global_idj(i32)
"""


@pytest.mark.parametrize("stop", ["eq i32 %n, 3", "eq i32 %n, %i"])
@pytest.mark.parametrize("policy", ["mask_stack", "ipdom_stack"])
def test_a_loop_that_is_left_from_within_a_branch(stop: str, policy: str) -> None:
    found = _after(NESTED.replace("SAME", stop), policy, np.zeros(64, np.uint32))
    i = np.arange(64)
    leaves = 3 if stop.endswith("3") else i
    np.testing.assert_array_equal(found, np.where((i & 1 == 1) & (leaves < 6), leaves, 100))


LEFT_TWICE = """
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %i = call i32 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %old = load i32, ptr addrspace(1) %p
  %odd = trunc i32 %old to i1
  br i1 %odd, label %head, label %behind
head:
  %n = phi i32 [ 0, %0 ], [ %m, %latch ]
  %k = load volatile i32, ptr addrspace(1) %p
  %sum = add i32 %k, %n
  %low = icmp ult i32 %sum, 9
  br i1 %low, label %body, label %other
other:
  store volatile i32 50, ptr addrspace(1) %p
  %few = icmp ult i32 %n, 4
  br i1 %few, label %body, label %behind
body:
  %l = load volatile i32, ptr addrspace(1) %p
  %next = add i32 %l, 1
  store volatile i32 %next, ptr addrspace(1) %p
  %m = add i32 %n, 1
  %stop = icmp ugt i32 %next, 53
  br i1 %stop, label %behind, label %rest
rest:
  %bit = and i32 %next, 2
  %two = icmp ne i32 %bit, 0
  br i1 %two, label %some, label %latch
some:
  %more = add i32 %next, 3
  store volatile i32 %more, ptr addrspace(1) %p
  br label %latch
latch:
  br label %head
behind:
  call void @_Z7barrierj(i32 1)
  %last = load i32, ptr addrspace(1) %p
  %new = add i32 %last, 100
  store i32 %new, ptr addrspace(1) %p
  ret void
}
declare i32 @_Z13get_global_idj(i32)
declare void @_Z7barrierj(i32) convergent
"""


@pytest.mark.parametrize("policy", ["mask_stack", "ipdom_stack"])
def test_lanes_that_leave_a_loop_in_two_ways_meet_the_others_behind_it(policy: str) -> None:
    """All lanes come to the barrier at once, or the machine traps."""
    given = np.arange(64, dtype=np.uint32) % 16

    def left(value: int) -> int:
        n = 0
        while value % 2 or n:
            if value + n >= 9:
                value = 50
                if n >= 4:
                    break
            value += 1
            n += 1
            if value > 53:
                break
            value += 3 * (value >> 1 & 1)
        return value + 100

    np.testing.assert_array_equal(_after(LEFT_TWICE, policy, given), [left(value) for value in given.tolist()])


SWITCH = """
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %i = call i32 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %l = load i32, ptr addrspace(1) %p
  %w = zext i32 %l to i64
  %x = mul i64 %w, %w
  %m = urem i64 %x, 9
  switch i64 %m, label %done [ i64 7, label %some  i64 5, label %some ]
some:
  store i32 99, ptr addrspace(1) %p
  br label %done
done:
  ret void
}
declare i32 @_Z13get_global_idj(i32)
"""


def test_a_switch_that_llvm_makes_of_compares() -> None:
    given = np.arange(64, dtype=np.uint32)
    want = np.where(np.isin(given**2 % 9, (5, 7)), 99, given)
    np.testing.assert_array_equal(_after(SWITCH, "ipdom_stack", given), want)


def test_a_loop_that_lanes_leave_one_by_one_has_a_mask_of_its_own() -> None:
    ir = RandomKernel(13).ir()
    assert "mask_nz" in compile_kernel(ir, "kernel", machine("mask_stack")).assembly


@pytest.mark.parametrize("policy", ["ipdom_stack", "mask_stack", "first_thread"])
def test_a_kernel_that_does_nothing(policy: str) -> None:
    ir = "define spir_kernel void @kernel() {\n  ret void\n}\n"
    program = compile_kernel(ir, "kernel", machine(policy)).program
    assert [each.spec.name for each in program.instructions if each is not None] == ["ret"]


LOOP = """
define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %step, i32 %rounds) {
  br label %round
round:
  %k = phi i32 [ 0, %0 ], [ %next, %round ]
  %product = mul i32 %step, %k
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %product
  store i32 %k, ptr addrspace(1) %p
  %next = add i32 %k, 1
  %is_last = icmp eq i32 %next, %rounds
  br i1 %is_last, label %done, label %round
done:
  ret void
}
"""


class _WithoutMultiplier(Request):
    def has(self, instruction: str) -> bool:
        return instruction != "mul.u32"


def test_without_a_multiplier_a_loop_takes_the_parts_of_its_counter_alone() -> None:
    """A product is one of floats: of two halves of an operand and of four bytes of the other."""
    before, loop = optimise(_WithoutMultiplier(LOOP, "kernel", Machine.load("gtx280"))).split("\nround:")
    assert before.count("call float @__simt_op_cvt.f32.u32") == 4
    assert loop.count("call float @__simt_op_cvt.f32.u32") == 2


def _branches(count: int) -> str:
    """A kernel with so many branches, one behind the other, on which lanes part."""
    parts = [
        f"  %v{place} = load volatile i32, ptr addrspace(1) %p\n  %c{place} = icmp sgt i32 %v{place}, {place}\n"
        f"  br i1 %c{place}, label %yes{place}, label %next{place}\nyes{place}:\n"
        f"  store volatile i32 {place}, ptr addrspace(1) %p\n  br label %next{place}\nnext{place}:\n"
        for place in range(count)
    ]
    head = "define spir_kernel void @kernel(ptr addrspace(1) %a) {\n  %i = call i32 @_Z13get_global_idj(i32 0)\n"
    place = "  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i\n"
    return "".join([head, place, *parts, "  ret void\n}\ndeclare i32 @_Z13get_global_idj(i32)\n"])


@pytest.mark.parametrize("policy", ["first_thread", "mask_stack", "ipdom_stack"])
def test_twice_the_branches_take_about_twice_the_work(policy: str) -> None:
    def work(count: int) -> int:
        return lines_run(lambda: compile_kernel(_branches(count), "kernel", machine(policy)))

    work(2)  # what is read once
    assert work(32) < 2.4 * work(16)


LAST_TURN = """
define spir_kernel void @kernel(ptr addrspace(1) %out) {
entry:
  %i = call i32 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %first = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %count = phi i32 [%first, %entry], [%less, %loop]
  %sum = phi i32 [0, %entry], [%more, %loop]
  %last = icmp eq i32 %count, 0
  %part = select i1 %last, i32 100, i32 %count
  %fold = mul i32 %sum, 5
  %more = xor i32 %fold, %part
  %less = add i32 %count, -1
  br i1 %last, label %end, label %loop
end:
  store i32 %more, ptr addrspace(1) %p
  ret void
}
declare i32 @_Z13get_global_idj(i32)
"""


def test_a_turn_that_knows_that_it_is_the_last_one() -> None:
    """The loop's end is asked of the old count before the new one is there: the kernel was refused."""
    given = np.arange(64, dtype=np.uint32) % 9
    wanted = []
    for count in given.tolist():
        folded = 0
        for part in (*range(count, 0, -1), 100):
            folded = (folded * 5 ^ part) % (1 << 32)
        wanted.append(folded)
    for policy in ("ipdom_stack", "min_pc"):
        assert _after(LAST_TURN, policy, given).tolist() == wanted


def test_a_loop_that_asks_for_its_end_before_its_step() -> None:
    """The compare is of the new count then, which is there only after the step: the kernel was refused."""
    text = LAST_TURN.replace("select i1 %last, i32 100, i32 %count", "add i32 %count, 7")
    given = np.arange(64, dtype=np.uint32) % 9
    wanted = []
    for count in given.tolist():
        folded = 0
        for part in range(count, -1, -1):
            folded = (folded * 5 ^ (part + 7)) % (1 << 32)
        wanted.append(folded)
    for policy in ("ipdom_stack", "min_pc"):
        assert _after(text, policy, given).tolist() == wanted


@pytest.mark.parametrize("policy", ["ipdom_stack", "min_pc", "its"])
def test_a_jump_may_be_an_instruction_of_its_own(policy: str) -> None:
    """Then only moves of a result to its own register carry jumps, and nothing else has changed."""
    given = np.random.default_rng(3).integers(0, 60, 64, dtype=np.uint32)
    counts, results = [], []
    for own in (False, True):
        on = machine(policy).replace(**{"branch.own_instruction": own})
        compiled = compile_kernel(LEFT_TWICE, "kernel", on, types=["uint*"])
        jumps = [line.split() for line in compiled.assembly.splitlines() if " -> " in line and " if " in line]
        assert all(name == "mov.b32" for name, *_ in jumps) == own
        counts.append(len(compiled.program.words))
        run = simt.run(compiled.program, on, inputs={"out": given}, global_size=64, local_size=64, engine="functional")
        results.append(run.arrays["out"])
    np.testing.assert_array_equal(*results)
    assert counts[0] < counts[1] <= counts[0] + len(jumps)
