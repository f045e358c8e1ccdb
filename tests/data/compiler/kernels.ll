; ModuleID = 'kernels.cl'
source_filename = "kernels.cl"
target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir-unknown-unknown"

@dot.partial = internal addrspace(3) global [64 x float] undef, align 4
@prefix_sum.sums = internal addrspace(3) global [128 x i32] undef, align 4
@mm_local.tile_a = internal addrspace(3) global [16 x [16 x float]] undef, align 4
@mm_local.tile_b = internal addrspace(3) global [16 x [16 x float]] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @elementwise_mul(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %y, ptr addrspace(1) noundef align 4 %z) #0 !dbg !8 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 !reqd_work_group_size !15 {
entry:
  %x.addr.i = alloca ptr addrspace(1), align 4
  %y.addr.i = alloca ptr addrspace(1), align 4
  %z.addr.i = alloca ptr addrspace(1), align 4
  %i.i = alloca i32, align 4
  %x.addr = alloca ptr addrspace(1), align 4
  %y.addr = alloca ptr addrspace(1), align 4
  %z.addr = alloca ptr addrspace(1), align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %y, ptr %y.addr, align 4
  store ptr addrspace(1) %z, ptr %z.addr, align 4
  %0 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !16
  %1 = load ptr addrspace(1), ptr %y.addr, align 4, !dbg !16
  %2 = load ptr addrspace(1), ptr %z.addr, align 4, !dbg !16
  store ptr addrspace(1) %0, ptr %x.addr.i, align 4
  store ptr addrspace(1) %1, ptr %y.addr.i, align 4
  store ptr addrspace(1) %2, ptr %z.addr.i, align 4
  %call.i = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !17
  store i32 %call.i, ptr %i.i, align 4, !dbg !20
  br label %for.cond.i, !dbg !21

for.cond.i:                                       ; preds = %for.body.i, %entry
  %3 = load i32, ptr %i.i, align 4, !dbg !22
  %cmp.i = icmp ult i32 %3, 256, !dbg !23
  br i1 %cmp.i, label %for.body.i, label %__clang_ocl_kern_imp_elementwise_mul.exit, !dbg !24

for.body.i:                                       ; preds = %for.cond.i
  %4 = load ptr addrspace(1), ptr %x.addr.i, align 4, !dbg !25
  %5 = load i32, ptr %i.i, align 4, !dbg !26
  %arrayidx.i = getelementptr inbounds nuw float, ptr addrspace(1) %4, i32 %5, !dbg !25
  %6 = load float, ptr addrspace(1) %arrayidx.i, align 4, !dbg !25
  %7 = load ptr addrspace(1), ptr %y.addr.i, align 4, !dbg !27
  %8 = load i32, ptr %i.i, align 4, !dbg !28
  %arrayidx1.i = getelementptr inbounds nuw float, ptr addrspace(1) %7, i32 %8, !dbg !27
  %9 = load float, ptr addrspace(1) %arrayidx1.i, align 4, !dbg !27
  %mul.i = fmul float %6, %9, !dbg !29
  %10 = load ptr addrspace(1), ptr %z.addr.i, align 4, !dbg !30
  %11 = load i32, ptr %i.i, align 4, !dbg !31
  %arrayidx2.i = getelementptr inbounds nuw float, ptr addrspace(1) %10, i32 %11, !dbg !30
  store float %mul.i, ptr addrspace(1) %arrayidx2.i, align 4, !dbg !32
  %call3.i = call spir_func i32 @_Z14get_local_sizej(i32 noundef 0) #4, !dbg !33
  %12 = load i32, ptr %i.i, align 4, !dbg !34
  %add.i = add i32 %12, %call3.i, !dbg !34
  store i32 %add.i, ptr %i.i, align 4, !dbg !34
  br label %for.cond.i, !dbg !24, !llvm.loop !35

__clang_ocl_kern_imp_elementwise_mul.exit:        ; preds = %for.cond.i
  ret void, !dbg !37
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_elementwise_mul(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %y, ptr addrspace(1) noundef align 4 %z) #1 !dbg !18 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 !reqd_work_group_size !15 {
entry:
  %x.addr = alloca ptr addrspace(1), align 4
  %y.addr = alloca ptr addrspace(1), align 4
  %z.addr = alloca ptr addrspace(1), align 4
  %i = alloca i32, align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %y, ptr %y.addr, align 4
  store ptr addrspace(1) %z, ptr %z.addr, align 4
  %call = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !38
  store i32 %call, ptr %i, align 4, !dbg !39
  br label %for.cond, !dbg !40

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !41
  %cmp = icmp ult i32 %0, 256, !dbg !42
  br i1 %cmp, label %for.body, label %for.end, !dbg !43

for.body:                                         ; preds = %for.cond
  %1 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !44
  %2 = load i32, ptr %i, align 4, !dbg !45
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %1, i32 %2, !dbg !44
  %3 = load float, ptr addrspace(1) %arrayidx, align 4, !dbg !44
  %4 = load ptr addrspace(1), ptr %y.addr, align 4, !dbg !46
  %5 = load i32, ptr %i, align 4, !dbg !47
  %arrayidx1 = getelementptr inbounds nuw float, ptr addrspace(1) %4, i32 %5, !dbg !46
  %6 = load float, ptr addrspace(1) %arrayidx1, align 4, !dbg !46
  %mul = fmul float %3, %6, !dbg !48
  %7 = load ptr addrspace(1), ptr %z.addr, align 4, !dbg !49
  %8 = load i32, ptr %i, align 4, !dbg !50
  %arrayidx2 = getelementptr inbounds nuw float, ptr addrspace(1) %7, i32 %8, !dbg !49
  store float %mul, ptr addrspace(1) %arrayidx2, align 4, !dbg !51
  br label %for.inc, !dbg !49

for.inc:                                          ; preds = %for.body
  %call3 = call spir_func i32 @_Z14get_local_sizej(i32 noundef 0) #4, !dbg !52
  %9 = load i32, ptr %i, align 4, !dbg !53
  %add = add i32 %9, %call3, !dbg !53
  store i32 %add, ptr %i, align 4, !dbg !53
  br label %for.cond, !dbg !43, !llvm.loop !54

for.end:                                          ; preds = %for.cond
  ret void, !dbg !56
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @dot(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %y, ptr addrspace(1) noundef align 4 %result) #0 !dbg !57 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 !reqd_work_group_size !15 {
entry:
  %x.addr.i = alloca ptr addrspace(1), align 4
  %y.addr.i = alloca ptr addrspace(1), align 4
  %result.addr.i = alloca ptr addrspace(1), align 4
  %t.i = alloca i32, align 4
  %sum.i = alloca float, align 4
  %i.i = alloca i32, align 4
  %width.i = alloca i32, align 4
  %x.addr = alloca ptr addrspace(1), align 4
  %y.addr = alloca ptr addrspace(1), align 4
  %result.addr = alloca ptr addrspace(1), align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %y, ptr %y.addr, align 4
  store ptr addrspace(1) %result, ptr %result.addr, align 4
  %0 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !58
  %1 = load ptr addrspace(1), ptr %y.addr, align 4, !dbg !58
  %2 = load ptr addrspace(1), ptr %result.addr, align 4, !dbg !58
  store ptr addrspace(1) %0, ptr %x.addr.i, align 4
  store ptr addrspace(1) %1, ptr %y.addr.i, align 4
  store ptr addrspace(1) %2, ptr %result.addr.i, align 4
  %call.i = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !59
  store i32 %call.i, ptr %t.i, align 4, !dbg !62
  store float 0.000000e+00, ptr %sum.i, align 4, !dbg !63
  %3 = load i32, ptr %t.i, align 4, !dbg !64
  store i32 %3, ptr %i.i, align 4, !dbg !65
  br label %for.cond.i, !dbg !66

for.cond.i:                                       ; preds = %for.body.i, %entry
  %4 = load i32, ptr %i.i, align 4, !dbg !67
  %cmp.i = icmp ult i32 %4, 1024, !dbg !68
  br i1 %cmp.i, label %for.body.i, label %for.end.i, !dbg !69

for.body.i:                                       ; preds = %for.cond.i
  %5 = load ptr addrspace(1), ptr %x.addr.i, align 4, !dbg !70
  %6 = load i32, ptr %i.i, align 4, !dbg !71
  %arrayidx.i = getelementptr inbounds nuw float, ptr addrspace(1) %5, i32 %6, !dbg !70
  %7 = load float, ptr addrspace(1) %arrayidx.i, align 4, !dbg !70
  %8 = load ptr addrspace(1), ptr %y.addr.i, align 4, !dbg !72
  %9 = load i32, ptr %i.i, align 4, !dbg !73
  %arrayidx1.i = getelementptr inbounds nuw float, ptr addrspace(1) %8, i32 %9, !dbg !72
  %10 = load float, ptr addrspace(1) %arrayidx1.i, align 4, !dbg !72
  %mul.i = fmul float %7, %10, !dbg !74
  %11 = load float, ptr %sum.i, align 4, !dbg !75
  %add.i = fadd float %11, %mul.i, !dbg !75
  store float %add.i, ptr %sum.i, align 4, !dbg !75
  %call2.i = call spir_func i32 @_Z14get_local_sizej(i32 noundef 0) #4, !dbg !76
  %12 = load i32, ptr %i.i, align 4, !dbg !77
  %add3.i = add i32 %12, %call2.i, !dbg !77
  store i32 %add3.i, ptr %i.i, align 4, !dbg !77
  br label %for.cond.i, !dbg !69, !llvm.loop !78

for.end.i:                                        ; preds = %for.cond.i
  %13 = load float, ptr %sum.i, align 4, !dbg !80
  %14 = load i32, ptr %t.i, align 4, !dbg !81
  %arrayidx4.i = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @dot.partial, i32 0, i32 %14, !dbg !82
  store float %13, ptr addrspace(3) %arrayidx4.i, align 4, !dbg !83
  %call5.i = call spir_func i32 @_Z14get_local_sizej(i32 noundef 0) #4, !dbg !84
  %div.i = udiv i32 %call5.i, 2, !dbg !85
  store i32 %div.i, ptr %width.i, align 4, !dbg !86
  br label %for.cond6.i, !dbg !87

for.cond6.i:                                      ; preds = %if.end.i, %for.end.i
  %15 = load i32, ptr %width.i, align 4, !dbg !88
  %tobool.i = icmp ne i32 %15, 0, !dbg !89
  br i1 %tobool.i, label %for.body7.i, label %for.end14.i, !dbg !89

for.body7.i:                                      ; preds = %for.cond6.i
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !90
  %16 = load i32, ptr %t.i, align 4, !dbg !91
  %17 = load i32, ptr %width.i, align 4, !dbg !92
  %cmp8.i = icmp ult i32 %16, %17, !dbg !93
  br i1 %cmp8.i, label %if.then.i, label %if.end.i, !dbg !93

if.then.i:                                        ; preds = %for.body7.i
  %18 = load i32, ptr %t.i, align 4, !dbg !94
  %19 = load i32, ptr %width.i, align 4, !dbg !95
  %add9.i = add i32 %18, %19, !dbg !96
  %arrayidx10.i = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @dot.partial, i32 0, i32 %add9.i, !dbg !97
  %20 = load float, ptr addrspace(3) %arrayidx10.i, align 4, !dbg !97
  %21 = load float, ptr %sum.i, align 4, !dbg !98
  %add11.i = fadd float %21, %20, !dbg !98
  store float %add11.i, ptr %sum.i, align 4, !dbg !98
  %22 = load i32, ptr %t.i, align 4, !dbg !99
  %arrayidx12.i = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @dot.partial, i32 0, i32 %22, !dbg !100
  store float %add11.i, ptr addrspace(3) %arrayidx12.i, align 4, !dbg !101
  br label %if.end.i, !dbg !100

if.end.i:                                         ; preds = %if.then.i, %for.body7.i
  %23 = load i32, ptr %width.i, align 4, !dbg !102
  %shr.i = lshr i32 %23, 1, !dbg !102
  store i32 %shr.i, ptr %width.i, align 4, !dbg !102
  br label %for.cond6.i, !dbg !89, !llvm.loop !103

for.end14.i:                                      ; preds = %for.cond6.i
  %24 = load i32, ptr %t.i, align 4, !dbg !105
  %cmp15.i = icmp eq i32 %24, 0, !dbg !106
  br i1 %cmp15.i, label %if.then16.i, label %__clang_ocl_kern_imp_dot.exit, !dbg !106

if.then16.i:                                      ; preds = %for.end14.i
  %25 = load float, ptr %sum.i, align 4, !dbg !107
  %26 = load ptr addrspace(1), ptr %result.addr.i, align 4, !dbg !108
  store float %25, ptr addrspace(1) %26, align 4, !dbg !109
  br label %__clang_ocl_kern_imp_dot.exit, !dbg !108

__clang_ocl_kern_imp_dot.exit:                    ; preds = %for.end14.i, %if.then16.i
  ret void, !dbg !110
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_dot(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %y, ptr addrspace(1) noundef align 4 %result) #1 !dbg !60 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 !reqd_work_group_size !15 {
entry:
  %x.addr = alloca ptr addrspace(1), align 4
  %y.addr = alloca ptr addrspace(1), align 4
  %result.addr = alloca ptr addrspace(1), align 4
  %t = alloca i32, align 4
  %sum = alloca float, align 4
  %i = alloca i32, align 4
  %width = alloca i32, align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %y, ptr %y.addr, align 4
  store ptr addrspace(1) %result, ptr %result.addr, align 4
  %call = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !111
  store i32 %call, ptr %t, align 4, !dbg !112
  store float 0.000000e+00, ptr %sum, align 4, !dbg !113
  %0 = load i32, ptr %t, align 4, !dbg !114
  store i32 %0, ptr %i, align 4, !dbg !115
  br label %for.cond, !dbg !116

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, ptr %i, align 4, !dbg !117
  %cmp = icmp ult i32 %1, 1024, !dbg !118
  br i1 %cmp, label %for.body, label %for.end, !dbg !119

for.body:                                         ; preds = %for.cond
  %2 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !120
  %3 = load i32, ptr %i, align 4, !dbg !121
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %2, i32 %3, !dbg !120
  %4 = load float, ptr addrspace(1) %arrayidx, align 4, !dbg !120
  %5 = load ptr addrspace(1), ptr %y.addr, align 4, !dbg !122
  %6 = load i32, ptr %i, align 4, !dbg !123
  %arrayidx1 = getelementptr inbounds nuw float, ptr addrspace(1) %5, i32 %6, !dbg !122
  %7 = load float, ptr addrspace(1) %arrayidx1, align 4, !dbg !122
  %mul = fmul float %4, %7, !dbg !124
  %8 = load float, ptr %sum, align 4, !dbg !125
  %add = fadd float %8, %mul, !dbg !125
  store float %add, ptr %sum, align 4, !dbg !125
  br label %for.inc, !dbg !126

for.inc:                                          ; preds = %for.body
  %call2 = call spir_func i32 @_Z14get_local_sizej(i32 noundef 0) #4, !dbg !127
  %9 = load i32, ptr %i, align 4, !dbg !128
  %add3 = add i32 %9, %call2, !dbg !128
  store i32 %add3, ptr %i, align 4, !dbg !128
  br label %for.cond, !dbg !119, !llvm.loop !129

for.end:                                          ; preds = %for.cond
  %10 = load float, ptr %sum, align 4, !dbg !131
  %11 = load i32, ptr %t, align 4, !dbg !132
  %arrayidx4 = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @dot.partial, i32 0, i32 %11, !dbg !133
  store float %10, ptr addrspace(3) %arrayidx4, align 4, !dbg !134
  %call5 = call spir_func i32 @_Z14get_local_sizej(i32 noundef 0) #4, !dbg !135
  %div = udiv i32 %call5, 2, !dbg !136
  store i32 %div, ptr %width, align 4, !dbg !137
  br label %for.cond6, !dbg !138

for.cond6:                                        ; preds = %for.inc13, %for.end
  %12 = load i32, ptr %width, align 4, !dbg !139
  %tobool = icmp ne i32 %12, 0, !dbg !140
  br i1 %tobool, label %for.body7, label %for.end14, !dbg !140

for.body7:                                        ; preds = %for.cond6
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !141
  %13 = load i32, ptr %t, align 4, !dbg !142
  %14 = load i32, ptr %width, align 4, !dbg !143
  %cmp8 = icmp ult i32 %13, %14, !dbg !144
  br i1 %cmp8, label %if.then, label %if.end, !dbg !144

if.then:                                          ; preds = %for.body7
  %15 = load i32, ptr %t, align 4, !dbg !145
  %16 = load i32, ptr %width, align 4, !dbg !146
  %add9 = add i32 %15, %16, !dbg !147
  %arrayidx10 = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @dot.partial, i32 0, i32 %add9, !dbg !148
  %17 = load float, ptr addrspace(3) %arrayidx10, align 4, !dbg !148
  %18 = load float, ptr %sum, align 4, !dbg !149
  %add11 = fadd float %18, %17, !dbg !149
  store float %add11, ptr %sum, align 4, !dbg !149
  %19 = load i32, ptr %t, align 4, !dbg !150
  %arrayidx12 = getelementptr inbounds nuw [64 x float], ptr addrspace(3) @dot.partial, i32 0, i32 %19, !dbg !151
  store float %add11, ptr addrspace(3) %arrayidx12, align 4, !dbg !152
  br label %if.end, !dbg !151

if.end:                                           ; preds = %if.then, %for.body7
  br label %for.inc13, !dbg !153

for.inc13:                                        ; preds = %if.end
  %20 = load i32, ptr %width, align 4, !dbg !154
  %shr = lshr i32 %20, 1, !dbg !154
  store i32 %shr, ptr %width, align 4, !dbg !154
  br label %for.cond6, !dbg !140, !llvm.loop !155

for.end14:                                        ; preds = %for.cond6
  %21 = load i32, ptr %t, align 4, !dbg !156
  %cmp15 = icmp eq i32 %21, 0, !dbg !157
  br i1 %cmp15, label %if.then16, label %if.end18, !dbg !157

if.then16:                                        ; preds = %for.end14
  %22 = load float, ptr %sum, align 4, !dbg !158
  %23 = load ptr addrspace(1), ptr %result.addr, align 4, !dbg !159
  %arrayidx17 = getelementptr inbounds float, ptr addrspace(1) %23, i32 0, !dbg !159
  store float %22, ptr addrspace(1) %arrayidx17, align 4, !dbg !160
  br label %if.end18, !dbg !159

if.end18:                                         ; preds = %if.then16, %for.end14
  ret void, !dbg !161
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @prefix_sum(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %y) #0 !dbg !162 !kernel_arg_addr_space !163 !kernel_arg_access_qual !164 !kernel_arg_type !165 !kernel_arg_base_type !165 !kernel_arg_type_qual !166 !reqd_work_group_size !15 {
entry:
  %x.addr.i = alloca ptr addrspace(1), align 4
  %y.addr.i = alloca ptr addrspace(1), align 4
  %t.i = alloca i32, align 4
  %run.i = alloca i32, align 4
  %e.i = alloca i32, align 4
  %sum.i = alloca i32, align 4
  %step.i = alloca i32, align 4
  %e21.i = alloca i32, align 4
  %x.addr = alloca ptr addrspace(1), align 4
  %y.addr = alloca ptr addrspace(1), align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %y, ptr %y.addr, align 4
  %0 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !167
  %1 = load ptr addrspace(1), ptr %y.addr, align 4, !dbg !167
  store ptr addrspace(1) %0, ptr %x.addr.i, align 4
  store ptr addrspace(1) %1, ptr %y.addr.i, align 4
  %call.i = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !168
  store i32 %call.i, ptr %t.i, align 4, !dbg !171
  store i32 0, ptr %run.i, align 4, !dbg !172
  store i32 0, ptr %e.i, align 4, !dbg !173
  br label %for.cond.i, !dbg !174

for.cond.i:                                       ; preds = %for.body.i, %entry
  %2 = load i32, ptr %e.i, align 4, !dbg !175
  %cmp.i = icmp ult i32 %2, 4, !dbg !176
  br i1 %cmp.i, label %for.body.i, label %for.end.i, !dbg !177

for.body.i:                                       ; preds = %for.cond.i
  %3 = load ptr addrspace(1), ptr %x.addr.i, align 4, !dbg !178
  %4 = load i32, ptr %t.i, align 4, !dbg !179
  %mul.i = mul i32 4, %4, !dbg !180
  %5 = load i32, ptr %e.i, align 4, !dbg !181
  %add.i = add i32 %mul.i, %5, !dbg !182
  %arrayidx.i = getelementptr inbounds nuw i32, ptr addrspace(1) %3, i32 %add.i, !dbg !178
  %6 = load i32, ptr addrspace(1) %arrayidx.i, align 4, !dbg !178
  %7 = load i32, ptr %run.i, align 4, !dbg !183
  %add1.i = add i32 %7, %6, !dbg !183
  store i32 %add1.i, ptr %run.i, align 4, !dbg !183
  %8 = load i32, ptr %e.i, align 4, !dbg !184
  %inc.i = add i32 %8, 1, !dbg !184
  store i32 %inc.i, ptr %e.i, align 4, !dbg !184
  br label %for.cond.i, !dbg !177, !llvm.loop !185

for.end.i:                                        ; preds = %for.cond.i
  %9 = load i32, ptr %run.i, align 4, !dbg !187
  store i32 %9, ptr %sum.i, align 4, !dbg !188
  %10 = load i32, ptr %sum.i, align 4, !dbg !189
  %11 = load i32, ptr %t.i, align 4, !dbg !190
  %arrayidx2.i = getelementptr inbounds nuw [128 x i32], ptr addrspace(3) @prefix_sum.sums, i32 0, i32 %11, !dbg !191
  store i32 %10, ptr addrspace(3) %arrayidx2.i, align 4, !dbg !192
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !193
  store i32 0, ptr %step.i, align 4, !dbg !194
  br label %for.cond3.i, !dbg !195

for.cond3.i:                                      ; preds = %if.end.i, %for.end.i
  %12 = load i32, ptr %step.i, align 4, !dbg !196
  %cmp4.i = icmp ult i32 %12, 6, !dbg !197
  br i1 %cmp4.i, label %for.body5.i, label %for.end19.i, !dbg !198

for.body5.i:                                      ; preds = %for.cond3.i
  %13 = load i32, ptr %t.i, align 4, !dbg !199
  %14 = load i32, ptr %step.i, align 4, !dbg !200
  %shl.mask.i = and i32 %14, 31, !dbg !201
  %shl.i = shl i32 1, %shl.mask.i, !dbg !201
  %cmp6.i = icmp uge i32 %13, %shl.i, !dbg !202
  br i1 %cmp6.i, label %if.then.i, label %if.end.i, !dbg !202

