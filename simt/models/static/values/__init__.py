"""Values of registers for many lanes at once, and values that move in equal steps from work-group to work-group."""
