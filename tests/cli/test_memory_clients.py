"""`simt memory clients` and `simt memory bench`."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from simt.machine.channel import load
from simt.memory.clients.bench import bench
from simt.memory.clients.description import load_system
from simt.memory.clients.run import run
from simt.views.memory.bench import bench_data
from simt.views.memory.clients import clients_data
from tests.commands import invoke
from tests.examples import nightly_but

pytestmark = pytest.mark.usefixtures("empty_folder")
simt = partial(invoke, "memory")


SMALL = ("--clocks", 6000)

SYSTEM = """
name = "two"
channel = "ddr2-400-5e"
policy = "frfcfs"

[[client]]
name = "screen with a name that is long"
kind = "display"
priority = 2
pixels = 400.0
fifo = 1024
begin = 100

[[client]]
name = "units"
kind = "cores"
priority = 9
buffer = 0
bytes = 65536
"""


def test_the_preset_as_text() -> None:
    done = simt("clients", *SMALL, status=0)
    lines = done.stdout.splitlines()
    assert lines[0] == "hmgpu: 6000 clocks of ddr2-667-3-x16-32 (18.0 us), policy hmgpu"
    assert lines[3].split() == ["client", "prio", "MB/s", "rate", "grants", "wait", "longest", "latency", "longest"]
    assert "display: 0 missed deadlines" in lines
    assert "reads by latency in clocks" in lines
    assert "MB/s from clock to clock; a full bar is the peak, 2667" in lines
    assert max(map(len, lines)) <= 80


def test_a_file_and_what_the_options_change() -> None:
    """1600 MB/s are the display's, which has half of that: its deadlines are missed."""
    Path("two.toml").write_text(SYSTEM)
    text = simt("clients", "two.toml", *SMALL).stdout
    assert text.startswith("two: 6000 clocks of ddr2-400-5e (30.0 us), policy frfcfs\n")
    assert "screen with a...: " in text
    assert "missed deadlines, the first in clock " in text
    changed = simt("clients", "two.toml", *SMALL, "--policy", "hmgpu", "--age", 700).stdout.splitlines()
    assert changed[0].endswith("policy hmgpu, age 700")
    assert changed[2].startswith("  no request takes longer than ")
    assert max(map(len, text.splitlines())) <= 80


def test_who_gets_nothing_is_named() -> None:
    clients = "".join(
        f'[[client]]\nname = "{k}"\nkind = "cores"\naddress = 0\nbytes = 4096\npriority = {k}\n' for k in (0, 1)
    )
    Path("two.toml").write_text(f'channel = "ddr2-667-3"\n{clients}')
    starved = "0: not one request was served"
    assert f"{starved}; an age lets it go first in the end (--age N)\n" in simt("clients", "two.toml", *SMALL).stdout
    assert starved not in simt("clients", "two.toml", *SMALL, "--age", 500).stdout


def test_json_is_what_python_gives() -> None:
    done = simt("clients", "hmgpu64", *SMALL, "--json", "-o", "x.json")
    data = json.loads(done.stdout)
    assert Path("x.json").read_text() == done.stdout
    assert data["schema"] == "simt.memory.clients/1"
    assert data == json.loads(json.dumps(clients_data(run(load_system("hmgpu64", clocks=6000)))))
    assert data["clients"][0]["name"] == "display"
    assert data["clients"][0]["missed"] == 0
    assert sum(client["share"] for client in data["clients"]) == pytest.approx(1, abs=1e-5)
    over_time = data["bandwidth"]["MBps"]
    assert sum(map(sum, over_time.values())) / len(data["bandwidth"]["clock"]) == pytest.approx(data["MBps"], rel=1e-3)
    reads = sum(count for rows in data["latencies"].values() for _, count in rows)
    assert 0 < reads <= data["bytes"] // 32


WRITTEN = [f"{verb}.{suffix}" for verb in ("clients", "bench") for suffix in ("svg", "png", "txt")]


@pytest.mark.parametrize("name", nightly_but({"clients.svg", "bench.png", "clients.txt"}, WRITTEN))
def test_what_is_written_has_the_same_bytes_every_time(name: str) -> None:
    verb, suffix = name.split(".")
    if suffix != "txt":
        pytest.importorskip("matplotlib")
    found = []
    for path in (f"one.{suffix}", f"two.{suffix}"):
        done = simt(verb, "--clocks", 2000, "-o", path)
        assert (done.exit_code, done.stdout) == (0, "")
        assert f"wrote {path}: " in done.stderr
        found.append(Path(path).read_bytes())
    assert found[0] == found[1]
    if suffix == "svg":
        assert {"clients": b"vertex programs", "bench": b"random mix"}[verb] in found[0]


def test_the_bench_as_text_and_json() -> None:
    text = simt("bench", "--policy", "hmgpu", *SMALL).stdout
    lines = text.splitlines()
    assert lines[0] == "ddr2-667-3-x16-32, policy hmgpu, 6000 clocks each, peak 2667 MB/s"
    assert lines[2].split()[:5] == ["pattern", "MB/s", "form", "of", "peak"]
    assert lines[3].split()[0] == "read"
    assert lines[3].split()[2] == "2238"
    assert max(map(len, lines)) <= 80
    data = json.loads(simt("bench", "ddr2-800-25", *SMALL, "--json").stdout)
    assert (data["schema"], data["channel"], data["policy"]) == ("simt.memory.bench/1", "ddr2-800-25", "frfcfs")
    assert data == json.loads(json.dumps(bench_data(bench(load("ddr2-800-25"), policy="frfcfs", age=0, clocks=6000))))
    first = data["patterns"][0]
    assert first["closed_form_MBps"] is None
    assert first["MBps"] == pytest.approx(6 * first["Mpixels"], rel=1e-4)
    assert 0.9 < first["share_of_peak"] < 1
    assert first["p50_latency"] <= first["p99_latency"] <= first["longest_latency"]
    assert max(map(len, simt("bench", "ddr2-800-25", *SMALL).stdout.splitlines())) <= 80


def test_what_cannot_be_done() -> None:
    assert simt("clients", "hmgp").stderr.startswith(
        "error[E0432]: there is no memory system and no file `hmgp`: did you"
    )
    assert simt("clients", "none.toml").stderr.startswith("error[E0651]: cannot read `none.toml`")
    assert simt("clients", "-o", "x.csv").stderr.startswith("error[E0653]: this is written as .txt, .json, .svg, .png")
    assert simt("clients", "--policy", "x").stderr.startswith(
        "error[E0432]: hmgpu: policy is one of hmgpu, frfcfs, not 'x'"
    )
    assert simt("bench", "--policy", "hmgpu", "--grant", 33).stderr.startswith(
        "error[E0433]: read: grant is a multiple of"
    )
    for text in ("[[client]", "client = 3", "[" * 100_000, "x.y = 1"):
        Path("bad.toml").write_text(text)
        done = simt("clients", "bad.toml")
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith("error[E0432]: bad.toml: "), done.stderr
