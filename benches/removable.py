"""The removable work of compiled kernels: copies, tests and masks of known values, addresses in loops.

    python -m benches.removable
    python -m benches.removable FILE.cl ...

Looks at the programs alone, as `simt asm` shows them, for `gtx280`: the kernels of programs/opencl, of the
compiler's corpus and random ones; or the kernels of the files. Prints for each class how many kernels have some of it,
and its median share of the instructions of these kernels: as they stand in the program, and as they are expected to be
issued, with ten turns of each loop. The last two columns are the totals.

copies      a register is copied to another, in a loop
tests       a truth value is compared with 0
masks       an `and` keeps all bits that there can be, or two shifts extend what is narrow
addresses   in a loop, what is computed of counters for accesses alone, beyond a step for each address
"""

from __future__ import annotations

import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from isa.flow.cfg import control_flow
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.reporting.source import SourceFile
from simt.compiler.compile import fitting
from simt.compiler.errors import CompileError
from simt.compiler.kernel import Unit
from simt.compiler.opencl import translate
from simt.compiler.request import request_of
from simt.launch.programs import programs_folder
from simt.machine import Machine
from tests.compiler.kernels import read_unit
from tests.shipped import OVER_LANES

CLASSES: Final = ("copies", "tests", "masks", "addresses")
RANDOM: Final = range(80_000, 80_060)
CORPUS: Final = Path(__file__).parents[1] / "tests" / "compiler" / "corpus"
_ANY: Final = 0xFFFFFFFF
_TRUTH: Final = re.compile(r"(?:eq|ne|lt|le|gt|ge)\.")
_PART: Final = re.compile(r"ld\.\w+\.u(8|16)$")
_LINEAR: Final = ("add.u32", "sub.u32", "mul.u32", "shl.b32", "mov.b32")


