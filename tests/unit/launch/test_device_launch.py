"""simt.run on devices: sizes, what is refused, and what a result tells of cores, places and global memory."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import isa
import simt
from isa.reporting.diagnostics import ProgramError
from simt.launch.fits import LaunchError
from simt.launch.inputs import InputError
from simt.launch.sizes import SizeError, parse_size, resolve_sizes, size_text
from simt.machine import Machine
from simt.result.bounds import bounds_of_memory
from simt.views.notebook.html import result_html
from simt.views.run.summary import summary
from tests import scale

SCALE = isa.assemble(scale.SCALE, filename="scale.s")
DEVICE = Machine.load("fpga4", {"cores": 3, "memory": "simple", "coalescing": "segments"})


def scaled(count: int, machine: Machine = DEVICE, **asked: Any) -> simt.Result:
    x = np.arange(count, dtype=np.float32)
    return simt.run(SCALE, machine, inputs={"x": x, "y": np.zeros(count)}, global_size=count, **asked)


def test_a_launch_over_cores() -> None:
    result = scaled(256)
    assert result.completed
    assert result.buffers["y"].tolist() == (2 * np.arange(256)).tolist()
    assert (result.threads, result.groups, result.group_warps, len(result.cores)) == (16, 16, 4, 3)
    # 16 warps of a core hold four groups of four warps, of the six that a core would need to get.
    assert (result.places, result.bounded_by, result.places_by["groups of the launch"]) == (4, ["warps"], 6)
    assert result.warps == 16
    # 64 warps, each a load and a store of 16 bytes: one segment of 128 bytes each.
    assert result.traffic.totals == (128, 128, 128 * 128)
    assert [row["global"]["transactions"] for row in result.lines] == [0, 64, 0, 64, 0]
    assert [row["global"]["bytes"] for row in result.lines] == [0, 64 * 128, 0, 64 * 128, 0]
    assert (result.passes.sum(), result.lds_conflict_cycles) == (0, 0)


REUSED = """
.at_launch r2, thread_id
.buffer data, u32 = 7, 7, 7, 7
.buffer found, u32, 64
    shl.b32 r1, global_id, 2
    add.u32 r2, r2, r9
    add.u32 r2, r2, r4
    st.global [r1 + found], r2
    mov.b32 r2, 5
    mov.b32 r4, 0
    ld.global.b128 r6, [r4 + data]
    mov.b32 r4, r9
    ret
