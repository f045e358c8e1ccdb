// Replacements for instructions that a machine lacks, and the operations that no machine has: 64-bit operations,
// division of floats and of doubles. The compiler calls __simt_OPCODE_TYPE for an LLVM instruction that has none.

// Integers of 32 bits

// Of 16 bits each: float products of 16 and 8 bits are exact. By instructions, as LLVM makes integer products of casts.
HELPER uint product_of_halves(uint a, uint b) {
  float f = __simt_uitofp_i32_f32(a), low = __simt_uitofp_i32_f32(b & 255), high = __simt_uitofp_i32_f32(b >> 8);
  return __simt_fptoui_f32_i32(f * low) + (__simt_fptoui_f32_i32(f * high) << 8);
}
uint __simt_soft_mul_i32(uint a, uint b) {
  uint al = a & 0xffff, bl = b & 0xffff;
  return product_of_halves(al, bl) + ((product_of_halves(al, b >> 16) + product_of_halves(a >> 16, bl)) << 16);
}
uint __simt_soft_mulh_u32(uint a, uint b) {
  uint al = a & 0xffff, bl = b & 0xffff, ah = a >> 16, bh = b >> 16;
  uint low = product_of_halves(al, bl), x = product_of_halves(ah, bl) + (low >> 16);
  uint y = product_of_halves(al, bh) + (x & 0xffff);
  return product_of_halves(ah, bh) + (x >> 16) + (y >> 16);
}
int __simt_soft_mulh_s32(int a, int b) { return (int)__simt_mulh_u32(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0); }
uint __simt_soft_mul_u24(uint a, uint b) { return (a & 0xffffff) * (b & 0xffffff); }
int __simt_soft_mul_s24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }

uint __simt_soft_popc_i32(uint a) {
  a -= a >> 1 & 0x55555555;
  a = (a & 0x33333333) + (a >> 2 & 0x33333333);
  a = (a + (a >> 4)) & 0x0f0f0f0f;
  a += a >> 8;
  return (a + (a >> 16)) & 63;
}
// A float's exponent gives the number; without its low bits `a` is not rounded up to a power of 2
uint __simt_soft_clz_i32(uint a) { return a ? 158 - (__builtin_astype((float)(a & ~(a >> 1)), uint) >> 23) : 32; }
uint __simt_soft_ctz_i32(uint a) { return a ? 31 - __simt_clz_i32(a & -a) : 32; }

PURE ulong __simt_divided_i32(uint n, uint d); // the quotient, and the remainder in the high half
// Two steps of float division, each of which may give too little but never too much, and one correction.
// Let d > 0 and u = 2^-24. On the processor (docs/processor.md, section 8) a conversion from an integer, a product and
// `rcp` give the nearest float, and no result below is subnormal: each has a factor 1 + e with |e| <= u. Five of them
// are between m / d and the float product of m and `inverse`, where the one of d divides. With c = 1 - 6 u it is
//   m / d c (1 + e2) (1 + e3) (1 + e4) (1 + e5) / (1 + e1),
// which is at most m / d (1 - 6 u) (1 + u)^4 / (1 - u) <= m / d and at least m / d (1 - 11 u). A conversion to integers
// truncates, so a step takes at most floor(m / d) times d, no product wraps, and it leaves less than d + 11 u m:
//   first step, m = n < 256 / u:    rest < d + 2816;
//   second step, m = that rest:     rest < d + 11 u (d + 2816) <= d + 11 u 2817 d < 1.002 d.
// So the quotient may be too small by 1. For d = 0 both steps take 0.
ulong __simt_divided_by_rcp(uint n, uint d) {
  float inverse = __simt_rcp_f32(__simt_uitofp_i32_f32(d)) * 0x1.fffff4p-1f;
  uint q = __simt_fptoui_f32_i32(__simt_uitofp_i32_f32(n) * inverse), rest = n - q * d;
  uint more = __simt_fptoui_f32_i32(__simt_uitofp_i32_f32(rest) * inverse);
  rest -= more * d;
  q += more + (rest >= d);
  uint less = rest - d; // wraps to more than rest where it must not be taken
  return (ulong)(less < rest ? less : rest) << 32 | (d ? q : ~0u);
}
ulong __simt_soft_divided_i32(uint n, uint d) {
  uint rest = 0;
  for (int i = 0; i < 32; i++) {
    bool top = rest >> 31;
    rest = rest << 1 | n >> 31;
    bool in = top | (rest >= d);
    rest -= in ? d : 0;
    n = n << 1 | in;
  }
  return (ulong)rest << 32 | n;
}
uint __simt_soft_udiv_i32(uint n, uint d) { return (uint)__simt_divided_i32(n, d); }
uint __simt_soft_urem_i32(uint n, uint d) { return (uint)(__simt_divided_i32(n, d) >> 32); }
HELPER uint without_sign(int a) { return a < 0 ? -(uint)a : (uint)a; }
int __simt_soft_sdiv_i32(int n, int d) {
  uint q = __simt_udiv_i32(without_sign(n), without_sign(d));
  return (int)((n ^ d) < 0 ? -q : q);
}
int __simt_soft_srem_i32(int n, int d) {
  uint r = __simt_urem_i32(without_sign(n), without_sign(d));
  return (int)(n < 0 ? -r : r);
}

