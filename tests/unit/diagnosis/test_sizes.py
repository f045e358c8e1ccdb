"""`simt why` tries work-groups of other sizes, and counts those that compute the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import isa
import simt
from isa.reporting.diagnostics import SimtError
from simt.diagnosis.sizes import Size, Sizes, sizes_of
from simt.result.result import Result
from simt.views.kit.text import MOST_COLUMNS
from simt.views.run.why import why_text
from tests.unit.exploration.test_tuning import KERNEL, ORACLE

# y[i] = i, whatever the size of a work-group.
INDICES = KERNEL.replace("mov.b32 r1, group_id", "mov.b32 r1, global_id")
WORDS = {"global_size": 256, "local_size": 64}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("groups.s").write_text(KERNEL)
    Path("groups.py").write_text(ORACLE)


def sizes(kernel: str | isa.Program = "groups.s", **words: object) -> Sizes:
    found = simt.why(kernel, "gtx280_core", **{**WORDS, **words}).sizes
    assert found is not None
    return found


def run(size: tuple[int, ...], local: tuple[int, ...]) -> Result:
    return simt.run(isa.assemble(INDICES.replace("256", "4096")), "gtx280_core", global_size=size, local_size=local)


def test_a_size_that_computes_something_else_does_not_help() -> None:
    found = sizes()
    assert {size.local: size.why for size in found.tried} == {
        (32,): "wrong: y[224] is 7, not 3", (128,): "wrong: y[192] is 1, not 3", (256,): "wrong: y[192] is 0, not 3",
    }  # fmt: skip
    assert found.faster == ()


def test_cycles_are_the_cycles_of_runs() -> None:
    program = isa.assemble(INDICES)
    found = sizes(program)
    cycles = {local: simt.run(program, "gtx280_core", global_size=256, local_size=local).cycles
              for local in (32, 64, 128, 256)}  # fmt: skip
    assert found.cycles == cycles.pop(64)
    for size in found.tried:
        own = cycles.pop(*size.local)
        if own > found.cycles:
            assert (size.cycles, size.why) == (None, f"more than {found.cycles}")
        else:
            assert (size.cycles, size.saved) == (own, found.cycles - own)
    assert not cycles
    done = [size.cycles for size in found.tried if size.cycles is not None]
    assert done == sorted(done)


def test_without_an_oracle_arrays_have_to_be_equal() -> None:
    found = sizes(isa.assemble(KERNEL))
    assert {size.why for size in found.tried} == {"leaves other arrays, and there is no oracle to say which are right"}


def test_a_refused_size_is_reported() -> None:
    result = run((4096,), (64,))

    def refuse(local: Size, limit: int) -> Result:
        assert limit == result.cycles + 1  # a run does not end in the cycle of its limit
        raise SimtError(f"no {local[0]}")

    found = sizes_of(result, [(32,), (64,)], refuse)
    assert found is not None
    assert [(size.local, size.cycles, size.why) for size in found.tried] == [((32,), None, "no 32")]


@pytest.mark.parametrize(
    ("local", "offered", "expected"),
    [
        ((64, 1), [(32,), (64,)], [(32,)]),
        # The shape that is most like 8x8: one step away, while 32x1 is three.
        ((8, 8), [(32, 1), (8, 4), (8, 8), (128, 1), (16, 8), (2, 64)], [(8, 4), (16, 8)]),
        # Eight of them: the five powers of two, then the nearest of the others.
        (
            (64, 1), [(32 * k,) for k in (1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32)],
            [(32,), (96,), (128,), (160,), (192,), (256,), (512,), (1024,)],
        ),
    ],
)  # fmt: skip
def test_which_sizes_are_tried(local: Size, offered: list[Size], expected: list[Size]) -> None:
    size = (64, 64) if local[1] > 1 else (4096,)
    tried: list[Size] = []

    def note(local: Size, _: int) -> Result:
        tried.append(local)
        raise SimtError("enough")

    sizes_of(run(size, local[: len(size)]), offered, note)
    assert tried == expected


def test_no_other_size() -> None:
    assert simt.why("dot").sizes is None
    assert "size of work-groups" not in why_text(simt.why("dot"))


def test_what_is_said_of_sizes() -> None:
    why = simt.why("mm_global", "gtx280_core", defines={"n": 16})
    text = why_text(why).splitlines()
    first = text.index("with work-groups of other sizes (each of 4 other sizes was run)")
    assert text[first + 1].split() == ["work-group", "cycles"]
    assert why.sizes is not None
    best = why.sizes.faster[0]
    size, cycles, saved, *_, option, value = text[first + 2].split()
    assert (size, int(cycles), int(saved)) == (value, best.cycles, -best.saved)
    assert option == "--local-size"
    again = simt.run("mm_global", "gtx280_core", defines={"n": 16}, local_size=best.local)
    assert (again.cycles, again.check.passed) == (best.cycles, True)
    assert "      simt tune, with the same kernel and machine, ranks all sizes, and values" in text
    assert max(map(len, text)) <= MOST_COLUMNS
    assert json.loads(why.to_json())["sizes"]["tried"][0]["cycles"] == best.cycles
    assert "no other size of work-groups that was tried helps (3 other sizes)\n" in why_text(
        simt.why("groups.s", "gtx280_core")
    )


def test_a_kernel_in_opencl_c_is_compiled_for_each_size() -> None:
    launch = simt.Launch("opencl/histogram.cl", "gtx280_core", global_size=512)
    other = launch.in_groups((128,))
    assert (other.grid.local, launch.grid.local) == ((128, 1), (64, 1))
    assert other.run().check.passed
    assert (32,) in launch.group_sizes
