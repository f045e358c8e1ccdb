// What the library stands on, and the words it is written in. prelude.ll defines the intrinsics in terms of LLVM's, or
// as one machine instruction; soft.cl what stands in for them on machines that lack it. There is no /, % or fma of
// floats here, nor any division of integers: where a machine has none, the compiler calls the functions below.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define OVERLOAD __attribute__((overloadable))
#define PURE __attribute__((const))
#define HELPER static inline __attribute__((overloadable, always_inline))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define INTRINSICS(T, t) \
  PURE T __simt_fdiv_##t(T, T);          /* a / b */ \
  PURE T __simt_sqrt_##t(T); \
  PURE T __simt_rsqrt_##t(T); \
  PURE T __simt_sin_##t(T); \
  PURE T __simt_cos_##t(T); \
  PURE T __simt_log_##t(T); \
  PURE T __simt_log2_##t(T); \
  PURE T __simt_log10_##t(T); \
  PURE T __simt_exp_##t(T); \
  PURE T __simt_exp2_##t(T); \
  PURE T __simt_fma_##t(T, T, T);        /* rounded once */ \
  PURE T __simt_product_error_##t(T, T, T); /* a b - p for p = a b, rounded: what was rounded away */ \
  PURE T __simt_floor_##t(T); \
  PURE T __simt_ceil_##t(T); \
  PURE T __simt_trunc_##t(T); \
  PURE T __simt_rint_##t(T); \
  PURE T __simt_fabs_##t(T); \
  PURE T __simt_copysign_##t(T, T); \
  PURE T __simt_fmin_##t(T, T);          /* the other one if one is NaN */ \
  PURE T __simt_fmax_##t(T, T); \
  PURE int __simt_fptosi_##t##_i32(T);   /* saturated, NaN gives 0 */ \
  PURE uint __simt_fptoui_##t##_i32(T); \
  PURE long __simt_fptosi_##t##_i64(T); \
  PURE ulong __simt_fptoui_##t##_i64(T); \
  PURE T __simt_uitofp_i64_##t(ulong);   /* rounded to nearest even */ \
  PURE T __simt_sitofp_i64_##t(long);
INTRINSICS(float, f32)
INTRINSICS(double, f64)

PURE float __simt_rcp_f32(float); // as 1 / a, rounded
PURE float __simt_corrected_f32(float q, float r, float a, float d); // q, about a r, made a / d where r is 1 / d
PURE float __simt_uitofp_i32_f32(uint);
PURE float __simt_cube_root_f32(float); // of numbers from 1/2 to 4
PURE float __simt_fptrunc_f64_f32(double);

PURE uint __simt_mulh_u32(uint, uint);
PURE int __simt_mulh_s32(int, int);
PURE uint __simt_mul_u24(uint, uint);
PURE int __simt_mul_s24(int, int);
PURE uint __simt_popc_i32(uint);
PURE uint __simt_clz_i32(uint);
PURE uint __simt_ctz_i32(uint);
PURE uint __simt_udiv_i32(uint, uint);
PURE uint __simt_urem_i32(uint, uint);
PURE ulong __simt_udiv_i64(ulong, ulong);
PURE ulong __simt_urem_i64(ulong, ulong);
PURE ulong __simt_mul_i64(ulong, ulong);

PURE uint OVERLOAD get_local_id(uint);
PURE uint OVERLOAD get_local_size(uint);
