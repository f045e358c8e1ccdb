"""The running sums of each work-group's elements, sub-group by sub-group: `scan_warp` of opencl/warp_scan.cl."""

from simt.lang import (
    Global,
    barrier,
    global_id,
    kernel,
    local,
    s32,
    sub_group_id,
    sub_group_local_id,
    sub_group_scan_inclusive_add,
    sub_group_size,
)

GROUP = 64


@kernel(local_size=GROUP)
def scan_warp(x: Global[s32], y: Global[s32]):
    last = local(s32, GROUP)  # a word of each sub-group: at most GROUP
    total = sub_group_scan_inclusive_add(x[global_id()])
    if sub_group_local_id() == sub_group_size() - 1:
        last[sub_group_id()] = total
    barrier()
    for k in range(sub_group_id()):
        total += last[k]
    y[global_id()] = total
