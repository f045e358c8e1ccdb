"""The variation of conditions: whether a condition may differ between warps, between lanes, or with the data."""

from __future__ import annotations

from collections.abc import Mapping

from isa.flow.cfg import ControlFlow
from isa.flow.graphs import reach
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.semantics import RESULTS
from isa.table.table import FIRST_SPECIAL, PAIRS, SCALAR, SPECIALS_BY_NUMBER
from isa.table.units import MEMORY_UNITS

LEVELS = ("nothing", "warps", "lanes", "data")
WARPS, LANES, DATA = range(1, len(LEVELS))
BY_SPECIAL = {
    "lane_id": LANES, "thread_id": LANES, "global_id": LANES, "warp_id": WARPS, "group_id": WARPS,
    **{f"{name}_id_{axis}": LANES for name in ("local", "global") for axis in "xyz"},
    **{f"group_id_{axis}": WARPS for axis in "xyz"},
}  # fmt: skip
# The special sources that differ from one work-group to another; conditions of the others are alike in all of them.
BY_GROUP = {name: WARPS for name in BY_SPECIAL if name.startswith(("group_id", "global_id"))}
_BY_COUNTER = ("min_pc", "warp_formation")  # policies under which lanes run by their own program counters
CARRY = FIRST_SPECIAL  # the bit of the carry flag in a set of registers
JUDGED_MASKS = ("mask_nz", "br_push")


def variation(
    program: Program, flow: ControlFlow, policy: str, specials: Mapping[str, int] = BY_SPECIAL
) -> dict[int, str]:
    """Return the level of variation (`LEVELS`) of every instruction with a condition, by address.

    This is a forward dataflow analysis. A value has the highest level of its operands; where paths meet, a register has
    the highest of its levels. Lanes that part write a register at different times: on the sides of a branch, or in a
    loop that they leave one after the other. So a register that is written in a block controlled by a jump has at least
    the level of the jump's condition. Under explicit masks, a register that is written under a mask has at least the
    mask's level.

    - policy: the machine's `branch.policy`. If one lane decides for its warp, a jump of the level "lanes" counts as
      "warps".
    - specials: the levels of special sources. With `BY_GROUP`, the level "nothing" means that the condition is the same
      in every work-group.
    """
    is_by_group = specials is BY_GROUP
    if policy == "warp_formation" and not is_by_group:  # a warp may have threads that began in different ones
        specials = {**specials, "warp_id": LANES}
    states: list[dict[int, int] | None] = [None] * len(flow.blocks)
    if not flow.blocks:
        return {}
    states[0], scalars = (
        {entry.number: specials.get(entry.source, 0) for entry in program.at_launch if entry.bank == bank}
        for bank in ("register", "scalar")
    )
    raised = [0] * len(flow.blocks)
    # In the last warp of a work-group fewer lanes take part. Lanes that run by their counters may come by
    # one after the other. Work-groups do so alike.
    common = 0 if is_by_group else LANES if policy in _BY_COUNTER else WARPS
    levels: dict[int, int] = {}
    is_changed = True
    while is_changed:
        is_changed, before_pass = False, dict(scalars)
        for block in flow.blocks:
            before = states[block.number]
            if before is None:
                continue
            after, reading = dict(before), before
            for pc in range(block.first, block.end):
                operation = flow.instructions[pc]
                if operation is None:
                    continue
                if not (pc > block.first and getattr(flow.instructions[pc - 1], "more", False)):
                    reading = dict(after)  # the operations of a bundle read before any of them writes
                level = _step(operation, reading, after, scalars, raised[block.number], common, specials)
                if level is not None and level > levels.get(pc, -1):
                    levels[pc] = level
                    is_changed = True
            decided = max((levels.get(pc, 0) for pc in range(block.first, block.end)), default=0)
            if decided == LANES and policy in ("first_thread", "explicit_masks"):
                decided = WARPS
            for number in _decided(flow, block.number) if decided else ():
                is_changed = is_changed or decided > raised[number]
                raised[number] = max(raised[number], decided)
            for edge in block.successors:
                if edge.target == flow.exit:
                    continue
                known = states[edge.target]
                joined = after if known is None else {
                    number: max(known.get(number, 0), after.get(number, 0)) for number in known.keys() | after.keys()
                }  # fmt: skip
                if joined != known:
                    states[edge.target] = joined
                    is_changed = True
        is_changed = is_changed or scalars != before_pass
    return {pc: LEVELS[level] for pc, level in levels.items()}


