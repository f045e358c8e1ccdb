; bitonic_sort: x sorted in place, ascending, unsigned.
;
; Shows:    a sorting network: min, max and select instead of branches, log2(n) (log2(n) + 1) / 2 steps with a barrier
;           each, and the conflicts of small distances (2 and less).
; Mapping:  comparator c = thread, thread + threads, ... below n/2; it takes the words i = c + (c & -distance) and
;           i + distance and puts the larger one last where i & length is 0, else first.
; Sizes:    n = 256, 64 threads; any power of two (-D n=1024), any threads that divide n/2 (--threads).
;
; Registers: r0 comparator, r1 word i, r2 r3 the words, r4 smaller, r5 larger, r6 length of the sorted runs, r7
;            distance, r8 -distance, r9 spare.

.kernel bitonic_sort
.equ n 256
.threads 64
.assert (n & (n - 1)) == 0, "n must be a power of two"
.local x u32[n]

    mov.b32   r6, 2
merge:
    shr.u32   r7, r6, 1
step:
    not.b32   r8, r7
    add.u32   r8, r8, 1
    mov.b32   r0, thread_id
next:
    and.b32   r1, r0, r8
    add.u32   r1, r1, r0
    add.u32   r9, r1, r7
    ld.local  r2, [r1 + x]
    ld.local  r3, [r9 + x]
    min.u32   r4, r2, r3
    max.u32   r5, r2, r3
    and.b32   r2, r1, r6
    eq.u32    r2, r2, 0                      ; carry: this run ascends
    select.b32 r2, r4, r5
    select.b32 r3, r5, r4
    st.local  [r1 + x], r2
    st.local  [r9 + x], r3
    add.u32   r0, r0, group_size
    lt.u32    r2, r0, n / 2 -> next if nz

    bar
    shr.u32   r7, r7, 1 -> step if nz
    shl.b32   r6, r6, 1
    le.u32    r2, r6, n -> merge if nz
    ret
