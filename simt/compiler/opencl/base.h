// What every OpenCL C source sees first: types, limits and constants of OpenCL C 1.2 for a machine with 32-bit addresses.
// The builtin functions are declared inside clang.

#define __OPENCL_VERSION__ 120
#define __opencl_c_named_address_space_builtins 1
#define NULL ((void *)0)
#define kernel_exec(X, typen) __kernel __attribute__((work_group_size_hint(X, 1, 1))) __attribute__((vec_type_hint(typen)))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned int size_t;
typedef int ptrdiff_t;
typedef int intptr_t;
typedef unsigned int uintptr_t;

// A line for each vector of a type; a function that clang does not know is declared so (CONTRIBUTING.md, "A builtin").
#define __SIMT_WIDTHS(OF, T) OF(T, 2) OF(T, 3) OF(T, 4) OF(T, 8) OF(T, 16)
#define __SIMT_VECTOR(T, N) typedef T T##N __attribute__((ext_vector_type(N)));
__SIMT_WIDTHS(__SIMT_VECTOR, char)
__SIMT_WIDTHS(__SIMT_VECTOR, uchar)
__SIMT_WIDTHS(__SIMT_VECTOR, short)
__SIMT_WIDTHS(__SIMT_VECTOR, ushort)
__SIMT_WIDTHS(__SIMT_VECTOR, int)
__SIMT_WIDTHS(__SIMT_VECTOR, uint)
__SIMT_WIDTHS(__SIMT_VECTOR, long)
__SIMT_WIDTHS(__SIMT_VECTOR, ulong)
__SIMT_WIDTHS(__SIMT_VECTOR, float)
__SIMT_WIDTHS(__SIMT_VECTOR, double)

// A reinterpretation looks like a conversion in libclang's tree; a selection by this type marks it.
typedef struct __simt_as { int is; } __simt_as;
#define __builtin_astype(x, T) _Generic((__simt_as *)0, __simt_as *: __builtin_astype((x), T))

#define as_char(x) __builtin_astype(x, char)
#define as_char2(x) __builtin_astype(x, char2)
#define as_char3(x) __builtin_astype(x, char3)
#define as_char4(x) __builtin_astype(x, char4)
#define as_char8(x) __builtin_astype(x, char8)
#define as_char16(x) __builtin_astype(x, char16)
#define as_uchar(x) __builtin_astype(x, uchar)
#define as_uchar2(x) __builtin_astype(x, uchar2)
#define as_uchar3(x) __builtin_astype(x, uchar3)
#define as_uchar4(x) __builtin_astype(x, uchar4)
#define as_uchar8(x) __builtin_astype(x, uchar8)
#define as_uchar16(x) __builtin_astype(x, uchar16)
#define as_short(x) __builtin_astype(x, short)
#define as_short2(x) __builtin_astype(x, short2)
#define as_short3(x) __builtin_astype(x, short3)
#define as_short4(x) __builtin_astype(x, short4)
#define as_short8(x) __builtin_astype(x, short8)
#define as_short16(x) __builtin_astype(x, short16)
#define as_ushort(x) __builtin_astype(x, ushort)
#define as_ushort2(x) __builtin_astype(x, ushort2)
#define as_ushort3(x) __builtin_astype(x, ushort3)
#define as_ushort4(x) __builtin_astype(x, ushort4)
#define as_ushort8(x) __builtin_astype(x, ushort8)
#define as_ushort16(x) __builtin_astype(x, ushort16)
#define as_int(x) __builtin_astype(x, int)
#define as_int2(x) __builtin_astype(x, int2)
#define as_int3(x) __builtin_astype(x, int3)
#define as_int4(x) __builtin_astype(x, int4)
#define as_int8(x) __builtin_astype(x, int8)
#define as_int16(x) __builtin_astype(x, int16)
#define as_uint(x) __builtin_astype(x, uint)
#define as_uint2(x) __builtin_astype(x, uint2)
#define as_uint3(x) __builtin_astype(x, uint3)
#define as_uint4(x) __builtin_astype(x, uint4)
#define as_uint8(x) __builtin_astype(x, uint8)
#define as_uint16(x) __builtin_astype(x, uint16)
#define as_long(x) __builtin_astype(x, long)
#define as_long2(x) __builtin_astype(x, long2)
#define as_long3(x) __builtin_astype(x, long3)
#define as_long4(x) __builtin_astype(x, long4)
#define as_long8(x) __builtin_astype(x, long8)
#define as_long16(x) __builtin_astype(x, long16)
#define as_ulong(x) __builtin_astype(x, ulong)
#define as_ulong2(x) __builtin_astype(x, ulong2)
#define as_ulong3(x) __builtin_astype(x, ulong3)
#define as_ulong4(x) __builtin_astype(x, ulong4)
#define as_ulong8(x) __builtin_astype(x, ulong8)
#define as_ulong16(x) __builtin_astype(x, ulong16)
#define as_float(x) __builtin_astype(x, float)
#define as_float2(x) __builtin_astype(x, float2)
#define as_float3(x) __builtin_astype(x, float3)
#define as_float4(x) __builtin_astype(x, float4)
#define as_float8(x) __builtin_astype(x, float8)
#define as_float16(x) __builtin_astype(x, float16)
#define as_double(x) __builtin_astype(x, double)
#define as_double2(x) __builtin_astype(x, double2)
#define as_double3(x) __builtin_astype(x, double3)
#define as_double4(x) __builtin_astype(x, double4)
#define as_double8(x) __builtin_astype(x, double8)
#define as_double16(x) __builtin_astype(x, double16)

