"""Models against the simulator: which kernels and machines are kept aside, calibration, comparison."""
