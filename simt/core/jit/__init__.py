"""Compilation of the engine: the decorators, the pass that folds missing groups, and sets of bits in a word."""

from simt.core.jit.deferred import apart, block, inlined, kernel

__all__ = ["apart", "block", "inlined", "kernel"]
