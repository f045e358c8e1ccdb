; prefix_sum: y[i] = x[0] + ... + x[i], inclusive, modulo 2^32.
;
; Shows:    a scan without divergence. Thread t adds the sum of thread t - distance if there is one: the subtraction
;           leaves its borrow in the carry flag, and select turns that into an address and a value. Two buffers in
;           turn need one barrier per step. The runs of per_thread words make a stride that costs bank conflicts.
; Mapping:  thread t sums its run of per_thread elements, the threads scan their sums (Hillis-Steele, log2(threads)
;           steps), and each writes its run.
; Sizes:    n = 256, per_thread = 4, so 64 threads (they follow from the two: -D n=512 has 128). Powers of two.
;
; Registers: r0 first element of the run, r1 sum of the run, r2 scanned sum, r3 r4 spare.

.kernel prefix_sum
.equ n 256
.equ per_thread 4
.assert (n & (n - 1)) == 0, "n must be a power of two"
.assert (per_thread & (per_thread - 1)) == 0, "per_thread must be a power of two"
.assert per_thread <= n, "per_thread is at most n"
.equ count n / per_thread          ; threads
.threads count

.local x u32[n]
.local y u32[n]
.local sums u32[2 * count]

    shl.b32   r0, thread_id, log2(per_thread)
    mov.b32   r1, 0
.rept per_thread, element
    ld.local  r3, [r0 + x + element]
    add.u32   r1, r1, r3
.endr

    mov.b32   r2, r1
    st.local  [thread_id + sums], r2
    bar
.rept log2(count), step
    sub.u32   r3, thread_id, 1 << step       ; carry: there is no such thread
    select.b32 r3, thread_id, r3
    ld.local  r4, [r3 + sums + (step & 1) * count]
    select.b32 r4, 0, r4
    add.u32   r2, r2, r4
    st.local  [thread_id + sums + (~step & 1) * count], r2
    bar
.endr

    sub.u32   r2, r2, r1                     ; what comes before the run
.rept per_thread, element
    ld.local  r3, [r0 + x + element]
    add.u32   r2, r2, r3
    st.local  [r0 + y + element], r2
.endr
    ret
