; locks/hash_table: a hash table of sorted chains, into which all threads insert at once. Every bucket has a lock.
;
; Shows:    locks that only some lanes of a warp want at a time: lanes with keys of different buckets hold theirs
;           together, and the walk along a chain is a loop inside the critical section.
; Mapping:  thread t inserts node t + 1 into the bucket of the lowest bits of its key. Node 0 ends a chain.
; Sizes:    32 threads, 8 buckets; -D threads=... -D buckets=..., a power of two. -D inside=1: the critical section
;           stands inside the spin loop. -D masks=1: with mask instructions.
; Needs:    lanes that part and go on: its_yield; with -D inside=1 every policy but first_thread.
;
; Registers: r0, r3, r4 scratch of the lock, r1 0, r2 1, r5 the thread's node, r6 its key, r7 address of the link
;            before, r8 the node after it, r9 condition or scratch, r10 the bucket.

.kernel hash_table
.equ masks 0
.equ inside 0
.equ threads 32
.equ buckets 8
.threads threads
.assert buckets & (buckets - 1) == 0, "buckets is a power of two"
.include "lock.inc"

.local key u32[threads + 1]
.local next u32[threads + 1]
.local first u32[buckets]
.local lock u32[buckets]

    mov.b32   r1, 0
    mov.b32   r2, 1
    add.u32   r5, thread_id, 1
    ld.local  r6, [r5 + key]
    and.b32   r10, r6, buckets - 1
    critical r10, lock, bucket
        add.u32   r7, r10, first
        ld.local  r8, [r7]
        loop walk
            ld.local  r9, [r8 + key]         ; of node 0 the highest: the end
            lt.u32    r9, r9, r6
            while_nz r9, walk
            add.u32   r7, r8, next
            ld.local  r8, [r7]
        endloop walk
        st.local  [r5 + next], r8
        st.local  [r7], r5
    endcritical r10, lock, bucket
    ret