if.then.i:                                        ; preds = %for.body5.i
  %15 = load i32, ptr %t.i, align 4, !dbg !203
  %16 = load i32, ptr %step.i, align 4, !dbg !204
  %shl.mask7.i = and i32 %16, 31, !dbg !205
  %shl8.i = shl i32 1, %shl.mask7.i, !dbg !205
  %sub.i = sub i32 %15, %shl8.i, !dbg !206
  %17 = load i32, ptr %step.i, align 4, !dbg !207
  %and.i = and i32 %17, 1, !dbg !208
  %mul9.i = mul i32 %and.i, 64, !dbg !209
  %add10.i = add i32 %sub.i, %mul9.i, !dbg !210
  %arrayidx11.i = getelementptr inbounds nuw [128 x i32], ptr addrspace(3) @prefix_sum.sums, i32 0, i32 %add10.i, !dbg !211
  %18 = load i32, ptr addrspace(3) %arrayidx11.i, align 4, !dbg !211
  %19 = load i32, ptr %sum.i, align 4, !dbg !212
  %add12.i = add i32 %19, %18, !dbg !212
  store i32 %add12.i, ptr %sum.i, align 4, !dbg !212
  br label %if.end.i, !dbg !213

if.end.i:                                         ; preds = %if.then.i, %for.body5.i
  %20 = load i32, ptr %sum.i, align 4, !dbg !214
  %21 = load i32, ptr %t.i, align 4, !dbg !215
  %22 = load i32, ptr %step.i, align 4, !dbg !216
  %not.i = xor i32 %22, -1, !dbg !217
  %and13.i = and i32 %not.i, 1, !dbg !218
  %mul14.i = mul i32 %and13.i, 64, !dbg !219
  %add15.i = add i32 %21, %mul14.i, !dbg !220
  %arrayidx16.i = getelementptr inbounds nuw [128 x i32], ptr addrspace(3) @prefix_sum.sums, i32 0, i32 %add15.i, !dbg !221
  store i32 %20, ptr addrspace(3) %arrayidx16.i, align 4, !dbg !222
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !223
  %23 = load i32, ptr %step.i, align 4, !dbg !224
  %inc18.i = add i32 %23, 1, !dbg !224
  store i32 %inc18.i, ptr %step.i, align 4, !dbg !224
  br label %for.cond3.i, !dbg !198, !llvm.loop !225

for.end19.i:                                      ; preds = %for.cond3.i
  %24 = load i32, ptr %run.i, align 4, !dbg !227
  %25 = load i32, ptr %sum.i, align 4, !dbg !228
  %sub20.i = sub i32 %25, %24, !dbg !228
  store i32 %sub20.i, ptr %sum.i, align 4, !dbg !228
  store i32 0, ptr %e21.i, align 4, !dbg !229
  br label %for.cond22.i, !dbg !230

for.cond22.i:                                     ; preds = %for.body24.i, %for.end19.i
  %26 = load i32, ptr %e21.i, align 4, !dbg !231
  %cmp23.i = icmp ult i32 %26, 4, !dbg !232
  br i1 %cmp23.i, label %for.body24.i, label %__clang_ocl_kern_imp_prefix_sum.exit, !dbg !233

for.body24.i:                                     ; preds = %for.cond22.i
  %27 = load ptr addrspace(1), ptr %x.addr.i, align 4, !dbg !234
  %28 = load i32, ptr %t.i, align 4, !dbg !235
  %mul25.i = mul i32 4, %28, !dbg !236
  %29 = load i32, ptr %e21.i, align 4, !dbg !237
  %add26.i = add i32 %mul25.i, %29, !dbg !238
  %arrayidx27.i = getelementptr inbounds nuw i32, ptr addrspace(1) %27, i32 %add26.i, !dbg !234
  %30 = load i32, ptr addrspace(1) %arrayidx27.i, align 4, !dbg !234
  %31 = load i32, ptr %sum.i, align 4, !dbg !239
  %add28.i = add i32 %31, %30, !dbg !239
  store i32 %add28.i, ptr %sum.i, align 4, !dbg !239
  %32 = load i32, ptr %sum.i, align 4, !dbg !240
  %33 = load ptr addrspace(1), ptr %y.addr.i, align 4, !dbg !241
  %34 = load i32, ptr %t.i, align 4, !dbg !242
  %mul29.i = mul i32 4, %34, !dbg !243
  %35 = load i32, ptr %e21.i, align 4, !dbg !244
  %add30.i = add i32 %mul29.i, %35, !dbg !245
  %arrayidx31.i = getelementptr inbounds nuw i32, ptr addrspace(1) %33, i32 %add30.i, !dbg !241
  store i32 %32, ptr addrspace(1) %arrayidx31.i, align 4, !dbg !246
  %36 = load i32, ptr %e21.i, align 4, !dbg !247
  %inc33.i = add i32 %36, 1, !dbg !247
  store i32 %inc33.i, ptr %e21.i, align 4, !dbg !247
  br label %for.cond22.i, !dbg !233, !llvm.loop !248

__clang_ocl_kern_imp_prefix_sum.exit:             ; preds = %for.cond22.i
  ret void, !dbg !250
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_prefix_sum(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %y) #1 !dbg !169 !kernel_arg_addr_space !163 !kernel_arg_access_qual !164 !kernel_arg_type !165 !kernel_arg_base_type !165 !kernel_arg_type_qual !166 !reqd_work_group_size !15 {
entry:
  %x.addr = alloca ptr addrspace(1), align 4
  %y.addr = alloca ptr addrspace(1), align 4
  %t = alloca i32, align 4
  %run = alloca i32, align 4
  %e = alloca i32, align 4
  %sum = alloca i32, align 4
  %step = alloca i32, align 4
  %e21 = alloca i32, align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %y, ptr %y.addr, align 4
  %call = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !251
  store i32 %call, ptr %t, align 4, !dbg !252
  store i32 0, ptr %run, align 4, !dbg !253
  store i32 0, ptr %e, align 4, !dbg !254
  br label %for.cond, !dbg !255

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %e, align 4, !dbg !256
  %cmp = icmp ult i32 %0, 4, !dbg !257
  br i1 %cmp, label %for.body, label %for.end, !dbg !258

for.body:                                         ; preds = %for.cond
  %1 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !259
  %2 = load i32, ptr %t, align 4, !dbg !260
  %mul = mul i32 4, %2, !dbg !261
  %3 = load i32, ptr %e, align 4, !dbg !262
  %add = add i32 %mul, %3, !dbg !263
  %arrayidx = getelementptr inbounds nuw i32, ptr addrspace(1) %1, i32 %add, !dbg !259
  %4 = load i32, ptr addrspace(1) %arrayidx, align 4, !dbg !259
  %5 = load i32, ptr %run, align 4, !dbg !264
  %add1 = add i32 %5, %4, !dbg !264
  store i32 %add1, ptr %run, align 4, !dbg !264
  br label %for.inc, !dbg !265

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %e, align 4, !dbg !266
  %inc = add i32 %6, 1, !dbg !266
  store i32 %inc, ptr %e, align 4, !dbg !266
  br label %for.cond, !dbg !258, !llvm.loop !267

for.end:                                          ; preds = %for.cond
  %7 = load i32, ptr %run, align 4, !dbg !269
  store i32 %7, ptr %sum, align 4, !dbg !270
  %8 = load i32, ptr %sum, align 4, !dbg !271
  %9 = load i32, ptr %t, align 4, !dbg !272
  %arrayidx2 = getelementptr inbounds nuw [128 x i32], ptr addrspace(3) @prefix_sum.sums, i32 0, i32 %9, !dbg !273
  store i32 %8, ptr addrspace(3) %arrayidx2, align 4, !dbg !274
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !275
  store i32 0, ptr %step, align 4, !dbg !276
  br label %for.cond3, !dbg !277

for.cond3:                                        ; preds = %for.inc17, %for.end
  %10 = load i32, ptr %step, align 4, !dbg !278
  %cmp4 = icmp ult i32 %10, 6, !dbg !279
  br i1 %cmp4, label %for.body5, label %for.end19, !dbg !280

for.body5:                                        ; preds = %for.cond3
  %11 = load i32, ptr %t, align 4, !dbg !281
  %12 = load i32, ptr %step, align 4, !dbg !282
  %shl.mask = and i32 %12, 31, !dbg !283
  %shl = shl i32 1, %shl.mask, !dbg !283
  %cmp6 = icmp uge i32 %11, %shl, !dbg !284
  br i1 %cmp6, label %if.then, label %if.end, !dbg !284

if.then:                                          ; preds = %for.body5
  %13 = load i32, ptr %t, align 4, !dbg !285
  %14 = load i32, ptr %step, align 4, !dbg !286
  %shl.mask7 = and i32 %14, 31, !dbg !287
  %shl8 = shl i32 1, %shl.mask7, !dbg !287
  %sub = sub i32 %13, %shl8, !dbg !288
  %15 = load i32, ptr %step, align 4, !dbg !289
  %and = and i32 %15, 1, !dbg !290
  %mul9 = mul i32 %and, 64, !dbg !291
  %add10 = add i32 %sub, %mul9, !dbg !292
  %arrayidx11 = getelementptr inbounds nuw [128 x i32], ptr addrspace(3) @prefix_sum.sums, i32 0, i32 %add10, !dbg !293
  %16 = load i32, ptr addrspace(3) %arrayidx11, align 4, !dbg !293
  %17 = load i32, ptr %sum, align 4, !dbg !294
  %add12 = add i32 %17, %16, !dbg !294
  store i32 %add12, ptr %sum, align 4, !dbg !294
  br label %if.end, !dbg !295

if.end:                                           ; preds = %if.then, %for.body5
  %18 = load i32, ptr %sum, align 4, !dbg !296
  %19 = load i32, ptr %t, align 4, !dbg !297
  %20 = load i32, ptr %step, align 4, !dbg !298
  %not = xor i32 %20, -1, !dbg !299
  %and13 = and i32 %not, 1, !dbg !300
  %mul14 = mul i32 %and13, 64, !dbg !301
  %add15 = add i32 %19, %mul14, !dbg !302
  %arrayidx16 = getelementptr inbounds nuw [128 x i32], ptr addrspace(3) @prefix_sum.sums, i32 0, i32 %add15, !dbg !303
  store i32 %18, ptr addrspace(3) %arrayidx16, align 4, !dbg !304
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !305
  br label %for.inc17, !dbg !306

for.inc17:                                        ; preds = %if.end
  %21 = load i32, ptr %step, align 4, !dbg !307
  %inc18 = add i32 %21, 1, !dbg !307
  store i32 %inc18, ptr %step, align 4, !dbg !307
  br label %for.cond3, !dbg !280, !llvm.loop !308

for.end19:                                        ; preds = %for.cond3
  %22 = load i32, ptr %run, align 4, !dbg !309
  %23 = load i32, ptr %sum, align 4, !dbg !310
  %sub20 = sub i32 %23, %22, !dbg !310
  store i32 %sub20, ptr %sum, align 4, !dbg !310
  store i32 0, ptr %e21, align 4, !dbg !311
  br label %for.cond22, !dbg !312

for.cond22:                                       ; preds = %for.inc32, %for.end19
  %24 = load i32, ptr %e21, align 4, !dbg !313
  %cmp23 = icmp ult i32 %24, 4, !dbg !314
  br i1 %cmp23, label %for.body24, label %for.end34, !dbg !315

for.body24:                                       ; preds = %for.cond22
  %25 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !316
  %26 = load i32, ptr %t, align 4, !dbg !317
  %mul25 = mul i32 4, %26, !dbg !318
  %27 = load i32, ptr %e21, align 4, !dbg !319
  %add26 = add i32 %mul25, %27, !dbg !320
  %arrayidx27 = getelementptr inbounds nuw i32, ptr addrspace(1) %25, i32 %add26, !dbg !316
  %28 = load i32, ptr addrspace(1) %arrayidx27, align 4, !dbg !316
  %29 = load i32, ptr %sum, align 4, !dbg !321
  %add28 = add i32 %29, %28, !dbg !321
  store i32 %add28, ptr %sum, align 4, !dbg !321
  %30 = load i32, ptr %sum, align 4, !dbg !322
  %31 = load ptr addrspace(1), ptr %y.addr, align 4, !dbg !323
  %32 = load i32, ptr %t, align 4, !dbg !324
  %mul29 = mul i32 4, %32, !dbg !325
  %33 = load i32, ptr %e21, align 4, !dbg !326
  %add30 = add i32 %mul29, %33, !dbg !327
  %arrayidx31 = getelementptr inbounds nuw i32, ptr addrspace(1) %31, i32 %add30, !dbg !323
  store i32 %30, ptr addrspace(1) %arrayidx31, align 4, !dbg !328
  br label %for.inc32, !dbg !329

for.inc32:                                        ; preds = %for.body24
  %34 = load i32, ptr %e21, align 4, !dbg !330
  %inc33 = add i32 %34, 1, !dbg !330
  store i32 %inc33, ptr %e21, align 4, !dbg !330
  br label %for.cond22, !dbg !315, !llvm.loop !331

for.end34:                                        ; preds = %for.cond22
  ret void, !dbg !332
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @fft128(ptr addrspace(1) noundef align 4 %re, ptr addrspace(1) noundef align 4 %im, ptr addrspace(1) noundef align 4 %wr, ptr addrspace(1) noundef align 4 %wi) #0 !dbg !333 !kernel_arg_addr_space !334 !kernel_arg_access_qual !335 !kernel_arg_type !336 !kernel_arg_base_type !336 !kernel_arg_type_qual !337 !reqd_work_group_size !15 {
entry:
  %re.addr.i = alloca ptr addrspace(1), align 4
  %im.addr.i = alloca ptr addrspace(1), align 4
  %wr.addr.i = alloca ptr addrspace(1), align 4
  %wi.addr.i = alloca ptr addrspace(1), align 4
  %t.i = alloca i32, align 4
  %reversed.i = alloca i32, align 4
  %b.i = alloca i32, align 4
  %a.i = alloca float, align 4
  %b1.i = alloca float, align 4
  %c.i = alloca float, align 4
  %d.i = alloca float, align 4
  %layer.i = alloca i32, align 4
  %width.i = alloca i32, align 4
  %i.i = alloca i32, align 4
  %j.i = alloca i32, align 4
  %w.i = alloca i32, align 4
  %pr.i = alloca float, align 4
  %pi.i = alloca float, align 4
  %qr.i = alloca float, align 4
  %qi.i = alloca float, align 4
  %re.addr = alloca ptr addrspace(1), align 4
  %im.addr = alloca ptr addrspace(1), align 4
  %wr.addr = alloca ptr addrspace(1), align 4
  %wi.addr = alloca ptr addrspace(1), align 4
  store ptr addrspace(1) %re, ptr %re.addr, align 4
  store ptr addrspace(1) %im, ptr %im.addr, align 4
  store ptr addrspace(1) %wr, ptr %wr.addr, align 4
  store ptr addrspace(1) %wi, ptr %wi.addr, align 4
  %0 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !338
  %1 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !338
  %2 = load ptr addrspace(1), ptr %wr.addr, align 4, !dbg !338
  %3 = load ptr addrspace(1), ptr %wi.addr, align 4, !dbg !338
  store ptr addrspace(1) %0, ptr %re.addr.i, align 4
  store ptr addrspace(1) %1, ptr %im.addr.i, align 4
  store ptr addrspace(1) %2, ptr %wr.addr.i, align 4
  store ptr addrspace(1) %3, ptr %wi.addr.i, align 4
  %call.i = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !339
  store i32 %call.i, ptr %t.i, align 4, !dbg !342
  store i32 0, ptr %reversed.i, align 4, !dbg !343
  store i32 0, ptr %b.i, align 4, !dbg !344
  br label %for.cond.i, !dbg !345

for.cond.i:                                       ; preds = %for.body.i, %entry
  %4 = load i32, ptr %b.i, align 4, !dbg !346
  %cmp.i = icmp ult i32 %4, 7, !dbg !347
  br i1 %cmp.i, label %for.body.i, label %for.end.i, !dbg !348

for.body.i:                                       ; preds = %for.cond.i
  %5 = load i32, ptr %t.i, align 4, !dbg !349
  %6 = load i32, ptr %b.i, align 4, !dbg !350
  %shr.mask.i = and i32 %6, 31, !dbg !351
  %shr.i = lshr i32 %5, %shr.mask.i, !dbg !351
  %and.i = and i32 %shr.i, 1, !dbg !352
  %7 = load i32, ptr %b.i, align 4, !dbg !353
  %sub.i = sub i32 6, %7, !dbg !354
  %shl.mask.i = and i32 %sub.i, 31, !dbg !355
  %shl.i = shl i32 %and.i, %shl.mask.i, !dbg !355
  %8 = load i32, ptr %reversed.i, align 4, !dbg !356
  %or.i = or i32 %8, %shl.i, !dbg !356
  store i32 %or.i, ptr %reversed.i, align 4, !dbg !356
  %9 = load i32, ptr %b.i, align 4, !dbg !357
  %inc.i = add i32 %9, 1, !dbg !357
  store i32 %inc.i, ptr %b.i, align 4, !dbg !357
  br label %for.cond.i, !dbg !348, !llvm.loop !358

for.end.i:                                        ; preds = %for.cond.i
  %10 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !360
  %11 = load i32, ptr %t.i, align 4, !dbg !361
  %arrayidx.i = getelementptr inbounds nuw float, ptr addrspace(1) %10, i32 %11, !dbg !360
  %12 = load float, ptr addrspace(1) %arrayidx.i, align 4, !dbg !360
  store float %12, ptr %a.i, align 4, !dbg !362
  %13 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !363
  %14 = load i32, ptr %t.i, align 4, !dbg !364
  %arrayidx2.i = getelementptr inbounds nuw float, ptr addrspace(1) %13, i32 %14, !dbg !363
  %15 = load float, ptr addrspace(1) %arrayidx2.i, align 4, !dbg !363
  store float %15, ptr %b1.i, align 4, !dbg !365
  %16 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !366
  %17 = load i32, ptr %t.i, align 4, !dbg !367
  %add.i = add i32 %17, 64, !dbg !368
  %arrayidx3.i = getelementptr inbounds nuw float, ptr addrspace(1) %16, i32 %add.i, !dbg !366
  %18 = load float, ptr addrspace(1) %arrayidx3.i, align 4, !dbg !366
  store float %18, ptr %c.i, align 4, !dbg !369
  %19 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !370
  %20 = load i32, ptr %t.i, align 4, !dbg !371
  %add4.i = add i32 %20, 64, !dbg !372
  %arrayidx5.i = getelementptr inbounds nuw float, ptr addrspace(1) %19, i32 %add4.i, !dbg !370
  %21 = load float, ptr addrspace(1) %arrayidx5.i, align 4, !dbg !370
  store float %21, ptr %d.i, align 4, !dbg !373
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !374
  %22 = load float, ptr %a.i, align 4, !dbg !375
  %23 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !376
  %24 = load i32, ptr %reversed.i, align 4, !dbg !377
  %arrayidx6.i = getelementptr inbounds nuw float, ptr addrspace(1) %23, i32 %24, !dbg !376
  store float %22, ptr addrspace(1) %arrayidx6.i, align 4, !dbg !378
  %25 = load float, ptr %b1.i, align 4, !dbg !379
  %26 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !380
  %27 = load i32, ptr %reversed.i, align 4, !dbg !381
  %arrayidx7.i = getelementptr inbounds nuw float, ptr addrspace(1) %26, i32 %27, !dbg !380
  store float %25, ptr addrspace(1) %arrayidx7.i, align 4, !dbg !382
  %28 = load float, ptr %c.i, align 4, !dbg !383
  %29 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !384
  %30 = load i32, ptr %reversed.i, align 4, !dbg !385
  %add8.i = add i32 %30, 1, !dbg !386
  %arrayidx9.i = getelementptr inbounds nuw float, ptr addrspace(1) %29, i32 %add8.i, !dbg !384
  store float %28, ptr addrspace(1) %arrayidx9.i, align 4, !dbg !387
  %31 = load float, ptr %d.i, align 4, !dbg !388
  %32 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !389
  %33 = load i32, ptr %reversed.i, align 4, !dbg !390
  %add10.i = add i32 %33, 1, !dbg !391
  %arrayidx11.i = getelementptr inbounds nuw float, ptr addrspace(1) %32, i32 %add10.i, !dbg !389
  store float %31, ptr addrspace(1) %arrayidx11.i, align 4, !dbg !392
  store i32 0, ptr %layer.i, align 4, !dbg !393
  br label %for.cond12.i, !dbg !394

for.cond12.i:                                     ; preds = %for.body14.i, %for.end.i
  %34 = load i32, ptr %layer.i, align 4, !dbg !395
  %cmp13.i = icmp ult i32 %34, 7, !dbg !396
  br i1 %cmp13.i, label %for.body14.i, label %__clang_ocl_kern_imp_fft128.exit, !dbg !397

