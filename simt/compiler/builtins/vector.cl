// Geometric functions; halves; the native_ and half_ functions; conversions that round.

#define GEOMETRY(T, t, FDIV, SQRT, RSQRT) \
  T OVERLOAD length(T a) { return fabs(a); } \
  T OVERLOAD distance(T a, T b) { return fabs(a - b); } \
  T OVERLOAD normalize(T a) { return a == 0 || a != a ? a : copysign((T)1, a); } \
  T OVERLOAD dot(T a, T b) { return a * b; } \
  T OVERLOAD dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; } \
  T OVERLOAD dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
  T OVERLOAD dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; } \
  T##3 OVERLOAD cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; } \
  T##4 OVERLOAD cross(T##4 a, T##4 b) { \
    return (T##4)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, (T)0); \
  } \
  LENGTHS(T, T##2, fmax(fabs(a.x), fabs(a.y)), FDIV) \
  LENGTHS(T, T##3, fmax(fmax(fabs(a.x), fabs(a.y)), fabs(a.z)), FDIV) \
  LENGTHS(T, T##4, fmax(fmax(fabs(a.x), fabs(a.y)), fmax(fabs(a.z), fabs(a.w))), FDIV)
// By a power of 2 next to the largest component, so that squares neither overflow nor vanish
#define LENGTHS(T, V, LARGEST, FDIV) \
  HELPER T scale_of(V a) { \
    T m = LARGEST; \
    return m > 0 && isfinite(m) ? ldexp((T)1, -clamp(ilogb(m), -120, 120)) : (T)1; \
  } \
  T OVERLOAD length(V a) { \
    T s = scale_of(a); \
    V b = a * s; \
    T r = FDIV(sqrt(dot(b, b)), s); \
    return LARGEST == __builtin_astype(INFINITE_##T, T) ? __builtin_astype(INFINITE_##T, T) : r; \
  } \
  T OVERLOAD distance(V a, V b) { return length(a - b); } \
  V OVERLOAD normalize(V a) { \
    V b = a * scale_of(a); \
    T d = dot(b, b); \
    return d == 0 ? a : b * rsqrt(d); \
  }
#define INFINITE_float 0x7f800000
#define INFINITE_double 0x7ff0000000000000
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef double double2 __attribute__((ext_vector_type(2)));
typedef double double3 __attribute__((ext_vector_type(3)));
typedef double double4 __attribute__((ext_vector_type(4)));
GEOMETRY(float, f32, __simt_fdiv_f32, __simt_sqrt_f32, __simt_rsqrt_f32)
GEOMETRY(double, f64, __simt_fdiv_f64, __simt_sqrt_f64, __simt_rsqrt_f64)
#define FAST(V) \
  float OVERLOAD fast_length(V a) { return sqrt(dot(a, a)); } \
  float OVERLOAD fast_distance(V a, V b) { return fast_length(a - b); } \
  V OVERLOAD fast_normalize(V a) { float d = dot(a, a); return d == 0 ? a : a * rsqrt(d); }
FAST(float)
FAST(float2)
FAST(float3)
FAST(float4)

#define NATIVE(name) \
  float OVERLOAD native_##name(float x) { return name(x); } \
  float OVERLOAD half_##name(float x) { return name(x); }
NATIVE(cos)
NATIVE(exp)
NATIVE(exp2)
NATIVE(exp10)
NATIVE(log)
NATIVE(log2)
NATIVE(log10)
NATIVE(rsqrt)
NATIVE(sin)
NATIVE(sqrt)
NATIVE(tan)
float OVERLOAD native_recip(float x) { return __simt_rcp_f32(x); }
float OVERLOAD half_recip(float x) { return __simt_rcp_f32(x); }
float OVERLOAD native_divide(float x, float y) { return x * __simt_rcp_f32(y); }
float OVERLOAD half_divide(float x, float y) { return __simt_fdiv_f32(x, y); }
float OVERLOAD native_powr(float x, float y) { return __simt_exp2_f32(y * __simt_log2_f32(x)); }
float OVERLOAD half_powr(float x, float y) { return powr(x, y); }

// Half-precision numbers in memory. mode: 0 to the nearest, ties to even; 1 to zero; 2 up; 3 down

float __simt_half_to_f32(ushort h) {
  uint sign = (uint)(h & 0x8000) << 16, m = (uint)(h & 0x7fff) << 13;
  float f = number(m) * 0x1p+112f; // its exponent as a float's; subnormal ones too
  return number(((h & 0x7c00) == 0x7c00 ? m | 0x7f800000 : word(f)) | sign);
}
HELPER ushort half_of(uint u, uint sign, uint mode) { // of a positive float's bits
  uint up = mode == 2 ? !sign : mode == 3 ? sign != 0 : 0;
  if (u > 0x7f800000) return (ushort)(sign | 0x7e00);
  if (u >= 0x47800000) return (ushort)(sign | (u == 0x7f800000 || up || mode == 0 ? 0x7c00 : 0x7bff));
  uint shift = u < 0x38800000 ? 126 - (u >> 23) : 13; // what is below 2^-14 has less digits
  uint m = u < 0x38800000 ? (u & 0x7fffff) | 0x800000 : u - 0x38000000;
  if (u < 0x33000000) shift = u ? 25 : 13, m = u ? 1 : 0;
  uint kept = m >> shift, rest = m & ((1u << shift) - 1), half_unit = 1u << (shift - 1);
  kept += mode == 0 ? rest > half_unit || (rest == half_unit && (kept & 1)) : rest && up;
  return (ushort)(sign | kept);
}
ushort __simt_f32_to_half(float x, uint mode) { return half_of(word(x) & 0x7fffffff, word(x) >> 16 & 0x8000, mode); }
float __simt_f64_to_f32(double x, uint mode);
ushort __simt_f64_to_half(double x, uint mode) { // by way of a float that is rounded to odd
  float f = __simt_f64_to_f32(x, 1);
  uint inexact = (double)f != x && x == x && !(word(f) & 1);
  return half_of((word(f) & 0x7fffffff) + inexact, word(f) >> 16 & 0x8000, mode);
}

// Conversions to floats by a mode other than the nearest: the nearest, and one step where it is on the wrong side

HELPER float stepped(float f, int side, uint mode) { // side: of the true value, as seen from f
  uint u = word(f);
  bool negative = u >> 31 || ((u << 1) == 0 && side < 0);
  bool down = mode == 3 || (mode == 1 && !negative), up = mode == 2 || (mode == 1 && negative);
  if (side < 0 && down) return (u << 1) == 0 ? number(0x80000001) : number(negative ? u + 1 : u - 1);
  if (side > 0 && up) return (u << 1) == 0 ? number(1) : number(negative ? u - 1 : u + 1);
  return f;
}
float __simt_f64_to_f32(double x, uint mode) {
  float f = __simt_fptrunc_f64_f32(x);
  double y = (double)f;
  return mode == 0 ? f : stepped(f, x < y ? -1 : x > y ? 1 : 0, mode);
}
float __simt_u32_to_f32(uint x, uint mode) {
  float f = (float)x;
  ulong y = f >= 0x1p+32f ? 0x100000000 : (uint)f;
  return stepped(f, x < y ? -1 : x > y, mode);
}
float __simt_s32_to_f32(int x, uint mode) {
  float f = (float)x;
  long y = f >= 0x1p+31f ? 0x80000000l : (int)f;
  return stepped(f, x < y ? -1 : x > y, mode);
}
float __simt_u64_to_f32(ulong x, uint mode) {
  float f = __simt_uitofp_i64_f32(x);
  ulong y = __simt_fptoui_f32_i64(f);
  return stepped(f, f >= 0x1p+64f || x < y ? -1 : x > y, mode);
}
float __simt_s64_to_f32(long x, uint mode) {
  float f = __simt_sitofp_i64_f32(x);
  long y = __simt_fptosi_f32_i64(f);
  return stepped(f, f >= 0x1p+63f || x < y ? -1 : x > y, mode);
}
HELPER double stepped(double f, int side, uint mode) {
  bool negative = f < 0.0;
  ulong u = __builtin_astype(f, ulong), one = side < 0 == negative ? 1 : -1ul;
  bool go = side < 0 ? mode == 3 || (mode == 1 && !negative) : side > 0 && (mode == 2 || (mode == 1 && negative));
  return __builtin_astype(go ? u + one : u, double);
}
double __simt_u64_to_f64(ulong x, uint mode) {
  double f = __simt_uitofp_i64_f64(x);
  ulong y = __simt_fptoui_f64_i64(f);
  return stepped(f, f >= 0x1p+64 || x < y ? -1 : x > y, mode);
}
double __simt_s64_to_f64(long x, uint mode) {
  double f = __simt_sitofp_i64_f64(x);
  long y = __simt_fptosi_f64_i64(f);
  return stepped(f, f >= 0x1p+63 || x < y ? -1 : x > y, mode);
}
