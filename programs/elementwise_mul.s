; elementwise_mul: z[i] = x[i] y[i], the FPGA paper's first example of a kernel.
;
; Shows:    the smallest useful kernel. One FPU operation against three local accesses: memory decides.
; Mapping:  thread t takes the elements t, t + threads, ...: a warp's accesses are to consecutive words, without
;           conflicts.
; Sizes:    n = 256, 64 threads. Any n that is a multiple of the threads (-D n=1024; --threads).

.kernel elementwise_mul
.equ n 256
.threads 64

.local x f32[n]
.local y f32[n]
.local z f32[n]

    mov.b32   r0, thread_id
next:
    ld.local  r1, [r0 + x]
    ld.local  r2, [r0 + y]
    mul.f32   r1, r1, r2
    st.local  [r0 + z], r1
    add.u32   r0, r0, group_size
    lt.u32    r1, r0, n -> next if nz
    ret
