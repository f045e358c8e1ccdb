"""Command logs of the controller break no rule of DDR SDRAM, and the checker that says so finds what is planted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simt.core.state.dram import COMMANDS
from simt.machine.channel import Channel, changed, channel_of
from simt.memory.dram.run import Served, serve
from simt.memory.dram.traces import requests_of
from simt.result.dram_windows import earliest
from tests.ddr2 import CONFIGS, references
from tests.examples import examples, nightly_but
from tests.generators.channels import random_traffic
from tests.reference import dram
from tests.reference.legality import Command, Violation, rules, violations

IN_EVERY_RUN = ("A-clients4", "B-rand_mix50")


def log_of(found: Served) -> list[Command]:
    rows = zip(*(found.commands[name].tolist() for name in ("clock", "command", "bank", "row")), strict=True)
    return [Command(clock, COMMANDS[command], bank, row) for clock, command, bank, row in rows]


def run(text: bytes, channel: Channel, outstanding: int = 0) -> Served:
    return serve(channel, requests_of(text, channel, "trace"), outstanding, log=True)


@pytest.mark.parametrize("name", nightly_but(IN_EVERY_RUN, sorted(references())))
def test_the_logs_of_the_traces_are_legal(name: str) -> None:
    reference = references()[name]
    channel = channel_of(CONFIGS[reference.config], name)
    found = run(reference.text, channel, reference.outstanding)
    log = log_of(found)
    assert violations(log, channel.values) == []
    accesses = sum(command.name in ("read", "write") for command in log)
    assert accesses <= len(reference.arrival)
    check_reads(found, log, channel)


def check_reads(found: Served, log: list[Command], channel: Channel) -> None:
    """Every read that was not forwarded has its data from a read command to its bank and row."""
    given = {(command.clock, command.bank, command.row) for command in log if command.name == "read"}
    place = dram.Controller(channel.values).place
    reads = found.requests[
        (found.requests["is_write"] == 0) & (found.requests["complete"] > found.requests["accept"] + 2)
    ]
    clocks = (reads["complete"] - channel.read_to_data).tolist()
    assert {(clock, *place(line)) for clock, line in zip(clocks, reads["line"].tolist(), strict=True)} <= given


@pytest.mark.parametrize("seed", range(examples(40)))
def test_random_traffic_is_legal_on_every_grade(seed: int) -> None:
    channel, text, outstanding = random_traffic(seed, 2000)
    found = run(text, channel, outstanding)
    log = log_of(found)
    assert violations(log, channel.values) == []
    check_reads(found, log, channel)
    accepted = found.requests["accept"]
    assert bool((np.diff(accepted) > 0).all())
    assert bool((accepted >= found.requests["arrival"]).all())


@pytest.mark.parametrize("seed", range(examples(100, 20)))
def test_commands_as_early_as_the_part_takes_them_are_legal_and_no_later(seed: int) -> None:
    channel, text, outstanding = random_traffic(3000 + seed, 600)
    found = run(text, channel, outstanding)
    clocks = earliest(channel, found.commands)
    assert (clocks <= found.commands["clock"]).all()
    assert clocks.sum() < found.commands["clock"].sum()
    found.commands["clock"] = clocks
    assert violations(log_of(found), channel.values) == []


@pytest.mark.parametrize("seed", range(examples(400, 40)))
def test_the_specification_says_the_same_of_every_request_and_command(seed: int) -> None:
    channel, text, outstanding = random_traffic(1000 + seed, 300)
    found = run(text, channel, outstanding)
    rows = [line.split() for line in text.decode().splitlines()]
    requests = [dram.Request(int(arrival), int(address, 16), way == "W") for arrival, address, way in rows]
    log = dram.serve(channel.values, requests, outstanding)
    assert found.requests["accept"].tolist() == [each.accept for each in requests]
    assert found.requests["complete"].tolist() == [each.complete for each in requests]
    assert log_of(found) == log


A: dict[str, Any] = dict(channel_of(CONFIGS["A_ddr2_667_x32"], "A").values)


# DDR4, whose banks 0 to 3 are a group, refreshed bank by bank.
GROUPS = dict(changed({"base": "ddr4-2400-083e-x16-64", "tRFCpb": 100}, "groups").values)
PAIRS = {
    f"{part}-{'-'.join(rule[:4])}": (values, rule)
    for part, values in {"DDR2": A, "DDR4": GROUPS}.items() for rule in rules(values)
}  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS)
def test_a_pair_of_commands_a_clock_too_close(pair: str) -> None:
    """The rule alone: a log of two commands, of which the states and the bus are not asked."""
    values, rule = PAIRS[pair]
    second = {"bank": 0, "group": 3, "any": 4}[rule.level]

    def rules_broken(clocks: int) -> set[str]:
        two = [(0, rule.before, 0), (clocks, rule.after, second)]
        log = [Command(clock, what[:7] if "refresh" in what else what, -1 if what == "refresh" else bank, 0)
               for clock, what, bank in two]  # fmt: skip
        return {found.rule for found in violations(log, values)}

    assert rules_broken(rule.clocks - 1) - rules_broken(rule.clocks) >= {rule.name}


def planted(*changes: tuple[int, Command | None]) -> list[Violation]:
    """What is found in a legal log in which some commands are others, or are taken out."""
    found = run(b"0 0 R\n0 20 W\n0 1000 R\n0 8000 R\n2600 0 R\n", channel_of(A, "A"))
    log: list[Command | None] = list(log_of(found))
    assert violations([each for each in log if each], A) == []
    for place, command in changes:
        log[place] = command
    return violations([each for each in log if each], A)


def test_planted_violations_are_found() -> None:
    log = log_of(run(b"0 0 R\n0 20 W\n0 1000 R\n0 8000 R\n2600 0 R\n", channel_of(A, "A")))
    names = [each.name for each in log]
    read, close, refresh = names.index("read"), names.index("precharge"), names.index("refresh")
    wrong_row = log[read]._replace(row=log[read].row + 1)
    assert planted((read, wrong_row)) == [Violation(read, "the row of an access is open")]
    assert "a bank that is opened is closed" in {each.rule for each in planted((close, None))}
    assert {each.rule for each in planted((0, None))} >= {
        "the row of an access is open",
        "a bank that is closed is open",
    }
    assert "one command in a clock" in {each.rule for each in planted((1, log[1]._replace(clock=log[0].clock)))}
    assert "there is such a command" in {each.rule for each in planted((1, log[1]._replace(name="halt")))}
    last_close = max(place for place in range(refresh) if names[place] == "precharge")
    assert "all banks are closed for a refresh" in {each.rule for each in planted((last_close, None))}


def test_windows_and_the_bus() -> None:
    four = [Command(4 * k, "activate", k, 0) for k in range(5)]
    assert violations(four, A) == [Violation(4, "tFAW")], "the fifth in clock 16, and not in 17"
    bursts = [Command(0, "activate", 0, 0), Command(5, "read", 0, 0), Command(8, "read", 0, 0)]
    assert Violation(2, "one burst on the data bus") in violations(bursts, A)
    assert violations([Command(9 * 2600 + 1, "refresh", -1, -1)], A) == [Violation(0, "tREFI")]
    assert violations([Command(9 * 2600, "refresh", -1, -1)], A) == []


def test_the_beats_of_a_clock() -> None:
    """A burst of eight is on the bus for four clocks, and for two where a clock has four beats."""
    reads = [Command(0, "activate", 0, 0), Command(5, "read", 0, 0), Command(7, "read", 0, 0)]
    assert {each.rule for each in violations(reads, A)} == {"tCCD", "one burst on the data bus"}
    assert violations(reads, A | {"beats_per_clock": 4}) == []
    reads[2] = Command(6, "read", 0, 0)
    assert {each.rule for each in violations(reads, A | {"beats_per_clock": 4, "tCCD": 1})} == {
        "tCCD", "one burst on the data bus",
    }  # fmt: skip
