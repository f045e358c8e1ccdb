/* The exercise `coalescing`, solved in OpenCL C. A warp asks for 32 neighbouring words, in two transactions. */

#define EACH 16 /* elements of a work-item */

kernel void coalescing(global const float *x, global float *y)
{
    uint items = get_global_size(0);
    for (uint k = 0; k < EACH; k++) {
        uint i = k * items + get_global_id(0);
        y[i] = 2 * x[i] + 1;
    }
}
