"""Random values of every type of OpenCL C without undefined behaviour, made of the places that there are."""

from __future__ import annotations

import random

BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64, "float": 32,
        "double": 64}  # fmt: skip
INTEGERS = tuple(BITS)[:8]
REALS = ("float", "double")
# Bits of the longest vector: of longer ones PoCL's LLVM (14) cannot select all conversions, and ends the process.
WIDEST = 256
_PARTS = "0123456789abcdef"


def element_of(kind: str) -> str:
    """The type of a vector's elements."""
    return kind.rstrip("0123456789")


def count_of(kind: str) -> int:
    """The number of elements."""
    return int(kind[len(element_of(kind)) :] or 1)


def bits(kind: str) -> int:
    """The size of a type; a vector of three has that of four."""
    count = count_of(kind)
    return BITS[element_of(kind)] * (4 if count == 3 else count)


def is_real(kind: str) -> bool:
    """Tell whether a type is one of floats or doubles."""
    return element_of(kind) in REALS


def like(kind: str, element: str) -> str:
    """The type with as many elements of another type."""
    return element + kind[len(element_of(kind)) :]


def unsigned(kind: str) -> str:
    """The unsigned type of an integer's size."""
    return kind if kind[0] == "u" else f"u{kind}"


def signed(kind: str) -> str:
    """The signed integer's type of the same size."""
    by_size = {8: "char", 16: "short", 32: "int", 64: "long"}
    return like(kind, by_size[BITS[element_of(kind)]])


def _alike(kind: str) -> list[str]:
    """The types of as many bits, but for vectors of three."""
    kinds = [element + count for element in BITS for count in ("", "2", "4", "8", "16")]
    return [each for each in kinds if bits(each) == bits(kind)]


def exact(kind: str, value: str) -> str:
    """The value in its type: operators make an int of shorter integers."""
    return f"({kind}){value}" if count_of(kind) == 1 else value


