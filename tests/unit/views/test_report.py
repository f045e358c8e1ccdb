"""simt.views.report: packing there and back, the size of a page, the same bytes twice, text that stays text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache, partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import isa
import simt
from simt.core.state.layout import EVENT
from simt.core.state.reasons import REASONS
from simt.machine import Machine
from simt.result.check import Check
from simt.result.parts import Events
from simt.result.result import Result
from simt.views.kit.text import printable
from simt.views.kit.window import ViewError
from simt.views.report import Report, build_report
from simt.views.report.listing import cost_of, file_listings, instruction_lines
from simt.views.report.pack import event_columns, pack, row_columns, varints
from simt.views.report.window import MAX_EVENTS, choose, instructions_of, limited, overview
from tests.commands import invoke
from tests.examples import examples
from tests.generators.cases import random_case
from tests.results import with_core
from tests.unit.views.unpacking import events_of, read_varints, rows_of, unpack, unpack_text

LOOP = """; a loop
.kernel loop
.equ turns 8
.threads 64
.local x f32[64]
    ld.local  r1, [thread_id + x]
    mov.b32   r2, turns
again:
    mul.f32   r1, r1, 1.5
    add.f32   r3, r1, r1
    sub.u32   r2, r2, 1 -> again if nz
    bar
    st.local  [thread_id + x], r3
    ret
