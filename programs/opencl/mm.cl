/* The product of two square matrices, an element for each work-item: three of the GPU paper's kernels. */

#define TILE 16

/* Neighbours take columns: a row of b is read in one piece. */
kernel void mm_global(global const float* a, global const float* b, global float* c, uint n)
{
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

/* Neighbours take rows: what a warp reads of a lies n elements apart. */
kernel void mm_global_rows(global const float* a, global const float* b, global float* c, uint n)
{
    uint row = get_global_id(0), column = get_global_id(1);
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

/* Tiles in local memory, each read once by the work-group. */
__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void mm_local(global const float* a, global const float* b, global float* c, uint n)
{
    local float tile_a[TILE][TILE], tile_b[TILE][TILE];
    uint x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (uint first = 0; first < n; first += TILE) {
        tile_a[y][x] = a[row * n + first + x];
        tile_b[y][x] = b[(first + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; ++k)
            sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
