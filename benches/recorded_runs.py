"""The runs that the benches of traces and reports share: a recorded loop of about as many instructions as asked for.

On fpga4 a loop with local accesses, some in conflict; on any other machine, with 16 warps, article/example2, whose
lanes part on a mask stack.
"""

from __future__ import annotations

from functools import cache

import isa
import simt
from simt.result.result import Result

LOOP = """
.kernel loop
.threads 64
.local x f32[64]
.param trips u32 = 1
    mov.b32  r1, trips
again:
    ld.local r2, [thread_id + x]
    add.f32  r3, r2, 1.0
    st.local [thread_id + x], r3
    shl.b32  r5, thread_id, 1
    and.b32  r5, r5, 63
    ld.local r6, [r5 + x]            ; two words of a bank
    sub.u32  r1, r1, 1 -> again if nz
    ret
"""


@cache
def recorded(machine: str, instructions: int) -> Result:
    """A run of about this number of instructions, all of them recorded."""
    if machine == "fpga4":
        program = isa.assemble(LOOP, filename="loop.s")
        result = simt.run(program, machine, inputs={"trips": instructions // 16 // 7}, record=True)
    else:
        program = simt.assemble_file(
            simt.find_program("article/example2"), defines={"filler": str(instructions // 256 - 4)}
        )
        larger = simt.Machine.load(machine).replace(warps=16, **{"program.words": 4096})
        result = simt.run(program, larger, threads=512, record=True)
    assert result.completed
    assert abs(result.instructions / instructions - 1) < 0.05
    assert result.events is not None
    assert len(result.events.instructions) == result.instructions
    return result
