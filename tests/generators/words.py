"""What words of random programs are drawn from: operations by unit, conditions, values where something happens."""

from __future__ import annotations

from isa.encoding import Instruction, encode
from isa.table import INSTRUCTIONS

MORE = encode(Instruction(INSTRUCTIONS["ret"], more=True)) ^ encode(Instruction(INSTRUCTIONS["ret"]))
ALU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "alu" and spec.writes_register]
FPU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "fpu"]
SFU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "sfu"]
DPU = [spec.name for spec in INSTRUCTIONS.values() if spec.unit == "dpu"]
DPU_WORDS = [name for name in DPU if "rd" not in INSTRUCTIONS[name].doubles]  # those of one word, which may jump
CONDITIONS = ("z", "nz", "n", "nn", "c", "nc")
INTERESTING = (
    0, 1, 2, 3, 5, 31, 32, 33, 0xFF, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xF0F0_F0F0,
    0x3F80_0000, 0xBF80_0000, 0x4049_0FDB, 0x4B80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0xFFC0_0001, 0x7F80_0001,
    0x0000_0007, 0x0080_0000, 0x7F7F_FFFF, 0x4F00_0000, 0xCF00_0000, 0x4F80_0000, 0x3DCC_CCCD,
)  # fmt: skip
DOUBLES = (
    0, 1, 0x8000_0000_0000_0000, 0x3FF0_0000_0000_0000, 0x3FF0_0000_0000_0001, 0xBFF0_0000_0000_0000,
    0x4340_0000_0000_0000, 0x3FB9_9999_9999_999A, 0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000, 0x7FF8_0000_0000_0000,
    0x7FF0_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF, 0x0010_0000_0000_0000, 0x000F_FFFF_FFFF_FFFF, 0x7FEF_FFFF_FFFF_FFFF,
    0x41DF_FFFF_FFFF_FFFF, 0xC1E0_0000_0000_0000, 0x41EF_FFFF_FFFF_FFFF, 0x36A0_0000_0000_0000, 0x3690_0000_0000_0000,
    0x47EF_FFFF_F000_0000, 0x380F_FFFF_FFFF_FFFF, 0x3FF0_0000_1000_0000, 0x3FF0_0000_3000_0000,
)  # fmt: skip
