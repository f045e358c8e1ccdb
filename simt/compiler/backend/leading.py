"""A register that holds the number of each lane: edges between blocks set it, and later blocks jump by it."""

from __future__ import annotations

from isa.table.semantics import OPPOSITE
from simt.compiler.backend.ops import ZERO, Block, Branch, Code, Immediate, Operation, Register
from simt.compiler.errors import SourcePlace


class Leading:
    """The register of a kernel that holds the number of each lane."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.register = Register(code.new())

    def free(self, name: str) -> str:
        """Return the name, or a similar one if a block has it."""
        while name in self.code.blocks:
            name += "'"
        return name

    def note(self, number: int, place: SourcePlace) -> Operation:
        """Return the operation that gives lanes a number."""
        return Operation("mov.b32", self.register.unit, (Immediate(number),), place=place)

    def step(self, stem: str, number: int, to: str, place: SourcePlace, leads: tuple[str, ...] = ()) -> str:
        """Make a block that gives lanes a number and jumps to the block `to`; return its name. leads: see `Branch`."""
        name = self.free(f"{stem}.to")
        self.code.blocks[name] = Block(name, [self.note(number, place)], Branch(to, place=place, leads=leads))
        return name

    def ask(self, name: str, limit: int, above: str, below: str, place: SourcePlace) -> None:
        """Make the block `name`: lanes with a number of at most `limit` go to `below`, others to `above`."""
        result = self.code.temporary()
        test = Operation("gt.u32", result, (self.register, Immediate(limit)), place=place)
        if not limit:
            test.name, test.sources = "mov.b32", (self.register,)
        self.code.blocks[name] = Block(name, [], Branch(above, test, "nz", below, place))

    def choose(self, block: Block, taken: int, other: int) -> None:
        """Give one number to the lanes that a block's jump takes, another to the rest. At most one is 0: unchanged."""
        branch, place = block.branch, block.branch.place
        assert branch.test is not None
        if branch.condition == "z":
            taken, other = other, taken
        test = branch.test
        if test.name == "mov.b32":
            (value,) = test.sources
            if isinstance(value, Immediate):  # a parameter: an instruction has room for one constant
                block.operations.append(Operation("mov.b32", self.code.new(), (value,), place=place))
                value = Register(block.operations[-1].result)
            test.name, test.sources = "ne.u32", (value, ZERO)
        relation, kind = test.name.split(".")
        if (taken, other) == (0, 1) and (kind in ("u32", "s32") or relation in ("eq", "ne")):
            test.name = f"{OPPOSITE[relation]}.{kind}"
            taken, other = other, taken
        if (taken, other) == (1, 0):
            test.result = self.register.unit
            block.operations.append(test)
            return
        if taken and other:
            block.operations.append(self.note(other, place))
            other = 0
        sources = (Immediate(taken), self.register) if taken else (self.register, Immediate(other))
        block.operations += [test, Operation("select.b32", self.register.unit, sources, place=place)]
