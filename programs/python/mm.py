"""The product of two square matrices, an element for each work-item: from global memory, and by tiles."""

from simt.lang import Global, barrier, f32, global_id, kernel, local, local_id, u32

TILE = 16


@kernel
def mm_global(a: Global[f32], b: Global[f32], c: Global[f32], n: u32):
    column = global_id(0)
    row = global_id(1)
    total = f32(0)
    for k in range(n):
        total += a[row * n + k] * b[k * n + column]
    c[row * n + column] = total


@kernel(local_size=(TILE, TILE))
def mm_local(a: Global[f32], b: Global[f32], c: Global[f32], n: u32):
    tile_a = local(f32, TILE, TILE)
    tile_b = local(f32, TILE, TILE)
    x = local_id(0)
    y = local_id(1)
    column = global_id(0)
    row = global_id(1)
    total = f32(0)
    for first in range(0, n, TILE):
        tile_a[y, x] = a[row * n + first + x]
        tile_b[y, x] = b[(first + y) * n + column]
        barrier()
        for k in range(TILE):
            total += tile_a[y, k] * tile_b[k, x]
        barrier()
    c[row * n + column] = total
