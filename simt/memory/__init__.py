"""Global memory: the storage manager (docs/memory.md), and DRAM behind a controller (docs/dram.md)."""
