/* y[i] = 2 x[i] + 1 for 16384 floats in global memory, 16 of them by each work-item, in an order that does not coalesce.
   The task: give the elements to the work-items in another way, so that neighbours ask for neighbouring words. */

#define EACH 16 /* elements of a work-item */

kernel void coalescing(global const float *x, global float *y)
{
    uint first = get_global_id(0) * EACH;
    for (uint k = 0; k < EACH; k++) {
        uint i = first + k;
        y[i] = 2 * x[i] + 1;
    }
}
