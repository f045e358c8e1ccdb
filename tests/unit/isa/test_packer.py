"""The packer on small programs: what may share a bundle, what may pass a barrier, bounds, and what it refuses."""

from __future__ import annotations

import pytest

import isa
from isa.packing.packer import pack, pack_for_machine
from isa.program.bundles import SlotsValue, bundle_ranges
from isa.program.program import Program
from tests.paths import ROOT

PROGRAMS = ROOT / "programs"


def text(source: str, slots: SlotsValue = 3, **options: bool) -> list[str]:
    """The statements of the packed program."""
    lines = isa.disassemble(pack(isa.assemble(source), slots, **options).program).splitlines()  # type: ignore[arg-type]
    return [line.strip() for line in lines if line.startswith("    ")]


def test_a_register_may_be_overwritten_where_it_is_read_last() -> None:
    assert text("ld.local r1, [r2]\nadd.u32 r2, r2, 1\nst.local [r2], r1\nret") == [
        "{ ld.local r1, [r2] | add.u32 r2, r2, 1 }",
        "{ st.local [r2] , r1 | ret }".replace(" ,", ","),
    ]


def test_other_registers_take_values_apart() -> None:
    source = "add.u32 r1, r2, 1\nst.local [4], r1\nmul.f32 r1, r3, r3\nmul.f32 r1, r1, r1\nst.local [5], r1\nret"
    assert len(text(source)) == 3
    assert text(source)[0] == "{ add.u32 r0, r2, 1 | mul.f32 r1, r3, r3 }"


BARRIER = """
.threads 64
.local table f32[64]
.local data f32[64]
    mul.f32 r1, r1, r1
    st.local [thread_id + data], r1
    bar
    ld.local r2, [thread_id + table]
    ld.local r3, [thread_id + data]
    st.local [thread_id + data], r3
    bar
    ld.local r4, [thread_id + data]
    add.f32 r4, r4, r4
    add.f32 r4, r4, r2
    st.local [thread_id + data], r4
    ret
"""


def test_loads_of_what_is_never_stored_pass_a_barrier_and_others_do_not() -> None:
    found = text(BARRIER)
    barrier = next(place for place, line in enumerate(found) if "bar" in line)
    table = next(place for place, line in enumerate(found) if "[thread_id + u(0)]" in line)
    assert table <= barrier
    data = [place for place, line in enumerate(found) if "ld.local" in line and "[thread_id + c0]" in line]
    assert data[0] > barrier
    assert "{ st.local [thread_id + c0]" in found[barrier]
    assert "bar" in found[barrier]


PHASES = """
.threads 64
.local x f32[64]
.local y f32[64]
    st.local [thread_id + x], r1
    bar
    xor.b32  r2, thread_id, 1
    ld.local r3, [r2 + x]
    bar
    st.local [thread_id + y], r3
    bar
    ld.local r4, [r2 + x]
    mul.f32  r4, r4, r4
    st.local [thread_id + x], r4
    ret
"""


def test_a_load_passes_a_barrier_if_its_words_are_not_stored_to_on_the_other_side() -> None:
    """`r4` may be loaded where `y` is stored to; neither load may be where `x` is."""
    assert text(PHASES) == [
        "{ st.local [thread_id + u(0)], r1 | bar }",
        "xor.b32 r2, thread_id, 1",
        "{ ld.local r3, [r2 + u(0)] | bar }",
        "ld.local r4, [r2 + u(0)]",
        "{ st.local [thread_id + 64], r3 | bar | mul.f32 r4, r4, r4 }",
        "{ st.local [thread_id + u(0)], r4 | ret }",
    ]
    for change in (
        ("mul.f32  r4", "lt.u32 r5, r4, 1 -> end if z\n mul.f32  r4"),  # a thread may wait for data
        ("mul.f32  r4", "lt.u32 r5, thread_id, 1 -> end if z\n mul.f32  r4"),  # not all threads come by
        ("mul.f32  r4", "atom.add.u32 r5, [r2 + 0], r4\n mul.f32  r4"),
        ("st.local [thread_id + y], r3", "st.local [thread_id + x], r3"),
    ):
        source = PHASES.replace(*change).replace("    ret", "end:\n    ret")
        found = text(source, ("lds", "alu+control", "fpu+memory"))
        last = max(place for place, line in enumerate(found) if "bar" in line)
        assert any("ld.local" in line for line in found[last + 1 :]), change


