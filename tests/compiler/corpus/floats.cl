// Floats and doubles: conversions, literals, mixed expressions, increments.
__kernel void halves_known(__global double *out, __global const double *x) {
  int i = get_global_id(0);
  double2 v = (double2)(x[i], 1) * 2.0, w = (double2)(3, x[i]) - (double2)(0.1, 8);
  out[i + 8] = v.x > v.y ? v.x : v.y; out[i + 16] = w.x * v.y + w.y; out[i + 24] = (v > w).x + (w < 4.0).x;
}
__kernel void floats(__global float *out, __global const float *x, __global double *d, __global const int *k) {
  int i = get_global_id(0);
  float f = x[i], g = x[i + 1];
  out[i] = f * g + 0.5f - f / 4 + 1e-3f;
  out[i + 8] = f * 2.5 + k[i] + (uint)k[i] + 3u;
  out[i + 16] = (int)f + (char)g + (long)(f * 100.0f) + (f > g) + (f != f) + (bool)g;
  out[i + 24] = f++ + --g - +f;
  f += k[i]; g *= d[i]; g -= 1;
  out[i + 32] = f; out[i + 40] = g; out[i + 48] = -f; out[i + 56] = fabs(g) + sqrt(fabs(f));
  d[i] = d[i] / 3 + f; d[i + 8] = (double)k[i] * M_PI; d[i + 16] = FLT_MAX; d[i + 24] = INFINITY;
  d[i + 32] = as_float(k[i] & 0x007fffff) + as_int(x[i]) + HUGE_VALF + FLT_MIN;
  int m = k[i];
  m += 1.75f; m *= 2.5; m -= 0.5;
  d[i + 40] = m;
}
