"""Faster versions of functions that numba calls again and again while it types and lowers, with the same answers.

Whenever numba types an operator or a built-in function, it compares and hashes its flags to find out whether it has the
implementation already. Each time it reads all options of both sides, and sorts their names. The flags are nearly always
the same, and their names never change. numba also spells a function's type in its name, with every other character
escaped. A core's type is thousands of characters, and each function that takes a core spells it again.

Counted in a compilation of the kind masks: 15,899 comparisons, at 5.8 us instead of 19.2 each; 18,964 hashes, at 0.3 us
instead of 12.3 each; and 3,479 names, of which 357 differ. The compilation takes 9 % less time (medians of three).

Counted in a compilation of the kind plain: 5,223 calls are typed, each by a search through all templates of the
function, and most are a call like one before. 1.6 million parts of statements are looked through for variables, and for
each numba asks up to five times for its class. A type is hashed 450,000 times, the type of a core with all that it
holds. 57,000 events are reported to clocks, 267,000 times, which nobody reads. Without all this, a compilation takes
13 % less time, and its code is the same, byte for byte.

While it lowers, numba makes a class for each access to an array, and looks at the parameters of each function that
generates code, to find out whether it takes a place in the source. Both are done once for each kind and function.

Four of numba's passes end with a search for the variables that are alive at the beginning of each block. Only
generators and numba's slow mode need them, and no function of an engine is one of these. Twice for each function numba
looks through all its implementations for new ones, here only if their number has changed. How the blocks of a function
follow each other does not depend on the types of a call, so it is found once. Without all this, most kinds are compiled
in up to a tenth less time, and their code is the same, byte for byte.

Other code that numba compiles in this process sees all of this, with the same answers. The clocks, the variables that
are alive, and the classes that are registered with numba's types would answer in another way, so they are changed only
while an engine compiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache, lru_cache
from types import CodeType
from typing import Any

from numba.core import base, event, interpreter, ir, itanium_mangler, postproc, transforms
from numba.core.byteflow import Flow
from numba.core.targetconfig import TargetConfig
from numba.core.types.abstract import Type, _TypeMetaclass
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext
from numba.np import arrayobj

_equal_by_option = TargetConfig.__eq__


def _equal(one: Any, other: Any) -> Any:
    """Answer as numba does, from the options that are set: an option that is not set has its default."""
    if type(one) is not type(other):
        return _equal_by_option(one, other)
    mine, its, options = one._values, other._values, one.options
    if mine == its:
        return True
    return all(
        mine.get(name, options[name].default) == its.get(name, options[name].default) for name in mine.keys() | its
    )


def _hash(flags: Any) -> int:
    kind: Any = type(flags)
    return _hash_of_names(kind)


@cache
def _hash_of_names(flags: Any) -> int:
    """Return numba's own hash, which is of the names of the options alone."""
    return hash(tuple(sorted(flags.options)))


_call_type_by_templates = BaseFunction.get_call_type
# numba compiles functions for these. A signature that is found again changed how LLVM links them.
_COMPILED = (min, max)