def test_an_access_that_may_leave_its_array_keeps_its_place_unless_told_otherwise() -> None:
    source = BARRIER.replace("ld.local r2, [thread_id + table]", "ld.local r5, [0]\n    ld.local r2, [r5 + table]")
    assert len(text(source)) == 9
    assert len(text(source, assume_in_bounds=True)) == 8


def test_the_carry_flag_is_kept_for_its_reader() -> None:
    source = "add.u32 r1, r1, r2\nadd.u32 r5, r6, 1\nadd.u32 r3, r3, r4\naddc.u32 r7, r7, r8\nst.local [r5], r7\nret"
    found = [line for line in text(source) if "add" in line]
    place = next(place for place, line in enumerate(found) if "addc" in line)
    assert "r3, r4" in found[place - 1]


def test_fft128_reaches_its_bounds() -> None:
    program = isa.assemble_file(PROGRAMS / "fft128.s")
    bundles = {}
    for slots in (1, 2, 3):
        packed = pack(program, slots)
        bundles[slots] = packed.bundles
        assert all(block.bundles == block.bounds.bound for block in packed.blocks)
    assert bundles == {1: 184, 2: 107, 3: 93}
    assert pack(program, 3).blocks[0].bounds.resources == (78, 36, 70)


def test_a_jump_that_leaves_the_program_still_does() -> None:
    packed = pack(isa.assemble("add.u32 r1, r1, 1 -> 100 if z\nld.local r2, [r1]\nmul.f32 r2, r2, r2\nret"), 3).program
    assert packed.instructions[0] is not None
    assert packed.instructions[0].target >= len(packed.words)


def test_labels_and_source_lines_follow_their_operations() -> None:
    program = isa.assemble("mul.f32 r1, r1, r1\nadd.u32 r2, r2, 1\nhere: sub.u32 r2, r2, 1 -> here if nz\nret")
    packed = pack(program, 3, unroll=False)
    assert packed.program.labels["here"] == 2
    assert [location.line for location in packed.program.locations] == [2, 1, 3, 4]
    assert packed.origins == (1, 0, 2, 3)


def test_what_it_refuses() -> None:
    for program in (
        Program.from_words([0]),
        isa.assemble(".vliw 3\n{ ld.local r1, [r2] | ret }"),
    ):
        with pytest.raises(isa.ProgramError) as caught:
            pack(program, 3)
        assert caught.value.code == "E0341"
        assert pack_for_machine(program, 3) is program
    for slots, message in (
        (4, "not 4"),
        ([], "1 to 8 slots"),
        (["alu"] * 9, "1 to 8 slots"),
        (["alu", "adder"], "`adder` is not a kind of slot"),
        (["lds", "alu"], "no slot of lds, alu takes `ret` at address 1"),
    ):
        with pytest.raises(isa.ProgramError, match=message):
            pack(isa.assemble("add.u32 r1, r1, 1\nret"), slots)  # type: ignore[arg-type]


def test_a_launch_packs_scalar_programs_only() -> None:
    program = isa.assemble_file(PROGRAMS / "dot.s")
    assert pack_for_machine(program, 1) is program
    packed = pack_for_machine(program, 2)
    assert packed is not program
    assert pack_for_machine(packed, 2) is packed


MANY = """
.threads 4
.local data f32[64]
    ld.local r1, [thread_id + data]
    mul.f32 r2, r1, r1
    add.f32 r3, r1, 1.0
    sub.f32 r4, r1, 2.0
    mul.f32 r5, r2, r3
    mul.f32 r6, r3, r4
    mul.f32 r7, r2, r4
    add.f32 r5, r5, r6
    add.f32 r5, r5, r7
    st.local [thread_id + data], r5
    ret
"""


@pytest.mark.parametrize(
    ("slots", "bundles"),
    [(1, 11), (3, 10), (("lds", "alu+fpu", "alu+fpu+control"), 7), (("lds", *["alu+fpu"] * 3, "control"), 6)],
)
def test_several_slots_take_one_unit(slots: SlotsValue, bundles: int) -> None:
    packed = pack(isa.assemble(MANY), slots)
    assert packed.bundles == bundles == packed.blocks[0].bounds.bound
    assert packed.program.assumes is not None
    assert packed.program.assumes.slots == slots


def test_bounds_count_what_several_slots_take() -> None:
    """Eight operations of the FPU and the `ret` share three slots, and need three bundles of them."""
    slots = ("lds", "fpu", "alu+fpu", "alu+fpu+control")
    (block,) = pack(isa.assemble(MANY), slots).blocks
    needed = dict(zip([group.name for group in block.bounds.groups], block.bounds.resources, strict=True))
    assert needed == {"lds": 2, "control": 1, "alu+control in 2 slots": 1, "alu+fpu+control in 3 slots": 3}


