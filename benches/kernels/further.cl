/* Kernels of kinds that programs/opencl has few of: chains of loads with remainders of numbers that are not known
   before, lanes that part, sums along rows, loops of arithmetic, stencils, sparse rows, nearest points. */

kernel void chase(global const uint* x, global uint* y, uint n)
{
    uint at = get_global_id(0);
    for (uint k = 0; k < 8; ++k)
        at = (x[at] + k) % n;
    y[get_global_id(0)] = at;
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

kernel void jacobi(global const float* x, global float* y, uint width)
{
    uint i = get_global_id(0), j = get_global_id(1), at = j * width + i;
    if (i > 0 && j > 0 && i < width - 1 && j < get_global_size(1) - 1)
        y[at] = 0.25f * (x[at - 1] + x[at + 1] + x[at - width] + x[at + width]);
}

kernel void convolve(global const float* x, constant float* weights, global float* y, uint width, uint side)
{
    uint i = get_global_id(0), j = get_global_id(1);
    float sum = 0.0f;
    for (uint b = 0; b < side; ++b)
        for (uint a = 0; a < side; ++a)
            sum += x[(j + b) * (width + side) + i + a] * weights[b * side + a];
    y[j * width + i] = sum;
}

kernel void gcd(global const uint* x, global uint* y, uint n)
{
    uint i = get_global_id(0), a = x[i] + 1, b = x[n - 1 - i] + 1;
    while (b) {
        uint rest = a % b;
        a = b;
        b = rest;
    }
    y[i] = a;
}

kernel void sparse_rows(global const uint* start, global const uint* column, global const float* value,
                        global const float* x, global float* y)
{
    uint row = get_global_id(0);
    float sum = 0.0f;
    for (uint k = start[row]; k < start[row + 1]; ++k)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}

kernel void dot_product(global const float* a, global const float* b, global float* y, uint n)
{
    local float sums[64];
    uint l = get_local_id(0);
    float sum = 0.0f;
    for (uint k = get_global_id(0); k < n; k += get_global_size(0))
        sum += a[k] * b[k];
    sums[l] = sum;
    for (uint d = 32; d; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d)
            sums[l] += sums[l + d];
    }
    if (l == 0)
        y[get_group_id(0)] = sums[0];
}

kernel void nearest(global const float* x, constant float* centres, global uint* y, uint n, uint count)
{
    uint i = get_global_id(0), best = 0;
    float least = 1e30f;
    for (uint k = 0; k < count; ++k) {
        float sum = 0.0f;
        for (uint d = 0; d < 4; ++d) {
            float off = x[d * n + i] - centres[k * 4 + d];
            sum += off * off;
        }
        if (sum < least) {
            least = sum;
            best = k;
        }
    }
    y[i] = best;
}
