"""The analytical models' parameters of a calibrated machine, from its readings and its data sheet."""

from __future__ import annotations

from isa.table.units import COMPUTE_UNITS, UNITS
from simt.models.parameters import Parameters
from simt.validate.calibration import Readings
from simt.validate.crowd import UnitReading

# Classes of instructions in the models, by the instruction whose chain measures their cost.
_COSTS = {
    "add.u32": "int_add",
    "mul.u32": "int_mul",
    "add.f32": "float_add",
    "mul.f32": "float_mul",
    "rcp.f32": "float_div",
    "sqrt.f32": "special",
    "add.f64": "double",
}


def model_parameters(readings: Readings) -> Parameters:
    """Return the parameters for `simt model -d`. Costs are times of one work-item, as in the paper's table 1.

    Parameters that no microkernel shows are left out, such as the share of divergent batches, which is a property of
    kernels. A model that needs one of them reports it as missing. Global memory has the clock of the cores.
    """
    sheet, single, crowd, memory = readings.sheet, readings.single, readings.crowd, readings.memory
    entries: dict[str, tuple[float, str]] = {}

    def give(key: str, value: float | None, source: str) -> None:
        if value is not None:
            entries[key] = (round(value, 6) if value != int(value) else int(value), source)

    known = "data sheet"
    give("cores", sheet.cores, known)
    give("warp_size", sheet.warp_size, known)
    give("shader_mhz", sheet.clock_mhz, known)
    give("memory_mhz", sheet.clock_mhz, f"{known}: the same clock")
    give("max_groups", sheet.groups_per_core, known)
    give("max_warps", sheet.warps, known)
    give("max_threads", sheet.warps * sheet.warp_size, known)
    give("registers", sheet.warps * sheet.warp_size * sheet.registers, known)
    give("local_latency", single.ready["ld.local"], "measured: pointer chase of one work-item in local memory")
    give("banks", single.local.banks, "measured: the first distance of two lanes that conflicts")
    give("local_bytes", 4 * single.local.words, "measured: the first address that faults")
    give("barrier_cycles", single.ready["bar"], "measured: a barrier of one warp")
    for instruction, name in _COSTS.items():
        if instruction in single.ready:
            give(f"cost.{name}", single.ready[instruction], f"measured: ten dependent {instruction} of one work-item")
    assumed = set()
    for unit in COMPUTE_UNITS:
        if unit not in crowd.units:
            continue
        kind = UNITS[unit].served_by
        lanes, source, is_measured = _lanes(crowd.units[unit], sheet.warp_size)
        names = [f"lanes.{kind}", *(["processing_elements"] if unit == "alu" else [])]
        for key in names:
            give(key, lanes, source)
        assumed |= set(names) if not is_measured else set()
    width, turn, schedulers = (
        readings.issue.width.value,
        readings.flight.interval.value,
        readings.issue.schedulers.value,
    )
    if width and turn and schedulers:
        give("issue_cycles", turn / width / schedulers, "measured: selects beside a busy local memory, turns of warps")
    if memory is not None:
        segment = 4 * memory.row if memory.one_word == 1 and memory.row else memory.apart
        how = "pointer chase of one work-item" if readings.dram is None else "one load of one work-item, a closed row"
        give("global_latency", memory.chase, f"measured: {how}, shader cycles")
        give("segment_bytes", segment, "measured: the distance of two lanes that takes two transactions")
        rate, accesses = (memory.stream, "stores") if readings.dram is None else (readings.dram.reads, "loads in order")
        source = f"measured: stream of {accesses}, {rate:.4g} bytes per cycle"
        give("bandwidth_gbs", rate * sheet.clock_mhz / 1000, source)
        give("departure_coalesced", memory.coalesced, "measured: stores of a core, words in a row")
        if memory.scattered > 0:
            give("departure_uncoalesced", memory.scattered, "measured: load of a warp, a segment for each lane")
    return Parameters(
        name=sheet.name,
        values={key: value for key, (value, _) in entries.items()},
        description=f"{sheet.name}, calibrated by {readings.launches} microkernel launches",
        sources={key: source for key, (_, source) in entries.items()},
        assumed=frozenset(assumed),
    )


def _lanes(reading: UnitReading, warp_size: int) -> tuple[float, str, bool]:
    """Return the work-items that a unit serves per cycle, the source of this number, and whether it is measured."""
    if reading.count.is_exact and reading.occupation.is_exact:
        count, occupation = reading.count.numbers[0], reading.occupation.numbers[0]
        return warp_size * count / occupation, "measured: instances, and how long an instruction occupies one", True
    if reading.offsets and reading.offsets[-1]:
        results = len(reading.offsets)
        return warp_size * results / reading.offsets[-1], "measured: the rate of a burst of all warps", True
    return warp_size, "no burst shows how long an instruction occupies its unit", False
