; solutions/divergence: the exercise `divergence`, solved.
;
; Shows:    warps whose lanes never part: the first two work on even items, the last two on odd ones.
; Mapping:  thread t works on item 2 t; from thread 64 on it is item 2 t - 127.
;
; Registers: r0 item, r1 value, r2 condition, r3 turns left.

.kernel divergence
.equ items 128
.threads items
.local x u32[items]
.local y u32[items]

; -- which item is the thread's? --
    shl.b32   r0, thread_id, 1
    and.b32   r0, r0, items - 1
    shr.u32   r2, thread_id, log2(items / 2)    ; 0, and 1 in the second half of the threads
    add.u32   r0, r0, r2
; -- end of the part to change --
    ld.local  r1, [r0 + x]
    and.b32   r2, r0, 1
    br_push   r2, even, joined      ; lanes with r2 = 0 go on at `even`, all meet again at `joined`
    mov.b32   r3, 24
odd_turn:
    mul.u32   r1, r1, 1664525
    add.u32   r1, r1, 1013904223
    sub.u32   r3, r3, 1 -> odd_turn if nz
    pop_mask                        ; the end of the odd side
even:
    mov.b32   r3, 8
even_turn:
    mul.u32   r1, r1, 1664525
    add.u32   r1, r1, 1013904223
    sub.u32   r3, r3, 1 -> even_turn if nz
    pop_mask                        ; the end of the even side
joined:
    st.local  [r0 + y], r1
    ret
