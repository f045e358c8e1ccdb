"""Facts about loads and stores for LLVM: which of them never meet in memory, and which words never change.

LLVM sees addresses in some hundred arrays, and has to assume that any two of them overlap. After a store to one array
it would therefore load everything from the others again: the fields of a warp, the numbers of the machine. In fact a
field of a record overlaps only the same field in arrays of the same record, and elements of plain arrays overlap no
record. So each load and store has a tag (LLVM's `tbaa`). There is one tag for each field of each record. All elements
of plain arrays share one, since some of these arrays overlap (`words` and `floats` of Operands). A load or store that
has no tag may overlap everything.

Loads from records that are `never_written` (deferred.py) have the mark `invariant.load`. No store of compiled code goes
there, so LLVM may move such a load out of a loop.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from llvmlite.ir.instructions import Instruction, LoadInstr, StoreInstr
from numba import types

from simt.core.jit.deferred import CONSTANT

_ELEMENT = "element"
_OFFSET = ir.Constant(ir.IntType(64), 0)

_records: dict[frozenset[str], int] = {}  # the numbers of records in tags, by the names of their fields


def tag(builder: Any, instruction: Any, name: str = _ELEMENT) -> None:
    """Tag a load, a store or a call that does either. name: the sort of the words; the default is for elements."""
    module = builder.module
    root = module.add_metadata(["simt"])
    sort = module.add_metadata([name, root, _OFFSET])
    instruction.set_metadata("tbaa", module.add_metadata([sort, sort, _OFFSET]))


def tag_field_load(builder: Any, record: Any, field: str) -> None:
    """Tag the load of a field of a record, which is the last load that has been generated."""
    load = _last(builder, LoadInstr)
    tag(builder, load, _name(record, field))
    if frozenset(record.fields) in CONSTANT:
        load.set_metadata("invariant.load", builder.module.add_metadata([]))


def tag_field_store(builder: Any, record: Any, field: str) -> None:
    """Tag the store to a field of a record, which is the last store that has been generated.

    Raises `TypeError` if no compiled code may write this record.
    """
    if frozenset(record.fields) in CONSTANT:
        raise TypeError(f"compiled code writes the field {field} of a record that is never written")
    tag(builder, _last(builder, StoreInstr), _name(record, field))


def tag_element(builder: Any, array: Any, access: type[Instruction]) -> None:
    """Tag the last load or store that has been generated, if it is an access to an element. array: the array's type."""
    if isinstance(array, types.Array) and isinstance(array.dtype, types.Number):
        tag(builder, _last(builder, access))


def _name(record: Any, field: str) -> str:
    number = _records.setdefault(frozenset(record.fields), len(_records))
    return f"{number} {field}"


def _last(builder: Any, access: type[Instruction]) -> Any:
    return next(each for each in reversed(builder.block.instructions) if isinstance(each, access))