def _decided(flow: ControlFlow, number: int) -> list[int]:
    """Return the blocks that a block's last jump controls: all blocks before its immediate post-dominator."""
    stops = {flow.immediate_post_dominator(number), flow.exit}

    def following(block: int) -> list[int]:
        return [edge.target for edge in flow.blocks[block].successors if edge.target not in stops]

    return sorted(reach(following(number), following))


def _step(
    operation: Instruction, state: dict[int, int], after: dict[int, int], scalars: dict[int, int], raised: int,
    common: int, specials: Mapping[str, int],
) -> int | None:  # fmt: skip
    """Read the levels of an instruction's operands from `state`, write the level of its result to `after` or `scalars`.

    Return the level of its condition, if any.

    - raised: the level of the jumps that control the instruction, the least level of what it writes.
    - common: the least level of what lanes that take part in an instruction have in common.
    """
    spec = operation.spec
    if spec.name.startswith(("s_", "k_")):
        return _scalar_step(operation, scalars, raised)
    levels = {slot: _level_of(operation, slot, state, scalars, specials) for slot in spec.sources}
    if spec.across == "all":
        levels["a"] = DATA if levels["a"] == DATA else max(common, min(levels["a"], WARPS))
    level = max(levels.values(), default=0)
    if spec.reads_carry:
        level = max(level, state.get(CARRY, 0))
    if spec.name in JUDGED_MASKS:
        return level
    if "sd" in spec.fields:  # a compare into a mask
        for half in (operation.sd, operation.sd + 1):
            scalars[half] = max(scalars.get(half, 0), level, raised)
        return level
    if spec.writes_register:
        is_data = spec.unit in MEMORY_UNITS or (spec.name not in RESULTS and (not spec.across or spec.type == "f32"))
        level = DATA if is_data else max(level, raised, scalars.get(PAIRS["exec"], 0))
        for register in operation.registers_written:
            after[register] = level
        if spec.writes_carry:
            after[CARRY] = level
    if operation.cond == "always":
        return None
    return state.get(CARRY, 0) if operation.cond in ("c", "nc") and not spec.writes_carry else level


def _level_of(
    operation: Instruction, slot: str, state: dict[int, int], scalars: dict[int, int], specials: Mapping[str, int]
) -> int:
    """Return the level of the operand in a slot; of a constant 0."""
    if f"r{slot}" not in operation.spec.fields or operation.csel == slot:
        return 0
    number: int = getattr(operation, f"r{slot}")
    if operation.indexed and number == SCALAR:
        return specials.get(operation.indexed, 0)
    if number == SCALAR:
        return scalars.get(operation.const, 0)
    return state.get(number, 0) if number < FIRST_SPECIAL else specials.get(SPECIALS_BY_NUMBER[number], 0)


def _scalar_step(operation: Instruction, scalars: dict[int, int], raised: int) -> int | None:
    """Update `scalars` by a scalar instruction; return the level of its condition, if any: up to "warps", or "data".

    raised: the least level of what it writes.
    """
    read, written = operation.scalars_used
    level = max((scalars.get(number, 0) for number in read), default=0)
    if operation.spec.name.startswith("s_branch."):
        return DATA if level == DATA else min(level, WARPS)
    for number in written:
        scalars[number] = max(scalars.get(number, 0), level, raised)
    return None
