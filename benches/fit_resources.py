"""Fit the coefficients of `simt.exploration.silicon` on the FPGA paper's table 1, leave each column out in turn, and
print the tables of docs/resources.md: `python -m benches.fit_resources`. With `--write` it writes
`simt/exploration/coefficients.toml`, which the tests hold equal to what is computed here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import numpy as np

from isa.reporting.files import replace_file
from simt.exploration.silicon.blocks import crossings, machine_blocks
from simt.exploration.silicon.register_file import ESTIMATED, multiport_bank
from simt.exploration.silicon.resources import Coefficients, block_resources, clock_of, estimate_resources
from simt.machine import Machine
from simt.machine.rules import Organisation

FILE = Path(__file__).parent.parent / "simt" / "exploration" / "coefficients.toml"


@dataclass(frozen=True)
class Column:
    """A column of table 1."""

    luts: int
    flip_flops: int
    slices: int
    dsp48: int
    ramb16: int
    clock_mhz: float


TABLE_1 = {
    "fpga4": Column(7600, 2810, 4340, 32, 19, 107),
    "fpga8": Column(16000, 5830, 8890, 64, 35, 102),
    "fpga16": Column(37100, 10980, 21000, 128, 67, 76),
}
BOUNDS = {"luts": 0.10, "flip_flops": 0.10, "slices": 0.10, "clock_mhz": 0.05}
LEFT_OUT_BOUND = 0.15


def nonnegative(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """The coefficients, none negative, that come nearest to `wanted` in the sum of squared *relative* errors.

    Every set of coefficients that may be other than zero is solved by plain least squares; the best of those without a
    negative one is taken. There are at most two coefficients, so at most three sets.
    """
    target = np.asarray(wanted, dtype=float)
    matrix = np.asarray(rows, dtype=float) / target[:, None]
    columns = matrix.shape[1]
    best, least = [0.0] * columns, float(len(target))
    for size in range(1, columns + 1):
        for chosen in itertools.combinations(range(columns), size):
            part = matrix[:, list(chosen)]
            solved = np.linalg.lstsq(part, np.ones(len(target)), rcond=None)[0]
            left = float(np.sum((part @ solved - 1) ** 2))
            if np.all(solved >= 0) and left < least:
                least, best = left, [0.0] * columns
                for index, value in zip(chosen, solved, strict=True):
                    best[index] = float(f"{value:.5g}")
    return best


def counts(name: str) -> dict[str, int]:
    """The counts of the blocks of a machine of table 1."""
    machine = Machine.load(name)
    blocks = machine_blocks(machine, machine.register_file_organisation)
    kinds = ("logic", "crosspoints", "flip_flops", "ramb16", "dsp48")
    return {kind: sum(getattr(block, kind) for block in blocks) for kind in kinds} | {"crossings": crossings(machine)}


def fit(names: Sequence[str]) -> Coefficients:
    """The coefficients from these columns of table 1."""
    counted, published = [counts(name) for name in names], [TABLE_1[name] for name in names]
    logic, crosspoints = nonnegative(
        [(each["logic"], each["crosspoints"]) for each in counted], [each.luts for each in published]
    )
    (flip_flops,) = nonnegative([(each["flip_flops"],) for each in counted], [each.flip_flops for each in published])
    # 2 x slices = LUTs + unpaired x flip-flops, on the published LUTs and flip-flops.
    (unpaired,) = nonnegative(
        [(each.flip_flops,) for each in published], [2 * each.slices - each.luts for each in published]
    )
    base, crossing = nonnegative(
        [(1, each["crossings"]) for each in counted], [1000 / each.clock_mhz for each in published]
    )
    return Coefficients(logic, crosspoints, flip_flops, unpaired, base, crossing)


def predict(name: str, fitted: Coefficients) -> Column:
    """The estimate for a machine of table 1 with these coefficients."""
    machine = Machine.load(name)
    blocks = [block_resources(block, fitted) for block in machine_blocks(machine, machine.register_file_organisation)]
    parts = {
        part: sum(getattr(block, part) for block in blocks) for part in asdict(TABLE_1[name]) if part != "clock_mhz"
    }
    return Column(**parts, clock_mhz=clock_of(crossings(machine), fitted))


def left_out(name: str) -> Column:
    """The estimate for a column of table 1 from the other two."""
    return predict(name, fit([other for other in TABLE_1 if other != name]))


def errors(name: str, predicted: Column) -> dict[str, float]:
    """Relative errors of a prediction, by part."""
    return {part: getattr(predicted, part) / getattr(TABLE_1[name], part) - 1 for part in BOUNDS}


def toml_text() -> str:
    """The text of coefficients.toml."""
    fitted = fit(list(TABLE_1))
    worst = {part: max(abs(errors(name, left_out(name))[part]) for name in TABLE_1) for part in BOUNDS}
    lines = [
        "# Coefficients of simt.exploration.silicon. Written by `python -m benches.fit_resources --write`, which",
        "# derives them from table 1 of the FPGA paper; docs/resources.md explains them. Do not edit.",
        "",
        "[coefficients]",
        *(f"{name} = {value!r}" for name, value in asdict(fitted).items()),
        "",
        "[left_out_worst] # relative error of the column that comes out worst when it is left out of the fit",
        *(f"{part} = {value:.4f}" for part, value in worst.items()),
    ]
    for name, column in TABLE_1.items():
        lines += ["", f"[table_1.{name}] # what the fit was made from"]
        lines += [f"{part} = {value}" for part, value in asdict(column).items()]
        lines += [
            f"counted_{kind} = {value}" for kind, value in counts(name).items() if kind not in ("ramb16", "dsp48")
        ]
    return "\n".join(lines) + "\n"


def misses() -> list[str]:
    """The bounds of the issue that are not met; empty if all are."""
    found = []
    fitted = fit(list(TABLE_1))
    for name in TABLE_1:
        for part, error in errors(name, predict(name, fitted)).items():
            if abs(error) > BOUNDS[part]:
                found.append(f"{name}, {part}: {100 * error:+.1f} %, bound {100 * BOUNDS[part]:.0f} %")
        for part, error in errors(name, left_out(name)).items():
            if abs(error) > LEFT_OUT_BOUND:
                found.append(f"{name} left out, {part}: {100 * error:+.1f} %, bound {100 * LEFT_OUT_BOUND:.0f} %")
    return found


def coefficient_table() -> None:
    sets = {"all three": list(TABLE_1)} | {f"without {name}": [n for n in TABLE_1 if n != name] for name in TABLE_1}
    fits = {label: fit(names) for label, names in sets.items()}
    click.echo("| coefficient | " + " | ".join(fits) + " |\n|---" + "|---" * len(fits) + "|")
    for name in asdict(next(iter(fits.values()))):
        click.echo(f"| `{name}` | " + " | ".join(f"{getattr(each, name):.5g}" for each in fits.values()) + " |")


def clock_table() -> None:
    """Print the possible forms of the clock period; the second is in use, the others are here for comparison."""
    click.echo("| period grows with | " + " | ".join(TABLE_1) + " | " + " left out | ".join(TABLE_1) + " left out |")
    click.echo("|---" * (1 + 2 * len(TABLE_1)) + "|")
    lanes = {name: Machine.load(name).warp_size for name in TABLE_1}
    forms: dict[str, Callable[[int], float]] = {
        "log2 of lanes": math.log2,
        "lanes": float,
        "lanes x banks (used)": lambda n: float(n * n),
        "lanes x banks x log2 of lanes": lambda n: n * n * math.log2(n),
    }
    for label, form in forms.items():
        cells = []
        for is_left_out in (False, True):
            for name, column in TABLE_1.items():
                used = [other for other in TABLE_1 if not (is_left_out and other == name)]
                rows = [(1.0, form(lanes[other])) for other in used]
                base, slope = nonnegative(rows, [1000 / TABLE_1[other].clock_mhz for other in used])
                predicted = 1000 / (base + slope * form(lanes[name]))
                cells.append(f"{100 * (predicted / column.clock_mhz - 1):+.1f} %")
        click.echo(f"| {label} | {' | '.join(cells)} |")


def validation_table() -> None:
    fitted = fit(list(TABLE_1))
    click.echo("| machine | part | paper | estimate | error | left out | error |\n" + "|---" * 7 + "|")
    for name, published in TABLE_1.items():
        inside, outside = predict(name, fitted), left_out(name)
        for part in BOUNDS:
            unit = ".1f" if part == "clock_mhz" else ".0f"
            cells = [name, part, f"{getattr(published, part):g}"]
            for column in (inside, outside):
                cells += [f"{getattr(column, part):{unit}}", f"{100 * errors(name, column)[part]:+.1f} %"]
            click.echo(f"| {' | '.join(cells)} |")
    found = misses()
    click.echo("\nMisses: " + ("; ".join(found) if found else "none") + ".")


def exact_table() -> None:
    fpga4 = Machine.load("fpga4")
    vliw = fpga4.replace(**{"vliw.slots": 3})
    bank = multiport_bank(512, 3, 7)
    click.echo("| what | paper | formula |\n|---|---|---|")
    for name, published in TABLE_1.items():
        found = estimate_resources(Machine.load(name))
        click.echo(f"| {name}: RAMB16, DSP48 | {published.ramb16}, {published.dsp48} | {found.ramb16}, {found.dsp48} |")
    click.echo(f"| one 3W7R bank of 512 words: RAMB16, flip-flops | 21, 1024 | {bank.ramb16}, {bank.table_bits} |")
    for organisation, published_counts in {"three_banks": "24, 36", "eight_banks": "32, 43"}.items():
        found = estimate_resources(vliw, organisation)
        registers = sum(block.ramb16 for block in found.blocks if block.name == "register file")
        click.echo(
            f"| fpga4, vliw 3, {organisation}: RAMB16 of registers, in all | {published_counts} "
            f"| {registers}, {found.ramb16} |"
        )


def block_table() -> None:
    """Print the counts of every block, of the table's machines and of machines with blocks that the paper lacks."""
    click.echo("| block | counted LUTs | crosspoints | counted flip-flops | RAMB16 | DSP48 | basis | what is counted |")
    click.echo("|---" * 8 + "|")
    fpga4 = Machine.load("fpga4")
    options = {
        f"options.{name}": True
        for name in ("multiply", "count_bits", "permute", "round", "fused", "shuffle", "vote", "ballot", "reduce")
    }
    wide = options | {"options.read_ports": 3, "branch.policy": "mask_stack", "control.route": "own"}
    shown: set[str] = set()
    for machine, organisation in (
        (fpga4, "single"),
        (fpga4.replace(**{"vliw.slots": 3}), "three_banks"),
        (fpga4.replace(**{"vliw.slots": 3}), "eight_banks"),
        (fpga4.replace(**wide, **{"fpu.lanes": 2}), "single"),
        (fpga4.replace(**{"branch.policy": "min_pc"}), "single"),
        (fpga4.replace(**{"branch.policy": "explicit_masks"}), "single"),
    ):
        for block in machine_blocks(machine, organisation):
            if block.name not in shown:
                shown.add(block.name)
                parts = (block.logic, block.crosspoints, block.flip_flops, block.ramb16, block.dsp48)
                cells = [block.name, *(str(part) if part else "" for part in parts), block.basis, block.why]
                click.echo(f"| {' | '.join(cells)} |")


