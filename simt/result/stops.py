"""Why a run stopped before its end (docs/processor.md, section 9), and what `simt explain` says about each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from isa.diagnostics import register

STOP_CODES = {
    "program_counter": "T001",
    "illegal_instruction": "T002",
    "local_address": "T003",
    "deadlock": "T004",
    "cycle_limit": "T005",
    "interrupted": "T007",
    "stack_overflow": "T008",
    "stack_underflow": "T009",
    "divergent_barrier": "T010",
    "global_address": "T011",
    "other_core": "T012",
}
DISAGREEMENT = "T006"


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run stopped before its end: a trap, a deadlock, its limit or Ctrl-C (docs/processor.md, section 9).

    `kind` is one of `STOP_CODES`. `cycle` counts executed instructions in a functional run. `lanes` is a set of bits;
    `waiting` lists (warp, program counter, since cycle) of a deadlock, `finished` the warps that had ended. On a device
    `core` and `group` are those of the warp, and `warp` is its number in the core (place x warps of a group + number in
    the group). Of a `global_address` `buffer` is the one that was meant and `offset` the bytes from its first.
    """

    kind: str
    cycle: int
    warp: int = -1
    lanes: int = 0
    pc: int = -1
    value: int = 0
    waiting: tuple[tuple[int, int, int], ...] = ()
    finished: tuple[int, ...] = ()
    core: int = -1
    group: int = -1
    buffer: str = ""
    offset: int = 0

    @property
    def code(self) -> str:
        """The code that `simt explain` knows."""
        return STOP_CODES[self.kind]

    @property
    def lane_numbers(self) -> list[int]:
        """`lanes` as numbers."""
        return [lane for lane in range(64) if self.lanes >> lane & 1]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": self.kind,
            "code": self.code,
            "cycle": self.cycle,
            "warp": self.warp,
            "lanes": self.lane_numbers,
            "pc": self.pc,
            "value": self.value,
            "waiting": [{"warp": warp, "pc": pc, "since": since} for warp, pc, since in self.waiting],
            "finished": list(self.finished),
        } | self._on_device()

    def _on_device(self) -> dict[str, Any]:
        if self.core < 0 and self.group < 0:
            return {}
        where = {"core": self.core, "group": self.group}
        return where | ({"buffer": self.buffer, "offset": self.offset} if self.kind == "global_address" else {})


