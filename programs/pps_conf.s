; pps_conf: y[i] = x[first] + ... + x[i - 1], exclusive prefix sums of each group's elements, up a tree and down again.
;
; Shows:    bank conflicts that grow (the seed paper's PPS_Conf): in the round of distance ofs neighbouring work-items
;           are 2 ofs words apart, so up to 2 ofs of them share a bank, until few are at work. Two additions per element
;           in all, twice the rounds of pps_br, half the local memory per element. It is the scan of GPU Gems 3, chapter
;           39, without its padding.
; Mapping:  work-item i of a group has the elements 2 i and 2 i + 1 of the group's 2 `group`. In a round the first work-
;           items are at work, half the number of the round before, then twice. A group scans its own elements.
;           Launch n / 2 work-items in groups of `group`.
; Sizes:    n = 1024, group = 64. -D n=..., -D group=..., a power of two with n a multiple of 2 `group`. Lanes part at a
;           jump: the machine needs branch.policy ipdom_stack or min_pc.
;
; Registers: r0 byte of the first element, r10 of the second, r1 and r2 the two, r3 ofs, r4 work-items at work, r5 place
;            of the left element of the pair, r6 of the right one, r7 condition, r8 2 thread_id + 1, r9 log2(ofs).

.kernel pps_conf
.equ n 1024
.equ group 64
.assert (group & (group - 1)) == 0, "group must be a power of two"
.assert n % (2 * group) == 0, "n must be a multiple of 2 group"
.threads group

.buffer x, f32, n
.buffer y, f32, n
.local sums f32[2 * group]

.macro pair                                  ; r5, r6: (2 thread_id + 1) << log2(ofs) - 1, and ofs further on
    shl.b32   r5, r8, r9
    sub.u32   r5, r5, 1
    add.u32   r6, r5, r3
.endm

    shl.b32   r0, global_id, 3
    shl.b32   r8, thread_id, 1
    ld.global r1, [r0 + x]
    add.u32   r10, r0, 4
    ld.global r2, [r10 + x]
    st.local  [r8 + sums], r1
    st.local  [r8 + sums + 1], r2
    add.u32   r8, r8, 1
    mov.b32   r3, 1
    mov.b32   r9, 0
    mov.b32   r4, group
up:                                          ; the right element becomes the sum of the pair's part of the tree
    bar
    lt.u32    r7, thread_id, r4 -> summed if nc
    pair
    ld.local  r1, [r5 + sums]
    ld.local  r2, [r6 + sums]
    add.f32   r2, r2, r1
    st.local  [r6 + sums], r2
summed:
    shl.b32   r3, r3, 1
    add.u32   r9, r9, 1
    shr.u32   r4, r4, 1 -> up if nz

    ne.u32    r7, thread_id, 0 -> cleared if c
    st.local  [thread_id + sums + 2 * group - 1], thread_id   ; which is 0, and so is the float of these bits
cleared:
    mov.b32   r4, 1
down:                                        ; left gets what comes before the pair, right that and the left sum
    shr.u32   r3, r3, 1
    sub.u32   r9, r9, 1
    bar
    lt.u32    r7, thread_id, r4 -> passed if nc
    pair
    ld.local  r1, [r5 + sums]
    ld.local  r2, [r6 + sums]
    st.local  [r5 + sums], r2
    add.f32   r2, r2, r1
    st.local  [r6 + sums], r2
passed:
    shl.b32   r4, r4, 1
    le.u32    r7, r4, group -> down if c
    bar
    sub.u32   r8, r8, 1
    ld.local  r1, [r8 + sums]
    ld.local  r2, [r8 + sums + 1]
    st.global [r0 + y], r1
    st.global [r10 + y], r2
    ret
