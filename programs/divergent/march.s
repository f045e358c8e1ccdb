; divergent/march: rays through a volume of fog and clouds, front to back, until they leave it or nothing shines through.
;
; Shows:    a loop of ALU work around one memory wait per turn: the load of `simt experiment issue-width`, in place of
;           the branching article's ray marcher, which needs textures. A turn is 28 instructions of the ALU, 28 more in
;           clouds, one load, and 4 or 5 of control. Warps that are in clouds at different times run apart.
; Mapping:  thread t is a pixel; its ray goes down column t of the volume, density[row * threads + t], with a step of
;           its own: a warp reads consecutive words, of any rows, without bank conflicts.
; Sizes:    128 threads, 40 rows; -D threads=..., -D rows=... -D masks=1: with mask instructions.
; Needs:    options.multiply; lanes that part: ipdom_stack, min_pc, or -D masks=1. 8 bits after the point, of light 16.
;
; Registers: r0 place along the ray, r1 step, r2 light that still comes through, r3 warm and r4 cold light collected,
;            r5 density, r6 light that stays in this turn, r7 scratch, r8 condition or scratch.

.kernel march
.equ masks 0
.equ threads 128
.equ rows 40
.equ cloud 16                                ; denser than fog
.threads threads
.include "structured.inc"

.local step u32[threads]
.local density u32[rows * threads]
.local warm u32[threads]
.local cold u32[threads]

; \sum += light of this turn x \factor
.macro collect sum, factor
    mul.u32   \factor, \factor, r6
    shr.u32   \factor, \factor, 8
    add.u32   \sum, \sum, \factor
.endm

; r6 = what of the light stays in a medium of density \medium, and the rest goes on
.macro absorb medium
    mul.u32   r6, \medium, r1
    shr.u32   r6, r6, 8
    mul.u32   r6, r6, r2
    shr.u32   r6, r6, 8
    sub.u32   r2, r2, r6
.endm

; \wave = a triangular wave of itself, 0 to 256
.macro triangle wave, scratch
    and.b32   \wave, \wave, 511
    sub.u32   \wave, \wave, 256
    sub.u32   \scratch, 0, \wave
    max.s32   \wave, \wave, \scratch
.endm

    ld.local  r1, [thread_id + step]
    mov.b32   r0, 0
    mov.b32   r2, 1 << 16
    mov.b32   r3, 0
    mov.b32   r4, 0
    mov.b32   r8, 1
    loop ray
        while_nz r8, ray
turn:   shr.u32   r7, r0, 8                  ; the sample
        mul.u32   r7, r7, threads
        add.u32   r7, r7, thread_id
        ld.local  r5, [r7 + density]

        absorb    r5                         ; fog: cold in front, warm at the back
        shr.u32   r7, r0, 6
        min.u32   r7, r7, 256
        sub.u32   r8, 256, r7
        collect   r3, r7
        collect   r4, r8

        gt.u32    r8, r5, cloud
        if_nz r8, clouds
            sub.u32   r5, r5, cloud
            absorb    r5
            mov.b32   r7, r0                 ; a warm lamp
            triangle  r7, r8
            mul.u32   r7, r7, r5
            shr.u32   r7, r7, 4
            min.u32   r7, r7, 255
            collect   r3, r7
            shl.b32   r7, r0, 2              ; a cold one
            add.u32   r7, r7, thread_id
            triangle  r7, r8
            mul.u32   r7, r7, r5
            shr.u32   r7, r7, 4
            min.u32   r7, r7, 255
            collect   r4, r7
        endif clouds

        mul.u32   r7, r0, 1103515245         ; on, by a step with some jitter
        add.u32   r7, r7, 12345
        shr.u32   r7, r7, 28
        add.u32   r0, r0, r1
        add.u32   r0, r0, r7
        lt.u32    r8, r0, rows << 8
        gt.u32    r7, r2, 64
        and.b32   r8, r8, r7
    endloop ray
    st.local  [thread_id + warm], r3
    st.local  [thread_id + cold], r4
    ret
