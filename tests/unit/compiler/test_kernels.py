"""Kernels of programs/ in OpenCL C, compiled from clang's IR and run, against numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from simt.compiler.compile import fitting
from simt.compiler.errors import CompileError
from simt.compiler.llvm.reader import read_module
from simt.compiler.request import Compiled, Request, target_of
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel

DATA = Path(__file__).parents[2] / "data" / "compiler"
IR = (DATA / "kernels.ll").read_text(encoding="utf-8")
SOURCES = {"kernels.cl": (DATA / "kernels.cl").read_text(encoding="utf-8")}
LENGTHS = {"x": 256, "y": 256, "z": 256, "re": 128, "im": 128, "wr": 64, "wi": 64, "result": 1}


def compiled(kernel: str, machine: Machine, **lengths: int) -> Compiled:
    return compile_kernel(IR, kernel, machine, lengths=LENGTHS | lengths, sources=SOURCES)


def run(
    kernel: str, machine: Machine, inputs: dict[str, Any], size: Any, group: Any, **lengths: int
) -> dict[str, np.ndarray]:
    program = compiled(kernel, machine, **lengths).program
    result = simt.run(program, machine, inputs=inputs, global_size=size, local_size=group, engine="functional")
    assert result.stop is None
    return result.arrays


def singles(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)


MACHINES = {
    "fpga4": Machine.load("fpga4"), "fpga16": Machine.load("fpga16"), "gtx280": Machine.load("gtx280"),
    "min_pc": Machine.load("gtx280", {"branch.policy": "min_pc"}),
    "mask_stack": Machine.load("gtx280", {"branch.policy": "mask_stack"}),
    "first_thread": Machine.load("gtx280", {"branch.policy": "first_thread"}),
}  # fmt: skip
each_machine = pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
each_gpu = pytest.mark.parametrize(
    "machine",
    [MACHINES["gtx280"], MACHINES["min_pc"], MACHINES["mask_stack"]],
    ids=["ipdom_stack", "min_pc", "mask_stack"],
)


@each_machine
def test_elementwise_mul(machine: Machine) -> None:
    x, y = singles(2, 256)
    found = run("elementwise_mul", machine, {"x": x, "y": y, "z": np.zeros(256, np.float32)}, 64, 64)
    np.testing.assert_array_equal(found["z"], x * y)


@each_machine
def test_dot(machine: Machine) -> None:
    x, y = np.abs(singles(2, 1024))
    inputs = {"x": x, "y": y, "result": np.zeros(1, np.float32)}
    found = run("dot", machine, inputs, 64, 64, x=1024, y=1024)
    np.testing.assert_allclose(found["result"], [x.astype(np.float64) @ y], rtol=1e-6)


@each_machine
def test_prefix_sum(machine: Machine) -> None:
    x = np.random.default_rng(2).integers(0, 1 << 32, 256, dtype=np.uint32)
    found = run("prefix_sum", machine, {"x": x, "y": np.zeros(256, np.uint32)}, 64, 64)
    np.testing.assert_array_equal(found["y"], np.cumsum(x, dtype=np.uint32))


@each_machine
def test_fft128(machine: Machine) -> None:
    re, im = singles(2, 128)
    turns = np.exp(-2j * np.pi * np.arange(64) / 128)
    inputs = {"re": re, "im": im, "wr": turns.real.astype(np.float32), "wi": turns.imag.astype(np.float32)}
    found = run("fft128", machine, inputs, 64, 64)
    want = np.fft.fft(re.astype(np.float64) + 1j * im)
    np.testing.assert_allclose(found["re"] + 1j * found["im"], want, atol=1e-5 * np.abs(want).max())


@each_gpu
@pytest.mark.parametrize(("kernel", "group"), [("mm_global", (64, 1)), ("mm_local", (16, 16))])
def test_matrix_products(machine: Machine, kernel: str, group: tuple[int, int]) -> None:
    a, b = singles(2, 64, 64)
    inputs = {"a": a.ravel(), "b": b.ravel(), "c": np.zeros(4096, np.float32)}
    found = run(kernel, machine, inputs, (64, 64), group)
    np.testing.assert_allclose(found["c"].reshape(64, 64), a.astype(np.float64) @ b, atol=1e-4)


@each_gpu
def test_collatz(machine: Machine) -> None:
    def steps(n: int) -> int:
        count = 0
        while n != 1:
            n, count = 3 * n + 1 if n % 2 else n // 2, count + 1
        return count

    x = np.arange(1, 129, dtype=np.uint32)
    found = run("collatz", machine, {"x": x, "steps": np.zeros(128, np.uint32)}, 128, 64)
    np.testing.assert_array_equal(found["steps"], [steps(n) for n in x.tolist()])


@each_gpu
def test_escape(machine: Machine) -> None:
    scale = np.float32(0.125)
    inputs = {"out": np.zeros(512, np.uint32), "scale": scale, "width": 32, "limit": 20}
    found = run("escape", machine, inputs, (32, 16), (32, 1))
    ci, cr = np.meshgrid(
        np.arange(16, dtype=np.float32) * scale - 1, np.arange(32, dtype=np.float32) * scale - 2, indexing="ij"
    )
    zr, zi, count = np.zeros_like(cr), np.zeros_like(cr), np.zeros(cr.shape, np.uint32)
    for _ in range(20):
        inside = zr * zr + zi * zi <= 4
        count += inside
        new = zr * zr - zi * zi + cr
        zi = np.where(inside, 2 * zr * zi + ci, zi)
        zr = np.where(inside, new, zr)
    np.testing.assert_array_equal(found["out"].reshape(16, 32), count)


def test_every_instruction_has_a_line_of_the_source() -> None:
    found = compiled("elementwise_mul", MACHINES["fpga4"])
    places = found.program.locations
    text = SOURCES["kernels.cl"].split("\n")
    assert {place.file for place in places} == {"kernels.cl"} == set(found.program.sources)
    assert all(place.text == text[place.line - 1] and place.reads for place in places)
    assert {place.text.strip() for place in places} == {
        "for (uint i = get_local_id(0); i < 256; i += get_local_size(0))", "z[i] = x[i] * y[i];", "}",
    }  # fmt: skip


def test_lanes_that_part_where_the_first_one_decides_are_refused_with_their_line() -> None:
    machine = Machine.load("gtx280", {"branch.policy": "first_thread"})
    with pytest.raises(CompileError, match="lanes of a warp can part") as error:
        compiled("collatz", machine)
    assert error.value.code == "E0973"
    assert "while (n != 1) {" in str(error.value)
    assert "branch.policy=ipdom_stack" in str(error.value)


def test_arrays_in_local_memory_need_lengths() -> None:
    with pytest.raises(CompileError, match="the length of `x`") as error:
        compile_kernel(IR, "elementwise_mul", MACHINES["fpga4"])
    assert error.value.code == "E0975"


def test_a_kernel_of_another_name_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(CompileError, match="no function `dott`") as error:
        compile_kernel(IR, "dott", MACHINES["fpga4"])
    assert "elementwise_mul" in str(error.value)


def test_too_few_registers_say_how_many_it_needs() -> None:
    with pytest.raises(CompileError, match=r"needs \d+ registers and fpga4 has 1") as error:
        compiled("fft128", Machine.load("fpga4", {"registers": 1}))
    assert error.value.code == "E0974"


# A value that is used before it is made, with lines: LLVM's reader would end the process.
BROKEN = """define void @k() !dbg !2 {
  %a = add i32 %b, 1, !dbg !4
  %b = add i32 1, 1, !dbg !4
  ret void, !dbg !4
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cl", directory: "")
!2 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !{})
!4 = !DILocation(line: 1, scope: !2)
!5 = !{i32 2, !"Debug Info Version", i32 3}
"""


@pytest.mark.parametrize("text", ["", "nonsense", "define void @k() {", IR.replace("fmul float", "fmul int"), BROKEN])
def test_what_is_no_ir_is_refused(text: str) -> None:
    with pytest.raises(CompileError) as error:
        compile_kernel(text, "k", MACHINES["gtx280"])
    assert error.value.code == "E0970"


def test_what_is_no_ir_is_told_at_the_line_it_was_made_of() -> None:
    """Of a line that LLVM names its own place, else the kernel's."""
    mistyped = BROKEN.replace("add i32 1, 1, !dbg !4", "add i32 1, 1.5, !dbg !6")
    mistyped += "!6 = !DILocation(line: 2, column: 7, scope: !2)\n"
    for text, place in ((mistyped, (2, 7, "    nonsense();")), (BROKEN, (1, 1, "kernel void k() {"))):
        with pytest.raises(CompileError) as error:
            compile_kernel(text, "k", MACHINES["gtx280"], sources={"k.cl": "kernel void k() {\n    nonsense();\n}"})
        (found,) = error.value.diagnostics
        assert (found.code, found.line, found.column, found.source_line) == ("E0970", *place)


