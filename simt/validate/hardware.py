"""A machine as its owner sees it: a data sheet, programs that can be run, and a clock that can be read.

`simt calibrate` learns everything through `Hardware.read`, which runs a microkernel and returns the cycle in which the
launch ended and its fault, if any. It reads no ledger, no event record and no machine key. The data sheet has the facts
that the owner of a processor knows without measuring, such as the lanes of a warp and the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import isa
from isa.program.program import Program
from isa.table.units import OPTIONAL
from simt.core.state.grid import Grid
from simt.launch.fits import LaunchError
from simt.launch.how import Compiling, How, Watcher
from simt.machine import Machine
from simt.validate.errors import CalibrationError

BUFFER_WORDS = 64 * 64  # of the buffer `data`: 256 bytes for each lane
ROWS_WORDS = 1 << 20  # of the buffer `rows`: several rows of every bank
REGISTERS = 3  # of a thread, in the microkernel with the most
_MAX_CYCLES = 500_000_000


@dataclass(frozen=True, slots=True)
class DataSheet:
    """The facts about a machine that are known without measuring.

    - warps: the warps that a core holds in the microkernel with the most registers.
    - registers: the registers of a thread.
    - groups_per_core: the work-groups that a core holds.
    - has: the machine's optional parts, any of multiply, sfu, sfu_divide, dpu and global_memory.
    - memory: the policy of global memory, which is none, simple or dram.
    """

    name: str
    warp_size: int
    warps: int
    cores: int
    clock_mhz: float
    registers: int
    groups_per_core: int
    has: frozenset[str]
    memory: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The end of a launch: its cycles, and the kind of its fault, "" if all warps ended."""

    cycles: int
    fault: str

    @property
    def end(self) -> int:
        """The cycle in which a warp ran past the last instruction of its program. Raises `CalibrationError`, E0881."""
        if self.fault != "program_counter":
            raise CalibrationError(f"a microkernel ended with {self.fault or 'its last warp'}", code="E0881")
        return self.cycles - 1


def warps_of(machine: Machine) -> int:
    """Return the warps that a core holds in the microkernel with the most registers.

    The register file of a device bounds them; a plain processor holds all of them.
    """
    return min(machine.warps, machine.register_file.words // REGISTERS) if machine.is_device else machine.warps


class Hardware:
    """A machine on which each microkernel is run once; its readings are kept.

    progress: called before each launch with the number of launches so far; if it returns true, `KeyboardInterrupt` is
    raised. compiling: called with each kind of engine that has to be compiled.
    """

    def __init__(self, machine: Machine, progress: Watcher | None = None, compiling: Compiling | None = None) -> None:
        self._machine = machine
        self._progress = progress
        self._compiling = compiling
        self._programs: dict[str, Program] = {}
        self._readings: dict[tuple[str, int, int], Reading] = {}
        self._of_first: set[tuple[str, int, int]] = set()
        optional = {"multiply", "sfu_divide", *OPTIONAL, "global_memory"}
        if machine.registers == 1:  # without a pair of registers its instructions are illegal
            optional.remove("dpu")
        self.sheet = DataSheet(
            machine.name,
            machine.warp_size,
            warps_of(machine),
            machine.cores,
            machine.clock_mhz,
            machine.registers,
            machine.groups_per_core,
            frozenset(name for name in optional if machine.has(name)),
            machine.memory.policy,
        )

    @property
    def launches(self) -> int:
        """The number of launches so far."""
        return len(self._readings)

    def read(self, text: str, threads: int = 1, groups: int = 1) -> Reading:
        """Run a microkernel with `groups` work-groups of `threads` threads, and return its reading.

        If it has run before, return the kept reading.

        text: the microkernel in assembly. Raises `CalibrationError`: E0880 if it does not fit the machine, E0881 if it
        does not end.
        """
        reading = self._readings.get((text, threads, groups))
        if reading is None:
            reading = self._readings[text, threads, groups] = self._run(text, threads, groups)
        return reading

    def end(self, text: str, threads: int = 1) -> int:
        """Run a microkernel and return the cycle in which the first warp ran past its last instruction.

        Raises `CalibrationError` as `read` does, and E0881 if no warp ran past its last instruction.
        """
        return self.read(text, threads).end

    def end_of_first(self, text: str, threads: int) -> int:
        """Return `end`, and keep the reading for `common_turn`. It must be the first warp that runs past the end."""
        self._of_first.add((text, threads, 1))
        return self.end(text, threads)

    def common_turn(self) -> int:
        """Return the greatest common divisor of the cycles in which the first warp ran past its last instruction.

        Launches of one warp, and launches by `end_of_first`, count. The first warp ends in a turn of its scheduler, and
        turns are multiples of `issue.interval`. So the result is a multiple of `issue.interval` as well.
        """
        width = self.sheet.warp_size
        return gcd(*(
            reading.end for key, reading in self._readings.items()
            if ((key[1] <= width and key[2] == 1) or key in self._of_first) and reading.fault == "program_counter"
        ))  # fmt: skip

    def per_turn(self, before: str, turn: str, threads: int, groups: int, turns: int) -> float:
        """Return the cycles of a turn of a loop that all warps execute, from runs of `turns` and 2 x `turns` turns.

        before, turn: assembly before the loop and in it. threads, groups: the threads of a work-group, and the
        work-groups. Raises `CalibrationError` as `read` does.
        """

        def cycles(count: int) -> int:
            text = f"{before}mov.b32 r2, {count}\nloop:\n{turn}sub.u32 r2, r2, 1 -> loop if nz\nret\n"
            return self.read(text, threads, groups).cycles

        return (cycles(2 * turns) - cycles(turns)) / turns

    def _run(self, text: str, threads: int, groups: int) -> Reading:
        from simt.launch.run import execute, placed_on

        if self._progress is not None and self._progress(self.launches):
            raise KeyboardInterrupt
        program = self._programs.get(text)
        if program is None:
            sizes = {"data": BUFFER_WORDS, "rows": ROWS_WORDS}
            buffer = "".join(f".buffer {name}, u32, {n}\n" for name, n in sizes.items() if f" + {name}]" in text)
            program = self._programs[text] = isa.assemble(f".kernel microkernel\n{buffer}{text}")
        try:
            placed = placed_on(program, self._machine, Grid((threads * groups,), (threads,)))
            result = execute(placed, {}, How(max_cycles=_MAX_CYCLES), compiling=self._compiling)
        except LaunchError as error:
            message = f"a microkernel does not fit {self.sheet.name}: {error.diagnostics[0].message}"
            raise CalibrationError(message, help=error.diagnostics[0].help) from error
        if result.stop is not None and result.stop.kind == "cycle_limit":
            raise CalibrationError(f"a microkernel did not end in {_MAX_CYCLES} cycles", code="E0881")
        return Reading(result.cycles, result.stop.kind if result.stop is not None else "")
