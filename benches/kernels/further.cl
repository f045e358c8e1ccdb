/* Kernels of kinds that programs/opencl has few of: products of single words, loops as long as their data say, counts
   with atomics, chains of loads, lanes that part, remainders of numbers that are not known before. */

kernel void product(global const float* a, global const float* b, global float* c, uint n)
{
    uint row = get_global_id(1), column = get_global_id(0);
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

kernel void product_rows(global const float* a, global const float* b, global float* c, uint n)
{
    uint row = get_global_id(0), column = get_global_id(1);
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

kernel void escape(global const float* x, global uint* y, uint most)
{
    float re = x[get_global_id(0)], im = re * 0.5f, a = 0.0f, b = 0.0f;
    uint k = 0;
    while (k < most && a * a + b * b < 4.0f) {
        float next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
        ++k;
    }
    y[get_global_id(0)] = k;
}

kernel void counts(global const uint* x, global uint* y, uint n)
{
    local uint bins[32];
    uint own = get_local_id(0);
    if (own < 32)
        bins[own] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[x[i] % 32]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own < 32)
        atomic_add(&y[own], bins[own]);
}

kernel void counts_of_all(global const uint* x, global uint* y, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&y[x[i] % 64]);
}

/* Keeps one number in three; the order of the groups in y is left to chance. */
kernel void keep(global const uint* x, global uint* y, global uint* count)
{
    local uint part[64];
    local uint from;
    uint own = get_local_id(0), value = x[get_global_id(0)], is_kept = value % 3 == 0;
    part[own] = is_kept;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < 64; step *= 2) {
        uint left = own >= step ? part[own - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[own] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (own == 63)
        from = atomic_add(count, part[63]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_kept)
        y[from + part[own] - 1] = value;
}

kernel void chase(global const uint* x, global uint* y, uint n)
{
    uint at = get_global_id(0);
    for (uint k = 0; k < 8; ++k)
        at = (x[at] + k) % n;
    y[get_global_id(0)] = at;
}

/* Goes through a tree to `depth`; each node has as many children as the bits of a number say. */
kernel void trees(global const uint* x, global uint* y, uint depth)
{
    uint word = x[get_global_id(0)], child[8], found = 0, level = 0;
    child[0] = word % 7;
    for (uint steps = 0; steps < 200; ++steps) {
        if (level == depth) {
            ++found;
            child[--level] += 1;
        } else if (child[level] > 3 + (word >> level) % 2) {
            if (level == 0)
                break;
            child[--level] += 1;
        } else {
            ++level;
            child[level] = (word >> (2 * level)) % 4;
        }
    }
    y[get_global_id(0)] = found;
}

kernel void parting(global const uint* x, global float* y, uint n)
{
    uint i = get_global_id(0), kind = x[i] % 4;
    float value = (float)i;
    if (kind == 0)
        for (uint k = 0; k < 10; ++k)
            value = value * 1.5f + 1.0f;
    else if (kind == 1)
        for (uint k = 0; k < 5; ++k)
            value = native_sqrt(value) + 2.0f;
    else if (kind == 2)
        value = value / 3.0f;
    y[i] = value;
}

/* Steps of a Fourier transform of 128 numbers, with the factors computed. */
kernel void waves(global float* x, global float* y, uint n)
{
    local float re[128], im[128];
    uint own = get_local_id(0), base = get_group_id(0) * 128;
    re[own] = x[base + own];
    re[own + 64] = x[base + own + 64];
    im[own] = y[base + own];
    im[own + 64] = y[base + own + 64];
    for (uint side = 64; side; side /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint k = own & (side - 1), i = (own - k) * 2 + k, j = i + side;
        float angle = 3.14159f * k / side, c = native_cos(angle), s = native_sin(angle);
        float sum_re = re[i] + re[j], sum_im = im[i] + im[j], more_re = re[i] - re[j], more_im = im[i] - im[j];
        re[i] = sum_re;
        im[i] = sum_im;
        re[j] = more_re * c - more_im * s;
        im[j] = more_re * s + more_im * c;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    x[base + own] = re[own];
    x[base + own + 64] = re[own + 64];
    y[base + own] = im[own];
    y[base + own + 64] = im[own + 64];
}

kernel void row_sums(global const float* x, global float* y, uint n)
{
    uint row = get_global_id(0);
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k)
        sum += x[row * n + k];
    y[row] = sum;
}

kernel void horner(global const float* x, global float* y, uint n)
{
    float value = x[get_global_id(0)], sum = 1.0f;
    for (uint k = 0; k < n; ++k)
        sum = sum * value + (float)k;
    y[get_global_id(0)] = sum;
}
