"""simt.launch.inputs: arrays and parameters into memory, files in and out, and everything hostile about them."""

from __future__ import annotations

import io
import pickle
import stat
from pathlib import Path

import numpy as np
import pytest

import isa
from simt.launch.array_files import read_array, write_array
from simt.launch.arrays import buffer_arrays, buffer_table
from simt.launch.inputs import InputError, bind, find_array, names_in_oracle, typed
from simt.machine import Machine

KERNEL = """
.kernel inputs
.threads 4
.local x f32[4]
.local u u32[4]
.local s s32[4]
.local b b32[4]
.param scale f32 = 2.0
.param count u32 = 3
    mul.f32 r1, r1, scale
    add.u32 r2, r2, count
    ret
"""
PROGRAM = isa.assemble(KERNEL)
FPGA4 = Machine.load("fpga4")


def stored(**inputs: object) -> np.ndarray:
    return bind(PROGRAM, FPGA4, inputs)[1]  # type: ignore[arg-type]


def test_arrays_land_at_their_addresses_as_bits() -> None:
    memory = stored(x=[1.0, -0.0, np.nan, np.inf], u=[0, 1, 2, 2**32 - 1], s=[-1, -(2**31), 0, 2**31 - 1])
    assert memory.dtype == np.uint32
    assert memory.shape == (4096,)
    assert memory[:12].tolist() == [
        0x3F800000, 0x80000000, 0x7FC00000, 0x7F800000,
        0, 1, 2, 0xFFFFFFFF,
        0xFFFFFFFF, 0x80000000, 0, 0x7FFFFFFF,
    ]  # fmt: skip
    assert not memory[12:].any()


def test_parameters_replace_constants() -> None:
    program, _, _ = bind(PROGRAM, FPGA4, {"scale": 0.5, "count": np.int64(7)})
    assert program.constants[program.params["scale"].index] == 0x3F000000
    assert program.constants[program.params["count"].index] == 7
    assert PROGRAM.constants[PROGRAM.params["count"].index] == 3


@pytest.mark.parametrize(
    "given",
    [
        np.arange(4.0),
        np.arange(4.0, dtype=">f8"),
        np.arange(4, dtype=np.uint8),
        np.arange(4.0).reshape(2, 2),
        np.arange(8.0)[::2] / 2,
        [0, 1, 2, 3],
        (0.0, 1.0, 2.0, 3.0),
    ],
    ids=["f64", "big-endian", "u8", "2x2", "strided", "list", "tuple"],
)
def test_any_real_type_and_shape_of_the_right_size_is_taken(given: object) -> None:
    values = typed(PROGRAM, {"x": given, "u": given})  # type: ignore[dict-item]
    assert values["x"].dtype == np.float32
    assert values["x"].tolist() == [0, 1, 2, 3]
    assert values["u"].dtype == np.uint32
    assert values["u"].tolist() == [0, 1, 2, 3]


def test_whole_floats_are_integers() -> None:
    assert typed(PROGRAM, {"s": [-1.0, 2.0, 0.0, 1e9]})["s"].tolist() == [-1, 2, 0, 10**9]


def test_raw_bits_are_signed_or_unsigned() -> None:
    assert typed(PROGRAM, {"b": [-1, 0, 1, 2]})["b"].tolist() == [0xFFFFFFFF, 0, 1, 2]


@pytest.mark.parametrize(
    ("inputs", "code", "message"),
    [
        ({"x": np.zeros(3)}, "E0602", "`x` has 4 elements and the input has 3 (shape 3)"),
        ({"x": np.zeros((3, 2))}, "E0602", "(shape 3 x 2)"),
        ({"x": 1.0}, "E0602", "`x` has 4 elements and the input is one number"),
        ({"x": np.zeros(4, complex)}, "E0602", "complex"),
        ({"x": np.array(["a"] * 4)}, "E0602", "type <U1"),
        ({"x": np.array([None] * 4)}, "E0602", "type object"),
        ({"x": [[1], [1, 2]]}, "E0602", "not an array of numbers"),
        ({"x": [2**70, 0, 0, 0]}, "E0602", "type object"),
        ({"x": [1e300, 0, 0, 0]}, "E0602", "element 0, 1e+300, is beyond the range of f32"),
        ({"u": [0, -1, 0, 0]}, "E0602", "element 1, -1, is not in 0 to 4294967295, the range of u32"),
        ({"u": [0, 0, 0, 2**32]}, "E0602", "element 3, 4294967296,"),
        ({"u": np.full(4, 2**64 - 1, np.uint64)}, "E0602", "(and 3 more)"),
        ({"s": [2**31, 0, 0, 0]}, "E0602", "the range of s32"),
        ({"u": [0, 0.5, 0, 0]}, "E0602", "element 1, 0.5, is not a whole number, as u32 needs"),
        ({"u": [0, np.nan, 0, 0]}, "E0602", "not a whole number"),
        ({"count": 0.5}, "E0602", "does not fit: 0.5 is not a whole number"),
        ({"count": [1, 2]}, "E0602", "the parameter `count` takes one number, not 2"),
        ({"scale": 1e39}, "E0602", "beyond the range of f32"),
        ({"y": 1}, "E0601", "the kernel `inputs` has no array or parameter `y`"),
        ({"scael": 1}, "E0601", "did you mean `scale`?"),
    ],
)
def test_what_does_not_fit_is_refused(inputs: dict[str, object], code: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        stored(**inputs)
    assert caught.value.code == code
    assert caught.value.exit_status == 2
    assert message in str(caught.value)


def test_an_array_beyond_the_machine_is_refused() -> None:
    program = isa.assemble(".threads 4\n.local big f32[8192]\n ret\n")
    with pytest.raises(InputError, match=r"ends at word 8192.*\n.*local\.words=8192"):
        bind(program, FPGA4, {"big": np.zeros(8192)})


def test_find_array() -> None:
    assert find_array(PROGRAM, "u").address == 4
    with pytest.raises(InputError, match="is a parameter of `inputs`, not an array"):
        find_array(PROGRAM, "scale")
    with pytest.raises(InputError, match="no array `z`"):
        find_array(PROGRAM, "z")


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "value"), [("3", 3), ("-0x10", -16), ("0.5", 0.5), ("1e-3", 1e-3), ("inf", np.inf)])
def test_numbers(text: str, value: float) -> None:
    assert read_array("x", text).item() == value


