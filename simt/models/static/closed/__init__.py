"""Closed forms: addresses and trip counts as exact forms of lane, warp, turns and parameters."""
