"""The parts of a result: ledgers, event record, traffic with global memory, and the counts of a core."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.state.reasons import REASONS
from simt.memory.behind_cores import longest_service

if TYPE_CHECKING:
    from bitarray import bitarray

    from simt.machine import Machine


@dataclass(frozen=True, eq=False, repr=False)
class Ledgers:
    """The three ledgers (docs/processor.md, section 11). Each sums exactly.

    issue_lines, warp_lines: int64 [instructions + 1, reasons], the last row blames no instruction; columns as
    `simt.core.state.reasons.REASONS`. Issue: cycles x issue slots. Warp: launched warps (with several work-groups: of
    all places) x cycles. lane: issued instructions x lanes. Of several cores: sums over them.
    """

    issue_lines: np.ndarray
    warp_lines: np.ndarray
    lane: Mapping[str, int]

    @property
    def issue(self) -> dict[str, int]:
        """Issue slots by reason, those that occur."""
        return by_reason(self.issue_lines.sum(axis=0))

    @property
    def warp(self) -> dict[str, int]:
        """Warp cycles by state, those that occur."""
        return by_reason(self.warp_lines.sum(axis=0))

    @cached_property
    def table(self) -> np.ndarray:
        """Structured array [reasons that occur]: reason, issue (slots), warp (cycles)."""
        issue, warp = self.issue_lines.sum(axis=0), self.warp_lines.sum(axis=0)
        rows = [(REASONS[k], issue[k], warp[k]) for k in np.flatnonzero(issue + warp)]
        return np.array(rows, [("reason", "U16"), ("issue", np.int64), ("warp", np.int64)])

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Return plain values for JSON."""
        return {"issue": self.issue, "warp": self.warp, "lane": dict(self.lane)}

    def __repr__(self) -> str:
        rows = [("issue slots", self.issue), ("warp cycles", self.warp), ("lanes", dict(self.lane))]
        return "\n".join(["<Ledgers", *(f"  {name:<12}{_largest(counts)}" for name, counts in rows)]) + ">"


def by_reason(row: np.ndarray) -> dict[str, int]:
    """Return reason -> count of one ledger row, without zeros."""
    return {REASONS[k]: int(row[k]) for k in np.flatnonzero(row)}


def _largest(counts: Mapping[str, int], most: int = 3) -> str:
    """Return the sum of some counts, and the largest of them by name."""
    largest = sorted(((count, name) for name, count in counts.items() if count), key=lambda row: -row[0])
    named = [f"{name} {count}" for count, name in largest[:most]] + ["..."] * (len(largest) > most)
    return f"{sum(counts.values())}: {', '.join(named)}"


