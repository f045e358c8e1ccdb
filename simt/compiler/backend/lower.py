"""Lowering of a function of LLVM IR to operations: block by block, phis as copies."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from simt.compiler.backend import calls, floats, integers, memory
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.ops import OPPOSITE, ZERO, Block, Branch, Immediate, Operand, Operation, Phi, Register
from simt.compiler.backend.selection import Select, Selection
from simt.compiler.backend.variables import noted
from simt.compiler.llvm.ir import I1, Expr, Function, Instruction, IrValue, Name, Number, Symbol, Undef

# The operands from which an instruction computes the address of its pointer.
_MADE_OF: Final = {
    "phi": slice(None), "select": slice(1, None),
    **dict.fromkeys(("getelementptr", "freeze", "addrspacecast", "bitcast"), slice(1)),
}  # fmt: skip


def lower(kernel: Selection, function: Function) -> None:
    """Select instructions for a function; `kernel` has its arguments and variables."""
    blocks = {block.name: block for block in function.blocks}
    kernel.is_lazy = _lazy(function)
    for name in kernel.flow.order:
        kernel.code.blocks[name] = Block(name, depth=kernel.flow.depth[name])
    kernel.start(kernel.code.blocks[kernel.flow.entry])
    for name in _chosen_structs(kernel, function):
        kernel.pointers[name] = memory.in_memory(kernel, kernel.pointers[name])
    phis: list[tuple[str, Instruction, list[int], tuple[Register, ...]]] = []
    for name in kernel.flow.order:
        kernel.start(kernel.code.blocks[name])
        notes = deque(blocks[name].notes)
        for instruction in blocks[name].instructions:
            kernel.place = instruction.place
            kernel.order += 1
            is_last = instruction is blocks[name].instructions[-1]
            while notes and (is_last or notes[0].order <= instruction.order):
                kernel.code.notes.setdefault(name, []).append(noted(kernel, notes.popleft()))
            if instruction.opcode == "phi":
                phis.append((name, instruction, *_phi(kernel, instruction)))
            else:
                _select(kernel, instruction)
    copied: dict[tuple[str, Operand], int] = {}
    kernel.order += 1
    for name, instruction, units, words in phis:
        ways = _copies(kernel, instruction, units, copied)
        kernel.code.phis.setdefault(name, []).append(Phi(words, ways))


def _chosen_structs(kernel: Selection, function: Function) -> set[str]:
    """Return the structs passed by value that need a place in memory.

    These are structs whose address has a use besides loads and steps: it is stored, selected or merged in a phi.
    """
    chosen = set()
    for op in function.instructions():
        if op.opcode not in ("load", "getelementptr", "addrspacecast", "bitcast"):
            for value in op.operands:
                if value.type.kind == "ptr":
                    chosen |= {root.name for root in _roots(kernel, value) if isinstance(root, Name)}
    return {name for name in chosen if name in kernel.pointers and kernel.pointers[name].memory == "param"}


def _lazy(function: Function) -> set[str]:
    """Return the compares and inverted compares that only jumps, selects and guards in the same block use."""
    homes = {
        op.result: block.name for block in function.blocks for op in block.instructions
        if op.type == I1 and (op.opcode in ("icmp", "fcmp") or is_opposite(op))
    }  # fmt: skip
    for block in function.blocks:
        for user in block.instructions:
            for value in (*user.operands, user.guard):
                if isinstance(value, Name) and homes.get(value.name) != block.name:
                    homes.pop(value.name, None)
    for block in function.blocks:
        for user in reversed(block.instructions):
            if user.opcode != "br" and user.result not in homes:  # it needs a 0 or 1 in a register
                for value in user.operands[1:] if _is_choice(user) else user.operands:
                    homes.pop(value.name if isinstance(value, Name) else "", None)
    return set(homes)


def _is_choice(instruction: Instruction) -> bool:
    """Return whether an instruction is a `select` that reads its first operand as a condition."""
    return instruction.opcode == "select" and instruction.type != I1


def is_opposite(instruction: Instruction) -> bool:
    """Return whether an instruction inverts a condition."""
    return instruction.opcode == "xor" and instruction.type == I1 and instruction.operands[1] == Number(I1, 1)


def _base(kernel: Selection, pointer: IrValue) -> str:
    """Return the one symbol that a pointer is relative to; "" if there is none, or several."""
    symbols: set[str] = set()
    for value in _roots(kernel, pointer):
        symbol = ""
        if isinstance(value, Symbol) and value.name in kernel.made.variables:
            symbol = kernel.made.variables[value.name].symbol
        elif isinstance(value, Name) and value.name in kernel.pointers and value.name not in kernel.definitions:
            symbol = kernel.pointers[value.name].symbol
        symbols.add(symbol)
    return symbols.pop() if len(symbols) == 1 else ""


def _roots(kernel: Selection, pointer: IrValue) -> set[IrValue]:
    """Return the values at which the computation of an address starts: they are not computed from other addresses."""
    roots, seen, waiting = set[IrValue](), set[IrValue](), [pointer]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Undef) or value in seen:
            continue
        seen.add(value)
        definition = kernel.definitions.get(value.name) if isinstance(value, Name) else None
        definition = value.instruction if isinstance(value, Expr) else definition
        if definition is not None and definition.opcode in _MADE_OF:
            waiting += definition.operands[_MADE_OF[definition.opcode]]
        else:
            roots.add(value)
    return roots


# --- phis -----------------------------------------------------------------------------------------------------------


def _phi(kernel: Selection, instruction: Instruction) -> tuple[list[int], tuple[Register, ...]]:
    """Give a phi its registers; return the registers to which the blocks before it copy, and the phi's own.

    Only the block of the phi reads these registers. So the order of copies does not matter, and other successors read
    unchanged values. If live ranges allow it, all registers of a phi become one.
    """
    kind = instruction.type
    units: list[int] = []
    words = []
    for element in kind.elements:
        width = element.words if element.kind == "float" else 1
        for _ in range(element.words // width):
            source, target = kernel.code.new(width), kernel.code.new(width)
            for place in range(width):
                kernel.append(
                    Operation("mov.b32", target + place, (Register(source + place),), place=kernel.place, is_copy=True)
                )
                units.append(source + place)
                words.append(Register(target + place))
    if kind.kind == "ptr":
        kernel.pointers[instruction.result] = kernel.into(kind, words[0], _base(kernel, Name(kind, instruction.result)))
    else:
        kernel.values[instruction.result] = list(words)
    return units, tuple(words)


def _copies(
    kernel: Selection, phi: Instruction, units: list[int], copied: dict[tuple[str, Operand], int]
) -> dict[str, tuple[Operand, ...]]:
    """Copy the values of a phi at the ends of the blocks before it; return the words of each, () for undefined ones.

    copied: values already copied at the end of a block, and their targets. A second copy of a value copies the first
    copy, so that both may become one register.
    """
    done: dict[str, tuple[Operand, ...]] = {}
    for value, label in zip(phi.operands, phi.labels, strict=True):
        if label in done or label not in kernel.code.blocks:
            continue
        done[label] = ()
        if isinstance(value, Undef):
            continue
        block = kernel.code.blocks[label]
        kernel.start(block)
        kernel.place = block.branch.place
        if value.type.kind == "ptr":
            words = [kernel.address(kernel.pointer(value), kernel.pointers[phi.result].symbol)]
        else:
            words = kernel.words(value)
        done[label] = tuple(words)
        for unit, word in zip(units, words, strict=True):
            source = Register(copied.setdefault((label, word), unit)) if isinstance(word, Register) else word
            source = word if source == Register(unit) else source
            kernel.append(Operation("mov.b32", unit, (source,), place=kernel.place, is_copy=isinstance(word, Register)))
    return done


# --- one instruction ------------------------------------------------------------------------------------------------


def _select(kernel: Selection, instruction: Instruction) -> None:
    opcode = instruction.opcode
    if instruction.result in kernel.is_lazy and is_opposite(instruction):
        condition = kernel.condition(instruction.operands[0])
        kernel.conditions[instruction.result] = condition._replace(is_not=not condition.is_not)
    elif opcode in _BY_ELEMENTS:
        kernel.by_elements(instruction, _BY_ELEMENTS[opcode])
    elif opcode in _WHOLE:
        _WHOLE[opcode](kernel, instruction)
    else:
        raise kernel.wrong(f"the instruction `{opcode}` of LLVM IR is not compiled")


def _compare(kernel: Selection, instruction: Instruction) -> None:
    """Select a compare. A compare in `is_lazy` is emitted where it is needed, any other one at once."""
    select = integers.condition if instruction.opcode == "icmp" else floats.condition
    conditions = []
    for row in kernel.rows(instruction):
        condition = select(kernel, instruction.detail, instruction.bits, *row)
        if instruction.result in kernel.is_lazy:
            kernel.conditions[instruction.result] = condition
            return
        conditions.append(kernel.outcome(condition))
    kernel.give(instruction, conditions)


def _branch(kernel: Selection, instruction: Instruction) -> None:
    if not instruction.operands:
        kernel.block.branch = Branch(instruction.labels[0], place=kernel.place)
        return
    taken, other = instruction.labels
    condition = kernel.condition(instruction.operands[0])
    test, jump = _test(kernel, condition)
    test.order = kernel.order
    kernel.block.branch = Branch(taken, test, jump, other, place=kernel.place)


def _test(kernel: Selection, condition: Condition) -> tuple[Operation, str]:
    """Return the operation whose result a jump tests, and the jump's condition."""
    name, left, right = condition.compare
    jump = "z" if condition.is_not else "nz"
    if right == ZERO and name in ("ne.u32", "eq.u32"):
        jump = OPPOSITE[jump] if name == "eq.u32" else jump
        return Operation("mov.b32", kernel.code.temporary(), (left,), place=kernel.place), jump
    if isinstance(left, Immediate) and isinstance(right, Immediate):
        left = kernel.register(left)
    return Operation(name, kernel.code.temporary(), (left, right), place=kernel.place), jump


