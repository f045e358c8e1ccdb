"""The DRAM controller against the reference traces, clock for clock, and against times derived by hand."""

from __future__ import annotations

import numpy as np
import pytest

from simt.core.state.dram import COMMANDS
from simt.machine.channel import Channel, changed, channel_of, load
from simt.memory.dram.run import Served, serve
from simt.memory.dram.traces import requests_of
from tests.ddr2 import CONFIGS, references
from tests.examples import nightly_but
from tests.reference import dram

# One each of: bursts of both directions, random addresses, rows that conflict, clients that take turns, bounds.
IN_EVERY_RUN = {
    "A-copy", "A-burst2_rw", "A-rand_mix50", "A-stride36864", "A-closed1_rand", "A-clients4", "A-load_seg4_ia12",
    "B-rand_wr", "B-burst16_rd", "B-closed4_rand", "B-clients4", "B-load_rand_ia200", "B-triad",
}  # fmt: skip


def served(text: str, channel: Channel, max_outstanding: int = 0) -> Served:
    return serve(channel, requests_of(text.encode(), channel, "trace"), max_outstanding)


def clocks(found: Served) -> list[tuple[int, int]]:
    return [(int(each["accept"]), int(each["complete"])) for each in found.requests]


@pytest.mark.parametrize("name", nightly_but(IN_EVERY_RUN, sorted(references())))
def test_every_request_has_the_clocks_of_the_reference(name: str) -> None:
    reference = references()[name]
    channel = channel_of(CONFIGS[reference.config], name)
    found = serve(channel, requests_of(reference.text, channel, name), reference.outstanding).requests
    assert np.array_equal(found["accept"], reference.accept)
    assert np.array_equal(found["complete"], reference.complete)


SHORT = sorted(name for name, reference in references().items() if reference.accept[-1] < 45_000)


@pytest.mark.parametrize("name", nightly_but(("A-closed16_rand", "B-burst2_rw"), SHORT))
def test_the_specification_has_the_clocks_of_the_reference(name: str) -> None:
    reference = references()[name]
    columns = (reference.arrival.tolist(), reference.address.tolist(), reference.is_write.tolist())
    requests = [dram.Request(*row) for row in zip(*columns, strict=True)]
    dram.serve(channel_of(CONFIGS[reference.config], name).values, requests, reference.outstanding)
    assert [each.accept for each in requests] == reference.accept.tolist()
    assert [each.complete for each in requests] == reference.complete.tolist()


def test_all_references_are_there() -> None:
    assert len(references()) == 118
    assert set(references()) >= IN_EVERY_RUN


# Row 0 of bank 0 is at 0; 0x1000 is bank 1; 0x8000 is row 1 of bank 0.
@pytest.mark.parametrize(("preset", "closed", "hit", "conflict"), [("ddr2-667-3-x16-32", 16, 11, 21), ("B", 10, 7, 13)])
def test_an_unloaded_read(preset: str, closed: int, hit: int, conflict: int) -> None:
    """Accept to data: a clock until it moves on, one until its command, then tRP, tRCD, CL + BL/2 as they apply."""
    channel = load(preset) if preset != "B" else channel_of(CONFIGS["B_ddr2_333_x64"], "B")
    row = channel["row_bytes"] * channel["banks"]
    found = served(f"0 0 R\n100 20 R\n200 {row:x} R\n", channel)
    assert [done - taken for taken, done in clocks(found)] == [closed, hit, conflict]


A = load("ddr2-667-3-x16-32")


def test_reads_of_a_line_are_served_together_and_a_pending_write_is_forwarded() -> None:
    assert clocks(served("0 0 R\n0 0 R\n0 4 R\n", A)) == [(0, 16), (1, 16), (2, 16)]
    assert clocks(served("0 40 W\n0 40 W\n5 40 R\n", A)) == [(0, 2), (1, 3), (5, 7)]


def test_a_controller_that_does_not_merge() -> None:
    """Each read of the line has a burst of its own, 4 clocks after the one before; forwarding is as it was."""
    alone = changed({"base": "ddr2-667-3-x16-32", "merge": 0}, "alone")
    assert clocks(served("0 0 R\n0 0 R\n0 4 R\n", alone)) == [(0, 16), (1, 20), (2, 24)]
    assert clocks(served("0 40 W\n0 40 W\n5 40 R\n", alone)) == [(0, 2), (1, 3), (5, 7)]


def test_a_full_queue_refuses() -> None:
    """32 writes wait, one more is taken as soon as the drain has moved one on."""
    found = clocks(served("".join(f"0 {32 * k:x} W\n" for k in range(34)), A))
    assert [taken for taken, _ in found] == [*range(32), 32, 33]
    rows = "".join(f"0 {0x8000 * k:x} R\n" for k in range(60))
    assert clocks(served(rows, A))[-1][0] > 60, "reads of one bank do not go on as fast as they come"


def test_a_drain_that_depends_on_a_read_lets_reads_go() -> None:
    """40 reads of one bank: the last are in no bank queue, and theirs are the first lines of a full queue of writes."""
    reads = "".join(f"0 {0x8000 * k:x} R\n" for k in range(40))
    writes = "".join(f"0 {0x8000 * (39 - k):x} W\n" for k in range(40))
    found = served(reads + writes, A)
    assert max(done for _, done in clocks(found)) < 40 * 60


def test_a_bound_on_reads_under_way() -> None:
    found = clocks(served("0 0 R\n0 20 R\n0 40 R\n0 60 W\n", A, 1))
    assert found == [(0, 16), (16, 27), (27, 38), (28, 30)]


