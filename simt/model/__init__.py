"""Analytical performance models and where their inputs come from. Imports neither numba nor the processor."""
