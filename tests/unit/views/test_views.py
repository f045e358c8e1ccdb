"""simt.views: the exact text of a small run, and the limits that every view keeps."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import isa
import simt
from isa.program.program import Program
from isa.reporting.diagnostics import render
from simt.machine import Machine
from simt.result.check import Check
from simt.result.result import Result
from simt.views.kit.lines import by_instruction, by_line, costliest
from simt.views.kit.progress import Progress, rate_text
from simt.views.kit.text import bar, clip, cut, lane_text, percent, plural, si
from simt.views.notebook.html import result_html, result_page
from simt.views.run.source import instruction_view, source_view
from simt.views.run.stops import check_diagnostic, jump_warnings, stop_diagnostic
from simt.views.run.summary import MAX_LINES, WIDTH, summary
from tests.shipped import PLAIN

FPGA4 = Machine.load("fpga4")
SCALE = """; y = a x
.kernel scale
.threads 8
.local x f32[8]
.local y f32[8]
.param a f32 = 2.0
.macro store
    st.local  [thread_id + y], r2   ; twice
.endm
    shl.b32   r3, thread_id, 2
    ld.local  r1, [thread_id + x]
    mul.f32   r2, r1, a
    store
    store
    ret
"""


def run(text: str, machine: Machine = FPGA4, **options: Any) -> Result:
    return simt.run(isa.assemble(text, filename="kernels/scale.s"), machine, **options)


@pytest.fixture(scope="module")
def scale() -> Result:
    return run(SCALE, inputs={"x": np.ones(8)})


def passed(error: float = 0.0) -> Check:
    return Check(True, error, 1e-5, "y", 0, 2.0, 2.0, 0, 1, "scale.py")


# --- the summary ------------------------------------------------------------------------------------------------------

GOLDEN = """\
scale on fpga4: 8 threads = 2 warps x 4 lanes, 6 instructions
  check    passed: largest relative error 1.5e-07, tolerance 1e-05 (scale.py, seed 3)
  cycles   50        467 ns at 107 MHz
  issued   12        warp instructions, IPC 0.240 of at most 1
  FPU      2         4.0 % of peak; 8 useful operations, 17.1 MFLOPS
  LDS      6         accesses
where the 50 issue slots went
  issued lds          6   12.0 %  #######
  issued fpu          2    4.0 %  ##
  issued alu          2    4.0 %  ##
  issued control      2    4.0 %  ##
  dep_local          15   30.0 %  ################## waiting for its local-memory access
  dep_fpu            10   20.0 %  ############       waiting for the result of its FPU instruction
  fetch               5   10.0 %  ######             on its way through the front end
  dep_alu             4    8.0 %  #####              waiting for the result of its ALU instruction
  drain               4    8.0 %  #####              no instructions left to issue
source lines that cost most issue slots
  scale.s:8       12  24.0 %  dep_local               st.local [thread_id + y], r2
  scale.s:12      11  22.0 %  dep_fpu                 mul.f32 r2, r1, a
  scale.s:11       6  12.0 %  dep_local               ld.local r1, [thread_id + x]
  scale.s:10       5  10.0 %  dep_alu                 shl.b32 r3, thread_id, 2
