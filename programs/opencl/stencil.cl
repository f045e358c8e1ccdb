/* One step of heat on a square: each inner point goes towards the mean of its four neighbours. */

kernel void stencil(global const float* now, global float* next, float speed)
{
    int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    int at = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        next[at] = now[at];
        return;
    }
    float around = now[at - 1] + now[at + 1] + now[at - width] + now[at + width];
    next[at] = now[at] + speed * (0.25f * around - now[at]);
}
