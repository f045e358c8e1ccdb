; locks/spin_lock: the sum of all threads' words, added by one thread at a time under a spin lock.
;
; Shows:    lanes that wait for lanes of their own warp: the lane that holds the lock has to run while others spin
;           (docs/divergence.md). `simt experiment forward-progress` runs it under every branch policy.
; Mapping:  thread t adds value[t] to total, by a load and a store.
; Sizes:    32 threads; -D threads=... -D inside=1: the critical section stands inside the spin loop. -D masks=1: with
;           mask instructions.
; Needs:    lanes that part and go on: its_yield; with -D inside=1 every policy but first_thread.
;
; Registers: r0, r3, r4 scratch of the lock, r1 0, r2 1, r5 total.

.kernel spin_lock
.equ masks 0
.equ inside 0
.equ threads 32
.threads threads
.include "lock.inc"

.local value u32[threads]
.local lock u32[1]
.local total u32[1]

    mov.b32   r1, 0
    mov.b32   r2, 1
    ld.local  r6, [thread_id + value]
    critical r1, lock, take
        ld.local  r5, [r1 + total]
        add.u32   r5, r5, r6
        st.local  [r1 + total], r5
    endcritical r1, lock, take
    ret
