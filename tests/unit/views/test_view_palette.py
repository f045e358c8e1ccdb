"""The colours, letters and glyphs of the views: complete, unique, and apart for the colour-blind."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest

from simt.core.state.reasons import REASONS
from simt.views.kit import palette
from simt.views.pages.colors import DARK, contrast

# Reasons that occur together on most machines, of devices with memory of DRAM too.
OCCURRING = [
    *("issued", "not_selected", "fetch", "branch", "barrier", "dep_alu", "dep_fpu", "dep_local", "dep_global"),
    *("unit_busy", "bank_conflict", "memory_queue", "memory_grant", "memory_bank", "memory_bus", "retire_port"),
    *("drain", "idle", "scoreboard_full"),
]
# Of nothing to do there are two, both pale.
ALIKE = ("drain", "idle")

# Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency (2009), table
# of severity 1.0, for linear RGB.
VISION = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


def lab(color: str, vision: object) -> np.ndarray:
    """CIE L*a*b* of a colour as seen with a vision."""
    coded = np.array(palette.rgb(color)) / 255
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(vision) @ linear, 0, 1)
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    xyz = np.array(to_xyz) @ seen / [0.95047, 1, 1.08883]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("dark", [{}, DARK], ids=["light", "dark"])
def test_reasons_that_occur_together_are_told_apart(vision: str, dark: Mapping[str, str]) -> None:
    """20 units of L*a*b* are some ten just noticeable differences."""
    colors = {**{reason: look.color for reason, look in palette.REASON_LOOKS.items()}, **dark}
    seen = {reason: lab(colors[reason], VISION[vision]) for reason in OCCURRING}
    near = [pair for pair in combinations(OCCURRING, 2) if np.linalg.norm(seen[pair[0]] - seen[pair[1]]) < 20]
    assert set(near) <= {ALIKE}


QUIET = {"drain", "idle", "interval", "slot_empty", "slot_kind", "empty", "no words"}


def test_what_costs_something_is_seen_on_a_light_page() -> None:
    """WCAG's least contrast of graphics is 3. A warp that is not selected costs nothing: it is pale on purpose."""
    looks = {**palette.REASON_LOOKS, **palette.UNIT_LOOKS, "activate": palette.DRAM_LOOKS["activate"]}
    faint = {name for name, look in looks.items() if contrast(palette.rgb(look.color), (255, 255, 255)) < 3}
    assert faint <= QUIET | {"not_selected"}


def test_what_happens_is_seen_on_a_dark_page() -> None:
    """WCAG's least contrast of graphics is 3. The lanes keep the colours of the article."""
    sheet = (files("simt.views.pages") / "style.css").read_text()
    panel = sheet.partition("prefers-color-scheme: dark")[2].partition("--panel: ")[2][:7]
    looks = {**palette.REASON_LOOKS, **palette.UNIT_LOOKS}
    colors = {**{name: look.color for name, look in looks.items()}, **DARK}
    faint = {name for name, color in colors.items() if contrast(palette.rgb(color), palette.rgb(panel)) < 3}
    assert faint <= QUIET


def test_what_costs_nothing_is_no_loud_colour() -> None:
    def chroma(reason: str) -> float:
        return float(np.linalg.norm(lab(palette.REASON_LOOKS[reason].color, np.eye(3))[1:]))

    loud = [chroma(reason) for reason in ("bank_conflict", "dep_local", "dep_fpu", "memory_bank")]
    assert max(chroma(reason) for reason in ("not_selected", "slot_empty", "drain", "idle")) < min(50, *loud)


@pytest.mark.parametrize(
    "looks", [palette.REASON_LOOKS, palette.MASK_LOOKS, palette.UNIT_LOOKS], ids=["reasons", "lanes", "units"]
)
def test_tables_are_complete_and_unique(looks: palette.Looks) -> None:
    assert tuple(palette.REASON_LOOKS) == REASONS
    colors, marks, glyphs, meanings = (set(column) for column in zip(*looks.values(), strict=True))
    assert {len(column) for column in (colors, marks, glyphs, meanings)} == {len(looks)}
    assert all(len(color) == 7 and color.startswith("#") for color in colors)
    assert all(len(mark) == 1 and mark.isascii() and mark.isprintable() for mark in marks)
    # One column each: no combining, no wide character.
    assert all(len(glyph) == 1 and unicodedata.east_asian_width(glyph) not in "WF" for glyph in glyphs)


def test_lanes_have_the_colours_of_the_article() -> None:
    assert palette.MASK_COLORS == {
        "inactive": "#000000",
        "active": "#ffffff",
        "disabled": "#808080",
        "stalled": "#0000ff",
        "idle": "#ff0000",
    }
