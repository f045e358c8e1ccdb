"""The palette as rules of the style sheet: colours of states, their letters and bars, on light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence

from simt.views.kit.palette import HEAT_COLORS, MASK_LOOKS, REASON_LOOKS, UNIT_LOOKS, Look, rgb

# States by the words requested from a bank in a cycle: their looks, and the least numbers of words after "no words".
_BANK_HELP = "words that the local access of this cycle asks of the bank; the bank with the most makes it wait"
_BANK_STATES = ("no words", "1 word", "2 words", "3 words", "4 words", "5 to 8 words", "9 words or more")
BANK_LOOKS = {
    name: Look(color, mark, mark, _BANK_HELP)
    for name, color, mark in zip(_BANK_STATES, (UNIT_LOOKS["empty"].color, *HEAT_COLORS), ".12345+", strict=True)
}
BANK_LIMITS = (1, 2, 3, 4, 5, 9)

# Colours on a dark page. What happens has at least the contrast 3 to a panel, and reasons that occur together are apart
# for the colour-blind (tests/unit/views/test_view_palette.py); each keeps its hue. States in which nothing happens are
# dark, and a larger amount is brighter.
_DARK_REASONS = {
    "issued": "#4e5ec0",
    "not_selected": "#f9de66",
    "fetch": "#6b6569",
    "branch": "#ba85d9",
    "barrier": "#904e92",
    "reconverge": "#d9a6e8",
    "memory_fence": "#6a7b12",
    "dep_alu": "#9eddfd",
    "dep_fpu": "#43c564",
    "dep_sfu": "#7fd6b4",
    "dep_local": "#eb871c",
    "dep_global": "#5b9b6d",
    "operand_bank": "#ff6fb5",
    "unit_busy": "#ffaeae",
    "bank_conflict": "#cd2a08",
    "memory_queue": "#af4337",
    "memory_grant": "#9206ff",
    "memory_bank": "#eb3cfe",
    "memory_bus": "#969ab0",
    "scoreboard_full": "#bcff07",
}
_DARK_HEAT = ("#b84a2a", "#d1602b", "#e87f37", "#f3a54a", "#fbc968", "#fff2ae")  # from few words to many
DARK = {
    **_DARK_REASONS,
    "busy": _DARK_REASONS["issued"],
    "conflict": _DARK_REASONS["bank_conflict"],
    **dict(zip(_BANK_STATES[1:], _DARK_HEAT, strict=True)),
    "retire_port": "#f5f5f5",
    "slot_empty": "#454c55",
    "drain": "#2a3037",
    "idle": "#1d2228",
    "interval": "#353b43",
    "slot_kind": "#3d4650",
    "empty": "#2a3037",
    "frozen": "#f5f5f5",
    "no words": "#2a3037",
}


# The background of bars, on a light and a dark page, and the least contrast to it, WCAG's for graphics.
TRACK = ("#e6e9ee", "#272d35")
_LEAST_CONTRAST = 3.0


def color_rules() -> str:
    """Return the palette as rules of a style sheet: class `k-STATE` sets the variables --k, --i and --o."""
    banks = {bank_class(name): look for name, look in BANK_LOOKS.items()}
    looks = {**REASON_LOOKS, **{f"lane-{name}": look for name, look in MASK_LOOKS.items()}, **UNIT_LOOKS, **banks}
    light = {name: look.color for name, look in looks.items()}
    dark = light | {bank_class(name): color for name, color in DARK.items()}
    sheets = []
    for palette, track in zip((light, dark), TRACK, strict=True):
        rules = [_color_rule(name, color, track) for name, color in palette.items()]
        sheets.append("\n".join([f":root{{--track:{track}}}", *rules]))
    return f"{sheets[0]}\n@media screen and (prefers-color-scheme: dark) {{\n{sheets[1]}\n}}"


def bank_class(name: str) -> str:
    """Return the class of a state without the prefix `k-`. The classes of states of banks have numbers."""
    return f"bank-{_BANK_STATES.index(name)}" if name in BANK_LOOKS else name


def _luminance(color: Sequence[int]) -> float:
    """WCAG's relative luminance, 0 to 1; paint.js has the same formula."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _color_rule(name: str, color: str, track: str) -> str:
    """Set --k to a state's colour, --i to the colour of letters on it (black or white), --o to the outline of its bars.

    The outline is the colour, made darker or lighter until it contrasts with the bars' background.
    """
    fill, ground = rgb(color), rgb(track)
    ink = "#000" if _luminance(fill) > 0.2 else "#fff"
    end = 0 if _luminance(ground) > 0.2 else 255
    steps = (tuple(round(c + (end - c) * k / 20) for c in fill) for k in range(21))
    red, green, blue = next(step for step in steps if contrast(step, ground) >= _LEAST_CONTRAST)
    return f".k-{name}{{--k:{color};--i:{ink};--o:#{red:02x}{green:02x}{blue:02x}}}"
