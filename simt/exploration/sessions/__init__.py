"""Sessions: many points, on all cores, to the end or to Ctrl-C."""
