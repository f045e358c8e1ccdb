"""`simt model KERNEL -m MACHINE`: the models on a kernel and a machine of the simulator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.models.counts import Counts
    from simt.models.parameters import Parameters
    from simt.models.refined import Profile
    from simt.models.registry import Outcome
    from simt.models.static import StaticCounts


@dataclass(frozen=True, slots=True)
class KernelOnMachine:
    """A kernel by name on a machine, and where its counts come from: "static" or "measured"."""

    name: str
    machine: Machine
    counting: str
    defines: Mapping[str, int | float | str] = field(default_factory=dict)
    include_paths: tuple[str, ...] = ()
    threads: int | None = None
    trips: Mapping[str | int, float] = field(default_factory=dict)
    probabilities: Mapping[str | int, float] = field(default_factory=dict)
    degrees: Mapping[str | int, float] = field(default_factory=dict)
    transactions: Mapping[str | int, float] = field(default_factory=dict)
    size: tuple[int, ...] | None = None
    group: tuple[int, ...] | None = None

    def profile(self) -> Profile:
        """The counts. Raises `StaticError`, or what stops the assembly or the run."""
        from simt.models.refined import Profile

        return self._measured() if self.counting == "measured" else Profile.of_static(self.analysis())

    def analysis(self) -> StaticCounts:
        """The static analysis, with what the oracle beside the kernel always gives. Raises `StaticError`."""
        from isa.packer import pack_for_machine
        from simt.launch.inputs import place_buffers, typed
        from simt.launch.oracle import Oracle
        from simt.launch.programs import find_program, load_program
        from simt.launch.sizes import resolve_sizes
        from simt.models.static import analyse

        path = find_program(self.name)
        program = load_program(path, defines=dict(self.defines), include_paths=self.include_paths)
        machine, oracle = self.machine, Oracle.beside(path)
        grid = resolve_sizes(
            program,
            size=self.size,
            group=self.group,
            threads=self.threads,
            default=None if oracle is None else oracle.launch(program),
        )
        tables: Mapping[str, Any] = {}
        if oracle is not None:
            tables = oracle.constants(program, grid)
            if any(not buffer.length for buffer in program.buffers.values()):  # as long as the oracle's arrays
                program = place_buffers(program, typed(program, oracle.inputs(program, 1, grid)))
        threads = grid.threads if grid is not None else self.threads or 0
        if machine.vliw.slots > 1:
            program = pack_for_machine(
                program, machine.vliw.slots, registers=machine.registers, words=machine.program.words, threads=threads
            )
        sizes: dict[str, Any] = {"threads": threads} if grid is None else {"size": grid.size, "group": grid.local}
        return analyse(
            program,
            machine,
            **sizes,
            tables=tables,
            trip_counts={label: _whole(label, value) for label, value in self.trips.items()},
            probabilities=self.probabilities,
            degrees=self.degrees,
            transactions=self.transactions,
        )

    def _measured(self) -> Profile:
        from simt.exploration.evaluate import measure
        from simt.exploration.plan import DEFAULT_MAX_CYCLES
        from simt.exploration.points import examine_on
        from simt.exploration.workload import prepare
        from simt.launch.programs import load_program
        from simt.models.refined import Profile
        from simt.validate.errors import CompareError

        load_program(self.name, defines=dict(self.defines), include_paths=self.include_paths)  # its errors, with place
        workload = prepare(
            self.name,
            defines=self.defines,
            include_paths=self.include_paths,
            threads=self.threads,
            size=self.size,
            group=self.group,
            check=False,
        )
        ready = examine_on(workload, self.machine, self.machine.hash, DEFAULT_MAX_CYCLES)
        result, status, reason = measure(workload, ready, DEFAULT_MAX_CYCLES)
        if status != "done" or result is None:
            raise CompareError(
                f"the run that was to be counted gave nothing: {reason or status}",
                code="E0822",
                help="`simt run` tells more; --counts static needs no run",
            )
        return Profile.of_result(result)

    def outcomes(self, models: Sequence[str], profile: Profile) -> tuple[Counts, Parameters, list[Outcome]]:
        """What the named models say, with what they were given."""
        from simt.models.errors import UnknownUnitError
        from simt.models.machine_view import counts_of, parameters_of
        from simt.models.refined import predict
        from simt.models.registry import MODELS, REFINED, Outcome, evaluate

        counts, parameters = counts_of(profile), parameters_of(self.machine)
        found: list[Outcome] = []
        for name in models:
            if name == REFINED:
                try:
                    found.append(Outcome(REFINED, predict(profile).prediction()))
                except UnknownUnitError as error:  # the others go on
                    found.append(Outcome(REFINED, None, error))
            else:
                found += evaluate([MODELS[name]], counts, parameters)
        return counts, parameters, found


def _whole(label: str | int, value: float) -> int:
    """A number of turns. Raises `click.UsageError`."""
    if not float(value).is_integer():  # nor are infinity and NaN
        raise click.UsageError(f"--trip-count {label} takes a whole number, not {value:g}")
    return int(value)


def assumptions(option: str, texts: Sequence[str]) -> dict[str | int, float]:
    """LABEL=NUMBER options as a dictionary. Raises `click.UsageError`."""
    found: dict[str | int, float] = {}
    for text in texts:
        label, _, number = text.rpartition("=")
        try:
            found[label.strip()] = float(number)
        except ValueError:
            found[""] = 0.0
        if not label.strip() or "" in found:
            raise click.UsageError(f"{option} takes LABEL=NUMBER, not {text}")
    return found
