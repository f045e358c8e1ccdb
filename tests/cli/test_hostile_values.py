"""Numbers and names that no run can have, wherever a user writes them: documented statuses and codes."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from simt.models.parameters import KEYS
from tests.commands import invoke

LONG = "9" * 5000  # digits, more than Python turns into a number or prints
HEX = "0x" + "f" * 5000
TINY, HUGE = "5e-324", "1e308"
pytestmark = pytest.mark.usefixtures("empty_folder")


def told(*arguments: str, status: int = 2, **more: object) -> str:
    """What a command that fails as it should says on stderr."""
    result = invoke(*arguments, **more)  # type: ignore[arg-type]
    assert result.exit_code == status, (arguments, result.stderr)
    assert "internal error" not in result.stderr
    return result.stderr


@pytest.mark.parametrize("verb", ["run", "trace", "report", "sweep", "explore", "tune", "compare"])
@pytest.mark.parametrize("most", [2**63, 10**30])
def test_a_limit_that_no_counter_holds(verb: str, most: int) -> None:
    assert "is at most 9223372036854775807, not" in told(verb, "dot", "--max-cycles", str(most))


@pytest.mark.parametrize("number", [LONG, HEX])
def test_numbers_of_too_many_digits_in_files(number: str) -> None:
    files = {
        "machine.toml": ('base = "fpga4"\nlds.latency = {}\n', "machine show -m"),
        "plan.toml": ('programs = ["dot"]\nseed = {}\n', "sweep"),
        "counts.toml": ("work_items = {}\n", "model counts"),
        "device.toml": ('name = "x"\ncores = {}\n', "model paper mm_local -d"),
    }
    for name, (text, verb) in files.items():
        Path(name).write_text(text.format(number), encoding="utf-8")
        line = text.split("{}")[0].count("\n") + 1
        error = told(*verb.split(), name)
        assert "has too many digits" in error
        assert f"line {line}, column" in error or f"{name}:{line}:" in error


DOTS = ".".join("a" * 20_000)


@pytest.mark.parametrize("text", [f"{DOTS} = 1\n", f"[[ {DOTS}]]\n", '"b' + '" ."'.join("a" * 20_000) + '" = 1\n'])
def test_toml_that_takes_long_to_read(text: str) -> None:
    Path("hostile.toml").write_text(text, encoding="utf-8")
    for verb in ("machine show", "sweep", "explore", "model counts", "model paper mm_local -d"):
        assert "a key has too many dots" in told(*verb.split(), "hostile.toml").lower()
    assert "E0402" in told("machine", "show", "-s", f"lds.latency=1\n{text}")


def test_dots_in_toml_that_are_no_key() -> None:
    Path("fine.toml").write_text(f'# {"a." * 99}\nbase = "fpga4" # {"a." * 99}\n', encoding="utf-8")
    assert invoke("machine", "show", "fine.toml").exit_code == 0


@pytest.mark.parametrize("value", [LONG, HEX, "[" * 3000])
def test_values_of_too_many_digits_in_settings(value: str) -> None:
    assert "E0402" in told("machine", "show", "-s", f"lds.latency={value}")
    assert "E0402" in told("machine", "show", env={"SIMT_SET": f"lds.latency={value}"})
    assert "E0761" in told("sweep", "dot", "--set", f"lds.latency={value}")
    assert "error[E07" in told("sweep", "dot", "--set", f"lds.latency=1..{value}")
    Path("plan.toml").write_text(f'programs = ["dot"]\n[sweep]\nbanks = "1..{value}"\n', encoding="utf-8")
    assert "error[E07" in told("sweep", "plan.toml")


@pytest.mark.parametrize("verb", ["sweep", "explore", "tune"])
def test_numbers_of_a_sweep(verb: str) -> None:
    assert "runs on at most 1024 threads, not 30000" in told(verb, "dot", "--set", "banks=2,4", "-j", "30000")
    assert "`seed` is at least 0, not `-1`" in told(verb, "dot", "--set", "banks=2,4", "--seed", "-1")


def test_counts_and_devices_whose_products_are_no_numbers() -> None:
    counts = "work_items = 65536\nlocal_size = 256\ninstructions = { float_add = 1 }\n"
    counts += "global.x = { count = 2, stride = 1 }\n"
    Path("good.toml").write_text(counts, encoding="utf-8")
    for value in (TINY, HUGE, "9" * 400):
        for old in ("65536", "256", "float_add = 1", "count = 2", "stride = 1"):
            name = old.rpartition(" ")[0]
            Path("x.toml").write_text(counts.replace(old, f"{name} {value}"), encoding="utf-8")
            assert "error[E0802]" in told("model", "counts", "x.toml", "--model", "all")
    for key in KEYS:
        for value in (TINY, HUGE):
            assert f"`{key}`" in told("model", "counts", "good.toml", "-s", f"{key}={value}", "--model", "all")


@pytest.mark.parametrize(
    ("shape", "descr", "message"),
    [
        ("(1000000000000,)", "<f4", "its header gives 1000000000000 elements"),
        ("(5,)", "<f4", "its header gives 5 elements"),
        ("(4,)", "|O", "it holds Python objects, and simt never unpickles"),
        (f"({LONG},)", "<f4", "cannot parse header"),
        ("(-1,)", "<f4", "cannot be read"),
    ],
)
def test_arrays_are_no_larger_than_they_are(shape: str, descr: str, message: str) -> None:
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    data = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
    Path("x.npy").write_bytes(data + bytes(16 - len(data) % 16))
    with zipfile.ZipFile("x.npz", "w") as archive:
        archive.writestr("x.npy", data)
    for name in ("x.npy", "x.npz"):
        error = told("run", "dot", "--in", f"x={name}")
        assert "error[E0603]" in error
        assert message in error


def test_arrays_as_numpy_writes_them_are_read() -> None:
    values = np.arange(1024, dtype=np.float32)
    np.save("x.npy", values)
    np.savez_compressed("y.npz", values)
    told("run", "dot", "--in", "x=x.npy", "--in", "y=y.npz", "-q", status=0)


def test_names_that_are_no_text() -> None:
    half = "\udcff"
    assert r"`\udcff.s`" in told("run", f"{half}.s")
    assert r"there is no machine `\udcff`" in told("run", "dot", "-m", half)
    assert r"`\udcff`" in told("machine", "show", "-s", f"{half}=1")
    assert r"\udcff" in told("run", "dot", "--in", f"x={half}.npy")
    assert r"\udcff" in told("sweep", "show", f"{half}.sqlite")
    assert r"E0402]: `description` is text, not" in told("run", "dot", "-s", f"description={half}")
    assert r"E0402]: `name` is text, not" in told("machine", "show", env={"SIMT_SET": f"name={half}"})
    told("sweep", "dot", "--set", "name=a", "-o", f"{half}.sqlite", status=0)
    Path("x.s").write_text(".threads 4\nret\n", encoding="utf-8")
    told("asm", "x.s", "--json", "-o", "x.json", status=0)
    data = json.loads(Path("x.json").read_text(encoding="utf-8"))
    data["sources"] = [[half, None, None]]
    data["locations"] = [[half, 1, 1, half]]
    Path("x.json").write_text(json.dumps(data), encoding="utf-8")
    for verb in (
        "run x.json --view source",
        "report x.json -o x.html",
        "run x.json -o y.json",
        "trace x.json -o x.vcd",
    ):
        told(*verb.split(), status=0)


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    from simt.files import FileError, read_text
    from simt.launch.programs import load_program

    monkeypatch.setattr("sys.stdin", None)
    for read in (read_text, load_program):
        with pytest.raises(FileError, match=r"E0651.*standard input is closed"):
            read("-")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"ret \xff")))
    with pytest.raises(FileError, match=r"E0651.*byte 4 is not UTF-8"):
        load_program("-")


# The longest name that a file may have is of 255 bytes, everywhere; a name of a whole path is longer elsewhere.
NAMELESS = "n" * 300


@pytest.mark.parametrize(
    "line",
    [
        "run NAME", "run ./NAME.s", "run dot -m NAME", "diff NAME@HEAD dot", "diff NAME.json dot",
        "model NAME", "model mm_local -d NAME", "memory bench NAME", "memory run NAME --config ddr2-667-3",
        "memory run x.trc --config NAME", "memory clients NAME", "memory map NAME", "sweep NAME", "explore NAME",
        "tune NAME", "sweep show NAME", "disasm NAME", "run dot --oracle NAME", "run dot --in x=NAME",
    ],
)  # fmt: skip
def test_names_that_no_file_can_have(line: str) -> None:
    Path("x.trc").write_text("0 0 R\n", encoding="utf-8")
    for name in (NAMELESS, "x.trc/x", "x\ny"):
        assert "rror" in told(*line.replace("NAME", name).split(" "))


def test_an_included_file_of_a_name_that_no_file_can_have() -> None:
    Path("k.s").write_text(f'.include "{NAMELESS}"\nret\n', encoding="utf-8")
    assert "error[E0310]: cannot find the file `nnn" in told("asm", "k.s", status=3)


def test_a_kernel_whose_oracle_would_have_a_name_that_no_file_can_have() -> None:
    name = "k" * 253 + ".s"
    Path(name).write_text("ret\n", encoding="utf-8")
    invoke("run", name, "--threads", "4", status=0)


def test_the_channel_of_a_memory_system_has_a_name_that_no_file_can_have() -> None:
    Path("x.toml").write_text(
        f'channel = "{NAMELESS}"\n[[client]]\nname = "a"\nkind = "cores"\naddress = 0\nbytes = 512\n', encoding="utf-8"
    )
    assert "error[E0430]" in told("memory", "clients", "x.toml")
