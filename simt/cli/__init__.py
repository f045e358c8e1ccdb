"""The command line: one file per verb, and the table of verbs in `main`."""
