"""Section 28, lanes that read one another, on every kind of engine against numpy."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import numpy as np
import pytest

import isa
import simt
from isa.table.table import INSTRUCTIONS
from simt.machine import Machine
from tests.examples import examples

NAMES = [spec.name for spec in INSTRUCTIONS.values() if spec.across]
OPTIONS = {f"options.{name}": True for name in ("shuffle", "vote", "ballot", "reduce")}
PARTS = ("one", "other", "all")  # of the program: a side of a branch, the other one, and where lanes meet again
EDGE_WORDS = (
    0,
    1,
    2,
    31,
    32,
    0x7F80_0000,
    0xFF80_0000,
    0x7FC0_0001,
    0xFF80_0001,
    0x8000_0000,
    0x7FFF_FFFF,
    0xFFFF_FFFF,
)
NAN = 0x7FC0_0000

# The lanes from which a shuffle reads, with lanes and words as numbers of any size.
SOURCES: dict[str, Callable[[int, int], int]] = {
    "shuffle.b32": lambda lane, b: b,
    "shuffle_up.b32": lambda lane, b: lane - b,
    "shuffle_down.b32": lambda lane, b: lane + b,
    "shuffle_xor.b32": lambda lane, b: lane ^ b,
}
INTEGERS: dict[str, tuple[type, Callable[[Any, Any], Any]]] = {
    "add.u32": (np.uint32, np.add),
    "min.u32": (np.uint32, min),
    "max.u32": (np.uint32, max),
    "min.s32": (np.int32, min),
    "max.s32": (np.int32, max),
    "and.b32": (np.uint32, np.bitwise_and),
    "or.b32": (np.uint32, np.bitwise_or),
    "xor.b32": (np.uint32, np.bitwise_xor),
}


def of_floats(operation: str, words: np.ndarray, active: list[int], lanes: int) -> int:
    """The reduction of floats. words: uint32 [lanes]."""
    if operation == "add":
        numbers = np.full(1 << (lanes - 1).bit_length(), -0.0, np.float32)
        numbers[active] = words[active].view(np.float32)
        while len(numbers) > 1:
            numbers = numbers[0::2] + numbers[1::2]
        return int(numbers.view(np.uint32)[0])
    numbers = words[active].view(np.float32)
    numbers = numbers[~np.isnan(numbers)]
    if not len(numbers):
        return NAN
    best = numbers.min() if operation == "min" else numbers.max()
    if best == 0:  # -0 is the smaller zero
        signs = np.signbit(numbers[numbers == 0])
        best = np.float32(-0.0 if (signs.any() if operation == "min" else signs.all()) else 0.0)
    return int(best.view(np.uint32))


def of_all(name: str, a: np.ndarray, active: list[int], lanes: int) -> int:
    """The word that a vote, a ballot of all words or a reduction gives."""
    family, _, rest = name.partition("_")
    if name == "ballot.b32":
        return sum(1 << lane for lane in active if a[lane])
    if family == "vote":
        return int((any if rest == "any.b32" else all)(a[lane] for lane in active))
    if rest.endswith(".f32"):
        found = of_floats(rest[:3], a, active, lanes)
        return NAN if np.isnan(np.uint32(found).view(np.float32)) else found
    kind, combine = INTEGERS[rest]
    return int(reduce(combine, a[active].view(kind))) & 0xFFFF_FFFF


def expected(name: str, a: np.ndarray, b: np.ndarray, active: list[int]) -> dict[int, int]:
    """What each lane that takes part gets. a, b: uint32, the words of all lanes of the warp."""
    lanes = len(a)
    results = {}
    with np.errstate(all="ignore"):
        common = 0 if name in SOURCES or not active else of_all(name, a, active, lanes)
    for lane in active:
        results[lane] = common
        if name in SOURCES:
            source = SOURCES[name](lane, int(b[lane]))
            results[lane] = int(a[source if source in active else lane])
        elif name == "ballot.b32":
            results[lane] = common >> 32 * int(b[lane]) & 0xFFFF_FFFF if b[lane] < 2 else 0
    return results


def segment(part: str) -> Iterator[str]:
    for number, name in enumerate(NAMES):
        yield f"    {name} r{10 + number}, r2{', r3' if 'b' in INSTRUCTIONS[name].sources else ''}"
    for number in range(len(NAMES)):
        yield f"    st.local [thread_id + {part}{number}], r{10 + number}"


def source(policy: str, threads: int) -> str:
    """A program with all instructions on both sides of a branch, and after it."""
    one, other, together = ("\n".join(segment(part)) for part in PARTS)
    arrays = ["a", "b", "c", *(f"{part}{number}" for part in PARTS for number in range(len(NAMES)))]
    before = ["mov.b32 r5, r4 -> aside if z", "jmp met\naside:", "met:"]
    if policy == "mask_stack":
        before = ["br_push r4, aside, met", "pop_mask\naside:", "pop_mask\nmet:"]
    elif policy == "explicit_masks":
        before = [
            "vcmp.ne.u32 vcc, r4, 0\n s_and_saveexec.b64 s[8:9], vcc",
            "s_andn2.b64 exec, s[8:9], exec",
            "s_mov.b64 exec, s[8:9]",
        ]
    lines = [f".threads {threads}", *(f".local {name} b32[{threads}]" for name in arrays)]
    lines += [f"    ld.local r{2 + number}, [thread_id + {name}]" for number, name in enumerate("abc")]
    return "\n".join([*lines, before[0], one, before[1], other, before[2], together, "    ret\n"])


def takers(part: str, policy: str, chosen: np.ndarray, running: list[int]) -> list[int]:
    """The lanes of a warp that execute a part. chosen: bool, by lane; those that go to `one`."""
    if part == "all" or not running:
        return running
    if policy == "first_thread":
        return running if chosen[0] == (part == "one") else []
    return [lane for lane in running if chosen[lane] == (part == "one")]


def check(machine: Machine, threads: int, seed: int, engine: str = "cycle") -> None:
    """Compare one run with numpy."""
    rng = random.Random(seed)
    policy, lanes = machine.branch.policy, machine.warp_size
    program = isa.assemble(source(policy, threads))
    if machine.vliw.count > 1:
        program = isa.pack(program, machine.vliw.slots).program
    length = -(-threads // lanes) * lanes
    a = np.array([rng.choice([rng.choice(EDGE_WORDS), rng.getrandbits(32)]) for _ in range(length)], np.uint32)
    if rng.random() < 0.5:
        a = np.array(rng.choices((-1.5, 0.0, -0.0, 3e38, 1e-40, 1e8), k=length), np.float32).view(np.uint32)
    b = np.array([rng.choice([rng.choice(EDGE_WORDS), rng.randrange(lanes)]) for _ in range(length)], np.uint32)
    c = np.array([rng.choice([0, rng.getrandbits(32)]) for _ in range(length)], np.uint32)
    given = {"a": a[:threads], "b": b[:threads], "c": c[:threads]}
    result = simt.run(program, machine, inputs=given, engine=engine)
    for first in range(0, threads, lanes):
        rows = slice(first, first + lanes)
        running = list(range(min(lanes, threads - first)))
        for part in PARTS:
            active = takers(part, policy, c[rows] != 0, running)
            for number, name in enumerate(NAMES):
                wanted = np.zeros(lanes, np.uint32)
                for lane, word in expected(name, a[rows], b[rows], active).items():
                    wanted[lane] = word
                found = result.arrays[f"{part}{number}"][rows].view(np.uint32)
                assert found.tolist() == wanted[: len(found)].tolist(), (name, part, first, active)


def machine_of(lanes: int, **keys: object) -> Machine:
    named = {name.replace("__", "."): value for name, value in keys.items()}
    return Machine.load(
        "fpga4",
        {"warp_size": lanes, "warps": 8, "local.words": 16384 // lanes * lanes, "program.words": 512} | OPTIONS | named,
    )


SCOREBOARD: dict[str, Any] = {"issue__dependences": "scoreboard"}
COLLECTORS: dict[str, Any] = SCOREBOARD | {"register_file__organisation": "collectors", "front_end__stages": 0}
DEVICE: dict[str, Any] = {"cores": 2, "memory__policy": "simple"}
POLICIES = ("first_thread", "mask_stack", "ipdom_stack", "min_pc", "explicit_masks")
FEATURES: dict[str, dict[str, Any]] = {
    "plain": {},
    "beats": {"alu__lanes": 4, "alu__interval": 2},
    "costs": {"costs": ["shuffle*:3:9", "reduce_*:2:5"]},
    "banks": {"register_file__organisation": "three_banks"},
    "scoreboard": SCOREBOARD,
    "collectors": COLLECTORS,
    "device": DEVICE,
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("feature", FEATURES)
def test_cycle_by_cycle(feature: str, policy: str) -> None:
    check(machine_of(8, branch__policy=policy, **FEATURES[feature]), 21, 1)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("keys", [{}, DEVICE], ids=["core", "device"])
def test_without_time(keys: dict[str, Any], policy: str) -> None:
    for lanes, threads, seed in ((1, 3, 1), (3, 8, 2), (4, 16, 3), (16, 40, 4), (32, 32, 5), (64, 90, 6)):
        check(machine_of(lanes, branch__policy=policy, **keys), threads, seed, "functional")


@pytest.mark.parametrize("engine", ["cycle", "functional"])
@pytest.mark.parametrize("slots", [2, 3])
def test_in_bundles(slots: int, engine: str) -> None:
    check(machine_of(8, vliw=slots, retire__priority=["lds", "fpu", "alu", "control"]), 21, 7, engine)


@pytest.mark.parametrize("lanes", [1, 2, 5, 33, 64])
def test_any_number_of_lanes(lanes: int) -> None:
    for seed in range(examples(4, 60)):
        check(machine_of(lanes, branch__policy="ipdom_stack"), min(128, 3 * lanes - lanes // 2), seed)


@pytest.mark.parametrize("line", ["reduce_add.f32", "reduce_min.f32", "reduce_max.f32"])
def test_nan_of_a_warp_of_one_lane_is_the_usual_one(line: str) -> None:
    text = f".threads 1\n.local x u32[1]\n mov r1, 0xffc00001\n {line} r1, r1\n st.local [x], r1\n ret\n"
    assert simt.run(isa.assemble(text), machine_of(1), engine="functional").arrays["x"].tolist() == [NAN]


@pytest.mark.parametrize("engine", ["cycle", "functional"])
def test_a_destination_may_be_a_source(engine: str) -> None:
    text = ".threads 8\n.local x u32[8]\n.local y u32[8]\n add.u32 r1, lane_id, 10\n xor.b32 r2, lane_id, 7\n"
    text += " shuffle r1, r1, r2\n shuffle r2, r1, r2\n st.local [lane_id + x], r1\n st.local [lane_id + y], r2\n ret\n"
    result = simt.run(isa.assemble(text), machine_of(8), engine=engine)
    assert result.arrays["x"].tolist() == [17 - lane for lane in range(8)]
    assert result.arrays["y"].tolist() == [10 + lane for lane in range(8)]


@pytest.mark.parametrize("policy", ["first_thread", "ipdom_stack", "min_pc"])
def test_a_jump_may_ride_on_the_result(policy: str) -> None:
    """Warp 0 has no lane above 3 in its local numbers, so nobody jumps; in warp 1 all do."""
    text = ".threads 8\n.local x u32[8]\n shr.u32 r1, thread_id, 2\n and.b32 r1, r1, lane_id\n"
    text += " vote_any r2, r1 -> out if nz\n mov.b32 r3, 5\nout: st.local [thread_id + x], r3\n ret\n"
    result = simt.run(isa.assemble(text), machine_of(4, branch__policy=policy))
    assert result.arrays["x"].tolist() == [5] * 4 + [0] * 4


def test_time_is_that_of_an_add() -> None:
    """A chain of dependent shuffles takes as long as one of additions, with beats and with costs of its own."""

    def cycles(line: str, **keys: object) -> int:
        text = ".threads 16\n" + f" {line}\n" * 20 + " ret\n"
        return int(simt.run(isa.assemble(text), machine_of(8, **keys)).cycles)

    for keys in ({}, {"alu__lanes": 2}, SCOREBOARD):
        assert cycles("shuffle r1, r1, lane_id", **keys) == cycles("add.u32 r1, r1, lane_id", **keys)
        assert cycles("reduce_add.u32 r1, r1", **keys) == cycles("not.b32 r1, r1", **keys)
    slow: dict[str, object] = {"costs": ["shuffle*:8:12"]}
    assert cycles("shuffle r1, r1, lane_id", **slow) > cycles("add.u32 r1, r1, lane_id", **slow)
