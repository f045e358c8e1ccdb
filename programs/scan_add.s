; scan_add: y[i] = y[i] + sums[g - 1] for the elements i of group g > 0: what is before a group joins its prefix sums.
;
; Shows:    the last step of a scan over several groups (scan.toml): work-items of one group read one word, a broadcast.
; Mapping:  work-item i has element i. The first group has nothing before it and ends at once.
; Sizes:    n = 1024, group = 64. -D n=..., -D group=..., which divides n.
;
; Registers: r0 byte of the element, r1 the element, r2 byte of the group's sum, r3 the sum.

.kernel scan_add
.equ n 1024
.equ group 64
.threads group
.assert n % group == 0, "group must divide n"
.buffer y, f32, n
.buffer sums, f32, n / group

    sub.u32   r2, group_id, 1 -> out if c
    shl.b32   r0, global_id, 2
    shl.b32   r2, r2, 2
    ld.global r3, [r2 + sums]
    ld.global r1, [r0 + y]
    add.f32   r1, r3, r1
    st.global [r0 + y], r1
out:
    ret
