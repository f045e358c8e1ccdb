; article/gcn3: an if with else with masks in scalar registers, example 3 of the branching article in AMD's GCN assembly.
;
; Shows:    the masks of article/example3 without a stack: the mask of the other side is what was saved and not `exec`.
;           It runs as printed: 11 cycles on gcn64, one more for each filler instruction.
; Mapping:  one warp of 64 lanes; v0 is thread_id and s12 group_id at launch.
; Sizes:    filler is the number of `v_mov_b32` in place of each "Do smth"; everything else is as printed.

.dialect gcn
.kernel gcn3
.threads 64
.equ filler 0
.counts_on zero_registers    ; the filler moves v3, which nobody needs
; uint lane_id = get_lane_id();
v_mov_b32 v1, 0x00000400
v_mad_u32_u24 v0, s12, v1, v0
v_and_b32 v1, 63, v0
v_and_b32 v2, 1, v0
s_mov_b64 s[0:1], exec          ; Save the execution mask
; if (lane_id < 16) {
v_cmpx_lt_u32 exec, v1, 16      ; Set the execution bit
s_cbranch_execz ELSE            ; Jmp if all exec bits are zero
; // Do smth
.rept filler
v_mov_b32 v3, v3
.endr
; } else {
ELSE:
s_andn2_b64 exec, s[0:1], exec  ; Inverse the mask and & with previous
s_cbranch_execz CONVERGE        ; Jmp if all exec bits are zero
; // Do smth else
.rept filler
v_mov_b32 v3, v3
.endr
; }
CONVERGE:
s_mov_b64 exec, s[0:1]          ; Restore the execution mask
; // Do some more
s_endpgm
