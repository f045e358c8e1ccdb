"""The microkernels of `simt calibrate`, as assembly text.

Most of them run past their last instruction: the machine then reports the cycle in which it would have selected the
next one. A kernel on a real device would read a clock instead. r0 is 0 wherever it is an address.
"""

from __future__ import annotations

REPEATS = 10  # as in the paper: one work-item repeats an instruction ten times, and each needs the result before it

# Instructions that depend on their own result, by name. `jmp` goes to the next instruction.
INSTRUCTIONS: dict[str, str] = {
    "add.u32": "add.u32 r0, r0, r0",
    "mul.u32": "mul.u32 r0, r0, r0",
    "add.f32": "add.f32 r0, r0, r0",
    "mul.f32": "mul.f32 r0, r0, r0",
    "rcp.f32": "rcp.f32 r0, r0",
    "sqrt.f32": "sqrt.f32 r0, r0",
    "add.f64": "add.f64 r0, r0, r0",
    "ld.local": "ld.local r0, [r0]",
    "st.local": "st.local [r0], r0",
    "ld.global": "ld.global r0, [r0 + data]",
    "jmp": "jmp next{0}\nnext{0}:",
    "bar": "bar",
}


def chain(instruction: str, repeats: int) -> str:
    """Return the assembly of `repeats` times `instruction`, one after the other."""
    return "".join(instruction.format(number) + "\n" for number in range(repeats))


def pair_address(distance: int) -> str:
    """Return the assembly that sets r1 to `distance` in lane 1 and to 0 in lane 0."""
    return f"sub.u32 r1, r0, lane_id\nand.b32 r1, r1, {distance}\n"


def conflict_address(banks: int) -> str:
    """Return the assembly that sets r1 to `banks` in odd lanes and to 0 in even ones: two words of one bank."""
    return f"and.b32 r1, lane_id, 1\nsub.u32 r1, r0, r1\nand.b32 r1, r1, {banks}\n"


def far_address() -> str:
    """Return the assembly that sets r1 to 256 x lane + 4: each lane has the second word of a segment of its own."""
    return "shl.b32 r1, lane_id, 8\nadd.u32 r1, r1, 4\n"


def row_address() -> str:
    """Return the assembly that sets r1 to 4 x lane: the lanes' words stand in a row."""
    return "shl.b32 r1, lane_id, 2\n"


def burst(marked: int, instruction: str, *, before: str = "", repeats: int = 1) -> str:
    """Return a kernel in which all warps leave a barrier at once and issue `instruction`.

    - marked: the warp whose end ends the launch.
    - before: assembly that runs first.
    - repeats: how often the marked warp issues the instruction, 0 or 1.

    The other warps issue it three times, so that nothing disturbs the first round.
    """
    return (
        f"{before}sub.u32 r0, warp_id, {marked} -> mine if z\n"
        f"sub.u32 r0, r0, r0\nbar\n{chain(instruction, 3)}ret\n"
        f"mine:\nsub.u32 r0, r0, r0\nbar\n{chain(instruction, repeats)}"
    )
