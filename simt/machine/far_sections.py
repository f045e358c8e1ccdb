"""The tables of a machine description beyond its cores: interconnect, global memory, the host's link."""

from __future__ import annotations

from simt.machine.channel import ChannelError, preset
from simt.machine.rules import ArbiterRule, CoalescingRule, MappingRule, MemoryRule
from simt.machine.schema import Section
from simt.machine.sections import derived_key, key

DRAM_PART = "ddr2-667-3-x16-32"


def _check_part(name: str) -> None:
    """Accept only presets. A machine never opens a file of a channel. Raises `ValueError`."""
    if name != DRAM_PART:
        try:
            preset(name)
        except ChannelError as error:
            raise ValueError(error.message) from None


class Interconnect(Section):
    """The link from the cores to the dispatcher and to global memory (docs/processor.md, section 18)."""

    latency: int = key(
        4, "cycles of every message between a core and the far side of the interconnect",
        unit="cycles", low=1, high=4096,
        source="ours: a register at each end and two on the way, for a few cores on one chip",
    )  # fmt: skip


class Memory(Section):
    """Global memory, and the unit of a core that asks for it (docs/processor.md, section 19)."""

    policy: MemoryRule = key(
        "none",
        "`none`: the machine has no global memory, nor its instructions; `simple`: a latency and a bandwidth (latency, "
        "bytes_per_cycle); `dram`: channels of DRAM with controllers (part, channels, interleave, mapping, pipeline)",
        aliases=("memory",),
        source="FPGA paper, figure 3: none is shown",
    )  # fmt: skip
    coalescing: CoalescingRule = key(
        "segments",
        "how the addresses of a warp become transactions: `segments` of 128 bytes, `sectors` of 32, or the rules of "
        "older GPUs, `half_warp_relaxed`, `half_warp_joined` and `half_warp_strict`",
        aliases=("coalescing",),
        source="ours: the simplest rule; the half-warp rules are from NVIDIA's CUDA C Programming Guide, for devices "
        "of compute capability 1.2 and 1.0",
    )  # fmt: skip
    lanes: int = derived_key(
        "lanes whose addresses the coalescer takes in a cycle; divides warp_size", "warp_size",
        unit="lanes", low=1, high=64,
        source="ours: the same number as in other units",
    )  # fmt: skip
    queue: int = key(
        8, "transactions of a core that may wait for memory",
        unit="transactions", low=1, high=1024,
        source="ours: two warps of 16 lanes and 16 bytes each",
    )  # fmt: skip
    latency: int = key(
        20, "`simple`: cycles from the last byte on the data bus to the end of the transaction",
        unit="cycles", low=1, high=65536,
        source="ours: activate, read and the way through the controller of a DDR SDRAM, some 200 ns at 100 MHz",
    )  # fmt: skip
    bytes_per_cycle: float = key(
        16.0, "`simple`: bytes that the memory moves in a cycle, for all cores together",
        unit="bytes per cycle", low=0.001, high=65536,
        source="ours: a 64-bit DDR SDRAM module at the clock of the cores",
    )  # fmt: skip
    part: str = key(
        DRAM_PART, "`dram`: the parts of a channel and its width, a preset of docs/dram.md, section 5",
        unit="preset", check=_check_part,
        source="ours: two DDR2 devices side by side, a channel that reaches the bandwidth of the HMGPU paper",
    )  # fmt: skip
    channels: int = key(
        1, "`dram`: channels, each with a controller of its own",
        unit="channels", low=1, high=64,
        source="ours: the least",
    )  # fmt: skip
    interleave: int = key(
        256, "`dram`: bytes after which addresses go on in the next channel; a power of two, whole lines",
        unit="bytes", low=128, high=65536,
        source="ours: two of the largest transactions, so that a transaction is of one channel",
    )  # fmt: skip
    mapping: MappingRule = key(
        "row_bank_column",
        "`dram`: which bits of an address in its channel are the row, the bank and the column, from the highest down",
        source="ours: a row is filled before the next bank is begun, so that neighbours share a row",
    )  # fmt: skip
    merge: bool = key(
        True, "`dram`: whether a controller serves requests of one line together, if the first still waits",
        unit="yes or no",
        source="ours: as the reference controller of docs/dram.md does",
    )  # fmt: skip
    arbiter: ArbiterRule = key(
        "frfcfs",
        "`dram`: `frfcfs`: controllers with queues, which serve row hits first; `hmgpu`: exclusive grants, a core has "
        "a channel for transactions of one row, which is closed after them",
        source="ours: the faster one; the other is the HMGPU paper's (docs/clients.md)",
    )  # fmt: skip
    grant: int = key(
        512, "`hmgpu`: bytes of the transactions that are granted together, at most",
        unit="bytes", low=128, high=2048,
        source="ours: the burst with which the HMGPU paper's bandwidth is reached (docs/clients.md)",
    )  # fmt: skip
    age: int = key(
        0, "`dram`: clocks of the part after which a read that waits for its column access holds others up; 0: never",
        unit="clocks", low=0, high=1 << 20,
        source="ours: none, as the reference controller of docs/dram.md; with one, waits are bounded (section 8 there)",
    )  # fmt: skip
    pipeline: int = key(
        0, "`dram`: cycles that the way through chip and controller adds to a transaction, under no load and any",
        unit="cycles", low=0, high=65536,
        source="ours: none, what is left is the DRAM's own latency",
    )  # fmt: skip

    @property
    def is_present(self) -> bool:
        """Return whether the machine has global memory."""
        return self.policy != "none"


class Host(Section):
    """The link over which buffers come and go, if a run counts transfers (docs/processor.md, section 21)."""

    link_rate: float = key(
        1.33, "bytes that the link moves in a cycle, in one direction at a time",
        unit="bytes per cycle", low=0.001, high=65536,
        source="ours: a 32-bit PCI bus at 33 MHz, 133 MB/s, at the default clock",
    )  # fmt: skip
    latency: int = key(
        1000, "cycles from the host's command to the first byte on the link",
        unit="cycles", low=0, high=100_000_000,
        source="ours: a driver's call and a DMA descriptor, 10 us at the default clock",
    )  # fmt: skip
