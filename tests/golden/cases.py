"""The runs and commands whose outcome is pinned: every shipped kernel on its machines, stops, windows, generated cases.

`RUNS` and `COMMANDS` are the cases by group and name. A name says what is run; it is the key in `digests.json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from simt.machine.rules import SCHEDULERS
from tests.paths import ROOT
from tests.shipped import OF_DEVICES, PLAIN

DIVERGENT = tuple(sorted(path.stem for path in (ROOT / "programs" / "divergent").glob("*.s")))
ORDERS = ("true_first", "false_first", "smaller_first")
GPUS = ("gtx280", "gtx280_core", "hd5870", "hd5870_core")
Keys = dict[str, Any]


@dataclass(frozen=True)
class Run:
    """A program on a machine: a shipped kernel with its oracle's inputs, a text, or a generated case.

    slots: scalar kernels are packed into bundles of so many. core: look at this core of a device alone. seed: of the
    generated case, `kind` says of which generator.
    """

    kernel: str = ""
    machine: str = "fpga4"
    keys: Keys = field(default_factory=dict)
    defines: dict[str, int] = field(default_factory=dict)
    text: str = ""
    slots: int = 1
    options: Keys = field(
        default_factory=dict
    )  # of the run: threads, global_size, local_size, engine, record, max_cycles
    core: int | None = None
    kind: str = ""
    seed: int = 0


# --- Machines ---------------------------------------------------------------------------------------------------------

PLAIN_MACHINES: dict[str, tuple[str, Keys]] = {
    "fpga4": ("fpga4", {}),
    "fpga4, 8 banks": ("fpga4", {"local.banks": 8}),
    "fpga8": ("fpga8", {}),
    "fpga16": ("fpga16", {}),
    "wide": ("fpga4", {"issue_width": 2, "retire.ports": 2, "alu.count": 2, "fpu.count": 2, "front_end.stages": 0}),
}
FEW_MACHINES: dict[str, Keys] = {
    **{f"scheduler {name}": {"scheduler.policy": name} for name in SCHEDULERS},
    **{f"front end {n}": {"front_end.stages": n} for n in (0, 1, 5)},
    **{f"issue width {n}": {"issue_width": n} for n in (2, 4)},
    **{f"retire ports {n}": {"retire.ports": n} for n in (2, 3)},
    **{f"two of {unit}": {f"{unit}.count": 2, "issue_width": 2} for unit in ("alu", "fpu")},
    "retire stages 0": {"retire.stages": 0},
    "retire priority": {"retire.priority": ["alu", "fpu", "lds", "control"]},
    "half lanes": {"warp_size": 8, "alu.lanes": 4, "fpu.lanes": 2, "lds.lanes": 4},
    "intervals": {"alu.interval": 2, "fpu.interval": 3, "lds.interval": 2},
    "own control": {"control.route": "own"},
    "active warps": {"scheduler.policy": "two_level", "scheduler.active_warps": 4},
    "short fpu": {"fpu.latency": 4, "alu.latency": 1, "lds.latency": 1},
}
REGISTER_FILES: dict[str, Keys] = {
    f"{organisation}{', 8 banks' if banks == 8 else ''}": {
        "register_file.organisation": organisation,
        "local.banks": banks,
    }
    for organisation, banks in product(("multiport", "three_banks", "eight_banks"), (4, 8))
}
SMALL: Keys = {  # a device that is small in everything: places, queues, warps
    "memory.policy": "simple", "cores": 3, "warp_size": 8, "warps": 32, "branch.policy": "ipdom_stack",
    "memory.lanes": 4, "memory.queue": 3, "dpu.count": 1,
}  # fmt: skip
LESS: dict[str, dict[str, int]] = {"mm_global": {"n": 16}, "mm_global_rows": {"n": 16}, "mm_local": {"n": 32}}
LESS["horner_f64"] = {"n": 256, "degree": 4, "fused": 0}

# --- Texts ------------------------------------------------------------------------------------------------------------

TROUBLES = {
    "program_counter": ".threads 8\n mov r1, thread_id\n",
    "local_address": ".threads 8\n.local x u32[8]\n mov r1, thread_id\n st.local [r1 + 100000], r1\n ret\n",
    "deadlock": ".threads 8\n mov r1, warp_id -> skip if nz\n bar\nskip: ret\n",
    "cycle_limit": ".threads 8\nagain: add.u32 r1, r1, 1\n jmp again\n",
    "disagreement": ".threads 8\n mov r1, lane_id -> skip if nz\n mov r2, 1\nskip: ret\n",
}
MASK_TROUBLES = {
    "stack_underflow": ".threads 8\n pop_mask\n ret\n",
    "divergent_barrier": ".threads 8\n mov r1, lane_id\n push_mask on\n mask_nz r1\n bar\n pop_mask\non: ret\n",
    "stack_overflow": ".threads 8\nagain: push_mask again\n jmp again\n",
}
BUNDLES = {
    "three slots": """.vliw 3
