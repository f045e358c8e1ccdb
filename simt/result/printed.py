"""The output of a run's threads by `printf`, from the buffer that gathers it (`simt.compiler.opencl.printing`)."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from isa.program.program import Program

MOST_BYTES: Final = 1 << 22  # of all output
_COUNTERS, _AROUND = 2, 4  # words before the records, and of a record beside its arguments
_WIDEST: Final = 255  # characters to which a number is padded
_ARGUMENT: Final = re.compile(rb"(\d*)([ildfs])")
_WORDS: Final = {"i": 1, "l": 2, "f": 1, "d": 2, "s": 1}
_CONVERSION: Final = re.compile(
    rb"%(?:%|(?P<flags>[-+ #0]*)(?P<width>\*|\d*)(?:\.(?P<digits>\*|\d*))?(?:v(?P<count>16|[2348]))?"
    rb"(?P<size>hh|hl|h|ll|l|[jztL])?(?P<kind>[diouxXfFeEgGaAcsp]))"
)
_BITS: Final = {"hh": 8, "h": 16, "hl": 32, "": 32, "l": 64, "ll": 64, "j": 64, "z": 32, "t": 32}

Number = int | float
_TextAt = Callable[[int], bytes]  # the bytes from an address on, to the next zero


@dataclass(frozen=True)
class Printed:
    """The text, in the order of threads, each thread's calls in their order; lost: calls whose text is not in it."""

    text: str
    lost: int


def printed(program: Program, buffers: Mapping[str, np.ndarray]) -> Printed | None:
    """Return the output of a bound program, from the buffers that it left; None of a program that does not print."""
    if not program.prints or program.prints not in buffers:
        return None
    memory = _Memory(program, buffers)
    words = buffers[program.prints].view(np.uint32)
    records, broken = _records(words, memory)
    records.sort(key=lambda record: record[0])  # stable: a thread's own order stays
    room, lines, lost = MOST_BYTES, list[bytes](), int(words[1]) + broken
    for number, (_, text, arguments) in enumerate(records):
        line = formatted(text, arguments, memory.text)
        room -= len(line)
        if room < 0:
            lost += len(records) - number
            break
        lines.append(line)
    return Printed(b"".join(lines).decode(errors="replace"), lost)


def lost_text(lost: int) -> str:
    """Return the sentence about calls whose text is missing."""
    calls = "1 call" if lost == 1 else f"{lost} calls"
    return f"the text of {calls} of printf is lost: the buffer was full, or their threads were stopped"


class _Memory:
    """The buffers of a run by the addresses of their bytes."""

    def __init__(self, program: Program, buffers: Mapping[str, np.ndarray]) -> None:
        self._spans = [
            (program.constants[entry.index], buffers[name].view(np.uint8))
            for name, entry in program.buffers.items()
            if name in buffers
        ]
        self._texts: dict[int, bytes] = {}
        self._shapes: dict[int, tuple[list[tuple[int, str]], int, bytes] | None] = {}

    def text(self, address: int) -> bytes:
        """Return the bytes from an address on, to the next zero; none if no buffer lies there."""
        if address not in self._texts:
            content = b""
            for start, data in self._spans:
                if start <= address < start + len(data):
                    content = data[address - start : address - start + MOST_BYTES].tobytes().split(b"\0")[0]
            self._texts[address] = content
        return self._texts[address]

    def call(self, address: int) -> tuple[list[tuple[int, str]], int, bytes] | None:
        """Return the parts of a call at this address of a text: its arguments, the words of its record, the format."""
        if address not in self._shapes:
            self._shapes[address] = self._call(address)
        return self._shapes[address]

    def _call(self, address: int) -> tuple[list[tuple[int, str]], int, bytes] | None:
        if not any(start <= address < start + len(data) for start, data in self._spans):
            return None
        letters = self.text(address)
        if not re.fullmatch(rb"(?:\d*[ildfs])*", letters):
            return None
        arguments = [(int(count or 1), letter.decode()) for count, letter in _ARGUMENT.findall(letters)]
        words = sum(count * _WORDS[letter] for count, letter in arguments)
        return arguments, _AROUND + words, self.text(address + len(letters) + 1)


_Record = tuple[tuple[int, int, int], bytes, list[list[Number]]]


def _records(words: np.ndarray, memory: _Memory) -> tuple[list[_Record], int]:
    """Return the complete records, each with its thread, its format and its arguments, and the number of others."""
    records, broken = list[_Record](), 0
    place, end = _COUNTERS, _COUNTERS + int(words[0])
    if end > len(words):  # the last words belong to a call that had no room, which is counted
        end = int(np.flatnonzero(words)[-1]) + 1
    while place < end:
        address = int(words[place])
        shape = memory.call(address) if address else None
        if shape is None:  # its thread was stopped before it wrote anything: go on with the next one
            broken += place == _COUNTERS or bool(words[place - 1])
            place += 1
            continue
        arguments, size, text = shape
        row = words[place : place + size]
        if len(row) < size or not row[-1]:
            broken += 1
        else:
            thread = int(row[-1]) - 1, int(row[2]), int(row[1])
            records.append((thread, text, _values(arguments, row[3:-1].tobytes())))
        place += size
    return records, broken


