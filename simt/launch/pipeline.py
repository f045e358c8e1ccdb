"""Pipelines: kernels that run one after the other on the same buffers of global memory (docs/pipelines.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from isa.program.program import Program
from isa.reporting.diagnostics import SimtError, plural
from simt.core.state.grid import Grid
from simt.launch.inputs import typed
from simt.launch.kernels import LaunchInputs, LoadedKernel
from simt.launch.prepared import PreparedLaunch, prepare_launch
from simt.launch.rounds import Where
from simt.launch.sizes import resolve_sizes
from simt.launch.words import Words
from simt.machine import Machine


@dataclass(frozen=True, slots=True)
class Stage:
    """A launch of a kernel in a pipeline.

    - kernel: the kernel. A kernel in OpenCL C or Python is compiled when the machine and the lengths of buffers are
      known.
    - grid: the sizes; None for the program's own.
    - buffers: the pipeline's buffer for each buffer of the program, by name.
    - params: values of the program's parameters; other parameters keep their defaults.
    - name: the launch's name in the pipeline; "" for the name of the program.
    - where: the path of its table in the file.
    - values: the names of the loops around it, with the number that each name has in this round.
    """

    kernel: LoadedKernel
    grid: Grid | None
    buffers: Mapping[str, str]
    params: Mapping[str, Any]
    name: str = ""
    where: Where = ()
    values: Mapping[str, int | float] = field(default_factory=dict)

    @property
    def program(self) -> Program:
        """The program, or the signature of a kernel in a language."""
        return self.kernel.program

    @property
    def label(self) -> str:
        """The name by which a message calls the launch."""
        return self.name or self.program.name

    def inputs(self, memory: Mapping[str, Any]) -> LaunchInputs:
        """Return the sizes and the inputs of the launch.

        memory: the contents of the buffers before the launch, by the pipeline's names. A buffer of a kernel in assembly
        that is not in it is 0.
        """
        arrays = {own: memory[name] for own, name in self.buffers.items() if name in memory}
        values = {**arrays, **typed(self.program, self.params)}
        return LaunchInputs(None, self.grid or resolve_sizes(self.program), values, tuple(values))

    def launch(self, machine: Machine, memory: Mapping[str, Any]) -> PreparedLaunch:
        """Return the launch on a machine. memory: as for `inputs`. Raises the errors of `prepare_launch`."""
        # Nobody checks a launch alone, so it is taken as it is, like a `Program`.
        kernel = replace(self.kernel, is_named=False)
        return prepare_launch(kernel, self.inputs(memory), machine, {}, Words(oracle=False, pack=True))


@dataclass(frozen=True, slots=True)
class Loop:
    """Launches that are repeated in rounds.

    - rounds: for each round, its launches and inner loops. There is at least one round.
    - swap: pairs of buffers that exchange their contents after each round, as pointers of a host do.
    - until: a buffer, whose first element is set to 0 before each round. The loop ends after a round that leaves this
      element 0. "" for a loop with a fixed number of rounds.
    """

    rounds: tuple[tuple[Part, ...], ...]
    swap: Mapping[str, str] = field(default_factory=dict)
    until: str = ""


Part: TypeAlias = "Stage | Loop"


class RoundsError(SimtError):
    """A loop that has not ended after the largest number of rounds that it may have."""

    code = "E0663"


@dataclass(frozen=True)
class Pipeline:
    """The launches and loops in their order, and the buffers that they share.

    - parts: the launches and loops.
    - whole: a program without words, with the pipeline's name, buffers and symbols. It is the program that the
      pipeline's oracle gets.
    - machine: a preset or a file; "" if the pipeline names none.
    - path: the file that the pipeline was read from; None if it was made in Python.
    """

    parts: tuple[Part, ...]
    whole: Program
    machine: str = ""
    path: Path | None = None

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The launches of all rounds in their order. A loop with `until` may run fewer of them."""
        return tuple(_stages(self.parts))

    @property
    def buffers_of_loops(self) -> tuple[str, ...]:
        """The names of the buffers that loops swap or look at."""
        return tuple(dict.fromkeys(_looked_at(self.parts)))

    def in_order(self, memory: dict[str, Any]) -> Iterator[tuple[int, Stage]]:
        """Yield each launch that runs, with its number from 0 in `stages`.

        memory: the buffers by name. The caller updates it after each launch, and loops read and change it. Raises
        `RoundsError` after the last round of a loop that does not end.
        """
        yield from _in_order(self.parts, 0, memory)

    @property
    def oracle_beside(self) -> Path | None:
        """The pipeline's file if it may have an oracle beside it. None if that oracle's file is a kernel in Python."""
        path = self.path
        kernels = [stage.kernel.path.resolve() for stage in self.stages if stage.kernel.path is not None]
        return None if path is None or path.with_suffix(".py").resolve() in kernels else path


def _stages(parts: Iterable[Part]) -> Iterator[Stage]:
    for part in parts:
        if isinstance(part, Stage):
            yield part
        else:
            for inner in part.rounds:
                yield from _stages(inner)


def _looked_at(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Loop):
            yield from (*part.swap, *part.swap.values(), *([part.until] if part.until else []))
            yield from _looked_at(part.rounds[0])


def _in_order(parts: Iterable[Part], number: int, memory: dict[str, Any]) -> Iterator[tuple[int, Stage]]:
    """Yield the launches of `parts` as `Pipeline.in_order` does. number: the number of the first of them."""
    for part in parts:
        if isinstance(part, Stage):
            yield number, part
            number += 1
            continue
        is_open, first = True, number
        for inner in part.rounds:
            if is_open:
                if part.until:
                    memory[part.until] = memory[part.until].copy()
                    memory[part.until][:1] = 0
                yield from _in_order(inner, number, memory)
                for own, other in part.swap.items():
                    memory[own], memory[other] = memory[other], memory[own]
                is_open = not part.until or bool(memory[part.until][:1].any())
            number += sum(1 for _ in _stages(inner))
        if part.until and is_open:
            after = f"after {plural(len(part.rounds), 'round')} `{part.until}[0]` is {memory[part.until][0]}, not 0"
            message = f"the loop of the launches {first + 1} to {number} does not end: {after}"
            raise RoundsError(message, help="allow more rounds: `repeat` is their limit")
