"""The tracked data of pointers in a kernel that is compiled for a check, as LLVM IR: offsets, sizes and shadows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from simt.compiler.llvm.ir import PRIVATE, Instruction, IrType, IrValue, Name, Number
from simt.compiler.llvm.objects import FAT_FIELDS, NOTHING, Fat, Objects, steps

_CLEARED: Final = 64  # bytes of a variable up to which it begins as 0


class Trail:
    """The lines of a kernel, and lines added between them. debug: the place in the source of the current line."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.lines: list[str] = []
        self.debug = ""
        self._fresh = 0

    # --- words ------------------------------------------------------------------------------------------------------

    def do(self, text: str) -> None:
        """Add a line."""
        self.lines.append(f"  {text}")

    def new(self, text: str) -> str:
        """Add a line that computes a value; return the name of the value."""
        self._fresh += 1
        name = f"%simt.v.{self._fresh}"
        self.do(f"{name} = {text}")
        return name

    def text(self, value: IrValue) -> str:
        """Return a number or a name in LLVM's syntax."""
        if isinstance(value, Number):
            return str(value.bits)
        assert isinstance(value, Name)
        return self.objects.raw[value.name]

    # --- variables and pointers ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Add the shadows of variables, and the tracked data of pointers in them."""
        debug, self.debug = self.debug, ""
        self.do(f"{NOTHING} = alloca [64 x i8], align 16")
        objects = self.objects
        for name, kind in {**objects.allocas, **objects.copied}.items():
            shadow, size = objects.shadow(name), max(1, kind.size)
            self.do(f"{shadow} = alloca [{size} x i8], align {self.alignment(kind)}")
            if name in objects.holders:
                for kind_ir, suffix in FAT_FIELDS:
                    self.do(f"{shadow}.{suffix} = alloca {kind_ir}")
        self.set(NOTHING, 64, 16, -1)
        for name, kind in {**objects.allocas, **objects.copied}.items():
            shadow, align = objects.shadow(name), self.alignment(kind)
            if name not in objects.lost:
                self.set(shadow, max(1, kind.size), align, -1 if name in objects.copied else 0)
            if name in objects.holders:
                self.hold(name, Fat("0", "0", NOTHING))
            if name in objects.allocas and self.is_cleared(name):
                self.set(objects.raw[name], kind.size, 1, 0)
        self.debug = debug

    def hold(self, holder: str, fat: Fat) -> None:
        """Store the tracked data of the pointer that a variable holds."""
        for word, (kind, suffix) in zip(fat, FAT_FIELDS, strict=True):
            self.do(f"store {kind} {word or NOTHING}, ptr {self.objects.shadow(holder)}.{suffix}")

    def fields(self, op: Instruction) -> Iterator[tuple[int, str, str]]:
        """Yield the tracked values of an instruction's pointer, field by field: number, type, and name in LLVM."""
        own = self.objects.names_of(op.result)
        for part in range(3 if op.type.space == PRIVATE else 2):
            yield part, FAT_FIELDS[part][0], own[part]

    @staticmethod
    def alignment(kind: IrType) -> int:
        """Return the alignment of the shadow of a type."""
        return 16 if kind.size >= 16 else max(4, kind.alignment)

    def is_cleared(self, name: str) -> bool:
        """Return whether a variable begins as 0."""
        return 0 < self.objects.allocas[name].size <= _CLEARED

    def set(self, address: str, size: int, align: int, byte: int) -> None:
        """Add the line that fills memory with a byte."""
        operands = f"ptr align {align} {address}, i8 {byte}, i32 {size}, i1 false"
        self.do(f"call void @llvm.memset.p0.i32({operands}){self.debug}")

    def follow(self, op: Instruction) -> None:
        """Track the pointer that an instruction makes."""
        objects = self.objects
        if op.opcode == "phi":
            self._phi(op)
        elif op.opcode == "select":
            condition, *sides = op.operands
            fats = [objects.fat(side) for side in sides]
            for part, kind, name in self.fields(op):
                both = ", ".join(f"{kind} {fat[part] or NOTHING}" for fat in fats if fat is not None)
                self.do(f"{name} = select i1 {self._condition(condition)}, {both}")
        elif op.opcode == "getelementptr":
            self._step(op)

    def _condition(self, value: IrValue) -> str:
        if isinstance(value, Number):
            return "true" if value.bits else "false"
        return self.text(value) if isinstance(value, Name) else "false"

    def _phi(self, op: Instruction) -> None:
        labels = [label if re.fullmatch(r"[-$.\w]+", label) else f'"{label}"' for label in op.labels]
        pairs = [(self.objects.fat(value), label) for value, label in zip(op.operands, labels, strict=True)]
        for part, kind, name in self.fields(op):
            edges = (f"[ {fat[part] or NOTHING}, %{label} ]" for fat, label in pairs if fat is not None)
            self.do(f"{name} = phi {kind} {', '.join(edges)}")

    def _step(self, op: Instruction) -> None:
        """Add the step of a `getelementptr` to the offset, in arithmetic that is defined for every index."""
        base, own = self.objects.fat(op.operands[0]), self.objects.fat(Name(op.type, op.result))
        assert base is not None
        assert own is not None
        constant, terms = steps(op)
        sums = [] if base.offset == "0" else [base.offset]
        for index, scale in terms:
            bits, text = index.type.bits, self.text(index)
            if bits != 32:
                text = self.new(f"{'trunc' if bits > 32 else 'sext'} i{bits} {text} to i32")
            sums.append(text if scale == 1 else self.new(f"mul i32 {text}, {scale}"))
        if own.offset.startswith("%"):
            sums += [str(constant)] if constant or len(sums) < 2 else []
            while len(sums) > 2:
                sums = [self.new(f"add i32 {sums[0]}, {sums[1]}"), *sums[2:]]
            self.do(f"{own.offset} = add i32 {sums[0]}, {sums[1] if len(sums) > 1 else 0}")
        if own.shadow:
            delta = _difference(own.offset, base.offset)
            if delta is None:
                delta = self.new(f"sub i32 {own.offset}, {base.offset}")
            self.do(f"{own.shadow} = getelementptr i8, ptr {base.shadow}, i32 {delta}")


def _difference(offset: str, base: str) -> str | None:
    """Return the difference of two offsets, if they are numbers or the base is 0; else None."""
    if base == "0":
        return offset
    if not offset.startswith("%") and not base.startswith("%"):
        return str(int(offset) - int(base))
    return None
