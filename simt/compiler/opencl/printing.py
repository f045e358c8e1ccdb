"""Translation of `printf`: a call appends a record to a buffer, which the host reads at the end of the run.

Word 0 of the buffer counts the words that all records need. Word 1 counts the calls whose record did not fit. Records
begin at word 2. A record has the address of the call's text, `get_global_id` of the dimensions 0 and 1, the arguments,
and `get_global_id(2)` + 1. This last word is written last, so it marks the record as complete. The text has two parts,
and each ends with a zero: a letter for each argument, and the format. `simt.result.printed` reads the buffer.

| letter | argument |
|---|---|
| `i` `l` | an integer of one or two words |
| `f` `d` | a float, a double |
| `s` | an address of a text |
| a number and one of these | a vector of this many |
"""

from __future__ import annotations

from typing import Final

from simt.compiler.llvm.ir import CONSTANT, GLOBAL
from simt.compiler.opencl.tree import Node, NodeError
from simt.compiler.opencl.values import Values
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Builder, Place, Value
from simt.compiler.typed.conversions import convert, integer, reinterpret, split, store
from simt.compiler.typed.types import INT, UINT, ArrayType, Integer, Pointer, Real, Type, VectorType, pointer_ir
from simt.compiler.types import PRINTED, PRINTED_WORDS

_COUNTERS: Final = 2  # words before the first record
_AROUND: Final = 4  # words of a record besides its arguments
_ADD: Final = "_Z10atomic_addPU3AS1Vjj"
_ULONG: Final = Integer("i64", 8, 8, 64, False)
_BUFFER: Final = Place(f"@{PRINTED}", GLOBAL, UINT, 4, is_volatile=True)  # records are written in order


def call(expressions: Values, node: Node) -> Value:
    """Translate a call of printf; its value is 0, or -1 if the buffer is full. Raises `NodeError`."""
    format_text = _text_of(node.children[1])
    if format_text is None:
        advice = 'write the text in the call: printf("%d\\n", x)'
        raise NodeError(node, "the format of printf is not known when it is compiled", help=advice)
    letters, words = "", list[Value]()
    for argument in node.children[2:]:
        letter, pieces = _argument(expressions, argument)
        letters += letter
        words += pieces
    builder, size = expressions.builder, _AROUND + len(words)
    builder.at(node.place)
    builder.module.add_global(f"@{PRINTED} = external addrspace({GLOBAL}) global [{PRINTED_WORDS} x i32], align 4")
    builder.module.declare(_ADD, UINT, (pointer_ir(GLOBAL), "i32"))
    start = _added(builder, 0, size)
    room = ops.compare(builder, ops.LESS_EQUAL, start, integer(PRINTED_WORDS - _COUNTERS - size, UINT))
    labels = [builder.fresh(stem) for stem in ("print", "lost", "printed")]
    builder.branch(room.text, labels[0], labels[1])
    builder.start(labels[0], falls=False)
    text = builder.module.texts.add_distinct(letters.encode() + b"\0" + format_text + b"\0")
    address = builder.make(f"ptrtoint {pointer_ir(CONSTANT)} {text} to i32", UINT)
    ids = [builder.builtin("get_global_id", [integer(dimension, UINT)]) for dimension in range(3)]
    last = builder.make(f"add {ids[2]}, 1", UINT)
    begin = builder.element(_BUFFER, UINT, start)
    for place, word in enumerate([address, ids[0], ids[1], *words, last]):
        store(builder, word, builder.offset(begin, 4 * (_COUNTERS + place), UINT))
    builder.jump(labels[2])
    builder.start(labels[1], falls=False)
    _added(builder, 1, 1)
    builder.start(labels[2])
    return builder.phi([(integer(0), labels[0]), (integer(-1), labels[1])])


def _added(builder: Builder, counter: int, number: int) -> Value:
    """Add a number to a counter of the buffer; return the earlier value."""
    place = builder.offset(_BUFFER, 4 * counter, UINT)
    return builder.make(f"call spir_func i32 @{_ADD}({place.pointer}, i32 {number})", UINT)


def _text_of(node: Node) -> bytes | None:
    """Return the bytes of a string literal up to its first zero; None for any other node."""
    literal = node.below("paren", "unexposed", "cast", is_silent=True)
    return str(literal.data).encode("latin-1").split(b"\0")[0] if literal.kind == "string" else None


def _argument(expressions: Values, node: Node) -> tuple[str, list[Value]]:
    """Translate an argument; return its letter and its words. Raises `NodeError`."""
    if (text := _text_of(node)) is not None and isinstance(node.type, Pointer | ArrayType):
        address = expressions.builder.module.texts.add_distinct(text + b"\0")
        return "s", [expressions.builder.make(f"ptrtoint {pointer_ir(CONSTANT)} {address} to i32", UINT)]
    if node.kind == "unexposed" and node.data is None and isinstance(node.type, Real):
        (source,) = node.children
        if isinstance(source.type, Real) and source.type.size == 4:  # C would make it a double
            node = source
    value = expressions.value(node)
    if isinstance(value.type, VectorType):
        words = [word for part in split(expressions.builder, value) for word in _words(expressions.builder, part)]
        return f"{value.type.count}{_letter(node, value.type.element)}", words
    return _letter(node, value.type), _words(expressions.builder, value)


def _letter(node: Node, type_: Type) -> str:
    if isinstance(type_, Pointer):
        return "s" if type_.space == CONSTANT else "i"
    if isinstance(type_, Real):
        return "d" if type_.size == 8 else "f"
    if isinstance(type_, Integer):
        return "l" if type_.bits == 64 else "i"
    raise NodeError(node, "printf takes numbers, vectors of them, pointers and texts", help="print its members")


def _words(builder: Builder, value: Value) -> list[Value]:
    type_ = value.type
    if isinstance(type_, Real):
        value = reinterpret(builder, value, _ULONG if type_.size == 8 else UINT)
    elif isinstance(type_, Integer) and type_.bits < 32:
        value = convert(builder, value, INT)
    elif isinstance(type_, Pointer):
        value = convert(builder, value, UINT)
    if value.type.size == 4:
        return [Value(value.text, UINT)]
    above = builder.make(f"lshr {value}, 32", _ULONG)
    return [convert(builder, half, UINT) for half in (value, above)]
