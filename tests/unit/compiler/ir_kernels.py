"""Kernels as LLVM IR for tests: functions that give the text of a module."""

from __future__ import annotations

from collections.abc import Sequence

HEAD = 'target triple = "spir-unknown-unknown"\n'
WORK_ITEM = "\n".join(
    f"declare spir_func i32 @_Z{len(name)}{name}j(i32) readnone"
    for name in ("get_global_id", "get_local_id", "get_group_id", "get_local_size")
)


def elementwise(
    expression: Sequence[str], inputs: Sequence[str], result: str = "i32", declared: str = "", name: str = "kernel"
) -> str:
    """A kernel `out[i] = f(a[i], b[i], ...)`: the instructions compute `%r` from `%a`, `%b`, ... .

    inputs: the types of what is read: integers, float or double. result: the type of `%r`.
    """
    letters = "abcdefgh"[: len(inputs)]
    arguments = ", ".join([*(f"ptr addrspace(1) %{letter}_in" for letter in letters), "ptr addrspace(1) %out"])
    lines = [HEAD, WORK_ITEM, declared, f"define spir_kernel void @{name}({arguments}) !kernel_arg_base_type !0 {{"]
    lines.append("  %i = call spir_func i32 @_Z13get_global_idj(i32 0)")
    for letter, kind in zip(letters, inputs, strict=True):
        lines.append(f"  %{letter}_at = getelementptr {kind}, ptr addrspace(1) %{letter}_in, i32 %i")
        lines.append(f"  %{letter} = load {kind}, ptr addrspace(1) %{letter}_at")
    lines += [f"  {line}" for line in expression]
    lines += [f"  %out_at = getelementptr {result}, ptr addrspace(1) %out, i32 %i"]
    lines += [f"  store {result} %r, ptr addrspace(1) %out_at", "  ret void", "}"]
    types = ", ".join(f'!"{"uint" if kind[0] == "i" else kind}*"' for kind in (*inputs, result))
    lines.append(f"!0 = !{{{types}}}")
    return "\n".join(lines) + "\n"
