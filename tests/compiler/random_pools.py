"""Random pointers into a pool: memory of one type that is read and written as others, at distances of bytes.

A work-item has its own bytes of the pool. A pointer goes there in two steps, each of elements of some type; only the
sum of both need be aligned for what is read there.
"""

from __future__ import annotations

from typing import Final

from tests.compiler.random_values import Values, bits, is_real

OWN: Final = 64  # bytes of each work-item
_REACH: Final = 48  # of them that pointers go over: some start 16 bytes on
# Types over which pointers step: name, size, alignment. Structs of three bytes or halves are those of `TYPES`.
_STEPS: Final = (
    ("uchar", 1, 1), ("uchar", 1, 1), ("ushort", 2, 2), ("char2", 2, 2), ("uint", 4, 4), ("uchar4", 4, 4),
    ("Three_{}", 3, 1), ("Six_{}", 6, 2),
)  # fmt: skip
_TYPES: Final = "typedef struct {{ uchar a[3]; }} Three_{0}; typedef struct {{ ushort a[3]; }} Six_{0};"
_WORDS: Final = ("uint", "uint", "int", "float", "ulong", "double", "int2", "uchar4", "ushort2", "short4", "uint4")
_PARTS: Final = ("uchar", "char", "short", "ushort", "char2", "uchar2", "uint", "ushort4")


class Pools(Values):
    """Draws pointers into the pool of a kernel.

    space: where the pool lies, "" for none. kinds: types that are read and written there; those of words alone leave
    local memory to be addressed by words.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.space = self.draw.choice(("__local", "__local", "__local", "__global", "__private", "", ""))
        self.kinds = _WORDS if self.draw.random() < 0.7 else (*_WORDS, *_PARTS)
        number = "me" if self.space == "__global" else "lid"
        self.start = (
            "(__private uchar *)pool" if self.space == "__private" else f"({self.pointer} *)pool + {number} * 64"
        )
        self.names = 0

    @property
    def pointer(self) -> str:
        """What a pointer to a byte of the pool points to."""
        return f"{self.space} uchar"

    def name(self, letter: str = "v") -> str:
        """A new name."""
        self.names += 1
        return f"{letter}{self.names}"

    def pool_types(self) -> list[str]:
        """The types over which pointers step."""
        return [_TYPES.format(self.prefix)] * bool(self.space)

    def pool(self) -> list[str]:
        """The pool and its first contents."""
        if not self.space:
            return []
        place = {"__local": "lid * 8 + i", "__global": "me * 8 + i", "__private": "i"}[self.space]
        declared = {"__local": "__local ulong pool[512]", "__private": "ulong pool[8]"}
        return [
            f"{declared[self.space]} __attribute__((aligned(16)));"
            if self.space in declared
            else "__global ulong *pool = heap;",
            f"for (int i = 0; i < 8; ++i) pool[{place}] = in_q[(me + i) & 63];",
        ]

    def left_in_pool(self) -> list[str]:
        """What the pool has at the end, in `acc`."""
        if not self.space:
            return []
        place = {"__local": "lid * 8 + i", "__global": "me * 8 + i", "__private": "i"}[self.space]
        return [f"for (int i = 0; i < 8; ++i) acc = rotate(acc, 7ul) ^ pool[{place}];"]

    def pointed(self) -> list[str]:
        """A pointer into the pool, which becomes a place; or a few of its elements, stored and loaded as a vector."""
        draw = self.draw
        kind = draw.choice(self.kinds)
        size = bits(kind) // 8
        count = draw.choice((2, 3, 4)) if kind in ("uint", "int", "ushort", "char") and draw.random() < 0.4 else 1
        distance = size * draw.choice([times for times in (1, 2, 3, 5) if size * (times + count) <= _REACH])
        most = 1
        while most < 4 and 2 * most * distance + size * count <= _REACH:
            most *= 2
        ways = _ways(distance, most)
        if draw.random() < 0.6:  # words only together
            ways = [way for way in ways if way[4] % 4] or ways
        one, other, first, second, _ = draw.choice(ways)
        index, start, far, pointer = self.name("e"), self.name("q"), self.name("q"), self.name("q")
        counters = [
            name for name, known in self.places if known in ("int", "uint") and name[0] in "in" and name[1:].isdigit()
        ]
        number = f"(uint){draw.choice(counters)}" if counters and draw.random() < 0.5 else self.value("uint", 2)
        times = draw.choice((index, f"({index} + 1)"))
        lines = [f"uint {index} = {number} & {most - 1};"]
        if draw.random() < 0.5:
            lines.append(f"{self._type(one)} *{start} = ({self._type(one)} *)({self.start}) + {first} * {times};")
        else:
            lines.append(
                f"{self._type(one)} *{start} = ({self._type(one)} *)({self.start}); {start} += {times} * {first};"
            )
        lines.append(f"{self._type(other)} *{far} = ({self._type(other)} *){start};")
        lines.append(
            f"{far} = &{far}[{second} * (int){times}];" if draw.random() < 0.5 else f"{far} += {second} * (int){times};"
        )
        lines.append(f"{self.space} {kind} *{pointer} = ({self.space} {kind} *){far};")
        if count > 1:
            vector, name = f"{kind}{count}", self.name()
            lines.append(f"vstore{count}({self.value(vector, 2)}, 0, {pointer});")
            lines.append(f"{vector} {name} = vload{count}(0, {pointer});")
            self.places.append((name, vector))
        self.places.append((f"(*{pointer})" if draw.random() < 0.5 else f"{pointer}[0]", kind))
        if is_real(kind):  # a NaN's bits are anything
            self.fixed.add(self.places[-1])
        return lines

    def _type(self, step: str) -> str:
        return f"{self.space} {step.format(self.prefix)}"


def _ways(distance: int, most: int) -> list[tuple[str, str, int, int, int]]:
    """Two types, and the numbers of their elements that are so many bytes together; and the bytes of the first step."""
    found = []
    for one, size, _ in _STEPS:
        for other, step, alignment in _STEPS:
            for first in range(1, 13):
                left = distance - first * size
                if left % step == 0 and first * size % alignment == 0 and most * first * size <= OWN - 16:
                    found.append((one, other, first, left // step, first * size))
    return found