bounds, in cycles: issue 12, retire 12 (both binding), lds 6, alu 4, fpu 2
"""


def test_summary(scale: Result) -> None:
    assert summary(replace(scale, check=passed(1.49e-7), operations=8, seed=3)) == GOLDEN


def test_what_shows_a_result_is_its_summary(scale: Result, capsys: pytest.CaptureFixture[str]) -> None:
    simt.show(scale)
    assert capsys.readouterr().out == summary(scale)


def test_summary_in_colour_is_the_same_text(scale: Result) -> None:
    colored = summary(replace(scale, check=passed()), color=True)
    assert "\x1b[32mpassed\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == summary(replace(scale, check=passed()))


@pytest.mark.parametrize("name", PLAIN)
def test_summary_keeps_its_size(name: str) -> None:
    program = isa.assemble_file(simt.find_program(name))
    for machine in ("fpga4", "fpga16"):
        lines = summary(simt.run(program, machine), machine=f"{machine} with " + "local.banks=8, " * 9).splitlines()
        assert len(lines) <= MAX_LINES == 25
        assert max(map(len, lines)) <= WIDTH == 100


def test_a_narrow_summary_folds_its_reasons_and_cuts_none(scale: Result) -> None:
    lines = summary(scale, width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines).split()).count("waiting for the result of its ALU instruction") == 1
    assert "..." not in "\n".join(lines[: next(k for k, line in enumerate(lines) if line.startswith("source lines"))])
    assert len(lines) <= 22  # a terminal of 24 lines
    assert "waiting" not in summary(scale, width=50)


def test_a_launch_of_another_size_than_the_kernel_declares_says_so(scale: Result) -> None:
    assert "  threads  " not in summary(scale)
    lines = summary(run(SCALE, threads=6)).splitlines()
    assert "  threads  6         in the work-group, in place of the 8 of .threads" in lines


def test_what_was_changed_in_the_machine_is_never_cut(scale: Result) -> None:
    settings = ["warps=16", *(f"branch.key{number}=value" for number in range(30)), "branch.policy=ipdom_stack"]
    title, *_ = summary(scale, machine=f"fpga4 with {settings[-1]}").splitlines()
    assert title == f"scale on fpga4 with {settings[-1]}: 8 threads = 2 warps x 4 lanes, 6 instructions"
    title, changes, *_ = summary(scale, machine=f"fpga4 with {settings[0]}, {settings[-1]}").splitlines()
    assert title == "scale on fpga4: 8 threads = 2 warps x 4 lanes, 6 instructions"
    assert changes == f"  with     {settings[0]}, {settings[-1]}"
    lines = summary(scale, machine=f"fpga4 with {', '.join(settings)}").splitlines()
    assert len(lines) <= MAX_LINES
    assert max(map(len, lines)) <= WIDTH
    told = [line for line in lines if "branch.key" in line]
    assert told[0].startswith("  with     warps=16, branch.key0=value,")
    assert re.search(r"value and \d+ more$", told[-1]) or told[-1].endswith("ipdom_stack")


def test_summary_of_an_absurd_name_keeps_its_width() -> None:
    program = replace(isa.assemble(SCALE), name="k" * 500)
    lines = summary(simt.run(program, FPGA4), machine="m" * 500).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "8 threads = 2 warps x 4 lanes, 6 instructions" in lines[0]


def test_summary_of_a_failed_check(scale: Result) -> None:
    check = Check(False, 0.5, 1e-5, "y", 3, 2.0, 4.0, 1, 1, "scale.py")
    text = summary(replace(scale, check=check, seed=1))
    assert "  check    FAILED: y[3] is 2, not 4: error 0.5, tolerance 1e-05 (scale.py, seed 1)\n" in text


def test_summary_of_a_stopped_run() -> None:
    text = summary(run(SCALE, max_cycles=20))
    assert "  stopped  cycle_limit [T005] after 20 cycles; the figures cover what ran\n" in text
    assert "  check    none: the run did not end\n" in text


def test_summary_of_a_functional_run() -> None:
    assert summary(run(SCALE, engine="functional"), check="--no-oracle") == (
        "scale on fpga4 (functional run: no timing): 8 threads = 2 warps x 4 lanes, 6 instructions\n"
        "  check    none: --no-oracle\n"
        "  executed 12        warp instructions: fpu 2, alu 2, lds 6, control 2\n"
    )


def test_summary_of_a_run_in_which_nothing_issued() -> None:
    program = Program.from_words([0xFF << 56], threads=4)
    text = summary(simt.run(program, FPGA4, strict=False))
    assert "illegal_instruction [T002] in cycle 0" in text


def test_rare_losses_are_one_row() -> None:
    losses = [line for line in summary(run(SCALE)).splitlines() if line.startswith("  dep_") or "drain" in line]
    assert len(losses) == 4
    assert "  other" not in summary(run(SCALE))


def test_rare_losses_are_named_on_a_narrow_screen() -> None:
    result = simt.run("dot", "gtx280_core")
    (row,) = (line for line in summary(result, width=72).splitlines() if line.startswith("  other"))
    assert row.endswith("#     branch, unit_busy, slot_kind")


# --- published figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("banks", "cycles"), [(4, 3893), (8, 3430), (16, None)])
def test_published_figures_belong_to_their_machine(banks: int, cycles: int | None) -> None:
    program = isa.assemble_file(simt.find_program("fft128"))
    found = simt.run(program, FPGA4.replace(**{"local.banks": banks})).published
    assert (found.cycles if found else None) == cycles
    if found:
        assert "section V" in found.source


def test_published_figures_do_not_belong_to_anything_else() -> None:
    path = simt.find_program("fft128")
    program = isa.assemble_file(path)
    assert simt.run(program, FPGA4.replace(**{"fpu.latency": 9})).published is None
    assert simt.run(program, "fpga8").published is None
    assert simt.run(program, FPGA4, max_cycles=100).published is None
    assert simt.run(program, FPGA4, engine="functional").published is None
    assert simt.run(isa.assemble_file(path, defines={"n": 64}), FPGA4).published is None
    assert simt.run(program, FPGA4.replace(name="mine")).published is not None


# --- lines and listings -----------------------------------------------------------------------------------------------


def test_lines_add_up(scale: Result) -> None:
    lines, instructions = by_line(scale), by_instruction(scale)
    assert [line.line for line in lines] == [10, 11, 12, 8, 15]
    assert [line.pcs for line in lines] == [[0], [1], [2], [3, 4], [5]]
    assert sum(line.issues for line in lines) == sum(line.issues for line in instructions) == scale.instructions
    assert sum(line.slots_lost for line in lines) == sum(line.slots_lost for line in instructions) == 34
    assert [line.line for line in costliest(lines, 2)] == [8, 12]
    assert lines[3].degree == 1.0
    assert lines[3].active_lanes == 4.0


def test_source_view(scale: Result) -> None:
    assert (
        source_view(scale)
        == """\
   issues     lost   share  main reason    degree lanes   scale.s
                                                           2  .kernel scale
                                                           3  .threads 8
                                                           4  .local x f32[8]
                                                           5  .local y f32[8]
                                                           6  .param a f32 = 2.0
                                                           7  .macro store
        4       12  24.0 %  dep_local        1.00     4    8      st.local  [thread_id + y], r2   ; twice
                                                           9  .endm
        2        5  10.0 %  dep_alu                   4   10      shl.b32   r3, thread_id, 2
        2        6  12.0 %  dep_local        1.00     4   11      ld.local  r1, [thread_id + x]
        2       11  22.0 %  dep_fpu                   4   12      mul.f32   r2, r1, a
                                                          13      store
                                                          14      store
        2                                             4   15      ret

       12 issued + 34 lost on these lines, on no line 4 drain = 50 issue slots in 50 cycles
