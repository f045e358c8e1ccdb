// Vectors: literals, parts by every kind of name, parts as targets, splats, operators, comparisons, choices.
#define TURN(v) (v).wzyx
__kernel void swapped(__global float *out, __global const uchar *in) {
  int i = get_global_id(0);
  uchar2 v;
  v.x = in[2 * i + 1]; v.y = in[2 * i];
  out[i] = as_ushort(v); out[i + 8] = as_char2((short)(v.x << 3)).y;
}
__kernel void vectors(__global float4 *out, __global const float4 *in, __global int4 *bits, __global float3 *three,
                      __global uchar16 *bytes) {
  int i = get_global_id(0);
  float4 v = in[i], w = (float4)(1.0f, 2, in[i].zw), x;
  x = v * w + 2 - w.s3210 / 4.0f;
  x.lo = v.hi; x.odd += w.even; x.y = x.x; x.wx = v.xy; x.s2 -= 1;
  out[i] = x;
  out[i + 8] = TURN(v) + TURN(w).xyzw - TURN(TURN(v)) + (float4)(v.x) + (float4)(v.xyz, 1);
  out[i + 16].zw = v.s01; out[i + 16].x = 5; (&out[i + 17])->y = v.even.y;
  int4 less = v < w, q = (int4)(1, 2, 3, -4);
  bits[i] = less; bits[i + 8] = less ? q : -q; bits[i + 16] = !q | ~less; bits[i + 24] = (v == w) && q || less;
  bits[i + 32] = (q << less) >> 1; q++; --q; q %= 3; q <<= 2; bits[i + 40] = q; bits[i + 48] = v > 1.0f;
  out[i + 24] = less ? v : w; out[i + 32] = i > 3 ? v : w.yxwz; out[i + 40] = -v; out[i + 48] = w[i & 3];
  three[i] = (float3)(v.xy, 7) * 2; three[i + 8].yz = three[i].xy; three[i + 16] = three[i].zyx + v.s012;
  uchar16 b = bytes[i]; b.s0 = b.sf; b.sA += b.lo.s7; b.hi.even = b.lo.odd; bytes[i + 8] = b * (uchar)3; bytes[i + 16] = b.s0123456789abcdeF;
  out[i + 56] = as_float4(as_int4(v) ^ (int4)(1 << 31)) + ((float4)(1, 2, 3, 4)).wzyx;
  bits[i + 56] = as_int4(as_uchar16(v).sfedcba9876543210) ^ as_int4(as_float3(v).zyxx) ^ ~q.xxyy ^ (-q.zwzz >> 1).wxyz;
}
// Counts of shifts have types of their own: numbers and vectors, narrower and wider than what is shifted.
__kernel void shifts(__global uchar4 *bytes, __global short4 *halves, __global long2 *wide, __global int4 *counts) {
  int i = get_global_id(0), n = counts[i].x & 15;
  uchar4 b = bytes[i]; short4 h = halves[i]; long2 l = wide[i]; int4 c = counts[i] & 7;
  bytes[i + 8] = b << (uchar)1; bytes[i + 16] = b >> 7; bytes[i + 24] = b << (n & 7); bytes[i + 32] = b >> c;
  halves[i + 8] = h >> n; halves[i + 16] = h << (uchar)(n & 3); halves[i + 24] = h >> b / (uchar)32;
  wide[i + 8] = l >> (int)40; wide[i + 16] = l << (ushort)n; wide[i + 24] = l >> c.lo;
  b <<= 2; b >>= c; bytes[i + 40] = b; counts[i] = (counts[i] >> (long)n) ^ (counts[i] << (long4)(n, 1, c.x, 2));
}
