"""Print the tables of programs/README.md that rank the 128-point FFTs: `python -m benches.ffts`.

Share of peak is the FPGA paper's measure, FPU warp instructions over cycles. A kernel that does more FPU work than it
needs looks better by it, so beside it stands what the radix-2 FFT's FPU instructions (7 layers, 64 butterflies of 10
operations) would be of these cycles: that column has the order of the cycles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import click

import simt
from benches.figures import percent, run_checked
from simt.result.result import Result

__all__ = ["FFTS", "MACHINES", "Fft", "mix_table", "ranking_table"]

RADIX_2_OPERATIONS = 7 * 64 * 10  # FPU operations of a radix-2 FFT-128, trivial twiddles multiplied too


@dataclass(frozen=True)
class Fft:
    """A shipped 128-point FFT: its kernel and the symbols that it is assembled with."""

    kernel: str
    symbols: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.kernel, *(f"-D {name}={value}" for name, value in self.symbols)])

    def run(self, machine: simt.Machine) -> Result:
        """Its checked run."""
        return run_checked(self.kernel, machine, **dict(self.symbols))


@dataclass(frozen=True)
class Target:
    """A machine of the ranking: a preset and the keys that differ."""

    preset: str
    keys: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.preset, *(f"-s {key}={value}" for key, value in self.keys)])

    @cached_property
    def machine(self) -> simt.Machine:
        return simt.Machine.load(self.preset, dict(self.keys))


FFTS = (
    Fft("fft128"),
    Fft("fft128_radix4"),
    Fft("fft128_radix4", (("sharing", 1),)),
    Fft("fft128_skewed"),
    Fft("fft128_stockham"),
    Fft("fft", (("n", 128),)),
)
MACHINES = (
    Target("fpga4"),
    Target("fpga4", (("local.banks", 8),)),
    Target("fpga4", (("vliw.slots", 2),)),
    Target("fpga4", (("vliw.slots", 3),)),
    Target("fpga4", (("local.banks", 8), ("vliw.slots", 2))),
    Target("fpga4", (("local.banks", 8), ("vliw.slots", 3))),
    Target("fpga8"),
    Target("fpga8", (("vliw.slots", 3),)),
    Target("fpga16"),
    Target("fpga16", (("vliw.slots", 3),)),
)


def ranking_table() -> str:
    """Every FFT on every machine, the fastest first."""
    lines = ["| machine | kernel | cycles | share of peak | radix-2 equivalent |", "|---|---|---|---|---|"]
    for target in MACHINES:
        ranked = sorted(((fft.run(target.machine), fft) for fft in FFTS), key=lambda entry: entry[0].cycles)
        for rank, (result, fft) in enumerate(ranked):
            equivalent = RADIX_2_OPERATIONS / target.machine.warp_size / result.cycles
            lines.append(
                f"| {'' if rank else f'`{target}`'} | `{fft}` | {result.cycles} | {percent(result.fpu_efficiency)} "
                f"| {percent(equivalent)} |"
            )
    return "\n".join(lines) + "\n"


def mix_table() -> str:
    """A table of what every FFT issues on fpga4, and of the cycles that its local accesses take there."""
    banks = [simt.Machine.load("fpga4", {"local.banks": number}) for number in (4, 8)]
    lines = [
        "| kernel | warps | FPU | LDS | ALU | control | sum | LDS passes, 4 banks | 8 banks |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for fft in FFTS:
        results = [fft.run(machine) for machine in banks]
        first = results[0]
        issued = " | ".join(str(first.issued_by_unit[unit]) for unit in ("fpu", "lds", "alu", "control"))
        passes = " | ".join(str(result.passes.sum()) for result in results)
        lines.append(f"| `{fft}` | {first.warps} | {issued} | {first.instructions} | {passes} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    click.echo(ranking_table())
    click.echo(mix_table(), nl=False)
