"""The field `kind` of a CODE record, by which the blocks treat operations differently."""

from __future__ import annotations

ALU, FPU, LOAD_LOCAL, STORE_LOCAL, MULTIPLY_ADD, LOAD_GLOBAL, STORE_GLOBAL, ATOMIC, DOUBLE, ROUTINE = range(10)
JUMP = 10  # up to here the warp goes on at the jump's target or at the next instruction
BARRIER, RETURN, MASK, SCALAR, COMPARE, ILLEGAL = range(11, 17)
