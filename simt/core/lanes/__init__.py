"""The semantics of a lane, a file per unit."""
