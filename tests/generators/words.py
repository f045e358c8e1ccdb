"""What words of random programs are drawn from: operations by unit, conditions, values where something happens."""

from __future__ import annotations

from isa.program.encoding import Instruction, encode
from isa.table.table import INSTRUCTIONS

MORE = encode(Instruction(INSTRUCTIONS["ret"], more=True)) ^ encode(Instruction(INSTRUCTIONS["ret"]))
# Of cases with extras alone: those of the other cases stay what they were, and seeds that were chosen for theirs too.
EXTRAS = (
    "mul.u24", "mul.s24", "mad.s24", "popc.b32", "clz.b32", "ctz.b32", "perm.b32", "select_nz.b32",
    "floor.f32", "ceil.f32", "rint.f32", "trunc.f32", "fma.f32", "sin.f32", "cos.f32", "log2.f32", "exp2.f32",
    "div.u32", "div.s32", "rem.u32", "rem.s32", "fma.f64",
)  # fmt: skip
_UNITS = {
    unit: [spec.name for spec in INSTRUCTIONS.values() if spec.unit == unit and spec.name not in EXTRAS]
    for unit in ("alu", "fpu", "sfu", "dpu")
}
ALU = [name for name in _UNITS["alu"] if INSTRUCTIONS[name].writes_register]
FPU, SFU, DPU = _UNITS["fpu"], _UNITS["sfu"], _UNITS["dpu"]
DPU_WORDS = [name for name in DPU if "rd" not in INSTRUCTIONS[name].doubles]  # those of one word, which may jump
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
