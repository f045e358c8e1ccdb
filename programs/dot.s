; dot: result = sum of x[i] y[i], each thread its share, then a tree over the threads.
;
; Shows:    a tree reduction with barriers on a machine without divergence. A step of the tree halves the working
;           threads; whole warps leave, so the jump asks for the first thread of the warp, and all its lanes agree. In
;           the last steps, narrower than a warp, the idle lanes of warp 0 add rubbish to words that nobody reads
;           again.
; Mapping:  thread t sums the elements t, t + threads, ...; in the tree it adds the partial sum of thread t + width.
; Sizes:    n = 1024, 64 threads. Any power of two of threads (-D threads=128), any n that is a multiple of them.
;
; Registers: r0 element, r1 the thread's sum, r2 r3 spare, r4 first thread of the warp, r5 width of the tree's step.

.kernel dot
.equ n 1024
.equ threads 64
.assert (threads & (threads - 1)) == 0, "threads must be a power of two"
.assert n % threads == 0, "n must be a multiple of the threads"
.threads threads
.counts_on lockstep                ; the last steps of the tree are of lanes of warp 0, without a barrier between
.local x f32[n]
.local y f32[n]
.local partial f32[2 * threads]    ; the idle lanes of warp 0 may read past the last thread's sum
.local result f32[1]

    mov.b32   r0, thread_id
    mov.f32   r1, 0.0
accumulate:
    ld.local  r2, [r0 + x]
    ld.local  r3, [r0 + y]
    mul.f32   r2, r2, r3
    add.f32   r1, r1, r2
    add.u32   r0, r0, group_size
    lt.u32    r2, r0, n -> accumulate if nz

    st.local  [thread_id + partial], r1
    sub.u32   r4, thread_id, lane_id
    shr.u32   r5, group_size, 1
reduce:
    bar
    ge.u32    r2, r4, r5 -> idle if nz
    add.u32   r3, thread_id, r5
    ld.local  r2, [r3 + partial]
    add.f32   r1, r1, r2
    st.local  [thread_id + partial], r1
idle:
    shr.u32   r5, r5, 1 -> reduce if nz

    mov.b32   r2, warp_id -> done if nz
    ld.local  r1, [partial]
    st.local  [result], r1
done:
    ret
