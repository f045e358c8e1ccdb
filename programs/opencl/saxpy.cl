/* y = a x + y, for any number of elements: work-items after the last one do nothing. */

kernel void saxpy(global const float* x, global float* y, float a, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}
