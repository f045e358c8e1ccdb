/* The elements of each work-group that are not negative, in order, and how many: stream compaction.
 *
 * Each work-item needs the number of those before it that stay: a scan over local memory, or the bits of a ballot. */

#define GROUP 64

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void compact_local(global const int* x, global int* y, global uint* counts)
{
    local uint sums[2][GROUP];
    uint me = get_local_id(0), from = 0;
    int value = x[get_global_id(0)];
    uint stays = value >= 0, sum = stays;
    sums[0][me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint by = 1; by < GROUP; by <<= 1) {
        if (me >= by)
            sum += sums[from][me - by];
        from ^= 1;
        sums[from][me] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (stays)
        y[get_group_id(0) * GROUP + sum - 1] = value;
    if (me == GROUP - 1)
        counts[get_group_id(0)] = sum;
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void compact_warp(global const int* x, global int* y, global uint* counts)
{
    local uint kept[GROUP]; // a word of each sub-group: at most GROUP
    uint warp = get_sub_group_id(), warps = get_num_sub_groups();
    int value = x[get_global_id(0)];
    uint4 stay = sub_group_ballot(value >= 0);
    uint before = sub_group_ballot_exclusive_scan(stay), all = sub_group_ballot_bit_count(stay);
    if (warps > 1) {
        kept[warp] = all; // the lanes of a sub-group store the same
        barrier(CLK_LOCAL_MEM_FENCE);
        all = 0;
        for (uint k = 0; k < warps; k++) {
            uint count = kept[k];
            before += k < warp ? count : 0;
            all += count;
        }
    }
    if (value >= 0)
        y[get_group_id(0) * GROUP + before] = value;
    if (get_local_id(0) == 0)
        counts[get_group_id(0)] = all;
}
