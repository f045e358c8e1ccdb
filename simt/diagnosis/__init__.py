"""The reasons for a run's time: the same launch again, each time with one limit lifted (docs/why.md)."""
