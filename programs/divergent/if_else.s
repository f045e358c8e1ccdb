; divergent/if_else: shape (a) of the branching article's figure 4, an if-else.
;
; Shows:    A decides, B is the true side, C the false one, D the join; every block counts its visits.
; Mapping:  thread t decides by bit 0 of x[t]; its visits of block b go to visits[b * threads + t].
; Sizes:    32 threads; -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0 value, r1 condition, r4 to r7 visits of A to D.

.kernel if_else
.equ masks 0
.equ threads 32
.equ blocks 4
.threads threads
.include "structured.inc"
.counts_on zero_registers          ; visits are counted from 0
.local x u32[threads]
.local visits u32[blocks * threads]

    ld.local  r0, [thread_id + x]
A:  add.u32   r4, r4, 1
    and.b32   r1, r0, 1
    ifelse_nz r1, sides
B:      add.u32   r5, r5, 1
    otherwise sides
C:      add.u32   r6, r6, 1
    endif sides
D:  add.u32   r7, r7, 1
    st.local  [thread_id + visits], r4
    st.local  [thread_id + visits + threads], r5
    st.local  [thread_id + visits + 2 * threads], r6
    st.local  [thread_id + visits + 3 * threads], r7
    ret
