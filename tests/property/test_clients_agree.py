"""Clients of the memory: the engine equals its specification in every request and command, over generated scenes."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

from isa.diagnostics import SimtError
from simt.core.state.dram import COMMANDS
from simt.memory.clients.description import System, system_of
from simt.memory.clients.run import run
from tests.examples import examples
from tests.reference import clients as specified

CLOCKS = 4000
SCENES = examples(400, 40)  # 10 in every run


def random_channel(draw: random.Random) -> dict[str, Any]:
    grade = draw.choice(("ddr2-400-5e-x8-16", "ddr2-667-3-x16-32", "ddr2-800-25-x16-64", "ddr2-1066-187e-x8-128"))
    window = {"tFAW": draw.choice((200, 400))} if draw.random() < 0.3 else {}  # more than four grants take
    columns = draw.choice((32, 64, 1024))  # requests behind each other are of several rows
    return window | {
        "base": grade,
        "cmd_queue_size": draw.choice((1, 2, 8)),
        "trans_queue_size": draw.choice((2, 10, 32)),
        "tREFI": draw.choice((400, 1500, 2600)),
        "columns": columns,
        "rows": (1 << 24) // columns,
        "address_mapping": draw.choice(("rochrababgco", "rocorababgch", "rababgchroco", "rababgchroco")),
        "merge": draw.choice((1, 1, 0)),
    }


def random_client(draw: random.Random, number: int, line: int) -> dict[str, Any]:
    kind = draw.choice(("cores", "cores", "cores", "host", "display", "loader"))
    burst = line * draw.choice((1, 2, 4, 8, 16))
    client: dict[str, Any] = {"name": f"c{number}", "kind": kind, "burst": burst, "priority": draw.choice((0, 0, 1, 5))}
    if draw.random() < 0.3:
        client["begin"] = draw.randrange(3000)
    if kind == "loader":
        return client | {
            "burst": min(burst, 1024), "interval": draw.choice((100, 700, 3000)),
            "stage": ("vertex", "pixel")[number % 2], "queue": max(burst, 1024) * draw.choice((1, 2)),
        }  # fmt: skip
    size = burst * draw.choice((1, 2, 8, 30))
    if kind == "display":
        client |= {"fifo": burst * draw.randint(1, 9), "pixels": draw.choice((1, 20, 100, 333.3)),
                   "pixel_bytes": draw.choice((2, 4, 6)), "bytes": size}  # fmt: skip
    else:
        access = burst if draw.random() < 0.5 else line * draw.choice((1, 2))
        client |= {"access": access, "queue": max(access, burst) * draw.choice((1, 2, 3, 5))}
        size = max(access, burst) * draw.choice((2, 4, 16, 40))
    place = draw.choice(("address", "buffer", "list", "texture", "image"))
    where: Any = {
        "address": line * draw.randrange(1 << 16), "buffer": number, "list": draw.randrange(256),
        "texture": [number % 6, draw.randrange(3)], "image": ("source", "target", "mask", "graphic")[number % 4],
    }[place]  # fmt: skip
    if kind != "display" or draw.random() < 0.6:
        client[place] = where
    client["bytes"] = size
    if kind == "host":
        client["direction"] = draw.choice(("in", "out"))
    if kind == "cores":
        pattern = draw.choice(("sequential", "strided", "copy", "random"))
        client |= {"pattern": pattern, "rate": draw.choice((0, 0, 37.5, 300, 4000))}
        if pattern == "strided":
            client["stride"] = client["access"] * draw.randint(1, 9)
        if pattern != "copy":
            client["write"] = draw.choice((0, 0.3, 0.5, 1))
    return client


def random_system(seed: int) -> System:
    """A description that fits together."""
    draw = random.Random(f"scene {seed}")
    while True:
        try:
            return system_of(random_scene(draw), f"scene {seed}")
        except SimtError as error:
            assert error.code == "E0433"  # noqa: PT017 - anything else is a mistake of these lines


def random_scene(draw: random.Random) -> dict[str, Any]:
    channel = random_channel(draw)
    line = {"16": 16, "32": 32, "64": 32, "128": 64}[channel["base"].rpartition("-")[2]]
    clients = [random_client(draw, number, line) for number in range(draw.randint(1, 6))]
    return {
        "channel": channel, "policy": draw.choice(("hmgpu", "frfcfs")), "clocks": CLOCKS, "client": clients,
        "grant": line * draw.choice((1, 2, 7, 16)), "age": draw.choice((0, 0, 100, 700)),
        "manager_clocks": draw.choice((1, 2, 3)), "seed": draw.randrange(100),
        "storage": {"program_bytes": 1024 * draw.choice((1, 2)), "image_bytes": 1 << 20, "display_bytes": 1 << 20},
    }  # fmt: skip


def told(rows: Any) -> list[tuple[Any, ...]]:
    """Of every request its line, direction and clocks; None for a clock that does not come in the run."""
    come = lambda clock, end: clock if clock is not None and clock < end else None  # noqa: E731
    return [
        (line, bool(write), arrival, come(gone, CLOCKS), come(done, CLOCKS + 1))
        for line, write, arrival, gone, done in rows
    ]


def difference(system: System) -> str:
    """Run a system on both; empty if they agree."""
    theirs = run(system, log=True)
    clients = [{**client.values, "kind": client.kind} for client in system.clients]
    mine = specified.run(system.channel.values, {**system.values, "client": clients, "storage": asdict(system.layout)})
    for client, served in zip(mine.clients, theirs.clients, strict=True):
        names = ("line", "is_write", "arrival", "accept", "complete")
        found = told(zip(*(served.requests[name].tolist() for name in names), strict=True))
        expected = told(
            (line.address // system.line, line.is_write, line.arrival, line.gone, line.complete)
            for line in client.lines
        )
        for place, (one, other) in enumerate(zip(expected, found, strict=False)):
            if one != other:
                return f"client {client.number}, request {place}: specification {one}, engine {other}"
        if len(expected) != len(found):
            return f"client {client.number}: specification {len(expected)} requests, engine {len(found)}"
        sums = {"managing": client.managing, "grants": client.grants}
        if client.due:
            missed = client.missed(CLOCKS)
            sums |= {"missed": len(missed), "first_missed": min(missed, default=None)}
        if sums != {name: served.sums[name] for name in sums}:
            return f"client {client.number}: specification {sums}, engine {served.sums}"
    log = [(each["clock"], COMMANDS[each["command"]], each["bank"], each["row"]) for each in theirs.log]
    for one, other in zip(mine.log, log, strict=False):
        if one != other:
            return f"command: specification {one}, engine {other}"
    return "" if len(log) == len(mine.log) else f"commands: specification {len(mine.log)}, engine {len(log)}"


def test_the_engine_equals_its_specification() -> None:
    compared = 0
    for seed in range(SCENES):
        system = random_system(seed)
        try:
            found = difference(system)
        except SimtError as error:
            assert error.code == "E0433"  # noqa: PT017 - pieces that do not fit into a queue
        else:
            assert found == "", f"seed {seed}: {system}"
            compared += 1
    assert compared > SCENES // 2
