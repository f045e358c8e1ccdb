"""Tables: what their keys take, and what is said about what they do not."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any, Literal

import pytest

from simt.machine.schema import Declared, Fault, Section, ValidationError, json_schema
from simt.machine.sections import key


def _even(text: str) -> None:
    if len(text) % 2:
        raise ValueError("of an odd length")


class Inner(Section):
    """A table inside."""

    rule: Literal["one", "two"] = key("one", "a rule", source="ours")
    rules: tuple[Literal["one", "two"], ...] = key(("one",), "rules", source="ours")


class Outer(Section):
    """A table."""

    count: int = key(3, "a number", source="ours", low=1, high=8)
    rate: float = key(1.5, "a rate", source="ours", low=0.5, high=2)
    is_on: bool = key(False, "a switch", source="ours")
    text: str = key("", "a text", source="ours", check=_even)
    texts: tuple[str, ...] = key((), "texts", source="ours")
    inner: Inner


class Narrower(Outer):
    """A table with another default and a key more."""

    count: int = key(2, "a smaller number", source="ours", low=1, high=2)
    more: int = key(0, "another number", source="ours", low=0, high=1)


def faults(**values: object) -> list[tuple[Any, ...]]:
    """The place and the kind of every mistake in the values."""
    with pytest.raises(ValidationError) as caught:
        Outer(**values)
    assert str(caught.value) == "; ".join(f"Outer: {fault}" for fault in caught.value.faults)
    return [(*fault.location, fault.kind) for fault in caught.value.faults]


def test_values_and_defaults() -> None:
    table = Outer(count=8, rate=2, texts=["a", "b"], inner={"rules": ["two", "one"]})
    inner = "Inner(rule='one', rules=('two', 'one'))"
    assert repr(table) == f"Outer(count=8, rate=2.0, is_on=False, text='', texts=('a', 'b'), inner={inner})"
    assert (table.model_fields_set, table.inner.model_fields_set) == ({"count", "rate", "texts", "inner"}, {"rules"})
    assert Outer().inner is not Outer().inner


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"count": 0}, ("count", "bounds")),
        ({"count": 9}, ("count", "bounds")),
        ({"count": True}, ("count", "type")),
        ({"count": 2.0}, ("count", "type")),
        ({"count": None}, ("count", "type")),
        ({"rate": math.nan}, ("rate", "bounds")),
        ({"rate": math.inf}, ("rate", "bounds")),
        ({"rate": 10**400}, ("rate", "bounds")),
        ({"rate": "1"}, ("rate", "type")),
        ({"rate": False}, ("rate", "type")),
        ({"is_on": 1}, ("is_on", "type")),
        ({"text": b"ab"}, ("text", "type")),
        ({"text": "\ud800\ud800"}, ("text", "type")),
        ({"text": "abc"}, ("text", "check")),
        ({"texts": "ab"}, ("texts", "type")),
        ({"texts": ["a", 1]}, ("texts", 1, "type")),
        ({"inner": {"rule": "three"}}, ("inner", "rule", "choice")),
        ({"inner": {"rule": ["one"]}}, ("inner", "rule", "choice")),
        ({"inner": {"rules": ("one", "three")}}, ("inner", "rules", 1, "choice")),
        ({"inner": {"other": 1}}, ("inner", "other", "unknown")),
        ({"inner": None}, ("inner", "type")),
        ({"other": 1}, ("other", "unknown")),
    ],
)
def test_what_is_refused(values: dict[str, object], wrong: tuple[Any, ...]) -> None:
    assert faults(**values) == [wrong]


def test_all_mistakes_are_found_and_say_what_is_wanted() -> None:
    assert faults(count=0, other=1, inner={"rule": 1}) == [
        ("count", "bounds"), ("other", "unknown"), ("inner", "rule", "choice"),
    ]  # fmt: skip
    with pytest.raises(ValidationError) as caught:
        Outer(text="abc", count=0)
    assert caught.value.faults == (
        Fault(("text",), "check", "of an odd length"), Fault(("count",), "bounds", "from 1 to 8 is wanted"),
    )  # fmt: skip


def test_a_subclass_keeps_the_order_of_keys() -> None:
    assert list(Narrower.model_fields) == ["count", "rate", "is_on", "text", "texts", "inner", "more"]
    assert (Narrower().count, Outer().count) == (2, 3)
    assert Narrower() != Outer()
    with pytest.raises(ValidationError, match="Narrower: count: from 1 to 2 is wanted"):
        Narrower(count=3)
    declared = Narrower.model_fields["count"]
    assert isinstance(declared, Declared)
    assert declared.kind.word == "integer"


def test_a_copy_is_equal_and_has_the_same_keys_set() -> None:
    table = Outer(count=4, inner={"rule": "two"})
    for other in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other == table
        assert hash(other) == hash(table)
        assert other.model_dump(exclude_unset=True) == {"count": 4, "inner": {"rule": "two"}}
    assert Outer(count=4) != table


def test_plain_values() -> None:
    table = Outer(texts=("a",))
    assert table.model_dump()["texts"] == ("a",)
    assert table.model_dump(mode="json")["texts"] == ["a"]
    assert Outer.model_validate(table.model_dump()) == table


def test_the_json_schema() -> None:
    schema = json_schema(Outer)
    assert (schema["title"], schema["description"], schema["additionalProperties"]) == ("Outer", "A table.", False)
    assert schema["properties"]["inner"] == {"$ref": "#/$defs/Inner"}
    assert schema["properties"]["rate"] == {
        "aliases": [], "default": 1.5, "description": "a rate", "maximum": 2, "minimum": 0.5, "source": "ours",
        "title": "Rate", "type": "number", "unit": "name",
    }  # fmt: skip
    rules = schema["$defs"]["Inner"]["properties"]["rules"]
    assert (rules["type"], rules["items"]) == ("array", {"enum": ["one", "two"], "type": "string"})
