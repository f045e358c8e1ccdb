"""Small runs whose every cycle was derived by hand from docs/processor.md. Data: each engine's tests run all of them.

`Pin.expect` may hold, by key:

- `events`: {sequence: (select, enter, offer, retire, ready)}
- `order`: warps in order of issue; `pcs`, `masks`, `depths`, `instances`, `slots`, `degrees`: the same for the other
  columns of the event record
- `warp_states`: {warp: reason of every cycle}; `slot_reasons`: of every cycle, a list by slot
- `warp_ledger`, `issue_ledger`: {(pc, reason): count}, whole; `lane_ledger`
- `status`, `trap`: (kind, cycle, warp, lanes, pc, value), `waits`: [(warp, pc, since)]
- `registers`: {(warp, register): bits by lane}, `local`: {address: bits}, `carry`: {warp: mask}
- `issues`: of each instruction; `disagreements`: {pc: count}
- `pending`: registers, with a scoreboard
- `bank_words`: {cycle: the words that each bank is asked for}

Reasons are written as a string with a count: "issued fetch*2 dep_alu*4". A line `{ op | op }` of a source is a bundle;
its operations have program counters of their own, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import isa
from isa.program.encoding import encode
from simt.machine import Machine

# 4 warps of 4 lanes, no beats, all latencies and intervals 1, one port, one slot, no front end, no retire stages.
PLAIN: dict[str, Any] = {
    "name": "plain",
    "warp_size": 4,
    "warps": 4,
    "registers": 16,
    "issue_width": 1,
    "scheduler": {"policy": "paper", "active_warps": 2},
    "front_end": {"stages": 0},
    "alu": {"lanes": 4, "latency": 1, "interval": 1, "count": 1},
    "fpu": {"lanes": 4, "latency": 1, "interval": 1, "count": 1},
    "sfu": {"lanes": 4, "latency": 1, "interval": 1, "count": 0},
    "dpu": {"lanes": 4, "latency": 1, "interval": 1, "count": 0},
    "lds": {"lanes": 4, "latency": 1, "interval": 1},
    "control": {"route": "alu", "count": 1},
    "retire": {"ports": 1, "stages": 0, "priority": ["lds", "fpu", "alu", "control"]},
    "local": {"words": 64, "banks": 4},
    "constants": {"words": 64},
    "program": {"words": 256},
    "options": {"multiply": False, "read_ports": 2},
    "branch": {"policy": "first_thread"},
    "vliw": {"slots": 1},
    "register_file": {"organisation": "auto"},
    "ideal": {"banks": False, "lanes": False, "barriers": False},
}

# What a pin may expect of a whole column of the event record.
COLUMNS = {
    "order": "warp", "pcs": "pc", "masks": "mask", "depths": "depth", "instances": "instance", "slots": "slot",
    "degrees": "degree",
}  # fmt: skip

# The machine of the branching article's figures 5 to 7, and the same with 4 lanes.
MASKS: dict[str, Any] = {"control.route": "own", "branch.policy": "mask_stack"}
ARTICLE: dict[str, Any] = {**MASKS, "warp_size": 32, "alu.lanes": 32, "fpu.lanes": 32, "lds.lanes": 32}

# The same with masks in scalar registers, and with jumps lane by lane.
EXPLICIT: dict[str, Any] = {"control.route": "own", "branch.policy": "explicit_masks"}
IPDOM: dict[str, Any] = {"control.route": "own", "branch.policy": "ipdom_stack"}
MIN_PC: dict[str, Any] = {"control.route": "own", "branch.policy": "min_pc"}

# Bundles: local memory beside one compute operation; local memory, ALU, FPU.
TWO_SLOTS: dict[str, Any] = {"vliw.slots": 2}
THREE_SLOTS: dict[str, Any] = {"vliw.slots": 3}


@dataclass(frozen=True)
class Pin:
    """One run: the source of a kernel, what the machine has other than `PLAIN`, and what must come out."""

    name: str
    source: str
    machine_keys: Mapping[str, Any]
    threads: int
    cycles: int
    expect: Mapping[str, Any]
    derivation: str
    max_cycles: int = 1000
    inputs: Mapping[str, Any] = field(default_factory=dict)

    def machine(self) -> Machine:
        """The machine: `PLAIN` with the dotted keys of `machine_keys` replaced."""
        data: dict[str, Any] = {key: dict(value) if isinstance(value, dict) else value for key, value in PLAIN.items()}
        for key, value in self.machine_keys.items():
            section, _, name = key.partition(".")
            if name:
                data.setdefault(section, {})[name] = value
            else:
                data[section] = value
        return Machine.model_validate(data)

    def program(self) -> isa.Program:
        """The assembled kernel."""
        return assemble_bundles(self.source, f"{self.name}.s")


def assemble_bundles(source: str, filename: str = "kernel.s") -> isa.Program:
    """Assemble a kernel with lines `{ op | op }`, perhaps behind a label: word by word, then `more` is set."""
    lines: list[str] = []
    continued: set[int] = set()  # numbers of the lines after which the bundle goes on
    for line in source.splitlines():
        bundle = re.fullmatch(r"(\s*(?:\w+:)?)\s*\{(.*)\}\s*", line)
        operations = bundle[2].split("|") if bundle else [line]
        continued.update(range(len(lines) + 1, len(lines) + len(operations)))
        lines += [f"{bundle[1]} {operations[0]}", *operations[1:]] if bundle else [line]
    program = isa.assemble("\n".join(lines) + "\n", filename=filename)
    words = list(program.words)
    for pc, instruction in enumerate(program.instructions):
        if program.locations[pc].line in continued:
            assert instruction is not None
            words[pc] = encode(replace(instruction, more=True))
    return replace(program, words=tuple(words))


def spell_out(reasons: str) -> list[str]:
    """'issued fetch*2' as a list of three reasons."""
    result = []
    for word in reasons.split():
        reason, _, count = word.partition("*")
        result += [reason] * int(count or 1)
    return result


def check_pin_on(simulate: Callable[..., Any], pin: Pin) -> None:
    """Run a pin on `simulate`, the specification's or an engine's, and assert that the result is what it says."""
    inputs, sizes = dict(pin.inputs), {"threads": pin.threads, "max_cycles": pin.max_cycles}
    check_pin(pin, simulate(pin.program(), pin.machine(), inputs=inputs, **sizes))


def check_pin(pin: Pin, result: Any) -> None:
    """Assert that an engine's result (the shape of tests.reference.ReferenceResult) is what the pin says."""
    assert result.cycles == pin.cycles
    expect = dict(pin.expect)
    assert result.status == expect.pop("status", "done")
    trap = expect.pop("trap", None)
    assert (None if result.trap is None else tuple(result.trap)) == trap
    check_core(expect, result)


