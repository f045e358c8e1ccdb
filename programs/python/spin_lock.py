"""The sum of all work-items' words under a spin lock, as in opencl/spin_lock.cl."""

from simt.lang import Global, atomic_compare_exchange, atomic_exchange, global_id, kernel, u32


@kernel
def spin_lock(value: Global[u32], lock: Global[u32], total: Global[u32]):
    mine = value[global_id()]
    done = u32(0)
    while done == 0:
        if atomic_compare_exchange(lock, 0, 0, 1) == 0:
            total[0] += mine
            atomic_exchange(lock, 0, 0)
            done = u32(1)
