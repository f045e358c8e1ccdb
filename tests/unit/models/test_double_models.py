"""Double precision in the models of a plain core: classes, parameters, the refined model, bounds."""

from __future__ import annotations

import pytest

import isa
import simt
from simt.models.machine_view import class_of, counts_of, parameters_of
from simt.models.refined import Profile, predict
from simt.models.static import analyse
from simt.models.static.errors import StaticError

MACHINE = simt.Machine.load("fpga4", {"dpu.count": 2, "dpu.lanes": 1, "dpu.interval": 3, "dpu.latency": 7})
SOURCE = ".threads 64\n.rept 20\n    add.f64 r2, r2, r4\n.endr\n    lt.f64 r1, r2, r4\n    ret\n"


def test_doubles_are_a_class_of_their_own() -> None:
    program = isa.assemble("add.f64 r2, r2, r4\nlt.f64 r1, r2, r4\ncvt.f64.f32 r2, r1\nret")
    found = [class_of(instruction) for instruction in program.instructions if instruction is not None]
    assert found == ["double", "double", "double", "control"]


def test_a_fused_multiply_add_is_a_multiplication_and_a_division_is_the_sfus() -> None:
    lines = ("fma.f32 r1, r2, r3, r4", "mul.u24 r1, r2, r3", "rem.s32 r1, r2, r3", "cos.f32 r1, r2", "popc.b32 r1, r2")
    program = isa.assemble("\n".join(lines))
    found = [class_of(instruction) for instruction in program.instructions if instruction is not None]
    assert found == ["float_mul", "int_mul", "special", "special", "int_add"]


def test_the_parameters_of_the_unit() -> None:
    """f + l + occ - 1 + r: 3 + 7 + 4 beats of 3 cycles - 1 + 2; two lanes in all, each every third cycle."""
    found = parameters_of(MACHINE)
    assert found.need("cost.double", "test") == 3 + 7 + 12 - 1 + 2
    assert found.need("lanes.double", "test") == pytest.approx(2 / 3)
    assert "cost.double" not in parameters_of(simt.Machine.load("fpga4")).values


def test_counts_predictions_and_bounds_of_a_run() -> None:
    program = isa.assemble(SOURCE)
    result = simt.run(program, MACHINE)
    profile = Profile.of_result(result)
    assert counts_of(profile).body.instructions["double"] == 21
    assert profile.issued_by_unit["dpu"] == result.issued_by_unit["dpu"] == 16 * 21
    (bound,) = [row for row in result.bounds if row.resource == "dpu"]
    assert bound.cycles == 16 * 21 * 12 // 2  # 16 warps, 4 beats of 3 cycles, two units
    predicted = predict(profile)
    assert predicted.cycles == pytest.approx(result.cycles, rel=0.05)


def test_the_static_analysis_counts_them_and_knows_no_value_of_theirs() -> None:
    found = analyse(isa.assemble(SOURCE), MACHINE)
    assert found.issues == tuple(simt.run(isa.assemble(SOURCE), MACHINE).issues.tolist())
    text = ".threads 4\ncvt.f64.s32 r2, 3\nadd.u32 r3, r3, 0 -> next if nz\nmov r4, 1\nnext: ret\n"
    with pytest.raises(StaticError):  # the jump is on the upper half
        analyse(isa.assemble(text), MACHINE)
