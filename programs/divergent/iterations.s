; divergent/iterations: the branching article's last example, a loop of memory[thread] turns.
;
; Shows:    figures 8 and 9: a wave runs as long as its longest thread. `simt experiment divergence` runs it for several
;           widths, unsorted and sorted.
; Mapping:  thread t makes iterations[t] turns; what it has counted goes to turns[t].
; Sizes:    32 threads, filler = 1 instruction in place of the article's "Do smth"; -D threads=..., -D filler=...
;           -D masks=1: with mask instructions.
;
; Registers: r0 counter, r1 turns to make, r2 condition, r3 filler.

.kernel iterations
.equ masks 0
.equ threads 32
.equ filler 1
.threads threads
.include "structured.inc"
.counts_on zero_registers          ; the filler moves r3, which nobody needs
.local iterations u32[threads]
.local turns u32[threads]

    ld.local  r1, [thread_id + iterations]
    mov.b32   r0, 0
    loop body
        lt.u32    r2, r0, r1
        while_nz r2, body
turn:
.rept filler
        mov.b32   r3, r3
.endr
        add.u32   r0, r0, 1
    endloop body
    st.local  [thread_id + turns], r0
    ret
