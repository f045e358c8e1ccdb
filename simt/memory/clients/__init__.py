"""Clients of a channel of DRAM: memory systems, runs of them, their statistics and limits (docs/clients.md)."""
