/* Kernels in the manner of NVIDIA's samples and guide for the GTX 280, for which times were published: a copy and
   transposes of 2048 x 2048 words, products of a 512 x 16 matrix and a 16 x 512 one, and all pairs of bodies. */

#define TILE 32
#define ROWS 8

kernel void copy(global const float* x, global float* y, uint width)
{
    uint column = get_group_id(0) * TILE + get_local_id(0), row = get_group_id(1) * TILE + get_local_id(1);
    uint place = row * width + column;
    for (uint k = 0; k < TILE; k += ROWS)
        y[place + k * width] = x[place + k * width];
}

kernel void transpose_naive(global const float* x, global float* y, uint width)
{
    uint column = get_group_id(0) * TILE + get_local_id(0), row = get_group_id(1) * TILE + get_local_id(1);
    uint from = row * width + column, to = column * width + row;
    for (uint k = 0; k < TILE; k += ROWS)
        y[to + k] = x[from + k * width];
}

static void through_tile(local float (*tile)[TILE + PAD], global const float* x, global float* y, uint width,
                         uint group_x, uint group_y)
{
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint from = (group_y * TILE + ly) * width + group_x * TILE + lx;
    uint to = (group_x * TILE + ly) * width + group_y * TILE + lx;
    for (uint k = 0; k < TILE; k += ROWS)
        tile[ly + k][lx] = x[from + k * width];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k += ROWS)
        y[to + k * width] = tile[lx][ly + k];
}

kernel void transpose_tiled(global const float* x, global float* y, uint width)
{
    local float tile[TILE][TILE + PAD];
    through_tile(tile, x, y, width, get_group_id(0), get_group_id(1));
}

/* Groups that run side by side work on a diagonal: their partitions of the memory are different ones. */
kernel void transpose_diagonal(global const float* x, global float* y, uint width)
{
    local float tile[TILE][TILE + PAD];
    uint group_y = get_group_id(0), group_x = (get_group_id(0) + get_group_id(1)) % get_num_groups(0);
    through_tile(tile, x, y, width, group_x, group_y);
}

#define W 16

kernel void product_naive(global const float* a, global const float* b, global float* c, uint n)
{
    uint row = get_global_id(1), column = get_global_id(0);
    float sum = 0.0f;
    global const float* from = b + column;
    for (uint k = 0; k < W; ++k, from += n)
        sum += a[row * W + k] * *from;
    c[row * n + column] = sum;
}

kernel void product_one_tile(global const float* a, global const float* b, global float* c, uint n)
{
    local float tile[W][W];
    uint row = get_global_id(1), column = get_global_id(0), x = get_local_id(0), y = get_local_id(1);
    float sum = 0.0f;
    global const float* from = b + column;
    tile[y][x] = a[row * W + x];
    for (uint k = 0; k < W; ++k, from += n)
        sum += tile[y][k] * *from;
    c[row * n + column] = sum;
}

kernel void product_two_tiles(global const float* a, global const float* b, global float* c, uint n)
{
    local float tile_a[W][W], tile_b[W][W];
    uint row = get_global_id(1), column = get_global_id(0), x = get_local_id(0), y = get_local_id(1);
    float sum = 0.0f;
    tile_a[y][x] = a[row * W + x];
    tile_b[y][x] = b[y * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < W; ++k)
        sum += tile_a[y][k] * tile_b[k][x];
    c[row * n + column] = sum;
}
