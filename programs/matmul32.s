; matmul32: c = a b, 32 x 32 floats, row after row.
;
; Shows:    reuse in registers: a thread holds n n / threads results of one column, so a word of b is loaded once for
;           all of them, and a word of a is the same for the whole warp (a broadcast costs one cycle). Three
;           instructions per term: load, multiply, add. There is no integer multiply: addresses are shifts and running
;           sums.
; Mapping:  thread t has column t mod n and the rows (t / n) rows ... (t / n) rows + rows - 1.
; Sizes:    n = 32, 64 threads, rows = 16. -D threads=128 or 256 leaves 8 or 4 rows per thread; at most 16. n is a
;           power of two, a multiple of the warp size for the broadcasts.
;
; Registers: r0 place in a (row of the thread's first result, column k), r1 place in b (row k), r2 terms left, r3 word
;            of b, r4 product, r5 place in c, r16 to r31 the results.

.kernel matmul32
.equ n 32
.equ threads 64
.assert (n & (n - 1)) == 0, "n must be a power of two"
.assert (threads & (threads - 1)) == 0, "threads must be a power of two"
.assert (n <= threads) & (threads <= n * n), "the threads are n to n * n"
.assert n * n <= 16 * threads, "a thread has at most 16 results: use more threads"
.equ rows n * n / threads
.threads threads

.local a f32[n * n]
.local b f32[n * n]
.local c f32[n * n]

.macro each_row action
    \action r16, 0
    \action r17, 1
    \action r18, 2
    \action r19, 3
    \action r20, 4
    \action r21, 5
    \action r22, 6
    \action r23, 7
    \action r24, 8
    \action r25, 9
    \action r26, 10
    \action r27, 11
    \action r28, 12
    \action r29, 13
    \action r30, 14
    \action r31, 15
.endm

.macro clear sum, row
.if \row < rows
    mov.f32   \sum, 0.0
.endif
.endm

.macro term sum, row
.if \row < rows
    ld.local  r4, [r0 + a + \row * n]
    mul.f32   r4, r4, r3
    add.f32   \sum, \sum, r4
.endif
.endm

.macro store sum, row
.if \row < rows
    st.local  [r5 + c + \row * n], \sum
.endif
.endm

    shr.u32   r0, thread_id, log2(n)
    shl.b32   r0, r0, log2(rows * n)
    and.b32   r1, thread_id, n - 1
    add.u32   r5, r0, r1
    mov.b32   r2, n
    each_row  clear
next:
    ld.local  r3, [r1 + b]
    each_row  term
    add.u32   r0, r0, 1
    add.u32   r1, r1, n
    sub.u32   r2, r2, 1 -> next if nz
    each_row  store
    ret