"""
    )


def test_source_view_without_the_file_shows_the_lines_that_became_instructions(scale: Result) -> None:
    text = source_view(replace(scale, program=replace(scale.program, sources={"kernels/scale.s": None})))
    assert ".macro" not in text
    assert "12  mul.f32   r2, r1, a\n" in text


def test_instruction_view(scale: Result) -> None:
    lines = instruction_view(scale).splitlines()
    assert lines[1].startswith(
        "   0          2        5  10.0 %  dep_alu                   4   shl.b32 r3, thread_id, 2"
    )
    assert lines[4].endswith("st.local [thread_id + 8], r2     scale.s:8")
    assert len(lines) == 1 + 6 + 2


def test_views_of_words_without_source() -> None:
    program = Program.from_words(isa.assemble(" add.u32 r1, r1, 1\n ret\n").words, [1], threads=4)
    result = simt.run(program, FPGA4)
    assert "pc 0" in summary(result)
    assert "add.u32 r1, r1, 1" in source_view(result)
    assert source_view(result).count("\n   1 ") == 1


# --- reports ----------------------------------------------------------------------------------------------------------


def report(text: str, **options: Any) -> str:
    return render([stop_diagnostic(run(text, **options))])


def test_report_of_an_address() -> None:
    text = """
.threads 8
.local x f32[16]
.local y f32[16]
    shl.b32   r1, thread_id, 10
    ld.local  r2, [r1 + y + 1]  ; off the end
    ret
