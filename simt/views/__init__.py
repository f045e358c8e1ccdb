"""The views of runs, of studies of many runs, and of memory: text, pictures, pages, and traces for other programs."""
