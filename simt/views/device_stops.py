"""What only a device can stop for, in words: an access to global memory outside its buffer, and where on the device."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from simt.views.text import plural

if TYPE_CHECKING:
    from simt.result.result import Result
    from simt.result.stops import Stop


class AddressWords(NamedTuple):
    """A `global_address` trap in words."""

    message: str
    label: str
    note: str  # about the buffer; empty without one
    advice: str


def group_text(result: Result, group: int) -> str:
    """A work-group's number, in two dimensions with its place in both."""
    grid = result.grid
    if grid.size[1] == 1:
        return str(group)
    return f"{group} (x {group % grid.groups_x}, y {group // grid.groups_x})"


def global_address(result: Result, stop: Stop) -> AddressWords:
    """What the access wanted and where that is, from the buffer that it was meant for."""
    instruction = result.program.instructions[stop.pc]
    verb, size = "accesses", 4
    if instruction is not None:
        size = 4 * instruction.spec.words
        is_atomic = instruction.spec.name.startswith("atom")
        verb = "changes" if is_atomic else "stores to" if instruction.spec.is_store else "loads from"
    buffer = result.program.buffers.get(stop.buffer)
    advice = "addresses count bytes: element i of a buffer of words is at offset 4 i, of f64 at 8 i"
    if buffer is None:
        label = f"address {stop.value}"
        return AddressWords(f"a warp {verb} address {stop.value}, which is in no buffer", label, "", advice)
    label = f"`{buffer.name}` {'+' if stop.offset >= 0 else '-'} {abs(stop.offset)}"
    is_inside = 0 <= stop.offset <= 4 * buffer.words - size
    what = f"is no multiple of {size}" if is_inside else "is outside the buffer"
    if is_inside and size > 4:
        advice = f"an access of {size} bytes needs an address that is a multiple of {size}"
    elif stop.offset >= 4 * buffer.words:
        advice = "let the work-items beyond the end of the data leave, or launch fewer of them"
    note = f"`{buffer.name}` has {plural(buffer.length, 'element')}: bytes 0 to {4 * buffer.words - 1} from its first"
    return AddressWords(f"a warp {verb} {label} (address {stop.value}), which {what}", label, note, advice)
