"""Hong and Kim 2009: the parallelism of memory warps (MWP) against the parallelism of computation warps (CWP).

S. Hong and H. Kim, "An analytical model for a GPU architecture with memory-level and thread-level parallelism
awareness", ISCA 2009. Their warps are our batches, their SMs our cores, their blocks our work-groups. A memory
instruction is an access to global memory. An access to local memory counts as a computation instruction without
conflicts. All latencies are in shader cycles, also GM_L (Mem_LD).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from simt.models.counts import Counts, GlobalAccess
from simt.models.documents import LEAST
from simt.models.occupancy import Occupancy, occupancy
from simt.models.parameters import Parameters
from simt.models.prediction import Prediction, Term, noted
from simt.models.readings import Reading

MODEL = "hong-kim"


@dataclass(frozen=True, slots=True)
class Parallelism:
    """The parameters of a busy core's warps, and MWP and CWP, which follow from them. Times are in cycles.

    - resident: N, the warps that a core holds.
    - memory_latency: Mem_L.
    - departure_delay: Departure_delay.
    - memory_cycles, computation_cycles: Mem_cycles and Comp_cycles of a warp.
    - memory_instructions: Mem_insts.
    - mwp_peak_bandwidth: Mem_bandwidth / (BW_per_warp x active SMs).
    """

    resident: float
    memory_latency: float
    departure_delay: float
    memory_cycles: float
    computation_cycles: float
    memory_instructions: float
    mwp_peak_bandwidth: float

    @property
    def mwp_without_bandwidth(self) -> float:
        """The bound MWP_Without_BW_full: Mem_L / Departure_delay, or infinity without a delay."""
        return self.memory_latency / self.departure_delay if self.departure_delay else math.inf

    @property
    def mwp(self) -> float:
        """MWP: the smallest of `mwp_without_bandwidth`, `mwp_peak_bandwidth` and N."""
        return min(self.mwp_without_bandwidth, self.mwp_peak_bandwidth, self.resident)

    @property
    def cwp_full(self) -> float:
        """The ratio CWP_full: (Mem_cycles + Comp_cycles) / Comp_cycles, or infinity without computation."""
        computation = self.computation_cycles
        return (self.memory_cycles + computation) / computation if computation else math.inf

    @property
    def cwp(self) -> float:
        """CWP: the smaller of `cwp_full` and N."""
        return min(self.cwp_full, self.resident)

    @property
    def execution(self) -> tuple[int, float]:
        """The applicable case, and the cycles of one round of resident warps, without barriers.

        1, MWP = CWP = N: Mem_cycles + Comp_cycles + Comp_cycles / Mem_insts x (MWP - 1).
        2, CWP >= MWP or Comp_cycles > Mem_cycles: Mem_cycles x N / MWP + Comp_cycles / Mem_insts x (MWP - 1).
        3, MWP > CWP: Mem_L + Comp_cycles x N.

        If departures are slower than the latency, MWP is below 1, and MWP - 1 counts as 0: computation saves no time.
        """
        mwp, cwp, resident, computation = self.mwp, self.cwp, self.resident, self.computation_cycles
        shown = computation / self.memory_instructions * max(0.0, mwp - 1)
        if mwp == resident and cwp == resident:
            return 1, self.memory_cycles + computation + shown
        if cwp >= mwp or computation > self.memory_cycles:
            return 2, self.memory_cycles * resident / mwp + shown
        return 3, self.memory_latency + computation * resident


def predict(counts: Counts, parameters: Parameters, reading: Reading | None = None) -> Prediction:
    """Predict the time of a kernel by MWP and CWP. `reading` is ignored.

    Needs cores, warp_size, shader_mhz, the limits of occupancy, and issue_cycles (or processing_elements, from which it
    follows). Accesses to global memory need global_latency, segment_bytes, bandwidth_gbs and departure_coalesced;
    scattered accesses also need departure_uncoalesced. A branch without a divergence of its own needs divergence.
    Raises `MissingInputError`, or `ModelError` E0810 if a core cannot hold a work-group.
    """
    warp_size = parameters.need("warp_size", MODEL)
    shader_hz = parameters.need("shader_mhz", MODEL) * 1e6
    issue = parameters.need("issue_cycles", MODEL)
    cores = parameters.need("cores", MODEL)
    resident = occupancy(counts, parameters, MODEL)
    total = counts.total
    divergence = parameters.need("divergence", MODEL) if any(b.divergent is None for b in total.branches) else 0.0
    local = sum(access.count for access in total.local_accesses)
    computing = sum(counts.instructions(divergence).values()) + local
    accesses = [access for access in total.global_accesses if access.count]
    memory = sum(access.count for access in accesses)
    computation_cycles = issue * (computing + memory)
    active_cores = min(cores, counts.groups)
    rounds = counts.groups / (resident.groups * active_cores)
    warps = resident.batches
    terms = [
        Term("N", warps, "batches", "active warps per SM", f"{resident.groups} groups, limited by {resident.limit}"),
        Term("#Rep", rounds, "rounds", "#Rep", f"{counts.groups} groups on {noted(active_cores)} cores"),
        Term("Comp_insts", computing, "", "#Comp_insts", f"{noted(local)} of them local accesses" if local else ""),
        Term("Mem_insts", memory, "", "#Mem_insts"),
        Term("Comp_cycles", computation_cycles, "cycles", "Comp_cycles", f"{noted(issue)} cycles each"),
    ]
    if memory:
        execution = _with_memory(counts, parameters, accesses, warp_size, computation_cycles, resident, rounds)
    else:
        cycles = computation_cycles * warps * rounds
        note = "no memory instructions: Comp_cycles x N x #Rep"
        last = Term("Exec_cycles", cycles, "cycles", "no case", note)
        execution = _Execution("computation", "nothing goes to global memory", {"computation": cycles}, [last])
    cycles, notes = sum(execution.parts.values()), list(execution.notes)
    if total.local_accesses:
        notes.append("local accesses count as computation; their conflicts are not seen by this model")
    if counts.active_share < 1:
        notes.append("active_share is not used: idle lanes cost as much as active ones here")
    return Prediction(
        model=MODEL,
        kernel=counts.kernel,
        device=parameters.name,
        seconds=cycles / shader_hz,
        cycles=cycles,
        binding=execution.binding,
        because=execution.because,
        parts={name: value / shader_hz for name, value in execution.parts.items()},
        is_sum=True,
        terms=(*terms, *execution.terms),
        notes=tuple(notes),
    )


@dataclass(frozen=True, slots=True)
class _Execution:
    """A kernel's execution: the binding resource and why, cycles by resource, and the terms of the prediction."""

    binding: str
    because: str
    parts: dict[str, float]
    terms: list[Term]
    notes: tuple[str, ...] = ()