// Integers of 64 bits

ulong __simt_mul_i64(ulong a, ulong b) {
  uint al = (uint)a, bl = (uint)b;
  return (ulong)(__simt_mulh_u32(al, bl) + al * (uint)(b >> 32) + (uint)(a >> 32) * bl) << 32 | al * bl;
}
HELPER ulong join(uint low, uint high) { return (ulong)high << 32 | low; }
ulong __simt_udiv_i64(ulong n, ulong d) {
  if (!(uint)(n >> 32) && !(uint)(d >> 32)) return __simt_udiv_i32((uint)n, (uint)d);
  ulong q = 0;
  float inverse = __simt_rcp_f32(__simt_uitofp_i64_f32(d)) * 0x1.ffff8p-1f; // a little less, so no step goes too far
  while (n >= d && d) { // 18 bits of the quotient at a time
    ulong step = __simt_fptoui_f32_i64(__simt_uitofp_i64_f32(n) * inverse);
    step = step ? step : 1;
    q += step;
    n -= __simt_mul_i64(step, d);
  }
  return q;
}
ulong __simt_urem_i64(ulong n, ulong d) { return n - __simt_mul_i64(__simt_udiv_i64(n, d), d); }
long __simt_sdiv_i64(long n, long d) {
  ulong q = __simt_udiv_i64(n < 0 ? -(ulong)n : n, d < 0 ? -(ulong)d : d);
  return (long)((n ^ d) < 0 ? -q : q);
}
long __simt_srem_i64(long n, long d) {
  ulong r = __simt_urem_i64(n < 0 ? -(ulong)n : n, d < 0 ? -(ulong)d : d);
  return (long)(n < 0 ? -r : r);
}

float __simt_uitofp_i64_f32(ulong a) {
  uint high = (uint)(a >> 32), low = (uint)a;
  if (!high) return (float)low;
  uint n = __simt_clz_i32(high), top = n ? high << n | low >> (32 - n) : high;
  top |= (low << n) != 0; // what is cut off matters where it decides a tie
  return (float)top * __builtin_astype((159 - n) << 23, float);
}
float __simt_sitofp_i64_f32(long a) {
  float f = __simt_uitofp_i64_f32(a < 0 ? -(ulong)a : (ulong)a);
  return a < 0 ? -f : f;
}
double __simt_uitofp_i64_f64(ulong a) { return (double)(uint)(a >> 32) * 0x1p+32 + (double)(uint)a; }
double __simt_sitofp_i64_f64(long a) { return (double)(int)(a >> 32) * 0x1p+32 + (double)(uint)a; }
#define TO_LONG(T, t) \
  ulong __simt_fptoui_##t##_i64(T a) { /* saturated, NaN gives 0 */ \
    if (a >= (T)0x1p+64) return ~0ul; \
    uint high = __simt_fptoui_##t##_i32(a * (T)0x1p-32); \
    return join(__simt_fptoui_##t##_i32(a - (T)high * (T)0x1p+32), high); \
  } \
  long __simt_fptosi_##t##_i64(T a) { \
    if (a >= (T)0x1p+63) return 0x7fffffffffffffff; \
    if (a <= (T)-0x1p+63) return -0x7fffffffffffffff - 1; \
    ulong u = __simt_fptoui_##t##_i64(a < 0 ? -a : a); \
    return (long)(a < 0 ? -u : u); \
  }
