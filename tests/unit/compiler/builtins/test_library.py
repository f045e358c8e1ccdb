"""The shipped library is the one that its sources make; a kernel gets of it what it calls, for its machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from llvmlite import binding as llvm

from simt.compiler.builtins import make
from simt.compiler.builtins.library import definitions, has
from simt.compiler.builtins.mangling import ClType, demangled, mangled

_FOLDER = Path(make.__file__).parent


def test_builtins_ll_is_what_clang_makes_of_the_sources():
    pytest.importorskip("ziglang")
    assert (_FOLDER / "builtins.ll").read_text(encoding="utf-8") == make.made()


def test_what_is_read_for_every_kernel_is_small():
    assert (_FOLDER / "builtins.ll").stat().st_size < 1_000_000


def test_a_kernel_gets_what_it_calls_and_nothing_else():
    text = definitions(["_Z4sqrtf", "_Z13get_global_idj", "helper"])
    names = [line.split("@")[1].split("(")[0] for line in text.splitlines() if line.startswith("define")]
    assert sorted(names) == ["_Z4sqrtf", "__simt_sqrt_f32"]
    assert "declare float @llvm.sqrt.f32(float)" in text


def test_what_a_machine_lacks_is_made_of_what_it_has():
    assert "@__simt_op_sin.f32" in definitions(["_Z3sinf"])
    few = definitions(["_Z3sinf"], {"sin.f32", "rint.f32"})
    assert "@__simt_op_sin.f32" not in few
    assert "@llvm.rint.f32" not in few
    assert "@__simt_op_mulh.u32" in few
    assert "define linkonce_odr float @__simt_sin_f32(" in few


def test_every_function_of_the_library_is_valid_on_every_machine():
    from tests.unit.compiler.builtins.host import EVERYTHING, names

    assert len(names()) > 400
    for lacking in [(), *({name} for name in EVERYTHING), EVERYTHING]:
        llvm.parse_assembly(definitions(names(), lacking)).verify()


def test_the_library_calls_nothing_that_a_machine_cannot_do():
    text = (_FOLDER / "builtins.ll").read_text(encoding="utf-8")
    for instruction in ("fdiv", "frem", "udiv", "sdiv", "urem", "srem", "i128", "fptoui double", "alloca", "@memset"):
        assert f" {instruction} " not in text, instruction


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("_Z3sinf", ("sin", [ClType("f")])),
        ("_Z6sincosDv4_fPU3AS1S_", ("sincos", [ClType("f", 4), ClType("f", 4, "U3AS1")])),
        ("_Z6selectDv4_fS_Dv4_i", ("select", [ClType("f", 4), ClType("f", 4), ClType("i", 4)])),
        ("_Z10atomic_addPU3AS1Vii", ("atomic_add", [ClType("i", 1, "U3AS1V"), ClType("i")])),
        ("_Z11vstore_halffjPU3AS3Dh", ("vstore_half", [ClType("f"), ClType("j"), ClType("Dh", 1, "U3AS3")])),
        ("_Z6remquoDv4_fS_PDv4_i", ("remquo", [ClType("f", 4), ClType("f", 4), ClType("i", 4, "")])),
        ("_Z8shuffle2Dv2_fS_Dv4_j", ("shuffle2", [ClType("f", 2), ClType("f", 2), ClType("j", 4)])),
    ],
)
def test_names_are_taken_apart(name, call):
    assert demangled(name) == call


def test_names_are_put_together():
    assert mangled("sincos", [ClType("f"), ClType("f", 1, "U3AS1")]) == "_Z6sincosfPU3AS1f"
    assert mangled("ldexp", [ClType("d"), ClType("i")]) == "_Z5ldexpdi"


@pytest.mark.parametrize("name", ["main", "_Z3sin", "_Z3sinz", "_Z9convert_xf", "_Z3sinPPf", "_Z3sinS_", "_Z99sinf"])
def test_other_names_are_not_the_library_s(name):
    assert not has(name)
    assert "define" not in definitions([name])
