; The intrinsics of intrinsics.h. Each is one LLVM intrinsic, or one machine instruction @__simt_op_MNEMONIC, which the
; back end knows by name. "; needs" names the instructions without which a function of soft.cl stands in,
; @__simt_soft_NAME in place of @__simt_NAME.

; needs rcp.f32
define float @__simt_rcp_f32(float %a) {
  %r = call float @__simt_op_rcp.f32(float %a)
  ret float %r
}
; needs sqrt.f32
define float @__simt_sqrt_f32(float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  ret float %r
}
; needs rsqrt.f32
define float @__simt_rsqrt_f32(float %a) {
  %r = call float @__simt_op_rsqrt.f32(float %a)
  ret float %r
}
; needs sin.f32
define float @__simt_sin_f32(float %a) {
  %r = call float @__simt_op_sin.f32(float %a)
  ret float %r
}
; needs cos.f32
define float @__simt_cos_f32(float %a) {
  %r = call float @__simt_op_cos.f32(float %a)
  ret float %r
}
; needs log2.f32
define float @__simt_log2_f32(float %a) {
  %r = call float @__simt_op_log2.f32(float %a)
  ret float %r
}
; needs exp2.f32
define float @__simt_exp2_f32(float %a) {
  %r = call float @__simt_op_exp2.f32(float %a)
  ret float %r
}
; The logarithm to base 2 is the nearest number: the others are within 2 ulp when it is multiplied.
; needs log2.f32
define float @__simt_log_f32(float %a) {
  %l = call float @__simt_op_log2.f32(float %a)
  %r = fmul float %l, 0x3FE62E4300000000
  ret float %r
}
; needs log2.f32
define float @__simt_log10_f32(float %a) {
  %l = call float @__simt_op_log2.f32(float %a)
  %r = fmul float %l, 0x3FD3441360000000
  ret float %r
}
; needs exp2.f32
define float @__simt_exp_f32(float %a) {
  %r = call float @__simt_exp_by_exp2_f32(float %a)
  ret float %r
}
; needs fma.f32
define float @__simt_fma_f32(float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}
; needs fma.f32
define float @__simt_product_error_f32(float %a, float %b, float %p) {
  %n = fneg float %p
  %r = call float @llvm.fma.f32(float %a, float %b, float %n)
  ret float %r
}
; needs fma.f32
define float @__simt_corrected_f32(float %q, float %r, float %a, float %d) {
  %n = fneg float %q
  %e = call float @llvm.fma.f32(float %n, float %d, float %a)
  %c = call float @llvm.fma.f32(float %e, float %r, float %q)
  %good = fcmp one float %c, 0.0
  %s = select i1 %good, float %c, float %q
  ret float %s
}
; needs floor.f32
define float @__simt_floor_f32(float %a) {
  %r = call float @llvm.floor.f32(float %a)
  ret float %r
}
; needs ceil.f32
define float @__simt_ceil_f32(float %a) {
  %r = call float @llvm.ceil.f32(float %a)
  ret float %r
}
; needs trunc.f32
define float @__simt_trunc_f32(float %a) {
  %r = call float @llvm.trunc.f32(float %a)
  ret float %r
}
; needs rint.f32
define float @__simt_rint_f32(float %a) {
  %r = call float @llvm.rint.f32(float %a)
  ret float %r
}
define float @__simt_fabs_f32(float %a) {
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}
define float @__simt_copysign_f32(float %a, float %b) {
  %r = call float @llvm.copysign.f32(float %a, float %b)
  ret float %r
}
define float @__simt_fmin_f32(float %a, float %b) {
  %r = call float @llvm.minnum.f32(float %a, float %b)
  ret float %r
}
define float @__simt_fmax_f32(float %a, float %b) {
  %r = call float @llvm.maxnum.f32(float %a, float %b)
  ret float %r
}
define i32 @__simt_fptosi_f32_i32(float %a) {
  %r = call i32 @__simt_op_cvt.s32.f32(float %a)
  ret i32 %r
}
define i32 @__simt_fptoui_f32_i32(float %a) {
  %r = call i32 @__simt_op_cvt.u32.f32(float %a)
  ret i32 %r
}
define float @__simt_uitofp_i32_f32(i32 %a) {
  %r = call float @__simt_op_cvt.f32.u32(i32 %a)
  ret float %r
}

