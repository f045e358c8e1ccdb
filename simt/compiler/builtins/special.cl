// The error function and the gamma function, of floats.

HELPER float even_series(float z) { // erf(x) / x, z = x^2, to 1: 2^-24
  return 1.12837911f + z * (-0.376122504f + z * (0.112794176f + z * (-0.0266814232f + z * (0.00486311922f
      + z * (-0.000516745844f + z * -1.49737043e-5f)))));
}
HELPER float erfc_far(float x) { // of 0.9 to 11; fitted is erfc(x) e^(x^2) (1 + 2 x): 2^-25
  float t = __simt_fdiv_f32(x - 4.0f, x + 4.0f);
  float p = -0.10096816f + t * (0.0937845111f + t * (-0.0667559654f + t * (0.0366710983f + t * (-0.0155381914f
      + t * 0.00629494851f))));
  p = 1.23299515f + t * (-0.139621124f + t * (0.0153758833f + t * (0.0680959523f + t * p)));
  float h = number(word(x) & 0xfffff000); // e^(-x^2) of an exact square and the rest
  return exp_scaled(-h * h, 0) * __simt_fdiv_f32(exp_scaled(-(x - h) * (x + h), 0) * p, 1.0f + 2.0f * x);
}
float OVERLOAD erf(float x) {
  float a = __simt_fabs_f32(x);
  float r = a < 1.0f ? a * even_series(a * a) : 1.0f - erfc_far(a > 4.0f ? 4.0f : a);
  return x == x ? __simt_copysign_f32(r, x) : x;
}
float OVERLOAD erfc(float x) {
  float a = __simt_fabs_f32(x), r = erfc_far(a > 11.0f ? 11.0f : a);
  return x != x ? x : a < 1.0f ? 1.0f - x * even_series(x * x) : x < 0.0f ? 2.0f - r : r;
}

HELPER float gamma_to_2(float t) { // gamma(1.5 + t), t from -1/2 to 1/2: 2^-25
  float p = -0.0777908042f + t * (0.0566118471f + t * (-0.0358788632f + t * (0.0345175005f + t * -0.0244268868f)));
  return 0.886226952f + t * (0.0323381945f + t * (0.414807826f + t * (-0.107280977f + t * (0.144826606f + t * p))));
}
HELPER float gamma_tail(float x) { // 12 x times the exponent that Stirling's formula lacks
  float i = __simt_rcp_f32(x), z = i * i;
  return 1.0f + z * (-0.0333333351f + z * 0.00952380989f);
}
HELPER float gamma_to_8(float x) { // of 0 < x < 8
  float f = 1.0f, d = 1.0f;
  for (int i = 0; i < 6; i++)
    if (x >= 2.0f) { x -= 1.0f; f *= x; }
  if (x < 1.0f) { d = x; x += 1.0f; }
  return __simt_fdiv_f32(f * gamma_to_2(x - 1.5f), d);
}
HELPER float gamma_of(float x, int k) { // gamma(x) 2^k for x > 0; k is 0 but where the result would be infinite
  if (x < 8.0f) return scaled(gamma_to_8(x), k);
  // sqrt(2 pi) x^(x - 1/2) e^(tail - x): the exponent to base 2 is kept in two parts
  float low, l = log2_of(x, &low), y = x - 0.5f, p = y * l, q = x * LOG2E_HI;
  float rest = __simt_product_error_f32(y, l, p) + y * low - __simt_product_error_f32(x, LOG2E_HI, q) - x * LOG2E_LO;
  float s = p - q, n = __simt_rint_f32(s);
  rest += (p - s) - q + __simt_fdiv_f32(gamma_tail(x) * 0.120224588f, x);
  float e = ((s - n) + rest) * 0.69314718055994530942f;
  return x < 51.0f ? scaled(exp_reduced(e) * 2.50662827f, (int)n + k) : number(0x7f800000);
}
float OVERLOAD tgamma(float x) {
  float a = __simt_fabs_f32(x);
  if (x > 0.0f) return gamma_of(x < 100.0f ? x : 100.0f, 0);
  if (x == 0.0f) return __simt_copysign_f32(number(0x7f800000), x);
  if (a < 0x1p-25f) return __simt_fdiv_f32(1.0f, x);
  float s = sinpi(a), g = gamma_of(a < 50.0f ? a : 50.0f, -20);
  if (s == 0.0f) return number(0x7fc00000);
  return x > -50.0f ? __simt_fdiv_f32(__simt_fdiv_f32(-3.14159265f, s * a), g) * 0x1p-20f : s * -0.0f;
}
HELPER float log_gamma(float x) { // of x > 0
  float t = x - 2.0f, u = x - 1.0f;
  if (x >= 0.5f && x < 1.5f) { // near the zeros at 1 and 2 the logarithm of gamma would have lost its digits
    float p = -0.143862471f + u * (0.129970714f + u * (-0.114448547f + u * (0.0694805309f + u * (-0.0670292303f
        + u * (0.174010947f + u * -0.15461193f)))));
    return u * (-0.577215672f + u * (0.822467029f + u * (-0.400685281f + u * (0.270587146f + u * (-0.207393005f
        + u * (0.169271141f + u * p))))));
  }
  if (x >= 1.5f && x < 2.5f) {
    float p = -0.00740120653f + t * (0.00288123987f + t * (-0.00109175593f + t * (0.000565227994f
        + t * -0.000438852236f)));
    return t * (0.422784328f + t * (0.322467029f + t * (-0.0673515052f + t * (0.0205813032f + t * p))));
  }
  float l = __simt_log_f32(x < 8.0f ? gamma_to_8(x) : x), m = (l - 1.0f) * (x < 1e37f ? x - 0.5f : x);
  return x < 8.0f ? l : m + (0.418938533f + __simt_fdiv_f32(gamma_tail(x) * 0.0833333333f, x));
}
HELPER float log_gamma_and_sign(float x, int *sign) {
  float a = __simt_fabs_f32(x), s = sinpi(a), none = number(0x7f800000);
  *sign = x > 0.0f || (x == 0.0f && !(word(x) >> 31)) || s == 0.0f ? 1 : s > 0.0f ? -1 : 1;
  if (x == 0.0f) *sign = word(x) >> 31 ? -1 : 1;
  if (x != x) return x;
  if (a >= none || (x <= 0.0f && s == 0.0f)) return none;
  bool reflected = x < 0.0f && a >= 0x1p-25f;
  float l = log_gamma(a);
  return reflected ? 1.14472988f - __simt_log_f32(__simt_fabs_f32(s) * a) - l : l;
}
float OVERLOAD lgamma(float x) { int ignored; return log_gamma_and_sign(x, &ignored); }
#define LGAMMA_R(SPACE) \
  float OVERLOAD lgamma_r(float x, SPACE int *p) { int s; float r = log_gamma_and_sign(x, &s); *p = s; return r; }
LGAMMA_R(__private) LGAMMA_R(__global) LGAMMA_R(__local)
