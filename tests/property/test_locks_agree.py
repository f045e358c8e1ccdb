"""What the order of locks leaves of the races in generated runs is what a search over all orders leaves."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import isa
from simt.core.state.grid import Grid
from simt.core.state.placed import Given, Placed
from simt.core.state.state import State
from simt.diagnosis.locks.clocks import Word
from simt.diagnosis.locks.ordered import Ordered
from simt.launch.programs import programs_folder
from simt.machine import Machine
from tests.checking import Access, Launch, Recorder, conflict, specified
from tests.examples import examples
from tests.generators.cases import random_case
from tests.property.test_checks_agree import ASSUMED, device_launch_of, launch_of

STEPS = 4000
POLICIES = ("ipdom_stack", "min_pc", "its", "its_yield")


class Every(frozenset[Word]):
    """All words: none of them is a lock."""

    def __contains__(self, word: object) -> bool:
        return True


def ordered(launch: Launch, barred: frozenset[Word] = frozenset()) -> Ordered:
    placed = Placed(launch.program, launch.machine, launch.grid)
    made = Ordered(State.build(placed, launch.memories, without_time=True), launch.program.counts_on, barred)
    made.run(launch.steps)
    return made


def assert_alike(launch: Launch) -> None:
    """Without locks the races are those of all pairs of accesses."""
    found, there = ordered(launch, Every()), specified(launch)
    kinds = ("", "groups", "warps", "lanes")
    assert {("global" if far else "local", word) for far, word in found.racing} == there.racing
    races = {(kinds[kind], pc, other): row["time"] for (kind, pc, other), row in found.races.items()}
    assert races.keys() <= there.races.keys()
    without_stores = {key: step for key, step in there.races.items() if key[0] != "store"}
    assert min(races.values(), default=-1) == min(without_stores.values(), default=-1)


@pytest.mark.parametrize("seed", range(examples(400, part=50)))
def test_without_locks_on_processors(seed: int) -> None:
    rng = random.Random(f"check {seed}")
    assert_alike(launch_of(random_case(seed, extras=seed % 2 == 1), rng, ASSUMED[seed % len(ASSUMED)]))


@pytest.mark.parametrize("seed", range(examples(400, part=50)))
def test_without_locks_on_devices(seed: int) -> None:
    assert_alike(device_launch_of(seed, ASSUMED[seed % len(ASSUMED)]))


# --- with locks -------------------------------------------------------------------------------------------------------


def random_locked(seed: int) -> Launch:
    """A launch whose threads take locks, with the mistakes that one makes: a lock too few, given back too early."""
    rng = random.Random(f"locks {seed}")
    machine = Machine.load("fpga4", {"branch.policy": rng.choice(POLICIES)})
    head = "\n".join([
        ".equ masks 0", ".equ inside 1", ".threads 8", '.include "lock.inc"', ".local lock u32[2]", ".local x u32[4]",
        " mov.b32 r1, 0", " mov.b32 r2, 1", " mov.b32 r6, thread_id", " and.b32 r8, thread_id, 1",
    ])  # fmt: skip
    lines: list[str] = [head]
    for number in range(rng.randint(1, 5)):
        kind = rng.random()
        if kind < 0.15:
            lines += _accesses(rng)
        elif kind < 0.3:
            lines.append(" bar")
        else:
            lock = rng.choice(["r1", "r2", "r8"])
            early = rng.random() < 0.2
            body = _accesses(rng)
            at = rng.randrange(len(body)) if early else 0
            body[at:at] = [f" release {lock}, lock"] if early else []
            lines += [f" critical {lock}, lock, n{number}", *body, f" endcritical {lock}, lock, n{number}"]
    program = isa.assemble("\n".join([*lines, " ret\n"]), include_paths=[programs_folder() / "locks"])
    words = machine.local.words
    given = Given(np.ones(words, np.uint8), np.zeros(0, np.uint8))
    return Launch(program, machine, Grid.of(8), np.zeros(words, np.uint32), None, None, given, STEPS)


def _accesses(rng: random.Random) -> list[str]:
    """Lines that load and store, each thread or all in the same word."""
    place = rng.choice(["r1", "r2", "r8"])
    return [
        rng.choice([f" ld.local r5, [{place} + x]", f" st.local [{place} + x], r6"]) for _ in range(rng.randint(1, 3))
    ]


def by_search(launch: Launch) -> set[int]:
    """The words that race: each access with the set of all that comes before it, from the definitions."""
    accesses, _ = Recorder(launch).run()
    first = launch.program.locals["lock"].address
    made = {word: each for (_, _, byte), each in accesses.items() if byte % 4 == 0 for word in [byte // 4]}
    gives, edges = set[Access](), dict[Access, Access]()
    for word in (first, first + 1):
        orders = _orders(made.get(word, []))
        gives |= orders.keys() | set(orders.values()) if orders is not None else set()
        edges |= {} if orders is None else orders
    events = sorted({each for some in made.values() for each in some}, key=lambda each: (each.step, each.lane))
    before = dict[Access, set[Access]]()
    for place, event in enumerate(events):
        behind = set[Access]()
        for other in events[:place]:
            if _thread(other) == _thread(event) or other.epoch < event.epoch or edges.get(event) == other:
                behind |= {other} | before[other]
        before[event] = behind
    racing = set()
    for word, some in made.items():
        for place, second in enumerate(some):
            for one in some[:place]:
                if (
                    conflict(_atomic(one, gives), _atomic(second, gives), is_lockstep=False)
                    and one not in before[second]
                ):
                    racing.add(word)
    return racing


def _thread(access: Access) -> tuple[int, int]:
    return access.warp, access.lane


def _atomic(access: Access, gives: set[Access]) -> Access:
    """A store that gives a lock back, as the atomic that it stands for."""
    return replace(access, is_atomic=True) if access in gives else access


def _orders(some: list[Access]) -> dict[Access, Access] | None:
    """For each access that takes a lock, the store that gave it back before; None of a lock that is misused.

    A thread that stores 0 has taken the lock with its last exchange before it, unless it has given it back since.
    """
    some = sorted(some, key=lambda each: (each.step, each.lane))
    takes = dict[Access, Access]()  # by the store that gives back
    for store in (each for each in some if each.is_store):
        own = [each for each in some[: some.index(store)] if _thread(each) == _thread(store)]
        if own and own[-1].is_atomic:
            takes[store] = own[-1]
    spans = sorted(((some.index(take), some.index(store)) for store, take in takes.items()))
    for number, each in enumerate(some):
        if each.is_store and each not in takes and any(first < number < last for first, last in spans):
            return None
    return {some[take]: some[last] for (take, _), (_, last) in zip(spans[1:], spans, strict=False)}


def test_with_locks() -> None:
    """Of the drawn kernels some race and some do not, and the words are those of the search."""
    outcomes = set[bool]()
    for seed in range(examples(800, part=50)):
        launch = random_locked(seed)
        found = ordered(launch)
        if found.locks.misused:
            found = ordered(launch, frozenset(found.locks.misused))
        assert {word for _, word in found.racing} == by_search(launch), seed
        outcomes.add(bool(found.racing))
    assert outcomes == {False, True}
