"""Keys that a user has set and that the machine does not use, because another key decides against them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from simt.machine.description import Description
    from simt.machine.settings import Origin

# The keys of the table `memory` that only one value of memory.policy uses (docs/processor.md, section 19).
_POLICY_OF: Final = dict.fromkeys(("latency", "bytes_per_cycle"), "simple") | dict.fromkeys(
    ("part", "channels", "interleave", "mapping", "merge", "arbiter", "grant", "age", "pipeline"), "dram"
)
_BY_USER: Final = ("flag", "environment")  # a preset or a file may describe both kinds of memory


def without_effect(machine: Description, origins: Mapping[str, Origin]) -> list[str]:
    """Return a sentence for each key that an option or a variable sets without an effect."""
    policy = machine.memory.policy
    return [
        f"memory.{name} has no effect with memory.policy = {policy}: it is a key of {needed} memory"
        for name, needed in _POLICY_OF.items()
        if needed != policy and origins[f"memory.{name}"].layer in _BY_USER
    ]
