"""The views of one run: its summary, source lines, lanes, stops, findings, causes, and differences from another run."""
