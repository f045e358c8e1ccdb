"""The launch of a program on a machine: sizes, inputs, oracle, fit, run."""
