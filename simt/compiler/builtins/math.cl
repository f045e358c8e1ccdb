// Functions of floats, for float and for double: make.py compiles this file once with float.h and once with double.h.
// The parts of a number

#define ONE ((U)1)
#define NOT_A_NUMBER __builtin_astype((U)(INFINITE | ONE << (MANTISSA - 1)), T)
#define INFINITY_T __builtin_astype((U)INFINITE, T)
HELPER U bits(T x) { return __builtin_astype(x, U); }
HELPER T from_bits(U u) { return __builtin_astype(u, T); }
HELPER U magnitude(T x) { return bits(x) & ~SIGN; }
HELPER bool is_finite(T x) { return magnitude(x) < INFINITE; }
HELPER T power_of_2(int n) { return from_bits((U)(uint)(n + BIAS) << MANTISSA); } // n: from 1 - BIAS to BIAS
// X 2^n rounded once, for x about 1
HELPER T scaled(T x, int n) { int half_n = n >> 1; return x * power_of_2(half_n) * power_of_2(n - half_n); }
HELPER T normal(T x, int *e) { // x as the result times 2^*e, and the result is not subnormal, except zero
  bool tiny = magnitude(x) < (ONE << MANTISSA);
  *e = tiny ? -MANTISSA : 0;
  return tiny ? x * power_of_2(MANTISSA) : x;
}
HELPER T reduced(T x, int *e) { // x > 0 as (1 + the result) 2^*e, with 1 + the result from sqrt(1/2) to sqrt(2)
  x = normal(x, e);
  int n = (int)((I)(bits(x) - SQRT_HALF) >> MANTISSA);
  *e += n;
  return from_bits(bits(x) - ((U)(I)n << MANTISSA)) - C(1.0);
}
// Of a finite number other than zero
HELPER int exponent(T x) { int e; x = normal(x, &e); return (int)(magnitude(x) >> MANTISSA) - BIAS + e; }
HELPER T fraction(T x, int *e) { // as frexp
  int n;
  T y = normal(x, &n);
  bool as_it_is = magnitude(x) == 0 || !is_finite(x);
  *e = as_it_is ? 0 : (int)(magnitude(y) >> MANTISSA) - BIAS + 1 + n;
  return as_it_is ? x : from_bits((bits(y) & ~(U)INFINITE) | (U)(BIAS - 1) << MANTISSA);
}
HELPER T with_exponent(T x, int n) { // as ldexp
  int e;
  T m = fraction(x, &e);
  n = n > 8 * BIAS ? 8 * BIAS : n < -8 * BIAS ? -8 * BIAS : n;
  e += n - 1;
  int whole = e > BIAS ? BIAS : e < 1 - BIAS ? 1 - BIAS : e;
  int rest = e - whole;
  rest = rest > 1 ? 1 : rest < -MANTISSA - 3 ? -MANTISSA - 3 : rest;
  return C(2.0) * m * power_of_2(whole) * power_of_2(rest);
}
HELPER T two_sum(T a, T b, T *error) { T s = a + b, t = s - a; *error = (a - (s - t)) + (b - t); return s; }

T SOFT(product_error)(T a, T b, T p) { // halves whose products are exact
  T ah = from_bits((bits(a) + HALF_LOW) & HIGH), bh = from_bits((bits(b) + HALF_LOW) & HIGH), al = a - ah, bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}

// Rounding to integers

