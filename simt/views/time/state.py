"""`simt trace --state`: warps and lanes after a cycle, with the changes of that cycle marked."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import numpy as np

from isa.forms.texts import instruction_texts
from isa.table.table import ELEMENT_BYTES
from simt.launch.replay import Snapshot, States
from simt.result.result import Result
from simt.views.kit.text import MOST_COLUMNS, aligned, clip, cut, paint, screenful
from simt.views.kit.window import ViewError, check_warp, core_text, extent_text
from simt.views.time.variables import Named, variables_named

_BLOCK = 8  # lanes side by side
_WORDS = 12  # words of memory listed
_NAME = 24  # characters of variables' names beside a register
_MARK = "*"  # in front of values that the cycle has changed
_OVER = ("finished", "empty")  # places of warps that have no instruction
_LOOKS = {"active": "1", "diverged": "-", "ended": "."}


@dataclass(frozen=True)
class StateView:
    """The state of a core before and after a cycle of a run.

    warp, lane: the only warp, and the only lane of the warp, to show; None for all. machine: the machine's name on the
    view.
    """

    result: Result
    cycle: int
    before: Snapshot
    after: Snapshot
    warp: int | None
    lane: int | None
    machine: str

    def __repr__(self) -> str:
        return screenful(self.text())

    def __str__(self) -> str:
        return self.text()

    def text(self, *, color: bool = False) -> str:
        """Return the view as text that ends in a newline."""
        result = self.result
        title = (
            f"after cycle {self.cycle} of {result.cycles}{core_text(result)}: {result.program.name} on {self.machine}"
        )
        lines = [paint(clip(title), "bold", color)]
        if self.warp is None:
            lines += self._warps()
        elif self.lane is None:
            lines += [*self._warp(self.warp), *self._registers(self.warp), *self._variables(self.warp)]
        else:
            lines += [*self._warp(self.warp), *self._lane(self.warp, self.lane), *self._variables(self.warp)]
        lines += self._memory()
        lines.append(f"{_MARK} changed in cycle {self.cycle}")
        if self.warp is not None:
            lines[-1] += "; lanes, 0 first: 1 active, - diverged, . ended"
            if any(self._named(self.warp).coming):
                lines.append("(a variable) is on its way to the register")
        return "\n".join(lines) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON. Words of global memory that the cycle has not changed are omitted.

        `changed` has the changes of the cycle: registers by warp, indices of local words, global words by byte address.
        """
        count = len(self.after.registers)
        warps = range(count) if self.warp is None else [self.warp]
        changed, words = {str(warp): self._changed_names(warp) for warp in warps}, self.after.words
        return {
            "schema": "simt.state/1",
            "program": self.result.program.name,
            "machine": self.machine,
            "cycle": self.cycle,
            "cycles": self.result.cycles,
            **self.after.to_dict(warps),
            **({"variables": {str(warp): self._named(warp).to_dict() for warp in warps}} if self._has_names else {}),
            "changed": {
                "registers": changed,
                "local": _changed_indices(self.before.memory, self.after.memory),
                **({} if words is None else {"global": {4 * k: int(words[k]) for k in self._changed_global()}}),
            },
            "provenance": self.result.provenance,
        }

    @property
    def _has_names(self) -> bool:
        return bool(self.result.program.variables)

    def _named(self, warp: int) -> Named:
        return variables_named(self.result.program, self.after, warp)

    def _variables(self, warp: int) -> list[str]:
        """Return the variables of the source that no register holds, and the meaning of the names."""
        notes = self._named(warp).notes()
        if not self._has_names or self.after.places[warp] in _OVER:
            return []
        head = "variables that no register holds: " if notes else "every variable is in a register"
        return wrap(head + "; ".join(notes), MOST_COLUMNS, subsequent_indent="  ", break_on_hyphens=False)

    def _changed(self, warp: int) -> np.ndarray:
        return np.asarray(self.before.registers[warp] != self.after.registers[warp])

    def _changed_names(self, warp: int) -> list[str]:
        return [f"r{register}" for register in np.flatnonzero(self._changed(warp).any(axis=1)).tolist()]

    def _changed_global(self) -> list[int]:
        if self.before.words is None or self.after.words is None:
            return []
        return _changed_indices(self.before.words, self.after.words)

    def _instruction(self, warp: int) -> str:
        return self._text(int(self.after.pc[warp]))

    def _text(self, pc: int) -> str:
        texts = instruction_texts(self.result.program)
        return f"{pc}: {texts[pc]}" if 0 <= pc < len(texts) else f"{pc}"

    def _warps(self) -> list[str]:
        """Return a row per warp: its place, its instruction, its mask, and the registers that have changed."""
        after, before, lanes = self.after, self.before, self.after.registers.shape[2]
        digits = -(-lanes // 4)
        flights = after.flights
        rows = [("warp", "", "lanes", "changed", "instruction" if flights is None else "in flight, next instruction")]
        for warp in range(len(after.registers)):
            changed = self._changed_names(warp)
            if after.carry[warp] != before.carry[warp]:
                changed.append("carry")
            mark = _MARK if after.active[warp] != before.active[warp] else ""
            mask = f"{mark}{int(after.active[warp]) & (1 << lanes) - 1:0{digits}x}"
            what = "" if after.places[warp] in _OVER else self._instruction(warp)
            if flights is not None:
                what = f"{len(flights[warp])}, {what}" if what else ""
            rows.append((str(warp), after.places[warp], mask, clip(" ".join(changed), 24), what))
        return [*map(cut, aligned(rows, {1, 3, 4}))]

    def _warp(self, warp: int) -> list[str]:
        after, lanes = self.after, self.after.registers.shape[2]
        group = warp // self.result.group_warps
        where = f" of place {group}" if self.result.places > 1 else ""
        word = "at" if after.flights is None else "next"
        instruction = "" if after.places[warp] in _OVER else f", {word} {self._instruction(warp)}"
        out = [clip(f"warp {warp}{where}, {after.places[warp]}{instruction}")]
        if after.flights is not None:
            out += [clip(f"  in flight, in {place}: {self._text(pc)}") for pc, place in after.flights[warp]]
        flags = "".join(str(int(after.carry[warp]) >> lane & 1) for lane in range(lanes))
        mask = "".join(_LOOKS[look] for look in after.lanes(warp))
        old = "".join(_LOOKS[look] for look in self.before.lanes(warp))
        out.append(f"  lanes {_MARK if mask != old else ' '}{mask}")
        out.append(f"  carry {_MARK if after.carry[warp] != self.before.carry[warp] else ' '}{flags}")
        digits = -(-lanes // 4)
        entries = [f"{mask & (1 << lanes) - 1:0{digits}x} at {pc}" for mask, pc in reversed(after.stacks[warp])]
        if entries:
            what = "stack, top first" if self.result.machine.branch.has_stack else "waiting lanes"
            out.append("  " + clip(f"{what}: {', '.join(entries)}", MOST_COLUMNS - 2))
        return out

    def _used(self, warp: int) -> range:
        """Return the registers up to the last register that is not 0 or that the program names."""
        named = [
            register
            for entry in self.result.program.instructions
            if entry is not None
            for register in (*entry.registers_read, *entry.registers_written)
        ]
        filled = np.flatnonzero(self.after.registers[warp].any(axis=1)).tolist()
        return range(min(max([*named, *filled], default=0) + 1, self.after.registers.shape[1]))

    def _registers(self, warp: int) -> list[str]:
        """Return the registers by lane, in hexadecimal: eight lanes side by side, or fewer beside names."""
        registers, changed, named = self.after.registers[warp], self._changed(warp), self._named(warp)
        labels = {
            register: f"r{register:<4}{clip(named.label(register), _NAME)}".rstrip() for register in self._used(warp)
        }
        width = max(5, *map(len, labels.values())) if labels else 5
        block = min(_BLOCK, (MOST_COLUMNS - 2 - width) // 9)
        out = []
        for first in range(0, registers.shape[1], block):
            lanes = range(first, min(first + block, registers.shape[1]))
            out.append(f"  {'lane':<{width}}{''.join(f'{lane:>9}' for lane in lanes)}")
            for register in self._used(warp):
                cells = "".join(
                    f"{_MARK if changed[register, lane] else ' '}{registers[register, lane]:08x}" for lane in lanes
                )
                out.append(f"  {labels[register]:<{width}}{cells}")
        return out

    def _lane(self, warp: int, lane: int) -> list[str]:
        """Return the registers of a lane as words, integers and floats."""
        words, changed = self.after.registers[warp, :, lane], self._changed(warp)[:, lane]
        with np.errstate(invalid="ignore"):
            floats = words.view(np.float32) if words.flags.c_contiguous else words.copy().view(np.float32)
        named = self._named(warp)
        rows = [("register", "word", "unsigned", "signed", "float", "variable" if named.names else "")]
        for register in self._used(warp):
            word = int(words[register])
            signed = word - (word >> 31 << 32)
            name = f"{_MARK if changed[register] else ''}r{register}"
            value = f"{floats[register]:.9g}"
            rows.append((name, f"{word:08x}", str(word), str(signed), value, clip(named.label(register), _NAME)))
        return [f"lane {lane}: {self.after.lanes(warp)[lane]}", *aligned(rows, {5})]

    def _memory(self) -> list[str]:
        before, after = self.before, self.after
        changed = _changed_indices(before.memory, after.memory)
        names = [(f"{address:>6}", _place(self.result, address)) for address in changed[:_WORDS]]
        out = _words("local memory", changed, names, before.memory, after.memory)
        if before.words is None or after.words is None:
            return out
        changed = self._changed_global()
        names = [(f"{4 * place:#010x}", "") for place in changed[:_WORDS]]
        return out + _words("global memory", changed, names, before.words, after.words)


def _changed_indices(before: np.ndarray, after: np.ndarray) -> list[int]:
    places: list[int] = np.flatnonzero(before != after).tolist()
    return places


def _words(
    title: str, changed: list[int], names: list[tuple[str, str]], before: np.ndarray, after: np.ndarray
) -> list[str]:
    """Return the lines on changed words of a memory. changed: their indices. names: (address, array) of shown words."""
    if not changed:
        return []
    rows = zip(names, changed, strict=False)
    out = [f"  {where}  {name:<24} {before[place]:08x} -> {_MARK}{after[place]:08x}" for (where, name), place in rows]
    more = [f"  and {len(changed) - _WORDS} more"] if len(changed) > _WORDS else []
    return [title, *out, *more]


def _place(result: Result, address: int) -> str:
    """Return the array and index of a word of local memory; "" for no array, or if a core has several work-groups."""
    if result.places > 1:
        return ""
    for name, array in result.program.locals.items():
        if array.address <= address < array.address + array.words:
            index, below = divmod(4 * (address - array.address), ELEMENT_BYTES[array.type])
            return clip(f"{name}[{index}]{' (upper half)' if below else ''}", 24)
    return ""


def state_view(
    result: Result, states: States, cycle: int, warp: int | None, lane: int | None, *, core: int, machine: str
) -> StateView:
    """Return the state of a core after a cycle of the run. A cycle below 0 counts from the end.

    warp, lane: the only warp, and the only lane of it, to show; None for all. With a lane and no warp, the lane is of
    warp 0.

    Raises `ViewError` for a cycle, a warp or a lane that does not exist (E0704, E0706).
    """
    wanted, cycle = cycle, cycle + result.cycles if cycle < 0 else cycle
    if not 0 <= cycle < result.cycles:
        raise ViewError(f"there is no cycle {wanted}: {extent_text(result)}")
    warp = 0 if warp is None and lane is not None else warp
    if warp is not None:
        check_warp(result, warp)
    lanes = result.machine.warp_size
    if lane is not None and not 0 <= lane < lanes:
        raise ViewError(f"there is no lane {lane}: a warp has lanes 0 to {lanes - 1}", code="E0706")
    before, after = (states.after(moment, core) for moment in (cycle - 1, cycle))
    one = result.of_core(core) if len(result.cores) > 1 else result
    return StateView(one, cycle, before, after, warp, lane, machine)
