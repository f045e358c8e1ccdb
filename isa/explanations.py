"""The long texts of the assembler's codes, for `simt explain CODE`.

Each gives the reason in a paragraph, then an example that is wrong and one that is right; the tests assemble both.
"""

from __future__ import annotations

from textwrap import indent

TEXTS: dict[str, tuple[str, str]] = {}
EXAMPLES: dict[str, tuple[str, str]] = {}  # code -> (wrong, right)


def _explain(code: str, title: str, why: str, wrong: str = "", right: str = "") -> None:
    text = why.strip("\n") + "\n"
    if wrong:
        EXAMPLES[code] = (wrong, right)
        text += f"\nWrong:\n\n{indent(wrong.strip(chr(10)), '    ')}\n"
        text += f"\nRight:\n\n{indent(right.strip(chr(10)), '    ')}\n"
    TEXTS[code] = (title, text)


# --- E01xx: text ------------------------------------------------------------------------------------------------------

_explain(
    "E0101",
    "a character that the language does not have",
    """
The character is neither part of a name, a number or an operator nor of a comment. Comments start
with `;` or `//`. Names are made of ASCII letters, digits and `_`; other letters may stand in
comments and in the names of included files only.
""",
    "mov.b32 r1, 5 # five\nret",
    "mov.b32 r1, 5 ; five\nret",
)
_explain(
    "E0102",
    "not a number",
    """
A word that starts with a digit must be a number: decimal (`42`, `1_000`), hexadecimal (`0x2a`),
binary (`0b101010`) or a float (`1.5`, `2e-3`). An underscore may stand between two digits. There is
no octal notation and there are no suffixes.
""",
    "mov.b32 r1, 0xfg\nret",
    "mov.b32 r1, 0xff\nret",
)
_explain(
    "E0103",
    "the file is not text",
    """
Source files are UTF-8 text without NUL characters. The file holds a byte that cannot be part of
such text; the message names the line. Perhaps it is an assembled program, or was saved by an editor
in another encoding: save it as UTF-8.
""",
)
_explain(
    "E0104",
    "a string that does not end",
    """
A string, the file name of an `.include`, stands in double quotes and ends on the line on which it
begins. There are no escape sequences: `.include "twiddles.s"`.
""",
)
_explain(
    "E0105",
    "a line or a file that is too long",
    """
A line has at most 4096 characters, also after the arguments of a macro are put in, and a file at
most 1 MiB. These limits are far above what kernels need. A line that grows beyond them often comes
from a macro that passes its own argument on, doubled, to itself. Long tables are written as several
`.const`.
""",
)
_explain(
    "E0106",
    "a file that cannot be read",
    """
The operating system refused to open or read the file: it is not there, is a folder, or may not be
read by you. The message ends with the system's reason.
""",
)
_explain(
    "E0107",
    "something is missing, or is too much",
    """
A statement is `label: mnemonic operand, operand -> target if condition`. Labels, operands and the
jump are optional, but what is begun must be finished: a comma is followed by an operand, `[` by
`]`, `->` by a label, `if` and a condition.
""",
    "loop: sub.u32 r1, r1, 1 -> loop\nret",
    "loop: sub.u32 r1, r1, 1 -> loop if nz\nret",
)
_explain(
    "E0108",
    "an expression that is not well formed",
    """
Expressions are numbers, names and calls of functions, joined by + - * / % << >> & | ^ and == != <
<= > >=, with - + ~ in front and parentheses around. The functions are log2, min, max, abs, sqrt,
sin, cos, int and float. u(...), i(...) and f(...) give a whole operand its type and cannot stand
inside an expression.
""",
    "mov.b32 r1, (1 + 2\nret",
    "mov.b32 r1, (1 + 2)\nret",
)
_explain(
    "E0109",
    "a name that cannot be given",
    """
Labels, arrays, constants, parameters, macros and symbols need names of letters, digits and `_` that
do not start with a digit and that mean nothing else: registers (r7, r1.x, s12, vcc, exec), special
sources (lane_id) and the numbers pi, inf and nan are taken.
""",
    "r1: ret",
    "first: ret",
)
_explain(
    "E0110",
    "a macro argument outside a macro",
    """
`\\name` is replaced by the argument `name` of the macro, or by the counter of the .rept, around it,
and `\\@` by a number that is different in each call and each turn. Here nothing of that name is
around.
""",
    "mov.b32 r1, \\value\nret",
    ".macro set value\nmov.b32 r1, \\value\n.endm\nset 5\nret",
)

