/* Running sums of each work-group's elements in two buffers of local memory (Hillis and Steele): the GPU paper's PPS_Br,
   in whose rounds lanes part until the distance is as long as a warp. */

#define GROUP 64

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void pps_br(global const float* x, global float* y)
{
    local float sums[2 * GROUP];
    uint me = get_local_id(0), place = me;
    sums[place] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = 1; reach < GROUP; reach <<= 1) {
        float sum = sums[place];
        if (me >= reach)
            sum += sums[place - reach];
        place ^= GROUP;
        sums[place] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[get_global_id(0)] = sums[place];
}
