"""The translation of a typed function to LLVM's code, in the parts that differ from numba's own translation.

Nearly every function takes a core: a group of groups of arrays, some 800 scalars, which is one value here (whole.py).
numba itself keeps this value in a stack slot wherever a variable is used in two blocks, and writes its whole type into
the name of every function. LLVM then took the slots apart again in each function. For the largest kind of device this
took 8 of the 50 seconds of its compilation, and takes 2 now. The names made up nine tenths of an engine's file.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from llvmlite.ir.instructions import LoadInstr, StoreInstr
from numba import types
from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs, must_use_alloca
from numba.core.compiler_machinery import register_pass
from numba.core.itanium_mangler import mangle
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

from simt.core.jit.aliases import tag_element, tag_field_load, tag_field_store

# Known numbers of records of numpy, by field, for the names of all fields of a record.
Numbers = Mapping[tuple[str, ...], Mapping[str, int]]


def _short_name(name: str, _types: Any, *, abi_tags: Sequence[str] = (), uid: int | None = None) -> str:
    """Return the name of a function in LLVM, which its number makes unique."""
    return str(mangle(name, (), uid=uid))


def with_short_names(context: Any) -> Any:
    """Return numba's target, which names functions by `_short_name`."""
    return context.subtarget(mangler=_short_name)


_numbers: dict[frozenset[str], Mapping[str, int]] = {}  # the known numbers of records, by the names of all their fields


@contextlib.contextmanager
def with_numbers(numbers: Numbers) -> Iterator[None]:
    """Take the known numbers of records as constants in what is compiled in the block."""
    _numbers.update({frozenset(names): known for names, known in numbers.items()})
    try:
        yield
    finally:
        _numbers.clear()


def _unsigned(index: Any) -> Any:
    """Return the type of an index, or of a tuple of them, without its sign."""
    if isinstance(index, types.BaseTuple):
        return types.Tuple([_unsigned(each) for each in index])
    if isinstance(index, types.Integer) and index.signed:
        return types.Integer.from_bitwidth(index.bitwidth, False)
    return index


def _with_unsigned_index(signature: Any) -> Any:
    """Return the signature of an access to an array without the look for an index below 0.

    numba counts such an index from the end, as Python does. No compiled code of ours does, and with NUMBA_BOUNDSCHECK=1
    it would raise.
    """
    array, index, *value = signature.args
    if not isinstance(array, types.Array):
        return signature
    return signature.replace(args=(array, _unsigned(types.unliteral(index)), *value))


class _Lower(Lower):  # type: ignore[misc]
    """numba's lowering, without stack slots for variables that are assigned once, before each use."""

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        """Generate the value of an expression: for a field of a record whose numbers are known, a constant."""
        if _numbers and expr.op == "getattr":
            kind = self.typeof(expr.value.name)
            known = _numbers.get(frozenset(kind.fields), {}) if isinstance(kind, types.Record) else {}
            if expr.attr in known:
                field = kind.typeof(expr.attr)
                constant = self.context.get_constant(field, known[expr.attr])
                return self.context.cast(self.builder, constant, field, resty)
        value = super().lower_expr(resty, expr)
        if expr.op == "getattr":
            kind = self.typeof(expr.value.name)
            if isinstance(kind, types.Record):
                tag_field_load(self.builder, kind, expr.attr)
        return value

    def lower_inst(self, inst: Any) -> Any:
        """Generate the code of a statement."""
        value = super().lower_inst(inst)
        if isinstance(inst, ir.SetAttr):
            kind = self.typeof(inst.target.name)
            if isinstance(kind, types.Record):
                tag_field_store(self.builder, kind, inst.attr)
        return value

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Generate the value of an element of an array, or of another container."""
        element = super().lower_getitem(resty, expr, value, index, _with_unsigned_index(signature))
        if isinstance(resty, types.Number):
            tag_element(self.builder, self.typeof(value.name), LoadInstr)
        return element

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Generate the store of an element of an array, or of another container."""
        done = super().lower_setitem(target_var, index_var, value_var, _with_unsigned_index(signature))
        if isinstance(self.typeof(value_var.name), types.Number):
            tag_element(self.builder, self.typeof(target_var.name), StoreInstr)
        return done

    def _find_singly_assigned_variable(self) -> None:
        """Add the variables whose one assignment dominates every use to those that need no slot."""
        super()._find_singly_assigned_variable()
        blocks = self.func_ir.blocks
        slots = must_use_alloca(blocks)
        place: dict[str, int] = {}
        times: Counter[str] = Counter()
        for label, each in blocks.items():
            for assignment in each.find_insts(ir.Assign):
                times[assignment.target.name] += 1
                place[assignment.target.name] = label
        dominators = compute_cfg_from_blocks(blocks).dominators()
        late = {  # used where it may be unassigned, or in a block that is lowered before the assignment
            name
            for label, names in compute_use_defs(blocks).usemap.items()
            for name in names
            if name not in place or place[name] not in dominators[label] or place[name] > label
        }
        once = {name for name, count in times.items() if count == 1}
        self._singly_assigned_vars |= once - late - slots


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):  # type: ignore[misc]
    _name = "lowering_without_slots"

    @property
    def lowering_class(self) -> type[_Lower]:
        """The class that lowers a function."""
        return _Lower


def lowering_pass(numbas: Any) -> Any:
    """Return the pass that stands in for one of numba's, mostly itself."""
    return _Lowering if numbas is NativeLowering else numbas
