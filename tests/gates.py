"""A kernel of one warp with a gate, for tests. Its store has no bank conflict, and with STEP 1 in place of 0 one."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CONFLICT", "GATE", "KERNEL", "write"]

# Lanes 0 to 3 store to words 0 to 3, which are in four banks, and with a shift by 1 to words 0, 2, 4, 6 in two of four.
KERNEL = """\
.threads 4
.local x u32[8]
    shl.b32  r1, thread_id, 0
    st.local [r1 + x], r1
    ret
"""
CONFLICT = KERNEL.replace("thread_id, 0", "thread_id, 1")
GATE = '[[case]]\nkernel = "one.s"\n'


def write(kernel: str = KERNEL, gate: str = GATE, folder: Path = Path()) -> Path:
    """Write the kernel and the gate; return the gate's file."""
    (folder / "one.s").write_text(kernel)
    path = folder / "gate.toml"
    path.write_text(gate)
    return path
