"""What every verb of the command line does, as a function: `simt.run`, `simt.sweep`, ... (docs/python.md).

A file per verb; the command line reads its options, calls the function and prints what came of it.
"""
