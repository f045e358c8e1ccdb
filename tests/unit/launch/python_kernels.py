"""Kernels in Python that the tests compile and run."""

from simt.lang import (
    Global,
    Local,
    atomic_compare_exchange,
    barrier,
    clz,
    device,
    f32,
    global_id,
    group_id,
    kernel,
    local,
    local_id,
    mul_hi,
    popcount,
    private,
    s32,
    u8,
    u32,
    work_dim,
)

GROUP = 64


@kernel
def saxpy(x: Global[f32], y: Global[f32], a: f32, n: u32):
    i = global_id(0)
    if i < n:
        y[i] = a * x[i] + y[i]


@kernel(local_size=GROUP)
def reduce(x: Global[f32], sums: Global[f32]):
    part = local(f32, GROUP)
    me = local_id()
    part[me] = x[global_id()]
    barrier()
    half = u32(GROUP // 2)
    while half > 0:
        if me < half:
            part[me] += part[me + half]
        barrier()
        half = half >> 1
    if me == 0:
        sums[group_id()] = part[0]


@kernel
def mandelbrot(steps: Global[u32], left: f32, top: f32, step: f32, most: u32, width: u32):
    cx = left + step * global_id(0)
    cy = top + step * global_id(1)
    x = f32(0)
    y = f32(0)
    count = u32(0)
    while count < most and x * x + y * y <= 4:
        after = x * x - y * y + cx
        y = 2 * x * y + cy
        x = after
        count += 1
    steps[global_id(1) * width + global_id(0)] = count


@kernel
def collatz(x: Global[u32]):
    n = x[global_id()]
    count = u32(0)
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    x[global_id()] = count


@device
def clamped(value, low, high):
    return min(max(value, low), high)


@kernel
def integers(x: Global[s32], y: Global[s32]):
    i = global_id()
    a = x[i]
    b = y[i]
    total = 0
    for k in range(-10, 11, 3):
        if k == 5:
            continue
        total += a // 7 + a % -3 - (k >> 1) * b
    for k in range(20, 0, -7):
        if total > 500:
            break
        total += abs(a) ** 2 % 97 + k
    x[i] = clamped(total, -5000, 5000)


@kernel
def parts(x: Global[s32], mirrored: Global[s32], room: Local[s32]):
    me = local_id()
    room[me] = x[me]
    barrier()
    mine = private(s32, 4)
    for k in range(4):
        mine[k] = room[(me + k) % 32]
    best = mine[0]
    for k in range(1, len(mine)):
        best = mine[k] if mine[k] > best else best
    mirrored[31 - me] = best


@kernel
def odds(x: Global[s32], y: Global[f32], ends: Global[u32]):
    i = global_id()
    a, b = x[i], -x[i]
    few: s32 = 5
    inside = -few < a < few and not (a == 2 or a == 3)
    high = max(u32(a), 7, 3)
    bits = popcount(high) + clz(high) + mul_hi(u32(a), high)
    x[i] = min(a, b, 3) ** 3 + ~few * s32(bits) + (1 if inside else s32(y[i] * 10.5)) + abs(b) + (a << 2)
    y[i] = y[i] ** 7 + f32(u8(a)) - abs(y[i])
    old = atomic_compare_exchange(ends, i, 1, high)
    ends[i] += old + work_dim()
