// What kernels take from GNU C and clang: functions of the compiler, statements in expressions, ranges of cases.
#define MAX_OF(a, b) ({ int left = (a); int right = (b); left > right ? left : right; })
#define CLAMPED(v, low, high) ({ int it = (v); if (it < (low)) it = (low); else if (it > (high)) it = (high); it; })

typedef struct { int x, y; int row[4]; } Pair;

__kernel void bits(__global uint *out, __global uint *in, __global ulong *wide) {
  size_t i = get_global_id(0);
  uint v = in[i], *unused = 0;
  ulong w = wide[i] * 0x9E3779B97F4A7C15ul;
  out[8 * i] = __builtin_bswap32(v) + __builtin_bswap16((ushort)v);
  out[8 * i + 1] = (uint)(__builtin_bswap64(w) >> 7);
  out[8 * i + 2] = __builtin_popcount(v) + 100 * __builtin_popcountll(w) + __builtin_parity(v);
  out[8 * i + 3] = __builtin_ffs((int)v) + 100 * __builtin_ffsll((long)w);
  if (v) out[8 * i + 4] = __builtin_clz(v) + 100 * __builtin_ctz(v);
  if (w) out[8 * i + 5] = __builtin_clzll(w) + 100 * __builtin_ctzl(w);
  out[8 * i + 6] = __builtin_rotateleft32(v, 5) ^ __builtin_rotateright32(v, i) ^ __builtin_bitreverse32(v);
  out[8 * i + 7] = __builtin_clrsb((int)v) + __builtin_abs((int)v);
}

__kernel void likely(__global int *out, __global int *in) {
  size_t i = get_global_id(0);
  int v = in[i];
  __builtin_assume(i < 8);
  if (__builtin_expect(v > 0, 1))
    out[2 * i] = v;
  else if (__builtin_expect(!!(v < -3), 0))
    out[2 * i] = -2 * v;
  switch (v & 3) {
  case 0: out[2 * i + 1] = 5; break;
  case 1: out[2 * i + 1] = 6; break;
  case 2: case 3: out[2 * i + 1] = 7; break;
  default: __builtin_unreachable();
  }
}

__kernel void statements(__global int *out, __global int *in) {
  size_t i = get_global_id(0);
  int v = in[i];
  out[4 * i] = MAX_OF(v, MAX_OF(in[i + 1], 2)) + CLAMPED(v * 3, -4, 9);
  out[4 * i + 1] = ({ int sum = 0; for (int k = 0; k < 4; k++) { if (k == v) continue; sum += in[k] * k; } sum; });
  Pair p = ({ Pair made = {v, 2, {1, 2, 3, 4}}; made.row[v & 3] = 9; made; });
  out[4 * i + 2] = p.x + p.y + p.row[1];
  ({ out[4 * i + 3] = v ? ({ int4 q = (int4)(v, 1, 2, 3); q.wz; }).y : 8; });
}

__kernel void ranges(__global int *out, __global int *in) {
  size_t i = get_global_id(0);
  int v = in[i] * 40000;
  int found = 0;
  switch (v) {
  case 0 ... 100000: found = 1; break;
  case -80000 ... -1: found = 2;
  case 100001 ... 100004: found += 10; break;
  case 120000: found = 4; break;
  case 120001 ... 0x7fffffff: found = 5; break;
  default: found = 6;
  }
  uchar narrow = (uchar)(in[i] * 9);
  switch (narrow) { case 3 ... 200: found += 100; break; case 220 ... 255: found += 200; }
  out[i] = found;
}

int changed(Pair *pair, int at) { pair->row[at & 3] += 7; return pair->row[(at + 1) & 3]; }

__kernel void given(__global int *out, __global int *in, Pair pair, Pair other) {
  size_t i = get_global_id(0);
  pair.x += in[i];
  other.row[i & 3] = 5;
  out[2 * i] = pair.x * pair.y + changed(&pair, in[i]) + pair.row[i & 3];
  if (in[i] > 0) other = pair;
  out[2 * i + 1] = other.row[1] + other.x;
}