for.body14.i:                                     ; preds = %for.cond12.i
  %35 = load i32, ptr %layer.i, align 4, !dbg !398
  %shl.mask15.i = and i32 %35, 31, !dbg !399
  %shl16.i = shl i32 1, %shl.mask15.i, !dbg !399
  store i32 %shl16.i, ptr %width.i, align 4, !dbg !400
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !401
  %36 = load i32, ptr %t.i, align 4, !dbg !402
  %37 = load i32, ptr %width.i, align 4, !dbg !403
  %sub17.i = sub i32 %37, 1, !dbg !404
  %not.i = xor i32 %sub17.i, -1, !dbg !405
  %and18.i = and i32 %36, %not.i, !dbg !406
  %38 = load i32, ptr %t.i, align 4, !dbg !407
  %add19.i = add i32 %and18.i, %38, !dbg !408
  store i32 %add19.i, ptr %i.i, align 4, !dbg !409
  %39 = load i32, ptr %i.i, align 4, !dbg !410
  %40 = load i32, ptr %width.i, align 4, !dbg !411
  %add20.i = add i32 %39, %40, !dbg !412
  store i32 %add20.i, ptr %j.i, align 4, !dbg !413
  %41 = load i32, ptr %t.i, align 4, !dbg !414
  %42 = load i32, ptr %width.i, align 4, !dbg !415
  %sub21.i = sub i32 %42, 1, !dbg !416
  %and22.i = and i32 %41, %sub21.i, !dbg !417
  %43 = load i32, ptr %layer.i, align 4, !dbg !418
  %sub23.i = sub i32 6, %43, !dbg !419
  %shl.mask24.i = and i32 %sub23.i, 31, !dbg !420
  %shl25.i = shl i32 %and22.i, %shl.mask24.i, !dbg !420
  store i32 %shl25.i, ptr %w.i, align 4, !dbg !421
  %44 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !422
  %45 = load i32, ptr %j.i, align 4, !dbg !423
  %arrayidx26.i = getelementptr inbounds nuw float, ptr addrspace(1) %44, i32 %45, !dbg !422
  %46 = load float, ptr addrspace(1) %arrayidx26.i, align 4, !dbg !422
  %47 = load ptr addrspace(1), ptr %wr.addr.i, align 4, !dbg !424
  %48 = load i32, ptr %w.i, align 4, !dbg !425
  %arrayidx27.i = getelementptr inbounds nuw float, ptr addrspace(1) %47, i32 %48, !dbg !424
  %49 = load float, ptr addrspace(1) %arrayidx27.i, align 4, !dbg !424
  %mul.i = fmul float %46, %49, !dbg !426
  %50 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !427
  %51 = load i32, ptr %j.i, align 4, !dbg !428
  %arrayidx28.i = getelementptr inbounds nuw float, ptr addrspace(1) %50, i32 %51, !dbg !427
  %52 = load float, ptr addrspace(1) %arrayidx28.i, align 4, !dbg !427
  %53 = load ptr addrspace(1), ptr %wi.addr.i, align 4, !dbg !429
  %54 = load i32, ptr %w.i, align 4, !dbg !430
  %arrayidx29.i = getelementptr inbounds nuw float, ptr addrspace(1) %53, i32 %54, !dbg !429
  %55 = load float, ptr addrspace(1) %arrayidx29.i, align 4, !dbg !429
  %mul30.i = fmul float %52, %55, !dbg !431
  %sub31.i = fsub float %mul.i, %mul30.i, !dbg !432
  store float %sub31.i, ptr %pr.i, align 4, !dbg !433
  %56 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !434
  %57 = load i32, ptr %j.i, align 4, !dbg !435
  %arrayidx32.i = getelementptr inbounds nuw float, ptr addrspace(1) %56, i32 %57, !dbg !434
  %58 = load float, ptr addrspace(1) %arrayidx32.i, align 4, !dbg !434
  %59 = load ptr addrspace(1), ptr %wi.addr.i, align 4, !dbg !436
  %60 = load i32, ptr %w.i, align 4, !dbg !437
  %arrayidx33.i = getelementptr inbounds nuw float, ptr addrspace(1) %59, i32 %60, !dbg !436
  %61 = load float, ptr addrspace(1) %arrayidx33.i, align 4, !dbg !436
  %mul34.i = fmul float %58, %61, !dbg !438
  %62 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !439
  %63 = load i32, ptr %j.i, align 4, !dbg !440
  %arrayidx35.i = getelementptr inbounds nuw float, ptr addrspace(1) %62, i32 %63, !dbg !439
  %64 = load float, ptr addrspace(1) %arrayidx35.i, align 4, !dbg !439
  %65 = load ptr addrspace(1), ptr %wr.addr.i, align 4, !dbg !441
  %66 = load i32, ptr %w.i, align 4, !dbg !442
  %arrayidx36.i = getelementptr inbounds nuw float, ptr addrspace(1) %65, i32 %66, !dbg !441
  %67 = load float, ptr addrspace(1) %arrayidx36.i, align 4, !dbg !441
  %mul37.i = fmul float %64, %67, !dbg !443
  %add38.i = fadd float %mul34.i, %mul37.i, !dbg !444
  store float %add38.i, ptr %pi.i, align 4, !dbg !445
  %68 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !446
  %69 = load i32, ptr %i.i, align 4, !dbg !447
  %arrayidx39.i = getelementptr inbounds nuw float, ptr addrspace(1) %68, i32 %69, !dbg !446
  %70 = load float, ptr addrspace(1) %arrayidx39.i, align 4, !dbg !446
  store float %70, ptr %qr.i, align 4, !dbg !448
  %71 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !449
  %72 = load i32, ptr %i.i, align 4, !dbg !450
  %arrayidx40.i = getelementptr inbounds nuw float, ptr addrspace(1) %71, i32 %72, !dbg !449
  %73 = load float, ptr addrspace(1) %arrayidx40.i, align 4, !dbg !449
  store float %73, ptr %qi.i, align 4, !dbg !451
  %74 = load float, ptr %qr.i, align 4, !dbg !452
  %75 = load float, ptr %pr.i, align 4, !dbg !453
  %add41.i = fadd float %74, %75, !dbg !454
  %76 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !455
  %77 = load i32, ptr %i.i, align 4, !dbg !456
  %arrayidx42.i = getelementptr inbounds nuw float, ptr addrspace(1) %76, i32 %77, !dbg !455
  store float %add41.i, ptr addrspace(1) %arrayidx42.i, align 4, !dbg !457
  %78 = load float, ptr %qi.i, align 4, !dbg !458
  %79 = load float, ptr %pi.i, align 4, !dbg !459
  %add43.i = fadd float %78, %79, !dbg !460
  %80 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !461
  %81 = load i32, ptr %i.i, align 4, !dbg !462
  %arrayidx44.i = getelementptr inbounds nuw float, ptr addrspace(1) %80, i32 %81, !dbg !461
  store float %add43.i, ptr addrspace(1) %arrayidx44.i, align 4, !dbg !463
  %82 = load float, ptr %qr.i, align 4, !dbg !464
  %83 = load float, ptr %pr.i, align 4, !dbg !465
  %sub45.i = fsub float %82, %83, !dbg !466
  %84 = load ptr addrspace(1), ptr %re.addr.i, align 4, !dbg !467
  %85 = load i32, ptr %j.i, align 4, !dbg !468
  %arrayidx46.i = getelementptr inbounds nuw float, ptr addrspace(1) %84, i32 %85, !dbg !467
  store float %sub45.i, ptr addrspace(1) %arrayidx46.i, align 4, !dbg !469
  %86 = load float, ptr %qi.i, align 4, !dbg !470
  %87 = load float, ptr %pi.i, align 4, !dbg !471
  %sub47.i = fsub float %86, %87, !dbg !472
  %88 = load ptr addrspace(1), ptr %im.addr.i, align 4, !dbg !473
  %89 = load i32, ptr %j.i, align 4, !dbg !474
  %arrayidx48.i = getelementptr inbounds nuw float, ptr addrspace(1) %88, i32 %89, !dbg !473
  store float %sub47.i, ptr addrspace(1) %arrayidx48.i, align 4, !dbg !475
  %90 = load i32, ptr %layer.i, align 4, !dbg !476
  %inc50.i = add i32 %90, 1, !dbg !476
  store i32 %inc50.i, ptr %layer.i, align 4, !dbg !476
  br label %for.cond12.i, !dbg !397, !llvm.loop !477

__clang_ocl_kern_imp_fft128.exit:                 ; preds = %for.cond12.i
  ret void, !dbg !480
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_fft128(ptr addrspace(1) noundef align 4 %re, ptr addrspace(1) noundef align 4 %im, ptr addrspace(1) noundef align 4 %wr, ptr addrspace(1) noundef align 4 %wi) #1 !dbg !340 !kernel_arg_addr_space !334 !kernel_arg_access_qual !335 !kernel_arg_type !336 !kernel_arg_base_type !336 !kernel_arg_type_qual !337 !reqd_work_group_size !15 {
entry:
  %re.addr = alloca ptr addrspace(1), align 4
  %im.addr = alloca ptr addrspace(1), align 4
  %wr.addr = alloca ptr addrspace(1), align 4
  %wi.addr = alloca ptr addrspace(1), align 4
  %t = alloca i32, align 4
  %reversed = alloca i32, align 4
  %b = alloca i32, align 4
  %a = alloca float, align 4
  %b1 = alloca float, align 4
  %c = alloca float, align 4
  %d = alloca float, align 4
  %layer = alloca i32, align 4
  %width = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  %w = alloca i32, align 4
  %pr = alloca float, align 4
  %pi = alloca float, align 4
  %qr = alloca float, align 4
  %qi = alloca float, align 4
  store ptr addrspace(1) %re, ptr %re.addr, align 4
  store ptr addrspace(1) %im, ptr %im.addr, align 4
  store ptr addrspace(1) %wr, ptr %wr.addr, align 4
  store ptr addrspace(1) %wi, ptr %wi.addr, align 4
  %call = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !481
  store i32 %call, ptr %t, align 4, !dbg !482
  store i32 0, ptr %reversed, align 4, !dbg !483
  store i32 0, ptr %b, align 4, !dbg !484
  br label %for.cond, !dbg !485

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %b, align 4, !dbg !486
  %cmp = icmp ult i32 %0, 7, !dbg !487
  br i1 %cmp, label %for.body, label %for.end, !dbg !488

for.body:                                         ; preds = %for.cond
  %1 = load i32, ptr %t, align 4, !dbg !489
  %2 = load i32, ptr %b, align 4, !dbg !490
  %shr.mask = and i32 %2, 31, !dbg !491
  %shr = lshr i32 %1, %shr.mask, !dbg !491
  %and = and i32 %shr, 1, !dbg !492
  %3 = load i32, ptr %b, align 4, !dbg !493
  %sub = sub i32 6, %3, !dbg !494
  %shl.mask = and i32 %sub, 31, !dbg !495
  %shl = shl i32 %and, %shl.mask, !dbg !495
  %4 = load i32, ptr %reversed, align 4, !dbg !496
  %or = or i32 %4, %shl, !dbg !496
  store i32 %or, ptr %reversed, align 4, !dbg !496
  br label %for.inc, !dbg !497

for.inc:                                          ; preds = %for.body
  %5 = load i32, ptr %b, align 4, !dbg !498
  %inc = add i32 %5, 1, !dbg !498
  store i32 %inc, ptr %b, align 4, !dbg !498
  br label %for.cond, !dbg !488, !llvm.loop !499

for.end:                                          ; preds = %for.cond
  %6 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !501
  %7 = load i32, ptr %t, align 4, !dbg !502
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %6, i32 %7, !dbg !501
  %8 = load float, ptr addrspace(1) %arrayidx, align 4, !dbg !501
  store float %8, ptr %a, align 4, !dbg !503
  %9 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !504
  %10 = load i32, ptr %t, align 4, !dbg !505
  %arrayidx2 = getelementptr inbounds nuw float, ptr addrspace(1) %9, i32 %10, !dbg !504
  %11 = load float, ptr addrspace(1) %arrayidx2, align 4, !dbg !504
  store float %11, ptr %b1, align 4, !dbg !506
  %12 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !507
  %13 = load i32, ptr %t, align 4, !dbg !508
  %add = add i32 %13, 64, !dbg !509
  %arrayidx3 = getelementptr inbounds nuw float, ptr addrspace(1) %12, i32 %add, !dbg !507
  %14 = load float, ptr addrspace(1) %arrayidx3, align 4, !dbg !507
  store float %14, ptr %c, align 4, !dbg !510
  %15 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !511
  %16 = load i32, ptr %t, align 4, !dbg !512
  %add4 = add i32 %16, 64, !dbg !513
  %arrayidx5 = getelementptr inbounds nuw float, ptr addrspace(1) %15, i32 %add4, !dbg !511
  %17 = load float, ptr addrspace(1) %arrayidx5, align 4, !dbg !511
  store float %17, ptr %d, align 4, !dbg !514
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !515
  %18 = load float, ptr %a, align 4, !dbg !516
  %19 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !517
  %20 = load i32, ptr %reversed, align 4, !dbg !518
  %arrayidx6 = getelementptr inbounds nuw float, ptr addrspace(1) %19, i32 %20, !dbg !517
  store float %18, ptr addrspace(1) %arrayidx6, align 4, !dbg !519
  %21 = load float, ptr %b1, align 4, !dbg !520
  %22 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !521
  %23 = load i32, ptr %reversed, align 4, !dbg !522
  %arrayidx7 = getelementptr inbounds nuw float, ptr addrspace(1) %22, i32 %23, !dbg !521
  store float %21, ptr addrspace(1) %arrayidx7, align 4, !dbg !523
  %24 = load float, ptr %c, align 4, !dbg !524
  %25 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !525
  %26 = load i32, ptr %reversed, align 4, !dbg !526
  %add8 = add i32 %26, 1, !dbg !527
  %arrayidx9 = getelementptr inbounds nuw float, ptr addrspace(1) %25, i32 %add8, !dbg !525
  store float %24, ptr addrspace(1) %arrayidx9, align 4, !dbg !528
  %27 = load float, ptr %d, align 4, !dbg !529
  %28 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !530
  %29 = load i32, ptr %reversed, align 4, !dbg !531
  %add10 = add i32 %29, 1, !dbg !532
  %arrayidx11 = getelementptr inbounds nuw float, ptr addrspace(1) %28, i32 %add10, !dbg !530
  store float %27, ptr addrspace(1) %arrayidx11, align 4, !dbg !533
  store i32 0, ptr %layer, align 4, !dbg !534
  br label %for.cond12, !dbg !535

for.cond12:                                       ; preds = %for.inc49, %for.end
  %30 = load i32, ptr %layer, align 4, !dbg !536
  %cmp13 = icmp ult i32 %30, 7, !dbg !537
  br i1 %cmp13, label %for.body14, label %for.end51, !dbg !538

for.body14:                                       ; preds = %for.cond12
  %31 = load i32, ptr %layer, align 4, !dbg !539
  %shl.mask15 = and i32 %31, 31, !dbg !540
  %shl16 = shl i32 1, %shl.mask15, !dbg !540
  store i32 %shl16, ptr %width, align 4, !dbg !541
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !542
  %32 = load i32, ptr %t, align 4, !dbg !543
  %33 = load i32, ptr %width, align 4, !dbg !544
  %sub17 = sub i32 %33, 1, !dbg !545
  %not = xor i32 %sub17, -1, !dbg !546
  %and18 = and i32 %32, %not, !dbg !547
  %34 = load i32, ptr %t, align 4, !dbg !548
  %add19 = add i32 %and18, %34, !dbg !549
  store i32 %add19, ptr %i, align 4, !dbg !550
  %35 = load i32, ptr %i, align 4, !dbg !551
  %36 = load i32, ptr %width, align 4, !dbg !552
  %add20 = add i32 %35, %36, !dbg !553
  store i32 %add20, ptr %j, align 4, !dbg !554
  %37 = load i32, ptr %t, align 4, !dbg !555
  %38 = load i32, ptr %width, align 4, !dbg !556
  %sub21 = sub i32 %38, 1, !dbg !557
  %and22 = and i32 %37, %sub21, !dbg !558
  %39 = load i32, ptr %layer, align 4, !dbg !559
  %sub23 = sub i32 6, %39, !dbg !560
  %shl.mask24 = and i32 %sub23, 31, !dbg !561
  %shl25 = shl i32 %and22, %shl.mask24, !dbg !561
  store i32 %shl25, ptr %w, align 4, !dbg !562
  %40 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !563
  %41 = load i32, ptr %j, align 4, !dbg !564
  %arrayidx26 = getelementptr inbounds nuw float, ptr addrspace(1) %40, i32 %41, !dbg !563
  %42 = load float, ptr addrspace(1) %arrayidx26, align 4, !dbg !563
  %43 = load ptr addrspace(1), ptr %wr.addr, align 4, !dbg !565
  %44 = load i32, ptr %w, align 4, !dbg !566
  %arrayidx27 = getelementptr inbounds nuw float, ptr addrspace(1) %43, i32 %44, !dbg !565
  %45 = load float, ptr addrspace(1) %arrayidx27, align 4, !dbg !565
  %mul = fmul float %42, %45, !dbg !567
  %46 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !568
  %47 = load i32, ptr %j, align 4, !dbg !569
  %arrayidx28 = getelementptr inbounds nuw float, ptr addrspace(1) %46, i32 %47, !dbg !568
  %48 = load float, ptr addrspace(1) %arrayidx28, align 4, !dbg !568
  %49 = load ptr addrspace(1), ptr %wi.addr, align 4, !dbg !570
  %50 = load i32, ptr %w, align 4, !dbg !571
  %arrayidx29 = getelementptr inbounds nuw float, ptr addrspace(1) %49, i32 %50, !dbg !570
  %51 = load float, ptr addrspace(1) %arrayidx29, align 4, !dbg !570
  %mul30 = fmul float %48, %51, !dbg !572
  %sub31 = fsub float %mul, %mul30, !dbg !573
  store float %sub31, ptr %pr, align 4, !dbg !574
  %52 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !575
  %53 = load i32, ptr %j, align 4, !dbg !576
  %arrayidx32 = getelementptr inbounds nuw float, ptr addrspace(1) %52, i32 %53, !dbg !575
  %54 = load float, ptr addrspace(1) %arrayidx32, align 4, !dbg !575
  %55 = load ptr addrspace(1), ptr %wi.addr, align 4, !dbg !577
  %56 = load i32, ptr %w, align 4, !dbg !578
  %arrayidx33 = getelementptr inbounds nuw float, ptr addrspace(1) %55, i32 %56, !dbg !577
  %57 = load float, ptr addrspace(1) %arrayidx33, align 4, !dbg !577
  %mul34 = fmul float %54, %57, !dbg !579
  %58 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !580
  %59 = load i32, ptr %j, align 4, !dbg !581
  %arrayidx35 = getelementptr inbounds nuw float, ptr addrspace(1) %58, i32 %59, !dbg !580
  %60 = load float, ptr addrspace(1) %arrayidx35, align 4, !dbg !580
  %61 = load ptr addrspace(1), ptr %wr.addr, align 4, !dbg !582
  %62 = load i32, ptr %w, align 4, !dbg !583
  %arrayidx36 = getelementptr inbounds nuw float, ptr addrspace(1) %61, i32 %62, !dbg !582
  %63 = load float, ptr addrspace(1) %arrayidx36, align 4, !dbg !582
  %mul37 = fmul float %60, %63, !dbg !584
  %add38 = fadd float %mul34, %mul37, !dbg !585
  store float %add38, ptr %pi, align 4, !dbg !586
  %64 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !587
  %65 = load i32, ptr %i, align 4, !dbg !588
  %arrayidx39 = getelementptr inbounds nuw float, ptr addrspace(1) %64, i32 %65, !dbg !587
  %66 = load float, ptr addrspace(1) %arrayidx39, align 4, !dbg !587
  store float %66, ptr %qr, align 4, !dbg !589
  %67 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !590
  %68 = load i32, ptr %i, align 4, !dbg !591
  %arrayidx40 = getelementptr inbounds nuw float, ptr addrspace(1) %67, i32 %68, !dbg !590
  %69 = load float, ptr addrspace(1) %arrayidx40, align 4, !dbg !590
  store float %69, ptr %qi, align 4, !dbg !592
  %70 = load float, ptr %qr, align 4, !dbg !593
  %71 = load float, ptr %pr, align 4, !dbg !594
  %add41 = fadd float %70, %71, !dbg !595
  %72 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !596
  %73 = load i32, ptr %i, align 4, !dbg !597
  %arrayidx42 = getelementptr inbounds nuw float, ptr addrspace(1) %72, i32 %73, !dbg !596
  store float %add41, ptr addrspace(1) %arrayidx42, align 4, !dbg !598
  %74 = load float, ptr %qi, align 4, !dbg !599
  %75 = load float, ptr %pi, align 4, !dbg !600
  %add43 = fadd float %74, %75, !dbg !601
  %76 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !602
  %77 = load i32, ptr %i, align 4, !dbg !603
  %arrayidx44 = getelementptr inbounds nuw float, ptr addrspace(1) %76, i32 %77, !dbg !602
  store float %add43, ptr addrspace(1) %arrayidx44, align 4, !dbg !604
  %78 = load float, ptr %qr, align 4, !dbg !605
  %79 = load float, ptr %pr, align 4, !dbg !606
  %sub45 = fsub float %78, %79, !dbg !607
  %80 = load ptr addrspace(1), ptr %re.addr, align 4, !dbg !608
  %81 = load i32, ptr %j, align 4, !dbg !609
  %arrayidx46 = getelementptr inbounds nuw float, ptr addrspace(1) %80, i32 %81, !dbg !608
  store float %sub45, ptr addrspace(1) %arrayidx46, align 4, !dbg !610
  %82 = load float, ptr %qi, align 4, !dbg !611
  %83 = load float, ptr %pi, align 4, !dbg !612
  %sub47 = fsub float %82, %83, !dbg !613
  %84 = load ptr addrspace(1), ptr %im.addr, align 4, !dbg !614
  %85 = load i32, ptr %j, align 4, !dbg !615
  %arrayidx48 = getelementptr inbounds nuw float, ptr addrspace(1) %84, i32 %85, !dbg !614
  store float %sub47, ptr addrspace(1) %arrayidx48, align 4, !dbg !616
  br label %for.inc49, !dbg !617

for.inc49:                                        ; preds = %for.body14
  %86 = load i32, ptr %layer, align 4, !dbg !618
  %inc50 = add i32 %86, 1, !dbg !618
  store i32 %inc50, ptr %layer, align 4, !dbg !618
  br label %for.cond12, !dbg !538, !llvm.loop !619

for.end51:                                        ; preds = %for.cond12
  ret void, !dbg !620
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @mm_global(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c) #0 !dbg !621 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  %a.addr.i = alloca ptr addrspace(1), align 4
  %b.addr.i = alloca ptr addrspace(1), align 4
  %c.addr.i = alloca ptr addrspace(1), align 4
  %x.i = alloca i32, align 4
  %y.i = alloca i32, align 4
  %sum.i = alloca float, align 4
  %k.i = alloca i32, align 4
  %a.addr = alloca ptr addrspace(1), align 4
  %b.addr = alloca ptr addrspace(1), align 4
  %c.addr = alloca ptr addrspace(1), align 4
  store ptr addrspace(1) %a, ptr %a.addr, align 4
  store ptr addrspace(1) %b, ptr %b.addr, align 4
  store ptr addrspace(1) %c, ptr %c.addr, align 4
  %0 = load ptr addrspace(1), ptr %a.addr, align 4, !dbg !622
  %1 = load ptr addrspace(1), ptr %b.addr, align 4, !dbg !622
  %2 = load ptr addrspace(1), ptr %c.addr, align 4, !dbg !622
  store ptr addrspace(1) %0, ptr %a.addr.i, align 4
  store ptr addrspace(1) %1, ptr %b.addr.i, align 4
  store ptr addrspace(1) %2, ptr %c.addr.i, align 4
  %call.i = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !623
  store i32 %call.i, ptr %x.i, align 4, !dbg !626
  %call1.i = call spir_func i32 @_Z13get_global_idj(i32 noundef 1) #4, !dbg !627
  store i32 %call1.i, ptr %y.i, align 4, !dbg !628
  store float 0.000000e+00, ptr %sum.i, align 4, !dbg !629
  store i32 0, ptr %k.i, align 4, !dbg !630
  br label %for.cond.i, !dbg !631

for.cond.i:                                       ; preds = %for.body.i, %entry
  %3 = load i32, ptr %k.i, align 4, !dbg !632
  %cmp.i = icmp ult i32 %3, 64, !dbg !633
  br i1 %cmp.i, label %for.body.i, label %__clang_ocl_kern_imp_mm_global.exit, !dbg !634

for.body.i:                                       ; preds = %for.cond.i
  %4 = load ptr addrspace(1), ptr %a.addr.i, align 4, !dbg !635
  %5 = load i32, ptr %y.i, align 4, !dbg !636
  %mul.i = mul i32 %5, 64, !dbg !637
  %6 = load i32, ptr %k.i, align 4, !dbg !638
  %add.i = add i32 %mul.i, %6, !dbg !639
  %arrayidx.i = getelementptr inbounds nuw float, ptr addrspace(1) %4, i32 %add.i, !dbg !635
  %7 = load float, ptr addrspace(1) %arrayidx.i, align 4, !dbg !635
  %8 = load ptr addrspace(1), ptr %b.addr.i, align 4, !dbg !640
  %9 = load i32, ptr %k.i, align 4, !dbg !641
  %mul2.i = mul i32 %9, 64, !dbg !642
  %10 = load i32, ptr %x.i, align 4, !dbg !643
  %add3.i = add i32 %mul2.i, %10, !dbg !644
  %arrayidx4.i = getelementptr inbounds nuw float, ptr addrspace(1) %8, i32 %add3.i, !dbg !640
  %11 = load float, ptr addrspace(1) %arrayidx4.i, align 4, !dbg !640
  %mul5.i = fmul float %7, %11, !dbg !645
  %12 = load float, ptr %sum.i, align 4, !dbg !646
  %add6.i = fadd float %12, %mul5.i, !dbg !646
  store float %add6.i, ptr %sum.i, align 4, !dbg !646
  %13 = load i32, ptr %k.i, align 4, !dbg !647
  %inc.i = add i32 %13, 1, !dbg !647
  store i32 %inc.i, ptr %k.i, align 4, !dbg !647
  br label %for.cond.i, !dbg !634, !llvm.loop !648

