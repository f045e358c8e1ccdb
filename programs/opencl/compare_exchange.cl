/* One step of a bitonic sort in global memory, a comparison for each pair; bitonic.toml has the other steps. */

kernel void compare_exchange(global uint* data, uint size, uint stride)
{
    uint me = get_global_id(0);
    uint low = 2 * me - (me & (stride - 1)), high = low + stride;
    uint a = data[low], b = data[high];
    bool is_up = (low & size) == 0;
    data[low] = is_up ? min(a, b) : max(a, b);
    data[high] = is_up ? max(a, b) : min(a, b);
}
