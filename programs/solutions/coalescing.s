; solutions/coalescing: the exercise `coalescing`, solved in assembly.
;
; Shows:    accesses that coalesce: a warp asks for 32 neighbouring words, in two transactions.
; Mapping:  work-item w makes y[w], y[1024 + w], y[2 * 1024 + w] and so on.
;
; Registers: r0 byte of the element in x and y, r1 elements left, r2 value.

.kernel coalescing
.equ items 1024                        ; work-items
.equ each 16                           ; elements of one
.threads 128
.buffer x, f32, items * each
.buffer y, f32, items * each

    shl.b32   r0, global_id, 2
    mov.b32   r1, each
next:
    ld.global r2, [r0 + x]
    mul.f32   r2, r2, 2.0
    add.f32   r2, r2, 1.0
    st.global [r0 + y], r2
    add.u32   r0, r0, 4 * items
    sub.u32   r1, r1, 1 -> next if nz
    ret
