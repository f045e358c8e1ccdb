"""Print every cycle figure that README, CHANGELOG and docs quote: `python -m benches.figures`.

Nothing here is fitted or chosen per case: the presets and the shipped kernels are used as they are, and the last table
shows what the figures would be with other values of the numbers that the paper does not give.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import click

import simt
from isa.packing.packer import pack_for_machine
from isa.program.program import Program
from simt.launch.oracle import Oracle
from simt.result.result import Result

PAPER = {4: 3893, 8: 3430}  # FPGA paper, section V: cycles of FFT-128 on 4 lanes, by banks


@cache
def packed(
    path: Path, defines: frozenset[tuple[str, int]], slots: int, registers: int, words: int, threads: int
) -> Program:
    """Return a kernel packed for machines with these sizes. A table has several machines with the same sizes."""
    program = simt.assemble_file(path, defines=dict(defines))
    return pack_for_machine(program, slots, registers=registers, words=words, threads=threads)


def run_checked(name: str, machine: simt.Machine, *, threads: int | None = None, **defines: int) -> Result:
    """Run a shipped kernel, packed for a VLIW machine, on its oracle's inputs; a wrong result stops the bench."""
    path = simt.find_program(name)
    oracle = Oracle.beside(path)
    assert oracle is not None
    sizes = machine.registers, machine.program.words
    program = packed(path, frozenset(defines.items()), machine.vliw.slots, *sizes, threads or 0)
    inputs = oracle.inputs(program, 1)
    result = simt.run(program, machine, inputs=inputs, threads=threads)
    check = oracle.check(result, inputs)
    assert result.completed, f"{name} on {machine.name} did not pass"
    assert check.passed, f"{name} on {machine.name} did not pass"
    return result


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def paper_table() -> None:
    click.echo("FFT-128 on the paper's processor (fft128.s on fpga4)\n")
    head = "banks | paper | simulated | error | of peak | issued | LDS conflicts | exposed | barrier | retire | drain"
    click.echo(f"| {head} |\n" + "|---" * 11 + "|")
    for banks, published in PAPER.items():
        result = run_checked("fft128", simt.Machine.load("fpga4").replace(**{"local.banks": banks}))
        lost = result.ledgers.issue
        click.echo(
            f"| {banks} | {published} | {result.cycles} | {100 * (result.cycles / published - 1):+.1f} % "
            f"| {percent(result.fpu_efficiency)} | {result.instructions} | {result.lds_conflict_cycles} "
            f"| {lost.get('bank_conflict', 0)} | {lost.get('barrier', 0)} | {lost.get('retire_port', 0)} "
            f"| {lost.get('drain', 0)} |"
        )


def lds_table() -> None:
    """fft128 reverses the bits before its second barrier, where layer 0 begins; all after it are butterflies."""
    click.echo("\nLDS passes of fft128.s on fpga4\n")
    click.echo("| banks | butterflies | bit reversal | sum |")
    click.echo("|---|---|---|---|")
    for banks in PAPER:
        result = run_checked("fft128", simt.Machine.load("fpga4").replace(**{"local.banks": banks}))
        names = [instruction.spec.name if instruction else "" for instruction in result.program.instructions]
        layer_0 = names.index("bar", names.index("bar") + 1)
        reversal, total = int(result.passes[:layer_0].sum()), int(result.passes.sum())
        click.echo(f"| {banks} | {total - reversal} | {reversal} | {total} |")


def fft_table() -> None:
    click.echo("\nFFTs on 4, 8 and 16 lanes: cycles (share of the FPU's peak)\n")
    click.echo("| kernel | threads | fpga4 | fpga8 | fpga16 |")
    click.echo("|---|---|---|---|---|")
    rows = [
        ("fft128", 128, None),
        ("fft", 128, 64),
        ("fft", 256, 64),
        ("fft", 256, 128),
        ("fft", 512, 64),
        ("fft", 512, 256),
    ]
    for name, n, threads in rows:
        cells = []
        for preset in ("fpga4", "fpga8", "fpga16"):
            machine = simt.Machine.load(preset)
            if (threads or 64) > machine.warps * machine.warp_size:
                cells.append("too many threads")
                continue
            result = run_checked(name, machine, threads=threads, n=n)
            cells.append(f"{result.cycles} ({percent(result.fpu_efficiency)})")
        click.echo(f"| {name} n = {n} | {threads or 64} | " + " | ".join(cells) + " |")


def sensitivity_table() -> None:
    click.echo(
        "\nFFT-128 with other values of the numbers that the paper does not give: cycles with 4 / 8 banks (errors)\n"
    )
    preset = simt.Machine.load("fpga4")
    variants: list[tuple[str, dict[str, object]]] = [("the preset", {})]
    variants += [(f"front_end.stages = {n}", {"front_end.stages": n}) for n in (0, 1, 2, 4)]
    variants += [(f"fpu.latency = {n}", {"fpu.latency": n}) for n in (4, 6, 10, 11)]
    variants += [(f"lds.latency = {n}", {"lds.latency": n}) for n in (1, 2, 4)]
    variants += [(f"alu.latency = {n}", {"alu.latency": n}) for n in (1, 3, 4)]
    variants += [(f"retire.stages = {n}", {"retire.stages": n}) for n in (0, 1, 3)]
    variants += [("retire.priority = alu, fpu, lds", {"retire.priority": ["alu", "fpu", "lds", "control"]})]
    variants += [("scheduler = round_robin", {"scheduler.policy": "round_robin"})]
    variants += [("scheduler = oldest", {"scheduler.policy": "oldest"})]
    for label, keys in variants:
        cells = []
        for banks, published in PAPER.items():
            result = run_checked("fft128", preset.replace(**keys, **{"local.banks": banks}))
            cells.append(f"{result.cycles} ({100 * (result.cycles / published - 1):+.1f} %)")
        click.echo(f"{label:34} {'  '.join(cells)}")


def all_kernels_table() -> None:
    click.echo("\nEvery shipped kernel at its default size: cycles\n")
    click.echo("| kernel | fpga4 | fpga4, 8 banks | fpga8 | fpga16 |")
    click.echo("|---|---|---|---|---|")
    from simt.launch.programs import shipped_programs

    machines = [
        simt.Machine.load("fpga4"),
        simt.Machine.load("fpga4").replace(**{"local.banks": 8}),
        simt.Machine.load("fpga8"),
        simt.Machine.load("fpga16"),
    ]
    for name in shipped_programs():
        if simt.load_program(name).buffers:
            continue  # these machines have no global memory
        cells = [str(run_checked(name, machine).cycles) for machine in machines]
        click.echo(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    paper_table()
    lds_table()
    fft_table()
    all_kernels_table()
    sensitivity_table()