__clang_ocl_kern_imp_mm_global.exit:              ; preds = %for.cond.i
  %14 = load float, ptr %sum.i, align 4, !dbg !650
  %15 = load ptr addrspace(1), ptr %c.addr.i, align 4, !dbg !651
  %16 = load i32, ptr %y.i, align 4, !dbg !652
  %mul7.i = mul i32 %16, 64, !dbg !653
  %17 = load i32, ptr %x.i, align 4, !dbg !654
  %add8.i = add i32 %mul7.i, %17, !dbg !655
  %arrayidx9.i = getelementptr inbounds nuw float, ptr addrspace(1) %15, i32 %add8.i, !dbg !651
  store float %14, ptr addrspace(1) %arrayidx9.i, align 4, !dbg !656
  ret void, !dbg !657
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_mm_global(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c) #1 !dbg !624 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  %a.addr = alloca ptr addrspace(1), align 4
  %b.addr = alloca ptr addrspace(1), align 4
  %c.addr = alloca ptr addrspace(1), align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %sum = alloca float, align 4
  %k = alloca i32, align 4
  store ptr addrspace(1) %a, ptr %a.addr, align 4
  store ptr addrspace(1) %b, ptr %b.addr, align 4
  store ptr addrspace(1) %c, ptr %c.addr, align 4
  %call = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !658
  store i32 %call, ptr %x, align 4, !dbg !659
  %call1 = call spir_func i32 @_Z13get_global_idj(i32 noundef 1) #4, !dbg !660
  store i32 %call1, ptr %y, align 4, !dbg !661
  store float 0.000000e+00, ptr %sum, align 4, !dbg !662
  store i32 0, ptr %k, align 4, !dbg !663
  br label %for.cond, !dbg !664

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %k, align 4, !dbg !665
  %cmp = icmp ult i32 %0, 64, !dbg !666
  br i1 %cmp, label %for.body, label %for.end, !dbg !667

for.body:                                         ; preds = %for.cond
  %1 = load ptr addrspace(1), ptr %a.addr, align 4, !dbg !668
  %2 = load i32, ptr %y, align 4, !dbg !669
  %mul = mul i32 %2, 64, !dbg !670
  %3 = load i32, ptr %k, align 4, !dbg !671
  %add = add i32 %mul, %3, !dbg !672
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %1, i32 %add, !dbg !668
  %4 = load float, ptr addrspace(1) %arrayidx, align 4, !dbg !668
  %5 = load ptr addrspace(1), ptr %b.addr, align 4, !dbg !673
  %6 = load i32, ptr %k, align 4, !dbg !674
  %mul2 = mul i32 %6, 64, !dbg !675
  %7 = load i32, ptr %x, align 4, !dbg !676
  %add3 = add i32 %mul2, %7, !dbg !677
  %arrayidx4 = getelementptr inbounds nuw float, ptr addrspace(1) %5, i32 %add3, !dbg !673
  %8 = load float, ptr addrspace(1) %arrayidx4, align 4, !dbg !673
  %mul5 = fmul float %4, %8, !dbg !678
  %9 = load float, ptr %sum, align 4, !dbg !679
  %add6 = fadd float %9, %mul5, !dbg !679
  store float %add6, ptr %sum, align 4, !dbg !679
  br label %for.inc, !dbg !680

for.inc:                                          ; preds = %for.body
  %10 = load i32, ptr %k, align 4, !dbg !681
  %inc = add i32 %10, 1, !dbg !681
  store i32 %inc, ptr %k, align 4, !dbg !681
  br label %for.cond, !dbg !667, !llvm.loop !682

for.end:                                          ; preds = %for.cond
  %11 = load float, ptr %sum, align 4, !dbg !684
  %12 = load ptr addrspace(1), ptr %c.addr, align 4, !dbg !685
  %13 = load i32, ptr %y, align 4, !dbg !686
  %mul7 = mul i32 %13, 64, !dbg !687
  %14 = load i32, ptr %x, align 4, !dbg !688
  %add8 = add i32 %mul7, %14, !dbg !689
  %arrayidx9 = getelementptr inbounds nuw float, ptr addrspace(1) %12, i32 %add8, !dbg !685
  store float %11, ptr addrspace(1) %arrayidx9, align 4, !dbg !690
  ret void, !dbg !691
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @mm_local(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c) #0 !dbg !692 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  %a.addr.i = alloca ptr addrspace(1), align 4
  %b.addr.i = alloca ptr addrspace(1), align 4
  %c.addr.i = alloca ptr addrspace(1), align 4
  %x.i = alloca i32, align 4
  %y.i = alloca i32, align 4
  %column.i = alloca i32, align 4
  %row.i = alloca i32, align 4
  %sum.i = alloca float, align 4
  %t.i = alloca i32, align 4
  %k.i = alloca i32, align 4
  %a.addr = alloca ptr addrspace(1), align 4
  %b.addr = alloca ptr addrspace(1), align 4
  %c.addr = alloca ptr addrspace(1), align 4
  store ptr addrspace(1) %a, ptr %a.addr, align 4
  store ptr addrspace(1) %b, ptr %b.addr, align 4
  store ptr addrspace(1) %c, ptr %c.addr, align 4
  %0 = load ptr addrspace(1), ptr %a.addr, align 4, !dbg !693
  %1 = load ptr addrspace(1), ptr %b.addr, align 4, !dbg !693
  %2 = load ptr addrspace(1), ptr %c.addr, align 4, !dbg !693
  store ptr addrspace(1) %0, ptr %a.addr.i, align 4
  store ptr addrspace(1) %1, ptr %b.addr.i, align 4
  store ptr addrspace(1) %2, ptr %c.addr.i, align 4
  %call.i = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !694
  store i32 %call.i, ptr %x.i, align 4, !dbg !697
  %call1.i = call spir_func i32 @_Z13get_global_idj(i32 noundef 1) #4, !dbg !698
  store i32 %call1.i, ptr %y.i, align 4, !dbg !699
  %call2.i = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !700
  store i32 %call2.i, ptr %column.i, align 4, !dbg !701
  %call3.i = call spir_func i32 @_Z12get_local_idj(i32 noundef 1) #4, !dbg !702
  store i32 %call3.i, ptr %row.i, align 4, !dbg !703
  store float 0.000000e+00, ptr %sum.i, align 4, !dbg !704
  store i32 0, ptr %t.i, align 4, !dbg !705
  br label %for.cond.i, !dbg !706

for.cond.i:                                       ; preds = %for.end.i, %entry
  %3 = load i32, ptr %t.i, align 4, !dbg !707
  %cmp.i = icmp ult i32 %3, 64, !dbg !708
  br i1 %cmp.i, label %for.body.i, label %__clang_ocl_kern_imp_mm_local.exit, !dbg !709

for.body.i:                                       ; preds = %for.cond.i
  %4 = load ptr addrspace(1), ptr %a.addr.i, align 4, !dbg !710
  %5 = load i32, ptr %y.i, align 4, !dbg !711
  %mul.i = mul i32 %5, 64, !dbg !712
  %6 = load i32, ptr %t.i, align 4, !dbg !713
  %add.i = add i32 %mul.i, %6, !dbg !714
  %7 = load i32, ptr %column.i, align 4, !dbg !715
  %add4.i = add i32 %add.i, %7, !dbg !716
  %arrayidx.i = getelementptr inbounds nuw float, ptr addrspace(1) %4, i32 %add4.i, !dbg !710
  %8 = load float, ptr addrspace(1) %arrayidx.i, align 4, !dbg !710
  %9 = load i32, ptr %row.i, align 4, !dbg !717
  %arrayidx5.i = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_a, i32 0, i32 %9, !dbg !718
  %10 = load i32, ptr %column.i, align 4, !dbg !719
  %arrayidx6.i = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx5.i, i32 0, i32 %10, !dbg !718
  store float %8, ptr addrspace(3) %arrayidx6.i, align 4, !dbg !720
  %11 = load ptr addrspace(1), ptr %b.addr.i, align 4, !dbg !721
  %12 = load i32, ptr %t.i, align 4, !dbg !722
  %13 = load i32, ptr %row.i, align 4, !dbg !723
  %add7.i = add i32 %12, %13, !dbg !724
  %mul8.i = mul i32 %add7.i, 64, !dbg !725
  %14 = load i32, ptr %x.i, align 4, !dbg !726
  %add9.i = add i32 %mul8.i, %14, !dbg !727
  %arrayidx10.i = getelementptr inbounds nuw float, ptr addrspace(1) %11, i32 %add9.i, !dbg !721
  %15 = load float, ptr addrspace(1) %arrayidx10.i, align 4, !dbg !721
  %16 = load i32, ptr %row.i, align 4, !dbg !728
  %arrayidx11.i = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_b, i32 0, i32 %16, !dbg !729
  %17 = load i32, ptr %column.i, align 4, !dbg !730
  %arrayidx12.i = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx11.i, i32 0, i32 %17, !dbg !729
  store float %15, ptr addrspace(3) %arrayidx12.i, align 4, !dbg !731
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !732
  store i32 0, ptr %k.i, align 4, !dbg !733
  br label %for.cond13.i, !dbg !734

for.cond13.i:                                     ; preds = %for.body15.i, %for.body.i
  %18 = load i32, ptr %k.i, align 4, !dbg !735
  %cmp14.i = icmp ult i32 %18, 16, !dbg !736
  br i1 %cmp14.i, label %for.body15.i, label %for.end.i, !dbg !737

for.body15.i:                                     ; preds = %for.cond13.i
  %19 = load i32, ptr %row.i, align 4, !dbg !738
  %arrayidx16.i = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_a, i32 0, i32 %19, !dbg !739
  %20 = load i32, ptr %k.i, align 4, !dbg !740
  %arrayidx17.i = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx16.i, i32 0, i32 %20, !dbg !739
  %21 = load float, ptr addrspace(3) %arrayidx17.i, align 4, !dbg !739
  %22 = load i32, ptr %k.i, align 4, !dbg !741
  %arrayidx18.i = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_b, i32 0, i32 %22, !dbg !742
  %23 = load i32, ptr %column.i, align 4, !dbg !743
  %arrayidx19.i = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx18.i, i32 0, i32 %23, !dbg !742
  %24 = load float, ptr addrspace(3) %arrayidx19.i, align 4, !dbg !742
  %mul20.i = fmul float %21, %24, !dbg !744
  %25 = load float, ptr %sum.i, align 4, !dbg !745
  %add21.i = fadd float %25, %mul20.i, !dbg !745
  store float %add21.i, ptr %sum.i, align 4, !dbg !745
  %26 = load i32, ptr %k.i, align 4, !dbg !746
  %inc.i = add i32 %26, 1, !dbg !746
  store i32 %inc.i, ptr %k.i, align 4, !dbg !746
  br label %for.cond13.i, !dbg !737, !llvm.loop !747

for.end.i:                                        ; preds = %for.cond13.i
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !749
  %27 = load i32, ptr %t.i, align 4, !dbg !750
  %add23.i = add i32 %27, 16, !dbg !750
  store i32 %add23.i, ptr %t.i, align 4, !dbg !750
  br label %for.cond.i, !dbg !709, !llvm.loop !751

__clang_ocl_kern_imp_mm_local.exit:               ; preds = %for.cond.i
  %28 = load float, ptr %sum.i, align 4, !dbg !753
  %29 = load ptr addrspace(1), ptr %c.addr.i, align 4, !dbg !754
  %30 = load i32, ptr %y.i, align 4, !dbg !755
  %mul25.i = mul i32 %30, 64, !dbg !756
  %31 = load i32, ptr %x.i, align 4, !dbg !757
  %add26.i = add i32 %mul25.i, %31, !dbg !758
  %arrayidx27.i = getelementptr inbounds nuw float, ptr addrspace(1) %29, i32 %add26.i, !dbg !754
  store float %28, ptr addrspace(1) %arrayidx27.i, align 4, !dbg !759
  ret void, !dbg !760
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_mm_local(ptr addrspace(1) noundef align 4 %a, ptr addrspace(1) noundef align 4 %b, ptr addrspace(1) noundef align 4 %c) #1 !dbg !695 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  %a.addr = alloca ptr addrspace(1), align 4
  %b.addr = alloca ptr addrspace(1), align 4
  %c.addr = alloca ptr addrspace(1), align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %column = alloca i32, align 4
  %row = alloca i32, align 4
  %sum = alloca float, align 4
  %t = alloca i32, align 4
  %k = alloca i32, align 4
  store ptr addrspace(1) %a, ptr %a.addr, align 4
  store ptr addrspace(1) %b, ptr %b.addr, align 4
  store ptr addrspace(1) %c, ptr %c.addr, align 4
  %call = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !761
  store i32 %call, ptr %x, align 4, !dbg !762
  %call1 = call spir_func i32 @_Z13get_global_idj(i32 noundef 1) #4, !dbg !763
  store i32 %call1, ptr %y, align 4, !dbg !764
  %call2 = call spir_func i32 @_Z12get_local_idj(i32 noundef 0) #4, !dbg !765
  store i32 %call2, ptr %column, align 4, !dbg !766
  %call3 = call spir_func i32 @_Z12get_local_idj(i32 noundef 1) #4, !dbg !767
  store i32 %call3, ptr %row, align 4, !dbg !768
  store float 0.000000e+00, ptr %sum, align 4, !dbg !769
  store i32 0, ptr %t, align 4, !dbg !770
  br label %for.cond, !dbg !771

for.cond:                                         ; preds = %for.inc22, %entry
  %0 = load i32, ptr %t, align 4, !dbg !772
  %cmp = icmp ult i32 %0, 64, !dbg !773
  br i1 %cmp, label %for.body, label %for.end24, !dbg !774

for.body:                                         ; preds = %for.cond
  %1 = load ptr addrspace(1), ptr %a.addr, align 4, !dbg !775
  %2 = load i32, ptr %y, align 4, !dbg !776
  %mul = mul i32 %2, 64, !dbg !777
  %3 = load i32, ptr %t, align 4, !dbg !778
  %add = add i32 %mul, %3, !dbg !779
  %4 = load i32, ptr %column, align 4, !dbg !780
  %add4 = add i32 %add, %4, !dbg !781
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %1, i32 %add4, !dbg !775
  %5 = load float, ptr addrspace(1) %arrayidx, align 4, !dbg !775
  %6 = load i32, ptr %row, align 4, !dbg !782
  %arrayidx5 = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_a, i32 0, i32 %6, !dbg !783
  %7 = load i32, ptr %column, align 4, !dbg !784
  %arrayidx6 = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx5, i32 0, i32 %7, !dbg !783
  store float %5, ptr addrspace(3) %arrayidx6, align 4, !dbg !785
  %8 = load ptr addrspace(1), ptr %b.addr, align 4, !dbg !786
  %9 = load i32, ptr %t, align 4, !dbg !787
  %10 = load i32, ptr %row, align 4, !dbg !788
  %add7 = add i32 %9, %10, !dbg !789
  %mul8 = mul i32 %add7, 64, !dbg !790
  %11 = load i32, ptr %x, align 4, !dbg !791
  %add9 = add i32 %mul8, %11, !dbg !792
  %arrayidx10 = getelementptr inbounds nuw float, ptr addrspace(1) %8, i32 %add9, !dbg !786
  %12 = load float, ptr addrspace(1) %arrayidx10, align 4, !dbg !786
  %13 = load i32, ptr %row, align 4, !dbg !793
  %arrayidx11 = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_b, i32 0, i32 %13, !dbg !794
  %14 = load i32, ptr %column, align 4, !dbg !795
  %arrayidx12 = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx11, i32 0, i32 %14, !dbg !794
  store float %12, ptr addrspace(3) %arrayidx12, align 4, !dbg !796
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !797
  store i32 0, ptr %k, align 4, !dbg !798
  br label %for.cond13, !dbg !799

for.cond13:                                       ; preds = %for.inc, %for.body
  %15 = load i32, ptr %k, align 4, !dbg !800
  %cmp14 = icmp ult i32 %15, 16, !dbg !801
  br i1 %cmp14, label %for.body15, label %for.end, !dbg !802

for.body15:                                       ; preds = %for.cond13
  %16 = load i32, ptr %row, align 4, !dbg !803
  %arrayidx16 = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_a, i32 0, i32 %16, !dbg !804
  %17 = load i32, ptr %k, align 4, !dbg !805
  %arrayidx17 = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx16, i32 0, i32 %17, !dbg !804
  %18 = load float, ptr addrspace(3) %arrayidx17, align 4, !dbg !804
  %19 = load i32, ptr %k, align 4, !dbg !806
  %arrayidx18 = getelementptr inbounds nuw [16 x [16 x float]], ptr addrspace(3) @mm_local.tile_b, i32 0, i32 %19, !dbg !807
  %20 = load i32, ptr %column, align 4, !dbg !808
  %arrayidx19 = getelementptr inbounds nuw [16 x float], ptr addrspace(3) %arrayidx18, i32 0, i32 %20, !dbg !807
  %21 = load float, ptr addrspace(3) %arrayidx19, align 4, !dbg !807
  %mul20 = fmul float %18, %21, !dbg !809
  %22 = load float, ptr %sum, align 4, !dbg !810
  %add21 = fadd float %22, %mul20, !dbg !810
  store float %add21, ptr %sum, align 4, !dbg !810
  br label %for.inc, !dbg !811

for.inc:                                          ; preds = %for.body15
  %23 = load i32, ptr %k, align 4, !dbg !812
  %inc = add i32 %23, 1, !dbg !812
  store i32 %inc, ptr %k, align 4, !dbg !812
  br label %for.cond13, !dbg !802, !llvm.loop !813

for.end:                                          ; preds = %for.cond13
  call spir_func void @_Z7barrierj(i32 noundef 1) #5, !dbg !815
  br label %for.inc22, !dbg !816

for.inc22:                                        ; preds = %for.end
  %24 = load i32, ptr %t, align 4, !dbg !817
  %add23 = add i32 %24, 16, !dbg !817
  store i32 %add23, ptr %t, align 4, !dbg !817
  br label %for.cond, !dbg !774, !llvm.loop !818

for.end24:                                        ; preds = %for.cond
  %25 = load float, ptr %sum, align 4, !dbg !819
  %26 = load ptr addrspace(1), ptr %c.addr, align 4, !dbg !820
  %27 = load i32, ptr %y, align 4, !dbg !821
  %mul25 = mul i32 %27, 64, !dbg !822
  %28 = load i32, ptr %x, align 4, !dbg !823
  %add26 = add i32 %mul25, %28, !dbg !824
  %arrayidx27 = getelementptr inbounds nuw float, ptr addrspace(1) %26, i32 %add26, !dbg !820
  store float %25, ptr addrspace(1) %arrayidx27, align 4, !dbg !825
  ret void, !dbg !826
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @collatz(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %steps) #0 !dbg !827 !kernel_arg_addr_space !163 !kernel_arg_access_qual !164 !kernel_arg_type !165 !kernel_arg_base_type !165 !kernel_arg_type_qual !166 {
entry:
  %x.addr.i = alloca ptr addrspace(1), align 4
  %steps.addr.i = alloca ptr addrspace(1), align 4
  %i.i = alloca i32, align 4
  %n.i = alloca i32, align 4
  %count.i = alloca i32, align 4
  %x.addr = alloca ptr addrspace(1), align 4
  %steps.addr = alloca ptr addrspace(1), align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %steps, ptr %steps.addr, align 4
  %0 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !828
  %1 = load ptr addrspace(1), ptr %steps.addr, align 4, !dbg !828
  store ptr addrspace(1) %0, ptr %x.addr.i, align 4
  store ptr addrspace(1) %1, ptr %steps.addr.i, align 4
  %call.i = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !829
  store i32 %call.i, ptr %i.i, align 4, !dbg !832
  %2 = load ptr addrspace(1), ptr %x.addr.i, align 4, !dbg !833
  %3 = load i32, ptr %i.i, align 4, !dbg !834
  %arrayidx.i = getelementptr inbounds nuw i32, ptr addrspace(1) %2, i32 %3, !dbg !833
  %4 = load i32, ptr addrspace(1) %arrayidx.i, align 4, !dbg !833
  store i32 %4, ptr %n.i, align 4, !dbg !835
  store i32 0, ptr %count.i, align 4, !dbg !836
  br label %while.cond.i, !dbg !837

while.cond.i:                                     ; preds = %cond.end.i, %entry
  %5 = load i32, ptr %n.i, align 4, !dbg !838
  %cmp.i = icmp ne i32 %5, 1, !dbg !839
  br i1 %cmp.i, label %while.body.i, label %__clang_ocl_kern_imp_collatz.exit, !dbg !837

while.body.i:                                     ; preds = %while.cond.i
  %6 = load i32, ptr %n.i, align 4, !dbg !840
  %and.i = and i32 %6, 1, !dbg !841
  %tobool.i = icmp ne i32 %and.i, 0, !dbg !841
  br i1 %tobool.i, label %cond.true.i, label %cond.false.i, !dbg !840

cond.true.i:                                      ; preds = %while.body.i
  %7 = load i32, ptr %n.i, align 4, !dbg !842
  %mul.i = mul i32 3, %7, !dbg !843
  %add.i = add i32 %mul.i, 1, !dbg !844
  br label %cond.end.i, !dbg !840

cond.false.i:                                     ; preds = %while.body.i
  %8 = load i32, ptr %n.i, align 4, !dbg !845
  %shr.i = lshr i32 %8, 1, !dbg !846
  br label %cond.end.i, !dbg !840

cond.end.i:                                       ; preds = %cond.false.i, %cond.true.i
  %cond.i = phi i32 [ %add.i, %cond.true.i ], [ %shr.i, %cond.false.i ], !dbg !840
  store i32 %cond.i, ptr %n.i, align 4, !dbg !847
  %9 = load i32, ptr %count.i, align 4, !dbg !848
  %inc.i = add i32 %9, 1, !dbg !848
  store i32 %inc.i, ptr %count.i, align 4, !dbg !848
  br label %while.cond.i, !dbg !837, !llvm.loop !849

__clang_ocl_kern_imp_collatz.exit:                ; preds = %while.cond.i
  %10 = load i32, ptr %count.i, align 4, !dbg !851
  %11 = load ptr addrspace(1), ptr %steps.addr.i, align 4, !dbg !852
  %12 = load i32, ptr %i.i, align 4, !dbg !853
  %arrayidx1.i = getelementptr inbounds nuw i32, ptr addrspace(1) %11, i32 %12, !dbg !852
  store i32 %10, ptr addrspace(1) %arrayidx1.i, align 4, !dbg !854
  ret void, !dbg !855
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_collatz(ptr addrspace(1) noundef align 4 %x, ptr addrspace(1) noundef align 4 %steps) #1 !dbg !830 !kernel_arg_addr_space !163 !kernel_arg_access_qual !164 !kernel_arg_type !165 !kernel_arg_base_type !165 !kernel_arg_type_qual !166 {
entry:
  %x.addr = alloca ptr addrspace(1), align 4
  %steps.addr = alloca ptr addrspace(1), align 4
  %i = alloca i32, align 4
  %n = alloca i32, align 4
  %count = alloca i32, align 4
  store ptr addrspace(1) %x, ptr %x.addr, align 4
  store ptr addrspace(1) %steps, ptr %steps.addr, align 4
  %call = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !856
  store i32 %call, ptr %i, align 4, !dbg !857
  %0 = load ptr addrspace(1), ptr %x.addr, align 4, !dbg !858
  %1 = load i32, ptr %i, align 4, !dbg !859
  %arrayidx = getelementptr inbounds nuw i32, ptr addrspace(1) %0, i32 %1, !dbg !858
  %2 = load i32, ptr addrspace(1) %arrayidx, align 4, !dbg !858
  store i32 %2, ptr %n, align 4, !dbg !860
  store i32 0, ptr %count, align 4, !dbg !861
  br label %while.cond, !dbg !862

