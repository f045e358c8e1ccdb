"""The compiled entry points, and the loops around them that Python runs."""