def _return(kernel: Selection, instruction: Instruction) -> None:
    kernel.block.branch = Branch(place=kernel.place)


def _choose(kernel: Selection, instruction: Instruction) -> None:
    chosen, yes, no = instruction.operands
    if instruction.type.kind == "ptr":
        base = _base(kernel, Name(instruction.type, instruction.result))
        words = [kernel.address(kernel.pointer(value), base) for value in (yes, no)]
        word = kernel.choose(kernel.condition(chosen), *words)
        kernel.pointers[instruction.result] = kernel.into(instruction.type, word, base)
        return
    if instruction.type == I1 and Number in (type(yes), type(no)):
        kernel.give(instruction, [_logic(kernel, kernel.outcome(kernel.condition(chosen)), yes, no)])
        return
    sides = kernel.parts(yes), kernel.parts(no)
    if chosen.type.kind == "vector":
        conditions = [Condition("ne.u32", flag, ZERO) for flag in kernel.words(chosen)]
    else:
        conditions = [kernel.condition(chosen)] * len(sides[0])
    rows = zip(conditions, *sides, strict=True)
    kernel.give(instruction, [word for where, one, other in rows for word in kernel.choose_all(where, one, other)])


def _logic(kernel: Selection, flag: Operand, yes: IrValue, no: IrValue) -> Operand:
    """Select a choice between two truth values, one a constant: an `or` if the constant is true, else an `and`."""
    known, other = (yes, no) if isinstance(yes, Number) else (no, yes)
    is_true = isinstance(known, Number) and known.bits == 1
    if is_true != (known is yes):
        flag = kernel.emit("xor.b32", flag, Immediate(1))
    return kernel.emit("or.b32" if is_true else "and.b32", flag, kernel.word(other))


