"""The machine description as a whole: the keys that stand in no table, what follows from them, and the checks."""

from __future__ import annotations

import hashlib
import json
import math
import textwrap
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, ValidationInfo, model_validator

from isa.program.encoding import Instruction
from isa.table.units import COMPUTE_UNITS, PRIVATE, UNITS
from simt.machine import far_sections, sections
from simt.machine.capabilities import CAPABILITIES
from simt.machine.channel import Channel, preset
from simt.machine.checks import contradictions
from simt.machine.declaring import Section, key
from simt.machine.rules import ADDRESS_MAPPINGS, Organisation
from simt.machine.sections import RETIRE_ORDER


def _in_utf8(text: str) -> str:
    """`text`, which is refused if it has halves of characters: no file and no stream takes these."""
    text.encode()
    return text


Text = Annotated[str, AfterValidator(_in_utf8)]


class Machine(Section):
    """A processor, complete and free of contradictions. Immutable; equal machines are equal in every key.

    `Machine(...)` takes nested keys and raises pydantic's `ValidationError`; `Machine.load` and `replace` take dotted
    keys and raise `MachineError` with every mistake at once.
    """

    name: Text = key("custom", "what reports call the machine", unit="text", source="ours")
    description: Text = key("", "one line for `simt machine list`", unit="text", source="ours")
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
    scheduler: sections.Scheduler = Field(default_factory=sections.Scheduler)
    front_end: sections.FrontEnd = Field(default_factory=sections.FrontEnd)
    alu: sections.Alu = Field(default_factory=sections.Alu)
    fpu: sections.Fpu = Field(default_factory=sections.Fpu)
    sfu: sections.Sfu = Field(default_factory=sections.Sfu)
    dpu: sections.Dpu = Field(default_factory=sections.Dpu)
    lds: sections.Lds = Field(default_factory=sections.Lds)
    control: sections.Control = Field(default_factory=sections.Control)
    retire: sections.Retire = Field(default_factory=sections.Retire)
    local: sections.LocalMemory = Field(default_factory=sections.LocalMemory)
    private: sections.PrivateMemory = Field(default_factory=sections.PrivateMemory)
    constants: sections.Constants = Field(default_factory=sections.Constants)
    program: sections.ProgramMemory = Field(default_factory=sections.ProgramMemory)
    options: sections.Options = Field(default_factory=sections.Options)
    branch: sections.Branch = Field(default_factory=sections.Branch)
    vliw: sections.Vliw = Field(default_factory=sections.Vliw)
    register_file: sections.RegisterFile = Field(default_factory=sections.RegisterFile)
    interconnect: far_sections.Interconnect = Field(default_factory=far_sections.Interconnect)
    memory: far_sections.Memory = Field(default_factory=far_sections.Memory)
    host: far_sections.Host = Field(default_factory=far_sections.Host)
    ideal: sections.Ideal = Field(default_factory=sections.Ideal)

    @model_validator(mode="before")
    @classmethod
    def _plain_values(cls, data: object) -> object:
        """Sections given as objects become tables of what was set in them; numpy integers become Python's."""
        return {name: _plain(value) for name, value in data.items()} if isinstance(data, Mapping) else data

    @model_validator(mode="after")
    def _complete(self, info: ValidationInfo) -> Self:
        """Fill in the keys that follow from others, then look for contradictions.

        With a list as the validation context, contradictions are added to it and not raised.
        """
        for section_name, name, rule in _derivations():
            section = getattr(self, section_name)
            if name not in section.model_fields_set:
                # Past the frozen door, and without marking the key as set: `replace` must derive it again.
                times = rule["times"] if type(rule["times"]) is int else getattr(self, rule["times"])
                section.__dict__[name] = -(-getattr(self, rule["from"]) * times // rule["over"])
        found = list(contradictions(self))
        if isinstance(info.context, list):
            info.context.extend(found)
        elif found:
            raise ValueError("; ".join(contradiction.message for contradiction in found))
        return self

    @classmethod
    def load(cls, machine: str | Path, overrides: Mapping[str, object] | None = None) -> Machine:
        """The machine of a preset's name or a TOML file, with `overrides` by dotted, short or leaf key on top.

        Looks at nothing else: neither `simt.toml` nor the environment (`resolve_machine` does). Raises `MachineError`
        with every mistake at once.
        """
        from simt.machine.loading import load_machine

        return load_machine(machine, overrides or {})

    def replace(self, **overrides: object) -> Machine:
        """This machine with some keys changed: `machine.replace(**{"local.banks": 8})`.

        Keys that were derived are derived again. Raises `MachineError` with every mistake at once.
        """
        from simt.machine.loading import replace_keys

        return replace_keys(self, overrides)

    @property
    def issue_slots(self) -> int:
        """Issue slots per cycle: `issue_width` instructions, or the slots of a bundle."""
        return self.issue_width * self.vliw.slots

    @property
    def unit_counts(self) -> dict[str, int]:
        """The instances of each unit that the machine has, in the order in which retire asks the units.

        `memory` comes first; then the optional units, unless `retire.priority` names them; then its units.
        """
        named = self.retire.priority
        order = (*(name for name in RETIRE_ORDER if name not in named), *named)
        return {name: count for name in order if (count := self._count(name))}

    def _count(self, unit: str) -> int:
        if unit == "memory":
            return int(self.has("global_memory"))
        return 0 if self.serving(unit) != unit else int(getattr(self, unit).count)

    @property
    def is_device(self) -> bool:
        """Whether it has what a single processor lacks: several cores, or global memory."""
        return self.cores > 1 or self.has("global_memory")

    @property
    def dram(self) -> Channel:
        """A channel of `dram` memory."""
        return preset(self.memory.part, ADDRESS_MAPPINGS[self.memory.mapping], self.memory.merge)

    @property
    def dram_rate(self) -> int:
        """Clocks of the DRAM in 1024 cycles (docs/processor.md, section 19)."""
        return max(1, int(1024 * 1000 / self.dram["tCK"] / self.clock_mhz + 0.5))

    @property
    def memory_bytes_per_cycle(self) -> float:
        """Bytes that global memory moves in a cycle at most, for all cores together."""
        memory = self.memory
        if memory.policy == "dram":
            return memory.channels * self.dram.peak * self.dram_rate / 1024
        return memory.bytes_per_cycle

    @property
    def merges_requests(self) -> bool:
        """Whether one burst of memory may serve several requests."""
        return self.memory.policy == "dram" and self.memory.merge

    def memory_latency(self, size: float) -> int:
        """Cycles from the grant of a lone transaction of `size` bytes until it is done.

        Of `dram` memory: of a read of a closed bank that is granted in cycle 0. Further lines are read as often as the
        data bus takes one.
        """
        memory = self.memory
        if memory.policy == "dram":
            lines = math.ceil(size / self.dram["bytes_per_req"])
            first = self.dram.activate_to_data if memory.arbiter == "hmgpu" else self.dram.unloaded_read
            last = first + (lines - 1) * max(self.dram.burst, int(self.dram["tCCD"]))
            return int(1024 * last // self.dram_rate) + memory.pipeline
        return max(1, math.ceil(size / memory.bytes_per_cycle)) - 1 + memory.latency

    @property
    def register_file_organisation(self) -> Organisation:
        """`register_file.organisation` with `auto` replaced by what it means for this machine."""
        chosen = self.register_file.organisation
        if chosen != "auto":
            return chosen
        return "single" if self.issue_slots == 1 and self.retire.ports == 1 else "multiport"

    @property
    def hash(self) -> str:
        """SHA-256, in hex, of every key but name and description: equal exactly when the machines behave alike."""
        parts = [hash_text(self, name) for name in hashed_names()]
        return hashlib.sha256(f"{{{','.join(parts)}}}".encode()).hexdigest()

    def __repr__(self) -> str:
        changed = [text for name in hashed_names() for text in _changed(name, getattr(self, name), Machine())]
        size = f"{self.warps} warps of {self.warp_size} lanes, {self.cores} core{'s' if self.cores > 1 else ''}"
        text = f"<Machine {self.name}: {'; '.join([size, ', '.join(changed)]) if changed else size}>"
        return textwrap.fill(text, 80, subsequent_indent="  ", max_lines=12, placeholder=" ...>")

    def has(self, requirement: str) -> bool:
        """Whether the machine has what an instruction `requires` (isa/instructions.toml); "" is nothing special."""
        return not requirement or CAPABILITIES[requirement].has(self)

    def serving(self, unit: str) -> str:
        """The unit that executes the instructions of `unit`: those of control may go through the ALU."""
        if unit == PRIVATE:
            return "lds" if self.private_place == "local" else "memory"
        return "alu" if unit == "control" and self.control.route == "alu" else unit

    def unit_of(self, instruction: Instruction) -> str:
        """The unit that an instruction counts as: its own, or that of the memory in which private memory lies."""
        unit = instruction.spec.unit
        return self.serving(unit) if unit == PRIVATE else unit

    @property
    def private_place(self) -> str:
        """`private.place` with `auto` replaced by what it means for this machine."""
        if self.private.place == "auto":
            return "global" if self.has("global_memory") else "local"
        return self.private.place

    def latency(self, unit: str) -> int:
        """Cycles from entry to result in a unit; of global memory, whose time is its own, the one to leave it."""
        return int(getattr(self, unit).latency) if UNITS[unit].is_pipeline else 1

    def interval(self, unit: str) -> int:
        """Cycles between two beats of a unit."""
        return int(getattr(self, unit).interval) if UNITS[unit].is_pipeline else 1

    def beats(self, unit: str) -> int:
        """Beats in which a warp enters a unit; an instruction of `control` has one wherever it goes."""
        return 1 if unit == "control" else self.warp_size // int(getattr(self, unit).lanes)

    def occupation(self, unit: str) -> int:
        """Cycles for which an instruction of a unit keeps its first stage without conflicts (docs/processor.md, 5)."""
        return self.interval(self.serving(unit)) * self.beats(unit)

    def occupied(self, unit: str, issues: int, active: int = 0) -> int:
        """Cycles for which `issues` instructions keep first stages of a unit without conflicts.

        active: their active lanes, all together. With `ideal.lanes` it is at least so long: the sum does not tell how
        many lanes each of them has.
        """
        if self.ideal.lanes and unit in COMPUTE_UNITS:
            return self.interval(unit) * max(issues, -(-active // int(getattr(self, unit).lanes)))
        return issues * self.occupation(unit)

    def share_of_peak(self, unit: str, issues: int, cycles: int, active: int = 0) -> float:
        """The share of the peak of all instances of a unit that `issues` instructions of it are in `cycles`.

        active: as for `occupied`.
        """
        count = self._count(unit)
        return self.occupied(unit, issues, active) / (cycles * count) if cycles and count else 0.0


@cache
def _derivations() -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """Every derived key: its section, its name in it, and {"from", "times", "over"}."""
    found = []
    for section_name, section in Machine.model_fields.items():
        kind = section.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            for name, info in kind.model_fields.items():
                extra: Any = info.json_schema_extra
                if "derived" in extra:
                    found.append((section_name, name, extra["derived"]))
    return tuple(found)


@cache
def derived_from(key: str) -> tuple[str, ...]:
    """The sections that have a key which follows from `key`."""
    return tuple(dict.fromkeys(section for section, _, rule in _derivations() if rule["from"] == key))


@cache
def hashed_names() -> tuple[str, ...]:
    """The keys and sections that decide how a machine behaves, in order of their names."""
    return tuple(sorted(name for name in Machine.model_fields if name not in ("name", "description")))


def hash_text(machine: Machine, name: str) -> str:
    """A key or a section of a machine as it goes into its hash."""
    return f'"{name}":{_json(getattr(machine, name))}'


def _json(value: object) -> str:
    """A key or a section as JSON; texts of sections are kept, as sweeps ask for the hashes of thousands of machines."""
    if isinstance(value, Section):
        return _section_json(type(value), tuple(value.__dict__.values()))
    return repr(value) if type(value) in (int, float) else json.dumps(value)


@lru_cache(maxsize=4096)
def _section_json(kind: type[Section], values: tuple[object, ...]) -> str:
    return json.dumps(dict(zip(kind.model_fields, values, strict=True)), sort_keys=True, separators=(",", ":"))


def _changed(name: str, value: object, base: object) -> list[str]:
    """`key = value` of a key or of each key of a section that is not the one of `base`."""
    other = getattr(base, name)
    if isinstance(value, Section):
        return [
            f"{name}.{text}" for key in type(value).model_fields for text in _changed(key, getattr(value, key), other)
        ]
    return [] if value == other or name in ("warps", "warp_size", "cores") else [f"{name} = {value}"]


_TOML = frozenset((int, str, float, bool, list))


def _plain(value: object) -> object:
    """`value` as TOML would give it."""
    kind = type(value)
    if kind in _TOML or (kind is dict and _TOML.issuperset(map(type, value.values()))):  # type: ignore[attr-defined]
        return value
    if isinstance(value, Section):
        return {name: _plain(getattr(value, name)) for name in value.model_fields_set}
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    # numpy's scalars, told by what they have: this module must not import numpy.
    return value.item() if hasattr(value, "dtype") and hasattr(value, "item") else value