def test_an_integer_as_wide_as_the_memory_is_refused() -> None:
    """A number of that type would have 2^64 bits."""
    with pytest.raises(CompileError, match="of a type that no machine of this family has: i1844674407370955") as error:
        read_module("define void @k() {\n  call void @f(i18446744073709551616 3)\n  ret void\n}")
    assert error.value.code == "E0971"


@pytest.mark.nightly
def test_what_is_far_too_long_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the instructions of LLVM that become one or more on every machine, and at the kernel's place."""
    monkeypatch.setattr("simt.compiler.compile.read_module", lambda _: pytest.fail("the module is read"))
    stores = "\n".join(f"  store volatile i32 {number}, ptr addrspace(1) %p, !dbg !4" for number in range(65537))
    head, _, rest = BROKEN.partition("  %a")
    text = head.replace("@k()", "@k(ptr addrspace(1) %p)") + stores + "\n" + rest[rest.index("  ret void") :]
    with pytest.raises(CompileError, match="needs more than 65537 instructions") as error:
        compile_kernel(text, "k", MACHINES["gtx280"], sources={"k.cl": "kernel void k(global int *p) {}"})
    (found,) = error.value.diagnostics
    assert (found.code, found.file, found.line) == ("E0976", "k.cl", 1)


def test_work_item_functions_of_three_dimensions() -> None:
    """Each function, in each dimension, told by a kernel of one number for each work-item."""
    names = ["global_id", "local_id", "group_id", "global_size", "local_size", "num_groups", "global_offset"]
    calls = [(f"_Z{len(name) + 4}get_{name}j", dimension) for name in names for dimension in range(4)]
    lines = [f"declare i32 @{name}(i32)" for name in dict.fromkeys(name for name, _ in calls)]
    lines += ["declare i32 @_Z12get_work_dimv()", "define spir_kernel void @k(ptr addrspace(1) %out) {"]
    lines += [f"%v{number} = call i32 @{name}(i32 {dimension})" for number, (name, dimension) in enumerate(calls)]
    lines += [f"%v{len(calls)} = call i32 @_Z12get_work_dimv()", "%gx = mul i32 %v2, 6", "%gy = add i32 %gx, %v1"]
    lines += ["%gz = mul i32 %gy, 4", "%place = add i32 %gz, %v0", f"%first = mul i32 %place, {len(calls) + 1}"]
    for number in range(len(calls) + 1):
        lines += [
            f"%a{number} = add i32 %first, {number}",
            f"%p{number} = getelementptr i32, ptr addrspace(1) %out, i32 %a{number}",
        ]
        lines += [f"store i32 %v{number}, ptr addrspace(1) %p{number}"]
    machine = MACHINES["gtx280"]
    program = compile_kernel("\n".join([*lines, "ret void", "}"]), "k", machine, types=["uint*"]).program
    count = (len(calls) + 1) * 4 * 6 * 4
    result = simt.run(program, machine, inputs={"out": np.zeros(count, np.uint32)}, global_size=(4, 6, 4),
                      local_size=(2, 3, 2), engine="functional")  # fmt: skip
    got = result.arrays["out"].reshape(4, 6, 4, len(calls) + 1)
    for z, y, x in np.ndindex(4, 6, 4):
        want = []
        for name in names:
            values = {"global_id": (x, y, z, 0), "local_id": (x % 2, y % 3, z % 2, 0),
                      "group_id": (x // 2, y // 3, z // 2, 0), "global_size": (4, 6, 4, 1),
                      "local_size": (2, 3, 2, 1), "num_groups": (2, 2, 2, 1),
                      "global_offset": (0, 0, 0, 0)}  # fmt: skip
            want += values[name]
        np.testing.assert_array_equal(got[z, y, x], [*want, 3])


class Asked:
    """A machine that notes what is asked of it."""

    def __init__(self, machine: Any, seen: set[str], below: str = "") -> None:
        self.machine, self.seen, self.below = machine, seen, below

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.machine, name)
        if name in ("branch", "program", "issue"):
            return Asked(found, self.seen, f"{name}.")
        self.seen.add(self.below + name)
        return found


