"""The result of the packer: a program of bundles, and a report on every block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from isa.packing.bounds import GOOD, Bounds
from isa.packing.pieces import Piece
from isa.packing.unrolling import Unrolled, with_targets
from isa.program.assumptions import Assumptions
from isa.program.bundles import Slots
from isa.program.encoding import encode
from isa.program.program import Location, Program
from isa.reporting.diagnostics import ProgramError
from isa.table.table import NEAR_INSTRUCTIONS


@dataclass(frozen=True, slots=True)
class Arrival:
    """An operation that came from another block, or from another turn of its loop. Addresses are in the scalar program.

    - scalar: the address of the operation.
    - label, home: the label and the first address of the block from which the operation came.
    - is_next_turn: whether the operation belongs to the next turn of the loop that it is in.
    """

    scalar: int
    label: str
    home: int
    is_next_turn: bool


@dataclass(frozen=True, slots=True)
class BlockReport:
    """The packer's report on a block.

    - label: the first label at the block, or "".
    - kind: "block", or a part of a pipelined loop: "prologue", "kernel" or "epilogue".
    - scalar: the addresses of its instructions in the scalar program.
    - first: the address of its first bundle.
    - operations, bundles: the number of each.
    - reason: what became of a loop, and why the block is more than 10 % above its bound; "" if neither applies.
    - arrived: the operations that came from other blocks.
    """

    label: str
    kind: str
    scalar: tuple[int, ...]
    first: int
    operations: int
    bundles: int
    bounds: Bounds
    reason: str = ""
    arrived: tuple[Arrival, ...] = ()

    @property
    def is_good(self) -> bool:
        """Return whether the number of bundles is within 10 % of the bound."""
        return self.bundles <= GOOD * self.bounds.bound


@dataclass(frozen=True, slots=True)
class PackedProgram:
    """A program of bundles, with its scalar program and blocks. origins: for each word its address in `scalar`."""

    program: Program
    scalar: Program
    slots: Slots
    blocks: tuple[BlockReport, ...]
    origins: tuple[int, ...]

    @property
    def bundles(self) -> int:
        """The number of bundles in program memory."""
        return sum(block.bundles for block in self.blocks)


def assembled(program: Program, unrolled: Unrolled, pieces: Sequence[Piece], assumes: Assumptions) -> PackedProgram:
    """Return the program of the bundles in `pieces`, and a report on each piece.

    - program: the scalar program.
    - unrolled: the scalar program with unrolled loops. The pieces are parts of it.
    - assumes: the assumptions to note in the program.

    Raises `ProgramError` (E0341) if the bundles take more words than jumps can name.
    """
    starts: list[int] = []
    size = 0
    for piece in pieces:
        starts.append(size)
        size += sum(len(bundle) for bundle in piece.bundles)
    if size > NEAR_INSTRUCTIONS:
        raise ProgramError(f"the bundles take {size} words, program memory holds {NEAR_INSTRUCTIONS}", code="E0341")
    at_entry = {address: start for piece, start in zip(pieces, starts, strict=True) for address in piece.entries}
    beyond = min(size, NEAR_INSTRUCTIONS - 1)
    words: list[int] = []
    origins: list[int] = []
    bundle_at: dict[int, int] = {}
    for piece, start in zip(pieces, starts, strict=True):
        # A pipelined loop jumps to its own start.
        targets = (dict[int, int](), start) if piece.kind == "kernel" else (at_entry, beyond)
        for bundle in piece.bundles:
            first = len(words)
            for place, entry in enumerate(bundle):
                instruction = with_targets(entry.instruction, *targets)
                words.append(encode(replace(instruction, more=place + 1 < len(bundle))))
                origins.append(unrolled.origins[entry.origin])
                if entry.origin not in piece.arrived:
                    bundle_at.setdefault(entry.origin, first)
    last = len(unrolled.program.words)
    labels = {
        name: at_entry.get(address, size if address == last else bundle_at.get(address, size))
        for name, address in unrolled.program.labels.items()
    }
    locations = program.locations or (Location(),) * len(program.words)
    packed = replace(
        program,
        words=tuple(words),
        labels=labels,
        locations=tuple(locations[origin] for origin in origins),
        assumes=assumes,
        objects={},  # a load that was moved ahead of a jump may have an address outside its array
    )
    reports = tuple(
        _report(unrolled, piece, start) for piece, start in zip(pieces, starts, strict=True) if piece.bundles
    )
    return PackedProgram(packed, program, Slots.of(assumes.slots), reports, tuple(origins))


def _report(unrolled: Unrolled, piece: Piece, first: int) -> BlockReport:
    assert piece.bounds is not None
    addresses = sorted({entry.origin for bundle in piece.bundles for entry in bundle})
    return BlockReport(
        _label(unrolled, piece.entries),
        piece.kind,
        tuple(sorted({unrolled.origins[address] for address in addresses})),
        first,
        sum(len(bundle) for bundle in piece.bundles),
        len(piece.bundles),
        piece.bounds,
        "; ".join(piece.notes),
        tuple(
            Arrival(unrolled.origins[address], _label(unrolled, (home,)), unrolled.origins[home], home in piece.entries)
            for address, home in sorted(piece.arrived.items())
        ),
    )


def _label(unrolled: Unrolled, entries: Sequence[int]) -> str:
    """Return the first label at one of these addresses."""
    return next((name for name, address in unrolled.program.labels.items() if address in entries), "")
