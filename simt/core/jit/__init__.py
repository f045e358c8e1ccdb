"""Compilation of the engine: the decorators, the pass that folds missing groups, and sets of bits in a word."""

from simt.core.jit.compile import block, entry, inlined, kernel

__all__ = ["block", "entry", "inlined", "kernel"]
