"""The storage manager: its contract is docs/memory.md."""
