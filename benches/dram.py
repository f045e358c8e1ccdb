"""Copies and transposes on the GPUs with memory of DRAM and with `simple` memory: `python -m benches.dram`.

A row per kernel and memory: cycles, the bytes of the matrix that were read and written per cycle, as a share of the
peak, the rate as a share of the rate of the kernel named there, and the longest wait of a read in a controller for its
column access, in clocks of the DRAM. The presets are as they are.
"""

from __future__ import annotations

import click
import numpy as np

import simt

N = 512  # side of the matrix

COPY = f"""
.buffer x, u32, {N * N + 32}
.buffer y, u32, {N * N + 32}
    shl.b32 r0, global_id, 2
    add.u32 r0, r0, {{offset}}
    ld.global r1, [r0 + x]
    st.global [r0 + y], r1
    ret
"""

NAIVE = f"""
.buffer x, u32, {N * N}
.buffer y, u32, {N * N}
    mul.u32 r0, global_id_y, {N}
    add.u32 r0, r0, global_id_x
    shl.b32 r0, r0, 2
    mul.u32 r1, global_id_x, {N}
    add.u32 r1, r1, global_id_y
    shl.b32 r1, r1, 2
    ld.global r2, [r0 + x]
    st.global [r1 + y], r2
    ret
"""

# Tiles of 16 x 16 through local memory, in rows of 17 words.
TILED = f"""
.buffer x, u32, {N * N}
.buffer y, u32, {N * N}
.local tile u32[{16 * 17}]
    mul.u32 r0, global_id_y, {N}
    add.u32 r0, r0, global_id_x
    shl.b32 r0, r0, 2
    ld.global r2, [r0 + x]
    mul.u32 r3, local_id_y, 17
    add.u32 r3, r3, local_id_x
    st.local [r3 + tile], r2
    bar
    mul.u32 r3, local_id_x, 17
    add.u32 r3, r3, local_id_y
    ld.local r2, [r3 + tile]
    shl.b32 r1, group_id_x, 4
    add.u32 r1, r1, local_id_y
    mul.u32 r1, r1, {N}
    shl.b32 r4, group_id_y, 4
    add.u32 r4, r4, local_id_x
    add.u32 r1, r1, r4
    shl.b32 r1, r1, 2
    st.global [r1 + y], r2
    ret
"""

# Name, text, work-items, group, whether y is x transposed, and the kernel that its rate is compared with.
KERNELS = (
    ("copy", COPY.format(offset=0), N * N, 256, False, ""),
    ("copy, a word further on", COPY.format(offset=4), N * N, 256, False, "copy"),
    ("transpose, tiled", TILED, (N, N), (16, 16), True, "copy"),
    ("transpose, naive", NAIVE, (N, N), (16, 16), True, "transpose, tiled"),
)


def rates(name: str, policy: str) -> dict[str, tuple[int, float, str]]:
    """The cycles, the share of the peak and the longest wait of each kernel, on a machine with this memory."""
    machine = simt.Machine.load(name, {"memory": policy})
    found = {}
    for kernel, text, size, group, is_transposed, _ in KERNELS:
        program = simt.assemble(text)
        x = np.arange(program.buffers["x"].length, dtype=np.uint32)
        result = simt.run(program, machine, inputs={"x": x}, global_size=size, local_size=group)
        assert result.completed
        if is_transposed:
            assert np.array_equal(result.buffers["y"].reshape(N, N), x.reshape(N, N).T)
        share = 8 * N * N / result.cycles / machine.memory_bytes_per_cycle
        wait = "" if result.channels is None else str(result.channels.longest_wait.max())
        found[kernel] = result.cycles, share, wait
    return found


def main() -> None:
    """Print the table."""
    click.echo("| machine | memory | kernel | cycles | of the peak | rate | wait |\n|---|---|---|---|---|---|---|")
    for name in ("gtx280", "hd5870"):
        for policy in ("simple", "dram"):
            found = rates(name, policy)
            for kernel, *_, other in KERNELS:
                cycles, share, wait = found[kernel]
                rate = f"{100 * share / found[other][1]:.0f} % of {other}" if other else ""
                click.echo(f"| {name} | {policy} | {kernel} | {cycles} | {100 * share:.1f} % | {rate} | {wait} |")


if __name__ == "__main__":
    main()
