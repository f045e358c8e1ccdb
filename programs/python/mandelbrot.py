"""After how many steps each point of a rectangle leaves the circle of radius 2."""

from simt.lang import Global, f32, global_id, global_size, kernel, u32


@kernel
def mandelbrot(steps: Global[u32], left: f32, top: f32, step: f32, most: u32):
    cx = left + step * global_id(0)
    cy = top + step * global_id(1)
    x = f32(0)
    y = f32(0)
    count = u32(0)
    while count < most and x * x + y * y <= 4:
        after = x * x - y * y + cx
        y = 2 * x * y + cy
        x = after
        count += 1
    steps[global_id(1) * global_size(0) + global_id(0)] = count
