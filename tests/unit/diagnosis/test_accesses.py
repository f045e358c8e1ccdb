"""Transactions, bytes used and strides of accesses, derived by hand, and the advice on them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import simt
from simt.diagnosis.access_advice import about_addresses, about_banks
from simt.diagnosis.accesses import Access, accesses_of, by_line
from simt.result.result import Result
from simt.views.run.source import source_view
from simt.views.run.why import why_text
from tests.examples import nightly_but

GATHER = """
.kernel gather
.threads 32
.buffer x, f32, 4096
.buffer at, u32, 32
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + at]
    ld.global r2, [r1 + x]
    st.global [r0 + x], r2
    ret
"""


def load(shift: int, offset: int) -> str:
    return f"""
.kernel one
.threads 32
.buffer x, f32, 4096
    shl.b32   r0, global_id, {shift}
    ld.global r1, [r0 + x + {offset}]
    ret
"""


@cache
def accesses(source: str) -> list[Access]:
    at = {"at": np.arange(32, dtype=np.uint32) * 400} if ".buffer at" in source else {}
    return accesses_of(simt.run(simt.assemble(source), "gtx280", global_size=32, local_size=32, inputs=at))


@pytest.mark.parametrize(
    ("shift", "offset", "text", "advice"),
    [
        (2, 0, "2.0 transactions per access, 100 % of 128 B used, stride 4 B", ""),
        # Bytes 4 to 67 take 128, 68 to 127 take 64, 128 to 131 take 32.
        (
            2, 4, "3.0 transactions per access, 57 % of 224 B used, stride 4 B",
            "the first of neighbouring words is not aligned, which takes 3 transactions and not 2: begin rows at "
            "multiples of 64 B",
        ),
        (
            3, 0, "2.0 transactions per access, 50 % of 256 B used, stride 8 B", "",
        ),  # of 128 B each, as many as for neighbouring words
        (
            4, 0, "4.0 transactions per access, 25 % of 512 B used, stride 16 B",
            "lanes are 16 B apart, which takes 4 transactions and not 2: make it 4 B, by neighbouring elements for "
            "neighbouring work-items, or a structure of arrays",
        ),
        (
            7, 0, "32.0 transactions per access, 12 % of 1024 B used, stride 128 B",
            "lanes are 128 B apart, which takes 32 transactions and not 2: load rows and transpose them through local "
            "memory, or let work-items take neighbouring words",
        ),
    ],
)  # fmt: skip
def test_loads_by_stride(shift: int, offset: int, text: str, advice: str) -> None:
    [access] = accesses(load(shift, offset))
    assert access.text() == text
    assert about_addresses(access, 32) == advice


def test_a_broadcast_is_joined_and_uses_a_word_of_its_segment() -> None:
    [access] = accesses(load(2, 0).replace("global_id, 2", "group_id, 2"))
    assert access.text() == "1.0 transaction per access, 12 % of 32 B used, stride 0 B"
    assert about_addresses(access, 32).startswith("neighbouring lanes ask for the same 4 B: load a whole segment")


@pytest.mark.parametrize(
    ("machine", "bytes_", "advice"),
    [
        ("fermi_sm", 128, "which takes 2 transactions and not 1: begin rows at multiples of 128 B"),
        ("g80", 64, "which takes 32 transactions and not 2: begin rows at multiples of 64 B"),
    ],
)
def test_rows_are_aligned_to_what_the_rule_asks_for(machine: str, bytes_: int, advice: str) -> None:
    [access] = accesses_of(simt.run(simt.assemble(load(2, 4)), machine, global_size=32, local_size=32))
    assert access.alignment == bytes_
    assert about_addresses(access, 32).endswith(advice)


def test_little_is_not_nothing() -> None:
    """Under the strict rule every lane moves 32 bytes, and all ask for the same 4: 4 of 1024."""
    source = load(2, 0).replace("global_id, 2", "group_id, 2")
    [access] = accesses_of(simt.run(simt.assemble(source), "g80", global_size=32, local_size=32))
    assert access.text() == "32.0 transactions per access, under 1 % of 1024 B used, stride 0 B"
    assert "ask for the same 4 B, which takes 32 transactions and not 2: load" in about_addresses(access, 32)


def test_an_address_from_data_leaves_what_the_run_measured() -> None:
    index, gathered, store = accesses(GATHER)
    assert index.text() == store.text() == "2.0 transactions per access, 100 % of 128 B used, stride 4 B"
    # Words 400 bytes apart: no two in one segment of 128, and each in one of 32.
    assert gathered.text() == "32.0 transactions per access, 1024 B moved, stride not known"
    assert gathered.to_dict()["used"] is None
    assert "words in different segments, which takes 32 transactions and not 2" in about_addresses(gathered, 32)


@cache
def transposed() -> Result:
    return simt.run("transpose")


def test_local_memory_has_passes_and_words() -> None:
    read, write = accesses_of(transposed())
    assert read.text() == "1.00 passes per beat, stride 1 word"
    assert write.text() == "4.00 passes per beat, stride 32 words"
    assert (read.is_noted, write.is_noted) == (False, True)
    assert about_addresses(write, 4) == ""


def test_a_line_of_several_instructions_has_their_sums() -> None:
    run = simt.run("fft128")
    alone, together = accesses_of(run), by_line(run, accesses_of(run))
    for name in ("count", "passes", "beats"):
        assert sum(getattr(one, name) for one in alone) == sum(getattr(one, name) for one in together)
    # The stores of a stage's first layer alone conflict: of the last one lanes are a word apart.
    [line] = [one for one in together if one.kind == "load" and len(one.pcs) > 1 and one.line == 26]
    assert line.text().endswith("stride differs")


def test_nothing_is_said_without_accesses_or_cycles() -> None:
    assert accesses_of(simt.run("transpose", engine="functional")) == []
    assert accesses_of(simt.run(simt.assemble(".kernel empty\n.threads 4\nret\n"))) == []


def test_a_run_that_stops_does_not_borrow_from_the_analysis() -> None:
    cut = simt.run("transpose", max_cycles=300)
    assert {access.text().split(", ")[1] for access in accesses_of(cut)} == {"stride not known"}


def test_banks() -> None:
    assert about_banks((32,), 4) == "lanes are 32 words apart, a multiple of the 4 banks: pad the pitch to 33"


def test_why_names_the_stride() -> None:
    why = simt.why(simt.assemble(load(7, 0)), "gtx280_core", global_size=32, local_size=32)
    [access] = why.accesses
    assert access.stride == 128
    assert why.to_dict()["accesses"] == [access.to_dict()]


BRANCH = """
.kernel branch
.threads 32
.buffer x, f32, 4096
.buffer at, u32, 32
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + at]
    lt.u32    r2, r1, 1000000 -> over if nc
    st.global [r0 + x], r1