typedef uint cl_mem_fence_flags;
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
void __attribute__((overloadable)) wait_group_events(int num_events, event_t *event_list);
int __attribute__((format(printf, 1, 2))) printf(__constant const char *format, ...);

// Sub-groups are warps. clang declares their functions where these are defined, except for the ones below: of Intel's
// extension these are a part, so its own macro is left out.
#define __opencl_c_subgroups 1
#define __opencl_subgroup_builtins 1
#define cl_khr_subgroups 1
#define cl_khr_subgroup_extended_types 1
#define cl_khr_subgroup_non_uniform_vote 1
#define cl_khr_subgroup_ballot 1
#define cl_khr_subgroup_non_uniform_arithmetic 1
#define cl_khr_subgroup_shuffle 1
#define cl_khr_subgroup_shuffle_relative 1
typedef enum memory_scope {
  memory_scope_work_item, memory_scope_work_group, memory_scope_device, memory_scope_all_svm_devices,
  memory_scope_sub_group
} memory_scope;
uint __attribute__((overloadable, const)) get_enqueued_num_sub_groups(void);
void __attribute__((overloadable, convergent)) sub_group_barrier(cl_mem_fence_flags);
void __attribute__((overloadable, convergent)) sub_group_barrier(cl_mem_fence_flags, memory_scope);
#define __SIMT_MOVED(T, N) \
  T##N __attribute__((overloadable, convergent)) intel_sub_group_shuffle(T##N, uint); \
  T##N __attribute__((overloadable, convergent)) intel_sub_group_shuffle_xor(T##N, uint); \
  T##N __attribute__((overloadable, convergent)) intel_sub_group_shuffle_up(T##N, T##N, uint); \
  T##N __attribute__((overloadable, convergent)) intel_sub_group_shuffle_down(T##N, T##N, uint);
#define __SIMT_ALL_MOVED(T) __SIMT_MOVED(T, ) __SIMT_WIDTHS(__SIMT_MOVED, T)
__SIMT_ALL_MOVED(int) __SIMT_ALL_MOVED(uint) __SIMT_ALL_MOVED(float) __SIMT_MOVED(long, ) __SIMT_MOVED(ulong, )
__SIMT_MOVED(short, ) __SIMT_MOVED(ushort, ) __SIMT_MOVED(char, ) __SIMT_MOVED(uchar, ) __SIMT_MOVED(double, )

