"""The version of simt, which files that it writes record; `pyproject.toml` has it too."""

__version__ = "0.1.0"
