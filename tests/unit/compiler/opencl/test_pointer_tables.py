"""Constants that point to other constants: tables of arrays and of texts, structures with pointers, null pointers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from simt.compiler.kernel import TranslationError

pytest.importorskip("clang", reason="libclang is an extra")

SOURCE = """
constant int one[3] = {1, 2, 3};
constant int two[2][2] = {{10, 20}, {30, 40}};
constant int *constant table[] = {one, &one[1], one + 2, two[1], &two[1][1], 0, (constant int *)0, &*one};
constant char *constant words[] = {"zero", "one", "two hundred"};
struct named { constant char *name; int n; constant int *inner[2]; };
constant struct named every[2] = {{"abc", 3, {one, two[0]}}, {.inner = {two[1], 0}}};
constant struct named *constant deep[2] = {&every[1], every};

int length(constant char *text) { int n = 0; while (text[n]) n++; return n; }
int first(constant int *constant *of) { return of[1] ? *of[1] : -1; }

kernel void arrays(global int *x) { int i = get_global_id(0); x[i] = table[i] ? *table[i] : -1; }
kernel void texts(global int *x) { int i = get_global_id(0); x[i] = 100 * length(words[i % 3]) + words[i % 3][1]; }
kernel void members(global int *x) {
    int i = get_global_id(0);
    struct named copy = every[i & 1];
    x[i] = (copy.name ? length(copy.name) : -1) + 10 * copy.n + 100 * copy.inner[0][1] + 10000 * !copy.inner[1];
}
kernel void followed(global int *x) {
    int i = get_global_id(0);
    x[i] = deep[i & 1]->n + 10 * *deep[i & 1]->inner[0] + 1000 * first(every[i & 1].inner);
}
kernel void within(global int *x) {
    int i = get_global_id(0);
    constant int own[2] = {7, 8};
    constant int *constant both[2] = {own + 1, one};
    x[i] = both[i & 1][0] + 10 * (both[1] == one) + 20 * (table[1] == one + 1) + 40 * (table[5] == 0);
}
kernel void printed(global int *x) { printf("%s\\n", words[get_global_id(0) % 3]); }
"""
EXPECTED = {
    "arrays": [1, 2, 3, 30, 40, -1, -1, 1],
    "texts": [400 + ord("e"), 300 + ord("n"), 1100 + ord("w")] * 2 + [400 + ord("e"), 300 + ord("n")],
    "members": [3 + 30 + 200, -1 + 4000 + 10000] * 4,
    "followed": [300 + 10_000, 3 + 10 - 1000] * 4,
    "within": [8 + 70, 1 + 70] * 4,
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "k.cl"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize("machine", ["gtx280_core", "hd5870_core"])
@pytest.mark.parametrize("kernel", EXPECTED)
def test_what_constants_point_to(kernel: str, machine: str, file: Path) -> None:
    given = {"x": np.zeros(8, np.int32)}
    result = simt.run(f"{file}::{kernel}", machine, inputs=given, global_size=8, local_size=8, engine="functional")
    assert result.completed
    assert result.buffers["x"].tolist() == EXPECTED[kernel]


def test_texts_of_a_table_are_printed(file: Path) -> None:
    given = {"x": np.zeros(3, np.int32)}
    result = simt.run(f"{file}::printed", "gtx280_core", inputs=given, global_size=3, local_size=3, engine="functional")
    assert result.printed == "zero\none\ntwo hundred\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("constant union { constant char *p; int n; } u = {\"a\"};\nkernel void f(global int *x) { x[0] = u.n; }",
         "a union with a pointer stands in constant memory"),
        ("constant int a[2] = {1, 2};\nconstant int *constant t[2] = {a, (constant int *)64};\n"
         "kernel void f(global int *x) { x[0] = *t[x[1]]; }", "the value of this constant is not known when it is"),
    ],
)  # fmt: skip
def test_what_no_table_can_hold(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "k.cl"
    path.write_text(text)
    with pytest.raises(TranslationError, match=message):
        simt.run(f"{path}::f", "gtx280_core", inputs={"x": 4}, global_size=1, local_size=1, engine="functional")
