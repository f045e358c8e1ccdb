"""The machine description: its keys and tables, and the properties that follow from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from isa.program.bundles import Slots
from isa.program.encoding import Instruction
from isa.table.spec import InstructionSpec
from isa.table.units import COMPUTE_UNITS, PRIVATE, UNITS
from simt.machine import far_sections, front_sections, sections
from simt.machine.channel import Channel, preset
from simt.machine.costs import LONGEST_INTERVAL, Cost, cost_of, costs_of
from simt.machine.rules import ADDRESS_MAPPINGS, Organisation
from simt.machine.schema import Declared, Section
from simt.machine.sections import RETIRE_ORDER, key


class Description(Section):
    """The keys of a machine, each within its bounds. `Machine` also checks that they do not contradict each other."""

    name: str = key("custom", "what reports call the machine", unit="text", source="ours")
    description: str = key("", "one line for `simt machine list`", unit="text", source="ours")
    warp_size: int = key(
        4, "threads of a warp, which are its lanes",
        unit="lanes", low=1, high=64, aliases=("warp",),
        source="FPGA paper, section III: 4, 8 or 16",
    )  # fmt: skip
    warps: int = key(
        16, "warps that the processor holds", unit="warps", source="FPGA paper, section III: 16", low=1, high=64
    )
    registers: int = key(
        32, "registers of a thread", unit="32-bit words", source="FPGA paper, section V: 32", low=1, high=112
    )
    issue_width: int = key(
        1, "instructions that may issue in one cycle",
        unit="instructions per cycle", low=1, high=8,
        source="FPGA paper, section III: one",
    )  # fmt: skip
    clock_mhz: float = key(
        100.0, "clock, for times in seconds; no cycle depends on it",
        unit="MHz", low=0.001, high=100_000,
        source="ours: a round number; FPGA paper, table 1, gives 107, 102 and 76 for its machines",
    )  # fmt: skip
    cores: int = key(
        1, "equal processors that share the work-groups of a launch and global memory",
        unit="cores", low=1, high=128,
        source="FPGA paper, figure 3: one",
    )  # fmt: skip
    groups_per_core: int = key(
        8, "work-groups that a core holds at a time, if there is room for them",
        unit="work-groups", low=1, high=64,
        source="ours: as in NVIDIA's first GPUs for CUDA, CUDA C Programming Guide, compute capability 1.x",
    )  # fmt: skip
    costs: tuple[str, ...] = key(
        (),
        "initiation interval and latency of operations by name, PATTERN:INTERVAL:LATENCY, in place of their units'; "
        'the first pattern that fits counts, as in ["mul.?32:4:73"] (docs/processor.md, section 25)',
        unit="costs",
        source="FPGA paper, section III: all operations of a unit have its latency",
    )
    scheduler: front_sections.Scheduler
    issue: front_sections.Issue
    front_end: front_sections.FrontEnd
    alu: sections.Alu
    fpu: sections.Fpu
    sfu: sections.Sfu
    dpu: sections.Dpu
    lds: sections.Lds
    control: sections.Control
    retire: sections.Retire
    local: sections.LocalMemory
    private: sections.PrivateMemory
    constants: sections.Constants
    program: sections.ProgramMemory
    options: sections.Options
    branch: sections.Branch
    vliw: sections.Vliw
    register_file: sections.RegisterFile
    interconnect: far_sections.Interconnect
    memory: far_sections.Memory
    host: far_sections.Host
    ideal: sections.Ideal

    def _fill(self, values: Mapping[str, object], context: object) -> None:
        """Take `Section` objects as tables of the keys that were set, and numbers of numpy as numbers of Python."""
        super()._fill({name: _plain(value) for name, value in values.items()}, context)

    def _complete(self, context: object) -> None:
        """Set the derived keys."""
        for section_name, name, rule in _derivations():
            section = getattr(self, section_name)
            if name not in section.model_fields_set:
                # Bypass the frozen table, without marking the key as set: `replace` must derive it again.
                times = rule["times"] if type(rule["times"]) is int else getattr(self, rule["times"])
                section.__dict__[name] = -(-getattr(self, rule["from"]) * times // rule["over"])

    @property
    def issue_slots(self) -> int:
        """The issue slots of a cycle: `issue_width` instructions of each scheduler, or the slots of a bundle."""
        return self.issue_width * self.issue.schedulers * self.vliw.count

    @property
    def bundle_slots(self) -> Slots:
        """The slots of a bundle. An instance serves the slots that `bundle_slots.slots_of_instances` says."""
        return Slots.of(self.vliw.slots, self.serving(PRIVATE))

    @property
    def most_issued(self) -> float:
        """The largest number of instructions that a core issues per cycle in the long run. A bundle counts once."""
        return self.issue_width * self.issue.schedulers / self.issue.interval

    @property
    def unit_counts(self) -> dict[str, int]:
        """The number of instances of each unit of the machine, in the order in which retire takes their results.

        `memory` is first, then come the optional units that `retire.priority` does not name, then the units that it
        names.
        """
        named = self.retire.priority
        order = (*(name for name in RETIRE_ORDER if name not in named), *named)
        return {name: count for name in order if (count := self._count(name))}

    def _count(self, unit: str) -> int:
        if unit == "memory":
            return int(self.memory.is_present)
        return 0 if self.serving(unit) != unit else int(getattr(self, unit).count)

    @property
    def is_device(self) -> bool:
        """Return whether the machine has several cores or global memory."""
        return self.cores > 1 or self.memory.is_present

    @property
    def dram(self) -> Channel:
        """The channel of `dram` memory, also if the machine has other memory."""
        return preset(self.memory.part, ADDRESS_MAPPINGS[self.memory.mapping], self.memory.merge)

    @property
    def dram_rate(self) -> int:
        """The clocks of the DRAM in 1024 cycles (docs/processor.md, section 19)."""
        return max(1, int(1024 * 1000 / self.dram["tCK"] / self.clock_mhz + 0.5))

    @property
    def memory_bytes_per_cycle(self) -> float:
        """The largest number of bytes that global memory moves in a cycle, for all cores together."""
        memory = self.memory
        if memory.policy == "dram":
            return memory.channels * self.dram.peak * self.dram_rate / 1024
        return memory.bytes_per_cycle

    @property
    def merges_requests(self) -> bool:
        """Return whether one burst of memory may serve several requests."""
        return self.memory.policy == "dram" and self.memory.merge

    def memory_latency(self, size: float) -> int:
        """Return the cycles of a lone transaction of `size` bytes, from its grant until it is done.

        With DRAM the transaction is a read of a closed bank, granted in cycle 0. The first line takes the latency, and
        further lines follow at the rate of the bus.
        """
        memory = self.memory
        if memory.policy == "dram":
            lines = math.ceil(size / self.dram["bytes_per_req"])
            first = self.dram.activate_to_data if memory.arbiter == "hmgpu" else self.dram.unloaded_read
            last = first + (lines - 1) * int(self.dram["col_to_col"])
            return int(1024 * last // self.dram_rate) + memory.pipeline
        return max(1, math.ceil(size / memory.bytes_per_cycle)) - 1 + memory.latency

    @property
    def register_file_organisation(self) -> Organisation:
        """The organisation of the register file, with `auto` resolved."""
        chosen = self.register_file.organisation
        if chosen != "auto":
            return chosen
        return "single" if self.issue_slots == 1 and self.retire.ports == 1 else "multiport"

    @property
    def register_banks(self) -> int:
        """The banks of a register file of section 17 of docs/processor.md; 0 if it has none of these."""
        return {"three_banks": 3, "eight_banks": 8}.get(self.register_file_organisation, 0)

    @property
    def has_collectors(self) -> bool:
        """Return whether operands are collected from banks of registers (docs/processor.md, section 27)."""
        return self.register_file_organisation == "collectors"

    def serving(self, unit: str) -> str:
        """Return the unit that executes the instructions of `unit`.

        This is `unit` itself, except for private memory, and for control instructions if the ALU executes them.
        """
        if unit == PRIVATE:
            return "lds" if self.private_place == "local" else "memory"
        return "alu" if unit == "control" and self.control.route == "alu" else unit

    def unit_of(self, instruction: Instruction) -> str:
        """Return the unit of an instruction; for private memory, the unit of the memory that contains it."""
        unit = instruction.spec.unit
        return self.serving(unit) if unit == PRIVATE else unit

    @property
    def private_place(self) -> str:
        """The memory that contains private memory, with `auto` resolved."""
        if self.private.place == "auto":
            return "global" if self.memory.is_present else "local"
        return self.private.place

    def latency(self, unit: str) -> int:
        """Return the cycles from entry to result in a unit; 1 for control and for the unit of global memory."""
        return int(getattr(self, unit).latency) if UNITS[unit].is_pipeline else 1

    def interval(self, unit: str) -> int:
        """Return the cycles between two beats of a unit; 1 for control and for the unit of global memory."""
        return int(getattr(self, unit).interval) if UNITS[unit].is_pipeline else 1

    def cost(self, spec: InstructionSpec) -> Cost:
        """Return the initiation interval and the latency of an instruction: its own, or the values of its unit."""
        unit = self.serving(spec.unit)
        return self.own_cost(spec) or Cost(self.interval(unit), self.latency(unit))

    def own_cost(self, spec: InstructionSpec) -> Cost | None:
        """Return the cost that `costs` gives an instruction; None if it has the cost of its unit."""
        if spec.unit == "control" or not UNITS[self.serving(spec.unit)].is_pipeline:
            return None
        return cost_of(self.costs, spec.name)

    def is_per_scheduler(self, unit: str) -> bool:
        """Return whether each instance of a unit serves one scheduler alone."""
        return unit in COMPUTE_UNITS and bool(getattr(self, unit).per_scheduler)

    def interval_at_least(self, unit: str) -> int:
        """Return the least number of cycles between beats of a unit: its interval, or the least one in `costs`."""
        return min(self.interval(unit), *(cost.interval for cost in costs_of(self.costs)), LONGEST_INTERVAL)

    def beats(self, unit: str) -> int:
        """Return the beats in which a warp enters a unit: 1 for control, even if the ALU executes it."""
        return 1 if unit == "control" else self.warp_size // int(getattr(self, unit).lanes)

    def turns(self, instructions: int, rounds: int = 0, users: int = 0) -> int:
        """Return the fewest cycles in which a core issues a number of instructions. A bundle counts as one instruction.

        rounds: the least number of turns of each scheduler for another reason, such as the kinds of slots. users: the
        number of these instructions that take an operand from local memory. Cycles after the last turn do not count.
        """
        at_once = self.issue_width * self.issue.schedulers
        rounds = max(rounds, -(-instructions // at_once))
        longer = max(0, -(-users // at_once) - 1) * (self.issue.after_operand - self.issue.interval)
        return (rounds - 1) * self.issue.interval + 1 + longer if rounds else 0

    def occupation(self, unit: str) -> int:
        """Return the cycles for which an instruction without conflicts is in the first stage of a unit.

        Source: docs/processor.md, section 5.
        """
        return self.interval(self.serving(unit)) * self.beats(unit)

    def occupied(self, unit: str, issues: int, active: int = 0) -> int:
        """Return the cycles for which instructions without conflicts occupy the first stages of a unit.

        - unit: the name of the unit.
        - issues: the number of instructions.
        - active: the active lanes of all these instructions together, which matter with `ideal.lanes` only.

        With `ideal.lanes` or with `costs` the result is a lower bound.
        """
        interval = self.interval_at_least(unit)
        if self.ideal.lanes and unit in COMPUTE_UNITS:
            return interval * max(issues, -(-active // int(getattr(self, unit).lanes)))
        return issues * interval * self.beats(unit)

    def share_of_peak(self, unit: str, issues: int, cycles: int, active: int = 0) -> float:
        """Return the share of its peak that a unit reaches in `cycles`, over all instances; 0 if `cycles` is 0.

        issues, active: as for `occupied`.
        """
        count = self._count(unit)
        return self.occupied(unit, issues, active) / (cycles * count) if cycles and count else 0.0


@cache
def _derivations() -> tuple[tuple[str, str, Mapping[str, Any]], ...]:
    """Return section, name and rule of every derived key; `derived_key` makes the rules."""
    return tuple(
        (section, name, field.rule)
        for section, kind in Description.tables().items()
        for name, field in kind.model_fields.items()
        if isinstance(field, Declared) and field.rule is not None
    )


@cache
def derived_from(key: str) -> tuple[str, ...]:
    """Return the sections that have a key derived from `key`."""
    return tuple(dict.fromkeys(section for section, _, rule in _derivations() if key in (rule["from"], rule["times"])))


_TOML = frozenset((int, str, float, bool, list))


def _plain(value: object) -> object:
    """Return a value in the types of TOML."""
    kind = type(value)
    if kind in _TOML or (kind is dict and _TOML.issuperset(map(type, value.values()))):  # type: ignore[attr-defined]
        return value
    if isinstance(value, Section):
        return {name: _plain(getattr(value, name)) for name in value.model_fields_set}
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    # numpy's scalars, recognised by their methods: this module must not import numpy.
    return value.item() if hasattr(value, "dtype") and hasattr(value, "item") else value
