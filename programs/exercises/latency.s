; exercises/latency: total[i] = x[i] + x[256 + i] + ... + x[15 * 256 + i], the sums of the columns of 16 rows of 256 floats.
;
; Shows:    latency that nothing hides: a work-item asks for a word, waits for it, adds it, and asks for the next one.
; Mapping:  work-item w goes down column w. Two warps are in a work-group, eight on the core.
; Task:     let a work-item ask for several words before it needs the first one.
;
; Registers: r0 byte of the element, r1 rows left, r2 sum, r3 value.

.kernel latency
.equ columns 256                       ; work-items
.equ rows 16
.threads 64
.buffer x, f32, rows * columns
.buffer total, f32, columns

    shl.b32   r0, global_id, 2
    mov.b32   r1, rows
    mov.f32   r2, 0.0
next:
    ld.global r3, [r0 + x]
    add.f32   r2, r2, r3
    add.u32   r0, r0, 4 * columns
    sub.u32   r1, r1, 1 -> next if nz
    shl.b32   r0, global_id, 2
    st.global [r0 + total], r2
    ret
