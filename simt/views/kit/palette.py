"""The looks of states in every view, picture and page: a table each for reasons and for kinds of states.

Colours of reasons are Okabe and Ito's (Color Universal Design, 2008), changed until reasons that occur together are
distinct for the colour-blind as well; tests/unit/views/test_view_palette.py measures this. Lane states have the colours
of the branching article. Letters and glyphs are unique, so that a view without colour shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from isa.table.units import UNITS
from simt.core.state.reasons import REASON_HELP


class Look(NamedTuple):
    """The look of a state: its colour `#rrggbb`, its ASCII letter, its Unicode glyph, and its meaning in words."""

    color: str
    mark: str
    glyph: str
    meaning: str = ""


Looks = Mapping[str, Look]  # by state, in the order of the states' numbers

# The colour, letter and glyph of each reason. Work is blue, a wait for the warp's own result has a middle tone, a
# wait for a resource a warm one: all of these have at least the contrast 3 to white. Nothing to do is pale. A ready
# warp that is not selected costs nothing: it has the quietest colour that is distinct from all of these.
_REASONS: dict[str, tuple[str, str, str]] = {
    "issued": ("#0044c6", "I", "█"),
    "not_selected": ("#f0d078", "n", "░"),
    "fetch": ("#977b79", "h", "›"),
    "branch": UNITS["control"].look,
    "barrier": ("#580261", "b", "║"),
    "reconverge": ("#b06ec6", "c", "╬"),
    "memory_fence": ("#5a6b00", "m", "╫"),
    **{unit.reason: unit.look for unit in UNITS.values()},
    "operand_bank": ("#e0408f", "O", "╳"),
    "unit_busy": ("#cd8063", "U", "▒"),
    "bank_conflict": ("#b5000e", "B", "▓"),
    "uncoalesced": ("#b05a00", "C", "▨"),
    "memory_queue": ("#581100", "Q", "▞"),
    "memory_grant": ("#7e03ff", "A", "▚"),
    "memory_bank": ("#ad6aff", "K", "▤"),
    "memory_bus": ("#9091ad", "u", "▥"),
    "retire_port": ("#1f2023", "R", "╡"),
    "slot_empty": ("#dcdcdc", "x", "□"),
    "drain": ("#f4f4f4", "d", "·"),
    "idle": ("#ffffff", "z", "_"),
    "scoreboard_full": ("#4f5766", "S", "▧"),
    "interval": ("#ececec", "i", "╎"),
    "slot_kind": ("#d8dfe6", "k", "┆"),
}

REASON_LOOKS: Looks = {reason: Look(*_REASONS[reason], meaning) for reason, meaning in REASON_HELP.items()}

# State of a lane in a cycle. Colours and order follow the legend of the branching article's figure 1.
MASK_LOOKS: Looks = {
    "inactive": Look("#000000", ".", "·", "masked off while the warp issues"),
    "active": Look("#ffffff", "#", "█", "active in an instruction issued in this cycle"),
    "disabled": Look("#808080", "x", "×", "has no thread, or has ended"),
    "stalled": Look("#0000ff", "s", "▒", "wants to go on, held up by a resource"),
    "idle": Look("#ff0000", "-", "░", "waits for its own result, or at a barrier"),
}

MASK_STATES = tuple(MASK_LOOKS)
MASK_COLORS = {state: look.color for state, look in MASK_LOOKS.items()}

# First stage of a unit instance in a cycle.
UNIT_LOOKS: Looks = {
    "empty": Look("#ececec", ".", "·", "could take an instruction"),
    "busy": Look(REASON_LOOKS["issued"].color, "#", "█", "first stage occupied"),
    "conflict": Look(
        REASON_LOOKS["bank_conflict"].color, "B", "▓", "occupied by bank conflicts, beyond one cycle per beat"
    ),
    "frozen": Look(REASON_LOOKS["retire_port"].color, "R", "╡", "its result waits for the retire port"),
}

UNIT_STATES = tuple(UNIT_LOOKS)

# A bank of DRAM in a clock or cycle, and the data bus of a channel.
DRAM_LOOKS: Looks = {
    "closed": Look("#ececec", ".", "·"),  # no row is open
    "idle": Look("#ececec", ".", "·"),  # no data on the bus
    "activate": Look("#c47f00", "A", "▲"),  # a row is being opened
    "open": Look("#c3e3f4", "o", "─"),  # a row is open
    "read": Look("#0072b2", "R", "█"),  # for a bank, the clocks of its burst after the command; for a bus, its data
    "write": Look("#b6300c", "W", "▓"),  # a write likewise
    "precharge": Look("#7d7d7d", "P", "▼"),  # the row is being closed
    "refresh": Look("#000000", "F", "╬"),  # the banks are refreshed
    "not_kept": Look("#ffffff", "?", "?"),  # the commands of this time were not kept
}

# Amounts, from the least to the most: light to dark, distinct for everybody.
HEAT_COLORS: tuple[str, ...] = ("#fff2ae", "#fdd05f", "#f79a3e", "#e05a2b", "#b60300", "#5a0000")


def reason_mark(reason: str) -> str:
    """Return the letter of a reason; "" for an unknown one."""
    return REASON_LOOKS[reason].mark if reason in REASON_LOOKS else ""


def rgb(color: str) -> tuple[int, int, int]:
    """Return the red, green and blue, 0 to 255, of a colour written `#rrggbb`."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
