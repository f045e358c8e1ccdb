; fft128_radix4: complex FFT of 128 points as 2 x 4 x 4 x 4, decimation in frequency: 832 FPU warp instructions on
; 4 lanes instead of the 1120 of radix 2, and 3 barriers instead of 6.
;
; Shows:    radix 4 without giving up half of the warps. With a radix-4 butterfly for each thread (-D sharing=1) 32
;           threads are enough, 8 warps, too few to hide the latency of the FPU. Here two threads share one: both load
;           its four points, thread t computes results 1 and 3, thread t + 32 results 0 and 2. No operation is done
;           twice, only loads. And a layout without bank conflicts on 4 and 8 lanes, without bit reversal, without
;           index arithmetic (every load is at thread_id plus a constant).
; Mapping:  64 threads. Layer 0, radix 2, is the same for all. Then the threads below 32 (half of the warps) go one way
;           and the others another one, to the end; their barriers match. Every layer reads its points at thread_id plus
;           constants and writes to another buffer, where the next layer will want them. The place of the first
;           result comes from a table, the others are a constant further. Strides of 36 and 33 words instead of 32
;           keep the points that neighbouring threads write in different banks.
; Sizes:    n = 128 with 64 threads, in warps of up to 32 lanes; -D sharing=1 with 32 threads.
; Memory:   re, im: the points, natural order in and out. ping, pong: the buffers between the layers. half_r, half_i:
;           factors of layer 0. turn1, turn2, turn3 _r and _i: factors of the results 1, 2 and 3 in layer 1 (32 words),
;           then in layer 2. place: three tables of 64 words, of layers 0, 1 and 2. Places of layer 1 are 1024 less for
;           the threads from 32 on: negative, so that the load of the place also takes the jump.
;
; Registers: r0 r1 places, r2 r3 r22 r23 and r28 to r31 factors, r4 to r11 the four points, r12 to r15 sums or
;            differences, r16 to r19 results, r20 r21 r26 r27 turned results, r24 r25 products.

.kernel fft128_radix4
.equ n 128
.equ sharing 2 ; threads of a butterfly
.assert n == 128, "its tables are for 128 points"
.assert (sharing == 1) | (sharing == 2), "sharing must be 1 or 2"
.threads n / 4 * sharing

.local re f32[n]
.local im f32[n]
.local ping_r f32[136]
.local ping_i f32[136]
.local pong_r f32[144]
.local pong_i f32[144]
.local half_r f32[64]
.local half_i f32[64]
.local turn1_r f32[64]
.local turn1_i f32[64]
.local turn2_r f32[64]
.local turn2_i f32[64]
.local turn3_r f32[64]
.local turn3_i f32[64]
.local place u32[192]

; (re, im) = (xr + i xi) (wr + i wi). spare: a register; re and im may not be xr or xi.
.macro turn re, im, xr, xi, wr, wi, spare
    mul.f32   \re, \xr, \wr
    mul.f32   \im, \xr, \wi
    mul.f32   \spare, \xi, \wi
    sub.f32   \re, \re, \spare
    mul.f32   \spare, \xi, \wr
    add.f32   \im, \im, \spare
.endm

; Results 0 and 2 of the butterfly in r4 to r11: (r16, r17) = a + b + c + d, (r18, r19) = a - b + c - d.
.macro even_results
    add.f32   r12, r4, r8
    add.f32   r14, r6, r10
    add.f32   r16, r12, r14
    sub.f32   r18, r12, r14
    add.f32   r13, r5, r9
    add.f32   r15, r7, r11
    add.f32   r17, r13, r15
    sub.f32   r19, r13, r15
.endm

; Results 1 and 3: (r16, r17) = a - i b - c + i d, (r18, r19) = a + i b - c - i d.
.macro odd_results
    sub.f32   r12, r4, r8
    sub.f32   r15, r7, r11
    add.f32   r16, r12, r15
    sub.f32   r18, r12, r15
    sub.f32   r13, r5, r9
    sub.f32   r14, r6, r10
    sub.f32   r17, r13, r14
    add.f32   r19, r13, r14
.endm

; The four points of a butterfly, `stride` words apart, in the order in which the results need them.
.macro even_points from_r, from_i, stride
    ld.local  r4, [thread_id + \from_r]
    ld.local  r8, [thread_id + \from_r + 2 * \stride]
    ld.local  r6, [thread_id + \from_r + \stride]
    ld.local  r10, [thread_id + \from_r + 3 * \stride]
    ld.local  r5, [thread_id + \from_i]
    ld.local  r9, [thread_id + \from_i + 2 * \stride]
    ld.local  r7, [thread_id + \from_i + \stride]
    ld.local  r11, [thread_id + \from_i + 3 * \stride]
.endm

.macro odd_points from_r, from_i, stride
    ld.local  r4, [thread_id + \from_r]
    ld.local  r8, [thread_id + \from_r + 2 * \stride]
    ld.local  r7, [thread_id + \from_i + \stride]
    ld.local  r11, [thread_id + \from_i + 3 * \stride]
    ld.local  r5, [thread_id + \from_i]
    ld.local  r9, [thread_id + \from_i + 2 * \stride]
    ld.local  r6, [thread_id + \from_r + \stride]
    ld.local  r10, [thread_id + \from_r + 3 * \stride]
.endm

; Factors of the results: by thread, from word `skip` of their tables.
.macro even_factors third_r, third_i, skip
    ld.local  \third_r, [thread_id + turn2_r + \skip]
    ld.local  \third_i, [thread_id + turn2_i + \skip]
.endm

