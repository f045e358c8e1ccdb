"""`Counts`: the work of a kernel, which is an input of all models.

The work is a `Body`: the average work of one batch (warp), with loops as blocks inside it. Instruction counts are per
work-item, which equals warp instructions per batch, because all work-items of a batch execute together. Counts come
from a file (`counts_file`), from closed forms (`kernels`), from static analysis or from a run. The constructors here
check every number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from isa.reporting.diagnostics import did_you_mean, quote
from simt.models.classes import CLASSES
from simt.models.documents import LEAST, MOST, is_finite, toml_text
from simt.models.errors import ModelError


def _number(name: str, value: object, least: float = 0.0, limit: float = math.inf) -> None:
    """Refuse anything other than a finite number from `least` to `limit`. Raises `ModelError` E0802.

    Numbers beyond `MOST` are refused too, and without a limit numbers nearer to 0 than `LEAST`, except 0.
    """
    if not is_finite(value):
        raise ModelError(f"`{name}` is {value!r}: it takes a finite number")
    if abs(value) > MOST or (limit == math.inf and 0 < abs(value) < LEAST):
        raise ModelError(f"`{name}` takes 0 and numbers from {LEAST:g} to {MOST:g}")
    if not least <= value <= limit:
        bounds = f"of at least {least:g}" if limit == math.inf else f"from {least:g} to {limit:g}"
        raise ModelError(f"`{name}` is {value:g}: it takes numbers {bounds}")


def _whole(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ModelError(f"`{name}` is {value!r}: it takes a whole number")
    _number(name, value, 1)


def _mix(name: str, mix: Mapping[str, float]) -> dict[str, float]:
    """Return a checked copy of instruction counts by class. Raises `ModelError`."""
    for key, value in mix.items():
        if key not in CLASSES:
            hint = did_you_mean(key, CLASSES, f"the classes are {', '.join(CLASSES)}")
            raise ModelError(f"`{name}` has no class {quote(key)}", code="E0801", help=hint)
        _number(f"{name}.{key}", value)
    return dict(mix)


def _one_of(name: str, keys: Mapping[str, object]) -> None:
    if sum(value is not None for value in keys.values()) != 1:
        raise ModelError(f"`{name}` needs exactly one of {', '.join(f'`{key}`' for key in keys)}", code="E0803")


@dataclass(frozen=True, slots=True)
class GlobalAccess:
    """A load or store of global memory that a work-item executes `count` times.

    Exactly one of `stride`, `served` and `transfers` gives the number of transfers.

    - bytes: the bytes that each work-item requests.
    - stride: the distance between neighbouring work-items, in elements of `bytes` bytes (0: broadcast).
    - served: the work-items that one transfer serves, the paper's c.
    - transfers: the measured average per batch, at least 1.
    - moved: the bytes that all transfers of a batch move; by default, each transfer moves the device's `segment_bytes`.

    Raises `ModelError` E0802 or E0803.
    """

    KEYS: ClassVar = ("count", "stride", "served", "transfers", "bytes", "moved")  # in the order of a file

    name: str
    count: float
    stride: float | None = None
    served: float | None = None
    transfers: float | None = None
    bytes: float = 4
    is_store: bool = False
    moved: float | None = None

    def __post_init__(self) -> None:
        where = f"global.{self.name}"
        _number(f"{where}.count", self.count)
        _number(f"{where}.bytes", self.bytes, 1)
        _one_of(where, {"stride": self.stride, "served": self.served, "transfers": self.transfers})
        for key, least in (("stride", 0), ("served", 1), ("transfers", 1), ("moved", 0)):
            if (value := getattr(self, key)) is not None:
                _number(f"{where}.{key}", value, least)

    def bytes_on(self, warp_size: float, segment_bytes: float) -> tuple[float, float]:
        """Return the bytes that an access of a batch moves, and how many of them are requested.

        warp_size, segment_bytes: as for `transfers_on`.
        """
        useful = self.bytes * (1 if self.stride == 0 else warp_size)
        if self.moved is not None:
            return self.moved, min(useful, self.moved)  # work-items may request the same bytes
        # A measured transfer may cover several segments, and moves at least the requested bytes.
        return max(self.transfers_on(warp_size, segment_bytes) * segment_bytes, useful), useful

    def transfers_on(self, warp_size: float, segment_bytes: float) -> float:
        """Return the transfers of an access by a batch of `warp_size` work-items; a transfer has `segment_bytes`."""
        if self.transfers is not None:
            return self.transfers
        if self.served is not None:
            return warp_size / min(self.served, warp_size)
        assert self.stride is not None
        step = self.stride * self.bytes
        if step == 0:
            return 1.0
        if step >= segment_bytes:
            return float(warp_size)
        return float(math.ceil(((warp_size - 1) * step + self.bytes) / segment_bytes))

    def served_on(self, warp_size: float, segment_bytes: float) -> float:
        """Return the average number of work-items that one transfer serves, the c of equation 3."""
        if self.served is not None:
            return min(self.served, warp_size)
        return warp_size / self.transfers_on(warp_size, segment_bytes)


@dataclass(frozen=True, slots=True)
class LocalAccess:
    """A load or store of local memory that a work-item executes `count` times.

    Exactly one of two keys gives the bank conflicts. stride: the distance between neighbouring work-items in words (0:
    broadcast). degree: the measured mean number of words that a transfer requests from its busiest bank, at least 1.
    Raises `ModelError` E0802 or E0803.
    """

    KEYS: ClassVar = ("count", "stride", "degree")

    name: str
    count: float
    stride: int | None = None
    degree: float | None = None
    is_store: bool = False

    def __post_init__(self) -> None:
        where = f"local.{self.name}"
        _number(f"{where}.count", self.count)
        _one_of(where, {"stride": self.stride, "degree": self.degree})
        if self.stride is not None:
            _number(f"{where}.stride", self.stride)
            if not isinstance(self.stride, int):
                raise ModelError(f"`{where}.stride` is {self.stride!r}: it takes a whole number of words")
        if self.degree is not None:
            _number(f"{where}.degree", self.degree, 1)

    def degree_on(self, banks: int) -> float:
        """Return the measured degree, else the degree of a full transfer: gcd(stride, banks), or 1 for a broadcast."""
        if self.degree is not None:
            return self.degree
        assert self.stride is not None
        return float(math.gcd(self.stride, banks)) if self.stride else 1.0


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch that a batch executes `count` times, and at which its work-items may diverge.

    - paths: the instructions of each path, by class.
    - serial: the instructions of a diverging batch, by default the sum of all paths.
    - divergent: the share of batches that diverge, by default the device's `divergence` (the paper's D).
    """

    name: str
    count: float
    paths: Mapping[str, Mapping[str, float]]
    serial: Mapping[str, float] | None = None
    divergent: float | None = None

    def __post_init__(self) -> None:
        where = f"branch.{self.name}"
        _number(f"{where}.count", self.count)
        if not self.paths:
            raise ModelError(f"`{where}` has no paths", code="E0803")
        checked = {key: _mix(f"{where}.paths.{key}", mix) for key, mix in self.paths.items()}
        object.__setattr__(self, "paths", checked)
        if self.serial is not None:
            object.__setattr__(self, "serial", _mix(f"{where}.serial", self.serial))
        if self.divergent is not None:
            _number(f"{where}.divergent", self.divergent, 0, 1)

    @property
    def serial_section(self) -> Mapping[str, float]:
        """The instructions of a diverging batch between fork and join, by class."""
        return self.serial if self.serial is not None else _sum_of(*self.paths.values())

    def expected(self, divergence: float) -> dict[str, float]:
        """Return the mean number of instructions of each class that a batch takes here: equation 7 without the costs.

        divergence: the share of batches that diverge; not used if the branch has its own (`divergent`).
        """
        share = divergence if self.divergent is None else self.divergent
        mean = _scaled(_sum_of(*self.paths.values()), (1 - share) / len(self.paths))
        return _scaled(_sum_of(_scaled(self.serial_section, share), mean), self.count)


