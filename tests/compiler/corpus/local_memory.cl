// Local memory: arrays of a kernel, arguments, barriers, a required size.
#define SIZE 8
__kernel __attribute__((reqd_work_group_size(SIZE / 8, 1, 1)))
void local_memory(__global float *out, __global const float *in, __local float *scratch, int n) {
  __local float tile[SIZE][2];
  __local float4 rows[2];
  __local int count;
  int i = get_global_id(0), l = get_local_id(0);
  for (int j = 0; j < SIZE; j++) { tile[j][0] = in[i + j]; tile[j][1] = j; scratch[j] = in[j]; }
  rows[1] = (float4)(in[i], 1, 2, 3); rows[0] = rows[1].yzwx; rows[1].y = 5;
  if (l == 0) count = n;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[i] = tile[i][0] * tile[SIZE - 1 - i][1] + scratch[i] + count + rows[0].x + rows[1].w;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
__kernel void second(__global float *out, __local float4 *wide) {
  __local int count;
  count = get_num_groups(0); wide[0] = (float4)(count); out[get_group_id(0)] = count + wide->y + get_global_size(0);
}