@pytest.mark.parametrize("policy", ["first_thread", "mask_stack", "ipdom_stack"])
def test_machines_that_answer_alike_get_the_same_program(policy: str) -> None:
    """What is compiled is kept for all of them: the compiler asks for nothing but what `target_of` holds."""
    machine = simt.Machine.load("gtx280", {"branch.policy": policy})
    seen: set[str] = set()
    asked: Any = Asked(machine, seen)
    fitting(Request(IR, "fft128", asked, LENGTHS, (64, 1, 1)))
    always = {"registers", "program.words", "has"}
    # All but the first follow from it.
    of_policy = {"branch.policy", "branch.lanes_may_part", "branch.has_joins", "branch.is_lowest_first"}
    rest = {"warp_size", "name", "issue.takes_operands", "branch.own_instruction", "branch.meeting_instructions"}
    assert always <= seen <= {*always, *of_policy, *rest}
    target = target_of(machine)
    assert target_of(machine.replace(**{"memory.latency": 7, "cores": 2})) == target
    slots = {"issue.slots": [], "issue.operand_interval": 0}  # without a slot for operands
    own = {"branch.own_instruction": not machine.branch.own_instruction}
    meet = {"branch.meeting_instructions": not machine.branch.meeting_instructions}
    different = (
        slots,
        own,
        meet,
        {"warp_size": 16},
        {"registers": 64},
        {"program.words": 99},
        {"branch.policy": "min_pc"},
    )
    assert all(target_of(machine.replace(**keys)) != target for keys in different)
