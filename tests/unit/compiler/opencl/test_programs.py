"""From OpenCL C to a program that runs: the corpus against clang on this processor, and the size of known kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
import tests.compiler.host
from isa.reporting.source import split_source
from simt.compiler.compile import fitting
from simt.compiler.errors import CompileError
from simt.compiler.kernel import KernelSignature
from simt.compiler.llvm.ir import CONSTANT, GLOBAL, LOCAL
from simt.compiler.opencl import translate
from simt.compiler.request import request_of
from simt.machine import Machine
from tests.compiler.host import arguments_of, assert_same, clang_ir, run
from tests.compiler.kernels import compile_kernel, read_unit
from tests.examples import PROFILE, nightly_but

pytest.importorskip("clang")

HERE = Path(tests.compiler.host.__file__).parent
DATA = HERE.parent / "data" / "compiler"
GPU = Machine.load("gtx280")


CORPUS = sorted(path.stem for path in (HERE / "corpus").glob("*.cl"))
_EVERY_RUN = ("builtins", "control", "local_memory", "records", "scalars", "vectors")


@pytest.mark.parametrize("name", nightly_but(_EVERY_RUN, CORPUS))
def test_what_runs_on_a_machine_is_what_clang_makes_of_it(name: str) -> None:
    pytest.importorskip("ziglang")
    source = HERE / "corpus" / f"{name}.cl"
    unit = read_unit(source)
    for kernel in unit.kernels.values():
        want, given = arguments_of(kernel, 3), arguments_of(kernel, 3)
        run(clang_ir(source), kernel, want)
        lengths = {parameter.name: 256 for parameter in kernel.parameters if parameter.space == LOCAL}
        program = compile_kernel(unit.ir, kernel.name, GPU, lengths=lengths, group=(1,), sources=unit.sources).program
        inputs = inputs_of(kernel, given)
        result = simt.run(program, GPU, inputs=inputs, global_size=8, local_size=1, engine="functional")
        assert result.stop is None
        for parameter, expected in zip(kernel.parameters, want, strict=True):
            if parameter.space == GLOBAL:
                assert_same(parameter, result.arrays[parameter.name], expected)


def inputs_of(kernel: KernelSignature, arguments: list[np.ndarray]) -> dict[str, Any]:
    """Arguments as a launch takes them: buffers by name, values of several words by word."""
    inputs: dict[str, Any] = {}
    for parameter, array in zip(kernel.parameters, arguments, strict=True):
        if parameter.space in (GLOBAL, CONSTANT):
            inputs[parameter.name] = array.view("u4") if parameter.base_type.startswith("struct") else array
        elif parameter.space is None and parameter.size <= 4:
            inputs[parameter.name] = array.item()
        elif parameter.space is None:
            words = array.view("f4" if parameter.base_type.startswith("float") else "u4")
            inputs |= {f"{parameter.name}_{number}": word.item() for number, word in enumerate(words)}
    return inputs


def test_programs_are_as_long_as_those_from_clangs_own_ir() -> None:
    unit = read_unit(DATA / "kernels.cl")
    theirs = (DATA / "kernels.ll").read_text(encoding="utf-8")
    for kernel in list(unit.kernels)[:: 1 if PROFILE == "nightly" else 4]:
        lengths = [
            len(compile_kernel(ir, kernel, GPU, group=(64,), sources=unit.sources).program.words)
            for ir in (unit.ir, theirs)
        ]
        assert lengths[0] <= lengths[1] + 1, kernel


def test_buffers_have_the_types_that_names_of_the_source_stand_for() -> None:
    names = "typedef float real;\ntypedef float2 complex;\ntypedef uchar byte;\n"
    kernel = "__kernel void k(__global real *x, __global complex *y, __global const byte *z) { x[0] = y[1].x + z[2]; }"
    program = fitting(request_of(translate(split_source("k.cl", names + kernel)), None, GPU, {}, (64,))).program
    assert {name: buffer.type for name, buffer in program.buffers.items()} == {"x": "f32", "y": "f32", "z": "u8"}


def test_a_sampler_is_a_number_that_functions_pass_on() -> None:
    """Sources that have buffers in the place of images pass one all the same."""
    text = """
