"""Bombs in Python."""

from __future__ import annotations

from typing import Final

from tests.bombs import Table

_HEAD: Final = "from simt.lang import *\n"
_KERNEL: Final = "@kernel\ndef f(x: Global[s32], y: Global[f32], n: s32):\n"
bomb: Final = Table("Python", "x.py", "asm x.py -m gtx280")


def kernel(body: str, before: str = "") -> str:
    """A kernel with a body, a statement a line, and what stands before it."""
    return f"{_HEAD}{before}{_KERNEL}" + "".join(f"    {line}\n" for line in ["i = global_id(0)", *body.splitlines()])


@bomb("E0980")
def parentheses() -> str:
    return kernel(f"x[i] = {'(' * 50_000}i{')' * 50_000}")


@bomb("E0980")
def long_sum() -> str:
    return kernel(f"x[i] = {'+'.join(['i'] * 100_000)}")


@bomb("E0980")
def signs() -> str:
    return kernel(f"x[i] = {'-' * 100_000}i")


@bomb("E0980")
def subscripts() -> str:
    return kernel(f"x[i] = {'x[' * 150}i{']' * 150}\nx[i] = {'x[' * 5000}i{']' * 5000}")


@bomb("E0980")
def calls() -> str:
    return kernel(f"x[i] = {'min(' * 5000}i{', 1)' * 5000}")


@bomb("E0980")
def else_ifs() -> str:
    return kernel("if n == 0:\n    x[i] = 0\n" + "".join(f"elif n == {k}:\n    x[i] = {k}\n" for k in range(20_000)))


@bomb("E0980")
def conditional_expressions() -> str:
    return kernel(f"x[i] = {''.join(f'{k} if n == {k} else ' for k in range(5000))} 0")


@bomb("E0981")
def comparisons() -> str:
    return kernel(f"x[i] = {' < '.join(['i'] * 50_000)}")


@bomb("E0981")
def powers() -> str:
    return kernel("x[i] = 9 ** 9 ** 9 ** 9 ** 9", "A = 9 ** 9 ** 9 ** 9\n")


@bomb("E0983")
def squares() -> str:
    lines = ["A0 = 3\n", *(f"A{n} = A{n - 1} * A{n - 1}\n" for n in range(1, 60))]
    return kernel("x[i] = A59", "".join(lines))


@bomb("E0981")
def shifts() -> str:
    return kernel("x[i] = 1 << 1 << 1 << 99 << 9999 << 99999999", "A = 1 << 99999999999999\n")


@bomb("E0981")
def multiplied_text() -> str:
    return kernel("x[i] = 'a' * 99999999999", "A = 'a' * 99999999999\nB = (1,) * 99999999999\n")


@bomb("E0980")
def digits() -> str:
    return kernel(f"x[i] = {'9' * 1_000_000}")


@bomb("E0981", is_cheap=True)
def hexadecimal_digits() -> str:
    return kernel(f"x[i] = 0x{'f' * 1_000_000} ** 2", f"A = 0x{'f' * 1_000_000}\n")


@bomb("E0981")
def tuples_that_double() -> str:
    return kernel("t0 = (i, i)\n" + "".join(f"t{k} = (t{k - 1}, t{k - 1})\n" for k in range(1, 40)) + "x[i] = i")


@bomb("E0982")
def tuple_that_doubles() -> str:
    return kernel("t = (i, i)\n" + "t = (t, t)\n" * 40 + "x[i] = i")


@bomb("E0981")
def returned_tuples_that_double() -> str:
    lines = ["@device\ndef g0(a: s32):\n    return a, a\n"]
    lines += [f"@device\ndef g{k}(a: s32):\n    return g{k - 1}(a), g{k - 1}(a)\n" for k in range(1, 40)]
    return kernel("t = g39(i)\nx[i] = i", "".join(lines))


