"""Parts of groups of arrays whose first axis is a core of a device or a state of a stack.

A part has the type of its group (layout.py), and None is part of None. They are views: nothing is copied.
"""

from __future__ import annotations

from simt.core.jit import block
from simt.core.state.layout import (
    Bundles,
    Divergence,
    Fixed,
    Ledgers,
    LocalMemory,
    Operands,
    Pipeline,
    Port,
    Record,
    RegisterFile,
)


@block
def fixed_of(k, fixed):
    """Part k; the cores of a device have one in common."""
    return Fixed(fixed.specs[k], fixed.code[k])


@block
def pipeline_of(k, pipeline):
    """Part k."""
    return Pipeline(pipeline.instances[k], pipeline.queues[k], pipeline.front[k])


@block
def bundles_of(k, bundles):
    """Part k."""
    if bundles is None:
        return None
    return Bundles(bundles.parts[k], bundles.left[k], bundles.count[k])


@block
def register_file_of(k, register_file):
    """Part k."""
    if register_file is None:
        return None
    return RegisterFile(
        register_file.banks[k], register_file.reads[k], register_file.destinations[k], register_file.read_free[k],
        register_file.write_free[k], register_file.behind[k], register_file.passages[k],
    )  # fmt: skip


@block
def operands_of(k, operands):
    """Part k."""
    return Operands(operands.words[k], operands.floats[k], operands.loaded[k])


@block
def divergence_of(k, divergence):
    """Part k."""
    if divergence is None:
        return None
    return Divergence(
        divergence.masks[k], divergence.counters[k], divergence.joins[k], divergence.current[k], divergence.replaced[k]
    )


@block
def memory_of(k, memory):
    """Part k."""
    return LocalMemory(memory.words[k], memory.scratch[k], memory.banks[k])


@block
def ledgers_of(k, ledgers):
    """Part k."""
    return Ledgers(ledgers.warp[k], ledgers.issue[k], ledgers.stats[k])


@block
def record_of(k, record):
    """Part k."""
    return Record(
        record.events[k], record.ready_bits[k], record.slot_reasons[k], record.warp_states[k], record.bank_words[k]
    )


@block
def port_of(k, ports):
    """Part k, the end of the interconnect of core k; what describes the launch is that of all cores."""
    return Port(
        ports.launches, ports.units[k], ports.places[k], ports.sides[k], ports.segments[k], ports.accesses[k],
        ports.addresses[k], ports.data[k], ports.requests[k], ports.credits[k], ports.responses[k], ports.starts[k],
        ports.ends[k], ports.buffers, ports.template, ports.copies, ports.local, ports.moved[k],
    )  # fmt: skip
