; divergent/nested_if: a decision tree of three levels, a different path for each of eight classes of lanes.
;
; Shows:    an if-else in both sides of an if-else: at the leaves an eighth of the lanes is active. The sides of the
;           tree are of different length.
; Mapping:  thread t reads x[t]; its bits 0, 1 and 2 are the decisions.
; Sizes:    32 threads; -D threads=... -D masks=1: with mask instructions.
;
; Registers: r0 value, r1 result, r2 condition.

.kernel nested_if
.equ masks 0
.equ threads 32
.threads threads
.include "structured.inc"

.local x u32[threads]
.local y u32[threads]

    ld.local  r0, [thread_id + x]
    mov.b32   r1, 1
    and.b32   r2, r0, 1
    ifelse_nz r2, a
        add.u32   r1, r1, r0
        and.b32   r2, r0, 2
        ifelse_nz r2, aa
            shl.b32   r1, r1, 1
            and.b32   r2, r0, 4
            if_nz r2, aaa
                xor.b32   r1, r1, 0x55
                add.u32   r1, r1, r0
            endif aaa
        otherwise aa
            sub.u32   r1, r1, 3
        endif aa
        xor.b32   r1, r1, r0
    otherwise a
        and.b32   r2, r0, 2
        ifelse_nz r2, ab
            and.b32   r2, r0, 4
            ifelse_nz r2, aba
                or.b32    r1, r1, r0
            otherwise aba
                shl.b32   r1, r0, 3
                add.u32   r1, r1, 7
                brev.b32  r1, r1
            endif aba
        otherwise ab
            not.b32   r1, r0
        endif ab
    endif a
    add.u32   r1, r1, 1
    st.local  [thread_id + y], r1
    ret