@dataclass(frozen=True, slots=True)
class Body:
    """The work of a batch, with loops as blocks inside it.

    simple_barriers: barriers after loads alone, for which the paper has a flat cost. waiting_barriers: barriers after
    computation (the paper's equation 12). Both are counted per work-group.
    """

    instructions: Mapping[str, float] = field(default_factory=dict)
    global_accesses: tuple[GlobalAccess, ...] = ()
    local_accesses: tuple[LocalAccess, ...] = ()
    branches: tuple[Branch, ...] = ()
    simple_barriers: float = 0
    waiting_barriers: float = 0
    loops: tuple[Loop, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "instructions", _mix("instructions", self.instructions))
        _number("barriers.simple", self.simple_barriers)
        _number("barriers.waiting", self.waiting_barriers)
        for kind, parts in (
            ("global", self.global_accesses),
            ("local", self.local_accesses),
            ("branch", self.branches),
            ("loop", self.loops),
        ):
            names = [part.name for part in parts]
            for name in names:
                if names.count(name) > 1:
                    raise ModelError(f"two parts of one block are named `{kind}.{name}`")

    def flat(self) -> Body:
        """Return the same work without loops: counts are multiplied by trips, and access `x` in loop `k` is `k.x`."""
        result = replace(self, loops=())
        for loop in self.loops:
            inner = loop.body.flat().times(loop.trips).within(loop.name)
            result = Body(
                _sum_of(result.instructions, inner.instructions),
                result.global_accesses + inner.global_accesses,
                result.local_accesses + inner.local_accesses,
                result.branches + inner.branches,
                result.simple_barriers + inner.simple_barriers,
                result.waiting_barriers + inner.waiting_barriers,
            )
        return result

    def times(self, factor: float) -> Body:
        """Return the work of `factor` executions of a block without loops."""
        assert not self.loops, "flat() comes first"
        return replace(
            self._changed(lambda part: replace(part, count=part.count * factor)),
            instructions=_scaled(self.instructions, factor),
            simple_barriers=self.simple_barriers * factor,
            waiting_barriers=self.waiting_barriers * factor,
        )

    def within(self, name: str) -> Body:
        """Return the block with `name` in front of the names of its accesses and branches."""
        return self._changed(lambda part: replace(part, name=f"{name}.{part.name}"))

    def _changed(self, change: Callable[[Any], Any]) -> Body:
        kinds = ("global_accesses", "local_accesses", "branches")
        changed: dict[str, Any] = {kind: tuple(map(change, getattr(self, kind))) for kind in kinds}
        return replace(self, **changed)


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop that a work-item goes through `trips` times on average."""

    name: str
    trips: float
    body: Body

    def __post_init__(self) -> None:
        _number(f"loop.{self.name}.trips", self.trips)


@dataclass(frozen=True)
class Counts:
    """A kernel and its launch.

    - local_size: work-items of a work-group.
    - local_bytes: local memory of a work-group.
    - registers: the registers of a work-item.
    - resident_groups: the work-groups that a core holds; None if they follow from the device's limits.
    - active_share: the mean share of active lanes in an issued instruction.
    - origin: the source of the counts.

    Raises `ModelError` E0801 to E0803 for impossible values.
    """

    kernel: str
    work_items: int
    local_size: int
    body: Body
    local_bytes: float = 0
    registers: float = 0
    resident_groups: int | None = None
    active_share: float = 1.0
    origin: str = "by hand"

    def __post_init__(self) -> None:
        _whole("work_items", self.work_items)
        _whole("local_size", self.local_size)
        if self.local_size > self.work_items:
            message = f"`local_size` is {self.local_size}: there are only {self.work_items} work-items"
            raise ModelError(message, help="a work-group holds at most all work-items of the launch")
        _number("local_bytes", self.local_bytes)
        _number("registers", self.registers)
        if self.resident_groups is not None:
            _whole("resident_groups", self.resident_groups)
        _number("active_share", self.active_share, 0, 1)
        if self.active_share == 0:
            raise ModelError("`active_share` is 0: an issued instruction has an active lane")

    @property
    def groups(self) -> int:
        """The number of work-groups of the launch. The last one may be partial."""
        return -(-self.work_items // self.local_size)

    @cached_property
    def total(self) -> Body:
        """The work of one batch from start to end, without loops."""
        return self.body.flat()

    def instructions(self, divergence: float) -> dict[str, float]:
        """Return the average instructions of a batch by class, with branches, without accesses and barriers.

        divergence: the share of batches that diverge, for branches that state none.
        """
        return _sum_of(self.total.instructions, *(branch.expected(divergence) for branch in self.total.branches))

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as nested tables of a TOML file; `counts_from_dict` makes equal counts from them."""
        head: dict[str, Any] = {"kernel": self.kernel, "work_items": self.work_items, "local_size": self.local_size}
        optional = {"local_bytes": self.local_bytes, "registers": self.registers}
        head |= {key: value for key, value in optional.items() if value}
        if self.resident_groups is not None:
            head["resident_groups"] = self.resident_groups
        if self.active_share != 1:
            head["active_share"] = self.active_share
        return head | {"origin": self.origin} | _block_dict(self.body)

    def to_toml(self) -> str:
        """Return the counts as the text of a file that `load_counts` reads."""
        return toml_text(self.to_dict())


