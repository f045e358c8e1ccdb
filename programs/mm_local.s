; mm_local: c = a b, n x n floats, row after row, by tiles in local memory.
;
; Shows:    reuse through local memory (the seed paper's MM_Local): a word is loaded from global memory once for a whole
;           row or column of a tile, and then `depth` times from local memory without a bank conflict; two barriers per
;           step. The inner loop is unrolled.
; Mapping:  a group of width x height work-items makes a tile of c of that shape, work-item (x, y) the element (x, y) of
;           it. The tiles of a and b are `depth` deep, the shorter side, so a work-item loads at most one word of each;
;           the first ones do. Launch n x n work-items in groups of width x height.
; Sizes:    n = 64, height = width = 16. -D height=8 is the paper's 8 x 16, -D height=8 -D width=8 its 8 x 8. Height and
;           width are powers of two up to 16 that divide n. -D fused=1 makes multiply-adds of the multiplications and
;           additions. A machine without multiplication needs an n that is a power of two.
;
; Registers: r0 byte of the word of a that the work-item loads, r1 of b, r2 the sum, r3 steps left, r4 r5 the factors,
;            r6 row of the tile of a, r7 byte of the result in c, r8 condition.

.kernel mm_local
.equ n 64
.equ height 16
.equ width 16
.equ fused 0
.equ depth min(height, width)
.assert (height & (height - 1)) == 0, "height must be a power of two"
.assert (width & (width - 1)) == 0, "width must be a power of two"
.assert max(height, width) <= 16, "height and width are at most 16"
.assert n % max(height, width) == 0, "height and width must divide n"
.include "mm.inc"
.threads height * width

.buffer a, f32, n * n
.buffer b, f32, n * n
.buffer c, f32, n * n
.local tile_a f32[height * depth]
.local tile_b f32[depth * width]

    ; The thread's word of a tile of a: row thread_id / depth, column thread_id mod depth.
    scale     r0, group_id_y, 4 * n * height
    shr.u32   r4, thread_id, log2(depth)
    scale     r4, r4, 4 * n
    add.u32   r0, r0, r4
    and.b32   r4, thread_id, depth - 1
    shl.b32   r4, r4, 2
    add.u32   r0, r0, r4
    ; And of b: row thread_id / width, column thread_id mod width, which is x.
    scale     r1, local_id_y, 4 * n
    shl.b32   r4, global_id_x, 2
    add.u32   r1, r1, r4
    scale     r7, global_id_y, 4 * n
    add.u32   r7, r7, r4
    shl.b32   r6, local_id_y, log2(depth)
    mov.f32   r2, 0.0
    mov.b32   r3, n / depth
next:
.if depth < width                        ; fewer words than work-items
    lt.u32    r8, thread_id, height * depth -> loaded_a if nc
.endif
    ld.global r4, [r0 + a]
    st.local  [thread_id + tile_a], r4
loaded_a:
.if depth < height
    lt.u32    r8, thread_id, depth * width -> loaded_b if nc
.endif
    ld.global r5, [r1 + b]
    st.local  [thread_id + tile_b], r5
loaded_b:
    bar
.rept depth, k
    ld.local  r4, [r6 + tile_a + k]
    ld.local  r5, [local_id_x + tile_b + k * width]
    accumulate r2, r4, r4, r5
.endr
    add.u32   r0, r0, 4 * depth
    add.u32   r1, r1, 4 * n * depth
    bar
    sub.u32   r3, r3, 1 -> next if nz
    st.global [r7 + c], r2
    ret
