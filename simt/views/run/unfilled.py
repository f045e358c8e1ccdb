"""The causes of empty issue slots as text: each with the number of slots, a description, and advice."""

from __future__ import annotations

from collections import Counter

from simt.diagnosis import unfilled as causes
from simt.diagnosis.unfilled import Unfilled
from simt.result.result import Result
from simt.views.kit.lines import by_instruction

_UNEVEN = 1.5  # times the others' mean: from here on the last work-group counts as longer than the others
_MOST = 4  # warps named

CauseText = tuple[int, str, str]  # issue slots, the cause, advice


def unfilled_rows(result: Result, unfilled: Unfilled) -> list[CauseText]:
    """Return a row for each cause, most slots first."""
    explain = {
        causes.NO_GROUP: _no_group, causes.ENDED: _ended, causes.NO_GROUP_THERE: _no_group_there,
        causes.STORES: _stores, causes.NEXT_GROUP: _next_group, causes.FEW_WARPS: _few_warps, causes.EXITS: _exits,
        causes.FEW_OR_EXITS: _few_warps,
    }  # fmt: skip
    return [(slots, *explain[cause](result, unfilled)) for cause, slots in unfilled.slots.items()]


def _no_group(result: Result, unfilled: Unfilled) -> tuple[str, str]:
    cores = len(result.cores)
    return (
        f"{unfilled.idle_cores} of {cores} cores have no work-group: the launch has {result.groups}",
        f"smaller work-groups or a larger launch: {cores} work-groups at least",
    )


def _ended(result: Result, unfilled: Unfilled) -> tuple[str, str]:
    last = unfilled.last
    assert last is not None
    text = f"cores have ended and wait for group {last.group} on core {last.core}, which ends last of {result.groups}"
    more_work, more_time = (
        getattr(last, count) > _UNEVEN * unfilled.mean_of_others(count) for count in ("instructions", "cycles")
    )
    if more_work and more_time:
        text += (
            f": it issues {last.instructions} instructions, the others "
            f"{unfilled.mean_of_others('instructions'):.0f} on average{_where(result, unfilled)}"
        )
        first = last.group * result.threads
        which = f"work-items {first} to {first + result.threads - 1}"
        return text, f"uneven work-groups: spread the work of group {last.group} ({which}) over more of them"
    if more_time:
        text += (
            f": it takes {last.cycles} cycles, the others {unfilled.mean_of_others('cycles'):.0f} on average, for "
            f"the same number of instructions; most of it is {last.waits}{_line_of(result, last.waits)}"
        )
        return text, f"uneven waiting: `simt explain {last.waits}`"
    at_once = result.places * len(result.cores)
    text += f": it starts in cycle {last.start}{_where(result, unfilled)}"
    if result.groups % at_once:
        return text, (
            f"the last round is not full: {result.groups} work-groups, {at_once} at a time; a number that {at_once} "
            "divides, or smaller work-groups"
        )
    return text, "smaller work-groups, so that the last ones end at nearly the same time"


def _no_group_there(result: Result, _: Unfilled) -> tuple[str, str]:
    width = result.machine.issue_slots
    busy = {core.number: core.cycles - core.ledgers.issue.get("idle", 0) // width for core in result.cores}
    longest = max(busy, key=lambda core: busy[core])
    rest = [cycles for core, cycles in busy.items() if core != longest and result.cores[core].instructions]
    mean = f", the others that have one for {sum(rest) / len(rest):.0f} on average" if rest else ""
    return (
        f"cores have no work-group any more, or not yet: core {longest} has one for {busy[longest]} cycles{mean}",
        "work-groups of equal work, in a number that fills every round, or smaller ones",
    )


def _stores(result: Result, unfilled: Unfilled) -> tuple[str, str]:
    last = unfilled.last
    assert last is not None
    return (
        f"all warps have ended in cycle {last.end}, and memory is busy until {result.cycles} with what they stored",
        "store earlier, or fewer transactions: neighbouring work-items store neighbouring words",
    )


def _next_group(result: Result, _: Unfilled) -> tuple[str, str]:
    there_and_back = 2 * result.machine.interconnect.latency
    text = f"a group has ended, and the next one takes {there_and_back} cycles from the dispatcher"
    return text, "more work in each work-group, or more places in a core: fewer registers, less local memory"


def _few_warps(result: Result, unfilled: Unfilled) -> tuple[str, str]:
    width = result.machine.issue_slots
    if unfilled.alone is None:
        return f"fewer warps live than the {width} instructions that can issue, or they are ending", _MORE_WARPS
    core, cycle, warps = unfilled.alone
    named = ", ".join(map(str, warps[:_MOST])) + (", ..." if len(warps) > _MOST else "")
    which = f"warp {named}" if len(warps) == 1 else f"warps {named}"
    of = f" of core {core}" if len(result.cores) > 1 else ""
    live = "lives" if len(warps) == 1 else "live"
    text = f"from cycle {cycle} on only {which}{of} {live}, and {width} instructions can issue"
    if cycle == 0:
        return text, _MORE_WARPS
    return f"{text}{_where(result, unfilled)}", "give all warps as much work as these"


_MORE_WARPS = "more warps: larger work-groups, or more of them in a core; a smaller issue width loses nothing"


def _exits(_: Result, __: Unfilled) -> tuple[str, str]:
    return "the last instructions of all live warps are in the pipeline", "longer work-groups have fewer ends"


def _line_of(result: Result, state: str) -> str:
    """Return `, at LINE` for the line of the instruction that kept warps in a state longest; "" if none did."""
    lines = by_instruction(result)
    cycles = [row["warp_cycles"].get(state, 0) for row in result.lines]
    return f", at {lines[cycles.index(max(cycles))].place}" if any(cycles) else ""


def _where(result: Result, unfilled: Unfilled) -> str:
    """Return `; N % of the rest at LINE` for the line where the last warps spent most cycles; "" if it is not known."""
    if not unfilled.lines:
        return ""
    texts = by_instruction(result)
    by_place: Counter[str] = Counter()
    for pc, cycles in unfilled.lines:
        by_place[texts[pc].place] += cycles
    [(place, most)] = by_place.most_common(1)
    return f"; {100 * most / by_place.total():.0f} % of the rest at {place}"