// Samplers and channels, for kernels without images in a file that has others: what uses an image is refused.
#define CLK_NORMALIZED_COORDS_FALSE 0
#define CLK_NORMALIZED_COORDS_TRUE 1
#define CLK_ADDRESS_NONE 0
#define CLK_ADDRESS_CLAMP_TO_EDGE 2
#define CLK_ADDRESS_CLAMP 4
#define CLK_ADDRESS_REPEAT 6
#define CLK_ADDRESS_MIRRORED_REPEAT 8
#define CLK_FILTER_NEAREST 16
#define CLK_FILTER_LINEAR 32
#define CLK_SNORM_INT8 0x10D0
#define CLK_SNORM_INT16 0x10D1
#define CLK_UNORM_INT8 0x10D2
#define CLK_UNORM_INT16 0x10D3
#define CLK_UNORM_SHORT_565 0x10D4
#define CLK_UNORM_SHORT_555 0x10D5
#define CLK_UNORM_INT_101010 0x10D6
#define CLK_SIGNED_INT8 0x10D7
#define CLK_SIGNED_INT16 0x10D8
#define CLK_SIGNED_INT32 0x10D9
#define CLK_UNSIGNED_INT8 0x10DA
#define CLK_UNSIGNED_INT16 0x10DB
#define CLK_UNSIGNED_INT32 0x10DC
#define CLK_HALF_FLOAT 0x10DD
#define CLK_FLOAT 0x10DE
#define CLK_R 0x10B0
#define CLK_A 0x10B1
#define CLK_RG 0x10B2
#define CLK_RA 0x10B3
#define CLK_RGB 0x10B4
#define CLK_RGBA 0x10B5
#define CLK_BGRA 0x10B6
#define CLK_ARGB 0x10B7
#define CLK_INTENSITY 0x10B8
#define CLK_LUMINANCE 0x10B9

#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define UCHAR_MAX 255
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 0xffffffffU
#define LONG_MAX 0x7fffffffffffffffL
#define LONG_MIN (-0x7fffffffffffffffL - 1)
#define ULONG_MAX 0xffffffffffffffffUL

#define MAXFLOAT 0x1.fffffep127f
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VAL (__builtin_huge_val())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_ILOGB0 INT_MIN
#define FP_ILOGBNAN INT_MAX

#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX_10_EXP 38
#define FLT_MAX_EXP 128
#define FLT_MIN_10_EXP (-37)
#define FLT_MIN_EXP (-125)
#define FLT_RADIX 2
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1.0p-126f
#define FLT_EPSILON 0x1.0p-23f
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MAX_10_EXP 308
#define DBL_MAX_EXP 1024
#define DBL_MIN_10_EXP (-307)
#define DBL_MIN_EXP (-1021)
#define DBL_RADIX 2
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1.0p-1022
#define DBL_EPSILON 0x1.0p-52

#define M_E_F 2.71828182845904523536028747135266250f
#define M_LOG2E_F 1.44269504088896340735992468100189214f
#define M_LOG10E_F 0.434294481903251827651128918916605082f
#define M_LN2_F 0.693147180559945309417232121458176568f
#define M_LN10_F 2.30258509299404568401799145468436421f
#define M_PI_F 3.14159265358979323846264338327950288f
#define M_PI_2_F 1.57079632679489661923132169163975144f
#define M_PI_4_F 0.785398163397448309615660845819875721f
#define M_1_PI_F 0.318309886183790671537767526745028724f
#define M_2_PI_F 0.636619772367581343075535053490057448f
#define M_2_SQRTPI_F 1.12837916709551257389615890312154517f
#define M_SQRT2_F 1.41421356237309504880168872420969808f
#define M_SQRT1_2_F 0.707106781186547524400844362104849039f
#define M_E 2.71828182845904523536028747135266250
#define M_LOG2E 1.44269504088896340735992468100189214
#define M_LOG10E 0.434294481903251827651128918916605082
#define M_LN2 0.693147180559945309417232121458176568
#define M_LN10 2.30258509299404568401799145468436421
#define M_PI 3.14159265358979323846264338327950288
#define M_PI_2 1.57079632679489661923132169163975144
#define M_PI_4 0.785398163397448309615660845819875721
#define M_1_PI 0.318309886183790671537767526745028724
#define M_2_PI 0.636619772367581343075535053490057448
#define M_2_SQRTPI 1.12837916709551257389615890312154517
#define M_SQRT2 1.41421356237309504880168872420969808
#define M_SQRT1_2 0.707106781186547524400844362104849039
