from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from simt.views.kit.text import folding, hung
from simt.views.studies.fitting import fitted

TABLE = """three kinds of thing, told in a line that is by itself longer than the screen
  name      value     what it means
  a            12     short
  bcd           3     a meaning that is so long that it does not fit beside what stands before it
"""


def test_a_text_that_fits_is_left_alone() -> None:
    assert fitted(TABLE, 100) == TABLE
    assert fitted("", 80) == ""


def test_gaps_are_closed_and_the_last_cell_is_folded_below_itself() -> None:
    assert fitted(TABLE, 50) == (
        "three kinds of thing, told in a line that is by\n"
        "  itself longer than the screen\n"
        "  name  value  what it means\n"
        "  a        12  short\n"
        "  bcd       3  a meaning that is so long that it\n"
        "               does not fit beside what stands\n"
        "               before it\n"
    )


def test_the_last_columns_of_a_wide_table_go_below_each_row() -> None:
    table = (
        "banks  time [us]  slices  cycles  bound by                  takes most of\n"
        "    8      21.38   11944    2258  bank_conflict 20 %        slices 111 %\n"
        "    4      23.94    4305    2599  issue 96 %\n"
    )
    assert fitted(table, 60) == (
        "banks  time [us]  slices  cycles  bound by\n"
        "                                  takes most of\n"
        "    8      21.38   11944    2258  bank_conflict 20 %\n"
        "                                  slices 111 %\n"
        "    4      23.94    4305    2599  issue 96 %\n"
    )
    assert fitted(table, 44) == (
        "banks  time [us]  slices  cycles\n"
        "       bound by            takes most of\n"
        "    8      21.38   11944    2258\n"
        "       bank_conflict 20 %  slices 111 %\n"
        "    4      23.94    4305    2599\n"
        "       issue 96 %\n"
    )


def test_a_last_column_without_room_gets_lines_of_its_own() -> None:
    table = (
        "instruction  operands    unit  carry  needs           result\n"
        "mov.b32      rd, ra      alu                          a\n"
        "sub.u32      rd, ra, rb  alu   w      count_and_more  (a - b) mod 2^32; carry = borrow, 1 if a < b unsigned\n"
    )
    assert fitted(table, 56) == (
        "instruction  operands    unit  carry  needs\n"
        "    result\n"
        "mov.b32      rd, ra      alu\n"
        "    a\n"
        "sub.u32      rd, ra, rb  alu   w      count_and_more\n"
        "    (a - b) mod 2^32; carry = borrow, 1 if a < b\n"
        "      unsigned\n"
    )


def test_a_gap_is_one_blank_where_that_suffices() -> None:
    rows = "  one       two       three\n    1         2           3\n"
    assert fitted(rows, 22) == "  one  two  three\n    1    2      3\n"
    assert fitted(rows, 16) == "  one two three\n    1   2     3\n"


def test_sentences_are_folded_once() -> None:
    """A view knows the width of a narrow screen, so that `fitted` has nothing to fold."""
    words = "dep_fpu 15.1 %, fetch 7.5 %, dep_local 5.9 %, retire_port 3.0 %, dep_alu 1.3 %, branch 0.4 %, drain 0.1 %"
    assert [len(line) for line in hung("  ", words)] == [74, 36]
    with folding(60):
        lines = hung("  ", words)
    assert lines == [
        "  dep_fpu 15.1 %, fetch 7.5 %, dep_local 5.9 %, retire_port",
        "    3.0 %, dep_alu 1.3 %, branch 0.4 %, drain 0.1 %",
    ]


def test_a_share_and_an_option_stay_in_one_line() -> None:
    line = "  issued 66.5 %, dep_fpu 15.1 % and more: simt run -s retire.ports=2 -s issue_width=2\n"
    assert fitted(line, 40) == (
        "  issued 66.5 %, dep_fpu 15.1 % and\n    more: simt run -s retire.ports=2\n    -s issue_width=2\n"
    )
    assert fitted("  a share in words of 12.5 %, again\n", 28) == "  a share in words of\n    12.5 %, again\n"


def test_colours_take_no_column() -> None:
    colored = TABLE.replace("bcd", "\x1b[1mbcd\x1b[0m").replace("that is so", "\x1b[2mthat is so\x1b[0m")
    assert re.sub(r"\x1b\[\d+m", "", fitted(colored, 50)) == fitted(TABLE, 50)


WORDS = st.lists(st.text("ab ", min_size=0, max_size=30), max_size=8).map("\n".join)


@given(text=WORDS, width=st.integers(30, 40))
def test_no_word_is_lost_and_no_line_is_longer_than_the_screen(text: str, width: int) -> None:
    shown = fitted(text * 2, width)
    assert shown.split() == (text * 2).split()
    assert all(len(line) <= width or " " not in line.strip() for line in shown.split("\n"))