.macro odd_factors second_r, second_i, fourth_r, fourth_i, skip
    ld.local  \second_r, [thread_id + turn1_r + \skip]
    ld.local  \second_i, [thread_id + turn1_i + \skip]
    ld.local  \fourth_r, [thread_id + turn3_r + \skip]
    ld.local  \fourth_i, [thread_id + turn3_i + \skip]
.endm

; Layer 0, except its last store: the points i and i + 64, i = thread_id + first; a + b goes to the place in r1, and
; (a - b) w, in r12 and r13, 16 words further. far: how much further they go than
; the results of thread_id.
.macro halves first, far
    ld.local  r4, [thread_id + re + \first]
    ld.local  r6, [thread_id + re + 64 + \first]
    ld.local  r2, [thread_id + half_r + \first]
    ld.local  r5, [thread_id + im + \first]
    ld.local  r7, [thread_id + im + 64 + \first]
    ld.local  r3, [thread_id + half_i + \first]
.if \first == 0
    ld.local  r1, [thread_id + place]
.endif
    sub.f32   r8, r4, r6
    add.f32   r10, r4, r6
    sub.f32   r9, r5, r7
    add.f32   r11, r5, r7
    turn      r12, r13, r8, r9, r2, r3, r14
    st.local  [r1 + ping_r + \far], r10
    st.local  [r1 + ping_i + \far], r11
    st.local  [r1 + ping_r + 16 + \far], r12
.endm

; The results 0 and 2, result 2 turned in r20 and r21; the results 1 and 3, turned in r20 and r21, r26 and r27. third,
; second, fourth: their distances from the place.
.macro even_stores place, to_r, to_i, third
    st.local  [\place + \to_r], r16
    st.local  [\place + \to_i], r17
    st.local  [\place + \to_r + \third], r20
    st.local  [\place + \to_i + \third], r21
.endm

.macro odd_stores place, to_r, to_i, second, fourth
    st.local  [\place + \to_r + \second], r20
    st.local  [\place + \to_i + \second], r21
    st.local  [\place + \to_r + \fourth], r26
    st.local  [\place + \to_i + \fourth], r27
.endm

; The last layer's results, in natural order, from point thread_id + first on.
.macro last_stores first
    st.local  [thread_id + re + \first], r16
    st.local  [thread_id + re + 64 + \first], r18
    st.local  [thread_id + im + \first], r17
    st.local  [thread_id + im + 64 + \first], r19
.endm

.if sharing == 2

; The ways part before the last store of layer 0, so that it can share a bundle with the barrier.
    halves    0, 0
    ld.local  r0, [thread_id + place + 64] -> even if n

; Threads 0 to 31: results 1 and 3. They have more to do, so they get the lower warps, which the paper's scheduler lets
; run ahead.
    st.local  [r1 + ping_i + 16], r13
    bar
    odd_points ping_r, ping_i, 32
    odd_factors r2, r3, r22, r23, 0
    odd_results
    turn      r20, r21, r16, r17, r2, r3, r24
    turn      r26, r27, r18, r19, r22, r23, r25
    odd_factors r28, r29, r30, r31, 32
    ld.local  r1, [thread_id + place + 128]
    odd_stores r0, pong_r, pong_i, 8, 12
    bar
    odd_points pong_r, pong_i, 36
    odd_results
    turn      r20, r21, r16, r17, r28, r29, r24
    turn      r26, r27, r18, r19, r30, r31, r25
    odd_stores r1, ping_r, ping_i, 8, 24
    bar
    odd_points ping_r, ping_i, 33
    odd_results
    last_stores 32
    ret

; Threads 32 to 63: results 0 and 2 of the butterfly of thread t - 32.
even:
    st.local  [r1 + ping_i + 16], r13
    bar
    even_points ping_r - 32, ping_i - 32, 32
    even_factors r2, r3, -32
    even_results
    turn      r20, r21, r18, r19, r2, r3, r24
    even_factors r28, r29, 0
    ld.local  r1, [thread_id + place + 128]
    even_stores r0, pong_r + 1024, pong_i + 1024, 4
    bar
    even_points pong_r - 32, pong_i - 32, 36
    even_results
    turn      r20, r21, r18, r19, r28, r29, r24
    even_stores r1, ping_r, ping_i, 16
    bar
    even_points ping_r - 32, ping_i - 32, 33
    even_results
    last_stores -32 ; thread 32 writes point 0
    ret

.else

; A butterfly is one thread's. Layers 1 and 2, from the factors at `skip` of their tables.
.macro layer place, from_r, from_i, stride, skip, to_r, to_i, second, third, fourth
    even_points \from_r, \from_i, \stride
    even_factors r2, r3, \skip
    odd_factors r28, r29, r30, r31, \skip
    even_results
    turn      r20, r21, r18, r19, r2, r3, r24
    even_stores \place, \to_r, \to_i, \third
    odd_results
    turn      r20, r21, r16, r17, r28, r29, r24
    turn      r26, r27, r18, r19, r30, r31, r25
    odd_stores \place, \to_r, \to_i, \second, \fourth
.endm

    halves    0, 0
    st.local  [r1 + ping_i + 16], r13
    halves    32, 64
    st.local  [r1 + ping_i + 16 + 64], r13
    ld.local  r0, [thread_id + place + 64]
    ld.local  r1, [thread_id + place + 128]
    bar
    layer     r0, ping_r, ping_i, 32, 0, pong_r, pong_i, 8, 4, 12
    bar
    layer     r1, pong_r, pong_i, 36, 32, ping_r, ping_i, 8, 16, 24
    bar
    even_points ping_r, ping_i, 33
    even_results
    last_stores 0
    odd_results
    last_stores 32
    ret

.endif
