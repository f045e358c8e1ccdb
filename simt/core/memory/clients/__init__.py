"""The clients of a channel of DRAM, and the arbiter that grants it to one of them at a time (docs/clients.md)."""
