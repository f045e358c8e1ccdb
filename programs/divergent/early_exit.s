; divergent/early_exit: threads that end inside a divergent region, in a loop and before it.
;
; Shows:    `ret` ends the active lanes only: the others go on, and the join waits for none that has ended.
; Mapping:  thread t sums x[t], x[t] - 1, ... down to 1, and ends in between if the sum passes `enough`.
; Sizes:    32 threads, enough = 60; -D threads=..., -D enough=... -D masks=1: with mask instructions.
;
; Registers: r0 value, r1 sum, r2 condition.

.kernel early_exit
.equ masks 0
.equ threads 32
.equ enough 60
.threads threads
.include "structured.inc"

.local x u32[threads]
.local sum u32[threads]
.local ended u32[threads]

    ld.local  r0, [thread_id + x]
    mov.b32   r1, 0
    eq.u32    r2, r0, 0
    if_nz r2, nothing
        mov.b32   r1, 1000
        st.local  [thread_id + sum], r1
        ret
    endif_ret nothing
    loop count
        ne.u32    r2, r0, 0
        while_nz r2, count
        add.u32   r1, r1, r0
        gt.u32    r2, r1, enough
        if_nz r2, leave
            st.local  [thread_id + sum], r1
            ret
        endif_ret leave
        sub.u32   r0, r0, 1
    endloop count
    st.local  [thread_id + sum], r1
    mov.b32   r2, 1
    st.local  [thread_id + ended], r2
    ret
