"""The shapes of values across the lanes of a warp, and the jumps on which lanes part.

The *shape* of a value is (stride, multiple). In lane l of a warp the value is u + stride x l. All lanes have the same
u, which is a multiple of `multiple`, a power of two. With stride 0 all lanes agree. A value without a shape varies in
an unknown way.
"""

from __future__ import annotations

from math import gcd
from typing import Final

from isa.flow.graphs import reach
from isa.table.table import INSTRUCTIONS
from simt.compiler.backend.calls import is_across, plain_name
from simt.compiler.backend.graph import Flow
from simt.compiler.llvm.ir import Expr, Function, Instruction, IrValue, Name, Number, Symbol, Undef
from simt.compiler.types import MACHINE, SPECIAL, WORK_ITEM

Shape = tuple[int, int]
_ANY: Final = 1 << 31  # 0 is a multiple of everything
UNIFORM: Final = (0, 1)
_SAME_EVERYWHERE: Final = ("get_group_id", "get_global_size", "get_local_size", "get_num_groups", "get_global_offset")


class Uniformity:
    """The shapes of a function's values, and the jumps at which lanes can part.

    shapes: the shape of each value, by name; None: unknown. parting: the blocks at whose jump the lanes of a warp can
    go to different blocks.
    """

    def __init__(self, function: Function, flow: Flow, warp_size: int) -> None:
        self.function = function
        self.flow = flow
        self.warp_size = warp_size
        self.shapes: dict[str, Shape | None] = {argument.name: UNIFORM for argument in function.arguments}
        self.parting: set[str] = set()
        self._after = flow.postdominators()
        self._home = {op.result: block.name for block in function.blocks for op in block.instructions}
        self._made = {block.name: {op.result for op in block.instructions} for block in function.blocks}
        blocks = {block.name: block for block in function.blocks if block.name in flow.number}
        every = ((name, op) for name, block in blocks.items() for op in block.instructions)
        self._instructions = [(name, op) for name, op in every if op.result]
        joins: set[str] = set()
        outside: set[str] = set()  # values of loops that lanes leave in different rounds, which vary after the loop
        while True:
            self._settle(joins, outside)
            parting = {
                name for name in flow.order
                if len(set(blocks[name].instructions[-1].labels)) > 1
                and not self._is_uniform(blocks[name].instructions[-1].operands[0])
            }  # fmt: skip
            if parting == self.parting:
                return
            for name in parting - self.parting:
                joins |= self._joins(name)
                outside |= self._left_behind(name)
            self.parting = parting
            self.shapes = {argument.name: UNIFORM for argument in function.arguments}

    def _is_uniform(self, value: IrValue) -> bool:
        shape = self.shape(value)
        return shape is not None and shape[0] == 0

    def shape(self, value: IrValue) -> Shape | None:
        """Return the shape of a value; None if it is unknown."""
        if isinstance(value, Number):
            return 0, (value.bits & -value.bits) or _ANY
        if isinstance(value, Name):
            return self.shapes.get(value.name)
        if isinstance(value, Undef | Symbol | Expr):
            return UNIFORM
        return UNIFORM if all(self._is_uniform(element) for element in value.elements) else None

    def _settle(self, joins: set[str], outside: set[str]) -> None:
        is_changed = True
        while is_changed:
            is_changed = False
            for home, instruction in self._instructions:
                operands = instruction.operands
                known = [value for value in operands if not isinstance(value, Name) or value.name in self.shapes]
                if len(known) < (1 if instruction.opcode == "phi" else len(operands)):
                    continue
                # Unknown operands of a phi are assumed to have the best shape.
                new = self._of(instruction, [self.shape(value) for value in known], home in joins)
                names = (value.name for value in known if isinstance(value, Name) and value.name in outside)
                if not all(self._is_inside(name, home) for name in names):
                    new = None
                if instruction.result not in self.shapes or self.shapes[instruction.result] != new:
                    self.shapes[instruction.result] = new
                    is_changed = True

    def _of(self, instruction: Instruction, shapes: list[Shape | None], is_join: bool) -> Shape | None:
        opcode, operands = instruction.opcode, instruction.operands
        if opcode == "call":
            return self._of_call(instruction)
        if opcode in ("atomicrmw", "cmpxchg", "alloca"):
            return None
        if opcode == "phi":
            return _met(shapes, is_join)
        if opcode == "load":
            if instruction.guard is not None and not self._is_uniform(instruction.guard):
                return None
            private = operands[0].type.space == 0
            return UNIFORM if not private and shapes[0] is not None and shapes[0][0] == 0 else None
        if opcode == "icmp":
            return self._of_compare(instruction, shapes)
        if any(shape is None for shape in shapes):
            return None
        known = [shape for shape in shapes if shape is not None]
        if opcode in ("add", "sub") or (opcode == "or" and "disjoint" in instruction.flags):
            sign = -1 if opcode == "sub" else 1
            return known[0][0] + sign * known[1][0], gcd(known[0][1], known[1][1])
        if opcode in ("shl", "mul") and isinstance(operands[1], Number):
            number = operands[1].bits
            factor = 1 << number if opcode == "shl" else number
            return known[0][0] * factor, min(_ANY, known[0][1] * (factor & -factor or 1))
        if opcode in ("trunc", "freeze", "getelementptr") and len(known) == 1:
            return known[0]
        if opcode == "zext":
            stride = known[0][0]
            is_one_run = self._is_run(known[0]) and stride * self.warp_size <= 1 << operands[0].type.bits
            return known[0] if is_one_run or stride == 0 else None  # else some lanes' numbers may have wrapped around
        return UNIFORM if all(stride == 0 for stride, _ in known) else None

    def _of_call(self, instruction: Instruction) -> Shape | None:
        name = plain_name(instruction.detail)
        if name in WORK_ITEM:
            dimension = instruction.operands[0]
            if name in _SAME_EVERYWHERE:
                return UNIFORM
            group = self.function.work_group
            if name == "get_local_id" and group and isinstance(dimension, Number):
                rows = group[1:] if len(group) > 1 else ()
                if dimension.bits == 0 and (all(size == 1 for size in rows) or group[0] % self.warp_size == 0):
                    return 1, self.warp_size
                if dimension.bits and group[0] % self.warp_size == 0:
                    return UNIFORM
            return None
        if name == "get_work_dim":
            return UNIFORM
        if name.startswith(SPECIAL):
            return (1, _ANY) if name == f"{SPECIAL}lane_id" else UNIFORM
        if is_across(instruction) and INSTRUCTIONS[name.removeprefix(MACHINE)].across == "all":
            return UNIFORM if all(map(self._is_uniform, instruction.operands[1:])) else None
        return UNIFORM if all(self._is_uniform(operand) for operand in instruction.operands) else None

    def _of_compare(self, instruction: Instruction, shapes: list[Shape | None]) -> Shape | None:
        """Return the shape of a compare.

        It is uniform if both sides are, or if the limit cannot part the lanes of an aligned run. Else it is None.
        """
        left, right = shapes
        if left is None or right is None:
            return None
        if left[0] == right[0] == 0:
            return UNIFORM
        predicate = instruction.detail
        if left[0] == 0:
            left, right = right, left
            predicate = {"ugt": "ult", "ule": "uge", "sgt": "slt", "sle": "sge"}.get(predicate, "")
        is_whole = self._is_run(left) and right[0] == 0 and right[1] % (left[0] * self.warp_size) == 0
        return UNIFORM if is_whole and predicate in ("ult", "uge", "slt", "sge") else None

    def _is_run(self, shape: Shape) -> bool:
        """Return whether the numbers of a warp's lanes lie in one aligned run, of the warp size times the stride."""
        stride, multiple = shape
        return stride > 0 and multiple % (stride * self.warp_size) == 0

    def _joins(self, name: str) -> set[str]:
        """Return the blocks in which lanes that part at the end of `name` can meet."""
        end = self._after[name]
        reached = reach(self.flow.successors[name], self.flow.successors.__getitem__, {end})
        return {block for block in reached if len(self.flow.predecessors[block]) > 1}

    def _left_behind(self, name: str) -> set[str]:
        """Return the values made in the loop that the jump at the end of `name` leaves; none if it leaves no loop."""
        body = self.flow.loops.get(self.flow.header[name], set())
        if all(target in body for target in self.flow.successors[name]):
            return set()
        return {value for block in body for value in self._made[block]}

    def _is_inside(self, value: str, block: str) -> bool:
        """Return whether a block belongs to the innermost loop, if any, of the block that defines a value."""
        return block in self.flow.loops.get(self.flow.header[self._home[value]], {block})


def _met(shapes: list[Shape | None], is_join: bool) -> Shape | None:
    """Return the shape of a phi; None if the strides of its operands differ, or if parted lanes meet there."""
    first = shapes[0]
    multiple = 0
    for shape in shapes:
        if shape is None or first is None or shape[0] != first[0]:
            return None
        multiple = gcd(multiple, shape[1])
    if first is None or is_join:
        return None
    return first[0], multiple
