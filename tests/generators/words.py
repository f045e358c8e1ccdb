"""What words of random programs are drawn from: operations by unit, conditions, values where something happens."""

from __future__ import annotations

from isa.program.encoding import Instruction, encode
from isa.table.table import INSTRUCTIONS
from isa.table.units import COMPUTE_UNITS

MORE = encode(Instruction(INSTRUCTIONS["ret"], more=True)) ^ encode(Instruction(INSTRUCTIONS["ret"]))
# What the cases of seeds are drawn from, in all cases. What is not among it, later instructions too, is drawn in cases
# with extras alone: the others stay what they were, and seeds that were chosen for them too.
FIRST = (
    "mov.b32", "mov.f32", "add.u32", "addc.u32", "sub.u32", "subb.u32", "mul.u32", "mulh.u32", "mulh.s32",
    "and.b32", "or.b32", "xor.b32", "not.b32", "shl.b32", "shr.u32", "shr.s32", "brev.b32", "min.u32", "max.u32",
    "min.s32", "max.s32", "min.f32", "max.f32", "eq.u32", "ne.u32", "lt.u32", "le.u32", "gt.u32", "ge.u32",
    "lt.s32", "le.s32", "gt.s32", "ge.s32", "eq.f32", "ne.f32", "lt.f32", "le.f32", "gt.f32", "ge.f32",
    "select.b32", "select.f32", "mad.u24", "ternlog.b32", "cvt.s32.f32", "cvt.u32.f32", "add.f32", "sub.f32",
    "mul.f32", "mad.f32", "cvt.f32.s32", "cvt.f32.u32", "rcp.f32", "sqrt.f32", "rsqrt.f32", "add.f64", "sub.f64",
    "mul.f64", "mad.f64", "min.f64", "max.f64", "cvt.f64.f32", "cvt.f64.s32", "cvt.f64.u32", "cvt.f32.f64",
    "cvt.s32.f64", "cvt.u32.f64", "eq.f64", "ne.f64", "lt.f64", "le.f64", "gt.f64", "ge.f64",
)  # fmt: skip
_UNITS = {
    unit: [spec.name for spec in INSTRUCTIONS.values() if spec.unit == unit and spec.writes_register]
    for unit in COMPUTE_UNITS
}
EXTRAS = tuple(name for names in _UNITS.values() for name in names if name not in FIRST)
ALU, FPU, SFU, DPU = ([name for name in _UNITS[unit] if name in FIRST] for unit in ("alu", "fpu", "sfu", "dpu"))
DPU_WORDS = [name for name in DPU if "rd" not in INSTRUCTIONS[name].doubles]  # those of one word, which may jump
DPU_EXTRAS = [name for name in EXTRAS if INSTRUCTIONS[name].doubles]
CONDITIONS = ("z", "nz", "n", "nn", "c", "nc")
INTERESTING = (
    0, 1, 2, 3, 5, 31, 32, 33, 0xFF, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xF0F0_F0F0,
    0x3F80_0000, 0xBF80_0000, 0x4049_0FDB, 0x4B80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0xFFC0_0001, 0x7F80_0001,
    0x0000_0007, 0x0080_0000, 0x7F7F_FFFF, 0x4F00_0000, 0xCF00_0000, 0x4F80_0000, 0x3DCC_CCCD,
)  # fmt: skip
INTERESTING_TO_EXTRAS = (  # selectors of bytes, integers of 24 bits, halves, ends of ranges
    0x5410, 0x0F80, 0x7FFF_8421, 0x007F_FFFF, 0x0080_0000, 0xFF80_0001, 0x00FF_FFFF, 0x3F00_0000, 0xBF00_0000,
    0x4020_0000, 0xC060_0000, 0x4B00_0001, 0x4AFF_FFFF, 0xC316_0000, 0x42FF_FFFF, 0x3F7F_FFFF, 0x3FC9_0FDB, 0x7149_F2CA,
)  # fmt: skip
DOUBLES = (
    0, 1, 0x8000_0000_0000_0000, 0x3FF0_0000_0000_0000, 0x3FF0_0000_0000_0001, 0xBFF0_0000_0000_0000,
    0x4340_0000_0000_0000, 0x3FB9_9999_9999_999A, 0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000, 0x7FF8_0000_0000_0000,
    0x7FF0_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF, 0x0010_0000_0000_0000, 0x000F_FFFF_FFFF_FFFF, 0x7FEF_FFFF_FFFF_FFFF,
    0x41DF_FFFF_FFFF_FFFF, 0xC1E0_0000_0000_0000, 0x41EF_FFFF_FFFF_FFFF, 0x36A0_0000_0000_0000, 0x3690_0000_0000_0000,
    0x47EF_FFFF_F000_0000, 0x380F_FFFF_FFFF_FFFF, 0x3FF0_0000_1000_0000, 0x3FF0_0000_3000_0000,
)  # fmt: skip
