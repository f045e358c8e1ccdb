"""Atomic functions of kernels: instructions for integers, loops of compare and exchange for floats."""

from __future__ import annotations

import ast
from typing import Final

from simt.compiler.python.expressions import PythonExpressions
from simt.compiler.python.values import F32, ArrayPlace, name_of
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import load, reinterpret
from simt.compiler.typed.types import BOOL, INT, UINT, Integer
from simt.lang.functions import ATOMICS

_OF_FLOATS: Final = ("atomic_add", "atomic_sub", "atomic_min", "atomic_max", "atomic_exchange")
_OF_SIGNS: Final = ("atomic_min", "atomic_max")


class Atomics:
    """A translator of atomic functions. Its methods raise `RefusedError`."""

    def __init__(self, expressions: PythonExpressions) -> None:
        self.context = expressions.context
        self.builder = expressions.builder
        self.numbers = expressions.numbers
        self.expressions = expressions

    def change(self, node: ast.Call, name: str) -> Value:
        """Translate a function that changes an element atomically and returns the old value."""
        if len(node.args) != 3:
            self.context.mistyped(node, f"`{ast.unparse(node.func)}` takes an array, an index and a value")
        word = self._word(node, has_floats=name in _OF_FLOATS)
        value = self._operand(node.args[2], word, is_order=name in _OF_SIGNS)
        self.context.at(node)
        if word.type == F32:
            return self._of_floats(name, word, value)
        text = f"atomicrmw {ATOMICS[name][word.type is UINT]} {word.pointer}, {value} monotonic"
        return self._kept(self.builder.make(text, word.type), is_lock=name == "atomic_exchange")

    def compare_exchange(self, node: ast.Call, name: str) -> Value:
        """Translate `atomic_compare_exchange`."""
        if len(node.args) != 4:
            self.context.mistyped(node, f"`{name}` takes an array, an index and two values")
        word = self._word(node, has_floats=False)
        compared, value = (self._operand(argument, word) for argument in node.args[2:])
        self.context.at(node)
        return self._kept(self._exchanged(word, compared, value), is_lock=True)

    def _kept(self, old: Value, *, is_lock: bool) -> Value:
        """Return an atomic function's result. What precedes the function stays in its loop if there are locks."""
        self.builder.stay()  # not after the first exchange, which takes the lock
        self.builder.module.has_locks = self.builder.module.has_locks or is_lock
        return old

    def _word(self, node: ast.Call, *, has_floats: bool) -> Place:
        """Return the place of the element that the first two arguments name, an array and an index.

        has_floats: whether the array may have elements of type `f32`.
        """
        array = self.expressions.evaluate(node.args[0])
        kinds = (INT, UINT, F32) if has_floats else (INT, UINT)
        if not isinstance(array, ArrayPlace) or array.first.type not in kinds or array.first.space in (0, 2):
            words = "s32, u32 or f32" if has_floats else "s32 or u32"
            message = f"this atomic function changes an array of {words} in global or local memory"
            self.context.mistyped(node.args[0], message)
        place = ast.copy_location(ast.Subscript(node.args[0], node.args[1], ast.Load()), node)
        return self.expressions.element(array, place)

    def _operand(self, node: ast.expr, word: Place, *, is_order: bool = False) -> Value:
        """Convert an argument to the type of the elements. is_order: whether signedness matters, as in a minimum."""
        operand = self.expressions.operand(node)
        if isinstance(operand, Value) and operand.type != word.type:
            kind = operand.type
            if isinstance(kind, Integer) and kind.bits <= 32 and (word.type == F32 or not is_order or kind is BOOL):
                self.context.at(node)
                return self.numbers.cast(operand, word.type)
            name = name_of(word.type)
            self.context.mistyped(node, f"this is {name_of(operand)}, and {name} is needed", f"convert it: {name}(...)")
        return self.numbers.required(node, operand, word.type)

    def _exchanged(self, word: Place, compared: Value, value: Value) -> Value:
        """Set a word to `value` if it is equal to `compared`, atomically; return its old value."""
        text = f"cmpxchg {word.pointer}, {compared}, {value} monotonic monotonic"
        pair = self.builder.make(text, word.type).text
        return self.builder.make(f"extractvalue {{ i32, i1 }} {pair}, 0", word.type)

    def _of_floats(self, name: str, word: Place, value: Value) -> Value:
        """Change a float: read it, compute, and exchange it. Repeat this if it has changed meanwhile."""
        build = self.builder
        bits = Place(word.address, word.space, INT, word.alignment, is_volatile=True)
        if name == "atomic_exchange":
            text = f"atomicrmw xchg {bits.pointer}, {reinterpret(build, value, INT)} monotonic"
            return reinterpret(build, build.make(text, INT), F32)
        again, after = self.context.labels("again", "after")
        seen = self.context.fresh(load(build, bits))
        build.start(again)
        before = load(build, seen)
        changed = self._changed_float(name, reinterpret(build, before, F32), value)
        old = self._exchanged(bits, before, reinterpret(build, changed, INT))
        build.do(f"store {old}, {seen.pointer}, align {seen.alignment}")
        build.branch(ops.compare(build, ops.EQUAL, old, before).text, after, again)
        build.start(after)
        return reinterpret(build, load(build, seen), F32)

    def _changed_float(self, name: str, old: Value, value: Value) -> Value:
        if name in _OF_SIGNS:
            test = ops.compare(self.builder, ops.LESS if name == "atomic_min" else ops.GREATER, value, old)
            return ops.select(self.builder, test, value, old)
        return ops.arithmetic(self.builder, ops.ADD if name == "atomic_add" else ops.SUBTRACT, old, value)