// Of numbers below 2^MANTISSA, without a sign
HELPER T nearest(T x) { return (OP(fabs)(x) + power_of_2(MANTISSA)) - power_of_2(MANTISSA); }
HELPER T or_itself(T r, T x) { return OP(fabs)(x) < power_of_2(MANTISSA) ? OP(copysign)(r, x) : x; }
T SOFT(rint)(T x) { return or_itself(nearest(x), x); }
T SOFT(trunc)(T x) { T r = nearest(x); return or_itself(r > OP(fabs)(x) ? r - C(1.0) : r, x); }
T SOFT(floor)(T x) { T r = OP(copysign)(nearest(x), x); return or_itself(r > x ? r - C(1.0) : r, x); }
T SOFT(ceil)(T x) { T r = OP(copysign)(nearest(x), x); return or_itself(r < x ? r + C(1.0) : r, x); }
#define INTRINSIC(name) T OVERLOAD name(T x) { return OP(name)(x); }
#define INTRINSIC_2(name, intrinsic) T OVERLOAD name(T x, T y) { return OP(intrinsic)(x, y); }
INTRINSIC(rint) INTRINSIC(trunc) INTRINSIC(floor) INTRINSIC(ceil) INTRINSIC(fabs) INTRINSIC(sqrt) INTRINSIC(rsqrt)
INTRINSIC(exp) INTRINSIC(exp2) INTRINSIC(log) INTRINSIC(log2) INTRINSIC(log10) INTRINSIC(sin) INTRINSIC(cos)
INTRINSIC_2(copysign, copysign) INTRINSIC_2(fmin, fmin) INTRINSIC_2(fmax, fmax) INTRINSIC_2(min,
    fmin) INTRINSIC_2(max, fmax)
T OVERLOAD round(T x) { // halves away from zero
  T r = OP(trunc)(x);
  return OP(copysign)(r + (OP(fabs)(x - r) >= C(0.5) ? OP(copysign)(C(1.0), x) : C(0.0)), x);
}

// Bits, comparisons, the simple ones

T OVERLOAD clamp(T x, T low, T high) { return OP(fmin)(OP(fmax)(x, low), high); }
T OVERLOAD fma(T a, T b, T c) { return OP(fma)(a, b, c); }
T OVERLOAD mad(T a, T b, T c) { return a * b + c; }
T OVERLOAD nan(U code) { return from_bits(bits(NOT_A_NUMBER) | (code & ((ONE << (MANTISSA - 1)) - 1))); }
T OVERLOAD fdim(T x, T y) { return x <= y ? C(0.0) : x - y; }
T OVERLOAD maxmag(T x, T y) { return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y); }
T OVERLOAD minmag(T x, T y) { return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y); }
T OVERLOAD degrees(T x) { return x * C(57.295779513082320877); }
T OVERLOAD radians(T x) { return x * C(0.017453292519943295769); }
T OVERLOAD mix(T x, T y, T a) { return x + (y - x) * a; }
T OVERLOAD step(T edge, T x) { return x < edge ? C(0.0) : C(1.0); }
T OVERLOAD smoothstep(T low, T high, T x) {
  T r = OP(fmin)(OP(fmax)(OP(fdiv)(x - low, high - low), C(0.0)), C(1.0));
  return r * r * (C(3.0) - C(2.0) * r);
}
T OVERLOAD sign(T x) { return x == C(0.0) ? x : x != x ? C(0.0) : OP(copysign)(C(1.0), x); }

#define TEST(name, test) int OVERLOAD name(T x) { return test; }
#define COMPARE(name, test) int OVERLOAD name(T x, T y) { return test; }
COMPARE(isequal, x == y) COMPARE(isnotequal, x != y) COMPARE(isgreater, x > y) COMPARE(isgreaterequal, x >= y)
COMPARE(isless, x < y) COMPARE(islessequal, x <= y) COMPARE(islessgreater, x < y || x > y)
COMPARE(isordered, x == x && y == y) COMPARE(isunordered, x != x || y != y)
TEST(isfinite, is_finite(x)) TEST(isinf, magnitude(x) == INFINITE) TEST(isnan, x != x) TEST(signbit, (I)bits(x) < 0)
TEST(isnormal, is_finite(x) && magnitude(x) >= ONE << MANTISSA)
T OVERLOAD bitselect(T a, T b, T c) { return from_bits(bits(a) ^ ((bits(a) ^ bits(b)) & bits(c))); }

