; article/example3: an if with else on the mask stack, example 3 of the branching article.
;
; Shows:    figure 7: 16 cycles on article32 with five instructions in each side (-D filler=5), 6 as printed. The sides
;           run one after the other; -s branch.order=false_first turns them round.
; Mapping:  one warp of 32 lanes.
; Sizes:    filler is the number of `mov` in place of each "Do smth"; the rest is as printed.

.kernel example3
.threads 32
.equ filler 0
.counts_on zero_registers    ; the filler moves r2.x, which nobody needs
mov r0.x, lane_id
lt.u32 r0.y, r0.x, u(16)
; if (lane_id < 16) {
; Push (current mask, CONVERGE) and (else mask, ELSE)
; Also set current execution bit to r0.y != 0
br_push r0.y, ELSE, CONVERGE
THEN:
; // Do smth
.rept filler
mov r2.x, r2.x
.endr
pop_mask
; } else {
ELSE:
; // Do smth else
.rept filler
mov r2.x, r2.x
.endr
pop_mask
; }
CONVERGE:
ret
