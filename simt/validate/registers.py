"""Readings of one warp on its registers: their banks, and whether operands wait in collectors for them."""

from __future__ import annotations

from dataclasses import dataclass

from simt.validate.hardware import Hardware
from simt.validate.microkernels import UNREAD
from simt.validate.single import Single
from simt.validate.values import NOTHING_KNOWN, Values

MOST_BANKS = 32


@dataclass(frozen=True, slots=True)
class Registers:
    """The registers of a machine, as one warp shows them.

    - banks: the number of banks, by the distance between two registers of which one waits for the other.
    - are_collected: whether operand collectors read registers, because an instruction that reads no register is a cycle
      faster. None if the turns of the scheduler may hide this cycle.
    - apart: the least number of banks that explains the readings.
    """

    banks: Values = NOTHING_KNOWN
    are_collected: bool | None = False
    apart: int = 1

    @property
    def may_have_collectors(self) -> bool:
        """Return whether operands may wait in collectors."""
        return self.are_collected is not False

    def may_meet(self, distance: int) -> bool:
        """Return whether two warps' registers 0 and 1 may share a bank. distance: the difference of their numbers."""
        banks = self.banks.numbers or range(self.apart, MOST_BANKS + 1)
        return self.may_have_collectors and any((distance + by) % count == 0 for count in banks for by in (-1, 0, 1))


def measure_registers(hardware: Hardware, single: Single) -> Registers:
    """Measure the banks of registers and look for operand collectors. single: the readings of one warp.

    Raises `CalibrationError`.
    """
    turn = hardware.common_turn()

    def times(instruction: str) -> tuple[int, int]:
        """Return when the instruction is ready, and when a `ret` after it has retired, if turns may hide the former."""
        retired = hardware.read(f"{instruction}\nret\n").cycles if turn > 1 else 0
        return hardware.end(f"{instruction}\n"), retired

    most = min(MOST_BANKS, hardware.sheet.registers - 1)
    alone = times("st.local [r0], r0")
    apart = next((k for k in range(1, most + 1) if times(f"st.local [r0], r{k}") != alone), None)
    read, unread = times("ld.local r0, [r0]"), times(UNREAD["ld.local"].format(0))
    is_shown = turn == 1 or min(read[1], unread[1]) > turn + single.to_retire + 1
    return Registers(
        NOTHING_KNOWN if apart is None else Values((apart,)),
        True if read != unread else (False if is_shown else None),
        most + 1 if apart is None else apart,
    )
