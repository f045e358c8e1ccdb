"""Readings of one warp alone: instructions' times from select to ready, stages of retire, local memory."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field

from isa.table.table import MNEMONICS
from simt.validate.errors import CalibrationError
from simt.validate.hardware import Hardware
from simt.validate.microkernels import (
    INDEPENDENT,
    INSTRUCTIONS,
    REPEATS,
    STEERING,
    burst,
    chain,
    conflict_address,
    pair_address,
)

MOST_BANKS = 256
MOST_LOCAL_WORDS = 1 << 20
_COMPANY = 3  # warps that issue at once, so that one is held up by others
_LOAD = "ld.local r0, [r1]"


@dataclass(slots=True)
class LocalMemory:
    """Figures of local memory; a figure that no reading shows is None. Times are in cycles."""

    words: int = 0
    banks: int | None = None
    interval: int | None = None  # added by a conflict of two lanes
    beats: int | None = None
    broadcast: int | None = None  # added if all lanes read one word
    occupation: int | None = None  # of the unit, by an access without conflicts


@dataclass(slots=True)
class Single:
    """Readings of one warp.

    - ready: cycles from select to the turn in which a warp that needs the result is selected, by instruction.
    - to_retire: cycles of a control instruction from select to retire.
    - overlaps: whether an instruction begins before its predecessor is done; None if no reading can show it.
    """

    ready: dict[str, int] = field(default_factory=dict)
    to_retire: int = 0
    overlaps: bool | None = None
    local: LocalMemory = field(default_factory=LocalMemory)

    @property
    def retire_depth(self) -> int:
        """The stages of retire, if a warp may be selected in every cycle."""
        return self.ready["jmp"] - self.to_retire


def slope(hardware: Hardware, instruction: str, threads: int = 1) -> int:
    """Return the cycles per instruction of a chain, from runs of `REPEATS` and 2 x `REPEATS` instructions.

    instruction: the instruction that the chain repeats. threads: the threads of the launch. Raises `CalibrationError`
    as `Hardware.end` does, and E0881 if the result is not a whole number.
    """
    once = hardware.end(chain(instruction, REPEATS), threads)
    twice = hardware.end(chain(instruction, 2 * REPEATS), threads)
    cycles, rest = divmod(twice - once, REPEATS)
    if rest:
        message = f"{REPEATS} times `{instruction}` took {twice - once} cycles, not a whole number each"
        raise CalibrationError(message, code="E0881")
    return cycles


def measure_single(hardware: Hardware) -> Single:
    """Measure what one warp alone shows, except the readings of `simt.validate.flight`. Raises `CalibrationError`."""
    sheet = hardware.sheet
    single = Single()
    for name, instruction in INSTRUCTIONS.items():
        if name == "ld.global" and sheet.memory == "dram":
            continue  # a chain of them takes no whole number of cycles each
        if MNEMONICS[name].requires not in ("", *sheet.has):
            continue
        if MNEMONICS[name].writes_register or name in STEERING:
            single.ready[name] = slope(hardware, instruction)
        else:  # no chain: nothing waits for a store
            single.ready[name] = hardware.end(f"{instruction}\n")
        if name not in STEERING:
            _turns_of_first(hardware, instruction)
    single.to_retire = hardware.read("ret\n").cycles
    single.overlaps = measure_overlap(hardware, single.ready)
    single.local = _local_memory(hardware, single)
    return single


def _turns_of_first(hardware: Hardware, instruction: str) -> None:
    """Let the first warp run past its end at many times, alone and among others, for `Hardware.common_turn`."""
    hardware.end_of_first(instruction, 1)
    for warps in range(2, min(hardware.sheet.warps, _COMPANY) + 1):
        for repeats in (0, 1):
            hardware.end_of_first(burst(0, instruction, repeats=repeats), warps * hardware.sheet.warp_size)


def measure_overlap(hardware: Hardware, ready: dict[str, int]) -> bool | None:
    """Return whether an independent instruction is selected before its predecessor is released.

    The result is None if the slowest instruction is ready so soon that no reading can show this. ready: the times of
    chains.
    """
    names = [name for name in INDEPENDENT if name in ready]
    slow = max(names, key=lambda name: ready[name])
    for name in names:
        first, second = INDEPENDENT[slow].format(1), INDEPENDENT[name].format(2)
        if hardware.end(f"{first}\n{second}\n") < ready[slow] + ready[name]:
            return True
    turn = hardware.common_turn()
    return None if ready[slow] == turn > 1 else False


def _local_memory(hardware: Hardware, single: Single) -> LocalMemory:
    def faults(address: int) -> bool:
        return hardware.read(f"ld.local r0, [{address}]\n").fault == "local_address"

    # The first word can be read, a word beyond the largest memory cannot.
    memory = LocalMemory(words=bisect(range(1, MOST_LOCAL_WORDS), False, key=faults) + 1)
    width = hardware.sheet.warp_size
    ready = single.ready["ld.local"]
    if width == 1:
        return memory
    memory.broadcast = slope(hardware, _LOAD, width) - ready
    none = _Load(hardware, pair_address(0), 2)
    for distance in range(1, min(MOST_BANKS + 1, memory.words)):
        load = _Load(hardware, pair_address(distance), 2)
        if load.times != none.times:
            memory.banks, memory.interval = distance, load.more_than(none, single)
            break
    if memory.banks is not None and memory.interval:
        free = _Load(hardware, conflict_address(0), width)
        conflicts = _Load(hardware, conflict_address(memory.banks), width)
        more = conflicts.more_than(free, single)
        if more is not None:
            memory.beats = more // memory.interval
            memory.occupation = memory.interval * memory.beats
    return memory


class _Load:
    """A load of some lanes of a warp from local memory: when it is ready, and when a `ret` after it has retired."""

    def __init__(self, hardware: Hardware, before: str, lanes: int) -> None:
        start = hardware.end(before, lanes)
        self.turn = hardware.common_turn()
        self.ready = hardware.end(f"{before}{_LOAD}\n", lanes) - start
        self.retired = 0  # not read: `ready` has the cycles themselves
        if self.turn > 1:
            self.retired = hardware.read(f"{before}{_LOAD}\nret\n", lanes).cycles - start

    @property
    def times(self) -> tuple[int, int]:
        """The pair (ready, retired)."""
        return self.ready, self.retired

    def more_than(self, other: _Load, single: Single) -> int | None:
        """Return the cycles that it takes more than another load; None if the turns of the scheduler hide them.

        If instructions overlap, the load's own retire ends the launch unless the `ret` retires later, or waits for a
        port of retire.
        """
        if self.turn == 1 or single.overlaps is False:
            return self.ready - other.ready
        if single.overlaps and other.retired > self.turn + single.to_retire + 1:
            return self.retired - other.retired
        return None
