// Angles as a number of quarter turns and a rest of at most an eighth. Up to some 10,000 (float) or 1,000,000 (double)
// half of pi is subtracted in parts whose multiples are exact; beyond, the bits of 2 / pi that matter are multiplied by
// the mantissa.

HELPER ulong product(uint a, uint b) { return (ulong)__simt_mulh_u32(a, b) << 32 | a * b; }
// 32 bits of a and b from bit `shift` on, counted from the highest
HELPER uint word_at(uint a, uint b, int shift) { return shift ? a << shift | b >> (32 - shift) : a; }
// One of five by i, by its bits: of compares LLVM would make a table in memory
#define WORD(a, b, c, d, e) (i & 4 ? e : i & 2 ? (i & 1 ? d : c) : i & 1 ? b : a)
HELPER int quarter_turns(float x, float *rest) {
  float a = __simt_fabs_f32(x);
  if (!(a >= 12000.0f)) {
    float n = __simt_rint_f32(x * 0x1.45f306p-1f);
    *rest = ((x - n * 0x1.92p+0f) - n * 0x1.fb4p-12f) - n * 0x1.444p-24f - n * 0x1.68c234p-39f;
    return __simt_fptosi_f32_i32(n);
  }
  uint u = __builtin_astype(a, uint), m = (u & 0x7fffff) | 0x800000;
  int e = (int)(u >> 23) - 120, i = e >> 5, s = e & 31; // the bits of 2 / pi that matter begin at bit e of these words
  uint w0 = WORD(0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0);
  uint w1 = WORD(0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599);
  uint w2 = WORD(0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041);
  uint w3 = WORD(0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab);
  uint h = word_at(w0, w1, s), k = word_at(w1, w2, s), l = word_at(w2, w3, s);
  ulong t = product(m, k) + __simt_mulh_u32(m, l) + ((ulong)(m * h) << 32); // quarter turns mod 4 in units of 2^-62
  int n = (int)(t >> 62);
  long f = (long)(t << 2);
  n += f < 0;
  float r = __simt_sitofp_i64_f32(f) * 0x1.921fb6p-64f;
  *rest = a < __builtin_astype(0x7f800000, float) ? (x < 0 ? -r : r) : a - a;
  return x < 0 ? -n : n;
}

__constant uint two_over_pi[40] = {
  0, 0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
  0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
      0x3991d639,
  0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
      0x4f463f66,
  0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};
HELPER int quarter_turns(double x, double *rest) {
  double a = __simt_fabs_f64(x);
  if (!(a >= 1e6)) {
    double n = __simt_rint_f64(x * 0x1.45f306dc9c883p-1);
    *rest = ((x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2ep-69 - n * 0x1.b839a252049c1p-104;
    return __simt_fptosi_f64_i32(n);
  }
  ulong u = __builtin_astype(a, ulong), m = (u & 0xffffffffffffful) | 0x10000000000000ul;
  if (!(a < __builtin_astype(0x7ff0000000000000ul, double))) { *rest = a - a; return 0; }
  int e = (int)(u >> 52) - 1013, i = e >> 5, s = e & 31;
  uint w0 = word_at(two_over_pi[i], two_over_pi[i + 1], s), w1 = word_at(two_over_pi[i + 1], two_over_pi[i + 2], s);
  uint w2 = word_at(two_over_pi[i + 2], two_over_pi[i + 3], s), w3 = word_at(two_over_pi[i + 3], two_over_pi[i + 4], s);
  uint w4 = word_at(two_over_pi[i + 4], two_over_pi[i + 5], s), w5 = word_at(two_over_pi[i + 5], two_over_pi[i + 6], s);
  uint ml = (uint)m, mh = (uint)(m >> 32); // m times six words, without the lowest two
  ulong t4 = product(mh, w5) + __simt_mulh_u32(ml, w5) + ml * w4;
  ulong t3 = product(ml, w3) + __simt_mulh_u32(ml, w4) + (t4 >> 32), p = product(mh, w4);
  ulong lowest = (t3 & 0xffffffff) + (p & 0xffffffff), t2 = (t3 >> 32) + (p >> 32) + (lowest >> 32), q = product(ml,
      w2), r = product(mh, w3);
  ulong low = (t2 & 0xffffffff) + (q & 0xffffffff) + (r & 0xffffffff);
  ulong t1 = (t2 >> 32) + (q >> 32) + (r >> 32) + (low >> 32), v = product(ml, w1) + product(mh, w2);
  ulong high = t1 + v + ((ulong)(uint)(ml * w0 + mh * w1) << 32); // in quarter turns mod 4: units of 2^-62
  int n = (int)(high >> 62);
  // the fraction: 64 bits and 62 more
  ulong f = high << 2 | (low & 0xffffffff) >> 30, g = low << 34 | (lowest & 0xffffffff) << 2;
  bool minus = (long)f < 0;
  n += minus;
  f = minus ? ~f + (g == 0) : f;
  g = minus ? 0 - g : g;
  double y = (__simt_uitofp_i64_f64(f) + __simt_uitofp_i64_f64(g) * 0x1p-64) * 0x1.921fb54442d18p-64;
  *rest = minus == (x < 0) ? y : -y;
  return x < 0 ? -n : n;
}
