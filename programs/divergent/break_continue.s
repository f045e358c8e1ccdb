; divergent/break_continue: a loop with a break and a continue.
;
; Shows:    two ways on from inside a loop: lanes that break wait for the loop's end, lanes that continue for the end of
;           the turn.
; Mapping:  thread t walks from x[t] upwards: sums the numbers that do not divide by four, until one divides by 32, for
;           at most `limit` turns.
; Sizes:    limit = 24, 32 threads; -D limit=..., -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0 number, r1 sum, r2 condition, r3 turns.

.kernel break_continue
.equ masks 0
.equ threads 32
.equ limit 24
.threads threads
.include "structured.inc"

.local x u32[threads]
.local sum u32[threads]
.local turns u32[threads]

    ld.local  r0, [thread_id + x]
    mov.b32   r1, 0
    mov.b32   r3, 0
    loop walk
        lt.u32    r2, r3, limit
        while_nz r2, walk
        add.u32   r3, r3, 1
        add.u32   r0, r0, 1
        and.b32   r2, r0, 31
        while_nz r2, walk                    ; break
        and.b32   r2, r0, 3
        if_nz r2, rest                       ; continue: the others skip the rest of the turn
            add.u32   r1, r1, r0
            shl.b32   r2, r1, 1
            xor.b32   r1, r1, r2
        endif rest
    endloop walk
    st.local  [thread_id + sum], r1
    st.local  [thread_id + turns], r3
    ret
