// Kernels of programs/ in OpenCL C. kernels.ll is what clang 22 makes of them:
//   clang -x cl -cl-std=CL1.2 -cl-no-stdinc -O0 -Xclang -disable-O0-optnone -fno-discard-value-names -gline-tables-only
//     -fdebug-compilation-dir=. -emit-llvm -S -target spir-unknown-unknown -Xclang -fdeclare-opencl-builtins
//     -ffp-contract=off kernels.cl
typedef unsigned int uint;
typedef __SIZE_TYPE__ size_t;
typedef uint cl_mem_fence_flags;
#define WARP_OF(n) __attribute__((reqd_work_group_size(n, 1, 1)))
#define LOCAL 1

WARP_OF(64) kernel void elementwise_mul(global const float *x, global const float *y, global float *z) {
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    z[i] = x[i] * y[i];
}

WARP_OF(64) kernel void dot(global const float *x, global const float *y, global float *result) {
  local float partial[64];
  uint t = get_local_id(0);
  float sum = 0;
  for (uint i = t; i < 1024; i += get_local_size(0))
    sum += x[i] * y[i];
  partial[t] = sum;
  for (uint width = get_local_size(0) / 2; width; width >>= 1) {
    barrier(LOCAL);
    if (t < width)
      partial[t] = sum += partial[t + width];
  }
  if (t == 0)
    result[0] = sum;
}

WARP_OF(64) kernel void prefix_sum(global const uint *x, global uint *y) {
  local uint sums[128];
  uint t = get_local_id(0), run = 0;
  for (uint e = 0; e < 4; e++)
    run += x[4 * t + e];
  uint sum = run;
  sums[t] = sum;
  barrier(LOCAL);
  for (uint step = 0; step < 6; step++) {
    if (t >= (1u << step))
      sum += sums[t - (1 << step) + (step & 1) * 64];
    sums[t + (~step & 1) * 64] = sum;
    barrier(LOCAL);
  }
  sum -= run;
  for (uint e = 0; e < 4; e++) {
    sum += x[4 * t + e];
    y[4 * t + e] = sum;
  }
}

WARP_OF(64) kernel void fft128(global float *re, global float *im, global const float *wr, global const float *wi) {
  uint t = get_local_id(0), reversed = 0;
  for (uint b = 0; b < 7; b++)
    reversed |= ((t >> b) & 1) << (6 - b);
  float a = re[t], b = im[t], c = re[t + 64], d = im[t + 64];
  barrier(LOCAL);
  re[reversed] = a;
  im[reversed] = b;
  re[reversed + 1] = c;
  im[reversed + 1] = d;
#pragma unroll
  for (uint layer = 0; layer < 7; layer++) {
    uint width = 1u << layer;
    barrier(LOCAL);
    uint i = (t & ~(width - 1)) + t, j = i + width, w = (t & (width - 1)) << (6 - layer);
    float pr = re[j] * wr[w] - im[j] * wi[w], pi = re[j] * wi[w] + im[j] * wr[w];
    float qr = re[i], qi = im[i];
    re[i] = qr + pr;
    im[i] = qi + pi;
    re[j] = qr - pr;
    im[j] = qi - pi;
  }
}

kernel void mm_global(global const float *a, global const float *b, global float *c) {
  uint x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (uint k = 0; k < 64; k++)
    sum += a[y * 64 + k] * b[k * 64 + x];
  c[y * 64 + x] = sum;
}

kernel void mm_local(global const float *a, global const float *b, global float *c) {
  local float tile_a[16][16], tile_b[16][16];
  uint x = get_global_id(0), y = get_global_id(1), column = get_local_id(0), row = get_local_id(1);
  float sum = 0;
  for (uint t = 0; t < 64; t += 16) {
    tile_a[row][column] = a[y * 64 + t + column];
    tile_b[row][column] = b[(t + row) * 64 + x];
    barrier(LOCAL);
    for (uint k = 0; k < 16; k++)
      sum += tile_a[row][k] * tile_b[k][column];
    barrier(LOCAL);
  }
  c[y * 64 + x] = sum;
}

kernel void collatz(global const uint *x, global uint *steps) {
  uint i = get_global_id(0), n = x[i], count = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n >> 1;
    count++;
  }
  steps[i] = count;
}

kernel void escape(global uint *out, float scale, uint width, uint limit) {
  uint x = get_global_id(0), y = get_global_id(1), k = 0;
  float cr = x * scale - 2.0f, ci = y * scale - 1.0f, zr = 0, zi = 0;
  while (k < limit && zr * zr + zi * zi <= 4.0f) {
    float t = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = t;
    k++;
  }
  out[y * width + x] = k;
}
