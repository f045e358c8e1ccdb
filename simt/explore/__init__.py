"""Variants of a machine: what they cost in silicon, and which are worth having."""
