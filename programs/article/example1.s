; article/example1: an if without else on the mask stack, example 1 of the branching article (*How GPUs handle
; branches*).
;
; Shows:    figure 5: 11 cycles on article32 with five instructions in the body (-D filler=5), 6 as printed. Lanes with
;           an odd number run the body while the others wait.
; Mapping:  one warp of 32 lanes.
; Sizes:    filler is the number of `mov` in place of the article's "Do smth"; everything else is as printed.

.kernel example1
.threads 32
.equ filler 0
.counts_on zero_registers    ; the filler moves r2.x, which nobody needs
; uint lane_id = get_lane_id();
mov r0.x, lane_id
; if (lane_id & 1) {
push_mask BRANCH_END
and r0.y, r0.x, u(1)
mask_nz r0.y
LOOP_BEGIN:
; // Do smth
.rept filler
mov r2.x, r2.x
.endr
pop_mask                 ; pop mask and reconverge
BRANCH_END:
; // Do some more
ret
