"""`simt memory run`: a table as the reference has it, and what is said of bad channels and traces."""

from __future__ import annotations

import gzip
import json
from functools import partial
from pathlib import Path

import pytest

from tests.commands import invoke
from tests.ddr2 import CONFIGS, references

A = CONFIGS["A_ddr2_667_x32"]
run = partial(invoke, "memory", "run")


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "x.trc"
    path.write_text("0 0 R\n3 40 W\n")
    return path


@pytest.mark.parametrize("form", ["json", "toml", "preset"])
def test_the_table_is_that_of_the_reference(tmp_path: Path, form: str) -> None:
    reference = references()["A-closed2_rand"]
    trace, out = tmp_path / "x.trc.gz", tmp_path / "x.csv"
    trace.write_bytes(gzip.compress(reference.text))
    channel = tmp_path / f"channel.{form}"
    if form == "json":
        channel.write_text(json.dumps(A))
    elif form == "toml":
        channel.write_text('base = "ddr2-667-3-x16-32"\ntFAW = 17\n')
    config = "ddr2-667-3-x16-32" if form == "preset" else channel
    done = run(trace, "--config", config, "--max-outstanding", 2, "-o", out, status=0)
    assert "4000 requests in " in done.stderr.splitlines()[-1]
    head, *rows = out.read_text().splitlines()
    assert head == "idx,arrival,accept,complete"
    columns = zip(reference.arrival, reference.accept, reference.complete, strict=True)
    assert rows == [f"{k},{a},{b},{c}" for k, (a, b, c) in enumerate(columns)]


def test_a_plain_trace_to_standard_output(trace: Path) -> None:
    done = run(trace, "--config", "ddr2-667-3-x16-32")
    assert (done.exit_code, done.stdout) == (0, "idx,arrival,accept,complete\n0,0,0,16\n1,3,3,5\n")
    trace.write_text("")
    assert run(trace, "--config", "ddr2-400-5e").stdout == "idx,arrival,accept,complete\n"


def test_sums_as_json(trace: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.csv"
    done = run(trace, "--config", "ddr2-667-3-x16-32", "--json", "-o", out, "-q")
    found = json.loads(done.stdout)
    assert found.pop("latencies") == [[16, 1]]
    over_time = found.pop("bandwidth")
    assert over_time["clock"] == list(range(16))
    assert {name: [k for k, rate in enumerate(rates) if rate] for name, rates in over_time["MBps"].items()} == {
        "reads": [15], "writes": [4]
    }  # fmt: skip
    assert found == {
        "schema": "simt.memory.run/1", "channel": "ddr2-667-3-x16-32", "requests": 2, "reads": 1, "clocks": 16,
        "share_of_peak": 0.5, "mean_read_latency": 16.0, "longest_read_latency": 16,
    }  # fmt: skip
    assert len(out.read_text().splitlines()) == 3
    trace.write_text("")
    assert json.loads(run(trace, "--config", "ddr2-400-5e", "--json").stdout)["mean_read_latency"] is None


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("5 80", "E0660", "line 2 is not <arrival clock> <hexadecimal address> <R or W>"),
        ("5 xyz R", "E0660", "line 2 is not"),
        ("-5 80 R", "E0660", "line 2 is not"),
        ("5 80 r", "E0660", "line 2 is not"),
        ("", "E0660", "line 2 is not"),
        ("\udc80", "E0660", "line 2 is not"),
        ("2000000000000 80 R", "E0660", "line 2 has arrival 2000000000000, later than clock 174483046400"),
        ("5 10000000 R", "E0661", "line 2 has address 0x10000000, beyond the 268435456 bytes of `ddr2-667-3-x16-32`"),
    ],
)
def test_a_malformed_trace(trace: Path, line: str, code: str, text: str) -> None:
    trace.write_bytes(f"0 0 R\n{line}\n0 0 R\n".encode("utf-8", "surrogateescape"))
    done = run(trace, "--config", "ddr2-667-3-x16-32")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error[{code}]: {text}"), done.stderr
    assert f" --> {trace}:2:1\n" in done.stderr


