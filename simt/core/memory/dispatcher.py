"""The dispatcher of work-groups, beyond the interconnect (docs/processor.md, section 18)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.memory.link import after, further
from simt.core.state.cores import link_of
from simt.core.state.layout import NEVER


@block
def next_report(links, k):
    """Return the cycle in which core k's oldest report of an ended group is at the dispatcher, or NEVER."""
    unit = links.units[k, 0]
    return links.ends[k, unit.end_head].arrives if unit.ends > 0 else np.int64(NEVER)


@block
def take_report(link, arrives):
    """Remove a report of a core that arrives in this cycle; return the place for work-groups that it is about.

    If several reports arrive, the report about the lowest place is taken.
    """
    unit, ends = link.units[0], link.ends
    best = unit.end_head
    place = after(unit.end_head, ends)
    for _ in range(unit.ends - 1):
        if ends[place].arrives == arrives and ends[place].place < ends[best].place:
            best = place
        place = after(place, ends)
    number = ends[best].place
    ends[best].place = ends[unit.end_head].place
    ends[best].arrives = ends[unit.end_head].arrives
    unit.end_head = after(unit.end_head, ends)
    unit.ends -= 1
    return number


@block
def dispatch_groups(end, links, device):
    """Answer all reports of ended groups that arrive before cycle `end`; return the next report's cycle, or NEVER.

    The answer to a report starts the next group in the place. After the last group, reports get no answer.
    """
    far = device.fars[0]
    launch = links.launches[0, 0]
    while True:
        first = np.int64(NEVER)
        chosen = 0
        for k in range(launch.cores):
            arrives = next_report(links, k)
            if arrives < first:
                first = arrives
                chosen = k
        if first >= end:
            return first
        link = link_of(chosen, links)
        number = take_report(link, first)
        far.ended += 1
        far.last_end = max(far.last_end, first - launch.interconnect)
        if far.next_group < launch.groups:
            unit = link.units[0]
            start = link.starts[further(unit.start_head, unit.starts, link.starts)]
            start.arrives = first + launch.interconnect
            start.place = number
            start.group = far.next_group
            unit.starts += 1
            far.next_group += 1
            device.wakes[chosen] = min(device.wakes[chosen], start.arrives)
