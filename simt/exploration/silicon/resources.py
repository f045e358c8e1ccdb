"""FPGA resources of a machine, block by block: RAMB16, DSP48, LUTs, flip-flops and slices; and its clock.

Block memories and DSP48 are counted. LUTs and flip-flops are counts times a coefficient; slices and the clock also
follow from counts and coefficients. `python -m benches.fit_resources` fits the coefficients to table 1 of the FPGA
paper alone and writes `coefficients.toml`. docs/resources.md shows their errors.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from isa.program.bundles import Slots
from isa.reporting.diagnostics import SimtError
from isa.table.units import OPTIONAL
from simt.exploration.silicon.blocks import crossings, machine_blocks
from simt.exploration.silicon.register_file import find_register_file
from simt.exploration.silicon.structure import Basis, Block
from simt.machine import Machine
from simt.machine.keys import toml_value
from simt.machine.rules import Organisation

_TABLE_LANES = (4, 16)  # the range of table 1
_TABLE_CROSSINGS = (16, 256)
UNCOVERED = 0.5  # ours: the uncertainty of a block for which the paper has no figure


class ResourceError(SimtError):
    """A machine outside the model."""

    code = "E0422"


@dataclass(frozen=True, slots=True)
class Coefficients:
    """The coefficients fitted to table 1; none is negative.

    - logic: synthesised LUTs per counted LUT, in ordinary logic.
    - crosspoints: synthesised LUTs per counted LUT, in logic that grows with lanes x banks of the LDS.
    - flip_flops: synthesised flip-flops per counted one.
    - unpaired: the share of flip-flops that are not packed with a LUT.
    - base_ns: the period without the conflict serialiser, in ns.
    - crossing_ns: the time added per lane x bank, in ns.
    """

    logic: float
    crosspoints: float
    flip_flops: float
    unpaired: float
    base_ns: float
    crossing_ns: float


@dataclass(frozen=True, slots=True)
class BlockResources:
    """The estimate of the resources of one block, and why it has them."""

    name: str
    basis: Basis
    why: str
    luts: int
    flip_flops: int
    slices: int
    ramb16: int
    dsp48: int


@dataclass(frozen=True, slots=True)
class ClockPath:
    """The critical path. block: the block with the path. base_ns, growing_ns: the two parts of the delay.

    Only `growing_ns` grows with lanes x banks. why: what decides the delay, in words.
    """

    block: str
    why: str
    base_ns: float
    growing_ns: float


@dataclass(frozen=True, slots=True)
class ResourceEstimate:
    """The estimate for a machine: its clock, and its resources. A resource is the sum over the blocks.

    - clock_mhz: the clock in MHz. The access to local memory sets it, as in the paper's machines.
    - uncertainty: the relative errors of luts, flip_flops, slices and clock_mhz.
    - extrapolated: a sentence for each property in which the machine lies outside table 1.
    - luts: look-up tables of 4 inputs.
    - slices: slices with two LUTs and two flip-flops.
    """

    machine: Machine
    register_file: Organisation
    blocks: tuple[BlockResources, ...]
    clock_mhz: float
    uncertainty: dict[str, float]
    extrapolated: tuple[str, ...]
    luts: int
    flip_flops: int
    slices: int
    ramb16: int  # block memories of 18 Kbit
    dsp48: int  # multipliers of 18 x 18 bits with adder


RESOURCES = ("luts", "flip_flops", "slices", "ramb16", "dsp48")


@cache
def _data() -> dict[str, dict[str, float]]:
    return tomllib.loads((Path(__file__).parents[1] / "coefficients.toml").read_text("utf-8"))


def coefficients() -> Coefficients:
    """Return the fitted coefficients, from `coefficients.toml`."""
    return Coefficients(**_data()["coefficients"])


def estimate_resources(machine: Machine, register_file: str | None = None) -> ResourceEstimate:
    """Estimate the resources of `machine` on an FPGA with the resources of Virtex-4.

    register_file: the organisation, in place of the machine's own. Raises `RegisterFileError` if the organisation is
    unknown or the machine cannot use it, and `ResourceError` for a machine with several cores, an SFU, a DPU, global
    memory, costs of single operations, operand collectors or a scoreboard.
    """
    _refuse_uncovered(machine)
    organisation = machine.register_file_organisation if register_file is None else find_register_file(register_file)
    fitted = coefficients()
    counted = machine_blocks(machine, organisation)
    blocks = tuple(block_resources(block, fitted) for block in counted)
    return ResourceEstimate(
        machine=machine,
        register_file=organisation,
        blocks=blocks,
        clock_mhz=clock_of(crossings(machine), fitted),
        uncertainty=_uncertainty(machine, blocks),
        extrapolated=tuple(_extrapolated(machine, blocks)),
        **{kind: sum(getattr(block, kind) for block in blocks) for kind in RESOURCES},
    )


def _refuse_uncovered(machine: Machine) -> None:
    words = {name: f"{'an' if name[0] in 'aefhilmnorsx' else 'a'} {name.upper()}" for name in OPTIONAL}
    parts = {
        f"{machine.cores} cores": ("cores = 1", machine.cores > 1),
        **{words[name]: (f"{name}.count = 0", machine.has(name)) for name in OPTIONAL},
        "global memory": ("memory.policy = none", machine.has("global_memory")),
        "costs of single operations": ("costs = []", bool(machine.costs)),
        "operand collectors": ("", machine.has_collectors),  # they go with the scoreboard
        "a scoreboard": (_without_scoreboard(machine), machine.issue.has_scoreboard),
    }
    uncovered = {name: setting for name, (setting, is_there) in parts.items() if is_there}
    if uncovered:
        *first, last = uncovered
        if not isinstance(machine.vliw.slots, int):  # its kinds may name units only if the machine has them
            uncovered["slots"] = f"vliw.slots = {_without_units(machine.vliw.slots).word}"
        named = f"{', '.join(first)} and {last}" if first else last
        message = f"{machine.name} has {named}, which the FPGA paper's figures do not cover"
        raise ResourceError(
            message, help=f"the estimate is there for the machine with {', '.join(filter(None, uncovered.values()))}"
        )


def _without_units(kinds: Sequence[str]) -> Slots:
    """Return the slots of kinds without optional units and global memory; a slot for nothing else is left out."""
    left = ("+".join(name for name in kind.split("+") if name not in (*OPTIONAL, "memory")) for kind in kinds)
    return Slots.of([kind for kind in left if kind])


def _without_scoreboard(machine: Machine) -> str:
    """Return settings that take the scoreboard from a machine. Keys that need a scoreboard get their defaults."""
    settings = machine.compatible(**{"issue.dependences": "one_in_flight"})
    return ", ".join(
        f"{name} = {value if isinstance(value, str) else toml_value(value)}" for name, value in settings.items()
    )


def block_resources(block: Block, fitted: Coefficients) -> BlockResources:
    """Return the resources of `block` from its counts. A slice has two places, for LUTs and unpaired flip-flops."""
    luts = fitted.logic * block.logic + fitted.crosspoints * block.crosspoints
    flip_flops = fitted.flip_flops * block.flip_flops + block.table_bits
    return BlockResources(
        name=block.name,
        basis=block.basis,
        why=block.why,
        luts=round(luts),
        flip_flops=round(flip_flops),
        slices=round((luts + fitted.unpaired * flip_flops) / 2),
        ramb16=block.ramb16,
        dsp48=block.dsp48,
    )


def clock_of(crossings_of_lds: int, fitted: Coefficients) -> float:
    """Return the clock in MHz. Its period has a constant part, and a part proportional to lanes x banks.

    crossings_of_lds: lanes x banks (`crossings`). fitted: the coefficients.

    FPGA paper, section V: the clock "is limited by the block of access to local memory", a combinational circuit that
    serves every request in the fewest cycles. The circuit's priority chain has a link for each lane, which drives all
    banks. We assume that its delay is proportional to the product.
    """
    return 1000 / (fitted.base_ns + fitted.crossing_ns * crossings_of_lds)


def clock_path(machine: Machine) -> ClockPath:
    """Return the path that sets the clock: the access to local memory (see `clock_of`)."""
    fitted = coefficients()
    return ClockPath(
        block="LDS conflict serialiser",
        why=f"{machine.lds.lanes} lanes x {machine.local.banks} banks",
        base_ns=fitted.base_ns,
        growing_ns=fitted.crossing_ns * crossings(machine),
    )


def _uncertainty(machine: Machine, blocks: Iterable[BlockResources]) -> dict[str, float]:
    """Return `ResourceEstimate.uncertainty`.

    Blocks of table 1 have the uncertainty of the fit, and the other blocks `UNCOVERED`.
    """
    fitted, blocks = fit_uncertainty(machine), list(blocks)
    shares = {"clock_mhz": fitted["clock_mhz"]}
    for part in ("luts", "flip_flops", "slices"):
        ours = sum(uncovered_shares(blocks, part).values())
        shares[part] = (1 - ours) * fitted[part] + ours * UNCOVERED
    return shares


def fit_uncertainty(machine: Machine) -> dict[str, float]:
    """Return the relative errors of blocks that table 1 has (luts, flip_flops, slices) and of clock_mhz.

    Each fit leaves out one machine of table 1. The worst error of these fits is multiplied by 1 + the octaves outside
    the table.
    """
    outside = _octaves_outside(machine)
    return {part: worst * (1 + outside) for part, worst in _data()["left_out_worst"].items()}


def uncovered_shares(blocks: Sequence[BlockResources], part: str) -> dict[str, float]:
    """Return the share that each block outside table 1 has of a resource of the machine, by the name of the block."""
    total = max(1, sum(getattr(block, part) for block in blocks))
    return {block.name: getattr(block, part) / total for block in blocks if block.basis != "table"}


def _octaves_outside(machine: Machine) -> float:
    """Return how far the machine lies outside table 1, in doublings of the lanes or quadruplings of lanes x banks."""
    lanes, crossed = machine.warp_size, crossings(machine)
    return max(
        0.0,
        math.log2(lanes / _TABLE_LANES[1]),
        math.log2(_TABLE_LANES[0] / lanes),
        math.log2(crossed / _TABLE_CROSSINGS[1]) / 2,
        math.log2(_TABLE_CROSSINGS[0] / crossed) / 2,
    )


def _extrapolated(machine: Machine, blocks: Iterable[BlockResources]) -> list[str]:
    sentences = []
    if not _TABLE_LANES[0] <= machine.warp_size <= _TABLE_LANES[1]:
        sentences.append(f"{machine.warp_size} lanes: table 1 has 4 to 16")
    if not _TABLE_CROSSINGS[0] <= crossings(machine) <= _TABLE_CROSSINGS[1]:
        sentences.append(f"{crossings(machine)} lanes x banks of the LDS: table 1 has 16 to 256")
    if (machine.warps, machine.registers) != (16, 32):
        sentences.append(f"{machine.warps} warps of {machine.registers} registers: table 1 has 16 of 32")
    bases = [(block.basis, block.name) for block in blocks]
    if ours := [name for basis, name in bases if basis == "ours"]:
        sentences.append(f"no figure of the paper covers: {', '.join(ours)}")
    if bounds := [name for basis, name in bases if basis == "bound"]:
        sentences.append(f"more than anyone would build, an upper bound: {', '.join(bounds)}")
    return sentences
