"""Readings of one warp alone: instructions' times from select to ready, stages of retire, local memory."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field

from isa.table.table import MNEMONICS
from simt.validate.errors import CalibrationError
from simt.validate.hardware import Hardware
from simt.validate.microkernels import INSTRUCTIONS, REPEATS, chain, conflict_address, pair_address

MOST_BANKS = 256
MOST_LOCAL_WORDS = 1 << 20


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
    """Readings of one warp."""

    ready: dict[str, int] = field(default_factory=dict)  # cycles from select to ready, by instruction
    to_retire: int = 0  # of a control instruction, from select to retire
    retire_depth: int = 0
    local: LocalMemory = field(default_factory=LocalMemory)


def slope(hardware: Hardware, instruction: str, threads: int = 1, before: str = "") -> int:
    """Return the cycles per instruction of a chain, from runs of `REPEATS` and 2 x `REPEATS` instructions.

    - instruction: the instruction that the chain repeats.
    - threads: the threads of the launch.
    - before: assembly in front of the chain.

    Raises `CalibrationError` as `Hardware.end` does, and E0881 if the result is not a whole number.
    """
    once = hardware.end(before + chain(instruction, REPEATS), threads)
    twice = hardware.end(before + chain(instruction, 2 * REPEATS), threads)
    cycles, rest = divmod(twice - once, REPEATS)
    if rest:
        message = f"{REPEATS} times `{instruction}` took {twice - once} cycles, not a whole number each"
        raise CalibrationError(message, code="E0881")
    return cycles


def measure_single(hardware: Hardware) -> Single:
    """Measure everything that one warp alone can show. Raises `CalibrationError`."""
    sheet = hardware.sheet
    single = Single()
    for name, instruction in INSTRUCTIONS.items():
        if name == "ld.global" and sheet.memory == "dram":
            continue  # a chain of them takes no whole number of cycles each
        if MNEMONICS[name].requires in ("", *sheet.has):
            single.ready[name] = slope(hardware, instruction)
    single.to_retire = hardware.read("ret\n").cycles
    single.retire_depth = single.ready["jmp"] - single.to_retire
    single.local = _local_memory(hardware, single.ready["ld.local"])
    return single


def _local_memory(hardware: Hardware, ready: int) -> LocalMemory:
    def faults(address: int) -> bool:
        return hardware.read(f"ld.local r0, [{address}]\n").fault == "local_address"

    # The first word can be read, a word beyond the largest memory cannot.
    memory = LocalMemory(words=bisect(range(1, MOST_LOCAL_WORDS), False, key=faults) + 1)
    width = hardware.sheet.warp_size
    load = "ld.local r0, [r1]"
    if width == 1:
        return memory
    memory.broadcast = slope(hardware, load, width) - ready
    none = hardware.end(pair_address(0) + chain(load, 1), 2)
    for distance in range(1, min(MOST_BANKS + 1, memory.words)):
        extra = hardware.end(pair_address(distance) + chain(load, 1), 2) - none
        if extra:
            memory.banks, memory.interval = distance, extra
            break
    if memory.banks is not None and memory.interval is not None:
        conflicts = slope(hardware, load, width, conflict_address(memory.banks)) - ready
        memory.beats = conflicts // memory.interval
        memory.occupation = memory.interval * memory.beats
    return memory
