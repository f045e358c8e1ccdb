"""The divergent kernels: header and oracle, both forms, other sizes and widths than the defaults."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import simt
from simt.launch.oracle import Oracle
from tests.paths import ROOT

FOLDER = ROOT / "programs" / "divergent"
NAMES = sorted(path.stem for path in FOLDER.glob("*.s"))
POLICIES = ("mask_stack", "ipdom_stack", "min_pc")
# Sizes of its own; the stack of chain 0 holds two entries per level.
VARIANTS: list[tuple[str, dict[str, int], dict[str, int]]] = [
    ("nested_chain", {"chain": 1}, {}),
    ("nested_chain", {"chain": 2, "levels": 5}, {}),
    ("nested_chain", {"chain": 0, "width": 8, "levels": 7}, {"warp_size": 8}),
    ("nested_chain", {"threads": 96}, {"warps": 3}),
    ("march", {"threads": 96, "rows": 10}, {"warps": 3}),
    ("switch", {"rounds": 1, "threads": 40}, {"warp_size": 8, "warps": 5}),
    ("iterations", {"filler": 0, "threads": 64}, {"warp_size": 64}),
    ("binary_search", {"n": 100, "threads": 37}, {"warps": 2}),
]


def run(
    name: str, policy: str, defines: dict[str, int] | None = None, *, engine: str = "cycle", **keys: Any
) -> simt.Result:
    """A kernel in the form for a policy, run to its end and compared with its oracle."""
    program = simt.load_program(f"divergent/{name}", defines={**(defines or {}), "masks": int(policy == "mask_stack")})
    assert program.warnings == ()
    oracle = Oracle.beside(FOLDER / f"{name}.s")
    assert oracle is not None
    inputs = oracle.inputs(program, seed=5)
    preset = "article_core" if name == "march" else "article32"
    machine = simt.Machine.load(preset).replace(**{"branch.policy": policy, **keys})
    result = simt.run(program, machine, inputs=inputs, engine=engine)
    assert result.completed, result.stop
    found = oracle.check(result, inputs)
    assert found.passed, found
    return result


def assert_alike(first: simt.Result, second: simt.Result) -> None:
    np.testing.assert_array_equal(first.memory, second.memory)
    np.testing.assert_array_equal(first.registers, second.registers)
    np.testing.assert_array_equal(first.carry, second.carry)


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "programs" / "article").glob("*.s")))
def test_the_examples_of_the_article_assemble_without_doubts(name: str) -> None:
    assert simt.load_program(f"article/{name}", defines={"filler": 5}).warnings == ()


def test_there_are_kernels() -> None:
    assert len(NAMES) >= 14


@pytest.mark.parametrize("name", NAMES)
def test_has_oracle_and_header(name: str) -> None:
    text = (FOLDER / f"{name}.s").read_text(encoding="utf-8")
    header = text[: text.index("\n\n")]
    assert (FOLDER / f"{name}.py").is_file()
    assert header.startswith(f"; divergent/{name}: ")
    assert all(line.startswith(";") for line in header.splitlines())
    for part in ("; Shows:", "; Mapping:", "; Sizes:", "masks=1"):
        assert part in header
    assert f".kernel {name}\n" in text


@pytest.mark.parametrize("name", NAMES)
def test_the_functional_engine_agrees(name: str) -> None:
    """With mask instructions; tests/unit/core/test_divergent_kernels.py has the other policies, and the orders."""
    assert_alike(run(name, "mask_stack"), run(name, "mask_stack", engine="functional"))


@pytest.mark.parametrize(("name", "defines", "keys"), VARIANTS)
def test_other_sizes(name: str, defines: dict[str, int], keys: dict[str, int]) -> None:
    first = run(name, "mask_stack", defines, **keys)
    for policy in POLICIES[1:]:
        assert_alike(first, run(name, policy, defines, **keys))


@pytest.mark.parametrize("name", NAMES)
def test_lanes_part(name: str) -> None:
    """Otherwise it would have no place in the folder."""
    assert run(name, "mask_stack").ledgers.lane["diverged"] > 0


def test_the_irreducible_loop_is_the_text_of_the_article() -> None:
    """A: br_push r0.x, C, D   B:   C: mask_nz r0.y   jmp B   D: ret, with counters between."""
    lines = [line.split(";")[0].split() for line in (FOLDER / "irreducible.s").read_text().splitlines()]
    shown = [" ".join(line) for line in lines if line and line[0] in ("br_push", "mask_nz", "jmp", "ret")]
    assert shown == ["br_push r0.x, C, D", "mask_nz r0.y", "jmp B", "ret"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("collatz", "divergent/collatz"), ("divergent/colatz", "divergent/collatz"), ("exmaple2", "article/example2")],
)
def test_a_kernel_without_its_folder_is_guessed(word: str, meant: str) -> None:
    with pytest.raises(simt.ProgramNotFoundError) as caught:
        simt.find_program(word)
    assert caught.value.help == f"did you mean the shipped kernel `{meant}.s`?"
