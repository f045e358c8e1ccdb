"""The processor: one file per hardware block of the FPGA paper's figure 3, state, accounting and the cycle loop.

`engine.run.simulate` is the way in. Importing this package imports no numba; importing a module of `engine` does.
"""
