// Literals, sizes, casts and macros given with -D.
#ifndef SCALE
#define SCALE 2
#endif
#if __OPENCL_VERSION__ < 120 || !defined(cl_khr_fp64)
#error "not OpenCL C 1.2 with doubles"
#endif
#define SQUARE(x) ((x) * (x))
#define JOIN(a, b) a##b
typedef float real_t;
__kernel void literals(__global ulong *out, __global real_t *f) {
  int i = get_global_id(0);
  out[i] = 0xffffffffffffffffUL; out[i + 8] = ULONG_MAX - INT_MAX + UINT_MAX; out[i + 16] = -1; out[i + 24] = LONG_MIN;
  out[i + 32] = sizeof(float3) + sizeof(double16) + sizeof(size_t) + sizeof(char[3]) + vec_step(int3);
  f[i] = JOIN(0x1p, 3f) + SQUARE(SCALE + i) + 1.f + .5f + 1e-40f; f[i + 8] = (real_t)(i / 2) / SCALE; f[i + 16] = MAXFLOAT;
  out[i + 40] = '\n' + '\0' + (true ? 1 : 2) + CHAR_MIN + SHRT_MAX; f[i + 24] = 16777217; f[i + 32] = 0.1; f[i + 40] = M_PI_F;
}
