/* Kernels of kinds that programs/opencl has few of: chains of loads with remainders of numbers that are not known
   before, lanes that part, sums along rows, loops of arithmetic. */

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