"""


def test_a_group_finds_registers_as_at_the_launch_not_as_the_group_before_left_them() -> None:
    """Of the registers that are written one is the last of four, and one holds something at the launch."""
    machine = DEVICE.replace(cores=1, groups_per_core=1)
    result = simt.run(isa.assemble(REUSED), machine, global_size=64, local_size=16)
    assert result.completed
    assert result.buffers["found"].tolist() == list(range(16)) * 4


@pytest.mark.parametrize("cores", [1, 2, 5])
def test_ledgers_balance_and_add_up(cores: int) -> None:
    result = scaled(512, DEVICE.replace(cores=cores))
    slots = sum(core.cycles for core in result.cores) * result.machine.issue_slots
    assert sum(result.ledgers.issue.values()) == slots == result.slot_total
    assert sum(result.ledgers.warp.values()) == sum(core.cycles for core in result.cores) * result.warps
    assert sum(result.ledgers.lane.values()) == result.instructions * 4
    assert result.instructions == sum(core.instructions for core in result.cores) == 128 * 5
    for name in ("issues", "active_lanes", "accesses"):
        assert np.array_equal(getattr(result, name), sum(getattr(core, name) for core in result.cores))
    for number, core in enumerate(result.cores):
        one = result.of_core(number)
        assert sum(one.ledgers.issue.values()) == core.cycles * one.machine.issue_slots == one.slot_total
        assert sum(one.ledgers.warp.values()) == core.cycles * one.warps


@pytest.mark.parametrize("rate", [1.0, 7.3, 64.0, 65536.0])
@pytest.mark.parametrize("rule", ["segments", "sectors", "half_warp_relaxed", "half_warp_joined", "half_warp_strict"])
def test_no_run_is_shorter_than_a_bound(rate: float, rule: str) -> None:
    machine = DEVICE.replace(**{"memory.bytes_per_cycle": rate, "memory.coalescing": rule})
    result = scaled(192, machine)
    found = {bound.resource: bound.cycles for bound in result.bounds}
    assert {"issue", "coalescer"} <= found.keys()
    assert max(found.values()) <= result.cycles
    if rate == 1.0:  # and here it is the memory that binds
        assert result.bounds[0].resource == "memory bandwidth"
        assert result.bounds[0].cycles == result.traffic.totals[2]
        assert result.cycles < 1.1 * result.traffic.totals[2] + 100
    each = bounds_of_memory(machine, *result.traffic.totals)
    assert [bound.resource for bound in each] == ["coalescer", "memory bandwidth", "request queue"]


def test_json_has_the_device() -> None:
    data = json.loads(scaled(256).to_json())
    assert data["schema"] == "simt.run/1"
    device = data["device"]
    assert (device["global_size"], device["local_size"], device["groups"]) == ([256, 1], [16, 1], 16)
    assert device["places"]["bounded_by"] == ["warps"]
    memory = device["memory"]
    assert memory["bytes_per_cycle"] == memory["bytes"] / data["cycles"]
    assert memory["share_of_peak"] == memory["bytes_per_cycle"] / DEVICE.memory.bytes_per_cycle
    assert memory["transactions_per_access"] == 1
    assert [core["core"] for core in device["cores"]] == [0, 1, 2]
    assert data["provenance"]["launch"] == [[256, 1], [16, 1]]
    assert "device" not in json.loads(simt.run(isa.assemble(".threads 4\nret\n"), "fpga4").to_json())


def test_the_summary_has_25_lines_and_names_places_and_traffic() -> None:
    text = summary(scaled(256))
    assert len(text.splitlines()) <= 25
    assert max(map(len, text.splitlines())) <= 100
    assert "256 work-items in 16 groups of 16" in text
    assert "3         with 4 groups each (16 of 16 warps), bounded by warps" in text
    assert "accesses of 1 transaction; 16384 bytes" in text
    assert "3 with 4 groups" not in result_html(scaled(256))


def test_the_summary_counts_the_cores_that_have_a_group() -> None:
    """A core without a group has none "each": `places` is the room of a core, not what a launch fills."""
    assert "2 of 3    with 1 group each (4 of 16 warps), bounded by groups of the launch" in summary(scaled(32))
    assert "3         with at most 2 groups each (8 of 16 warps)" in summary(scaled(80))


def test_equal_runs_have_equal_bytes_and_inputs_are_hashed() -> None:
    assert scaled(64).to_json() == scaled(64).to_json()
    other = simt.run(SCALE, DEVICE, inputs={"x": np.ones(64), "y": np.zeros(64)}, global_size=64)
    assert other.inputs_hash != scaled(64).inputs_hash


def test_two_dimensions() -> None:
    program = isa.assemble(
        """
.buffer out, u32
    mul.u32   r0, global_id_y, 8
    add.u32   r0, r0, global_id_x
    shl.b32   r0, r0, 2
    mul.u32   r1, group_id, 256
    add.u32   r1, r1, thread_id
    st.global [r0 + out], r1
    ret
