"""The verbs of the command line as functions: `simt.run`, `simt.sweep`, ... (docs/python.md).

A file per verb; the command line reads its options, calls the function and prints the outcome.
"""
