"""Conditions: the lanes in which they hold, by evaluation or, if they depend on data, by assumption."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from isa.reporting.diagnostics import Diagnostic, quote
from simt.models.static.errors import OR_MEASURE, StaticError, label_of, line_of, origin_text, place
from simt.models.static.launch import Assumptions, StaticLaunch
from simt.models.static.slices.plan import Exit
from simt.models.static.values.words import MASK32, Word
from simt.models.static.warps.groups import Group, lanes_array, lowest, rows_as_masks


@dataclass(frozen=True, slots=True)
class Decision:
    """Some warps of a group, and the mask of the lanes in which a condition holds.

    is_complete: whether the condition is known in all active lanes. If not, `lanes` has at most the deciding lane.
    """

    group: Group
    lanes: int
    is_complete: bool


class Decider:
    """The decision of conditions for groups of warps. owed: the rounded-off fraction of a lane, by instruction."""

    def __init__(self, launch: StaticLaunch, assumptions: Assumptions) -> None:
        self.launch = launch
        self.assumptions = assumptions
        self.size = launch.machine.warp_size
        self.owed: dict[int, float] = {}

    def decide(
        self, group: Group, condition: Word, pc: int, way_out: Exit | None, *, one_decides: bool
    ) -> list[Decision]:
        """Split the warps of a group by the active lanes in which a condition holds (is not 0).

        If all warps agree, there is one decision, which has the group itself. Otherwise each decision has a new group.

        way_out: the loop exit at `pc`, if any. one_decides: whether the lowest active lane decides for the warp, so
        that other lanes need not be known. Raises `StaticError` E0840 for an unknown condition without an assumption.
        """
        if not group.mask:
            return [Decision(group, 0, True)]
        if condition.known is True and not isinstance(condition.value, np.ndarray):
            return [Decision(group, group.mask if condition.value else 0, True)]
        active = lanes_array(group.mask, self.size)
        shape = (group.rows, self.size)
        holds = np.broadcast_to(condition.value != 0, shape) & active
        is_complete = True
        if condition.known is not True and (unknown := ~np.broadcast_to(condition.known, shape) & active).any():
            decider = lowest(group.mask)
            if one_decides and not unknown[:, decider].any():
                is_complete = False
            else:
                holds = self._assume(group, holds, unknown, condition.origin, pc, way_out, one_decides=one_decides)
        masks = rows_as_masks(holds)
        if not is_complete:
            masks = [mask & 1 << lowest(group.mask) for mask in masks]
        if len(set(masks)) == 1:
            return [Decision(group, masks[0], is_complete)]
        by_mask: dict[int, list[int]] = {}
        for row, mask in enumerate(masks):
            by_mask.setdefault(mask, []).append(row)
        return [Decision(group.part(np.array(rows)), mask, is_complete) for mask, rows in by_mask.items()]

    def _assume(
        self,
        group: Group,
        holds: np.ndarray,
        unknown: np.ndarray,
        origin: int,
        pc: int,
        way_out: Exit | None,
        *,
        one_decides: bool,
    ) -> np.ndarray:
        """Return `holds` with the unknown lanes set by the user's assumption. Raises `StaticError` without one."""
        share = self.assumptions.get("probability", pc)
        if share is not None:
            return self._spread(holds, unknown, share, pc, group.mask if one_decides else 0)
        turns = None if way_out is None else self.assumptions.get("trip count", way_out.loop)
        if way_out is None or turns is None:
            raise StaticError([undecided(self.launch, pc, origin, way_out)], pc)
        is_over = group.turns.get(way_out.loop, 0) + way_out.is_last >= turns
        outcome: np.ndarray = np.where(unknown, way_out.true_stays != is_over, holds)
        return outcome

    def _spread(self, holds: np.ndarray, unknown: np.ndarray, share: float, pc: int, deciders: int) -> np.ndarray:
        """Let the condition hold for a share of the unknown lanes, spread evenly over warps and visits.

        A fraction of a lane is carried over to the next visit. deciders: 0 if each lane decides for itself. Otherwise
        one lane decides for its warp: the share is then a share of warps, and the unknown lanes of a warp agree.
        """
        lanes = unknown.sum(axis=1)
        due = self.owed.get(pc, 0.0) + share * np.cumsum(np.minimum(lanes, 1) if deciders else lanes)
        whole = np.floor(due + 1e-9)
        self.owed[pc] = float(due[-1] - whole[-1])
        chosen = np.diff(whole, prepend=0.0)
        limit = lanes * chosen if deciders else chosen
        holding: np.ndarray = (holds & ~unknown) | (unknown & (np.cumsum(unknown, axis=1) <= limit[:, np.newaxis]))
        return holding

    def compare_mask(self, group: Group, word: Word, pc: int) -> int | None:
        """Return the mask of the active lanes in which a word is not 0. The group must have a single warp.

        Unknown lanes follow the user's assumption. Without one, the result is None if a lane is unknown.
        """
        active = lanes_array(group.mask, self.size)
        if word.is_known_in(active) or not group.mask:
            return rows_as_masks((np.broadcast_to(word.value, (1, self.size)) & MASK32 != 0) & active)[0]
        share = self.assumptions.get("probability", pc)
        if share is None:
            return None
        unknown = ~np.broadcast_to(word.known, (1, self.size)) & active
        holds = (np.broadcast_to(word.value, (1, self.size)) != 0) & active & ~unknown
        return rows_as_masks(self._spread(holds, unknown, share, pc, 0))[0]


def undecided(launch: StaticLaunch, pc: int, origin: int, way_out: Exit | None) -> Diagnostic:
    """Make the diagnostic of a condition at `pc` that depends on the result of the instruction at `origin`.

    origin: -1 if the instruction is not known. way_out: the loop exit at `pc`, if any.
    """
    program, flow = launch.program, launch.flow
    cause = origin_text(program, origin) if origin >= 0 else "data"
    here = label_of(program.labels, pc)
    instruction = program.instructions[pc]
    is_jump = instruction is not None and (instruction.cond != "always" or instruction.spec.name.startswith("s_branch"))
    share = f"the share of lanes {'that jump' if is_jump else 'for which the condition holds'}"
    if way_out is not None:
        header = flow.blocks[flow.loops[way_out.loop].header].first
        name = label_of(program.labels, header)
        start = line_of(program, header)
        loop = f"the loop at {quote(name)}" + (f" (line {start})" if start else "")
        turns = f"give its full turns, trip_counts={{{name!r}: N}} (--trip-count {name}=N), "
        advice = f"{turns}or {share}, probabilities={{{here!r}: P}} (--probability {here}=P)"
        message, label = f"{loop} cannot be bounded: data decide how often it turns", "this leaves the loop, or not"
    else:
        advice = f"give {share}: probabilities={{{here!r}: P}} (--probability {here}=P)"
        message, label = "data decide which way lanes go here", "unknown condition"
    notes = (f"the condition depends on {cause}",)
    return place(program, pc, "E0840", message, label=label, help=advice + OR_MEASURE, notes=notes)
