"""Bombs in OpenCL C."""

from __future__ import annotations

from typing import Final

from tests.bombs import Table

_HEAD: Final = "__kernel void f(__global int *x, __global float *y, int n) {\n  int i = get_global_id(0);\n"
bomb: Final = Table("OpenCL C", "x.cl", "asm x.cl -m gtx280")


def kernel(body: str, before: str = "") -> str:
    """A kernel with a body, and what stands before it."""
    return f"{before}{_HEAD}{body}\n}}\n"


@bomb("E0955")
def doubling_macros() -> str:
    lines = ["#define M0 x[i] += 1;", *(f"#define M{n} M{n - 1} M{n - 1}" for n in range(1, 40))]
    return kernel("M39", "\n".join(lines) + "\n")


@bomb("E0955")
def nested_macro_calls() -> str:
    return kernel(f"x[i] = {'F(' * 2000}1{')' * 2000};", "#define F(a) (a + a)\n")


@bomb("E0955")
def arguments_that_double() -> str:
    lines = ["#define F0(a) a a", *(f"#define F{n}(a) F{n - 1}(a a)" for n in range(1, 40))]
    return kernel("F39(x[i]++;)", "\n".join(lines) + "\n")


@bomb("E0950")
def includes_itself() -> str:
    return '#include "x.cl"\n#include "x.cl"\n' + kernel("x[i] = 1;")


@bomb("E0977", is_cheap=True)
def calls_that_multiply() -> str:
    lines = ["int f0(int a) { return a * a + 1; }\n"]
    lines += [
        f"int f{n}(int a) {{ return f{n - 1}(a) + f{n - 1}(a * 2) + f{n - 1}(a * 3) + f{n - 1}(a ^ 1); }}\n"
        for n in range(1, 12)
    ]
    return kernel("x[i] = f11(x[i]);", "".join(lines))


@bomb("E0950")
def parentheses() -> str:
    return kernel(f"x[i] = {'(' * 100_000}i{')' * 100_000};")


@bomb("E0955")
def signs() -> str:
    return kernel(f"x[i] = {'- ' * 100_000}i;")


@bomb("E0950")
def blocks() -> str:
    return kernel("{" * 50_000 + "x[i] = 1;" + "}" * 50_000)


@bomb("E0950")
def conditions() -> str:
    return kernel("".join(f"if (x[{n}]) {{ x[i] += {n};\n" for n in range(5000)) + "}" * 5000)


@bomb("E0955")
def loops() -> str:
    return kernel("".join(f"for (int k{n} = 0; k{n} < 2; k{n}++)\n" for n in range(200)) + "x[i]++;")


@bomb("E0955")
def arrays_of_arrays() -> str:
    return kernel("t a; x[i] = sizeof(a);", f"typedef int t{'[1]' * 20_000};\n")


@bomb("E0955")
def typedefs() -> str:
    lines = ["typedef int t0;", *(f"typedef struct {{ t{n - 1} a; }} t{n};" for n in range(1, 3000))]
    return kernel("t2999 a; a.a" + ".a" * 2998 + " = 1; x[i] = sizeof(a);", "\n".join(lines) + "\n")


@bomb("E0955", is_cheap=True)
def structures_that_double() -> str:
    lines = ["typedef int t0;", *(f"typedef struct {{ t{n - 1} a, b; }} t{n};" for n in range(1, 30))]
    return kernel("t29 a = {0}; t29 b = a; x[i] = sizeof(b);", "\n".join(lines) + "\n")


@bomb("E0950")
def initialisers() -> str:
    return kernel(f"int a = {'{' * 20_000}1{'}' * 20_000}; x[i] = a;")


@bomb("E0955")
def huge_initialiser() -> str:
    return kernel("x[i] = t[i];", f"__constant int t[] = {{{','.join(map(str, range(400_000)))}}};\n")


@bomb("E0955")
def huge_constant() -> str:
    return kernel("x[i] = t[i];", "__constant int t[1 << 28] = {1};\n")


@bomb("E0955")
def huge_private() -> str:
    return kernel("int t[1 << 28] = {1}; t[i] = 1; x[i] = t[n];")


@bomb("E0955")
def huge_structure_copied() -> str:
    return kernel("struct s a; a.x[n] = 1; struct s b = a; x[i] = b.x[i];", "struct s { char x[1 << 24]; };\n")


@bomb("E0955")
def huge_local() -> str:
    return kernel("__local int t[1 << 28]; t[i] = 1; x[i] = t[n];")


@bomb("E0977")
def giant_switch() -> str:
    cases = "".join(f"case {n * 7919 % 1_000_003}: x[i] += {n}; break;\n" for n in range(20_000))
    return kernel(f"switch (n) {{ {cases} }}")


