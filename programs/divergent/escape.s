; divergent/escape: how many turns z -> z^2 + c takes to leave the circle of radius 2 (the Mandelbrot set).
;
; Shows:    a loop of floating-point work that neighbouring lanes leave at different times, or not before `limit`.
; Mapping:  thread t works on the point (cr[t], ci[t]).
; Sizes:    limit = 40, 32 threads; -D limit=..., -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0, r1 z; r2, r3 their squares; r4 turns; r5 condition; r6, r7 c; r8 scratch.

.kernel escape
.equ masks 0
.equ threads 32
.equ limit 40
.threads threads
.include "structured.inc"

.local cr f32[threads]
.local ci f32[threads]
.local turns u32[threads]

    ld.local  r6, [thread_id + cr]
    ld.local  r7, [thread_id + ci]
    mov.f32   r0, 0.0
    mov.f32   r1, 0.0
    mov.b32   r4, 0
    loop turn
        lt.u32    r5, r4, limit
        while_nz r5, turn
        mul.f32   r2, r0, r0
        mul.f32   r3, r1, r1
        add.f32   r8, r2, r3
        le.f32    r5, r8, 4.0
        while_nz r5, turn
        mul.f32   r1, r0, r1
        add.f32   r1, r1, r1
        add.f32   r1, r1, r7
        sub.f32   r0, r2, r3
        add.f32   r0, r0, r6
        add.u32   r4, r4, 1
    endloop turn
    st.local  [thread_id + turns], r4
    ret
