"""The records of points: rows, the file of a sweep, results, exports."""
