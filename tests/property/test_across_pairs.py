"""Section 28 among the pairs of a machine and a program on which the engines are held equal in every run.

The pairs are the same as in test_schedulers_agree.py; here they are drawn and counted, and not run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from isa.program.encoding import Instruction
from tests.generators.across import NAMES, OPTIONS
from tests.generators.cases import Case
from tests.generators.devices import DeviceCase
from tests.property.test_schedulers_agree import MAKERS, PAIRS

LEAST = 20  # pairs with each


def pairs() -> Iterator[Case | DeviceCase]:
    for kind, count in PAIRS.items():
        yield from map(MAKERS[kind], range(count))


def across_instructions(case: Case | DeviceCase) -> list[Instruction]:
    """The instructions of section 28 in a program whose machine has them."""
    known = [instruction for instruction in case.program.instructions if instruction is not None]
    return [each for each in known if each.spec.across and case.machine.has(each.spec.requires)]


def features(case: Case | DeviceCase, some: list[Instruction]) -> Iterator[str]:
    """What a pair with such instructions has that bears on them."""
    machine = case.machine
    yield f"{machine.branch.policy}"
    yield f"{machine.issue.dependences}"
    yield f"{'a' if machine.front_end.stages else 'no'} front end"
    if machine.register_file.organisation == "collectors":
        yield "collectors"
    if machine.warp_size > machine.alu.lanes:
        yield "several beats"
    if any(each.cond != "always" for each in some):
        yield "a jump on it"
    if machine.costs:
        yield "costs"
    if isinstance(case, DeviceCase):
        yield "a device"
    following = [False, *(each is not None and each.more for each in case.program.instructions)]
    for before, each in zip(following, case.program.instructions, strict=False):
        if each is not None and each.spec.across and (before or each.more):
            yield "in a bundle"
            return


def test_every_instruction_and_what_bears_on_it_are_among_the_pairs() -> None:
    seen: Counter[str] = Counter()
    for case in pairs():
        some = across_instructions(case)
        seen.update({each.spec.name for each in some})
        seen.update({f"{key} {case.machine.has(key.partition('.')[2])}" for key in OPTIONS})
        if some:
            seen.update(features(case, some))
    assert set(NAMES) <= set(seen)
    assert {name: count for name, count in seen.items() if count < LEAST} == {}
