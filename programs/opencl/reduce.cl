/* The sum of each work-group's elements: a tree in local memory. */

#define GROUP 64

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void reduce(global const float* x, global float* sums)
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
