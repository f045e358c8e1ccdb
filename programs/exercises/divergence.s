; exercises/divergence: y[i] = x[i] after some steps of a generator of random numbers: 24 if i is odd, 8 if it is even.
;
; Shows:    lanes of a warp that take different paths: odd and even lanes each wait while the others work.
; Mapping:  thread t works on item t, of 128.
; Task:     make each warp work on items of one kind. Only the lines between the two marks need a change.
;
; Registers: r0 item, r1 value, r2 condition, r3 turns left.

.kernel divergence
.equ items 128
.threads items
.local x u32[items]
.local y u32[items]

; -- which item is the thread's? --
    mov.b32   r0, thread_id
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