T OVERLOAD ldexp(T x, int n) { return with_exponent(x, n); }
int OVERLOAD ilogb(T x) {
  return magnitude(x) == 0 ? -0x7fffffff - 1 : !is_finite(x) ? (x == x ? 0x7fffffff : -0x7fffffff - 1) : exponent(x);
}
T OVERLOAD logb(T x) { return magnitude(x) == 0 ? -INFINITY_T : !is_finite(x) ? x * x : (T)exponent(x); }
T OVERLOAD nextafter(T x, T y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (magnitude(x) == 0) return from_bits((bits(y) & SIGN) | 1);
  return from_bits(bits(x) + ((x < y) == ((I)bits(x) > 0) ? ONE : -ONE));
}

HELPER T whole_and_fraction(T x, T *whole) {
  *whole = OP(trunc)(x);
  return OP(copysign)(is_finite(x) ? x - *whole : x == x ? C(0.0) : x, x);
}
HELPER T fraction_of(T x, T *whole) { // below 1
  *whole = OP(floor)(x);
  T r = x - *whole, top = from_bits(bits(C(1.0)) - 1);
  r = r > top ? top : r;
  return x == C(0.0) || magnitude(x) == INFINITE ? OP(copysign)(C(0.0), x) : r;
}
// |x| divided by |y|, both finite and y not zero: the remainder with the sign of x, at most y / 2 if `near`
HELPER T remainder_of(T x, T y, bool near, uint *quotient) {
  U sign = bits(x) & SIGN;
  uint q = 0;
  int ex = magnitude(x) ? exponent(x) : -8 * BIAS, ey = exponent(y), n = ex - ey, ignored;
  if (n >= (near ? -1 : 0)) {
    U whole = ONE << MANTISSA, part = whole - 1;
    U a = (magnitude(normal(x, &ignored)) & part) | whole, b = (magnitude(normal(y, &ignored)) & part) | whole;
    int scale = ey;
    if (n < 0) { b <<= 1; scale = ex; } // y is at most 4 |x|
    for (; n >= 0; n--) {
      q <<= 1;
      if (a >= b) { a -= b; q |= 1; }
      if (n) a <<= 1;
    }
    if (near && (2 * a > b || (2 * a == b && (q & 1)))) { a = b - a; sign ^= SIGN; q++; }
    T m = a & (whole << 1) ? C(2.0) * power_of_2(MANTISSA) // y itself is the largest that is left
        : a & whole ? from_bits((a & part) | (U)(BIAS + MANTISSA) << MANTISSA)
                    : from_bits(a | (U)(BIAS + MANTISSA) << MANTISSA) - power_of_2(MANTISSA);
    x = with_exponent(m, scale - MANTISSA);
  }
  *quotient = q;
  return from_bits(magnitude(x) | sign);
}
HELPER T remainder_or_nan(T x, T y, bool near, uint *quotient) {
  *quotient = 0;
  if (!is_finite(x) || y != y || magnitude(y) == 0) return NOT_A_NUMBER;
  return is_finite(y) ? remainder_of(x, y, near, quotient) : x;
}
T OVERLOAD fmod(T x, T y) { uint q; return remainder_or_nan(x, y, false, &q); }
T OP(frem)(T x, T y) { return fmod(x, y); }
T OVERLOAD remainder(T x, T y) { uint q; return remainder_or_nan(x, y, true, &q); }

// Powers and logarithms

