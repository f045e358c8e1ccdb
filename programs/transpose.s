; transpose: y = x transposed, 32 x 32, rows of 32 words.
;
; Shows:    the worst bank conflict: a warp stores to words 32 apart, all in one bank, so every store takes as many
;           cycles as the warp has lanes. transpose_padded.s is the same kernel with rows of 33 words.
; Mapping:  thread t stays in one column and goes down the rows (transpose.inc).
; Sizes:    n = 32, 64 threads; --threads for another multiple of n.

.kernel transpose
.equ n 32
.equ pad 0

.include "transpose.inc"
