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

/* a modulo b as the compilers of the time computed it, a quotient from a reciprocal and two corrections: the steps of
   their code for compute capability 1.0, without the sign, the call and the moves around it. */
static uint modulo(uint a, uint b)
{
    float inverse = as_float(as_uint(native_recip(convert_float(b))) - 2);
    uint quotient = convert_uint_rtz(convert_float(a) * inverse);
    quotient += convert_uint_rtz(convert_float(a - quotient * b) * inverse);
    quotient += a - quotient * b >= b;
    return b ? a - quotient * b : ~0u;
}

kernel void sum_parting(global const int* x, global int* y, uint size)
{
    local int part[GROUP];
    uint own = get_local_id(0);
    part[own] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = size / GROUP; step < size; step *= 2) {
        if (modulo(own, 2 * step) == 0)
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

/* A group of 64 has 64 rows and 16 columns of a column-major product: a work-item's 16 sums are in registers, a tile of
   b is in local memory, and four words of a are loaded before they are needed. a and c have `n` rows, b has `depth`. */
static void add_row(float value, local const float* row, float* sum)
{
    for (uint i = 0; i < W; ++i)
        sum[i] += value * row[i];
}

#define FOUR_ROWS(j) \
    add_row(value0, tile[j], sum); \
    value0 = *a, a += n; \
    add_row(value1, tile[j + 1], sum); \
    value1 = *a, a += n; \
    add_row(value2, tile[j + 2], sum); \
    value2 = *a, a += n; \
    add_row(value3, tile[j + 3], sum); \
    value3 = *a, a += n

kernel void square_columns(global const float* a, global const float* b, global float* c, uint n, uint depth)
{
    local float tile[W][W + 1];
    uint own = get_local_id(0), x = own % W, y = own / W;
    a += get_group_id(0) * 64 + own;
    b += x + (get_group_id(1) * W + y) * depth;
    c += get_group_id(0) * 64 + own + get_group_id(1) * W * n;
    global const float* end = b + depth;
    float sum[W];
    for (uint j = 0; j < W; ++j)
        sum[j] = 0.0f;
    do {
        float value0 = *a, value1 = *(a += n), value2 = *(a += n), value3 = *(a += n);
        float b0 = b[0], b4 = b[4 * depth], b8 = b[8 * depth], b12 = b[12 * depth];
        a += n;
        tile[x][y] = b0;
        tile[x][y + 4] = b4;
        tile[x][y + 8] = b8;
        tile[x][y + 12] = b12;
        barrier(CLK_LOCAL_MEM_FENCE);
        FOUR_ROWS(0);
        FOUR_ROWS(4);
        FOUR_ROWS(8);
        add_row(value0, tile[12], sum);
        add_row(value1, tile[13], sum);
        add_row(value2, tile[14], sum);
        add_row(value3, tile[15], sum);
        b += W;
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (b < end);
    for (uint i = 0; i < W; ++i, c += n)
        *c = sum[i];
}
