; locks/linked_list: a sorted linked list, into which all threads insert at once. Every node has a lock.
;
; Shows:    locks that are taken hand over hand: a thread takes the lock of the next node before it gives back the one
;           that it holds, several threads walk the list one after the other, and lanes wait for lanes in a chain.
; Mapping:  thread t inserts node t + 1. Node 0 is the list's head and its end: next[0] is the first node.
; Sizes:    32 threads; -D threads=... -D masks=1: with mask instructions.
; Needs:    lanes that part and go on: its_yield.
;
; Registers: r0, r3, r4 scratch of the lock, r1 0, r2 1, r5 the thread's node, r6 its key, r7 the node before, r8 the
;            node after it, r9 condition or scratch.

.kernel linked_list
.equ masks 0
.equ inside 0
.equ threads 32
.threads threads
.include "lock.inc"

.local key u32[threads + 1]
.local next u32[threads + 1]
.local lock u32[threads + 1]

    mov.b32   r1, 0
    mov.b32   r2, 1
    add.u32   r5, thread_id, 1
    ld.local  r6, [r5 + key]
    mov.b32   r7, 0
    acquire r7, lock, head
    ld.local  r8, [r7 + next]
    loop walk
        ld.local  r9, [r8 + key]             ; of node 0 the highest: the end
        lt.u32    r9, r9, r6
        while_nz r9, walk
        acquire r8, lock, behind
        release r7, lock
        mov.b32   r7, r8
        ld.local  r8, [r7 + next]
    endloop walk
    st.local  [r5 + next], r8
    st.local  [r7 + next], r5
    release r7, lock
    ret
