"""The banks of registers of a recorded run with operand collectors (docs/processor.md, section 27)."""

from __future__ import annotations

from collections.abc import Sequence

from simt.result.result import Result


class Banks:
    """The banks that the instructions of a program read and write."""

    def __init__(self, result: Result) -> None:
        words = result.program.instructions
        self._count = result.machine.register_file.banks
        self._reads = [() if word is None else tuple(sorted(set(word.registers_read))) for word in words]
        self._writes = [() if word is None else tuple(word.registers_written) for word in words]

    def collected(self, pcs: Sequence[int], warps: Sequence[int], selects: Sequence[int]) -> list[int]:
        """Return the cycle in which each instruction has its operands and may enter its unit.

        pcs, warps, selects: an element for each instruction, in order of issue. Reads of earlier instructions are not
        known.
        """
        free = [0] * self._count
        of_warp: dict[int, int] = {}
        found = []
        for pc, warp, select in zip(pcs, warps, selects, strict=True):
            last = select
            for register in self._reads[pc]:
                bank = (register + warp) % self._count
                read = max(select + 1, free[bank])
                free[bank] = read + 1
                last = max(last, read)
            of_warp[warp] = max(last + 1, of_warp.get(warp, 0))
            found.append(of_warp[warp])
        return found

    def share(self, pc: int, warp: int, other_pc: int, other_warp: int) -> bool:
        """Return whether two instructions write a register of one bank."""
        own, others = (
            {(register + w) % self._count for register in self._writes[c]}
            for c, w in ((pc, warp), (other_pc, other_warp))
        )
        return bool(own & others)
