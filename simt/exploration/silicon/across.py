"""The LUTs, flip-flops and multipliers of the hardware by which the lanes of a warp read one another.

No figure of the FPGA paper covers this hardware (basis `ours`). An ALU that is narrower than the warp works in beats.
Then the operands of all lanes wait in the beat sequencers, so that they are there in every beat.
"""

from __future__ import annotations

from simt.exploration.silicon.structure import WORD, Block, bits_for, multiplexer
from simt.machine import Machine

_NONZERO = WORD // 4 + 3  # LUTs that look whether a word is 0


def across_blocks(machine: Machine, float_adder: int, adder_dsp48: int) -> list[Block]:
    """Count the blocks of the four options. float_adder, adder_dsp48: LUTs and DSP48 of an adder of floats."""
    options, width = machine.options, machine.warp_size
    lanes = machine.alu.lanes * machine.alu.count
    blocks = []
    if options.shuffle:
        number = bits_for(width) + 1
        blocks.append(
            Block("ALU shuffle", "ours",
                f"a word of {width} for each of {lanes} lanes; its number, a range check, whether that lane takes part",
                logic=lanes * (number + _NONZERO + multiplexer(width) + WORD),
                crosspoints=lanes * WORD * multiplexer(width), flip_flops=lanes * WORD)
        )  # fmt: skip
    if options.vote or options.ballot:
        blocks.append(
            Block("ALU lanes that hold something", "ours", f"whether each of {width} words is 0, under the mask",
                logic=width * (_NONZERO + 1), flip_flops=width)
        )  # fmt: skip
    if options.vote:
        blocks.append(
            Block("ALU vote", "ours", f"two trees over {width} lanes, and a bit of the result select of {lanes} lanes",
                logic=2 * _tree(width) + lanes)
        )  # fmt: skip
    if options.ballot:
        blocks.append(
            Block("ALU ballot", "ours", f"a word of {width} bits, or 0, for each of {lanes} lanes, by its own b",
                logic=lanes * (_NONZERO + min(width, WORD) * (1 + multiplexer(-(-width // WORD)))))
        )  # fmt: skip
    if options.reduce:
        leaves = 1 << (width - 1).bit_length()
        # Adder, compare, logic and their select; the adder of floats, and the order of floats from the compare.
        node = WORD + WORD + WORD + WORD * multiplexer(5) + float_adder + WORD
        blocks.append(
            Block("ALU reduction tree", "ours",
                f"upper bound: {leaves - 1} nodes of their own, each adds, compares and does logic on integers and "
                "floats; sharing the adders of the lanes takes less",
                logic=leaves * WORD + (leaves - 1) * node + lanes * WORD, flip_flops=(leaves - 1) * WORD,
                dsp48=(leaves - 1) * adder_dsp48)
        )  # fmt: skip
    return blocks


def _tree(inputs: int) -> int:
    """Count the LUTs of a gate of `inputs` inputs: each LUT takes four and gives one."""
    return -(-(inputs - 1) // 3)
