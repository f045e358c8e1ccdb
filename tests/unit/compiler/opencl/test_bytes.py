"""OpenCL C sources with bytes that are not UTF-8: comments and strings hold any, elsewhere the place is shown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from simt.compiler.kernel import TranslationError
from tests.compiler.kernels import read_unit

pytest.importorskip("clang")


def written(path: Path, text: bytes) -> Path:
    path.write_bytes(text)
    return path


def test_a_comment_may_hold_any_byte_in_included_files_too(tmp_path: Path) -> None:
    written(tmp_path / "inc.h", b"/* \xae \xff */\n#define ONE 1 // \xa9\n")
    source = written(
        tmp_path / "k.cl", b'// \xa9 2010 \xfe\n#include "inc.h"\n__kernel void k(__global int *p) { *p = ONE; }'
    )
    unit = read_unit(source)
    assert not unit.warnings
    assert unit.sources[str(source)].startswith("// � 2010 �\n")
    assert unit.sources[str(tmp_path / "inc.h")].startswith("/* � � */\n")
    assert simt.run(source, "gtx280", inputs={"p": np.zeros(1, np.int32)}, global_size=1).buffers["p"][0] == 1


def test_a_string_keeps_its_bytes(tmp_path: Path) -> None:
    text = b'__constant char s[] = "a\xa9";\n__kernel void k(__global int *p) { p[0] = sizeof(s); p[1] = s[1]; }\n'
    result = simt.run(written(tmp_path / "k.cl", text), "gtx280", inputs={"p": np.zeros(2, np.int32)}, global_size=1)
    assert result.buffers["p"].tolist() == [3, 0xA9 - 256]


def test_elsewhere_the_place_is_shown_and_columns_behind_it_are_right(tmp_path: Path) -> None:
    text = b"__kernel void k(__global int *p) {\n  /* \xa9\xa9 */ int \xe9; /* \xc3\xa9 */ q;\n}\n"
    with pytest.raises(TranslationError) as error:
        read_unit(written(tmp_path / "k.cl", text))
    shown = "  /* �� */ int �; /* é */ q;"
    found = {entry.message: entry for entry in error.value.diagnostics}
    assert {entry.source_line for entry in found.values()} == {shown}
    assert found["source file is not valid UTF-8"].column == shown.index("int �") + 5
    assert found["use of undeclared identifier 'q'"].column == shown.index("q") + 1
