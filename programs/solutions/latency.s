; solutions/latency: the exercise `latency`, solved in assembly.
;
; Shows:    latency that a warp hides by itself: eight loads are under way at a time.
; Mapping:  work-item w goes down column w, eight rows in each turn.
; Sizes:    -D ahead=... for another number of rows in a turn, a divisor of 16.
;
; Registers: r0 to r15 values, r16 byte of the element, r17 rows left, r18 sum.

.kernel latency
.equ columns 256                       ; work-items
.equ rows 16
.equ ahead 8                           ; rows of a turn
.threads 64
.assert rows % ahead == 0, "the rows of a turn must divide the rows"
.buffer x, f32, rows * columns
.buffer total, f32, columns

    shl.b32   r16, global_id, 2
    mov.b32   r17, rows
    mov.f32   r18, 0.0
next:
.rept ahead, k
    ld.global r\k, [r16 + x + 4 * columns * k]
.endr
.rept ahead, k
    add.f32   r18, r18, r\k
.endr
    add.u32   r16, r16, 4 * columns * ahead
    sub.u32   r17, r17, ahead -> next if nz
    shl.b32   r16, global_id, 2
    st.global [r16 + total], r18
    ret
