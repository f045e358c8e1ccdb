"""The check values: the table of predictions by R2 and R4, and Hong and Kim's worked example, to the printed digits."""

from __future__ import annotations

import pytest

from simt.models import Body, Counts, GlobalAccess, Reading, load_parameters
from simt.models.hong_kim import predict as predict_hong_kim
from simt.models.kernels import FIGURES, KERNELS, Section5
from simt.models.paper import predict
from simt.models.readings import Kernel

# Milliseconds as printed, by work-group; of mm_local 8x8 and 16x16 only.
TABLE = {
    ("gtx280", "mm_global_rows", "R2"): "180 180 180",
    ("gtx280", "mm_global_rows", "R4"): "1144 665 665",
    ("gtx280", "mm_local", "R2"): "250 - 312",
    ("gtx280", "mm_local", "R4"): "345 - 363",
    ("gtx280", "pps_br", "R2"): "0.072 0.083 0.088",
    ("gtx280", "pps_br", "R4"): "0.089 0.106 0.111",
    ("gtx280", "pps_conf", "R2"): "0.215 0.235 0.245",
    ("gtx280", "pps_conf", "R4"): "0.434 0.399 0.408",
    ("hd5870", "mm_global_rows", "R2"): "91 91 91",
    ("hd5870", "mm_global_rows", "R4"): "2964 1528 1050",
    ("hd5870", "mm_local", "R2"): "65 - 112",
    ("hd5870", "mm_local", "R4"): "199 - 158",
    ("hd5870", "pps_br", "R2"): "0.021 0.029 0.032",
    ("hd5870", "pps_br", "R4"): "0.029 0.036 0.041",
    ("hd5870", "pps_conf", "R2"): "0.090 0.104 0.111",
    ("hd5870", "pps_conf", "R4"): "0.266 0.168 0.194",
}


@pytest.mark.parametrize(("device", "kernel", "reading"), TABLE)
def test_the_table_of_predictions(device: str, kernel: str, reading: str) -> None:
    parameters = load_parameters(device)
    printed = TABLE[device, kernel, reading].split()
    for group, expected in zip(KERNELS[kernel].groups, printed, strict=True):
        if expected == "-":
            continue
        seconds = predict(KERNELS[kernel].counts(group=group), parameters, Reading(Kernel(reading))).seconds
        digits = len(expected.partition(".")[2])
        assert f"{1e3 * seconds:.{digits}f}" == expected, group


def test_every_figure_has_its_kernel_and_three_shapes() -> None:
    assert FIGURES == {"mm_global_rows": 9, "mm_local": 10, "pps_br": 11, "pps_conf": 12}
    assert all(len(KERNELS[kernel].groups) == 3 for kernel in FIGURES)


def test_hong_and_kims_worked_example() -> None:
    body = Body({"float_add": 27}, (GlobalAccess("uncoalesced", 6, served=1),), simple_barriers=6)
    counts = Counts("example", 80 * 128, 128, body, resident_groups=5)
    found = predict_hong_kim(counts, load_parameters("fx5600"))
    assert f"{found.term('MWP').value:.2f}" == "2.28"
    assert found.term("CWP").value == 20
    assert f"{found.cycles:,.0f}" == "50,728"
    assert found.term("Mem_L").value == 730
    assert found.term("MWP_peak_BW").value == pytest.approx(28.5, abs=0.05)
    assert found.term("Exec_cycles").equation == "case 2"
    assert found.binding == "memory departures"


def test_section_5_corrected() -> None:
    """What section 5 miscounts: C once per work-item, 1024 steps for every tile, 2 x 1024/T + 1 transfers."""
    for kernel in KERNELS.values():
        for group in kernel.groups:
            printed, corrected = (kernel.counts(group=group, counting=counting) for counting in Section5)
            assert printed.work_items == corrected.work_items
    wide = {counting: KERNELS["mm_local"].counts(group="8x16", counting=counting).total for counting in Section5}
    assert wide[Section5.PRINTED].instructions["float_mul"] == 2048
    assert wide[Section5.CORRECTED].instructions["float_mul"] == 1024
    for side in (8, 16):
        tile = KERNELS["mm_local"].counts(group=f"{side}x{side}", counting=Section5.CORRECTED).total
        assert sum(access.count for access in tile.global_accesses) == 2 * 1024 / side + 1
        assert tile.simple_barriers == tile.waiting_barriers == 1024 / side
    by_rows = KERNELS["mm_global_rows"].counts(counting=Section5.CORRECTED).total
    assert [access.count for access in by_rows.global_accesses if access.is_store] == [1]
    scan = KERNELS["pps_br"].counts(group="256", counting=Section5.CORRECTED).total
    assert scan.branches[0].count == scan.waiting_barriers == 8


def test_the_mapping_decides_the_transfers_of_mm_global() -> None:
    by_rows, by_columns = (
        KERNELS[f"mm_global_{way}"].counts(counting=Section5.CORRECTED) for way in ("rows", "columns")
    )

    def transfers(counts: Counts) -> float:
        return sum(access.count * access.transfers_on(32, 128) for access in counts.total.global_accesses)

    assert transfers(by_rows) == 1024 * (1 + 32) + 32
    assert transfers(by_columns) == 1024 * 2 + 1
