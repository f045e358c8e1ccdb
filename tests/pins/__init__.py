"""Small runs whose every cycle was derived by hand from docs/processor.md, a file for each of its sections."""

from __future__ import annotations

from tests.pins.accesses import ACCESSES_PINS
from tests.pins.bundles import BUNDLES_PINS
from tests.pins.combinations import COMBINATIONS_PINS
from tests.pins.doubles import DOUBLES_PINS
from tests.pins.explicit import EXPLICIT_PINS
from tests.pins.front_end import FRONT_END_PINS
from tests.pins.ideal import IDEAL_PINS
from tests.pins.masks import MASKS_PINS
from tests.pins.reconvergence import RECONVERGENCE_PINS
from tests.pins.retire import RETIRE_PINS
from tests.pins.select import SELECT_PINS
from tests.pins.stops import STOPS_PINS
from tests.pins.units import UNITS_PINS

__all__ = ["PINS"]

# Of a plain core with one register file; those of `register_file` and `contract` stand apart.
PINS = [
    *SELECT_PINS,
    *FRONT_END_PINS,
    *UNITS_PINS,
    *RETIRE_PINS,
    *STOPS_PINS,
    *MASKS_PINS,
    *RECONVERGENCE_PINS,
    *EXPLICIT_PINS,
    *BUNDLES_PINS,
    *DOUBLES_PINS,
    *IDEAL_PINS,
    *ACCESSES_PINS,
    *COMBINATIONS_PINS,
]