# --- E015x: dialects --------------------------------------------------------------------------------------------------

_explain(
    "E0150",
    "a dialect that does not exist",
    """
`.dialect` names the assembly that the program is written in: gcn, avx512, or native, which is the
language of docs/assembly.md and needs no directive.
""",
    ".dialect gnc\ns_endpgm",
    ".dialect gcn\ns_endpgm",
)
_explain(
    "E0151",
    "a .dialect that comes twice or too late",
    """
A program is written in one dialect from its first instruction to its last. `.dialect` stands once,
above the first instruction.
""",
    "mov.b32 r1, 5\n.dialect gcn\nret",
    ".dialect gcn\nv_mov_b32 v1, 5\ns_endpgm",
)
_explain(
    "E0152",
    "an instruction that the dialect does not have",
    """
After `.dialect` the mnemonics are those of the other processor; native ones, such as mov.b32, are
unknown there. docs/assembly.md lists the instructions of each dialect. Upper and lower case are the
same.
""",
    ".dialect gcn\nv_mov_b23 v1, 5\ns_endpgm",
    ".dialect gcn\nv_mov_b32 v1, 5\ns_endpgm",
)
_explain(
    "E0153",
    "an instruction of the other processor that is not provided",
    """
A dialect has those instructions of its processor that one native instruction can carry out exactly.
The message says why this one is not among them, and often what to write in its place.
""",
    ".dialect gcn\nv_mov_b32 v1, 5\ns_waitcnt 0\ns_endpgm",
    ".dialect gcn\nv_mov_b32 v1, 5\ns_endpgm",
)
_explain(
    "E0154",
    "an operand that the instruction of a dialect does not take",
    """
The registers of gcn are v0 to v111, s0 to s127, pairs such as s[0:1], vcc and exec; those of avx512
are zmm0 to zmm31, k0 to k7, eax, ebx, ecx and edx. Each place of an instruction takes some of them,
or a constant, or a label.
""",
    ".dialect gcn\nv_mov_b32 s1, v0\ns_endpgm",
    ".dialect gcn\nv_mov_b32 v1, v0\ns_endpgm",
)
_explain(
    "E0155",
    "a mask that is not the execution mask",
    """
On an AVX-512 processor each instruction names its own mask. Here a warp has one execution mask,
which is k1, and every vector instruction obeys it: so each is written with {k1}, without {z}. Other
masks are moved to k1 with kmovw. Instructions that work on whole masks take none in braces.
""",
    ".dialect avx512\nvpaddd zmm1 {k2}, zmm1, zmm0\nret",
    ".dialect avx512\nvpaddd zmm1 {k1}, zmm1, zmm0\nret",
)

# --- E02xx: operands --------------------------------------------------------------------------------------------------

