"""Colours for kernels: a lexer that knows what an instruction, a directive and a register look like."""

from __future__ import annotations

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class KernelLexer(RegexLexer):
    """Assembly text of simt, and of the dialects that it reads."""

    name = "simt assembly"
    aliases = ("asm",)
    tokens = {  # noqa: RUF012  # the form that pygments needs
        "root": [
            (r"(;|//).*", Comment.Single),
            (r"\s+", Text),
            (r'"[^"\n]*"', String),
            (r"^([ \t]*)([A-Za-z_]\w*:)", bygroups(Text, Name.Label)),
            (r"\.[a-z]\w*", Keyword.Declaration),
            (r"0[xX][0-9a-fA-F]+|0b[01]+|\d+(\.\d*)?([eE][+-]?\d+)?", Number),
            (r"->|\bif\b", Keyword),
            (r"\b[rsv]\d+(\.[xyzw])?\b|\b(vcc|exec)\w*", Name.Variable),
            (r"\b[a-z]\w*\.[a-z0-9_.]+\b|\b(ret|bar|goto)\b", Name.Function),
            (r"[A-Za-z_]\w*", Name),
            (r"[-+*/%&|^~<>=!]+", Operator),
            (r"[^\s\w]", Punctuation),
        ]
    }