@bomb("E0976", "E0977")
def case_ranges() -> str:
    cases = "".join(f"case {n * 1000} ... {n * 1000 + 900}: x[i] += {n};\n" for n in range(3000))
    return kernel(f"switch (n) {{ {cases} case 2000000000 ... 2147483647: x[i] = 1; }}")


@bomb("E0955")
def constant_expressions() -> str:
    lines = [
        "enum { e0 = 1 };",
        *(f"enum {{ e{n} = e{n - 1} ? e{n - 1} + e{n - 1} : e{n - 1} }};" for n in range(1, 30)),
    ]
    lines += ["#define C0 (1 ? 1 : 2)", *(f"#define C{n} (C{n - 1} ? C{n - 1} : C{n - 1})" for n in range(1, 30))]
    return kernel("enum { e = C29 }; x[i] = e29 + e;", "\n".join(lines) + "\n")


@bomb("E0955")
def long_sum() -> str:
    return kernel(f"x[i] = {'+'.join(f'x[i + {n}]' for n in range(40_000))};")


@bomb("E0955")
def else_ifs() -> str:
    return kernel(" else ".join(f"if (x[i] == {n * n}) x[i] = {n};\n" for n in range(5000)))


@bomb("E0955")
def conditional_operators() -> str:
    return kernel(f"x[i] = {''.join(f'x[i] == {n * n} ? {n} :' for n in range(3000))} 0;")


@bomb("E0976", "E0977")
def gotos() -> str:
    cases = "".join(f"case {n}: goto l{n};\n" for n in range(150))
    labels = "".join(f"l{n}: x[i] += {n}; n = x[n * {n + 1}]; switch (n) {{ {cases} }}\n" for n in range(150))
    return kernel(labels)


@bomb("E0950")
def statement_expressions() -> str:
    return kernel(f"x[i] = {'({ int a = ' * 800}1{'; a; })' * 800};")


@bomb("E0977")
def many_variables() -> str:
    names = [f"v{n}" for n in range(3000)]
    text = "".join(f"int {name} = x[{n}];\n" for n, name in enumerate(names))
    text += "for (int k = 0; k < n; k++) {" + "".join(
        f"if (x[k] > {n}) {name} += x[k];\n" for n, name in enumerate(names)
    )
    return kernel(text + "}" + "".join(f"x[{n}] = {name};\n" for n, name in enumerate(names)))


@bomb("E0976", "E0977")
def divisions() -> str:
    return kernel("long16 a = convert_long16((int16)(i)); " + "a = a / (a + 3); a %= 77 + a;" * 60 + "x[i] = a.s0;")


@bomb("E0976", "E0977")
def functions_of_doubles() -> str:
    return kernel("double16 a = i; " + "a = pow(a, sin(a)); a = tgamma(a + 1);" * 60 + "x[i] = a.s0;")


@bomb("E0315", "E0976", "E0977")
def formats() -> str:
    return kernel(f'printf("{"%d" * 20_000}\\n"{", i" * 20_000});')


@bomb("E0955")
def many_formats() -> str:
    return kernel("".join(f'printf("%d %s {n}\\n", x[{n}], "a{n}");\n' for n in range(20_000)))


@bomb("E0976", "E0977")
def strings() -> str:
    text = '"' + "a" * 60 + '" '
    return kernel(f"__constant char *s = {text * 40_000}; x[i] = s[n];")


@bomb("E0950")
def digits() -> str:
    return kernel(f"x[i] = {'9' * 1_000_000};")


@bomb("E0105")
def too_large_a_file() -> str:
    return kernel("x[i] = 1;", "/*" + "*" * (5 << 20) + "*/\n")


@bomb("E0955")
def errors() -> str:
    return kernel("".join(f"a{n} = b{n}(c{n};\n" for n in range(100_000)))


@bomb("E0955")
def overloads() -> str:
    text = "x[i]"
    for n in range(60):
        text = f"max(min({text}, {n}), convert_int(as_float({text if n < 14 else n})))"
    return kernel(f"x[i] = {text};")


@bomb("E0315", "E0976", "E0977")
def pointers_of_both() -> str:
    text = "".join(f"p = x[{n}] ? p + {n} : &t[{n % 8}];\n" for n in range(2000))
    return kernel(f"int t[64]; int *p = t; {text} x[i] = *p;")


@bomb("E0955")
def parameters() -> str:
    return f"__kernel void f(__global int *x{''.join(f', int a{n}' for n in range(20_000))}) {{ x[0] = a1; }}\n"
