"""The vector types of kernels in Python, such as `f32x4`, whose components compute as scalars do."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from simt.lang.types import SCALARS, Scalar

COUNTS: Final = (2, 4, 8, 16)
LETTERS: Final = "xyzw"


class Vector:
    """An immutable vector of numbers of one type, made of numbers and vectors: `f32x4(v.xy, 0, 1)`."""

    __slots__ = ("parts",)
    parts: tuple[Any, ...]
    element: ClassVar[type[Scalar]]
    count: ClassVar[int]
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, *values: Any) -> None:
        """Make a vector of one number in all components, or of numbers and vectors.

        Raises `TypeError` for another number of components.
        """
        make: Any = self.element
        parts = [part for value in values for part in (value.parts if isinstance(value, Vector) else (value,))]
        if len(parts) == 1 and not isinstance(values[0], Vector):
            parts *= self.count
        if len(parts) != self.count:
            raise TypeError(f"{type(self).__name__} takes 1 or {self.count} numbers, not {len(parts)}")
        self.parts = tuple(map(make, parts))

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Any]:
        return iter(self.parts)

    def __getitem__(self, index: Any) -> Any:
        return self.parts[range(self.count)[index]]

    def __getattr__(self, name: str) -> Any:
        lanes = lanes_of(name, self.count)
        if not lanes:
            raise AttributeError(f"{type(self).__name__} has no `{name}`")
        parts = [self.parts[lane] for lane in lanes]
        return parts[0] if len(parts) == 1 else VECTORS[f"{self.element.__name__}x{len(parts)}"](*parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(str(part) for part in self.parts)})"

    def __eq__(self, other: object) -> Any:
        raise TypeError("vectors are compared by their components")

    __lt__ = __le__ = __gt__ = __ge__ = __ne__ = __eq__


def lanes_of(name: str, count: int) -> tuple[int, ...]:
    """Return the indices of the components that a name such as `x` or `xy` selects from `count`; () for other names."""
    lanes = tuple(LETTERS.find(letter) for letter in name)
    return lanes if lanes and len(lanes) in (1, *COUNTS) and 0 <= min(lanes) <= max(lanes) < count else ()


def _vector_of(parts: list[Any]) -> Any:
    return VECTORS[f"{type(parts[0]).__name__}x{len(parts)}"](*parts)


def _method(compute: Callable[[Any, Any], Any], *, swaps: bool) -> Callable[[Any, Any], Any]:
    def method(self: Vector, other: Any) -> Any:
        if isinstance(other, Vector) and other.count != self.count:
            raise TypeError(f"{self.count} components and {other.count}")
        if not isinstance(other, Vector | Scalar | int | float):
            return NotImplemented
        others = other.parts if isinstance(other, Vector) else (other,) * self.count
        return _vector_of([compute(b, a) if swaps else compute(a, b) for a, b in zip(self.parts, others, strict=True)])

    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "lshift", "rshift", "and", "or", "xor", "pow"):
    _compute = getattr(operator, f"{_name}_" if _name in ("and", "or") else _name)
    setattr(Vector, f"__{_name}__", _method(_compute, swaps=False))
    setattr(Vector, f"__r{_name}__", _method(_compute, swaps=True))
for _name in ("neg", "pos", "invert"):
    _single = getattr(operator, _name)
    setattr(Vector, f"__{_name}__", lambda self, compute=_single: _vector_of([compute(part) for part in self.parts]))

VECTORS: Final[dict[str, Any]] = {
    f"{name}x{count}": type(f"{name}x{count}", (Vector,), {"__slots__": (), "element": kind, "count": count})
    for name, kind in SCALARS.items()
    for count in COUNTS
}