@dataclass(frozen=True, eq=False, repr=False)
class Events:
    """The event record (docs/processor.md, section 10), or the part of it that was kept.

    instructions: structured array [kept instructions], in order of issue, fields sequence warp pc mask living slot
    instance degree select enter offer retire ready depth. ready: int64 [kept cycles], a bit per warp. slots: int8 [kept
    cycles, issue slots], warps: int8 [kept cycles, launched warps]: indices into `REASONS`. bank_words: uint8 [kept
    cycles, banks], the words that the local access which took effect in the cycle asks of each bank. first: the cycle
    of row 0.
    """

    instructions: np.ndarray
    ready: np.ndarray
    slots: np.ndarray
    warps: np.ndarray
    bank_words: np.ndarray
    first: int = 0

    @property
    def end(self) -> int:
        """One more than the last kept cycle."""
        return self.first + len(self.ready)

    @cached_property
    def _by_warp(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the places of the instructions, warp after warp, and where each warp's begin."""
        warps = self.instructions["warp"].copy()
        return np.argsort(warps, kind="stable"), np.cumsum([0, *np.bincount(warps, minlength=self.warps.shape[1])])

    def of_warp(self, warp: int) -> np.ndarray:
        """Return the kept instructions of a warp, EVENT [n], in order."""
        places, begins = self._by_warp
        rows: np.ndarray = self.instructions[places[begins[warp] : begins[warp + 1]]]
        return rows

    def kept(self, cycles: int) -> dict[str, Any]:
        """Return the kept cycles of a run of `cycles`, as plain values for JSON."""
        return {"first": self.first, "end": self.end, "complete": self.first == 0 and self.end == cycles}

    def ready_row(self, warp: int) -> bitarray:
        """Return whether a warp is ready, a bit per kept cycle: a row of the FPGA paper's figure 4."""
        from bitarray import bitarray

        row = bitarray()
        row.frombytes(np.packbits(self.ready >> warp & 1 == 1).tobytes())
        del row[len(self.ready) :]
        return row

    def mask(self, index: int, lanes: int) -> bitarray:
        """Return the active lanes of the kept instruction at `index`, lane 0 first."""
        from bitarray import bitarray

        bits = int(self.instructions["mask"][index])
        return bitarray([bits >> lane & 1 for lane in range(lanes)])

    def part(self, window: range) -> Events:
        """Return the record from the start of a window on; its end is not looked at."""
        skipped = min(window.start - self.first, len(self.ready))
        if skipped <= 0:
            return self
        first = np.searchsorted(self.instructions["select"], window.start)
        ready, slots, warps, words = (rows[skipped:] for rows in (self.ready, self.slots, self.warps, self.bank_words))
        return Events(self.instructions[first:], ready, slots, warps, words, self.first + skipped)

    def __repr__(self) -> str:
        kept = f"{len(self.instructions)} instructions of {self.warps.shape[1]} warps"
        return f"<Events of cycles {self.first} to {self.end - 1}: {kept}>"


@dataclass(frozen=True, eq=False, repr=False)
class Traffic:
    """Accesses to global memory by instruction of the program, each int64 [instructions].

    accesses: entered the coalescer; transactions: made by it; moved: their bytes. A functional run has no transactions.
    """

    accesses: np.ndarray
    transactions: np.ndarray
    moved: np.ndarray

    @property
    def totals(self) -> tuple[int, int, int]:
        """Return accesses of warps, their transactions, and the bytes of these, of the whole program."""
        return int(self.accesses.sum()), int(self.transactions.sum()), int(self.moved.sum())

    def figures(self, machine: Machine, cycles: int) -> dict[str, Any]:
        """Return figures of the whole program, as plain values for JSON.

        share_of_peak: of the bytes that memory can move; None if one burst serves several requests.
        """
        accesses, transactions, moved = self.totals
        rate = moved / cycles if cycles else 0.0
        return {
            "accesses": accesses,
            "transactions": transactions,
            "transactions_per_access": transactions / accesses if accesses else None,
            "bytes": moved,
            "bytes_per_cycle": rate,
            "share_of_peak": None if machine.merges_requests else rate / machine.memory_bytes_per_cycle,
        }

    def __repr__(self) -> str:
        return "<Traffic: {} accesses, {} transactions, {} bytes>".format(*self.totals)


@dataclass(frozen=True, eq=False)
class ChannelCounts:
    """Counts of DRAM channels (docs/processor.md, section 19), arrays int64 [channels], of banks [channels, banks].

    requests: accepted, of a line each. columns: column accesses; fewer than requests if several share one, or writes
    are still in their queue. opened: activates, rows that were opened. turns: column accesses in the other direction
    than the one before. refreshes: of a channel at rest they count when a transaction comes to it. longest_wait: clocks
    of the part from when a read was accepted until its column access, the most of all reads that have had it. crowded:
    the busiest channel's column accesses, summed over windows as long as all transaction queues; these cannot go side
    by side. granted: clocks in which exclusive grants had the channel. bank_opened, bank_columns, bank_written:
    activates, column accesses, and writes among these.
    """

    requests: np.ndarray
    columns: np.ndarray
    opened: np.ndarray
    turns: np.ndarray
    refreshes: np.ndarray
    longest_wait: np.ndarray
    granted: np.ndarray
    bank_opened: np.ndarray
    bank_columns: np.ndarray
    bank_written: np.ndarray
    crowded: int

    def figures(self, machine: Machine, cycles: int) -> dict[str, Any]:
        """Return figures of all channels together, as plain values for JSON.

        share_of_peak: of the clocks of all data buses, the share that moved a burst. row_hits: 1 - activates / column
        accesses, or 0. busiest_share: the share of requests of the channel with the most. side_by_side: how many
        channels move data at a time, counted in windows (`crowded`): all of them may have their share of the requests,
        and only some of them at any time. In clocks of the part: longest_wait: of a read, from when it was accepted
        until its column access. longest_service: the bound on a transaction's time from the arbiter until it is served
        (docs/dram.md, section 8); None if there is none.
        """
        requests, columns, opened, refreshes = (
            int(counts.sum()) for counts in (self.requests, self.columns, self.opened, self.refreshes)
        )
        clocks = cycles * machine.dram_rate / 1024 * len(self.requests)
        busiest = int(self.requests.argmax())
        return {
            "requests": requests,
            "share_of_peak": columns * machine.dram.burst / clocks if clocks else 0.0,
            "row_hits": max(0.0, 1 - opened / columns) if columns else None,
            "refreshes": refreshes,
            "busiest_channel": busiest,
            "busiest_share": int(self.requests[busiest]) / requests if requests else None,
            "side_by_side": columns / self.crowded if self.crowded else None,
            "longest_wait": int(self.longest_wait.max()),
            "longest_service": longest_service(machine),
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {name: value if isinstance(value, int) else value.tolist() for name, value in vars(self).items()}


@dataclass(frozen=True, eq=False, repr=False)
class CoreResult:
    """The counts of one core.

    A plain processor is one core; warps are numbered as in its ring: place x warps of a group + warp of the group.
    """

    number: int
    cycles: int  # the cycles that its ledgers cover; 0 in a functional run
    instructions: int  # issued warp instructions; with bundles: bundles
    ledgers: Ledgers
    issues: np.ndarray  # int64 [instructions of the program], times issued
    accesses: np.ndarray  # int64 [...], local accesses that entered the LDS; 0 outside the LDS
    passes: np.ndarray  # int64 [...], their LDS passes (sum of k)
    active_lanes: np.ndarray  # int64 [...], active lanes summed over issues
    disagreements: np.ndarray  # int64 [...], jumps on which the active lanes disagreed
    diverged: np.ndarray  # int64 [...], living lanes that were not active, summed over issues
    finished: np.ndarray  # int64 [...], lanes that had ended
    tail: np.ndarray  # int64 [...], lanes without a thread
    widths: np.ndarray  # int64 [lanes + 1], issued operations by the number of their active lanes
    traffic: Traffic
    memory: np.ndarray  # uint32 [local words], as the last groups left it
    registers: np.ndarray  # uint32 [warps, registers, lanes]
    carry: np.ndarray  # int64 [warps], a bit per lane
    events: Events | None  # None unless recorded

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        _, transactions, moved = self.traffic.totals
        counts = {"core": self.number, "cycles": self.cycles, "instructions": self.instructions}
        return {**counts, "transactions": transactions, "bytes": moved, "ledgers": self.ledgers.to_dict()}

    def __repr__(self) -> str:
        record = "no record" if self.events is None else "recorded"
        warps = f"{self.registers.shape[0]} warps"
        return f"<Core {self.number}: {self.cycles} cycles, {self.instructions} instructions, {warps}, {record}>"


def hash_of_inputs(inputs: Mapping[str, str]) -> str:
    """SHA-256, in hex, of a launch's inputs."""
    return hashlib.sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()