HELPER T exp_reduced(T r) { return C(1.0) + (r + r * r * exp_tail(r)); }
HELPER T within(T x, T low, T high) { return x > high ? high : x < low ? low : x; } // NaN stays
HELPER T exp_scaled(T x, int k) { // e^x 2^k
  x = within(x, EXP_MIN, EXP_MAX);
  T n = OP(rint)(x * LOG2E_HI), r = x - n * LN2_HI - n * LN2_LO;
  return scaled(exp_reduced(r), OP_INT(n) + k);
}
T SOFT(exp)(T x) { return exp_scaled(x, 0); }
T SOFT(exp2)(T x) {
  x = within(x, EXP2_MIN, (T)(BIAS + 2));
  T n = OP(rint)(x);
  return scaled(exp_reduced((x - n) * C(0.69314718055994530942)), OP_INT(n));
}
T OVERLOAD exp10(T x) {
  x = within(x, EXP10_MIN, EXP10_MAX);
  T n = OP(rint)(x * C(3.3219280948873623479)), r = x - n * LOG10_2_HI - n * LOG10_2_LO;
  return scaled(exp_reduced(r * C(2.3025850929940456840)), OP_INT(n));
}
T OVERLOAD expm1(T x) {
  T y = within(x, C(-40.0), EXP_MAX);
  T n = OP(rint)(y * LOG2E_HI), r = y - n * LN2_HI - n * LN2_LO, p = r + r * r * exp_tail(r);
  int e = OP_INT(n);
  T s = power_of_2((e > BIAS + 1 ? BIAS + 1 : e) - 1);
  return x == C(0.0) ? x : C(2.0) * (s * p + (s - C(0.5))) * (e > BIAS + 1 ? C(2.0) : C(1.0));
}

HELPER bool is_positive(T x) { return bits(x) - 1 < INFINITE - 1; } // and a number other than zero
HELPER T of_logarithm(T value, T x) { // `value` where x has a logarithm
  return is_positive(x) ? value : x == C(0.0) ? -INFINITY_T : x > C(0.0) ? x : NOT_A_NUMBER;
}
T SOFT(log)(T x) {
  int e;
  T f = reduced(x, &e), n = (T)e;
  return of_logarithm(n * LN2_HI + (f - (log_less(f) - n * LN2_LO)), x);
}
T SOFT(log2)(T x) {
  int e;
  T f = reduced(x, &e), y = f - log_less(f);
  return of_logarithm((T)e + (y * LOG2E_HI + y * LOG2E_LO), x);
}
T SOFT(log10)(T x) {
  int e;
  T f = reduced(x, &e), y = f - log_less(f), n = (T)e;
  return of_logarithm(n * LOG10_2_HI + (y * C(0.43429448190325182765) + n * LOG10_2_LO), x);
}
T OVERLOAD log1p(T x) {
  int e;
  T u = C(1.0) + x, f = reduced(u, &e), n = (T)e;
  T lost = OP(fdiv)(x > C(1.0) ? C(1.0) - (u - x) : x - (u - C(1.0)), u); // what u was rounded by
  return is_positive(u) ? (e ? (n * LN2_HI + f) - (log_less(f) - (lost + n * LN2_LO)) : x - log_less(x))
                                      : of_logarithm(u, u);
}

