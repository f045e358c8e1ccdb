"""Views of global memory by itself: traces, clients, maps of addresses."""
