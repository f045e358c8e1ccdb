"""Descriptions of traps for addresses outside a memory: the target of the access, and the arrays near it."""

from __future__ import annotations

import math
from typing import NamedTuple

from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.table import FIRST_SPECIAL
from simt.core.state.placed import Placed
from simt.result.elements import named, whole
from simt.result.result import Result
from simt.result.stops import Stop
from simt.views.kit.text import plural


class AddressWords(NamedTuple):
    """The parts of the diagnostic for an address outside a memory."""

    message: str
    label: str
    notes: list[str]
    advice: str


def of_source(result: Result, stop: Stop) -> AddressWords | None:
    """Describe the access of a compiled kernel in terms of its source; None if its array is not known.

    The array is known for global memory, and for local and private memory if the kernel has only one array there. A
    misaligned access inside its array also gives None.
    """
    program, instruction = result.program, result.program.instructions[stop.pc]
    if instruction is None:
        return None
    size = instruction.spec.bytes
    if stop.kind == "global_address":
        buffer = program.buffers.get(stop.buffer)
        name, length, offset = stop.buffer, 4 * buffer.words if buffer is not None else 0, stop.offset
    else:
        arrays = program.locals if stop.kind == "local_address" else program.privates
        if len(arrays) != 1:
            return None
        [(name, array)] = arrays.items()
        signed = stop.value - (1 << 32) if stop.value >= 1 << 31 else stop.value
        is_in_words = stop.kind == "local_address" and size >= 4
        length, offset = 4 * array.words, (4 * signed if is_in_words else signed) - 4 * array.address
    if (shape := program.shapes.get(name)) is None:
        return None
    if 0 <= offset <= length - size:  # inside, but misaligned
        return None
    label = f"`{named(shape, offset, min(size, whole(shape)), is_python=program.language == '.py')}`"
    message = f"a warp {_verb(instruction)} {label}, which is outside the array"
    note = f"`{shape.name}` has {plural(length // shape.size, 'element')}"
    advice = "mind the first and the last index"
    if offset > 0 and shape.space != "private":
        is_given = shape.space == "global"
        advice = _past_the_end(result, shape.name, length // shape.size, is_given=is_given)
    return AddressWords(message, label, [note], advice)


def local_address(result: Result, stop: Stop) -> AddressWords:
    """Describe an access outside local memory: its target, the origin of its address, the arrays around it."""
    words = Placed(result.program, result.machine, result.grid).reach(result.places)
    instruction = result.program.instructions[stop.pc]
    is_negative = stop.value >= 1 << 31  # shown signed, for a programmer who counted below 0
    address = stop.value - (1 << 32) if is_negative else stop.value
    is_part = instruction is not None and instruction.spec.bytes < 4
    what = f"{'byte' if is_part else 'word'} {address}"
    where = f"{what}{f' ({stop.value})' if is_negative else ''} of a local memory of {words} words"
    notes = _origin(result, stop, instruction)
    advice = _nearest_arrays(result, address // 4 if is_part else address)
    if is_part:
        advice += "; indices of parts of words count bytes"
        if instruction is not None and address % instruction.spec.bytes:
            advice = f"an access of {instruction.spec.bytes} bytes needs an address that is a multiple of that"
    return AddressWords(f"a warp {_verb(instruction)} {where}", what, notes, advice)


def private_address(result: Result, stop: Stop) -> AddressWords:
    """Describe an access outside private memory: its target, the origin of its address, the first two arrays there."""
    instruction, program = result.program.instructions[stop.pc], result.program
    what, size = f"byte {stop.value}", 4 if instruction is None else instruction.spec.bytes
    advice = ", ".join(
        f"`{_name(program, array.name)}` is bytes {4 * array.address} to {4 * (array.address + array.words) - 1}"
        for array in sorted(program.privates.values(), key=lambda array: array.address)[:2]
    )
    if stop.value % size:
        advice = f"an access of {size} bytes needs an address that is a multiple of that"
    message = f"a warp {_verb(instruction)} {what} of a private memory of {4 * program.private_words} bytes per thread"
    notes = _origin(result, stop, instruction)
    return AddressWords(message, what, notes, advice or "declare an array: .private name u32[16]")


def _past_the_end(result: Result, name: str, elements: int, *, is_given: bool) -> str:
    """Return the advice for an access after the last element of an array. is_given: whether it is one of the launch."""
    who, sizes = ("the launch", result.grid.size) if is_given else ("a work-group", result.grid.local)
    items, more = math.prod(sizes), f"give `{name}` more elements" + (" (--in)" if is_given else "")
    count = f"{who} has {plural(items, 'work-item')}"
    if elements < items:
        return f"{count}: let those beyond the end leave, launch fewer, or {more}"
    return f"{count}, and `{name}` an element for each: check the index that this line makes, or {more}"


def _name(program: Program, array: str) -> str:
    return program.shapes[array].name if array in program.shapes else array


def _verb(instruction: Instruction | None) -> str:
    if instruction is not None and instruction.spec.is_atomic:
        return "changes"
    return "stores to" if instruction is not None and instruction.spec.is_store else "loads from"


def _origin(result: Result, stop: Stop, instruction: Instruction | None) -> list[str]:
    """Return the operands of the address, if known: a trap changes no register, so they still hold them."""
    if instruction is None or result.program.language:  # whose source has no registers
        return []
    offset = result.program.constants[instruction.const] if instruction.csel == "c" else 0
    if instruction.csel == "a" or instruction.ra >= FIRST_SPECIAL or not stop.lane_numbers:
        return []
    held = int(result.registers[stop.warp, instruction.ra, stop.lane_numbers[0]])
    shown = f"{held} ({held - (1 << 32)} signed)" if held >= 1 << 31 else str(held)
    register = f"r{instruction.ra}"
    return [f"the address is {register} + {offset}, and {register} of lane {stop.lane_numbers[0]} is {shown}"]


def _nearest_arrays(result: Result, address: int) -> str:
    """Return a text on the two arrays nearest to a word of local memory: "`re` is words 0 to 127"."""
    arrays = sorted(result.program.locals.values(), key=lambda array: array.address)
    if not arrays:
        return "the kernel names no arrays: addresses count words from 0"

    def distance(first: int, length: int) -> int:
        return max(first - address, address - (first + length - 1), 0)

    near = sorted(arrays, key=lambda array: distance(array.address, array.words))[:2]
    texts = [f"`{_name(result.program, a.name)}` is words {a.address} to {a.address + a.words - 1}" for a in near]
    return f"{', '.join(texts)}; addresses count words, not bytes"


def global_address(result: Result, stop: Stop) -> AddressWords:
    """Describe an access outside global memory: its target, relative to the buffer whose pointer it used."""
    instruction = result.program.instructions[stop.pc]
    verb, size, origin = "accesses", 4, _origin(result, stop, instruction)
    if instruction is not None:
        size, verb = instruction.spec.bytes, _verb(instruction)
    buffer = result.program.buffers.get(stop.buffer)
    advice = "addresses count bytes: element i of a buffer of words is at offset 4 i, of f64 at 8 i"
    if buffer is None:
        label = f"address {stop.value}"
        return AddressWords(f"a warp {verb} address {stop.value}, which is in no buffer", label, origin, advice)
    label = f"`{buffer.name}` {'+' if stop.offset >= 0 else '-'} {abs(stop.offset)}"
    is_inside = 0 <= stop.offset <= 4 * buffer.words - size
    what = f"is not a multiple of {size}" if is_inside else "is outside the buffer"
    first = stop.value - stop.offset
    if is_inside and size > 4 and first % size:
        advice = f"`{buffer.name}` begins at {first}, as its object does in its page: bind it to one that begins at a "
        advice += f"multiple of {size}"
    elif is_inside and size > 4:
        advice = f"an access of {size} bytes needs an address that is a multiple of {size}"
    elif stop.offset >= 4 * buffer.words:
        advice = _past_the_end(result, buffer.name, buffer.length, is_given=True)
    note = f"`{buffer.name}` has {plural(buffer.length, 'element')}: bytes 0 to {4 * buffer.words - 1} from its first"
    return AddressWords(f"a warp {verb} {label} (address {stop.value}), which {what}", label, [note, *origin], advice)