def _values(arguments: list[tuple[int, str]], data: bytes) -> list[list[Number]]:
    values, place = list[list[Number]](), 0
    for count, letter in arguments:
        kind = {"i": "I", "l": "Q", "f": "f", "d": "d", "s": "I"}[letter]
        values.append(list(struct.unpack_from(f"<{count}{kind}", data, place)))
        place += 4 * count * _WORDS[letter]
    return values


# --- one call ---------------------------------------------------------------------------------------------------------


def formatted(text: bytes, arguments: list[list[Number]], text_at: _TextAt) -> bytes:
    """Return what C prints for a format and its arguments, each a list: vectors have several numbers."""
    left: Iterator[list[Number]] = iter(arguments)

    def replaced(found: re.Match[bytes]) -> bytes:
        if not found["kind"]:
            return b"%"
        flags = found["flags"].decode()
        width, flags = _counted(found["width"], left, flags)
        digits = None
        if found["digits"] is not None:
            digits, _ = _counted(found["digits"] or b"0", left, "-")
            digits = digits if digits >= 0 else None
        numbers = next(left, None)
        if numbers is None:
            return found[0]
        kind, size = found["kind"].decode(), (found["size"] or b"").decode()
        rows = [_one(kind, size, number, digits, flags, text_at) for number in numbers]
        return b",".join(_filled(sign, body, width, flags) for sign, body, flags in rows)

    return _CONVERSION.sub(replaced, text)


def _counted(word: bytes, left: Iterator[list[Number]], flags: str) -> tuple[int, str]:
    """Return a width or a number of digits, which an argument may give; a negative width pads on the right."""
    if word == b"*":
        number = int((next(left, None) or [0])[0]) & 0xFFFFFFFF
        number -= (number >> 31) << 32
        return (min(-number, _WIDEST), flags + "-") if number < 0 and flags != "-" else (min(number, _WIDEST), flags)
    return min(int(word[:6] or 0), _WIDEST), flags


def _one(
    kind: str, size: str, number: Number, digits: int | None, flags: str, text_at: _TextAt
) -> tuple[str, bytes, str]:
    """Return the sign or prefix, the rest, and the flags for padding, of one number."""
    if kind == "s":
        text = text_at(int(number) & 0xFFFFFFFF)
        return "", text[:digits], flags.replace("0", "")
    if kind == "c":
        return "", bytes([int(number) & 0xFF]), flags.replace("0", "")
    if kind == "p":
        return "", f"0x{int(number):x}".encode(), flags.replace("0", "")
    if kind in "diouxX":
        return _integer(kind, _BITS.get(size, 32), number, digits, flags)
    return _real(kind, float(number), digits, flags)


def _integer(kind: str, bits: int, number: Number, digits: int | None, flags: str) -> tuple[str, bytes, str]:
    whole = int(number) if math.isfinite(number) else 0
    whole &= (1 << bits) - 1
    sign = ""
    if kind in "di":
        if whole >> (bits - 1):
            sign, whole = "-", (1 << bits) - whole
        else:
            sign = "+" if "+" in flags else " " if " " in flags else ""
    text = format(whole, {"o": "o", "x": "x", "X": "X"}.get(kind, "d"))
    if digits is not None:
        text = "" if not whole and not digits else text.rjust(digits, "0")
        flags = flags.replace("0", "")
    if "#" in flags and kind == "o" and not text.startswith("0"):
        text = f"0{text}"
    if "#" in flags and kind in "xX" and whole:
        sign = f"0{kind}"
    return sign, text.encode(), flags


def _real(kind: str, number: float, digits: int | None, flags: str) -> tuple[str, bytes, str]:
    is_negative = math.copysign(1.0, number) < 0
    sign = "-" if is_negative else "+" if "+" in flags else " " if " " in flags else ""
    if not math.isfinite(number):
        text = "nan" if math.isnan(number) else "inf"
        return sign, (text.upper() if kind.isupper() else text).encode(), flags.replace("0", "")
    if kind in "aA":
        prefix, text = "0x", _hexadecimal(abs(number), digits, "#" in flags)
        if kind == "A":
            prefix, text = "0X", text.upper()
        return sign + prefix, text.encode(), flags
    alternative = "#" if "#" in flags else ""
    form = f"%{alternative}.{6 if digits is None else digits}{kind}"
    return sign, (form % abs(number)).encode(), flags


def _hexadecimal(number: float, digits: int | None, has_point: bool) -> str:
    """Return a number as `%a` prints it, without `0x`: with `digits` digits, or with the shortest exact number."""
    mantissa, _, exponent = number.hex()[2:].partition("p")
    whole, _, fraction = mantissa.partition(".")
    if digits is None:
        fraction = fraction.rstrip("0")
    else:
        exact = Fraction(int(f"{whole}{fraction:0<13}", 16), 16**13)
        units, rest = divmod(round(exact * 16**digits), 16**digits)  # ties to even
        whole, fraction = str(units), format(rest, f"0{digits}x") if digits else ""
    point = "." if fraction or has_point else ""
    return f"{whole}{point}{fraction}p{exponent}"


def _filled(sign: str, body: bytes, width: int, flags: str) -> bytes:
    """Return a text with its sign, padded to a width: on the right, with zeros, or on the left."""
    sign_bytes = sign.encode()
    if "-" in flags:
        return (sign_bytes + body).ljust(width)
    if "0" in flags:
        return sign_bytes + body.rjust(width - len(sign_bytes), b"0")
    return (sign_bytes + body).rjust(width)
