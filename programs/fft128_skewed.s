; fft128_skewed: the FFT of fft128 in a layout without bank conflicts, for machines that issue several operations at once.
;
; Shows:    what a layout is worth where local memory is the bottleneck: bundles hide the FPU's and the ALU's operations
;           after the accesses, so every conflict cycle shows.
; Mapping:  as fft128: n/2 threads, one butterfly per thread and layer. Layer 0 reads the points in natural order
;           and stores them in bit-reversed order, so that there is no pass for the reversal.
; Layout:   between the layers point q lies at word q + q / (n/4): the four quarters, among which bit reversal
;           scatters neighbouring threads, begin in different banks. The twiddles of a layer lie one after the other.
; Sizes:    n = 128 with 64 threads. -D n=64 or -D n=256 works too, with n/2 threads.
; Memory:   re, im: the points, natural order in and out. wr, wi: for each layer `half` its twiddles
;           exp(-pi i j / half) at half + j, computed beforehand. sr, si: the points between the layers.
;
; Registers: r0 point i, r1 place of the twiddle, r2 r3 twiddle, r4 r5 point i, r6 r7 point i + half, r8 r9 product,
;            r10 spare, r11 quarter.

.kernel fft128_skewed
.equ n 128
.threads n / 2
.assert (n & (n - 1)) == 0, "n must be a power of two"
.local re f32[n]
.local im f32[n]
.local wr f32[n]
.local wi f32[n]
.local sr f32[n + 4]
.local si f32[n + 4]

; (a, b) = (a + w b, a - w b) with a in r4 r5, b in r6 r7, w = wr + i wi: registers or numbers. b goes to r6 r7.
.macro butterfly wr, wi
    mul.f32   r8, r6, \wr
    mul.f32   r9, r7, \wi
    sub.f32   r8, r8, r9
    mul.f32   r9, r6, \wi
    mul.f32   r10, r7, \wr
    add.f32   r9, r9, r10
    sub.f32   r6, r4, r8
    sub.f32   r7, r5, r9
    add.f32   r4, r4, r8
    add.f32   r5, r5, r9
.endm

; The points at r0 and `ahead` words after it.
.macro store r, i, point, ahead
    st.local  [\point + \r], r4
    st.local  [\point + \i], r5
    st.local  [\point + \r + (\ahead)], r6
    st.local  [\point + \i + (\ahead)], r7
.endm

.macro load r, i, point, ahead
    ld.local  r6, [\point + \r + (\ahead)]
    ld.local  r7, [\point + \i + (\ahead)]
    ld.local  r4, [\point + \r]
    ld.local  r5, [\point + \i]
.endm

; The butterfly's place in its group is j = t & (half - 1). Its second point is half words and, in the last two layers,
; one or two quarters' shifts after the first.
.macro points half
    bar
    and.b32   r0, thread_id, ~((\half) - 1)
    add.u32   r0, r0, thread_id
    shr.u32   r11, r0, log2(n / 4)
    add.u32   r0, r0, r11
    and.b32   r1, thread_id, (\half) - 1
    ld.local  r2, [r1 + wr + (\half)]
    ld.local  r3, [r1 + wi + (\half)]
    load      sr, si, r0, (\half) + (\half) / (n / 4)
    butterfly r2, r3
.endm

; Layer 0: points t and t + n/2 go to rev(t) and rev(t) + 1.
    brev.b32  r0, thread_id
    shr.u32   r0, r0, 32 - log2(n)
    shr.u32   r11, r0, log2(n / 4)
    add.u32   r0, r0, r11
    load      re, im, thread_id, n / 2
    butterfly 1.0, 0.0
    store     sr, si, r0, 1

.rept log2(n) - 2, step
    points    2 << step
    store     sr, si, r0, (2 << step) + (2 << step) / (n / 4)
.endr

; The last layer: i = t.
    points    n / 2
    store     re, im, thread_id, n / 2
    ret
