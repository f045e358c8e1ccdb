; transpose_padded: y = x transposed, 32 x 32, rows of y one word longer.
;
; Shows:    the cure for the conflicts of transpose.s: with rows of 33 words a column touches all banks in turn. It
;           costs 32 words of memory and one addition per thread.
; Mapping:  thread t stays in one column and goes down the rows (transpose.inc).
; Sizes:    n = 32, 64 threads; --threads for another multiple of n.

.kernel transpose_padded
.equ n 32
.equ pad 1

.include "transpose.inc"
