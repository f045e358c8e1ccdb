/* After how many steps each point of a rectangle leaves the circle of radius 2. */

kernel void mandelbrot(global uint* steps, float left, float top, float step, uint most)
{
    float cx = left + step * get_global_id(0), cy = top + step * get_global_id(1), x = 0.0f, y = 0.0f;
    uint count = 0;
    while (count < most && x * x + y * y <= 4.0f) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++count;
    }
    steps[get_global_id(1) * get_global_size(0) + get_global_id(0)] = count;
}
