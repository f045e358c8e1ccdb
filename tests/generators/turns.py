"""Small programs with jumps everywhere, for machines whose lanes take turns, or whose warps form.

They are for sections 29 and 30 of docs/processor.md.

The structured pieces of other generators never have a `bar` on one side of a branch, lanes that end in the middle of
another lane's loop, or loops with several entries. Here every instruction may jump anywhere.
"""

from __future__ import annotations

import random
from typing import Any

from simt.machine.rules import SCHEDULERS
from tests.pins.pin import Pin

__all__ = ["random_forming", "random_turns"]

_UNITS = ("alu", "fpu", "sfu", "dpu", "lds")


def random_turns(seed: int) -> Pin:
    """The program, machine and threads of a seed, as a pin without expectations."""
    rng = random.Random(seed)
    lanes = rng.choice((2, 4, 8))
    keys: dict[str, Any] = {f"{unit}.lanes": lanes for unit in _UNITS}
    keys |= {
        "branch.policy": rng.choice(("its", "its_yield")),
        "branch.yield_after": rng.choice((1, 1, 2, 3, 7)),
        "branch.convergence_barriers": rng.choice((1, 2, 3, 16)),
        "branch.order": rng.choice(("true_first", "false_first", "smaller_first")),
        "warp_size": lanes,
        "control.route": rng.choice(("own", "alu")),
        "scheduler.policy": rng.choice(("paper", "oldest", "round_robin", "majority")),
        "retire.stages": rng.choice((0, 1, 2)),
        "front_end.stages": rng.choice((0, 1)),
        "alu.latency": rng.choice((1, 3)),
        "lds.latency": rng.choice((1, 2)),
        "ideal.barriers": rng.random() < 0.15,
    }
    if rng.random() < 0.5:
        keys |= {"issue.dependences": "scoreboard", "issue.entries": rng.choice((1, 2, 4, 8))}
    return Pin(f"turns_{seed}", _source(rng), keys, rng.randint(1, 2 * lanes + 1), 0, {}, "", max_cycles=300)


def random_forming(seed: int) -> Pin:
    """The program, machine and threads of a seed, whose warps form, as a pin without expectations.

    Threads part by bits of their own, so that other lanes of other warps go on together. Half have private memory.
    """
    rng = random.Random(f"forming {seed}")
    lanes = rng.choice((2, 4, 8))
    keys: dict[str, Any] = {f"{unit}.lanes": lanes for unit in _UNITS}
    keys |= {
        "branch.policy": "warp_formation",
        "warp_size": lanes,
        "control.route": rng.choice(("own", "alu")),
        "control.count": rng.choice((1, 2)),
        "scheduler.policy": rng.choice(SCHEDULERS),
        "scheduler.active_warps": rng.choice((1, 2, 3)),
        "issue_width": rng.choice((1, 1, 2, 3)),
        "alu.count": rng.choice((1, 1, 2)),
        "alu.latency": rng.choice((1, 1, 1, 3)),
        "lds.latency": rng.choice((1, 2)),
        "retire.ports": rng.choice((1, 2, 3)),
        "retire.stages": rng.choice((0, 0, 1, 2)),
        "front_end.stages": rng.choice((0, 0, 0, 1)),
        "ideal.barriers": rng.random() < 0.1,
        "local.words": 128,
    }
    if rng.random() < 0.5:
        keys |= {"issue.dependences": "scoreboard", "issue.entries": rng.choice((1, 2, 4, 8))}
        if keys["front_end.stages"] == 0 and rng.random() < 0.4:
            keys["issue.schedulers"] = 2
    source = _source(rng).replace("lane_id", "r5")
    lines = [".local words u32[4]", f"shr.u32 r5, {rng.getrandbits(32)}, thread_id"]
    if rng.random() < 0.6:  # all warps go on in one cycle, with two parts each
        ways = [f"L{rng.randrange(source.count(':'))}" for _ in range(2)]
        lines += ["and.b32 r1, r5, 1 -> other if z", "bar", f"jmp {ways[0]}", "other: bar", f"jmp {ways[1]}"]
    lines.append(source)
    if rng.random() < 0.5:
        words = rng.randint(1, 3)
        place = f"[own + {4 * rng.randrange(words)}]"
        lines = [f".private own u32[{words}]", lines[0], f"st.private {place}, thread_id", *lines[1:]]
        lines[-1] = lines[-1].replace("ld.local r3, [r0]", f"ld.private r3, {place}\nst.private {place}, r2")
    threads = rng.randint(lanes + 1, 4 * lanes)
    return Pin(f"forming_{seed}", "\n".join(lines), keys, threads, 0, {}, "", max_cycles=300)


def _source(rng: random.Random) -> str:
    count = rng.randint(5, 14)
    lines = [f"L{number}: {_line(rng, f'L{rng.randrange(count + 1)}')}" for number in range(count)]
    return "\n".join([*lines, f"L{count}: ret", ""])


def _line(rng: random.Random, label: str) -> str:
    kind = rng.random()
    if kind < 0.3:
        return f"and.b32 r1, lane_id, {rng.randint(1, 5)} -> {label} if {rng.choice(('z', 'nz'))}"
    if kind < 0.55:
        counter, condition = rng.choice(("r2", "r3")), rng.choice(("c", "nc"))
        step = f"add.u32 {counter}, {counter}, {rng.choice((1, 1, 2))}"
        return f"{step}\n lt.u32 r1, {counter}, {rng.choice((3, 5, 9))} -> {label} if {condition}"
    if kind < 0.86:
        plain = ("add.u32 r2, r2, lane_id", "bar", "ret", f"jmp {label}")
        return rng.choices(plain, (10, 10, 5, 6))[0]
    if kind < 0.93:
        return f"atom.local.add.u32 r4, [r0], r2 -> {label} if {rng.choice(('z', 'n'))}"
    return "ld.local r3, [r0]"
