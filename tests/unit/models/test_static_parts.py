"""Static analysis of parts of words, atomics on local memory and private memory: against runs, and what is refused."""

from __future__ import annotations

import random

import numpy as np
import pytest

import simt
from simt.machine.rules import COALESCERS
from simt.models.static import StaticError, analyse
from tests.examples import examples
from tests.unit.models.test_static_devices import assert_measured

HEAD = """
.threads 48
.local t u32[64]
.private p u32[6]
.buffer x, u8, 1024
"""
# What is accessed: bytes of it, the size of one access, what stands behind the address, the name, a source or a result.
ACCESSES = {
    "local": (256, ("ld.local.u8", "ld.local.s16", "st.local.b8", "st.local.b16")),
    "atomic": (64, ("atom.local.add.u32", "atom.local.max.s32", "atom.local.xor.b32", "atom.local.cas.b32")),
    "global": (1024, ("ld.global.u8", "ld.global.s8", "ld.global.u16", "st.global.b8", "st.global.b16")),
    "private": (24, ("ld.private", "ld.private.u8", "ld.private.s16", "st.private", "st.private.b8", "st.private.b16")),
}


def size_of(name: str) -> int:
    return (
        {"8": 1, "6": 2}.get(name[-1], 4)
        if name.startswith(("ld", "st")) and name[-2:] in ("u8", "s8", "b8", "16")
        else 4
    )


def kernel(rng: random.Random) -> str:
    """Accesses whose addresses are any function of the lane, under masks too."""
    lines = []
    for number in range(rng.randint(3, 7)):
        space = rng.choice(list(ACCESSES))
        end, names = ACCESSES[space]
        name = rng.choice(names)
        size = 1 if space == "atomic" else size_of(name)
        base = {"global": " + x"}.get(space, "")
        steps = rng.choice((0, size, 2 * size, 3 * size, 4, 5 * size, 12, 64))
        lines += [
            f"mul.u32 r1, thread_id, {steps}", f"add.u32 r1, r1, {size * rng.randrange(5)}",
            f"xor.b32 r1, r1, {size * rng.randrange(4)}",
            f"and.b32 r1, r1, {(8 if space == 'private' else end) // size * size - size}",
        ]  # fmt: skip
        if is_masked := rng.random() < 0.4:
            lines.append(f"lt.u32 r2, thread_id, {rng.randrange(1, 48)} -> over{number} if nc")
        store = f"{name} [r1{base}], r4" if name.startswith("st") else ""
        atomic = f"{name} r3, [r1{base}], r4" if name.startswith("atom") else ""
        lines.append(store or atomic or f"{name} r3, [r1{base}]")
        lines += [f"over{number}:"] if is_masked else []
    return "\n".join([HEAD, "mov.b32 r4, 3", "mov.b32 r5, 5", *lines, "ret", ""])


@pytest.mark.parametrize("place", ["local", "global"])
@pytest.mark.parametrize("rule", COALESCERS)
def test_what_a_run_counts(rule: str, place: str) -> None:
    """On every rule of coalescing, and wherever private memory lies; its parts are whole segments here."""
    keys = {
        "memory.coalescing": rule,
        "private.place": place,
        "branch.policy": "ipdom_stack",
        "local.banks": 8,
        "cores": 1,
    }
    machine = simt.Machine.load("gtx280", keys)
    for seed in range(examples(4)):
        program = simt.assemble(kernel(random.Random(f"{rule} {place} {seed}")))
        counts = analyse(program, machine, global_size=96, local_size=48)
        assert_measured(
            counts, simt.run(program, machine, inputs={"x": np.zeros(1024, np.uint8)}, global_size=96, local_size=48)
        )


def test_private_memory_that_begins_between_segments_needs_its_transactions() -> None:
    machine = simt.Machine.load("gtx280", {"warp_size": 16, "private.place": "global"})
    program = simt.assemble(
        ".threads 16\n.private p u32[1]\nat: st.private [0 + p], r0\nret\n".replace("0 + p", "r1 + p")
    )
    with pytest.raises(StaticError, match=r"where in a segment[\s\S]*--transactions at=N"):
        analyse(program, machine)
    assert analyse(program, machine, transactions={"at": 1}).transactions[0] == 1


@pytest.mark.parametrize(
    ("access", "message"),
    [
        ("ld.local.u16 r2, [r1]", r"accesses byte \d+, which is not a multiple of its 2 bytes"),
        ("st.local.b8 [r1 + 1000000], r2", r"accesses word 2500\d\d"),
        (
            "ld.private.u8 r2, [r1 + 23]",
            r"accesses byte \d+ of its private memory of 24 bytes",
        ),
        ("ld.private r2, [r1]", r"accesses byte \d+, which is not a multiple of its 4 bytes"),
        ("atom.local.add.u32 r2, [r1 + 1000000], r3", r"accesses word 10000\d\d"),
        ("ld.global.u16 r2, [r1 + x]", "not a multiple of its 2 bytes"),
    ],
)
def test_traps_are_foreseen(access: str, message: str) -> None:
    program = simt.assemble(f"{HEAD}mov.b32 r1, thread_id\n{access}\nret\n")
    with pytest.raises(StaticError, match=f"E0843[\\s\\S]*{message}"):
        analyse(program, "gtx280", inputs={"x": np.zeros(1024, np.uint8)})


def test_what_atomics_and_parts_change_is_not_known() -> None:
    """Contents that were given are forgotten where one of them may write."""
    for write in ("st.local.b8 [r1 + 0], r2", "atom.local.add.u32 r3, [r1 + t], r2"):
        text = f"{HEAD}mov.b32 r1, 0\n{write}\nld.local r2, [r1 + t]\nld.local r3, [r2 + t]\nret\n"
        with pytest.raises(StaticError, match="E0841"):
            analyse(simt.assemble(text), "gtx280", tables={"t": np.zeros(64, np.uint32), "x": np.zeros(1024, np.uint8)})


@pytest.mark.parametrize("load", ["ld.global.u8", "ld.global.s8", "ld.global.u16", "ld.global.s16"])
@pytest.mark.parametrize("factor", [1, 3])
def test_parts_of_given_contents_are_known(load: str, factor: int) -> None:
    """Bytes and halves of words, of buffers and of local arrays, decide where lanes store."""
    size = size_of(load)
    text = (
        ".threads 64\n.buffer x, u8, 1024\n.local table u32[64]\n.local t u32[64]\n"
        f"mul.u32 r1, thread_id, {size * factor}\n{load} r2, [r1 + x]\nshr.u32 r2, r2, 1\nand.b32 r2, r2, 63\n"
        f"st.local [r2 + t], r1\n{load.replace('global', 'local')} r3, [r1]\nand.b32 r3, r3, 63\n"
        "ld.local r4, [r3 + t]\nret\n"
    )
    program, rng = simt.assemble(text), np.random.default_rng(factor)
    given = {"x": rng.integers(0, 256, 1024, np.uint8), "table": rng.integers(0, 1 << 32, 64, np.uint32)}
    machine = simt.Machine.load("gtx280", {"cores": 1})
    if size * factor * 64 <= 256:  # else words that nobody gave are read too
        assert_measured(analyse(program, machine, tables=given), simt.run(program, machine, inputs=given))
    else:
        with pytest.raises(StaticError, match="E0841"):
            analyse(program, machine, tables=given)
