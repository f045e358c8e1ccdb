"""The parts of a result: ledgers, event record, traffic with global memory, counts of channels and of cores."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.state.reasons import REASONS
from simt.memory.core_service import longest_core_service

if TYPE_CHECKING:
    from bitarray import bitarray

    from simt.machine import Machine


@dataclass(frozen=True, eq=False, repr=False)
class Ledgers:
    """The three ledgers of a core, or their sums over several cores (docs/processor.md, section 11).

    - issue_lines: issue slots, int64 [instructions + 1, reasons], which sum to cycles x issue slots.
    - warp_lines: cycles of warps, int64 [instructions + 1, reasons], which sum to cycles x launched warps (of all
      places).
    - lane: lanes by kind, which sum to issued operations x lanes.

    The columns are `simt.core.state.reasons.REASONS`. The last row is for no instruction.
    """

    issue_lines: np.ndarray
    warp_lines: np.ndarray
    lane: Mapping[str, int]

    @property
    def issue(self) -> dict[str, int]:
        """The issue slots by reason, without zeros."""
        return by_reason(self.issue_lines.sum(axis=0))

    @property
    def warp(self) -> dict[str, int]:
        """The cycles of warps by state, without zeros."""
        return by_reason(self.warp_lines.sum(axis=0))

    @cached_property
    def table(self) -> np.ndarray:
        """Both ledgers by reason, as a structured array [reasons that occur]: reason, issue (slots), warp (cycles)."""
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
    """Return the counts of a ledger's row by reason, without zeros. row: int64 [reasons]."""
    return {REASONS[k]: int(row[k]) for k in np.flatnonzero(row)}


def _largest(counts: Mapping[str, int]) -> str:
    """Return the sum of counts, and the three largest counts with their names, as text."""
    largest = sorted(((count, name) for name, count in counts.items() if count), key=lambda row: -row[0])
    named = [f"{name} {count}" for count, name in largest[:3]] + ["..."] * (len(largest) > 3)
    return f"{sum(counts.values())}: {', '.join(named)}"


@dataclass(frozen=True, eq=False, repr=False)
class Events:
    """The event record (docs/processor.md, section 10), or the part of it that was kept.

    - instructions: structured array [kept instructions], in order of issue, with the fields sequence warp pc mask
      living slot instance degree select enter offer retire ready depth.
    - ready: int64 [kept cycles], a bit for each warp.
    - slots: int8 [kept cycles, issue slots], indices into `REASONS`.
    - warps: int8 [kept cycles, launched warps], indices into `REASONS`.
    - bank_words: uint8 [kept cycles, banks], the words that the local access of the cycle needs from each bank.
    - first: the cycle of row 0 of these arrays.
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
        """The indices of instructions, sorted by warp, and the place of each warp's first index among them."""
        warps = self.instructions["warp"].copy()
        return np.argsort(warps, kind="stable"), np.cumsum([0, *np.bincount(warps, minlength=self.warps.shape[1])])

    def of_warp(self, warp: int) -> np.ndarray:
        """Return the kept instructions of a warp in order of issue: EVENT [n]."""
        places, begins = self._by_warp
        rows: np.ndarray = self.instructions[places[begins[warp] : begins[warp + 1]]]
        return rows

    def kept(self, cycles: int) -> dict[str, Any]:
        """Return which part of a run of `cycles` cycles was kept, as plain values for JSON."""
        return {"first": self.first, "end": self.end, "complete": self.first == 0 and self.end == cycles}

    def ready_row(self, warp: int) -> bitarray:
        """Return, for each kept cycle, whether a warp is ready: a row of the FPGA paper's figure 4."""
        from bitarray import bitarray

        row = bitarray()
        row.frombytes(np.packbits(self.ready >> warp & 1 == 1).tobytes())
        del row[len(self.ready) :]
        return row

    def mask(self, index: int, lanes: int) -> bitarray:
        """Return the active lanes of the kept instruction `index`, a bit for each of `lanes` lanes, lane 0 first."""
        from bitarray import bitarray

        bits = int(self.instructions["mask"][index])
        return bitarray([bits >> lane & 1 for lane in range(lanes)])

    def since(self, cycle: int) -> Events:
        """Return the record from a cycle on, without the instructions that were selected earlier."""
        skipped = min(cycle - self.first, len(self.ready))
        if skipped <= 0:
            return self
        first = np.searchsorted(self.instructions["select"], cycle)
        ready, slots, warps, words = (rows[skipped:] for rows in (self.ready, self.slots, self.warps, self.bank_words))
        return Events(self.instructions[first:], ready, slots, warps, words, self.first + skipped)

    def __repr__(self) -> str:
        kept = f"{len(self.instructions)} instructions of {self.warps.shape[1]} warps"
        return f"<Events of cycles {self.first} to {self.end - 1}: {kept}>"


