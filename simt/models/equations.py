"""The paper's equations 1 to 16. Equations 10 and 11 are the sums of computation and memory in equation 9.

Zhu, Chen, Zhang and Wu, "Quantitative GPGPU Performance Model Targeting OpenCL Architecture", 2013, section 4. Our copy
of the paper lacks parentheses, so each docstring has the equation as we read it, and our doubts about it. A cost is in
cycles, a time in seconds, a frequency in Hz. A cost divided by the frequency of its clock is a time.

BS is BATCH_SIZE, the number of work-items of a batch (a warp or wave). PE are the processing elements of a core (CU). b
is the number of batches of a work-group.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from simt.models.readings import Broadcast, Kernel, Rounding, Transfers


def seconds(cost: float, hz: float) -> float:
    """Evaluate equations 2, 4, 6, 8 and 13: time = cost / freq, in seconds. hz: the shader clock; freq_global in 4.

    Doubtful in equation 4: GM_L is usually given in shader cycles. With `GlobalClock.SHADER`, hz is the shader clock.
    """
    return cost / hz


def instruction_cost(
    batch_size: float, processing_elements: float, counts: Mapping[str, float], costs: Mapping[str, float]
) -> float:
    """Equation 1: cost_instruction/batch = BS / N_PE/CU x sum over classes of cost_ins x num_ins, in shader cycles.

    counts: instructions of one work-item by class. costs: cycles of each class, measured with one work-item. Section
    4.2 has an example: 32/8 x 24 = 96. Doubtful: the cost of one work-item is a latency that already includes all beats
    of the batch; instructions do not overlap; classes 3 and 4 have fewer units than PE; address arithmetic, loop
    control and compares are not counted. Raises `KeyError` for a class without a cost.
    """
    return batch_size / processing_elements * sum(costs[name] * count for name, count in counts.items())


def global_cost(batch_size: float, served: float, latency: float, reading: Transfers = Transfers.TRANSFERS) -> float:
    """Equation 3: cost_global_memory/batch of one access, in the cycles in which GM_L is given.

    served: c, the work-items that one transfer serves. latency: GM_L, the cycles of one transfer. Readings: (BS / c) x
    GM_L (default); (BS - c) x GM_L + GM_L; (BS + c) / (2 c) x GM_L. All give GM_L for a coalesced access (c = BS).
    Doubtful: nothing limits the bandwidth, and transfers do not overlap.
    """
    if reading is Transfers.DIFFERENCE:
        return (batch_size - served) * latency + latency
    if reading is Transfers.MEAN:
        return (batch_size + served) / (2 * served) * latency
    return batch_size / served * latency


def local_cost(
    latency: float, stride: int, banks: int, transfers: float = 2, reading: Broadcast = Broadcast.PRINTED
) -> float:
    """Equation 5: cost_local_memory/batch of one access = 2 x LM_L x GCD(stride, L), in shader cycles.

    - latency: LM_L, the cycles of one transfer.
    - stride: words between neighbouring work-items.
    - banks: L.
    - transfers: the factor 2, which is BS/L on both of the paper's devices: the transfers of a batch of BS work-items
      without conflicts.

    Doubtful: a stride of 0 is a broadcast, but the equation counts an L-way conflict, since GCD(0, L) = L
    (`Broadcast.FREE` counts none). Also doubtful: idle lanes are counted as if they were active.
    """
    degree = 1 if stride == 0 and reading is Broadcast.FREE else math.gcd(stride, banks)
    return transfers * latency * degree


def branch_cost(divergent: float, serial: float, paths: Sequence[float]) -> float:
    """Equation 7: cost_branch/batch = D x cost_serial_section + (1 - D) x mean of cost_path, in shader cycles.

    - divergent: D, the share of batches that diverge (0.20 by section 4.5).
    - serial: the cost of all instructions between fork and join.
    - paths: the cost of each path, by equation 1.

    Doubtful: D belongs to the kernel, not to the device.
    """
    return divergent * serial + (1 - divergent) * sum(paths) / len(paths)


def batch_time_per_core(batches: float, computation: float, memory: float) -> float:
    """Equation 9: time_batch/CU = N_batch/CU x time_computation/batch + time_memory/batch, in seconds.

    Equation 10: time_computation/batch = time_instruction/batch + time_branch/batch. Equation 11: time_memory/batch =
    time_global_memory/batch + time_local_memory/batch.

    Doubtful: one batch's memory time is exposed, whatever its number of accesses.
    """
    return batches * computation + memory


def sync_cost(batches: float, computation: float, memory: float) -> float:
    """Equation 12: cost_sync/work-group = (b x comp + mem) - (comp + mem) = (b - 1) x comp, in shader cycles.

    This is the time from the arrival of the first batch to the arrival of the last batch. Doubtful: equation 9 already
    includes this computation, so it is counted twice.
    """
    return (batches * computation + memory) - (computation + memory)


def kernel_time(
    reading: Kernel,
    *,
    groups: float,
    batches_per_group: float,
    batches_per_core: float,
    cores: float,
    computation: float,
    memory: float,
    sync: float,
    resident: float | None = None,
) -> float:
    """Equation 14: time_GPGPU_kernel, in seconds, from N_work-group, b, N_batch/CU, N_CU and the times of one batch.

    R1, as printed: N_wg x (b x time_9 + sync) / N_CU, which is quadratic in the number of batches, because time_9
    already includes all batches. R2, the default: time_9 + sync x N_wg / N_CU. R4: ceil(N_batch/CU / N_resident) x
    (N_resident x comp + mem) + sync x N_wg / N_CU. A round of R4 has `resident` batches, and exposes their memory time
    once.

    Raises `ValueError` for R4 without `resident`.
    """
    if reading is Kernel.R4:
        if resident is None:
            raise ValueError("reading R4 needs the resident batches of a core")
        rounds = math.ceil(batches_per_core / resident)
        return rounds * (resident * computation + memory) + sync * groups / cores
    time_9 = batch_time_per_core(batches_per_core, computation, memory)
    if reading is Kernel.R1:
        return groups * (batches_per_group * time_9 + sync) / cores
    return time_9 + sync * groups / cores


def batches_per_group(
    work_items: float, groups: float, batch_size: float, rounding: Rounding = Rounding.BATCHES
) -> float:
    """Equation 15: N_batch/work-group = N_work-item / (N_work-group x BATCH_SIZE), rounded up unless `EXACT`."""
    exact = work_items / (groups * batch_size)
    return exact if rounding is Rounding.EXACT else math.ceil(exact)


def batches_per_core(
    groups: float, batches_per_group: float, cores: float, rounding: Rounding = Rounding.BATCHES
) -> float:
    """Equation 16: N_batch/CU = N_work-group x N_batch/work-group / N_CU, rounded up if `CEILINGS`."""
    exact = groups * batches_per_group / cores
    return math.ceil(exact) if rounding is Rounding.CEILINGS else exact