TO_LONG(float, f32)
TO_LONG(double, f64)

// Floats

HELPER uint word(float x) { return __builtin_astype(x, uint); }
HELPER float number(uint u) { return __builtin_astype(u, float); }
HELPER float inverse_power(float b) { // b times it is from 1 to 2, or less where b is subnormal
  int s = 0x7f000000 - (int)(word(b) & 0x7f800000);
  return number(s < 0x400000 ? 0x400000 : s);
}
float __simt_soft_corrected_f32(float q, float r, float a, float d) { return q; }
float __simt_fdiv_f32(float a, float b) { // both scaled alike where the inverse of b is infinite or subnormal
  float c = __simt_fabs_f32(b), s = c > 0x1p+96f ? 0x1p-32f : c < 0x1p-96f ? 0x1p+32f : 1.0f;
  float n = a * s, d = b * s, r = __simt_rcp_f32(d);
  return __simt_corrected_f32(n * r, r, n, d);
}
float __simt_soft_rcp_f32(float b) {
  float tiny = __simt_fabs_f32(b) < 0x1p-126f ? 0x1p+23f : 1.0f, c = b * tiny, s = inverse_power(c), d = c * s;
  float r = number(0x7ef311c7u - word(d)), p;
  for (int i = 0; i < 3; i++) r = r + r * (1.0f - d * r);
  p = d * r;
  r = (r + r * ((1.0f - p) - __simt_product_error_f32(d, r, p))) * tiny * s;
  uint u = word(b) & 0x7fffffff, sign = word(b) & 0x80000000;
  return u == 0 ? number(sign | 0x7f800000) : u == 0x7f800000 ? number(sign) : b == b ? r : b;
}
HELPER float even_power(float x, float *back) { // x times a power of 4 where the roots below are exact
  bool tiny = x < 0x1p-60f, huge = x > 0x1p+60f;
  *back = tiny ? 0x1p-48f : huge ? 0x1p+48f : 1.0f;
  return x * (tiny ? 0x1p+96f : huge ? 0x1p-96f : 1.0f);
}
HELPER float inverse_root(float x) {
  float r = number(0x5f3759dfu - (word(x) >> 1));
  for (int i = 0; i < 3; i++) r = r + 0.5f * r * (1.0f - x * r * r);
  return r;
}
float __simt_soft_sqrt_f32(float x) {
  float back, y = even_power(x, &back), r = inverse_root(y), s = y * r, p = s * s;
  s = s + 0.5f * r * ((y - p) - __simt_product_error_f32(s, s, p));
  return word(x) - 1 < 0x7f7fffff ? s * back : x < 0.0f ? number(0x7fc00000) : x;
}
float __simt_soft_rsqrt_f32(float x) {
  float back, y = even_power(x, &back), r = inverse_root(y), p = y * r, q = p * r;
  r = r + 0.5f * r * (((1.0f - q) - __simt_product_error_f32(p, r, q)) - __simt_product_error_f32(y, r, p) * r);
  float zero = number((word(x) & 0x80000000) | 0x7f800000);
  return x > 0.0f ? (x < number(0x7f800000) ? r * (back == 1.0f ? 1.0f : back > 1.0f ? 0x1p-48f : 0x1p+48f) : 0.0f)
                  : x == 0.0f ? zero : number(0x7fc00000);
}
float __simt_cube_root_f32(float a) { // of numbers from 1/2 to 4, almost as well as float can
  float t = __builtin_astype(__simt_mulh_u32(__builtin_astype(a, uint), 0x55555556u) + 0x2a5137a0u, float);
  for (int i = 0; i < 2; i++) { float c = t * t * t; t = t + t * __simt_fdiv_f32(a - c, c + c + a); }
  return t;
}
float __simt_exp_by_exp2_f32(float x) { // of two factors: x log2(e), exact, and what is left of it
  float y = x > 90.0f ? 90.0f : x < -105.0f ? -105.0f : x, high = number(word(y) & 0xfffff000);
  float r = __simt_exp2_f32(high * 0x1.714p+0f) * __simt_exp2_f32((y - high) * 0x1.714p+0f + y * 0x1.47652cp-12f);
  return x == x ? r : x;
}

