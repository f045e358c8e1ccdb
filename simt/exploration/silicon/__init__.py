"""Slices, memories and multipliers of a design, and the parts that have them."""
