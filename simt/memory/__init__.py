"""Global memory: the storage manager (docs/memory.md), and DRAM with a controller (docs/dram.md)."""
