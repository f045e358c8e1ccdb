"""Clients and the arbiter: operations, burst conditions, priorities, ages, deadlines (docs/clients.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from isa.reporting.diagnostics import SimtError
from simt.machine.channel import load
from simt.memory.clients.description import (
    System,
    clocks_of_a_byte,
    load_system,
    preset_names,
    scan_rate,
    system_of,
)
from simt.memory.clients.operations import Place, _work, work_of
from simt.memory.clients.run import ClientServed, run
from simt.memory.storage.manager import StorageManager

A = "ddr2-667-3-x16-32"  # lines of 32 bytes, rows of 4096


def system(*clients: dict[str, object], **values: object) -> System:
    tables = [{"name": str(k), "kind": "cores", "address": k << 20, "bytes": 1 << 20} | client
              for k, client in enumerate(clients)]  # fmt: skip
    for table in tables:
        if any(key in table for key in ("buffer", "list", "texture", "image")) or table["kind"] in (
            "loader",
            "display",
        ):
            table.pop("address")
            if table["kind"] == "loader":
                table.pop("bytes")
    return system_of({"channel": A, "client": tables, "clocks": 20_000} | values, "test")


def arrivals(each: ClientServed) -> list[int]:
    return [int(clock) for clock in each.requests["arrival"]]


# --- operations and the burst condition ---


def test_operations_enter_as_managing_and_room_allow() -> None:
    """Four lines each, one clock of managing, a queue of eight: in clocks 1, 2 and 3, then when four have gone again.

    The first grant, in clock 1, is of the four lines that are there; so there is room for a third operation in clock 2.
    The channel is free again after 5 + 12 + 5 + 5 clocks, in 28; the next operation begins in 29.
    """
    served = run(system({"access": 128, "burst": 128, "queue": 256}, clocks=40, grant=128)).clients[0]
    assert arrivals(served) == [clock for clock in (1, 2, 3, 30) for _ in range(4)]
    assert sorted(set(served.requests["accept"].tolist()))[:2] == [1, 28]


def test_managing_of_a_paged_buffer_is_what_the_storage_manager_says() -> None:
    """Every page is a hop further; the lines are those of the spans."""
    described = system(
        {"buffer": 2, "bytes": 8192, "access": 512}, {"list": 7, "bytes": 3072, "access": 1024}, manager_clocks=3
    )
    storage = StorageManager(described.layout, poison=False)
    storage.create("buffer", 2, 8192)
    storage.create("list", 7, 3072)
    for client, work, name in zip(
        described.clients, work_of(described, [1000, 1000]), (("buffer", 2), ("list", 7)), strict=True
    ):
        access, lines = client["access"], []
        for number, operation in enumerate(work.operations[:30]):
            answer = storage.read(*name, number * access % client["bytes"], access)
            assert operation["managing"] == 3 * answer.cycles
            lines += [byte // 32 for first, count in answer.spans for byte in range(first, first + count, 32)]
        assert work.lines[: len(lines)].tolist() == lines


def test_a_fixed_partition_costs_one_cycle_and_lies_where_the_manager_has_it() -> None:
    described = system({"image": "mask", "bytes": 1 << 20}, {"texture": [1, 2], "bytes": 4096}, manager_clocks=2)
    image, texture = work_of(described, [100, 100])
    assert set(image.operations["managing"].tolist()) == {2}
    assert image.lines[0] * 32 == described.layout.partitions["image", "mask"][0]
    first, _ = described.layout.partitions["texture", (1, 2)]
    assert first % 32 == 20
    touched = [*range(first // 32, (first + 511) // 32 + 1)]
    assert texture.lines[:17].tolist() == touched, "a piece of 512 bytes has 17 lines"
    assert texture.lines[17] == (first + 512) // 32


def test_a_client_asks_for_whole_bursts_only() -> None:
    """A line every 100 clocks or so, in bursts of four: nothing goes before four stand there."""
    rate = 32 * 1000 / (100 * 3)  # MB/s
    served = run(system({"access": 32, "burst": 128, "rate": rate}, clocks=2000)).clients[0]
    assert arrivals(served)[:5] == [1, 101, 201, 301, 401]
    assert sorted(set(served.requests["accept"].tolist()))[:2] == [301, 701]
    assert served.grants == 5


def test_what_is_left_of_a_transfer_is_no_burst_and_goes() -> None:
    """Ten lines in bursts of eight: two are left, and no more come."""
    described = system({"kind": "host", "direction": "out", "bytes": 320, "access": 64, "burst": 256}, clocks=1000)
    served = run(described).clients[0]
    assert served.bytes == 320
    assert served.grants == 2


def test_an_access_that_does_not_fit_lets_less_than_a_burst_go() -> None:
    """Rows of 4096 bytes cut what is asked for; the rest is less than a burst, and the next access does not fit."""
    described = system(
        {"address": 4096 - 256, "access": 512, "burst": 512, "queue": 512, "bytes": 1 << 19}, clocks=5000
    )
    assert run(described).clients[0].bytes > 10_000


def test_a_copy_reads_the_first_half_and_writes_the_second() -> None:
    work = work_of(system({"pattern": "copy", "access": 64, "bytes": 512}), [100])[0]
    assert work.lines[:10].tolist() == [0, 1, 8, 9, 2, 3, 10, 11, 4, 5]
    assert work.is_write[:6].tolist() == [False, False, True, True, False, False]


def test_strides_and_shares_of_writes() -> None:
    work = work_of(system({"pattern": "strided", "stride": 256, "access": 32, "bytes": 1024, "write": 0.25}), [50])[0]
    assert work.lines[:6].tolist() == [0, 8, 16, 24, 0, 8]
    assert work.is_write[:8].tolist() == [False, False, False, True] * 2
    one, other = (work_of(system({"pattern": "random", "access": 32}, seed=k), [500])[0].lines for k in (1, 2))
    assert one.tolist() != other.tolist()
    assert len(set(one.tolist())) > 400


# --- the arbiter ---


def test_the_highest_priority_first_and_equal_ones_in_turn() -> None:
    fast = {"access": 512}
    served = run(system(fast | {"priority": 1}, fast | {"priority": 1}, fast | {"priority": 0}))
    first, second, last = (each.grants for each in served.clients)
    assert abs(first - second) <= 1
    assert first > 100
    assert last == 0


STARVED = ({"access": 512, "priority": 2}, {"access": 512, "priority": 1, "write": 1}, {"access": 512, "priority": 0})


@pytest.mark.parametrize("policy", ["hmgpu", "frfcfs"])
def test_a_client_starves_without_an_age_and_is_served_with_one(policy: str) -> None:
    starved = run(system(*STARVED, policy=policy)).clients[-1]
    assert starved.bytes == 0 or policy == "frfcfs"
    assert starved.waits.max() > 19_000
    served = run(system(*STARVED, policy=policy, age=1000)).clients[-1]
    assert served.bytes > 30_000
    assert served.waits.max() < 3000


def test_writes_that_never_end_starve_reads_of_a_higher_priority_unless_they_are_held_back() -> None:
    """The pitfall of docs/clients.md: the controller is in a drain for ever."""
    two = {"rate": 300.0, "priority": 1}, {"write": 1}
    longest = {age: run(system(*two, policy="frfcfs", age=age, clocks=60_000)).clients[0] for age in (0, 500)}
    assert longest[0].bytes < 2000
    assert longest[500].latencies.max() < 3000
    assert longest[500].bytes > 50_000


def test_an_age_does_not_change_what_waits_less() -> None:
    described = [system({"rate": 200.0}, {"rate": 200.0, "write": 1}, policy="frfcfs", age=age) for age in (0, 100_000)]
    one, other = (run(each) for each in described)
    for before, after in zip(one.clients, other.clients, strict=True):
        assert np.array_equal(before.requests, after.requests)


# --- scan-out ---


def test_a_display_alone_is_in_time_and_reads_at_its_rate() -> None:
    described = system({"kind": "display", "bytes": 1 << 20, "pixels": 65.0, "fifo": 2048}, clocks=1 << 17)
    served = run(described).clients[0]
    assert served.missed == 0
    assert (served.bytes - 2048) * 1000 / (((1 << 17) - 4096) * 3) == pytest.approx(260, rel=0.003)


def test_deadlines_that_are_missed_are_counted_from_the_first() -> None:
    """Nothing comes at all: every byte that is due is missed. 1 MB/s is a byte in 1000 / 3 clocks."""
    display: dict[str, Any] = {"kind": "display", "bytes": 4096, "pixels": 1.0, "pixel_bytes": 1, "fifo": 512}
    described = system(display | {"begin": 100}, {"priority": 5}, clocks=10_000)
    served = run(described).clients[0]
    assert served.bytes == 0
    assert (served.missed, served.first_missed) == (30, 100)  # in clocks 100 + floor(k 1000 / 3), to 9766


def test_a_line_that_is_late_misses_only_the_bytes_that_were_due() -> None:
    """Two lines a burst; a byte is due every two clocks from clock 10 on, and the first burst is there in clock 19."""
    display: dict[str, Any] = {"kind": "display", "bytes": 64, "burst": 64, "pixels": 1000 / 6, "pixel_bytes": 1,
                               "fifo": 64, "begin": 10}  # fmt: skip
    served = run(system(display, clocks=130)).clients[0]
    assert served.requests["complete"][:2].tolist() == [15, 19]
    assert served.missed == 3, "those due in clocks 10, 12 and 14"
    assert served.first_missed == 10


@pytest.mark.parametrize(("pixels", "period"), [(1e6, 3), (0.001, 3), (1.0, 3e-9), (1e6, 1e12), (333.333333, 3.1)])
def test_rates_beyond_all_bounds(pixels: float, period: float) -> None:
    """As many bytes are missed as are due: nothing comes, since somebody else has the memory."""
    display: dict[str, Any] = {"kind": "display", "bytes": 4096, "pixels": pixels, "pixel_bytes": 16, "fifo": 1 << 20}
    times = {key: value for key, value in load(A).values.items() if key != "peak_MBps"} | {"tCK": period}
    others = {"priority": 5}, {"priority": 5, "rate": max(0.001, pixels / 1e3)}
    described = system(display | {"begin": 100}, *others, channel=times, clocks=5000)
    served = run(described)
    clocks_a_byte = min(max(1000 / (pixels * 16 * period), 2**-20), 2**24)
    assert served.clients[0].missed == pytest.approx(4900 / clocks_a_byte, rel=1e-3, abs=1)
    assert served.clients[0].first_missed == 100
    assert bool((np.diff(served.clients[2].requests["arrival"]) >= 0).all())


def loaded(policy: str, age: int, rate: float) -> System:
    """A display of 260 MB/s with a FIFO of 2 KB, and three clients that read, write and do both."""
    display = {"kind": "display", "bytes": 3 << 20, "pixels": 65.0, "fifo": 2048, "priority": 9}
    others = [{"address": k << 24, "bytes": 1 << 22, "rate": rate, "write": k / 2, "priority": k} for k in range(3)]
    return system(display, *others, policy=policy, age=age, clocks=1 << 18)


@pytest.mark.parametrize("rate", [0, 2010.0 / 3])
def test_no_deadline_is_missed_while_others_load_the_memory_to_three_quarters(rate: float) -> None:
    """Under `frfcfs`, as fast as they can (which needs an age) or at a rate of 75.4 % of the peak (which does not)."""
    served = run(loaded("frfcfs", 0 if rate else 500, rate))
    display = served.client("0")
    assert display.missed == 0
    assert served.bandwidth(served.bytes - display.bytes) >= 0.75 * served.system.channel["peak_MBps"]


def test_exclusive_grants_miss_no_deadline_either_and_carry_less() -> None:
    """At most 79.7 % of the peak in all, so that 67 % are left for the others."""
    served = run(loaded("hmgpu", 0, 0))
    display = served.client("0")
    assert display.missed == 0
    share = served.bandwidth(served.bytes - display.bytes) / served.system.channel["peak_MBps"]
    assert 0.66 < share < 0.70


# --- loaders, hosts, presets ---


def test_a_loader_stores_and_loads_in_ping_pong() -> None:
    described = system({"kind": "loader", "stage": "pixel", "interval": 4000}, manager_clocks=2)
    served = run(described).clients[0]
    writes, lines = served.requests["is_write"], served.requests["line"]
    per_block = 4096 // 32
    blocks = [int(lines[k]) * 32 for k in range(0, len(lines), per_block)]
    base = 2 * 4096  # the vertex programs come first
    assert blocks[:6] == [base, base, base + 4096, base + 4096, base, base]
    assert [bool(writes[k]) for k in range(0, len(lines), per_block)][:4] == [True, False, True, False]
    complete, arrival = served.requests["complete"], served.requests["arrival"]
    assert arrival[0] == 2, "one cycle of two clocks"
    first_store = complete[:per_block].max()
    assert arrival[per_block] == first_store + 4, "end_store and begin_load, two clocks each"
    assert arrival[2 * per_block] == 4000 + 4


@pytest.mark.parametrize("policy", ["hmgpu", "frfcfs"])
@pytest.mark.parametrize("name", preset_names())
def test_the_presets_sustain_the_pixels_of_the_paper(name: str, policy: str) -> None:
    """289.98 million pixels of 6 bytes a second, but for what is still in the queue at the end; and the scan-out."""
    served = run(load_system(name, policy=policy))
    pixels = served.client("pixels")
    queued = served.bandwidth(pixels.client["queue"] + pixels.client["burst"])
    assert served.bandwidth(pixels.bytes) >= 6 * 289.98 - queued
    assert served.client("display").missed == 0
    assert served.client("host").bytes > 0
    assert served.bandwidth(served.bytes) >= 2021.2
    longest = served.sums["longest_service"]
    assert (longest is None) == (policy == "hmgpu")
    for each in served.clients:
        assert longest is None or int(each.waits.max()) <= longest


def test_more_requests_than_the_bus_could_move_are_made_again() -> None:
    """Reads of one line are merged, so that more are served than bursts fit into the run."""
    described = system({"access": 32, "bytes": 32, "burst": 32, "queue": 512}, policy="frfcfs", clocks=3000)
    served = run(described)
    assert len(served.clients[0].requests) > 3000 // 4 + 16
    assert served.commands["read"] < 3000 // 4


# --- what cannot be described ---

ONE = {"name": "a", "kind": "cores", "address": 0, "bytes": 4096}


@pytest.mark.parametrize(
    ("change", "code", "text"),
    [
        ({"client": []}, "E0432", "there are 1 to 32 clients"),
        ({"client": 3}, "E0432", "there are 1 to 32 clients"),
        ({"client": [3]}, "E0432", "client 1 is not a table"),
        ({"client": [{"kind": "cores"}]}, "E0432", "client 1 needs a name that no other has"),
        ({"client": [ONE, ONE]}, "E0432", "client 2 needs a name that no other has"),
        ({"client": [ONE | {"kind": "host"}]}, "E0432", "client `a`: direction is missing"),
        ({"client": [ONE | {"kind": "core"}]}, "E0432", "`core` is not a kind of client: did you mean `cores`?"),
        ({"client": [ONE | {"burts": 3}]}, "E0432", "client `a`: there is no key `burts` here: did you mean `burst`?"),
        ({"client": [ONE | {"buffer": 0}]}, "E0432", "its bytes are in one place, not in buffer and address"),
        ({"client": [{"name": "a", "kind": "cores"}]}, "E0432", "one of buffer, list, texture, image, address says"),
        ({"client": [{"name": "a", "kind": "cores", "list": 2}]}, "E0432", "client `a`: bytes is missing"),
        ({"client": [ONE | {"pattern": "strided"}]}, "E0432", "client `a`: stride is missing"),
        ({"client": [ONE | {"priority": True}]}, "E0432", "priority is a whole number from 0 to 1000, not True"),
        ({"client": [ONE | {"write": 1.5}]}, "E0432", "write is a number from 0 to 1, not 1.5"),
        ({"client": [ONE | {"write": float("nan")}]}, "E0432", "write is a number from 0 to 1, not nan"),
        ({"client": [{"name": "a", "kind": "cores", "texture": [6, 0]}]}, "E0432", "texture is [texture, level], of 0"),
        ({"policy": "fcfs"}, "E0432", "policy is one of hmgpu, frfcfs, not 'fcfs'"),
        ({"policy": []}, "E0432", "policy is one of hmgpu, frfcfs, not []"),
        ({"clocks": 1 << 24}, "E0432", "clocks is a whole number from 1 to 8388608"),
        ({"storage": {"pages": 1}}, "E0432", "storage: no key `pages`"),
        ({"storage": {"row_bytes": 1.5}}, "E0432", "storage: row_bytes is a whole number"),
        ({"channel": 5}, "E0432", "channel is a text or a table, not 5"),
        ({"channel": "ddr2-66"}, "E0430", "there is no preset and no file `ddr2-66`"),
        ({"channel": {"base": A, "tRC": 1}}, "E0431", "test: channel: the timing contradicts itself: tRC is less"),
        ({"name": 3}, "E0432", "name is a text"),
        ({"grant": 100}, "E0433", "grant is a multiple of a line of 32 bytes, not 100"),
        ({"round": 100}, "E0433", "round is a multiple of a line of 32 bytes, not 100"),
        ({"hold": -1}, "E0432", "hold is a whole number from 0 to 1073741824, not -1"),
        ({"client": [ONE | {"share": 48}]}, "E0433", "client `a`: share is a multiple of a line of 32 bytes, not 48"),
        ({"client": [ONE | {"share": 64}], "round": 32}, "E0433", "the shares are 64 bytes of a round of 32"),
        ({"channel": {"base": A, "columns": 1 << 16}, "grant": 1 << 18}, "E0433", "a grant would last longer than 8"),
        ({"client": [ONE | {"burst": 48}]}, "E0433", "client `a`: burst is a multiple of a line of 32 bytes, not 48"),
        ({"client": [ONE | {"access": 48}]}, "E0433", "client `a`: access is a multiple of a line of 32 bytes, not 48"),
        ({"client": [ONE | {"queue": 256}]}, "E0433", "client `a`: a burst of 512 bytes does not fit into its queue"),
        ({"client": [ONE | {"pattern": "strided", "stride": 100}]}, "E0433", "stride is a multiple of access, 512"),
        ({"client": [{"name": n, "kind": "loader", "stage": "pixel", "interval": 9} for n in "ab"]}, "E0433",
         "there is one loader of a stage"),
    ],
)  # fmt: skip
def test_a_bad_description(change: dict[str, object], code: str, text: str) -> None:
    with pytest.raises(SimtError) as raised:
        system_of({"channel": A, "client": [ONE]} | change, "test")
    assert (raised.value.code, text in raised.value.message) == (code, True), raised.value.message
    assert raised.value.message.startswith("test: ") or code == "E0430"


@pytest.mark.parametrize(
    ("client", "code", "text"),
    [
        (
            {"address": 255 << 20, "bytes": 2 << 20},
            "E0433",
            "2097152 bytes from address 267386880 on are not lines",
        ),
        ({"address": 16, "bytes": 512}, "E0433", "512 bytes from address 16 on are not lines"),
        ({"address": 0, "bytes": 1000}, "E0433", "1000 bytes are not a multiple of its accesses of 512"),
        ({"buffer": 0, "bytes": 1 << 27}, "E0928", "buffer 0 needs 131072 pages, and 49136 are free"),
        ({"image": "source", "bytes": 1 << 25}, "E0926", "image source has a partition of 16777216 bytes"),
        ({"pattern": "copy", "address": 0, "bytes": 512}, "E0433", "a copy has two halves of its accesses"),
        (
            {"kind": "loader", "stage": "pixel", "interval": 9, "burst": 96},
            "E0433",
            "its bursts of 96 bytes do not",
        ),
    ],
)
def test_what_does_not_fit_into_the_memory(client: dict[str, object], code: str, text: str) -> None:
    with pytest.raises(SimtError) as raised:
        run(system_of({"channel": A, "client": [{"name": "a", "kind": "cores"} | client]}, "test"))
    assert (raised.value.code, text in raised.value.message) == (code, True), raised.value.message
    assert raised.value.message.startswith("test: client `a`: ")


def test_two_clients_share_an_object_that_the_first_has_made() -> None:
    shared = {"buffer": 1, "bytes": 4096}
    served = run(system(shared | {"write": 1}, shared, clocks=2000))
    assert set(served.clients[0].requests["line"].tolist()) & set(served.clients[1].requests["line"].tolist())
    with pytest.raises(SimtError, match="an earlier client has made it with 4096 bytes, and not 8192"):
        run(system(shared, shared | {"bytes": 8192}))


@pytest.mark.parametrize("client", [{}, {"buffer": 0}])
def test_a_layout_that_the_channel_does_not_hold(client: dict[str, object]) -> None:
    """It is looked at when the description is read, whether or not a client needs the manager."""
    with pytest.raises(SimtError) as raised:
        system(client, storage={"memory_bytes": 512 << 20})
    assert raised.value.code == "E0920"
    assert raised.value.message == "test: storage: memory_bytes is 536870912, and the channel holds 268435456"


def test_without_a_table_the_layout_is_looked_at_when_a_client_needs_it() -> None:
    """128 MB hold the textures alone, and nothing else of the default layout."""
    small = {"base": A, "rows": 4096}
    assert run(system({}, channel=small, clocks=1000)).bytes > 0
    described = system({"buffer": 0, "bytes": 4096}, channel=small, clocks=1000)
    with pytest.raises(SimtError, match="test: client `0`: the fixed regions take"):
        run(described)


# --- what the page says in one way ---


def test_the_mean_wait_is_over_all_that_arrived() -> None:
    """Nothing of the second client is served: its requests have waited until the end."""
    first, last = run(system({"priority": 1}, {"priority": 0}, clocks=2000)).clients
    assert last.grants == 0
    clocks = arrivals(last)
    assert len(clocks) == 64
    assert last.sums["mean_wait"] == round(sum(2000 - clock for clock in clocks) / 64, 3)
    assert last.sums["longest_wait"] == 2000 - clocks[0]
    gone = np.minimum(first.requests["accept"], 2000) - first.requests["arrival"]
    assert first.sums["mean_wait"] == round(float(gone.mean()), 3)


def test_the_lines_of_a_chain_come_in_its_order() -> None:
    """Buffer 1 has pages 1, 0 and 2 in this order: list 0 had page 0, and gave it back before the rest was free."""
    described = system({"buffer": 1, "bytes": 3072, "access": 3072, "burst": 3072, "queue": 3072})
    storage = StorageManager(described.layout, poison=False)
    pages = storage.statistics()["free_pages"]
    for name, count in ((0, 1), (1, 1)):
        storage.create("list", name, 1024 * count)
    storage.create("list", 2, 1024 * (pages - 2))
    for name in (1, 0, 2):
        storage.release("list", name)
    spans = storage.create("buffer", 1, 3072).spans
    user = described.layout.regions["user"][0]
    assert [(first - user) // 1024 for first, _ in spans] == [1, 0, 2]
    place = Place(3072, np.array([first for first, _ in spans]), 1, is_paged=True)
    work = _work(described.clients[0], described, place, np.array([0]), np.array([0]), np.zeros(1, bool), False)
    assert work.lines.tolist() == [line for first, _ in spans for line in range(first // 32, first // 32 + 32)]


def test_clocks_of_a_byte_are_the_nearest_fraction() -> None:
    """Of a quotient just between 1 and 1 + 2^-20 the one with the smaller denominator; products are exact."""
    channel = load(A)
    between = Fraction(1000 * 2**21, 3 * (2**21 + 1))
    assert clocks_of_a_byte(between, channel) == (1, 1)
    assert clocks_of_a_byte(between - Fraction(1, 10**9), channel) == (2**20 + 1, 2**20)
    described = system({"kind": "display", "bytes": 4096, "pixels": 0.1, "pixel_bytes": 3, "fifo": 1024})
    assert scan_rate(described.clients[0]) == Fraction(3, 10)
    assert clocks_of_a_byte(289.98 * 6, channel) == clocks_of_a_byte(Fraction(173988, 100), channel) == (25000, 130491)


# --- the rate ---


def balanced_by_the_page(each: ClientServed) -> tuple[int, int, int] | None:
    """Bytes and both clocks of the longest stretch, by the words of docs/clients.md, section 8, pair by pair."""
    clocks, line = int(each.system["clocks"]), each.system.line
    asked = []  # the clock, the requests before, those that are complete
    before = 0
    for operation in each.operations:
        clock = int(operation["earliest"])
        if clocks // 8 <= clock <= clocks:
            asked.append((clock, before, sum(int(end) <= clock for end in each.requests["complete"])))
        before = int(operation["end"])
    best: tuple[int, int, int, int, int] | None = None
    for k, (first, before, done) in enumerate(asked):
        for last, more, then in asked[k + 1 :]:
            if before - done == more - then and (best is None or (last - first, done - before) > best[:2]):
                best = last - first, done - before, line * (more - before), first, last
    return None if best is None or 2 * best[0] < clocks - clocks // 8 else best[2:]


@pytest.mark.parametrize("policy", ["hmgpu", "frfcfs"])
def test_the_rate_is_that_between_two_clocks_of_balance(policy: str) -> None:
    slow, fast = {"rate": 300.0, "access": 256, "priority": 1}, {"rate": 900.0, "priority": 1}
    display = {"kind": "display", "pixels": 60.0, "fifo": 4096, "priority": 2}
    described = system(slow, fast, {}, display, policy=policy, hold=64, clocks=16_000)
    served = run(described)
    balanced = 0
    for each in served.clients:
        expected = balanced_by_the_page(each)
        rate = each.rate
        assert rate.is_balanced == (expected is not None)
        if expected is None:
            found = sum(2000 < int(clock) <= 16_000 for clock in each.requests["complete"])
            expected = each.system.line * found, 2000, 16_000
        balanced += rate.is_balanced
        assert rate[:3] == expected
    assert balanced >= 2


def test_a_rate_hangs_on_no_end() -> None:
    """One client that the memory serves with ease: whatever the clocks of the run, it gets what it asks for."""
    for clocks in range(9_000, 9_400, 37):
        (each,) = run(system({"rate": 640.0}, clocks=clocks)).clients
        assert each.rate.is_balanced
        assert each.rate_MBps == pytest.approx(640.0, rel=2 / (each.rate.last - each.rate.first))
        assert each.sums["asked_MBps"] == 640.0


def test_a_client_that_falls_back_is_not_balanced() -> None:
    peak = load(A)["peak_MBps"]
    (each,) = run(system({"rate": 1.2 * peak})).clients
    assert not each.rate.is_balanced
    assert each.rate_MBps < peak
    assert run(system({})).clients[0].sums["asked_MBps"] is None


def test_what_the_others_ask_for() -> None:
    described = load_system("hmgpu")
    sums = {each.client.name: each.sums for each in run(described).clients}
    assert sums["display"]["asked_MBps"] == 260.0
    assert sums["vertex programs"]["asked_MBps"] == round(2000 * 4096 / (100_000 * described.channel["tCK"]), 3)
    assert sums["host"]["asked_MBps"] is None
