; article/example2: a loop with a trip count per lane on the mask stack, example 2 of the branching article.
;
; Shows:    figure 6: 70 cycles on article32. A lane that has done its iterations waits for the others: 31.9 % of the
;           lane cycles are active.
; Mapping:  one warp of 32 lanes.
; Sizes:    filler is the number of `mov` in place of the article's "Do smth" (none in figure 6); the rest is as
;           printed.

.kernel example2
.threads 32
.equ filler 0

; uint lane_id = get_lane_id();
mov r0.x, lane_id
; for (uint i = lane_id; i < 16; i++) {
push_mask LOOP_END       ; Push the current mask and the pointer to reconvergence instruction
LOOP_PROLOG:
lt.u32 r0.y, r0.x, u(16) ; r0.y <- r0.x < 16
add.u32 r0.x, r0.x, u(1) ; r0.x <- r0.x + 1
mask_nz r0.y             ; exec bit <- r0.y != 0 - when all bits are zero next mask is popped
LOOP_BEGIN:
; // Do smth
.rept filler
mov r2.x, r2.x
.endr
jmp LOOP_PROLOG
LOOP_END:
; // }
ret
