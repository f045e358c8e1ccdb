"""Kernels in Python give on the machine what they give in plain Python; their lines are the ledger's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import SimtError
from simt.lang.types import SCALARS
from simt.launch.arrays import TYPES
from tests.commands import invoke
from tests.unit.launch import python_kernels as kernels

FILE = str(Path(kernels.__file__))
MACHINE: dict[str, Any] = {"machine": "gtx280", "set": {"branch.policy": "ipdom_stack"}}
RANDOM = np.random.default_rng(1)

# name: the launch's size and group, its arrays and numbers
LAUNCHES: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "saxpy": (256, 64, {"x": RANDOM.random(256, np.float32), "y": np.ones(256, np.float32), "a": 1.7, "n": 200}),
    "reduce": (256, 64, {"x": RANDOM.random(256, np.float32), "sums": np.zeros(4, np.float32)}),
    "mandelbrot": (
        (16, 16), (16, 4),
        {"steps": np.zeros(256, np.uint32), "left": -2.0, "top": -1.25, "step": 0.15, "most": 20, "width": 16},
    ),
    "collatz": (64, 64, {"x": np.arange(1, 65, dtype=np.uint32)}),
    "integers": (64, 64, {"x": RANDOM.integers(-1000, 1000, 64, np.int32), "y": np.arange(1, 65, dtype=np.int32)}),
    "odds": (32, 32, {"x": np.arange(-16, 16, dtype=np.int32), "y": RANDOM.random(32, np.float32),
                      "ends": RANDOM.integers(0, 2, 32, np.uint32)}),
    "parts": (32, 32, {"x": RANDOM.integers(-9, 9, 32, np.int32), "mirrored": np.zeros(32, np.int32), "room": 32}),
}  # fmt: skip


@pytest.mark.parametrize("name", LAUNCHES)
def test_on_the_machine_as_in_plain_python(name: str) -> None:
    size, group, given = LAUNCHES[name]
    kernel = getattr(kernels, name)
    result = simt.run(kernel, inputs=given, global_size=size, local_size=group, engine="functional", **MACHINE)
    assert result.completed
    plain = {key: value.copy() if isinstance(value, np.ndarray) else value for key, value in given.items()}
    kernel(**plain, global_size=size, local_size=group)
    for key, array in plain.items():
        if isinstance(array, np.ndarray):
            assert np.array_equal(result.buffers[key], array), key


@pytest.mark.parametrize("name", ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"])
def test_floats_saturate_as_integers_of_any_size(name: str, tmp_path: Path) -> None:
    file = tmp_path / "made.py"
    file.write_text(
        f"from simt.lang import *\n@kernel\ndef made(x: Global[f32], y: Global[{name}]):\n"
        f"    y[global_id()] = {name}(x[global_id()])\n"
    )
    numbers = [np.nan, np.inf, -np.inf, 0.9, -0.9, 200.5, -200.5, 5e4, -5e4, 3e9, -3e9, 1e18, -1e18, 1e30, -1e30, -0.0]
    given = {"x": np.array(numbers, np.float32), "y": np.zeros(16, TYPES[name])}
    result = simt.run(f"{file}::made", inputs=given, global_size=16, local_size=16, engine="functional", **MACHINE)
    assert result.buffers["y"].tolist() == [int(SCALARS[name](float(number))) for number in given["x"]]


def test_ledgers_speak_of_the_lines_of_python() -> None:
    size, group, given = LAUNCHES["saxpy"]
    result = simt.run(kernels.saxpy, inputs=given, global_size=size, local_size=group, **MACHINE)
    assert {"y[i] = a * x[i] + y[i]", "if i < n:"} <= {line["source"] for line in result.lines}
    seen = simt.trace(
        kernels.saxpy, inputs=given, global_size=size, local_size=group, views=["masks"], cycles="0:40", **MACHINE
    )
    assert "execution mask" in seen.text()


def test_what_is_moved_out_of_a_loop_has_a_line_too(tmp_path: Path) -> None:
    file = tmp_path / "rows.py"
    file.write_text(
        "from simt.lang import Global, f32, global_id, kernel, u32\n\n\n@kernel\n"
        "def rows(x: Global[f32], total: Global[f32], columns: u32):\n    sum = f32(0)\n"
        "    for k in range(columns):\n        sum += x[global_id() * columns + k]\n    total[global_id()] = sum\n"
    )
    program = simt.asm(file, "gtx280")
    assert {place.file for place in program.locations} == {str(file)}
    assert any("mul.u32" in place.reads for place in program.locations)


def test_what_takes_assembly_only_says_so() -> None:
    with pytest.raises(SimtError, match=r"is not assembly[\s\S]*take kernels in languages"):
        simt.load_program(FILE)


def run(*arguments: str) -> Any:
    return invoke("run", *arguments, "-m", "gtx280", "-s", "branch.policy=ipdom_stack", "-q")


def test_a_file_on_the_command_line(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(1, 65, dtype=np.uint32))
    out = tmp_path / "out.npy"
    shown = run(
        f"{FILE}::collatz",
        "--global-size",
        "64",
        "--local-size",
        "32",
        "--in",
        f"x={tmp_path}/x.npy",
        "--out",
        f"x={out}",
    )
    assert shown.exit_code == 0, shown.output
    plain = np.arange(1, 65, dtype=np.uint32)
    kernels.collatz(plain, global_size=64)
    assert np.array_equal(np.load(out), plain)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([FILE], ["7 kernels", "`saxpy`, `reduce`"]),
        ([f"{FILE}::sapxy"], ["no kernel `sapxy`", "did you mean `saxpy`?"]),
        ([f"{FILE}::reduce", "--global-size", "64", "--local-size", "64", "--in", "x=0"], ["x` is an array"]),
        ([f"{FILE}::saxpy", "-D", "n=3"], ["-D and -I are for assembly and OpenCL C"]),
        (["nowhere.py::f"], ["no kernel `nowhere.py`"]),
    ],
)
def test_mistakes(arguments: list[str], words: list[str]) -> None:
    shown = run(*arguments)
    assert shown.exit_code in (2, 3)
    assert all(word in shown.output for word in words), shown.output


def test_the_listing_beside_the_source() -> None:
    shown = invoke("asm", f"{FILE}::saxpy", "-m", "gtx280", status=0)
    rows = [line for line in shown.stdout.splitlines() if "global_id_x" in line or "mad.f32" in line]
    assert "if i < n:" in rows[0]
    assert "y[i] = a * x[i] + y[i]" in rows[1]
    assert simt.asm(kernels.saxpy, "gtx280").words == simt.asm(f"{FILE}::saxpy", "gtx280").words


def test_assembly_is_for_any_machine() -> None:
    shown = invoke("asm", "dot", "-m", "gtx280", status=2)
    assert "not for assembly" in shown.output


def test_a_group_that_the_kernel_is_not_for() -> None:
    given = LAUNCHES["reduce"][2]
    with pytest.raises(SimtError, match=r"work-groups of 64, not of 32[\s\S]*--local-size 64"):
        simt.run(kernels.reduce, inputs=given, global_size=256, local_size=32, **MACHINE)


def test_a_program_is_for_work_groups_of_its_shape() -> None:
    """The shape is in it as constants: another one of as many work-items would compute something else."""
    program = simt.asm(kernels.parts, "gtx280", local_size=(16, 2), inputs={"room": 32})
    assert program.group == (16, 2, 1)
    given = {"x": np.arange(32, dtype=np.int32), "mirrored": 32}
    assert simt.run(program, "gtx280", inputs=given, engine="functional").grid.local == (16, 2)
    for shape in (32, (8, 4), (2, 16), (4, 4, 2)):
        with pytest.raises(
            SimtError, match=r"E0505[\s\S]*`parts` is for work-groups of 16x2, not of [\s\S]*--local-size 16x2"
        ):
            simt.run(program, "gtx280", inputs=given, global_size=shape, local_size=shape)


def test_an_array_in_local_memory_without_a_length() -> None:
    size, group, given = LAUNCHES["parts"]
    with pytest.raises(SimtError, match="the length of `room`"):
        simt.run(kernels.parts, inputs={**given, "room": 0}, global_size=size, local_size=group, **MACHINE)


def test_a_kernel_file_is_no_oracle_and_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kernels.py"
    file.write_text("from simt.lang import *\nopen('ran', 'w')\n@kernel\ndef f(x: Global[u32]):\n    x[0] = 1\n")
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", np.zeros(1, np.uint32))
    shown = run(str(file), "--global-size", "1", "--local-size", "1", "--in", "x=x.npy")
    assert shown.exit_code == 0, shown.output
    assert not Path("ran").exists()
