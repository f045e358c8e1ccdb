; fft128: complex FFT of 128 points in place, radix 2, Cooley-Tukey, decimation in time. The program of the FPGA
; paper's section V: it needs 3893 cycles there with 4 banks of local memory and 3430 with 8.
;
; Shows:    where the cycles of a butterfly go (10 FPU operations, 10 local accesses, the index arithmetic), what the
;           barriers cost, and bank conflicts: of the points in layers 0 and 1, of the twiddles (n/2/half words apart)
;           and of the bit reversal (n/4 words apart).
; Mapping:  n/2 threads, one butterfly per thread and layer. Thread t takes the points i and i + half, where
;           i = t + (t & -half): neighbouring threads work on neighbouring points.
; Sizes:    n = 128 with 64 threads. -D n=64 or -D n=256 works too, with n/2 threads.
; Memory:   re, im: the points, natural order in and out. wr, wi: the twiddles exp(-2 pi i k / n), computed beforehand.
;
; Registers: r0 point i, r1 twiddle index, r2 r3 twiddle, r4 r5 point i, r6 r7 point i + half, r8 r9 product,
;            r10 spare.

.kernel fft128
.equ n 128
.threads n / 2
.assert (n & (n - 1)) == 0, "n must be a power of two"
.local re f32[n]
.local im f32[n]
.local wr f32[n / 2]
.local wi f32[n / 2]

; (a, b) = (a + w b, a - w b). point, twiddle: registers or numbers that hold the two indices.
.macro butterfly point, twiddle, half
    ld.local  r2, [\twiddle + wr]
    ld.local  r3, [\twiddle + wi]
    ld.local  r4, [\point + re]
    ld.local  r5, [\point + im]
    ld.local  r6, [\point + re + (\half)]
    ld.local  r7, [\point + im + (\half)]

    mul.f32   r8, r6, r2
    mul.f32   r9, r7, r3
    sub.f32   r8, r8, r9
    mul.f32   r9, r6, r3
    mul.f32   r10, r7, r2
    add.f32   r9, r9, r10
    sub.f32   r6, r4, r8
    sub.f32   r7, r5, r9
    add.f32   r4, r4, r8
    add.f32   r5, r5, r9

    st.local  [\point + re], r4
    st.local  [\point + im], r5
    st.local  [\point + re + (\half)], r6
    st.local  [\point + im + (\half)], r7
.endm

; One layer, after the barrier that ends the one before. The butterfly's place in its group of `half` is
; j = t & (half - 1), its twiddle number j (n/2) / half.
.macro layer half, shift
    bar
    and.b32   r0, thread_id, ~((\half) - 1)
    add.u32   r0, r0, thread_id
    and.b32   r1, thread_id, (\half) - 1
    shl.b32   r1, r1, \shift
    butterfly r0, r1, \half
.endm

; Bit-reversed order: point t goes to rev(t), and point t + n/2 to rev(t) + 1.
    brev.b32  r0, thread_id
    shr.u32   r0, r0, 32 - log2(n)
    ld.local  r2, [thread_id + re]
    ld.local  r3, [thread_id + im]
    ld.local  r4, [thread_id + re + n / 2]
    ld.local  r5, [thread_id + im + n / 2]
    bar
    st.local  [r0 + re], r2
    st.local  [r0 + im], r3
    st.local  [r0 + re + 1], r4
    st.local  [r0 + im + 1], r5

; Layer 0: half = 1, so the point is 2 t and the twiddle always number 0.
    bar
    shl.b32   r0, thread_id, 1
    butterfly r0, 0, 1

.rept log2(n) - 1, step
    layer     2 << step, log2(n) - 2 - step
.endr
    ret