// Right, with a 1 for all that is lost
HELPER ulong shifted(ulong a, int by) { return by == 0 ? a : by > 63 ? a != 0 : a >> by | ((a << (64 - by)) != 0); }
HELPER int significand(float x, uint *m) { // of a number other than zero: x = m 2^result, m of 24 bits
  uint u = word(x) & 0x7fffffff;
  bool tiny = u < 0x800000;
  u = tiny ? word(number(u) * 0x1p+23f) : u;
  *m = (u & 0x7fffff) | 0x800000;
  return (int)(u >> 23) - (tiny ? 173 : 150);
}
float __simt_soft_fma_f32(float a, float b, float c) {
  uint infinite = 0x7f800000, none = 0x7fffffff;
  bool special = (word(a) & infinite) == infinite || (word(b) & infinite) == infinite;
  if (special || (word(a) & none) == 0 || (word(b) & none) == 0) return a * b + c;
  if ((word(c) & infinite) == infinite) return c;
  if ((word(c) & none) == 0) return a * b;
  uint ma, mb, mc;
  int ep = significand(a, &ma) + significand(b, &mb) - 14, ec = significand(c, &mc) - 38;
  ulong p = ((ulong)__simt_mulh_u32(ma, mb) << 32 | ma * mb) << 14, t = (ulong)mc << 38;
  int e = ep > ec ? ep : ec;
  p = shifted(p, e - ep);
  t = shifted(t, e - ec);
  uint sign = (word(a) ^ word(b)) & 0x80000000;
  bool apart = (sign ^ word(c)) >> 31;
  ulong sum = apart ? p - t : p + t;
  bool negative = apart && t > p;
  sum = negative ? -sum : sum;
  if (!sum) return 0.0f;
  sign = negative ? ~sign & 0x80000000 : sign;
  uint top = (uint)(sum >> 32);
  int size = top ? 64 - (int)__simt_clz_i32(top) : 32 - (int)__simt_clz_i32((uint)sum), last = e + size - 24;
  last = last < -149 ? -149 : last;
  int cut = last - e; // round to a multiple of 2^last
  if (cut > 63) sum = 0;
  else if (cut > 0) {
    ulong half_unit = 1ul << (cut - 1), rest = sum & (2 * half_unit - 1);
    sum >>= cut;
    sum += rest > half_unit || (rest == half_unit && (sum & 1));
  } else last = e;
  float r = (float)(uint)sum, half_power = number((uint)((last >> 1) + 127) << 23);
  r = r * half_power * number((uint)(last - (last >> 1) + 127) << 23);
  return number(word(r) | sign);
}

// Doubles, of operations that the machine's unit lacks