; needs fma.f64
define double @__simt_fma_f64(double %a, double %b, double %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}
; needs fma.f64
define double @__simt_product_error_f64(double %a, double %b, double %p) {
  %n = fneg double %p
  %r = call double @llvm.fma.f64(double %a, double %b, double %n)
  ret double %r
}
define double @__simt_fabs_f64(double %a) {
  %r = call double @llvm.fabs.f64(double %a)
  ret double %r
}
define double @__simt_copysign_f64(double %a, double %b) {
  %r = call double @llvm.copysign.f64(double %a, double %b)
  ret double %r
}
define double @__simt_fmin_f64(double %a, double %b) {
  %r = call double @llvm.minnum.f64(double %a, double %b)
  ret double %r
}
define double @__simt_fmax_f64(double %a, double %b) {
  %r = call double @llvm.maxnum.f64(double %a, double %b)
  ret double %r
}
define i32 @__simt_fptosi_f64_i32(double %a) {
  %r = call i32 @__simt_op_cvt.s32.f64(double %a)
  ret i32 %r
}
define i32 @__simt_fptoui_f64_i32(double %a) {
  %r = call i32 @__simt_op_cvt.u32.f64(double %a)
  ret i32 %r
}
define float @__simt_fptrunc_f64_f32(double %a) {
  %r = fptrunc double %a to float
  ret float %r
}

