; locks/mailbox: every odd thread hands a word to its even neighbour, which waits for it.
;
; Shows:    waiting without a lock: the lanes of one side of a branch spin until lanes of the other side have stored. It
;           ends if the side that stores runs first (branch.order), or if lanes take turns: its, its_yield.
; Mapping:  thread t + 1 (odd) puts value[t + 1] into box[t], thread t takes it from there.
; Sizes:    32 threads; -D threads=..., an even number. -D masks=1: with mask instructions.
; Needs:    lanes that part and take turns.
;
; Registers: r0 word, r1 1, r2 condition, r3 the neighbour.

.kernel mailbox
.equ masks 0
.equ threads 32
.threads threads
.assert threads & 1 == 0, "threads is even"
.include "structured.inc"

.local value u32[threads]
.local box u32[threads + 1]
.local full u32[threads + 1]
.local taken u32[threads]

    mov.b32   r1, 1
    and.b32   r2, thread_id, 1
    ifelse_nz r2, odd
        ld.local  r0, [thread_id + value]
        st.local  [thread_id + box], r0
        st.local  [thread_id + full], r1
    otherwise odd
        add.u32   r3, thread_id, 1
        loop empty
            ld.local  r2, [r3 + full]
            xor.b32   r2, r2, 1
            while_nz r2, empty
        endloop empty
        ld.local  r0, [r3 + box]
        st.local  [thread_id + taken], r0
    endif odd
    ret