@pytest.mark.parametrize("suffix", [".npy", ".csv", ".txt"])
@pytest.mark.parametrize("kind", [np.float32, np.uint32, np.int32])
def test_round_trip(tmp_path: Path, suffix: str, kind: type) -> None:
    array = np.array([0, 1, 3, 2**24 + 1], kind) if kind != np.float32 else np.array([0.1, -1e-40, 3e38, 7], kind)
    target = tmp_path / f"a{suffix}"
    write_array("x", array, str(target))
    assert read_array("x", str(target)).astype(kind).tobytes() == array.tobytes()
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_npz_with_one_array(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", only=np.arange(4))
    assert read_array("x", str(tmp_path / "a.npz")).tolist() == [0, 1, 2, 3]


def test_writing_keeps_the_permissions_of_the_file(tmp_path: Path) -> None:
    target = tmp_path / "a.npy"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_array("x", np.zeros(2), str(target))
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def _objects() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.array([1, "a", None], dtype=object), allow_pickle=True)
    return stream.getvalue()


class _Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (pytest.fail, ("a file was unpickled",))


_HUGE = b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<f8', 'fortran_order': False, 'shape': (10000000000000000,), }".ljust(
    117
)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.npy", None, "is not there"),
        ("a.npy", _objects(), "it holds Python objects, and simt never unpickles"),
        ("a.npy", pickle.dumps(_Bomb()), "it is a pickle, and simt never unpickles"),
        ("a.npy", b"", "it is not a .npy file"),
        ("a.npy", b"\x93NUMPY", "cannot be read"),
        ("a.npy", b"\x93NUMPY\x01\x00\x04\x00abcd", "cannot be read"),
        ("a.npy", _HUGE + b"\n", "cannot be read"),
        ("a.npz", b"PK\x03\x04garbage", "it is not a .npz file"),
        ("a.npz", b"garbage", "it is not a .npz file"),
        ("a.csv", b"1,2\n3,x\n", "could not convert"),
        ("a.csv", b"1,2\n3\n", "cannot be read"),
        ("a.csv", b"", "it holds no numbers"),
        ("a.txt", b"\xff\xfe", "byte 0 is not UTF-8"),
        ("a.mat", b"", "array files end in .npy, .npz, .csv or .txt"),
        ("a", b"", "neither a number nor a file"),
    ],
)
def test_hostile_files(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_array("x", str(path))
    assert caught.value.code == "E0603"
    assert message in str(caught.value)
    assert "allow_pickle" not in str(caught.value)


def test_npz_of_many_arrays_or_objects(tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", a=np.zeros(2), b=np.zeros(2))
    with pytest.raises(InputError, match=r"it holds 2 arrays \(a, b\)"):
        read_array("x", str(tmp_path / "two.npz"))
    np.savez(tmp_path / "objects.npz", a=np.array([None]))
    with pytest.raises(InputError, match="never unpickles"):
        read_array("x", str(tmp_path / "objects.npz"))


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.npy").mkdir()
    with pytest.raises(InputError, match="is a directory"):
        read_array("x", str(tmp_path / "a.npy"))
    with pytest.raises(InputError, match="cannot be written to"):
        write_array("x", np.zeros(2), str(tmp_path / "a.npy"))


def test_unwritable_targets(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or directory"):
        write_array("x", np.zeros(2), str(tmp_path / "no" / "a.npy"))
    with pytest.raises(InputError, match=r"to \.npy, \.csv or \.txt, not to"):
        write_array("x", np.zeros(2), str(tmp_path / "a.wav"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ('return {"x": rng.random(program.equ["z"])}', ["x"]),
        ('return {name: 1 for name in ("x", "y", "w")}', ["x", "y"]),
        ("return dict(y=1, rest={})", ["y"]),
        ('made = {}\n    made["z"] = 1\n    return made', ["z"]),
        ("return make(program)", []),
        ("return {", []),
    ],
)
def test_the_arrays_that_an_oracle_fills_are_read_from_its_text(tmp_path: Path, body: str, names: list[str]) -> None:
    program = isa.assemble(".threads 1\n.local x f32[4]\n.local y f32[4]\n.local z f32[4]\n ret\n")
    oracle = tmp_path / "k.py"
    oracle.write_text(f'raise SystemExit\n\ndef inputs(program, rng):\n    """Of x."""\n    {body}\n')
    assert names_in_oracle(oracle, program) == names
    assert names_in_oracle(tmp_path / "none.py", program) == []


BUFFERS = isa.assemble(
    """
.kernel buffered
.threads 4
.local x f32[4]
.param count u32 = 3
.buffer source, f32
.buffer target, s32, 1020
.buffer total, u32, 1
    mov r1, target
    add.u32 r2, r1, count
    ld.global r3, [source]
    st.global [total], r3
    ret
"""
)


def test_buffers_are_placed_and_filled() -> None:
    given = {"source": np.arange(2000.0), "total": [7], "count": 9, "x": [1, 2, 3, 4]}
    program, local, memory = bind(BUFFERS, FPGA4, given)
    assert local[:4].view(np.float32).tolist() == [1, 2, 3, 4]
    assert program.buffers["source"].length == 2000
    # 8000 bytes from 4096 on end at 12096; the next begins 256 bytes behind it or later: 12352 is in the page to 16384.
    assert buffer_table(program).tolist() == [[4096, 8000], [16384, 4080], [24576, 4]]
    assert [program.constants[entry.index] for entry in program.buffers.values()] == [4096, 16384, 24576]
    assert program.constants[program.params["count"].index] == 9
    assert (memory.dtype, memory.shape) == (np.uint32, ((24580 - 4096) // 4,))
    views = buffer_arrays(program, memory)
    assert [(name, view.dtype, view.shape) for name, view in views.items()] == [
        ("source", np.float32, (2000,)), ("target", np.int32, (1020,)), ("total", np.uint32, (1,)),
    ]  # fmt: skip
    assert views["source"].tolist() == list(range(2000))
    assert not views["target"].any()
    assert memory[-1] == 7
    assert not memory[2000 : (24576 - 4096) // 4].any()
    assert BUFFERS.buffers["source"].length == 0, "the program itself stays as it is"


def test_a_program_without_buffers_has_no_global_memory() -> None:
    program, _, memory = bind(PROGRAM, FPGA4, {})
    assert memory.shape == (0,)
    assert buffer_table(program).shape == (0, 2)
    assert buffer_arrays(program, memory) == {}


@pytest.mark.parametrize(
    ("inputs", "part"),
    [
        ({}, "the buffer `source` of `buffered` has no length and no input"),
        ({"source": []}, "`source` is an array and the input has no elements"),
        ({"source": 3.0}, "`source` is an array and the input is one number"),
        ({"source": [1.0], "target": np.zeros(1019)}, "`target` has 1020 elements and the input has 1019"),
        ({"source": [1.0], "target": 4}, "`target` has 1020 elements and the input is one number"),
        ({"source": [1.0], "target": [0.5] * 1020}, "`target` does not fit"),
        ({"source": [1.0], "sauce": [1.0]}, "no array or parameter `sauce`"),
    ],
)
def test_buffers_that_cannot_be_filled(inputs: dict[str, object], part: str) -> None:
    with pytest.raises(InputError) as caught:
        bind(BUFFERS, FPGA4, inputs)  # type: ignore[arg-type]
    assert part in str(caught.value)


def test_the_way_out_for_a_buffer_without_data() -> None:
    with pytest.raises(InputError) as caught:
        bind(BUFFERS, FPGA4, {})
    assert caught.value.help == (
        "give it an array (--in source=FILE), or a length in the kernel: .buffer source, f32, 1024"
    )


def test_too_much_global_memory() -> None:
    program = isa.assemble(".buffer a, u32, 1 << 28\n.buffer b, u32\nret")
    with pytest.raises(InputError, match="268435457 words, and 268435456 is the most"):
        bind(program, FPGA4, {"b": [1]})


def test_outputs_may_be_buffers(tmp_path: Path) -> None:
    assert find_array(BUFFERS, "target") is BUFFERS.buffers["target"]
    oracle = tmp_path / "k.py"
    oracle.write_text('def inputs(program, rng):\n    return {"x": 1, "source": 2}\n')
    assert names_in_oracle(oracle, BUFFERS) == ["x", "source"]


def test_binding_twice_changes_nothing() -> None:
    bound = bind(BUFFERS, FPGA4, {"source": [1.0, 2.0]})
    again = bind(bound.program, FPGA4, {"source": [1.0, 2.0]})
    assert again.program == bound.program
    assert np.array_equal(again.memory, bound.memory)
