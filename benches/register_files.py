"""Print the tables of docs/register-file.md: `python -m benches.register_files`.

FFTs on fpga4 with 8 banks of local memory, with each register file that serves the machine: cycles from a checked run,
block memories, LUTs and clock from the resource model, and both together as time. Then kernels on fermi_sm with few and
many banks of registers and operand collectors.
"""

from __future__ import annotations

from dataclasses import dataclass

import click

import simt
from benches.figures import run_checked
from simt.exploration.silicon.resources import estimate_resources
from simt.machine import MachineError
from simt.machine.rules import ORGANISATIONS
from simt.result.result import Result

__all__ = ["BANKS", "COLLECTED", "COLLECTORS", "KERNELS", "Row", "collector_table", "machines", "rows", "table"]

COLLECTED = ("fft128", "dot", "mm_local")
BANKS = (4, 8, 16)
COLLECTORS = (1, 2, 4)
KERNELS = (("fft128", 1), ("fft128_stockham", 2), ("fft128_stockham", 3))  # with `vliw.slots`


@dataclass(frozen=True)
class Row:
    """One kernel on one machine, and the cycles without issue that are charged to operands and to the retire port."""

    kernel: str
    machine: simt.Machine
    cycles: int
    operand_waits: int
    retire_waits: int

    @classmethod
    def of(cls, kernel: str, result: Result) -> Row:
        """The row of a run. All slots of a cycle without issue have one reason."""
        lost, slots = result.ledgers.issue, result.machine.vliw.slots
        waits = (lost.get(reason, 0) // slots for reason in ("operand_bank", "retire_port"))
        return cls(kernel, result.machine, result.cycles, *waits)


def machines(slots: int) -> list[simt.Machine]:
    """fpga4 with 8 banks of local memory and every register file that it can have, those without waiting first."""
    found = []
    for organisation in ORGANISATIONS:
        keys: dict[str, object] = {"local.banks": 8, "vliw.slots": slots, "register_file": organisation}
        try:
            found.append(simt.Machine.load("fpga4", keys))
        except MachineError:  # `single`, where more than one result comes in a cycle
            continue
    return found


def rows() -> list[Row]:
    """Every kernel on every machine."""
    return [Row.of(kernel, run_checked(kernel, each)) for kernel, slots in KERNELS for each in machines(slots)]


def table(of: list[Row]) -> str:
    """The rows as a table; the first machine of a kernel is the one that the others are measured by."""
    head = (
        "kernel | slots | `register_file` | cycles | more | operands | retire | RAMB16 | LUTs | flip-flops | MHz | µs"
    )
    lines = [f"| {head} |", "|---" * 12 + "|"]
    base = of[0]
    for row in of:
        if (row.kernel, row.machine.vliw.slots) != (base.kernel, base.machine.vliw.slots):
            base = row
        estimate = estimate_resources(row.machine)
        cells = [
            f"`{row.kernel}`" if row is base or row is of[0] else "",
            row.machine.vliw.slots,
            f"`{estimate.register_file}`",
            row.cycles,
            f"{100 * (row.cycles / base.cycles - 1):+.1f} %",
            row.operand_waits,
            row.retire_waits,
            estimate.ramb16,
            estimate.luts,
            estimate.flip_flops,
            f"{estimate.clock_mhz:.0f}",
            f"{row.cycles / estimate.clock_mhz:.1f}",
        ]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def collected(kernel: str, banks: int, collectors: int) -> Result:
    """A checked run of a kernel on fermi_sm with other registers."""
    keys = {"register_file.banks": banks, "register_file.collectors": collectors}
    result = simt.Launch(kernel, simt.Machine.load("fermi_sm", keys)).run()
    assert result.check is not None, kernel
    assert result.check.passed, kernel
    return result


def collector_table() -> str:
    """Cycles by banks and collectors; and cycles in which warps wait for banks of registers, summed over the warps."""
    head = ["kernel", "banks", *(f"{count} collector{'s' if count > 1 else ''}" for count in COLLECTORS)]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for kernel in COLLECTED:
        results = {banks: [collected(kernel, banks, count) for count in COLLECTORS] for banks in BANKS}
        base = results[BANKS[-1]][-1].cycles
        for banks, row in results.items():
            cells = [
                f"{each.cycles} ({100 * (each.cycles / base - 1):+.1f} %), {each.ledgers.warp.get('operand_bank', 0)}"
                for each in row
            ]
            lines.append("| " + " | ".join([f"`{kernel}`" if banks == BANKS[0] else "", str(banks), *cells]) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    click.echo(table(rows()) + "\n" + collector_table(), nl=False)