"""
HOSTILE = '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">'
HOSTILE_KERNEL = f"""; {HOSTILE}
.kernel hostile
.threads 4
    mov.b32   r1, 1   ; {{{{packed}}}} {HOSTILE} <!-- <![CDATA[ &lt; \u2028 \u202e
    ret
"""


def recorded(text: str = LOOP, machine: str | Machine = "fpga4", **options: Any) -> Result:
    return simt.run(isa.assemble(text, filename="kernels/loop.s"), machine, record=True, **options)


@cache
def generated(seed: int) -> Result:
    case = random_case(seed)
    return simt.run(
        case.program, case.machine, threads=case.threads, max_cycles=case.max_cycles, record=True, strict=False
    )


def block(page: str, name: str) -> str:
    """The text of one of the page's data blocks."""
    found = re.search(rf'<script type="[^"]*" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found[1]


def unpacked(report: Report) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    meta = json.loads(block(report.html, "meta"))
    return meta, unpack([tuple(entry) for entry in meta["columns"]], block(report.html, "packed"))


class _Outline(HTMLParser):
    """Start tags, their attributes, and the text outside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._silent = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._silent += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


# --- packing ----------------------------------------------------------------------------------------------------------


@given(st.lists(st.one_of(st.integers(0, 300), st.integers(0, (1 << 63) - 1))))
def test_numbers_there_and_back(values: list[int]) -> None:
    data = varints(np.array(values, np.int64))
    found, end = read_varints(b"xy" + data, len(values), 2)
    assert found.tolist() == values
    assert end == len(data) + 2


def test_numbers_are_as_short_as_may_be() -> None:
    assert varints(np.array([0, 127, 128, 16383, 16384])) == b"\x00\x7f\x80\x01\xff\x7f\x80\x80\x01"
    with pytest.raises(ValueError, match="2 numbers expected, 1 found"):
        read_varints(b"\x00\x80", 2)
    with pytest.raises(ValueError, match="1 bytes too many"):
        unpack([("a", 1)], pack({"a": np.array([1, 2])})[1])


_CYCLE = st.integers(0, 40)


@st.composite
def instruction_tables(draw: st.DrawFn) -> np.ndarray:
    """Tables such as a record has: in order of issue, a prefix of the cycles of each known."""
    rows = draw(st.lists(st.tuples(_CYCLE, st.lists(_CYCLE, max_size=4)), max_size=30))
    table = np.zeros(len(rows), EVENT)
    select = draw(st.integers(0, 1 << 40))
    sequence = draw(st.integers(0, 1 << 40))
    for row, (step, later) in zip(table, rows, strict=True):
        select += step
        sequence += draw(st.integers(1, 3))
        known, cycle = [], select
        for more in later:
            cycle += more
            known.append(cycle)
        cycles = (known + [-1] * 4)[:4]
        row["sequence"], row["select"] = sequence, select
        row["enter"], row["offer"], row["retire"], row["ready"] = cycles
        row["warp"] = draw(st.integers(0, 63))
        row["pc"] = draw(st.integers(0, 5000))
        row["mask"] = draw(st.integers(-(1 << 63), (1 << 63) - 1))
        row["living"] = draw(st.integers(-(1 << 63), (1 << 63) - 1))
        row["slot"] = draw(st.integers(0, 7))
        row["instance"] = draw(st.integers(-1, 7))
        row["degree"] = draw(st.integers(0, 70_000))
        row["depth"] = draw(st.integers(0, 64))
    return table


@given(instruction_tables())
def test_instructions_there_and_back(table: np.ndarray) -> None:
    counts, text = pack(event_columns(table))
    found = events_of(unpack(counts, text))
    for name in EVENT.names or ():
        assert found[name].tolist() == table[name].tolist(), name


@given(st.integers(1, 40), st.integers(1, 6), st.data())
def test_states_there_and_back(cycles: int, rows: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, 3), min_size=cycles * rows, max_size=cycles * rows))
    states = np.array(cells, np.int8).reshape(cycles, rows)
    counts, text = pack(row_columns(states))
    assert np.array_equal(rows_of(unpack(counts, text)), states)


@pytest.mark.parametrize("seed", range(examples(24, 3)))
def test_a_page_holds_the_whole_record_of_a_generated_run(seed: int) -> None:
    result = generated(seed)
    events = result.events
    assert events is not None
    if not len(events.ready):
        return
    meta, columns = unpacked(build_report(result))
    assert np.array_equal(events_of(columns), events.instructions)
    states = rows_of(columns)
    width = meta["width"]
    assert np.array_equal(states[:, :width], events.slots)
    assert np.array_equal(states[:, width : width + meta["warps"]], events.warps)
    banks = width + meta["warps"] + len(meta["units"])
    assert states.shape[1] == banks + meta["banks"]
    words = events.bank_words
    if meta["banks"] == 0:
        assert not words.any()
        return
    if not meta["hasAllBanks"]:
        assert words.shape[1] > 16
        words = words.max(axis=1, keepdims=True)
    levels = [0, 1, 2, 3, 4, 5, 5, 5, 5]
    assert states[:, banks:].tolist() == [[levels[n] if n < 9 else 6 for n in row] for row in words.tolist()]


@pytest.mark.parametrize("seed", range(examples(24, 3)))
def test_a_page_sums_the_whole_record_of_a_generated_run(seed: int) -> None:
    result = generated(seed)
    assert result.events is not None
    if not len(result.events.ready):
        return
    meta, columns = unpacked(build_report(result))
    width = meta["width"]
    assert sum(int(columns[f"span_{name}"].sum()) for name in meta["spanReasons"]) == result.cycles * width
    assert columns["span_issued"].sum() == result.issued
    assert columns["span_active"].sum() == result.ledgers.lane["active"]


# --- what is kept -----------------------------------------------------------------------------------------------------


def synthetic(count: int, seed: int = 1) -> Result:
    """A run of `count` instructions whose record is noise: nothing in it compresses."""
    rng = np.random.default_rng(seed)
    result = recorded(machine=Machine.load("fpga4").replace(warp_size=64, warps=16), threads=1024)
    table = np.zeros(count, EVENT)
    table["sequence"] = np.arange(count)
    table["select"] = np.sort(rng.integers(0, count, count))
    for name in ("mask", "living"):
        table[name] = rng.integers(-(1 << 63), (1 << 63) - 1, count)
    for name, base in (("enter", "select"), ("offer", "enter"), ("retire", "offer"), ("ready", "retire")):
        table[name] = table[base] + rng.integers(1, 60, count)
    table["pc"] = rng.integers(0, len(result.program.words), count)
    table["warp"] = rng.integers(0, 16, count)
    table["degree"] = rng.integers(1, 64, count)
    cycles = count + 300
    events = Events(
        table,
        np.zeros(cycles, np.int64),
        rng.integers(0, len(REASONS), (cycles, 1)).astype(np.int8),
        rng.integers(0, len(REASONS), (cycles, 16)).astype(np.int8),
        np.zeros((cycles, 64), np.uint8),
    )
    return with_core(result, events=events, cycles=cycles, instructions=count)


def test_a_record_of_noise_stays_below_two_megabytes() -> None:
    report = build_report(synthetic(60_000))
    assert len(report.encode()) < 2_000_000
    assert not report.is_whole
    assert report.window.start == 0
    assert 10_000 < report.instructions < 60_000
    assert f"Cycles 0 to {report.window.stop - 1} one by one" in report.html


@pytest.mark.nightly
def test_a_program_as_long_as_may_be_leaves_room(tmp_path: Path) -> None:
    text = ".kernel long\n.threads 64\n" + "".join(
        f"    add.u32 r{k % 30}, r{k % 29}, {k}  ; {'word ' * 30}\n" for k in range(480)
    )
    text += ".rept 3600\n    mov.b32 r1, r2\n.endr\n    ret\n"
    machine = Machine.load("fpga4").replace(**{"program.words": 4096, "registers": 32})
    result = recorded(text, machine)
    assert len(result.program.words) == 4081
    report = build_report(result)
    assert len(report.encode()) < 2_000_000
    assert report.is_whole
    raw = simt.run(
        isa.Program.from_words(result.program.words, result.program.constants, threads=64), machine, record=True
    )
    assert len(build_report(raw).encode()) < 2_000_000


def test_windows_keep_the_beginning_or_the_end() -> None:
    result = recorded()
    events = result.events
    assert events is not None
    whole = choose(events, None, from_end=False)
    assert whole == range(result.cycles)
    begin, end = (limited(whole, events, 20, from_end=is_end) for is_end in (False, True))
    select = events.instructions["select"]
    assert begin.start == 0
    assert end.stop == result.cycles
    for window in (begin, end):
        assert np.count_nonzero((select >= window.start) & (select < window.stop)) == 20
    places = instructions_of(end, events)
    earlier = [place for place in places.tolist() if select[place] < end.start]
    assert sorted(events.instructions["warp"][earlier].tolist()) == list(range(16))  # what each did last before it
    assert MAX_EVENTS >= 200_000


def test_chosen_cycles_and_those_that_are_not_there() -> None:
    result = recorded()
    report = build_report(result, cycles=range(10, 20))
    meta, columns = unpacked(report)
    assert (meta["first"], meta["end"]) == (10, 20)
    assert rows_of(columns).shape[0] == 10
    assert f"the strip shows all {result.cycles} cycles" in report.html
    with pytest.raises(ViewError, match="there is no window of cycles 5000 to 5099: the run has cycles 0 to"):
        build_report(result, cycles=range(5000, 5100))
    part = with_core(result, events=simt.run(result.program, result.machine, record=range(40, 60)).events)
    assert (unpacked(build_report(part))[0]["record"]) == [40, 60]
    assert "the strip shows the recorded part, cycles 40 to 59" in build_report(part).html


def test_overview_sums_are_those_of_the_record() -> None:
    rng = np.random.default_rng(2)
    states = rng.integers(0, len(REASONS), (12_345, 2)).astype(np.int8)
    found = overview(Events(np.zeros(0, EVENT), np.zeros(12_345, np.int64), states, states, states.view(np.uint8), 100))
    assert found.span == 13
    assert found.slots.sum(axis=1).tolist() == [26] * 949 + [16]
    assert found.slots.sum(axis=0).tolist() == np.bincount(states.ravel(), minlength=len(REASONS)).tolist()


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_same_run_gives_the_same_bytes() -> None:
    first, second = (build_report(recorded()).encode() for _ in range(2))
    assert first == second


def test_a_page_asks_for_nothing() -> None:
    page = build_report(recorded()).html
    outline = _Outline(page)
    assert not [tag for tag, _ in outline.tags if tag in ("link", "img", "iframe", "object", "embed", "base", "form")]
    for _, attributes in outline.tags:
        assert not {"src", "style", "srcset", "onclick", "onload", "onerror"} & set(attributes)
        assert (attributes.get("href") or "#line-").startswith("#line-")  # a place of the page
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    policy = next(attributes["content"] for tag, attributes in outline.tags if "http-equiv" in attributes)
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy


def test_facts_ledgers_lines_and_provenance_are_in_the_page() -> None:
    result = replace(recorded(), check=Check(True, 1e-7, 1e-5, "x", 0, 1.0, 1.0, 0, 1, "loop.py"))
    text = " ".join(_Outline(build_report(result, machine="fpga4 with care").html).texts)
    for words in (
        "loop on fpga4 with care", f"{result.cycles}", "check passed: largest relative error 1e-07", "completed",
        f"{result.ipc:.3f}", result.machine.hash, result.program.hash, "Issue slots", "Warp states", "Lanes", "Bounds",
        "not_selected", "front_end.stages", "mul.f32   r1, r1, 1.5", "Every cycle of the run",
    ):  # fmt: skip
        assert words in text, words
    for reason, count in result.ledgers.issue.items():
        assert re.search(rf"{reason}\s+{count}\s", text), reason


def test_hostile_text_stays_text() -> None:
    name = f"x{HOSTILE}\udce4.s"
    program = replace(isa.assemble(HOSTILE_KERNEL, filename=name), name=HOSTILE)
    result = simt.run(program, Machine.load("fpga4").replace(name=HOSTILE), record=True)
    report = build_report(result, machine=HOSTILE, check=HOSTILE)
    outline = _Outline(report.encode().decode())
    assert [tag for tag, _ in outline.tags].count("script") == 4
    assert not [tag for tag, _ in outline.tags if tag == "img"]
    assert "{{packed}}" in report.html  # in the listing: what is filled in is not looked at again
    assert "\u202e" not in report.html
    assert json.loads(block(report.html, "meta"))["title"].startswith(HOSTILE[:40])
    texts = json.loads(unpack_text(block(report.html, "texts")))
    assert {tag for tag, _ in _Outline(texts["listing"]).tags} <= {
        "table", "thead", "tbody", "tr", "th", "td", "code", "svg", "rect", "span", "i",
    }  # fmt: skip


def test_stops_and_failed_checks_are_told() -> None:
    text = LOOP.replace("[thread_id + x], r3", "[thread_id + 4096], r3")
    result = recorded(text)
    page = _Outline(build_report(result).html)
    told = " ".join(page.texts)
    assert "stopped: local_address [T003]" in told
    assert "4096 words" in told
    failed = replace(recorded(), check=Check(False, 0.5, 1e-5, "x", 3, 2.0, 1.0, 9, 1, "loop.py"))
    told = " ".join(_Outline(build_report(failed).html).texts)
    assert "check FAILED: x[3] is 2, not 1" in told
    assert "error[E0605]: `x[3]` is 2 and should be 1: relative error 0.5, tolerance 1e-05" in told
    assert "9 of 64 elements of `x` differ" in told


def test_jumps_on_which_lanes_disagreed_are_told() -> None:
    text = ".kernel odd\n.threads 4\n and.b32 r1, lane_id, 1 -> even if z\n mov.b32 r2, 1\neven:\n ret\n"
    page = build_report(recorded(text)).html
    assert "warning[T006]: the lanes of a warp disagreed on this jump 1 of 1 times" in page
    mark = 'title="the active lanes disagreed on this jump 1 time">\u2260 1</span>'
    assert mark in page
    assert page.count('<span class="split-lanes"') == 1  # of the other lines there is nothing to tell
    parting = build_report(recorded(text, Machine.load("fpga4").replace(**{"branch.policy": "min_pc"}))).html
    assert "T006" not in parting
    assert mark in parting
    assert '<div class="problems">' not in parting
    assert '<div class="problems">' not in build_report(recorded()).html


def test_lines_say_how_many_lanes_they_lost() -> None:
    """Each kind of the lane ledger is the sum of the lines'; a run that loses none has no such column."""
    text = ".kernel part\n.threads 6\n and.b32 r1, lane_id, 1 -> even if z\n mov.b32 r2, 1\neven:\n ret\n"
    result = recorded(text, Machine.load("fpga4").replace(**{"branch.policy": "min_pc"}))
    ((_, lines),) = file_listings(result)
    costs = [cost_of(result, line.cost)["lanesLost"] for line in lines if line.cost is not None]
    kinds = {kind for cost in costs for kind in cost}
    assert kinds == {"diverged", "tail"}
    for kind in kinds:
        assert sum(cost.get(kind, 0) for cost in costs) == result.ledgers.lane[kind]
    page = build_report(result).html
    (mov,) = re.findall(r'<td class="n lost-lanes">(\d*)</td><td class="t"><code> mov', page)
    assert int(mov) == sum(costs[1].values())
    assert "lanes lost" in page
    assert ">lanes lost</th>" not in build_report(recorded()).html


def test_without_a_record_there_is_no_timeline() -> None:
    program = isa.assemble(LOOP, filename="loop.s")
    page = build_report(simt.run(program, "fpga4"))
    assert "There is no timeline: the run was not recorded." in page.html
    assert json.loads(block(page.html, "meta"))["hasRecord"] is False
    assert page.instructions == 0
    functional = build_report(simt.run(program, "fpga4", engine="functional"))
    assert "a functional run has no cycles" in functional.html
    with pytest.raises(ViewError, match="no event record"):
        build_report(simt.run(program, "fpga4"), cycles=range(3))


# --- listings ---------------------------------------------------------------------------------------------------------


def test_listings(tmp_path: Path) -> None:
    kernel = tmp_path / "loop.s"
    kernel.write_text(LOOP)
    result = simt.run(simt.assemble_file(kernel), "fpga4", record=True)
    kernel.write_text("; something else\n")  # what was assembled is shown
    ((file, lines),) = file_listings(result)
    assert file == "loop.s"
    assert [line.text for line in lines] == [line.rstrip() for line in LOOP.splitlines()]
    assert [line.number for line in lines if line.cost] == ["6", "7", "9", "10", "11", "12", "13", "14"]
    assert [line.text for line in instruction_lines(result)][2] == "mul.f32 r1, r1, 1.5"
    unknown = replace(result, program=replace(result.program, sources={}))
    ((_, lines),) = file_listings(unknown)
    assert [line.text for line in lines][:2] == ["ld.local  r1, [thread_id + x]", "mov.b32   r2, turns"]
    raw = simt.run(isa.Program.from_words(result.program.words, result.program.constants, threads=4), "fpga4")
    assert file_listings(raw) == []
    assert len(instruction_lines(raw)) == len(raw.program.words)
    assert build_report(raw).html


def test_the_kernels_file_comes_first(tmp_path: Path) -> None:
    """Before the files that it includes, in whatever order they became instructions."""
    (tmp_path / "a.inc").write_text(".macro first\n mov.b32 r1, 1\n.endm\n")
    (tmp_path / "b.inc").write_text("    mov.b32 r2, 2\n")
    kernel = tmp_path / "main.s"
    kernel.write_text('.include "a.inc"\n.threads 4\n.include "b.inc"\n first\n ret\n')
    result = simt.run(simt.assemble_file(kernel), "fpga4")
    assert [file for file, _ in file_listings(result)] == ["main.s", "a.inc", "b.inc"]


def test_printable() -> None:
    assert printable("a\tb\x1b\u202ec") == "a   b\ufffd\ufffdc"
    assert printable("x" * 300).endswith("...")
    assert len(printable("x" * 300)) == 240


# --- the command ------------------------------------------------------------------------------------------------------


report = partial(invoke, "report", status=0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop.s").write_text(LOOP)
    (tmp_path / "trap.s").write_text(LOOP.replace("[thread_id + x], r3", "[thread_id + 4096], r3"))
    return tmp_path


def test_the_file_has_the_name_of_the_kernel(folder: Path) -> None:
    told = report("loop.s").stderr
    assert re.fullmatch(r"wrote loop\.html: \d+ kB, every cycle of \d+\n", told)
    first = (folder / "loop.html").read_bytes()
    report("loop.s", "-o", "again.html", "-q")
    assert (folder / "again.html").read_bytes() == first
    assert "not checked: no loop.py beside the kernel" in first.decode()
    assert report("loop.s", "-o", "-").stdout_bytes == first
    assert sorted(path.name for path in folder.glob("*.html")) == ["again.html", "loop.html"]


def test_a_shipped_kernel_is_checked(folder: Path) -> None:
    report("fft128.s", "--warp", "4", "-o", "report.html")
    page = (folder / "report.html").read_text()
    assert "check passed" in page
    assert "3828" in page


def test_a_trap_gives_a_report_and_status_4(folder: Path) -> None:
    told = report("trap.s", status=4).stderr
    assert "error[T003]" in told
    assert "wrote trap.html" in told
    assert "stopped: local_address" in (folder / "trap.html").read_text()


def test_chosen_cycles(folder: Path) -> None:
    assert "cycles 100 to 119 of" in report("loop.s", "--cycles", "100:120").stderr
    assert "cycles" in report("loop.s", "--cycles=-20:").stderr
    (folder / "loop.html").unlink()
    assert "error[E0704]" in report("loop.s", "--cycles", "90000:90010", status=2).stderr
    assert "error[E0703]" in report("loop.s", "--cycles", "9:5", status=2).stderr
    assert "error[E0704]" in report("trap.s", "--cycles", "90000:90010", status=4).stderr
    assert list(folder.glob("*.html")) == []


def test_what_cannot_be_written_is_told_before_the_run(folder: Path) -> None:
    told = report("trap.s", "-o", "nowhere/report.html", status=2).stderr
    assert "error[E0652]: cannot write nowhere/report.html: there is no folder nowhere" in told
    assert "T003" not in told
    assert "error[E0653]: a report is written as .html, not x.svg" in report("loop.s", "-o", "x.svg", status=2).stderr
    report("loop.s", "--oracle", "x.py", "--no-oracle", status=2)
    report("-", "-m", "-", status=2)
    assert "did you mean" in report("fft12.s", status=2).stderr
    assert list(folder.glob("*.html")) == []


def test_a_kernel_from_standard_input(folder: Path) -> None:
    invoke("report", "-", input=LOOP, status=0)
    assert "mul.f32   r1, r1, 1.5" in (folder / "loop.html").read_text()


def test_lines_of_macros_say_what_they_read() -> None:
    text = ".threads 4\n.macro add register\n add.u32 \\register, \\register, 1\n.endm\n add r1\n add r2\n ret\n"
    result = simt.run(simt.assemble(text, filename="k.s"), "fpga4")
    ((_, lines),) = file_listings(result)
    assert lines[2].text == " add.u32 \\register, \\register, 1    ; add.u32 r1, r1, 1 (2 forms)"
    assert lines[4].text == " add r1"
    assert lines[2].cost is not None
    assert cost_of(result, lines[2].cost)["text"] == "add.u32 r1, r1, 1 (2 forms)"


def test_lines_say_what_their_accesses_take() -> None:
    page = simt.report("transpose").html
    assert '<div class="note">store: 4.00 passes per beat, stride 32 words</div>' in page
    assert '<div class="note">load' not in page
    sizes = {"defines": {"n": 32}, "global_size": (32, 32), "local_size": (16, 16)}
    assert (
        "16.0 transactions per access, 12 % of 512 B used, stride 128 B"
        in simt.report("mm_global_rows", "gtx280", core=1, why=False, **sizes).html
    )