; needs mulh.u32
define i32 @__simt_mulh_u32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_mulh.u32(i32 %a, i32 %b)
  ret i32 %r
}
; needs mulh.s32
define i32 @__simt_mulh_s32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_mulh.s32(i32 %a, i32 %b)
  ret i32 %r
}
; needs mul.u24
define i32 @__simt_mul_u24(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_mul.u24(i32 %a, i32 %b)
  ret i32 %r
}
; needs mul.s24
define i32 @__simt_mul_s24(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_mul.s24(i32 %a, i32 %b)
  ret i32 %r
}
; needs popc.b32
define i32 @__simt_popc_i32(i32 %a) {
  %r = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %r
}
; needs clz.b32
define i32 @__simt_clz_i32(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  ret i32 %r
}
; needs ctz.b32
define i32 @__simt_ctz_i32(i32 %a) {
  %r = call i32 @llvm.cttz.i32(i32 %a, i1 false)
  ret i32 %r
}
; needs div.u32
define i32 @__simt_udiv_i32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_div.u32(i32 %a, i32 %b)
  ret i32 %r
}
; needs rem.u32
define i32 @__simt_urem_i32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_rem.u32(i32 %a, i32 %b)
  ret i32 %r
}
; needs div.s32
define i32 @__simt_sdiv_i32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_div.s32(i32 %a, i32 %b)
  ret i32 %r
}
; needs rem.s32
define i32 @__simt_srem_i32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_rem.s32(i32 %a, i32 %b)
  ret i32 %r
}
; The quotient, and the remainder in the high half; without these, a bit in each turn of a loop.
; needs rcp.f32 mul.u32
define i64 @__simt_divided_i32(i32 %a, i32 %b) {
  %r = call i64 @__simt_divided_by_rcp(i32 %a, i32 %b)
  ret i64 %r
}
; needs mul.u32
define i32 @__simt_mul_i32(i32 %a, i32 %b) {
  %r = mul i32 %a, %b
  ret i32 %r
}
; Over the lanes of a warp: see subgroup.cl. "else" names what the code in place of an instruction needs in turn: on a
; machine without either, the instruction stays, and is refused by its name.
define i32 @__simt_shuffle_b32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_shuffle.b32(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @__simt_shuffle_up_b32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_shuffle_up.b32(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @__simt_shuffle_down_b32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_shuffle_down.b32(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @__simt_shuffle_xor_b32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_shuffle_xor.b32(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @__simt_ballot_b32(i32 %a, i32 %b) {
  %r = call i32 @__simt_op_ballot.b32(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @__simt_vote_any_b32(i32 %a) {
  %r = call i32 @__simt_op_vote_any.b32(i32 %a)
  ret i32 %r
}
define i32 @__simt_vote_all_b32(i32 %a) {
  %r = call i32 @__simt_op_vote_all.b32(i32 %a)
  ret i32 %r
}
; needs reduce_add.u32 else shuffle.b32
define i32 @__simt_all_add_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_add.u32(i32 %a)
  ret i32 %r
}
; needs reduce_add.f32 else shuffle.b32
define float @__simt_all_add_f32(float %a) {
  %r = call float @__simt_op_reduce_add.f32(float %a)
  ret float %r
}
; needs reduce_min.u32 else shuffle.b32
define i32 @__simt_all_min_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_min.u32(i32 %a)
  ret i32 %r
}
; needs reduce_min.s32 else shuffle.b32
define i32 @__simt_all_min_s32(i32 %a) {
  %r = call i32 @__simt_op_reduce_min.s32(i32 %a)
  ret i32 %r
}
; needs reduce_min.f32 else shuffle.b32
define float @__simt_all_min_f32(float %a) {
  %r = call float @__simt_op_reduce_min.f32(float %a)
  ret float %r
}
; needs reduce_max.u32 else shuffle.b32
define i32 @__simt_all_max_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_max.u32(i32 %a)
  ret i32 %r
}
; needs reduce_max.s32 else shuffle.b32
define i32 @__simt_all_max_s32(i32 %a) {
  %r = call i32 @__simt_op_reduce_max.s32(i32 %a)
  ret i32 %r
}
; needs reduce_max.f32 else shuffle.b32
define float @__simt_all_max_f32(float %a) {
  %r = call float @__simt_op_reduce_max.f32(float %a)
  ret float %r
}
; needs reduce_add.u32 else shuffle.b32 ballot.b32
define i32 @__simt_some_add_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_add.u32(i32 %a)
  ret i32 %r
}
; needs reduce_add.f32 else shuffle.b32 ballot.b32
define float @__simt_some_add_f32(float %a) {
  %r = call float @__simt_op_reduce_add.f32(float %a)
  ret float %r
}
; needs reduce_min.u32 else shuffle.b32 ballot.b32
define i32 @__simt_some_min_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_min.u32(i32 %a)
  ret i32 %r
}
; needs reduce_min.s32 else shuffle.b32 ballot.b32
define i32 @__simt_some_min_s32(i32 %a) {
  %r = call i32 @__simt_op_reduce_min.s32(i32 %a)
  ret i32 %r
}
; needs reduce_min.f32 else shuffle.b32 ballot.b32
define float @__simt_some_min_f32(float %a) {
  %r = call float @__simt_op_reduce_min.f32(float %a)
  ret float %r
}
; needs reduce_max.u32 else shuffle.b32 ballot.b32
define i32 @__simt_some_max_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_max.u32(i32 %a)
  ret i32 %r
}
; needs reduce_max.s32 else shuffle.b32 ballot.b32
define i32 @__simt_some_max_s32(i32 %a) {
  %r = call i32 @__simt_op_reduce_max.s32(i32 %a)
  ret i32 %r
}
; needs reduce_max.f32 else shuffle.b32 ballot.b32
define float @__simt_some_max_f32(float %a) {
  %r = call float @__simt_op_reduce_max.f32(float %a)
  ret float %r
}
; needs reduce_and.b32 else shuffle.b32 ballot.b32
define i32 @__simt_some_and_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_and.b32(i32 %a)
  ret i32 %r
}
; needs reduce_or.b32 else shuffle.b32 ballot.b32
define i32 @__simt_some_or_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_or.b32(i32 %a)
  ret i32 %r
}
; needs reduce_xor.b32 else shuffle.b32 ballot.b32
define i32 @__simt_some_xor_u32(i32 %a) {
  %r = call i32 @__simt_op_reduce_xor.b32(i32 %a)
  ret i32 %r
}
