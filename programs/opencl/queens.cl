/* In how many ways eight queens stand safely, with the first two given: a stack in private memory. */

#define N 8

kernel void queens(global uint* ways)
{
    uint first = get_global_id(0) / N, second = get_global_id(0) % N, count = 0;
    uchar column[N];
    column[0] = first;
    column[1] = second;
    int row = 2;
    if (first == second || first + 1 == second || second + 1 == first)
        row = 0;
    else
        column[2] = 0;
    while (row >= 2) {
        uint here = column[row];
        if (here == N) {
            if (--row >= 2)
                ++column[row];
            continue;
        }
        int is_safe = 1;
        for (int other = 0; other < row; ++other) {
            int far = (int)here - column[other];
            is_safe &= far != 0 && far != row - other && far != other - row;
        }
        if (is_safe && row == N - 1) {
            ++count;
            ++column[row];
        } else if (is_safe) {
            column[++row] = 0;
        } else {
            ++column[row];
        }
    }
    ways[get_global_id(0)] = count;
}