"""
    assert (
        report(text)
        == """\
error[T003]: a warp loads from word 4113 of a local memory of 4096 words
 --> kernels/scale.s:6:5
  |
6 |     ld.local  r2, [r1 + y + 1]  ; off the end
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^ word 4113
  = note: cycle 14, warp 1, lanes 0 to 3 (threads 4 to 7), pc 1
  = note: the address is r1 + 17, and r1 of lane 0 is 4096
  = help: `y` is words 16 to 31, `x` is words 0 to 15; addresses count words, not bytes"""
    )


def test_report_of_a_negative_address() -> None:
    text = ".threads 4\n.local x f32[16]\n sub.u32 r1, thread_id, 2\n st.local [r1 + x], r1\n ret\n"
    found = report(text, engine="functional")
    assert "a warp stores to word -2 (4294967294) of a local memory of 4096 words" in found
    assert "after 1 instruction (functional run), warp 0, lanes 0, 1 (threads 0, 1), pc 1" in found
    assert "r1 of lane 0 is 4294967294 (-2 signed)" in found
    assert "`x` is words 0 to 15" in found


def test_report_of_a_missing_ret() -> None:
    found = report(".threads 4\n add.u32 r1, r1, 1\n")
    assert "error[T001]: a warp ran past the last instruction: program counter 1" in found
    assert "kernels/scale.s:2:2" in found
    assert "end the kernel with `ret`" in found


def test_report_of_a_jump_out_of_the_program() -> None:
    word = isa.encode(isa.Instruction(isa.INSTRUCTIONS["jmp"], target=9))
    found = render([stop_diagnostic(simt.run(Program.from_words([word], threads=4), FPGA4))])
    assert "a warp jumped out of the program: program counter 9, and the program has 1 instruction" in found


def test_report_of_an_illegal_word() -> None:
    result = simt.run(Program.from_words([0xFF << 56], threads=4), FPGA4, strict=False)
    found = render([stop_diagnostic(result)])
    assert "error[T002]: fpga4 cannot execute the word 0xff00000000000000: the word is not an instruction" in found


def test_report_of_many_lanes_is_a_mask() -> None:
    """A barrier that every second lane cannot reach: 32 numbers, twice, would fill the screen."""
    text = ".threads 32\n and.b32 r1, lane_id, 1\n push_mask END\n mask_nz r1\n bar\nEND: ret\n"
    found = report(text, machine=Machine.load("article32"))
    assert "error[T010]" in found
    assert "16 lanes, mask 0x55555555 (lane 0 is thread 0), pc 3" in found


def test_report_of_a_deadlock() -> None:
    text = ".threads 16\n sub.u32 r1, warp_id, 1 -> done if z\n bar\ndone:\n ret\n"
    found = report(text, engine="functional")
    assert (
        found
        == """\
error[T004]: deadlock: 3 warps wait at a barrier that 1 warp will never reach
 --> kernels/scale.s:3:2
  |
