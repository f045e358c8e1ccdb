; article/gcn1: an if without else with masks in scalar registers, example 1 of the branching article in AMD's GCN
; assembly (*How GPUs handle branches*, section AMD GCN ISA).
;
; Shows:    the masks of article/example1 without a stack: `exec` is saved, narrowed and restored by the program. It runs
;           as printed: 9 cycles on gcn64, one more for each filler instruction.
; Mapping:  one warp of 64 lanes; v0 is thread_id and s12 group_id at launch.
; Sizes:    filler is the number of `v_mov_b32` in place of the article's "Do smth"; everything else is as printed.

.dialect gcn
.kernel gcn1
.threads 64
.equ filler 0
.counts_on zero_registers    ; the filler moves v3, which nobody needs
; uint lane_id = get_lane_id();
; GCN uses 64 wave width, so lane_id = thread_id & 63
; There are scalar s* and vector v* registers
; Executon mask does not affect scalar or branch instructions
v_mov_b32 v1, 0x00000400      ; 1024 - group size
v_mad_u32_u24 v0, s12, v1, v0 ; thread_id calculation
v_and_b32 v1, 63, v0
; if (lane_id & 1) {
v_and_b32 v2, 1, v0
s_mov_b64 s[0:1], exec        ; Save the execution mask
v_cmpx_ne_u32 exec, v2, 0     ; Set the execution bit
s_cbranch_execz ELSE          ; Jmp if all exec bits are zero
; // Do smth
.rept filler
v_mov_b32 v3, v3
.endr
ELSE:
; }
; // Do some more
s_mov_b64 exec, s[0:1]        ; Restore the execution mask
s_endpgm
