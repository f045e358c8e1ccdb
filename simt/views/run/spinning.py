"""Messages about lanes that spin on a word of memory which a waiting lane would write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from simt.diagnosis.spinning import Spinning, Writers, spinning_of
from simt.result.result import Result
from simt.views.kit.text import lane_text

_HOW = {
    "stack": "waits in the stack of its warp",
    "turn": "waits for its turn: lanes at lower addresses run first",
    "blocked": "is blocked at a convergence barrier, until the lanes that spin come there too",
    "barrier": "waits at a barrier of its work-group",
    "active": "is active, in a warp that the scheduler does not select",
}
_MOST = 3  # parties of lanes that are named


class SpinningWords(NamedTuple):
    """The parts of a diagnostic about lanes that spin. pc: the instruction that reads the word."""

    pc: int
    message: str
    label: str
    notes: tuple[str, ...]
    advice: str


def spinning_words(result: Result, place: Callable[[int], str]) -> SpinningWords | None:
    """Describe the lanes that spin and the lanes that would write the word, or None if there are none.

    place: returns the text for the source line of an address.
    """
    found = spinning_of(result)
    if found is None:
        return None
    first, writer = found.spinners[0], found.writers[0]
    word = f"`{found.name}`" if found.name else f"{found.space} {'word' if found.space == 'local' else 'byte'} "
    word = word if found.name else f"{word}{found.address}"
    who = _who(result, writer.core, writer.warp, writer.lanes)
    message = (
        f"{_who(result, first.core, first.warp, first.lanes)} {_spin(first.lanes)} on {word}, which "
        f"{_lanes(writer.lanes) if writer.warp == first.warp and writer.core == first.core else who} would write"
    )
    more = [
        f"{_who(result, party.core, party.warp, party.lanes)} {_spin(party.lanes)} on it too, at {place(party.pc)}"
        for party in found.spinners[1:_MOST]
    ]
    if len(found.spinners) > _MOST:
        more.append(f"so do lanes in {len(found.spinners) - _MOST} other places")
    notes = [f"the word is {found.value}; they come back to this instruction, and nothing has changed", *more]
    notes += [_writer(result, party, place) for party in found.writers[:_MOST]]
    return SpinningWords(first.pc, message, "read for ever", tuple(notes), _advice(result, found))


def _writer(result: Result, party: Writers, place: Callable[[int], str]) -> str:
    how = _HOW[party.how]
    if party.lanes & (party.lanes - 1):
        how = how.replace("waits", "wait", 1).replace("is ", "are ", 1).replace("its", "their")
    return (
        f"{_who(result, party.core, party.warp, party.lanes)} would go on at {place(party.at)} and write it at "
        f"{place(party.pc)}, but {how}"
    )


def _advice(result: Result, found: Spinning) -> str:
    if all(party.how == "active" for party in found.writers):
        return "let the scheduler be fair: -s scheduler.policy=oldest or round_robin"
    if result.machine.branch.policy == "its_yield":
        return "give it more cycles: lanes that spin leave the barriers of the others in time"
    return (
        "let lanes that spin give way: -s branch.policy=its_yield; or do what the lock guards inside the loop that "
        "takes it, where all lanes meet in every turn"
    )


def _spin(lanes: int) -> str:
    return "spin" if lanes & (lanes - 1) else "spins"


def _lanes(mask: int) -> str:
    numbers: Sequence[int] = [lane for lane in range(64) if mask >> lane & 1]
    return f"lane{'s' if len(numbers) > 1 else ''} {lane_text(list(numbers))}"


def _who(result: Result, core: int, warp: int, mask: int) -> str:
    where = f" of core {core}" if len(result.cores) > 1 else ""
    return f"{_lanes(mask)} of warp {warp}{where}"
