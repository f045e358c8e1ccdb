"""The results of an analysis: counts, and their table."""
