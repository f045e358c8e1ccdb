"""Trip counts and addresses in closed form, from the symbolic registers, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from isa.bundles import bundle_firsts
from simt.models.static.decisions import label_of
from simt.models.static.forms import Form, Symbol, constant
from simt.models.static.launch import StaticLaunch
from simt.models.static.plan import BlockPlan
from simt.models.static.symbolic import Compare, follow

_OPPOSITE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}
_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
_SIGN = 1 << 31


@dataclass(frozen=True, slots=True)
class Address:
    """An exact form of an address: as text, and the coefficient of the lane (None: not one number)."""

    text: str
    lane_stride: int | None


@dataclass(frozen=True, slots=True)
class TripCount:
    """Full turns of a loop by its only exit: the condition in words, and the turns of each warp where they are numbers
    that no outer loop changes; empty otherwise."""

    text: str
    turns: tuple[int, ...]


class Inductions:
    """Closed forms of a launch."""

    def __init__(self, launch: StaticLaunch, plans: Iterable[BlockPlan]) -> None:
        self.launch = launch
        self.plans = tuple(plans)
        self.found = follow(launch)
        self._firsts = bundle_firsts(launch.flow.instructions)

    def address(self, pc: int) -> Address | None:
        """The address of the access at `pc`, of a word of local memory or a byte of global memory; None if it has no
        exact form or is never reached."""
        instruction = self.launch.program.instructions[pc]
        registers = None if self.found is None else self.found.before.get(self._firsts[pc])
        if self.found is None or registers is None or instruction is None:
            return None
        form = self.found.read(instruction, "a", registers)
        if isinstance(form, Form) and instruction.csel == "c":
            form = form.plus(self.found.constant(instruction.const))
        if not isinstance(form, Form):
            return None
        arrays = [(name, array.address, array.length) for name, array in self.launch.program.locals.items()]
        if instruction.spec.unit == "memory":
            buffers = zip(self.launch.program.buffers, self.launch.buffers.tolist(), strict=True)
            arrays = [(name, first, end - first) for name, (first, end) in buffers]
        return Address(self.text(form, arrays), self._lane_stride(form))

    def _lane_stride(self, form: Form) -> int | None:
        coefficients = [form.terms.get(("lane", bit), 0) for bit in range(self._lane_bits)]
        stride = _signed(coefficients[0]) if coefficients else 0
        return stride if all(c == stride << bit & 0xFFFF_FFFF for bit, c in enumerate(coefficients)) else None

    @property
    def _lane_bits(self) -> int:
        return (self.launch.machine.warp_size - 1).bit_length()

    # --- trip counts --------------------------------------------------------------------------------------------------

    def trip_count(self, number: int) -> TripCount | None:
        """The trip count of a loop; None unless one condition alone leaves it and has exact forms."""
        flow = self.launch.flow
        loop = flow.loops[number]
        leaving = [
            block
            for block in loop.blocks
            if any(edge.target not in loop.blocks for edge in flow.blocks[block].successors)
        ]
        if len(leaving) != 1 or self.found is None or leaving[0] not in self.found.after:
            return None
        plan = self.plans[leaving[0]]
        if plan.exit is None or plan.exit.loop != number:
            return None
        judged = self._judged(plan, leaving[0])
        if judged is None:
            return None
        if not plan.exit.true_stays:
            judged = Compare(_OPPOSITE[judged.kind], judged.is_signed, judged.a, judged.b)
        text = f"while {self.text(judged.a)} {_SIGNS[judged.kind]} {self.text(judged.b)}"
        return TripCount(text, self._turns(judged, number, plan.exit.is_last))

    def _judged(self, plan: BlockPlan, block: int) -> Compare | None:
        """The condition at the end of a block as a compare."""
        assert self.found is not None
        instruction = self.launch.flow.instructions[plan.last]
        assert instruction is not None
        if instruction.spec.name in ("mask_nz", "br_push"):
            value, condition = self.found.read(instruction, "a", self.found.after[block]), "nz"
        else:
            before = self.found.before[self._firsts[plan.last]]
            value, condition = self.found.result(instruction, before), instruction.cond
        if isinstance(value, Compare):
            if condition in ("nz", "c"):
                return value
            if condition in ("z", "nc"):
                return Compare(_OPPOSITE[value.kind], value.is_signed, value.a, value.b)
            return None
        if not isinstance(value, Form) or condition in ("c", "nc"):
            return None
        kinds = {"z": "eq", "nz": "ne", "n": "lt", "nn": "ge"}
        return Compare(kinds[condition], condition in ("n", "nn"), value, constant(0))

    def _turns(self, judged: Compare, loop: int, is_last: bool) -> tuple[int, ...]:
        """Full turns of every warp, lane 0 deciding or all lanes alike."""
        symbols = {*judged.a.bound.terms, *judged.b.bound.terms}
        if any(key[0] == "group" or (key[0] == "turn" and key[1] != loop) for key in symbols):
            return ()
        if self.launch.machine.branch.policy != "first_thread" and any(key[0] == "lane" for key in symbols):
            return ()
        turn = ("turn", loop)
        step = _signed(judged.a.bound.terms.get(turn, 0))
        if judged.b.bound.terms.get(turn, 0):
            return ()
        found = []
        for warp in range(self.launch.warps):
            bits: dict[Symbol, int] = {("warp", bit): warp >> bit & 1 for bit in range(warp.bit_length())}
            start, limit = (form.value_at(bits) for form in (judged.a, judged.b))
            turns = _last_turn(judged, start, limit, step)
            if turns is None:
                return ()
            found.append(turns + is_last)
        return tuple(found)

    # --- text ---------------------------------------------------------------------------------------------------------

    def text(self, form: Form, arrays: Sequence[tuple[str, int, int]] = ()) -> str:
        """A form as people write it: thread, lane, warp, group, `turn(label)`, parameters, and the name of the array
        (name, first address, length) that its constant lies in."""
        launch = self.launch
        size, groups_x = launch.machine.warp_size, launch.groups_x
        terms = dict(form.terms)
        parts: list[tuple[int, str]] = []
        warp_bits = (launch.warps - 1).bit_length()
        whole = dict(terms)
        lane, warp = self._take(whole, "lane", self._lane_bits), self._take(whole, "warp", warp_bits)
        is_thread = bool(lane) and (warp == (lane or 0) * size or (launch.all_groups and not warp_bits))
        if is_thread:
            terms = whole
        else:
            for axis in (0, 1) if self._has_rows else ():
                coefficient, kind = self._take_place(terms, axis)
                parts += [(coefficient, f"{kind}_id_{'xy'[axis]}")] if coefficient else []
            lane, warp = self._take(terms, "lane", self._lane_bits), self._take(terms, "warp", warp_bits)
        x, y = (_signed(terms.pop(("group", axis), 0)) for axis in "xy")
        if lane and is_thread:
            across, down = launch.span.count
            of_launch = launch.threads * (across > 1), launch.threads * groups_x * (down > 1)
            is_global = launch.groups > 1 and (x, y) == (lane * of_launch[0], lane * of_launch[1])
            parts.append((lane, "global_id" if is_global else "thread"))
            x, y = (0, 0) if is_global else (x, y)
        else:
            parts += [(number, name) for number, name in ((lane or 0, "lane"), (warp or 0, "warp")) if number]
        if x and y == x * groups_x:
            parts.append((x, "group"))
        else:
            parts += [(number, f"group_{axis}") for number, axis in ((x, "x"), (y, "y")) if number]
        for (kind, which), coefficient in sorted(terms.items(), key=lambda item: (item[0][0], str(item[0][1]))):
            name = str(which)
            if kind == "turn":
                loop = launch.flow.loops[int(which)]
                first = launch.flow.blocks[loop.header].first
                name = f"turn({label_of(launch.program.labels, first)})"
            elif kind in ("lane", "warp"):
                name = f"{kind}[{which}]"
            parts.append((_signed(coefficient), name))
        pieces = [name if number == 1 else f"{number} {name}" for number, name in parts]
        rest = _signed(form.constant)
        for name, first, length in arrays:
            if first <= rest < first + length:
                pieces.insert(0, name)
                rest -= first
                break
        if rest or not pieces:
            pieces.append(str(rest))
        return " + ".join(pieces).replace("+ -", "- ")

    @property
    def _has_rows(self) -> bool:
        """Whether a group has rows, of a power of two, so that a thread's place in them has a form."""
        shape = self.launch.shape
        return shape is not None and shape.local[1] > 1 and shape.local[0] & (shape.local[0] - 1) == 0

    def _take_place(self, terms: dict[Symbol, int], axis: int) -> tuple[int, str]:
        """The coefficient of a thread's place in x or y, "global" or "local", taken out of `terms`; 0 if there is
        none."""
        shape, size = self.launch.shape, self.launch.machine.warp_size
        assert shape is not None
        if size & (size - 1):
            return 0, ""
        low = shape.local[0].bit_length() - 1
        count = (self.launch.warps * size - 1).bit_length()
        places = range(low) if axis == 0 else range(low, count)
        keys: list[Symbol] = [
            ("lane", bit) if bit < self._lane_bits else ("warp", bit - self._lane_bits) for bit in places
        ]
        first = terms.get(keys[0], 0) if keys else 0
        if not first or any(terms.get(key, 0) != first << bit & 0xFFFF_FFFF for bit, key in enumerate(keys)):
            return 0, ""
        for key in keys:
            terms.pop(key)
        group: Symbol = ("group", "xy"[axis])
        is_global = self.launch.span.count[axis] == 1 or terms.get(group) == first * shape.local[axis] & 0xFFFF_FFFF
        if is_global:
            terms.pop(group, None)
        return _signed(first), "global" if is_global and self.launch.all_groups else "local"

    @staticmethod
    def _take(terms: dict[Symbol, int], kind: str, bits: int) -> int | None:
        """The coefficient of the whole number whose bits are symbols, and take them out; None if there is no one."""
        keys: list[Symbol] = [(kind, bit) for bit in range(bits)]
        first = terms.get(keys[0], 0) if keys else 0
        if any(terms.get(key, 0) != first << bit & 0xFFFF_FFFF for bit, key in enumerate(keys)):
            return None
        for key in keys:
            terms.pop(key, None)
        return _signed(first)


def _signed(value: int) -> int:
    return value - (1 << 32) if value & _SIGN else value


def _last_turn(judged: Compare, start: int, limit: int, step: int) -> int | None:
    """The turn t, from 0, in which `start + t x step` first fails the compare with `limit`; None if a number wraps on
    the way, or it never fails."""
    kind, low, high = judged.kind, 0, (1 << 32) - 1
    if judged.is_signed or (kind in ("eq", "ne") and step < 0 and start < limit):
        start, limit, low, high = _signed(start), _signed(limit), -_SIGN, _SIGN - 1
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
