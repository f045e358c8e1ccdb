"""The loops over cycles, windows and instructions."""
