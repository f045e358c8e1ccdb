/* The product of two square matrices, an element for each work-item: the GPU paper's first and second kernel. */

kernel void mm_global(global const float* a, global const float* b, global float* c, uint n)
{
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