class Looked:
    """A program, and which instructions of it each class has.

    Definitions are addresses of instructions; -1 is the value that a register starts with.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = program.instructions
        self.flow = control_flow(program)
        self.depth = [self.flow.loop_depth(block) for block in self.flow.block_at]
        self.named = len(program.params) + len(program.buffers)  # constants that a launch may replace, the first
        self.before = self._reaching()
        self.uses: dict[int, list[int]] = defaultdict(list)
        for address, each in enumerate(self.code):
            for register in each.registers_read if each else ():
                for made in self.before[address].get(register, frozenset()):
                    self.uses[made].append(address)

    def _reaching(self) -> list[dict[int, frozenset[int]]]:
        """Return for each address the definitions of each register that may reach it."""
        blocks = self.flow.blocks
        start: list[dict[int, frozenset[int]]] = [{} for _ in range(len(blocks) + 1)]
        start[0] = {register: frozenset({-1}) for register in range(256)}
        at: list[dict[int, frozenset[int]]] = [{} for _ in self.code]
        waiting = [0]
        while waiting:
            block = blocks[waiting.pop()]
            now = dict(start[block.number])
            for address in range(block.first, block.end):
                at[address] = dict(now)
                each = self.code[address]
                now |= {register: frozenset({address}) for register in (each.registers_written if each else ())}
            for edge in block.successors:
                if edge.target == len(blocks):
                    continue
                known = start[edge.target]
                merged = {register: known.get(register, frozenset()) | found for register, found in now.items()}
                if merged != known:
                    start[edge.target] = merged
                    waiting.append(edge.target)
        return at

    def constant(self, each: Instruction, slot: str) -> int | None:
        """The number in a source, if it is one."""
        if each.csel != slot or each.const < self.named:
            return None
        return self.program.constants[each.const]

    # --- what registers can hold ------------------------------------------------------------------------------------

    @cached_property
    def bits(self) -> list[int]:
        """Return for each instruction the bits that its result may have."""
        found = [0] * len(self.code)
        is_changed, turn = True, 0
        while is_changed:
            is_changed, turn = False, turn + 1
            for address, each in enumerate(self.code):
                new = found[address] | (self._result(found, address, each) if each else _ANY)
                if new != found[address]:
                    found[address], is_changed = new if turn < 8 else _ANY, True
        return found

    def source(self, found: Sequence[int], address: int, slot: str) -> int:
        """The bits that a source may have."""
        each = self.code[address]
        assert each is not None
        if each.csel == slot:
            number = self.constant(each, slot)
            return _ANY if number is None else number
        made = self.before[address].get(getattr(each, f"r{slot}"))
        if made is None:
            return _ANY
        bits = 0
        for definition in made:
            bits |= _ANY if definition < 0 else found[definition]
        return bits

    def _result(self, found: Sequence[int], address: int, each: Instruction) -> int:
        name = each.spec.name
        sources = [self.source(found, address, slot) for slot in each.spec.sources]
        if name == "mov.b32":
            return sources[0]
        if name in ("and.b32", "or.b32", "xor.b32"):
            return sources[0] & sources[1] if name == "and.b32" else sources[0] | sources[1]
        if name.startswith("select"):
            return sources[0] | sources[1]
        if _TRUTH.match(name):
            return 1
        if part := _PART.match(name):
            return (1 << int(part[1])) - 1
        if name == "add.u32":
            return _up_to(_most(sources[0]) + _most(sources[1]))
        if name == "mul.u32":
            return _up_to(_most(sources[0]) * _most(sources[1]))
        if name in ("min.u32", "max.u32"):
            return _up_to((min if name == "min.u32" else max)(map(_most, sources)))
        by = self.constant(each, "b") if "b" in each.spec.sources else None
        if name in ("shl.b32", "shr.u32") and by is not None:
            return (sources[0] << (by & 31) & _ANY) if name == "shl.b32" else sources[0] >> (by & 31)
        return _ANY

    # --- the classes ------------------------------------------------------------------------------------------------

    def copies(self) -> Iterator[int]:
        """Moves between registers in loops."""
        for address, each in enumerate(self.code):
            is_plain = each is not None and each.spec.name == "mov.b32" and each.cond == "always"
            if each and is_plain and self.depth[address] and each.registers_read:
                yield address

    def tests(self) -> Iterator[int]:
        """Truth values that are compared with 0."""
        for address, each in enumerate(self.code):
            is_test = each is not None and each.spec.name == "ne.u32" and each.cond == "always"
            if each and is_test and self.constant(each, "b") == 0 and self.source(self.bits, address, "a") <= 1:
                yield address

    def masks(self) -> Iterator[int]:
        """Masks of what has no other bits, extensions of signs of what has none."""
        for address, each in enumerate(self.code):
            if each is None or each.cond != "always":
                continue
            for slot, other in (("a", "b"), ("b", "a")) if each.spec.name == "and.b32" else ():
                number = self.constant(each, other)
                if number is not None and self.source(self.bits, address, slot) & ~number == 0:
                    yield address
            by = self.constant(each, "b") if each.spec.name == "shr.s32" else None
            first = max(self.before[address].get(each.ra, [-1]), default=-1)
            shift = self.code[first] if by and first >= 0 else None
            if by and shift and shift.spec.name == "shl.b32" and self.constant(shift, "b") == by:
                is_alone = len(self.before[address][each.ra]) == 1
                if is_alone and self.source(self.bits, first, "a") >> (31 - by) == 0:
                    yield address
                    yield first

    def addresses(self) -> Iterator[int]:
        """The computations on counters in loops that only serve accesses, except for a step of each address."""
        for loop in self.flow.loops:
            blocks = [self.flow.blocks[number] for number in loop.blocks]
            every = {address for block in blocks for address in range(block.first, block.end)}
            inside = {address for address in every if self.depth[address] == loop.depth}
            linear = self._linear(inside, every)
            only = {address for address in linear if not self._is_counter(address, every)}
            is_changed = True
            while is_changed:
                gone = {address for address in only if not self._serves(address, only)}
                only -= gone
                is_changed = bool(gone)
            bases = {address for address in only if any(use not in only for use in self.uses[address])}
            counters = {
                made for address in only for made in self._sources(address) if self._is_counter(made, every)
            }  # fmt: skip
            # A counter that only addresses read is not needed any more.
            free = sum(all(use in only or use == made for use in self.uses[made]) for made in counters)
            yield from sorted(only)[: max(0, len(only) + free - len(bases))]

    def _sources(self, address: int) -> set[int]:
        each = self.code[address]
        assert each is not None
        return {made for register in each.registers_read for made in self.before[address].get(register, ())}

    def _is_counter(self, address: int, every: set[int]) -> bool:
        """Say whether an instruction adds a value that a loop does not change to a register that only it writes."""
        each = self.code[address] if address in every else None
        if each is None or each.spec.name not in ("add.u32", "sub.u32"):
            return False
        made = [self.before[address].get(register, frozenset()) & every for register in each.registers_read]
        return {frozenset({address})} == {found for found in made if found}

    def _linear(self, inside: set[int], every: set[int]) -> set[int]:
        found: set[int] = set()
        is_changed = True
        while is_changed:
            is_changed = False
            for address in inside - found:
                each = self.code[address]
                if each is None or each.spec.name not in _LINEAR or each.cond != "always":
                    continue
                made = self._sources(address) & every
                is_of_counters = all(self._is_counter(other, every) or other in found for other in made)
                if made and is_of_counters and (each.spec.name != "mul.u32" or len(made) < 2):
                    found.add(address)
                    is_changed = True
        return found

    def _serves(self, address: int, only: set[int]) -> bool:
        """Say whether a result is only read by accesses, as their address, and by the instructions in `only`."""
        each = self.code[address]
        assert each is not None
        for use in self.uses[address]:
            reader = self.code[use]
            assert reader is not None
            if use in only:
                continue
            is_access = reader.spec.operands and "[ra + offset]" in reader.spec.operands
            if not is_access or reader.ra != each.rd or ("b" in reader.spec.sources and reader.rb == each.rd):
                return False
        return bool(self.uses[address])

    def found(self) -> dict[str, list[int]]:
        """The instructions of each class."""
        return {name: sorted(set(getattr(self, name)())) for name in CLASSES}

    def weight(self, address: int) -> int:
        """The expected number of issues of an instruction."""
        return 10 ** min(4, self.depth[address])


def _most(bits: int) -> int:
    return (1 << bits.bit_length()) - 1


def _up_to(most: int) -> int:
    return _ANY if most >> 32 else _most(most)


def units(files: Sequence[str]) -> Iterator[tuple[str, Unit]]:
    """The sources, by name."""
    paths = [Path(file) for file in files]
    for path in paths or [*sorted((programs_folder() / "opencl").glob("*.cl")), *sorted(CORPUS.glob("*.cl"))]:
        yield path.name, read_unit(path)
    if not files:
        from tests.compiler.random_opencl import random_kernel

        for first in RANDOM[::10]:
            text = "\n".join(random_kernel(seed).text for seed in range(first, first + 10))
            yield "random", translate(SourceFile("k.cl", text, tuple(text.split("\n"))))


def programs(files: Sequence[str]) -> Iterator[tuple[str, Program]]:
    """The kernels, compiled."""
    machine = Machine.load("gtx280", OVER_LANES)
    for name, unit in units(files):
        for kernel in unit.kernels:
            lengths = {each.name: 64 for each in unit.kernel(kernel).parameters}
            try:
                yield f"{name}::{kernel}", fitting(request_of(unit, kernel, machine, lengths, ())).program
            except CompileError as error:
                print(f"{name}::{kernel}: {error}", file=sys.stderr)


def main() -> None:
    """Print the table."""
    files = [each for each in sys.argv[1:] if each != "-v"]
    shares: dict[str, list[tuple[float, float]]] = {name: [] for name in CLASSES}
    totals: Counter[str] = Counter()
    kernels = 0
    for name, program in programs(files):
        looked = Looked(program)
        kernels += 1
        everything = sum(map(looked.weight, range(len(program.words))))
        totals.update(words=len(program.words), issued=everything)
        for kind, found in looked.found().items():
            if found:
                issued = sum(map(looked.weight, found))
                shares[kind].append((len(found) / len(program.words), issued / everything))
                totals.update({kind: len(found), f"{kind} issued": issued})
                if "-v" in sys.argv:
                    print(f"{name:40} {kind:10} {len(found):4} of {len(program.words):5}  {found[:12]}")
    print(f"{kernels} kernels, {totals['words']} instructions, {totals['issued']} issued")
    print(f"{'class':10} {'kernels':>8} {'words':>8} {'issued':>8} {'words':>9} {'issued':>9}")
    for kind, found in shares.items():
        medians = [f"{statistics.median(column):8.1%}" for column in zip(*found, strict=True)] or ["       -"] * 2
        print(f"{kind:10} {len(found) / kernels:8.1%}", *medians, f"{totals[kind]:9} {totals[f'{kind} issued']:9}")


if __name__ == "__main__":
    main()
