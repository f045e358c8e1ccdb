"""Random structured kernels on unsigned numbers: as LLVM IR, and what they compute, lane by lane."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.unit.compiler.ir_kernels import HEAD, WORK_ITEM

MASK = 0xFFFFFFFF
OPERATIONS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "and": lambda a, b: a & b,
    "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
}  # fmt: skip
PREDICATES = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "ult": lambda a, b: a < b, "uge": lambda a, b: a >= b,
    "slt": lambda a, b: (a ^ 0x80000000) < (b ^ 0x80000000), "sgt": lambda a, b: (a ^ 0x80000000) > (b ^ 0x80000000),
}  # fmt: skip
Variables = list[int]


class LeaveLoopError(Exception):
    """A `break`."""


@dataclass
class RandomKernel:
    """A kernel with the input `a` and the outputs `out`: variables 0 and 1 start as the input and the lane's number.

    The body is a list of statements: ("set", variable, operation, left, right), ("if", condition, yes, no), ("loop",
    turns, body), ("break", condition), ("store", left, value) and ("load", variable, index). Operands are numbers of
    variables, or negative: constants -1 - n.
    """

    seed: int
    variables: int = 4
    body: list[tuple] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.body = self._statements(3, in_loop=False)
        self.labels = 0
        self.lines: list[str] = []

    # --- making -------------------------------------------------------------------------------------------------------

    def _operand(self) -> int:
        if self.random.random() < 0.3:
            return -1 - self.random.choice([0, 1, 2, 3, 7, 64, 255, 0x80000000, MASK])
        return self.random.randrange(self.variables)

    def _condition(self) -> tuple:
        return self.random.choice(list(PREDICATES)), self.random.randrange(self.variables), self._operand()

    def _statements(self, depth: int, *, in_loop: bool) -> list[tuple]:
        return [self._statement(depth, in_loop=in_loop) for _ in range(self.random.randint(1, 4))]

    def _statement(self, depth: int, *, in_loop: bool) -> tuple:
        kind = self.random.random()
        if depth and kind < 0.25:
            yes = self._statements(depth - 1, in_loop=in_loop)
            no = self._statements(depth - 1, in_loop=in_loop) if self.random.random() < 0.6 else []
            return "if", self._condition(), yes, no
        if depth and kind < 0.4:
            return "loop", self._operand(), self._statements(depth - 1, in_loop=True)
        if in_loop and kind < 0.5:
            return "break", self._condition()
        if kind < 0.6:
            return "store", self._operand()
        if kind < 0.7:
            return "load", self.random.randrange(self.variables), self._operand()
        operation = self.random.choice(list(OPERATIONS))
        return "set", self.random.randrange(self.variables), operation, self._operand(), self._operand()

    # --- meaning ------------------------------------------------------------------------------------------------------

    def run(self, lane: int, inputs: list[int]) -> tuple[int, int]:
        """What a work-item leaves in its two words of `out`."""
        variables = [inputs[lane], lane, 5, 9][: self.variables]
        memory = [0]
        self._run(self.body, variables, memory, inputs)
        total = 0
        for value in variables:
            total = (total * 31 + value) & MASK
        return total, memory[0]

    def _run(self, body: list[tuple], variables: Variables, memory: list[int], inputs: list[int]) -> None:
        def value(operand: int) -> int:
            return variables[operand] if operand >= 0 else -1 - operand

        for kind, *rest in body:
            if kind == "set":
                variables[rest[0]] = OPERATIONS[rest[1]](value(rest[2]), value(rest[3])) & MASK
            elif kind == "if":
                predicate, left, right = rest[0]
                self._run(
                    rest[1] if PREDICATES[predicate](value(left), value(right)) else rest[2], variables, memory, inputs
                )
            elif kind == "loop":
                try:
                    for _ in range(value(rest[0]) & 3):
                        self._run(rest[1], variables, memory, inputs)
                except LeaveLoopError:
                    pass
            elif kind == "break":
                predicate, left, right = rest[0]
                if PREDICATES[predicate](value(left), value(right)):
                    raise LeaveLoopError
            elif kind == "store":
                memory[0] = value(rest[0])
            else:
                variables[rest[0]] = inputs[value(rest[1]) & 63]

    # --- as LLVM IR ---------------------------------------------------------------------------------------------------

    def ir(self) -> str:
        """The kernel; its variables are memory, which LLVM makes values of."""
        self.lines = [
            HEAD,
            WORK_ITEM,
            "define spir_kernel void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %out) !kernel_arg_base_type !0 {",
        ]
        self._line("%lane = call spir_func i32 @_Z13get_global_idj(i32 0)")
        for number in range(self.variables):
            self._line(f"%v{number} = alloca i32")
        for number, start in enumerate((self._load("%lane"), "%lane", "5", "9")[: self.variables]):
            self._line(f"store i32 {start}, ptr %v{number}")
        self._line("%pair = shl i32 %lane, 1")
        self._line("%mine = getelementptr i32, ptr addrspace(1) %out, i32 %pair")
        self._line("%second = getelementptr i32, ptr addrspace(1) %mine, i32 1")
        self._write(self.body, "")
        total = "0"
        for number in range(self.variables):
            total = self._new(f"add i32 {self._new(f'mul i32 {total}, 31')}, {self._value(number)}")
        self._line(f"store i32 {total}, ptr addrspace(1) %mine")
        return "\n".join([*self.lines, "  ret void", "}", '!0 = !{!"uint*", !"uint*"}', ""])

    def _line(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def _new(self, text: str) -> str:
        self.labels += 1
        self._line(f"%t{self.labels} = {text}")
        return f"%t{self.labels}"

    def _value(self, operand: int) -> str:
        return self._new(f"load i32, ptr %v{operand}") if operand >= 0 else str(-1 - operand)

    def _load(self, index: str) -> str:
        return self._new(
            f"load i32, ptr addrspace(1) {self._new(f'getelementptr i32, ptr addrspace(1) %a, i32 {index}')}"
        )

    def _label(self, *names: str) -> list[str]:
        self.labels += 1
        return [f"{name}{self.labels}" for name in names]

    def _test(self, condition: tuple) -> str:
        predicate, left, right = condition
        return self._new(f"icmp {predicate} i32 {self._value(left)}, {self._value(right)}")

    def _write(self, body: list[tuple], leave: str) -> None:
        for kind, *rest in body:
            if kind == "set":
                left, right = self._value(rest[2]), self._value(rest[3])
                self._line(f"store i32 {self._new(f'{rest[1]} i32 {left}, {right}')}, ptr %v{rest[0]}")
            elif kind == "if":
                yes, no, end = self._label("yes", "no", "end")
                self._line(f"br i1 {self._test(rest[0])}, label %{yes}, label %{no}")
                for label, side in ((yes, rest[1]), (no, rest[2])):
                    self.lines.append(f"{label}:")
                    self._write(side, leave)
                    self._line(f"br label %{end}")
                self.lines.append(f"{end}:")
            elif kind == "loop":
                head, inside, end = self._label("head", "inside", "end")
                count = self._new("alloca i32")
                self._line(f"store i32 {self._new(f'and i32 {self._value(rest[0])}, 3')}, ptr {count}")
                self._line(f"br label %{head}")
                self.lines.append(f"{head}:")
                left = self._new(f"load i32, ptr {count}")
                self._line(f"store i32 {self._new(f'sub i32 {left}, 1')}, ptr {count}")
                test = self._new(f"icmp ne i32 {left}, 0")
                self._line(f"br i1 {test}, label %{inside}, label %{end}")
                self.lines.append(f"{inside}:")
                self._write(rest[1], end)
                self._line(f"br label %{head}")
                self.lines.append(f"{end}:")
            elif kind == "break":
                (more,) = self._label("more")
                self._line(f"br i1 {self._test(rest[0])}, label %{leave}, label %{more}")
                self.lines.append(f"{more}:")
            elif kind == "store":
                self._line(f"store i32 {self._value(rest[0])}, ptr addrspace(1) %second")
            else:
                index = self._new(f"and i32 {self._value(rest[1])}, 63")
                self._line(f"store i32 {self._load(index)}, ptr %v{rest[0]}")
