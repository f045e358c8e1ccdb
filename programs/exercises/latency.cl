/* total[i] = the sum of column i of 16 rows of 256 floats in global memory, with a latency that nothing hides.
   The task: let a work-item ask for several words before it needs the first one. */

#define COLUMNS 256
#define ROWS 16

kernel void latency(global const float *x, global float *total)
{
    uint column = get_global_id(0);
    float sum = 0;
#pragma unroll 1 /* as written: one row in each turn */
    for (uint row = 0; row < ROWS; row++)
        sum += x[row * COLUMNS + column];
    total[column] = sum;
}
