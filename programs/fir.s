; fir: y[i] = sum over k of h[k] x[i + taps - 1 - k], a filter of 16 taps with its coefficients in constant memory.
;
; Shows:    constants as operands: a coefficient costs no load and no register. Per tap one local access and two FPU
;           operations, no barrier: the FPU is busier than in the FFT.
; Mapping:  thread t computes the outputs t, t + threads, ...; a warp reads consecutive words, without conflicts.
; Sizes:    n = 256 outputs from n + 15 inputs (the first 15 are the past), 64 threads. Any n that is a multiple of the
;           threads (-D n=1024; --threads).

.kernel fir
.equ n 256
.equ taps 16
.threads 64

; Low pass, cut-off at a quarter of the sampling rate: sinc with a Hamming window, sum 1. It is symmetric,
; h[k] = h[15 - k], so half of it is stored. fir.py has the same numbers.
.const h f32 = -0.002409, -0.004162, 0.009536, 0.019971, -0.037954, -0.069573, 0.137361, 0.447230

.local x f32[n + taps - 1]
.local y f32[n]

    mov.b32   r0, thread_id
next:
    ld.local  r1, [r0 + x + taps - 1]
    mul.f32   r1, r1, h[0]
.rept taps - 1, k
    ld.local  r2, [r0 + x + taps - 2 - k]
    mul.f32   r2, r2, h[min(k + 1, taps - 2 - k)]
    add.f32   r1, r1, r2
.endr
    st.local  [r0 + y], r1
    add.u32   r0, r0, group_size
    lt.u32    r1, r0, n -> next if nz
    ret
