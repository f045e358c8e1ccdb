"""The building blocks of a machine description: keys with types and bounds, and the tables that they are in.

A table is a class, and its keys are annotated names, each with its declaration: `latency: int = key(1, ...)`. The types
are int, float, bool, str, a `Literal` of names, tuples of the last two, and `int | tuple[str, ...]`. A name without a
declaration is a table inside the table. A table is made from values by name. The values are checked and not converted;
only a whole number becomes a float, and a list becomes a tuple. pydantic could do the same, but its import and
preparation take a fifth of a short run.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self, get_args, get_origin

Location = tuple[str | int, ...]  # of a value: the names of its tables and its own, and the index in an array


class Fault(NamedTuple):
    """A mistake in a value. kind: "type", "bounds", "choice", "check", or "unknown" for an unknown key."""

    location: Location
    kind: str
    reason: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.location))}: {self.reason}"


class ValidationError(ValueError):
    """Values that a table does not take. faults: each mistake; empty if values contradict each other."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class Kind(NamedTuple):
    """A type of keys.

    - word: "integer", "number", "boolean", "string" or "name".
    - choices: the names that are allowed; () if any value is allowed.
    - is_array: whether a value is a tuple of this type.
    - items: the type, in words, of the items of a tuple that may take the place of a value; "" if no tuple may.
    """

    word: str
    choices: tuple[str, ...] = ()
    is_array: bool = False
    items: str = ""


_WORDS = {int: "integer", float: "number", bool: "boolean", str: "string"}
_ANY = Kind("")


@dataclass(frozen=True, slots=True)
class Declared:
    """The declaration of a key.

    - default: the default; not used for a derived key.
    - doc, unit, source: texts for `simt machine schema`.
    - low, high: inclusive bounds; None if there is no bound.
    - aliases: the short names.
    - rule: the computation of a derived default from other keys; None for a key that is not derived.
    - check: refuses a value of the right type by a `ValueError`.
    - kind: the type, from the annotation.
    """

    default: Any
    doc: str
    unit: str
    source: str
    low: float | None = None
    high: float | None = None
    aliases: tuple[str, ...] = ()
    rule: Mapping[str, Any] | None = None
    check: Callable[[Any], object] | None = None
    kind: Kind = _ANY

    def read(self, value: object, location: Location, faults: list[Fault]) -> Any:
        """Return a value in the form that it has in a machine; note mistakes in it."""
        kind = self.kind
        if kind.is_array:
            if isinstance(value, list | tuple):
                return tuple(self._read_one(item, (*location, index), faults) for index, item in enumerate(value))
            faults.append(Fault(location, "type", "an array is wanted"))
            return value
        if kind.items and isinstance(value, list | tuple):
            return replace(self, kind=Kind(kind.items, is_array=True)).read(value, location, faults)
        return self._read_one(value, location, faults)

    def _read_one(self, value: Any, location: Location, faults: list[Fault]) -> Any:
        kind, word = type(value), self.kind.word
        if word == "name":
            if not isinstance(value, str) or value not in self.kind.choices:
                faults.append(Fault(location, "choice", f"one of {', '.join(self.kind.choices)} is wanted"))
        elif word == "integer" or word == "number":
            if kind is not int and not (kind is float and word == "number"):
                article = "a whole number" if word == "integer" else "a number"
                faults.append(Fault(location, "type", f"{article} is wanted"))
            elif not (self.low is None or self.low <= value) or not (self.high is None or value <= self.high):
                faults.append(Fault(location, "bounds", f"from {self.low} to {self.high} is wanted"))
            elif word == "number":
                return float(value)
        elif word == "boolean":
            if kind is not bool:
                faults.append(Fault(location, "type", "true or false is wanted"))
        elif not isinstance(value, str) or not _is_writable(value):
            faults.append(Fault(location, "type", "text is wanted"))
        elif self.check is not None:
            try:
                self.check(value)
            except ValueError as error:
                faults.append(Fault(location, "check", str(error)))
        return value


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # halves of pairs, which no file takes
        return False
    return True


