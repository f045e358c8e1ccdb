; mm_global_rows: c = a b, n x n floats, row after row, from global memory; x counts rows.
;
; Shows:    what scattered accesses cost (the seed paper's MM_Global). The work-items of a warp take neighbouring rows:
;           each of their words of a lies in a segment of its own, 4 n bytes further on; b is a broadcast. The results
;           are scattered too.
; Mapping:  work-item (x, y) makes c[x][y], in n steps. Launch n x n work-items; a group of any shape that divides it.
; Sizes:    n = 64, groups of 64. -D n=...; a machine without multiplication needs a power of two. -D fused=1 makes
;           multiply-adds of the 2 n multiplications and additions of a work-item.

.kernel mm_global_rows
.equ n 64
.equ threads 64
.equ fused 0
.equ is_by_rows 1
.include "mm_global.inc"