FIVE = ("lds", "memory", "alu+fpu", "alu+fpu", "control")


def order(source: str, slots: SlotsValue = FIVE, **options: bool) -> dict[str, int]:
    """The bundle of each access and each barrier, by what follows its brackets or its name."""
    packed = pack(isa.assemble(source), slots, **options)  # type: ignore[arg-type]
    found: dict[str, int] = {}
    for number, line in enumerate(text(source, slots, **options)):
        for operation in line.strip("{} ").split(" | "):
            name, _, operands = operation.partition(" ")
            if name.startswith(("ld", "st", "atom")) or name == "bar":
                found[f"{name.split('.')[0]} {operands}".strip()] = number
    assert len(packed.program.words) >= len(found)
    return found


BUFFERS = ".threads 4\n.buffer a, u32, 64\n.buffer b, u32, 64\n.local t u32[4]\n"


def test_loads_of_global_memory_pass_loads() -> None:
    """The second load has its address first."""
    found = order(
        BUFFERS + "add.u32 r1, r9, r9\nadd.u32 r1, r1, r1\nld.global r2, [r1 + a]\nld.global r3, [r8 + b]\n"
        "add.u32 r2, r2, r3\nst.local [0], r2\nret"
    )
    assert found["ld r3, [r8 + b]"] < found["ld r2, [r1 + a]"]


STORE_AND_LOAD = """
    shl.b32 r8, thread_id, 2
    add.u32 r1, r9, r9
    add.u32 r1, r1, r1
    st.global [{store}], r1
    ld.global r3, [{load}]
    st.local [0], r3
    ret
"""


@pytest.mark.parametrize(
    ("store", "load", "passes", "passes_inside"),
    [
        ("r8 + a", "r8 + a", False, False),
        ("r8 + a", "r8 + b", False, True),  # an index beyond `a` may be one of `b`
        ("r8 + a", "r8 + a + 16", True, True),  # four threads store to the first 16 bytes
        ("r8 + a", "r8 + a + 8", False, False),
        ("r8 + a", "r7 + a", False, False),
    ],
)
def test_a_load_passes_a_store_if_they_provably_do_not_meet(
    store: str, load: str, passes: bool, passes_inside: bool
) -> None:
    """The stored value takes two bundles more than the address of the load."""
    source = BUFFERS + "mov.b32 r7, global_id\n" + STORE_AND_LOAD.format(store=store, load=load)
    for options, expected in (({}, passes), ({"assume_in_bounds": True}, passes_inside)):
        found = order(source, **options)
        (stored,) = (number for name, number in found.items() if name.startswith("st [r"))
        (loaded,) = (number for name, number in found.items() if name.startswith("ld r3"))
        assert (loaded <= stored) == expected, (store, load, options)


def test_an_address_in_a_register_is_still_of_its_buffer() -> None:
    source = BUFFERS + STORE_AND_LOAD.format(store="r8 + a", load="r6").replace(
        "    add.u32 r1, r9, r9", "    add.u32 r6, r8, a + 32\n    add.u32 r1, r9, r9"
    )
    found = order(source)
    assert found["ld r3, [r6]"] <= next(number for name, number in found.items() if name.startswith("st [r"))


def test_nothing_passes_an_atomic_except_what_is_never_stored() -> None:
    source = (
        BUFFERS + "add.u32 r1, r9, r9\nadd.u32 r1, r1, r1\natom.add.u32 r2, [r8 + a], r1\nld.local r3, [thread_id]\n"
        "ld.global r4, [r8 + b]\nst.local [thread_id], r2\nst.global [r7], r3\nst.global [r7 + 4], r4\nret"
    )
    found = order(source)
    atomic = next(number for name, number in found.items() if name.startswith("atom"))
    assert all(number > atomic for name, number in found.items() if not name.startswith("atom"))


def test_registers_of_doubles_keep_their_places_and_their_order() -> None:
    source = BUFFERS + (
        "mov.b32 r2, 0\nmov.b32 r3, 1072693248\nadd.f64 r4, r2, r2\nmov.b32 r3, 1073741824\nmul.f64 r6, r4, r2\n"
        "st.global.b64 [r8 + a], r6\nret"
    )
    lines = text(source, ("memory+lds", "alu+control", "dpu"), keep_registers=True)
    place = {
        name: number
        for number, line in enumerate(lines)
        for name in ("add.f64", "mul.f64", "st.global")
        if name in line
    }
    again = next(number for number, line in enumerate(lines) if "mov.b32 r3" in line and number >= place["add.f64"])
    assert place["add.f64"] <= again < place["mul.f64"] < place["st.global"]
    assert any("add.f64 r4, r2, r2" in line for line in lines)


