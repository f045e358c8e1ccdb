"""The output of an engine: how it stopped, the state, its arrays by core and their sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.core.state import layout, states
from simt.core.state.cores import own_part
from simt.core.state.demands import registers_of
from simt.core.state.layout import Ledgers
from simt.core.state.reasons import LANE_KINDS, LOST_LANES
from simt.core.state.rings import Kept
from simt.core.state.state import State
from simt.core.state.traps import TRAP_KINDS


@dataclass(frozen=True, slots=True)
class Trap:
    """A stop that the program caused (docs/processor.md, section 9)."""

    kind: str
    cycle: int
    warp: int
    lanes: int
    pc: int
    value: int


def trap_of(run: Any) -> Trap | None:
    """Return the trap of a RUN record, or None."""
    if not run["trap"]:
        return None
    numbers = (int(run[f"trap_{name}"]) for name in ("cycle", "warp", "lanes", "pc", "value"))
    return Trap(TRAP_KINDS[int(run["trap"])], *numbers)


def status_of(status: int, trap: Trap | None, was_interrupted: bool = False) -> str:
    """Return how a run ended, from the kernels' status: interrupted, trap, done or cycle_limit."""
    if was_interrupted:
        return "interrupted"
    return "trap" if trap else "done" if status == states.DONE else "cycle_limit"


def active_lanes(stats: np.ndarray, warp_size: int) -> np.ndarray:
    """Return the active lanes of each instruction, summed over its issues, int64. stats: STATS records."""
    lanes: np.ndarray = stats["issues"] * warp_size - sum(stats[name] for name in LOST_LANES)
    return lanes


def lane_ledger(operations: int, lost: Iterable[int], warp_size: int) -> dict[str, int]:
    """Return the lane ledger: the lanes of all issued operations by what each lane was (LANE_KINDS).

    operations: the number of issued operations. lost: the lanes that were not active, by LOST_LANES.
    """
    lost = tuple(lost)
    return dict(zip(LANE_KINDS, (operations * warp_size - sum(lost), *lost), strict=True))


def lanes_of(stats: np.ndarray, warp_size: int) -> dict[str, int]:
    """Return the lane ledger of STATS records."""
    operations, *lost = (int(stats[name].sum()) for name in ("issues", *LOST_LANES))
    return lane_ledger(operations, lost, warp_size)


