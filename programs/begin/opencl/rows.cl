/* The sums of the rows of a matrix, a row for each work-item. */

#define COLUMNS 12

kernel void rows(global const float *x, global float *total)
{
    uint row = get_global_id(0);
    float sum = 0;
    for (uint column = 0; column < COLUMNS; column++)
        sum += x[row * COLUMNS + column]; /* neighbours read words that are 12 words apart */
    total[row] = sum;
}
