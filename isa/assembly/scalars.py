"""Scalar registers as operands: pairs of scalar instructions, and the sources of vector instructions."""

from __future__ import annotations

from collections.abc import Sequence

from isa.assembly.lexer import Token
from isa.assembly.parser import Operand, Scalar, ScalarPair, describe_operand
from isa.reporting.diagnostics import quote
from isa.reporting.source import SourceError
from isa.table.table import SCALAR_COUNT

OPERAND_NAMES = {
    "rd": "the destination",
    "ra": "the first source",
    "rb": "the second source",
    "rc": "the third source",
    "sd": "the destination",
    "sa": "the first source",
    "sb": "the second source",
}


def pair_number(kind: str, operand: Operand, mnemonic: Token) -> int:
    """Return the number of a pair of scalar registers.

    kind: the field of the operand, a key of `OPERAND_NAMES`. Raises `SourceError` (E0203) if the operand is not a pair,
    or if this field cannot hold one.
    """
    if isinstance(operand, ScalarPair) and kind.startswith("s"):
        return operand.number
    what, label = f"{OPERAND_NAMES[kind]} of {quote(mnemonic.text)}", "expected a register"
    if kind.startswith("s"):
        label = "expected a pair"
        low = operand.number & ~1 if isinstance(operand, Scalar) and operand.number < SCALAR_COUNT else 0
        advice = f"a pair is written s[{low}:{low + 1}], vcc or exec"
    else:
        assert isinstance(operand, ScalarPair)
        advice = f"its halves are the 32-bit scalar registers s{operand.number} and s{operand.number + 1}"
    raise SourceError("E0203", f"{what} cannot be {describe_operand(operand)}", operand.span, label=label, help=advice)


def check_scalars(scalars: Sequence[Scalar], has_constant: bool, mnemonic: Token) -> None:
    """Raise `SourceError` (E0208) if several operands of an instruction need its field const.

    scalars: the sources that are scalar registers or indexed special sources. has_constant: whether the instruction has
    a constant, too.
    """
    for scalar in scalars:
        if has_constant:
            kind = "an indexed special source" if scalar.number >= SCALAR_COUNT else "a scalar register"
            what = f"a constant and {kind}"
        elif scalar.number != scalars[0].number:
            what = f"{quote(scalars[0].text)} and {quote(scalar.text)}"
        else:
            continue
        message = f"{quote(mnemonic.text)} has {what}, an instruction has room for one"
        advice = "move one of them into a register first"
        raise SourceError("E0208", message, scalar.span, label="one too many", help=advice)
