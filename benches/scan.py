"""The GPU paper's scan of 65536 elements in all its rounds, its model beside it: `python -m benches.scan`.

A scan of groups, scans of the sums that they leave, until one group is left, and the sums added back: a pipeline
(docs/pipelines.md) of pps_br and scan_add, log2 of the elements rounds in all. The paper's equations predict one kernel
with that many rounds. Exit status 1 if a result is wrong.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import simt
from simt.launch.pipeline_run import PipelineResult
from simt.launch.programs import programs_folder
from simt.models.devices import load_parameters
from simt.models.kernels import KERNELS, Section5
from simt.models.paper import predict
from simt.models.readings import Kernel, Reading

ELEMENTS = 65536
GROUPS = (64, 128, 256)
GPUS = ("gtx280", "hd5870")


def plan(elements: int, group: int) -> str:
    """The pipeline as TOML: the scans, from the elements up, and the additions, down again."""
    sizes = [elements]
    while sizes[-1] > group:
        sizes.append(sizes[-1] // group)
    texts = []
    for level, size in enumerate(sizes):
        own = {"n": size, "group": min(size, group)} | ({"stride": group} if level else {})
        texts.append(_launch("pps_br", own, {"x": f"y{level - 1}" if level else "x", "y": f"y{level}"}))
    for level in reversed(range(len(sizes) - 1)):
        texts.append(
            _launch("scan_add", {"n": sizes[level], "group": group}, {"y": f"y{level}", "sums": f"y{level + 1}"})
        )
    return "\n".join(texts)


def _launch(kernel: str, define: dict[str, int], buffers: dict[str, str]) -> str:
    symbols = ", ".join(f"{name} = {value}" for name, value in define.items())
    names = ", ".join(f'{own} = "{name}"' for own, name in buffers.items())
    return f'[[launch]]\nkernel = "{kernel}"\ndefine = {{ {symbols} }}\nbuffers = {{ {names} }}\n'


def scanned(device: simt.Machine | str, group: int, elements: int = ELEMENTS) -> PipelineResult:
    """The pipeline on a device, checked."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scan.toml"
        path.write_text(plan(elements, group), encoding="utf-8")
        oracle = (programs_folder() / "scan.py").read_text(encoding="utf-8").replace('{"y":', '{"y0":')
        path.with_suffix(".py").write_text(oracle, encoding="utf-8")
        return simt.run_pipeline(path, device)


def main() -> int:
    """Print the table."""
    print("| device | group | launches | cycles | of them the first launch | milliseconds | paper, R2 | x | R4 | x |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    is_right = True
    for device in GPUS:
        for group in GROUPS:
            result = scanned(device, group)
            is_right = is_right and result.check is not None and result.check.passed
            counts = KERNELS["pps_br"].counts(ELEMENTS, str(group), Section5.PRINTED)
            cells = [device, group, len(result.launches), result.cycles, result.launches[0].cycles]
            cells.append(f"{1e3 * result.seconds:.4f}")
            for reading in (Kernel.R2, Kernel.R4):
                said = predict(counts, load_parameters(device), replace(Reading(), kernel=reading)).seconds
                cells += [f"{1e3 * said:.4f}", f"{said / result.seconds:.2f}"]
            print(f"| {' | '.join(map(str, cells))} |")
    if not is_right:
        print("a result is wrong", file=sys.stderr)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
