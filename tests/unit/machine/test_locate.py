"""Finding keys in TOML text."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from simt.machine.locate import locate

TEXT = '''\
# a comment = 1
warps = 16   # the end
local . "banks" = 4
fpu = { latency = 8, 'interval' = 1 }
[ retire ]
priority = [ # one
  "lds", "fpu]", # two
  'alu',
]
text = """
warps = 3
"""\t
[a.b]
c.d = 1979-05-27T07:32:00Z
"quoted \\" key" = "x # y"
[[many]]
x = +1.5e3
[[many]]
x = 2
'''


def test_places() -> None:
    places = locate(TEXT)

    def at(*path: str) -> tuple[int, int, int, int]:
        place = places[path]
        assert place.key.line == place.value.line
        return place.key.line, place.key.column, place.value.column, place.value.end_column

    assert at("warps") == (2, 1, 9, 11)
    assert at("local", "banks") == (3, 1, 19, 20)
    assert at("local") == (3, 1, 19, 20)
    assert at("fpu") == (4, 1, 7, 38)
    assert at("fpu", "latency") == (4, 9, 19, 20)
    assert at("fpu", "interval") == (4, 22, 35, 36)
    assert at("retire") == (5, 1, 1, 11)
    assert at("retire", "priority") == (6, 1, 12, 19)  # the first line of a long value
    assert at("retire", "text") == (10, 1, 8, 11)
    assert at("a", "b") == (13, 1, 1, 6)
    assert at("a", "b", "c", "d") == (14, 1, 7, 27)
    assert at("a", "b", 'quoted " key') == (15, 1, 19, 26)
    assert places["warps",].value.text == "warps = 16   # the end"


def test_windows_line_ends_and_no_last_newline() -> None:
    places = locate("a = 1\r\n[t]\r\nb = 'x'")
    assert (places["a",].value.column, places["a",].value.end_column, places["a",].value.text) == (5, 6, "a = 1")
    assert (places["t", "b"].value.line, places["t", "b"].value.end_column) == (3, 8)


KEYS = st.one_of(st.sampled_from(["a", "b-1", "_"]), st.text(max_size=4))
VALUES = st.recursive(
    st.one_of(st.integers(-9, 10**6), st.booleans(), st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(c):08x}" if not c.isalnum() or ord(c) > 126 else c for c in text) + '"'


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    return repr(value)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_every_key_of_a_document_is_found_with_its_value(document: dict[str, Any]) -> None:
    text = "".join(f"{_quoted(key)} = {_toml(value)} # end\n" for key, value in document.items())
    assert tomllib.loads(text) == document
    places = locate(text)

    def check(table: dict[str, Any], path: tuple[str, ...]) -> None:
        for key, value in table.items():
            span = places[(*path, key)].value
            assert span.text[span.column - 1 : span.end_column - 1] == _toml(value)
            if isinstance(value, dict):
                check(value, (*path, key))

    check(document, ())
