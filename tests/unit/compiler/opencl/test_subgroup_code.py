"""What calls of sub-groups become: the instructions, where they stay, and where they are refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from simt.compiler.compile import fitting
from simt.compiler.errors import CompileError
from simt.compiler.request import request_of
from simt.machine import Machine
from tests.unit.compiler.opencl.test_subgroups import LANES, REDUCING, machine, unit

_HEAD = "kernel void k(global int *a, global int *out) { uint i = get_global_id(0); int x = a[i];"


def code(body: str, on: Machine | None = None, group: tuple[int, ...] = (64,)) -> str:
    """The assembly of a kernel whose body may use `x`, `a[i]` and `out[i]`."""
    return fitting(request_of(unit(f"{_HEAD} {body} }}"), "k", on or machine(32, REDUCING), {}, group)).assembly


def across(text: str) -> list[str]:
    """The instructions by which lanes read others, in order."""
    return re.findall(r"\b(?:shuffle|vote|ballot|reduce)\w*\.\w+", text)


@pytest.mark.parametrize(
    ("call", "keys", "instructions"),
    [
        ("sub_group_reduce_add(x)", REDUCING, ["reduce_add.u32"]),
        ("sub_group_reduce_min(x)", REDUCING, ["reduce_min.s32"]),
        ("sub_group_reduce_max((uint)x)", REDUCING, ["reduce_max.u32"]),
        ("sub_group_reduce_add((float)x)", REDUCING, ["reduce_add.f32"]),
        ("sub_group_non_uniform_reduce_xor(x)", REDUCING, ["reduce_xor.b32"]),
        ("sub_group_reduce_add(x)", LANES, ["shuffle_xor.b32"] * 5),
        ("(int)(sub_group_reduce_add((long)x << 20) >> 7)", REDUCING, ["shuffle_xor.b32"] * 10),
        ("sub_group_scan_inclusive_add(x)", LANES, ["shuffle_up.b32"] * 5),
        ("sub_group_scan_exclusive_max(x)", LANES, ["shuffle_up.b32"] * 6),
        ("sub_group_broadcast(x, 3)", LANES, ["shuffle.b32"]),
        ("sub_group_broadcast((int2)(x, i), 3).y", LANES, ["shuffle.b32"]),
        ("sub_group_all(x)", LANES, ["vote_all.b32"]),
        ("sub_group_any(x)", LANES, ["vote_any.b32"]),
        ("sub_group_ballot_bit_count(sub_group_ballot(x))", LANES, ["ballot.b32"]),
        ("sub_group_elect()", LANES, ["ballot.b32"]),
        ("get_max_sub_group_size() + get_sub_group_size() + get_sub_group_id()", {}, []),
    ],
)
def test_what_a_call_becomes(call: str, keys: dict[str, Any], instructions: list[str]) -> None:
    assert across(code(f"out[i] = {call};", machine(32, keys))) == instructions


def test_a_warp_of_64_lanes_has_two_words_of_a_ballot() -> None:
    call = "out[i] = sub_group_ballot_bit_count(sub_group_ballot(x));"
    assert across(code(call, machine(64, LANES))) == ["ballot.b32"] * 2


def test_sizes_are_numbers_if_the_group_is_known() -> None:
    call = "out[i] = get_sub_group_size() + 100 * get_num_sub_groups() + 10000 * get_enqueued_num_sub_groups();"
    assert "20232" in code(call)
    assert "min.u32" in code(call, group=(70,))
    assert "group_size" in code(call, group=())


def test_calls_stay_on_their_sides_and_are_not_merged() -> None:
    body = "int r; if (x > 3) r = sub_group_shuffle_xor(x, 1); else r = sub_group_shuffle_xor(x, 1) + 1;"
    for policy in ("ipdom_stack", "mask_stack", "explicit_masks", "min_pc"):
        text = code(f"{body} out[i] = r + sub_group_shuffle_xor(x, 1);", machine(32, LANES, policy))
        assert across(text) == ["shuffle_xor.b32"] * 3, policy


def test_two_calls_of_one_block_are_two() -> None:
    """`sub_group_barrier` between them may let other lanes come."""
    text = code("out[i] = sub_group_ballot(x).x + (out[i + 1] = sub_group_ballot(x).x);")
    assert across(text) == ["ballot.b32"] * 2


def test_a_vote_parts_no_lanes() -> None:
    body = "int n = x, s = 0; while (sub_group_any(n > 0)) { s += n; n--; } out[i] = s;"
    assert across(code(body, machine(32, LANES, "first_thread"))) == ["vote_any.b32"]
    assert "push_mask" not in code(body, machine(32, LANES, "mask_stack"))


def test_a_call_on_one_side_is_refused_where_the_first_lane_decides() -> None:
    with pytest.raises(CompileError, match="lanes of a warp can part") as refused:
        code("if (x > 3) out[i] = sub_group_shuffle(x, 1);", machine(32, LANES, "first_thread"))
    assert refused.value.code == "E0973"
    assert "take the function of sub-groups in line " in refused.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("call", "keys", "key"),
    [
        ("sub_group_reduce_add(x)", {}, "reduce"),
        ("sub_group_non_uniform_reduce_add(x)", {"options.shuffle": True}, "reduce"),
        ("sub_group_scan_inclusive_add(x)", {"options.reduce": True}, "shuffle"),
        ("sub_group_any(x)", {"options.vote": False, "options.reduce": True}, "vote"),
        ("sub_group_elect()", {"options.reduce": True}, "ballot"),
    ],
)
def test_what_a_machine_lacks_has_its_key(call: str, keys: dict[str, Any], key: str) -> None:
    with pytest.raises(CompileError) as refused:
        code(f"out[i] = {call};", machine(32, keys))
    assert refused.value.code == "E0972"
    assert f"-s options.{key}=true" in str(refused.value)


def test_a_call_before_a_break_stays_in_the_loop() -> None:
    """Else lanes that leave in different turns would meet in it."""
    body = "for (int k = 0; k < x; k++) if (k * 3 > a[i + k]) { s = sub_group_shuffle_xor(k, 1); break; }"
    for end in ("break;", "out[i] = s; return;"):
        text = code(f"int s = 0; {body.replace('break;', end)} out[i] = s;", machine(32, LANES, "min_pc"))
        called = text.index("shuffle_xor")
        heads = re.findall(r"^([\w.]+):", text[:called], re.MULTILINE)
        assert any(f"-> {head} if" in text[called:] for head in heads), text


def test_extensions_are_there_and_may_be_enabled() -> None:
    names = ("cl_khr_subgroups", "cl_khr_subgroup_ballot", "cl_khr_subgroup_shuffle")
    lines = [f"#pragma OPENCL EXTENSION {name} : enable\n#ifndef {name}\n#error {name}\n#endif" for name in names]
    lines.append("#pragma OPENCL EXTENSION cl_khr_nothing : enable")
    (warning,) = unit("\n".join([*lines, f"{_HEAD} out[i] = sub_group_shuffle(x, 1); }}"])).warnings
    assert "cl_khr_nothing" in warning.message


def test_barriers_and_scopes() -> None:
    body = "sub_group_barrier(CLK_LOCAL_MEM_FENCE); sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group);"
    assert " bar" not in code(f"a[i ^ 1] = x + 1; {body} out[i] = a[i];")
    assert code(f"a[i ^ 1] = x + 1; {body} out[i] = a[i];").count("ld.global") == 2