.threads 8
.local x u32[16]
 mov r1, thread_id
 { st.local [r1 + x], r1 | add.u32 r2, r1, 7 | add.f32 r3, r1, r1 }
 { ld.local r4, [r1 + x] | mov.b32 r5, r2 | mul.f32 r6, r3, r3 }
 { st.local [r1 + x], r6 | add.u32 r7, r5, r4 }
 bar
 { ld.local r1, [0] | mov r2, 1 | add.f32 r3, r0, r0 }
 mov r4, 1
 ret
""",
    "a jump": """.vliw 3
.threads 8
 mov r0, warp_id -> other if nz
 { ld.local r1, [0] | mov r2, 1 }
 ret
other: jmp end
end: ret
""",
}
UNITS = """.threads 32
.local x f32[64]
.local y f32[64]
 mov r1, thread_id
 cvt.f32.u32 r2, r1
 add.f32 r2, r2, 1.0
 rcp.f32 r3, r2
 sqrt.f32 r4, r3
 rsqrt.f32 r5, r4
 st.local [r1 + x], r5
 cvt.f64.f32 r6, r5
 cvt.f64.f32 r8, r3
 add.f64 r10, r6, r8
 mul.f64 r12, r10, r8
 cvt.f32.f64 r14, r12
 st.local [r1 + y], r14
 ret