while.cond:                                       ; preds = %cond.end, %entry
  %3 = load i32, ptr %n, align 4, !dbg !863
  %cmp = icmp ne i32 %3, 1, !dbg !864
  br i1 %cmp, label %while.body, label %while.end, !dbg !862

while.body:                                       ; preds = %while.cond
  %4 = load i32, ptr %n, align 4, !dbg !865
  %and = and i32 %4, 1, !dbg !866
  %tobool = icmp ne i32 %and, 0, !dbg !866
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !865

cond.true:                                        ; preds = %while.body
  %5 = load i32, ptr %n, align 4, !dbg !867
  %mul = mul i32 3, %5, !dbg !868
  %add = add i32 %mul, 1, !dbg !869
  br label %cond.end, !dbg !865

cond.false:                                       ; preds = %while.body
  %6 = load i32, ptr %n, align 4, !dbg !870
  %shr = lshr i32 %6, 1, !dbg !871
  br label %cond.end, !dbg !865

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %add, %cond.true ], [ %shr, %cond.false ], !dbg !865
  store i32 %cond, ptr %n, align 4, !dbg !872
  %7 = load i32, ptr %count, align 4, !dbg !873
  %inc = add i32 %7, 1, !dbg !873
  store i32 %inc, ptr %count, align 4, !dbg !873
  br label %while.cond, !dbg !862, !llvm.loop !874

while.end:                                        ; preds = %while.cond
  %8 = load i32, ptr %count, align 4, !dbg !876
  %9 = load ptr addrspace(1), ptr %steps.addr, align 4, !dbg !877
  %10 = load i32, ptr %i, align 4, !dbg !878
  %arrayidx1 = getelementptr inbounds nuw i32, ptr addrspace(1) %9, i32 %10, !dbg !877
  store i32 %8, ptr addrspace(1) %arrayidx1, align 4, !dbg !879
  ret void, !dbg !880
}

; Function Attrs: convergent noinline norecurse nounwind
define dso_local spir_kernel void @escape(ptr addrspace(1) noundef align 4 %out, float noundef %scale, i32 noundef %width, i32 noundef %limit) #0 !dbg !881 !kernel_arg_addr_space !882 !kernel_arg_access_qual !335 !kernel_arg_type !883 !kernel_arg_base_type !883 !kernel_arg_type_qual !884 {
entry:
  %out.addr.i = alloca ptr addrspace(1), align 4
  %scale.addr.i = alloca float, align 4
  %width.addr.i = alloca i32, align 4
  %limit.addr.i = alloca i32, align 4
  %x.i = alloca i32, align 4
  %y.i = alloca i32, align 4
  %k.i = alloca i32, align 4
  %cr.i = alloca float, align 4
  %ci.i = alloca float, align 4
  %zr.i = alloca float, align 4
  %zi.i = alloca float, align 4
  %t.i = alloca float, align 4
  %out.addr = alloca ptr addrspace(1), align 4
  %scale.addr = alloca float, align 4
  %width.addr = alloca i32, align 4
  %limit.addr = alloca i32, align 4
  store ptr addrspace(1) %out, ptr %out.addr, align 4
  store float %scale, ptr %scale.addr, align 4
  store i32 %width, ptr %width.addr, align 4
  store i32 %limit, ptr %limit.addr, align 4
  %0 = load ptr addrspace(1), ptr %out.addr, align 4, !dbg !885
  %1 = load float, ptr %scale.addr, align 4, !dbg !885
  %2 = load i32, ptr %width.addr, align 4, !dbg !885
  %3 = load i32, ptr %limit.addr, align 4, !dbg !885
  store ptr addrspace(1) %0, ptr %out.addr.i, align 4
  store float %1, ptr %scale.addr.i, align 4
  store i32 %2, ptr %width.addr.i, align 4
  store i32 %3, ptr %limit.addr.i, align 4
  %call.i = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !886
  store i32 %call.i, ptr %x.i, align 4, !dbg !889
  %call1.i = call spir_func i32 @_Z13get_global_idj(i32 noundef 1) #4, !dbg !890
  store i32 %call1.i, ptr %y.i, align 4, !dbg !891
  store i32 0, ptr %k.i, align 4, !dbg !892
  %4 = load i32, ptr %x.i, align 4, !dbg !893
  %conv.i = uitofp i32 %4 to float, !dbg !893
  %5 = load float, ptr %scale.addr.i, align 4, !dbg !894
  %mul.i = fmul float %conv.i, %5, !dbg !895
  %sub.i = fsub float %mul.i, 2.000000e+00, !dbg !896
  store float %sub.i, ptr %cr.i, align 4, !dbg !897
  %6 = load i32, ptr %y.i, align 4, !dbg !898
  %conv2.i = uitofp i32 %6 to float, !dbg !898
  %7 = load float, ptr %scale.addr.i, align 4, !dbg !899
  %mul3.i = fmul float %conv2.i, %7, !dbg !900
  %sub4.i = fsub float %mul3.i, 1.000000e+00, !dbg !901
  store float %sub4.i, ptr %ci.i, align 4, !dbg !902
  store float 0.000000e+00, ptr %zr.i, align 4, !dbg !903
  store float 0.000000e+00, ptr %zi.i, align 4, !dbg !904
  br label %while.cond.i, !dbg !905

while.cond.i:                                     ; preds = %while.body.i, %entry
  %8 = load i32, ptr %k.i, align 4, !dbg !906
  %9 = load i32, ptr %limit.addr.i, align 4, !dbg !907
  %cmp.i = icmp ult i32 %8, %9, !dbg !908
  br i1 %cmp.i, label %land.rhs.i, label %land.end.i, !dbg !909

land.rhs.i:                                       ; preds = %while.cond.i
  %10 = load float, ptr %zr.i, align 4, !dbg !910
  %11 = load float, ptr %zr.i, align 4, !dbg !911
  %mul6.i = fmul float %10, %11, !dbg !912
  %12 = load float, ptr %zi.i, align 4, !dbg !913
  %13 = load float, ptr %zi.i, align 4, !dbg !914
  %mul7.i = fmul float %12, %13, !dbg !915
  %add.i = fadd float %mul6.i, %mul7.i, !dbg !916
  %cmp8.i = fcmp ole float %add.i, 4.000000e+00, !dbg !917
  br label %land.end.i

land.end.i:                                       ; preds = %land.rhs.i, %while.cond.i
  %14 = phi i1 [ false, %while.cond.i ], [ %cmp8.i, %land.rhs.i ], !dbg !918
  br i1 %14, label %while.body.i, label %__clang_ocl_kern_imp_escape.exit, !dbg !905

while.body.i:                                     ; preds = %land.end.i
  %15 = load float, ptr %zr.i, align 4, !dbg !919
  %16 = load float, ptr %zr.i, align 4, !dbg !920
  %mul10.i = fmul float %15, %16, !dbg !921
  %17 = load float, ptr %zi.i, align 4, !dbg !922
  %18 = load float, ptr %zi.i, align 4, !dbg !923
  %mul11.i = fmul float %17, %18, !dbg !924
  %sub12.i = fsub float %mul10.i, %mul11.i, !dbg !925
  %19 = load float, ptr %cr.i, align 4, !dbg !926
  %add13.i = fadd float %sub12.i, %19, !dbg !927
  store float %add13.i, ptr %t.i, align 4, !dbg !928
  %20 = load float, ptr %zr.i, align 4, !dbg !929
  %mul14.i = fmul float 2.000000e+00, %20, !dbg !930
  %21 = load float, ptr %zi.i, align 4, !dbg !931
  %mul15.i = fmul float %mul14.i, %21, !dbg !932
  %22 = load float, ptr %ci.i, align 4, !dbg !933
  %add16.i = fadd float %mul15.i, %22, !dbg !934
  store float %add16.i, ptr %zi.i, align 4, !dbg !935
  %23 = load float, ptr %t.i, align 4, !dbg !936
  store float %23, ptr %zr.i, align 4, !dbg !937
  %24 = load i32, ptr %k.i, align 4, !dbg !938
  %inc.i = add i32 %24, 1, !dbg !938
  store i32 %inc.i, ptr %k.i, align 4, !dbg !938
  br label %while.cond.i, !dbg !905, !llvm.loop !939

__clang_ocl_kern_imp_escape.exit:                 ; preds = %land.end.i
  %25 = load i32, ptr %k.i, align 4, !dbg !941
  %26 = load ptr addrspace(1), ptr %out.addr.i, align 4, !dbg !942
  %27 = load i32, ptr %y.i, align 4, !dbg !943
  %28 = load i32, ptr %width.addr.i, align 4, !dbg !944
  %mul17.i = mul i32 %27, %28, !dbg !945
  %29 = load i32, ptr %x.i, align 4, !dbg !946
  %add18.i = add i32 %mul17.i, %29, !dbg !947
  %arrayidx.i = getelementptr inbounds nuw i32, ptr addrspace(1) %26, i32 %add18.i, !dbg !942
  store i32 %25, ptr addrspace(1) %arrayidx.i, align 4, !dbg !948
  ret void, !dbg !949
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_escape(ptr addrspace(1) noundef align 4 %out, float noundef %scale, i32 noundef %width, i32 noundef %limit) #1 !dbg !887 !kernel_arg_addr_space !882 !kernel_arg_access_qual !335 !kernel_arg_type !883 !kernel_arg_base_type !883 !kernel_arg_type_qual !884 {
entry:
  %out.addr = alloca ptr addrspace(1), align 4
  %scale.addr = alloca float, align 4
  %width.addr = alloca i32, align 4
  %limit.addr = alloca i32, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %k = alloca i32, align 4
  %cr = alloca float, align 4
  %ci = alloca float, align 4
  %zr = alloca float, align 4
  %zi = alloca float, align 4
  %t = alloca float, align 4
  store ptr addrspace(1) %out, ptr %out.addr, align 4
  store float %scale, ptr %scale.addr, align 4
  store i32 %width, ptr %width.addr, align 4
  store i32 %limit, ptr %limit.addr, align 4
  %call = call spir_func i32 @_Z13get_global_idj(i32 noundef 0) #4, !dbg !950
  store i32 %call, ptr %x, align 4, !dbg !951
  %call1 = call spir_func i32 @_Z13get_global_idj(i32 noundef 1) #4, !dbg !952
  store i32 %call1, ptr %y, align 4, !dbg !953
  store i32 0, ptr %k, align 4, !dbg !954
  %0 = load i32, ptr %x, align 4, !dbg !955
  %conv = uitofp i32 %0 to float, !dbg !955
  %1 = load float, ptr %scale.addr, align 4, !dbg !956
  %mul = fmul float %conv, %1, !dbg !957
  %sub = fsub float %mul, 2.000000e+00, !dbg !958
  store float %sub, ptr %cr, align 4, !dbg !959
  %2 = load i32, ptr %y, align 4, !dbg !960
  %conv2 = uitofp i32 %2 to float, !dbg !960
  %3 = load float, ptr %scale.addr, align 4, !dbg !961
  %mul3 = fmul float %conv2, %3, !dbg !962
  %sub4 = fsub float %mul3, 1.000000e+00, !dbg !963
  store float %sub4, ptr %ci, align 4, !dbg !964
  store float 0.000000e+00, ptr %zr, align 4, !dbg !965
  store float 0.000000e+00, ptr %zi, align 4, !dbg !966
  br label %while.cond, !dbg !967

while.cond:                                       ; preds = %while.body, %entry
  %4 = load i32, ptr %k, align 4, !dbg !968
  %5 = load i32, ptr %limit.addr, align 4, !dbg !969
  %cmp = icmp ult i32 %4, %5, !dbg !970
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !971

land.rhs:                                         ; preds = %while.cond
  %6 = load float, ptr %zr, align 4, !dbg !972
  %7 = load float, ptr %zr, align 4, !dbg !973
  %mul6 = fmul float %6, %7, !dbg !974
  %8 = load float, ptr %zi, align 4, !dbg !975
  %9 = load float, ptr %zi, align 4, !dbg !976
  %mul7 = fmul float %8, %9, !dbg !977
  %add = fadd float %mul6, %mul7, !dbg !978
  %cmp8 = fcmp ole float %add, 4.000000e+00, !dbg !979
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %10 = phi i1 [ false, %while.cond ], [ %cmp8, %land.rhs ], !dbg !980
  br i1 %10, label %while.body, label %while.end, !dbg !967

while.body:                                       ; preds = %land.end
  %11 = load float, ptr %zr, align 4, !dbg !981
  %12 = load float, ptr %zr, align 4, !dbg !982
  %mul10 = fmul float %11, %12, !dbg !983
  %13 = load float, ptr %zi, align 4, !dbg !984
  %14 = load float, ptr %zi, align 4, !dbg !985
  %mul11 = fmul float %13, %14, !dbg !986
  %sub12 = fsub float %mul10, %mul11, !dbg !987
  %15 = load float, ptr %cr, align 4, !dbg !988
  %add13 = fadd float %sub12, %15, !dbg !989
  store float %add13, ptr %t, align 4, !dbg !990
  %16 = load float, ptr %zr, align 4, !dbg !991
  %mul14 = fmul float 2.000000e+00, %16, !dbg !992
  %17 = load float, ptr %zi, align 4, !dbg !993
  %mul15 = fmul float %mul14, %17, !dbg !994
  %18 = load float, ptr %ci, align 4, !dbg !995
  %add16 = fadd float %mul15, %18, !dbg !996
  store float %add16, ptr %zi, align 4, !dbg !997
  %19 = load float, ptr %t, align 4, !dbg !998
  store float %19, ptr %zr, align 4, !dbg !999
  %20 = load i32, ptr %k, align 4, !dbg !1000
  %inc = add i32 %20, 1, !dbg !1000
  store i32 %inc, ptr %k, align 4, !dbg !1000
  br label %while.cond, !dbg !967, !llvm.loop !1001

while.end:                                        ; preds = %land.end
  %21 = load i32, ptr %k, align 4, !dbg !1003
  %22 = load ptr addrspace(1), ptr %out.addr, align 4, !dbg !1004
  %23 = load i32, ptr %y, align 4, !dbg !1005
  %24 = load i32, ptr %width.addr, align 4, !dbg !1006
  %mul17 = mul i32 %23, %24, !dbg !1007
  %25 = load i32, ptr %x, align 4, !dbg !1008
  %add18 = add i32 %mul17, %25, !dbg !1009
  %arrayidx = getelementptr inbounds nuw i32, ptr addrspace(1) %22, i32 %add18, !dbg !1004
  store i32 %21, ptr addrspace(1) %arrayidx, align 4, !dbg !1010
  ret void, !dbg !1011
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z12get_local_idj(i32 noundef) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z14get_local_sizej(i32 noundef) #2

; Function Attrs: convergent nounwind
declare dso_local spir_func void @_Z7barrierj(i32 noundef) #3

; Function Attrs: convergent nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z13get_global_idj(i32 noundef) #2

