"""A machine from microbenchmarks of a real board: what to measure, readings from a file, keys with their intervals."""
