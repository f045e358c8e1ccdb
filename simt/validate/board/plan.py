"""The launches to measure on a board, as a CSV file whose results are to be filled in."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from simt.machine import Machine
from simt.validate.board.kernels import CHAINED, Microkernel
from simt.validate.board.readings import COLUMNS
from simt.validate.hardware import warps_of
from simt.validate.lines import LineError
from simt.validate.microkernels import STEERING

STEPS = {"chain": (32, 256), "flight": (4, 32), "stream": (8, 64)}  # of the two launches of a microkernel
TURNS = {"chain": 1000, "flight": 1000, "stream": 100}
_CROWD = 16  # warps of a core, at most, that show a rate
_STRIDES = {"ld.local": (4, 8, 16, 32, 64), "ld.global": (4, 8, 16, 32, 64, 128)}
_LOADS = (1, 2, 4, 8, 16, 32)
_UNIT = "seconds"


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch to measure. kernel: the name of its kernel in OpenCL C."""

    microkernel: Microkernel
    steps: int
    turns: int

    @property
    def kernel(self) -> str:
        """The name of its kernel in OpenCL C: what differs between launches of one name are sizes and arguments."""
        microkernel = self.microkernel
        words = [microkernel.kind, microkernel.instruction.replace(".", "_")]
        words += [str(microkernel.loads)] if microkernel.kind == "flight" else []
        return "_".join([*filter(None, words), str(self.steps)])


def plan(machine: Machine) -> list[Launch]:
    """Return the launches that show all that readings can decide of a machine: two of each microkernel."""
    return [
        Launch(microkernel, steps, TURNS[microkernel.kind])
        for microkernel in _microkernels(machine) if _fits(microkernel, machine)
        for steps in STEPS[microkernel.kind]
    ]  # fmt: skip


def plan_csv(launches: list[Launch]) -> str:
    """Return the launches as a file of readings whose results, spreads and repeats are empty."""
    columns = (*(column for column in COLUMNS if column not in ("source", "spread", "repeats")), _UNIT)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    columns = (*columns, "spread", "repeats")
    writer.writerow(columns)
    for launch in launches:
        microkernel = launch.microkernel
        cells = {
            "microkernel": microkernel.kind, "instruction": microkernel.instruction, "threads": microkernel.threads,
            "groups": microkernel.groups, "stride": microkernel.stride or "",
            "loads": microkernel.loads if microkernel.kind == "flight" else "", "steps": launch.steps,
            "turns": launch.turns, "kernel": launch.kernel,
        }  # fmt: skip
        writer.writerow(cells.get(column, "") for column in columns)
    return stream.getvalue()


def _microkernels(machine: Machine) -> Iterator[Microkernel]:
    width = machine.warp_size
    crowd = width * min(warps_of(machine), _CROWD)
    for name in CHAINED:
        yield Microkernel("chain", name)
        if name not in (*STEERING, "ld.global") and crowd > width:
            yield Microkernel("chain", name, crowd)
        if width > 1:
            yield from (Microkernel("chain", name, width, stride=stride) for stride in _STRIDES.get(name, ()))
    yield from (Microkernel("flight", loads=loads) for loads in _LOADS)
    for threads in dict.fromkeys(max(width, crowd // part // width * width) for part in (1, 2, 4)):
        yield Microkernel("stream", threads=threads, groups=machine.cores)


def _fits(microkernel: Microkernel, machine: Machine) -> bool:
    try:
        microkernel.check(machine)
    except LineError:
        return False
    return True
