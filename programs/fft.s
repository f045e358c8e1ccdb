; fft: complex FFT in place, radix 2, Cooley-Tukey, decimation in time, with loops instead of unrolled layers: for any
; power of two that fits, with any number of threads that divides n/2.
;
; Shows:    what loops cost beside the unrolled fft128.s, and several butterflies per thread, as the FPGA paper does it
;           when the array has more than two points per thread.
; Mapping:  butterfly b = thread, thread + threads, ... below n/2; its points are i = b + (b & -half) and i + half.
; Sizes:    n = 256; -D n=128, -D n=512, -D n=1024 (3 n words of local memory). 64 threads; --threads for another
;           number.
; Memory:   re, im: the points, natural order in and out. wr, wi: the twiddles exp(-2 pi i k / n), computed beforehand.
;
; Registers: r0 point, r1 twiddle index or reversed index, r2 r3 twiddle, r4 r5 point i, r6 r7 point i + half, r8 r9
;            product, r10 place of point i + half, r11 butterfly, r12 half, r13 -half, r14 log2 of the twiddle stride.

.kernel fft
.equ n 256
.threads 64
.assert (n & (n - 1)) == 0, "n must be a power of two"
.local re f32[n]
.local im f32[n]
.local wr f32[n / 2]
.local wi f32[n / 2]
.counts_on silent_stores           ; swaps of point 0 with itself store what is there
; Bit-reversed order: swap the points i and rev(i). One thread does both: the one with i < rev(i). The others, as no
; lane can step aside, swap point 0 with itself: 0 is its own reverse, so nobody else changes it.
    mov.b32   r0, thread_id
reverse:
    brev.b32  r1, r0
    shr.u32   r1, r1, 32 - log2(n)
    lt.u32    r2, r0, r1
    select.b32 r2, r0, 0
    select.b32 r1, r1, 0
    ld.local  r4, [r2 + re]
    ld.local  r5, [r2 + im]
    ld.local  r6, [r1 + re]
    ld.local  r7, [r1 + im]
    st.local  [r2 + re], r6
    st.local  [r2 + im], r7
    st.local  [r1 + re], r4
    st.local  [r1 + im], r5
    add.u32   r0, r0, group_size
    lt.u32    r2, r0, n -> reverse if nz

    mov.b32   r12, 1
    mov.b32   r13, -1
    mov.b32   r14, log2(n) - 1
layer:
    bar
    mov.b32   r11, thread_id
next:
    and.b32   r0, r11, r13
    sub.u32   r1, r11, r0          ; place in the group of half
    add.u32   r0, r0, r11          ; point i
    shl.b32   r1, r1, r14          ; twiddle index
    add.u32   r10, r0, r12         ; point i + half
    ld.local  r2, [r1 + wr]
    ld.local  r3, [r1 + wi]
    ld.local  r4, [r0 + re]
    ld.local  r5, [r0 + im]
    ld.local  r6, [r10 + re]
    ld.local  r7, [r10 + im]

    mul.f32   r8, r6, r2
    mul.f32   r9, r7, r3
    sub.f32   r8, r8, r9
    mul.f32   r9, r6, r3
    mul.f32   r7, r7, r2
    add.f32   r9, r9, r7
    sub.f32   r6, r4, r8
    sub.f32   r7, r5, r9
    add.f32   r4, r4, r8
    add.f32   r5, r5, r9

    st.local  [r0 + re], r4
    st.local  [r0 + im], r5
    st.local  [r10 + re], r6
    st.local  [r10 + im], r7
    add.u32   r11, r11, group_size
    lt.u32    r2, r11, n / 2 -> next if nz

    shl.b32   r12, r12, 1
    shl.b32   r13, r13, 1
    sub.u32   r14, r14, 1 -> layer if nn
    ret
