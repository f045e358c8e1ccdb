; divergent/irreducible: shape (d) of the branching article's figure 4, a loop with two entries, as the text solves it.
;
; Shows:    A jumps to the start of the loop, B, or into its middle, C; C goes back to B or on to D. No loop of an
;           if-else and while program looks like this. Every block counts its visits.
; Mapping:  thread t enters at B if bit 0 of x[t] is set, else at C, and makes as many turns as bits 1 to 3 say; its
;           visits of block b go to visits[b * threads + t].
; Sizes:    32 threads; -D threads=... -D masks=1: with mask instructions, the article's own (r0.x is r0, r0.y is r1).
;
; Registers: r0.x where to enter, r0.y condition, r2 turns left, r4 to r7 visits of A to D.

.kernel irreducible
.equ masks 0
.equ threads 32
.equ blocks 4
.threads threads
.counts_on zero_registers          ; visits are counted from 0
.local x u32[threads]
.local visits u32[blocks * threads]

    ld.local  r2, [thread_id + x]
    and.b32   r0.x, r2, 1
    shr.u32   r2, r2, 1
    and.b32   r2, r2, 7
A:  add.u32   r4, r4, 1
.if masks
    br_push   r0.x, C, D
.else
    mov.b32   r0.x, r0.x -> C if z
.endif
B:  add.u32   r5, r5, 1
C:  add.u32   r6, r6, 1
    mov.b32   r0.y, r2
    sub.u32   r2, r2, 1
.if masks
    mask_nz   r0.y
.else
    mov.b32   r0.y, r0.y -> D if z
.endif
    jmp       B
D:  add.u32   r7, r7, 1
    st.local  [thread_id + visits], r4
    st.local  [thread_id + visits + threads], r5
    st.local  [thread_id + visits + 2 * threads], r6
    st.local  [thread_id + visits + 3 * threads], r7
    ret
