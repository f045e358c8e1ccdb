"""Clients of the memory: the engine equals its specification in every request and command, over generated scenes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from isa.reporting.diagnostics import SimtError
from simt.core.state.dram import COMMANDS
from simt.memory.clients.description import System
from simt.memory.clients.run import run
from tests.examples import examples
from tests.generators.channels import CLOCKS, random_system
from tests.reference import clients as specified

SCENES = examples(400, 40)  # 10 in every run


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
