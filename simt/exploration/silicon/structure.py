"""The pieces that blocks are counted in: multiplexers, LUT memories, block memories, and the record of one block.

Counts are of Virtex-4's resources, on which the FPGA paper built: a look-up table of 4 inputs (LUT), a flip-flop, a
block memory of 18 Kbit (RAMB16), a multiplier with adder (DSP48). They are counts of a structure, not of a synthesised
circuit: `coefficients.toml` holds the number of LUTs and flip-flops for each counted one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

WORD = 32

Basis = Literal["table", "inferred", "ours"]

# Shapes of one RAMB16: words by bits, parity bits used as data; the widest takes both of its ports.
_SHAPES = ((16384, 1), (8192, 2), (4096, 4), (2048, 9), (1024, 18), (512, 36))
_WIDEST = (256, 72)


@dataclass(frozen=True, slots=True)
class Block:
    """One block of the processor and the parts that its structure counts.

    `logic` and `crosspoints` are counted LUTs, of ordinary logic and of logic that grows with lanes x banks; each kind
    has its own coefficient. `flip_flops` are counted too; `table_bits` are flip-flops that the paper itself counts, and
    have no coefficient. `ramb16` and `dsp48` are exact counts. `basis` is the evidence for the block: `table`: the
    machines of table 1 have it; `inferred`: the paper's numbers need it and do not name it; `ours`: no figure of the
    paper covers it.
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
    """The bits that number `count` things; at least 1."""
    return max(1, (count - 1).bit_length())


def multiplexer(inputs: int) -> int:
    """LUTs of a 1-bit multiplexer: one for every two inputs, joined by the slice's own F5 to F8 multiplexers."""
    return 0 if inputs < 2 else -(-inputs // 2)


def lut_memory(words: int, bits: int) -> int:
    """LUTs of a memory with a write and a read port, kept in LUTs of 16 x 1: two for every 16 words of a bit."""
    return 2 * bits * -(-words // 16)


def block_memories(words: int, bits: int, *, is_dual: bool = False) -> int:
    """RAMB16 blocks of `words` x `bits`, in the shape that takes the fewest.

    is_dual: read and written in the same cycle, so that both ports are taken and 256 x 72 is excluded.
    """
    shapes = _SHAPES if is_dual else (*_SHAPES, _WIDEST)
    return min(-(-words // depth) * -(-bits // width) for depth, width in shapes)
