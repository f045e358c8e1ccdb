"""Analytical performance models: they turn a kernel's counts and a device's parameters into a time and a bottleneck.

docs/model.md shows their use. Imports neither numba nor the processor.
"""

from __future__ import annotations

from simt.models.counts import Body, Branch, Counts, GlobalAccess, LocalAccess, Loop
from simt.models.counts_file import counts_from_dict, load_counts
from simt.models.devices import load_parameters
from simt.models.errors import MissingInputError, ModelError
from simt.models.parameters import KEYS, Parameters
from simt.models.prediction import Prediction
from simt.models.readings import Reading
from simt.models.registry import MODELS, evaluate

__all__ = [
    "KEYS", "MODELS", "Body", "Branch", "Counts", "GlobalAccess", "LocalAccess", "Loop", "MissingInputError",
    "ModelError", "Parameters", "Prediction", "Reading", "counts_from_dict", "evaluate", "load_counts",
    "load_parameters",
]  # fmt: skip