HELPER T log2_of(T x, T *low) { // the logarithm to base 2 of x >= 0, as the result + *low
  int e;
  T f = reduced(x, &e);
  T d = C(2.0) + f, d_low = f - (d - C(2.0)), inverse = OP(fdiv)(C(1.0), d);
  T s = f * inverse, sd = s * d; // (x - 1) / (x + 1): the logarithm is 2 s + 2 s^3 / 3 + ...
  T s_low = ((f - sd) - OP(product_error)(s, d, sd) - s * d_low) * inverse;
  T z = s * s, z_low = OP(product_error)(s, s, z) + C(2.0) * s * s_low;
  T c = C(0.66666666666666666667), c_low = sizeof(T) == 4 ? C(-1.9868215e-8) : C(3.7007434154171883e-17);
  T t = z * c, t_low = OP(product_error)(z, c, t) + (z_low * c + z * (c_low + z * log_tail(z)));
  T st = s * t, st_low = OP(product_error)(s, t, st) + (s * t_low + s_low * t);
  T h = C(2.0) * s + st, l = (st - (h - C(2.0) * s)) + (st_low + C(2.0) * s_low);
  T g = h * LOG2E_HI, g_low = OP(product_error)(h, LOG2E_HI, g) + (h * LOG2E_LO + l * LOG2E_HI);
  T r = (T)e + g;
  g_low += g - (r - (T)e);
  T sum = r + g_low;
  *low = g_low - (sum - r);
  return sum;
}
HELPER T power(T x, T y, T y_low) { // x^(y + y_low) for x >= 0; NaN only of NaN, 0 infinity, 0^0 and 1^infinity
  T low, l = log2_of(x, &low);
  if (!is_positive(x)) { l = x == C(0.0) ? -INFINITY_T : x; low = C(0.0); }
  T p = y * l;
  if (p > (T)(BIAS + 1)) return INFINITY_T;
  if (p <= EXP2_MIN) return C(0.0);
  T p_low = OP(product_error)(y, l, p) + (y * low + y_low * l);
  T n = OP(rint)(p);
  return scaled(exp_reduced(((p - n) + p_low) * C(0.69314718055994530942)), OP_INT(n)) + (p - p);
}
HELPER bool is_whole(T y) { return OP(trunc)(y) == y; }
T OVERLOAD pow(T x, T y) {
  bool whole = is_whole(y), odd = whole && is_finite(y) && !is_whole(C(0.5) * y), negative = (I)bits(x) < 0;
  T a = OP(fabs)(x), r = a == C(1.0) ? C(1.0) : power(a, y, C(0.0));
  r = negative && !whole && is_finite(x) && a != C(0.0) ? NOT_A_NUMBER : negative && odd ? -r : r;
  return y == C(0.0) || x == C(1.0) ? C(1.0) : x != x || y != y ? x + y : r;
}
T OVERLOAD powr(T x, T y) {
  T r = x == C(1.0) && is_finite(y) ? C(1.0) : power(x, y, C(0.0));
  r = y == C(0.0) && is_positive(x) ? C(1.0) : r;
  return x >= C(0.0) && y == y ? (!is_positive(x) && y == C(0.0) ? NOT_A_NUMBER : r) : NOT_A_NUMBER;
}
T OVERLOAD pown(T x, int n) {
  T high = (T)(n & ~0xffff), y = high + (T)(n & 0xffff), a = OP(fabs)(x);
  T r = power(a, y, (T)(n & 0xffff) - (y - high));
  return n == 0 || x == C(1.0) ? C(1.0) : x != x ? x : (I)bits(x) < 0 && (n & 1) ? -r : r;
}
T OVERLOAD rootn(T x, int n) {
  T d = (T)n, y = OP(fdiv)(C(1.0), d), p = y * d;
  T r = power(OP(fabs)(x), y, ((C(1.0) - p) - OP(product_error)(y, d, p)) * y);
  return n == 0 || (x < C(0.0) && !(n & 1)) ? NOT_A_NUMBER : x != x ? x : (I)bits(x) < 0 && (n & 1) ? -r : r;
}
T OVERLOAD hypot(T x, T y) { // by a power of 2 with which no square overflows or vanishes
  T a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
  int k = a > power_of_2(BIAS / 2 - 1) ? BIAS * 5 / 8 : a < power_of_2(-BIAS / 3) ? -BIAS * 5 / 8 : 0;
  T s = power_of_2(-k), r = sqrt((a * s) * (a * s) + (b * s) * (b * s)) * power_of_2(k);
  return magnitude(x) == INFINITE || magnitude(y) == INFINITE ? INFINITY_T : x != x || y != y ? x + y : r;
}
T OVERLOAD cbrt(T x) {
  int e;
  T m = fraction(OP(fabs)(x), &e);
  int third = (int)(((uint)(e + 1200) * 21846u) >> 16) - 400;
  T a = m * power_of_2(e - 3 * third), t = (T)__simt_cube_root_f32((float)a);
  if (sizeof(T) == 8) { T c = t * t * t; t = t + t * OP(fdiv)(a - c, c + c + a); }
  return OP(copysign)(is_finite(x) && x != C(0.0) ? t * power_of_2(third) : OP(fabs)(x), x);
}

