"""Instructions between the two passes of the assembler, checks of bundles, and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from isa.assembly.parser import Operands, Register, Statement
from isa.flow.flow import bundle_exits, reachable
from isa.flow.unwritten import unwritten_reads
from isa.program.bundles import Slots, bundle_ranges
from isa.program.encoding import Instruction
from isa.program.program import Location, Program
from isa.reporting.diagnostics import Diagnostic, listed
from isa.reporting.source import SourceError, SourceLine
from isa.table.spec import InstructionSpec
from isa.table.units import PRIVATE


@dataclass(frozen=True, slots=True)
class Pending:
    """An instruction after the first pass.

    - order: the number of its line among all lines.
    - spec: None for an instruction in error or a raw word.
    - more: whether its bundle has further instructions after this one.
    """

    order: int  # of its line among all lines
    line: SourceLine
    statement: Statement
    spec: InstructionSpec | None = None
    operands: Operands | None = None
    more: bool = False

    @property
    def location(self) -> Location:
        """The place in the source."""
        line = self.line
        column = line.original_column(self.statement.head.column) + 1
        called = line.context.notes() if line.context is not None else ()
        reads = line.text.strip() if line.text != line.original else ""
        return Location(line.file.name, line.number, column, line.original, reads, called)


def in_slot_order(entries: Sequence[Pending], slots: Slots) -> list[Pending]:
    """Return the operations of a bundle in the order of their slots.

    Operations that are written in an order of slots keep this order.

    Raises `SourceError` (E0222) if no slot is left for an operation beside the earlier operations, or if two operations
    steer (`steers`).
    """
    operations = [_operation(entry) for entry in entries]
    _check_steering(entries, operations)
    if len(slots.placed(operation.spec for operation in operations)) == len(entries):
        return list(entries)
    taken = slots.matched([operation.spec.unit for operation in operations])
    for place, slot in enumerate(taken):
        if slot is None:
            raise _no_slot(entries, operations, place, slots)
    return [entry for _, entry in sorted(zip(taken, entries, strict=True), key=lambda pair: pair[0] or 0)]


def _operation(entry: Pending) -> Instruction:
    assert entry.spec is not None
    assert entry.operands is not None
    return Instruction(entry.spec, cond="nz" if entry.operands.jump is not None else "always")


def _check_steering(entries: Sequence[Pending], operations: Sequence[Instruction]) -> None:
    steering = ""
    for entry, operation in zip(entries, operations, strict=True):
        if operation.steers:
            if steering:
                message, label = "two operations of a bundle steer", f"`{steering}` does already"
                advice = "a bundle has at most one of jmp, bar, ret and jumps on a result"
                raise SourceError("E0222", message, entry.statement.head.span, label=label, help=advice)
            steering = operation.spec.name


def _no_slot(entries: Sequence[Pending], operations: Sequence[Instruction], place: int, slots: Slots) -> SourceError:
    """Return the error that the operation at `place` of a bundle has no slot beside the earlier ones."""
    unit, span = operations[place].spec.unit, entries[place].statement.head.span
    able = slots.by_unit[unit]
    if not able:
        advice = f"with .vliw {slots} no bundle has an operation of {unit}: name {unit} in a slot"
        return SourceError("E0222", f"no slot of a bundle takes {unit}", span, help=advice)
    rivals = [entry.spec.name for entry in operations[:place] if set(slots.by_unit[entry.spec.unit]) & set(able)]
    label = f"{listed((f'`{name}`' for name in rivals), 'and')} {'has it' if len(able) == 1 else 'have them'} already"
    if len(able) == 1:
        units = [name for name, taking in slots.by_unit.items() if able[0] in taking and name != PRIVATE]
        advice = f"with .vliw {slots} a bundle has one operation of {', '.join(units)}: put one into another bundle"
        message = f"two operations of the slot {slots.names[able[0]]} in a bundle"
    else:
        names = listed((slots.names[slot] for slot in able), "and")
        advice = (
            f"with .vliw {slots} a bundle has {len(able)} operations of {unit} at most: put one into another bundle"
        )
        message = f"no slot is left for an operation of {unit} in a bundle: it could take {names}"
    if len(slots) == 1:
        advice = "there are no bundles with .vliw 1: write the operations one below the other"
    return SourceError("E0222", message, span, label=label, help=advice)


def warnings(pending: Sequence[Pending], program: Program) -> Iterable[Diagnostic]:
    """Yield the warnings about a program that assembles."""
    yield from _flow_warnings(pending, program.instructions)
    yield from _unwritten_warnings(pending, program)


def _flow_warnings(pending: Sequence[Pending], instructions: Sequence[Instruction | None]) -> Iterable[Diagnostic]:
    """Yield warnings about unreachable instructions, and about ways out of the program other than `ret`."""
    seen = reachable(instructions)
    for bundle in bundle_ranges(instructions):
        address = bundle.start
        entry = pending[address]
        for pc in bundle:  # warnings are about the operation that steers
            operation = instructions[pc]
            if operation is not None and operation.steers:
                entry = pending[pc]
        line, span = entry.line, entry.statement.span
        if address not in seen:
            if address - 1 in seen:  # the first of a run of unreachable ones
                advice = "it stands after a jump or the end of the kernel, and nothing jumps to it"
                message = "this instruction can never be executed"
                yield line.diagnose("W0302", message, span, help=advice, severity="warning")
            continue
        for _, following in bundle_exits(instructions, bundle):
            if following is None or following < len(instructions):
                continue
            code, message = "W0303", "this jump leaves the program"
            label, advice = f"there is no instruction at address {following}", "leaving the program is a trap"
            if following == bundle.stop:
                code, message = "W0301", "execution can run past the last instruction"
                label, advice = "nothing follows", "end the kernel with `ret`"
            yield line.diagnose(code, message, span, label=label, help=advice, severity="warning")


def _unwritten_warnings(pending: Sequence[Pending], program: Program) -> Iterable[Diagnostic]:
    """Yield warnings about registers that are read although no path to the read writes them."""
    for address, names in unwritten_reads(program):
        verb, them = ("is", "it") if len(names) == 1 else ("are", "them")
        what = listed((_as_written(name, pending[address]) for name in names), "and")
        message = f"{what} {verb} read and nothing has written {them}"
        advice = f"write {them} first"
        if all(name[0] == "r" for name in names):
            advice += ", give a value with `.at_launch`, or say `.counts_on zero_registers`"
        elif all(name[0] in "rs" for name in names):
            advice += ", or give a value with `.at_launch`"
        entry, label = pending[address], "0 at launch here, and anything elsewhere"
        span = entry.statement.span
        yield entry.line.diagnose("W0304", message, span, label=label, help=advice, severity="warning")


def _as_written(name: str, entry: Pending) -> str:
    """Return the name of a register for a message.

    This is the name as written in the statement, with the register's number if the two differ: `r2.x (r8)`.
    """
    operands = entry.operands.operands if entry.operands is not None else ()
    texts = (operand.text for operand in operands if isinstance(operand, Register) and name == f"r{operand.number}")
    text = next(texts, name)
    return name if text == name else f"{text} ({name})"
