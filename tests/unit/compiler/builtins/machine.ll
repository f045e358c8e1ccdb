; The machine's instructions, as the contract says what their results are, for LLVM to compile for another processor.

define linkonce_odr float @__simt_op_rcp.f32(float %a) {
  %r = fdiv float 1.0, %a
  ret float %r
}

define linkonce_odr float @__simt_op_rsqrt.f32(float %a) {
  %d = fpext float %a to double
  %s = call double @llvm.sqrt.f64(double %d)
  %q = fdiv double 1.0, %s
  %r = fptrunc double %q to float
  ret float %r
}

define linkonce_odr float @__simt_op_sin.f32(float %a) {
  %d = fpext float %a to double
  %v = call double @sin(double %d)
  %r = fptrunc double %v to float
  ret float %r
}

define linkonce_odr float @__simt_op_cos.f32(float %a) {
  %d = fpext float %a to double
  %v = call double @cos(double %d)
  %r = fptrunc double %v to float
  ret float %r
}

define linkonce_odr float @__simt_op_log2.f32(float %a) {
  %d = fpext float %a to double
  %v = call double @log2(double %d)
  %r = fptrunc double %v to float
  ret float %r
}

define linkonce_odr float @__simt_op_exp2.f32(float %a) {
  %d = fpext float %a to double
  %v = call double @exp2(double %d)
  %r = fptrunc double %v to float
  ret float %r
}

define linkonce_odr i32 @__simt_op_cvt.s32.f32(float %a) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %a)
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_cvt.s32.f64(double %a) {
  %r = call i32 @llvm.fptosi.sat.i32.f64(double %a)
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_cvt.u32.f32(float %a) {
  %r = call i32 @llvm.fptoui.sat.i32.f32(float %a)
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_cvt.u32.f64(double %a) {
  %r = call i32 @llvm.fptoui.sat.i32.f64(double %a)
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_mulh.u32(i32 %a, i32 %b) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %p = mul i64 %x, %y
  %h = lshr i64 %p, 32
  %r = trunc i64 %h to i32
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_mul.u24(i32 %a, i32 %b) {
  %x = shl i32 %a, 8
  %v = lshr i32 %x, 8
  %y = shl i32 %b, 8
  %w = lshr i32 %y, 8
  %r = mul i32 %v, %w
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_div.u32(i32 %a, i32 %b) {
  %r = udiv i32 %a, %b
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_rem.u32(i32 %a, i32 %b) {
  %r = urem i32 %a, %b
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_mulh.s32(i32 %a, i32 %b) {
  %x = sext i32 %a to i64
  %y = sext i32 %b to i64
  %p = mul i64 %x, %y
  %h = lshr i64 %p, 32
  %r = trunc i64 %h to i32
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_mul.s24(i32 %a, i32 %b) {
  %x = shl i32 %a, 8
  %v = ashr i32 %x, 8
  %y = shl i32 %b, 8
  %w = ashr i32 %y, 8
  %r = mul i32 %v, %w
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_div.s32(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}

define linkonce_odr i32 @__simt_op_rem.s32(i32 %a, i32 %b) {
  %r = srem i32 %a, %b
  ret i32 %r
}

declare double @sin(double)
declare double @cos(double)
declare double @log2(double)
declare double @exp2(double)
declare double @llvm.sqrt.f64(double)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i32 @llvm.fptoui.sat.i32.f64(double)

define linkonce_odr float @__simt_op_cvt.f32.u32(i32 %a) {
  %r = uitofp i32 %a to float
  ret float %r
}
