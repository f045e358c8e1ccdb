; divergent/two_exit: shape (c) of the branching article's figure 4, a loop with two exits (a while with a break).
;
; Shows:    A comes before the loop, B is its test, C decides about the break, D is the rest of the turn, E comes after
;           the loop; every block counts its visits.
; Mapping:  thread t makes x[t] modulo 8 turns, but breaks in a turn in which what is left equals bits 3 to 5 of x[t];
;           its visits of block b go to visits[b * threads + t].
; Sizes:    32 threads; -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0 turns left, r1 condition, r2 where it breaks, r4 to r8 visits of A to E.

.kernel two_exit
.equ masks 0
.equ threads 32
.equ blocks 5
.threads threads
.include "structured.inc"
.counts_on zero_registers          ; visits are counted from 0
.local x u32[threads]
.local visits u32[blocks * threads]

    ld.local  r0, [thread_id + x]
A:  add.u32   r4, r4, 1
    shr.u32   r2, r0, 3
    and.b32   r2, r2, 7
    and.b32   r0, r0, 7
    loop turns
B:      add.u32   r5, r5, 1
        mov.b32   r1, r0
        while_nz r1, turns
C:      add.u32   r6, r6, 1
        ne.u32    r1, r0, r2
        while_nz r1, turns
D:      add.u32   r7, r7, 1
        sub.u32   r0, r0, 1
    endloop turns
E:  add.u32   r8, r8, 1
    st.local  [thread_id + visits], r4
    st.local  [thread_id + visits + threads], r5
    st.local  [thread_id + visits + 2 * threads], r6
    st.local  [thread_id + visits + 3 * threads], r7
    st.local  [thread_id + visits + 4 * threads], r8
    ret
