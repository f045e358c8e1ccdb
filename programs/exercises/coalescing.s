; exercises/coalescing: y[i] = 2 x[i] + 1 for 16384 floats in global memory, 16 of them by each work-item.
;
; Shows:    accesses that do not coalesce: the words that a warp asks for together are 16 words apart.
; Mapping:  work-item w makes y[16 w] to y[16 w + 15], one after the other.
; Task:     give the elements to the work-items in another way, so that neighbours ask for neighbouring words.
;
; Registers: r0 byte of the element in x and y, r1 elements left, r2 value.

.kernel coalescing
.equ items 1024                        ; work-items
.equ each 16                           ; elements of one
.threads 128
.buffer x, f32, items * each
.buffer y, f32, items * each

    shl.b32   r0, global_id, log2(4 * each)
    mov.b32   r1, each
next:
    ld.global r2, [r0 + x]
    mul.f32   r2, r2, 2.0
    add.f32   r2, r2, 1.0
    st.global [r0 + y], r2
    add.u32   r0, r0, 4
    sub.u32   r1, r1, 1 -> next if nz
    ret
