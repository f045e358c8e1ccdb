"""Print what bundles gain on the presets that have them: `python -m benches.packed`.

The first table has shipped kernels on every preset with bundles, beside the same machine without them. The second one
has `mm_local` on all of `hd5870_vliw` and on one core of it: of all cores the memory is the limit, of one it is not.
Both are in docs/packer.md. Every run is checked by its oracle.

    python -m benches.packed dot fft       # these kernels alone

*Most* is the ratio that no packer can exceed: the cycles without bundles over the greatest bound that does not depend
on the packing, which is of local memory, of global memory, or of arithmetic. Bounds that count bundles are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass

import click

import simt
from simt.result.result import Result

__all__ = ["KERNELS", "PRESETS", "preset_table", "product_table"]

# Each preset with bundles: the same machine without them, as a preset with keys.
PRESETS = {
    "vliw_mac": ("fpga4", {"options.read_ports": 3}),
    "two_fpus": ("fpga4", {"local.banks": 8}),
    "hd5870_vliw": ("hd5870", {}),
}
KERNELS = (
    "bitonic_sort", "dot", "fft", "fft128", "fft128_radix4", "fft128_skewed", "fft128_stockham", "fir", "matmul32",
    "prefix_sum", "transpose_padded", "mm_global", "mm_local", "horner_f64",
)  # fmt: skip
SIZES = (64, 96, 160, 240, 320)  # of `mm_local`
_OF_THE_PACKING = ("issue", "retire")  # the bounds that count bundles


@dataclass(frozen=True)
class Pair:
    """A kernel on a machine with bundles, and on the same one without them."""

    scalar: Result
    packed: Result

    @property
    def cells(self) -> str:
        """The columns of a row after its names."""
        bound = next(bound for bound in self.packed.bounds if bound.resource not in _OF_THE_PACKING)
        scalar, packed = self.scalar.cycles, self.packed.cycles
        return (
            f"{scalar} | {packed} | {scalar / packed:.2f} | {self.packed.issued / self.packed.instructions:.2f} "
            f"| {bound.resource} {bound.cycles} | {scalar / bound.cycles:.2f}"
        )


_COLUMNS = "scalar | packed | ratio | operations per bundle | bound | most |"


def pair(kernel: str, preset: str, defines: dict[str, int] | None = None, **keys: int) -> Pair | None:
    """The runs of a kernel on a preset; None if the machine without bundles cannot execute it.

    keys: the keys that both machines get.
    """
    base, differences = PRESETS[preset]
    results: list[Result] = []
    for name, changes in ((base, {**differences, **keys}), (preset, keys)):
        try:
            result = simt.run(kernel, name, set=changes, defines=defines or {}, seed=1)
        except simt.SimtError:
            return None
        if not results and not result.completed:
            return None
        assert result.check is not None, (kernel, name)
        assert result.check.passed, (kernel, name)
        results.append(result)
    return Pair(*results)


def preset_table(names: Collection[str] = ()) -> list[str]:
    """Kernels, all or those named, on every preset that can execute them."""
    lines = [f"| kernel | preset | {_COLUMNS}", "|---" * 8 + "|"]
    for kernel in KERNELS:
        if names and kernel not in names:
            continue
        for preset in PRESETS:
            if (found := pair(kernel, preset)) is not None:
                lines.append(f"| `{kernel}` | `{preset}` | {found.cells} |")
    return lines


def product_table(sizes: Collection[int] = SIZES) -> list[str]:
    """`mm_local` of some sizes on all cores of `hd5870_vliw`, and on one."""
    lines = [f"| n | cores | {_COLUMNS}", "|---" * 8 + "|"]
    for size in sizes:
        for cores in (20, 1):
            found = pair("mm_local", "hd5870_vliw", {"n": size}, cores=cores)
            assert found is not None
            lines.append(f"| {size} | {cores} | {found.cells} |")
    return lines


if __name__ == "__main__":
    chosen = tuple(sys.argv[1:])
    click.echo("\n".join(preset_table(chosen)) + "\n")
    if not chosen or "mm_local" in chosen:
        click.echo("\n".join(product_table()))
