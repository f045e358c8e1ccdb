; article/avx2: a loop with a trip count per lane with masks in mask registers, example 2 of the branching article in
; Intel's AVX-512 assembly.
;
; Shows:    the masks of article/example2 on 16 lanes. It runs as printed: 71 cycles on avx512. (`vpcmpltud` with the
;           number 16: a processor takes a register or a broadcast word of memory there. The dialect reads constants
;           from constant memory, which is the latter, so the line stands.)
; Mapping:  one warp of 16 lanes; zmm0 is lane_id at launch.
; Sizes:    filler is the number of `vmovdqa32` in place of the article's "Do smth"; everything else is as printed.

.dialect avx512
.kernel avx2
.threads 16
.equ filler 0

; Imagine zmm0 contains 16 lane_ids
kmovw eax, k1                            ; Save the execution mask
vpcmpltud k1 {k1}, zmm0, 16              ; k1[i] = zmm0[i] < 16
kortestw k1, k1
je LOOP_END                              ; Jmp if all exec bits are zero
vpternlogd zmm1 {k1}, zmm1, zmm1, 255    ; zmm1[i] = -1
; for (uint i = lane_id; i < 16; i++) {
LOOP_BEGIN:
; // Do smth
.rept filler
vmovdqa32 zmm2 {k1}, zmm2
.endr
vpsubd zmm0 {k1}, zmm0, zmm1             ; zmm0[i] = zmm0[i] + 1
vpcmpltud k1 {k1}, zmm0, 16              ; masked k1[i] = zmm0[i] < 16
kortestw k1, k1
jne LOOP_BEGIN                           ; Break if all exec bits are zero
LOOP_END:
; }
kmovw k1, eax                            ; Restore the execution mask
; // Do some more
ret
