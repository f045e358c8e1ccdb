"""The elements of each work-group that are not negative, in order, by ballots: `compact_warp` of opencl/compact.cl."""

from simt.lang import (
    Global,
    barrier,
    global_id,
    group_id,
    kernel,
    local,
    local_id,
    popcount,
    s32,
    sub_group_ballot,
    sub_group_id,
    sub_group_local_id,
    sub_groups,
    u32,
    u64,
)

GROUP = 64


@kernel(local_size=GROUP)
def compact_warp(x: Global[s32], y: Global[s32], counts: Global[u32]):
    kept = local(s32, GROUP)  # a word of each sub-group: at most GROUP
    value = x[global_id()]
    stay = sub_group_ballot(value >= 0)
    before = s32(popcount(stay & ((u64(1) << sub_group_local_id()) - 1)))
    kept[sub_group_id()] = s32(popcount(stay))
    barrier()
    count = 0
    for k in range(sub_groups()):
        if k < sub_group_id():
            before += kept[k]
        count += kept[k]
    if value >= 0:
        y[group_id() * GROUP + before] = value
    if local_id() == 0:
        counts[group_id()] = u32(count)
