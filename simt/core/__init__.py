"""The processor: one file per hardware block of the FPGA paper's figure 3, state, accounting and the cycle loop.

`engine.simulate` is the way in. Importing this package compiles nothing and imports no numba; `engine` does.
"""
