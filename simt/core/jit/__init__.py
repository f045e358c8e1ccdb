"""How the engine is compiled: the decorators, what a machine lacks, and sets of bits in a word."""

from simt.core.jit.compile import block, entry, inlined, kernel

__all__ = ["block", "entry", "inlined", "kernel"]
