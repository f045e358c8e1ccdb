"""Global memory as a core sees it, and the far side of the interconnect."""