MASKED = """
    mov.b32 r5, 7
    push_mask end
    mask_nz r1
    mov.b32 r5, 8
    add.u32 r6, r5, 1
    pop_mask
end:
    st.local [thread_id], r5
    ret
"""


def test_nothing_moves_over_a_change_of_the_mask() -> None:
    """What comes before one may share its bundle. Both moves keep their register: some lanes skip the second."""
    assert text(MASKED, FIVE) == [
        "{ mov.b32 r5, 7 | push_mask end }",
        "mask_nz r1",
        "mov.b32 r5, 8",
        "{ add.u32 r6, r5, 1 | pop_mask }",
        "{ st.local [thread_id], r5 | ret }",
    ]


def test_lanes_that_may_part_keep_their_loads_in_their_blocks() -> None:
    source = """
    .threads 8
    .local t u32[8]
    .local u u32[8]
        and.b32 r1, thread_id, 1 -> odd if nz
        st.local [thread_id + t], r1
        jmp on
    odd:
        ld.local r2, [thread_id + t]
        ld.local r3, [thread_id + u]
        mul.f32 r2, r2, r3
        mul.f32 r2, r2, r2
        mul.f32 r2, r2, r2
        st.local [thread_id + t], r2
    on:
        ret
    """
    together = pack(isa.assemble(source), 3)
    apart = pack(isa.assemble(source), 3, may_part=True)
    moved = [{arrival.scalar for block in packed.blocks for arrival in block.arrived} for packed in (together, apart)]
    assert 3 in moved[0]  # the load of `t`, to which the others store
    assert moved[1] == {4}  # of `u`, to which nothing is stored
    assert together.program.assumes is not None
    assert apart.program.assumes is not None
    assert (together.program.assumes.stay_together, apart.program.assumes.stay_together) == (True, False)


def test_arithmetic_is_gathered_where_several_slots_take_it() -> None:
    """Six loads take six bundles of one slot; the arithmetic is in as few of them as its dependences allow."""
    source = ".threads 4\n.local t f32[64]\n" + "".join(
        f"ld.local r{2 * k + 1}, [thread_id + {4 * k}]\nadd.f32 r{2 * k + 2}, r{2 * k + 1}, 1.0\n" for k in range(6)
    )
    source += "".join(f"st.local [thread_id + {4 * k + 32}], r{2 * k + 2}\n" for k in range(6)) + "ret"
    several, alone = ("lds", "alu+fpu", "alu+fpu+control"), ("lds", "fpu", "alu+control")
    lines = {slots: text(source, slots) for slots in (several, alone)}
    assert len(lines[several]) == len(lines[alone]) == 12
    with_arithmetic = {slots: sum("add.f32" in line for line in lines[slots]) for slots in lines}
    assert with_arithmetic == {several: 3, alone: 6}


def test_the_turns_of_a_loop_gather_arithmetic_too() -> None:
    source = """
    .threads 4
    .local t f32[256]
        mov.b32   r1, 32
    turn:
        ld.local  r2, [r1 + t]
        ld.local  r3, [r1 + t + 64]
        mul.f32   r2, r2, r3
        add.f32   r4, r4, r2
        ld.local  r5, [r1 + t + 128]
        ld.local  r6, [r1 + t + 192]
        mul.f32   r5, r5, r6
        add.f32   r7, r7, r5
        sub.u32   r1, r1, 1 -> turn if nz
        add.f32   r4, r4, r7
        st.local  [thread_id + t], r4
        ret
    """
    packed = pack(isa.assemble(source), ("lds", "alu+fpu", "alu+fpu", "alu+fpu+control"), unroll=False)
    (kernel,) = (block for block in packed.blocks if block.kind == "kernel")
    assert kernel.bundles == 4  # of the four loads
    instructions = packed.program.instructions
    bundles = [
        [instructions[address] for address in bundle]
        for bundle in bundle_ranges(instructions)
        if kernel.first <= bundle.start < kernel.first + kernel.operations
    ]
    assert sum(any(entry is not None and entry.spec.unit == "fpu" for entry in bundle) for bundle in bundles) <= 2
