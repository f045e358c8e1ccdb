// Geometric functions; halves; the native_ and half_ functions; conversions that round.

#define GEOMETRY(T, FDIV) \
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
    return m > 0 && isfinite(m) ? ldexp((T)1, -clamp(ilogb(m), -END_##T, END_##T)) : (T)1; \
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
#define END_float 120
#define END_double 1000
#define INFINITE_float 0x7f800000
#define INFINITE_double 0x7ff0000000000000
#define VECTOR(T, N) typedef T T##N __attribute__((ext_vector_type(N)));
VECTOR(float, 2) VECTOR(float, 3) VECTOR(float, 4) VECTOR(double, 2) VECTOR(double, 3) VECTOR(double, 4)
GEOMETRY(float, __simt_fdiv_f32)
GEOMETRY(double, __simt_fdiv_f64)
#define FAST(V) \
  float OVERLOAD fast_length(V a) { return sqrt(dot(a, a)); } \
  float OVERLOAD fast_distance(V a, V b) { return fast_length(a - b); } \
  V OVERLOAD fast_normalize(V a) { float d = dot(a, a); return d == 0 ? a : a * rsqrt(d); }
FAST(float) FAST(float2) FAST(float3) FAST(float4)

#define NATIVE(name) \
  float OVERLOAD native_##name(float x) { return name(x); } \
  float OVERLOAD half_##name(float x) { return name(x); }
NATIVE(cos) NATIVE(exp) NATIVE(exp2) NATIVE(exp10) NATIVE(log) NATIVE(log2) NATIVE(log10) NATIVE(rsqrt) NATIVE(sin)
NATIVE(sqrt) NATIVE(tan)
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

// Conversions to floats by a mode: the nearest, or one step from it where it is on the wrong side

HELPER uint mirrored(uint mode, bool negative) { return negative && mode > 1 ? 5 - mode : mode; }
float __simt_f64_to_f32(double x, uint mode) {
  double a = fabs(x);
  float f = __simt_fptrunc_f64_f32(a);
  uint m = mirrored(mode, x < 0.0), inward = m == 1 || m == 3;
  f = number(word(f) - (inward && (double)f > a) + (m == 2 && (double)f < a));
  return copysign(f, signbit(x) ? -1.0f : 1.0f);
}
#define INTEGERS_TO(T, U, t) \
  T __simt_u64_to_##t(ulong x, uint mode) { \
    T f = __simt_uitofp_i64_##t(x); \
    ulong y = __simt_fptoui_##t##_i64(f); \
    bool above = f >= (T)0x1p+64 || y > x, inward = mode == 1 || mode == 3; \
    return __builtin_astype(__builtin_astype(f, U) - (inward && above) + (mode == 2 && y < x), T); \
  } \
  T __simt_s64_to_##t(long x, uint mode) { \
    T f = __simt_u64_to_##t(x < 0 ? -(ulong)x : (ulong)x, mirrored(mode, x < 0)); \
    return x < 0 ? -f : f; \
  }
INTEGERS_TO(float, uint, f32)
INTEGERS_TO(double, ulong, f64)