def check_core(wanted: Mapping[str, Any], result: Any) -> None:
    """Assert what a pin expects of a core: all keys but `status` and `trap`."""
    expect = dict(wanted)
    for sequence, times in expect.pop("events", {}).items():
        event = result.events[sequence]
        assert (event.select, event.enter, event.offer, event.retire, event.ready) == times, f"event {sequence}"
    for key, column in COLUMNS.items():
        if key in expect:
            assert [getattr(event, column) for event in result.events] == expect.pop(key), key
    for warp, reasons in expect.pop("warp_states", {}).items():
        assert [states[warp] for states in result.warp_states] == spell_out(reasons), f"warp {warp}"
    if "slot_reasons" in expect:
        assert result.slot_reasons == [spell_out(reasons) for reasons in expect.pop("slot_reasons")]
    for ledger in ("warp_ledger", "issue_ledger", "lane_ledger"):
        if ledger in expect:
            assert {key: count for key, count in getattr(result, ledger).items() if count} == expect.pop(ledger), ledger
    for (warp, register), bits in expect.pop("registers", {}).items():
        assert [int(word) for word in result.registers[warp, register]] == bits, f"warp {warp}, r{register}"
    for address, word in expect.pop("local", {}).items():
        assert int(result.local[address]) == word, f"local word {address}"
    for warp, mask in expect.pop("carry", {}).items():
        assert int(result.carry[warp]) == mask, f"carry of warp {warp}"
    for pc, count in expect.pop("disagreements", {}).items():
        assert int(result.disagreements[pc]) == count, f"disagreements at {pc}"
    for cycle, words in expect.pop("bank_words", {}).items():
        assert result.bank_words[cycle] == words, f"banks in {cycle}"
    if "pending" in expect:
        assert set(result.pending) == expect.pop("pending")
    if "issues" in expect:
        assert [int(count) for count in result.issues] == expect.pop("issues")
    if "waits" in expect:
        assert [tuple(wait) for wait in result.waits] == expect.pop("waits")
    assert not expect, f"unknown expectations: {sorted(expect)}"
