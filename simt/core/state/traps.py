"""The kinds of trap (docs/processor.md, section 9). Their order is the encoding inside the engine."""

from __future__ import annotations

TRAP_KINDS: tuple[str, ...] = (
    "none",
    "program_counter",
    "illegal_instruction",
    "local_address",
    "deadlock",
    "stack_overflow",
    "stack_underflow",
    "divergent_barrier",
    "global_address",
    "private_address",
)

NONE, COUNTER, ILLEGAL, ADDRESS, DEADLOCK, OVERFLOW, UNDERFLOW, BARRIER, GLOBAL, PRIVATE = range(len(TRAP_KINDS))
