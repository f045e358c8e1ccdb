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

#define OF_1(T, t, name) PURE T __simt_##name##_##t(T);
#define OF_2(T, t, name) PURE T __simt_##name##_##t(T, T);
#define TO_INTEGER(T, R, name) PURE R __simt_##name(T);
#define INTRINSICS(T, t) \
  OF_1(T, t, sqrt) OF_1(T, t, rsqrt) OF_1(T, t, sin) OF_1(T, t, cos) OF_1(T, t, exp) OF_1(T, t, exp2) \
  OF_1(T, t, log) OF_1(T, t, log2) OF_1(T, t, log10) \
  OF_1(T, t, floor) OF_1(T, t, ceil) OF_1(T, t, trunc) OF_1(T, t, rint) OF_1(T, t, fabs) \
  OF_2(T, t, fdiv) OF_2(T, t, copysign) OF_2(T, t, fmin) OF_2(T, t, fmax) /* of a NaN and a number the number */ \
  PURE T __simt_fma_##t(T, T, T); /* rounded once */ \
  PURE T __simt_product_error_##t(T, T, T); /* a b - p for p = a b, rounded: what was rounded away */ \
  TO_INTEGER(T, int, fptosi_##t##_i32) TO_INTEGER(T, uint, fptoui_##t##_i32) /* saturated, NaN gives 0 */ \
  TO_INTEGER(T, long, fptosi_##t##_i64) TO_INTEGER(T, ulong, fptoui_##t##_i64) \
  PURE T __simt_uitofp_i64_##t(ulong); \
  PURE T __simt_sitofp_i64_##t(long); // rounded to nearest even
INTRINSICS(float, f32)
INTRINSICS(double, f64)

PURE float __simt_rcp_f32(float); // as 1 / a, rounded
PURE float __simt_corrected_f32(float q, float r, float a, float d); // q, about a r, made a / d where r is 1 / d
PURE float __simt_uitofp_i32_f32(uint);
PURE float __simt_cube_root_f32(float); // of numbers from 1/2 to 4
PURE float __simt_fptrunc_f64_f32(double);

OF_1(uint, i32, popc) OF_1(uint, i32, clz) OF_1(uint, i32, ctz)
OF_2(uint, u32, mulh) OF_2(int, s32, mulh) OF_2(uint, u24, mul) OF_2(int, s24, mul)
OF_2(uint, i32, udiv) OF_2(uint, i32, urem) OF_2(ulong, i64, udiv) OF_2(ulong, i64, urem) OF_2(ulong, i64, mul)
PURE uint OVERLOAD get_local_id(uint);
PURE uint OVERLOAD get_local_size(uint);

// Over the lanes of a warp: none of them is PURE, as what they give depends on the lanes that are active.
#define OVER_LANES(T, t, who, name) T __simt_##who##_##name##_##t(T);
#define OVER_LANES_BOTH(T, t, name) OVER_LANES(T, t, all, name) OVER_LANES(T, t, some, name)
#define OVER_LANES_NUMBERS(T, t) \
  OVER_LANES_BOTH(T, t, add) OVER_LANES_BOTH(T, t, min) OVER_LANES_BOTH(T, t, max) OVER_LANES(T, t, some, mul)
OVER_LANES_NUMBERS(uint, u32) OVER_LANES_NUMBERS(ulong, u64)
OVER_LANES_NUMBERS(float, f32) OVER_LANES_NUMBERS(double, f64)
OVER_LANES_BOTH(int, s32, min) OVER_LANES_BOTH(int, s32, max)
OVER_LANES_BOTH(long, s64, min) OVER_LANES_BOTH(long, s64, max)
OVER_LANES(uint, u32, some, and) OVER_LANES(uint, u32, some, or) OVER_LANES(uint, u32, some, xor)
OVER_LANES(ulong, u64, some, and) OVER_LANES(ulong, u64, some, or) OVER_LANES(ulong, u64, some, xor)
uint __simt_shuffle_b32(uint, uint);
uint __simt_shuffle_up_b32(uint, uint);
uint __simt_shuffle_down_b32(uint, uint);
uint __simt_shuffle_xor_b32(uint, uint);
int __simt_vote_all_b32(int);
int __simt_vote_any_b32(int);
uint __simt_ballot_b32(uint, uint); // bit i of the lane 32 b + i
uint __simt_first_lane(void); // the lowest one that is active
// Of the machine and the launch: warps.py
PURE uint OVERLOAD get_max_sub_group_size(void);
PURE uint OVERLOAD get_sub_group_size(void);
PURE uint OVERLOAD get_sub_group_local_id(void);
