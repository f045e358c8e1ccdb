"""The file of a gate and its baseline: limits, every mistake with its place, and what is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simt
from isa.reporting.diagnostics import ArgumentError
from simt.diagnosis.diff import by_line
from simt.diagnosis.gates.baseline import BaselineError, KeptCase, baseline_text, read_baseline, write_baseline
from simt.diagnosis.gates.cases import MOST_CASES, GateError, read_gate
from simt.diagnosis.gates.limits import Limit
from simt.diagnosis.saved import saved
from tests.gates import KERNEL


@pytest.mark.parametrize(
    ("value", "baseline", "most"),
    [
        ("+0 %", 1428, 1428),
        ("baseline", 1428, 1428),
        ("+2 %", 1428, 1456),  # 28.56 more
        ("+2%", 1428, 1456),
        ("+ 0.07 %", 1428, 1428),  # 0.9996 more
        ("+0.1 %", 1000, 1001),  # with binary fractions it would be 1000
        ("+100 %", 1, 2),
        ("+2 %", None, None),
        (1200, None, 1200),
        (1200, 3, 1200),
    ],
)
def test_limits(value: object, baseline: int | None, most: int | None) -> None:
    assert Limit.of(value).most(baseline) == most


@pytest.mark.parametrize("value", ["2 %", "-1 %", "+1e3 %", "+", "", "1200", "base", 0, -1, 1.5, True, None, 1 << 63])
def test_what_is_no_limit(value: object) -> None:
    with pytest.raises(ValueError):
        Limit.of(value)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "gate.toml"
    path.write_text(text)
    return path


def test_a_case_has_the_words_of_a_launch(tmp_path: Path) -> None:
    (tmp_path / "own.s").write_text(KERNEL)
    (tmp_path / "small.toml").write_text('base = "fpga4"\n')
    (tmp_path / "x.npy").write_bytes(b"")
    gate = read_gate(written(tmp_path, """\
