; solutions/conflicts: the exercise `conflicts`, solved.
;
; Shows:    no bank conflicts, although rows are 16 words apart: the threads of a warp are in different columns.
; Mapping:  thread t walks along row t, from column t mod 16 to the end, and on from column 0.
;
; Registers: r0 first word of the row, r1 column, r2 sum, r3 place, r4 value, r5 first column.

.kernel conflicts
.equ rows 64
.equ columns 16
.threads rows
.local x f32[rows * columns]
.local total f32[rows]

    shl.b32   r0, thread_id, log2(columns)
    and.b32   r5, thread_id, columns - 1
    mov.b32   r1, r5
    mov.f32   r2, 0.0
next:
    add.u32   r3, r0, r1
    ld.local  r4, [r3 + x]
    add.f32   r2, r2, r4
    add.u32   r1, r1, 1
    and.b32   r1, r1, columns - 1               ; column 0 comes after the last one
    sub.u32   r4, r1, r5 -> next if nz          ; until the first column comes again
    st.local  [thread_id + total], r2
    ret
