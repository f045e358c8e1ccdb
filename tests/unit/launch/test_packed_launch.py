"""A packed program knows for which launch it was packed, and no other launch runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

import isa
import simt
from isa.packing.packer import pack
from isa.program.assumptions import Assumptions
from isa.program.program import Program
from simt.launch.fits import LaunchError, check_fits
from tests.bundle_interpreter import run_bundles

MACHINE = simt.Machine.load("fpga4", {"vliw.slots": 3})

# With up to 8 threads the load stays behind `far`, so it may pass the store; the ninth thread would meet it.
MEETS = """
.threads 8
.local near u32[8]
.local far u32[64]
    ld.local  r1, [thread_id + far]
    add.u32   r1, r1, 5
    mul.f32   r4, r1, r1
    mul.f32   r4, r4, r4
    st.local  [thread_id + far + 8], r4
    ld.local  r2, [thread_id + far]
    st.local  [thread_id + near], r2
    ret
"""


def packed(source: str, slots: int = 3, threads: int | None = None, **options: bool) -> Program:
    return pack(isa.assemble(source), slots, threads=threads, **options).program  # type: ignore[arg-type]


def reasons(program: Program, threads: int, machine: simt.Machine = MACHINE) -> list[tuple[str, str, str]]:
    with pytest.raises(LaunchError) as caught:
        check_fits(program, machine, threads)
    return [(found.code, found.message, found.help) for found in caught.value.diagnostics]


def test_more_threads_than_it_was_packed_for_are_refused() -> None:
    program = packed(MEETS)
    assert program.assumes == Assumptions(3, 8)
    for threads in (1, 5, 8):
        check_fits(program, MACHINE, threads)
    ((code, message, advice),) = reasons(program, 16)
    assert code == "E0504"
    assert message == "the bundles of `kernel` were packed for at most 8 threads, and the launch has 16"
    assert "simt asm SOURCE --vliw 3 --threads 16 -o FILE" in advice
    for strict in (True, False):
        with pytest.raises(LaunchError, match="E0504"):
            simt.run(program, MACHINE, threads=16, strict=strict)


def test_what_is_refused_would_be_wrong() -> None:
    source, program = isa.assemble(MEETS), packed(MEETS)
    local = list(range(1, 73))
    right = run_bundles(source, threads=16, warp_size=16, local=local)
    assert run_bundles(packed(MEETS, threads=16), slots=3, threads=16, warp_size=16, local=local).local == right.local
    assert run_bundles(program, slots=3, threads=16, warp_size=16, local=local).local != right.local


def test_a_kernel_that_reads_group_size_goes_with_one_number_of_threads() -> None:
    source = MEETS.replace("add.u32   r1, r1, 5", "add.u32   r1, r1, group_size")
    program = packed(source)
    assert program.assumes == Assumptions(3, 8, is_exact=True)
    check_fits(program, MACHINE, 8)
    ((code, message, _),) = reasons(program, 4)
    assert (code, message) == (
        "E0504",
        "the bundles of `kernel` were packed for exactly 8 threads, and the launch has 4; it reads group_size",
    )
    assert [code for code, _, _ in reasons(program, 16)] == ["E0504"]


def test_nothing_is_assumed_where_the_number_of_threads_is_not_known() -> None:
    program = packed(MEETS.replace(".threads 8", ""))
    assert program.assumes == Assumptions(3)
    for threads in (1, 8, 64):
        check_fits(program, MACHINE, threads)


def test_a_machine_with_too_few_slots_is_refused() -> None:
    program = packed("ld.local r1, [r2]\nadd.u32 r3, r3, 1\nmul.f32 r4, r4, r4\nret")
    two = simt.Machine.load("fpga4", {"vliw.slots": 2})
    ((code, message, advice),) = reasons(program, 4, two)
    assert (code, message) == (
        "E0504",
        "the bundles of `kernel` were packed for 3 slots, and fpga4 has 2 slots",
    )
    assert advice.startswith("-s vliw.slots=3")
    check_fits(packed("ld.local r1, [r2]\nadd.u32 r3, r3, 1\nret"), two, 4)  # its bundles need no third slot
    ((code, _, advice),) = reasons(program, 4, simt.Machine.load("fpga4"))
    assert (code, advice) == ("E0502", "a machine that can: -s vliw.slots=3")


def test_a_packed_file_is_checked_when_it_is_started(tmp_path: Path) -> None:
    path = tmp_path / "meets.json"
    isa.save_program(packed(MEETS), path)
    loaded = isa.load_program(path)
    assert loaded.assumes == Assumptions(3, 8)
    with pytest.raises(LaunchError, match="packed for at most 8 threads, and the launch has 9"):
        simt.run(loaded, MACHINE, threads=9)
    assert "; packed for 3 slots and at most 8 threads" in isa.listing(loaded)


def test_parameters_may_be_anything() -> None:
    """The packer takes no value of a parameter for granted, so `with_params` needs no check."""
    source = MEETS.replace(".local near", ".param where u32 = 0\n.local near").replace(
        "[thread_id + far + 8]", "[thread_id + where]"
    )
    local = list(range(1, 73))
    for where in (0, 8, 20):
        scalar, bundles = (program.with_params(where=where) for program in (isa.assemble(source), packed(source)))
        right = run_bundles(scalar, local=local)
        assert run_bundles(bundles, slots=3, local=local).local == right.local


def test_global_id_is_not_the_same_in_all_lanes() -> None:
    """The jump is lane 0's. It says nothing about the other lanes, whose load may meet the store."""
    source = """
    .threads 8
    .local a u32[64]
        mov.b32   r0, global_id
        lt.u32    r1, r0, 1 -> first if nz
        ret
    first:
        mul.f32   r4, r4, r4
        mov.b32   r4, 99
        st.local  [thread_id + a + 1], r4
        ld.local  r2, [r0 + a]
        st.local  [thread_id + a + 32], r2
        ret
    """
    local = list(range(64))
    right = run_bundles(isa.assemble(source), local=local)
    assert run_bundles(packed(source), slots=3, local=local).local == right.local
