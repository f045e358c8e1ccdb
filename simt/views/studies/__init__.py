"""Views of many runs: sweeps, explorations, comparisons, calibrations, predictions."""
