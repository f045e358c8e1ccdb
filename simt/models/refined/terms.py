"""The terms of a prediction: the cycles of each stretch of the program, and the resource or latency that bounds it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from isa.flow.cfg import BasicBlock, control_flow
from isa.forms.texts import code_of, instruction_texts, line_text, short_name
from isa.program.program import Location, Program
from isa.table.units import UNITS
from simt.models.prediction import Spent, SpentLine
from simt.models.refined.steps import MEMORY, OPERANDS, Wait

# Waits in words, by reason. The ones that are not here are for a resource or for the result of a unit.
_LIMITS = {
    "issued": "issue of its instructions",
    "not_selected": "other warps take the issue slots",
    "slot_kind": "issue slots that fit",
    "scoreboard_full": "entries of the scoreboard",
    "barrier": "other warps, at a barrier",
    "branch": "time to jump or end",
    "drain": "the last results and transactions",
}
_RESOURCES = {OPERANDS: "banks of the register file", MEMORY: "the coalescer"}
_RESULTS = {unit.reason: f"latency of {unit.name}" for unit in UNITS.values() if unit.name != "control"}


def parts_of(program: Program, spent: Mapping[tuple[int, Wait], float]) -> tuple[Spent, ...]:
    """Return the cycles of a launch by stretches of its program and by reasons, the most first.

    spent: the cycles by address of a step and by the step's wait. A negative address stands for the whole launch. The
    cycles in the result sum to the cycles in `spent`.
    """
    flow, texts = control_flow(program), _texts(program)
    parts: dict[tuple[int, str, str], dict[tuple[int, int], float]] = defaultdict(dict)
    for (address, wait), cycles in spent.items():
        at = -1 if address < 0 else flow.block_at[address]
        parts[at, wait.reason, wait.resource][address, wait.cause] = cycles
    labels = {address: name for name, address in program.labels.items()}
    found = []
    for (number, reason, resource), members in parts.items():
        block = flow.blocks[number] if number >= 0 else None
        file, lines = _lines_of(program, block)
        found.append(
            Spent(
                file=file,
                first=min(lines, default=0),
                last=max(lines, default=0),
                label="" if block is None else labels.get(block.first, ""),
                start=None if block is None else block.first,
                end=None if block is None else block.end,
                reason=reason,
                limit=_limit(reason, resource) if number >= 0 or not resource else f"the bound of {resource}",
                cycles=sum(members.values()),
                lines=() if block is None else _by_line(program, members, texts),
            )
        )
    return tuple(sorted(found, key=lambda part: -part.cycles))


@lru_cache(maxsize=256)
def _texts(program: Program) -> tuple[str, ...]:
    return instruction_texts(program)


def _limit(reason: str, resource: str) -> str:
    """Return in words what bounds a wait: a resource if it is for one, else the latency or rule of the reason."""
    if not resource:
        return _LIMITS.get(reason) or _RESULTS[reason]
    return _RESOURCES.get(resource) or f"{resource} is busy"


def _lines_of(program: Program, block: BasicBlock | None) -> tuple[str, list[int]]:
    """Return a file of a block, the kernel's own if it has lines in the block, and the block's lines in this file."""
    if block is None:
        return "", []
    located = [entry for pc in range(block.first, block.end) if (entry := _location(program, pc)).line]
    files = [entry.file for entry in located]
    own = next(iter(program.sources), "")
    file = own if own in files or not files else files[0]
    return short_name(program, file) if files else "", [entry.line for entry in located if entry.file == file]


def _location(program: Program, address: int) -> Location:
    return program.locations[address] if 0 <= address < len(program.locations) else Location()


def _by_line(program: Program, members: Mapping[tuple[int, int], float], texts: Sequence[str]) -> tuple[SpentLine, ...]:
    """Sum cycles by source lines, the most first; by instructions, if there are no lines.

    members: the cycles by the addresses of a step and of its cause.
    """
    lines: dict[tuple[str, int, int, int], float] = defaultdict(float)
    forms: dict[tuple[str, int, int, int], list[str]] = defaultdict(list)
    for (address, cause), cycles in members.items():
        place = _location(program, address)
        key = place.file, place.line, -1 if place.line else address, _location(program, cause).line
        lines[key] += cycles
        forms[key].append(code_of(place.text, place.file) if place.language else texts[address])
    found = [
        SpentLine(short_name(program, file) if line else "", line, line_text(forms[key]), cause, cycles)
        for key, cycles in lines.items()
        for file, line, _, cause in [key]
    ]
    return tuple(sorted(found, key=lambda line: -line.cycles))
