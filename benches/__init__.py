"""What README and CHANGELOG quote is printed here: cycles by `figures`, times by `bench_*`, robustness by `hostile`."""
