"""The DRAM controller: queues, scheduling, timing and refresh of one channel."""