ARCHIVE = gzip.compress(b"0 0 R\n", mtime=0)  # the time would be part of the tests' names, other ones in each worker


@pytest.mark.parametrize("data", [b"\x1f\x8b", ARCHIVE[:-4], ARCHIVE[:12] + b"zzz"])
def test_a_damaged_archive(trace: Path, data: bytes) -> None:
    trace.write_bytes(data)
    done = run(trace, "--config", "ddr2-667-3-x16-32", status=2)
    assert done.stderr.startswith("error[E0651]: cannot read"), done.stderr


@pytest.mark.parametrize(
    ("change", "code", "text"),
    [
        ({"tRAS": 3}, "E0431", "tRAS is less than tRCD"),
        ({"tRC": 18}, "E0431", "tRC is less than tRAS + tRP"),
        ({"tFAW": 3}, "E0431", "tFAW is less than tRRD"),
        ({"tREFI": 60}, "E0431", "tREFI is not more than tRFC + tRC + tRCD + 2 banks"),
        ({"tRFCpb": 300}, "E0431", "tREFI / banks is not more than tRFCpb + tRC + tRCD + 2 banks"),
        ({"bank_groups": 16}, "E0431", "there are more bank_groups than banks"),
        ({"tRRD_L": 40}, "E0431", "tRC is less than tRRD_L"),
        ({"CWL": 6}, "E0431", "CWL is more than CL"),
        ({"AL": 5}, "E0431", "AL is not less than tRCD"),
        ({"device_width": 32, "bus_width": 16}, "E0431", "a part is wider than the bus"),
        ({"tRTP": 4}, "E0431", "rd_to_pre is 5, but the other keys make it 6"),
        ({"channel_MB": 512}, "E0431", "channel_MB is 512, but the other keys make it 256"),
        ({"tRAZ": 3}, "E0430", "there is no key `tRAZ`: did you mean `tRAS`"),
        ({"BL": 5}, "E0430", "BL is a power of two, not 5"),
        ({"banks": 0}, "E0430", "banks is a whole number from 1 to 64, not 0"),
        ({"tRP": 2.5}, "E0430", "tRP is a whole number"),
        ({"tRP": True}, "E0430", "tRP is a number below 10^15, not True"),
        ({"tCK": 0}, "E0430", "tCK is more than 0, not 0"),
        ({"tRP": 10**400}, "E0430", "tRP is a number below 10^15, not 1000000"),
        ({"tCK": float("nan")}, "E0430", "tCK is a number below 10^15, not nan"),
        ({"tRRD": None}, "E0430", "tRRD is a number below 10^15, not None"),
        ({"address_mapping": "rochrababgcc"}, "E0430", "is not an order of ro, ch, ra, ba, bg and co"),
        ({"base": "ddr3"}, "E0430", "base `ddr3` is not a preset"),
        ({"base": "ddr2-667-3", "tCK": 2.9}, "E0431", "ddr2-667-3 needs a tCK of 3 ns at least, not 2.9"),
        ({"x": {}}, "E0430", "there is a table in it"),
    ],
)  # fmt: skip
def test_a_bad_channel(tmp_path: Path, trace: Path, change: dict[str, object], code: str, text: str) -> None:
    path = tmp_path / "channel.json"
    path.write_text(json.dumps(A | change))
    done = run(trace, "--config", path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error[{code}]: "), done.stderr
    assert text in done.stderr


def test_what_is_missing_and_what_is_no_channel(tmp_path: Path, trace: Path) -> None:
    path = tmp_path / "channel.json"
    path.write_text(json.dumps({key: value for key, value in A.items() if key != "tFAW"}))
    assert "tFAW is missing" in run(trace, "--config", path).stderr
    for text in ("{", "{} x", "[1]", "x = = 1", "[" * 100_000, f'{{"CL": {"9" * 5000}}}'):
        path.write_text(text)
        assert run(trace, "--config", path).exit_code == 2
        assert "error[E0430]" in run(trace, "--config", path).stderr
    assert "did you mean `ddr2-667-3`" in run(trace, "--config", "ddr2-667-3f").stderr
    assert run(trace, "--config", "ddr2-400-5e", "-o", tmp_path / "x.gif").stderr.startswith("error[E0653]")
    assert run(tmp_path / "none", "--config", "ddr2-400-5e").stderr.startswith("error[E0651]")


def test_commands_over_time(trace: Path, tmp_path: Path) -> None:
    table, text = tmp_path / "c.csv", tmp_path / "c.txt"
    done = run(trace, "--config", "ddr2-667-3-x16-32", "--commands", table)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, "idx,arrival,accept,complete")
    assert table.read_text() == "clock,command,bank,row\n2,activate,0,0\n7,read,0,0\n"
    assert run(trace, "--config", "ddr2-667-3-x16-32", "--commands", text, "--clocks", "0:14").exit_code == 0
    lines = text.read_text().splitlines()
    assert lines[0] == "ddr2-667-3-x16-32: clocks 0 to 13"
    assert lines[4] == "   0  ··▲▲▲▲▲████───  29 %"
    assert lines[-2:] == ["  ············██  14 %", "  · idle 85.7 %   █ read 14.3 %"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--commands", "-"], "--commands writes a file"),
        (["--commands", "c.gif"], "a log of commands is written as .csv, .txt, .svg, .png, .pdf, not c.gif"),
        (["--clocks", "0:5"], "--clocks says which commands are written"),
        (["--commands", "c.csv", "--clocks=-5:"], "clocks are counted from the beginning"),
        (["--commands", "c.csv", "--clocks", "500:"], "there is no clock from 500 on: the run has 16"),
        (["-o", "c.gif"], "this is written as .csv, .txt, .svg, .png, .pdf, not c.gif"),
    ],
)
def test_commands_that_are_refused(trace: Path, options: list[str], text: str) -> None:
    done = run(trace, "--config", "ddr2-667-3-x16-32", *options, status=2)
    assert text in done.stderr


