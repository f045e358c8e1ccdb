"""The reasons for a run's time: its limits, its critical path, and its differences from another run."""
