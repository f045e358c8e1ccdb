"""What a run writes down: intervals of warps, the event record, traps."""
