// The error function and the gamma function, of floats and of doubles: compiled twice, as math.cl is.

HELPER T erfc_far(T x) { // of 0.9 to ERFC_END
  T h = from_bits(bits(x) & HIGH); // e^(-x^2) of an exact square and the rest
  T p = exp_scaled(-(x - h) * (x + h), 0) * erfc_fitted(OP(fdiv)(x - C(4.0), x + C(4.0)));
  return exp_scaled(-h * h, 0) * OP(fdiv)(p, C(1.0) + C(2.0) * x);
}
T OVERLOAD erf(T x) {
  T a = OP(fabs)(x), r = a < C(1.0) ? a * erf_near(a * a) : C(1.0) - erfc_far(a > C(6.0) ? C(6.0) : a);
  return x == x ? OP(copysign)(r, x) : x;
}
T OVERLOAD erfc(T x) {
  T a = OP(fabs)(x), r = erfc_far(a > ERFC_END ? ERFC_END : a);
  return x != x ? x : a < C(1.0) ? C(1.0) - x * erf_near(x * x) : x < C(0.0) ? C(2.0) - r : r;
}

HELPER T gamma_near(T x) { // of 0 < x < C(8.0)
  T f = C(1.0), d = C(1.0);
  for (int i = 2; i < 8; i++)
    if (x >= C(2.0)) { x -= C(1.0); f *= x; }
  if (x < C(1.0)) { d = x; x += C(1.0); }
  return OP(fdiv)(f * gamma_to_2(x - C(1.5)), d);
}
HELPER T stirling_rest(T x) { T i = OP(fdiv)(C(1.0), x); return i * stirling_tail(i * i); } // 12 times what it lacks
HELPER T gamma_of(T x, int k) { // gamma(x) 2^k for x > 0
  if (x < C(8.0)) return scaled(gamma_near(x), k);
  // sqrt(2 pi) x^(x - 1/2) e^(rest - x): the exponent to base 2 is kept in two parts
  T low, l = log2_of(x, &low), y = x - C(0.5), p = y * l, q = x * LOG2E_HI;
  T rest = OP(product_error)(y, l, p) + y * low - OP(product_error)(x, LOG2E_HI, q) - x * LOG2E_LO;
  T s = p - q, n = OP(rint)(s);
  rest += (p - s) - q + stirling_rest(x) * C(0.12022458674074695);
  T e = ((s - n) + rest) * C(0.69314718055994530942);
  return x < GAMMA_END ? scaled(exp_reduced(e) * C(2.5066282746310005), OP_INT(n) + k) : INFINITY_T;
}
T OVERLOAD tgamma(T x) {
  T a = OP(fabs)(x);
  if (a < power_of_2(-MANTISSA - 2)) return OP(fdiv)(C(1.0), x);
  T g = gamma_of(OP(fmin)(a, GAMMA_END), x < C(0.0) ? -GAMMA_DOWN : 0);
  if (!(x < C(0.0))) return x == x ? g : x;
  T s = sinpi(a), r = OP(fdiv)(OP(fdiv)(C(-3.14159265358979323846), s * a), g) * power_of_2(-GAMMA_DOWN);
  return s == C(0.0) ? NOT_A_NUMBER : a < GAMMA_END ? r : s * C(-0.0);
}
HELPER T log_gamma(T x) { // of x > 0
  if (x >= C(0.5) && x < C(2.5)) { // near the zeros at 1 and 2 the logarithm of gamma would have lost its digits
    T u = x - (x < C(1.5) ? C(1.0) : C(2.0)), r = u * log_gamma_near_2(u);
    return x < C(1.5) ? r - log1p(u) : r;
  }
  T l = OP(log)(x < C(8.0) ? gamma_near(x) : x);
  T far = (l - C(1.0)) * (x - C(0.5)) + (C(0.91893853320467274) - C(0.5) + stirling_rest(x) * C(0.083333333333333333));
  return x < C(8.0) ? l : far;
}
HELPER T log_gamma_and_sign(T x, int *sign) {
  T a = OP(fabs)(x), s = sinpi(a);
  *sign = x < C(0.0) && s > C(0.0) ? -1 : bits(x) == SIGN ? -1 : 1;
  if (x != x) return x;
  if (a >= INFINITY_T || (x <= C(0.0) && s == C(0.0))) return INFINITY_T;
  bool reflected = x < C(0.0) && a >= power_of_2(-MANTISSA - 2);
  T l = log_gamma(a);
  return reflected ? C(1.14472988584940017414) - OP(log)(OP(fabs)(s) * a) - l : l;
}
T OVERLOAD lgamma(T x) { int ignored; return log_gamma_and_sign(x, &ignored); }
#define LGAMMA_R(IN) T OVERLOAD lgamma_r(T x, IN int *p) { int s; x = log_gamma_and_sign(x, &s); *p = s; return x; }
LGAMMA_R(__private) LGAMMA_R(__global) LGAMMA_R(__local)
