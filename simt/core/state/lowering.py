"""Lowering: a program as the cores of a machine read it, worked out once, with operands resolved to places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from functools import cache
from typing import NamedTuple

import numpy as np

from isa.program.bundles import misplaced
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.spec import InstructionSpec
from isa.table.table import COND, INSTRUCTIONS, SCALAR, opcode
from isa.table.units import MEMORY_UNITS, STANDARD, UNITS
from simt.core.state import demands, kinds, layout
from simt.core.state.accesses import access_code
from simt.core.state.operands import OperandFile
from simt.core.state.placed import Placed
from simt.core.state.reasons import REASONS
from simt.core.state.units import Unit
from simt.machine import Machine
from simt.machine.schema import Section

# Instructions that few programs have, computed by a routine that is compiled apart (simt/core/lanes/routines.py).
ROUTINES = (
    "mul.u24", "mul.s24", "mad.s24", "div.u32", "div.s32", "rem.u32", "rem.s32", "popc.b32", "clz.b32", "ctz.b32",
    "perm.b32", "select_nz.b32", "ternlog.b32", "fma.f32", "floor.f32", "ceil.f32", "rint.f32", "trunc.f32",
    "sin.f32", "cos.f32", "log2.f32", "exp2.f32", *(spec.name for spec in INSTRUCTIONS.values() if spec.across),
)  # fmt: skip
_KIND = {
    "jmp": kinds.JUMP,
    "bar": kinds.BARRIER,
    "ret": kinds.RETURN,
    **dict.fromkeys(("push_mask", "pop_mask", "mask_nz", "br_push"), kinds.MASK),
    "mad.u24": kinds.MULTIPLY_ADD,
    **dict.fromkeys(ROUTINES, kinds.ROUTINE),
}


class Lowered(NamedTuple):
    """A program on a machine as its cores read it: arrays with a row for each word, which no run writes.

    An empty program has one row. The arrays of an optional group of a core are None for a kind that lacks the group.
    """

    code: np.ndarray  # CODE
    positions: np.ndarray | None  # as in `Bundles`
    banked: tuple[np.ndarray, np.ndarray] | None  # reads, writes: as in `RegisterFile`
    uses: np.ndarray | None  # as in `Flights`
    collected: tuple[np.ndarray, np.ndarray] | None  # reads, writes: as in `Collectors`


# Keys of a machine that lowering does not read: timing, and the keys of its arguments file and units. A key that is
# missing here is taken to matter.
_UNREAD = (
    "name", "description", "warp_size", "warps", "clock_mhz", "scheduler", "front_end", "retire", "issue", "local",
    "program", "register_file", "cores", "groups_per_core", "interconnect", *STANDARD,
)  # fmt: skip
_READ = tuple(name for name in Machine.model_fields if name not in _UNREAD)
_KEPT = 64  # lowered programs, of some 20 KB each
_lowered: dict[tuple[object, ...], Lowered] = {}  # the last used last


def values_of(machine: Machine, names: tuple[str, ...]) -> tuple[object, ...]:
    """Return the values of keys and sections of a machine, for comparing: faster than comparing the sections."""
    sections, keys = _kinds_of(names)
    fields = machine.__dict__
    values = [fields[name] for name in keys]
    for name in sections:
        values += fields[name].__dict__.values()
    return tuple(values)


@cache
def _kinds_of(names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return (sections, keys): the fields of a machine among `names`, by what they are."""
    machine = Machine()
    sections = [name for name in names if isinstance(getattr(machine, name), Section)]
    return sections, [name for name in names if name not in sections]


def lowered(placed: Placed, file: OperandFile, units: Mapping[str, Unit], groups: Set[str]) -> Lowered:
    """Return the result of `lower`, made once for machines that differ in timing alone; thread-safe."""
    machine = placed.machine
    key = (
        placed.program.words, file, tuple(units.items()), groups, machine.issue.slots,
        machine.register_file_organisation, values_of(machine, _READ),
    )  # fmt: skip
    known = _lowered.pop(key, None) or lower(placed, file, units, groups)
    _lowered[key] = known
    while len(_lowered) > _KEPT:
        with suppress(KeyError, RuntimeError):  # another thread was faster
            del _lowered[next(iter(_lowered))]
    return known


def lower(placed: Placed, file: OperandFile, units: Mapping[str, Unit], groups: Set[str]) -> Lowered:
    """Return a program for cores with these optional groups."""
    machine, legal = placed.machine, placed.legal or [None]
    bundles = [_bundle_at(legal, pc) for pc in range(len(legal))]
    return Lowered(
        _code(placed, bundles, file, units),
        demands.positions(bundles, machine, units) if "bundles" in groups else None,
        demands.banked(bundles, machine) if "register_file" in groups else None,
        demands.uses(legal, placed.program.instructions, machine) if "flights" in groups else None,
        demands.collected(legal) if "collectors" in groups else None,
    )


def _bundle_at(legal: Sequence[Instruction | None], pc: int) -> Sequence[Instruction | None]:
    """Return the operations of the bundle that begins at `pc`; None, for a word that the machine lacks, ends it."""
    end = pc + 1
    while end < len(legal) and (last := legal[end - 1]) is not None and last.more:
        end += 1
    return legal[pc:end]


