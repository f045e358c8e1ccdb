; article/avx3: an if with else with masks in mask registers, example 3 of the branching article in Intel's AVX-512
; assembly. Unlike article/example3 it asks for lane_id & 1.
;
; Shows:    an if with else on 16 lanes: 12 cycles on avx512, one more for each filler instruction.
; Mapping:  one warp of 16 lanes; zmm0 is lane_id at launch.
; Sizes:    filler is the number of `vmovdqa32` in place of each "Do smth"; the rest is as printed except one line.
;
; Repaired, as the article says that its listings may not be right everywhere:
; printed:  andn ebx, eax, ebx
; here:     andn ebx, ebx, eax
; why:      andn d, a, b is "not a and b". As printed it is the new mask without the old one, which is empty, so the
;           other side never ran; its comment says what is meant: mask = ~mask & old_mask.

.dialect avx512
.kernel avx3
.threads 16
.equ filler 0
.counts_on zero_registers    ; the filler moves zmm2, which nobody needs
; Imagine zmm0 contains 16 lane_ids
; if (lane_id & 1) {
vpslld zmm0 {k1}, zmm0, 31     ; zmm0[i] = zmm0[i] << 31
kmovw eax, k1                  ; Save the execution mask
vptestmd k1 {k1}, zmm0, zmm0   ; k1[i] = zmm0[i] != 0
kortestw k1, k1
je ELSE                        ; Jmp if all exec bits are zero
THEN:
; // Do smth
.rept filler
vmovdqa32 zmm2 {k1}, zmm2
.endr
; } else {
ELSE:
kmovw ebx, k1
andn ebx, ebx, eax
kmovw k1, ebx                  ; mask = ~mask & old_mask
kortestw k1, k1
je CONVERGE                    ; Jmp if all exec bits are zero
; // Do smth else
.rept filler
vmovdqa32 zmm2 {k1}, zmm2
.endr
; }
CONVERGE:
kmovw k1, eax                  ; Restore the execution mask
; // Do some more
ret
