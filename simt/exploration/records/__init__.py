"""What is kept of points: rows, the file of a sweep, results, exports."""
