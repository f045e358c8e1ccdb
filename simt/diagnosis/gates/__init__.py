"""Gates: launches whose cycles may not grow, their file, the baseline beside it, the verdict on each case."""
