"""What an operation is, for the blocks that treat it differently: the field `kind` of a CODE record."""

from __future__ import annotations

ALU, FPU, LOAD_LOCAL, STORE_LOCAL, TERNARY, LOAD_GLOBAL, STORE_GLOBAL, ATOMIC, DOUBLE = range(9)
JUMP = 9  # up to here the warp goes on at the jump's target or at the next instruction
BARRIER, RETURN, MASK, SCALAR, COMPARE, ILLEGAL = range(10, 16)
