; article/gcn2: a loop with a trip count per lane with masks in scalar registers, example 2 of the branching article in
; AMD's GCN assembly.
;
; Shows:    the masks of article/example2 without a stack: lanes that are beyond the limit leave `exec`, and the branch
;           back is taken while any is left. It runs as printed: 74 cycles on gcn64.
; Mapping:  one warp of 64 lanes; v0 is thread_id and s8 group_id at launch ("Not sure why s8 this time and not s12").
; Sizes:    filler is the number of `v_mov_b32` in place of the article's "Do smth"; everything else is as printed.

.dialect gcn
.kernel gcn2
.threads 64
.equ filler 0

; uint lane_id = get_lane_id();
v_mov_b32 v1, 0x00000400
v_mad_u32_u24 v0, s8, v1, v0  ; Not sure why s8 this time and not s12
v_and_b32 v1, 63, v0
; LOOP PROLOG
s_mov_b64 s[0:1], exec        ; Save the execution mask
v_mov_b32 v2, v1
v_cmp_le_u32 vcc, 16, v1
s_andn2_b64 exec, exec, vcc   ; Set the execution bit
s_cbranch_execz LOOP_END      ; Jmp if all exec bits are zero
; for (uint i = lane_id; i < 16; i++) {
LOOP_BEGIN:
; // Do smth
.rept filler
v_mov_b32 v3, v3
.endr
v_add_u32 v2, 1, v2
v_cmp_le_u32 vcc, 16, v2
s_andn2_b64 exec, exec, vcc   ; Mask out lanes which are beyond loop limit
s_cbranch_execnz LOOP_BEGIN   ; Jmp if non zero exec mask
LOOP_END:
; }
s_mov_b64 exec, s[0:1]        ; Restore the execution mask
s_endpgm
