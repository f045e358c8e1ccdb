"""Conflicts and transactions of parts of words, atomics and private memory (docs/processor.md, section 23), counted
again from the addresses, lane by lane.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import simt
from simt.machine import Machine
from simt.machine.rules import COALESCERS
from tests.examples import examples

LANES = 32
WORDS = 64  # of the memory that is accessed
PARTS = {"u8": 1, "s8": 1, "u16": 2, "s16": 2, "b8": 1, "b16": 2}


def machine(**keys: Any) -> Machine:
    own = {"warp_size": LANES, "warps": 2, "registers": 16, "local.words": 6 * 512, "local.banks": 16, "lds.lanes": 16}
    return Machine.load("fpga8", {"vliw.slots": 1, "memory.lanes": LANES, **own, **keys})


def asked(rng: random.Random, threads: int, size: int, most: int) -> list[int]:
    """Byte addresses: in a row, with a stride, few of them, any."""
    count = most // size
    kind = rng.randrange(4)
    if kind == 0:
        first = rng.randrange(count)
        return [(first + t) % count * size for t in range(threads)]
    if kind == 1:
        stride = rng.choice((2, 3, 4, 8, 16, 32))
        return [t * stride % count * size for t in range(threads)]
    few = [rng.randrange(count) for _ in range(3 if kind == 2 else count)]
    return [rng.choice(few) * size for _ in range(threads)]


def degrees(words: list[int], *, is_atomic: bool, beat: int, banks: int) -> int:
    """The sum of k over the beats of a warp that asks for these words."""
    total = 0
    for first in range(0, LANES, beat):
        mine = words[first : first + beat]
        total += max(Counter(word % banks for word in (mine if is_atomic else set(mine))).values(), default=1)
    return total


def warps_of(rows: list[int]) -> list[list[int]]:
    return [rows[first : first + LANES] for first in range(0, len(rows), LANES)]


LOCAL = [f"ld.local.{part}" for part in ("u8", "s16")] + ["st.local.b8", "st.local.b16", "atom.local.add.u32"]


@pytest.mark.parametrize("seed", range(examples(60, 30)))
@pytest.mark.parametrize("name", [*LOCAL, "ld.private", "st.private.b8"])
def test_conflicts(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    threads, size = rng.choice((1, 7, 32, 45, 64)), PARTS.get(name.rpartition(".")[2], 4)
    banks, beat = rng.choice((8, 16)), rng.choice((8, 16, 32))
    addresses = asked(rng, threads, size, 4 * (8 if "private" in name else WORDS))
    given = [address // 4 if "atom" in name else address for address in addresses]
    access = f"{name} r2, [r1]" if name.startswith("ld") else f"{name} [r1], r3"
    access = f"{name} r2, [r1], r3" if "atom" in name else access
    text = f".threads {threads}\n.local x u32[{WORDS}]\n.local at u32[{threads}]\n.private p u32[8]\n"
    text += f"ld.local r1, [thread_id + at]\nadd.u32 r3, thread_id, 1\nbar\n{access}\nret\n"
    x = [rng.getrandbits(32) for _ in range(WORDS)]
    one = machine(**{"local.banks": banks, "lds.lanes": beat})
    result = simt.run(simt.assemble(text), one, inputs={"x": np.array(x, np.uint32), "at": np.array(given, np.uint32)})
    assert result.stop is None
    if "private" in name:
        base = -(-(WORDS + threads) // banks) * banks
        words = [base + (t // LANES * 8 + a // 4) * LANES + t % LANES for t, a in enumerate(addresses)]
    else:
        words = [address // 4 for address in addresses]
    each = [degrees(mine, is_atomic="atom" in name, beat=beat, banks=banks) for mine in warps_of(words)]
    assert result.passes[3] == sum(each)
    if name == "atom.local.add.u32":
        assert result.local["x"].tolist() == [
            (word + sum(t + 1 for t, a in enumerate(addresses) if a // 4 == k)) % 2**32 for k, word in enumerate(x)
        ]
    elif name.startswith("st.local"):
        left = np.array(x, np.uint32).view(np.uint8)
        for t, address in enumerate(addresses):
            left[address : address + size] = [(t + 1) >> 8 * k & 255 for k in range(size)]
        assert result.local["x"].tolist() == left.view(np.uint32).tolist()
    elif name.startswith("ld.local"):
        kind = {"u8": np.uint8, "s16": np.int16}[name.rpartition(".")[2]]
        values = np.array(x, np.uint32).view(kind).astype(np.int64)[[a // size for a in addresses]]
        got = result.registers[:, 2].reshape(-1)[:threads]
        assert got.tolist() == (values % 2**32).tolist()


def transactions(rule: str, lanes: dict[int, int], size: int, is_load: bool) -> list[int]:
    """The bytes of each transaction of a warp. lanes: the byte address of each active lane."""
    if rule in ("segments", "sectors"):
        segment = 128 if rule == "segments" else 32
        return [segment] * len({address // segment for address in lanes.values()})
    found = []
    seen = set()  # first bytes and sizes
    for first in range(0, LANES, 16):
        half = {lane: address for lane, address in lanes.items() if first <= lane < first + 16}
        if rule == "half_warp_strict":
            wide = 4
            origins = {address - (lane - first) * wide for lane, address in half.items()}
            is_orderly = size == 4 and len(origins) == 1 and min(origins) % 64 == 0
            found += [64] if is_orderly else [32] * len(half)
            continue
        begin = {1: 32, 2: 64, 4: 128}[size]
        while half:
            segment = begin
            low = half[min(half)] // segment * segment
            served = {lane: a for lane, a in half.items() if low <= a < low + segment}
            while segment > 32:
                halves = {a // (segment // 2) for a in served.values()}
                if len(halves) > 1:
                    break
                segment //= 2
            place = (min(served.values()) // segment, segment)
            if rule != "half_warp_joined" or not is_load or place not in seen:
                found.append(segment)
            seen.add(place)
            half = {lane: a for lane, a in half.items() if lane not in served}
    return found


GLOBAL = [
    "ld.global.s8",
    "ld.global.u16",
    "st.global.b8",
    "st.global.b16",
    "atom.min.s32",
    "ld.private",
    "ld.private.u8",
]


@pytest.mark.parametrize("seed", range(examples(30, 30)))
@pytest.mark.parametrize("rule", COALESCERS)
@pytest.mark.parametrize("name", GLOBAL)
def test_transactions(name: str, rule: str, seed: int) -> None:
    rng = random.Random(f"{name} {rule} {seed}")
    threads, size = rng.choice((1, 7, 32, 45, 64)), PARTS.get(name.rpartition(".")[2], 4)
    is_private, is_load = "private" in name, name.startswith("ld")
    addresses = asked(rng, threads, size, 4 * (8 if is_private else 8 * WORDS))
    access = f"{name} r2, [r1]" if is_private else f"{name} r2, [r1 + x]"
    access = f"{name} [r1 + x], r3" if name.startswith("st") else access
    access = f"{name} r2, [r1 + x], r3" if "atom" in name else access
    text = f".threads {threads}\n.buffer at, u32\n.buffer x, u32\n.private p u32[8]\nshl.b32 r1, thread_id, 2\n"
    text += f"ld.global r1, [r1 + at]\nsub.u32 r3, thread_id, 9\n{access}\nret\n"
    x = np.array([rng.getrandbits(32) for _ in range(8 * WORDS)], np.uint32)
    keys = {"memory.policy": "simple", "memory.coalescing": rule}
    result = simt.run(simt.assemble(text), machine(**keys), inputs={"x": x, "at": np.array(addresses, np.uint32)})
    assert result.stop is None
    expected: list[int] = []
    for w, mine in enumerate(warps_of(addresses)):
        lanes = dict(enumerate(mine))
        if "atom" in name:
            expected += [32] * len(lanes)
        elif is_private:
            words = {lane: (w * 8 + address // 4) * LANES + lane for lane, address in lanes.items()}
            expected += transactions(rule, {lane: 4 * word for lane, word in words.items()}, 4, is_load)
        else:
            begin = 4096 * (1 + -(-(4 * threads + 256) // 4096))
            expected += transactions(rule, {lane: begin + address for lane, address in lanes.items()}, size, is_load)
    assert result.traffic.transactions[3] == len(expected)
    assert result.traffic.moved[3] == sum(expected)
    left = x.view(np.uint8).copy()
    if name.startswith("st"):
        for t, address in enumerate(addresses):
            left[address : address + size] = [(t - 9) >> 8 * k & 255 for k in range(size)]
    elif "atom" in name:
        words32 = left.view(np.int32)
        for t, address in enumerate(addresses):
            words32[address // 4] = min(int(words32[address // 4]), t - 9)
    assert result.buffers["x"].tolist() == left.view(np.uint32).tolist()
