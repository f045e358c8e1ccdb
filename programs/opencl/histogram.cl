/* How often each of 64 values occurs among bytes: counted in local memory, then added to the whole. */

#define BINS 64

kernel void histogram(global const uchar* data, global uint* bins)
{
    local uint count[BINS];
    for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0))
        count[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&count[data[get_global_id(0)] & (BINS - 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0))
        atomic_add(&bins[bin], count[bin]);
}