_explain(
    "E0201",
    "an instruction that does not exist",
    """
The first word of the statement is no instruction, no other spelling of one and no macro defined
above. Most instructions carry the type that they work on as a suffix. `simt isa` lists them all.
""",
    "mull.f32 r1, r2, r3\nret",
    "mul.f32 r1, r2, r3\nret",
)
_explain(
    "E0202",
    "the wrong number of operands",
    """
Each instruction takes a fixed number of operands, separated by commas: the destination first, then
the sources. A store takes the address first, then the value.
""",
    "add.u32 r1, r2\nret",
    "add.u32 r1, r1, r2\nret",
)
_explain(
    "E0203",
    "the wrong kind of operand",
    """
A destination is a register. A source is a register, a special source or a constant. An address
stands in brackets, and only ld.local and st.local have one. A jump goes to a label. Operands are
not calculated at run time: `r1 + 4` is no operand, except as an address in brackets.
""",
    "add.u32 r1, [r2], 4\nret",
    "ld.local r2, [r2]\nadd.u32 r1, r2, 4\nret",
)
_explain(
    "E0204",
    "a value that does not fit",
    """
Immediates have 32 bits. u32 holds 0 to 4294967295, s32 -2147483648 to 2147483647, b32 whatever one
of the two holds, f32 magnitudes up to 3.4028235e38. If the bits are meant, say so with u(...). A
jump target and a `.word` have limits too. In place of a double an instruction takes a float32 that
is widened, so the number must be one: 0.5 is, 0.1 is not. Load it from a buffer of f64, move its
two words into a pair of registers, or write f(0.1) for the float32 nearest to it.
""",
    "lt.s32 r1, r2, 0xffffffff\nret",
    "lt.s32 r1, r2, u(0xffffffff)\nret",
)
_explain(
    "E0205",
    "an integer where a float is wanted",
    """
The operand is a float32, and the immediate is an integer. Nothing is converted silently: `1` could
mean the float 1.0 or the bits 0x00000001, which are the float 1.4e-45. Write 1.0 for the first and
u(1) for the second; f(n) makes a float of an integer expression.
""",
    "mul.f32 r1, r1, 2\nret",
    "mul.f32 r1, r1, 2.0\nret",
)
_explain(
    "E0206",
    "a float where an integer is wanted",
    """
The operand, or the operator, works on integers, and the value is a float. For the bits of a float
write f(1.5); to move a float into a register there is mov.f32. int(x) cuts off the fraction of an
expression. Note that `/` of two integers gives an integer, but a single float makes the whole
result one.
""",
    "mov.b32 r1, 1.5\nret",
    "mov.f32 r1, 1.5\nret",
)
_explain(
    "E0207",
    "a register that does not exist",
    """
Registers are r0 to r111. The other spelling counts in fours: rN.x, rN.y, rN.z and rN.w are r(4N) to
r(4N + 3), so the last is r27.w. A double, or what ld.global.b64 moves, is the register that is
named and the next one: the last that can be named is r110. A machine may have fewer registers; that
is checked when the program is launched on it. Scalar registers are s0 to s127; a pair of them
starts at an even one: s[0:1], s[2:3], vcc for s[106:107] and exec for s[126:127].
""",
    "mov.b32 r112, 0\nret",
    "mov.b32 r111, 0\nret",
)
_explain(
    "E0208",
    "more than one constant",
    """
An instruction word has room for the index of one constant, which replaces one register or is the
offset of an address. With two constants, move one of them into a register first; if both are known,
let the assembler calculate. A constant is an immediate, a .const or a .param. The number of a
scalar register that a vector instruction reads stands in the same place.
""",
    "st.local [r1 + 4], 9\nret",
    "mov.b32 r2, 9\nst.local [r1 + 4], r2\nret",
)
_explain(
    "E0209",
    "a jump on an instruction without a result",
    """
`-> label if condition` looks at the result of its instruction, or at the carry flag after it.
Stores, jumps, barriers and `ret` have no result. Put the jump on the instruction that computes what
it depends on.
""",
    "loop: st.local [r1], r2 -> loop if nz\nret",
    "loop: st.local [r1], r2\nsub.u32 r1, r1, 1 -> loop if nz\nret",
)
_explain(
    "E0210",
    "an unknown condition",
    """
The conditions are z (all bits of the result are zero), nz (not so), n (bit 31 of the result is set:
negative), nn (not so), c (the carry flag is set after the instruction) and nc (not so). Comparisons
write the carry flag, so `lt.u32 ... if c` jumps if the comparison holds.
""",
    "loop: sub.u32 r1, r1, 1 -> loop if ne\nret",
    "loop: sub.u32 r1, r1, 1 -> loop if nz\nret",
)
_explain(
    "E0212",
    "a named constant of the wrong type",
    """
A .const or .param of type f32 stands where an integer is wanted, or the other way round. If its
bits are meant, declare it as b32, which fits everywhere.
""",
    ".param n u32 = 3\nmul.f32 r1, r2, n\nret",
    ".param n f32 = 3.0\nmul.f32 r1, r2, n\nret",
)
_explain(
    "E0213",
    "a jump target out of reach",
    """
A jump target has 12 bits: addresses 0 to 4095. Usually a target is a label; an expression gives an
address.
""",
    "jmp 5000\nret",
    "jmp 1\nret",
)
_explain(
    "E0214",
    "an address that the machine cannot form",
    """
An address is one register (or special source) plus one constant: [r1], [r1 + 4], [re + r1 - 1],
[lane_id + im], or a constant alone: [16]. A register cannot be subtracted or multiplied, and there
cannot be two. Compute such an address into a register first. If the constant uses operators that
bind looser than +, put it in parentheses.
""",
    "ld.local r1, [r2 + r3]\nret",
    "add.u32 r2, r2, r3\nld.local r1, [r2]\nret",
)
_explain(
    "E0215",
    "a word that a table does not have",
    """
`table[2]` is the third word of `.const table`; the index is known when assembling and must lie
inside. Only a .const has an index. For a word of an array in local memory, load it: `ld.local r1,
[array + 2]`.
""",
    ".const table u32 = 1, 2\nmov.b32 r1, table[2]\nret",
    ".const table u32 = 1, 2\nmov.b32 r1, table[1]\nret",
)
_explain(
    "E0216",
    "a word of constant memory in a calculation",
    """
The name of a .const or .param stands for a word of constant memory, which is read when the
instruction executes; the value of a parameter may be replaced at launch. So the assembler cannot
calculate with it. Use the name by itself as an operand or as the offset of an address, or define
the number with .equ.
""",
    ".param n u32 = 3\nmov.b32 r1, n + 1\nret",
    ".param n u32 = 3\nmov.b32 r1, n\nadd.u32 r1, r1, 1\nret",
)
_explain(
    "E0220",
    "a bundle that cannot be read",
    """
A bundle is `{ operation | operation | ... }` on one line, with one to three operations. `|` outside
parentheses and brackets separates operations; as an operator inside a bundle it needs parentheses.
Labels stand before the `{`. Directives and macros cannot stand in a bundle.
""",
    ".vliw 2\n{ ld.local r1, [r2] | }\nret",
    ".vliw 2\n{ ld.local r1, [r2] | add.u32 r2, r2, 1 }\nret",
)
_explain(
    "E0221",
    "a bundle without a number of slots",
    """
Which operations may share a bundle depends on the machine: with 2 slots one of local memory and one
of the ALU, the FPU or control; with 3 slots one of local memory, one of the ALU or control and one
of the FPU. `.vliw 2` or `.vliw 3` above the first bundle says which, or the option --vliw.
""",
    "{ ld.local r1, [r2] | add.u32 r2, r2, 1 }\nret",
    ".vliw 2\n{ ld.local r1, [r2] | add.u32 r2, r2, 1 }\nret",
)
_explain(
    "E0222",
    "operations that cannot share a bundle",
    """
A bundle has at most one operation for each slot: two slots are local memory and compute (ALU, FPU,
control), three are local memory, ALU with control, and FPU. And at most one operation steers: jmp,
bar, ret, a jump on a result. All operations read their operands before any of them writes.
""",
    ".vliw 2\n{ add.u32 r1, r1, 1 | mul.f32 r2, r2, r2 }\nret",
    ".vliw 3\n{ add.u32 r1, r1, 1 | mul.f32 r2, r2, r2 }\nret",
)
_explain(
    "E0223",
    "a jump into the middle of a bundle",
    """
The operations of a bundle stand in consecutive words of program memory, but they execute at once: a
jump goes to the first word. Labels stand before the `{`; an address that is calculated must be that
of a first word, as the listing shows it.
""",
    ".vliw 3\n{ add.u32 r1, r1, 1 | mul.f32 r2, r2, r2 }\njmp 1",
    ".vliw 3\n{ add.u32 r1, r1, 1 | mul.f32 r2, r2, r2 }\njmp 0",
)
_explain(
    "E0250",
    "a word that is no instruction, or an instruction that has no word",
    """
The coding of instructions is canonical: the opcode is one of the table, bits of fields that the
instruction does not use are zero, a register field that a constant replaces is zero, registers are
below 112 and special sources below 120, a jump target comes with a condition and a constant index
with a place for the constant. The word, or the `Instruction` given to `encode`, breaks one of these
rules.
""",
)

