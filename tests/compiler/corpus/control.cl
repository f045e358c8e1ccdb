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
