; divergent/nested_chain: `levels` ifs, each inside a side of the one before.
;
; Shows:    how deep the stack grows. With chain = 0 every level sends one lane to the false side and the next level is
;           in the true side; chain = 1 is its mirror image, one lane to the true side and the next level in the false
;           one; chain = 2 halves the lanes, the next level in the true side. `simt experiment stack-depth` runs all
;           three under the three orders of the sides.
; Mapping:  thread t leaves in entered[t] how many sides it has run.
; Sizes:    width = 32 threads, one warp of that many lanes, levels = 15; -D width=... (a power of two), -D levels=...
;           (less than width; chain 2: at most its logarithm). The true-first stack holds 2 entries per level. On
;           narrower warps the same threads leave, and each warp's stack holds what its own lanes need.
;           -D masks=1: with mask instructions.
;
; Registers: r0 sides run, r1 condition.

.kernel nested_chain
.equ masks 0
.equ chain 0
.equ width 32
.equ threads width
.equ levels 15
.assert (width & (width - 1)) == 0, "width must be a power of two"
.assert levels < width, "levels must be less than width"
.threads threads
.counts_on zero_registers          ; sides are counted from 0
.local entered u32[threads]

.macro decide level
.if chain == 0
    lt.u32    r1, thread_id, width - 1 - (\level)
.else
.if chain == 1
    ge.u32    r1, thread_id, width - 1 - (\level)
.else
    and.b32   r1, thread_id, width >> (\level) + 1
.endif
.endif
.endm

; The ends of the ifs come in the reverse order of their starts, so the targets are addresses counted from `inner`.
.if chain == 1
.equ end 1 * masks
.rept levels, level
    decide    level
.if masks
    br_push   r1, else_\level, inner + (levels - level) * end
.else
    mov.b32   r1, r1 -> else_\level if z
.endif
    add.u32   r0, r0, 1
.if masks
    pop_mask
.else
    jmp       inner
.endif
else_\level:
    add.u32   r0, r0, 1
.endr
inner:
.rept levels * masks
    pop_mask
.endr
.else
.equ end 2 + masks
.rept levels, level
    decide    level
.if masks
    br_push   r1, inner + (levels - 1 - level) * end + 1, inner + (levels - level) * end
.else
    mov.b32   r1, r1 -> inner + (levels - 1 - level) * end + 1 if z
.endif
    add.u32   r0, r0, 1
.endr
inner:
.rept levels, level
.if masks
    pop_mask
    add.u32   r0, r0, 1
    pop_mask
.else
    jmp       inner + (level + 1) * end
    add.u32   r0, r0, 1
.endif
.endr
.endif
    st.local  [thread_id + entered], r0
    ret
