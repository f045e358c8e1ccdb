"""The figures that README and CHANGELOG quote: cycles by `figures`, times by `bench_*`, robustness by `hostile`."""
