"""The presets of the seed paper's GPUs: what one work-item measures on them is what the paper's table says.

Each figure is the slope between a short and a long microkernel, so that what is around the repeated instruction falls
out, as in the paper's section 4.2.
"""

from __future__ import annotations

import math
import re
import tomllib
from itertools import pairwise

import numpy as np
import pytest

import simt
from benches import chip, samples
from isa.program.buffers import FIRST_BUFFER
from simt.core.state.placed import Placed
from simt.launch.sizes import resolve_sizes
from simt.machine import describe, presets
from simt.models.devices import load_parameters as parameters_of
from simt.models.machine_view import parameters_of as machine_parameters
from simt.models.parameters import Parameters
from simt.result.result import Result
from tests.examples import nightly_but
from tests.microkernels import GLOBAL, LOCAL, cost
from tests.paths import ROOT

GTX, HD = "gtx280", "hd5870"
WHOLE = (GTX, HD)


def run(name: str, source: str, inputs: dict[str, np.ndarray] | None = None, threads: int = 1) -> Result:
    result = simt.run(simt.assemble(source), simt.Machine.load(name), inputs=inputs, local_size=threads)
    assert result.completed, result.stop
    return result


def cost_on(name: str, instruction: str, prepare: str = "") -> float:
    """The cost of an instruction on a preset."""
    return cost(simt.Machine.load(name), instruction, prepare)


def until_turn(machine: simt.Machine, cycles: float) -> float:
    """Cycles until the next turn of the warp's scheduler, one in `issue.interval`."""
    return math.ceil(cycles / machine.issue.interval) * machine.issue.interval


@pytest.mark.parametrize("name", [GTX, "gtx280_core", HD, "hd5870_core"])
def test_measured_costs_are_those_of_the_table(name: str) -> None:
    """On the GTX 280 up to the next turn: LM_L of 38 is 40 in a chain of loads, which begins every four cycles."""
    known: Parameters = parameters_of(name.removesuffix("_core"))
    machine = simt.Machine.load(name, {"memory": "simple"})
    for instruction, what in (
        ("add.u32 r1, r1, 1", "cost.int_add"),
        ("add.f32 r1, r1, 1.0", "cost.float_add"),
        ("mul.f32 r1, r1, 1.0", "cost.float_mul"),
    ):
        assert cost(machine, instruction) == known.need(what, "test"), instruction
    local = cost(machine, "ld.local r1, [r1 + chain]", LOCAL)
    assert local == until_turn(machine, known.need("local_latency", "test"))
    chain = cost(machine, "ld.global r1, [r1]", GLOBAL)
    assert chain == until_turn(machine, known.need("global_latency", "test"))


def test_the_gtx280_has_the_published_sums_before_they_wait_for_a_turn() -> None:
    """The paper's 45 of special functions, and 38 and 450 of loads (docs/processor.md, section 2)."""
    machine, known = simt.Machine.load(GTX), parameters_of(GTX)
    around = machine.front_end.stages + machine.retire.stages
    assert around + machine.latency("sfu") + machine.occupation("sfu") - 1 == known.need("cost.special", "test") == 45
    assert cost(machine, "rsqrt.f32 r1, r1") == 48
    local = around + machine.lds.latency + machine.beats("lds") * machine.lds.interval - 1
    assert local == known.need("local_latency", "test") == 38
    way = around + machine.beats("memory") + 2 * machine.interconnect.latency
    for memory in (machine, machine.replace(**{"memory.policy": "simple"})):
        assert way + memory.memory_latency(64) == known.need("global_latency", "test") == 450