def _address(kernel: Selection, instruction: Instruction) -> None:
    kernel.pointers[instruction.result] = kernel.stepped(instruction)


def _same(kernel: Selection, instruction: Instruction) -> None:
    """Select `freeze`, `bitcast` between types of the same registers, or `addrspacecast`."""
    source = instruction.operands[0]
    if instruction.type.kind == "ptr":
        kernel.pointers[instruction.result] = kernel.pointer(source)
        return
    old, new, words = source.type.scalar.size, instruction.type.scalar.size, kernel.words(source)
    if source.type.scalar.kind != instruction.type.scalar.kind:  # a parameter has its declared type
        words = [kernel.register(word) if isinstance(word, Immediate) and word.symbol else word for word in words]
    if source.type != instruction.type and source.type.scalar == I1:
        words = _joined(kernel, words)
    elif source.type != instruction.type and instruction.type.scalar == I1:
        words = _bits(kernel, words[0], instruction.type.count)
    elif instruction.opcode == "bitcast" and old != new:
        words = memory.packed(kernel, words, 8 * old) if old < 4 else words
        words = list(memory.unpacked(kernel, words, 8 * new))[: instruction.type.words] if new < 4 else words
    kernel.give(instruction, words)


def _joined(kernel: Selection, bits: list[Operand]) -> list[Operand]:
    """Emit the number that consists of these bits, the lowest first."""
    number = bits[0]
    for place, bit in enumerate(bits[1:], 1):
        number = kernel.emit("or.b32", number, kernel.emit("shl.b32", bit, Immediate(place)))
    return [number]


