"""The sum of each work-group's elements, sub-group by sub-group: `sum_warp` of opencl/warp_sum.cl."""

from simt.lang import (
    Global,
    barrier,
    f32,
    global_id,
    group_id,
    kernel,
    local,
    max_sub_group_size,
    sub_group_id,
    sub_group_local_id,
    sub_group_reduce_add,
    sub_groups,
)

GROUP = 64


@kernel(local_size=GROUP)
def sum_warp(x: Global[f32], sums: Global[f32]):
    part = local(f32, GROUP)  # a word of each sub-group: at most GROUP
    lane = sub_group_local_id()
    warp = sub_group_id()
    total = sub_group_reduce_add(x[global_id()])
    if lane == 0:
        part[warp] = total
    barrier()
    if warp == 0:
        total = f32(0)
        for k in range(lane, sub_groups(), max_sub_group_size()):
            total += part[k]
        total = sub_group_reduce_add(total)
        if lane == 0:
            sums[group_id()] = total