def test_a_chain_of_loads_from_dram_of_the_gtx280() -> None:
    """Each from a bank that is closed: a word's 32 bytes take 447 cycles, and the next turn is at 448; a few wait for
    a clock of the DRAM, and miss it. Of an open row a load takes less, 431 cycles on average (docs/gpus.md).
    """
    machine = simt.Machine.load(GTX)
    size = machine.dram["bytes_per_req"]
    way = machine.front_end.stages + machine.beats("memory") + 2 * machine.interconnect.latency + machine.retire.stages
    assert until_turn(machine, way + machine.memory_latency(size)) == 448
    banks = [row * 32768 + channel * 256 for row in range(4) for channel in range(8)]  # rows of 4096 bytes, 8 channels
    words = np.zeros(4 * 32768 // 4, np.uint32)
    for here, there in pairwise(banks):
        words[here // 4] = FIRST_BUFFER + there
    cycles = []
    for count in (10, 20):
        source = f".buffer chain, u32\n    mov.b32 r1, chain\n.rept {count}\n    ld.global r1, [r1]\n.endr\n    ret\n"
        cycles.append(run(GTX, source, {"chain": words}).cycles)
    assert (cycles[1] - cycles[0]) / 10 == pytest.approx(448, abs=1)
    assert cost_on(GTX, "ld.global r1, [r1]", GLOBAL) == pytest.approx(431, abs=1)


def test_published_figures_of_instructions_hold_on_the_gtx280() -> None:
    for row in chip.rows():
        assert abs(row.gtx280 / row.published - 1) < 0.05, row


@pytest.mark.parametrize(
    "sample", nightly_but(samples.PRODUCTS[1:2], samples.PRODUCTS), ids=lambda sample: sample.kernel
)
def test_products_are_right_and_near_their_published_throughput(sample: samples.Sample) -> None:
    """The product of two tiles has more instructions than the published throughput allows (docs/gpus.md)."""
    measured = samples.multiply(sample, simt.Machine.load(GTX)).simulated
    assert 0.65 < measured / sample.published < 1.15


@pytest.mark.parametrize("sample", samples.TRANSPOSES, ids=lambda sample: f"{sample.kernel}{sample.pad}")
def test_copies_and_transposes_are_right(sample: samples.Sample) -> None:
    assert samples.transpose(sample, simt.Machine.load(GTX), side=128).simulated > 0


def test_a_product_of_integers_costs_what_is_published() -> None:
    """The lower part of the paper's class 2: 96 cycles. The HD 5870's is not known."""
    assert cost_on(GTX, "mul.u32 r1, r1, 3") == parameters_of(GTX).need("cost.int_mul", "test") == 96


def test_double_precision_costs_what_is_published() -> None:
    """The GTX 280 by microbenchmarks, the HD 5870 by its peak of 544 Gflop/s, two operations per multiply-add."""
    assert cost_on(GTX, "add.f64 r2, r2, 1.0") == cost_on(GTX, "mad.f64 r2, r2, r4, r2") == 48
    machine = simt.Machine.load(HD)
    assert 2 * machine.cores * machine.dpu.lanes * machine.clock_mhz / 1000 == 544


@pytest.mark.parametrize(
    ("name", "beats"),
    [(GTX, {"alu": 4, "fpu": 4, "sfu": 16, "dpu": 32}), (HD, {"alu": 4, "fpu": 4, "sfu": 4, "dpu": 4})],
)
def test_many_warps_are_bound_by_the_beats(name: str, beats: dict[str, int]) -> None:
    """Initiation intervals: with enough warps an instruction costs its beats."""
    instructions = {"alu": "add.u32 r1, r1, 1", "fpu": "add.f32 r1, r1, 1.0", "sfu": "rcp.f32 r1, r1"}
    instructions["dpu"] = "add.f64 r2, r2, 1.0"
    warps = 16
    for unit, instruction in instructions.items():
        cycles = []
        for count in (20, 40):
            source = f".rept {count}\n    {instruction}\n.endr\n    ret\n"
            cycles.append(run(name, source, threads=warps * simt.Machine.load(name).warp_size).cycles)
        assert (cycles[1] - cycles[0]) / (20 * warps) == beats[unit], unit


@pytest.mark.parametrize("name", WHOLE)
def test_numbers_that_the_model_has_too_are_the_same(name: str) -> None:
    machine, known = simt.Machine.load(name), parameters_of(name)
    found = {
        "cores": machine.cores,
        "processing_elements": machine.alu.lanes,
        "warp_size": machine.warp_size,
        "shader_mhz": machine.clock_mhz,
        "banks": machine.local.banks,
        "max_groups": machine.groups_per_core,
        "local_bytes": 4 * machine.local.words + (64 if name == GTX else 0),  # with a row for ids and parameters
        "lanes.alu": machine.alu.lanes,
        "lanes.fpu": machine.fpu.lanes,
        "lanes.sfu": machine.sfu.lanes,
        "lanes.double": machine.dpu.lanes,
    }
    found |= {"max_threads": machine.warps * machine.warp_size} if name == GTX else {"max_warps": machine.warps}
    if name == GTX:
        found["registers"] = machine.register_file.words * machine.warp_size
    for parameter, value in found.items():
        assert known.need(parameter, "test") == value, parameter
    gigabytes = machine.memory.bytes_per_cycle * machine.clock_mhz / 1000
    assert gigabytes == pytest.approx(known.need("bandwidth_gbs", "test"), rel=1e-4)


@pytest.mark.parametrize("name", WHOLE)
def test_memory_of_dram_is_the_same_memory(name: str) -> None:
    """The switch changes neither the latency without load nor the peak: what a load adds is DRAM's own."""
    simple, dram = (machine_parameters(simt.Machine.load(name, {"memory": policy})) for policy in ("simple", "dram"))
    for parameter in ("global_latency", "segment_bytes"):
        assert dram.need(parameter, "test") == simple.need(parameter, "test"), parameter
    assert dram.need("bandwidth_gbs", "test") == pytest.approx(simple.need("bandwidth_gbs", "test"), rel=1e-3)


@pytest.mark.parametrize("name", WHOLE)
def test_a_core_is_the_chip_with_one_core(name: str) -> None:
    found = describe.differences(simt.Machine.load(name), simt.Machine.load(f"{name}_core"))
    assert set(found) == {"cores"}


@pytest.mark.parametrize("name", WHOLE)
def test_no_stack_of_masks_overflows(name: str) -> None:
    """docs/processor.md, section 14: never more than 2 (warp_size - 1) entries."""
    machine = simt.Machine.load(name)
    assert machine.branch.policy == "ipdom_stack"
    assert machine.branch.stack_depth >= 2 * (machine.warp_size - 1)


@pytest.mark.parametrize("name", WHOLE)
def test_one_core_can_send_a_transaction_per_cycle(name: str) -> None:
    """Scattered requests that fill the queue, with the bus free: neither queue nor interconnect holds them up."""
    machine = simt.Machine.load(name)
    lanes = machine.warp_size
    source = ".buffer data, u32\n    mul.u32 r1, thread_id, 128\n" + "    ld.global r2, [r1 + data]\n" * 2 + "    ret\n"
    cycles = []
    for warps in (4, 8):
        inputs = {"data": np.zeros(warps * lanes * 32, np.uint32)}
        cycles.append(run(name, source, inputs, threads=warps * lanes).cycles)
    transactions = 2 * 4 * lanes
    assert (cycles[1] - cycles[0]) / transactions < 1.1


@pytest.mark.parametrize(("name", "groups"), [(GTX, {64: 8, 128: 8, 256: 4, 512: 2}), (HD, {64: 8, 128: 8, 256: 6})])
def test_groups_that_a_core_holds(name: str, groups: dict[int, int]) -> None:
    """Of a kernel that needs little: limited by groups and warps alone."""
    machine = simt.Machine.load(name)
    program = simt.assemble("    add.u32 r1, r1, 1\n    ret\n")
    for threads, count in groups.items():
        grid = resolve_sizes(program, global_size=1000 * threads, local_size=threads)
        assert grid is not None
        bounds = Placed(program, machine, grid).places_by
        assert min(bounds.values()) == count
    assert all(a >= b for a, b in pairwise(groups.values()))


def set_keys(name: str) -> dict[str, object]:
    """The keys that a preset's file sets, dotted."""
    table = tomllib.loads(preset_text(name))
    found: dict[str, object] = {}
    for key, value in table.items():
        found |= {f"{key}.{leaf}": entry for leaf, entry in value.items()} if isinstance(value, dict) else {key: value}
    return {key: value for key, value in found.items() if key not in ("name", "description")}


def preset_text(name: str) -> str:
    return presets()[name].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WHOLE)
def test_every_number_says_where_it_is_from(name: str) -> None:
    lines = [line for line in preset_text(name).splitlines() if " = " in line and not line.startswith("#")]
    for line in lines[2:]:  # behind name and description
        assert re.search(r" # (assumed|paper|NVIDIA|AMD|Wong and others|as |so that |ours|GM_L of )", line), line


def test_the_page_has_every_number_and_only_those() -> None:
    page = (ROOT / "docs" / "gpus.md").read_text(encoding="utf-8")
    table = page[page.index("## Every number") : page.index("## What is left out")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:3] == "| `"]
    shown = {key.strip("`"): (first, second) for key, first, second, _ in rows}
    keys = {name: set_keys(name) for name in WHOLE}
    assert set(shown) == set(keys[GTX]) >= set(keys[HD])
    for key, values in shown.items():
        for name, value in zip(WHOLE, values, strict=True):
            expected = keys[name].get(key, "")  # empty: the default
            if isinstance(expected, list):
                expected = " ".join(f"`{entry}`" for entry in expected)
            assert value == (str(expected).lower() if isinstance(expected, bool) else str(expected)), (name, key)
    for *_, reason in rows:
        assert reason.startswith(("published: ", "derived: ", "assumed: ", "ours: ", "published for both"))
