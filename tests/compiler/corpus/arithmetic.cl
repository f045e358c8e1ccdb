// Integers of all sizes: promotion, the usual conversions, wrapping, division, shifts modulo the width.
__kernel void arithmetic(__global int *out, __global const char *c, __global const ushort *s, __global const int *x,
                         __global const long *l, uint n) {
  int i = get_global_id(0);
  char a = c[i], b = c[i + 8];
  ushort u = s[i];
  uint big = x[i];
  out[i] = a * b + u - (a << 3) + (u >> 2) + (b >> 1);
  out[i + 8] = x[i] / (int)n + x[i] % (int)n + big / n + big % n;
  out[i + 16] = (x[i] << (x[i + 1] & 31)) ^ (x[i] >> 1) ^ (big >> 33);
  out[i + 24] = (int)(l[i] * l[i + 1] - (l[i] << 40) / 7 + ((ulong)l[i] >> 3));
  out[i + 32] = ~a | (u & 0xf0) ^ -b;
  out[i + 40] = a < u ? big > x[i + 1] : (l[i] <= x[i]) + !a + (a && b) + (a || u++);
  a += 200; b *= a; u -= 70000; u <<= 3; a >>= 1; b |= u; b ^= 5; b &= ~1; b %= 7; u /= 3;
  out[i + 48] = a + 1000 * b + u;
  out[i + 56] = 'a' + 0x7fu + 010 + (uchar)300 + (int)4000000000u + (char)u;
}
