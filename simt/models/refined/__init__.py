"""The refined model: the simulator's cycles in closed form, from counts, without simulating (docs/model.md).

    from simt.models.refined import Profile, predict
    from simt.models.static import analyse

    prediction = predict(Profile.of_static(analyse(program, machine)))
    print(prediction.cycles, prediction.binding)

Imports neither numba nor the processor.
"""

from __future__ import annotations

from simt.models.refined.launch import Repeats
from simt.models.refined.model import MODEL, RefinedPrediction, predict, predict_more
from simt.models.refined.profile import Profile, needs_record, run_to_count

__all__ = [
    "MODEL", "Profile", "RefinedPrediction", "Repeats", "needs_record", "predict", "predict_more", "run_to_count",
]  # fmt: skip
