/* A matrix as the product of two triangles, in its place: L below the diagonal, of ones on it, and U. */

#define N 16

__attribute__((reqd_work_group_size(N, N, 1)))
kernel void lu(global float* matrix)
{
    local float a[N][N + 1];
    int row = get_local_id(1), column = get_local_id(0);
    a[row][column] = matrix[row * N + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 0; step < N - 1; ++step) {
        if (column == step && row > step)
            a[row][step] /= a[step][step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row > step && column > step)
            a[row][column] -= a[row][step] * a[step][column];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    matrix[row * N + column] = a[row][column];
}
