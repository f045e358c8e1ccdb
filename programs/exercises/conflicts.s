; exercises/conflicts: total[i] = the sum of row i of a matrix of 64 x 16 floats.
;
; Shows:    bank conflicts: the words that the threads of a warp read together are 16 words apart, all in one of 4 banks.
; Mapping:  thread t walks along row t, from column 0 to column 15.
; Task:     let each thread of a warp read another bank. The matrix must stay where it is: rows of 16 words.
;
; Registers: r0 first word of the row, r1 column, r2 sum, r3 place, r4 value.

.kernel conflicts
.equ rows 64
.equ columns 16
.threads rows
.local x f32[rows * columns]
.local total f32[rows]

    shl.b32   r0, thread_id, log2(columns)
    mov.b32   r1, 0
    mov.f32   r2, 0.0
next:
    add.u32   r3, r0, r1
    ld.local  r4, [r3 + x]
    add.f32   r2, r2, r4
    add.u32   r1, r1, 1
    lt.u32    r4, r1, columns -> next if nz     ; jump if the result is not zero
    st.local  [thread_id + total], r2
    ret
