"""Views of one run: summary, source, stops, findings, why."""
