"""What numba is spared while it compiles, and that it gets the answers that it gave itself."""

from __future__ import annotations

import itertools
import operator
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit, types
from numba.core import event, interpreter, ir, itanium_mangler
from numba.core.bytecode import ByteCode, FunctionIdentity
from numba.core.compiler import DEFAULT_FLAGS, Flags
from numba.core.registry import cpu_target
from numba.core.targetconfig import Option, TargetConfig
from numba.extending import overload

from simt.core.jit import compile as compile_module  # puts them in place
from simt.core.jit import shortcuts


class Others(Flags):
    more = Option(type=bool, default=False, doc="an option that numba's flags lack")


def flags(kind: type[TargetConfig] = Flags, **values: Any) -> TargetConfig:
    made = kind()
    for name, value in values.items():
        setattr(made, name, value)
    return made


SOME = [flags(), flags(nrt=True), flags(nrt=False), flags(nrt=True, no_cpython_wrapper=True), DEFAULT_FLAGS.copy()]
SOME += [flags(Others), flags(Others, nrt=True), flags(Others, more=True)]


def test_flags_are_equal_if_they_are_option_by_option() -> None:
    """An option that is set to its default is as if it were not set."""
    for one, other in itertools.product(SOME, SOME):
        assert (one == other) == (one.values() == other.values())
        assert (one == other) == (hash(one) == hash(other) and one.values() == other.values())
    assert flags() == flags(nrt=False) != flags(nrt=True)
    assert flags() != "flags"
    assert flags() != flags(Others)


def test_their_hash_is_that_of_numba() -> None:
    for one in SOME:
        assert hash(one) == hash(tuple(sorted(one.values())))


def test_flags_are_not_read_option_by_option(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = flags(nrt=True), flags(nrt=True, no_rewrites=False)
    kept = {one: 1}
    monkeypatch.setattr(TargetConfig, "values", None)
    assert kept[other] == 1


def test_a_name_is_spelled_once() -> None:
    text = f"Core({'x, ' * 1000})"
    before = itanium_mangler._escape_string.cache_info()
    first, second = (itanium_mangler.mangle(text, ()) for _ in range(2))
    after = itanium_mangler._escape_string.cache_info()
    assert first == second
    assert after.misses - before.misses <= 1 <= after.hits - before.hits


def test_variables_are_found_in_all_parts_of_a_statement() -> None:
    loc = ir.Loc("here", 1)
    scope = ir.Scope(None, loc)
    a, b, c, d = (scope.define(name, loc) for name in "abcd")
    call = ir.Expr.call(a, [b, c], (("key", d),), loc)
    assert call.list_vars() == [a, b, c, d]
    assert ir.Assign(call, d, loc).list_vars() == [a, b, c, d, d]
    assert ir.Expr.build_map([(a, b)], 1, {}, {}, loc).list_vars() == [a, b]


def test_a_call_is_typed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    context = cpu_target.typing_context
    context.refresh()
    add = types.Function(tuple(context.resolve_value_type(operator.add).templates))
    add.__dict__.pop("_found", None)
    integers, mixed = (types.int64, types.int64), (types.int64, types.float64)
    first = add.get_call_type(context, integers, {})
    assert first.return_type == types.int64
    assert add.get_call_type(context, mixed, {}).return_type == types.float64
    monkeypatch.setattr(add, "templates", ())
    assert add.get_call_type(context, integers, {}) is first


def test_classes_and_hashes_of_types_are_those_of_numba() -> None:
    for kind in (types.int64, types.Array(types.int64, 1, "C"), types.UniTuple(types.int64, 2), types.literal(1)):
        assert hash(kind) == hash(kind.key) == hash(kind)
        assert isinstance(kind, types.Type)
        assert isinstance(kind, types.Array) == (type(kind) is types.Array)


PICKLED = """
import pickle, sys
from numba import types
import simt.core.jit.compile
kind = types.UniTuple(types.Array(types.int64, 1, "C"), 2)
hash(kind)
if sys.argv[1:]:
    print(pickle.loads(bytes.fromhex(sys.argv[1])) is kind)
else:
    print(pickle.dumps(kind).hex())
"""


def test_types_are_the_same_after_another_process_has_pickled_them() -> None:
    """numba's own cache of compiled functions, which other code in the process may use, finds them by their types."""

    def run(seed: str, *arguments: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", PICKLED, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert run("2", run("1")) == "True"


def test_engines_that_two_threads_compile_are_compiled_one_after_the_other() -> None:
    """What is other while an engine compiles is put back when it ends, and another compilation would miss it."""
    ended: list[str] = []

    class Entry:
        """As numba's dispatcher of an entry point. work: done while it compiles."""

        def __init__(self, name: str, work: Callable[[], object] = lambda: None) -> None:
            self.name, self.work = name, work
            self.overloads = {0: SimpleNamespace(library=self, fndesc=SimpleNamespace(llvm_func_name=name))}

        def compile(self, _kinds: object) -> None:
            self.work()
            ended.append(self.name)

        def machine_code(self, symbol: str) -> str:
            return symbol

    def second() -> None:
        compile_module._compiled(Entry("second"), (), False)

    thread = threading.Thread(target=second)

    def begin() -> None:
        thread.start()
        thread.join(0.2)  # without a lock it ends

    assert compile_module._compiled(Entry("first", begin), (), True) == "first"
    thread.join()
    assert ended == ["first", "second"]


def test_clocks_and_registered_classes_are_others_only_while_an_engine_compiles() -> None:
    class Registered:
        pass

    types.Dummy.register(Registered)
    with shortcuts.while_compiling():
        assert not isinstance(Registered(), types.Dummy)
    assert isinstance(Registered(), types.Dummy)
    told = []
    with event.install_timer("simt:tests", told.append), event.trigger_event("simt:tests"):
        pass
    assert len(told) == 1


def test_what_is_registered_between_two_compilations_is_found() -> None:
    def answer() -> None:
        pass

    context = cpu_target.typing_context
    with shortcuts.while_compiling():
        context.refresh()
        searched = len(context._functions)
        context.refresh()
        assert len(context._functions) == searched
        overload(answer)(lambda: lambda: 42)
        assert njit(lambda: answer())() == 42


def test_the_blocks_of_a_function_are_found_once() -> None:
    def some(x: int) -> int:
        return x if x > 3 else 7

    with shortcuts.while_compiling():
        compiled = njit(some)
        assert (compiled(5), compiled(2.0), compiled(np.int8(9))) == (5, 7, 9)
        first, second = (interpreter.Flow(ByteCode(FunctionIdentity.from_function(some))) for _ in range(2))
        assert first is second
        assert first.block_infos


def test_variables_that_are_alive_are_found_for_generators() -> None:
    def squares(count: int) -> Iterator[int]:
        for number in range(count):
            yield number * number

    with shortcuts.while_compiling():
        assert list(njit(squares)(4)) == [0, 1, 4, 9]
