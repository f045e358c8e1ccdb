"""Names of CUDA C that OpenCL C lacks, each with what to write instead."""

from __future__ import annotations

_QUALIFIERS = {
    "__global__": "kernel",
    "__shared__": "local",
    "__constant__": "constant",
    "__device__": "nothing: a plain function",
}
_FUNCTIONS = {
    "threadIdx": "get_local_id(0)", "blockIdx": "get_group_id(0)", "blockDim": "get_local_size(0)",
    "gridDim": "get_num_groups(0)", "warpSize": "get_max_sub_group_size()",
    "__syncthreads": "barrier(CLK_LOCAL_MEM_FENCE)", "__threadfence": "mem_fence(CLK_GLOBAL_MEM_FENCE)",
    "__syncwarp": "sub_group_barrier(CLK_LOCAL_MEM_FENCE)", "__shfl_sync": "sub_group_shuffle(x, lane)",
    "__ballot_sync": "sub_group_ballot(p)", "__popc": "popcount(x)", "__clz": "clz(x)",
    "atomicAdd": "atomic_add(p, x)", "atomicSub": "atomic_sub(p, x)", "atomicMin": "atomic_min(p, x)",
    "atomicMax": "atomic_max(p, x)", "atomicExch": "atomic_xchg(p, x)", "atomicCAS": "atomic_cmpxchg(p, old, x)",
    "sqrtf": "sqrt(x)", "expf": "exp(x)", "sinf": "sin(x)", "cosf": "cos(x)", "fabsf": "fabs(x)", "powf": "pow(x, y)",
}  # fmt: skip

INSTEAD = {
    name: f"OpenCL C writes `{words}`" if ":" not in words else f"OpenCL C writes {words}"
    for name, words in {**_QUALIFIERS, **_FUNCTIONS}.items()
}
