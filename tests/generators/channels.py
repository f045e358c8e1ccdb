"""Random channels of DRAM with what asks them: traces of requests, and clients behind an arbiter."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from isa.reporting.diagnostics import SimtError
from simt.machine.channel import DERIVED, Channel, channel_of, grades, load
from simt.memory.clients.description import System, system_of

__all__ = ["CLOCKS", "random_system", "random_traffic"]

CLOCKS = 4000  # of a run of clients
GRADES = (
    "ddr2-400-5e-x8-16", "ddr2-667-3-x16-32", "ddr2-800-25-x16-64", "ddr2-1066-187e-x8-128",
    "ddr4-2400-083e-x16-64",
)  # fmt: skip


def random_traffic(seed: int, count: int) -> tuple[Channel, bytes, int]:
    """A channel, a trace of so many requests, and how many reads may be under way (0: any number).

    Few rows and lines, so that requests meet; bursts and pauses; every grade, width, mapping, queue and latency.
    """
    draw = random.Random(seed)
    grade = draw.choice(sorted(grades()))
    width = draw.choice(grades()[grade]["widths"])
    base = load(f"{grade}-x{width}-{draw.choice([bus for bus in (16, 32, 64, 128) if bus >= width])}").values
    mapping = draw.sample(["ro", "ch", "ra", "ba", "bg", "co"], 6)
    changes = {
        "address_mapping": "".join(mapping), "cmd_queue_size": draw.choice((1, 2, 8)), "banks": draw.choice((1, 2, 8)),
        "trans_queue_size": draw.choice((1, 4, 10, 32)), "rows": draw.choice((1, 4, 8192)),
        "tREFI": draw.choice((max(300, 2 * base["tRFC"]), base["tREFI"])), "tRC": base["tRC"] + draw.choice((0, 9)),
        "AL": draw.choice((0, 0, 1, base["tRCD"] - 1)), "CWL": draw.choice((base["CWL"], base["CL"], 1)),
        "tWTR": draw.choice((0, base["tWTR"], 12)), "tRTP": draw.choice((0, base["tRTP"], 12)),
        "merge": draw.choice((1, 1, 0)),
    }  # fmt: skip
    changes |= random_banks(draw, changes["banks"], base)
    channel = channel_of(given(base) | changes, grade)
    lines = [draw.randrange(channel.bytes) for _ in range(draw.choice((3, 30, 3000)))]
    in_turn, reads, clock, rows = draw.random() < 0.3, draw.random(), 0, []
    for number in range(count):
        clock += draw.choice((0, 0, 0, 1, 5, 200 if draw.random() < 0.1 else 0))
        reads = draw.random() if draw.random() < 0.02 else reads
        line = lines[number % len(lines)] if in_turn else draw.choice(lines)
        rows.append(f"{clock} {line:x} {'RW'[draw.random() > reads]}\n")
    return channel, "".join(rows).encode(), draw.choice((0, 1, 7))


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a channel without those that follow from them, so that some can be changed."""
    return {key: value for key, value in values.items() if key not in DERIVED}