"""


# --- Runs -------------------------------------------------------------------------------------------------------------


def _plain() -> Iterator[tuple[str, Run]]:
    for name, (label, (preset, keys)) in product(PLAIN, PLAIN_MACHINES.items()):
        yield f"{name} on {label}", Run(name, preset, keys)


def _settings() -> Iterator[tuple[str, Run]]:
    for name, (label, keys) in product(("fft128", "bitonic_sort"), FEW_MACHINES.items()):
        yield f"{name} with {label}", Run(name, "fpga4", keys)
    for n, threads in ((128, 64), (256, 64), (512, 64)):
        yield f"fft n={n}", Run("fft", defines={"n": n}, options={"threads": threads})
    for threads in (1, 3, 30):
        yield f"elementwise_mul of {threads} threads", Run("elementwise_mul", options={"threads": threads})
    yield "fft128_radix4 sharing", Run("fft128_radix4", defines={"sharing": 1})
    yield "sfu and dpu", Run(text=UNITS, keys={"sfu.count": 1, "dpu.count": 1})
    yield "two sfu", Run(text=UNITS, keys={"sfu.count": 2, "dpu.count": 1, "sfu.lanes": 2, "issue_width": 2})


def _masks() -> Iterator[tuple[str, Run]]:
    policies = [*product(("mask_stack", "ipdom_stack"), ORDERS), ("min_pc", "true_first")]
    for name, (policy, order) in product(DIVERGENT, policies):
        preset, keys = ("article_core", {}) if name == "march" else ("article32", {"warps": 16})
        keys |= {"branch.policy": policy, "branch.order": order}
        yield (
            f"{name} with {policy} {order}",
            Run(f"divergent/{name}", preset, keys, {"masks": int(policy == "mask_stack")}),
        )
    for width in (1, 4):
        keys = {"issue_width": width, "retire.ports": width + 1}
        yield f"march, issue width {width}", Run("divergent/march", "article_core", keys, {"masks": 1})
    yield "crc32 with min_pc", Run("crc32", keys={"branch.policy": "min_pc"})
    for name, filler in product(("example1", "example2", "example3"), (0, 5)):
        yield f"{name} filler {filler}", Run(f"article/{name}", "article32", defines={"filler": filler})
    yield "example3 false_first", Run("article/example3", "article32", {"branch.order": "false_first"}, {"filler": 5})


def _explicit() -> Iterator[tuple[str, Run]]:
    for (preset, prefix, lanes), number, filler in product(
        (("gcn64", "gcn", 64), ("avx512", "avx", 16)), (1, 2, 3), (0, 3)
    ):
        options = {"threads": 2 * lanes}
        yield (
            f"{prefix}{number} filler {filler}",
            Run(f"article/{prefix}{number}", preset, defines={"filler": filler}, options=options),
        )


def _bundles() -> Iterator[tuple[str, Run]]:
    for name, slots in product(PLAIN, (2, 3)):
        yield f"{name} in {slots} slots", Run(name, keys={"vliw.slots": slots}, slots=slots)
    for name, slots in product(("fft128", "fft128_stockham"), (2, 3)):
        keys = {"vliw.slots": slots, "local.banks": 8}
        yield f"{name} in {slots} slots, 8 banks", Run(name, keys=keys, slots=slots)
    yield "fft128 in 3 slots, fpga8", Run("fft128", "fpga8", {"vliw.slots": 3}, slots=3)
    yield "fft128 unpacked on 3 slots", Run("fft128", keys={"vliw.slots": 3})
    for name, text in BUNDLES.items():
        yield name, Run(text=text, keys={"vliw.slots": 3})


def _register_files() -> Iterator[tuple[str, Run]]:
    for name, (label, keys) in product(("fft128", "fft128_stockham", "matmul32", "crc32"), REGISTER_FILES.items()):
        yield f"{name} on {label}", Run(name, keys=keys)
    for slots, (label, keys) in product((2, 3), REGISTER_FILES.items()):
        yield (
            f"fft128_stockham in {slots} slots on {label}",
            Run("fft128_stockham", keys=keys | {"vliw.slots": slots}, slots=slots),
        )
    for organisation, policy in product(("three_banks", "eight_banks"), ("mask_stack", "min_pc")):
        keys = {"register_file.organisation": organisation, "branch.policy": policy, "warps": 16, "front_end.stages": 2}
        yield (
            f"collatz with {policy} on {organisation}",
            Run("divergent/collatz", "article32", keys, {"masks": int(policy == "mask_stack")}),
        )


def _functional() -> Iterator[tuple[str, Run]]:
    options = {"engine": "functional"}
    for name in PLAIN:
        yield name, Run(name, options=options)
    for name in ("fft128", "crc32", "prefix_sum"):
        yield f"{name} in 3 slots", Run(name, keys={"vliw.slots": 3}, slots=3, options=options)
    for name, policy in product(DIVERGENT, ("mask_stack", "ipdom_stack", "min_pc")):
        preset, keys = ("article_core", {}) if name == "march" else ("article32", {"warps": 16})
        defines = {"masks": int(policy == "mask_stack")}
        yield (
            f"{name} with {policy}",
            Run(f"divergent/{name}", preset, keys | {"branch.policy": policy}, defines, options=options),
        )
    yield "gcn2", Run("article/gcn2", "gcn64", options=options | {"threads": 64})
    for name in OF_DEVICES:
        yield f"{name} in groups", Run(name, "fpga4", SMALL, LESS.get(name, {}), options=options)
    yield "cycle_limit", Run(text=TROUBLES["cycle_limit"], options=options | {"max_cycles": 1000})


def _devices() -> Iterator[tuple[str, Run]]:
    for name in OF_DEVICES:
        yield f"{name} on a small one", Run(name, "fpga4", SMALL, LESS.get(name, {}))
    for rule, name in product(
        ("segments", "sectors", "half_warp_relaxed", "half_warp_strict"), ("mm_global", "pps_br")
    ):
        yield f"{name} with {rule}", Run(name, "fpga4", SMALL | {"memory.coalescing": rule}, LESS.get(name, {}))
    for name, keys in product(("mm_local", "pps_conf"), ({"branch.policy": "min_pc"}, {"scheduler.policy": "oldest"})):
        label = ", ".join(map(str, keys.values()))
        yield f"{name} with {label}", Run(name, "fpga4", SMALL | keys, LESS.get(name, {}))
    keys = SMALL | {"interconnect.latency": 9, "memory.latency": 30, "memory.bytes_per_cycle": 3.5, "memory.queue": 1}
    yield "mm_global far away", Run("mm_global", "fpga4", keys, LESS["mm_global"])
    yield (
        "mm_global, issue width 2",
        Run("mm_global", "fpga4", SMALL | {"issue_width": 2, "retire.ports": 2}, LESS["mm_global"]),
    )
    for core in (0, 2):
        yield f"mm_local, core {core}", Run("mm_local", "fpga4", SMALL, LESS["mm_local"], core=core)
    options = {"record": range(100, 300)}
    yield "mm_local, a window", Run("mm_local", "fpga4", SMALL, LESS["mm_local"], options=options)
    yield "mm_local, cycle limit", Run("mm_local", "fpga4", SMALL, LESS["mm_local"], options={"max_cycles": 500})
    text = ".threads 8\n.buffer a, u32, 8\n mov r1, group_id -> wild if nz\n ret\nwild: ld.global r2, [r1 + 64]\n ret\n"
    for core in (None, 0):
        options = {"global_size": 64, "local_size": 8}
        yield f"a wild access, core {core}", Run("", "fpga4", SMALL, text=text, options=options, core=core)


def _devices_without_masks() -> Iterator[tuple[str, Run]]:
    keys = {"memory.policy": "simple", "memory.lanes": 4}
    yield "mm_global, one core of first_thread", Run("mm_global", "fpga4", keys, LESS["mm_global"])
    yield "fft128 on two cores", Run("fft128", "fpga4", {"cores": 2})
    yield (
        "elementwise_mul in four groups",
        Run("elementwise_mul", "fpga4", {"cores": 2}, options={"global_size": 128, "local_size": 32}),
    )
    yield (
        "elementwise_mul in groups of one core",
        Run("elementwise_mul", options={"global_size": 128, "local_size": 32}),
    )


def _gpus() -> Iterator[tuple[str, Run]]:
    for name, preset in product(OF_DEVICES, GPUS):
        yield (
            f"{name} on {preset}",
            Run(name, preset, defines=LESS.get(name, {}) | ({"n": 32} if name.startswith("mm") else {})),
        )


def _stops() -> Iterator[tuple[str, Run]]:
    for name, text in TROUBLES.items():
        yield name, Run(text=text, options={"max_cycles": 300})
    for name, text in TROUBLES.items():
        keys = {"issue_width": 2, "retire.ports": 2}
        yield f"{name}, issue width 2", Run(text=text, keys=keys, options={"max_cycles": 299})
    for name, text in MASK_TROUBLES.items():
        yield name, Run(text=text, keys={"branch.policy": "mask_stack"})
    keys = {"branch.policy": "ipdom_stack", "branch.stack_depth": 3}
    yield "stack_overflow of nested_chain", Run("divergent/nested_chain", "article32", keys)
    yield "fft128, limit", Run("fft128", options={"max_cycles": 1000})
    for window in (range(100), range(500, 900), range(3700, 9000), range(5000, 6000)):
        yield f"fft128, cycles {window.start} to {window.stop}", Run("fft128", options={"record": window})
    yield "fft128, no record", Run("fft128", options={"record": False})


def _generated() -> Iterator[tuple[str, Run]]:
    for seed in range(60):
        yield f"seed {seed}", Run(kind="plain", seed=seed)


def _generated_devices() -> Iterator[tuple[str, Run]]:
    for seed in range(20):
        yield f"seed {seed}", Run(kind="device", seed=seed)


RUNS: dict[str, dict[str, Run]] = {
    "plain": dict(_plain()),
    "settings": dict(_settings()),
    "masks": dict(_masks()),
    "explicit masks": dict(_explicit()),
    "stops and windows": dict(_stops()),
    "devices": dict(_devices()),
    "devices without masks": dict(_devices_without_masks()),
    "bundles": dict(_bundles()),
    "register files": dict(_register_files()),
    "functional": dict(_functional()),
    "gpus": dict(_gpus()),
    "generated": dict(_generated()),
    "generated devices": dict(_generated_devices()),
}

# --- Commands ---------------------------------------------------------------------------------------------------------

_LAUNCHES: tuple[tuple[str, ...], ...] = (
    ("fft128",),
    ("fft128_skewed", "--banks", "8", "--vliw", "3"),
    ("bitonic_sort", "--scheduler", "oldest", "--register-file", "eight_banks"),
    ("divergent/collatz", "-m", "article32", "-s", "branch.policy=ipdom_stack"),
    ("article/example1", "-m", "article32", "-D", "filler=5"),
    ("article/gcn2", "-m", "gcn64"),
    ("mm_global", "-m", "gtx280_core", "-D", "n=32"),
    ("pps_br", "-m", "fpga4", "-s", "memory=simple", "--cores", "2", "-s", "branch.policy=ipdom_stack"),
)
_PREDICTIONS: tuple[tuple[str, ...], ...] = (
    ("fft128", "-m", "fpga4"),
    ("analysis", "fft128", "-m", "fpga4"),
    ("mm_global", "-m", "gtx280_core", "-D", "n=32"),
    ("mm_local", "-m", "gtx280", "-D", "n=256", "--global-size", "256x256", "--local-size", "16x16", "--model", "all"),
    ("paper", "mm_local", "--local-size", "16x16"),
    ("paper", "pps_br", "--model", "all"),
    ("figures",),
    ("parameters", "-d", "hd5870"),
)


def _commands() -> Iterator[tuple[str, ...]]:
    for launch in _LAUNCHES:
        yield ("run", *launch)
        yield ("run", *launch, "--json")
        yield ("run", *launch, "--view", "source")
        yield ("run", *launch, "--view", "instructions")
        yield ("trace", *launch)
        yield ("trace", *launch, "--view", "all", "--cycles", "20:90", "--ascii")
        yield ("trace", *launch, "--cycles", ":60", "--json")
    yield ("run", "fft128", "--engine", "functional")
    yield ("run", "fft128", "--max-cycles", "100")
    for prediction in _PREDICTIONS:
        yield ("model", *prediction)
        yield ("model", *prediction, "--json")
    for preset in ("fpga4", "fpga16", "article_core", "gcn64", "gtx280", "hd5870_core"):
        yield ("machine", "show", preset)
    for kernel in ("fft128", "divergent/march", "article/avx3", "mm_local"):
        yield ("asm", kernel)
        yield ("asm", kernel, "--cfg")
    yield ("asm", "fft128", "--vliw", "3")
    yield ("asm", "fft128", "--vliw", "2", "--show-schedule")


COMMANDS: dict[str, tuple[str, ...]] = {" ".join(command): command for command in _commands()}
