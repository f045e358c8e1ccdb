"""Global memory as a core sees it, and what is behind the interconnect."""
