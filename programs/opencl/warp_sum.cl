/* The sum of each work-group's elements: a tree in local memory, and one in each sub-group, by shuffles or reductions. */

#define GROUP 64

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void sum_local(global const float* x, global float* sums)
{
    local float part[GROUP];
    uint me = get_local_id(0);
    part[me] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_ = GROUP / 2; half_ > 0; half_ >>= 1) {
        if (me < half_)
            part[me] += part[me + half_];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0)
        sums[get_group_id(0)] = part[0];
}

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void sum_warp(global const float* x, global float* sums)
{
    local float part[GROUP]; // a word of each sub-group: at most GROUP
    uint lane = get_sub_group_local_id(), warp = get_sub_group_id();
    float sum = sub_group_reduce_add(x[get_global_id(0)]);
    if (get_num_sub_groups() > 1) {
        if (lane == 0)
            part[warp] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (warp > 0)
            return;
        sum = 0;
        for (uint k = lane; k < get_num_sub_groups(); k += get_max_sub_group_size())
            sum += part[k];
        sum = sub_group_reduce_add(sum);
    }
    if (lane == 0)
        sums[get_group_id(0)] = sum;
}
