"""One point of a sweep: its workload, its run, its row."""