def _block_dict(block: Body) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    if block.instructions:
        tree["instructions"] = dict(block.instructions)
    for key, accesses in (("global", block.global_accesses), ("local", block.local_accesses)):
        if accesses:
            tree[key] = {
                access.name: _present(access, access.KEYS) | ({"store": True} if access.is_store else {})
                for access in accesses
            }
    if block.branches:
        tree["branch"] = {
            branch.name: _present(branch, ("count", "divergent"))
            | {"paths": {key: dict(mix) for key, mix in branch.paths.items()}}
            | ({} if branch.serial is None else {"serial": dict(branch.serial)})
            for branch in block.branches
        }
    barriers = {"simple": block.simple_barriers, "waiting": block.waiting_barriers}
    if any(barriers.values()):
        tree["barriers"] = {key: value for key, value in barriers.items() if value}
    if block.loops:
        tree["loop"] = {loop.name: {"trips": loop.trips} | _block_dict(loop.body) for loop in block.loops}
    return tree


def _present(part: object, keys: Iterable[str]) -> dict[str, Any]:
    return {key: value for key in keys if (value := getattr(part, key)) is not None}


def _sum_of(*mixes: Mapping[str, float]) -> dict[str, float]:
    return {name: sum(mix.get(name, 0) for mix in mixes) for name in CLASSES if any(mix.get(name, 0) for mix in mixes)}


def _scaled(mix: Mapping[str, float], factor: float) -> dict[str, float]:
    return {name: value * factor for name, value in mix.items()}