"""
    )
    machine = DEVICE.replace(**{"options.multiply": True})
    out = np.zeros((4, 8), np.uint32)
    for y in range(4):
        for x in range(8):
            out[y, x] = 256 * (y // 2 * 2 + x // 4) + y % 2 * 4 + x % 4
    for engine in ("cycle", "functional"):
        given = {"out": np.zeros(32)}
        result = simt.run(program, machine, inputs=given, global_size=(8, 4), local_size=(4, 2), engine=engine)
        assert result.buffers["out"].tolist() == out.reshape(-1).tolist()


def test_a_group_in_two_dimensions_on_a_plain_processor() -> None:
    program = isa.assemble(".local t u32[8]\n st.local [thread_id + t], local_id_y\n ret\n")
    result = simt.run(program, "fpga4", local_size=(4, 2))
    assert result.local["t"].tolist() == [0] * 4 + [1] * 4
    assert [core.number for core in result.cores] == [0]
    assert "device" not in result.to_dict()


# --- sizes ------------------------------------------------------------------------------------------------------------


def test_sizes_are_read_and_written() -> None:
    assert [parse_size(text) for text in ("64", "16x8", "16X8", "1x2x3")] == [(64,), (16, 8), (16, 8), (1, 2, 3)]
    assert parse_size("0x4x0", 0) == (0, 4, 0)
    for text in ("", "x", "0", "4x", "-1", "2x0", "1x2x3x4", "1x2x", "1.5"):
        with pytest.raises(ValueError):
            parse_size(text)
    sizes = ((64,), (64, 1), (16, 8), (1, 8), (4, 1, 2), (4, 2, 1), (1, 1, 1))
    assert [size_text(size) for size in sizes] == ["64", "64", "16x8", "1x8", "4x1x2", "4x2", "1"]


def test_where_sizes_come_from() -> None:
    def sizes(**asked: Any) -> Any:
        grid = resolve_sizes(SCALE, **asked)
        assert grid is not None
        return grid.size, grid.local

    assert sizes() == ((16, 1), (16, 1))
    assert sizes(global_size=64) == ((64, 1), (16, 1))
    assert sizes(global_size=(32, 4)) == ((32, 4), (16, 1))
    assert sizes(threads=8) == ((8, 1), (8, 1))
    assert sizes(default=((64, 64), (8, 8))) == ((64, 64), (8, 8))
    assert sizes(local_size=(4, 4), default=((64, 64), (8, 8))) == ((64, 64), (4, 4))
    assert sizes(global_size=(8, 8), default=((64, 64), (8, 8))) == ((8, 8), (8, 8))
    assert resolve_sizes(isa.assemble("ret\n")) is None


@pytest.mark.parametrize(
    ("asked", "code", "text"),
    [
        ({"global_size": 100}, "E0505", "100 in x is not a multiple of 16"),
        ({"global_size": (16, 9), "local_size": (4, 4)}, "E0505", "9 in y is not a multiple of 4"),
        ({"global_size": 0}, "E0505", "at least 1"),
        ({"global_size": (1 << 16, 1 << 16), "local_size": 1}, "E0505", "fewer than 2^32"),
        (
            {"global_size": (1 << 12, 1 << 10, 1 << 10), "local_size": 1},
            "E0505",
            "fewer than 2^32 work-items, not 4096x1024x1024",
        ),
        ({"global_size": (4, 4, 5), "local_size": (2, 2, 2)}, "E0505", "5 in z is not a multiple of 2"),
        ({"global_size": 16, "offset": -1}, "E0505", "the offset is at least 0 in each dimension, not -1"),
        (
            {"global_size": (16, 1, 2), "offset": (0, 0, (1 << 32) - 1)},
            "E0505",
            "the offset 4294967295 and the global size 2 in z of `scale` add up to more than 2^32",
        ),
    ],
)
def test_sizes_that_do_not_go_together(asked: dict[str, Any], code: str, text: str) -> None:
    with pytest.raises(SizeError) as caught:
        simt.run(SCALE, DEVICE, **asked)
    assert caught.value.code == code
    assert text in str(caught.value)


def test_what_is_no_size() -> None:
    wrong = (
        {"global_size": "64"},
        {"global_size": (1, 2, 3, 4)},
        {"global_size": ()},
        {"offset": "x"},
        {"local_size": 2.5},
        {"offset": 1.5},
    )
    for asked in (*wrong, {"local_size": 4, "threads": 4}):
        with pytest.raises(ProgramError):
            simt.run(SCALE, DEVICE, **asked)


@pytest.mark.parametrize(
    ("keys", "group", "text"),
    [
        ({"register_file.words": 8}, 16, "4 warps x 3 registers = 12 words per lane of the register file, and a core "
         "has 8"),
        ({"warps": 2}, 16, "needs 16 threads and"),
    ],
)  # fmt: skip
def test_a_group_too_large_for_a_core(keys: dict[str, Any], group: int, text: str) -> None:
    with pytest.raises((SizeError, LaunchError)) as caught:
        scaled(64, DEVICE.replace(**keys), local_size=group)
    assert text in str(caught.value)


def test_local_memory_too_small_for_a_group() -> None:
    program = isa.assemble(".threads 4\n.local t u32[5000]\nret\n")
    with pytest.raises(LaunchError, match=r"needs 5000 words of local memory and .* has 4096"):
        simt.run(program, DEVICE, global_size=8)


@pytest.mark.parametrize("keys", [{"vliw.slots": 3}, {"register_file.organisation": "eight_banks"}])
def test_bundles_and_banks_take_several_groups(keys: dict[str, Any]) -> None:
    program = isa.assemble(".threads 4\n.buffer x, u32\nshl.b32 r0, global_id, 2\nst.global [r0 + x], r0\nret\n")
    machine = Machine.load("fpga4", {**keys, "memory.policy": "simple"})
    for engine in ("cycle", "functional"):
        result = simt.run(program, machine, global_size=8, inputs={"x": np.zeros(8, np.uint32)}, engine=engine)
        assert result.buffers["x"].tolist() == [0, 4, 8, 12, 16, 20, 24, 28]


def test_buffers_that_do_not_fit() -> None:
    with pytest.raises(InputError, match="has no length and no input"):
        simt.run(SCALE, DEVICE, inputs={"x": np.zeros(4)}, global_size=16)
    fixed = isa.assemble(".threads 4\n.buffer x, u32, 8\nret\n")
    with pytest.raises(InputError, match="has 8 elements and the input has 9"):
        simt.run(fixed, DEVICE, inputs={"x": np.zeros(9)})


# --- stops ------------------------------------------------------------------------------------------------------------


def test_an_access_outside_its_buffer_names_buffer_and_offset() -> None:
    given = {"x": np.zeros(40), "y": np.zeros(48)}
    for engine in ("cycle", "functional"):
        result = simt.run(SCALE, DEVICE, inputs=given, global_size=48, engine=engine)
        stop = result.stop
        assert stop is not None
        assert (stop.kind, stop.code, stop.buffer, stop.group, stop.pc) == ("global_address", "T011", "x", 2, 1)
        assert stop.offset == 160  # element 40 is the first behind the end, and warp 2 of group 2 has it
        assert stop.core == (2 if engine == "cycle" else -1)
        assert stop.to_dict()["buffer"] == "x"
        from simt.views.run.stops import stop_diagnostic

        told = stop_diagnostic(result)
        assert "loads from `x` + 160 (address 4256), which is outside the buffer" in told.message
        assert any("work-group 2, warp 2" in note for note in told.notes)
        assert any("core 2" in note for note in told.notes) == (engine == "cycle")


def test_an_access_that_is_not_aligned() -> None:
    program = isa.assemble(".threads 1\n.buffer x, u32, 8\n mov r0, 2\n ld.global r1, [r0 + x]\n ret\n")
    result = simt.run(program, DEVICE)
    from simt.views.run.stops import stop_diagnostic

    assert result.stop is not None
    assert (result.stop.buffer, result.stop.offset) == ("x", 2)
    assert "is not a multiple of 4" in stop_diagnostic(result).message


def test_a_deadlock_names_its_group() -> None:
    program = isa.assemble(
        ".threads 8\n ne.u32 r0, group_id, 2 -> all if c\n ne.u32 r0, warp_id, 0 -> all if c\n ret\nall: bar\n ret\n"
    )
    for engine in ("cycle", "functional"):
        result = simt.run(program, DEVICE, global_size=32, engine=engine)
        stop = result.stop
        assert stop is not None
        assert (stop.kind, stop.group, stop.value, len(stop.waiting), len(stop.finished)) == ("deadlock", 2, 1, 1, 1)


def test_the_cycle_of_the_limit_is_not_simulated() -> None:
    """Section 9: no step of it takes place, so a launch does not end in it."""
    cycles = scaled(256).cycles
    assert scaled(256, max_cycles=cycles + 1).completed
    at_limit = scaled(256, max_cycles=cycles)
    assert at_limit.stop is not None
    assert at_limit.stop.kind == "cycle_limit"
    assert at_limit.cycles == cycles


def test_limit_and_interrupt() -> None:
    result = scaled(256, max_cycles=50)
    assert result.stop is not None
    assert (result.stop.kind, result.cycles) == ("cycle_limit", 50)
    assert sum(result.ledgers.issue.values()) == 150
    answers = iter([False, True])
    result = scaled(4096, progress=lambda _: next(answers, True))
    assert result.stop is None or result.stop.kind == "interrupted"
    result = scaled(256, progress=lambda _: True)
    assert result.stop is not None
    assert result.stop.kind == "interrupted"


# --- records ----------------------------------------------------------------------------------------------------------


def test_records_are_kept_by_core() -> None:
    result = scaled(256, record=True)
    assert result.events is None
    for number, core in enumerate(result.cores):
        events = core.events
        assert events is not None
        assert (events.first, events.end, len(events.instructions)) == (0, core.cycles, core.instructions)
        one = result.of_core(number)
        assert one.events is events
        counts = np.bincount(events.instructions["pc"], minlength=5)
        assert counts.tolist() == one.issues.tolist()


def test_a_window_of_a_record() -> None:
    whole, part = scaled(256, record=True), scaled(256, record=range(20, 60))
    for number in range(3):
        events, all_events = part.cores[number].events, whole.cores[number].events
        assert events is not None
        assert all_events is not None
        assert (events.first, events.end) == (20, 60)
        assert np.array_equal(events.warps, all_events.warps[20:60])
        assert events.instructions["select"].min() >= 20
    with pytest.raises(ProgramError, match="begins at cycle 0"):
        scaled(256, record=range(10**9, 10**9 + 5), max_cycles=2 * 10**9)


def test_local_arrays_are_those_of_the_only_group() -> None:
    program = isa.assemble(".threads 4\n.local t u32[4]\n st.local [thread_id + t], thread_id\n ret\n")
    assert simt.run(program, DEVICE).local["t"].tolist() == [0, 1, 2, 3]
    assert simt.run(program, DEVICE, global_size=8).local == {}


# --- views ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("queue", [1, 8])
@pytest.mark.parametrize("rule", ["segments", "half_warp_strict"])
def test_the_coalescers_row_is_what_accesses_hold_it_for(queue: int, rule: str) -> None:
    """An access enters only when the one before has left: the intervals of the row touch and never overlap."""
    from simt.result.occupancy import Occupancy
    from simt.views.time.series import instances, unit_occupancy

    result = scaled(256, DEVICE.replace(**{"memory.queue": queue, "memory.coalescing": rule}), record=True)
    for number in range(3):
        one = result.of_core(number)
        events = one.events
        assert events is not None
        occupancy = Occupancy(one, events)
        accesses = np.flatnonzero(np.isin(events.instructions["pc"], (1, 3)))
        accesses = accesses[np.argsort(occupancy.enter[accesses])]
        enter, free = occupancy.enter[accesses], occupancy.free[accesses]
        held = free - enter
        assert np.all(enter[1:] >= free[:-1])
        if queue == 1:
            assert held.max() > 1
        window = range(events.end)
        names = [f"{place.unit}" for place in instances(one)]
        row = unit_occupancy(one, window)[names.index("memory")]
        assert (row > 0).sum() == held.sum()


def test_lanes_live_again_with_the_next_group() -> None:
    from simt.views.kit.palette import MASK_STATES
    from simt.views.time.series import mask_history

    one = scaled(512, DEVICE.replace(warps=4), record=True).of_core(0)
    events = one.events
    assert events is not None
    starts = events.instructions["select"][(events.instructions["pc"] == 0) & (events.instructions["warp"] == 1)]
    ends = events.instructions["retire"][(events.instructions["pc"] == 4) & (events.instructions["warp"] == 1)]
    assert len(starts) > 5
    history = mask_history(one, range(events.end), 1)
    disabled = history == MASK_STATES.index("disabled")
    for start, end in zip(starts, ends, strict=True):
        assert not disabled[:, start:end].any()
        assert disabled[:, end].all()