def _bits(kernel: Selection, number: Operand, count: int) -> list[Operand]:
    """Emit the lowest `count` bits of a number, the lowest first, each as a word."""
    return [
        kernel.emit("and.b32", kernel.emit("shr.u32", number, Immediate(place)), Immediate(1)) for place in range(count)
    ]


def _to_number(kernel: Selection, instruction: Instruction) -> None:
    word = kernel.number_of(kernel.pointer(instruction.operands[0]))
    kernel.give(instruction, [word] if instruction.type.words == 1 else [word, ZERO])


def _to_pointer(kernel: Selection, instruction: Instruction) -> None:
    assert kernel.into(instruction.type).unit == 1
    kernel.give(instruction, [kernel.word(instruction.operands[0])])


def _part(kernel: Selection, instruction: Instruction) -> None:
    """Select `extractelement`, also with a computed index."""
    vector, index = instruction.operands
    parts = kernel.parts(vector)
    if isinstance(index, Number):
        kernel.give(instruction, parts[min(index.bits, len(parts) - 1)])
        return
    number = kernel.word(index)
    words = parts[0]
    for place, part in enumerate(parts[1:], 1):
        condition = Condition("eq.u32", number, Immediate(place))
        words = kernel.choose_all(condition, part, words)
    kernel.give(instruction, words)


def _with_part(kernel: Selection, instruction: Instruction) -> None:
    """Select `insertelement`, also with a computed index."""
    vector, value, index = instruction.operands
    parts, new = kernel.parts(vector), kernel.words(value)
    if isinstance(index, Number):
        if index.bits < len(parts):
            parts[index.bits] = new
    else:
        number = kernel.word(index)
        for place, part in enumerate(parts):
            condition = Condition("eq.u32", number, Immediate(place))
            parts[place] = kernel.choose_all(condition, new, part)
    kernel.give(instruction, [word for part in parts for word in part])


def _shuffled(kernel: Selection, instruction: Instruction) -> None:
    left, right = instruction.operands
    parts = kernel.parts(left) + kernel.parts(right)
    kernel.give(instruction, [word for index in instruction.indices for word in parts[max(0, index)]])


def _member(kernel: Selection, instruction: Instruction) -> None:
    kernel.give(instruction, kernel.words(instruction.operands[0])[_words_within(instruction)])


def _with_member(kernel: Selection, instruction: Instruction) -> None:
    words = list(kernel.words(instruction.operands[0]))
    words[_words_within(instruction)] = kernel.words(instruction.operands[1])
    kernel.give(instruction, words)


def _words_within(instruction: Instruction) -> slice:
    """Return the slice of a value's words that holds the member of an `extractvalue` or `insertvalue`."""
    kind, start = instruction.operands[0].type, 0
    for index in instruction.indices:
        start += sum(member.words for member in kind.elements[:index])
        kind = kind.elements[index]
    return slice(start, start + kind.words)


_BY_ELEMENTS: Final[dict[str, Select]] = {
    **dict.fromkeys(
        ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"],
        integers.binary,
    ),
    **{f"f{name}": partial(floats.operation, name) for name in ("add", "sub", "mul")}, "fdiv": floats.divide,
    "fneg": partial(floats.with_sign, "xor.b32", 0x80000000),
    **dict.fromkeys(["trunc", "zext", "sext"], integers.convert),
    **dict.fromkeys(["sitofp", "uitofp", "fptosi", "fptoui", "fptrunc", "fpext"], floats.convert),
}  # fmt: skip
_WHOLE: Final[dict[str, Callable[[Selection, Instruction], None]]] = {
    **dict.fromkeys(("icmp", "fcmp"), _compare), "select": _choose, "br": _branch, "ret": _return,
    "unreachable": _return, "getelementptr": _address, "load": memory.load, "store": memory.store,
    "atomicrmw": memory.atomic, "cmpxchg": memory.exchange, "alloca": memory.allocate, "call": calls.call,
    **dict.fromkeys(("bitcast", "freeze", "addrspacecast"), _same), "inttoptr": _to_pointer,
    **dict.fromkeys(("ptrtoint", "ptrtoaddr"), _to_number), "extractelement": _part, "insertelement": _with_part,
    "shufflevector": _shuffled, "extractvalue": _member, "insertvalue": _with_member,
}  # fmt: skip