__constant sampler_t of_file = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
int read(__global const int *buffer, const sampler_t s, int2 at) { return buffer[at.x + 8 * at.y]; }
__kernel void sampled(__global int *out, __global const int *in) {
  const sampler_t own = CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
  int i = get_global_id(0);
  out[i] = read(in, of_file, (int2)(i, 1)) + read(in, own, (int2)(i, 2));
}
"""
    unit = translate(split_source("k.cl", text))
    program = compile_kernel(unit.ir, "sampled", GPU).program
    given = {"in": np.arange(24, dtype=np.uint32) ** 2, "out": np.zeros(8, np.uint32)}
    result = simt.run(program, GPU, inputs=given, global_size=8, local_size=8, engine="functional")
    assert result.arrays["out"].tolist() == [(i + 8) ** 2 + (i + 16) ** 2 for i in range(8)]


def test_a_side_that_many_conditions_lead_to_is_copied_alone_for_a_stack_of_masks() -> None:
    edge = " || ".join(f"p[i + {k}] == {k}" for k in range(8))  # loads, which have to wait for what is asked before
    body = f"if ({edge}) for (int k = 0; k < i; k++) s += p[k] * p[k + 1] - p[k + 2]; else s = i - p[i];"
    head = "__kernel void k(__global const int *p, __global int *q)"
    unit = translate(split_source("k.cl", f"{head} {{ int i = get_local_id(0), s = 0; {body} q[i] = s; }}"))
    p = np.random.default_rng(1).integers(0, 40, 40).astype(np.int32)
    sums = np.concatenate([[0], np.cumsum(p[:-2] * p[1:-1] - p[2:])])
    edges = (np.lib.stride_tricks.sliding_window_view(p, 8) == np.arange(8)).any(axis=1)[:32]
    assert 0 < edges.sum() < 32
    for policy in ("ipdom_stack", "mask_stack"):
        machine = Machine.load("gtx280", {"branch.policy": policy})
        program = compile_kernel(unit.ir, "k", machine).program
        result = simt.run(program, machine, inputs={"p": p, "q": 32}, global_size=32, local_size=32)
        assert result.arrays["q"].tolist() == np.where(edges, sums[:32], np.arange(32) - p[:32]).tolist()


@pytest.mark.parametrize("policy", ["ipdom_stack", "mask_stack"])
def test_the_jumps_of_a_switch_stand_in_its_line(policy: str) -> None:
    cases = "\n".join(
        f"  case {k * k}: for (int j = 0; j < p[{k}]; j++) s = s * {k} + p[j]; break;" for k in range(2, 6)
    )
    body = f"  int i = get_local_id(0), s = 0;\n  switch (p[i]) {{\n{cases}\n  }}\n  q[i] = s;\n"
    unit = translate(split_source("k.cl", f"__kernel void k(__global int *p, __global int *q) {{\n{body}}}\n"))
    keys = {"branch.policy": policy, "branch.own_instruction": False}
    program = compile_kernel(unit.ir, "k", Machine.load("gtx280", keys)).program
    asked = [at.line for at in program.locations for number in (4, 9, 16, 25) if f", {number} -> " in at.reads]
    assert policy != "ipdom_stack" or len(asked) >= 4
    assert set(asked) <= {3}
    with pytest.raises(CompileError, match="lanes of a warp can part") as error:
        compile_kernel(unit.ir, "k", Machine.load("gtx280", {"branch.policy": "first_thread"}))
    assert error.value.diagnostics[0].line == 3


def test_what_a_stack_of_masks_may_copy_grows_with_the_kernel() -> None:
    roots = "\n".join(f"  x = sqrt(fabs(x / p[i + {k}])) + 1;" for k in range(4))
    body = f"  int i = get_global_id(0);\n  double x = p[i];\n{roots}\n  p[i] = x;\n"
    text = f"__kernel void k(__global double *p) {{\n{body}}}\n"
    machine = Machine.load("gtx280", {"branch.policy": "mask_stack"})
    program = compile_kernel(translate(split_source("k.cl", text)).ir, "k", machine).program
    p = np.random.default_rng(1).normal(size=8)
    x = p[:4]
    for k in range(4):
        x = np.sqrt(np.abs(x / p[k : k + 4])) + 1
    result = simt.run(program, machine, inputs={"p": p}, global_size=4, local_size=4)
    np.testing.assert_allclose(result.arrays["p"][:4], x, rtol=1e-14)


@pytest.mark.parametrize("policy", ["ipdom_stack", "mask_stack", "min_pc"])
def test_a_loop_that_is_entered_in_its_middle(policy: str) -> None:
    """Of which there is no head: a stack of masks had none to enter, and lanes did not meet at a post-dominator."""
    body = "if (n & 8) goto middle;\n  while (n-- & 7) { s += 10;\n middle: s = s * 3 ^ p[n & 7]; }\n"
    text = f"__kernel void k(__global int *p) {{ int i = get_local_id(0), n = p[i], s = 0;\n{body} p[32 + i] = s; }}"
    machine = Machine.load("gtx280", {"branch.policy": policy, "branch.stack_depth": 64})
    program = compile_kernel(translate(split_source("k.cl", text)).ir, "k", machine).program
    p = np.arange(64, dtype=np.int32) * 7 % 32
    want = []
    for n in p[:32].tolist():
        s, is_middle = 0, bool(n & 8)
        while True:
            if not is_middle:
                n -= 1
                if not (n + 1) & 7:
                    break
                s += 10
            is_middle = False
            s = (s * 3 & 0xFFFFFFFF) ^ int(p[n & 7])
        want.append(s)
    result = simt.run(program, machine, inputs={"p": p}, global_size=32, local_size=32)
    assert result.stop is None
    np.testing.assert_array_equal(result.arrays["p"][32:].view(np.uint32), want)


@pytest.mark.nightly
def test_what_is_too_long_unrolled_stays_a_loop() -> None:
    loop = "#pragma unroll\n  for (int k = 0; k < 4000; k++) p[k] *= 3;"
    unit = translate(split_source("k.cl", f"__kernel void k(__global int *p) {{\n  {loop}\n}}\n"))
    assert len(compile_kernel(unit.ir, "k", GPU).program.words) < 20


@pytest.mark.nightly
def test_what_is_too_long_anyhow_is_refused_at_its_line() -> None:
    stores = "\n".join(f"  p[{k * k}] = {k};" for k in range(40_000))
    unit = translate(split_source("k.cl", f"__kernel void k(__global int *p) {{\n{stores}\n}}\n"))
    with pytest.raises(CompileError, match=r"needs \d+ instructions and program memory holds 65536") as error:
        compile_kernel(unit.ir, "k", GPU)
    assert (error.value.code, error.value.diagnostics[0].line) == ("E0976", 1)


@pytest.mark.parametrize(
    ("array", "message", "advice"),
    [
        ("int t[70000]", "70000 words of private memory for each thread, and 65536 is the most", "work-item"),
        ("__local int t[2000000]", "2000000 words of local memory, and 1048576 is the most", "work-group"),
    ],
)
def test_memory_that_no_machine_has_is_told_at_the_kernel(array: str, message: str, advice: str) -> None:
    body = f"  {array};\n  for (int k = 0; k < n; k++) t[k] = n * k;\n  p[n] = t[p[0]];\n"
    unit = translate(split_source("k.cl", f"\n__kernel void k(__global int *p, int n) {{\n{body}}}\n"))
    with pytest.raises(CompileError, match=message) as error:
        compile_kernel(unit.ir, "k", GPU, sources=unit.sources)
    (found,) = error.value.diagnostics
    assert (found.code, found.file, found.line) == ("E0316", "k.cl", 2)
    assert advice in found.help


def test_what_the_back_end_refuses_is_told_at_the_line_of_the_source(tmp_path: Path) -> None:
    loop = "for (int i = p[get_local_id(0)]; i > 0; i -= 3)\n    p[i] = 1;"
    path = tmp_path / 'é "k".cl'
    path.write_text(f"__kernel void k(__global int *p) {{\n  {loop}\n}}\n")
    unit = read_unit(path)
    fpga = Machine.load("fpga4")
    with pytest.raises(simt.SimtError) as error:
        compile_kernel(unit.ir, "k", fpga, lengths={"p": 64}, group=(64,), sources=unit.sources)
    assert f"--> {path}:2:" in str(error.value)
