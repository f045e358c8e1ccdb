; divergent/switch: a switch of five cases as a chain of if-else, run three times.
;
; Shows:    the sides of a chain wait one after the other: a stack as deep as the chain, and every case costs the whole
;           warp its instructions.
; Mapping:  thread t starts with x[t]; the case of each round is the value modulo 8, of which four go to `default`.
; Sizes:    rounds = 3, 32 threads; -D rounds=..., -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0 value, r1 case, r2 condition, r3 scratch.

.kernel switch
.equ masks 0
.equ threads 32
.equ rounds 3
.threads threads
.include "structured.inc"

.local x u32[threads]
.local y u32[threads]

    ld.local  r0, [thread_id + x]
.rept rounds, round
    and.b32   r1, r0, 7
    eq.u32    r2, r1, 0
    ifelse_nz r2, c0_\round
        add.u32   r0, r0, 13
    otherwise c0_\round
        eq.u32    r2, r1, 1
        ifelse_nz r2, c1_\round
            shl.b32   r3, r0, 1
            add.u32   r0, r0, r3
        otherwise c1_\round
            eq.u32    r2, r1, 2
            ifelse_nz r2, c2_\round
                xor.b32   r0, r0, 0xff
                shr.u32   r0, r0, 1
            otherwise c2_\round
                eq.u32    r2, r1, 3
                ifelse_nz r2, c3_\round
                    not.b32   r0, r0
                otherwise c3_\round
                    shr.u32   r3, r0, 3
                    xor.b32   r0, r0, r3
                    add.u32   r0, r0, 1
                endif c3_\round
            endif c2_\round
        endif c1_\round
    endif c0_\round
.endr
    st.local  [thread_id + y], r0
    ret
