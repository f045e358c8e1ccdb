; mm_global: c = a b, n x n floats, row after row, from global memory; x counts columns.
;
; Shows:    coalescing. The work-items of a warp take neighbouring columns: they ask for one word of a (a broadcast) and
;           for words of b that lie side by side. mm_global_rows is the same product the other way round.
; Mapping:  work-item (x, y) makes c[y][x], in n steps. Launch n x n work-items; a group of any shape that divides it.
; Sizes:    n = 64, groups of 64. -D n=...; a machine without multiplication needs a power of two. -D fused=1 makes
;           multiply-adds of the 2 n multiplications and additions of a work-item.

.kernel mm_global
.equ n 64
.equ threads 64
.equ fused 0
.equ is_by_rows 0
.include "mm_global.inc"