// Hyperbolic functions

T OVERLOAD sinh(T x) {
  T a = OP(fabs)(x), t = expm1(a), r = C(0.5) * (t + OP(fdiv)(t, t + C(1.0)));
  return OP(copysign)(a < C(20.0) ? r : exp_scaled(a, -1), x);
}
T OVERLOAD cosh(T x) { T h = exp_scaled(OP(fabs)(x), -1); return h + OP(fdiv)(C(0.25), h); }
T OVERLOAD tanh(T x) {
  T a = OP(fabs)(x), t = expm1(C(2.0) * (a > C(20.0) ? C(20.0) : a)), r = OP(fdiv)(t, t + C(2.0));
  return OP(copysign)(r, x);
}
T OVERLOAD asinh(T x) {
  T a = OP(fabs)(x), z = a * a, far = power_of_2(MANTISSA / 2 + 4);
  T r = a > far ? OP(log)(a) + C(0.69314718055994530942)
                : log1p(a + OP(fdiv)(z, C(1.0) + OP(sqrt)(C(1.0) + z)));
  return OP(copysign)(r, x);
}
T OVERLOAD acosh(T x) {
  T t = x - C(1.0), far = power_of_2(MANTISSA / 2 + 4);
  return x > far ? OP(log)(x) + C(0.69314718055994530942) : t >= C(0.0) ? log1p(t + OP(sqrt)(C(2.0) * t + t * t))
      : NOT_A_NUMBER;
}
T OVERLOAD atanh(T x) { T a = OP(fabs)(x); return OP(copysign)(C(0.5) * log1p(OP(fdiv)(C(2.0) * a, C(1.0) - a)), x); }

// Angles

HELPER T sin_small(T r) { T z = r * r; return r + r * (z * sin_tail(z)); }
HELPER T cos_small(T r) {
  T z = r * r, h = C(0.5) * z, w = C(1.0) - h;
  return w + (((C(1.0) - w) - h) + z * z * cos_tail(z));
}
HELPER T sin_of(T r, int n) { T v = n & 1 ? cos_small(r) : sin_small(r); return n & 2 ? -v : v; }
HELPER T tan_of(T r, int n) { T s = sin_small(r), c = cos_small(r); return OP(fdiv)(n & 1 ? -c : s, n & 1 ? s : c); }
T SOFT(sin)(T x) { T r; int n = quarter_turns(x, &r); return x == C(0.0) ? x : sin_of(r, n); }
T SOFT(cos)(T x) { T r; int n = quarter_turns(x, &r); return sin_of(r, n + 1); }
T OVERLOAD tan(T x) { T r; int n = quarter_turns(x, &r); return x == C(0.0) ? x : tan_of(r, n); }
HELPER int half_turns(T x, T *r) { // of x pi: quarter turns, and what is left of the angle
  x = is_finite(x) && OP(fabs)(x) >= power_of_2(MANTISSA + 1) ? C(0.0) : x; // an even number
  T n = OP(rint)(C(2.0) * x);
  *r = (x - C(0.5) * n) * PI_HI;
  return OP_INT(n - C(4.0) * OP(floor)(C(0.25) * n));
}
T OVERLOAD sinpi(T x) {
  T r;
  int n = half_turns(x, &r);
  return r == C(0.0) && !(n & 1) ? OP(copysign)(C(0.0), x) : sin_of(r, n);
}
T OVERLOAD cospi(T x) { T r; int n = half_turns(x, &r); return sin_of(r, n + 1) + C(0.0); }
T OVERLOAD tanpi(T x) {
  T r;
  int n = half_turns(x, &r);
  return r == C(0.0) ? OP(copysign)(n & 1 ? INFINITY_T : C(0.0), n & 1 ? (T)(1 - (n & 2)) : n & 2 ? -x : x)
      : tan_of(r, n);
}

