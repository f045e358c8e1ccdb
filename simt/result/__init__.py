"""The result of a run, its parts, its stop, its bounds."""
