"""`docs.site.outputs`: what pages show of their commands follows what these print, with what is left out left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.site.outputs import brought_up_to_date, still_shown
from docs.site.session import differences

PAGE = """# A page

```{code-block} asm
:caption: own.s

.kernel own
.threads 4
    mov.b32 r1, 1
    ret
```

```console
$ simt machine list
...
fpga8         8      17     8      102 MHz   FPGA paper, table 1: 8 lanes, 16 warps, 102 MHz
...
$ simt asm own.s --max-cycles 3  # status 2
...
$ simt explain E0501
another text
```

```console
$ simt nope  # status 1
```
"""


def test_pages_show_what_is_printed(tmp_path: Path) -> None:
    found = list(differences(PAGE, tmp_path))
    assert [difference.command.line for difference in found] == ["simt machine list", "simt explain E0501", "simt nope"]
    assert found[-1].printed is None
    made = brought_up_to_date(PAGE, found)
    assert [difference.command.line for difference in differences(made, tmp_path)] == ["simt nope"]
    assert made.startswith(PAGE[: PAGE.index("...\nfpga8")])
    assert made.endswith(PAGE[PAGE.index("```\n\n```console\n$ simt nope") :])
    shown = made[made.index("$ simt machine list") :].splitlines()[1:4]
    assert (shown[0], shown[2]) == ("...", "...")
    assert shown[1].strip().startswith("fpga8")
    assert brought_up_to_date(made, []) == made


@pytest.mark.parametrize(
    ("shown", "printed", "want"),
    [
        ("a\nb", "x\ny\nz", "x\ny\nz"),
        ("total 3\n...", "total 4\nrows\nmore", "total 4\n..."),
        ("...\nsum 10\n...\nend", "one\ntwo\nsum 12\nthree\nend", "...\nsum 12\n...\nend"),
        ("head\n...\ncycles 100", "head\nx\ncycles 101", "head\n...\ncycles 101"),
        ("...\nlong gone line\n...", "only", "...\nonly\n..."),
    ],
)
def test_the_lines_most_like_those_shown_stay(shown: str, printed: str, want: str) -> None:
    assert still_shown(shown.split("\n"), printed.split("\n")) == want.split("\n")
