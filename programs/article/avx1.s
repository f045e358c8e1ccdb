; article/avx1: an if without else with masks in mask registers, example 1 of the branching article in Intel's AVX-512
; assembly (*How GPUs handle branches*, section AVX512).
;
; Shows:    the masks of article/example1 on 16 lanes: k1 is the execution mask, saved in eax. It runs as printed: 7
;           cycles on avx512, one more for each filler instruction.
; Mapping:  one warp of 16 lanes; zmm0 is lane_id at launch ("Imagine zmm0 contains 16 lane_ids").
; Sizes:    filler is the number of `vmovdqa32` in place of the article's "Do smth"; everything else is as printed.

.dialect avx512
.kernel avx1
.threads 16
.equ filler 0
.counts_on zero_registers    ; the filler moves zmm2, which nobody needs
; Imagine zmm0 contains 16 lane_ids
; AVXZ512 comes with k0-k7 mask registers
; Usage:
; op reg1 {k[7:0]}, reg2, reg3
; k0 can not be used as a predicate operand, only k1-k7
; if (lane_id & 1) {
vpslld zmm0 {k1}, zmm0, 31     ; zmm0[i] = zmm0[i] << 31
kmovw eax, k1                  ; Save the execution mask
vptestmd k1 {k1}, zmm0, zmm0   ; k1[i] = zmm0[i] != 0
kortestw k1, k1
je ELSE                        ; Jmp if all exec bits are zero
; // Do smth
; Now k1 contains the execution mask
; We can use it like this:
; vmovdqa32 zmm1 {k1}, zmm0
.rept filler
vmovdqa32 zmm2 {k1}, zmm2
.endr
ELSE:
; }
kmovw k1, eax                  ; Restore the execution mask
; // Do some more
ret
