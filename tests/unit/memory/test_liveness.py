"""Requests wait no longer than docs/dram.md, section 8, says; and where it says that there is no bound, they starve."""

from __future__ import annotations

import random

import pytest

from simt.machine.channel import Channel, channel_of, grades, load
from simt.memory.clients.description import System, system_of
from simt.memory.clients.liveness import longest_service
from simt.memory.clients.run import run
from simt.memory.dram.liveness import drained_in, places, refresh_clocks, step_clocks
from simt.memory.dram.run import serve
from simt.memory.dram.traces import requests_of
from tests.examples import examples

A = load("ddr2-667-3-x16-32")
CHANNELS = [f"{name}-x{width}-64" for name, grade in sorted(grades().items()) for width in grade["widths"]]


def latency(lines: list[str], place: int) -> int:
    """How long the read in this place of a trace waits for its data, once it is accepted."""
    request = serve(A, requests_of("\n".join(lines).encode(), A, "hostile")).requests[place]
    return int(request["complete"] - request["accept"])


# --- the controller alone ---


@pytest.mark.parametrize("writes", [2000, pytest.param(8000, marks=pytest.mark.nightly)])
def test_a_read_waits_as_long_as_writes_keep_coming(writes: int) -> None:
    """The queue of writes is full again whenever a drain ends."""
    lines = [f"0 {32 * k:x} W" for k in range(writes)]
    lines.insert(200, "0 8000000 R")
    assert latency(lines, 200) > 4 * (writes - 300)


def test_a_read_of_another_row_waits_for_hits_until_the_next_refresh() -> None:
    """Hits of the open row come every 4 clocks, and the row can be closed 5 clocks after one."""
    lines = [f"0 {32 * (k % 128):x} R" for k in range(2000)]
    lines.insert(3, "0 8000 R")
    assert 2400 < latency(lines, 3) < 2700
    assert latency(lines[:4], 3) < 50


