"""Bombs in assembly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.bombs import Table

_HEAD: Final = ".threads 4\n"
_ADD: Final = "    add.u32 r1, r1, 1\n"
bomb: Final = Table("assembly", "x.s", "asm x.s --json")


def whole(body: str) -> str:
    """A program with a body."""
    return f"{_HEAD}{body}    ret\n"


@bomb("E0313", "E0314")
def repeated() -> str:
    return whole(f".rept 1000000000\n{_ADD}.endr\n")


@bomb("E0313")
def repeated_nothing() -> str:
    return whole(".rept 9223372036854775807\n.endr\n")


@bomb("E0313", "E0314")
def nested_repeats() -> str:
    return whole(".rept 10\n" * 60 + _ADD + ".endr\n" * 60)


@bomb("E0313")
def deep_repeats() -> str:
    return whole(".rept 2\n" * 5000 + _ADD + ".endr\n" * 5000)


@bomb("E0312", is_cheap=True)
def macro_calls_itself() -> str:
    return whole(".macro m\n    m\n    m\n.endm\n    m\n")


@bomb("E0313", "E0314")
def macros_that_double() -> str:
    text = f".macro m0\n{_ADD}.endm\n"
    return whole(
        text + "".join(f".macro m{n}\n    m{n - 1}\n    m{n - 1}\n.endm\n" for n in range(1, 50)) + "    m49\n"
    )


@bomb("E0105")
def arguments_that_double() -> str:
    return whole(".macro m a\n.if 1\n    m \\a+\\a\n.endif\n.endm\n    m 1\n")


@bomb("E0105")
def argument_a_hundred_thousand_times() -> str:
    often = "+".join(["\\a"] * 80_000)
    return whole(f".macro m a\n    add.u32 r1, r1, {often}\n.endm\n    m {'+'.join('1' * 100_000)}\n")


@bomb("E0323")
def macros_within_macros() -> str:
    return whole("".join(f".macro m{n}\n" for n in range(5000)) + ".endm\n" * 5000 + "    m0\n" * 100)


@bomb("E0311")
def includes_itself() -> str:
    return whole('.include "x.s"\n')


@bomb("E0313", is_cheap=True)
def includes_that_double() -> Mapping[str, str]:
    files = {f"x{n}.s": f'.include "x{n - 1}.s"\n' * 2 for n in range(1, 40)}
    return {"x.s": whole('.include "x39.s"\n'), "x0.s": _ADD, **files}


@bomb("E0106")
def includes_a_device() -> str:
    return whole('.include "/dev/zero"\n')


@bomb("E0302")
def parentheses() -> str:
    return whole(f".equ a = {'(' * 100_000}1{')' * 100_000}\n" * 4)


@bomb("E0302")
def signs() -> str:
    return whole(f".equ a = {'-~' * 100_000}1\n" * 4)


@bomb("E0302")
def long_sum() -> str:
    return whole(f".equ a = {'+'.join('1' * 100_000)}\n" * 4)


@bomb("E0308")
def shifts() -> str:
    return whole(".equ a = 1 << 1 << 99999999999\n.equ b = 99999999999999999999999 * 99999999999999999999999\n")


@bomb("E0309")
def squares() -> str:
    return whole(".equ a0 = 3\n" + "".join(f".equ a{n} = a{n - 1} * a{n - 1}\n" for n in range(1, 100)))


@bomb("E0201")
def mistakes() -> str:
    return whole("".join(f"    addd.u32 r{n}, r1\n" for n in range(30_000)))


@bomb("E0301")
def mistakes_with_near_names() -> str:
    return whole("".join(f".equ a{n} = {n}\n" for n in range(15_000)) + "    mov.u32 r1, b1\n" * 15_000)


@bomb("E0315")
def constants() -> str:
    return whole(f".const x u32 = {', '.join('1' * 80_000)}\n" * 3)


@bomb("E0312")
def conditions() -> str:
    return whole(".if 1\n" * 50_000 + ".endif\n" * 50_000)


@bomb("E0313")
def conditions_not_taken() -> str:
    return whole(".if 0\n" * 80_000 + ".endif\n" * 80_000)


@bomb("E0302")
def colons() -> str:
    return whole("a: " * 80_000 + "\n" + "a " * 120_000 + "\n" + "a:" * 120_000 + "!\n")


@bomb("E0110")
def backslashes() -> str:
    return whole(".macro m a\n" + "\\a\\b" * 60_000 + "\n.endm\n    m 1\n")


@bomb("E0207")
def registers() -> str:
    return whole("    mov.u32 r99999999999999999999, 1\n" * 25_000)
