; Made of library.cl by python -m simt.compiler.builtins.make
@two_over_pi = addrspace(2) constant [40 x i32] [i32 0, i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 -558119583, i32 -1222349254, i32 1112396512, i32 105459434, i32 164729372, i32 -31593700, i32 -1322670274, i32 -394119691, i32 784024708, i32 -375623642, i32 -1268810175, i32 965858873, i32 -2091697676, i32 -1669046389, i32 -1107744709, i32 536385535, i32 -570058737, i32 -282127989, i32 1510632735, i32 1832287951, i32 667617719, i32 1330003814, i32 -1637881299, i32 1965537991, i32 -337251973, i32 1023883767, i32 -1974299926, i32 1811636145, i32 529358088, i32 1443049542, i32 -59020373], align 4
define double @__simt_soft_product_error_f64(double %0, double %1, double %2) {
  %4 = bitcast double %0 to i64
  %5 = add i64 %4, 67108864
  %6 = and i64 %5, -134217728
  %7 = bitcast i64 %6 to double
  %8 = bitcast double %1 to i64
  %9 = add i64 %8, 67108864
  %10 = and i64 %9, -134217728
  %11 = bitcast i64 %10 to double
  %12 = fsub double %0, %7
  %13 = fsub double %1, %11
  %14 = fmul double %7, %11
  %15 = fsub double %14, %2
  %16 = fmul double %13, %7
  %17 = fadd double %15, %16
  %18 = fmul double %12, %11
  %19 = fadd double %18, %17
  %20 = fmul double %12, %13
  %21 = fadd double %20, %19
  ret double %21
}
define double @__simt_soft_rint_f64(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp olt double %2, 0x4330000000000000
  br i1 %3, label %4, label %8
4:
  %5 = fadd double %2, 0x4330000000000000
  %6 = fadd double %5, 0xC330000000000000
  %7 = call double @__simt_copysign_f64(double %6, double %0)
  br label %8
8:
  %9 = phi double [ %7, %4 ], [ %0, %1 ]
  ret double %9
}
define double @__simt_soft_trunc_f64(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp olt double %2, 0x4330000000000000
  br i1 %3, label %4, label %11
4:
  %5 = fadd double %2, 0x4330000000000000
  %6 = fadd double %5, 0xC330000000000000
  %7 = fcmp ogt double %6, %2
  %8 = fadd double %6, -1.000000e+00
  %9 = select i1 %7, double %8, double %6
  %10 = call double @__simt_copysign_f64(double %9, double %0)
  br label %11
11:
  %12 = phi double [ %10, %4 ], [ %0, %1 ]
  ret double %12
}
define double @__simt_soft_floor_f64(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fadd double %2, 0x4330000000000000
  %4 = fadd double %3, 0xC330000000000000
  %5 = call double @__simt_copysign_f64(double %4, double %0)
  %6 = fcmp olt double %2, 0x4330000000000000
  br i1 %6, label %7, label %12
7:
  %8 = fcmp ogt double %5, %0
  %9 = fadd double %5, -1.000000e+00
  %10 = select i1 %8, double %9, double %5
  %11 = call double @__simt_copysign_f64(double %10, double %0)
  br label %12
12:
  %13 = phi double [ %11, %7 ], [ %0, %1 ]
  ret double %13
}
define double @__simt_soft_ceil_f64(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fadd double %2, 0x4330000000000000
  %4 = fadd double %3, 0xC330000000000000
  %5 = call double @__simt_copysign_f64(double %4, double %0)
  %6 = fcmp olt double %2, 0x4330000000000000
  br i1 %6, label %7, label %12
7:
  %8 = fcmp olt double %5, %0
  %9 = fadd double %5, 1.000000e+00
  %10 = select i1 %8, double %9, double %5
  %11 = call double @__simt_copysign_f64(double %10, double %0)
  br label %12
12:
  %13 = phi double [ %11, %7 ], [ %0, %1 ]
  ret double %13
}
define spir_func double @_Z4rintd(double %0) {
  %2 = call double @__simt_rint_f64(double %0)
  ret double %2
}
define spir_func double @_Z5truncd(double %0) {
  %2 = call double @__simt_trunc_f64(double %0)
  ret double %2
}
define spir_func double @_Z5floord(double %0) {
  %2 = call double @__simt_floor_f64(double %0)
  ret double %2
}
define spir_func double @_Z4ceild(double %0) {
  %2 = call double @__simt_ceil_f64(double %0)
  ret double %2
}
define spir_func double @_Z4fabsd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  ret double %2
}
define spir_func double @_Z4sqrtd(double %0) {
  %2 = call double @__simt_sqrt_f64(double %0)
  ret double %2
}
define double @__simt_sqrt_f64(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 4503599627370496
  br i1 %4, label %5, label %13
5:
  %6 = icmp eq i64 %3, 0
  br i1 %6, label %26, label %7
7:
  %8 = fmul double %0, 0x4330000000000000
  %9 = call double @llvm.fabs.f64(double %8)
  %10 = bitcast double %9 to i64
  %11 = lshr i64 %10, 52
  %12 = trunc nuw nsw i64 %11 to i32
  br label %17
13:
  %14 = icmp samesign ugt i64 %3, 9218868437227405311
  %15 = lshr i64 %3, 52
  %16 = trunc nuw nsw i64 %15 to i32
  br i1 %14, label %26, label %17
17:
  %18 = phi i32 [ %12, %7 ], [ %16, %13 ]
  %19 = phi i32 [ -1074, %7 ], [ -1022, %13 ]
  %20 = phi double [ %8, %7 ], [ %0, %13 ]
  %21 = bitcast double %20 to i64
  %22 = add nsw i32 %19, %18
  %23 = and i64 %21, -9218868437227405313
  %24 = or disjoint i64 %23, 4602678819172646912
  %25 = bitcast i64 %24 to double
  br label %26
26:
  %27 = phi i32 [ %22, %17 ], [ 0, %13 ], [ 0, %5 ]
  %28 = phi double [ %25, %17 ], [ %0, %13 ], [ %0, %5 ]
  %29 = and i32 %27, 1
  %30 = icmp eq i32 %29, 0
  %31 = fmul double %28, 2.000000e+00
  %32 = select i1 %30, double %28, double %31
  %33 = fptrunc double %32 to float
  %34 = call float @__simt_rsqrt_f32(float %33)
  %35 = fpext float %34 to double
  %36 = fmul double %35, 5.000000e-01
  %37 = fmul double %32, %35
  %38 = fmul double %37, %35
  %39 = fsub double 1.000000e+00, %38
  %40 = fmul double %36, %39
  %41 = fadd double %40, %35
  %42 = fmul double %32, %41
  %43 = fmul double %42, %42
  %44 = call double @__simt_product_error_f64(double %42, double %42, double %43)
  %45 = fcmp ogt double %0, 0.000000e+00
  %46 = icmp samesign ult i64 %3, 9218868437227405312
  %47 = select i1 %45, i1 %46, i1 false
  br i1 %47, label %48, label %67
48:
  %49 = fmul double %41, 5.000000e-01
  %50 = fsub double %32, %43
  %51 = fsub double %50, %44
  %52 = fmul double %49, %51
  %53 = fadd double %42, %52
  %54 = ashr i32 %27, 1
  %55 = ashr i32 %27, 2
  %56 = add nsw i32 %55, 1023
  %57 = zext nneg i32 %56 to i64
  %58 = shl nuw nsw i64 %57, 52
  %59 = bitcast i64 %58 to double
  %60 = fmul double %53, %59
  %61 = sub nsw i32 %54, %55
  %62 = add nsw i32 %61, 1023
  %63 = zext nneg i32 %62 to i64
  %64 = shl nuw nsw i64 %63, 52
  %65 = bitcast i64 %64 to double
  %66 = fmul double %60, %65
  br label %70
67:
  %68 = fcmp olt double %0, 0.000000e+00
  %69 = select i1 %68, double 0x7FF8000000000000, double %0
  br label %70
70:
  %71 = phi double [ %66, %48 ], [ %69, %67 ]
  ret double %71
}
define spir_func double @_Z5rsqrtd(double %0) {
  %2 = call double @__simt_rsqrt_f64(double %0)
  ret double %2
}
define double @__simt_rsqrt_f64(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 4503599627370496
  br i1 %4, label %5, label %13
5:
  %6 = icmp eq i64 %3, 0
  br i1 %6, label %26, label %7
7:
  %8 = fmul double %0, 0x4330000000000000
  %9 = call double @llvm.fabs.f64(double %8)
  %10 = bitcast double %9 to i64
  %11 = lshr i64 %10, 52
  %12 = trunc nuw nsw i64 %11 to i32
  br label %17
13:
  %14 = icmp samesign ugt i64 %3, 9218868437227405311
  %15 = lshr i64 %3, 52
  %16 = trunc nuw nsw i64 %15 to i32
  br i1 %14, label %26, label %17
17:
  %18 = phi i32 [ %12, %7 ], [ %16, %13 ]
  %19 = phi i32 [ -1074, %7 ], [ -1022, %13 ]
  %20 = phi double [ %8, %7 ], [ %0, %13 ]
  %21 = bitcast double %20 to i64
  %22 = add nsw i32 %19, %18
  %23 = and i64 %21, -9218868437227405313
  %24 = or disjoint i64 %23, 4602678819172646912
  %25 = bitcast i64 %24 to double
  br label %26
26:
  %27 = phi i32 [ %22, %17 ], [ 0, %13 ], [ 0, %5 ]
  %28 = phi double [ %25, %17 ], [ %0, %13 ], [ %0, %5 ]
  %29 = ashr i32 %27, 1
  %30 = and i32 %27, 1
  %31 = icmp eq i32 %30, 0
  %32 = fmul double %28, 2.000000e+00
  %33 = select i1 %31, double %28, double %32
  %34 = fptrunc double %33 to float
  %35 = call float @__simt_rsqrt_f32(float %34)
  %36 = fpext float %35 to double
  %37 = fmul double %36, 5.000000e-01
  %38 = fmul double %33, %36
  %39 = fmul double %38, %36
  %40 = fsub double 1.000000e+00, %39
  %41 = fmul double %37, %40
  %42 = fadd double %41, %36
  %43 = fmul double %33, %42
  %44 = fmul double %42, %43
  %45 = fmul double %42, 5.000000e-01
  %46 = fsub double 1.000000e+00, %44
  %47 = call double @__simt_product_error_f64(double %43, double %42, double %44)
  %48 = fsub double %46, %47
  %49 = call double @__simt_product_error_f64(double %33, double %42, double %43)
  %50 = fmul double %49, %42
  %51 = fsub double %48, %50
  %52 = fmul double %45, %51
  %53 = fadd double %42, %52
  %54 = call double @__simt_copysign_f64(double 0x7FF0000000000000, double %0)
  %55 = fcmp ogt double %0, 0.000000e+00
  br i1 %55, label %56, label %72
56:
  %57 = icmp samesign ult i64 %3, 9218868437227405312
  br i1 %57, label %58, label %75
58:
  %59 = sub nsw i32 0, %29
  %60 = ashr i32 %59, 1
  %61 = add nsw i32 %60, 1023
  %62 = zext nneg i32 %61 to i64
  %63 = shl nuw nsw i64 %62, 52
  %64 = bitcast i64 %63 to double
  %65 = fmul double %53, %64
  %66 = add nsw i32 %29, %60
  %67 = sub nsw i32 1023, %66
  %68 = zext nneg i32 %67 to i64
  %69 = shl nuw nsw i64 %68, 52
  %70 = bitcast i64 %69 to double
  %71 = fmul double %65, %70
  br label %75
72:
  %73 = fcmp oeq double %0, 0.000000e+00
  %74 = select i1 %73, double %54, double 0x7FF8000000000000
  br label %75
75:
  %76 = phi double [ %74, %72 ], [ %71, %58 ], [ 0.000000e+00, %56 ]
  ret double %76
}
define spir_func double @_Z3expd(double %0) {
  %2 = call double @__simt_exp_f64(double %0)
  ret double %2
}
define spir_func double @_Z4exp2d(double %0) {
  %2 = call double @__simt_exp2_f64(double %0)
  ret double %2
}
define spir_func double @_Z3logd(double %0) {
  %2 = call double @__simt_log_f64(double %0)
  ret double %2
}
define spir_func double @_Z4log2d(double %0) {
  %2 = call double @__simt_log2_f64(double %0)
  ret double %2
}
define spir_func double @_Z5log10d(double %0) {
  %2 = call double @__simt_log10_f64(double %0)
  ret double %2
}
define spir_func double @_Z3sind(double %0) {
  %2 = call double @__simt_sin_f64(double %0)
  ret double %2
}
define spir_func double @_Z3cosd(double %0) {
  %2 = call double @__simt_cos_f64(double %0)
  ret double %2
}
define spir_func double @_Z8copysigndd(double %0, double %1) {
  %3 = call double @__simt_copysign_f64(double %0, double %1)
  ret double %3
}
define spir_func double @_Z4fmindd(double %0, double %1) {
  %3 = call double @__simt_fmin_f64(double %0, double %1)
  ret double %3
}
define spir_func double @_Z4fmaxdd(double %0, double %1) {
  %3 = call double @__simt_fmax_f64(double %0, double %1)
  ret double %3
}
define spir_func double @_Z3mindd(double %0, double %1) {
  %3 = call double @__simt_fmin_f64(double %0, double %1)
  ret double %3
}
define spir_func double @_Z3maxdd(double %0, double %1) {
  %3 = call double @__simt_fmax_f64(double %0, double %1)
  ret double %3
}
define spir_func double @_Z5roundd(double %0) {
  %2 = call double @__simt_trunc_f64(double %0)
  %3 = fsub double %0, %2
  %4 = call double @__simt_fabs_f64(double %3)
  %5 = fcmp ult double %4, 5.000000e-01
  br i1 %5, label %8, label %6
6:
  %7 = call double @__simt_copysign_f64(double 1.000000e+00, double %0)
  br label %8
8:
  %9 = phi double [ %7, %6 ], [ 0.000000e+00, %1 ]
  %10 = fadd double %2, %9
  %11 = call double @__simt_copysign_f64(double %10, double %0)
  ret double %11
}
define spir_func double @_Z5clampddd(double %0, double %1, double %2) {
  %4 = call double @__simt_fmax_f64(double %0, double %1)
  %5 = call double @__simt_fmin_f64(double %4, double %2)
  ret double %5
}
define spir_func double @_Z3fmaddd(double %0, double %1, double %2) {
  %4 = call double @__simt_fma_f64(double %0, double %1, double %2)
  ret double %4
}
define spir_func double @_Z3madddd(double %0, double %1, double %2) {
  %4 = fmul double %0, %1
  %5 = fadd double %4, %2
  ret double %5
}
define spir_func double @_Z3nanm(i64 %0) {
  %2 = and i64 %0, 2251799813685247
  %3 = or disjoint i64 %2, 9221120237041090560
  %4 = bitcast i64 %3 to double
  ret double %4
}
define spir_func double @_Z4fdimdd(double %0, double %1) {
  %3 = fcmp ole double %0, %1
  %4 = fsub double %0, %1
  %5 = select i1 %3, double 0.000000e+00, double %4
  ret double %5
}
define spir_func double @_Z6maxmagdd(double %0, double %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call double @__simt_fabs_f64(double %1)
  %5 = fcmp ogt double %3, %4
  br i1 %5, label %12, label %6
6:
  %7 = call double @__simt_fabs_f64(double %1)
  %8 = call double @__simt_fabs_f64(double %0)
  %9 = fcmp ogt double %7, %8
  br i1 %9, label %12, label %10
10:
  %11 = call double @__simt_fmax_f64(double %0, double %1)
  br label %12
12:
  %13 = phi double [ %11, %10 ], [ %0, %2 ], [ %1, %6 ]
  ret double %13
}
define spir_func double @_Z6minmagdd(double %0, double %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call double @__simt_fabs_f64(double %1)
  %5 = fcmp olt double %3, %4
  br i1 %5, label %12, label %6
6:
  %7 = call double @__simt_fabs_f64(double %1)
  %8 = call double @__simt_fabs_f64(double %0)
  %9 = fcmp olt double %7, %8
  br i1 %9, label %12, label %10
10:
  %11 = call double @__simt_fmin_f64(double %0, double %1)
  br label %12
12:
  %13 = phi double [ %11, %10 ], [ %0, %2 ], [ %1, %6 ]
  ret double %13
}
define spir_func double @_Z7degreesd(double %0) {
  %2 = fmul double %0, 0x404CA5DC1A63C1F8
  ret double %2
}
define spir_func double @_Z7radiansd(double %0) {
  %2 = fmul double %0, 0x3F91DF46A2529D39
  ret double %2
}
define spir_func double @_Z3mixddd(double %0, double %1, double %2) {
  %4 = fsub double %1, %0
  %5 = fmul double %4, %2
  %6 = fadd double %0, %5
  ret double %6
}
define spir_func double @_Z4stepdd(double %0, double %1) {
  %3 = fcmp olt double %1, %0
  %4 = select i1 %3, double 0.000000e+00, double 1.000000e+00
  ret double %4
}
define spir_func double @_Z10smoothstepddd(double %0, double %1, double %2) {
  %4 = fsub double %2, %0
  %5 = fsub double %1, %0
  %6 = call double @__simt_fdiv_f64(double %4, double %5)
  %7 = call double @__simt_fmax_f64(double %6, double 0.000000e+00)
  %8 = call double @__simt_fmin_f64(double %7, double 1.000000e+00)
  %9 = fmul double %8, %8
  %10 = fmul double %8, 2.000000e+00
  %11 = fsub double 3.000000e+00, %10
  %12 = fmul double %9, %11
  ret double %12
}
define double @__simt_fdiv_f64(double %0, double %1) {
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  br i1 %5, label %6, label %14
6:
  %7 = icmp eq i64 %4, 0
  br i1 %7, label %27, label %8
8:
  %9 = fmul double %0, 0x4330000000000000
  %10 = call double @llvm.fabs.f64(double %9)
  %11 = bitcast double %10 to i64
  %12 = lshr i64 %11, 52
  %13 = trunc nuw nsw i64 %12 to i32
  br label %18
14:
  %15 = icmp samesign ugt i64 %4, 9218868437227405311
  %16 = lshr i64 %4, 52
  %17 = trunc nuw nsw i64 %16 to i32
  br i1 %15, label %27, label %18
18:
  %19 = phi i32 [ %13, %8 ], [ %17, %14 ]
  %20 = phi i32 [ -1074, %8 ], [ -1022, %14 ]
  %21 = phi double [ %9, %8 ], [ %0, %14 ]
  %22 = bitcast double %21 to i64
  %23 = add nsw i32 %20, %19
  %24 = and i64 %22, -9218868437227405313
  %25 = or disjoint i64 %24, 4602678819172646912
  %26 = bitcast i64 %25 to double
  br label %27
27:
  %28 = phi i1 [ false, %18 ], [ false, %14 ], [ true, %6 ]
  %29 = phi i32 [ %23, %18 ], [ 0, %14 ], [ 0, %6 ]
  %30 = phi double [ %26, %18 ], [ %0, %14 ], [ %0, %6 ]
  %31 = call double @llvm.fabs.f64(double %1)
  %32 = bitcast double %31 to i64
  %33 = icmp samesign ult i64 %32, 4503599627370496
  br i1 %33, label %34, label %42
34:
  %35 = icmp eq i64 %32, 0
  br i1 %35, label %55, label %36
36:
  %37 = fmul double %1, 0x4330000000000000
  %38 = call double @llvm.fabs.f64(double %37)
  %39 = bitcast double %38 to i64
  %40 = lshr i64 %39, 52
  %41 = trunc nuw nsw i64 %40 to i32
  br label %46
42:
  %43 = icmp samesign ugt i64 %32, 9218868437227405311
  %44 = lshr i64 %32, 52
  %45 = trunc nuw nsw i64 %44 to i32
  br i1 %43, label %55, label %46
46:
  %47 = phi i32 [ %41, %36 ], [ %45, %42 ]
  %48 = phi i32 [ -1074, %36 ], [ -1022, %42 ]
  %49 = phi double [ %37, %36 ], [ %1, %42 ]
  %50 = bitcast double %49 to i64
  %51 = add nsw i32 %48, %47
  %52 = and i64 %50, -9218868437227405313
  %53 = or disjoint i64 %52, 4602678819172646912
  %54 = bitcast i64 %53 to double
  br label %55
55:
  %56 = phi i1 [ false, %46 ], [ false, %42 ], [ true, %34 ]
  %57 = phi i32 [ %51, %46 ], [ 0, %42 ], [ 0, %34 ]
  %58 = phi double [ %54, %46 ], [ %1, %42 ], [ %1, %34 ]
  %59 = fmul double %58, 2.000000e+00
  %60 = fptrunc double %59 to float
  %61 = call float @__simt_rcp_f32(float %60)
  %62 = fpext float %61 to double
  %63 = call double @__simt_copysign_f64(double 1.000000e+00, double %1)
  br i1 %28, label %69, label %64
64:
  br i1 %56, label %70, label %65
65:
  %66 = icmp samesign ult i64 %4, 9218868437227405312
  %67 = icmp samesign ult i64 %32, 9218868437227405312
  %68 = select i1 %66, i1 %67, i1 false
  br i1 %68, label %81, label %72
69:
  br i1 %56, label %70, label %72
70:
  %71 = fmul double %63, 0x7FF0000000000000
  br label %78
72:
  %73 = fcmp uno double %1, 0.000000e+00
  br i1 %73, label %78, label %74
74:
  %75 = icmp samesign ult i64 %32, 9218868437227405312
  %76 = fmul double %63, 0.000000e+00
  %77 = select i1 %75, double %63, double %76
  br label %78
78:
  %79 = phi double [ %71, %70 ], [ %77, %74 ], [ %1, %72 ]
  %80 = fmul double %0, %79
  br label %163
81:
  %82 = fmul double %59, %62
  %83 = fsub double 1.000000e+00, %82
  %84 = fmul double %83, %62
  %85 = fadd double %84, %62
  %86 = fmul double %59, %85
  %87 = fsub double 1.000000e+00, %86
  %88 = call double @__simt_product_error_f64(double %59, double %85, double %86)
  %89 = fsub double %87, %88
  %90 = fmul double %85, %89
  %91 = fadd double %85, %90
  %92 = fmul double %30, %91
  %93 = fmul double %59, %92
  %94 = fsub double %30, %93
  %95 = call double @__simt_product_error_f64(double %92, double %59, double %93)
  %96 = fsub double %94, %95
  %97 = fmul double %91, %96
  %98 = fadd double %92, %97
  %99 = fmul double %59, %98
  %100 = fsub double %30, %99
  %101 = call double @__simt_product_error_f64(double %98, double %59, double %99)
  %102 = fsub double %100, %101
  %103 = bitcast double %98 to i64
  %104 = and i64 %103, 9218868437227405312
  %105 = add nsw i64 %104, -234187180623265792
  %106 = bitcast i64 %105 to double
  %107 = fmul double %59, %102
  %108 = call double @__simt_copysign_f64(double %106, double %107)
  %109 = call double @__simt_fabs_f64(double %102)
  %110 = fmul double %109, 2.000000e+00
  %111 = fmul double %59, %108
  %112 = call double @__simt_fabs_f64(double %111)
  %113 = fcmp ogt double %110, %112
  %114 = fadd double %108, %98
  %115 = select i1 %113, double %114, double %98
  %116 = sub nsw i32 %29, %57
  %117 = call i32 @llvm.smax.i32(i32 %116, i32 -1081)
  %118 = call i32 @llvm.smin.i32(i32 %117, i32 1029)
  %119 = add nsw i32 %118, 1
  %120 = icmp slt i32 %116, -1021
  br i1 %120, label %121, label %149
121:
  %122 = sub nsw i32 4044, %118
  %123 = zext nneg i32 %122 to i64
  %124 = shl i64 %123, 52
  %125 = bitcast i64 %124 to double
  %126 = fmul double %125, 0x4330000000000000
  %127 = call double @__simt_copysign_f64(double %126, double %115)
  %128 = fadd double %115, %127
  %129 = fsub double %128, %127
  %130 = fsub double %115, %129
  %131 = call double @__simt_fabs_f64(double %130)
  %132 = call double @__simt_fabs_f64(double %115)
  %133 = fcmp olt double %132, %126
  br i1 %133, label %134, label %149
134:
  %135 = fmul double %125, 5.000000e-01
  %136 = fcmp oeq double %131, %135
  %137 = fcmp ogt double %130, 0.000000e+00
  %138 = fsub double %102, %111
  %139 = select i1 %113, double %138, double %102
  %140 = fmul double %59, %139
  %141 = fcmp ogt double %140, 0.000000e+00
  %142 = fcmp olt double %140, 0.000000e+00
  %143 = select i1 %137, i1 %141, i1 %142
  %144 = select i1 %136, i1 %143, i1 false
  %145 = fmul double %130, 2.000000e+00
  %146 = select i1 %144, double %145, double 0.000000e+00
  %147 = fadd double %129, %146
  %148 = call double @__simt_copysign_f64(double %147, double %115)
  br label %149
149:
  %150 = phi double [ %115, %81 ], [ %148, %134 ], [ %115, %121 ]
  %151 = ashr i32 %119, 1
  %152 = add nsw i32 %151, 1023
  %153 = zext nneg i32 %152 to i64
  %154 = shl nuw nsw i64 %153, 52
  %155 = bitcast i64 %154 to double
  %156 = fmul double %150, %155
  %157 = add nsw i32 %118, 1024
  %158 = sub nsw i32 %157, %151
  %159 = zext i32 %158 to i64
  %160 = shl i64 %159, 52
  %161 = bitcast i64 %160 to double
  %162 = fmul double %156, %161
  br label %163
163:
  %164 = phi double [ %80, %78 ], [ %162, %149 ]
  ret double %164
}
define spir_func double @_Z4signd(double %0) {
  %2 = fcmp oeq double %0, 0.000000e+00
  br i1 %2, label %7, label %3
3:
  %4 = fcmp uno double %0, 0.000000e+00
  br i1 %4, label %7, label %5
5:
  %6 = call double @__simt_copysign_f64(double 1.000000e+00, double %0)
  br label %7
7:
  %8 = phi double [ 0.000000e+00, %3 ], [ %6, %5 ], [ %0, %1 ]
  ret double %8
}
define spir_func i32 @_Z7isequaldd(double %0, double %1) {
  %3 = fcmp oeq double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z10isnotequaldd(double %0, double %1) {
  %3 = fcmp une double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z9isgreaterdd(double %0, double %1) {
  %3 = fcmp ogt double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z14isgreaterequaldd(double %0, double %1) {
  %3 = fcmp oge double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z6islessdd(double %0, double %1) {
  %3 = fcmp olt double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z11islessequaldd(double %0, double %1) {
  %3 = fcmp ole double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z13islessgreaterdd(double %0, double %1) {
  %3 = fcmp one double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z9isordereddd(double %0, double %1) {
  %3 = fcmp ord double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z11isunordereddd(double %0, double %1) {
  %3 = fcmp uno double %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z8isfinited(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 9218868437227405312
  %5 = zext i1 %4 to i32
  ret i32 %5
}
define spir_func i32 @_Z5isinfd(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = fcmp oeq double %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z5isnand(double %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define spir_func i32 @_Z7signbitd(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 63
  %4 = trunc nuw nsw i64 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z8isnormald(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = add nsw i64 %3, -4503599627370496
  %5 = icmp ult i64 %4, 9214364837600034816
  %6 = zext i1 %5 to i32
  ret i32 %6
}
define spir_func double @_Z9bitselectddd(double %0, double %1, double %2) {
  %4 = bitcast double %0 to i64
  %5 = bitcast double %1 to i64
  %6 = xor i64 %5, %4
  %7 = bitcast double %2 to i64
  %8 = and i64 %6, %7
  %9 = xor i64 %8, %4
  %10 = bitcast i64 %9 to double
  ret double %10
}
define spir_func double @_Z5ldexpdi(double %0, i32 %1) {
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  br i1 %5, label %6, label %14
6:
  %7 = icmp eq i64 %4, 0
  br i1 %7, label %27, label %8
8:
  %9 = fmul double %0, 0x4330000000000000
  %10 = call double @llvm.fabs.f64(double %9)
  %11 = bitcast double %10 to i64
  %12 = lshr i64 %11, 52
  %13 = trunc nuw nsw i64 %12 to i32
  br label %18
14:
  %15 = icmp samesign ugt i64 %4, 9218868437227405311
  %16 = lshr i64 %4, 52
  %17 = trunc nuw nsw i64 %16 to i32
  br i1 %15, label %27, label %18
18:
  %19 = phi i32 [ %13, %8 ], [ %17, %14 ]
  %20 = phi i32 [ -1074, %8 ], [ -1022, %14 ]
  %21 = phi double [ %9, %8 ], [ %0, %14 ]
  %22 = bitcast double %21 to i64
  %23 = add nsw i32 %20, %19
  %24 = and i64 %22, -9218868437227405313
  %25 = or disjoint i64 %24, 4602678819172646912
  %26 = bitcast i64 %25 to double
  br label %27
27:
  %28 = phi i32 [ %23, %18 ], [ 0, %14 ], [ 0, %6 ]
  %29 = phi double [ %26, %18 ], [ %0, %14 ], [ %0, %6 ]
  %30 = call i32 @llvm.smax.i32(i32 %1, i32 -8184)
  %31 = call i32 @llvm.smin.i32(i32 %30, i32 8184)
  %32 = add nsw i32 %31, -1
  %33 = add nsw i32 %32, %28
  %34 = call i32 @llvm.smax.i32(i32 %33, i32 -1022)
  %35 = call i32 @llvm.smin.i32(i32 %34, i32 1023)
  %36 = sub nsw i32 %33, %35
  %37 = call i32 @llvm.smax.i32(i32 %36, i32 -55)
  %38 = call i32 @llvm.smin.i32(i32 %37, i32 1)
  %39 = fmul double %29, 2.000000e+00
  %40 = add nsw i32 %35, 1023
  %41 = zext nneg i32 %40 to i64
  %42 = shl nuw nsw i64 %41, 52
  %43 = bitcast i64 %42 to double
  %44 = fmul double %39, %43
  %45 = add nsw i32 %38, 1023
  %46 = zext nneg i32 %45 to i64
  %47 = shl nuw nsw i64 %46, 52
  %48 = bitcast i64 %47 to double
  %49 = fmul double %44, %48
  ret double %49
}
define spir_func i32 @_Z5ilogbd(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %20, label %5
5:
  %6 = icmp samesign ult i64 %3, 9218868437227405312
  br i1 %6, label %10, label %7
7:
  %8 = fcmp ord double %0, 0.000000e+00
  %9 = select i1 %8, i32 2147483647, i32 -2147483648
  br label %20
10:
  %11 = icmp samesign ult i64 %3, 4503599627370496
  %12 = fmul double %0, 0x4330000000000000
  %13 = select i1 %11, double %12, double %0
  %14 = call double @llvm.fabs.f64(double %13)
  %15 = bitcast double %14 to i64
  %16 = lshr i64 %15, 52
  %17 = trunc nuw nsw i64 %16 to i32
  %18 = select i1 %11, i32 -1075, i32 -1023
  %19 = add nsw i32 %18, %17
  br label %20
20:
  %21 = phi i32 [ -2147483648, %1 ], [ %9, %7 ], [ %19, %10 ]
  ret i32 %21
}
define spir_func double @_Z4logbd(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %20, label %5
5:
  %6 = icmp samesign ult i64 %3, 9218868437227405312
  br i1 %6, label %9, label %7
7:
  %8 = fmul double %0, %0
  br label %20
9:
  %10 = icmp samesign ult i64 %3, 4503599627370496
  %11 = fmul double %0, 0x4330000000000000
  %12 = select i1 %10, double %11, double %0
  %13 = call double @llvm.fabs.f64(double %12)
  %14 = bitcast double %13 to i64
  %15 = lshr i64 %14, 52
  %16 = trunc nuw nsw i64 %15 to i32
  %17 = select i1 %10, i32 -1075, i32 -1023
  %18 = add nsw i32 %17, %16
  %19 = sitofp i32 %18 to double
  br label %20
20:
  %21 = phi double [ 0xFFF0000000000000, %1 ], [ %8, %7 ], [ %19, %9 ]
  ret double %21
}
define spir_func double @_Z9nextafterdd(double %0, double %1) {
  %3 = fcmp uno double %0, %1
  br i1 %3, label %4, label %6
4:
  %5 = fadd double %0, %1
  br label %20
6:
  %7 = fcmp oeq double %0, %1
  br i1 %7, label %20, label %8
8:
  %9 = fcmp oeq double %0, 0.000000e+00
  br i1 %9, label %10, label %12
10:
  %11 = call double @llvm.copysign.f64(double 4.940660e-324, double %1)
  br label %20
12:
  %13 = bitcast double %0 to i64
  %14 = fcmp olt double %0, %1
  %15 = icmp slt i64 %13, 1
  %16 = xor i1 %14, %15
  %17 = select i1 %16, i64 1, i64 -1
  %18 = add i64 %17, %13
  %19 = bitcast i64 %18 to double
  br label %20
20:
  %21 = phi double [ %5, %4 ], [ %19, %12 ], [ %11, %10 ], [ %1, %6 ]
  ret double %21
}
define spir_func double @_Z4fmoddd(double %0, double %1) {
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ugt i64 %4, 9218868437227405311
  %6 = fcmp uno double %1, 0.000000e+00
  %7 = or i1 %6, %5
  br i1 %7, label %122, label %8
8:
  %9 = call double @llvm.fabs.f64(double %1)
  %10 = bitcast double %9 to i64
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %122, label %12
12:
  %13 = icmp samesign ult i64 %10, 9218868437227405312
  br i1 %13, label %14, label %122
14:
  %15 = icmp eq i64 %4, 0
  br i1 %15, label %26, label %16
16:
  %17 = icmp samesign ult i64 %4, 4503599627370496
  %18 = fmul double %0, 0x4330000000000000
  %19 = select i1 %17, double %18, double %0
  %20 = call double @llvm.fabs.f64(double %19)
  %21 = bitcast double %20 to i64
  %22 = lshr i64 %21, 52
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = select i1 %17, i32 -1075, i32 -1023
  %25 = add nsw i32 %24, %23
  br label %26
26:
  %27 = phi i32 [ %25, %16 ], [ -8184, %14 ]
  %28 = icmp samesign ult i64 %10, 4503599627370496
  %29 = fmul double %1, 0x4330000000000000
  %30 = select i1 %28, double %29, double %1
  %31 = call double @llvm.fabs.f64(double %30)
  %32 = bitcast double %31 to i64
  %33 = lshr i64 %32, 52
  %34 = trunc nuw nsw i64 %33 to i32
  %35 = select i1 %28, i32 -1075, i32 -1023
  %36 = add nsw i32 %35, %34
  %37 = sub nsw i32 %27, %36
  %38 = icmp slt i32 %37, 0
  br i1 %38, label %122, label %39
39:
  %40 = icmp samesign ult i64 %4, 4503599627370496
  %41 = fmul double %0, 0x4330000000000000
  %42 = select i1 %40, double %41, double %0
  %43 = call double @llvm.fabs.f64(double %42)
  %44 = bitcast double %43 to i64
  %45 = and i64 %44, 4503599627370495
  %46 = or disjoint i64 %45, 4503599627370496
  %47 = and i64 %32, 4503599627370495
  %48 = or disjoint i64 %47, 4503599627370496
  br label %49
49:
  %50 = phi i64 [ %46, %39 ], [ %57, %49 ]
  %51 = phi i32 [ %37, %39 ], [ %58, %49 ]
  %52 = icmp ult i64 %50, %48
  %53 = select i1 %52, i64 0, i64 %48
  %54 = sub nuw i64 %50, %53
  %55 = icmp ne i32 %51, 0
  %56 = zext i1 %55 to i64
  %57 = shl i64 %54, %56
  %58 = add nsw i32 %51, -1
  %59 = icmp eq i32 %51, 0
  br i1 %59, label %60, label %49
60:
  %61 = and i64 %57, 9007199254740992
  %62 = icmp eq i64 %61, 0
  br i1 %62, label %63, label %74
63:
  %64 = and i64 %57, 4503599627370496
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %70, label %66
66:
  %67 = and i64 %57, 4503599627370495
  %68 = or disjoint i64 %67, 4841369599423283200
  %69 = bitcast i64 %68 to double
  br label %74
70:
  %71 = or i64 %57, 4841369599423283200
  %72 = bitcast i64 %71 to double
  %73 = fadd double %72, 0xC330000000000000
  br label %74
74:
  %75 = phi double [ %73, %70 ], [ %69, %66 ], [ 0x4340000000000000, %60 ]
  %76 = call double @llvm.fabs.f64(double %75)
  %77 = bitcast double %76 to i64
  %78 = icmp samesign ult i64 %77, 4503599627370496
  br i1 %78, label %79, label %87
79:
  %80 = icmp eq i64 %77, 0
  br i1 %80, label %100, label %81
81:
  %82 = fmul double %75, 0x4330000000000000
  %83 = call double @llvm.fabs.f64(double %82)
  %84 = bitcast double %83 to i64
  %85 = lshr i64 %84, 52
  %86 = trunc nuw nsw i64 %85 to i32
  br label %91
87:
  %88 = icmp samesign ugt i64 %77, 9218868437227405311
  %89 = lshr i64 %77, 52
  %90 = trunc nuw nsw i64 %89 to i32
  br i1 %88, label %100, label %91
91:
  %92 = phi i32 [ %86, %81 ], [ %90, %87 ]
  %93 = phi i32 [ -1074, %81 ], [ -1022, %87 ]
  %94 = phi double [ %82, %81 ], [ %75, %87 ]
  %95 = bitcast double %94 to i64
  %96 = add nsw i32 %93, %92
  %97 = and i64 %95, -9218868437227405313
  %98 = or disjoint i64 %97, 4602678819172646912
  %99 = bitcast i64 %98 to double
  br label %100
100:
  %101 = phi i32 [ %96, %91 ], [ 0, %87 ], [ 0, %79 ]
  %102 = phi double [ %99, %91 ], [ %75, %87 ], [ %75, %79 ]
  %103 = add nsw i32 %36, -53
  %104 = add nsw i32 %103, %101
  %105 = call i32 @llvm.smax.i32(i32 %104, i32 -1022)
  %106 = call i32 @llvm.smin.i32(i32 %105, i32 1023)
  %107 = sub nsw i32 %104, %106
  %108 = call i32 @llvm.smax.i32(i32 %107, i32 -55)
  %109 = call i32 @llvm.smin.i32(i32 %108, i32 1)
  %110 = fmul double %102, 2.000000e+00
  %111 = add nsw i32 %106, 1023
  %112 = zext nneg i32 %111 to i64
  %113 = shl nuw nsw i64 %112, 52
  %114 = bitcast i64 %113 to double
  %115 = fmul double %110, %114
  %116 = add nsw i32 %109, 1023
  %117 = zext nneg i32 %116 to i64
  %118 = shl nuw nsw i64 %117, 52
  %119 = bitcast i64 %118 to double
  %120 = fmul double %115, %119
  %121 = call double @llvm.copysign.f64(double %120, double %0)
  br label %122
122:
  %123 = phi double [ 0x7FF8000000000000, %2 ], [ 0x7FF8000000000000, %8 ], [ %0, %12 ], [ %121, %100 ], [ %0, %26 ]
  ret double %123
}
define double @__simt_frem_f64(double %0, double %1) {
  %3 = call spir_func double @_Z4fmoddd(double %0, double %1)
  ret double %3
}
define spir_func double @_Z9remainderdd(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = icmp samesign ugt i64 %5, 9218868437227405311
  %7 = fcmp uno double %1, 0.000000e+00
  %8 = or i1 %7, %6
  br i1 %8, label %147, label %9
9:
  %10 = call double @llvm.fabs.f64(double %1)
  %11 = bitcast double %10 to i64
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %147, label %13
13:
  %14 = icmp samesign ult i64 %11, 9218868437227405312
  br i1 %14, label %15, label %147
15:
  %16 = and i64 %3, -9223372036854775808
  %17 = icmp eq i64 %5, 0
  br i1 %17, label %28, label %18
18:
  %19 = icmp samesign ult i64 %5, 4503599627370496
  %20 = fmul double %0, 0x4330000000000000
  %21 = select i1 %19, double %20, double %0
  %22 = call double @llvm.fabs.f64(double %21)
  %23 = bitcast double %22 to i64
  %24 = lshr i64 %23, 52
  %25 = trunc nuw nsw i64 %24 to i32
  %26 = select i1 %19, i32 -1075, i32 -1023
  %27 = add nsw i32 %26, %25
  br label %28
28:
  %29 = phi i32 [ %27, %18 ], [ -8184, %15 ]
  %30 = icmp samesign ult i64 %11, 4503599627370496
  %31 = fmul double %1, 0x4330000000000000
  %32 = select i1 %30, double %31, double %1
  %33 = call double @llvm.fabs.f64(double %32)
  %34 = bitcast double %33 to i64
  %35 = lshr i64 %34, 52
  %36 = trunc nuw nsw i64 %35 to i32
  %37 = select i1 %30, i32 -1075, i32 -1023
  %38 = add nsw i32 %37, %36
  %39 = sub nsw i32 %29, %38
  %40 = icmp slt i32 %39, -1
  br i1 %40, label %142, label %41
41:
  %42 = icmp samesign ult i64 %5, 4503599627370496
  %43 = fmul double %0, 0x4330000000000000
  %44 = select i1 %42, double %43, double %0
  %45 = call double @llvm.fabs.f64(double %44)
  %46 = bitcast double %45 to i64
  %47 = and i64 %46, 4503599627370495
  %48 = or disjoint i64 %47, 4503599627370496
  %49 = and i64 %34, 4503599627370495
  %50 = or disjoint i64 %49, 4503599627370496
  %51 = icmp eq i32 %39, -1
  %52 = zext i1 %51 to i64
  %53 = shl nuw nsw i64 %50, %52
  %54 = select i1 %51, i32 %29, i32 %38
  %55 = icmp sgt i32 %39, -1
  br i1 %55, label %56, label %67
56:
  %57 = phi i64 [ %64, %56 ], [ %48, %41 ]
  %58 = phi i32 [ %65, %56 ], [ %39, %41 ]
  %59 = icmp ult i64 %57, %53
  %60 = select i1 %59, i64 0, i64 %53
  %61 = sub nuw i64 %57, %60
  %62 = icmp ne i32 %58, 0
  %63 = zext i1 %62 to i64
  %64 = shl i64 %61, %63
  %65 = add nsw i32 %58, -1
  %66 = icmp eq i32 %58, 0
  br i1 %66, label %67, label %56
67:
  %68 = phi i1 [ true, %41 ], [ %59, %56 ]
  %69 = phi i64 [ %48, %41 ], [ %64, %56 ]
  %70 = shl i64 %69, 1
  %71 = icmp ule i64 %70, %53
  %72 = icmp ne i64 %70, %53
  %73 = select i1 %72, i1 true, i1 %68
  %74 = select i1 %71, i1 %73, i1 false
  %75 = sub i64 %53, %69
  %76 = xor i64 %16, -9223372036854775808
  %77 = select i1 %74, i64 %16, i64 %76
  %78 = select i1 %74, i64 %69, i64 %75
  %79 = and i64 %78, 9007199254740992
  %80 = icmp eq i64 %79, 0
  br i1 %80, label %81, label %92
81:
  %82 = and i64 %78, 4503599627370496
  %83 = icmp eq i64 %82, 0
  br i1 %83, label %88, label %84
84:
  %85 = and i64 %78, 4503599627370495
  %86 = or disjoint i64 %85, 4841369599423283200
  %87 = bitcast i64 %86 to double
  br label %92
88:
  %89 = or i64 %78, 4841369599423283200
  %90 = bitcast i64 %89 to double
  %91 = fadd double %90, 0xC330000000000000
  br label %92
92:
  %93 = phi double [ %91, %88 ], [ %87, %84 ], [ 0x4340000000000000, %67 ]
  %94 = call double @llvm.fabs.f64(double %93)
  %95 = bitcast double %94 to i64
  %96 = icmp samesign ult i64 %95, 4503599627370496
  br i1 %96, label %97, label %105
97:
  %98 = icmp eq i64 %95, 0
  br i1 %98, label %118, label %99
99:
  %100 = fmul double %93, 0x4330000000000000
  %101 = call double @llvm.fabs.f64(double %100)
  %102 = bitcast double %101 to i64
  %103 = lshr i64 %102, 52
  %104 = trunc nuw nsw i64 %103 to i32
  br label %109
105:
  %106 = icmp samesign ugt i64 %95, 9218868437227405311
  %107 = lshr i64 %95, 52
  %108 = trunc nuw nsw i64 %107 to i32
  br i1 %106, label %118, label %109
109:
  %110 = phi i32 [ %104, %99 ], [ %108, %105 ]
  %111 = phi i32 [ -1074, %99 ], [ -1022, %105 ]
  %112 = phi double [ %100, %99 ], [ %93, %105 ]
  %113 = bitcast double %112 to i64
  %114 = add nsw i32 %111, %110
  %115 = and i64 %113, -9218868437227405313
  %116 = or disjoint i64 %115, 4602678819172646912
  %117 = bitcast i64 %116 to double
  br label %118
118:
  %119 = phi i32 [ %114, %109 ], [ 0, %105 ], [ 0, %97 ]
  %120 = phi double [ %117, %109 ], [ %93, %105 ], [ %93, %97 ]
  %121 = call i32 @llvm.smax.i32(i32 %54, i32 -8132)
  %122 = add nsw i32 %121, -53
  %123 = add nsw i32 %122, %119
  %124 = call i32 @llvm.smax.i32(i32 %123, i32 -1022)
  %125 = call i32 @llvm.smin.i32(i32 %124, i32 1023)
  %126 = sub nsw i32 %123, %125
  %127 = call i32 @llvm.smax.i32(i32 %126, i32 -55)
  %128 = call i32 @llvm.smin.i32(i32 %127, i32 1)
  %129 = fmul double %120, 2.000000e+00
  %130 = add nsw i32 %125, 1023
  %131 = zext nneg i32 %130 to i64
  %132 = shl nuw nsw i64 %131, 52
  %133 = bitcast i64 %132 to double
  %134 = fmul double %129, %133
  %135 = add nsw i32 %128, 1023
  %136 = zext nneg i32 %135 to i64
  %137 = shl nuw nsw i64 %136, 52
  %138 = bitcast i64 %137 to double
  %139 = fmul double %134, %138
  %140 = call double @llvm.fabs.f64(double %139)
  %141 = bitcast double %140 to i64
  br label %142
142:
  %143 = phi i64 [ %5, %28 ], [ %141, %118 ]
  %144 = phi i64 [ %16, %28 ], [ %77, %118 ]
  %145 = or i64 %144, %143
  %146 = bitcast i64 %145 to double
  br label %147
147:
  %148 = phi double [ 0x7FF8000000000000, %2 ], [ 0x7FF8000000000000, %9 ], [ %146, %142 ], [ %0, %13 ]
  ret double %148
}
define double @__simt_soft_exp_f64(double %0) {
  %2 = fcmp ogt double %0, 7.110000e+02
  %3 = fcmp olt double %0, -7.470000e+02
  %4 = select i1 %3, double -7.470000e+02, double %0
  %5 = select i1 %2, double 7.110000e+02, double %4
  %6 = fmul double %5, 0x3FF71547652B82FE
  %7 = call double @__simt_rint_f64(double %6)
  %8 = fmul double %7, 0x3FE62E42FEFA3800
  %9 = fsub double %5, %8
  %10 = fmul double %7, 0x3D2EF35793C76730
  %11 = fsub double %9, %10
  %12 = fmul double %11, %11
  %13 = fmul double %11, 0x3E5AD6D9767C6D0B
  %14 = fadd double %13, 0x3E928B0BD1CA0367
  %15 = fmul double %11, %14
  %16 = fadd double %15, 0x3EC71DF370E20402
  %17 = fmul double %11, %16
  %18 = fadd double %17, 0x3EFA01996C6186A4
  %19 = fmul double %11, %18
  %20 = fadd double %19, 0x3F2A01A011F8F4E6
  %21 = fmul double %11, %20
  %22 = fadd double %21, 0x3F56C16C1853BAF0
  %23 = fmul double %11, %22
  %24 = fadd double %23, 0x3F8111111112A3C8
  %25 = fmul double %11, %24
  %26 = fadd double %25, 0x3FA5555555550481
  %27 = fmul double %11, %26
  %28 = fadd double %27, 0x3FC55555555554EE
  %29 = fmul double %11, %28
  %30 = fadd double %29, 0x3FE000000000000A
  %31 = fmul double %12, %30
  %32 = fadd double %11, %31
  %33 = fadd double %32, 1.000000e+00
  %34 = call i32 @__simt_fptosi_f64_i32(double %7)
  %35 = ashr i32 %34, 1
  %36 = add nsw i32 %35, 1023
  %37 = zext i32 %36 to i64
  %38 = shl i64 %37, 52
  %39 = bitcast i64 %38 to double
  %40 = fmul double %33, %39
  %41 = add i32 %34, 1023
  %42 = sub i32 %41, %35
  %43 = zext i32 %42 to i64
  %44 = shl i64 %43, 52
  %45 = bitcast i64 %44 to double
  %46 = fmul double %40, %45
  ret double %46
}
define double @__simt_soft_exp2_f64(double %0) {
  %2 = fcmp ogt double %0, 1.025000e+03
  %3 = fcmp olt double %0, -1.077000e+03
  %4 = select i1 %3, double -1.077000e+03, double %0
  %5 = select i1 %2, double 1.025000e+03, double %4
  %6 = call double @__simt_rint_f64(double %5)
  %7 = fsub double %5, %6
  %8 = fmul double %7, 0x3FE62E42FEFA39EF
  %9 = fmul double %8, %8
  %10 = fmul double %8, 0x3E5AD6D9767C6D0B
  %11 = fadd double %10, 0x3E928B0BD1CA0367
  %12 = fmul double %8, %11
  %13 = fadd double %12, 0x3EC71DF370E20402
  %14 = fmul double %8, %13
  %15 = fadd double %14, 0x3EFA01996C6186A4
  %16 = fmul double %8, %15
  %17 = fadd double %16, 0x3F2A01A011F8F4E6
  %18 = fmul double %8, %17
  %19 = fadd double %18, 0x3F56C16C1853BAF0
  %20 = fmul double %8, %19
  %21 = fadd double %20, 0x3F8111111112A3C8
  %22 = fmul double %8, %21
  %23 = fadd double %22, 0x3FA5555555550481
  %24 = fmul double %8, %23
  %25 = fadd double %24, 0x3FC55555555554EE
  %26 = fmul double %8, %25
  %27 = fadd double %26, 0x3FE000000000000A
  %28 = fmul double %9, %27
  %29 = fadd double %8, %28
  %30 = fadd double %29, 1.000000e+00
  %31 = call i32 @__simt_fptosi_f64_i32(double %6)
  %32 = ashr i32 %31, 1
  %33 = add nsw i32 %32, 1023
  %34 = zext i32 %33 to i64
  %35 = shl i64 %34, 52
  %36 = bitcast i64 %35 to double
  %37 = fmul double %30, %36
  %38 = add i32 %31, 1023
  %39 = sub i32 %38, %32
  %40 = zext i32 %39 to i64
  %41 = shl i64 %40, 52
  %42 = bitcast i64 %41 to double
  %43 = fmul double %37, %42
  ret double %43
}
define spir_func double @_Z5exp10d(double %0) {
  %2 = fcmp ogt double %0, 3.090000e+02
  %3 = fcmp olt double %0, -3.250000e+02
  %4 = select i1 %3, double -3.250000e+02, double %0
  %5 = select i1 %2, double 3.090000e+02, double %4
  %6 = fmul double %5, 0x400A934F0979A371
  %7 = call double @__simt_rint_f64(double %6)
  %8 = fmul double %7, 0x3FD34413509F7800
  %9 = fsub double %5, %8
  %10 = fmul double %7, 0x3D1FEF311F12B358
  %11 = fsub double %9, %10
  %12 = fmul double %11, 0x40026BB1BBB55516
  %13 = fmul double %12, %12
  %14 = fmul double %12, 0x3E5AD6D9767C6D0B
  %15 = fadd double %14, 0x3E928B0BD1CA0367
  %16 = fmul double %12, %15
  %17 = fadd double %16, 0x3EC71DF370E20402
  %18 = fmul double %12, %17
  %19 = fadd double %18, 0x3EFA01996C6186A4
  %20 = fmul double %12, %19
  %21 = fadd double %20, 0x3F2A01A011F8F4E6
  %22 = fmul double %12, %21
  %23 = fadd double %22, 0x3F56C16C1853BAF0
  %24 = fmul double %12, %23
  %25 = fadd double %24, 0x3F8111111112A3C8
  %26 = fmul double %12, %25
  %27 = fadd double %26, 0x3FA5555555550481
  %28 = fmul double %12, %27
  %29 = fadd double %28, 0x3FC55555555554EE
  %30 = fmul double %12, %29
  %31 = fadd double %30, 0x3FE000000000000A
  %32 = fmul double %13, %31
  %33 = fadd double %12, %32
  %34 = fadd double %33, 1.000000e+00
  %35 = call i32 @__simt_fptosi_f64_i32(double %7)
  %36 = ashr i32 %35, 1
  %37 = add nsw i32 %36, 1023
  %38 = zext i32 %37 to i64
  %39 = shl i64 %38, 52
  %40 = bitcast i64 %39 to double
  %41 = fmul double %34, %40
  %42 = add i32 %35, 1023
  %43 = sub i32 %42, %36
  %44 = zext i32 %43 to i64
  %45 = shl i64 %44, 52
  %46 = bitcast i64 %45 to double
  %47 = fmul double %41, %46
  ret double %47
}
define spir_func double @_Z5expm1d(double %0) {
  %2 = fcmp ogt double %0, 7.110000e+02
  %3 = fcmp olt double %0, -4.000000e+01
  %4 = select i1 %3, double -4.000000e+01, double %0
  %5 = select i1 %2, double 7.110000e+02, double %4
  %6 = fmul double %5, 0x3FF71547652B82FE
  %7 = call double @__simt_rint_f64(double %6)
  %8 = call i32 @__simt_fptosi_f64_i32(double %7)
  %9 = fcmp oeq double %0, 0.000000e+00
  br i1 %9, label %48, label %10
10:
  %11 = call i32 @llvm.smin.i32(i32 %8, i32 1024)
  %12 = add nsw i32 %11, 1022
  %13 = zext i32 %12 to i64
  %14 = shl i64 %13, 52
  %15 = bitcast i64 %14 to double
  %16 = fmul double %7, 0x3FE62E42FEFA3800
  %17 = fsub double %5, %16
  %18 = fmul double %7, 0x3D2EF35793C76730
  %19 = fsub double %17, %18
  %20 = fmul double %19, 0x3E5AD6D9767C6D0B
  %21 = fadd double %20, 0x3E928B0BD1CA0367
  %22 = fmul double %19, %21
  %23 = fadd double %22, 0x3EC71DF370E20402
  %24 = fmul double %19, %23
  %25 = fadd double %24, 0x3EFA01996C6186A4
  %26 = fmul double %19, %25
  %27 = fadd double %26, 0x3F2A01A011F8F4E6
  %28 = fmul double %19, %27
  %29 = fadd double %28, 0x3F56C16C1853BAF0
  %30 = fmul double %19, %29
  %31 = fadd double %30, 0x3F8111111112A3C8
  %32 = fmul double %19, %31
  %33 = fadd double %32, 0x3FA5555555550481
  %34 = fmul double %19, %33
  %35 = fadd double %34, 0x3FC55555555554EE
  %36 = fmul double %19, %35
  %37 = fadd double %36, 0x3FE000000000000A
  %38 = icmp sgt i32 %8, 1024
  %39 = fmul double %19, %19
  %40 = fmul double %39, %37
  %41 = fadd double %19, %40
  %42 = fmul double %41, %15
  %43 = fadd double %15, -5.000000e-01
  %44 = fadd double %43, %42
  %45 = fmul double %44, 2.000000e+00
  %46 = select i1 %38, double 2.000000e+00, double 1.000000e+00
  %47 = fmul double %46, %45
  br label %48
48:
  %49 = phi double [ %47, %10 ], [ %0, %1 ]
  ret double %49
}
define double @__simt_soft_log_f64(double %0) {
  %2 = bitcast double %0 to i64
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  %6 = select i1 %5, i32 -52, i32 0
  %7 = fmul double %0, 0x4330000000000000
  %8 = select i1 %5, double %7, double %0
  %9 = bitcast double %8 to i64
  %10 = add i64 %9, -4604544271217802189
  %11 = ashr i64 %10, 52
  %12 = trunc nsw i64 %11 to i32
  %13 = add nsw i32 %6, %12
  %14 = and i64 %10, -4503599627370496
  %15 = sub i64 %9, %14
  %16 = bitcast i64 %15 to double
  %17 = fadd double %16, -1.000000e+00
  %18 = sitofp i32 %13 to double
  %19 = fmul double %18, 0x3FE62E42FEFA3800
  %20 = fadd double %17, 2.000000e+00
  %21 = call double @__simt_fdiv_f64(double %17, double %20)
  %22 = fmul double %21, %21
  %23 = fmul double %17, %17
  %24 = fmul double %23, 5.000000e-01
  %25 = fmul double %22, 0x3FBEC41C10F2AD32
  %26 = fadd double %25, 0x3FBDE0EE547EBEAC
  %27 = fmul double %22, %26
  %28 = fadd double %27, 0x3FC11219B6357A9C
  %29 = fmul double %22, %28
  %30 = fadd double %29, 0x3FC3B135CC62E3B3
  %31 = fmul double %22, %30
  %32 = fadd double %31, 0x3FC745D18485FE1C
  %33 = fmul double %22, %32
  %34 = fadd double %33, 0x3FCC71C71C5532DE
  %35 = fmul double %22, %34
  %36 = fadd double %35, 0x3FD24924924931A7
  %37 = fmul double %22, %36
  %38 = fadd double %37, 0x3FD9999999999995
  %39 = fmul double %22, %38
  %40 = fadd double %39, 0x3FE5555555555555
  %41 = fmul double %22, %40
  %42 = fadd double %24, %41
  %43 = fmul double %21, %42
  %44 = fsub double %24, %43
  %45 = fmul double %18, 0x3D2EF35793C76730
  %46 = fsub double %45, %44
  %47 = fadd double %17, %46
  %48 = fadd double %19, %47
  %49 = add i64 %2, -1
  %50 = icmp ult i64 %49, 9218868437227405311
  br i1 %50, label %56, label %51
51:
  %52 = fcmp oeq double %0, 0.000000e+00
  br i1 %52, label %56, label %53
53:
  %54 = fcmp ogt double %0, 0.000000e+00
  %55 = select i1 %54, double %0, double 0x7FF8000000000000
  br label %56
56:
  %57 = phi double [ 0xFFF0000000000000, %51 ], [ %55, %53 ], [ %48, %1 ]
  ret double %57
}
define double @__simt_soft_log2_f64(double %0) {
  %2 = bitcast double %0 to i64
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  %6 = select i1 %5, i32 -52, i32 0
  %7 = fmul double %0, 0x4330000000000000
  %8 = select i1 %5, double %7, double %0
  %9 = bitcast double %8 to i64
  %10 = add i64 %9, -4604544271217802189
  %11 = ashr i64 %10, 52
  %12 = trunc nsw i64 %11 to i32
  %13 = add nsw i32 %6, %12
  %14 = and i64 %10, -4503599627370496
  %15 = sub i64 %9, %14
  %16 = bitcast i64 %15 to double
  %17 = fadd double %16, -1.000000e+00
  %18 = fadd double %17, 2.000000e+00
  %19 = call double @__simt_fdiv_f64(double %17, double %18)
  %20 = fmul double %19, %19
  %21 = fmul double %17, %17
  %22 = fmul double %21, 5.000000e-01
  %23 = fmul double %20, 0x3FBEC41C10F2AD32
  %24 = fadd double %23, 0x3FBDE0EE547EBEAC
  %25 = fmul double %20, %24
  %26 = fadd double %25, 0x3FC11219B6357A9C
  %27 = fmul double %20, %26
  %28 = fadd double %27, 0x3FC3B135CC62E3B3
  %29 = fmul double %20, %28
  %30 = fadd double %29, 0x3FC745D18485FE1C
  %31 = fmul double %20, %30
  %32 = fadd double %31, 0x3FCC71C71C5532DE
  %33 = fmul double %20, %32
  %34 = fadd double %33, 0x3FD24924924931A7
  %35 = fmul double %20, %34
  %36 = fadd double %35, 0x3FD9999999999995
  %37 = fmul double %20, %36
  %38 = fadd double %37, 0x3FE5555555555555
  %39 = fmul double %20, %38
  %40 = fadd double %22, %39
  %41 = fmul double %19, %40
  %42 = fsub double %41, %22
  %43 = fadd double %17, %42
  %44 = sitofp i32 %13 to double
  %45 = fmul double %43, 0x3FF71547652B82FE
  %46 = fmul double %43, 0x3C7777D0FFDA0D24
  %47 = fadd double %45, %46
  %48 = fadd double %47, %44
  %49 = add i64 %2, -1
  %50 = icmp ult i64 %49, 9218868437227405311
  br i1 %50, label %56, label %51
51:
  %52 = fcmp oeq double %0, 0.000000e+00
  br i1 %52, label %56, label %53
53:
  %54 = fcmp ogt double %0, 0.000000e+00
  %55 = select i1 %54, double %0, double 0x7FF8000000000000
  br label %56
56:
  %57 = phi double [ 0xFFF0000000000000, %51 ], [ %55, %53 ], [ %48, %1 ]
  ret double %57
}
define double @__simt_soft_log10_f64(double %0) {
  %2 = bitcast double %0 to i64
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  %6 = select i1 %5, i32 -52, i32 0
  %7 = fmul double %0, 0x4330000000000000
  %8 = select i1 %5, double %7, double %0
  %9 = bitcast double %8 to i64
  %10 = add i64 %9, -4604544271217802189
  %11 = ashr i64 %10, 52
  %12 = trunc nsw i64 %11 to i32
  %13 = add nsw i32 %6, %12
  %14 = and i64 %10, -4503599627370496
  %15 = sub i64 %9, %14
  %16 = bitcast i64 %15 to double
  %17 = fadd double %16, -1.000000e+00
  %18 = fadd double %17, 2.000000e+00
  %19 = call double @__simt_fdiv_f64(double %17, double %18)
  %20 = fmul double %19, %19
  %21 = fmul double %17, %17
  %22 = fmul double %21, 5.000000e-01
  %23 = fmul double %20, 0x3FBEC41C10F2AD32
  %24 = fadd double %23, 0x3FBDE0EE547EBEAC
  %25 = fmul double %20, %24
  %26 = fadd double %25, 0x3FC11219B6357A9C
  %27 = fmul double %20, %26
  %28 = fadd double %27, 0x3FC3B135CC62E3B3
  %29 = fmul double %20, %28
  %30 = fadd double %29, 0x3FC745D18485FE1C
  %31 = fmul double %20, %30
  %32 = fadd double %31, 0x3FCC71C71C5532DE
  %33 = fmul double %20, %32
  %34 = fadd double %33, 0x3FD24924924931A7
  %35 = fmul double %20, %34
  %36 = fadd double %35, 0x3FD9999999999995
  %37 = fmul double %20, %36
  %38 = fadd double %37, 0x3FE5555555555555
  %39 = fmul double %20, %38
  %40 = fadd double %22, %39
  %41 = fmul double %19, %40
  %42 = fsub double %41, %22
  %43 = fadd double %17, %42
  %44 = sitofp i32 %13 to double
  %45 = fmul double %44, 0x3FD34413509F7800
  %46 = fmul double %43, 0x3FDBCB7B1526E50E
  %47 = fmul double %44, 0x3D1FEF311F12B358
  %48 = fadd double %47, %46
  %49 = fadd double %45, %48
  %50 = add i64 %2, -1
  %51 = icmp ult i64 %50, 9218868437227405311
  br i1 %51, label %57, label %52
52:
  %53 = fcmp oeq double %0, 0.000000e+00
  br i1 %53, label %57, label %54
54:
  %55 = fcmp ogt double %0, 0.000000e+00
  %56 = select i1 %55, double %0, double 0x7FF8000000000000
  br label %57
57:
  %58 = phi double [ 0xFFF0000000000000, %52 ], [ %56, %54 ], [ %49, %1 ]
  ret double %58
}
define spir_func double @_Z5log1pd(double %0) {
  %2 = fadd double %0, 1.000000e+00
  %3 = bitcast double %2 to i64
  %4 = call double @llvm.fabs.f64(double %2)
  %5 = bitcast double %4 to i64
  %6 = icmp samesign ult i64 %5, 4503599627370496
  %7 = select i1 %6, i32 -52, i32 0
  %8 = fmul double %2, 0x4330000000000000
  %9 = select i1 %6, double %8, double %2
  %10 = bitcast double %9 to i64
  %11 = add i64 %10, -4604544271217802189
  %12 = ashr i64 %11, 52
  %13 = trunc nsw i64 %12 to i32
  %14 = add nsw i32 %7, %13
  %15 = and i64 %11, -4503599627370496
  %16 = sub i64 %10, %15
  %17 = bitcast i64 %16 to double
  %18 = fadd double %17, -1.000000e+00
  %19 = sitofp i32 %14 to double
  %20 = fcmp ogt double %0, 1.000000e+00
  %21 = fsub double %0, %2
  %22 = fadd double %21, 1.000000e+00
  %23 = fadd double %2, -1.000000e+00
  %24 = fsub double %0, %23
  %25 = select i1 %20, double %22, double %24
  %26 = call double @__simt_fdiv_f64(double %25, double %2)
  %27 = add i64 %3, -1
  %28 = icmp ult i64 %27, 9218868437227405311
  br i1 %28, label %29, label %90
29:
  %30 = icmp eq i32 %14, 0
  br i1 %30, label %63, label %31
31:
  %32 = fmul double %19, 0x3FE62E42FEFA3800
  %33 = fadd double %18, %32
  %34 = fadd double %18, 2.000000e+00
  %35 = call double @__simt_fdiv_f64(double %18, double %34)
  %36 = fmul double %35, %35
  %37 = fmul double %18, %18
  %38 = fmul double %37, 5.000000e-01
  %39 = fmul double %36, 0x3FBEC41C10F2AD32
  %40 = fadd double %39, 0x3FBDE0EE547EBEAC
  %41 = fmul double %36, %40
  %42 = fadd double %41, 0x3FC11219B6357A9C
  %43 = fmul double %36, %42
  %44 = fadd double %43, 0x3FC3B135CC62E3B3
  %45 = fmul double %36, %44
  %46 = fadd double %45, 0x3FC745D18485FE1C
  %47 = fmul double %36, %46
  %48 = fadd double %47, 0x3FCC71C71C5532DE
  %49 = fmul double %36, %48
  %50 = fadd double %49, 0x3FD24924924931A7
  %51 = fmul double %36, %50
  %52 = fadd double %51, 0x3FD9999999999995
  %53 = fmul double %36, %52
  %54 = fadd double %53, 0x3FE5555555555555
  %55 = fmul double %36, %54
  %56 = fadd double %38, %55
  %57 = fmul double %35, %56
  %58 = fsub double %38, %57
  %59 = fmul double %19, 0x3D2EF35793C76730
  %60 = fadd double %59, %26
  %61 = fsub double %60, %58
  %62 = fadd double %33, %61
  br label %95
63:
  %64 = fadd double %0, 2.000000e+00
  %65 = call double @__simt_fdiv_f64(double %0, double %64)
  %66 = fmul double %65, %65
  %67 = fmul double %0, %0
  %68 = fmul double %67, 5.000000e-01
  %69 = fmul double %66, 0x3FBEC41C10F2AD32
  %70 = fadd double %69, 0x3FBDE0EE547EBEAC
  %71 = fmul double %66, %70
  %72 = fadd double %71, 0x3FC11219B6357A9C
  %73 = fmul double %66, %72
  %74 = fadd double %73, 0x3FC3B135CC62E3B3
  %75 = fmul double %66, %74
  %76 = fadd double %75, 0x3FC745D18485FE1C
  %77 = fmul double %66, %76
  %78 = fadd double %77, 0x3FCC71C71C5532DE
  %79 = fmul double %66, %78
  %80 = fadd double %79, 0x3FD24924924931A7
  %81 = fmul double %66, %80
  %82 = fadd double %81, 0x3FD9999999999995
  %83 = fmul double %66, %82
  %84 = fadd double %83, 0x3FE5555555555555
  %85 = fmul double %66, %84
  %86 = fadd double %68, %85
  %87 = fmul double %65, %86
  %88 = fsub double %68, %87
  %89 = fsub double %0, %88
  br label %95
90:
  %91 = fcmp oeq double %2, 0.000000e+00
  br i1 %91, label %95, label %92
92:
  %93 = fcmp ogt double %2, 0.000000e+00
  %94 = select i1 %93, double %2, double 0x7FF8000000000000
  br label %95
95:
  %96 = phi double [ %89, %63 ], [ %62, %31 ], [ 0xFFF0000000000000, %90 ], [ %94, %92 ]
  ret double %96
}
define spir_func double @_Z3powdd(double %0, double %1) {
  %3 = call double @__simt_trunc_f64(double %1)
  %4 = fcmp une double %3, %1
  br i1 %4, label %13, label %5
5:
  %6 = call double @llvm.fabs.f64(double %1)
  %7 = bitcast double %6 to i64
  %8 = icmp samesign ult i64 %7, 9218868437227405312
  br i1 %8, label %9, label %13
9:
  %10 = fmul double %1, 5.000000e-01
  %11 = call double @__simt_trunc_f64(double %10)
  %12 = fcmp une double %11, %10
  br label %13
13:
  %14 = phi i1 [ false, %5 ], [ false, %2 ], [ %12, %9 ]
  %15 = bitcast double %0 to i64
  %16 = icmp slt i64 %15, 0
  %17 = call double @__simt_fabs_f64(double %0)
  %18 = fcmp oeq double %17, 1.000000e+00
  br i1 %18, label %158, label %19
19:
  %20 = bitcast double %17 to i64
  %21 = call double @llvm.fabs.f64(double %17)
  %22 = bitcast double %21 to i64
  %23 = icmp samesign ult i64 %22, 4503599627370496
  %24 = select i1 %23, i32 -52, i32 0
  %25 = fmul double %17, 0x4330000000000000
  %26 = select i1 %23, double %25, double %17
  %27 = bitcast double %26 to i64
  %28 = add i64 %27, -4604544271217802189
  %29 = ashr i64 %28, 52
  %30 = trunc nsw i64 %29 to i32
  %31 = add nsw i32 %24, %30
  %32 = and i64 %28, -4503599627370496
  %33 = sub i64 %27, %32
  %34 = bitcast i64 %33 to double
  %35 = fadd double %34, -1.000000e+00
  %36 = fadd double %35, 2.000000e+00
  %37 = fadd double %36, -2.000000e+00
  %38 = fsub double %35, %37
  %39 = call double @__simt_fdiv_f64(double 1.000000e+00, double %36)
  %40 = fmul double %35, %39
  %41 = fmul double %36, %40
  %42 = fsub double %35, %41
  %43 = call double @__simt_product_error_f64(double %40, double %36, double %41)
  %44 = fsub double %42, %43
  %45 = fmul double %38, %40
  %46 = fsub double %44, %45
  %47 = fmul double %39, %46
  %48 = fmul double %40, %40
  %49 = call double @__simt_product_error_f64(double %40, double %40, double %48)
  %50 = fmul double %40, 2.000000e+00
  %51 = fmul double %50, %47
  %52 = fadd double %49, %51
  %53 = fmul double %48, 0x3FE5555555555555
  %54 = call double @__simt_product_error_f64(double %48, double 0x3FE5555555555555, double %53)
  %55 = fmul double %52, 0x3FE5555555555555
  %56 = fmul double %48, 0x3FBEC41C10F2AD32
  %57 = fadd double %56, 0x3FBDE0EE547EBEAC
  %58 = fmul double %48, %57
  %59 = fadd double %58, 0x3FC11219B6357A9C
  %60 = fmul double %48, %59
  %61 = fadd double %60, 0x3FC3B135CC62E3B3
  %62 = fmul double %48, %61
  %63 = fadd double %62, 0x3FC745D18485FE1C
  %64 = fmul double %48, %63
  %65 = fadd double %64, 0x3FCC71C71C5532DE
  %66 = fmul double %48, %65
  %67 = fadd double %66, 0x3FD24924924931A7
  %68 = fmul double %48, %67
  %69 = fadd double %68, 0x3FD9999999999995
  %70 = fmul double %48, %69
  %71 = fadd double %70, 0x3C85555555555555
  %72 = fmul double %48, %71
  %73 = fadd double %55, %72
  %74 = fadd double %54, %73
  %75 = fmul double %40, %53
  %76 = call double @__simt_product_error_f64(double %40, double %53, double %75)
  %77 = fmul double %40, %74
  %78 = fmul double %53, %47
  %79 = fadd double %78, %77
  %80 = fadd double %76, %79
  %81 = fadd double %50, %75
  %82 = fsub double %81, %50
  %83 = fsub double %75, %82
  %84 = fmul double %47, 2.000000e+00
  %85 = fadd double %84, %80
  %86 = fadd double %83, %85
  %87 = fmul double %81, 0x3FF71547652B82FE
  %88 = call double @__simt_product_error_f64(double %81, double 0x3FF71547652B82FE, double %87)
  %89 = fmul double %81, 0x3C7777D0FFDA0D24
  %90 = fmul double %86, 0x3FF71547652B82FE
  %91 = fadd double %89, %90
  %92 = fadd double %88, %91
  %93 = sitofp i32 %31 to double
  %94 = fadd double %87, %93
  %95 = fsub double %94, %93
  %96 = fsub double %87, %95
  %97 = fadd double %96, %92
  %98 = fadd double %94, %97
  %99 = fsub double %98, %94
  %100 = fsub double %97, %99
  %101 = add i64 %20, -1
  %102 = icmp ult i64 %101, 9218868437227405311
  %103 = fcmp oeq double %17, 0.000000e+00
  %104 = select i1 %103, double 0xFFF0000000000000, double %17
  %105 = select i1 %102, double %100, double 0.000000e+00
  %106 = select i1 %102, double %98, double %104
  %107 = fmul double %1, %106
  %108 = fcmp ogt double %107, 1.024000e+03
  br i1 %108, label %158, label %109
109:
  %110 = fcmp ugt double %107, -1.077000e+03
  br i1 %110, label %111, label %158
111:
  %112 = call double @__simt_product_error_f64(double %1, double %106, double %107)
  %113 = fmul double %1, %105
  %114 = fmul double %106, 0.000000e+00
  %115 = fadd double %114, %113
  %116 = fadd double %115, %112
  %117 = call double @__simt_rint_f64(double %107)
  %118 = fsub double %107, %117
  %119 = fadd double %116, %118
  %120 = fmul double %119, 0x3FE62E42FEFA39EF
  %121 = fmul double %120, %120
  %122 = fmul double %120, 0x3E5AD6D9767C6D0B
  %123 = fadd double %122, 0x3E928B0BD1CA0367
  %124 = fmul double %120, %123
  %125 = fadd double %124, 0x3EC71DF370E20402
  %126 = fmul double %120, %125
  %127 = fadd double %126, 0x3EFA01996C6186A4
  %128 = fmul double %120, %127
  %129 = fadd double %128, 0x3F2A01A011F8F4E6
  %130 = fmul double %120, %129
  %131 = fadd double %130, 0x3F56C16C1853BAF0
  %132 = fmul double %120, %131
  %133 = fadd double %132, 0x3F8111111112A3C8
  %134 = fmul double %120, %133
  %135 = fadd double %134, 0x3FA5555555550481
  %136 = fmul double %120, %135
  %137 = fadd double %136, 0x3FC55555555554EE
  %138 = fmul double %120, %137
  %139 = fadd double %138, 0x3FE000000000000A
  %140 = fmul double %121, %139
  %141 = fadd double %120, %140
  %142 = fadd double %141, 1.000000e+00
  %143 = call i32 @__simt_fptosi_f64_i32(double %117)
  %144 = ashr i32 %143, 1
  %145 = add nsw i32 %144, 1023
  %146 = zext i32 %145 to i64
  %147 = shl i64 %146, 52
  %148 = bitcast i64 %147 to double
  %149 = fmul double %142, %148
  %150 = add i32 %143, 1023
  %151 = sub i32 %150, %144
  %152 = zext i32 %151 to i64
  %153 = shl i64 %152, 52
  %154 = bitcast i64 %153 to double
  %155 = fmul double %149, %154
  %156 = fsub double %107, %107
  %157 = fadd double %156, %155
  br label %158
158:
  %159 = phi double [ 1.000000e+00, %13 ], [ %157, %111 ], [ 0x7FF0000000000000, %19 ], [ 0.000000e+00, %109 ]
  %160 = and i1 %16, %4
  br i1 %160, label %161, label %167
161:
  %162 = call double @llvm.fabs.f64(double %0)
  %163 = bitcast double %162 to i64
  %164 = icmp samesign ult i64 %163, 9218868437227405312
  %165 = fcmp une double %17, 0.000000e+00
  %166 = and i1 %164, %165
  br i1 %166, label %171, label %167
167:
  %168 = select i1 %16, i1 %14, i1 false
  %169 = fneg double %159
  %170 = select i1 %168, double %169, double %159
  br label %171
171:
  %172 = phi double [ %170, %167 ], [ 0x7FF8000000000000, %161 ]
  %173 = fcmp oeq double %1, 0.000000e+00
  %174 = fcmp oeq double %0, 1.000000e+00
  %175 = or i1 %174, %173
  %176 = fcmp uno double %0, %1
  %177 = fadd double %0, %1
  %178 = select i1 %176, double %177, double %172
  %179 = select i1 %175, double 1.000000e+00, double %178
  ret double %179
}
define spir_func double @_Z4powrdd(double %0, double %1) {
  %3 = fcmp oeq double %0, 1.000000e+00
  br i1 %3, label %4, label %8
4:
  %5 = call double @llvm.fabs.f64(double %1)
  %6 = bitcast double %5 to i64
  %7 = icmp samesign ult i64 %6, 9218868437227405312
  br i1 %7, label %147, label %8
8:
  %9 = bitcast double %0 to i64
  %10 = call double @llvm.fabs.f64(double %0)
  %11 = bitcast double %10 to i64
  %12 = icmp samesign ult i64 %11, 4503599627370496
  %13 = select i1 %12, i32 -52, i32 0
  %14 = fmul double %0, 0x4330000000000000
  %15 = select i1 %12, double %14, double %0
  %16 = bitcast double %15 to i64
  %17 = add i64 %16, -4604544271217802189
  %18 = ashr i64 %17, 52
  %19 = trunc nsw i64 %18 to i32
  %20 = add nsw i32 %13, %19
  %21 = and i64 %17, -4503599627370496
  %22 = sub i64 %16, %21
  %23 = bitcast i64 %22 to double
  %24 = fadd double %23, -1.000000e+00
  %25 = fadd double %24, 2.000000e+00
  %26 = fadd double %25, -2.000000e+00
  %27 = fsub double %24, %26
  %28 = call double @__simt_fdiv_f64(double 1.000000e+00, double %25)
  %29 = fmul double %24, %28
  %30 = fmul double %25, %29
  %31 = fsub double %24, %30
  %32 = call double @__simt_product_error_f64(double %29, double %25, double %30)
  %33 = fsub double %31, %32
  %34 = fmul double %27, %29
  %35 = fsub double %33, %34
  %36 = fmul double %28, %35
  %37 = fmul double %29, %29
  %38 = call double @__simt_product_error_f64(double %29, double %29, double %37)
  %39 = fmul double %29, 2.000000e+00
  %40 = fmul double %39, %36
  %41 = fadd double %38, %40
  %42 = fmul double %37, 0x3FE5555555555555
  %43 = call double @__simt_product_error_f64(double %37, double 0x3FE5555555555555, double %42)
  %44 = fmul double %41, 0x3FE5555555555555
  %45 = fmul double %37, 0x3FBEC41C10F2AD32
  %46 = fadd double %45, 0x3FBDE0EE547EBEAC
  %47 = fmul double %37, %46
  %48 = fadd double %47, 0x3FC11219B6357A9C
  %49 = fmul double %37, %48
  %50 = fadd double %49, 0x3FC3B135CC62E3B3
  %51 = fmul double %37, %50
  %52 = fadd double %51, 0x3FC745D18485FE1C
  %53 = fmul double %37, %52
  %54 = fadd double %53, 0x3FCC71C71C5532DE
  %55 = fmul double %37, %54
  %56 = fadd double %55, 0x3FD24924924931A7
  %57 = fmul double %37, %56
  %58 = fadd double %57, 0x3FD9999999999995
  %59 = fmul double %37, %58
  %60 = fadd double %59, 0x3C85555555555555
  %61 = fmul double %37, %60
  %62 = fadd double %44, %61
  %63 = fadd double %43, %62
  %64 = fmul double %29, %42
  %65 = call double @__simt_product_error_f64(double %29, double %42, double %64)
  %66 = fmul double %29, %63
  %67 = fmul double %42, %36
  %68 = fadd double %67, %66
  %69 = fadd double %65, %68
  %70 = fadd double %39, %64
  %71 = fsub double %70, %39
  %72 = fsub double %64, %71
  %73 = fmul double %36, 2.000000e+00
  %74 = fadd double %73, %69
  %75 = fadd double %72, %74
  %76 = fmul double %70, 0x3FF71547652B82FE
  %77 = call double @__simt_product_error_f64(double %70, double 0x3FF71547652B82FE, double %76)
  %78 = fmul double %70, 0x3C7777D0FFDA0D24
  %79 = fmul double %75, 0x3FF71547652B82FE
  %80 = fadd double %78, %79
  %81 = fadd double %77, %80
  %82 = sitofp i32 %20 to double
  %83 = fadd double %76, %82
  %84 = fsub double %83, %82
  %85 = fsub double %76, %84
  %86 = fadd double %85, %81
  %87 = fadd double %83, %86
  %88 = fsub double %87, %83
  %89 = fsub double %86, %88
  %90 = add i64 %9, -1
  %91 = icmp ult i64 %90, 9218868437227405311
  %92 = fcmp oeq double %0, 0.000000e+00
  %93 = select i1 %92, double 0xFFF0000000000000, double %0
  %94 = select i1 %91, double %89, double 0.000000e+00
  %95 = select i1 %91, double %87, double %93
  %96 = fmul double %1, %95
  %97 = fcmp ogt double %96, 1.024000e+03
  br i1 %97, label %147, label %98
98:
  %99 = fcmp ugt double %96, -1.077000e+03
  br i1 %99, label %100, label %147
100:
  %101 = call double @__simt_product_error_f64(double %1, double %95, double %96)
  %102 = fmul double %1, %94
  %103 = fmul double %95, 0.000000e+00
  %104 = fadd double %103, %102
  %105 = fadd double %104, %101
  %106 = call double @__simt_rint_f64(double %96)
  %107 = fsub double %96, %106
  %108 = fadd double %105, %107
  %109 = fmul double %108, 0x3FE62E42FEFA39EF
  %110 = fmul double %109, %109
  %111 = fmul double %109, 0x3E5AD6D9767C6D0B
  %112 = fadd double %111, 0x3E928B0BD1CA0367
  %113 = fmul double %109, %112
  %114 = fadd double %113, 0x3EC71DF370E20402
  %115 = fmul double %109, %114
  %116 = fadd double %115, 0x3EFA01996C6186A4
  %117 = fmul double %109, %116
  %118 = fadd double %117, 0x3F2A01A011F8F4E6
  %119 = fmul double %109, %118
  %120 = fadd double %119, 0x3F56C16C1853BAF0
  %121 = fmul double %109, %120
  %122 = fadd double %121, 0x3F8111111112A3C8
  %123 = fmul double %109, %122
  %124 = fadd double %123, 0x3FA5555555550481
  %125 = fmul double %109, %124
  %126 = fadd double %125, 0x3FC55555555554EE
  %127 = fmul double %109, %126
  %128 = fadd double %127, 0x3FE000000000000A
  %129 = fmul double %110, %128
  %130 = fadd double %109, %129
  %131 = fadd double %130, 1.000000e+00
  %132 = call i32 @__simt_fptosi_f64_i32(double %106)
  %133 = ashr i32 %132, 1
  %134 = add nsw i32 %133, 1023
  %135 = zext i32 %134 to i64
  %136 = shl i64 %135, 52
  %137 = bitcast i64 %136 to double
  %138 = fmul double %131, %137
  %139 = add i32 %132, 1023
  %140 = sub i32 %139, %133
  %141 = zext i32 %140 to i64
  %142 = shl i64 %141, 52
  %143 = bitcast i64 %142 to double
  %144 = fmul double %138, %143
  %145 = fsub double %96, %96
  %146 = fadd double %145, %144
  br label %147
147:
  %148 = phi double [ 1.000000e+00, %4 ], [ %146, %100 ], [ 0x7FF0000000000000, %8 ], [ 0.000000e+00, %98 ]
  %149 = fcmp une double %1, 0.000000e+00
  br i1 %149, label %154, label %150
150:
  %151 = bitcast double %0 to i64
  %152 = add i64 %151, -1
  %153 = icmp ult i64 %152, 9218868437227405311
  br i1 %153, label %155, label %154
154:
  br label %155
155:
  %156 = phi double [ %148, %154 ], [ 1.000000e+00, %150 ]
  %157 = fcmp oge double %0, 0.000000e+00
  %158 = fcmp ord double %1, 0.000000e+00
  %159 = and i1 %157, %158
  br i1 %159, label %160, label %166
160:
  %161 = bitcast double %0 to i64
  %162 = add i64 %161, -1
  %163 = icmp ult i64 %162, 9218868437227405311
  %164 = or i1 %149, %163
  %165 = select i1 %164, double %156, double 0x7FF8000000000000
  br label %166
166:
  %167 = phi double [ %165, %160 ], [ 0x7FF8000000000000, %155 ]
  ret double %167
}
define spir_func double @_Z4powndi(double %0, i32 %1) {
  %3 = and i32 %1, -65536
  %4 = sitofp i32 %3 to double
  %5 = and i32 %1, 65535
  %6 = uitofp nneg i32 %5 to double
  %7 = sitofp i32 %1 to double
  %8 = call double @__simt_fabs_f64(double %0)
  %9 = fsub double %4, %7
  %10 = fadd double %9, %6
  %11 = bitcast double %8 to i64
  %12 = call double @llvm.fabs.f64(double %8)
  %13 = bitcast double %12 to i64
  %14 = icmp samesign ult i64 %13, 4503599627370496
  %15 = select i1 %14, i32 -52, i32 0
  %16 = fmul double %8, 0x4330000000000000
  %17 = select i1 %14, double %16, double %8
  %18 = bitcast double %17 to i64
  %19 = add i64 %18, -4604544271217802189
  %20 = ashr i64 %19, 52
  %21 = trunc nsw i64 %20 to i32
  %22 = add nsw i32 %15, %21
  %23 = and i64 %19, -4503599627370496
  %24 = sub i64 %18, %23
  %25 = bitcast i64 %24 to double
  %26 = fadd double %25, -1.000000e+00
  %27 = fadd double %26, 2.000000e+00
  %28 = fadd double %27, -2.000000e+00
  %29 = fsub double %26, %28
  %30 = call double @__simt_fdiv_f64(double 1.000000e+00, double %27)
  %31 = fmul double %30, %26
  %32 = fmul double %31, %27
  %33 = fsub double %26, %32
  %34 = call double @__simt_product_error_f64(double %31, double %27, double %32)
  %35 = fsub double %33, %34
  %36 = fmul double %31, %29
  %37 = fsub double %35, %36
  %38 = fmul double %30, %37
  %39 = fmul double %31, %31
  %40 = call double @__simt_product_error_f64(double %31, double %31, double %39)
  %41 = fmul double %31, 2.000000e+00
  %42 = fmul double %41, %38
  %43 = fadd double %40, %42
  %44 = fmul double %39, 0x3FE5555555555555
  %45 = call double @__simt_product_error_f64(double %39, double 0x3FE5555555555555, double %44)
  %46 = fmul double %43, 0x3FE5555555555555
  %47 = fmul double %39, 0x3FBEC41C10F2AD32
  %48 = fadd double %47, 0x3FBDE0EE547EBEAC
  %49 = fmul double %39, %48
  %50 = fadd double %49, 0x3FC11219B6357A9C
  %51 = fmul double %39, %50
  %52 = fadd double %51, 0x3FC3B135CC62E3B3
  %53 = fmul double %39, %52
  %54 = fadd double %53, 0x3FC745D18485FE1C
  %55 = fmul double %39, %54
  %56 = fadd double %55, 0x3FCC71C71C5532DE
  %57 = fmul double %39, %56
  %58 = fadd double %57, 0x3FD24924924931A7
  %59 = fmul double %39, %58
  %60 = fadd double %59, 0x3FD9999999999995
  %61 = fmul double %39, %60
  %62 = fadd double %61, 0x3C85555555555555
  %63 = fmul double %39, %62
  %64 = fadd double %46, %63
  %65 = fadd double %45, %64
  %66 = fmul double %31, %44
  %67 = call double @__simt_product_error_f64(double %31, double %44, double %66)
  %68 = fmul double %31, %65
  %69 = fmul double %44, %38
  %70 = fadd double %69, %68
  %71 = fadd double %67, %70
  %72 = fadd double %41, %66
  %73 = fsub double %72, %41
  %74 = fsub double %66, %73
  %75 = fmul double %38, 2.000000e+00
  %76 = fadd double %75, %71
  %77 = fadd double %74, %76
  %78 = fmul double %72, 0x3FF71547652B82FE
  %79 = call double @__simt_product_error_f64(double %72, double 0x3FF71547652B82FE, double %78)
  %80 = fmul double %72, 0x3C7777D0FFDA0D24
  %81 = fmul double %77, 0x3FF71547652B82FE
  %82 = fadd double %80, %81
  %83 = fadd double %79, %82
  %84 = sitofp i32 %22 to double
  %85 = fadd double %78, %84
  %86 = fsub double %85, %84
  %87 = fsub double %78, %86
  %88 = fadd double %87, %83
  %89 = fadd double %85, %88
  %90 = fsub double %89, %85
  %91 = fsub double %88, %90
  %92 = add i64 %11, -1
  %93 = icmp ult i64 %92, 9218868437227405311
  %94 = fcmp oeq double %8, 0.000000e+00
  %95 = select i1 %94, double 0xFFF0000000000000, double %8
  %96 = select i1 %93, double %91, double 0.000000e+00
  %97 = select i1 %93, double %89, double %95
  %98 = fmul double %97, %7
  %99 = fcmp ogt double %98, 1.024000e+03
  br i1 %99, label %149, label %100
100:
  %101 = fcmp ugt double %98, -1.077000e+03
  br i1 %101, label %102, label %149
102:
  %103 = call double @__simt_product_error_f64(double %7, double %97, double %98)
  %104 = fmul double %96, %7
  %105 = fmul double %10, %97
  %106 = fadd double %105, %104
  %107 = fadd double %106, %103
  %108 = call double @__simt_rint_f64(double %98)
  %109 = fsub double %98, %108
  %110 = fadd double %107, %109
  %111 = fmul double %110, 0x3FE62E42FEFA39EF
  %112 = fmul double %111, %111
  %113 = fmul double %111, 0x3E5AD6D9767C6D0B
  %114 = fadd double %113, 0x3E928B0BD1CA0367
  %115 = fmul double %111, %114
  %116 = fadd double %115, 0x3EC71DF370E20402
  %117 = fmul double %111, %116
  %118 = fadd double %117, 0x3EFA01996C6186A4
  %119 = fmul double %111, %118
  %120 = fadd double %119, 0x3F2A01A011F8F4E6
  %121 = fmul double %111, %120
  %122 = fadd double %121, 0x3F56C16C1853BAF0
  %123 = fmul double %111, %122
  %124 = fadd double %123, 0x3F8111111112A3C8
  %125 = fmul double %111, %124
  %126 = fadd double %125, 0x3FA5555555550481
  %127 = fmul double %111, %126
  %128 = fadd double %127, 0x3FC55555555554EE
  %129 = fmul double %111, %128
  %130 = fadd double %129, 0x3FE000000000000A
  %131 = fmul double %112, %130
  %132 = fadd double %111, %131
  %133 = fadd double %132, 1.000000e+00
  %134 = call i32 @__simt_fptosi_f64_i32(double %108)
  %135 = ashr i32 %134, 1
  %136 = add nsw i32 %135, 1023
  %137 = zext i32 %136 to i64
  %138 = shl i64 %137, 52
  %139 = bitcast i64 %138 to double
  %140 = fmul double %133, %139
  %141 = add i32 %134, 1023
  %142 = sub i32 %141, %135
  %143 = zext i32 %142 to i64
  %144 = shl i64 %143, 52
  %145 = bitcast i64 %144 to double
  %146 = fmul double %140, %145
  %147 = fsub double %98, %98
  %148 = fadd double %147, %146
  br label %149
149:
  %150 = phi double [ %148, %102 ], [ 0x7FF0000000000000, %2 ], [ 0.000000e+00, %100 ]
  %151 = icmp eq i32 %1, 0
  %152 = fcmp oeq double %0, 1.000000e+00
  %153 = or i1 %152, %151
  br i1 %153, label %164, label %154
154:
  %155 = fcmp uno double %0, 0.000000e+00
  br i1 %155, label %164, label %156
156:
  %157 = bitcast double %0 to i64
  %158 = icmp sgt i64 %157, -1
  %159 = and i32 %1, 1
  %160 = icmp eq i32 %159, 0
  %161 = or i1 %158, %160
  %162 = fneg double %150
  %163 = select i1 %161, double %150, double %162
  br label %164
164:
  %165 = phi double [ 1.000000e+00, %149 ], [ %0, %154 ], [ %163, %156 ]
  ret double %165
}
define spir_func double @_Z5rootndi(double %0, i32 %1) {
  %3 = sitofp i32 %1 to double
  %4 = call double @__simt_fdiv_f64(double 1.000000e+00, double %3)
  %5 = fmul double %4, %3
  %6 = call double @__simt_fabs_f64(double %0)
  %7 = fsub double 1.000000e+00, %5
  %8 = call double @__simt_product_error_f64(double %4, double %3, double %5)
  %9 = fsub double %7, %8
  %10 = fmul double %4, %9
  %11 = bitcast double %6 to i64
  %12 = call double @llvm.fabs.f64(double %6)
  %13 = bitcast double %12 to i64
  %14 = icmp samesign ult i64 %13, 4503599627370496
  %15 = select i1 %14, i32 -52, i32 0
  %16 = fmul double %6, 0x4330000000000000
  %17 = select i1 %14, double %16, double %6
  %18 = bitcast double %17 to i64
  %19 = add i64 %18, -4604544271217802189
  %20 = ashr i64 %19, 52
  %21 = trunc nsw i64 %20 to i32
  %22 = add nsw i32 %15, %21
  %23 = and i64 %19, -4503599627370496
  %24 = sub i64 %18, %23
  %25 = bitcast i64 %24 to double
  %26 = fadd double %25, -1.000000e+00
  %27 = fadd double %26, 2.000000e+00
  %28 = fadd double %27, -2.000000e+00
  %29 = fsub double %26, %28
  %30 = call double @__simt_fdiv_f64(double 1.000000e+00, double %27)
  %31 = fmul double %30, %26
  %32 = fmul double %31, %27
  %33 = fsub double %26, %32
  %34 = call double @__simt_product_error_f64(double %31, double %27, double %32)
  %35 = fsub double %33, %34
  %36 = fmul double %31, %29
  %37 = fsub double %35, %36
  %38 = fmul double %30, %37
  %39 = fmul double %31, %31
  %40 = call double @__simt_product_error_f64(double %31, double %31, double %39)
  %41 = fmul double %31, 2.000000e+00
  %42 = fmul double %41, %38
  %43 = fadd double %40, %42
  %44 = fmul double %39, 0x3FE5555555555555
  %45 = call double @__simt_product_error_f64(double %39, double 0x3FE5555555555555, double %44)
  %46 = fmul double %43, 0x3FE5555555555555
  %47 = fmul double %39, 0x3FBEC41C10F2AD32
  %48 = fadd double %47, 0x3FBDE0EE547EBEAC
  %49 = fmul double %39, %48
  %50 = fadd double %49, 0x3FC11219B6357A9C
  %51 = fmul double %39, %50
  %52 = fadd double %51, 0x3FC3B135CC62E3B3
  %53 = fmul double %39, %52
  %54 = fadd double %53, 0x3FC745D18485FE1C
  %55 = fmul double %39, %54
  %56 = fadd double %55, 0x3FCC71C71C5532DE
  %57 = fmul double %39, %56
  %58 = fadd double %57, 0x3FD24924924931A7
  %59 = fmul double %39, %58
  %60 = fadd double %59, 0x3FD9999999999995
  %61 = fmul double %39, %60
  %62 = fadd double %61, 0x3C85555555555555
  %63 = fmul double %39, %62
  %64 = fadd double %46, %63
  %65 = fadd double %45, %64
  %66 = fmul double %31, %44
  %67 = call double @__simt_product_error_f64(double %31, double %44, double %66)
  %68 = fmul double %31, %65
  %69 = fmul double %44, %38
  %70 = fadd double %69, %68
  %71 = fadd double %67, %70
  %72 = fadd double %41, %66
  %73 = fsub double %72, %41
  %74 = fsub double %66, %73
  %75 = fmul double %38, 2.000000e+00
  %76 = fadd double %75, %71
  %77 = fadd double %74, %76
  %78 = fmul double %72, 0x3FF71547652B82FE
  %79 = call double @__simt_product_error_f64(double %72, double 0x3FF71547652B82FE, double %78)
  %80 = fmul double %72, 0x3C7777D0FFDA0D24
  %81 = fmul double %77, 0x3FF71547652B82FE
  %82 = fadd double %80, %81
  %83 = fadd double %79, %82
  %84 = sitofp i32 %22 to double
  %85 = fadd double %78, %84
  %86 = fsub double %85, %84
  %87 = fsub double %78, %86
  %88 = fadd double %87, %83
  %89 = fadd double %85, %88
  %90 = fsub double %89, %85
  %91 = fsub double %88, %90
  %92 = add i64 %11, -1
  %93 = icmp ult i64 %92, 9218868437227405311
  %94 = fcmp oeq double %6, 0.000000e+00
  %95 = select i1 %94, double 0xFFF0000000000000, double %6
  %96 = select i1 %93, double %91, double 0.000000e+00
  %97 = select i1 %93, double %89, double %95
  %98 = fmul double %4, %97
  %99 = fcmp ogt double %98, 1.024000e+03
  br i1 %99, label %149, label %100
100:
  %101 = fcmp ugt double %98, -1.077000e+03
  br i1 %101, label %102, label %149
102:
  %103 = call double @__simt_product_error_f64(double %4, double %97, double %98)
  %104 = fmul double %4, %96
  %105 = fmul double %10, %97
  %106 = fadd double %105, %104
  %107 = fadd double %106, %103
  %108 = call double @__simt_rint_f64(double %98)
  %109 = fsub double %98, %108
  %110 = fadd double %107, %109
  %111 = fmul double %110, 0x3FE62E42FEFA39EF
  %112 = fmul double %111, %111
  %113 = fmul double %111, 0x3E5AD6D9767C6D0B
  %114 = fadd double %113, 0x3E928B0BD1CA0367
  %115 = fmul double %111, %114
  %116 = fadd double %115, 0x3EC71DF370E20402
  %117 = fmul double %111, %116
  %118 = fadd double %117, 0x3EFA01996C6186A4
  %119 = fmul double %111, %118
  %120 = fadd double %119, 0x3F2A01A011F8F4E6
  %121 = fmul double %111, %120
  %122 = fadd double %121, 0x3F56C16C1853BAF0
  %123 = fmul double %111, %122
  %124 = fadd double %123, 0x3F8111111112A3C8
  %125 = fmul double %111, %124
  %126 = fadd double %125, 0x3FA5555555550481
  %127 = fmul double %111, %126
  %128 = fadd double %127, 0x3FC55555555554EE
  %129 = fmul double %111, %128
  %130 = fadd double %129, 0x3FE000000000000A
  %131 = fmul double %112, %130
  %132 = fadd double %111, %131
  %133 = fadd double %132, 1.000000e+00
  %134 = call i32 @__simt_fptosi_f64_i32(double %108)
  %135 = ashr i32 %134, 1
  %136 = add nsw i32 %135, 1023
  %137 = zext i32 %136 to i64
  %138 = shl i64 %137, 52
  %139 = bitcast i64 %138 to double
  %140 = fmul double %133, %139
  %141 = add i32 %134, 1023
  %142 = sub i32 %141, %135
  %143 = zext i32 %142 to i64
  %144 = shl i64 %143, 52
  %145 = bitcast i64 %144 to double
  %146 = fmul double %140, %145
  %147 = fsub double %98, %98
  %148 = fadd double %147, %146
  br label %149
149:
  %150 = phi double [ %148, %102 ], [ 0x7FF0000000000000, %2 ], [ 0.000000e+00, %100 ]
  %151 = icmp eq i32 %1, 0
  br i1 %151, label %165, label %152
152:
  %153 = fcmp olt double %0, 0.000000e+00
  %154 = and i32 %1, 1
  %155 = icmp eq i32 %154, 0
  %156 = and i1 %153, %155
  br i1 %156, label %165, label %157
157:
  %158 = fcmp uno double %0, 0.000000e+00
  br i1 %158, label %165, label %159
159:
  %160 = bitcast double %0 to i64
  %161 = icmp sgt i64 %160, -1
  %162 = or i1 %161, %155
  %163 = fneg double %150
  %164 = select i1 %162, double %150, double %163
  br label %165
165:
  %166 = phi double [ 0x7FF8000000000000, %149 ], [ 0x7FF8000000000000, %152 ], [ %0, %157 ], [ %164, %159 ]
  ret double %166
}
define spir_func double @_Z5hypotdd(double %0, double %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call double @__simt_fabs_f64(double %1)
  %5 = call double @__simt_fmax_f64(double %3, double %4)
  %6 = call double @__simt_fmin_f64(double %3, double %4)
  %7 = fcmp ogt double %5, 0x5FD0000000000000
  %8 = fcmp olt double %5, 0x2AA0000000000000
  %9 = select i1 %8, i32 -639, i32 0
  %10 = select i1 %7, i32 639, i32 %9
  %11 = sub nsw i32 1023, %10
  %12 = zext nneg i32 %11 to i64
  %13 = shl nuw nsw i64 %12, 52
  %14 = bitcast i64 %13 to double
  %15 = fmul double %5, %14
  %16 = fmul double %15, %15
  %17 = fmul double %6, %14
  %18 = fmul double %17, %17
  %19 = fadd double %16, %18
  %20 = call double @__simt_sqrt_f64(double %19)
  %21 = add nsw i32 %10, 1023
  %22 = zext nneg i32 %21 to i64
  %23 = shl nuw nsw i64 %22, 52
  %24 = bitcast i64 %23 to double
  %25 = fmul double %20, %24
  %26 = call double @llvm.fabs.f64(double %0)
  %27 = fcmp oeq double %26, 0x7FF0000000000000
  %28 = call double @llvm.fabs.f64(double %1)
  %29 = fcmp oeq double %28, 0x7FF0000000000000
  %30 = or i1 %27, %29
  %31 = fcmp uno double %0, %1
  %32 = fadd double %0, %1
  %33 = select i1 %31, double %32, double %25
  %34 = select i1 %30, double 0x7FF0000000000000, double %33
  ret double %34
}
define spir_func double @_Z4cbrtd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = call double @llvm.fabs.f64(double %2)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  br i1 %5, label %6, label %14
6:
  %7 = icmp eq i64 %4, 0
  br i1 %7, label %27, label %8
8:
  %9 = fmul double %2, 0x4330000000000000
  %10 = call double @llvm.fabs.f64(double %9)
  %11 = bitcast double %10 to i64
  %12 = lshr i64 %11, 52
  %13 = trunc nuw nsw i64 %12 to i32
  br label %18
14:
  %15 = icmp samesign ugt i64 %4, 9218868437227405311
  %16 = lshr i64 %4, 52
  %17 = trunc nuw nsw i64 %16 to i32
  br i1 %15, label %27, label %18
18:
  %19 = phi i32 [ %13, %8 ], [ %17, %14 ]
  %20 = phi i32 [ -1074, %8 ], [ -1022, %14 ]
  %21 = phi double [ %9, %8 ], [ %2, %14 ]
  %22 = bitcast double %21 to i64
  %23 = add nsw i32 %20, %19
  %24 = and i64 %22, -9218868437227405313
  %25 = or disjoint i64 %24, 4602678819172646912
  %26 = bitcast i64 %25 to double
  br label %27
27:
  %28 = phi i32 [ %23, %18 ], [ 0, %14 ], [ 0, %6 ]
  %29 = phi double [ %26, %18 ], [ %2, %14 ], [ %2, %6 ]
  %30 = mul nsw i32 %28, 21846
  %31 = add nsw i32 %30, 26215200
  %32 = lshr i32 %31, 16
  %33 = mul nuw nsw i32 %32, 4093
  %34 = add nsw i32 %28, 2223
  %35 = add nuw nsw i32 %34, %33
  %36 = zext nneg i32 %35 to i64
  %37 = shl i64 %36, 52
  %38 = bitcast i64 %37 to double
  %39 = fmul double %29, %38
  %40 = fptrunc double %39 to float
  %41 = bitcast float %40 to i32
  %42 = call i32 @__simt_mulh_u32(i32 %41, i32 1431655766)
  %43 = add i32 %42, 709965728
  %44 = bitcast i32 %43 to float
  br label %45
45:
  %46 = phi float [ %44, %27 ], [ %64, %45 ]
  %47 = phi i1 [ true, %27 ], [ false, %45 ]
  %48 = fmul float %46, %46
  %49 = fmul float %46, %48
  %50 = fsub float %40, %49
  %51 = fadd float %49, %49
  %52 = fadd float %51, %40
  %53 = call float @__simt_fabs_f32(float %52)
  %54 = fcmp ogt float %53, 0x45F0000000000000
  %55 = fcmp olt float %53, 0x39F0000000000000
  %56 = select i1 %55, float 0x41F0000000000000, float 1.000000e+00
  %57 = select i1 %54, float 0x3DF0000000000000, float %56
  %58 = fmul float %50, %57
  %59 = fmul float %52, %57
  %60 = call float @__simt_rcp_f32(float %59)
  %61 = fmul float %60, %58
  %62 = call float @__simt_corrected_f32(float %61, float %60, float %58, float %59)
  %63 = fmul float %46, %62
  %64 = fadd float %46, %63
  br i1 %47, label %45, label %65
65:
  %66 = fpext float %64 to double
  %67 = fmul double %66, %66
  %68 = fmul double %67, %66
  %69 = fsub double %39, %68
  %70 = fadd double %68, %68
  %71 = fadd double %39, %70
  %72 = call double @__simt_fdiv_f64(double %69, double %71)
  %73 = call double @llvm.fabs.f64(double %0)
  %74 = bitcast double %73 to i64
  %75 = icmp samesign ult i64 %74, 9218868437227405312
  %76 = fcmp une double %0, 0.000000e+00
  %77 = and i1 %76, %75
  br i1 %77, label %78, label %86
78:
  %79 = fmul double %72, %66
  %80 = fadd double %79, %66
  %81 = add nuw nsw i32 %32, 623
  %82 = zext nneg i32 %81 to i64
  %83 = shl nuw nsw i64 %82, 52
  %84 = bitcast i64 %83 to double
  %85 = fmul double %80, %84
  br label %88
86:
  %87 = call double @__simt_fabs_f64(double %0)
  br label %88
88:
  %89 = phi double [ %85, %78 ], [ %87, %86 ]
  %90 = call double @__simt_copysign_f64(double %89, double %0)
  ret double %90
}
define float @__simt_cube_root_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = call i32 @__simt_mulh_u32(i32 %2, i32 1431655766)
  %4 = add i32 %3, 709965728
  %5 = bitcast i32 %4 to float
  br label %7
6:
  ret float %26
7:
  %8 = phi float [ %5, %1 ], [ %26, %7 ]
  %9 = phi i1 [ true, %1 ], [ false, %7 ]
  %10 = fmul float %8, %8
  %11 = fmul float %8, %10
  %12 = fsub float %0, %11
  %13 = fadd float %11, %11
  %14 = fadd float %0, %13
  %15 = call float @__simt_fabs_f32(float %14)
  %16 = fcmp ogt float %15, 0x45F0000000000000
  %17 = fcmp olt float %15, 0x39F0000000000000
  %18 = select i1 %17, float 0x41F0000000000000, float 1.000000e+00
  %19 = select i1 %16, float 0x3DF0000000000000, float %18
  %20 = fmul float %12, %19
  %21 = fmul float %14, %19
  %22 = call float @__simt_rcp_f32(float %21)
  %23 = fmul float %22, %20
  %24 = call float @__simt_corrected_f32(float %23, float %22, float %20, float %21)
  %25 = fmul float %8, %24
  %26 = fadd float %8, %25
  br i1 %9, label %7, label %6
}
define spir_func double @_Z4sinhd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = call spir_func double @_Z5expm1d(double %2)
  %4 = fadd double %3, 1.000000e+00
  %5 = call double @__simt_fdiv_f64(double %3, double %4)
  %6 = fcmp olt double %2, 2.000000e+01
  br i1 %6, label %7, label %10
7:
  %8 = fadd double %3, %5
  %9 = fmul double %8, 5.000000e-01
  br label %55
10:
  %11 = fcmp ogt double %2, 7.110000e+02
  %12 = select i1 %11, double 7.110000e+02, double %2
  %13 = fmul double %12, 0x3FF71547652B82FE
  %14 = call double @__simt_rint_f64(double %13)
  %15 = fmul double %14, 0x3FE62E42FEFA3800
  %16 = fsub double %12, %15
  %17 = fmul double %14, 0x3D2EF35793C76730
  %18 = fsub double %16, %17
  %19 = fmul double %18, %18
  %20 = fmul double %18, 0x3E5AD6D9767C6D0B
  %21 = fadd double %20, 0x3E928B0BD1CA0367
  %22 = fmul double %18, %21
  %23 = fadd double %22, 0x3EC71DF370E20402
  %24 = fmul double %18, %23
  %25 = fadd double %24, 0x3EFA01996C6186A4
  %26 = fmul double %18, %25
  %27 = fadd double %26, 0x3F2A01A011F8F4E6
  %28 = fmul double %18, %27
  %29 = fadd double %28, 0x3F56C16C1853BAF0
  %30 = fmul double %18, %29
  %31 = fadd double %30, 0x3F8111111112A3C8
  %32 = fmul double %18, %31
  %33 = fadd double %32, 0x3FA5555555550481
  %34 = fmul double %18, %33
  %35 = fadd double %34, 0x3FC55555555554EE
  %36 = fmul double %18, %35
  %37 = fadd double %36, 0x3FE000000000000A
  %38 = fmul double %19, %37
  %39 = fadd double %18, %38
  %40 = fadd double %39, 1.000000e+00
  %41 = call i32 @__simt_fptosi_f64_i32(double %14)
  %42 = add nsw i32 %41, -1
  %43 = ashr i32 %42, 1
  %44 = add nsw i32 %43, 1023
  %45 = zext i32 %44 to i64
  %46 = shl i64 %45, 52
  %47 = bitcast i64 %46 to double
  %48 = fmul double %40, %47
  %49 = add i32 %41, 1022
  %50 = sub i32 %49, %43
  %51 = zext i32 %50 to i64
  %52 = shl i64 %51, 52
  %53 = bitcast i64 %52 to double
  %54 = fmul double %48, %53
  br label %55
55:
  %56 = phi double [ %9, %7 ], [ %54, %10 ]
  %57 = call double @__simt_copysign_f64(double %56, double %0)
  ret double %57
}
define spir_func double @_Z4coshd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ogt double %2, 7.110000e+02
  %4 = fcmp olt double %2, -7.470000e+02
  %5 = select i1 %4, double -7.470000e+02, double %2
  %6 = select i1 %3, double 7.110000e+02, double %5
  %7 = fmul double %6, 0x3FF71547652B82FE
  %8 = call double @__simt_rint_f64(double %7)
  %9 = fmul double %8, 0x3FE62E42FEFA3800
  %10 = fsub double %6, %9
  %11 = fmul double %8, 0x3D2EF35793C76730
  %12 = fsub double %10, %11
  %13 = fmul double %12, %12
  %14 = fmul double %12, 0x3E5AD6D9767C6D0B
  %15 = fadd double %14, 0x3E928B0BD1CA0367
  %16 = fmul double %12, %15
  %17 = fadd double %16, 0x3EC71DF370E20402
  %18 = fmul double %12, %17
  %19 = fadd double %18, 0x3EFA01996C6186A4
  %20 = fmul double %12, %19
  %21 = fadd double %20, 0x3F2A01A011F8F4E6
  %22 = fmul double %12, %21
  %23 = fadd double %22, 0x3F56C16C1853BAF0
  %24 = fmul double %12, %23
  %25 = fadd double %24, 0x3F8111111112A3C8
  %26 = fmul double %12, %25
  %27 = fadd double %26, 0x3FA5555555550481
  %28 = fmul double %12, %27
  %29 = fadd double %28, 0x3FC55555555554EE
  %30 = fmul double %12, %29
  %31 = fadd double %30, 0x3FE000000000000A
  %32 = fmul double %13, %31
  %33 = fadd double %12, %32
  %34 = fadd double %33, 1.000000e+00
  %35 = call i32 @__simt_fptosi_f64_i32(double %8)
  %36 = add nsw i32 %35, -1
  %37 = ashr i32 %36, 1
  %38 = add nsw i32 %37, 1023
  %39 = zext i32 %38 to i64
  %40 = shl i64 %39, 52
  %41 = bitcast i64 %40 to double
  %42 = fmul double %34, %41
  %43 = add i32 %35, 1022
  %44 = sub i32 %43, %37
  %45 = zext i32 %44 to i64
  %46 = shl i64 %45, 52
  %47 = bitcast i64 %46 to double
  %48 = fmul double %42, %47
  %49 = call double @__simt_fdiv_f64(double 2.500000e-01, double %48)
  %50 = fadd double %49, %48
  ret double %50
}
define spir_func double @_Z4tanhd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ogt double %2, 2.000000e+01
  %4 = select i1 %3, double 2.000000e+01, double %2
  %5 = fmul double %4, 2.000000e+00
  %6 = call spir_func double @_Z5expm1d(double %5)
  %7 = fadd double %6, 2.000000e+00
  %8 = call double @__simt_fdiv_f64(double %6, double %7)
  %9 = call double @__simt_copysign_f64(double %8, double %0)
  ret double %9
}
define spir_func double @_Z5asinhd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ogt double %2, 0x41D0000000000000
  br i1 %3, label %4, label %7
4:
  %5 = call double @__simt_log_f64(double %2)
  %6 = fadd double %5, 0x3FE62E42FEFA39EF
  br label %15
7:
  %8 = fmul double %2, %2
  %9 = fadd double %8, 1.000000e+00
  %10 = call double @__simt_sqrt_f64(double %9)
  %11 = fadd double %10, 1.000000e+00
  %12 = call double @__simt_fdiv_f64(double %8, double %11)
  %13 = fadd double %2, %12
  %14 = call spir_func double @_Z5log1pd(double %13)
  br label %15
15:
  %16 = phi double [ %6, %4 ], [ %14, %7 ]
  %17 = call double @__simt_copysign_f64(double %16, double %0)
  ret double %17
}
define spir_func double @_Z5acoshd(double %0) {
  %2 = fadd double %0, -1.000000e+00
  %3 = fcmp ogt double %0, 0x41D0000000000000
  br i1 %3, label %4, label %7
4:
  %5 = call double @__simt_log_f64(double %0)
  %6 = fadd double %5, 0x3FE62E42FEFA39EF
  br label %16
7:
  %8 = fcmp ult double %2, 0.000000e+00
  br i1 %8, label %16, label %9
9:
  %10 = fmul double %2, 2.000000e+00
  %11 = fmul double %2, %2
  %12 = fadd double %10, %11
  %13 = call double @__simt_sqrt_f64(double %12)
  %14 = fadd double %2, %13
  %15 = call spir_func double @_Z5log1pd(double %14)
  br label %16
16:
  %17 = phi double [ %6, %4 ], [ %15, %9 ], [ 0x7FF8000000000000, %7 ]
  ret double %17
}
define spir_func double @_Z5atanhd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fmul double %2, 2.000000e+00
  %4 = fsub double 1.000000e+00, %2
  %5 = call double @__simt_fdiv_f64(double %3, double %4)
  %6 = call spir_func double @_Z5log1pd(double %5)
  %7 = fmul double %6, 5.000000e-01
  %8 = call double @__simt_copysign_f64(double %7, double %0)
  ret double %8
}
define double @__simt_soft_sin_f64(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ult double %2, 1.000000e+06
  br i1 %3, label %4, label %16
4:
  %5 = fmul double %0, 0x3FE45F306DC9C883
  %6 = call double @__simt_rint_f64(double %5)
  %7 = fmul double %6, 0x3FF921FB54400000
  %8 = fsub double %0, %7
  %9 = fmul double %6, 0x3DD0B4611A600000
  %10 = fsub double %8, %9
  %11 = fmul double %6, 0x3BA3198A2E000000
  %12 = fsub double %10, %11
  %13 = fmul double %6, 0x397B839A252049C1
  %14 = fsub double %12, %13
  %15 = call i32 @__simt_fptosi_f64_i32(double %6)
  br label %172
16:
  %17 = fcmp ueq double %2, 0x7FF0000000000000
  br i1 %17, label %18, label %20
18:
  %19 = fsub double %2, %2
  br label %172
20:
  %21 = bitcast double %2 to i64
  %22 = lshr i64 %21, 52
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = add nsw i32 %23, -1013
  %25 = ashr i32 %24, 5
  %26 = and i32 %24, 31
  %27 = getelementptr inbounds i32, ptr addrspace(2) @two_over_pi, i32 %25
  %28 = load i32, ptr addrspace(2) %27, align 4
  %29 = getelementptr i8, ptr addrspace(2) %27, i32 4
  %30 = load i32, ptr addrspace(2) %29, align 4
  %31 = icmp eq i32 %26, 0
  %32 = call i32 @llvm.fshl.i32(i32 %28, i32 %30, i32 %24)
  %33 = select i1 %31, i32 %28, i32 %32
  %34 = getelementptr i8, ptr addrspace(2) %27, i32 8
  %35 = load i32, ptr addrspace(2) %34, align 4
  %36 = call i32 @llvm.fshl.i32(i32 %30, i32 %35, i32 %24)
  %37 = select i1 %31, i32 %30, i32 %36
  %38 = getelementptr i8, ptr addrspace(2) %27, i32 12
  %39 = load i32, ptr addrspace(2) %38, align 4
  %40 = call i32 @llvm.fshl.i32(i32 %35, i32 %39, i32 %24)
  %41 = select i1 %31, i32 %35, i32 %40
  %42 = getelementptr i8, ptr addrspace(2) %27, i32 16
  %43 = load i32, ptr addrspace(2) %42, align 4
  %44 = call i32 @llvm.fshl.i32(i32 %39, i32 %43, i32 %24)
  %45 = select i1 %31, i32 %39, i32 %44
  %46 = getelementptr i8, ptr addrspace(2) %27, i32 20
  %47 = load i32, ptr addrspace(2) %46, align 4
  %48 = call i32 @llvm.fshl.i32(i32 %43, i32 %47, i32 %24)
  %49 = select i1 %31, i32 %43, i32 %48
  %50 = getelementptr i8, ptr addrspace(2) %27, i32 24
  %51 = load i32, ptr addrspace(2) %50, align 4
  %52 = call i32 @llvm.fshl.i32(i32 %47, i32 %51, i32 %24)
  %53 = select i1 %31, i32 %47, i32 %52
  %54 = trunc i64 %21 to i32
  %55 = lshr i64 %21, 32
  %56 = trunc nuw i64 %55 to i32
  %57 = and i32 %56, 1048575
  %58 = or disjoint i32 %57, 1048576
  %59 = call i32 @__simt_mulh_u32(i32 %58, i32 %53)
  %60 = zext i32 %59 to i64
  %61 = shl nuw i64 %60, 32
  %62 = mul i32 %53, %58
  %63 = zext i32 %62 to i64
  %64 = call i32 @__simt_mulh_u32(i32 %54, i32 %53)
  %65 = zext i32 %64 to i64
  %66 = mul i32 %49, %54
  %67 = zext i32 %66 to i64
  %68 = or disjoint i64 %61, %65
  %69 = add i64 %68, %67
  %70 = add i64 %69, %63
  %71 = call i32 @__simt_mulh_u32(i32 %54, i32 %45)
  %72 = zext i32 %71 to i64
  %73 = shl nuw i64 %72, 32
  %74 = mul i32 %45, %54
  %75 = zext i32 %74 to i64
  %76 = or disjoint i64 %73, %75
  %77 = call i32 @__simt_mulh_u32(i32 %54, i32 %49)
  %78 = zext i32 %77 to i64
  %79 = add i64 %76, %78
  %80 = lshr i64 %70, 32
  %81 = add i64 %79, %80
  %82 = call i32 @__simt_mulh_u32(i32 %58, i32 %49)
  %83 = zext i32 %82 to i64
  %84 = mul i32 %49, %58
  %85 = zext i32 %84 to i64
  %86 = and i64 %81, 4294967295
  %87 = add nuw nsw i64 %86, %85
  %88 = lshr i64 %81, 32
  %89 = add nuw nsw i64 %88, %83
  %90 = lshr i64 %87, 32
  %91 = add nuw nsw i64 %89, %90
  %92 = call i32 @__simt_mulh_u32(i32 %54, i32 %41)
  %93 = zext i32 %92 to i64
  %94 = mul i32 %41, %54
  %95 = zext i32 %94 to i64
  %96 = call i32 @__simt_mulh_u32(i32 %58, i32 %45)
  %97 = zext i32 %96 to i64
  %98 = mul i32 %45, %58
  %99 = zext i32 %98 to i64
  %100 = and i64 %91, 4294967295
  %101 = add nuw nsw i64 %99, %95
  %102 = add nuw nsw i64 %101, %100
  %103 = lshr i64 %91, 32
  %104 = lshr i64 %102, 32
  %105 = call i32 @__simt_mulh_u32(i32 %54, i32 %37)
  %106 = zext i32 %105 to i64
  %107 = mul i32 %37, %54
  %108 = zext i32 %107 to i64
  %109 = call i32 @__simt_mulh_u32(i32 %58, i32 %41)
  %110 = zext i32 %109 to i64
  %111 = mul i32 %41, %58
  %112 = zext i32 %111 to i64
  %113 = mul i32 %33, %54
  %114 = mul i32 %37, %58
  %115 = add i32 %114, %113
  %116 = zext i32 %115 to i64
  %117 = shl nuw i64 %116, 32
  %118 = add nuw nsw i64 %112, %108
  %119 = add i64 %118, %117
  %120 = add i64 %119, %93
  %121 = add i64 %120, %97
  %122 = add nuw nsw i64 %106, %110
  %123 = shl i64 %122, 32
  %124 = add i64 %123, %121
  %125 = add i64 %124, %103
  %126 = add i64 %125, %104
  %127 = lshr i64 %126, 62
  %128 = trunc nuw nsw i64 %127 to i32
  %129 = shl i64 %126, 2
  %130 = lshr i64 %102, 30
  %131 = and i64 %130, 3
  %132 = or disjoint i64 %129, %131
  %133 = shl i64 %102, 34
  %134 = shl nuw nsw i64 %87, 2
  %135 = and i64 %134, 17179869180
  %136 = or disjoint i64 %133, %135
  %137 = icmp slt i64 %129, 0
  %138 = lshr i64 %129, 63
  %139 = trunc nuw nsw i64 %138 to i32
  %140 = add nuw nsw i32 %139, %128
  %141 = xor i64 %132, -1
  %142 = icmp eq i64 %136, 0
  %143 = zext i1 %142 to i64
  %144 = add nuw i64 %141, %143
  %145 = select i1 %137, i64 %144, i64 %132
  %146 = sub i64 0, %136
  %147 = select i1 %137, i64 %146, i64 %136
  %148 = lshr i64 %145, 32
  %149 = trunc nuw i64 %148 to i32
  %150 = uitofp i32 %149 to double
  %151 = fmul double %150, 0x41F0000000000000
  %152 = trunc i64 %145 to i32
  %153 = uitofp i32 %152 to double
  %154 = fadd double %151, %153
  %155 = lshr i64 %147, 32
  %156 = trunc nuw i64 %155 to i32
  %157 = uitofp i32 %156 to double
  %158 = fmul double %157, 0x41F0000000000000
  %159 = trunc i64 %147 to i32
  %160 = uitofp i32 %159 to double
  %161 = fadd double %158, %160
  %162 = fmul double %161, 0x3BF0000000000000
  %163 = fadd double %154, %162
  %164 = fmul double %163, 0x3BF921FB54442D18
  %165 = fcmp olt double %0, 0.000000e+00
  %166 = zext i1 %165 to i32
  %167 = icmp eq i32 %139, %166
  %168 = fneg double %164
  %169 = select i1 %167, double %164, double %168
  %170 = sub nsw i32 0, %140
  %171 = select i1 %165, i32 %170, i32 %140
  br label %172
172:
  %173 = phi double [ %14, %4 ], [ %19, %18 ], [ %169, %20 ]
  %174 = phi i32 [ %15, %4 ], [ 0, %18 ], [ %171, %20 ]
  %175 = fcmp oeq double %0, 0.000000e+00
  br i1 %175, label %223, label %176
176:
  %177 = and i32 %174, 1
  %178 = icmp eq i32 %177, 0
  %179 = fmul double %173, %173
  br i1 %178, label %201, label %180
180:
  %181 = fmul double %179, 5.000000e-01
  %182 = fsub double 1.000000e+00, %181
  %183 = fsub double 1.000000e+00, %182
  %184 = fsub double %183, %181
  %185 = fmul double %179, %179
  %186 = fmul double %179, 0x3D29E12D9067D68E
  %187 = fadd double %186, 0xBDA9374FA407EC41
  %188 = fmul double %179, %187
  %189 = fadd double %188, 0x3E21EED6FE4864EB
  %190 = fmul double %179, %189
  %191 = fadd double %190, 0xBE927E4FB5A52D94
  %192 = fmul double %179, %191
  %193 = fadd double %192, 0x3EFA01A019FFCC9D
  %194 = fmul double %179, %193
  %195 = fadd double %194, 0xBF56C16C16C16B30
  %196 = fmul double %179, %195
  %197 = fadd double %196, 0x3FA5555555555555
  %198 = fmul double %185, %197
  %199 = fadd double %184, %198
  %200 = fadd double %182, %199
  br label %217
201:
  %202 = fmul double %179, 0x3D6A1312C2563249
  %203 = fsub double 0x3DE610BF57F765E1, %202
  %204 = fmul double %179, %203
  %205 = fadd double %204, 0xBE5AE642F6A4CF48
  %206 = fmul double %179, %205
  %207 = fadd double %206, 0x3EC71DE3A35A8913
  %208 = fmul double %179, %207
  %209 = fadd double %208, 0xBF2A01A019FFF839
  %210 = fmul double %179, %209
  %211 = fadd double %210, 0x3F8111111111106D
  %212 = fmul double %179, %211
  %213 = fadd double %212, 0xBFC5555555555555
  %214 = fmul double %179, %213
  %215 = fmul double %173, %214
  %216 = fadd double %173, %215
  br label %217
217:
  %218 = phi double [ %200, %180 ], [ %216, %201 ]
  %219 = and i32 %174, 2
  %220 = icmp eq i32 %219, 0
  %221 = fneg double %218
  %222 = select i1 %220, double %218, double %221
  br label %223
223:
  %224 = phi double [ %222, %217 ], [ %0, %172 ]
  ret double %224
}
define double @__simt_soft_cos_f64(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ult double %2, 1.000000e+06
  br i1 %3, label %4, label %16
4:
  %5 = fmul double %0, 0x3FE45F306DC9C883
  %6 = call double @__simt_rint_f64(double %5)
  %7 = fmul double %6, 0x3FF921FB54400000
  %8 = fsub double %0, %7
  %9 = fmul double %6, 0x3DD0B4611A600000
  %10 = fsub double %8, %9
  %11 = fmul double %6, 0x3BA3198A2E000000
  %12 = fsub double %10, %11
  %13 = fmul double %6, 0x397B839A252049C1
  %14 = fsub double %12, %13
  %15 = call i32 @__simt_fptosi_f64_i32(double %6)
  br label %172
16:
  %17 = fcmp ueq double %2, 0x7FF0000000000000
  br i1 %17, label %18, label %20
18:
  %19 = fsub double %2, %2
  br label %178
20:
  %21 = bitcast double %2 to i64
  %22 = lshr i64 %21, 52
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = add nsw i32 %23, -1013
  %25 = ashr i32 %24, 5
  %26 = and i32 %24, 31
  %27 = getelementptr inbounds i32, ptr addrspace(2) @two_over_pi, i32 %25
  %28 = load i32, ptr addrspace(2) %27, align 4
  %29 = getelementptr i8, ptr addrspace(2) %27, i32 4
  %30 = load i32, ptr addrspace(2) %29, align 4
  %31 = icmp eq i32 %26, 0
  %32 = call i32 @llvm.fshl.i32(i32 %28, i32 %30, i32 %24)
  %33 = select i1 %31, i32 %28, i32 %32
  %34 = getelementptr i8, ptr addrspace(2) %27, i32 8
  %35 = load i32, ptr addrspace(2) %34, align 4
  %36 = call i32 @llvm.fshl.i32(i32 %30, i32 %35, i32 %24)
  %37 = select i1 %31, i32 %30, i32 %36
  %38 = getelementptr i8, ptr addrspace(2) %27, i32 12
  %39 = load i32, ptr addrspace(2) %38, align 4
  %40 = call i32 @llvm.fshl.i32(i32 %35, i32 %39, i32 %24)
  %41 = select i1 %31, i32 %35, i32 %40
  %42 = getelementptr i8, ptr addrspace(2) %27, i32 16
  %43 = load i32, ptr addrspace(2) %42, align 4
  %44 = call i32 @llvm.fshl.i32(i32 %39, i32 %43, i32 %24)
  %45 = select i1 %31, i32 %39, i32 %44
  %46 = getelementptr i8, ptr addrspace(2) %27, i32 20
  %47 = load i32, ptr addrspace(2) %46, align 4
  %48 = call i32 @llvm.fshl.i32(i32 %43, i32 %47, i32 %24)
  %49 = select i1 %31, i32 %43, i32 %48
  %50 = getelementptr i8, ptr addrspace(2) %27, i32 24
  %51 = load i32, ptr addrspace(2) %50, align 4
  %52 = call i32 @llvm.fshl.i32(i32 %47, i32 %51, i32 %24)
  %53 = select i1 %31, i32 %47, i32 %52
  %54 = trunc i64 %21 to i32
  %55 = lshr i64 %21, 32
  %56 = trunc nuw i64 %55 to i32
  %57 = and i32 %56, 1048575
  %58 = or disjoint i32 %57, 1048576
  %59 = call i32 @__simt_mulh_u32(i32 %58, i32 %53)
  %60 = zext i32 %59 to i64
  %61 = shl nuw i64 %60, 32
  %62 = mul i32 %53, %58
  %63 = zext i32 %62 to i64
  %64 = call i32 @__simt_mulh_u32(i32 %54, i32 %53)
  %65 = zext i32 %64 to i64
  %66 = mul i32 %49, %54
  %67 = zext i32 %66 to i64
  %68 = or disjoint i64 %61, %65
  %69 = add i64 %68, %67
  %70 = add i64 %69, %63
  %71 = call i32 @__simt_mulh_u32(i32 %54, i32 %45)
  %72 = zext i32 %71 to i64
  %73 = shl nuw i64 %72, 32
  %74 = mul i32 %45, %54
  %75 = zext i32 %74 to i64
  %76 = or disjoint i64 %73, %75
  %77 = call i32 @__simt_mulh_u32(i32 %54, i32 %49)
  %78 = zext i32 %77 to i64
  %79 = add i64 %76, %78
  %80 = lshr i64 %70, 32
  %81 = add i64 %79, %80
  %82 = call i32 @__simt_mulh_u32(i32 %58, i32 %49)
  %83 = zext i32 %82 to i64
  %84 = mul i32 %49, %58
  %85 = zext i32 %84 to i64
  %86 = and i64 %81, 4294967295
  %87 = add nuw nsw i64 %86, %85
  %88 = lshr i64 %81, 32
  %89 = add nuw nsw i64 %88, %83
  %90 = lshr i64 %87, 32
  %91 = add nuw nsw i64 %89, %90
  %92 = call i32 @__simt_mulh_u32(i32 %54, i32 %41)
  %93 = zext i32 %92 to i64
  %94 = mul i32 %41, %54
  %95 = zext i32 %94 to i64
  %96 = call i32 @__simt_mulh_u32(i32 %58, i32 %45)
  %97 = zext i32 %96 to i64
  %98 = mul i32 %45, %58
  %99 = zext i32 %98 to i64
  %100 = and i64 %91, 4294967295
  %101 = add nuw nsw i64 %99, %95
  %102 = add nuw nsw i64 %101, %100
  %103 = lshr i64 %91, 32
  %104 = lshr i64 %102, 32
  %105 = call i32 @__simt_mulh_u32(i32 %54, i32 %37)
  %106 = zext i32 %105 to i64
  %107 = mul i32 %37, %54
  %108 = zext i32 %107 to i64
  %109 = call i32 @__simt_mulh_u32(i32 %58, i32 %41)
  %110 = zext i32 %109 to i64
  %111 = mul i32 %41, %58
  %112 = zext i32 %111 to i64
  %113 = mul i32 %33, %54
  %114 = mul i32 %37, %58
  %115 = add i32 %114, %113
  %116 = zext i32 %115 to i64
  %117 = shl nuw i64 %116, 32
  %118 = add nuw nsw i64 %112, %108
  %119 = add i64 %118, %117
  %120 = add i64 %119, %93
  %121 = add i64 %120, %97
  %122 = add nuw nsw i64 %106, %110
  %123 = shl i64 %122, 32
  %124 = add i64 %123, %121
  %125 = add i64 %124, %103
  %126 = add i64 %125, %104
  %127 = lshr i64 %126, 62
  %128 = trunc nuw nsw i64 %127 to i32
  %129 = shl i64 %126, 2
  %130 = lshr i64 %102, 30
  %131 = and i64 %130, 3
  %132 = or disjoint i64 %129, %131
  %133 = shl i64 %102, 34
  %134 = shl nuw nsw i64 %87, 2
  %135 = and i64 %134, 17179869180
  %136 = or disjoint i64 %133, %135
  %137 = icmp slt i64 %129, 0
  %138 = lshr i64 %129, 63
  %139 = trunc nuw nsw i64 %138 to i32
  %140 = add nuw nsw i32 %139, %128
  %141 = xor i64 %132, -1
  %142 = icmp eq i64 %136, 0
  %143 = zext i1 %142 to i64
  %144 = add nuw i64 %141, %143
  %145 = select i1 %137, i64 %144, i64 %132
  %146 = sub i64 0, %136
  %147 = select i1 %137, i64 %146, i64 %136
  %148 = lshr i64 %145, 32
  %149 = trunc nuw i64 %148 to i32
  %150 = uitofp i32 %149 to double
  %151 = fmul double %150, 0x41F0000000000000
  %152 = trunc i64 %145 to i32
  %153 = uitofp i32 %152 to double
  %154 = fadd double %151, %153
  %155 = lshr i64 %147, 32
  %156 = trunc nuw i64 %155 to i32
  %157 = uitofp i32 %156 to double
  %158 = fmul double %157, 0x41F0000000000000
  %159 = trunc i64 %147 to i32
  %160 = uitofp i32 %159 to double
  %161 = fadd double %158, %160
  %162 = fmul double %161, 0x3BF0000000000000
  %163 = fadd double %154, %162
  %164 = fmul double %163, 0x3BF921FB54442D18
  %165 = fcmp olt double %0, 0.000000e+00
  %166 = zext i1 %165 to i32
  %167 = icmp eq i32 %139, %166
  %168 = fneg double %164
  %169 = select i1 %167, double %164, double %168
  %170 = sub nsw i32 0, %140
  %171 = select i1 %165, i32 %170, i32 %140
  br label %172
172:
  %173 = phi double [ %14, %4 ], [ %169, %20 ]
  %174 = phi i32 [ %15, %4 ], [ %171, %20 ]
  %175 = add nsw i32 %174, 1
  %176 = and i32 %174, 1
  %177 = icmp eq i32 %176, 0
  br i1 %177, label %178, label %202
178:
  %179 = phi i32 [ 1, %18 ], [ %175, %172 ]
  %180 = phi double [ %19, %18 ], [ %173, %172 ]
  %181 = fmul double %180, %180
  %182 = fmul double %181, 5.000000e-01
  %183 = fsub double 1.000000e+00, %182
  %184 = fsub double 1.000000e+00, %183
  %185 = fsub double %184, %182
  %186 = fmul double %181, %181
  %187 = fmul double %181, 0x3D29E12D9067D68E
  %188 = fadd double %187, 0xBDA9374FA407EC41
  %189 = fmul double %181, %188
  %190 = fadd double %189, 0x3E21EED6FE4864EB
  %191 = fmul double %181, %190
  %192 = fadd double %191, 0xBE927E4FB5A52D94
  %193 = fmul double %181, %192
  %194 = fadd double %193, 0x3EFA01A019FFCC9D
  %195 = fmul double %181, %194
  %196 = fadd double %195, 0xBF56C16C16C16B30
  %197 = fmul double %181, %196
  %198 = fadd double %197, 0x3FA5555555555555
  %199 = fmul double %186, %198
  %200 = fadd double %185, %199
  %201 = fadd double %183, %200
  br label %219
202:
  %203 = fmul double %173, %173
  %204 = fmul double %203, 0x3D6A1312C2563249
  %205 = fsub double 0x3DE610BF57F765E1, %204
  %206 = fmul double %203, %205
  %207 = fadd double %206, 0xBE5AE642F6A4CF48
  %208 = fmul double %203, %207
  %209 = fadd double %208, 0x3EC71DE3A35A8913
  %210 = fmul double %203, %209
  %211 = fadd double %210, 0xBF2A01A019FFF839
  %212 = fmul double %203, %211
  %213 = fadd double %212, 0x3F8111111111106D
  %214 = fmul double %203, %213
  %215 = fadd double %214, 0xBFC5555555555555
  %216 = fmul double %203, %215
  %217 = fmul double %173, %216
  %218 = fadd double %173, %217
  br label %219
219:
  %220 = phi i32 [ %179, %178 ], [ %175, %202 ]
  %221 = phi double [ %201, %178 ], [ %218, %202 ]
  %222 = and i32 %220, 2
  %223 = icmp eq i32 %222, 0
  %224 = fneg double %221
  %225 = select i1 %223, double %221, double %224
  ret double %225
}
define spir_func double @_Z3tand(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ult double %2, 1.000000e+06
  br i1 %3, label %4, label %16
4:
  %5 = fmul double %0, 0x3FE45F306DC9C883
  %6 = call double @__simt_rint_f64(double %5)
  %7 = fmul double %6, 0x3FF921FB54400000
  %8 = fsub double %0, %7
  %9 = fmul double %6, 0x3DD0B4611A600000
  %10 = fsub double %8, %9
  %11 = fmul double %6, 0x3BA3198A2E000000
  %12 = fsub double %10, %11
  %13 = fmul double %6, 0x397B839A252049C1
  %14 = fsub double %12, %13
  %15 = call i32 @__simt_fptosi_f64_i32(double %6)
  br label %172
16:
  %17 = fcmp ueq double %2, 0x7FF0000000000000
  br i1 %17, label %18, label %20
18:
  %19 = fsub double %2, %2
  br label %172
20:
  %21 = bitcast double %2 to i64
  %22 = lshr i64 %21, 52
  %23 = trunc nuw nsw i64 %22 to i32
  %24 = add nsw i32 %23, -1013
  %25 = ashr i32 %24, 5
  %26 = and i32 %24, 31
  %27 = getelementptr inbounds i32, ptr addrspace(2) @two_over_pi, i32 %25
  %28 = load i32, ptr addrspace(2) %27, align 4
  %29 = getelementptr i8, ptr addrspace(2) %27, i32 4
  %30 = load i32, ptr addrspace(2) %29, align 4
  %31 = icmp eq i32 %26, 0
  %32 = call i32 @llvm.fshl.i32(i32 %28, i32 %30, i32 %24)
  %33 = select i1 %31, i32 %28, i32 %32
  %34 = getelementptr i8, ptr addrspace(2) %27, i32 8
  %35 = load i32, ptr addrspace(2) %34, align 4
  %36 = call i32 @llvm.fshl.i32(i32 %30, i32 %35, i32 %24)
  %37 = select i1 %31, i32 %30, i32 %36
  %38 = getelementptr i8, ptr addrspace(2) %27, i32 12
  %39 = load i32, ptr addrspace(2) %38, align 4
  %40 = call i32 @llvm.fshl.i32(i32 %35, i32 %39, i32 %24)
  %41 = select i1 %31, i32 %35, i32 %40
  %42 = getelementptr i8, ptr addrspace(2) %27, i32 16
  %43 = load i32, ptr addrspace(2) %42, align 4
  %44 = call i32 @llvm.fshl.i32(i32 %39, i32 %43, i32 %24)
  %45 = select i1 %31, i32 %39, i32 %44
  %46 = getelementptr i8, ptr addrspace(2) %27, i32 20
  %47 = load i32, ptr addrspace(2) %46, align 4
  %48 = call i32 @llvm.fshl.i32(i32 %43, i32 %47, i32 %24)
  %49 = select i1 %31, i32 %43, i32 %48
  %50 = getelementptr i8, ptr addrspace(2) %27, i32 24
  %51 = load i32, ptr addrspace(2) %50, align 4
  %52 = call i32 @llvm.fshl.i32(i32 %47, i32 %51, i32 %24)
  %53 = select i1 %31, i32 %47, i32 %52
  %54 = trunc i64 %21 to i32
  %55 = lshr i64 %21, 32
  %56 = trunc nuw i64 %55 to i32
  %57 = and i32 %56, 1048575
  %58 = or disjoint i32 %57, 1048576
  %59 = call i32 @__simt_mulh_u32(i32 %58, i32 %53)
  %60 = zext i32 %59 to i64
  %61 = shl nuw i64 %60, 32
  %62 = mul i32 %53, %58
  %63 = zext i32 %62 to i64
  %64 = call i32 @__simt_mulh_u32(i32 %54, i32 %53)
  %65 = zext i32 %64 to i64
  %66 = mul i32 %49, %54
  %67 = zext i32 %66 to i64
  %68 = or disjoint i64 %61, %65
  %69 = add i64 %68, %67
  %70 = add i64 %69, %63
  %71 = call i32 @__simt_mulh_u32(i32 %54, i32 %45)
  %72 = zext i32 %71 to i64
  %73 = shl nuw i64 %72, 32
  %74 = mul i32 %45, %54
  %75 = zext i32 %74 to i64
  %76 = or disjoint i64 %73, %75
  %77 = call i32 @__simt_mulh_u32(i32 %54, i32 %49)
  %78 = zext i32 %77 to i64
  %79 = add i64 %76, %78
  %80 = lshr i64 %70, 32
  %81 = add i64 %79, %80
  %82 = call i32 @__simt_mulh_u32(i32 %58, i32 %49)
  %83 = zext i32 %82 to i64
  %84 = mul i32 %49, %58
  %85 = zext i32 %84 to i64
  %86 = and i64 %81, 4294967295
  %87 = add nuw nsw i64 %86, %85
  %88 = lshr i64 %81, 32
  %89 = add nuw nsw i64 %88, %83
  %90 = lshr i64 %87, 32
  %91 = add nuw nsw i64 %89, %90
  %92 = call i32 @__simt_mulh_u32(i32 %54, i32 %41)
  %93 = zext i32 %92 to i64
  %94 = mul i32 %41, %54
  %95 = zext i32 %94 to i64
  %96 = call i32 @__simt_mulh_u32(i32 %58, i32 %45)
  %97 = zext i32 %96 to i64
  %98 = mul i32 %45, %58
  %99 = zext i32 %98 to i64
  %100 = and i64 %91, 4294967295
  %101 = add nuw nsw i64 %99, %95
  %102 = add nuw nsw i64 %101, %100
  %103 = lshr i64 %91, 32
  %104 = lshr i64 %102, 32
  %105 = call i32 @__simt_mulh_u32(i32 %54, i32 %37)
  %106 = zext i32 %105 to i64
  %107 = mul i32 %37, %54
  %108 = zext i32 %107 to i64
  %109 = call i32 @__simt_mulh_u32(i32 %58, i32 %41)
  %110 = zext i32 %109 to i64
  %111 = mul i32 %41, %58
  %112 = zext i32 %111 to i64
  %113 = mul i32 %33, %54
  %114 = mul i32 %37, %58
  %115 = add i32 %114, %113
  %116 = zext i32 %115 to i64
  %117 = shl nuw i64 %116, 32
  %118 = add nuw nsw i64 %112, %108
  %119 = add i64 %118, %117
  %120 = add i64 %119, %93
  %121 = add i64 %120, %97
  %122 = add nuw nsw i64 %106, %110
  %123 = shl i64 %122, 32
  %124 = add i64 %123, %121
  %125 = add i64 %124, %103
  %126 = add i64 %125, %104
  %127 = lshr i64 %126, 62
  %128 = trunc nuw nsw i64 %127 to i32
  %129 = shl i64 %126, 2
  %130 = lshr i64 %102, 30
  %131 = and i64 %130, 3
  %132 = or disjoint i64 %129, %131
  %133 = shl i64 %102, 34
  %134 = shl nuw nsw i64 %87, 2
  %135 = and i64 %134, 17179869180
  %136 = or disjoint i64 %133, %135
  %137 = icmp slt i64 %129, 0
  %138 = lshr i64 %129, 63
  %139 = trunc nuw nsw i64 %138 to i32
  %140 = add nuw nsw i32 %139, %128
  %141 = xor i64 %132, -1
  %142 = icmp eq i64 %136, 0
  %143 = zext i1 %142 to i64
  %144 = add nuw i64 %141, %143
  %145 = select i1 %137, i64 %144, i64 %132
  %146 = sub i64 0, %136
  %147 = select i1 %137, i64 %146, i64 %136
  %148 = lshr i64 %145, 32
  %149 = trunc nuw i64 %148 to i32
  %150 = uitofp i32 %149 to double
  %151 = fmul double %150, 0x41F0000000000000
  %152 = trunc i64 %145 to i32
  %153 = uitofp i32 %152 to double
  %154 = fadd double %151, %153
  %155 = lshr i64 %147, 32
  %156 = trunc nuw i64 %155 to i32
  %157 = uitofp i32 %156 to double
  %158 = fmul double %157, 0x41F0000000000000
  %159 = trunc i64 %147 to i32
  %160 = uitofp i32 %159 to double
  %161 = fadd double %158, %160
  %162 = fmul double %161, 0x3BF0000000000000
  %163 = fadd double %154, %162
  %164 = fmul double %163, 0x3BF921FB54442D18
  %165 = fcmp olt double %0, 0.000000e+00
  %166 = zext i1 %165 to i32
  %167 = icmp eq i32 %139, %166
  %168 = fneg double %164
  %169 = select i1 %167, double %164, double %168
  %170 = sub nsw i32 0, %140
  %171 = select i1 %165, i32 %170, i32 %140
  br label %172
172:
  %173 = phi double [ %14, %4 ], [ %19, %18 ], [ %169, %20 ]
  %174 = phi i32 [ %15, %4 ], [ 0, %18 ], [ %171, %20 ]
  %175 = fcmp oeq double %0, 0.000000e+00
  br i1 %175, label %219, label %176
176:
  %177 = fmul double %173, %173
  %178 = fmul double %177, 0x3D6A1312C2563249
  %179 = fsub double 0x3DE610BF57F765E1, %178
  %180 = fmul double %177, %179
  %181 = fadd double %180, 0xBE5AE642F6A4CF48
  %182 = fmul double %177, %181
  %183 = fadd double %182, 0x3EC71DE3A35A8913
  %184 = fmul double %177, %183
  %185 = fadd double %184, 0xBF2A01A019FFF839
  %186 = fmul double %177, %185
  %187 = fadd double %186, 0x3F8111111111106D
  %188 = fmul double %177, %187
  %189 = fadd double %188, 0xBFC5555555555555
  %190 = fmul double %177, %189
  %191 = fmul double %173, %190
  %192 = fadd double %173, %191
  %193 = fmul double %177, 5.000000e-01
  %194 = fsub double 1.000000e+00, %193
  %195 = fsub double 1.000000e+00, %194
  %196 = fsub double %195, %193
  %197 = fmul double %177, %177
  %198 = fmul double %177, 0x3D29E12D9067D68E
  %199 = fadd double %198, 0xBDA9374FA407EC41
  %200 = fmul double %177, %199
  %201 = fadd double %200, 0x3E21EED6FE4864EB
  %202 = fmul double %177, %201
  %203 = fadd double %202, 0xBE927E4FB5A52D94
  %204 = fmul double %177, %203
  %205 = fadd double %204, 0x3EFA01A019FFCC9D
  %206 = fmul double %177, %205
  %207 = fadd double %206, 0xBF56C16C16C16B30
  %208 = fmul double %177, %207
  %209 = fadd double %208, 0x3FA5555555555555
  %210 = fmul double %197, %209
  %211 = fadd double %196, %210
  %212 = fadd double %194, %211
  %213 = and i32 %174, 1
  %214 = icmp eq i32 %213, 0
  %215 = fneg double %212
  %216 = select i1 %214, double %192, double %215
  %217 = select i1 %214, double %212, double %192
  %218 = call double @__simt_fdiv_f64(double %216, double %217)
  br label %219
219:
  %220 = phi double [ %218, %176 ], [ %0, %172 ]
  ret double %220
}
define spir_func double @_Z5sinpid(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 9218868437227405312
  br i1 %4, label %5, label %8
5:
  %6 = call double @__simt_fabs_f64(double %0)
  %7 = fcmp ult double %6, 0x4340000000000000
  br i1 %7, label %8, label %9
8:
  br label %9
9:
  %10 = phi double [ %0, %8 ], [ 0.000000e+00, %5 ]
  %11 = fmul double %10, 2.000000e+00
  %12 = call double @__simt_rint_f64(double %11)
  %13 = fmul double %12, 5.000000e-01
  %14 = fsub double %10, %13
  %15 = fmul double %14, 0x400921FB54442D18
  %16 = fmul double %12, 2.500000e-01
  %17 = call double @__simt_floor_f64(double %16)
  %18 = fmul double %17, 4.000000e+00
  %19 = fsub double %12, %18
  %20 = call i32 @__simt_fptosi_f64_i32(double %19)
  %21 = fcmp oeq double %15, 0.000000e+00
  %22 = and i32 %20, 1
  %23 = icmp eq i32 %22, 0
  %24 = select i1 %21, i1 %23, i1 false
  br i1 %24, label %25, label %27
25:
  %26 = call double @__simt_copysign_f64(double 0.000000e+00, double %0)
  br label %72
27:
  %28 = fmul double %15, %15
  br i1 %23, label %50, label %29
29:
  %30 = fmul double %28, 5.000000e-01
  %31 = fsub double 1.000000e+00, %30
  %32 = fsub double 1.000000e+00, %31
  %33 = fsub double %32, %30
  %34 = fmul double %28, %28
  %35 = fmul double %28, 0x3D29E12D9067D68E
  %36 = fadd double %35, 0xBDA9374FA407EC41
  %37 = fmul double %28, %36
  %38 = fadd double %37, 0x3E21EED6FE4864EB
  %39 = fmul double %28, %38
  %40 = fadd double %39, 0xBE927E4FB5A52D94
  %41 = fmul double %28, %40
  %42 = fadd double %41, 0x3EFA01A019FFCC9D
  %43 = fmul double %28, %42
  %44 = fadd double %43, 0xBF56C16C16C16B30
  %45 = fmul double %28, %44
  %46 = fadd double %45, 0x3FA5555555555555
  %47 = fmul double %34, %46
  %48 = fadd double %33, %47
  %49 = fadd double %31, %48
  br label %66
50:
  %51 = fmul double %28, 0x3D6A1312C2563249
  %52 = fsub double 0x3DE610BF57F765E1, %51
  %53 = fmul double %28, %52
  %54 = fadd double %53, 0xBE5AE642F6A4CF48
  %55 = fmul double %28, %54
  %56 = fadd double %55, 0x3EC71DE3A35A8913
  %57 = fmul double %28, %56
  %58 = fadd double %57, 0xBF2A01A019FFF839
  %59 = fmul double %28, %58
  %60 = fadd double %59, 0x3F8111111111106D
  %61 = fmul double %28, %60
  %62 = fadd double %61, 0xBFC5555555555555
  %63 = fmul double %28, %62
  %64 = fmul double %15, %63
  %65 = fadd double %15, %64
  br label %66
66:
  %67 = phi double [ %49, %29 ], [ %65, %50 ]
  %68 = and i32 %20, 2
  %69 = icmp eq i32 %68, 0
  %70 = fneg double %67
  %71 = select i1 %69, double %67, double %70
  br label %72
72:
  %73 = phi double [ %26, %25 ], [ %71, %66 ]
  ret double %73
}
define spir_func double @_Z5cospid(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 9218868437227405312
  br i1 %4, label %5, label %8
5:
  %6 = call double @__simt_fabs_f64(double %0)
  %7 = fcmp ult double %6, 0x4340000000000000
  br i1 %7, label %8, label %9
8:
  br label %9
9:
  %10 = phi double [ %0, %8 ], [ 0.000000e+00, %5 ]
  %11 = fmul double %10, 2.000000e+00
  %12 = call double @__simt_rint_f64(double %11)
  %13 = fmul double %12, 5.000000e-01
  %14 = fsub double %10, %13
  %15 = fmul double %14, 0x400921FB54442D18
  %16 = fmul double %12, 2.500000e-01
  %17 = call double @__simt_floor_f64(double %16)
  %18 = fmul double %17, 4.000000e+00
  %19 = fsub double %12, %18
  %20 = call i32 @__simt_fptosi_f64_i32(double %19)
  %21 = and i32 %20, 1
  %22 = icmp eq i32 %21, 0
  %23 = fmul double %15, %15
  br i1 %22, label %24, label %45
24:
  %25 = fmul double %23, 5.000000e-01
  %26 = fsub double 1.000000e+00, %25
  %27 = fsub double 1.000000e+00, %26
  %28 = fsub double %27, %25
  %29 = fmul double %23, %23
  %30 = fmul double %23, 0x3D29E12D9067D68E
  %31 = fadd double %30, 0xBDA9374FA407EC41
  %32 = fmul double %23, %31
  %33 = fadd double %32, 0x3E21EED6FE4864EB
  %34 = fmul double %23, %33
  %35 = fadd double %34, 0xBE927E4FB5A52D94
  %36 = fmul double %23, %35
  %37 = fadd double %36, 0x3EFA01A019FFCC9D
  %38 = fmul double %23, %37
  %39 = fadd double %38, 0xBF56C16C16C16B30
  %40 = fmul double %23, %39
  %41 = fadd double %40, 0x3FA5555555555555
  %42 = fmul double %29, %41
  %43 = fadd double %28, %42
  %44 = fadd double %26, %43
  br label %61
45:
  %46 = fmul double %23, 0x3D6A1312C2563249
  %47 = fsub double 0x3DE610BF57F765E1, %46
  %48 = fmul double %23, %47
  %49 = fadd double %48, 0xBE5AE642F6A4CF48
  %50 = fmul double %23, %49
  %51 = fadd double %50, 0x3EC71DE3A35A8913
  %52 = fmul double %23, %51
  %53 = fadd double %52, 0xBF2A01A019FFF839
  %54 = fmul double %23, %53
  %55 = fadd double %54, 0x3F8111111111106D
  %56 = fmul double %23, %55
  %57 = fadd double %56, 0xBFC5555555555555
  %58 = fmul double %23, %57
  %59 = fmul double %15, %58
  %60 = fadd double %15, %59
  br label %61
61:
  %62 = phi double [ %44, %24 ], [ %60, %45 ]
  %63 = add nsw i32 %20, 1
  %64 = and i32 %63, 2
  %65 = icmp eq i32 %64, 0
  %66 = fneg double %62
  %67 = select i1 %65, double %62, double %66
  %68 = fadd double %67, 0.000000e+00
  ret double %68
}
define spir_func double @_Z5tanpid(double %0) {
  %2 = call double @llvm.fabs.f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = icmp samesign ult i64 %3, 9218868437227405312
  br i1 %4, label %5, label %8
5:
  %6 = call double @__simt_fabs_f64(double %0)
  %7 = fcmp ult double %6, 0x4340000000000000
  br i1 %7, label %8, label %9
8:
  br label %9
9:
  %10 = phi double [ %0, %8 ], [ 0.000000e+00, %5 ]
  %11 = fmul double %10, 2.000000e+00
  %12 = call double @__simt_rint_f64(double %11)
  %13 = fmul double %12, 5.000000e-01
  %14 = fsub double %10, %13
  %15 = fmul double %14, 0x400921FB54442D18
  %16 = fmul double %12, 2.500000e-01
  %17 = call double @__simt_floor_f64(double %16)
  %18 = fmul double %17, 4.000000e+00
  %19 = fsub double %12, %18
  %20 = call i32 @__simt_fptosi_f64_i32(double %19)
  %21 = fcmp oeq double %15, 0.000000e+00
  br i1 %21, label %22, label %37
22:
  %23 = and i32 %20, 1
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %24, double 0.000000e+00, double 0x7FF0000000000000
  %26 = and i32 %20, 2
  br i1 %24, label %30, label %27
27:
  %28 = sub nsw i32 1, %26
  %29 = sitofp i32 %28 to double
  br label %34
30:
  %31 = icmp eq i32 %26, 0
  %32 = fneg double %0
  %33 = select i1 %31, double %0, double %32
  br label %34
34:
  %35 = phi double [ %29, %27 ], [ %33, %30 ]
  %36 = call double @__simt_copysign_f64(double %25, double %35)
  br label %80
37:
  %38 = fmul double %15, %15
  %39 = fmul double %38, 0x3D6A1312C2563249
  %40 = fsub double 0x3DE610BF57F765E1, %39
  %41 = fmul double %38, %40
  %42 = fadd double %41, 0xBE5AE642F6A4CF48
  %43 = fmul double %38, %42
  %44 = fadd double %43, 0x3EC71DE3A35A8913
  %45 = fmul double %38, %44
  %46 = fadd double %45, 0xBF2A01A019FFF839
  %47 = fmul double %38, %46
  %48 = fadd double %47, 0x3F8111111111106D
  %49 = fmul double %38, %48
  %50 = fadd double %49, 0xBFC5555555555555
  %51 = fmul double %38, %50
  %52 = fmul double %15, %51
  %53 = fadd double %15, %52
  %54 = fmul double %38, 5.000000e-01
  %55 = fsub double 1.000000e+00, %54
  %56 = fsub double 1.000000e+00, %55
  %57 = fsub double %56, %54
  %58 = fmul double %38, %38
  %59 = fmul double %38, 0x3D29E12D9067D68E
  %60 = fadd double %59, 0xBDA9374FA407EC41
  %61 = fmul double %38, %60
  %62 = fadd double %61, 0x3E21EED6FE4864EB
  %63 = fmul double %38, %62
  %64 = fadd double %63, 0xBE927E4FB5A52D94
  %65 = fmul double %38, %64
  %66 = fadd double %65, 0x3EFA01A019FFCC9D
  %67 = fmul double %38, %66
  %68 = fadd double %67, 0xBF56C16C16C16B30
  %69 = fmul double %38, %68
  %70 = fadd double %69, 0x3FA5555555555555
  %71 = fmul double %58, %70
  %72 = fadd double %57, %71
  %73 = fadd double %55, %72
  %74 = and i32 %20, 1
  %75 = icmp eq i32 %74, 0
  %76 = fneg double %73
  %77 = select i1 %75, double %53, double %76
  %78 = select i1 %75, double %73, double %53
  %79 = call double @__simt_fdiv_f64(double %77, double %78)
  br label %80
80:
  %81 = phi double [ %36, %34 ], [ %79, %37 ]
  ret double %81
}
define spir_func double @_Z4asind(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ogt double %2, 5.000000e-01
  %4 = fmul double %2, %2
  br i1 %3, label %5, label %9
5:
  %6 = fmul double %2, 5.000000e-01
  %7 = fsub double 5.000000e-01, %6
  %8 = call double @__simt_sqrt_f64(double %7)
  br label %9
9:
  %10 = phi double [ %4, %1 ], [ %7, %5 ]
  %11 = phi double [ %2, %1 ], [ %8, %5 ]
  %12 = fmul double %10, %11
  %13 = fmul double %10, 0x3FA0D518BD97119A
  %14 = fadd double %13, 0xBF95E5DC8C1B7A1C
  %15 = fmul double %10, %14
  %16 = fadd double %15, 0x3F968010AF2C5482
  %17 = fmul double %10, %16
  %18 = fadd double %17, 0x3F6D7E5B32842971
  %19 = fmul double %10, %18
  %20 = fadd double %19, 0x3F86224197B99AE5
  %21 = fmul double %10, %20
  %22 = fadd double %21, 0x3F8755D78C7928E8
  %23 = fmul double %10, %22
  %24 = fadd double %23, 0x3F8CA244A2A2E516
  %25 = fmul double %10, %24
  %26 = fadd double %25, 0x3F91C49BF94AF54A
  %27 = fmul double %10, %26
  %28 = fadd double %27, 0x3F96E8BE17C2EB26
  %29 = fmul double %10, %28
  %30 = fadd double %29, 0x3F9F1C71A7E47AF0
  %31 = fmul double %10, %30
  %32 = fadd double %31, 0x3FA6DB6DB724BE64
  %33 = fmul double %10, %32
  %34 = fadd double %33, 0x3FB333333332DCA4
  %35 = fmul double %10, %34
  %36 = fadd double %35, 0x3FC5555555555579
  %37 = fmul double %12, %36
  %38 = fadd double %11, %37
  %39 = fmul double %38, 2.000000e+00
  %40 = fadd double %39, 0xBC91A62633145C07
  %41 = fsub double 0x3FF921FB54442D18, %40
  %42 = select i1 %3, double %41, double %38
  %43 = call double @__simt_copysign_f64(double %42, double %0)
  ret double %43
}
define spir_func double @_Z4acosd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ogt double %2, 5.000000e-01
  %4 = fmul double %2, 5.000000e-01
  %5 = fsub double 5.000000e-01, %4
  %6 = fmul double %2, %2
  %7 = select i1 %3, double %5, double %6
  br i1 %3, label %8, label %10
8:
  %9 = call double @__simt_sqrt_f64(double %5)
  br label %10
10:
  %11 = phi double [ %9, %8 ], [ %0, %1 ]
  %12 = fmul double %7, %11
  %13 = fmul double %7, 0x3FA0D518BD97119A
  %14 = fadd double %13, 0xBF95E5DC8C1B7A1C
  %15 = fmul double %7, %14
  %16 = fadd double %15, 0x3F968010AF2C5482
  %17 = fmul double %7, %16
  %18 = fadd double %17, 0x3F6D7E5B32842971
  %19 = fmul double %7, %18
  %20 = fadd double %19, 0x3F86224197B99AE5
  %21 = fmul double %7, %20
  %22 = fadd double %21, 0x3F8755D78C7928E8
  %23 = fmul double %7, %22
  %24 = fadd double %23, 0x3F8CA244A2A2E516
  %25 = fmul double %7, %24
  %26 = fadd double %25, 0x3F91C49BF94AF54A
  %27 = fmul double %7, %26
  %28 = fadd double %27, 0x3F96E8BE17C2EB26
  %29 = fmul double %7, %28
  %30 = fadd double %29, 0x3F9F1C71A7E47AF0
  %31 = fmul double %7, %30
  %32 = fadd double %31, 0x3FA6DB6DB724BE64
  %33 = fmul double %7, %32
  %34 = fadd double %33, 0x3FB333333332DCA4
  %35 = fmul double %7, %34
  %36 = fadd double %35, 0x3FC5555555555579
  %37 = fmul double %36, %12
  %38 = fadd double %11, %37
  br i1 %3, label %39, label %45
39:
  %40 = fcmp olt double %0, 0.000000e+00
  %41 = fmul double %38, 2.000000e+00
  br i1 %40, label %42, label %48
42:
  %43 = fadd double %41, 0xBCA1A62633145C07
  %44 = fsub double 0x400921FB54442D18, %43
  br label %48
45:
  %46 = fadd double %38, 0xBC91A62633145C07
  %47 = fsub double 0x3FF921FB54442D18, %46
  br label %48
48:
  %49 = phi double [ %47, %45 ], [ %44, %42 ], [ %41, %39 ]
  ret double %49
}
define spir_func double @_Z4atand(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ogt double %2, 1.000000e+00
  br i1 %3, label %4, label %45
4:
  %5 = fcmp ogt double %2, 0x43F0000000000000
  %6 = select i1 %5, double 0x43F0000000000000, double %2
  %7 = fmul double %6, 0x3FDA827999FCEF32
  %8 = fcmp olt double %7, 1.000000e+00
  %9 = fsub double 1.000000e+00, %6
  %10 = select i1 %8, double %9, double 1.000000e+00
  %11 = fadd double %6, 1.000000e+00
  %12 = select i1 %8, double %11, double %6
  %13 = call double @__simt_fdiv_f64(double %10, double %12)
  %14 = fmul double %13, %13
  %15 = fmul double %13, %14
  %16 = fmul double %14, 0x3F8EC1CA1D79FA76
  %17 = fadd double %16, 0xBFA10C30885B4477
  %18 = fmul double %14, %17
  %19 = fadd double %18, 0x3FA70498E3473532
  %20 = fmul double %14, %19
  %21 = fadd double %20, 0xBFAAB543434180E4
  %22 = fmul double %14, %21
  %23 = fadd double %22, 0x3FAE16B659397E4E
  %24 = fmul double %14, %23
  %25 = fadd double %24, 0xBFB110C19918A4AA
  %26 = fmul double %14, %25
  %27 = fadd double %26, 0x3FB3B1367E549E94
  %28 = fmul double %14, %27
  %29 = fadd double %28, 0xBFB745D146F35F6E
  %30 = fmul double %14, %29
  %31 = fadd double %30, 0x3FBC71C71B51ACF5
  %32 = fmul double %14, %31
  %33 = fadd double %32, 0xBFC24924924709AF
  %34 = fmul double %14, %33
  %35 = fadd double %34, 0x3FC999999999959E
  %36 = fmul double %14, %35
  %37 = fadd double %36, 0xBFD5555555555554
  %38 = fmul double %15, %37
  %39 = fadd double %13, %38
  %40 = fadd double %39, 0x3C81A62633145C07
  %41 = fadd double %40, 0x3FE921FB54442D18
  %42 = select i1 %8, double %41, double %39
  %43 = fadd double %42, 0xBC91A62633145C07
  %44 = fsub double 0x3FF921FB54442D18, %43
  br label %81
45:
  %46 = fcmp ogt double %2, 0x3FDA827999FCEF32
  %47 = fadd double %2, -1.000000e+00
  %48 = select i1 %46, double %47, double %2
  %49 = fadd double %2, 1.000000e+00
  %50 = select i1 %46, double %49, double 1.000000e+00
  %51 = call double @__simt_fdiv_f64(double %48, double %50)
  %52 = fmul double %51, %51
  %53 = fmul double %51, %52
  %54 = fmul double %52, 0x3F8EC1CA1D79FA76
  %55 = fadd double %54, 0xBFA10C30885B4477
  %56 = fmul double %52, %55
  %57 = fadd double %56, 0x3FA70498E3473532
  %58 = fmul double %52, %57
  %59 = fadd double %58, 0xBFAAB543434180E4
  %60 = fmul double %52, %59
  %61 = fadd double %60, 0x3FAE16B659397E4E
  %62 = fmul double %52, %61
  %63 = fadd double %62, 0xBFB110C19918A4AA
  %64 = fmul double %52, %63
  %65 = fadd double %64, 0x3FB3B1367E549E94
  %66 = fmul double %52, %65
  %67 = fadd double %66, 0xBFB745D146F35F6E
  %68 = fmul double %52, %67
  %69 = fadd double %68, 0x3FBC71C71B51ACF5
  %70 = fmul double %52, %69
  %71 = fadd double %70, 0xBFC24924924709AF
  %72 = fmul double %52, %71
  %73 = fadd double %72, 0x3FC999999999959E
  %74 = fmul double %52, %73
  %75 = fadd double %74, 0xBFD5555555555554
  %76 = fmul double %53, %75
  %77 = fadd double %51, %76
  %78 = fadd double %77, 0x3C81A62633145C07
  %79 = fadd double %78, 0x3FE921FB54442D18
  %80 = select i1 %46, double %79, double %77
  br label %81
81:
  %82 = phi double [ %44, %4 ], [ %80, %45 ]
  %83 = fcmp ord double %0, 0.000000e+00
  br i1 %83, label %84, label %86
84:
  %85 = call double @__simt_copysign_f64(double %82, double %0)
  br label %86
86:
  %87 = phi double [ %85, %84 ], [ %0, %81 ]
  ret double %87
}
define spir_func double @_Z5atan2dd(double %0, double %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call double @__simt_fabs_f64(double %1)
  %5 = call double @__simt_fmin_f64(double %3, double %4)
  %6 = call double @__simt_fmax_f64(double %3, double %4)
  %7 = fcmp oeq double %5, 0x7FF0000000000000
  %8 = fcmp oeq double %6, 0x7FF0000000000000
  %9 = select i1 %8, double 0.000000e+00, double %5
  %10 = select i1 %7, double 1.000000e+00, double %9
  %11 = fcmp oeq double %6, 0.000000e+00
  %12 = or i1 %11, %8
  %13 = select i1 %12, double 1.000000e+00, double %6
  %14 = fcmp ogt double %13, 0x7FC0000000000000
  %15 = select i1 %14, double 2.500000e-01, double 1.000000e+00
  %16 = fmul double %10, %15
  %17 = fmul double %13, %15
  %18 = fmul double %17, 0x3FDA827999FCEF32
  %19 = fcmp ogt double %16, %18
  %20 = fsub double %16, %17
  %21 = select i1 %19, double %20, double %16
  %22 = fadd double %16, %17
  %23 = select i1 %19, double %22, double %17
  %24 = call double @__simt_fdiv_f64(double %21, double %23)
  %25 = fcmp uno double %1, %0
  br i1 %25, label %26, label %28
26:
  %27 = fadd double %0, %1
  br label %68
28:
  %29 = bitcast double %1 to i64
  %30 = icmp slt i64 %29, 0
  %31 = fcmp ogt double %3, %4
  %32 = fmul double %24, %24
  %33 = fmul double %24, %32
  %34 = fmul double %32, 0x3F8EC1CA1D79FA76
  %35 = fadd double %34, 0xBFA10C30885B4477
  %36 = fmul double %32, %35
  %37 = fadd double %36, 0x3FA70498E3473532
  %38 = fmul double %32, %37
  %39 = fadd double %38, 0xBFAAB543434180E4
  %40 = fmul double %32, %39
  %41 = fadd double %40, 0x3FAE16B659397E4E
  %42 = fmul double %32, %41
  %43 = fadd double %42, 0xBFB110C19918A4AA
  %44 = fmul double %32, %43
  %45 = fadd double %44, 0x3FB3B1367E549E94
  %46 = fmul double %32, %45
  %47 = fadd double %46, 0xBFB745D146F35F6E
  %48 = fmul double %32, %47
  %49 = fadd double %48, 0x3FBC71C71B51ACF5
  %50 = fmul double %32, %49
  %51 = fadd double %50, 0xBFC24924924709AF
  %52 = fmul double %32, %51
  %53 = fadd double %52, 0x3FC999999999959E
  %54 = fmul double %32, %53
  %55 = fadd double %54, 0xBFD5555555555554
  %56 = fmul double %33, %55
  %57 = fadd double %24, %56
  %58 = fadd double %57, 0x3C81A62633145C07
  %59 = fadd double %58, 0x3FE921FB54442D18
  %60 = select i1 %19, double %59, double %57
  %61 = fadd double %60, 0xBC91A62633145C07
  %62 = fsub double 0x3FF921FB54442D18, %61
  %63 = select i1 %31, double %62, double %60
  %64 = fadd double %63, 0xBCA1A62633145C07
  %65 = fsub double 0x400921FB54442D18, %64
  %66 = select i1 %30, double %65, double %63
  %67 = call double @__simt_copysign_f64(double %66, double %0)
  br label %68
68:
  %69 = phi double [ %27, %26 ], [ %67, %28 ]
  ret double %69
}
define spir_func double @_Z6asinpid(double %0) {
  %2 = call spir_func double @_Z4asind(double %0)
  %3 = fmul double %2, 0x3FD45F306DC9C883
  ret double %3
}
define spir_func double @_Z6acospid(double %0) {
  %2 = call spir_func double @_Z4acosd(double %0)
  %3 = fmul double %2, 0x3FD45F306DC9C883
  ret double %3
}
define spir_func double @_Z6atanpid(double %0) {
  %2 = call spir_func double @_Z4atand(double %0)
  %3 = fmul double %2, 0x3FD45F306DC9C883
  ret double %3
}
define spir_func double @_Z7atan2pidd(double %0, double %1) {
  %3 = call spir_func double @_Z5atan2dd(double %0, double %1)
  %4 = fmul double %3, 0x3FD45F306DC9C883
  ret double %4
}
define spir_func double @_Z4modfdPd(double %0, ptr %1) {
  %3 = call double @__simt_trunc_f64(double %0)
  %4 = call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = icmp samesign ult i64 %5, 9218868437227405312
  %7 = fsub double %0, %3
  %8 = fcmp ord double %0, 0.000000e+00
  %9 = select i1 %8, double 0.000000e+00, double %0
  %10 = select i1 %6, double %7, double %9
  %11 = call double @__simt_copysign_f64(double %10, double %0)
  store double %3, ptr %1, align 8
  ret double %11
}
define spir_func double @_Z5fractdPd(double %0, ptr %1) {
  %3 = call double @__simt_floor_f64(double %0)
  %4 = fcmp oeq double %0, 0.000000e+00
  br i1 %4, label %11, label %5
5:
  %6 = fsub double %0, %3
  %7 = fcmp ogt double %6, 0x3FEFFFFFFFFFFFFF
  %8 = select i1 %7, double 0x3FEFFFFFFFFFFFFF, double %6
  %9 = call double @llvm.fabs.f64(double %0)
  %10 = fcmp oeq double %9, 0x7FF0000000000000
  br i1 %10, label %11, label %13
11:
  %12 = call double @__simt_copysign_f64(double 0.000000e+00, double %0)
  br label %13
13:
  %14 = phi double [ %12, %11 ], [ %8, %5 ]
  store double %3, ptr %1, align 8
  ret double %14
}
define spir_func double @_Z6sincosdPd(double %0, ptr %1) {
  %3 = call double @__simt_cos_f64(double %0)
  store double %3, ptr %1, align 8
  %4 = call double @__simt_sin_f64(double %0)
  ret double %4
}
define spir_func double @_Z5frexpdPi(double %0, ptr %1) {
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  br i1 %5, label %6, label %14
6:
  %7 = icmp eq i64 %4, 0
  br i1 %7, label %27, label %8
8:
  %9 = fmul double %0, 0x4330000000000000
  %10 = call double @llvm.fabs.f64(double %9)
  %11 = bitcast double %10 to i64
  %12 = lshr i64 %11, 52
  %13 = trunc nuw nsw i64 %12 to i32
  br label %18
14:
  %15 = icmp samesign ugt i64 %4, 9218868437227405311
  %16 = lshr i64 %4, 52
  %17 = trunc nuw nsw i64 %16 to i32
  br i1 %15, label %27, label %18
18:
  %19 = phi i32 [ %13, %8 ], [ %17, %14 ]
  %20 = phi i32 [ -1074, %8 ], [ -1022, %14 ]
  %21 = phi double [ %9, %8 ], [ %0, %14 ]
  %22 = bitcast double %21 to i64
  %23 = add nsw i32 %20, %19
  %24 = and i64 %22, -9218868437227405313
  %25 = or disjoint i64 %24, 4602678819172646912
  %26 = bitcast i64 %25 to double
  br label %27
27:
  %28 = phi i32 [ %23, %18 ], [ 0, %14 ], [ 0, %6 ]
  %29 = phi double [ %26, %18 ], [ %0, %14 ], [ %0, %6 ]
  store i32 %28, ptr %1, align 4
  ret double %29
}
define spir_func double @_Z6remquoddPi(double %0, double %1, ptr %2) {
  %4 = bitcast double %0 to i64
  %5 = call double @llvm.fabs.f64(double %0)
  %6 = bitcast double %5 to i64
  %7 = icmp samesign ugt i64 %6, 9218868437227405311
  %8 = fcmp uno double %1, 0.000000e+00
  %9 = or i1 %8, %7
  br i1 %9, label %160, label %10
10:
  %11 = call double @llvm.fabs.f64(double %1)
  %12 = bitcast double %11 to i64
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %160, label %14
14:
  %15 = icmp samesign ult i64 %12, 9218868437227405312
  br i1 %15, label %16, label %160
16:
  %17 = and i64 %4, -9223372036854775808
  %18 = icmp eq i64 %6, 0
  br i1 %18, label %29, label %19
19:
  %20 = icmp samesign ult i64 %6, 4503599627370496
  %21 = fmul double %0, 0x4330000000000000
  %22 = select i1 %20, double %21, double %0
  %23 = call double @llvm.fabs.f64(double %22)
  %24 = bitcast double %23 to i64
  %25 = lshr i64 %24, 52
  %26 = trunc nuw nsw i64 %25 to i32
  %27 = select i1 %20, i32 -1075, i32 -1023
  %28 = add nsw i32 %27, %26
  br label %29
29:
  %30 = phi i32 [ %28, %19 ], [ -8184, %16 ]
  %31 = icmp samesign ult i64 %12, 4503599627370496
  %32 = fmul double %1, 0x4330000000000000
  %33 = select i1 %31, double %32, double %1
  %34 = call double @llvm.fabs.f64(double %33)
  %35 = bitcast double %34 to i64
  %36 = lshr i64 %35, 52
  %37 = trunc nuw nsw i64 %36 to i32
  %38 = select i1 %31, i32 -1075, i32 -1023
  %39 = add nsw i32 %38, %37
  %40 = sub nsw i32 %30, %39
  %41 = icmp slt i32 %40, -1
  br i1 %41, label %154, label %42
42:
  %43 = icmp samesign ult i64 %6, 4503599627370496
  %44 = fmul double %0, 0x4330000000000000
  %45 = select i1 %43, double %44, double %0
  %46 = call double @llvm.fabs.f64(double %45)
  %47 = bitcast double %46 to i64
  %48 = and i64 %47, 4503599627370495
  %49 = or disjoint i64 %48, 4503599627370496
  %50 = and i64 %35, 4503599627370495
  %51 = or disjoint i64 %50, 4503599627370496
  %52 = icmp eq i32 %40, -1
  %53 = zext i1 %52 to i64
  %54 = shl nuw nsw i64 %51, %53
  %55 = select i1 %52, i32 %30, i32 %39
  %56 = icmp sgt i32 %40, -1
  br i1 %56, label %57, label %72
57:
  %58 = phi i64 [ %69, %57 ], [ %49, %42 ]
  %59 = phi i32 [ %64, %57 ], [ 0, %42 ]
  %60 = phi i32 [ %70, %57 ], [ %40, %42 ]
  %61 = shl i32 %59, 1
  %62 = icmp uge i64 %58, %54
  %63 = zext i1 %62 to i32
  %64 = or disjoint i32 %61, %63
  %65 = select i1 %62, i64 %54, i64 0
  %66 = sub nuw i64 %58, %65
  %67 = icmp ne i32 %60, 0
  %68 = zext i1 %67 to i64
  %69 = shl i64 %66, %68
  %70 = add nsw i32 %60, -1
  %71 = icmp eq i32 %60, 0
  br i1 %71, label %72, label %57
72:
  %73 = phi i32 [ 0, %42 ], [ %64, %57 ]
  %74 = phi i64 [ %49, %42 ], [ %69, %57 ]
  %75 = shl i64 %74, 1
  %76 = icmp ugt i64 %75, %54
  br i1 %76, label %82, label %77
77:
  %78 = icmp ne i64 %75, %54
  %79 = and i32 %73, 1
  %80 = icmp eq i32 %79, 0
  %81 = select i1 %78, i1 true, i1 %80
  br i1 %81, label %86, label %82
82:
  %83 = sub i64 %54, %74
  %84 = xor i64 %17, -9223372036854775808
  %85 = add i32 %73, 1
  br label %86
86:
  %87 = phi i32 [ %85, %82 ], [ %73, %77 ]
  %88 = phi i64 [ %84, %82 ], [ %17, %77 ]
  %89 = phi i64 [ %83, %82 ], [ %74, %77 ]
  %90 = and i64 %89, 9007199254740992
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %92, label %103
92:
  %93 = and i64 %89, 4503599627370496
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %99, label %95
95:
  %96 = and i64 %89, 4503599627370495
  %97 = or disjoint i64 %96, 4841369599423283200
  %98 = bitcast i64 %97 to double
  br label %103
99:
  %100 = or i64 %89, 4841369599423283200
  %101 = bitcast i64 %100 to double
  %102 = fadd double %101, 0xC330000000000000
  br label %103
103:
  %104 = phi double [ %102, %99 ], [ %98, %95 ], [ 0x4340000000000000, %86 ]
  %105 = call double @llvm.fabs.f64(double %104)
  %106 = bitcast double %105 to i64
  %107 = icmp samesign ult i64 %106, 4503599627370496
  br i1 %107, label %108, label %116
108:
  %109 = icmp eq i64 %106, 0
  br i1 %109, label %129, label %110
110:
  %111 = fmul double %104, 0x4330000000000000
  %112 = call double @llvm.fabs.f64(double %111)
  %113 = bitcast double %112 to i64
  %114 = lshr i64 %113, 52
  %115 = trunc nuw nsw i64 %114 to i32
  br label %120
116:
  %117 = icmp samesign ugt i64 %106, 9218868437227405311
  %118 = lshr i64 %106, 52
  %119 = trunc nuw nsw i64 %118 to i32
  br i1 %117, label %129, label %120
120:
  %121 = phi i32 [ %115, %110 ], [ %119, %116 ]
  %122 = phi i32 [ -1074, %110 ], [ -1022, %116 ]
  %123 = phi double [ %111, %110 ], [ %104, %116 ]
  %124 = bitcast double %123 to i64
  %125 = add nsw i32 %122, %121
  %126 = and i64 %124, -9218868437227405313
  %127 = or disjoint i64 %126, 4602678819172646912
  %128 = bitcast i64 %127 to double
  br label %129
129:
  %130 = phi i32 [ %125, %120 ], [ 0, %116 ], [ 0, %108 ]
  %131 = phi double [ %128, %120 ], [ %104, %116 ], [ %104, %108 ]
  %132 = call i32 @llvm.smax.i32(i32 %55, i32 -8132)
  %133 = add nsw i32 %132, -53
  %134 = add nsw i32 %133, %130
  %135 = call i32 @llvm.smax.i32(i32 %134, i32 -1022)
  %136 = call i32 @llvm.smin.i32(i32 %135, i32 1023)
  %137 = sub nsw i32 %134, %136
  %138 = call i32 @llvm.smax.i32(i32 %137, i32 -55)
  %139 = call i32 @llvm.smin.i32(i32 %138, i32 1)
  %140 = fmul double %131, 2.000000e+00
  %141 = add nsw i32 %136, 1023
  %142 = zext nneg i32 %141 to i64
  %143 = shl nuw nsw i64 %142, 52
  %144 = bitcast i64 %143 to double
  %145 = fmul double %140, %144
  %146 = add nsw i32 %139, 1023
  %147 = zext nneg i32 %146 to i64
  %148 = shl nuw nsw i64 %147, 52
  %149 = bitcast i64 %148 to double
  %150 = fmul double %145, %149
  %151 = and i32 %87, 127
  %152 = call double @llvm.fabs.f64(double %150)
  %153 = bitcast double %152 to i64
  br label %154
154:
  %155 = phi i64 [ %6, %29 ], [ %153, %129 ]
  %156 = phi i32 [ 0, %29 ], [ %151, %129 ]
  %157 = phi i64 [ %17, %29 ], [ %88, %129 ]
  %158 = or i64 %157, %155
  %159 = bitcast i64 %158 to double
  br label %160
160:
  %161 = phi i32 [ 0, %3 ], [ 0, %10 ], [ %156, %154 ], [ 0, %14 ]
  %162 = phi double [ 0x7FF8000000000000, %3 ], [ 0x7FF8000000000000, %10 ], [ %159, %154 ], [ %0, %14 ]
  %163 = bitcast double %1 to i64
  %164 = xor i64 %163, %4
  %165 = sub nsw i32 0, %161
  %166 = icmp slt i64 %164, 0
  %167 = select i1 %166, i32 %165, i32 %161
  store i32 %167, ptr %2, align 4
  ret double %162
}
define spir_func double @_Z4modfdPU3AS1d(double %0, ptr addrspace(1) %1) {
  %3 = call double @__simt_trunc_f64(double %0)
  %4 = call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = icmp samesign ult i64 %5, 9218868437227405312
  %7 = fsub double %0, %3
  %8 = fcmp ord double %0, 0.000000e+00
  %9 = select i1 %8, double 0.000000e+00, double %0
  %10 = select i1 %6, double %7, double %9
  %11 = call double @__simt_copysign_f64(double %10, double %0)
  store double %3, ptr addrspace(1) %1, align 8
  ret double %11
}
define spir_func double @_Z5fractdPU3AS1d(double %0, ptr addrspace(1) %1) {
  %3 = call double @__simt_floor_f64(double %0)
  %4 = fcmp oeq double %0, 0.000000e+00
  br i1 %4, label %11, label %5
5:
  %6 = fsub double %0, %3
  %7 = fcmp ogt double %6, 0x3FEFFFFFFFFFFFFF
  %8 = select i1 %7, double 0x3FEFFFFFFFFFFFFF, double %6
  %9 = call double @llvm.fabs.f64(double %0)
  %10 = fcmp oeq double %9, 0x7FF0000000000000
  br i1 %10, label %11, label %13
11:
  %12 = call double @__simt_copysign_f64(double 0.000000e+00, double %0)
  br label %13
13:
  %14 = phi double [ %12, %11 ], [ %8, %5 ]
  store double %3, ptr addrspace(1) %1, align 8
  ret double %14
}
define spir_func double @_Z6sincosdPU3AS1d(double %0, ptr addrspace(1) %1) {
  %3 = call double @__simt_cos_f64(double %0)
  store double %3, ptr addrspace(1) %1, align 8
  %4 = call double @__simt_sin_f64(double %0)
  ret double %4
}
define spir_func double @_Z5frexpdPU3AS1i(double %0, ptr addrspace(1) %1) {
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  br i1 %5, label %6, label %14
6:
  %7 = icmp eq i64 %4, 0
  br i1 %7, label %27, label %8
8:
  %9 = fmul double %0, 0x4330000000000000
  %10 = call double @llvm.fabs.f64(double %9)
  %11 = bitcast double %10 to i64
  %12 = lshr i64 %11, 52
  %13 = trunc nuw nsw i64 %12 to i32
  br label %18
14:
  %15 = icmp samesign ugt i64 %4, 9218868437227405311
  %16 = lshr i64 %4, 52
  %17 = trunc nuw nsw i64 %16 to i32
  br i1 %15, label %27, label %18
18:
  %19 = phi i32 [ %13, %8 ], [ %17, %14 ]
  %20 = phi i32 [ -1074, %8 ], [ -1022, %14 ]
  %21 = phi double [ %9, %8 ], [ %0, %14 ]
  %22 = bitcast double %21 to i64
  %23 = add nsw i32 %20, %19
  %24 = and i64 %22, -9218868437227405313
  %25 = or disjoint i64 %24, 4602678819172646912
  %26 = bitcast i64 %25 to double
  br label %27
27:
  %28 = phi i32 [ %23, %18 ], [ 0, %14 ], [ 0, %6 ]
  %29 = phi double [ %26, %18 ], [ %0, %14 ], [ %0, %6 ]
  store i32 %28, ptr addrspace(1) %1, align 4
  ret double %29
}
define spir_func double @_Z6remquoddPU3AS1i(double %0, double %1, ptr addrspace(1) %2) {
  %4 = bitcast double %0 to i64
  %5 = call double @llvm.fabs.f64(double %0)
  %6 = bitcast double %5 to i64
  %7 = icmp samesign ugt i64 %6, 9218868437227405311
  %8 = fcmp uno double %1, 0.000000e+00
  %9 = or i1 %8, %7
  br i1 %9, label %160, label %10
10:
  %11 = call double @llvm.fabs.f64(double %1)
  %12 = bitcast double %11 to i64
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %160, label %14
14:
  %15 = icmp samesign ult i64 %12, 9218868437227405312
  br i1 %15, label %16, label %160
16:
  %17 = and i64 %4, -9223372036854775808
  %18 = icmp eq i64 %6, 0
  br i1 %18, label %29, label %19
19:
  %20 = icmp samesign ult i64 %6, 4503599627370496
  %21 = fmul double %0, 0x4330000000000000
  %22 = select i1 %20, double %21, double %0
  %23 = call double @llvm.fabs.f64(double %22)
  %24 = bitcast double %23 to i64
  %25 = lshr i64 %24, 52
  %26 = trunc nuw nsw i64 %25 to i32
  %27 = select i1 %20, i32 -1075, i32 -1023
  %28 = add nsw i32 %27, %26
  br label %29
29:
  %30 = phi i32 [ %28, %19 ], [ -8184, %16 ]
  %31 = icmp samesign ult i64 %12, 4503599627370496
  %32 = fmul double %1, 0x4330000000000000
  %33 = select i1 %31, double %32, double %1
  %34 = call double @llvm.fabs.f64(double %33)
  %35 = bitcast double %34 to i64
  %36 = lshr i64 %35, 52
  %37 = trunc nuw nsw i64 %36 to i32
  %38 = select i1 %31, i32 -1075, i32 -1023
  %39 = add nsw i32 %38, %37
  %40 = sub nsw i32 %30, %39
  %41 = icmp slt i32 %40, -1
  br i1 %41, label %154, label %42
42:
  %43 = icmp samesign ult i64 %6, 4503599627370496
  %44 = fmul double %0, 0x4330000000000000
  %45 = select i1 %43, double %44, double %0
  %46 = call double @llvm.fabs.f64(double %45)
  %47 = bitcast double %46 to i64
  %48 = and i64 %47, 4503599627370495
  %49 = or disjoint i64 %48, 4503599627370496
  %50 = and i64 %35, 4503599627370495
  %51 = or disjoint i64 %50, 4503599627370496
  %52 = icmp eq i32 %40, -1
  %53 = zext i1 %52 to i64
  %54 = shl nuw nsw i64 %51, %53
  %55 = select i1 %52, i32 %30, i32 %39
  %56 = icmp sgt i32 %40, -1
  br i1 %56, label %57, label %72
57:
  %58 = phi i64 [ %69, %57 ], [ %49, %42 ]
  %59 = phi i32 [ %64, %57 ], [ 0, %42 ]
  %60 = phi i32 [ %70, %57 ], [ %40, %42 ]
  %61 = shl i32 %59, 1
  %62 = icmp uge i64 %58, %54
  %63 = zext i1 %62 to i32
  %64 = or disjoint i32 %61, %63
  %65 = select i1 %62, i64 %54, i64 0
  %66 = sub nuw i64 %58, %65
  %67 = icmp ne i32 %60, 0
  %68 = zext i1 %67 to i64
  %69 = shl i64 %66, %68
  %70 = add nsw i32 %60, -1
  %71 = icmp eq i32 %60, 0
  br i1 %71, label %72, label %57
72:
  %73 = phi i32 [ 0, %42 ], [ %64, %57 ]
  %74 = phi i64 [ %49, %42 ], [ %69, %57 ]
  %75 = shl i64 %74, 1
  %76 = icmp ugt i64 %75, %54
  br i1 %76, label %82, label %77
77:
  %78 = icmp ne i64 %75, %54
  %79 = and i32 %73, 1
  %80 = icmp eq i32 %79, 0
  %81 = select i1 %78, i1 true, i1 %80
  br i1 %81, label %86, label %82
82:
  %83 = sub i64 %54, %74
  %84 = xor i64 %17, -9223372036854775808
  %85 = add i32 %73, 1
  br label %86
86:
  %87 = phi i32 [ %85, %82 ], [ %73, %77 ]
  %88 = phi i64 [ %84, %82 ], [ %17, %77 ]
  %89 = phi i64 [ %83, %82 ], [ %74, %77 ]
  %90 = and i64 %89, 9007199254740992
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %92, label %103
92:
  %93 = and i64 %89, 4503599627370496
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %99, label %95
95:
  %96 = and i64 %89, 4503599627370495
  %97 = or disjoint i64 %96, 4841369599423283200
  %98 = bitcast i64 %97 to double
  br label %103
99:
  %100 = or i64 %89, 4841369599423283200
  %101 = bitcast i64 %100 to double
  %102 = fadd double %101, 0xC330000000000000
  br label %103
103:
  %104 = phi double [ %102, %99 ], [ %98, %95 ], [ 0x4340000000000000, %86 ]
  %105 = call double @llvm.fabs.f64(double %104)
  %106 = bitcast double %105 to i64
  %107 = icmp samesign ult i64 %106, 4503599627370496
  br i1 %107, label %108, label %116
108:
  %109 = icmp eq i64 %106, 0
  br i1 %109, label %129, label %110
110:
  %111 = fmul double %104, 0x4330000000000000
  %112 = call double @llvm.fabs.f64(double %111)
  %113 = bitcast double %112 to i64
  %114 = lshr i64 %113, 52
  %115 = trunc nuw nsw i64 %114 to i32
  br label %120
116:
  %117 = icmp samesign ugt i64 %106, 9218868437227405311
  %118 = lshr i64 %106, 52
  %119 = trunc nuw nsw i64 %118 to i32
  br i1 %117, label %129, label %120
120:
  %121 = phi i32 [ %115, %110 ], [ %119, %116 ]
  %122 = phi i32 [ -1074, %110 ], [ -1022, %116 ]
  %123 = phi double [ %111, %110 ], [ %104, %116 ]
  %124 = bitcast double %123 to i64
  %125 = add nsw i32 %122, %121
  %126 = and i64 %124, -9218868437227405313
  %127 = or disjoint i64 %126, 4602678819172646912
  %128 = bitcast i64 %127 to double
  br label %129
129:
  %130 = phi i32 [ %125, %120 ], [ 0, %116 ], [ 0, %108 ]
  %131 = phi double [ %128, %120 ], [ %104, %116 ], [ %104, %108 ]
  %132 = call i32 @llvm.smax.i32(i32 %55, i32 -8132)
  %133 = add nsw i32 %132, -53
  %134 = add nsw i32 %133, %130
  %135 = call i32 @llvm.smax.i32(i32 %134, i32 -1022)
  %136 = call i32 @llvm.smin.i32(i32 %135, i32 1023)
  %137 = sub nsw i32 %134, %136
  %138 = call i32 @llvm.smax.i32(i32 %137, i32 -55)
  %139 = call i32 @llvm.smin.i32(i32 %138, i32 1)
  %140 = fmul double %131, 2.000000e+00
  %141 = add nsw i32 %136, 1023
  %142 = zext nneg i32 %141 to i64
  %143 = shl nuw nsw i64 %142, 52
  %144 = bitcast i64 %143 to double
  %145 = fmul double %140, %144
  %146 = add nsw i32 %139, 1023
  %147 = zext nneg i32 %146 to i64
  %148 = shl nuw nsw i64 %147, 52
  %149 = bitcast i64 %148 to double
  %150 = fmul double %145, %149
  %151 = and i32 %87, 127
  %152 = call double @llvm.fabs.f64(double %150)
  %153 = bitcast double %152 to i64
  br label %154
154:
  %155 = phi i64 [ %6, %29 ], [ %153, %129 ]
  %156 = phi i32 [ 0, %29 ], [ %151, %129 ]
  %157 = phi i64 [ %17, %29 ], [ %88, %129 ]
  %158 = or i64 %157, %155
  %159 = bitcast i64 %158 to double
  br label %160
160:
  %161 = phi i32 [ 0, %3 ], [ 0, %10 ], [ %156, %154 ], [ 0, %14 ]
  %162 = phi double [ 0x7FF8000000000000, %3 ], [ 0x7FF8000000000000, %10 ], [ %159, %154 ], [ %0, %14 ]
  %163 = bitcast double %1 to i64
  %164 = xor i64 %163, %4
  %165 = sub nsw i32 0, %161
  %166 = icmp slt i64 %164, 0
  %167 = select i1 %166, i32 %165, i32 %161
  store i32 %167, ptr addrspace(1) %2, align 4
  ret double %162
}
define spir_func double @_Z4modfdPU3AS3d(double %0, ptr addrspace(3) %1) {
  %3 = call double @__simt_trunc_f64(double %0)
  %4 = call double @llvm.fabs.f64(double %0)
  %5 = bitcast double %4 to i64
  %6 = icmp samesign ult i64 %5, 9218868437227405312
  %7 = fsub double %0, %3
  %8 = fcmp ord double %0, 0.000000e+00
  %9 = select i1 %8, double 0.000000e+00, double %0
  %10 = select i1 %6, double %7, double %9
  %11 = call double @__simt_copysign_f64(double %10, double %0)
  store double %3, ptr addrspace(3) %1, align 8
  ret double %11
}
define spir_func double @_Z5fractdPU3AS3d(double %0, ptr addrspace(3) %1) {
  %3 = call double @__simt_floor_f64(double %0)
  %4 = fcmp oeq double %0, 0.000000e+00
  br i1 %4, label %11, label %5
5:
  %6 = fsub double %0, %3
  %7 = fcmp ogt double %6, 0x3FEFFFFFFFFFFFFF
  %8 = select i1 %7, double 0x3FEFFFFFFFFFFFFF, double %6
  %9 = call double @llvm.fabs.f64(double %0)
  %10 = fcmp oeq double %9, 0x7FF0000000000000
  br i1 %10, label %11, label %13
11:
  %12 = call double @__simt_copysign_f64(double 0.000000e+00, double %0)
  br label %13
13:
  %14 = phi double [ %12, %11 ], [ %8, %5 ]
  store double %3, ptr addrspace(3) %1, align 8
  ret double %14
}
define spir_func double @_Z6sincosdPU3AS3d(double %0, ptr addrspace(3) %1) {
  %3 = call double @__simt_cos_f64(double %0)
  store double %3, ptr addrspace(3) %1, align 8
  %4 = call double @__simt_sin_f64(double %0)
  ret double %4
}
define spir_func double @_Z5frexpdPU3AS3i(double %0, ptr addrspace(3) %1) {
  %3 = call double @llvm.fabs.f64(double %0)
  %4 = bitcast double %3 to i64
  %5 = icmp samesign ult i64 %4, 4503599627370496
  br i1 %5, label %6, label %14
6:
  %7 = icmp eq i64 %4, 0
  br i1 %7, label %27, label %8
8:
  %9 = fmul double %0, 0x4330000000000000
  %10 = call double @llvm.fabs.f64(double %9)
  %11 = bitcast double %10 to i64
  %12 = lshr i64 %11, 52
  %13 = trunc nuw nsw i64 %12 to i32
  br label %18
14:
  %15 = icmp samesign ugt i64 %4, 9218868437227405311
  %16 = lshr i64 %4, 52
  %17 = trunc nuw nsw i64 %16 to i32
  br i1 %15, label %27, label %18
18:
  %19 = phi i32 [ %13, %8 ], [ %17, %14 ]
  %20 = phi i32 [ -1074, %8 ], [ -1022, %14 ]
  %21 = phi double [ %9, %8 ], [ %0, %14 ]
  %22 = bitcast double %21 to i64
  %23 = add nsw i32 %20, %19
  %24 = and i64 %22, -9218868437227405313
  %25 = or disjoint i64 %24, 4602678819172646912
  %26 = bitcast i64 %25 to double
  br label %27
27:
  %28 = phi i32 [ %23, %18 ], [ 0, %14 ], [ 0, %6 ]
  %29 = phi double [ %26, %18 ], [ %0, %14 ], [ %0, %6 ]
  store i32 %28, ptr addrspace(3) %1, align 4
  ret double %29
}
define spir_func double @_Z6remquoddPU3AS3i(double %0, double %1, ptr addrspace(3) %2) {
  %4 = bitcast double %0 to i64
  %5 = call double @llvm.fabs.f64(double %0)
  %6 = bitcast double %5 to i64
  %7 = icmp samesign ugt i64 %6, 9218868437227405311
  %8 = fcmp uno double %1, 0.000000e+00
  %9 = or i1 %8, %7
  br i1 %9, label %160, label %10
10:
  %11 = call double @llvm.fabs.f64(double %1)
  %12 = bitcast double %11 to i64
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %160, label %14
14:
  %15 = icmp samesign ult i64 %12, 9218868437227405312
  br i1 %15, label %16, label %160
16:
  %17 = and i64 %4, -9223372036854775808
  %18 = icmp eq i64 %6, 0
  br i1 %18, label %29, label %19
19:
  %20 = icmp samesign ult i64 %6, 4503599627370496
  %21 = fmul double %0, 0x4330000000000000
  %22 = select i1 %20, double %21, double %0
  %23 = call double @llvm.fabs.f64(double %22)
  %24 = bitcast double %23 to i64
  %25 = lshr i64 %24, 52
  %26 = trunc nuw nsw i64 %25 to i32
  %27 = select i1 %20, i32 -1075, i32 -1023
  %28 = add nsw i32 %27, %26
  br label %29
29:
  %30 = phi i32 [ %28, %19 ], [ -8184, %16 ]
  %31 = icmp samesign ult i64 %12, 4503599627370496
  %32 = fmul double %1, 0x4330000000000000
  %33 = select i1 %31, double %32, double %1
  %34 = call double @llvm.fabs.f64(double %33)
  %35 = bitcast double %34 to i64
  %36 = lshr i64 %35, 52
  %37 = trunc nuw nsw i64 %36 to i32
  %38 = select i1 %31, i32 -1075, i32 -1023
  %39 = add nsw i32 %38, %37
  %40 = sub nsw i32 %30, %39
  %41 = icmp slt i32 %40, -1
  br i1 %41, label %154, label %42
42:
  %43 = icmp samesign ult i64 %6, 4503599627370496
  %44 = fmul double %0, 0x4330000000000000
  %45 = select i1 %43, double %44, double %0
  %46 = call double @llvm.fabs.f64(double %45)
  %47 = bitcast double %46 to i64
  %48 = and i64 %47, 4503599627370495
  %49 = or disjoint i64 %48, 4503599627370496
  %50 = and i64 %35, 4503599627370495
  %51 = or disjoint i64 %50, 4503599627370496
  %52 = icmp eq i32 %40, -1
  %53 = zext i1 %52 to i64
  %54 = shl nuw nsw i64 %51, %53
  %55 = select i1 %52, i32 %30, i32 %39
  %56 = icmp sgt i32 %40, -1
  br i1 %56, label %57, label %72
57:
  %58 = phi i64 [ %69, %57 ], [ %49, %42 ]
  %59 = phi i32 [ %64, %57 ], [ 0, %42 ]
  %60 = phi i32 [ %70, %57 ], [ %40, %42 ]
  %61 = shl i32 %59, 1
  %62 = icmp uge i64 %58, %54
  %63 = zext i1 %62 to i32
  %64 = or disjoint i32 %61, %63
  %65 = select i1 %62, i64 %54, i64 0
  %66 = sub nuw i64 %58, %65
  %67 = icmp ne i32 %60, 0
  %68 = zext i1 %67 to i64
  %69 = shl i64 %66, %68
  %70 = add nsw i32 %60, -1
  %71 = icmp eq i32 %60, 0
  br i1 %71, label %72, label %57
72:
  %73 = phi i32 [ 0, %42 ], [ %64, %57 ]
  %74 = phi i64 [ %49, %42 ], [ %69, %57 ]
  %75 = shl i64 %74, 1
  %76 = icmp ugt i64 %75, %54
  br i1 %76, label %82, label %77
77:
  %78 = icmp ne i64 %75, %54
  %79 = and i32 %73, 1
  %80 = icmp eq i32 %79, 0
  %81 = select i1 %78, i1 true, i1 %80
  br i1 %81, label %86, label %82
82:
  %83 = sub i64 %54, %74
  %84 = xor i64 %17, -9223372036854775808
  %85 = add i32 %73, 1
  br label %86
86:
  %87 = phi i32 [ %85, %82 ], [ %73, %77 ]
  %88 = phi i64 [ %84, %82 ], [ %17, %77 ]
  %89 = phi i64 [ %83, %82 ], [ %74, %77 ]
  %90 = and i64 %89, 9007199254740992
  %91 = icmp eq i64 %90, 0
  br i1 %91, label %92, label %103
92:
  %93 = and i64 %89, 4503599627370496
  %94 = icmp eq i64 %93, 0
  br i1 %94, label %99, label %95
95:
  %96 = and i64 %89, 4503599627370495
  %97 = or disjoint i64 %96, 4841369599423283200
  %98 = bitcast i64 %97 to double
  br label %103
99:
  %100 = or i64 %89, 4841369599423283200
  %101 = bitcast i64 %100 to double
  %102 = fadd double %101, 0xC330000000000000
  br label %103
103:
  %104 = phi double [ %102, %99 ], [ %98, %95 ], [ 0x4340000000000000, %86 ]
  %105 = call double @llvm.fabs.f64(double %104)
  %106 = bitcast double %105 to i64
  %107 = icmp samesign ult i64 %106, 4503599627370496
  br i1 %107, label %108, label %116
108:
  %109 = icmp eq i64 %106, 0
  br i1 %109, label %129, label %110
110:
  %111 = fmul double %104, 0x4330000000000000
  %112 = call double @llvm.fabs.f64(double %111)
  %113 = bitcast double %112 to i64
  %114 = lshr i64 %113, 52
  %115 = trunc nuw nsw i64 %114 to i32
  br label %120
116:
  %117 = icmp samesign ugt i64 %106, 9218868437227405311
  %118 = lshr i64 %106, 52
  %119 = trunc nuw nsw i64 %118 to i32
  br i1 %117, label %129, label %120
120:
  %121 = phi i32 [ %115, %110 ], [ %119, %116 ]
  %122 = phi i32 [ -1074, %110 ], [ -1022, %116 ]
  %123 = phi double [ %111, %110 ], [ %104, %116 ]
  %124 = bitcast double %123 to i64
  %125 = add nsw i32 %122, %121
  %126 = and i64 %124, -9218868437227405313
  %127 = or disjoint i64 %126, 4602678819172646912
  %128 = bitcast i64 %127 to double
  br label %129
129:
  %130 = phi i32 [ %125, %120 ], [ 0, %116 ], [ 0, %108 ]
  %131 = phi double [ %128, %120 ], [ %104, %116 ], [ %104, %108 ]
  %132 = call i32 @llvm.smax.i32(i32 %55, i32 -8132)
  %133 = add nsw i32 %132, -53
  %134 = add nsw i32 %133, %130
  %135 = call i32 @llvm.smax.i32(i32 %134, i32 -1022)
  %136 = call i32 @llvm.smin.i32(i32 %135, i32 1023)
  %137 = sub nsw i32 %134, %136
  %138 = call i32 @llvm.smax.i32(i32 %137, i32 -55)
  %139 = call i32 @llvm.smin.i32(i32 %138, i32 1)
  %140 = fmul double %131, 2.000000e+00
  %141 = add nsw i32 %136, 1023
  %142 = zext nneg i32 %141 to i64
  %143 = shl nuw nsw i64 %142, 52
  %144 = bitcast i64 %143 to double
  %145 = fmul double %140, %144
  %146 = add nsw i32 %139, 1023
  %147 = zext nneg i32 %146 to i64
  %148 = shl nuw nsw i64 %147, 52
  %149 = bitcast i64 %148 to double
  %150 = fmul double %145, %149
  %151 = and i32 %87, 127
  %152 = call double @llvm.fabs.f64(double %150)
  %153 = bitcast double %152 to i64
  br label %154
154:
  %155 = phi i64 [ %6, %29 ], [ %153, %129 ]
  %156 = phi i32 [ 0, %29 ], [ %151, %129 ]
  %157 = phi i64 [ %17, %29 ], [ %88, %129 ]
  %158 = or i64 %157, %155
  %159 = bitcast i64 %158 to double
  br label %160
160:
  %161 = phi i32 [ 0, %3 ], [ 0, %10 ], [ %156, %154 ], [ 0, %14 ]
  %162 = phi double [ 0x7FF8000000000000, %3 ], [ 0x7FF8000000000000, %10 ], [ %159, %154 ], [ %0, %14 ]
  %163 = bitcast double %1 to i64
  %164 = xor i64 %163, %4
  %165 = sub nsw i32 0, %161
  %166 = icmp slt i64 %164, 0
  %167 = select i1 %166, i32 %165, i32 %161
  store i32 %167, ptr addrspace(3) %2, align 4
  ret double %162
}
define spir_func double @_Z3erfd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp olt double %2, 1.000000e+00
  br i1 %3, label %4, label %29
4:
  %5 = fmul double %2, %2
  %6 = fmul double %5, 0x3E0A7A52D08E8EB8
  %7 = fsub double 0x3E4D5BD83E683801, %6
  %8 = fmul double %5, %7
  %9 = fadd double %8, 0xBE85BD406A2541AB
  %10 = fmul double %5, %9
  %11 = fadd double %10, 0x3EBB9775C60F2968
  %12 = fmul double %5, %11
  %13 = fadd double %12, 0xBEEF4C96DF0C3F78
  %14 = fmul double %5, %13
  %15 = fadd double %14, 0x3F1F9A2ABCAE6147
  %16 = fmul double %5, %15
  %17 = fadd double %16, 0xBF4C02DAF9A1FD20
  %18 = fmul double %5, %17
  %19 = fadd double %18, 0x3F7565BCCF4BAAB6
  %20 = fmul double %5, %19
  %21 = fadd double %20, 0xBF9B82CE311D5EA8
  %22 = fmul double %5, %21
  %23 = fadd double %22, 0x3FBCE2F21A040304
  %24 = fmul double %5, %23
  %25 = fadd double %24, 0xBFD812746B0379AA
  %26 = fmul double %5, %25
  %27 = fadd double %26, 0x3FF20DD750429B6D
  %28 = fmul double %2, %27
  br label %180
29:
  %30 = fcmp ogt double %2, 6.000000e+00
  %31 = select i1 %30, double 6.000000e+00, double %2
  %32 = bitcast double %31 to i64
  %33 = and i64 %32, -134217728
  %34 = bitcast i64 %33 to double
  %35 = fsub double %31, %34
  %36 = fneg double %35
  %37 = fadd double %31, %34
  %38 = fmul double %37, %36
  %39 = fcmp ogt double %38, 7.110000e+02
  %40 = fcmp olt double %38, -7.470000e+02
  %41 = select i1 %40, double -7.470000e+02, double %38
  %42 = select i1 %39, double 7.110000e+02, double %41
  %43 = fmul double %42, 0x3FF71547652B82FE
  %44 = call double @__simt_rint_f64(double %43)
  %45 = fmul double %44, 0x3FE62E42FEFA3800
  %46 = fsub double %42, %45
  %47 = fmul double %44, 0x3D2EF35793C76730
  %48 = fsub double %46, %47
  %49 = fmul double %48, %48
  %50 = fmul double %48, 0x3E5AD6D9767C6D0B
  %51 = fadd double %50, 0x3E928B0BD1CA0367
  %52 = fmul double %48, %51
  %53 = fadd double %52, 0x3EC71DF370E20402
  %54 = fmul double %48, %53
  %55 = fadd double %54, 0x3EFA01996C6186A4
  %56 = fmul double %48, %55
  %57 = fadd double %56, 0x3F2A01A011F8F4E6
  %58 = fmul double %48, %57
  %59 = fadd double %58, 0x3F56C16C1853BAF0
  %60 = fmul double %48, %59
  %61 = fadd double %60, 0x3F8111111112A3C8
  %62 = fmul double %48, %61
  %63 = fadd double %62, 0x3FA5555555550481
  %64 = fmul double %48, %63
  %65 = fadd double %64, 0x3FC55555555554EE
  %66 = fmul double %48, %65
  %67 = fadd double %66, 0x3FE000000000000A
  %68 = fmul double %49, %67
  %69 = fadd double %48, %68
  %70 = fadd double %69, 1.000000e+00
  %71 = call i32 @__simt_fptosi_f64_i32(double %44)
  %72 = ashr i32 %71, 1
  %73 = add nsw i32 %72, 1023
  %74 = zext i32 %73 to i64
  %75 = shl i64 %74, 52
  %76 = bitcast i64 %75 to double
  %77 = fmul double %70, %76
  %78 = add i32 %71, 1023
  %79 = sub i32 %78, %72
  %80 = zext i32 %79 to i64
  %81 = shl i64 %80, 52
  %82 = bitcast i64 %81 to double
  %83 = fmul double %77, %82
  %84 = fadd double %31, -4.000000e+00
  %85 = fadd double %31, 4.000000e+00
  %86 = call double @__simt_fdiv_f64(double %84, double %85)
  %87 = fmul double %86, 0x3E5A419D0909A77D
  %88 = fsub double 0x3E7A759B83681175, %87
  %89 = fmul double %86, %88
  %90 = fadd double %89, 0x3E752700F02FBE16
  %91 = fmul double %86, %90
  %92 = fadd double %91, 0xBEABCD524E1E1528
  %93 = fmul double %86, %92
  %94 = fadd double %93, 0x3E944B0F943E40CB
  %95 = fmul double %86, %94
  %96 = fadd double %95, 0x3ED7FAB1173A71CB
  %97 = fmul double %86, %96
  %98 = fadd double %97, 0xBEE78EDED1ABA9A9
  %99 = fmul double %86, %98
  %100 = fadd double %99, 0xBEF9969A66C3D333
  %101 = fmul double %86, %100
  %102 = fadd double %101, 0x3F23BE3864F78AE9
  %103 = fmul double %86, %102
  %104 = fadd double %103, 0xBF2A1DEA4985BAF6
  %105 = fmul double %86, %104
  %106 = fadd double %105, 0xBF48D4AD2F88B5EA
  %107 = fmul double %86, %106
  %108 = fadd double %107, 0x3F749C671FE8036C
  %109 = fmul double %86, %108
  %110 = fadd double %109, 0xBF90962383E42B05
  %111 = fmul double %86, %110
  %112 = fadd double %111, 0x3FA3079EDF7A90DA
  %113 = fmul double %86, %112
  %114 = fadd double %113, 0xBFB0FB06DFFCFC9D
  %115 = fmul double %86, %114
  %116 = fadd double %115, 0x3FB7FEE004E0DF6D
  %117 = fmul double %86, %116
  %118 = fadd double %117, 0xBFB9DDB23C3D83BB
  %119 = fmul double %86, %118
  %120 = fadd double %119, 0x3FB16ECEFCFA541B
  %121 = fmul double %86, %120
  %122 = fadd double %121, 0x3F8F7F5DF66FB3C8
  %123 = fmul double %86, %122
  %124 = fadd double %123, 0xBFC1DF1AD154A28E
  %125 = fmul double %86, %124
  %126 = fadd double %125, 0x3FF3BA5916E9FD7F
  %127 = fmul double %83, %126
  %128 = fneg double %34
  %129 = fmul double %34, %128
  %130 = fcmp ogt double %129, 7.110000e+02
  %131 = fcmp olt double %129, -7.470000e+02
  %132 = select i1 %131, double -7.470000e+02, double %129
  %133 = select i1 %130, double 7.110000e+02, double %132
  %134 = fmul double %133, 0x3FF71547652B82FE
  %135 = call double @__simt_rint_f64(double %134)
  %136 = fmul double %135, 0x3FE62E42FEFA3800
  %137 = fsub double %133, %136
  %138 = fmul double %135, 0x3D2EF35793C76730
  %139 = fsub double %137, %138
  %140 = fmul double %139, %139
  %141 = fmul double %139, 0x3E5AD6D9767C6D0B
  %142 = fadd double %141, 0x3E928B0BD1CA0367
  %143 = fmul double %139, %142
  %144 = fadd double %143, 0x3EC71DF370E20402
  %145 = fmul double %139, %144
  %146 = fadd double %145, 0x3EFA01996C6186A4
  %147 = fmul double %139, %146
  %148 = fadd double %147, 0x3F2A01A011F8F4E6
  %149 = fmul double %139, %148
  %150 = fadd double %149, 0x3F56C16C1853BAF0
  %151 = fmul double %139, %150
  %152 = fadd double %151, 0x3F8111111112A3C8
  %153 = fmul double %139, %152
  %154 = fadd double %153, 0x3FA5555555550481
  %155 = fmul double %139, %154
  %156 = fadd double %155, 0x3FC55555555554EE
  %157 = fmul double %139, %156
  %158 = fadd double %157, 0x3FE000000000000A
  %159 = fmul double %140, %158
  %160 = fadd double %139, %159
  %161 = fadd double %160, 1.000000e+00
  %162 = call i32 @__simt_fptosi_f64_i32(double %135)
  %163 = ashr i32 %162, 1
  %164 = add nsw i32 %163, 1023
  %165 = zext i32 %164 to i64
  %166 = shl i64 %165, 52
  %167 = bitcast i64 %166 to double
  %168 = fmul double %161, %167
  %169 = add i32 %162, 1023
  %170 = sub i32 %169, %163
  %171 = zext i32 %170 to i64
  %172 = shl i64 %171, 52
  %173 = bitcast i64 %172 to double
  %174 = fmul double %168, %173
  %175 = fmul double %31, 2.000000e+00
  %176 = fadd double %175, 1.000000e+00
  %177 = call double @__simt_fdiv_f64(double %127, double %176)
  %178 = fmul double %177, %174
  %179 = fsub double 1.000000e+00, %178
  br label %180
180:
  %181 = phi double [ %28, %4 ], [ %179, %29 ]
  %182 = fcmp ord double %0, 0.000000e+00
  br i1 %182, label %183, label %185
183:
  %184 = call double @__simt_copysign_f64(double %181, double %0)
  br label %185
185:
  %186 = phi double [ %184, %183 ], [ %0, %180 ]
  ret double %186
}
define spir_func double @_Z4erfcd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp ogt double %2, 2.750000e+01
  %4 = select i1 %3, double 2.750000e+01, double %2
  %5 = bitcast double %4 to i64
  %6 = and i64 %5, -134217728
  %7 = bitcast i64 %6 to double
  %8 = fsub double %4, %7
  %9 = fneg double %8
  %10 = fadd double %4, %7
  %11 = fmul double %10, %9
  %12 = fcmp ogt double %11, 7.110000e+02
  %13 = fcmp olt double %11, -7.470000e+02
  %14 = select i1 %13, double -7.470000e+02, double %11
  %15 = select i1 %12, double 7.110000e+02, double %14
  %16 = fmul double %15, 0x3FF71547652B82FE
  %17 = call double @__simt_rint_f64(double %16)
  %18 = fmul double %17, 0x3FE62E42FEFA3800
  %19 = fsub double %15, %18
  %20 = fmul double %17, 0x3D2EF35793C76730
  %21 = fsub double %19, %20
  %22 = fmul double %21, %21
  %23 = fmul double %21, 0x3E5AD6D9767C6D0B
  %24 = fadd double %23, 0x3E928B0BD1CA0367
  %25 = fmul double %21, %24
  %26 = fadd double %25, 0x3EC71DF370E20402
  %27 = fmul double %21, %26
  %28 = fadd double %27, 0x3EFA01996C6186A4
  %29 = fmul double %21, %28
  %30 = fadd double %29, 0x3F2A01A011F8F4E6
  %31 = fmul double %21, %30
  %32 = fadd double %31, 0x3F56C16C1853BAF0
  %33 = fmul double %21, %32
  %34 = fadd double %33, 0x3F8111111112A3C8
  %35 = fmul double %21, %34
  %36 = fadd double %35, 0x3FA5555555550481
  %37 = fmul double %21, %36
  %38 = fadd double %37, 0x3FC55555555554EE
  %39 = fmul double %21, %38
  %40 = fadd double %39, 0x3FE000000000000A
  %41 = fmul double %22, %40
  %42 = fadd double %21, %41
  %43 = fadd double %42, 1.000000e+00
  %44 = call i32 @__simt_fptosi_f64_i32(double %17)
  %45 = ashr i32 %44, 1
  %46 = add nsw i32 %45, 1023
  %47 = zext i32 %46 to i64
  %48 = shl i64 %47, 52
  %49 = bitcast i64 %48 to double
  %50 = fmul double %43, %49
  %51 = add i32 %44, 1023
  %52 = sub i32 %51, %45
  %53 = zext i32 %52 to i64
  %54 = shl i64 %53, 52
  %55 = bitcast i64 %54 to double
  %56 = fmul double %50, %55
  %57 = fadd double %4, -4.000000e+00
  %58 = fadd double %4, 4.000000e+00
  %59 = call double @__simt_fdiv_f64(double %57, double %58)
  %60 = fmul double %59, 0x3E5A419D0909A77D
  %61 = fsub double 0x3E7A759B83681175, %60
  %62 = fmul double %59, %61
  %63 = fadd double %62, 0x3E752700F02FBE16
  %64 = fmul double %59, %63
  %65 = fadd double %64, 0xBEABCD524E1E1528
  %66 = fmul double %59, %65
  %67 = fadd double %66, 0x3E944B0F943E40CB
  %68 = fmul double %59, %67
  %69 = fadd double %68, 0x3ED7FAB1173A71CB
  %70 = fmul double %59, %69
  %71 = fadd double %70, 0xBEE78EDED1ABA9A9
  %72 = fmul double %59, %71
  %73 = fadd double %72, 0xBEF9969A66C3D333
  %74 = fmul double %59, %73
  %75 = fadd double %74, 0x3F23BE3864F78AE9
  %76 = fmul double %59, %75
  %77 = fadd double %76, 0xBF2A1DEA4985BAF6
  %78 = fmul double %59, %77
  %79 = fadd double %78, 0xBF48D4AD2F88B5EA
  %80 = fmul double %59, %79
  %81 = fadd double %80, 0x3F749C671FE8036C
  %82 = fmul double %59, %81
  %83 = fadd double %82, 0xBF90962383E42B05
  %84 = fmul double %59, %83
  %85 = fadd double %84, 0x3FA3079EDF7A90DA
  %86 = fmul double %59, %85
  %87 = fadd double %86, 0xBFB0FB06DFFCFC9D
  %88 = fmul double %59, %87
  %89 = fadd double %88, 0x3FB7FEE004E0DF6D
  %90 = fmul double %59, %89
  %91 = fadd double %90, 0xBFB9DDB23C3D83BB
  %92 = fmul double %59, %91
  %93 = fadd double %92, 0x3FB16ECEFCFA541B
  %94 = fmul double %59, %93
  %95 = fadd double %94, 0x3F8F7F5DF66FB3C8
  %96 = fmul double %59, %95
  %97 = fadd double %96, 0xBFC1DF1AD154A28E
  %98 = fmul double %59, %97
  %99 = fadd double %98, 0x3FF3BA5916E9FD7F
  %100 = fmul double %56, %99
  %101 = fneg double %7
  %102 = fmul double %7, %101
  %103 = fcmp ogt double %102, 7.110000e+02
  %104 = fcmp olt double %102, -7.470000e+02
  %105 = select i1 %104, double -7.470000e+02, double %102
  %106 = select i1 %103, double 7.110000e+02, double %105
  %107 = fmul double %106, 0x3FF71547652B82FE
  %108 = call double @__simt_rint_f64(double %107)
  %109 = fmul double %108, 0x3FE62E42FEFA3800
  %110 = fsub double %106, %109
  %111 = fmul double %108, 0x3D2EF35793C76730
  %112 = fsub double %110, %111
  %113 = fmul double %112, %112
  %114 = fmul double %112, 0x3E5AD6D9767C6D0B
  %115 = fadd double %114, 0x3E928B0BD1CA0367
  %116 = fmul double %112, %115
  %117 = fadd double %116, 0x3EC71DF370E20402
  %118 = fmul double %112, %117
  %119 = fadd double %118, 0x3EFA01996C6186A4
  %120 = fmul double %112, %119
  %121 = fadd double %120, 0x3F2A01A011F8F4E6
  %122 = fmul double %112, %121
  %123 = fadd double %122, 0x3F56C16C1853BAF0
  %124 = fmul double %112, %123
  %125 = fadd double %124, 0x3F8111111112A3C8
  %126 = fmul double %112, %125
  %127 = fadd double %126, 0x3FA5555555550481
  %128 = fmul double %112, %127
  %129 = fadd double %128, 0x3FC55555555554EE
  %130 = fmul double %112, %129
  %131 = fadd double %130, 0x3FE000000000000A
  %132 = fmul double %113, %131
  %133 = fadd double %112, %132
  %134 = fadd double %133, 1.000000e+00
  %135 = call i32 @__simt_fptosi_f64_i32(double %108)
  %136 = ashr i32 %135, 1
  %137 = add nsw i32 %136, 1023
  %138 = zext i32 %137 to i64
  %139 = shl i64 %138, 52
  %140 = bitcast i64 %139 to double
  %141 = fmul double %134, %140
  %142 = add i32 %135, 1023
  %143 = sub i32 %142, %136
  %144 = zext i32 %143 to i64
  %145 = shl i64 %144, 52
  %146 = bitcast i64 %145 to double
  %147 = fmul double %141, %146
  %148 = fmul double %4, 2.000000e+00
  %149 = fadd double %148, 1.000000e+00
  %150 = call double @__simt_fdiv_f64(double %100, double %149)
  %151 = fmul double %150, %147
  %152 = fcmp uno double %0, 0.000000e+00
  br i1 %152, label %185, label %153
153:
  %154 = fcmp olt double %2, 1.000000e+00
  br i1 %154, label %155, label %181
155:
  %156 = fmul double %0, %0
  %157 = fmul double %156, 0x3E0A7A52D08E8EB8
  %158 = fsub double 0x3E4D5BD83E683801, %157
  %159 = fmul double %156, %158
  %160 = fadd double %159, 0xBE85BD406A2541AB
  %161 = fmul double %156, %160
  %162 = fadd double %161, 0x3EBB9775C60F2968
  %163 = fmul double %156, %162
  %164 = fadd double %163, 0xBEEF4C96DF0C3F78
  %165 = fmul double %156, %164
  %166 = fadd double %165, 0x3F1F9A2ABCAE6147
  %167 = fmul double %156, %166
  %168 = fadd double %167, 0xBF4C02DAF9A1FD20
  %169 = fmul double %156, %168
  %170 = fadd double %169, 0x3F7565BCCF4BAAB6
  %171 = fmul double %156, %170
  %172 = fadd double %171, 0xBF9B82CE311D5EA8
  %173 = fmul double %156, %172
  %174 = fadd double %173, 0x3FBCE2F21A040304
  %175 = fmul double %156, %174
  %176 = fadd double %175, 0xBFD812746B0379AA
  %177 = fmul double %156, %176
  %178 = fadd double %177, 0x3FF20DD750429B6D
  %179 = fmul double %0, %178
  %180 = fsub double 1.000000e+00, %179
  br label %185
181:
  %182 = fcmp olt double %0, 0.000000e+00
  %183 = fsub double 2.000000e+00, %151
  %184 = select i1 %182, double %183, double %151
  br label %185
185:
  %186 = phi double [ %184, %181 ], [ %180, %155 ], [ %0, %1 ]
  ret double %186
}
define spir_func double @_Z6tgammad(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = fcmp olt double %2, 0x3C90000000000000
  br i1 %3, label %4, label %6
4:
  %5 = call double @__simt_fdiv_f64(double 1.000000e+00, double %0)
  br label %255
6:
  %7 = call double @__simt_fmin_f64(double %2, double 1.900000e+02)
  %8 = fcmp olt double %0, 0.000000e+00
  %9 = select i1 %8, i32 -60, i32 0
  %10 = fcmp olt double %7, 8.000000e+00
  br i1 %10, label %11, label %84
11:
  %12 = phi i32 [ %20, %11 ], [ 2, %6 ]
  %13 = phi double [ %19, %11 ], [ 1.000000e+00, %6 ]
  %14 = phi double [ %18, %11 ], [ %7, %6 ]
  %15 = fcmp ult double %14, 2.000000e+00
  %16 = fadd double %14, -1.000000e+00
  %17 = fmul double %13, %16
  %18 = select i1 %15, double %14, double %16
  %19 = select i1 %15, double %13, double %17
  %20 = add nuw nsw i32 %12, 1
  %21 = icmp samesign ult i32 %12, 7
  br i1 %21, label %11, label %22
22:
  %23 = fcmp olt double %18, 1.000000e+00
  %24 = fadd double %18, 1.000000e+00
  %25 = select i1 %23, double %24, double %18
  %26 = select i1 %23, double %18, double 1.000000e+00
  %27 = fadd double %25, -1.500000e+00
  %28 = fmul double %27, 0x3F2F11DAB9461381
  %29 = fsub double 0x3F3982CF239735FE, %28
  %30 = fmul double %27, %29
  %31 = fadd double %30, 0xBF2FA6B8E28A3330
  %32 = fmul double %27, %31
  %33 = fadd double %32, 0x3F34FBF1769922E8
  %34 = fmul double %27, %33
  %35 = fadd double %34, 0xBF46BD54BEA58206
  %36 = fmul double %27, %35
  %37 = fadd double %36, 0x3F516B2C6922F451
  %38 = fmul double %27, %37
  %39 = fadd double %38, 0xBF58E3BED8DAD57B
  %40 = fmul double %27, %39
  %41 = fadd double %40, 0x3F629C2C37DA0339
  %42 = fmul double %27, %41
  %43 = fadd double %42, 0xBF6C0AAB866A888F
  %44 = fmul double %27, %43
  %45 = fadd double %44, 0x3F75068AF4DB40BB
  %46 = fmul double %27, %45
  %47 = fadd double %46, 0xBF7F7FC346A5A6E4
  %48 = fmul double %27, %47
  %49 = fadd double %48, 0x3F87990ADE622059
  %50 = fmul double %27, %49
  %51 = fadd double %50, 0xBF91A2C28EACD8B7
  %52 = fmul double %27, %51
  %53 = fadd double %52, 0x3F9A752CF4C4C74E
  %54 = fmul double %27, %53
  %55 = fadd double %54, 0xBFA374FD5D445117
  %56 = fmul double %27, %55
  %57 = fadd double %56, 0x3FAE022B71EC1448
  %58 = fmul double %27, %57
  %59 = fadd double %58, 0xBFB3D88CFE4E5BF7
  %60 = fmul double %27, %59
  %61 = fadd double %60, 0x3FC283BD3751323B
  %62 = fmul double %27, %61
  %63 = fadd double %62, 0xBFBB77AC1CA2F1EE
  %64 = fmul double %27, %63
  %65 = fadd double %64, 0x3FDA8C4DBA620B2C
  %66 = fmul double %27, %65
  %67 = fadd double %66, 0x3FA08EA88EE561BB
  %68 = fmul double %27, %67
  %69 = fadd double %68, 0x3FEC5BF891B4EF6B
  %70 = fmul double %19, %69
  %71 = call double @__simt_fdiv_f64(double %70, double %26)
  %72 = ashr exact i32 %9, 1
  %73 = add nsw i32 %72, 1023
  %74 = zext nneg i32 %73 to i64
  %75 = shl nuw nsw i64 %74, 52
  %76 = bitcast i64 %75 to double
  %77 = fmul double %71, %76
  %78 = add nsw i32 %9, 1023
  %79 = sub nsw i32 %78, %72
  %80 = zext nneg i32 %79 to i64
  %81 = shl nuw nsw i64 %80, 52
  %82 = bitcast i64 %81 to double
  %83 = fmul double %77, %82
  br label %239
84:
  %85 = call double @llvm.fabs.f64(double %7)
  %86 = bitcast double %85 to i64
  %87 = icmp samesign ult i64 %86, 4503599627370496
  %88 = select i1 %87, i32 -52, i32 0
  %89 = fmul double %7, 0x4330000000000000
  %90 = select i1 %87, double %89, double %7
  %91 = bitcast double %90 to i64
  %92 = add i64 %91, -4604544271217802189
  %93 = ashr i64 %92, 52
  %94 = trunc nsw i64 %93 to i32
  %95 = add nsw i32 %88, %94
  %96 = and i64 %92, -4503599627370496
  %97 = sub i64 %91, %96
  %98 = bitcast i64 %97 to double
  %99 = fadd double %98, -1.000000e+00
  %100 = fadd double %99, 2.000000e+00
  %101 = fadd double %100, -2.000000e+00
  %102 = fsub double %99, %101
  %103 = call double @__simt_fdiv_f64(double 1.000000e+00, double %100)
  %104 = fmul double %99, %103
  %105 = fmul double %100, %104
  %106 = fsub double %99, %105
  %107 = call double @__simt_product_error_f64(double %104, double %100, double %105)
  %108 = fsub double %106, %107
  %109 = fmul double %102, %104
  %110 = fsub double %108, %109
  %111 = fmul double %103, %110
  %112 = fmul double %104, %104
  %113 = call double @__simt_product_error_f64(double %104, double %104, double %112)
  %114 = fmul double %104, 2.000000e+00
  %115 = fmul double %114, %111
  %116 = fadd double %113, %115
  %117 = fmul double %112, 0x3FE5555555555555
  %118 = call double @__simt_product_error_f64(double %112, double 0x3FE5555555555555, double %117)
  %119 = fmul double %116, 0x3FE5555555555555
  %120 = fmul double %112, 0x3FBEC41C10F2AD32
  %121 = fadd double %120, 0x3FBDE0EE547EBEAC
  %122 = fmul double %112, %121
  %123 = fadd double %122, 0x3FC11219B6357A9C
  %124 = fmul double %112, %123
  %125 = fadd double %124, 0x3FC3B135CC62E3B3
  %126 = fmul double %112, %125
  %127 = fadd double %126, 0x3FC745D18485FE1C
  %128 = fmul double %112, %127
  %129 = fadd double %128, 0x3FCC71C71C5532DE
  %130 = fmul double %112, %129
  %131 = fadd double %130, 0x3FD24924924931A7
  %132 = fmul double %112, %131
  %133 = fadd double %132, 0x3FD9999999999995
  %134 = fmul double %112, %133
  %135 = fadd double %134, 0x3C85555555555555
  %136 = fmul double %112, %135
  %137 = fadd double %119, %136
  %138 = fadd double %118, %137
  %139 = fmul double %104, %117
  %140 = call double @__simt_product_error_f64(double %104, double %117, double %139)
  %141 = fmul double %104, %138
  %142 = fmul double %117, %111
  %143 = fadd double %142, %141
  %144 = fadd double %140, %143
  %145 = fadd double %114, %139
  %146 = fsub double %145, %114
  %147 = fsub double %139, %146
  %148 = fmul double %111, 2.000000e+00
  %149 = fadd double %148, %144
  %150 = fadd double %147, %149
  %151 = fmul double %145, 0x3FF71547652B82FE
  %152 = call double @__simt_product_error_f64(double %145, double 0x3FF71547652B82FE, double %151)
  %153 = fmul double %145, 0x3C7777D0FFDA0D24
  %154 = fmul double %150, 0x3FF71547652B82FE
  %155 = fadd double %153, %154
  %156 = fadd double %152, %155
  %157 = sitofp i32 %95 to double
  %158 = fadd double %151, %157
  %159 = fsub double %158, %157
  %160 = fsub double %151, %159
  %161 = fadd double %160, %156
  %162 = fadd double %158, %161
  %163 = fadd double %7, -5.000000e-01
  %164 = fmul double %163, %162
  %165 = fmul double %7, 0x3FF71547652B82FE
  %166 = call double @__simt_product_error_f64(double %163, double %162, double %164)
  %167 = call double @__simt_product_error_f64(double %7, double 0x3FF71547652B82FE, double %165)
  %168 = fsub double %164, %165
  %169 = call double @__simt_rint_f64(double %168)
  %170 = call double @__simt_fdiv_f64(double 1.000000e+00, double %7)
  %171 = fcmp olt double %7, 1.900000e+02
  br i1 %171, label %172, label %239
172:
  %173 = fmul double %170, %170
  %174 = fmul double %173, 0x3FAEE14F6DD7C38F
  %175 = fadd double %174, 0xBF97349A4A49EDA0
  %176 = fmul double %173, %175
  %177 = fadd double %176, 0x3F84ADDABD36F392
  %178 = fmul double %173, %177
  %179 = fadd double %178, 0xBF7D41CE53C038FC
  %180 = fmul double %173, %179
  %181 = fadd double %180, 0x3F838138117905EE
  %182 = fmul double %173, %181
  %183 = fadd double %182, 0xBFA111111110F044
  %184 = fmul double %173, %183
  %185 = fadd double %184, 1.000000e+00
  %186 = fmul double %170, %185
  %187 = fsub double %162, %158
  %188 = fsub double %161, %187
  %189 = fsub double %168, %169
  %190 = fmul double %163, %188
  %191 = fadd double %166, %190
  %192 = fsub double %191, %167
  %193 = fmul double %7, 0x3C7777D0FFDA0D24
  %194 = fsub double %192, %193
  %195 = fsub double %164, %168
  %196 = fsub double %195, %165
  %197 = fmul double %186, 0x3FBEC709DC3A03FD
  %198 = fadd double %197, %196
  %199 = fadd double %198, %194
  %200 = fadd double %189, %199
  %201 = fmul double %200, 0x3FE62E42FEFA39EF
  %202 = fmul double %201, %201
  %203 = fmul double %201, 0x3E5AD6D9767C6D0B
  %204 = fadd double %203, 0x3E928B0BD1CA0367
  %205 = fmul double %201, %204
  %206 = fadd double %205, 0x3EC71DF370E20402
  %207 = fmul double %201, %206
  %208 = fadd double %207, 0x3EFA01996C6186A4
  %209 = fmul double %201, %208
  %210 = fadd double %209, 0x3F2A01A011F8F4E6
  %211 = fmul double %201, %210
  %212 = fadd double %211, 0x3F56C16C1853BAF0
  %213 = fmul double %201, %212
  %214 = fadd double %213, 0x3F8111111112A3C8
  %215 = fmul double %201, %214
  %216 = fadd double %215, 0x3FA5555555550481
  %217 = fmul double %201, %216
  %218 = fadd double %217, 0x3FC55555555554EE
  %219 = fmul double %201, %218
  %220 = fadd double %219, 0x3FE000000000000A
  %221 = fmul double %202, %220
  %222 = fadd double %201, %221
  %223 = fadd double %222, 1.000000e+00
  %224 = fmul double %223, 0x40040D931FF62706
  %225 = call i32 @__simt_fptosi_f64_i32(double %169)
  %226 = add nsw i32 %225, %9
  %227 = ashr i32 %226, 1
  %228 = add nsw i32 %227, 1023
  %229 = zext i32 %228 to i64
  %230 = shl i64 %229, 52
  %231 = bitcast i64 %230 to double
  %232 = fmul double %224, %231
  %233 = add i32 %226, 1023
  %234 = sub i32 %233, %227
  %235 = zext i32 %234 to i64
  %236 = shl i64 %235, 52
  %237 = bitcast i64 %236 to double
  %238 = fmul double %232, %237
  br label %239
239:
  %240 = phi double [ %83, %22 ], [ %238, %172 ], [ 0x7FF0000000000000, %84 ]
  br i1 %8, label %244, label %241
241:
  %242 = fcmp ord double %0, 0.000000e+00
  %243 = select i1 %242, double %240, double %0
  br label %255
244:
  %245 = call spir_func double @_Z5sinpid(double %2)
  %246 = fmul double %2, %245
  %247 = call double @__simt_fdiv_f64(double 0xC00921FB54442D18, double %246)
  %248 = call double @__simt_fdiv_f64(double %247, double %240)
  %249 = fcmp oeq double %245, 0.000000e+00
  %250 = fmul double %248, 0x3C30000000000000
  %251 = fcmp olt double %2, 1.900000e+02
  %252 = fmul double %245, -0.000000e+00
  %253 = select i1 %251, double %250, double %252
  %254 = select i1 %249, double 0x7FF8000000000000, double %253
  br label %255
255:
  %256 = phi double [ %5, %4 ], [ %254, %244 ], [ %243, %241 ]
  ret double %256
}
define spir_func double @_Z6lgammad(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  %3 = call spir_func double @_Z5sinpid(double %2)
  %4 = fcmp olt double %0, 0.000000e+00
  %5 = fcmp uno double %0, 0.000000e+00
  br i1 %5, label %156, label %6
6:
  %7 = fcmp oeq double %2, 0x7FF0000000000000
  br i1 %7, label %156, label %8
8:
  %9 = fcmp ole double %0, 0.000000e+00
  %10 = fcmp oeq double %3, 0.000000e+00
  %11 = select i1 %9, i1 %10, i1 false
  br i1 %11, label %156, label %12
12:
  %13 = fcmp oge double %2, 0x3C90000000000000
  %14 = and i1 %4, %13
  %15 = fcmp oge double %2, 5.000000e-01
  %16 = fcmp olt double %2, 2.500000e+00
  %17 = and i1 %15, %16
  br i1 %17, label %18, label %60
18:
  %19 = fcmp olt double %2, 1.500000e+00
  %20 = select i1 %19, double 1.000000e+00, double 2.000000e+00
  %21 = fsub double %2, %20
  %22 = fmul double %21, 0x3E93E89361E2F29F
  %23 = fadd double %22, 0xBEA3766829188A39
  %24 = fmul double %21, %23
  %25 = fadd double %24, 0x3EAE3D6E4350C41F
  %26 = fmul double %21, %25
  %27 = fadd double %26, 0xBEC0923299AAC865
  %28 = fmul double %21, %27
  %29 = fadd double %28, 0x3ED26CC29E130224
  %30 = fmul double %21, %29
  %31 = fadd double %30, 0xBEE3D48EF25B8677
  %32 = fmul double %21, %31
  %33 = fadd double %32, 0x3EF57FEE756EBC2E
  %34 = fmul double %21, %33
  %35 = fadd double %34, 0xBF078D92F279BF6A
  %36 = fmul double %21, %35
  %37 = fadd double %36, 0x3F1A1281E65C9D66
  %38 = fmul double %21, %37
  %39 = fadd double %38, 0xBF2D3FD68EDC19AF
  %40 = fmul double %21, %39
  %41 = fadd double %40, 0x3F40B36AE9E78309
  %42 = fmul double %21, %41
  %43 = fadd double %42, 0xBF538AC5C00448EE
  %44 = fmul double %21, %43
  %45 = fadd double %44, 0x3F67ADD6EAFBAE29
  %46 = fmul double %21, %45
  %47 = fadd double %46, 0xBF7E404FC21D262A
  %48 = fmul double %21, %47
  %49 = fadd double %48, 0x3F951322AC7D755B
  %50 = fmul double %21, %49
  %51 = fadd double %50, 0xBFB13E001A557565
  %52 = fmul double %21, %51
  %53 = fadd double %52, 0x3FD4A34CC4A60FA7
  %54 = fmul double %21, %53
  %55 = fadd double %54, 0x3FDB0EE6072093CE
  %56 = fmul double %21, %55
  br i1 %19, label %57, label %148
57:
  %58 = call spir_func double @_Z5log1pd(double %21)
  %59 = fsub double %56, %58
  br label %148
60:
  %61 = fcmp olt double %2, 8.000000e+00
  br i1 %61, label %62, label %123
62:
  %63 = phi i32 [ %71, %62 ], [ 2, %60 ]
  %64 = phi double [ %70, %62 ], [ 1.000000e+00, %60 ]
  %65 = phi double [ %69, %62 ], [ %2, %60 ]
  %66 = fcmp ult double %65, 2.000000e+00
  %67 = fadd double %65, -1.000000e+00
  %68 = fmul double %64, %67
  %69 = select i1 %66, double %65, double %67
  %70 = select i1 %66, double %64, double %68
  %71 = add nuw nsw i32 %63, 1
  %72 = icmp samesign ult i32 %63, 7
  br i1 %72, label %62, label %73
73:
  %74 = fcmp olt double %69, 1.000000e+00
  %75 = fadd double %69, 1.000000e+00
  %76 = select i1 %74, double %75, double %69
  %77 = select i1 %74, double %69, double 1.000000e+00
  %78 = fadd double %76, -1.500000e+00
  %79 = fmul double %78, 0x3F2F11DAB9461381
  %80 = fsub double 0x3F3982CF239735FE, %79
  %81 = fmul double %78, %80
  %82 = fadd double %81, 0xBF2FA6B8E28A3330
  %83 = fmul double %78, %82
  %84 = fadd double %83, 0x3F34FBF1769922E8
  %85 = fmul double %78, %84
  %86 = fadd double %85, 0xBF46BD54BEA58206
  %87 = fmul double %78, %86
  %88 = fadd double %87, 0x3F516B2C6922F451
  %89 = fmul double %78, %88
  %90 = fadd double %89, 0xBF58E3BED8DAD57B
  %91 = fmul double %78, %90
  %92 = fadd double %91, 0x3F629C2C37DA0339
  %93 = fmul double %78, %92
  %94 = fadd double %93, 0xBF6C0AAB866A888F
  %95 = fmul double %78, %94
  %96 = fadd double %95, 0x3F75068AF4DB40BB
  %97 = fmul double %78, %96
  %98 = fadd double %97, 0xBF7F7FC346A5A6E4
  %99 = fmul double %78, %98
  %100 = fadd double %99, 0x3F87990ADE622059
  %101 = fmul double %78, %100
  %102 = fadd double %101, 0xBF91A2C28EACD8B7
  %103 = fmul double %78, %102
  %104 = fadd double %103, 0x3F9A752CF4C4C74E
  %105 = fmul double %78, %104
  %106 = fadd double %105, 0xBFA374FD5D445117
  %107 = fmul double %78, %106
  %108 = fadd double %107, 0x3FAE022B71EC1448
  %109 = fmul double %78, %108
  %110 = fadd double %109, 0xBFB3D88CFE4E5BF7
  %111 = fmul double %78, %110
  %112 = fadd double %111, 0x3FC283BD3751323B
  %113 = fmul double %78, %112
  %114 = fadd double %113, 0xBFBB77AC1CA2F1EE
  %115 = fmul double %78, %114
  %116 = fadd double %115, 0x3FDA8C4DBA620B2C
  %117 = fmul double %78, %116
  %118 = fadd double %117, 0x3FA08EA88EE561BB
  %119 = fmul double %78, %118
  %120 = fadd double %119, 0x3FEC5BF891B4EF6B
  %121 = fmul double %70, %120
  %122 = call double @__simt_fdiv_f64(double %121, double %77)
  br label %123
123:
  %124 = phi double [ %122, %73 ], [ %2, %60 ]
  %125 = call double @__simt_log_f64(double %124)
  %126 = fadd double %125, -1.000000e+00
  %127 = fadd double %2, -5.000000e-01
  %128 = fmul double %127, %126
  %129 = call double @__simt_fdiv_f64(double 1.000000e+00, double %2)
  %130 = fmul double %129, %129
  %131 = fmul double %130, 0x3FAEE14F6DD7C38F
  %132 = fadd double %131, 0xBF97349A4A49EDA0
  %133 = fmul double %130, %132
  %134 = fadd double %133, 0x3F84ADDABD36F392
  %135 = fmul double %130, %134
  %136 = fadd double %135, 0xBF7D41CE53C038FC
  %137 = fmul double %130, %136
  %138 = fadd double %137, 0x3F838138117905EE
  %139 = fmul double %130, %138
  %140 = fadd double %139, 0xBFA111111110F044
  %141 = fmul double %130, %140
  %142 = fadd double %141, 1.000000e+00
  %143 = fmul double %129, %142
  %144 = fmul double %143, 0x3FB5555555555555
  %145 = fadd double %144, 0x3FDACFE390C97D6A
  %146 = fadd double %128, %145
  %147 = select i1 %61, double %125, double %146
  br label %148
148:
  %149 = phi double [ %147, %123 ], [ %59, %57 ], [ %56, %18 ]
  br i1 %14, label %150, label %156
150:
  %151 = call double @__simt_fabs_f64(double %3)
  %152 = fmul double %2, %151
  %153 = call double @__simt_log_f64(double %152)
  %154 = fsub double 0x3FF250D048E7A1BD, %153
  %155 = fsub double %154, %149
  br label %156
156:
  %157 = phi double [ 0x7FF0000000000000, %6 ], [ %0, %1 ], [ 0x7FF0000000000000, %8 ], [ %155, %150 ], [ %149, %148 ]
  ret double %157
}
define spir_func double @_Z8lgamma_rdPi(double %0, ptr %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call spir_func double @_Z5sinpid(double %3)
  %5 = fcmp olt double %0, 0.000000e+00
  %6 = fcmp uno double %0, 0.000000e+00
  br i1 %6, label %157, label %7
7:
  %8 = fcmp oeq double %3, 0x7FF0000000000000
  br i1 %8, label %157, label %9
9:
  %10 = fcmp ole double %0, 0.000000e+00
  %11 = fcmp oeq double %4, 0.000000e+00
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %157, label %13
13:
  %14 = fcmp oge double %3, 0x3C90000000000000
  %15 = and i1 %5, %14
  %16 = fcmp oge double %3, 5.000000e-01
  %17 = fcmp olt double %3, 2.500000e+00
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %61
19:
  %20 = fcmp olt double %3, 1.500000e+00
  %21 = select i1 %20, double 1.000000e+00, double 2.000000e+00
  %22 = fsub double %3, %21
  %23 = fmul double %22, 0x3E93E89361E2F29F
  %24 = fadd double %23, 0xBEA3766829188A39
  %25 = fmul double %22, %24
  %26 = fadd double %25, 0x3EAE3D6E4350C41F
  %27 = fmul double %22, %26
  %28 = fadd double %27, 0xBEC0923299AAC865
  %29 = fmul double %22, %28
  %30 = fadd double %29, 0x3ED26CC29E130224
  %31 = fmul double %22, %30
  %32 = fadd double %31, 0xBEE3D48EF25B8677
  %33 = fmul double %22, %32
  %34 = fadd double %33, 0x3EF57FEE756EBC2E
  %35 = fmul double %22, %34
  %36 = fadd double %35, 0xBF078D92F279BF6A
  %37 = fmul double %22, %36
  %38 = fadd double %37, 0x3F1A1281E65C9D66
  %39 = fmul double %22, %38
  %40 = fadd double %39, 0xBF2D3FD68EDC19AF
  %41 = fmul double %22, %40
  %42 = fadd double %41, 0x3F40B36AE9E78309
  %43 = fmul double %22, %42
  %44 = fadd double %43, 0xBF538AC5C00448EE
  %45 = fmul double %22, %44
  %46 = fadd double %45, 0x3F67ADD6EAFBAE29
  %47 = fmul double %22, %46
  %48 = fadd double %47, 0xBF7E404FC21D262A
  %49 = fmul double %22, %48
  %50 = fadd double %49, 0x3F951322AC7D755B
  %51 = fmul double %22, %50
  %52 = fadd double %51, 0xBFB13E001A557565
  %53 = fmul double %22, %52
  %54 = fadd double %53, 0x3FD4A34CC4A60FA7
  %55 = fmul double %22, %54
  %56 = fadd double %55, 0x3FDB0EE6072093CE
  %57 = fmul double %22, %56
  br i1 %20, label %58, label %149
58:
  %59 = call spir_func double @_Z5log1pd(double %22)
  %60 = fsub double %57, %59
  br label %149
61:
  %62 = fcmp olt double %3, 8.000000e+00
  br i1 %62, label %63, label %124
63:
  %64 = phi i32 [ %72, %63 ], [ 2, %61 ]
  %65 = phi double [ %71, %63 ], [ 1.000000e+00, %61 ]
  %66 = phi double [ %70, %63 ], [ %3, %61 ]
  %67 = fcmp ult double %66, 2.000000e+00
  %68 = fadd double %66, -1.000000e+00
  %69 = fmul double %65, %68
  %70 = select i1 %67, double %66, double %68
  %71 = select i1 %67, double %65, double %69
  %72 = add nuw nsw i32 %64, 1
  %73 = icmp samesign ult i32 %64, 7
  br i1 %73, label %63, label %74
74:
  %75 = fcmp olt double %70, 1.000000e+00
  %76 = fadd double %70, 1.000000e+00
  %77 = select i1 %75, double %76, double %70
  %78 = select i1 %75, double %70, double 1.000000e+00
  %79 = fadd double %77, -1.500000e+00
  %80 = fmul double %79, 0x3F2F11DAB9461381
  %81 = fsub double 0x3F3982CF239735FE, %80
  %82 = fmul double %79, %81
  %83 = fadd double %82, 0xBF2FA6B8E28A3330
  %84 = fmul double %79, %83
  %85 = fadd double %84, 0x3F34FBF1769922E8
  %86 = fmul double %79, %85
  %87 = fadd double %86, 0xBF46BD54BEA58206
  %88 = fmul double %79, %87
  %89 = fadd double %88, 0x3F516B2C6922F451
  %90 = fmul double %79, %89
  %91 = fadd double %90, 0xBF58E3BED8DAD57B
  %92 = fmul double %79, %91
  %93 = fadd double %92, 0x3F629C2C37DA0339
  %94 = fmul double %79, %93
  %95 = fadd double %94, 0xBF6C0AAB866A888F
  %96 = fmul double %79, %95
  %97 = fadd double %96, 0x3F75068AF4DB40BB
  %98 = fmul double %79, %97
  %99 = fadd double %98, 0xBF7F7FC346A5A6E4
  %100 = fmul double %79, %99
  %101 = fadd double %100, 0x3F87990ADE622059
  %102 = fmul double %79, %101
  %103 = fadd double %102, 0xBF91A2C28EACD8B7
  %104 = fmul double %79, %103
  %105 = fadd double %104, 0x3F9A752CF4C4C74E
  %106 = fmul double %79, %105
  %107 = fadd double %106, 0xBFA374FD5D445117
  %108 = fmul double %79, %107
  %109 = fadd double %108, 0x3FAE022B71EC1448
  %110 = fmul double %79, %109
  %111 = fadd double %110, 0xBFB3D88CFE4E5BF7
  %112 = fmul double %79, %111
  %113 = fadd double %112, 0x3FC283BD3751323B
  %114 = fmul double %79, %113
  %115 = fadd double %114, 0xBFBB77AC1CA2F1EE
  %116 = fmul double %79, %115
  %117 = fadd double %116, 0x3FDA8C4DBA620B2C
  %118 = fmul double %79, %117
  %119 = fadd double %118, 0x3FA08EA88EE561BB
  %120 = fmul double %79, %119
  %121 = fadd double %120, 0x3FEC5BF891B4EF6B
  %122 = fmul double %71, %121
  %123 = call double @__simt_fdiv_f64(double %122, double %78)
  br label %124
124:
  %125 = phi double [ %123, %74 ], [ %3, %61 ]
  %126 = call double @__simt_log_f64(double %125)
  %127 = fadd double %126, -1.000000e+00
  %128 = fadd double %3, -5.000000e-01
  %129 = fmul double %128, %127
  %130 = call double @__simt_fdiv_f64(double 1.000000e+00, double %3)
  %131 = fmul double %130, %130
  %132 = fmul double %131, 0x3FAEE14F6DD7C38F
  %133 = fadd double %132, 0xBF97349A4A49EDA0
  %134 = fmul double %131, %133
  %135 = fadd double %134, 0x3F84ADDABD36F392
  %136 = fmul double %131, %135
  %137 = fadd double %136, 0xBF7D41CE53C038FC
  %138 = fmul double %131, %137
  %139 = fadd double %138, 0x3F838138117905EE
  %140 = fmul double %131, %139
  %141 = fadd double %140, 0xBFA111111110F044
  %142 = fmul double %131, %141
  %143 = fadd double %142, 1.000000e+00
  %144 = fmul double %130, %143
  %145 = fmul double %144, 0x3FB5555555555555
  %146 = fadd double %145, 0x3FDACFE390C97D6A
  %147 = fadd double %129, %146
  %148 = select i1 %62, double %126, double %147
  br label %149
149:
  %150 = phi double [ %148, %124 ], [ %60, %58 ], [ %57, %19 ]
  br i1 %15, label %151, label %157
151:
  %152 = call double @__simt_fabs_f64(double %4)
  %153 = fmul double %3, %152
  %154 = call double @__simt_log_f64(double %153)
  %155 = fsub double 0x3FF250D048E7A1BD, %154
  %156 = fsub double %155, %150
  br label %157
157:
  %158 = phi double [ 0x7FF0000000000000, %7 ], [ %0, %2 ], [ 0x7FF0000000000000, %9 ], [ %156, %151 ], [ %150, %149 ]
  %159 = fcmp ogt double %4, 0.000000e+00
  %160 = select i1 %5, i1 %159, i1 false
  %161 = call i1 @llvm.is.fpclass.f64(double %0, i32 32)
  %162 = or i1 %161, %160
  %163 = select i1 %162, i32 -1, i32 1
  store i32 %163, ptr %1, align 4
  ret double %158
}
define spir_func double @_Z8lgamma_rdPU3AS1i(double %0, ptr addrspace(1) %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call spir_func double @_Z5sinpid(double %3)
  %5 = fcmp olt double %0, 0.000000e+00
  %6 = fcmp uno double %0, 0.000000e+00
  br i1 %6, label %157, label %7
7:
  %8 = fcmp oeq double %3, 0x7FF0000000000000
  br i1 %8, label %157, label %9
9:
  %10 = fcmp ole double %0, 0.000000e+00
  %11 = fcmp oeq double %4, 0.000000e+00
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %157, label %13
13:
  %14 = fcmp oge double %3, 0x3C90000000000000
  %15 = and i1 %5, %14
  %16 = fcmp oge double %3, 5.000000e-01
  %17 = fcmp olt double %3, 2.500000e+00
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %61
19:
  %20 = fcmp olt double %3, 1.500000e+00
  %21 = select i1 %20, double 1.000000e+00, double 2.000000e+00
  %22 = fsub double %3, %21
  %23 = fmul double %22, 0x3E93E89361E2F29F
  %24 = fadd double %23, 0xBEA3766829188A39
  %25 = fmul double %22, %24
  %26 = fadd double %25, 0x3EAE3D6E4350C41F
  %27 = fmul double %22, %26
  %28 = fadd double %27, 0xBEC0923299AAC865
  %29 = fmul double %22, %28
  %30 = fadd double %29, 0x3ED26CC29E130224
  %31 = fmul double %22, %30
  %32 = fadd double %31, 0xBEE3D48EF25B8677
  %33 = fmul double %22, %32
  %34 = fadd double %33, 0x3EF57FEE756EBC2E
  %35 = fmul double %22, %34
  %36 = fadd double %35, 0xBF078D92F279BF6A
  %37 = fmul double %22, %36
  %38 = fadd double %37, 0x3F1A1281E65C9D66
  %39 = fmul double %22, %38
  %40 = fadd double %39, 0xBF2D3FD68EDC19AF
  %41 = fmul double %22, %40
  %42 = fadd double %41, 0x3F40B36AE9E78309
  %43 = fmul double %22, %42
  %44 = fadd double %43, 0xBF538AC5C00448EE
  %45 = fmul double %22, %44
  %46 = fadd double %45, 0x3F67ADD6EAFBAE29
  %47 = fmul double %22, %46
  %48 = fadd double %47, 0xBF7E404FC21D262A
  %49 = fmul double %22, %48
  %50 = fadd double %49, 0x3F951322AC7D755B
  %51 = fmul double %22, %50
  %52 = fadd double %51, 0xBFB13E001A557565
  %53 = fmul double %22, %52
  %54 = fadd double %53, 0x3FD4A34CC4A60FA7
  %55 = fmul double %22, %54
  %56 = fadd double %55, 0x3FDB0EE6072093CE
  %57 = fmul double %22, %56
  br i1 %20, label %58, label %149
58:
  %59 = call spir_func double @_Z5log1pd(double %22)
  %60 = fsub double %57, %59
  br label %149
61:
  %62 = fcmp olt double %3, 8.000000e+00
  br i1 %62, label %63, label %124
63:
  %64 = phi i32 [ %72, %63 ], [ 2, %61 ]
  %65 = phi double [ %71, %63 ], [ 1.000000e+00, %61 ]
  %66 = phi double [ %70, %63 ], [ %3, %61 ]
  %67 = fcmp ult double %66, 2.000000e+00
  %68 = fadd double %66, -1.000000e+00
  %69 = fmul double %65, %68
  %70 = select i1 %67, double %66, double %68
  %71 = select i1 %67, double %65, double %69
  %72 = add nuw nsw i32 %64, 1
  %73 = icmp samesign ult i32 %64, 7
  br i1 %73, label %63, label %74
74:
  %75 = fcmp olt double %70, 1.000000e+00
  %76 = fadd double %70, 1.000000e+00
  %77 = select i1 %75, double %76, double %70
  %78 = select i1 %75, double %70, double 1.000000e+00
  %79 = fadd double %77, -1.500000e+00
  %80 = fmul double %79, 0x3F2F11DAB9461381
  %81 = fsub double 0x3F3982CF239735FE, %80
  %82 = fmul double %79, %81
  %83 = fadd double %82, 0xBF2FA6B8E28A3330
  %84 = fmul double %79, %83
  %85 = fadd double %84, 0x3F34FBF1769922E8
  %86 = fmul double %79, %85
  %87 = fadd double %86, 0xBF46BD54BEA58206
  %88 = fmul double %79, %87
  %89 = fadd double %88, 0x3F516B2C6922F451
  %90 = fmul double %79, %89
  %91 = fadd double %90, 0xBF58E3BED8DAD57B
  %92 = fmul double %79, %91
  %93 = fadd double %92, 0x3F629C2C37DA0339
  %94 = fmul double %79, %93
  %95 = fadd double %94, 0xBF6C0AAB866A888F
  %96 = fmul double %79, %95
  %97 = fadd double %96, 0x3F75068AF4DB40BB
  %98 = fmul double %79, %97
  %99 = fadd double %98, 0xBF7F7FC346A5A6E4
  %100 = fmul double %79, %99
  %101 = fadd double %100, 0x3F87990ADE622059
  %102 = fmul double %79, %101
  %103 = fadd double %102, 0xBF91A2C28EACD8B7
  %104 = fmul double %79, %103
  %105 = fadd double %104, 0x3F9A752CF4C4C74E
  %106 = fmul double %79, %105
  %107 = fadd double %106, 0xBFA374FD5D445117
  %108 = fmul double %79, %107
  %109 = fadd double %108, 0x3FAE022B71EC1448
  %110 = fmul double %79, %109
  %111 = fadd double %110, 0xBFB3D88CFE4E5BF7
  %112 = fmul double %79, %111
  %113 = fadd double %112, 0x3FC283BD3751323B
  %114 = fmul double %79, %113
  %115 = fadd double %114, 0xBFBB77AC1CA2F1EE
  %116 = fmul double %79, %115
  %117 = fadd double %116, 0x3FDA8C4DBA620B2C
  %118 = fmul double %79, %117
  %119 = fadd double %118, 0x3FA08EA88EE561BB
  %120 = fmul double %79, %119
  %121 = fadd double %120, 0x3FEC5BF891B4EF6B
  %122 = fmul double %71, %121
  %123 = call double @__simt_fdiv_f64(double %122, double %78)
  br label %124
124:
  %125 = phi double [ %123, %74 ], [ %3, %61 ]
  %126 = call double @__simt_log_f64(double %125)
  %127 = fadd double %126, -1.000000e+00
  %128 = fadd double %3, -5.000000e-01
  %129 = fmul double %128, %127
  %130 = call double @__simt_fdiv_f64(double 1.000000e+00, double %3)
  %131 = fmul double %130, %130
  %132 = fmul double %131, 0x3FAEE14F6DD7C38F
  %133 = fadd double %132, 0xBF97349A4A49EDA0
  %134 = fmul double %131, %133
  %135 = fadd double %134, 0x3F84ADDABD36F392
  %136 = fmul double %131, %135
  %137 = fadd double %136, 0xBF7D41CE53C038FC
  %138 = fmul double %131, %137
  %139 = fadd double %138, 0x3F838138117905EE
  %140 = fmul double %131, %139
  %141 = fadd double %140, 0xBFA111111110F044
  %142 = fmul double %131, %141
  %143 = fadd double %142, 1.000000e+00
  %144 = fmul double %130, %143
  %145 = fmul double %144, 0x3FB5555555555555
  %146 = fadd double %145, 0x3FDACFE390C97D6A
  %147 = fadd double %129, %146
  %148 = select i1 %62, double %126, double %147
  br label %149
149:
  %150 = phi double [ %148, %124 ], [ %60, %58 ], [ %57, %19 ]
  br i1 %15, label %151, label %157
151:
  %152 = call double @__simt_fabs_f64(double %4)
  %153 = fmul double %3, %152
  %154 = call double @__simt_log_f64(double %153)
  %155 = fsub double 0x3FF250D048E7A1BD, %154
  %156 = fsub double %155, %150
  br label %157
157:
  %158 = phi double [ 0x7FF0000000000000, %7 ], [ %0, %2 ], [ 0x7FF0000000000000, %9 ], [ %156, %151 ], [ %150, %149 ]
  %159 = fcmp ogt double %4, 0.000000e+00
  %160 = select i1 %5, i1 %159, i1 false
  %161 = call i1 @llvm.is.fpclass.f64(double %0, i32 32)
  %162 = or i1 %161, %160
  %163 = select i1 %162, i32 -1, i32 1
  store i32 %163, ptr addrspace(1) %1, align 4
  ret double %158
}
define spir_func double @_Z8lgamma_rdPU3AS3i(double %0, ptr addrspace(3) %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call spir_func double @_Z5sinpid(double %3)
  %5 = fcmp olt double %0, 0.000000e+00
  %6 = fcmp uno double %0, 0.000000e+00
  br i1 %6, label %157, label %7
7:
  %8 = fcmp oeq double %3, 0x7FF0000000000000
  br i1 %8, label %157, label %9
9:
  %10 = fcmp ole double %0, 0.000000e+00
  %11 = fcmp oeq double %4, 0.000000e+00
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %157, label %13
13:
  %14 = fcmp oge double %3, 0x3C90000000000000
  %15 = and i1 %5, %14
  %16 = fcmp oge double %3, 5.000000e-01
  %17 = fcmp olt double %3, 2.500000e+00
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %61
19:
  %20 = fcmp olt double %3, 1.500000e+00
  %21 = select i1 %20, double 1.000000e+00, double 2.000000e+00
  %22 = fsub double %3, %21
  %23 = fmul double %22, 0x3E93E89361E2F29F
  %24 = fadd double %23, 0xBEA3766829188A39
  %25 = fmul double %22, %24
  %26 = fadd double %25, 0x3EAE3D6E4350C41F
  %27 = fmul double %22, %26
  %28 = fadd double %27, 0xBEC0923299AAC865
  %29 = fmul double %22, %28
  %30 = fadd double %29, 0x3ED26CC29E130224
  %31 = fmul double %22, %30
  %32 = fadd double %31, 0xBEE3D48EF25B8677
  %33 = fmul double %22, %32
  %34 = fadd double %33, 0x3EF57FEE756EBC2E
  %35 = fmul double %22, %34
  %36 = fadd double %35, 0xBF078D92F279BF6A
  %37 = fmul double %22, %36
  %38 = fadd double %37, 0x3F1A1281E65C9D66
  %39 = fmul double %22, %38
  %40 = fadd double %39, 0xBF2D3FD68EDC19AF
  %41 = fmul double %22, %40
  %42 = fadd double %41, 0x3F40B36AE9E78309
  %43 = fmul double %22, %42
  %44 = fadd double %43, 0xBF538AC5C00448EE
  %45 = fmul double %22, %44
  %46 = fadd double %45, 0x3F67ADD6EAFBAE29
  %47 = fmul double %22, %46
  %48 = fadd double %47, 0xBF7E404FC21D262A
  %49 = fmul double %22, %48
  %50 = fadd double %49, 0x3F951322AC7D755B
  %51 = fmul double %22, %50
  %52 = fadd double %51, 0xBFB13E001A557565
  %53 = fmul double %22, %52
  %54 = fadd double %53, 0x3FD4A34CC4A60FA7
  %55 = fmul double %22, %54
  %56 = fadd double %55, 0x3FDB0EE6072093CE
  %57 = fmul double %22, %56
  br i1 %20, label %58, label %149
58:
  %59 = call spir_func double @_Z5log1pd(double %22)
  %60 = fsub double %57, %59
  br label %149
61:
  %62 = fcmp olt double %3, 8.000000e+00
  br i1 %62, label %63, label %124
63:
  %64 = phi i32 [ %72, %63 ], [ 2, %61 ]
  %65 = phi double [ %71, %63 ], [ 1.000000e+00, %61 ]
  %66 = phi double [ %70, %63 ], [ %3, %61 ]
  %67 = fcmp ult double %66, 2.000000e+00
  %68 = fadd double %66, -1.000000e+00
  %69 = fmul double %65, %68
  %70 = select i1 %67, double %66, double %68
  %71 = select i1 %67, double %65, double %69
  %72 = add nuw nsw i32 %64, 1
  %73 = icmp samesign ult i32 %64, 7
  br i1 %73, label %63, label %74
74:
  %75 = fcmp olt double %70, 1.000000e+00
  %76 = fadd double %70, 1.000000e+00
  %77 = select i1 %75, double %76, double %70
  %78 = select i1 %75, double %70, double 1.000000e+00
  %79 = fadd double %77, -1.500000e+00
  %80 = fmul double %79, 0x3F2F11DAB9461381
  %81 = fsub double 0x3F3982CF239735FE, %80
  %82 = fmul double %79, %81
  %83 = fadd double %82, 0xBF2FA6B8E28A3330
  %84 = fmul double %79, %83
  %85 = fadd double %84, 0x3F34FBF1769922E8
  %86 = fmul double %79, %85
  %87 = fadd double %86, 0xBF46BD54BEA58206
  %88 = fmul double %79, %87
  %89 = fadd double %88, 0x3F516B2C6922F451
  %90 = fmul double %79, %89
  %91 = fadd double %90, 0xBF58E3BED8DAD57B
  %92 = fmul double %79, %91
  %93 = fadd double %92, 0x3F629C2C37DA0339
  %94 = fmul double %79, %93
  %95 = fadd double %94, 0xBF6C0AAB866A888F
  %96 = fmul double %79, %95
  %97 = fadd double %96, 0x3F75068AF4DB40BB
  %98 = fmul double %79, %97
  %99 = fadd double %98, 0xBF7F7FC346A5A6E4
  %100 = fmul double %79, %99
  %101 = fadd double %100, 0x3F87990ADE622059
  %102 = fmul double %79, %101
  %103 = fadd double %102, 0xBF91A2C28EACD8B7
  %104 = fmul double %79, %103
  %105 = fadd double %104, 0x3F9A752CF4C4C74E
  %106 = fmul double %79, %105
  %107 = fadd double %106, 0xBFA374FD5D445117
  %108 = fmul double %79, %107
  %109 = fadd double %108, 0x3FAE022B71EC1448
  %110 = fmul double %79, %109
  %111 = fadd double %110, 0xBFB3D88CFE4E5BF7
  %112 = fmul double %79, %111
  %113 = fadd double %112, 0x3FC283BD3751323B
  %114 = fmul double %79, %113
  %115 = fadd double %114, 0xBFBB77AC1CA2F1EE
  %116 = fmul double %79, %115
  %117 = fadd double %116, 0x3FDA8C4DBA620B2C
  %118 = fmul double %79, %117
  %119 = fadd double %118, 0x3FA08EA88EE561BB
  %120 = fmul double %79, %119
  %121 = fadd double %120, 0x3FEC5BF891B4EF6B
  %122 = fmul double %71, %121
  %123 = call double @__simt_fdiv_f64(double %122, double %78)
  br label %124
124:
  %125 = phi double [ %123, %74 ], [ %3, %61 ]
  %126 = call double @__simt_log_f64(double %125)
  %127 = fadd double %126, -1.000000e+00
  %128 = fadd double %3, -5.000000e-01
  %129 = fmul double %128, %127
  %130 = call double @__simt_fdiv_f64(double 1.000000e+00, double %3)
  %131 = fmul double %130, %130
  %132 = fmul double %131, 0x3FAEE14F6DD7C38F
  %133 = fadd double %132, 0xBF97349A4A49EDA0
  %134 = fmul double %131, %133
  %135 = fadd double %134, 0x3F84ADDABD36F392
  %136 = fmul double %131, %135
  %137 = fadd double %136, 0xBF7D41CE53C038FC
  %138 = fmul double %131, %137
  %139 = fadd double %138, 0x3F838138117905EE
  %140 = fmul double %131, %139
  %141 = fadd double %140, 0xBFA111111110F044
  %142 = fmul double %131, %141
  %143 = fadd double %142, 1.000000e+00
  %144 = fmul double %130, %143
  %145 = fmul double %144, 0x3FB5555555555555
  %146 = fadd double %145, 0x3FDACFE390C97D6A
  %147 = fadd double %129, %146
  %148 = select i1 %62, double %126, double %147
  br label %149
149:
  %150 = phi double [ %148, %124 ], [ %60, %58 ], [ %57, %19 ]
  br i1 %15, label %151, label %157
151:
  %152 = call double @__simt_fabs_f64(double %4)
  %153 = fmul double %3, %152
  %154 = call double @__simt_log_f64(double %153)
  %155 = fsub double 0x3FF250D048E7A1BD, %154
  %156 = fsub double %155, %150
  br label %157
157:
  %158 = phi double [ 0x7FF0000000000000, %7 ], [ %0, %2 ], [ 0x7FF0000000000000, %9 ], [ %156, %151 ], [ %150, %149 ]
  %159 = fcmp ogt double %4, 0.000000e+00
  %160 = select i1 %5, i1 %159, i1 false
  %161 = call i1 @llvm.is.fpclass.f64(double %0, i32 32)
  %162 = or i1 %161, %160
  %163 = select i1 %162, i32 -1, i32 1
  store i32 %163, ptr addrspace(3) %1, align 4
  ret double %158
}
define float @__simt_soft_product_error_f32(float %0, float %1, float %2) {
  %4 = bitcast float %0 to i32
  %5 = and i32 %4, -4096
  %6 = bitcast i32 %5 to float
  %7 = bitcast float %1 to i32
  %8 = and i32 %7, -4096
  %9 = bitcast i32 %8 to float
  %10 = fsub float %0, %6
  %11 = fsub float %1, %9
  %12 = fmul float %6, %9
  %13 = fsub float %12, %2
  %14 = fmul float %11, %6
  %15 = fadd float %13, %14
  %16 = fmul float %10, %9
  %17 = fadd float %16, %15
  %18 = fmul float %10, %11
  %19 = fadd float %18, %17
  ret float %19
}
define float @__simt_soft_rint_f32(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp olt float %2, 0x4160000000000000
  br i1 %3, label %4, label %8
4:
  %5 = fadd float %2, 0x4160000000000000
  %6 = fadd float %5, 0xC160000000000000
  %7 = call float @__simt_copysign_f32(float %6, float %0)
  br label %8
8:
  %9 = phi float [ %7, %4 ], [ %0, %1 ]
  ret float %9
}
define float @__simt_soft_trunc_f32(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp olt float %2, 0x4160000000000000
  br i1 %3, label %4, label %11
4:
  %5 = fadd float %2, 0x4160000000000000
  %6 = fadd float %5, 0xC160000000000000
  %7 = fcmp ogt float %6, %2
  %8 = fadd float %6, -1.000000e+00
  %9 = select i1 %7, float %8, float %6
  %10 = call float @__simt_copysign_f32(float %9, float %0)
  br label %11
11:
  %12 = phi float [ %10, %4 ], [ %0, %1 ]
  ret float %12
}
define float @__simt_soft_floor_f32(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fadd float %2, 0x4160000000000000
  %4 = fadd float %3, 0xC160000000000000
  %5 = call float @__simt_copysign_f32(float %4, float %0)
  %6 = fcmp olt float %2, 0x4160000000000000
  br i1 %6, label %7, label %12
7:
  %8 = fcmp ogt float %5, %0
  %9 = fadd float %5, -1.000000e+00
  %10 = select i1 %8, float %9, float %5
  %11 = call float @__simt_copysign_f32(float %10, float %0)
  br label %12
12:
  %13 = phi float [ %11, %7 ], [ %0, %1 ]
  ret float %13
}
define float @__simt_soft_ceil_f32(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fadd float %2, 0x4160000000000000
  %4 = fadd float %3, 0xC160000000000000
  %5 = call float @__simt_copysign_f32(float %4, float %0)
  %6 = fcmp olt float %2, 0x4160000000000000
  br i1 %6, label %7, label %12
7:
  %8 = fcmp olt float %5, %0
  %9 = fadd float %5, 1.000000e+00
  %10 = select i1 %8, float %9, float %5
  %11 = call float @__simt_copysign_f32(float %10, float %0)
  br label %12
12:
  %13 = phi float [ %11, %7 ], [ %0, %1 ]
  ret float %13
}
define spir_func float @_Z4rintf(float %0) {
  %2 = call float @__simt_rint_f32(float %0)
  ret float %2
}
define spir_func float @_Z5truncf(float %0) {
  %2 = call float @__simt_trunc_f32(float %0)
  ret float %2
}
define spir_func float @_Z5floorf(float %0) {
  %2 = call float @__simt_floor_f32(float %0)
  ret float %2
}
define spir_func float @_Z4ceilf(float %0) {
  %2 = call float @__simt_ceil_f32(float %0)
  ret float %2
}
define spir_func float @_Z4fabsf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  ret float %2
}
define spir_func float @_Z4sqrtf(float %0) {
  %2 = call float @__simt_sqrt_f32(float %0)
  ret float %2
}
define spir_func float @_Z5rsqrtf(float %0) {
  %2 = call float @__simt_rsqrt_f32(float %0)
  ret float %2
}
define spir_func float @_Z3expf(float %0) {
  %2 = call float @__simt_exp_f32(float %0)
  ret float %2
}
define spir_func float @_Z4exp2f(float %0) {
  %2 = call float @__simt_exp2_f32(float %0)
  ret float %2
}
define spir_func float @_Z3logf(float %0) {
  %2 = call float @__simt_log_f32(float %0)
  ret float %2
}
define spir_func float @_Z4log2f(float %0) {
  %2 = call float @__simt_log2_f32(float %0)
  ret float %2
}
define spir_func float @_Z5log10f(float %0) {
  %2 = call float @__simt_log10_f32(float %0)
  ret float %2
}
define spir_func float @_Z3sinf(float %0) {
  %2 = call float @__simt_sin_f32(float %0)
  ret float %2
}
define spir_func float @_Z3cosf(float %0) {
  %2 = call float @__simt_cos_f32(float %0)
  ret float %2
}
define spir_func float @_Z8copysignff(float %0, float %1) {
  %3 = call float @__simt_copysign_f32(float %0, float %1)
  ret float %3
}
define spir_func float @_Z4fminff(float %0, float %1) {
  %3 = call float @__simt_fmin_f32(float %0, float %1)
  ret float %3
}
define spir_func float @_Z4fmaxff(float %0, float %1) {
  %3 = call float @__simt_fmax_f32(float %0, float %1)
  ret float %3
}
define spir_func float @_Z3minff(float %0, float %1) {
  %3 = call float @__simt_fmin_f32(float %0, float %1)
  ret float %3
}
define spir_func float @_Z3maxff(float %0, float %1) {
  %3 = call float @__simt_fmax_f32(float %0, float %1)
  ret float %3
}
define spir_func float @_Z5roundf(float %0) {
  %2 = call float @__simt_trunc_f32(float %0)
  %3 = fsub float %0, %2
  %4 = call float @__simt_fabs_f32(float %3)
  %5 = fcmp ult float %4, 5.000000e-01
  br i1 %5, label %8, label %6
6:
  %7 = call float @__simt_copysign_f32(float 1.000000e+00, float %0)
  br label %8
8:
  %9 = phi float [ %7, %6 ], [ 0.000000e+00, %1 ]
  %10 = fadd float %2, %9
  %11 = call float @__simt_copysign_f32(float %10, float %0)
  ret float %11
}
define spir_func float @_Z5clampfff(float %0, float %1, float %2) {
  %4 = call float @__simt_fmax_f32(float %0, float %1)
  %5 = call float @__simt_fmin_f32(float %4, float %2)
  ret float %5
}
define spir_func float @_Z3fmafff(float %0, float %1, float %2) {
  %4 = call float @__simt_fma_f32(float %0, float %1, float %2)
  ret float %4
}
define spir_func float @_Z3madfff(float %0, float %1, float %2) {
  %4 = fmul float %0, %1
  %5 = fadd float %4, %2
  ret float %5
}
define spir_func float @_Z3nanj(i32 %0) {
  %2 = and i32 %0, 4194303
  %3 = or disjoint i32 %2, 2143289344
  %4 = bitcast i32 %3 to float
  ret float %4
}
define spir_func float @_Z4fdimff(float %0, float %1) {
  %3 = fcmp ole float %0, %1
  %4 = fsub float %0, %1
  %5 = select i1 %3, float 0.000000e+00, float %4
  ret float %5
}
define spir_func float @_Z6maxmagff(float %0, float %1) {
  %3 = call float @__simt_fabs_f32(float %0)
  %4 = call float @__simt_fabs_f32(float %1)
  %5 = fcmp ogt float %3, %4
  br i1 %5, label %12, label %6
6:
  %7 = call float @__simt_fabs_f32(float %1)
  %8 = call float @__simt_fabs_f32(float %0)
  %9 = fcmp ogt float %7, %8
  br i1 %9, label %12, label %10
10:
  %11 = call float @__simt_fmax_f32(float %0, float %1)
  br label %12
12:
  %13 = phi float [ %11, %10 ], [ %0, %2 ], [ %1, %6 ]
  ret float %13
}
define spir_func float @_Z6minmagff(float %0, float %1) {
  %3 = call float @__simt_fabs_f32(float %0)
  %4 = call float @__simt_fabs_f32(float %1)
  %5 = fcmp olt float %3, %4
  br i1 %5, label %12, label %6
6:
  %7 = call float @__simt_fabs_f32(float %1)
  %8 = call float @__simt_fabs_f32(float %0)
  %9 = fcmp olt float %7, %8
  br i1 %9, label %12, label %10
10:
  %11 = call float @__simt_fmin_f32(float %0, float %1)
  br label %12
12:
  %13 = phi float [ %11, %10 ], [ %0, %2 ], [ %1, %6 ]
  ret float %13
}
define spir_func float @_Z7degreesf(float %0) {
  %2 = fmul float %0, 0x404CA5DC20000000
  ret float %2
}
define spir_func float @_Z7radiansf(float %0) {
  %2 = fmul float %0, 0x3F91DF46A0000000
  ret float %2
}
define spir_func float @_Z3mixfff(float %0, float %1, float %2) {
  %4 = fsub float %1, %0
  %5 = fmul float %4, %2
  %6 = fadd float %0, %5
  ret float %6
}
define spir_func float @_Z4stepff(float %0, float %1) {
  %3 = fcmp olt float %1, %0
  %4 = select i1 %3, float 0.000000e+00, float 1.000000e+00
  ret float %4
}
define spir_func float @_Z10smoothstepfff(float %0, float %1, float %2) {
  %4 = fsub float %2, %0
  %5 = fsub float %1, %0
  %6 = call float @__simt_fabs_f32(float %5)
  %7 = fcmp ogt float %6, 0x45F0000000000000
  %8 = fcmp olt float %6, 0x39F0000000000000
  %9 = select i1 %8, float 0x41F0000000000000, float 1.000000e+00
  %10 = select i1 %7, float 0x3DF0000000000000, float %9
  %11 = fmul float %4, %10
  %12 = fmul float %5, %10
  %13 = call float @__simt_rcp_f32(float %12)
  %14 = fmul float %13, %11
  %15 = call float @__simt_corrected_f32(float %14, float %13, float %11, float %12)
  %16 = call float @__simt_fmax_f32(float %15, float 0.000000e+00)
  %17 = call float @__simt_fmin_f32(float %16, float 1.000000e+00)
  %18 = fmul float %17, %17
  %19 = fmul float %17, 2.000000e+00
  %20 = fsub float 3.000000e+00, %19
  %21 = fmul float %18, %20
  ret float %21
}
define float @__simt_fdiv_f32(float %0, float %1) {
  %3 = call float @__simt_fabs_f32(float %1)
  %4 = fcmp ogt float %3, 0x45F0000000000000
  %5 = fcmp olt float %3, 0x39F0000000000000
  %6 = select i1 %5, float 0x41F0000000000000, float 1.000000e+00
  %7 = select i1 %4, float 0x3DF0000000000000, float %6
  %8 = fmul float %0, %7
  %9 = fmul float %1, %7
  %10 = call float @__simt_rcp_f32(float %9)
  %11 = fmul float %10, %8
  %12 = call float @__simt_corrected_f32(float %11, float %10, float %8, float %9)
  ret float %12
}
define spir_func float @_Z4signf(float %0) {
  %2 = fcmp oeq float %0, 0.000000e+00
  br i1 %2, label %7, label %3
3:
  %4 = fcmp uno float %0, 0.000000e+00
  br i1 %4, label %7, label %5
5:
  %6 = call float @__simt_copysign_f32(float 1.000000e+00, float %0)
  br label %7
7:
  %8 = phi float [ 0.000000e+00, %3 ], [ %6, %5 ], [ %0, %1 ]
  ret float %8
}
define spir_func i32 @_Z7isequalff(float %0, float %1) {
  %3 = fcmp oeq float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z10isnotequalff(float %0, float %1) {
  %3 = fcmp une float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z9isgreaterff(float %0, float %1) {
  %3 = fcmp ogt float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z14isgreaterequalff(float %0, float %1) {
  %3 = fcmp oge float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z6islessff(float %0, float %1) {
  %3 = fcmp olt float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z11islessequalff(float %0, float %1) {
  %3 = fcmp ole float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z13islessgreaterff(float %0, float %1) {
  %3 = fcmp one float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z9isorderedff(float %0, float %1) {
  %3 = fcmp ord float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z11isunorderedff(float %0, float %1) {
  %3 = fcmp uno float %0, %1
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z8isfinitef(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp samesign ult i32 %3, 2139095040
  %5 = zext i1 %4 to i32
  ret i32 %5
}
define spir_func i32 @_Z5isinff(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = fcmp oeq float %2, 0x7FF0000000000000
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func i32 @_Z5isnanf(float %0) {
  %2 = fcmp uno float %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define spir_func i32 @_Z7signbitf(float %0) {
  %2 = bitcast float %0 to i32
  %3 = lshr i32 %2, 31
  ret i32 %3
}
define spir_func i32 @_Z8isnormalf(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = add nsw i32 %3, -8388608
  %5 = icmp ult i32 %4, 2130706432
  %6 = zext i1 %5 to i32
  ret i32 %6
}
define spir_func float @_Z9bitselectfff(float %0, float %1, float %2) {
  %4 = bitcast float %0 to i32
  %5 = bitcast float %1 to i32
  %6 = xor i32 %5, %4
  %7 = bitcast float %2 to i32
  %8 = and i32 %6, %7
  %9 = xor i32 %8, %4
  %10 = bitcast i32 %9 to float
  ret float %10
}
define spir_func float @_Z5ldexpfi(float %0, i32 %1) {
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  br i1 %5, label %6, label %12
6:
  %7 = icmp eq i32 %4, 0
  br i1 %7, label %24, label %8
8:
  %9 = fmul float %0, 0x4160000000000000
  %10 = call float @llvm.fabs.f32(float %9)
  %11 = bitcast float %10 to i32
  br label %14
12:
  %13 = icmp samesign ugt i32 %4, 2139095039
  br i1 %13, label %24, label %14
14:
  %15 = phi i32 [ %11, %8 ], [ %4, %12 ]
  %16 = phi i32 [ -149, %8 ], [ -126, %12 ]
  %17 = phi float [ %9, %8 ], [ %0, %12 ]
  %18 = bitcast float %17 to i32
  %19 = lshr i32 %15, 23
  %20 = add nsw i32 %16, %19
  %21 = and i32 %18, -2139095041
  %22 = or disjoint i32 %21, 1056964608
  %23 = bitcast i32 %22 to float
  br label %24
24:
  %25 = phi i32 [ %20, %14 ], [ 0, %12 ], [ 0, %6 ]
  %26 = phi float [ %23, %14 ], [ %0, %12 ], [ %0, %6 ]
  %27 = call i32 @llvm.smax.i32(i32 %1, i32 -1016)
  %28 = call i32 @llvm.smin.i32(i32 %27, i32 1016)
  %29 = add nsw i32 %28, -1
  %30 = add nsw i32 %29, %25
  %31 = call i32 @llvm.smax.i32(i32 %30, i32 -126)
  %32 = call i32 @llvm.smin.i32(i32 %31, i32 127)
  %33 = sub nsw i32 %30, %32
  %34 = call i32 @llvm.smax.i32(i32 %33, i32 -26)
  %35 = call i32 @llvm.smin.i32(i32 %34, i32 1)
  %36 = fmul float %26, 2.000000e+00
  %37 = shl nsw i32 %32, 23
  %38 = add nsw i32 %37, 1065353216
  %39 = bitcast i32 %38 to float
  %40 = fmul float %36, %39
  %41 = shl nsw i32 %35, 23
  %42 = add nsw i32 %41, 1065353216
  %43 = bitcast i32 %42 to float
  %44 = fmul float %40, %43
  ret float %44
}
define spir_func i32 @_Z5ilogbf(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %19, label %5
5:
  %6 = icmp samesign ult i32 %3, 2139095040
  br i1 %6, label %10, label %7
7:
  %8 = fcmp ord float %0, 0.000000e+00
  %9 = select i1 %8, i32 2147483647, i32 -2147483648
  br label %19
10:
  %11 = icmp samesign ult i32 %3, 8388608
  %12 = fmul float %0, 0x4160000000000000
  %13 = select i1 %11, float %12, float %0
  %14 = call float @llvm.fabs.f32(float %13)
  %15 = bitcast float %14 to i32
  %16 = lshr i32 %15, 23
  %17 = select i1 %11, i32 -150, i32 -127
  %18 = add nsw i32 %17, %16
  br label %19
19:
  %20 = phi i32 [ -2147483648, %1 ], [ %9, %7 ], [ %18, %10 ]
  ret i32 %20
}
define spir_func float @_Z4logbf(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %19, label %5
5:
  %6 = icmp samesign ult i32 %3, 2139095040
  br i1 %6, label %9, label %7
7:
  %8 = fmul float %0, %0
  br label %19
9:
  %10 = icmp samesign ult i32 %3, 8388608
  %11 = fmul float %0, 0x4160000000000000
  %12 = select i1 %10, float %11, float %0
  %13 = call float @llvm.fabs.f32(float %12)
  %14 = bitcast float %13 to i32
  %15 = lshr i32 %14, 23
  %16 = select i1 %10, i32 -150, i32 -127
  %17 = add nsw i32 %16, %15
  %18 = sitofp i32 %17 to float
  br label %19
19:
  %20 = phi float [ 0xFFF0000000000000, %1 ], [ %8, %7 ], [ %18, %9 ]
  ret float %20
}
define spir_func float @_Z9nextafterff(float %0, float %1) {
  %3 = fcmp uno float %0, %1
  br i1 %3, label %4, label %6
4:
  %5 = fadd float %0, %1
  br label %20
6:
  %7 = fcmp oeq float %0, %1
  br i1 %7, label %20, label %8
8:
  %9 = fcmp oeq float %0, 0.000000e+00
  br i1 %9, label %10, label %12
10:
  %11 = call float @llvm.copysign.f32(float 0x36A0000000000000, float %1)
  br label %20
12:
  %13 = bitcast float %0 to i32
  %14 = fcmp olt float %0, %1
  %15 = icmp slt i32 %13, 1
  %16 = xor i1 %14, %15
  %17 = select i1 %16, i32 1, i32 -1
  %18 = add i32 %17, %13
  %19 = bitcast i32 %18 to float
  br label %20
20:
  %21 = phi float [ %5, %4 ], [ %19, %12 ], [ %11, %10 ], [ %1, %6 ]
  ret float %21
}
define spir_func float @_Z4fmodff(float %0, float %1) {
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ugt i32 %4, 2139095039
  %6 = fcmp uno float %1, 0.000000e+00
  %7 = or i1 %6, %5
  br i1 %7, label %115, label %8
8:
  %9 = call float @llvm.fabs.f32(float %1)
  %10 = bitcast float %9 to i32
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %115, label %12
12:
  %13 = icmp samesign ult i32 %10, 2139095040
  br i1 %13, label %14, label %115
14:
  %15 = icmp eq i32 %4, 0
  br i1 %15, label %25, label %16
16:
  %17 = icmp samesign ult i32 %4, 8388608
  %18 = fmul float %0, 0x4160000000000000
  %19 = select i1 %17, float %18, float %0
  %20 = call float @llvm.fabs.f32(float %19)
  %21 = bitcast float %20 to i32
  %22 = lshr i32 %21, 23
  %23 = select i1 %17, i32 -150, i32 -127
  %24 = add nsw i32 %23, %22
  br label %25
25:
  %26 = phi i32 [ %24, %16 ], [ -1016, %14 ]
  %27 = icmp samesign ult i32 %10, 8388608
  %28 = fmul float %1, 0x4160000000000000
  %29 = select i1 %27, float %28, float %1
  %30 = call float @llvm.fabs.f32(float %29)
  %31 = bitcast float %30 to i32
  %32 = lshr i32 %31, 23
  %33 = select i1 %27, i32 -150, i32 -127
  %34 = add nsw i32 %33, %32
  %35 = sub nsw i32 %26, %34
  %36 = icmp slt i32 %35, 0
  br i1 %36, label %115, label %37
37:
  %38 = icmp samesign ult i32 %4, 8388608
  %39 = fmul float %0, 0x4160000000000000
  %40 = select i1 %38, float %39, float %0
  %41 = call float @llvm.fabs.f32(float %40)
  %42 = bitcast float %41 to i32
  %43 = and i32 %42, 8388607
  %44 = or disjoint i32 %43, 8388608
  %45 = and i32 %31, 8388607
  %46 = or disjoint i32 %45, 8388608
  br label %47
47:
  %48 = phi i32 [ %44, %37 ], [ %55, %47 ]
  %49 = phi i32 [ %35, %37 ], [ %56, %47 ]
  %50 = icmp ult i32 %48, %46
  %51 = select i1 %50, i32 0, i32 %46
  %52 = sub nuw i32 %48, %51
  %53 = icmp ne i32 %49, 0
  %54 = zext i1 %53 to i32
  %55 = shl i32 %52, %54
  %56 = add nsw i32 %49, -1
  %57 = icmp eq i32 %49, 0
  br i1 %57, label %58, label %47
58:
  %59 = and i32 %55, 16777216
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %61, label %72
61:
  %62 = and i32 %55, 8388608
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %68, label %64
64:
  %65 = and i32 %55, 8388607
  %66 = or disjoint i32 %65, 1258291200
  %67 = bitcast i32 %66 to float
  br label %72
68:
  %69 = or i32 %55, 1258291200
  %70 = bitcast i32 %69 to float
  %71 = fadd float %70, 0xC160000000000000
  br label %72
72:
  %73 = phi float [ %71, %68 ], [ %67, %64 ], [ 0x4170000000000000, %58 ]
  %74 = call float @llvm.fabs.f32(float %73)
  %75 = bitcast float %74 to i32
  %76 = icmp samesign ult i32 %75, 8388608
  br i1 %76, label %77, label %83
77:
  %78 = icmp eq i32 %75, 0
  br i1 %78, label %95, label %79
79:
  %80 = fmul float %73, 0x4160000000000000
  %81 = call float @llvm.fabs.f32(float %80)
  %82 = bitcast float %81 to i32
  br label %85
83:
  %84 = icmp samesign ugt i32 %75, 2139095039
  br i1 %84, label %95, label %85
85:
  %86 = phi i32 [ %82, %79 ], [ %75, %83 ]
  %87 = phi i32 [ -149, %79 ], [ -126, %83 ]
  %88 = phi float [ %80, %79 ], [ %73, %83 ]
  %89 = bitcast float %88 to i32
  %90 = lshr i32 %86, 23
  %91 = add nsw i32 %87, %90
  %92 = and i32 %89, -2139095041
  %93 = or disjoint i32 %92, 1056964608
  %94 = bitcast i32 %93 to float
  br label %95
95:
  %96 = phi i32 [ %91, %85 ], [ 0, %83 ], [ 0, %77 ]
  %97 = phi float [ %94, %85 ], [ %73, %83 ], [ %73, %77 ]
  %98 = add nsw i32 %34, -24
  %99 = add nsw i32 %98, %96
  %100 = call i32 @llvm.smax.i32(i32 %99, i32 -126)
  %101 = call i32 @llvm.smin.i32(i32 %100, i32 127)
  %102 = sub nsw i32 %99, %101
  %103 = call i32 @llvm.smax.i32(i32 %102, i32 -26)
  %104 = call i32 @llvm.smin.i32(i32 %103, i32 1)
  %105 = fmul float %97, 2.000000e+00
  %106 = shl nsw i32 %101, 23
  %107 = add nsw i32 %106, 1065353216
  %108 = bitcast i32 %107 to float
  %109 = fmul float %105, %108
  %110 = shl nsw i32 %104, 23
  %111 = add nsw i32 %110, 1065353216
  %112 = bitcast i32 %111 to float
  %113 = fmul float %109, %112
  %114 = call float @llvm.copysign.f32(float %113, float %0)
  br label %115
115:
  %116 = phi float [ 0x7FF8000000000000, %2 ], [ 0x7FF8000000000000, %8 ], [ %0, %12 ], [ %114, %95 ], [ %0, %25 ]
  ret float %116
}
define float @__simt_frem_f32(float %0, float %1) {
  %3 = call spir_func float @_Z4fmodff(float %0, float %1)
  ret float %3
}
define spir_func float @_Z9remainderff(float %0, float %1) {
  %3 = bitcast float %0 to i32
  %4 = call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = icmp samesign ugt i32 %5, 2139095039
  %7 = fcmp uno float %1, 0.000000e+00
  %8 = or i1 %7, %6
  br i1 %8, label %140, label %9
9:
  %10 = call float @llvm.fabs.f32(float %1)
  %11 = bitcast float %10 to i32
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %140, label %13
13:
  %14 = icmp samesign ult i32 %11, 2139095040
  br i1 %14, label %15, label %140
15:
  %16 = and i32 %3, -2147483648
  %17 = icmp eq i32 %5, 0
  br i1 %17, label %27, label %18
18:
  %19 = icmp samesign ult i32 %5, 8388608
  %20 = fmul float %0, 0x4160000000000000
  %21 = select i1 %19, float %20, float %0
  %22 = call float @llvm.fabs.f32(float %21)
  %23 = bitcast float %22 to i32
  %24 = lshr i32 %23, 23
  %25 = select i1 %19, i32 -150, i32 -127
  %26 = add nsw i32 %25, %24
  br label %27
27:
  %28 = phi i32 [ %26, %18 ], [ -1016, %15 ]
  %29 = icmp samesign ult i32 %11, 8388608
  %30 = fmul float %1, 0x4160000000000000
  %31 = select i1 %29, float %30, float %1
  %32 = call float @llvm.fabs.f32(float %31)
  %33 = bitcast float %32 to i32
  %34 = lshr i32 %33, 23
  %35 = select i1 %29, i32 -150, i32 -127
  %36 = add nsw i32 %35, %34
  %37 = sub nsw i32 %28, %36
  %38 = icmp slt i32 %37, -1
  br i1 %38, label %135, label %39
39:
  %40 = icmp samesign ult i32 %5, 8388608
  %41 = fmul float %0, 0x4160000000000000
  %42 = select i1 %40, float %41, float %0
  %43 = call float @llvm.fabs.f32(float %42)
  %44 = bitcast float %43 to i32
  %45 = and i32 %44, 8388607
  %46 = or disjoint i32 %45, 8388608
  %47 = and i32 %33, 8388607
  %48 = or disjoint i32 %47, 8388608
  %49 = icmp eq i32 %37, -1
  %50 = zext i1 %49 to i32
  %51 = shl nuw nsw i32 %48, %50
  %52 = select i1 %49, i32 %28, i32 %36
  %53 = icmp sgt i32 %37, -1
  br i1 %53, label %54, label %65
54:
  %55 = phi i32 [ %62, %54 ], [ %46, %39 ]
  %56 = phi i32 [ %63, %54 ], [ %37, %39 ]
  %57 = icmp ult i32 %55, %51
  %58 = select i1 %57, i32 0, i32 %51
  %59 = sub nuw i32 %55, %58
  %60 = icmp ne i32 %56, 0
  %61 = zext i1 %60 to i32
  %62 = shl i32 %59, %61
  %63 = add nsw i32 %56, -1
  %64 = icmp eq i32 %56, 0
  br i1 %64, label %65, label %54
65:
  %66 = phi i1 [ true, %39 ], [ %57, %54 ]
  %67 = phi i32 [ %46, %39 ], [ %62, %54 ]
  %68 = shl i32 %67, 1
  %69 = icmp ule i32 %68, %51
  %70 = icmp ne i32 %68, %51
  %71 = select i1 %70, i1 true, i1 %66
  %72 = select i1 %69, i1 %71, i1 false
  %73 = sub i32 %51, %67
  %74 = xor i32 %16, -2147483648
  %75 = select i1 %72, i32 %16, i32 %74
  %76 = select i1 %72, i32 %67, i32 %73
  %77 = and i32 %76, 16777216
  %78 = icmp eq i32 %77, 0
  br i1 %78, label %79, label %90
79:
  %80 = and i32 %76, 8388608
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %86, label %82
82:
  %83 = and i32 %76, 8388607
  %84 = or disjoint i32 %83, 1258291200
  %85 = bitcast i32 %84 to float
  br label %90
86:
  %87 = or i32 %76, 1258291200
  %88 = bitcast i32 %87 to float
  %89 = fadd float %88, 0xC160000000000000
  br label %90
90:
  %91 = phi float [ %89, %86 ], [ %85, %82 ], [ 0x4170000000000000, %65 ]
  %92 = call float @llvm.fabs.f32(float %91)
  %93 = bitcast float %92 to i32
  %94 = icmp samesign ult i32 %93, 8388608
  br i1 %94, label %95, label %101
95:
  %96 = icmp eq i32 %93, 0
  br i1 %96, label %113, label %97
97:
  %98 = fmul float %91, 0x4160000000000000
  %99 = call float @llvm.fabs.f32(float %98)
  %100 = bitcast float %99 to i32
  br label %103
101:
  %102 = icmp samesign ugt i32 %93, 2139095039
  br i1 %102, label %113, label %103
103:
  %104 = phi i32 [ %100, %97 ], [ %93, %101 ]
  %105 = phi i32 [ -149, %97 ], [ -126, %101 ]
  %106 = phi float [ %98, %97 ], [ %91, %101 ]
  %107 = bitcast float %106 to i32
  %108 = lshr i32 %104, 23
  %109 = add nsw i32 %105, %108
  %110 = and i32 %107, -2139095041
  %111 = or disjoint i32 %110, 1056964608
  %112 = bitcast i32 %111 to float
  br label %113
113:
  %114 = phi i32 [ %109, %103 ], [ 0, %101 ], [ 0, %95 ]
  %115 = phi float [ %112, %103 ], [ %91, %101 ], [ %91, %95 ]
  %116 = call i32 @llvm.smax.i32(i32 %52, i32 -993)
  %117 = add nsw i32 %116, -24
  %118 = add nsw i32 %117, %114
  %119 = call i32 @llvm.smax.i32(i32 %118, i32 -126)
  %120 = call i32 @llvm.smin.i32(i32 %119, i32 127)
  %121 = sub nsw i32 %118, %120
  %122 = call i32 @llvm.smax.i32(i32 %121, i32 -26)
  %123 = call i32 @llvm.smin.i32(i32 %122, i32 1)
  %124 = fmul float %115, 2.000000e+00
  %125 = shl nsw i32 %120, 23
  %126 = add nsw i32 %125, 1065353216
  %127 = bitcast i32 %126 to float
  %128 = fmul float %124, %127
  %129 = shl nsw i32 %123, 23
  %130 = add nsw i32 %129, 1065353216
  %131 = bitcast i32 %130 to float
  %132 = fmul float %128, %131
  %133 = call float @llvm.fabs.f32(float %132)
  %134 = bitcast float %133 to i32
  br label %135
135:
  %136 = phi i32 [ %5, %27 ], [ %134, %113 ]
  %137 = phi i32 [ %16, %27 ], [ %75, %113 ]
  %138 = or i32 %137, %136
  %139 = bitcast i32 %138 to float
  br label %140
140:
  %141 = phi float [ 0x7FF8000000000000, %2 ], [ 0x7FF8000000000000, %9 ], [ %139, %135 ], [ %0, %13 ]
  ret float %141
}
define float @__simt_soft_exp_f32(float %0) {
  %2 = fcmp ogt float %0, 9.000000e+01
  %3 = fcmp olt float %0, -1.050000e+02
  %4 = select i1 %3, float -1.050000e+02, float %0
  %5 = select i1 %2, float 9.000000e+01, float %4
  %6 = fmul float %5, 0x3FF7154760000000
  %7 = call float @__simt_rint_f32(float %6)
  %8 = fmul float %7, 0x3FE62E4000000000
  %9 = fsub float %5, %8
  %10 = fmul float %7, 0x3EB7F7D1C0000000
  %11 = fsub float %9, %10
  %12 = fmul float %11, %11
  %13 = fmul float %11, 0x3F56A64480000000
  %14 = fadd float %13, 0x3F8123F780000000
  %15 = fmul float %11, %14
  %16 = fadd float %15, 0x3FA5558A40000000
  %17 = fmul float %11, %16
  %18 = fadd float %17, 0x3FC55548A0000000
  %19 = fmul float %11, %18
  %20 = fadd float %19, 0x3FDFFFFFC0000000
  %21 = fmul float %12, %20
  %22 = fadd float %11, %21
  %23 = fadd float %22, 1.000000e+00
  %24 = call i32 @__simt_fptosi_f32_i32(float %7)
  %25 = ashr i32 %24, 1
  %26 = shl i32 %25, 23
  %27 = add i32 %26, 1065353216
  %28 = bitcast i32 %27 to float
  %29 = fmul float %23, %28
  %30 = sub nsw i32 %24, %25
  %31 = shl i32 %30, 23
  %32 = add i32 %31, 1065353216
  %33 = bitcast i32 %32 to float
  %34 = fmul float %29, %33
  ret float %34
}
define float @__simt_soft_exp2_f32(float %0) {
  %2 = fcmp ogt float %0, 1.290000e+02
  %3 = fcmp olt float %0, -1.510000e+02
  %4 = select i1 %3, float -1.510000e+02, float %0
  %5 = select i1 %2, float 1.290000e+02, float %4
  %6 = call float @__simt_rint_f32(float %5)
  %7 = fsub float %5, %6
  %8 = fmul float %7, 0x3FE62E4300000000
  %9 = fmul float %8, %8
  %10 = fmul float %8, 0x3F56A64480000000
  %11 = fadd float %10, 0x3F8123F780000000
  %12 = fmul float %8, %11
  %13 = fadd float %12, 0x3FA5558A40000000
  %14 = fmul float %8, %13
  %15 = fadd float %14, 0x3FC55548A0000000
  %16 = fmul float %8, %15
  %17 = fadd float %16, 0x3FDFFFFFC0000000
  %18 = fmul float %9, %17
  %19 = fadd float %8, %18
  %20 = fadd float %19, 1.000000e+00
  %21 = call i32 @__simt_fptosi_f32_i32(float %6)
  %22 = ashr i32 %21, 1
  %23 = shl i32 %22, 23
  %24 = add i32 %23, 1065353216
  %25 = bitcast i32 %24 to float
  %26 = fmul float %20, %25
  %27 = sub nsw i32 %21, %22
  %28 = shl i32 %27, 23
  %29 = add i32 %28, 1065353216
  %30 = bitcast i32 %29 to float
  %31 = fmul float %26, %30
  ret float %31
}
define spir_func float @_Z5exp10f(float %0) {
  %2 = fcmp ogt float %0, 3.900000e+01
  %3 = fcmp olt float %0, -4.600000e+01
  %4 = select i1 %3, float -4.600000e+01, float %0
  %5 = select i1 %2, float 3.900000e+01, float %4
  %6 = fmul float %5, 0x400A934F00000000
  %7 = call float @__simt_rint_f32(float %6)
  %8 = fmul float %7, 0x3FD3440000000000
  %9 = fsub float %5, %8
  %10 = fmul float %7, 0x3ED3509F80000000
  %11 = fsub float %9, %10
  %12 = fmul float %11, 0x40026BB1C0000000
  %13 = fmul float %12, %12
  %14 = fmul float %12, 0x3F56A64480000000
  %15 = fadd float %14, 0x3F8123F780000000
  %16 = fmul float %12, %15
  %17 = fadd float %16, 0x3FA5558A40000000
  %18 = fmul float %12, %17
  %19 = fadd float %18, 0x3FC55548A0000000
  %20 = fmul float %12, %19
  %21 = fadd float %20, 0x3FDFFFFFC0000000
  %22 = fmul float %13, %21
  %23 = fadd float %12, %22
  %24 = fadd float %23, 1.000000e+00
  %25 = call i32 @__simt_fptosi_f32_i32(float %7)
  %26 = ashr i32 %25, 1
  %27 = shl i32 %26, 23
  %28 = add i32 %27, 1065353216
  %29 = bitcast i32 %28 to float
  %30 = fmul float %24, %29
  %31 = sub nsw i32 %25, %26
  %32 = shl i32 %31, 23
  %33 = add i32 %32, 1065353216
  %34 = bitcast i32 %33 to float
  %35 = fmul float %30, %34
  ret float %35
}
define spir_func float @_Z5expm1f(float %0) {
  %2 = fcmp ogt float %0, 9.000000e+01
  %3 = fcmp olt float %0, -4.000000e+01
  %4 = select i1 %3, float -4.000000e+01, float %0
  %5 = select i1 %2, float 9.000000e+01, float %4
  %6 = fmul float %5, 0x3FF7154760000000
  %7 = call float @__simt_rint_f32(float %6)
  %8 = call i32 @__simt_fptosi_f32_i32(float %7)
  %9 = fcmp oeq float %0, 0.000000e+00
  br i1 %9, label %37, label %10
10:
  %11 = call i32 @llvm.smin.i32(i32 %8, i32 128)
  %12 = shl i32 %11, 23
  %13 = add i32 %12, 1056964608
  %14 = bitcast i32 %13 to float
  %15 = fmul float %7, 0x3FE62E4000000000
  %16 = fsub float %5, %15
  %17 = fmul float %7, 0x3EB7F7D1C0000000
  %18 = fsub float %16, %17
  %19 = fmul float %18, 0x3F56A64480000000
  %20 = fadd float %19, 0x3F8123F780000000
  %21 = fmul float %18, %20
  %22 = fadd float %21, 0x3FA5558A40000000
  %23 = fmul float %18, %22
  %24 = fadd float %23, 0x3FC55548A0000000
  %25 = fmul float %18, %24
  %26 = fadd float %25, 0x3FDFFFFFC0000000
  %27 = icmp sgt i32 %8, 128
  %28 = fmul float %18, %18
  %29 = fmul float %28, %26
  %30 = fadd float %18, %29
  %31 = fmul float %30, %14
  %32 = fadd float %14, -5.000000e-01
  %33 = fadd float %32, %31
  %34 = fmul float %33, 2.000000e+00
  %35 = select i1 %27, float 2.000000e+00, float 1.000000e+00
  %36 = fmul float %35, %34
  br label %37
37:
  %38 = phi float [ %36, %10 ], [ %0, %1 ]
  ret float %38
}
define float @__simt_soft_log_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  %6 = select i1 %5, i32 -23, i32 0
  %7 = fmul float %0, 0x4160000000000000
  %8 = select i1 %5, float %7, float %0
  %9 = bitcast float %8 to i32
  %10 = add i32 %9, -1060439283
  %11 = ashr i32 %10, 23
  %12 = add nsw i32 %11, %6
  %13 = and i32 %10, -8388608
  %14 = sub i32 %9, %13
  %15 = bitcast i32 %14 to float
  %16 = fadd float %15, -1.000000e+00
  %17 = sitofp i32 %12 to float
  %18 = fmul float %17, 0x3FE62E4000000000
  %19 = fmul float %16, 0x3FB38B96E0000000
  %20 = fsub float 0x3FC0560300000000, %19
  %21 = fmul float %16, %20
  %22 = fadd float %21, 0xBFC0D86180000000
  %23 = fmul float %16, %22
  %24 = fadd float %23, 0x3FC22D9120000000
  %25 = fmul float %16, %24
  %26 = fadd float %25, 0xBFC5472160000000
  %27 = fmul float %16, %26
  %28 = fadd float %27, 0x3FC99A01C0000000
  %29 = fmul float %16, %28
  %30 = fadd float %29, 0xBFD0002280000000
  %31 = fmul float %16, %30
  %32 = fadd float %31, 0x3FD5555540000000
  %33 = fmul float %16, %16
  %34 = fmul float %33, 5.000000e-01
  %35 = fmul float %16, %33
  %36 = fmul float %35, %32
  %37 = fsub float %34, %36
  %38 = fmul float %17, 0x3EB7F7D1C0000000
  %39 = fsub float %38, %37
  %40 = fadd float %16, %39
  %41 = fadd float %18, %40
  %42 = add i32 %2, -1
  %43 = icmp ult i32 %42, 2139095039
  br i1 %43, label %49, label %44
44:
  %45 = fcmp oeq float %0, 0.000000e+00
  br i1 %45, label %49, label %46
46:
  %47 = fcmp ogt float %0, 0.000000e+00
  %48 = select i1 %47, float %0, float 0x7FF8000000000000
  br label %49
49:
  %50 = phi float [ 0xFFF0000000000000, %44 ], [ %48, %46 ], [ %41, %1 ]
  ret float %50
}
define float @__simt_soft_log2_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  %6 = select i1 %5, i32 -23, i32 0
  %7 = fmul float %0, 0x4160000000000000
  %8 = select i1 %5, float %7, float %0
  %9 = bitcast float %8 to i32
  %10 = add i32 %9, -1060439283
  %11 = ashr i32 %10, 23
  %12 = add nsw i32 %11, %6
  %13 = and i32 %10, -8388608
  %14 = sub i32 %9, %13
  %15 = bitcast i32 %14 to float
  %16 = fadd float %15, -1.000000e+00
  %17 = fmul float %16, 0x3FB38B96E0000000
  %18 = fsub float 0x3FC0560300000000, %17
  %19 = fmul float %16, %18
  %20 = fadd float %19, 0xBFC0D86180000000
  %21 = fmul float %16, %20
  %22 = fadd float %21, 0x3FC22D9120000000
  %23 = fmul float %16, %22
  %24 = fadd float %23, 0xBFC5472160000000
  %25 = fmul float %16, %24
  %26 = fadd float %25, 0x3FC99A01C0000000
  %27 = fmul float %16, %26
  %28 = fadd float %27, 0xBFD0002280000000
  %29 = fmul float %16, %28
  %30 = fadd float %29, 0x3FD5555540000000
  %31 = fmul float %16, %16
  %32 = fmul float %31, 5.000000e-01
  %33 = fmul float %16, %31
  %34 = fmul float %33, %30
  %35 = fsub float %34, %32
  %36 = fadd float %16, %35
  %37 = sitofp i32 %12 to float
  %38 = fmul float %36, 0x3FF7154760000000
  %39 = fmul float %36, 0x3E54AE0C00000000
  %40 = fadd float %38, %39
  %41 = fadd float %40, %37
  %42 = add i32 %2, -1
  %43 = icmp ult i32 %42, 2139095039
  br i1 %43, label %49, label %44
44:
  %45 = fcmp oeq float %0, 0.000000e+00
  br i1 %45, label %49, label %46
46:
  %47 = fcmp ogt float %0, 0.000000e+00
  %48 = select i1 %47, float %0, float 0x7FF8000000000000
  br label %49
49:
  %50 = phi float [ 0xFFF0000000000000, %44 ], [ %48, %46 ], [ %41, %1 ]
  ret float %50
}
define float @__simt_soft_log10_f32(float %0) {
  %2 = bitcast float %0 to i32
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  %6 = select i1 %5, i32 -23, i32 0
  %7 = fmul float %0, 0x4160000000000000
  %8 = select i1 %5, float %7, float %0
  %9 = bitcast float %8 to i32
  %10 = add i32 %9, -1060439283
  %11 = ashr i32 %10, 23
  %12 = add nsw i32 %11, %6
  %13 = and i32 %10, -8388608
  %14 = sub i32 %9, %13
  %15 = bitcast i32 %14 to float
  %16 = fadd float %15, -1.000000e+00
  %17 = fmul float %16, 0x3FB38B96E0000000
  %18 = fsub float 0x3FC0560300000000, %17
  %19 = fmul float %16, %18
  %20 = fadd float %19, 0xBFC0D86180000000
  %21 = fmul float %16, %20
  %22 = fadd float %21, 0x3FC22D9120000000
  %23 = fmul float %16, %22
  %24 = fadd float %23, 0xBFC5472160000000
  %25 = fmul float %16, %24
  %26 = fadd float %25, 0x3FC99A01C0000000
  %27 = fmul float %16, %26
  %28 = fadd float %27, 0xBFD0002280000000
  %29 = fmul float %16, %28
  %30 = fadd float %29, 0x3FD5555540000000
  %31 = fmul float %16, %16
  %32 = fmul float %31, 5.000000e-01
  %33 = fmul float %16, %31
  %34 = fmul float %33, %30
  %35 = fsub float %34, %32
  %36 = fadd float %16, %35
  %37 = sitofp i32 %12 to float
  %38 = fmul float %37, 0x3FD3440000000000
  %39 = fmul float %36, 0x3FDBCB7B20000000
  %40 = fmul float %37, 0x3ED3509F80000000
  %41 = fadd float %40, %39
  %42 = fadd float %38, %41
  %43 = add i32 %2, -1
  %44 = icmp ult i32 %43, 2139095039
  br i1 %44, label %50, label %45
45:
  %46 = fcmp oeq float %0, 0.000000e+00
  br i1 %46, label %50, label %47
47:
  %48 = fcmp ogt float %0, 0.000000e+00
  %49 = select i1 %48, float %0, float 0x7FF8000000000000
  br label %50
50:
  %51 = phi float [ 0xFFF0000000000000, %45 ], [ %49, %47 ], [ %42, %1 ]
  ret float %51
}
define spir_func float @_Z5log1pf(float %0) {
  %2 = fadd float %0, 1.000000e+00
  %3 = bitcast float %2 to i32
  %4 = call float @llvm.fabs.f32(float %2)
  %5 = bitcast float %4 to i32
  %6 = icmp samesign ult i32 %5, 8388608
  %7 = select i1 %6, i32 -23, i32 0
  %8 = fmul float %2, 0x4160000000000000
  %9 = select i1 %6, float %8, float %2
  %10 = bitcast float %9 to i32
  %11 = add i32 %10, -1060439283
  %12 = ashr i32 %11, 23
  %13 = add nsw i32 %12, %7
  %14 = and i32 %11, -8388608
  %15 = sub i32 %10, %14
  %16 = bitcast i32 %15 to float
  %17 = fadd float %16, -1.000000e+00
  %18 = sitofp i32 %13 to float
  %19 = fcmp ogt float %0, 1.000000e+00
  %20 = fsub float %0, %2
  %21 = fadd float %20, 1.000000e+00
  %22 = fadd float %2, -1.000000e+00
  %23 = fsub float %0, %22
  %24 = select i1 %19, float %21, float %23
  %25 = call float @__simt_fabs_f32(float %2)
  %26 = fcmp ogt float %25, 0x45F0000000000000
  %27 = fcmp olt float %25, 0x39F0000000000000
  %28 = select i1 %27, float 0x41F0000000000000, float 1.000000e+00
  %29 = select i1 %26, float 0x3DF0000000000000, float %28
  %30 = fmul float %24, %29
  %31 = fmul float %2, %29
  %32 = call float @__simt_rcp_f32(float %31)
  %33 = fmul float %32, %30
  %34 = call float @__simt_corrected_f32(float %33, float %32, float %30, float %31)
  %35 = add i32 %3, -1
  %36 = icmp ult i32 %35, 2139095039
  br i1 %36, label %37, label %86
37:
  %38 = icmp eq i32 %13, 0
  br i1 %38, label %65, label %39
39:
  %40 = fmul float %18, 0x3FE62E4000000000
  %41 = fadd float %40, %17
  %42 = fmul float %17, 0x3FB38B96E0000000
  %43 = fsub float 0x3FC0560300000000, %42
  %44 = fmul float %17, %43
  %45 = fadd float %44, 0xBFC0D86180000000
  %46 = fmul float %17, %45
  %47 = fadd float %46, 0x3FC22D9120000000
  %48 = fmul float %17, %47
  %49 = fadd float %48, 0xBFC5472160000000
  %50 = fmul float %17, %49
  %51 = fadd float %50, 0x3FC99A01C0000000
  %52 = fmul float %17, %51
  %53 = fadd float %52, 0xBFD0002280000000
  %54 = fmul float %17, %53
  %55 = fadd float %54, 0x3FD5555540000000
  %56 = fmul float %17, %17
  %57 = fmul float %56, 5.000000e-01
  %58 = fmul float %17, %56
  %59 = fmul float %58, %55
  %60 = fsub float %57, %59
  %61 = fmul float %18, 0x3EB7F7D1C0000000
  %62 = fadd float %61, %34
  %63 = fsub float %62, %60
  %64 = fadd float %41, %63
  br label %91
65:
  %66 = fmul float %0, 0x3FB38B96E0000000
  %67 = fsub float 0x3FC0560300000000, %66
  %68 = fmul float %0, %67
  %69 = fadd float %68, 0xBFC0D86180000000
  %70 = fmul float %0, %69
  %71 = fadd float %70, 0x3FC22D9120000000
  %72 = fmul float %0, %71
  %73 = fadd float %72, 0xBFC5472160000000
  %74 = fmul float %0, %73
  %75 = fadd float %74, 0x3FC99A01C0000000
  %76 = fmul float %0, %75
  %77 = fadd float %76, 0xBFD0002280000000
  %78 = fmul float %0, %77
  %79 = fadd float %78, 0x3FD5555540000000
  %80 = fmul float %0, %0
  %81 = fmul float %80, 5.000000e-01
  %82 = fmul float %0, %80
  %83 = fmul float %82, %79
  %84 = fsub float %81, %83
  %85 = fsub float %0, %84
  br label %91
86:
  %87 = fcmp oeq float %2, 0.000000e+00
  br i1 %87, label %91, label %88
88:
  %89 = fcmp ogt float %2, 0.000000e+00
  %90 = select i1 %89, float %2, float 0x7FF8000000000000
  br label %91
91:
  %92 = phi float [ %85, %65 ], [ %64, %39 ], [ 0xFFF0000000000000, %86 ], [ %90, %88 ]
  ret float %92
}
define spir_func float @_Z3powff(float %0, float %1) {
  %3 = call float @__simt_trunc_f32(float %1)
  %4 = fcmp une float %3, %1
  br i1 %4, label %13, label %5
5:
  %6 = call float @llvm.fabs.f32(float %1)
  %7 = bitcast float %6 to i32
  %8 = icmp samesign ult i32 %7, 2139095040
  br i1 %8, label %9, label %13
9:
  %10 = fmul float %1, 5.000000e-01
  %11 = call float @__simt_trunc_f32(float %10)
  %12 = fcmp une float %11, %10
  br label %13
13:
  %14 = phi i1 [ false, %5 ], [ false, %2 ], [ %12, %9 ]
  %15 = bitcast float %0 to i32
  %16 = icmp slt i32 %15, 0
  %17 = call float @__simt_fabs_f32(float %0)
  %18 = fcmp oeq float %17, 1.000000e+00
  br i1 %18, label %143, label %19
19:
  %20 = bitcast float %17 to i32
  %21 = call float @llvm.fabs.f32(float %17)
  %22 = bitcast float %21 to i32
  %23 = icmp samesign ult i32 %22, 8388608
  %24 = select i1 %23, i32 -23, i32 0
  %25 = fmul float %17, 0x4160000000000000
  %26 = select i1 %23, float %25, float %17
  %27 = bitcast float %26 to i32
  %28 = add i32 %27, -1060439283
  %29 = ashr i32 %28, 23
  %30 = add nsw i32 %29, %24
  %31 = and i32 %28, -8388608
  %32 = sub i32 %27, %31
  %33 = bitcast i32 %32 to float
  %34 = fadd float %33, -1.000000e+00
  %35 = fadd float %34, 2.000000e+00
  %36 = fadd float %35, -2.000000e+00
  %37 = fsub float %34, %36
  %38 = call float @__simt_fabs_f32(float %35)
  %39 = fcmp ogt float %38, 0x45F0000000000000
  %40 = fcmp olt float %38, 0x39F0000000000000
  %41 = select i1 %40, float 0x41F0000000000000, float 1.000000e+00
  %42 = select i1 %39, float 0x3DF0000000000000, float %41
  %43 = fmul float %35, %42
  %44 = call float @__simt_rcp_f32(float %43)
  %45 = fmul float %44, %42
  %46 = call float @__simt_corrected_f32(float %45, float %44, float %42, float %43)
  %47 = fmul float %34, %46
  %48 = fmul float %35, %47
  %49 = fsub float %34, %48
  %50 = call float @__simt_product_error_f32(float %47, float %35, float %48)
  %51 = fsub float %49, %50
  %52 = fmul float %37, %47
  %53 = fsub float %51, %52
  %54 = fmul float %46, %53
  %55 = fmul float %47, %47
  %56 = call float @__simt_product_error_f32(float %47, float %47, float %55)
  %57 = fmul float %47, 2.000000e+00
  %58 = fmul float %57, %54
  %59 = fadd float %56, %58
  %60 = fmul float %55, 0x3FE5555560000000
  %61 = call float @__simt_product_error_f32(float %55, float 0x3FE5555560000000, float %60)
  %62 = fmul float %59, 0x3FE5555560000000
  %63 = fmul float %55, 0x3FCE0013C0000000
  %64 = fadd float %63, 0x3FD2450AC0000000
  %65 = fmul float %55, %64
  %66 = fadd float %65, 0x3FD999A040000000
  %67 = fmul float %55, %66
  %68 = fadd float %67, 0xBE55555560000000
  %69 = fmul float %55, %68
  %70 = fadd float %62, %69
  %71 = fadd float %61, %70
  %72 = fmul float %47, %60
  %73 = call float @__simt_product_error_f32(float %47, float %60, float %72)
  %74 = fmul float %47, %71
  %75 = fmul float %60, %54
  %76 = fadd float %75, %74
  %77 = fadd float %73, %76
  %78 = fadd float %57, %72
  %79 = fsub float %78, %57
  %80 = fsub float %72, %79
  %81 = fmul float %54, 2.000000e+00
  %82 = fadd float %81, %77
  %83 = fadd float %80, %82
  %84 = fmul float %78, 0x3FF7154760000000
  %85 = call float @__simt_product_error_f32(float %78, float 0x3FF7154760000000, float %84)
  %86 = fmul float %78, 0x3E54AE0C00000000
  %87 = fmul float %83, 0x3FF7154760000000
  %88 = fadd float %86, %87
  %89 = fadd float %85, %88
  %90 = sitofp i32 %30 to float
  %91 = fadd float %84, %90
  %92 = fsub float %91, %90
  %93 = fsub float %84, %92
  %94 = fadd float %93, %89
  %95 = fadd float %91, %94
  %96 = fsub float %95, %91
  %97 = fsub float %94, %96
  %98 = add i32 %20, -1
  %99 = icmp ult i32 %98, 2139095039
  %100 = fcmp oeq float %17, 0.000000e+00
  %101 = select i1 %100, float 0xFFF0000000000000, float %17
  %102 = select i1 %99, float %97, float 0.000000e+00
  %103 = select i1 %99, float %95, float %101
  %104 = fmul float %1, %103
  %105 = fcmp ogt float %104, 1.280000e+02
  br i1 %105, label %143, label %106
106:
  %107 = fcmp ugt float %104, -1.510000e+02
  br i1 %107, label %108, label %143
108:
  %109 = call float @__simt_product_error_f32(float %1, float %103, float %104)
  %110 = fmul float %1, %102
  %111 = fmul float %103, 0.000000e+00
  %112 = fadd float %111, %110
  %113 = fadd float %112, %109
  %114 = call float @__simt_rint_f32(float %104)
  %115 = fsub float %104, %114
  %116 = fadd float %113, %115
  %117 = fmul float %116, 0x3FE62E4300000000
  %118 = fmul float %117, %117
  %119 = fmul float %117, 0x3F56A64480000000
  %120 = fadd float %119, 0x3F8123F780000000
  %121 = fmul float %117, %120
  %122 = fadd float %121, 0x3FA5558A40000000
  %123 = fmul float %117, %122
  %124 = fadd float %123, 0x3FC55548A0000000
  %125 = fmul float %117, %124
  %126 = fadd float %125, 0x3FDFFFFFC0000000
  %127 = fmul float %118, %126
  %128 = fadd float %117, %127
  %129 = fadd float %128, 1.000000e+00
  %130 = call i32 @__simt_fptosi_f32_i32(float %114)
  %131 = ashr i32 %130, 1
  %132 = shl i32 %131, 23
  %133 = add i32 %132, 1065353216
  %134 = bitcast i32 %133 to float
  %135 = fmul float %129, %134
  %136 = sub nsw i32 %130, %131
  %137 = shl i32 %136, 23
  %138 = add i32 %137, 1065353216
  %139 = bitcast i32 %138 to float
  %140 = fmul float %135, %139
  %141 = fsub float %104, %104
  %142 = fadd float %141, %140
  br label %143
143:
  %144 = phi float [ 1.000000e+00, %13 ], [ %142, %108 ], [ 0x7FF0000000000000, %19 ], [ 0.000000e+00, %106 ]
  %145 = and i1 %16, %4
  br i1 %145, label %146, label %152
146:
  %147 = call float @llvm.fabs.f32(float %0)
  %148 = bitcast float %147 to i32
  %149 = icmp samesign ult i32 %148, 2139095040
  %150 = fcmp une float %17, 0.000000e+00
  %151 = and i1 %149, %150
  br i1 %151, label %156, label %152
152:
  %153 = select i1 %16, i1 %14, i1 false
  %154 = fneg float %144
  %155 = select i1 %153, float %154, float %144
  br label %156
156:
  %157 = phi float [ %155, %152 ], [ 0x7FF8000000000000, %146 ]
  %158 = fcmp oeq float %1, 0.000000e+00
  %159 = fcmp oeq float %0, 1.000000e+00
  %160 = or i1 %159, %158
  %161 = fcmp uno float %0, %1
  %162 = fadd float %0, %1
  %163 = select i1 %161, float %162, float %157
  %164 = select i1 %160, float 1.000000e+00, float %163
  ret float %164
}
define spir_func float @_Z4powrff(float %0, float %1) {
  %3 = fcmp oeq float %0, 1.000000e+00
  br i1 %3, label %4, label %8
4:
  %5 = call float @llvm.fabs.f32(float %1)
  %6 = bitcast float %5 to i32
  %7 = icmp samesign ult i32 %6, 2139095040
  br i1 %7, label %132, label %8
8:
  %9 = bitcast float %0 to i32
  %10 = call float @llvm.fabs.f32(float %0)
  %11 = bitcast float %10 to i32
  %12 = icmp samesign ult i32 %11, 8388608
  %13 = select i1 %12, i32 -23, i32 0
  %14 = fmul float %0, 0x4160000000000000
  %15 = select i1 %12, float %14, float %0
  %16 = bitcast float %15 to i32
  %17 = add i32 %16, -1060439283
  %18 = ashr i32 %17, 23
  %19 = add nsw i32 %18, %13
  %20 = and i32 %17, -8388608
  %21 = sub i32 %16, %20
  %22 = bitcast i32 %21 to float
  %23 = fadd float %22, -1.000000e+00
  %24 = fadd float %23, 2.000000e+00
  %25 = fadd float %24, -2.000000e+00
  %26 = fsub float %23, %25
  %27 = call float @__simt_fabs_f32(float %24)
  %28 = fcmp ogt float %27, 0x45F0000000000000
  %29 = fcmp olt float %27, 0x39F0000000000000
  %30 = select i1 %29, float 0x41F0000000000000, float 1.000000e+00
  %31 = select i1 %28, float 0x3DF0000000000000, float %30
  %32 = fmul float %24, %31
  %33 = call float @__simt_rcp_f32(float %32)
  %34 = fmul float %33, %31
  %35 = call float @__simt_corrected_f32(float %34, float %33, float %31, float %32)
  %36 = fmul float %23, %35
  %37 = fmul float %24, %36
  %38 = fsub float %23, %37
  %39 = call float @__simt_product_error_f32(float %36, float %24, float %37)
  %40 = fsub float %38, %39
  %41 = fmul float %26, %36
  %42 = fsub float %40, %41
  %43 = fmul float %35, %42
  %44 = fmul float %36, %36
  %45 = call float @__simt_product_error_f32(float %36, float %36, float %44)
  %46 = fmul float %36, 2.000000e+00
  %47 = fmul float %46, %43
  %48 = fadd float %45, %47
  %49 = fmul float %44, 0x3FE5555560000000
  %50 = call float @__simt_product_error_f32(float %44, float 0x3FE5555560000000, float %49)
  %51 = fmul float %48, 0x3FE5555560000000
  %52 = fmul float %44, 0x3FCE0013C0000000
  %53 = fadd float %52, 0x3FD2450AC0000000
  %54 = fmul float %44, %53
  %55 = fadd float %54, 0x3FD999A040000000
  %56 = fmul float %44, %55
  %57 = fadd float %56, 0xBE55555560000000
  %58 = fmul float %44, %57
  %59 = fadd float %51, %58
  %60 = fadd float %50, %59
  %61 = fmul float %36, %49
  %62 = call float @__simt_product_error_f32(float %36, float %49, float %61)
  %63 = fmul float %36, %60
  %64 = fmul float %49, %43
  %65 = fadd float %64, %63
  %66 = fadd float %62, %65
  %67 = fadd float %46, %61
  %68 = fsub float %67, %46
  %69 = fsub float %61, %68
  %70 = fmul float %43, 2.000000e+00
  %71 = fadd float %70, %66
  %72 = fadd float %69, %71
  %73 = fmul float %67, 0x3FF7154760000000
  %74 = call float @__simt_product_error_f32(float %67, float 0x3FF7154760000000, float %73)
  %75 = fmul float %67, 0x3E54AE0C00000000
  %76 = fmul float %72, 0x3FF7154760000000
  %77 = fadd float %75, %76
  %78 = fadd float %74, %77
  %79 = sitofp i32 %19 to float
  %80 = fadd float %73, %79
  %81 = fsub float %80, %79
  %82 = fsub float %73, %81
  %83 = fadd float %82, %78
  %84 = fadd float %80, %83
  %85 = fsub float %84, %80
  %86 = fsub float %83, %85
  %87 = add i32 %9, -1
  %88 = icmp ult i32 %87, 2139095039
  %89 = fcmp oeq float %0, 0.000000e+00
  %90 = select i1 %89, float 0xFFF0000000000000, float %0
  %91 = select i1 %88, float %86, float 0.000000e+00
  %92 = select i1 %88, float %84, float %90
  %93 = fmul float %1, %92
  %94 = fcmp ogt float %93, 1.280000e+02
  br i1 %94, label %132, label %95
95:
  %96 = fcmp ugt float %93, -1.510000e+02
  br i1 %96, label %97, label %132
97:
  %98 = call float @__simt_product_error_f32(float %1, float %92, float %93)
  %99 = fmul float %1, %91
  %100 = fmul float %92, 0.000000e+00
  %101 = fadd float %100, %99
  %102 = fadd float %101, %98
  %103 = call float @__simt_rint_f32(float %93)
  %104 = fsub float %93, %103
  %105 = fadd float %102, %104
  %106 = fmul float %105, 0x3FE62E4300000000
  %107 = fmul float %106, %106
  %108 = fmul float %106, 0x3F56A64480000000
  %109 = fadd float %108, 0x3F8123F780000000
  %110 = fmul float %106, %109
  %111 = fadd float %110, 0x3FA5558A40000000
  %112 = fmul float %106, %111
  %113 = fadd float %112, 0x3FC55548A0000000
  %114 = fmul float %106, %113
  %115 = fadd float %114, 0x3FDFFFFFC0000000
  %116 = fmul float %107, %115
  %117 = fadd float %106, %116
  %118 = fadd float %117, 1.000000e+00
  %119 = call i32 @__simt_fptosi_f32_i32(float %103)
  %120 = ashr i32 %119, 1
  %121 = shl i32 %120, 23
  %122 = add i32 %121, 1065353216
  %123 = bitcast i32 %122 to float
  %124 = fmul float %118, %123
  %125 = sub nsw i32 %119, %120
  %126 = shl i32 %125, 23
  %127 = add i32 %126, 1065353216
  %128 = bitcast i32 %127 to float
  %129 = fmul float %124, %128
  %130 = fsub float %93, %93
  %131 = fadd float %130, %129
  br label %132
132:
  %133 = phi float [ 1.000000e+00, %4 ], [ %131, %97 ], [ 0x7FF0000000000000, %8 ], [ 0.000000e+00, %95 ]
  %134 = fcmp une float %1, 0.000000e+00
  br i1 %134, label %139, label %135
135:
  %136 = bitcast float %0 to i32
  %137 = add i32 %136, -1
  %138 = icmp ult i32 %137, 2139095039
  br i1 %138, label %140, label %139
139:
  br label %140
140:
  %141 = phi float [ %133, %139 ], [ 1.000000e+00, %135 ]
  %142 = fcmp oge float %0, 0.000000e+00
  %143 = fcmp ord float %1, 0.000000e+00
  %144 = and i1 %142, %143
  br i1 %144, label %145, label %151
145:
  %146 = bitcast float %0 to i32
  %147 = add i32 %146, -1
  %148 = icmp ult i32 %147, 2139095039
  %149 = or i1 %134, %148
  %150 = select i1 %149, float %141, float 0x7FF8000000000000
  br label %151
151:
  %152 = phi float [ %150, %145 ], [ 0x7FF8000000000000, %140 ]
  ret float %152
}
define spir_func float @_Z4pownfi(float %0, i32 %1) {
  %3 = and i32 %1, -65536
  %4 = sitofp i32 %3 to float
  %5 = and i32 %1, 65535
  %6 = uitofp nneg i32 %5 to float
  %7 = fadd float %4, %6
  %8 = call float @__simt_fabs_f32(float %0)
  %9 = fsub float %4, %7
  %10 = fadd float %9, %6
  %11 = bitcast float %8 to i32
  %12 = call float @llvm.fabs.f32(float %8)
  %13 = bitcast float %12 to i32
  %14 = icmp samesign ult i32 %13, 8388608
  %15 = select i1 %14, i32 -23, i32 0
  %16 = fmul float %8, 0x4160000000000000
  %17 = select i1 %14, float %16, float %8
  %18 = bitcast float %17 to i32
  %19 = add i32 %18, -1060439283
  %20 = ashr i32 %19, 23
  %21 = add nsw i32 %20, %15
  %22 = and i32 %19, -8388608
  %23 = sub i32 %18, %22
  %24 = bitcast i32 %23 to float
  %25 = fadd float %24, -1.000000e+00
  %26 = fadd float %25, 2.000000e+00
  %27 = fadd float %26, -2.000000e+00
  %28 = fsub float %25, %27
  %29 = call float @__simt_fabs_f32(float %26)
  %30 = fcmp ogt float %29, 0x45F0000000000000
  %31 = fcmp olt float %29, 0x39F0000000000000
  %32 = select i1 %31, float 0x41F0000000000000, float 1.000000e+00
  %33 = select i1 %30, float 0x3DF0000000000000, float %32
  %34 = fmul float %33, %26
  %35 = call float @__simt_rcp_f32(float %34)
  %36 = fmul float %35, %33
  %37 = call float @__simt_corrected_f32(float %36, float %35, float %33, float %34)
  %38 = fmul float %37, %25
  %39 = fmul float %38, %26
  %40 = fsub float %25, %39
  %41 = call float @__simt_product_error_f32(float %38, float %26, float %39)
  %42 = fsub float %40, %41
  %43 = fmul float %38, %28
  %44 = fsub float %42, %43
  %45 = fmul float %37, %44
  %46 = fmul float %38, %38
  %47 = call float @__simt_product_error_f32(float %38, float %38, float %46)
  %48 = fmul float %38, 2.000000e+00
  %49 = fmul float %48, %45
  %50 = fadd float %47, %49
  %51 = fmul float %46, 0x3FE5555560000000
  %52 = call float @__simt_product_error_f32(float %46, float 0x3FE5555560000000, float %51)
  %53 = fmul float %50, 0x3FE5555560000000
  %54 = fmul float %46, 0x3FCE0013C0000000
  %55 = fadd float %54, 0x3FD2450AC0000000
  %56 = fmul float %46, %55
  %57 = fadd float %56, 0x3FD999A040000000
  %58 = fmul float %46, %57
  %59 = fadd float %58, 0xBE55555560000000
  %60 = fmul float %46, %59
  %61 = fadd float %53, %60
  %62 = fadd float %52, %61
  %63 = fmul float %38, %51
  %64 = call float @__simt_product_error_f32(float %38, float %51, float %63)
  %65 = fmul float %38, %62
  %66 = fmul float %51, %45
  %67 = fadd float %66, %65
  %68 = fadd float %64, %67
  %69 = fadd float %48, %63
  %70 = fsub float %69, %48
  %71 = fsub float %63, %70
  %72 = fmul float %45, 2.000000e+00
  %73 = fadd float %72, %68
  %74 = fadd float %71, %73
  %75 = fmul float %69, 0x3FF7154760000000
  %76 = call float @__simt_product_error_f32(float %69, float 0x3FF7154760000000, float %75)
  %77 = fmul float %69, 0x3E54AE0C00000000
  %78 = fmul float %74, 0x3FF7154760000000
  %79 = fadd float %77, %78
  %80 = fadd float %76, %79
  %81 = sitofp i32 %21 to float
  %82 = fadd float %75, %81
  %83 = fsub float %82, %81
  %84 = fsub float %75, %83
  %85 = fadd float %84, %80
  %86 = fadd float %82, %85
  %87 = fsub float %86, %82
  %88 = fsub float %85, %87
  %89 = add i32 %11, -1
  %90 = icmp ult i32 %89, 2139095039
  %91 = fcmp oeq float %8, 0.000000e+00
  %92 = select i1 %91, float 0xFFF0000000000000, float %8
  %93 = select i1 %90, float %88, float 0.000000e+00
  %94 = select i1 %90, float %86, float %92
  %95 = fmul float %7, %94
  %96 = fcmp ogt float %95, 1.280000e+02
  br i1 %96, label %134, label %97
97:
  %98 = fcmp ugt float %95, -1.510000e+02
  br i1 %98, label %99, label %134
99:
  %100 = call float @__simt_product_error_f32(float %7, float %94, float %95)
  %101 = fmul float %7, %93
  %102 = fmul float %10, %94
  %103 = fadd float %102, %101
  %104 = fadd float %103, %100
  %105 = call float @__simt_rint_f32(float %95)
  %106 = fsub float %95, %105
  %107 = fadd float %104, %106
  %108 = fmul float %107, 0x3FE62E4300000000
  %109 = fmul float %108, %108
  %110 = fmul float %108, 0x3F56A64480000000
  %111 = fadd float %110, 0x3F8123F780000000
  %112 = fmul float %108, %111
  %113 = fadd float %112, 0x3FA5558A40000000
  %114 = fmul float %108, %113
  %115 = fadd float %114, 0x3FC55548A0000000
  %116 = fmul float %108, %115
  %117 = fadd float %116, 0x3FDFFFFFC0000000
  %118 = fmul float %109, %117
  %119 = fadd float %108, %118
  %120 = fadd float %119, 1.000000e+00
  %121 = call i32 @__simt_fptosi_f32_i32(float %105)
  %122 = ashr i32 %121, 1
  %123 = shl i32 %122, 23
  %124 = add i32 %123, 1065353216
  %125 = bitcast i32 %124 to float
  %126 = fmul float %120, %125
  %127 = sub nsw i32 %121, %122
  %128 = shl i32 %127, 23
  %129 = add i32 %128, 1065353216
  %130 = bitcast i32 %129 to float
  %131 = fmul float %126, %130
  %132 = fsub float %95, %95
  %133 = fadd float %132, %131
  br label %134
134:
  %135 = phi float [ %133, %99 ], [ 0x7FF0000000000000, %2 ], [ 0.000000e+00, %97 ]
  %136 = icmp eq i32 %1, 0
  %137 = fcmp oeq float %0, 1.000000e+00
  %138 = or i1 %137, %136
  br i1 %138, label %149, label %139
139:
  %140 = fcmp uno float %0, 0.000000e+00
  br i1 %140, label %149, label %141
141:
  %142 = bitcast float %0 to i32
  %143 = icmp sgt i32 %142, -1
  %144 = and i32 %1, 1
  %145 = icmp eq i32 %144, 0
  %146 = or i1 %143, %145
  %147 = fneg float %135
  %148 = select i1 %146, float %135, float %147
  br label %149
149:
  %150 = phi float [ 1.000000e+00, %134 ], [ %0, %139 ], [ %148, %141 ]
  ret float %150
}
define spir_func float @_Z5rootnfi(float %0, i32 %1) {
  %3 = sitofp i32 %1 to float
  %4 = call float @__simt_fabs_f32(float %3)
  %5 = fcmp ogt float %4, 0x45F0000000000000
  %6 = fcmp olt float %4, 0x39F0000000000000
  %7 = select i1 %6, float 0x41F0000000000000, float 1.000000e+00
  %8 = select i1 %5, float 0x3DF0000000000000, float %7
  %9 = fmul float %8, %3
  %10 = call float @__simt_rcp_f32(float %9)
  %11 = fmul float %10, %8
  %12 = call float @__simt_corrected_f32(float %11, float %10, float %8, float %9)
  %13 = fmul float %12, %3
  %14 = call float @__simt_fabs_f32(float %0)
  %15 = fsub float 1.000000e+00, %13
  %16 = call float @__simt_product_error_f32(float %12, float %3, float %13)
  %17 = fsub float %15, %16
  %18 = fmul float %12, %17
  %19 = bitcast float %14 to i32
  %20 = call float @llvm.fabs.f32(float %14)
  %21 = bitcast float %20 to i32
  %22 = icmp samesign ult i32 %21, 8388608
  %23 = select i1 %22, i32 -23, i32 0
  %24 = fmul float %14, 0x4160000000000000
  %25 = select i1 %22, float %24, float %14
  %26 = bitcast float %25 to i32
  %27 = add i32 %26, -1060439283
  %28 = ashr i32 %27, 23
  %29 = add nsw i32 %28, %23
  %30 = and i32 %27, -8388608
  %31 = sub i32 %26, %30
  %32 = bitcast i32 %31 to float
  %33 = fadd float %32, -1.000000e+00
  %34 = fadd float %33, 2.000000e+00
  %35 = fadd float %34, -2.000000e+00
  %36 = fsub float %33, %35
  %37 = call float @__simt_fabs_f32(float %34)
  %38 = fcmp ogt float %37, 0x45F0000000000000
  %39 = fcmp olt float %37, 0x39F0000000000000
  %40 = select i1 %39, float 0x41F0000000000000, float 1.000000e+00
  %41 = select i1 %38, float 0x3DF0000000000000, float %40
  %42 = fmul float %41, %34
  %43 = call float @__simt_rcp_f32(float %42)
  %44 = fmul float %43, %41
  %45 = call float @__simt_corrected_f32(float %44, float %43, float %41, float %42)
  %46 = fmul float %45, %33
  %47 = fmul float %46, %34
  %48 = fsub float %33, %47
  %49 = call float @__simt_product_error_f32(float %46, float %34, float %47)
  %50 = fsub float %48, %49
  %51 = fmul float %46, %36
  %52 = fsub float %50, %51
  %53 = fmul float %45, %52
  %54 = fmul float %46, %46
  %55 = call float @__simt_product_error_f32(float %46, float %46, float %54)
  %56 = fmul float %46, 2.000000e+00
  %57 = fmul float %56, %53
  %58 = fadd float %55, %57
  %59 = fmul float %54, 0x3FE5555560000000
  %60 = call float @__simt_product_error_f32(float %54, float 0x3FE5555560000000, float %59)
  %61 = fmul float %58, 0x3FE5555560000000
  %62 = fmul float %54, 0x3FCE0013C0000000
  %63 = fadd float %62, 0x3FD2450AC0000000
  %64 = fmul float %54, %63
  %65 = fadd float %64, 0x3FD999A040000000
  %66 = fmul float %54, %65
  %67 = fadd float %66, 0xBE55555560000000
  %68 = fmul float %54, %67
  %69 = fadd float %61, %68
  %70 = fadd float %60, %69
  %71 = fmul float %46, %59
  %72 = call float @__simt_product_error_f32(float %46, float %59, float %71)
  %73 = fmul float %46, %70
  %74 = fmul float %59, %53
  %75 = fadd float %74, %73
  %76 = fadd float %72, %75
  %77 = fadd float %56, %71
  %78 = fsub float %77, %56
  %79 = fsub float %71, %78
  %80 = fmul float %53, 2.000000e+00
  %81 = fadd float %80, %76
  %82 = fadd float %79, %81
  %83 = fmul float %77, 0x3FF7154760000000
  %84 = call float @__simt_product_error_f32(float %77, float 0x3FF7154760000000, float %83)
  %85 = fmul float %77, 0x3E54AE0C00000000
  %86 = fmul float %82, 0x3FF7154760000000
  %87 = fadd float %85, %86
  %88 = fadd float %84, %87
  %89 = sitofp i32 %29 to float
  %90 = fadd float %83, %89
  %91 = fsub float %90, %89
  %92 = fsub float %83, %91
  %93 = fadd float %92, %88
  %94 = fadd float %90, %93
  %95 = fsub float %94, %90
  %96 = fsub float %93, %95
  %97 = add i32 %19, -1
  %98 = icmp ult i32 %97, 2139095039
  %99 = fcmp oeq float %14, 0.000000e+00
  %100 = select i1 %99, float 0xFFF0000000000000, float %14
  %101 = select i1 %98, float %96, float 0.000000e+00
  %102 = select i1 %98, float %94, float %100
  %103 = fmul float %12, %102
  %104 = fcmp ogt float %103, 1.280000e+02
  br i1 %104, label %142, label %105
105:
  %106 = fcmp ugt float %103, -1.510000e+02
  br i1 %106, label %107, label %142
107:
  %108 = call float @__simt_product_error_f32(float %12, float %102, float %103)
  %109 = fmul float %12, %101
  %110 = fmul float %18, %102
  %111 = fadd float %110, %109
  %112 = fadd float %111, %108
  %113 = call float @__simt_rint_f32(float %103)
  %114 = fsub float %103, %113
  %115 = fadd float %112, %114
  %116 = fmul float %115, 0x3FE62E4300000000
  %117 = fmul float %116, %116
  %118 = fmul float %116, 0x3F56A64480000000
  %119 = fadd float %118, 0x3F8123F780000000
  %120 = fmul float %116, %119
  %121 = fadd float %120, 0x3FA5558A40000000
  %122 = fmul float %116, %121
  %123 = fadd float %122, 0x3FC55548A0000000
  %124 = fmul float %116, %123
  %125 = fadd float %124, 0x3FDFFFFFC0000000
  %126 = fmul float %117, %125
  %127 = fadd float %116, %126
  %128 = fadd float %127, 1.000000e+00
  %129 = call i32 @__simt_fptosi_f32_i32(float %113)
  %130 = ashr i32 %129, 1
  %131 = shl i32 %130, 23
  %132 = add i32 %131, 1065353216
  %133 = bitcast i32 %132 to float
  %134 = fmul float %128, %133
  %135 = sub nsw i32 %129, %130
  %136 = shl i32 %135, 23
  %137 = add i32 %136, 1065353216
  %138 = bitcast i32 %137 to float
  %139 = fmul float %134, %138
  %140 = fsub float %103, %103
  %141 = fadd float %140, %139
  br label %142
142:
  %143 = phi float [ %141, %107 ], [ 0x7FF0000000000000, %2 ], [ 0.000000e+00, %105 ]
  %144 = icmp eq i32 %1, 0
  br i1 %144, label %158, label %145
145:
  %146 = fcmp olt float %0, 0.000000e+00
  %147 = and i32 %1, 1
  %148 = icmp eq i32 %147, 0
  %149 = and i1 %146, %148
  br i1 %149, label %158, label %150
150:
  %151 = fcmp uno float %0, 0.000000e+00
  br i1 %151, label %158, label %152
152:
  %153 = bitcast float %0 to i32
  %154 = icmp sgt i32 %153, -1
  %155 = or i1 %154, %148
  %156 = fneg float %143
  %157 = select i1 %155, float %143, float %156
  br label %158
158:
  %159 = phi float [ 0x7FF8000000000000, %142 ], [ 0x7FF8000000000000, %145 ], [ %0, %150 ], [ %157, %152 ]
  ret float %159
}
define spir_func float @_Z5hypotff(float %0, float %1) {
  %3 = call float @__simt_fabs_f32(float %0)
  %4 = call float @__simt_fabs_f32(float %1)
  %5 = call float @__simt_fmax_f32(float %3, float %4)
  %6 = call float @__simt_fmin_f32(float %3, float %4)
  %7 = fcmp ogt float %5, 0x43D0000000000000
  %8 = fcmp olt float %5, 0x3D50000000000000
  %9 = select i1 %8, i32 -662700032, i32 0
  %10 = select i1 %7, i32 662700032, i32 %9
  %11 = sub nsw i32 1065353216, %10
  %12 = bitcast i32 %11 to float
  %13 = fmul float %5, %12
  %14 = fmul float %13, %13
  %15 = fmul float %6, %12
  %16 = fmul float %15, %15
  %17 = fadd float %14, %16
  %18 = call float @__simt_sqrt_f32(float %17)
  %19 = add nsw i32 %10, 1065353216
  %20 = bitcast i32 %19 to float
  %21 = fmul float %18, %20
  %22 = call float @llvm.fabs.f32(float %0)
  %23 = fcmp oeq float %22, 0x7FF0000000000000
  %24 = call float @llvm.fabs.f32(float %1)
  %25 = fcmp oeq float %24, 0x7FF0000000000000
  %26 = or i1 %23, %25
  %27 = fcmp uno float %0, %1
  %28 = fadd float %0, %1
  %29 = select i1 %27, float %28, float %21
  %30 = select i1 %26, float 0x7FF0000000000000, float %29
  ret float %30
}
define spir_func float @_Z4cbrtf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = call float @llvm.fabs.f32(float %2)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  br i1 %5, label %6, label %12
6:
  %7 = icmp eq i32 %4, 0
  br i1 %7, label %24, label %8
8:
  %9 = fmul float %2, 0x4160000000000000
  %10 = call float @llvm.fabs.f32(float %9)
  %11 = bitcast float %10 to i32
  br label %14
12:
  %13 = icmp samesign ugt i32 %4, 2139095039
  br i1 %13, label %24, label %14
14:
  %15 = phi i32 [ %11, %8 ], [ %4, %12 ]
  %16 = phi i32 [ -149, %8 ], [ -126, %12 ]
  %17 = phi float [ %9, %8 ], [ %2, %12 ]
  %18 = bitcast float %17 to i32
  %19 = lshr i32 %15, 23
  %20 = add nsw i32 %16, %19
  %21 = and i32 %18, -2139095041
  %22 = or disjoint i32 %21, 1056964608
  %23 = bitcast i32 %22 to float
  br label %24
24:
  %25 = phi i32 [ %20, %14 ], [ 0, %12 ], [ 0, %6 ]
  %26 = phi float [ %23, %14 ], [ %2, %12 ], [ %2, %6 ]
  %27 = mul nsw i32 %25, 21846
  %28 = add nsw i32 %27, 26215200
  %29 = lshr i32 %28, 16
  %30 = add nsw i32 %29, -400
  %31 = mul nsw i32 %30, 509
  %32 = add nsw i32 %31, %25
  %33 = shl i32 %32, 23
  %34 = add i32 %33, 1065353216
  %35 = bitcast i32 %34 to float
  %36 = fmul float %26, %35
  %37 = bitcast float %36 to i32
  %38 = call i32 @__simt_mulh_u32(i32 %37, i32 1431655766)
  %39 = add i32 %38, 709965728
  %40 = bitcast i32 %39 to float
  br label %41
41:
  %42 = phi float [ %40, %24 ], [ %60, %41 ]
  %43 = phi i1 [ true, %24 ], [ false, %41 ]
  %44 = fmul float %42, %42
  %45 = fmul float %42, %44
  %46 = fsub float %36, %45
  %47 = fadd float %45, %45
  %48 = fadd float %36, %47
  %49 = call float @__simt_fabs_f32(float %48)
  %50 = fcmp ogt float %49, 0x45F0000000000000
  %51 = fcmp olt float %49, 0x39F0000000000000
  %52 = select i1 %51, float 0x41F0000000000000, float 1.000000e+00
  %53 = select i1 %50, float 0x3DF0000000000000, float %52
  %54 = fmul float %46, %53
  %55 = fmul float %48, %53
  %56 = call float @__simt_rcp_f32(float %55)
  %57 = fmul float %56, %54
  %58 = call float @__simt_corrected_f32(float %57, float %56, float %54, float %55)
  %59 = fmul float %42, %58
  %60 = fadd float %42, %59
  br i1 %43, label %41, label %61
61:
  %62 = call float @llvm.fabs.f32(float %0)
  %63 = bitcast float %62 to i32
  %64 = icmp samesign ult i32 %63, 2139095040
  %65 = fcmp une float %0, 0.000000e+00
  %66 = and i1 %65, %64
  br i1 %66, label %67, label %72
67:
  %68 = shl nsw i32 %30, 23
  %69 = add nsw i32 %68, 1065353216
  %70 = bitcast i32 %69 to float
  %71 = fmul float %60, %70
  br label %74
72:
  %73 = call float @__simt_fabs_f32(float %0)
  br label %74
74:
  %75 = phi float [ %71, %67 ], [ %73, %72 ]
  %76 = call float @__simt_copysign_f32(float %75, float %0)
  ret float %76
}
define spir_func float @_Z4sinhf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 9.000000e+01
  %4 = fcmp olt float %2, -4.000000e+01
  %5 = select i1 %4, float -4.000000e+01, float %2
  %6 = select i1 %3, float 9.000000e+01, float %5
  %7 = fmul float %6, 0x3FF7154760000000
  %8 = call float @__simt_rint_f32(float %7)
  %9 = call i32 @__simt_fptosi_f32_i32(float %8)
  %10 = fcmp oeq float %2, 0.000000e+00
  br i1 %10, label %38, label %11
11:
  %12 = call i32 @llvm.smin.i32(i32 %9, i32 128)
  %13 = shl i32 %12, 23
  %14 = add i32 %13, 1056964608
  %15 = bitcast i32 %14 to float
  %16 = fmul float %8, 0x3FE62E4000000000
  %17 = fsub float %6, %16
  %18 = fmul float %8, 0x3EB7F7D1C0000000
  %19 = fsub float %17, %18
  %20 = fmul float %19, 0x3F56A64480000000
  %21 = fadd float %20, 0x3F8123F780000000
  %22 = fmul float %19, %21
  %23 = fadd float %22, 0x3FA5558A40000000
  %24 = fmul float %19, %23
  %25 = fadd float %24, 0x3FC55548A0000000
  %26 = fmul float %19, %25
  %27 = fadd float %26, 0x3FDFFFFFC0000000
  %28 = icmp sgt i32 %9, 128
  %29 = fmul float %19, %19
  %30 = fmul float %29, %27
  %31 = fadd float %19, %30
  %32 = fmul float %31, %15
  %33 = fadd float %15, -5.000000e-01
  %34 = fadd float %33, %32
  %35 = fmul float %34, 2.000000e+00
  %36 = select i1 %28, float 2.000000e+00, float 1.000000e+00
  %37 = fmul float %36, %35
  br label %38
38:
  %39 = phi float [ %37, %11 ], [ %2, %1 ]
  %40 = fadd float %39, 1.000000e+00
  %41 = call float @__simt_fabs_f32(float %40)
  %42 = fcmp ogt float %41, 0x45F0000000000000
  %43 = fcmp olt float %41, 0x39F0000000000000
  %44 = select i1 %43, float 0x41F0000000000000, float 1.000000e+00
  %45 = select i1 %42, float 0x3DF0000000000000, float %44
  %46 = fmul float %39, %45
  %47 = fmul float %40, %45
  %48 = call float @__simt_rcp_f32(float %47)
  %49 = fmul float %48, %46
  %50 = call float @__simt_corrected_f32(float %49, float %48, float %46, float %47)
  %51 = fcmp olt float %2, 2.000000e+01
  br i1 %51, label %52, label %55
52:
  %53 = fadd float %39, %50
  %54 = fmul float %53, 5.000000e-01
  br label %87
55:
  %56 = select i1 %3, float 9.000000e+01, float %2
  %57 = fmul float %56, 0x3FF7154760000000
  %58 = call float @__simt_rint_f32(float %57)
  %59 = fmul float %58, 0x3FE62E4000000000
  %60 = fsub float %56, %59
  %61 = fmul float %58, 0x3EB7F7D1C0000000
  %62 = fsub float %60, %61
  %63 = fmul float %62, %62
  %64 = fmul float %62, 0x3F56A64480000000
  %65 = fadd float %64, 0x3F8123F780000000
  %66 = fmul float %62, %65
  %67 = fadd float %66, 0x3FA5558A40000000
  %68 = fmul float %62, %67
  %69 = fadd float %68, 0x3FC55548A0000000
  %70 = fmul float %62, %69
  %71 = fadd float %70, 0x3FDFFFFFC0000000
  %72 = fmul float %63, %71
  %73 = fadd float %62, %72
  %74 = fadd float %73, 1.000000e+00
  %75 = call i32 @__simt_fptosi_f32_i32(float %58)
  %76 = add nsw i32 %75, -1
  %77 = ashr i32 %76, 1
  %78 = shl i32 %77, 23
  %79 = add i32 %78, 1065353216
  %80 = bitcast i32 %79 to float
  %81 = fmul float %74, %80
  %82 = sub nsw i32 %76, %77
  %83 = shl i32 %82, 23
  %84 = add i32 %83, 1065353216
  %85 = bitcast i32 %84 to float
  %86 = fmul float %81, %85
  br label %87
87:
  %88 = phi float [ %54, %52 ], [ %86, %55 ]
  %89 = call float @__simt_copysign_f32(float %88, float %0)
  ret float %89
}
define spir_func float @_Z4coshf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 9.000000e+01
  %4 = fcmp olt float %2, -1.050000e+02
  %5 = select i1 %4, float -1.050000e+02, float %2
  %6 = select i1 %3, float 9.000000e+01, float %5
  %7 = fmul float %6, 0x3FF7154760000000
  %8 = call float @__simt_rint_f32(float %7)
  %9 = fmul float %8, 0x3FE62E4000000000
  %10 = fsub float %6, %9
  %11 = fmul float %8, 0x3EB7F7D1C0000000
  %12 = fsub float %10, %11
  %13 = fmul float %12, %12
  %14 = fmul float %12, 0x3F56A64480000000
  %15 = fadd float %14, 0x3F8123F780000000
  %16 = fmul float %12, %15
  %17 = fadd float %16, 0x3FA5558A40000000
  %18 = fmul float %12, %17
  %19 = fadd float %18, 0x3FC55548A0000000
  %20 = fmul float %12, %19
  %21 = fadd float %20, 0x3FDFFFFFC0000000
  %22 = fmul float %13, %21
  %23 = fadd float %12, %22
  %24 = fadd float %23, 1.000000e+00
  %25 = call i32 @__simt_fptosi_f32_i32(float %8)
  %26 = add nsw i32 %25, -1
  %27 = ashr i32 %26, 1
  %28 = shl i32 %27, 23
  %29 = add i32 %28, 1065353216
  %30 = bitcast i32 %29 to float
  %31 = fmul float %24, %30
  %32 = sub nsw i32 %26, %27
  %33 = shl i32 %32, 23
  %34 = add i32 %33, 1065353216
  %35 = bitcast i32 %34 to float
  %36 = fmul float %31, %35
  %37 = call float @__simt_fabs_f32(float %36)
  %38 = fcmp ogt float %37, 0x45F0000000000000
  %39 = fcmp olt float %37, 0x39F0000000000000
  %40 = select i1 %39, float 0x41F0000000000000, float 1.000000e+00
  %41 = select i1 %38, float 0x3DF0000000000000, float %40
  %42 = fmul float %41, 2.500000e-01
  %43 = fmul float %41, %36
  %44 = call float @__simt_rcp_f32(float %43)
  %45 = fmul float %44, %42
  %46 = call float @__simt_corrected_f32(float %45, float %44, float %42, float %43)
  %47 = fadd float %46, %36
  ret float %47
}
define spir_func float @_Z4tanhf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 2.000000e+01
  %4 = select i1 %3, float 2.000000e+01, float %2
  %5 = fmul float %4, 2.000000e+00
  %6 = fcmp ogt float %5, 9.000000e+01
  %7 = fcmp olt float %5, -4.000000e+01
  %8 = select i1 %7, float -4.000000e+01, float %5
  %9 = select i1 %6, float 9.000000e+01, float %8
  %10 = fmul float %9, 0x3FF7154760000000
  %11 = call float @__simt_rint_f32(float %10)
  %12 = call i32 @__simt_fptosi_f32_i32(float %11)
  %13 = fcmp oeq float %5, 0.000000e+00
  br i1 %13, label %41, label %14
14:
  %15 = call i32 @llvm.smin.i32(i32 %12, i32 128)
  %16 = shl i32 %15, 23
  %17 = add i32 %16, 1056964608
  %18 = bitcast i32 %17 to float
  %19 = fmul float %11, 0x3FE62E4000000000
  %20 = fsub float %9, %19
  %21 = fmul float %11, 0x3EB7F7D1C0000000
  %22 = fsub float %20, %21
  %23 = fmul float %22, 0x3F56A64480000000
  %24 = fadd float %23, 0x3F8123F780000000
  %25 = fmul float %22, %24
  %26 = fadd float %25, 0x3FA5558A40000000
  %27 = fmul float %22, %26
  %28 = fadd float %27, 0x3FC55548A0000000
  %29 = fmul float %22, %28
  %30 = fadd float %29, 0x3FDFFFFFC0000000
  %31 = icmp sgt i32 %12, 128
  %32 = fmul float %22, %22
  %33 = fmul float %32, %30
  %34 = fadd float %22, %33
  %35 = fmul float %34, %18
  %36 = fadd float %18, -5.000000e-01
  %37 = fadd float %36, %35
  %38 = fmul float %37, 2.000000e+00
  %39 = select i1 %31, float 2.000000e+00, float 1.000000e+00
  %40 = fmul float %39, %38
  br label %41
41:
  %42 = phi float [ %40, %14 ], [ %5, %1 ]
  %43 = fadd float %42, 2.000000e+00
  %44 = call float @__simt_fabs_f32(float %43)
  %45 = fcmp ogt float %44, 0x45F0000000000000
  %46 = fcmp olt float %44, 0x39F0000000000000
  %47 = select i1 %46, float 0x41F0000000000000, float 1.000000e+00
  %48 = select i1 %45, float 0x3DF0000000000000, float %47
  %49 = fmul float %42, %48
  %50 = fmul float %43, %48
  %51 = call float @__simt_rcp_f32(float %50)
  %52 = fmul float %51, %49
  %53 = call float @__simt_corrected_f32(float %52, float %51, float %49, float %50)
  %54 = call float @__simt_copysign_f32(float %53, float %0)
  ret float %54
}
define spir_func float @_Z5asinhf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 3.276800e+04
  br i1 %3, label %4, label %7
4:
  %5 = call float @__simt_log_f32(float %2)
  %6 = fadd float %5, 0x3FE62E4300000000
  br label %24
7:
  %8 = fmul float %2, %2
  %9 = fadd float %8, 1.000000e+00
  %10 = call float @__simt_sqrt_f32(float %9)
  %11 = fadd float %10, 1.000000e+00
  %12 = call float @__simt_fabs_f32(float %11)
  %13 = fcmp ogt float %12, 0x45F0000000000000
  %14 = fcmp olt float %12, 0x39F0000000000000
  %15 = select i1 %14, float 0x41F0000000000000, float 1.000000e+00
  %16 = select i1 %13, float 0x3DF0000000000000, float %15
  %17 = fmul float %8, %16
  %18 = fmul float %11, %16
  %19 = call float @__simt_rcp_f32(float %18)
  %20 = fmul float %19, %17
  %21 = call float @__simt_corrected_f32(float %20, float %19, float %17, float %18)
  %22 = fadd float %2, %21
  %23 = call spir_func float @_Z5log1pf(float %22)
  br label %24
24:
  %25 = phi float [ %6, %4 ], [ %23, %7 ]
  %26 = call float @__simt_copysign_f32(float %25, float %0)
  ret float %26
}
define spir_func float @_Z5acoshf(float %0) {
  %2 = fadd float %0, -1.000000e+00
  %3 = fcmp ogt float %0, 3.276800e+04
  br i1 %3, label %4, label %7
4:
  %5 = call float @__simt_log_f32(float %0)
  %6 = fadd float %5, 0x3FE62E4300000000
  br label %16
7:
  %8 = fcmp ult float %2, 0.000000e+00
  br i1 %8, label %16, label %9
9:
  %10 = fmul float %2, 2.000000e+00
  %11 = fmul float %2, %2
  %12 = fadd float %10, %11
  %13 = call float @__simt_sqrt_f32(float %12)
  %14 = fadd float %2, %13
  %15 = call spir_func float @_Z5log1pf(float %14)
  br label %16
16:
  %17 = phi float [ %6, %4 ], [ %15, %9 ], [ 0x7FF8000000000000, %7 ]
  ret float %17
}
define spir_func float @_Z5atanhf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fmul float %2, 2.000000e+00
  %4 = fsub float 1.000000e+00, %2
  %5 = call float @__simt_fabs_f32(float %4)
  %6 = fcmp ogt float %5, 0x45F0000000000000
  %7 = fcmp olt float %5, 0x39F0000000000000
  %8 = select i1 %7, float 0x41F0000000000000, float 1.000000e+00
  %9 = select i1 %6, float 0x3DF0000000000000, float %8
  %10 = fmul float %3, %9
  %11 = fmul float %4, %9
  %12 = call float @__simt_rcp_f32(float %11)
  %13 = fmul float %12, %10
  %14 = call float @__simt_corrected_f32(float %13, float %12, float %10, float %11)
  %15 = call spir_func float @_Z5log1pf(float %14)
  %16 = fmul float %15, 5.000000e-01
  %17 = call float @__simt_copysign_f32(float %16, float %0)
  ret float %17
}
define float @__simt_soft_sin_f32(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ult float %2, 1.200000e+04
  br i1 %3, label %4, label %16
4:
  %5 = fmul float %0, 0x3FE45F3060000000
  %6 = call float @__simt_rint_f32(float %5)
  %7 = fmul float %6, 0x3FF9200000000000
  %8 = fsub float %0, %7
  %9 = fmul float %6, 0x3F3FB40000000000
  %10 = fsub float %8, %9
  %11 = fmul float %6, 0x3E74440000000000
  %12 = fsub float %10, %11
  %13 = fmul float %6, 0x3D868C2340000000
  %14 = fsub float %12, %13
  %15 = call i32 @__simt_fptosi_f32_i32(float %6)
  br label %124
16:
  %17 = bitcast float %2 to i32
  %18 = and i32 %17, 8388607
  %19 = or disjoint i32 %18, 8388608
  %20 = lshr i32 %17, 23
  %21 = add nsw i32 %20, -120
  %22 = and i32 %21, 31
  %23 = and i32 %21, 128
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %46
25:
  %26 = and i32 %21, 64
  %27 = icmp eq i32 %26, 0
  %28 = and i32 %21, 32
  %29 = icmp eq i32 %28, 0
  %30 = and i32 %21, 32
  %31 = icmp eq i32 %30, 0
  %32 = and i32 %21, 32
  %33 = icmp eq i32 %32, 0
  %34 = and i32 %21, 32
  %35 = icmp eq i32 %34, 0
  br i1 %27, label %41, label %36
36:
  %37 = select i1 %29, i32 1313084713, i32 -64530479
  %38 = select i1 %31, i32 -64530479, i32 -181084736
  %39 = select i1 %33, i32 -181084736, i32 -614296167
  %40 = select i1 %35, i32 -614296167, i32 1011060801
  br label %46
41:
  %42 = select i1 %29, i32 0, i32 -1560706194
  %43 = select i1 %31, i32 -1560706194, i32 1313084713
  %44 = select i1 %33, i32 1313084713, i32 -64530479
  %45 = select i1 %35, i32 -64530479, i32 -181084736
  br label %46
46:
  %47 = phi i32 [ %44, %41 ], [ %39, %36 ], [ 1011060801, %16 ]
  %48 = phi i32 [ %42, %41 ], [ %37, %36 ], [ -181084736, %16 ]
  %49 = phi i32 [ %43, %41 ], [ %38, %36 ], [ -614296167, %16 ]
  %50 = phi i32 [ %45, %41 ], [ %40, %36 ], [ -28220501, %16 ]
  %51 = icmp eq i32 %22, 0
  %52 = call i32 @llvm.fshl.i32(i32 %48, i32 %49, i32 %21)
  %53 = select i1 %51, i32 %48, i32 %52
  %54 = call i32 @llvm.fshl.i32(i32 %49, i32 %47, i32 %21)
  %55 = select i1 %51, i32 %49, i32 %54
  %56 = call i32 @llvm.fshl.i32(i32 %47, i32 %50, i32 %21)
  %57 = select i1 %51, i32 %47, i32 %56
  %58 = call i32 @__simt_mulh_u32(i32 %19, i32 %55)
  %59 = zext i32 %58 to i64
  %60 = shl nuw i64 %59, 32
  %61 = mul i32 %55, %19
  %62 = zext i32 %61 to i64
  %63 = or disjoint i64 %60, %62
  %64 = call i32 @__simt_mulh_u32(i32 %19, i32 %57)
  %65 = zext i32 %64 to i64
  %66 = add i64 %63, %65
  %67 = mul i32 %53, %19
  %68 = zext i32 %67 to i64
  %69 = shl nuw i64 %68, 32
  %70 = add i64 %66, %69
  %71 = lshr i64 %70, 62
  %72 = trunc nuw nsw i64 %71 to i32
  %73 = shl i64 %70, 2
  %74 = lshr i64 %73, 63
  %75 = trunc nuw nsw i64 %74 to i32
  %76 = add nuw nsw i32 %75, %72
  %77 = call i64 @llvm.abs.i64(i64 %73, i1 false)
  %78 = lshr i64 %77, 32
  %79 = trunc nuw i64 %78 to i32
  %80 = trunc i64 %77 to i32
  %81 = icmp eq i64 %78, 0
  br i1 %81, label %82, label %84
82:
  %83 = uitofp i32 %80 to float
  br label %106
84:
  %85 = call i32 @__simt_clz_i32(i32 %79)
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %94, label %87
87:
  %88 = and i32 %85, 31
  %89 = shl i32 %79, %88
  %90 = sub i32 0, %85
  %91 = and i32 %90, 31
  %92 = lshr i32 %80, %91
  %93 = or i32 %89, %92
  br label %94
94:
  %95 = phi i32 [ %88, %87 ], [ 0, %84 ]
  %96 = phi i32 [ %93, %87 ], [ %79, %84 ]
  %97 = shl i32 %80, %95
  %98 = icmp ne i32 %97, 0
  %99 = zext i1 %98 to i32
  %100 = or i32 %96, %99
  %101 = uitofp i32 %100 to float
  %102 = shl i32 %85, 23
  %103 = sub i32 1333788672, %102
  %104 = bitcast i32 %103 to float
  %105 = fmul float %104, %101
  br label %106
106:
  %107 = phi float [ %105, %94 ], [ %83, %82 ]
  %108 = fcmp ueq float %2, 0x7FF0000000000000
  br i1 %108, label %117, label %109
109:
  %110 = icmp slt i64 %73, 0
  %111 = fneg float %107
  %112 = select i1 %110, float %111, float %107
  %113 = fmul float %112, 0x3BF921FB60000000
  %114 = fcmp olt float %0, 0.000000e+00
  %115 = fneg float %113
  %116 = select i1 %114, float %115, float %113
  br label %119
117:
  %118 = fsub float %2, %2
  br label %119
119:
  %120 = phi float [ %116, %109 ], [ %118, %117 ]
  %121 = fcmp olt float %0, 0.000000e+00
  %122 = sub nsw i32 0, %76
  %123 = select i1 %121, i32 %122, i32 %76
  br label %124
124:
  %125 = phi float [ %14, %4 ], [ %120, %119 ]
  %126 = phi i32 [ %15, %4 ], [ %123, %119 ]
  %127 = fcmp oeq float %0, 0.000000e+00
  br i1 %127, label %159, label %128
128:
  %129 = and i32 %126, 1
  %130 = icmp eq i32 %129, 0
  %131 = fmul float %125, %125
  br i1 %130, label %145, label %132
132:
  %133 = fmul float %131, 5.000000e-01
  %134 = fsub float 1.000000e+00, %133
  %135 = fsub float 1.000000e+00, %134
  %136 = fsub float %135, %133
  %137 = fmul float %131, %131
  %138 = fmul float %131, 0x3EF99E1DA0000000
  %139 = fadd float %138, 0xBF56C0C1C0000000
  %140 = fmul float %131, %139
  %141 = fadd float %140, 0x3FA55554A0000000
  %142 = fmul float %137, %141
  %143 = fadd float %136, %142
  %144 = fadd float %134, %143
  br label %153
145:
  %146 = fmul float %131, 0x3F2991E1A0000000
  %147 = fsub float 0x3F81106CA0000000, %146
  %148 = fmul float %131, %147
  %149 = fadd float %148, 0xBFC5555440000000
  %150 = fmul float %131, %149
  %151 = fmul float %125, %150
  %152 = fadd float %125, %151
  br label %153
153:
  %154 = phi float [ %144, %132 ], [ %152, %145 ]
  %155 = and i32 %126, 2
  %156 = icmp eq i32 %155, 0
  %157 = fneg float %154
  %158 = select i1 %156, float %154, float %157
  br label %159
159:
  %160 = phi float [ %158, %153 ], [ %0, %124 ]
  ret float %160
}
define float @__simt_soft_cos_f32(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ult float %2, 1.200000e+04
  br i1 %3, label %4, label %16
4:
  %5 = fmul float %0, 0x3FE45F3060000000
  %6 = call float @__simt_rint_f32(float %5)
  %7 = fmul float %6, 0x3FF9200000000000
  %8 = fsub float %0, %7
  %9 = fmul float %6, 0x3F3FB40000000000
  %10 = fsub float %8, %9
  %11 = fmul float %6, 0x3E74440000000000
  %12 = fsub float %10, %11
  %13 = fmul float %6, 0x3D868C2340000000
  %14 = fsub float %12, %13
  %15 = call i32 @__simt_fptosi_f32_i32(float %6)
  br label %124
16:
  %17 = bitcast float %2 to i32
  %18 = and i32 %17, 8388607
  %19 = or disjoint i32 %18, 8388608
  %20 = lshr i32 %17, 23
  %21 = add nsw i32 %20, -120
  %22 = and i32 %21, 31
  %23 = and i32 %21, 128
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %46
25:
  %26 = and i32 %21, 64
  %27 = icmp eq i32 %26, 0
  %28 = and i32 %21, 32
  %29 = icmp eq i32 %28, 0
  %30 = and i32 %21, 32
  %31 = icmp eq i32 %30, 0
  %32 = and i32 %21, 32
  %33 = icmp eq i32 %32, 0
  %34 = and i32 %21, 32
  %35 = icmp eq i32 %34, 0
  br i1 %27, label %41, label %36
36:
  %37 = select i1 %29, i32 1313084713, i32 -64530479
  %38 = select i1 %31, i32 -64530479, i32 -181084736
  %39 = select i1 %33, i32 -181084736, i32 -614296167
  %40 = select i1 %35, i32 -614296167, i32 1011060801
  br label %46
41:
  %42 = select i1 %29, i32 0, i32 -1560706194
  %43 = select i1 %31, i32 -1560706194, i32 1313084713
  %44 = select i1 %33, i32 1313084713, i32 -64530479
  %45 = select i1 %35, i32 -64530479, i32 -181084736
  br label %46
46:
  %47 = phi i32 [ %44, %41 ], [ %39, %36 ], [ 1011060801, %16 ]
  %48 = phi i32 [ %42, %41 ], [ %37, %36 ], [ -181084736, %16 ]
  %49 = phi i32 [ %43, %41 ], [ %38, %36 ], [ -614296167, %16 ]
  %50 = phi i32 [ %45, %41 ], [ %40, %36 ], [ -28220501, %16 ]
  %51 = icmp eq i32 %22, 0
  %52 = call i32 @llvm.fshl.i32(i32 %48, i32 %49, i32 %21)
  %53 = select i1 %51, i32 %48, i32 %52
  %54 = call i32 @llvm.fshl.i32(i32 %49, i32 %47, i32 %21)
  %55 = select i1 %51, i32 %49, i32 %54
  %56 = call i32 @llvm.fshl.i32(i32 %47, i32 %50, i32 %21)
  %57 = select i1 %51, i32 %47, i32 %56
  %58 = call i32 @__simt_mulh_u32(i32 %19, i32 %55)
  %59 = zext i32 %58 to i64
  %60 = shl nuw i64 %59, 32
  %61 = mul i32 %55, %19
  %62 = zext i32 %61 to i64
  %63 = or disjoint i64 %60, %62
  %64 = call i32 @__simt_mulh_u32(i32 %19, i32 %57)
  %65 = zext i32 %64 to i64
  %66 = add i64 %63, %65
  %67 = mul i32 %53, %19
  %68 = zext i32 %67 to i64
  %69 = shl nuw i64 %68, 32
  %70 = add i64 %66, %69
  %71 = lshr i64 %70, 62
  %72 = trunc nuw nsw i64 %71 to i32
  %73 = shl i64 %70, 2
  %74 = lshr i64 %73, 63
  %75 = trunc nuw nsw i64 %74 to i32
  %76 = add nuw nsw i32 %75, %72
  %77 = call i64 @llvm.abs.i64(i64 %73, i1 false)
  %78 = lshr i64 %77, 32
  %79 = trunc nuw i64 %78 to i32
  %80 = trunc i64 %77 to i32
  %81 = icmp eq i64 %78, 0
  br i1 %81, label %82, label %84
82:
  %83 = uitofp i32 %80 to float
  br label %106
84:
  %85 = call i32 @__simt_clz_i32(i32 %79)
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %94, label %87
87:
  %88 = and i32 %85, 31
  %89 = shl i32 %79, %88
  %90 = sub i32 0, %85
  %91 = and i32 %90, 31
  %92 = lshr i32 %80, %91
  %93 = or i32 %89, %92
  br label %94
94:
  %95 = phi i32 [ %88, %87 ], [ 0, %84 ]
  %96 = phi i32 [ %93, %87 ], [ %79, %84 ]
  %97 = shl i32 %80, %95
  %98 = icmp ne i32 %97, 0
  %99 = zext i1 %98 to i32
  %100 = or i32 %96, %99
  %101 = uitofp i32 %100 to float
  %102 = shl i32 %85, 23
  %103 = sub i32 1333788672, %102
  %104 = bitcast i32 %103 to float
  %105 = fmul float %104, %101
  br label %106
106:
  %107 = phi float [ %105, %94 ], [ %83, %82 ]
  %108 = fcmp ueq float %2, 0x7FF0000000000000
  br i1 %108, label %117, label %109
109:
  %110 = icmp slt i64 %73, 0
  %111 = fneg float %107
  %112 = select i1 %110, float %111, float %107
  %113 = fmul float %112, 0x3BF921FB60000000
  %114 = fcmp olt float %0, 0.000000e+00
  %115 = fneg float %113
  %116 = select i1 %114, float %115, float %113
  br label %119
117:
  %118 = fsub float %2, %2
  br label %119
119:
  %120 = phi float [ %116, %109 ], [ %118, %117 ]
  %121 = fcmp olt float %0, 0.000000e+00
  %122 = sub nsw i32 0, %76
  %123 = select i1 %121, i32 %122, i32 %76
  br label %124
124:
  %125 = phi float [ %14, %4 ], [ %120, %119 ]
  %126 = phi i32 [ %15, %4 ], [ %123, %119 ]
  %127 = and i32 %126, 1
  %128 = icmp eq i32 %127, 0
  %129 = fmul float %125, %125
  br i1 %128, label %130, label %143
130:
  %131 = fmul float %129, 5.000000e-01
  %132 = fsub float 1.000000e+00, %131
  %133 = fsub float 1.000000e+00, %132
  %134 = fsub float %133, %131
  %135 = fmul float %129, %129
  %136 = fmul float %129, 0x3EF99E1DA0000000
  %137 = fadd float %136, 0xBF56C0C1C0000000
  %138 = fmul float %129, %137
  %139 = fadd float %138, 0x3FA55554A0000000
  %140 = fmul float %135, %139
  %141 = fadd float %134, %140
  %142 = fadd float %132, %141
  br label %151
143:
  %144 = fmul float %129, 0x3F2991E1A0000000
  %145 = fsub float 0x3F81106CA0000000, %144
  %146 = fmul float %129, %145
  %147 = fadd float %146, 0xBFC5555440000000
  %148 = fmul float %129, %147
  %149 = fmul float %125, %148
  %150 = fadd float %125, %149
  br label %151
151:
  %152 = phi float [ %142, %130 ], [ %150, %143 ]
  %153 = add nsw i32 %126, 1
  %154 = and i32 %153, 2
  %155 = icmp eq i32 %154, 0
  %156 = fneg float %152
  %157 = select i1 %155, float %152, float %156
  ret float %157
}
define spir_func float @_Z3tanf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ult float %2, 1.200000e+04
  br i1 %3, label %4, label %16
4:
  %5 = fmul float %0, 0x3FE45F3060000000
  %6 = call float @__simt_rint_f32(float %5)
  %7 = fmul float %6, 0x3FF9200000000000
  %8 = fsub float %0, %7
  %9 = fmul float %6, 0x3F3FB40000000000
  %10 = fsub float %8, %9
  %11 = fmul float %6, 0x3E74440000000000
  %12 = fsub float %10, %11
  %13 = fmul float %6, 0x3D868C2340000000
  %14 = fsub float %12, %13
  %15 = call i32 @__simt_fptosi_f32_i32(float %6)
  br label %124
16:
  %17 = bitcast float %2 to i32
  %18 = and i32 %17, 8388607
  %19 = or disjoint i32 %18, 8388608
  %20 = lshr i32 %17, 23
  %21 = add nsw i32 %20, -120
  %22 = and i32 %21, 31
  %23 = and i32 %21, 128
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %46
25:
  %26 = and i32 %21, 64
  %27 = icmp eq i32 %26, 0
  %28 = and i32 %21, 32
  %29 = icmp eq i32 %28, 0
  %30 = and i32 %21, 32
  %31 = icmp eq i32 %30, 0
  %32 = and i32 %21, 32
  %33 = icmp eq i32 %32, 0
  %34 = and i32 %21, 32
  %35 = icmp eq i32 %34, 0
  br i1 %27, label %41, label %36
36:
  %37 = select i1 %29, i32 1313084713, i32 -64530479
  %38 = select i1 %31, i32 -64530479, i32 -181084736
  %39 = select i1 %33, i32 -181084736, i32 -614296167
  %40 = select i1 %35, i32 -614296167, i32 1011060801
  br label %46
41:
  %42 = select i1 %29, i32 0, i32 -1560706194
  %43 = select i1 %31, i32 -1560706194, i32 1313084713
  %44 = select i1 %33, i32 1313084713, i32 -64530479
  %45 = select i1 %35, i32 -64530479, i32 -181084736
  br label %46
46:
  %47 = phi i32 [ %44, %41 ], [ %39, %36 ], [ 1011060801, %16 ]
  %48 = phi i32 [ %42, %41 ], [ %37, %36 ], [ -181084736, %16 ]
  %49 = phi i32 [ %43, %41 ], [ %38, %36 ], [ -614296167, %16 ]
  %50 = phi i32 [ %45, %41 ], [ %40, %36 ], [ -28220501, %16 ]
  %51 = icmp eq i32 %22, 0
  %52 = call i32 @llvm.fshl.i32(i32 %48, i32 %49, i32 %21)
  %53 = select i1 %51, i32 %48, i32 %52
  %54 = call i32 @llvm.fshl.i32(i32 %49, i32 %47, i32 %21)
  %55 = select i1 %51, i32 %49, i32 %54
  %56 = call i32 @llvm.fshl.i32(i32 %47, i32 %50, i32 %21)
  %57 = select i1 %51, i32 %47, i32 %56
  %58 = call i32 @__simt_mulh_u32(i32 %19, i32 %55)
  %59 = zext i32 %58 to i64
  %60 = shl nuw i64 %59, 32
  %61 = mul i32 %55, %19
  %62 = zext i32 %61 to i64
  %63 = or disjoint i64 %60, %62
  %64 = call i32 @__simt_mulh_u32(i32 %19, i32 %57)
  %65 = zext i32 %64 to i64
  %66 = add i64 %63, %65
  %67 = mul i32 %53, %19
  %68 = zext i32 %67 to i64
  %69 = shl nuw i64 %68, 32
  %70 = add i64 %66, %69
  %71 = lshr i64 %70, 62
  %72 = trunc nuw nsw i64 %71 to i32
  %73 = shl i64 %70, 2
  %74 = lshr i64 %73, 63
  %75 = trunc nuw nsw i64 %74 to i32
  %76 = add nuw nsw i32 %75, %72
  %77 = call i64 @llvm.abs.i64(i64 %73, i1 false)
  %78 = lshr i64 %77, 32
  %79 = trunc nuw i64 %78 to i32
  %80 = trunc i64 %77 to i32
  %81 = icmp eq i64 %78, 0
  br i1 %81, label %82, label %84
82:
  %83 = uitofp i32 %80 to float
  br label %106
84:
  %85 = call i32 @__simt_clz_i32(i32 %79)
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %94, label %87
87:
  %88 = and i32 %85, 31
  %89 = shl i32 %79, %88
  %90 = sub i32 0, %85
  %91 = and i32 %90, 31
  %92 = lshr i32 %80, %91
  %93 = or i32 %89, %92
  br label %94
94:
  %95 = phi i32 [ %88, %87 ], [ 0, %84 ]
  %96 = phi i32 [ %93, %87 ], [ %79, %84 ]
  %97 = shl i32 %80, %95
  %98 = icmp ne i32 %97, 0
  %99 = zext i1 %98 to i32
  %100 = or i32 %96, %99
  %101 = uitofp i32 %100 to float
  %102 = shl i32 %85, 23
  %103 = sub i32 1333788672, %102
  %104 = bitcast i32 %103 to float
  %105 = fmul float %104, %101
  br label %106
106:
  %107 = phi float [ %105, %94 ], [ %83, %82 ]
  %108 = fcmp ueq float %2, 0x7FF0000000000000
  br i1 %108, label %117, label %109
109:
  %110 = icmp slt i64 %73, 0
  %111 = fneg float %107
  %112 = select i1 %110, float %111, float %107
  %113 = fmul float %112, 0x3BF921FB60000000
  %114 = fcmp olt float %0, 0.000000e+00
  %115 = fneg float %113
  %116 = select i1 %114, float %115, float %113
  br label %119
117:
  %118 = fsub float %2, %2
  br label %119
119:
  %120 = phi float [ %116, %109 ], [ %118, %117 ]
  %121 = fcmp olt float %0, 0.000000e+00
  %122 = sub nsw i32 0, %76
  %123 = select i1 %121, i32 %122, i32 %76
  br label %124
124:
  %125 = phi float [ %14, %4 ], [ %120, %119 ]
  %126 = phi i32 [ %15, %4 ], [ %123, %119 ]
  %127 = fcmp oeq float %0, 0.000000e+00
  br i1 %127, label %164, label %128
128:
  %129 = fmul float %125, %125
  %130 = fmul float %129, 0x3F2991E1A0000000
  %131 = fsub float 0x3F81106CA0000000, %130
  %132 = fmul float %129, %131
  %133 = fadd float %132, 0xBFC5555440000000
  %134 = fmul float %129, %133
  %135 = fmul float %125, %134
  %136 = fadd float %125, %135
  %137 = fmul float %129, 5.000000e-01
  %138 = fsub float 1.000000e+00, %137
  %139 = fsub float 1.000000e+00, %138
  %140 = fsub float %139, %137
  %141 = fmul float %129, %129
  %142 = fmul float %129, 0x3EF99E1DA0000000
  %143 = fadd float %142, 0xBF56C0C1C0000000
  %144 = fmul float %129, %143
  %145 = fadd float %144, 0x3FA55554A0000000
  %146 = fmul float %141, %145
  %147 = fadd float %140, %146
  %148 = fadd float %138, %147
  %149 = and i32 %126, 1
  %150 = icmp eq i32 %149, 0
  %151 = fneg float %148
  %152 = select i1 %150, float %136, float %151
  %153 = select i1 %150, float %148, float %136
  %154 = call float @__simt_fabs_f32(float %153)
  %155 = fcmp ogt float %154, 0x45F0000000000000
  %156 = fcmp olt float %154, 0x39F0000000000000
  %157 = select i1 %156, float 0x41F0000000000000, float 1.000000e+00
  %158 = select i1 %155, float 0x3DF0000000000000, float %157
  %159 = fmul float %152, %158
  %160 = fmul float %153, %158
  %161 = call float @__simt_rcp_f32(float %160)
  %162 = fmul float %161, %159
  %163 = call float @__simt_corrected_f32(float %162, float %161, float %159, float %160)
  br label %164
164:
  %165 = phi float [ %163, %128 ], [ %0, %124 ]
  ret float %165
}
define spir_func float @_Z5sinpif(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp samesign ult i32 %3, 2139095040
  br i1 %4, label %5, label %8
5:
  %6 = call float @__simt_fabs_f32(float %0)
  %7 = fcmp ult float %6, 0x4170000000000000
  br i1 %7, label %8, label %9
8:
  br label %9
9:
  %10 = phi float [ %0, %8 ], [ 0.000000e+00, %5 ]
  %11 = fmul float %10, 2.000000e+00
  %12 = call float @__simt_rint_f32(float %11)
  %13 = fmul float %12, 5.000000e-01
  %14 = fsub float %10, %13
  %15 = fmul float %14, 0x400921FB60000000
  %16 = fmul float %12, 2.500000e-01
  %17 = call float @__simt_floor_f32(float %16)
  %18 = fmul float %17, 4.000000e+00
  %19 = fsub float %12, %18
  %20 = call i32 @__simt_fptosi_f32_i32(float %19)
  %21 = fcmp oeq float %15, 0.000000e+00
  %22 = and i32 %20, 1
  %23 = icmp eq i32 %22, 0
  %24 = select i1 %21, i1 %23, i1 false
  br i1 %24, label %25, label %27
25:
  %26 = call float @__simt_copysign_f32(float 0.000000e+00, float %0)
  br label %56
27:
  %28 = fmul float %15, %15
  br i1 %23, label %42, label %29
29:
  %30 = fmul float %28, 5.000000e-01
  %31 = fsub float 1.000000e+00, %30
  %32 = fsub float 1.000000e+00, %31
  %33 = fsub float %32, %30
  %34 = fmul float %28, %28
  %35 = fmul float %28, 0x3EF99E1DA0000000
  %36 = fadd float %35, 0xBF56C0C1C0000000
  %37 = fmul float %28, %36
  %38 = fadd float %37, 0x3FA55554A0000000
  %39 = fmul float %34, %38
  %40 = fadd float %33, %39
  %41 = fadd float %31, %40
  br label %50
42:
  %43 = fmul float %28, 0x3F2991E1A0000000
  %44 = fsub float 0x3F81106CA0000000, %43
  %45 = fmul float %28, %44
  %46 = fadd float %45, 0xBFC5555440000000
  %47 = fmul float %28, %46
  %48 = fmul float %15, %47
  %49 = fadd float %15, %48
  br label %50
50:
  %51 = phi float [ %41, %29 ], [ %49, %42 ]
  %52 = and i32 %20, 2
  %53 = icmp eq i32 %52, 0
  %54 = fneg float %51
  %55 = select i1 %53, float %51, float %54
  br label %56
56:
  %57 = phi float [ %26, %25 ], [ %55, %50 ]
  ret float %57
}
define spir_func float @_Z5cospif(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp samesign ult i32 %3, 2139095040
  br i1 %4, label %5, label %8
5:
  %6 = call float @__simt_fabs_f32(float %0)
  %7 = fcmp ult float %6, 0x4170000000000000
  br i1 %7, label %8, label %9
8:
  br label %9
9:
  %10 = phi float [ %0, %8 ], [ 0.000000e+00, %5 ]
  %11 = fmul float %10, 2.000000e+00
  %12 = call float @__simt_rint_f32(float %11)
  %13 = fmul float %12, 5.000000e-01
  %14 = fsub float %10, %13
  %15 = fmul float %14, 0x400921FB60000000
  %16 = fmul float %12, 2.500000e-01
  %17 = call float @__simt_floor_f32(float %16)
  %18 = fmul float %17, 4.000000e+00
  %19 = fsub float %12, %18
  %20 = call i32 @__simt_fptosi_f32_i32(float %19)
  %21 = and i32 %20, 1
  %22 = icmp eq i32 %21, 0
  %23 = fmul float %15, %15
  br i1 %22, label %24, label %37
24:
  %25 = fmul float %23, 5.000000e-01
  %26 = fsub float 1.000000e+00, %25
  %27 = fsub float 1.000000e+00, %26
  %28 = fsub float %27, %25
  %29 = fmul float %23, %23
  %30 = fmul float %23, 0x3EF99E1DA0000000
  %31 = fadd float %30, 0xBF56C0C1C0000000
  %32 = fmul float %23, %31
  %33 = fadd float %32, 0x3FA55554A0000000
  %34 = fmul float %29, %33
  %35 = fadd float %28, %34
  %36 = fadd float %26, %35
  br label %45
37:
  %38 = fmul float %23, 0x3F2991E1A0000000
  %39 = fsub float 0x3F81106CA0000000, %38
  %40 = fmul float %23, %39
  %41 = fadd float %40, 0xBFC5555440000000
  %42 = fmul float %23, %41
  %43 = fmul float %15, %42
  %44 = fadd float %15, %43
  br label %45
45:
  %46 = phi float [ %36, %24 ], [ %44, %37 ]
  %47 = add nsw i32 %20, 1
  %48 = and i32 %47, 2
  %49 = icmp eq i32 %48, 0
  %50 = fneg float %46
  %51 = select i1 %49, float %46, float %50
  %52 = fadd float %51, 0.000000e+00
  ret float %52
}
define spir_func float @_Z5tanpif(float %0) {
  %2 = call float @llvm.fabs.f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = icmp samesign ult i32 %3, 2139095040
  br i1 %4, label %5, label %8
5:
  %6 = call float @__simt_fabs_f32(float %0)
  %7 = fcmp ult float %6, 0x4170000000000000
  br i1 %7, label %8, label %9
8:
  br label %9
9:
  %10 = phi float [ %0, %8 ], [ 0.000000e+00, %5 ]
  %11 = fmul float %10, 2.000000e+00
  %12 = call float @__simt_rint_f32(float %11)
  %13 = fmul float %12, 5.000000e-01
  %14 = fsub float %10, %13
  %15 = fmul float %14, 0x400921FB60000000
  %16 = fmul float %12, 2.500000e-01
  %17 = call float @__simt_floor_f32(float %16)
  %18 = fmul float %17, 4.000000e+00
  %19 = fsub float %12, %18
  %20 = call i32 @__simt_fptosi_f32_i32(float %19)
  %21 = fcmp oeq float %15, 0.000000e+00
  br i1 %21, label %22, label %37
22:
  %23 = and i32 %20, 1
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %24, float 0.000000e+00, float 0x7FF0000000000000
  %26 = and i32 %20, 2
  br i1 %24, label %30, label %27
27:
  %28 = sub nsw i32 1, %26
  %29 = sitofp i32 %28 to float
  br label %34
30:
  %31 = icmp eq i32 %26, 0
  %32 = fneg float %0
  %33 = select i1 %31, float %0, float %32
  br label %34
34:
  %35 = phi float [ %29, %27 ], [ %33, %30 ]
  %36 = call float @__simt_copysign_f32(float %25, float %35)
  br label %73
37:
  %38 = fmul float %15, %15
  %39 = fmul float %38, 0x3F2991E1A0000000
  %40 = fsub float 0x3F81106CA0000000, %39
  %41 = fmul float %38, %40
  %42 = fadd float %41, 0xBFC5555440000000
  %43 = fmul float %38, %42
  %44 = fmul float %15, %43
  %45 = fadd float %15, %44
  %46 = fmul float %38, 5.000000e-01
  %47 = fsub float 1.000000e+00, %46
  %48 = fsub float 1.000000e+00, %47
  %49 = fsub float %48, %46
  %50 = fmul float %38, %38
  %51 = fmul float %38, 0x3EF99E1DA0000000
  %52 = fadd float %51, 0xBF56C0C1C0000000
  %53 = fmul float %38, %52
  %54 = fadd float %53, 0x3FA55554A0000000
  %55 = fmul float %50, %54
  %56 = fadd float %49, %55
  %57 = fadd float %47, %56
  %58 = and i32 %20, 1
  %59 = icmp eq i32 %58, 0
  %60 = fneg float %57
  %61 = select i1 %59, float %45, float %60
  %62 = select i1 %59, float %57, float %45
  %63 = call float @__simt_fabs_f32(float %62)
  %64 = fcmp ogt float %63, 0x45F0000000000000
  %65 = fcmp olt float %63, 0x39F0000000000000
  %66 = select i1 %65, float 0x41F0000000000000, float 1.000000e+00
  %67 = select i1 %64, float 0x3DF0000000000000, float %66
  %68 = fmul float %61, %67
  %69 = fmul float %62, %67
  %70 = call float @__simt_rcp_f32(float %69)
  %71 = fmul float %70, %68
  %72 = call float @__simt_corrected_f32(float %71, float %70, float %68, float %69)
  br label %73
73:
  %74 = phi float [ %36, %34 ], [ %72, %37 ]
  ret float %74
}
define spir_func float @_Z4asinf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 5.000000e-01
  %4 = fmul float %2, %2
  br i1 %3, label %5, label %9
5:
  %6 = fmul float %2, 5.000000e-01
  %7 = fsub float 5.000000e-01, %6
  %8 = call float @__simt_sqrt_f32(float %7)
  br label %9
9:
  %10 = phi float [ %4, %1 ], [ %7, %5 ]
  %11 = phi float [ %2, %1 ], [ %8, %5 ]
  %12 = fmul float %10, %11
  %13 = fmul float %10, 0x3FA5A38520000000
  %14 = fadd float %13, 0x3F98B50AA0000000
  %15 = fmul float %10, %14
  %16 = fadd float %15, 0x3FA74916A0000000
  %17 = fmul float %10, %16
  %18 = fadd float %17, 0x3FB3301420000000
  %19 = fmul float %10, %18
  %20 = fadd float %19, 0x3FC5555CA0000000
  %21 = fmul float %12, %20
  %22 = fadd float %11, %21
  %23 = fmul float %22, 2.000000e+00
  %24 = fadd float %23, 0x3E6777A5C0000000
  %25 = fsub float 0x3FF921FB60000000, %24
  %26 = select i1 %3, float %25, float %22
  %27 = call float @__simt_copysign_f32(float %26, float %0)
  ret float %27
}
define spir_func float @_Z4acosf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 5.000000e-01
  %4 = fmul float %2, 5.000000e-01
  %5 = fsub float 5.000000e-01, %4
  %6 = fmul float %2, %2
  %7 = select i1 %3, float %5, float %6
  br i1 %3, label %8, label %10
8:
  %9 = call float @__simt_sqrt_f32(float %5)
  br label %10
10:
  %11 = phi float [ %9, %8 ], [ %0, %1 ]
  %12 = fmul float %7, %11
  %13 = fmul float %7, 0x3FA5A38520000000
  %14 = fadd float %13, 0x3F98B50AA0000000
  %15 = fmul float %7, %14
  %16 = fadd float %15, 0x3FA74916A0000000
  %17 = fmul float %7, %16
  %18 = fadd float %17, 0x3FB3301420000000
  %19 = fmul float %7, %18
  %20 = fadd float %19, 0x3FC5555CA0000000
  %21 = fmul float %20, %12
  %22 = fadd float %11, %21
  br i1 %3, label %23, label %29
23:
  %24 = fcmp olt float %0, 0.000000e+00
  %25 = fmul float %22, 2.000000e+00
  br i1 %24, label %26, label %32
26:
  %27 = fadd float %25, 0x3E7777A5C0000000
  %28 = fsub float 0x400921FB60000000, %27
  br label %32
29:
  %30 = fadd float %22, 0x3E6777A5C0000000
  %31 = fsub float 0x3FF921FB60000000, %30
  br label %32
32:
  %33 = phi float [ %31, %29 ], [ %28, %26 ], [ %25, %23 ]
  ret float %33
}
define spir_func float @_Z4atanf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 1.000000e+00
  br i1 %3, label %4, label %38
4:
  %5 = fcmp ogt float %2, 0x43F0000000000000
  %6 = select i1 %5, float 0x43F0000000000000, float %2
  %7 = fmul float %6, 0x3FDA8279A0000000
  %8 = fcmp olt float %7, 1.000000e+00
  %9 = fsub float 1.000000e+00, %6
  %10 = select i1 %8, float %9, float 1.000000e+00
  %11 = fadd float %6, 1.000000e+00
  %12 = select i1 %8, float %11, float %6
  %13 = call float @__simt_fabs_f32(float %12)
  %14 = fcmp ogt float %13, 0x45F0000000000000
  %15 = fcmp olt float %13, 0x39F0000000000000
  %16 = select i1 %15, float 0x41F0000000000000, float 1.000000e+00
  %17 = select i1 %14, float 0x3DF0000000000000, float %16
  %18 = fmul float %10, %17
  %19 = fmul float %12, %17
  %20 = call float @__simt_rcp_f32(float %19)
  %21 = fmul float %20, %18
  %22 = call float @__simt_corrected_f32(float %21, float %20, float %18, float %19)
  %23 = fmul float %22, %22
  %24 = fmul float %22, %23
  %25 = fmul float %23, 0x3FB48FC2A0000000
  %26 = fadd float %25, 0xBFC1C169E0000000
  %27 = fmul float %23, %26
  %28 = fadd float %27, 0x3FC9922120000000
  %29 = fmul float %23, %28
  %30 = fadd float %29, 0xBFD55544C0000000
  %31 = fmul float %24, %30
  %32 = fadd float %22, %31
  %33 = fadd float %32, 0xBE5777A5C0000000
  %34 = fadd float %33, 0x3FE921FB60000000
  %35 = select i1 %8, float %34, float %32
  %36 = fadd float %35, 0x3E6777A5C0000000
  %37 = fsub float 0x3FF921FB60000000, %36
  br label %67
38:
  %39 = fcmp ogt float %2, 0x3FDA8279A0000000
  %40 = fadd float %2, -1.000000e+00
  %41 = select i1 %39, float %40, float %2
  %42 = fadd float %2, 1.000000e+00
  %43 = select i1 %39, float %42, float 1.000000e+00
  %44 = call float @__simt_fabs_f32(float %43)
  %45 = fcmp ogt float %44, 0x45F0000000000000
  %46 = fcmp olt float %44, 0x39F0000000000000
  %47 = select i1 %46, float 0x41F0000000000000, float 1.000000e+00
  %48 = select i1 %45, float 0x3DF0000000000000, float %47
  %49 = fmul float %41, %48
  %50 = fmul float %43, %48
  %51 = call float @__simt_rcp_f32(float %50)
  %52 = fmul float %51, %49
  %53 = call float @__simt_corrected_f32(float %52, float %51, float %49, float %50)
  %54 = fmul float %53, %53
  %55 = fmul float %53, %54
  %56 = fmul float %54, 0x3FB48FC2A0000000
  %57 = fadd float %56, 0xBFC1C169E0000000
  %58 = fmul float %54, %57
  %59 = fadd float %58, 0x3FC9922120000000
  %60 = fmul float %54, %59
  %61 = fadd float %60, 0xBFD55544C0000000
  %62 = fmul float %55, %61
  %63 = fadd float %53, %62
  %64 = fadd float %63, 0xBE5777A5C0000000
  %65 = fadd float %64, 0x3FE921FB60000000
  %66 = select i1 %39, float %65, float %63
  br label %67
67:
  %68 = phi float [ %37, %4 ], [ %66, %38 ]
  %69 = fcmp ord float %0, 0.000000e+00
  br i1 %69, label %70, label %72
70:
  %71 = call float @__simt_copysign_f32(float %68, float %0)
  br label %72
72:
  %73 = phi float [ %71, %70 ], [ %0, %67 ]
  ret float %73
}
define spir_func float @_Z5atan2ff(float %0, float %1) {
  %3 = call float @__simt_fabs_f32(float %0)
  %4 = call float @__simt_fabs_f32(float %1)
  %5 = call float @__simt_fmin_f32(float %3, float %4)
  %6 = call float @__simt_fmax_f32(float %3, float %4)
  %7 = fcmp oeq float %5, 0x7FF0000000000000
  %8 = fcmp oeq float %6, 0x7FF0000000000000
  %9 = select i1 %8, float 0.000000e+00, float %5
  %10 = select i1 %7, float 1.000000e+00, float %9
  %11 = fcmp oeq float %6, 0.000000e+00
  %12 = or i1 %11, %8
  %13 = select i1 %12, float 1.000000e+00, float %6
  %14 = fcmp ogt float %13, 0x47C0000000000000
  %15 = select i1 %14, float 2.500000e-01, float 1.000000e+00
  %16 = fmul float %10, %15
  %17 = fmul float %13, %15
  %18 = fmul float %17, 0x3FDA8279A0000000
  %19 = fcmp ogt float %16, %18
  %20 = fsub float %16, %17
  %21 = select i1 %19, float %20, float %16
  %22 = fadd float %16, %17
  %23 = select i1 %19, float %22, float %17
  %24 = call float @__simt_fabs_f32(float %23)
  %25 = fcmp ogt float %24, 0x45F0000000000000
  %26 = fcmp olt float %24, 0x39F0000000000000
  %27 = select i1 %26, float 0x41F0000000000000, float 1.000000e+00
  %28 = select i1 %25, float 0x3DF0000000000000, float %27
  %29 = fmul float %28, %21
  %30 = fmul float %28, %23
  %31 = call float @__simt_rcp_f32(float %30)
  %32 = fmul float %31, %29
  %33 = call float @__simt_corrected_f32(float %32, float %31, float %29, float %30)
  %34 = fcmp uno float %1, %0
  br i1 %34, label %35, label %37
35:
  %36 = fadd float %0, %1
  br label %61
37:
  %38 = bitcast float %1 to i32
  %39 = icmp slt i32 %38, 0
  %40 = fcmp ogt float %3, %4
  %41 = fmul float %33, %33
  %42 = fmul float %33, %41
  %43 = fmul float %41, 0x3FB48FC2A0000000
  %44 = fadd float %43, 0xBFC1C169E0000000
  %45 = fmul float %41, %44
  %46 = fadd float %45, 0x3FC9922120000000
  %47 = fmul float %41, %46
  %48 = fadd float %47, 0xBFD55544C0000000
  %49 = fmul float %42, %48
  %50 = fadd float %33, %49
  %51 = fadd float %50, 0xBE5777A5C0000000
  %52 = fadd float %51, 0x3FE921FB60000000
  %53 = select i1 %19, float %52, float %50
  %54 = fadd float %53, 0x3E6777A5C0000000
  %55 = fsub float 0x3FF921FB60000000, %54
  %56 = select i1 %40, float %55, float %53
  %57 = fadd float %56, 0x3E7777A5C0000000
  %58 = fsub float 0x400921FB60000000, %57
  %59 = select i1 %39, float %58, float %56
  %60 = call float @__simt_copysign_f32(float %59, float %0)
  br label %61
61:
  %62 = phi float [ %36, %35 ], [ %60, %37 ]
  ret float %62
}
define spir_func float @_Z6asinpif(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 5.000000e-01
  %4 = fmul float %2, %2
  br i1 %3, label %5, label %9
5:
  %6 = fmul float %2, 5.000000e-01
  %7 = fsub float 5.000000e-01, %6
  %8 = call float @__simt_sqrt_f32(float %7)
  br label %9
9:
  %10 = phi float [ %4, %1 ], [ %7, %5 ]
  %11 = phi float [ %2, %1 ], [ %8, %5 ]
  %12 = fmul float %10, %11
  %13 = fmul float %10, 0x3FA5A38520000000
  %14 = fadd float %13, 0x3F98B50AA0000000
  %15 = fmul float %10, %14
  %16 = fadd float %15, 0x3FA74916A0000000
  %17 = fmul float %10, %16
  %18 = fadd float %17, 0x3FB3301420000000
  %19 = fmul float %10, %18
  %20 = fadd float %19, 0x3FC5555CA0000000
  %21 = fmul float %12, %20
  %22 = fadd float %11, %21
  %23 = fmul float %22, 2.000000e+00
  %24 = fadd float %23, 0x3E6777A5C0000000
  %25 = fsub float 0x3FF921FB60000000, %24
  %26 = select i1 %3, float %25, float %22
  %27 = call float @__simt_copysign_f32(float %26, float %0)
  %28 = fmul float %27, 0x3FD45F3060000000
  ret float %28
}
define spir_func float @_Z6acospif(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 5.000000e-01
  %4 = fmul float %2, 5.000000e-01
  %5 = fsub float 5.000000e-01, %4
  %6 = fmul float %2, %2
  %7 = select i1 %3, float %5, float %6
  br i1 %3, label %8, label %10
8:
  %9 = call float @__simt_sqrt_f32(float %5)
  br label %10
10:
  %11 = phi float [ %9, %8 ], [ %0, %1 ]
  %12 = fmul float %7, %11
  %13 = fmul float %7, 0x3FA5A38520000000
  %14 = fadd float %13, 0x3F98B50AA0000000
  %15 = fmul float %7, %14
  %16 = fadd float %15, 0x3FA74916A0000000
  %17 = fmul float %7, %16
  %18 = fadd float %17, 0x3FB3301420000000
  %19 = fmul float %7, %18
  %20 = fadd float %19, 0x3FC5555CA0000000
  %21 = fmul float %20, %12
  %22 = fadd float %11, %21
  br i1 %3, label %23, label %29
23:
  %24 = fcmp olt float %0, 0.000000e+00
  %25 = fmul float %22, 2.000000e+00
  br i1 %24, label %26, label %32
26:
  %27 = fadd float %25, 0x3E7777A5C0000000
  %28 = fsub float 0x400921FB60000000, %27
  br label %32
29:
  %30 = fadd float %22, 0x3E6777A5C0000000
  %31 = fsub float 0x3FF921FB60000000, %30
  br label %32
32:
  %33 = phi float [ %31, %29 ], [ %28, %26 ], [ %25, %23 ]
  %34 = fmul float %33, 0x3FD45F3060000000
  ret float %34
}
define spir_func float @_Z6atanpif(float %0) {
  %2 = call spir_func float @_Z4atanf(float %0)
  %3 = fmul float %2, 0x3FD45F3060000000
  ret float %3
}
define spir_func float @_Z7atan2piff(float %0, float %1) {
  %3 = call spir_func float @_Z5atan2ff(float %0, float %1)
  %4 = fmul float %3, 0x3FD45F3060000000
  ret float %4
}
define spir_func float @_Z4modffPf(float %0, ptr %1) {
  %3 = call float @__simt_trunc_f32(float %0)
  %4 = call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = icmp samesign ult i32 %5, 2139095040
  %7 = fsub float %0, %3
  %8 = fcmp ord float %0, 0.000000e+00
  %9 = select i1 %8, float 0.000000e+00, float %0
  %10 = select i1 %6, float %7, float %9
  %11 = call float @__simt_copysign_f32(float %10, float %0)
  store float %3, ptr %1, align 4
  ret float %11
}
define spir_func float @_Z5fractfPf(float %0, ptr %1) {
  %3 = call float @__simt_floor_f32(float %0)
  %4 = fcmp oeq float %0, 0.000000e+00
  br i1 %4, label %11, label %5
5:
  %6 = fsub float %0, %3
  %7 = fcmp ogt float %6, 0x3FEFFFFFE0000000
  %8 = select i1 %7, float 0x3FEFFFFFE0000000, float %6
  %9 = call float @llvm.fabs.f32(float %0)
  %10 = fcmp oeq float %9, 0x7FF0000000000000
  br i1 %10, label %11, label %13
11:
  %12 = call float @__simt_copysign_f32(float 0.000000e+00, float %0)
  br label %13
13:
  %14 = phi float [ %12, %11 ], [ %8, %5 ]
  store float %3, ptr %1, align 4
  ret float %14
}
define spir_func float @_Z6sincosfPf(float %0, ptr %1) {
  %3 = call float @__simt_cos_f32(float %0)
  store float %3, ptr %1, align 4
  %4 = call float @__simt_sin_f32(float %0)
  ret float %4
}
define spir_func float @_Z5frexpfPi(float %0, ptr %1) {
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  br i1 %5, label %6, label %12
6:
  %7 = icmp eq i32 %4, 0
  br i1 %7, label %24, label %8
8:
  %9 = fmul float %0, 0x4160000000000000
  %10 = call float @llvm.fabs.f32(float %9)
  %11 = bitcast float %10 to i32
  br label %14
12:
  %13 = icmp samesign ugt i32 %4, 2139095039
  br i1 %13, label %24, label %14
14:
  %15 = phi i32 [ %11, %8 ], [ %4, %12 ]
  %16 = phi i32 [ -149, %8 ], [ -126, %12 ]
  %17 = phi float [ %9, %8 ], [ %0, %12 ]
  %18 = bitcast float %17 to i32
  %19 = lshr i32 %15, 23
  %20 = add nsw i32 %16, %19
  %21 = and i32 %18, -2139095041
  %22 = or disjoint i32 %21, 1056964608
  %23 = bitcast i32 %22 to float
  br label %24
24:
  %25 = phi i32 [ %20, %14 ], [ 0, %12 ], [ 0, %6 ]
  %26 = phi float [ %23, %14 ], [ %0, %12 ], [ %0, %6 ]
  store i32 %25, ptr %1, align 4
  ret float %26
}
define spir_func float @_Z6remquoffPi(float %0, float %1, ptr %2) {
  %4 = bitcast float %0 to i32
  %5 = call float @llvm.fabs.f32(float %0)
  %6 = bitcast float %5 to i32
  %7 = icmp samesign ugt i32 %6, 2139095039
  %8 = fcmp uno float %1, 0.000000e+00
  %9 = or i1 %8, %7
  br i1 %9, label %153, label %10
10:
  %11 = call float @llvm.fabs.f32(float %1)
  %12 = bitcast float %11 to i32
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %153, label %14
14:
  %15 = icmp samesign ult i32 %12, 2139095040
  br i1 %15, label %16, label %153
16:
  %17 = and i32 %4, -2147483648
  %18 = icmp eq i32 %6, 0
  br i1 %18, label %28, label %19
19:
  %20 = icmp samesign ult i32 %6, 8388608
  %21 = fmul float %0, 0x4160000000000000
  %22 = select i1 %20, float %21, float %0
  %23 = call float @llvm.fabs.f32(float %22)
  %24 = bitcast float %23 to i32
  %25 = lshr i32 %24, 23
  %26 = select i1 %20, i32 -150, i32 -127
  %27 = add nsw i32 %26, %25
  br label %28
28:
  %29 = phi i32 [ %27, %19 ], [ -1016, %16 ]
  %30 = icmp samesign ult i32 %12, 8388608
  %31 = fmul float %1, 0x4160000000000000
  %32 = select i1 %30, float %31, float %1
  %33 = call float @llvm.fabs.f32(float %32)
  %34 = bitcast float %33 to i32
  %35 = lshr i32 %34, 23
  %36 = select i1 %30, i32 -150, i32 -127
  %37 = add nsw i32 %36, %35
  %38 = sub nsw i32 %29, %37
  %39 = icmp slt i32 %38, -1
  br i1 %39, label %147, label %40
40:
  %41 = icmp samesign ult i32 %6, 8388608
  %42 = fmul float %0, 0x4160000000000000
  %43 = select i1 %41, float %42, float %0
  %44 = call float @llvm.fabs.f32(float %43)
  %45 = bitcast float %44 to i32
  %46 = and i32 %45, 8388607
  %47 = or disjoint i32 %46, 8388608
  %48 = and i32 %34, 8388607
  %49 = or disjoint i32 %48, 8388608
  %50 = icmp eq i32 %38, -1
  %51 = zext i1 %50 to i32
  %52 = shl nuw nsw i32 %49, %51
  %53 = select i1 %50, i32 %29, i32 %37
  %54 = icmp sgt i32 %38, -1
  br i1 %54, label %55, label %70
55:
  %56 = phi i32 [ %67, %55 ], [ %47, %40 ]
  %57 = phi i32 [ %62, %55 ], [ 0, %40 ]
  %58 = phi i32 [ %68, %55 ], [ %38, %40 ]
  %59 = shl i32 %57, 1
  %60 = icmp uge i32 %56, %52
  %61 = zext i1 %60 to i32
  %62 = or disjoint i32 %59, %61
  %63 = select i1 %60, i32 %52, i32 0
  %64 = sub nuw i32 %56, %63
  %65 = icmp ne i32 %58, 0
  %66 = zext i1 %65 to i32
  %67 = shl i32 %64, %66
  %68 = add nsw i32 %58, -1
  %69 = icmp eq i32 %58, 0
  br i1 %69, label %70, label %55
70:
  %71 = phi i32 [ 0, %40 ], [ %62, %55 ]
  %72 = phi i32 [ %47, %40 ], [ %67, %55 ]
  %73 = shl i32 %72, 1
  %74 = icmp ugt i32 %73, %52
  br i1 %74, label %80, label %75
75:
  %76 = icmp ne i32 %73, %52
  %77 = and i32 %71, 1
  %78 = icmp eq i32 %77, 0
  %79 = select i1 %76, i1 true, i1 %78
  br i1 %79, label %84, label %80
80:
  %81 = sub i32 %52, %72
  %82 = xor i32 %17, -2147483648
  %83 = add i32 %71, 1
  br label %84
84:
  %85 = phi i32 [ %83, %80 ], [ %71, %75 ]
  %86 = phi i32 [ %82, %80 ], [ %17, %75 ]
  %87 = phi i32 [ %81, %80 ], [ %72, %75 ]
  %88 = and i32 %87, 16777216
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %101
90:
  %91 = and i32 %87, 8388608
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %97, label %93
93:
  %94 = and i32 %87, 8388607
  %95 = or disjoint i32 %94, 1258291200
  %96 = bitcast i32 %95 to float
  br label %101
97:
  %98 = or i32 %87, 1258291200
  %99 = bitcast i32 %98 to float
  %100 = fadd float %99, 0xC160000000000000
  br label %101
101:
  %102 = phi float [ %100, %97 ], [ %96, %93 ], [ 0x4170000000000000, %84 ]
  %103 = call float @llvm.fabs.f32(float %102)
  %104 = bitcast float %103 to i32
  %105 = icmp samesign ult i32 %104, 8388608
  br i1 %105, label %106, label %112
106:
  %107 = icmp eq i32 %104, 0
  br i1 %107, label %124, label %108
108:
  %109 = fmul float %102, 0x4160000000000000
  %110 = call float @llvm.fabs.f32(float %109)
  %111 = bitcast float %110 to i32
  br label %114
112:
  %113 = icmp samesign ugt i32 %104, 2139095039
  br i1 %113, label %124, label %114
114:
  %115 = phi i32 [ %111, %108 ], [ %104, %112 ]
  %116 = phi i32 [ -149, %108 ], [ -126, %112 ]
  %117 = phi float [ %109, %108 ], [ %102, %112 ]
  %118 = bitcast float %117 to i32
  %119 = lshr i32 %115, 23
  %120 = add nsw i32 %116, %119
  %121 = and i32 %118, -2139095041
  %122 = or disjoint i32 %121, 1056964608
  %123 = bitcast i32 %122 to float
  br label %124
124:
  %125 = phi i32 [ %120, %114 ], [ 0, %112 ], [ 0, %106 ]
  %126 = phi float [ %123, %114 ], [ %102, %112 ], [ %102, %106 ]
  %127 = call i32 @llvm.smax.i32(i32 %53, i32 -993)
  %128 = add nsw i32 %127, -24
  %129 = add nsw i32 %128, %125
  %130 = call i32 @llvm.smax.i32(i32 %129, i32 -126)
  %131 = call i32 @llvm.smin.i32(i32 %130, i32 127)
  %132 = sub nsw i32 %129, %131
  %133 = call i32 @llvm.smax.i32(i32 %132, i32 -26)
  %134 = call i32 @llvm.smin.i32(i32 %133, i32 1)
  %135 = fmul float %126, 2.000000e+00
  %136 = shl nsw i32 %131, 23
  %137 = add nsw i32 %136, 1065353216
  %138 = bitcast i32 %137 to float
  %139 = fmul float %135, %138
  %140 = shl nsw i32 %134, 23
  %141 = add nsw i32 %140, 1065353216
  %142 = bitcast i32 %141 to float
  %143 = fmul float %139, %142
  %144 = and i32 %85, 127
  %145 = call float @llvm.fabs.f32(float %143)
  %146 = bitcast float %145 to i32
  br label %147
147:
  %148 = phi i32 [ %6, %28 ], [ %146, %124 ]
  %149 = phi i32 [ 0, %28 ], [ %144, %124 ]
  %150 = phi i32 [ %17, %28 ], [ %86, %124 ]
  %151 = or i32 %150, %148
  %152 = bitcast i32 %151 to float
  br label %153
153:
  %154 = phi i32 [ 0, %3 ], [ 0, %10 ], [ %149, %147 ], [ 0, %14 ]
  %155 = phi float [ 0x7FF8000000000000, %3 ], [ 0x7FF8000000000000, %10 ], [ %152, %147 ], [ %0, %14 ]
  %156 = bitcast float %1 to i32
  %157 = xor i32 %156, %4
  %158 = sub nsw i32 0, %154
  %159 = icmp slt i32 %157, 0
  %160 = select i1 %159, i32 %158, i32 %154
  store i32 %160, ptr %2, align 4
  ret float %155
}
define spir_func float @_Z4modffPU3AS1f(float %0, ptr addrspace(1) %1) {
  %3 = call float @__simt_trunc_f32(float %0)
  %4 = call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = icmp samesign ult i32 %5, 2139095040
  %7 = fsub float %0, %3
  %8 = fcmp ord float %0, 0.000000e+00
  %9 = select i1 %8, float 0.000000e+00, float %0
  %10 = select i1 %6, float %7, float %9
  %11 = call float @__simt_copysign_f32(float %10, float %0)
  store float %3, ptr addrspace(1) %1, align 4
  ret float %11
}
define spir_func float @_Z5fractfPU3AS1f(float %0, ptr addrspace(1) %1) {
  %3 = call float @__simt_floor_f32(float %0)
  %4 = fcmp oeq float %0, 0.000000e+00
  br i1 %4, label %11, label %5
5:
  %6 = fsub float %0, %3
  %7 = fcmp ogt float %6, 0x3FEFFFFFE0000000
  %8 = select i1 %7, float 0x3FEFFFFFE0000000, float %6
  %9 = call float @llvm.fabs.f32(float %0)
  %10 = fcmp oeq float %9, 0x7FF0000000000000
  br i1 %10, label %11, label %13
11:
  %12 = call float @__simt_copysign_f32(float 0.000000e+00, float %0)
  br label %13
13:
  %14 = phi float [ %12, %11 ], [ %8, %5 ]
  store float %3, ptr addrspace(1) %1, align 4
  ret float %14
}
define spir_func float @_Z6sincosfPU3AS1f(float %0, ptr addrspace(1) %1) {
  %3 = call float @__simt_cos_f32(float %0)
  store float %3, ptr addrspace(1) %1, align 4
  %4 = call float @__simt_sin_f32(float %0)
  ret float %4
}
define spir_func float @_Z5frexpfPU3AS1i(float %0, ptr addrspace(1) %1) {
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  br i1 %5, label %6, label %12
6:
  %7 = icmp eq i32 %4, 0
  br i1 %7, label %24, label %8
8:
  %9 = fmul float %0, 0x4160000000000000
  %10 = call float @llvm.fabs.f32(float %9)
  %11 = bitcast float %10 to i32
  br label %14
12:
  %13 = icmp samesign ugt i32 %4, 2139095039
  br i1 %13, label %24, label %14
14:
  %15 = phi i32 [ %11, %8 ], [ %4, %12 ]
  %16 = phi i32 [ -149, %8 ], [ -126, %12 ]
  %17 = phi float [ %9, %8 ], [ %0, %12 ]
  %18 = bitcast float %17 to i32
  %19 = lshr i32 %15, 23
  %20 = add nsw i32 %16, %19
  %21 = and i32 %18, -2139095041
  %22 = or disjoint i32 %21, 1056964608
  %23 = bitcast i32 %22 to float
  br label %24
24:
  %25 = phi i32 [ %20, %14 ], [ 0, %12 ], [ 0, %6 ]
  %26 = phi float [ %23, %14 ], [ %0, %12 ], [ %0, %6 ]
  store i32 %25, ptr addrspace(1) %1, align 4
  ret float %26
}
define spir_func float @_Z6remquoffPU3AS1i(float %0, float %1, ptr addrspace(1) %2) {
  %4 = bitcast float %0 to i32
  %5 = call float @llvm.fabs.f32(float %0)
  %6 = bitcast float %5 to i32
  %7 = icmp samesign ugt i32 %6, 2139095039
  %8 = fcmp uno float %1, 0.000000e+00
  %9 = or i1 %8, %7
  br i1 %9, label %153, label %10
10:
  %11 = call float @llvm.fabs.f32(float %1)
  %12 = bitcast float %11 to i32
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %153, label %14
14:
  %15 = icmp samesign ult i32 %12, 2139095040
  br i1 %15, label %16, label %153
16:
  %17 = and i32 %4, -2147483648
  %18 = icmp eq i32 %6, 0
  br i1 %18, label %28, label %19
19:
  %20 = icmp samesign ult i32 %6, 8388608
  %21 = fmul float %0, 0x4160000000000000
  %22 = select i1 %20, float %21, float %0
  %23 = call float @llvm.fabs.f32(float %22)
  %24 = bitcast float %23 to i32
  %25 = lshr i32 %24, 23
  %26 = select i1 %20, i32 -150, i32 -127
  %27 = add nsw i32 %26, %25
  br label %28
28:
  %29 = phi i32 [ %27, %19 ], [ -1016, %16 ]
  %30 = icmp samesign ult i32 %12, 8388608
  %31 = fmul float %1, 0x4160000000000000
  %32 = select i1 %30, float %31, float %1
  %33 = call float @llvm.fabs.f32(float %32)
  %34 = bitcast float %33 to i32
  %35 = lshr i32 %34, 23
  %36 = select i1 %30, i32 -150, i32 -127
  %37 = add nsw i32 %36, %35
  %38 = sub nsw i32 %29, %37
  %39 = icmp slt i32 %38, -1
  br i1 %39, label %147, label %40
40:
  %41 = icmp samesign ult i32 %6, 8388608
  %42 = fmul float %0, 0x4160000000000000
  %43 = select i1 %41, float %42, float %0
  %44 = call float @llvm.fabs.f32(float %43)
  %45 = bitcast float %44 to i32
  %46 = and i32 %45, 8388607
  %47 = or disjoint i32 %46, 8388608
  %48 = and i32 %34, 8388607
  %49 = or disjoint i32 %48, 8388608
  %50 = icmp eq i32 %38, -1
  %51 = zext i1 %50 to i32
  %52 = shl nuw nsw i32 %49, %51
  %53 = select i1 %50, i32 %29, i32 %37
  %54 = icmp sgt i32 %38, -1
  br i1 %54, label %55, label %70
55:
  %56 = phi i32 [ %67, %55 ], [ %47, %40 ]
  %57 = phi i32 [ %62, %55 ], [ 0, %40 ]
  %58 = phi i32 [ %68, %55 ], [ %38, %40 ]
  %59 = shl i32 %57, 1
  %60 = icmp uge i32 %56, %52
  %61 = zext i1 %60 to i32
  %62 = or disjoint i32 %59, %61
  %63 = select i1 %60, i32 %52, i32 0
  %64 = sub nuw i32 %56, %63
  %65 = icmp ne i32 %58, 0
  %66 = zext i1 %65 to i32
  %67 = shl i32 %64, %66
  %68 = add nsw i32 %58, -1
  %69 = icmp eq i32 %58, 0
  br i1 %69, label %70, label %55
70:
  %71 = phi i32 [ 0, %40 ], [ %62, %55 ]
  %72 = phi i32 [ %47, %40 ], [ %67, %55 ]
  %73 = shl i32 %72, 1
  %74 = icmp ugt i32 %73, %52
  br i1 %74, label %80, label %75
75:
  %76 = icmp ne i32 %73, %52
  %77 = and i32 %71, 1
  %78 = icmp eq i32 %77, 0
  %79 = select i1 %76, i1 true, i1 %78
  br i1 %79, label %84, label %80
80:
  %81 = sub i32 %52, %72
  %82 = xor i32 %17, -2147483648
  %83 = add i32 %71, 1
  br label %84
84:
  %85 = phi i32 [ %83, %80 ], [ %71, %75 ]
  %86 = phi i32 [ %82, %80 ], [ %17, %75 ]
  %87 = phi i32 [ %81, %80 ], [ %72, %75 ]
  %88 = and i32 %87, 16777216
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %101
90:
  %91 = and i32 %87, 8388608
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %97, label %93
93:
  %94 = and i32 %87, 8388607
  %95 = or disjoint i32 %94, 1258291200
  %96 = bitcast i32 %95 to float
  br label %101
97:
  %98 = or i32 %87, 1258291200
  %99 = bitcast i32 %98 to float
  %100 = fadd float %99, 0xC160000000000000
  br label %101
101:
  %102 = phi float [ %100, %97 ], [ %96, %93 ], [ 0x4170000000000000, %84 ]
  %103 = call float @llvm.fabs.f32(float %102)
  %104 = bitcast float %103 to i32
  %105 = icmp samesign ult i32 %104, 8388608
  br i1 %105, label %106, label %112
106:
  %107 = icmp eq i32 %104, 0
  br i1 %107, label %124, label %108
108:
  %109 = fmul float %102, 0x4160000000000000
  %110 = call float @llvm.fabs.f32(float %109)
  %111 = bitcast float %110 to i32
  br label %114
112:
  %113 = icmp samesign ugt i32 %104, 2139095039
  br i1 %113, label %124, label %114
114:
  %115 = phi i32 [ %111, %108 ], [ %104, %112 ]
  %116 = phi i32 [ -149, %108 ], [ -126, %112 ]
  %117 = phi float [ %109, %108 ], [ %102, %112 ]
  %118 = bitcast float %117 to i32
  %119 = lshr i32 %115, 23
  %120 = add nsw i32 %116, %119
  %121 = and i32 %118, -2139095041
  %122 = or disjoint i32 %121, 1056964608
  %123 = bitcast i32 %122 to float
  br label %124
124:
  %125 = phi i32 [ %120, %114 ], [ 0, %112 ], [ 0, %106 ]
  %126 = phi float [ %123, %114 ], [ %102, %112 ], [ %102, %106 ]
  %127 = call i32 @llvm.smax.i32(i32 %53, i32 -993)
  %128 = add nsw i32 %127, -24
  %129 = add nsw i32 %128, %125
  %130 = call i32 @llvm.smax.i32(i32 %129, i32 -126)
  %131 = call i32 @llvm.smin.i32(i32 %130, i32 127)
  %132 = sub nsw i32 %129, %131
  %133 = call i32 @llvm.smax.i32(i32 %132, i32 -26)
  %134 = call i32 @llvm.smin.i32(i32 %133, i32 1)
  %135 = fmul float %126, 2.000000e+00
  %136 = shl nsw i32 %131, 23
  %137 = add nsw i32 %136, 1065353216
  %138 = bitcast i32 %137 to float
  %139 = fmul float %135, %138
  %140 = shl nsw i32 %134, 23
  %141 = add nsw i32 %140, 1065353216
  %142 = bitcast i32 %141 to float
  %143 = fmul float %139, %142
  %144 = and i32 %85, 127
  %145 = call float @llvm.fabs.f32(float %143)
  %146 = bitcast float %145 to i32
  br label %147
147:
  %148 = phi i32 [ %6, %28 ], [ %146, %124 ]
  %149 = phi i32 [ 0, %28 ], [ %144, %124 ]
  %150 = phi i32 [ %17, %28 ], [ %86, %124 ]
  %151 = or i32 %150, %148
  %152 = bitcast i32 %151 to float
  br label %153
153:
  %154 = phi i32 [ 0, %3 ], [ 0, %10 ], [ %149, %147 ], [ 0, %14 ]
  %155 = phi float [ 0x7FF8000000000000, %3 ], [ 0x7FF8000000000000, %10 ], [ %152, %147 ], [ %0, %14 ]
  %156 = bitcast float %1 to i32
  %157 = xor i32 %156, %4
  %158 = sub nsw i32 0, %154
  %159 = icmp slt i32 %157, 0
  %160 = select i1 %159, i32 %158, i32 %154
  store i32 %160, ptr addrspace(1) %2, align 4
  ret float %155
}
define spir_func float @_Z4modffPU3AS3f(float %0, ptr addrspace(3) %1) {
  %3 = call float @__simt_trunc_f32(float %0)
  %4 = call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = icmp samesign ult i32 %5, 2139095040
  %7 = fsub float %0, %3
  %8 = fcmp ord float %0, 0.000000e+00
  %9 = select i1 %8, float 0.000000e+00, float %0
  %10 = select i1 %6, float %7, float %9
  %11 = call float @__simt_copysign_f32(float %10, float %0)
  store float %3, ptr addrspace(3) %1, align 4
  ret float %11
}
define spir_func float @_Z5fractfPU3AS3f(float %0, ptr addrspace(3) %1) {
  %3 = call float @__simt_floor_f32(float %0)
  %4 = fcmp oeq float %0, 0.000000e+00
  br i1 %4, label %11, label %5
5:
  %6 = fsub float %0, %3
  %7 = fcmp ogt float %6, 0x3FEFFFFFE0000000
  %8 = select i1 %7, float 0x3FEFFFFFE0000000, float %6
  %9 = call float @llvm.fabs.f32(float %0)
  %10 = fcmp oeq float %9, 0x7FF0000000000000
  br i1 %10, label %11, label %13
11:
  %12 = call float @__simt_copysign_f32(float 0.000000e+00, float %0)
  br label %13
13:
  %14 = phi float [ %12, %11 ], [ %8, %5 ]
  store float %3, ptr addrspace(3) %1, align 4
  ret float %14
}
define spir_func float @_Z6sincosfPU3AS3f(float %0, ptr addrspace(3) %1) {
  %3 = call float @__simt_cos_f32(float %0)
  store float %3, ptr addrspace(3) %1, align 4
  %4 = call float @__simt_sin_f32(float %0)
  ret float %4
}
define spir_func float @_Z5frexpfPU3AS3i(float %0, ptr addrspace(3) %1) {
  %3 = call float @llvm.fabs.f32(float %0)
  %4 = bitcast float %3 to i32
  %5 = icmp samesign ult i32 %4, 8388608
  br i1 %5, label %6, label %12
6:
  %7 = icmp eq i32 %4, 0
  br i1 %7, label %24, label %8
8:
  %9 = fmul float %0, 0x4160000000000000
  %10 = call float @llvm.fabs.f32(float %9)
  %11 = bitcast float %10 to i32
  br label %14
12:
  %13 = icmp samesign ugt i32 %4, 2139095039
  br i1 %13, label %24, label %14
14:
  %15 = phi i32 [ %11, %8 ], [ %4, %12 ]
  %16 = phi i32 [ -149, %8 ], [ -126, %12 ]
  %17 = phi float [ %9, %8 ], [ %0, %12 ]
  %18 = bitcast float %17 to i32
  %19 = lshr i32 %15, 23
  %20 = add nsw i32 %16, %19
  %21 = and i32 %18, -2139095041
  %22 = or disjoint i32 %21, 1056964608
  %23 = bitcast i32 %22 to float
  br label %24
24:
  %25 = phi i32 [ %20, %14 ], [ 0, %12 ], [ 0, %6 ]
  %26 = phi float [ %23, %14 ], [ %0, %12 ], [ %0, %6 ]
  store i32 %25, ptr addrspace(3) %1, align 4
  ret float %26
}
define spir_func float @_Z6remquoffPU3AS3i(float %0, float %1, ptr addrspace(3) %2) {
  %4 = bitcast float %0 to i32
  %5 = call float @llvm.fabs.f32(float %0)
  %6 = bitcast float %5 to i32
  %7 = icmp samesign ugt i32 %6, 2139095039
  %8 = fcmp uno float %1, 0.000000e+00
  %9 = or i1 %8, %7
  br i1 %9, label %153, label %10
10:
  %11 = call float @llvm.fabs.f32(float %1)
  %12 = bitcast float %11 to i32
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %153, label %14
14:
  %15 = icmp samesign ult i32 %12, 2139095040
  br i1 %15, label %16, label %153
16:
  %17 = and i32 %4, -2147483648
  %18 = icmp eq i32 %6, 0
  br i1 %18, label %28, label %19
19:
  %20 = icmp samesign ult i32 %6, 8388608
  %21 = fmul float %0, 0x4160000000000000
  %22 = select i1 %20, float %21, float %0
  %23 = call float @llvm.fabs.f32(float %22)
  %24 = bitcast float %23 to i32
  %25 = lshr i32 %24, 23
  %26 = select i1 %20, i32 -150, i32 -127
  %27 = add nsw i32 %26, %25
  br label %28
28:
  %29 = phi i32 [ %27, %19 ], [ -1016, %16 ]
  %30 = icmp samesign ult i32 %12, 8388608
  %31 = fmul float %1, 0x4160000000000000
  %32 = select i1 %30, float %31, float %1
  %33 = call float @llvm.fabs.f32(float %32)
  %34 = bitcast float %33 to i32
  %35 = lshr i32 %34, 23
  %36 = select i1 %30, i32 -150, i32 -127
  %37 = add nsw i32 %36, %35
  %38 = sub nsw i32 %29, %37
  %39 = icmp slt i32 %38, -1
  br i1 %39, label %147, label %40
40:
  %41 = icmp samesign ult i32 %6, 8388608
  %42 = fmul float %0, 0x4160000000000000
  %43 = select i1 %41, float %42, float %0
  %44 = call float @llvm.fabs.f32(float %43)
  %45 = bitcast float %44 to i32
  %46 = and i32 %45, 8388607
  %47 = or disjoint i32 %46, 8388608
  %48 = and i32 %34, 8388607
  %49 = or disjoint i32 %48, 8388608
  %50 = icmp eq i32 %38, -1
  %51 = zext i1 %50 to i32
  %52 = shl nuw nsw i32 %49, %51
  %53 = select i1 %50, i32 %29, i32 %37
  %54 = icmp sgt i32 %38, -1
  br i1 %54, label %55, label %70
55:
  %56 = phi i32 [ %67, %55 ], [ %47, %40 ]
  %57 = phi i32 [ %62, %55 ], [ 0, %40 ]
  %58 = phi i32 [ %68, %55 ], [ %38, %40 ]
  %59 = shl i32 %57, 1
  %60 = icmp uge i32 %56, %52
  %61 = zext i1 %60 to i32
  %62 = or disjoint i32 %59, %61
  %63 = select i1 %60, i32 %52, i32 0
  %64 = sub nuw i32 %56, %63
  %65 = icmp ne i32 %58, 0
  %66 = zext i1 %65 to i32
  %67 = shl i32 %64, %66
  %68 = add nsw i32 %58, -1
  %69 = icmp eq i32 %58, 0
  br i1 %69, label %70, label %55
70:
  %71 = phi i32 [ 0, %40 ], [ %62, %55 ]
  %72 = phi i32 [ %47, %40 ], [ %67, %55 ]
  %73 = shl i32 %72, 1
  %74 = icmp ugt i32 %73, %52
  br i1 %74, label %80, label %75
75:
  %76 = icmp ne i32 %73, %52
  %77 = and i32 %71, 1
  %78 = icmp eq i32 %77, 0
  %79 = select i1 %76, i1 true, i1 %78
  br i1 %79, label %84, label %80
80:
  %81 = sub i32 %52, %72
  %82 = xor i32 %17, -2147483648
  %83 = add i32 %71, 1
  br label %84
84:
  %85 = phi i32 [ %83, %80 ], [ %71, %75 ]
  %86 = phi i32 [ %82, %80 ], [ %17, %75 ]
  %87 = phi i32 [ %81, %80 ], [ %72, %75 ]
  %88 = and i32 %87, 16777216
  %89 = icmp eq i32 %88, 0
  br i1 %89, label %90, label %101
90:
  %91 = and i32 %87, 8388608
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %97, label %93
93:
  %94 = and i32 %87, 8388607
  %95 = or disjoint i32 %94, 1258291200
  %96 = bitcast i32 %95 to float
  br label %101
97:
  %98 = or i32 %87, 1258291200
  %99 = bitcast i32 %98 to float
  %100 = fadd float %99, 0xC160000000000000
  br label %101
101:
  %102 = phi float [ %100, %97 ], [ %96, %93 ], [ 0x4170000000000000, %84 ]
  %103 = call float @llvm.fabs.f32(float %102)
  %104 = bitcast float %103 to i32
  %105 = icmp samesign ult i32 %104, 8388608
  br i1 %105, label %106, label %112
106:
  %107 = icmp eq i32 %104, 0
  br i1 %107, label %124, label %108
108:
  %109 = fmul float %102, 0x4160000000000000
  %110 = call float @llvm.fabs.f32(float %109)
  %111 = bitcast float %110 to i32
  br label %114
112:
  %113 = icmp samesign ugt i32 %104, 2139095039
  br i1 %113, label %124, label %114
114:
  %115 = phi i32 [ %111, %108 ], [ %104, %112 ]
  %116 = phi i32 [ -149, %108 ], [ -126, %112 ]
  %117 = phi float [ %109, %108 ], [ %102, %112 ]
  %118 = bitcast float %117 to i32
  %119 = lshr i32 %115, 23
  %120 = add nsw i32 %116, %119
  %121 = and i32 %118, -2139095041
  %122 = or disjoint i32 %121, 1056964608
  %123 = bitcast i32 %122 to float
  br label %124
124:
  %125 = phi i32 [ %120, %114 ], [ 0, %112 ], [ 0, %106 ]
  %126 = phi float [ %123, %114 ], [ %102, %112 ], [ %102, %106 ]
  %127 = call i32 @llvm.smax.i32(i32 %53, i32 -993)
  %128 = add nsw i32 %127, -24
  %129 = add nsw i32 %128, %125
  %130 = call i32 @llvm.smax.i32(i32 %129, i32 -126)
  %131 = call i32 @llvm.smin.i32(i32 %130, i32 127)
  %132 = sub nsw i32 %129, %131
  %133 = call i32 @llvm.smax.i32(i32 %132, i32 -26)
  %134 = call i32 @llvm.smin.i32(i32 %133, i32 1)
  %135 = fmul float %126, 2.000000e+00
  %136 = shl nsw i32 %131, 23
  %137 = add nsw i32 %136, 1065353216
  %138 = bitcast i32 %137 to float
  %139 = fmul float %135, %138
  %140 = shl nsw i32 %134, 23
  %141 = add nsw i32 %140, 1065353216
  %142 = bitcast i32 %141 to float
  %143 = fmul float %139, %142
  %144 = and i32 %85, 127
  %145 = call float @llvm.fabs.f32(float %143)
  %146 = bitcast float %145 to i32
  br label %147
147:
  %148 = phi i32 [ %6, %28 ], [ %146, %124 ]
  %149 = phi i32 [ 0, %28 ], [ %144, %124 ]
  %150 = phi i32 [ %17, %28 ], [ %86, %124 ]
  %151 = or i32 %150, %148
  %152 = bitcast i32 %151 to float
  br label %153
153:
  %154 = phi i32 [ 0, %3 ], [ 0, %10 ], [ %149, %147 ], [ 0, %14 ]
  %155 = phi float [ 0x7FF8000000000000, %3 ], [ 0x7FF8000000000000, %10 ], [ %152, %147 ], [ %0, %14 ]
  %156 = bitcast float %1 to i32
  %157 = xor i32 %156, %4
  %158 = sub nsw i32 0, %154
  %159 = icmp slt i32 %157, 0
  %160 = select i1 %159, i32 %158, i32 %154
  store i32 %160, ptr addrspace(3) %2, align 4
  ret float %155
}
define spir_func float @_Z3erff(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp olt float %2, 1.000000e+00
  br i1 %3, label %4, label %19
4:
  %5 = fmul float %2, %2
  %6 = fmul float %5, 0x3EEF66F240000000
  %7 = fsub float 0xBF40EEC740000000, %6
  %8 = fmul float %5, %7
  %9 = fadd float %8, 0x3F73EB59A0000000
  %10 = fmul float %5, %9
  %11 = fadd float %10, 0xBF9B526000000000
  %12 = fmul float %5, %11
  %13 = fadd float %12, 0x3FBCE01440000000
  %14 = fmul float %5, %13
  %15 = fadd float %14, 0xBFD8126420000000
  %16 = fmul float %5, %15
  %17 = fadd float %16, 0x3FF20DD740000000
  %18 = fmul float %2, %17
  br label %142
19:
  %20 = fcmp ogt float %2, 6.000000e+00
  %21 = select i1 %20, float 6.000000e+00, float %2
  %22 = bitcast float %21 to i32
  %23 = and i32 %22, -4096
  %24 = bitcast i32 %23 to float
  %25 = fsub float %21, %24
  %26 = fneg float %25
  %27 = fadd float %21, %24
  %28 = fmul float %27, %26
  %29 = fcmp ogt float %28, 9.000000e+01
  %30 = fcmp olt float %28, -1.050000e+02
  %31 = select i1 %30, float -1.050000e+02, float %28
  %32 = select i1 %29, float 9.000000e+01, float %31
  %33 = fmul float %32, 0x3FF7154760000000
  %34 = call float @__simt_rint_f32(float %33)
  %35 = fmul float %34, 0x3FE62E4000000000
  %36 = fsub float %32, %35
  %37 = fmul float %34, 0x3EB7F7D1C0000000
  %38 = fsub float %36, %37
  %39 = fmul float %38, %38
  %40 = fmul float %38, 0x3F56A64480000000
  %41 = fadd float %40, 0x3F8123F780000000
  %42 = fmul float %38, %41
  %43 = fadd float %42, 0x3FA5558A40000000
  %44 = fmul float %38, %43
  %45 = fadd float %44, 0x3FC55548A0000000
  %46 = fmul float %38, %45
  %47 = fadd float %46, 0x3FDFFFFFC0000000
  %48 = fmul float %39, %47
  %49 = fadd float %38, %48
  %50 = fadd float %49, 1.000000e+00
  %51 = call i32 @__simt_fptosi_f32_i32(float %34)
  %52 = ashr i32 %51, 1
  %53 = shl i32 %52, 23
  %54 = add i32 %53, 1065353216
  %55 = bitcast i32 %54 to float
  %56 = fmul float %50, %55
  %57 = sub nsw i32 %51, %52
  %58 = shl i32 %57, 23
  %59 = add i32 %58, 1065353216
  %60 = bitcast i32 %59 to float
  %61 = fmul float %56, %60
  %62 = fadd float %21, -4.000000e+00
  %63 = fadd float %21, 4.000000e+00
  %64 = call float @__simt_fabs_f32(float %63)
  %65 = fcmp ogt float %64, 0x45F0000000000000
  %66 = fcmp olt float %64, 0x39F0000000000000
  %67 = select i1 %66, float 0x41F0000000000000, float 1.000000e+00
  %68 = select i1 %65, float 0x3DF0000000000000, float %67
  %69 = fmul float %62, %68
  %70 = fmul float %63, %68
  %71 = call float @__simt_rcp_f32(float %70)
  %72 = fmul float %71, %69
  %73 = call float @__simt_corrected_f32(float %72, float %71, float %69, float %70)
  %74 = fmul float %73, 0x3F79C8BB60000000
  %75 = fadd float %74, 0xBF8FD27CC0000000
  %76 = fmul float %73, %75
  %77 = fadd float %76, 0x3FA2C68DE0000000
  %78 = fmul float %73, %77
  %79 = fadd float %78, 0xBFB116EB40000000
  %80 = fmul float %73, %79
  %81 = fadd float %80, 0x3FB8024300000000
  %82 = fmul float %73, %81
  %83 = fadd float %82, 0xBFB9D90CA0000000
  %84 = fmul float %73, %83
  %85 = fadd float %84, 0x3FB16EBC80000000
  %86 = fmul float %73, %85
  %87 = fadd float %86, 0x3F8F7D6420000000
  %88 = fmul float %73, %87
  %89 = fadd float %88, 0xBFC1DF1AE0000000
  %90 = fmul float %73, %89
  %91 = fadd float %90, 0x3FF3BA5920000000
  %92 = fmul float %61, %91
  %93 = fneg float %24
  %94 = fmul float %24, %93
  %95 = fcmp ogt float %94, 9.000000e+01
  %96 = fcmp olt float %94, -1.050000e+02
  %97 = select i1 %96, float -1.050000e+02, float %94
  %98 = select i1 %95, float 9.000000e+01, float %97
  %99 = fmul float %98, 0x3FF7154760000000
  %100 = call float @__simt_rint_f32(float %99)
  %101 = fmul float %100, 0x3FE62E4000000000
  %102 = fsub float %98, %101
  %103 = fmul float %100, 0x3EB7F7D1C0000000
  %104 = fsub float %102, %103
  %105 = fmul float %104, %104
  %106 = fmul float %104, 0x3F56A64480000000
  %107 = fadd float %106, 0x3F8123F780000000
  %108 = fmul float %104, %107
  %109 = fadd float %108, 0x3FA5558A40000000
  %110 = fmul float %104, %109
  %111 = fadd float %110, 0x3FC55548A0000000
  %112 = fmul float %104, %111
  %113 = fadd float %112, 0x3FDFFFFFC0000000
  %114 = fmul float %105, %113
  %115 = fadd float %104, %114
  %116 = fadd float %115, 1.000000e+00
  %117 = call i32 @__simt_fptosi_f32_i32(float %100)
  %118 = ashr i32 %117, 1
  %119 = shl i32 %118, 23
  %120 = add i32 %119, 1065353216
  %121 = bitcast i32 %120 to float
  %122 = fmul float %116, %121
  %123 = sub nsw i32 %117, %118
  %124 = shl i32 %123, 23
  %125 = add i32 %124, 1065353216
  %126 = bitcast i32 %125 to float
  %127 = fmul float %122, %126
  %128 = fmul float %21, 2.000000e+00
  %129 = fadd float %128, 1.000000e+00
  %130 = call float @__simt_fabs_f32(float %129)
  %131 = fcmp ogt float %130, 0x45F0000000000000
  %132 = fcmp olt float %130, 0x39F0000000000000
  %133 = select i1 %132, float 0x41F0000000000000, float 1.000000e+00
  %134 = select i1 %131, float 0x3DF0000000000000, float %133
  %135 = fmul float %134, %92
  %136 = fmul float %129, %134
  %137 = call float @__simt_rcp_f32(float %136)
  %138 = fmul float %137, %135
  %139 = call float @__simt_corrected_f32(float %138, float %137, float %135, float %136)
  %140 = fmul float %139, %127
  %141 = fsub float 1.000000e+00, %140
  br label %142
142:
  %143 = phi float [ %18, %4 ], [ %141, %19 ]
  %144 = fcmp ord float %0, 0.000000e+00
  br i1 %144, label %145, label %147
145:
  %146 = call float @__simt_copysign_f32(float %143, float %0)
  br label %147
147:
  %148 = phi float [ %146, %145 ], [ %0, %142 ]
  ret float %148
}
define spir_func float @_Z4erfcf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp ogt float %2, 1.100000e+01
  %4 = select i1 %3, float 1.100000e+01, float %2
  %5 = bitcast float %4 to i32
  %6 = and i32 %5, -4096
  %7 = bitcast i32 %6 to float
  %8 = fsub float %4, %7
  %9 = fneg float %8
  %10 = fadd float %4, %7
  %11 = fmul float %10, %9
  %12 = fcmp ogt float %11, 9.000000e+01
  %13 = fcmp olt float %11, -1.050000e+02
  %14 = select i1 %13, float -1.050000e+02, float %11
  %15 = select i1 %12, float 9.000000e+01, float %14
  %16 = fmul float %15, 0x3FF7154760000000
  %17 = call float @__simt_rint_f32(float %16)
  %18 = fmul float %17, 0x3FE62E4000000000
  %19 = fsub float %15, %18
  %20 = fmul float %17, 0x3EB7F7D1C0000000
  %21 = fsub float %19, %20
  %22 = fmul float %21, %21
  %23 = fmul float %21, 0x3F56A64480000000
  %24 = fadd float %23, 0x3F8123F780000000
  %25 = fmul float %21, %24
  %26 = fadd float %25, 0x3FA5558A40000000
  %27 = fmul float %21, %26
  %28 = fadd float %27, 0x3FC55548A0000000
  %29 = fmul float %21, %28
  %30 = fadd float %29, 0x3FDFFFFFC0000000
  %31 = fmul float %22, %30
  %32 = fadd float %21, %31
  %33 = fadd float %32, 1.000000e+00
  %34 = call i32 @__simt_fptosi_f32_i32(float %17)
  %35 = ashr i32 %34, 1
  %36 = shl i32 %35, 23
  %37 = add i32 %36, 1065353216
  %38 = bitcast i32 %37 to float
  %39 = fmul float %33, %38
  %40 = sub nsw i32 %34, %35
  %41 = shl i32 %40, 23
  %42 = add i32 %41, 1065353216
  %43 = bitcast i32 %42 to float
  %44 = fmul float %39, %43
  %45 = fadd float %4, -4.000000e+00
  %46 = fadd float %4, 4.000000e+00
  %47 = call float @__simt_fabs_f32(float %46)
  %48 = fcmp ogt float %47, 0x45F0000000000000
  %49 = fcmp olt float %47, 0x39F0000000000000
  %50 = select i1 %49, float 0x41F0000000000000, float 1.000000e+00
  %51 = select i1 %48, float 0x3DF0000000000000, float %50
  %52 = fmul float %45, %51
  %53 = fmul float %46, %51
  %54 = call float @__simt_rcp_f32(float %53)
  %55 = fmul float %54, %52
  %56 = call float @__simt_corrected_f32(float %55, float %54, float %52, float %53)
  %57 = fmul float %56, 0x3F79C8BB60000000
  %58 = fadd float %57, 0xBF8FD27CC0000000
  %59 = fmul float %56, %58
  %60 = fadd float %59, 0x3FA2C68DE0000000
  %61 = fmul float %56, %60
  %62 = fadd float %61, 0xBFB116EB40000000
  %63 = fmul float %56, %62
  %64 = fadd float %63, 0x3FB8024300000000
  %65 = fmul float %56, %64
  %66 = fadd float %65, 0xBFB9D90CA0000000
  %67 = fmul float %56, %66
  %68 = fadd float %67, 0x3FB16EBC80000000
  %69 = fmul float %56, %68
  %70 = fadd float %69, 0x3F8F7D6420000000
  %71 = fmul float %56, %70
  %72 = fadd float %71, 0xBFC1DF1AE0000000
  %73 = fmul float %56, %72
  %74 = fadd float %73, 0x3FF3BA5920000000
  %75 = fmul float %74, %44
  %76 = fneg float %7
  %77 = fmul float %7, %76
  %78 = fcmp ogt float %77, 9.000000e+01
  %79 = fcmp olt float %77, -1.050000e+02
  %80 = select i1 %79, float -1.050000e+02, float %77
  %81 = select i1 %78, float 9.000000e+01, float %80
  %82 = fmul float %81, 0x3FF7154760000000
  %83 = call float @__simt_rint_f32(float %82)
  %84 = fmul float %83, 0x3FE62E4000000000
  %85 = fsub float %81, %84
  %86 = fmul float %83, 0x3EB7F7D1C0000000
  %87 = fsub float %85, %86
  %88 = fmul float %87, %87
  %89 = fmul float %87, 0x3F56A64480000000
  %90 = fadd float %89, 0x3F8123F780000000
  %91 = fmul float %87, %90
  %92 = fadd float %91, 0x3FA5558A40000000
  %93 = fmul float %87, %92
  %94 = fadd float %93, 0x3FC55548A0000000
  %95 = fmul float %87, %94
  %96 = fadd float %95, 0x3FDFFFFFC0000000
  %97 = fmul float %88, %96
  %98 = fadd float %87, %97
  %99 = fadd float %98, 1.000000e+00
  %100 = call i32 @__simt_fptosi_f32_i32(float %83)
  %101 = ashr i32 %100, 1
  %102 = shl i32 %101, 23
  %103 = add i32 %102, 1065353216
  %104 = bitcast i32 %103 to float
  %105 = fmul float %99, %104
  %106 = sub nsw i32 %100, %101
  %107 = shl i32 %106, 23
  %108 = add i32 %107, 1065353216
  %109 = bitcast i32 %108 to float
  %110 = fmul float %105, %109
  %111 = fmul float %4, 2.000000e+00
  %112 = fadd float %111, 1.000000e+00
  %113 = call float @__simt_fabs_f32(float %112)
  %114 = fcmp ogt float %113, 0x45F0000000000000
  %115 = fcmp olt float %113, 0x39F0000000000000
  %116 = select i1 %115, float 0x41F0000000000000, float 1.000000e+00
  %117 = select i1 %114, float 0x3DF0000000000000, float %116
  %118 = fmul float %117, %75
  %119 = fmul float %112, %117
  %120 = call float @__simt_rcp_f32(float %119)
  %121 = fmul float %120, %118
  %122 = call float @__simt_corrected_f32(float %121, float %120, float %118, float %119)
  %123 = fmul float %122, %110
  %124 = fcmp uno float %0, 0.000000e+00
  br i1 %124, label %147, label %125
125:
  %126 = fcmp olt float %2, 1.000000e+00
  br i1 %126, label %127, label %143
127:
  %128 = fmul float %0, %0
  %129 = fmul float %128, 0x3EEF66F240000000
  %130 = fsub float 0xBF40EEC740000000, %129
  %131 = fmul float %128, %130
  %132 = fadd float %131, 0x3F73EB59A0000000
  %133 = fmul float %128, %132
  %134 = fadd float %133, 0xBF9B526000000000
  %135 = fmul float %128, %134
  %136 = fadd float %135, 0x3FBCE01440000000
  %137 = fmul float %128, %136
  %138 = fadd float %137, 0xBFD8126420000000
  %139 = fmul float %128, %138
  %140 = fadd float %139, 0x3FF20DD740000000
  %141 = fmul float %0, %140
  %142 = fsub float 1.000000e+00, %141
  br label %147
143:
  %144 = fcmp olt float %0, 0.000000e+00
  %145 = fsub float 2.000000e+00, %123
  %146 = select i1 %144, float %145, float %123
  br label %147
147:
  %148 = phi float [ %146, %143 ], [ %142, %127 ], [ %0, %1 ]
  ret float %148
}
define spir_func float @_Z6tgammaf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp olt float %2, 0x3E60000000000000
  br i1 %3, label %4, label %14
4:
  %5 = call float @__simt_fabs_f32(float %0)
  %6 = fcmp ogt float %5, 0x45F0000000000000
  %7 = fcmp olt float %5, 0x39F0000000000000
  %8 = select i1 %7, float 0x41F0000000000000, float 1.000000e+00
  %9 = select i1 %6, float 0x3DF0000000000000, float %8
  %10 = fmul float %0, %9
  %11 = call float @__simt_rcp_f32(float %10)
  %12 = fmul float %11, %9
  %13 = call float @__simt_corrected_f32(float %12, float %11, float %9, float %10)
  br label %249
14:
  %15 = call float @__simt_fmin_f32(float %2, float 5.100000e+01)
  %16 = fcmp olt float %0, 0.000000e+00
  %17 = select i1 %16, i32 -20, i32 0
  %18 = fcmp olt float %15, 8.000000e+00
  br i1 %18, label %19, label %75
19:
  %20 = phi i32 [ %28, %19 ], [ 2, %14 ]
  %21 = phi float [ %27, %19 ], [ 1.000000e+00, %14 ]
  %22 = phi float [ %26, %19 ], [ %15, %14 ]
  %23 = fcmp ult float %22, 2.000000e+00
  %24 = fadd float %22, -1.000000e+00
  %25 = fmul float %21, %24
  %26 = select i1 %23, float %22, float %24
  %27 = select i1 %23, float %21, float %25
  %28 = add nuw nsw i32 %20, 1
  %29 = icmp samesign ult i32 %20, 7
  br i1 %29, label %19, label %30
30:
  %31 = fcmp olt float %26, 1.000000e+00
  %32 = fadd float %26, 1.000000e+00
  %33 = select i1 %31, float %32, float %26
  %34 = select i1 %31, float %26, float 1.000000e+00
  %35 = fadd float %33, -1.500000e+00
  %36 = fmul float %35, 0x3F99035CA0000000
  %37 = fsub float 0x3FA1AC4720000000, %36
  %38 = fmul float %35, %37
  %39 = fadd float %38, 0xBFA25EB6E0000000
  %40 = fmul float %35, %39
  %41 = fadd float %40, 0x3FACFC3A60000000
  %42 = fmul float %35, %41
  %43 = fadd float %42, 0xBFB3EA1920000000
  %44 = fmul float %35, %43
  %45 = fadd float %44, 0x3FC289ADA0000000
  %46 = fmul float %35, %45
  %47 = fadd float %46, 0xBFBB76C420000000
  %48 = fmul float %35, %47
  %49 = fadd float %48, 0x3FDA8C3620000000
  %50 = fmul float %35, %49
  %51 = fadd float %50, 0x3FA08EA1C0000000
  %52 = fmul float %35, %51
  %53 = fadd float %52, 0x3FEC5BF8A0000000
  %54 = fmul float %27, %53
  %55 = call float @__simt_fabs_f32(float %34)
  %56 = fcmp ogt float %55, 0x45F0000000000000
  %57 = fcmp olt float %55, 0x39F0000000000000
  %58 = select i1 %57, float 0x41F0000000000000, float 1.000000e+00
  %59 = select i1 %56, float 0x3DF0000000000000, float %58
  %60 = fmul float %54, %59
  %61 = fmul float %34, %59
  %62 = call float @__simt_rcp_f32(float %61)
  %63 = fmul float %62, %60
  %64 = call float @__simt_corrected_f32(float %63, float %62, float %60, float %61)
  %65 = ashr exact i32 %17, 1
  %66 = shl nsw i32 %17, 22
  %67 = add nsw i32 %66, 1065353216
  %68 = bitcast i32 %67 to float
  %69 = fmul float %64, %68
  %70 = sub nsw i32 %17, %65
  %71 = shl nsw i32 %70, 23
  %72 = add nsw i32 %71, 1065353216
  %73 = bitcast i32 %72 to float
  %74 = fmul float %69, %73
  br label %215
75:
  %76 = call float @llvm.fabs.f32(float %15)
  %77 = bitcast float %76 to i32
  %78 = icmp samesign ult i32 %77, 8388608
  %79 = select i1 %78, i32 -23, i32 0
  %80 = fmul float %15, 0x4160000000000000
  %81 = select i1 %78, float %80, float %15
  %82 = bitcast float %81 to i32
  %83 = add i32 %82, -1060439283
  %84 = ashr i32 %83, 23
  %85 = add nsw i32 %84, %79
  %86 = and i32 %83, -8388608
  %87 = sub i32 %82, %86
  %88 = bitcast i32 %87 to float
  %89 = fadd float %88, -1.000000e+00
  %90 = fadd float %89, 2.000000e+00
  %91 = fadd float %90, -2.000000e+00
  %92 = fsub float %89, %91
  %93 = call float @__simt_fabs_f32(float %90)
  %94 = fcmp ogt float %93, 0x45F0000000000000
  %95 = fcmp olt float %93, 0x39F0000000000000
  %96 = select i1 %95, float 0x41F0000000000000, float 1.000000e+00
  %97 = select i1 %94, float 0x3DF0000000000000, float %96
  %98 = fmul float %90, %97
  %99 = call float @__simt_rcp_f32(float %98)
  %100 = fmul float %99, %97
  %101 = call float @__simt_corrected_f32(float %100, float %99, float %97, float %98)
  %102 = fmul float %89, %101
  %103 = fmul float %90, %102
  %104 = fsub float %89, %103
  %105 = call float @__simt_product_error_f32(float %102, float %90, float %103)
  %106 = fsub float %104, %105
  %107 = fmul float %92, %102
  %108 = fsub float %106, %107
  %109 = fmul float %101, %108
  %110 = fmul float %102, %102
  %111 = call float @__simt_product_error_f32(float %102, float %102, float %110)
  %112 = fmul float %102, 2.000000e+00
  %113 = fmul float %112, %109
  %114 = fadd float %111, %113
  %115 = fmul float %110, 0x3FE5555560000000
  %116 = call float @__simt_product_error_f32(float %110, float 0x3FE5555560000000, float %115)
  %117 = fmul float %114, 0x3FE5555560000000
  %118 = fmul float %110, 0x3FCE0013C0000000
  %119 = fadd float %118, 0x3FD2450AC0000000
  %120 = fmul float %110, %119
  %121 = fadd float %120, 0x3FD999A040000000
  %122 = fmul float %110, %121
  %123 = fadd float %122, 0xBE55555560000000
  %124 = fmul float %110, %123
  %125 = fadd float %117, %124
  %126 = fadd float %116, %125
  %127 = fmul float %102, %115
  %128 = call float @__simt_product_error_f32(float %102, float %115, float %127)
  %129 = fmul float %102, %126
  %130 = fmul float %115, %109
  %131 = fadd float %130, %129
  %132 = fadd float %128, %131
  %133 = fadd float %112, %127
  %134 = fsub float %133, %112
  %135 = fsub float %127, %134
  %136 = fmul float %109, 2.000000e+00
  %137 = fadd float %136, %132
  %138 = fadd float %135, %137
  %139 = fmul float %133, 0x3FF7154760000000
  %140 = call float @__simt_product_error_f32(float %133, float 0x3FF7154760000000, float %139)
  %141 = fmul float %133, 0x3E54AE0C00000000
  %142 = fmul float %138, 0x3FF7154760000000
  %143 = fadd float %141, %142
  %144 = fadd float %140, %143
  %145 = sitofp i32 %85 to float
  %146 = fadd float %139, %145
  %147 = fsub float %146, %145
  %148 = fsub float %139, %147
  %149 = fadd float %148, %144
  %150 = fadd float %146, %149
  %151 = fadd float %15, -5.000000e-01
  %152 = fmul float %151, %150
  %153 = fmul float %15, 0x3FF7154760000000
  %154 = call float @__simt_product_error_f32(float %151, float %150, float %152)
  %155 = call float @__simt_product_error_f32(float %15, float 0x3FF7154760000000, float %153)
  %156 = fsub float %152, %153
  %157 = call float @__simt_rint_f32(float %156)
  %158 = call float @__simt_fabs_f32(float %15)
  %159 = fcmp ogt float %158, 0x45F0000000000000
  %160 = fcmp olt float %158, 0x39F0000000000000
  %161 = select i1 %160, float 0x41F0000000000000, float 1.000000e+00
  %162 = select i1 %159, float 0x3DF0000000000000, float %161
  %163 = fmul float %15, %162
  %164 = call float @__simt_rcp_f32(float %163)
  %165 = fmul float %164, %162
  %166 = call float @__simt_corrected_f32(float %165, float %164, float %162, float %163)
  %167 = fcmp olt float %15, 5.100000e+01
  br i1 %167, label %168, label %215
168:
  %169 = fmul float %166, %166
  %170 = fmul float %169, 0x3F83813820000000
  %171 = fadd float %170, 0xBFA1111120000000
  %172 = fmul float %169, %171
  %173 = fadd float %172, 1.000000e+00
  %174 = fmul float %166, %173
  %175 = fsub float %150, %146
  %176 = fsub float %149, %175
  %177 = fsub float %156, %157
  %178 = fmul float %151, %176
  %179 = fadd float %154, %178
  %180 = fsub float %179, %155
  %181 = fmul float %15, 0x3E54AE0C00000000
  %182 = fsub float %180, %181
  %183 = fsub float %152, %156
  %184 = fsub float %183, %153
  %185 = fmul float %174, 0x3FBEC709E0000000
  %186 = fadd float %185, %184
  %187 = fadd float %186, %182
  %188 = fadd float %177, %187
  %189 = fmul float %188, 0x3FE62E4300000000
  %190 = fmul float %189, %189
  %191 = fmul float %189, 0x3F56A64480000000
  %192 = fadd float %191, 0x3F8123F780000000
  %193 = fmul float %189, %192
  %194 = fadd float %193, 0x3FA5558A40000000
  %195 = fmul float %189, %194
  %196 = fadd float %195, 0x3FC55548A0000000
  %197 = fmul float %189, %196
  %198 = fadd float %197, 0x3FDFFFFFC0000000
  %199 = fmul float %190, %198
  %200 = fadd float %189, %199
  %201 = fadd float %200, 1.000000e+00
  %202 = fmul float %201, 0x40040D9320000000
  %203 = call i32 @__simt_fptosi_f32_i32(float %157)
  %204 = add nsw i32 %203, %17
  %205 = ashr i32 %204, 1
  %206 = shl i32 %205, 23
  %207 = add i32 %206, 1065353216
  %208 = bitcast i32 %207 to float
  %209 = fmul float %202, %208
  %210 = sub nsw i32 %204, %205
  %211 = shl i32 %210, 23
  %212 = add i32 %211, 1065353216
  %213 = bitcast i32 %212 to float
  %214 = fmul float %209, %213
  br label %215
215:
  %216 = phi float [ %74, %30 ], [ %214, %168 ], [ 0x7FF0000000000000, %75 ]
  br i1 %16, label %220, label %217
217:
  %218 = fcmp ord float %0, 0.000000e+00
  %219 = select i1 %218, float %216, float %0
  br label %249
220:
  %221 = call spir_func float @_Z5sinpif(float %2)
  %222 = fmul float %2, %221
  %223 = call float @__simt_fabs_f32(float %222)
  %224 = fcmp ogt float %223, 0x45F0000000000000
  %225 = fcmp olt float %223, 0x39F0000000000000
  %226 = select i1 %225, float 0x41F0000000000000, float 1.000000e+00
  %227 = select i1 %224, float 0x3DF0000000000000, float %226
  %228 = fmul float %227, 0xC00921FB60000000
  %229 = fmul float %222, %227
  %230 = call float @__simt_rcp_f32(float %229)
  %231 = fmul float %230, %228
  %232 = call float @__simt_corrected_f32(float %231, float %230, float %228, float %229)
  %233 = call float @__simt_fabs_f32(float %216)
  %234 = fcmp ogt float %233, 0x45F0000000000000
  %235 = fcmp olt float %233, 0x39F0000000000000
  %236 = select i1 %235, float 0x41F0000000000000, float 1.000000e+00
  %237 = select i1 %234, float 0x3DF0000000000000, float %236
  %238 = fmul float %232, %237
  %239 = fmul float %216, %237
  %240 = call float @__simt_rcp_f32(float %239)
  %241 = fmul float %240, %238
  %242 = call float @__simt_corrected_f32(float %241, float %240, float %238, float %239)
  %243 = fcmp oeq float %221, 0.000000e+00
  %244 = fmul float %242, 0x3EB0000000000000
  %245 = fcmp olt float %2, 5.100000e+01
  %246 = fmul float %221, -0.000000e+00
  %247 = select i1 %245, float %244, float %246
  %248 = select i1 %243, float 0x7FF8000000000000, float %247
  br label %249
249:
  %250 = phi float [ %13, %4 ], [ %248, %220 ], [ %219, %217 ]
  ret float %250
}
define spir_func float @_Z6lgammaf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = call spir_func float @_Z5sinpif(float %2)
  %4 = fcmp olt float %0, 0.000000e+00
  %5 = fcmp uno float %0, 0.000000e+00
  br i1 %5, label %123, label %6
6:
  %7 = fcmp oeq float %2, 0x7FF0000000000000
  br i1 %7, label %123, label %8
8:
  %9 = fcmp ole float %0, 0.000000e+00
  %10 = fcmp oeq float %3, 0.000000e+00
  %11 = select i1 %9, i1 %10, i1 false
  br i1 %11, label %123, label %12
12:
  %13 = fcmp oge float %2, 0x3E60000000000000
  %14 = and i1 %4, %13
  %15 = fcmp oge float %2, 5.000000e-01
  %16 = fcmp olt float %2, 2.500000e+00
  %17 = and i1 %15, %16
  br i1 %17, label %18, label %42
18:
  %19 = fcmp olt float %2, 1.500000e+00
  %20 = select i1 %19, float 1.000000e+00, float 2.000000e+00
  %21 = fsub float %2, %20
  %22 = fmul float %21, 0x3F3CC2B800000000
  %23 = fsub float 0x3F428579E0000000, %22
  %24 = fmul float %21, %23
  %25 = fadd float %24, 0xBF51E32800000000
  %26 = fmul float %21, %25
  %27 = fadd float %26, 0x3F679A65E0000000
  %28 = fmul float %21, %27
  %29 = fadd float %28, 0xBF7E50BA40000000
  %30 = fmul float %21, %29
  %31 = fadd float %30, 0x3F951343E0000000
  %32 = fmul float %21, %31
  %33 = fadd float %32, 0xBFB13DF2C0000000
  %34 = fmul float %21, %33
  %35 = fadd float %34, 0x3FD4A34CC0000000
  %36 = fmul float %21, %35
  %37 = fadd float %36, 0x3FDB0EE600000000
  %38 = fmul float %21, %37
  br i1 %19, label %39, label %115
39:
  %40 = call spir_func float @_Z5log1pf(float %21)
  %41 = fsub float %38, %40
  br label %115
42:
  %43 = fcmp olt float %2, 8.000000e+00
  br i1 %43, label %44, label %90
44:
  %45 = phi i32 [ %53, %44 ], [ 2, %42 ]
  %46 = phi float [ %52, %44 ], [ 1.000000e+00, %42 ]
  %47 = phi float [ %51, %44 ], [ %2, %42 ]
  %48 = fcmp ult float %47, 2.000000e+00
  %49 = fadd float %47, -1.000000e+00
  %50 = fmul float %46, %49
  %51 = select i1 %48, float %47, float %49
  %52 = select i1 %48, float %46, float %50
  %53 = add nuw nsw i32 %45, 1
  %54 = icmp samesign ult i32 %45, 7
  br i1 %54, label %44, label %55
55:
  %56 = fcmp olt float %51, 1.000000e+00
  %57 = fadd float %51, 1.000000e+00
  %58 = select i1 %56, float %57, float %51
  %59 = select i1 %56, float %51, float 1.000000e+00
  %60 = fadd float %58, -1.500000e+00
  %61 = fmul float %60, 0x3F99035CA0000000
  %62 = fsub float 0x3FA1AC4720000000, %61
  %63 = fmul float %60, %62
  %64 = fadd float %63, 0xBFA25EB6E0000000
  %65 = fmul float %60, %64
  %66 = fadd float %65, 0x3FACFC3A60000000
  %67 = fmul float %60, %66
  %68 = fadd float %67, 0xBFB3EA1920000000
  %69 = fmul float %60, %68
  %70 = fadd float %69, 0x3FC289ADA0000000
  %71 = fmul float %60, %70
  %72 = fadd float %71, 0xBFBB76C420000000
  %73 = fmul float %60, %72
  %74 = fadd float %73, 0x3FDA8C3620000000
  %75 = fmul float %60, %74
  %76 = fadd float %75, 0x3FA08EA1C0000000
  %77 = fmul float %60, %76
  %78 = fadd float %77, 0x3FEC5BF8A0000000
  %79 = fmul float %52, %78
  %80 = call float @__simt_fabs_f32(float %59)
  %81 = fcmp ogt float %80, 0x45F0000000000000
  %82 = fcmp olt float %80, 0x39F0000000000000
  %83 = select i1 %82, float 0x41F0000000000000, float 1.000000e+00
  %84 = select i1 %81, float 0x3DF0000000000000, float %83
  %85 = fmul float %79, %84
  %86 = fmul float %59, %84
  %87 = call float @__simt_rcp_f32(float %86)
  %88 = fmul float %87, %85
  %89 = call float @__simt_corrected_f32(float %88, float %87, float %85, float %86)
  br label %90
90:
  %91 = phi float [ %89, %55 ], [ %2, %42 ]
  %92 = call float @__simt_log_f32(float %91)
  %93 = fadd float %92, -1.000000e+00
  %94 = fadd float %2, -5.000000e-01
  %95 = fmul float %94, %93
  %96 = call float @__simt_fabs_f32(float %2)
  %97 = fcmp ogt float %96, 0x45F0000000000000
  %98 = fcmp olt float %96, 0x39F0000000000000
  %99 = select i1 %98, float 0x41F0000000000000, float 1.000000e+00
  %100 = select i1 %97, float 0x3DF0000000000000, float %99
  %101 = fmul float %2, %100
  %102 = call float @__simt_rcp_f32(float %101)
  %103 = fmul float %102, %100
  %104 = call float @__simt_corrected_f32(float %103, float %102, float %100, float %101)
  %105 = fmul float %104, %104
  %106 = fmul float %105, 0x3F83813820000000
  %107 = fadd float %106, 0xBFA1111120000000
  %108 = fmul float %105, %107
  %109 = fadd float %108, 1.000000e+00
  %110 = fmul float %104, %109
  %111 = fmul float %110, 0x3FB5555560000000
  %112 = fadd float %111, 0x3FDACFE380000000
  %113 = fadd float %95, %112
  %114 = select i1 %43, float %92, float %113
  br label %115
115:
  %116 = phi float [ %114, %90 ], [ %41, %39 ], [ %38, %18 ]
  br i1 %14, label %117, label %123
117:
  %118 = call float @__simt_fabs_f32(float %3)
  %119 = fmul float %2, %118
  %120 = call float @__simt_log_f32(float %119)
  %121 = fsub float 0x3FF250D040000000, %120
  %122 = fsub float %121, %116
  br label %123
123:
  %124 = phi float [ 0x7FF0000000000000, %6 ], [ %0, %1 ], [ 0x7FF0000000000000, %8 ], [ %122, %117 ], [ %116, %115 ]
  ret float %124
}
define spir_func float @_Z8lgamma_rfPi(float %0, ptr %1) {
  %3 = call float @__simt_fabs_f32(float %0)
  %4 = call spir_func float @_Z5sinpif(float %3)
  %5 = fcmp olt float %0, 0.000000e+00
  %6 = fcmp uno float %0, 0.000000e+00
  br i1 %6, label %124, label %7
7:
  %8 = fcmp oeq float %3, 0x7FF0000000000000
  br i1 %8, label %124, label %9
9:
  %10 = fcmp ole float %0, 0.000000e+00
  %11 = fcmp oeq float %4, 0.000000e+00
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %124, label %13
13:
  %14 = fcmp oge float %3, 0x3E60000000000000
  %15 = and i1 %5, %14
  %16 = fcmp oge float %3, 5.000000e-01
  %17 = fcmp olt float %3, 2.500000e+00
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %43
19:
  %20 = fcmp olt float %3, 1.500000e+00
  %21 = select i1 %20, float 1.000000e+00, float 2.000000e+00
  %22 = fsub float %3, %21
  %23 = fmul float %22, 0x3F3CC2B800000000
  %24 = fsub float 0x3F428579E0000000, %23
  %25 = fmul float %22, %24
  %26 = fadd float %25, 0xBF51E32800000000
  %27 = fmul float %22, %26
  %28 = fadd float %27, 0x3F679A65E0000000
  %29 = fmul float %22, %28
  %30 = fadd float %29, 0xBF7E50BA40000000
  %31 = fmul float %22, %30
  %32 = fadd float %31, 0x3F951343E0000000
  %33 = fmul float %22, %32
  %34 = fadd float %33, 0xBFB13DF2C0000000
  %35 = fmul float %22, %34
  %36 = fadd float %35, 0x3FD4A34CC0000000
  %37 = fmul float %22, %36
  %38 = fadd float %37, 0x3FDB0EE600000000
  %39 = fmul float %22, %38
  br i1 %20, label %40, label %116
40:
  %41 = call spir_func float @_Z5log1pf(float %22)
  %42 = fsub float %39, %41
  br label %116
43:
  %44 = fcmp olt float %3, 8.000000e+00
  br i1 %44, label %45, label %91
45:
  %46 = phi i32 [ %54, %45 ], [ 2, %43 ]
  %47 = phi float [ %53, %45 ], [ 1.000000e+00, %43 ]
  %48 = phi float [ %52, %45 ], [ %3, %43 ]
  %49 = fcmp ult float %48, 2.000000e+00
  %50 = fadd float %48, -1.000000e+00
  %51 = fmul float %47, %50
  %52 = select i1 %49, float %48, float %50
  %53 = select i1 %49, float %47, float %51
  %54 = add nuw nsw i32 %46, 1
  %55 = icmp samesign ult i32 %46, 7
  br i1 %55, label %45, label %56
56:
  %57 = fcmp olt float %52, 1.000000e+00
  %58 = fadd float %52, 1.000000e+00
  %59 = select i1 %57, float %58, float %52
  %60 = select i1 %57, float %52, float 1.000000e+00
  %61 = fadd float %59, -1.500000e+00
  %62 = fmul float %61, 0x3F99035CA0000000
  %63 = fsub float 0x3FA1AC4720000000, %62
  %64 = fmul float %61, %63
  %65 = fadd float %64, 0xBFA25EB6E0000000
  %66 = fmul float %61, %65
  %67 = fadd float %66, 0x3FACFC3A60000000
  %68 = fmul float %61, %67
  %69 = fadd float %68, 0xBFB3EA1920000000
  %70 = fmul float %61, %69
  %71 = fadd float %70, 0x3FC289ADA0000000
  %72 = fmul float %61, %71
  %73 = fadd float %72, 0xBFBB76C420000000
  %74 = fmul float %61, %73
  %75 = fadd float %74, 0x3FDA8C3620000000
  %76 = fmul float %61, %75
  %77 = fadd float %76, 0x3FA08EA1C0000000
  %78 = fmul float %61, %77
  %79 = fadd float %78, 0x3FEC5BF8A0000000
  %80 = fmul float %53, %79
  %81 = call float @__simt_fabs_f32(float %60)
  %82 = fcmp ogt float %81, 0x45F0000000000000
  %83 = fcmp olt float %81, 0x39F0000000000000
  %84 = select i1 %83, float 0x41F0000000000000, float 1.000000e+00
  %85 = select i1 %82, float 0x3DF0000000000000, float %84
  %86 = fmul float %80, %85
  %87 = fmul float %60, %85
  %88 = call float @__simt_rcp_f32(float %87)
  %89 = fmul float %88, %86
  %90 = call float @__simt_corrected_f32(float %89, float %88, float %86, float %87)
  br label %91
91:
  %92 = phi float [ %90, %56 ], [ %3, %43 ]
  %93 = call float @__simt_log_f32(float %92)
  %94 = fadd float %93, -1.000000e+00
  %95 = fadd float %3, -5.000000e-01
  %96 = fmul float %95, %94
  %97 = call float @__simt_fabs_f32(float %3)
  %98 = fcmp ogt float %97, 0x45F0000000000000
  %99 = fcmp olt float %97, 0x39F0000000000000
  %100 = select i1 %99, float 0x41F0000000000000, float 1.000000e+00
  %101 = select i1 %98, float 0x3DF0000000000000, float %100
  %102 = fmul float %3, %101
  %103 = call float @__simt_rcp_f32(float %102)
  %104 = fmul float %103, %101
  %105 = call float @__simt_corrected_f32(float %104, float %103, float %101, float %102)
  %106 = fmul float %105, %105
  %107 = fmul float %106, 0x3F83813820000000
  %108 = fadd float %107, 0xBFA1111120000000
  %109 = fmul float %106, %108
  %110 = fadd float %109, 1.000000e+00
  %111 = fmul float %105, %110
  %112 = fmul float %111, 0x3FB5555560000000
  %113 = fadd float %112, 0x3FDACFE380000000
  %114 = fadd float %96, %113
  %115 = select i1 %44, float %93, float %114
  br label %116
116:
  %117 = phi float [ %115, %91 ], [ %42, %40 ], [ %39, %19 ]
  br i1 %15, label %118, label %124
118:
  %119 = call float @__simt_fabs_f32(float %4)
  %120 = fmul float %3, %119
  %121 = call float @__simt_log_f32(float %120)
  %122 = fsub float 0x3FF250D040000000, %121
  %123 = fsub float %122, %117
  br label %124
124:
  %125 = phi float [ 0x7FF0000000000000, %7 ], [ %0, %2 ], [ 0x7FF0000000000000, %9 ], [ %123, %118 ], [ %117, %116 ]
  %126 = fcmp ogt float %4, 0.000000e+00
  %127 = select i1 %5, i1 %126, i1 false
  %128 = call i1 @llvm.is.fpclass.f32(float %0, i32 32)
  %129 = or i1 %128, %127
  %130 = select i1 %129, i32 -1, i32 1
  store i32 %130, ptr %1, align 4
  ret float %125
}
define spir_func float @_Z8lgamma_rfPU3AS1i(float %0, ptr addrspace(1) %1) {
  %3 = call float @__simt_fabs_f32(float %0)
  %4 = call spir_func float @_Z5sinpif(float %3)
  %5 = fcmp olt float %0, 0.000000e+00
  %6 = fcmp uno float %0, 0.000000e+00
  br i1 %6, label %124, label %7
7:
  %8 = fcmp oeq float %3, 0x7FF0000000000000
  br i1 %8, label %124, label %9
9:
  %10 = fcmp ole float %0, 0.000000e+00
  %11 = fcmp oeq float %4, 0.000000e+00
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %124, label %13
13:
  %14 = fcmp oge float %3, 0x3E60000000000000
  %15 = and i1 %5, %14
  %16 = fcmp oge float %3, 5.000000e-01
  %17 = fcmp olt float %3, 2.500000e+00
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %43
19:
  %20 = fcmp olt float %3, 1.500000e+00
  %21 = select i1 %20, float 1.000000e+00, float 2.000000e+00
  %22 = fsub float %3, %21
  %23 = fmul float %22, 0x3F3CC2B800000000
  %24 = fsub float 0x3F428579E0000000, %23
  %25 = fmul float %22, %24
  %26 = fadd float %25, 0xBF51E32800000000
  %27 = fmul float %22, %26
  %28 = fadd float %27, 0x3F679A65E0000000
  %29 = fmul float %22, %28
  %30 = fadd float %29, 0xBF7E50BA40000000
  %31 = fmul float %22, %30
  %32 = fadd float %31, 0x3F951343E0000000
  %33 = fmul float %22, %32
  %34 = fadd float %33, 0xBFB13DF2C0000000
  %35 = fmul float %22, %34
  %36 = fadd float %35, 0x3FD4A34CC0000000
  %37 = fmul float %22, %36
  %38 = fadd float %37, 0x3FDB0EE600000000
  %39 = fmul float %22, %38
  br i1 %20, label %40, label %116
40:
  %41 = call spir_func float @_Z5log1pf(float %22)
  %42 = fsub float %39, %41
  br label %116
43:
  %44 = fcmp olt float %3, 8.000000e+00
  br i1 %44, label %45, label %91
45:
  %46 = phi i32 [ %54, %45 ], [ 2, %43 ]
  %47 = phi float [ %53, %45 ], [ 1.000000e+00, %43 ]
  %48 = phi float [ %52, %45 ], [ %3, %43 ]
  %49 = fcmp ult float %48, 2.000000e+00
  %50 = fadd float %48, -1.000000e+00
  %51 = fmul float %47, %50
  %52 = select i1 %49, float %48, float %50
  %53 = select i1 %49, float %47, float %51
  %54 = add nuw nsw i32 %46, 1
  %55 = icmp samesign ult i32 %46, 7
  br i1 %55, label %45, label %56
56:
  %57 = fcmp olt float %52, 1.000000e+00
  %58 = fadd float %52, 1.000000e+00
  %59 = select i1 %57, float %58, float %52
  %60 = select i1 %57, float %52, float 1.000000e+00
  %61 = fadd float %59, -1.500000e+00
  %62 = fmul float %61, 0x3F99035CA0000000
  %63 = fsub float 0x3FA1AC4720000000, %62
  %64 = fmul float %61, %63
  %65 = fadd float %64, 0xBFA25EB6E0000000
  %66 = fmul float %61, %65
  %67 = fadd float %66, 0x3FACFC3A60000000
  %68 = fmul float %61, %67
  %69 = fadd float %68, 0xBFB3EA1920000000
  %70 = fmul float %61, %69
  %71 = fadd float %70, 0x3FC289ADA0000000
  %72 = fmul float %61, %71
  %73 = fadd float %72, 0xBFBB76C420000000
  %74 = fmul float %61, %73
  %75 = fadd float %74, 0x3FDA8C3620000000
  %76 = fmul float %61, %75
  %77 = fadd float %76, 0x3FA08EA1C0000000
  %78 = fmul float %61, %77
  %79 = fadd float %78, 0x3FEC5BF8A0000000
  %80 = fmul float %53, %79
  %81 = call float @__simt_fabs_f32(float %60)
  %82 = fcmp ogt float %81, 0x45F0000000000000
  %83 = fcmp olt float %81, 0x39F0000000000000
  %84 = select i1 %83, float 0x41F0000000000000, float 1.000000e+00
  %85 = select i1 %82, float 0x3DF0000000000000, float %84
  %86 = fmul float %80, %85
  %87 = fmul float %60, %85
  %88 = call float @__simt_rcp_f32(float %87)
  %89 = fmul float %88, %86
  %90 = call float @__simt_corrected_f32(float %89, float %88, float %86, float %87)
  br label %91
91:
  %92 = phi float [ %90, %56 ], [ %3, %43 ]
  %93 = call float @__simt_log_f32(float %92)
  %94 = fadd float %93, -1.000000e+00
  %95 = fadd float %3, -5.000000e-01
  %96 = fmul float %95, %94
  %97 = call float @__simt_fabs_f32(float %3)
  %98 = fcmp ogt float %97, 0x45F0000000000000
  %99 = fcmp olt float %97, 0x39F0000000000000
  %100 = select i1 %99, float 0x41F0000000000000, float 1.000000e+00
  %101 = select i1 %98, float 0x3DF0000000000000, float %100
  %102 = fmul float %3, %101
  %103 = call float @__simt_rcp_f32(float %102)
  %104 = fmul float %103, %101
  %105 = call float @__simt_corrected_f32(float %104, float %103, float %101, float %102)
  %106 = fmul float %105, %105
  %107 = fmul float %106, 0x3F83813820000000
  %108 = fadd float %107, 0xBFA1111120000000
  %109 = fmul float %106, %108
  %110 = fadd float %109, 1.000000e+00
  %111 = fmul float %105, %110
  %112 = fmul float %111, 0x3FB5555560000000
  %113 = fadd float %112, 0x3FDACFE380000000
  %114 = fadd float %96, %113
  %115 = select i1 %44, float %93, float %114
  br label %116
116:
  %117 = phi float [ %115, %91 ], [ %42, %40 ], [ %39, %19 ]
  br i1 %15, label %118, label %124
118:
  %119 = call float @__simt_fabs_f32(float %4)
  %120 = fmul float %3, %119
  %121 = call float @__simt_log_f32(float %120)
  %122 = fsub float 0x3FF250D040000000, %121
  %123 = fsub float %122, %117
  br label %124
124:
  %125 = phi float [ 0x7FF0000000000000, %7 ], [ %0, %2 ], [ 0x7FF0000000000000, %9 ], [ %123, %118 ], [ %117, %116 ]
  %126 = fcmp ogt float %4, 0.000000e+00
  %127 = select i1 %5, i1 %126, i1 false
  %128 = call i1 @llvm.is.fpclass.f32(float %0, i32 32)
  %129 = or i1 %128, %127
  %130 = select i1 %129, i32 -1, i32 1
  store i32 %130, ptr addrspace(1) %1, align 4
  ret float %125
}
define spir_func float @_Z8lgamma_rfPU3AS3i(float %0, ptr addrspace(3) %1) {
  %3 = call float @__simt_fabs_f32(float %0)
  %4 = call spir_func float @_Z5sinpif(float %3)
  %5 = fcmp olt float %0, 0.000000e+00
  %6 = fcmp uno float %0, 0.000000e+00
  br i1 %6, label %124, label %7
7:
  %8 = fcmp oeq float %3, 0x7FF0000000000000
  br i1 %8, label %124, label %9
9:
  %10 = fcmp ole float %0, 0.000000e+00
  %11 = fcmp oeq float %4, 0.000000e+00
  %12 = select i1 %10, i1 %11, i1 false
  br i1 %12, label %124, label %13
13:
  %14 = fcmp oge float %3, 0x3E60000000000000
  %15 = and i1 %5, %14
  %16 = fcmp oge float %3, 5.000000e-01
  %17 = fcmp olt float %3, 2.500000e+00
  %18 = and i1 %16, %17
  br i1 %18, label %19, label %43
19:
  %20 = fcmp olt float %3, 1.500000e+00
  %21 = select i1 %20, float 1.000000e+00, float 2.000000e+00
  %22 = fsub float %3, %21
  %23 = fmul float %22, 0x3F3CC2B800000000
  %24 = fsub float 0x3F428579E0000000, %23
  %25 = fmul float %22, %24
  %26 = fadd float %25, 0xBF51E32800000000
  %27 = fmul float %22, %26
  %28 = fadd float %27, 0x3F679A65E0000000
  %29 = fmul float %22, %28
  %30 = fadd float %29, 0xBF7E50BA40000000
  %31 = fmul float %22, %30
  %32 = fadd float %31, 0x3F951343E0000000
  %33 = fmul float %22, %32
  %34 = fadd float %33, 0xBFB13DF2C0000000
  %35 = fmul float %22, %34
  %36 = fadd float %35, 0x3FD4A34CC0000000
  %37 = fmul float %22, %36
  %38 = fadd float %37, 0x3FDB0EE600000000
  %39 = fmul float %22, %38
  br i1 %20, label %40, label %116
40:
  %41 = call spir_func float @_Z5log1pf(float %22)
  %42 = fsub float %39, %41
  br label %116
43:
  %44 = fcmp olt float %3, 8.000000e+00
  br i1 %44, label %45, label %91
45:
  %46 = phi i32 [ %54, %45 ], [ 2, %43 ]
  %47 = phi float [ %53, %45 ], [ 1.000000e+00, %43 ]
  %48 = phi float [ %52, %45 ], [ %3, %43 ]
  %49 = fcmp ult float %48, 2.000000e+00
  %50 = fadd float %48, -1.000000e+00
  %51 = fmul float %47, %50
  %52 = select i1 %49, float %48, float %50
  %53 = select i1 %49, float %47, float %51
  %54 = add nuw nsw i32 %46, 1
  %55 = icmp samesign ult i32 %46, 7
  br i1 %55, label %45, label %56
56:
  %57 = fcmp olt float %52, 1.000000e+00
  %58 = fadd float %52, 1.000000e+00
  %59 = select i1 %57, float %58, float %52
  %60 = select i1 %57, float %52, float 1.000000e+00
  %61 = fadd float %59, -1.500000e+00
  %62 = fmul float %61, 0x3F99035CA0000000
  %63 = fsub float 0x3FA1AC4720000000, %62
  %64 = fmul float %61, %63
  %65 = fadd float %64, 0xBFA25EB6E0000000
  %66 = fmul float %61, %65
  %67 = fadd float %66, 0x3FACFC3A60000000
  %68 = fmul float %61, %67
  %69 = fadd float %68, 0xBFB3EA1920000000
  %70 = fmul float %61, %69
  %71 = fadd float %70, 0x3FC289ADA0000000
  %72 = fmul float %61, %71
  %73 = fadd float %72, 0xBFBB76C420000000
  %74 = fmul float %61, %73
  %75 = fadd float %74, 0x3FDA8C3620000000
  %76 = fmul float %61, %75
  %77 = fadd float %76, 0x3FA08EA1C0000000
  %78 = fmul float %61, %77
  %79 = fadd float %78, 0x3FEC5BF8A0000000
  %80 = fmul float %53, %79
  %81 = call float @__simt_fabs_f32(float %60)
  %82 = fcmp ogt float %81, 0x45F0000000000000
  %83 = fcmp olt float %81, 0x39F0000000000000
  %84 = select i1 %83, float 0x41F0000000000000, float 1.000000e+00
  %85 = select i1 %82, float 0x3DF0000000000000, float %84
  %86 = fmul float %80, %85
  %87 = fmul float %60, %85
  %88 = call float @__simt_rcp_f32(float %87)
  %89 = fmul float %88, %86
  %90 = call float @__simt_corrected_f32(float %89, float %88, float %86, float %87)
  br label %91
91:
  %92 = phi float [ %90, %56 ], [ %3, %43 ]
  %93 = call float @__simt_log_f32(float %92)
  %94 = fadd float %93, -1.000000e+00
  %95 = fadd float %3, -5.000000e-01
  %96 = fmul float %95, %94
  %97 = call float @__simt_fabs_f32(float %3)
  %98 = fcmp ogt float %97, 0x45F0000000000000
  %99 = fcmp olt float %97, 0x39F0000000000000
  %100 = select i1 %99, float 0x41F0000000000000, float 1.000000e+00
  %101 = select i1 %98, float 0x3DF0000000000000, float %100
  %102 = fmul float %3, %101
  %103 = call float @__simt_rcp_f32(float %102)
  %104 = fmul float %103, %101
  %105 = call float @__simt_corrected_f32(float %104, float %103, float %101, float %102)
  %106 = fmul float %105, %105
  %107 = fmul float %106, 0x3F83813820000000
  %108 = fadd float %107, 0xBFA1111120000000
  %109 = fmul float %106, %108
  %110 = fadd float %109, 1.000000e+00
  %111 = fmul float %105, %110
  %112 = fmul float %111, 0x3FB5555560000000
  %113 = fadd float %112, 0x3FDACFE380000000
  %114 = fadd float %96, %113
  %115 = select i1 %44, float %93, float %114
  br label %116
116:
  %117 = phi float [ %115, %91 ], [ %42, %40 ], [ %39, %19 ]
  br i1 %15, label %118, label %124
118:
  %119 = call float @__simt_fabs_f32(float %4)
  %120 = fmul float %3, %119
  %121 = call float @__simt_log_f32(float %120)
  %122 = fsub float 0x3FF250D040000000, %121
  %123 = fsub float %122, %117
  br label %124
124:
  %125 = phi float [ 0x7FF0000000000000, %7 ], [ %0, %2 ], [ 0x7FF0000000000000, %9 ], [ %123, %118 ], [ %117, %116 ]
  %126 = fcmp ogt float %4, 0.000000e+00
  %127 = select i1 %5, i1 %126, i1 false
  %128 = call i1 @llvm.is.fpclass.f32(float %0, i32 32)
  %129 = or i1 %128, %127
  %130 = select i1 %129, i32 -1, i32 1
  store i32 %130, ptr addrspace(3) %1, align 4
  ret float %125
}
define i32 @__simt_soft_mul_i32(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = call float @__simt_uitofp_i32_f32(i32 %3)
  %5 = and i32 %1, 255
  %6 = call float @__simt_uitofp_i32_f32(i32 %5)
  %7 = lshr i32 %1, 8
  %8 = and i32 %7, 255
  %9 = call float @__simt_uitofp_i32_f32(i32 %8)
  %10 = fmul float %4, %6
  %11 = call i32 @__simt_fptoui_f32_i32(float %10)
  %12 = fmul float %4, %9
  %13 = call i32 @__simt_fptoui_f32_i32(float %12)
  %14 = shl i32 %13, 8
  %15 = add i32 %14, %11
  %16 = lshr i32 %1, 16
  %17 = and i32 %16, 255
  %18 = call float @__simt_uitofp_i32_f32(i32 %17)
  %19 = lshr i32 %1, 24
  %20 = call float @__simt_uitofp_i32_f32(i32 %19)
  %21 = fmul float %4, %18
  %22 = call i32 @__simt_fptoui_f32_i32(float %21)
  %23 = fmul float %4, %20
  %24 = call i32 @__simt_fptoui_f32_i32(float %23)
  %25 = lshr i32 %0, 16
  %26 = call float @__simt_uitofp_i32_f32(i32 %25)
  %27 = fmul float %6, %26
  %28 = call i32 @__simt_fptoui_f32_i32(float %27)
  %29 = fmul float %9, %26
  %30 = call i32 @__simt_fptoui_f32_i32(float %29)
  %31 = add i32 %30, %24
  %32 = add i32 %28, %22
  %33 = shl i32 %31, 24
  %34 = shl i32 %32, 16
  %35 = add i32 %33, %34
  %36 = add i32 %15, %35
  ret i32 %36
}
define i32 @__simt_soft_mulh_u32(i32 %0, i32 %1) {
  %3 = and i32 %0, 65535
  %4 = lshr i32 %0, 16
  %5 = lshr i32 %1, 16
  %6 = call float @__simt_uitofp_i32_f32(i32 %3)
  %7 = and i32 %1, 255
  %8 = call float @__simt_uitofp_i32_f32(i32 %7)
  %9 = lshr i32 %1, 8
  %10 = and i32 %9, 255
  %11 = call float @__simt_uitofp_i32_f32(i32 %10)
  %12 = fmul float %6, %8
  %13 = call i32 @__simt_fptoui_f32_i32(float %12)
  %14 = fmul float %6, %11
  %15 = call i32 @__simt_fptoui_f32_i32(float %14)
  %16 = shl i32 %15, 8
  %17 = add i32 %16, %13
  %18 = call float @__simt_uitofp_i32_f32(i32 %4)
  %19 = fmul float %8, %18
  %20 = call i32 @__simt_fptoui_f32_i32(float %19)
  %21 = fmul float %11, %18
  %22 = call i32 @__simt_fptoui_f32_i32(float %21)
  %23 = shl i32 %22, 8
  %24 = lshr i32 %17, 16
  %25 = add i32 %24, %20
  %26 = add i32 %25, %23
  %27 = and i32 %5, 255
  %28 = call float @__simt_uitofp_i32_f32(i32 %27)
  %29 = lshr i32 %1, 24
  %30 = call float @__simt_uitofp_i32_f32(i32 %29)
  %31 = fmul float %6, %28
  %32 = call i32 @__simt_fptoui_f32_i32(float %31)
  %33 = fmul float %6, %30
  %34 = call i32 @__simt_fptoui_f32_i32(float %33)
  %35 = shl i32 %34, 8
  %36 = and i32 %26, 65535
  %37 = add i32 %36, %32
  %38 = add i32 %37, %35
  %39 = fmul float %18, %28
  %40 = call i32 @__simt_fptoui_f32_i32(float %39)
  %41 = fmul float %18, %30
  %42 = call i32 @__simt_fptoui_f32_i32(float %41)
  %43 = shl i32 %42, 8
  %44 = lshr i32 %26, 16
  %45 = lshr i32 %38, 16
  %46 = add i32 %40, %44
  %47 = add i32 %46, %43
  %48 = add i32 %47, %45
  ret i32 %48
}
define i32 @__simt_soft_mulh_s32(i32 %0, i32 %1) {
  %3 = call i32 @__simt_mulh_u32(i32 %0, i32 %1)
  %4 = icmp slt i32 %0, 0
  %5 = select i1 %4, i32 %1, i32 0
  %6 = icmp slt i32 %1, 0
  %7 = select i1 %6, i32 %0, i32 0
  %8 = add i32 %7, %5
  %9 = sub i32 %3, %8
  ret i32 %9
}
define i32 @__simt_soft_mul_u24(i32 %0, i32 %1) {
  %3 = and i32 %0, 16777215
  %4 = and i32 %1, 16777215
  %5 = mul i32 %4, %3
  ret i32 %5
}
define i32 @__simt_soft_mul_s24(i32 %0, i32 %1) {
  %3 = shl i32 %0, 8
  %4 = ashr exact i32 %3, 8
  %5 = shl i32 %1, 8
  %6 = ashr exact i32 %5, 8
  %7 = mul nsw i32 %6, %4
  ret i32 %7
}
define i32 @__simt_soft_popc_i32(i32 %0) {
  %2 = lshr i32 %0, 1
  %3 = and i32 %2, 1431655765
  %4 = sub i32 %0, %3
  %5 = and i32 %4, 858993459
  %6 = lshr i32 %4, 2
  %7 = and i32 %6, 858993459
  %8 = add nuw nsw i32 %7, %5
  %9 = lshr i32 %8, 4
  %10 = add nuw nsw i32 %9, %8
  %11 = and i32 %10, 252645135
  %12 = lshr i32 %11, 8
  %13 = add nuw nsw i32 %12, %11
  %14 = lshr i32 %13, 16
  %15 = add nuw nsw i32 %14, %13
  %16 = and i32 %15, 63
  ret i32 %16
}
define i32 @__simt_soft_clz_i32(i32 %0) {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %11, label %3
3:
  %4 = lshr i32 %0, 1
  %5 = xor i32 %4, -1
  %6 = and i32 %0, %5
  %7 = uitofp i32 %6 to float
  %8 = bitcast float %7 to i32
  %9 = lshr i32 %8, 23
  %10 = sub nsw i32 158, %9
  br label %11
11:
  %12 = phi i32 [ %10, %3 ], [ 32, %1 ]
  ret i32 %12
}
define i32 @__simt_soft_ctz_i32(i32 %0) {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %8, label %3
3:
  %4 = sub i32 0, %0
  %5 = and i32 %0, %4
  %6 = call i32 @__simt_clz_i32(i32 %5)
  %7 = sub i32 31, %6
  br label %8
8:
  %9 = phi i32 [ %7, %3 ], [ 32, %1 ]
  ret i32 %9
}
define i64 @__simt_divided_by_rcp(i32 %0, i32 %1) {
  %3 = call float @__simt_uitofp_i32_f32(i32 %1)
  %4 = call float @__simt_rcp_f32(float %3)
  %5 = fmul float %4, 0x3FEFFFFF40000000
  %6 = call float @__simt_uitofp_i32_f32(i32 %0)
  %7 = fmul float %6, %5
  %8 = call i32 @__simt_fptoui_f32_i32(float %7)
  %9 = mul i32 %8, %1
  %10 = sub i32 %0, %9
  %11 = call float @__simt_uitofp_i32_f32(i32 %10)
  %12 = fmul float %5, %11
  %13 = call i32 @__simt_fptoui_f32_i32(float %12)
  %14 = mul i32 %13, %1
  %15 = sub i32 %10, %14
  %16 = icmp uge i32 %15, %1
  %17 = zext i1 %16 to i32
  %18 = add i32 %13, %8
  %19 = add i32 %18, %17
  %20 = sub i32 %15, %1
  %21 = call i32 @llvm.umin.i32(i32 %20, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = icmp eq i32 %1, 0
  %25 = select i1 %24, i32 -1, i32 %19
  %26 = zext i32 %25 to i64
  %27 = or disjoint i64 %23, %26
  ret i64 %27
}
define i64 @__simt_soft_divided_i32(i32 %0, i32 %1) {
  br label %8
3:
  %4 = zext i32 %17 to i64
  %5 = shl nuw i64 %4, 32
  %6 = zext i32 %20 to i64
  %7 = or disjoint i64 %5, %6
  ret i64 %7
8:
  %9 = phi i32 [ %0, %2 ], [ %20, %8 ]
  %10 = phi i32 [ 0, %2 ], [ %17, %8 ]
  %11 = phi i32 [ 0, %2 ], [ %21, %8 ]
  %12 = call i32 @llvm.fshl.i32(i32 %10, i32 %9, i32 1)
  %13 = icmp uge i32 %12, %1
  %14 = icmp slt i32 %10, 0
  %15 = or i1 %14, %13
  %16 = select i1 %15, i32 %1, i32 0
  %17 = sub i32 %12, %16
  %18 = shl i32 %9, 1
  %19 = zext i1 %15 to i32
  %20 = or disjoint i32 %18, %19
  %21 = add nuw nsw i32 %11, 1
  %22 = icmp samesign ult i32 %11, 31
  br i1 %22, label %8, label %3
}
define i32 @__simt_soft_udiv_i32(i32 %0, i32 %1) {
  %3 = call i64 @__simt_divided_i32(i32 %0, i32 %1)
  %4 = trunc i64 %3 to i32
  ret i32 %4
}
define i32 @__simt_soft_urem_i32(i32 %0, i32 %1) {
  %3 = call i64 @__simt_divided_i32(i32 %0, i32 %1)
  %4 = lshr i64 %3, 32
  %5 = trunc nuw i64 %4 to i32
  ret i32 %5
}
define i32 @__simt_soft_sdiv_i32(i32 %0, i32 %1) {
  %3 = call i32 @llvm.abs.i32(i32 %0, i1 false)
  %4 = call i32 @llvm.abs.i32(i32 %1, i1 false)
  %5 = call i32 @__simt_udiv_i32(i32 %3, i32 %4)
  %6 = xor i32 %1, %0
  %7 = icmp slt i32 %6, 0
  %8 = sub i32 0, %5
  %9 = select i1 %7, i32 %8, i32 %5
  ret i32 %9
}
define i32 @__simt_soft_srem_i32(i32 %0, i32 %1) {
  %3 = call i32 @llvm.abs.i32(i32 %0, i1 false)
  %4 = call i32 @llvm.abs.i32(i32 %1, i1 false)
  %5 = call i32 @__simt_urem_i32(i32 %3, i32 %4)
  %6 = icmp slt i32 %0, 0
  %7 = sub i32 0, %5
  %8 = select i1 %6, i32 %7, i32 %5
  ret i32 %8
}
define i64 @__simt_mul_i64(i64 %0, i64 %1) {
  %3 = trunc i64 %0 to i32
  %4 = trunc i64 %1 to i32
  %5 = call i32 @__simt_mulh_u32(i32 %3, i32 %4)
  %6 = lshr i64 %1, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = mul i32 %7, %3
  %9 = lshr i64 %0, 32
  %10 = trunc nuw i64 %9 to i32
  %11 = mul i32 %10, %4
  %12 = add i32 %8, %11
  %13 = add i32 %12, %5
  %14 = zext i32 %13 to i64
  %15 = shl nuw i64 %14, 32
  %16 = mul i32 %4, %3
  %17 = zext i32 %16 to i64
  %18 = or disjoint i64 %15, %17
  ret i64 %18
}
define i64 @__simt_udiv_i64(i64 %0, i64 %1) {
  %3 = or i64 %1, %0
  %4 = icmp ult i64 %3, 4294967296
  br i1 %4, label %5, label %10
5:
  %6 = trunc nuw i64 %0 to i32
  %7 = trunc nuw i64 %1 to i32
  %8 = call i32 @__simt_udiv_i32(i32 %6, i32 %7)
  %9 = zext i32 %8 to i64
  br label %111
10:
  %11 = lshr i64 %1, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = trunc i64 %1 to i32
  %14 = icmp eq i64 %11, 0
  br i1 %14, label %15, label %17
15:
  %16 = uitofp i32 %13 to float
  br label %39
17:
  %18 = call i32 @__simt_clz_i32(i32 %12)
  %19 = icmp eq i32 %18, 0
  br i1 %19, label %27, label %20
20:
  %21 = and i32 %18, 31
  %22 = shl i32 %12, %21
  %23 = sub i32 0, %18
  %24 = and i32 %23, 31
  %25 = lshr i32 %13, %24
  %26 = or i32 %22, %25
  br label %27
27:
  %28 = phi i32 [ %21, %20 ], [ 0, %17 ]
  %29 = phi i32 [ %26, %20 ], [ %12, %17 ]
  %30 = shl i32 %13, %28
  %31 = icmp ne i32 %30, 0
  %32 = zext i1 %31 to i32
  %33 = or i32 %29, %32
  %34 = uitofp i32 %33 to float
  %35 = shl i32 %18, 23
  %36 = sub i32 1333788672, %35
  %37 = bitcast i32 %36 to float
  %38 = fmul float %37, %34
  br label %39
39:
  %40 = phi float [ %38, %27 ], [ %16, %15 ]
  %41 = call float @__simt_rcp_f32(float %40)
  %42 = fmul float %41, 0x3FEFFFF800000000
  %43 = add i64 %1, -1
  %44 = icmp ult i64 %43, %0
  br i1 %44, label %45, label %111
45:
  %46 = phi i64 [ %109, %92 ], [ %0, %39 ]
  %47 = phi i64 [ %94, %92 ], [ 0, %39 ]
  %48 = lshr i64 %46, 32
  %49 = trunc nuw i64 %48 to i32
  %50 = trunc i64 %46 to i32
  %51 = icmp eq i64 %48, 0
  br i1 %51, label %52, label %54
52:
  %53 = uitofp i32 %50 to float
  br label %76
54:
  %55 = call i32 @__simt_clz_i32(i32 %49)
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %64, label %57
57:
  %58 = and i32 %55, 31
  %59 = shl i32 %49, %58
  %60 = sub i32 0, %55
  %61 = and i32 %60, 31
  %62 = lshr i32 %50, %61
  %63 = or i32 %59, %62
  br label %64
64:
  %65 = phi i32 [ %58, %57 ], [ 0, %54 ]
  %66 = phi i32 [ %63, %57 ], [ %49, %54 ]
  %67 = shl i32 %50, %65
  %68 = icmp ne i32 %67, 0
  %69 = zext i1 %68 to i32
  %70 = or i32 %66, %69
  %71 = uitofp i32 %70 to float
  %72 = shl i32 %55, 23
  %73 = sub i32 1333788672, %72
  %74 = bitcast i32 %73 to float
  %75 = fmul float %74, %71
  br label %76
76:
  %77 = phi float [ %75, %64 ], [ %53, %52 ]
  %78 = fmul float %42, %77
  %79 = fcmp ult float %78, 0x43F0000000000000
  br i1 %79, label %80, label %92
80:
  %81 = fmul float %78, 0x3DF0000000000000
  %82 = call i32 @__simt_fptoui_f32_i32(float %81)
  %83 = uitofp i32 %82 to float
  %84 = fmul float %83, 0x41F0000000000000
  %85 = fsub float %78, %84
  %86 = call i32 @__simt_fptoui_f32_i32(float %85)
  %87 = zext i32 %82 to i64
  %88 = shl nuw i64 %87, 32
  %89 = zext i32 %86 to i64
  %90 = or disjoint i64 %88, %89
  %91 = call i64 @llvm.umax.i64(i64 %90, i64 1)
  br label %92
92:
  %93 = phi i64 [ %91, %80 ], [ -1, %76 ]
  %94 = add i64 %93, %47
  %95 = trunc i64 %93 to i32
  %96 = call i32 @__simt_mulh_u32(i32 %95, i32 %13)
  %97 = mul i32 %95, %12
  %98 = lshr i64 %93, 32
  %99 = trunc nuw i64 %98 to i32
  %100 = mul i32 %99, %13
  %101 = add i32 %97, %96
  %102 = add i32 %101, %100
  %103 = sub i32 0, %102
  %104 = zext i32 %103 to i64
  %105 = shl nuw i64 %104, 32
  %106 = mul i32 %95, %13
  %107 = zext i32 %106 to i64
  %108 = sub i64 %46, %107
  %109 = add i64 %108, %105
  %110 = icmp ult i64 %43, %109
  br i1 %110, label %45, label %111
111:
  %112 = phi i64 [ %9, %5 ], [ 0, %39 ], [ %94, %92 ]
  ret i64 %112
}
define float @__simt_uitofp_i64_f32(i64 %0) {
  %2 = lshr i64 %0, 32
  %3 = trunc nuw i64 %2 to i32
  %4 = trunc i64 %0 to i32
  %5 = icmp eq i64 %2, 0
  br i1 %5, label %6, label %8
6:
  %7 = uitofp i32 %4 to float
  br label %30
8:
  %9 = call i32 @__simt_clz_i32(i32 %3)
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %18, label %11
11:
  %12 = and i32 %9, 31
  %13 = shl i32 %3, %12
  %14 = sub i32 0, %9
  %15 = and i32 %14, 31
  %16 = lshr i32 %4, %15
  %17 = or i32 %13, %16
  br label %18
18:
  %19 = phi i32 [ %12, %11 ], [ 0, %8 ]
  %20 = phi i32 [ %17, %11 ], [ %3, %8 ]
  %21 = shl i32 %4, %19
  %22 = icmp ne i32 %21, 0
  %23 = zext i1 %22 to i32
  %24 = or i32 %20, %23
  %25 = uitofp i32 %24 to float
  %26 = shl i32 %9, 23
  %27 = sub i32 1333788672, %26
  %28 = bitcast i32 %27 to float
  %29 = fmul float %28, %25
  br label %30
30:
  %31 = phi float [ %29, %18 ], [ %7, %6 ]
  ret float %31
}
define i64 @__simt_fptoui_f32_i64(float %0) {
  %2 = fcmp ult float %0, 0x43F0000000000000
  br i1 %2, label %3, label %14
3:
  %4 = fmul float %0, 0x3DF0000000000000
  %5 = call i32 @__simt_fptoui_f32_i32(float %4)
  %6 = uitofp i32 %5 to float
  %7 = fmul float %6, 0x41F0000000000000
  %8 = fsub float %0, %7
  %9 = call i32 @__simt_fptoui_f32_i32(float %8)
  %10 = zext i32 %5 to i64
  %11 = shl nuw i64 %10, 32
  %12 = zext i32 %9 to i64
  %13 = or disjoint i64 %11, %12
  br label %14
14:
  %15 = phi i64 [ %13, %3 ], [ -1, %1 ]
  ret i64 %15
}
define i64 @__simt_urem_i64(i64 %0, i64 %1) {
  %3 = call i64 @__simt_udiv_i64(i64 %0, i64 %1)
  %4 = trunc i64 %3 to i32
  %5 = trunc i64 %1 to i32
  %6 = call i32 @__simt_mulh_u32(i32 %4, i32 %5)
  %7 = lshr i64 %1, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = mul i32 %4, %8
  %10 = lshr i64 %3, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = mul i32 %11, %5
  %13 = add i32 %9, %6
  %14 = add i32 %13, %12
  %15 = sub i32 0, %14
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = mul i32 %4, %5
  %19 = zext i32 %18 to i64
  %20 = sub i64 %0, %19
  %21 = add i64 %20, %17
  ret i64 %21
}
define i64 @__simt_sdiv_i64(i64 %0, i64 %1) {
  %3 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  %4 = call i64 @llvm.abs.i64(i64 %1, i1 false)
  %5 = call i64 @__simt_udiv_i64(i64 %3, i64 %4)
  %6 = xor i64 %1, %0
  %7 = icmp slt i64 %6, 0
  %8 = sub i64 0, %5
  %9 = select i1 %7, i64 %8, i64 %5
  ret i64 %9
}
define i64 @__simt_srem_i64(i64 %0, i64 %1) {
  %3 = icmp slt i64 %0, 0
  %4 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  %5 = call i64 @llvm.abs.i64(i64 %1, i1 false)
  %6 = call i64 @__simt_udiv_i64(i64 %4, i64 %5)
  %7 = trunc i64 %6 to i32
  %8 = trunc i64 %5 to i32
  %9 = call i32 @__simt_mulh_u32(i32 %7, i32 %8)
  %10 = lshr i64 %5, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = mul i32 %7, %11
  %13 = lshr i64 %6, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = mul i32 %14, %8
  %16 = add i32 %9, %12
  %17 = add i32 %16, %15
  %18 = sub i32 0, %17
  %19 = zext i32 %18 to i64
  %20 = shl nuw i64 %19, 32
  %21 = mul i32 %7, %8
  %22 = zext i32 %21 to i64
  %23 = sub i64 %4, %22
  %24 = add i64 %20, %23
  %25 = sub i64 0, %24
  %26 = select i1 %3, i64 %25, i64 %24
  ret i64 %26
}
define float @__simt_sitofp_i64_f32(i64 %0) {
  %2 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  %3 = lshr i64 %2, 32
  %4 = trunc nuw i64 %3 to i32
  %5 = trunc i64 %2 to i32
  %6 = icmp eq i64 %3, 0
  br i1 %6, label %7, label %9
7:
  %8 = uitofp i32 %5 to float
  br label %31
9:
  %10 = call i32 @__simt_clz_i32(i32 %4)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %19, label %12
12:
  %13 = and i32 %10, 31
  %14 = shl i32 %4, %13
  %15 = sub i32 0, %10
  %16 = and i32 %15, 31
  %17 = lshr i32 %5, %16
  %18 = or i32 %14, %17
  br label %19
19:
  %20 = phi i32 [ %13, %12 ], [ 0, %9 ]
  %21 = phi i32 [ %18, %12 ], [ %4, %9 ]
  %22 = shl i32 %5, %20
  %23 = icmp ne i32 %22, 0
  %24 = zext i1 %23 to i32
  %25 = or i32 %21, %24
  %26 = uitofp i32 %25 to float
  %27 = shl i32 %10, 23
  %28 = sub i32 1333788672, %27
  %29 = bitcast i32 %28 to float
  %30 = fmul float %29, %26
  br label %31
31:
  %32 = phi float [ %30, %19 ], [ %8, %7 ]
  %33 = icmp slt i64 %0, 0
  %34 = fneg float %32
  %35 = select i1 %33, float %34, float %32
  ret float %35
}
define double @__simt_uitofp_i64_f64(i64 %0) {
  %2 = lshr i64 %0, 32
  %3 = trunc nuw i64 %2 to i32
  %4 = uitofp i32 %3 to double
  %5 = fmul double %4, 0x41F0000000000000
  %6 = trunc i64 %0 to i32
  %7 = uitofp i32 %6 to double
  %8 = fadd double %5, %7
  ret double %8
}
define double @__simt_sitofp_i64_f64(i64 %0) {
  %2 = lshr i64 %0, 32
  %3 = trunc nuw i64 %2 to i32
  %4 = sitofp i32 %3 to double
  %5 = fmul double %4, 0x41F0000000000000
  %6 = trunc i64 %0 to i32
  %7 = uitofp i32 %6 to double
  %8 = fadd double %5, %7
  ret double %8
}
define i64 @__simt_fptosi_f32_i64(float %0) {
  %2 = fcmp ult float %0, 0x43E0000000000000
  br i1 %2, label %3, label %25
3:
  %4 = fcmp ugt float %0, 0xC3E0000000000000
  br i1 %4, label %5, label %25
5:
  %6 = fcmp olt float %0, 0.000000e+00
  %7 = fneg float %0
  %8 = select i1 %6, float %7, float %0
  %9 = fcmp ult float %8, 0x43F0000000000000
  br i1 %9, label %10, label %21
10:
  %11 = fmul float %8, 0x3DF0000000000000
  %12 = call i32 @__simt_fptoui_f32_i32(float %11)
  %13 = uitofp i32 %12 to float
  %14 = fmul float %13, 0x41F0000000000000
  %15 = fsub float %8, %14
  %16 = call i32 @__simt_fptoui_f32_i32(float %15)
  %17 = zext i32 %12 to i64
  %18 = shl nuw i64 %17, 32
  %19 = zext i32 %16 to i64
  %20 = or disjoint i64 %18, %19
  br label %21
21:
  %22 = phi i64 [ %20, %10 ], [ -1, %5 ]
  %23 = sub i64 0, %22
  %24 = select i1 %6, i64 %23, i64 %22
  br label %25
25:
  %26 = phi i64 [ %24, %21 ], [ 9223372036854775807, %1 ], [ -9223372036854775808, %3 ]
  ret i64 %26
}
define i64 @__simt_fptoui_f64_i64(double %0) {
  %2 = fcmp ult double %0, 0x43F0000000000000
  br i1 %2, label %3, label %14
3:
  %4 = fmul double %0, 0x3DF0000000000000
  %5 = call i32 @__simt_fptoui_f64_i32(double %4)
  %6 = uitofp i32 %5 to double
  %7 = fmul double %6, 0x41F0000000000000
  %8 = fsub double %0, %7
  %9 = call i32 @__simt_fptoui_f64_i32(double %8)
  %10 = zext i32 %5 to i64
  %11 = shl nuw i64 %10, 32
  %12 = zext i32 %9 to i64
  %13 = or disjoint i64 %11, %12
  br label %14
14:
  %15 = phi i64 [ %13, %3 ], [ -1, %1 ]
  ret i64 %15
}
define i64 @__simt_fptosi_f64_i64(double %0) {
  %2 = fcmp ult double %0, 0x43E0000000000000
  br i1 %2, label %3, label %25
3:
  %4 = fcmp ugt double %0, 0xC3E0000000000000
  br i1 %4, label %5, label %25
5:
  %6 = fcmp olt double %0, 0.000000e+00
  %7 = fneg double %0
  %8 = select i1 %6, double %7, double %0
  %9 = fcmp ult double %8, 0x43F0000000000000
  br i1 %9, label %10, label %21
10:
  %11 = fmul double %8, 0x3DF0000000000000
  %12 = call i32 @__simt_fptoui_f64_i32(double %11)
  %13 = uitofp i32 %12 to double
  %14 = fmul double %13, 0x41F0000000000000
  %15 = fsub double %8, %14
  %16 = call i32 @__simt_fptoui_f64_i32(double %15)
  %17 = zext i32 %12 to i64
  %18 = shl nuw i64 %17, 32
  %19 = zext i32 %16 to i64
  %20 = or disjoint i64 %18, %19
  br label %21
21:
  %22 = phi i64 [ %20, %10 ], [ -1, %5 ]
  %23 = sub i64 0, %22
  %24 = select i1 %6, i64 %23, i64 %22
  br label %25
25:
  %26 = phi i64 [ %24, %21 ], [ 9223372036854775807, %1 ], [ -9223372036854775808, %3 ]
  ret i64 %26
}
define float @__simt_soft_corrected_f32(float returned %0, float %1, float %2, float %3) {
  ret float %0
}
define float @__simt_soft_rcp_f32(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  %3 = fcmp olt float %2, 0x3810000000000000
  %4 = select i1 %3, float 0x4160000000000000, float 1.000000e+00
  %5 = fmul float %0, %4
  %6 = bitcast float %5 to i32
  %7 = and i32 %6, 2139095040
  %8 = sub nsw i32 2130706432, %7
  %9 = call i32 @llvm.smax.i32(i32 %8, i32 4194304)
  %10 = bitcast i32 %9 to float
  %11 = fmul float %5, %10
  %12 = bitcast float %11 to i32
  %13 = sub i32 2129859015, %12
  %14 = bitcast i32 %13 to float
  br label %20
15:
  %16 = fmul float %11, %26
  %17 = call float @__simt_product_error_f32(float %11, float %26, float %16)
  %18 = call float @llvm.fabs.f32(float %0)
  %19 = bitcast float %18 to i32
  switch i32 %19, label %35 [
    i32 0, label %29
    i32 2139095040, label %31
  ]
20:
  %21 = phi float [ %14, %1 ], [ %26, %20 ]
  %22 = phi i32 [ 0, %1 ], [ %27, %20 ]
  %23 = fmul float %11, %21
  %24 = fsub float 1.000000e+00, %23
  %25 = fmul float %21, %24
  %26 = fadd float %21, %25
  %27 = add nuw nsw i32 %22, 1
  %28 = icmp samesign ult i32 %22, 2
  br i1 %28, label %20, label %15
29:
  %30 = call float @llvm.copysign.f32(float 0x7FF0000000000000, float %0)
  br label %44
31:
  %32 = bitcast float %0 to i32
  %33 = and i32 %32, -2147483648
  %34 = bitcast i32 %33 to float
  br label %44
35:
  %36 = fsub float 1.000000e+00, %16
  %37 = fsub float %36, %17
  %38 = fmul float %26, %37
  %39 = fadd float %26, %38
  %40 = fmul float %4, %39
  %41 = fmul float %40, %10
  %42 = fcmp ord float %0, 0.000000e+00
  %43 = select i1 %42, float %41, float %0
  br label %44
44:
  %45 = phi float [ %30, %29 ], [ %34, %31 ], [ %43, %35 ]
  ret float %45
}
define float @__simt_soft_sqrt_f32(float %0) {
  %2 = fcmp olt float %0, 0x3C30000000000000
  %3 = fcmp ogt float %0, 0x43B0000000000000
  %4 = select i1 %3, float 0x39F0000000000000, float 1.000000e+00
  %5 = select i1 %2, float 0x45F0000000000000, float %4
  %6 = fmul float %0, %5
  %7 = bitcast float %6 to i32
  %8 = lshr i32 %7, 1
  %9 = sub nsw i32 1597463007, %8
  %10 = bitcast i32 %9 to float
  br label %11
11:
  %12 = phi i32 [ 0, %1 ], [ %20, %11 ]
  %13 = phi float [ %10, %1 ], [ %19, %11 ]
  %14 = fmul float %13, 5.000000e-01
  %15 = fmul float %6, %13
  %16 = fmul float %13, %15
  %17 = fsub float 1.000000e+00, %16
  %18 = fmul float %14, %17
  %19 = fadd float %13, %18
  %20 = add nuw nsw i32 %12, 1
  %21 = icmp samesign ult i32 %12, 2
  br i1 %21, label %11, label %22
22:
  %23 = fmul float %6, %19
  %24 = fmul float %23, %23
  %25 = call float @__simt_product_error_f32(float %23, float %23, float %24)
  %26 = bitcast float %0 to i32
  %27 = add i32 %26, -1
  %28 = icmp ult i32 %27, 2139095039
  br i1 %28, label %29, label %38
29:
  %30 = select i1 %3, float 0x42F0000000000000, float 1.000000e+00
  %31 = select i1 %2, float 0x3CF0000000000000, float %30
  %32 = fmul float %19, 5.000000e-01
  %33 = fsub float %6, %24
  %34 = fsub float %33, %25
  %35 = fmul float %32, %34
  %36 = fadd float %23, %35
  %37 = fmul float %31, %36
  br label %41
38:
  %39 = fcmp olt float %0, 0.000000e+00
  br i1 %39, label %40, label %41
40:
  br label %41
41:
  %42 = phi float [ %37, %29 ], [ 0x7FF8000000000000, %40 ], [ %0, %38 ]
  ret float %42
}
define float @__simt_soft_rsqrt_f32(float %0) {
  %2 = fcmp olt float %0, 0x3C30000000000000
  %3 = fcmp ogt float %0, 0x43B0000000000000
  %4 = select i1 %3, float 0x39F0000000000000, float 1.000000e+00
  %5 = select i1 %2, float 0x45F0000000000000, float %4
  %6 = fmul float %0, %5
  %7 = bitcast float %6 to i32
  %8 = lshr i32 %7, 1
  %9 = sub nsw i32 1597463007, %8
  %10 = bitcast i32 %9 to float
  br label %11
11:
  %12 = phi i32 [ 0, %1 ], [ %20, %11 ]
  %13 = phi float [ %10, %1 ], [ %19, %11 ]
  %14 = fmul float %13, 5.000000e-01
  %15 = fmul float %6, %13
  %16 = fmul float %13, %15
  %17 = fsub float 1.000000e+00, %16
  %18 = fmul float %14, %17
  %19 = fadd float %13, %18
  %20 = add nuw nsw i32 %12, 1
  %21 = icmp samesign ult i32 %12, 2
  br i1 %21, label %11, label %22
22:
  %23 = select i1 %3, float 0x42F0000000000000, float 1.000000e+00
  %24 = select i1 %2, float 0x3CF0000000000000, float %23
  %25 = fmul float %6, %19
  %26 = fmul float %19, %25
  %27 = fmul float %19, 5.000000e-01
  %28 = fsub float 1.000000e+00, %26
  %29 = call float @__simt_product_error_f32(float %25, float %19, float %26)
  %30 = fsub float %28, %29
  %31 = call float @__simt_product_error_f32(float %6, float %19, float %25)
  %32 = fmul float %19, %31
  %33 = fsub float %30, %32
  %34 = fmul float %27, %33
  %35 = fadd float %19, %34
  %36 = fcmp ogt float %0, 0.000000e+00
  br i1 %36, label %37, label %45
37:
  %38 = fcmp ueq float %0, 0x7FF0000000000000
  br i1 %38, label %49, label %39
39:
  %40 = fcmp oeq float %24, 1.000000e+00
  %41 = fcmp ogt float %24, 1.000000e+00
  %42 = select i1 %41, float 0x3CF0000000000000, float 0x42F0000000000000
  %43 = select i1 %40, float 1.000000e+00, float %42
  %44 = fmul float %43, %35
  br label %49
45:
  %46 = call float @llvm.copysign.f32(float 0x7FF0000000000000, float %0)
  %47 = fcmp oeq float %0, 0.000000e+00
  br i1 %47, label %49, label %48
48:
  br label %49
49:
  %50 = phi float [ 0.000000e+00, %37 ], [ %44, %39 ], [ 0x7FF8000000000000, %48 ], [ %46, %45 ]
  ret float %50
}
define float @__simt_exp_by_exp2_f32(float %0) {
  %2 = fcmp ogt float %0, 9.000000e+01
  %3 = fcmp olt float %0, -1.050000e+02
  %4 = select i1 %3, float -1.050000e+02, float %0
  %5 = select i1 %2, float 9.000000e+01, float %4
  %6 = bitcast float %5 to i32
  %7 = and i32 %6, -4096
  %8 = bitcast i32 %7 to float
  %9 = fmul float %8, 0x3FF7140000000000
  %10 = call float @__simt_exp2_f32(float %9)
  %11 = fsub float %5, %8
  %12 = fmul float %11, 0x3FF7140000000000
  %13 = fmul float %5, 0x3F347652C0000000
  %14 = fadd float %13, %12
  %15 = call float @__simt_exp2_f32(float %14)
  %16 = fmul float %10, %15
  %17 = fcmp ord float %0, 0.000000e+00
  %18 = select i1 %17, float %16, float %0
  ret float %18
}
define float @__simt_soft_fma_f32(float %0, float %1, float %2) {
  %4 = bitcast float %0 to i32
  %5 = and i32 %4, 2139095040
  %6 = icmp eq i32 %5, 2139095040
  br i1 %6, label %19, label %7
7:
  %8 = bitcast float %1 to i32
  %9 = and i32 %8, 2139095040
  %10 = icmp eq i32 %9, 2139095040
  br i1 %10, label %19, label %11
11:
  %12 = call float @llvm.fabs.f32(float %0)
  %13 = bitcast float %12 to i32
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %19, label %15
15:
  %16 = call float @llvm.fabs.f32(float %1)
  %17 = bitcast float %16 to i32
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %22
19:
  %20 = fmul float %0, %1
  %21 = fadd float %20, %2
  br label %181
22:
  %23 = bitcast float %2 to i32
  %24 = and i32 %23, 2139095040
  %25 = icmp eq i32 %24, 2139095040
  br i1 %25, label %181, label %26
26:
  %27 = call float @llvm.fabs.f32(float %2)
  %28 = bitcast float %27 to i32
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %32
30:
  %31 = fmul float %0, %1
  br label %181
32:
  %33 = icmp samesign ult i32 %13, 8388608
  %34 = fmul float %12, 0x4160000000000000
  %35 = bitcast float %34 to i32
  %36 = select i1 %33, i32 %35, i32 %13
  %37 = and i32 %36, 8388607
  %38 = or disjoint i32 %37, 8388608
  %39 = lshr i32 %36, 23
  %40 = icmp samesign ult i32 %17, 8388608
  %41 = fmul float %16, 0x4160000000000000
  %42 = bitcast float %41 to i32
  %43 = select i1 %40, i32 -173, i32 -150
  %44 = select i1 %40, i32 %42, i32 %17
  %45 = and i32 %44, 8388607
  %46 = or disjoint i32 %45, 8388608
  %47 = lshr i32 %44, 23
  %48 = select i1 %33, i32 -187, i32 -164
  %49 = add nsw i32 %48, %39
  %50 = add nsw i32 %49, %43
  %51 = add nsw i32 %50, %47
  %52 = icmp samesign ult i32 %28, 8388608
  %53 = fmul float %27, 0x4160000000000000
  %54 = bitcast float %53 to i32
  %55 = select i1 %52, i32 %54, i32 %28
  %56 = and i32 %55, 8388607
  %57 = or disjoint i32 %56, 8388608
  %58 = lshr i32 %55, 23
  %59 = select i1 %52, i32 -211, i32 -188
  %60 = add nsw i32 %59, %58
  %61 = call i32 @__simt_mulh_u32(i32 %38, i32 %46)
  %62 = zext i32 %61 to i64
  %63 = mul i32 %46, %38
  %64 = zext i32 %63 to i64
  %65 = shl i64 %62, 46
  %66 = shl nuw nsw i64 %64, 14
  %67 = or disjoint i64 %65, %66
  %68 = zext nneg i32 %57 to i64
  %69 = shl nuw nsw i64 %68, 38
  %70 = call i32 @llvm.smax.i32(i32 %51, i32 %60)
  %71 = sub nsw i32 %70, %51
  %72 = icmp slt i32 %51, %60
  br i1 %72, label %73, label %89
73:
  %74 = icmp sgt i32 %71, 63
  br i1 %74, label %75, label %78
75:
  %76 = icmp ne i64 %67, 0
  %77 = zext i1 %76 to i64
  br label %89
78:
  %79 = and i32 %71, 63
  %80 = zext nneg i32 %79 to i64
  %81 = lshr i64 %67, %80
  %82 = sub nsw i32 0, %71
  %83 = and i32 %82, 63
  %84 = zext nneg i32 %83 to i64
  %85 = shl i64 %67, %84
  %86 = icmp ne i64 %85, 0
  %87 = zext i1 %86 to i64
  %88 = or i64 %81, %87
  br label %89
89:
  %90 = phi i64 [ %88, %78 ], [ %77, %75 ], [ %67, %32 ]
  %91 = sub nsw i32 %70, %60
  %92 = icmp slt i32 %60, %51
  br i1 %92, label %93, label %106
93:
  %94 = icmp sgt i32 %91, 63
  br i1 %94, label %106, label %95
95:
  %96 = and i32 %91, 63
  %97 = zext nneg i32 %96 to i64
  %98 = lshr i64 %69, %97
  %99 = sub nsw i32 0, %91
  %100 = and i32 %99, 63
  %101 = zext nneg i32 %100 to i64
  %102 = shl i64 %69, %101
  %103 = icmp ne i64 %102, 0
  %104 = zext i1 %103 to i64
  %105 = or i64 %98, %104
  br label %106
106:
  %107 = phi i64 [ %105, %95 ], [ %69, %89 ], [ 1, %93 ]
  %108 = xor i32 %8, %4
  %109 = xor i32 %108, %23
  %110 = icmp slt i32 %109, 0
  %111 = sub nsw i64 0, %107
  %112 = select i1 %110, i64 %111, i64 %107
  %113 = add i64 %112, %90
  %114 = icmp ugt i64 %107, %90
  %115 = select i1 %110, i1 %114, i1 false
  %116 = sub i64 0, %113
  %117 = select i1 %115, i64 %116, i64 %113
  %118 = icmp eq i64 %113, 0
  br i1 %118, label %181, label %119
119:
  %120 = and i32 %108, -2147483648
  %121 = xor i32 %120, -2147483648
  %122 = select i1 %115, i32 %121, i32 %120
  %123 = lshr i64 %117, 32
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %129, label %125
125:
  %126 = trunc nuw i64 %123 to i32
  %127 = call i32 @__simt_clz_i32(i32 %126)
  %128 = sub nsw i32 64, %127
  br label %133
129:
  %130 = trunc nuw i64 %117 to i32
  %131 = call i32 @__simt_clz_i32(i32 %130)
  %132 = sub nsw i32 32, %131
  br label %133
133:
  %134 = phi i32 [ %128, %125 ], [ %132, %129 ]
  %135 = add nsw i32 %134, %70
  %136 = call i32 @llvm.smax.i32(i32 %135, i32 -125)
  %137 = add nsw i32 %136, -24
  %138 = sub nsw i32 %137, %70
  %139 = icmp sgt i32 %138, 63
  br i1 %139, label %164, label %140
140:
  %141 = icmp sgt i32 %138, 0
  br i1 %141, label %142, label %162
142:
  %143 = add nsw i32 %138, -1
  %144 = zext nneg i32 %143 to i64
  %145 = shl nuw nsw i64 1, %144
  %146 = shl nuw i64 2, %144
  %147 = add i64 %146, -1
  %148 = and i64 %147, %117
  %149 = zext nneg i32 %138 to i64
  %150 = lshr i64 %117, %149
  %151 = icmp samesign ugt i64 %148, %145
  br i1 %151, label %157, label %152
152:
  %153 = icmp eq i64 %148, %145
  %154 = and i64 %150, 1
  %155 = icmp ne i64 %154, 0
  %156 = select i1 %153, i1 %155, i1 false
  br label %157
157:
  %158 = phi i1 [ true, %142 ], [ %156, %152 ]
  %159 = zext i1 %158 to i64
  %160 = add nuw i64 %150, %159
  %161 = trunc i64 %160 to i32
  br label %164
162:
  %163 = trunc i64 %117 to i32
  br label %164
164:
  %165 = phi i32 [ %163, %162 ], [ %161, %157 ], [ 0, %133 ]
  %166 = phi i32 [ %70, %162 ], [ %137, %157 ], [ %137, %133 ]
  %167 = uitofp i32 %165 to float
  %168 = ashr i32 %166, 1
  %169 = shl i32 %168, 23
  %170 = add i32 %169, 1065353216
  %171 = bitcast i32 %170 to float
  %172 = fmul float %167, %171
  %173 = sub nsw i32 %166, %168
  %174 = shl i32 %173, 23
  %175 = add i32 %174, 1065353216
  %176 = bitcast i32 %175 to float
  %177 = fmul float %172, %176
  %178 = bitcast float %177 to i32
  %179 = or i32 %122, %178
  %180 = bitcast i32 %179 to float
  br label %181
181:
  %182 = phi float [ %21, %19 ], [ %2, %22 ], [ %31, %30 ], [ %180, %164 ], [ 0.000000e+00, %106 ]
  ret float %182
}
define double @__simt_soft_fma_f64(double %0, double %1, double %2) {
  %4 = fmul double %0, %1
  %5 = call double @__simt_product_error_f64(double %0, double %1, double %4)
  %6 = call double @__simt_fabs_f64(double %4)
  %7 = fcmp olt double %6, 0x7E70000000000000
  br i1 %7, label %8, label %13
8:
  %9 = call double @__simt_fabs_f64(double %2)
  %10 = fcmp uge double %9, 0x7E70000000000000
  %11 = fcmp oeq double %4, 0.000000e+00
  %12 = or i1 %11, %10
  br i1 %12, label %13, label %15
13:
  %14 = fadd double %4, %2
  br label %47
15:
  %16 = fadd double %2, %5
  %17 = fsub double %16, %2
  %18 = fsub double %16, %17
  %19 = fsub double %2, %18
  %20 = fsub double %5, %17
  %21 = fadd double %20, %19
  %22 = fadd double %4, %16
  %23 = fsub double %22, %4
  %24 = fsub double %23, %22
  %25 = fadd double %4, %24
  %26 = fsub double %16, %23
  %27 = fadd double %26, %25
  %28 = fadd double %21, %27
  %29 = fsub double %28, %21
  %30 = fsub double %28, %29
  %31 = fsub double %21, %30
  %32 = fsub double %27, %29
  %33 = fadd double %32, %31
  %34 = bitcast double %28 to i64
  %35 = fcmp une double %33, 0.000000e+00
  %36 = and i64 %34, 1
  %37 = icmp eq i64 %36, 0
  %38 = select i1 %35, i1 %37, i1 false
  %39 = fcmp ogt double %33, 0.000000e+00
  %40 = fcmp ule double %28, 0.000000e+00
  %41 = xor i1 %40, %39
  %42 = select i1 %41, i64 1, i64 -1
  %43 = select i1 %38, i64 %42, i64 0
  %44 = add i64 %43, %34
  %45 = bitcast i64 %44 to double
  %46 = fadd double %22, %45
  br label %47
47:
  %48 = phi double [ %14, %13 ], [ %46, %15 ]
  ret double %48
}
define i32 @__simt_local_index() {
  %1 = call spir_func i32 @_Z12get_local_idj(i32 0)
  %2 = call spir_func i32 @_Z14get_local_sizej(i32 0)
  %3 = call spir_func i32 @_Z12get_local_idj(i32 1)
  %4 = call spir_func i32 @_Z14get_local_sizej(i32 1)
  %5 = call spir_func i32 @_Z12get_local_idj(i32 2)
  %6 = mul i32 %5, %4
  %7 = add i32 %6, %3
  %8 = mul i32 %7, %2
  %9 = add i32 %8, %1
  ret i32 %9
}
define i32 @__simt_local_items() {
  %1 = call spir_func i32 @_Z14get_local_sizej(i32 0)
  %2 = call spir_func i32 @_Z14get_local_sizej(i32 1)
  %3 = mul i32 %2, %1
  %4 = call spir_func i32 @_Z14get_local_sizej(i32 2)
  %5 = mul i32 %3, %4
  ret i32 %5
}
define spir_func i8 @_Z6mul_hicc(i8 %0, i8 %1) {
  %3 = sext i8 %0 to i16
  %4 = sext i8 %1 to i16
  %5 = mul nsw i16 %4, %3
  %6 = lshr i16 %5, 8
  %7 = trunc nuw i16 %6 to i8
  ret i8 %7
}
define spir_func i8 @_Z7mad_satccc(i8 %0, i8 %1, i8 %2) {
  %4 = sext i8 %0 to i32
  %5 = sext i8 %1 to i32
  %6 = mul nsw i32 %5, %4
  %7 = sext i32 %6 to i64
  %8 = sext i8 %2 to i64
  %9 = add nsw i64 %7, %8
  %10 = call i64 @llvm.smax.i64(i64 %9, i64 -128)
  %11 = call i64 @llvm.smin.i64(i64 %10, i64 127)
  %12 = trunc nsw i64 %11 to i8
  ret i8 %12
}
define spir_func i8 @_Z6mul_hihh(i8 %0, i8 %1) {
  %3 = zext i8 %0 to i16
  %4 = zext i8 %1 to i16
  %5 = mul nuw i16 %4, %3
  %6 = lshr i16 %5, 8
  %7 = trunc nuw i16 %6 to i8
  ret i8 %7
}
define spir_func i8 @_Z7mad_sathhh(i8 %0, i8 %1, i8 %2) {
  %4 = zext i8 %0 to i32
  %5 = zext i8 %1 to i32
  %6 = mul nuw nsw i32 %5, %4
  %7 = zext nneg i32 %6 to i64
  %8 = zext i8 %2 to i64
  %9 = add nuw nsw i64 %7, %8
  %10 = call i64 @llvm.umin.i64(i64 %9, i64 255)
  %11 = trunc nuw i64 %10 to i8
  ret i8 %11
}
define spir_func i16 @_Z6mul_hiss(i16 %0, i16 %1) {
  %3 = sext i16 %0 to i32
  %4 = sext i16 %1 to i32
  %5 = mul nsw i32 %4, %3
  %6 = lshr i32 %5, 16
  %7 = trunc nuw i32 %6 to i16
  ret i16 %7
}
define spir_func i16 @_Z7mad_satsss(i16 %0, i16 %1, i16 %2) {
  %4 = sext i16 %0 to i32
  %5 = sext i16 %1 to i32
  %6 = mul nsw i32 %5, %4
  %7 = sext i32 %6 to i64
  %8 = sext i16 %2 to i64
  %9 = add nsw i64 %7, %8
  %10 = call i64 @llvm.smax.i64(i64 %9, i64 -32768)
  %11 = call i64 @llvm.smin.i64(i64 %10, i64 32767)
  %12 = trunc nsw i64 %11 to i16
  ret i16 %12
}
define spir_func i16 @_Z6mul_hitt(i16 %0, i16 %1) {
  %3 = zext i16 %0 to i32
  %4 = zext i16 %1 to i32
  %5 = mul nuw i32 %4, %3
  %6 = lshr i32 %5, 16
  %7 = trunc nuw i32 %6 to i16
  ret i16 %7
}
define spir_func i16 @_Z7mad_satttt(i16 %0, i16 %1, i16 %2) {
  %4 = zext i16 %0 to i32
  %5 = zext i16 %1 to i32
  %6 = mul nuw i32 %5, %4
  %7 = zext i32 %6 to i64
  %8 = zext i16 %2 to i64
  %9 = add nuw nsw i64 %7, %8
  %10 = call i64 @llvm.umin.i64(i64 %9, i64 65535)
  %11 = trunc nuw i64 %10 to i16
  ret i16 %11
}
define spir_func i32 @_Z6mul_hiii(i32 %0, i32 %1) {
  %3 = call i32 @__simt_mulh_s32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z6mul_hijj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_mulh_u32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i64 @_Z6mul_hill(i64 %0, i64 %1) {
  %3 = trunc i64 %0 to i32
  %4 = lshr i64 %0, 32
  %5 = trunc i64 %1 to i32
  %6 = lshr i64 %1, 32
  %7 = call i32 @__simt_mulh_u32(i32 %3, i32 %5)
  %8 = zext i32 %7 to i64
  %9 = trunc nuw i64 %4 to i32
  %10 = call i32 @__simt_mulh_u32(i32 %9, i32 %5)
  %11 = mul i32 %5, %9
  %12 = zext i32 %11 to i64
  %13 = add nuw nsw i64 %8, %12
  %14 = trunc nuw i64 %6 to i32
  %15 = call i32 @__simt_mulh_u32(i32 %3, i32 %14)
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = mul i32 %14, %3
  %19 = zext i32 %18 to i64
  %20 = or disjoint i64 %17, %19
  %21 = and i64 %13, 4294967295
  %22 = add i64 %20, %21
  %23 = call i32 @__simt_mulh_u32(i32 %9, i32 %14)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = mul i32 %14, %9
  %27 = zext i32 %26 to i64
  %28 = lshr i64 %13, 32
  %29 = trunc nuw nsw i64 %28 to i32
  %30 = add i32 %10, %29
  %31 = zext i32 %30 to i64
  %32 = lshr i64 %22, 32
  %33 = icmp slt i64 %0, 0
  %34 = select i1 %33, i64 %1, i64 0
  %35 = icmp slt i64 %1, 0
  %36 = select i1 %35, i64 %0, i64 0
  %37 = add i64 %36, %34
  %38 = sub i64 %27, %37
  %39 = add i64 %38, %25
  %40 = add i64 %39, %31
  %41 = add i64 %40, %32
  ret i64 %41
}
define spir_func i64 @_Z6mul_himm(i64 %0, i64 %1) {
  %3 = trunc i64 %0 to i32
  %4 = lshr i64 %0, 32
  %5 = trunc i64 %1 to i32
  %6 = lshr i64 %1, 32
  %7 = call i32 @__simt_mulh_u32(i32 %3, i32 %5)
  %8 = zext i32 %7 to i64
  %9 = trunc nuw i64 %4 to i32
  %10 = call i32 @__simt_mulh_u32(i32 %9, i32 %5)
  %11 = mul i32 %5, %9
  %12 = zext i32 %11 to i64
  %13 = add nuw nsw i64 %8, %12
  %14 = trunc nuw i64 %6 to i32
  %15 = call i32 @__simt_mulh_u32(i32 %3, i32 %14)
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = mul i32 %14, %3
  %19 = zext i32 %18 to i64
  %20 = or disjoint i64 %17, %19
  %21 = and i64 %13, 4294967295
  %22 = add i64 %20, %21
  %23 = call i32 @__simt_mulh_u32(i32 %9, i32 %14)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = mul i32 %14, %9
  %27 = zext i32 %26 to i64
  %28 = or disjoint i64 %25, %27
  %29 = lshr i64 %13, 32
  %30 = trunc nuw nsw i64 %29 to i32
  %31 = add i32 %10, %30
  %32 = zext i32 %31 to i64
  %33 = add i64 %28, %32
  %34 = lshr i64 %22, 32
  %35 = add i64 %33, %34
  ret i64 %35
}
define spir_func i8 @_Z3absc(i8 %0) {
  %2 = call i8 @llvm.abs.i8(i8 %0, i1 false)
  ret i8 %2
}
define spir_func i8 @_Z7add_satcc(i8 %0, i8 %1) {
  %3 = add i8 %1, %0
  %4 = xor i8 %3, %0
  %5 = xor i8 %3, %1
  %6 = and i8 %4, %5
  %7 = icmp slt i8 %6, 0
  %8 = icmp slt i8 %0, 0
  %9 = select i1 %8, i8 -128, i8 127
  %10 = select i1 %7, i8 %9, i8 %3
  ret i8 %10
}
define spir_func i8 @_Z7sub_satcc(i8 %0, i8 %1) {
  %3 = sub i8 %0, %1
  %4 = xor i8 %1, %0
  %5 = xor i8 %3, %0
  %6 = and i8 %5, %4
  %7 = icmp slt i8 %6, 0
  %8 = icmp slt i8 %0, 0
  %9 = select i1 %8, i8 -128, i8 127
  %10 = select i1 %7, i8 %9, i8 %3
  ret i8 %10
}
define spir_func i8 @_Z3mincc(i8 %0, i8 %1) {
  %3 = call i8 @llvm.smin.i8(i8 %0, i8 %1)
  ret i8 %3
}
define spir_func i8 @_Z3maxcc(i8 %0, i8 %1) {
  %3 = call i8 @llvm.smax.i8(i8 %0, i8 %1)
  ret i8 %3
}
define spir_func i8 @_Z5clampccc(i8 %0, i8 %1, i8 %2) {
  %4 = icmp slt i8 %0, %1
  %5 = call i8 @llvm.smin.i8(i8 %0, i8 %2)
  %6 = select i1 %4, i8 %1, i8 %5
  ret i8 %6
}
define spir_func i8 @_Z8abs_diffcc(i8 %0, i8 %1) {
  %3 = icmp sgt i8 %0, %1
  %4 = sub i8 %0, %1
  %5 = sub i8 %1, %0
  %6 = select i1 %3, i8 %4, i8 %5
  ret i8 %6
}
define spir_func i8 @_Z4haddcc(i8 %0, i8 %1) {
  %3 = and i8 %1, %0
  %4 = xor i8 %1, %0
  %5 = ashr i8 %4, 1
  %6 = add i8 %5, %3
  ret i8 %6
}
define spir_func i8 @_Z5rhaddcc(i8 %0, i8 %1) {
  %3 = or i8 %1, %0
  %4 = xor i8 %1, %0
  %5 = ashr i8 %4, 1
  %6 = sub i8 %3, %5
  ret i8 %6
}
define spir_func i8 @_Z6rotatecc(i8 %0, i8 %1) {
  %3 = and i8 %1, 7
  %4 = icmp eq i8 %3, 0
  br i1 %4, label %13, label %5
5:
  %6 = zext i8 %0 to i16
  %7 = shl i8 %0, %3
  %8 = sub nuw nsw i8 8, %3
  %9 = zext nneg i8 %8 to i16
  %10 = lshr i16 %6, %9
  %11 = trunc nuw nsw i16 %10 to i8
  %12 = or i8 %7, %11
  br label %13
13:
  %14 = phi i8 [ %12, %5 ], [ %0, %2 ]
  ret i8 %14
}
define spir_func i8 @_Z3clzc(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_clz_i32(i32 %2)
  %4 = trunc i32 %3 to i8
  %5 = add i8 %4, -24
  ret i8 %5
}
define spir_func i8 @_Z8popcountc(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_popc_i32(i32 %2)
  %4 = call i32 @__simt_popc_i32(i32 0)
  %5 = add i32 %4, %3
  %6 = trunc i32 %5 to i8
  ret i8 %6
}
define spir_func i8 @_Z6mad_hiccc(i8 %0, i8 %1, i8 %2) {
  %4 = sext i8 %0 to i16
  %5 = sext i8 %1 to i16
  %6 = mul nsw i16 %5, %4
  %7 = lshr i16 %6, 8
  %8 = trunc nuw i16 %7 to i8
  %9 = add i8 %2, %8
  ret i8 %9
}
define spir_func i8 @_Z9bitselectccc(i8 %0, i8 %1, i8 %2) {
  %4 = xor i8 %1, %0
  %5 = and i8 %4, %2
  %6 = xor i8 %5, %0
  ret i8 %6
}
define spir_func i8 @_Z3absh(i8 returned %0) {
  ret i8 %0
}
define spir_func i8 @_Z7add_sathh(i8 %0, i8 %1) {
  %3 = call i8 @llvm.uadd.sat.i8(i8 %0, i8 %1)
  ret i8 %3
}
define spir_func i8 @_Z7sub_sathh(i8 %0, i8 %1) {
  %3 = call i8 @llvm.usub.sat.i8(i8 %0, i8 %1)
  ret i8 %3
}
define spir_func i8 @_Z3minhh(i8 %0, i8 %1) {
  %3 = call i8 @llvm.umin.i8(i8 %0, i8 %1)
  ret i8 %3
}
define spir_func i8 @_Z3maxhh(i8 %0, i8 %1) {
  %3 = call i8 @llvm.umax.i8(i8 %0, i8 %1)
  ret i8 %3
}
define spir_func i8 @_Z5clamphhh(i8 %0, i8 %1, i8 %2) {
  %4 = icmp ult i8 %0, %1
  %5 = call i8 @llvm.umin.i8(i8 %0, i8 %2)
  %6 = select i1 %4, i8 %1, i8 %5
  ret i8 %6
}
define spir_func i8 @_Z8abs_diffhh(i8 %0, i8 %1) {
  %3 = icmp ugt i8 %0, %1
  %4 = sub nuw i8 %0, %1
  %5 = sub nuw i8 %1, %0
  %6 = select i1 %3, i8 %4, i8 %5
  ret i8 %6
}
define spir_func i8 @_Z4haddhh(i8 %0, i8 %1) {
  %3 = and i8 %1, %0
  %4 = xor i8 %1, %0
  %5 = lshr i8 %4, 1
  %6 = add i8 %5, %3
  ret i8 %6
}
define spir_func i8 @_Z5rhaddhh(i8 %0, i8 %1) {
  %3 = or i8 %1, %0
  %4 = xor i8 %1, %0
  %5 = lshr i8 %4, 1
  %6 = sub i8 %3, %5
  ret i8 %6
}
define spir_func i8 @_Z6rotatehh(i8 %0, i8 %1) {
  %3 = and i8 %1, 7
  %4 = icmp eq i8 %3, 0
  br i1 %4, label %13, label %5
5:
  %6 = zext i8 %0 to i16
  %7 = shl i8 %0, %3
  %8 = sub nuw nsw i8 8, %3
  %9 = zext nneg i8 %8 to i16
  %10 = lshr i16 %6, %9
  %11 = trunc nuw nsw i16 %10 to i8
  %12 = or i8 %7, %11
  br label %13
13:
  %14 = phi i8 [ %12, %5 ], [ %0, %2 ]
  ret i8 %14
}
define spir_func i8 @_Z3clzh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_clz_i32(i32 %2)
  %4 = trunc i32 %3 to i8
  %5 = add i8 %4, -24
  ret i8 %5
}
define spir_func i8 @_Z8popcounth(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_popc_i32(i32 %2)
  %4 = call i32 @__simt_popc_i32(i32 0)
  %5 = add i32 %4, %3
  %6 = trunc i32 %5 to i8
  ret i8 %6
}
define spir_func i8 @_Z6mad_hihhh(i8 %0, i8 %1, i8 %2) {
  %4 = zext i8 %0 to i16
  %5 = zext i8 %1 to i16
  %6 = mul nuw i16 %5, %4
  %7 = lshr i16 %6, 8
  %8 = trunc nuw i16 %7 to i8
  %9 = add i8 %2, %8
  ret i8 %9
}
define spir_func i8 @_Z9bitselecthhh(i8 %0, i8 %1, i8 %2) {
  %4 = xor i8 %1, %0
  %5 = and i8 %4, %2
  %6 = xor i8 %5, %0
  ret i8 %6
}
define spir_func i16 @_Z3abss(i16 %0) {
  %2 = call i16 @llvm.abs.i16(i16 %0, i1 false)
  ret i16 %2
}
define spir_func i16 @_Z7add_satss(i16 %0, i16 %1) {
  %3 = add i16 %1, %0
  %4 = xor i16 %3, %0
  %5 = xor i16 %3, %1
  %6 = and i16 %4, %5
  %7 = icmp slt i16 %6, 0
  %8 = icmp slt i16 %0, 0
  %9 = select i1 %8, i16 -32768, i16 32767
  %10 = select i1 %7, i16 %9, i16 %3
  ret i16 %10
}
define spir_func i16 @_Z7sub_satss(i16 %0, i16 %1) {
  %3 = sub i16 %0, %1
  %4 = xor i16 %1, %0
  %5 = xor i16 %3, %0
  %6 = and i16 %5, %4
  %7 = icmp slt i16 %6, 0
  %8 = icmp slt i16 %0, 0
  %9 = select i1 %8, i16 -32768, i16 32767
  %10 = select i1 %7, i16 %9, i16 %3
  ret i16 %10
}
define spir_func i16 @_Z3minss(i16 %0, i16 %1) {
  %3 = call i16 @llvm.smin.i16(i16 %0, i16 %1)
  ret i16 %3
}
define spir_func i16 @_Z3maxss(i16 %0, i16 %1) {
  %3 = call i16 @llvm.smax.i16(i16 %0, i16 %1)
  ret i16 %3
}
define spir_func i16 @_Z5clampsss(i16 %0, i16 %1, i16 %2) {
  %4 = icmp slt i16 %0, %1
  %5 = call i16 @llvm.smin.i16(i16 %0, i16 %2)
  %6 = select i1 %4, i16 %1, i16 %5
  ret i16 %6
}
define spir_func i16 @_Z8abs_diffss(i16 %0, i16 %1) {
  %3 = icmp sgt i16 %0, %1
  %4 = sub i16 %0, %1
  %5 = sub i16 %1, %0
  %6 = select i1 %3, i16 %4, i16 %5
  ret i16 %6
}
define spir_func i16 @_Z4haddss(i16 %0, i16 %1) {
  %3 = and i16 %1, %0
  %4 = xor i16 %1, %0
  %5 = ashr i16 %4, 1
  %6 = add i16 %5, %3
  ret i16 %6
}
define spir_func i16 @_Z5rhaddss(i16 %0, i16 %1) {
  %3 = or i16 %1, %0
  %4 = xor i16 %1, %0
  %5 = ashr i16 %4, 1
  %6 = sub i16 %3, %5
  ret i16 %6
}
define spir_func i16 @_Z6rotatess(i16 %0, i16 %1) {
  %3 = and i16 %1, 15
  %4 = icmp eq i16 %3, 0
  br i1 %4, label %13, label %5
5:
  %6 = zext i16 %0 to i32
  %7 = shl i16 %0, %3
  %8 = sub nuw nsw i16 16, %3
  %9 = zext nneg i16 %8 to i32
  %10 = lshr i32 %6, %9
  %11 = trunc nuw nsw i32 %10 to i16
  %12 = or i16 %7, %11
  br label %13
13:
  %14 = phi i16 [ %12, %5 ], [ %0, %2 ]
  ret i16 %14
}
define spir_func i16 @_Z3clzs(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_clz_i32(i32 %2)
  %4 = trunc i32 %3 to i16
  %5 = add i16 %4, -16
  ret i16 %5
}
define spir_func i16 @_Z8popcounts(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_popc_i32(i32 %2)
  %4 = call i32 @__simt_popc_i32(i32 0)
  %5 = add i32 %4, %3
  %6 = trunc i32 %5 to i16
  ret i16 %6
}
define spir_func i16 @_Z6mad_hisss(i16 %0, i16 %1, i16 %2) {
  %4 = sext i16 %0 to i32
  %5 = sext i16 %1 to i32
  %6 = mul nsw i32 %5, %4
  %7 = lshr i32 %6, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = add i16 %2, %8
  ret i16 %9
}
define spir_func i16 @_Z9bitselectsss(i16 %0, i16 %1, i16 %2) {
  %4 = xor i16 %1, %0
  %5 = and i16 %4, %2
  %6 = xor i16 %5, %0
  ret i16 %6
}
define spir_func i16 @_Z3abst(i16 returned %0) {
  ret i16 %0
}
define spir_func i16 @_Z7add_sattt(i16 %0, i16 %1) {
  %3 = call i16 @llvm.uadd.sat.i16(i16 %0, i16 %1)
  ret i16 %3
}
define spir_func i16 @_Z7sub_sattt(i16 %0, i16 %1) {
  %3 = call i16 @llvm.usub.sat.i16(i16 %0, i16 %1)
  ret i16 %3
}
define spir_func i16 @_Z3mintt(i16 %0, i16 %1) {
  %3 = call i16 @llvm.umin.i16(i16 %0, i16 %1)
  ret i16 %3
}
define spir_func i16 @_Z3maxtt(i16 %0, i16 %1) {
  %3 = call i16 @llvm.umax.i16(i16 %0, i16 %1)
  ret i16 %3
}
define spir_func i16 @_Z5clampttt(i16 %0, i16 %1, i16 %2) {
  %4 = icmp ult i16 %0, %1
  %5 = call i16 @llvm.umin.i16(i16 %0, i16 %2)
  %6 = select i1 %4, i16 %1, i16 %5
  ret i16 %6
}
define spir_func i16 @_Z8abs_difftt(i16 %0, i16 %1) {
  %3 = icmp ugt i16 %0, %1
  %4 = sub nuw i16 %0, %1
  %5 = sub nuw i16 %1, %0
  %6 = select i1 %3, i16 %4, i16 %5
  ret i16 %6
}
define spir_func i16 @_Z4haddtt(i16 %0, i16 %1) {
  %3 = and i16 %1, %0
  %4 = xor i16 %1, %0
  %5 = lshr i16 %4, 1
  %6 = add i16 %5, %3
  ret i16 %6
}
define spir_func i16 @_Z5rhaddtt(i16 %0, i16 %1) {
  %3 = or i16 %1, %0
  %4 = xor i16 %1, %0
  %5 = lshr i16 %4, 1
  %6 = sub i16 %3, %5
  ret i16 %6
}
define spir_func i16 @_Z6rotatett(i16 %0, i16 %1) {
  %3 = and i16 %1, 15
  %4 = icmp eq i16 %3, 0
  br i1 %4, label %13, label %5
5:
  %6 = zext i16 %0 to i32
  %7 = shl i16 %0, %3
  %8 = sub nuw nsw i16 16, %3
  %9 = zext nneg i16 %8 to i32
  %10 = lshr i32 %6, %9
  %11 = trunc nuw nsw i32 %10 to i16
  %12 = or i16 %7, %11
  br label %13
13:
  %14 = phi i16 [ %12, %5 ], [ %0, %2 ]
  ret i16 %14
}
define spir_func i16 @_Z3clzt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_clz_i32(i32 %2)
  %4 = trunc i32 %3 to i16
  %5 = add i16 %4, -16
  ret i16 %5
}
define spir_func i16 @_Z8popcountt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_popc_i32(i32 %2)
  %4 = call i32 @__simt_popc_i32(i32 0)
  %5 = add i32 %4, %3
  %6 = trunc i32 %5 to i16
  ret i16 %6
}
define spir_func i16 @_Z6mad_hittt(i16 %0, i16 %1, i16 %2) {
  %4 = zext i16 %0 to i32
  %5 = zext i16 %1 to i32
  %6 = mul nuw i32 %5, %4
  %7 = lshr i32 %6, 16
  %8 = trunc nuw i32 %7 to i16
  %9 = add i16 %2, %8
  ret i16 %9
}
define spir_func i16 @_Z9bitselectttt(i16 %0, i16 %1, i16 %2) {
  %4 = xor i16 %1, %0
  %5 = and i16 %4, %2
  %6 = xor i16 %5, %0
  ret i16 %6
}
define spir_func i32 @_Z3absi(i32 %0) {
  %2 = call i32 @llvm.abs.i32(i32 %0, i1 false)
  ret i32 %2
}
define spir_func i32 @_Z7add_satii(i32 %0, i32 %1) {
  %3 = add i32 %1, %0
  %4 = xor i32 %3, %0
  %5 = xor i32 %3, %1
  %6 = and i32 %4, %5
  %7 = icmp slt i32 %6, 0
  %8 = icmp slt i32 %0, 0
  %9 = select i1 %8, i32 -2147483648, i32 2147483647
  %10 = select i1 %7, i32 %9, i32 %3
  ret i32 %10
}
define spir_func i32 @_Z7sub_satii(i32 %0, i32 %1) {
  %3 = sub i32 %0, %1
  %4 = xor i32 %1, %0
  %5 = xor i32 %3, %0
  %6 = and i32 %5, %4
  %7 = icmp slt i32 %6, 0
  %8 = icmp slt i32 %0, 0
  %9 = select i1 %8, i32 -2147483648, i32 2147483647
  %10 = select i1 %7, i32 %9, i32 %3
  ret i32 %10
}
define spir_func i32 @_Z3minii(i32 %0, i32 %1) {
  %3 = call i32 @llvm.smin.i32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z3maxii(i32 %0, i32 %1) {
  %3 = call i32 @llvm.smax.i32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z5clampiii(i32 %0, i32 %1, i32 %2) {
  %4 = icmp slt i32 %0, %1
  %5 = call i32 @llvm.smin.i32(i32 %0, i32 %2)
  %6 = select i1 %4, i32 %1, i32 %5
  ret i32 %6
}
define spir_func i32 @_Z8abs_diffii(i32 %0, i32 %1) {
  %3 = icmp sgt i32 %0, %1
  %4 = sub i32 %0, %1
  %5 = sub i32 %1, %0
  %6 = select i1 %3, i32 %4, i32 %5
  ret i32 %6
}
define spir_func i32 @_Z4haddii(i32 %0, i32 %1) {
  %3 = and i32 %1, %0
  %4 = xor i32 %1, %0
  %5 = ashr i32 %4, 1
  %6 = add nsw i32 %5, %3
  ret i32 %6
}
define spir_func i32 @_Z5rhaddii(i32 %0, i32 %1) {
  %3 = or i32 %1, %0
  %4 = xor i32 %1, %0
  %5 = ashr i32 %4, 1
  %6 = sub nsw i32 %3, %5
  ret i32 %6
}
define spir_func i32 @_Z6rotateii(i32 %0, i32 %1) {
  %3 = and i32 %1, 31
  %4 = icmp eq i32 %3, 0
  %5 = call i32 @llvm.fshl.i32(i32 %0, i32 %0, i32 %1)
  %6 = select i1 %4, i32 %0, i32 %5
  ret i32 %6
}
define spir_func i32 @_Z3clzi(i32 %0) {
  %2 = call i32 @__simt_clz_i32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z8popcounti(i32 %0) {
  %2 = call i32 @__simt_popc_i32(i32 %0)
  %3 = call i32 @__simt_popc_i32(i32 0)
  %4 = add i32 %3, %2
  ret i32 %4
}
define spir_func i32 @_Z6mad_hiiii(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @__simt_mulh_s32(i32 %0, i32 %1)
  %5 = add i32 %4, %2
  ret i32 %5
}
define spir_func i32 @_Z9bitselectiii(i32 %0, i32 %1, i32 %2) {
  %4 = xor i32 %1, %0
  %5 = and i32 %4, %2
  %6 = xor i32 %5, %0
  ret i32 %6
}
define spir_func i32 @_Z3absj(i32 returned %0) {
  ret i32 %0
}
define spir_func i32 @_Z7add_satjj(i32 %0, i32 %1) {
  %3 = call i32 @llvm.uadd.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z7sub_satjj(i32 %0, i32 %1) {
  %3 = call i32 @llvm.usub.sat.i32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z3minjj(i32 %0, i32 %1) {
  %3 = call i32 @llvm.umin.i32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z3maxjj(i32 %0, i32 %1) {
  %3 = call i32 @llvm.umax.i32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z5clampjjj(i32 %0, i32 %1, i32 %2) {
  %4 = icmp ult i32 %0, %1
  %5 = call i32 @llvm.umin.i32(i32 %0, i32 %2)
  %6 = select i1 %4, i32 %1, i32 %5
  ret i32 %6
}
define spir_func i32 @_Z8abs_diffjj(i32 %0, i32 %1) {
  %3 = icmp ugt i32 %0, %1
  %4 = sub nuw i32 %0, %1
  %5 = sub nuw i32 %1, %0
  %6 = select i1 %3, i32 %4, i32 %5
  ret i32 %6
}
define spir_func i32 @_Z4haddjj(i32 %0, i32 %1) {
  %3 = and i32 %1, %0
  %4 = xor i32 %1, %0
  %5 = lshr i32 %4, 1
  %6 = add i32 %5, %3
  ret i32 %6
}
define spir_func i32 @_Z5rhaddjj(i32 %0, i32 %1) {
  %3 = or i32 %1, %0
  %4 = xor i32 %1, %0
  %5 = lshr i32 %4, 1
  %6 = sub i32 %3, %5
  ret i32 %6
}
define spir_func i32 @_Z6rotatejj(i32 %0, i32 %1) {
  %3 = and i32 %1, 31
  %4 = icmp eq i32 %3, 0
  %5 = call i32 @llvm.fshl.i32(i32 %0, i32 %0, i32 %1)
  %6 = select i1 %4, i32 %0, i32 %5
  ret i32 %6
}
define spir_func i32 @_Z3clzj(i32 %0) {
  %2 = call i32 @__simt_clz_i32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z8popcountj(i32 %0) {
  %2 = call i32 @__simt_popc_i32(i32 %0)
  %3 = call i32 @__simt_popc_i32(i32 0)
  %4 = add i32 %3, %2
  ret i32 %4
}
define spir_func i32 @_Z6mad_hijjj(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @__simt_mulh_u32(i32 %0, i32 %1)
  %5 = add i32 %4, %2
  ret i32 %5
}
define spir_func i32 @_Z9bitselectjjj(i32 %0, i32 %1, i32 %2) {
  %4 = xor i32 %1, %0
  %5 = and i32 %4, %2
  %6 = xor i32 %5, %0
  ret i32 %6
}
define spir_func i64 @_Z3absl(i64 %0) {
  %2 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  ret i64 %2
}
define spir_func i64 @_Z7add_satll(i64 %0, i64 %1) {
  %3 = add i64 %1, %0
  %4 = xor i64 %3, %0
  %5 = xor i64 %3, %1
  %6 = and i64 %4, %5
  %7 = icmp slt i64 %6, 0
  %8 = icmp slt i64 %0, 0
  %9 = select i1 %8, i64 -9223372036854775808, i64 9223372036854775807
  %10 = select i1 %7, i64 %9, i64 %3
  ret i64 %10
}
define spir_func i64 @_Z7sub_satll(i64 %0, i64 %1) {
  %3 = sub i64 %0, %1
  %4 = xor i64 %1, %0
  %5 = xor i64 %3, %0
  %6 = and i64 %5, %4
  %7 = icmp slt i64 %6, 0
  %8 = icmp slt i64 %0, 0
  %9 = select i1 %8, i64 -9223372036854775808, i64 9223372036854775807
  %10 = select i1 %7, i64 %9, i64 %3
  ret i64 %10
}
define spir_func i64 @_Z3minll(i64 %0, i64 %1) {
  %3 = call i64 @llvm.smin.i64(i64 %0, i64 %1)
  ret i64 %3
}
define spir_func i64 @_Z3maxll(i64 %0, i64 %1) {
  %3 = call i64 @llvm.smax.i64(i64 %0, i64 %1)
  ret i64 %3
}
define spir_func i64 @_Z5clamplll(i64 %0, i64 %1, i64 %2) {
  %4 = icmp slt i64 %0, %1
  %5 = call i64 @llvm.smin.i64(i64 %0, i64 %2)
  %6 = select i1 %4, i64 %1, i64 %5
  ret i64 %6
}
define spir_func i64 @_Z8abs_diffll(i64 %0, i64 %1) {
  %3 = icmp sgt i64 %0, %1
  %4 = sub i64 %0, %1
  %5 = sub i64 %1, %0
  %6 = select i1 %3, i64 %4, i64 %5
  ret i64 %6
}
define spir_func i64 @_Z4haddll(i64 %0, i64 %1) {
  %3 = and i64 %1, %0
  %4 = xor i64 %1, %0
  %5 = ashr i64 %4, 1
  %6 = add nsw i64 %5, %3
  ret i64 %6
}
define spir_func i64 @_Z5rhaddll(i64 %0, i64 %1) {
  %3 = or i64 %1, %0
  %4 = xor i64 %1, %0
  %5 = ashr i64 %4, 1
  %6 = sub nsw i64 %3, %5
  ret i64 %6
}
define spir_func i64 @_Z6rotatell(i64 %0, i64 %1) {
  %3 = and i64 %1, 63
  %4 = icmp eq i64 %3, 0
  %5 = call i64 @llvm.fshl.i64(i64 %0, i64 %0, i64 %1)
  %6 = select i1 %4, i64 %0, i64 %5
  ret i64 %6
}
define spir_func i64 @_Z3clzl(i64 %0) {
  %2 = lshr i64 %0, 32
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %7, label %4
4:
  %5 = trunc nuw i64 %2 to i32
  %6 = call i32 @__simt_clz_i32(i32 %5)
  br label %11
7:
  %8 = trunc nuw i64 %0 to i32
  %9 = call i32 @__simt_clz_i32(i32 %8)
  %10 = add i32 %9, 32
  br label %11
11:
  %12 = phi i32 [ %6, %4 ], [ %10, %7 ]
  %13 = zext i32 %12 to i64
  ret i64 %13
}
define spir_func i64 @_Z8popcountl(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = call i32 @__simt_popc_i32(i32 %2)
  %4 = lshr i64 %0, 32
  %5 = trunc nuw i64 %4 to i32
  %6 = call i32 @__simt_popc_i32(i32 %5)
  %7 = add i32 %6, %3
  %8 = zext i32 %7 to i64
  ret i64 %8
}
define spir_func i64 @_Z6mad_hilll(i64 %0, i64 %1, i64 %2) {
  %4 = trunc i64 %0 to i32
  %5 = lshr i64 %0, 32
  %6 = trunc i64 %1 to i32
  %7 = lshr i64 %1, 32
  %8 = call i32 @__simt_mulh_u32(i32 %4, i32 %6)
  %9 = zext i32 %8 to i64
  %10 = trunc nuw i64 %5 to i32
  %11 = call i32 @__simt_mulh_u32(i32 %10, i32 %6)
  %12 = mul i32 %6, %10
  %13 = zext i32 %12 to i64
  %14 = add nuw nsw i64 %9, %13
  %15 = trunc nuw i64 %7 to i32
  %16 = call i32 @__simt_mulh_u32(i32 %4, i32 %15)
  %17 = mul i32 %15, %4
  %18 = zext i32 %17 to i64
  %19 = and i64 %14, 4294967295
  %20 = add nuw nsw i64 %19, %18
  %21 = call i32 @__simt_mulh_u32(i32 %10, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = mul i32 %15, %10
  %25 = zext i32 %24 to i64
  %26 = lshr i64 %14, 32
  %27 = trunc nuw nsw i64 %26 to i32
  %28 = add i32 %11, %27
  %29 = zext i32 %28 to i64
  %30 = lshr i64 %20, 32
  %31 = trunc nuw nsw i64 %30 to i32
  %32 = add i32 %16, %31
  %33 = zext i32 %32 to i64
  %34 = icmp slt i64 %0, 0
  %35 = select i1 %34, i64 %1, i64 0
  %36 = icmp slt i64 %1, 0
  %37 = select i1 %36, i64 %0, i64 0
  %38 = add i64 %35, %37
  %39 = sub i64 %2, %38
  %40 = add i64 %39, %25
  %41 = add i64 %40, %23
  %42 = add i64 %41, %29
  %43 = add i64 %42, %33
  ret i64 %43
}
define spir_func i64 @_Z9bitselectlll(i64 %0, i64 %1, i64 %2) {
  %4 = xor i64 %1, %0
  %5 = and i64 %4, %2
  %6 = xor i64 %5, %0
  ret i64 %6
}
define spir_func i64 @_Z3absm(i64 returned %0) {
  ret i64 %0
}
define spir_func i64 @_Z7add_satmm(i64 %0, i64 %1) {
  %3 = call i64 @llvm.uadd.sat.i64(i64 %0, i64 %1)
  ret i64 %3
}
define spir_func i64 @_Z7sub_satmm(i64 %0, i64 %1) {
  %3 = call i64 @llvm.usub.sat.i64(i64 %0, i64 %1)
  ret i64 %3
}
define spir_func i64 @_Z3minmm(i64 %0, i64 %1) {
  %3 = call i64 @llvm.umin.i64(i64 %0, i64 %1)
  ret i64 %3
}
define spir_func i64 @_Z3maxmm(i64 %0, i64 %1) {
  %3 = call i64 @llvm.umax.i64(i64 %0, i64 %1)
  ret i64 %3
}
define spir_func i64 @_Z5clampmmm(i64 %0, i64 %1, i64 %2) {
  %4 = icmp ult i64 %0, %1
  %5 = call i64 @llvm.umin.i64(i64 %0, i64 %2)
  %6 = select i1 %4, i64 %1, i64 %5
  ret i64 %6
}
define spir_func i64 @_Z8abs_diffmm(i64 %0, i64 %1) {
  %3 = icmp ugt i64 %0, %1
  %4 = sub nuw i64 %0, %1
  %5 = sub nuw i64 %1, %0
  %6 = select i1 %3, i64 %4, i64 %5
  ret i64 %6
}
define spir_func i64 @_Z4haddmm(i64 %0, i64 %1) {
  %3 = and i64 %1, %0
  %4 = xor i64 %1, %0
  %5 = lshr i64 %4, 1
  %6 = add i64 %5, %3
  ret i64 %6
}
define spir_func i64 @_Z5rhaddmm(i64 %0, i64 %1) {
  %3 = or i64 %1, %0
  %4 = xor i64 %1, %0
  %5 = lshr i64 %4, 1
  %6 = sub i64 %3, %5
  ret i64 %6
}
define spir_func i64 @_Z6rotatemm(i64 %0, i64 %1) {
  %3 = and i64 %1, 63
  %4 = icmp eq i64 %3, 0
  %5 = call i64 @llvm.fshl.i64(i64 %0, i64 %0, i64 %1)
  %6 = select i1 %4, i64 %0, i64 %5
  ret i64 %6
}
define spir_func i64 @_Z3clzm(i64 %0) {
  %2 = lshr i64 %0, 32
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %7, label %4
4:
  %5 = trunc nuw i64 %2 to i32
  %6 = call i32 @__simt_clz_i32(i32 %5)
  br label %11
7:
  %8 = trunc nuw i64 %0 to i32
  %9 = call i32 @__simt_clz_i32(i32 %8)
  %10 = add i32 %9, 32
  br label %11
11:
  %12 = phi i32 [ %6, %4 ], [ %10, %7 ]
  %13 = zext i32 %12 to i64
  ret i64 %13
}
define spir_func i64 @_Z8popcountm(i64 %0) {
  %2 = trunc i64 %0 to i32
  %3 = call i32 @__simt_popc_i32(i32 %2)
  %4 = lshr i64 %0, 32
  %5 = trunc nuw i64 %4 to i32
  %6 = call i32 @__simt_popc_i32(i32 %5)
  %7 = add i32 %6, %3
  %8 = zext i32 %7 to i64
  ret i64 %8
}
define spir_func i64 @_Z6mad_himmm(i64 %0, i64 %1, i64 %2) {
  %4 = trunc i64 %0 to i32
  %5 = lshr i64 %0, 32
  %6 = trunc i64 %1 to i32
  %7 = lshr i64 %1, 32
  %8 = call i32 @__simt_mulh_u32(i32 %4, i32 %6)
  %9 = zext i32 %8 to i64
  %10 = trunc nuw i64 %5 to i32
  %11 = call i32 @__simt_mulh_u32(i32 %10, i32 %6)
  %12 = mul i32 %6, %10
  %13 = zext i32 %12 to i64
  %14 = add nuw nsw i64 %9, %13
  %15 = trunc nuw i64 %7 to i32
  %16 = call i32 @__simt_mulh_u32(i32 %4, i32 %15)
  %17 = mul i32 %15, %4
  %18 = zext i32 %17 to i64
  %19 = and i64 %14, 4294967295
  %20 = add nuw nsw i64 %19, %18
  %21 = call i32 @__simt_mulh_u32(i32 %10, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = mul i32 %15, %10
  %25 = zext i32 %24 to i64
  %26 = lshr i64 %14, 32
  %27 = trunc nuw nsw i64 %26 to i32
  %28 = add i32 %11, %27
  %29 = zext i32 %28 to i64
  %30 = lshr i64 %20, 32
  %31 = trunc nuw nsw i64 %30 to i32
  %32 = add i32 %16, %31
  %33 = zext i32 %32 to i64
  %34 = add i64 %2, %25
  %35 = add i64 %34, %23
  %36 = add i64 %35, %29
  %37 = add i64 %36, %33
  ret i64 %37
}
define spir_func i64 @_Z9bitselectmmm(i64 %0, i64 %1, i64 %2) {
  %4 = xor i64 %1, %0
  %5 = and i64 %4, %2
  %6 = xor i64 %5, %0
  ret i64 %6
}
define spir_func i32 @_Z7mad_satiii(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @__simt_mulh_s32(i32 %0, i32 %1)
  %5 = sext i32 %4 to i64
  %6 = shl nsw i64 %5, 32
  %7 = mul i32 %1, %0
  %8 = zext i32 %7 to i64
  %9 = sext i32 %2 to i64
  %10 = add nsw i64 %9, %8
  %11 = add i64 %10, %6
  %12 = call i64 @llvm.smax.i64(i64 %11, i64 -2147483648)
  %13 = call i64 @llvm.smin.i64(i64 %12, i64 2147483647)
  %14 = trunc nsw i64 %13 to i32
  ret i32 %14
}
define spir_func i32 @_Z7mad_satjjj(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @__simt_mulh_u32(i32 %0, i32 %1)
  %5 = icmp eq i32 %4, 0
  %6 = mul i32 %1, %0
  %7 = call i32 @llvm.uadd.sat.i32(i32 %6, i32 %2)
  %8 = select i1 %5, i32 %7, i32 -1
  ret i32 %8
}
define spir_func i64 @_Z7mad_satlll(i64 %0, i64 %1, i64 %2) {
  %4 = trunc i64 %0 to i32
  %5 = trunc i64 %1 to i32
  %6 = call i32 @__simt_mulh_u32(i32 %4, i32 %5)
  %7 = lshr i64 %1, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = mul i32 %8, %4
  %10 = lshr i64 %0, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = mul i32 %11, %5
  %13 = add i32 %9, %12
  %14 = add i32 %13, %6
  %15 = zext i32 %14 to i64
  %16 = shl nuw i64 %15, 32
  %17 = mul i32 %5, %4
  %18 = zext i32 %17 to i64
  %19 = or disjoint i64 %16, %18
  %20 = add i64 %19, %2
  %21 = zext i32 %6 to i64
  %22 = call i32 @__simt_mulh_u32(i32 %11, i32 %5)
  %23 = zext i32 %12 to i64
  %24 = add nuw nsw i64 %21, %23
  %25 = call i32 @__simt_mulh_u32(i32 %4, i32 %8)
  %26 = zext i32 %25 to i64
  %27 = shl nuw i64 %26, 32
  %28 = zext i32 %9 to i64
  %29 = or disjoint i64 %27, %28
  %30 = and i64 %24, 4294967295
  %31 = add i64 %29, %30
  %32 = call i32 @__simt_mulh_u32(i32 %11, i32 %8)
  %33 = zext i32 %32 to i64
  %34 = shl nuw i64 %33, 32
  %35 = mul i32 %8, %11
  %36 = zext i32 %35 to i64
  %37 = lshr i64 %24, 32
  %38 = trunc nuw nsw i64 %37 to i32
  %39 = add i32 %22, %38
  %40 = zext i32 %39 to i64
  %41 = lshr i64 %31, 32
  %42 = icmp slt i64 %0, 0
  %43 = select i1 %42, i64 %1, i64 0
  %44 = icmp slt i64 %1, 0
  %45 = select i1 %44, i64 %0, i64 0
  %46 = add i64 %45, %43
  %47 = ashr i64 %2, 63
  %48 = icmp ult i64 %20, %19
  %49 = zext i1 %48 to i64
  %50 = sub i64 %47, %46
  %51 = add i64 %50, %36
  %52 = add i64 %51, %34
  %53 = add i64 %52, %40
  %54 = add i64 %53, %49
  %55 = add i64 %54, %41
  %56 = ashr i64 %20, 63
  %57 = icmp eq i64 %55, %56
  %58 = icmp slt i64 %55, 0
  %59 = select i1 %58, i64 -9223372036854775808, i64 9223372036854775807
  %60 = select i1 %57, i64 %20, i64 %59
  ret i64 %60
}
define spir_func i64 @_Z7mad_satmmm(i64 %0, i64 %1, i64 %2) {
  %4 = trunc i64 %0 to i32
  %5 = lshr i64 %0, 32
  %6 = trunc i64 %1 to i32
  %7 = lshr i64 %1, 32
  %8 = call i32 @__simt_mulh_u32(i32 %4, i32 %6)
  %9 = zext i32 %8 to i64
  %10 = trunc nuw i64 %5 to i32
  %11 = call i32 @__simt_mulh_u32(i32 %10, i32 %6)
  %12 = mul i32 %6, %10
  %13 = zext i32 %12 to i64
  %14 = add nuw nsw i64 %9, %13
  %15 = trunc nuw i64 %7 to i32
  %16 = call i32 @__simt_mulh_u32(i32 %4, i32 %15)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = mul i32 %15, %4
  %20 = zext i32 %19 to i64
  %21 = or disjoint i64 %18, %20
  %22 = and i64 %14, 4294967295
  %23 = add i64 %21, %22
  %24 = call i32 @__simt_mulh_u32(i32 %10, i32 %15)
  %25 = zext i32 %24 to i64
  %26 = shl nuw i64 %25, 32
  %27 = mul i32 %15, %10
  %28 = zext i32 %27 to i64
  %29 = or disjoint i64 %26, %28
  %30 = lshr i64 %14, 32
  %31 = trunc nuw nsw i64 %30 to i32
  %32 = add i32 %11, %31
  %33 = zext i32 %32 to i64
  %34 = add i64 %29, %33
  %35 = lshr i64 %23, 32
  %36 = sub nsw i64 0, %35
  %37 = icmp eq i64 %34, %36
  br i1 %37, label %38, label %48
38:
  %39 = call i32 @__simt_mulh_u32(i32 %4, i32 %6)
  %40 = add i32 %19, %12
  %41 = add i32 %40, %39
  %42 = zext i32 %41 to i64
  %43 = shl nuw i64 %42, 32
  %44 = mul i32 %6, %4
  %45 = zext i32 %44 to i64
  %46 = or disjoint i64 %43, %45
  %47 = call i64 @llvm.uadd.sat.i64(i64 %46, i64 %2)
  br label %48
48:
  %49 = phi i64 [ %47, %38 ], [ -1, %3 ]
  ret i64 %49
}
define spir_func i32 @_Z5mul24ii(i32 %0, i32 %1) {
  %3 = call i32 @__simt_mul_s24(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z5mul24jj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_mul_u24(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z5mad24iii(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @__simt_mul_s24(i32 %0, i32 %1)
  %5 = add i32 %4, %2
  ret i32 %5
}
define spir_func i32 @_Z5mad24jjj(i32 %0, i32 %1, i32 %2) {
  %4 = call i32 @__simt_mul_u24(i32 %0, i32 %1)
  %5 = add i32 %4, %2
  ret i32 %5
}
define spir_func i16 @_Z8upsamplech(i8 %0, i8 %1) {
  %3 = zext i8 %0 to i16
  %4 = shl nuw i16 %3, 8
  %5 = zext i8 %1 to i16
  %6 = or disjoint i16 %4, %5
  ret i16 %6
}
define spir_func i16 @_Z8upsamplehh(i8 %0, i8 %1) {
  %3 = zext i8 %0 to i16
  %4 = shl nuw i16 %3, 8
  %5 = zext i8 %1 to i16
  %6 = or disjoint i16 %4, %5
  ret i16 %6
}
define spir_func i32 @_Z8upsamplest(i16 %0, i16 %1) {
  %3 = sext i16 %0 to i32
  %4 = shl nsw i32 %3, 16
  %5 = zext i16 %1 to i32
  %6 = or disjoint i32 %4, %5
  ret i32 %6
}
define spir_func i32 @_Z8upsamplett(i16 %0, i16 %1) {
  %3 = zext i16 %0 to i32
  %4 = shl nuw i32 %3, 16
  %5 = zext i16 %1 to i32
  %6 = or disjoint i32 %4, %5
  ret i32 %6
}
define spir_func i64 @_Z8upsampleij(i32 %0, i32 %1) {
  %3 = sext i32 %0 to i64
  %4 = shl nsw i64 %3, 32
  %5 = zext i32 %1 to i64
  %6 = or disjoint i64 %4, %5
  ret i64 %6
}
define spir_func i64 @_Z8upsamplejj(i32 %0, i32 %1) {
  %3 = zext i32 %0 to i64
  %4 = shl nuw i64 %3, 32
  %5 = zext i32 %1 to i64
  %6 = or disjoint i64 %4, %5
  ret i64 %6
}
define spir_func float @_Z6lengthf(float %0) {
  %2 = call float @__simt_fabs_f32(float %0)
  ret float %2
}
define spir_func float @_Z8distanceff(float %0, float %1) {
  %3 = fsub float %0, %1
  %4 = call float @__simt_fabs_f32(float %3)
  ret float %4
}
define spir_func float @_Z9normalizef(float %0) {
  %2 = fcmp ueq float %0, 0.000000e+00
  br i1 %2, label %5, label %3
3:
  %4 = call float @__simt_copysign_f32(float 1.000000e+00, float %0)
  br label %5
5:
  %6 = phi float [ %4, %3 ], [ %0, %1 ]
  ret float %6
}
define spir_func float @_Z3dotff(float %0, float %1) {
  %3 = fmul float %0, %1
  ret float %3
}
define spir_func float @_Z3dotDv2_fS_(<2 x float> %0, <2 x float> %1) {
  %3 = fmul <2 x float> %0, %1
  %4 = fmul <2 x float> %0, %1
  %5 = shufflevector <2 x float> %4, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %6 = fadd <2 x float> %3, %5
  %7 = extractelement <2 x float> %6, i64 0
  ret float %7
}
define spir_func float @_Z3dotDv3_fS_(<3 x float> %0, <3 x float> %1) {
  %3 = fmul <3 x float> %0, %1
  %4 = fmul <3 x float> %0, %1
  %5 = shufflevector <3 x float> %4, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %6 = fadd <3 x float> %3, %5
  %7 = fmul <3 x float> %0, %1
  %8 = shufflevector <3 x float> %7, <3 x float> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %9 = fadd <3 x float> %8, %6
  %10 = extractelement <3 x float> %9, i64 0
  ret float %10
}
define spir_func float @_Z3dotDv4_fS_(<4 x float> %0, <4 x float> %1) {
  %3 = fmul <4 x float> %0, %1
  %4 = fmul <4 x float> %0, %1
  %5 = shufflevector <4 x float> %4, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %6 = fadd <4 x float> %3, %5
  %7 = fmul <4 x float> %0, %1
  %8 = shufflevector <4 x float> %7, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %9 = fadd <4 x float> %8, %6
  %10 = fmul <4 x float> %0, %1
  %11 = shufflevector <4 x float> %10, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %12 = fadd <4 x float> %11, %9
  %13 = extractelement <4 x float> %12, i64 0
  ret float %13
}
define spir_func <3 x float> @_Z5crossDv3_fS_(<3 x float> %0, <3 x float> %1) {
  %3 = shufflevector <3 x float> %0, <3 x float> poison, <3 x i32> <i32 1, i32 2, i32 0>
  %4 = shufflevector <3 x float> %1, <3 x float> poison, <3 x i32> <i32 2, i32 0, i32 1>
  %5 = fmul <3 x float> %3, %4
  %6 = shufflevector <3 x float> %0, <3 x float> poison, <3 x i32> <i32 2, i32 0, i32 1>
  %7 = shufflevector <3 x float> %1, <3 x float> poison, <3 x i32> <i32 1, i32 2, i32 0>
  %8 = fmul <3 x float> %6, %7
  %9 = fsub <3 x float> %5, %8
  ret <3 x float> %9
}
define spir_func <4 x float> @_Z5crossDv4_fS_(<4 x float> %0, <4 x float> %1) {
  %3 = extractelement <4 x float> %0, i64 1
  %4 = extractelement <4 x float> %1, i64 2
  %5 = fmul float %3, %4
  %6 = extractelement <4 x float> %0, i64 2
  %7 = extractelement <4 x float> %1, i64 1
  %8 = fmul float %6, %7
  %9 = fsub float %5, %8
  %10 = extractelement <4 x float> %1, i64 0
  %11 = fmul float %6, %10
  %12 = extractelement <4 x float> %0, i64 0
  %13 = fmul float %12, %4
  %14 = fsub float %11, %13
  %15 = fmul float %12, %7
  %16 = fmul float %3, %10
  %17 = fsub float %15, %16
  %18 = insertelement <4 x float> <float poison, float poison, float poison, float 0.000000e+00>, float %9, i64 0
  %19 = insertelement <4 x float> %18, float %14, i64 1
  %20 = insertelement <4 x float> %19, float %17, i64 2
  ret <4 x float> %20
}
define spir_func float @_Z6lengthDv2_f(<2 x float> %0) {
  %2 = extractelement <2 x float> %0, i64 0
  %3 = call float @__simt_fabs_f32(float %2)
  %4 = extractelement <2 x float> %0, i64 1
  %5 = call float @__simt_fabs_f32(float %4)
  %6 = call float @__simt_fmax_f32(float %3, float %5)
  %7 = fcmp ogt float %6, 0.000000e+00
  br i1 %7, label %8, label %39
8:
  %9 = bitcast float %6 to i32
  %10 = icmp ugt i32 %9, 2139095039
  br i1 %10, label %39, label %11
11:
  %12 = icmp eq i32 %9, 0
  br i1 %12, label %24, label %13
13:
  %14 = icmp samesign ult i32 %9, 8388608
  %15 = fmul float %6, 0x4160000000000000
  %16 = select i1 %14, float %15, float %6
  %17 = bitcast float %16 to i32
  %18 = lshr i32 %17, 23
  %19 = select i1 %14, i32 -150, i32 -127
  %20 = add nsw i32 %18, %19
  %21 = freeze i32 %20
  %22 = icmp slt i32 %21, -120
  %23 = call i32 @llvm.smin.i32(i32 %21, i32 120)
  br i1 %22, label %24, label %25
24:
  br label %25
25:
  %26 = phi i32 [ -120, %24 ], [ %23, %13 ]
  %27 = sub nsw i32 0, %26
  %28 = call i32 @llvm.smin.i32(i32 %27, i32 127)
  %29 = sub nsw i32 %27, %28
  %30 = call i32 @llvm.smax.i32(i32 %29, i32 -26)
  %31 = call i32 @llvm.smin.i32(i32 %30, i32 1)
  %32 = shl nsw i32 %28, 23
  %33 = add nsw i32 %32, 1065353216
  %34 = bitcast i32 %33 to float
  %35 = shl nsw i32 %31, 23
  %36 = add nsw i32 %35, 1065353216
  %37 = bitcast i32 %36 to float
  %38 = fmul float %34, %37
  br label %39
39:
  %40 = phi float [ %38, %25 ], [ 1.000000e+00, %8 ], [ 1.000000e+00, %1 ]
  %41 = insertelement <2 x float> poison, float %40, i64 0
  %42 = shufflevector <2 x float> %41, <2 x float> poison, <2 x i32> zeroinitializer
  %43 = fmul <2 x float> %0, %42
  %44 = fmul <2 x float> %43, %43
  %45 = fmul <2 x float> %43, %43
  %46 = shufflevector <2 x float> %45, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %47 = fadd <2 x float> %44, %46
  %48 = extractelement <2 x float> %47, i64 0
  %49 = call float @__simt_sqrt_f32(float %48)
  %50 = call float @__simt_fabs_f32(float %40)
  %51 = fcmp ogt float %50, 0x45F0000000000000
  %52 = fcmp olt float %50, 0x39F0000000000000
  %53 = select i1 %52, float 0x41F0000000000000, float 1.000000e+00
  %54 = select i1 %51, float 0x3DF0000000000000, float %53
  %55 = fmul float %49, %54
  %56 = fmul float %40, %54
  %57 = call float @__simt_rcp_f32(float %56)
  %58 = fmul float %57, %55
  %59 = call float @__simt_corrected_f32(float %58, float %57, float %55, float %56)
  %60 = call float @__simt_fabs_f32(float %2)
  %61 = call float @__simt_fabs_f32(float %4)
  %62 = call float @__simt_fmax_f32(float %60, float %61)
  %63 = fcmp oeq float %62, 0x7FF0000000000000
  %64 = select i1 %63, float 0x7FF0000000000000, float %59
  ret float %64
}
define spir_func float @_Z8distanceDv2_fS_(<2 x float> %0, <2 x float> %1) {
  %3 = fsub <2 x float> %0, %1
  %4 = call spir_func float @_Z6lengthDv2_f(<2 x float> %3)
  ret float %4
}
define spir_func <2 x float> @_Z9normalizeDv2_f(<2 x float> %0) {
  %2 = extractelement <2 x float> %0, i64 0
  %3 = call float @__simt_fabs_f32(float %2)
  %4 = extractelement <2 x float> %0, i64 1
  %5 = call float @__simt_fabs_f32(float %4)
  %6 = call float @__simt_fmax_f32(float %3, float %5)
  %7 = fcmp ogt float %6, 0.000000e+00
  br i1 %7, label %8, label %39
8:
  %9 = bitcast float %6 to i32
  %10 = icmp ugt i32 %9, 2139095039
  br i1 %10, label %39, label %11
11:
  %12 = icmp eq i32 %9, 0
  br i1 %12, label %24, label %13
13:
  %14 = icmp samesign ult i32 %9, 8388608
  %15 = fmul float %6, 0x4160000000000000
  %16 = select i1 %14, float %15, float %6
  %17 = bitcast float %16 to i32
  %18 = lshr i32 %17, 23
  %19 = select i1 %14, i32 -150, i32 -127
  %20 = add nsw i32 %18, %19
  %21 = freeze i32 %20
  %22 = icmp slt i32 %21, -120
  %23 = call i32 @llvm.smin.i32(i32 %21, i32 120)
  br i1 %22, label %24, label %25
24:
  br label %25
25:
  %26 = phi i32 [ -120, %24 ], [ %23, %13 ]
  %27 = sub nsw i32 0, %26
  %28 = call i32 @llvm.smin.i32(i32 %27, i32 127)
  %29 = sub nsw i32 %27, %28
  %30 = call i32 @llvm.smax.i32(i32 %29, i32 -26)
  %31 = call i32 @llvm.smin.i32(i32 %30, i32 1)
  %32 = shl nsw i32 %28, 23
  %33 = add nsw i32 %32, 1065353216
  %34 = bitcast i32 %33 to float
  %35 = shl nsw i32 %31, 23
  %36 = add nsw i32 %35, 1065353216
  %37 = bitcast i32 %36 to float
  %38 = fmul float %34, %37
  br label %39
39:
  %40 = phi float [ %38, %25 ], [ 1.000000e+00, %8 ], [ 1.000000e+00, %1 ]
  %41 = insertelement <2 x float> poison, float %40, i64 0
  %42 = shufflevector <2 x float> %41, <2 x float> poison, <2 x i32> zeroinitializer
  %43 = fmul <2 x float> %0, %42
  %44 = fmul <2 x float> %43, %43
  %45 = fmul <2 x float> %43, %43
  %46 = shufflevector <2 x float> %45, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %47 = fadd <2 x float> %44, %46
  %48 = extractelement <2 x float> %47, i64 0
  %49 = fcmp oeq float %48, 0.000000e+00
  br i1 %49, label %55, label %50
50:
  %51 = call float @__simt_rsqrt_f32(float %48)
  %52 = insertelement <2 x float> poison, float %51, i64 0
  %53 = shufflevector <2 x float> %52, <2 x float> poison, <2 x i32> zeroinitializer
  %54 = fmul <2 x float> %43, %53
  br label %55
55:
  %56 = phi <2 x float> [ %54, %50 ], [ %0, %39 ]
  ret <2 x float> %56
}
define spir_func float @_Z6lengthDv3_f(<3 x float> %0) {
  %2 = extractelement <3 x float> %0, i64 0
  %3 = call float @__simt_fabs_f32(float %2)
  %4 = extractelement <3 x float> %0, i64 1
  %5 = call float @__simt_fabs_f32(float %4)
  %6 = call float @__simt_fmax_f32(float %3, float %5)
  %7 = extractelement <3 x float> %0, i64 2
  %8 = call float @__simt_fabs_f32(float %7)
  %9 = call float @__simt_fmax_f32(float %6, float %8)
  %10 = fcmp ogt float %9, 0.000000e+00
  br i1 %10, label %11, label %42
11:
  %12 = bitcast float %9 to i32
  %13 = icmp ugt i32 %12, 2139095039
  br i1 %13, label %42, label %14
14:
  %15 = icmp eq i32 %12, 0
  br i1 %15, label %27, label %16
16:
  %17 = icmp samesign ult i32 %12, 8388608
  %18 = fmul float %9, 0x4160000000000000
  %19 = select i1 %17, float %18, float %9
  %20 = bitcast float %19 to i32
  %21 = lshr i32 %20, 23
  %22 = select i1 %17, i32 -150, i32 -127
  %23 = add nsw i32 %21, %22
  %24 = freeze i32 %23
  %25 = icmp slt i32 %24, -120
  %26 = call i32 @llvm.smin.i32(i32 %24, i32 120)
  br i1 %25, label %27, label %28
27:
  br label %28
28:
  %29 = phi i32 [ -120, %27 ], [ %26, %16 ]
  %30 = sub nsw i32 0, %29
  %31 = call i32 @llvm.smin.i32(i32 %30, i32 127)
  %32 = sub nsw i32 %30, %31
  %33 = call i32 @llvm.smax.i32(i32 %32, i32 -26)
  %34 = call i32 @llvm.smin.i32(i32 %33, i32 1)
  %35 = shl nsw i32 %31, 23
  %36 = add nsw i32 %35, 1065353216
  %37 = bitcast i32 %36 to float
  %38 = shl nsw i32 %34, 23
  %39 = add nsw i32 %38, 1065353216
  %40 = bitcast i32 %39 to float
  %41 = fmul float %37, %40
  br label %42
42:
  %43 = phi float [ %41, %28 ], [ 1.000000e+00, %11 ], [ 1.000000e+00, %1 ]
  %44 = insertelement <3 x float> poison, float %43, i64 0
  %45 = shufflevector <3 x float> %44, <3 x float> poison, <3 x i32> zeroinitializer
  %46 = fmul <3 x float> %0, %45
  %47 = fmul <3 x float> %46, %46
  %48 = fmul <3 x float> %46, %46
  %49 = shufflevector <3 x float> %48, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %50 = fadd <3 x float> %47, %49
  %51 = fmul <3 x float> %46, %46
  %52 = shufflevector <3 x float> %51, <3 x float> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %53 = fadd <3 x float> %52, %50
  %54 = extractelement <3 x float> %53, i64 0
  %55 = call float @__simt_sqrt_f32(float %54)
  %56 = call float @__simt_fabs_f32(float %43)
  %57 = fcmp ogt float %56, 0x45F0000000000000
  %58 = fcmp olt float %56, 0x39F0000000000000
  %59 = select i1 %58, float 0x41F0000000000000, float 1.000000e+00
  %60 = select i1 %57, float 0x3DF0000000000000, float %59
  %61 = fmul float %55, %60
  %62 = fmul float %43, %60
  %63 = call float @__simt_rcp_f32(float %62)
  %64 = fmul float %63, %61
  %65 = call float @__simt_corrected_f32(float %64, float %63, float %61, float %62)
  %66 = call float @__simt_fabs_f32(float %2)
  %67 = call float @__simt_fabs_f32(float %4)
  %68 = call float @__simt_fmax_f32(float %66, float %67)
  %69 = call float @__simt_fabs_f32(float %7)
  %70 = call float @__simt_fmax_f32(float %68, float %69)
  %71 = fcmp oeq float %70, 0x7FF0000000000000
  %72 = select i1 %71, float 0x7FF0000000000000, float %65
  ret float %72
}
define spir_func float @_Z8distanceDv3_fS_(<3 x float> %0, <3 x float> %1) {
  %3 = fsub <3 x float> %0, %1
  %4 = call spir_func float @_Z6lengthDv3_f(<3 x float> %3)
  ret float %4
}
define spir_func <3 x float> @_Z9normalizeDv3_f(<3 x float> %0) {
  %2 = extractelement <3 x float> %0, i64 0
  %3 = call float @__simt_fabs_f32(float %2)
  %4 = extractelement <3 x float> %0, i64 1
  %5 = call float @__simt_fabs_f32(float %4)
  %6 = call float @__simt_fmax_f32(float %3, float %5)
  %7 = extractelement <3 x float> %0, i64 2
  %8 = call float @__simt_fabs_f32(float %7)
  %9 = call float @__simt_fmax_f32(float %6, float %8)
  %10 = fcmp ogt float %9, 0.000000e+00
  br i1 %10, label %11, label %42
11:
  %12 = bitcast float %9 to i32
  %13 = icmp ugt i32 %12, 2139095039
  br i1 %13, label %42, label %14
14:
  %15 = icmp eq i32 %12, 0
  br i1 %15, label %27, label %16
16:
  %17 = icmp samesign ult i32 %12, 8388608
  %18 = fmul float %9, 0x4160000000000000
  %19 = select i1 %17, float %18, float %9
  %20 = bitcast float %19 to i32
  %21 = lshr i32 %20, 23
  %22 = select i1 %17, i32 -150, i32 -127
  %23 = add nsw i32 %21, %22
  %24 = freeze i32 %23
  %25 = icmp slt i32 %24, -120
  %26 = call i32 @llvm.smin.i32(i32 %24, i32 120)
  br i1 %25, label %27, label %28
27:
  br label %28
28:
  %29 = phi i32 [ -120, %27 ], [ %26, %16 ]
  %30 = sub nsw i32 0, %29
  %31 = call i32 @llvm.smin.i32(i32 %30, i32 127)
  %32 = sub nsw i32 %30, %31
  %33 = call i32 @llvm.smax.i32(i32 %32, i32 -26)
  %34 = call i32 @llvm.smin.i32(i32 %33, i32 1)
  %35 = shl nsw i32 %31, 23
  %36 = add nsw i32 %35, 1065353216
  %37 = bitcast i32 %36 to float
  %38 = shl nsw i32 %34, 23
  %39 = add nsw i32 %38, 1065353216
  %40 = bitcast i32 %39 to float
  %41 = fmul float %37, %40
  br label %42
42:
  %43 = phi float [ %41, %28 ], [ 1.000000e+00, %11 ], [ 1.000000e+00, %1 ]
  %44 = insertelement <3 x float> poison, float %43, i64 0
  %45 = shufflevector <3 x float> %44, <3 x float> poison, <3 x i32> zeroinitializer
  %46 = fmul <3 x float> %0, %45
  %47 = fmul <3 x float> %46, %46
  %48 = fmul <3 x float> %46, %46
  %49 = shufflevector <3 x float> %48, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %50 = fadd <3 x float> %47, %49
  %51 = fmul <3 x float> %46, %46
  %52 = shufflevector <3 x float> %51, <3 x float> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %53 = fadd <3 x float> %52, %50
  %54 = extractelement <3 x float> %53, i64 0
  %55 = fcmp oeq float %54, 0.000000e+00
  br i1 %55, label %61, label %56
56:
  %57 = call float @__simt_rsqrt_f32(float %54)
  %58 = insertelement <3 x float> poison, float %57, i64 0
  %59 = shufflevector <3 x float> %58, <3 x float> poison, <3 x i32> zeroinitializer
  %60 = fmul <3 x float> %46, %59
  br label %61
61:
  %62 = phi <3 x float> [ %60, %56 ], [ %0, %42 ]
  ret <3 x float> %62
}
define spir_func float @_Z6lengthDv4_f(<4 x float> %0) {
  %2 = extractelement <4 x float> %0, i64 0
  %3 = call float @__simt_fabs_f32(float %2)
  %4 = extractelement <4 x float> %0, i64 1
  %5 = call float @__simt_fabs_f32(float %4)
  %6 = call float @__simt_fmax_f32(float %3, float %5)
  %7 = extractelement <4 x float> %0, i64 2
  %8 = call float @__simt_fabs_f32(float %7)
  %9 = extractelement <4 x float> %0, i64 3
  %10 = call float @__simt_fabs_f32(float %9)
  %11 = call float @__simt_fmax_f32(float %8, float %10)
  %12 = call float @__simt_fmax_f32(float %6, float %11)
  %13 = fcmp ogt float %12, 0.000000e+00
  br i1 %13, label %14, label %45
14:
  %15 = bitcast float %12 to i32
  %16 = icmp ugt i32 %15, 2139095039
  br i1 %16, label %45, label %17
17:
  %18 = icmp eq i32 %15, 0
  br i1 %18, label %30, label %19
19:
  %20 = icmp samesign ult i32 %15, 8388608
  %21 = fmul float %12, 0x4160000000000000
  %22 = select i1 %20, float %21, float %12
  %23 = bitcast float %22 to i32
  %24 = lshr i32 %23, 23
  %25 = select i1 %20, i32 -150, i32 -127
  %26 = add nsw i32 %24, %25
  %27 = freeze i32 %26
  %28 = icmp slt i32 %27, -120
  %29 = call i32 @llvm.smin.i32(i32 %27, i32 120)
  br i1 %28, label %30, label %31
30:
  br label %31
31:
  %32 = phi i32 [ -120, %30 ], [ %29, %19 ]
  %33 = sub nsw i32 0, %32
  %34 = call i32 @llvm.smin.i32(i32 %33, i32 127)
  %35 = sub nsw i32 %33, %34
  %36 = call i32 @llvm.smax.i32(i32 %35, i32 -26)
  %37 = call i32 @llvm.smin.i32(i32 %36, i32 1)
  %38 = shl nsw i32 %34, 23
  %39 = add nsw i32 %38, 1065353216
  %40 = bitcast i32 %39 to float
  %41 = shl nsw i32 %37, 23
  %42 = add nsw i32 %41, 1065353216
  %43 = bitcast i32 %42 to float
  %44 = fmul float %40, %43
  br label %45
45:
  %46 = phi float [ %44, %31 ], [ 1.000000e+00, %14 ], [ 1.000000e+00, %1 ]
  %47 = insertelement <4 x float> poison, float %46, i64 0
  %48 = shufflevector <4 x float> %47, <4 x float> poison, <4 x i32> zeroinitializer
  %49 = fmul <4 x float> %0, %48
  %50 = fmul <4 x float> %49, %49
  %51 = fmul <4 x float> %49, %49
  %52 = shufflevector <4 x float> %51, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %53 = fadd <4 x float> %50, %52
  %54 = fmul <4 x float> %49, %49
  %55 = shufflevector <4 x float> %54, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %56 = fadd <4 x float> %55, %53
  %57 = fmul <4 x float> %49, %49
  %58 = shufflevector <4 x float> %57, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %59 = fadd <4 x float> %58, %56
  %60 = extractelement <4 x float> %59, i64 0
  %61 = call float @__simt_sqrt_f32(float %60)
  %62 = call float @__simt_fabs_f32(float %46)
  %63 = fcmp ogt float %62, 0x45F0000000000000
  %64 = fcmp olt float %62, 0x39F0000000000000
  %65 = select i1 %64, float 0x41F0000000000000, float 1.000000e+00
  %66 = select i1 %63, float 0x3DF0000000000000, float %65
  %67 = fmul float %61, %66
  %68 = fmul float %46, %66
  %69 = call float @__simt_rcp_f32(float %68)
  %70 = fmul float %69, %67
  %71 = call float @__simt_corrected_f32(float %70, float %69, float %67, float %68)
  %72 = call float @__simt_fabs_f32(float %2)
  %73 = call float @__simt_fabs_f32(float %4)
  %74 = call float @__simt_fmax_f32(float %72, float %73)
  %75 = call float @__simt_fabs_f32(float %7)
  %76 = call float @__simt_fabs_f32(float %9)
  %77 = call float @__simt_fmax_f32(float %75, float %76)
  %78 = call float @__simt_fmax_f32(float %74, float %77)
  %79 = fcmp oeq float %78, 0x7FF0000000000000
  %80 = select i1 %79, float 0x7FF0000000000000, float %71
  ret float %80
}
define spir_func float @_Z8distanceDv4_fS_(<4 x float> %0, <4 x float> %1) {
  %3 = fsub <4 x float> %0, %1
  %4 = call spir_func float @_Z6lengthDv4_f(<4 x float> %3)
  ret float %4
}
define spir_func <4 x float> @_Z9normalizeDv4_f(<4 x float> %0) {
  %2 = extractelement <4 x float> %0, i64 0
  %3 = call float @__simt_fabs_f32(float %2)
  %4 = extractelement <4 x float> %0, i64 1
  %5 = call float @__simt_fabs_f32(float %4)
  %6 = call float @__simt_fmax_f32(float %3, float %5)
  %7 = extractelement <4 x float> %0, i64 2
  %8 = call float @__simt_fabs_f32(float %7)
  %9 = extractelement <4 x float> %0, i64 3
  %10 = call float @__simt_fabs_f32(float %9)
  %11 = call float @__simt_fmax_f32(float %8, float %10)
  %12 = call float @__simt_fmax_f32(float %6, float %11)
  %13 = fcmp ogt float %12, 0.000000e+00
  br i1 %13, label %14, label %45
14:
  %15 = bitcast float %12 to i32
  %16 = icmp ugt i32 %15, 2139095039
  br i1 %16, label %45, label %17
17:
  %18 = icmp eq i32 %15, 0
  br i1 %18, label %30, label %19
19:
  %20 = icmp samesign ult i32 %15, 8388608
  %21 = fmul float %12, 0x4160000000000000
  %22 = select i1 %20, float %21, float %12
  %23 = bitcast float %22 to i32
  %24 = lshr i32 %23, 23
  %25 = select i1 %20, i32 -150, i32 -127
  %26 = add nsw i32 %24, %25
  %27 = freeze i32 %26
  %28 = icmp slt i32 %27, -120
  %29 = call i32 @llvm.smin.i32(i32 %27, i32 120)
  br i1 %28, label %30, label %31
30:
  br label %31
31:
  %32 = phi i32 [ -120, %30 ], [ %29, %19 ]
  %33 = sub nsw i32 0, %32
  %34 = call i32 @llvm.smin.i32(i32 %33, i32 127)
  %35 = sub nsw i32 %33, %34
  %36 = call i32 @llvm.smax.i32(i32 %35, i32 -26)
  %37 = call i32 @llvm.smin.i32(i32 %36, i32 1)
  %38 = shl nsw i32 %34, 23
  %39 = add nsw i32 %38, 1065353216
  %40 = bitcast i32 %39 to float
  %41 = shl nsw i32 %37, 23
  %42 = add nsw i32 %41, 1065353216
  %43 = bitcast i32 %42 to float
  %44 = fmul float %40, %43
  br label %45
45:
  %46 = phi float [ %44, %31 ], [ 1.000000e+00, %14 ], [ 1.000000e+00, %1 ]
  %47 = insertelement <4 x float> poison, float %46, i64 0
  %48 = shufflevector <4 x float> %47, <4 x float> poison, <4 x i32> zeroinitializer
  %49 = fmul <4 x float> %0, %48
  %50 = fmul <4 x float> %49, %49
  %51 = fmul <4 x float> %49, %49
  %52 = shufflevector <4 x float> %51, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %53 = fadd <4 x float> %50, %52
  %54 = fmul <4 x float> %49, %49
  %55 = shufflevector <4 x float> %54, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %56 = fadd <4 x float> %55, %53
  %57 = fmul <4 x float> %49, %49
  %58 = shufflevector <4 x float> %57, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %59 = fadd <4 x float> %58, %56
  %60 = extractelement <4 x float> %59, i64 0
  %61 = fcmp oeq float %60, 0.000000e+00
  br i1 %61, label %67, label %62
62:
  %63 = call float @__simt_rsqrt_f32(float %60)
  %64 = insertelement <4 x float> poison, float %63, i64 0
  %65 = shufflevector <4 x float> %64, <4 x float> poison, <4 x i32> zeroinitializer
  %66 = fmul <4 x float> %49, %65
  br label %67
67:
  %68 = phi <4 x float> [ %66, %62 ], [ %0, %45 ]
  ret <4 x float> %68
}
define spir_func double @_Z6lengthd(double %0) {
  %2 = call double @__simt_fabs_f64(double %0)
  ret double %2
}
define spir_func double @_Z8distancedd(double %0, double %1) {
  %3 = fsub double %0, %1
  %4 = call double @__simt_fabs_f64(double %3)
  ret double %4
}
define spir_func double @_Z9normalized(double %0) {
  %2 = fcmp ueq double %0, 0.000000e+00
  br i1 %2, label %5, label %3
3:
  %4 = call double @__simt_copysign_f64(double 1.000000e+00, double %0)
  br label %5
5:
  %6 = phi double [ %4, %3 ], [ %0, %1 ]
  ret double %6
}
define spir_func double @_Z3dotdd(double %0, double %1) {
  %3 = fmul double %0, %1
  ret double %3
}
define spir_func double @_Z3dotDv2_dS_(<2 x double> %0, <2 x double> %1) {
  %3 = fmul <2 x double> %0, %1
  %4 = fmul <2 x double> %0, %1
  %5 = shufflevector <2 x double> %4, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %6 = fadd <2 x double> %3, %5
  %7 = extractelement <2 x double> %6, i64 0
  ret double %7
}
define spir_func double @_Z3dotDv3_dS_(<3 x double> %0, <3 x double> %1) {
  %3 = fmul <3 x double> %0, %1
  %4 = fmul <3 x double> %0, %1
  %5 = shufflevector <3 x double> %4, <3 x double> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %6 = fadd <3 x double> %3, %5
  %7 = fmul <3 x double> %0, %1
  %8 = shufflevector <3 x double> %7, <3 x double> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %9 = fadd <3 x double> %8, %6
  %10 = extractelement <3 x double> %9, i64 0
  ret double %10
}
define spir_func double @_Z3dotDv4_dS_(<4 x double> %0, <4 x double> %1) {
  %3 = fmul <4 x double> %0, %1
  %4 = fmul <4 x double> %0, %1
  %5 = shufflevector <4 x double> %4, <4 x double> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %6 = fadd <4 x double> %3, %5
  %7 = fmul <4 x double> %0, %1
  %8 = shufflevector <4 x double> %7, <4 x double> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %9 = fadd <4 x double> %8, %6
  %10 = fmul <4 x double> %0, %1
  %11 = shufflevector <4 x double> %10, <4 x double> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %12 = fadd <4 x double> %11, %9
  %13 = extractelement <4 x double> %12, i64 0
  ret double %13
}
define spir_func <3 x double> @_Z5crossDv3_dS_(<3 x double> %0, <3 x double> %1) {
  %3 = shufflevector <3 x double> %0, <3 x double> poison, <3 x i32> <i32 1, i32 2, i32 0>
  %4 = shufflevector <3 x double> %1, <3 x double> poison, <3 x i32> <i32 2, i32 0, i32 1>
  %5 = fmul <3 x double> %3, %4
  %6 = shufflevector <3 x double> %0, <3 x double> poison, <3 x i32> <i32 2, i32 0, i32 1>
  %7 = shufflevector <3 x double> %1, <3 x double> poison, <3 x i32> <i32 1, i32 2, i32 0>
  %8 = fmul <3 x double> %6, %7
  %9 = fsub <3 x double> %5, %8
  ret <3 x double> %9
}
define spir_func <4 x double> @_Z5crossDv4_dS_(<4 x double> %0, <4 x double> %1) {
  %3 = extractelement <4 x double> %0, i64 1
  %4 = extractelement <4 x double> %1, i64 2
  %5 = fmul double %3, %4
  %6 = extractelement <4 x double> %0, i64 2
  %7 = extractelement <4 x double> %1, i64 1
  %8 = fmul double %6, %7
  %9 = fsub double %5, %8
  %10 = extractelement <4 x double> %1, i64 0
  %11 = fmul double %6, %10
  %12 = extractelement <4 x double> %0, i64 0
  %13 = fmul double %12, %4
  %14 = fsub double %11, %13
  %15 = fmul double %12, %7
  %16 = fmul double %3, %10
  %17 = fsub double %15, %16
  %18 = insertelement <4 x double> <double poison, double poison, double poison, double 0.000000e+00>, double %9, i64 0
  %19 = insertelement <4 x double> %18, double %14, i64 1
  %20 = insertelement <4 x double> %19, double %17, i64 2
  ret <4 x double> %20
}
define spir_func double @_Z6lengthDv2_d(<2 x double> %0) {
  %2 = extractelement <2 x double> %0, i64 0
  %3 = call double @__simt_fabs_f64(double %2)
  %4 = extractelement <2 x double> %0, i64 1
  %5 = call double @__simt_fabs_f64(double %4)
  %6 = call double @__simt_fmax_f64(double %3, double %5)
  %7 = fcmp ogt double %6, 0.000000e+00
  br i1 %7, label %8, label %42
8:
  %9 = bitcast double %6 to i64
  %10 = icmp ugt i64 %9, 9218868437227405311
  br i1 %10, label %42, label %11
11:
  %12 = icmp eq i64 %9, 0
  br i1 %12, label %25, label %13
13:
  %14 = icmp samesign ult i64 %9, 4503599627370496
  %15 = fmul double %6, 0x4330000000000000
  %16 = select i1 %14, double %15, double %6
  %17 = bitcast double %16 to i64
  %18 = lshr i64 %17, 52
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = select i1 %14, i32 -1075, i32 -1023
  %21 = add nsw i32 %20, %19
  %22 = freeze i32 %21
  %23 = icmp slt i32 %22, -1000
  %24 = call i32 @llvm.smin.i32(i32 %22, i32 1000)
  br i1 %23, label %25, label %26
25:
  br label %26
26:
  %27 = phi i32 [ -1000, %25 ], [ %24, %13 ]
  %28 = sub nsw i32 0, %27
  %29 = call i32 @llvm.smin.i32(i32 %28, i32 1023)
  %30 = sub nsw i32 %28, %29
  %31 = call i32 @llvm.smax.i32(i32 %30, i32 -55)
  %32 = call i32 @llvm.smin.i32(i32 %31, i32 1)
  %33 = add nsw i32 %29, 1023
  %34 = zext nneg i32 %33 to i64
  %35 = shl nuw nsw i64 %34, 52
  %36 = bitcast i64 %35 to double
  %37 = add nsw i32 %32, 1023
  %38 = zext nneg i32 %37 to i64
  %39 = shl nuw nsw i64 %38, 52
  %40 = bitcast i64 %39 to double
  %41 = fmul double %36, %40
  br label %42
42:
  %43 = phi double [ %41, %26 ], [ 1.000000e+00, %8 ], [ 1.000000e+00, %1 ]
  %44 = insertelement <2 x double> poison, double %43, i64 0
  %45 = shufflevector <2 x double> %44, <2 x double> poison, <2 x i32> zeroinitializer
  %46 = fmul <2 x double> %0, %45
  %47 = fmul <2 x double> %46, %46
  %48 = fmul <2 x double> %46, %46
  %49 = shufflevector <2 x double> %48, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %50 = fadd <2 x double> %47, %49
  %51 = extractelement <2 x double> %50, i64 0
  %52 = call double @__simt_sqrt_f64(double %51)
  %53 = call double @__simt_fdiv_f64(double %52, double %43)
  %54 = call double @__simt_fabs_f64(double %2)
  %55 = call double @__simt_fabs_f64(double %4)
  %56 = call double @__simt_fmax_f64(double %54, double %55)
  %57 = fcmp oeq double %56, 0x7FF0000000000000
  %58 = select i1 %57, double 0x7FF0000000000000, double %53
  ret double %58
}
define spir_func double @_Z8distanceDv2_dS_(<2 x double> %0, <2 x double> %1) {
  %3 = fsub <2 x double> %0, %1
  %4 = call spir_func double @_Z6lengthDv2_d(<2 x double> %3)
  ret double %4
}
define spir_func <2 x double> @_Z9normalizeDv2_d(<2 x double> %0) {
  %2 = extractelement <2 x double> %0, i64 0
  %3 = call double @__simt_fabs_f64(double %2)
  %4 = extractelement <2 x double> %0, i64 1
  %5 = call double @__simt_fabs_f64(double %4)
  %6 = call double @__simt_fmax_f64(double %3, double %5)
  %7 = fcmp ogt double %6, 0.000000e+00
  br i1 %7, label %8, label %42
8:
  %9 = bitcast double %6 to i64
  %10 = icmp ugt i64 %9, 9218868437227405311
  br i1 %10, label %42, label %11
11:
  %12 = icmp eq i64 %9, 0
  br i1 %12, label %25, label %13
13:
  %14 = icmp samesign ult i64 %9, 4503599627370496
  %15 = fmul double %6, 0x4330000000000000
  %16 = select i1 %14, double %15, double %6
  %17 = bitcast double %16 to i64
  %18 = lshr i64 %17, 52
  %19 = trunc nuw nsw i64 %18 to i32
  %20 = select i1 %14, i32 -1075, i32 -1023
  %21 = add nsw i32 %20, %19
  %22 = freeze i32 %21
  %23 = icmp slt i32 %22, -1000
  %24 = call i32 @llvm.smin.i32(i32 %22, i32 1000)
  br i1 %23, label %25, label %26
25:
  br label %26
26:
  %27 = phi i32 [ -1000, %25 ], [ %24, %13 ]
  %28 = sub nsw i32 0, %27
  %29 = call i32 @llvm.smin.i32(i32 %28, i32 1023)
  %30 = sub nsw i32 %28, %29
  %31 = call i32 @llvm.smax.i32(i32 %30, i32 -55)
  %32 = call i32 @llvm.smin.i32(i32 %31, i32 1)
  %33 = add nsw i32 %29, 1023
  %34 = zext nneg i32 %33 to i64
  %35 = shl nuw nsw i64 %34, 52
  %36 = bitcast i64 %35 to double
  %37 = add nsw i32 %32, 1023
  %38 = zext nneg i32 %37 to i64
  %39 = shl nuw nsw i64 %38, 52
  %40 = bitcast i64 %39 to double
  %41 = fmul double %36, %40
  br label %42
42:
  %43 = phi double [ %41, %26 ], [ 1.000000e+00, %8 ], [ 1.000000e+00, %1 ]
  %44 = insertelement <2 x double> poison, double %43, i64 0
  %45 = shufflevector <2 x double> %44, <2 x double> poison, <2 x i32> zeroinitializer
  %46 = fmul <2 x double> %0, %45
  %47 = fmul <2 x double> %46, %46
  %48 = fmul <2 x double> %46, %46
  %49 = shufflevector <2 x double> %48, <2 x double> poison, <2 x i32> <i32 1, i32 poison>
  %50 = fadd <2 x double> %47, %49
  %51 = extractelement <2 x double> %50, i64 0
  %52 = fcmp oeq double %51, 0.000000e+00
  br i1 %52, label %58, label %53
53:
  %54 = call double @__simt_rsqrt_f64(double %51)
  %55 = insertelement <2 x double> poison, double %54, i64 0
  %56 = shufflevector <2 x double> %55, <2 x double> poison, <2 x i32> zeroinitializer
  %57 = fmul <2 x double> %46, %56
  br label %58
58:
  %59 = phi <2 x double> [ %57, %53 ], [ %0, %42 ]
  ret <2 x double> %59
}
define spir_func double @_Z6lengthDv3_d(<3 x double> %0) {
  %2 = extractelement <3 x double> %0, i64 0
  %3 = call double @__simt_fabs_f64(double %2)
  %4 = extractelement <3 x double> %0, i64 1
  %5 = call double @__simt_fabs_f64(double %4)
  %6 = call double @__simt_fmax_f64(double %3, double %5)
  %7 = extractelement <3 x double> %0, i64 2
  %8 = call double @__simt_fabs_f64(double %7)
  %9 = call double @__simt_fmax_f64(double %6, double %8)
  %10 = fcmp ogt double %9, 0.000000e+00
  br i1 %10, label %11, label %45
11:
  %12 = bitcast double %9 to i64
  %13 = icmp ugt i64 %12, 9218868437227405311
  br i1 %13, label %45, label %14
14:
  %15 = icmp eq i64 %12, 0
  br i1 %15, label %28, label %16
16:
  %17 = icmp samesign ult i64 %12, 4503599627370496
  %18 = fmul double %9, 0x4330000000000000
  %19 = select i1 %17, double %18, double %9
  %20 = bitcast double %19 to i64
  %21 = lshr i64 %20, 52
  %22 = trunc nuw nsw i64 %21 to i32
  %23 = select i1 %17, i32 -1075, i32 -1023
  %24 = add nsw i32 %23, %22
  %25 = freeze i32 %24
  %26 = icmp slt i32 %25, -1000
  %27 = call i32 @llvm.smin.i32(i32 %25, i32 1000)
  br i1 %26, label %28, label %29
28:
  br label %29
29:
  %30 = phi i32 [ -1000, %28 ], [ %27, %16 ]
  %31 = sub nsw i32 0, %30
  %32 = call i32 @llvm.smin.i32(i32 %31, i32 1023)
  %33 = sub nsw i32 %31, %32
  %34 = call i32 @llvm.smax.i32(i32 %33, i32 -55)
  %35 = call i32 @llvm.smin.i32(i32 %34, i32 1)
  %36 = add nsw i32 %32, 1023
  %37 = zext nneg i32 %36 to i64
  %38 = shl nuw nsw i64 %37, 52
  %39 = bitcast i64 %38 to double
  %40 = add nsw i32 %35, 1023
  %41 = zext nneg i32 %40 to i64
  %42 = shl nuw nsw i64 %41, 52
  %43 = bitcast i64 %42 to double
  %44 = fmul double %39, %43
  br label %45
45:
  %46 = phi double [ %44, %29 ], [ 1.000000e+00, %11 ], [ 1.000000e+00, %1 ]
  %47 = insertelement <3 x double> poison, double %46, i64 0
  %48 = shufflevector <3 x double> %47, <3 x double> poison, <3 x i32> zeroinitializer
  %49 = fmul <3 x double> %0, %48
  %50 = fmul <3 x double> %49, %49
  %51 = fmul <3 x double> %49, %49
  %52 = shufflevector <3 x double> %51, <3 x double> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %53 = fadd <3 x double> %50, %52
  %54 = fmul <3 x double> %49, %49
  %55 = shufflevector <3 x double> %54, <3 x double> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %56 = fadd <3 x double> %55, %53
  %57 = extractelement <3 x double> %56, i64 0
  %58 = call double @__simt_sqrt_f64(double %57)
  %59 = call double @__simt_fdiv_f64(double %58, double %46)
  %60 = call double @__simt_fabs_f64(double %2)
  %61 = call double @__simt_fabs_f64(double %4)
  %62 = call double @__simt_fmax_f64(double %60, double %61)
  %63 = call double @__simt_fabs_f64(double %7)
  %64 = call double @__simt_fmax_f64(double %62, double %63)
  %65 = fcmp oeq double %64, 0x7FF0000000000000
  %66 = select i1 %65, double 0x7FF0000000000000, double %59
  ret double %66
}
define spir_func double @_Z8distanceDv3_dS_(<3 x double> %0, <3 x double> %1) {
  %3 = fsub <3 x double> %0, %1
  %4 = call spir_func double @_Z6lengthDv3_d(<3 x double> %3)
  ret double %4
}
define spir_func <3 x double> @_Z9normalizeDv3_d(<3 x double> %0) {
  %2 = extractelement <3 x double> %0, i64 0
  %3 = call double @__simt_fabs_f64(double %2)
  %4 = extractelement <3 x double> %0, i64 1
  %5 = call double @__simt_fabs_f64(double %4)
  %6 = call double @__simt_fmax_f64(double %3, double %5)
  %7 = extractelement <3 x double> %0, i64 2
  %8 = call double @__simt_fabs_f64(double %7)
  %9 = call double @__simt_fmax_f64(double %6, double %8)
  %10 = fcmp ogt double %9, 0.000000e+00
  br i1 %10, label %11, label %45
11:
  %12 = bitcast double %9 to i64
  %13 = icmp ugt i64 %12, 9218868437227405311
  br i1 %13, label %45, label %14
14:
  %15 = icmp eq i64 %12, 0
  br i1 %15, label %28, label %16
16:
  %17 = icmp samesign ult i64 %12, 4503599627370496
  %18 = fmul double %9, 0x4330000000000000
  %19 = select i1 %17, double %18, double %9
  %20 = bitcast double %19 to i64
  %21 = lshr i64 %20, 52
  %22 = trunc nuw nsw i64 %21 to i32
  %23 = select i1 %17, i32 -1075, i32 -1023
  %24 = add nsw i32 %23, %22
  %25 = freeze i32 %24
  %26 = icmp slt i32 %25, -1000
  %27 = call i32 @llvm.smin.i32(i32 %25, i32 1000)
  br i1 %26, label %28, label %29
28:
  br label %29
29:
  %30 = phi i32 [ -1000, %28 ], [ %27, %16 ]
  %31 = sub nsw i32 0, %30
  %32 = call i32 @llvm.smin.i32(i32 %31, i32 1023)
  %33 = sub nsw i32 %31, %32
  %34 = call i32 @llvm.smax.i32(i32 %33, i32 -55)
  %35 = call i32 @llvm.smin.i32(i32 %34, i32 1)
  %36 = add nsw i32 %32, 1023
  %37 = zext nneg i32 %36 to i64
  %38 = shl nuw nsw i64 %37, 52
  %39 = bitcast i64 %38 to double
  %40 = add nsw i32 %35, 1023
  %41 = zext nneg i32 %40 to i64
  %42 = shl nuw nsw i64 %41, 52
  %43 = bitcast i64 %42 to double
  %44 = fmul double %39, %43
  br label %45
45:
  %46 = phi double [ %44, %29 ], [ 1.000000e+00, %11 ], [ 1.000000e+00, %1 ]
  %47 = insertelement <3 x double> poison, double %46, i64 0
  %48 = shufflevector <3 x double> %47, <3 x double> poison, <3 x i32> zeroinitializer
  %49 = fmul <3 x double> %0, %48
  %50 = fmul <3 x double> %49, %49
  %51 = fmul <3 x double> %49, %49
  %52 = shufflevector <3 x double> %51, <3 x double> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %53 = fadd <3 x double> %50, %52
  %54 = fmul <3 x double> %49, %49
  %55 = shufflevector <3 x double> %54, <3 x double> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %56 = fadd <3 x double> %55, %53
  %57 = extractelement <3 x double> %56, i64 0
  %58 = fcmp oeq double %57, 0.000000e+00
  br i1 %58, label %64, label %59
59:
  %60 = call double @__simt_rsqrt_f64(double %57)
  %61 = insertelement <3 x double> poison, double %60, i64 0
  %62 = shufflevector <3 x double> %61, <3 x double> poison, <3 x i32> zeroinitializer
  %63 = fmul <3 x double> %49, %62
  br label %64
64:
  %65 = phi <3 x double> [ %63, %59 ], [ %0, %45 ]
  ret <3 x double> %65
}
define spir_func double @_Z6lengthDv4_d(<4 x double> %0) {
  %2 = extractelement <4 x double> %0, i64 0
  %3 = call double @__simt_fabs_f64(double %2)
  %4 = extractelement <4 x double> %0, i64 1
  %5 = call double @__simt_fabs_f64(double %4)
  %6 = call double @__simt_fmax_f64(double %3, double %5)
  %7 = extractelement <4 x double> %0, i64 2
  %8 = call double @__simt_fabs_f64(double %7)
  %9 = extractelement <4 x double> %0, i64 3
  %10 = call double @__simt_fabs_f64(double %9)
  %11 = call double @__simt_fmax_f64(double %8, double %10)
  %12 = call double @__simt_fmax_f64(double %6, double %11)
  %13 = fcmp ogt double %12, 0.000000e+00
  br i1 %13, label %14, label %48
14:
  %15 = bitcast double %12 to i64
  %16 = icmp ugt i64 %15, 9218868437227405311
  br i1 %16, label %48, label %17
17:
  %18 = icmp eq i64 %15, 0
  br i1 %18, label %31, label %19
19:
  %20 = icmp samesign ult i64 %15, 4503599627370496
  %21 = fmul double %12, 0x4330000000000000
  %22 = select i1 %20, double %21, double %12
  %23 = bitcast double %22 to i64
  %24 = lshr i64 %23, 52
  %25 = trunc nuw nsw i64 %24 to i32
  %26 = select i1 %20, i32 -1075, i32 -1023
  %27 = add nsw i32 %26, %25
  %28 = freeze i32 %27
  %29 = icmp slt i32 %28, -1000
  %30 = call i32 @llvm.smin.i32(i32 %28, i32 1000)
  br i1 %29, label %31, label %32
31:
  br label %32
32:
  %33 = phi i32 [ -1000, %31 ], [ %30, %19 ]
  %34 = sub nsw i32 0, %33
  %35 = call i32 @llvm.smin.i32(i32 %34, i32 1023)
  %36 = sub nsw i32 %34, %35
  %37 = call i32 @llvm.smax.i32(i32 %36, i32 -55)
  %38 = call i32 @llvm.smin.i32(i32 %37, i32 1)
  %39 = add nsw i32 %35, 1023
  %40 = zext nneg i32 %39 to i64
  %41 = shl nuw nsw i64 %40, 52
  %42 = bitcast i64 %41 to double
  %43 = add nsw i32 %38, 1023
  %44 = zext nneg i32 %43 to i64
  %45 = shl nuw nsw i64 %44, 52
  %46 = bitcast i64 %45 to double
  %47 = fmul double %42, %46
  br label %48
48:
  %49 = phi double [ %47, %32 ], [ 1.000000e+00, %14 ], [ 1.000000e+00, %1 ]
  %50 = insertelement <4 x double> poison, double %49, i64 0
  %51 = shufflevector <4 x double> %50, <4 x double> poison, <4 x i32> zeroinitializer
  %52 = fmul <4 x double> %0, %51
  %53 = fmul <4 x double> %52, %52
  %54 = fmul <4 x double> %52, %52
  %55 = shufflevector <4 x double> %54, <4 x double> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %56 = fadd <4 x double> %53, %55
  %57 = fmul <4 x double> %52, %52
  %58 = shufflevector <4 x double> %57, <4 x double> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %59 = fadd <4 x double> %58, %56
  %60 = fmul <4 x double> %52, %52
  %61 = shufflevector <4 x double> %60, <4 x double> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %62 = fadd <4 x double> %61, %59
  %63 = extractelement <4 x double> %62, i64 0
  %64 = call double @__simt_sqrt_f64(double %63)
  %65 = call double @__simt_fdiv_f64(double %64, double %49)
  %66 = call double @__simt_fabs_f64(double %2)
  %67 = call double @__simt_fabs_f64(double %4)
  %68 = call double @__simt_fmax_f64(double %66, double %67)
  %69 = call double @__simt_fabs_f64(double %7)
  %70 = call double @__simt_fabs_f64(double %9)
  %71 = call double @__simt_fmax_f64(double %69, double %70)
  %72 = call double @__simt_fmax_f64(double %68, double %71)
  %73 = fcmp oeq double %72, 0x7FF0000000000000
  %74 = select i1 %73, double 0x7FF0000000000000, double %65
  ret double %74
}
define spir_func double @_Z8distanceDv4_dS_(<4 x double> %0, <4 x double> %1) {
  %3 = fsub <4 x double> %0, %1
  %4 = call spir_func double @_Z6lengthDv4_d(<4 x double> %3)
  ret double %4
}
define spir_func <4 x double> @_Z9normalizeDv4_d(<4 x double> %0) {
  %2 = extractelement <4 x double> %0, i64 0
  %3 = call double @__simt_fabs_f64(double %2)
  %4 = extractelement <4 x double> %0, i64 1
  %5 = call double @__simt_fabs_f64(double %4)
  %6 = call double @__simt_fmax_f64(double %3, double %5)
  %7 = extractelement <4 x double> %0, i64 2
  %8 = call double @__simt_fabs_f64(double %7)
  %9 = extractelement <4 x double> %0, i64 3
  %10 = call double @__simt_fabs_f64(double %9)
  %11 = call double @__simt_fmax_f64(double %8, double %10)
  %12 = call double @__simt_fmax_f64(double %6, double %11)
  %13 = fcmp ogt double %12, 0.000000e+00
  br i1 %13, label %14, label %48
14:
  %15 = bitcast double %12 to i64
  %16 = icmp ugt i64 %15, 9218868437227405311
  br i1 %16, label %48, label %17
17:
  %18 = icmp eq i64 %15, 0
  br i1 %18, label %31, label %19
19:
  %20 = icmp samesign ult i64 %15, 4503599627370496
  %21 = fmul double %12, 0x4330000000000000
  %22 = select i1 %20, double %21, double %12
  %23 = bitcast double %22 to i64
  %24 = lshr i64 %23, 52
  %25 = trunc nuw nsw i64 %24 to i32
  %26 = select i1 %20, i32 -1075, i32 -1023
  %27 = add nsw i32 %26, %25
  %28 = freeze i32 %27
  %29 = icmp slt i32 %28, -1000
  %30 = call i32 @llvm.smin.i32(i32 %28, i32 1000)
  br i1 %29, label %31, label %32
31:
  br label %32
32:
  %33 = phi i32 [ -1000, %31 ], [ %30, %19 ]
  %34 = sub nsw i32 0, %33
  %35 = call i32 @llvm.smin.i32(i32 %34, i32 1023)
  %36 = sub nsw i32 %34, %35
  %37 = call i32 @llvm.smax.i32(i32 %36, i32 -55)
  %38 = call i32 @llvm.smin.i32(i32 %37, i32 1)
  %39 = add nsw i32 %35, 1023
  %40 = zext nneg i32 %39 to i64
  %41 = shl nuw nsw i64 %40, 52
  %42 = bitcast i64 %41 to double
  %43 = add nsw i32 %38, 1023
  %44 = zext nneg i32 %43 to i64
  %45 = shl nuw nsw i64 %44, 52
  %46 = bitcast i64 %45 to double
  %47 = fmul double %42, %46
  br label %48
48:
  %49 = phi double [ %47, %32 ], [ 1.000000e+00, %14 ], [ 1.000000e+00, %1 ]
  %50 = insertelement <4 x double> poison, double %49, i64 0
  %51 = shufflevector <4 x double> %50, <4 x double> poison, <4 x i32> zeroinitializer
  %52 = fmul <4 x double> %0, %51
  %53 = fmul <4 x double> %52, %52
  %54 = fmul <4 x double> %52, %52
  %55 = shufflevector <4 x double> %54, <4 x double> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %56 = fadd <4 x double> %53, %55
  %57 = fmul <4 x double> %52, %52
  %58 = shufflevector <4 x double> %57, <4 x double> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %59 = fadd <4 x double> %58, %56
  %60 = fmul <4 x double> %52, %52
  %61 = shufflevector <4 x double> %60, <4 x double> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %62 = fadd <4 x double> %61, %59
  %63 = extractelement <4 x double> %62, i64 0
  %64 = fcmp oeq double %63, 0.000000e+00
  br i1 %64, label %70, label %65
65:
  %66 = call double @__simt_rsqrt_f64(double %63)
  %67 = insertelement <4 x double> poison, double %66, i64 0
  %68 = shufflevector <4 x double> %67, <4 x double> poison, <4 x i32> zeroinitializer
  %69 = fmul <4 x double> %52, %68
  br label %70
70:
  %71 = phi <4 x double> [ %69, %65 ], [ %0, %48 ]
  ret <4 x double> %71
}
define spir_func float @_Z11fast_lengthf(float %0) {
  %2 = fmul float %0, %0
  %3 = call float @__simt_sqrt_f32(float %2)
  ret float %3
}
define spir_func float @_Z13fast_distanceff(float %0, float %1) {
  %3 = fsub float %0, %1
  %4 = fmul float %3, %3
  %5 = call float @__simt_sqrt_f32(float %4)
  ret float %5
}
define spir_func float @_Z14fast_normalizef(float %0) {
  %2 = fmul float %0, %0
  %3 = fcmp oeq float %2, 0.000000e+00
  br i1 %3, label %7, label %4
4:
  %5 = call float @__simt_rsqrt_f32(float %2)
  %6 = fmul float %0, %5
  br label %7
7:
  %8 = phi float [ %6, %4 ], [ %0, %1 ]
  ret float %8
}
define spir_func float @_Z11fast_lengthDv2_f(<2 x float> %0) {
  %2 = fmul <2 x float> %0, %0
  %3 = fmul <2 x float> %0, %0
  %4 = shufflevector <2 x float> %3, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %5 = fadd <2 x float> %2, %4
  %6 = extractelement <2 x float> %5, i64 0
  %7 = call float @__simt_sqrt_f32(float %6)
  ret float %7
}
define spir_func float @_Z13fast_distanceDv2_fS_(<2 x float> %0, <2 x float> %1) {
  %3 = fsub <2 x float> %0, %1
  %4 = fmul <2 x float> %3, %3
  %5 = fmul <2 x float> %3, %3
  %6 = shufflevector <2 x float> %5, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %7 = fadd <2 x float> %4, %6
  %8 = extractelement <2 x float> %7, i64 0
  %9 = call float @__simt_sqrt_f32(float %8)
  ret float %9
}
define spir_func <2 x float> @_Z14fast_normalizeDv2_f(<2 x float> %0) {
  %2 = fmul <2 x float> %0, %0
  %3 = fmul <2 x float> %0, %0
  %4 = shufflevector <2 x float> %3, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %5 = fadd <2 x float> %2, %4
  %6 = extractelement <2 x float> %5, i64 0
  %7 = fcmp oeq float %6, 0.000000e+00
  br i1 %7, label %13, label %8
8:
  %9 = call float @__simt_rsqrt_f32(float %6)
  %10 = insertelement <2 x float> poison, float %9, i64 0
  %11 = shufflevector <2 x float> %10, <2 x float> poison, <2 x i32> zeroinitializer
  %12 = fmul <2 x float> %0, %11
  br label %13
13:
  %14 = phi <2 x float> [ %12, %8 ], [ %0, %1 ]
  ret <2 x float> %14
}
define spir_func float @_Z11fast_lengthDv3_f(<3 x float> %0) {
  %2 = fmul <3 x float> %0, %0
  %3 = fmul <3 x float> %0, %0
  %4 = shufflevector <3 x float> %3, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %5 = fadd <3 x float> %2, %4
  %6 = fmul <3 x float> %0, %0
  %7 = shufflevector <3 x float> %6, <3 x float> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %8 = fadd <3 x float> %7, %5
  %9 = extractelement <3 x float> %8, i64 0
  %10 = call float @__simt_sqrt_f32(float %9)
  ret float %10
}
define spir_func float @_Z13fast_distanceDv3_fS_(<3 x float> %0, <3 x float> %1) {
  %3 = fsub <3 x float> %0, %1
  %4 = fmul <3 x float> %3, %3
  %5 = fmul <3 x float> %3, %3
  %6 = shufflevector <3 x float> %5, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %7 = fadd <3 x float> %4, %6
  %8 = fmul <3 x float> %3, %3
  %9 = shufflevector <3 x float> %8, <3 x float> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %10 = fadd <3 x float> %9, %7
  %11 = extractelement <3 x float> %10, i64 0
  %12 = call float @__simt_sqrt_f32(float %11)
  ret float %12
}
define spir_func <3 x float> @_Z14fast_normalizeDv3_f(<3 x float> %0) {
  %2 = fmul <3 x float> %0, %0
  %3 = fmul <3 x float> %0, %0
  %4 = shufflevector <3 x float> %3, <3 x float> poison, <3 x i32> <i32 1, i32 poison, i32 poison>
  %5 = fadd <3 x float> %2, %4
  %6 = fmul <3 x float> %0, %0
  %7 = shufflevector <3 x float> %6, <3 x float> poison, <3 x i32> <i32 2, i32 poison, i32 poison>
  %8 = fadd <3 x float> %7, %5
  %9 = extractelement <3 x float> %8, i64 0
  %10 = fcmp oeq float %9, 0.000000e+00
  br i1 %10, label %16, label %11
11:
  %12 = call float @__simt_rsqrt_f32(float %9)
  %13 = insertelement <3 x float> poison, float %12, i64 0
  %14 = shufflevector <3 x float> %13, <3 x float> poison, <3 x i32> zeroinitializer
  %15 = fmul <3 x float> %0, %14
  br label %16
16:
  %17 = phi <3 x float> [ %15, %11 ], [ %0, %1 ]
  ret <3 x float> %17
}
define spir_func float @_Z11fast_lengthDv4_f(<4 x float> %0) {
  %2 = fmul <4 x float> %0, %0
  %3 = fmul <4 x float> %0, %0
  %4 = shufflevector <4 x float> %3, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %5 = fadd <4 x float> %2, %4
  %6 = fmul <4 x float> %0, %0
  %7 = shufflevector <4 x float> %6, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %8 = fadd <4 x float> %7, %5
  %9 = fmul <4 x float> %0, %0
  %10 = shufflevector <4 x float> %9, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %11 = fadd <4 x float> %10, %8
  %12 = extractelement <4 x float> %11, i64 0
  %13 = call float @__simt_sqrt_f32(float %12)
  ret float %13
}
define spir_func float @_Z13fast_distanceDv4_fS_(<4 x float> %0, <4 x float> %1) {
  %3 = fsub <4 x float> %0, %1
  %4 = fmul <4 x float> %3, %3
  %5 = fmul <4 x float> %3, %3
  %6 = shufflevector <4 x float> %5, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %7 = fadd <4 x float> %4, %6
  %8 = fmul <4 x float> %3, %3
  %9 = shufflevector <4 x float> %8, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %10 = fadd <4 x float> %9, %7
  %11 = fmul <4 x float> %3, %3
  %12 = shufflevector <4 x float> %11, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %13 = fadd <4 x float> %12, %10
  %14 = extractelement <4 x float> %13, i64 0
  %15 = call float @__simt_sqrt_f32(float %14)
  ret float %15
}
define spir_func <4 x float> @_Z14fast_normalizeDv4_f(<4 x float> %0) {
  %2 = fmul <4 x float> %0, %0
  %3 = fmul <4 x float> %0, %0
  %4 = shufflevector <4 x float> %3, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %5 = fadd <4 x float> %2, %4
  %6 = fmul <4 x float> %0, %0
  %7 = shufflevector <4 x float> %6, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %8 = fadd <4 x float> %7, %5
  %9 = fmul <4 x float> %0, %0
  %10 = shufflevector <4 x float> %9, <4 x float> poison, <4 x i32> <i32 3, i32 poison, i32 poison, i32 poison>
  %11 = fadd <4 x float> %10, %8
  %12 = extractelement <4 x float> %11, i64 0
  %13 = fcmp oeq float %12, 0.000000e+00
  br i1 %13, label %19, label %14
14:
  %15 = call float @__simt_rsqrt_f32(float %12)
  %16 = insertelement <4 x float> poison, float %15, i64 0
  %17 = shufflevector <4 x float> %16, <4 x float> poison, <4 x i32> zeroinitializer
  %18 = fmul <4 x float> %0, %17
  br label %19
19:
  %20 = phi <4 x float> [ %18, %14 ], [ %0, %1 ]
  ret <4 x float> %20
}
define spir_func float @_Z10native_cosf(float %0) {
  %2 = call float @__simt_cos_f32(float %0)
  ret float %2
}
define spir_func float @_Z8half_cosf(float %0) {
  %2 = call float @__simt_cos_f32(float %0)
  ret float %2
}
define spir_func float @_Z10native_expf(float %0) {
  %2 = call float @__simt_exp_f32(float %0)
  ret float %2
}
define spir_func float @_Z8half_expf(float %0) {
  %2 = call float @__simt_exp_f32(float %0)
  ret float %2
}
define spir_func float @_Z11native_exp2f(float %0) {
  %2 = call float @__simt_exp2_f32(float %0)
  ret float %2
}
define spir_func float @_Z9half_exp2f(float %0) {
  %2 = call float @__simt_exp2_f32(float %0)
  ret float %2
}
define spir_func float @_Z12native_exp10f(float %0) {
  %2 = fcmp ogt float %0, 3.900000e+01
  %3 = fcmp olt float %0, -4.600000e+01
  %4 = select i1 %3, float -4.600000e+01, float %0
  %5 = select i1 %2, float 3.900000e+01, float %4
  %6 = fmul float %5, 0x400A934F00000000
  %7 = call float @__simt_rint_f32(float %6)
  %8 = fmul float %7, 0x3FD3440000000000
  %9 = fsub float %5, %8
  %10 = fmul float %7, 0x3ED3509F80000000
  %11 = fsub float %9, %10
  %12 = fmul float %11, 0x40026BB1C0000000
  %13 = fmul float %12, %12
  %14 = fmul float %12, 0x3F56A64480000000
  %15 = fadd float %14, 0x3F8123F780000000
  %16 = fmul float %12, %15
  %17 = fadd float %16, 0x3FA5558A40000000
  %18 = fmul float %12, %17
  %19 = fadd float %18, 0x3FC55548A0000000
  %20 = fmul float %12, %19
  %21 = fadd float %20, 0x3FDFFFFFC0000000
  %22 = fmul float %13, %21
  %23 = fadd float %12, %22
  %24 = fadd float %23, 1.000000e+00
  %25 = call i32 @__simt_fptosi_f32_i32(float %7)
  %26 = ashr i32 %25, 1
  %27 = shl i32 %26, 23
  %28 = add i32 %27, 1065353216
  %29 = bitcast i32 %28 to float
  %30 = fmul float %24, %29
  %31 = sub nsw i32 %25, %26
  %32 = shl i32 %31, 23
  %33 = add i32 %32, 1065353216
  %34 = bitcast i32 %33 to float
  %35 = fmul float %30, %34
  ret float %35
}
define spir_func float @_Z10half_exp10f(float %0) {
  %2 = fcmp ogt float %0, 3.900000e+01
  %3 = fcmp olt float %0, -4.600000e+01
  %4 = select i1 %3, float -4.600000e+01, float %0
  %5 = select i1 %2, float 3.900000e+01, float %4
  %6 = fmul float %5, 0x400A934F00000000
  %7 = call float @__simt_rint_f32(float %6)
  %8 = fmul float %7, 0x3FD3440000000000
  %9 = fsub float %5, %8
  %10 = fmul float %7, 0x3ED3509F80000000
  %11 = fsub float %9, %10
  %12 = fmul float %11, 0x40026BB1C0000000
  %13 = fmul float %12, %12
  %14 = fmul float %12, 0x3F56A64480000000
  %15 = fadd float %14, 0x3F8123F780000000
  %16 = fmul float %12, %15
  %17 = fadd float %16, 0x3FA5558A40000000
  %18 = fmul float %12, %17
  %19 = fadd float %18, 0x3FC55548A0000000
  %20 = fmul float %12, %19
  %21 = fadd float %20, 0x3FDFFFFFC0000000
  %22 = fmul float %13, %21
  %23 = fadd float %12, %22
  %24 = fadd float %23, 1.000000e+00
  %25 = call i32 @__simt_fptosi_f32_i32(float %7)
  %26 = ashr i32 %25, 1
  %27 = shl i32 %26, 23
  %28 = add i32 %27, 1065353216
  %29 = bitcast i32 %28 to float
  %30 = fmul float %24, %29
  %31 = sub nsw i32 %25, %26
  %32 = shl i32 %31, 23
  %33 = add i32 %32, 1065353216
  %34 = bitcast i32 %33 to float
  %35 = fmul float %30, %34
  ret float %35
}
define spir_func float @_Z10native_logf(float %0) {
  %2 = call float @__simt_log_f32(float %0)
  ret float %2
}
define spir_func float @_Z8half_logf(float %0) {
  %2 = call float @__simt_log_f32(float %0)
  ret float %2
}
define spir_func float @_Z11native_log2f(float %0) {
  %2 = call float @__simt_log2_f32(float %0)
  ret float %2
}
define spir_func float @_Z9half_log2f(float %0) {
  %2 = call float @__simt_log2_f32(float %0)
  ret float %2
}
define spir_func float @_Z12native_log10f(float %0) {
  %2 = call float @__simt_log10_f32(float %0)
  ret float %2
}
define spir_func float @_Z10half_log10f(float %0) {
  %2 = call float @__simt_log10_f32(float %0)
  ret float %2
}
define spir_func float @_Z12native_rsqrtf(float %0) {
  %2 = call float @__simt_rsqrt_f32(float %0)
  ret float %2
}
define spir_func float @_Z10half_rsqrtf(float %0) {
  %2 = call float @__simt_rsqrt_f32(float %0)
  ret float %2
}
define spir_func float @_Z10native_sinf(float %0) {
  %2 = call float @__simt_sin_f32(float %0)
  ret float %2
}
define spir_func float @_Z8half_sinf(float %0) {
  %2 = call float @__simt_sin_f32(float %0)
  ret float %2
}
define spir_func float @_Z11native_sqrtf(float %0) {
  %2 = call float @__simt_sqrt_f32(float %0)
  ret float %2
}
define spir_func float @_Z9half_sqrtf(float %0) {
  %2 = call float @__simt_sqrt_f32(float %0)
  ret float %2
}
define spir_func float @_Z10native_tanf(float %0) {
  %2 = call spir_func float @_Z3tanf(float %0)
  ret float %2
}
define spir_func float @_Z8half_tanf(float %0) {
  %2 = call spir_func float @_Z3tanf(float %0)
  ret float %2
}
define spir_func float @_Z12native_recipf(float %0) {
  %2 = call float @__simt_rcp_f32(float %0)
  ret float %2
}
define spir_func float @_Z10half_recipf(float %0) {
  %2 = call float @__simt_rcp_f32(float %0)
  ret float %2
}
define spir_func float @_Z13native_divideff(float %0, float %1) {
  %3 = call float @__simt_rcp_f32(float %1)
  %4 = fmul float %0, %3
  ret float %4
}
define spir_func float @_Z11half_divideff(float %0, float %1) {
  %3 = call float @__simt_fabs_f32(float %1)
  %4 = fcmp ogt float %3, 0x45F0000000000000
  %5 = fcmp olt float %3, 0x39F0000000000000
  %6 = select i1 %5, float 0x41F0000000000000, float 1.000000e+00
  %7 = select i1 %4, float 0x3DF0000000000000, float %6
  %8 = fmul float %0, %7
  %9 = fmul float %1, %7
  %10 = call float @__simt_rcp_f32(float %9)
  %11 = fmul float %10, %8
  %12 = call float @__simt_corrected_f32(float %11, float %10, float %8, float %9)
  ret float %12
}
define spir_func float @_Z11native_powrff(float %0, float %1) {
  %3 = call float @__simt_log2_f32(float %0)
  %4 = fmul float %1, %3
  %5 = call float @__simt_exp2_f32(float %4)
  ret float %5
}
define spir_func float @_Z9half_powrff(float %0, float %1) {
  %3 = call spir_func float @_Z4powrff(float %0, float %1)
  ret float %3
}
define float @__simt_half_to_f32(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = shl nuw nsw i32 %2, 13
  %4 = and i32 %3, 268427264
  %5 = bitcast i32 %4 to float
  %6 = and i32 %2, 31744
  %7 = icmp eq i32 %6, 31744
  %8 = or i32 %3, 2139095040
  %9 = fmul float %5, 0x46F0000000000000
  %10 = bitcast float %9 to i32
  %11 = select i1 %7, i32 %8, i32 %10
  %12 = sext i16 %0 to i32
  %13 = and i32 %12, -2147483648
  %14 = or disjoint i32 %11, %13
  %15 = bitcast i32 %14 to float
  ret float %15
}
define i16 @__simt_f32_to_half(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call float @llvm.fabs.f32(float %0)
  %5 = bitcast float %4 to i32
  %6 = lshr i32 %3, 16
  %7 = and i32 %6, 32768
  %8 = icmp eq i32 %1, 2
  br i1 %8, label %9, label %11
9:
  %10 = icmp eq i32 %7, 0
  br label %15
11:
  %12 = icmp eq i32 %1, 3
  %13 = icmp ne i32 %7, 0
  %14 = and i1 %12, %13
  br label %15
15:
  %16 = phi i1 [ %10, %9 ], [ %14, %11 ]
  %17 = icmp samesign ugt i32 %5, 2139095040
  br i1 %17, label %18, label %21
18:
  %19 = trunc nuw i32 %7 to i16
  %20 = or disjoint i16 %19, 32256
  br label %71
21:
  %22 = icmp samesign ugt i32 %5, 1199570943
  br i1 %22, label %23, label %31
23:
  %24 = icmp eq i32 %5, 2139095040
  %25 = icmp eq i32 %1, 0
  %26 = or i1 %25, %24
  %27 = or i1 %26, %16
  %28 = select i1 %27, i32 31744, i32 31743
  %29 = or disjoint i32 %28, %7
  %30 = trunc nuw i32 %29 to i16
  br label %71
31:
  %32 = icmp samesign ult i32 %5, 947912704
  %33 = lshr i32 %5, 23
  %34 = sub nsw i32 126, %33
  %35 = select i1 %32, i32 %34, i32 13
  %36 = and i32 %5, 8388607
  %37 = or disjoint i32 %36, 8388608
  %38 = add nsw i32 %5, -939524096
  %39 = select i1 %32, i32 %37, i32 %38
  %40 = icmp samesign ult i32 %5, 855638016
  %41 = icmp ne i32 %5, 0
  %42 = select i1 %41, i32 25, i32 13
  %43 = zext i1 %41 to i32
  %44 = select i1 %40, i32 %42, i32 %35
  %45 = select i1 %40, i32 %43, i32 %39
  %46 = and i32 %44, 31
  %47 = lshr i32 %45, %46
  %48 = shl nsw i32 -1, %46
  %49 = xor i32 %48, -1
  %50 = and i32 %45, %49
  %51 = add nsw i32 %44, 31
  %52 = and i32 %51, 31
  %53 = shl nuw i32 1, %52
  %54 = icmp eq i32 %1, 0
  br i1 %54, label %55, label %62
55:
  %56 = icmp ugt i32 %50, %53
  br i1 %56, label %65, label %57
57:
  %58 = icmp eq i32 %50, %53
  %59 = and i32 %47, 1
  %60 = icmp ne i32 %59, 0
  %61 = select i1 %58, i1 %60, i1 false
  br label %65
62:
  %63 = icmp ne i32 %50, 0
  %64 = and i1 %63, %16
  br label %65
65:
  %66 = phi i1 [ %64, %62 ], [ true, %55 ], [ %61, %57 ]
  %67 = zext i1 %66 to i32
  %68 = add nuw nsw i32 %47, %67
  %69 = or i32 %68, %7
  %70 = trunc i32 %69 to i16
  br label %71
71:
  %72 = phi i16 [ %20, %18 ], [ %30, %23 ], [ %70, %65 ]
  ret i16 %72
}
define i16 @__simt_f64_to_half(double %0, i32 %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call float @__simt_fptrunc_f64_f32(double %3)
  %5 = bitcast float %4 to i32
  %6 = fpext float %4 to double
  %7 = fcmp olt double %3, %6
  %8 = sext i1 %7 to i32
  %9 = add i32 %8, %5
  %10 = bitcast i32 %9 to float
  %11 = bitcast double %0 to i64
  %12 = icmp sgt i64 %11, -1
  %13 = select i1 %12, float 1.000000e+00, float -1.000000e+00
  %14 = call float @__simt_copysign_f32(float %10, float %13)
  %15 = fpext float %14 to double
  %16 = fcmp une double %0, %15
  %17 = fcmp ord double %0, 0.000000e+00
  %18 = and i1 %17, %16
  %19 = bitcast float %14 to i32
  br i1 %18, label %20, label %23
20:
  %21 = and i32 %19, 1
  %22 = icmp eq i32 %21, 0
  br label %23
23:
  %24 = phi i1 [ %22, %20 ], [ false, %2 ]
  %25 = zext i1 %24 to i32
  %26 = call float @llvm.fabs.f32(float %14)
  %27 = bitcast float %26 to i32
  %28 = add nuw i32 %25, %27
  %29 = lshr i32 %19, 16
  %30 = and i32 %29, 32768
  %31 = icmp eq i32 %1, 2
  br i1 %31, label %32, label %34
32:
  %33 = icmp eq i32 %30, 0
  br label %38
34:
  %35 = icmp eq i32 %1, 3
  %36 = icmp ne i32 %30, 0
  %37 = and i1 %35, %36
  br label %38
38:
  %39 = phi i1 [ %33, %32 ], [ %37, %34 ]
  %40 = icmp ugt i32 %28, 2139095040
  br i1 %40, label %41, label %44
41:
  %42 = trunc nuw i32 %30 to i16
  %43 = or disjoint i16 %42, 32256
  br label %94
44:
  %45 = icmp samesign ugt i32 %28, 1199570943
  br i1 %45, label %46, label %54
46:
  %47 = icmp eq i32 %28, 2139095040
  %48 = icmp eq i32 %1, 0
  %49 = or i1 %48, %47
  %50 = or i1 %49, %39
  %51 = select i1 %50, i32 31744, i32 31743
  %52 = or disjoint i32 %51, %30
  %53 = trunc nuw i32 %52 to i16
  br label %94
54:
  %55 = icmp samesign ult i32 %28, 947912704
  %56 = lshr i32 %28, 23
  %57 = sub nsw i32 126, %56
  %58 = select i1 %55, i32 %57, i32 13
  %59 = and i32 %28, 8388607
  %60 = or disjoint i32 %59, 8388608
  %61 = add nsw i32 %28, -939524096
  %62 = select i1 %55, i32 %60, i32 %61
  %63 = icmp samesign ult i32 %28, 855638016
  %64 = icmp ne i32 %28, 0
  %65 = select i1 %64, i32 25, i32 13
  %66 = zext i1 %64 to i32
  %67 = select i1 %63, i32 %65, i32 %58
  %68 = select i1 %63, i32 %66, i32 %62
  %69 = and i32 %67, 31
  %70 = lshr i32 %68, %69
  %71 = shl nsw i32 -1, %69
  %72 = xor i32 %71, -1
  %73 = and i32 %68, %72
  %74 = add nsw i32 %67, 31
  %75 = and i32 %74, 31
  %76 = shl nuw i32 1, %75
  %77 = icmp eq i32 %1, 0
  br i1 %77, label %78, label %85
78:
  %79 = icmp ugt i32 %73, %76
  br i1 %79, label %88, label %80
80:
  %81 = icmp eq i32 %73, %76
  %82 = and i32 %70, 1
  %83 = icmp ne i32 %82, 0
  %84 = select i1 %81, i1 %83, i1 false
  br label %88
85:
  %86 = icmp ne i32 %73, 0
  %87 = and i1 %86, %39
  br label %88
88:
  %89 = phi i1 [ %87, %85 ], [ true, %78 ], [ %84, %80 ]
  %90 = zext i1 %89 to i32
  %91 = add nuw nsw i32 %70, %90
  %92 = or i32 %91, %30
  %93 = trunc i32 %92 to i16
  br label %94
94:
  %95 = phi i16 [ %43, %41 ], [ %53, %46 ], [ %93, %88 ]
  ret i16 %95
}
define float @__simt_f64_to_f32(double %0, i32 %1) {
  %3 = call double @__simt_fabs_f64(double %0)
  %4 = call float @__simt_fptrunc_f64_f32(double %3)
  %5 = fcmp olt double %0, 0.000000e+00
  %6 = icmp ugt i32 %1, 1
  %7 = and i1 %5, %6
  %8 = sub i32 5, %1
  %9 = select i1 %7, i32 %8, i32 %1
  %10 = and i32 %9, -3
  %11 = icmp eq i32 %10, 1
  %12 = bitcast float %4 to i32
  %13 = fpext float %4 to double
  %14 = fcmp olt double %3, %13
  %15 = and i1 %11, %14
  %16 = sext i1 %15 to i32
  %17 = add i32 %16, %12
  %18 = icmp eq i32 %9, 2
  %19 = fcmp ogt double %3, %13
  %20 = and i1 %18, %19
  %21 = zext i1 %20 to i32
  %22 = add i32 %17, %21
  %23 = bitcast i32 %22 to float
  %24 = bitcast double %0 to i64
  %25 = icmp sgt i64 %24, -1
  %26 = select i1 %25, float 1.000000e+00, float -1.000000e+00
  %27 = call float @__simt_copysign_f32(float %23, float %26)
  ret float %27
}
define float @__simt_u64_to_f32(i64 %0, i32 %1) {
  %3 = lshr i64 %0, 32
  %4 = trunc nuw i64 %3 to i32
  %5 = trunc i64 %0 to i32
  %6 = icmp eq i64 %3, 0
  br i1 %6, label %7, label %9
7:
  %8 = uitofp i32 %5 to float
  br label %31
9:
  %10 = call i32 @__simt_clz_i32(i32 %4)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %19, label %12
12:
  %13 = and i32 %10, 31
  %14 = shl i32 %4, %13
  %15 = sub i32 0, %10
  %16 = and i32 %15, 31
  %17 = lshr i32 %5, %16
  %18 = or i32 %14, %17
  br label %19
19:
  %20 = phi i32 [ %13, %12 ], [ 0, %9 ]
  %21 = phi i32 [ %18, %12 ], [ %4, %9 ]
  %22 = shl i32 %5, %20
  %23 = icmp ne i32 %22, 0
  %24 = zext i1 %23 to i32
  %25 = or i32 %21, %24
  %26 = uitofp i32 %25 to float
  %27 = shl i32 %10, 23
  %28 = sub i32 1333788672, %27
  %29 = bitcast i32 %28 to float
  %30 = fmul float %29, %26
  br label %31
31:
  %32 = phi float [ %30, %19 ], [ %8, %7 ]
  %33 = fcmp ult float %32, 0x43F0000000000000
  br i1 %33, label %34, label %45
34:
  %35 = fmul float %32, 0x3DF0000000000000
  %36 = call i32 @__simt_fptoui_f32_i32(float %35)
  %37 = uitofp i32 %36 to float
  %38 = fmul float %37, 0x41F0000000000000
  %39 = fsub float %32, %38
  %40 = call i32 @__simt_fptoui_f32_i32(float %39)
  %41 = zext i32 %36 to i64
  %42 = shl nuw i64 %41, 32
  %43 = zext i32 %40 to i64
  %44 = or disjoint i64 %42, %43
  br label %45
45:
  %46 = phi i64 [ %44, %34 ], [ -1, %31 ]
  %47 = fcmp oge float %32, 0x43F0000000000000
  %48 = icmp ugt i64 %46, %0
  %49 = select i1 %47, i1 true, i1 %48
  %50 = and i32 %1, -3
  %51 = icmp eq i32 %50, 1
  %52 = bitcast float %32 to i32
  %53 = select i1 %51, i1 %49, i1 false
  %54 = sext i1 %53 to i32
  %55 = icmp eq i32 %1, 2
  %56 = icmp ult i64 %46, %0
  %57 = select i1 %55, i1 %56, i1 false
  %58 = zext i1 %57 to i32
  %59 = add i32 %58, %52
  %60 = add i32 %59, %54
  %61 = bitcast i32 %60 to float
  ret float %61
}
define float @__simt_s64_to_f32(i64 %0, i32 %1) {
  %3 = icmp slt i64 %0, 0
  %4 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  %5 = icmp ugt i32 %1, 1
  %6 = and i1 %3, %5
  %7 = sub i32 5, %1
  %8 = select i1 %6, i32 %7, i32 %1
  %9 = call float @__simt_u64_to_f32(i64 %4, i32 %8)
  %10 = fneg float %9
  %11 = select i1 %3, float %10, float %9
  ret float %11
}
define double @__simt_u64_to_f64(i64 %0, i32 %1) {
  %3 = lshr i64 %0, 32
  %4 = trunc nuw i64 %3 to i32
  %5 = uitofp i32 %4 to double
  %6 = fmul double %5, 0x41F0000000000000
  %7 = trunc i64 %0 to i32
  %8 = uitofp i32 %7 to double
  %9 = fadd double %6, %8
  %10 = fcmp ult double %9, 0x43F0000000000000
  br i1 %10, label %11, label %22
11:
  %12 = fmul double %9, 0x3DF0000000000000
  %13 = call i32 @__simt_fptoui_f64_i32(double %12)
  %14 = uitofp i32 %13 to double
  %15 = fmul double %14, 0x41F0000000000000
  %16 = fsub double %9, %15
  %17 = call i32 @__simt_fptoui_f64_i32(double %16)
  %18 = zext i32 %13 to i64
  %19 = shl nuw i64 %18, 32
  %20 = zext i32 %17 to i64
  %21 = or disjoint i64 %19, %20
  br label %22
22:
  %23 = phi i64 [ %21, %11 ], [ -1, %2 ]
  %24 = fcmp oge double %9, 0x43F0000000000000
  %25 = icmp ugt i64 %23, %0
  %26 = select i1 %24, i1 true, i1 %25
  %27 = and i32 %1, -3
  %28 = icmp eq i32 %27, 1
  %29 = bitcast double %9 to i64
  %30 = select i1 %28, i1 %26, i1 false
  %31 = sext i1 %30 to i64
  %32 = icmp eq i32 %1, 2
  %33 = icmp ult i64 %23, %0
  %34 = select i1 %32, i1 %33, i1 false
  %35 = zext i1 %34 to i64
  %36 = add nuw i64 %35, %29
  %37 = add i64 %36, %31
  %38 = bitcast i64 %37 to double
  ret double %38
}
define double @__simt_s64_to_f64(i64 %0, i32 %1) {
  %3 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  %4 = lshr i64 %3, 32
  %5 = trunc nuw i64 %4 to i32
  %6 = uitofp i32 %5 to double
  %7 = fmul double %6, 0x41F0000000000000
  %8 = trunc i64 %3 to i32
  %9 = uitofp i32 %8 to double
  %10 = fadd double %7, %9
  %11 = fcmp ult double %10, 0x43F0000000000000
  br i1 %11, label %12, label %23
12:
  %13 = fmul double %10, 0x3DF0000000000000
  %14 = call i32 @__simt_fptoui_f64_i32(double %13)
  %15 = uitofp i32 %14 to double
  %16 = fmul double %15, 0x41F0000000000000
  %17 = fsub double %10, %16
  %18 = call i32 @__simt_fptoui_f64_i32(double %17)
  %19 = zext i32 %14 to i64
  %20 = shl nuw i64 %19, 32
  %21 = zext i32 %18 to i64
  %22 = or disjoint i64 %20, %21
  br label %23
23:
  %24 = phi i64 [ %22, %12 ], [ -1, %2 ]
  %25 = icmp slt i64 %0, 0
  %26 = icmp ugt i32 %1, 1
  %27 = and i1 %25, %26
  %28 = sub i32 5, %1
  %29 = select i1 %27, i32 %28, i32 %1
  %30 = fcmp oge double %10, 0x43F0000000000000
  %31 = icmp ugt i64 %24, %3
  %32 = select i1 %30, i1 true, i1 %31
  %33 = and i32 %29, -3
  %34 = icmp eq i32 %33, 1
  %35 = bitcast double %10 to i64
  %36 = select i1 %34, i1 %32, i1 false
  %37 = sext i1 %36 to i64
  %38 = icmp eq i32 %29, 2
  %39 = icmp ult i64 %24, %3
  %40 = select i1 %38, i1 %39, i1 false
  %41 = zext i1 %40 to i64
  %42 = add nuw i64 %41, %35
  %43 = add i64 %42, %37
  %44 = bitcast i64 %43 to double
  %45 = fneg double %44
  %46 = select i1 %25, double %45, double %44
  ret double %46
}
define spir_func i8 @_Z17sub_group_shufflecj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z21sub_group_shuffle_xorcj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z20sub_group_shuffle_upcj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z22sub_group_shuffle_downcj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_down_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z19sub_group_broadcastcj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z31sub_group_non_uniform_broadcastcj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z25sub_group_broadcast_firstc(i8 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equalc(i8 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i8
  %6 = icmp eq i8 %0, %5
  %7 = zext i1 %6 to i32
  %8 = call i32 @__simt_vote_all_b32(i32 %7)
  ret i32 %8
}
define spir_func i8 @_Z23intel_sub_group_shufflecj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z27intel_sub_group_shuffle_xorcj(i8 %0, i32 %1) {
  %3 = sext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z26intel_sub_group_shuffle_upccj(i8 %0, i8 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = sext i8 %0 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %6)
  %9 = sext i8 %1 to i32
  %10 = call i32 @__simt_shuffle_up_b32(i32 %9, i32 %2)
  %11 = icmp ugt i32 %2, %4
  %12 = select i1 %11, i32 %8, i32 %10
  %13 = trunc i32 %12 to i8
  ret i8 %13
}
define spir_func i8 @_Z28intel_sub_group_shuffle_downccj(i8 %0, i8 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = sext i8 %1 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %6)
  %9 = sext i8 %0 to i32
  %10 = call i32 @__simt_shuffle_down_b32(i32 %9, i32 %2)
  %11 = sub i32 %5, %4
  %12 = icmp ult i32 %2, %11
  %13 = select i1 %12, i32 %10, i32 %8
  %14 = trunc i32 %13 to i8
  ret i8 %14
}
define spir_func i8 @_Z17sub_group_shufflehj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z21sub_group_shuffle_xorhj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z20sub_group_shuffle_uphj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z22sub_group_shuffle_downhj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_down_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z19sub_group_broadcasthj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z31sub_group_non_uniform_broadcasthj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z25sub_group_broadcast_firsth(i8 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equalh(i8 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i8
  %6 = icmp eq i8 %0, %5
  %7 = zext i1 %6 to i32
  %8 = call i32 @__simt_vote_all_b32(i32 %7)
  ret i32 %8
}
define spir_func i8 @_Z23intel_sub_group_shufflehj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z27intel_sub_group_shuffle_xorhj(i8 %0, i32 %1) {
  %3 = zext i8 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i8
  ret i8 %5
}
define spir_func i8 @_Z26intel_sub_group_shuffle_uphhj(i8 %0, i8 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = zext i8 %0 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %6)
  %9 = zext i8 %1 to i32
  %10 = call i32 @__simt_shuffle_up_b32(i32 %9, i32 %2)
  %11 = icmp ugt i32 %2, %4
  %12 = select i1 %11, i32 %8, i32 %10
  %13 = trunc i32 %12 to i8
  ret i8 %13
}
define spir_func i8 @_Z28intel_sub_group_shuffle_downhhj(i8 %0, i8 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = zext i8 %1 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %6)
  %9 = zext i8 %0 to i32
  %10 = call i32 @__simt_shuffle_down_b32(i32 %9, i32 %2)
  %11 = sub i32 %5, %4
  %12 = icmp ult i32 %2, %11
  %13 = select i1 %12, i32 %10, i32 %8
  %14 = trunc i32 %13 to i8
  ret i8 %14
}
define spir_func i16 @_Z17sub_group_shufflesj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z21sub_group_shuffle_xorsj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z20sub_group_shuffle_upsj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z22sub_group_shuffle_downsj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_down_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z19sub_group_broadcastsj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z31sub_group_non_uniform_broadcastsj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z25sub_group_broadcast_firsts(i16 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equals(i16 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i16
  %6 = icmp eq i16 %0, %5
  %7 = zext i1 %6 to i32
  %8 = call i32 @__simt_vote_all_b32(i32 %7)
  ret i32 %8
}
define spir_func i16 @_Z23intel_sub_group_shufflesj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z27intel_sub_group_shuffle_xorsj(i16 %0, i32 %1) {
  %3 = sext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z26intel_sub_group_shuffle_upssj(i16 %0, i16 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = sext i16 %0 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %6)
  %9 = sext i16 %1 to i32
  %10 = call i32 @__simt_shuffle_up_b32(i32 %9, i32 %2)
  %11 = icmp ugt i32 %2, %4
  %12 = select i1 %11, i32 %8, i32 %10
  %13 = trunc i32 %12 to i16
  ret i16 %13
}
define spir_func i16 @_Z28intel_sub_group_shuffle_downssj(i16 %0, i16 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = sext i16 %1 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %6)
  %9 = sext i16 %0 to i32
  %10 = call i32 @__simt_shuffle_down_b32(i32 %9, i32 %2)
  %11 = sub i32 %5, %4
  %12 = icmp ult i32 %2, %11
  %13 = select i1 %12, i32 %10, i32 %8
  %14 = trunc i32 %13 to i16
  ret i16 %14
}
define spir_func i16 @_Z17sub_group_shuffletj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z21sub_group_shuffle_xortj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z20sub_group_shuffle_uptj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z22sub_group_shuffle_downtj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_down_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z19sub_group_broadcasttj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z31sub_group_non_uniform_broadcasttj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z25sub_group_broadcast_firstt(i16 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equalt(i16 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = trunc i32 %4 to i16
  %6 = icmp eq i16 %0, %5
  %7 = zext i1 %6 to i32
  %8 = call i32 @__simt_vote_all_b32(i32 %7)
  ret i32 %8
}
define spir_func i16 @_Z23intel_sub_group_shuffletj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z27intel_sub_group_shuffle_xortj(i16 %0, i32 %1) {
  %3 = zext i16 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = trunc i32 %4 to i16
  ret i16 %5
}
define spir_func i16 @_Z26intel_sub_group_shuffle_upttj(i16 %0, i16 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = zext i16 %0 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %6)
  %9 = zext i16 %1 to i32
  %10 = call i32 @__simt_shuffle_up_b32(i32 %9, i32 %2)
  %11 = icmp ugt i32 %2, %4
  %12 = select i1 %11, i32 %8, i32 %10
  %13 = trunc i32 %12 to i16
  ret i16 %13
}
define spir_func i16 @_Z28intel_sub_group_shuffle_downttj(i16 %0, i16 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = zext i16 %1 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %6)
  %9 = zext i16 %0 to i32
  %10 = call i32 @__simt_shuffle_down_b32(i32 %9, i32 %2)
  %11 = sub i32 %5, %4
  %12 = icmp ult i32 %2, %11
  %13 = select i1 %12, i32 %10, i32 %8
  %14 = trunc i32 %13 to i16
  ret i16 %14
}
define spir_func i32 @_Z17sub_group_shuffleij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z21sub_group_shuffle_xorij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_xor_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z20sub_group_shuffle_upij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_up_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z22sub_group_shuffle_downij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_down_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z19sub_group_broadcastij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z31sub_group_non_uniform_broadcastij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z25sub_group_broadcast_firsti(i32 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %2)
  ret i32 %3
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equali(i32 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %2)
  %4 = icmp eq i32 %0, %3
  %5 = zext i1 %4 to i32
  %6 = call i32 @__simt_vote_all_b32(i32 %5)
  ret i32 %6
}
define spir_func i32 @_Z23intel_sub_group_shuffleij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z27intel_sub_group_shuffle_xorij(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_xor_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z26intel_sub_group_shuffle_upiij(i32 %0, i32 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = call i32 @__simt_shuffle_down_b32(i32 %0, i32 %6)
  %8 = call i32 @__simt_shuffle_up_b32(i32 %1, i32 %2)
  %9 = icmp ugt i32 %2, %4
  %10 = select i1 %9, i32 %7, i32 %8
  ret i32 %10
}
define spir_func i32 @_Z28intel_sub_group_shuffle_downiij(i32 %0, i32 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = call i32 @__simt_shuffle_up_b32(i32 %1, i32 %6)
  %8 = call i32 @__simt_shuffle_down_b32(i32 %0, i32 %2)
  %9 = sub i32 %5, %4
  %10 = icmp ult i32 %2, %9
  %11 = select i1 %10, i32 %8, i32 %7
  ret i32 %11
}
define spir_func i32 @_Z17sub_group_shufflejj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z21sub_group_shuffle_xorjj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_xor_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z20sub_group_shuffle_upjj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_up_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z22sub_group_shuffle_downjj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_down_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z19sub_group_broadcastjj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z31sub_group_non_uniform_broadcastjj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z25sub_group_broadcast_firstj(i32 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %2)
  ret i32 %3
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equalj(i32 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %2)
  %4 = icmp eq i32 %0, %3
  %5 = zext i1 %4 to i32
  %6 = call i32 @__simt_vote_all_b32(i32 %5)
  ret i32 %6
}
define spir_func i32 @_Z23intel_sub_group_shufflejj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z27intel_sub_group_shuffle_xorjj(i32 %0, i32 %1) {
  %3 = call i32 @__simt_shuffle_xor_b32(i32 %0, i32 %1)
  ret i32 %3
}
define spir_func i32 @_Z26intel_sub_group_shuffle_upjjj(i32 %0, i32 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = call i32 @__simt_shuffle_down_b32(i32 %0, i32 %6)
  %8 = call i32 @__simt_shuffle_up_b32(i32 %1, i32 %2)
  %9 = icmp ugt i32 %2, %4
  %10 = select i1 %9, i32 %7, i32 %8
  ret i32 %10
}
define spir_func i32 @_Z28intel_sub_group_shuffle_downjjj(i32 %0, i32 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = call i32 @__simt_shuffle_up_b32(i32 %1, i32 %6)
  %8 = call i32 @__simt_shuffle_down_b32(i32 %0, i32 %2)
  %9 = sub i32 %5, %4
  %10 = icmp ult i32 %2, %9
  %11 = select i1 %10, i32 %8, i32 %7
  ret i32 %11
}
define spir_func i64 @_Z17sub_group_shufflelj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z21sub_group_shuffle_xorlj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_xor_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z20sub_group_shuffle_uplj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z22sub_group_shuffle_downlj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_down_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z19sub_group_broadcastlj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z31sub_group_non_uniform_broadcastlj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z25sub_group_broadcast_firstl(i64 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %2)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equall(i64 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %2)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = icmp eq i64 %0, %11
  %13 = zext i1 %12 to i32
  %14 = call i32 @__simt_vote_all_b32(i32 %13)
  ret i32 %14
}
define spir_func i64 @_Z23intel_sub_group_shufflelj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z27intel_sub_group_shuffle_xorlj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_xor_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z26intel_sub_group_shuffle_upllj(i64 %0, i64 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = trunc i64 %0 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %6)
  %9 = zext i32 %8 to i64
  %10 = lshr i64 %0, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = call i32 @__simt_shuffle_down_b32(i32 %11, i32 %6)
  %13 = zext i32 %12 to i64
  %14 = shl nuw i64 %13, 32
  %15 = or disjoint i64 %14, %9
  %16 = trunc i64 %1 to i32
  %17 = call i32 @__simt_shuffle_up_b32(i32 %16, i32 %2)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %1, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_up_b32(i32 %20, i32 %2)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = icmp ugt i32 %2, %4
  %26 = select i1 %25, i64 %15, i64 %24
  ret i64 %26
}
define spir_func i64 @_Z28intel_sub_group_shuffle_downllj(i64 %0, i64 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = trunc i64 %1 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %6)
  %9 = zext i32 %8 to i64
  %10 = lshr i64 %1, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = call i32 @__simt_shuffle_up_b32(i32 %11, i32 %6)
  %13 = zext i32 %12 to i64
  %14 = shl nuw i64 %13, 32
  %15 = or disjoint i64 %14, %9
  %16 = trunc i64 %0 to i32
  %17 = call i32 @__simt_shuffle_down_b32(i32 %16, i32 %2)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %0, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_down_b32(i32 %20, i32 %2)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = sub i32 %5, %4
  %26 = icmp ult i32 %2, %25
  %27 = select i1 %26, i64 %24, i64 %15
  ret i64 %27
}
define spir_func i64 @_Z17sub_group_shufflemj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z21sub_group_shuffle_xormj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_xor_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z20sub_group_shuffle_upmj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z22sub_group_shuffle_downmj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_down_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z19sub_group_broadcastmj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z31sub_group_non_uniform_broadcastmj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z25sub_group_broadcast_firstm(i64 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %2)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equalm(i64 %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %2)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = icmp eq i64 %0, %11
  %13 = zext i1 %12 to i32
  %14 = call i32 @__simt_vote_all_b32(i32 %13)
  ret i32 %14
}
define spir_func i64 @_Z23intel_sub_group_shufflemj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z27intel_sub_group_shuffle_xormj(i64 %0, i32 %1) {
  %3 = trunc i64 %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %0, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_xor_b32(i32 %7, i32 %1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  ret i64 %11
}
define spir_func i64 @_Z26intel_sub_group_shuffle_upmmj(i64 %0, i64 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = trunc i64 %0 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %6)
  %9 = zext i32 %8 to i64
  %10 = lshr i64 %0, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = call i32 @__simt_shuffle_down_b32(i32 %11, i32 %6)
  %13 = zext i32 %12 to i64
  %14 = shl nuw i64 %13, 32
  %15 = or disjoint i64 %14, %9
  %16 = trunc i64 %1 to i32
  %17 = call i32 @__simt_shuffle_up_b32(i32 %16, i32 %2)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %1, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_up_b32(i32 %20, i32 %2)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = icmp ugt i32 %2, %4
  %26 = select i1 %25, i64 %15, i64 %24
  ret i64 %26
}
define spir_func i64 @_Z28intel_sub_group_shuffle_downmmj(i64 %0, i64 %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = trunc i64 %1 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %6)
  %9 = zext i32 %8 to i64
  %10 = lshr i64 %1, 32
  %11 = trunc nuw i64 %10 to i32
  %12 = call i32 @__simt_shuffle_up_b32(i32 %11, i32 %6)
  %13 = zext i32 %12 to i64
  %14 = shl nuw i64 %13, 32
  %15 = or disjoint i64 %14, %9
  %16 = trunc i64 %0 to i32
  %17 = call i32 @__simt_shuffle_down_b32(i32 %16, i32 %2)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %0, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_down_b32(i32 %20, i32 %2)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = sub i32 %5, %4
  %26 = icmp ult i32 %2, %25
  %27 = select i1 %26, i64 %24, i64 %15
  ret i64 %27
}
define spir_func float @_Z17sub_group_shufflefj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z21sub_group_shuffle_xorfj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z20sub_group_shuffle_upfj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z22sub_group_shuffle_downfj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_down_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z19sub_group_broadcastfj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z31sub_group_non_uniform_broadcastfj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z25sub_group_broadcast_firstf(float %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equalf(float %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %2)
  %5 = bitcast i32 %4 to float
  %6 = fcmp oeq float %0, %5
  %7 = zext i1 %6 to i32
  %8 = call i32 @__simt_vote_all_b32(i32 %7)
  ret i32 %8
}
define spir_func float @_Z23intel_sub_group_shufflefj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z27intel_sub_group_shuffle_xorfj(float %0, i32 %1) {
  %3 = bitcast float %0 to i32
  %4 = call i32 @__simt_shuffle_xor_b32(i32 %3, i32 %1)
  %5 = bitcast i32 %4 to float
  ret float %5
}
define spir_func float @_Z26intel_sub_group_shuffle_upffj(float %0, float %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = bitcast float %0 to i32
  %8 = call i32 @__simt_shuffle_down_b32(i32 %7, i32 %6)
  %9 = bitcast float %1 to i32
  %10 = call i32 @__simt_shuffle_up_b32(i32 %9, i32 %2)
  %11 = icmp ugt i32 %2, %4
  %12 = select i1 %11, i32 %8, i32 %10
  %13 = bitcast i32 %12 to float
  ret float %13
}
define spir_func float @_Z28intel_sub_group_shuffle_downffj(float %0, float %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = bitcast float %1 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 %6)
  %9 = bitcast float %0 to i32
  %10 = call i32 @__simt_shuffle_down_b32(i32 %9, i32 %2)
  %11 = sub i32 %5, %4
  %12 = icmp ult i32 %2, %11
  %13 = select i1 %12, i32 %10, i32 %8
  %14 = bitcast i32 %13 to float
  ret float %14
}
define spir_func double @_Z17sub_group_shuffledj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z21sub_group_shuffle_xordj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_xor_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_xor_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z20sub_group_shuffle_updj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_up_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z22sub_group_shuffle_downdj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_down_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_down_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z19sub_group_broadcastdj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z31sub_group_non_uniform_broadcastdj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z25sub_group_broadcast_firstd(double %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %2)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %2)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func i32 @_Z31sub_group_non_uniform_all_equald(double %0) {
  %2 = call i32 @__simt_first_lane()
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %2)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %2)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  %14 = fcmp oeq double %0, %13
  %15 = zext i1 %14 to i32
  %16 = call i32 @__simt_vote_all_b32(i32 %15)
  ret i32 %16
}
define spir_func double @_Z23intel_sub_group_shuffledj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z27intel_sub_group_shuffle_xordj(double %0, i32 %1) {
  %3 = bitcast double %0 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_xor_b32(i32 %4, i32 %1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_xor_b32(i32 %8, i32 %1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  ret double %13
}
define spir_func double @_Z26intel_sub_group_shuffle_upddj(double %0, double %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = bitcast double %0 to i64
  %8 = trunc i64 %7 to i32
  %9 = call i32 @__simt_shuffle_down_b32(i32 %8, i32 %6)
  %10 = zext i32 %9 to i64
  %11 = lshr i64 %7, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = call i32 @__simt_shuffle_down_b32(i32 %12, i32 %6)
  %14 = zext i32 %13 to i64
  %15 = shl nuw i64 %14, 32
  %16 = or disjoint i64 %15, %10
  %17 = bitcast double %1 to i64
  %18 = trunc i64 %17 to i32
  %19 = call i32 @__simt_shuffle_up_b32(i32 %18, i32 %2)
  %20 = zext i32 %19 to i64
  %21 = lshr i64 %17, 32
  %22 = trunc nuw i64 %21 to i32
  %23 = call i32 @__simt_shuffle_up_b32(i32 %22, i32 %2)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = or disjoint i64 %25, %20
  %27 = icmp ugt i32 %2, %4
  %28 = select i1 %27, i64 %16, i64 %26
  %29 = bitcast i64 %28 to double
  ret double %29
}
define spir_func double @_Z28intel_sub_group_shuffle_downddj(double %0, double %1, i32 %2) {
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %6 = sub i32 %5, %2
  %7 = bitcast double %1 to i64
  %8 = trunc i64 %7 to i32
  %9 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 %6)
  %10 = zext i32 %9 to i64
  %11 = lshr i64 %7, 32
  %12 = trunc nuw i64 %11 to i32
  %13 = call i32 @__simt_shuffle_up_b32(i32 %12, i32 %6)
  %14 = zext i32 %13 to i64
  %15 = shl nuw i64 %14, 32
  %16 = or disjoint i64 %15, %10
  %17 = bitcast double %0 to i64
  %18 = trunc i64 %17 to i32
  %19 = call i32 @__simt_shuffle_down_b32(i32 %18, i32 %2)
  %20 = zext i32 %19 to i64
  %21 = lshr i64 %17, 32
  %22 = trunc nuw i64 %21 to i32
  %23 = call i32 @__simt_shuffle_down_b32(i32 %22, i32 %2)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = or disjoint i64 %25, %20
  %27 = sub i32 %5, %4
  %28 = icmp ult i32 %2, %27
  %29 = select i1 %28, i64 %26, i64 %16
  %30 = bitcast i64 %29 to double
  ret double %30
}
define i32 @__simt_soft_first_lane() {
  %1 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = icmp ugt i32 %2, 32
  br i1 %3, label %4, label %9
4:
  %5 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %6 = icmp eq i32 %1, 0
  %7 = icmp ne i32 %5, 0
  %8 = and i1 %6, %7
  br i1 %8, label %11, label %9
9:
  %10 = call i32 @__simt_ctz_i32(i32 %1)
  br label %14
11:
  %12 = call i32 @__simt_ctz_i32(i32 %5)
  %13 = add i32 %12, 32
  br label %14
14:
  %15 = phi i32 [ %10, %9 ], [ %13, %11 ]
  ret i32 %15
}
define spir_func i32 @_Z13sub_group_alli(i32 %0) {
  %2 = call i32 @__simt_vote_all_b32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z13sub_group_anyi(i32 %0) {
  %2 = call i32 @__simt_vote_any_b32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z25sub_group_non_uniform_alli(i32 %0) {
  %2 = call i32 @__simt_vote_all_b32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z25sub_group_non_uniform_anyi(i32 %0) {
  %2 = call i32 @__simt_vote_any_b32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z15sub_group_electv() {
  %1 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %2 = call i32 @__simt_first_lane()
  %3 = icmp eq i32 %1, %2
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define spir_func <4 x i32> @_Z16sub_group_balloti(i32 %0) {
  %2 = call i32 @__simt_ballot_b32(i32 %0, i32 0)
  %3 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %4 = icmp ugt i32 %3, 32
  br i1 %4, label %5, label %7
5:
  %6 = call i32 @__simt_ballot_b32(i32 %0, i32 1)
  br label %7
7:
  %8 = phi i32 [ %6, %5 ], [ 0, %1 ]
  %9 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %2, i64 0
  %10 = insertelement <4 x i32> %9, i32 %8, i64 1
  ret <4 x i32> %10
}
define spir_func i64 @_Z21sub_group_ballot_bitsi(i32 %0) {
  %2 = call i32 @__simt_ballot_b32(i32 %0, i32 0)
  %3 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %4 = icmp ugt i32 %3, 32
  br i1 %4, label %5, label %7
5:
  %6 = call i32 @__simt_ballot_b32(i32 %0, i32 1)
  br label %7
7:
  %8 = phi i32 [ %6, %5 ], [ 0, %1 ]
  %9 = zext i32 %2 to i64
  %10 = zext i32 %8 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %9
  ret i64 %12
}
define spir_func i32 @_Z28sub_group_ballot_bit_extractDv4_jj(<4 x i32> %0, i32 %1) {
  %3 = icmp ult i32 %1, 32
  br i1 %3, label %4, label %6
4:
  %5 = extractelement <4 x i32> %0, i64 0
  br label %15
6:
  %7 = icmp ult i32 %1, 64
  br i1 %7, label %8, label %10
8:
  %9 = extractelement <4 x i32> %0, i64 1
  br label %15
10:
  %11 = icmp ult i32 %1, 96
  %12 = extractelement <4 x i32> %0, i64 2
  %13 = extractelement <4 x i32> %0, i64 3
  %14 = select i1 %11, i32 %12, i32 %13
  br label %15
15:
  %16 = phi i32 [ %5, %4 ], [ %9, %8 ], [ %14, %10 ]
  %17 = and i32 %1, 31
  %18 = lshr i32 %16, %17
  %19 = and i32 %18, 1
  ret i32 %19
}
define spir_func i32 @_Z24sub_group_inverse_ballotDv4_j(<4 x i32> %0) {
  %2 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %3 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %4 = icmp ugt i32 %3, 32
  %5 = icmp ugt i32 %2, 31
  %6 = select i1 %4, i1 %5, i1 false
  %7 = extractelement <4 x i32> %0, i64 1
  %8 = extractelement <4 x i32> %0, i64 0
  %9 = select i1 %6, i32 %7, i32 %8
  %10 = and i32 %2, 31
  %11 = lshr i32 %9, %10
  %12 = and i32 %11, 1
  ret i32 %12
}
define spir_func i32 @_Z26sub_group_ballot_bit_countDv4_j(<4 x i32> %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = icmp ugt i32 %2, 31
  %4 = and i32 %2, 31
  %5 = shl nsw i32 -1, %4
  %6 = xor i32 %5, -1
  %7 = select i1 %3, i32 -1, i32 %6
  %8 = icmp ugt i32 %2, 32
  %9 = icmp ult i32 %2, 64
  %10 = select i1 %9, i32 %6, i32 -1
  %11 = select i1 %8, i32 %10, i32 0
  %12 = insertelement <4 x i32> poison, i32 %7, i64 0
  %13 = insertelement <4 x i32> %12, i32 %11, i64 1
  %14 = and <4 x i32> %13, %0
  %15 = extractelement <4 x i32> %14, i64 0
  %16 = call i32 @__simt_popc_i32(i32 %15)
  %17 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %18 = icmp ugt i32 %17, 32
  br i1 %18, label %19, label %22
19:
  %20 = extractelement <4 x i32> %14, i64 1
  %21 = call i32 @__simt_popc_i32(i32 %20)
  br label %22
22:
  %23 = phi i32 [ %21, %19 ], [ 0, %1 ]
  %24 = add i32 %23, %16
  ret i32 %24
}
define spir_func i32 @_Z31sub_group_ballot_inclusive_scanDv4_j(<4 x i32> %0) {
  %2 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %3 = add i32 %2, 1
  %4 = icmp ugt i32 %3, 31
  %5 = and i32 %3, 31
  %6 = shl nsw i32 -1, %5
  %7 = xor i32 %6, -1
  %8 = select i1 %4, i32 -1, i32 %7
  %9 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %10 = icmp ugt i32 %9, 32
  br i1 %10, label %11, label %18
11:
  %12 = call i32 @llvm.usub.sat.i32(i32 %3, i32 32)
  %13 = icmp ugt i32 %12, 31
  %14 = and i32 %12, 31
  %15 = shl nsw i32 -1, %14
  %16 = xor i32 %15, -1
  %17 = select i1 %13, i32 -1, i32 %16
  br label %18
18:
  %19 = phi i32 [ %17, %11 ], [ 0, %1 ]
  %20 = insertelement <4 x i32> poison, i32 %8, i64 0
  %21 = insertelement <4 x i32> %20, i32 %19, i64 1
  %22 = and <4 x i32> %21, %0
  %23 = extractelement <4 x i32> %22, i64 0
  %24 = call i32 @__simt_popc_i32(i32 %23)
  %25 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %26 = icmp ugt i32 %25, 32
  br i1 %26, label %27, label %30
27:
  %28 = extractelement <4 x i32> %22, i64 1
  %29 = call i32 @__simt_popc_i32(i32 %28)
  br label %30
30:
  %31 = phi i32 [ %29, %27 ], [ 0, %18 ]
  %32 = add i32 %31, %24
  ret i32 %32
}
define spir_func i32 @_Z31sub_group_ballot_exclusive_scanDv4_j(<4 x i32> %0) {
  %2 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %3 = icmp ugt i32 %2, 31
  %4 = and i32 %2, 31
  %5 = shl nsw i32 -1, %4
  %6 = xor i32 %5, -1
  %7 = select i1 %3, i32 -1, i32 %6
  %8 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %9 = icmp ugt i32 %8, 32
  br i1 %9, label %10, label %17
10:
  %11 = call i32 @llvm.usub.sat.i32(i32 %2, i32 32)
  %12 = icmp ugt i32 %11, 31
  %13 = and i32 %11, 31
  %14 = shl nsw i32 -1, %13
  %15 = xor i32 %14, -1
  %16 = select i1 %12, i32 -1, i32 %15
  br label %17
17:
  %18 = phi i32 [ %16, %10 ], [ 0, %1 ]
  %19 = insertelement <4 x i32> poison, i32 %7, i64 0
  %20 = insertelement <4 x i32> %19, i32 %18, i64 1
  %21 = and <4 x i32> %20, %0
  %22 = extractelement <4 x i32> %21, i64 0
  %23 = call i32 @__simt_popc_i32(i32 %22)
  %24 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %25 = icmp ugt i32 %24, 32
  br i1 %25, label %26, label %29
26:
  %27 = extractelement <4 x i32> %21, i64 1
  %28 = call i32 @__simt_popc_i32(i32 %27)
  br label %29
29:
  %30 = phi i32 [ %28, %26 ], [ 0, %17 ]
  %31 = add i32 %30, %23
  ret i32 %31
}
define spir_func i32 @_Z25sub_group_ballot_find_lsbDv4_j(<4 x i32> %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = icmp ugt i32 %2, 31
  %4 = and i32 %2, 31
  %5 = shl nsw i32 -1, %4
  %6 = xor i32 %5, -1
  %7 = select i1 %3, i32 -1, i32 %6
  %8 = icmp ugt i32 %2, 32
  %9 = icmp ult i32 %2, 64
  %10 = select i1 %9, i32 %6, i32 -1
  %11 = select i1 %8, i32 %10, i32 0
  %12 = insertelement <4 x i32> poison, i32 %7, i64 0
  %13 = insertelement <4 x i32> %12, i32 %11, i64 1
  %14 = and <4 x i32> %13, %0
  %15 = extractelement <4 x i32> %14, i64 0
  %16 = extractelement <4 x i32> %14, i64 1
  %17 = icmp eq i32 %15, 0
  %18 = icmp ne i32 %16, 0
  %19 = and i1 %17, %18
  br i1 %19, label %22, label %20
20:
  %21 = call i32 @__simt_ctz_i32(i32 %15)
  br label %25
22:
  %23 = call i32 @__simt_ctz_i32(i32 %16)
  %24 = add i32 %23, 32
  br label %25
25:
  %26 = phi i32 [ %21, %20 ], [ %24, %22 ]
  ret i32 %26
}
define spir_func i32 @_Z25sub_group_ballot_find_msbDv4_j(<4 x i32> %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = icmp ugt i32 %2, 31
  %4 = and i32 %2, 31
  %5 = shl nsw i32 -1, %4
  %6 = xor i32 %5, -1
  %7 = select i1 %3, i32 -1, i32 %6
  %8 = icmp ugt i32 %2, 32
  %9 = icmp ult i32 %2, 64
  %10 = select i1 %9, i32 %6, i32 -1
  %11 = select i1 %8, i32 %10, i32 0
  %12 = insertelement <4 x i32> poison, i32 %7, i64 0
  %13 = insertelement <4 x i32> %12, i32 %11, i64 1
  %14 = and <4 x i32> %13, %0
  %15 = extractelement <4 x i32> %14, i64 1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %20, label %17
17:
  %18 = call i32 @__simt_clz_i32(i32 %15)
  %19 = sub i32 63, %18
  br label %24
20:
  %21 = extractelement <4 x i32> %14, i64 0
  %22 = call i32 @__simt_clz_i32(i32 %21)
  %23 = sub i32 31, %22
  br label %24
24:
  %25 = phi i32 [ %19, %17 ], [ %23, %20 ]
  ret i32 %25
}
define spir_func <4 x i32> @_Z21get_sub_group_lt_maskv() {
  %1 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = icmp ugt i32 %2, 32
  br i1 %3, label %4, label %11
4:
  %5 = call i32 @llvm.usub.sat.i32(i32 %1, i32 32)
  %6 = icmp ugt i32 %5, 31
  %7 = and i32 %5, 31
  %8 = shl nsw i32 -1, %7
  %9 = xor i32 %8, -1
  %10 = select i1 %6, i32 -1, i32 %9
  br label %11
11:
  %12 = phi i32 [ %10, %4 ], [ 0, %0 ]
  %13 = icmp ugt i32 %1, 31
  %14 = and i32 %1, 31
  %15 = shl nsw i32 -1, %14
  %16 = xor i32 %15, -1
  %17 = select i1 %13, i32 -1, i32 %16
  %18 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %17, i64 0
  %19 = insertelement <4 x i32> %18, i32 %12, i64 1
  ret <4 x i32> %19
}
define spir_func <4 x i32> @_Z21get_sub_group_le_maskv() {
  %1 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %2 = add i32 %1, 1
  %3 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %4 = icmp ugt i32 %3, 32
  br i1 %4, label %5, label %12
5:
  %6 = call i32 @llvm.usub.sat.i32(i32 %2, i32 32)
  %7 = icmp ugt i32 %6, 31
  %8 = and i32 %6, 31
  %9 = shl nsw i32 -1, %8
  %10 = xor i32 %9, -1
  %11 = select i1 %7, i32 -1, i32 %10
  br label %12
12:
  %13 = phi i32 [ %11, %5 ], [ 0, %0 ]
  %14 = icmp ugt i32 %2, 31
  %15 = and i32 %2, 31
  %16 = shl nsw i32 -1, %15
  %17 = xor i32 %16, -1
  %18 = select i1 %14, i32 -1, i32 %17
  %19 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %18, i64 0
  %20 = insertelement <4 x i32> %19, i32 %13, i64 1
  ret <4 x i32> %20
}
define spir_func <4 x i32> @_Z21get_sub_group_eq_maskv() {
  %1 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %2 = add i32 %1, 1
  %3 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %4 = icmp ugt i32 %3, 32
  br i1 %4, label %5, label %12
5:
  %6 = call i32 @llvm.usub.sat.i32(i32 %2, i32 32)
  %7 = icmp ugt i32 %6, 31
  %8 = and i32 %6, 31
  %9 = shl nsw i32 -1, %8
  %10 = xor i32 %9, -1
  %11 = select i1 %7, i32 -1, i32 %10
  br label %12
12:
  %13 = phi i32 [ %11, %5 ], [ 0, %0 ]
  %14 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %15 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %16 = icmp ugt i32 %15, 32
  br i1 %16, label %17, label %24
17:
  %18 = call i32 @llvm.usub.sat.i32(i32 %14, i32 32)
  %19 = icmp ugt i32 %18, 31
  %20 = and i32 %18, 31
  %21 = shl nsw i32 -1, %20
  %22 = xor i32 %21, -1
  %23 = select i1 %19, i32 -1, i32 %22
  br label %24
24:
  %25 = phi i32 [ %23, %17 ], [ 0, %12 ]
  %26 = icmp ugt i32 %2, 31
  %27 = and i32 %2, 31
  %28 = shl nsw i32 -1, %27
  %29 = xor i32 %28, -1
  %30 = select i1 %26, i32 -1, i32 %29
  %31 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %30, i64 0
  %32 = insertelement <4 x i32> %31, i32 %13, i64 1
  %33 = icmp ugt i32 %14, 31
  %34 = and i32 %14, 31
  %35 = shl nsw i32 -1, %34
  %36 = xor i32 %35, -1
  %37 = select i1 %33, i32 -1, i32 %36
  %38 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %37, i64 0
  %39 = insertelement <4 x i32> %38, i32 %25, i64 1
  %40 = xor <4 x i32> %39, %32
  ret <4 x i32> %40
}
define spir_func <4 x i32> @_Z21get_sub_group_ge_maskv() {
  %1 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = icmp ugt i32 %2, 32
  br i1 %3, label %4, label %11
4:
  %5 = call i32 @llvm.usub.sat.i32(i32 %1, i32 32)
  %6 = icmp ugt i32 %5, 31
  %7 = and i32 %5, 31
  %8 = shl nsw i32 -1, %7
  %9 = xor i32 %8, -1
  %10 = select i1 %6, i32 -1, i32 %9
  br label %11
11:
  %12 = phi i32 [ %10, %4 ], [ 0, %0 ]
  %13 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %14 = icmp ugt i32 %13, 32
  br i1 %14, label %19, label %15
15:
  %16 = and i32 %13, 31
  %17 = shl nsw i32 -1, %16
  %18 = xor i32 %17, -1
  br label %25
19:
  %20 = icmp ult i32 %13, 64
  %21 = and i32 %13, 31
  %22 = shl nsw i32 -1, %21
  %23 = xor i32 %22, -1
  %24 = select i1 %20, i32 %23, i32 -1
  br label %25
25:
  %26 = phi i32 [ %18, %15 ], [ %23, %19 ]
  %27 = phi i32 [ 0, %15 ], [ %24, %19 ]
  %28 = icmp ugt i32 %13, 31
  %29 = select i1 %28, i32 -1, i32 %26
  %30 = icmp ugt i32 %1, 31
  %31 = and i32 %1, 31
  %32 = shl nsw i32 -1, %31
  %33 = xor i32 %32, -1
  %34 = select i1 %30, i32 -1, i32 %33
  %35 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %34, i64 0
  %36 = insertelement <4 x i32> %35, i32 %12, i64 1
  %37 = xor <4 x i32> %36, splat (i32 -1)
  %38 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %29, i64 0
  %39 = insertelement <4 x i32> %38, i32 %27, i64 1
  %40 = and <4 x i32> %39, %37
  ret <4 x i32> %40
}
define spir_func <4 x i32> @_Z21get_sub_group_gt_maskv() {
  %1 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %2 = add i32 %1, 1
  %3 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %4 = icmp ugt i32 %3, 32
  br i1 %4, label %5, label %12
5:
  %6 = call i32 @llvm.usub.sat.i32(i32 %2, i32 32)
  %7 = icmp ugt i32 %6, 31
  %8 = and i32 %6, 31
  %9 = shl nsw i32 -1, %8
  %10 = xor i32 %9, -1
  %11 = select i1 %7, i32 -1, i32 %10
  br label %12
12:
  %13 = phi i32 [ %11, %5 ], [ 0, %0 ]
  %14 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %15 = icmp ugt i32 %14, 32
  br i1 %15, label %20, label %16
16:
  %17 = and i32 %14, 31
  %18 = shl nsw i32 -1, %17
  %19 = xor i32 %18, -1
  br label %26
20:
  %21 = icmp ult i32 %14, 64
  %22 = and i32 %14, 31
  %23 = shl nsw i32 -1, %22
  %24 = xor i32 %23, -1
  %25 = select i1 %21, i32 %24, i32 -1
  br label %26
26:
  %27 = phi i32 [ %19, %16 ], [ %24, %20 ]
  %28 = phi i32 [ 0, %16 ], [ %25, %20 ]
  %29 = icmp ugt i32 %14, 31
  %30 = select i1 %29, i32 -1, i32 %27
  %31 = icmp ugt i32 %2, 31
  %32 = and i32 %2, 31
  %33 = shl nsw i32 -1, %32
  %34 = xor i32 %33, -1
  %35 = select i1 %31, i32 -1, i32 %34
  %36 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %35, i64 0
  %37 = insertelement <4 x i32> %36, i32 %13, i64 1
  %38 = xor <4 x i32> %37, splat (i32 -1)
  %39 = insertelement <4 x i32> <i32 poison, i32 poison, i32 0, i32 0>, i32 %30, i64 0
  %40 = insertelement <4 x i32> %39, i32 %28, i64 1
  %41 = and <4 x i32> %40, %38
  ret <4 x i32> %41
}
define i32 @__simt_lane_before() {
  %1 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %2 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %3 = icmp ugt i32 %1, 31
  %4 = and i32 %1, 31
  %5 = shl nsw i32 -1, %4
  %6 = xor i32 %5, -1
  %7 = select i1 %3, i32 -1, i32 %6
  %8 = and i32 %7, %2
  %9 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %10 = icmp ugt i32 %9, 32
  br i1 %10, label %11, label %13
11:
  %12 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  br label %13
13:
  %14 = phi i32 [ %12, %11 ], [ 0, %0 ]
  %15 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %16 = icmp ugt i32 %15, 32
  br i1 %16, label %17, label %29
17:
  %18 = call i32 @llvm.usub.sat.i32(i32 %1, i32 32)
  %19 = icmp ugt i32 %18, 31
  %20 = and i32 %18, 31
  %21 = shl nsw i32 -1, %20
  %22 = xor i32 %21, -1
  %23 = select i1 %19, i32 -1, i32 %22
  %24 = and i32 %23, %14
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %29, label %26
26:
  %27 = call i32 @__simt_clz_i32(i32 %24)
  %28 = sub i32 63, %27
  br label %32
29:
  %30 = call i32 @__simt_clz_i32(i32 %8)
  %31 = sub i32 31, %30
  br label %32
32:
  %33 = phi i32 [ %28, %26 ], [ %31, %29 ]
  ret i32 %33
}
define i32 @__simt_soft_all_add_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i32 [ %0, %1 ], [ %20, %13 ]
  br i1 %8, label %25, label %23
13:
  %14 = phi i32 [ %20, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %21, %13 ], [ 1, %1 ]
  %16 = call i32 @__simt_shuffle_xor_b32(i32 %14, i32 %15)
  %17 = xor i32 %15, %4
  %18 = icmp ult i32 %17, %9
  %19 = select i1 %18, i32 %16, i32 0
  %20 = add i32 %19, %14
  %21 = shl i32 %15, 1
  %22 = icmp ult i32 %21, %2
  br i1 %22, label %13, label %11
23:
  %24 = call i32 @__simt_shuffle_b32(i32 %12, i32 0)
  br label %25
25:
  %26 = phi i32 [ %24, %23 ], [ %12, %11 ]
  ret i32 %26
}
define i32 @__simt_scan_all_add_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %13, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %13, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %14, %7 ], [ 1, %1 ]
  %10 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 %9)
  %11 = icmp ult i32 %3, %9
  %12 = select i1 %11, i32 0, i32 %10
  %13 = add i32 %12, %8
  %14 = shl i32 %9, 1
  %15 = icmp ult i32 %14, %2
  br i1 %15, label %7, label %5
}
define i32 @__simt_scan_some_add_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = select i1 %12, i32 0, i32 %11
  %14 = add i32 %13, %8
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_add_u32(i32 %0) {
  %2 = call i32 @__simt_scan_some_add_u32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i64 @__simt_soft_all_add_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i64 [ %0, %1 ], [ %28, %13 ]
  br i1 %8, label %41, label %31
13:
  %14 = phi i64 [ %28, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %29, %13 ], [ 1, %1 ]
  %16 = trunc i64 %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %14, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_xor_b32(i32 %20, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = xor i32 %15, %4
  %26 = icmp ult i32 %25, %9
  %27 = select i1 %26, i64 %24, i64 0
  %28 = add i64 %27, %14
  %29 = shl i32 %15, 1
  %30 = icmp ult i32 %29, %2
  br i1 %30, label %13, label %11
31:
  %32 = trunc i64 %12 to i32
  %33 = call i32 @__simt_shuffle_b32(i32 %32, i32 0)
  %34 = zext i32 %33 to i64
  %35 = lshr i64 %12, 32
  %36 = trunc nuw i64 %35 to i32
  %37 = call i32 @__simt_shuffle_b32(i32 %36, i32 0)
  %38 = zext i32 %37 to i64
  %39 = shl nuw i64 %38, 32
  %40 = or disjoint i64 %39, %34
  br label %41
41:
  %42 = phi i64 [ %40, %31 ], [ %12, %11 ]
  ret i64 %42
}
define i64 @__simt_scan_all_add_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %21, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %21, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %22, %7 ], [ 1, %1 ]
  %10 = trunc i64 %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = zext i32 %11 to i64
  %13 = lshr i64 %8, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = call i32 @__simt_shuffle_up_b32(i32 %14, i32 %9)
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = or disjoint i64 %17, %12
  %19 = icmp ult i32 %3, %9
  %20 = select i1 %19, i64 0, i64 %18
  %21 = add i64 %20, %8
  %22 = shl i32 %9, 1
  %23 = icmp ult i32 %22, %2
  br i1 %23, label %7, label %5
}
define i64 @__simt_scan_some_add_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = select i1 %20, i64 0, i64 %19
  %22 = add i64 %21, %8
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_add_u64(i64 %0) {
  %2 = call i64 @__simt_scan_some_add_u64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define float @__simt_soft_all_add_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi float [ %0, %1 ], [ %22, %13 ]
  br i1 %8, label %29, label %25
13:
  %14 = phi float [ %22, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %23, %13 ], [ 1, %1 ]
  %16 = bitcast float %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = bitcast i32 %17 to float
  %19 = xor i32 %15, %4
  %20 = icmp ult i32 %19, %9
  %21 = fadd float %14, %18
  %22 = select i1 %20, float %21, float %14
  %23 = shl i32 %15, 1
  %24 = icmp ult i32 %23, %2
  br i1 %24, label %13, label %11
25:
  %26 = bitcast float %12 to i32
  %27 = call i32 @__simt_shuffle_b32(i32 %26, i32 0)
  %28 = bitcast i32 %27 to float
  br label %29
29:
  %30 = phi float [ %28, %25 ], [ %12, %11 ]
  ret float %30
}
define float @__simt_scan_all_add_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi float [ %0, %1 ], [ %15, %7 ]
  ret float %6
7:
  %8 = phi float [ %15, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = bitcast float %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = bitcast i32 %11 to float
  %13 = icmp ult i32 %3, %9
  %14 = fadd float %8, %12
  %15 = select i1 %13, float %8, float %14
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define float @__simt_scan_some_add_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi float [ %0, %1 ], [ %16, %7 ]
  ret float %6
7:
  %8 = phi float [ %16, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %18, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %17, %7 ], [ %3, %1 ]
  %11 = bitcast float %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = bitcast i32 %12 to float
  %14 = icmp eq i32 %10, -1
  %15 = fadd float %8, %13
  %16 = select i1 %14, float %8, float %15
  %17 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %18 = shl i32 %9, 1
  %19 = icmp ult i32 %18, %2
  br i1 %19, label %7, label %5
}
define float @__simt_soft_some_add_f32(float %0) {
  %2 = call float @__simt_scan_some_add_f32(float %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast float %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = bitcast i32 %18 to float
  ret float %19
}
define double @__simt_soft_all_add_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi double [ %0, %1 ], [ %30, %13 ]
  br i1 %8, label %45, label %33
13:
  %14 = phi double [ %30, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %31, %13 ], [ 1, %1 ]
  %16 = bitcast double %14 to i64
  %17 = trunc i64 %16 to i32
  %18 = call i32 @__simt_shuffle_xor_b32(i32 %17, i32 %15)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %16, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_xor_b32(i32 %21, i32 %15)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  %26 = bitcast i64 %25 to double
  %27 = xor i32 %15, %4
  %28 = icmp ult i32 %27, %9
  %29 = fadd double %14, %26
  %30 = select i1 %28, double %29, double %14
  %31 = shl i32 %15, 1
  %32 = icmp ult i32 %31, %2
  br i1 %32, label %13, label %11
33:
  %34 = bitcast double %12 to i64
  %35 = trunc i64 %34 to i32
  %36 = call i32 @__simt_shuffle_b32(i32 %35, i32 0)
  %37 = zext i32 %36 to i64
  %38 = lshr i64 %34, 32
  %39 = trunc nuw i64 %38 to i32
  %40 = call i32 @__simt_shuffle_b32(i32 %39, i32 0)
  %41 = zext i32 %40 to i64
  %42 = shl nuw i64 %41, 32
  %43 = or disjoint i64 %42, %37
  %44 = bitcast i64 %43 to double
  br label %45
45:
  %46 = phi double [ %44, %33 ], [ %12, %11 ]
  ret double %46
}
define double @__simt_scan_all_add_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi double [ %0, %1 ], [ %23, %7 ]
  ret double %6
7:
  %8 = phi double [ %23, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = bitcast double %8 to i64
  %11 = trunc i64 %10 to i32
  %12 = call i32 @__simt_shuffle_up_b32(i32 %11, i32 %9)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %10, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_up_b32(i32 %15, i32 %9)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = bitcast i64 %19 to double
  %21 = icmp ult i32 %3, %9
  %22 = fadd double %8, %20
  %23 = select i1 %21, double %8, double %22
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define double @__simt_scan_some_add_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi double [ %0, %1 ], [ %24, %7 ]
  ret double %6
7:
  %8 = phi double [ %24, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %26, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %25, %7 ], [ %3, %1 ]
  %11 = bitcast double %8 to i64
  %12 = trunc i64 %11 to i32
  %13 = call i32 @__simt_shuffle_b32(i32 %12, i32 %10)
  %14 = zext i32 %13 to i64
  %15 = lshr i64 %11, 32
  %16 = trunc nuw i64 %15 to i32
  %17 = call i32 @__simt_shuffle_b32(i32 %16, i32 %10)
  %18 = zext i32 %17 to i64
  %19 = shl nuw i64 %18, 32
  %20 = or disjoint i64 %19, %14
  %21 = bitcast i64 %20 to double
  %22 = icmp eq i32 %10, -1
  %23 = fadd double %8, %21
  %24 = select i1 %22, double %8, double %23
  %25 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %26 = shl i32 %9, 1
  %27 = icmp ult i32 %26, %2
  br i1 %27, label %7, label %5
}
define double @__simt_soft_some_add_f64(double %0) {
  %2 = call double @__simt_scan_some_add_f64(double %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast double %2 to i64
  %18 = trunc i64 %17 to i32
  %19 = call i32 @__simt_shuffle_b32(i32 %18, i32 %16)
  %20 = zext i32 %19 to i64
  %21 = lshr i64 %17, 32
  %22 = trunc nuw i64 %21 to i32
  %23 = call i32 @__simt_shuffle_b32(i32 %22, i32 %16)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = or disjoint i64 %25, %20
  %27 = bitcast i64 %26 to double
  ret double %27
}
define i32 @__simt_soft_all_min_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i32 [ %0, %1 ], [ %20, %13 ]
  br i1 %8, label %25, label %23
13:
  %14 = phi i32 [ %20, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %21, %13 ], [ 1, %1 ]
  %16 = call i32 @__simt_shuffle_xor_b32(i32 %14, i32 %15)
  %17 = xor i32 %15, %4
  %18 = icmp ult i32 %17, %9
  %19 = call i32 @llvm.umin.i32(i32 %14, i32 %16)
  %20 = select i1 %18, i32 %19, i32 %14
  %21 = shl i32 %15, 1
  %22 = icmp ult i32 %21, %2
  br i1 %22, label %13, label %11
23:
  %24 = call i32 @__simt_shuffle_b32(i32 %12, i32 0)
  br label %25
25:
  %26 = phi i32 [ %24, %23 ], [ %12, %11 ]
  ret i32 %26
}
define i32 @__simt_scan_all_min_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %13, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %13, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %14, %7 ], [ 1, %1 ]
  %10 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 %9)
  %11 = icmp ult i32 %3, %9
  %12 = call i32 @llvm.umin.i32(i32 %10, i32 %8)
  %13 = select i1 %11, i32 %8, i32 %12
  %14 = shl i32 %9, 1
  %15 = icmp ult i32 %14, %2
  br i1 %15, label %7, label %5
}
define i32 @__simt_scan_some_min_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = call i32 @llvm.umin.i32(i32 %11, i32 %8)
  %14 = select i1 %12, i32 %8, i32 %13
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_min_u32(i32 %0) {
  %2 = call i32 @__simt_scan_some_min_u32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i32 @__simt_soft_all_max_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i32 [ %0, %1 ], [ %20, %13 ]
  br i1 %8, label %25, label %23
13:
  %14 = phi i32 [ %20, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %21, %13 ], [ 1, %1 ]
  %16 = call i32 @__simt_shuffle_xor_b32(i32 %14, i32 %15)
  %17 = xor i32 %15, %4
  %18 = icmp ult i32 %17, %9
  %19 = call i32 @llvm.umax.i32(i32 %14, i32 %16)
  %20 = select i1 %18, i32 %19, i32 %14
  %21 = shl i32 %15, 1
  %22 = icmp ult i32 %21, %2
  br i1 %22, label %13, label %11
23:
  %24 = call i32 @__simt_shuffle_b32(i32 %12, i32 0)
  br label %25
25:
  %26 = phi i32 [ %24, %23 ], [ %12, %11 ]
  ret i32 %26
}
define i32 @__simt_scan_all_max_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %13, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %13, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %14, %7 ], [ 1, %1 ]
  %10 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 %9)
  %11 = icmp ult i32 %3, %9
  %12 = call i32 @llvm.umax.i32(i32 %10, i32 %8)
  %13 = select i1 %11, i32 %8, i32 %12
  %14 = shl i32 %9, 1
  %15 = icmp ult i32 %14, %2
  br i1 %15, label %7, label %5
}
define i32 @__simt_scan_some_max_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = call i32 @llvm.umax.i32(i32 %11, i32 %8)
  %14 = select i1 %12, i32 %8, i32 %13
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_max_u32(i32 %0) {
  %2 = call i32 @__simt_scan_some_max_u32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i32 @__simt_soft_all_min_s32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i32 [ %0, %1 ], [ %20, %13 ]
  br i1 %8, label %25, label %23
13:
  %14 = phi i32 [ %20, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %21, %13 ], [ 1, %1 ]
  %16 = call i32 @__simt_shuffle_xor_b32(i32 %14, i32 %15)
  %17 = xor i32 %15, %4
  %18 = icmp ult i32 %17, %9
  %19 = call i32 @llvm.smin.i32(i32 %14, i32 %16)
  %20 = select i1 %18, i32 %19, i32 %14
  %21 = shl i32 %15, 1
  %22 = icmp ult i32 %21, %2
  br i1 %22, label %13, label %11
23:
  %24 = call i32 @__simt_shuffle_b32(i32 %12, i32 0)
  br label %25
25:
  %26 = phi i32 [ %24, %23 ], [ %12, %11 ]
  ret i32 %26
}
define i32 @__simt_scan_all_min_s32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %13, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %13, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %14, %7 ], [ 1, %1 ]
  %10 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 %9)
  %11 = icmp ult i32 %3, %9
  %12 = call i32 @llvm.smin.i32(i32 %10, i32 %8)
  %13 = select i1 %11, i32 %8, i32 %12
  %14 = shl i32 %9, 1
  %15 = icmp ult i32 %14, %2
  br i1 %15, label %7, label %5
}
define i32 @__simt_scan_some_min_s32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = call i32 @llvm.smin.i32(i32 %11, i32 %8)
  %14 = select i1 %12, i32 %8, i32 %13
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_min_s32(i32 %0) {
  %2 = call i32 @__simt_scan_some_min_s32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i32 @__simt_soft_all_max_s32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i32 [ %0, %1 ], [ %20, %13 ]
  br i1 %8, label %25, label %23
13:
  %14 = phi i32 [ %20, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %21, %13 ], [ 1, %1 ]
  %16 = call i32 @__simt_shuffle_xor_b32(i32 %14, i32 %15)
  %17 = xor i32 %15, %4
  %18 = icmp ult i32 %17, %9
  %19 = call i32 @llvm.smax.i32(i32 %14, i32 %16)
  %20 = select i1 %18, i32 %19, i32 %14
  %21 = shl i32 %15, 1
  %22 = icmp ult i32 %21, %2
  br i1 %22, label %13, label %11
23:
  %24 = call i32 @__simt_shuffle_b32(i32 %12, i32 0)
  br label %25
25:
  %26 = phi i32 [ %24, %23 ], [ %12, %11 ]
  ret i32 %26
}
define i32 @__simt_scan_all_max_s32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %13, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %13, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %14, %7 ], [ 1, %1 ]
  %10 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 %9)
  %11 = icmp ult i32 %3, %9
  %12 = call i32 @llvm.smax.i32(i32 %10, i32 %8)
  %13 = select i1 %11, i32 %8, i32 %12
  %14 = shl i32 %9, 1
  %15 = icmp ult i32 %14, %2
  br i1 %15, label %7, label %5
}
define i32 @__simt_scan_some_max_s32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = call i32 @llvm.smax.i32(i32 %11, i32 %8)
  %14 = select i1 %12, i32 %8, i32 %13
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_max_s32(i32 %0) {
  %2 = call i32 @__simt_scan_some_max_s32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i64 @__simt_soft_all_min_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i64 [ %0, %1 ], [ %28, %13 ]
  br i1 %8, label %41, label %31
13:
  %14 = phi i64 [ %28, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %29, %13 ], [ 1, %1 ]
  %16 = trunc i64 %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %14, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_xor_b32(i32 %20, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = xor i32 %15, %4
  %26 = icmp ult i32 %25, %9
  %27 = call i64 @llvm.umin.i64(i64 %14, i64 %24)
  %28 = select i1 %26, i64 %27, i64 %14
  %29 = shl i32 %15, 1
  %30 = icmp ult i32 %29, %2
  br i1 %30, label %13, label %11
31:
  %32 = trunc i64 %12 to i32
  %33 = call i32 @__simt_shuffle_b32(i32 %32, i32 0)
  %34 = zext i32 %33 to i64
  %35 = lshr i64 %12, 32
  %36 = trunc nuw i64 %35 to i32
  %37 = call i32 @__simt_shuffle_b32(i32 %36, i32 0)
  %38 = zext i32 %37 to i64
  %39 = shl nuw i64 %38, 32
  %40 = or disjoint i64 %39, %34
  br label %41
41:
  %42 = phi i64 [ %40, %31 ], [ %12, %11 ]
  ret i64 %42
}
define i64 @__simt_scan_all_min_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %21, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %21, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %22, %7 ], [ 1, %1 ]
  %10 = trunc i64 %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = zext i32 %11 to i64
  %13 = lshr i64 %8, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = call i32 @__simt_shuffle_up_b32(i32 %14, i32 %9)
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = or disjoint i64 %17, %12
  %19 = icmp ult i32 %3, %9
  %20 = call i64 @llvm.umin.i64(i64 %18, i64 %8)
  %21 = select i1 %19, i64 %8, i64 %20
  %22 = shl i32 %9, 1
  %23 = icmp ult i32 %22, %2
  br i1 %23, label %7, label %5
}
define i64 @__simt_scan_some_min_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = call i64 @llvm.umin.i64(i64 %19, i64 %8)
  %22 = select i1 %20, i64 %8, i64 %21
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_min_u64(i64 %0) {
  %2 = call i64 @__simt_scan_some_min_u64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define i64 @__simt_soft_all_max_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i64 [ %0, %1 ], [ %28, %13 ]
  br i1 %8, label %41, label %31
13:
  %14 = phi i64 [ %28, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %29, %13 ], [ 1, %1 ]
  %16 = trunc i64 %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %14, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_xor_b32(i32 %20, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = xor i32 %15, %4
  %26 = icmp ult i32 %25, %9
  %27 = call i64 @llvm.umax.i64(i64 %14, i64 %24)
  %28 = select i1 %26, i64 %27, i64 %14
  %29 = shl i32 %15, 1
  %30 = icmp ult i32 %29, %2
  br i1 %30, label %13, label %11
31:
  %32 = trunc i64 %12 to i32
  %33 = call i32 @__simt_shuffle_b32(i32 %32, i32 0)
  %34 = zext i32 %33 to i64
  %35 = lshr i64 %12, 32
  %36 = trunc nuw i64 %35 to i32
  %37 = call i32 @__simt_shuffle_b32(i32 %36, i32 0)
  %38 = zext i32 %37 to i64
  %39 = shl nuw i64 %38, 32
  %40 = or disjoint i64 %39, %34
  br label %41
41:
  %42 = phi i64 [ %40, %31 ], [ %12, %11 ]
  ret i64 %42
}
define i64 @__simt_scan_all_max_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %21, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %21, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %22, %7 ], [ 1, %1 ]
  %10 = trunc i64 %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = zext i32 %11 to i64
  %13 = lshr i64 %8, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = call i32 @__simt_shuffle_up_b32(i32 %14, i32 %9)
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = or disjoint i64 %17, %12
  %19 = icmp ult i32 %3, %9
  %20 = call i64 @llvm.umax.i64(i64 %18, i64 %8)
  %21 = select i1 %19, i64 %8, i64 %20
  %22 = shl i32 %9, 1
  %23 = icmp ult i32 %22, %2
  br i1 %23, label %7, label %5
}
define i64 @__simt_scan_some_max_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = call i64 @llvm.umax.i64(i64 %19, i64 %8)
  %22 = select i1 %20, i64 %8, i64 %21
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_max_u64(i64 %0) {
  %2 = call i64 @__simt_scan_some_max_u64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define i64 @__simt_soft_all_min_s64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i64 [ %0, %1 ], [ %28, %13 ]
  br i1 %8, label %41, label %31
13:
  %14 = phi i64 [ %28, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %29, %13 ], [ 1, %1 ]
  %16 = trunc i64 %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %14, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_xor_b32(i32 %20, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = xor i32 %15, %4
  %26 = icmp ult i32 %25, %9
  %27 = call i64 @llvm.smin.i64(i64 %14, i64 %24)
  %28 = select i1 %26, i64 %27, i64 %14
  %29 = shl i32 %15, 1
  %30 = icmp ult i32 %29, %2
  br i1 %30, label %13, label %11
31:
  %32 = trunc i64 %12 to i32
  %33 = call i32 @__simt_shuffle_b32(i32 %32, i32 0)
  %34 = zext i32 %33 to i64
  %35 = lshr i64 %12, 32
  %36 = trunc nuw i64 %35 to i32
  %37 = call i32 @__simt_shuffle_b32(i32 %36, i32 0)
  %38 = zext i32 %37 to i64
  %39 = shl nuw i64 %38, 32
  %40 = or disjoint i64 %39, %34
  br label %41
41:
  %42 = phi i64 [ %40, %31 ], [ %12, %11 ]
  ret i64 %42
}
define i64 @__simt_scan_all_min_s64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %21, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %21, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %22, %7 ], [ 1, %1 ]
  %10 = trunc i64 %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = zext i32 %11 to i64
  %13 = lshr i64 %8, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = call i32 @__simt_shuffle_up_b32(i32 %14, i32 %9)
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = or disjoint i64 %17, %12
  %19 = icmp ult i32 %3, %9
  %20 = call i64 @llvm.smin.i64(i64 %18, i64 %8)
  %21 = select i1 %19, i64 %8, i64 %20
  %22 = shl i32 %9, 1
  %23 = icmp ult i32 %22, %2
  br i1 %23, label %7, label %5
}
define i64 @__simt_scan_some_min_s64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = call i64 @llvm.smin.i64(i64 %19, i64 %8)
  %22 = select i1 %20, i64 %8, i64 %21
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_min_s64(i64 %0) {
  %2 = call i64 @__simt_scan_some_min_s64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define i64 @__simt_soft_all_max_s64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi i64 [ %0, %1 ], [ %28, %13 ]
  br i1 %8, label %41, label %31
13:
  %14 = phi i64 [ %28, %13 ], [ %0, %1 ]
  %15 = phi i32 [ %29, %13 ], [ 1, %1 ]
  %16 = trunc i64 %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = zext i32 %17 to i64
  %19 = lshr i64 %14, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_xor_b32(i32 %20, i32 %15)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = or disjoint i64 %23, %18
  %25 = xor i32 %15, %4
  %26 = icmp ult i32 %25, %9
  %27 = call i64 @llvm.smax.i64(i64 %14, i64 %24)
  %28 = select i1 %26, i64 %27, i64 %14
  %29 = shl i32 %15, 1
  %30 = icmp ult i32 %29, %2
  br i1 %30, label %13, label %11
31:
  %32 = trunc i64 %12 to i32
  %33 = call i32 @__simt_shuffle_b32(i32 %32, i32 0)
  %34 = zext i32 %33 to i64
  %35 = lshr i64 %12, 32
  %36 = trunc nuw i64 %35 to i32
  %37 = call i32 @__simt_shuffle_b32(i32 %36, i32 0)
  %38 = zext i32 %37 to i64
  %39 = shl nuw i64 %38, 32
  %40 = or disjoint i64 %39, %34
  br label %41
41:
  %42 = phi i64 [ %40, %31 ], [ %12, %11 ]
  ret i64 %42
}
define i64 @__simt_scan_all_max_s64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %21, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %21, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %22, %7 ], [ 1, %1 ]
  %10 = trunc i64 %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = zext i32 %11 to i64
  %13 = lshr i64 %8, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = call i32 @__simt_shuffle_up_b32(i32 %14, i32 %9)
  %16 = zext i32 %15 to i64
  %17 = shl nuw i64 %16, 32
  %18 = or disjoint i64 %17, %12
  %19 = icmp ult i32 %3, %9
  %20 = call i64 @llvm.smax.i64(i64 %18, i64 %8)
  %21 = select i1 %19, i64 %8, i64 %20
  %22 = shl i32 %9, 1
  %23 = icmp ult i32 %22, %2
  br i1 %23, label %7, label %5
}
define i64 @__simt_scan_some_max_s64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = call i64 @llvm.smax.i64(i64 %19, i64 %8)
  %22 = select i1 %20, i64 %8, i64 %21
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_max_s64(i64 %0) {
  %2 = call i64 @__simt_scan_some_max_s64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define float @__simt_soft_all_min_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi float [ %0, %1 ], [ %24, %23 ]
  br i1 %8, label %31, label %27
13:
  %14 = phi float [ %24, %23 ], [ %0, %1 ]
  %15 = phi i32 [ %25, %23 ], [ 1, %1 ]
  %16 = bitcast float %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = xor i32 %15, %4
  %19 = icmp ult i32 %18, %9
  br i1 %19, label %20, label %23
20:
  %21 = bitcast i32 %17 to float
  %22 = call float @__simt_fmin_f32(float %14, float %21)
  br label %23
23:
  %24 = phi float [ %22, %20 ], [ %14, %13 ]
  %25 = shl i32 %15, 1
  %26 = icmp ult i32 %25, %2
  br i1 %26, label %13, label %11
27:
  %28 = bitcast float %12 to i32
  %29 = call i32 @__simt_shuffle_b32(i32 %28, i32 0)
  %30 = bitcast i32 %29 to float
  br label %31
31:
  %32 = phi float [ %30, %27 ], [ %12, %11 ]
  ret float %32
}
define float @__simt_scan_all_min_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi float [ %0, %1 ], [ %17, %16 ]
  ret float %6
7:
  %8 = phi float [ %17, %16 ], [ %0, %1 ]
  %9 = phi i32 [ %18, %16 ], [ 1, %1 ]
  %10 = bitcast float %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = icmp ult i32 %3, %9
  br i1 %12, label %16, label %13
13:
  %14 = bitcast i32 %11 to float
  %15 = call float @__simt_fmin_f32(float %14, float %8)
  br label %16
16:
  %17 = phi float [ %15, %13 ], [ %8, %7 ]
  %18 = shl i32 %9, 1
  %19 = icmp ult i32 %18, %2
  br i1 %19, label %7, label %5
}
define float @__simt_scan_some_min_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi float [ %0, %1 ], [ %18, %17 ]
  ret float %6
7:
  %8 = phi float [ %18, %17 ], [ %0, %1 ]
  %9 = phi i32 [ %20, %17 ], [ 1, %1 ]
  %10 = phi i32 [ %19, %17 ], [ %3, %1 ]
  %11 = bitcast float %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = icmp eq i32 %10, -1
  br i1 %13, label %17, label %14
14:
  %15 = bitcast i32 %12 to float
  %16 = call float @__simt_fmin_f32(float %15, float %8)
  br label %17
17:
  %18 = phi float [ %16, %14 ], [ %8, %7 ]
  %19 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %20 = shl i32 %9, 1
  %21 = icmp ult i32 %20, %2
  br i1 %21, label %7, label %5
}
define float @__simt_soft_some_min_f32(float %0) {
  %2 = call float @__simt_scan_some_min_f32(float %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast float %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = bitcast i32 %18 to float
  ret float %19
}
define float @__simt_soft_all_max_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi float [ %0, %1 ], [ %24, %23 ]
  br i1 %8, label %31, label %27
13:
  %14 = phi float [ %24, %23 ], [ %0, %1 ]
  %15 = phi i32 [ %25, %23 ], [ 1, %1 ]
  %16 = bitcast float %14 to i32
  %17 = call i32 @__simt_shuffle_xor_b32(i32 %16, i32 %15)
  %18 = xor i32 %15, %4
  %19 = icmp ult i32 %18, %9
  br i1 %19, label %20, label %23
20:
  %21 = bitcast i32 %17 to float
  %22 = call float @__simt_fmax_f32(float %14, float %21)
  br label %23
23:
  %24 = phi float [ %22, %20 ], [ %14, %13 ]
  %25 = shl i32 %15, 1
  %26 = icmp ult i32 %25, %2
  br i1 %26, label %13, label %11
27:
  %28 = bitcast float %12 to i32
  %29 = call i32 @__simt_shuffle_b32(i32 %28, i32 0)
  %30 = bitcast i32 %29 to float
  br label %31
31:
  %32 = phi float [ %30, %27 ], [ %12, %11 ]
  ret float %32
}
define float @__simt_scan_all_max_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi float [ %0, %1 ], [ %17, %16 ]
  ret float %6
7:
  %8 = phi float [ %17, %16 ], [ %0, %1 ]
  %9 = phi i32 [ %18, %16 ], [ 1, %1 ]
  %10 = bitcast float %8 to i32
  %11 = call i32 @__simt_shuffle_up_b32(i32 %10, i32 %9)
  %12 = icmp ult i32 %3, %9
  br i1 %12, label %16, label %13
13:
  %14 = bitcast i32 %11 to float
  %15 = call float @__simt_fmax_f32(float %14, float %8)
  br label %16
16:
  %17 = phi float [ %15, %13 ], [ %8, %7 ]
  %18 = shl i32 %9, 1
  %19 = icmp ult i32 %18, %2
  br i1 %19, label %7, label %5
}
define float @__simt_scan_some_max_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi float [ %0, %1 ], [ %18, %17 ]
  ret float %6
7:
  %8 = phi float [ %18, %17 ], [ %0, %1 ]
  %9 = phi i32 [ %20, %17 ], [ 1, %1 ]
  %10 = phi i32 [ %19, %17 ], [ %3, %1 ]
  %11 = bitcast float %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = icmp eq i32 %10, -1
  br i1 %13, label %17, label %14
14:
  %15 = bitcast i32 %12 to float
  %16 = call float @__simt_fmax_f32(float %15, float %8)
  br label %17
17:
  %18 = phi float [ %16, %14 ], [ %8, %7 ]
  %19 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %20 = shl i32 %9, 1
  %21 = icmp ult i32 %20, %2
  br i1 %21, label %7, label %5
}
define float @__simt_soft_some_max_f32(float %0) {
  %2 = call float @__simt_scan_some_max_f32(float %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast float %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = bitcast i32 %18 to float
  ret float %19
}
define double @__simt_soft_all_min_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi double [ %0, %1 ], [ %32, %31 ]
  br i1 %8, label %47, label %35
13:
  %14 = phi double [ %32, %31 ], [ %0, %1 ]
  %15 = phi i32 [ %33, %31 ], [ 1, %1 ]
  %16 = bitcast double %14 to i64
  %17 = trunc i64 %16 to i32
  %18 = call i32 @__simt_shuffle_xor_b32(i32 %17, i32 %15)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_xor_b32(i32 %20, i32 %15)
  %22 = xor i32 %15, %4
  %23 = icmp ult i32 %22, %9
  br i1 %23, label %24, label %31
24:
  %25 = zext i32 %21 to i64
  %26 = shl nuw i64 %25, 32
  %27 = zext i32 %18 to i64
  %28 = or disjoint i64 %26, %27
  %29 = bitcast i64 %28 to double
  %30 = call double @__simt_fmin_f64(double %14, double %29)
  br label %31
31:
  %32 = phi double [ %30, %24 ], [ %14, %13 ]
  %33 = shl i32 %15, 1
  %34 = icmp ult i32 %33, %2
  br i1 %34, label %13, label %11
35:
  %36 = bitcast double %12 to i64
  %37 = trunc i64 %36 to i32
  %38 = call i32 @__simt_shuffle_b32(i32 %37, i32 0)
  %39 = zext i32 %38 to i64
  %40 = lshr i64 %36, 32
  %41 = trunc nuw i64 %40 to i32
  %42 = call i32 @__simt_shuffle_b32(i32 %41, i32 0)
  %43 = zext i32 %42 to i64
  %44 = shl nuw i64 %43, 32
  %45 = or disjoint i64 %44, %39
  %46 = bitcast i64 %45 to double
  br label %47
47:
  %48 = phi double [ %46, %35 ], [ %12, %11 ]
  ret double %48
}
define double @__simt_scan_all_min_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi double [ %0, %1 ], [ %25, %24 ]
  ret double %6
7:
  %8 = phi double [ %25, %24 ], [ %0, %1 ]
  %9 = phi i32 [ %26, %24 ], [ 1, %1 ]
  %10 = bitcast double %8 to i64
  %11 = trunc i64 %10 to i32
  %12 = call i32 @__simt_shuffle_up_b32(i32 %11, i32 %9)
  %13 = lshr i64 %10, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = call i32 @__simt_shuffle_up_b32(i32 %14, i32 %9)
  %16 = icmp ult i32 %3, %9
  br i1 %16, label %24, label %17
17:
  %18 = zext i32 %15 to i64
  %19 = shl nuw i64 %18, 32
  %20 = zext i32 %12 to i64
  %21 = or disjoint i64 %19, %20
  %22 = bitcast i64 %21 to double
  %23 = call double @__simt_fmin_f64(double %22, double %8)
  br label %24
24:
  %25 = phi double [ %23, %17 ], [ %8, %7 ]
  %26 = shl i32 %9, 1
  %27 = icmp ult i32 %26, %2
  br i1 %27, label %7, label %5
}
define double @__simt_scan_some_min_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi double [ %0, %1 ], [ %26, %25 ]
  ret double %6
7:
  %8 = phi double [ %26, %25 ], [ %0, %1 ]
  %9 = phi i32 [ %28, %25 ], [ 1, %1 ]
  %10 = phi i32 [ %27, %25 ], [ %3, %1 ]
  %11 = bitcast double %8 to i64
  %12 = trunc i64 %11 to i32
  %13 = call i32 @__simt_shuffle_b32(i32 %12, i32 %10)
  %14 = lshr i64 %11, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = icmp eq i32 %10, -1
  br i1 %17, label %25, label %18
18:
  %19 = zext i32 %16 to i64
  %20 = shl nuw i64 %19, 32
  %21 = zext i32 %13 to i64
  %22 = or disjoint i64 %20, %21
  %23 = bitcast i64 %22 to double
  %24 = call double @__simt_fmin_f64(double %23, double %8)
  br label %25
25:
  %26 = phi double [ %24, %18 ], [ %8, %7 ]
  %27 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %28 = shl i32 %9, 1
  %29 = icmp ult i32 %28, %2
  br i1 %29, label %7, label %5
}
define double @__simt_soft_some_min_f64(double %0) {
  %2 = call double @__simt_scan_some_min_f64(double %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast double %2 to i64
  %18 = trunc i64 %17 to i32
  %19 = call i32 @__simt_shuffle_b32(i32 %18, i32 %16)
  %20 = zext i32 %19 to i64
  %21 = lshr i64 %17, 32
  %22 = trunc nuw i64 %21 to i32
  %23 = call i32 @__simt_shuffle_b32(i32 %22, i32 %16)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = or disjoint i64 %25, %20
  %27 = bitcast i64 %26 to double
  ret double %27
}
define double @__simt_soft_all_max_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z18get_sub_group_sizev()
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %3, %2
  %6 = call i32 @llvm.ctpop.i32(i32 %2)
  %7 = icmp samesign ult i32 %6, 2
  %8 = select i1 %5, i1 %7, i1 false
  %9 = select i1 %8, i32 -1, i32 %3
  %10 = icmp ugt i32 %2, 1
  br i1 %10, label %13, label %11
11:
  %12 = phi double [ %0, %1 ], [ %32, %31 ]
  br i1 %8, label %47, label %35
13:
  %14 = phi double [ %32, %31 ], [ %0, %1 ]
  %15 = phi i32 [ %33, %31 ], [ 1, %1 ]
  %16 = bitcast double %14 to i64
  %17 = trunc i64 %16 to i32
  %18 = call i32 @__simt_shuffle_xor_b32(i32 %17, i32 %15)
  %19 = lshr i64 %16, 32
  %20 = trunc nuw i64 %19 to i32
  %21 = call i32 @__simt_shuffle_xor_b32(i32 %20, i32 %15)
  %22 = xor i32 %15, %4
  %23 = icmp ult i32 %22, %9
  br i1 %23, label %24, label %31
24:
  %25 = zext i32 %21 to i64
  %26 = shl nuw i64 %25, 32
  %27 = zext i32 %18 to i64
  %28 = or disjoint i64 %26, %27
  %29 = bitcast i64 %28 to double
  %30 = call double @__simt_fmax_f64(double %14, double %29)
  br label %31
31:
  %32 = phi double [ %30, %24 ], [ %14, %13 ]
  %33 = shl i32 %15, 1
  %34 = icmp ult i32 %33, %2
  br i1 %34, label %13, label %11
35:
  %36 = bitcast double %12 to i64
  %37 = trunc i64 %36 to i32
  %38 = call i32 @__simt_shuffle_b32(i32 %37, i32 0)
  %39 = zext i32 %38 to i64
  %40 = lshr i64 %36, 32
  %41 = trunc nuw i64 %40 to i32
  %42 = call i32 @__simt_shuffle_b32(i32 %41, i32 0)
  %43 = zext i32 %42 to i64
  %44 = shl nuw i64 %43, 32
  %45 = or disjoint i64 %44, %39
  %46 = bitcast i64 %45 to double
  br label %47
47:
  %48 = phi double [ %46, %35 ], [ %12, %11 ]
  ret double %48
}
define double @__simt_scan_all_max_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi double [ %0, %1 ], [ %25, %24 ]
  ret double %6
7:
  %8 = phi double [ %25, %24 ], [ %0, %1 ]
  %9 = phi i32 [ %26, %24 ], [ 1, %1 ]
  %10 = bitcast double %8 to i64
  %11 = trunc i64 %10 to i32
  %12 = call i32 @__simt_shuffle_up_b32(i32 %11, i32 %9)
  %13 = lshr i64 %10, 32
  %14 = trunc nuw i64 %13 to i32
  %15 = call i32 @__simt_shuffle_up_b32(i32 %14, i32 %9)
  %16 = icmp ult i32 %3, %9
  br i1 %16, label %24, label %17
17:
  %18 = zext i32 %15 to i64
  %19 = shl nuw i64 %18, 32
  %20 = zext i32 %12 to i64
  %21 = or disjoint i64 %19, %20
  %22 = bitcast i64 %21 to double
  %23 = call double @__simt_fmax_f64(double %22, double %8)
  br label %24
24:
  %25 = phi double [ %23, %17 ], [ %8, %7 ]
  %26 = shl i32 %9, 1
  %27 = icmp ult i32 %26, %2
  br i1 %27, label %7, label %5
}
define double @__simt_scan_some_max_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi double [ %0, %1 ], [ %26, %25 ]
  ret double %6
7:
  %8 = phi double [ %26, %25 ], [ %0, %1 ]
  %9 = phi i32 [ %28, %25 ], [ 1, %1 ]
  %10 = phi i32 [ %27, %25 ], [ %3, %1 ]
  %11 = bitcast double %8 to i64
  %12 = trunc i64 %11 to i32
  %13 = call i32 @__simt_shuffle_b32(i32 %12, i32 %10)
  %14 = lshr i64 %11, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = icmp eq i32 %10, -1
  br i1 %17, label %25, label %18
18:
  %19 = zext i32 %16 to i64
  %20 = shl nuw i64 %19, 32
  %21 = zext i32 %13 to i64
  %22 = or disjoint i64 %20, %21
  %23 = bitcast i64 %22 to double
  %24 = call double @__simt_fmax_f64(double %23, double %8)
  br label %25
25:
  %26 = phi double [ %24, %18 ], [ %8, %7 ]
  %27 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %28 = shl i32 %9, 1
  %29 = icmp ult i32 %28, %2
  br i1 %29, label %7, label %5
}
define double @__simt_soft_some_max_f64(double %0) {
  %2 = call double @__simt_scan_some_max_f64(double %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast double %2 to i64
  %18 = trunc i64 %17 to i32
  %19 = call i32 @__simt_shuffle_b32(i32 %18, i32 %16)
  %20 = zext i32 %19 to i64
  %21 = lshr i64 %17, 32
  %22 = trunc nuw i64 %21 to i32
  %23 = call i32 @__simt_shuffle_b32(i32 %22, i32 %16)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = or disjoint i64 %25, %20
  %27 = bitcast i64 %26 to double
  ret double %27
}
define i32 @__simt_scan_some_mul_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = select i1 %12, i32 1, i32 %11
  %14 = mul i32 %13, %8
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_mul_u32(i32 %0) {
  %2 = call i32 @__simt_scan_some_mul_u32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i64 @__simt_scan_some_mul_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = select i1 %20, i64 1, i64 %19
  %22 = mul i64 %21, %8
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_mul_u64(i64 %0) {
  %2 = call i64 @__simt_scan_some_mul_u64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define float @__simt_scan_some_mul_f32(float %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi float [ %0, %1 ], [ %16, %7 ]
  ret float %6
7:
  %8 = phi float [ %16, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %18, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %17, %7 ], [ %3, %1 ]
  %11 = bitcast float %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = bitcast i32 %12 to float
  %14 = icmp eq i32 %10, -1
  %15 = fmul float %8, %13
  %16 = select i1 %14, float %8, float %15
  %17 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %18 = shl i32 %9, 1
  %19 = icmp ult i32 %18, %2
  br i1 %19, label %7, label %5
}
define float @__simt_soft_some_mul_f32(float %0) {
  %2 = call float @__simt_scan_some_mul_f32(float %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast float %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = bitcast i32 %18 to float
  ret float %19
}
define double @__simt_scan_some_mul_f64(double %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi double [ %0, %1 ], [ %24, %7 ]
  ret double %6
7:
  %8 = phi double [ %24, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %26, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %25, %7 ], [ %3, %1 ]
  %11 = bitcast double %8 to i64
  %12 = trunc i64 %11 to i32
  %13 = call i32 @__simt_shuffle_b32(i32 %12, i32 %10)
  %14 = zext i32 %13 to i64
  %15 = lshr i64 %11, 32
  %16 = trunc nuw i64 %15 to i32
  %17 = call i32 @__simt_shuffle_b32(i32 %16, i32 %10)
  %18 = zext i32 %17 to i64
  %19 = shl nuw i64 %18, 32
  %20 = or disjoint i64 %19, %14
  %21 = bitcast i64 %20 to double
  %22 = icmp eq i32 %10, -1
  %23 = fmul double %8, %21
  %24 = select i1 %22, double %8, double %23
  %25 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %26 = shl i32 %9, 1
  %27 = icmp ult i32 %26, %2
  br i1 %27, label %7, label %5
}
define double @__simt_soft_some_mul_f64(double %0) {
  %2 = call double @__simt_scan_some_mul_f64(double %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = bitcast double %2 to i64
  %18 = trunc i64 %17 to i32
  %19 = call i32 @__simt_shuffle_b32(i32 %18, i32 %16)
  %20 = zext i32 %19 to i64
  %21 = lshr i64 %17, 32
  %22 = trunc nuw i64 %21 to i32
  %23 = call i32 @__simt_shuffle_b32(i32 %22, i32 %16)
  %24 = zext i32 %23 to i64
  %25 = shl nuw i64 %24, 32
  %26 = or disjoint i64 %25, %20
  %27 = bitcast i64 %26 to double
  ret double %27
}
define i32 @__simt_scan_some_and_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = select i1 %12, i32 -1, i32 %11
  %14 = and i32 %13, %8
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_and_u32(i32 %0) {
  %2 = call i32 @__simt_scan_some_and_u32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i32 @__simt_scan_some_or_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = select i1 %12, i32 0, i32 %11
  %14 = or i32 %13, %8
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_or_u32(i32 %0) {
  %2 = call i32 @__simt_scan_some_or_u32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i32 @__simt_scan_some_xor_u32(i32 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i32 [ %0, %1 ], [ %14, %7 ]
  ret i32 %6
7:
  %8 = phi i32 [ %14, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %16, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %15, %7 ], [ %3, %1 ]
  %11 = call i32 @__simt_shuffle_b32(i32 %8, i32 %10)
  %12 = icmp eq i32 %10, -1
  %13 = select i1 %12, i32 0, i32 %11
  %14 = xor i32 %13, %8
  %15 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %16 = shl i32 %9, 1
  %17 = icmp ult i32 %16, %2
  br i1 %17, label %7, label %5
}
define i32 @__simt_soft_some_xor_u32(i32 %0) {
  %2 = call i32 @__simt_scan_some_xor_u32(i32 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = call i32 @__simt_shuffle_b32(i32 %2, i32 %16)
  ret i32 %17
}
define i64 @__simt_scan_some_and_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = select i1 %20, i64 -1, i64 %19
  %22 = and i64 %21, %8
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_and_u64(i64 %0) {
  %2 = call i64 @__simt_scan_some_and_u64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define i64 @__simt_scan_some_or_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = select i1 %20, i64 0, i64 %19
  %22 = or i64 %21, %8
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_or_u64(i64 %0) {
  %2 = call i64 @__simt_scan_some_or_u64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define i64 @__simt_scan_some_xor_u64(i64 %0) {
  %2 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %3 = call i32 @__simt_lane_before()
  %4 = icmp ugt i32 %2, 1
  br i1 %4, label %7, label %5
5:
  %6 = phi i64 [ %0, %1 ], [ %22, %7 ]
  ret i64 %6
7:
  %8 = phi i64 [ %22, %7 ], [ %0, %1 ]
  %9 = phi i32 [ %24, %7 ], [ 1, %1 ]
  %10 = phi i32 [ %23, %7 ], [ %3, %1 ]
  %11 = trunc i64 %8 to i32
  %12 = call i32 @__simt_shuffle_b32(i32 %11, i32 %10)
  %13 = zext i32 %12 to i64
  %14 = lshr i64 %8, 32
  %15 = trunc nuw i64 %14 to i32
  %16 = call i32 @__simt_shuffle_b32(i32 %15, i32 %10)
  %17 = zext i32 %16 to i64
  %18 = shl nuw i64 %17, 32
  %19 = or disjoint i64 %18, %13
  %20 = icmp eq i32 %10, -1
  %21 = select i1 %20, i64 0, i64 %19
  %22 = xor i64 %21, %8
  %23 = call i32 @__simt_shuffle_b32(i32 %10, i32 %10)
  %24 = shl i32 %9, 1
  %25 = icmp ult i32 %24, %2
  br i1 %25, label %7, label %5
}
define i64 @__simt_soft_some_xor_u64(i64 %0) {
  %2 = call i64 @__simt_scan_some_xor_u64(i64 %0)
  %3 = call i32 @__simt_ballot_b32(i32 1, i32 0)
  %4 = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %5 = icmp ugt i32 %4, 32
  br i1 %5, label %6, label %12
6:
  %7 = call i32 @__simt_ballot_b32(i32 1, i32 1)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %12, label %9
9:
  %10 = call i32 @__simt_clz_i32(i32 %7)
  %11 = sub i32 63, %10
  br label %15
12:
  %13 = call i32 @__simt_clz_i32(i32 %3)
  %14 = sub i32 31, %13
  br label %15
15:
  %16 = phi i32 [ %11, %9 ], [ %14, %12 ]
  %17 = trunc i64 %2 to i32
  %18 = call i32 @__simt_shuffle_b32(i32 %17, i32 %16)
  %19 = zext i32 %18 to i64
  %20 = lshr i64 %2, 32
  %21 = trunc nuw i64 %20 to i32
  %22 = call i32 @__simt_shuffle_b32(i32 %21, i32 %16)
  %23 = zext i32 %22 to i64
  %24 = shl nuw i64 %23, 32
  %25 = or disjoint i64 %24, %19
  ret i64 %25
}
define spir_func i8 @_Z20sub_group_reduce_addc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_inclusive_addc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_exclusive_addc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_addc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_addc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_addc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z20sub_group_reduce_minc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_all_min_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_inclusive_minc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_min_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_exclusive_minc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_min_s32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i8
  %8 = select i1 %6, i8 127, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_minc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_some_min_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_minc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_min_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_minc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_min_s32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 127, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z20sub_group_reduce_maxc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_all_max_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_inclusive_maxc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_max_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_exclusive_maxc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_max_s32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i8
  %8 = select i1 %6, i8 -128, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_maxc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_some_max_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_maxc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_max_s32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_maxc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_max_s32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 -128, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_mulc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_mulc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_mulc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 1, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_andc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_andc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_andc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 -1, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z31sub_group_non_uniform_reduce_orc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z39sub_group_non_uniform_scan_inclusive_orc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z39sub_group_non_uniform_scan_exclusive_orc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_xorc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_xorc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_xorc(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z20sub_group_reduce_addh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_inclusive_addh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_exclusive_addh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_addh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_addh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_addh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z20sub_group_reduce_minh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_all_min_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_inclusive_minh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_min_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_exclusive_minh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_min_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i8
  %8 = select i1 %6, i8 -1, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_minh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_some_min_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_minh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_min_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_minh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_min_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 -1, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z20sub_group_reduce_maxh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_all_max_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_inclusive_maxh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_max_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z28sub_group_scan_exclusive_maxh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_all_max_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_maxh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_some_max_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_maxh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_max_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_maxh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_max_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_mulh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_mulh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_mulh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 1, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_andh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_andh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_andh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 -1, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z31sub_group_non_uniform_reduce_orh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z39sub_group_non_uniform_scan_inclusive_orh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z39sub_group_non_uniform_scan_exclusive_orh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i8 @_Z32sub_group_non_uniform_reduce_xorh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_inclusive_xorh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i8
  ret i8 %4
}
define spir_func i8 @_Z40sub_group_non_uniform_scan_exclusive_xorh(i8 %0) {
  %2 = zext i8 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i8
  %8 = select i1 %6, i8 0, i8 %7
  ret i8 %8
}
define spir_func i16 @_Z20sub_group_reduce_adds(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_inclusive_adds(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_exclusive_adds(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_adds(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_adds(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_adds(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z20sub_group_reduce_mins(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_all_min_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_inclusive_mins(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_min_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_exclusive_mins(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_min_s32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i16
  %8 = select i1 %6, i16 32767, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_mins(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_some_min_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_mins(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_min_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_mins(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_min_s32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 32767, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z20sub_group_reduce_maxs(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_all_max_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_inclusive_maxs(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_max_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_exclusive_maxs(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_max_s32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i16
  %8 = select i1 %6, i16 -32768, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_maxs(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_some_max_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_maxs(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_max_s32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_maxs(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_max_s32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 -32768, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_muls(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_muls(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_muls(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 1, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_ands(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_ands(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_ands(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 -1, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z31sub_group_non_uniform_reduce_ors(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z39sub_group_non_uniform_scan_inclusive_ors(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z39sub_group_non_uniform_scan_exclusive_ors(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_xors(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_xors(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_xors(i16 %0) {
  %2 = sext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z20sub_group_reduce_addt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_inclusive_addt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_exclusive_addt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_add_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_addt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_addt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_addt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_add_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z20sub_group_reduce_mint(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_all_min_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_inclusive_mint(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_min_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_exclusive_mint(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_min_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i16
  %8 = select i1 %6, i16 -1, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_mint(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_some_min_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_mint(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_min_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_mint(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_min_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 -1, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z20sub_group_reduce_maxt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_all_max_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_inclusive_maxt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_max_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z28sub_group_scan_exclusive_maxt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_all_max_u32(i32 %2)
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %6 = icmp eq i32 %5, 0
  %7 = trunc i32 %4 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_maxt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_some_max_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_maxt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_max_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_maxt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_max_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_mult(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_mult(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_mult(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_mul_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 1, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_andt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_andt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_andt(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_and_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 -1, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z31sub_group_non_uniform_reduce_ort(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z39sub_group_non_uniform_scan_inclusive_ort(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z39sub_group_non_uniform_scan_exclusive_ort(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_or_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i16 @_Z32sub_group_non_uniform_reduce_xort(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_inclusive_xort(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = trunc i32 %3 to i16
  ret i16 %4
}
define spir_func i16 @_Z40sub_group_non_uniform_scan_exclusive_xort(i16 %0) {
  %2 = zext i16 %0 to i32
  %3 = call i32 @__simt_scan_some_xor_u32(i32 %2)
  %4 = call i32 @__simt_lane_before()
  %5 = call i32 @__simt_shuffle_b32(i32 %3, i32 %4)
  %6 = icmp eq i32 %4, -1
  %7 = trunc i32 %5 to i16
  %8 = select i1 %6, i16 0, i16 %7
  ret i16 %8
}
define spir_func i32 @_Z20sub_group_reduce_addi(i32 %0) {
  %2 = call i32 @__simt_all_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_inclusive_addi(i32 %0) {
  %2 = call i32 @__simt_scan_all_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_exclusive_addi(i32 %0) {
  %2 = call i32 @__simt_scan_all_add_u32(i32 %0)
  %3 = call i32 @__simt_shuffle_up_b32(i32 %2, i32 1)
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 0, i32 %3
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(i32 %0) {
  %2 = call i32 @__simt_some_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_addi(i32 %0) {
  %2 = call i32 @__simt_scan_some_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_addi(i32 %0) {
  %2 = call i32 @__simt_scan_some_add_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 0, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z20sub_group_reduce_mini(i32 %0) {
  %2 = call i32 @__simt_all_min_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_inclusive_mini(i32 %0) {
  %2 = call i32 @__simt_scan_all_min_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_exclusive_mini(i32 %0) {
  %2 = call i32 @__simt_scan_all_min_s32(i32 %0)
  %3 = call i32 @__simt_shuffle_up_b32(i32 %2, i32 1)
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 2147483647, i32 %3
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_mini(i32 %0) {
  %2 = call i32 @__simt_some_min_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_mini(i32 %0) {
  %2 = call i32 @__simt_scan_some_min_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_mini(i32 %0) {
  %2 = call i32 @__simt_scan_some_min_s32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 2147483647, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z20sub_group_reduce_maxi(i32 %0) {
  %2 = call i32 @__simt_all_max_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_inclusive_maxi(i32 %0) {
  %2 = call i32 @__simt_scan_all_max_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_exclusive_maxi(i32 %0) {
  %2 = call i32 @__simt_scan_all_max_s32(i32 %0)
  %3 = call i32 @__simt_shuffle_up_b32(i32 %2, i32 1)
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 -2147483648, i32 %3
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_maxi(i32 %0) {
  %2 = call i32 @__simt_some_max_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_maxi(i32 %0) {
  %2 = call i32 @__simt_scan_some_max_s32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_maxi(i32 %0) {
  %2 = call i32 @__simt_scan_some_max_s32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 -2147483648, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_muli(i32 %0) {
  %2 = call i32 @__simt_some_mul_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_muli(i32 %0) {
  %2 = call i32 @__simt_scan_some_mul_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_muli(i32 %0) {
  %2 = call i32 @__simt_scan_some_mul_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 1, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_andi(i32 %0) {
  %2 = call i32 @__simt_some_and_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_andi(i32 %0) {
  %2 = call i32 @__simt_scan_some_and_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_andi(i32 %0) {
  %2 = call i32 @__simt_scan_some_and_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 -1, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z31sub_group_non_uniform_reduce_ori(i32 %0) {
  %2 = call i32 @__simt_some_or_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z39sub_group_non_uniform_scan_inclusive_ori(i32 %0) {
  %2 = call i32 @__simt_scan_some_or_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z39sub_group_non_uniform_scan_exclusive_ori(i32 %0) {
  %2 = call i32 @__simt_scan_some_or_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 0, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_xori(i32 %0) {
  %2 = call i32 @__simt_some_xor_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_xori(i32 %0) {
  %2 = call i32 @__simt_scan_some_xor_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_xori(i32 %0) {
  %2 = call i32 @__simt_scan_some_xor_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 0, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z20sub_group_reduce_addj(i32 %0) {
  %2 = call i32 @__simt_all_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_inclusive_addj(i32 %0) {
  %2 = call i32 @__simt_scan_all_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_exclusive_addj(i32 %0) {
  %2 = call i32 @__simt_scan_all_add_u32(i32 %0)
  %3 = call i32 @__simt_shuffle_up_b32(i32 %2, i32 1)
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 0, i32 %3
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_addj(i32 %0) {
  %2 = call i32 @__simt_some_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_addj(i32 %0) {
  %2 = call i32 @__simt_scan_some_add_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_addj(i32 %0) {
  %2 = call i32 @__simt_scan_some_add_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 0, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z20sub_group_reduce_minj(i32 %0) {
  %2 = call i32 @__simt_all_min_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_inclusive_minj(i32 %0) {
  %2 = call i32 @__simt_scan_all_min_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_exclusive_minj(i32 %0) {
  %2 = call i32 @__simt_scan_all_min_u32(i32 %0)
  %3 = call i32 @__simt_shuffle_up_b32(i32 %2, i32 1)
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 -1, i32 %3
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_minj(i32 %0) {
  %2 = call i32 @__simt_some_min_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_minj(i32 %0) {
  %2 = call i32 @__simt_scan_some_min_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_minj(i32 %0) {
  %2 = call i32 @__simt_scan_some_min_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 -1, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z20sub_group_reduce_maxj(i32 %0) {
  %2 = call i32 @__simt_all_max_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_inclusive_maxj(i32 %0) {
  %2 = call i32 @__simt_scan_all_max_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z28sub_group_scan_exclusive_maxj(i32 %0) {
  %2 = call i32 @__simt_scan_all_max_u32(i32 %0)
  %3 = call i32 @__simt_shuffle_up_b32(i32 %2, i32 1)
  %4 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, i32 0, i32 %3
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_maxj(i32 %0) {
  %2 = call i32 @__simt_some_max_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_maxj(i32 %0) {
  %2 = call i32 @__simt_scan_some_max_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_maxj(i32 %0) {
  %2 = call i32 @__simt_scan_some_max_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 0, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_mulj(i32 %0) {
  %2 = call i32 @__simt_some_mul_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_mulj(i32 %0) {
  %2 = call i32 @__simt_scan_some_mul_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_mulj(i32 %0) {
  %2 = call i32 @__simt_scan_some_mul_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 1, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_andj(i32 %0) {
  %2 = call i32 @__simt_some_and_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_andj(i32 %0) {
  %2 = call i32 @__simt_scan_some_and_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_andj(i32 %0) {
  %2 = call i32 @__simt_scan_some_and_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 -1, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z31sub_group_non_uniform_reduce_orj(i32 %0) {
  %2 = call i32 @__simt_some_or_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z39sub_group_non_uniform_scan_inclusive_orj(i32 %0) {
  %2 = call i32 @__simt_scan_some_or_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z39sub_group_non_uniform_scan_exclusive_orj(i32 %0) {
  %2 = call i32 @__simt_scan_some_or_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 0, i32 %4
  ret i32 %6
}
define spir_func i32 @_Z32sub_group_non_uniform_reduce_xorj(i32 %0) {
  %2 = call i32 @__simt_some_xor_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_inclusive_xorj(i32 %0) {
  %2 = call i32 @__simt_scan_some_xor_u32(i32 %0)
  ret i32 %2
}
define spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_xorj(i32 %0) {
  %2 = call i32 @__simt_scan_some_xor_u32(i32 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = call i32 @__simt_shuffle_b32(i32 %2, i32 %3)
  %5 = icmp eq i32 %3, -1
  %6 = select i1 %5, i32 0, i32 %4
  ret i32 %6
}
define spir_func i64 @_Z20sub_group_reduce_addl(i64 %0) {
  %2 = call i64 @__simt_all_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_inclusive_addl(i64 %0) {
  %2 = call i64 @__simt_scan_all_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_exclusive_addl(i64 %0) {
  %2 = call i64 @__simt_scan_all_add_u64(i64 %0)
  %3 = trunc i64 %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %2, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i64 0, i64 %11
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_addl(i64 %0) {
  %2 = call i64 @__simt_some_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_addl(i64 %0) {
  %2 = call i64 @__simt_scan_some_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_addl(i64 %0) {
  %2 = call i64 @__simt_scan_some_add_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 0, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z20sub_group_reduce_minl(i64 %0) {
  %2 = call i64 @__simt_all_min_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_inclusive_minl(i64 %0) {
  %2 = call i64 @__simt_scan_all_min_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_exclusive_minl(i64 %0) {
  %2 = call i64 @__simt_scan_all_min_s64(i64 %0)
  %3 = trunc i64 %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %2, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i64 9223372036854775807, i64 %11
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_minl(i64 %0) {
  %2 = call i64 @__simt_some_min_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_minl(i64 %0) {
  %2 = call i64 @__simt_scan_some_min_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_minl(i64 %0) {
  %2 = call i64 @__simt_scan_some_min_s64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 9223372036854775807, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z20sub_group_reduce_maxl(i64 %0) {
  %2 = call i64 @__simt_all_max_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_inclusive_maxl(i64 %0) {
  %2 = call i64 @__simt_scan_all_max_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_exclusive_maxl(i64 %0) {
  %2 = call i64 @__simt_scan_all_max_s64(i64 %0)
  %3 = trunc i64 %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %2, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i64 -9223372036854775808, i64 %11
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_maxl(i64 %0) {
  %2 = call i64 @__simt_some_max_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_maxl(i64 %0) {
  %2 = call i64 @__simt_scan_some_max_s64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_maxl(i64 %0) {
  %2 = call i64 @__simt_scan_some_max_s64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 -9223372036854775808, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_mull(i64 %0) {
  %2 = call i64 @__simt_some_mul_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_mull(i64 %0) {
  %2 = call i64 @__simt_scan_some_mul_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_mull(i64 %0) {
  %2 = call i64 @__simt_scan_some_mul_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 1, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_andl(i64 %0) {
  %2 = call i64 @__simt_some_and_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_andl(i64 %0) {
  %2 = call i64 @__simt_scan_some_and_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_andl(i64 %0) {
  %2 = call i64 @__simt_scan_some_and_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 -1, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z31sub_group_non_uniform_reduce_orl(i64 %0) {
  %2 = call i64 @__simt_some_or_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z39sub_group_non_uniform_scan_inclusive_orl(i64 %0) {
  %2 = call i64 @__simt_scan_some_or_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z39sub_group_non_uniform_scan_exclusive_orl(i64 %0) {
  %2 = call i64 @__simt_scan_some_or_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 0, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_xorl(i64 %0) {
  %2 = call i64 @__simt_some_xor_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_xorl(i64 %0) {
  %2 = call i64 @__simt_scan_some_xor_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_xorl(i64 %0) {
  %2 = call i64 @__simt_scan_some_xor_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 0, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z20sub_group_reduce_addm(i64 %0) {
  %2 = call i64 @__simt_all_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_inclusive_addm(i64 %0) {
  %2 = call i64 @__simt_scan_all_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_exclusive_addm(i64 %0) {
  %2 = call i64 @__simt_scan_all_add_u64(i64 %0)
  %3 = trunc i64 %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %2, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i64 0, i64 %11
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_addm(i64 %0) {
  %2 = call i64 @__simt_some_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_addm(i64 %0) {
  %2 = call i64 @__simt_scan_some_add_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_addm(i64 %0) {
  %2 = call i64 @__simt_scan_some_add_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 0, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z20sub_group_reduce_minm(i64 %0) {
  %2 = call i64 @__simt_all_min_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_inclusive_minm(i64 %0) {
  %2 = call i64 @__simt_scan_all_min_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_exclusive_minm(i64 %0) {
  %2 = call i64 @__simt_scan_all_min_u64(i64 %0)
  %3 = trunc i64 %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %2, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i64 -1, i64 %11
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_minm(i64 %0) {
  %2 = call i64 @__simt_some_min_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_minm(i64 %0) {
  %2 = call i64 @__simt_scan_some_min_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_minm(i64 %0) {
  %2 = call i64 @__simt_scan_some_min_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 -1, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z20sub_group_reduce_maxm(i64 %0) {
  %2 = call i64 @__simt_all_max_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_inclusive_maxm(i64 %0) {
  %2 = call i64 @__simt_scan_all_max_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z28sub_group_scan_exclusive_maxm(i64 %0) {
  %2 = call i64 @__simt_scan_all_max_u64(i64 %0)
  %3 = trunc i64 %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = zext i32 %4 to i64
  %6 = lshr i64 %2, 32
  %7 = trunc nuw i64 %6 to i32
  %8 = call i32 @__simt_shuffle_up_b32(i32 %7, i32 1)
  %9 = zext i32 %8 to i64
  %10 = shl nuw i64 %9, 32
  %11 = or disjoint i64 %10, %5
  %12 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, i64 0, i64 %11
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_maxm(i64 %0) {
  %2 = call i64 @__simt_some_max_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_maxm(i64 %0) {
  %2 = call i64 @__simt_scan_some_max_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_maxm(i64 %0) {
  %2 = call i64 @__simt_scan_some_max_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 0, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_mulm(i64 %0) {
  %2 = call i64 @__simt_some_mul_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_mulm(i64 %0) {
  %2 = call i64 @__simt_scan_some_mul_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_mulm(i64 %0) {
  %2 = call i64 @__simt_scan_some_mul_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 1, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_andm(i64 %0) {
  %2 = call i64 @__simt_some_and_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_andm(i64 %0) {
  %2 = call i64 @__simt_scan_some_and_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_andm(i64 %0) {
  %2 = call i64 @__simt_scan_some_and_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 -1, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z31sub_group_non_uniform_reduce_orm(i64 %0) {
  %2 = call i64 @__simt_some_or_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z39sub_group_non_uniform_scan_inclusive_orm(i64 %0) {
  %2 = call i64 @__simt_scan_some_or_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z39sub_group_non_uniform_scan_exclusive_orm(i64 %0) {
  %2 = call i64 @__simt_scan_some_or_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 0, i64 %12
  ret i64 %14
}
define spir_func i64 @_Z32sub_group_non_uniform_reduce_xorm(i64 %0) {
  %2 = call i64 @__simt_some_xor_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_inclusive_xorm(i64 %0) {
  %2 = call i64 @__simt_scan_some_xor_u64(i64 %0)
  ret i64 %2
}
define spir_func i64 @_Z40sub_group_non_uniform_scan_exclusive_xorm(i64 %0) {
  %2 = call i64 @__simt_scan_some_xor_u64(i64 %0)
  %3 = call i32 @__simt_lane_before()
  %4 = trunc i64 %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %2, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_b32(i32 %8, i32 %3)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = icmp eq i32 %3, -1
  %14 = select i1 %13, i64 0, i64 %12
  ret i64 %14
}
define spir_func float @_Z20sub_group_reduce_addf(float %0) {
  %2 = call float @__simt_all_add_f32(float %0)
  ret float %2
}
define spir_func float @_Z28sub_group_scan_inclusive_addf(float %0) {
  %2 = call float @__simt_scan_all_add_f32(float %0)
  ret float %2
}
define spir_func float @_Z28sub_group_scan_exclusive_addf(float %0) {
  %2 = call float @__simt_scan_all_add_f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = bitcast i32 %4 to float
  %6 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %7 = icmp eq i32 %6, 0
  %8 = select i1 %7, float 0.000000e+00, float %5
  ret float %8
}
define spir_func float @_Z32sub_group_non_uniform_reduce_addf(float %0) {
  %2 = call float @__simt_some_add_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_inclusive_addf(float %0) {
  %2 = call float @__simt_scan_some_add_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_exclusive_addf(float %0) {
  %2 = call float @__simt_scan_some_add_f32(float %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast float %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = bitcast i32 %5 to float
  %7 = icmp eq i32 %3, -1
  %8 = select i1 %7, float 0.000000e+00, float %6
  ret float %8
}
define spir_func float @_Z20sub_group_reduce_minf(float %0) {
  %2 = call float @__simt_all_min_f32(float %0)
  ret float %2
}
define spir_func float @_Z28sub_group_scan_inclusive_minf(float %0) {
  %2 = call float @__simt_scan_all_min_f32(float %0)
  ret float %2
}
define spir_func float @_Z28sub_group_scan_exclusive_minf(float %0) {
  %2 = call float @__simt_scan_all_min_f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = bitcast i32 %4 to float
  %6 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %7 = icmp eq i32 %6, 0
  %8 = select i1 %7, float 0x7FF0000000000000, float %5
  ret float %8
}
define spir_func float @_Z32sub_group_non_uniform_reduce_minf(float %0) {
  %2 = call float @__simt_some_min_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_inclusive_minf(float %0) {
  %2 = call float @__simt_scan_some_min_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_exclusive_minf(float %0) {
  %2 = call float @__simt_scan_some_min_f32(float %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast float %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = bitcast i32 %5 to float
  %7 = icmp eq i32 %3, -1
  %8 = select i1 %7, float 0x7FF0000000000000, float %6
  ret float %8
}
define spir_func float @_Z20sub_group_reduce_maxf(float %0) {
  %2 = call float @__simt_all_max_f32(float %0)
  ret float %2
}
define spir_func float @_Z28sub_group_scan_inclusive_maxf(float %0) {
  %2 = call float @__simt_scan_all_max_f32(float %0)
  ret float %2
}
define spir_func float @_Z28sub_group_scan_exclusive_maxf(float %0) {
  %2 = call float @__simt_scan_all_max_f32(float %0)
  %3 = bitcast float %2 to i32
  %4 = call i32 @__simt_shuffle_up_b32(i32 %3, i32 1)
  %5 = bitcast i32 %4 to float
  %6 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %7 = icmp eq i32 %6, 0
  %8 = select i1 %7, float 0xFFF0000000000000, float %5
  ret float %8
}
define spir_func float @_Z32sub_group_non_uniform_reduce_maxf(float %0) {
  %2 = call float @__simt_some_max_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_inclusive_maxf(float %0) {
  %2 = call float @__simt_scan_some_max_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_exclusive_maxf(float %0) {
  %2 = call float @__simt_scan_some_max_f32(float %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast float %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = bitcast i32 %5 to float
  %7 = icmp eq i32 %3, -1
  %8 = select i1 %7, float 0xFFF0000000000000, float %6
  ret float %8
}
define spir_func float @_Z32sub_group_non_uniform_reduce_mulf(float %0) {
  %2 = call float @__simt_some_mul_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_inclusive_mulf(float %0) {
  %2 = call float @__simt_scan_some_mul_f32(float %0)
  ret float %2
}
define spir_func float @_Z40sub_group_non_uniform_scan_exclusive_mulf(float %0) {
  %2 = call float @__simt_scan_some_mul_f32(float %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast float %2 to i32
  %5 = call i32 @__simt_shuffle_b32(i32 %4, i32 %3)
  %6 = bitcast i32 %5 to float
  %7 = icmp eq i32 %3, -1
  %8 = select i1 %7, float 1.000000e+00, float %6
  ret float %8
}
define spir_func double @_Z20sub_group_reduce_addd(double %0) {
  %2 = call double @__simt_all_add_f64(double %0)
  ret double %2
}
define spir_func double @_Z28sub_group_scan_inclusive_addd(double %0) {
  %2 = call double @__simt_scan_all_add_f64(double %0)
  ret double %2
}
define spir_func double @_Z28sub_group_scan_exclusive_addd(double %0) {
  %2 = call double @__simt_scan_all_add_f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_up_b32(i32 %4, i32 1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  %14 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %15 = icmp eq i32 %14, 0
  %16 = select i1 %15, double 0.000000e+00, double %13
  ret double %16
}
define spir_func double @_Z32sub_group_non_uniform_reduce_addd(double %0) {
  %2 = call double @__simt_some_add_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_inclusive_addd(double %0) {
  %2 = call double @__simt_scan_some_add_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_exclusive_addd(double %0) {
  %2 = call double @__simt_scan_some_add_f64(double %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast double %2 to i64
  %5 = trunc i64 %4 to i32
  %6 = call i32 @__simt_shuffle_b32(i32 %5, i32 %3)
  %7 = zext i32 %6 to i64
  %8 = lshr i64 %4, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = call i32 @__simt_shuffle_b32(i32 %9, i32 %3)
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, 32
  %13 = or disjoint i64 %12, %7
  %14 = bitcast i64 %13 to double
  %15 = icmp eq i32 %3, -1
  %16 = select i1 %15, double 0.000000e+00, double %14
  ret double %16
}
define spir_func double @_Z20sub_group_reduce_mind(double %0) {
  %2 = call double @__simt_all_min_f64(double %0)
  ret double %2
}
define spir_func double @_Z28sub_group_scan_inclusive_mind(double %0) {
  %2 = call double @__simt_scan_all_min_f64(double %0)
  ret double %2
}
define spir_func double @_Z28sub_group_scan_exclusive_mind(double %0) {
  %2 = call double @__simt_scan_all_min_f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_up_b32(i32 %4, i32 1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  %14 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %15 = icmp eq i32 %14, 0
  %16 = select i1 %15, double 0x7FF0000000000000, double %13
  ret double %16
}
define spir_func double @_Z32sub_group_non_uniform_reduce_mind(double %0) {
  %2 = call double @__simt_some_min_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_inclusive_mind(double %0) {
  %2 = call double @__simt_scan_some_min_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_exclusive_mind(double %0) {
  %2 = call double @__simt_scan_some_min_f64(double %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast double %2 to i64
  %5 = trunc i64 %4 to i32
  %6 = call i32 @__simt_shuffle_b32(i32 %5, i32 %3)
  %7 = zext i32 %6 to i64
  %8 = lshr i64 %4, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = call i32 @__simt_shuffle_b32(i32 %9, i32 %3)
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, 32
  %13 = or disjoint i64 %12, %7
  %14 = bitcast i64 %13 to double
  %15 = icmp eq i32 %3, -1
  %16 = select i1 %15, double 0x7FF0000000000000, double %14
  ret double %16
}
define spir_func double @_Z20sub_group_reduce_maxd(double %0) {
  %2 = call double @__simt_all_max_f64(double %0)
  ret double %2
}
define spir_func double @_Z28sub_group_scan_inclusive_maxd(double %0) {
  %2 = call double @__simt_scan_all_max_f64(double %0)
  ret double %2
}
define spir_func double @_Z28sub_group_scan_exclusive_maxd(double %0) {
  %2 = call double @__simt_scan_all_max_f64(double %0)
  %3 = bitcast double %2 to i64
  %4 = trunc i64 %3 to i32
  %5 = call i32 @__simt_shuffle_up_b32(i32 %4, i32 1)
  %6 = zext i32 %5 to i64
  %7 = lshr i64 %3, 32
  %8 = trunc nuw i64 %7 to i32
  %9 = call i32 @__simt_shuffle_up_b32(i32 %8, i32 1)
  %10 = zext i32 %9 to i64
  %11 = shl nuw i64 %10, 32
  %12 = or disjoint i64 %11, %6
  %13 = bitcast i64 %12 to double
  %14 = call spir_func i32 @_Z22get_sub_group_local_idv()
  %15 = icmp eq i32 %14, 0
  %16 = select i1 %15, double 0xFFF0000000000000, double %13
  ret double %16
}
define spir_func double @_Z32sub_group_non_uniform_reduce_maxd(double %0) {
  %2 = call double @__simt_some_max_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_inclusive_maxd(double %0) {
  %2 = call double @__simt_scan_some_max_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_exclusive_maxd(double %0) {
  %2 = call double @__simt_scan_some_max_f64(double %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast double %2 to i64
  %5 = trunc i64 %4 to i32
  %6 = call i32 @__simt_shuffle_b32(i32 %5, i32 %3)
  %7 = zext i32 %6 to i64
  %8 = lshr i64 %4, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = call i32 @__simt_shuffle_b32(i32 %9, i32 %3)
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, 32
  %13 = or disjoint i64 %12, %7
  %14 = bitcast i64 %13 to double
  %15 = icmp eq i32 %3, -1
  %16 = select i1 %15, double 0xFFF0000000000000, double %14
  ret double %16
}
define spir_func double @_Z32sub_group_non_uniform_reduce_muld(double %0) {
  %2 = call double @__simt_some_mul_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_inclusive_muld(double %0) {
  %2 = call double @__simt_scan_some_mul_f64(double %0)
  ret double %2
}
define spir_func double @_Z40sub_group_non_uniform_scan_exclusive_muld(double %0) {
  %2 = call double @__simt_scan_some_mul_f64(double %0)
  %3 = call i32 @__simt_lane_before()
  %4 = bitcast double %2 to i64
  %5 = trunc i64 %4 to i32
  %6 = call i32 @__simt_shuffle_b32(i32 %5, i32 %3)
  %7 = zext i32 %6 to i64
  %8 = lshr i64 %4, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = call i32 @__simt_shuffle_b32(i32 %9, i32 %3)
  %11 = zext i32 %10 to i64
  %12 = shl nuw i64 %11, 32
  %13 = or disjoint i64 %12, %7
  %14 = bitcast i64 %13 to double
  %15 = icmp eq i32 %3, -1
  %16 = select i1 %15, double 1.000000e+00, double %14
  ret double %16
}
define spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_andi(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_some_and_u32(i32 %3)
  ret i32 %4
}
define spir_func i32 @_Z48sub_group_non_uniform_scan_inclusive_logical_andi(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_scan_some_and_u32(i32 %3)
  ret i32 %4
}
define spir_func i32 @_Z48sub_group_non_uniform_scan_exclusive_logical_andi(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_scan_some_and_u32(i32 %3)
  %5 = call i32 @__simt_lane_before()
  %6 = call i32 @__simt_shuffle_b32(i32 %4, i32 %5)
  %7 = icmp eq i32 %5, -1
  %8 = and i32 %6, 1
  %9 = select i1 %7, i32 1, i32 %8
  ret i32 %9
}
define spir_func i32 @_Z39sub_group_non_uniform_reduce_logical_ori(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_some_or_u32(i32 %3)
  ret i32 %4
}
define spir_func i32 @_Z47sub_group_non_uniform_scan_inclusive_logical_ori(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_scan_some_or_u32(i32 %3)
  ret i32 %4
}
define spir_func i32 @_Z47sub_group_non_uniform_scan_exclusive_logical_ori(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_scan_some_or_u32(i32 %3)
  %5 = call i32 @__simt_lane_before()
  %6 = call i32 @__simt_shuffle_b32(i32 %4, i32 %5)
  %7 = icmp eq i32 %5, -1
  %8 = and i32 %6, 1
  %9 = select i1 %7, i32 0, i32 %8
  ret i32 %9
}
define spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_xori(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_some_xor_u32(i32 %3)
  ret i32 %4
}
define spir_func i32 @_Z48sub_group_non_uniform_scan_inclusive_logical_xori(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_scan_some_xor_u32(i32 %3)
  ret i32 %4
}
define spir_func i32 @_Z48sub_group_non_uniform_scan_exclusive_logical_xori(i32 %0) {
  %2 = icmp ne i32 %0, 0
  %3 = zext i1 %2 to i32
  %4 = call i32 @__simt_scan_some_xor_u32(i32 %3)
  %5 = call i32 @__simt_lane_before()
  %6 = call i32 @__simt_shuffle_b32(i32 %4, i32 %5)
  %7 = icmp eq i32 %5, -1
  %8 = and i32 %6, 1
  %9 = select i1 %7, i32 0, i32 %8
  ret i32 %9
}
