"""`simt why` as text: the limits of a run by their cost, and the changes that would help, at 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simt.core.state.reasons import LOST_LANES
from simt.diagnosis.access_advice import about_addresses
from simt.launch.sizes import size_text
from simt.views.kit.lines import LineCost, by_instruction, by_line
from simt.views.kit.text import aligned, clip, cut, hung, paint, percent, plural
from simt.views.run.unfilled import CauseText, unfilled_rows

if TYPE_CHECKING:
    from simt.diagnosis.accesses import Access
    from simt.diagnosis.chain import Chain
    from simt.diagnosis.changes import Change
    from simt.diagnosis.policies import Policies
    from simt.diagnosis.sizes import Sizes
    from simt.diagnosis.why import Lifted, Why
    from simt.result.result import Result

_PART = 0.02  # least share of the issue slots that are empty for which their causes are shown
_LEAST = 0.001  # least share of the cycles that a limit must cost to have a row
_MOST = 12  # limits, and changes
_CHAIN = 8  # rows of the chain
_ACCESSES = 6  # lines with accesses
_LOST, _LOSING = 0.1, 3  # least share of lanes without work that is shown, and the lines that are shown for it
_SHORT_LIMITS, _SHORT_CHANGES = 5, 3  # of the text that fits a screen


def why_text(why: Why, machine: str = "", *, color: bool = False, is_short: bool = False) -> str:
    """Return the analysis as text that ends in a newline.

    machine: its name, by default the name in the run. is_short: whether to show only the costliest limits and the
    changes that save most, which fit a screen.
    """
    result = why.run
    name = machine or result.machine.name
    lines = [paint(clip(f"{result.program.name} on {name}: {result.cycles} cycles"), "bold", color)]
    comparable = [lifted for lifted in why.limits if not lifted.is_other]
    costly = costly_limits(why)
    most_limits, most_changes = (_SHORT_LIMITS, _SHORT_CHANGES) if is_short else (_MOST, _MOST)
    if costly:
        lines.append("what it would take without a limit (each run again without it)")
        table = [*map(cut, aligned(limit_rows(why, costly[:most_limits]), {0, 4}))]
        lines.append(table[0])
        for lifted, line in zip(costly, table[1:], strict=False):
            lines.append(line)
            if lifted.hides is not None and not is_short:
                lines += hung("    ", f"hides {lifted.hides.limit.name}: without both {lifted.hides.cycles}")
    for words, limits in (
        ("costs nothing by itself", [lifted for lifted in comparable if lifted not in costly]),
        ("not comparable, the kernel does something else without", [limit for limit in why.limits if limit.is_other]),
    ):
        if limits and not is_short:
            lines += hung(f"  {words}: ", ", ".join(lifted.limit.name for lifted in limits))
    lines.append("what would help (each was run)" if why.changes else "no change of the machine that was tried helps")
    for change in why.changes[:most_changes]:
        lines += _advice(change, result.cycles)
    if is_short:
        return "\n".join(lines) + "\n"
    if why.sizes is not None:
        lines += _sizes(why.sizes)
    lines += [*_accesses(why), *_lanes(result), *_unfilled(why)]
    if why.policies is not None:
        lines += _policies(result, why.policies)
    if why.chain is not None and why.chain.pieces:
        lines += _chain(why, why.chain)
    return "\n".join(lines) + "\n"


def costly_limits(why: Why) -> list[Lifted]:
    """Return the limits that cost a thousandth of the cycles or more, the largest cost first."""
    return [lifted for lifted in why.limits if not lifted.is_other and lifted.saved >= _LEAST * why.run.cycles]


def limit_rows(why: Why, limits: Sequence[Lifted]) -> list[tuple[str, ...]]:
    """Return the table of limits: the head, then name, cycles, change, share and the line that pays most."""
    return [("limit", "cycles", "", "", "pays most"), *(_row(lifted, why) for lifted in limits)]


def saving(change: Change, cycles: int) -> str:
    """Return the cycles that a change saves, and their share of all: `at most 120 cycles (4.1 %)`."""
    limit = "at most " if change.is_bound else ""
    return f"{limit}{change.saved} cycles ({100 * change.saved / cycles:.1f} %)"


def noted_accesses(why: Why) -> list[Access]:
    """Return the lines whose accesses have a note; the ones that move most bytes or take most passes are first."""
    noted = (access for access in why.accesses if access.is_noted)
    return sorted(noted, key=lambda access: -(access.transactions or access.passes))


def noted_causes(why: Why) -> list[CauseText]:
    """Return the causes of empty issue slots, with advice; none if few slots are empty, and no cause of few slots."""
    empty = why.unfilled
    if empty is None or empty.count < _PART * empty.total:
        return []
    return [row for row in unfilled_rows(why.run, empty) if row[0] >= _PART * empty.count]


def _accesses(why: Why) -> list[str]:
    """Return the lines whose accesses move the most bytes or take the most passes, with advice on their addresses."""
    noted = noted_accesses(why)
    if not noted:
        return []
    texts = by_instruction(why.run)
    lines = ["accesses to memory, by line"]
    for access in noted[:_ACCESSES]:
        place = f"{access.file.rsplit('/', 1)[-1]}:{access.line}" if access.line else f"pc {access.pcs[0]}"
        lines.append(cut(f"  {place}  {texts[access.pcs[0]].text()}"))
        lines += hung("    ", f"{access.kind}: {access.text()}")
        if advice := about_addresses(access, why.run.machine.warp_size):
            lines += hung("      ", advice)
    if len(noted) > _ACCESSES:
        lines.append(f"  and {plural(len(noted) - _ACCESSES, 'more line')}")
    return lines


def lanes_without_work(result: Result) -> tuple[str, list[LineCost]]:
    """Return the share of issued lanes without work as text, and the lines that lose most; "" and no lines if few."""
    lanes = {kind: result.ledgers.lane[kind] for kind in LOST_LANES}
    total, lost = sum(result.ledgers.lane.values()), sum(lanes.values())
    if not total or lost < _LOST * total:
        return "", []
    kinds = ", ".join(f"{kind} {percent(count, total)}" for kind, count in lanes.items() if count)
    losing = sorted(by_line(result), key=lambda line: -line.lanes_lost.total())[:_LOSING]
    head = f"{percent(lost, total)} of the issued lanes have no work ({kinds})"
    return head, [line for line in losing if line.lanes_lost.total()]


def _lanes(result: Result) -> list[str]:
    head, losing = lanes_without_work(result)
    if not head:
        return []
    total = sum(result.ledgers.lane.values())
    rows = [(str(n := line.lanes_lost.total()), percent(n, total), line.place, line.text()) for line in losing]
    table = (cut(line) for line in aligned(rows, {2, 3}))
    return [*hung("", f"{head}: simt run --view lanes"), *table]


def _unfilled(why: Why) -> list[str]:
    causes, empty = noted_causes(why), why.unfilled
    if not causes or empty is None:
        return []
    share = 100 / empty.total
    lines = [f"no instruction to issue in {empty.count} of {empty.total} issue slots ({share * empty.count:.1f} %)"]
    for slots, cause, advice in causes:
        lines += [*hung("  ", f"{share * slots:.1f} %: {cause}"), *hung("      ", advice)]
    return lines


def _sizes(sizes: Sizes) -> list[str]:
    """Return the sizes of work-groups that are faster, and the reasons of the sizes without a good run."""
    count = plural(len(sizes.tried), "other size")
    if not sizes.faster:
        return [f"no other size of work-groups that was tried helps ({count})"]
    rows = [("work-group", "cycles", "", "", "")]
    for size in sizes.tried:
        if size.cycles is not None:
            text = size_text(size.local)
            share = f"{-100 * size.saved / sizes.cycles:.1f} %"
            rows.append((text, str(size.cycles), f"{-size.saved:+d}", share, f"--local-size {text}"))
    lines = [f"with work-groups of other sizes (each of {count} was run)"]
    lines += [*map(cut, aligned(rows, {0, 4}))]
    for size in sizes.tried:
        if size.cycles is None:
            lines += hung(f"  {size_text(size.local)}: ", size.why)
    advice = "simt tune, with the same kernel and machine, ranks all sizes, and values of -D and --set beside them"
    return [*lines, *hung("      ", advice)]


def _policies(result: Result, policies: Policies) -> list[str]:
    rows = [("branch policy", "cycles", "", "")]
    notes = []
    for tried in policies.tried:
        if tried.cycles is None:
            notes += hung(f"  {tried.policy}: ", tried.why)
            continue
        saved = result.cycles - tried.cycles
        share = f"{-100 * saved / result.cycles:.1f} %" if tried.keys else "as it is"
        rows.append((tried.policy, str(tried.cycles), str(-saved) if tried.keys else "", share))
    lines = ["under other branch policies (each was run)", *map(cut, aligned(rows, {0})), *notes]
    if (missing := policies.missing) is not None:
        texts = by_instruction(result)
        joins = "at the end of the program" if missing.joins is None else f"at {texts[missing.joins].place}"
        join = (
            f"{texts[missing.branch].place}: lanes that part here join {joins}, and could at "
            f"{texts[missing.could].place}, where both ways come to: {100 * missing.share:.1f} % of all lanes wait "
            "because of it"
        )
        lines += ["a join is missing", *hung("  ", join)]
        lines += hung("    ", "make every path from the branch pass that place: one jump back for each loop, with "
                                  "the loop's exits after it")  # fmt: skip
    return lines


def _chain(why: Why, chain: Chain) -> list[str]:
    total, texts = chain.cycles, by_instruction(why.run)
    part = "" if total == why.run.cycles else f" (the last {total} cycles)"
    of = f" of core {chain.core}" if len(why.run.cores) > 1 else ""
    reasons = ", ".join(f"{reason} {100 * cycles / total:.1f} %" for reason, cycles in chain.reasons.items())
    rows = [("cycles", "", "reason", "line")]
    for (pc, reason), cycles in list(chain.instructions.items())[:_CHAIN]:
        what = "" if pc < 0 else f"{texts[pc].place}  {texts[pc].text()}"
        rows.append((str(cycles), f"{100 * cycles / total:.1f} %", reason, what))
    rest = total - sum(list(chain.instructions.values())[:_CHAIN])
    more = [f"  and {plural(rest, 'cycle')} in {plural(len(chain.instructions) - _CHAIN, 'more row')}"] if rest else []
    return [
        f"the chain of instructions that bounds the run{of}{part}",
        *hung("  ", reasons),
        *map(cut, aligned(rows, {2, 3})),
        *more,
    ]


def _row(lifted: Lifted, why: Why) -> tuple[str, ...]:
    share = f"{-100 * lifted.saved / why.run.cycles:.1f} %"
    pays = ", ".join(f"{clip(file.rsplit('/', 1)[-1], 20)}:{line}" for (file, line), _ in lifted.lines[:1])
    return lifted.limit.name, str(lifted.cycles), str(-lifted.saved), share, pays


def _advice(change: Change, cycles: int) -> list[str]:
    settings = f"measured by {change.settings}" if change.is_bound else change.settings  # which nobody can build
    return [*hung("  ", f"{change.text}; saves {saving(change, cycles)}"), *hung("      ", settings)]
