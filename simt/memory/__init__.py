"""Global memory: the storage manager (docs/memory.md), DRAM (docs/dram.md) and its clients (docs/clients.md)."""
