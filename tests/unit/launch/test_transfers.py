"""Host transfers: what is moved, when it is counted, and what it takes (docs/processor.md, section 21)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import isa
import simt
from isa.reporting.diagnostics import ProgramError
from simt.machine import Machine
from simt.views.run.summary import summary
from tests.commands import invoke
from tests.scale import SCALE

PROGRAM = isa.assemble(SCALE, filename="scale.s")
DEVICE = Machine.load(
    "fpga4", {"memory": "simple", "memory.latency": 20, "memory.bytes_per_cycle": 16.0, "host.latency": 7}
)


def moved(machine: Machine = DEVICE, **changed: object) -> simt.Result:
    x = np.arange(64, dtype=np.float32)
    given = {"x": x, "y": 0 * x} | changed
    return simt.run(PROGRAM, machine, inputs=given, global_size=64, with_transfers=True)


@pytest.mark.parametrize(
    ("link", "cycles"),
    [
        (4.0, 7 + 64 + 20),  # 256 bytes at 4 a cycle
        (3.0, 7 + 86 + 20),  # rounded up
        (32.0, 7 + 16 + 20),  # the memory is the slower one: 16 bytes a cycle
    ],
)
def test_a_transfer_takes_the_slower_of_link_and_memory(link: float, cycles: int) -> None:
    result = moved(DEVICE.replace(**{"host.link_rate": link}))
    assert result.transfers is not None
    assert [(one.buffer, one.direction, one.bytes, one.cycles) for one in result.transfers.each] == [
        ("x", "in", 256, cycles),
        ("y", "out", 256, cycles),
    ]
    assert result.transfers.kernel == result.cycles
    told = json.loads(result.to_json())["transfers"]
    assert (told["cycles"], told["cycles_with_kernel"]) == (2 * cycles, 2 * cycles + result.cycles)


def test_what_is_zero_or_unchanged_is_not_moved() -> None:
    result = moved(y=np.ones(64, np.float32), a=0.0, x=np.zeros(64, np.float32))
    assert result.transfers is not None
    assert [(one.buffer, one.direction) for one in result.transfers.each] == [("y", "in"), ("y", "out")]
    nothing = moved(x=np.zeros(64, np.float32))
    assert nothing.transfers is not None
    assert (nothing.transfers.each, nothing.transfers.cycles) == ((), 0)
    assert "cycles with transfers: nothing to move" in summary(nothing)


def test_a_run_without_them_is_the_same() -> None:
    x = np.arange(64, dtype=np.float32)
    plain = simt.run(PROGRAM, DEVICE, inputs={"x": x, "y": 0 * x}, global_size=64)
    assert plain.transfers is None
    assert "transfers" not in json.loads(plain.to_json())
    assert plain.cycles == moved().cycles


def test_what_did_not_end_is_not_moved_out() -> None:
    x = np.arange(64, dtype=np.float32)
    cut = simt.run(PROGRAM, DEVICE, inputs={"x": x, "y": 0 * x}, global_size=64, max_cycles=5, with_transfers=True)
    assert cut.transfers is not None
    assert [one.direction for one in cut.transfers.each] == ["in"]


def test_no_cycles_no_transfers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProgramError, match="cycle engine alone"):
        simt.run(PROGRAM, DEVICE, global_size=64, engine="functional", with_transfers=True)
    monkeypatch.chdir(tmp_path)
    Path("scale.s").write_text(SCALE)
    given = ["run", "scale.s", "-s", "memory=simple", "--with-transfers"]
    refused = invoke(*given, "--engine", "functional", status=2)
    assert "leave out one of them" in refused.output


def test_the_command_line_tells_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("scale.s").write_text(SCALE)
    np.save("x.npy", np.arange(16, dtype=np.float32))
    given = ["run", "scale.s", "-s", "memory=simple", "--with-transfers", "--in", "x=x.npy", "--in", "y=y.npy"]
    np.save("y.npy", np.zeros(16, np.float32))
    told = invoke(*given).output
    [line] = [line for line in told.splitlines() if line.startswith("  host ")]
    # Each of the two moves 64 bytes at 1.33 a cycle: 1000 + 49 + 20 cycles.
    assert line.endswith(" cycles with transfers: 1069 of 1 buffer in, 1069 of 1 buffer out")
