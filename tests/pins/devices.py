"""Launches on devices whose every cycle was derived by hand from sections 18 and 19 of docs/processor.md, as data.

The machines have warps of four lanes, and nothing but memory takes more than a cycle: no front end, no retire stages, a
latency of 1, a control instruction in the ALU. L = 2 from a core to the arbiter and back, a memory latency of 5,
T(32) = 1024: a sector a cycle; queues that never fill.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simt.machine import Machine
from tests.generators.devices import DeviceCase
from tests.pins.pin import assemble_bundles, check_core, spell_out

FIRST, END = 4096, 8192  # the one buffer, in bytes
BASE = {
    "memory": "simple", "coalescing": "sectors", "memory.queue": 64, "memory.latency": 5,
    "memory.bytes_per_cycle": 32.0, "interconnect.latency": 2, "front_end.stages": 0, "retire.stages": 0,
    "alu.latency": 1, "lds.latency": 1,
}  # fmt: skip


@dataclass(frozen=True)
class DevicePin:
    """One launch: a kernel, its threads, the threads of a work-group, what the machine has other than `BASE`.

    cores: what is expected of each core that is named, in the keys of `Pin.expect`. words: of global memory, by byte
    address. device: attributes of the result; a trap there is (core, kind, warp, lanes, pc, value).
    """

    name: str
    source: str
    threads: int
    group: int
    keys: Mapping[str, Any]
    cores: Mapping[int, Mapping[str, Any]]
    derivation: str
    words: Mapping[int, int] = field(default_factory=dict)
    device: Mapping[str, Any] = field(default_factory=dict)
    max_cycles: int = 5000

    def case(self) -> DeviceCase:
        """The launch, as both engines take it."""
        return DeviceCase(
            machine=Machine.load("fpga4", {**BASE, **self.keys}),
            program=assemble_bundles(self.source, f"{self.name}.s"),
            size=(self.threads, 1),
            local=(self.group, 1),
            buffers=((FIRST, END),),
            words=(0,) * (END // 4),
            local_memory=(),
            max_cycles=self.max_cycles,
        )


def check_device_pin(pin: DevicePin, result: Any) -> None:
    """Assert that the result of a device (the shape of tests.reference.DeviceResult) is what the pin says."""
    expect = {"status": "done", "trap": None, **pin.device}
    trap = expect.pop("trap")
    found = result.trap and (result.trap_core, *(getattr(result.trap, key) for key in _TRAP))
    assert found == trap
    for name, value in expect.items():
        assert getattr(result, name) == value, name
    for number, wanted in pin.cores.items():
        check_core(wanted, result.cores[number])
    for address, word in pin.words.items():
        assert int(result.words[address // 4]) == word, f"byte {address}"


_TRAP = ("kind", "warp", "lanes", "pc", "value")
_STRIDED = f"shl.b32 r0, lane_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n"  # each lane its own sector
_ATOMICS = f"atom.add.u32 r1, [{FIRST}], group_size\nret\n"  # groups of four threads

DEVICE_PINS = [
    DevicePin(
        "queue_of_one", _STRIDED, 4, 4, {"memory.queue": 1},
        {0: {
            "events": {1: (1, 1, 23, 23, 23)},
            "degrees": [1, 4, 1],
            "warp_states": {0: "issued*2 uncoalesced memory_queue*3 uncoalesced memory_queue*3 uncoalesced "
                               "memory_queue*3 dep_global*9 issued"},
        }},
        "The shift is selected in 0, the load enters in 1 and sends from cycle 2 on. Sent in q, at the arbiter in q + "
        "2 and granted then, the place free in q + 4: q = 2, 6, 10, 14. The coalescer finds no room in 3-5, 7-9, "
        "11-13. In 2, 6 and 10 it sends and has another to send. The last is granted in 16, done in 17 - 1 + 5 = 21, "
        "its response there in 23.",
    ),
    DevicePin(
        "front_end_held_by_the_queue", f"ld.global r1, [{FIRST}]\nret\n", 8, 8,
        {"memory.queue": 1, "front_end.stages": 1, "coalescing": "half_warp_strict"},
        {0: {
            "events": {0: (0, 1, 23, 23, 23), 1: (1, 14, 39, 39, 39)},
            "degrees": [4, 4, 1, 1],
            "warp_states": {
                1: "not_selected issued uncoalesced memory_queue*3 uncoalesced memory_queue*3 uncoalesced "
                   "memory_queue*3 dep_global memory_queue*3 uncoalesced memory_queue*3 uncoalesced memory_queue*3 "
                   "uncoalesced memory_queue*3 dep_global*9 issued branch",
            },
            "slot_reasons": spell_out(
                "issued*2 uncoalesced memory_queue*3 uncoalesced memory_queue*3 uncoalesced memory_queue*3 "
                "dep_global*9 issued memory_queue*2 uncoalesced memory_queue*3 dep_global*9 issued drain"
            ),
        }},
        "f = 1: warp 0's load enters in 1, warp 1's is selected in 1 and stays before the coalescer from 2 on. Every "
        "lane asks word 0, so no two in order: a transaction per lane. They go in 2, 6, 10, 14; the coalescer is "
        "free in the dispatch step of 14. The place that was taken in 14 is free in 18: the other's go in 18, 22, "
        "26, 30, the last is granted in 32, done in 33 - 1 + 5 = 37, there in 39. The hold is the queue's in the "
        "cycles in which it had no room, and `uncoalesced` in 2, 6 and 10, in which one goes and another is left; so "
        "is warp 1's own access in 18, 22 and 26.",
    ),
    DevicePin(
        "stream_bound_by_bandwidth", _STRIDED, 8, 8, {"warp": 8, "memory.bytes_per_cycle": 24.0},
        {0: {"events": {1: (1, 1, 21, 21, 21)}}},
        "24 bytes a cycle: T(32) = floor(32768 / 24 + 1/2) = 1365 ticks. A warp of eight, each lane its own sector. "
        "The load enters in 1, sends in 2 to 9, there in 4 to 11. Grants, each as soon as the bus is free before the "
        "end of the cycle (F the bus's end after it): in 4 from 4096 on, F = 5461; in 5 (5461 < 6144) 6826; in 6 (< "
        "7168) 8191; in 7, as 8191 < 8192, 9556; not in 8 (9216), in 9 (< 10240) 10921; in 10 (< 11264) 12286; in "
        "11, as 12286 < 12288, 13651; not in 12 (13312), in 13 (< 14336) 15016. Done in ceil(15016 / 1024) - 1 + 5 = "
        "19, there in 21. That is 4096 + 8 x 1365 = 15016: the bus never waits.",
    ),
    *(
        DevicePin(
            f"bus_that_is_not_free_queue_of_{queue}", _STRIDED, 4, 4,
            {"memory.bytes_per_cycle": 8.0, "memory.queue": queue},
            {0: {"events": {1: (1, 1, 26, 26, 26)}, "warp_states": {0: states}}},
            "8 bytes a cycle: T = 4096 ticks. At the arbiter in 4, 5, 6, 7, granted in 4, 8, 12, 16. The last is on "
            "the bus until the end of 19, done in 20 - 1 + 5 = 24, the response there in 26. With a queue of two a "
            "place is free two cycles after the grants in 4 and 8: sends in 2, 3, 6, 10; the last is there in 12, "
            "granted in 16 all the same. Each send but the last is `uncoalesced`.",
        )
        for queue, states in (
            (64, "issued*2 uncoalesced*3 dep_global*21 issued"),
            (2, "issued*2 uncoalesced*2 memory_queue*2 uncoalesced memory_queue*3 dep_global*16 issued"),
        )
    ),
    DevicePin(
        "several_grants_in_a_cycle", _STRIDED, 8, 4, {"memory.bytes_per_cycle": 64.0, "cores": 2},
        {core: {"events": {1: (1, 1, 14, 14, 14)}} for core in (0, 1)},
        "64 bytes a cycle, T = 512: two cores' sectors go in one cycle, F = 1024 g + 1024 after both. Each core "
        "sends in 2, 3, 4, 5, granted in 4, 5, 6, 7, both done in 8 - 1 + 5 = 12, there in 14.",
    ),
    DevicePin(
        "two_cores_take_turns", _ATOMICS, 8, 4, {"cores": 2, "interconnect.latency": 1},
        {
            0: {"events": {0: (0, 0, 14, 14, 14)}, "registers": {(0, 1): [0, 8, 16, 24]}},
            1: {"events": {0: (0, 0, 15, 15, 15)}, "registers": {(0, 1): [4, 12, 20, 28]}},
        },
        "Each lane's atomic is a transaction. Both cores send in 1, 2, 3, 4; L = 1: there in 2, 3, 4, 5. One grant a "
        "cycle, core 0 first: core 0 in 2, 4, 6, 8, core 1 in 3, 5, 7, 9. So core 0's lanes find 4 x 0, 2, 4, 6. Its "
        "last is done in 9 - 1 + 5 = 13, the response there in 14; core 1's one later.",
        words={FIRST: 4 * 8},
    ),
    DevicePin(
        "core_granted_last_is_last_in_the_ring",
        "eq.u32 r0, group_id, 1 -> now if c\nmov r0, r0\nmov r0, r0\n"
        f"now: atom.add.u32 r1, [{FIRST}], group_size\nret\n",
        12, 4, {"cores": 3},
        {core: {"registers": {(0, 1): [4 * place for place in found]}}
         for core, found in enumerate(((3, 6, 9, 11), (0, 1, 4, 7), (2, 5, 8, 10)))},
        "Three cores, of which core 1 asks alone at first, core 0 and core 2 two cycles later. Core 1's lanes are "
        "there in 4, 5, 6, 7 (L = 2: it jumps in 0, enters in 1, sends from 2 on); the others' in 6 to 9. Grants: "
        "core 1 in 4 and 5; in 6 core 2 comes after core 1: 2, 0, 1, 2, 0, 1, then 2, 0, 2, 0.",
    ),
    DevicePin(
        "posted_store_then_load", f"st.global [{FIRST}], warp_size\nld.global r1, [{FIRST}]\nret\n", 4, 4, {},
        {0: {"events": {0: (0, 0, 2, 2, 2), 1: (2, 2, 12, 12, 12)}, "registers": {(0, 1): [4] * 4}}},
        "The store enters in 0, its transaction goes into the queue in 1; it is complete in 2, and the warp goes on. "
        "The load enters in 2, is sent in 3, there and granted in 5, after the store's grant in 3: it finds the new "
        "word. Done in 6 - 1 + 5 = 10, there in 12.",
    ),
    DevicePin(
        "launch_ends_when_its_stores_are_done", f"st.global [{FIRST}], warp_size\nret\n", 4, 4, {},
        {0: {
            "warp_states": {0: "issued dep_global issued idle*6"},
            "slot_reasons": ["issued", "dep_global", "issued", *["idle"] * 6],
        }},
        "The store is granted in 3 and done in 4 - 1 + 5 = 8. `ret` is selected in 2 and retires in 3: cycles = 9. "
        "From 3 on the core has no group.",
        device={"cycles": 9, "core_cycles": [9]},
    ),
    *(
        DevicePin(
            f"store_of_several_lanes_on_one_word_{rule}",
            f"and.b32 r0, lane_id, 0\nst.global [r0 + {FIRST}], lane_id\nret\n", 4, 4, {"coalescing": rule}, {},
            "The highest lane's value stays; of two transactions the later one's.",
            words={FIRST: 3},
        )
        for rule in ("sectors", "half_warp_strict")
    ),
    *(
        DevicePin(
            f"results_of_memory_leave_one_by_one_warp_{loads}_loads",
            f"mov r0, warp_id -> other if {('nz', 'z')[loads]}\nld.global r1, [{FIRST}]\nret\n"
            f"other: mov r0, r0\nmov r0, r0\nst.global [{FIRST + 4}], warp_size\nret\n",
            8, 8,
            {"interconnect.latency": 1, "memory.latency": 1, "issue_width": 2, "alu.count": 2, "retire.ports": 4},
            {0: {"events": events, "warp_states": {1: states}}},
            "n = 2, L = 1, memory latency 1, p = 4. A warp loads, the other one stores, both complete in 5; warp 0 "
            "is first. Both jump or not in 0. The load enters in 1, is sent in 2, there and granted in 3, done in 4 "
            "- 1 + 1 = 4, its response there in 5. The other warp moves in 1 and 2, its store enters in 3, is sent "
            "in 4, complete in 5. Both are offered in 5; warp 1's is retired in 6, in which cycle it waits for its "
            "port.",
        )
        for loads, events, states in (
            (0, {2: (1, 1, 5, 5, 5), 5: (3, 3, 5, 6, 6)}, "issued*4 dep_global retire_port issued"),
            (1, {3: (1, 1, 5, 6, 6), 5: (3, 3, 5, 5, 5)}, "issued*2 dep_global*3 retire_port issued"),
        )
    ),
    DevicePin(
        "access_without_active_lanes", f"s_mov.b64 exec, 0\nld.global r1, [{FIRST}]\nret\n", 4, 4,
        {"branch": "explicit_masks", "memory.lanes": 2},
        {0: {"events": {1: (1, 1, 4, 4, 4)}, "degrees": [1, 0, 1]}},
        "No transactions: the coalescer is free in the units step of e + beats, the access complete one cycle later. "
        "The mask is emptied in 0, the load enters in 1, with two beats its coalescer is free in 3, and it is "
        "offered in 4.",
    ),
    DevicePin(
        "group_starts_after_an_end", "mov r0, group_id\nret\n", 8, 4,
        {"groups_per_core": 1, "interconnect.latency": 3},
        {0: {"warp_states": {0: "issued*2 idle*6 issued*2"}, "registers": {(0, 0): [1] * 4}}},
        "One place, L = 3. Group 0's `mov` is selected in 0, its `ret` in 1, which retires in u = 2; group 1 starts "
        "in u + 2L = 8, its `ret` in 9 ends the launch in 10.",
        device={"cycles": 10},
    ),
    DevicePin(
        "groups_go_round_the_cores", "mov r0, group_id\nret\n", 24, 4, {"cores": 2, "groups_per_core": 2},
        {0: {"registers": {(0, 0): [4] * 4, (1, 0): [2] * 4}}, 1: {"registers": {(0, 0): [5] * 4, (1, 0): [3] * 4}}},
        "Two cores of two places, six groups: 0 and 2 to core 0, 1 and 3 to core 1, then as places fall empty. Both "
        "cores do the same, so their first places fall empty in one cycle: group 4 is core 0's, 5 core 1's.",
    ),
    DevicePin(
        "local_memory_of_places",
        ".local a u32[5]\nld.local r1, [4]\nadd.u32 r0, group_id, 1\nst.local [4], r0\nret\n",
        16, 4, {"groups_per_core": 2},
        {0: {"local": {4: 3, 12: 4}, "registers": {(0, 1): [0] * 4, (1, 1): [0] * 4}}},
        "Five words on four banks: place 1 begins at word 8. A group's words are 0 at its start, whoever was there: "
        "groups 0 and 1, then 2 and 3.",
    ),
    DevicePin(
        "local_address_outside_of_a_place", ".local a u32[5]\nst.local [8], warp_size\nret\n", 8, 4, {}, {},
        "Word 8 is place 1's first.",
        device={"status": "trap", "trap": (0, "local_address", 0, 15, 0, 8)},
    ),
    DevicePin(
        "local_address_of_the_only_place", ".local a u32[5]\nst.local [8], warp_size\nret\n", 4, 4, {},
        {0: {"local": {8: 4}}},
        "With one place all of local memory is the group's.",
    ),
    DevicePin(
        "barriers_are_of_a_group", "mov r0, group_id -> out if nz\nbar\nbar\nout: ret\n", 16, 8, {},
        {0: {"issues": [4, 2, 2, 4]}},
        "Group 0 comes by two barriers, group 1 by none, and its warps end before.",
    ),
    DevicePin(
        "deadlock_of_a_group", "and.b32 r0, group_id, warp_id -> out if nz\nbar\nout: ret\n", 16, 8, {}, {},
        "Group 1's second warp ends, its first waits: warp 2 of the ring, one warp waits.",
        device={"status": "trap", "trap": (0, "deadlock", 2, 15, 1, 1)},
    ),
    DevicePin(
        "trap_stops_the_device_at_a_multiple_of_the_latency",
        "mov r0, group_id -> bad if nz\nloop: jmp loop\nbad: ld.global r1, [1]\nret\n", 8, 4,
        {"cores": 2, "interconnect.latency": 4}, {},
        "L = 4. Core 1 jumps in 0 and traps in 1: it has done two cycles; core 0 does those before 4.",
        device={"status": "trap", "trap": (1, "global_address", 0, 15, 2, 1), "cycles": 2, "core_cycles": [4, 2]},
    ),
    DevicePin(
        "first_trap_is_reported",
        "mov r0, group_id -> bad if nz\nmov r0, r0\nmov r0, r0\nbad: ld.global r1, [1]\nret\n", 8, 4,
        {"cores": 2, "interconnect.latency": 4}, {},
        "Core 0 traps two cycles after core 1, in the same stretch of 4 cycles.",
        device={"status": "trap", "trap": (1, "global_address", 0, 15, 3, 1), "cycles": 2, "core_cycles": [4, 2]},
    ),
]  # fmt: skip