# --- E03xx: names and directives --------------------------------------------------------------------------------------

_explain(
    "E0301",
    "an unknown name",
    """
Nothing of this name is defined: no .equ symbol, label, array, constant or parameter, and no counter
of a .rept around the line. Names differ in upper and lower case.
""",
    ".equ length 8\nmov.b32 r1, lenght\nret",
    ".equ length 8\nmov.b32 r1, length\nret",
)
_explain(
    "E0302",
    "a name that is defined twice",
    """
.equ symbols, labels, arrays, constants, parameters and buffers share one set of names, and each is
defined once. A label inside a macro or a .rept would be defined in each call or turn: add `\\@`,
which is different each time.
""",
    "loop: bar\nloop: ret",
    "loop: bar\nlast: ret",
)
_explain(
    "E0303",
    "a name that is used too early",
    """
Directives are carried out from top to bottom and see only what stands above them; only the operands
of instructions may use what comes later. Move the definition up.
""",
    ".local data u32[n]\n.equ n 8\nret",
    ".equ n 8\n.local data u32[n]\nret",
)
_explain(
    "E0304",
    "an unknown directive",
    """
The directives are .kernel, .threads, .equ, .local, .const, .param, .buffer, .word, .include, .macro
and .endm, .rept and .endr, and .if, .else and .endif.
""",
    ".treads 64\nret",
    ".threads 64\nret",
)
_explain(
    "E0305",
    "a directive that is not written as it must be",
    """
The forms are:

    .kernel name                      .threads expression
    .equ name expression              .local name type[length] align expression
    .const name type = value, ...     .param name type = value
    .buffer name, type, length        .word expression
    .include "file.s"                 .macro name argument, ...
    .rept count, counter              .if expression

The alignment, the counter and the length of a buffer may be left out. Counts, lengths and
alignments are integers in the range that the message gives.
""",
    ".local data u32[0]\nret",
    ".local data u32[1]\nret",
)
_explain(
    "E0306",
    "an unknown type",
    """
The types are u32 (unsigned), s32 (signed), f32 (float) and b32 (any 32 bits). A `.buffer` may also
be of f64 (double precision).
""",
    ".local data float[8]\nret",
    ".local data f32[8]\nret",
)
_explain(
    "E0307",
    "division by zero",
    """
The right side of a `/` or `%` is zero while the assembler calculates an expression.
""",
    ".equ n 0\nmov.b32 r1, 8 / n\nret",
    ".equ n 2\nmov.b32 r1, 8 / n\nret",
)
_explain(
    "E0308",
    "a shift count out of range",
    """
The assembler shifts by 0 to 63 places. The instructions shl.b32, shr.u32 and shr.s32 are something
else: they take their count mod 32 at run time.
""",
    "mov.b32 r1, 1 << 64\nret",
    "mov.b32 r1, 1 << 31\nret",
)
_explain(
    "E0309",
    "a value that cannot be calculated",
    """
While the assembler calculates, integers stay below 2^64 in magnitude and floats below 1.8e308, and
functions need arguments for which they have a value: log2 a positive one, sqrt one that is not
negative.
""",
    "mov.f32 r1, log2(0)\nret",
    "mov.f32 r1, float(log2(1))\nret",
)
_explain(
    "E0310",
    "an included file that is not there",
    """
`.include "name.s"` looks in the folder of the file that includes, then in the folders given with
-I, in their order. Text that does not come from a file has no folder of its own.
""",
)
_explain(
    "E0311",
    "a file that includes itself",
    """
A file that is being read, directly or through others, is included again; that would never end. Put
what both need into a third file.
""",
)
_explain(
    "E0312",
    "nested too deep",
    """
Includes, macro calls and repetitions are nested in each other more than 64 deep. Nearly always a
macro calls itself. It may, if an .if ends that.
""",
    ".macro forever\nforever\n.endm\nforever\nret",
    ".macro down n\nmov.b32 r\\n, \\n\n.if \\n > 0\ndown \\n-1\n.endif\n.endm\nret",
)
_explain(
    "E0313",
    "too many lines",
    """
After carrying out macros, repetitions and includes the program has more than 100000 lines or two
million characters. Is a count of a .rept larger than meant?
""",
    ".rept 1 << 30\n.endr\nret",
    ".rept 1 << 3\nbar\n.endr\nret",
)
_explain(
    "E0314",
    "too many instructions",
    """
A program has at most 4096 instructions, as jump targets have 12 bits. Turn repeated code into a
loop. A machine may hold fewer; that is checked when the program is launched on it.
""",
    ".rept 4097\nbar\n.endr\nret",
    ".rept 4095\nbar\n.endr\nret",
)
_explain(
    "E0315",
    "too many constants",
    """
Constant memory has at most 1024 words: .const and .param words first, then each different immediate
once. Keep large tables in local memory and fill them as inputs of the launch.
""",
    ".rept 1025, i\nmov.b32 r0, i\n.endr\nret",
    ".rept 1024, i\nmov.b32 r0, i\n.endr\nret",
)
_explain(
    "E0316",
    "local memory that is too large",
    """
The arrays together need more than 1048576 words, which no machine has. The size of a particular
machine's local memory is checked when the program is launched on it.
""",
    ".local a u32[1 << 20]\n.local b u32[1]\nret",
    ".local a u32[1 << 19]\n.local b u32[1]\nret",
)
_explain(
    "E0317",
    "a block that is not closed",
    """
.macro ends with .endm, .rept with .endr and .if with .endif, in the same file, macro or repetition
in which it begins.
""",
    ".rept 3\nbar\nret",
    ".rept 3\nbar\n.endr\nret",
)
_explain(
    "E0318",
    "the end of a block that is not open",
    """
.endm, .endr, .else and .endif belong to a .macro, .rept or .if before them in the same file, macro
or repetition, and an .if has at most one .else.
""",
    ".endif\nret",
    ".if 1\n.endif\nret",
)
_explain(
    "E0319",
    "the wrong number of macro arguments",
    """
A macro is called with as many arguments as it is defined with, separated by commas. Commas inside
parentheses or brackets do not separate.
""",
    ".macro double r\nadd.u32 \\r, \\r, \\r\n.endm\ndouble r1, r2\nret",
    ".macro double r\nadd.u32 \\r, \\r, \\r\n.endm\ndouble r1\nret",
)
_explain(
    "E0320",
    "a replaced symbol that the program does not have",
    """
`-D name=value` (or `defines=`) replaces the value of the `.equ` of that name. The program has no
such .equ, or it stands in a branch of an .if that was not taken. Give the symbol a default in the
source: `.equ name 64`.
""",
)
_explain(
    "E0321",
    "a directive that is given twice",
    """
A program has one name, one number of threads and one number of slots of its bundles, and a register
holds one value at launch.
""",
    ".threads 64\n.threads 128\nret",
    ".threads 128\nret",
)
_explain(
    "E0322",
    "a program without instructions",
    """
There is nothing to execute. The shortest program is a single `ret`. Perhaps all of it stands in an
.if that was not taken or in a macro that is never called.
""",
    "; nothing",
    "ret ; nothing",
)
_explain(
    "E0323",
    "a macro name that is taken",
    """
A macro is defined once and cannot have the name of an instruction.
""",
    ".macro ret\nbar\n.endm\nret",
    ".macro finish\nbar\nret\n.endm\nfinish",
)
_explain(
    "E0324",
    "a label that does not exist",
    """
A jump goes to a label of the program, `name:` before an instruction, above or below the jump.
""",
    "jmp lop\nloop: ret",
    "jmp loop\nloop: ret",
)
_explain(
    "E0325",
    "too many buffers, or buffers that are too large",
    """
A program has at most 64 buffers of global memory, and the lengths that it gives add up to at most
2^28 words. A buffer without a length has that of the array that the launch puts there. Parts of one
buffer can be used for several purposes, as it is only an address.
""",
    ".buffer a, u32, 1 << 28\n.buffer b, u32, 1\nret",
    ".buffer a, u32, 1 << 27\n.buffer b, u32, 1\nret",
)
_explain(
    "E0330",
    "a parameter that the kernel does not have",
    """
Parameters are declared with .param, and a launch may replace their values by name. The kernel has
none of this name.
""",
)
_explain(
    "E0331",
    "a value that does not fit its parameter",
    """
A parameter of type u32, s32 or b32 takes an integer in the range of its type, one of type f32 a
number that float32 can hold.
""",
)
_explain(
    "E0340",
    "a program file that is not valid",
    """
An assembled program is JSON of the schema simt.program/1, with bundles simt.program/2, as written
by `simt asm -o program.json`. Every part is checked before it is used; the message names the first
that is wrong. Assemble the source again rather than editing the file.
""",
)
_explain(
    "E0341",
    "a program that the packer cannot pack",
    """
The packer turns scalar programs into bundles of 1 to 3 operations. It takes programs in which every
word is an instruction and none works on masks: bundles and masks are not combined. A program that
has bundles already stays as it is.
""",
)

