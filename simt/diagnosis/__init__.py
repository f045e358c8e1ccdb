"""Why a run takes as long as it does: the same launch again, each time with one limit lifted (docs/why.md)."""
