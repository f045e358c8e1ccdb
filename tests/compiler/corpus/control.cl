// Statements: loops with and without their parts, switch with ranges and falling through, goto, early returns.
static int classify(int x) {
  if (x < -5) return -1; else if (x < 0) return 0; else if (x == 0) return 1; else return x > 5 ? 3 : 2;
}
static int steps(uint n) {
  int count = 0;
  while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; if (++count > 40) break; }
  return count;
}
__kernel void entered(__global int *out, __global const int *in) {
  int i = get_global_id(0), n = in[i] & 15, s = 0, k = n / 4 + 1;
  switch (n & 3) { case 0: do { s += 1; case 3: s += 10; case 2: s += 100; case 1: s += 1000; } while (--k > 0); }
  if (n & 8) goto middle;
  while (n > 0) { s += 7; middle: s *= 3; n--; }
  out[i] = s;
}
__kernel void control(__global int *out, __global const int *x, int n) {
  int i = get_global_id(0), v = x[i], sum = 0;
  for (int j = 0; j < n; ++j) { if (j == 2) continue; sum += j * v; if (sum > 50) break; }
  out[i] = sum;
  int j = 0;
  for (;;) { if (j++ > 4) break; }
  for (; j < 9; j++) ;
  for (j += 1; ; ) { j += 2; if (j > 20) break; }
  for (int k = 0, m = 9; k < m; k++, m--) sum ^= k * m;
  out[i + 8] = j + sum;
  switch (v) { case -3: case -2: sum = 1; break; case 1 ... 4: sum = 2; case 7: sum += 10; break; default: sum = 99; case 9:; }
  out[i + 16] = sum;
  switch (v & 3) { case 0: for (int k = 0; k < 3; k++) { if (k == 1) continue; sum += k; } break; case 3: return; }
  do { sum -= 3; if (sum == 7) continue; sum--; } while (sum > 0);
  out[i + 24] = sum + classify(v) + steps(i + 1);
again:
  sum++;
  if (sum < 3) goto again;
  if (v > 2) goto end;
  sum = -sum;
end:
  out[i + 32] = sum; ;
  out[i + 40] = (sum++, sum + 1) + (v > 0 && x[i + 1] > 0 || !v);
  #pragma unroll 2
  for (int k = 0; k < 4; k++) out[i + 48] += k;
  __attribute__((opencl_unroll_hint)) while (sum-- > 0) out[i + 56] += 1;
  if (n > 100) return; else { out[i + 56]++; return; }
}
// `?:` without its middle, whose first operand is evaluated once
typedef struct { int x; int2 y; } Either;
__kernel void either(__global int *out, __global const float *in, int a, int b, char c, float4 v) {
  int i = get_global_id(0), n = a - i;
  Either e = {i - 3, (int2)(i & 1, 5)}, *p = i > 2 ? &e : 0, f = {9, (int2)(8, 7)};
  __private int *q = i & 1 ? &n : 0;
  out[i] = n++ ?: b;
  out[i] += 100 * n;
  out[i + 8] = (e.x ?: e.y.s0 ?: 7L) + (c ?: 2.5f) * 4 + ((char)i ?: v.y);
  out[i + 16] = (p ?: &f)->x + *(q ?: &b) + ((in[i] > 0 ?: -1) > 0 ? 1 : 2) + (i > 3 ?: 20);
  if (i - 2 ?: b - 3) out[i + 24] = (short)0x10000 ?: 3;
}
