"""The record of a block's resources, and the resources of multiplexers, LUT memories and block memories.

The resources are from Virtex-4, which the FPGA paper used: look-up tables of 4 inputs (LUT), flip-flops, block memories
of 18 Kbit (RAMB16), multipliers with adder (DSP48). LUTs and flip-flops are counted in the plain structure of a block;
`coefficients.toml` has the number of synthesised LUTs and flip-flops per counted one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

WORD = 32

Basis = Literal["table", "inferred", "ours", "bound"]

# Shapes of one RAMB16: words by bits, parity bits used as data; the widest takes both of its ports.
_SHAPES = ((16384, 1), (8192, 2), (4096, 4), (2048, 9), (1024, 18), (512, 36))
_WIDEST = (256, 72)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the processor with its counted resources.

    - basis: the evidence for the block. `table`: the machines of table 1 have it. `inferred`: the paper's numbers imply
      it. `ours`: no figure of the paper covers it. `bound`: it is an upper bound.
    - why: the parts of the block, in words.
    - logic: LUTs of ordinary logic. crosspoints: LUTs of logic that grows with lanes x banks. flip_flops: flip-flops.
      Fitted coefficients multiply these three fields, and no others.
    - table_bits: flip-flops that the paper itself counts.
    - ramb16, dsp48: block memories, and multipliers.
    """

    name: str
    basis: Basis
    why: str
    logic: int = 0
    crosspoints: int = 0
    flip_flops: int = 0
    table_bits: int = 0
    ramb16: int = 0
    dsp48: int = 0


def bits_for(count: int) -> int:
    """Return the bits of a number below `count`; at least 1."""
    return max(1, (count - 1).bit_length())


def multiplexer(inputs: int) -> int:
    """Count the LUTs of a 1-bit multiplexer: a LUT for every two inputs; the slice's F5 to F8 multiplexers are free."""
    return 0 if inputs < 2 else -(-inputs // 2)


def lut_memory(words: int, bits: int) -> int:
    """Count the LUTs of a memory with a write and a read port: two LUTs of 16 x 1 for every 16 words and bit."""
    return 2 * bits * -(-words // 16)


def block_memories(words: int, bits: int, *, is_dual: bool = False) -> int:
    """Count the RAMB16 of a memory of `words` x `bits`, in the shape that takes the fewest.

    is_dual: whether the memory is read and written in the same cycle. This excludes the shape 256 x 72, which takes
    both ports.
    """
    shapes = _SHAPES if is_dual else (*_SHAPES, _WIDEST)
    return min(-(-words // depth) * -(-bits // width) for depth, width in shapes)
