"""y = a x + y, for any number of elements: work-items after the last one do nothing."""

from simt.lang import Global, f32, global_id, kernel, u32


@kernel
def saxpy(x: Global[f32], y: Global[f32], a: f32, n: u32):
    i = global_id()
    if i < n:
        y[i] = a * x[i] + y[i]
