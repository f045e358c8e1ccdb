"""Section 31 of docs/processor.md: every feature with every other, the fast engine against the specification.

Both are equal on every cycle, and where there are no races the functional engine leaves what they leave.

    python -m tests.property.test_combinations_agree 1200 20000     cases by number: the first one, and how many
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, compress

import numpy as np
import pytest

from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.machine.rules import BRANCH_RULES, SCHEDULERS
from tests.device_engines import device_difference, fast_device
from tests.engines import ALL_BITS, fast_case, plain_difference
from tests.generators.across import NAMES, OPTIONS
from tests.generators.cases import Case, describe
from tests.generators.combined import combined_case, features, is_race_free
from tests.generators.devices import DeviceCase
from tests.generators.devices import describe as describe_launch

BATCHES = 12
CASES = 100  # in a batch
MOST = 10_000_000  # instructions of a functional run
TIMES = 20  # that each pair of features occurs, at least

BANKS = ("three_banks", "eight_banks")
NEED_SCOREBOARD = ("issue slots of kinds", "schedulers", "interval", "collectors", "ideal.dependences")
# A machine has one of these.
EXCLUSIVE = (
    BRANCH_RULES,
    SCHEDULERS,
    ("simple memory", "dram"),
    ("front end", "no front end"),
    ("bundles", "slots of kinds"),
    (*BANKS, "collectors"),
)
OTHERS = (
    "scoreboard", "issue_width", "costs", "cores", "ideal.banks", "ideal.lanes", "ideal.barriers", "doubles",
    "private memory", "lanes that read one another", "atomics", "wide accesses", *NEED_SCOREBOARD,
)  # fmt: skip
FEATURES = tuple(dict.fromkeys((*(name for names in EXCLUSIVE for name in names), *OTHERS)))
# Section 31, and the features that need what it refuses.
REFUSED = (
    (("bundles", "slots of kinds"), ("issue_width", "scoreboard", *NEED_SCOREBOARD)),
    (("no front end",), BANKS),
    (("front end",), ("schedulers", "collectors")),
    (("schedulers",), BANKS),
)
ACROSS_AND = ("a jump on it", "several beats", "in a bundle")
# By the seeds of the cases that were compared in this process.
features_found: dict[int, set[str]] = {}
across_found: dict[int, set[str]] = {}


def are_combined(a: str, b: str) -> bool:
    """Whether some machine has both features."""
    if any(a in names and b in names for names in EXCLUSIVE):
        return False
    return not any((a in these and b in those) or (b in these and a in those) for these, those in REFUSED)


def across(case: Case | DeviceCase) -> set[str]:
    """The instructions of section 28 that the program has and the machine too, and what is there with some of them."""
    known = [each for each in case.program.instructions if each is not None]
    some = [each for each in known if each.spec.across and case.machine.has(each.spec.requires)]
    has_any = (
        any(each.cond != "always" for each in some),
        bool(some) and case.machine.warp_size > case.machine.alu.lanes,
        any(each.more for each in some),
    )
    options = {f"{key} {case.machine.has(key.partition('.')[2])}" for key in OPTIONS}
    return {each.spec.name for each in some} | {*compress(ACROSS_AND, has_any)} | options


def functional_difference(case: Case | DeviceCase) -> str:
    """What the functional engine leaves otherwise than the cycle engine, in a case without races; "" if nothing."""
    forms = case.machine.branch.policy == "warp_formation"  # with time; without it every warp issues for itself
    if isinstance(case, Case):
        timed = fast_case(case)
        output = simulate(
            Placed(case.program, case.machine, Grid.of(case.threads)), max_cycles=MOST, engine="functional"
        )
        are_equal = {
            "status": timed.status == output.status,
            "registers": np.array_equal(timed.registers, output.registers[0]),
            "carry flags": timed.carry == [int(bits) & ALL_BITS for bits in output.carry[0]],
            "local memory": np.array_equal(timed.local, output.local[0]),
            "issues": forms or timed.issues == output.stats["issues"][: len(timed.issues)].tolist(),
        }
    else:
        device = fast_device(case)
        if device.status == "cycle_limit":  # a program that ends, but in more cycles than a case has
            return ""
        local = np.zeros(case.machine.local.words, np.uint32)
        local[: len(case.local_memory)] = case.local_memory
        buffers = np.array(case.buffers, np.int64).reshape(-1, 2)
        output = simulate(
            Placed(case.program, case.machine, Grid(size=case.size, local=case.local, offset=case.offset)),
            Memories(buffers=buffers, words=np.array(case.words, np.uint32), local=local),
            max_cycles=MOST,
            engine="functional",
        )
        issues = np.sum([core.issues for core in device.cores], axis=0)
        are_equal = {
            "status": device.status == output.status,
            "global memory": np.array_equal(device.words, np.asarray(output.words)[: len(case.words)]),
            "issues": forms or issues.tolist() == output.stats["issues"][: len(issues)].tolist(),
        }
    return ", ".join(name for name, is_equal in are_equal.items() if not is_equal)


def difference(seed: int) -> str:
    """The difference of a case, "" if there is none."""
    case = combined_case(seed)
    features_found[seed], across_found[seed] = features(case), across(case)
    found = plain_difference(case) if isinstance(case, Case) else device_difference(case)
    if not found and is_race_free(seed):
        found = functional_difference(case)
        found = found and f"functional engine: {found}"
    if not found:
        return ""
    text = describe(case) if isinstance(case, Case) else describe_launch(case)
    return f"seed {seed}\n{found}\n\n{text}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_every_cycle(batch: int) -> None:
    for seed in range(batch * CASES, (batch + 1) * CASES):
        found = difference(seed)
        assert not found, found


def test_every_pair_of_features_occurs_often() -> None:
    """Features of the machine, and features of which the program has an instruction."""
    pairs = Counter[frozenset[str]]()
    for seed in range(BATCHES * CASES):
        found = features_found.get(seed) or features(combined_case(seed))
        assert found <= set(FEATURES)
        pairs.update(map(frozenset, combinations(sorted(found), 2)))
    wanted = [frozenset(pair) for pair in combinations(FEATURES, 2) if are_combined(*pair)]
    assert not set(pairs) - set(wanted)
    seldom = {tuple(sorted(pair)): pairs[pair] for pair in wanted if pairs[pair] < TIMES}
    assert not seldom


def test_lanes_read_one_another_often() -> None:
    """Each instruction of section 28. With what features of machines they occur the test before says."""
    seen = Counter[str]()
    for seed in range(BATCHES * CASES):
        seen.update(across_found[seed] if seed in across_found else across(combined_case(seed)))
    options = [f"{key} {has}" for key in OPTIONS for has in (True, False)]
    assert {name: seen[name] for name in (*NAMES, *ACROSS_AND, *options) if seen[name] < TIMES} == {}


def main(arguments: Sequence[str]) -> None:
    """Print the differences of cases, and how many were run."""
    first, count = map(int, arguments)
    different = 0
    for seed in range(first, first + count):
        if found := difference(seed):
            different += 1
            sys.stdout.write(found + "\n")
    sys.stdout.write(f"{count} cases, {different} differ\n")


if __name__ == "__main__":
    main(sys.argv[1:])
