/* The exercise `latency`, solved in OpenCL C. Eight loads are under way at a time. */

#define COLUMNS 256
#define ROWS 16

kernel void latency(global const float *x, global float *total)
{
    uint column = get_global_id(0);
    float sum = 0;
#pragma unroll 1
    for (uint row = 0; row < ROWS; row += 8) {
        float word[8];
        for (uint k = 0; k < 8; k++)
            word[k] = x[(row + k) * COLUMNS + column];
        for (uint k = 0; k < 8; k++)
            sum += word[k];
    }
    total[column] = sum;
}
