; add64: s[i] = a[i] + b[i] modulo 2^64 with the carry out in carry[i], 64-bit numbers as pairs of words, low word
; first.
;
; Shows:    the carry flag of each thread: add.u32 leaves it, addc.u32 takes it, and what stands between the two (local
;           loads and stores, moves) keeps it. The pairs make a stride of 2: with 4 banks and 4 lanes every access to
;           them costs 2 cycles.
; Mapping:  thread t takes the numbers t, t + threads, ...
; Sizes:    n = 256 numbers, 64 threads. Any n that is a multiple of the threads (-D n=512; --threads).
;
; Registers: r0 number, r1 its low word's place, r2 r3 the words, r4 zero, r5 spare.

.kernel add64
.equ n 256
.threads 64

.local a u32[2 * n]
.local b u32[2 * n]
.local s u32[2 * n]
.local carry u32[n]

    mov.b32   r0, thread_id
    mov.b32   r4, 0
next:
    shl.b32   r1, r0, 1
    ld.local  r2, [r1 + a]
    ld.local  r3, [r1 + b]
    add.u32   r2, r2, r3
    st.local  [r1 + s], r2
    ld.local  r2, [r1 + a + 1]
    ld.local  r3, [r1 + b + 1]
    addc.u32  r2, r2, r3
    st.local  [r1 + s + 1], r2
    addc.u32  r5, r4, r4
    st.local  [r0 + carry], r5
    add.u32   r0, r0, group_size
    lt.u32    r5, r0, n -> next if nz
    ret