@bomb("E0981", is_cheap=True)
def calls_that_multiply() -> str:
    lines = ["@device\ndef g0(a: s32) -> s32:\n    return a * a + 1\n"]
    lines += [
        f"@device\ndef g{k}(a: s32) -> s32:\n    return g{k - 1}(a) + g{k - 1}(a * 2) + g{k - 1}(a ^ 1)\n"
        for k in range(1, 40)
    ]
    return kernel("x[i] = g39(i)", "".join(lines))


@bomb("E0981")
def functions_that_call_each_other() -> str:
    lines = [
        "@device\ndef a(v: s32) -> s32:\n    return b(v) + b(v)\n",
        "@device\ndef b(v: s32) -> s32:\n    return a(v) + a(v)\n",
    ]
    return kernel("x[i] = a(i)", "".join(lines))


@bomb("E0981")
def types_that_multiply() -> str:
    """Device functions without types: one for each combination of the types that they are called with."""
    names = ("s32", "u32", "f32", "s64", "u64", "f64")
    lines = ["@device\ndef g0(a, b, c):\n    return a\n"]
    for k in range(1, 12):
        called = "\n".join(
            f"    {'' if number else 'v = '}g{k - 1}({first}(a), {second}(b), c)"
            for number, (first, second) in enumerate((one, two) for one in names for two in names)
        )
        lines.append(f"@device\ndef g{k}(a, b, c):\n{called}\n    return v\n")
    return kernel("x[i] = g11(i, i, i)", "".join(lines))


@bomb("E0982")
def huge_range() -> str:
    return kernel("a = 0\nfor k in range(0, 10 ** 18, 1):\n    a = a * 3 + k\nx[i] = a")


@bomb("E0981")
def huge_private() -> str:
    return kernel("t = private(f32, 10 ** 9)\nt[i] = 1\nx[i] = t[n]")


@bomb("E0981")
def huge_local() -> str:
    return kernel("t = local(f32, 10 ** 30)\nt[i] = 1\nx[i] = t[n]")


@bomb("E0981")
def long_kernel() -> str:
    return kernel("".join(f"x[x[{k}]] = x[x[{k}] + x[n]] * {k}\n" for k in range(6_000)))


@bomb("E0976", "E0977")
def many_variables() -> str:
    count = 2500
    text = "".join(f"v{k} = x[{k}]\n" for k in range(count)) + "for k in range(n):\n"
    text += "".join(f"    if x[k] > {k}:\n        v{k} += x[k]\n" for k in range(count))
    return kernel(text + "".join(f"x[{k}] = v{k}\n" for k in range(count)))


@bomb("E0982")
def annotation() -> str:
    return f"{_HEAD}@kernel\ndef f(x: '{'(' * 50_000}'):\n    x[0] = 1\n"


@bomb("E0982")
def dimensions() -> str:
    return f"{_HEAD}@kernel\ndef f(x: Global[f32, 10 ** 30]):\n    x[0] = 1\n"


@bomb("E0982")
def subscripts_of_many_dimensions() -> str:
    return f"{_HEAD}@kernel\ndef f(x: Global[f32, 3000]):\n    x[{', '.join('0' * 3000)}] = 1\n"


@bomb("E0981")
def parameters() -> str:
    return f"{_HEAD}@kernel\ndef f({', '.join(f'a{k}: s32' for k in range(50_000))}, x: Global[s32]):\n    x[0] = a1\n"


@bomb("E0982")
def sizes() -> str:
    return f"{_HEAD}@kernel(local_size=({'9 ** ' * 400}9,))\ndef f(x: Global[s32]):\n    x[0] = 1\n"


@bomb("E0983")
def mistakes() -> str:
    return kernel("".join(f"a{k} = b{k} + c{k}\n" for k in range(30_000)))


@bomb("E0980")
def one_line() -> str:
    return f"{_HEAD}{_KERNEL}    {'n;' * 1_900_000}\n"
