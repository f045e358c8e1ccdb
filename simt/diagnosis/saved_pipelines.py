"""The run of a pipeline as one saved run: its cycles and ledgers are the sums over the launches."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from simt.diagnosis.diff import ISSUED, LineSlots, by_line
from simt.diagnosis.saved import SavedLedgers, SavedLine, SavedProgram, SavedRun, saved
from simt.launch.pipeline_run import PipelineResult


@dataclass
class _Table:
    """The launches of a table of the file, in all rounds: their numbers from 1, and their source lines by place."""

    numbers: list[int] = field(default_factory=list)
    lines: dict[tuple[str, int, str], LineSlots] = field(default_factory=dict)

    def add(self, number: int, run: SavedRun) -> None:
        self.numbers.append(number)
        for line in by_line(run):
            place = (line.file, line.line, line.source)
            whole = self.lines.setdefault(place, LineSlots(*place))
            whole.slots.update(line.slots)
            whole.warp_cycles.update(line.warp_cycles)

    @property
    def name(self) -> str:
        """The number of its launch, or the numbers of its first and its last launch."""
        first, last = self.numbers[0], self.numbers[-1]
        return str(first) if first == last else f"{first}-{last}"


def saved_pipeline(result: PipelineResult) -> SavedRun:
    """Convert the result of a pipeline to a `SavedRun`.

    Each table of the pipeline's file has source lines of its own, with the sums over the launches of the table. The
    file of such a line is named with the number of the launch: "2: k.s".
    """
    tables: dict[Any, _Table] = {}
    ledgers: dict[str, Counter[str]] = {name: Counter() for name in ("issue", "warp", "lane")}
    inputs: dict[str, str] = {}
    run: SavedRun | None = None
    for number, launched in zip(result.numbers, result.launches, strict=True):
        run, stage = saved(launched), result.pipeline.stages[number]
        tables.setdefault(stage.where, _Table()).add(number + 1, run)
        for name, ledger in ledgers.items():
            ledger.update(getattr(run.ledgers, name))
        for own, digest in run.provenance["inputs"].items():
            if own in stage.buffers:
                inputs.setdefault(stage.buffers[own], digest)
    assert run is not None  # a pipeline has at least one launch
    rows = [(table, line) for table in tables.values() for line in table.lines.values()]
    lines = [
        SavedLine(
            pc=pc, file=f"{table.name}: {PurePath(line.file).name}", line=line.line, source=line.source,
            issues=line.slots[ISSUED], warp_cycles=dict(line.warp_cycles),
            lost={reason: count for reason, count in line.slots.items() if reason != ISSUED},
        )
        for pc, (table, line) in enumerate(rows)
    ]  # fmt: skip
    return SavedRun(
        program=SavedProgram(name=result.name, threads=0), machine=run.machine, status=result.status,
        cycles=result.cycles, instructions=sum(launched.instructions for launched in result.launches),
        ledgers=SavedLedgers(**{name: dict(ledger) for name, ledger in ledgers.items()}), lines=lines,
        provenance={**run.provenance, "seed": result.seed, "inputs": inputs, "launch": None},
    )  # fmt: skip
