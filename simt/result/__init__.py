"""What a run gives: the result, its parts, its stop, its bounds."""
