"""Probes in a kernel that is compiled for a check.

They find accesses outside of their objects, and reads of unset values.

Probes are added before the kernel is optimised, when each variable still lies in memory and each read of it is a load.
A probe is a call of a function whose name contains the probe's number. The operand of the call is `FINE`, or the offset
of the access from the beginning of the object. LLVM may not move code that could end the run across a probe, so a later
error never makes a probe vanish. Probes that are proven to be fine are left out (`without_proven`).

Each private object has a *shadow* of the same size. A byte of the shadow is all ones if the same byte of the object is
set. Each access to the object is also made to its shadow. A copy of memory copies the shadow without a probe.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from isa.program.program import FINE, Probe
from simt.compiler.llvm.ir import GLOBAL, LOCAL, PRIVATE, Instruction, IrType, IrValue, Name, Number
from simt.compiler.llvm.objects import FAT_FIELDS, NOTHING, Fat, Object, Objects, object_of, source_name, uses_of
from simt.compiler.llvm.places import Places
from simt.compiler.llvm.reader import Reader, structs_of
from simt.compiler.llvm.trail import Trail
from simt.compiler.types import DECLARED, PADDING, PRINTED, PROBE

_FUNCTION: Final = re.compile(r"^define [^\n]*\{\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
_GLOBAL: Final = re.compile(r"^@(?=[^\n]* addrspace\([123]\) )[^\n]*$", re.MULTILINE)
_LIFETIME: Final = re.compile(r"^  call void @llvm\.lifetime\.(start|end)\.p0\(.*?(%(?:\"[^\"]*\"|[-$.\w]+))\)")
_LOCAL: Final = re.compile(r"^(@[^\n]* addrspace\(3\)) global ", re.MULTILINE)
_PROVEN: Final = re.compile(rf"^  (?:tail )?call void @{PROBE}\d+\(i32 {FINE - (1 << 32)}\)[^\n]*\n", re.MULTILINE)
_DEBUG: Final = re.compile(r", !dbg !\d+")
_LISTED: Final = 32  # words of a structure checked where it is copied out
_SHARED: Final = (GLOBAL, LOCAL)
_NOWHERE: Final = -1  # the address of a probe that is in no program yet


def without_proven(text: str) -> str:
    """Return the module without the probes whose operand is always `FINE`."""
    return _PROVEN.sub("", text)


def probed(text: str, sizes: Mapping[str, Object]) -> tuple[str, list[Probe]]:
    """Add probes to a module of one function; return the module and its probes, which have no addresses yet.

    sizes: the arrays of pointer arguments, by name.
    """
    match = _FUNCTION.search(text)
    assert match is not None
    places, structs = Places(text), structs_of(text)
    known = dict(sizes)
    for line in _GLOBAL.findall(text):
        variable = Reader(line, places, structs).variable()
        if variable is not None and variable.name != PRINTED:
            known[f"@{variable.name}"] = object_of(source_name(variable.name.rpartition(".")[2]), variable.type)
    head = Reader(text[match.start() : text.index("\n", match.start())], places, structs).function()
    objects = Objects(match[1].splitlines(), places, structs, head.arguments, known)
    writer = _Writer(objects)
    body = writer.body()
    declared = [f"declare void @{PROBE}{number}(i32) nounwind\n" for number in range(len(writer.probes))]
    for name, operands in (("llvm.memset.p0.i32", "ptr, i8, i32, i1"), ("llvm.memcpy.p0.p0.i32", "ptr, ptr, i32, i1")):
        if f"@{name}(" not in text.replace(match[1], ""):
            declared.append(f"declare void @{name}({operands})\n")
    text = text[: match.start(1)] + body + text[match.end(1) :] + "".join(declared)
    text = text.replace("getelementptr inbounds ", "getelementptr ")
    return _LOCAL.sub(r"\1 externally_initialized global ", text), writer.probes


class _Writer:
    """A writer of a kernel's lines, with probes between them."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.trail = Trail(objects)
        self.probes: list[Probe] = []
        self._uses = uses_of(objects.lines)

    def body(self) -> str:
        """Write the body of the function with probes, and return it. It may be called once."""
        is_entry = True
        for line, op in self.objects.lines:
            debug = _DEBUG.search(line)
            self.trail.debug = debug[0] if debug else ""
            is_first = _LIFETIME.match(line) is not None if op is None else op.opcode != "alloca"
            if is_entry and is_first:
                self.trail.begin()
                is_entry = False
            self._line(line, op)
        return "\n".join(self.trail.lines) + "\n"

    # --- lines ------------------------------------------------------------------------------------------------------

    def _line(self, line: str, op: Instruction | None) -> None:
        if (lifetime := _LIFETIME.match(line)) is not None:
            if lifetime[1] == "start":
                self._forget(lifetime[2])
            return
        if op is None:
            self.trail.lines.append(line)
            return
        access = {"load": 0, "store": 1, "atomicrmw": 0, "cmpxchg": 0}.get(op.opcode)
        if access is not None:
            self._access(line, op, op.operands[access])
        elif op.opcode == "call" and op.detail.startswith("llvm.mem"):
            self._copy(line, op)
        elif op.opcode == "call" and op.detail in (DECLARED, PADDING):
            self._declared(op)
        else:
            self.trail.lines.append(line)
            if op.type.kind == "ptr" and op.opcode != "alloca" and self._is_known(op):
                self.trail.follow(op)

    def _is_known(self, op: Instruction) -> bool:
        return self.objects.is_known(Name(op.type, op.result))

    def _forget(self, raw: str) -> None:
        """Mark a variable as unset. raw: its name as LLVM spells it."""
        name = next((name for name in self.objects.allocas if self.objects.raw[name] == raw), "")
        if name and name not in self.objects.lost:
            kind = self.objects.allocas[name]
            self.trail.set(self.objects.shadow(name), max(1, kind.size), self.trail.alignment(kind), 0)

    def _declared(self, op: Instruction) -> None:
        target, size = op.operands
        fat = self.objects.fat(target)
        if fat is not None and self.objects.has_shadow(target):
            assert isinstance(size, Number)
            self.trail.set(fat.shadow, size.bits, 1, 0 if op.detail == DECLARED else -1)

    # --- accesses ---------------------------------------------------------------------------------------------------

    def _access(self, line: str, op: Instruction, pointer: IrValue) -> None:
        objects, kind = self.objects, op.type
        if op.opcode == "store":
            kind = op.operands[0].type
        elif op.opcode == "cmpxchg":
            kind = op.operands[1].type
        size = kind.scalar.size * (kind.count if kind.kind == "vector" else 1)
        fat = objects.fat(pointer)
        beyond = "" if fat is None else self._bounds(pointer, fat, size)
        align, shadow = op.align or 1, ""
        if fat is not None and objects.has_shadow(pointer) and _shadow_kind(kind):
            shadow = fat.shadow
            if beyond:
                shadow = self.trail.new(f"select i1 {beyond}, ptr {NOTHING}, ptr {shadow}")
            if op.opcode == "load":
                self._read(op, kind, fat, shadow, align, pointer)
        if pointer.type.space in _SHARED and op.opcode in ("load", "store") and "volatile" not in op.flags:
            line = re.sub(rf"\b{op.opcode} ", f"{op.opcode} volatile ", line, count=1)
        holder = pointer.name if isinstance(pointer, Name) and pointer.name in objects.holders else ""
        if op.opcode == "load" and self._may_be_undefined(pointer, kind):
            raw = objects.raw[op.result]
            loaded = self.trail.new(line.partition(" = ")[2])
            self.trail.do(f"{raw} = freeze {_typed(kind)} {loaded}{self.trail.debug}")
        else:
            self.trail.lines.append(line)
        if op.opcode == "load" and holder and self._is_known(op):
            for part, kind_ir, name in self.trail.fields(op):
                self.trail.do(f"{name} = load {kind_ir}, ptr {objects.shadow(holder)}.{FAT_FIELDS[part][1]}")
        if op.opcode == "store":
            if shadow:
                self.trail.do(f"store {_shadow_kind(kind)} {_ones(kind)}, ptr {shadow}, align {align}")
            held = objects.fat(op.operands[0]) if holder else None
            if held is not None:
                self.trail.hold(holder, held)

    def _may_be_undefined(self, pointer: IrValue, kind: IrType) -> bool:
        """Return whether a load may read private memory that was never written. LLVM would pick any value for it."""
        if pointer.type.space != PRIVATE or not isinstance(pointer, Name) or not _shadow_kind(kind):
            return False
        return not (pointer.name in self.objects.allocas and self.trail.is_cleared(pointer.name))

    def _bounds(self, pointer: IrValue, fat: Fat, size: int) -> str:
        """Probe whether an access of `size` bytes leaves its object.

        Return the bit that is 1 if it does, "true" for always, "" for never. An access that leaves an array inside of
        the object is reported for the array, and may stay in the object.
        """
        inside: list[str] = []
        for index, length, name in self.objects.parts(pointer):
            if not isinstance(index, Number):
                inside.append(self.trail.new(f"icmp uge i32 {self.trail.text(index)}, {length}"))
                self._send(Probe(_NOWHERE, "C011", name, (length,), 1), inside[-1], self.trail.text(index))
            elif index.bits >= length:
                inside.append("true")
                self._send(Probe(_NOWHERE, "C011", name, (length,), 1), "true", str(index.bits))
        offset, whole = fat.offset, fat.size
        if not whole.startswith("%"):
            if int(whole) < size:
                beyond = "true"
            elif not offset.startswith("%"):
                beyond = "" if 0 <= int(offset) <= int(whole) - size else "true"
            else:
                beyond = self.trail.new(f"icmp ugt i32 {offset}, {int(whole) - size}")
        else:
            small = self.trail.new(f"icmp ult i32 {whole}, {size}")
            last = self.trail.new(f"sub i32 {whole}, {size}")
            beyond = self.trail.new(f"or i1 {small}, {self.trail.new(f'icmp ugt i32 {offset}, {last}')}")
        if beyond:
            alone = beyond
            for other in inside:
                alone = self.trail.new(f"select i1 {other}, i1 false, i1 {alone}")
            self._probe("C011", self.objects.into(pointer), alone, self._first_outside(pointer, fat, size))
        return beyond

    def _first_outside(self, pointer: IrValue, fat: Fat, size: int) -> str:
        """Return the offset of the first byte that an access touches outside of its object."""
        offset, whole = fat.offset, fat.size
        if all(size <= self.objects.objects[name].size for name in self.objects.into(pointer)):
            return offset
        if not whole.startswith("%") and not offset.startswith("%"):
            return whole if 0 <= int(offset) < int(whole) else offset
        begins_inside = self.trail.new(f"icmp ult i32 {offset}, {whole}")
        return self.trail.new(f"select i1 {begins_inside}, i32 {whole}, i32 {offset}")

    def _read(self, op: Instruction, kind: IrType, fat: Fat, shadow: str, align: int, pointer: IrValue) -> None:
        """Probe whether the bytes of a loaded value are set.

        - op, kind: the load, and the type of its value.
        - fat: the tracked data of the pointer.
        - shadow, align: the place in the shadow, and its alignment.
        """
        word = f"i{8 * kind.scalar.size}"
        loaded = self.trail.new(f"load {_shadow_kind(kind)}, ptr {shadow}, align {align}")
        if kind.kind == "vector":
            lanes = self._lanes(op.result, kind.count)
            whole = f"{_shadow_kind(kind)} {loaded}"
            parts = [self.trail.new(f"extractelement {whole}, i32 {lane}") for lane in sorted(lanes)]
            if not parts:
                return
            loaded = parts[0]
            for part in parts[1:]:
                loaded = self.trail.new(f"and {word} {loaded}, {part}")
        unset = self.trail.new(f"icmp ne {word} {loaded}, -1")
        self._probe(self._unset_code(pointer), self.objects.into(pointer), unset, fat.offset)

    def _unset_code(self, pointer: IrValue) -> str:
        """Return the code of findings for reads of unset variables, or of unset elements of an array."""
        return "C010" if any(self.objects.objects[name].lengths for name in self.objects.into(pointer)) else "C005"

    def _lanes(self, result: str, count: int) -> set[int]:
        """Return the elements of a loaded vector that are used."""
        lanes: set[int] = set()
        for user in self._uses.get(result, ()):
            if user.opcode == "extractelement" and isinstance(user.operands[1], Number):
                lanes.add(min(user.operands[1].bits, count - 1))
            elif user.opcode == "shufflevector":
                for side, value in enumerate(user.operands):
                    if isinstance(value, Name) and value.name == result:
                        lanes |= {index - side * count for index in user.indices if 0 <= index - side * count < count}
            else:
                return set(range(count))
        return lanes

    def _probe(self, code: str, into: frozenset[str], flag: str, offset: str) -> None:
        objects = [self.objects.objects[name] for name in sorted(into)]
        one = objects[0] if len({(object_.name, object_.lengths, object_.size) for object_ in objects}) == 1 else None
        name = " or ".join(dict.fromkeys(object_.name for object_ in objects)) or "what it points to"
        lengths = () if one is None else one.lengths or ((1,) if code == "C011" else ())
        self._send(Probe(_NOWHERE, code, name, lengths, max(1, one.size) if one else 1), flag, offset)

    def _send(self, probe: Probe, flag: str, offset: str) -> None:
        """Add a probe: its operand is the offset if the flag is true, else `FINE`."""
        fine = FINE - (1 << 32)
        value = self.trail.new(f"select i1 {flag}, i32 {offset}, i32 {fine}")
        self.trail.do(f"call void @{PROBE}{len(self.probes)}(i32 {value}){self.trail.debug}")
        self.probes.append(probe)

    # --- copies -----------------------------------------------------------------------------------------------------

    def _copy(self, line: str, op: Instruction) -> None:
        """Write a line with `llvm.memcpy`, `llvm.memmove` or `llvm.memset`, and copy the shadow with the memory."""
        target, source, size = op.operands[:3]
        if isinstance(size, Number) and size.bits:
            align = max(1, op.align)
            of = "" if ".memset" in op.detail else self._shadow(source, size.bits)
            to = self._shadow(target, size.bits)
            if to and of:
                operands = f"ptr align {align} {to}, ptr align {align} {of}, i32 {size.bits}, i1 false"
                self.trail.do(f"call void @llvm.memcpy.p0.p0.i32({operands}){self.trail.debug}")
            elif to:
                self.trail.set(to, size.bits, align, -1)
            elif of and target.type.space in _SHARED:
                self._copied_out(source, size.bits, align)
        self.trail.lines.append(line)

    def _shadow(self, pointer: IrValue, size: int) -> str:
        """Probe whether a copy leaves its object; return the place in the shadow, "" if it has none or leaves it."""
        fat = self.objects.fat(pointer)
        if fat is None or self._bounds(pointer, fat, size) or not self.objects.has_shadow(pointer):
            return ""
        return fat.shadow

    def _copied_out(self, source: IrValue, size: int, align: int) -> None:
        """Probe whether a value copied to shared memory is set.

        Only its first `_LISTED` words are checked, or as many bytes if they are not whole, aligned words.
        """
        fat = self.objects.fat(source)
        assert fat is not None
        step = 4 if size % 4 == 0 and align % 4 == 0 else 1
        for place in range(0, min(size, _LISTED * step), step):
            address = self.trail.new(f"getelementptr i8, ptr {fat.shadow}, i32 {place}")
            loaded = self.trail.new(f"load i{8 * step}, ptr {address}, align {step}")
            offset = self.trail.new(f"add i32 {fat.offset}, {place}")
            unset = self.trail.new(f"icmp ne i{8 * step} {loaded}, -1")
            self._probe(self._unset_code(source), self.objects.into(source), unset, offset)


def _shadow_kind(kind: IrType) -> str:
    """Return the type in which the shadow of a value is read and written, "" for a value without such a type."""
    scalar = kind.scalar
    if scalar.kind not in ("int", "float", "ptr") or (scalar.kind == "int" and scalar.bits not in (8, 16, 32, 64)):
        return ""
    word = f"i{8 * scalar.size}"
    return f"<{kind.count} x {word}>" if kind.kind == "vector" else word


def _ones(kind: IrType) -> str:
    if kind.kind != "vector":
        return "-1"
    return f"<{', '.join([f'i{8 * kind.scalar.size} -1'] * kind.count)}>"


def _typed(kind: IrType) -> str:
    """Return a type in LLVM's syntax."""
    if kind.kind == "vector":
        return f"<{kind.count} x {_typed(kind.inner)}>"
    if kind.kind == "ptr":
        return f"ptr addrspace({kind.space})" if kind.space else "ptr"
    return str(kind)