class Values:
    """Draws values; `places` are what can be read, with their types, and `fixed` those that are not written.

    A place has `{}` where its index goes.
    """

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.prefix = f"k{seed}"
        self.places: list[tuple[str, str]] = []
        self.fixed: set[tuple[str, str]] = set()
        self.helped: dict[str, str] = {}

    # --- places -------------------------------------------------------------------------------------------------------

    def index(self, size: int | str) -> str:
        """A number below a power of two."""
        last = f"{size} - 1" if isinstance(size, str) else str(size - 1)
        return f"({self.value('uint', 1)} & ({last}))"

    def indexed(self, place: str) -> str:
        """A place with an index: a number that is known, or one that is not."""
        if "{" not in place:
            return place
        found = [name for name, kind in self.places if kind in INTEGERS and "{" not in name]
        is_known = not found or self.draw.random() < 0.3
        index = f"{self.draw.randrange(8)}u" if is_known else f"(uint){self.draw.choice(found)}"
        return place.replace("{}", index)

    def writable(self, *kinds: str) -> tuple[str, str]:
        """A place that may be written, with its type."""
        found = [each for each in self.places if each not in self.fixed and (not kinds or each[1] in kinds)]
        place, kind = self.draw.choice(found)
        return self.indexed(place), kind

    def of_kind(self, kind: str) -> str | None:
        """A place of a type."""
        found = [place for place, other in self.places if other == kind]
        return self.indexed(self.draw.choice(found)) if found else None

    def swizzle(self, kind: str, *, distinct: bool, count: int = 0) -> tuple[str, str]:
        """Letters that take parts of a vector, and the type of what they take."""
        have = count_of(kind)
        count = count or self.draw.choice([each for each in (1, 2, 3, 4, 8) if each <= have])
        part = element_of(kind) + (str(count) if count > 1 else "")
        if not distinct and count * 2 == have and self.draw.random() < 0.3:
            return self.draw.choice(("lo", "hi", "even", "odd")), part
        places = range(have)
        numbers = self.draw.sample(places, count) if distinct else self.draw.choices(places, k=count)
        if have <= 4 and self.draw.random() < 0.7:
            return "".join("xyzw"[n] for n in numbers), part
        return "s" + "".join(_PARTS[n] for n in numbers), part

    # --- values that are kept within bounds ---------------------------------------------------------------------------

    def helper(self, what: str, kind: str, body: str) -> str:
        name = f"{what}_{kind}_{self.prefix}"
        self.helped[name] = f"{kind} {name}({kind} x) {{ return {body}; }}"
        return name

    def helpers(self) -> list[str]:
        """The definitions of the functions that keep values within bounds."""
        return list(self.helped.values())

    def tame(self, kind: str, value: str) -> str:
        """The value, which is a number."""
        return f"{self.helper('tame', kind, f'x == x ? x : ({kind})(1)')}({value})"

    def number(self, kind: str, depth: int) -> str:
        """A value of this type whose bits are known."""
        value = self.value(kind, depth)
        return self.tame(kind, value) if is_real(kind) else value

    def finite(self, kind: str, value: str) -> str:
        """The value, which is a number and no infinity, nor the other zero."""
        return f"{self.helper('finite', kind, f'(fabs(x) < ({kind})(1e30f) ? x : ({kind})(1)) + ({kind})(0)')}({value})"

    def small(self, kind: str, value: str, *, positive: bool) -> str:
        """The value, which fits a type of 8 bits."""
        name = self.helper("small", kind, f"fabs(x) < ({kind})(100) ? x : ({kind})(1)")
        return f"fabs({name}({value}))" if positive else f"{name}({value})"

    def seen(self, place: str, kind: str) -> str:
        """All bits of a place as an unsigned number."""
        value = self.tame(kind, place) if is_real(kind) else place
        if count_of(kind) == 1:
            return f"as_{unsigned(signed(kind))}({value})" if is_real(kind) else f"(ulong){value}"
        element, count = unsigned(signed(element_of(kind))), count_of(kind)
        name = f"seen_{kind}_{self.prefix}"
        parts = " ^ ".join(f"((ulong)y.s{_PARTS[n]} << {n * 3})" for n in range(count))
        self.helped[name] = f"ulong {name}({kind} x) {{ {element}{count} y = as_{element}{count}(x); return {parts}; }}"
        return f"{name}({value})"

    # --- values -------------------------------------------------------------------------------------------------------

    def literal(self, kind: str) -> str:
        """A number or a vector of numbers."""
        element, draw = element_of(kind), self.draw
        if count_of(kind) > 1:
            if draw.random() < 0.4:
                return f"({kind})({self.literal(element)})"
            return f"({kind})({', '.join(self.literal(element) for _ in range(count_of(kind)))})"
        if element in REALS:
            text = draw.choice(("0.0", "-0.0", "1.5", "-2.25", "3e-7", "1e20", "0.1", "-7.0", "1e-40", "255.5", "-1e9"))
            return f"{text}f" if element == "float" else text
        size = BITS[element]
        value = draw.choice(
            (0, 1, 2, 3, 5, 31, 100, 127, 255, draw.getrandbits(size), draw.getrandbits(size // 2), 1 << size - 1)
        )
        value &= (1 << size) - 1
        if element[0] != "u" and value >> size - 1:
            value = max(value - (1 << size), 1 - (1 << size - 1))
        suffix = {"ulong": "ul", "uint": "u", "long": "l", "int": ""}.get(element)
        if suffix is None:
            return f"({element})({value})"
        return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"

    def value(self, kind: str, depth: int) -> str:
        """A value of this type: an expression that may stand anywhere."""
        draw = self.draw
        if depth <= 0 or draw.random() < 0.1:
            return self.leaf(kind)
        if draw.random() < 0.12:
            condition = self.condition(depth - 1)
            if count_of(kind) > 1 and draw.random() < 0.5:
                condition = self.mask(kind, depth - 1)
            return exact(kind, f"({condition} ? {self.value(kind, depth - 1)} : {self.value(kind, depth - 1)})")
        if count_of(kind) > 1 and draw.random() < 0.25:
            return self.composed(kind, depth - 1)
        if draw.random() < 0.2:
            return self.converted(kind, depth - 1)
        return (self.real if is_real(kind) else self.integer)(kind, depth - 1)

    def leaf(self, kind: str) -> str:
        """A place, a part of one, or a number."""
        draw, element, count = self.draw, element_of(kind), count_of(kind)
        form = draw.random()
        if form < 0.6 and (place := self.of_kind(kind)) is not None:
            return place
        vectors = [each for each in self.places if count_of(each[1]) > 1 and element_of(each[1]) == element]
        if form < 0.8 and vectors and count <= 4:
            vector, other = draw.choice(vectors)
            return f"{self.indexed(vector)}.{self.swizzle(other, distinct=False, count=count)[0]}"
        numbers = [each for each in self.places if each[1] in (BITS if is_real(element) else INTEGERS)]
        if form < 0.9 and numbers:
            place, other = draw.choice(numbers)
            return f"({kind})({'' if other == element else f'({element})'}{self.indexed(place)})"
        return self.literal(kind)

    def composed(self, kind: str, depth: int) -> str:
        """A vector made of shorter ones."""
        element, left, parts = element_of(kind), count_of(kind), []
        while left:
            count = self.draw.choice([each for each in (1, 2, 3, 4, 8) if each <= left and each < count_of(kind)])
            parts.append(self.value(element + (str(count) if count > 1 else ""), depth - 1))
            left -= count
        if self.draw.random() < 0.2:
            source = self.value(element + self.draw.choice("24"), depth - 1)
            if count_of(kind) != 3:
                return f"shuffle({source}, {self.value(like(kind, unsigned(signed(element))), 0)})"
        return f"({kind})({', '.join(parts)})"

    def converted(self, kind: str, depth: int) -> str:
        """A value of another type, converted or its bits taken."""
        draw = self.draw
        element = draw.choice([each for each in BITS if bits(like(kind, each)) <= WIDEST])
        source = like(kind, element)
        form = draw.randrange(5)
        if form == 4 and count_of(kind) != 3:  # the same bits as more elements or fewer
            return f"as_{kind}({self.number(draw.choice(_alike(kind)), depth)})"
        if form == 0 and count_of(kind) == 1:
            if is_real(source) and not is_real(kind):
                return f"({kind}){self.small(source, self.value(source, depth), positive=kind[0] == 'u')}"
            return f"({kind}){self.value(source, depth)}"
        if form == 1 and BITS[element] == BITS[element_of(kind)] and element != element_of(kind):
            return f"as_{kind}({self.number(source, depth)})"
        mode = draw.choice(("", "", "_rte", "_rtz", "_rtp", "_rtn"))
        if is_real(kind):
            return f"convert_{kind}{mode}({self.value(source, depth)})"
        if draw.random() < 0.5:  # OpenCL does not insist on a NaN's becoming 0
            return f"convert_{kind}_sat{mode}({self.number(source, depth)})"
        value = self.value(source, depth)
        if is_real(source):
            value = self.small(source, value, positive=kind[0] == "u")
        return f"convert_{kind}{mode}({value})"

    def condition(self, depth: int) -> str:
        """What is true or false."""
        draw = self.draw
        form = draw.randrange(8)
        if form == 0 and depth > 0:
            return f"({self.condition(depth - 1)} {draw.choice(('&&', '||'))} {self.condition(depth - 1)})"
        if form == 1 and depth > 0:
            return f"!{self.condition(depth - 1)}"
        if form == 2:
            return f"({self.value(draw.choice(INTEGERS), depth)} & {draw.choice((1, 2, 8, 64))})"
        if form == 3 and depth > 0:
            kind = draw.choice(("int4", "char2", "long2", "short8", "float4", "double2", "int3"))
            return f"{draw.choice(('any', 'all'))}({self.mask(kind, depth - 1)})"
        if form == 4:
            kind = draw.choice(REALS)
            names = ("isequal", "isnotequal", "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater",
                     "isordered", "isunordered")  # fmt: skip
            return f"{draw.choice(names)}({self.value(kind, depth)}, {self.value(kind, depth)})"
        if form == 5:
            kind = draw.choice(REALS)
            name = draw.choice(("isnan", "isinf", "isfinite", "isnormal", "signbit"))
            return f"{name}({(self.number if name == 'signbit' else self.value)(kind, depth)})"
        one, other = draw.choice(tuple(BITS)), draw.choice(tuple(BITS))
        operator = draw.choice(("<", ">", "<=", ">=", "==", "!="))
        return f"({self.value(one, depth)} {operator} {self.value(draw.choice((one, other)), depth)})"

    def mask(self, kind: str, depth: int) -> str:
        """A vector of 0 and -1, of the size of a vector of a type."""
        draw = self.draw
        if is_real(kind) and draw.random() < 0.3:
            return f"{draw.choice(('isnan', 'isinf', 'isfinite', 'isnormal'))}({self.value(kind, depth)})"
        if is_real(kind) and draw.random() < 0.3:
            name = draw.choice(("isequal", "isnotequal", "isgreater", "isless", "isordered", "isunordered"))
            return f"{name}({self.value(kind, depth)}, {self.value(kind, depth)})"
        operator = draw.choice(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))
        return f"({self.value(kind, depth)} {operator} {self.value(kind, depth)})"

    def integer(self, kind: str, depth: int) -> str:
        """An integer or a vector of integers, computed."""
        draw = self.draw
        is_vector, size = count_of(kind) > 1, BITS[element_of(kind)]

        def value(other: str = kind) -> str:
            return self.value(other, depth)

        form = draw.randrange(14)
        if form < 3:  # sums, differences and products of signed numbers could overflow: those of unsigned do not
            if is_vector:
                wraps = unsigned(kind)
                return f"as_{kind}({value(wraps)} {draw.choice('+-*')} {value(wraps)})"
            wraps = "ulong" if size == 64 else draw.choice(("uint", "uint", "ulong"))
            return f"({kind})(({wraps}){value()} {draw.choice('+-*')} {value(wraps)})"
        if form < 5:
            right = value() if is_vector else value(draw.choice((kind, *INTEGERS)))
            return exact(kind, f"({value()} {draw.choice('&|^')} {right})")
        if form == 5:
            wraps = unsigned(kind) if is_vector else "ulong" if size == 64 else "uint"
            amount = f"({value(wraps)} & ({wraps})({size - 1}))"
            if draw.random() < 0.5:
                return exact(kind, f"({value()} >> {f'as_{kind}({amount})' if is_vector else amount})")
            if is_vector:
                return f"as_{kind}({value(wraps)} << {amount})"
            return f"({kind})(({wraps}){value()} << {amount})"
        if form == 6:
            divisor = f"(({value()} & ({kind})(15)) + ({kind})(1))"
            if draw.random() < 0.3 and kind[0] == "u":
                divisor = f"({value()} | ({kind})(1))"
            return exact(kind, f"({value()} {draw.choice('/%')} {divisor})")
        if form == 7:
            if draw.random() < 0.5:
                return exact(kind, f"(~{value()})")
            return f"as_{kind}(!{value()})" if is_vector else f"({kind})(!{value()})"
        if form == 8 and is_vector:
            return f"as_{kind}({self.mask(kind, depth)})"
        if form == 8:
            return f"({kind}){self.condition(depth)}"
        if form == 9 and is_vector:
            return f"select({value()}, {value()}, {value(draw.choice((signed(kind), unsigned(kind))))})"
        return self.library(kind, depth)

    def library(self, kind: str, depth: int) -> str:
        """A builtin function of integers."""
        draw = self.draw
        element = element_of(kind)
        names = {
            "abs": 1, "abs_diff": 2, "add_sat": 2, "sub_sat": 2, "hadd": 2, "rhadd": 2, "max": 2, "min": 2, "mul_hi": 2,
            "rotate": 2, "mad_hi": 3, "mad_sat": 3, "clz": 1, "popcount": 1, "clamp": 1, "bitselect": 3, "select": 3,
            "mul24": 2, "mad24": 3, "upsample": 2,
        }  # fmt: skip
        name = draw.choice(list(names))
        values = [self.value(kind, depth) for _ in range(names[name])]
        if name == "clamp":
            low, high = sorted(draw.sample(range(0 if kind[0] == "u" else -100, 101), 2))
            values += [f"({kind})({low})", f"({kind})({high})"]
        elif name == "select":
            values[2] = self.value(draw.choice((signed(kind), unsigned(kind))), depth)
        elif name in ("mul24", "mad24"):
            if element not in ("int", "uint"):
                return self.leaf(kind)
            values[:2] = [f"({value} >> ({kind})(8))" for value in values[:2]]
            if name == "mad24":  # the sum of signed numbers could overflow
                values = [f"({value} >> ({kind})(12))" for value in values]
        elif name == "upsample":
            halves = {
                "short": "char", "ushort": "uchar", "int": "short", "uint": "ushort", "long": "int", "ulong": "uint",
            }  # fmt: skip
            if element not in halves:
                return self.leaf(kind)
            half = like(kind, halves[element])
            values = [self.value(half, depth), self.value(unsigned(half), depth)]
        elif name == "mad_hi" and kind[0] != "u":
            values[::2] = [exact(kind, f"({value} >> ({kind})(2))") for value in values[::2]]
        call = f"{name}({', '.join(values)})"
        return (
            f"as_{kind}({call})" if name in ("abs", "abs_diff") else f"({kind}){call}" if count_of(kind) == 1 else call
        )

    def real(self, kind: str, depth: int) -> str:
        """A float, a double or a vector of them, computed."""
        draw = self.draw

        def value() -> str:
            return self.value(kind, depth)

        def finite() -> str:
            return self.finite(kind, value())

        form = draw.randrange(14)
        if form < 5:
            return f"({value()} {draw.choice('+-*')} {value()})"
        if form == 5:
            return f"({value()} / {value()})" if element_of(kind) == "double" else f"(- {value()})"
        if form == 6:
            return f"{draw.choice(('fabs', 'floor', 'ceil', 'trunc', 'rint', 'round', 'sqrt'))}({value()})"
        if form == 7:  # which zero the smaller one is, is open
            return f"({draw.choice(('fmin', 'fmax', 'maxmag', 'minmag'))}({value()}, {value()}) + ({kind})(0))"
        if form == 8:
            name = draw.choice(("fdim", "fmod", "remainder", "nextafter"))
            return f"{name}({value()}, {value()})"
        if form == 9:
            return f"copysign({value()}, {self.number(kind, depth)})"
        if form == 10:
            return f"fma({value()}, {value()}, {value()})"
        if form == 11:
            exponent = self.value(like(kind, "int"), depth)
            return f"ldexp({value()}, {exponent} % ({like(kind, 'int')})(200))"
        if form == 12:
            return f"{draw.choice(('min', 'max', 'step'))}({finite()}, {finite()})"
        low, high = sorted(draw.sample(range(-100, 101), 2))
        forms = (
            f"clamp({finite()}, ({kind})({low}), ({kind})({high}))", f"sign({self.number(kind, depth)})",
            f"select({value()}, {value()}, {self.value(signed(kind), depth)})",
        )  # fmt: skip
        return draw.choice(forms)
