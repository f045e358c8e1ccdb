"""Two runs side by side: every slot of the difference is on a line or on none, and lines survive edits."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import isa
import simt
from simt.diagnosis.diff import Difference
from simt.diagnosis.saved import SavedRunError, read_baseline, read_run, save_baseline
from simt.git.revisions import GitError
from simt.machine import Machine
from simt.verbs.diff import kernel_at
from simt.views.kit.text import MOST_COLUMNS
from simt.views.run.diff import diff_text

LOOP = """\
.threads 64
.local x f32[256]
    shl.b32  r0, thread_id, 2
    mov.b32  r1, 4
again:
    ld.local r2, [r0 + x]
    mul.f32  r2, r2, 1.5
    st.local [r0 + x], r2
    sub.u32  r1, r1, 1 -> again if nz
    bar
    ret
"""
MOVED = LOOP.replace(
    "    shl.b32  r0, thread_id, 2\n    mov.b32  r1, 4\n", "    mov.b32  r1, 4\n    shl.b32  r0, thread_id, 2\n"
)
UNROLLED = LOOP.replace("    st.local [r0 + x], r2\n", "    mul.f32  r2, r2, 1.5\n    st.local [r0 + x], r2\n").replace(
    "r1, 4\n", "r1, 2\n"
)
SPACED = LOOP.replace("    mul.f32", "\n\n    mul.f32")
PADDED = LOOP.replace("shl.b32  r0, thread_id, 2", "add.u32  r0, thread_id, thread_id")
WITHOUT = LOOP.replace("    bar\n", "")

PAIRS: list[tuple[str, str, Mapping[str, Any], Mapping[str, Any]]] = [
    (LOOP, LOOP, {}, {}),
    (LOOP, MOVED, {}, {}),
    (LOOP, UNROLLED, {}, {}),
    (LOOP, SPACED, {}, {}),
    (LOOP, PADDED, {}, {}),
    (LOOP, WITHOUT, {}, {}),
    (UNROLLED, PADDED, {}, {}),
    (LOOP, LOOP, {}, {"banks": 8}),
    (LOOP, LOOP, {}, {"banks": 1}),
    (LOOP, LOOP, {}, {"scheduler": "oldest"}),
    (LOOP, LOOP, {}, {"scheduler": "fixed_priority"}),
    (LOOP, LOOP, {}, {"fpu.latency": 1}),
    (LOOP, LOOP, {}, {"front_end.stages": 0}),
    (LOOP, LOOP, {}, {"retire.ports": 2}),
    (LOOP, LOOP, {}, {"issue_width": 2}),
    (LOOP, LOOP, {}, {"warp": 8}),
    (LOOP, PADDED, {}, {"banks": 8}),
    (LOOP, WITHOUT, {"scheduler": "oldest"}, {}),
    (LOOP, LOOP, {"register_file": "eight_banks"}, {}),
    (LOOP, LOOP, {"cores": 2, "memory": "simple"}, {}),
]  # fmt: skip


def run(source: str, keys: Mapping[str, Any]) -> simt.Result:
    return simt.run(isa.assemble(source, filename="kernel.s"), Machine.load("fpga4", keys))


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
def test_every_slot_of_the_difference_is_somewhere(pair: tuple[str, str, Mapping[str, Any], Mapping[str, Any]]) -> None:
    before, after = run(pair[0], pair[2]), run(pair[1], pair[3])
    found = simt.diff(before, after)
    for name, of_line in (("issue", "slots"), ("warp", "warp_cycles")):
        one, other = getattr(before.ledgers, name), getattr(after.ledgers, name)
        rows = f"{name}_lines"
        expected: Counter[str] = Counter(other)
        expected.subtract(one)
        nowhere: Counter[str] = Counter()
        for result, sign in ((before, -1), (after, 1)):
            table = getattr(result.ledgers, rows)
            from simt.core.state.reasons import REASONS

            nowhere.update({reason: sign * int(count) for reason, count in zip(REASONS, table[-1], strict=True)})
        told: Counter[str] = Counter()
        for line in found.lines:
            told.update(getattr(line, of_line))
        assert {k: v for k, v in (told + nowhere).items() if v} == {k: v for k, v in expected.items() if v > 0}
        told.update(nowhere)
        assert {k: v for k, v in told.items() if v} == {k: v for k, v in expected.items() if v}
        if name == "issue":
            assert found.nowhere == {k: v for k, v in nowhere.items() if v}
    instructions = [sum(len(getattr(line, side).pcs) for line in found.lines if getattr(line, side)) for side in
                    ("before", "after")]  # fmt: skip
    assert instructions == [len(before.program.words), len(after.program.words)]


def lines_of(found: Difference) -> list[tuple[int | None, int | None]]:
    return [(line.before and line.before.line, line.after and line.after.line) for line in found.lines]


def test_lines_are_known_again() -> None:
    same = simt.diff(run(LOOP, {}), run(SPACED, {}))
    assert lines_of(same) == [(3, 3), (4, 4), (6, 6), (7, 9), (8, 10), (9, 11), (10, 12), (11, 13)]
    assert not [line for line in same.lines if line.slots]
    unrolled = simt.diff(run(LOOP, {}), run(UNROLLED, {}))
    assert [(line.before and line.before.line, line.after and line.after.line, line.shown.source) for line in
            unrolled.lines if line.before is None or line.after is None] == [
        (None, 7, "mul.f32  r2, r2, 1.5"),
    ]  # fmt: skip
    assert (4, 4) in lines_of(unrolled)


def test_an_edited_line_is_matched_by_its_place_and_its_first_word() -> None:
    edited = LOOP.replace("2\n    mov.b32  r1, 4", "0\n    mov.b32  r1, 1")
    one, other = run(edited, {}), run(edited.replace("thread_id, 0", "thread_id, 1"), {})
    found = simt.diff(one, other)
    assert lines_of(found)[0] == (3, 3)
    assert [line for line in found.lines if line.before is None or line.after is None] == []
    replaced = simt.diff(run(LOOP, {}), run(PADDED, {}))  # another instruction
    assert lines_of(replaced)[:2] == [(3, None), (None, 3)]


def test_what_differs_is_said() -> None:
    found = simt.diff(run(LOOP, {}), run(LOOP, {"banks": 8}))
    assert found.machine == {"local.banks": (4, 8)}
    assert found.launch == {}  # the same inputs, though local memory is another
    wider = simt.diff(run(LOOP, {}), run(LOOP, {"warp": 8}))
    assert wider.launch == {}
    other = simt.diff("transpose", "transpose_padded")
    assert other.launch["kernel"] == ("transpose", "transpose_padded")
    text = diff_text(other)
    assert "2185 -> 1428 cycles, -757 (-34.6 %)" in text
    assert all(len(line) <= MOST_COLUMNS for line in text.splitlines())


def test_a_constant_of_the_program_is_no_input() -> None:
    inputs = {"x": np.arange(256, dtype=np.float32)}
    found = [isa.assemble(LOOP.replace("1.5", number)) for number in ("1.5", "2.5")]
    one, other = (simt.run(program, "fpga4", inputs=inputs) for program in found)
    assert one.program.constants != other.program.constants
    assert simt.diff(one, other).launch == {}


def test_neither_is_where_an_array_lies() -> None:
    inputs = {"x": np.arange(256, dtype=np.float32)}
    moved = LOOP.replace(".local x f32[256]", ".local other f32[3]\n.local x f32[256]")
    one, other = (simt.run(isa.assemble(text), "fpga4", inputs=inputs) for text in (LOOP, moved))
    assert simt.diff(one, other).launch == {}


def test_inputs_that_differ_are_named() -> None:
    program = isa.assemble(LOOP.replace(".local x f32[256]", ".local x f32[256]\n.param n s32 = 3\n.param f f32 = 0.5"))
    one = simt.run(program, "fpga4", inputs={"x": np.ones(256), "n": 4})
    other = simt.run(program, "fpga4", inputs={"x": np.arange(256), "n": -4})
    found = simt.diff(one, other)
    assert list(found.launch) == ["input x", "input n"]
    assert found.launch["input n"] == ("4", "-4")
    assert all(text.startswith("f32[256] ") for text in found.launch["input x"])
    assert "  input n: 4 -> -4\n" in diff_text(found)
    zeros = simt.run(program, "fpga4", inputs={"x": np.zeros(256)})
    assert simt.diff(simt.run(program, "fpga4"), zeros).launch == {}  # it is 0 without an input too
    assert "input x: none -> f32[256] " in diff_text(simt.diff(zeros, one))


def test_a_functional_run_is_not_compared() -> None:
    timeless = simt.run("transpose", engine="functional")
    with pytest.raises(SavedRunError, match="has no cycles"):
        simt.diff(timeless, "transpose")


def test_saved_runs_are_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(LOOP, {})
    save_baseline("before", result)
    assert simt.diff(".simt/before.json", result).lines
    assert simt.diff(".simt/before.json", result).ratio == 1.0
    assert not simt.diff(".simt/before.json", result).launch
    assert read_baseline("before").cycles == result.cycles
    with pytest.raises(SavedRunError, match="no baseline") as none:
        read_baseline("befor")
    assert "did you mean `before`?" in str(none.value)
    for name in ("", "../x", ".hidden", "a/b", "x" * 65, "a b"):
        with pytest.raises(SavedRunError, match="is not a name of a baseline"):
            save_baseline(name, result)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda run: run | {"schema": "simt.run/0"}, "is not a run of this version"),
        (lambda run: run | {"cycles": -1}, "cycles"),
        (lambda run: run | {"cycles": "many"}, "cycles"),
        (lambda run: run | {"lines": [{"pc": 1}]}, "lines.0"),
        (lambda run: run | {"ledgers": {"issue": {"issued": 1.5}}}, "ledgers"),
        (lambda run: run | {"machine": run["machine"] | {"clock_mhz": float("nan")}}, "machine: "),
        (lambda run: run | {"provenance": {"seed": [-float("inf")]}}, "provenance: "),
        (lambda run: {key: run[key] for key in run if key != "provenance"}, "provenance"),
    ],
)
def test_what_is_no_run_is_refused(change: Any, told: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(change(run(LOOP, {}).to_dict()), indent=2))
    with pytest.raises(SavedRunError) as refused:
        read_run(str(path))
    assert told in str(refused.value)
    path.write_text(path.read_text()[:-100])
    with pytest.raises(SavedRunError):
        read_run(str(path))


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True, capture_output=True)


def test_a_revision_in_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    git("init", "-q")
    Path("mine.s").write_text(LOOP)
    git("add", "mine.s")
    git("commit", "-qm", "first")
    Path("mine.s").write_text(UNROLLED)
    old = kernel_at("mine.s@HEAD")
    assert old is not None
    assert (old.path, len(old.program.words)) == (Path("mine.s"), 8)
    assert kernel_at("mine.s") is None
    with pytest.raises(GitError, match=r"git has no `mine.s@HEAD~7`: there is no revision `HEAD~7`: "):
        kernel_at("mine.s@HEAD~7")
    with pytest.raises(GitError, match=r"git has no `other.s@HEAD"):
        kernel_at("other.s@HEAD")
    assert kernel_at("mine.s@--output=x") is None  # an option of git, and no revision
    Path("odd@name").write_text(LOOP)
    assert kernel_at("odd@name") is None
