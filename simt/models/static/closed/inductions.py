"""Trip counts and addresses in closed form, computed from symbolic registers, and as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from isa.flow.variation import JUDGED_MASKS
from isa.program.bundles import bundle_firsts
from isa.table.semantics import CONDITIONS, SIGN, Number, UnknownError, signed
from isa.table.units import PRIVATE
from simt.models.static.closed.forms import Compare, Form, Symbol
from simt.models.static.closed.symbolic import follow
from simt.models.static.errors import label_of
from simt.models.static.launch import StaticLaunch
from simt.models.static.slices.plan import BlockPlan

_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


@dataclass(frozen=True, slots=True)
class Address:
    """The form of an address. text: the form as text, empty if there is none.

    lane_stride: the distance between neighbouring lanes; None if the distance is not the same for all.
    """

    text: str = ""
    lane_stride: int | None = None


@dataclass(frozen=True, slots=True)
class TripCount:
    """The trip count of a loop with a single exit. text: the condition under which the loop goes on.

    turns: the number of full turns of each warp. Empty if the form does not give these numbers, or if an outer loop
    changes them.
    """

    text: str
    turns: tuple[int, ...]


class Inductions:
    """The closed forms of a launch: addresses of accesses, and trip counts of loops."""

    def __init__(self, launch: StaticLaunch, plans: Iterable[BlockPlan]) -> None:
        self.launch = launch
        self.plans = tuple(plans)
        self.follower = follow(launch)
        self._firsts = bundle_firsts(launch.flow.instructions)

    def address(self, pc: int) -> Address:
        """Return the address of the access at `pc` in closed form.

        The address is in words for whole words of local memory, else in bytes. The result is `Address()` if the address
        has no exact form, or if the follower does not reach the access.
        """
        instruction = self.launch.program.instructions[pc]
        registers = None if self.follower is None else self.follower.before.get(self._firsts[pc])
        if self.follower is None or registers is None or instruction is None:
            return Address()
        form = self.follower.read(instruction, "a", registers)
        if isinstance(form, Form) and instruction.csel == "c":
            form = form.plus(self.follower.constant(instruction.const))
        if not isinstance(form, Form):
            return Address()
        is_private = instruction.spec.unit == PRIVATE
        named = self.launch.program.privates if is_private else self.launch.program.locals
        unit = 4 if is_private or instruction.spec.bytes < 4 else 1  # bytes of a word, or words
        arrays = [(name, unit * array.address, unit * array.words) for name, array in named.items()]
        if instruction.spec.unit == "memory":
            buffers = zip(self.launch.program.buffers, self.launch.buffers.tolist(), strict=True)
            arrays = [(name, first, end - first) for name, (first, end) in buffers]
        lanes: list[Symbol] = [("lane", bit) for bit in range(self._lane_bits)]
        return Address(self.text(form, arrays), _coefficient(form.terms, lanes))

    @property
    def _lane_bits(self) -> int:
        return (self.launch.machine.warp_size - 1).bit_length()

    # --- trip counts --------------------------------------------------------------------------------------------------

    def trip_count(self, number: int) -> TripCount | None:
        """Return the trip count of a loop; None unless it has a single exit, whose condition has exact forms."""
        flow = self.launch.flow
        loop = flow.loops[number]
        leaving = [
            block
            for block in loop.blocks
            if any(edge.target not in loop.blocks for edge in flow.blocks[block].successors)
        ]
        if len(leaving) != 1 or self.follower is None or leaving[0] not in self.follower.after:
            return None
        plan = self.plans[leaving[0]]
        if plan.exit is None or plan.exit.loop != number:
            return None
        judged = self._judged(plan, leaving[0])
        if judged is None:
            return None
        if not plan.exit.true_stays:
            judged = judged.opposite
        text = f"while {self.text(judged.a)} {_SIGNS[judged.kind]} {self.text(judged.b)}"
        return TripCount(text, self._turns(judged, number, plan.exit.is_last))

    def _judged(self, plan: BlockPlan, block: int) -> Compare | None:
        """Return the condition at the end of a block; None if its operands have no form."""
        assert self.follower is not None
        instruction = self.launch.flow.instructions[plan.last]
        assert instruction is not None
        if instruction.spec.name in JUDGED_MASKS:
            value, condition = self.follower.read(instruction, "a", self.follower.after[block]), "nz"
        else:
            before = self.follower.before[self._firsts[plan.last]]
            value, condition = self.follower.result(instruction, before), instruction.cond
        if value is None:
            return None
        flag = value if isinstance(value, Compare) else Number()
        with suppress(UnknownError):
            judged = CONDITIONS[condition](value, flag)
            return judged if isinstance(judged, Compare) else None
        return None

    def _turns(self, judged: Compare, loop: int, is_last: bool) -> tuple[int, ...]:
        """Return the full turns of every warp; empty if the condition does not give them.

        is_last: whether the loop is left at the end of a turn, so that the last turn is full too.
        """
        symbols = {*judged.a.bound.terms, *judged.b.bound.terms}
        if any(key[0] == "group" or (key[0] == "turn" and key[1] != loop) for key in symbols):
            return ()
        if self.launch.machine.branch.lanes_may_part and any(key[0] == "lane" for key in symbols):
            return ()
        turn = ("turn", loop)
        step = signed(judged.a.bound.terms.get(turn, 0))
        if judged.b.bound.terms.get(turn, 0):
            return ()
        counts = []
        for warp in range(self.launch.warps):
            bits: dict[Symbol, int] = {("warp", bit): warp >> bit & 1 for bit in range(warp.bit_length())}
            start, limit = (form.value_at(bits) for form in (judged.a, judged.b))
            turns = _last_turn(judged, start, limit, step)
            if turns is None:
                return ()
            counts.append(turns + is_last)
        return tuple(counts)

    # --- text ---------------------------------------------------------------------------------------------------------

    def text(self, form: Form, arrays: Sequence[tuple[str, int, int]] = ()) -> str:
        """Return a form as text, in terms of thread, lane, warp, group, `turn(label)`, parameters and arrays.

        arrays: (name, first address, length). If the form's constant lies in an array, the array's name and the
        distance from its start replace the constant.
        """
        launch = self.launch
        size, number = launch.machine.warp_size, form.constant
        in_x, in_xy = launch.groups_x, launch.groups_x * launch.grid.groups3[1]
        terms = dict(form.terms)
        parts: list[tuple[int, str]] = []
        warp_bits = (launch.warps - 1).bit_length()
        whole = dict(terms)
        lane, warp = self._take(whole, "lane", self._lane_bits), self._take(whole, "warp", warp_bits)
        is_thread = bool(lane) and (warp == (lane or 0) * size or (launch.all_groups and not warp_bits))
        if is_thread:
            terms = whole
        else:
            for axis in self._rows:
                coefficient, kind = self._take_place(terms, axis)
                parts += [(coefficient, f"{kind}_id_{'xyz'[axis]}")] if coefficient else []
                number -= coefficient * launch.grid.offset3[axis] if kind == "global" else 0
            lane, warp = self._take(terms, "lane", self._lane_bits), self._take(terms, "warp", warp_bits)
        x, y, z = (signed(terms.pop(("group", axis), 0)) for axis in "xyz")
        if lane and is_thread:
            factors = zip((1, in_x, in_xy), launch.axes, strict=True)
            of_launch = [lane * launch.threads * factor * (count > 1) for factor, count in factors]
            is_global = launch.grid.groups > 1 and [x, y, z] == of_launch
            parts.append((lane, "global_id" if is_global else "thread"))
            x, y, z = (0, 0, 0) if is_global else (x, y, z)
        else:
            parts += [(factor, name) for factor, name in ((lane or 0, "lane"), (warp or 0, "warp")) if factor]
        if x and y == x * in_x and z in (x * in_xy, 0 if launch.axes[2] == 1 else x * in_xy):
            parts.append((x, "group"))
        else:
            parts += [(factor, f"group_{axis}") for factor, axis in ((x, "x"), (y, "y"), (z, "z")) if factor]
        for (kind, which), coefficient in sorted(terms.items(), key=lambda item: (item[0][0], str(item[0][1]))):
            name = str(which)
            if kind == "turn":
                loop = launch.flow.loops[int(which)]
                first = launch.flow.blocks[loop.header].first
                name = f"turn({label_of(launch.program.labels, first)})"
            elif kind in ("lane", "warp"):
                name = f"{kind}[{which}]"
            parts.append((signed(coefficient), name))
        pieces = [name if factor == 1 else f"{factor} {name}" for factor, name in parts]
        rest = signed(number & (1 << 32) - 1)
        for name, first, length in arrays:
            if first <= rest < first + length:
                pieces.insert(0, name)
                rest -= first
                break
        if rest or not pieces:
            pieces.append(str(rest))
        return " + ".join(pieces).replace("+ -", "- ")

    @property
    def _rows(self) -> range:
        """The dimensions in which a thread's place in its group has a form; none if the group has one dimension.

        They end before the first dimension whose size is not a power of two. The last dimension may have any size.
        """
        sizes = self.launch.grid.local3
        last = max((axis for axis, size in enumerate(sizes) if size > 1), default=0)
        uneven = next((axis for axis, size in enumerate(sizes[:last]) if size & (size - 1)), last + 1)
        return range(uneven if last else 0)

    def _take_place(self, terms: dict[Symbol, int], axis: int) -> tuple[int, str]:
        """Remove a thread's place in a dimension from `terms`; return its coefficient, 0 if absent, and its kind.

        The kind is "global" if all work-groups are analysed and `terms` have the group's place with the matching
        coefficient, which is removed too. Otherwise it is "local".
        """
        sizes, size = self.launch.grid.local3, self.launch.machine.warp_size
        if size & (size - 1):
            return 0, ""
        low = sum(below.bit_length() - 1 for below in sizes[:axis])
        is_last = all(above == 1 for above in sizes[axis + 1 :])
        high = (self.launch.warps * size - 1).bit_length() if is_last else low + sizes[axis].bit_length() - 1
        places = range(low, high)
        keys: list[Symbol] = [
            ("lane", bit) if bit < self._lane_bits else ("warp", bit - self._lane_bits) for bit in places
        ]
        if not (first := _coefficient(terms, keys)):
            return 0, ""
        for key in keys:
            terms.pop(key)
        group: Symbol = ("group", "xyz"[axis])
        is_global = self.launch.axes[axis] == 1 or terms.get(group) == first * sizes[axis] & 0xFFFF_FFFF
        if is_global:
            terms.pop(group, None)
        return first, "global" if is_global and self.launch.all_groups else "local"

    @staticmethod
    def _take(terms: dict[Symbol, int], kind: str, bits: int) -> int | None:
        """Remove the lane or warp number of `bits` bits from `terms`; return its coefficient, 0 if absent.

        Nothing is removed, and the result is None, if the bits do not share a coefficient.
        """
        keys: list[Symbol] = [(kind, bit) for bit in range(bits)]
        coefficient = _coefficient(terms, keys)
        for key in keys if coefficient is not None else ():
            terms.pop(key, None)
        return coefficient


def _coefficient(terms: Mapping[Symbol, int], bits: Sequence[Symbol]) -> int | None:
    """Return the coefficient of the number with these bits, lowest bit first; None if the bits do not share one."""
    first = terms.get(bits[0], 0) if bits else 0
    is_one = all(terms.get(key, 0) == first << bit & 0xFFFF_FFFF for bit, key in enumerate(bits))
    return signed(first) if is_one else None


def _last_turn(judged: Compare, start: int, limit: int, step: int) -> int | None:
    """Return the turn t, from 0, in which `start + t x step` first fails the compare with `limit`.

    The result is None if the compare never fails, or if a number wraps before that.
    """
    kind, low, high = judged.kind, 0, (1 << 32) - 1
    if judged.is_signed or (kind in ("eq", "ne") and step < 0 and start < limit):
        start, limit, low, high = signed(start), signed(limit), -SIGN, SIGN - 1
    if kind == "ne":
        distance = limit - start
        if step == 0:
            return 0 if distance == 0 else None
        return distance // step if distance % step == 0 and distance // step >= 0 else None
    if kind == "eq":
        return 0 if start != limit else 1 if step else None
    if kind in ("gt", "ge"):  # mirrored
        start, limit, step, low, high, kind = -start, -limit, -step, -high, -low, "lt" if kind == "gt" else "le"
    if kind == "le":
        limit += 1
    if start >= limit:
        return 0
    if step <= 0:
        return None
    turns = -(-(limit - start) // step)
    return turns if low <= start + turns * step <= high else None