def _with_memory(
    counts: Counts,
    parameters: Parameters,
    accesses: list[GlobalAccess],
    warp_size: float,
    computation_cycles: float,
    resident: Occupancy,
    rounds: float,
) -> _Execution:
    """Return the execution of a kernel that accesses global memory, with the cost of barriers."""
    warps = resident.batches
    shader_hz = parameters.need("shader_mhz", MODEL) * 1e6
    memory = sum(access.count for access in accesses)
    barriers = counts.total.simple_barriers + counts.total.waiting_barriers
    latency = _Latency.of(accesses, parameters, warp_size)
    bandwidth = parameters.need("bandwidth_gbs", MODEL) * 1e9
    per_warp = shader_hz * sum(access.count * access.bytes for access in accesses) / memory * warp_size / latency.mean
    active_cores = min(parameters.need("cores", MODEL), counts.groups)
    ratio = Parallelism(
        warps, latency.mean, latency.departure, latency.cycles, computation_cycles, memory,
        bandwidth / (per_warp * active_cores),
    )  # fmt: skip
    case, once = ratio.execution
    execution = once * rounds
    # With MWP below 1 (departures slower than the latency), waiting at a barrier would save time.
    waiting = latency.departure * max(0.0, ratio.mwp - 1) * barriers * resident.groups * rounds
    apart = f"coalesced {noted(latency.coalesced)}, scattered {noted(latency.scattered)}"
    terms = [
        Term("Mem_L", latency.mean, "cycles", "Mem_L", apart),
        Term("Departure_delay", latency.departure, "cycles", "Departure_delay", latency.note),
        Term("Mem_cycles", latency.cycles, "cycles", "Mem_cycles"),
        Term("BW_per_warp", per_warp, "B/s", "BW_per_warp"),
        Term("MWP_without_BW", ratio.mwp_without_bandwidth, "batches", "MWP_Without_BW_full"),
        Term("MWP_peak_BW", ratio.mwp_peak_bandwidth, "batches", "MWP_peak_BW"),
        Term("MWP", ratio.mwp, "batches", "MWP"),
        Term("CWP_full", ratio.cwp_full, "batches", "CWP_full"),
        Term("CWP", ratio.cwp, "batches", "CWP"),
        Term("Exec_cycles", execution, "cycles", f"case {case}", _CASES[case]),
        Term("Synch_cost", waiting, "cycles", "Synch_cost", f"{noted(barriers)} barriers"),
    ]
    binding, because = _binding(case, ratio, resident)
    notes: tuple[str, ...] = ()
    if case == 2 and once < computation_cycles * warps:
        whole = f"Comp_cycles x N = {computation_cycles * warps:.0f} cycles a round"
        notes = (f"case 2 as printed gives less than {whole}, which issue alone takes",)
    if waiting > execution:
        binding, because = "barriers", "Synch_cost is larger than the execution"
    return _Execution(binding, because, {"memory and computation": execution, "barriers": waiting}, terms, notes)


