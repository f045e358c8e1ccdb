"""What an analysis gives: counts, and their table."""