def test_a_picture_of_too_many_clocks(trace: Path, tmp_path: Path) -> None:
    trace.write_text("0 0 R\n5000000 0 R\n")
    done = run(trace, "--config", "ddr2-667-3-x16-32", "--commands", tmp_path / "c.svg", status=2)
    assert "5000016 clocks are too many for a picture: choose some, --clocks 0:+100000" in done.stderr


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_pictures(trace: Path, tmp_path: Path, suffix: str) -> None:
    files = [tmp_path / f"{name}.{suffix}" for name in ("run", "commands")]
    done = run(trace, "--config", "ddr2-667-3-x16-32", "-o", files[0], "--commands", files[1])
    assert (done.exit_code, done.stdout) == (0, "")
    assert all(file.read_bytes().startswith((b"<?xml", b"\x89PNG")) for file in files)


def test_latencies_and_bandwidth_as_text(trace: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.txt"
    assert run(trace, "--config", "ddr2-667-3-x16-32", "-o", out).exit_code == 0
    lines = out.read_text().splitlines()
    assert lines[:4] == [
        "ddr2-667-3-x16-32: 2 requests in 16 clocks, 50.0 % of the peak", "",
        "reads by latency in clocks", "  16-31  1  " + "#" * 40,
    ]  # fmt: skip
    assert lines[5] == "MB/s from clock to clock; a full bar is 10667, the peak 2667"
    trace.write_text("")
    assert run(trace, "--config", "ddr2-667-3-x16-32", "-o", out).exit_code == 0
    assert "no read was served" in out.read_text()
