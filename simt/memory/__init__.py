"""Global memory: the storage manager (docs/memory.md). No numba here: what is compiled stands in `simt.core`."""
