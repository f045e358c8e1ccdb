/* Running sums of each work-group's elements (Hillis and Steele), in two buffers of local memory. */

#define GROUP 64

__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void scan(global const uint* x, global uint* sums)
{
    local uint room[2][GROUP];
    uint me = get_local_id(0), now = 0;
    room[0][me] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = 1; reach < GROUP; reach <<= 1) {
        uint sum = room[now][me];
        if (me >= reach)
            sum += room[now][me - reach];
        now ^= 1;
        room[now][me] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sums[get_global_id(0)] = room[now][me];
}
