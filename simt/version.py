"""The version of simt, for what records which simt made it; `pyproject.toml` has the same."""

__version__ = "0.1.0"
