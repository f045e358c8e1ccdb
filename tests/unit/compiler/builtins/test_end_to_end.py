"""Builtins compiled for a machine and run on it give the same bits as on another processor."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from isa.table.table import INSTRUCTIONS
from simt.compiler.builtins.library import instructions, result_of
from simt.compiler.builtins.mangling import demangled
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.unit.compiler.builtins.host import Function, names
from tests.unit.compiler.builtins.references import FUNCTIONS, inputs
from tests.unit.compiler.builtins.test_integers import _values
from tests.unit.compiler.ir_kernels import elementwise

MACHINES = {"gtx280": {}, "without sfu": {"sfu.count": 0}, "without multiplier": {"options.multiply": False}}
_IR = {"f4": "float", "f8": "double", "i4": "i32", "u4": "i32", "i8": "i64", "u8": "i64"}
FEW = ["exp", "sin", "pow", "half_divide", "rint", "fmod"]
INTEGERS = ["_Z6mul_hiii", "_Z6mul_hijj", "_Z8popcountj", "_Z3clzj", "_Z7add_satii", "_Z5mul24ii", "_Z6rotatejj"]
INTEGERS += ["__simt_udiv_i32", "__simt_srem_i32"]


def _machine(name: str) -> Machine:
    return Machine.load("gtx280", {"registers": 64, **MACHINES[name]})


def _lacking(machine: Machine) -> frozenset[str]:
    return frozenset(
        name for name in instructions() if name not in INSTRUCTIONS or not machine.has(INSTRUCTIONS[name].requires)
    )


def _run(name: str, machine: Machine, arguments: list[np.ndarray], item: str) -> np.ndarray:
    types = [_IR[a.dtype.str[1:]] for a in arguments]
    result = _IR[item]
    kind = "spir_func " if demangled(name) else ""
    operands = ", ".join(f"{t} %{letter}" for t, letter in zip(types, "ab", strict=False))
    call = f"%r = call {kind}{result} @{name}({operands})"
    declared = f"declare {kind}{result} @{name}({', '.join(types)})"
    program = compile_kernel(elementwise([call], types, result, declared), "kernel", machine).program
    values = [a if a.dtype.kind == "f" else a.view("u4") for a in arguments]  # integers of 64 bits are two words
    given = {f"{letter}_in": a for letter, a in zip("ab", values, strict=False)}
    given["out"] = (
        np.zeros(arguments[0].size, item) if item[0] == "f" else np.zeros(arguments[0].size * int(item[1]) // 4, "u4")
    )
    run = simt.run(program, machine, inputs=given, global_size=len(arguments[0]), local_size=64, engine="functional")
    assert run.stop is None
    return run.arrays["out"]


def _same(name: str, machine: Machine, arguments: list[np.ndarray]) -> None:
    expected = Function(name, _lacking(machine))(*arguments)
    got = _run(name, machine, arguments, expected.dtype.str[1:]).view(expected.dtype)
    is_number = got == got  # a NaN's bits are the machine's own
    np.testing.assert_array_equal(is_number, expected == expected)
    np.testing.assert_array_equal(got[is_number], expected[is_number])
    if not any(word in name for word in ("fmin", "fmax", "maxmag", "minmag")):  # which zero they give is not said
        np.testing.assert_array_equal(np.signbit(got[is_number]), np.signbit(expected[is_number]))


_ALL = [pytest.param(name, marks=() if name in FEW else pytest.mark.nightly) for name in FUNCTIONS]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", _ALL)
def test_functions_of_floats(name, machine):
    kinds = FUNCTIONS[name].kinds
    arguments = inputs(kinds, 1200, seed=3)
    size = len(arguments[0]) // 64 * 64
    _same(f"_Z{len(name)}{name}{kinds}", _machine(machine), [a[:size] for a in arguments])


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", INTEGERS)
def test_functions_of_integers(name, machine):
    call = demangled(name)
    codes = [t.code for t in call[1]] if call else ["i" if "srem" in name else "j"] * 2
    arguments = [_values(code, 180, seed)[: 64 * 6] for seed, code in enumerate(codes)]
    if not call:
        arguments[1][arguments[1] == 0] = 3
        arguments[1][arguments[1] == -1 if codes[0] == "i" else []] = 7
    _same(name, _machine(machine), arguments)


@pytest.mark.parametrize("machine", ["gtx280", "without sfu"])
@pytest.mark.parametrize(
    "name",
    ["sqrt", *(pytest.param(n, marks=pytest.mark.nightly) for n in ("exp", "log", "sin", "pow", "atan2", "fmod"))],
)
def test_functions_of_doubles(name, machine):
    rng = np.random.default_rng(5)
    kinds = "dd" if name in ("pow", "atan2", "fmod") else "d"
    x = np.concatenate([rng.uniform(-30, 30, 200), np.exp(rng.uniform(-600, 600, 184))])
    _same(f"_Z{len(name)}{name}{kinds}", _machine(machine), [x, rng.permutation(x)][: len(kinds)])


@pytest.mark.parametrize("name", ["_Z7add_satmm", "_Z7sub_satmm"])
def test_saturation_of_64_bits(name):
    a, b = _values("m", 180, 0)[:384], _values("m", 180, 1)[:384]
    _same(name, _machine("gtx280"), [a, b])


@pytest.mark.nightly
def test_every_function_of_numbers_is_compiled():
    letters = {"f": "float", "d": "double", "i": "i32", "j": "i32", "l": "i64", "m": "i64"}
    done = 0
    lanes = {f"options.{name}": True for name in ("shuffle", "vote", "ballot", "reduce")}
    on = Machine.load("gtx280", {"registers": 64, **lanes})
    for name in names():
        call = demangled(name)
        result = result_of(name)
        if (
            call
            and result in letters.values()
            and all(t.code in letters and t.width == 1 and t.pointer is None for t in call[1])
        ):
            types = [letters[t.code] for t in call[1]]
            operands = ", ".join(f"{t} %{letter}" for t, letter in zip(types, "abc", strict=False))
            text = f"%r = call spir_func {result} @{name}({operands})"
            declared = f"declare spir_func {result} @{name}({', '.join(types)})"
            done += len(compile_kernel(elementwise([text], types, result, declared), "kernel", on).assembly) > 0
    assert done > 200
