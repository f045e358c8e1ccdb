// The facts about float that math.cl needs. Polynomials are fitted (benches/minimax.py); the comments give their largest
// error relative to the function that they make.
#define T float
#define U uint
#define I int
#define OP(name) __simt_##name##_f32
#define power_of_2 power_of_2_f32
#define OP_INT __simt_fptosi_f32_i32
#define SOFT(name) __simt_soft_##name##_f32
#define MANTISSA 23
#define BIAS 127
#define SIGN 0x80000000u
#define INFINITE 0x7f800000u
#define HIGH 0xfffff000u // of a number that is split into two halves
#define HALF_LOW 0
#define SQRT_HALF 0x3f3504f3u
#define C(x) x##f

#define LN2_HI 0x1.62e4p-1f // few bits: times any exponent it is exact
#define LN2_LO 0x1.7f7d1cp-20f
#define LOG2E_HI 0x1.715476p+0f
#define LOG2E_LO 0x1.4ae0cp-26f
#define LOG10_2_HI 0x1.344p-2f
#define LOG10_2_LO 0x1.3509f8p-18f
#define EXP_MAX 90.0f
#define EXP_MIN -105.0f
#define EXP2_MIN -151.0f
#define EXP10_MAX 39.0f
#define EXP10_MIN -46.0f
#define ERFC_END 11.0f
#define GAMMA_END 51.0f // gamma is infinite from here on, times 2^-GAMMA_DOWN too
#define GAMMA_DOWN 20
#define PI_HI 0x1.921fb6p+1f
#define PI_LO -0x1.777a5cp-24f

HELPER T exp_tail(T r) { // (e^r - 1 - r) / r^2 to half ln 2: 2^-28
  return 0.49999994f + r * (0.166665152f + r * (0.0416682437f + r * (0.00836938247f + r * 0.00138241472f)));
}
HELPER T log_less(T f) { // f - log(1 + f), from sqrt(1/2) - 1 to sqrt(2) - 1: 2^-27
  T p = -0.13160342f + f * (0.127624869f + f * -0.0763487145f);
  p = 0.333333313f + f * (-0.250008225f + f * (0.200012416f + f * (-0.166233227f + f * (0.142015591f + f * p))));
  T z = f * f;
  return 0.5f * z - f * z * p;
}
// (2 atanh s - 2 s - 2 s^3 / 3) / s^5, z = s^2, to sqrt(2): 2^-36
HELPER T log_tail(T z) { return 0.400001585f + z * (0.285463989f + z * 0.234377354f); }
// (sin r - r) / r^3, z = r^2, to pi / 4: 2^-27
HELPER T sin_tail(T z) { return -0.166666538f + z * (0.00833210815f + z * -0.000195082466f); }
// (cos r - 1 + z / 2) / r^4: 2^-33
HELPER T cos_tail(T z) { return 0.0416666456f + z * (-0.00138873025f + z * 2.44308849e-5f); }
HELPER T asin_tail(T z) { // (asin r - r) / r^3, z = r^2, to 1/2: 2^-27
  return 0.166667536f + z * (0.0749523714f + z * (0.0454794951f + z * (0.0241281185f + z * 0.0422631837f)));
}
// (atan r - r) / r^3, z = r^2, to tan(pi / 8): 2^-25
HELPER T atan_tail(T z) { return -0.33332938f + z * (0.199772015f + z * (-0.138715014f + z * 0.0803186074f)); }
HELPER T erf_near(T z) { // erf(x) / x, z = x^2, to 1: 2^-24
  return 1.12837911f + z * (-0.376122504f + z * (0.112794176f + z * (-0.0266814232f + z * (0.00486311922f
      + z * (-0.000516745844f + z * -1.49737043e-5f)))));
}
HELPER T erfc_fitted(T t) { // erfc(x) e^(x^2) (1 + 2 x), t = (x - 4) / (x + 4), x from 0.9 to ERFC_END: 2^-25
  T p = -0.10096816f + t * (0.0937845111f + t * (-0.0667559654f + t * (0.0366710983f + t * (-0.0155381914f
      + t * 0.00629494851f))));
  return 1.23299515f + t * (-0.139621124f + t * (0.0153758833f + t * (0.0680959523f + t * p)));
}
HELPER T gamma_to_2(T t) { // gamma(1.5 + t), t from -1/2 to 1/2: 2^-25
  T p = -0.0777908042f + t * (0.0566118471f + t * (-0.0358788632f + t * (0.0345175005f + t * -0.0244268868f)));
  return 0.886226952f + t * (0.0323381945f + t * (0.414807826f + t * (-0.107280977f + t * (0.144826606f + t * p))));
}
HELPER T log_gamma_near_2(T u) { // log(gamma(2 + u)) / u, u from -1/2 to 1/2: 2^-26
  T p = -0.00740120653f + u * (0.00288123987f + u * (-0.00109175593f + u * (0.000565227994f + u * -0.000438852236f)));
  return 0.422784328f + u * (0.322467029f + u * (-0.0673515052f + u * (0.0205813032f + u * p)));
}
// 12 x times the exponent that Stirling's formula lacks, z = x^-2, x from 8: the error of that exponent is 2^-25
HELPER T stirling_tail(T z) { return 1.0f + z * (-0.0333333351f + z * 0.00952380989f); }
