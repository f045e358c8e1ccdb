"""What banks and data bus do over time, clock by clock, against a walk through the log."""

from __future__ import annotations

import numpy as np
import pytest

from simt.core.state.dram import COMMAND, COMMANDS
from simt.machine.channel import Channel, changed, load
from simt.memory.dram.run import Served, serve
from simt.memory.dram.timeline import BANK_STATES, BUS_STATES, Timeline
from simt.memory.dram.traces import requests_of
from simt.views.memory.run import commands_csv
from simt.views.time.dram import dram_panels

A = load("ddr2-667-3-x16-32")
# Reads of one row, a write, another row of the same bank, and a read behind the first refresh.
TRACE = b"0 0 R\n0 20 R\n1 40 W\n2 100000 R\n3 2000 R\n2700 0 R\n"


def served(text: bytes = TRACE, channel: Channel = A) -> Served:
    return serve(channel, requests_of(text, channel, "trace"), log=True)


def walked(log: np.ndarray, channel: Channel, bank: int, clocks: int) -> list[str]:
    """The states of a bank, clock by clock: the last command that it had, and how long ago that was."""
    lasts = {"activate": channel["tRCD"], "read": channel.burst, "write": channel.burst,
             "precharge": channel["tRP"], "refresh": channel["tRFCpb"] or channel["tRFC"]}  # fmt: skip
    found, last, since = [], "precharge", -channel["tRP"]
    commands = {int(row["clock"]): COMMANDS[row["command"]] for row in log if row["bank"] in (bank, -1)}
    for clock in range(clocks):
        if clock in commands:
            last, since = commands[clock], clock
        if clock < since + lasts[last]:
            found.append(last)
        else:
            found.append("closed" if last in ("precharge", "refresh") else "open")
    return found


@pytest.mark.parametrize("channel", [A, changed({"base": "ddr2-667-3-x16-32", "tRFCpb": 20}, "alone")])
def test_every_bank_is_what_its_last_command_made_it(channel: Channel) -> None:
    """Also if banks are refreshed one by one."""
    run = served(channel=channel)
    timeline = Timeline(channel, run.commands)
    end = int(run.commands["clock"].max()) + 60
    seen = set()
    for bank in range(channel["banks"]):
        states = [BANK_STATES[state] for state in timeline.bank(bank).cells(range(end))]
        assert states == walked(run.commands, channel, bank, end)
        seen |= set(states)
    assert seen == {"closed", "activate", "open", "read", "precharge", "refresh"}  # the write waits for more


def test_the_bus_has_the_data_of_every_access() -> None:
    text = b"".join(b"%d %x %s\n" % (k, 32 * k, b"RW"[k % 2 : k % 2 + 1]) for k in range(60))
    run = served(text)
    bus = Timeline(A, run.commands).bus().cells(range(2000))
    want = np.zeros(2000, int)
    for row in run.commands:
        name = COMMANDS[row["command"]]
        if name in ("read", "write"):
            begin = row["clock"] + A["AL"] + (A["CL"] if name == "read" else A["CWL"])
            assert not want[begin : begin + A.burst].any()
            want[begin : begin + A.burst] = BUS_STATES.index(name)
    assert bus.tolist() == want.tolist()
    assert {0, 1, 2} == set(want.tolist())


@pytest.mark.parametrize(("rate", "cycles"), [(512, 1), (1024, 1), (2560, 2)])
def test_cycles_of_a_device(rate: int, cycles: int) -> None:
    """A command shows in its cycle at least, if no later one of its bank falls into that too."""
    run = served()
    timeline = Timeline(A, run.commands, rate)
    states = timeline.bank(0).cells(range(1024 * 3000 // rate))
    read = next(row for row in run.commands if COMMANDS[row["command"]] == "read")
    assert BANK_STATES[states[1024 * int(read["clock"]) // rate]] == "read"
    whole = Timeline(A, run.commands).bank(0)
    assert np.count_nonzero(states) <= np.count_nonzero(whole.cells(range(3000))) * 1024 / rate + cycles * 20


def test_what_was_not_kept_is_said() -> None:
    log = np.array([(50, COMMANDS.index("read"), 0, 7), (70, COMMANDS.index("activate"), 1, 3)], COMMAND)
    timeline = Timeline(A, log, first_clock=50)
    first, second = (timeline.bank(bank).cells(range(40, 80)) for bank in (0, 1))
    assert [BANK_STATES[state] for state in first[8:12]] == ["not_kept", "not_kept", "read", "read"]
    assert BANK_STATES[first[-1]] == "open"
    assert [BANK_STATES[state] for state in second[[8, 12, 30]]] == ["not_kept", "closed", "activate"]
    assert BUS_STATES[timeline.bus().cells(range(40, 41))[0]] == "not_kept"
    log["clock"] -= 30
    assert BANK_STATES[Timeline(A, log).bank(0).cells(range(1))[0]] == "open"  # it is read before it is opened


def test_of_many_banks_the_busiest_are_shown() -> None:
    run = served()
    idle = Timeline(A, np.zeros(0, COMMAND))
    panel, buses = dram_panels([idle, idle, idle, idle, Timeline(A, run.commands)], range(100))
    assert panel.title == "banks of DRAM, the busiest 2 of 40"
    assert panel.rows == ("4.0", "4.2")
    assert buses.rows == ("0", "1", "2", "3", "4")
    assert [round(100 * share) > 0 for share in buses.row_shares()] == [False] * 4 + [True]


def test_the_table_of_commands() -> None:
    lines = commands_csv(Timeline(A, served().commands), range(2650)).splitlines()
    assert lines[:4] == ["clock,command,bank,row", "2,activate,0,0", "6,activate,2,0", "7,read,0,0"]
    assert [line.split(",")[1:] for line in lines if "refresh" in line] == [["refresh", "", ""]]
