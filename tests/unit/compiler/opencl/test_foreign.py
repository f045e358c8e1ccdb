"""The runner for kernels that others have written: what it says of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCES = {
    "a.cl": """
        __kernel void scaled(__global float *y, __global const float *x, int n)
        { int i = get_global_id(0); if (i < n) y[i] = x[i] * FACTOR; }
        __kernel void races(__global int *y) { y[0] += get_global_id(0); }
        __kernel void wide(__global int *y, int4 v) { y[get_global_id(0)] = v.s0 + v.s3; }
        __kernel void leaves(__global int *y) { y[1 << 20] = 1; }
    """,
    "b.cl": "__kernel void drawn(__read_only image2d_t x, __global int *y) { *y = get_image_width(x); }",
    "c.cl": "__kernel void fragment(__global REAL *x) { *x = 1; }",
}


@pytest.mark.nightly
def test_each_kernel_gets_its_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyopencl")
    from tests.compiler.foreign import main

    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "options").write_text("a.cl -D FACTOR=3\n")
    main([str(tmp_path), "--options", str(tmp_path / "options")])
    lines = capsys.readouterr().out.splitlines()
    words = dict(line.split(": ")[:2] for line in lines[: lines.index("")])
    assert words == {
        "a.cl::scaled": "same", "a.cl::races": "not compared", "a.cl::wide": "same", "a.cl::leaves": "not compared",
        "b.cl::drawn": "image", "c.cl::": "no unit",
    }  # fmt: skip
    assert "4 kernels without images (1 with, 1 files are no unit): 4 compile (100.0 %); 2 compared, 0 differ" in lines
