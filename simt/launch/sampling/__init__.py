"""A launch by a sample of its work-groups: cycles as an estimate with an interval (docs/sampling.md)."""
