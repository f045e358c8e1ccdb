"""Keys that a user has set and that the machine does not use, because another key decides against them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from isa.reporting.diagnostics import listed
from isa.table.units import OPTIONAL

if TYPE_CHECKING:
    from simt.machine.description import Description
    from simt.machine.settings import Origin

# The keys that only some values of another key use: the other key, those values, and the leaves of the keys.
_USED: Final = (
    ("scheduler.policy", ("two_level",), ("active_warps",)),
    ("issue.dependences", ("scoreboard",), ("entries", "loads")),
    ("control.route", ("own",), ("count",)),
    ("branch.policy", ("mask_stack", "ipdom_stack", "its", "its_yield"), ("order",)),
    ("branch.policy", ("mask_stack", "ipdom_stack"), ("stack_depth",)),
    ("branch.policy", ("its", "its_yield"), ("convergence_barriers", "yield_after")),
    ("register_file.organisation", ("collectors",), ("banks", "collectors")),
    ("memory.policy", ("simple", "dram"), ("coalescing", "lanes", "queue")),
    ("memory.policy", ("simple",), ("latency", "bytes_per_cycle")),
    ("memory.policy", ("dram",), ("part", "channels", "interleave", "mapping", "merge", "arbiter", "grant", "age",
                                  "pipeline")),
    ("memory.arbiter", ("hmgpu",), ("grant",)),
)  # fmt: skip
_OF_UNIT: Final = ("lanes", "latency", "interval", "per_scheduler")
_BY_USER: Final = ("flag", "environment")  # a preset or a file may describe what another layer turns off


def unused(machine: Description) -> dict[str, str]:
    """Return the keys that a machine does not use, each with the reason."""
    reasons: dict[str, str] = {}
    for decider, values, leaves in _USED:
        table, _, word = decider.partition(".")
        value = getattr(getattr(machine, table), word)
        if value not in values:
            reason = f"{decider} = {value}: only {listed(values, 'and')} use{'s' * (len(values) == 1)} it"
            reasons |= {f"{table}.{leaf}": reason for leaf in leaves if f"{table}.{leaf}" not in reasons}
    for unit in OPTIONAL:
        if not getattr(machine, unit).count:
            reasons |= {f"{unit}.{leaf}": f"{unit}.count = 0: there is no such unit" for leaf in _OF_UNIT}
    return reasons


def without_effect(machine: Description, origins: Mapping[str, Origin]) -> list[str]:
    """Return a sentence for each key that an option or a variable sets without an effect."""
    reasons = unused(machine).items()
    return [f"{key} has no effect with {reason}" for key, reason in reasons if origins[key].layer in _BY_USER]