def random_banks(draw: random.Random, banks: int, base: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of bank groups and of refresh per bank, of a channel with so many banks; often none of either."""
    groups = draw.choice([count for count in (1, 1, 2, 4) if count <= banks])
    in_group = {
        "tCCD_L": draw.choice((0, 5, 9)),
        "tRRD_L": draw.choice((0, base["tRRD"] + 3)),
        "tWTR_L": draw.choice((0, 15)),
    }
    alone = {"tRFCpb": base["tRFC"] // 2, "tREFI": max(300 * banks, base["tREFI"])} if draw.random() < 0.3 else {}
    return {"bank_groups": groups} | in_group | alone


def random_channel(draw: random.Random) -> dict[str, Any]:
    """The channel of a description."""
    grade = draw.choice(GRADES)
    window = {"tFAW": draw.choice((200, 400))} if draw.random() < 0.3 else {}  # more than four grants take
    columns = draw.choice((32, 64, 1024))  # requests behind each other are of several rows
    base = load(grade).values
    banks = random_banks(draw, base["banks"], base) if draw.random() < 0.3 else {}
    return (
        window
        | {
            "base": grade,
            "cmd_queue_size": draw.choice((1, 2, 8)),
            "trans_queue_size": draw.choice((2, 10, 32)),
            "tREFI": draw.choice((400, 1500, 2600)),
            "columns": columns,
            "rows": (1 << 24) // columns,
            "address_mapping": draw.choice(("rochrababgco", "rocorababgch", "rababgchroco", "rababgchroco")),
            "merge": draw.choice((1, 1, 0)),
        }
        | banks
    )


def random_client(draw: random.Random, number: int, line: int) -> dict[str, Any]:
    """A client of a description. line: bytes of a burst."""
    kind = draw.choice(("cores", "cores", "cores", "host", "display", "loader"))
    burst = line * draw.choice((1, 2, 4, 8, 16))
    client: dict[str, Any] = {"name": f"c{number}", "kind": kind, "burst": burst, "priority": draw.choice((0, 0, 1, 5))}
    if draw.random() < 0.3:
        client["begin"] = draw.randrange(3000)
    if kind == "loader":
        return client | {
            "burst": min(burst, 1024), "interval": draw.choice((100, 700, 3000)),
            "stage": ("vertex", "pixel")[number % 2], "queue": max(burst, 1024) * draw.choice((1, 2)),
        }  # fmt: skip
    size = burst * draw.choice((1, 2, 8, 30))
    if kind == "display":
        client |= {"fifo": burst * draw.randint(1, 9), "pixels": draw.choice((1, 20, 100, 333.3)),
                   "pixel_bytes": draw.choice((2, 4, 6)), "bytes": size}  # fmt: skip
    else:
        access = burst if draw.random() < 0.5 else line * draw.choice((1, 2))
        client |= {"access": access, "queue": max(access, burst) * draw.choice((1, 2, 3, 5))}
        size = max(access, burst) * draw.choice((2, 4, 16, 40))
    place = draw.choice(("address", "buffer", "list", "texture", "image"))
    where: Any = {
        "address": line * draw.randrange(1 << 16), "buffer": number, "list": draw.randrange(256),
        "texture": [number % 6, draw.randrange(3)], "image": ("source", "target", "mask", "graphic")[number % 4],
    }[place]  # fmt: skip
    if kind != "display" or draw.random() < 0.6:
        client[place] = where
    client["bytes"] = size
    if kind == "host":
        client["direction"] = draw.choice(("in", "out"))
    if kind == "cores":
        pattern = draw.choice(("sequential", "strided", "copy", "random"))
        client |= {"pattern": pattern, "rate": draw.choice((0, 0, 37.5, 300, 4000))}
        if pattern == "strided":
            client["stride"] = client["access"] * draw.randint(1, 9)
        if pattern != "copy":
            client["write"] = draw.choice((0, 0.3, 0.5, 1))
    return client


def random_shares(draw: random.Random, clients: list[dict[str, Any]], line: int) -> dict[str, Any]:
    """The hold and the round of a description; some clients get a share of the round."""
    if draw.random() < 0.3:
        return {}
    left = draw.choice((1, 3, 16, 100))
    keys = {"round": line * left, "hold": draw.choice((0, 1, 30, 200))}
    for client in draw.sample(clients, len(clients)):
        share = min(left, draw.choice((0, 1, 1, 2, 7)))
        client["share"], left = line * share, left - share
    return keys if draw.random() < 0.8 else {"round": keys["round"]}


def random_system(seed: int) -> System:
    """A description that fits together."""
    draw = random.Random(f"scene {seed}")
    while True:
        try:
            return system_of(random_scene(draw), f"scene {seed}")
        except SimtError as error:
            assert error.code == "E0433"  # noqa: PT017 - anything else is a mistake of these lines


def random_scene(draw: random.Random) -> dict[str, Any]:
    """A description, of things that do not fit together at times."""
    channel = random_channel(draw)
    line = load(channel["base"])["bytes_per_req"]
    clients = [random_client(draw, number, line) for number in range(draw.randint(1, 6))]
    return {
        "channel": channel, "policy": draw.choice(("hmgpu", "frfcfs")), "clocks": CLOCKS, "client": clients,
        "grant": line * draw.choice((1, 2, 7, 16)), "age": draw.choice((0, 0, 100, 700)),
        **random_shares(draw, clients, line),
        "manager_clocks": draw.choice((1, 2, 3)), "seed": draw.randrange(100),
        "storage": {"program_bytes": 1024 * draw.choice((1, 2)), "image_bytes": 1 << 20, "display_bytes": 1 << 20},
    }  # fmt: skip
