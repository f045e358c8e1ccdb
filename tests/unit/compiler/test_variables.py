"""The variables of compiled kernels: what is said of a register is true in every cycle, and what is not known is said.

The kernels have variables whose values follow from each other, so that every value that a register is said to hold can
be checked while the kernel runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import simt
from isa.program.program import Program
from isa.program.variables import NOT_KEPT, Stay, Variable, names_at, others_at
from isa.reporting.source import SourceFile
from simt.compiler.compile import fitting
from simt.compiler.kernel import read_text
from simt.compiler.llvm import optimise
from simt.compiler.opencl import translate
from simt.compiler.request import request_of
from simt.launch.how import How
from simt.launch.kept import unit_of
from simt.launch.prepared import PreparedLaunch
from simt.launch.replay import Snapshot
from simt.machine import Machine
from simt.views.time.variables import Named, variables_named
from tests.compiler.random_opencl import random_kernel
from tests.examples import PROFILE, examples, nightly_but

pytest.importorskip("clang")

MACHINES = ["article32", "gtx280_core", "gcn_cu"]
_EVERY_RUN = ("article32", "gtx280_core")
# The cycles from one that is looked at to the next. Where global memory is far, nothing changes in most.
STEPS = {"gtx280_core": 1 if PROFILE == "nightly" else 7}

COLLATZ = """\
kernel void collatz(global uint* start, global uint* length)
{
    uint i = get_global_id(0);
    uint x = start[i];
    uint steps = 0;
    while (x != 1) {
        uint half_of_it = x / 2;
        if (x & 1)
            x = 3 * x + 1;
        else
            x = half_of_it;
        steps++;
    }
    length[i] = steps;
}
"""

SUMS = """\
float doubled(float value) { float twice = 2.0f * value; return twice + 1.0f; }

kernel void sums(global const float* a, global float* b, uint n)
{
    uint i = get_global_id(0);
    float sum = 0.0f;
    float4 v = (float4)(0.0f, 1.0f, 2.0f, 3.0f);
    for (uint j = 0; j < n; j++) {
        float t = doubled(a[j]);
        sum += t;
        v.y += sum;
    }
    for (uint j = 0; j < n; j++)
        sum += a[j] * i;
    b[i] = sum + v.x + v.y + v.z * v.w;
}
"""

IN_PYTHON = """\
from simt.lang import Global, kernel, f32, u32, global_id

@kernel
def powers(a: Global[f32], b: Global[f32], n: u32):
    i = global_id(0)
    product = f32(1.0)
    for k in range(n):
        factor = a[k]
        product = product * factor
    b[i] = product