@dataclass(slots=True)
class Output:
    """The output of an engine: plain arrays and numbers, without the names of the program's arrays.

    Arrays of cores have a leading axis for the core, on a plain processor too. A *place* is the room for one work-group
    on a core. A functional run of several work-groups leaves one core with one place, in the state of the last group.
    """

    status: str
    cycles: int
    trap: Trap | None
    trap_core: int  # the core of the trap, -1 without one
    state: State
    kept: list[Kept] | None = None  # by core, of the event record; None if the run did not record
    commands: list[np.ndarray] | None = None  # COMMAND [n] by channel of DRAM, the last ones; None likewise

    @property
    def engine(self) -> str:
        """The engine of the run, "cycle" or "functional"."""
        return "cycle" if self.state.has_time else "functional"

    @property
    def core_cycles(self) -> np.ndarray:
        """The cycles that each core's ledgers cover, int64 [cores]."""
        cycles: np.ndarray = self.state.cores.run["cycle"].copy()
        return cycles

    @property
    def registers(self) -> np.ndarray:
        """The registers as the last group in each place left them, uint32 [cores, warps, registers, lanes]."""
        file, words = self.state.file, self.state.cores.operands.words
        block = words[:, : file.warps * file.warp_words].reshape(len(words), file.warps, -1, file.lanes)
        registers = block[:, :, : file.registers, :]
        warps = self._warps_of_threads
        return registers.copy() if warps is None else np.take_along_axis(registers, warps[:, :, None, :], axis=1)

    @property
    def scalars(self) -> np.ndarray:
        """The scalar registers, uint32 [cores, warps, 128]; [cores, 0, 128] on a machine without explicit masks."""
        return self._scalar_words()[:, :, : layout.SCALARS]

    @property
    def conditions(self) -> np.ndarray:
        """The SCC of each warp, uint32 [cores, warps]; [cores, 0] on a machine without explicit masks."""
        return self._scalar_words()[:, :, layout.SCALARS]

    def _scalar_words(self) -> np.ndarray:
        file, words = self.state.file, self.state.cores.operands.words
        count = file.warps if file.has_scalars else 0
        scalars = words[:, file.first_scalar :][:, : count * layout.SCALAR_WORDS]
        return scalars.reshape(len(words), count, layout.SCALAR_WORDS).copy()

    @property
    def carry(self) -> np.ndarray:
        """The carry flags, a bit per lane, int64 [cores, warps]."""
        carry: np.ndarray = self.state.cores.warps["carry"].copy()
        warps = self._warps_of_threads
        if warps is None:
            return carry
        lanes = np.arange(warps.shape[2])
        bits = np.take_along_axis(carry[:, :, None] >> lanes & 1, warps, axis=1)
        return (bits << lanes).sum(axis=2)

    @property
    def _warps_of_threads(self) -> np.ndarray | None:
        """The warp in which the thread of a warp and lane is now, int64 [cores, warps, lanes]; None if none moves."""
        formation = self.state.cores.formation
        return None if formation is None else np.argsort(formation.homes, axis=1)

    @property
    def local(self) -> np.ndarray:
        """Local memory, uint32 [cores, local words]."""
        local: np.ndarray = self.state.cores.memory.words
        return local

    @property
    def words(self) -> np.ndarray | None:
        """Global memory from byte 0, uint32; None on a plain processor."""
        return None if self.state.device is None else self.state.device.words

    @property
    def ledgers(self) -> Ledgers:
        """The ledgers by core: `warp`, `issue` int64 [cores, program + 1, reasons], `stats` STATS [cores, program]."""
        ledgers: Ledgers = self.state.cores.ledgers
        return ledgers

    @property
    def moved(self) -> np.ndarray:
        """The bytes of the transactions of each instruction, int64 [cores, program]."""
        link = self.state.cores.link
        return np.zeros(self.ledgers.stats.shape, np.int64) if link is None else link.moved

    @property
    def warp_ledger(self) -> np.ndarray:
        """Warp cycles of all cores by blamed instruction (last: none) and state, int64 [program + 1, reasons]."""
        return _sum(self.ledgers.warp)

    @property
    def issue_ledger(self) -> np.ndarray:
        """Issue slots of all cores by blamed instruction (last: none) and reason, int64 [program + 1, reasons]."""
        return _sum(self.ledgers.issue)

    @property
    def stats(self) -> np.ndarray:
        """STATS records [program], of all cores."""
        per_core = self.ledgers.stats
        if len(per_core) == 1:
            return per_core[0]
        sums = np.zeros(per_core.shape[1], layout.STATS)
        for name in layout.STATS.names or ():
            sums[name] = per_core[name].sum(axis=0)
        return sums

    @property
    def transactions(self) -> tuple[int, int]:
        """Transactions that were granted, and their bytes."""
        if self.state.device is None:
            return 0, 0
        far = self.state.device.fars[0]
        return int(far["transactions"]), int(far["bytes"])

    @property
    def channels(self) -> dict[str, Any] | None:
        """The activity of DRAM channels, as fields of `simt.result.parts.ChannelCounts`; None without channels."""
        dram = self.state.channels
        if dram is None:
            return None
        state, ports, control, banks = dram.states[0], dram.ports, dram.memories.control, dram.memories.banks
        counts = {"requests": ports["accepted"], "columns": ports["columns"], "longest_wait": ports["longest"]}
        counts |= {"opened": control["opened"], "turns": control["turns"], "refreshes": control["refreshed"]}
        counts |= {"granted": control["granted"]}
        counts |= {f"bank_{name}": banks[name] for name in ("opened", "columns", "written")}
        return {**counts, "crowded": int(state["crowded"] + ports["recent"].max())}

    @property
    def core_instructions(self) -> np.ndarray:
        """The warp instructions (with bundles, the bundles) issued, int64 [cores]."""
        counted = "issues" if self.state.cores.bundles is None else "starts"
        counts: np.ndarray = self.ledgers.stats[counted].sum(axis=1)
        return counts

    @property
    def instructions(self) -> int:
        """The warp instructions (with bundles, the bundles) issued on all cores."""
        return int(self.core_instructions.sum())

    @property
    def operations(self) -> int:
        """Operations issued on all cores; without bundles the same number as `instructions`."""
        return int(self.ledgers.stats["issues"].sum())

    @property
    def lane_ledger(self) -> dict[str, int]:
        """The number of lanes over all operations issued on all cores, by the kind of lane."""
        return lanes_of(self.ledgers.stats, int(self.state.cores.spec[0]["warp_size"]))

    @property
    def _place(self) -> tuple[int, int, range]:
        """The core and the place of the trap, and the warps of the place; without a trap the first core and place."""
        core = max(0, self.trap_core)
        link, warp = self.state.cores.link, 0 if self.trap is None else self.trap.warp
        size = self.state.file.warps if link is None else int(link.launches[0, 0]["group_warps"])
        place = warp // size
        return core, place, range(place * size, (place + 1) * size)

    @property
    def trap_group(self) -> int:
        """The work-group of the trap, without a trap the one in the first place; 0 on a plain processor."""
        core, place, _ = self._place
        link = self.state.cores.link
        return 0 if link is None else int(link.places[core, place]["group"])

    @property
    def pending(self) -> frozenset[int]:
        """The registers of the trapped warp that loads and atomics on their way would have written.

        Source: docs/processor.md, section 24. Empty without a scoreboard or a trap.
        """
        groups = self.state.cores.flights
        if groups is None or self.trap is None:
            return frozenset()
        mine = groups.flights[self.trap_core]
        uses = own_part(groups.uses, self.trap_core)[mine["issue_pc"]]
        board = groups.boards[self.trap_core, self.trap.warp]
        inside = (mine["warp"] == self.trap.warp) & (mine["enter_cycle"] >= 0) & (mine["retire_cycle"] < 0)
        inside &= (int(board["live"]) >> mine["place"].astype(np.int64)) & 1 == 1
        trapped = (mine["enter_cycle"] == self.trap.cycle) & (mine["issue_pc"] == self.trap.pc)
        return frozenset().union(*map(registers_of, uses[inside & ~trapped & (uses["is_load"] != 0)]))

    def waiting(self) -> list[tuple[int, int, int]]:
        """List (warp, program counter of its `bar`, since cycle) of every waiting warp in the trap's work-group.

        Without a trap it is the work-group in the first place.
        """
        core, _, mine = self._place
        warps = self.state.cores.warps[core]
        at_barrier = [w for w in mine if warps[w]["state"] == states.WAITING]
        return [(w, int(warps[w]["issue_pc"]), int(warps[w]["since"])) for w in at_barrier]

    def finished(self) -> list[int]:
        """List the warps of the trap's work-group that have ended; without a trap as `waiting`."""
        core, _, mine = self._place
        warps = self.state.cores.warps[core]
        return [w for w in mine if warps[w]["state"] == states.FINISHED]


def _sum(ledger: np.ndarray) -> np.ndarray:
    """Return the sum of a ledger over the cores; with one core a view of it, not a copy."""
    summed: np.ndarray = ledger[0] if len(ledger) == 1 else ledger.sum(axis=0)
    return summed