register(
    STOP_CODES["program_counter"],
    "a warp left the program",
    """The program counter of a selected warp lies outside the program. Most often a kernel does not end with `ret`
and a warp runs past its last instruction:

    st.local [r1 + y], r2
    ret                     ; ends the warp

In programs of raw words a jump may also lead there. The run stops; what was computed until then is kept.
""",
)
register(
    STOP_CODES["illegal_instruction"],
    "a word that the machine cannot execute",
    """The word at the program counter is not an instruction, or one that this machine does not have. Assembled
kernels are checked before they run (E0502), so this is a program of raw words. The run stops; what was computed
until then is kept.
""",
)
register(
    STOP_CODES["local_address"],
    "an address outside local memory",
    """A load or store has an active lane whose word address, (register + constant) mod 2^32, is not below
`local.words`. The access has no effect and the run stops; what was computed until then is kept. The report names
the lanes, the address, and the arrays nearest to it.

Addresses count words, not bytes. An address near 2^32 is a small negative number: an index that was decremented
below 0. An address inside local memory but outside its array is not noticed.
""",
)
register(
    STOP_CODES["deadlock"],
    "a barrier that can never open",
    """A `bar` opens when every warp of the work-group has arrived. Here a warp waits while another one has ended
and will never arrive. Either the barrier stands in a part that only some warps run, or some warps return too early:

    sub.u32  r1, warp_id, 1 -> done if nz    ; all warps but one skip the barrier
    bar                                      ; and this one waits for them
done:
    ret

Let all warps pass the same barriers, also those that have no work left.
""",
)
register(
    STOP_CODES["cycle_limit"],
    "the run reached its limit of cycles",
    """The kernel had not ended after `--max-cycles` cycles (with `--engine functional`: instructions). A loop may
never end: look at the jump that closes the loop named in the report. If the kernel needs longer, raise the limit.
What was computed is kept.
""",
)
register(
    STOP_CODES["interrupted"],
    "the run was interrupted",
    """Ctrl-C, or a `progress` function that answered true, stopped the run between two cycles. What was computed until
then is kept: the summary, the ledgers and `--out` files are those of the cycles that ran. A second Ctrl-C gives up at
once and keeps nothing, and so does the first while the engine is compiled. The exit status is 130.
""",
)
register(
    STOP_CODES["stack_overflow"],
    "the mask stack is full",
    """`push_mask` or `br_push` would make a warp's mask stack deeper than `branch.stack_depth`. Each `push_mask` and
each side of a `br_push` that waits takes an entry until it is popped. Look for a push in a loop that is not
popped in the same iteration. Under `ipdom_stack` a jump on which the lanes disagree takes an entry for where they meet
and one for the side that waits; 2 x (warp_size - 1) entries always suffice. If the nesting is meant:

    simt run kernel.s -s branch.stack_depth=64
    simt run kernel.s -s branch.order=smaller_first    ; at most log2(warp_size) sides wait
""",
)
register(
    STOP_CODES["stack_underflow"],
    "the mask stack is empty",
    """A pop found no entry with a living lane: `pop_mask` without a push, `mask_nz` whose lanes are all zero outside
any `push_mask`, or `ret` of some lanes while the others wait nowhere. Every region whose lanes may go different
ways begins with `push_mask` or `br_push`:

    push_mask join
    mask_nz   r1
    ; the lanes with r1 != 0
    pop_mask
join:
""",
)
register(
    STOP_CODES["divergent_barrier"],
    "a barrier inside a divergent region",
    """A warp reached `bar` with some of its living lanes inactive. Those lanes could never arrive, so the barrier has
no meaning there. Move it to where the lanes are together again: behind the `pop_mask` that joins them, or, under
`ipdom_stack`, behind the point where both sides of the jump meet (`simt asm kernel.s --cfg` shows it).
""",
)
register(
    STOP_CODES["global_address"],
    "an address outside every buffer of global memory",
    """A load, store or atomic of global memory has an active lane whose byte address, (register + offset) mod 2^32, is
not a multiple of the access's size, or whose bytes do not all lie in one buffer. The access has no effect and the run
stops; what was computed until then is kept. The report names core, work-group, warp and lanes, the buffer that was
meant and the offset in it.

Addresses count bytes: element i of a buffer of words is at offset 4 i. Work-items beyond the end of the data must not
touch it:

    sub.u32  r1, global_id, n -> work if c   ; fewer than n: there is work
    ret
""",
)
register(
    STOP_CODES["other_core"],
    "a core that stopped because another one trapped",
    """When a core of a device traps, the others stop a few cycles later. This is the view of one of those (`--core N`),
which did nothing wrong. Without `--core` the core that trapped is shown:

    simt trace kernel.s -m gtx280 --global 4096 --local 64
""",
)
register(
    DISAGREEMENT,
    "the lanes of a warp disagree on a jump",
    """On this machine one lane decides a jump for its whole warp: lane 0 (branch.policy = first_thread, the rule of the
FPGA paper), or the lowest active lane (mask_stack, explicit_masks). On the line shown, other active lanes would have
decided otherwise, and went along. If the kernel means each lane to take its own way, its result is wrong: use values
instead of paths (`select`, `min`, `max`, the carry flag), or let whole warps decide alike. Or take a machine on which
the lanes of a warp can part at a jump:

    simt run kernel.s -s branch.policy=ipdom_stack    ; together again at the immediate post-dominator
    simt run kernel.s -s branch.policy=min_pc         ; a program counter per lane, the lowest first
""",
)