double __simt_soft_fma_f64(double a, double b, double c) { // except results next to the largest and smallest numbers
  double p = a * b, q = __simt_product_error_f64(a, b, p), t_low, v_low, odd_low;
  if (!(__simt_fabs_f64(p) < 0x1p+1000) || !(__simt_fabs_f64(c) < 0x1p+1000) || p == 0.0) return p + c;
  double t = two_sum(c, q, &t_low), v = two_sum(p, t, &v_low), odd = two_sum(t_low, v_low, &odd_low);
  ulong u = __builtin_astype(odd, ulong); // rounded to odd: nothing is lost when it is rounded again
  u += odd_low == 0.0 || (u & 1) ? 0 : (odd_low > 0.0) == (odd > 0.0) ? 1 : -1ul;
  return v + __builtin_astype(u, double);
}
HELPER double cut(double q, double left, int k) { // q, to the bits that it has times 2^k; left: sign of what it lacks
  double unit = power_of_2_f64(-1074 - k), limit = 0x1p+52 * unit, base = __simt_copysign_f64(limit, q), s = base + q,
      rest = q - (s - base);
  bool is_wrong = __simt_fabs_f64(rest) == 0.5 * unit && (rest > 0.0 ? left > 0.0 : left < 0.0);
  return __simt_fabs_f64(q) < limit ? __simt_copysign_f64(s - base + (is_wrong ? 2.0 * rest : 0.0), q) : q;
}
double __simt_fdiv_f64(double a, double b) {
  int ea, eb;
  double n = fraction(a, &ea), d = 2.0 * fraction(b, &eb), r = (double)__simt_rcp_f32((float)d),
      one = __simt_copysign_f64(1.0, b);
  if (magnitude(a) == 0 || magnitude(b) == 0 || !is_finite(a) || !is_finite(b))
    return a * (magnitude(b) == 0 ? one * __builtin_astype(0x7ff0000000000000, double) : b != b ? b : is_finite(b)
        ? one : 0.0 * one);
  r = r + r * (1.0 - d * r);
  double p = d * r;
  r = r + r * ((1.0 - p) - __simt_product_error_f64(d, r, p));
  double q = n * r;
  p = q * d;
  q = q + ((n - p) - __simt_product_error_f64(q, d, p)) * r;
  p = q * d; // now q is the nearest, or beside it
  double left = (n - p) - __simt_product_error_f64(q, d, p);
  ulong unit_bits = (__builtin_astype(q, ulong) & 0x7ff0000000000000) - (52ul << 52);
  double unit = __simt_copysign_f64(__builtin_astype(unit_bits, double), left * d);
  bool is_beside = 2.0 * __simt_fabs_f64(left) > __simt_fabs_f64(unit * d);
  q = is_beside ? q + unit : q;
  left = (is_beside ? left - unit * d : left) * d;
  int k = ea - eb + 1;
  k = k > 1030 ? 1030 : k < -1080 ? -1080 : k;
  return scaled(k < -1020 ? cut(q, left, k) : q, k);
}
HELPER double first_inverse_root(double y) { // right to 40 bits and more
  double r = (double)__simt_rsqrt_f32((float)y);
  return r + 0.5 * r * (1.0 - y * r * r);
}
HELPER double even_fraction(double x, int *half_e) { // from 1/2 to 2
  int e;
  double m = fraction(x, &e);
  *half_e = e >> 1;
  return e & 1 ? 2.0 * m : m;
}
double __simt_sqrt_f64(double x) {
  int e;
  double y = even_fraction(x, &e), r = first_inverse_root(y), s = y * r, p = s * s;
  s = s + 0.5 * r * ((y - p) - __simt_product_error_f64(s, s, p));
  return x > 0.0 && is_finite(x) ? scaled(s, e) : x < 0.0 ? __builtin_astype(0x7ff8000000000000, double) : x;
}
double __simt_rsqrt_f64(double x) {
  int e;
  double y = even_fraction(x, &e), r = first_inverse_root(y), p = y * r, q = p * r;
  r = r + 0.5 * r * (((1.0 - q) - __simt_product_error_f64(p, r, q)) - __simt_product_error_f64(y, r, p) * r);
  double zero = __simt_copysign_f64(__builtin_astype(0x7ff0000000000000, double), x);
  return x > 0.0 ? (is_finite(x) ? scaled(r, -e) : 0.0) : x == 0.0 ? zero : __builtin_astype(0x7ff8000000000000,
      double);
}

// Work-items that share a copy

uint __simt_local_index(void) {
  return get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
}
uint __simt_local_items(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