#define INVERSE_PI C(0.31830988618379067154)
T OVERLOAD asin(T x) {
  T a = OP(fabs)(x), z = a > C(0.5) ? C(0.5) - C(0.5) * a : a * a, t = a > C(0.5) ? OP(sqrt)(z) : a;
  T p = t + t * z * asin_tail(z);
  return OP(copysign)(a > C(0.5) ? C(0.5) * PI_HI - (C(2.0) * p - C(0.5) * PI_LO) : p, x);
}
T OVERLOAD acos(T x) {
  T a = OP(fabs)(x), z = a > C(0.5) ? C(0.5) - C(0.5) * a : a * a, t = a > C(0.5) ? OP(sqrt)(z) : x;
  T p = t + t * z * asin_tail(z);
  return a > C(0.5) ? (x < C(0.0) ? PI_HI - (C(2.0) * p - PI_LO) : C(2.0) * p) : C(0.5) * PI_HI - (p - C(0.5) * PI_LO);
}
HELPER T atan_of(T n, T d) { // of n / d, 0 <= n <= d
  bool far = n > d * C(0.41421356237309504880);
  T a = OP(fdiv)(far ? n - d : n, far ? n + d : d), z = a * a, p = a + a * z * atan_tail(z);
  return far ? C(0.25) * PI_HI + (p + C(0.25) * PI_LO) : p;
}
T OVERLOAD atan(T x) {
  T a = OP(fabs)(x);
  T r = a > C(1.0) ? C(0.5) * PI_HI - (atan_of((T)1, a > power_of_2(64) ? power_of_2(64) : a) - C(0.5) * PI_LO)
      : atan_of(a, C(1.0));
  return x == x ? OP(copysign)(r, x) : x;
}
T OVERLOAD atan2(T y, T x) {
  T a = OP(fabs)(y), b = OP(fabs)(x), n = OP(fmin)(a, b), d = OP(fmax)(a, b);
  n = n == INFINITY_T ? C(1.0) : d == INFINITY_T ? C(0.0) : n;
  d = d == C(0.0) || d == INFINITY_T ? C(1.0) : d;
  T s = d > power_of_2(BIAS - 2) ? C(0.25) : C(1.0), r = atan_of(n * s, d * s);
  r = a > b ? C(0.5) * PI_HI - (r - C(0.5) * PI_LO) : r;
  r = (I)bits(x) < 0 ? PI_HI - (r - PI_LO) : r;
  return x != x || y != y ? x + y : OP(copysign)(r, y);
}
T OVERLOAD asinpi(T x) { return asin(x) * INVERSE_PI; }
T OVERLOAD acospi(T x) { return acos(x) * INVERSE_PI; }
T OVERLOAD atanpi(T x) { return atan(x) * INVERSE_PI; }
T OVERLOAD atan2pi(T y, T x) { return atan2(y, x) * INVERSE_PI; }

// What stores a second result, in each address space

#define STORES(SPACE) \
  T OVERLOAD modf(T x, SPACE T *p) { T w, r = whole_and_fraction(x, &w); *p = w; return r; } \
  T OVERLOAD fract(T x, SPACE T *p) { T w, r = fraction_of(x, &w); *p = w; return r; } \
  T OVERLOAD sincos(T x, SPACE T *p) { *p = OP(cos)(x); return OP(sin)(x); } \
  T OVERLOAD frexp(T x, SPACE int *p) { int e; T r = fraction(x, &e); *p = e; return r; } \
  T OVERLOAD remquo(T x, T y, SPACE int *p) { \
    uint q; \
    T r = remainder_or_nan(x, y, true, &q); \
    *p = (bits(x) ^ bits(y)) & SIGN ? -(int)(q & 127) : (int)(q & 127); \
    return r; \
  }
STORES(__private) STORES(__global) STORES(__local)
