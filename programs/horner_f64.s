; horner_f64: y[i] = c[0] x[i]^degree + ... + c[degree], n doubles, by Horner's rule, from global memory.
;
; Shows:    double precision. Each step is one multiply-add of doubles, and a load that all work-items share (a
;           broadcast): with many warps the double-precision unit decides where it is slow, global memory where it is
;           not.
; Mapping:  work-item i makes y[i]. Launch n work-items; groups of any size that divides n.
; Sizes:    n = 4096, groups of 128, degree = 15. -D n=... -D degree=...; -D fused=0 for a machine that reads two
;           operands: a multiplication and an addition in place of the multiply-add, which rounds as they do.
;
; Registers: r0 byte of x[i] and y[i], r1 byte of c[k], r2 r3 the sum, r4 r5 c[k], r6 r7 x[i], r8 steps left.

.kernel horner_f64
.equ n 4096
.equ degree 15
.equ fused 1
.equ threads 128
.threads threads

.buffer c, f64, degree + 1
.buffer x, f64, n
.buffer y, f64, n

    shl.b32       r0, global_id, 3
    mov.b32       r1, 0
    mov.b32       r8, degree
    ld.global.b64 r6, [r0 + x]
    ld.global.b64 r2, [r1 + c]
next:
    add.u32       r1, r1, 8
    ld.global.b64 r4, [r1 + c]
.if fused
    mad.f64       r2, r2, r6, r4
.else
    mul.f64       r2, r2, r6
    add.f64       r2, r2, r4
.endif
    sub.u32       r8, r8, 1 -> next if nz
    st.global.b64 [r0 + y], r2
    ret
