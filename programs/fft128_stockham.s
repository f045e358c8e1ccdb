; fft128_stockham: complex FFT of 128 points, radix 2, decimation in time, by the 10 FPU operations per butterfly of
; fft128.s, trivial twiddles included: 1120 FPU warp instructions on 4 lanes. What differs is where the words lie.
;
; Shows:    what a layout is worth with the arithmetic unchanged: no bank conflicts on 4 and 8 lanes, no bit reversal,
;           no index arithmetic (every load is at thread_id plus a constant).
; Mapping:  64 threads, one butterfly per thread and layer. Every layer reads its points at t and t + stride of one
;           buffer and writes to another one, where the next layer will want them (Stockham's order, constant
;           geometry). The place of the first result comes from a table, the second is a constant further.
;           Layers 0 to 3 keep the three low bits of the point in the thread's low bits and rotate the others. Layers 4
;           to 6 trade them, one each, for the low bits of the frequency; strides of 68, 66 and 65 words instead of 64
;           keep the bit that leaves in a bank of its own. 16 lanes would need a fourth of these: there some stores take
;           two passes.
; Sizes:    n = 128 with 64 threads.
; Memory:   re, im: the points, natural order in and out. ping, pong: the buffers between the layers. twiddle_r,
;           twiddle_i: for layer s from 1 on and thread t, at 64 (s - 1) + t, the factor of the second point. place:
;           four tables of 64 words, of layers 0 to 2, of 3, of 4 and of 5.
;
; Registers: r0 place, r2 r3 twiddle, r4 r5 first point, r6 r7 second, r8 to r11 products and the turned second point,
;            r12 to r15 results.

.kernel fft128_stockham
.equ n 128
.assert n == 128, "its tables are for 128 points"
.threads n / 2

.local re f32[n]
.local im f32[n]
.local ping_r f32[136]
.local ping_i f32[136]
.local pong_r f32[136]
.local pong_i f32[136]
.local twiddle_r f32[6 * n / 2]
.local twiddle_i f32[6 * n / 2]
.local place u32[4 * n / 2]

.macro points from_r, from_i, stride
    ld.local  r6, [thread_id + \from_r + \stride]
    ld.local  r7, [thread_id + \from_i + \stride]
    ld.local  r4, [thread_id + \from_r]
    ld.local  r5, [thread_id + \from_i]
.endm

; (r12, r13) = a + w b, (r14, r15) = a - w b.
.macro butterfly wr, wi
    mul.f32   r8, r6, \wr
    mul.f32   r9, r7, \wi
    sub.f32   r8, r8, r9
    mul.f32   r10, r6, \wi
    add.f32   r12, r4, r8
    mul.f32   r11, r7, \wr
    sub.f32   r14, r4, r8
    add.f32   r10, r10, r11
    add.f32   r13, r5, r10
    sub.f32   r15, r5, r10
.endm

; The results, the second one `apart` words further, and the twiddles of the next layer, which is number `next`.
.macro results place, to_r, to_i, apart, next
    st.local  [\place + \to_r], r12
    st.local  [\place + \to_r + \apart], r14
.if \next < 7
    ld.local  r2, [thread_id + twiddle_r + 64 * (\next - 1)]
    ld.local  r3, [thread_id + twiddle_i + 64 * (\next - 1)]
.endif
    st.local  [\place + \to_i], r13
    st.local  [\place + \to_i + \apart], r15
.endm

    points    re, im, 64
    ld.local  r0, [thread_id + place]
    butterfly 1.0, 0.0
    results   r0, ping_r, ping_i, 8, 1
    bar
    points    ping_r, ping_i, 64
    butterfly r2, r3
    results   r0, pong_r, pong_i, 8, 2
    bar
    points    pong_r, pong_i, 64
    butterfly r2, r3
    results   r0, ping_r, ping_i, 8, 3
    bar
    points    ping_r, ping_i, 64
    ld.local  r0, [thread_id + place + 64]
    butterfly r2, r3
    results   r0, pong_r, pong_i, 8, 4
    bar
    points    pong_r, pong_i, 68
    ld.local  r0, [thread_id + place + 128]
    butterfly r2, r3
    results   r0, ping_r, ping_i, 16, 5
    bar
    points    ping_r, ping_i, 66
    ld.local  r0, [thread_id + place + 192]
    butterfly r2, r3
    results   r0, pong_r, pong_i, 32, 6
    bar
    points    pong_r, pong_i, 65
    butterfly r2, r3
    results   thread_id, re, im, 64, 7
    ret
