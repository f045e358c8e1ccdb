/* Kernels whose work-groups differ in how much they do. */

/* How many steps x takes to 1 by x -> x / 2 (even) or 3 x + 1 (odd): lanes of a warp part, groups are unlike by chance. */
kernel void collatz(global const uint* start, global uint* steps)
{
    uint i = get_global_id(0), x = start[i], count = 0;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        ++count;
    }
    steps[i] = count;
}

/* The sums of a triangle's rows, in blocks of `block` rows of equal length: later groups do more. */
kernel void triangle(global const float* x, global float* sums, uint block)
{
    uint i = get_global_id(0), length = i / block + 1;
    float sum = 0.0f;
    for (uint k = 0; k < length; ++k)
        sum += x[64 * k + (i & 63)];
    sums[i] = sum;
}
