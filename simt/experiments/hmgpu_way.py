"""The path of a request through the HMGPU's memory, from a client to the data: one burst of a run, clock by clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simt.core.state.dram import COMMANDS
from simt.memory.clients.description import load_system
from simt.memory.clients.run import SystemServed
from simt.memory.storage.manager import StorageManager
from simt.views.kit.figure import COLORS, Axes, Figure, figure_style, new_figure

CLIENT, OPERATION = "vertices", 7  # 512 bytes in the fourth page of a buffer object

# The stations of a request: name, task, and the section of the paper.
STATIONS = (
    ("client", "display, loaders,\nvertices, pixels,\nhost", "2.1"),
    ("storage manager", "index block and\nchain of pages\ngive addresses", "2.3 to 2.5"),
    ("control unit", "a queue; asks\nwhen a burst\nstands in it", "2.1"),
    ("arbiter", "grants the highest\npriority, one\nat a time", "2.1"),
    ("controller", "activate, column\naccesses,\nprecharge", "ours"),
    ("DDR2", "two parts of\n16 bits, 8 banks\n(parts: ours)", "2.4"),
)


@dataclass(frozen=True)
class Way:
    """One operation. rows: clock, event, bank and row (-1: none); data: the same as plain values."""

    begins: int
    managing: int
    hops: int
    arrives: int
    granted: int
    over: int
    lines: int
    rows: Sequence[tuple[int, str, int, int]]
    burst: int  # clocks
    command_to_data: int  # from a read command to its last data
    clocks: dict[str, int]  # durations of commands

    @property
    def data(self) -> dict[str, Any]:
        """Plain values."""
        names = ("begins", "managing", "hops", "arrives", "granted", "over", "lines")
        commands = [{"clock": clock, "step": step, "bank": bank, "row": row} for clock, step, bank, row in self.rows]
        return {"client": CLIENT, **{name: getattr(self, name) for name in names}, "steps": commands}


def way_of(run: Callable[..., SystemServed]) -> Way:
    """Follow an operation of `CLIENT` through `hmgpu`, all clients at work. run: called as `run(system, log=True)`."""
    system = load_system("hmgpu", clocks=1 << 16)
    served = run(system, log=True)
    channel = system.channel
    client = served.client(CLIENT)
    access = client.client["access"]
    per_access = access // system.line
    requests = client.requests[OPERATION * per_access :][:per_access]
    storage = StorageManager(system.layout, poison=False)
    assert client.client.object is not None, "vertices are a buffer object"
    kind, number = client.client.object
    storage.create(kind, number, client.client["bytes"])
    answer = storage.read(kind, number, OPERATION * access, access)
    managing = answer.cycles * system["manager_clocks"]
    arrives, granted = int(requests["arrival"][0]), int(requests["accept"][0])
    over = int(requests["complete"][-1])
    log = served.log[(served.log["clock"] >= granted) & (served.log["clock"] < over)]
    bank = int(log["bank"][0])
    steps = [
        (int(clock), COMMANDS[command], int(of), int(row)) for clock, command, of, row in log.tolist() if of == bank
    ]
    rows = [(arrives - managing, "begin", -1, -1), (arrives, "enter queue", -1, -1), (granted, "grant", -1, -1), *steps,
            (over, "last data", -1, -1)]  # fmt: skip
    effects = {"activate": channel["tRCD"], "read": channel.burst, "precharge": channel["tRP"]}
    return Way(arrives - managing, managing, answer.hops, arrives, granted, over, per_access, rows, channel.burst,
               channel.read_to_data, effects)  # fmt: skip


def way_text(way: Way) -> list[str]:
    """Lines for a terminal."""
    reads = [clock for clock, step, _, _ in way.rows if step == "read"]
    (activate,) = [row for row in way.rows if row[1] == "activate"]
    return [
        f"The way of a request: {way.lines} lines of `{CLIENT}` under `hmgpu`, in clocks of the channel",
        "",
        f"  {way.begins:>6}  begins: index block and {way.hops} links, {way.managing} clocks of managing",
        f"  {way.arrives:>6}  enters the queue: the burst condition holds, the client asks",
        f"  {way.granted:>6}  granted, after {way.granted - way.arrives} clocks in the queue",
        f"  {activate[0]:>6}  activate: row {activate[3]} of bank {activate[2]}",
        f"  {reads[0]:>6}  first of {len(reads)} reads, {way.burst} clocks each",
        f"  {way.over:>6}  last data: {way.over - way.begins} clocks from the beginning",
    ]


def way_picture(way: Way) -> Figure:
    """The stations, above the times of this request at each."""
    with figure_style():
        figure, (stations, time) = new_figure(9.0, 4.6, 2, height_ratios=[1, 2])
        _draw_stations(stations)
        _draw_time(time, way)
    return figure


def _draw_stations(axes: Axes) -> None:
    from matplotlib.patches import Rectangle

    axes.set(xlim=(0, len(STATIONS) - 0.1), ylim=(0, 1))
    axes.axis("off")
    for k, (name, text, section) in enumerate(STATIONS):
        box = Rectangle((k, 0.02), 0.84, 0.96, facecolor="#f3f6fa", edgecolor=COLORS[0], linewidth=0.9, clip_on=False)
        axes.add_patch(box)
        axes.text(k + 0.42, 0.84, name, ha="center", va="center", fontsize=7.5, fontweight="bold")
        axes.text(k + 0.42, 0.5, text, ha="center", va="center", fontsize=6.8, linespacing=1.3)
        where = section if section == "ours" else f"paper, {section}"
        axes.text(k + 0.42, 0.13, where, ha="center", va="center", fontsize=6.8, color="#606060")
        if k:
            axes.annotate("", (k, 0.5), (k - 0.16, 0.5), arrowprops={"arrowstyle": "->", "color": COLORS[0]})
    axes.set_title("What a request meets")


def _draw_time(axes: Axes, way: Way) -> None:
    """A row per station, with the work of this request there."""
    first = way.begins
    reads = [clock for clock, step, _, _ in way.rows if step == "read"]
    rows: list[tuple[str, list[tuple[int, int]], int]] = [
        ("storage manager", [(way.begins, way.managing)], 0),
        ("queue", [(way.arrives, way.granted - way.arrives)], 4),
        ("grant", [(way.granted, way.over - way.granted)], 1),
    ]
    for name, color in (("activate", 3), ("read", 2), ("precharge", 5)):
        rows.append((name, [(clock, way.clocks[name]) for clock, step, _, _ in way.rows if step == name], color))
    rows.append(("data bus", [(clock + way.command_to_data - way.burst, way.burst) for clock in reads], 2))
    for place, (_, spans, color) in enumerate(rows):
        axes.broken_barh([(begin - first, length) for begin, length in spans], (place - 0.35, 0.7),
                         facecolors=COLORS[color], edgecolor="white", linewidth=0.4)  # fmt: skip
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.set(ylim=(len(rows) - 0.4, -0.6), xlim=(0, (way.over - first) * 1.02))
    axes.set_xlabel(f"clocks from clock {first}, in which the operation begins")
    axes.set_title(f"{way.lines} lines of `{CLIENT}` under `hmgpu`, with all other clients at work")
    axes.grid(axis="x")
