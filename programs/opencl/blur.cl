/* A picture of bytes, blurred by the kernel 1 2 1 in both directions; the border repeats. */

kernel void blur(global const uchar* picture, global uchar* blurred)
{
    int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    uint sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            int row = clamp(y + dy, 0, height - 1), column = clamp(x + dx, 0, width - 1);
            sum += picture[row * width + column] * (2 - abs(dx)) * (2 - abs(dy));
        }
    blurred[y * width + x] = (sum + 8) / 16;
}
