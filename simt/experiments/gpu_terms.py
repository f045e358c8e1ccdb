"""The GPU paper's terms beside the simulator's ledgers, and the flaws of its equations that the numbers show.

Equations 1, 3, 5 and 7 give cycles of a batch, equation 12 of a work-group. A batch is a warp. The warp ledger gives
the average number of cycles that a warp spent for the reasons of the equation's term. A flaw is reported for a kernel
on a device only if the numbers show it there; the report has these numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isa.table.units import COMPUTE_UNITS, UNITS
from simt.core.state.reasons import REASONS
from simt.models.counts import Counts
from simt.models.parameters import Parameters
from simt.models.prediction import Prediction
from simt.result.result import Result
from simt.validate.terms import TERMS, TermRow

_MEMORY = (UNITS["memory"].reason, "uncoalesced", "memory_queue", UNITS["lds"].reason, "bank_conflict")


@dataclass(frozen=True, slots=True)
class Simulated:
    """The figures of a run that are shown beside the paper's terms.

    - warps: the number of launched warps.
    - warp: the average cycles of a warp by reason.
    - slots: the shares of the issue slots by reason.
    - computed: the average instructions of a warp in units that compute.
    - passes: the average passes of a local access.
    - divergence: the share of executions of a branch in which lanes parted. A branch counts only if lanes parted at it
      at least once.
    - bus: the used share of the memory's bandwidth.
    - diverged_lanes: the share of diverged lanes, over all issued instructions.
    - margin: half the width of the interval in which a sample has estimated the cycles; 0 if the cycles are exact.
    """

    cycles: int
    seconds: float
    warps: int
    warp: dict[str, float]
    slots: dict[str, float]
    computed: float
    passes: float
    divergence: float
    bus: float
    diverged_lanes: float
    margin: int = 0


def measured(result: Result) -> Simulated:
    """Return the figures of a run on a device."""
    warps = result.group_warps * result.groups
    spent, slots = result.ledgers.warp_lines.sum(axis=0), result.ledgers.issue_lines.sum(axis=0)
    kinds = [None if entry is None else entry.spec.unit for entry in result.program.instructions]
    computed = sum(int(n) for n, kind in zip(result.issues, kinds, strict=True) if kind in COMPUTE_UNITS)
    parted = result.disagreements > 0
    accesses, lanes = int(result.accesses.sum()), result.ledgers.lane
    return Simulated(
        cycles=result.cycles,
        seconds=result.cycles / (result.machine.clock_mhz * 1e6),
        warps=warps,
        warp={name: float(spent[k]) / warps for k, name in enumerate(REASONS)},
        slots={name: float(slots[k]) / float(slots.sum()) for k, name in enumerate(REASONS)},
        computed=computed / warps,
        passes=float(result.passes.sum()) / accesses if accesses else 0.0,
        divergence=float(result.disagreements.sum()) / float(result.issues[parted].sum()) if parted.any() else 0.0,
        bus=result.traffic.totals[2] / (result.cycles * result.machine.memory_bytes_per_cycle),
        diverged_lanes=lanes["diverged"] / sum(lanes.values()),
        margin=0 if result.sample is None else result.sample.margin,
    )


@dataclass(frozen=True, slots=True)
class Case:
    """A launch with its counts, predictions and simulation, in which flaws are looked for.

    - counts: the counts that section 5 prints.
    - device: the parameters of the device.
    - printed, corrected: the predictions from these counts and from corrected counts, both under the reading R2 of
      equation 14.
    """

    counts: Counts
    device: Parameters
    printed: Prediction
    corrected: Prediction
    simulated: Simulated

    @property
    def terms(self) -> list[TermRow]:
        """The paper's terms from the printed counts, beside the ledger's cycles for the same reasons."""
        values = {term.name: term.value for term in self.printed.terms}
        core_hz = self.device.need("shader_mhz", self.printed.model) * 1e6
        warp = self.simulated.warp
        return [term.row(values, core_hz, sum(warp[reason] for reason in term.reasons)) for term in TERMS]


@dataclass(frozen=True, slots=True)
class Flaw:
    """A flaw of an equation, in words.

    evidence: returns the numbers that show the flaw in a case; None if it does not show.
    """

    equation: str
    words: str
    evidence: Callable[[Case], str | None]


def _latency(case: Case) -> str | None:
    share = case.printed.parts["instructions"] / case.simulated.seconds
    return f"{share:.1f}" if share > 1 else None


def _uncounted(case: Case) -> str | None:
    counted = sum(case.counts.instructions(case.device.need("divergence", case.printed.model)).values())
    issued = case.simulated.computed
    return f"{counted:.4g} of {issued:.4g}" if counted < issued else None


def _bandwidth(case: Case) -> str | None:
    return f"{100 * case.simulated.bus:.0f} %" if case.simulated.bus >= 0.5 else None


def _in_series(case: Case) -> str | None:
    (row,) = (row for row in case.terms if row.equation == "3")
    assert row.predicted is not None
    return f"{row.predicted / row.simulated:.1f}" if row.predicted > 1.5 * row.simulated > 0 else None


def _clock(case: Case) -> str | None:
    ratio = case.device.need("shader_mhz", case.printed.model) / case.device.need("memory_mhz", case.printed.model)
    return f"{ratio:.2f}" if case.counts.total.global_accesses and abs(ratio - 1) > 0.05 else None


def _idle_lanes(case: Case) -> str | None:
    count = sum(access.count for access in case.counts.total.local_accesses)
    if not count or not case.simulated.passes:
        return None
    latency = case.device.need("local_latency", case.printed.model)
    charged = case.printed.term("cost_local_memory/batch").value / (latency * count)
    return f"{charged:.1f} for {case.simulated.passes:.1f}" if charged > 1.05 * case.simulated.passes else None


def _divergence(case: Case) -> str | None:
    if not case.counts.total.branches:
        return None
    assumed, real = case.device.need("divergence", case.printed.model), case.simulated.divergence
    return f"{real:.3f} for {assumed:.2f}" if abs(real - assumed) > 0.01 else None


def _one_batch(case: Case) -> str | None:
    exposed = (case.printed.parts["global memory"] + case.printed.parts["local memory"]) / case.simulated.seconds
    waited = sum(case.simulated.slots[reason] for reason in _MEMORY)
    return f"{100 * exposed:.0f} for {100 * waited:.0f} %" if exposed < waited else None


def _waiting_twice(case: Case) -> str | None:
    waiting = case.printed.term("cost_sync/work-group").value
    cores = case.device.need("cores", case.printed.model)
    share = waiting * case.counts.groups / cores / case.printed.cycles
    return f"{100 * share:.0f} %" if share > 0.05 else None


def _section_5(case: Case) -> str | None:
    ratio = case.printed.seconds / case.corrected.seconds
    return f"{ratio:.2f}" if abs(ratio - 1) > 0.05 else None


FLAWS: tuple[Flaw, ...] = (
    Flaw("1", "a latency that holds the beats is multiplied by them; computation alone, in simulated runs", _latency),
    Flaw("1", "address, loop and compare instructions are not counted; counted of issued", _uncounted),
    Flaw("3", "no bandwidth term; the memory's bandwidth is in use for", _bandwidth),
    Flaw("3", "transfers one after another, each the whole latency; charged, in cycles that a warp waits", _in_series),
    Flaw("4", "GM_L in memory cycles, though it is quoted in shader cycles; so the term is off by a factor of", _clock),
    Flaw("5", "idle lanes, and rounds beyond the group's, conflict too; passes charged for measured", _idle_lanes),
    Flaw("7", "D is a property of the kernel, not of the device; measured for assumed", _divergence),
    Flaw("9", "one batch's memory is exposed, however many wait; share of the run for that in the ledger", _one_batch),
    Flaw("12", "computation that equation 9 holds already; its share of the prediction", _waiting_twice),
    Flaw("s. 5", "the section miscounts; printed counts over corrected ones, in time", _section_5),
)


def flaws_of(cases: Sequence[Case]) -> list[tuple[Flaw, list[str | None]]]:
    """Return the flaws that at least one case shows, each with the evidence of every case."""
    flaws = [(flaw, [flaw.evidence(case) for case in cases]) for flaw in FLAWS]
    return [(flaw, texts) for flaw, texts in flaws if any(text is not None for text in texts)]
