; rows: total[i] = the sum of row i of a matrix, a thread for each row.
;
; Shows:    bank conflicts. Rows are 12 words long and local memory has 4 banks, so that the words which the threads of a
;           warp read together are all in one bank.
; Mapping:  thread t walks along row t.
; Sizes:    56 rows of 12 words. -D pitch=13 leaves a free word after each row.

.kernel rows
.equ columns 12
.equ pitch columns                     ; words from one row to the next
.threads 56
.local x f32[56 * pitch]
.local total f32[56]

    mul.u32   r0, thread_id, pitch     ; r0: where the thread's row begins
    add.u32   r1, r0, columns          ; r1: where it ends
    mov.f32   r2, 0.0                  ; r2: the sum
next:
    ld.local  r3, [r0 + x]
    add.f32   r2, r2, r3
    add.u32   r0, r0, 1
    lt.u32    r3, r0, r1 -> next if nz ; jump if the result is not zero
    st.local  [thread_id + total], r2
    ret
