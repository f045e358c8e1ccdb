"""The variables of a compiled kernel's source beside the registers of a warp."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from isa.program.program import Program
from isa.program.variables import names_at, others_at
from simt.launch.replay import Snapshot


@dataclass(frozen=True, slots=True)
class Named:
    """The variables of a warp at a moment, in its active lanes.

    - names: the names of the variables in each register, by the register's number.
    - coming: the registers that an instruction in flight is about to write. Their names are of the values to come.
    - others: the variables that no register holds: each name with the place of the value, or `not kept`.
    """

    names: dict[int, str] = field(default_factory=dict)
    coming: frozenset[int] = frozenset()
    others: tuple[tuple[str, str], ...] = ()

    def label(self, register: int) -> str:
        """Return the names beside a register, in brackets if its value is still on its way; "" for none."""
        name = self.names.get(register, "")
        return f"({name})" if name and register in self.coming else name

    def notes(self) -> list[str]:
        """Return the variables that no register holds, by kind: `in constant memory: n, a`."""
        kinds: dict[str, list[str]] = {}
        for name, text in self.others:
            if text[:1] == "=":
                kinds.setdefault("constants", []).append(f"{name} {text}")
            else:
                kinds.setdefault(text, []).append(name)
        return [f"{kind}: {', '.join(names)}" for kind, names in sorted(kinds.items())]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "registers": {f"r{register}": name for register, name in sorted(self.names.items())},
            "on_the_way": [f"r{register}" for register in sorted(self.coming & self.names.keys())],
            "others": dict(self.others),
        }


def variables_named(program: Program, snapshot: Snapshot, warp: int) -> Named:
    """Return the variables of a warp in a state of its core; none for a program that was not compiled."""
    if not program.variables or snapshot.places[warp] in ("finished", "empty"):
        return Named()
    pc, coming = int(snapshot.pc[warp]), frozenset[int]()
    written = frozenset[int]()  # by an instruction that has retired: what they hold now is not known
    if snapshot.flights is not None:
        coming = frozenset().union(*(_written(program, at) for at, _ in snapshot.flights[warp]))
    elif snapshot.places[warp] == "retired":
        entry = program.instructions[pc]
        written = _written(program, pc)
        if written and entry is not None and not entry.has_target and pc + 1 < len(program.words):
            pc, written = pc + 1, frozenset()  # the lanes go on there
    names = {register: ", ".join(names) for register, names in names_at(program.variables, pc).items()}
    kept = {register: text for register, text in names.items() if register not in written}
    return Named(kept, coming, tuple(others_at(program.variables, pc)))


def _written(program: Program, pc: int) -> frozenset[int]:
    """Return the registers that an instruction writes."""
    entry = program.instructions[pc] if 0 <= pc < len(program.words) else None
    return frozenset() if entry is None else frozenset(entry.registers_written)
