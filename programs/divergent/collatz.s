; divergent/collatz: the number of steps from x to 1 by x -> x / 2 (even) or 3 x + 1 (odd).
;
; Shows:    a while whose trip count depends on the data, with an if-else in its body: lanes part in every turn, and the
;           last lane decides how long the warp runs.
; Mapping:  thread t works on x[t].
; Sizes:    32 threads; -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0 value, r1 steps, r2 condition, r3 scratch.

.kernel collatz
.equ masks 0
.equ threads 32
.threads threads
.include "structured.inc"

.local x u32[threads]
.local steps u32[threads]

    ld.local  r0, [thread_id + x]
    mov.b32   r1, 0
    loop turn
        gt.u32    r2, r0, 1
        while_nz r2, turn
        and.b32   r2, r0, 1
        ifelse_nz r2, odd
            shl.b32   r3, r0, 1
            add.u32   r0, r0, r3
            add.u32   r0, r0, 1
        otherwise odd
            shr.u32   r0, r0, 1
        endif odd
        add.u32   r1, r1, 1
    endloop turn
    st.local  [thread_id + steps], r1
    ret
