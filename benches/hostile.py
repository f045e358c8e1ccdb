"""Hostile instruction words in random programs, on every kind of engine: `python -m benches.hostile`.

    NUMBA_BOUNDSCHECK=1 python -m benches.hostile --count 1000000 --seed 1

Each program runs on the engine with time and on the one without. Anything but an end, a trap or the cycle limit is a
fault, an access outside an array is counted by itself, and the ledgers of every core sum to what its cycles are worth;
a crash of the process is a fault that needs no count. A third of the machines lack some limit (`ideal`). Engines that
have no core serve requests for DRAM, of traces and of clients, in place of words. Code that is compiled with bounds
checks has files of its own in the cache; `--unchecked` does without the checks, and finds only what crashes.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import click
import numpy as np

import isa
from isa.program.encoding import EncodingError, encode
from isa.program.program import Program
from isa.reporting.diagnostics import SimtError
from isa.table.table import COND, FIELDS, INSTRUCTIONS, SCALAR, SCALAR_COUNT, SPECIALS
from simt.core.engine.kinds import KINDS, kind_of
from simt.core.engine.names import CLIENTS, DRAM, REPLAY
from simt.core.engine.output import Output
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Given, Memories, Placed
from simt.machine import Machine
from simt.machine.capabilities import obstacle
from simt.memory.clients import run as clients
from simt.memory.dram import run as dram
from simt.memory.dram.traces import requests_of
from simt.result.dram_windows import earliest
from tests.generators.cases import Case, random_case
from tests.generators.channels import random_system, random_traffic
from tests.generators.combined import combined_case
from tests.generators.devices import DeviceCase, random_device_case
from tests.generators.machines import idealised, with_collectors, with_every_limit, with_scoreboard
from tests.generators.words import MORE
from tests.modes import check_bounds_are_checked

WITH_TIME = [kind.name for kind in KINDS.values() if kind.engine in ("cycle", "device")]
WITHOUT_WORDS = [kind.name for kind in KINDS.values() if kind.engine in (DRAM, CLIENTS, REPLAY)]
_LIFTED = 0.3  # of the machines lack some limit
_SCOREBOARDS = 1 / 3
_REQUESTS = 1000  # of a trace
_PLACES = 12  # programs that a drawn machine and launch run
_CYCLES = 300
_SPECS = list(INSTRUCTIONS.values())


@dataclass
class Found:
    """The words that were run, and the faults."""

    words: Counter[str] = field(default_factory=Counter)  # by kind of engine; requests for kinds without a core
    lifted: Counter[str] = field(default_factory=Counter)  # of these, words on machines without some limit
    ends: Counter[str] = field(default_factory=Counter)
    outside: list[str] = field(default_factory=list)
    unbalanced: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not (self.outside or self.unbalanced or self.faults)


def random_word(rng: random.Random, machine: Machine) -> int:
    """64 random bits, or a random valid word, mostly one that the machine can execute; some have a bit flipped."""
    while rng.random() > 0.005:
        spec = rng.choice(_SPECS)
        drawn: dict[str, Any] = {name: _number(rng, name) for name in spec.fields}
        if rng.random() < 0.2:
            drawn["more"] = True
        if spec.constant_slots and rng.random() < 0.4:
            slot = rng.choice(spec.constant_slots)
            gone = {name: 0 for name in (f"r{slot}", f"s{slot}") if name in drawn}
            drawn |= {"csel": slot, "const": rng.choice([0, 1, 2, 9, 63, 511]), **gone}
        elif SCALAR in drawn.values():
            drawn["const"] = rng.randrange(SCALAR_COUNT)
        if spec.may_jump and rng.random() < 0.2:
            drawn |= {"cond": rng.choice(list(COND)), "target": _number(rng, "target")}
        instruction = isa.Instruction(spec, **drawn)
        try:
            word = encode(instruction)
        except EncodingError:  # the coding has more rules than this function knows
            continue
        if rng.random() < 0.99 and obstacle(instruction, machine):
            continue
        return word ^ (1 << rng.randrange(64)) if rng.random() < 0.01 else word
    return rng.getrandbits(64)


def _number(rng: random.Random, name: str) -> int:
    """A value for a field: small, its last, a special source or the scalar one, or any."""
    high, low = FIELDS[name]
    most = (1 << (high - low + 1)) - 1
    chance = rng.random()
    if name in ("target", "otherwise"):
        return rng.randrange(40) if chance < 0.9 else rng.randint(0, most)
    if name in ("ra", "rb", "rc") and chance < 0.25:
        return rng.choice([*SPECIALS.values(), SCALAR])
    return min(most, rng.choice([0, 0, 1, 1, 2, 3, 4, 6, 31])) if chance < 0.97 else rng.randint(0, most)


def damaged(rng: random.Random, program: Program, machine: Machine) -> Program:
    """The program with hostile words among its own, or nothing but those."""
    share = rng.choice([0.02, 0.05, 0.2, 1.0])
    words = [random_word(rng, machine) if rng.random() < share else word for word in program.words]
    for _ in range(rng.choice([0, 0, 1, 2])):
        words.insert(rng.randrange(len(words) + 1), random_word(rng, machine))
    if rng.random() < 0.2:
        words[rng.randrange(len(words))] ^= rng.choice([MORE, 1 << rng.randrange(64)])
    constants = [rng.getrandbits(32) if rng.random() < 0.05 else value for value in program.constants]
    made = Program.from_words(words, constants, threads=program.threads, local_words=program.local_words)
    return replace(made, at_launch=program.at_launch)


def grid_of(case: Case | DeviceCase) -> Grid:
    if isinstance(case, DeviceCase):
        return Grid(size=case.size, local=case.local)
    return Grid.of(case.threads, case.group_id, case.groups)


def run(program: Program, case: Case | DeviceCase, engine: str) -> Output:
    """engine: cycle, functional, or watched, which is functional with a shadow."""
    grid, given = grid_of(case), None
    if engine == "watched":
        words = 0 if isinstance(case, Case) else len(case.words)
        engine, given = "functional", Given(np.zeros(case.machine.local.words, np.uint8), np.zeros(words, np.uint8))
    if isinstance(case, Case):
        return simulate(Placed(program, case.machine, grid), Memories(given=given), max_cycles=_CYCLES, engine=engine)
    local = np.zeros(case.machine.local.words, np.uint32)
    local[: len(case.local_memory)] = case.local_memory
    return simulate(
        Placed(program, case.machine, grid),
        Memories(
            local=local,
            words=np.array(case.words, np.uint32),
            buffers=np.array(case.buffers, np.int64).reshape(-1, 2),
            given=given,
        ),
        engine=engine,
        max_cycles=_CYCLES,
    )


def imbalance(output: Output, slots: int) -> str:
    """A ledger that does not sum, in words; "" if all do."""
    warps = output.state.cores.warps.shape[1]
    for core, cycles in enumerate(output.core_cycles.tolist()):
        for name, worth in (("warp", warps), ("issue", slots)):
            total = int(getattr(output.ledgers, name)[core].sum())
            if total != cycles * worth:
                return f"core {core}: the {name} ledger sums to {total}, not to {cycles} x {worth}"
    lanes = output.stats["issues"].sum() * int(output.state.cores.spec[0]["warp_size"])
    return "" if sum(output.lane_ledger.values()) == lanes else f"the lane ledger does not sum to {lanes}"


def attempt(work: Callable[..., Any], *arguments: Any, where: str, found: Found) -> Any:
    """Return the result, or None after an error, which is noted."""
    try:
        return work(*arguments)
    except IndexError as error:
        found.outside.append(f"{where}: {error}")
    except Exception as error:
        found.faults.append(f"{where}: {type(error).__name__}: {error}")
    return None


def drawn(number: int, is_device: bool) -> Case | DeviceCase:
    """Draw a case: each third one of machines that combine every feature with every other.

    Of the others, a third of the machines that may have a scoreboard have one, some of them with collectors.
    """
    if number % 3 == 2:
        cases = map(combined_case, count(1000 * number))
        return next(case for case in cases if isinstance(case, DeviceCase) == is_device)
    case = random_device_case(number) if is_device else random_case(number)
    rng = random.Random(f"scoreboard of {number}")
    if rng.random() >= _SCOREBOARDS:
        return case
    return replace(case, machine=with_collectors(rng, with_scoreboard(rng, case.machine)))


def kinds_of(case: Case | DeviceCase) -> dict[str, str]:
    """The kinds of engine that run a case: with time, under `cycle`, without, under `functional`, and watched."""
    is_device = isinstance(case, DeviceCase)
    engines = ("device", "groups", "check_groups") if is_device else ("cycle", "functional", "check")
    names = ("cycle", "functional", "watched")
    return {name: kind_of(engine, case.machine).name for name, engine in zip(names, engines, strict=True)}


def run_all(program: Program, case: Case | DeviceCase, where: str, found: Found) -> None:
    """Run a program on the kinds of engine that its machine needs."""
    if isinstance(case, DeviceCase) and Placed(program, case.machine, grid_of(case)).places < 1:
        return  # no group fits, which is refused before the engine is called: it names more registers now
    is_lifted = with_every_limit(case.machine) != case.machine
    for engine, kind in kinds_of(case).items():
        output = attempt(run, program, case, engine, where=f"{where}, {kind}", found=found)
        if output is None:
            continue
        found.words[kind] += len(program.words)
        found.lifted[kind] += len(program.words) * is_lifted
        found.ends[output.trap.kind if output.trap else output.status] += 1
        if engine == "cycle" and (wrong := imbalance(output, case.machine.issue_slots)):
            found.unbalanced.append(f"{where}, {kind}: {wrong}")


def serve(engine: str, seed: int) -> int:
    """Have an engine without a core serve what the seed draws; how many requests that are."""
    if engine in (DRAM, REPLAY):
        channel, trace, outstanding = random_traffic(seed, _REQUESTS)
        served = dram.serve(channel, requests_of(trace, channel, "trace"), outstanding, log=True)
        return len(served.requests if engine == DRAM else earliest(channel, served.commands))
    assert engine == CLIENTS
    try:
        return sum(len(each.requests) for each in clients.run(random_system(seed), log=True).clients)
    except SimtError:
        return 0  # pieces that do not fit into a queue


def fuzz(count: int, seed: int, kinds: list[str]) -> Found:
    """Run at least `count` words or requests, evenly on these kinds, and words on the kinds without time too."""
    found = Found()
    number = seed << 32
    while waiting := [kind for kind in kinds if found.words[kind] * len(kinds) < count]:
        number += 1
        for kind in set(waiting).intersection(WITHOUT_WORDS):
            served = attempt(serve, KINDS[kind].engine, number, where=f"{kind}, seed {number}", found=found)
            found.words[kind] += served or 0
        is_device = any(kind.startswith("device") for kind in waiting) and (number % 2 == 0 or len(waiting) < 3)
        case = drawn(number, is_device)
        if kinds_of(case)["cycle"] not in waiting:
            continue
        rng = random.Random(f"limits of {number}")
        if rng.random() < _LIFTED:
            case = replace(case, machine=idealised(rng, case.machine))
        for place in range(_PLACES):
            where = f"seed {number}, program {place}"
            program = damaged(random.Random(f"{number} {place}"), case.program, case.machine)
            run_all(program, case, where, found)
    return found


@click.command()
@click.option("--count", default=100_000, show_default=True, help="Words and requests, on engines that have time.")
@click.option("--seed", default=1, show_default=True, help="Other programs.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(WITH_TIME + WITHOUT_WORDS),
    help="Only this kind; several times.",
)
@click.option("--unchecked", is_flag=True, help="Do without bounds checks.")
def main(count: int, seed: int, kinds: tuple[str, ...], unchecked: bool) -> None:
    if not unchecked:
        check_bounds_are_checked()
    started = time.perf_counter()
    found = fuzz(count, seed, list(kinds) or WITH_TIME + WITHOUT_WORDS)
    click.echo(f"hostile words, seed {seed}, {time.perf_counter() - started:.0f} s")
    for kind in KINDS:
        click.echo(f"{kind:26}{found.words[kind]:>12}")
    click.echo(f"{'without some limit':26}{found.lifted.total():>12}")
    click.echo("ends: " + ", ".join(f"{name} {number}" for name, number in found.ends.most_common()))
    for what, cases in (
        ("accesses outside an array", found.outside),
        ("ledgers that do not sum", found.unbalanced),
        ("other faults", found.faults),
    ):
        click.echo("\n  ".join([f"{what}: {len(cases)}", *cases[:5]]))
    sys.exit(0 if found.is_good else 1)


if __name__ == "__main__":
    main()
