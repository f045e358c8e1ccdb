"""The two figures of the paper on the HMGPU's memory, beside closed forms and simulations of two memory systems.

The memory systems are `hmgpu` and `hmgpu64` (docs/clients.md), each under both policies of the arbiter.
docs/hmgpu-paper.md shows the output, and separates the paper's statements from ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, dataclass
from functools import partial

from simt.core.memory.clients.layout import POLICIES
from simt.experiments.hmgpu_request import RequestTimes, follow_request, request_picture, request_text
from simt.experiments.report import Report, Table, check_names, check_range, distinct, text_table
from simt.experiments.runner import Done, Runner
from simt.memory.clients.bench import PIXEL_BYTES, patterns
from simt.memory.clients.description import System, load_system, preset_names
from simt.memory.clients.grants import grant_clocks
from simt.memory.clients.rates import asked_rate
from simt.memory.clients.run import SystemServed
from simt.memory.clients.run import run as run_clients
from simt.memory.storage.manager import Answer, StorageManager
from simt.views.kit.figure import COLORS, Figure, figure_style, new_figure
from simt.views.kit.theme import INK

PAPER_MBPS, PAPER_MPIXELS = 2021.2, 289.98
_DIRECTIONS = {"read": 0.0, "write": 1.0, "mix": 0.5}


@dataclass(frozen=True, slots=True)
class Granted:
    """A client with exclusive grants of `grant_bytes` bytes, one after the other.

    direction: read, write or mix, where half of the grants write. clocks: the average length of a grant.
    """

    system: str
    direction: str
    grant_bytes: int
    clocks: float
    closed_form_MBps: float  # noqa: N815 - named as in the columns of the bench
    simulated_MBps: float  # noqa: N815


@dataclass(frozen=True, slots=True)
class Served:
    """A run of all clients of a system under a policy.

    - asked_Mpixels, served_Mpixels: the requested and the achieved rate of the client `pixels`.
    - missed: the number of bytes that the display got too late.
    - longest_wait: the largest number of clocks that a request waited in its queue.
    - longest_service: the bound in clocks that the policy guarantees; None if it guarantees no bound.
    """

    system: str
    policy: str
    MBps: float
    share_of_peak: float
    asked_Mpixels: float  # noqa: N815
    served_Mpixels: float  # noqa: N815
    missed: int
    host_MBps: float  # noqa: N815
    longest_wait: int
    longest_service: int | None


def run(runner: Runner, *, clocks: int = 1 << 19, systems: Sequence[str] = ("hmgpu", "hmgpu64")) -> Report:
    """Run every system under both policies.

    clocks: the length of each run. systems: names of memory systems (`preset_names`). Raises `ExperimentError`.
    """
    chosen = distinct(systems, "name at least one memory system")
    check_names(chosen, preset_names(), "there is no memory system {}")
    check_range("the number of clocks", clocks, 1 << 16, 1 << 23)
    granted = [grant for name in chosen for grant in _granted(runner, load_system(name))]
    runs = [_run(runner, load_system(name, policy=policy, clocks=clocks)) for name in chosen for policy in POLICIES]
    served = [_served(run) for run in runs]
    manager, request = managed(), follow_request(partial(_run, runner))
    tables = [
        _table("hmgpu-grants", granted), _table("hmgpu-clients", served), _table("hmgpu-manager", manager),
        Table("hmgpu-way", ("clock", "step", "bank", "row"), request.rows),
    ]  # fmt: skip
    return Report(
        name="hmgpu",
        text=_text(granted, served, manager, request, clocks),
        data={
            "paper": {"MBps": PAPER_MBPS, "Mpixels": PAPER_MPIXELS},
            "grants": [asdict(row) for row in granted],
            "clients": [asdict(row) for row in served],
            "manager": [asdict(row) for row in manager],
            "way": request.data,
        },
        tables=tables,
        pictures={"hmgpu-way": partial(request_picture, request), "hmgpu-clients": partial(_picture, runs)},
    )


def _table(name: str, rows: Sequence[Granted] | Sequence[Served] | Sequence[Managed]) -> Table:
    return Table(name, tuple(asdict(rows[0])), [astuple(row) for row in rows])


def _run(runner: Runner, system: System, *, log: bool = False) -> SystemServed:
    """Run a memory system, whose clocks count as cycles.

    log: whether to keep all commands. Raises `KeyboardInterrupt` if the runner's `progress` returns true.
    """
    report: Callable[[int], object] | None = None
    if (progress := runner.progress) is not None:

        def report(clocks: int) -> None:
            if progress(runner.cycles + clocks):
                raise KeyboardInterrupt

    served = run_clients(system, log=log, progress=report)
    runner.cycles += int(system["clocks"])
    runner.done.append(Done(system.name, "", "", f"{system.channel.name} {system.policy}", int(system["clocks"])))
    return served


def _granted(runner: Runner, system: System) -> list[Granted]:
    """Measure exclusive grants with addresses in a row, by direction. A grant has the length that the system gives."""
    channel, size = system.channel, int(system["grant"])
    grants = []
    for measured, expected in patterns(channel, {"policy": POLICIES[0], "grant": size, "clocks": 1 << 17}):
        if (write := _DIRECTIONS.get(measured.name)) is None:
            continue
        read_clocks, write_clocks = (grant_clocks(channel, size // system.line, is_write) for is_write in (0, 1))
        served = _run(runner, measured)
        assert expected is not None
        grants.append(
            Granted(system.name, measured.name, size, (1 - write) * read_clocks + write * write_clocks,
                    round(expected, 1), round(served.bandwidth(served.bytes), 1))
        )  # fmt: skip
    return grants


def _served(run: SystemServed) -> Served:
    pixels, sums = run.client("pixels"), run.sums
    rate = asked_rate(pixels.client, run.system)
    assert rate is not None
    return Served(
        run.system.name, run.system.policy, round(run.bandwidth(run.bytes), 1), round(run.share_of_peak, 4),
        round(rate / PIXEL_BYTES, 2), round(pixels.rate_MBps / PIXEL_BYTES, 2),
        run.client("display").missed, round(run.bandwidth(run.client("host").bytes), 1),
        max(int(client.waits.max()) for client in run.clients), sums["longest_service"],  # type: ignore[arg-type]
    )  # fmt: skip


def _text(
    granted: Sequence[Granted], served: Sequence[Served], manager: Sequence[Managed], request: RequestTimes, clocks: int
) -> str:
    lines = [
        f"The paper: {PAPER_MBPS} MB/s, {PAPER_MPIXELS} Mpixel/s at 167 MHz",
        "",
        "Exclusive grants of one client, MB/s",
        "",
    ]
    rows: list[list[object]] = [
        [row.system, row.direction, row.grant_bytes, f"{row.clocks:g}", f"{row.closed_form_MBps:.1f}",
         f"{row.simulated_MBps:.1f}", f"{row.simulated_MBps / PAPER_MBPS:.3f}"] for row in granted
    ]  # fmt: skip
    lines += text_table(["system", "", "grant", "clocks", "closed form", "simulated", "of paper's"], rows)
    lines += ["", f"All clients, {clocks} clocks", ""]
    rows = [
        [row.system, row.policy, f"{row.MBps:.1f}", f"{100 * row.share_of_peak:.1f} %", f"{row.asked_Mpixels:.2f}",
         f"{row.served_Mpixels:.2f}", row.missed, f"{row.host_MBps:.1f}", row.longest_wait,
         row.longest_service or "none"] for row in served
    ]  # fmt: skip
    lines += text_table(
        ["system", "policy", "MB/s", "of peak", "asked", "served", "missed", "host", "longest wait", "bound"], rows
    )
    lines += ["  asked and served: Mpixel/s that the pixels ask for, and that they get (docs/clients.md, section 8)"]
    lines += ["", "The storage manager: cycles and links followed, by the closed form and as it answers", ""]
    rows = [[row.section, row.operation, row.closed_form, row.cycles, row.hops] for row in manager]
    lines += text_table(["paper", "operation", "closed form", "cycles", "links"], rows)
    return "\n".join([*lines, "", *request_text(request)]) + "\n"


def _picture(runs: Sequence[SystemServed]) -> Figure:
    with figure_style():
        figure, (axes,) = new_figure(8.0, 1.6 + 0.5 * len(runs))
        names = [f"{run.system.name}, {run.system.policy}" for run in runs]
        ends = [0.0] * len(runs)
        for k, client in enumerate(runs[0].clients):
            rates = [run.client(client.client.name).rate_MBps for run in runs]
            axes.barh(names, rates, left=ends, height=0.6, color=COLORS[k % len(COLORS)], label=client.client.name)
            for place, (rate, end) in enumerate(zip(rates, ends, strict=True)):
                if rate > 150:
                    axes.text(
                        end + rate / 2, place, f"{rate:.0f}", ha="center", va="center", color="white", fontsize=7.5
                    )
            ends = [end + rate for end, rate in zip(ends, rates, strict=True)]
        peak = float(runs[0].system.channel["peak_MBps"])
        for value, text in ((PAPER_MBPS, f"paper {PAPER_MBPS}"), (peak, f"peak {peak:.0f}")):
            axes.axvline(value, color=INK, linewidth=0.9, linestyle="--")
            axes.text(value, -0.62, text, ha="center", va="bottom", fontsize=7.5)
        axes.set(ylim=(len(runs) - 0.3, -0.6), xlim=(0, peak * 1.03))
        axes.set_xlabel("MB/s at which each client is served; the pixels ask for 1739.88")
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return figure


_SIZE, _OFFSET = 5000, 4096  # an object of five pages, and a byte of the last one


@dataclass(frozen=True, slots=True)
class Managed:
    """An operation of the storage manager.

    section: the paper's section. hops: the number of followed links in the chain of pages.
    """

    section: str
    operation: str
    closed_form: str
    cycles: int
    hops: int


def managed() -> list[Managed]:
    """Carry out every kind of operation in the paper, and return a row for each."""
    storage = StorageManager(poison=False)
    size, created = f"{_SIZE} bytes", f"2 + ceil(S/1024) = {2 + -(-_SIZE // 1024)}"
    last_byte, hops = (1 << 24) - 1, _OFFSET // 1024
    rows = (
        ("2.2, 2.3", f"create a buffer object of {size}", created, storage.create("buffer", 0, _SIZE)),
        ("2.2, 2.3", f"create a display list of {size}", created, storage.create("list", 255, _SIZE)),
        ("2.3", f"read at offset {_OFFSET}", f"1 + floor(offset/1024) = {1 + hops}",
         storage.read("buffer", 0, _OFFSET, 4)),
        ("2.2", f"release {size}", "3, whatever the size", storage.release("buffer", 0)),
        ("2.4", "create a texture's level 0", "2", storage.create("texture", (5, 0), 1 << 24)),
        ("2.4", "read it at its last byte", "1", storage.read("texture", (5, 0), last_byte, 1)),
        ("2.4", "create the mask of the 2D engine", "2", storage.create("image", "mask", 4096)),
        ("2.5", "begin and end a store of a vertex program", "1 + 1",
         _both(storage.begin_store("vertex", 4096), storage.end_store("vertex"))),
        ("2.5", "begin and end a load of it", "1 + 1",
         _both(storage.begin_load("vertex"), storage.end_load("vertex"))),
    )  # fmt: skip
    return [Managed(section, name, form, answer.cycles, answer.hops) for section, name, form, answer in rows]


def _both(first: Answer, second: Answer) -> Answer:
    return Answer(first.cycles + second.cycles, first.hops + second.hops)