attributes #0 = { convergent noinline norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #1 = { alwaysinline convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="true" }
attributes #2 = { convergent nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}
!opencl.ocl.version = !{!6}
!opencl.spir.version = !{!6}
!llvm.ident = !{!7}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "kernels.cl", directory: ".", checksumkind: CSK_MD5, checksum: "7a426e2bbbfd753e8884b862d2051ed2")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"frame-pointer", i32 2}
!6 = !{i32 1, i32 2}
!7 = !{!"clang version 22.1.8"}
!8 = distinct !DISubprogram(name: "elementwise_mul", scope: !1, file: !1, line: 11, type: !9, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DISubroutineType(types: !10)
!10 = !{}
!11 = !{i32 1, i32 1, i32 1}
!12 = !{!"none", !"none", !"none"}
!13 = !{!"float*", !"float*", !"float*"}
!14 = !{!"const", !"const", !""}
!15 = !{i32 64, i32 1, i32 1}
!16 = !DILocation(line: 11, column: 104, scope: !8)
!17 = !DILocation(line: 12, column: 17, scope: !18, inlinedAt: !19)
!18 = distinct !DISubprogram(name: "elementwise_mul", scope: !1, file: !1, line: 11, type: !9, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!19 = distinct !DILocation(line: 11, column: 104, scope: !8)
!20 = !DILocation(line: 12, column: 13, scope: !18, inlinedAt: !19)
!21 = !DILocation(line: 12, column: 8, scope: !18, inlinedAt: !19)
!22 = !DILocation(line: 12, column: 34, scope: !18, inlinedAt: !19)
!23 = !DILocation(line: 12, column: 36, scope: !18, inlinedAt: !19)
!24 = !DILocation(line: 12, column: 3, scope: !18, inlinedAt: !19)
!25 = !DILocation(line: 13, column: 12, scope: !18, inlinedAt: !19)
!26 = !DILocation(line: 13, column: 14, scope: !18, inlinedAt: !19)
!27 = !DILocation(line: 13, column: 19, scope: !18, inlinedAt: !19)
!28 = !DILocation(line: 13, column: 21, scope: !18, inlinedAt: !19)
!29 = !DILocation(line: 13, column: 17, scope: !18, inlinedAt: !19)
!30 = !DILocation(line: 13, column: 5, scope: !18, inlinedAt: !19)
!31 = !DILocation(line: 13, column: 7, scope: !18, inlinedAt: !19)
!32 = !DILocation(line: 13, column: 10, scope: !18, inlinedAt: !19)
!33 = !DILocation(line: 12, column: 48, scope: !18, inlinedAt: !19)
!34 = !DILocation(line: 12, column: 45, scope: !18, inlinedAt: !19)
!35 = distinct !{!35, !24, !36}
!36 = !DILocation(line: 13, column: 22, scope: !18, inlinedAt: !19)
!37 = !DILocation(line: 14, column: 1, scope: !8)
!38 = !DILocation(line: 12, column: 17, scope: !18)
!39 = !DILocation(line: 12, column: 13, scope: !18)
!40 = !DILocation(line: 12, column: 8, scope: !18)
!41 = !DILocation(line: 12, column: 34, scope: !18)
!42 = !DILocation(line: 12, column: 36, scope: !18)
!43 = !DILocation(line: 12, column: 3, scope: !18)
!44 = !DILocation(line: 13, column: 12, scope: !18)
!45 = !DILocation(line: 13, column: 14, scope: !18)
!46 = !DILocation(line: 13, column: 19, scope: !18)
!47 = !DILocation(line: 13, column: 21, scope: !18)
!48 = !DILocation(line: 13, column: 17, scope: !18)
!49 = !DILocation(line: 13, column: 5, scope: !18)
!50 = !DILocation(line: 13, column: 7, scope: !18)
!51 = !DILocation(line: 13, column: 10, scope: !18)
!52 = !DILocation(line: 12, column: 48, scope: !18)
!53 = !DILocation(line: 12, column: 45, scope: !18)
!54 = distinct !{!54, !43, !55}
!55 = !DILocation(line: 13, column: 22, scope: !18)
!56 = !DILocation(line: 14, column: 1, scope: !18)
!57 = distinct !DISubprogram(name: "dot", scope: !1, file: !1, line: 16, type: !9, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!58 = !DILocation(line: 16, column: 97, scope: !57)
!59 = !DILocation(line: 18, column: 12, scope: !60, inlinedAt: !61)
!60 = distinct !DISubprogram(name: "dot", scope: !1, file: !1, line: 16, type: !9, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!61 = distinct !DILocation(line: 16, column: 97, scope: !57)
!62 = !DILocation(line: 18, column: 8, scope: !60, inlinedAt: !61)
!63 = !DILocation(line: 19, column: 9, scope: !60, inlinedAt: !61)
!64 = !DILocation(line: 20, column: 17, scope: !60, inlinedAt: !61)
!65 = !DILocation(line: 20, column: 13, scope: !60, inlinedAt: !61)
!66 = !DILocation(line: 20, column: 8, scope: !60, inlinedAt: !61)
!67 = !DILocation(line: 20, column: 20, scope: !60, inlinedAt: !61)
!68 = !DILocation(line: 20, column: 22, scope: !60, inlinedAt: !61)
!69 = !DILocation(line: 20, column: 3, scope: !60, inlinedAt: !61)
!70 = !DILocation(line: 21, column: 12, scope: !60, inlinedAt: !61)
!71 = !DILocation(line: 21, column: 14, scope: !60, inlinedAt: !61)
!72 = !DILocation(line: 21, column: 19, scope: !60, inlinedAt: !61)
!73 = !DILocation(line: 21, column: 21, scope: !60, inlinedAt: !61)
!74 = !DILocation(line: 21, column: 17, scope: !60, inlinedAt: !61)
!75 = !DILocation(line: 21, column: 9, scope: !60, inlinedAt: !61)
!76 = !DILocation(line: 20, column: 35, scope: !60, inlinedAt: !61)
!77 = !DILocation(line: 20, column: 32, scope: !60, inlinedAt: !61)
!78 = distinct !{!78, !69, !79}
!79 = !DILocation(line: 21, column: 22, scope: !60, inlinedAt: !61)
!80 = !DILocation(line: 22, column: 16, scope: !60, inlinedAt: !61)
!81 = !DILocation(line: 22, column: 11, scope: !60, inlinedAt: !61)
!82 = !DILocation(line: 22, column: 3, scope: !60, inlinedAt: !61)
!83 = !DILocation(line: 22, column: 14, scope: !60, inlinedAt: !61)
!84 = !DILocation(line: 23, column: 21, scope: !60, inlinedAt: !61)
!85 = !DILocation(line: 23, column: 39, scope: !60, inlinedAt: !61)
!86 = !DILocation(line: 23, column: 13, scope: !60, inlinedAt: !61)
!87 = !DILocation(line: 23, column: 8, scope: !60, inlinedAt: !61)
!88 = !DILocation(line: 23, column: 44, scope: !60, inlinedAt: !61)
!89 = !DILocation(line: 23, column: 3, scope: !60, inlinedAt: !61)
!90 = !DILocation(line: 24, column: 5, scope: !60, inlinedAt: !61)
!91 = !DILocation(line: 25, column: 9, scope: !60, inlinedAt: !61)
!92 = !DILocation(line: 25, column: 13, scope: !60, inlinedAt: !61)
!93 = !DILocation(line: 25, column: 11, scope: !60, inlinedAt: !61)
!94 = !DILocation(line: 26, column: 35, scope: !60, inlinedAt: !61)
!95 = !DILocation(line: 26, column: 39, scope: !60, inlinedAt: !61)
!96 = !DILocation(line: 26, column: 37, scope: !60, inlinedAt: !61)
!97 = !DILocation(line: 26, column: 27, scope: !60, inlinedAt: !61)
!98 = !DILocation(line: 26, column: 24, scope: !60, inlinedAt: !61)
!99 = !DILocation(line: 26, column: 15, scope: !60, inlinedAt: !61)
!100 = !DILocation(line: 26, column: 7, scope: !60, inlinedAt: !61)
!101 = !DILocation(line: 26, column: 18, scope: !60, inlinedAt: !61)
!102 = !DILocation(line: 23, column: 57, scope: !60, inlinedAt: !61)
!103 = distinct !{!103, !89, !104}
!104 = !DILocation(line: 27, column: 3, scope: !60, inlinedAt: !61)
!105 = !DILocation(line: 28, column: 7, scope: !60, inlinedAt: !61)
!106 = !DILocation(line: 28, column: 9, scope: !60, inlinedAt: !61)
!107 = !DILocation(line: 29, column: 17, scope: !60, inlinedAt: !61)
!108 = !DILocation(line: 29, column: 5, scope: !60, inlinedAt: !61)
!109 = !DILocation(line: 29, column: 15, scope: !60, inlinedAt: !61)
!110 = !DILocation(line: 30, column: 1, scope: !57)
!111 = !DILocation(line: 18, column: 12, scope: !60)
!112 = !DILocation(line: 18, column: 8, scope: !60)
!113 = !DILocation(line: 19, column: 9, scope: !60)
!114 = !DILocation(line: 20, column: 17, scope: !60)
!115 = !DILocation(line: 20, column: 13, scope: !60)
!116 = !DILocation(line: 20, column: 8, scope: !60)
!117 = !DILocation(line: 20, column: 20, scope: !60)
!118 = !DILocation(line: 20, column: 22, scope: !60)
!119 = !DILocation(line: 20, column: 3, scope: !60)
!120 = !DILocation(line: 21, column: 12, scope: !60)
!121 = !DILocation(line: 21, column: 14, scope: !60)
!122 = !DILocation(line: 21, column: 19, scope: !60)
!123 = !DILocation(line: 21, column: 21, scope: !60)
!124 = !DILocation(line: 21, column: 17, scope: !60)
!125 = !DILocation(line: 21, column: 9, scope: !60)
!126 = !DILocation(line: 21, column: 5, scope: !60)
!127 = !DILocation(line: 20, column: 35, scope: !60)
!128 = !DILocation(line: 20, column: 32, scope: !60)
!129 = distinct !{!129, !119, !130}
!130 = !DILocation(line: 21, column: 22, scope: !60)
!131 = !DILocation(line: 22, column: 16, scope: !60)
!132 = !DILocation(line: 22, column: 11, scope: !60)
!133 = !DILocation(line: 22, column: 3, scope: !60)
!134 = !DILocation(line: 22, column: 14, scope: !60)
!135 = !DILocation(line: 23, column: 21, scope: !60)
!136 = !DILocation(line: 23, column: 39, scope: !60)
!137 = !DILocation(line: 23, column: 13, scope: !60)
!138 = !DILocation(line: 23, column: 8, scope: !60)
!139 = !DILocation(line: 23, column: 44, scope: !60)
!140 = !DILocation(line: 23, column: 3, scope: !60)
!141 = !DILocation(line: 24, column: 5, scope: !60)
!142 = !DILocation(line: 25, column: 9, scope: !60)
!143 = !DILocation(line: 25, column: 13, scope: !60)
!144 = !DILocation(line: 25, column: 11, scope: !60)
!145 = !DILocation(line: 26, column: 35, scope: !60)
!146 = !DILocation(line: 26, column: 39, scope: !60)
!147 = !DILocation(line: 26, column: 37, scope: !60)
!148 = !DILocation(line: 26, column: 27, scope: !60)
!149 = !DILocation(line: 26, column: 24, scope: !60)
!150 = !DILocation(line: 26, column: 15, scope: !60)
!151 = !DILocation(line: 26, column: 7, scope: !60)
!152 = !DILocation(line: 26, column: 18, scope: !60)
!153 = !DILocation(line: 27, column: 3, scope: !60)
!154 = !DILocation(line: 23, column: 57, scope: !60)
!155 = distinct !{!155, !140, !153}
!156 = !DILocation(line: 28, column: 7, scope: !60)
!157 = !DILocation(line: 28, column: 9, scope: !60)
!158 = !DILocation(line: 29, column: 17, scope: !60)
!159 = !DILocation(line: 29, column: 5, scope: !60)
!160 = !DILocation(line: 29, column: 15, scope: !60)
!161 = !DILocation(line: 30, column: 1, scope: !60)
!162 = distinct !DISubprogram(name: "prefix_sum", scope: !1, file: !1, line: 32, type: !9, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!163 = !{i32 1, i32 1}
!164 = !{!"none", !"none"}
!165 = !{!"uint*", !"uint*"}
!166 = !{!"const", !""}
!167 = !DILocation(line: 32, column: 74, scope: !162)
!168 = !DILocation(line: 34, column: 12, scope: !169, inlinedAt: !170)
!169 = distinct !DISubprogram(name: "prefix_sum", scope: !1, file: !1, line: 32, type: !9, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!170 = distinct !DILocation(line: 32, column: 74, scope: !162)
!171 = !DILocation(line: 34, column: 8, scope: !169, inlinedAt: !170)
!172 = !DILocation(line: 34, column: 29, scope: !169, inlinedAt: !170)
!173 = !DILocation(line: 35, column: 13, scope: !169, inlinedAt: !170)
!174 = !DILocation(line: 35, column: 8, scope: !169, inlinedAt: !170)
!175 = !DILocation(line: 35, column: 20, scope: !169, inlinedAt: !170)
!176 = !DILocation(line: 35, column: 22, scope: !169, inlinedAt: !170)
!177 = !DILocation(line: 35, column: 3, scope: !169, inlinedAt: !170)
!178 = !DILocation(line: 36, column: 12, scope: !169, inlinedAt: !170)
!179 = !DILocation(line: 36, column: 18, scope: !169, inlinedAt: !170)
!180 = !DILocation(line: 36, column: 16, scope: !169, inlinedAt: !170)
!181 = !DILocation(line: 36, column: 22, scope: !169, inlinedAt: !170)
!182 = !DILocation(line: 36, column: 20, scope: !169, inlinedAt: !170)
!183 = !DILocation(line: 36, column: 9, scope: !169, inlinedAt: !170)
!184 = !DILocation(line: 35, column: 28, scope: !169, inlinedAt: !170)
!185 = distinct !{!185, !177, !186}
!186 = !DILocation(line: 36, column: 23, scope: !169, inlinedAt: !170)
!187 = !DILocation(line: 37, column: 14, scope: !169, inlinedAt: !170)
!188 = !DILocation(line: 37, column: 8, scope: !169, inlinedAt: !170)
!189 = !DILocation(line: 38, column: 13, scope: !169, inlinedAt: !170)
!190 = !DILocation(line: 38, column: 8, scope: !169, inlinedAt: !170)
!191 = !DILocation(line: 38, column: 3, scope: !169, inlinedAt: !170)
!192 = !DILocation(line: 38, column: 11, scope: !169, inlinedAt: !170)
!193 = !DILocation(line: 39, column: 3, scope: !169, inlinedAt: !170)
!194 = !DILocation(line: 40, column: 13, scope: !169, inlinedAt: !170)
!195 = !DILocation(line: 40, column: 8, scope: !169, inlinedAt: !170)
!196 = !DILocation(line: 40, column: 23, scope: !169, inlinedAt: !170)
!197 = !DILocation(line: 40, column: 28, scope: !169, inlinedAt: !170)
!198 = !DILocation(line: 40, column: 3, scope: !169, inlinedAt: !170)
!199 = !DILocation(line: 41, column: 9, scope: !169, inlinedAt: !170)
!200 = !DILocation(line: 41, column: 21, scope: !169, inlinedAt: !170)
!201 = !DILocation(line: 41, column: 18, scope: !169, inlinedAt: !170)
!202 = !DILocation(line: 41, column: 11, scope: !169, inlinedAt: !170)
!203 = !DILocation(line: 42, column: 19, scope: !169, inlinedAt: !170)
!204 = !DILocation(line: 42, column: 29, scope: !169, inlinedAt: !170)
!205 = !DILocation(line: 42, column: 26, scope: !169, inlinedAt: !170)
!206 = !DILocation(line: 42, column: 21, scope: !169, inlinedAt: !170)
!207 = !DILocation(line: 42, column: 38, scope: !169, inlinedAt: !170)
!208 = !DILocation(line: 42, column: 43, scope: !169, inlinedAt: !170)
!209 = !DILocation(line: 42, column: 48, scope: !169, inlinedAt: !170)
!210 = !DILocation(line: 42, column: 35, scope: !169, inlinedAt: !170)
!211 = !DILocation(line: 42, column: 14, scope: !169, inlinedAt: !170)
!212 = !DILocation(line: 42, column: 11, scope: !169, inlinedAt: !170)
!213 = !DILocation(line: 42, column: 7, scope: !169, inlinedAt: !170)
!214 = !DILocation(line: 43, column: 34, scope: !169, inlinedAt: !170)
!215 = !DILocation(line: 43, column: 10, scope: !169, inlinedAt: !170)
!216 = !DILocation(line: 43, column: 16, scope: !169, inlinedAt: !170)
!217 = !DILocation(line: 43, column: 15, scope: !169, inlinedAt: !170)
!218 = !DILocation(line: 43, column: 21, scope: !169, inlinedAt: !170)
!219 = !DILocation(line: 43, column: 26, scope: !169, inlinedAt: !170)
!220 = !DILocation(line: 43, column: 12, scope: !169, inlinedAt: !170)
!221 = !DILocation(line: 43, column: 5, scope: !169, inlinedAt: !170)
!222 = !DILocation(line: 43, column: 32, scope: !169, inlinedAt: !170)
!223 = !DILocation(line: 44, column: 5, scope: !169, inlinedAt: !170)
!224 = !DILocation(line: 40, column: 37, scope: !169, inlinedAt: !170)
!225 = distinct !{!225, !198, !226}
!226 = !DILocation(line: 45, column: 3, scope: !169, inlinedAt: !170)
!227 = !DILocation(line: 46, column: 10, scope: !169, inlinedAt: !170)
!228 = !DILocation(line: 46, column: 7, scope: !169, inlinedAt: !170)
!229 = !DILocation(line: 47, column: 13, scope: !169, inlinedAt: !170)
!230 = !DILocation(line: 47, column: 8, scope: !169, inlinedAt: !170)
!231 = !DILocation(line: 47, column: 20, scope: !169, inlinedAt: !170)
!232 = !DILocation(line: 47, column: 22, scope: !169, inlinedAt: !170)
!233 = !DILocation(line: 47, column: 3, scope: !169, inlinedAt: !170)
!234 = !DILocation(line: 48, column: 12, scope: !169, inlinedAt: !170)
!235 = !DILocation(line: 48, column: 18, scope: !169, inlinedAt: !170)
!236 = !DILocation(line: 48, column: 16, scope: !169, inlinedAt: !170)
!237 = !DILocation(line: 48, column: 22, scope: !169, inlinedAt: !170)
!238 = !DILocation(line: 48, column: 20, scope: !169, inlinedAt: !170)
!239 = !DILocation(line: 48, column: 9, scope: !169, inlinedAt: !170)
!240 = !DILocation(line: 49, column: 20, scope: !169, inlinedAt: !170)
!241 = !DILocation(line: 49, column: 5, scope: !169, inlinedAt: !170)
!242 = !DILocation(line: 49, column: 11, scope: !169, inlinedAt: !170)
!243 = !DILocation(line: 49, column: 9, scope: !169, inlinedAt: !170)
!244 = !DILocation(line: 49, column: 15, scope: !169, inlinedAt: !170)
!245 = !DILocation(line: 49, column: 13, scope: !169, inlinedAt: !170)
!246 = !DILocation(line: 49, column: 18, scope: !169, inlinedAt: !170)
!247 = !DILocation(line: 47, column: 28, scope: !169, inlinedAt: !170)
!248 = distinct !{!248, !233, !249}
!249 = !DILocation(line: 50, column: 3, scope: !169, inlinedAt: !170)
!250 = !DILocation(line: 51, column: 1, scope: !162)
!251 = !DILocation(line: 34, column: 12, scope: !169)
!252 = !DILocation(line: 34, column: 8, scope: !169)
!253 = !DILocation(line: 34, column: 29, scope: !169)
!254 = !DILocation(line: 35, column: 13, scope: !169)
!255 = !DILocation(line: 35, column: 8, scope: !169)
!256 = !DILocation(line: 35, column: 20, scope: !169)
!257 = !DILocation(line: 35, column: 22, scope: !169)
!258 = !DILocation(line: 35, column: 3, scope: !169)
!259 = !DILocation(line: 36, column: 12, scope: !169)
!260 = !DILocation(line: 36, column: 18, scope: !169)
!261 = !DILocation(line: 36, column: 16, scope: !169)
!262 = !DILocation(line: 36, column: 22, scope: !169)
!263 = !DILocation(line: 36, column: 20, scope: !169)
!264 = !DILocation(line: 36, column: 9, scope: !169)
!265 = !DILocation(line: 36, column: 5, scope: !169)
!266 = !DILocation(line: 35, column: 28, scope: !169)
!267 = distinct !{!267, !258, !268}
!268 = !DILocation(line: 36, column: 23, scope: !169)
!269 = !DILocation(line: 37, column: 14, scope: !169)
!270 = !DILocation(line: 37, column: 8, scope: !169)
!271 = !DILocation(line: 38, column: 13, scope: !169)
!272 = !DILocation(line: 38, column: 8, scope: !169)
!273 = !DILocation(line: 38, column: 3, scope: !169)
!274 = !DILocation(line: 38, column: 11, scope: !169)
!275 = !DILocation(line: 39, column: 3, scope: !169)
!276 = !DILocation(line: 40, column: 13, scope: !169)
!277 = !DILocation(line: 40, column: 8, scope: !169)
!278 = !DILocation(line: 40, column: 23, scope: !169)
!279 = !DILocation(line: 40, column: 28, scope: !169)
!280 = !DILocation(line: 40, column: 3, scope: !169)
!281 = !DILocation(line: 41, column: 9, scope: !169)
!282 = !DILocation(line: 41, column: 21, scope: !169)
!283 = !DILocation(line: 41, column: 18, scope: !169)
!284 = !DILocation(line: 41, column: 11, scope: !169)
!285 = !DILocation(line: 42, column: 19, scope: !169)
!286 = !DILocation(line: 42, column: 29, scope: !169)
!287 = !DILocation(line: 42, column: 26, scope: !169)
!288 = !DILocation(line: 42, column: 21, scope: !169)
!289 = !DILocation(line: 42, column: 38, scope: !169)
!290 = !DILocation(line: 42, column: 43, scope: !169)
!291 = !DILocation(line: 42, column: 48, scope: !169)
!292 = !DILocation(line: 42, column: 35, scope: !169)
!293 = !DILocation(line: 42, column: 14, scope: !169)
!294 = !DILocation(line: 42, column: 11, scope: !169)
!295 = !DILocation(line: 42, column: 7, scope: !169)
!296 = !DILocation(line: 43, column: 34, scope: !169)
!297 = !DILocation(line: 43, column: 10, scope: !169)
!298 = !DILocation(line: 43, column: 16, scope: !169)
!299 = !DILocation(line: 43, column: 15, scope: !169)
!300 = !DILocation(line: 43, column: 21, scope: !169)
!301 = !DILocation(line: 43, column: 26, scope: !169)
!302 = !DILocation(line: 43, column: 12, scope: !169)
!303 = !DILocation(line: 43, column: 5, scope: !169)
!304 = !DILocation(line: 43, column: 32, scope: !169)
!305 = !DILocation(line: 44, column: 5, scope: !169)
!306 = !DILocation(line: 45, column: 3, scope: !169)
!307 = !DILocation(line: 40, column: 37, scope: !169)
!308 = distinct !{!308, !280, !306}
!309 = !DILocation(line: 46, column: 10, scope: !169)
!310 = !DILocation(line: 46, column: 7, scope: !169)
!311 = !DILocation(line: 47, column: 13, scope: !169)
!312 = !DILocation(line: 47, column: 8, scope: !169)
!313 = !DILocation(line: 47, column: 20, scope: !169)
!314 = !DILocation(line: 47, column: 22, scope: !169)
!315 = !DILocation(line: 47, column: 3, scope: !169)
!316 = !DILocation(line: 48, column: 12, scope: !169)
!317 = !DILocation(line: 48, column: 18, scope: !169)
!318 = !DILocation(line: 48, column: 16, scope: !169)
!319 = !DILocation(line: 48, column: 22, scope: !169)
!320 = !DILocation(line: 48, column: 20, scope: !169)
!321 = !DILocation(line: 48, column: 9, scope: !169)
!322 = !DILocation(line: 49, column: 20, scope: !169)
!323 = !DILocation(line: 49, column: 5, scope: !169)
!324 = !DILocation(line: 49, column: 11, scope: !169)
!325 = !DILocation(line: 49, column: 9, scope: !169)
!326 = !DILocation(line: 49, column: 15, scope: !169)
!327 = !DILocation(line: 49, column: 13, scope: !169)
!328 = !DILocation(line: 49, column: 18, scope: !169)
!329 = !DILocation(line: 50, column: 3, scope: !169)
!330 = !DILocation(line: 47, column: 28, scope: !169)
!331 = distinct !{!331, !315, !329}
!332 = !DILocation(line: 51, column: 1, scope: !169)
!333 = distinct !DISubprogram(name: "fft128", scope: !1, file: !1, line: 53, type: !9, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!334 = !{i32 1, i32 1, i32 1, i32 1}
!335 = !{!"none", !"none", !"none", !"none"}
!336 = !{!"float*", !"float*", !"float*", !"float*"}
!337 = !{!"", !"", !"const", !"const"}
!338 = !DILocation(line: 53, column: 116, scope: !333)
!339 = !DILocation(line: 54, column: 12, scope: !340, inlinedAt: !341)
!340 = distinct !DISubprogram(name: "fft128", scope: !1, file: !1, line: 53, type: !9, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!341 = distinct !DILocation(line: 53, column: 116, scope: !333)
!342 = !DILocation(line: 54, column: 8, scope: !340, inlinedAt: !341)
!343 = !DILocation(line: 54, column: 29, scope: !340, inlinedAt: !341)
!344 = !DILocation(line: 55, column: 13, scope: !340, inlinedAt: !341)
!345 = !DILocation(line: 55, column: 8, scope: !340, inlinedAt: !341)
!346 = !DILocation(line: 55, column: 20, scope: !340, inlinedAt: !341)
!347 = !DILocation(line: 55, column: 22, scope: !340, inlinedAt: !341)
!348 = !DILocation(line: 55, column: 3, scope: !340, inlinedAt: !341)
!349 = !DILocation(line: 56, column: 19, scope: !340, inlinedAt: !341)
!350 = !DILocation(line: 56, column: 24, scope: !340, inlinedAt: !341)
!351 = !DILocation(line: 56, column: 21, scope: !340, inlinedAt: !341)
!352 = !DILocation(line: 56, column: 27, scope: !340, inlinedAt: !341)
!353 = !DILocation(line: 56, column: 40, scope: !340, inlinedAt: !341)
!354 = !DILocation(line: 56, column: 38, scope: !340, inlinedAt: !341)
!355 = !DILocation(line: 56, column: 32, scope: !340, inlinedAt: !341)
!356 = !DILocation(line: 56, column: 14, scope: !340, inlinedAt: !341)
!357 = !DILocation(line: 55, column: 28, scope: !340, inlinedAt: !341)
!358 = distinct !{!358, !348, !359}
!359 = !DILocation(line: 56, column: 41, scope: !340, inlinedAt: !341)
!360 = !DILocation(line: 57, column: 13, scope: !340, inlinedAt: !341)
!361 = !DILocation(line: 57, column: 16, scope: !340, inlinedAt: !341)
!362 = !DILocation(line: 57, column: 9, scope: !340, inlinedAt: !341)
!363 = !DILocation(line: 57, column: 24, scope: !340, inlinedAt: !341)
!364 = !DILocation(line: 57, column: 27, scope: !340, inlinedAt: !341)
!365 = !DILocation(line: 57, column: 20, scope: !340, inlinedAt: !341)
!366 = !DILocation(line: 57, column: 35, scope: !340, inlinedAt: !341)
!367 = !DILocation(line: 57, column: 38, scope: !340, inlinedAt: !341)
!368 = !DILocation(line: 57, column: 40, scope: !340, inlinedAt: !341)
!369 = !DILocation(line: 57, column: 31, scope: !340, inlinedAt: !341)
!370 = !DILocation(line: 57, column: 51, scope: !340, inlinedAt: !341)
!371 = !DILocation(line: 57, column: 54, scope: !340, inlinedAt: !341)
!372 = !DILocation(line: 57, column: 56, scope: !340, inlinedAt: !341)
!373 = !DILocation(line: 57, column: 47, scope: !340, inlinedAt: !341)
!374 = !DILocation(line: 58, column: 3, scope: !340, inlinedAt: !341)
!375 = !DILocation(line: 59, column: 18, scope: !340, inlinedAt: !341)
!376 = !DILocation(line: 59, column: 3, scope: !340, inlinedAt: !341)
!377 = !DILocation(line: 59, column: 6, scope: !340, inlinedAt: !341)
!378 = !DILocation(line: 59, column: 16, scope: !340, inlinedAt: !341)
!379 = !DILocation(line: 60, column: 18, scope: !340, inlinedAt: !341)
!380 = !DILocation(line: 60, column: 3, scope: !340, inlinedAt: !341)
!381 = !DILocation(line: 60, column: 6, scope: !340, inlinedAt: !341)
!382 = !DILocation(line: 60, column: 16, scope: !340, inlinedAt: !341)
!383 = !DILocation(line: 61, column: 22, scope: !340, inlinedAt: !341)
!384 = !DILocation(line: 61, column: 3, scope: !340, inlinedAt: !341)
!385 = !DILocation(line: 61, column: 6, scope: !340, inlinedAt: !341)
!386 = !DILocation(line: 61, column: 15, scope: !340, inlinedAt: !341)
!387 = !DILocation(line: 61, column: 20, scope: !340, inlinedAt: !341)
!388 = !DILocation(line: 62, column: 22, scope: !340, inlinedAt: !341)
!389 = !DILocation(line: 62, column: 3, scope: !340, inlinedAt: !341)
!390 = !DILocation(line: 62, column: 6, scope: !340, inlinedAt: !341)
!391 = !DILocation(line: 62, column: 15, scope: !340, inlinedAt: !341)
!392 = !DILocation(line: 62, column: 20, scope: !340, inlinedAt: !341)
!393 = !DILocation(line: 64, column: 13, scope: !340, inlinedAt: !341)
!394 = !DILocation(line: 64, column: 8, scope: !340, inlinedAt: !341)
!395 = !DILocation(line: 64, column: 24, scope: !340, inlinedAt: !341)
!396 = !DILocation(line: 64, column: 30, scope: !340, inlinedAt: !341)
!397 = !DILocation(line: 64, column: 3, scope: !340, inlinedAt: !341)
!398 = !DILocation(line: 65, column: 24, scope: !340, inlinedAt: !341)
!399 = !DILocation(line: 65, column: 21, scope: !340, inlinedAt: !341)
!400 = !DILocation(line: 65, column: 10, scope: !340, inlinedAt: !341)
!401 = !DILocation(line: 66, column: 5, scope: !340, inlinedAt: !341)
!402 = !DILocation(line: 67, column: 15, scope: !340, inlinedAt: !341)
!403 = !DILocation(line: 67, column: 21, scope: !340, inlinedAt: !341)
!404 = !DILocation(line: 67, column: 27, scope: !340, inlinedAt: !341)
!405 = !DILocation(line: 67, column: 19, scope: !340, inlinedAt: !341)
!406 = !DILocation(line: 67, column: 17, scope: !340, inlinedAt: !341)
!407 = !DILocation(line: 67, column: 35, scope: !340, inlinedAt: !341)
!408 = !DILocation(line: 67, column: 33, scope: !340, inlinedAt: !341)
!409 = !DILocation(line: 67, column: 10, scope: !340, inlinedAt: !341)
!410 = !DILocation(line: 67, column: 42, scope: !340, inlinedAt: !341)
!411 = !DILocation(line: 67, column: 46, scope: !340, inlinedAt: !341)
!412 = !DILocation(line: 67, column: 44, scope: !340, inlinedAt: !341)
!413 = !DILocation(line: 67, column: 38, scope: !340, inlinedAt: !341)
!414 = !DILocation(line: 67, column: 58, scope: !340, inlinedAt: !341)
!415 = !DILocation(line: 67, column: 63, scope: !340, inlinedAt: !341)
!416 = !DILocation(line: 67, column: 69, scope: !340, inlinedAt: !341)
!417 = !DILocation(line: 67, column: 60, scope: !340, inlinedAt: !341)
!418 = !DILocation(line: 67, column: 83, scope: !340, inlinedAt: !341)
!419 = !DILocation(line: 67, column: 81, scope: !340, inlinedAt: !341)
!420 = !DILocation(line: 67, column: 75, scope: !340, inlinedAt: !341)
!421 = !DILocation(line: 67, column: 53, scope: !340, inlinedAt: !341)
!422 = !DILocation(line: 68, column: 16, scope: !340, inlinedAt: !341)
!423 = !DILocation(line: 68, column: 19, scope: !340, inlinedAt: !341)
!424 = !DILocation(line: 68, column: 24, scope: !340, inlinedAt: !341)
!425 = !DILocation(line: 68, column: 27, scope: !340, inlinedAt: !341)
!426 = !DILocation(line: 68, column: 22, scope: !340, inlinedAt: !341)
!427 = !DILocation(line: 68, column: 32, scope: !340, inlinedAt: !341)
!428 = !DILocation(line: 68, column: 35, scope: !340, inlinedAt: !341)
!429 = !DILocation(line: 68, column: 40, scope: !340, inlinedAt: !341)
!430 = !DILocation(line: 68, column: 43, scope: !340, inlinedAt: !341)
!431 = !DILocation(line: 68, column: 38, scope: !340, inlinedAt: !341)
!432 = !DILocation(line: 68, column: 30, scope: !340, inlinedAt: !341)
!433 = !DILocation(line: 68, column: 11, scope: !340, inlinedAt: !341)
!434 = !DILocation(line: 68, column: 52, scope: !340, inlinedAt: !341)
!435 = !DILocation(line: 68, column: 55, scope: !340, inlinedAt: !341)
!436 = !DILocation(line: 68, column: 60, scope: !340, inlinedAt: !341)
!437 = !DILocation(line: 68, column: 63, scope: !340, inlinedAt: !341)
!438 = !DILocation(line: 68, column: 58, scope: !340, inlinedAt: !341)
!439 = !DILocation(line: 68, column: 68, scope: !340, inlinedAt: !341)
!440 = !DILocation(line: 68, column: 71, scope: !340, inlinedAt: !341)
!441 = !DILocation(line: 68, column: 76, scope: !340, inlinedAt: !341)
!442 = !DILocation(line: 68, column: 79, scope: !340, inlinedAt: !341)
!443 = !DILocation(line: 68, column: 74, scope: !340, inlinedAt: !341)
!444 = !DILocation(line: 68, column: 66, scope: !340, inlinedAt: !341)
!445 = !DILocation(line: 68, column: 47, scope: !340, inlinedAt: !341)
!446 = !DILocation(line: 69, column: 16, scope: !340, inlinedAt: !341)
!447 = !DILocation(line: 69, column: 19, scope: !340, inlinedAt: !341)
!448 = !DILocation(line: 69, column: 11, scope: !340, inlinedAt: !341)
!449 = !DILocation(line: 69, column: 28, scope: !340, inlinedAt: !341)
!450 = !DILocation(line: 69, column: 31, scope: !340, inlinedAt: !341)
!451 = !DILocation(line: 69, column: 23, scope: !340, inlinedAt: !341)
!452 = !DILocation(line: 70, column: 13, scope: !340, inlinedAt: !341)
!453 = !DILocation(line: 70, column: 18, scope: !340, inlinedAt: !341)
!454 = !DILocation(line: 70, column: 16, scope: !340, inlinedAt: !341)
!455 = !DILocation(line: 70, column: 5, scope: !340, inlinedAt: !341)
!456 = !DILocation(line: 70, column: 8, scope: !340, inlinedAt: !341)
!457 = !DILocation(line: 70, column: 11, scope: !340, inlinedAt: !341)
!458 = !DILocation(line: 71, column: 13, scope: !340, inlinedAt: !341)
!459 = !DILocation(line: 71, column: 18, scope: !340, inlinedAt: !341)
!460 = !DILocation(line: 71, column: 16, scope: !340, inlinedAt: !341)
!461 = !DILocation(line: 71, column: 5, scope: !340, inlinedAt: !341)
!462 = !DILocation(line: 71, column: 8, scope: !340, inlinedAt: !341)
!463 = !DILocation(line: 71, column: 11, scope: !340, inlinedAt: !341)
!464 = !DILocation(line: 72, column: 13, scope: !340, inlinedAt: !341)
!465 = !DILocation(line: 72, column: 18, scope: !340, inlinedAt: !341)
!466 = !DILocation(line: 72, column: 16, scope: !340, inlinedAt: !341)
!467 = !DILocation(line: 72, column: 5, scope: !340, inlinedAt: !341)
!468 = !DILocation(line: 72, column: 8, scope: !340, inlinedAt: !341)
!469 = !DILocation(line: 72, column: 11, scope: !340, inlinedAt: !341)
!470 = !DILocation(line: 73, column: 13, scope: !340, inlinedAt: !341)
!471 = !DILocation(line: 73, column: 18, scope: !340, inlinedAt: !341)
!472 = !DILocation(line: 73, column: 16, scope: !340, inlinedAt: !341)
!473 = !DILocation(line: 73, column: 5, scope: !340, inlinedAt: !341)
!474 = !DILocation(line: 73, column: 8, scope: !340, inlinedAt: !341)
!475 = !DILocation(line: 73, column: 11, scope: !340, inlinedAt: !341)
!476 = !DILocation(line: 64, column: 40, scope: !340, inlinedAt: !341)
!477 = distinct !{!477, !397, !478, !479}
!478 = !DILocation(line: 74, column: 3, scope: !340, inlinedAt: !341)
!479 = !{!"llvm.loop.unroll.enable"}
!480 = !DILocation(line: 75, column: 1, scope: !333)
!481 = !DILocation(line: 54, column: 12, scope: !340)
!482 = !DILocation(line: 54, column: 8, scope: !340)
!483 = !DILocation(line: 54, column: 29, scope: !340)
!484 = !DILocation(line: 55, column: 13, scope: !340)
!485 = !DILocation(line: 55, column: 8, scope: !340)
!486 = !DILocation(line: 55, column: 20, scope: !340)
!487 = !DILocation(line: 55, column: 22, scope: !340)
!488 = !DILocation(line: 55, column: 3, scope: !340)
!489 = !DILocation(line: 56, column: 19, scope: !340)
!490 = !DILocation(line: 56, column: 24, scope: !340)
!491 = !DILocation(line: 56, column: 21, scope: !340)
!492 = !DILocation(line: 56, column: 27, scope: !340)
!493 = !DILocation(line: 56, column: 40, scope: !340)
!494 = !DILocation(line: 56, column: 38, scope: !340)
!495 = !DILocation(line: 56, column: 32, scope: !340)
!496 = !DILocation(line: 56, column: 14, scope: !340)
!497 = !DILocation(line: 56, column: 5, scope: !340)
!498 = !DILocation(line: 55, column: 28, scope: !340)
!499 = distinct !{!499, !488, !500}
!500 = !DILocation(line: 56, column: 41, scope: !340)
!501 = !DILocation(line: 57, column: 13, scope: !340)
!502 = !DILocation(line: 57, column: 16, scope: !340)
!503 = !DILocation(line: 57, column: 9, scope: !340)
!504 = !DILocation(line: 57, column: 24, scope: !340)
!505 = !DILocation(line: 57, column: 27, scope: !340)
!506 = !DILocation(line: 57, column: 20, scope: !340)
!507 = !DILocation(line: 57, column: 35, scope: !340)
!508 = !DILocation(line: 57, column: 38, scope: !340)
!509 = !DILocation(line: 57, column: 40, scope: !340)
!510 = !DILocation(line: 57, column: 31, scope: !340)
!511 = !DILocation(line: 57, column: 51, scope: !340)
!512 = !DILocation(line: 57, column: 54, scope: !340)
!513 = !DILocation(line: 57, column: 56, scope: !340)
!514 = !DILocation(line: 57, column: 47, scope: !340)
!515 = !DILocation(line: 58, column: 3, scope: !340)
!516 = !DILocation(line: 59, column: 18, scope: !340)
!517 = !DILocation(line: 59, column: 3, scope: !340)
!518 = !DILocation(line: 59, column: 6, scope: !340)
!519 = !DILocation(line: 59, column: 16, scope: !340)
!520 = !DILocation(line: 60, column: 18, scope: !340)
!521 = !DILocation(line: 60, column: 3, scope: !340)
!522 = !DILocation(line: 60, column: 6, scope: !340)
!523 = !DILocation(line: 60, column: 16, scope: !340)
!524 = !DILocation(line: 61, column: 22, scope: !340)
!525 = !DILocation(line: 61, column: 3, scope: !340)
!526 = !DILocation(line: 61, column: 6, scope: !340)
!527 = !DILocation(line: 61, column: 15, scope: !340)
!528 = !DILocation(line: 61, column: 20, scope: !340)
!529 = !DILocation(line: 62, column: 22, scope: !340)
!530 = !DILocation(line: 62, column: 3, scope: !340)
!531 = !DILocation(line: 62, column: 6, scope: !340)
!532 = !DILocation(line: 62, column: 15, scope: !340)
!533 = !DILocation(line: 62, column: 20, scope: !340)
!534 = !DILocation(line: 64, column: 13, scope: !340)
!535 = !DILocation(line: 64, column: 8, scope: !340)
!536 = !DILocation(line: 64, column: 24, scope: !340)
!537 = !DILocation(line: 64, column: 30, scope: !340)
!538 = !DILocation(line: 64, column: 3, scope: !340)
!539 = !DILocation(line: 65, column: 24, scope: !340)
!540 = !DILocation(line: 65, column: 21, scope: !340)
!541 = !DILocation(line: 65, column: 10, scope: !340)
!542 = !DILocation(line: 66, column: 5, scope: !340)
!543 = !DILocation(line: 67, column: 15, scope: !340)
!544 = !DILocation(line: 67, column: 21, scope: !340)
!545 = !DILocation(line: 67, column: 27, scope: !340)
!546 = !DILocation(line: 67, column: 19, scope: !340)
!547 = !DILocation(line: 67, column: 17, scope: !340)
!548 = !DILocation(line: 67, column: 35, scope: !340)
!549 = !DILocation(line: 67, column: 33, scope: !340)
!550 = !DILocation(line: 67, column: 10, scope: !340)
!551 = !DILocation(line: 67, column: 42, scope: !340)
!552 = !DILocation(line: 67, column: 46, scope: !340)
!553 = !DILocation(line: 67, column: 44, scope: !340)
!554 = !DILocation(line: 67, column: 38, scope: !340)
!555 = !DILocation(line: 67, column: 58, scope: !340)
!556 = !DILocation(line: 67, column: 63, scope: !340)
!557 = !DILocation(line: 67, column: 69, scope: !340)
!558 = !DILocation(line: 67, column: 60, scope: !340)
!559 = !DILocation(line: 67, column: 83, scope: !340)
!560 = !DILocation(line: 67, column: 81, scope: !340)
!561 = !DILocation(line: 67, column: 75, scope: !340)
!562 = !DILocation(line: 67, column: 53, scope: !340)
!563 = !DILocation(line: 68, column: 16, scope: !340)
!564 = !DILocation(line: 68, column: 19, scope: !340)
!565 = !DILocation(line: 68, column: 24, scope: !340)
!566 = !DILocation(line: 68, column: 27, scope: !340)
!567 = !DILocation(line: 68, column: 22, scope: !340)
!568 = !DILocation(line: 68, column: 32, scope: !340)
!569 = !DILocation(line: 68, column: 35, scope: !340)
!570 = !DILocation(line: 68, column: 40, scope: !340)
!571 = !DILocation(line: 68, column: 43, scope: !340)
!572 = !DILocation(line: 68, column: 38, scope: !340)
!573 = !DILocation(line: 68, column: 30, scope: !340)
!574 = !DILocation(line: 68, column: 11, scope: !340)
!575 = !DILocation(line: 68, column: 52, scope: !340)
!576 = !DILocation(line: 68, column: 55, scope: !340)
!577 = !DILocation(line: 68, column: 60, scope: !340)
!578 = !DILocation(line: 68, column: 63, scope: !340)
!579 = !DILocation(line: 68, column: 58, scope: !340)
!580 = !DILocation(line: 68, column: 68, scope: !340)
!581 = !DILocation(line: 68, column: 71, scope: !340)
!582 = !DILocation(line: 68, column: 76, scope: !340)
!583 = !DILocation(line: 68, column: 79, scope: !340)
!584 = !DILocation(line: 68, column: 74, scope: !340)
!585 = !DILocation(line: 68, column: 66, scope: !340)
!586 = !DILocation(line: 68, column: 47, scope: !340)
!587 = !DILocation(line: 69, column: 16, scope: !340)
!588 = !DILocation(line: 69, column: 19, scope: !340)
!589 = !DILocation(line: 69, column: 11, scope: !340)
!590 = !DILocation(line: 69, column: 28, scope: !340)
!591 = !DILocation(line: 69, column: 31, scope: !340)
!592 = !DILocation(line: 69, column: 23, scope: !340)
!593 = !DILocation(line: 70, column: 13, scope: !340)
!594 = !DILocation(line: 70, column: 18, scope: !340)
!595 = !DILocation(line: 70, column: 16, scope: !340)
!596 = !DILocation(line: 70, column: 5, scope: !340)
!597 = !DILocation(line: 70, column: 8, scope: !340)
!598 = !DILocation(line: 70, column: 11, scope: !340)
!599 = !DILocation(line: 71, column: 13, scope: !340)
!600 = !DILocation(line: 71, column: 18, scope: !340)
!601 = !DILocation(line: 71, column: 16, scope: !340)
!602 = !DILocation(line: 71, column: 5, scope: !340)
!603 = !DILocation(line: 71, column: 8, scope: !340)
!604 = !DILocation(line: 71, column: 11, scope: !340)
!605 = !DILocation(line: 72, column: 13, scope: !340)
!606 = !DILocation(line: 72, column: 18, scope: !340)
!607 = !DILocation(line: 72, column: 16, scope: !340)
!608 = !DILocation(line: 72, column: 5, scope: !340)
!609 = !DILocation(line: 72, column: 8, scope: !340)
!610 = !DILocation(line: 72, column: 11, scope: !340)
!611 = !DILocation(line: 73, column: 13, scope: !340)
!612 = !DILocation(line: 73, column: 18, scope: !340)
!613 = !DILocation(line: 73, column: 16, scope: !340)
!614 = !DILocation(line: 73, column: 5, scope: !340)
!615 = !DILocation(line: 73, column: 8, scope: !340)
!616 = !DILocation(line: 73, column: 11, scope: !340)
!617 = !DILocation(line: 74, column: 3, scope: !340)
!618 = !DILocation(line: 64, column: 40, scope: !340)
!619 = distinct !{!619, !538, !617, !479}
!620 = !DILocation(line: 75, column: 1, scope: !340)
!621 = distinct !DISubprogram(name: "mm_global", scope: !1, file: !1, line: 77, type: !9, scopeLine: 77, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!622 = !DILocation(line: 77, column: 86, scope: !621)
!623 = !DILocation(line: 78, column: 12, scope: !624, inlinedAt: !625)
!624 = distinct !DISubprogram(name: "mm_global", scope: !1, file: !1, line: 77, type: !9, scopeLine: 77, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!625 = distinct !DILocation(line: 77, column: 86, scope: !621)
!626 = !DILocation(line: 78, column: 8, scope: !624, inlinedAt: !625)
!627 = !DILocation(line: 78, column: 34, scope: !624, inlinedAt: !625)
!628 = !DILocation(line: 78, column: 30, scope: !624, inlinedAt: !625)
!629 = !DILocation(line: 79, column: 9, scope: !624, inlinedAt: !625)
!630 = !DILocation(line: 80, column: 13, scope: !624, inlinedAt: !625)
!631 = !DILocation(line: 80, column: 8, scope: !624, inlinedAt: !625)
!632 = !DILocation(line: 80, column: 20, scope: !624, inlinedAt: !625)
!633 = !DILocation(line: 80, column: 22, scope: !624, inlinedAt: !625)
!634 = !DILocation(line: 80, column: 3, scope: !624, inlinedAt: !625)
!635 = !DILocation(line: 81, column: 12, scope: !624, inlinedAt: !625)
!636 = !DILocation(line: 81, column: 14, scope: !624, inlinedAt: !625)
!637 = !DILocation(line: 81, column: 16, scope: !624, inlinedAt: !625)
!638 = !DILocation(line: 81, column: 23, scope: !624, inlinedAt: !625)
!639 = !DILocation(line: 81, column: 21, scope: !624, inlinedAt: !625)
!640 = !DILocation(line: 81, column: 28, scope: !624, inlinedAt: !625)
!641 = !DILocation(line: 81, column: 30, scope: !624, inlinedAt: !625)
!642 = !DILocation(line: 81, column: 32, scope: !624, inlinedAt: !625)
!643 = !DILocation(line: 81, column: 39, scope: !624, inlinedAt: !625)
!644 = !DILocation(line: 81, column: 37, scope: !624, inlinedAt: !625)
!645 = !DILocation(line: 81, column: 26, scope: !624, inlinedAt: !625)
!646 = !DILocation(line: 81, column: 9, scope: !624, inlinedAt: !625)
!647 = !DILocation(line: 80, column: 29, scope: !624, inlinedAt: !625)
!648 = distinct !{!648, !634, !649}
!649 = !DILocation(line: 81, column: 40, scope: !624, inlinedAt: !625)
!650 = !DILocation(line: 82, column: 19, scope: !624, inlinedAt: !625)
!651 = !DILocation(line: 82, column: 3, scope: !624, inlinedAt: !625)
!652 = !DILocation(line: 82, column: 5, scope: !624, inlinedAt: !625)
!653 = !DILocation(line: 82, column: 7, scope: !624, inlinedAt: !625)
!654 = !DILocation(line: 82, column: 14, scope: !624, inlinedAt: !625)
!655 = !DILocation(line: 82, column: 12, scope: !624, inlinedAt: !625)
!656 = !DILocation(line: 82, column: 17, scope: !624, inlinedAt: !625)
!657 = !DILocation(line: 83, column: 1, scope: !621)
!658 = !DILocation(line: 78, column: 12, scope: !624)
!659 = !DILocation(line: 78, column: 8, scope: !624)
!660 = !DILocation(line: 78, column: 34, scope: !624)
!661 = !DILocation(line: 78, column: 30, scope: !624)
!662 = !DILocation(line: 79, column: 9, scope: !624)
!663 = !DILocation(line: 80, column: 13, scope: !624)
!664 = !DILocation(line: 80, column: 8, scope: !624)
!665 = !DILocation(line: 80, column: 20, scope: !624)
!666 = !DILocation(line: 80, column: 22, scope: !624)
!667 = !DILocation(line: 80, column: 3, scope: !624)
!668 = !DILocation(line: 81, column: 12, scope: !624)
!669 = !DILocation(line: 81, column: 14, scope: !624)
!670 = !DILocation(line: 81, column: 16, scope: !624)
!671 = !DILocation(line: 81, column: 23, scope: !624)
!672 = !DILocation(line: 81, column: 21, scope: !624)
!673 = !DILocation(line: 81, column: 28, scope: !624)
!674 = !DILocation(line: 81, column: 30, scope: !624)
!675 = !DILocation(line: 81, column: 32, scope: !624)
!676 = !DILocation(line: 81, column: 39, scope: !624)
!677 = !DILocation(line: 81, column: 37, scope: !624)
!678 = !DILocation(line: 81, column: 26, scope: !624)
!679 = !DILocation(line: 81, column: 9, scope: !624)
!680 = !DILocation(line: 81, column: 5, scope: !624)
!681 = !DILocation(line: 80, column: 29, scope: !624)
!682 = distinct !{!682, !667, !683}
!683 = !DILocation(line: 81, column: 40, scope: !624)
!684 = !DILocation(line: 82, column: 19, scope: !624)
!685 = !DILocation(line: 82, column: 3, scope: !624)
!686 = !DILocation(line: 82, column: 5, scope: !624)
!687 = !DILocation(line: 82, column: 7, scope: !624)
!688 = !DILocation(line: 82, column: 14, scope: !624)
!689 = !DILocation(line: 82, column: 12, scope: !624)
!690 = !DILocation(line: 82, column: 17, scope: !624)
!691 = !DILocation(line: 83, column: 1, scope: !624)
!692 = distinct !DISubprogram(name: "mm_local", scope: !1, file: !1, line: 85, type: !9, scopeLine: 85, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!693 = !DILocation(line: 85, column: 85, scope: !692)
!694 = !DILocation(line: 87, column: 12, scope: !695, inlinedAt: !696)
!695 = distinct !DISubprogram(name: "mm_local", scope: !1, file: !1, line: 85, type: !9, scopeLine: 85, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!696 = distinct !DILocation(line: 85, column: 85, scope: !692)
!697 = !DILocation(line: 87, column: 8, scope: !695, inlinedAt: !696)
!698 = !DILocation(line: 87, column: 34, scope: !695, inlinedAt: !696)
!699 = !DILocation(line: 87, column: 30, scope: !695, inlinedAt: !696)
!700 = !DILocation(line: 87, column: 61, scope: !695, inlinedAt: !696)
!701 = !DILocation(line: 87, column: 52, scope: !695, inlinedAt: !696)
!702 = !DILocation(line: 87, column: 84, scope: !695, inlinedAt: !696)
!703 = !DILocation(line: 87, column: 78, scope: !695, inlinedAt: !696)
!704 = !DILocation(line: 88, column: 9, scope: !695, inlinedAt: !696)
!705 = !DILocation(line: 89, column: 13, scope: !695, inlinedAt: !696)
!706 = !DILocation(line: 89, column: 8, scope: !695, inlinedAt: !696)
!707 = !DILocation(line: 89, column: 20, scope: !695, inlinedAt: !696)
!708 = !DILocation(line: 89, column: 22, scope: !695, inlinedAt: !696)
!709 = !DILocation(line: 89, column: 3, scope: !695, inlinedAt: !696)
!710 = !DILocation(line: 90, column: 27, scope: !695, inlinedAt: !696)
!711 = !DILocation(line: 90, column: 29, scope: !695, inlinedAt: !696)
!712 = !DILocation(line: 90, column: 31, scope: !695, inlinedAt: !696)
!713 = !DILocation(line: 90, column: 38, scope: !695, inlinedAt: !696)
!714 = !DILocation(line: 90, column: 36, scope: !695, inlinedAt: !696)
!715 = !DILocation(line: 90, column: 42, scope: !695, inlinedAt: !696)
!716 = !DILocation(line: 90, column: 40, scope: !695, inlinedAt: !696)
!717 = !DILocation(line: 90, column: 12, scope: !695, inlinedAt: !696)
!718 = !DILocation(line: 90, column: 5, scope: !695, inlinedAt: !696)
!719 = !DILocation(line: 90, column: 17, scope: !695, inlinedAt: !696)
!720 = !DILocation(line: 90, column: 25, scope: !695, inlinedAt: !696)
!721 = !DILocation(line: 91, column: 27, scope: !695, inlinedAt: !696)
!722 = !DILocation(line: 91, column: 30, scope: !695, inlinedAt: !696)
!723 = !DILocation(line: 91, column: 34, scope: !695, inlinedAt: !696)
!724 = !DILocation(line: 91, column: 32, scope: !695, inlinedAt: !696)
!725 = !DILocation(line: 91, column: 39, scope: !695, inlinedAt: !696)
!726 = !DILocation(line: 91, column: 46, scope: !695, inlinedAt: !696)
!727 = !DILocation(line: 91, column: 44, scope: !695, inlinedAt: !696)
!728 = !DILocation(line: 91, column: 12, scope: !695, inlinedAt: !696)
!729 = !DILocation(line: 91, column: 5, scope: !695, inlinedAt: !696)
!730 = !DILocation(line: 91, column: 17, scope: !695, inlinedAt: !696)
!731 = !DILocation(line: 91, column: 25, scope: !695, inlinedAt: !696)
!732 = !DILocation(line: 92, column: 5, scope: !695, inlinedAt: !696)
!733 = !DILocation(line: 93, column: 15, scope: !695, inlinedAt: !696)
!734 = !DILocation(line: 93, column: 10, scope: !695, inlinedAt: !696)
!735 = !DILocation(line: 93, column: 22, scope: !695, inlinedAt: !696)
!736 = !DILocation(line: 93, column: 24, scope: !695, inlinedAt: !696)
!737 = !DILocation(line: 93, column: 5, scope: !695, inlinedAt: !696)
!738 = !DILocation(line: 94, column: 21, scope: !695, inlinedAt: !696)
!739 = !DILocation(line: 94, column: 14, scope: !695, inlinedAt: !696)
!740 = !DILocation(line: 94, column: 26, scope: !695, inlinedAt: !696)
!741 = !DILocation(line: 94, column: 38, scope: !695, inlinedAt: !696)
!742 = !DILocation(line: 94, column: 31, scope: !695, inlinedAt: !696)
!743 = !DILocation(line: 94, column: 41, scope: !695, inlinedAt: !696)
!744 = !DILocation(line: 94, column: 29, scope: !695, inlinedAt: !696)
!745 = !DILocation(line: 94, column: 11, scope: !695, inlinedAt: !696)
!746 = !DILocation(line: 93, column: 31, scope: !695, inlinedAt: !696)
!747 = distinct !{!747, !737, !748}
!748 = !DILocation(line: 94, column: 47, scope: !695, inlinedAt: !696)
!749 = !DILocation(line: 95, column: 5, scope: !695, inlinedAt: !696)
!750 = !DILocation(line: 89, column: 30, scope: !695, inlinedAt: !696)
!751 = distinct !{!751, !709, !752}
!752 = !DILocation(line: 96, column: 3, scope: !695, inlinedAt: !696)
!753 = !DILocation(line: 97, column: 19, scope: !695, inlinedAt: !696)
!754 = !DILocation(line: 97, column: 3, scope: !695, inlinedAt: !696)
!755 = !DILocation(line: 97, column: 5, scope: !695, inlinedAt: !696)
!756 = !DILocation(line: 97, column: 7, scope: !695, inlinedAt: !696)
!757 = !DILocation(line: 97, column: 14, scope: !695, inlinedAt: !696)
!758 = !DILocation(line: 97, column: 12, scope: !695, inlinedAt: !696)
!759 = !DILocation(line: 97, column: 17, scope: !695, inlinedAt: !696)
!760 = !DILocation(line: 98, column: 1, scope: !692)
!761 = !DILocation(line: 87, column: 12, scope: !695)
!762 = !DILocation(line: 87, column: 8, scope: !695)
!763 = !DILocation(line: 87, column: 34, scope: !695)
!764 = !DILocation(line: 87, column: 30, scope: !695)
!765 = !DILocation(line: 87, column: 61, scope: !695)
!766 = !DILocation(line: 87, column: 52, scope: !695)
!767 = !DILocation(line: 87, column: 84, scope: !695)
!768 = !DILocation(line: 87, column: 78, scope: !695)
!769 = !DILocation(line: 88, column: 9, scope: !695)
!770 = !DILocation(line: 89, column: 13, scope: !695)
!771 = !DILocation(line: 89, column: 8, scope: !695)
!772 = !DILocation(line: 89, column: 20, scope: !695)
!773 = !DILocation(line: 89, column: 22, scope: !695)
!774 = !DILocation(line: 89, column: 3, scope: !695)
!775 = !DILocation(line: 90, column: 27, scope: !695)
!776 = !DILocation(line: 90, column: 29, scope: !695)
!777 = !DILocation(line: 90, column: 31, scope: !695)
!778 = !DILocation(line: 90, column: 38, scope: !695)
!779 = !DILocation(line: 90, column: 36, scope: !695)
!780 = !DILocation(line: 90, column: 42, scope: !695)
!781 = !DILocation(line: 90, column: 40, scope: !695)
!782 = !DILocation(line: 90, column: 12, scope: !695)
!783 = !DILocation(line: 90, column: 5, scope: !695)
!784 = !DILocation(line: 90, column: 17, scope: !695)
!785 = !DILocation(line: 90, column: 25, scope: !695)
!786 = !DILocation(line: 91, column: 27, scope: !695)
!787 = !DILocation(line: 91, column: 30, scope: !695)
!788 = !DILocation(line: 91, column: 34, scope: !695)
!789 = !DILocation(line: 91, column: 32, scope: !695)
!790 = !DILocation(line: 91, column: 39, scope: !695)
!791 = !DILocation(line: 91, column: 46, scope: !695)
!792 = !DILocation(line: 91, column: 44, scope: !695)
!793 = !DILocation(line: 91, column: 12, scope: !695)
!794 = !DILocation(line: 91, column: 5, scope: !695)
!795 = !DILocation(line: 91, column: 17, scope: !695)
!796 = !DILocation(line: 91, column: 25, scope: !695)
!797 = !DILocation(line: 92, column: 5, scope: !695)
!798 = !DILocation(line: 93, column: 15, scope: !695)
!799 = !DILocation(line: 93, column: 10, scope: !695)
!800 = !DILocation(line: 93, column: 22, scope: !695)
!801 = !DILocation(line: 93, column: 24, scope: !695)
!802 = !DILocation(line: 93, column: 5, scope: !695)
!803 = !DILocation(line: 94, column: 21, scope: !695)
!804 = !DILocation(line: 94, column: 14, scope: !695)
!805 = !DILocation(line: 94, column: 26, scope: !695)
!806 = !DILocation(line: 94, column: 38, scope: !695)
!807 = !DILocation(line: 94, column: 31, scope: !695)
!808 = !DILocation(line: 94, column: 41, scope: !695)
!809 = !DILocation(line: 94, column: 29, scope: !695)
!810 = !DILocation(line: 94, column: 11, scope: !695)
!811 = !DILocation(line: 94, column: 7, scope: !695)
!812 = !DILocation(line: 93, column: 31, scope: !695)
!813 = distinct !{!813, !802, !814}
!814 = !DILocation(line: 94, column: 47, scope: !695)
!815 = !DILocation(line: 95, column: 5, scope: !695)
!816 = !DILocation(line: 96, column: 3, scope: !695)
!817 = !DILocation(line: 89, column: 30, scope: !695)
!818 = distinct !{!818, !774, !816}
!819 = !DILocation(line: 97, column: 19, scope: !695)
!820 = !DILocation(line: 97, column: 3, scope: !695)
!821 = !DILocation(line: 97, column: 5, scope: !695)
!822 = !DILocation(line: 97, column: 7, scope: !695)
!823 = !DILocation(line: 97, column: 14, scope: !695)
!824 = !DILocation(line: 97, column: 12, scope: !695)
!825 = !DILocation(line: 97, column: 17, scope: !695)
!826 = !DILocation(line: 98, column: 1, scope: !695)
!827 = distinct !DISubprogram(name: "collatz", scope: !1, file: !1, line: 100, type: !9, scopeLine: 100, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!828 = !DILocation(line: 100, column: 63, scope: !827)
!829 = !DILocation(line: 101, column: 12, scope: !830, inlinedAt: !831)
!830 = distinct !DISubprogram(name: "collatz", scope: !1, file: !1, line: 100, type: !9, scopeLine: 100, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!831 = distinct !DILocation(line: 100, column: 63, scope: !827)
!832 = !DILocation(line: 101, column: 8, scope: !830, inlinedAt: !831)
!833 = !DILocation(line: 101, column: 34, scope: !830, inlinedAt: !831)
!834 = !DILocation(line: 101, column: 36, scope: !830, inlinedAt: !831)
!835 = !DILocation(line: 101, column: 30, scope: !830, inlinedAt: !831)
!836 = !DILocation(line: 101, column: 40, scope: !830, inlinedAt: !831)
!837 = !DILocation(line: 102, column: 3, scope: !830, inlinedAt: !831)
!838 = !DILocation(line: 102, column: 10, scope: !830, inlinedAt: !831)
!839 = !DILocation(line: 102, column: 12, scope: !830, inlinedAt: !831)
!840 = !DILocation(line: 103, column: 9, scope: !830, inlinedAt: !831)
!841 = !DILocation(line: 103, column: 11, scope: !830, inlinedAt: !831)
!842 = !DILocation(line: 103, column: 21, scope: !830, inlinedAt: !831)
!843 = !DILocation(line: 103, column: 19, scope: !830, inlinedAt: !831)
!844 = !DILocation(line: 103, column: 23, scope: !830, inlinedAt: !831)
!845 = !DILocation(line: 103, column: 29, scope: !830, inlinedAt: !831)
!846 = !DILocation(line: 103, column: 31, scope: !830, inlinedAt: !831)
!847 = !DILocation(line: 103, column: 7, scope: !830, inlinedAt: !831)
!848 = !DILocation(line: 104, column: 10, scope: !830, inlinedAt: !831)
!849 = distinct !{!849, !837, !850}
!850 = !DILocation(line: 105, column: 3, scope: !830, inlinedAt: !831)
!851 = !DILocation(line: 106, column: 14, scope: !830, inlinedAt: !831)
!852 = !DILocation(line: 106, column: 3, scope: !830, inlinedAt: !831)
!853 = !DILocation(line: 106, column: 9, scope: !830, inlinedAt: !831)
!854 = !DILocation(line: 106, column: 12, scope: !830, inlinedAt: !831)
!855 = !DILocation(line: 107, column: 1, scope: !827)
!856 = !DILocation(line: 101, column: 12, scope: !830)
!857 = !DILocation(line: 101, column: 8, scope: !830)
!858 = !DILocation(line: 101, column: 34, scope: !830)
!859 = !DILocation(line: 101, column: 36, scope: !830)
!860 = !DILocation(line: 101, column: 30, scope: !830)
!861 = !DILocation(line: 101, column: 40, scope: !830)
!862 = !DILocation(line: 102, column: 3, scope: !830)
!863 = !DILocation(line: 102, column: 10, scope: !830)
!864 = !DILocation(line: 102, column: 12, scope: !830)
!865 = !DILocation(line: 103, column: 9, scope: !830)
!866 = !DILocation(line: 103, column: 11, scope: !830)
!867 = !DILocation(line: 103, column: 21, scope: !830)
!868 = !DILocation(line: 103, column: 19, scope: !830)
!869 = !DILocation(line: 103, column: 23, scope: !830)
!870 = !DILocation(line: 103, column: 29, scope: !830)
!871 = !DILocation(line: 103, column: 31, scope: !830)
!872 = !DILocation(line: 103, column: 7, scope: !830)
!873 = !DILocation(line: 104, column: 10, scope: !830)
!874 = distinct !{!874, !862, !875}
!875 = !DILocation(line: 105, column: 3, scope: !830)
!876 = !DILocation(line: 106, column: 14, scope: !830)
!877 = !DILocation(line: 106, column: 3, scope: !830)
!878 = !DILocation(line: 106, column: 9, scope: !830)
!879 = !DILocation(line: 106, column: 12, scope: !830)
!880 = !DILocation(line: 107, column: 1, scope: !830)
!881 = distinct !DISubprogram(name: "escape", scope: !1, file: !1, line: 109, type: !9, scopeLine: 109, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!882 = !{i32 1, i32 0, i32 0, i32 0}
!883 = !{!"uint*", !"float", !"uint", !"uint"}
!884 = !{!"", !"", !"", !""}
!885 = !DILocation(line: 109, column: 75, scope: !881)
!886 = !DILocation(line: 110, column: 12, scope: !887, inlinedAt: !888)
!887 = distinct !DISubprogram(name: "escape", scope: !1, file: !1, line: 109, type: !9, scopeLine: 109, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!888 = distinct !DILocation(line: 109, column: 75, scope: !881)
!889 = !DILocation(line: 110, column: 8, scope: !887, inlinedAt: !888)
!890 = !DILocation(line: 110, column: 34, scope: !887, inlinedAt: !888)
!891 = !DILocation(line: 110, column: 30, scope: !887, inlinedAt: !888)
!892 = !DILocation(line: 110, column: 52, scope: !887, inlinedAt: !888)
!893 = !DILocation(line: 111, column: 14, scope: !887, inlinedAt: !888)
!894 = !DILocation(line: 111, column: 18, scope: !887, inlinedAt: !888)
!895 = !DILocation(line: 111, column: 16, scope: !887, inlinedAt: !888)
!896 = !DILocation(line: 111, column: 24, scope: !887, inlinedAt: !888)
!897 = !DILocation(line: 111, column: 9, scope: !887, inlinedAt: !888)
!898 = !DILocation(line: 111, column: 37, scope: !887, inlinedAt: !888)
!899 = !DILocation(line: 111, column: 41, scope: !887, inlinedAt: !888)
!900 = !DILocation(line: 111, column: 39, scope: !887, inlinedAt: !888)
!901 = !DILocation(line: 111, column: 47, scope: !887, inlinedAt: !888)
!902 = !DILocation(line: 111, column: 32, scope: !887, inlinedAt: !888)
!903 = !DILocation(line: 111, column: 55, scope: !887, inlinedAt: !888)
!904 = !DILocation(line: 111, column: 63, scope: !887, inlinedAt: !888)
!905 = !DILocation(line: 112, column: 3, scope: !887, inlinedAt: !888)
!906 = !DILocation(line: 112, column: 10, scope: !887, inlinedAt: !888)
!907 = !DILocation(line: 112, column: 14, scope: !887, inlinedAt: !888)
!908 = !DILocation(line: 112, column: 12, scope: !887, inlinedAt: !888)
!909 = !DILocation(line: 112, column: 20, scope: !887, inlinedAt: !888)
!910 = !DILocation(line: 112, column: 23, scope: !887, inlinedAt: !888)
!911 = !DILocation(line: 112, column: 28, scope: !887, inlinedAt: !888)
!912 = !DILocation(line: 112, column: 26, scope: !887, inlinedAt: !888)
!913 = !DILocation(line: 112, column: 33, scope: !887, inlinedAt: !888)
!914 = !DILocation(line: 112, column: 38, scope: !887, inlinedAt: !888)
!915 = !DILocation(line: 112, column: 36, scope: !887, inlinedAt: !888)
!916 = !DILocation(line: 112, column: 31, scope: !887, inlinedAt: !888)
!917 = !DILocation(line: 112, column: 41, scope: !887, inlinedAt: !888)
!918 = !DILocation(line: 0, scope: !887, inlinedAt: !888)
!919 = !DILocation(line: 113, column: 15, scope: !887, inlinedAt: !888)
!920 = !DILocation(line: 113, column: 20, scope: !887, inlinedAt: !888)
!921 = !DILocation(line: 113, column: 18, scope: !887, inlinedAt: !888)
!922 = !DILocation(line: 113, column: 25, scope: !887, inlinedAt: !888)
!923 = !DILocation(line: 113, column: 30, scope: !887, inlinedAt: !888)
!924 = !DILocation(line: 113, column: 28, scope: !887, inlinedAt: !888)
!925 = !DILocation(line: 113, column: 23, scope: !887, inlinedAt: !888)
!926 = !DILocation(line: 113, column: 35, scope: !887, inlinedAt: !888)
!927 = !DILocation(line: 113, column: 33, scope: !887, inlinedAt: !888)
!928 = !DILocation(line: 113, column: 11, scope: !887, inlinedAt: !888)
!929 = !DILocation(line: 114, column: 17, scope: !887, inlinedAt: !888)
!930 = !DILocation(line: 114, column: 15, scope: !887, inlinedAt: !888)
!931 = !DILocation(line: 114, column: 22, scope: !887, inlinedAt: !888)
!932 = !DILocation(line: 114, column: 20, scope: !887, inlinedAt: !888)
!933 = !DILocation(line: 114, column: 27, scope: !887, inlinedAt: !888)
!934 = !DILocation(line: 114, column: 25, scope: !887, inlinedAt: !888)
!935 = !DILocation(line: 114, column: 8, scope: !887, inlinedAt: !888)
!936 = !DILocation(line: 115, column: 10, scope: !887, inlinedAt: !888)
!937 = !DILocation(line: 115, column: 8, scope: !887, inlinedAt: !888)
!938 = !DILocation(line: 116, column: 6, scope: !887, inlinedAt: !888)
!939 = distinct !{!939, !905, !940}
!940 = !DILocation(line: 117, column: 3, scope: !887, inlinedAt: !888)
!941 = !DILocation(line: 118, column: 24, scope: !887, inlinedAt: !888)
!942 = !DILocation(line: 118, column: 3, scope: !887, inlinedAt: !888)
!943 = !DILocation(line: 118, column: 7, scope: !887, inlinedAt: !888)
!944 = !DILocation(line: 118, column: 11, scope: !887, inlinedAt: !888)
!945 = !DILocation(line: 118, column: 9, scope: !887, inlinedAt: !888)
!946 = !DILocation(line: 118, column: 19, scope: !887, inlinedAt: !888)
!947 = !DILocation(line: 118, column: 17, scope: !887, inlinedAt: !888)
!948 = !DILocation(line: 118, column: 22, scope: !887, inlinedAt: !888)
!949 = !DILocation(line: 119, column: 1, scope: !881)
!950 = !DILocation(line: 110, column: 12, scope: !887)
!951 = !DILocation(line: 110, column: 8, scope: !887)
!952 = !DILocation(line: 110, column: 34, scope: !887)
!953 = !DILocation(line: 110, column: 30, scope: !887)
!954 = !DILocation(line: 110, column: 52, scope: !887)
!955 = !DILocation(line: 111, column: 14, scope: !887)
!956 = !DILocation(line: 111, column: 18, scope: !887)
!957 = !DILocation(line: 111, column: 16, scope: !887)
!958 = !DILocation(line: 111, column: 24, scope: !887)
!959 = !DILocation(line: 111, column: 9, scope: !887)
!960 = !DILocation(line: 111, column: 37, scope: !887)
!961 = !DILocation(line: 111, column: 41, scope: !887)
!962 = !DILocation(line: 111, column: 39, scope: !887)
!963 = !DILocation(line: 111, column: 47, scope: !887)
!964 = !DILocation(line: 111, column: 32, scope: !887)
!965 = !DILocation(line: 111, column: 55, scope: !887)
!966 = !DILocation(line: 111, column: 63, scope: !887)
!967 = !DILocation(line: 112, column: 3, scope: !887)
!968 = !DILocation(line: 112, column: 10, scope: !887)
!969 = !DILocation(line: 112, column: 14, scope: !887)
!970 = !DILocation(line: 112, column: 12, scope: !887)
!971 = !DILocation(line: 112, column: 20, scope: !887)
!972 = !DILocation(line: 112, column: 23, scope: !887)
!973 = !DILocation(line: 112, column: 28, scope: !887)
!974 = !DILocation(line: 112, column: 26, scope: !887)
!975 = !DILocation(line: 112, column: 33, scope: !887)
!976 = !DILocation(line: 112, column: 38, scope: !887)
!977 = !DILocation(line: 112, column: 36, scope: !887)
!978 = !DILocation(line: 112, column: 31, scope: !887)
!979 = !DILocation(line: 112, column: 41, scope: !887)
!980 = !DILocation(line: 0, scope: !887)
!981 = !DILocation(line: 113, column: 15, scope: !887)
!982 = !DILocation(line: 113, column: 20, scope: !887)
!983 = !DILocation(line: 113, column: 18, scope: !887)
!984 = !DILocation(line: 113, column: 25, scope: !887)
!985 = !DILocation(line: 113, column: 30, scope: !887)
!986 = !DILocation(line: 113, column: 28, scope: !887)
!987 = !DILocation(line: 113, column: 23, scope: !887)
!988 = !DILocation(line: 113, column: 35, scope: !887)
!989 = !DILocation(line: 113, column: 33, scope: !887)
!990 = !DILocation(line: 113, column: 11, scope: !887)
!991 = !DILocation(line: 114, column: 17, scope: !887)
!992 = !DILocation(line: 114, column: 15, scope: !887)
!993 = !DILocation(line: 114, column: 22, scope: !887)
!994 = !DILocation(line: 114, column: 20, scope: !887)
!995 = !DILocation(line: 114, column: 27, scope: !887)
!996 = !DILocation(line: 114, column: 25, scope: !887)
!997 = !DILocation(line: 114, column: 8, scope: !887)
!998 = !DILocation(line: 115, column: 10, scope: !887)
!999 = !DILocation(line: 115, column: 8, scope: !887)
!1000 = !DILocation(line: 116, column: 6, scope: !887)
!1001 = distinct !{!1001, !967, !1002}
!1002 = !DILocation(line: 117, column: 3, scope: !887)
!1003 = !DILocation(line: 118, column: 24, scope: !887)
!1004 = !DILocation(line: 118, column: 3, scope: !887)
!1005 = !DILocation(line: 118, column: 7, scope: !887)
!1006 = !DILocation(line: 118, column: 11, scope: !887)
!1007 = !DILocation(line: 118, column: 9, scope: !887)
!1008 = !DILocation(line: 118, column: 19, scope: !887)
!1009 = !DILocation(line: 118, column: 17, scope: !887)
!1010 = !DILocation(line: 118, column: 22, scope: !887)
!1011 = !DILocation(line: 119, column: 1, scope: !887)
