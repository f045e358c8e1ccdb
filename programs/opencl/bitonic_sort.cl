/* Sorts each work-group's elements in local memory, a comparison for each pair and step (Batcher). */

#define N 128

__attribute__((reqd_work_group_size(N / 2, 1, 1)))
kernel void bitonic_sort(global int* data)
{
    local int row[N];
    uint me = get_local_id(0);
    global int* own = data + get_group_id(0) * N;
    row[me] = own[me];
    row[me + N / 2] = own[me + N / 2];
    for (uint size = 2; size <= N; size <<= 1)
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint low = 2 * me - (me & (stride - 1)), high = low + stride;
            int a = row[low], b = row[high];
            int is_up = (low & size) == 0;
            row[low] = is_up ? min(a, b) : max(a, b);
            row[high] = is_up ? max(a, b) : min(a, b);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    own[me] = row[me];
    own[me + N / 2] = row[me + N / 2];
}
