"""Readings of one warp on instructions in flight: turns of its scheduler, stages of retire, entries of a scoreboard.

docs/calibration.md derives every relation. T(k) is the cycle in which a program of k independent instructions ends. The
end of a program waits until all its instructions are released.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from isa.table.table import MNEMONICS
from simt.validate.hardware import Hardware
from simt.validate.microkernels import INDEPENDENT, INSTRUCTIONS, STEERING, UNREAD, chain, fan_address
from simt.validate.single import Single
from simt.validate.values import Values

MOST_ENTRIES = 32
MOST_INTERVAL = 64
MOST_RETIRE = 16
_FRONT_END = 10  # stages of the longest front end, with operand read
_FAN = 8  # lanes that ask one bank, at most
ANY_ENTRIES = Values(tuple(range(1, MOST_ENTRIES + 1)))


@dataclass(frozen=True, slots=True)
class Passage:
    """The time of an instruction, in cycles.

    - ready: the time from select to the turn in which a warp that needs the result is selected.
    - most: the largest possible time from select to retire.
    - is_apart: whether its unit differs from the unit of `ret`, so that neither delays the other.
    """

    ready: int
    most: int
    is_apart: bool

    def retires(self, interval: int, stages: int, last: int) -> range:
        """Return the times from select to retire that explain the readings.

        - interval: the cycles of a turn.
        - stages: the stages of retire.
        - last: the cycle in which a `ret` right after the instruction has retired.
        """
        low, high = self.ready - interval - stages + 1, min(self.ready - stages, self.most)
        # With turns of a cycle `ready` shows it, and a sole operand collector may hold back the `ret`.
        if interval > 1 and self.is_apart and self.most > last + 1:  # a cycle more may be due to the ports of retire
            low = max(low, self.most)
        return range(max(low, 1), high + 1)


@dataclass(slots=True)
class Flight:
    """The readings of one warp on its scheduler and its scoreboard.

    - turns: the pairs (cycles of a turn, stages of retire) that explain all readings.
    - to_retire: the cycles of a lone `ret` from select to retire.
    - entries: the possible bounds on the instructions in flight.
    - loads: the possible bounds on the loads from global memory in flight.
    - passages: the passages by instruction.
    """

    turns: set[tuple[int, int]]
    to_retire: int
    entries: Values
    loads: Values
    passages: dict[str, Passage]

    @property
    def interval(self) -> Values:
        """The cycles of a turn."""
        return Values.of(interval for interval, _ in self.turns)

    @property
    def retire(self) -> Values:
        """The stages of retire."""
        return Values.of(stages for _, stages in self.turns)

    def times(self, instruction: str) -> set[tuple[int, int]]:
        """Return the pairs (cycles from select to retire of an instruction, stages of retire)."""
        passage = self.passages[instruction]
        return {
            (cycles, stages) for interval, stages in self.turns
            for cycles in passage.retires(interval, stages, interval + self.to_retire)
        }  # fmt: skip

    def retires(self, instruction: str) -> Values:
        """Return the cycles from select to retire of an instruction."""
        return Values.of(cycles for cycles, _ in self.times(instruction))


def measure_flight(hardware: Hardware, single: Single) -> Flight:
    """Measure instructions in flight, turns and stages of retire. single: the readings of one warp.

    Raises `CalibrationError`.
    """
    entries, loads = ANY_ENTRIES, ANY_ENTRIES
    if single.overlaps is False:
        entries = loads = Values((1,))
    elif single.overlaps:
        apart = hardware.common_turn()
        entries = _of_stream(_stream(hardware, lambda _: INSTRUCTIONS["st.local"]), apart)
        if "ld.global" in single.ready:
            entries, loads = _with_loads(hardware, single, entries, apart)
    passages = _passages(hardware, single)
    return Flight(
        _turns(hardware, single, passages), single.to_retire, entries, loads,
        {name: passage for name, passage in passages.items() if name in single.ready},
    )  # fmt: skip


def _stream(hardware: Hardware, instruction: Callable[[int], str], most: int = MOST_ENTRIES + 1) -> list[int]:
    """Return T(1), T(2), ... up to the first that is not below 2 T(1), at most `most` of them."""
    text, times = "", list[int]()
    for number in range(most):
        text += f"{instruction(number)}\n"
        times.append(hardware.end(text))
        if times[-1] >= 2 * times[0]:
            break
    return times


def _of_stream(times: list[int], apart: int) -> Values:
    """Return the instructions of a warp in flight that explain the times of `_stream`.

    As long as T(k) is below 2 T(1), the last instruction was selected before the first was released. Look at the first
    T(k) that is not below 2 T(1). If T jumps there by more than a unit's own steps and a turn, k shows a bound on the
    instructions in flight. apart: a number of cycles that is at least a turn.
    """
    low = sum(time < 2 * times[0] for time in times)
    steps = [after - before for before, after in pairwise(times[:low])]
    if low < len(times) and steps and times[low] - times[low - 1] > max(steps) + apart:
        return Values((low,))
    return Values(tuple(range(min(low, MOST_ENTRIES), MOST_ENTRIES + 1)))


def _with_loads(hardware: Hardware, single: Single, entries: Values, apart: int) -> tuple[Values, Values]:
    """Return the instructions in flight, and the loads from global memory in flight.

    entries: the instructions in flight, as far as stores to local memory show them. If the bound on loads is known,
    that number of global loads is followed by a chain of local loads. It shows whether other instructions have the same
    bound.
    """
    if hardware.sheet.memory == "dram":
        return entries, ANY_ENTRIES  # their times differ, and a later one may be back first
    times = _stream(
        hardware, lambda number: INDEPENDENT["ld.global"].format(number + 1),
        min(MOST_ENTRIES + 1, hardware.sheet.registers - 1),
    )  # fmt: skip
    loads = _of_stream(times, apart)
    most = loads.value
    if most is None:
        return _from(entries, loads.numbers[0]), loads
    local = single.ready["ld.local"]
    repeats = times[0] // local + 2
    first = "".join(INDEPENDENT["ld.global"].format(number + 1) + "\n" for number in range(most))
    if hardware.end(first + chain(INSTRUCTIONS["ld.local"], repeats)) < times[0] + repeats * local:
        return _from(entries, most + 1), loads
    if times[most - 1] + _FRONT_END + 2 * apart < 2 * times[0]:
        return Values((most,)), loads
    return _from(entries, most), loads


def _from(values: Values, low: int) -> Values:
    """Return the numbers that are `low` or more."""
    return Values.of(number for number in values.numbers if number >= low)


def _passages(hardware: Hardware, single: Single) -> dict[str, Passage]:
    """Return the passages of all measured instructions, and of local loads in which several lanes ask for one bank."""
    passages: dict[str, Passage] = {}
    for name, ready in single.ready.items():
        unit = MNEMONICS[name].unit
        if name in STEERING:
            passages[name] = Passage(ready, single.to_retire, is_apart=True)
        elif not single.overlaps:
            passages[name] = Passage(ready, ready, is_apart=False)
        else:
            most = hardware.read(f"{INSTRUCTIONS[name].format(0)}\nret\n").cycles
            passages[name] = Passage(ready, most, is_apart=unit != "alu")
    if single.overlaps:  # with operand collectors it is a cycle faster, which another number of turns may show
        unread = UNREAD["ld.local"].format(0)
        most = hardware.read(f"{unread}\nret\n").cycles
        passages[unread] = Passage(hardware.end(unread), most, is_apart=True)
    banks = single.local.banks
    if single.overlaps and banks is not None and banks & (banks - 1) == 0:
        before, load = fan_address(banks), "ld.local r0, [r1]\n"
        for lanes in range(2, min(_FAN, hardware.sheet.warp_size, single.local.words // banks) + 1):
            start = hardware.end(before, lanes)
            passages[f"ld.local of {lanes} lanes"] = Passage(
                hardware.end(before + load, lanes) - start,
                hardware.read(f"{before}{load}ret\n", lanes).cycles - start,
                is_apart=True,
            )
    return passages


def _turns(hardware: Hardware, single: Single, passages: dict[str, Passage]) -> set[tuple[int, int]]:
    """Return the pairs (cycles of a turn, stages of retire) that explain all passages.

    Warp 0 is selected in multiples of a turn. A machine with one instruction in flight has a turn in every cycle.
    """
    common = 1 if single.overlaps is False else hardware.common_turn()
    intervals = [number for number in range(1, min(common, MOST_INTERVAL) + 1) if common % number == 0]
    if single.overlaps and (shown := _turn(hardware, single)) is not None:
        intervals = [shown]
    return {
        (interval, stages)
        for interval in intervals
        for stages in range(MOST_RETIRE + 1)
        if -(-(single.to_retire + stages) // interval) * interval == single.ready["jmp"]
        and all(each.retires(interval, stages, interval + single.to_retire) for each in passages.values())
    }


def _turn(hardware: Hardware, single: Single) -> int | None:
    """Return the cycles of a turn, by an instruction and the slowest after it, in another unit; None if it is hidden.

    The first instruction reads no register, so that it has left its operand collector by the next cycle.
    """
    slow = max((name for name in INDEPENDENT if name in single.ready), key=lambda name: single.ready[name])
    first = UNREAD["ld.local" if MNEMONICS[slow].unit == "alu" else "mov.b32"].format(1)
    if hardware.end(f"{first}\n") > single.ready[slow]:
        return None
    return hardware.end(f"{first}\n{INDEPENDENT[slow].format(2)}\n") - single.ready[slow]
