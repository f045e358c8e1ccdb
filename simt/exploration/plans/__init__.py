"""The plan of an exploration: axes, plans, the files that they come from."""
