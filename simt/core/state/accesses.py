"""The field `table` of a CODE record: how an access to memory differs from one that moves whole words."""

from __future__ import annotations

from isa.table.spec import InstructionSpec
from isa.table.units import PRIVATE as PRIVATE_UNIT

PART = 3  # these bits: 1 for 2 bytes, 2 for 1 byte
SIGNED = 4  # a part is loaded with copies of its highest bit above
PRIVATE = 8
OPERATION = 4  # from this bit on: the operation of an atomic, from 1 on
OPERATIONS = (
    "add.u32", "min.u32", "max.u32", "min.s32", "max.s32", "and.b32", "or.b32", "xor.b32", "exch.b32", "cas.b32",
)  # fmt: skip
ADD, MIN_U, MAX_U, MIN_S, MAX_S, AND, OR, XOR, EXCHANGE, COMPARE = range(1, len(OPERATIONS) + 1)


def access_code(spec: InstructionSpec) -> int:
    """Return the code of an access to memory; 0 for a load or store of whole words of memory that threads share."""
    code = {1: 2, 2: 1}.get(spec.bytes, 0) | (SIGNED if spec.is_signed else 0)
    if spec.unit == PRIVATE_UNIT:
        code |= PRIVATE
    if spec.is_atomic:
        name = spec.name.removeprefix("atom.").removeprefix("local.")
        code |= OPERATIONS.index(name) + 1 << OPERATION
    return code
