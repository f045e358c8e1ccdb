"""The microkernels of `simt calibrate`, as assembly text.

Most of them run past their last instruction. The machine then reports the cycle in which it would have selected the
next instruction. A kernel on a real device would read a clock instead. r0 is 0 wherever it is an address.
"""

from __future__ import annotations

from isa.table.units import UNITS

REPEATS = 10  # as in the paper: one work-item repeats an instruction ten times, and each needs the result before it

# Instructions that depend on their own result, by name. `jmp` goes to the next instruction.
INSTRUCTIONS: dict[str, str] = {
    "add.u32": "add.u32 r0, r0, r0",
    "mul.u32": "mul.u32 r0, r0, r0",
    "shl.b32": "shl.b32 r0, r0, 1",
    "div.u32": "div.u32 r0, r0, r0",
    "add.f32": "add.f32 r0, r0, r0",
    "mul.f32": "mul.f32 r0, r0, r0",
    "rcp.f32": "rcp.f32 r0, r0",
    "sqrt.f32": "sqrt.f32 r0, r0",
    "add.f64": "add.f64 r0, r0, r0",
    "mul.f64": "mul.f64 r0, r0, r0",
    "ld.local": "ld.local r0, [r0]",
    "st.local": "st.local [r0], r0",
    "ld.global": "ld.global r0, [r0 + data]",
    "jmp": "jmp next{0}\nnext{0}:",
    "bar": "bar",
}
PROBES = {unit.name: unit.probe for unit in UNITS.values() if unit.probe}  # that measure a unit
STEERING = ("jmp", "bar")  # a warp waits for the end of these, whatever is in flight
# Instructions that write the register of a number and do not need each other.
INDEPENDENT: dict[str, str] = {
    "add.u32": "add.u32 r{0}, r0, r0",
    "add.f32": "add.f32 r{0}, r0, r0",
    "rcp.f32": "rcp.f32 r{0}, r0",
    "ld.local": "ld.local r{0}, [r0]",
    "ld.global": "ld.global r{0}, [r0 + data]",
}
# The same, which read no register.
UNREAD: dict[str, str] = {"mov.b32": "mov.b32 r{0}, 0", "ld.local": "ld.local r{0}, [0]"}
FAR_ADDRESS = "shl.b32 r1, lane_id, 8\nadd.u32 r1, r1, 4\n"  # r1: the second word of a segment for each lane
ROW_ADDRESS = "shl.b32 r1, lane_id, 2\n"  # r1: the lanes' words stand in a row


def chain(instruction: str, repeats: int) -> str:
    """Return the assembly of `repeats` times `instruction`, one after the other."""
    return "".join(instruction.format(number) + "\n" for number in range(repeats))


def pair_address(distance: int) -> str:
    """Return the assembly that sets r1 to `distance` in lane 1 and to 0 in lane 0."""
    return f"sub.u32 r1, r0, lane_id\nand.b32 r1, r1, {distance}\n"


def conflict_address(banks: int) -> str:
    """Return the assembly that sets r1 to `banks` in odd lanes and to 0 in even ones: two words of one bank."""
    return f"and.b32 r1, lane_id, 1\nsub.u32 r1, r0, r1\nand.b32 r1, r1, {banks}\n"


def fan_address(banks: int) -> str:
    """Return the assembly that sets r1 to `banks` x lane: words of one bank. banks: a power of two."""
    return f"shl.b32 r1, lane_id, {banks.bit_length() - 1}\n"


def burst(marked: int, instruction: str, *, before: str = "", repeats: int = 1) -> str:
    """Return a kernel in which all warps leave a barrier at once and issue `instruction`.

    The marked warp issues the instruction `repeats` times (0 or 1). The other warps issue it three times, so that
    nothing disturbs the first round. A jump in front of the barrier waits until all earlier instructions are released.
    before: assembly that runs first.
    """
    return (
        f"{before}sub.u32 r0, warp_id, {marked} -> mine if z\n"
        f"sub.u32 r0, r0, r0 -> rest if z\nrest:\nbar\n{chain(instruction, 3)}ret\n"
        f"mine:\nsub.u32 r0, r0, r0 -> meet if z\nmeet:\nbar\n{chain(instruction, repeats)}"
    )


def lone(warp: int) -> str:
    """Return a kernel in which warp `warp` runs past the last instruction, and all others end."""
    return f"sub.u32 r0, warp_id, {warp} -> mine if z\nret\nmine:\n"


def meeting(codes: dict[int, str], marked: int) -> str:
    """Return a kernel in which all warps meet at a barrier, and some then execute their code.

    codes: assembly by warp. Each of these warps arrives at the barrier when all its earlier instructions are released.
    The code of warp `marked` is the last in the kernel. This warp runs past the end of the kernel, which ends the
    launch. Warps without code first wait for a load, so that they disturb less.
    """
    choice = "".join(f"sub.u32 r2, warp_id, {warp} -> warp{warp} if z\n" for warp in codes)
    last = [*(warp for warp in codes if warp != marked), marked]
    blocks = "ret\n".join(
        f"warp{warp}:\nsub.u32 r2, r2, r2 -> meet{warp} if z\nmeet{warp}:\nbar\n{codes[warp]}" for warp in last
    )
    return f"{choice}ld.local r0, [r0]\nbar\nadd.u32 r0, r0, r0\nret\n{blocks}"
