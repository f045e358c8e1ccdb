"""The n-body kernel of GPU Gems 3, chapter 31, on `g80` beside the book's rates: `python -m benches.nbody`.

Each work-item sums up the acceleration of one body. Tiles of bodies go through local memory, and four interactions of
14 float instructions are unrolled, in the book's order: the softening is added to the squared distance. An interaction
counts as 20 operations, as in the book. Beside the simulated rate is
the rate that the refined model predicts from the counts of the run (docs/model.md).
"""

from __future__ import annotations

import sys

import numpy as np

import simt
from simt.machine import Machine
from simt.models.refined import Profile, predict

BODIES = 4096
SOFTENING = 0.01
PUBLISHED = {256: 180, 64: 174}  # GFLOPS of the GeForce 8800 GTX by the size of a work-group
SOURCE = """\
.buffer bodies, f32, 4 * n
.buffer acceleration, f32, 4 * n
.local tile f32[4 * group]
    shl.b32   r12, global_id, 4
    ld.global.b128 r4, [r12 + bodies]      ; r4 r5 r6 place
    shl.b32   r11, thread_id, 4
    mov.f32   r8, 0.0                      ; r8 r9 r10 acceleration
    mov.f32   r9, 0.0
    mov.f32   r10, 0.0
    mov.b32   r13, n / group
tiles:
    ld.global.b128 r16, [r11 + bodies]
    shl.b32   r7, thread_id, 2
    st.local  [r7 + tile], r16
    st.local  [r7 + tile + 1], r17
    st.local  [r7 + tile + 2], r18
    st.local  [r7 + tile + 3], r19
    bar
    mov.b32   r7, 0
inner:
.rept 4, k
    ld.local  r14, [r7 + tile + 4 * k]
    sub.f32   r0, r14, r4
    ld.local  r15, [r7 + tile + 4 * k + 1]
    sub.f32   r1, r15, r5
    ld.local  r14, [r7 + tile + 4 * k + 2]
    sub.f32   r2, r14, r6
    mul.f32   r3, r0, r0
    mad.f32   r3, r1, r1, r3
    mad.f32   r3, r2, r2, r3
    add.f32   r3, r3, softening
    mul.f32   r16, r3, r3
    mul.f32   r3, r16, r3
    rsqrt.f32 r3, r3
    ld.local  r15, [r7 + tile + 4 * k + 3]
    mul.f32   r3, r15, r3
    mad.f32   r8, r0, r3, r8
    mad.f32   r9, r1, r3, r9
    mad.f32   r10, r2, r3, r10
.endr
    add.u32   r7, r7, 16
    lt.u32    r16, r7, 4 * group
    mov.b32   r16, r16 -> inner if nz      ; a compare and a branch are two instructions on the chip
    add.u32   r11, r11, 16 * group
    bar
    sub.u32   r13, r13, 1 -> tiles if nz
    mov.f32   r11, 0.0
    st.global.b128 [r12 + acceleration], r8
    ret
"""


def rates(machine: Machine, count: int, group: int) -> tuple[float, float]:
    """Return the GFLOPS of a number of bodies in groups of a size: simulated, and as the refined model predicts.

    Raises `AssertionError` if the result is wrong.
    """
    head = f".equ n {count}\n.equ group {group}\n.threads group\n.const softening f32 = {SOFTENING}\n"
    random = np.random.default_rng(1)
    bodies = random.standard_normal((count, 4)).astype(np.float32)
    bodies[:, 3] = random.random(count)
    given = {"bodies": bodies.reshape(-1), "acceleration": np.zeros(4 * count, np.float32)}
    result = simt.run(simt.assemble(head + SOURCE), machine, inputs=given, global_size=count, local_size=group)
    assert result.completed, result.stop
    way = bodies[None, :, :3].astype(float) - bodies[:16, None, :3]
    cubed = ((way**2).sum(2) + SOFTENING) ** -1.5
    right = (way * (bodies[None, :, 3] * cubed)[:, :, None]).sum(1)
    found = result.arrays["acceleration"].reshape(count, 4)[:16, :3]
    assert np.abs(found - right).max() < 1e-4 * np.abs(right).max()
    simulated = 20 * count**2 / result.seconds / 1e9
    return simulated, simulated * result.cycles / predict(Profile.of_result(result)).cycles


def main() -> None:
    """Print the rates."""
    machine = Machine.load("g80")
    sys.stdout.write(f"| work-group | published, GFLOPS | `g80` | off | modelled | off |\n{'|---' * 6}|\n")
    for group, published in PUBLISHED.items():
        cells = [f"{rate:.0f} | {100 * (rate / published - 1):+.0f} %" for rate in rates(machine, BODIES, group)]
        sys.stdout.write(f"| {group} | {published} | {' | '.join(cells)} |\n")


if __name__ == "__main__":
    main()
