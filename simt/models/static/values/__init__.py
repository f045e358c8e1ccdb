"""Values of registers: of many lanes at once, and those that move in equal steps from work-group to work-group."""
