// What math.cl needs to know of double: see float.h.
#define T double
#define U ulong
#define I long
#define OP(name) __simt_##name##_f64
#define power_of_2 power_of_2_f64
#define OP_INT __simt_fptosi_f64_i32
#define SOFT(name) __simt_soft_##name##_f64
#define MANTISSA 52
#define BIAS 1023
#define SIGN 0x8000000000000000ul
#define INFINITE 0x7ff0000000000000ul
#define HIGH 0xfffffffff8000000ul
#define HALF_LOW 0x4000000 // rounded, what is left has a bit less
#define SQRT_HALF 0x3fe6a09e667f3bcdul
#define C(x) x

#define LN2_HI 0x1.62e42fefa38p-1
#define LN2_LO 0x1.ef35793c7673p-45
#define LOG2E_HI 0x1.71547652b82fep+0
#define LOG2E_LO 0x1.777d0ffda0d24p-56
#define LOG10_2_HI 0x1.34413509f78p-2
#define LOG10_2_LO 0x1.fef311f12b358p-46
#define EXP_MAX 711.0
#define EXP_MIN -747.0
#define EXP2_MIN -1077.0
#define EXP10_MAX 309.0
#define EXP10_MIN -325.0
#define PI_HI 0x1.921fb54442d18p+1
#define PI_LO 0x1.1a62633145c07p-53

HELPER T exp_tail(T r) { // 2^-57
  T p = 0.00019841269475932079 + r * (2.4801490120635248e-5 + r * (2.7557606535060135e-6
      + r * (2.7631445379682377e-7 + r * 2.4996004737489689e-8)));
  return 0.50000000000000111 + r * (0.1666666666666638 + r * (0.041666666666523085 + r * (0.0083333333335121745
      + r * (0.0013888888946060295 + r * p))));
}
HELPER T log_tail(T z) { // 2^-73
  T p = 0.15384552459525266 + z * (0.13336488148612069 + z * (0.11671342432850434 + z * 0.12017989553230704));
  return 0.39999999999999974 + z * (0.28571428571447161 + z * (0.22222222217023718 + z * (0.18181818934316218
      + z * p)));
}
HELPER T log_less(T f) {
  T s = __simt_fdiv_f64(f, 2.0 + f), z = s * s, h = 0.5 * (f * f);
  return h - s * (h + z * (0x1.5555555555555p-1 + z * log_tail(z)));
}
HELPER T sin_tail(T z) { // 2^-63
  T p = -2.5052073673525347e-8 + z * (1.6054705827203623e-10 + z * -7.4108200441211752e-13);
  return -0.16666666666666666 + z * (0.0083333333333330487 + z * (-0.00019841269840975716
      + z * (2.7557319082920208e-6 + z * p)));
}
HELPER T cos_tail(T z) { // 2^-69
  T p = 2.0876722453738026e-9 + z * (-1.1466936017014799e-11 + z * 4.5971407130368918e-14);
  return 0.041666666666666664 + z * (-0.0013888888888888389 + z * (2.480158730118182e-5
      + z * (-2.7557319061808513e-7 + z * p)));
}
HELPER T asin_tail(T z) { // 2^-59
  T p = 0.010807526057033676 + z * (0.003600290412696321 + z * (0.021972904864999261 + z * (-0.021384664584610844
      + z * 0.032875798362087497)));
  p = 0.022372217369347379 + z * (0.017351567354798626 + z * (0.013981376851335752 + z * (0.011394199346927938
      + z * p)));
  return 0.16666666666666766 + z * (0.074999999999692479 + z * (0.044642857176197009 + z * (0.030381942627282166
      + z * p)));
}
HELPER T atan_tail(T z) { // 2^-63
  T p = -0.052164174995370322 + z * (0.04495694898978754 + z * (-0.033296124119837005 + z * 0.015018061661291809));
  p = -0.090909080335561859 + z * (0.076922803728502409 + z * (-0.066661929966943007 + z * (0.058767031089470664
      + z * p)));
  return -0.33333333333333326 + z * (0.1999999999999717 + z * (-0.14285714285331383 + z * (0.11111111084908372
      + z * p)));
}