over:
    ld.global r3, [r0 + x + 128]
    ret
"""


@pytest.mark.parametrize("machine", ["gtx280", "fermi_sm"])
def test_a_branch_on_data_hides_only_what_lies_behind_it(machine: str) -> None:
    """All lanes store: the analysis, which lets a part of them store, must not say that a part of the bytes is used."""
    inputs = {"at": np.arange(32, dtype=np.uint32)}
    run = simt.run(simt.assemble(BRANCH), machine, global_size=32, local_size=32, inputs=inputs)
    index, store, after = accesses_of(run)
    assert (index.share, index.stride, after.share, after.stride) == (1.0, 4, 1.0, 4)
    assert (store.used, store.strides) == (None, {})


_OF_PRODUCTS = (
    ("mm_global_rows", 26, "load: 8.0 transactions per access, 6 % of 1024 B used, stride 64 B"),
    ("mm_global", 26, "load: 2.0 transactions per access, 12 % of 64 B used, stride 0 B"),
    ("mm_local", 56, "load: 2.0 transactions per access, 100 % of 128 B used, stride 4 B"),
)


@pytest.mark.parametrize("load", nightly_but(_OF_PRODUCTS[1:2], _OF_PRODUCTS), ids=str)
def test_source_view_report_and_why_say_the_same(load: tuple[str, int, str]) -> None:
    """The strided, the broadcast and the tiled load of a product of 16 x 16 in one group, half-warps of 16."""
    kernel, line, text = load
    launch = simt.Launch(kernel, "gtx280", defines={"n": 16}, global_size=(16, 16), local_size=(16, 16))
    shown = source_view(launch.run()).splitlines()
    [place] = [number for number, row in enumerate(shown) if f"  {line}      ld.global" in row]
    assert shown[place + 1].strip() == text
    assert text in launch.report(why=False).html  # its explanation is that of `why`, below
    why = why_text(launch.why())
    assert f":{line}  ld.global" in why
    assert f"\n    {text}\n" in why
