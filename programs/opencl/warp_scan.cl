/* The running sums of each work-group's elements: in steps over local memory, and by the scans of sub-groups. */

#define GROUP 64

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void scan_local(global const int* x, global int* y)
{
    local int sums[2][GROUP];
    uint me = get_local_id(0), from = 0;
    int sum = x[get_global_id(0)];
    sums[0][me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint by = 1; by < GROUP; by <<= 1) {
        if (me >= by)
            sum += sums[from][me - by];
        from ^= 1;
        sums[from][me] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[get_global_id(0)] = sum;
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void scan_warp(global const int* x, global int* y)
{
    local int last[GROUP]; // a word of each sub-group: at most GROUP
    uint lane = get_sub_group_local_id(), warp = get_sub_group_id();
    int sum = sub_group_scan_inclusive_add(x[get_global_id(0)]);
    if (get_num_sub_groups() > 1) {
        if (lane == get_sub_group_size() - 1)
            last[warp] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < warp; k++) // a broadcast to all lanes: there are few sub-groups
            sum += last[k];
    }
    y[get_global_id(0)] = sum;
}
