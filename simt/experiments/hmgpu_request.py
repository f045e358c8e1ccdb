"""One request, followed clock by clock through the HMGPU's memory, from the client to the last data."""

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
class RequestTimes:
    """The clocks of one operation of `CLIENT`, which is one grant of the arbiter.

    - begins: the clock in which the storage manager gets the operation.
    - managing, hops: the number of clocks and of links that the manager takes.
    - arrives: the clock in which the operation enters the queue.
    - granted: the clock in which its grant begins.
    - over: the clock in which its last data is there.
    - lines: its length in lines.
    - rows: its steps, and the commands to its first bank, as (clock, step, bank, row); -1 for no bank or row.
    - burst: the clocks of the data bus for a line.
    - command_to_data: the clocks from a read command to the end of its data.
    - clocks: the durations of commands in clocks, by name.
    """

    begins: int
    managing: int
    hops: int
    arrives: int
    granted: int
    over: int
    lines: int
    rows: Sequence[tuple[int, str, int, int]]
    burst: int
    command_to_data: int
    clocks: dict[str, int]

    @property
    def data(self) -> dict[str, Any]:
        """The times as plain values for JSON."""
        names = ("begins", "managing", "hops", "arrives", "granted", "over", "lines")
        commands = [{"clock": clock, "step": step, "bank": bank, "row": row} for clock, step, bank, row in self.rows]
        return {"client": CLIENT, **{name: getattr(self, name) for name in names}, "steps": commands}


def follow_request(run: Callable[..., SystemServed]) -> RequestTimes:
    """Follow an operation of `CLIENT` in the system `hmgpu` with all clients. run: called with (system, log=True)."""
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
        (int(clock), COMMANDS[command], bank, int(row))
        for clock, command, of_bank, row in log.tolist()
        if of_bank == bank
    ]
    rows = [(arrives - managing, "begin", -1, -1), (arrives, "enter queue", -1, -1), (granted, "grant", -1, -1), *steps,
            (over, "last data", -1, -1)]  # fmt: skip
    effects = {"activate": channel["tRCD"], "read": channel.burst, "precharge": channel["tRP"]}
    return RequestTimes(
        arrives - managing, managing, answer.hops, arrives, granted, over, per_access, rows, channel.burst,
        channel.read_to_data, effects,
    )  # fmt: skip


def request_text(times: RequestTimes) -> list[str]:
    """Return the times of the request as lines for a terminal."""
    reads = [clock for clock, step, _, _ in times.rows if step == "read"]
    (activate,) = [row for row in times.rows if row[1] == "activate"]
    return [
        f"The way of a request: {times.lines} lines of `{CLIENT}` under `hmgpu`, in clocks of the channel",
        "",
        f"  {times.begins:>6}  begins: index block and {times.hops} links, {times.managing} clocks of managing",
        f"  {times.arrives:>6}  enters the queue: the burst condition holds, the client asks",
        f"  {times.granted:>6}  granted, after {times.granted - times.arrives} clocks in the queue",
        f"  {activate[0]:>6}  activate: row {activate[3]} of bank {activate[2]}",
        f"  {reads[0]:>6}  first of {len(reads)} reads, {times.burst} clocks each",
        f"  {times.over:>6}  last data: {times.over - times.begins} clocks from the beginning",
    ]


def request_picture(times: RequestTimes) -> Figure:
    """Draw the stations of a request, and below them the times that this request spends at each."""
    with figure_style():
        figure, (stations, time) = new_figure(9.0, 4.6, 2, height_ratios=[1, 2])
        _draw_stations(stations)
        _draw_time(time, times)
    return figure


def _draw_stations(axes: Axes) -> None:
    from matplotlib.patches import Rectangle

    axes.set(xlim=(0, len(STATIONS) - 0.1), ylim=(0, 1))
    axes.axis("off")
    for k, (name, text, section) in enumerate(STATIONS):
        box = Rectangle((k, 0.02), 0.84, 0.96, facecolor="#f3f6fa", edgecolor=COLORS[0], linewidth=0.9, clip_on=False)
        axes.add_patch(box)
        axes.text(k + 0.42, 0.84, name, ha="center", va="center", fontsize=7.5, fontweight="bold", color="black")
        axes.text(k + 0.42, 0.5, text, ha="center", va="center", fontsize=6.8, linespacing=1.3, color="black")
        where = section if section == "ours" else f"paper, {section}"
        axes.text(k + 0.42, 0.13, where, ha="center", va="center", fontsize=6.8, color="#606060")
        if k:
            axes.annotate("", (k, 0.5), (k - 0.16, 0.5), arrowprops={"arrowstyle": "->", "color": COLORS[0]})
    axes.set_title("What a request meets")


def _draw_time(axes: Axes, times: RequestTimes) -> None:
    """Draw one row for each part that works on the request: the clocks in which it does."""
    first = times.begins
    reads = [clock for clock, step, _, _ in times.rows if step == "read"]
    rows: list[tuple[str, list[tuple[int, int]], int]] = [
        ("storage manager", [(times.begins, times.managing)], 0),
        ("queue", [(times.arrives, times.granted - times.arrives)], 4),
        ("grant", [(times.granted, times.over - times.granted)], 1),
    ]
    for name, color in (("activate", 3), ("read", 2), ("precharge", 5)):
        rows.append((name, [(clock, times.clocks[name]) for clock, step, _, _ in times.rows if step == name], color))
    rows.append(("data bus", [(clock + times.command_to_data - times.burst, times.burst) for clock in reads], 2))
    for place, (_, spans, color) in enumerate(rows):
        axes.broken_barh([(begin - first, length) for begin, length in spans], (place - 0.35, 0.7),
                         facecolors=COLORS[color], edgecolor="white", linewidth=0.4)  # fmt: skip
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.set(ylim=(len(rows) - 0.4, -0.6), xlim=(0, (times.over - first) * 1.02))
    axes.set_xlabel(f"clocks from clock {first}, in which the operation begins")
    axes.set_title(f"{times.lines} lines of `{CLIENT}` under `hmgpu`, with all other clients at work")
    axes.grid(axis="x")