def test_skipped_time_costs_nothing() -> None:
    """A million clocks without a request: of those, only those in which a refresh falls due are looked at."""
    found = served("0 0 R\n1000000 0 R\n", A)
    assert clocks(found)[1] == (1_000_000, 1_000_016)
    assert found.computed < 1000


def test_refresh_comes_before_everything() -> None:
    """In clock 2600 the bank is closed, in 2605 refreshed, in 2648 opened again."""
    found = serve(A, requests_of(b"0 0 R\n2599 20 R\n2600 0 R\n", A, "trace"), log=True).commands
    assert [(COMMANDS[each["command"]], int(each["clock"])) for each in found] == [
        ("activate", 2), ("read", 7), ("precharge", 2600), ("refresh", 2605), ("activate", 2648), ("read", 2653),
        ("read", 2657),
    ]  # fmt: skip


def test_a_trace_ends_in_the_clock_in_which_the_controller_is_at_rest() -> None:
    """The write is accepted in clock 2599, and waits; the open bank is not closed for the refresh of clock 2600."""
    found = serve(A, requests_of(b"0 0 R\n2599 20 W\n", A, "trace"), log=True)
    assert [(COMMANDS[each["command"]], int(each["clock"])) for each in found.commands] == [
        ("activate", 2),
        ("read", 7),
    ]


def test_the_bank_after_the_one_of_the_last_command_is_looked_at_first() -> None:
    """Before the first command that is bank 1: three requests wait for a refresh."""
    found = serve(A, requests_of(b"2599 0 R\n2599 1000 R\n2599 2000 R\n", A, "trace"), log=True).commands
    assert [int(each["bank"]) for each in found if COMMANDS[each["command"]] == "activate"] == [1, 2, 0]


# --- bank groups, and refresh per bank: on the engine and on the specification ---


def log_of(text: str, channel: Channel) -> list[tuple[str, int, int]]:
    """The commands of a trace, (name, clock, bank), on both."""
    found = serve(channel, requests_of(text.encode(), channel, "trace"), log=True).commands
    rows = [line.split() for line in text.splitlines()]
    specified = dram.serve(
        channel.values, [dram.Request(int(arrival), int(address, 16), way == "W") for arrival, address, way in rows]
    )
    log = [(COMMANDS[each["command"]], int(each["clock"]), int(each["bank"])) for each in found]
    assert log == [(each.name, each.clock, each.bank) for each in specified]
    return log


# Banks 0 to 3 are a group, 4 to 7 the other: 0x2000 is bank 4, 0x4000 bank 1. In clocks: tRCD 16, CWL 12, B 4; between
# groups tRRD 7, tCCD 4, tWTR 3, and in one 8, 6 and 9.
DDR4 = "ddr4-2400-083e-x16-64"


def test_reads_of_a_group_are_further_apart() -> None:
    """Two reads of bank 0 and two of bank 4, in turn; the first moves on in clock 1, the second in 2.

    Bank 0 is activated in 2, bank 4 tRRD = 7 later. Bank 0 is read in 2 + 16 = 18, its group again 6 later. Bank 4 may
    be in 9 + 16 = 25, and is 4 after the read of the other group, in 28; again 6 later.
    """
    assert log_of("0 0 R\n0 2000 R\n0 40 R\n0 2040 R\n", load(DDR4)) == [
        ("activate", 2, 0), ("activate", 9, 4), ("read", 18, 0), ("read", 24, 0), ("read", 28, 4), ("read", 34, 4),
    ]  # fmt: skip


@pytest.mark.parametrize(("address", "bank", "opened", "read"), [("4000", 1, 10, 43), ("2000", 4, 9, 37)])
def test_a_read_after_a_write_waits_longer_in_its_group(address: str, bank: int, opened: int, read: int) -> None:
    """The queue of writes has one place, so that the write moves on in clock 1, and the read in 2.

    The second activate goes tRRD after the first, 7 clocks or 8; the write in 2 + 16 = 18, and the read
    CWL + B + tWTR = 12 + 4 + 3 or 9 after that.
    """
    channel = changed({"base": DDR4, "trans_queue_size": 1}, "one")
    assert log_of(f"0 0 W\n0 {address} R\n", channel) == [
        ("activate", 2, 0), ("activate", opened, bank), ("write", 18, 0), ("read", read, bank),
    ]  # fmt: skip


def test_a_bank_is_refreshed_while_others_are_read() -> None:
    """The refresh of bank 0 is due in 2600 / 8 = 325, in which its row is closed.

    It goes tRP = 5 later, tRRD = 4 after the activate of bank 1, which is read in 331. Bank 0 is opened tRFCpb = 20
    later.
    """
    channel = changed({"base": "ddr2-667-3-x16-32", "tRFCpb": 20}, "alone")
    assert log_of("0 0 R\n323 1000 R\n324 20 R\n", channel) == [
        ("activate", 2, 0), ("read", 7, 0), ("precharge", 325, 0), ("activate", 326, 1), ("refresh", 330, 0),
        ("read", 331, 1), ("activate", 350, 0), ("read", 355, 0),
    ]  # fmt: skip


def test_a_group_that_is_no_slower_is_none() -> None:
    """Groups of the same times are but another order of the banks: requests have the clocks that they had."""
    text = "".join(f"{k} {(k * 7919 * 4096) % (1 << 28):x} {'RW'[k % 3 == 0]}\n" for k in range(300))
    grouped = changed({"base": "ddr2-667-3-x16-32", "bank_groups": 4, "address_mapping": "rochrabgbaco"}, "grouped")
    assert clocks(served(text, grouped)) == clocks(served(text, A))
