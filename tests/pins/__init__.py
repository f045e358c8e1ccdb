"""Small runs whose every cycle was derived by hand from docs/processor.md, a file for each of its sections."""

from __future__ import annotations

from tests.pins.accesses import ACCESSES_PINS
from tests.pins.across import ACROSS_PINS
from tests.pins.bundles import BUNDLES_PINS
from tests.pins.coalescer import COALESCER_PINS
from tests.pins.collector_devices import COLLECTOR_DEVICE_PINS
from tests.pins.collector_stops import COLLECTOR_STOPS_PINS
from tests.pins.collectors import COLLECTOR_PINS
from tests.pins.combinations import COMBINATIONS_DEVICE_PINS, COMBINATIONS_PINS
from tests.pins.contract import CONTRACT_PINS
from tests.pins.dependences import DEPENDENCES_DEVICE_PINS, DEPENDENCES_PINS
from tests.pins.devices import DEVICE_PINS
from tests.pins.doubles import DOUBLES_PINS
from tests.pins.explicit import EXPLICIT_PINS
from tests.pins.formation import FORMATION_DEVICE_PINS, FORMATION_PINS
from tests.pins.front_end import FRONT_END_PINS
from tests.pins.ideal import IDEAL_PINS
from tests.pins.majority import MAJORITY_DEVICE_PINS, MAJORITY_PINS
from tests.pins.masks import MASKS_PINS
from tests.pins.progress import PROGRESS_PINS
from tests.pins.reconvergence import RECONVERGENCE_PINS
from tests.pins.register_file import REGISTER_FILE_PINS
from tests.pins.retire import RETIRE_PINS
from tests.pins.schedulers import SCHEDULER_PINS
from tests.pins.scoreboard import SCOREBOARD_DEVICE_PINS, SCOREBOARD_PINS
from tests.pins.select import SELECT_PINS
from tests.pins.stops import STOPS_PINS
from tests.pins.units import UNITS_PINS

__all__ = ["ONE_REGISTER_FILE", "PINS", "PINS_OF_DEVICES"]

# Of one core and one instruction of a warp in flight, derived without a register file.
ONE_REGISTER_FILE = [
    *SELECT_PINS, *FRONT_END_PINS, *UNITS_PINS, *RETIRE_PINS, *STOPS_PINS, *MASKS_PINS, *RECONVERGENCE_PINS,
    *EXPLICIT_PINS, *BUNDLES_PINS, *DOUBLES_PINS, *IDEAL_PINS, *ACCESSES_PINS, *COMBINATIONS_PINS,
]  # fmt: skip
# All of one core, on the specification in test_reference_pins.py and on the engine in test_engine.py.
PINS = [
    *ONE_REGISTER_FILE, *REGISTER_FILE_PINS, *SCOREBOARD_PINS, *DEPENDENCES_PINS, *SCHEDULER_PINS, *COLLECTOR_PINS,
    *COLLECTOR_STOPS_PINS, *ACROSS_PINS, *MAJORITY_PINS, *PROGRESS_PINS, *FORMATION_PINS, *CONTRACT_PINS,
]  # fmt: skip
# All of devices, likewise, on the engine in test_device_programs_agree.py.
PINS_OF_DEVICES = [
    *DEVICE_PINS, *COALESCER_PINS, *SCOREBOARD_DEVICE_PINS, *DEPENDENCES_DEVICE_PINS, *COLLECTOR_DEVICE_PINS,
    *MAJORITY_DEVICE_PINS, *FORMATION_DEVICE_PINS, *COMBINATIONS_DEVICE_PINS,
]  # fmt: skip
