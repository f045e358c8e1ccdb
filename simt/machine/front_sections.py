"""The tables of a machine description for what comes before the units: schedulers, issue, the front end."""

from __future__ import annotations

from simt.machine.rules import DependenceRule, SchedulerRule
from simt.machine.schema import Section
from simt.machine.sections import derived_key, key


class Scheduler(Section):
    """The rule by which a ready warp is chosen to issue."""

    policy: SchedulerRule = key(
        "paper", "the rule that chooses a warp (docs/processor.md, section 3)",
        aliases=("scheduler",),
        source="FPGA paper, section III: the rule of figure 4",
    )  # fmt: skip
    active_warps: int = derived_key(
        "warps in the active set of `two_level`; no other rule uses it", "warps",
        unit="warps", low=1, high=64, over=2,
        source="ours: half the warps, so that the set can change at all",
    )  # fmt: skip


class Issue(Section):
    """The instructions that a warp may have in flight, and the schedulers (docs/processor.md, sections 24 to 26)."""

    dependences: DependenceRule = key(
        "one_in_flight",
        "what the next instruction of a warp waits for: `one_in_flight`: the instruction before it; `scoreboard`: the "
        "results that it needs, so that several are in flight (entries, loads)",
        aliases=("dependences",),
        source="FPGA paper, section III: a warp is available again when its instruction has retired",
    )  # fmt: skip
    entries: int = key(
        8, "`scoreboard`: instructions of a warp in flight, at most; 0 with `one_in_flight` only",
        unit="instructions", low=0, high=32,
        source="ours: room for eight loads of a warp",
    )  # fmt: skip
    loads: int = key(
        0, "`scoreboard`: loads and atomics of the unit `memory` among them, at most; 0: no bound but entries",
        unit="instructions", low=0, high=32,
        source="ours: no other bound than the entries",
    )  # fmt: skip
    schedulers: int = key(
        1, "warp schedulers of a core, each with its own warps (warp mod schedulers) and issue slots; several need a "
        "scoreboard and front_end.stages = 0 (docs/processor.md, section 25)",
        unit="schedulers", low=1, high=8,
        source="FPGA paper, figure 3: one",
    )  # fmt: skip
    interval: int = key(
        1, "a scheduler selects in one cycle of this many; more than 1 needs a scoreboard",
        unit="cycles", low=1, high=64,
        source="FPGA paper, section III: a warp may issue in every cycle",
    )  # fmt: skip
    slots: tuple[str, ...] = key(
        (),
        "what each of a scheduler's issue_width slots takes: `any`, or units joined by +, `arithmetic` for those that "
        "compute, `operand` for loads of operands from local memory, as in [\"any\", \"operand\"]; empty: any; needs a "
        "scoreboard (docs/processor.md, section 26)",
        unit="kinds of slots",
        source="FPGA paper, section III: an issue takes any instruction",
    )  # fmt: skip
    operand_interval: int = key(
        0, "cycles from a turn in which a scheduler selects an instruction that takes an operand from local memory to "
        "its next turn, at least interval; 0: interval; needs a slot of kind `operand` (docs/processor.md, section 26)",
        unit="cycles", low=0, high=64,
        source="ours: as after any other; Volkov and Demmel 2008: a multiply-add with an operand in shared memory "
        "reaches 66 % of the peak on G80 and GT200, 6 cycles for 4",
    )  # fmt: skip

    @property
    def has_kinds(self) -> bool:
        """Return whether some slot does not take every instruction."""
        return any(kind != "any" for kind in self.slots)

    @property
    def takes_operands(self) -> bool:
        """Return whether some slot takes the loads of operands from local memory."""
        return any("operand" in kind.split("+") for kind in self.slots)

    @property
    def after_operand(self) -> int:
        """The cycles from a turn with an instruction that takes an operand from local memory to the next turn."""
        return self.operand_interval or self.interval

    @property
    def has_scoreboard(self) -> bool:
        """Return whether a warp may have several instructions in flight."""
        return self.dependences == "scoreboard"

    @property
    def overlaps(self) -> bool:
        """Return whether a run may take another number of cycles than under `one_in_flight`.

        A scoreboard of one entry makes no difference. Several schedulers, or an interval between their turns, do.
        """
        return self.has_scoreboard and max(self.entries, self.schedulers, self.interval, self.operand_interval) > 1


class FrontEnd(Section):
    """The stages between the scheduler and the units."""

    stages: int = key(
        3, "stages between select and a unit; 0 makes select and dispatch one act",
        unit="cycles", low=0, high=8,
        source="ours: program-counter read, program fetch, operand read, the three memories of FPGA paper, figure 3",
    )  # fmt: skip
