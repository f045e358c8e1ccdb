"""The cycles of a launch, by the steps that issue or wait."""

from __future__ import annotations

from collections import defaultdict

from simt.models.refined.steps import Wait

ISSUED, DRAIN = Wait("issued"), Wait("drain")
NOWHERE = -1  # the address of time that belongs to the whole launch

_EPSILON = 1e-9  # error of sums of fractions of a cycle

Spent = dict[tuple[int, Wait], float]  # cycles, by the address of a step and what it waits for


class Account:
    """The cycles so far. The slots that issue are charged to the steps that take them, other time to the next step."""

    def __init__(self, most_issued: float) -> None:
        self._most_issued = most_issued
        self._now = 0.0
        self._selected: list[int] = []  # the addresses of the steps in the latest cycle with any
        self._issued: dict[int, float] = defaultdict(float)  # cycles, by the address of the step that issued
        self._waits: dict[int, Wait] = {}  # by their identity, which is faster to look up than what they say
        self._spent: dict[tuple[int, int], float] = defaultdict(float)  # by address and by the identity of a wait

    def charge(self, address: int, wait: Wait, until: float, weight: float) -> None:
        """Charge the cycles until the next selection: first to the steps that issued, then to the step that waited."""
        cycles, selected = until - self._now, self._selected
        if cycles <= 0:
            selected.append(address)
            return
        if len(selected) == self._most_issued and cycles >= 1:  # all of a cycle, as in most cases
            cycles -= 1
            for issuer in selected:
                self._issued[issuer] += weight / self._most_issued
        elif selected:
            issued = min(cycles, len(selected) / self._most_issued)
            cycles -= issued
            for issuer in selected:
                self._issued[issuer] += issued * weight / len(selected)
        if cycles > _EPSILON:
            self._waits[id(wait)] = wait
            self._spent[address, id(wait)] += cycles * weight
        self._now, self._selected = until, [address]

    def closed(self, end: float) -> Spent:
        """Return what all cycles are spent on; the ones from the last selection to the end are a drain."""
        spent: Spent = defaultdict(float, {(address, ISSUED): cycles for address, cycles in self._issued.items()})
        for (address, number), cycles in self._spent.items():
            spent[address, self._waits[number]] += cycles
        spent[NOWHERE, DRAIN] += max(0.0, end - self._now)
        return dict(spent)
