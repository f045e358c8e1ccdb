"""DRAM with a controller: grades and channels, traces of requests, runs of them (docs/dram.md)."""
