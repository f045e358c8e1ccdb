"""The books of a run: intervals of warps, the event record, traps."""
