"""`simt.check`: each kind of finding on a kernel of a few lines, and the shipped kernels, which have none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import isa
import simt
from isa.reporting.diagnostics import ArgumentError
from simt.launch.programs import programs_folder
from simt.result.result import Result
from simt.views.run.findings import findings_text
from tests.examples import nightly_but
from tests.golden.cases import DIVERGENT, LESS
from tests.shipped import OF_DEVICES, OPENCL, OVER_LANES, PLAIN, PYTHON

DEVICE = {"memory.policy": "simple"}
SHUFFLE = {"branch.policy": "ipdom_stack", "options.shuffle": True}
EXPLICIT = {"branch.policy": "explicit_masks"}
COMPILED = (*OPENCL, *PYTHON)
HEAD = ".threads 8\n.local a u32[8]\n"
BUFFER = ".threads 8\n.buffer b, u32, 8\n shl.b32 r1, thread_id, 2\n"


def codes(text: str, **options: Any) -> list[tuple[str, str, int]]:
    """Code, what and number of each finding in a kernel of these lines."""
    found = simt.check(isa.assemble(text + " ret\n"), **options).findings
    assert found is not None
    return [(each.code, each.what, each.count) for each in found.found]


@pytest.mark.parametrize(
    ("text", "keys", "found"),
    [
        (HEAD + " st.local [lane_id + a], warp_id\n", {}, [("C002", "a[0]", 4)]),
        (HEAD + " mov r1, warp_id -> out if nz\n st.local [a], r1\n ld.local r2, [a]\nout:\n", {},
         [("C003", "a[0]", 4)]),
        (HEAD + " shl.b32 r2, warp_id, 1\n st.local [r2 + a], lane_id\n", {}, [("C004", "a[0]", 6)]),
        (HEAD + " shl.b32 r2, warp_id, 1\n st.local [r2 + a], warp_id\n", {}, []),
        (HEAD + " st.local [thread_id + a], r3\n", {}, [("C005", "r3", 8)]),
        (HEAD + " select.b32 r3, lane_id, 1\n", {}, [("C007", "the carry flag", 8)]),
        (HEAD + " add.u32 r3, lane_id, 1 -> out if c\nout:\n", {}, []),
        (HEAD + " mov.b32 r3, lane_id -> out if c\nout:\n", {}, [("C007", "the carry flag", 8)]),
        (HEAD + " ld.local r3, [thread_id + a]\n", {}, [("C008", "a[0]", 8)]),
        (HEAD + " mov.b32 r3, s7\n s_mov.b64 s[8:9], s[6:7]\n s_branch.scc0 on\non:\n", EXPLICIT,
         [("C006", "s7", 2), ("C006", "s6", 2), ("C006", "s7", 2), ("C006", "SCC", 2)]),
        (HEAD + " s_mov.b64 s[8:9], exec\n s_test.b64 s[8:9], exec\n s_branch.scc0 on\non:\n", EXPLICIT, []),
        (BUFFER + " ld.global r2, [r1 + b]\n", DEVICE, [("C009", "b[0]", 8)]),
        (BUFFER + " atom.exch.b32 r2, [b], lane_id\n ld.global r2, [b]\n", DEVICE, [
            ("C009", "b[0]", 4), ("C003", "b[0]", 4), ("C002", "b[0]", 4), ("C002", "b[0]", 4)]),
        (HEAD + ".local c u32[8]\n st.local [thread_id + a + 1], thread_id\n", {}, [("C011", "a[8]", 1)]),
        (HEAD + ".local c u32[8]\n st.local [thread_id + c - 1], thread_id\n", {}, [("C011", "c[-1]", 1)]),
        (HEAD + ".equ c a + 1\n st.local [thread_id + c], thread_id\n", {}, []),  # no array is named
        (BUFFER + ".buffer c, u32, 8\n st.global [r1 + b + 4096], thread_id\n", DEVICE, [("C011", "b[1024]", 8)]),
        (BUFFER + " st.global.b8 [r1 + b + 3], thread_id\n", DEVICE, []),
        (BUFFER + ".private p u32[2]\n.private q u32[2]\n st.private [p + 8], thread_id\n", DEVICE,
         [("C011", "p[2]", 8)]),
        (HEAD + " shuffle_down r1, lane_id, 1\n shuffle_up r2, r1, 1\n shuffle r3, r2, -1\n", SHUFFLE, []),
        (HEAD + " mov r1, lane_id -> out if z\n shuffle_xor r2, r1, 1\n shuffle r3, r2, 0\nout:\n", SHUFFLE,
         [("C012", "lane 0", 2), ("C012", "lane 0", 6)]),
        (".threads 6\n shuffle_down r1, lane_id, 1\n shuffle_down r2, lane_id, r1\n", SHUFFLE,
         [("C012", "lane 2", 1), ("C012", "lane 2", 1)]),
        (BUFFER + " st.global [b], group_size\n bar\n atom.add.u32 r2, [b], lane_id\n", DEVICE, [("C002", "b[0]", 4)]),
    ],
)  # fmt: skip
def test_kinds(text: str, keys: dict[str, Any], found: list[tuple[str, str, int]]) -> None:
    assert codes(text, set=keys) == found


def test_what_is_said_of_a_shuffle() -> None:
    program = isa.assemble(".threads 6\n shuffle_down r1, lane_id, 1\n ret\n")
    result = simt.check(program, set=SHUFFLE)
    text = findings_text(result)
    assert "error[C012]: lane 2, from which this shuffle reads, does not take part in it" in text
    assert "reads it: warp 1, lane 1 (thread 5)" in text
    assert "no uninitialised reads, 1 shuffle from absent lanes (by instruction), none out of bounds" in text
    assert result.findings is not None
    assert result.findings.of(["races", "bounds"]).is_clean


def test_a_ternlog_reads_what_its_table_asks_for() -> None:
    keys = {"options.read_ports": 3}
    assert codes(HEAD + " ternlog.b32 r1, r2, r3, r4, 255\n", set=keys) == []
    assert codes(HEAD + " ternlog.b32 r1, r2, r3, r4, 0xf0\n", set=keys) == [("C005", "r2", 8)]
    assert codes(HEAD + " ternlog.b32 r1, r2, r3, r4, 0xaa\n", set=keys) == [("C005", "r4", 8)]


def test_atomics_do_not_race() -> None:
    text = BUFFER + " atom.add.u32 r2, [r1 + b], group_size\n"
    options = {"set": DEVICE, "global_size": 16}
    assert codes(text, **options) == [("C009", "b[0]", 8)]
    assert codes(text, **options, inputs={"b": [0] * 8}) == []
    assert codes(
        text.replace("atom.add.u32 r2, [r1 + b], group_size", "st.global [r1 + b], group_size"), **options
    ) == [("C001", "b[0]", 8)]


PARTS = ".threads 4\n.local a u32[4]\n"
BYTES = ".threads 4\n.buffer b, u8, 6\n"
OWN = ".threads 4\n.private p u32[2]\n mov.b32 r0, 0\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PARTS + " st.local.b8 [lane_id], lane_id\n", []),
        (PARTS + " st.local.b8 [lane_id], lane_id\n xor.b32 r1, lane_id, 1\n ld.local.u8 r2, [r1]\n",
         [("C003", "a[0] (byte 1)", 8)]),
        (HEAD + " st.local.b8 [lane_id], warp_id\n", [("C002", "a[0] (byte 0)", 4)]),
        (HEAD + " shl.b32 r1, warp_id, 2\n st.local.b8 [r1 + 1], lane_id\n", [("C004", "a[0] (byte 1)", 6)]),
        (HEAD + " shl.b32 r1, warp_id, 2\n shl.b32 r2, lane_id, 8\n st.local.b8 [r1 + 1], r2\n", []),
        (PARTS + " shl.b32 r1, lane_id, 2\n st.local.b8 [r1 + 1], r1\n st.local.b16 [r1 + 2], r1\n"
         " ld.local.s8 r2, [r1 + 1]\n ld.local r3, [lane_id + a]\n", [("C008", "a[0] (byte 0)", 8)]),
        (PARTS + " shl.b32 r1, lane_id, 2\n st.local.b16 [r1 + 2], r1\n ld.local r3, [lane_id + a]\n",
         [("C008", "a[0] (lower half)", 8)]),
        (PARTS + " st.local [lane_id + a], lane_id\n xor.b32 r1, lane_id, 1\n shl.b32 r1, r1, 2\n"
         " ld.local.u8 r2, [r1 + 2]\n st.local.b16 [r1], r2\n",
         [("C003", "a[1] (byte 2)", 8), ("C003", "a[1] (byte 0)", 8)]),
        (PARTS + " mov.b32 r0, 0\n st.local.b8 [lane_id], r0\n atom.local.add.u32 r2, [r0 + a], lane_id\n",
         [("C003", "a[0] (byte 1)", 8)]),
        (BYTES + " st.global.b8 [group_id + b], group_size\n", []),
        (BYTES + " st.global.b8 [lane_id + b], group_size\n", [("C001", "b[0]", 4)]),
        (BYTES + " shl.b32 r1, group_id, 1\n ld.global.u16 r2, [r1 + b]\n", [("C009", "b[0] to [1]", 8)]),
        (BYTES + " st.global [b + 4], group_id\n", [("C011", "b[4]", 8), ("C001", "b[4] to [5]", 4)]),
        (BYTES + ".counts_on lockstep\n st.global.b8 [b + 4], group_id\n st.global [b + 4], group_id\n",
         [("C011", "b[4]", 8), ("C001", "b[4]", 4), ("C001", "b[4]", 4)]),
        (OWN + " st.private [r0 + p], r0\n ld.private r1, [r0 + p]\n ld.private r2, [r0 + p + 4]\n",
         [("C010", "p[1]", 8)]),
        (OWN + " st.private.b8 [r0 + p + 5], r0\n ld.private.u8 r1, [r0 + p + 5]\n ld.private.u16 r2, [r0 + p + 4]\n",
         [("C010", "p[1] (byte 0)", 8)]),
        (OWN + " and.b32 r1, lane_id, 1\n shl.b32 r1, r1, 2\n st.private [r1 + p], r0\n ld.private r2, [r0 + p]\n",
         [("C010", "p[0]", 4)]),
        (OWN + " mov.b32 r1, group_id -> out if nz\n st.private [r0 + p], r0\nout: ld.private r1, [r0 + p]\n",
         [("C010", "p[0]", 4)]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", ["local", "global"])
def test_parts_of_words_and_private_memory(text: str, place: str, found: list[tuple[str, str, int]]) -> None:
    keys = DEVICE | {"private.place": place}
    assert codes(text, set=keys, global_size=8) == found


def test_an_input_is_written_and_each_group_has_its_own_local_memory() -> None:
    text = HEAD + " ld.local r3, [thread_id + a]\n st.local [thread_id + a], r3\n"
    assert codes(text, inputs={"a": [0] * 8}) == []
    assert codes(text, set=DEVICE, global_size=24) == [("C008", "a[0]", 24)]
    assert codes(text, set=DEVICE, global_size=24, inputs={"a": [0] * 8}) == []


def test_what_a_kernel_counts_on() -> None:
    steps = " st.local [thread_id + a], lane_id\n xor.b32 r1, thread_id, 1\n"
    steps += " ld.local r2, [r1 + a]\n st.local [r1 + a], r2\n"
    assert {code for code, _, _ in codes(HEAD + steps)} == {"C003"}
    assert codes(HEAD + ".counts_on lockstep\n" + steps) == []
    silent = " ld.local r2, [a]\n st.local [a], r2\n"
    given = {"inputs": {"a": [5] * 8}}
    assert {code for code, _, _ in codes(HEAD + silent, **given)} == {"C002", "C003"}
    assert codes(HEAD + ".counts_on silent_stores\n" + silent, **given) == []
    changes = silent + " mov r3, thread_id -> out if nz\n st.local [a], group_size\nout:\n"
    assert "C002" in {code for code, _, _ in codes(HEAD + ".counts_on silent_stores\n" + changes, **given)}
    assert codes(HEAD + ".counts_on zero_registers\n add.u32 r1, r2, 1\n") == []


def test_checks_are_asked_for_by_name() -> None:
    text = HEAD + " st.local [lane_id + a], r2\n ret\n"
    result = simt.check(isa.assemble(text), only=["races"])
    assert result.findings is not None
    assert [each.check for each in result.findings.found] == ["races"]
    assert result.findings.checks == ("races",)
    both = simt.check(isa.assemble(text), only="bounds, races").findings
    assert both is not None
    assert both.checks == ("races", "bounds")
    with pytest.raises(ArgumentError, match="there is no check `race`"):
        simt.check(isa.assemble(text), only=["race"])


def test_what_has_no_room_is_counted() -> None:
    text = ".threads 4\n.local a u32[4]\n" + " st.local [thread_id + a], r1\n" * 1100 + " ret\n"
    result = simt.check(isa.assemble(text), set={"program.words": 2048})
    assert result.findings is not None
    assert len(result.findings.found) == 1024
    assert result.findings.untold == 1100 - 1024
    assert not result.findings.is_clean


# --- shipped kernels --------------------------------------------------------------------------------------------------


def clean(result: Result) -> bool:
    assert result.findings is not None
    assert result.completed
    return result.findings.is_clean


@pytest.mark.parametrize("name", nightly_but(("dot", "fft", "prefix_sum", "crc32"), PLAIN))
@pytest.mark.parametrize("machine", ["fpga4", "fpga16"])
def test_plain_kernels_are_clean(name: str, machine: str) -> None:
    assert clean(simt.check(name, machine))


@pytest.mark.parametrize("name", nightly_but(("mm_local",), OF_DEVICES))
def test_kernels_of_devices_are_clean(name: str) -> None:
    assert clean(simt.check(name, "gtx280", defines=LESS.get(name)))


@pytest.mark.parametrize("kernel", nightly_but(("opencl/blur.cl::blur", "opencl/histogram.cl::histogram"), COMPILED))
def test_compiled_kernels_are_clean(kernel: str) -> None:
    """Those in Python take the inputs of the ones in OpenCL C."""
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    oracle = programs_folder() / "opencl" / Path(kernel.partition("::")[0]).with_suffix(".py").name
    assert clean(simt.check(kernel, "gtx280", oracle=oracle, set=OVER_LANES))


@pytest.mark.parametrize("name", nightly_but(("while", "escape"), DIVERGENT))
@pytest.mark.parametrize("policy", ["mask_stack", nightly_but((), ["ipdom_stack"])[0], nightly_but((), ["min_pc"])[0]])
def test_divergent_kernels_are_clean(name: str, policy: str) -> None:
    keys = {"branch.policy": policy, "warps": 16}
    assert clean(simt.check(f"divergent/{name}", "article32", set=keys, defines={"masks": policy == "mask_stack"}))


@pytest.mark.parametrize(
    ("name", "machine"),
    [
        *((f"example{k}", "article32") for k in (1, 2, 3)),
        *((f"gcn{k}", "gcn64") for k in (1, 2, 3)),
        *((f"avx{k}", "avx512") for k in (1, 2, 3)),
    ],
)
def test_kernels_of_the_article_are_clean(name: str, machine: str) -> None:
    assert clean(simt.check(f"article/{name}", machine))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["fft128", "prefix_sum"])
def test_bundles_are_clean(name: str) -> None:
    assert clean(simt.check(name, vliw=3))


@pytest.mark.nightly
def test_a_load_that_the_packer_made_ahead_of_a_jump_may_race() -> None:
    """`dot` ends with `warp_id -> done if nz` and a load behind it, which all warps make once it is packed."""
    result = simt.check("dot", vliw=3)
    assert result.findings is not None
    (found,) = result.findings.found
    assert (found.code, result.program.locations[found.access.pc].text.strip()) == ("C002", "ld.local  r1, [partial]")