def _call_type(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
    """Return the signature of a call of an operator or a built-in function, found once for arguments of these types."""
    if keywords or function.typing_key in _COMPILED:
        return _call_type_by_templates(function, context, arguments, keywords)
    found = function.__dict__.setdefault("_found", {})
    key = context, arguments
    if key not in found:
        found[key] = _call_type_by_templates(function, context, arguments, keywords)
    return found[key]


def _hash_of_type(kind: Any) -> int:
    """Return numba's own hash of a type, which never changes; of a core it is a hash of hundreds of types."""
    own = kind.__dict__
    if "_hash" not in own:
        own["_hash"] = hash(kind.key)
    number: int = own["_hash"]
    return number


_KEPT = ("_hash", "_found")  # in the state of a type, by the functions above


def _reduce(kind: Any) -> Any:
    """Return what numba pickles of a type, without what is kept in it here: hashes differ from process to process."""
    make, (inner, arguments, state) = _reduce_by_numba(kind)
    return make, (inner, arguments, state and {name: value for name, value in state.items() if name not in _KEPT})


_reduce_by_numba: Any = Type.__reduce__


def _variables(_statement: Any, value: Any) -> list[Any]:
    """List the variables in a part of a statement."""
    listed: list[Any] = []
    _add_variables(value, listed)
    return listed


def _add_variables(value: Any, listed: list[Any]) -> None:
    kind: Any = type(value)
    sort = _sort(kind)
    if sort is ir.Var:
        listed.append(value)
    elif sort is ir.Inst:
        listed += value.list_vars()
    elif sort is not None:
        for each in value.values() if sort is dict else value:
            _add_variables(each, listed)


@cache
def _sort(kind: type) -> type | None:
    """Return what numba takes values of a class for; None if no variables are in them."""
    return next((sort for sort in (ir.Var, ir.Inst, list, tuple, dict) if issubclass(kind, sort)), None)


def _finish(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Finish a pass over a function: sort its blocks."""
    function = processor.func_ir
    if emit_dels or function.is_generator:
        _finish_by_numba(processor, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)
    function.generator_info = None


_finish_by_numba = postproc.PostProcessor.run


def _registered(context: Any) -> int:
    """Return how many implementations the registers of a context have: they only grow."""
    registers = [*context._registries.items(), *getattr(context, "typing_context", context)._registries.items()]
    return sum(len(getattr(register, name)) for register, loader in registers for name in loader.registry_items)


def _refreshed_if_changed(refresh: Any) -> Any:
    """Return numba's search of the registers of a context for new implementations, made only if there are any."""
    found: dict[int, int] = {}

    def refresh_if_changed(context: Any) -> None:
        key = id(context._registries)
        if found.get(key) != _registered(context):
            refresh(context)
            found[key] = _registered(context)

    return refresh_if_changed


class _Flow(Flow):  # type: ignore[misc]
    """The blocks of a function, and how they follow each other, found once."""

    def run(self) -> None:
        if not self.block_infos:
            super().run()


_flows: dict[CodeType, _Flow] = {}


def _flow(bytecode: Any) -> _Flow:
    """Return the blocks of a function, which do not depend on the types of a call."""
    return _flows.setdefault(bytecode.func_id.code, _Flow(bytecode))


def install() -> None:
    """Replace numba's own functions."""
    TargetConfig.__eq__, TargetConfig.__hash__ = _equal, _hash
    itanium_mangler._escape_string = lru_cache(1000)(itanium_mangler._escape_string)
    types: Any = BaseFunction, Type, ir.Inst  # for mypy they have methods that nobody replaces
    function, kind, statement = types
    function.get_call_type = _call_type
    kind.__hash__, kind.__reduce__ = _hash_of_type, _reduce
    statement._rec_list_vars = _variables


@contextmanager
def while_compiling() -> Iterator[None]:
    """Have numba report no events, look for nothing new where there is nothing, and ask only Python for the class of a
    type.
    """
    kinds: Any = _TypeMetaclass
    kinds.__instancecheck__ = type.__instancecheck__
    with ExitStack() as changes:
        changes.callback(delattr, kinds, "__instancecheck__")  # it inherits one
        for owner, name, value in (
            (event, "install_timer", lambda _kind, _callback: nullcontext()),
            (arrayobj, "make_array", cache(arrayobj.make_array)),
            (base, "_has_loc", cache(base._has_loc)),
            (base.BaseContext, "refresh", _refreshed_if_changed(base.BaseContext.refresh)),
            (BaseContext, "refresh", _refreshed_if_changed(BaseContext.refresh)),
            (postproc.PostProcessor, "run", _finish),
            (interpreter, "Flow", _flow),
        ):
            changes.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, value)
        yield
