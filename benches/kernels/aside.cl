/* Kernels for which rates on the GTX 280 and the 8800 GTX were published, beside those of samples.cl: copies and
   transposes through a tile, sums, and products of square matrices. Sizes that the published kernels learn when they
   run are arguments here, too. */

#define TILE 32
#define ROWS 8

kernel void copy_flat(global const float* x, global float* y, uint width)
{
    y[get_global_id(0)] = x[get_global_id(0)];
}

kernel void copy_tile(global const float* x, global float* y, uint width)
{
    local float tile[TILE][TILE];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint place = (get_group_id(1) * TILE + ly) * width + get_group_id(0) * TILE + lx;
    for (uint k = 0; k < TILE; k += ROWS)
        tile[ly + k][lx] = x[place + k * width];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k += ROWS)
        y[place + k * width] = tile[ly + k][lx];
}

/* Each tile is transposed where it stands. */
kernel void transpose_fine(global const float* x, global float* y, uint width)
{
    local float tile[TILE][TILE + 1];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint place = (get_group_id(1) * TILE + ly) * width + get_group_id(0) * TILE + lx;
    for (uint k = 0; k < TILE; k += ROWS)
        tile[ly + k][lx] = x[place + k * width];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k += ROWS)
        y[place + k * width] = tile[lx][ly + k];
}

/* Tiles change places, and are not transposed themselves. */
kernel void transpose_coarse(global const float* x, global float* y, uint width)
{
    local float tile[TILE][TILE + 1];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint from = (get_group_id(1) * TILE + ly) * width + get_group_id(0) * TILE + lx;
    uint to = (get_group_id(0) * TILE + ly) * width + get_group_id(1) * TILE + lx;
    for (uint k = 0; k < TILE; k += ROWS)
        tile[ly + k][lx] = x[from + k * width];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k += ROWS)
        y[to + k * width] = tile[ly + k][lx];
}

/* Sums of groups of GROUP numbers, from the slowest way to the fastest; `size` is GROUP, unknown to the compiler, which
   would else take steps for powers of two and remainders for masks. */
#define GROUP 128

kernel void sum_parting(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0);
    part[own] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = size / GROUP; step < size; step *= 2) {
        if (own % (2 * step) == 0)
            part[own] += part[own + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (own == 0)
        y[get_group_id(0)] = part[0];
}

kernel void sum_strided(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0);
    part[own] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = size / GROUP; step < size; step *= 2) {
        uint place = 2 * step * own;
        if (place < size)
            part[place] += part[place + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (own == 0)
        y[get_group_id(0)] = part[0];
}

static void halve(local int* part, uint own, uint from, uint above)
{
    for (uint step = from; step > above; step >>= 1) {
        if (own < step)
            part[own] += part[own + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

/* The last 64 numbers: one warp, which needs no barrier. */
static void finish(local volatile int* part, uint own)
{
    if (own < 32) {
        part[own] += part[own + 32];
        part[own] += part[own + 16];
        part[own] += part[own + 8];
        part[own] += part[own + 4];
        part[own] += part[own + 2];
        part[own] += part[own + 1];
    }
}

kernel void sum_halving(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0);
    part[own] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    halve(part, own, size / 2, 0);
    if (own == 0)
        y[get_group_id(0)] = part[0];
}

kernel void sum_two_loads(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0), place = get_group_id(0) * size * 2 + own;
    part[own] = x[place] + x[place + size];
    barrier(CLK_LOCAL_MEM_FENCE);
    halve(part, own, size / 2, 0);
    if (own == 0)
        y[get_group_id(0)] = part[0];
}

kernel void sum_last_warp(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0), place = get_group_id(0) * size * 2 + own;
    part[own] = x[place] + x[place + size];
    barrier(CLK_LOCAL_MEM_FENCE);
    halve(part, own, size / 2, 32);
    finish(part, own);
    if (own == 0)
        y[get_group_id(0)] = part[0];
}

kernel void sum_unrolled(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0), place = get_group_id(0) * GROUP * 2 + own;
    part[own] = x[place] + x[place + GROUP];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own < 64)
        part[own] += part[own + 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    finish(part, own);
    if (own == 0)
        y[get_group_id(0)] = part[0];
}

/* Here `size` is the number of all elements. */
kernel void sum_many(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0), stride = GROUP * 2 * get_num_groups(0);
    int sum = 0;
    for (uint place = get_group_id(0) * GROUP * 2 + own; place < size; place += stride)
        sum += x[place] + x[place + GROUP];
    part[own] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own < 64)
        part[own] += part[own + 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    finish(part, own);
    if (own == 0)
        y[get_group_id(0)] = part[0];
}

/* Products of n x n matrices in groups of 16 x 16; `width` is 16, so that the compiler leaves a loop over it alone. */
#define W 16

kernel void square_naive(global const float* a, global const float* b, global float* c, uint n, uint width)
{
    uint row = get_global_id(1), column = get_global_id(0);
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

static float tiles(local float (*tile_a)[W], local float (*tile_b)[W], global const float* a, global const float* b,
                   uint n, uint width)
{
    uint x = get_local_id(0), y = get_local_id(1);
    uint from_a = (get_group_id(1) * W + y) * n + x, from_b = y * n + get_group_id(0) * W + x;
    float sum = 0.0f;
    for (uint tile = 0; tile < n; tile += W, from_a += W, from_b += W * n) {
        tile_a[y][x] = a[from_a];
        tile_b[y][x] = b[from_b];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < width; ++k)
            sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum;
}

kernel void square_tiles(global const float* a, global const float* b, global float* c, uint n, uint width)
{
    local float tile_a[W][W], tile_b[W][W];
    c[get_global_id(1) * n + get_global_id(0)] = tiles(tile_a, tile_b, a, b, n, width);
}

kernel void square_unrolled(global const float* a, global const float* b, global float* c, uint n, uint width)
{
    local float tile_a[W][W], tile_b[W][W];
    c[get_global_id(1) * n + get_global_id(0)] = tiles(tile_a, tile_b, a, b, n, W);
}

/* A group of 64 has 64 rows and 16 columns of a column-major product: a work-item's 16 sums are in registers, and a
   tile of b is in local memory. */
kernel void square_columns(global const float* a, global const float* b, global float* c, uint n, uint width)
{
    local float tile[W][W + 1];
    uint own = get_local_id(0), x = own % W, y = own / W;
    global const float* from_a = a + get_group_id(0) * 64 + own;
    global const float* from_b = b + x + (get_group_id(1) * W + y) * n;
    float sum[W];
    for (uint j = 0; j < W; ++j)
        sum[j] = 0.0f;
    for (uint k = 0; k < n; k += W, from_b += W) {
        for (uint j = 0; j < W; j += 4)
            tile[x][y + j] = from_b[j * n];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < W; ++j, from_a += n) {
            float value = *from_a;
            for (uint i = 0; i < W; ++i)
                sum[i] += value * tile[j][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    global float* to = c + get_group_id(0) * 64 + own + get_group_id(1) * W * n;
    for (uint i = 0; i < W; ++i)
        to[i * n] = sum[i];
}
