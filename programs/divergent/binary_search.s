; divergent/binary_search: the place of each key in a sorted table, or 0xffffffff.
;
; Shows:    a loop that a lane leaves when it has found its key, with an if-else in its body; keys at the root of the
;           search tree are found in the first turn, others in the last.
; Mapping:  thread t looks for key[t] in table[0 .. n - 1].
; Sizes:    n = 64, 32 threads; -D n=..., -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0 key, r1 first place, r2 one past the last, r3 middle, r4 word there, r5 condition, r6 result.

.kernel binary_search
.equ masks 0
.equ threads 32
.equ n 64
.threads threads
.include "structured.inc"

.local table u32[n]
.local key u32[threads]
.local place u32[threads]

    ld.local  r0, [thread_id + key]
    mov.b32   r1, 0
    mov.b32   r2, n
    mov.b32   r6, 0xffffffff
    loop search
        lt.u32    r5, r1, r2
        while_nz r5, search
        add.u32   r3, r1, r2
        shr.u32   r3, r3, 1
        ld.local  r4, [r3 + table]
        eq.u32    r5, r4, r0
        select.b32 r6, r3, r6                ; found: the carry of the comparison
        ne.u32    r5, r4, r0
        while_nz r5, search
        lt.u32    r5, r4, r0
        ifelse_nz r5, above
            add.u32   r1, r3, 1
        otherwise above
            mov.b32   r2, r3
        endif above
    endloop search
    st.local  [thread_id + place], r6
    ret
