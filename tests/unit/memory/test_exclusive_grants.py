"""Exclusive grants: their clocks equal the closed form, their commands break no rule of DDR2, refreshes are in time."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from simt.core.state.dram import COMMANDS
from simt.machine.channel import Channel, channel_of, grades, load
from simt.memory.clients.bench import patterns
from simt.memory.clients.description import System, load_system, system_of
from simt.memory.clients.grants import grant_clocks, granted_bandwidth
from simt.memory.clients.run import SystemServed, run
from tests.examples import examples
from tests.reference.legality import Command, violations

CHANNELS = {"hmgpu": load_system("hmgpu").channel, "hmgpu64": load_system("hmgpu64").channel}
GRANT = 512


def system(channel: Channel, *clients: dict[str, object], **values: object) -> System:
    """A system of clients of the kind `cores` at address 0, which the tables change."""
    size = min(channel.bytes, 1 << 32)
    common = {"kind": "cores", "address": 0, "bytes": size, "burst": GRANT}
    tables = [common | {"name": str(k)} | client for k, client in enumerate(clients)]
    return system_of({"channel": dict(channel.values), "client": tables, **values}, "test")


def log_of(served: SystemServed) -> list[Command]:
    rows = zip(*(served.log[name].tolist() for name in ("clock", "command", "bank", "row")), strict=True)
    return [Command(clock, COMMANDS[command], bank, row) for clock, command, bank, row in rows]


def grants(log: list[Command]) -> list[list[Command]]:
    """The commands of each grant, which begins with an activate."""
    found: list[list[Command]] = []
    for command in log:
        if command.name == "activate":
            found.append([])
        if command.name != "refresh":
            found[-1].append(command)
    return found


# The figures that follow from the closed form, by hand: 75 clocks for a read and 83 for a write of 16 lines on
# `hmgpu`, 38 and 43 on `hmgpu64`.
@pytest.mark.parametrize(
    ("name", "read", "write", "bandwidths"),
    [("hmgpu", 75, 83, (2238, 2022, 2125)), ("hmgpu64", 38, 43, (2208, 1951, 2071))],
)
def test_the_closed_form(name: str, read: int, write: int, bandwidths: tuple[int, int, int]) -> None:
    channel = CHANNELS[name]
    lines = GRANT // channel["bytes_per_req"]
    assert (grant_clocks(channel, lines, 0), grant_clocks(channel, lines, 1)) == (read, write)
    assert tuple(round(granted_bandwidth(channel, lines, share)) for share in (0, 1, 0.5)) == bandwidths


@pytest.mark.parametrize("name", CHANNELS)
@pytest.mark.parametrize("share", [0, 1, 0.5])
def test_every_grant_takes_what_the_closed_form_says(name: str, share: float) -> None:
    """From one activate to the next, wherever no refresh lies between."""
    channel = CHANNELS[name]
    log = log_of(run(system(channel, {"write": share}, clocks=20_000), log=True))
    assert violations(log, channel.values) == []
    refreshes = {command.clock for command in log if command.name == "refresh"}
    found = grants(log)
    compared = 0
    for one, other in pairwise(found):
        begin, end = one[0].clock, other[0].clock
        if not any(begin < clock < end for clock in refreshes):
            assert end - begin == grant_clocks(channel, len(one) - 2, one[1].name == "write")
            compared += 1
    assert compared > 200


@pytest.mark.parametrize("name", CHANNELS)
@pytest.mark.parametrize(("share", "kind"), [(0, "read"), (1, "write"), (0.5, "mixed")])
def test_measured_bandwidth_is_that_of_the_closed_form(name: str, share: float, kind: str) -> None:
    """Over 100 refresh intervals; what is left is the grant that the end cuts."""
    channel = CHANNELS[name]
    clocks = 100 * channel["tREFI"]
    served = run(system(channel, {"write": share}, clocks=clocks))
    measured = served.bandwidth(served.bytes)
    assert measured == pytest.approx(granted_bandwidth(channel, 16, share), abs=2 * served.bandwidth(GRANT))
    assert served.commands["refresh"] in (99, 98)
    if name == "hmgpu" and kind != "write":
        assert measured >= 2021.2, "the paper's figure"


def test_the_patterns_of_the_bench_with_a_closed_form_are_equal_to_it() -> None:
    channel = CHANNELS["hmgpu"]
    compared = []
    for described, expected in patterns(channel, {"policy": "hmgpu", "clocks": 100 * channel["tREFI"]}):
        if expected is not None:
            served = run(described)
            assert served.bandwidth(served.bytes) == pytest.approx(expected, abs=2 * served.bandwidth(GRANT))
            compared.append(described.name)
    assert compared == ["read", "write", "copy", "mix", "other row"]


def test_two_grants_by_hand() -> None:
    """hmgpu: a read of two lines of bank 0, in clock 1: 5 to the first column, 4 to the next, 9 to its data.

    The bank may be activated again max(19, 5 + 4 + 5 + 5) clocks after, and the data is there after 5 + 4 + 9; so the
    next grant, of bank 1 and writing, begins in clock 20. Its bank is closed 5 + 13 clocks later, and open to others
    after 23.
    """
    two = [
        {"kind": "host", "direction": "out", "bytes": 64, "burst": 64, "priority": 1},
        {"kind": "host", "direction": "in", "address": 4096, "bytes": 32, "burst": 32},
    ]
    served = run(system(CHANNELS["hmgpu"], *two, clocks=100), log=True)
    assert log_of(served) == [
        Command(1, "activate", 0, 0), Command(6, "read", 0, 0), Command(10, "read", 0, 0),
        Command(15, "precharge", 0, 0),
        Command(20, "activate", 1, 0), Command(25, "write", 1, 0), Command(38, "precharge", 1, 0),
    ]  # fmt: skip
    reader, writer = served.clients
    assert reader.requests["complete"].tolist() == [15, 19]
    assert writer.requests["complete"].tolist() == [43]
    assert writer.waits.tolist() == [19]


def test_a_grant_is_of_one_row_and_one_direction_and_no_longer_than_it_may_be() -> None:
    channel = CHANNELS["hmgpu"]
    # 4096 bytes are a row: accesses of 96 bytes cross from one to the next, and every third one writes.
    log = log_of(run(system(channel, {"access": 96, "bytes": 96 << 10, "burst": 96, "queue": 960, "write": 0.34},
                            grant=256, clocks=20_000), log=True))  # fmt: skip
    assert violations(log, channel.values) == []
    for each in grants(log):
        assert len({(command.name, command.bank, command.row) for command in each[1:-1]}) == 1
        assert 1 <= len(each) - 2 <= 8
    assert {len(each) - 2 for each in grants(log)} >= {1, 2, 3}


def random_system(seed: int, policy: str) -> System:
    """Any grade, width, mapping; clients of all patterns."""
    draw = random.Random(seed)
    grade = draw.choice(sorted(grades()))
    width = draw.choice(grades()[grade]["widths"])
    base = load(f"{grade}-x{width}-{draw.choice((32, 64, 128))}").values
    mapping = "".join(draw.sample(["ro", "ch", "ra", "ba", "bg", "co"], 6))
    changes = {"address_mapping": mapping, "tREFI": draw.choice((1000, base["tREFI"])),
               "tFAW": draw.choice((base["tFAW"], 200))}  # fmt: skip
    channel = channel_of(base | changes, grade)
    line = channel["bytes_per_req"]
    clients: list[dict[str, object]] = []
    for _ in range(draw.randrange(1, 5)):
        access = line * draw.choice((1, 2, 8))
        pattern = draw.choice(("sequential", "random", "strided", "copy"))
        clients.append({
            "pattern": pattern, "access": access, "burst": draw.choice((1, 4)) * access,
            "queue": 8 * access, "write": draw.choice((0, 0.3, 1)), "rate": draw.choice((0, 0, 300.0)),
            "stride": access << draw.randrange(12), "bytes": access << draw.randrange(1, 12),
            "priority": draw.randrange(3), "begin": draw.randrange(500),
        })  # fmt: skip
    return system(channel, *clients, policy=policy, grant=line * draw.choice((1, 3, 16)), clocks=20_000,
                  age=draw.choice((0, 300)), seed=seed)  # fmt: skip


@pytest.mark.parametrize("policy", ["hmgpu", "frfcfs"])
@pytest.mark.parametrize("seed", range(examples(12)))
def test_random_clients_are_served_legally_on_every_grade(seed: int, policy: str) -> None:
    described = random_system(seed, policy)
    served = run(described, log=True)
    log = log_of(served)
    assert violations(log, described.channel.values) == []
    check_requests(served, log)


def check_requests(served: SystemServed, log: list[Command]) -> None:
    """No more column accesses than requests, and requests leave their queues in order, none before it has arrived."""
    handed = sum(int((each.requests["accept"] <= served.system["clocks"]).sum()) for each in served.clients)
    assert sum(command.name in ("read", "write") for command in log) <= handed
    for each in served.clients:
        known = each.requests[each.requests["accept"] <= served.system["clocks"]]
        assert bool((known["accept"] >= known["arrival"]).all())
        assert bool((known["accept"][1:] >= known["accept"][:-1]).all())
        assert each.bytes <= len(known) * served.system.line


def test_planted_violations_of_a_grant_are_found() -> None:
    """The log of `test_two_grants_by_hand`, a command of it a clock too early, or gone."""
    channel = CHANNELS["hmgpu"]
    log = log_of(run(system(channel, {"write": 0.5}, clocks=3000), log=True))
    assert violations(log, channel.values) == []
    first = {name: next(k for k, each in enumerate(log) if each.name == name) for name in ("read", "write", "refresh")}

    def rules(place: int, **change: Any) -> set[str]:
        changed = [*log]
        changed[place] = log[place]._replace(**change)
        return {each.rule for each in violations(changed, channel.values)}

    assert "tRCD" in rules(first["read"], clock=log[first["read"]].clock - 1)
    assert "tCCD" in rules(first["read"] + 1, clock=log[first["read"] + 1].clock - 1)
    close = next(k for k in range(first["write"], len(log)) if log[k].name == "precharge")
    assert "tWR" in rules(close, clock=log[close].clock - 1)
    assert "tRP" in rules(close + 1, clock=log[close].clock + channel["tRP"] - 1)
    assert "tRFC" in rules(first["refresh"] + 1, clock=log[first["refresh"]].clock + channel["tRFC"] - 1)
    assert "the row of an access is open" in rules(first["write"], row=log[first["write"]].row + 1)
    gone = [each for k, each in enumerate(log) if k != close]
    assert "a bank that is opened is closed" in {each.rule for each in violations(gone, channel.values)}
