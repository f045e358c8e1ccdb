"""Mnemonics of other assembly languages that simt lacks, each with what to write instead."""

from __future__ import annotations

_COMPARE = "a compare gives 1 or 0 and sets the carry flag: `lt.u32 r3, r1, r2`, and `-> label if c` after it jumps"
_JUMP = "`jmp label` always jumps; `-> label if nz` after an instruction jumps on its result"
_DIVIDE = (
    "`div.u32`, `div.s32`, `rem.u32` and `rem.s32` divide integers, on machines with options.divide; `shr.u32` divides "
    "by powers of two"
)
_QUOTIENT = "floats have no division: multiply by `rcp.f32`, which needs an SFU, or by a constant 1.0 / x"
_MEMORY = "memory has its name in the instruction: `ld.local r1, [r0 + x]`, `st.global [r0 + y], r1`"

INSTEAD: dict[str, str] = {
    **dict.fromkeys(("cmp", "setp", "slt", "sltu", "test", "tst"), _COMPARE),
    **dict.fromkeys(("b", "br", "bra", "goto", "j", "jump", "beq", "bne", "blt", "bge", "bnez", "beqz"), _JUMP),
    **dict.fromkeys(("je", "jne", "jl", "jg", "jz", "jnz", "bgt", "ble", "bz", "bnz"), _JUMP),
    **dict.fromkeys(("load", "lw", "ldr", "store", "sw", "str", "lds", "sts", "ldg", "stg"), _MEMORY),
    **dict.fromkeys(("end", "halt", "hlt", "return", "endpgm", "s_endpgm"), "`ret` ends a warp"),
    **dict.fromkeys(("sync", "syncthreads", "s_barrier"), "`bar` waits for the warps of the work-group"),
    **dict.fromkeys(("call", "jal", "bl"), "there are no calls: a `.macro` stands for its body"),
    **dict.fromkeys(("div", "rem", "mod", "idiv"), _DIVIDE),
    **dict.fromkeys(("div.f32", "div.f64", "fdiv"), _QUOTIENT),
    "nop": "there is none, and no need: an instruction waits for what it reads",
}