limit = "+2 %"
machine = ["fpga4", "small.toml"]
[[case]]
kernel = "own.s"
set = { local.banks = 8, "lds.latency" = 2 }
define = { n = 64 }
in = { x = "x.npy", y = 3 }
global_size = "64x2"
local_size = [16, 2]
offset = [0, 4]
seed = 3
max_cycles = 99
[[case]]
kernel = "b.cl::saxpy"
machine = "fpga8"
limit = 700
oracle = false
threads = 8
"""))  # fmt: skip
    assert gate.baseline == tmp_path / "gate.json"
    one, two, three = gate.cases
    assert [case.name for case in gate.cases] == ["own on fpga4", "own on small", "saxpy on fpga8"]
    assert one.kernel == str(tmp_path / "own.s")
    assert (one.machine, two.machine) == ("fpga4", str(tmp_path / "small.toml"))
    assert one.words == two.words == {
        "set": {"local.banks": 8, "lds.latency": 2}, "defines": {"n": 64}, "global_size": (64, 2),
        "local_size": (16, 2), "offset": (0, 4), "seed": 3, "inputs": {"x": str(tmp_path / "x.npy"), "y": 3},
    }  # fmt: skip
    assert (one.max_cycles, one.limit.text, three.limit.text) == (99, "+2 %", "700")
    assert (three.kernel, three.words) == ("b.cl::saxpy", {"oracle": False, "threads": 8})


CASE = '[[case]]\nkernel = "dot"\n'


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", 0, "a gate has tables [[case]]"),
        ("case = 3\n", 1, "a gate has tables [[case]]"),
        ("limt = 3\n" + CASE, 1, "unknown key `limt`"),
        ('limit = "2 %"\n' + CASE, 1, '`limit` is "+2 %" (over the baseline), "baseline"'),
        (CASE + "limit = 0\n", 3, "not `0`"),
        ("machine = []\n" + CASE, 1, "`machine` is a preset or a file"),
        (CASE + 'machine = ["-"]\n', 3, "`machine` is a preset or a file"),
        (CASE + "machine = 3\n", 3, "`machine` is a preset or a file"),
        ('baseline = "../x.json"\n' + CASE, 1, "`baseline` is a .json file in the folder of the gate"),
        ('baseline = "x.txt"\n' + CASE, 1, "`baseline` is a .json file"),
        ("baseline = 3\n" + CASE, 1, "`baseline` is a .json file"),
        ("[[case]]\nseed = 1\n", 1, "a case has a `kernel`"),
        ('[[case]]\nkernel = "-"\n', 2, "a case has a `kernel`"),
        ("[[case]]\nkernel = 3\n", 2, "`kernel` is a kernel"),
        (CASE + "kernl = 3\n", 3, "unknown key `kernl`"),
        (CASE + "seed = true\n", 3, "`seed` is a whole number"),
        (CASE + "seed = -1\n", 3, "`seed` is a whole number from 0 up"),
        (CASE + "threads = 0\n", 3, "`threads` is a whole number from 1 up"),
        (CASE + "max_cycles = 0\n", 3, "`max_cycles` is a whole number from 1 up"),
        (CASE + 'global_size = "1x2x3x4"\n', 3, "`global_size` is a number of work-items"),
        (CASE + "offset = [1, -1]\n", 3, "`offset` is a number"),
        (CASE + "define = { n = true }\n", 3, "`n` is a number or a text here"),
        (CASE + "in = { x = [1] }\n", 3, "`x` is a number or a text here"),
        (CASE + "include_paths = [1]\n", 3, "`include_paths` is an array of folders"),
        (CASE + "oracle = 3\n", 3, "`oracle` is a file, or false for none, not `3`"),
        (CASE + "check = false\n", 3, "unknown key"),
        (CASE + "threads = 4\nlocal_size = 4\n", 3, "both say how large a work-group is"),
        (CASE + 'name = ""\n', 3, "a case cannot be called ` on fpga4`"),
        (CASE + CASE, 3, "two cases are `dot on fpga4`"),
        (CASE + 'machine = ["fpga4", "fpga4"]\n', 1, "two cases are `dot on fpga4`"),
    ],
)
def test_every_mistake_has_its_place(text: str, place: int, message: str, tmp_path: Path) -> None:
    with pytest.raises(GateError) as refused:
        read_gate(written(tmp_path, text))
    [mistake] = refused.value.diagnostics
    assert (mistake.code, mistake.line) == ("E0668", place)
    assert message in mistake.message


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(GateError) as refused:
        read_gate(written(tmp_path, "limit = 0\n" + CASE + "seed = -1\n" + CASE + 'name = "b"\nsed = 1\n'))
    assert [mistake.line for mistake in refused.value.diagnostics] == [1, 4, 8]


@pytest.mark.parametrize(
    ("content", "message"), [(None, "there is no gate"), (b"\xff", "is not UTF-8"), (b"[", "TOML")]
)
def test_what_is_no_gate(content: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "gate.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(GateError, match=message):
        read_gate(path)


def test_a_gate_has_a_most_number_of_cases(tmp_path: Path) -> None:
    machines = json.dumps([f"m{number}" for number in range(MOST_CASES)])
    assert len(read_gate(written(tmp_path, f"machine = {machines}\n{CASE}")).cases) == MOST_CASES
    with pytest.raises(GateError, match="a gate has 1000 cases at most, not 2000"):
        read_gate(written(tmp_path, f'machine = {machines}\n{CASE}{CASE}name = "b"\n'))


def test_some_cases(tmp_path: Path) -> None:
    gate = read_gate(written(tmp_path, 'machine = ["fpga4", "fpga8"]\n' + CASE + '[[case]]\nkernel = "dot2"\n'))
    texts = [[], ["dot on fpga4"], ["DOT2"], ["2", "pga8"]]
    named = [[case.name for case in gate.only(some).cases] for some in texts]
    assert named == [
        ["dot on fpga4", "dot on fpga8", "dot2 on fpga4", "dot2 on fpga8"], ["dot on fpga4"],
        ["dot2 on fpga4", "dot2 on fpga8"], ["dot on fpga8", "dot2 on fpga4", "dot2 on fpga8"],
    ]  # fmt: skip
    with pytest.raises(ArgumentError, match="has no case with `dit on fpga4` in its name: did you mean `dot on fpga4`"):
        gate.only(["dit on fpga4"])


# --- the baseline -----------------------------------------------------------------------------------------------------


def kept(kernel: str = "transpose", machine: str = "fpga4", **words: object) -> tuple[simt.Result, KeptCase]:
    result = simt.run(kernel, machine, **words)
    return result, KeptCase.of(saved(result))


@pytest.mark.parametrize(("kernel", "machine"), [("transpose", "fpga8"), ("mm_global", "gtx280_core")])
def test_a_baseline_is_read_as_it_was_written(kernel: str, machine: str, tmp_path: Path) -> None:
    result, case = kept(kernel, machine, defines={"n": 32})
    path = tmp_path / "gate.json"
    assert read_baseline(path) == {}
    assert write_baseline(path, {"b": case, "a": case})
    assert not write_baseline(path, {"a": case, "b": case})
    assert read_baseline(path) == {"a": case, "b": case}
    again = case.run()
    assert again.ledgers.issue == {k: n for k, n in result.ledgers.to_dict()["issue"].items() if n}
    assert [(line.source, line.slots.total()) for line in by_line(again)] == [
        (" ".join(line.source.split()), line.slots.total()) for line in by_line(saved(result))
    ]
    compared = simt.diff(again, result)
    assert not [line for line in compared.lines if line.slots]
    assert compared.nowhere == compared.machine == compared.launch == {}


def test_a_baseline_has_a_line_for_a_line_and_no_numbers_of_lines() -> None:
    one, moved = (
        KeptCase.of(saved(simt.run(simt.assemble(text, filename="one.s"), "fpga4")))
        for text in (KERNEL, "; a comment\n" + KERNEL.replace("shl.b32  r1", "shl.b32      r1"))
    )
    text = baseline_text({"one": one})
    assert baseline_text({"one": moved}) == text
    assert text.splitlines()[-8:] == [
        '      "lines": [',
        '        ["one.s", "shl.b32 r1, thread_id, 0", {"issued": 1, "fetch": 2, "dep_alu": 4}],',
        '        ["one.s", "st.local [r1 + x], r1", {"issued": 1, "fetch": 2, "dep_local": 5}],',
        '        ["one.s", "ret", {"issued": 1}]',
        "      ]",
        "    }",
        "  }",
        "}",
    ]
    assert '"machine": {\n        "name": "fpga4",\n        "clock_mhz": 107.0\n      },' in text


def test_characters_that_a_terminal_obeys_are_escaped(tmp_path: Path) -> None:
    _, case = kept()
    hostile = case.model_copy(update={"lines": [("k\x9b.s", "add \u202e r1 \U000e0001 \u00e4", {"issued": 1})]})
    path = tmp_path / "gate.json"
    write_baseline(path, {"a": hostile})
    text = path.read_text("utf-8")
    assert '["k\\u009b.s", "add \\u202e r1 \\udb40\\udc01 \u00e4", {"issued": 1}]' in text
    assert read_baseline(path) == {"a": hostile}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "{}", "is not the baseline of a gate (simt.gate/1)"),
        (lambda text: text.replace("simt.gate/1", "simt.gate/0"), "is not the baseline of a gate (simt.gate/1)"),
        (lambda text: text[:-3], "`the document`: Invalid JSON"),
        (lambda text: text.replace("  \"cases\"", "<<<<<<< HEAD\n  \"cases\""), "`the document`: Invalid JSON"),
        (lambda text: text.replace('"cycles": ', '"cycles": -'), "`cases.a.cycles`: "),
        (lambda text: text.replace('"cycles": ', '"cicles": '), "`cases.a.cycles`: Field required"),
        (lambda text: text.replace('"issued": ', '"issued": 0.5, "x": ', 1), "cases.a.lines.0.2.issued"),
        (lambda text: text.replace('"machine": {', '"machine": {"q": NaN, '), "cases.a.machine"),
    ],
)  # fmt: skip
def test_what_is_no_baseline(change: object, message: str, tmp_path: Path) -> None:
    _, case = kept()
    path = tmp_path / "gate.json"
    path.write_text(change(baseline_text({"a": case})))  # type: ignore[operator]
    with pytest.raises(BaselineError) as refused:
        read_baseline(path)
    assert message in str(refused.value)
    assert refused.value.help