@dataclass(frozen=True, eq=False, repr=False)
class Traffic:
    """Accesses to global memory by instruction of the program, all int64 [instructions].

    - accesses: the accesses of warps.
    - transactions: the coalescer's transactions for them, 0 in a functional run.
    - moved: the bytes of the transactions.
    """

    accesses: np.ndarray
    transactions: np.ndarray
    moved: np.ndarray

    @property
    def totals(self) -> tuple[int, int, int]:
        """The accesses, transactions and bytes of the whole program."""
        return int(self.accesses.sum()), int(self.transactions.sum()), int(self.moved.sum())

    def figures(self, machine: Machine, cycles: int) -> dict[str, Any]:
        """Return figures of the whole program, as plain values for JSON.

        transactions_per_access: None without accesses. share_of_peak: the used share of the bandwidth, from 0 to 1;
        None if a burst may serve several requests.
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
    """Counts of DRAM channels (docs/processor.md, section 19): int64 [channels], or [channels, banks].

    - requests: accepted requests, each for a line.
    - columns: column accesses; fewer than requests if several requests share an access, or if writes are still in their
      queue.
    - opened: activates.
    - turns: column accesses whose direction differs from the access before.
    - refreshes: refreshes. The refreshes of an idle channel are counted when its next transaction comes.
    - longest_wait: the largest number of DRAM clocks from the acceptance of a read to its column access.
    - granted: clocks of exclusive grants.
    - bank_opened, bank_columns, bank_written: for each bank, its activates, its column accesses, and the writes among
      its column accesses.
    - crowded: for each window of time, the column accesses of its busiest channel, summed over the windows. A window
      has as many column accesses as all transaction queues have places.
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
        """Return figures of all channels together, as plain values for JSON. cycles: the cycles of the run.

        - share_of_peak: the share of the clocks of all data buses that moved a burst.
        - row_hits: 1 - activates / column accesses, at least 0.
        - busiest_share: the share of the requests that the busiest channel has.
        - side_by_side: the mean number of channels that move data in the same window (`crowded`).
        - longest_wait: as in the class, in clocks of the DRAM.
        - longest_service: the bound on a transaction's clocks from the arbiter until it is served (docs/dram.md,
          section 8).

        A figure that has no value is None.
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
            "longest_service": longest_core_service(machine),
        }

    def scaled(self, factor: float) -> ChannelCounts:
        """Return estimates of the counts of a run that moves `factor` times the bytes; the longest wait stays."""
        names = [name for name in vars(self) if name not in ("longest_wait", "crowded")]
        counts = {name: np.rint(getattr(self, name) * factor).astype(np.int64) for name in names}
        return replace(self, **counts, crowded=round(self.crowded * factor))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {name: value if isinstance(value, int) else value.tolist() for name, value in vars(self).items()}


@dataclass(frozen=True, eq=False, repr=False)
class CoreResult:
    """The counts of a core. A plain processor is a single core.

    The number of a warp is place x warps of a group + number in the group.
    """

    number: int
    cycles: int  # the cycles that its ledgers cover; 0 in a functional run
    instructions: int  # issued warp instructions; with bundles: bundles
    ledgers: Ledgers
    issues: np.ndarray  # int64 [instructions of the program]: times issued
    accesses: np.ndarray  # int64 [...]: local accesses that entered the LDS; 0 for instructions of other units
    passes: np.ndarray  # int64 [...]: LDS passes of these accesses
    active_lanes: np.ndarray  # int64 [...]: active lanes summed over issues
    disagreements: np.ndarray  # int64 [...]: issues of a jump on which the active lanes disagreed
    diverged: np.ndarray  # int64 [...]: living lanes that were not active, summed over issues
    finished: np.ndarray  # int64 [...]: lanes that had ended, summed over issues
    tail: np.ndarray  # int64 [...]: lanes without a thread, summed over issues
    widths: np.ndarray  # int64 [lanes + 1]: issued operations by the number of their active lanes
    traffic: Traffic
    memory: np.ndarray  # uint32 [local words]: local memory at the end
    registers: np.ndarray  # uint32 [warps, registers, lanes]: at the end
    carry: np.ndarray  # int64 [warps]: the carry flags at the end, a bit for each lane
    events: Events | None  # None unless recorded

    def to_dict(self) -> dict[str, Any]:
        """Return number, cycles, instructions, traffic and ledgers, as plain values for JSON."""
        _, transactions, moved = self.traffic.totals
        counts = {"core": self.number, "cycles": self.cycles, "instructions": self.instructions}
        return {**counts, "transactions": transactions, "bytes": moved, "ledgers": self.ledgers.to_dict()}

    def __repr__(self) -> str:
        record = "no record" if self.events is None else "recorded"
        warps = f"{self.registers.shape[0]} warps"
        return f"<Core {self.number}: {self.cycles} cycles, {self.instructions} instructions, {warps}, {record}>"


def hash_of_inputs(inputs: Mapping[str, str]) -> str:
    """Return the SHA-256, in hex, of a launch's inputs, from their digests by name."""
    return hashlib.sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()
