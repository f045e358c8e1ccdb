"""What is to be explored: axes, plans, the files that they come from."""
