"""The state of a run: layouts, their codes, and how a launch is lowered to them."""