def _code(
    placed: Placed, bundles: Sequence[Sequence[Instruction | None]], file: OperandFile, units: Mapping[str, Unit]
) -> np.ndarray:
    """Return the program as CODE records [instructions]; an empty program has one record of zeros.

    Words that the machine lacks, and bundles that do not fit its slots, become illegal instructions.
    Jump targets need no check here: a program counter is checked when it is used.
    """
    program, machine = placed.program, placed.machine
    code = np.zeros(len(bundles), layout.CODE)
    joins = _joins(program) if machine.branch.has_joins else [layout.NO_JOIN] * len(bundles)
    slots = machine.bundle_slots
    for pc, (record, operations) in enumerate(zip(code, bundles, strict=True) if program.words else ()):
        instruction = operations[0]
        offender = misplaced(operations, slots)
        if instruction is None or offender is not None:
            record["kind"] = kinds.ILLEGAL
            record["opcode"] = program.words[pc + (offender or 0)] >> 56
            continue
        spec = instruction.spec
        record["operations"] = len(operations)
        record["writes_carry"] = spec.writes_carry
        record["condition"] = COND[instruction.cond]
        record["target"] = instruction.target
        record["otherwise"] = instruction.otherwise
        record["join"] = joins[pc]
        record["leaves_active"] = spec.unit in MEMORY_UNITS or spec.name == "bar"
        record["table"] = kinds.RELATIONS.get(spec.name, instruction.table)
        if spec.unit in MEMORY_UNITS:
            record["table"] = access_code(spec)
        record["words"] = spec.words
        _write_unit(record, spec, machine, units)
        _write_operands(record, instruction, file, pc)
    return code


def _write_unit(record: np.void, spec: InstructionSpec, machine: Machine, units: Mapping[str, Unit]) -> None:
    """Write what an instruction does, and the unit that serves it, to its CODE record."""
    is_control = spec.unit == "control"
    serving = machine.serving(spec.unit)
    unit = units[serving]
    record["kind"], record["opcode"] = _operation(spec, serving)
    record["first_instance"] = unit.first
    record["end_instance"] = unit.end
    record["beats"] = 1 if is_control else unit.beats
    record["interval"], record["latency"] = machine.own_cost(spec) or (unit.interval, 0)
    record["per_scheduler"] = unit.per_scheduler
    record["reason"] = REASONS.index(UNITS["control" if is_control else serving].reason)


def _write_operands(record: np.void, instruction: Instruction, file: OperandFile, pc: int) -> None:
    """Write the places of an instruction's operands to its CODE record; results of bundles wait in a scratch row."""
    spec = instruction.spec
    for slot in "abc":
        if slot == instruction.csel:
            place = file.constant(instruction.const)
        elif f"s{slot}" in spec.fields:
            base, warp, _ = file.scalar(getattr(instruction, f"s{slot}"))
            place = base, warp, 1  # the upper half of the pair follows
        elif slot in spec.sources and getattr(instruction, f"r{slot}") == SCALAR:
            place = file.by_number(instruction.const)
        elif slot in spec.sources and not (slot == "c" and spec.unit == "lds"):
            place = file.register(getattr(instruction, f"r{slot}"))
        else:
            place = file.zero
        record[f"{slot}_base"], record[f"{slot}_warp"], record[f"{slot}_lane"] = place
    if spec.requires == "explicit_masks":
        record["c_base"], record["c_warp"], record["c_lane"] = file.scalar(layout.SCALARS)
    if spec.writes_register:
        record["d_base"], record["d_warp"], _ = file.register(instruction.rd)
        record["results"] = len(instruction.registers_written)
        if file.slots:
            record["register_base"] = record["d_base"]
            record["d_base"], _, _ = file.scratch(pc)
    elif "sd" in spec.fields:
        record["d_base"], record["d_warp"], _ = file.scalar(instruction.sd)


def _operation(spec: InstructionSpec, serving: str) -> tuple[int, int]:
    """Return (kind, opcode) as the engine takes them. A compare to a mask has the opcode of the compare to a register.

    serving: the unit that executes it.
    """
    if serving == "lds":
        return kinds.STORE_LOCAL if spec.is_store else kinds.LOAD_LOCAL, spec.opcode
    if serving == "memory":
        kind = kinds.STORE_GLOBAL if spec.is_store else kinds.ATOMIC if spec.is_atomic else kinds.LOAD_GLOBAL
        return kind, spec.opcode
    if spec.format == "lane_test":
        return kinds.COMPARE, opcode("and.b32" if spec.name == "vtest.b32" else spec.name.removeprefix("vcmp."))
    if spec.requires == "explicit_masks":
        return kinds.SCALAR, spec.opcode
    if spec.unit == "dpu":
        return kinds.DOUBLE, spec.opcode
    return _KIND.get(spec.name, kinds.FPU if spec.unit in ("fpu", "sfu") else kinds.ALU), spec.opcode


def _joins(program: Program) -> list[int]:
    """Return where the lanes that part at each instruction meet again, or NO_JOIN (docs/processor.md, section 14)."""
    from isa.flow.cfg import reconvergence_points  # only a machine with this policy pays for loading it

    return [layout.NO_JOIN if point < 0 else point for point in reconvergence_points(program.instructions)]
