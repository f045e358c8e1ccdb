"""The field `kind` of a CODE record, by which the blocks treat operations differently, and relations of doubles."""

from __future__ import annotations

# Up to JUMP the warp goes on at the jump's target or at the next instruction.
ALU, FPU, LOAD_LOCAL, STORE_LOCAL, MULTIPLY_ADD, LOAD_GLOBAL, STORE_GLOBAL, ATOMIC, DOUBLE, ROUTINE, JUMP = range(11)
BARRIER, RETURN, MASK, SCALAR, COMPARE, ILLEGAL = range(JUMP + 1, JUMP + 7)

# The relations of two doubles, and for each compare of doubles the relations in which it holds.
LESS, EQUAL, GREATER, UNORDERED = 1, 2, 4, 8
RELATIONS = {
    "eq.f64": EQUAL, "ne.f64": LESS | GREATER | UNORDERED, "lt.f64": LESS, "le.f64": LESS | EQUAL, "gt.f64": GREATER,
    "ge.f64": GREATER | EQUAL,
}  # fmt: skip
