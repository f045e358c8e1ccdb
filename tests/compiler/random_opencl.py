"""Random kernels over the whole of OpenCL C that is compiled, without undefined behaviour.

A kernel is a list of statements over places: variables, elements, members, what pointers point to. What OpenCL leaves
open is kept from being seen: the bits of a NaN, which of two zeros is smaller, floats that do not fit an integer.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.compiler.random_launch import ARRAYS, GIVEN, INPUTS, ITEMS, NUMBERS
from tests.compiler.random_pools import Pools
from tests.compiler.random_values import WIDEST, bits, count_of, is_real

_SHAPES = (
    ((64,), (64,)), ((64,), (16,)), ((64,), (32,)), ((16, 4), (8, 4)), ((8, 8), (4, 2)), ((32, 2), (32, 1)),
    ((8, 4, 2), (4, 2, 2)), ((4, 4, 4), (2, 4, 4)),
)  # fmt: skip
_KINDS = ("int", "int", "uint", "uint", "char", "uchar", "short", "ushort", "long", "ulong", "float", "float", "double")
_COUNTS = ("", "", "", "", "2", "3", "4", "8", "16")
_ATOMICS = ("add", "sub", "min", "max", "and", "or", "xor", "inc", "dec")
_UNIONS = {
    "N": (("f", "float"), ("w", "int"), ("h[{} & 1]", "ushort"), ("c[{} & 3]", "uchar"), ("s", "short2")),
    "W": (("d", "double"), ("q", "ulong"), ("w[{} & 1]", "uint"), ("c", "char8"), ("h", "short4")),
}
_FIRST = """\
  __local uint tally[16];
  __local ushort shared[64];
  uint me = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
  uint lid = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
  uint many = get_local_size(0) * get_local_size(1) * get_local_size(2);
  uint at = many * (get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)));
  ulong acc = 0;
  if (lid < 16) tally[lid] = lid;
  shared[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);"""
_LAST = """\
  out[me * 8] ^= acc;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 9) atomic_add(&count[lid + 9], tally[lid]);"""
Member = tuple[str, str, int]  # name, type, and number of elements of an array
Lines = list[str]


@dataclass(frozen=True)
class RandomKernel:
    """A kernel and the sizes of its launch."""

    name: str
    text: str
    size: tuple[int, ...]
    group: tuple[int, ...]


def random_kernel(seed: int) -> RandomKernel:
    """The kernel of a seed."""
    return _Kernel(seed).whole()


def _indented(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines]


class _Kernel(Pools):
    """Draws the statements of a kernel."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.size, self.group = self.draw.choice(_SHAPES)
        self.loops = 0  # around the statement that is drawn
        self.in_function = False
        self.returns = ""  # the type of what the function gives in which the statement stands
        self.functions: Lines = []
        self.structs: list[tuple[str, list[Member]]] = []
        self.makers: dict[str, str] = {}  # functions that change a struct, by its type
        self.locals: Lines = []

    def kind(self, counts: tuple[str, ...] = _COUNTS) -> str:
        """A type of numbers or vectors."""
        element = self.draw.choice(_KINDS)
        return self.draw.choice([kind for kind in (element + count for count in counts) if bits(kind) <= WIDEST])

    # --- statements ---------------------------------------------------------------------------------------------------

    def block(self, depth: int, most: int = 3) -> Lines:
        """Statements in braces; what they declare is gone behind them."""
        kept = list(self.places)
        lines = [line for _ in range(self.draw.randint(1, most)) for line in self.statement(depth)]
        self.places = kept
        return ["{", *_indented(lines), "}"]

    def statement(self, depth: int) -> Lines:
        forms = [self.declaration] * 2 + [self.assignment] * 3 + [self.compound, self.array, self.record, self.union]
        if not self.in_function:
            forms += [self.output, self.stored_vector]
        if self.space:
            forms += [self.pointed] * 3
        if self.loops:
            forms.append(self.leave)
        if self.functions:
            forms.append(self.called)
        nested = (self.branch, self.loop, self.while_loop, self.left_twice, self.switch) * 2 if depth > 0 else ()
        place = self.draw.randrange(len(forms) + len(nested))
        return forms[place]() if place < len(forms) else nested[place - len(forms)](depth - 1)

    def declaration(self) -> Lines:
        kind, name = self.kind(), self.name()
        line = f"{kind} {name} = {self.value(kind, 3)};"
        self.places.append((name, kind))
        return [line]

    def assignment(self) -> Lines:
        place, kind = self.writable()
        if count_of(kind) > 1 and self.draw.random() < 0.4:
            letters, kind = self.swizzle(kind, distinct=True)
            operator = self.draw.choice(("=", "=", "^=" if not is_real(kind) else "+="))
            return [f"{place}.{letters} {operator} {self.value(kind, 2)};"]
        return [f"{place} = {self.value(kind, 3)};"]

    def compound(self) -> Lines:
        place, kind = self.writable()
        if is_real(kind):
            return [f"{place} {self.draw.choice('+-*')}= {self.value(kind, 2)};"]
        if count_of(kind) > 1:  # of signed numbers a sum could overflow
            return [f"{place} {self.draw.choice('+-*&|^' if kind[0] == 'u' else '&|^')}= {self.value(kind, 2)};"]
        if self.draw.random() < 0.2:
            shift = self.draw.choice(("<<", ">>")) if kind[0] == "u" else ">>"
            return [f"{place} {shift}= {self.value('uint', 1)} & 7;"]
        return [f"{place} {self.draw.choice('+-*&|^')}= {self.value('ulong' if 'long' in kind else 'uint', 2)};"]

    def array(self) -> Lines:
        """A private array with an index that is known when it runs."""
        kind, name, size = self.kind(), self.name("a"), self.draw.choice((2, 4, 8))
        size = size if size * bits(kind) <= 1024 else 2
        is_constant = self.draw.random() < 0.2
        values = [self.literal(kind) if is_constant else self.value(kind, 1) for _ in range(size)]
        self.places.append((f"{name}[{{}} & {size - 1}]", kind))
        if is_constant:
            self.fixed.add(self.places[-1])
        return [f"{'const ' * is_constant}{kind} {name}[{size}] = {{{', '.join(values)}}};"]

    def record(self) -> Lines:
        """A struct and its copy in private or global memory."""
        (struct, members), name = self.draw.choice(self.structs), self.name("s")
        lines = [f"{struct} {name};"]
        for member, kind, size in members:
            for index in [f"[{number}]" for number in range(size)] or [""]:
                lines.append(f"{name}.{member}{index} = {self.value(kind, 1)};")
        form = self.draw.randrange(3 if self.in_function else 4)
        if form == 3:  # another struct may come to lie there
            lines += [f"__global {struct} *{name}_g = (__global {struct} *)(room + me * 16);", f"*{name}_g = {name};"]
            for member, kind, size in members:
                lines.append(f"acc ^= {self.seen(f'{name}_g->{member}' + '[1]' * bool(size), kind)};")
            return lines
        if struct in self.makers and self.draw.random() < 0.6:
            lines.append(f"{name} = {self.makers[struct]}({name}, {self.value('int', 2)});")
        if form == 1:
            lines.append(f"{struct} {name}_c = {name};")
            name = f"{name}_c"
        elif form == 2:
            lines.append(f"{struct} {name}_a[2]; {name}_a[0] = {name}; {name}_a[1] = {name};")
            name = f"{name}_a[{{}} & 1]"
        for member, kind, size in members:
            self.places.append((f"{name}.{member}" + (f"[{{}} & {size - 1}]" if size else ""), kind))
        return lines

    def union(self) -> Lines:
        """The bits of a number as others."""
        name, letter = self.name("u"), self.draw.choice("NW")
        written, kind = self.draw.choice([member for member in _UNIONS[letter] if "{" not in member[0]])
        values = [self.number(kind, 2) for _ in range(self.draw.choice((1, 1, 2)))]
        place = name if len(values) == 1 else f"{name}[{{}} & 1]"
        self.places += [(f"{place}.{member}", other) for member, other in _UNIONS[letter]]
        self.fixed |= {(f"{place}.f", "float"), (f"{place}.d", "double")}  # a NaN's bits are anything
        if len(values) == 1:
            return [f"{letter}_{self.prefix} {name};", f"{name}.{written} = {values[0]};"]
        stores = [f"{name}[{number}].{written} = {value};" for number, value in enumerate(values)]
        return [f"{letter}_{self.prefix} {name}[2];", *stores]

    def output(self) -> Lines:
        place = f"out[me * 8 + {self.index(8)}]"
        return [f"{place} {self.draw.choice(('=', '^=', '+='))} {self.value('ulong', 3)};"]

    def stored_vector(self) -> Lines:
        count = self.draw.choice("234")
        if self.draw.random() < 0.5:
            mode = self.draw.choice(("", "_rte", "_rtz", "_rtp", "_rtn"))
            return [f"vstore_half{count}{mode}({self.number(f'float{count}', 2)}, 0, halves + me * 4);"]
        place = self.draw.choice("01") if count == "2" else "0"
        return [f"vstore{count}({self.value(f'uint{count}', 2)}, {place}, own + me * 4);"]

    def leave(self) -> Lines:
        ways = ["break", "continue"]
        if self.returns:
            ways.append(f"return {self.value(self.returns, 1)}")
        lines = self.assignment() if self.draw.random() < 0.5 else []
        return [f"if ({self.condition(2)}) {{ {' '.join(lines)} {self.draw.choice(ways)}; }}"]

    def branch(self, depth: int) -> Lines:
        lines = [f"if ({self.condition(2)})", *self.block(depth)]
        return [*lines, "else", *self.block(depth)] if self.draw.random() < 0.5 else lines

    def loop(self, depth: int) -> Lines:
        counter = self.name("i")
        most = self.draw.choice((f"({self.value('uint', 1)} & 7)", str(self.draw.randint(1, 6))))
        if self.draw.random() < 0.3:
            return [f"for (uint {counter} = {most} + 1; {counter}-- > 0;)", *self.looped(counter, "uint", depth)]
        step = self.draw.choice((1, 1, 2, 3))
        head = f"for (int {counter} = 0; {counter} < (int){most}; {counter} += {step})"
        return [head, *self.looped(counter, "int", depth)]

    def while_loop(self, depth: int) -> Lines:
        counter = self.name("n")
        start = f"uint {counter} = {self.value('uint', 1)} % 5;"
        body = self.looped(counter, "uint", depth)
        body.insert(1, f"  if ({counter}++ > 6) break;")
        if self.draw.random() < 0.5:
            return [start, "do", *body, f"while ({self.condition(1)});"]
        return [start, f"while ({self.condition(1)})", *body]

    def left_twice(self, depth: int) -> Lines:
        """A loop that is left in two places or more, and may go on in others."""
        counter = self.name("n")
        kept = list(self.places)
        self.places.append((counter, "uint"))
        self.fixed.add(self.places[-1])
        self.loops += 1
        lines = [f"if ({counter}++ > {self.draw.randint(2, 6)}) break;"]
        for _ in range(self.draw.randint(2, 3)):
            lines += [*self.statement(depth), *self.leave()]
        lines += self.statement(depth)
        self.loops -= 1
        self.places = kept
        head = self.draw.choice(("for (;;)", "while (true)", "do"))
        last = [f"while ({self.condition(1)});"] if head == "do" else []
        return [f"uint {counter} = 0;", head, "{", *_indented(lines), "}", *last]

    def looped(self, counter: str, kind: str, depth: int) -> Lines:
        """The body of a loop, which sees its counter."""
        kept = list(self.places)
        self.places.append((counter, kind))
        self.fixed.add(self.places[-1])
        self.loops += 1
        body = self.block(depth)
        self.loops -= 1
        self.places = kept
        return body

    def switch(self, depth: int) -> Lines:
        """Cases that fall through or are left; or one that only chooses among numbers, which becomes a table."""
        kind = self.draw.choice(("int", "uint", "char", "ulong", "short"))
        if self.draw.random() < 0.4:
            place, number = self.writable("int", "uint", "float", "short", "ulong")
            chosen = [
                f"case {label}: {place} = {self.literal(number)}; break;" for label in range(self.draw.randint(3, 8))
            ]
            lines = [*chosen, f"default: {place} = {self.literal(number)};"]
            return [f"switch ({self.value(kind, 2)} & 7)", "{", *_indented(lines), "}"]
        lines, loops, self.loops = [], self.loops, 0  # what is left is the switch
        labels = self.draw.sample(range(-8 if kind in ("int", "short", "char") else 0, 9), self.draw.randint(2, 5))
        for label in labels:
            lines += [f"case {label}:", *self.block(depth, 2), *["break;"] * (self.draw.random() < 0.7)]
        lines += ["default:", *self.block(depth, 1)]
        self.loops = loops
        return [f"switch ({self.value(kind, 2)} % 9)", "{", *_indented(lines), "}"]

    def called(self) -> Lines:
        """A call of a function that writes through pointers into private memory."""
        one, many = self.name("p"), self.name("p")
        start, values = self.value("int", 2), ", ".join(self.value("float4", 1) for _ in range(3))
        pointer = f"({self.condition(1)} ? {many} + 1 : {many})" if self.draw.random() < 0.5 else many
        arguments = f"&{one}, {pointer}, in_i + {self.index(32)}, {self.value('short', 1)}"
        if self.space:
            base = f"{self.start}{self.draw.choice((' + 16', ''))}"
            arguments += f", {f'({self.condition(1)} ? {self.start} : {base})' if self.draw.random() < 0.5 else base}"
        call = f"acc += {self.draw.choice(self.functions)}({arguments});"
        self.places += [(one, "int"), (f"{many}[{{}} & 1]", "float4")]
        return [f"int {one} = {start};", f"float4 {many}[3] = {{{values}}};", call]

    # --- what all work-items of a group do ----------------------------------------------------------------------------

    def top(self) -> Lines:
        """A statement that all work-items come to."""
        return self.draw.choice((self.exchange, self.atomics, *[lambda: self.statement(2)] * 5))()

    def exchange(self) -> Lines:
        """Values written to local or global memory and read by others behind a barrier."""
        name, other, form = self.name(), f"(lid ^ {self.index('many')})", self.draw.randrange(4)
        fence = "barrier(CLK_LOCAL_MEM_FENCE);"
        kind = self.kind(("", "", "2", "4")) if form == 0 else "uint" if form == 1 else "ushort"
        value = self.value(kind, 2)
        if form == 0:
            array = self.name("l")
            self.locals.append(f"__local {kind} {array}[{ITEMS}];")
            lines = [f"{array}[lid] = {value};", fence, f"{kind} {name} = {array}[{other}];"]
        elif form == 1:
            fence = "barrier(CLK_GLOBAL_MEM_FENCE);"
            lines = [fence, f"swap[at + lid] = {value};", fence, f"uint {name} = swap[at + {other}];"]
        elif form == 2:
            event = self.name("e")
            lines = [fence, f"event_t {event} = async_work_group_copy(shared, in_h, many, 0);",
                     f"wait_group_events(1, &{event});", f"ushort {name} = shared[{other}];"]  # fmt: skip
        else:
            counter = self.name("r")
            turn = [fence, f"shared[lid] = {value} + {counter};", fence, f"{name} ^= shared[{other}];"]
            head = f"for (int {counter} = 0; {counter} < {self.draw.randint(2, 4)}; ++{counter})"
            lines = [f"ushort {name} = 1;", head, "{", *_indented(turn), "}"]
        self.places.append((name, kind))
        return lines

    def atomics(self) -> Lines:
        """Counts whose order does not matter, in local and in global memory, and some of the work-item's own."""
        lines, name = [], self.name("old")
        for place in self.draw.sample(range(len(_ATOMICS)), 3):
            function = _ATOMICS[place]
            targets = (f"&count[{place}]", f"&tally[{place}]", f"(__global int *)&count[{place + 18}]")
            number = self.draw.randrange(3)
            operand = "" if function in ("inc", "dec") else f", {self.value('int' if number == 2 else 'uint', 2)}"
            call = f"atomic_{function}({targets[number]}{operand});"
            lines.append(f"if ({self.condition(1)}) {call}" if self.draw.random() < 0.3 else call)
        function, value = self.draw.choice(("xchg", "cmpxchg", "add", "max")), self.value("uint", 1)
        compared = f"{self.value('uint', 1)} & 1, " if function == "cmpxchg" else ""
        self.places.append((name, "uint"))
        return [*lines, f"uint {name} = atomic_{function}(&count[32 + me], {compared}{value});"]

    # --- the whole ----------------------------------------------------------------------------------------------------

    def function(self) -> Lines:
        """A function with an early return, of pointers into private and global memory."""
        kept, name = self.places, f"f{len(self.functions)}_{self.prefix}"
        functions, self.functions, self.in_function = self.functions, [], True
        start, self.start, self.returns = self.start, "b", "int"
        self.places = [("*p", "int"), ("v[{} & 1]", "float4"), ("x", "short"), ("g[{} & 15]", "int")]
        self.fixed.add(self.places[-1])
        lines = [*self.declaration(), *self.assignment(), f"if ({self.condition(2)}) return {self.value('int', 2)};"]
        lines += [*self.branch(0), *self.loop(0), f"return {self.value('int', 2)};"]
        self.places, self.functions, self.in_function = kept, [*functions, name], False
        self.start, self.returns = start, ""
        parameters = "int *p, float4 *v, __global const int *g, short x" + f", {self.pointer} *b" * bool(self.space)
        return [f"int {name}({parameters})", "{", *_indented(lines), "}"]

    def maker(self) -> Lines:
        """A function that takes a struct by value, changes it and gives it back."""
        (struct, members), kept, space = self.draw.choice(self.structs), self.places, self.space
        functions, self.functions, self.in_function, self.returns, self.space = self.functions, [], True, "", ""
        self.places = [("x", "int")]
        for member, kind, size in members:
            self.places.append((f"s.{member}" + (f"[{{}} & {size - 1}]" if size else ""), kind))
        lines = [*self.assignment(), f"if ({self.condition(1)}) return s;", *self.statement(0), *self.branch(0)]
        lines += [*self.left_twice(0), "return s;"]
        self.places, self.functions, self.in_function, self.space = kept, functions, False, space
        self.makers[struct] = f"m{len(self.makers)}_{self.prefix}"
        return [f"{struct} {self.makers[struct]}({struct} s, int x)", "{", *_indented(lines), "}"]

    def types(self) -> Lines:
        """The unions and structs of the kernel."""
        lines = []
        for letter, members in _UNIONS.items():
            text = " ".join(f"{kind} {name.replace('{} & 1', '2').replace('{} & 3', '4')};" for name, kind in members)
            lines.append(f"typedef union {{ {text} }} {letter}_{self.prefix};")
        for number in range(2):
            members = []
            for place in range(self.draw.randint(2, 4)):
                kind = self.kind(("", "", "2", "4"))
                members.append((f"m{place}", kind, self.draw.choice((0, 0, 0, 2, 4)) if bits(kind) <= 64 else 0))
            self.structs.append((f"S{number}_{self.prefix}", members))
            text = " ".join(f"{kind} {name}{f'[{size}]' * bool(size)};" for name, kind, size in members)
            lines.append(f"typedef struct {{ {text} }} S{number}_{self.prefix};")
        text = " ".join(f"{kind} {name}{f'[{size}]' * bool(size)};" for name, kind, size, _ in GIVEN)
        return [*lines, *self.pool_types(), f"typedef struct {{ {text} }} G_{self.prefix};"]

    def whole(self) -> RandomKernel:
        """The kernel."""
        head, table = self.types(), self.draw.choice(_KINDS)
        head.append(f"__constant {table} t_{self.prefix}[8] = {{{', '.join(self.literal(table) for _ in range(8))}}};")
        for _ in range(self.draw.randint(0, 2)):
            head += self.function()
        if self.draw.random() < 0.4:
            head += self.maker()
        self.places = [(f"{name}[(me + {{}}) & 63]", kind) for name, (kind, _) in INPUTS.items()]
        self.places += [("c_s[{} & 15]", "short"), (f"t_{self.prefix}[{{}} & 7]", table), *NUMBERS.items()]
        names = ("me", "lid", "((uint)get_local_id(0))", "((uint)get_group_id(1))")
        self.places += [(name, "uint") for name in names]
        self.places += [(f"g.{name}" + f"[{{}} & {size - 1}]" * bool(size), kind) for name, kind, size, _ in GIVEN]
        self.fixed |= set(self.places)
        self.places += [("acc", "ulong"), ("own[me * 4 + ({} & 3)]", "uint")]
        body = [*self.declaration(), *self.declaration()]
        for _ in range(self.draw.randint(2, 4)):
            body += self.top()
        for place, kind in self.places:
            if (place, kind) not in self.fixed and "{" not in place:
                body.append(f"acc = rotate(acc, 5ul) ^ {self.seen(place, kind)};")
        last = [f"if ({self.condition(2)}) return;", *self.output()]
        parameters = ", ".join([
            f"{'__constant' if name == 'c_s' else '__global'} {'const ' if name in INPUTS else ''}{kind} *{name}"
            for name, (kind, _) in ARRAYS.items()
        ] + [f"{kind} {name}" for name, kind in NUMBERS.items()] + [f"G_{self.prefix} g"])  # fmt: skip
        lines = [*self.helpers(), *head, f"__kernel void {self.prefix}({parameters})", "{", *_indented(self.locals)]
        lines += [_FIRST, *_indented([*self.pool(), *body, *self.left_in_pool()]), _LAST, *_indented(last), "}", ""]
        return RandomKernel(self.prefix, "\n".join(lines), self.size, self.group)