def _with_ports(machine: Machine, option: str) -> Machine:
    return machine.replace(**{"options.read_ports": 3, f"options.{option}": True})


def variant_table() -> None:
    fpga4 = Machine.load("fpga4")
    rows: list[tuple[str, Machine, Organisation | None]] = [
        ("fpga4", fpga4, None),
        ("8 banks of local memory", fpga4.replace(**{"local.banks": 8}), None),
        ("2 banks of local memory", fpga4.replace(**{"local.banks": 2}), None),
        ("32 warps", fpga4.replace(warps=32), None),
        ("integer multiplier", fpga4.replace(**{"options.multiply": True}), None),
        ("counting of bits", fpga4.replace(**{"options.count_bits": True}), None),
        ("rounding of floats", fpga4.replace(**{"options.round": True}), None),
        ("shuffles", fpga4.replace(**{"options.shuffle": True}), None),
        ("votes and ballots", fpga4.replace(**{"options.vote": True, "options.ballot": True}), None),
        ("reductions", fpga4.replace(**{"options.reduce": True}), None),
        ("3 read ports", fpga4.replace(**{"options.read_ports": 3}), None),
        ("3 read ports, byte permutation", _with_ports(fpga4, "permute"), None),
        ("3 read ports, fused multiply-add", _with_ports(fpga4, "fused"), None),
        ("mask stack", fpga4.replace(**{"branch.policy": "mask_stack"}), None),
    ]
    rows += [(f"vliw 3, {each}", fpga4.replace(**{"vliw.slots": 3}), each) for each in ESTIMATED[1:]]
    click.echo("| fpga4 with | LUTs | flip-flops | slices | RAMB16 | DSP48 | MHz |\n" + "|---" * 7 + "|")
    for label, machine, organisation in rows:
        found = estimate_resources(machine, organisation)
        share = found.uncertainty
        click.echo(
            f"| {label} | {found.luts} ± {100 * share['luts']:.0f} % | {found.flip_flops} ± "
            f"{100 * share['flip_flops']:.0f} % | {found.slices} ± {100 * share['slices']:.0f} % | {found.ramb16} "
            f"| {found.dsp48} | {found.clock_mhz:.0f} |"
        )


@click.command()
@click.option("--write", is_flag=True, help="Write simt/exploration/coefficients.toml.")
def main(write: bool) -> None:
    """Print coefficients, validation, exact counts and variants."""
    if write:
        replace_file(FILE, toml_text().encode())
    for title, table in {
        "Blocks": block_table,
        "Coefficients": coefficient_table,
        "Validation": validation_table,
        "Forms of the clock": clock_table,
        "Exact counts": exact_table,
        "Variants": variant_table,
    }.items():
        click.echo(f"\n## {title}\n")
        table()


if __name__ == "__main__":
    main()
