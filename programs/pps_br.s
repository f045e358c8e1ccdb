; pps_br: y[i] = x[first] + ... + x[i], inclusive prefix sums of each group's elements, in log2(group) rounds.
;
; Shows:    a branch on which the lanes of a warp diverge (the seed paper's PPS_Br): in the round of distance ofs, lanes
;           with thread_id >= ofs add and the others only copy. Once ofs is a multiple of the warp size no warp diverges
;           any more: whole warps go one way. Two buffers in turn, a barrier per round, no bank conflicts.
; Mapping:  work-item i has element i. A group scans its own elements: the sums of groups are another launch's, as any
;           device needs whose groups cannot wait for each other. Launch n work-items in groups of `group`.
; Sizes:    n = 1024, group = 64. -D n=..., -D group=..., a power of two that divides n. -D stride=..., a power of two:
;           of n x stride elements the last of every `stride` are scanned, as of the sums that another launch has left
;           (scan.toml). Lanes part at a jump: the machine needs branch.policy ipdom_stack or min_pc.
;
; Registers: r0 byte of the element, r1 its sum so far, r2 ofs, r3 its place in the buffer that is read, r4 the element
;            at distance ofs, r5 condition.

.kernel pps_br
.equ n 1024
.equ group 64
.equ stride 1
.threads group
.assert ((group & (group - 1)) == 0) & (n % group == 0), "group must be a power of two that divides n"
.assert (stride & (stride - 1)) == 0, "stride must be a power of two"
.buffer x, f32, n * stride
.buffer y, f32, n
.local sums f32[2 * group] align 2 * group   ; at 0, so that a place changes its buffer by one bit

    shl.b32   r0, global_id, 2
    mov.b32   r3, thread_id
.if stride > 1
    shl.b32   r1, r0, log2(stride)
    ld.global r1, [r1 + x + 4 * (stride - 1)]
.else
    ld.global r1, [r0 + x]
.endif
    st.local  [r3 + sums], r1
    mov.b32   r2, 1
    bar
next:
    ld.local  r1, [r3 + sums]
    lt.u32    r5, thread_id, r2 -> copy if c
    sub.u32   r4, r3, r2
    ld.local  r4, [r4 + sums]
    add.f32   r1, r4, r1
copy:
    xor.b32   r3, r3, group
    st.local  [r3 + sums], r1
    shl.b32   r2, r2, 1
    bar
    lt.u32    r5, r2, group -> next if c
    ld.local  r1, [r3 + sums]
    st.global [r0 + y], r1
    ret
