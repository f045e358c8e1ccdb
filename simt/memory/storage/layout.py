"""The layout of the storage manager's memory: docs/memory.md, sections 1, 4, 5 and 6."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import accumulate

from isa.reporting.diagnostics import SimtError, did_you_mean, quote
from simt.core.state.pages import PAGE_BYTES

LEVELS = 12
TEXTURES = 6
LEVEL_BYTES = tuple(2048 * 2048 * 4 >> 2 * level for level in range(LEVELS))
STAGES = ("vertex", "pixel")
PAGED = ("buffer", "list")

Name = int | str | tuple[int, int]  # the id of an object among the objects of its kind
Key = tuple[str, Name]  # kind and id
Span = tuple[int, int]  # address and bytes

NAMES: dict[str, tuple[Name, ...]] = {
    "buffer": tuple(range(8)),
    "list": tuple(range(256)),
    "texture": tuple((texture, level) for texture in range(TEXTURES) for level in range(LEVELS)),
    "image": ("source", "target", "mask", "graphic"),
}
_KNOWN = {kind: {name: name for name in names} for kind, names in NAMES.items()}
_IDS = {
    "buffer": "0 to 7",
    "list": "0 to 255",
    "texture": "(texture, level), of 0 to 5 and 0 to 11",
    "image": "source, target, mask and graphic",
}


class StorageError(SimtError):
    """A refused operation of the storage manager, which has changed nothing."""

    code = "E0924"


@dataclass(frozen=True)
class Layout:
    """The layout of memory, from sizes in bytes. Raises `StorageError` (E0920) if they do not fit together."""

    memory_bytes: int = 256 << 20
    program_bytes: int = 4096
    image_bytes: int = 16 << 20
    display_bytes: int = 16 << 20
    row_bytes: int = 4096

    def __post_init__(self) -> None:
        for entry in fields(self):
            size = getattr(self, entry.name)
            if size < PAGE_BYTES or size % PAGE_BYTES:
                message = f"{entry.name} is {size}, and has to be a multiple of {PAGE_BYTES} from {PAGE_BYTES} up"
                raise StorageError(message, code="E0920")
        if self.memory_bytes > 1 << 32:
            message = f"memory_bytes is {self.memory_bytes}, and addresses have 32 bits"
            raise StorageError(message, code="E0920", help=f"at most {1 << 32}")
        if self.pages < 1:
            fixed = self.memory_bytes - PAGE_BYTES * self.pages
            taken = f"the fixed regions take {fixed} of {self.memory_bytes} bytes"
            message = f"{taken}, and no page is left for the user area"
            raise StorageError(message, code="E0920", help=f"memory_bytes = {fixed + PAGE_BYTES} or more")

    @cached_property
    def regions(self) -> dict[str, Span]:
        """The first address and the size of each region, by name, in the order of addresses."""
        sizes = {
            "programs": 2 * len(STAGES) * self.program_bytes,
            "images": len(NAMES["image"]) * self.image_bytes,
            "textures": 128 << 20,
            "user": 0,
            "display": self.display_bytes,
        }
        sizes["user"] = self.memory_bytes - sum(sizes.values())
        starts = accumulate(sizes.values(), initial=0)
        return {region: (start, size) for (region, size), start in zip(sizes.items(), starts, strict=False)}

    @cached_property
    def pages(self) -> int:
        """The number of pages of the user area."""
        return self.regions["user"][1] // PAGE_BYTES

    @cached_property
    def partitions(self) -> dict[Key, Span]:
        """The partition, as its address and its bytes, of each image and of each level of a texture."""
        sizes: dict[Key, int] = {("image", name): self.image_bytes for name in NAMES["image"]}
        for texture in range(TEXTURES):
            sizes |= {("texture", (texture, level)): size for level, size in enumerate(LEVEL_BYTES)}
        starts = accumulate(sizes.values(), initial=self.regions["images"][0])  # the region of textures follows
        return {key: (start, size) for (key, size), start in zip(sizes.items(), starts, strict=False)}

    def address_of(self, page: int) -> int:
        """Return the address of the first byte of a page of the user area."""
        return self.regions["user"][0] + PAGE_BYTES * page

    def row_of(self, page: int) -> int:
        """Return the row of the DRAM in which a page of the user area begins."""
        return self.address_of(page) // self.row_bytes

    def program(self, stage: str, block: int) -> Span:
        """Return the address and the bytes of a block for the programs of a stage. block: 0 or 1."""
        return (2 * STAGES.index(stage) + block) * self.program_bytes, self.program_bytes

    def taken(self, kind: str, name: Name, size: int) -> int:
        """Return the bytes of memory that an object of `size` bytes occupies: its pages, or its partition."""
        return PAGE_BYTES * pages_of(size) if kind in PAGED else self.partitions[kind, name][1]


def pages_of(size: int) -> int:
    """Return the number of pages of a paged object of `size` bytes."""
    return -(-size // PAGE_BYTES)


def known_name(kind: str, name: Name) -> Name:
    """Return the id of an object in the form that it has in the state: a number of numpy becomes an `int`.

    Raises `StorageError`: E0921 for an unknown kind, E0922 for an id that the kind does not have.
    """
    check_word("kind", kind, NAMES)
    try:
        return _KNOWN[kind][name]
    except (KeyError, TypeError):
        message = f"there is no {kind} {quote(str(name))}"
        raise StorageError(message, code="E0922", help=f"the ids of this kind are {_IDS[kind]}") from None


def check_word(what: str, word: str, known: Collection[str]) -> None:
    """Raise `StorageError` (E0921) unless `word` is one of `known`. what: its meaning, for the message."""
    if word not in known:
        advice = did_you_mean(str(word), known, f"one of {', '.join(known)}")
        raise StorageError(f"{quote(str(word))} is not a {what} of the storage manager", code="E0921", help=advice)


def label(kind: str, name: Name) -> str:
    """Return an object's name in messages and maps: `buffer 3`, `texture 2 level 0`."""
    return f"texture {name[0]} level {name[1]}" if isinstance(name, tuple) else f"{kind} {name}"
