"""The microkernels that are measured on a board, as assembly for the simulator. In OpenCL C they are in `sources`.

A launch executes `turns` times a loop of `steps` equal steps. The difference of two launches with different `steps` is
the time of steps alone, without the loop and without what the host adds to a launch.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from isa.reporting.diagnostics import did_you_mean, listed, quote
from isa.table.table import MNEMONICS
from simt.machine import Machine
from simt.validate.hardware import BUFFER_WORDS, ROWS_WORDS, Hardware, warps_of
from simt.validate.lines import LineError
from simt.validate.microkernels import INDEPENDENT, INSTRUCTIONS, chain

KINDS = {
    "chain": "each instruction needs the result before it",
    "flight": "a number of loads from global memory at once, and an instruction that needs the last",
    "stream": "loads of words in a row from global memory, by all work-items",
}
LOADS = ("ld.local", "ld.global")
CHAINED = tuple(name for name in INSTRUCTIONS if name not in ("st.local", "jmp"))
_BYTES = 4
_SIMULATED = {"chain": (16, 48), "flight": (2, 6), "stream": (8, 24)}  # steps of the two launches that are simulated


@dataclass(frozen=True, slots=True)
class Microkernel:
    """A microkernel and its sizes.

    - kind: a name of `KINDS`.
    - instruction: for the kind "chain" only, a name of `CHAINED`.
    - threads, groups: the work-items of a work-group, and the work-groups.
    - stride: for a chain of loads only, the bytes between the words of neighbouring work-items of a warp. With 0 all of
      them load the same word.
    - loads: for the kind "flight" only, the number of loads in a step.
    """

    kind: str
    instruction: str = ""
    threads: int = 1
    groups: int = 1
    stride: int = 0
    loads: int = 1

    @property
    def title(self) -> str:
        """The microkernel in a few words."""
        text = f"{self.kind} {self.instruction}".strip()
        if self.kind == "flight":
            text += f" of {self.loads}"
        if self.threads > 1 or self.groups > 1:
            text += f", {self.threads} work-items" + (f" x {self.groups}" if self.groups > 1 else "")
        return text + (f", stride {self.stride}" if self.stride else "")

    def check(self, machine: Machine) -> None:
        """Raise `LineError` if the microkernel does not exist, or does not fit a machine."""
        self._check_words()
        most = warps_of(machine) * machine.warp_size
        if self.threads > most:
            raise LineError(
                f"{machine.name} has {most} work-items in a group at most, not {self.threads}",
                help="the base machine, -m, has warps and warp_size of the data sheet",
            )
        needs = "global_memory" if self.kind != "chain" else MNEMONICS[self.instruction].requires
        if self.instruction == "ld.global":
            needs = "global_memory"
        if needs and not machine.has(needs):
            raise LineError(
                f"{machine.name} has no {needs.replace('_', ' ')}", help="choose a base machine that has it"
            )
        if self.instruction.endswith(".f64") and machine.registers == 1:
            raise LineError(f"{machine.name} has no pair of registers for a double")
        words = machine.local.words if self.instruction == "ld.local" else BUFFER_WORDS
        if (machine.warp_size - 1) * self.stride // _BYTES >= words:
            raise LineError(f"a stride of {self.stride} bytes needs more than {words} words of memory")
        registers = min(machine.registers, machine.register_file.words) if machine.is_device else machine.registers
        if self.kind == "flight" and self.loads > registers - 3:
            raise LineError(f"{self.loads} loads need more registers than the {registers} of {machine.name}")
        if self.kind == "stream" and self.threads * self.groups > ROWS_WORDS:
            raise LineError(f"a stream has {ROWS_WORDS} work-items at most")

    def _check_words(self) -> None:
        if self.kind not in KINDS:
            message = f"there is no microkernel {quote(self.kind)}"
            raise LineError(message, help=did_you_mean(self.kind, KINDS, f"they are {listed(KINDS, 'and')}"))
        if self.kind == "chain" and self.instruction not in CHAINED:
            message = f"there is no chain of {quote(self.instruction)}"
            raise LineError(message, help=did_you_mean(self.instruction, CHAINED, f"of {listed(CHAINED)}"))
        if self.kind != "chain" and self.instruction:
            raise LineError(f"a {self.kind} has no instruction", help="leave its cell empty")
        if self.stride and self.instruction not in LOADS:
            raise LineError(f"only a chain of {listed(LOADS)} has a stride", help="leave its cell empty")
        if self.stride % _BYTES:
            raise LineError(f"a stride is a multiple of {_BYTES} bytes, not {self.stride}")
        if self.loads > 1 and self.kind != "flight":
            raise LineError("only a flight has a number of loads", help="leave its cell empty")

    def assembly(self, steps: int) -> str:
        """Return a launch with one turn of a number of steps, as assembly for `Hardware.read`."""
        if self.kind == "stream":
            moved = _BYTES * self.threads * self.groups
            step = f"and.b32 r0, r0, {_BYTES * (ROWS_WORDS - 1)}\nld.global r1, [r0 + rows]\nadd.u32 r0, r0, {moved}\n"
            return f"shl.b32 r0, global_id, 2\n{step * steps}ret\n"
        if self.kind == "flight":
            loads = "".join(INDEPENDENT["ld.global"].format(number + 1) + "\n" for number in range(self.loads))
            return f"{loads}add.u32 r0, r0, r{self.loads}\n" * steps + "ret\n"
        if not self.stride:
            return chain(INSTRUCTIONS[self.instruction], steps) + "ret\n"
        place = "[r1]" if self.instruction == "ld.local" else "[r1 + data]"
        factor = self.stride // (_BYTES if self.instruction == "ld.local" else 1)  # local addresses count words
        store = f"st.{self.instruction.partition('.')[2]} {place}, r1\nbar\n"  # each word holds its own address
        return _times_lane(factor) + store + f"{self.instruction} r1, {place}\n" * steps + "ret\n"

    def cycles_per_step(self, hardware: Hardware) -> float:
        """Return the simulated cycles of a step. Raises `CalibrationError` as `Hardware.read` does."""
        few, more = _SIMULATED[self.kind]
        cycles = [hardware.read(self.assembly(steps), self.threads, self.groups).cycles for steps in (few, more)]
        return (cycles[1] - cycles[0]) / (more - few)


SIZES = tuple(field.name for field in fields(Microkernel))[2:]


def _times_lane(factor: int) -> str:
    """Return the assembly that sets r1 to `factor` x the lane, without a multiplication."""
    text = ""
    for digit in f"{factor:b}":
        text += "shl.b32 r1, r1, 1\n" * bool(text) + "add.u32 r1, r1, lane_id\n" * int(digit)
    return text
