"""What threads print: each conversion as C's own `printf` has it, and records as kernels leave them."""

from __future__ import annotations

import ctypes
import itertools
import struct
import sys

import numpy as np
import pytest

import isa
from simt.result.printed import MOST_BYTES, formatted, lost_text, printed

FLAGS = ["", "-", "0", "# ", "+0#"]
WIDTHS = ["", "14"]
DIGITS = ["", ".0", ".3"]
REALS = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-7, 123456789.0, 2.5, 3.5, 1e300, 5e-324, 2.2e-308, float("inf"), -float("inf")]
WHOLE = [0, 1, -1, 77, 0x7FFFFFFF, -(2**31), 200]


def by_c(form: str, argument: ctypes._SimpleCData[int] | ctypes._SimpleCData[float]) -> str:
    made = ctypes.create_string_buffer(2048)
    ctypes.CDLL(None).snprintf(made, 2048, form.encode(), argument)
    return made.value.decode()


def by_us(form: str, number: int | float) -> str:
    return formatted(form.encode(), [[number]], lambda address: b"").decode()


@pytest.mark.skipif(sys.platform != "linux", reason="it is held against glibc")
def test_reals_are_printed_as_c_does() -> None:
    for flags, width, digits, kind in itertools.product(FLAGS, WIDTHS, DIGITS, "fFeEgGaA"):
        form = f"<%{flags}{width}{digits}{kind}>"
        for number in REALS:
            assert by_us(form, number) == by_c(form, ctypes.c_double(number)), (form, number)


@pytest.mark.skipif(sys.platform != "linux", reason="it is held against glibc")
def test_whole_numbers_are_printed_as_c_does() -> None:
    for flags, width, digits, size, kind in itertools.product(FLAGS, WIDTHS, DIGITS, ["", "h", "hh", "l"], "diouxX"):
        form = f"<%{flags}{width}{digits}{size}{kind}>"
        for number in WHOLE:
            passed = ctypes.c_longlong(number) if size == "l" else ctypes.c_int(number)
            word = number & (2 ** (64 if size == "l" else 32) - 1)
            assert by_us(form, word) == by_c(form, passed), (form, number)


@pytest.mark.parametrize(
    ("form", "arguments", "text"),
    [
        ("100%%|%c%c|%5c|%-3c|", [[104], [105], [33], [46]], "100%|hi|    !|.  |"),
        ("%v4d %v2.1f", [[1, 2, 3, 4]], "1,2,3,4 %v2.1f"),
        ("%5.1v2f|%v3hhd|%v2hlx|%v2ld", [[1.25, -9.96], [200, 1, 255], [2**32 - 1, 16], [2**64 - 1, 1]],
         "  1.2|,-10.0||-56,1,-1|ffffffff,10|-1,1".replace("  1.2|,-10.0|", "  1.2,-10.0")),
        ("%*d|%-*d|%.*f|%*d", [[6], [7], [3], [8], [1], [2.55], [2**32 - 4], [9]], "     7|8  |2.5|9   "),
        ("%s|%6s|%-6s|%.2s|%p", [[1], [1], [1], [1], [255]], "text|  text|text  |te|0xff"),
        ("%d and %d", [[5]], "5 and %d"),
        ("no %y, %", [[5]], "no %y, %"),
        ("%9999999d", [[5]], f"{5:255}"),
        ("%x", [[float("nan")]], "0"),
    ],
)  # fmt: skip
def test_a_call(form: str, arguments: list[list[int | float]], text: str) -> None:
    assert formatted(form.encode(), arguments, lambda address: b"text" if address == 1 else b"").decode() == text


def launched(records: list[list[int]], *, lost: int = 0, words: int = 40) -> tuple[isa.Program, dict[str, np.ndarray]]:
    text = b"if\0%d %.1f\n\0"
    data = text.ljust(-(-len(text) // 4) * 4, b"\0")
    table = ", ".join(map(str, struct.unpack(f"<{len(data) // 4}I", data)))
    source = f".buffer texts, u32 = {table}\n.buffer lines, u32, {words}\n.prints lines\n mov.b32 r0, lines\n ret\n"
    program = isa.assemble(source).with_buffers({})
    gathered = [word for record in records for word in record]
    lines = np.zeros(words, np.uint32)
    lines[:2] = len(gathered), lost
    lines[2 : 2 + len(gathered)] = gathered
    texts = np.array(program.buffers["texts"].contents, np.uint32)
    return program, {"texts": texts, "lines": lines}


def record(x: int, y: int, z: int, number: int, real: float, *, text: int = 4096) -> list[int]:
    return [text, x, y, number, struct.unpack("<I", struct.pack("<f", real))[0], z + 1]


def test_threads_are_in_order_and_each_in_its_own() -> None:
    made = [(1, 0, 0, 10, 0.5), (0, 1, 0, 20, 1), (1, 0, 0, 11, 2), (0, 0, 1, 30, 3), (0, 0, 0, 1, 4)]
    program, buffers = launched([record(*each) for each in made])
    found = printed(program, buffers)
    assert found is not None
    assert (found.text, found.lost) == ("1 4.0\n10 0.5\n11 2.0\n20 1.0\n30 3.0\n", 0)


def test_records_that_are_not_whole_are_counted() -> None:
    nothing, begun = [0] * 6, [*record(0, 0, 0, 9, 9.0)[:4], 0, 0]
    program, buffers = launched([nothing, record(2, 0, 0, 2, 2), begun, record(1, 0, 0, 1, 1), nothing], lost=3)
    found = printed(program, buffers)
    assert found is not None
    assert (found.text, found.lost) == ("1 1.0\n2 2.0\n", 6)
    assert lost_text(1).startswith("the text of 1 call of printf")


def test_what_lies_in_the_buffer_may_be_anything() -> None:
    rng = np.random.default_rng(1)
    program, buffers = launched([])
    for _ in range(200):
        buffers["lines"][:] = rng.integers(0, 2**32, 40, np.uint64).astype(np.uint32)
        places = rng.integers(0, 40, 12)
        buffers["lines"][places] = rng.integers(4090, 4120, 12)
        found = printed(program, buffers)
        assert found is not None
        assert len(found.text) < MOST_BYTES


def test_a_program_that_prints_nothing_has_none() -> None:
    assert printed(isa.assemble(" ret\n"), {}) is None
