// Pointers into every address space: arithmetic, differences, comparisons, casts, pointers to vectors and rows.
static void swap(__global int *a, __global int *b) { int t = *a; *a = *b; *b = t; }
static int sum_of(const int *p, const int *end) { int s = 0; while (p < end) s += *p++; return s; }
static void twice(int (*row)[4]) { for (int i = 0; i < 4; i++) (*row)[i] *= 2; }
__kernel void pointers(__global int *out, __global const int *restrict in, __constant int *table, volatile __global int *seen,
                       __global float *f) {
  int i = get_global_id(0);
  __global int *p = out + i, *q = &out[i + 8];
  *p = in[i]; *q = *(in + i + 1); swap(p, q);
  *(p + 16) = q - p; p[24] = p == q; p[32] = (q > p) + !p + (q != 0) + (p ? 2 : 3);
  int private_row[8] = {1, 2, 3}, matrix[3][4] = {{1, 2}, {3, 4, 5}, 6};
  p += 40; p[0] = sum_of(private_row, private_row + 8) + sum_of(&matrix[0][0], &matrix[2][3]); p -= 8; p++; --p;
  twice(&matrix[1]); twice(matrix);
  p[16] = matrix[i % 3][i & 3] + 1[private_row] + table[i] + *table;
  seen[i] = seen[i] + seen[i];
  __global float4 *v = (__global float4 *)f; v[i] = v[i + 8].wzyx; float4 w = v[i]; float *e = (float *)&w; e[i & 3] = 9;
  v[i] += w; f[i + 40] = ((__global uchar *)f)[i] + *(__global short *)(f + i);
  out[i + 56] = (out + 3 - (out + 1)) + (int)((__global char *)(out + 2) - (__global char *)out) + (int)sizeof(p);
  const int *nothing = 0; out[i + 48] += nothing == NULL;
}
