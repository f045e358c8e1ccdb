// A call of a builtin function of each kind, for the names that they have in the IR.
__kernel void calls(__global float *f, __global float4 *v, __global int *p, __local int *l, __constant float *c,
                    __global uchar *b, __global half *h, __global double *d, volatile __global uint *u) {
  int i = get_global_id(0) + get_local_id(1) + get_group_id(2) + get_global_size(0) + get_local_size(0) + get_num_groups(0)
          + get_global_offset(0) + get_work_dim();
  float x = f[i], y, z;
  double e;
  int k;
  int4 k4;
  float4 w = v[i], w2;
  f[0] = sin(x) + pow(x, 2.0f) + native_exp(x) + half_sqrt(x) + fract(x, &y) + modf(x, &f[3]) + frexp(x, &k) + sincos(x, &z);
  f[1] = remquo(x, y, &k) + lgamma_r(x, &p[1]) + ldexp(x, k) + pown(x, k) + rootn(x, 3) + ilogb(x) + nan(3u) + fma(x, y, z);
  v[0] = frexp(w, &k4) + fmax(w, x) + clamp(w, 0.0f, 1.0f) + mix(w, w, x) + step(x, w) + smoothstep(x, y, w) + ldexp(w, k);
  v[1] = cross(w, w) + normalize(w) * dot(w, w) * distance(w, w) * length(w.xy) + fast_normalize(w) + select(w, w, k4);
  d[0] = exp(e = d[1]) + sqrt(e) + fmax(e, 1.0) + convert_double(x) + floor(e);
  p[0] = abs(i) + abs_diff(i, k) + add_sat(i, k) + hadd(i, k) + mad24(i, k, 3) + mul_hi(i, k) + rotate(i, k) + clz(i) + max(i, 3);
  p[1] = popcount(i) + any(k4) + all(k4) + isequal(x, y) + isnan(x) + signbit(x) + bitselect(i, k, 7) + upsample((short)i, (ushort)k);
  k4 = convert_int4_sat_rtz(w) + convert_int4(b[i] > 3 ? w : w2) + isless(w, w2) + as_int4(w) + shuffle(k4, (uint4)(3, 2, 1, 0))
       + shuffle2(k4.xy, k4.zw, (uint4)(0)) + vload4(i, p) + vload4(0, l);
  b[0] = convert_uchar_sat(x); b[1] = convert_uchar_rte(d[0]);
  v[2] = vload4(0, c) + vload_half4(0, h) + vloada_half4(1, h) + vload3(1, f).xyzz;
  vstore4(w, 1, f); vstore3(w.xyz, 2, f); vstore_half(x, 1, h); vstore_half4_rte(w, 1, h); vstorea_half4(w, 1, h); vstore2(k4.xy, 0, l);
  p[2] = atomic_add(p, i) + atomic_inc(l) + atomic_cmpxchg(u, 1u, 2u) + atomic_max(&l[1], 3) + atomic_xor(u, 1u) + atom_add(p, 1) + atom_min(l, 2);
  f[5] = atomic_xchg(f, x);
  event_t event = async_work_group_copy(l, p, 4, 0);
  event = async_work_group_strided_copy(p, l, 4u, 2u, event);
  wait_group_events(1, &event);
  prefetch(f, 4);
  barrier(CLK_LOCAL_MEM_FENCE); mem_fence(CLK_GLOBAL_MEM_FENCE); read_mem_fence(CLK_LOCAL_MEM_FENCE);
  p[3] = k4.x + k + vec_step(w);
}
