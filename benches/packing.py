"""Print the packed form of every shipped program, and what packing gains: `python -m benches.packing`.

The tables of docs/packer.md are these. The first one lists the blocks that stay more than 10 % above their bounds, the
second one adds up all blocks of a program, the third one gives cycles on `fpga4` with 8 banks: as a scalar program, in
bundles within its blocks and loops (no unrolling, no motion between blocks), and in bundles with everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click
import numpy as np

import isa
import simt
from isa.packing.operations import needs_masks
from isa.packing.packed import PackedProgram
from isa.packing.packer import is_packable, pack
from simt.launch.oracle import Oracle
from simt.result.result import Result

__all__ = ["SLOTS", "Packing", "cycle_table", "long_table", "packings", "programs", "size_table"]

PROGRAMS = Path(isa.__file__).parents[1] / "programs"
SLOTS = (2, 3)
LARGER = {"march": {"warps": 32, "local.words": 8192, "options.multiply": True}}  # what `fpga4` is too small for


@dataclass(frozen=True)
class Packing:
    """A shipped program, packed for a number of slots on `fpga4` with 8 banks."""

    path: Path
    slots: int
    packed: PackedProgram
    local: PackedProgram  # without unrolling and motion

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def bound(self) -> int:
        """The sum of the bounds of its blocks."""
        return sum(block.bounds.bound for block in self.packed.blocks)


@cache
def programs() -> tuple[Path, ...]:
    """The shipped programs that can be packed, for local memory, single precision and lanes that stay together."""
    found = (*sorted(PROGRAMS.glob("*.s")), *sorted(PROGRAMS.glob("divergent/*.s")))
    return tuple(path for path in found if is_plain(isa.assemble_file(path)))


def is_plain(program: isa.Program) -> bool:
    """Return whether a program can be packed and runs on `fpga4`, as far as its memory, units and masks go."""
    entries = [entry for entry in program.instructions if entry is not None]
    is_for_others = any(entry.spec.unit in ("memory", "dpu") or needs_masks(entry) for entry in entries)
    return is_packable(program) and not is_for_others


def machine(name: str, slots: int) -> simt.Machine:
    return simt.Machine.load("fpga4", {"local.banks": 8, "vliw.slots": slots, **LARGER.get(name, {})})


@cache
def packing(path: Path, slots: int) -> Packing:
    """A program packed as a launch does it."""
    program, has = isa.assemble_file(path), machine(path.stem, slots)

    def made(*, everything: bool) -> PackedProgram:
        return pack(
            program,
            slots,
            registers=has.registers,
            words=has.program.words,
            unroll=everything,
            move=everything,
        )

    return Packing(path, slots, made(everything=True), made(everything=False))


def packings(names: Collection[str] = ()) -> Iterator[Packing]:
    """Every program, or those named, with every number of slots."""
    for path in programs():
        if names and path.stem not in names:
            continue
        for slots in SLOTS:
            yield packing(path, slots)


def long_table(names: Collection[str] = ()) -> list[str]:
    """The blocks that stay more than 10 % above their bounds, and why."""
    lines = ["| kernel | slots | block | bundles | bound | reason |", "|---|---|---|---|---|---|"]
    for found in packings(names):
        for block in found.packed.blocks:
            if not block.is_good:
                name = f"{block.kind} at {block.first:x}"
                lines.append(
                    f"| `{found.name}` | {found.slots} | {name} | {block.bundles} | {block.bounds.bound} "
                    f"| {block.reason} |"
                )
    return lines


def size_table(names: Collection[str] = ()) -> list[str]:
    """All blocks of a program together, and how many operations moved between blocks."""
    cells = "blocks | words | bundles | bound | ratio | moved"
    lines = [f"| kernel | instructions | slots | {cells} |", "|---" * 9 + "|"]
    for found in packings(names):
        blocks = found.packed.blocks
        moved = sum(len(block.arrived) for block in blocks)
        lines.append(
            f"| `{found.name}` | {len(found.packed.scalar.words)} | {found.slots} | {len(blocks)} "
            f"| {len(found.packed.program.words)} | {found.packed.bundles} | {found.bound} "
            f"| {found.packed.bundles / found.bound:.2f} | {moved} |"
        )
    return lines


def cycle_table(names: Collection[str] = ()) -> list[str]:
    """Cycles on `fpga4` with 8 banks, of all programs or those named. What the runs leave in memory is compared."""
    lines = ["| kernel | slots | scalar | within blocks | packed | saved |", "|---|---|---|---|---|---|"]
    for found in packings(names):
        runs = [
            _run(found, program, slots)
            for program, slots in (
                (found.packed.scalar, 1),
                (found.local.program, found.slots),
                (found.packed.program, found.slots),
            )
        ]
        assert all(np.array_equal(runs[0].memory, other.memory) for other in runs), found.name
        scalar, local, packed = (run.cycles for run in runs)
        lines.append(
            f"| `{found.name}` | {found.slots} | {scalar} | {local} | {packed} | {100 * (1 - packed / scalar):.1f} % |"
        )
    return lines


def _run(found: Packing, program: isa.Program, slots: int) -> Result:
    oracle = Oracle.beside(found.path)
    inputs = oracle.inputs(program, 1) if oracle is not None else {}
    result = simt.run(program, machine(found.name, slots), inputs=inputs)
    assert result.completed, found.name
    return result


if __name__ == "__main__":
    for title, table in (
        ("Blocks more than 10 % above their bounds", long_table),
        ("Bundles and bounds", size_table),
        ("Cycles on fpga4 with 8 banks", cycle_table),
    ):
        click.echo(f"{title}\n")
        click.echo("\n".join(table()) + "\n")