3 |  bar
  |  ^^^ never opens
  = note: found after 8 instructions
  = note: warps 0, 2, 3 wait at scale.s:3 (pc 1) since instructions 2 to 8
  = note: warp 1 has ended
  = help: every warp must pass the same barriers: let the idle ones pass this `bar` too, before their `ret`"""
    )
    cycle = report(text)
    assert "were still running" in cycle
    assert "found in cycle" in cycle


def test_report_of_the_limit_shows_the_end_of_the_loop() -> None:
    found = report(".threads 4\n mov.b32 r2, 1\ntop:\n add.u32 r1, r1, 1\n jmp top\n ret\n", max_cycles=5000)
    assert "error[T005]: the kernel did not end within 5000 cycles" in found
    assert "kernels/scale.s:5:2" in found
    assert "--max-cycles 50000" in found
    assert "of the jumps back, this one ran most often: the end of a loop" in found


def test_report_of_the_limit_shows_the_busiest_jump_back() -> None:
    # The inner loop closes on a result; its body is as busy as its jump, and code behind it is not.
    nested = (
        ".threads 8\nouter:\n mov.b32 r1, 9\ninner:\n sub.u32 r1, r1, 1 -> inner if nz\n jmp skip\nskip:\n jmp outer\n"
    )
    for engine in ("cycle", "functional"):
        assert "kernels/scale.s:5:2" in report(nested, max_cycles=5000, engine=engine)
    # Two jumps of one loop: which is ahead depends on where the run stopped, and the last closes the loop.
    twice = ".threads 8\ntop:\n mov.b32 r1, 1 -> top if z\n jmp top\n"
    for limit in range(100, 120):
        assert "kernels/scale.s:4:2" in report(twice, max_cycles=limit)


def test_report_of_the_limit_without_a_loop_points_nowhere() -> None:
    found = report(".threads 4\n mov.b32 r1, 1\n jmp on\non:\n mov.b32 r2, 2\n ret\n", max_cycles=15)
    assert found.splitlines()[1:] == ["  = help: if it needs longer: --max-cycles 150"]


def test_a_rate_has_no_thousandths_and_no_double_blank() -> None:
    rates = (0.0582, 0.431, 1, 52.5, 702, 2130)
    assert [rate_text(rate) for rate in rates] == ["0.058", "0.43", "1", "52.5", "702", "2.13 k"]


def test_progress_says_whether_somebody_has_interrupted() -> None:
    answers = [False, True, True]
    progress = Progress(is_shown=False, is_interrupted=lambda: answers.pop(0))
    assert not progress(0)
    assert progress(1)
    with pytest.raises(KeyboardInterrupt):  # it came just before the engine is compiled
        progress.restart()
    progress.close()


def test_warning_of_lanes_that_disagree() -> None:
    result = run(".threads 8\n and.b32 r1, thread_id, 1 -> skip if z  ; odd\nskip:\n ret\n")
    assert (
        render(jump_warnings(result))
        == """\
warning[T006]: the lanes of a warp disagreed on this jump 2 of 2 times
 --> kernels/scale.s:2:2
  |
2 |  and.b32 r1, thread_id, 1 -> skip if z  ; odd
  |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ lane 0 decided for all
  = help: use a value, not a path (select, min, max), or let lanes part: -s branch.policy=ipdom_stack"""
    )
    many = "".join(f" and.b32 r1, thread_id, 1 -> l{i} if z\nl{i}:\n" for i in range(9))
    warnings = jump_warnings(run(f".threads 8\n{many} ret\n"))
    assert len(warnings) == 5
    assert warnings[-1].notes == ("the same holds for 4 more lines",)


PARTING = """\
.kernel parting
.threads 4
.macro skip_even register, label
    and.b32   \\register, \\register, 1 -> \\label if z
.endm
    mov       r1, lane_id
    skip_even r1, first
first:
    add.u32   r2, lane_id, 1
    skip_even r2, second
second:
    ret