"""


def moments(launch: PreparedLaunch, lanes: int | None = None) -> Iterator[list[dict[str, int]]]:
    """The words of the variables in registers, by name, for each active lane of warp 0, after the cycles of STEPS.

    lanes: how many of the active lanes are looked at, the lowest ones; None: all.
    """
    result = launch.execute(How(record=True))
    assert result.stop is None
    cycles = range(1, result.cycles + 1, STEPS.get(launch.machine.name, 1))
    for done, state in zip(cycles, launch.states(result).each(cycles), strict=True):
        yield words_by_name(result.program, Snapshot.of(state, done, 0), lanes)


def words_by_name(program: Program, after: Snapshot, count: int | None = None) -> list[dict[str, int]]:
    """The words of the variables in registers, by name, for each active lane of warp 0, or for the first of them."""
    named = variables_named(program, after, 0)
    registers = {
        name: register for register, names in named.names.items() if register not in named.coming
        for name in names.split(", ")
    }  # fmt: skip
    lanes = [lane for lane, state in enumerate(after.lanes(0)) if state == "active"][:count]
    return [{name: int(after.registers[0, register, lane]) for name, register in registers.items()} for lane in lanes]


def collatz(x: int, steps: int) -> int:
    for _ in range(steps):
        x = 3 * x + 1 if x % 2 else x // 2
    return x


@pytest.mark.parametrize("machine", nightly_but(_EVERY_RUN, MACHINES))
def test_lanes_that_part_hold_what_is_said(machine: str, tmp_path: Path) -> None:
    path = tmp_path / "collatz.cl"
    path.write_text(COLLATZ)
    start = np.array([6, 7, 1, 9, 2, 5] + [4] * 26, np.uint32)
    launch = simt.Launch(path, machine, inputs={"start": start, "length": 32}, global_size=32, local_size=32)
    seen: Counter[str] = Counter()
    possible = {(collatz(int(x), steps), steps) for x in start for steps in range(20)}
    later = {(collatz(int(x), steps + 1), steps) for x in start for steps in range(20)}
    for lanes in moments(launch):
        for lane in lanes:
            seen.update(lane.keys())
            if {"x", "steps"} <= lane.keys():
                assert (lane["x"], lane["steps"]) in possible | later
            if {"x", "half_of_it"} <= lane.keys():
                assert lane["half_of_it"] in (lane["x"] // 2, lane["x"], (lane["x"] - 1) // 6)
    assert seen["x"] > 100
    assert seen["steps"] > 100


@pytest.mark.parametrize("machine", nightly_but(_EVERY_RUN, MACHINES))
def test_loops_vectors_and_inlined_functions_hold_what_is_said(machine: str, tmp_path: Path) -> None:
    path = tmp_path / "sums.cl"
    path.write_text(SUMS)
    a = np.array([0.5, 2.0, 3.25, -1.0], np.float32)
    given = {"a": a, "b": 32, "n": 4}
    launch = simt.Launch(path, machine, inputs=given, global_size=32, local_size=32)
    t = 2 * a + 1
    sums = np.concatenate([[0], np.cumsum(t)]).astype(np.float32)
    ys = 1 + np.concatenate([[0], np.cumsum(sums[1:])])
    seen: Counter[str] = Counter()
    for lanes in moments(launch, 1):
        for lane in lanes:  # lane 0, where the second loop adds nothing
            values = {name: float(np.uint32(word).view(np.float32)) for name, word in lane.items()}
            seen.update(lane.keys())
            assert lane.get("j", 0) <= 4
            assert values.get("sum", 0.0) in sums
            assert values.get("t", t[0]) in t
            assert values.get("doubled.value", a[0]) in a
            assert values.get("v.y", 1.0) in ys
            assert (values.get("v.x", 0.0), values.get("v.z", 2.0), values.get("v.w", 3.0)) == (0, 2, 3)
            if {"j", "t"} <= lane.keys():
                assert values["t"] == t[lane["j"]]
    assert min(seen["sum"], seen["t"], seen["v.y"]) > 3


def test_variables_of_python_have_their_names(tmp_path: Path) -> None:
    path = tmp_path / "powers.py"
    path.write_text(IN_PYTHON)
    a = np.array([2.0, 3.0, 0.5], np.float32)
    launch = simt.Launch(path, "gtx280_core", inputs={"a": a, "b": 32, "n": 3}, global_size=32, local_size=32)
    products = {1.0, 2.0, 6.0, 3.0}
    seen: Counter[str] = Counter()
    for lanes in moments(launch, 1):
        for lane in lanes:
            seen.update(lane.keys())
            assert np.uint32(lane.get("product", 0x3F800000)).view(np.float32) in products
            assert np.uint32(lane.get("factor", 0x40000000)).view(np.float32) in a
    assert min(seen["product"], seen["factor"]) > 10


def test_what_no_register_holds_is_said(tmp_path: Path) -> None:
    path = tmp_path / "sums.cl"
    path.write_text(SUMS)
    program = simt.asm(path, "gtx280")
    kinds = {name: text for pc in range(len(program.words)) for name, text in others_at(program.variables, pc)}
    assert kinds["n"] == "constant memory"
    assert kinds["i"] == "global_id_x"
    assert kinds["doubled.twice"] == NOT_KEPT  # part of a multiply-add
    assert dict(others_at(program.variables, 1))["sum"] == "= 0"
    last = len(program.words) - 2
    assert "t" not in dict(others_at(program.variables, last))  # its scope has ended
    assert "t" not in {name for names in names_at(program.variables, last).values() for name in names}


def test_two_variables_of_one_name_are_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "sums.cl"
    path.write_text(SUMS)
    program = simt.asm(path, "gtx280")
    lines = {variable.line for variable in program.variables if variable.name == "j"}
    assert lines == {8, 13}
    for pc in range(len(program.words)):
        assert sum(variable.at(pc) is not None for variable in program.variables if variable.name == "j") <= 1


def test_names_change_no_instruction(tmp_path: Path) -> None:
    """The program is the one that is compiled without names, which a check compiles as well."""
    path = tmp_path / "sums.cl"
    path.write_text(SUMS)
    request = request_of(unit_of(read_text(path), {}, []), None, Machine.load("gtx280"), {}, ())
    bare = replace(request, ir=optimise.without_variables(request.ir))
    assert "#dbg_declare" in request.ir
    assert "#dbg" not in bare.ir
    named, unnamed = fitting(request), fitting(bare)
    assert named.assembly == unnamed.assembly
    assert named.program.variables
    assert unnamed.program.variables == ()


@pytest.mark.parametrize("seed", range(4, 4 + examples(20, part=10)))  # those before take ten times as long
def test_names_change_no_instruction_of_a_random_kernel(seed: int) -> None:
    kernel = random_kernel(seed)
    unit = translate(SourceFile("k.cl", kernel.text, tuple(kernel.text.split("\n"))))
    request = request_of(unit, None, Machine.load("gtx280"), {}, kernel.group)
    bare = replace(request, ir=optimise.without_variables(request.ir))
    assert fitting(request).assembly == fitting(bare).assembly


def test_a_kept_kernel_keeps_its_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simt.launch import kept

    path = tmp_path / "sums.cl"
    path.write_text(SUMS)
    first = simt.asm(path, "gtx280")
    monkeypatch.setattr(kept, "_latest", {})
    assert simt.asm(path, "gtx280").variables == first.variables


def test_the_parts_of_a_variable() -> None:
    stay = Stay(0, 4, (3, -1, 5, 6))
    assert list(Variable("v", "float4", 1, (stay,)).parts(stay)) == [(3, "v.x"), (5, "v.z"), (6, "v.w")]
    assert stay.text == "r3 - r5 r6"
    wide = Stay(0, 4, (3, 4))
    assert list(Variable("z", "long", 1, (wide,)).parts(wide)) == [(3, "z.lo"), (4, "z.hi")]
    assert list(Variable("s", "struct S", 1, (wide,)).parts(wide)) == [(3, "s[0]"), (4, "s[1]")]
    assert Stay(0, 1).text == NOT_KEPT
    gap = Variable("x", "int", 1, (Stay(1, 3, (2,)), Stay(5, 6)))
    assert [gap.at(pc) and gap.at(pc).text for pc in range(7)] == [None, "r2", "r2", None, None, NOT_KEPT, None]


def test_the_words_about_variables_without_a_register() -> None:
    others = (("n", "constant memory"), ("a", "constant memory"), ("j", "= 0"), ("w", NOT_KEPT))
    named = Named({2: "x"}, frozenset({2}), others)
    assert named.label(2) == "(x)"
    assert named.label(1) == ""
    assert named.notes() == ["constant memory: n, a", "constants: j = 0", "not kept: w"]
