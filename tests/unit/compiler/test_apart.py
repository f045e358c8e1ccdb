"""Kernels are compiled in a process of its own, which has limits, and whose end is an error with a code."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import simt.compiler.compile as compiler
from simt.compiler import apart
from simt.compiler.apart import compiled_apart
from simt.compiler.errors import CompileError
from simt.compiler.llvm import size
from simt.compiler.request import Request
from simt.machine import Machine

IR = "define spir_kernel void @f(ptr addrspace(1) %x) {\n  store i32 1, ptr addrspace(1) %x, align 4\n  ret void\n}\n"
ASKED = Request(IR, "f", Machine.load("gtx280"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the tests replace what a copy of this process does")


@pytest.fixture(autouse=True)
def another() -> Iterator[None]:
    """A process of the test's own."""
    apart._end()
    yield
    apart._end()


def replaced(monkeypatch: pytest.MonkeyPatch, act: Callable[[Request], Any]) -> None:
    """Let the process do something else in place of compiling; a copy, whatever threads other tests have begun."""
    monkeypatch.setattr(apart, "can_copy", lambda: True)
    monkeypatch.setattr(compiler, "fitting", act)


def message() -> str:
    with pytest.raises(CompileError) as caught:
        compiled_apart(ASKED)
    assert caught.value.code == "E0977"
    return caught.value.message


def test_the_process_is_kept() -> None:
    first = compiled_apart(ASKED)
    process = apart._kept[0].number
    assert process != os.getpid()
    assert compiled_apart(ASKED) == first == compiler.fitting(ASKED)
    assert apart._kept[0].number == process


def test_an_interpreter_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "can_copy", lambda: False)
    assert compiled_apart(ASKED) == compiler.fitting(ASKED)


def test_refusals_arrive() -> None:
    with pytest.raises(CompileError) as caught:
        compiled_apart(Request("define void @g() {\n  ret void\n}\n", "f", Machine.load("gtx280")))
    assert (caught.value.code, caught.value.message) == ("E0970", "there is no function `f` in the module")


def test_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def turn(asked: Request) -> None:
        while True:
            pass

    replaced(monkeypatch, turn)
    monkeypatch.setattr(apart, "SECONDS", 0)
    assert message() == "compiling the kernel takes longer than 0 s of the processor"


def test_time_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    replaced(monkeypatch, lambda asked: time.sleep(1000))
    monkeypatch.setattr(apart, "_WAIT", 0.1)
    assert message() == "compiling the kernel takes longer than 15 s of the processor"


@pytest.mark.parametrize("is_caught", [True, False])
def test_memory(is_caught: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own error, and what LLVM says before it ends the process."""

    def fill(asked: Request) -> None:
        if is_caught:
            bytearray((apart.MEGABYTES + 1) << 20)
        os.write(2, b"LLVM ERROR: out of memory\n")
        os.abort()

    replaced(monkeypatch, fill)
    assert message() == "compiling the kernel takes more than 640 MB of memory"


def test_the_end_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    replaced(monkeypatch, lambda asked: os.abort())
    assert message() == "compiling the kernel ends LLVM"
    monkeypatch.undo()
    assert compiled_apart(ASKED).program.words


def test_steps_at_which_the_process_ends_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    replaced(monkeypatch, lambda asked: os.abort() if asked.is_stepped else "without")
    assert compiled_apart(ASKED) == "without"


def test_faults_are_those_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    replaced(monkeypatch, lambda asked: [][0])
    with pytest.raises(IndexError) as caught:
        compiled_apart(ASKED)
    assert "in <lambda>" in caught.value.__notes__[0]


def test_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(asked: Request) -> None:
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(1000)

    replaced(monkeypatch, interrupt)
    with pytest.raises(KeyboardInterrupt):
        compiled_apart(ASKED)
    assert not apart._kept
    monkeypatch.undo()
    assert compiled_apart(ASKED).program.words


def test_one_that_has_grown_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "can_copy", lambda: True)
    monkeypatch.setattr(apart, "_GROWN", -1)
    compiled_apart(ASKED)
    assert not apart._kept
    assert compiled_apart(ASKED).program.words


def calls(levels: int, each: int) -> str:
    """Functions each of which calls the one below it several times."""
    lines = ["define float @f0(float %x) {\n  %y = fmul float %x, %x\n  ret float %y\n}"]
    for level in range(1, levels):
        lines.append(f"define float @f{level}(float %v0) {{")
        lines += [f"  %v{number + 1} = call float @f{level - 1}(float %v{number})" for number in range(each)]
        lines.append(f"  ret float %v{each}\n}}")
    return "\n".join(
        [*lines, "define spir_kernel void @f(ptr addrspace(1) %x) {",
         f"  %y = call float @f{levels - 1}(float 0.5)\n  store float %y, ptr addrspace(1) %x\n  ret void\n}}\n"]
    )  # fmt: skip


def test_what_is_inlined_is_counted_first() -> None:
    machine = Machine.load("gtx280")
    with pytest.raises(CompileError) as caught:
        compiler.fitting(Request(calls(30, 10), "f", machine))
    assert caught.value.code == "E0977"
    assert caught.value.message == "with the functions that it calls the kernel has more than 2000000 instructions"
    assert compiler.fitting(Request(calls(4, 10), "f", machine)).program.words
    deep = Request(calls(3000, 1), "f", machine)  # each calls the next
    assert compiler.fitting(deep).program.words


def test_what_is_optimised_is_counted_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "MOST_READ", 2000)
    terms = [f"  %v{number + 1} = add i32 %v{number}, %a{number}" for number in range(1000)]
    terms = [f"  %a{number} = ashr i32 %v{number}, {number % 31 + 1}\n{term}" for number, term in enumerate(terms)]
    text = "\n".join(
        ["define spir_kernel void @f(ptr addrspace(1) %x) {\n  %v0 = load i32, ptr addrspace(1) %x", *terms,
         "  store i32 %v1000, ptr addrspace(1) %x\n  ret void\n}\n"]
    )  # fmt: skip
    with pytest.raises(CompileError) as caught:
        compiler.fitting(Request(text, "f", Machine.load("gtx280")))
    assert caught.value.code == "E0976"
    assert caught.value.message == "the kernel is 2003 instructions of LLVM IR, and program memory holds 65536"