def test_the_figures_of_the_bound_by_hand() -> None:
    """P = 14. S = max(19, 17, 14 + 5) + 5 + 2 x 8 + 2; R = 14 + 8 + 5 + 43 + S; E = 64 + 64."""
    assert step_clocks(A) == 42
    assert refresh_clocks(A) == 112
    assert places(A) == 128
    assert drained_in(A, 128) == -(-(128 * 42 + 224) * 2600 // 2488)
    assert drained_in(channel_of(dict(A.values) | {"tREFI": 112}, "often"), 1) is None
    assert refresh_clocks(channel_of(dict(A.values) | {"tRFCpb": 20}, "alone")) == 14 + 8 + 5 + 17 + 20 + 42


def hostile_trace(seed: int, channel: Channel) -> str:
    """Few rows of few banks, streams of hits and of writes, conflicts, in no time."""
    draw = random.Random(seed)
    line, row = channel["bytes_per_req"], channel["row_bytes"]
    lines: list[str] = []
    while len(lines) < 1500:
        first, way = draw.randrange(4) * row * draw.choice((1, channel["banks"])), draw.choice("RW")
        step = draw.choice((line, row, row * channel["banks"]))
        count = draw.choice((1, 4, 40, 200))
        lines += [f"0 {(first + k * step) % channel.bytes // line * line:x} {way}" for k in range(count)]
    return "\n".join(lines)


@pytest.mark.parametrize("name", CHANNELS)
@pytest.mark.parametrize("seed", range(examples(4)))
def test_what_was_accepted_is_served_when_nothing_more_comes(seed: int, name: str) -> None:
    channel = load(name)
    queues = {"trans_queue_size": (4, 32)[seed % 2], "cmd_queue_size": (8, 2)[seed % 2]}
    alone = {"tRFCpb": channel["tRFC"] // 2} if seed % 4 > 1 else {}
    channel = channel_of(dict(channel.values) | queues | alone, name)
    requests = serve(channel, requests_of(hostile_trace(seed, channel).encode(), channel, name)).requests
    reads = requests[requests["is_write"] == 0]
    bound = drained_in(channel, places(channel))
    assert bound is not None
    assert int(reads["complete"].max()) - int(requests["accept"].max()) <= bound + channel["CL"] + channel.burst


# --- behind the arbiter ---


def hostile_system(seed: int, name: str, by: str) -> System:
    """Clients as fast as they can: hits of one row, a read of another row now and then, endless writes, random ones.

    by: `hmgpu` or `frfcfs`, with an age; or `shares`, which is `frfcfs` with shares and no age.
    """
    draw = random.Random(seed)
    channel = load(name)
    line, row = channel["bytes_per_req"], channel["row_bytes"]
    same_bank = row * channel["banks"]
    kinds: list[dict[str, object]] = [
        {"bytes": row, "access": line},
        {"address": same_bank, "bytes": same_bank, "access": line, "rate": 20.0},
        {"address": 2 * same_bank, "bytes": 64 * same_bank, "access": line, "pattern": "strided", "stride": same_bank},
        {"bytes": channel.bytes // 2, "access": 4 * line, "write": 1},
        {"bytes": channel.bytes // 4, "access": line, "write": draw.random(), "pattern": "random"},
    ]
    chosen = draw.sample(kinds, draw.randrange(2, 6))
    tables = [
        {"name": str(k), "kind": "cores", "address": 0, "burst": 4 * line, "queue": draw.choice((4, 16)) * line,
         "priority": draw.randrange(4)} | client for k, client in enumerate(chosen)
    ]  # fmt: skip
    keys = {"policy": by, "age": draw.choice((50, 500)), "clocks": 60_000}
    if by == "shares":
        keys = {"policy": "frfcfs", "hold": draw.choice((1, 50, 500)), "round": line * draw.choice((20, 40)),
                "clocks": 150_000}  # fmt: skip
        for table in tables:
            table |= {"burst": table["access"], "share": line * draw.choice((1, 4))}
    return system_of({"channel": dict(channel.values), "client": tables, "grant": 16 * line} | keys,
                     name)  # fmt: skip


@pytest.mark.parametrize("by", ["hmgpu", "frfcfs", "shares"])
@pytest.mark.parametrize("name", CHANNELS)
@pytest.mark.parametrize("seed", range(examples(2)))
def test_every_request_is_complete_within_the_bound(seed: int, name: str, by: str) -> None:
    """Those still open at the end have waited no longer than it either."""
    described = hostile_system(seed, name, by)
    bound = longest_service(described)
    assert bound is not None
    assert bound < described["clocks"], "the run is long enough to break it"
    for each in run(described).clients:
        spent = each.requests["complete"].clip(max=described["clocks"]) - each.requests["arrival"]
        assert int(spent.max()) <= bound


ONE = {"name": "a", "kind": "cores", "address": 0, "bytes": 4096, "share": 512}


def bound(policy: str = "frfcfs", client: dict[str, object] | None = None, **keys: object) -> int | None:
    values = {"channel": dict(A.values), "policy": policy, "client": [ONE | (client or {})], **keys}
    return longest_service(system_of(values, "one"))


def test_no_bound_is_told_where_none_is_known() -> None:
    """Without an age: of exclusive grants; without a hold; of a client without a share, or that waits for its burst."""
    assert bound("hmgpu", hold=64) is None
    assert bound() is None
    assert bound(age=100, hold=0) is None
    assert bound(client={"share": 0}, hold=64) is None
    assert bound(client={"access": 256}, hold=64) is None
    assert bound(client={"access": 256}, age=100) is not None


def test_the_bound_of_shares_by_hand() -> None:
    """A queue of 64 requests, 16 of every 128: H = 128 (1 + 4) = 640; S = 42, R = 112, E = 128, and CL + B = 9."""
    accepted, served = -(-(768 * 42 + 640 + 224) * 2600 // 2488), -(-(128 * 42 + 224) * 2600 // 2488)
    assert bound(hold=64) == accepted + 64 + served + 9


@pytest.mark.parametrize("hold", [64, 0])
def test_endless_writes_starve_reads_of_a_higher_priority_only_without_a_hold(hold: int) -> None:
    """The host writes as fast as it can; the share of the reader does not help what the controller has accepted."""
    reader = {"name": "r", "kind": "cores", "address": 0, "bytes": 1 << 20, "rate": 300.0, "priority": 1, "share": 128}
    writer = {"name": "w", "kind": "cores", "address": 1 << 20, "bytes": 1 << 20, "write": 1, "share": 128}
    described = system_of({"channel": dict(A.values), "policy": "frfcfs", "client": [reader, writer], "hold": hold,
                           "clocks": 60_000}, "two")  # fmt: skip
    served = run(described)
    assert (served.client("r").bytes > 50_000) == (hold > 0)
    assert served.client("w").bytes > 200_000


@pytest.mark.parametrize("share", [0, 512])
def test_a_share_is_served_whatever_the_priority(share: int) -> None:
    """Two as fast as they can; the last in priority has an eighth of what is handed on, or nothing."""
    tables: list[dict[str, object]] = [
        {"name": str(k), "kind": "cores", "address": k << 20, "bytes": 1 << 20, "priority": k} for k in range(2)
    ]
    described = system_of({"channel": dict(A.values), "policy": "frfcfs", "hold": 64,
                           "client": [tables[0] | {"share": share}, tables[1]]}, "two")  # fmt: skip
    last, first = run(described).clients
    assert last.grants / (last.grants + first.grants) == pytest.approx(share / 4096, abs=0.002)
