"""Whatever the text, the assembler gives a program or an `AssemblyError`, and soon."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isa
from isa.explanations import explanations
from tests.examples import examples
from tests.generators.mutations import mutant
from tests.paths import ROOT
from tests.unit.isa.isa_strategies import token_soup
from tests.work import lines_run

SEED_KERNEL = """
.kernel k
.threads 64
.equ n 8
.local a f32[n] align 4
.const t f32 = 1.0, 2.0
.param p u32 = 5
.macro m x, y
l\\@: add.u32 \\x, \\x, \\y -> l\\@ if c
.endm
.rept 3, i
 m r\\i, i + 1
.endr
.if n > 4
 ld.local r1, [r2 + a + 4]
.else
 st.local [p], r1
.endif
 mul.f32 r1, r1, t[1]
 ret
"""
KERNELS = [SEED_KERNEL.encode(), *(path.read_bytes() for path in sorted(ROOT.glob("programs/*.s")))]


def survives(text: str) -> None:
    program: isa.Program | None = None
    diagnostics: list[isa.Diagnostic] = []
    try:
        program = isa.assemble(text)
    except isa.AssemblyError as error:
        diagnostics = error.diagnostics
    if program is None:
        assert any(entry.severity == "error" for entry in diagnostics)
        assert all(entry.code in explanations("isa") for entry in diagnostics)
        assert isa.render(diagnostics).encode("utf-8")
    else:
        again = isa.assemble(isa.disassemble(program))
        assert (again.words, again.constants) == (program.words, program.constants)
        assert isa.listing(program)


@given(st.text(max_size=200))
@settings(max_examples=examples(300, 20), deadline=None)
def test_any_text(text: str) -> None:
    survives(text)


@given(token_soup)
@settings(max_examples=examples(500), deadline=None)
def test_token_soup(text: str) -> None:
    survives(text)


@given(st.randoms(use_true_random=False))
@settings(max_examples=examples(200), deadline=None)
def test_mutated_kernels(rng: random.Random) -> None:
    survives(mutant(rng, KERNELS).decode("utf-8", "surrogateescape"))


def unknown_labels(count: int) -> str:
    return "".join(f"l{number}: jmp x{number}\n" for number in range(count))


def misspelt_names(count: int) -> str:
    return "".join(f".equ abcdef{number} 1\n" for number in range(count)) + "mov r1, abcdfe\n" * (count * 3 // 10)


@pytest.mark.parametrize(
    "text",
    [
        ".rept 1 << 40\n.rept 1 << 40\n.endr\n.endr",
        ".rept 1 << 40\nbar\n.endr",
        ".macro m\n.if 0\n.endif\nm\nm\n.endm\nm",
        ".macro m a\nm \\a+\\a\nm \\a+\\a\n.endm\nm 1",
        ".macro m a\n" + "\\a" * 1000 + "\n.endm\nm " + "x" * 4000,
        "mov r1, " + "(" * 2000 + "1" + ")" * 2000,
        "mov r1, " + "-" * 4000 + "1",
        "mov r1, 1" + "+1" * 1900,
        "mov r1, " + "min(" * 800 + "1" + ")" * 800,
        "mov r1, " + "9" * 4000,
        "mov r1, 1e" + "9" * 4000,
        "ld.local r1, [" + "[" * 2000,
        ".if 1\n" * 5000,
        ".rept 2\n" * 80 + ".endr\n" * 80,
        ".macro a\n" * 2000 + ".endm\n" * 2000 + "ret",
        "x:\n" * 3000,
        unknown_labels(1000),
        pytest.param(unknown_labels(4000), marks=pytest.mark.nightly),
        misspelt_names(200),
        pytest.param(misspelt_names(1000), marks=pytest.mark.nightly),
        pytest.param(misspelt_names(3000), marks=pytest.mark.nightly),
        "\ud800" * 100,
        "\n" * 30_000,
        pytest.param("\n" * 90_000, marks=pytest.mark.nightly),
    ],
    ids=range(24),
)
def test_no_text_takes_long(text: str) -> None:
    """The longest runs 20 million lines of Python, in two seconds."""
    assert lines_run(lambda: survives(text)) < 30e6


@pytest.mark.parametrize("folder", ["deep", "wide"])
def test_no_includes_take_long(folder: str, tmp_path: Path) -> None:
    """A file counts for more than its lines: it has to be found and read."""
    last = tmp_path / "last.s"
    last.write_text("\n")
    for number in reversed(range(40 if folder == "deep" else 2)):
        below = last.name if folder == "wide" or number == 39 else f"{number + 1}.s"
        times = 2 if folder == "deep" else 40_000
        (tmp_path / f"{number}.s").write_text(f'.include "{below}"\n' * times)

    def assemble() -> None:
        with pytest.raises(isa.AssemblyError, match="E0313"):
            isa.assemble_file(tmp_path / "0.s")

    assert lines_run(assemble) < 3e6


def test_special_files_are_not_included() -> None:
    for name in ("/dev/zero", "/dev/stdin", "/", "\\udcff", "x" * 2000):
        survives(f'.include "{name}"\nret')
