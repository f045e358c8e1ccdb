"""The paper's four kernels as `Counts`, by the closed forms of its section 5, and its figures 9 to 12.

Section 5 miscounts in places (docs/model.md has a table). `Section5.PRINTED` keeps its numbers (figures 9 to 12 were
predicted with them); `Section5.CORRECTED` counts the actual work of the kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from isa.reporting.diagnostics import did_you_mean, quote
from simt.models.counts import Body, Branch, Counts, GlobalAccess, LocalAccess, Loop
from simt.models.errors import ModelError

_PAPER = "closed form, paper section 5"


class Section5(StrEnum):
    """The version of the counts: the numbers that section 5 prints, or the actual work of the kernels."""

    PRINTED = "printed"
    CORRECTED = "corrected"


def mm_global(
    size: int = 1024, group: int = 64, counting: Section5 = Section5.PRINTED, *, is_by_rows: bool = True
) -> Counts:
    """Count a matrix product from global memory (section 5.1): a work-item makes one element of C in `size` steps.

    is_by_rows: whether neighbouring work-items take neighbouring rows, as in the paper. Then the reads of one matrix
    are scattered (c = 1), and the reads of the other take one transfer. With neighbouring columns, A is a broadcast and
    B is coalesced, with one transfer each.
    """
    if is_by_rows:
        reads = (GlobalAccess("coalesced", 1, transfers=1), GlobalAccess("scattered", 1, served=1))
    else:
        reads = (GlobalAccess("A", 1, stride=0), GlobalAccess("B", 1, transfers=1))
    step = Body({"float_add": 1, "float_mul": 1}, reads)
    is_printed = counting is Section5.PRINTED
    scattered = {"served": 1} if is_by_rows and not is_printed else {"transfers": 1}  # a column of C in row order
    write = GlobalAccess("C", size if is_printed else 1, is_store=True, **scattered)
    body = Body(global_accesses=(write,), loops=(Loop("k", size, step),))
    return Counts(
        f"mm_global_{'rows' if is_by_rows else 'columns'}", size * size, group, body, origin=_origin(counting)
    )


def mm_local(size: int = 1024, height: int = 16, width: int = 16, counting: Section5 = Section5.PRINTED) -> Counts:
    """Count a matrix product from tiles in local memory (section 5.1): a group makes a tile of `height` x `width`.

    Tiles of A and B are as deep as the shorter side. As printed, a work-group has one simple and one waiting barrier in
    all; corrected, it has one of each in every step. Raises `ModelError` E0802 if the tile does not divide the matrix.
    """
    depth = min(height, width)
    if size % height or size % width:
        raise ModelError(f"a {height}x{width} tile does not divide a {size}x{size} matrix", code="E0802")
    group = height * width
    local_bytes = 4 * depth * (height + width)
    if counting is Section5.PRINTED:
        inner = Loop("inner", size // height * width, Body({"float_add": 1, "float_mul": 1}))
        body = Body(
            global_accesses=(GlobalAccess("tiles and C", 3 * size, transfers=1),),
            local_accesses=(LocalAccess("tiles", 2 * size, degree=1),),
            simple_barriers=1,
            waiting_barriers=1,
            loops=(inner,),
        )
    else:
        reads = (LocalAccess("A", 1, degree=1), LocalAccess("B", 1, degree=1))
        inner = Loop("inner", depth, Body({"float_add": 1, "float_mul": 1}, local_accesses=reads))
        # If a tile is not square, the work-items load width x depth and depth x height elements: shares of a load.
        shares = (("A", depth / width), ("B", depth / height))
        loads = tuple(GlobalAccess(name, share, transfers=1) for name, share in shares)
        stores = tuple(LocalAccess(name, share, degree=1, is_store=True) for name, share in shares)
        step = Body(global_accesses=loads, local_accesses=stores, simple_barriers=1, waiting_barriers=1, loops=(inner,))
        body = Body(
            global_accesses=(GlobalAccess("C", 1, transfers=1, is_store=True),),
            loops=(Loop("tile", size // depth, step),),
        )
    return Counts(f"mm_local_{height}x{width}", size * size, group, body, local_bytes, origin=_origin(counting))


def pps_br(elements: int = 65536, group: int = 64, counting: Section5 = Section5.PRINTED) -> Counts:
    """Count a parallel prefix sum with a branch (section 5.2): a work-item adds to its element if its number is >= ofs.

    Printed: log2(`elements`) rounds of two local accesses each, a branch in all rounds except one, and only the result
    in global memory. Corrected: log2(`group`) rounds of two loads, a store, a branch and a barrier. (D of the branch is
    a parameter of the device. In fact one batch of the work-group diverges in each round with ofs below the batch
    size.)
    """
    store = GlobalAccess("result", 1, transfers=1, is_store=True)
    is_printed = counting is Section5.PRINTED
    if is_printed:
        rounds = round(math.log2(elements))
        met, accesses, barriers = rounds - 1, 2 * rounds, 1
    else:
        rounds = math.ceil(math.log2(group))
        met, accesses, barriers = rounds, 3 * rounds + 2, rounds
    body = Body(
        global_accesses=(store,) if is_printed else (GlobalAccess("input", 1, transfers=1), store),
        local_accesses=(LocalAccess("copy", accesses, stride=1),),
        branches=(Branch("id >= ofs", met, {"add": {"float_add": 1}, "skip": {}}),),
        simple_barriers=1,
        waiting_barriers=barriers,
    )
    return Counts("pps_br", elements, group, body, 8 * group, origin=_origin(counting))


def pps_conf(elements: int = 65536, group: int = 64, counting: Section5 = Section5.PRINTED) -> Counts:
    """Count a parallel prefix sum in a tree (section 5.2): two elements per work-item, strides 2, 4, 8, ...

    At stride 2 x ofs, a round up the tree has two loads and a store, a round down two loads and two stores, and each an
    addition. Global memory has two loads and two stores. Printed: log2(`elements`) rounds each way, three barriers.
    Corrected: log2 of a work-group's elements, a barrier per round, and accesses that fill and empty the tree.
    """
    is_printed = counting is Section5.PRINTED
    rounds = math.ceil(math.log2(elements if is_printed else 2 * group))
    accesses = [
        access
        for step in range(rounds)
        for access in (
            LocalAccess(f"up {2**step}", 3, stride=2 ** (step + 1)),
            LocalAccess(f"down {2**step}", 4, stride=2 ** (step + 1)),
        )
    ]
    if not is_printed:
        accesses.append(LocalAccess("in and out", 4, stride=2))
    body = Body(
        {"float_add": 2 * rounds},
        (GlobalAccess("input", 2, transfers=1), GlobalAccess("result", 2, transfers=1, is_store=True)),
        tuple(accesses),
        simple_barriers=2 if is_printed else 1,
        waiting_barriers=1 if is_printed else 2 * rounds,
    )
    return Counts("pps_conf", elements // 2, group, body, 8 * group, origin=_origin(counting))


def _origin(counting: Section5) -> str:
    return f"{_PAPER}, {'as printed' if counting is Section5.PRINTED else 'corrected'}"


@dataclass(frozen=True, slots=True)
class PaperKernel:
    """A kernel of section 5. size: the paper's size of the problem. groups: the paper's work-group sizes, as text.

    make: called with (size, group, counting), or if `is_tiled` with (size, height, width, counting).
    """

    name: str
    make: Callable[..., Counts]
    size: int
    groups: tuple[str, ...]
    is_tiled: bool = False

    def counts(
        self, size: int | None = None, group: str | None = None, counting: Section5 = Section5.PRINTED
    ) -> Counts:
        """Return the counts of this kernel. size, group: the paper's size and its first work-group by default.

        Raises `ModelError` E0809 for an impossible group, E0802 for an impossible size.
        """
        shape = group or self.groups[0]
        parts = shape.split("x")
        good = all(part.isascii() and part.isdigit() and len(part) < 7 and int(part) for part in parts)
        if not good or len(parts) != (2 if self.is_tiled else 1):
            kind = "HEIGHTxWIDTH such as 8x16" if self.is_tiled else "a number of work-items such as 64"
            raise ModelError(f"{self.name} takes no work-group {quote(shape)}", code="E0809", help=f"give {kind}")
        extent = self.size if size is None else size
        is_power = extent >= 2 and extent & (extent - 1) == 0
        if not is_power and self.name.startswith("pps"):
            raise ModelError(f"`size` is {extent}: a prefix sum here takes a power of 2", code="E0802")
        return self.make(extent, *map(int, parts), counting)


_SIZES = ("64", "128", "256")
KERNELS: dict[str, PaperKernel] = {
    kernel.name: kernel
    for kernel in (
        PaperKernel("mm_global_rows", mm_global, 1024, _SIZES),
        PaperKernel("mm_global_columns", partial(mm_global, is_by_rows=False), 1024, _SIZES),
        PaperKernel("mm_local", mm_local, 1024, ("8x8", "8x16", "16x16"), is_tiled=True),
        PaperKernel("pps_br", pps_br, 65536, _SIZES),
        PaperKernel("pps_conf", pps_conf, 65536, _SIZES),
    )
}


# The paper's figures of times, by their kernels.
FIGURES = {"mm_global_rows": 9, "mm_local": 10, "pps_br": 11, "pps_conf": 12}


def find_kernel(name: str) -> PaperKernel:
    """Return the kernel of this name. Raises `ModelError` E0809."""
    if name in KERNELS:
        return KERNELS[name]
    advice = did_you_mean(name, KERNELS, f"its kernels are {', '.join(KERNELS)}")
    raise ModelError(f"the paper has no kernel {quote(name)}", code="E0809", help=advice)
