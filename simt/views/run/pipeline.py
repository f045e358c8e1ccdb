"""The run of a pipeline as text: a line for each kernel, and the cycles and transfers of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.launch.sizes import size_text
from simt.views.kit.text import aligned, clip, plural, si

if TYPE_CHECKING:
    from simt.launch.pipeline import PipelineResult

_HEAD = ("", "kernel", "work-items", "group", "cycles", "share", "instructions", "transactions", "bytes")


def pipeline_text(result: PipelineResult, machine: str = "", note: str = "") -> str:
    """The run as text. machine: its name as the user gave it. note: why there is no check."""
    total = plural(len(result.pipeline.stages), "kernel")
    if not result.completed:
        total = f"{len(result.launches)} of {total}"
    facts = [("check", check_text(result, note)), ("cycles", f"{result.cycles} {si(result.seconds, 's')} in {total}")]
    if result.stop is not None:
        facts.insert(0, ("stopped", f"{result.stop.kind} in launch {len(result.launches)}; the figures are so far"))
    if result.transfers is not None:
        (into, in_bytes, in_cycles), (out, out_bytes, out_cycles) = map(result.transfers.moved, ("in", "out"))
        moved_in = f"{plural(into, 'buffer')} in, {in_bytes} bytes, {in_cycles} cycles"
        moved_out = f"{plural(out, 'buffer')} out, {out_bytes} bytes, {out_cycles} cycles"
        facts.append(("transfers", f"{moved_in}; {moved_out}"))
        facts.append(("in all", f"{result.transfers.cycles + result.cycles} cycles"))
    head = f"{clip(result.name, 40)} on {clip(machine or result.machine.name, 60)}"
    lines = [head, *(f"  {name:<10}{text}" for name, text in facts), *aligned(launch_rows(result), (1,), "  ")]
    return "\n".join(lines) + "\n"


def launch_rows(result: PipelineResult) -> list[tuple[str, ...]]:
    """A row of texts for each launch that began, after the head."""
    rows: list[tuple[str, ...]] = [_HEAD]
    for number, launch in enumerate(result.launches):
        _, transactions, moved = launch.traffic.totals
        rows.append((
            str(number + 1), clip(launch.program.name, 24), size_text(launch.grid.size), size_text(launch.grid.local),
            str(launch.cycles), f"{100 * launch.cycles / max(1, result.cycles):.1f} %", str(launch.instructions),
            str(transactions), str(moved),
        ))  # fmt: skip
    return rows


def check_text(result: PipelineResult, note: str = "") -> str:
    """The outcome of the check in a line. note: why there is no check."""
    check = result.check
    if check is None:
        return f"none: {note}" if note else "none"
    if not check.passed:
        return f"FAILED against {check.oracle}: `{check.array}[{check.index}]` is {check.got:.9g}, not {check.want:.9g}"
    return f"passed against {check.oracle}: largest relative error {check.max_relative_error:.2g}"
