// Builtin functions are called by their mangled names, the overload chosen by clang.
__kernel void builtins(__global float *out, __global int *k, __global const float *in) {
  int i = get_global_id(0);
  float4 v = fabs(vload4(i, in));
  vstore4(v + sqrt(fabs(in[i])), i, out);
  atomic_add(&k[i], i);
  k[i + 8] = max(k[i], 3) + get_work_dim() + get_local_size(0);
}