_CASES = {
    1: "MWP = CWP = N: too few warps",
    2: "CWP >= MWP or Comp_cycles > Mem_cycles",
    3: "MWP > CWP: computation shows, memory is hidden",
}


@dataclass(frozen=True, slots=True)
class _Latency:
    """The latency Mem_L and related quantities, in cycles.

    coalesced, scattered: Mem_L of an access of the kind. mean, departure: averages over all accesses. cycles:
    Mem_cycles.
    """

    coalesced: float
    scattered: float
    mean: float
    departure: float
    cycles: float
    note: str

    @classmethod
    def of(cls, accesses: list[GlobalAccess], parameters: Parameters, warp_size: float) -> _Latency:
        """Return the quantities of these accesses. A scattered access takes more transfers than its bytes need.

        Mem_L_Uncoal = Mem_LD + (Uncoal_per_mw - 1) x Departure_del_uncoal.
        """
        coalesced = max(LEAST, parameters.need("global_latency", MODEL))  # quotients by it have a limit at 0
        segment = parameters.need("segment_bytes", MODEL)
        memory = sum(access.count for access in accesses)
        spread = crossed = 0.0
        for access in accesses:
            transfers = access.transfers_on(warp_size, segment)
            if transfers > max(1, math.ceil(warp_size * access.bytes / segment)):
                spread += access.count
                crossed += access.count * transfers
        share = spread / memory
        transfers = crossed / spread if spread else 1.0
        apart = parameters.need("departure_uncoalesced", MODEL) if spread else 0.0
        together = parameters.need("departure_coalesced", MODEL) if spread < memory else 0.0
        scattered = coalesced + (transfers - 1) * apart
        return cls(
            coalesced,
            scattered,
            scattered * share + coalesced * (1 - share),
            apart * transfers * share + together * (1 - share),
            scattered * spread + coalesced * (memory - spread),
            f"{100 * share:.0f} % scattered over {noted(transfers)} transfers",
        )


def _binding(case: int, ratio: Parallelism, resident: Occupancy) -> tuple[str, str]:
    if case == 1:
        return "warps in flight", f"MWP and CWP are both N = {resident.batches}: more resident warps would help"
    if case == 3:
        return "computation", f"CWP {ratio.cwp:.3g} is below MWP {ratio.mwp:.3g}: memory is hidden"
    if ratio.cwp < ratio.mwp:
        return "computation", "Comp_cycles is larger than Mem_cycles"
    if ratio.mwp == ratio.mwp_without_bandwidth:
        return "memory departures", f"MWP {ratio.mwp:.3g} is Mem_L / Departure_delay: transfers leave one by one"
    if ratio.mwp == ratio.mwp_peak_bandwidth:
        return "global bandwidth", f"MWP {ratio.mwp:.3g} is what the bandwidth feeds"
    return "memory latency", f"MWP is N = {resident.batches}: more resident warps would help"