# --- W03xx: warnings --------------------------------------------------------------------------------------------------

_explain(
    "W0301",
    "execution can run past the last instruction",
    """
The last instruction is not `ret` or `jmp` and can be reached. After it the program counter leaves
the program, which is a trap.
""",
    "mov.b32 r1, 5",
    "mov.b32 r1, 5\nret",
)
_explain(
    "W0302",
    "an instruction that can never be executed",
    """
It follows a `ret`, `jmp` or `pop_mask`, and no jump that can be reached goes there. Perhaps a label
is missing, or a jump goes to the wrong one.
""",
    "ret\nmov.b32 r1, 5\nret",
    "mov.b32 r1, 5\nret",
)
_explain(
    "W0303",
    "a jump that leaves the program",
    """
There is no instruction at its target, so that taking the jump is a trap. Often a label at the end
of the file lacks its `ret`.
""",
    "sub.u32 r1, r1, 1 -> done if z\nret\ndone:",
    "sub.u32 r1, r1, 1 -> done if z\ndone: ret",
)
_explain(
    "W0304",
    "a program file whose bundles do not tell what they assume",
    """
A packed program is right for the number of threads that it was packed for. Files of the schema
simt.program/1 with bundles are from before program files told it, so nobody can check a launch:
pack the source again. Bundles that were written by hand assume nothing; assemble their source
again, and the warning goes away.
""",
)
