/* Running sums of each work-group's elements, each without the element itself, up a tree and down again (Blelloch): the
   GPU paper's PPS_Conf, whose work-items are 2, 4, 8, ... words apart and ask the same banks. */

#define GROUP 64

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void pps_conf(global const float* x, global float* y)
{
    local float sums[2 * GROUP];
    uint me = get_local_id(0), first = 2 * get_global_id(0), reach = 1;
    sums[2 * me] = x[first];
    sums[2 * me + 1] = x[first + 1];
    for (uint busy = GROUP; busy > 0; busy >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < busy) {
            uint left = reach * (2 * me + 1) - 1;
            sums[left + reach] += sums[left];
        }
        reach <<= 1;
    }
    if (me == 0)
        sums[2 * GROUP - 1] = 0.0f;
    for (uint busy = 1; busy <= GROUP; busy <<= 1) {
        reach >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < busy) {
            uint left = reach * (2 * me + 1) - 1;
            float sum = sums[left];
            sums[left] = sums[left + reach];
            sums[left + reach] += sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    y[first] = sums[2 * me];
    y[first + 1] = sums[2 * me + 1];
}
