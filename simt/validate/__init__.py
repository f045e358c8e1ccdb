"""Models against the simulator: the kernels and machines that are kept aside, calibration, comparison."""