"""


def test_code_of_macros_reads_as_what_it_became() -> None:
    """In warnings, in the listing below a mask history, in the source view: no argument without its value."""
    from simt.views.time.terminal import Style, render_views

    result = run(PARTING, record=True)
    (warning,) = jump_warnings(result)
    assert warning.notes == (
        "it reads `and.b32 r1, r1, 1 -> first if z`",
        "in the macro `skip_even`, called at kernels/scale.s:7",
        "the same holds for 1 more instruction of this line",
    )
    shown = render_views(result, ["masks"], range(result.cycles), style=Style(is_ascii=True))
    assert "and.b32 r1, r1, 1 -> first if z" in shown
    assert "and.b32 r2, r2, 1 -> second if z" in shown
    source = source_view(result)
    assert "\\label if z    ; and.b32 r1, r1, 1 -> first if z (2 forms)\n" in source
    (line,) = [line for line in summary(result).splitlines() if line.startswith("  scale.s:4 ")]
    assert line.endswith("and.b32 r1, r1, 1 -> first if z (2 forms)")
    assert "\\" not in render_views(result, ["masks", "banks"], range(result.cycles)) + summary(result)


def test_an_instruction_that_is_missing_says_who_called_its_macro() -> None:
    text = ".threads 4\n.macro part where\n push_mask \\where\n.endm\n part END\nEND:\n ret\n"
    with pytest.raises(simt.LaunchError) as caught:
        run(text)
    assert caught.value.diagnostics[0].notes == (
        "it reads `push_mask END`",
        "in the macro `part`, called at kernels/scale.s:5",
    )


def test_report_of_a_failed_check(scale: Result) -> None:
    check = Check(False, np.inf, 1e-5, "y", 3, np.nan, 4.0, 2, 1, "scale.py")
    found = render([check_diagnostic(replace(scale, check=check, seed=7))])
    assert "error[E0605]: `y[3]` is nan and should be 4: relative error inf, tolerance 1e-05" in found
    assert "2 of 8 elements of `y` differ" in found
    assert "expected by scale.py, inputs of seed 7" in found


def test_every_code_is_explained() -> None:
    from isa.explanations import explanations

    pages = explanations("simt")
    for code in ("T001", "T002", "T003", "T004", "T005", "T006", "E0501", "E0502", "E0503"):
        assert code in pages
    for code in ("E0601", "E0602", "E0603", "E0604", "E0605"):
        assert max(map(len, str(pages[code]).splitlines())) <= 120


# --- HTML -------------------------------------------------------------------------------------------------------------


class _Checker(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "link")
        assert all(name not in ("src", "href", "onclick") for name, _ in attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_balanced_and_needs_nothing(scale: Result) -> None:
    for text in (
        result_html(scale),
        result_page(replace(scale, check=passed())),
        result_html(run(SCALE, max_cycles=9)),
    ):
        checker = _Checker()
        checker.feed(text)
        assert checker.open == []
    assert result_page(scale).startswith("<!DOCTYPE html>")


def test_html_escapes_what_comes_from_files() -> None:
    evil = "<script>alert(1)</script>&'\""
    program = isa.assemble(f".threads 4\n mul.f32 r1, r1, 2.0 ; {evil}\n ret\n", filename=f"{evil}.s")
    program = replace(program, name=evil)
    machine = FPGA4.replace(name="<b>machine</b>")
    text = result_page(simt.run(program, machine))
    assert "<script" not in text
    assert "<b>machine" not in text
    assert "&lt;script&gt;alert(1)" in text


# --- pieces -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0 ns"), (1e-9, "1 ns"), (35.78e-6, "35.8 us"), (0.9999e-3, "1 ms"), (1.5, "1.5 s"), (1234567, "1.23 Ms")],
)
def test_si(value: float, text: str) -> None:
    assert si(value, "s") == text


def test_pieces() -> None:
    assert [bar(value, 100, 10) for value in (0, 1, 50, 100)] == ["", "#", "#####", "##########"]
    for shortened in (clip, cut):
        assert [shortened("abcdef", width) for width in (6, 5, 3, 2, 0)] == ["abcdef", "ab...", "...", "..", ""]
    assert clip("a\x1b[31m\tb\n c", 20) == "a [31m b c"
    assert [lane_text(lanes) for lanes in ([], [3], [1, 2], [0, 1, 2, 7])] == ["", "3", "1, 2", "0 to 2, 7"]
    assert (percent(1, 3), percent(1, 0), plural(1, "warp"), plural(2, "warp")) == ("33.3 %", "", "1 warp", "2 warps")


def test_short_names_are_relative_to_the_kernel(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "end.inc").write_text(" ret\n")
    (tmp_path / "k.s").write_text('.threads 4\n add.u32 r1, r1, 1\n.include "lib/end.inc"\n')
    result = simt.run(isa.assemble_file(tmp_path / "k.s"), FPGA4)
    assert [row["file"] for row in result.lines] == ["k.s", "lib/end.inc"]
