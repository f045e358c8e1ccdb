/* All shortest ways of a small graph: one work-group, a row of the table for each work-item. */

#define N 32

__attribute__((reqd_work_group_size(N, 1, 1)))
kernel void floyd_warshall(global uint* distance)
{
    uint row = get_local_id(0);
    for (uint over = 0; over < N; ++over) {
        uint first = distance[row * N + over];
        for (uint column = 0; column < N; ++column) {
            uint there = first + distance[over * N + column];
            if (there < distance[row * N + column])
                distance[row * N + column] = there;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
