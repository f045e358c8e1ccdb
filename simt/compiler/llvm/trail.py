"""The tracked data of pointers in a kernel that is compiled for a check, as LLVM IR: offsets, sizes and shadows."""

from __future__ import annotations

import re
from typing import Final

from simt.compiler.llvm.ir import PRIVATE, Instruction, IrType, IrValue, Name, Number
from simt.compiler.llvm.objects import NOTHING, Objects, steps

_CLEARED: Final = 64  # bytes of a variable up to which it begins as 0


class Trail:
    """The lines of a kernel with added lines. debug: the place of the current line."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.lines: list[str] = []
        self.debug = ""
        self._fresh = 0

    # --- words ------------------------------------------------------------------------------------------------------

    def do(self, text: str) -> None:
        """Add a line without a result that the rest depends on."""
        self.lines.append(f"  {text}")

    def new(self, text: str) -> str:
        """Add a line; return the name of its result."""
        self._fresh += 1
        name = f"%simt.v.{self._fresh}"
        self.do(f"{name} = {text}")
        return name

    def text(self, value: IrValue) -> str:
        """A number or a name in LLVM's syntax."""
        if isinstance(value, Number):
            return str(value.bits)
        assert isinstance(value, Name)
        return self.objects.raw[value.name]

    # --- the begin --------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The shadows of variables, and the tracked data of pointers in them."""
        debug, self.debug = self.debug, ""
        self.do(f"{NOTHING} = alloca [64 x i8], align 16")
        objects = self.objects
        for name, kind in {**objects.allocas, **objects.copied}.items():
            shadow, size = objects.shadow(name), max(1, kind.size)
            self.do(f"{shadow} = alloca [{size} x i8], align {self.alignment(kind)}")
            if name in objects.holders:
                self.do(f"{shadow}.at = alloca i32")
                self.do(f"{shadow}.size = alloca i32")
                self.do(f"{shadow}.shadow = alloca ptr")
        self.set(NOTHING, 64, 16, -1)
        for name, kind in {**objects.allocas, **objects.copied}.items():
            shadow, align = objects.shadow(name), self.alignment(kind)
            if name not in objects.lost:
                self.set(shadow, max(1, kind.size), align, -1 if name in objects.copied else 0)
            if name in objects.holders:
                self.do(f"store i32 0, ptr {shadow}.at")
                self.do(f"store i32 0, ptr {shadow}.size")
                self.do(f"store ptr {NOTHING}, ptr {shadow}.shadow")
            if name in objects.allocas and self.is_cleared(name):
                self.set(objects.raw[name], kind.size, 1, 0)
        self.debug = debug

    @staticmethod
    def alignment(kind: IrType) -> int:
        """The alignment of the shadow of a type."""
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
            own = objects.names_of(op.result)
            condition, *sides = op.operands
            fats = [objects.fat(side) for side in sides]
            for part, kind in enumerate(("i32", "i32", "ptr")):
                if part < 2 or op.type.space == PRIVATE:
                    both = ", ".join(f"{kind} {fat[part] or NOTHING}" for fat in fats if fat is not None)
                    self.do(f"{own[part]} = select i1 {self._condition(condition)}, {both}")
        elif op.opcode == "getelementptr":
            self._step(op)

    def _condition(self, value: IrValue) -> str:
        if isinstance(value, Number):
            return "true" if value.bits else "false"
        return self.text(value) if isinstance(value, Name) else "false"

    def _phi(self, op: Instruction) -> None:
        own, fats = self.objects.names_of(op.result), [self.objects.fat(value) for value in op.operands]
        labels = [label if re.fullmatch(r"[-$.\w]+", label) else f'"{label}"' for label in op.labels]
        for part, kind in enumerate(("i32", "i32", "ptr")):
            if part < 2 or op.type.space == PRIVATE:
                ways = ", ".join(
                    f"[ {fat[part] or NOTHING}, %{label} ]"
                    for fat, label in zip(fats, labels, strict=True)
                    if fat is not None
                )
                self.do(f"{own[part]} = phi {kind} {ways}")

    def _step(self, op: Instruction) -> None:
        """The step of a `getelementptr`, in a number that no index makes undefined."""
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
    """The difference of two offsets that needs no computation; None for another."""
    if base == "0":
        return offset
    if not offset.startswith("%") and not base.startswith("%"):
        return str(int(offset) - int(base))
    return None