class Section:
    """A table of the machine description: immutable, with strict types and without unknown keys.

    `Section(**values)` raises `ValidationError` with all mistakes. Tables are equal if all their values are.

    - model_fields: the keys and tables of the class in order, by name: a `Declared` or a class.
    - model_fields_set: the names that were set.
    """

    __slots__ = ("__dict__", "model_fields_set")

    model_fields: ClassVar[Mapping[str, Declared | type[Section]]] = {}
    _defaults: ClassVar[dict[str, Any]] = {}  # None for a table
    _tables: ClassVar[dict[str, type[Section]]] = {}
    model_fields_set: frozenset[str]

    def __init_subclass__(cls) -> None:
        fields = dict(cls.model_fields)
        for name, annotation in inspect.get_annotations(cls, eval_str=True).items():
            declared = cls.__dict__.get(name)
            if isinstance(declared, Declared):
                fields[name] = replace(declared, kind=_kind(annotation))
                delattr(cls, name)  # an instance has the value
            elif isinstance(annotation, type) and issubclass(annotation, Section):
                fields[name] = annotation
        cls.model_fields = MappingProxyType(fields)
        cls._defaults = {name: getattr(field, "default", None) for name, field in fields.items()}
        cls._tables = {name: field for name, field in fields.items() if not isinstance(field, Declared)}

    def __init__(self, **values: object) -> None:
        self._fill(values, None)

    @classmethod
    def tables(cls) -> Mapping[str, type[Section]]:
        """Return the tables inside the table, by name."""
        return cls._tables

    @classmethod
    def model_validate(cls, values: Mapping[str, object], context: object = None) -> Self:
        """Return the table of these values by name. context: the argument of `_complete`. Raises `ValidationError`."""
        made = cls.__new__(cls)
        made._fill(values, context)
        return made

    def _fill(self, values: Mapping[str, object], context: object) -> None:
        faults: list[Fault] = []
        self._read(values, (), faults)
        if faults:
            name = type(self).__name__
            raise ValidationError("; ".join(f"{name}: {fault}" for fault in faults), tuple(faults))
        self._complete(context)

    def _read(self, values: Mapping[str, object], location: Location, faults: list[Fault]) -> None:
        """Take values by name, and defaults for the others; note what is wrong with them."""
        self._reset(frozenset(values))
        fields, own = self.model_fields, self.__dict__
        for name, value in values.items():
            field = fields.get(name)
            if field is None:
                faults.append(Fault((*location, name), "unknown", "there is no such key"))
            elif isinstance(field, Declared):
                own[name] = field.read(value, (*location, name), faults)
            elif isinstance(value, Mapping):
                own[name]._read(value, (*location, name), faults)
            else:
                faults.append(Fault((*location, name), "type", "a table is wanted"))

    def _reset(self, names: frozenset[str]) -> None:
        """Take all defaults, in tables of its own: derived keys are set in them. names: the keys that will be set."""
        _SET(self, names)
        own = self.__dict__
        own.update(self._defaults)
        for name, kind in self._tables.items():
            own[name] = kind.__new__(kind)
            own[name]._reset(_NONE)

    def _complete(self, context: object) -> None:
        """Derive what follows from valid values, and refuse what does not go together by a `ValidationError`."""

    def model_dump(self, *, mode: str = "python", exclude_unset: bool = False) -> dict[str, Any]:
        """Return the values by name, tables as dictionaries.

        mode: "json" turns tuples into lists. exclude_unset: whether to leave out values that were not set.
        """
        shown: dict[str, Any] = {}
        for name, value in self.__dict__.items():
            if exclude_unset and name not in self.model_fields_set:
                continue
            if isinstance(value, Section):
                shown[name] = value.model_dump(mode=mode, exclude_unset=exclude_unset)
            else:
                shown[name] = list(value) if mode == "json" and isinstance(value, tuple) else value
        return shown

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def __getstate__(self) -> tuple[dict[str, Any], frozenset[str]]:
        return self.__dict__, self.model_fields_set

    def __setstate__(self, state: tuple[dict[str, Any], frozenset[str]]) -> None:
        self.__dict__.update(state[0])
        _SET(self, state[1])


_NONE: frozenset[str] = frozenset()
_SET = Section.model_fields_set.__set__  # type: ignore[attr-defined]  # past `__setattr__`


def _kind(annotation: Any) -> Kind:
    """Return the type of the keys with an annotation."""
    if get_origin(annotation) is tuple:
        return _kind(get_args(annotation)[0])._replace(is_array=True)
    if get_origin(annotation) is types.UnionType:
        one, array = map(_kind, get_args(annotation))
        return one._replace(items=array.word)
    return Kind(_WORDS[annotation]) if annotation in _WORDS else Kind("name", get_args(annotation))


_JSON_TYPES = {"name": "string"}


def json_schema(kind: type[Section]) -> dict[str, Any]:
    """Return the JSON Schema of a table, with the texts of its keys; tables inside it are in `$defs`."""
    properties: dict[str, Any] = {}
    tables: dict[str, Any] = {}
    for name, field in kind.model_fields.items():
        if isinstance(field, Declared):
            properties[name] = _json_entry(name, field)
        else:
            tables[field.__name__] = json_schema(field)
            properties[name] = {"$ref": f"#/$defs/{field.__name__}"}
    described = {"description": inspect.cleandoc(kind.__doc__)} if kind.__doc__ else {}
    defined = {"$defs": dict(sorted(tables.items()))} if tables else {}
    return {
        **defined, "additionalProperties": False, **described, "properties": properties, "title": kind.__name__,
        "type": "object",
    }  # fmt: skip


def _json_entry(name: str, field: Declared) -> dict[str, Any]:
    kind = field.kind
    of_one: dict[str, Any] = {"enum": list(kind.choices)} if kind.choices else {}
    of_one["type"] = _JSON_TYPES.get(kind.word, kind.word)
    default = list(field.default) if kind.is_array else field.default
    entry: dict[str, Any] = {"aliases": list(field.aliases), "description": field.doc, "source": field.source}
    entry |= {"derived": dict(sorted(field.rule.items()))} if field.rule else {"default": default}
    entry |= {"title": name.replace("_", " ").title(), "unit": field.unit}
    bounds = {word: bound for word, bound in (("minimum", field.low), ("maximum", field.high)) if bound is not None}
    if kind.items:
        items = {"type": "array", "items": {"type": _JSON_TYPES.get(kind.items, kind.items)}}
        entry["anyOf"] = [dict(sorted((bounds | of_one).items())), dict(sorted(items.items()))]
    else:
        entry |= bounds
        entry |= {"type": "array", "items": of_one} if kind.is_array else of_one
    return dict(sorted(entry.items()))
